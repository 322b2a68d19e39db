"""Tests of playing: matches, replies, line mode."""
