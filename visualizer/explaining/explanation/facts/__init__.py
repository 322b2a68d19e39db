"""What happens in a search, as values read from its trace: no words."""
