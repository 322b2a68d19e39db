"""The places of a tree's nodes on a grid of letters and lines: of all, or along a path."""
