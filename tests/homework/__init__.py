"""Tests of homework: its script against the Python, the page, the page in a browser."""
