"""Predict a search: questions about its next step, and reasons for their answers."""
