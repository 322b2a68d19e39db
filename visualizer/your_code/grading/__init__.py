"""Grade a user's search: run it on small trees, compare it with the right one, say what differs.

`checking/` tests a game as the rest tests searches.
"""
