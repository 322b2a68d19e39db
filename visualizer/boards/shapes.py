"""A board as shapes: square grids and rhombs of hexagons, pieces and piles, labels and captions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from games import Board, Coordinates
from visualizer.boards.marks import Mark, squares_of
from visualizer.boards.pieces import Brush, piece_shapes
from visualizer.look.board_colours import DARK, LIGHT, RIM, board_colours
from visualizer.look.shapes import CAPITAL, LETTER, Circle, Pen, Polygon, Rectangle, Shape, Stroke, Text, clip, letters
from visualizer.look.themes import Theme

CELL = 1.9
"""Width of a cell in units of the text size."""
EDGE = 1.5
"""Width of the labels of rows and columns, in units of the text size."""
LINE = 1.3
LABELLED = 1.3
"""The least width of a cell beside whose rows and columns their names have room, in text sizes."""
SMALL_CELLS, SMALL_BOARD = (0.6, 1.2), 4.8
"""The least and greatest width of a cell within a node, and the usual width of such a board, in text sizes."""


def is_worth_drawing(board: Board) -> bool:
    """Return whether a board is more than a row of words."""
    return any(cell.piece != "label" for row in board.cells for cell in row)


def is_drawn_small(board: Board) -> bool:
    """Return whether a small board, which has no words, shows what stands on it: not where pieces are written."""
    return all(cell.piece == "die" or not cell.label or cell.figure for row in board.cells for cell in row)


@dataclass(frozen=True, slots=True)
class _Grid:
    """The places of a board's cells; `x` and `y` are the upper left corner of the first."""

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

    def outline(self, place: Coordinates, inset: float, fill: str, pen: Pen) -> Shape:
        """Draw a cell: a square, smaller by `inset` on each side; of a slanted grid, a hexagon that points upwards."""
        (x, y), half, side = self.middle(*place), self.cell / 2, self.cell / sqrt(3)
        if not self.board.slant:
            return Rectangle(x - half + inset, y - half + inset, 2 * (half - inset), 2 * (half - inset), fill, pen)
        corners = (
            (x, y - side), (x + half, y - side / 2), (x + half, y + side / 2),
            (x, y + side), (x - half, y + side / 2), (x - half, y - side / 2),
        )  # fmt: skip
        return Polygon(corners, fill, pen)


def size_of(board: Board, size: float) -> tuple[float, float]:
    """Return the width and height of a board's drawing."""
    width, height = _grid_size(board, _cell(board, size))
    words = max((letters(clip(words)) * LETTER * size for words in board.captions), default=0)
    return max((EDGE + 0.2) * size + width, words), (EDGE + 0.3) * size + height + len(board.captions) * LINE * size


def small_size(board: Board, size: float) -> tuple[float, float]:
    """Return the width and height of a board within a node, without words."""
    return _grid_size(board, _cell_in(board, size))


def cell_within(board: Board, size: float, column: float) -> float:
    """Return the width of a cell with which a board fills a column, and is no higher than that is wide."""
    widest = max(_grid_size(board, 1))
    labelled = (column - EDGE * size) / widest
    return labelled if labelled >= LABELLED * size else column / widest


def size_with(board: Board, size: float, cell: float) -> tuple[float, float]:
    """Return the width and height of a board with cells of some width, and its captions below."""
    width, height = _grid_size(board, cell)
    edge = EDGE * size if cell >= LABELLED * size else 0
    return edge + width, edge + height + (0.3 + len(board.captions) * LINE) * size


def _grid_size(board: Board, cell: float) -> tuple[float, float]:
    rows, columns = len(board.cells), max((len(row) for row in board.cells), default=0)
    height = rows * cell if not board.slant else (rows - 1) * cell * sqrt(3) / 2 + 2 * cell / sqrt(3)
    return columns * cell + (rows - 1) * cell / 2 * board.slant, height


def _cell_in(board: Board, size: float) -> float:
    """Return the width of a cell of a board within a node."""
    width, (least, most) = max(1, _grid_size(board, 1)[0]), SMALL_CELLS
    return size * max(least, min(most, SMALL_BOARD / width))


