"""A game's settings, read from the texts in which they are given."""

from collections.abc import Mapping
from typing import Any

from games import Game
from visualizer.errors import as_input_error
from visualizer.plugins.unknown import unknown


def read_settings(game: Game, given: Mapping[str, str]) -> dict[str, Any]:
    """Read the settings of a game; InputError names the bad one and what is allowed."""
    options = {option.name: option for option in game.options}
    settings = {}
    for key, text in given.items():
        if key not in options:
            raise unknown(f"{game.name} has no setting", key, options)
        with as_input_error(f"{key}: "):
            settings[key] = options[key].read(text)
    return settings
