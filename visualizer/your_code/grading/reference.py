"""What the task asks for: which leaves its search reads, in which order, and what it returns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from games import Turn, turn_of
from games.tree.names import with_letters
from games.tree.notation import Node
from visualizer.searching.algorithms import algorithm, algorithms
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import CUT_OPTION
from visualizer.support.errors import InputError, RefusedError, one_of
from visualizer.your_code.grading.mcts import UCT_EXPLORATION
from visualizer.your_code.grading.playouts import MCTS_TASK
from visualizer.your_code.grading.shapes import ANY_SHAPE, TreeShape
from visualizer.your_code.grading.tables import RightTableReads
from visualizer.your_code.grading.tree_searches import value_of_tree
from visualizer.your_code.grading.trees import (
    DEEPENING_TASK,
    MAX_TURN,
    MIN_TURN,
    SearchTask,
    tree_height,
)
from visualizer.your_code.grading.variants import TASK_VARIANTS, TaskVariant

GRADED_TASKS = tuple(TASK_VARIANTS)
CUTTING_TASKS = ("alpha-beta", "negamax", "pvs", "mtdf", "iterative-deepening")
"""The tasks that have a rule of cutting."""
RANDOM_OPPONENT_TASKS = ("expectimax", "random-opponent")

TABLE_TASKS = ("alpha-beta", "minimax")
"""Those whose search may keep a table."""


@dataclass(frozen=True)
class GradedTask:
    """Which search is asked for, its rule of cutting, and the limit of plies, None for none."""

    name: str = "alpha-beta"
    cut: str = CUT_OPTION.default
    depth: int | None = None
    exploration: float | None = None
    """The constant of MCTS, None for any other task."""
    table: bool = False
    """Whether the search keeps a table of positions."""
    shape: TreeShape = ANY_SHAPE
    """Which trees are searched."""
    place: int = 0
    """The number of the variant."""

    @property
    def variant(self) -> TaskVariant:
        """Return the right way to do it that is asked for."""
        return TASK_VARIANTS[self.name][self.place]

    @property
    def variants(self) -> list[GradedTask]:
        """Return the task in all its variants."""
        return [replace(self, place=place) for place in range(len(TASK_VARIANTS[self.name]))]

    @property
    def title(self) -> str:
        """Return what the search is called."""
        return algorithm(self.name if self.name in algorithms() else self.variant.algorithm).title

    @property
    def prunes(self) -> bool:
        """Whether it leaves leaves out, and reads none twice."""
        return self.variant.algorithm == "alpha-beta"

    @property
    def revisits(self) -> bool:
        """Whether it may come to a leaf more than once."""
        return self.variant.search is not None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return who may be to move at the root of a tree that is dealt; in expectimax MAX alone chooses."""
        if self.name == "expectimax" or self.shape.max_begins:
            return (MAX_TURN,)
        return (MAX_TURN, MIN_TURN)

    def random_turn(self, tree: Node) -> Turn | None:
        """Return which player moves at random in a tree, None for neither."""
        if self.name not in RANDOM_OPPONENT_TASKS:
            return None
        if turn_of(tree) == MIN_TURN:
            return MAX_TURN
        return MIN_TURN

    def takes(self, tree: Node) -> bool:
        """Return whether a tree can be searched for this task."""
        return (turn_of(tree) != MIN_TURN or MIN_TURN in self.turns) and not self.shape.why_not(
            tree
        )

    def on(self, shape: TreeShape, *, cut: str | None = None) -> GradedTask:
        """Return it for the trees of a shape; a limit is in rounds of agents, and these cut by > if nothing is said.

        InputError says why such a search cannot have this task.
        """
        if (shape.agents or shape.width) and self.name == "expectiminimax":
            raise InputError(
                "this code cannot search chance nodes; for an opponent that moves at random, use --task expectimax"
            )
        if not shape.agents:
            return replace(self, shape=shape)
        return replace(
            self, shape=shape, cut=cut or ">", depth=self.depth and self.depth * shape.agents
        )

    def asked(self, tree: Node) -> SearchTask:
        """Return what a search is asked about a tree; one that deepens goes to the last ply where there is no limit."""
        if self.name != DEEPENING_TASK:
            return SearchTask(
                tree, self.depth, self.cut, exploration=self.exploration, agents=self.shape.agents
            )
        return SearchTask(
            tree,
            self.depth or tree_height(tree),
            self.cut,
            estimates=True,
            agents=self.shape.agents,
        )

    def search(self) -> SearchSpec:
        """Return it as a search of ours; for one that comes back to leaves, alpha-beta."""
        if self.name in CUTTING_TASKS and self.variant.algorithm != "minimax":
            cut = self.cut
        else:
            cut = CUT_OPTION.default
        found = self.variant.algorithm or "alpha-beta"
        return SearchSpec(found, ordering="natural", depth=self.depth or "all", cut=cut)


