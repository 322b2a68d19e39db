"""Charts of searches: an icicle of all plies, searches side by side, bars."""
