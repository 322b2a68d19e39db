"""A picture as a page of shapes: heading, tree, board, captions and legend, each where the page's plan says."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain

from visualizer.boards import shapes as boards
from visualizer.look.legend import LEGEND, State
from visualizer.look.shapes import Drawing, Group, Pen, Rectangle, Shape, Stroke, Text, clip, letters
from visualizer.look.themes import DRAWN, Theme
from visualizer.picture.model import Box, Fill, Label, MarkedBoard, PagePlan, Picture, Tile
from visualizer.picture.shapes.edges import DrawnEdges, all_edges
from visualizer.picture.shapes.key import key_shapes
from visualizer.picture.shapes.nodes import below_shapes, box_shapes, pen_of, shortened
from visualizer.picture.shapes.sizes import LINE, LONGEST_WORDS, TITLE, letters_in, lines_in
from visualizer.picture.words import words_of

LINE_WIDTH = 0.07
"""Width of the outlines of tiles in units of the text size."""


@dataclass(slots=True)
class Drawn:
    """The shapes of the last picture of a film, by the keys of boxes: what has not changed is not drawn again."""

    boxes: dict[str, Box] = field(default_factory=dict)
    nodes: dict[str, Group] = field(default_factory=dict)
    below: dict[str, list[Shape]] = field(default_factory=dict)
    """What stands below boxes."""
    edges: DrawnEdges = field(default_factory=DrawnEdges)


def draw(picture: Picture, drawn: Drawn | None = None) -> Drawing:
    """Return the page. `drawn` holds the previous picture of a film, all in one theme and size, and is updated."""
    theme, plan = DRAWN[picture.theme], picture.plan
    size = picture.plan.size * plan.larger
    shapes = [*_heading(picture, theme, size)]
    if picture.board is not None and plan.board.width:
        shapes += _board(picture.board, plan, theme)
    shapes += _tree(picture, theme, drawn or Drawn())
    shapes += [_tile(tile, theme.name, plan.size) for tile in picture.tiles]
    shapes += [_label(label, theme.name, plan.size) for label in picture.labels]
    shapes += _horizon(picture, theme, size)
    shapes += _captions(picture, theme, size)
    if picture.legend:
        shapes += key_shapes(picture, plan.legend, theme, size)
    return Drawing(
        width=plan.width,
        height=plan.height,
        page="" if picture.transparent else theme.page,
        title=clip(picture.title, LONGEST_WORDS),
        words="; ".join(clip(words, LONGEST_WORDS) for words in (picture.subtitle, *picture.captions) if words),
        shapes=tuple(shapes),
    )


def _heading(picture: Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write title and subtitle."""
    area = picture.plan.heading
    y = area.y
    for words, relative, colour in ((picture.title, TITLE, theme.text), (picture.subtitle, 1, theme.faint)):
        for line in lines_in(words, relative * size, area.width):
            yield Text(area.x, y + relative * size, line, relative * size, colour, "start", bold=relative == TITLE)
            y += LINE * relative * size


def _captions(picture: Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write the captions, in as many lines as fit: one that is broken off ends in dots, later ones are left out."""
    area, lines = picture.plan.caption, list[str]()
    room = round(area.height / (LINE * size))
    for caption in picture.captions:
        free, wanted = room - len(lines), lines_in(caption, size, area.width)
        lines += wanted[:free]
        if 0 < free < len(wanted):
            lines[-1] = f"{lines[-1][: letters_in(size, area.width) - 1]}…"
    for number, line in enumerate(lines):
        yield Text(area.x, area.y + (LINE * number + 0.9) * size, line, size, theme.text, "start")


def _board(marked: MarkedBoard, plan: PagePlan, theme: Theme) -> Iterator[Shape]:
    """Draw the position beside the tree, with its captions below, shortened where they are too long."""
    area, size = plan.board, plan.size
    lines = [line for caption in marked.board.captions for line in caption_lines(caption, size, area.width)]
    lines += [shortened(marked.words, letters_in(size, area.width))] if marked.words else []
    board = replace(marked.board, captions=tuple(lines))
    place = board, theme, area.x, area.y, size, marked.marks
    yield from boards.draw_beside(*place, plan.cell) if plan.cell else boards.draw(*place)


def caption_lines(caption: str, size: float, width: float) -> list[str]:
    """Return a board's caption as lines, broken where two spaces separate the sides before anywhere else."""
    parts = [caption] if letters(caption) <= letters_in(size, width) else filter(None, caption.split("  "))
    return [line for part in parts for line in lines_in(part, size, width)]


def _tree(picture: Picture, theme: Theme, drawn: Drawn) -> list[Shape]:
    """Draw edges, then boxes, then what stands below and beside them."""
    size, before, nodes, below = picture.plan.size, drawn.boxes, dict[str, Group](), dict[str, list[Shape]]()
    for box in picture.boxes:
        key = box.key
        is_known = before.get(key) is box
        nodes[key] = drawn.nodes[key] if is_known else Group(key, words_of(box), tuple(box_shapes(box, theme, size)))
        if box.window is not None or box.board is not None or box.stakes:
            below[key] = drawn.below[key] if is_known else below_shapes(box, theme, size)
    edges = Group("edges", "", tuple(all_edges(picture, theme, drawn.edges)))
    drawn.boxes, drawn.nodes, drawn.below = drawn.edges.boxes, nodes, below
    return [edges, *nodes.values(), *chain(*below.values()), *_beside(picture, theme, size)]


def _beside(picture: Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write whose turn it is at each ply, and the line that stands for the upper plies."""
    left, top = picture.plan.tree.x, picture.plan.tree.y
    if picture.upper:
        yield Text(left, top + size, clip(picture.upper, LONGEST_WORDS), size, theme.text, "start")
    for y, lines in picture.turns:
        first = y - (len(lines) - 1) * 0.6 * size + 0.36 * size
        for number, line in enumerate(lines):
            yield Text(left, first + 1.2 * number * size, clip(line), size, theme.faint, "start")


def _horizon(picture: Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Draw the line below which noisy moves alone are searched, over all else."""
    if picture.horizon:
        y, left = picture.horizon, picture.plan.tree.x
        colour, wide = (theme.text, 2) if picture.tiles else (theme.faint, 1)  # between tiles are lines already
        pen = Pen(colour, round(wide * LINE_WIDTH * size, 2), "dotted")
        yield Stroke(left, y, left + picture.plan.tree.width, y, pen)
        if picture.boxes:
            yield Text(left, y - 0.3 * size, "horizon", size, theme.faint, "start")


@cache
def _tile(tile: Tile, theme_name: str, size: float) -> Rectangle:
    """Return the shape of a tile."""
    theme, pen, hue = DRAWN[theme_name], None, tile.hue
    if isinstance(hue, State):
        fill, pen = theme.fills[LEGEND[hue].hue], pen_of(hue, theme_name, size)
    elif tile.fill is Fill.EMPTY:
        fill, pen = theme.fills[hue], Pen(theme.lines[hue], round(LINE_WIDTH * size, 2), "dotted")
    else:
        fill = theme.lines[hue] if tile.fill is Fill.FULL else theme.page
    return Rectangle(tile.x, tile.y, tile.width, tile.height, fill, pen)


@cache
def _label(label: Label, theme_name: str, size: float) -> Text:
    """Return the shape of a label."""
    colour = DRAWN[theme_name].faint if label.faint else DRAWN[theme_name].text
    return Text(label.x, label.y, clip(label.text, LONGEST_WORDS), size, colour, label.anchor, label.bold)
