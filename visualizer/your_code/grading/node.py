"""The arguments of a graded function: a tree of nodes that record when their value is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from math import inf
from typing import Any

from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.course_names import read_by_course_name
from visualizer.your_code.grading.signatures import (
    UNLIMITED_DEPTH,
    CallStyle,
    CodeSignature,
    signature_of,
)
from visualizer.your_code.grading.trees import SearchTask, sentence_names
from visualizer.your_code.grading.uses import parameters_of

MAX_VALUE_READS = 100_000
"""More reads on one tree mean an endless search: trees have a few dozen leaves."""
READ_ONLY_ATTRIBUTES = ("_path", "_reads")
"""The attributes of a node that a function may not change."""
OTHER_POSITIONS_HINT = (
    "for positions of a game see `visualizer watch` with a GAME, for a game of your own "
    "`visualizer helper`"
)


class TooManyReads(BaseException):
    """A function never stops reading values.

    A BaseException, so that no `except Exception` of the function catches it.
    """


class Reads:
    """The leaves whose values were read, in order, without immediate repetitions."""

    def __init__(self, listeners: Sequence[Callable[[MovePath], object]] = ()) -> None:
        """Begin without leaves; `listeners` will be called with the path of each leaf."""
        self.leaves: list[MovePath] = []
        self.listeners = listeners
        self.first_misuse = ""
        """The first senseless use of a node; this ends a sentence about the search."""

    def note(self, path: MovePath) -> None:
        """Record a visit to the leaf at a path; TooManyReads after too many visits."""
        # Code often reads a value twice in one visit: to test for a leaf, and to return it.
        if self.leaves and self.leaves[-1] == path:
            return

        self.leaves.append(path)
        if len(self.leaves) > MAX_VALUE_READS:
            raise TooManyReads
        for listener in self.listeners:
            listener(path)

    def read(self, path: MovePath, value: Any) -> Any:
        """Record a visit of a leaf, and return its value."""
        self.note(path)
        return value

    def note_misuse(self, misuse: str) -> None:
        """Record a misuse, if it is the first."""
        if not self.first_misuse:
            self.first_misuse = misuse


class ChildList(list["GradedNode"]):
    """A list of a node's children that the function may change; it can also equal a tuple."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list | tuple):
            return NotImplemented
        return list.__eq__(self, list(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __call__(self) -> ChildList:
        """Return the list: some code calls `node.children()`."""
        return self


class Truth(int):
    """A boolean that can be read as an attribute or called as a method."""

    def __call__(self) -> bool:
        """Return the boolean."""
        return bool(self)

    def __repr__(self) -> str:
        return repr(bool(self))


class GradedNode:
    """A node as graded functions get it.

    It has `children` (none at a leaf), `value` (None at an inner node), `maximizing` and `name`. A
    chance node has `probabilities`, and its `maximizing` is None. Inner nodes at the depth limit
    have the value 0.
    """

    offered: tuple[str, ...] = ("children", "value", "maximizing", "name")
    """The attributes that error messages name."""
    _below: tuple[GradedNode, ...]
    """The children; `children` is a copy that the function may change."""

    def __init__(
        self,
        search_task: SearchTask,
        reads: Reads,
        path: MovePath = (),
        names: Mapping[MovePath, str] | None = None,
    ) -> None:
        """Make the node at a path, and all nodes below it.

        `reads` records each leaf whose value the graded function reads. `names` are the names of
        all nodes of the tree, or None for the root, which computes them.
        """
        if names is None:
            names = sentence_names(search_task.tree)
        node = search_task.tree.at(path)
        self.name = names[path]
        odds = node.probabilities()
        # None at a chance node, which has `probabilities` instead.
        self.maximizing = None
        if odds is None:
            self.maximizing = node.maximizing
        else:
            self.probabilities = tuple(map(float, odds))

        node_type = type(self)
        child_paths = [(*path, move) for move in node.moves()]
        self._below = tuple(node_type(search_task, reads, child, names) for child in child_paths)
        # The function may sort this list, or change it, without changing the tree.
        self.children = ChildList(self._below)
        self._tree = node
        self._path = path
        self._reads = reads
        # Actions without a name are numbers from 1; no action leads to the root.
        number = path[-1] + 1 if path else 0
        self._action = node.own_name or str(number)
        self._is_leaf = search_task.is_leaf(path)
        self._value: Any = search_task.read(path) if self._is_leaf else None

    @property
    def is_terminal(self) -> Truth:
        """Whether the node is a leaf."""
        return Truth(not self._below)

    is_leaf = is_terminal

    @property
    def key(self) -> str:
        """A string that is the same for nodes with the same subtree and the same side to move."""
        return self._tree.text()

    @property
    def value(self) -> Any:
        """The value; reading the value of a leaf is recorded as a visit."""
        if not self._is_leaf:
            return self._value
        return self._reads.read(self._path, self._value)

    @value.setter
    def value(self, value: object) -> None:
        """Store a value for the function; reading it back is not recorded as a visit."""
        self._value = value
        self._is_leaf = False

    def __iter__(self) -> Iterator[GradedNode]:
        return iter(self.children)

    def __len__(self) -> int:
        return len(self.children)

    # Without this, `if node:` would use `__len__`, and a leaf would be false.
    def __bool__(self) -> bool:
        return True

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, str):
            return getattr(self, place)
        return self.children[place]

    def __contains__(self, other: object) -> bool:
        # For example, code that takes a node for a board looks for an empty square.
        if not isinstance(other, GradedNode):
            self._reads.note_misuse(f"looked for {other!r:.40} in a node")
        return other in self.children

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str | int | float):
            self._reads.note_misuse(f"compared a node with {other!r:.40}")
        return self is other

    __hash__ = object.__hash__

    def __getattr__(self, name: str) -> Any:
        with suppress(AttributeError):
            return read_by_course_name(self, name)
        message = f"a node has no {name!r:.40}; it has {' '.join(self.offered)}"
        if "position" not in self.offered:
            message += f"; {OTHER_POSITIONS_HINT}"
        raise AttributeError(message)

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


