"""You are the search: the acts allowed at each moment, and what is said to any other act."""
