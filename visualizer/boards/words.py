"""A board as lists of pieces by side and square, for screen readers: `White: a1, c1`."""

from collections.abc import Sequence

from games import Board, Cell, Player

PLAIN = frozenset({"stone", "flat", "man", "cross", "nought"})
"""Usual pieces, of which only the side is named."""
PLURALS = {"wall": "walls", "capstone": "capstones", "king": "kings"}


def words_of(board: Board, sides: Sequence[str]) -> list[str]:
    """Return a line for each side and kind of piece, then what stands beneath the board."""
    listed: dict[tuple[Player, str], list[str]] = {}
    is_list = len(board.cells) == 1 and not board.columns  # its order is all that there is to say of places
    for row, cells in enumerate(board.cells):
        for column, cell in enumerate(cells):
            if cell.piece and cell.playable:
                words = square_of(board, row, column) + pile(cell, sides)
                if cell.piece == "label" and not cell.owner:
                    words = cell.label if is_list else f"{words}: {cell.label}"
                elif is_amount(cell):
                    words = f"{words} {cell.label}"
                listed.setdefault((cell.owner, kind_of(cell)), []).append(words)
    lines = [f"{heading(owner, kind, sides)}{', '.join(squares)}" for (owner, kind), squares in sorted(listed.items())]
    return [*(lines or ["The board is empty."]), *(board.spoken or board.captions)]


def heading(owner: Player, kind: str, sides: Sequence[str]) -> str:
    """Return what stands before the squares: whose pieces they are, and of which kind."""
    words = [sides[owner - 1]] if owner else []
    return " ".join([*words, *([kind] if kind else [])]) + (": " if words or kind else "")


def kind_of(cell: Cell) -> str:
    """Return what a piece is called, nothing for a game's usual ones."""
    if cell.piece == "label":
        return f"{cell.figure}s" if cell.figure else cell.label if cell.owner and not is_amount(cell) else ""
    return "" if cell.piece in PLAIN else PLURALS.get(cell.piece, cell.piece)


def is_amount(cell: Cell) -> bool:
    """Return whether a cell holds a number of pieces that all are alike, such as a player's seeds."""
    return cell.piece == "label" and cell.owner is not Player.NOBODY and cell.label.isdigit()


def pile(cell: Cell, sides: Sequence[str]) -> str:
    """Return what lies in a pile, nothing for a single piece.

    >>> pile(Cell("flat", Player.FIRST, (Player.SECOND, Player.FIRST)), ("White", "Black"))
    ' (from the bottom Black, White)'
    """
    if len(cell.stack) < 2:
        return ""
    return f" (from the bottom {', '.join(sides[owner - 1] for owner in cell.stack)})"


def square_of(board: Board, row: int, column: int) -> str:
    """Return a square's name: column and row, its number where squares are numbered row by row, or its row's alone."""
    across = board.columns[column] if column < len(board.columns) else ""
    down = board.rows[row] if row < len(board.rows) else ""
    if across:
        return across + down
    if down.isdigit():
        return str(int(down) + sum(cell.playable for cell in board.cells[row][:column]))
    return down if board.columns and down else f"row {row + 1} column {column + 1}"
