"""From runs and comparisons to files: which steps, which part, which format, and where they go.

Begin with `outputs.py` (what is exported, and its bytes by `exports/`). `explorer/` and `homework/` are pages with
scripts of their own, `comparisons.py` is the page of a comparison.
"""
