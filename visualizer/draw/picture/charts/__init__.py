"""What is drawn of searches other than a tree: an icicle of all plies, searches side by side, bars."""
