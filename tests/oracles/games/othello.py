"""Othello once more, as simply as can be: a board is a text of signs, and lines are walked square
by square.

Written from the rules alone, before the fast version, and sharing nothing with it.
"""

from collections.abc import Iterator
from math import isqrt

DIRECTIONS = [
    (down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)
]
OTHER = {"X": "O", "O": "X"}
TABLE = (
    (120, -20, 20, 5),
    (-20, -40, -5, -5),
    (20, -5, 15, 3),
    (5, -5, 3, 3),
)
"""The upper left quarter of the usual table of weights."""


def start(size: int) -> str:
    """Return the first position: White on d4 and e5, Black on e4 and d5, or where these are on
    another size.
    """
    rows = [["-"] * size for _ in range(size)]
    low = size // 2 - 1
    high = size // 2
    rows[low][low] = rows[high][high] = "O"
    rows[low][high] = rows[high][low] = "X"
    return "".join(sign for row in rows for sign in row)


def name(board: str, cell: int) -> str:
    """Return a square's column letter and row number."""
    row, column = divmod(cell, isqrt(len(board)))
    return "abcdefghijklmnop"[column] + str(row + 1)


def flipped(board: str, cell: int, sign: str) -> set[int]:
    """Return the squares whose discs are flipped by a disc placed on a square."""
    size = isqrt(len(board))
    found: set[int] = set()
    for down, right in DIRECTIONS:
        line = []
        row, column = divmod(cell, size)
        row = row + down
        column = column + right
        while 0 <= row < size and 0 <= column < size and board[row * size + column] == OTHER[sign]:
            line.append(row * size + column)
            row = row + down
            column = column + right
        if 0 <= row < size and 0 <= column < size and board[row * size + column] == sign:
            found |= {*line}
    return found


def squares(board: str, sign: str) -> list[int]:
    """Return the empty squares where a disc flips another, row by row."""
    return [cell for cell in range(len(board)) if board[cell] == "-" and flipped(board, cell, sign)]


def moves(board: str, sign: str) -> list[str]:
    """Return the names of all moves, `pass` where only the other side can flip; none if the game
    is over.
    """
    own = [name(board, cell) for cell in squares(board, sign)]
    return own or (["pass"] if squares(board, OTHER[sign]) else [])


def after(board: str, sign: str, move: str) -> tuple[str, str]:
    """Return the board after a move, and whose turn it is."""
    if move == "pass":
        return board, OTHER[sign]
    cell = [name(board, cell) for cell in range(len(board))].index(move)
    changed = flipped(board, cell, sign) | {cell}
    return "".join(sign if place in changed else old for place, old in enumerate(board)), OTHER[
        sign
    ]


def ahead(board: str) -> int:
    """Return Black's discs minus White's."""
    return board.count("X") - board.count("O")


def nearest_edges(board: str, cell: int) -> tuple[int, int]:
    """Return how far a square is from the nearest edge above or below, and from the nearest one
    at the side.
    """
    size = isqrt(len(board))
    row, column = divmod(cell, size)
    return min(row, size - 1 - row), min(column, size - 1 - column)


def weight(board: str, cell: int) -> int:
    """Return a square's weight."""
    down, right = nearest_edges(board, cell)
    return TABLE[min(down, 3)][min(right, 3)]


def square_class(board: str, cell: int) -> int:
    """Return 4 for a corner, 3 for an edge, 2 for the middle, 1 beside an edge, 0 beside a
    corner.
    """
    down, right = nearest_edges(board, cell)
    if (down, right) == (0, 0):
        return 4
    if down <= 1 and right <= 1:
        return 0
    if 0 in (down, right):
        return 3
    if 1 in (down, right):
        return 1
    return 2


def full(board: str) -> int:
    """Return how many squares have discs."""
    return len(board) - board.count("-")


def value(board: str, sign: str, depth: int) -> int:
    """Return the value of plain minimax with the difference of discs."""
    choices = moves(board, sign)
    if not choices or depth == 0:
        return ahead(board)
    return (max if sign == "X" else min)(
        value(*after(board, sign, move), depth - 1) for move in choices
    )


def perft(board: str, sign: str, depth: int) -> tuple[int, int]:
    """Return the number of ways to play that many plies, without and with the games that ended
    earlier.
    """
    if depth == 0:
        return 1, 1
    choices = moves(board, sign)
    below = [perft(*after(board, sign, move), depth - 1) for move in choices]
    return sum(way for way, _ in below), sum(ended for _, ended in below) if choices else 1


def images(board: str) -> Iterator[tuple[str, list[int]]]:
    """Yield the eight turned and mirrored boards, each with the square that every square goes
    to.
    """
    size = isqrt(len(board))
    for swap in (False, True):
        for up in (False, True):
            for left in (False, True):
                goes = []
                for cell in range(len(board)):
                    row, column = divmod(cell, size)
                    row = size - 1 - row if up else row
                    column = size - 1 - column if left else column
                    goes.append(column * size + row if swap else row * size + column)
                turned = [""] * len(board)
                for cell, place in enumerate(goes):
                    turned[place] = board[cell]
                yield "".join(turned), goes
