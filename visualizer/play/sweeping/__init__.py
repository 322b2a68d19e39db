"""Sweeps of many positions: the tasks, the processes that do them, and the file of results."""