def make_task(
    name: str,
    cut: str | None = None,
    depth: int | None = None,
    exploration: float | None = None,
    *,
    table: bool = False,
) -> GradedTask:
    """Return a task; InputError for one that there is not, or for an option that it has no use for."""
    one_of("the task", name, GRADED_TASKS)
    if exploration is not None and name != MCTS_TASK:
        raise InputError(
            f"the exploration constant is for {MCTS_TASK}, not for {name}; leave it out"
        )
    if depth is not None and name == MCTS_TASK:
        raise InputError(f"{MCTS_TASK} has no depth limit; leave out --depth {depth}")
    if cut is not None and name not in CUTTING_TASKS:
        raise InputError(
            f"the cut {cut} is a rule for {', '.join(CUTTING_TASKS)}, but {name} never cuts"
        )
    if name == MCTS_TASK and exploration is None:
        exploration = UCT_EXPLORATION
    if table and name not in TABLE_TASKS:
        raise InputError(f"--table is for {' and '.join(TABLE_TASKS)}, not for {name}")
    return GradedTask(
        name,
        one_of("the cut", cut or CUT_OPTION.default, CUT_OPTION.choices),
        depth,
        exploration,
        table,
    )


class RightSearch:
    """The right search of one tree."""

    def __init__(self, tree: Node, task: GradedTask) -> None:
        """Run it to the end; RefusedError for a tree with chance where the task is not about that."""
        self.asked = task.asked(tree)
        self.task = task
        reference = task.variant.search
        if reference is None:
            self.trace = self.run.trace
            self.value = self.trace.value(0)
        elif any(node.chance for node in tree.nodes()):
            raise RefusedError(f"{task.name} cannot search a tree with chance nodes")
        else:
            found = reference(self.asked)
            self.trace = found.trace
            self.value = found.value
        self.leaves = self.trace.leaf_paths()

    @cached_property
    def run(self) -> Run:
        """The run of a search of ours; of one that comes back to leaves, that of alpha-beta."""
        recipe = Recipe(PositionSpec("tree", self.asked.tree.text()), self.task.search())
        return Run(recipe, with_letters(self.asked.tree)).finish()

    @cached_property
    def values(self) -> list[float]:
        """What each child of the root is worth by minimax, or on average where moves are made at random."""
        if self.asked.is_leaf(()):
            return []
        random = self.task.random_turn(self.asked.tree)
        return [value_of_tree(self.asked, (move,), random) for move in self.asked.tree.moves()]

    @cached_property
    def tables(self) -> RightTableReads | None:
        """What tables make of the tree, None where none is asked for."""
        if self.task.table:
            return RightTableReads(self.asked, prunes=self.task.prunes)
        return None

    @property
    def right_values(self) -> list[float]:
        """The values that count as right."""
        if self.tables is None:
            return [self.value]
        return self.tables.values

    @property
    def moves(self) -> list[int]:
        """The moves that are equally good; none where nobody chooses at the root."""
        if self.asked.tree.probabilities() is not None:
            return []
        best = (max if self.asked.tree.maximizing else min)(self.values, default=0)
        return [place for place, value in enumerate(self.values) if value == best]


@lru_cache(2_048)
def right_search(tree: Node, task: GradedTask) -> RightSearch:
    """Return the right search of a tree."""
    return RightSearch(tree, task)
