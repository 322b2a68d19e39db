"""Boards drawn for people: as shapes for pictures, as lines of text for terminals; whatever the game."""
