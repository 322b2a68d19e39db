"""What a search has done with one tree: the leaves that it read, and the value and the move that it returned."""

from __future__ import annotations

from collections.abc import Sequence
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
    """One tree searched; `failure` says how it went wrong, "" where it returned something."""

    leaves: tuple[MovePath, ...] = ()
    value: float | None = None
    move: int | None = None
    """The index of a child of the root."""
    failure: str = ""
    """Why there is neither, as the end of a sentence that begins with the search: `raised ...`."""
    is_endless: bool = False
    """Whether it was ended because it took too long."""
    printed: str = ""
    events: tuple[str, ...] = ()
    """What a program did, as the lines that it has written, where all of them can be read."""
    lacks_move: bool = False
    """Whether it returned a pair of a value and None, although a player chooses at the root."""
    misuse: str = ""
    """What it did with what it was handed that is not possible, where it then read no value; "" for nothing."""
    has_too_few_playouts: bool = False
    """Whether it failed because it returned before it had made the playouts that were asked for."""

    def __post_init__(self) -> None:
        """Make one line, without signs that steer a terminal, of what is said of a failure or a misuse."""
        for name in ("failure", "misuse"):
            object.__setattr__(self, name, visible(" ".join(getattr(self, name).split())))

    def as_object(self) -> dict[str, Any]:
        """Return its fields for JSON."""
        return {**asdict(self), "value": value_as_json(self.value)}

    @classmethod
    def read(cls, found: object, tree: Node) -> GivenAnswer:
        """Return the answer on a tree from the JSON that a process has sent; ValueError for what cannot be one.

        The process has run foreign code, which may have written anything.
        """
        if not isinstance(found, dict) or found.keys() != {each.name for each in fields(cls)}:
            raise ValueError("it is not an object with the fields of an answer")
        for each in fields(cls):
            if each.type in ("bool", "str") and type(found[each.name]).__name__ != each.type:
                raise ValueError(f"its {each.name} is no {each.type}")
        value = found["value"]
        if isinstance(value, str):
            value = JSON_INFINITIES.get(value, value)
        answer = cls(
            **{
                **found,
                "leaves": tuple(map(tuple, read_list(found["leaves"], list))),
                "value": value,
                "events": tuple(read_list(found["events"], str)),
            }
        )
        answer.check(tree)
        return answer

    def check(self, tree: Node) -> None:
        """Raise ValueError where a field is not what it must be, on a tree."""
        is_right = {
            "leaves": all(is_path_in_tree(leaf, tree) for leaf in self.leaves),
            "value": self.value is None or answer_as_float(self.value) is not None,
            "move": self.move is None or is_path_in_tree((self.move,), tree),
            "failure": bool(self.failure) or (self.value, self.move) != (None, None),
        }
        for name, is_so in is_right.items():
            if not is_so:
                raise ValueError(f"its {name} cannot be one")


JSON_INFINITIES = {"inf": inf, "-inf": -inf}
"""What infinities are called in JSON, which has none."""


class WrongAnswer:
    """A tree that goes wrong, and what was done there."""

    is_smallest = False
    """Whether it is right on each tree that can be made of this one by taking something away."""

    def __init__(self, tree: Node, answer: GivenAnswer) -> None:
        """Take an answer that is wrong."""
        self.tree = tree
        self.answer = answer

    def name(self, path: MovePath) -> str:
        """Return what a node is called; a mere number is told apart from a value."""
        name = sentence_names(self.tree)[path]
        if name.isdigit():
            return GAME.called(name)
        return name

    def mover(self) -> str:
        """Return who moves at the root."""
        return GAME.mover(turn_of(self.tree))


def value_as_json(value: float | None) -> Any:
    """Return a value for JSON."""
    if value is None or isfinite(value):
        return value
    if value > 0:
        return "inf"
    return "-inf"


def is_same_value(value: float, other: float) -> bool:
    """Return whether two values are equal, up to what sums of doubles lose."""
    return isclose(value, other, rel_tol=1e-9, abs_tol=1e-9)


def read_list(found: object, kind: type) -> list[Any]:
    """Return a list whose items are of a type; ValueError for anything else."""
    if not isinstance(found, list) or not all(type(each) is kind for each in found):
        raise ValueError(f"{found!r:.80} is no list of {kind.__name__}")
    return found


def is_path_in_tree(path: Sequence[object], tree: Node) -> bool:
    """Return whether a path leads to a node of a tree."""
    for place in path:
        if type(place) is not int or place not in tree.moves():
            return False
        tree = tree.play(place)
    return True


class WrongType(TypeError):  # noqa: N818  it says what is the matter
    """What was returned is no value and no move; the message is the end of a sentence that begins with the search."""


def read_answer(found: object, root: GradedNode) -> tuple[float | None, int | None]:
    """Return the value and the move in what a function has returned; WrongType for anything else."""
    if isinstance(found, tuple | list):
        parts = found
    else:
        parts = (found,)
    if len(parts) not in (1, 2):
        raise WrongType(
            f"returned {len(parts)} things, {short_repr(found)}; it should return a value, a move, or both as a pair"
        )
    value: float | None = None
    move: int | None = None
    for part in parts:
        if part is None and len(parts) == 2:
            continue  # where there is no move, or where no value is kept
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
            f"returned {short_repr(found)}; it should return a value or a move (is there a return statement?)"
        )
    return value, move


def answer_as_float(found: Any) -> float | None:
    """Return the number that can be a value; None for what is none, for NaN, and for what no float can hold."""
    if not is_number_type(found):
        return None
    try:
        value = float(found)
    except OverflowError:
        return None
    if isnan(value):
        return None
    if isinstance(found, int):
        return int(found)
    return value


def is_number_type(found: object) -> bool:
    """Return whether something is a number by its type, be it NaN or too large; a truth value is none."""
    return not isinstance(found, bool | Truth) and isinstance(found, Real)


def short_repr(found: object) -> str:
    """Return how Python writes an object, cut; where it cannot be written, its type."""
    try:
        return f"{found!r:.80}"
    except Exception:  # noqa: BLE001  a class may write itself, and a number may have too many digits
        return f"an object of type {type(found).__name__:.40}"


def read_root_move(found: Any, root: GradedNode) -> int:
    """Return the index of the root's child that a node, a name or an action means; WrongType if it is none."""
    names = [child.name for child in node_children(root)]
    if isinstance(found, GradedNode) and len(graded_node_path(found)) == 1:
        return graded_node_path(found)[0]
    if isinstance(found, str):
        for known in (names, [action_name(child) for child in node_children(root)]):
            if found in known:
                return known.index(found)
    if found is None:
        raise WrongType(
            "returned nothing (None); it should return a value or a move (is there a return statement?)"
        )
    if is_number_type(found) and found == found:  # noqa: PLR0124  it is not NaN
        raise WrongType(f"returned a number too large to be a value, {short_repr(found):.30} …")
    if isinstance(found, GradedNode):
        what = f"the node {found.name}"
    else:
        what = short_repr(found)
    allowed = (
        f"nor one of the root's children: {' '.join(names)}"
        if names
        else "nor a move, because the root is a leaf"
    )
    raise WrongType(f"returned {what}, which is neither a number {allowed:.200}")
