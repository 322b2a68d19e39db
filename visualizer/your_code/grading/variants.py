"""The right variants of tasks: small reference searches, from MAX's side.

A graded search must read the same leaves as one of them on all trees, and return the same values.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import inf, nextafter
from operator import ge

from visualizer.trace.rows import OPEN_WINDOW, Kind, MovePath, Window
from visualizer.your_code.grading.playouts import MCTS_TASK
from visualizer.your_code.grading.tree_searches import TreeSearch, number_of_move
from visualizer.your_code.grading.trees import SearchTask

MAX_NULL_WINDOWS = 1_000
"""The most null windows on one tree; its values are small, so more mean an endless loop."""


@dataclass(frozen=True, slots=True)
class TaskVariant:
    """A right way to do a task."""

    parts: tuple[str, ...] = ()
    """How it differs from other variants, in the words of a report."""
    algorithm: str = ""
    """The name of our algorithm that makes the same visits; "" if there is a reference."""
    search: Callable[[SearchTask], TreeSearch] | None = None
    """The reference search."""
    is_rare: bool = False
    """Whether it counts only if no other variant is right."""


class NullWindowSearch(TreeSearch):
    """Alpha-beta that searches later children with a null window first.

    After Marsland (1986) and Reinefeld (1983).
    """

    def __init__(
        self,
        search_task: SearchTask,
        research_bound: str,
        returns: str,
        step: float,
    ) -> None:
        """Search the tree of a task.

        `research_bound` names the bound with which a child is searched again: `alpha` is the
        parent's α (at a MIN node its β), and `value` is the result of the first search. `returns`
        names what a node returns. `best` is its best value (fail-soft), `end` its α (at a MIN node
        its β), and `inside` the best value clipped to the window (fail-hard). `step` is the width
        of a null window, 0 for the narrowest possible.
        """
        super().__init__(search_task)
        self.research_bound = research_bound
        self.returns = returns
        self.step = step
        self.finish(self.search_node((), *OPEN_WINDOW))

    def search_child(
        self,
        path: MovePath,
        number: int,
        window: Window,
        *,
        maximizing: bool,
    ) -> float:
        """Return the value of a child; `number` says which child it is in order, from 0.

        Children after the first are searched with a null window. A child is searched again if its
        value turns out to be inside the parent's window.
        """
        alpha, beta = window
        if number == 0:
            return self.search_node(path, alpha, beta)

        if maximizing:
            value = self.search_node(path, alpha, null_window_above(alpha, self.step))
        else:
            value = self.search_node(path, null_window_below(beta, self.step), beta)
        if not alpha < value < beta:
            return value

        # The first search has proved a bound, by which the second may narrow its window.
        if self.research_bound == "value":
            if maximizing:
                alpha = value
            else:
                beta = value
        return self.search_node(path, alpha, beta)

    def value_to_return(
        self,
        best: float,
        entered: Window,
        window: Window,
        *,
        maximizing: bool,
    ) -> float:
        """Return the value that a node returns: its best value, the value clipped, or α or β.

        `best` is the best value. `entered` is the window on entry, `window` the one at the end.
        """
        if self.returns == "best":
            return best
        if self.returns == "end":
            alpha, beta = window
            return alpha if maximizing else beta
        low, high = entered
        return min(max(best, low), high)


def null_window_above(number: float, step: float) -> float:
    """Return the upper end of a null window above a number."""
    if step:
        return number + step
    return nextafter(number, inf)


def null_window_below(number: float, step: float) -> float:
    """Return the lower end of a null window below a number."""
    if step:
        return number - step
    return nextafter(number, -inf)


class MtdSearch(TreeSearch):
    """MTD(f): null windows from 0 on, until two bounds meet; after Plaat and others (1996)."""

    def __init__(
        self,
        search_task: SearchTask,
        table: str,
        step: float,
        *,
        of_mover: bool,
    ) -> None:
        """Search the tree of a task.

        `table` says what is kept between passes: both bounds of `inner` nodes, both bounds of `all`
        nodes, only the `last` bound of each inner node, or nothing (""). `step` is the width of a
        null window, 0 for the narrowest possible. With `of_mover`, windows are from the side of the
        player to move at the root.
        """
        super().__init__(search_task)
        self.table = table
        self.bounds: dict[MovePath, Window] = {}
        self.is_negated = of_mover and not search_task.tree.maximizing
        value = self.converge(step)
        self.finish(-value if self.is_negated else value)

    def converge(self, step: float) -> float:
        """Search the root with null windows until its two bounds meet, and return its value.

        `step` is the width of a null window. The first guess of the value is 0, and each later
        guess is the result of the pass before. The names are those of Plaat's pseudocode, where `f`
        is the guess.
        """
        lower, upper = OPEN_WINDOW
        f = 0.0
        for _ in range(MAX_NULL_WINDOWS):
            self.recorder.begin_pass()
            beta = null_window_above(f, step) if f == lower else f
            alpha = null_window_below(beta, step)
            f = self.search_root(alpha, beta)
            # Below the window the result is an upper bound, else a lower one.
            if f < beta:
                upper = f
            else:
                lower = f
            if lower >= upper:
                break
        return f

    def search_root(self, alpha: float, beta: float) -> float:
        """Search the root with a null window, from the side from which values count."""
        if self.is_negated:
            return -self.search_node((), -beta, -alpha)
        return self.search_node((), alpha, beta)

    def search_node(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return the value of a node, or a bound on the value if it lies outside the window.

        A bound in the table may already show that the value lies outside the window. Then the node
        is not searched.
        """
        keeps_leaves = self.table == "all"
        is_kept = keeps_leaves or not self.is_end(path)
        if not self.table or not is_kept:
            return super().search_node(path, alpha, beta)

        low, high = self.bounds.get(path, OPEN_WINDOW)
        known = self.known_value(low, high, alpha, beta)
        if known is not None:
            return self.recorder.leaf(
                number_of_move(path), known, Kind.TABLE, alpha=alpha, beta=beta
            )

        # A table of single bounds forgets the old one; any other narrows the window by both bounds.
        if self.table == "last":
            low, high = OPEN_WINDOW
        else:
            alpha = max(alpha, low)
            beta = min(beta, high)
        value = super().search_node(path, alpha, beta)
        # Above alpha the value is a lower bound, below beta an upper one; in between both.
        if value > alpha:
            low = value
        if value < beta:
            high = value
        self.bounds[path] = (low, high)
        return value

    def known_value(
        self,
        low: float,
        high: float,
        alpha: float,
        beta: float,
    ) -> float | None:
        """Return a bound from a table entry that lies outside the window, or None.

        Such a bound replaces the search. `low` and `high` are the lower and the upper bound in the
        entry; they may be infinite.
        """
        # Only a table of single bounds follows the cut rule; Plaat's code always tests with ≥.
        is_single_bound = self.table == "last" and low != high
        closes = self.closes if is_single_bound else ge
        if closes(low, beta):
            return low
        if closes(alpha, high):
            return high
        return None


