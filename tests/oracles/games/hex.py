"""Hex once more, as simply as can be: a board is a dictionary from cells to signs, and groups are
found by union-find.

Written from the rules alone, before the fast version, and sharing nothing with it.
"""

from functools import cache
from math import inf

Cell = tuple[int, int]
Board = dict[Cell, str]
"""`b`, `w` or `.` for each row and column, row by row from the top left."""

EDGES = {"b": ("top", "bottom"), "w": ("left", "right")}
OTHER = {"b": "w", "w": "b"}


def empty(size: int) -> Board:
    """Return a board without stones."""
    return {(row, column): "." for row in range(size) for column in range(size)}


def size_of(board: Board) -> int:
    """Return the side of a board."""
    return max(row for row, _ in board) + 1


def from_text(text: str) -> Board:
    """Return the board of a text that is known to be correct, without the side to move."""
    rows = text.split(maxsplit=1)[0].split("/")
    return {
        (row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line)
    }


def to_text(board: Board, side: str) -> str:
    """Write a board and the side to move."""
    size = size_of(board)
    return (
        "/".join("".join(board[row, column] for column in range(size)) for row in range(size))
        + f" {side}"
    )


def name(cell: Cell) -> str:
    """Return a cell's column letter and row number, a1 at the top left."""
    return "abcdefghijklmnopqrs"[cell[1]] + str(cell[0] + 1)


def neighbours(board: Board, cell: Cell) -> list[Cell]:
    """Return the up to six cells that share an edge with a cell."""
    row, column = cell
    steps = (
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, -1),
        (-1, 1),
    )
    return [
        (row + down, column + right)
        for down, right in steps
        if (row + down, column + right) in board
    ]


def edges_of(board: Board, cell: Cell) -> list[str]:
    """Return the edges of the board at which a cell lies."""
    last = size_of(board) - 1
    at = {
        "top": cell[0] == 0,
        "bottom": cell[0] == last,
        "left": cell[1] == 0,
        "right": cell[1] == last,
    }
    return [edge for edge, there in at.items() if there]


def winner(board: Board) -> str:
    """Return the side whose stones connect its two edges, "" for none, by union-find over
    neighbouring stones.
    """
    parent: dict[object, object] = {}

    def find(item: object) -> object:
        while parent.get(item, item) != item:
            item = parent[item]
        return item

    for cell, sign in board.items():
        if sign == ".":
            continue
        for beside in neighbours(board, cell):
            if board[beside] == sign:
                parent[find(cell)] = find(beside)
        for edge in edges_of(board, cell):
            if edge in EDGES[sign]:
                parent[find(cell)] = find(edge)
    for side, (near, far) in EDGES.items():
        if find(near) == find(far):
            return side
    return ""


def free(board: Board) -> list[Cell]:
    """Return the empty cells row by row; none once the game is over."""
    if winner(board):
        return []
    return [cell for cell, sign in board.items() if sign == "."]


def after(board: Board, cell: Cell, side: str) -> Board:
    """Put a stone on a cell."""
    return {**board, cell: side}


def mirrored(board: Board) -> Board:
    """Return the board mirrored so that rows become columns, with the colours exchanged."""
    return {(column, row): OTHER.get(board[row, column], ".") for column, row in sorted(board)}


def still_needed(board: Board, side: str) -> float:
    """Return the fewest further stones with which a side connects its edges, infinity if it cannot.

    Distances are relaxed until nothing changes: a stone of the side costs 0, an empty cell 1.
    """
    near, far = EDGES[side]
    cost = {cell: {side: 0, ".": 1}.get(sign, inf) for cell, sign in board.items()}
    best = {cell: cost[cell] if near in edges_of(board, cell) else inf for cell in board}
    changed = True
    while changed:
        changed = False
        for cell in board:
            through = (
                min((best[beside] for beside in neighbours(board, cell)), default=inf) + cost[cell]
            )
            if through < best[cell]:
                best[cell] = through
                changed = True
    return min(best[cell] for cell in board if far in edges_of(board, cell))


def wins_at_once(board: Board, side: str) -> set[Cell]:
    """Return the empty cells with which a side would win if it were to move."""
    return {cell for cell in free(board) if winner(after(board, cell, side)) == side}


def value(board: Board, side: str) -> int:
    """Return 1 if Black wins with best play by both, else -1."""
    return value_of(tuple(board.items()), side)


@cache
def value_of(cells: tuple[tuple[Cell, str], ...], side: str) -> int:
    """Return the value of a board given as its cells; each position is looked at once."""
    board = dict(cells)
    won = winner(board)
    if won:
        return 1 if won == "b" else -1
    goal = 1 if side == "b" else -1
    if any(value(after(board, cell, side), OTHER[side]) == goal for cell in free(board)):
        return goal
    return -goal
