"""Orderings: in which order a search tries the moves; each is one file with a constant ORDERING, for any game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from typing import Any

from games import AnyPosition, Evaluation, Game, MoveScores
from visualizer import plugins
from visualizer.errors import InputError
from visualizer.search import Path, in_natural_order
from visualizer.watchdog import WATCHDOG, number


@dataclass(frozen=True, slots=True)
class Score:
    """What an ordering thought of a move, from the mover's side: a total and the components that add up to it."""

    total: float
    components: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ordering:
    """An ordering made ready for one search.

    `order` gives (natural number, move) in the order to try them. `scores` gives a score for each move in natural
    order, or None where the ordering has none. `nodes` counts the visits made by looking ahead.
    """

    order: Callable[[Any, Any, Path], Iterable[tuple[int, Any]]] = in_natural_order
    scores: Callable[[Any, Any, Path], Sequence[Score]] | None = None
    nodes: Callable[[], int] = lambda: 0


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What an ordering may want to know of the search it serves."""

    game: Game
    evaluate: Evaluation
    depth: int
    seed: int


@dataclass(frozen=True, slots=True)
class OrderingKind:
    """An ordering as it is offered."""

    name: str
    about: str
    make: Callable[[Circumstances], Ordering]


@cache
def orderings() -> dict[str, OrderingKind]:
    """Return the orderings that serve every game, by name."""
    return plugins.constants(sys.modules[__name__], "ORDERING")


def names(game: Game) -> list[str]:
    """Return the names of all orderings for a game."""
    return [*orderings(), *game.orderings]


def make(name: str, circumstances: Circumstances) -> Ordering:
    """Return the ordering of that name; InputError says which there are."""
    game = circumstances.game
    if plugins.is_own(name):
        return _own(name)
    if name in game.orderings:
        return _by_scores(game.orderings[name])
    if name in orderings():
        return orderings()[name].make(circumstances)
    near = get_close_matches(name, names(game), n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    raise InputError(f"{game.name} has no ordering {name!r}{hint}; allowed: {' '.join(names(game))}, FILE.py:FUNCTION")


def sort_by(totals: Sequence[float], moves: Sequence[Any], *, lowest_first: bool = False) -> list[tuple[int, Any]]:
    """Sort moves by score, equal ones in natural order.

    >>> sort_by([1, 3, 3], "abc")
    [(1, 'b'), (2, 'c'), (0, 'a')]
    """
    sign = 1 if lowest_first else -1
    places = sorted(range(len(moves)), key=lambda place: sign * totals[place])
    return [(place, moves[place]) for place in places]


def _by_scores(judge: MoveScores) -> Ordering:
    """Make an ordering of a game's scores."""
    components, lowest_first = judge.components, judge.lowest_first

    def order(position: AnyPosition, moves: Sequence[Any], path: Path) -> Iterable[tuple[int, Any]]:
        totals = [sum(parts) for parts in components(position, moves)]
        return sort_by(totals, moves, lowest_first=lowest_first(position))

    def scores(position: AnyPosition, moves: Sequence[Any], path: Path) -> Sequence[Score]:
        return [Score(sum(parts), dict(zip(judge.names, parts, strict=True))) for parts in components(position, moves)]

    return Ordering(order, scores)


def _own(name: str) -> Ordering:
    """Make an ordering of a person's function score(position, move), highest first."""
    function, what = plugins.own_function(name), f"the ordering {name}"

    def totals(position: AnyPosition, moves: Sequence[Any]) -> list[float]:
        return [number(what, WATCHDOG.call(what, function, position, move)) for move in moves]

    def order(position: AnyPosition, moves: Sequence[Any], path: Path) -> Iterable[tuple[int, Any]]:
        return sort_by(totals(position, moves), moves)

    def scores(position: AnyPosition, moves: Sequence[Any], path: Path) -> Sequence[Score]:
        return [Score(total, {function.__name__: total}) for total in totals(position, moves)]

    return Ordering(order, scores)
