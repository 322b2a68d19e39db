"""A picture as a page of shapes: heading, board, tree, counts and legend, each where it is to be drawn."""

from __future__ import annotations

from math import ceil, sqrt
from textwrap import wrap

from visualizer.boards import shapes as boards
from visualizer.look.legend import THEMES, State, Theme
from visualizer.look.shapes import LETTER, Drawing, Group, Shape, Text, clip
from visualizer.picture import Edge, Picture
from visualizer.picture.edges import edge_shapes
from visualizer.picture.key import key_shapes
from visualizer.picture.nodes import below_shapes, box_shapes
from visualizer.picture.place import lay_out_page
from visualizer.picture.words import words_of

MARGIN = 1.8
TITLE = 1.45
LINE = 1.5
"""Height of a line of words, in units of its size."""
NARROWEST = 46.0
"""The least width of a page without its margins, so that the legend has room."""
LONGEST_WORDS = 400
GROWS_FROM, MOST_GROWTH = 80.0, 3.0


def draw(picture: Picture) -> Drawing:
    """Return the page; its width and the places of board and boxes are the same at every step of a layout."""
    theme, size = THEMES[picture.theme], picture.text_size * _growth(picture)
    margin = MARGIN * size
    board = picture.board if picture.board is not None and boards.is_worth_drawing(picture.board) else None
    room = None if board is None else boards.size_of(board, size)
    planned = lay_out_page(
        picture, room, NARROWEST * size, lambda width: _heading(picture, theme, size, width)[1] - margin
    )

    shapes, _ = _heading(picture, theme, size, planned.heading)
    if board is not None:
        shapes += boards.draw(board, theme, margin + planned.board[0], margin + planned.board[1], size)
    shapes += _tree(picture, theme, margin + planned.tree[0], margin + planned.tree[1])
    board_end = 0.0 if room is None else planned.board[1] + room[1]
    y = margin + max(planned.tree[1] + picture.height, board_end) + 1.6 * size
    for caption in picture.captions:
        lines, y = _lines(caption, y, size, theme.text, margin, planned.inner)
        shapes += lines
    key, y = key_shapes(picture, (margin, y + 0.5 * size), planned.inner, theme, size)
    return Drawing(
        width=ceil(planned.inner + 2 * margin),
        height=ceil(y + 0.6 * margin),
        page=theme.page,
        title=clip(picture.title, LONGEST_WORDS),
        words="; ".join(clip(words, LONGEST_WORDS) for words in (picture.subtitle, *picture.captions) if words),
        shapes=(*shapes, *key),
    )


def _growth(picture: Picture) -> float:
    """Return how much larger heading and legend are than the tree's words: a wide page is made small to be looked at.

    It depends on the layout alone, as the rest of a page does.
    """
    return round(min(MOST_GROWTH, max(1.0, sqrt(picture.width / (GROWS_FROM * picture.text_size)))), 2)


def _heading(picture: Picture, theme: Theme, size: float, width: float) -> tuple[list[Shape], float]:
    """Write title and subtitle; return them and where the next may begin."""
    margin = MARGIN * size
    title, y = _lines(picture.title, margin, TITLE * size, theme.text, margin, width, bold=True)
    subtitle, y = _lines(picture.subtitle, y + 0.1 * size, size, theme.faint, margin, width)
    return title + subtitle, y + 0.8 * size


def _lines(
    words: str, y: float, size: float, colour: str, x: float, width: float, *, bold: bool = False
) -> tuple[list[Shape], float]:
    """Write words from the left, wrapped to a width; return them and where they end."""
    lines = wrap(clip(words, LONGEST_WORDS), max(8, int(width / (LETTER * size))))
    shapes: list[Shape] = [
        Text(x, y + (LINE * number + 0.9) * size, line, size, colour, "start", bold)
        for number, line in enumerate(lines)
    ]
    return shapes, y + LINE * size * len(lines)


def _tree(picture: Picture, theme: Theme, x: float, y: float) -> list[Shape]:
    """Draw edges, then boxes, then the words below boxes, so that what matters more is on top."""
    size = picture.text_size
    boxes = {box.key: box.placed(box.x + x, box.y + y, (box.width, box.height), box.room) for box in picture.boxes}
    edges: list[Shape] = []
    for edge in sorted(picture.edges, key=_importance):
        edges += edge_shapes(edge, boxes[edge.source], boxes[edge.target], theme, size)
    groups = [Group(box.key, words_of(box), tuple(box_shapes(box, theme, size))) for box in boxes.values()]
    words: list[Shape] = []
    for box in boxes.values():
        if box.note or box.window:
            words += below_shapes(box, theme, size)
    return [Group("edges", "", tuple(edges)), *groups, *words]


def _importance(edge: Edge) -> int:
    """Rank an edge: the best line is drawn last."""
    if edge.on_best_line:
        return 3
    return {State.OPEN: 2, State.CURRENT: 2, State.TO_COME: 0}.get(edge.state, 1)
