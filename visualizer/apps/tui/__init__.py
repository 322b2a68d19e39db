"""The explorer in the terminal: the only code that knows Textual.

Plain functions draw a scene (`views/`, `panes/`). Widgets only show the drawing on the screen, and
screens only pass on what the user wants.
"""
