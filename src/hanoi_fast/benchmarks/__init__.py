"""Pure Python against compiled code, and both against the limits of the machine."""
