"""Where the board of the root position goes: where the page becomes largest on a slide, then where it is lowest.

The tree is moved down just as far as keeps it clear of the board; so a board stands in a corner that the tree leaves
free, or almost free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf

from visualizer.picture import Box, Picture

SLIDE = 16 / 9
ACROSS, DOWN = 2.0, 1.5
"""Room between a board and a tree, in units of the text size."""
REST = 6.0
"""Height of what stands below a tree, about, in units of the text size."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """Where the parts of a page begin, across and down from where its margins end.

    `inner` is the width within the margins, `heading` the part of it that there is for the words above.
    """

    inner: float
    heading: float
    tree: tuple[float, float]
    board: tuple[float, float] = (0, 0)


def lay_out_page(
    picture: Picture, board: tuple[float, float] | None, narrowest: float, heading: Callable[[float], float]
) -> PageLayout:
    """Choose the board's place; a page is at least `narrowest` wide and the tree in the middle of its room.

    `board` is the board's size, `heading` says how high the words above are in a width. The choice depends on the
    layout alone, not on the step.
    """
    inner = max(picture.width, narrowest)
    if board is None:
        return PageLayout(inner, inner, (_middle(picture, 0, inner), heading(inner)))
    high = board[1]

    def size(made: PageLayout) -> tuple[float, float]:
        height = max(made.tree[1] + picture.height, made.board[1] + high) + REST * picture.text_size
        return max(made.inner / SLIDE, height), height

    return min(_plans(picture, board, inner, heading), key=size)


def _plans(
    picture: Picture, board: tuple[float, float], inner: float, heading: Callable[[float], float]
) -> Iterator[PageLayout]:
    """List where a board can go: below the heading on the left, at the right of the heading, left of the tree."""
    (wide, high), across = board, _middle(picture, 0, inner)
    below = heading(inner)
    yield PageLayout(inner, inner, (across, max(below, _clear(picture, 0, wide, across, below + high))), (0, below))
    left = inner - wide - picture.text_size
    if left > inner / 2:
        down = max(heading(left), _clear(picture, inner - wide, inner, across, high))
        yield PageLayout(inner, left, (across, down), (inner - wide, 0))
    aside = wide + ACROSS * picture.text_size
    wider = max(inner, picture.width + aside)
    below = heading(wider)
    yield PageLayout(wider, wider, (_middle(picture, aside, wider), below), (0, below))


def _middle(picture: Picture, left: float, right: float) -> float:
    """Return where a tree begins that stands in the middle between two places."""
    return left + (right - left - picture.width) / 2


def _clear(picture: Picture, left: float, right: float, across: float, bottom: float) -> float:
    """Return how far down a tree begins that keeps clear of what ends at `bottom` between `left` and `right`."""
    size = picture.text_size
    return bottom + DOWN * size - _highest(picture, left - across - ACROSS * size, right - across + ACROSS * size)


def _highest(picture: Picture, left: float, right: float) -> float:
    """Return how far down the highest box or edge of a tree is between two places."""
    boxes = {box.key: box for box in picture.boxes}
    tops = [box.y for box in boxes.values() if box.x - _half(box) < right and box.x + _half(box) > left]
    for edge in picture.edges:
        upper, lower = boxes[edge.source], boxes[edge.target]
        near = [upper.x, lower.x, left, right]
        inside = [x for x in near if min(upper.x, lower.x) <= x <= max(upper.x, lower.x) and left <= x <= right]
        start, rise = upper.y + upper.height, lower.y - upper.y - upper.height
        tops += [start + rise * _share(upper.x, lower.x, x) for x in inside]
    return min(tops, default=inf)


def _half(box: Box) -> float:
    return max(box.width, box.room) / 2


def _share(start: float, end: float, x: float) -> float:
    return (x - start) / (end - start) if end != start else 0.0