# Private attributes of nodes are hidden from graded functions; our modules use these functions.


def node_children(node: GradedNode) -> tuple[GradedNode, ...]:
    """Return the children of a node, even if the function has changed `node.children`."""
    return node._below  # noqa: SLF001


def graded_node_path(node: GradedNode) -> MovePath:
    """Return the path to a node from the root of its tree."""
    return node._path  # noqa: SLF001


def unread_value(node: GradedNode) -> Any:
    """Return the value of a node of a tree; this is not recorded as a visit."""
    return node._value  # noqa: SLF001


def action_name(child: GradedNode) -> str:
    """Return the name of the move to a node: the node's own name, or its number from 1."""
    return child._action  # noqa: SLF001


class SearchedGame:
    """A tree as a game with the methods of Russell and Norvig's code; a state is a node.

    An action is a string: the child's own name, or its number from 1.
    """

    offered = ("actions", "result", "is_terminal", "utility", "to_move")
    """The methods that error messages name."""

    def __init__(self, root: GradedNode) -> None:
        """Begin at the root."""
        self.initial = root

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a game has no {name!r:.40}; it has {' '.join(self.offered)}")

    def actions(self, state: GradedNode) -> list[str]:
        """Return the actions in order."""
        return [action_name(child) for child in node_children(state)]

    def result(self, state: GradedNode, action: str) -> GradedNode:
        """Return the child that an action at a node leads to; ValueError for an unknown action."""
        for child in node_children(state):
            if action_name(child) == action:
                return child
        actions = " ".join(self.actions(state))
        raise ValueError(
            f"{action!r:.40} is not an action at {state.name}; the actions are: {actions}"
        )

    def is_terminal(self, state: GradedNode) -> bool:
        """Return whether the state is a leaf."""
        return not node_children(state)

    terminal_test = is_terminal

    def utility(self, state: GradedNode, player: object = "MAX") -> Any:
        """Return a leaf's value from a player's side; the call is recorded as a visit."""
        # The value is None if the function asks for an inner node by mistake.
        value = state.value
        if player == "MIN" and value is not None:
            return -value
        return value

    def to_move(self, state: GradedNode) -> str:
        """Return who moves: "MAX", "MIN" or, at a chance node, "CHANCE"."""
        if state.maximizing is None:
            return "CHANCE"
        return "MAX" if state.maximizing else "MIN"


