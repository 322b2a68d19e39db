"""The right searches that code is compared with: their traces, and the values of nodes."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf, isnan

from games.tree.notation import Node
from visualizer.searching.algorithms import algorithm, algorithms
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.searching.search_options import CUT_OPTION
from visualizer.support.errors import InputError, one_of
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Kind, MovePath, Trace
from visualizer.your_code.grading.playouts import MCTS_TASK
from visualizer.your_code.grading.reference import (
    CUTTING_TASKS,
    GRADED_TASKS,
    GradedTask,
    right_search,
)
from visualizer.your_code.grading.tree_searches import value_of_tree
from visualizer.your_code.grading.trees import DEEPENING_TASK
from visualizer.your_code.watching.visits import node_value_from_children


def check_reference_search(against: str) -> None:
    """Raise InputError for a search that code cannot be compared with."""
    one_of("the search of --against", against, [name for name in algorithms() if name != MCTS_TASK])


class RightSearchOfCode:
    """A search that would be right: its visits, in order, and the values of nodes."""

    def __init__(
        self,
        name: str,
        run: Run,
        trace: Trace,
        task: GradedTask | None = None,
        depth: int | None = None,
    ) -> None:
        """Start from the trace of a right search.

        Users see its `name`. `run` has the positions of the nodes. `task` is the graded task that
        the search solves on a tree, None for any other search. `depth` is its depth limit in plies;
        if the search makes passes, the limits of the passes are used instead.
        """
        self.name = name
        self.run = run
        self.trace = trace
        self.task = task
        self.depth = depth
        self.is_complete = not run.trace.reason
        self.has_window = trace.has_window
        root_value = trace.value(trace.roots()[-1])
        self.value = 0.0 if isnan(root_value) else root_value
        values = [trace.value(row) for row in range(len(trace)) if trace.is_leaf(row)]
        if isinstance(run.root, Node):
            values += [node.value for node in run.root.nodes() if not node.children]
        # A window end beyond all leaf values means the same as infinity.
        self.min_value = min(values, default=0)
        self.max_value = max(values, default=0)
        self.minimax_value = lru_cache(1 << 16)(self._minimax_value)
        """Return the minimax value of a node for a depth limit, from MAX's side."""

    def depth_limit(self, row: int) -> int | None:
        """Return the depth limit of the pass to which a visit belongs, or None."""
        pass_depth = self.trace.pass_depth(row)
        if pass_depth is None:
            return self.depth
        return pass_depth

    def comparable_end(self, number: float) -> float:
        """Return an end of a window, made infinite if it is beyond the values of all leaves."""
        if number < self.min_value:
            return -inf
        if number > self.max_value:
            return inf
        return number

    def is_optional(self, row: int) -> bool:
        """Return whether right code may omit the visit at a row of this search.

        Code may omit a visit that the transposition table answers, and a second read of a leaf.
        """
        trace = self.trace
        # A visit that the table answers does not count as a leaf.
        if not trace.is_leaf(row):
            return trace.kind(row) is Kind.TABLE
        # Code may keep the value of a leaf that it has just read.
        return row > 0 and trace.is_leaf(row - 1) and trace.path(row - 1) == trace.path(row)

    def _minimax_value(self, path: MovePath, depth: int | None) -> float:
        """Compute the minimax value of a node, from MAX's side, down to a depth limit in plies."""
        root = self.run.root
        if self.task is not None and isinstance(root, Node):
            search_task = self.task.search_task(root)._replace(depth=depth)
            return value_of_tree(search_task, path, self.task.random_turn(root))

        if not self.run.is_inner(path) or len(path) == depth:
            return self.run.evaluated(path)
        moves = range(len(self.run.choices(path)))
        values = {move: self.minimax_value((*path, move), depth) for move in moves}
        return node_value_from_children(self.run, path, values)


def join_passes(runs: Sequence[Run], limits: Sequence[int | None]) -> Trace:
    """Return one trace in which each of several searches is a pass.

    `limits` has the depth limit of each search. If a search was stopped, later ones are left out.
    """
    trace = Trace(has_window=runs[0].trace.has_window, revisits=True)
    recorder = Recorder(trace, revisits=True)
    for run, limit in zip(runs, limits, strict=True):
        recorder.begin_pass(depth=limit)
        for row, is_return in run.trace.events():
            _copy_event(run.trace, row, recorder, is_return=is_return)
        if run.trace.reason:
            break
    recorder.close()
    return trace


