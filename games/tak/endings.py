"""How a game of Tak ends: by a road, or by flats. A set of squares is an integer, see `grid`."""

from games.tak.grid import Grid
from games.tak.notation import reserves_left
from games.tak.position import TakPosition

LONGEST_RUN_OF_SPREADS = 50
"""The game is a draw after this many spreads in a row."""


def has_road(board: Grid, road: int) -> bool:
    """Return whether a set of squares connects two opposite edges.

    >>> from games.tak.grid import grid
    >>> board = grid(3)
    >>> has_road(board, sum(board.bits[:3])), has_road(board, sum(board.bits[:2]))
    (True, False)
    """
    return any(board.joined(first & road, road) & last for first, last in board.edges)


def is_road(position: TakPosition, outcome: float) -> bool:
    """Return whether the winner of a game that is over, by its outcome, has a road."""
    white_road, black_road, _ = position.road_bits()
    return has_road(position.grid, white_road if outcome > 0 else black_road)


def ending(position: TakPosition, outcome: float) -> str:
    """Say how a game has ended: by a road, by flats, or by the longest run of spreads."""
    if outcome and is_road(position, outcome):
        return f"{'White' if outcome > 0 else 'Black'} completes a road and wins"
    empty, reserves = position.road_bits()[2], reserves_left(position.squares, position.size)
    if empty and all(map(any, reserves)):
        return f"{LONGEST_RUN_OF_SPREADS} spreads in a row, a draw"
    why = "the board is full"
    if empty:
        why = f"{'Black' if any(reserves[0]) else 'White'} has no pieces left"
    white, black = (sum(stack.endswith(owner) for stack in position.squares) for owner in "12")
    if not outcome:
        return f"{why}, a draw of {white} flats to {black}{', with komi' if white != black else ''}"
    winner, flats, others = ("White", white, black) if outcome > 0 else ("Black", black, white)
    return f"{why} and {winner} wins by {flats} flats{' and komi' if flats <= others else ''} to {others}"
