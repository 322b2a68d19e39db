"""One piece or pile as shapes, in a cell around a place."""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from games import Cell, Player
from visualizer.look import board_colours
from visualizer.look.board_colours import RIM
from visualizer.look.shapes import Circle, Pen, Polygon, Rectangle, Shape, Stroke, Text, clip
from visualizer.look.themes import Theme

TALLEST = 7
"""The most pieces of a pile that are all drawn; of a taller one the uppermost are, and its height as a number."""
LIGHT, DARK = (board_colours.LIGHT, board_colours.DARK), (board_colours.DARK, board_colours.LIGHT)
"""Fill and line of light and dark pieces, the same in every theme."""

LABEL = 0.53
"""Size of a label's letters in cells: the usual cell is 1.9 text sizes wide, so they are no smaller than other text."""

Points = Sequence[tuple[float, float]]


def mirrored(half: Points) -> Points:
    """Add the left half to the right one.

    >>> mirrored(((0, 0), (1, 2)))
    ((0, 0), (1, 2), (-1, 2))
    """
    return (*half, *((-across, down) for across, down in reversed(half) if across))


FIGURES = tomllib.loads(Path(__file__).with_name("figures.toml").read_text(encoding="utf-8"))
"""The parts of each piece, which figures.toml explains."""
OUTLINES: dict[str, Points] = {
    name: mirrored(parts["half"]) if "half" in parts else parts["outline"] for name, parts in FIGURES.items()
}


