"""Evaluations of Tak positions, by top flats or by how near both players are to a road. Values are White's."""

from games import counted, with_win
from games.tak.counts import TakPosition
from games.tak.grid import Grid, grid

WIN = 1000
"""Value of a won game, whenever it is won."""


def flats(position: TakPosition, outcome: float | None) -> float:
    """Return White's top flats minus Black's without komi; ±1000 or 0 for a finished game."""
    return position.top_flats() if outcome is None else WIN * outcome


def roads(position: TakPosition, outcome: float | None) -> float:
    """Return the placements that Black needs for a road minus those White needs; ±1000 or 0 for a finished game.

    Only placements count: a square with a wall or a piece of the opponent's blocks, even if a stack could spread there.
    """
    if outcome is not None:
        return WIN * outcome
    board = grid(position.size)
    white, black, empty = position.road_bits()
    return placements_needed(board, black, empty) - placements_needed(board, white, empty)


def placements_needed(board: Grid, road: int, empty: int) -> int:
    """Return the fewest placements on empty squares that complete a road with the squares of `road`.

    It is `size` + 1 if more than `size` are needed, or if no road is possible.

    >>> board = grid(3)
    >>> placements_needed(board, 0, board.full), placements_needed(board, board.bits[4], board.full)
    (3, 2)
    """
    fewest = board.size + 1
    for first, last in board.edges:
        reached, placed = board.joined(road & first, road), 0
        while not reached & last and placed < fewest:
            placed += 1
            reached = board.joined(reached | (board.beside(reached) | first) & empty, road)
        fewest = min(fewest, placed)
    return fewest


STAKES = {
    "flats": with_win(WIN, "1 = a flat ahead, ±1,000 = a win", counted("a flat", "flats")),
    "roads": with_win(
        WIN,
        "1 = a placement nearer to a road, ±1,000 = a win",
        counted("a placement", "placements", " nearer to a road"),
    ),
}
