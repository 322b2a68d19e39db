"""What the task asks for: which leaves its search reads, in which order, and what it returns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from games import Turn, turn_of
from games.tree.notation import Node
from visualizer.errors import InputError, one_of
from visualizer.grading.mcts import EXPLORATION
from visualizer.grading.playouts import MCTS
from visualizer.grading.trees import MAX, MIN, Asked
from visualizer.grading.trial import leaves_of
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.search_options import CUT

TASKS = ("alpha-beta", "minimax", "expectimax", "expectiminimax", MCTS)


@dataclass(frozen=True)
class GradedTask:
    """Which search is asked for, its rule of cutting, and the limit of plies, None for none."""

    name: str = "alpha-beta"
    cut: str = CUT.default
    depth: int | None = None
    exploration: float | None = None
    """The constant of MCTS, None for any other task."""

    @property
    def prunes(self) -> bool:
        """Whether it leaves leaves out."""
        return self.name == "alpha-beta"

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return who may be to move at the root of a tree that is dealt; in expectimax MAX alone chooses."""
        return (MAX,) if self.name == "expectimax" else (MAX, MIN)

    @property
    def random_turn(self) -> Turn | None:
        """Return which player moves at random, None for neither."""
        return MIN if self.name == "expectimax" else None

    def takes(self, tree: Node) -> bool:
        """Return whether a tree can be searched for this task."""
        return turn_of(tree) != MIN or MIN in self.turns

    def search(self) -> SearchSpec:
        """Return it as a search of ours."""
        cut = self.cut if self.prunes else CUT.default
        return SearchSpec(self.name, ordering="natural", depth=self.depth or "all", cut=cut)


def task_of(
    name: str, cut: str | None = None, depth: int | None = None, exploration: float | None = None
) -> GradedTask:
    """Return a task; InputError for one that there is not, or for an option that it has no use for."""
    one_of("the task", name, TASKS)
    if exploration is not None and name != MCTS:
        raise InputError(f"the exploration is for {MCTS}, but {name} explores nothing; leave it out")
    if depth is not None and name == MCTS:
        raise InputError(f"{MCTS} has no limit of depth; leave out --depth {depth}")
    if cut is not None and name != "alpha-beta":
        raise InputError(f"the cut {cut} is a rule for alpha-beta, but {name} cuts nothing")
    if name == MCTS and exploration is None:
        exploration = EXPLORATION
    return GradedTask(name, one_of("the cut", cut or CUT.default, CUT.choices), depth, exploration)


class RightSearch:
    """The right search of one tree."""

    def __init__(self, tree: Node, task: GradedTask) -> None:
        """Run it to the end."""
        self.asked, self.task = Asked(tree, task.depth, task.cut), task
        self.run = Run(Recipe(PositionSpec("tree", tree.text()), task.search()), tree).finish()
        trace = self.run.trace
        self.leaves = leaves_of(trace)
        self.value = trace.value(0)

    @cached_property
    def values(self) -> list[float]:
        """What each child of the root is worth by minimax, or on average where moves are made at random."""
        if self.asked.is_leaf(()):
            return []
        return [self.asked.value((move,), self.task.random_turn) for move in self.asked.tree.moves()]

    @property
    def moves(self) -> list[int]:
        """The moves that are equally good; none where nobody chooses at the root."""
        if self.asked.tree.probabilities() is not None:
            return []
        best = (max if self.asked.tree.maximizing else min)(self.values, default=0)
        return [place for place, value in enumerate(self.values) if value == best]


@lru_cache(512)
def expected(tree: Node, task: GradedTask) -> RightSearch:
    """Return the right search of a tree."""
    return RightSearch(tree, task)
