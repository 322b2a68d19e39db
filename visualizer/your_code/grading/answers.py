"""The answer of a search on one tree: the leaves that it read, its value and its move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from math import inf, isclose, isfinite, isnan
from numbers import Real
from typing import Any

from games import turn_of
from games.tree import GAME
from games.tree.notation import Node
from visualizer.support.errors import visible
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.course_data import path_of_argument
from visualizer.your_code.grading.course_names import MOVE_NAME, VALUE_NAME
from visualizer.your_code.grading.node import GradedNode, Truth, action_name, node_children
from visualizer.your_code.grading.trees import sentence_names


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """The answer of a search on one tree: a value, a move or both, or a failure."""

    leaves: tuple[MovePath, ...] = ()
    value: float | None = None
    move: int | None = None
    """The index of a child of the root."""
    failure: str = ""
    """Why there is no value or move; this ends a sentence about the search: `raised ...`."""
    is_endless: bool = False
    """Whether the search was stopped because it took too long."""
    printed: str = ""
    events: tuple[str, ...] = ()
    """The lines of a program that reports its events, if all of them are valid."""
    lacks_move: bool = False
    """Whether it returned a value and None, although a player chooses at the root."""
    misuse: str = ""
    """How the code misused its arguments, if it has read no value."""
    has_too_few_playouts: bool = False
    """Whether it failed because it returned before it had made the playouts asked for."""

    def __post_init__(self) -> None:
        """Bring the strings from graded code onto one line, without control characters."""
        for name in ("failure", "misuse"):
            words = getattr(self, name).split()
            object.__setattr__(self, name, visible(" ".join(words)))

    def as_object(self) -> dict[str, Any]:
        """Return the answer as a JSON object."""
        return {**asdict(self), "value": value_as_json(self.value)}

    @classmethod
    def read(cls, data: object, tree: Node) -> GivenAnswer:
        """Return the answer on a tree from the parsed JSON that a process has sent.

        ValueError if the JSON is not a valid answer: the process runs a student's code, which may
        have written anything.
        """
        if not isinstance(data, dict) or data.keys() != {field.name for field in fields(cls)}:
            raise ValueError("it is not an object with the fields of an answer")
        cls.check_types(data)

        value = data["value"]
        if isinstance(value, str):
            value = JSON_INFINITIES.get(value, value)
        leaves = read_list(data["leaves"], list)
        events = read_list(data["events"], str)
        converted = {
            "value": value,
            "leaves": tuple(map(tuple, leaves)),
            "events": tuple(events),
        }
        answer = cls(**{**data, **converted})
        answer.check(tree)
        return answer

    @classmethod
    def check_types(cls, data: Mapping[str, object]) -> None:
        """Raise ValueError if a boolean or a string field of an answer has another type in JSON."""
        for field in fields(cls):
            # `field.type` is a string, because of the `__future__` import of annotations.
            if field.type in ("bool", "str") and type(data[field.name]).__name__ != field.type:
                raise ValueError(f"its {field.name} is no {field.type}")

    def check(self, tree: Node) -> None:
        """Raise ValueError if a field of the answer is impossible on a tree."""
        validity = {
            "leaves": all(is_path_in_tree(leaf, tree) for leaf in self.leaves),
            "value": self.value is None or answer_as_number(self.value) is not None,
            "move": self.move is None or is_path_in_tree((self.move,), tree),
            # An answer without a value and a move must say why.
            "failure": self.value is not None or self.move is not None or self.failure != "",
        }
        for name, is_valid in validity.items():
            if not is_valid:
                raise ValueError(f"its {name} cannot be one")


JSON_INFINITIES = {"inf": inf, "-inf": -inf}
"""JSON has no infinities, so they are written as text."""


class WrongAnswer:
    """A tree that a search gets wrong, and its answer."""

    is_smallest = False
    """Whether the search is right on every tree that is one step smaller than this one."""

    def __init__(self, tree: Node, answer: GivenAnswer) -> None:
        """Store the tree and the wrong answer."""
        self.tree = tree
        self.answer = answer

    def name(self, path: MovePath) -> str:
        """Return the name of a node for a sentence.

        A name that is a number gets a noun, so that readers do not take it for a value: `leaf 3`.
        """
        name = sentence_names(self.tree)[path]
        return GAME.name_with_word(name) if name.isdigit() else name

    def mover(self) -> str:
        """Return who moves at the root."""
        return GAME.mover(turn_of(self.tree))


def value_as_json(value: float | None) -> Any:
    """Return a value as JSON can hold it: an infinity as the string "inf" or "-inf"."""
    if value is None or isfinite(value):
        return value
    return "inf" if value > 0 else "-inf"


def is_same_value(first: float, second: float) -> bool:
    """Return whether two values are equal, apart from rounding errors."""
    return isclose(
        first,
        second,
        rel_tol=1e-9,
        abs_tol=1e-9,
    )


def read_list(data: object, item_type: type) -> list[Any]:
    """Return `data` unchanged; ValueError unless it is a list of items of this type."""
    if not isinstance(data, list) or not all(type(item) is item_type for item in data):
        raise ValueError(f"{data!r:.80} is no list of {item_type.__name__}")
    return data


def is_path_in_tree(path: Sequence[object], tree: Node) -> bool:
    """Return whether a path leads to a node of a tree."""
    for index in path:
        if type(index) is not int or index not in tree.moves():
            return False
        tree = tree.play(index)
    return True


class WrongType(TypeError):  # noqa: N818  it says what is the matter
    """A search returned neither a value nor a move.

    The message is the end of a sentence about the search: "returned 3 things, ...".
    """


def read_answer(returned: object, root: GradedNode) -> tuple[float | None, int | None]:
    """Return the value and the move from what a function has returned.

    `returned` is a value, a move, or a pair of both in either order, or a dictionary of both. A
    path of moves stands for its first move. The part that is missing is None. WrongType if both are
    missing, or if the function has returned anything else.
    """
    parts = answer_parts(returned, root)
    if len(parts) not in (1, 2):
        raise WrongType(
            f"returned {len(parts)} things, {short_repr(returned)}; it should return a value, "
            "a move, or both as a pair"
        )

    # The first number is the value, wherever it is in a pair.
    value: float | None = None
    move: int | None = None
    for part in parts:
        if part is None and len(parts) == 2:
            continue  # a pair may lack a move (at a leaf) or a value
        number = answer_as_number(part)
        if number is not None and value in (None, number, -number):
            # A leaf that is a number is both the move and its value.
            value = value or number
        elif number is None and move is None:
            move = read_first_move(part, root)
        else:
            raise WrongType(
                f"returned {short_repr(returned)}; a pair must hold a number and a child or its "
                "name"
            )

    if value is None and move is None:
        raise WrongType(
            f"returned {short_repr(returned)}; it should return a value or a move (is there a "
            "return statement?)"
        )
    return value, move


def answer_parts(returned: object, root: GradedNode) -> Sequence[object]:
    """Return the parts of what a function has returned: for a dictionary, its value and its move.

    A child, or a path of several nodes, is a single part.
    """
    if isinstance(returned, Mapping):
        values = [part for key, part in returned.items() if VALUE_NAME.search(str(key).lower())]
        moves = [part for key, part in returned.items() if MOVE_NAME.search(str(key).lower())]
        # The index of a child would be taken for a value.
        named_moves = [[move] if type(move) is int else move for move in moves]
        return [*values[:1], *named_moves[:1]]
    if not isinstance(returned, tuple | list) or path_of_argument(returned) is not None:
        return (returned,)
    is_node = [isinstance(part, str) or path_of_argument(part) is not None for part in returned]
    return (returned,) if len(is_node) > 1 and all(is_node) else returned


def read_first_move(part: Any, root: GradedNode) -> int | None:
    """Return the index of the root's child that a part of an answer stands for.

    The part may be a path, as a list of nodes, names or indices that may begin with the root. An
    empty path stands for no move: None. WrongType for anything else.
    """
    if not isinstance(part, tuple | list) or path_of_argument(part) is not None:
        return read_root_move(part, root)
    steps = list(part)
    if steps and (path_of_argument(steps[0]) == () or steps[0] == root.name):
        del steps[0]
    if not steps:
        return None
    first = steps[0]
    if type(first) is int and 0 <= first < len(node_children(root)):
        return first
    return read_root_move(first, root)


def answer_as_number(answer: Any) -> float | None:
    """Return an answer as a number, or None if it is not usable as a value.

    Booleans, NaN and integers too large for a float are not usable. An integer is returned as an
    integer, so that reports show 3 and not 3.0.
    """
    if not is_number_type(answer):
        return None
    try:
        value = float(answer)
    except OverflowError:
        return None
    if isnan(value):
        return None
    return int(answer) if isinstance(answer, int) else value


def is_number_type(answer: object) -> bool:
    """Return whether an answer has the type of a number: true for NaN, false for booleans."""
    return not isinstance(answer, bool | Truth) and isinstance(answer, Real)


def short_repr(answer: object) -> str:
    """Return the first 80 characters of an object's `repr`, or its type if `repr` fails."""
    try:
        return f"{answer!r:.80}"
    except Exception:  # noqa: BLE001  the user's `__repr__`, or an integer with too many digits
        return f"an object of type {type(answer).__name__:.40}"


