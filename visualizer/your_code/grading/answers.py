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
from visualizer.your_code.grading.node import (
    GradedNode,
    Truth,
    action_name,
    graded_node_path,
    node_children,
)
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
    """How the code misused its arguments without reading a value."""
    has_too_few_playouts: bool = False
    """Whether it failed because it returned before it had made the playouts asked for."""

    def __post_init__(self) -> None:
        """Put texts from foreign code on one line, without control characters."""
        for name in ("failure", "misuse"):
            words = getattr(self, name).split()
            object.__setattr__(self, name, visible(" ".join(words)))

    def as_object(self) -> dict[str, Any]:
        """Return its fields for JSON."""
        return {**asdict(self), "value": value_as_json(self.value)}

    @classmethod
    def read(cls, found: object, tree: Node) -> GivenAnswer:
        """Return the answer about a tree in the JSON that a process has sent.

        ValueError if the JSON is no answer. That happens because the process runs a student's code,
        which may have written anything.
        """
        if not isinstance(found, dict) or found.keys() != {field.name for field in fields(cls)}:
            raise ValueError("it is not an object with the fields of an answer")
        cls.check_types(found)

        value = found["value"]
        if isinstance(value, str):
            value = JSON_INFINITIES.get(value, value)
        leaves = read_list(found["leaves"], list)
        events = read_list(found["events"], str)
        converted = {
            "value": value,
            "leaves": tuple(map(tuple, leaves)),
            "events": tuple(events),
        }
        answer = cls(**{**found, **converted})
        answer.check(tree)
        return answer

    @classmethod
    def check_types(cls, found: Mapping[str, object]) -> None:
        """Raise ValueError if a field that is a boolean or a text has another type."""
        for field in fields(cls):
            # Annotations are texts here, by the `__future__` import.
            if field.type in ("bool", "str") and type(found[field.name]).__name__ != field.type:
                raise ValueError(f"its {field.name} is no {field.type}")

    def check(self, tree: Node) -> None:
        """Raise ValueError if a field of the answer is impossible on a tree."""
        is_possible = {
            "leaves": all(is_path_in_tree(leaf, tree) for leaf in self.leaves),
            "value": self.value is None or answer_as_float(self.value) is not None,
            "move": self.move is None or is_path_in_tree((self.move,), tree),
            "failure": bool(self.failure) or (self.value, self.move) != (None, None),
        }
        for name, is_so in is_possible.items():
            if not is_so:
                raise ValueError(f"its {name} cannot be one")


JSON_INFINITIES = {"inf": inf, "-inf": -inf}
"""JSON has no infinities, so they are written as text."""


class WrongAnswer:
    """A tree that a search gets wrong, and its answer."""

    is_smallest = False
    """Whether the search is right on every tree made from this one by taking something away."""

    def __init__(self, tree: Node, answer: GivenAnswer) -> None:
        """Take a wrong answer."""
        self.tree = tree
        self.answer = answer

    def name(self, path: MovePath) -> str:
        """Return the name of a node, with a noun before a number, which would look like a value."""
        name = sentence_names(self.tree)[path]
        return GAME.name_with_word(name) if name.isdigit() else name

    def mover(self) -> str:
        """Return who moves at the root."""
        return GAME.mover(turn_of(self.tree))


def value_as_json(value: float | None) -> Any:
    """Return a value for JSON."""
    if value is None or isfinite(value):
        return value
    return "inf" if value > 0 else "-inf"


def is_same_value(value: float, other: float) -> bool:
    """Return whether two values are equal but for rounding errors."""
    return isclose(
        value,
        other,
        rel_tol=1e-9,
        abs_tol=1e-9,
    )


def read_list(found: object, item_type: type) -> list[Any]:
    """Return a list whose items have a type; ValueError for anything else."""
    if not isinstance(found, list) or not all(type(item) is item_type for item in found):
        raise ValueError(f"{found!r:.80} is no list of {item_type.__name__}")
    return found


