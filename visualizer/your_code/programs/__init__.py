"""A person's own program, run as it is: its recursive search becomes a tree."""
