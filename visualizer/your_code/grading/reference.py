"""The tasks, and the right search of a task: the leaves that it reads, its value and its moves."""

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
from visualizer.your_code.grading.tables import RightTableSearches
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
"""The tasks that have a cut rule."""
RANDOM_OPPONENT_TASKS = ("expectimax", "random-opponent")
TABLE_TASKS = ("alpha-beta", "minimax")
"""The tasks whose search may keep a table of positions."""


@dataclass(frozen=True)
class GradedTask:
    """A kind of search that a user writes, with its cut rule and its depth limit in plies."""

    name: str = "alpha-beta"
    cut: str = CUT_OPTION.default
    depth: int | None = None
    exploration: float | None = None
    """The constant of MCTS; None for any other task."""
    table: bool = False
    """Whether the search keeps a table of positions."""
    shape: TreeShape = ANY_SHAPE
    """The trees that can be searched."""
    variant_index: int = 0
    """Which of the task's right variants is meant."""

    @property
    def variant(self) -> TaskVariant:
        """The variant of the task that is meant."""
        return TASK_VARIANTS[self.name][self.variant_index]

    @property
    def variants(self) -> list[GradedTask]:
        """This task once for each of its variants."""
        indices = range(len(TASK_VARIANTS[self.name]))
        return [replace(self, variant_index=index) for index in indices]

    @property
    def title(self) -> str:
        """The name of the search in sentences."""
        name = self.name if self.name in algorithms() else self.variant.algorithm
        return algorithm(name).title

    @property
    def prunes(self) -> bool:
        """Whether the search prunes and reads each leaf at most once."""
        return self.variant.algorithm == "alpha-beta"

    @property
    def revisits(self) -> bool:
        """Whether the search may read a leaf more than once."""
        return self.variant.search is not None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The players who may be to move at the root; in expectimax only MAX, as MIN is random."""
        if self.name == "expectimax" or self.shape.max_begins:
            return (MAX_TURN,)
        return (MAX_TURN, MIN_TURN)

    def random_turn(self, tree: Node) -> Turn | None:
        """Return the player who moves at random in a tree for this task, or None."""
        if self.name not in RANDOM_OPPONENT_TASKS:
            return None
        return MAX_TURN if turn_of(tree) == MIN_TURN else MIN_TURN

    def suits_tree(self, tree: Node) -> bool:
        """Return whether a tree has the shape and the side to move that this task needs."""
        if turn_of(tree) == MIN_TURN and MIN_TURN not in self.turns:
            return False
        return not self.shape.why_unsuitable(tree)

    def for_shape(self, shape: TreeShape, *, cut: str | None = None) -> GradedTask:
        """Return this task for code that can search only trees of a certain shape.

        For Berkeley's agents, `depth` is in rounds of all agents, and the default of `cut` is ">".
        InputError if such code cannot do the task.
        """
        if (shape.agents or shape.width) and self.name == "expectiminimax":
            raise InputError(
                "this code cannot search chance nodes; for an opponent that moves at random, use "
                "--task expectimax"
            )
        if not shape.agents:
            return replace(self, shape=shape)

        plies = None
        if self.depth is not None:
            plies = self.depth * shape.agents
        # The Pacman project asks its students to cut off by >, not ≥.
        return replace(
            self,
            shape=shape,
            cut=cut or ">",
            depth=plies,
        )

    def search_task(self, tree: Node) -> SearchTask:
        """Return the task of searching one tree, with the options of this task."""
        agents = self.shape.agents
        if self.name == DEEPENING_TASK:
            # Iterative deepening needs a limit; without one, it goes on to the last ply.
            depth = self.depth or tree_height(tree)
            return SearchTask(
                tree,
                depth,
                self.cut,
                estimates=True,
                agents=agents,
            )
        return SearchTask(
            tree,
            self.depth,
            self.cut,
            exploration=self.exploration,
            agents=agents,
        )

    def search_spec(self) -> SearchSpec:
        """Return the specification of our own search that explains this task.

        It visits the same nodes as a right search, or is alpha-beta if no search of ours does.
        """
        cut = CUT_OPTION.default
        if self.name in CUTTING_TASKS and self.variant.algorithm != "minimax":
            cut = self.cut
        name = self.variant.algorithm or "alpha-beta"
        return SearchSpec(
            name,
            ordering="natural",
            depth=self.depth or "all",
            cut=cut,
        )


def make_task(
    name: str,
    cut: str | None = None,
    depth: int | None = None,
    exploration: float | None = None,
    *,
    table: bool = False,
) -> GradedTask:
    """Return the task with a name and options; None stands for an option that was not given.

    `cut` is the cut rule, `depth` the depth limit in plies, and `exploration` the constant of MCTS.
    With `table`, the search keeps a transposition table. InputError if there is no such task, or if
    an option does not apply to it.
    """
    one_of("the task", name, GRADED_TASKS)
    check_sampling_options(name, depth, exploration)
    if cut is not None and name not in CUTTING_TASKS:
        raise InputError(
            f"the cut {cut} is a rule for {', '.join(CUTTING_TASKS)}, but {name} never cuts"
        )
    if table and name not in TABLE_TASKS:
        raise InputError(f"--table is for {' and '.join(TABLE_TASKS)}, not for {name}")

    if name == MCTS_TASK and exploration is None:
        exploration = UCT_EXPLORATION
    rule = one_of("the cut", cut or CUT_OPTION.default, CUT_OPTION.choices)
    return GradedTask(
        name,
        rule,
        depth,
        exploration=exploration,
        table=table,
    )


def check_sampling_options(name: str, depth: int | None, exploration: float | None) -> None:
    """Raise InputError for an exploration constant without MCTS, or a depth limit with MCTS."""
    if exploration is not None and name != MCTS_TASK:
        raise InputError(
            f"the exploration constant is for {MCTS_TASK}, not for {name}; leave it out"
        )
    if depth is not None and name == MCTS_TASK:
        raise InputError(f"{MCTS_TASK} has no depth limit; leave out --depth {depth}")


class RightSearch:
    """The right search of one tree."""

    def __init__(self, tree: Node, task: GradedTask) -> None:
        """Run the right search for a task on a tree.

        RefusedError if the tree has chance nodes that this search cannot handle.
        """
        self.search_task = task.search_task(tree)
        self.task = task
        make_search = task.variant.search
        # Without a reference search, our own algorithm is the right search.
        if make_search is None:
            self.trace = self.run.trace
            self.value = self.trace.value(0)
        elif any(node.chance for node in tree.nodes()):
            raise RefusedError(f"{task.name} cannot search a tree with chance nodes")
        else:
            search = make_search(self.search_task)
            self.trace = search.trace
            self.value = search.value
        self.leaves = self.trace.leaf_paths()

    @cached_property
    def run(self) -> Run:
        """A finished run of our own search for the task, as `GradedTask.search` specifies it."""
        tree = self.search_task.tree
        recipe = Recipe(PositionSpec("tree", tree.text()), self.task.search_spec())
        return Run(recipe, with_letters(tree)).finish()

    @cached_property
    def values(self) -> list[float]:
        """The minimax value of each child of the root, with means where moves are random."""
        tree = self.search_task.tree
        if self.search_task.is_leaf(()):
            return []
        random_mover = self.task.random_turn(tree)
        return [value_of_tree(self.search_task, (move,), random_mover) for move in tree.moves()]

    @cached_property
    def tables(self) -> RightTableSearches | None:
        """The right searches with a table; None if the task has no table."""
        if not self.task.table:
            return None
        return RightTableSearches(self.search_task, prunes=self.task.prunes)

    @property
    def right_values(self) -> list[float]:
        """The values that count as right."""
        return [self.value] if self.tables is None else self.tables.values

    @property
    def moves(self) -> list[int]:
        """The best moves; [] if the root is a leaf or a chance node."""
        tree = self.search_task.tree
        if tree.probabilities() is not None or not self.values:
            return []
        best = max(self.values) if tree.maximizing else min(self.values)
        return [move for move, value in enumerate(self.values) if value == best]


@lru_cache(2_048)
def right_search(tree: Node, task: GradedTask) -> RightSearch:
    """Return the right search of a tree for a task, from a cache."""
    return RightSearch(tree, task)
