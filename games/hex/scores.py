"""An evaluation of Hex positions by the stones still needed, and two scores for moves.

The five weights are those of the plan "Move Ordering" of BoardSmith's Hex, phase 32; all that apply
are added up.
"""

from collections.abc import Mapping, Sequence

from games import WIN_OR_DRAW, MoveScores, Stakes, counted
from games.hex.rules import Hex

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
    """Return how many more stones White still needs than Black, as if the other side passed.

    A finished game is worth plus or minus the number of cells, more than any such difference.
    """
    board = position.grid
    if position.result is not None:
        return position.result * board.size**2
    return stones_needed(position, black=False) - stones_needed(position, black=True)


def hex_side_masks(position: Hex, *, black: bool) -> tuple[int, int, int, int]:
    """Return a side's stones connected with its near edge, its two edges, and all its stones."""
    board = position.grid
    if black:
        return position.from_top, board.top, board.bottom, position.black
    return position.from_left, board.left, board.right, position.white


def stones_needed(position: Hex, *, black: bool) -> int:
    """Return the fewest stones with which a side would connect its edges: a shortest path.

    The game must not be over, so that there is a path.
    """
    board = position.grid
    reached, near, far, own = hex_side_masks(position, black=black)
    empty = position.empty
    count = 0
    # A breadth-first search: each step adds one stone, and reaches all empty cells beside the cells
    # reached before, and all own stones connected with them.
    while not reached & far:
        stepped = reached | (board.beside(reached) | near) & empty
        reached = board.joined(stepped, own)
        count += 1
    return count


def winning_cells(position: Hex, *, black: bool) -> int:
    """Return the cells that would win for a side at once if it were to move."""
    board = position.grid
    reached, near, far, own = hex_side_masks(position, black=black)
    from_far = board.joined(own & far, own)
    return position.empty & (near | board.beside(reached)) & (far | board.beside(from_far))


def make_hex_scorer(weights: Mapping[str, float]) -> MoveScores:
    """Return scores by the neighbours of a move and by its place; a swap scores 0.

    The opponent's last stone is unknown, and left out, in a position that was read from its rows.
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
        "10 beside the opponent's last stone, 5 beside any of theirs, 3 beside one of your own, 2 "
        "in the "
        "centre, 1 for any cell",
        tuple(HEX_MOVE_WEIGHTS),
        components,
        weights=HEX_MOVE_WEIGHTS,
        weighted=make_hex_scorer,
    )


def score_hex_threats(position: Hex, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Score each move by whether it takes a winning cell of the opponent's, and whether it wins."""
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
