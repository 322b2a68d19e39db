"""Tests of the page on which a search is explored."""
