"""Export runs and comparisons: which steps, which part, which format, which files.

Begin with `outputs.py`; the bytes come from `exports/`. `explorer.py` and `homework.py` make web
pages, whose scripts are in the folders of the same names. `comparisons.py` exports a comparison.
"""
