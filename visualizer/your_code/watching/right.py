"""The right search that code is held against: what it does, event by event, with which windows and values."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import NamedTuple

from games.tree.notation import Node
from visualizer.searching.algorithms import algorithm, algorithms
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.searching.search_options import CUT
from visualizer.support.errors import InputError, one_of
from visualizer.trace.rows import LEAVES, Kind, MovePath, Trace
from visualizer.your_code.grading.playouts import MCTS
from visualizer.your_code.grading.reference import CUTTING, TASKS, GradedTask, expected
from visualizer.your_code.grading.tree_searches import value_of_tree
from visualizer.your_code.grading.trees import DEEPENING, OPEN, HandedWindow

OF_MINIMAX = "of minimax"
"""How variants without a window are called."""


class RightVisit(NamedTuple):
    """An event of a right search: it enters a node, reads a leaf, is answered by its table, or returns."""

    what: str
    """`enter`, `leaf`, `table` or `leave`."""
    path: MovePath
    window: tuple[float, float]
    """Alpha and beta on entry, from MAX's side."""
    value: float | None
    """What the visit returns, from MAX's side; None where it is entered."""
    depth: int | None = None
    """The limit of its pass."""


def check_against(against: str) -> None:
    """Raise InputError for a search that code cannot be held against."""
    one_of("the search of --against", against, [name for name in algorithms() if name != MCTS])


class RightSearchOfCode:
    """One search that would be right: what it does, in order, and what the nodes are worth."""

    def __init__(self, name: str, run: Run, visits: Sequence[RightVisit], task: GradedTask | None = None) -> None:
        """Take its visits; `run` knows the positions, and `task` is what it is for, in a tree.

        `name` is what it is called.
        """
        self.name, self.run, self.visits, self.task = name, run, visits, task
        self.is_whole = not run.trace.reason
        has_reference = task is not None and task.variant.search is not None
        self.has_window = (
            run.trace.has_window if not has_reference else OF_MINIMAX not in str(task and task.variant.parts)
        )
        leaves = [visit for visit in visits if visit.what == "leaf"]
        self.leaves = [
            visit.path for before, visit in zip([None, *leaves], leaves, strict=False)
            if before is None or before.path != visit.path
        ]  # fmt: skip
        self.value = next((visit.value for visit in reversed(visits) if not visit.path), None) or 0.0
        values = [visit.value or 0 for visit in leaves]
        if isinstance(root := run.root, Node):
            values += [node.value for node in root.nodes() if not node.children]
        self.least, self.most = min(values, default=0), max(values, default=0)
        self.worth = lru_cache(1 << 16)(self._worth)
        """Return the minimax value of a node for a limit of depth, from MAX's side."""

    def end(self, number: float) -> float:
        """Return an end of a window; what is beyond all leaves is infinite."""
        return -inf if number < self.least else inf if number > self.most else number

    def _worth(self, path: MovePath, depth: int | None) -> float:
        if self.task is not None and isinstance(root := self.run.root, Node):
            return value_of_tree(self.task.asked(root)._replace(depth=depth), path, self.task.random_turn(root))
        if not self.run.is_inner(path) or len(path) == depth:
            return self.run.evaluated(path)
        values = [self.worth((*path, move), depth) for move in range(len(self.run.choices(path)))]
        if (odds := self.run.odds(path)) is not None:
            return sum(float(chance) * value for chance, value in zip(odds, values, strict=True))
        return max(values) if self.run.turn(path) else min(values)


def visits_of(trace: Trace, depth: int | None) -> Iterator[RightVisit]:
    """Yield what a search of ours has done, in order; where it was stopped, all before that.

    The limit is `depth`, but in a pass that has its own.
    """
    open_rows: list[int] = []
    windows: dict[int, HandedWindow] = {}

    def left(ply: int) -> Iterator[RightVisit]:
        while open_rows and trace.depth(open_rows[-1]) >= ply:
            row = open_rows.pop()
            if trace.kind(row) is Kind.STOPPED:
                return
            yield RightVisit("leave", trace.path(row), windows.pop(row), trace.value(row), depth)

    for row in range(len(trace)):
        yield from left(trace.depth(row))
        depth = trace.pass_depths.get(row, depth)
        window = (trace.alpha(row), trace.beta(row)) if trace.has_window else OPEN
        kind, path = trace.kind(row), trace.path(row)
        if kind in LEAVES or kind is Kind.TABLE:
            yield RightVisit("table" if kind is Kind.TABLE else "leaf", path, window, trace.value(row), depth)
        else:
            open_rows.append(row)
            windows[row] = window
            yield RightVisit("enter", path, window, None, depth)
    yield from left(0)


def of_tasks(tree: Node, tasks: Sequence[GradedTask]) -> list[RightSearchOfCode]:
    """Return the right searches of a tree for variants of a task."""
    found = []
    for task in tasks:
        right = expected(tree, task)
        visits = [*visits_of(right.trace, right.asked.depth)]
        found.append(RightSearchOfCode(task.name, right.run, visits, task))
    return found


def of_name(
    reference: Run,
    against: str,
    request_cut: str,
    depth: int | None,
    depths: Sequence[int],
    *,
    prunes: bool | None = None,
) -> list[RightSearchOfCode]:
    """Return the right searches of a position by the name of an algorithm, in the order of moves of a run.

    `depths` are those of the passes in which the code goes deeper; a negamax may be alpha-beta, which `prunes`, or not.
    """
    task = GradedTask(against, request_cut if against in CUTTING else CUT.default, depth) if against in TASKS else None
    if isinstance(reference.root, Node) and task is not None and (task.revisits or not depths):
        if not task.takes(reference.root):
            raise InputError(f"MIN is to move at the root; {against} wants MAX there, since MIN moves at random")
        tasks = [each for each in task.variants if not each.variant.is_rare]
        return of_tasks(reference.root, tasks)
    if against == "negamax" and prunes is None:
        return [
            each
            for kind in (True, False)
            for each in of_name(reference, against, request_cut, depth, depths, prunes=kind)
        ]
    name = "alpha-beta" if against == DEEPENING or prunes else against
    search = replace(reference.recipe.search, algorithm=name)
    if not algorithm(name).applies("cut"):
        search = replace(search, cut=CUT.default)
    wanted: list[int | None] = [*depths]
    if not wanted:
        wanted = [*range(1, reference.depth + 1)] if against == DEEPENING else [None]
    runs = [
        Run(Recipe(reference.recipe.where, search if limit is None else replace(search, depth=limit))).finish()
        for limit in wanted
    ]
    visits = [visit for run, limit in zip(runs, wanted, strict=True) for visit in visits_of(run.trace, limit)]
    return [RightSearchOfCode(against, runs[-1], visits)]
