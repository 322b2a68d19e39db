"""From what was asked for to a recorded search.

Begin with `recipe.py` (what was asked for), then `run.py` (a search and its trace). `algorithms/` and `ordering/` hold
one search and one order of moves a file; `lookup.py` finds them by name, and `driver.py` resumes a paused search.
`events/` reads and writes searches made by other programs; `search_options.py` is the one table of a search's options.
"""
