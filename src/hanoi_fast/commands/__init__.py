"""The command line: a module for each family of commands, and what they share."""
