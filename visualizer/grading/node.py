"""What a graded function is given, by the names of its parameters: a node that notes when its value is read."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Any

from visualizer.errors import InputError
from visualizer.grading.trees import Asked, name_at
from visualizer.trace.rows import MovePath

MOST_READS = 100_000
"""The most values that are read in one tree, of some dozen leaves."""


class TooManyReads(BaseException):
    """The same leaves are read without end; no `except Exception` of the function stops it."""


class Reads:
    """The leaves whose values were read, in this order; one that is read again before another counts once."""

    def __init__(self, hearing: Sequence[Callable[[MovePath], object]] = ()) -> None:
        """Begin with none; each of those `hearing` is told of each leaf."""
        self.leaves: list[MovePath] = []
        self.hearing = hearing

    def note(self, path: MovePath) -> None:
        """Note that the value of a leaf is read."""
        if not self.leaves or self.leaves[-1] != path:
            self.leaves.append(path)
            if len(self.leaves) > MOST_READS:
                raise TooManyReads
            for hear in self.hearing:
                hear(path)


class GradedNode:
    """A node of a tree: `children` (none at a leaf), `value` (None at an inner node), `maximizing` and `name`.

    A chance node has `probabilities`, and there `maximizing` is None. With a limit of depth, an inner node there has
    the value 0.
    """

    offered: tuple[str, ...] = ("children", "value", "maximizing", "name")
    """What it has, as far as a function is to know."""

    def __init__(self, asked: Asked, reads: Reads, path: MovePath = ()) -> None:
        """Make the node at a path, and all below it."""
        here = asked.tree.at(path)
        self.name, odds = name_at(asked.tree, path), here.probabilities()
        self.maximizing = here.maximizing if odds is None else None
        if odds is not None:
            self.probabilities = tuple(map(float, odds))
        self.children = tuple(type(self)(asked, reads, (*path, move)) for move in here.moves())
        self._tree = here
        self._path, self._reads, self._is_leaf = path, reads, asked.is_leaf(path)
        self._action = here.own_name or str(path[-1] + 1 if path else 0)
        self._value: Any = asked.read(path) if self._is_leaf else None

    @property
    def key(self) -> str:
        """Return a text that is the same at nodes that are the same position: one subtree, and who moves there."""
        return self._tree.text()

    @property
    def value(self) -> Any:
        """Return the value; at a leaf this is a visit."""
        if self._is_leaf:
            self._reads.note(self._path)
        return self._value

    @value.setter
    def value(self, value: object) -> None:
        """Keep a value that the function writes down; reading that again is no visit."""
        self._value, self._is_leaf = value, False

    def __iter__(self) -> Iterator[GradedNode]:
        return iter(self.children)

    def __len__(self) -> int:
        return len(self.children)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, place: Any) -> Any:
        return self.children[place]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a node has no {name!r:.40}; it has {' '.join(self.offered)}")

    def __repr__(self) -> str:
        return f"<node {self.name}>"


def path_of(node: GradedNode) -> MovePath:
    """Return where a node stands in its tree."""
    return node._path  # noqa: SLF001  which the function is not to see


class SearchedGame:
    """The tree as a game in the interface of the code of Russell and Norvig's book; a state is a node.

    An action is a text, the child's name or its number from 1.
    """

    def __init__(self, root: GradedNode) -> None:
        """Begin at the root."""
        self.initial = root

    def actions(self, state: GradedNode) -> list[str]:
        """Return the actions in their order."""
        return [action_of(child) for child in state.children]

    def result(self, state: GradedNode, action: str) -> GradedNode:
        """Return the child that an action leads to."""
        for child in state.children:
            if action_of(child) == action:
                return child
        raise ValueError(
            f"{action!r:.40} is not an action at {state.name}; the actions are: {' '.join(self.actions(state))}"
        )

    def is_terminal(self, state: GradedNode) -> bool:
        """Return whether the state is a leaf."""
        return not state.children

    terminal_test = is_terminal

    def utility(self, state: GradedNode, player: object = "MAX") -> Any:
        """Return a leaf's value from a player's side; this is a visit."""
        value = state.value
        return -value if player == "MIN" and value is not None else value

    def to_move(self, state: GradedNode) -> str:
        """Return MAX, MIN or, at a chance node, CHANCE."""
        return "CHANCE" if state.maximizing is None else "MAX" if state.maximizing else "MIN"


def action_of(child: GradedNode) -> str:
    """Return what the move to a node is called: its own name, or its number from 1."""
    return child._action  # noqa: SLF001


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
    "guess": ("f", "guess", "first", "first_guess", "firstguess"),
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
        raise InputError(f"{function!r:.100} does not reveal its parameters; it must be a plain function") from error


def check_callable(function: Callable[..., Any], name: str, depth: int | None) -> None:
    """Raise InputError for a function that has a parameter of an unknown name, or no node to search."""
    meanings = set[str | None]()
    for each in parameters_of(function).values():
        found = meaning(each.name)
        if found is None and each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            raise InputError(f"{name:.200} has a parameter {each.name!r:.40}; known are {ALLOWED}")
        meanings.add(found)
    if not meanings & {"node", "game", "problem"}:
        raise InputError(f"{name:.200} takes no node to search; name one parameter {ALLOWED}")
    if depth is not None and not meanings & {"depth", "problem"}:
        raise InputError(
            f"{name:.200} takes no depth, so it cannot be graded with --depth {depth}; name one parameter depth"
        )


def call(function: Callable[..., Any], root: GradedNode, depth: int | None) -> Any:
    """Call a function as its parameters want it, and return what it returns."""
    given: dict[str, Any] = {
        "node": root, "game": SearchedGame(root), "depth": WITHOUT_LIMIT if depth is None else depth,
        "alpha": -inf, "beta": inf, "maximizing": root.maximizing,
        "color": 1 if root.maximizing else -1, "player": GradedSide("MAX" if root.maximizing else "MIN"),
        "guess": 0,
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
