"""Boards of any game, as shapes for pictures and as lines of text for terminals."""
