"""The right variants of each task, some of them with a small reference search.

A graded search is right if it reads the same leaves as one variant on all trees, and returns the
same values. The values of reference searches are from MAX's side.
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
"""More null windows on one tree would mean an endless loop, as its values are small numbers."""


@dataclass(frozen=True, slots=True)
class TaskVariant:
    """A right way to do a task."""

    parts: tuple[str, ...] = ()
    """How it differs from other variants, in the words of a report."""
    algorithm: str = ""
    """The name of our algorithm that makes the same visits; "" if there is a reference search."""
    search: Callable[[SearchTask], TreeSearch] | None = None
    """The reference search, if no algorithm of ours makes the same visits."""
    is_rare: bool = False
    """Whether it is tried only if no other variant is right."""


class NullWindowSearch(TreeSearch):
    """Alpha-beta that searches children after the first with a null window, and again if needed.

    After Marsland (1986) and Reinefeld (1983).
    """

    def __init__(
        self,
        search_task: SearchTask,
        research_bound: str,
        return_rule: str,
        step: float,
    ) -> None:
        """Search the tree of a task.

        `research_bound` is the α (β at a MIN node) of the second search of a child: "alpha" is
        the parent's α, "value" the result of the first search. `return_rule` says what a node
        returns: "best" is its best value (fail-soft), "inside" the best value clipped to the window
        (fail-hard), and "end" the node's last α (β at a MIN node). `step` is the width of a null
        window, 0 for the narrowest possible.
        """
        super().__init__(search_task)
        self.research_bound = research_bound
        self.return_rule = return_rule
        self.step = step
        self.finish(self.search_node((), *OPEN_WINDOW))

    def search_child(
        self,
        path: MovePath,
        earlier_children: int,
        window: Window,
        *,
        maximizing: bool,
    ) -> float:
        """Search the child at a path, and return its value; `window` is the parent's window.

        Children after the first are searched with a null window, and once more if the value turns
        out to be inside the parent's window.
        """
        alpha, beta = window
        if earlier_children == 0:
            return self.search_node(path, alpha, beta)

        if maximizing:
            value = self.search_node(path, alpha, null_window_above(alpha, self.step))
        else:
            value = self.search_node(path, null_window_below(beta, self.step), beta)
        if not alpha < value < beta:
            return value

        # The first search has proved a bound, so the second search may use a smaller window.
        if self.research_bound == "value":
            if maximizing:
                alpha = value
            else:
                beta = value
        return self.search_node(path, alpha, beta)

    def value_to_return(
        self,
        best: float,
        first_window: Window,
        last_window: Window,
        *,
        maximizing: bool,
    ) -> float:
        """Return the value that a node returns to its parent, according to `return_rule`.

        `first_window` is the node's window when it was entered, `last_window` its window at the
        end.
        """
        if self.return_rule == "best":
            return best
        if self.return_rule == "end":
            alpha, beta = last_window
            return alpha if maximizing else beta
        low, high = first_window
        return min(max(best, low), high)


def null_window_above(number: float, step: float) -> float:
    """Return the upper end of the null window that begins at a number.

    `step` is its width, 0 for the narrowest possible.
    """
    if step:
        return number + step
    return nextafter(number, inf)


def null_window_below(number: float, step: float) -> float:
    """Return the lower end of the null window that ends at a number.

    `step` is its width, 0 for the narrowest possible.
    """
    if step:
        return number - step
    return nextafter(number, -inf)


class MtdSearch(TreeSearch):
    """MTD(f): null windows from 0 on, until two bounds meet; after Plaat and others (1996)."""

    def __init__(
        self,
        search_task: SearchTask,
        kept_bounds: str,
        step: float,
        *,
        of_mover: bool,
    ) -> None:
        """Search the tree of a task.

        `kept_bounds` says what is kept between passes: "all" for both bounds of all nodes, "inner"
        for both bounds of inner nodes, "last" for only the last bound of inner nodes, or "" for
        nothing. `step` is the width of a null window, 0 for the narrowest possible. With
        `of_mover`, windows are from the side of the player to move at the root.
        """
        super().__init__(search_task)
        self.kept_bounds = kept_bounds
        self.bounds: dict[MovePath, Window] = {}
        """The lower and the upper bound that are kept for each node."""
        # The nodes have values from MAX's side, so a window from MIN's side must be negated.
        self.is_negated = of_mover and not search_task.tree.maximizing
        value = self.converge(step)
        self.finish(-value if self.is_negated else value)

    def converge(self, step: float) -> float:
        """Search the root with null windows until its two bounds meet, and return its value.

        `step` is the width of a null window. As in Plaat's pseudocode, `f` is the guess of the
        value: 0 at first, then the result of the pass before.
        """
        lower, upper = OPEN_WINDOW
        f = 0.0
        for _ in range(MAX_NULL_WINDOWS):
            self.recorder.begin_pass()
            # The value is known to be at least `lower`: ask whether it is more.
            beta = null_window_above(f, step) if f == lower else f
            alpha = null_window_below(beta, step)
            f = self.search_root(alpha, beta)
            # A result below the window is an upper bound; one above it is a lower bound.
            if f < beta:
                upper = f
            else:
                lower = f
            if lower >= upper:
                break
        return f

    def search_root(self, alpha: float, beta: float) -> float:
        """Search the root with a null window; the window and the result are from the same side."""
        if self.is_negated:
            return -self.search_node((), -beta, -alpha)
        return self.search_node((), alpha, beta)

    def search_node(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return the value of a node, or a bound on the value if it lies outside the window.

        The node is not searched if a bound from an earlier pass lies outside the window.
        """
        keeps_leaves = self.kept_bounds == "all"
        is_kept = keeps_leaves or not self.is_end(path)
        if not self.kept_bounds or not is_kept:
            return super().search_node(path, alpha, beta)

        low, high = self.bounds.get(path, OPEN_WINDOW)
        known_bound = self.bound_outside_window(low, high, alpha, beta)
        if known_bound is not None:
            return self.recorder.leaf(
                number_of_move(path), known_bound, Kind.TABLE, alpha=alpha, beta=beta
            )

        # If only the last bound is kept, the new one replaces it. Otherwise, both bounds narrow the
        # window.
        if self.kept_bounds == "last":
            low, high = OPEN_WINDOW
        else:
            alpha = max(alpha, low)
            beta = min(beta, high)
        value = super().search_node(path, alpha, beta)
        # Above α, the value is a lower bound; below β, an upper bound. Between them, it is exact.
        if value > alpha:
            low = value
        if value < beta:
            high = value
        self.bounds[path] = (low, high)
        return value

    def bound_outside_window(
        self,
        low: float,
        high: float,
        alpha: float,
        beta: float,
    ) -> float | None:
        """Return the bound of a node that makes a search with this window unnecessary, or None.

        `low` and `high` are the lower and the upper bound of the node, which may be infinite.
        """
        # Code that keeps two bounds tests them with ≥, as Plaat's does, whatever the cut rule. An
        # exact value (two equal bounds) is tested in the same way.
        is_single_bound = self.kept_bounds == "last" and low != high
        is_cutoff = self.is_cutoff if is_single_bound else ge
        if is_cutoff(low, beta):
            return low
        if is_cutoff(alpha, high):
            return high
        return None


