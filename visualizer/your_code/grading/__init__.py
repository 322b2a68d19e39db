"""A search of another person graded: run on small trees, held against the right one, told where and why it parts.

`checking/` tests a game as the rest tests searches.
"""
