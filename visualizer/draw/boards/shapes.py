"""A board as shapes: squares or hexagons, pieces and piles, labels and captions."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

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

BASELINE_DROP = 0.36
"""Distance of a baseline below the middle of a line of text, in units of the text size."""
DISC_RADIUS = 0.42
"""Radius of a disc, in cells: large enough for letters inside."""
FIGURE_UNIT = 0.48
"""The unit of the coordinates in figures.toml, in cells."""
PILE_SHIFT = 0.08
"""How far the uppermost piece of a pile is moved to the left, in cells."""
CROWN_CORNERS = ((-1, 0.8), (-1, -0.6), (-0.45, 0), (0, -0.9), (0.45, 0), (1, -0.6), (1, 0.8))
"""The corners of a king's crown, clockwise from the lower left."""

Points = Sequence[tuple[float, float]]


def add_mirror_image(right_half: Points) -> Points:
    """Return the whole outline of a symmetrical figure, given its right half.

    The axis of symmetry is x = 0, and the points of the half run from top to bottom.

    >>> add_mirror_image(((0, 0), (1, 2)))
    ((0, 0), (1, 2), (-1, 2))
    """
    # Points on the axis are their own mirror images.
    left_half = [(-across, down) for across, down in reversed(right_half) if across]
    return (*right_half, *left_half)


FIGURE_PARTS = tomllib.loads(Path(__file__).with_name("figures.toml").read_text(encoding="utf-8"))
"""The parts of each chess piece, which figures.toml explains."""


def figure_outline(parts: Mapping[str, Any]) -> Points:
    """Return the outline of a chess piece; for a symmetrical one, `parts` has the right half."""
    if "half" in parts:
        return add_mirror_image(parts["half"])
    outline: Points = parts["outline"]
    return outline


FIGURE_OUTLINES: dict[str, Points] = {
    name: figure_outline(parts) for name, parts in FIGURE_PARTS.items()
}


def scale_points(points: Points, x: float, y: float, unit: float) -> list[tuple[float, float]]:
    """Scale points around (0, 0) by `unit`, and move them so that (`x`, `y`) is their middle.

    >>> scale_points([(0, 0), (-1, 0.5)], x=10, y=20, unit=4)
    [(10, 20), (6, 22.0)]
    """
    return [(x + across * unit, y + down * unit) for across, down in points]


PIP_PAIRS = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
"""Pairs of opposite pips: the faces 2 and 3 have the first pair, 4 and 5 the first two."""


