"""You are the search: the acts allowed at each moment, and the reasons against others."""
