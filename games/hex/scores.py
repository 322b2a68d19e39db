"""An evaluation of Hex positions by the stones still needed, and two scores for moves.

The five weights are those of the plan "Move Ordering" of BoardSmith's Hex, phase 32; all that apply are added up.
"""

from collections.abc import Mapping, Sequence

from games import WIN_OR_DRAW, MoveScores, Stakes, counted
from games.hex.rules import Hex, HexGrid

HEX_MOVE_WEIGHTS: Mapping[str, float] = {
    "last": 10,
    "opponent": 5,
    "own": 3,
    "centre": 2,
    "base": 1,
}
STOPS_A_WIN = 2
WINS_AT_ONCE = 1


def stone_distance(position: Hex, outcome: float | None) -> float:
    """Return the stones that White still needs minus those that Black still needs, as if the other side passed.

    A finished game is worth plus or minus the number of cells, which is more than any such difference.
    """
    board = position.grid
    if position.result is not None:
        return position.result * board.size**2
    black, white = (
        stones_needed(board, *hex_side_masks(position, black=black), position.empty)
        for black in (True, False)
    )
    return white - black


def hex_side_masks(position: Hex, *, black: bool) -> tuple[int, int, int, int]:
    """Return a side's stones that are connected with its near edge, its near and its far edge, and all its stones."""
    board = position.grid
    if black:
        return position.from_top, board.top, board.bottom, position.black
    return position.from_left, board.left, board.right, position.white


def stones_needed(board: HexGrid, reached: int, near: int, far: int, own: int, empty: int) -> int:
    """Return the fewest further stones that connect an edge with the opposite one: the length of a shortest path.

    `reached` are the stones connected with the near edge. Each step of a breadth-first search adds one stone: it
    reaches all empty cells beside what was reached, and all own stones connected with them. There must be a path.
    """
    count = 0
    while not reached & far:
        stepped = reached | (board.beside(reached) | near) & empty
        reached = board.joined(stepped, own)
        count += 1
    return count


def winning_cells(position: Hex, *, black: bool) -> int:
    """Return the empty cells with which a side would win immediately if it were to move."""
    board = position.grid
    reached, near, far, own = hex_side_masks(position, black=black)
    from_far = board.joined(own & far, own)
    return position.empty & (near | board.beside(reached)) & (far | board.beside(from_far))


def make_hex_scorer(weights: Mapping[str, float]) -> MoveScores:
    """Return scores by what is beside a move and by where it is, added up; a swap scores 0.

    Where the opponent's last stone is not known, as in a position that was read from its rows, it is left out.
    """
    last, opponent, own_stone, middle, base = weights.values()

    def components(position: Hex, moves: Sequence[int]) -> Sequence[Sequence[float]]:
        board = position.grid
        if position.maximizing:
            own = position.black
            other = position.white
        else:
            own = position.white
            other = position.black
        by_last = board.neighbours.get(position.last, 0)
        by_other = board.beside(other)
        by_own = board.beside(own)
        centre = board.centre
        return [
            (
                last if move & by_last else 0,
                opponent if move & by_other else 0,
                own_stone if move & by_own else 0,
                middle if move & centre else 0,
                base if move else 0,
            )
            for move in moves
        ]

    return MoveScores(
        "10 beside the opponent's last stone, 5 beside any of theirs, 3 beside one of your own, 2 in the "
        "centre, 1 for any cell",
        tuple(HEX_MOVE_WEIGHTS),
        components,
        weights=HEX_MOVE_WEIGHTS,
        weighted=make_hex_scorer,
    )


def score_hex_threats(position: Hex, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Return for each move whether it takes a cell with which the opponent would win, and whether it wins itself."""
    lost = winning_cells(position, black=not position.maximizing)
    won = winning_cells(position, black=position.maximizing)
    return [
        (STOPS_A_WIN if move & lost else 0, WINS_AT_ONCE if move & won else 0) for move in moves
    ]


ORDERINGS = {
    "scored": make_hex_scorer(HEX_MOVE_WEIGHTS),
    "threats": MoveScores(
        "cells on which the opponent would win next, then cells that win, then the rest",
        ("stop", "win"),
        score_hex_threats,
    ),
}

STAKES = {
    "result": WIN_OR_DRAW,
    "distance": Stakes(
        about="1 = one stone fewer needed to connect your edges, the number of cells = a win",
        ahead=counted("a stone", "stones", " nearer to connecting its edges"),
        amount=counted("a stone", "stones", ""),
        win=lambda position: position.size**2,
        most=lambda position: position.size**2,
    ),
}
