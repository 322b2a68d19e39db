"""The ways in which a task's search may rightly be written: small references whose leaf reads and value are compared.

Each is a search of a tree from MAX's side. What a program is held against is one of them on all trees.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from math import inf, nextafter
from operator import ge
from typing import NamedTuple

from games import Turn, turn_of
from games.tree.notation import Node
from visualizer.searching.algorithms import CUTS
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.playouts import MCTS
from visualizer.your_code.grading.trees import Asked, estimate


def value_of_tree(asked: Asked, path: MovePath = (), random: Turn | None = None) -> float:
    """Return what a node is worth, from MAX's side; an inner node at the limit is worth what is read there.

    Chance moves by its probabilities; `random` is which player makes any move with the same probability.
    """

    def worth(node: Node, ply: int) -> Fraction:
        if not node.children:
            return Fraction(node.value)
        if ply == asked.depth:
            return Fraction(estimate(node) if asked.estimates else 0)
        values = [worth(child, ply + 1) for child in node.children]
        if (odds := node.probabilities()) is not None:
            return sum((chance * value for chance, value in zip(odds, values, strict=True)), Fraction(0))
        if turn_of(node) == random:
            return sum(values, Fraction(0)) / len(values)
        return max(values) if node.maximizing else min(values)

    found = worth(asked.tree.at(path), len(path))
    return found.numerator if found.denominator == 1 else float(found)


MOST_PASSES = 1_000
"""The most null windows that are tried of a tree, whose values are small numbers."""


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


@dataclass(frozen=True, slots=True)
class RightReads:
    """What a reference has done with a tree: its leaves in order, each with its window, and the value of the root."""

    leaves: tuple[MovePath, ...]
    windows: tuple[tuple[float, float], ...]
    value: float
    visits: tuple[RightVisit, ...]
    """All that it has done; a leaf that is read again before another is told again."""


@dataclass(frozen=True, slots=True)
class TaskVariant:
    """A right way to do a task."""

    parts: tuple[str, ...] = ()
    """What tells it from others, in the words of a report."""
    algorithm: str = ""
    """The search of ours that makes the same visits, "" where there is a reference."""
    search: Callable[[Asked], RightReads] | None = None
    is_rare: bool = False
    """Whether it is only thought of where no other is right."""


class ReferenceSearch:
    """Alpha-beta on one tree, with what a task adds to it: second searches, a table, or an order from passes before."""

    def __init__(
        self, asked: Asked, *, again: str = "", returns: str = "best", table: str = "", step: float = 0
    ) -> None:
        """Read nothing yet.

        `again` is the lower end with which a later child is searched again, `alpha` or `value`, "" for no null window
        first; `returns` is `best`, `end` (the end of the window that the mover has raised) or `inside` (fail-hard);
        `table` keeps bounds of `inner` nodes, of `all`, or the `last` of each inner node; `step` is how wide a null
        window is, 0 for up to the next number.
        """
        self.asked, self.second, self.returns, self.table, self.step = asked, again, returns, table, step
        self.closes, self.limit, self.has_met_limit = CUTS[asked.cut], asked.depth, False
        self.reads: list[tuple[MovePath, tuple[float, float]]] = []
        self.visits: list[RightVisit] = []
        self.bounds: dict[MovePath, tuple[float, float]] = {}
        self.memory = ""
        self.best: dict[MovePath, int] = {}
        """By node, the first child that returned the best value the last time."""
        self.of_root: dict[int, float] = {}
        """What the root's children have returned in the last pass, in the order searched."""

    def done(self, value: float) -> RightReads:
        """Return what was done, with the value of the root."""
        leaves, windows = tuple(path for path, _ in self.reads), tuple(window for _, window in self.reads)
        return RightReads(leaves, windows, value, tuple(self.visits))

    def visit(self, what: str, path: MovePath, window: tuple[float, float], value: float | None = None) -> None:
        """Note what is done."""
        self.visits.append(RightVisit(what, path, window, value, self.limit))

    def above(self, number: float, *, below: bool = False) -> float:
        """Return the other end of a null window that begins at a number."""
        if self.step:
            return number + (-self.step if below else self.step)
        return nextafter(number, -inf if below else inf)

    def worth(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return what a node is worth, as far as the window asks; the table may know it."""
        node = self.asked.tree.at(path)
        is_end = not node.children or len(path) == self.limit
        if not self.table or (is_end and self.table != "all"):
            return self.read(path, node, alpha, beta) if is_end else self.inner(path, node, alpha, beta)
        low, high = self.bounds.get(path, (-inf, inf))
        closes = self.closes if self.table == "last" and low != high else ge
        if closes(low, beta) or closes(alpha, high):
            self.visit("table", path, (alpha, beta), low if closes(low, beta) else high)
            return low if closes(low, beta) else high
        if self.table != "last":
            alpha, beta = max(alpha, low), min(beta, high)
        found = self.read(path, node, alpha, beta) if is_end else self.inner(path, node, alpha, beta)
        kept = (-inf, inf) if self.table == "last" else (low, high)
        self.bounds[path] = (kept[0] if found <= alpha else found, kept[1] if found >= beta else found)
        return found

    def read(self, path: MovePath, node: Node, alpha: float, beta: float) -> float:
        """Read a leaf; one that is read again before another counts once."""
        self.has_met_limit |= bool(node.children)
        if not self.reads or self.reads[-1][0] != path:
            self.reads.append((path, (alpha, beta)))
        self.visit("leaf", path, (alpha, beta), self.asked.read(path))
        return self.asked.read(path)

    def inner(self, path: MovePath, node: Node, alpha: float, beta: float) -> float:
        """Search the children of a node."""
        low, high, maximizing = alpha, beta, node.maximizing
        self.visit("enter", path, (low, high))
        best, returned = (-inf if maximizing else inf), dict[int, float]()
        for number, move in enumerate(self.ordered(path, node.moves())):
            child = (*path, move)
            found = self.later(child, alpha, beta, maximizing=maximizing) if number and self.second else None
            found = self.worth(child, alpha, beta) if found is None else found
            returned[move] = found
            best = max(best, found) if maximizing else min(best, found)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if self.closes(alpha, beta):
                break
        self.best[path] = next(move for move, found in returned.items() if found == best)
        self.of_root = self.of_root if path else returned
        hard = (alpha if maximizing else beta) if self.returns == "end" else min(max(best, low), high)
        value = best if self.returns == "best" else hard
        self.visit("leave", path, (low, high), value)
        return value

    def ordered(self, path: MovePath, moves: Iterable[int]) -> list[int]:
        """Return moves in the order in which they are tried, by what is remembered of the pass before."""
        if self.memory == "sorted" and not path and self.of_root:
            sign = -1 if self.asked.tree.maximizing else 1
            return sorted(self.of_root, key=lambda move: sign * self.of_root[move])
        best = self.best.get(path) if self.memory == "nodes" or (self.memory == "root" and not path) else None
        return sorted(moves, key=lambda move: move != best)

    def later(self, child: MovePath, alpha: float, beta: float, *, maximizing: bool) -> float:
        """Search a later child with a null window, and again where its value lies inside the window."""
        null = (alpha, self.above(alpha)) if maximizing else (self.above(beta, below=True), beta)
        found = self.worth(child, *null)
        if not alpha < found < beta:
            return found
        if self.second == "value":
            alpha, beta = (found, beta) if maximizing else (alpha, found)
        return self.worth(child, alpha, beta)


def pvs(again: str, returns: str, step: float, asked: Asked) -> RightReads:
    """Search with null windows for all children but the first; after Marsland, 1986, and Reinefeld, 1983."""
    search = ReferenceSearch(asked, again=again, returns=returns, step=step)
    return search.done(search.worth((), -inf, inf))


def mtdf(table: str, step: float, asked: Asked, *, movers: bool) -> RightReads:
    """Ask from 0 on whether the value is at least f, until two bounds meet; after Plaat and others, 1996.

    With `movers` it asks so from the side of who moves at the root.
    """
    search = ReferenceSearch(asked, table=table, step=step)
    sign = -1 if movers and not asked.tree.maximizing else 1
    lower, upper, f = -inf, inf, 0.0
    for _ in range(MOST_PASSES):
        beta = search.above(f) if f == lower else f
        alpha = search.above(beta, below=True)
        f = sign * search.worth((), *((alpha, beta) if sign == 1 else (-beta, -alpha)))
        lower, upper = (lower, f) if f < beta else (f, upper)
        if lower >= upper:
            break
    return search.done(sign * f)


def deepening(memory: str, asked: Asked, *, prunes: bool, stops: bool) -> RightReads:
    """Search to depth 1, 2, 3 ...; after Slate and Atkin, 1977.

    `memory` says what was best in the pass before and is tried first: nothing, "", at the `root`, at all `nodes`, or
    all children of the root `sorted`. With `stops` the last pass is the first that meets no limit.
    """
    search, value = ReferenceSearch(asked), 0.0
    search.memory = memory
    if not prunes:
        search.closes = lambda alpha, beta: False
    for depth in range(1, (asked.depth or 1) + 1):
        search.limit, search.has_met_limit = depth, False
        value = search.worth((), -inf, inf)
        if stops and not search.has_met_limit:
            break
    return search.done(value)


NEXT: dict[float, tuple[str, ...]] = {1: (), 0: ("with null windows as narrow as numbers allow",)}
AGAIN = {"alpha": ("that searches again with (α, β)",), "value": ("that searches again with (v, β)",)}
RETURNED = {"best": ("fail-soft",), "end": ("returning α",), "inside": ("fail-hard",)}
TABLES = {
    "": ("without a table",), "all": ("with a table",), "inner": ("with a table", "for inner nodes only"),
    "last": ("with a table", "for inner nodes only", "that keeps only the last bound"),
}  # fmt: skip
MEMORY = {
    "": ("without memory",), "root": ("trying the best move first",),
    "nodes": ("trying the best move first", "at every node"),
    "sorted": ("sorting the root's moves",),
}  # fmt: skip
VARIANTS: Mapping[str, tuple[TaskVariant, ...]] = {
    "alpha-beta": (TaskVariant(algorithm="alpha-beta"),),
    "minimax": (TaskVariant(algorithm="minimax"),),
    "negamax": (TaskVariant(("with α and β",), "alpha-beta"), TaskVariant(("without pruning",), "minimax")),
    "pvs": tuple(
        TaskVariant((*AGAIN[again], *RETURNED[returns], *NEXT[step]), search=partial(pvs, again, returns, step),
                    is_rare=not step)
        for step, again, returns in product(NEXT, AGAIN, RETURNED)
    ),
    "mtdf": tuple(
        TaskVariant((*TABLES[table], *(("with values for the side to move",) if movers else ()), *NEXT[step]),
                    search=partial(mtdf, table, step, movers=movers), is_rare=not step)
        for step, movers, table in product(NEXT, (False, True), TABLES)
    ),
    "iterative-deepening": tuple(
        TaskVariant(("of alpha-beta" if prunes else "of minimax", *MEMORY[memory],
                     *(("until a pass does not meet its depth limit",) if stops else ())),
                    search=partial(deepening, memory, prunes=prunes, stops=stops))
        for prunes, stops, memory in product((True, False), (False, True), MEMORY)
    ),
    "expectimax": (TaskVariant(algorithm="expectimax"),),
    "random-opponent": (TaskVariant(algorithm="expectimax"),),
    "expectiminimax": (TaskVariant(algorithm="expectiminimax"),),
    MCTS: (TaskVariant(algorithm="mcts"),),
}  # fmt: skip