def draw_small(
    board: Board, theme: Theme, x: float, y: float, size: float, marks: Mapping[Coordinates, Mark], cell: float = 0
) -> list[Shape]:
    """Draw a board within a node, or with cells of some width: no words, only squares, pieces and what a move did."""
    grid = _Grid(board, x, y, cell or _cell_in(board, size))
    shapes = _cells(grid, theme, grid.cell / CELL, marks)
    return [shape for shape in shapes if not isinstance(shape, Text)]


def draw_beside(
    board: Board, theme: Theme, x: float, y: float, size: float, marks: Mapping[Coordinates, Mark], cell: float
) -> list[Shape]:
    """Draw a board with its captions and cells of some width, with coordinates where these have room."""
    edge = EDGE * size if cell >= LABELLED * size else 0
    shapes = draw_small(board, theme, x + edge, y + edge, size, marks, cell)
    labels = _labels(_Grid(board, x + edge, y + edge, cell), theme, size) if edge else []
    bottom = y + size_with(board, size, cell)[1]
    return [*shapes, *labels, *_captions(board, x, bottom, theme, size)]


def draw(board: Board, theme: Theme, x: float, y: float, size: float, marks: Mapping[Coordinates, Mark]) -> list[Shape]:
    """Draw a board with its upper left corner at a place; `marks` say what a move did."""
    grid = _Grid(board, x + EDGE * size, y + EDGE * size, _cell(board, size))
    shapes = _cells(grid, theme, size, marks)
    bottom = y + size_of(board, size)[1]
    return shapes + _labels(grid, theme, size) + _captions(board, x, bottom, theme, size)


def _cells(grid: _Grid, theme: Theme, size: float, marked: Mapping[Coordinates, Mark]) -> list[Shape]:
    """Draw the squares with their marks and pieces."""
    board, brush = grid.board, Brush(theme, grid.cell, grid.board.dark)
    shapes = [_ground(grid, place, theme, size) for place in _places(board)]
    shapes += [*_edges(grid)]
    shapes += [_mark_below(grid, place, marked[place], theme, size) for place in sorted(marked)]
    for row, column in _places(board):
        shapes += piece_shapes(board.cells[row][column], *grid.middle(row, column), brush)
    for place in sorted(marked):
        shapes += _mark_above(grid, place, marked[place], size)
    return shapes


def is_dark(board: Board, place: Coordinates) -> bool:
    """Return whether a cell of a chequered board is one of the dark ones."""
    row, column = place
    all_are = all(cell.playable for _, cell in squares_of(board))
    return (row + column) % 2 == 1 if all_are else board.cells[row][column].playable


def _places(board: Board) -> list[Coordinates]:
    """List the cells that are drawn, row by row: of those that are never used only a chequered board's."""
    return [place for place, cell in squares_of(board) if cell.playable or board.chequered]


def _cell(board: Board, size: float) -> float:
    """Return a cell's width: wider where a label needs it."""
    labels = [letters(clip(cell.label, 12)) for row in board.cells for cell in row if cell.label]
    return size * max(CELL, (max(labels, default=0) + 1) * LETTER)


def heat_of(board: Board, layer: str | None) -> dict[Coordinates, float]:
    """Return each cell's part of the largest number of a layer, from 0 to 1."""
    if layer is None:
        return {}
    rows = enumerate(board.layers[layer])
    values = {(y, x): value for y, row in rows for x, value in enumerate(row) if value is not None}
    low, high = min(values.values(), default=0), max(values.values(), default=0)
    return {place: (value - low) / (high - low) if high > low else 0.0 for place, value in values.items()}


def _ground(grid: _Grid, place: Coordinates, theme: Theme, size: float) -> Shape:
    """Draw an empty cell."""
    board, colours = grid.board, board_colours(theme.name)
    playable, shades = board.cells[place[0]][place[1]].playable, colours.grounds[board.ground]
    fill = shades[0 if is_dark(board, place) else 2] if board.chequered else shades[1] if playable else theme.page
    return grid.outline(place, 0, fill, Pen(colours.line, round(0.06 * size, 2)))


