"""A position that is looked at: of which game, how it was reached, what it says of itself (`Spot`)."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import AnyPosition, Game
from visualizer.checking.facts import Facts
from visualizer.recipe import PositionSpec


@dataclass(frozen=True, slots=True)
class Origin:
    """Where games begin: in the words of the command line, and the settings that a text of the game does not tell."""

    where: PositionSpec
    position: AnyPosition
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Spot:
    """A position after the moves of `path` from an origin."""

    game: Game
    origin: Origin
    path: tuple[str, ...]
    position: AnyPosition
    facts: Facts


def words_of(origin: Origin, path: tuple[str, ...]) -> str:
    """Return a position as the command line takes it, behind `visualizer show`."""
    where = origin.where
    return shlex.join(PositionSpec(where.game, where.position, " ".join(path), where.settings).words())
