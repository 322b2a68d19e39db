"""Tests of trees from textbooks."""