def is_path_in_tree(path: Sequence[object], tree: Node) -> bool:
    """Return whether a path leads to a node of a tree."""
    for index in path:
        if type(index) is not int or index not in tree.moves():
            return False
        tree = tree.play(index)
    return True


class WrongType(TypeError):  # noqa: N818  it says what is the matter
    """A search returned neither value nor move; the message ends a sentence about the search."""


def read_answer(found: object, root: GradedNode) -> tuple[float | None, int | None]:
    """Return the value and the move in what a function has returned.

    One of the two may be missing: then it is None. WrongType if both are missing, or if the
    function has returned anything else as well.
    """
    parts = found if isinstance(found, tuple | list) else (found,)
    if len(parts) not in (1, 2):
        raise WrongType(
            f"returned {len(parts)} things, {short_repr(found)}; it should return a value, a move, "
            "or both as a pair"
        )

    # A pair may have its parts in either order: the first number is the value.
    value: float | None = None
    move: int | None = None
    for part in parts:
        if part is None and len(parts) == 2:
            continue  # a pair may lack a move (at a leaf) or a value
        number = answer_as_float(part)
        if number is not None and value is None:
            value = number
        elif number is None and move is None:
            move = read_root_move(part, root)
        else:
            raise WrongType(
                f"returned {short_repr(found)}; a pair must hold a number and a child or its name"
            )

    if value is None and move is None:
        raise WrongType(
            f"returned {short_repr(found)}; it should return a value or a move (is there a return "
            "statement?)"
        )
    return value, move


def answer_as_float(found: Any) -> float | None:
    """Return an object as a number; None if it is no number, is NaN, or is too large for a float.

    Booleans count as no numbers.
    """
    if not is_number_type(found):
        return None
    try:
        value = float(found)
    except OverflowError:
        return None
    if isnan(value):
        return None
    # A whole number stays one, so that reports show 3 and not 3.0.
    return int(found) if isinstance(found, int) else value


def is_number_type(found: object) -> bool:
    """Return whether an object is a number by its type, even NaN; a boolean is none."""
    return not isinstance(found, bool | Truth) and isinstance(found, Real)


def short_repr(found: object) -> str:
    """Return the first 80 characters of an object's `repr`, or its type if `repr` fails."""
    try:
        return f"{found!r:.80}"
    except Exception:  # noqa: BLE001  repr may be theirs, a number too long
        return f"an object of type {type(found).__name__:.40}"


def read_root_move(found: Any, root: GradedNode) -> int:
    """Return the index of the child of the root that an answer stands for.

    The answer may be the child itself, its name, or the action that leads to the child. WrongType
    if it is anything else.
    """
    children = node_children(root)
    if isinstance(found, GradedNode) and len(graded_node_path(found)) == 1:
        return graded_node_path(found)[0]

    # Names come first: an action, which may be a number, can be the name of another child.
    names = [child.name for child in children]
    actions = [action_name(child) for child in children]
    if isinstance(found, str) and found in names:
        return names.index(found)
    if isinstance(found, str) and found in actions:
        return actions.index(found)
    raise WrongType(why_no_move(found, names))


def why_no_move(found: Any, names: Sequence[str]) -> str:
    """Say why an object in an answer is no move, as the end of a sentence about the search.

    `names` are the names of the root's children.
    """
    if found is None:
        return (
            "returned nothing (None); it should return a value or a move (is there a return "
            "statement?)"
        )
    # Of all numbers, only NaN differs from itself.
    if is_number_type(found) and found == found:  # noqa: PLR0124
        return f"returned a number too large to be a value, {short_repr(found):.30} …"

    what = f"the node {found.name}" if isinstance(found, GradedNode) else short_repr(found)
    if names:
        moves = f"nor one of the root's children: {' '.join(names)}"
    else:
        moves = "nor a move, because the root is a leaf"
    return f"returned {what}, which is neither a number {moves:.200}"
