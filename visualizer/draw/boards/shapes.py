"""A board as shapes: squares or hexagons, pieces and piles, labels and captions."""

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
"""The most pieces of a pile that are drawn: the uppermost, with the pile's height as a number."""
LIGHT_PIECE = LIGHT_INK, DARK_INK
"""Fill and line of light pieces, the same in every theme."""
DARK_PIECE = DARK_INK, LIGHT_INK
"""Fill and line of dark pieces."""

CELL_LABEL_SIZE = 0.53
"""Size of a label's letters, in cells: in a usual cell, no smaller than other text."""

DISC_RADIUS = 0.42
"""Radius of a disc, in cells: large enough for letters inside."""

Points = Sequence[tuple[float, float]]


def mirrored(half: Points) -> Points:
    """Add the left half to the right one.

    >>> mirrored(((0, 0), (1, 2)))
    ((0, 0), (1, 2), (-1, 2))
    """
    return (*half, *((-across, down) for across, down in reversed(half) if across))


FIGURE_PARTS = tomllib.loads(Path(__file__).with_name("figures.toml").read_text(encoding="utf-8"))
"""The parts of each chess piece, which figures.toml explains."""
FIGURE_OUTLINES: dict[str, Points] = {
    name: mirrored(parts["half"]) if "half" in parts else parts["outline"]
    for name, parts in FIGURE_PARTS.items()
}


PIP_PAIRS = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
"""Pairs of pips in the order in which the faces of a die get them."""


