"""Positions of any game from texts, for tests."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

import games
from games import AnyPosition, Game, NotInstalled


@cache
def loaded(name: str) -> Game:
    """Load a game; leave out a test that needs a library that is not here."""
    game = games.load_game(name)
    try:
        game.start({})
    except NotInstalled as error:
        pytest.skip(str(error))
    return game


def settings_of(game: Game, words: str) -> dict[str, Any]:
    """Read settings as they are typed: `size=3 swap=on`."""
    options = {option.name: option for option in game.options}
    typed = dict(word.split("=", 1) for word in re.split(r" (?=\w+=)", words) if word)
    return {name: options[name].read(text) for name, text in typed.items()}


def position_of(heading: str, text: str) -> AnyPosition:
    """Read a position of a game, behind whose name stand settings."""
    name, _, words = heading.partition(" ")
    game = loaded(name)
    return game.read(text, settings_of(game, words))


def names_of(position: AnyPosition) -> list[str]:
    """Name the legal moves."""
    return [position.name(move) for move in position.moves()]


def refused(ask: Any, *arguments: Any) -> str:
    """Return the sentence with which a question is refused, or nothing."""
    try:
        ask(*arguments)
    except ValueError as error:
        return str(error)
    return ""
