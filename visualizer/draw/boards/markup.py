"""A board as a table in Graphviz's HTML-like markup: a cell a square, in its colour."""

from html import escape

from games import Board, Cell, Player
from visualizer.draw.boards.contents import board_row_name, cell_text, shade_of
from visualizer.draw.boards.places import board_extent, row_shift
from visualizer.look.text import clip_text
from visualizer.look.themes import DARK_INK, LIGHT_INK, Theme, board_colours

MARKUP_CELL_WIDTH = 1.6
"""Width of a cell, in units of the text size."""


def escape_markup(words: str) -> str:
    r"""Return words escaped for a table of Graphviz, backslashes included.

    >>> print(escape_markup(r"<b> \N"))
    &lt;b&gt; \\N
    """
    return escape(words).replace("\\", "\\\\")


def board_table(board: Board, words: str, theme: Theme, size: float) -> str:
    """Return a position as a table: a cell a square, dark pieces dark and light ones light."""
    # Rows that are moved by half a square need columns of that width.
    span = 2 if board.slant else 1
    wide = round(span * board_extent(board)[0])
    rows = []
    for number, row in enumerate(board.cells):
        shift = round(span * row_shift(board, number))
        before = _empty_cells(shift)
        cells = [
            _square_markup(board, (number, column), theme, span, MARKUP_CELL_WIDTH * size)
            for column in range(len(row))
        ]
        after = _empty_cells(wide - span * len(row) - shift)
        rows.append(
            f"<TD>{escape_markup(clip_text(board_row_name(board, number), 6))}</TD>{before}{''.join(cells)}{after}"
        )
    named = [
        f'<TD COLSPAN="{span}">{escape_markup(clip_text(name, 6))}</TD>' for name in board.columns
    ]
    rows.insert(0, f"<TD></TD>{''.join(named)}{_empty_cells(wide - span * len(named))}")
    said = [*board.captions, *([words] if words else [])]
    lines = [markup_table(rows), *(escape_markup(clip_text(line)) for line in said)]
    cells = [f'<TD ALIGN="LEFT">{line}</TD>' for line in lines]
    return f"<{markup_table(cells)}>"


def markup_table(
    rows: list[str], looks: str = 'CELLBORDER="0" CELLSPACING="1" CELLPADDING="0"'
) -> str:
    """Return rows as a table without a line around it."""
    return f'<TABLE BORDER="0" {looks}>{"".join(f"<TR>{row}</TR>" for row in rows)}</TABLE>'


def _empty_cells(columns: int) -> str:
    """Return an empty part of a row, "" for none."""
    return f'<TD COLSPAN="{columns}"></TD>' if columns > 0 else ""


def _square_markup(
    board: Board, place: tuple[int, int], theme: Theme, span: int, side: float
) -> str:
    """Return a square with what stands on it."""
    cell = board.cells[place[0]][place[1]]
    shade = shade_of(board, place)
    size = f'COLSPAN="{span}" WIDTH="{side:.0f}" HEIGHT="{side:.0f}" FIXEDSIZE="FALSE"'
    if shade is None:
        return f"<TD {size}></TD>"
    ground = board_colours(theme.name).grounds[board.ground][shade]
    words = escape_markup(_piece_sign(cell, board))
    if cell.owner is not Player.NOBODY:
        colour = DARK_INK if cell.owner is board.dark else LIGHT_INK
    else:
        colour = theme.text
    inside = f'<FONT COLOR="{colour}"><B>{words}</B></FONT>' if words else " "
    return f'<TD {size} BGCOLOR="{ground}">{inside}</TD>'


def _piece_sign(cell: Cell, board: Board) -> str:
    """Return what stands on a square: a disc for a stone, else letters; a pile is written out."""
    if cell.piece in ("stone", "man", "flat") and len(cell.stack) < 2 and not cell.label:
        return "●"
    if cell.piece == "king" and len(cell.stack) < 2:
        return "◉"
    return cell_text(cell, board)
