"""A board as a table in Graphviz's HTML-like markup, with a coloured cell for each square."""

from collections.abc import Sequence
from html import escape

from games import Board, Cell, Coordinates, Player
from visualizer.draw.boards.contents import board_row_name, cell_text, shade_of
from visualizer.draw.boards.places import board_extent, row_shift
from visualizer.look.text import clip_text
from visualizer.look.themes import DARK_INK, LIGHT_INK, Theme, board_colours

MARKUP_CELL_WIDTH = 1.6
"""Width of a cell, in units of the text size."""


def escape_markup(words: str) -> str:
    r"""Escape words for a table of Graphviz, backslashes included.

    >>> print(escape_markup(r"<b> \N"))
    &lt;b&gt; \\N
    """
    return escape(words).replace("\\", "\\\\")


def board_table(board: Board, words: str, theme: Theme, size: float) -> str:
    """Return a board as a table in Graphviz's markup, with its captions and `words` below.

    `size` is the text size in points.
    """
    span = _columns_per_square(board)
    width_in_squares, _ = board_extent(board)
    columns = round(span * width_in_squares)
    row_numbers = range(len(board.cells))
    rows = [_row_markup(board, number, columns, theme, size) for number in row_numbers]
    rows.insert(0, _names_markup(board, span, columns))

    captions = [*board.captions, words] if words else board.captions
    lines = [escape_markup(clip_text(line)) for line in captions]
    cells = [f'<TD ALIGN="LEFT">{line}</TD>' for line in (markup_table(rows), *lines)]
    return f"<{markup_table(cells)}>"


def _columns_per_square(board: Board) -> int:
    """Return how many columns of the table a square takes: 2 if rows shift by half a square."""
    return 2 if board.slant else 1


def _row_markup(
    board: Board,
    row: int,
    width: int,
    theme: Theme,
    size: float,
) -> str:
    """Return a row of the board: its name, its squares, and empty columns on both sides.

    `width` is the number of columns of the table. A slanted board shifts its rows to the right.
    """
    span = _columns_per_square(board)
    name = escape_markup(clip_text(board_row_name(board, row), 6))
    shift = round(span * row_shift(board, row))
    columns = range(len(board.cells[row]))
    side = MARKUP_CELL_WIDTH * size
    squares = [_square_markup(board, (row, column), theme, side) for column in columns]
    taken = span * len(squares)
    before = _empty_cells(shift)
    after = _empty_cells(width - taken - shift)
    return f"<TD>{name}</TD>{before}{''.join(squares)}{after}"


def _names_markup(board: Board, span: int, width: int) -> str:
    """Return the row with the columns' names; `span` and `width` are numbers of table columns."""
    names = [escape_markup(clip_text(name, 6)) for name in board.columns]
    cells = [f'<TD COLSPAN="{span}">{name}</TD>' for name in names]
    return f"<TD></TD>{''.join(cells)}{_empty_cells(width - span * len(cells))}"


def markup_table(
    rows: Sequence[str], style: str = 'CELLBORDER="0" CELLSPACING="1" CELLPADDING="0"'
) -> str:
    """Return rows as a table without a border; `style` are its attributes."""
    body = "".join(f"<TR>{row}</TR>" for row in rows)
    return f'<TABLE BORDER="0" {style}>{body}</TABLE>'


def _empty_cells(columns: int) -> str:
    """Return one empty cell that spans `columns` columns, "" for 0."""
    if columns > 0:
        return f'<TD COLSPAN="{columns}"></TD>'
    return ""


def _square_markup(board: Board, place: Coordinates, theme: Theme, side: float) -> str:
    """Return the cell of a square with the sign of its piece, empty for a gap in the board.

    `side` is the width and height of the cell in points.
    """
    row, column = place
    cell = board.cells[row][column]
    span = _columns_per_square(board)
    size = f'COLSPAN="{span}" WIDTH="{side:.0f}" HEIGHT="{side:.0f}" FIXEDSIZE="FALSE"'
    shade = shade_of(board, place)
    if shade is None:
        return f"<TD {size}></TD>"

    ground = board_colours(theme.name).grounds[board.ground][shade]
    words = escape_markup(_piece_sign(cell, board))
    inside = " "
    if words:
        inside = f'<FONT COLOR="{_sign_colour(cell, board, theme)}"><B>{words}</B></FONT>'
    return f'<TD {size} BGCOLOR="{ground}">{inside}</TD>'


def _sign_colour(cell: Cell, board: Board, theme: Theme) -> str:
    """Return the colour of a piece's sign: dark or light, or the text's for nobody's piece."""
    if cell.owner is Player.NOBODY:
        return theme.text
    if cell.owner is board.dark:
        return DARK_INK
    return LIGHT_INK


def _piece_sign(cell: Cell, board: Board) -> str:
    """Return the sign of a piece: a disc for a stone, else letters; a pile is written out."""
    is_single = len(cell.stack) < 2
    if is_single and cell.piece in ("stone", "man", "flat") and not cell.label:
        return "●"
    if is_single and cell.piece == "king":
        return "◉"
    return cell_text(cell, board)
