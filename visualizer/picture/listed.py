"""A tree as a list in words, for who cannot see it: a line a node, each behind its parent."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.look.legend import LEGEND
from visualizer.picture import Box, BoxShape, Picture

TURNS = {BoxShape.MAX: "MAX", BoxShape.MIN: "MIN", BoxShape.LEAF: "leaf"}


def listed(picture: Picture) -> Iterator[str]:
    """Go through the nodes from the root down."""
    boxes = {box.key: box for box in picture.boxes}
    children: dict[str, list[Box]] = {}
    for edge in picture.edges:
        children.setdefault(edge.source, []).append(boxes[edge.target])
    below = {edge.target for edge in picture.edges}
    waiting = [box for box in reversed(picture.boxes) if box.key not in below]
    while waiting:
        box = waiting.pop()
        yield words_of(box)
        waiting += reversed(children.get(box.key, []))


def words_of(box: Box) -> str:
    """Return a node in words: how deep it is, its move, whose turn, its value, what it is.

    >>> from visualizer.look.legend import State
    >>> words_of(Box("n1", BoxShape.MIN, State.CUT, 1, move="a2", value="≤3", note="+4 below"))
    'ply 1: a2, MIN, ≤3, cut, +4 below'
    """
    state = LEGEND[box.state].word.partition(":")[0]
    said = [box.text] if box.shape is BoxShape.BADGE else [box.move or "the root", TURNS[box.shape]]
    return f"ply {box.ply}: {', '.join(part for part in (*said, box.value, state, box.note) if part)}"
