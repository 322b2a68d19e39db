"""Evaluations of Tak positions by top flats or by distance to a road, and scores for moves.

Values are White's. Scores are a sum with eight constants, and more heuristics that can be added to
it. The constants and the sum are those of Viliam Vadocz, "takbot-tutorial", part 2 (Move Ordering).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from games import MoveScores, counted, with_win
from games.tak.grid import TakGrid, apply_spread, read_spread
from games.tak.position import TakPosition, distances_from_centre, heights_beside, road_counts

Heuristic = Callable[[TakPosition, Sequence[str]], Sequence[float]]
"""From a position and its moves to a number for each move."""

OWN_FLAT = 1
OPPONENTS_FLAT = -1


def block(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each placement the opponent's road pieces in its row and column."""
    board = position.grid
    counts = road_counts(position.squares, board.size, position.ply + 1)
    return [counts[board.placements[move][1]] if move in board.placements else 0 for move in moves]


def flat_on_flat(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each spread of a flat-topped stack minus the opponent's flats that it covers."""
    board = position.grid
    squares = position.squares
    opponent = "21"[position.ply % 2]

    def covered(move: str) -> int:
        if move in board.placements:
            return 0
        source, _, steps = read_spread(board, move)
        if squares[source].endswith(("S", "C")):
            return 0
        return -sum(squares[target].endswith(opponent) for target, _, _ in steps)

    return [covered(move) for move in moves]


def captives(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each wall the mover's pieces captured in the opponent's stacks beside it."""
    board = position.grid
    squares = position.squares
    if position.ply % 2 == 0:
        own, opponent = "12"
    else:
        own, opponent = "21"
    held = [stack.count(own) if stack.rstrip("SC").endswith(opponent) else 0 for stack in squares]

    def beside(move: str) -> int:
        letter, square = board.placements.get(move, ("", 0))
        if letter == "S":
            return sum(held[neighbour] for neighbour in board.neighbours[square])
        return 0

    return [beside(move) for move in moves]


def flat_loss(position: TakPosition, moves: Sequence[str]) -> Sequence[float]:
    """Return for each spread the mover's loss in top flats, as a negative number, or 0."""
    board = position.grid
    squares = position.squares
    own = "12"[position.ply % 2]

    def worth(stack: str) -> int:
        if not stack or stack[-1] in "SC":
            return 0
        if stack[-1] == own:
            return OWN_FLAT
        return OPPONENTS_FLAT

    def change(move: str) -> int:
        if move in board.placements:
            return 0
        changed = apply_spread(board, squares, move).items()
        return min(0, sum(worth(stack) - worth(squares[square]) for square, stack in changed))

    return [change(move) for move in moves]


RoadShape = tuple[tuple[int, int], ...]
"""The column and row of each square of a shape, from its lower left corner."""

CITADEL: tuple[RoadShape, ...] = (((0, 0), (0, 1), (1, 0), (1, 1)),)
"""The two-by-two block."""
STAIRCASES: tuple[RoadShape, ...] = (
    ((0, 0), (1, 0), (1, 1), (2, 1)),
    ((0, 1), (1, 1), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (1, 1), (1, 2)),
    ((1, 0), (1, 1), (0, 1), (0, 2)),
)
"""The stairs of four, such as a1 b1 b2 c2."""


def completed(
    shapes: tuple[RoadShape, ...], position: TakPosition, moves: Sequence[str]
) -> Sequence[float]:
    """Return for each flat or capstone the number of shapes that it completes."""
    board = position.grid
    needed = rest_of_shapes(board, shapes)
    road = position.road_bits()[position.ply % 2]

    def count(move: str) -> int:
        letter, square = board.placements.get(move, ("S", 0))
        if letter == "S":
            return 0
        return sum(rest & road == rest for rest in needed[square])

    return [count(move) for move in moves]


@cache
def rest_of_shapes(board: TakGrid, shapes: tuple[RoadShape, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for every square the shapes that contain it, each as the bits of its other squares."""
    size = board.size
    rests: list[list[int]] = [[] for _ in board.names]
    for shape in shapes:
        width, height = (max(place[axis] for place in shape) + 1 for axis in (0, 1))
        for column in range(size - width + 1):
            for row in range(size - height + 1):
                squares = [(column + across) * size + row + up for across, up in shape]
                for square in squares:
                    rests[square].append(
                        sum(board.bits[other] for other in squares if other != square)
                    )
    return tuple(map(tuple, rests))


HEURISTICS: Mapping[str, Heuristic] = {
    **{each.__name__: each for each in (block, flat_on_flat, captives, flat_loss)},
    "citadel": partial(completed, CITADEL),
    "staircase": partial(completed, STAIRCASES),
}
"""The heuristics by the name of their weight and component."""


TAK_WIN = 1000
"""Value of a won game, whenever it is won."""


def flat_lead(position: TakPosition, outcome: float | None) -> float:
    """Return White's top flats minus Black's without komi; ±1000 or 0 for a finished game."""
    if outcome is None:
        return position.top_flats()
    return TAK_WIN * outcome


def road_lead(position: TakPosition, outcome: float | None) -> float:
    """Return how many more placements Black needs for a road than White.

    A finished game is worth ±1000 or 0.     Only placements count: a square with a wall or a piece
    of the opponent's blocks, even if a stack could spread there.
    """
    if outcome is not None:
        return TAK_WIN * outcome
    board = position.grid
    white, black, empty = position.road_bits()
    return placements_needed(board, black, empty) - placements_needed(board, white, empty)


def placements_needed(board: TakGrid, road: int, empty: int) -> int:
    """Return the fewest placements on empty squares that complete a road through `road`.

    It is `size` + 1 if more than `size` are needed, or if no road is possible.

    >>> from games.tak.grid import tak_grid
    >>> board = tak_grid(3)
    >>> placements_needed(board, 0, board.full), placements_needed(board, board.bits[4], board.full)
    (3, 2)
    """
    fewest = board.size + 1
    for first, last in board.edges:
        reached = board.joined(road & first, road)
        placed = 0
        while not reached & last and placed < fewest:
            placed += 1
            reached = board.joined(reached | (board.beside(reached) | first) & empty, road)
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
"""The tutorial's constants, and the weights of the other heuristics, which are 0 unless a user sets them."""

KIND_COMPONENTS = ("kind", "piece")
TUTORIAL_COMPONENTS = (*KIND_COMPONENTS, "road", "cap_next", "centre")


def in_opening(position: TakPosition) -> bool:
    """Return whether the mover places a piece of the opponent's, so that the lowest score is best."""
    return position.ply < 2


def make_tak_scorer(weights: Mapping[str, float]) -> MoveScores:
    """Return the tutorial's sum with these weights; a heuristic of weight 0 costs no time."""
    further = {name: heuristic for name, heuristic in HEURISTICS.items() if weights[name]}

    def components(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
        rows = tutorial_scores(position, moves, weights)
        if not further:
            return rows
        columns = [
            [weights[name] * number for number in heuristic(position, moves)]
            for name, heuristic in further.items()
        ]
        return [(*row, *more) for row, *more in zip(rows, *columns, strict=True)]

    return MoveScores(
        "a tutorial's sum: placements, flats, roads in row and column, capstones beside stacks, "
        "the centre",
        (*TUTORIAL_COMPONENTS, *further),
        components,
        in_opening,
        TUTORIAL_WEIGHTS,
        make_tak_scorer,
    )


def tutorial_scores(
    position: TakPosition, moves: Sequence[str], weights: Mapping[str, float]
) -> list[tuple[float, ...]]:
    """Score each move by kind, piece, road pieces in line, stacks beside a capstone, and centre."""
    board = position.grid
    squares = position.squares
    ply = position.ply
    roads = [weights["road"] * count for count in road_counts(squares, board.size, ply)]
    centre = [-weights["centre"] * distance for distance in distances_from_centre(board.size)]
    beside = [weights["cap_next"] * height for height in heights_beside(board, squares, ply)]
    placed = weights["placement"]
    pieces = piece_weight(weights)
    spread = (weights["spread"], 0, 0, 0, 0)
    rows: list[tuple[float, ...]] = []
    for placement in map(board.placements.get, moves):
        if placement is None:
            rows.append(spread)
            continue
        letter, square = placement
        road = 0 if letter == "S" else roads[square]
        if letter == "C":
            next_to = beside[square]
        else:
            next_to = 0
        rows.append((placed, pieces[letter], road, next_to, centre[square]))
    return rows


def piece_weight(weights: Mapping[str, float]) -> Mapping[str, float]:
    """Return the weight of a piece by its letter in PTN."""
    return {"": weights["flat"], "S": weights["wall"], "C": weights["capstone"]}


def make_kind_scorer(weights: Mapping[str, float]) -> MoveScores:
    """Return scores by a move's kind and piece alone."""
    placed = {
        letter: (weights["placement"], value) for letter, value in piece_weight(weights).items()
    }
    spread = (weights["spread"], 0)

    def components(position: TakPosition, moves: Sequence[str]) -> Sequence[Sequence[float]]:
        placements = position.grid.placements
        return [placed[placements[move][0]] if move in placements else spread for move in moves]

    about = "placements before spreads, flats before capstones before walls"
    changeable = {
        name: TUTORIAL_WEIGHTS[name] for name in ("placement", "spread", "flat", "capstone", "wall")
    }
    return MoveScores(about, KIND_COMPONENTS, components, in_opening, changeable, make_kind_scorer)


ORDERINGS = {
    "scored": make_tak_scorer(TUTORIAL_WEIGHTS),
    "kind": make_kind_scorer(TUTORIAL_WEIGHTS),
}