class DeepeningSearch(TreeSearch):
    """Searches to depth 1, 2, 3 ...; after Slate and Atkin (1977)."""

    def __init__(
        self,
        search_task: SearchTask,
        memory: str,
        *,
        prunes: bool,
        stops: bool,
    ) -> None:
        """Search the tree of a task, once for each depth.

        `memory` says at which nodes the best move of the pass before is tried first: at none (""),
        at the `root`, or at all `nodes`. With `sorted`, all moves at the root are tried in the
        order of their values in the pass before. With `stops`, a pass that has not met its depth
        limit is the last. With `prunes`, each pass is alpha-beta, otherwise minimax.
        """
        super().__init__(search_task)
        self.memory = memory
        self.trace.has_window = prunes
        if not prunes:
            self.closes = lambda alpha, beta: False
        self.remembered: dict[MovePath, dict[int, float]] = {}
        """The last values of each node's children, by move, in the order searched."""
        self.finish(self.deepen(stops=stops))

    def deepen(self, *, stops: bool) -> float:
        """Search to depth 1, 2, 3 ... up to the limit, and return the value of the last pass.

        With `stops`, deepening ends before the limit if a pass has searched the whole tree.
        """
        value = 0.0
        for depth in range(1, (self.search_task.depth or 1) + 1):
            self.limit = depth
            self.has_met_limit = False
            self.recorder.begin_pass(depth=depth)
            value = self.search_node((), *OPEN_WINDOW)
            if stops and not self.has_met_limit:
                break
        return value

    def read(self, path: MovePath, alpha: float, beta: float) -> float:
        """Read a leaf, or an estimate at the depth limit."""
        self.has_met_limit |= bool(self.search_task.tree.at(path).children)
        return super().read(path, alpha, beta)

    def remember(self, path: MovePath, values: dict[int, float]) -> None:
        """Keep the values of a node's children, in the order searched."""
        self.remembered[path] = values

    def ordered_moves(self, path: MovePath, moves: Sequence[int]) -> Sequence[int]:
        """Return the moves of a node in the order to try them, by the values of the last pass."""
        values = self.remembered.get(path)
        is_root = not path
        uses_memory = self.memory == "nodes" or (self.memory != "" and is_root)
        if values is None or not uses_memory:
            return moves

        # The best move of MAX has the greatest value. The sign, and not `reverse`, keeps moves with
        # equal values in their order.
        sign = -1 if self.search_task.tree.at(path).maximizing else 1
        best_first = sorted(values, key=lambda move: sign * values[move])
        if self.memory == "sorted":
            return best_first
        best = best_first[0]
        return [best, *(move for move in moves if move != best)]