class DeepeningSearch(TreeSearch):
    """Searches to depth 1, 2, 3 ...; after Slate and Atkin (1977)."""

    def __init__(
        self,
        search_task: SearchTask,
        move_order: str,
        *,
        prunes: bool,
        stops_early: bool,
    ) -> None:
        """Search the tree of a task, once for each depth.

        `move_order` says at which nodes the best move of the pass before is tried first: "root",
        "nodes" for all nodes, or "" for none. With "sorted", all moves at the root are tried in the
        order of their values in the pass before. With `stops_early`, a pass that has not met its
        depth limit is the last. With `prunes`, each pass is alpha-beta, otherwise minimax.
        """
        super().__init__(search_task)
        self.move_order = move_order
        self.trace.has_window = prunes
        if not prunes:
            self.is_cutoff = lambda alpha, beta: False
        self.child_values: dict[MovePath, dict[int, float]] = {}
        """The values of each node's children in the last pass, by move, in the order searched."""
        self.finish(self.deepen(stops_early=stops_early))

    def deepen(self, *, stops_early: bool) -> float:
        """Search to depth 1, 2, 3 ... up to the limit, and return the value of the last pass.

        With `stops_early`, deepening ends before the limit if a pass has searched the whole tree.
        """
        value = 0.0
        for depth in range(1, (self.search_task.depth or 1) + 1):
            self.limit = depth
            self.has_met_limit = False
            self.recorder.begin_pass(depth=depth)
            value = self.search_node((), *OPEN_WINDOW)
            if stops_early and not self.has_met_limit:
                break
        return value

    def read(self, path: MovePath, alpha: float, beta: float) -> float:
        """Record a visit to a leaf or a node at the depth limit, and return its value."""
        if self.search_task.tree.at(path).children:
            self.has_met_limit = True
        return super().read(path, alpha, beta)

    def remember(self, path: MovePath, values: dict[int, float]) -> None:
        """Store the values of a node's children for the next pass."""
        self.child_values[path] = values

    def ordered_moves(self, path: MovePath, moves: Sequence[int]) -> Sequence[int]:
        """Return the moves of a node in the order to try them, by the values of the last pass."""
        values = self.child_values.get(path)
        is_root = not path
        reorders_root = is_root and self.move_order != ""
        reorders_node = reorders_root or self.move_order == "nodes"
        if values is None or not reorders_node:
            return moves

        # The greatest value comes first for MAX, the smallest for MIN. With `reverse` instead of a
        # sign, moves with equal values would change their order.
        sign = -1 if self.search_task.tree.at(path).maximizing else 1
        best_first = sorted(values, key=lambda move: sign * values[move])
        if self.move_order == "sorted":
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
KEPT_BOUNDS_WORDS = {
    "": ("without a table",),
    "all": ("with a table",),
    "inner": ("with a table", "for inner nodes only"),
    "last": ("with a table", "for inner nodes only", "that keeps only the last bound"),
}
MOVE_ORDER_WORDS = {
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
            (*RESEARCH_WORDS[research_bound], *RETURN_WORDS[return_rule], *WINDOW_STEP_WORDS[step]),
            search=partial(
                NullWindowSearch,
                research_bound=research_bound,
                return_rule=return_rule,
                step=step,
            ),
            is_rare=not step,
        )
        for step, research_bound, return_rule in product(
            WINDOW_STEP_WORDS, RESEARCH_WORDS, RETURN_WORDS
        )
    ),
    "mtdf": tuple(
        TaskVariant(
            (
                *KEPT_BOUNDS_WORDS[kept_bounds],
                *MOVER_VALUES_WORDS[of_mover],
                *WINDOW_STEP_WORDS[step],
            ),
            search=partial(
                MtdSearch,
                kept_bounds=kept_bounds,
                step=step,
                of_mover=of_mover,
            ),
            is_rare=not step,
        )
        for step, of_mover, kept_bounds in product(
            WINDOW_STEP_WORDS, MOVER_VALUES_WORDS, KEPT_BOUNDS_WORDS
        )
    ),
    "iterative-deepening": tuple(
        TaskVariant(
            (*PRUNING_WORDS[prunes], *MOVE_ORDER_WORDS[move_order], *STOPPING_WORDS[stops_early]),
            search=partial(
                DeepeningSearch,
                move_order=move_order,
                prunes=prunes,
                stops_early=stops_early,
            ),
        )
        for prunes, stops_early, move_order in product(
            PRUNING_WORDS, STOPPING_WORDS, MOVE_ORDER_WORDS
        )
    ),
    "expectimax": (TaskVariant(algorithm="expectimax"),),
    "random-opponent": (TaskVariant(algorithm="expectimax"),),
    "expectiminimax": (TaskVariant(algorithm="expectiminimax"),),
    MCTS_TASK: (TaskVariant(algorithm="mcts"),),
}
