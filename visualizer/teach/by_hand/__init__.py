"""You are the search: what a person may do at each moment of a search, and what is said to what it would not do."""
