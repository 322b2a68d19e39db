"""What a search has done with one tree: the leaves that it read, and the value and the move that it returned."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from numbers import Real
from typing import Any

from visualizer.grading.node import GradedNode, action_of, path_of
from visualizer.harmless_text import visible
from visualizer.trace.rows import MovePath


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
    """What it did, as lines of events, where that was asked for."""

    def __post_init__(self) -> None:
        """Make one line, without signs that steer a terminal, of what is said of a failure."""
        object.__setattr__(self, "failure", visible(" ".join(self.failure.split())))

    @classmethod
    def from_object(cls, found: dict[str, Any]) -> GivenAnswer:
        """Return it from its fields in JSON."""
        return cls(**{**found, "leaves": tuple(map(tuple, found["leaves"])), "events": tuple(found["events"])})


class WrongType(TypeError):  # noqa: N818  it says what is the matter
    """What was returned is no value and no move; the message is the end of a sentence that begins with the search."""


def returned(found: object, root: GradedNode) -> tuple[float | None, int | None]:
    """Return the value and the move in what a function has returned; WrongType for anything else."""
    parts = found if isinstance(found, tuple | list) else (found,)
    if len(parts) not in (1, 2):
        raise WrongType(f"returned {len(parts)} things, {found!r:.80}; a value, a move or a pair of both is needed")
    value: float | None = None
    move: int | None = None
    for part in parts:
        if part is None and len(parts) == 2:
            continue  # where there is no move, or where no value is kept
        if is_number(part) and value is None:
            value = float(part) if not isinstance(part, int) else part
        elif not is_number(part) and move is None:
            move = move_of(part, root)
        else:
            raise WrongType(f"returned {found!r:.80}; of a pair one is a number and the other a child or its name")
    if value is None and move is None:
        raise WrongType(f"returned {found!r:.80}; a value or a move is needed (is there a return?)")
    return value, move


def is_number(found: Any) -> bool:
    """Return whether something is a number that can be a value."""
    return not isinstance(found, bool) and isinstance(found, Real) and not isnan(found)


def move_of(found: object, root: GradedNode) -> int:
    """Return the index of the root's child that a node, a name or an action means; WrongType if it is none."""
    names = [child.name for child in root.children]
    if isinstance(found, GradedNode) and len(path_of(found)) == 1:
        return path_of(found)[0]
    if isinstance(found, str):
        for known in (names, [action_of(child) for child in root.children]):
            if found in known:
                return known.index(found)
    if found is None:
        raise WrongType("returned nothing (None); a value or a move is needed (is there a return?)")
    shown = f"the node {found.name}" if isinstance(found, GradedNode) else f"{found!r:.80}"
    allowed = f"one of the root's children {' '.join(names)}" if names else "nothing, as the root is a leaf"
    raise WrongType(f"returned {shown}, which is no number; a move is {allowed:.200}")
