"""Tests of files and drawings."""
