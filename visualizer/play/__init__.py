"""Games that are played, kept and reviewed, and many positions searched.

Begin with `playing/match.py` (a game between people and searches) and `sweeping/sweep.py` (many
searches in a table).
"""