def read_root_move(answer: Any, root: GradedNode) -> int:
    """Return the index of the root's child that an answer stands for.

    The answer may be the child itself, its name, or the action that leads to the child. WrongType
    if it is anything else.
    """
    children = node_children(root)
    path = path_of_argument(answer)
    # Only a child of the root is a move.
    if path is not None and len(path) == 1:
        return path[0]

    # Names come before actions: the action "2" leads to the second child, but another child may be
    # called "2".
    names = [child.name for child in children]
    actions = [action_name(child) for child in children]
    if isinstance(answer, str) and answer in names:
        return names.index(answer)
    if isinstance(answer, str) and answer in actions:
        return actions.index(answer)
    raise WrongType(describe_unusable_answer(answer, names))


def describe_unusable_answer(answer: Any, names: Sequence[str]) -> str:
    """Say why an answer is neither a value nor a move, as the end of a sentence about the search.

    `names` are the names of the root's children.
    """
    if answer is None:
        return (
            "returned nothing (None); it should return a value or a move (is there a return "
            "statement?)"
        )
    # NaN, which differs from itself, is not too large: it is described below like other objects.
    if is_number_type(answer) and answer == answer:  # noqa: PLR0124
        return f"returned a number too large to be a value, {short_repr(answer):.30} …"

    what = f"the node {answer.name}" if isinstance(answer, GradedNode) else short_repr(answer)
    if names:
        moves = f"nor one of the root's children: {' '.join(names)}"
    else:
        moves = "nor a move, because the root is a leaf"
    return f"returned {what}, which is neither a number {moves:.200}"
