"""Positions of Othello worth looking at, and what was measured on them."""

from games import Preset

PRESETS = (Preset("opening", "---------------------------OX------XO--------------------------- X", "start"),)
