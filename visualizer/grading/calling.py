"""How a function wants to be called: its parameters say by their names what they are given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from visualizer.errors import InputError
from visualizer.grading.node import GradedNode, SearchedGame

WITHOUT_LIMIT = 100
"""The depth that is given where the search goes to the end."""
NAMES: Mapping[str, tuple[str, ...]] = {
    "node": ("node", "position", "state", "root", "tree"),
    "game": ("game",),
    "depth": ("depth", "d", "plies", "max_depth", "maxdepth", "depth_limit"),
    "alpha": ("alpha", "a", "α"),
    "beta": ("beta", "b", "β"),
    "color": ("color", "colour", "sign"),
    "player": ("player",),
    "problem": ("problem",),
    "recorder": ("recorder",),
}
"""What may be given, and the names of the parameters that take it; in any case, as in `Alpha`."""
MAXIMIZING = ("maxim", "ismax", "is_max", "max_player", "maxplayer", "max_turn", "maxturn")
"""How the name of a parameter begins that is told whether MAX is to move at the root."""
ALLOWED = "node (or position), depth, alpha, beta, maximizing, or state and game, or problem and recorder"


class GradedSide(str):
    """Who moves at the root, as a parameter `player` is told it: a text that is false, as False is, where it is MIN.

    So `if player:` and `player == "MAX"` are both right.
    """

    __slots__ = ()
    __hash__ = str.__hash__

    def __bool__(self) -> bool:
        return str(self) == "MAX"

    def __eq__(self, other: object) -> bool:
        return other in ((1,) if self else (0, -1)) if isinstance(other, int) else super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other


def meaning(name: str) -> str | None:
    """Return what a parameter of this name is given, None if that is not known.

    >>> meaning("maximizingPlayer"), meaning("Alpha"), meaning("x")
    ('maximizing', 'alpha', None)
    """
    plain = name.lower().strip("_")
    if plain.startswith(MAXIMIZING):
        return "maximizing"
    return next((key for key, names in NAMES.items() if plain in names), None)


def parameters_of(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters of a function; InputError where Python does not know them."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError) as error:
        raise InputError(f"{function!r:.100} does not tell its parameters; a plain function is needed") from error


def check_callable(function: Callable[..., Any], name: str, depth: int | None) -> None:
    """Raise InputError for a function that has a parameter of an unknown name, or no node to search."""
    meanings = set[str | None]()
    for each in parameters_of(function).values():
        found = meaning(each.name)
        if found is None and each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            raise InputError(f"{name:.200} has a parameter {each.name!r:.40}; known are {ALLOWED}")
        meanings.add(found)
    if not meanings & {"node", "game", "problem"}:
        raise InputError(f"{name:.200} takes no node to search; a parameter is to be named {ALLOWED}")
    if depth is not None and not meanings & {"depth", "problem"}:
        raise InputError(f"{name:.200} takes no depth, so it cannot be graded with --depth {depth}; name one depth")


def call(function: Callable[..., Any], root: GradedNode, depth: int | None) -> Any:
    """Call a function as its parameters want it, and return what it returns."""
    given: dict[str, Any] = {
        "node": root, "game": SearchedGame(root), "depth": WITHOUT_LIMIT if depth is None else depth,
        "alpha": -inf, "beta": inf, "maximizing": root.maximizing,
        "color": 1 if root.maximizing else -1, "player": GradedSide("MAX" if root.maximizing else "MIN"),
    }  # fmt: skip
    placed, named = [], {}
    for each in parameters_of(function).values():
        found = meaning(each.name)
        if found is None or found not in given or each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            continue
        if found == "depth" and depth is None and each.default in (0, None):
            continue  # it counts the plies from the root, or knows no limit
        if each.kind is each.POSITIONAL_ONLY:
            placed.append(given[found])
        else:
            named[each.name] = given[found]
    return function(*placed, **named)
