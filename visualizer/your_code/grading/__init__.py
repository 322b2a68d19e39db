"""Grade a user's search: run it on small trees, and compare it with the right search.

`checking/` tests a game as the rest tests searches.
"""
