"""Sentences on the events of a search and their reasons."""
