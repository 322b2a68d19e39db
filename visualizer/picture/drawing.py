"""A picture as a page of shapes: heading, board, tree, counts and legend, each where it is to be drawn."""

from __future__ import annotations

from textwrap import wrap

from visualizer.boards import shapes as boards
from visualizer.legend import LEGEND, THEMES, State, Theme
from visualizer.picture import Box, Picture, Shape
from visualizer.picture.ink import Drawing, Group, Ink, Text
from visualizer.picture.key import key_ink
from visualizer.picture.nodes import below_ink, box_ink, edge_ink, words_of
from visualizer.picture.sizes import LETTER, clip

MARGIN = 1.8
TITLE, SUBTITLE, CAPTION = 1.5, 1.0, 1.0
LINE = 1.5
"""Height of a line of words, in units of its size."""
NARROWEST = 46.0
"""The least width of a page without its margins, so that the legend has room."""
SLIDE = 16 / 9
LONGEST_TITLE = 300


def draw(picture: Picture) -> Drawing:
    """Return the page; its width and the places of its boxes are the same at every step of a layout."""
    return _Page(picture).drawing()


class _Page:
    """The shapes of a page while they are put down, from the top."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.theme: Theme = THEMES[picture.theme]
        self.size = picture.text_size
        self.shapes: list[Ink] = []
        self.y = MARGIN * self.size

    def drawing(self) -> Drawing:
        """Put everything down and return the page."""
        picture, size, margin = self.picture, self.size, MARGIN * self.size
        board = picture.board if picture.board is not None and boards.worth_drawing(picture.board) else None
        wide, high = boards.size_of(board, size) if board is not None else (0.0, 0.0)
        place = _board_place(picture, wide, high, size) if board is not None else "none"
        beside = wide + 2 * size if place == "beside" else 0.0
        inner = max(picture.width + beside, NARROWEST * size)
        heading = inner - (wide + size if place == "above" else 0)
        top = self.y
        self._lines(picture.title, TITLE, self.theme.text, heading, bold=True)
        self._lines(picture.subtitle, SUBTITLE, self.theme.faint, heading)
        self.y += 0.8 * size
        tree_x = margin + beside + (inner - beside - picture.width) / 2
        if board is not None:
            x = {"left": tree_x, "beside": margin}.get(place, margin + inner - wide)
            if place == "right":
                x = tree_x + picture.width - wide
            self.shapes += boards.draw(board, self.theme, x, top if place == "above" else self.y, size)
        if place == "above":
            self.y = max(self.y, top + high + size)
        words = _below_words(picture)
        self.shapes += _tree(picture, self.theme, tree_x, self.y)
        self.y += max(picture.height + words * size, high if place != "above" else 0) + 1.6 * size
        for caption in picture.captions:
            self._lines(caption, CAPTION, self.theme.text, inner)
        self.y += 0.5 * size
        key, self.y = key_ink(picture, margin, self.y, inner, self.theme)
        self.shapes += key
        said = "\n".join(clip(line, LONGEST_TITLE) for line in (picture.subtitle, *picture.captions) if line)
        return Drawing(
            round(inner + 2 * margin, 2),
            round(self.y + margin * 0.7, 2),
            self.theme.page,
            clip(picture.title, LONGEST_TITLE),
            said,
            tuple(self.shapes),
        )

    def _lines(self, words: str, size: float, colour: str, width: float, *, bold: bool = False) -> None:
        """Write words from the left, wrapped to the width."""
        size *= self.size
        for line in wrap(clip(words, LONGEST_TITLE), max(8, int(width / (LETTER * size)))):
            self.shapes.append(Text(MARGIN * self.size, self.y + 0.9 * size, line, size, colour, "start", bold))
            self.y += LINE * size


def _below_words(picture: Picture) -> float:
    """Return the room that notes below the lowest boxes may need, in units of the text size."""
    lowest = max((box.ply for box in picture.boxes), default=0)
    return 1.8 if any(box.note and box.ply == lowest for box in picture.boxes) else 0.0


def _tree(picture: Picture, theme: Theme, x: float, y: float) -> list[Ink]:
    """Draw edges, then boxes, then the words below boxes, so that what matters more is on top."""
    size = picture.text_size
    boxes = {box.key: _moved(box, x, y) for box in picture.boxes}
    edges: list[Ink] = []
    for edge in sorted(picture.edges, key=_weight):
        edges += edge_ink(edge, boxes[edge.source], boxes[edge.target], theme, size)
    shapes: list[Ink] = [Group("edges", "", tuple(edges))]
    above: list[Ink] = []
    for box in boxes.values():
        shapes.append(Group(box.key, words_of(box), tuple(box_ink(box, theme, size))))
        if box.note or box.window:
            above += below_ink(box, theme, size)
    return shapes + above


def _weight(edge: object) -> int:
    state, best = getattr(edge, "state"), getattr(edge, "on_best_line")  # noqa: B009
    return 3 if best else 2 if state in (State.OPEN, State.CURRENT) else 0 if state is State.TO_COME else 1


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(
        box.key, box.shape, box.state, box.ply, box.move, box.value, box.window, box.order, box.score, box.note,
        box.text, box.on_best_line, box.x + x, box.y + y, box.width, box.height,
    )  # fmt: skip


def _board_place(picture: Picture, wide: float, high: float, size: float) -> str:
    """Return where the board goes: in an empty corner of the tree, else beside a narrow tree or above a wide one."""
    gap = 1.5 * size
    if _is_free(picture, 0, wide + gap, high + gap):
        return "left"
    if _is_free(picture, picture.width - wide - gap, picture.width, high + gap):
        return "right"
    return "beside" if picture.width < SLIDE * picture.height else "above"


def _is_free(picture: Picture, left: float, right: float, bottom: float) -> bool:
    """Say whether no box and no edge comes into the part of the tree above `bottom` between `left` and `right`."""
    boxes = {box.key: box for box in picture.boxes}
    for box in picture.boxes:
        if box.y < bottom and box.x - box.width / 2 < right and box.x + box.width / 2 > left:
            return False
    for edge in picture.edges:
        upper, lower = boxes[edge.source], boxes[edge.target]
        start = upper.y + upper.height
        if start < bottom < lower.y:
            x = upper.x + (lower.x - upper.x) * (bottom - start) / (lower.y - start)
            if left < x < right:
                return False
    return True


__all__ = ["LEGEND", "Shape", "draw"]
