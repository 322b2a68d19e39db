"""The ways in: command line, explorer, line mode, Python, notebook.

Begin with `cli/__init__.py` for commands and `tui/app.py` for the explorer. `activities/` hold what explorer and line
mode share: a run explored, a lesson read, a game played. `dialogue/` is the line mode, `api.py` what Python calls.
"""
