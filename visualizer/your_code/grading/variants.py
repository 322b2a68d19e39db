"""The ways in which a task's search may rightly be written: small references whose leaf reads and value are compared.

Each is a search of a tree from MAX's side. What a program is held against is one of them on all trees.
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
"""The most null windows that are tried of a tree, whose values are small numbers."""


@dataclass(frozen=True, slots=True)
class TaskVariant:
    """A right way to do a task."""

    parts: tuple[str, ...] = ()
    """What tells it from others, in the words of a report."""
    algorithm: str = ""
    """The search of ours that makes the same visits, "" where there is a reference."""
    search: Callable[[SearchTask], TreeSearch] | None = None
    """The reference."""
    is_rare: bool = False
    """Whether it is only thought of where no other is right."""


class NullWindowSearch(TreeSearch):
    """Alpha-beta that tries a later child with a null window first; after Marsland, 1986, and Reinefeld, 1983."""

    def __init__(self, asked: SearchTask, again: str, returns: str, step: float) -> None:
        """Search the tree.

        `again` is the lower end with which a later child is searched again, `alpha` or `value`; `returns` is `best`,
        `end` (the end of the window that the mover has raised) or `inside` (fail-hard); `step` is how wide a null
        window is, 0 for up to the next number.
        """
        super().__init__(asked)
        self.again = again
        self.returns = returns
        self.step = step
        self.finish(self.worth((), *OPEN_WINDOW))

    def child(self, path: MovePath, number: int, window: Window, *, maximizing: bool) -> float:
        """Search a later child with a null window, and again where its value lies inside the window."""
        alpha, beta = window
        if not number:
            return self.worth(path, alpha, beta)
        if maximizing:
            null = (alpha, null_window_above(alpha, self.step))
        else:
            null = (null_window_below(beta, self.step), beta)
        found = self.worth(path, *null)
        if not alpha < found < beta:
            return found
        if self.again == "alpha":
            return self.worth(path, alpha, beta)
        if maximizing:
            return self.worth(path, found, beta)
        return self.worth(path, alpha, found)

    def returned(self, best: float, entered: Window, window: Window, *, maximizing: bool) -> float:
        """Return the best value, the end of the window, or the best value inside the window on entry."""
        if self.returns == "best":
            return best
        if self.returns == "end":
            if maximizing:
                return window[0]
            return window[1]
        low, high = entered
        return min(max(best, low), high)


def null_window_above(number: float, step: float) -> float:
    """Return the upper end of a null window that begins at a number."""
    if step:
        return number + step
    return nextafter(number, inf)


def null_window_below(number: float, step: float) -> float:
    """Return the lower end of a null window that ends at a number."""
    if step:
        return number - step
    return nextafter(number, -inf)


class MtdSearch(TreeSearch):
    """Asks from 0 on whether the value is at least f, until two bounds meet; after Plaat and others, 1996."""

    def __init__(self, asked: SearchTask, table: str, step: float, *, of_mover: bool) -> None:
        """Search the tree.

        `table` keeps bounds of `inner` nodes, of `all`, the `last` of each inner node, or none, ""; `step` is how wide
        a null window is, 0 for up to the next number. With `of_mover` it asks from the side of who moves at the root.
        """
        super().__init__(asked)
        self.table = table
        self.bounds: dict[MovePath, Window] = {}
        if of_mover and not asked.tree.maximizing:
            sign = -1
        else:
            sign = 1
        lower, upper = OPEN_WINDOW
        f = 0.0
        for _ in range(MAX_NULL_WINDOWS):
            self.recorder.begin_pass()
            if f == lower:
                beta = null_window_above(f, step)
            else:
                beta = f
            alpha = null_window_below(beta, step)
            if sign == 1:
                window = (alpha, beta)
            else:
                window = (-beta, -alpha)
            f = sign * self.worth((), *window)
            if f < beta:
                upper = f
            else:
                lower = f
            if lower >= upper:
                break
        self.finish(sign * f)

    def worth(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return what a node is worth, as far as the window asks; the table may know it."""
        if not self.table or (self.table != "all" and self.is_end(path)):
            return super().worth(path, alpha, beta)
        low, high = self.bounds.get(path, OPEN_WINDOW)
        if self.table == "last" and low != high:
            closes = self.closes
        else:
            closes = ge
        is_low = closes(low, beta)
        if is_low or closes(alpha, high):
            known = low if is_low else high
            return self.recorder.leaf(number_of_move(path), known, Kind.TABLE, alpha, beta)
        if self.table == "last":
            low, high = OPEN_WINDOW
        else:
            alpha = max(alpha, low)
            beta = min(beta, high)
        found = super().worth(path, alpha, beta)
        self.bounds[path] = (low if found <= alpha else found, high if found >= beta else found)
        return found