def die_pips(number: int) -> Points:
    """Return the places of the pips on a face of a die: (0, 0) is the middle, (1, 1) a corner.

    >>> die_pips(3)
    [(0, 0), (-1, -1), (1, 1)]
    """
    pips: list[tuple[float, float]] = []
    if number % 2:
        pips.append((0, 0))
    for pair in PIP_PAIRS[: number // 2]:
        pips += pair
    return pips


DIE_PIPS: dict[str, Points] = {str(number): die_pips(number) for number in range(1, 7)}


@dataclass(frozen=True, slots=True)
class Brush:
    """The look that all pieces of a board share: theme, width of a cell, and the dark side."""

    theme: Theme
    cell: float
    dark: Player

    def colours(self, owner: Player) -> tuple[str, str]:
        """Return the fill and the line of a player's pieces."""
        return DARK_PIECE if owner is self.dark else LIGHT_PIECE

    def pen(self, colour: str, width: float) -> Pen:
        """Return a pen whose width is given in cells."""
        return Pen(colour, round(width * self.cell, 2))

    def outline_pen(self, owner: Player) -> Pen:
        """Return the pen for a piece's outline, visible on the board and on other pieces."""
        fill, line = self.colours(owner)
        if fill == DARK_INK:
            return self.pen(PIECE_RIM, 0.075)
        return self.pen(line, 0.045)

    def sign_colour(self, owner: Player) -> str:
        """Return the colour of a letter or sign on the board itself."""
        # Without colours, a sign in the fill of its side might vanish on the ground.
        if self.theme.name == "mono" or owner is Player.NOBODY:
            return board_colours(self.theme.name).words_on_ground
        fill, _ = self.colours(owner)
        return fill


def piece_shapes(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw the piece on a cell around (`x`, `y`).

    For a pile, draw the top piece and, at its right, a side view of the whole pile.
    """
    if not cell.playable or not cell.piece:
        return []
    draw_piece = PIECE_PAINTERS[cell.piece]
    if len(cell.stack) < 2:
        return draw_piece(cell, x, y, brush)

    # The uppermost piece makes room for the side view at its right.
    uppermost = draw_piece(cell, x - PILE_SHIFT * brush.cell, y, brush)
    return uppermost + _pile_shapes(cell.stack, x, y, brush)


def _draw_stone(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a disc around (`x`, `y`), and in it the label, if any."""
    fill, line = brush.colours(cell.owner)
    disc = Circle(x, y, DISC_RADIUS * brush.cell, fill, brush.outline_pen(cell.owner))
    if not cell.label:
        return [disc]
    size = CELL_LABEL_SIZE * brush.cell
    return [
        disc,
        Text(
            x,
            y + BASELINE_DROP * size,
            clip_text(cell.label, 3),
            size,
            line,
            bold=True,
        ),
    ]


def _draw_die(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw the face of a die around (`x`, `y`): without pips until it is rolled."""
    half = 0.33 * brush.cell
    side = 2 * half
    corner_radius = 0.14 * brush.cell
    pen = brush.pen(PIECE_RIM, 0.05)
    face = Rectangle(x - half, y - half, side, side, LIGHT_INK, pen, corner_radius)

    radius = 0.07 * brush.cell
    pips = DIE_PIPS.get(cell.label, ())
    places = scale_points(pips, x, y, 0.19 * brush.cell)
    return [face, *(Circle(pip_x, pip_y, radius, DARK_INK) for pip_x, pip_y in places)]


def _draw_man(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a stone with a ring."""
    _, line = brush.colours(cell.owner)
    ring = Circle(x, y, 0.28 * brush.cell, "", brush.pen(line, 0.035))
    return [*_draw_stone(cell, x, y, brush), ring]


def _draw_king(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a stone with a crown."""
    _, line = brush.colours(cell.owner)
    crown = scale_points(CROWN_CORNERS, x, y, 0.2 * brush.cell)
    return [*_draw_stone(cell, x, y, brush), Polygon(tuple(crown), line)]


def _draw_flat(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a square piece, lying flat."""
    half = 0.31 * brush.cell
    side = 2 * half
    corner_radius = 0.08 * brush.cell
    fill, _ = brush.colours(cell.owner)
    pen = brush.outline_pen(cell.owner)
    return [Rectangle(x - half, y - half, side, side, fill, pen, corner_radius)]


def _draw_wall(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a narrow block along a diagonal, from the lower left to the upper right."""
    length = 0.27 * brush.cell  # from the middle to each end, across and down
    width = 0.09 * brush.cell  # from the diagonal to each long side, across and down
    points = (
        (x - length - width, y + length - width),
        (x - length + width, y + length + width),
        (x + length + width, y - length + width),
        (x + length - width, y - length - width),
    )
    fill, _ = brush.colours(cell.owner)
    return [Polygon(points, fill, brush.outline_pen(cell.owner))]


def _draw_capstone(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a round piece with a dome."""
    fill, line = brush.colours(cell.owner)
    radius = 0.31 * brush.cell
    return [
        Circle(x, y, radius, fill, brush.outline_pen(cell.owner)),
        Circle(x, y, 0.42 * radius, "", brush.pen(line, 0.05)),
    ]


def _draw_cross(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a cross of two strokes."""
    pen = brush.pen(brush.sign_colour(cell.owner), 0.11)
    return [*diagonal_strokes(x, y, 0.26 * brush.cell, pen)]


def diagonal_strokes(x: float, y: float, reach: float, pen: Pen) -> Iterator[Stroke]:
    """Draw two strokes that cross in the middle and reach equally far to each side."""
    yield Stroke(x - reach, y - reach, x + reach, y + reach, pen)
    yield Stroke(x - reach, y + reach, x + reach, y - reach, pen)


def _draw_nought(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a ring."""
    pen = brush.pen(brush.sign_colour(cell.owner), 0.11)
    return [Circle(x, y, 0.28 * brush.cell, "", pen)]


def _draw_label_piece(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw the chess piece that a label names; write any other label as large as fits."""
    if cell.figure in FIGURE_OUTLINES:
        return _draw_figure(cell, x, y, brush)
    words = clip_text(cell.label, 12)
    fitting_size = brush.cell / (0.65 * max(len(words), 1))
    size = min(CELL_LABEL_SIZE * brush.cell, fitting_size)
    return [Text(x, y + BASELINE_DROP * size, words, size, brush.sign_colour(cell.owner))]


def _draw_figure(cell: Cell, x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a chess piece as an outline with details: the same whatever fonts are installed."""
    fill, _ = brush.colours(cell.owner)
    outline = scale_points(FIGURE_OUTLINES[cell.figure], x, y, FIGURE_UNIT * brush.cell)
    silhouette = Polygon(tuple(outline), fill, brush.outline_pen(cell.owner))
    return [silhouette, *_draw_figure_details(cell, x, y, brush)]


def _draw_figure_details(cell: Cell, x: float, y: float, brush: Brush) -> Iterator[Shape]:
    """Draw the strokes, balls and eyes on the outline of a chess piece.

    `figures.toml` has their coordinates, with the middle of the piece at (0, 0).
    """
    figure = FIGURE_PARTS[cell.figure]
    unit = FIGURE_UNIT * brush.cell
    fill, line = brush.colours(cell.owner)
    inner_pen = brush.pen(line, 0.035)
    for x1, y1, x2, y2 in figure["lines"]:
        begin, end = scale_points(((x1, y1), (x2, y2)), x, y, unit)
        yield Stroke(*begin, *end, inner_pen)

    pen = brush.outline_pen(cell.owner)
    for ball in scale_points(figure.get("balls", ()), x, y, unit):
        yield Circle(*ball, 0.09 * unit, fill, pen)
    for eye in scale_points(figure.get("eyes", ()), x, y, unit):
        yield Circle(*eye, 0.06 * unit, line)


PIECE_PAINTERS: dict[str, Callable[[Cell, float, float, Brush], list[Shape]]] = {
    "stone": _draw_stone,
    "man": _draw_man,
    "king": _draw_king,
    "flat": _draw_flat,
    "wall": _draw_wall,
    "capstone": _draw_capstone,
    "cross": _draw_cross,
    "nought": _draw_nought,
    "label": _draw_label_piece,
    "die": _draw_die,
}


def _pile_shapes(stack: tuple[Player, ...], x: float, y: float, brush: Brush) -> list[Shape]:
    """Draw a pile as a bar for each of its uppermost pieces, at the right edge of its cell.

    If more pieces are below these, the height of the pile is written on the top piece. `stack` has
    the owners of the pieces, from the bottom up.
    """
    shapes: list[Shape] = [*_pile_bars(stack[-MAX_DRAWN_PILE:], x, y, brush)]
    if len(stack) > MAX_DRAWN_PILE:
        size = 0.3 * brush.cell
        middle = x - PILE_SHIFT * brush.cell
        _, line = brush.colours(stack[-1])
        shapes.append(
            Text(
                middle,
                y + BASELINE_DROP * size,
                str(len(stack)),
                size,
                line,
                bold=True,
            )
        )
    return shapes


def _pile_bars(owners: Sequence[Player], x: float, y: float, brush: Brush) -> Iterator[Rectangle]:
    """Draw a bar for each of the `owners` of a pile's pieces, from the bottom up."""
    pitch = 0.9 * brush.cell / MAX_DRAWN_PILE  # from one bar to the next
    width = 0.19 * brush.cell
    left = x + 0.27 * brush.cell
    bottom = y + 0.45 * brush.cell
    pen = brush.pen(PIECE_RIM, 0.025)
    for number, owner in enumerate(owners, 1):
        top = bottom - number * pitch
        fill, _ = brush.colours(owner)
        # The rest of the pitch is a gap between bars.
        yield Rectangle(left, top, width, 0.88 * pitch, fill, pen)


# Lengths from here on are in units of the text size.

BOARD_CELL_WIDTH = 1.9
BOARD_NAME_ROOM = 1.5
"""Room for the names of rows, and of columns."""
BOARD_RIGHT_MARGIN = 0.2
BOARD_CAPTION_GAP = 0.3
"""Distance between the squares and the captions below."""
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
        x = left + (column + 0.5) * self.cell
        y = top + row * row_step(self.board) * self.cell
        return x, y

    def corners(self, place: Coordinates) -> list[tuple[float, float]]:
        """Return the corners of a hexagon, in the order of `HEXAGON_CORNERS`."""
        x, y = self.middle(place)
        return scale_points(HEXAGON_CORNERS, x, y, self.cell)

    def outline(
        self,
        place: Coordinates,
        inset: float,
        fill: str,
        pen: Pen,
    ) -> Shape:
        """Return the outline of a cell: a hexagon, or a square reduced by `inset` on each side."""
        if self.board.slant:
            return Polygon(tuple(self.corners(place)), fill, pen)
        x, y = self.middle(place)
        half = self.cell / 2 - inset
        side = 2 * half
        return Rectangle(x - half, y - half, side, side, fill, pen)


def board_drawing_size(board: Board, size: float, cell: float = 0) -> tuple[float, float]:
    """Return the width and height of a board's drawing, with names and captions, in points.

    `size` is the text size. `cell` is the width of a cell, 0 for the usual width. Only a board with
    cells of the usual width is widened for long captions.
    """
    caption_lines = len(board.captions) * BOARD_LINE_HEIGHT
    if cell:
        width, height = _grid_size(board, cell)
        name_room = _name_room(size, cell)
        return name_room + width, name_room + height + (BOARD_CAPTION_GAP + caption_lines) * size

    width, height = _grid_size(board, _default_cell_width(board, size))
    width_with_names = (BOARD_NAME_ROOM + BOARD_RIGHT_MARGIN) * size + width
    height_with_names = (BOARD_NAME_ROOM + BOARD_CAPTION_GAP) * size + height
    widest = max(width_with_names, _widest_caption(board, size))
    return widest, height_with_names + caption_lines * size


def _widest_caption(board: Board, size: float) -> float:
    """Return the width of a board's longest caption for a text size, 0 without captions."""
    lengths = [display_width(clip_text(words)) for words in board.captions]
    return max(lengths, default=0) * LETTER_WIDTH * size


def small_board_size(board: Board, size: float) -> tuple[float, float]:
    """Return the width and height of a board within a node, which has no words."""
    return _grid_size(board, _small_cell_width(board, size))


def cell_width_in_column(board: Board, size: float, column: float) -> float:
    """Return the width of a cell with which a board fits a column of the page.

    `column` is the width of the column in points. The board must not be higher than this, either.
    """
    longest_side = max(board_extent(board))
    with_names = (column - BOARD_NAME_ROOM * size) / longest_side
    if with_names >= MIN_NAMED_CELL * size:
        return with_names
    # Such small cells have no names of rows and columns beside them.
    return column / longest_side


def _grid_size(board: Board, cell: float) -> tuple[float, float]:
    """Return the width and height of all squares together; `cell` is the width of a square."""
    across, down = board_extent(board)
    return across * cell, down * cell


def _small_cell_width(board: Board, size: float) -> float:
    """Return the width of a cell of a board within a node."""
    across, _ = board_extent(board)
    min_width, max_width = SMALL_CELL_LIMITS
    fitting_width = SMALL_BOARD_WIDTH / max(1, across)
    return size * max(min_width, min(max_width, fitting_width))


def draw_small_board(
    board: Board,
    theme: Theme,
    x: float,
    y: float,
    size: float,
    *,
    marks: Mapping[Coordinates, Mark],
) -> list[Shape]:
    """Draw a board within a node: squares, pieces and the marks of a move, without words."""
    grid = BoardGrid(board, x, y, _small_cell_width(board, size))
    return _draw_cells_without_words(grid, theme, marks)


def _draw_cells_without_words(
    grid: BoardGrid, theme: Theme, marks: Mapping[Coordinates, Mark]
) -> list[Shape]:
    """Draw the cells of a board that is too small for words."""
    shapes = _draw_cells(grid, theme, grid.cell / BOARD_CELL_WIDTH, marks)
    return [shape for shape in shapes if not isinstance(shape, Text)]


def draw_board_shapes(
    board: Board,
    theme: Theme,
    x: float,
    y: float,
    size: float,
    *,
    marks: Mapping[Coordinates, Mark],
    cell: float = 0,
) -> list[Shape]:
    """Draw a board and its captions, with the upper left corner at (`x`, `y`).

    `size` is the text size in points, and `marks` show what a move did. `cell` is the width of a
    cell, 0 for the usual width. Cells of any other width have no words inside; names of rows and
    columns are written beside all but very small cells.
    """
    grid = board_grid(board, x, y, size, cell)
    if cell:
        shapes = _draw_cells_without_words(grid, theme, marks)
    else:
        shapes = _draw_cells(grid, theme, size, marks)
    if _name_room(size, cell):
        shapes += _name_shapes(grid, theme, size)
    _, height = board_drawing_size(board, size, cell)
    return [*shapes, *_board_captions(board, x, y + height, theme, size)]


def board_grid(
    board: Board,
    x: float,
    y: float,
    size: float,
    cell: float = 0,
) -> BoardGrid:
    """Return the grid on which `draw_board_shapes` draws, given the same arguments."""
    name_room = _name_room(size, cell)
    width = cell or _default_cell_width(board, size)
    return BoardGrid(board, x + name_room, y + name_room, width)


def _name_room(size: float, cell: float) -> float:
    """Return the room for the names beside cells of width `cell`, 0 if they are too small.

    If `cell` is 0, the cells have the usual width, which is large enough.
    """
    has_room = not cell or cell >= MIN_NAMED_CELL * size
    return BOARD_NAME_ROOM * size if has_room else 0


def _draw_cells(
    grid: BoardGrid, theme: Theme, size: float, marks: Mapping[Coordinates, Mark]
) -> list[Shape]:
    """Draw the squares of a board from the back to the front, with their marks and pieces."""
    board = grid.board
    brush = Brush(theme, grid.cell, board.dark)
    places = drawn_places(board)

    # Later shapes cover earlier ones: pieces stand on their squares, marks on both.
    shapes = [_draw_ground(grid, place, theme, size) for place in places]
    shapes += _draw_edges(grid, brush)
    shapes += [_draw_mark_frame(grid, place, marks[place], theme, size) for place in sorted(marks)]
    for row, column in places:
        x, y = grid.middle((row, column))
        shapes += piece_shapes(board.cells[row][column], x, y, brush)
    for place in sorted(marks):
        shapes += _draw_mark_on_piece(grid, place, marks[place], size)
    return shapes


def _draw_mark_frame(
    grid: BoardGrid,
    place: Coordinates,
    mark: Mark,
    theme: Theme,
    size: float,
) -> Shape:
    """Draw the frame of a marked cell: dashed where a piece has gone, else solid."""
    line = "dashed" if mark in (Mark.LEFT, Mark.CAPTURED) else "solid"
    pen = Pen(theme.text, round(0.16 * size, 2), line)
    fill = board_colours(theme.name).marks[mark]
    return grid.outline(place, 0.08 * size, fill, pen)


def _default_cell_width(board: Board, size: float) -> float:
    """Return the usual width of a cell, or more if the longest label needs it."""
    lengths = [display_width(clip_text(cell.label, 12)) for _, cell in squares_of(board)]
    longest = max(lengths, default=0)
    return size * max(BOARD_CELL_WIDTH, (longest + 1) * LETTER_WIDTH)


def _draw_ground(grid: BoardGrid, place: Coordinates, theme: Theme, size: float) -> Shape:
    """Draw an empty cell."""
    colours = board_colours(theme.name)
    shade = shade_of(grid.board, place)
    assert shade is not None  # only drawn places are passed here
    fill = colours.grounds[grid.board.ground][shade]
    pen = Pen(colours.line, round(0.06 * size, 2))
    return grid.outline(place, 0, fill, pen)


def _draw_edges(grid: BoardGrid, brush: Brush) -> Iterator[Shape]:
    """Draw the edges that players must connect, as in Hex, in the players' colours."""
    for owner, corners in _player_edges(grid):
        fill, _ = brush.colours(owner)
        # A wider rim below keeps light edges visible on a light page.
        for pen in (brush.pen(PIECE_RIM, 0.2), brush.pen(fill, 0.12)):
            for begin, end in pairwise(corners):
                yield Stroke(*begin, *end, pen)


def _player_edges(grid: BoardGrid) -> Iterator[tuple[Player, Points]]:
    """Yield each edge of the board that belongs to a player, who must connect it with the opposite.

    An edge is given as its player and a zigzag line: the outer corners of its hexagons.
    """
    last_row = len(grid.board.cells) - 1
    last_column = len(grid.board.cells[0]) - 1
    owner_of_top_and_bottom, owner_of_left_and_right = grid.board.edges
    # The corners of a hexagon are numbered clockwise: 0 is at the top, 3 at the bottom.
    if owner_of_top_and_bottom:
        columns = range(last_column + 1)
        top = [(0, column) for column in columns]
        bottom = [(last_row, column) for column in columns]
        yield owner_of_top_and_bottom, _corners_along(grid, top, (5, 0, 1))
        yield owner_of_top_and_bottom, _corners_along(grid, bottom, (4, 3, 2))
    if owner_of_left_and_right:
        rows = range(last_row + 1)
        left = [(row, 0) for row in rows]
        right = [(row, last_column) for row in rows]
        yield owner_of_left_and_right, _corners_along(grid, left, (5, 4))
        yield owner_of_left_and_right, _corners_along(grid, right, (1, 2))


def _corners_along(
    grid: BoardGrid, places: Sequence[Coordinates], corners: Sequence[int]
) -> Points:
    """Return some corners of the hexagons at `places`, one hexagon after the other.

    `corners` are the numbers of the corners, clockwise from 0 at the top.
    """
    points = list[tuple[float, float]]()
    for place in places:
        hexagon = grid.corners(place)
        points += [hexagon[corner] for corner in corners]
    return points


def _draw_mark_on_piece(
    grid: BoardGrid, place: Coordinates, mark: Mark, size: float
) -> list[Shape]:
    """Draw what a mark adds to a piece: a dot on a flipped piece, a cross over a captured one.

    A piece that arrived has a small dot at its upper right; other marks add nothing.
    """
    x, y = grid.middle(place)
    unit = grid.cell
    # Each light sign has a dark rim, so that it shows on pieces of both colours.
    rim = Pen(PIECE_RIM, round(0.2 * size, 2))
    if mark is Mark.FLIPPED:
        return [Circle(x, y, 0.13 * unit, LIGHT_INK, rim)]
    if mark is Mark.CAPTURED:
        reach = 0.25 * unit
        pen = Pen(LIGHT_INK, round(0.1 * size, 2))
        return [*diagonal_strokes(x, y, reach, rim), *diagonal_strokes(x, y, reach, pen)]
    if mark is Mark.ARRIVED:
        offset = 0.3 * unit
        dot_rim = Pen(PIECE_RIM, round(0.08 * size, 2))
        return [Circle(x + offset, y - offset, 0.1 * unit, LIGHT_INK, dot_rim)]
    return []


def _name_shapes(grid: BoardGrid, theme: Theme, size: float) -> list[Shape]:
    """Write the columns' names above and the rows' on the left."""
    return [*_column_name_shapes(grid, theme, size), *_row_name_shapes(grid, theme, size)]


def _column_name_shapes(grid: BoardGrid, theme: Theme, size: float) -> Iterator[Shape]:
    """Write the columns' names above the first row."""
    baseline = grid.y - 0.35 * size
    for column, name in enumerate(grid.board.columns):
        x, _ = grid.middle((0, column))
        yield Text(x, baseline, clip_text(name, 6), size, theme.faint)


def _row_name_shapes(grid: BoardGrid, theme: Theme, size: float) -> Iterator[Shape]:
    """Write each row's name on the left of its first square."""
    board = grid.board
    for row, name in enumerate(board.rows[: len(board.cells)]):
        x, y = grid.middle((row, 0))
        right = x - (grid.cell / 2 + 0.35 * size)
        baseline = y + CAPITAL_HEIGHT / 2 * size
        yield Text(right, baseline, clip_text(name, 6), size, theme.faint, "end")


def _board_captions(
    board: Board,
    x: float,
    bottom: float,
    theme: Theme,
    size: float,
) -> list[Shape]:
    """Write the captions one below the other; `bottom` is the y at which the last one ends."""
    top = bottom - len(board.captions) * BOARD_LINE_HEIGHT * size
    shapes = list[Shape]()
    for number, words in enumerate(board.captions):
        y = top + (number + 0.8) * BOARD_LINE_HEIGHT * size
        shapes.append(Text(x, y, clip_text(words), size, theme.text, "start"))
    return shapes
