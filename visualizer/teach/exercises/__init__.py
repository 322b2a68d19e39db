"""Exercises: what is asked about a search, what is right and why; trees to fill in, to search by hand and to change."""
