"""Several searches of one position held against each other."""
