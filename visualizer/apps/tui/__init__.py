"""The explorer in the terminal: the only code that knows Textual.

Plain functions draw a scene (`views/`, `panes/`). Widgets only put the drawing on the screen, and
screens only pass on what the user wants.
"""
