"""The places of a board's squares: in widths of a square, or in letters where they are written."""

from math import sqrt

from games import Board
from visualizer.look.text import clip_text, display_width

HEXAGON_SIDE = 1 / sqrt(3)
"""The side of a hexagon that is 1 wide and points upwards: the cell of a slanted board."""
HEXAGON_CORNERS = (
    (0, -HEXAGON_SIDE),
    (0.5, -HEXAGON_SIDE / 2),
    (0.5, HEXAGON_SIDE / 2),
    (0, HEXAGON_SIDE),
    (-0.5, HEXAGON_SIDE / 2),
    (-0.5, -HEXAGON_SIDE / 2),
)
"""The corners of that hexagon relative to its middle, clockwise from the top."""


def row_shift(board: Board, row: int) -> float:
    """Return how many squares a row is to the right of the first: half a square for each row."""
    # Only a slanted board shifts its rows.
    return row / 2 if board.slant else 0


def row_step(board: Board) -> float:
    """Return how far a row is below the row above, in widths of a square."""
    # Hexagons reach into the rows above and below them.
    return 1.5 * HEXAGON_SIDE if board.slant else 1


def cell_half_height(board: Board) -> float:
    """Return how far a square reaches above and below its middle."""
    return HEXAGON_SIDE if board.slant else 0.5


def board_extent(board: Board) -> tuple[float, float]:
    """Return the width and height of all squares together, in widths of a square."""
    steps = len(board.cells) - 1
    columns = max(map(len, board.cells), default=0)
    width = columns + row_shift(board, steps)
    height = steps * row_step(board) + 2 * cell_half_height(board)
    return width, height


def slant_letters(board: Board, width: int) -> int:
    """Return how many letters each row is to the right of the row above.

    `width` is the width of a square in letters. Only a slanted board shifts its rows.
    """
    return (width + 1) // 2 if board.slant else 0


def row_name_letters(board: Board) -> int:
    """Return how many letters the names of rows take, with a space after them; 0 without names."""
    lengths = [display_width(clip_text(name, 8)) for name in board.rows]
    return max(lengths, default=-1) + 1
