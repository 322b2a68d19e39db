"""The screens with a board to move on: playing and reviewing a match, and what searches think meanwhile."""
