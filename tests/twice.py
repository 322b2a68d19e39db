"""A game in which whose turn it is does not follow from the ply: a random tree, each of whose
nodes is anyone's.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from games import Board, Cell, Game, MoveScores, Player, Preset, Settings, trust_files
from visualizer.searching.recipe import PositionSpec

DEEPEST = 5
FILE = Path(__file__)


@dataclass(frozen=True, slots=True)
class Twice:
    """A node of the tree of a seed, by the moves that lead to it; equal nodes are equal wherever
    they come.
    """

    seed: int = 0
    path: tuple[int, ...] = ()

    @property
    def maximizing(self) -> bool:
        """Whose turn it is, which is drawn for each node."""
        return self.draw("turn", 2) == 0

    def draw(self, what: str, many: int) -> int:
        """Return a number below `many` that belongs to this node."""
        return Random(f"{self.seed} {what} {self.path}").randrange(many)

    def moves(self) -> Sequence[int]:
        """List one to three moves, none at a leaf."""
        return range(0 if self.outcome() is not None else 1 + self.draw("moves", 3))

    def play(self, move: int) -> Twice:
        """Go down a branch."""
        return Twice(self.seed, (*self.path, move))

    def outcome(self) -> float | None:
        """Return the number of a leaf, which often comes twice."""
        is_leaf = len(self.path) == DEEPEST or (len(self.path) > 1 and self.draw("leaf", 4) == 0)
        if is_leaf:
            return self.draw("value", 7) - 3
        return None

    def key(self) -> Hashable:
        """Return the node."""
        return self.seed, self.path

    def text(self) -> str:
        """Return the seed and the moves."""
        return " ".join(map(str, (self.seed, *self.path)))

    def name(self, move: int) -> str:
        """Return a letter."""
        return "abc"[move]

    def board(self) -> Board:
        """Return the path as a row."""
        return Board("Twice", (tuple(Cell("stone", Player.FIRST) for _ in self.path) or (Cell(),),))


def read(text: str, settings: Settings) -> Twice:
    """Read a seed and moves."""
    seed, *path = map(int, text.split())
    return Twice(seed, tuple(path))


def value(position: Twice, outcome: float | None) -> float:
    """Return the leaf's number; at the depth limit another that belongs to the node."""
    if outcome is None:
        return position.draw("guess", 7) - 3
    return outcome


GAME = Game(
    name="twice",
    title="Twice",
    about="whose turn it is is drawn for each node",
    sides=("Left", "Right"),
    notation="a seed and moves",
    start=lambda settings: Twice(),
    read=read,
    evaluations={"value": value},
    presets=(Preset("first", "0", "the tree of seed 0"),),
    orderings={
        "scored": MoveScores(
            "at random",
            ("random",),
            lambda position, moves: [(position.play(move).draw("score", 3),) for move in moves],
        )
    },
)


def twice(seed: int) -> PositionSpec:
    """Return the root of the tree of a seed, with this file trusted."""
    trust_files([FILE])
    return PositionSpec(str(FILE), str(seed))
