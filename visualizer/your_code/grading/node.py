"""What a graded function is given, by the names of its parameters: a node that notes when its value is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any

from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.signatures import UNLIMITED_DEPTH, CallStyle, signature_of
from visualizer.your_code.grading.trees import SearchTask, sentence_names
from visualizer.your_code.grading.uses import parameters_of

MAX_VALUE_READS = 100_000
"""The most values that are read in one tree, of some dozen leaves."""


READ_ONLY_ATTRIBUTES = ("_path", "_reads")
"""What of a node a function may not change."""
OTHER_POSITIONS_HINT = "for positions of a game see `visualizer watch` with a GAME, for a game of your own `visualizer helper`"


class TooManyReads(BaseException):
    """The same leaves are read without end; no `except Exception` of the function stops it."""


class Reads:
    """The leaves whose values were read, in this order; one that is read again before another counts once."""

    def __init__(self, hearing: Sequence[Callable[[MovePath], object]] = ()) -> None:
        """Begin with none; each of those `hearing` is told of each leaf."""
        self.leaves: list[MovePath] = []
        self.hearing = hearing
        self.strange = ""
        """What a node was first asked that is never so, as the end of a sentence that begins with the search."""

    def note(self, path: MovePath) -> None:
        """Note that the value of a leaf is read."""
        if not self.leaves or self.leaves[-1] != path:
            self.leaves.append(path)
            if len(self.leaves) > MAX_VALUE_READS:
                raise TooManyReads
            for hear in self.hearing:
                hear(path)

    def read(self, path: MovePath, value: Any) -> Any:
        """Note that a leaf is read, and return its value."""
        self.note(path)
        return value


class ChildList(list["GradedNode"]):
    """The children of a node as a function has them: a list of its own, which is equal to a tuple of the same, too."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list | tuple):
            return list.__eq__(self, [*other])
        return NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None


class Truth(int):
    """Whether something is so, as an attribute and as a method that is called."""

    def __call__(self) -> bool:
        """Return whether it is so."""
        return bool(self)

    def __repr__(self) -> str:
        return repr(bool(self))


class GradedNode:
    """A node of a tree: `children` (none at a leaf), `value` (None at an inner node), `maximizing` and `name`.

    A chance node has `probabilities`, and there `maximizing` is None. With a limit of depth, an inner node there has
    the value 0.
    """

    offered: tuple[str, ...] = ("children", "value", "maximizing", "name")
    """What it has, as far as a function is to know."""
    _below: tuple[GradedNode, ...]
    """Its children, whatever a function does with its own list of them."""

    def __init__(
        self,
        asked: SearchTask,
        reads: Reads,
        path: MovePath = (),
        names: Mapping[MovePath, str] | None = None,
    ) -> None:
        """Make the node at a path, and all below it; `names` are those of all nodes, once they are known."""
        names = names or sentence_names(asked.tree)
        here = asked.tree.at(path)
        self.name = names[path]
        odds = here.probabilities()
        self.maximizing = here.maximizing if odds is None else None
        if odds is not None:
            self.probabilities = tuple(map(float, odds))
        self._below = tuple(type(self)(asked, reads, (*path, move), names) for move in here.moves())
        self.children = ChildList(self._below)
        self._tree = here
        self._path = path
        self._reads = reads
        self._is_leaf = asked.is_leaf(path)
        self._action = here.own_name or str(path[-1] + 1 if path else 0)
        self._value: Any = asked.read(path) if self._is_leaf else None

    @property
    def is_terminal(self) -> Truth:
        """Return whether it is a leaf."""
        return Truth(not self._below)

    is_leaf = is_terminal

    @property
    def key(self) -> str:
        """Return a text that is the same at nodes that are the same position: one subtree, and who moves there."""
        return self._tree.text()

    @property
    def value(self) -> Any:
        """Return the value; at a leaf this is a visit."""
        if self._is_leaf:
            return self._reads.read(self._path, self._value)
        return self._value

    @value.setter
    def value(self, value: object) -> None:
        """Keep a value that the function writes down; reading that again is no visit."""
        self._value = value
        self._is_leaf = False

    def __iter__(self) -> Iterator[GradedNode]:
        return iter(self.children)

    def __len__(self) -> int:
        return len(self.children)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, place: Any) -> Any:
        return self.children[place]

    def __contains__(self, other: object) -> bool:
        if not isinstance(other, GradedNode):
            self._reads.strange = self._reads.strange or f"looked for {other!r:.40} in a node"
        return other in self.children

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str | int | float):
            self._reads.strange = self._reads.strange or f"compared a node with {other!r:.40}"
        return self is other

    __hash__ = object.__hash__

    def __getattr__(self, name: str) -> Any:
        hint = "" if "position" in self.offered else f"; {OTHER_POSITIONS_HINT}"
        raise AttributeError(f"a node has no {name!r:.40}; it has {' '.join(self.offered)}{hint}")

    def __setattr__(self, name: str, value: object) -> None:
        if name in READ_ONLY_ATTRIBUTES and name in self.__dict__:
            raise AttributeError(
                f"a node's {name} says where it stands, and cannot be changed; keep yours elsewhere"
            )
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if name in READ_ONLY_ATTRIBUTES:
            raise AttributeError(f"a node's {name} says where it stands, and cannot be deleted")
        super().__delattr__(name)

    def __repr__(self) -> str:
        return f"<node {self.name}>"