WINDOW_STEP_WORDS: dict[float, tuple[str, ...]] = {
    1: (),
    0: ("with null windows as narrow as numbers allow",),
}
RESEARCH_WORDS = {
    "alpha": ("that searches again with (α, β)",),
    "value": ("that searches again with (v, β)",),
}
RETURN_WORDS = {
    "best": ("fail-soft",),
    "end": ("returning α",),
    "inside": ("fail-hard",),
}
PASS_TABLE_WORDS = {
    "": ("without a table",),
    "all": ("with a table",),
    "inner": ("with a table", "for inner nodes only"),
    "last": ("with a table", "for inner nodes only", "that keeps only the last bound"),
}
MTD_MEMORY_WORDS = {
    "": ("without memory",),
    "root": ("trying the best move first",),
    "nodes": ("trying the best move first", "at every node"),
    "sorted": ("sorting the root's moves",),
}
MOVER_VALUES_WORDS: dict[bool, tuple[str, ...]] = {
    False: (),
    True: ("with values for the side to move",),
}
PRUNING_WORDS = {True: ("of alpha-beta",), False: ("of minimax",)}
STOPPING_WORDS: dict[bool, tuple[str, ...]] = {
    False: (),
    True: ("until a pass does not meet its depth limit",),
}
TASK_VARIANTS: Mapping[str, tuple[TaskVariant, ...]] = {
    "alpha-beta": (TaskVariant(algorithm="alpha-beta"),),
    "minimax": (TaskVariant(algorithm="minimax"),),
    "negamax": (
        TaskVariant(("with α and β",), "alpha-beta"),
        TaskVariant(("without pruning",), "minimax"),
    ),
    "pvs": tuple(
        TaskVariant(
            (*RESEARCH_WORDS[research], *RETURN_WORDS[returns], *WINDOW_STEP_WORDS[step]),
            search=partial(
                NullWindowSearch,
                research_bound=research,
                returns=returns,
                step=step,
            ),
            is_rare=not step,
        )
        for step, research, returns in product(WINDOW_STEP_WORDS, RESEARCH_WORDS, RETURN_WORDS)
    ),
    "mtdf": tuple(
        TaskVariant(
            (*PASS_TABLE_WORDS[table], *MOVER_VALUES_WORDS[of_mover], *WINDOW_STEP_WORDS[step]),
            search=partial(
                MtdSearch,
                table=table,
                step=step,
                of_mover=of_mover,
            ),
            is_rare=not step,
        )
        for step, of_mover, table in product(
            WINDOW_STEP_WORDS, MOVER_VALUES_WORDS, PASS_TABLE_WORDS
        )
    ),
    "iterative-deepening": tuple(
        TaskVariant(
            (*PRUNING_WORDS[prunes], *MTD_MEMORY_WORDS[memory], *STOPPING_WORDS[stops]),
            search=partial(
                DeepeningSearch,
                memory=memory,
                prunes=prunes,
                stops=stops,
            ),
        )
        for prunes, stops, memory in product(PRUNING_WORDS, STOPPING_WORDS, MTD_MEMORY_WORDS)
    ),
    "expectimax": (TaskVariant(algorithm="expectimax"),),
    "random-opponent": (TaskVariant(algorithm="expectimax"),),
    "expectiminimax": (TaskVariant(algorithm="expectiminimax"),),
    MCTS_TASK: (TaskVariant(algorithm="mcts"),),
}
