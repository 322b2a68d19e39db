"""A person's code, watched line by line, held against what a second, simpler listener hears."""