class ReadValues(Sequence[Any]):
    """The values of a complete tree's leaves as a list; reading an item is recorded as a visit."""

    def __init__(self, root: GradedNode) -> None:
        """Store the root of the tree."""
        self._root = root

    @cached_property
    def _leaves(self) -> list[GradedNode]:
        return list(leaves_below(self._root))

    def __len__(self) -> int:
        return len(self._leaves)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [leaf.value for leaf in self._leaves[place]]
        return self._leaves[place].value


def leaves_below(node: GradedNode) -> Iterator[GradedNode]:
    """Yield the leaves below a node from left to right; a leaf yields itself."""
    children = node_children(node)
    if not children:
        yield node
    for child in children:
        yield from leaves_below(child)


def call_style_for(function: Callable[..., Any], search_task: SearchTask) -> CallStyle:
    """Return the style in which to call a function, by the number in the task."""
    styles = signature_of(function).styles
    return styles[min(search_task.style, len(styles) - 1)]


def make_arguments(
    function: Callable[..., Any], root: GradedNode, search_task: SearchTask
) -> dict[str, Any]:
    """Return the arguments for calling a graded function at the root, by parameter name."""
    signature = signature_of(function)
    style = call_style_for(function, search_task)
    plies = plies_to_first_leaf(root)
    depth = starting_depth(signature, search_task.depth, plies)
    # Code that tells MAX from MIN by whether the depth is even may need a depth one ply greater.
    offset = int(style.adds_ply)
    argument_by_role: dict[str, Any] = {
        "node": root,
        "game": SearchedGame(root),
        "alpha": -inf,
        "beta": inf,
        "values": ReadValues(root),
        "index": 0,
        "guess": 0,
        "ply": 0,
        "evaluation": lambda node, *more: node.value,
        # Data takes the place of nodes later.
        "children": root,
        "leaf_values": root,
        "plies": plies,
        "depth": depth + offset,
    }

    arguments: dict[str, Any] = {}
    for name, role in signature.roles_given(is_limited=search_task.depth is not None).items():
        # Each parameter for the side to move has its own two values.
        if role == "turn":
            for_max, for_min = style.turns[name]
            arguments[name] = for_max if root.maximizing else for_min
        else:
            arguments[name] = argument_by_role[role]
    return arguments


def plies_to_first_leaf(root: GradedNode) -> int:
    """Return the depth of the leftmost leaf; in complete trees, of all leaves."""
    first_leaf = next(leaves_below(root))
    return len(graded_node_path(first_leaf))


def starting_depth(signature: CodeSignature, limit: int | None, plies: int) -> int:
    """Return the depth argument for a call at the root.

    `limit` is the depth limit, or None, and `plies` the number of plies of the tree.
    """
    if limit is None and signature.counts_up:
        return 0
    # Code that gets the leaves as an array needs the number of plies to find them.
    if signature.shape.width and limit is None:
        return plies
    return UNLIMITED_DEPTH if limit is None else limit


def call_with_arguments(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """Call a function with arguments by parameter name, and return the result."""
    parameters = parameters_of(function).items()
    positional_names = [name for name, each in parameters if each.kind is each.POSITIONAL_ONLY]
    positional = [arguments[name] for name in positional_names if name in arguments]
    keywords = {name: value for name, value in arguments.items() if name not in positional_names}
    return function(*positional, **keywords)