def node_children(node: GradedNode) -> tuple[GradedNode, ...]:
    """Return the children of a node, whatever a function has done with its list of them."""
    return node._below  # noqa: SLF001


def graded_node_path(node: GradedNode) -> MovePath:
    """Return where a node stands in its tree."""
    return node._path  # noqa: SLF001  which the function is not to see


class SearchedGame:
    """The tree as a game in the interface of the code of Russell and Norvig's book; a state is a node.

    An action is a text, the child's name or its number from 1.
    """

    offered = ("actions", "result", "is_terminal", "utility", "to_move")
    """What it has, as far as a function is to know."""

    def __init__(self, root: GradedNode) -> None:
        """Begin at the root."""
        self.initial = root

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a game has no {name!r:.40}; it has {' '.join(self.offered)}")

    def actions(self, state: GradedNode) -> list[str]:
        """Return the actions in their order."""
        return [action_name(child) for child in node_children(state)]

    def result(self, state: GradedNode, action: str) -> GradedNode:
        """Return the child that an action leads to."""
        for child in node_children(state):
            if action_name(child) == action:
                return child
        raise ValueError(
            f"{action!r:.40} is not an action at {state.name}; the actions are: {' '.join(self.actions(state))}"
        )

    def is_terminal(self, state: GradedNode) -> bool:
        """Return whether the state is a leaf."""
        return not node_children(state)

    terminal_test = is_terminal

    def utility(self, state: GradedNode, player: object = "MAX") -> Any:
        """Return a leaf's value from a player's side; this is a visit."""
        value = state.value
        if player == "MIN" and value is not None:
            return -value
        return value

    def to_move(self, state: GradedNode) -> str:
        """Return MAX, MIN or, at a chance node, CHANCE."""
        if state.maximizing is None:
            return "CHANCE"
        if state.maximizing:
            return "MAX"
        return "MIN"


def action_name(child: GradedNode) -> str:
    """Return what the move to a node is called: its own name, or its number from 1."""
    return child._action  # noqa: SLF001


class ReadValues(Sequence[Any]):
    """The leaves of a complete tree in a list, from left to right; to take one out is a visit."""

    def __init__(self, root: GradedNode) -> None:
        """Take the leaves below a node, once they are asked for."""
        self._root = root

    @cached_property
    def _leaves(self) -> list[GradedNode]:
        return [*leaves_below(self._root)]

    def __len__(self) -> int:
        return len(self._leaves)

    def __getitem__(self, place: Any) -> Any:
        found = self._leaves[place]
        if isinstance(place, slice):
            return [leaf.value for leaf in found]
        return found.value


def leaves_below(node: GradedNode) -> Iterator[GradedNode]:
    """Yield the leaves below a node from left to right; a leaf itself."""
    for child in node_children(node):
        yield from leaves_below(child)
    if not node_children(node):
        yield node


def call_style_for(function: Callable[..., Any], asked: SearchTask) -> CallStyle:
    """Return the style in which a function is called."""
    styles = signature_of(function).styles
    return styles[min(asked.style, len(styles) - 1)]


def make_arguments(
    function: Callable[..., Any], root: GradedNode, asked: SearchTask
) -> dict[str, Any]:
    """Return what each parameter of a function is given."""
    signature = signature_of(function)
    style = call_style_for(function, asked)
    plies = len(graded_node_path(next(leaves_below(root))))
    if asked.depth is None:
        depth = UNLIMITED_DEPTH
    else:
        depth = asked.depth
    if signature.shape.width:
        depth = plies
    if signature.counts_up and asked.depth is None:
        depth = 0
    handed = {
        "node": root,
        "game": SearchedGame(root),
        "alpha": -inf,
        "beta": inf,
        "values": ReadValues(root),
        "index": 0,
        "guess": 0,
        "plies": plies,
        "depth": depth + style.is_later,
        **{name: pair[0 if root.maximizing else 1] for name, pair in style.turns.items()},
    }
    given = signature.given(is_limited=asked.depth is not None)
    return {name: handed[name if role == "turn" else role] for name, role in given.items()}


def call_with_arguments(function: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Call a function with arguments by the names of its parameters, and return what it returns."""
    placed = [
        name for name, each in parameters_of(function).items() if each.kind is each.POSITIONAL_ONLY
    ]
    named = {name: value for name, value in given.items() if name not in placed}
    return function(*(given[name] for name in placed if name in given), **named)