CORNERS = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
PIPS: dict[str, Points] = {
    str(number): (*(((0, 0),) if number % 2 else ()), *(pip for pair in CORNERS[: number // 2] for pip in pair))
    for number in range(1, 7)
}
"""The pips of each face of a die, from -1 to 1 across and down."""


@dataclass(frozen=True, slots=True)
class Brush:
    """The properties common to all pieces of a board: theme, width of a cell, and whose pieces are dark."""

    theme: Theme
    cell: float
    dark: Player

    def colours(self, owner: Player) -> tuple[str, str]:
        """Return the fill and the line of a player's pieces."""
        return DARK if owner is self.dark else LIGHT

    def pen(self, owner: Player) -> Pen:
        """Return the pen for a piece's outline, visible on the page as well as on its pile."""
        fill, line = self.colours(owner)
        return Pen(RIM, round(0.075 * self.cell, 2)) if fill == DARK[0] else Pen(line, round(0.045 * self.cell, 2))

    def sign(self, owner: Player) -> str:
        """Return the colour of a letter or sign that stands on the board itself."""
        if self.theme.name == "mono" or owner is Player.NOBODY:
            return board_colours.board_colours(self.theme.name).words_on_ground
        return self.colours(owner)[0]


def piece_shapes(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw what is on a cell; the pieces under the uppermost one as a small pile beside it."""
    if not cell.playable or not cell.piece:
        return []
    pile = cell.stack[:-1]
    shapes = PIECES[cell.piece](cell, x - (0.08 * brush.cell if pile else 0), y, brush)
    return shapes + (_pile(cell.stack, x, y, brush) if pile else [])


def _stone(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a disc, with the label in it if it has one."""
    fill, line = brush.colours(cell.owner)
    disc = Circle(x, y, 0.36 * brush.cell, fill, brush.pen(cell.owner))
    size = LABEL * brush.cell
    words = Text(x, y + 0.36 * size, clip(cell.label, 3), size, line, bold=True)
    return [disc, words] if cell.label else [disc]


def _die(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw the face of a die with its pips, none where it is to be rolled."""
    half, unit = 0.33 * brush.cell, 0.19 * brush.cell
    pen = Pen(RIM, round(0.05 * brush.cell, 2))
    face = Rectangle(x - half, y - half, 2 * half, 2 * half, LIGHT[0], pen, 0.14 * brush.cell)
    pips = PIPS.get(cell.label, ())
    radius, dark = 0.07 * brush.cell, LIGHT[1]
    return [face, *(Circle(x + across * unit, y + down * unit, radius, dark) for across, down in pips)]


def _man(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    line = brush.colours(cell.owner)[1]
    return [*_stone(cell, x, y, brush), Circle(x, y, 0.24 * brush.cell, "", Pen(line, round(0.035 * brush.cell, 2)))]


def _king(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a stone with a crown."""
    unit, line = 0.2 * brush.cell, brush.colours(cell.owner)[1]
    corners = ((-1, 0.8), (-1, -0.6), (-0.45, 0), (0, -0.9), (0.45, 0), (1, -0.6), (1, 0.8))
    crown = tuple((x + across * unit, y + down * unit) for across, down in corners)
    return [*_stone(cell, x, y, brush), Polygon(crown, line)]


def _flat(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    half, fill = 0.31 * brush.cell, brush.colours(cell.owner)[0]
    return [Rectangle(x - half, y - half, 2 * half, 2 * half, fill, brush.pen(cell.owner), 0.08 * brush.cell)]


def _wall(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a narrow block, turned."""
    long, wide = 0.27 * brush.cell, 0.09 * brush.cell
    points = (
        (x - long - wide, y + long - wide), (x - long + wide, y + long + wide),
        (x + long + wide, y - long + wide), (x + long - wide, y - long - wide),
    )  # fmt: skip
    return [Polygon(points, brush.colours(cell.owner)[0], brush.pen(cell.owner))]


def _capstone(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a round piece with a dome."""
    fill, line = brush.colours(cell.owner)
    radius = 0.31 * brush.cell
    return [
        Circle(x, y, radius, fill, brush.pen(cell.owner)),
        Circle(x, y, 0.42 * radius, "", Pen(line, round(0.05 * brush.cell, 2))),
    ]


def _cross(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    reach, pen = 0.26 * brush.cell, Pen(brush.sign(cell.owner), round(0.11 * brush.cell, 2))
    return [
        Stroke(x - reach, y - reach, x + reach, y + reach, pen),
        Stroke(x - reach, y + reach, x + reach, y - reach, pen),
    ]


def _nought(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    return [Circle(x, y, 0.28 * brush.cell, "", Pen(brush.sign(cell.owner), round(0.11 * brush.cell, 2)))]


def _label(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw the piece that a label stands for, or write the label."""
    if cell.figure in OUTLINES:
        return _figure(cell, x, y, brush)
    size = LABEL * brush.cell
    words = clip(cell.label, 12)
    size = min(size, brush.cell / (0.65 * max(len(words), 1)))
    return [Text(x, y + 0.36 * size, words, size, brush.sign(cell.owner))]


def _figure(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a piece of chess as an outline with strokes in it, the same whatever type is installed."""
    figure, unit, pen = FIGURES[cell.figure], 0.48 * brush.cell, brush.pen(cell.owner)
    fill, line = brush.colours(cell.owner)
    inner = Pen(line, round(0.035 * brush.cell, 2))
    points = tuple((x + across * unit, y + down * unit) for across, down in OUTLINES[cell.figure])
    shapes: list[Shape] = [Polygon(points, fill, pen)]
    for x1, y1, x2, y2 in figure["lines"]:
        shapes.append(Stroke(x + x1 * unit, y + y1 * unit, x + x2 * unit, y + y2 * unit, inner))
    for across, down in figure.get("balls", ()):
        shapes.append(Circle(x + across * unit, y + down * unit, 0.09 * unit, fill, pen))
    for across, down in figure.get("eyes", ()):
        shapes.append(Circle(x + across * unit, y + down * unit, 0.06 * unit, line))
    return shapes


PIECES: dict[str, Callable[[Cell, float, float, Brush], list[Shape]]] = {
    "stone": _stone,
    "man": _man,
    "king": _king,
    "flat": _flat,
    "wall": _wall,
    "capstone": _capstone,
    "cross": _cross,
    "nought": _nought,
    "label": _label,
    "die": _die,
}


def _pile(stack: tuple[Player, ...], x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a pile from the side, at the cell's right edge: a bar for each piece, its height as a number if tall."""
    unit = 0.9 * brush.cell / TALLEST
    left, foot = x + 0.27 * brush.cell, y + 0.45 * brush.cell
    shapes: list[Shape] = []
    for number, owner in enumerate(stack[-TALLEST:]):
        top = foot - (number + 1) * unit
        pen = Pen(RIM, round(0.025 * brush.cell, 2))
        shapes.append(Rectangle(left, top, 0.19 * brush.cell, 0.88 * unit, brush.colours(owner)[0], pen))
    if len(stack) > TALLEST:
        size, colour = 0.3 * brush.cell, brush.colours(stack[-1])[1]
        shapes.append(Text(x - 0.08 * brush.cell, y + 0.36 * size, str(len(stack)), size, colour, bold=True))
    return shapes