def _copy_event(trace: Trace, row: int, recorder: Recorder, *, is_return: bool) -> None:
    """Record the entry or, if `is_return` is true, the return of a trace's visit once more."""
    visit = trace[row]
    if trace.is_childless(row):
        # A leaf has two events, and is recorded at the second one.
        if is_return:
            recorder.leaf(visit.move, visit.value, visit.kind, visit.alpha, visit.beta)
    elif is_return:
        recorder.leave(visit.value, visit.kind)
    else:
        recorder.enter(visit.move, visit.turn, visit.children, visit.alpha, visit.beta)


def right_searches_of_tasks(tree: Node, tasks: Sequence[GradedTask]) -> list[RightSearchOfCode]:
    """Return the right search of a tree for each of some tasks, such as variants of one task."""
    searches: list[RightSearchOfCode] = []
    for task in tasks:
        right = right_search(tree, task)
        depth = right.search_task.depth
        searches.append(RightSearchOfCode(task.name, right.run, right.trace, task, depth))
    return searches


def right_searches_of_algorithm(
    reference: Run,
    against: str,
    cut_rule: str,
    depth: int | None,
    depths: Sequence[int],
) -> list[RightSearchOfCode]:
    """Return the searches by an algorithm that count as right: code may agree with any of them.

    `reference` has the position, `against` is the algorithm, `cut_rule` the rule for cutoffs, such
    as ">=", and `depth` the depth limit, or None. `depths` are the depth limits of the code's
    passes, empty if it makes only one.
    """
    root = reference.root
    task = _task_against(against, cut_rule, depth)
    if isinstance(root, Node) and task is not None:
        # Several passes, which have `depths`, visit nodes again: some tasks do not allow that.
        if task.revisits or not depths:
            return _right_searches_of_variants(root, task, against)

    limits: Sequence[int | None] = depths
    names = [against]
    if against == DEEPENING_TASK:
        names = ["alpha-beta"]
        if not depths:
            limits = range(1, reference.depth + 1)
    elif against == "negamax":
        # Books call a search negamax whether it prunes or not.
        names = ["alpha-beta", "negamax"]
    searches = []
    for name in names:
        run, trace = run_right_search(reference, name, limits)
        searches.append(RightSearchOfCode(against, run, trace))
    return searches


def _right_searches_of_variants(
    tree: Node, task: GradedTask, against: str
) -> list[RightSearchOfCode]:
    """Return the right search of a tree for each usual variant of a task.

    InputError if the task does not suit the tree. `against` is the name of the task for users.
    """
    if not task.suits_tree(tree):
        raise InputError(
            f"MIN is to move at the root; {against} wants MAX there, since MIN moves at random"
        )
    tasks = [each for each in task.variants if not each.variant.is_rare]
    return right_searches_of_tasks(tree, tasks)


def _task_against(against: str, cut_rule: str, depth: int | None) -> GradedTask | None:
    """Return the graded task that has the name of an algorithm, or None."""
    if against not in GRADED_TASKS:
        return None
    cut = cut_rule if against in CUTTING_TASKS else CUT_OPTION.default
    return GradedTask(against, cut, depth)


def run_right_search(reference: Run, name: str, limits: Sequence[int | None]) -> tuple[Run, Trace]:
    """Run an algorithm once for each depth limit; return the last run, and one trace of all runs.

    `reference` has the position and the other options. If `limits` is empty, run the algorithm
    once, to the depth of `reference`.
    """
    search = replace(reference.recipe.search, algorithm=name)
    if not algorithm(name).applies("cut"):
        search = replace(search, cut=CUT_OPTION.default)
    where = reference.recipe.where
    if not limits:
        run = Run(Recipe(where, search)).finish()
        return run, run.trace
    runs = [Run(Recipe(where, replace(search, depth=limit))).finish() for limit in limits]
    return runs[-1], join_passes(runs, limits)
