"""What a search did, row by row, and the tree as known at a step of it."""
