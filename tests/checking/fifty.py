"""Fifty: a correct game of 40 plies with up to fifty moves, into which tests plant mistakes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from games import (
    WIN_OR_DRAW,
    Board,
    Cell,
    Game,
    MoveScores,
    NoisyMoves,
    Player,
    Preset,
    Settings,
    Stakes,
    counted,
    size_option,
)

LAST = 40
"""Plies of a game."""


@dataclass(frozen=True, slots=True)
class Fifty:
    """The cells of the first and of the second player, a bit each, and whether the first is to
    move.
    """

    first: int = 0
    second: int = 0
    maximizing: bool = True

    @property
    def ply(self) -> int:
        """How many cells are taken."""
        return (self.first | self.second).bit_count()

    def moves(self) -> Sequence[int]:
        """Return the free cells."""
        if self.ply >= LAST:
            return []
        return [cell for cell in range(50) if not (self.first | self.second) >> cell & 1]

    def play(self, move: int) -> Fifty:
        """Take a cell."""
        if self.maximizing:
            return Fifty(self.first | 1 << move, self.second, not self.maximizing)
        return Fifty(self.first, self.second | 1 << move, not self.maximizing)

    def outcome(self) -> float | None:
        """Return the points of the first player less those of the second, at the end."""
        return None if self.ply < LAST else self.points()

    def points(self) -> int:
        """Return the difference of points: a cell counts its number."""
        return sum(
            ((self.first >> cell & 1) - (self.second >> cell & 1)) * cell for cell in range(50)
        )

    def key(self) -> Hashable:
        """Return whose each cell is; the side follows from their number."""
        return (self.first, self.second)

    def text(self) -> str:
        """Return fifty signs, and the side."""
        signs = (
            "X" if self.first >> cell & 1 else "O" if self.second >> cell & 1 else "-"
            for cell in range(50)
        )
        return f"{''.join(signs)} {'X' if self.maximizing else 'O'}"

    def name(self, move: int) -> str:
        """Return the number of a cell."""
        return f"c{move}"

    def board(self) -> Board:
        """Return five rows of ten cells."""
        kinds = {
            "X": Cell("cross", Player.FIRST),
            "O": Cell("nought", Player.SECOND),
            "-": Cell(),
        }
        cells = [kinds[sign] for sign in self.text()[:50]]
        return Board("Fifty", tuple(tuple(cells[row : row + 10]) for row in range(0, 50, 10)))


def read(text: str, settings: Settings) -> Fifty:
    """Read fifty signs and a side; ValueError for anything else."""
    signs, _, side = text.partition(" ")
    if len(signs) != 50 or {*signs} - {*"XO-"} or side not in ("X", "O"):
        raise ValueError(f"{text!r} is not fifty of X O -, a space, and X or O")
    first, second = (
        sum(1 << cell for cell, sign in enumerate(signs) if sign == player) for player in "XO"
    )
    return Fifty(first, second, side == "X")


def points(position: Fifty, outcome: float | None) -> float:
    """Return the difference of points."""
    return position.points()


def winner(position: Fifty, outcome: float | None) -> float:
    """Return who has won."""
    return 0 if outcome is None else (outcome > 0) - (outcome < 0)


def highest(position: Fifty, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Return what each cell counts."""
    return [(float(move),) for move in moves]


def tens(position: Fifty, moves: Sequence[int]) -> Sequence[int]:
    """Return which of the moves take a cell that ends a row."""
    return [index for index, move in enumerate(moves) if move % 10 == 9]


GAME = Game(
    name="fifty",
    title="Fifty",
    about="take cells of fifty",
    sides=("X", "O"),
    notation="fifty signs, then whose turn it is",
    start=lambda settings: Fifty(),
    read=read,
    evaluations={"points": points, "winner": winner},
    stakes={
        "points": Stakes(about="1 = a point", ahead=counted("a point", "points"), most=1_225),
        "winner": WIN_OR_DRAW,
    },
    noisy=NoisyMoves("ends of rows", tens),
    orderings={"scored": MoveScores("the highest", ("number",), highest)},
    presets=(
        Preset("start", "-" * 50 + " X", "all is free"),
        Preset("late", "XO" * 15 + "-" * 20 + " X", "near the end"),
    ),
    options=(size_option(50, 50, 50),),
    sizes=("50",),
    depth=2,
    target=lambda position, move: divmod(move, 10),
    ending=lambda position, outcome: "somebody has more points",
)
