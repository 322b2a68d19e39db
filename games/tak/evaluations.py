"""What a position of Tak is worth: by its top flats, or by how near both players are to a road."""

from games import Stakes, counted
from games.tak.counts import TakPosition
from games.tak.grid import Grid, grid

WIN = 1000
"""Value of a won game, whenever it is won."""


def flats(position: TakPosition, outcome: float | None) -> float:
    """Value a position by its top flats, a finished game by its result alone."""
    return position.top_flats() if outcome is None else WIN * outcome


def roads(position: TakPosition, outcome: float | None) -> float:
    """Value a position by the placements that Black needs for a road less White's, a finished game by its result.

    Only placements count: a square that a wall or the opponent holds is in the way, even if a stack could spread there.
    """
    if outcome is not None:
        return WIN * outcome
    board = grid(position.size)
    white, black, empty = position.road_bits()
    return placements_needed(board, black, empty) - placements_needed(board, white, empty)


def placements_needed(board: Grid, road: int, empty: int) -> int:
    """Count the fewest empty squares that join two opposite edges through squares of `road`.

    A road that takes more than `size` of them, or that none can make, counts as `size` + 1.

    >>> board = grid(3)
    >>> placements_needed(board, 0, board.full), placements_needed(board, board.bits[4], board.full)
    (3, 2)
    """
    fewest = board.size + 1
    for first, last in board.edges:
        reached, placed = joined(board, road & first, road), 0
        while not reached & last and placed < fewest:
            placed += 1
            reached = joined(board, reached | (beside(board, reached) | first) & empty, road)
        fewest = min(fewest, placed)
    return fewest


def beside(board: Grid, squares: int) -> int:
    """Return a set of squares and those beside it, as bits; some may be off the board."""
    stride = board.size + 1
    return squares | squares << 1 | squares >> 1 | squares << stride | squares >> stride


def joined(board: Grid, squares: int, road: int) -> int:
    """Return a set of squares and all of `road` that hangs together with it."""
    grown = squares | beside(board, squares) & road
    while grown != squares:
        squares, grown = grown, grown | beside(board, grown) & road
    return squares


STAKES = {
    "flats": Stakes(
        about="1 = a flat ahead, ±1,000 = a win",
        ahead=counted("a flat", "flats"),
        win=lambda position: WIN,
        most=lambda position: WIN,
    ),
    "roads": Stakes(
        about="1 = a placement nearer to a road, ±1,000 = a win",
        ahead=counted("a placement", "placements", " nearer to a road"),
        win=lambda position: WIN,
        most=lambda position: WIN,
    ),
}
