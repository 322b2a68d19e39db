"""Evaluations of Tak positions by top flats or by distance to a road, and scores for moves.

Values are from White's side. The score of a move is a sum with eight constants, to which more
heuristics can be added. The constants and the sum come from Viliam Vadocz, "takbot-tutorial",
part 2 (Move Ordering).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from games import MoveScores, counted, with_win
from games.tak.grid import TakGrid, apply_spread, read_spread
from games.tak.position import (
    TakPosition,
    distances_from_centre,
    heights_beside,
    mover_digit,
    opponent_digit,
    road_counts,
)

Heuristic = Callable[[TakPosition, Sequence[str]], Sequence[float]]
"""Returns a number for each of the moves of a position, from the mover's side."""

OWN_FLAT = 1
OPPONENTS_FLAT = -1


def score_blocking(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Score each placement by the number of the opponent's road pieces in its row and column.

    A spread scores 0.
    """
    board = position.grid
    # In the next ply the opponent is the mover.
    counts = road_counts(position.squares, board.size, position.ply + 1)

    def blocked_pieces(move: str) -> int:
        if move not in board.placements:
            return 0
        _, square = board.placements[move]
        return counts[square]

    return [blocked_pieces(move) for move in moves]


def score_covered_flats(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Score each spread -1 for each of the opponent's flats that it covers.

    Placements, and spreads of a stack with a wall or a capstone on top, score 0.
    """
    board = position.grid
    squares = position.squares
    opponent = opponent_digit(position.ply)

    def covered_flats(move: str) -> int:
        if move in board.placements:
            return 0
        spread = read_spread(board, move)
        if squares[spread.source].endswith(("S", "C")):
            return 0
        return sum(squares[step.square].endswith(opponent) for step in spread.steps)

    return [-covered_flats(move) for move in moves]


def score_captives(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Score each wall by the mover's own pieces that are captives in stacks next to it.

    A captive is in a stack that the opponent controls. Any other move scores 0.
    """
    board = position.grid
    own = mover_digit(position.ply)
    opponent = opponent_digit(position.ply)
    captives = [
        stack.count(own) if stack.rstrip("SC").endswith(opponent) else 0
        for stack in position.squares
    ]

    def captives_beside_wall(move: str) -> int:
        if not move.startswith("S"):
            return 0
        _, square = board.placements[move]
        return sum(captives[neighbour] for neighbour in board.neighbours[square])

    return [captives_beside_wall(move) for move in moves]


def score_flat_loss(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Score each spread that reduces the mover's lead in top flats, with the change (-1 or less).

    The lead is the mover's top flats minus the opponent's. Any other move scores 0.
    """
    board = position.grid
    squares = position.squares
    own = mover_digit(position.ply)

    def flat_value(stack: str) -> int:
        if not stack or stack[-1] in "SC":
            return 0
        if stack[-1] == own:
            return OWN_FLAT
        return OPPONENTS_FLAT

    def loss_score(move: str) -> int:
        if move in board.placements:
            return 0
        change = 0
        for square, stack in apply_spread(board, squares, move).items():
            change += flat_value(stack) - flat_value(squares[square])
        # A spread that increases the lead scores 0.
        return min(0, change)

    return [loss_score(move) for move in moves]


RoadShape = tuple[tuple[int, int], ...]
"""The (column, row) of each square of a shape, from its lower left corner."""

CITADEL: tuple[RoadShape, ...] = (((0, 0), (0, 1), (1, 0), (1, 1)),)
"""The two-by-two block."""
STAIRCASES: tuple[RoadShape, ...] = (
    ((0, 0), (1, 0), (1, 1), (2, 1)),
    ((0, 1), (1, 1), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (1, 1), (1, 2)),
    ((1, 0), (1, 1), (0, 1), (0, 2)),
)
"""The stairs of four, such as a1 b1 b2 c2."""


def score_completed_shapes(
    shapes: tuple[RoadShape, ...], position: TakPosition, moves: Sequence[str]
) -> Sequence[float]:
    """Score each placement by the number of shapes that it completes.

    A shape is complete when the mover has a road piece, a flat or a capstone, on each of its
    squares. Walls and spreads score 0.
    """
    board = position.grid
    other_squares = other_squares_of_shapes(board, shapes)
    own_road = position.road_bits()[position.ply % 2]

    def count_completed(move: str) -> int:
        if move not in board.placements or move.startswith("S"):
            return 0
        _, square = board.placements[move]
        return sum(others & own_road == others for others in other_squares[square])

    return [count_completed(move) for move in moves]


@cache
def other_squares_of_shapes(
    board: TakGrid, shapes: tuple[RoadShape, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return for each square the other squares of every shape that contains it, as sets of bits.

    A shape may be placed anywhere on the board. With the two-by-two block, for example, a1 has one
    set, with a2, b1 and b2, and b2 has four sets.
    """
    by_square: list[list[int]] = [[] for _ in board.names]
    for shape in shapes:
        for squares in _placed_shapes(board.size, shape):
            bits = sum(board.bits[square] for square in squares)
            for square in squares:
                by_square[square].append(bits - board.bits[square])
    return tuple(map(tuple, by_square))


def _placed_shapes(size: int, shape: RoadShape) -> Iterator[list[int]]:
    """Yield the squares of a shape for each place on the board where the shape fits."""
    width = max(across for across, _ in shape) + 1
    height = max(up for _, up in shape) + 1
    for column in range(size - width + 1):
        for row in range(size - height + 1):
            yield [(column + across) * size + row + up for across, up in shape]


HEURISTICS: Mapping[str, Heuristic] = {
    "block": score_blocking,
    "flat_on_flat": score_covered_flats,
    "captives": score_captives,
    "flat_loss": score_flat_loss,
    "citadel": partial(score_completed_shapes, CITADEL),
    "staircase": partial(score_completed_shapes, STAIRCASES),
}
"""The heuristics by the name of their weight and component."""


TAK_WIN = 1000
"""The value of a won game, however many moves it took."""


def flat_lead(position: TakPosition, outcome: float | None) -> float:
    """Return White's top flats minus Black's without komi; ±1000 or 0 for a finished game."""
    if outcome is None:
        return position.top_flat_lead()
    return TAK_WIN * outcome


def road_lead(position: TakPosition, outcome: float | None) -> float:
    """Return how many more placements Black needs to complete a road than White needs.

    Spreads are not considered, so a wall or an opponent's piece blocks a road. A finished game is
    worth ±1000 or 0.
    """
    if outcome is not None:
        return TAK_WIN * outcome
    board = position.grid
    white, black, empty = position.road_bits()
    return placements_needed(board, black, empty) - placements_needed(board, white, empty)


def placements_needed(board: TakGrid, road: int, empty: int) -> int:
    """Return the fewest placements on empty squares that complete a side's road.

    If no road is possible, return the board's size + 1. `road` are the squares with a road piece of
    that side.

    >>> from games.tak.grid import tak_grid
    >>> board = tak_grid(3)
    >>> placements_needed(board, 0, board.full), placements_needed(board, board.bits[4], board.full)
    (3, 2)
    """
    fewest = board.size + 1
    for near_edge, far_edge in board.edges:
        # Breadth-first search from the near edge: each round adds one placement.
        reached = board.connected_squares(road & near_edge, road)
        count = 0
        while not reached & far_edge and count < fewest:
            count += 1
            next_squares = (board.with_neighbours(reached) | near_edge) & empty
            reached = board.connected_squares(reached | next_squares, road)
        fewest = min(fewest, count)
    return fewest


STAKES = {
    "flats": with_win(TAK_WIN, "1 = a flat ahead, ±1,000 = a win", counted("a flat", "flats")),
    "roads": with_win(
        TAK_WIN,
        "1 = one placement nearer to a road, ±1,000 = a win",
        counted("a placement", "placements", " nearer to a road"),
        counted("a placement", "placements", ""),
    ),
}

TUTORIAL_WEIGHTS: Mapping[str, float] = {
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
"""The tutorial's constants, and a weight for each other heuristic, 0 unless a user sets it."""

KIND_COMPONENTS = ("kind", "piece")
TUTORIAL_COMPONENTS = (*KIND_COMPONENTS, "road", "cap_next", "centre")


def in_opening(position: TakPosition) -> bool:
    """Return whether the mover places an opponent's piece, so that the lowest score is best."""
    return position.ply < 2


def make_tak_scorer(weights: Mapping[str, float]) -> MoveScores:
    """Return move scores that add up the five terms of `tutorial_scores` and the heuristics.

    Heuristics with the weight 0 are left out.
    """
    heuristics = {name: heuristic for name, heuristic in HEURISTICS.items() if weights[name]}

    def components(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return for each move the five terms, then a term for each heuristic."""
        rows = tutorial_scores(position, moves, weights)
        if not heuristics:
            return rows
        terms_by_heuristic = [
            [weights[name] * number for number in heuristic(position, moves)]
            for name, heuristic in heuristics.items()
        ]
        terms_by_move = zip(*terms_by_heuristic, strict=True)
        return [(*row, *terms) for row, terms in zip(rows, terms_by_move, strict=True)]

    return MoveScores(
        about=(
            "a tutorial's sum: placements, flats, roads in row and column, capstones beside "
            "stacks, the centre"
        ),
        names=(*TUTORIAL_COMPONENTS, *heuristics),
        components=components,
        lowest_first=in_opening,
        weights=TUTORIAL_WEIGHTS,
        factory=make_tak_scorer,
    )


def tutorial_scores(
    position: TakPosition, moves: Sequence[str], weights: Mapping[str, float]
) -> list[tuple[float, ...]]:
    """Score each move by the five terms of Viliam Vadocz's "takbot-tutorial".

    The terms are scores for the kind of move (placement or spread), for the piece placed, for the
    mover's road pieces in the same row and column, for the height of the opponent's stacks beside a
    capstone, and for the distance from the centre. A spread scores only for its kind.
    """
    board = position.grid
    # Score all squares once, which is faster than scoring each placement anew.
    counts = road_counts(position.squares, board.size, position.ply)
    heights = heights_beside(board, position.squares, position.ply)
    road_scores = weighted_numbers(weights["road"], counts)
    capstone_scores = weighted_numbers(weights["cap_next"], heights)
    centre_scores = weighted_numbers(-weights["centre"], distances_from_centre(board.size))
    piece_scores = weight_by_piece(weights)

    rows: list[tuple[float, ...]] = []
    for placement in map(board.placements.get, moves):
        if placement is None:
            rows.append((weights["spread"], 0, 0, 0, 0))
            continue
        letter, square = placement
        road = 0 if letter == "S" else road_scores[square]
        cap_next = capstone_scores[square] if letter == "C" else 0
        centre = centre_scores[square]
        rows.append((weights["placement"], piece_scores[letter], road, cap_next, centre))
    return rows


def weighted_numbers(weight: float, numbers: Iterable[float]) -> list[float]:
    """Return numbers multiplied by a weight."""
    return [weight * number for number in numbers]


def weight_by_piece(weights: Mapping[str, float]) -> Mapping[str, float]:
    """Return the weights of a flat, a wall and a capstone, by their letters in PTN."""
    return {
        "": weights["flat"],
        "S": weights["wall"],
        "C": weights["capstone"],
    }


def make_kind_scorer(weights: Mapping[str, float]) -> MoveScores:
    """Return move scores by the kind of move (placement or spread) and by the piece placed."""
    placement_rows = {
        letter: (weights["placement"], weight)
        for letter, weight in weight_by_piece(weights).items()
    }
    spread_row = (weights["spread"], 0)

    def components(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return for each move the weight of its kind and the weight of the piece placed."""
        rows: list[Sequence[float]] = []
        for placement in map(position.grid.placements.get, moves):
            if placement is None:
                rows.append(spread_row)
            else:
                letter, _ = placement
                rows.append(placement_rows[letter])
        return rows

    weight_names = ("placement", "spread", "flat", "capstone", "wall")
    return MoveScores(
        about="placements before spreads, flats before capstones before walls",
        names=KIND_COMPONENTS,
        components=components,
        lowest_first=in_opening,
        weights={name: TUTORIAL_WEIGHTS[name] for name in weight_names},
        factory=make_kind_scorer,
    )


ORDERINGS = {
    "scored": make_tak_scorer(TUTORIAL_WEIGHTS),
    "kind": make_kind_scorer(TUTORIAL_WEIGHTS),
}
