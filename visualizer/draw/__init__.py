"""From a run to pictures, before any format.

Begin with `picture/page/tree_page.py`: a tree at a step becomes a `Picture`, and `picture/film.py` several of them.
`boards/` draws positions.
"""
