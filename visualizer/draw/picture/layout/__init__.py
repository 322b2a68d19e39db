"""Where the nodes of a tree stand on a grid of letters and lines: the whole tree, or what is along a path."""
