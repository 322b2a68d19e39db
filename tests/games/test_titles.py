"""The names that people read: of games, positions and settings."""

from __future__ import annotations

import pytest

import games
from games import Option, Preset


@pytest.mark.parametrize("name", games.names())
def test_titles_are_words_and_differ(name: str) -> None:
    """A position has a title without underscores, beginning with a capital letter, that no other has."""
    game = games.load(name)
    titles = [preset.title for preset in game.presets]
    assert len({*titles}) == len(titles)
    for title in titles:
        assert title[0].isupper() and "_" not in title and len(title) <= 25
    assert all(option.title and "_" not in option.title for option in game.options)


def test_a_title_is_made_from_the_name_unless_one_is_given() -> None:
    """A game need not say it."""
    assert Preset("two-roads", "", "").title == "Two roads"
    assert Preset("aima-5.2", "", "", title="AIMA figure 5.2").title == "AIMA figure 5.2"
    assert Option("half_komi", "", "0", str).title == "half komi"
