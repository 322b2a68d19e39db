"""From a run to pictures, before any format.

Begin with `picture/page/tree_page.py`, which makes a `Picture` of a tree at a step;
`picture/film.py` makes several. `boards/` draws positions.
"""
