"""An evaluation of Hex positions by the stones still needed, and two scores for moves.

The five weights come from the plan "Move Ordering" of BoardSmith's Hex, phase 32. The score of a
move is the sum of the weights that apply.
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
WINS = 1


def stone_distance(position: Hex, outcome: float | None) -> float:
    """Return how many more stones White needs to connect its edges than Black needs.

    The stones of each side are counted as if the other side passed. A win is worth the number of
    cells, more than any such difference; the value is negative if White has won.
    """
    if outcome is not None:
        return outcome * position.size**2
    return stones_needed(position, black=False) - stones_needed(position, black=True)


def stones_and_edges(position: Hex, *, black: bool) -> tuple[int, int, int, int]:
    """Return a side's stones connected with its near edge, all its stones, its near and far edge.

    The near edge is the top for Black, and the left for White.
    """
    board = position.grid
    if black:
        return position.from_top, position.black, board.top, board.bottom
    return position.from_left, position.white, board.left, board.right


def stones_needed(position: Hex, *, black: bool) -> int:
    """Return the fewest stones that a side must add to connect its edges.

    The game must not be over, so that each side can still connect its edges.
    """
    board = position.grid
    reached, own, near_edge, far_edge = stones_and_edges(position, black=black)
    empty = position.empty
    count = 0
    # Breadth-first search from the near edge. Each round adds one stone: it reaches the empty cells
    # beside the cells reached so far, and the side's own stones connected with them.
    while not reached & far_edge:
        next_cells = (board.neighbours_of(reached) | near_edge) & empty
        reached = board.connected_cells(reached | next_cells, own)
        count += 1
    return count


def winning_cells(position: Hex, *, black: bool) -> int:
    """Return the cells where a side would win with its next stone."""
    board = position.grid
    from_near, own, near_edge, far_edge = stones_and_edges(position, black=black)
    from_far = board.connected_cells(own & far_edge, own)
    joined_to_near = near_edge | board.neighbours_of(from_near)
    joined_to_far = far_edge | board.neighbours_of(from_far)
    return position.empty & joined_to_near & joined_to_far


def make_hex_scorer(weights: Mapping[str, float]) -> MoveScores:
    """Return move scores with these weights, which have the names and order of HEX_MOVE_WEIGHTS.

    A cell scores `last` if it is beside the last stone, `opponent` beside any opposing stone, `own`
    beside one of the mover's stones, `centre` in the centre, and `base` anywhere. A swap scores 0.
    The last stone is unknown in a position that was read from rows.
    """
    last, opponent, own, centre, base = weights.values()

    def components(position: Hex, moves: Sequence[int]) -> Sequence[Sequence[float]]:
        """Return for each move a row of five scores: a weight where it applies, else 0."""
        beside_last, beside_opponent, beside_own = _cells_beside_stones(position)
        centre_cells = position.grid.centre
        # A loop over the weights would take more than twice as long.
        return [
            (
                last if move & beside_last else 0,
                opponent if move & beside_opponent else 0,
                own if move & beside_own else 0,
                centre if move & centre_cells else 0,
                base if move else 0,
            )
            for move in moves
        ]

    return MoveScores(
        about=(
            "10 beside the opponent's last stone, 5 beside any of theirs, 3 beside one of your "
            "own, 2 in the centre, 1 for any cell"
        ),
        names=tuple(HEX_MOVE_WEIGHTS),
        components=components,
        weights=HEX_MOVE_WEIGHTS,
        factory=make_hex_scorer,
    )


def _cells_beside_stones(position: Hex) -> tuple[int, int, int]:
    """Return the cells beside the last stone, beside opposing stones, and beside own stones."""
    board = position.grid
    beside_last = board.neighbours.get(position.last, 0)
    beside_black = board.neighbours_of(position.black)
    beside_white = board.neighbours_of(position.white)
    if position.maximizing:
        return beside_last, beside_white, beside_black
    return beside_last, beside_black, beside_white


def score_hex_threats(position: Hex, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Score each move by whether it stops the opponent from winning next, and whether it wins."""
    winning_for_opponent = winning_cells(position, black=not position.maximizing)
    winning_for_mover = winning_cells(position, black=position.maximizing)
    rows = []
    for move in moves:
        stop_score = STOPS_A_WIN if move & winning_for_opponent else 0
        win_score = WINS if move & winning_for_mover else 0
        rows.append((stop_score, win_score))
    return rows


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
