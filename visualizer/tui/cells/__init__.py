"""Drawing in cells: a rectangle to write on, and a tree on it."""
