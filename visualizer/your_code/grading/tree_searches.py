"""The base of the searches that code is compared with, and the value of a tree.

Each records its visits in a trace, from MAX's side. `variants` has the right searches, `tables`
those with a table of positions, and `mutants` those with one mistake.
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


def value_of_tree(
    search_task: SearchTask, path: MovePath = (), random: Turn | None = None
) -> float:
    """Return the minimax value of the node at a path, from MAX's side.

    Chance nodes count with their probabilities. `random` is a player whose moves are all equally
    likely, or None. An inner node at the depth limit has its estimate as its value, or 0.
    """

    # In fractions: sums of rounded probabilities could differ from the search's in the last digit.
    def value_of(node: Node, ply: int) -> Fraction:
        """Return the minimax value of a node at a depth of `ply`."""
        if not node.children:
            return Fraction(node.value)
        if ply == search_task.depth:
            estimate = mean_leaf_value(node) if search_task.estimates else 0
            return Fraction(estimate)

        values = [value_of(child, ply + 1) for child in node.children]
        odds = node.probabilities()
        if odds is not None:
            return weighted_sum(odds, values)
        if turn_of(node) == random:
            return sum(values, Fraction(0)) / len(values)
        return max(values) if node.maximizing else min(values)

    value = value_of(search_task.tree.at(path), len(path))
    return value.numerator if value.denominator == 1 else float(value)


def weighted_sum(weights: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """Return the exact sum of values times weights."""
    products = (weight * value for weight, value in zip(weights, values, strict=True))
    return sum(products, start=Fraction(0))


class TreeSearch:
    """Fail-soft alpha-beta on one tree; a subclass overrides single steps."""

    value = nan
    """The value that the search returned."""
    has_failed = False
    """Whether the search failed instead of returning a value."""
    moves: Sequence[int] = ()
    """The moves at the root that the search may return."""

    def __init__(self, search_task: SearchTask) -> None:
        """Visit nothing yet."""
        self.search_task = search_task
        self.limit = search_task.depth
        self.closes = CUT_RULES[search_task.cut]
        self.trace = Trace(revisits=True)
        self.recorder = Recorder(self.trace, revisits=True)

    @cached_property
    def leaves(self) -> tuple[MovePath, ...]:
        """The leaves that the finished search has read, in order."""
        return self.trace.leaf_paths()

    def finish(self, value: float) -> None:
        """Keep the value and close the recording."""
        self.value = value
        self.recorder.close()

    def search_node(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return the value of a node, or a bound on it outside the window."""
        if self.is_end(path):
            return self.read(path, alpha, beta)
        return self.search_inner_node(path, alpha, beta)

    def is_end(self, path: MovePath) -> bool:
        """Return whether a node is a leaf for this search."""
        return len(path) == self.limit or not self.search_task.tree.at(path).children

    def read(self, path: MovePath, alpha: float, beta: float) -> float:
        """Read a leaf."""
        kind = Kind.LIMIT if self.search_task.tree.at(path).children else Kind.TERMINAL
        value = self.search_task.read(path)
        return self.recorder.leaf(number_of_move(path), value, kind, alpha, beta)

    def enter(
        self,
        path: MovePath,
        node: Node,
        alpha: float,
        beta: float,
    ) -> None:
        """Record that the search enters an inner node with a window."""
        turn = CHANCE_TURN if node.chance else turn_of(node)
        self.recorder.enter(number_of_move(path), turn, len(node.children), alpha, beta)

    def search_inner_node(self, path: MovePath, alpha: float, beta: float) -> float:
        """Search the children of a node until the window closes, and return the node's value."""
        node = self.search_task.tree.at(path)
        maximizing = node.maximizing
        self.enter(path, node, alpha, beta)

        best_of = max if maximizing else min
        best = -inf if maximizing else inf
        window = (alpha, beta)
        values: dict[int, float] = {}
        for number, move in enumerate(self.ordered_moves(path, node.moves())):
            value = self.search_child(
                (*path, move),
                number,
                window,
                maximizing=maximizing,
            )
            values[move] = value
            best = best_of(best, value)
            window = self.narrowed_window(window, best, maximizing=maximizing)
            if self.closes(*window):
                break

        self.remember(path, values)
        returned = self.value_to_return(
            best,
            (alpha, beta),
            window,
            maximizing=maximizing,
        )
        return self.recorder.leave(returned)

    # The steps that subclasses override: each variant and each mistake changes one or two.

    def ordered_moves(self, path: MovePath, moves: Sequence[int]) -> Sequence[int]:
        """Return the moves of a node in the order to try them."""
        return moves

    def remember(self, path: MovePath, values: dict[int, float]) -> None:
        """Keep the values that the children of a node returned, for searches that use them."""

    def search_child(
        self,
        path: MovePath,
        number: int,
        window: Window,
        *,
        maximizing: bool,
    ) -> float:
        """Return the value of a child, searched with its parent's window.

        `number` says which of the children this is in the order tried, from 0; a subclass may use
        it.
        """
        return self.search_node(path, *window)

    def narrowed_window(self, window: Window, best: float, *, maximizing: bool) -> Window:
        """Return the window after a child has returned."""
        alpha, beta = window
        if maximizing:
            return max(alpha, best), beta
        return alpha, min(beta, best)

    def value_to_return(
        self,
        best: float,
        entered: Window,
        window: Window,
        *,
        maximizing: bool,
    ) -> float:
        """Return the value that a node returns; in fail-soft this is its best value.

        A subclass may clip the value to the window on entry (`entered`) or at the end (`window`).
        """
        return best


def number_of_move(path: MovePath) -> int:
    """Return the number of the move that leads to a node, 0 for the root."""
    return path[-1] if path else 0


class OverwritingSearch(TreeSearch):
    """Alpha-beta with a mistake: one player's best value replaces a bound that is better."""

    def __init__(self, search_task: SearchTask, overwritten: Turn) -> None:
        """Search the tree."""
        super().__init__(search_task)
        self.overwritten = overwritten
        self.finish(self.search_node((), *OPEN_WINDOW))

    def narrowed_window(self, window: Window, best: float, *, maximizing: bool) -> Window:
        """Return the window after a child has returned."""
        if maximizing != (self.overwritten == Turn.MAX):
            return super().narrowed_window(window, best, maximizing=maximizing)

        alpha, beta = window
        return (best, beta) if maximizing else (alpha, best)


def leaves_read(tree: Node, overwritten: Turn | None = None) -> int:
    """Return how many leaves alpha-beta reads, or one that overwrites a player's bound."""
    if overwritten is not None:
        return len(OverwritingSearch(SearchTask(tree), overwritten).leaves)

    search = TreeSearch(SearchTask(tree))
    search.finish(search.search_node((), *OPEN_WINDOW))
    return len(search.leaves)


def needs_bound(tree: Node, *, of_root: bool = True) -> bool:
    """Return whether a search that overwrites a bound reads other leaves of this tree.

    `OverwritingSearch` makes this mistake: a player's new value replaces a better bound. With
    `of_root`, the player is the one to move at the root, otherwise the other player.

    >>> from visualizer.your_code.grading.trees import parse_literal_tree
    >>> needs_bound(parse_literal_tree("[3,[[1,[2,4]]]]"))
    True
    >>> needs_bound(parse_literal_tree("[3,[1,4]]"))
    False
    """
    turn = turn_of(tree) if of_root else Turn(1 - turn_of(tree))
    return leaves_read(tree) != leaves_read(tree, overwritten=turn)
