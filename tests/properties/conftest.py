"""Searches that are there for these tests alone."""

import pytest

from tests.doubles import DOUBLES
from visualizer.algorithms import algorithms


@pytest.fixture
def doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the four searches that come back be found by their names."""
    for name, double in DOUBLES.items():
        monkeypatch.setitem(algorithms(), name, double)
