"""A board as a table in Graphviz's HTML-like markup, with a coloured cell for each square."""

from collections.abc import Sequence
from html import escape

from games import Board, Cell, Player
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
    """Return a position as a table with `words` below, and dark and light pieces as such."""
    # Rows that are shifted by half a square need columns of that width.
    span = 2 if board.slant else 1
    width = round(span * board_extent(board)[0])
    rows = [_names_markup(board, span, width)]
    for number, row in enumerate(board.cells):
        shift = round(span * row_shift(board, number))
        name = escape_markup(clip_text(board_row_name(board, number), 6))
        squares = [
            _square_markup(board, (number, column), theme, span, MARKUP_CELL_WIDTH * size)
            for column in range(len(row))
        ]
        before = _empty_cells(shift)
        after = _empty_cells(width - span * len(row) - shift)
        rows.append(f"<TD>{name}</TD>{before}{''.join(squares)}{after}")
    captions = [*board.captions, words] if words else board.captions
    lines = [markup_table(rows), *(escape_markup(clip_text(line)) for line in captions)]
    cells = [f'<TD ALIGN="LEFT">{line}</TD>' for line in lines]
    return f"<{markup_table(cells)}>"


def _names_markup(board: Board, span: int, width: int) -> str:
    """Return the row of the columns' names."""
    names = [
        f'<TD COLSPAN="{span}">{escape_markup(clip_text(name, 6))}</TD>' for name in board.columns
    ]
    return f"<TD></TD>{''.join(names)}{_empty_cells(width - span * len(names))}"


def markup_table(
    rows: Sequence[str], style: str = 'CELLBORDER="0" CELLSPACING="1" CELLPADDING="0"'
) -> str:
    """Return rows as a table without a border; `style` are its attributes."""
    body = "".join(f"<TR>{row}</TR>" for row in rows)
    return f'<TABLE BORDER="0" {style}>{body}</TABLE>'


def _empty_cells(columns: int) -> str:
    """Return an empty part of a row as one cell, "" for none."""
    return f'<TD COLSPAN="{columns}"></TD>' if columns > 0 else ""


def _square_markup(
    board: Board, place: tuple[int, int], theme: Theme, span: int, side: float
) -> str:
    """Return a square with its piece."""
    row, column = place
    cell = board.cells[row][column]
    shade = shade_of(board, place)
    size = f'COLSPAN="{span}" WIDTH="{side:.0f}" HEIGHT="{side:.0f}" FIXEDSIZE="FALSE"'
    if shade is None:
        return f"<TD {size}></TD>"
    ground = board_colours(theme.name).grounds[board.ground][shade]
    words = escape_markup(_piece_sign(cell, board))
    if cell.owner is Player.NOBODY:
        colour = theme.text
    else:
        colour = DARK_INK if cell.owner is board.dark else LIGHT_INK
    inside = f'<FONT COLOR="{colour}"><B>{words}</B></FONT>' if words else " "
    return f'<TD {size} BGCOLOR="{ground}">{inside}</TD>'


def _piece_sign(cell: Cell, board: Board) -> str:
    """Return the sign of a piece: a disc for a stone, else letters; a pile is written out."""
    if cell.piece in ("stone", "man", "flat") and len(cell.stack) < 2 and not cell.label:
        return "●"
    if cell.piece == "king" and len(cell.stack) < 2:
        return "◉"
    return cell_text(cell, board)
