"""How a game of Tak ends: by a road, or by flats. A set of squares is an integer, see `grid`."""

from collections.abc import Sequence

from games.tak.counts import TakPosition
from games.tak.grid import Grid, grid
from games.tak.notation import reserves_left

LONGEST_RUN_OF_SPREADS = 50
"""The game is a draw after this many spreads in a row."""


def has_road(board: Grid, road: int, through: int) -> bool:
    """Return whether the squares of `road` that are connected with `through` touch two opposite edges.

    >>> from games.tak.grid import grid
    >>> board = grid(3)
    >>> has_road(board, sum(board.bits[:3]), board.bits[1])
    True
    """
    reached = board.joined(through, road)
    (left, right), (bottom, top) = board.edges
    return bool(reached & left and reached & right or reached & bottom and reached & top)


def any_road(board: Grid, road: int) -> bool:
    """Return whether a set of squares holds a road; every road touches file a or rank 1."""
    first_edges = road & (board.edges[0][0] | board.edges[1][0])
    return any(has_road(board, road, bit) for bit in board.bits if bit & first_edges)


def completes_road(board: Grid, road: int, square: int) -> bool:
    """Return whether a square just added to `road` completes it; too few neighbours rule that out without a search."""
    near = board.near[square] & road
    if not near or near & near - 1 == 0 and not board.on_edge[square]:
        return False
    return has_road(board, road, board.bits[square])


def road_result(board: Grid, roads: Sequence[tuple[int, int, int]]) -> float | None:
    """Return the outcome if a spread has completed a road, else None.

    `roads` has for each player the road pieces after the spread, those before it, and the outcome if that player wins;
    the mover comes first, who wins if both have a road. A new road contains a square that its owner has gained.
    """
    for road, road_before, win in roads:
        gained = road & ~road_before
        while gained:
            bit = gained & -gained
            if completes_road(board, road, board.square_of[bit]):
                return win
            gained ^= bit
    return None


def top_flats(white: int, black: int, not_flat: int) -> int:
    """Return White's top flats minus Black's."""
    return (white & ~not_flat).bit_count() - (black & ~not_flat).bit_count()


def flat_result(white: int, black: int, not_flat: int, half_komi: int) -> float:
    """Return the outcome by top flats, with komi added to Black's; komi is a whole number, so draws are possible."""
    ahead = 2 * top_flats(white, black, not_flat) - half_komi
    return (ahead > 0) - (ahead < 0)


def is_road(position: TakPosition, outcome: float) -> bool:
    """Return whether the winner of a game that is over, by its outcome, has a road."""
    white_road, black_road, _ = position.road_bits()
    return any_road(grid(position.size), white_road if outcome > 0 else black_road)


def ending(position: TakPosition, outcome: float) -> str:
    """Say how a game has ended: by a road, by flats, or by the longest run of spreads."""
    if outcome and is_road(position, outcome):
        return f"{'White' if outcome > 0 else 'Black'} completes a road and wins"
    empty, reserves = position.road_bits()[2], reserves_left(position.squares(), position.size)
    if empty and all(map(any, reserves)):
        return f"{LONGEST_RUN_OF_SPREADS} spreads in a row, a draw"
    why = "the board is full"
    if empty:
        why = f"{'Black' if any(reserves[0]) else 'White'} has no pieces left"
    white, black = (sum(stack.endswith(owner) for stack in position.squares()) for owner in "12")
    if not outcome:
        return f"{why}, a draw of {white} flats to {black}{', with komi' if white != black else ''}"
    winner, flats, others = ("White", white, black) if outcome > 0 else ("Black", black, white)
    return f"{why} and {winner} wins by {flats} flats{' and komi' if flats <= others else ''} to {others}"