class DeepeningSearch(TreeSearch):
    """Searches to depth 1, 2, 3 ...; after Slate and Atkin, 1977."""

    def __init__(self, asked: SearchTask, memory: str, *, prunes: bool, stops: bool) -> None:
        """Search the tree.

        `memory` says what was best in the pass before and is tried first: nothing, "", at the `root`, at all `nodes`,
        or all children of the root `sorted`. With `stops` the last pass is the first that meets no limit.
        """
        super().__init__(asked)
        self.memory = memory
        self.trace.has_window = prunes
        if not prunes:
            self.closes = lambda alpha, beta: False
        self.remembered: dict[MovePath, dict[int, float]] = {}
        """By node, what its children have returned the last time, in the order searched."""
        value = 0.0
        for depth in range(1, (asked.depth or 1) + 1):
            self.limit = depth
            self.has_met_limit = False
            self.recorder.begin_pass(depth=depth)
            value = self.worth((), *OPEN_WINDOW)
            if stops and not self.has_met_limit:
                break
        self.finish(value)

    def read(self, path: MovePath, alpha: float, beta: float) -> float:
        """Read a leaf, or an estimate at the limit."""
        self.has_met_limit |= bool(self.asked.tree.at(path).children)
        return super().read(path, alpha, beta)

    def remember(self, path: MovePath, values: dict[int, float]) -> None:
        """Keep what the children of a node have returned, in the order searched."""
        self.remembered[path] = values

    def ordered(self, path: MovePath, moves: Sequence[int]) -> Sequence[int]:
        """Return moves in the order in which they are tried, by what is remembered of the pass before."""
        values = self.remembered.get(path)
        is_used = self.memory == "nodes" or (self.memory and not path)
        if values is None or not is_used:
            return moves
        if self.asked.tree.at(path).maximizing:
            sign = -1
        else:
            sign = 1
        best_first = sorted(values, key=lambda move: sign * values[move])
        if self.memory == "sorted":
            return best_first
        return [best_first[0], *(move for move in moves if move != best_first[0])]


WINDOW_STEP_WORDS: dict[float, tuple[str, ...]] = {
    1: (),
    0: ("with null windows as narrow as numbers allow",),
}
RESEARCH_WORDS = {
    "alpha": ("that searches again with (α, β)",),
    "value": ("that searches again with (v, β)",),
}
RETURN_WORDS = {"best": ("fail-soft",), "end": ("returning α",), "inside": ("fail-hard",)}
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
            (*RESEARCH_WORDS[again], *RETURN_WORDS[returns], *WINDOW_STEP_WORDS[step]),
            search=partial(NullWindowSearch, again=again, returns=returns, step=step),
            is_rare=not step,
        )
        for step, again, returns in product(WINDOW_STEP_WORDS, RESEARCH_WORDS, RETURN_WORDS)
    ),
    "mtdf": tuple(
        TaskVariant(
            (*PASS_TABLE_WORDS[table], *MOVER_VALUES_WORDS[of_mover], *WINDOW_STEP_WORDS[step]),
            search=partial(MtdSearch, table=table, step=step, of_mover=of_mover),
            is_rare=not step,
        )
        for step, of_mover, table in product(
            WINDOW_STEP_WORDS, MOVER_VALUES_WORDS, PASS_TABLE_WORDS
        )
    ),
    "iterative-deepening": tuple(
        TaskVariant(
            (*PRUNING_WORDS[prunes], *MTD_MEMORY_WORDS[memory], *STOPPING_WORDS[stops]),
            search=partial(DeepeningSearch, memory=memory, prunes=prunes, stops=stops),
        )
        for prunes, stops, memory in product(PRUNING_WORDS, STOPPING_WORDS, MTD_MEMORY_WORDS)
    ),
    "expectimax": (TaskVariant(algorithm="expectimax"),),
    "random-opponent": (TaskVariant(algorithm="expectimax"),),
    "expectiminimax": (TaskVariant(algorithm="expectiminimax"),),
    MCTS_TASK: (TaskVariant(algorithm="mcts"),),
}
