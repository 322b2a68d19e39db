"""The explorer in the terminal: the only code that knows Textual.

What is drawn is made by plain functions from a scene (`views/`, `panes/`); widgets only put it on the screen, and
screens only pass on what a person wants.
"""
