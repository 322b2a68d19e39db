"""Everything about running a search.

Begin with `recipe.py` (what was asked for), then `run.py` (a search and its trace). `algorithms/`
and `ordering/` have one search or order of moves per file; `lookup.py` finds them by name, and
`driver.py` resumes a paused search. `events/` reads and writes searches of other programs;
`search_options.py` is the one table of a search's options.
"""
