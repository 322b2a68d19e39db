"""Where the board of the root position goes: into an empty corner of the tree, else beside it or above it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from visualizer.picture import Picture

SLIDE = 16 / 9


class Place(Enum):
    """A place for a board."""

    NONE = "not drawn"
    LEFT = "in the tree's upper left corner"
    RIGHT = "in the tree's upper right corner"
    BESIDE = "left of the tree"
    ABOVE = "right of the heading"


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the parts of a page begin, from its left and from the top of the tree; `inner` is the room for all."""

    place: Place
    inner: float
    tree: float
    board: float


def plan(picture: Picture, board: tuple[float, float] | None, narrowest: float) -> Plan:
    """Choose the board's place; a page is at least `narrowest` wide and the tree in the middle of its room."""
    gap = 2 * picture.text_size
    place = Place.NONE if board is None else _place(picture, *board)
    wide = board[0] if board is not None else 0
    aside = wide + gap if place is Place.BESIDE else 0
    inner = max(picture.width + aside, narrowest)
    tree = aside + (inner - aside - picture.width) / 2
    left = {Place.LEFT: 0, Place.BESIDE: 0, Place.RIGHT: inner - wide, Place.ABOVE: inner - wide}.get(place, 0)
    return Plan(place, inner, tree, left)


def _place(picture: Picture, wide: float, high: float) -> Place:
    gap = 1.5 * picture.text_size
    if _is_free(picture, 0, wide + gap, high + gap):
        return Place.LEFT
    if _is_free(picture, picture.width - wide - gap, picture.width, high + gap):
        return Place.RIGHT
    return Place.BESIDE if picture.width < SLIDE * picture.height else Place.ABOVE


def _is_free(picture: Picture, left: float, right: float, bottom: float) -> bool:
    """Say whether no box and no edge comes into the part of the tree above `bottom` between `left` and `right`."""
    for box in picture.boxes:
        if box.y < bottom and box.x - box.width / 2 < right and box.x + box.width / 2 > left:
            return False
    boxes = {box.key: box for box in picture.boxes}
    for edge in picture.edges:
        upper, lower = boxes[edge.source], boxes[edge.target]
        start = upper.y + upper.height
        if start < bottom < lower.y:
            crossing = upper.x + (lower.x - upper.x) * (bottom - start) / (lower.y - start)
            if left < crossing < right:
                return False
    return True
