"""Searches of one small tree that grading holds code against: what they have in common, and the value of a tree.

Each records its visits in a trace, from MAX's side. `variants` has the right ones, `tables` those that keep positions,
and `mutants` those that are wrong in one place.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import inf, nan

from games import Turn, turn_of
from games.tree.notation import Node
from visualizer.searching.algorithms import CUT_RULES
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import CHANCE_TURN, OPEN_WINDOW, Kind, MovePath, Trace, Window
from visualizer.your_code.grading.trees import SearchTask, mean_leaf_value


def value_of_tree(asked: SearchTask, path: MovePath = (), random: Turn | None = None) -> float:
    """Return what a node is worth, from MAX's side; an inner node at the limit is worth what is read there.

    Chance moves by its probabilities; `random` is which player makes any move with the same probability.
    """

    def worth(node: Node, ply: int) -> Fraction:
        if not node.children:
            return Fraction(node.value)
        if ply == asked.depth:
            return Fraction(mean_leaf_value(node) if asked.estimates else 0)
        values = [worth(child, ply + 1) for child in node.children]
        odds = node.probabilities()
        if odds is not None:
            return sum(
                (chance * value for chance, value in zip(odds, values, strict=True)), Fraction(0)
            )
        if turn_of(node) == random:
            return sum(values, Fraction(0)) / len(values)
        if node.maximizing:
            return max(values)
        return min(values)

    found = worth(asked.tree.at(path), len(path))
    return found.numerator if found.denominator == 1 else float(found)


class TreeSearch:
    """Fail-soft alpha-beta on one tree; a subclass changes what it says."""

    value = nan
    """What the search has returned in the end."""
    has_failed = False
    """Whether it has returned nothing."""
    moves: Sequence[int] = ()
    """The moves at the root that it may play."""

    def __init__(self, asked: SearchTask) -> None:
        """Visit nothing yet."""
        self.asked = asked
        self.limit = asked.depth
        self.closes = CUT_RULES[asked.cut]
        self.trace = Trace(revisits=True)
        self.recorder = Recorder(self.trace, revisits=True)

    @cached_property
    def leaves(self) -> tuple[MovePath, ...]:
        """The leaves that it has read, in order, once it is finished."""
        return self.trace.leaf_paths()

    def finish(self, value: float) -> None:
        """Note what it has returned in the end."""
        self.value = value
        self.recorder.close()

    def worth(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return what a node is worth, as far as the window asks."""
        if self.is_end(path):
            return self.read(path, alpha, beta)
        return self.inner(path, alpha, beta)

    def is_end(self, path: MovePath) -> bool:
        """Return whether a node is a leaf for this search."""
        return len(path) == self.limit or not self.asked.tree.at(path).children

    def read(self, path: MovePath, alpha: float, beta: float) -> float:
        """Read a leaf."""
        if self.asked.tree.at(path).children:
            kind = Kind.LIMIT
        else:
            kind = Kind.TERMINAL
        return self.recorder.leaf(number_of_move(path), self.asked.read(path), kind, alpha, beta)

    def enter(self, path: MovePath, node: Node, alpha: float, beta: float) -> None:
        """Record that an inner node is entered."""
        if node.chance:
            turn = CHANCE_TURN
        else:
            turn = turn_of(node)
        self.recorder.enter(number_of_move(path), turn, len(node.children), alpha, beta)

    def inner(self, path: MovePath, alpha: float, beta: float) -> float:
        """Search the children of a node."""
        node = self.asked.tree.at(path)
        self.enter(path, node, alpha, beta)
        window = (alpha, beta)
        best = -inf if node.maximizing else inf
        values: dict[int, float] = {}
        for number, move in enumerate(self.ordered(path, node.moves())):
            found = self.child((*path, move), number, window, maximizing=node.maximizing)
            values[move] = found
            if node.maximizing:
                best = max(best, found)
            else:
                best = min(best, found)
            window = self.narrowed(window, best, maximizing=node.maximizing)
            if self.closes(*window):
                break
        self.remember(path, values)
        return self.recorder.leave(
            self.returned(best, (alpha, beta), window, maximizing=node.maximizing)
        )

    def ordered(self, path: MovePath, moves: Sequence[int]) -> Sequence[int]:
        """Return moves in the order in which they are tried."""
        return moves

    def remember(self, path: MovePath, values: dict[int, float]) -> None:
        """Keep what the children of a node have returned, for a search that uses it."""

    def child(self, path: MovePath, number: int, window: Window, *, maximizing: bool) -> float:
        """Search a child, which is the n-th that is tried, from 0."""
        return self.worth(path, *window)

    def narrowed(self, window: Window, best: float, *, maximizing: bool) -> Window:
        """Return the window after a child has returned."""
        alpha, beta = window
        if maximizing:
            return (max(alpha, best), beta)
        return (alpha, min(beta, best))

    def returned(self, best: float, entered: Window, window: Window, *, maximizing: bool) -> float:
        """Return what a visit returns, of its best value, its window on entry and that in the end."""
        return best


def number_of_move(path: MovePath) -> int:
    """Return the number of the move that leads to a node, 0 for the root."""
    return path[-1] if path else 0


class OverwritingSearch(TreeSearch):
    """Alpha-beta that puts a node's best value in the place of a bound that is better, where one player moves."""

    def __init__(self, asked: SearchTask, overwritten: Turn) -> None:
        """Search the tree."""
        super().__init__(asked)
        self.overwritten = overwritten
        self.finish(self.worth((), *OPEN_WINDOW))

    def narrowed(self, window: Window, best: float, *, maximizing: bool) -> Window:
        """Return the window after a child has returned."""
        if maximizing != (self.overwritten == Turn.MAX):
            return super().narrowed(window, best, maximizing=maximizing)
        alpha, beta = window
        if maximizing:
            return (best, beta)
        return (alpha, best)


def leaves_read(tree: Node, overwritten: Turn | None = None) -> int:
    """Return how many leaves alpha-beta reads; the bound of `overwritten` becomes the best value whatever it was."""
    if overwritten is not None:
        return len(OverwritingSearch(SearchTask(tree), overwritten).leaves)
    search = TreeSearch(SearchTask(tree))
    search.finish(search.worth((), *OPEN_WINDOW))
    return len(search.leaves)


def needs_bound(tree: Node, *, of_root: bool = True) -> bool:
    """Return whether alpha-beta must keep a bound where a later node has found less: of the root, or who moves below.

    A search that puts a node's best value in the place of a bound that is better reads more leaves there.

    >>> from visualizer.your_code.grading.trees import parse_literal_tree
    >>> needs_bound(parse_literal_tree("[3,[[1,[2,4]]]]")), needs_bound(parse_literal_tree("[3,[1,4]]"))
    (True, False)
    """
    if of_root:
        turn = turn_of(tree)
    else:
        turn = Turn(1 - turn_of(tree))
    return leaves_read(tree) != leaves_read(tree, overwritten=turn)
