"""Data from files: JSON as its standard has it, and its fields, each checked as it is read."""
