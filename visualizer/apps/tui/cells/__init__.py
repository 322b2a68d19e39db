"""Drawing in cells: a rectangle to write on, a tree on it, numbers of several lines."""
