"""Tests of Italian draughts."""
