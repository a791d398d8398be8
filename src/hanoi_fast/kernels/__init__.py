"""The compiled kernels: loops over memory that callers own and have checked."""
