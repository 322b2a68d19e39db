"""Tests of Tak."""
