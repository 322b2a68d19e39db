"""A board as shapes: square grids and rhombs of hexagons, pieces and piles, labels and captions."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from games import Board, Coordinates
from visualizer.boards.pieces import Brush, piece_shapes
from visualizer.look.legend import Theme
from visualizer.look.shapes import CAPITAL, LETTER, Pen, Polygon, Rectangle, Shape, Text, clip, letters

CELL = 2.1
"""Width of a cell in units of the text size."""
EDGE = 1.3
"""Room for the labels of rows and columns."""
CAPTION = 0.8
LINE = 1.5
GROUND = 0.1
"""How strongly the cells that a game uses are shaded."""
CHEQUERS = {"light": (0.0, 0.25), "dark": (0.55, 0.32), "mono": (0.0, 0.25)}
"""How much of the text's colour is in the light and in the dark cells of a chequered board, by the theme's name."""


def is_worth_drawing(board: Board) -> bool:
    """Say whether a board is more than a row of words."""
    return any(cell.piece != "label" for row in board.cells for cell in row)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the cells of a board are; `x` and `y` are the corner of the first cell's place."""

    board: Board
    x: float
    y: float
    cell: float

    @property
    def row_height(self) -> float:
        return self.cell * sqrt(3) / 2 if self.board.slant else self.cell

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        slant = row * self.cell / 2 if self.board.slant else 0
        top = self.y + (self.cell / sqrt(3) if self.board.slant else self.cell / 2)
        return self.x + slant + (column + 0.5) * self.cell, top + row * self.row_height

    def hexagon(self, row: int, column: int) -> tuple[tuple[float, float], ...]:
        """Return the corners of a cell of a slanted grid; its points are above and below."""
        x, y = self.middle(row, column)
        half, side = self.cell / 2, self.cell / sqrt(3)
        return (
            (x, y - side), (x + half, y - side / 2), (x + half, y + side / 2),
            (x, y + side), (x - half, y + side / 2), (x - half, y - side / 2),
        )  # fmt: skip


def size_of(board: Board, size: float) -> tuple[float, float]:
    """Return the width and height of a board's drawing."""
    rows, columns = len(board.cells), max((len(row) for row in board.cells), default=0)
    cell, edge = _cell(board, size), EDGE * size
    width = edge + columns * cell + (rows - 1) * cell / 2 * board.slant + 0.2 * size
    height = rows * cell if not board.slant else (rows - 1) * cell * sqrt(3) / 2 + 2 * cell / sqrt(3)
    words = max((letters(clip(words)) * LETTER * CAPTION * size for words in board.captions), default=0)
    return max(width, words), edge + height + len(board.captions) * LINE * CAPTION * size + 0.3 * size


def draw(board: Board, theme: Theme, x: float, y: float, size: float) -> list[Shape]:
    """Draw a board with its upper left corner at a place."""
    grid = _Grid(board, x + EDGE * size, y + EDGE * size, _cell(board, size))
    brush = Brush(theme, grid.cell, board.dark)
    shapes = [_ground(grid, place, theme, size) for place in _places(board)]
    for row, column in _places(board):
        shapes += piece_shapes(board.cells[row][column], *grid.middle(row, column), brush)
    return shapes + _labels(grid, theme, size) + _captions(board, x, y, theme, size)


def _places(board: Board) -> list[Coordinates]:
    """List the cells, row by row; those of a slanted grid that are never used are not there at all."""
    return [
        (row, column)
        for row, cells in enumerate(board.cells)
        for column, cell in enumerate(cells)
        if cell.playable or not board.slant
    ]


def _cell(board: Board, size: float) -> float:
    """Return a cell's width: wider where a label needs it."""
    labels = [letters(clip(cell.label, 12)) for row in board.cells for cell in row if cell.label]
    return size * max(CELL, (max(labels, default=0) + 1) * LETTER)


def _ground(grid: _Grid, place: Coordinates, theme: Theme, size: float) -> Shape:
    """Draw an empty cell."""
    pen = Pen(theme.lines["grey"], round(0.06 * size, 2))
    fill = _empty(grid.board, place, theme)
    if grid.board.slant:
        return Polygon(grid.hexagon(*place), fill, pen)
    x, y = grid.middle(*place)
    return Rectangle(x - grid.cell / 2, y - grid.cell / 2, grid.cell, grid.cell, fill, pen)


def _empty(board: Board, place: Coordinates, theme: Theme) -> str:
    """Return the colour of an empty cell."""
    row, column = place
    playable = board.cells[row][column].playable
    if not board.chequered:
        return blend(theme.page, theme.lines["grey"], GROUND if playable else 0)
    all_are = all(cell.playable for cells in board.cells for cell in cells)
    dark = (row + column) % 2 == 1 if all_are else playable
    return blend(theme.page, theme.text, CHEQUERS[theme.name][dark])


def blend(first: str, second: str, part: float) -> str:
    """Mix two colours; 0 is the first, 1 the second.

    >>> blend("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    pairs = [(int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(one + (other - one) * part):02X}" for one, other in pairs)


def _labels(grid: _Grid, theme: Theme, size: float) -> list[Shape]:
    """Write the columns' names above and the rows' on the left."""
    shapes: list[Shape] = []
    type_size, board = 0.8 * size, grid.board
    for column, name in enumerate(board.columns):
        x = grid.middle(0, column)[0]
        shapes.append(Text(x, grid.y - 0.35 * size, clip(name, 6), type_size, theme.faint))
    for row, name in enumerate(board.rows[: len(board.cells)]):
        x, y = grid.middle(row, 0)
        x -= grid.cell / 2 + 0.35 * size
        shapes.append(Text(x, y + CAPITAL / 2 * type_size, clip(name, 6), type_size, theme.faint, "end"))
    return shapes


def _captions(board: Board, x: float, y: float, theme: Theme, size: float) -> list[Shape]:
    """Write the captions below."""
    bottom = y + size_of(board, size)[1] - len(board.captions) * LINE * CAPTION * size
    return [
        Text(x, bottom + (number + 0.7) * LINE * CAPTION * size, clip(words), CAPTION * size, theme.text, "start")
        for number, words in enumerate(board.captions)
    ]
