"""What a graded function is given: a node that knows nothing of the search, and notes when its value is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from visualizer.grading.trees import CHANCE, MAX, Limited
from visualizer.trace.rows import MovePath

MOST_READS = 100_000
"""The most values that are read in one tree, of some dozen leaves."""
ATTRIBUTES = ("children", "value", "maximizing", "name")


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

    def __init__(self, asked: Limited, reads: Reads, path: MovePath = ()) -> None:
        """Make the node at a path, and all below it."""
        here = asked.tree.at(path)
        self.name = asked.tree.name_at(path)
        self.maximizing = None if here.mover == CHANCE and here.children else here.mover == MAX
        if here.mover == CHANCE and here.children:
            self.probabilities = tuple(map(float, here.probabilities))
        self.children = tuple(GradedNode(asked, reads, (*path, place)) for place in range(len(here.children)))
        self._path, self._reads, self._is_leaf = path, reads, asked.is_leaf(path)
        self._action = here.name or str(path[-1] + 1 if path else 0)
        self._value: Any = None if not self._is_leaf else 0 if here.children else here.value

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
        raise AttributeError(f"a node has no {name!r:.40}; it has {' '.join(ATTRIBUTES)}")

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
        raise ValueError(f"{action!r:.40} is no action at {state.name}; there are: {' '.join(self.actions(state))}")

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
