"""Evaluations of Tak positions, by top flats or by how near both players are to a road, and scores for moves.

Values are White's. Scores are a sum with eight constants, and more heuristics that can be added to it. The constants
and the sum are those of Viliam Vadocz, "takbot-tutorial", part 2 (Move Ordering).
"""

from collections.abc import Mapping, Sequence

from games import MoveScores, counted, with_win
from games.tak.counts import distances_from_centre, heights_beside, road_counts
from games.tak.grid import Grid
from games.tak.heuristics import HEURISTICS
from games.tak.position import TakPosition

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
    board = position.grid
    white, black, empty = position.road_bits()
    return placements_needed(board, black, empty) - placements_needed(board, white, empty)


def placements_needed(board: Grid, road: int, empty: int) -> int:
    """Return the fewest placements on empty squares that complete a road with the squares of `road`.

    It is `size` + 1 if more than `size` are needed, or if no road is possible.

    >>> from games.tak.grid import grid
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
        counted("a placement", "placements", ""),
    ),
}

WEIGHTS: Mapping[str, float] = {
    "placement": 100,
    "spread": 0,
    "flat": 100,
    "capstone": 50,
    "wall": 0,
    "road": 10,  # for each road piece in the row and the column
    "cap_next": 50,  # for each piece of the opponent's stacks beside a capstone
    "centre": 10,  # taken off for each step from the centre
    **dict.fromkeys(HEURISTICS, 0),
}
"""The tutorial's constants, and the weights of the other heuristics, which are 0 unless a user sets them."""

KIND = ("kind", "piece")
TUTORIAL = (*KIND, "road", "cap_next", "centre")


def in_opening(position: TakPosition) -> bool:
    """Return whether the mover places a piece of the opponent's, so that the lowest score is best."""
    return position.ply < 2


def scored(weights: Mapping[str, float]) -> MoveScores:
    """Return the tutorial's sum with these weights; a heuristic of weight 0 is left out and costs no time."""
    further = {name: heuristic for name, heuristic in HEURISTICS.items() if weights[name]}

    def components(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
        rows = tutorial(position, moves, weights)
        if not further:
            return rows
        columns = [
            [weights[name] * number for number in heuristic(position, moves)] for name, heuristic in further.items()
        ]
        return [(*row, *more) for row, *more in zip(rows, *columns, strict=True)]

    return MoveScores(
        "a tutorial's sum: placements, flats, roads in row and column, capstones beside stacks, the centre",
        (*TUTORIAL, *further),
        components,
        in_opening,
        WEIGHTS,
        scored,
    )


def tutorial(position: TakPosition, moves: Sequence[str], weights: Mapping[str, float]) -> list[tuple[float, ...]]:
    """Return each move's scores: kind, piece, road pieces in row and column, stacks beside a capstone, centre."""
    board, squares, ply = position.grid, position.squares, position.ply
    roads = [weights["road"] * count for count in road_counts(squares, board.size, ply)]
    centre = [-weights["centre"] * distance for distance in distances_from_centre(board.size)]
    beside = [weights["cap_next"] * height for height in heights_beside(board, squares, ply)]
    placed, pieces = weights["placement"], by_letter(weights)
    spread = (weights["spread"], 0, 0, 0, 0)
    rows: list[tuple[float, ...]] = []
    for placement in map(board.placements.get, moves):
        if placement is None:
            rows.append(spread)
            continue
        letter, square = placement
        road = 0 if letter == "S" else roads[square]
        next_to = beside[square] if letter == "C" else 0
        rows.append((placed, pieces[letter], road, next_to, centre[square]))
    return rows


def by_letter(weights: Mapping[str, float]) -> Mapping[str, float]:
    """Return the weight of a piece by its letter in PTN."""
    return {"": weights["flat"], "S": weights["wall"], "C": weights["capstone"]}


def kinds(weights: Mapping[str, float]) -> MoveScores:
    """Return scores by a move's kind and piece alone."""
    placed = {letter: (weights["placement"], value) for letter, value in by_letter(weights).items()}
    spread = (weights["spread"], 0)

    def components(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
        placements = position.grid.placements
        return [placed[placements[move][0]] if move in placements else spread for move in moves]

    about = "placements before spreads, flats before capstones before walls"
    changeable = {name: WEIGHTS[name] for name in ("placement", "spread", "flat", "capstone", "wall")}
    return MoveScores(about, KIND, components, in_opening, changeable, kinds)


ORDERINGS = {"scored": scored(WEIGHTS), "kind": kinds(WEIGHTS)}