def _edges(grid: _Grid) -> Iterator[Shape]:
    """Draw the edges of a slanted grid that belong to players in the colours of their pieces."""
    board, half, side = grid.board, grid.cell / 2, grid.cell / sqrt(3)
    rows, columns = range(len(board.cells)), range(len(board.cells[0]))
    roof, wall = ((-half, side / 2), (0, side), (half, side / 2)), (-side / 2, side / 2)
    first, last = ([grid.middle(row, column) for column in columns] for row in (rows[0], rows[-1]))
    left, right = ([grid.middle(row, column) for row in rows] for column in (columns[0], columns[-1]))
    lines = (
        (board.edges[0], [(x + across, y - up) for x, y in first for across, up in roof]),
        (board.edges[0], [(x + across, y + up) for x, y in last for across, up in roof]),
        (board.edges[1], [(x - half, y + down) for x, y in left for down in wall]),
        (board.edges[1], [(x + half, y + down) for x, y in right for down in wall]),
    )
    for owner, line in lines:
        fill = DARK if owner is board.dark else LIGHT
        for pen in (Pen(RIM, round(0.2 * grid.cell, 2)), Pen(fill, round(0.12 * grid.cell, 2))) if owner else ():
            yield from (Stroke(*begin, *end, pen) for begin, end in pairwise(line))


def _mark_below(grid: _Grid, place: Coordinates, mark: Mark, theme: Theme, size: float) -> Shape:
    """Fill and frame a cell: solid where a piece is now, dashed where one has gone."""
    line = "dashed" if mark in (Mark.LEFT, Mark.CAPTURED) else "solid"
    pen, fill = Pen(theme.text, round(0.16 * size, 2), line), board_colours(theme.name).marks[mark]
    return grid.outline(place, 0.08 * size, fill, pen)


def _mark_above(grid: _Grid, place: Coordinates, mark: Mark, size: float) -> list[Shape]:
    """Draw a ring around what was flipped, a cross over what was captured, and a dot beside what has moved there."""
    (x, y), unit = grid.middle(*place), grid.cell
    pen, rim = Pen(LIGHT, round(0.1 * size, 2)), Pen(RIM, round(0.2 * size, 2))
    if mark is Mark.FLIPPED:
        return [Circle(x, y, 0.13 * unit, LIGHT, rim)]
    if mark is Mark.CAPTURED:
        reach = 0.25 * unit
        ends = ((x - reach, y - reach, x + reach, y + reach), (x - reach, y + reach, x + reach, y - reach))
        return [Stroke(*end, each) for each in (rim, pen) for end in ends]
    if mark is Mark.ARRIVED:
        return [Circle(x + 0.3 * unit, y - 0.3 * unit, 0.1 * unit, LIGHT, Pen(RIM, round(0.08 * size, 2)))]
    return []


def _labels(grid: _Grid, theme: Theme, size: float) -> list[Shape]:
    """Write the columns' names above and the rows' on the left."""
    shapes, board = list[Shape](), grid.board
    for column, name in enumerate(board.columns):
        shapes.append(Text(grid.middle(0, column)[0], grid.y - 0.35 * size, clip(name, 6), size, theme.faint))
    for row, name in enumerate(board.rows[: len(board.cells)]):
        x, y = grid.middle(row, 0)
        x -= grid.cell / 2 + 0.35 * size
        shapes.append(Text(x, y + CAPITAL / 2 * size, clip(name, 6), size, theme.faint, "end"))
    return shapes


def _captions(board: Board, x: float, bottom: float, theme: Theme, size: float) -> list[Shape]:
    """Write the captions, the last of which ends at `bottom`."""
    top = bottom - len(board.captions) * LINE * size
    return [
        Text(x, top + (number + 0.8) * LINE * size, clip(words), size, theme.text, "start")
        for number, words in enumerate(board.captions)
    ]