def die_pips(number: int) -> Points:
    """Return the pips of a face of a die, from -1 to 1 across and down.

    >>> die_pips(3)
    [(0, 0), (-1, -1), (1, 1)]
    """
    pips = [(0, 0)] if number % 2 else []
    for pair in PIP_PAIRS[: number // 2]:
        pips += pair
    return pips


DIE_PIPS: dict[str, Points] = {str(number): die_pips(number) for number in range(1, 7)}


@dataclass(frozen=True, slots=True)
class Brush:
    """What all pieces of a board share: theme, width of a cell, and whose pieces are dark."""

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
        """Return the colour of a letter or sign on the board itself."""
        if self.theme.name == "mono" or owner is Player.NOBODY:
            return board_colours(self.theme.name).words_on_ground
        fill, _ = self.colours(owner)
        return fill


def piece_shapes(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw what is on a cell; a pile also as a small side view."""
    if not cell.playable or not cell.piece:
        return []
    draw_piece = PIECE_PAINTERS[cell.piece]
    if len(cell.stack) < 2:
        return draw_piece(cell, x, y, brush)
    uppermost = draw_piece(cell, x - 0.08 * brush.cell, y, brush)
    return uppermost + _pile_shapes(cell.stack, x, y, brush)


def _stone(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a disc, and in it the label, if any."""
    fill, line = brush.colours(cell.owner)
    disc = Circle(x, y, DISC_RADIUS * brush.cell, fill, brush.pen(cell.owner))
    if not cell.label:
        return [disc]
    size = CELL_LABEL_SIZE * brush.cell
    return [disc, Text(x, y + 0.36 * size, clip_text(cell.label, 3), size, line, bold=True)]


def _die(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw the face of a die: without pips if it is yet to be rolled."""
    half = 0.33 * brush.cell
    unit = 0.19 * brush.cell
    radius = 0.07 * brush.cell
    pen = Pen(PIECE_RIM, round(0.05 * brush.cell, 2))
    shapes: list[Shape] = [
        Rectangle(x - half, y - half, 2 * half, 2 * half, LIGHT_INK, pen, 0.14 * brush.cell)
    ]
    for across, down in DIE_PIPS.get(cell.label, ()):
        shapes.append(Circle(x + across * unit, y + down * unit, radius, DARK_INK))
    return shapes


def _man(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a stone with a ring."""
    _, line = brush.colours(cell.owner)
    pen = Pen(line, round(0.035 * brush.cell, 2))
    return [*_stone(cell, x, y, brush), Circle(x, y, 0.28 * brush.cell, "", pen)]


def _king(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a stone with a crown."""
    unit = 0.2 * brush.cell
    _, line = brush.colours(cell.owner)
    corners = ((-1, 0.8), (-1, -0.6), (-0.45, 0), (0, -0.9), (0.45, 0), (1, -0.6), (1, 0.8))
    crown = tuple((x + across * unit, y + down * unit) for across, down in corners)
    return [*_stone(cell, x, y, brush), Polygon(crown, line)]


def _flat(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a square piece, lying flat."""
    half = 0.31 * brush.cell
    side = 2 * half
    fill, _ = brush.colours(cell.owner)
    pen = brush.pen(cell.owner)
    return [Rectangle(x - half, y - half, side, side, fill, pen, 0.08 * brush.cell)]


def _wall(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a narrow block along a diagonal."""
    long = 0.27 * brush.cell
    wide = 0.09 * brush.cell
    points = (
        (x - long - wide, y + long - wide),
        (x - long + wide, y + long + wide),
        (x + long + wide, y - long + wide),
        (x + long - wide, y - long - wide),
    )
    fill, _ = brush.colours(cell.owner)
    return [Polygon(points, fill, brush.pen(cell.owner))]


def _capstone(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a round piece with a dome."""
    fill, line = brush.colours(cell.owner)
    radius = 0.31 * brush.cell
    return [
        Circle(x, y, radius, fill, brush.pen(cell.owner)),
        Circle(x, y, 0.42 * radius, "", Pen(line, round(0.05 * brush.cell, 2))),
    ]


def _cross(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a cross of two strokes."""
    reach = 0.26 * brush.cell
    pen = Pen(brush.sign(cell.owner), round(0.11 * brush.cell, 2))
    return [
        Stroke(x - reach, y - reach, x + reach, y + reach, pen),
        Stroke(x - reach, y + reach, x + reach, y - reach, pen),
    ]


def _nought(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a ring."""
    pen = Pen(brush.sign(cell.owner), round(0.11 * brush.cell, 2))
    return [Circle(x, y, 0.28 * brush.cell, "", pen)]


def _label_piece(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw the chess piece that a label stands for, or write the label."""
    if cell.figure in FIGURE_OUTLINES:
        return _figure(cell, x, y, brush)
    words = clip_text(cell.label, 12)
    fitting_size = brush.cell / (0.65 * max(len(words), 1))
    size = min(CELL_LABEL_SIZE * brush.cell, fitting_size)
    return [Text(x, y + 0.36 * size, words, size, brush.sign(cell.owner))]


def _figure(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a chess piece as an outline with strokes, the same whatever type is installed."""
    figure = FIGURE_PARTS[cell.figure]
    unit = 0.48 * brush.cell
    pen = brush.pen(cell.owner)
    fill, line = brush.colours(cell.owner)
    inner = Pen(line, round(0.035 * brush.cell, 2))
    outline = FIGURE_OUTLINES[cell.figure]
    points = tuple((x + across * unit, y + down * unit) for across, down in outline)
    # Coordinates in figures.toml are relative to the middle of the cell.
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
    """Draw a pile from the side at the right edge of its cell, a bar for each piece."""
    unit = 0.9 * brush.cell / MAX_DRAWN_PILE
    left = x + 0.27 * brush.cell
    foot = y + 0.45 * brush.cell
    pen = Pen(PIECE_RIM, round(0.025 * brush.cell, 2))
    shapes: list[Shape] = []
    for number, owner in enumerate(stack[-MAX_DRAWN_PILE:]):
        top = foot - (number + 1) * unit
        fill, _ = brush.colours(owner)
        shapes.append(Rectangle(left, top, 0.19 * brush.cell, 0.88 * unit, fill, pen))
    if len(stack) > MAX_DRAWN_PILE:
        size = 0.3 * brush.cell
        middle = x - 0.08 * brush.cell
        _, line = brush.colours(stack[-1])
        shapes.append(Text(middle, y + 0.36 * size, str(len(stack)), size, line, bold=True))
    return shapes


# Lengths from here on are in units of the text size.

BOARD_CELL_WIDTH = 1.9
BOARD_NAME_ROOM = 1.5
"""Room for the names of rows, and of columns."""
BOARD_LINE_HEIGHT = 1.3
"""Height of a line of captions."""
MIN_NAMED_CELL = 1.3
"""The least width of a cell for which the names of rows and columns have room."""
SMALL_CELL_LIMITS = 0.6, 1.2
"""The least and greatest width of a cell of a board within a node."""
SMALL_BOARD_WIDTH = 4.8
"""The usual width of a board within a node."""


@dataclass(frozen=True, slots=True)
class BoardGrid:
    """The squares of a board on a page: the upper left corner of all, and the width of each."""

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
        """Return the corners of a hexagon, in the order of `HEXAGON_CORNERS`."""
        x, y = self.middle(place)
        return [(x + across * self.cell, y + down * self.cell) for across, down in HEXAGON_CORNERS]

    def outline(self, place: Coordinates, inset: float, fill: str, pen: Pen) -> Shape:
        """Draw a cell: a hexagon, or a square that is smaller by `inset` on each side."""
        if self.board.slant:
            return Polygon(tuple(self.corners(place)), fill, pen)
        x, y = self.middle(place)
        half = self.cell / 2 - inset
        return Rectangle(x - half, y - half, 2 * half, 2 * half, fill, pen)


def board_drawing_size(board: Board, size: float, cell: float = 0) -> tuple[float, float]:
    """Return the width and height of a board's drawing for a text size.

    `cell` is the width of a cell, 0 for the usual width.
    """
    lines = len(board.captions)
    if cell:
        width, height = _grid_size(board, cell)
        edge = _name_room(size, cell)
        return edge + width, edge + height + (0.3 + lines * BOARD_LINE_HEIGHT) * size
    width, height = _grid_size(board, _default_cell_width(board, size))
    caption_widths = [
        display_width(clip_text(words)) * LETTER_WIDTH * size for words in board.captions
    ]
    wide = max((BOARD_NAME_ROOM + 0.2) * size + width, max(caption_widths, default=0))
    return wide, (BOARD_NAME_ROOM + 0.3) * size + height + lines * BOARD_LINE_HEIGHT * size


def small_board_size(board: Board, size: float) -> tuple[float, float]:
    """Return the width and height of a board within a node, which has no words."""
    return _grid_size(board, _small_cell_width(board, size))


def cell_width_in_column(board: Board, size: float, column: float) -> float:
    """Return the width of a cell for a board as wide as a column, and no higher than wide."""
    longest_side = max(board_extent(board))
    with_names = (column - BOARD_NAME_ROOM * size) / longest_side
    return with_names if with_names >= MIN_NAMED_CELL * size else column / longest_side


def _grid_size(board: Board, cell: float) -> tuple[float, float]:
    """Return the width and height of all squares together."""
    across, down = board_extent(board)
    return across * cell, down * cell


def _small_cell_width(board: Board, size: float) -> float:
    """Return the width of a cell of a board within a node."""
    columns = max(1, board_extent(board)[0])
    least, most = SMALL_CELL_LIMITS
    return size * max(least, min(most, SMALL_BOARD_WIDTH / columns))


def draw_small_board(
    board: Board,
    theme: Theme,
    x: float,
    y: float,
    size: float,
    *,
    marks: Mapping[Coordinates, Mark],
) -> list[Shape]:
    """Draw a board within a node: no words, only squares, pieces and what a move did."""
    grid = BoardGrid(board, x, y, _small_cell_width(board, size))
    return _wordless(grid, theme, marks)


def _wordless(grid: BoardGrid, theme: Theme, marks: Mapping[Coordinates, Mark]) -> list[Shape]:
    """Draw the cells of a board that is too small for words."""
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
    """Draw a board and its captions, with its upper left corner at a place.

    `marks` say what a move did. `cell` is the width of a cell, 0 for the usual width. Columns and
    rows have names where these have room.
    """
    grid = board_grid(board, x, y, size, cell)
    shapes = _wordless(grid, theme, marks) if cell else _cells(grid, theme, size, marks)
    if _name_room(size, cell):
        shapes += _name_shapes(grid, theme, size)
    _, height = board_drawing_size(board, size, cell)
    return [*shapes, *_board_captions(board, x, y + height, theme, size)]


def board_grid(board: Board, x: float, y: float, size: float, cell: float = 0) -> BoardGrid:
    """Return the places of the squares that `draw_board_shapes` draws."""
    edge = _name_room(size, cell)
    return BoardGrid(board, x + edge, y + edge, cell or _default_cell_width(board, size))


def _name_room(size: float, cell: float) -> float:
    """Return the room for names beside cells of a width, 0 for the usual width."""
    has_room = not cell or cell >= MIN_NAMED_CELL * size
    return BOARD_NAME_ROOM * size if has_room else 0


def _cells(
    grid: BoardGrid, theme: Theme, size: float, marked: Mapping[Coordinates, Mark]
) -> list[Shape]:
    """Draw the squares with their marks and pieces."""
    board = grid.board
    brush = Brush(theme, grid.cell, board.dark)
    shapes = [_square_ground(grid, place, theme, size) for place in drawn_places(board)]
    shapes += _edges(grid, brush)
    for place in sorted(marked):
        # A frame is solid where a piece is now, and dashed where one has gone.
        mark = marked[place]
        line = "dashed" if mark in (Mark.LEFT, Mark.CAPTURED) else "solid"
        pen = Pen(theme.text, round(0.16 * size, 2), line)
        fill = board_colours(theme.name).marks[mark]
        shapes.append(grid.outline(place, 0.08 * size, fill, pen))
    for place in drawn_places(board):
        row, column = place
        x, y = grid.middle(place)
        shapes += piece_shapes(board.cells[row][column], x, y, brush)
    for place in sorted(marked):
        shapes += _mark_above(grid, place, marked[place], size)
    return shapes


def _default_cell_width(board: Board, size: float) -> float:
    """Return the usual width of a cell, more where a label needs it."""
    labels = [
        display_width(clip_text(cell.label, 12)) for _, cell in squares_of(board) if cell.label
    ]
    longest = max(labels, default=0)
    return size * max(BOARD_CELL_WIDTH, (longest + 1) * LETTER_WIDTH)


def _square_ground(grid: BoardGrid, place: Coordinates, theme: Theme, size: float) -> Shape:
    """Draw an empty cell."""
    colours = board_colours(theme.name)
    shade = shade_of(grid.board, place)
    assert shade is not None
    fill = colours.grounds[grid.board.ground][shade]
    return grid.outline(place, 0, fill, Pen(colours.line, round(0.06 * size, 2)))


def _edges(grid: BoardGrid, brush: Brush) -> Iterator[Shape]:
    """Draw the edges of a slanted grid that belong to players, in their colours."""
    rows = range(len(grid.board.cells))
    columns = range(len(grid.board.cells[0]))
    level, upright = grid.board.edges[0], grid.board.edges[1]
    # Each edge with its owner, its cells, and the corners of a hexagon that it follows.
    sides = (
        (level, [(rows[0], column) for column in columns], (5, 0, 1)),
        (level, [(rows[-1], column) for column in columns], (4, 3, 2)),
        (upright, [(row, columns[0]) for row in rows], (5, 4)),
        (upright, [(row, columns[-1]) for row in rows], (1, 2)),
    )
    for owner, places, corners in sides:
        if not owner:
            continue
        points = list[tuple[float, float]]()
        for place in places:
            hexagon = grid.corners(place)
            points += [hexagon[corner] for corner in corners]
        fill, _ = brush.colours(owner)
        # A wider rim below keeps light edges visible on a light page.
        rim = Pen(PIECE_RIM, round(0.2 * grid.cell, 2))
        for pen in (rim, Pen(fill, round(0.12 * grid.cell, 2))):
            for begin, end in pairwise(points):
                yield Stroke(*begin, *end, pen)


def _mark_above(grid: BoardGrid, place: Coordinates, mark: Mark, size: float) -> list[Shape]:
    """Draw a dot on a flipped piece, a cross over a captured one, a dot beside one that moved."""
    x, y = grid.middle(place)
    unit = grid.cell
    pen = Pen(LIGHT_INK, round(0.1 * size, 2))
    rim = Pen(PIECE_RIM, round(0.2 * size, 2))
    if mark is Mark.FLIPPED:
        return [Circle(x, y, 0.13 * unit, LIGHT_INK, rim)]
    if mark is Mark.CAPTURED:
        reach = 0.25 * unit
        diagonals = (
            (x - reach, y - reach, x + reach, y + reach),
            (x - reach, y + reach, x + reach, y - reach),
        )
        return [Stroke(*ends, stroke_pen) for stroke_pen in (rim, pen) for ends in diagonals]
    if mark is Mark.ARRIVED:
        dot_rim = Pen(PIECE_RIM, round(0.08 * size, 2))
        return [Circle(x + 0.3 * unit, y - 0.3 * unit, 0.1 * unit, LIGHT_INK, dot_rim)]
    return []


def _name_shapes(grid: BoardGrid, theme: Theme, size: float) -> list[Shape]:
    """Write the columns' names above and the rows' on the left."""
    board = grid.board
    shapes = list[Shape]()
    for column, name in enumerate(board.columns):
        x, _ = grid.middle((0, column))
        shapes.append(Text(x, grid.y - 0.35 * size, clip_text(name, 6), size, theme.faint))
    for row, name in enumerate(board.rows[: len(board.cells)]):
        x, y = grid.middle((row, 0))
        x -= grid.cell / 2 + 0.35 * size
        baseline = y + CAPITAL_HEIGHT / 2 * size
        shapes.append(Text(x, baseline, clip_text(name, 6), size, theme.faint, "end"))
    return shapes


def _board_captions(
    board: Board, x: float, bottom: float, theme: Theme, size: float
) -> list[Shape]:
    """Write the captions, the last of which ends at `bottom`."""
    top = bottom - len(board.captions) * BOARD_LINE_HEIGHT * size
    shapes = list[Shape]()
    for number, words in enumerate(board.captions):
        y = top + (number + 0.8) * BOARD_LINE_HEIGHT * size
        shapes.append(Text(x, y, clip_text(words), size, theme.text, "start"))
    return shapes
