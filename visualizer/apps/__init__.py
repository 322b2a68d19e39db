"""The ways in: command line, explorer, line mode, Python, notebook.

Begin with `cli/__init__.py` for commands and `tui/app.py` for the explorer. `activities/` has the
state and the sentences that explorer and line mode share: exploring a run, reading a lesson,
playing a game. `dialogue/` is the line mode, and `api.py` has the functions for Python.
"""
