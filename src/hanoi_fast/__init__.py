"""The moves of the Tower of Hanoi, as fast as the machine can store them."""

__version__ = "0.1.0"
