"""The branches of a written tree by what they are called, and where a name is that is no branch here."""

from collections import deque
from typing import Any

from games import find_by_name
from games.tree.node import Node

MOST = 10_000
"""Nodes that are looked at for a name that is no branch here."""
LONGEST = 8
"""Moves of a line that is offered instead."""


def called(node: Node, place: int) -> str:
    """Return what people call a branch: a book's label, else the child's name or its number, counted from 1."""
    child = node.children[place]
    return child.edge or child.name or str(place + 1)


def find_branch(position: Any, word: str) -> int:
    """Return the branch of a `TreePosition` by name or label, or to a node of that label; ValueError for any other.

    It says by which moves a node of that name is reached from here.
    """
    for place, child in enumerate(position.node.children):
        if word in (child.edge, child.label):
            return place
    try:
        return int(find_by_name(position, word, label=lambda place: called(position.node, place)))
    except ValueError as error:
        line = " ".join(line_to(position.node, word))
        raise ValueError(f"{error} (did you mean {line}?)" if line else str(error)) from None


def line_to(node: Node, word: str) -> tuple[str, ...]:
    """Return the moves from a node to the nearest one below with that name or label; none if there is none near.

    A number is no name, since every branch has one.
    """
    waiting = deque[tuple[Node, tuple[str, ...]]]([(node, ())])
    for _ in range(0 if word.isdigit() else MOST):
        if not waiting:
            break
        above, line = waiting.popleft()
        for place, child in enumerate(above.children):
            here = (*line, called(above, place))
            if word in (child.edge, child.label, child.name):
                return here
            if len(here) < LONGEST:
                waiting.append((child, here))
    return ()
