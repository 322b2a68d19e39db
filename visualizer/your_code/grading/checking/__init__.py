"""Mistakes in a game, found by playing it; `check` walks through it, the other files test."""
