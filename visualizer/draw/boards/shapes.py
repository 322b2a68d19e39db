"""A board as shapes: square grids and rhombs of hexagons, pieces and piles, labels and captions."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from games import Board, Cell, Coordinates, Player
from visualizer.draw.boards.contents import Mark, drawn_places, shade_of, squares_of
from visualizer.draw.boards.places import (
    HEXAGON_CORNERS,
    board_extent,
    cell_half_height,
    row_shift,
    row_step,
)
from visualizer.look.shapes import (
    CAPITAL_HEIGHT,
    Circle,
    Pen,
    Polygon,
    Rectangle,
    Shape,
    Stroke,
    Text,
)
from visualizer.look.text import LETTER_WIDTH, clip_text, display_width
from visualizer.look.themes import DARK_INK, LIGHT_INK, PIECE_RIM, Theme, board_colours

MAX_DRAWN_PILE = 7
"""The most pieces of a pile that are all drawn; of a taller one the uppermost are, and its height as a number."""
LIGHT_PIECE = LIGHT_INK, DARK_INK
DARK_PIECE = DARK_INK, LIGHT_INK
"""Fill and line of light and dark pieces, the same in every theme."""

CELL_LABEL_SIZE = 0.53
"""Size of a label's letters in cells: the usual cell is 1.9 text sizes wide, so they are no smaller than other text."""

DISC_RADIUS = 0.42
"""Radius of a disc in cells: with cells that have coordinates it is no smaller than a letter either."""

Points = Sequence[tuple[float, float]]


def mirrored(half: Points) -> Points:
    """Add the left half to the right one.

    >>> mirrored(((0, 0), (1, 2)))
    ((0, 0), (1, 2), (-1, 2))
    """
    return (*half, *((-across, down) for across, down in reversed(half) if across))


FIGURE_PARTS = tomllib.loads(Path(__file__).with_name("figures.toml").read_text(encoding="utf-8"))
"""The parts of each piece, which figures.toml explains."""
FIGURE_OUTLINES: dict[str, Points] = {
    name: mirrored(parts["half"]) if "half" in parts else parts["outline"]
    for name, parts in FIGURE_PARTS.items()
}


