"""A board as a table in Graphviz's HTML-like markup: a cell a square, in its colour."""

from html import escape

from games import Board, Cell, Player
from visualizer.draw.boards.contents import cell_text, row_name, shade_of
from visualizer.draw.boards.places import extent_of, shift_of
from visualizer.look.text import clip
from visualizer.look.themes import DARK, LIGHT, Theme, board_colours

CELL = 1.6
"""Width of a cell, in units of the text size."""


def markup(words: str) -> str:
    r"""Return words escaped for a table of Graphviz, backslashes included.

    >>> print(markup(r"<b> \N"))
    &lt;b&gt; \\N
    """
    return escape(words).replace("\\", "\\\\")


def board_table(board: Board, words: str, theme: Theme, size: float) -> str:
    """Return a position as a table: a cell a square, dark pieces dark and light ones light."""
    # Rows that are moved by half a square need columns of that width.
    span = 2 if board.slant else 1
    wide = round(span * extent_of(board)[0])
    rows = []
    for number, row in enumerate(board.cells):
        shift = round(span * shift_of(board, number))
        before = _gap(shift)
        cells = [
            _cell(board, (number, column), theme, span, CELL * size) for column in range(len(row))
        ]
        after = _gap(wide - span * len(row) - shift)
        rows.append(
            f"<TD>{markup(clip(row_name(board, number), 6))}</TD>{before}{''.join(cells)}{after}"
        )
    named = [f'<TD COLSPAN="{span}">{markup(clip(name, 6))}</TD>' for name in board.columns]
    rows.insert(0, f"<TD></TD>{''.join(named)}{_gap(wide - span * len(named))}")
    said = [*board.captions, *([words] if words else [])]
    lines = [table(rows), *(markup(clip(line)) for line in said)]
    cells = [f'<TD ALIGN="LEFT">{line}</TD>' for line in lines]
    return f"<{table(cells)}>"


def table(rows: list[str], looks: str = 'CELLBORDER="0" CELLSPACING="1" CELLPADDING="0"') -> str:
    """Return rows as a table without a line around it."""
    return f'<TABLE BORDER="0" {looks}>{"".join(f"<TR>{row}</TR>" for row in rows)}</TABLE>'


def _gap(columns: int) -> str:
    """Return an empty part of a row, "" for none."""
    return f'<TD COLSPAN="{columns}"></TD>' if columns > 0 else ""


def _cell(board: Board, place: tuple[int, int], theme: Theme, span: int, side: float) -> str:
    """Return a square with what stands on it."""
    cell = board.cells[place[0]][place[1]]
    shade = shade_of(board, place)
    size = f'COLSPAN="{span}" WIDTH="{side:.0f}" HEIGHT="{side:.0f}" FIXEDSIZE="FALSE"'
    if shade is None:
        return f"<TD {size}></TD>"
    ground = board_colours(theme.name).grounds[board.ground][shade]
    words = markup(_sign(cell, board))
    if cell.owner is not Player.NOBODY:
        colour = DARK if cell.owner is board.dark else LIGHT
    else:
        colour = theme.text
    inside = f'<FONT COLOR="{colour}"><B>{words}</B></FONT>' if words else " "
    return f'<TD {size} BGCOLOR="{ground}">{inside}</TD>'


def _sign(cell: Cell, board: Board) -> str:
    """Return what stands on a square: a disc for a stone, else letters; a pile is written out."""
    if cell.piece in ("stone", "man", "flat") and len(cell.stack) < 2 and not cell.label:
        return "●"
    if cell.piece == "king" and len(cell.stack) < 2:
        return "◉"
    return cell_text(cell, board)
