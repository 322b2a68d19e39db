"""Evaluations of Tak positions by top flats or by distance to a road, and scores for moves.

Values are from White's side. The score of a move is a sum with eight constants, to which more
heuristics can be added. The constants and the sum are those of Viliam Vadocz, "takbot-tutorial",
part 2 (Move Ordering).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from games import MoveScores, counted, with_win
from games.tak.grid import TakGrid, apply_spread, read_spread
from games.tak.position import TakPosition, distances_from_centre, heights_beside, road_counts

Heuristic = Callable[[TakPosition, Sequence[str]], Sequence[float]]
"""Returns a number for each of the moves of a position, from the mover's side."""

OWN_FLAT = 1
OPPONENTS_FLAT = -1


def score_blocking(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Score each placement by the opponent's road pieces in its row and column; 0 for a spread."""
    board = position.grid
    # The opponent is the mover of the next ply.
    counts = road_counts(position.squares, board.size, position.ply + 1)

    def blocked_pieces(move: str) -> int:
        if move not in board.placements:
            return 0
        _, square = board.placements[move]
        return counts[square]

    return [blocked_pieces(move) for move in moves]


def score_covered_flats(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Score each spread by minus the number of the opponent's flats that it covers.

    A placement, and a spread of a stack with a wall or a capstone on top, scores 0.
    """
    board = position.grid
    squares = position.squares
    opponent = "21"[position.ply % 2]

    def covered_flats(move: str) -> int:
        if move in board.placements:
            return 0
        source, _, steps = read_spread(board, move)
        if squares[source].endswith(("S", "C")):
            return 0
        return sum(squares[target].endswith(opponent) for target, _, _ in steps)

    return [-covered_flats(move) for move in moves]


def score_captives(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Score a wall by the number of the mover's pieces in the opponent's stacks next to it.

    Any other move scores 0.
    """
    board = position.grid
    own, opponent = ("1", "2") if position.ply % 2 == 0 else ("2", "1")
    captured = [
        stack.count(own) if stack.rstrip("SC").endswith(opponent) else 0
        for stack in position.squares
    ]

    def captured_beside(move: str) -> int:
        letter, square = board.placements.get(move, ("", 0))
        if letter != "S":
            return 0
        return sum(captured[neighbour] for neighbour in board.neighbours[square])

    return [captured_beside(move) for move in moves]


def score_flat_loss(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Score each spread by the mover's loss in top flats, as a negative number.

    The mover's lead is the difference between both sides' top flats. A move that does not make the
    lead smaller scores 0.
    """
    board = position.grid
    squares = position.squares
    own = "12"[position.ply % 2]

    def flat_value(stack: str) -> int:
        if not stack or stack[-1] in "SC":
            return 0
        if stack[-1] == own:
            return OWN_FLAT
        return OPPONENTS_FLAT

    def loss(move: str) -> int:
        if move in board.placements:
            return 0
        change = 0
        for square, stack in apply_spread(board, squares, move).items():
            change += flat_value(stack) - flat_value(squares[square])
        return min(0, change)

    return [loss(move) for move in moves]


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
    """Score the placement of a flat or a capstone by the number of shapes that it completes.

    A shape is complete when the mover has a road piece on each of its squares. Any other move
    scores 0.
    """
    board = position.grid
    shapes_of_square = other_squares_of_shapes(board, shapes)
    road = position.road_bits()[position.ply % 2]

    def completed_shapes(move: str) -> int:
        # A spread scores 0 like a wall, which is no part of a road.
        letter, square = board.placements.get(move, ("S", 0))
        if letter == "S":
            return 0
        return sum(others & road == others for others in shapes_of_square[square])

    return [completed_shapes(move) for move in moves]


@cache
def other_squares_of_shapes(
    board: TakGrid, shapes: tuple[RoadShape, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return, for each square, the shapes that contain it, as the bits of their other squares."""
    by_square: list[list[int]] = [[] for _ in board.names]
    for shape in shapes:
        for squares in _placed_shapes(board.size, shape):
            bits = sum(board.bits[square] for square in squares)
            for square in squares:
                by_square[square].append(bits - board.bits[square])
    return tuple(map(tuple, by_square))


def _placed_shapes(size: int, shape: RoadShape) -> Iterator[list[int]]:
    """Yield the squares of a shape at each place on the board."""
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
    """Return the placements that Black needs to complete a road, minus those that White needs.

    A finished game is worth ±1000 or 0. Only placements count: a square with a wall or an
    opponent's piece blocks, even if a stack could spread there.
    """
    if outcome is not None:
        return TAK_WIN * outcome
    board = position.grid
    white, black, empty = position.road_bits()
    return placements_needed(board, black, empty) - placements_needed(board, white, empty)


def placements_needed(board: TakGrid, road: int, empty: int) -> int:
    """Return the fewest placements on empty squares that complete a side's road.

    `road` is the set of squares with a road piece of that side. The result is the board's size + 1
    if a road needs more placements than the board has rows, or if no road is possible.

    >>> from games.tak.grid import tak_grid
    >>> board = tak_grid(3)
    >>> placements_needed(board, 0, board.full), placements_needed(board, board.bits[4], board.full)
    (3, 2)
    """
    fewest = board.size + 1
    for first, last in board.edges:
        # Breadth-first search from one edge: a round adds all squares one placement further away.
        reached = board.connected_squares(road & first, road)
        placed = 0
        while not reached & last and placed < fewest:
            placed += 1
            next_squares = (board.with_neighbours(reached) | first) & empty
            reached = board.connected_squares(reached | next_squares, road)
        fewest = min(fewest, placed)
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
    """Return move scores: the weighted sum of a tutorial's five terms and of some heuristics.

    `weights` are by name. A heuristic with the weight 0 is left out.
    """
    # A heuristic of weight 0 is not computed, so it costs no time.
    heuristics = {name: heuristic for name, heuristic in HEURISTICS.items() if weights[name]}

    def components(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return for each move the tutorial's five terms, and a term for each heuristic."""
        rows = tutorial_scores(position, moves, weights)
        if not heuristics:
            return rows
        columns = [
            [weights[name] * number for number in heuristic(position, moves)]
            for name, heuristic in heuristics.items()
        ]
        heuristic_rows = zip(*columns, strict=True)
        return [(*row, *others) for row, others in zip(rows, heuristic_rows, strict=True)]

    return MoveScores(
        about=(
            "a tutorial's sum: placements, flats, roads in row and column, capstones beside "
            "stacks, the centre"
        ),
        names=(*TUTORIAL_COMPONENTS, *heuristics),
        components=components,
        lowest_first=in_opening,
        weights=TUTORIAL_WEIGHTS,
        weighted=make_tak_scorer,
    )


def tutorial_scores(
    position: TakPosition, moves: Sequence[str], weights: Mapping[str, float]
) -> list[tuple[float, ...]]:
    """Score each move by the tutorial's five terms.

    They are the kind of move, the piece placed, the mover's road pieces in its row and column, the
    opponent's stacks next to a capstone, and the distance from the centre.
    """
    board = position.grid
    # Scoring all squares once is faster than scoring each placement anew.
    counts = road_counts(position.squares, board.size, position.ply)
    heights = heights_beside(board, position.squares, position.ply)
    roads = weighted_numbers(weights["road"], counts)
    next_to_capstone = weighted_numbers(weights["cap_next"], heights)
    centre = weighted_numbers(-weights["centre"], distances_from_centre(board.size))
    piece_weights = weight_by_piece(weights)

    rows: list[tuple[float, ...]] = []
    for placement in map(board.placements.get, moves):
        if placement is None:
            rows.append((weights["spread"], 0, 0, 0, 0))
            continue
        letter, square = placement
        road = 0 if letter == "S" else roads[square]
        cap_next = next_to_capstone[square] if letter == "C" else 0
        rows.append((weights["placement"], piece_weights[letter], road, cap_next, centre[square]))
    return rows


def weighted_numbers(weight: float, numbers: Iterable[float]) -> list[float]:
    """Return numbers, one for each square, multiplied by a weight."""
    return [weight * number for number in numbers]


def weight_by_piece(weights: Mapping[str, float]) -> Mapping[str, float]:
    """Return the weights of the pieces by their letters in PTN."""
    return {
        "": weights["flat"],
        "S": weights["wall"],
        "C": weights["capstone"],
    }


def make_kind_scorer(weights: Mapping[str, float]) -> MoveScores:
    """Return move scores by only two things: placement or spread, and the piece placed."""
    placement_rows = {
        letter: (weights["placement"], weight)
        for letter, weight in weight_by_piece(weights).items()
    }
    spread_row = (weights["spread"], 0)

    def components(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return for each move the weights of its kind and of the piece placed."""
        rows: list[Sequence[float]] = []
        for placement in map(position.grid.placements.get, moves):
            if placement is None:
                rows.append(spread_row)
            else:
                letter, _ = placement
                rows.append(placement_rows[letter])
        return rows

    changeable = ("placement", "spread", "flat", "capstone", "wall")
    return MoveScores(
        about="placements before spreads, flats before capstones before walls",
        names=KIND_COMPONENTS,
        components=components,
        lowest_first=in_opening,
        weights={name: TUTORIAL_WEIGHTS[name] for name in changeable},
        weighted=make_kind_scorer,
    )


ORDERINGS = {
    "scored": make_tak_scorer(TUTORIAL_WEIGHTS),
    "kind": make_kind_scorer(TUTORIAL_WEIGHTS),
}