PIP_PAIRS = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
DIE_PIPS: dict[str, Points] = {
    str(number): (
        *(((0, 0),) if number % 2 else ()),
        *(pip for pair in PIP_PAIRS[: number // 2] for pip in pair),
    )
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
        return DARK_PIECE if owner is self.dark else LIGHT_PIECE

    def pen(self, owner: Player) -> Pen:
        """Return the pen for a piece's outline, visible on the page as well as on its pile."""
        fill, line = self.colours(owner)
        if fill == DARK_INK:
            return Pen(PIECE_RIM, round(0.075 * self.cell, 2))
        return Pen(line, round(0.045 * self.cell, 2))

    def sign(self, owner: Player) -> str:
        """Return the colour of a letter or sign that stands on the board itself."""
        if self.theme.name == "mono" or owner is Player.NOBODY:
            return board_colours(self.theme.name).words_on_ground
        return self.colours(owner)[0]


def piece_shapes(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw what is on a cell; the pieces under the uppermost one as a small pile beside it."""
    if not cell.playable or not cell.piece:
        return []
    pile = cell.stack[:-1]
    shapes = PIECE_PAINTERS[cell.piece](cell, x - (0.08 * brush.cell if pile else 0), y, brush)
    return shapes + (_pile_shapes(cell.stack, x, y, brush) if pile else [])


def _stone(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a disc, with the label in it if it has one."""
    fill, line = brush.colours(cell.owner)
    disc = Circle(x, y, DISC_RADIUS * brush.cell, fill, brush.pen(cell.owner))
    size = CELL_LABEL_SIZE * brush.cell
    words = Text(x, y + 0.36 * size, clip_text(cell.label, 3), size, line, bold=True)
    if cell.label:
        return [disc, words]
    return [disc]


def _die(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw the face of a die with its pips, none where it is to be rolled."""
    half = 0.33 * brush.cell
    unit = 0.19 * brush.cell
    pen = Pen(PIECE_RIM, round(0.05 * brush.cell, 2))
    face = Rectangle(x - half, y - half, 2 * half, 2 * half, LIGHT_INK, pen, 0.14 * brush.cell)
    pips = DIE_PIPS.get(cell.label, ())
    radius = 0.07 * brush.cell
    dark = DARK_INK
    return [
        face,
        *(Circle(x + across * unit, y + down * unit, radius, dark) for across, down in pips),
    ]


def _man(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    line = brush.colours(cell.owner)[1]
    return [
        *_stone(cell, x, y, brush),
        Circle(x, y, 0.28 * brush.cell, "", Pen(line, round(0.035 * brush.cell, 2))),
    ]


def _king(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a stone with a crown."""
    unit = 0.2 * brush.cell
    line = brush.colours(cell.owner)[1]
    corners = ((-1, 0.8), (-1, -0.6), (-0.45, 0), (0, -0.9), (0.45, 0), (1, -0.6), (1, 0.8))
    crown = tuple((x + across * unit, y + down * unit) for across, down in corners)
    return [*_stone(cell, x, y, brush), Polygon(crown, line)]


def _flat(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    half = 0.31 * brush.cell
    fill = brush.colours(cell.owner)[0]
    return [
        Rectangle(
            x - half, y - half, 2 * half, 2 * half, fill, brush.pen(cell.owner), 0.08 * brush.cell
        )
    ]


def _wall(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a narrow block, turned."""
    long = 0.27 * brush.cell
    wide = 0.09 * brush.cell
    points = (
        (x - long - wide, y + long - wide),
        (x - long + wide, y + long + wide),
        (x + long + wide, y - long + wide),
        (x + long - wide, y - long - wide),
    )
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
    reach = 0.26 * brush.cell
    pen = Pen(brush.sign(cell.owner), round(0.11 * brush.cell, 2))
    return [
        Stroke(x - reach, y - reach, x + reach, y + reach, pen),
        Stroke(x - reach, y + reach, x + reach, y - reach, pen),
    ]


def _nought(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    return [
        Circle(
            x, y, 0.28 * brush.cell, "", Pen(brush.sign(cell.owner), round(0.11 * brush.cell, 2))
        )
    ]


def _label_piece(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw the piece that a label stands for, or write the label."""
    if cell.figure in FIGURE_OUTLINES:
        return _figure(cell, x, y, brush)
    size = CELL_LABEL_SIZE * brush.cell
    words = clip_text(cell.label, 12)
    size = min(size, brush.cell / (0.65 * max(len(words), 1)))
    return [Text(x, y + 0.36 * size, words, size, brush.sign(cell.owner))]


def _figure(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a piece of chess as an outline with strokes in it, the same whatever type is installed."""
    figure = FIGURE_PARTS[cell.figure]
    unit = 0.48 * brush.cell
    pen = brush.pen(cell.owner)
    fill, line = brush.colours(cell.owner)
    inner = Pen(line, round(0.035 * brush.cell, 2))
    points = tuple(
        (x + across * unit, y + down * unit) for across, down in FIGURE_OUTLINES[cell.figure]
    )
    shapes: list[Shape] = [Polygon(points, fill, pen)]
    for x1, y1, x2, y2 in figure["lines"]:
        shapes.append(Stroke(x + x1 * unit, y + y1 * unit, x + x2 * unit, y + y2 * unit, inner))
    for across, down in figure.get("balls", ()):
        shapes.append(Circle(x + across * unit, y + down * unit, 0.09 * unit, fill, pen))
    for across, down in figure.get("eyes", ()):
        shapes.append(Circle(x + across * unit, y + down * unit, 0.06 * unit, line))
    return shapes


PIECE_PAINTERS: dict[str, Callable[[Cell, float, float, Brush], list[Shape]]] = {
    "stone": _stone,
    "man": _man,
    "king": _king,
    "flat": _flat,
    "wall": _wall,
    "capstone": _capstone,
    "cross": _cross,
    "nought": _nought,
    "label": _label_piece,
    "die": _die,
}


def _pile_shapes(stack: tuple[Player, ...], x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a pile from the side, at the cell's right edge: a bar for each piece, its height as a number if tall."""
    unit = 0.9 * brush.cell / MAX_DRAWN_PILE
    left = x + 0.27 * brush.cell
    foot = y + 0.45 * brush.cell
    shapes: list[Shape] = []
    for number, owner in enumerate(stack[-MAX_DRAWN_PILE:]):
        top = foot - (number + 1) * unit
        pen = Pen(PIECE_RIM, round(0.025 * brush.cell, 2))
        shapes.append(
            Rectangle(left, top, 0.19 * brush.cell, 0.88 * unit, brush.colours(owner)[0], pen)
        )
    if len(stack) > MAX_DRAWN_PILE:
        size = 0.3 * brush.cell
        colour = brush.colours(stack[-1])[1]
        shapes.append(
            Text(x - 0.08 * brush.cell, y + 0.36 * size, str(len(stack)), size, colour, bold=True)
        )
    return shapes


BOARD_CELL_WIDTH = 1.9
"""Width of a cell in units of the text size."""
BOARD_NAME_ROOM = 1.5
"""Width of the labels of rows and columns, in units of the text size."""
BOARD_LINE_HEIGHT = 1.3
MIN_NAMED_CELL = 1.3
"""The least width of a cell beside whose rows and columns their names have room, in text sizes."""
SMALL_CELL_LIMITS = 0.6, 1.2
SMALL_BOARD_WIDTH = 4.8
"""The least and greatest width of a cell within a node, and the usual width of such a board, in text sizes."""


@dataclass(frozen=True, slots=True)
class BoardGrid:
    """A board's squares on a page: the upper left corner of them all, and the width of each."""

    board: Board
    x: float
    y: float
    cell: float

    def middle(self, place: Coordinates) -> tuple[float, float]:
        """Return the middle of a square."""
        row, column = place
        left = self.x + row_shift(self.board, row) * self.cell
        top = self.y + cell_half_height(self.board) * self.cell
        return left + (column + 0.5) * self.cell, top + row * row_step(self.board) * self.cell

    def corners(self, place: Coordinates) -> list[tuple[float, float]]:
        """Return the corners of a hexagon, in the order of `HEXAGON`."""
        x, y = self.middle(place)
        return [(x + across * self.cell, y + down * self.cell) for across, down in HEXAGON_CORNERS]

    def outline(self, place: Coordinates, inset: float, fill: str, pen: Pen) -> Shape:
        """Draw a cell: a square, smaller by `inset` on each side, or on a slanted board a hexagon."""
        if self.board.slant:
            return Polygon(tuple(self.corners(place)), fill, pen)
        x, y = self.middle(place)
        half = self.cell / 2 - inset
        return Rectangle(x - half, y - half, 2 * half, 2 * half, fill, pen)


def board_drawing_size(board: Board, size: float, cell: float = 0) -> tuple[float, float]:
    """Return the width and height of a board's drawing with cells of some width, 0 for as wide as usual."""
    if cell:
        width, height = _grid_size(board, cell)
        edge = _name_room(size, cell)
        return edge + width, edge + height + (0.3 + len(board.captions) * BOARD_LINE_HEIGHT) * size
    width, height = _grid_size(board, _default_cell_width(board, size))
    words = max(
        (display_width(clip_text(words)) * LETTER_WIDTH * size for words in board.captions),
        default=0,
    )
    return max((BOARD_NAME_ROOM + 0.2) * size + width, words), (
        BOARD_NAME_ROOM + 0.3
    ) * size + height + len(board.captions) * BOARD_LINE_HEIGHT * size


def small_board_size(board: Board, size: float) -> tuple[float, float]:
    """Return the width and height of a board within a node, without words."""
    return _grid_size(board, _small_cell_width(board, size))


def cell_width_in_column(board: Board, size: float, column: float) -> float:
    """Return the width of a cell with which a board fills a column, and is no higher than that is wide."""
    widest = max(board_extent(board))
    labelled = (column - BOARD_NAME_ROOM * size) / widest
    if labelled >= MIN_NAMED_CELL * size:
        return labelled
    return column / widest


def _grid_size(board: Board, cell: float) -> tuple[float, float]:
    across, down = board_extent(board)
    return across * cell, down * cell


def _small_cell_width(board: Board, size: float) -> float:
    """Return the width of a cell of a board within a node."""
    width = max(1, board_extent(board)[0])
    least, most = SMALL_CELL_LIMITS
    return size * max(least, min(most, SMALL_BOARD_WIDTH / width))


def draw_small_board(
    board: Board, theme: Theme, x: float, y: float, size: float, marks: Mapping[Coordinates, Mark]
) -> list[Shape]:
    """Draw a board within a node: no words, only squares, pieces and what a move did."""
    return _wordless(BoardGrid(board, x, y, _small_cell_width(board, size)), theme, marks)


def _wordless(grid: BoardGrid, theme: Theme, marks: Mapping[Coordinates, Mark]) -> list[Shape]:
    shapes = _cells(grid, theme, grid.cell / BOARD_CELL_WIDTH, marks)
    return [shape for shape in shapes if not isinstance(shape, Text)]


def draw_board_shapes(
    board: Board,
    theme: Theme,
    x: float,
    y: float,
    size: float,
    marks: Mapping[Coordinates, Mark],
    cell: float = 0,
) -> list[Shape]:
    """Draw a board with its captions and its upper left corner at a place; `marks` say what a move did.

    Its cells are `cell` wide, 0 for as wide as usual. Columns and rows have their names where these have room.
    """
    grid = board_grid(board, x, y, size, cell)
    if cell:
        shapes = _wordless(grid, theme, marks)
    else:
        shapes = _cells(grid, theme, size, marks)
    if _name_room(size, cell):
        labels = _name_shapes(grid, theme, size)
    else:
        labels = []
    bottom = y + board_drawing_size(board, size, cell)[1]
    return [*shapes, *labels, *_board_captions(board, x, bottom, theme, size)]


def board_grid(board: Board, x: float, y: float, size: float, cell: float = 0) -> BoardGrid:
    """Return where the squares stand that `draw_board_shapes` draws."""
    edge = _name_room(size, cell)
    return BoardGrid(board, x + edge, y + edge, cell or _default_cell_width(board, size))


def _name_room(size: float, cell: float) -> float:
    """Return the room for the names of columns and rows beside cells of some width, 0 for as wide as usual."""
    if not cell or cell >= MIN_NAMED_CELL * size:
        return BOARD_NAME_ROOM * size
    return 0


def _cells(
    grid: BoardGrid, theme: Theme, size: float, marked: Mapping[Coordinates, Mark]
) -> list[Shape]:
    """Draw the squares with their marks and pieces."""
    board = grid.board
    brush = Brush(theme, grid.cell, grid.board.dark)
    shapes = [_square_ground(grid, place, theme, size) for place in drawn_places(board)]
    shapes += [*_edges(grid, brush)]
    for place in sorted(
        marked
    ):  # filled and framed: solid where a piece is now, dashed where one has gone
        if marked[place] in (Mark.LEFT, Mark.CAPTURED):
            line = "dashed"
        else:
            line = "solid"
        pen = Pen(theme.text, round(0.16 * size, 2), line)
        fill = board_colours(theme.name).marks[marked[place]]
        shapes.append(grid.outline(place, 0.08 * size, fill, pen))
    for place in drawn_places(board):
        row, column = place
        shapes += piece_shapes(board.cells[row][column], *grid.middle(place), brush)
    for place in sorted(marked):
        shapes += _mark_above(grid, place, marked[place], size)
    return shapes


def _default_cell_width(board: Board, size: float) -> float:
    """Return a cell's width: wider where a label needs it."""
    labels = [
        display_width(clip_text(cell.label, 12)) for _, cell in squares_of(board) if cell.label
    ]
    return size * max(BOARD_CELL_WIDTH, (max(labels, default=0) + 1) * LETTER_WIDTH)


def _square_ground(grid: BoardGrid, place: Coordinates, theme: Theme, size: float) -> Shape:
    """Draw an empty cell."""
    colours = board_colours(theme.name)
    shade = shade_of(grid.board, place)
    assert shade is not None
    fill = colours.grounds[grid.board.ground][shade]
    return grid.outline(place, 0, fill, Pen(colours.line, round(0.06 * size, 2)))


def _edges(grid: BoardGrid, brush: Brush) -> Iterator[Shape]:
    """Draw the edges of a slanted grid that belong to players in the colours of their pieces."""
    rows = range(len(grid.board.cells))
    columns = range(len(grid.board.cells[0]))
    upright = grid.board.edges[1]
    level = grid.board.edges[0]
    sides = (
        (level, [(rows[0], column) for column in columns], (5, 0, 1)),
        (level, [(rows[-1], column) for column in columns], (4, 3, 2)),
        (upright, [(row, columns[0]) for row in rows], (5, 4)),
        (upright, [(row, columns[-1]) for row in rows], (1, 2)),
    )
    for owner, places, corners in sides:
        if not owner:
            continue
        line = [grid.corners(place)[corner] for place in places for corner in corners]
        fill, _ = brush.colours(owner)
        for pen in (
            Pen(PIECE_RIM, round(0.2 * grid.cell, 2)),
            Pen(fill, round(0.12 * grid.cell, 2)),
        ):
            yield from (Stroke(*begin, *end, pen) for begin, end in pairwise(line))


def _mark_above(grid: BoardGrid, place: Coordinates, mark: Mark, size: float) -> list[Shape]:
    """Draw a ring around what was flipped, a cross over what was captured, and a dot beside what has moved there."""
    x, y = grid.middle(place)
    unit = grid.cell
    pen = Pen(LIGHT_INK, round(0.1 * size, 2))
    rim = Pen(PIECE_RIM, round(0.2 * size, 2))
    if mark is Mark.FLIPPED:
        return [Circle(x, y, 0.13 * unit, LIGHT_INK, rim)]
    if mark is Mark.CAPTURED:
        reach = 0.25 * unit
        ends = (
            (x - reach, y - reach, x + reach, y + reach),
            (x - reach, y + reach, x + reach, y - reach),
        )
        return [Stroke(*end, each) for each in (rim, pen) for end in ends]
    if mark is Mark.ARRIVED:
        return [
            Circle(
                x + 0.3 * unit,
                y - 0.3 * unit,
                0.1 * unit,
                LIGHT_INK,
                Pen(PIECE_RIM, round(0.08 * size, 2)),
            )
        ]
    return []


def _name_shapes(grid: BoardGrid, theme: Theme, size: float) -> list[Shape]:
    """Write the columns' names above and the rows' on the left."""
    shapes = list[Shape]()
    board = grid.board
    for column, name in enumerate(board.columns):
        shapes.append(
            Text(
                grid.middle((0, column))[0],
                grid.y - 0.35 * size,
                clip_text(name, 6),
                size,
                theme.faint,
            )
        )
    for row, name in enumerate(board.rows[: len(board.cells)]):
        x, y = grid.middle((row, 0))
        x -= grid.cell / 2 + 0.35 * size
        shapes.append(
            Text(x, y + CAPITAL_HEIGHT / 2 * size, clip_text(name, 6), size, theme.faint, "end")
        )
    return shapes


def _board_captions(
    board: Board, x: float, bottom: float, theme: Theme, size: float
) -> list[Shape]:
    """Write the captions, the last of which ends at `bottom`."""
    top = bottom - len(board.captions) * BOARD_LINE_HEIGHT * size
    return [
        Text(
            x,
            top + (number + 0.8) * BOARD_LINE_HEIGHT * size,
            clip_text(words),
            size,
            theme.text,
            "start",
        )
        for number, words in enumerate(board.captions)
    ]
