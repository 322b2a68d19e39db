"""Searches that are wrong on purpose; each must be found out by an oracle."""
