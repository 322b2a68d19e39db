"""Evaluations by how far the corners are, each with the least and greatest value it can have, and scores for moves."""

from collections.abc import Sequence

from games import MoveScores, counted, with_win
from games.einstein.rules import GOALS, GONE, SIZE, STONES, Einstein, Step

FAR = SIZE
"""More moves than any stone needs to its corner: the distance of one that is gone."""
LEFT = tuple(
    (*(max(abs(square // SIZE - goal // SIZE), abs(square % SIZE - goal % SIZE)) for square in range(GONE)), FAR)
    for goal in GOALS
)
"""How many moves a stone needs from a square to its corner, for Red and for Blue."""
WON = 6
"""What a win is worth. A sixth of it is whole, so that a win with every roll is exactly a win."""


def race(position: Einstein, outcome: float | None) -> float:
    """Return by how many moves Red's foremost stone is nearer to its corner than Blue's, -3 to 3; ±6 at the end."""
    if outcome is not None:
        return WON if outcome > 0 else -WON
    (red, blue), stones = LEFT, position.stones
    return min([blue[square] for square in stones[STONES:]]) - min([red[square] for square in stones[:STONES]])


def pace(stones: Sequence[int], left: Sequence[int]) -> float:
    """Return the best that a side's stones have of this: the rolls that let it move, by the moves it needs; 0 to 6.

    >>> pace((23, 25, 25, 25, 25, 25), LEFT[0]), pace((12, 25, 25, 13, 25, 25), LEFT[0])
    (6.0, 2.5)
    """
    alive = [number for number, square in enumerate(stones) if square != GONE]
    best = 0.0
    for place, number in enumerate(alive):
        low = alive[place - 1] if place else -1
        high = alive[place + 1] if place + 1 < len(alive) else STONES
        best = max(best, (high - low - 1) / left[stones[number]])
    return best


def tempo(position: Einstein, outcome: float | None) -> float:
    """Return by how much Red's best stone is faster than Blue's, a stone that the die seldom lets move being slow.

    It is between -6 and 6, which are a loss and a win.
    """
    if outcome is not None:
        return WON if outcome > 0 else -WON
    return pace(position.stones[:STONES], LEFT[0]) - pace(position.stones[STONES:], LEFT[1])


WINS = 100
"""What a move that wins counts in the order of moves: more than all else."""


def scored(position: Einstein, moves: Sequence[int | Step]) -> Sequence[Sequence[float]]:
    """Return for each step what it counts as a win, as a capture and as a step; for a roll nothing.

    A stone of the other side that is taken counts 1 to 5, the more the nearer to its corner, a step likewise 0 to 4.
    """
    side = 0 if position.maximizing else 1
    mine, other = LEFT[side], LEFT[1 - side]
    theirs = range(STONES, 2 * STONES) if position.maximizing else range(STONES)
    rows = list[Sequence[float]]()
    for move in moves:
        if not isinstance(move, Step):
            rows.append((0, 0, 0))
            continue
        taken = position.stones.index(move.square) if move.square in position.stones else None
        takes = SIZE - other[move.square] if taken in theirs else 0
        last = takes and sum(position.stones[stone] != GONE for stone in theirs) == 1
        rows.append((WINS if last or not mine[move.square] else 0, takes, SIZE - 1 - mine[move.square]))
    return rows


ORDERINGS = {
    "scored": MoveScores(
        "who wins first, then by how near the corner the stone is that is taken, and the one that moves",
        ("wins", "takes", "near"),
        scored,
    )
}
EVALUATIONS = {"race": race, "tempo": tempo}
LIMITS = {"race": (-WON, WON), "tempo": (-WON, WON)}
STAKES = {
    "race": with_win(WON, f"1 = a move nearer to the corner, ±{WON} = a win", counted("a move", "moves")),
    "tempo": with_win(
        WON, f"1 = a roll more for each move that the best stone needs, ±{WON} = a win", counted("a roll", "rolls")
    ),
}
