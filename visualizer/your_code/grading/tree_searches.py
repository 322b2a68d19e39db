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
    search_task: SearchTask, path: MovePath = (), random_mover: Turn | None = None
) -> float:
    """Return the minimax value of the node at a path, from MAX's side.

    A chance node has the mean of its children, weighted by their probabilities. All moves of the
    player `random_mover`, if it is not None, are equally likely. At the depth limit, an inner node
    has an estimate as its value if the task has estimates, otherwise 0.
    """

    # Fractions keep the sums exact; rounding could make them differ from the search's.
    def value_of(node: Node, ply: int) -> Fraction:
        """Return the minimax value of a node that is at depth `ply`."""
        if not node.children:
            return Fraction(node.value)
        if ply == search_task.depth:
            estimate = mean_leaf_value(node) if search_task.estimates else 0
            return Fraction(estimate)

        values = [value_of(child, ply + 1) for child in node.children]
        odds = node.probabilities()
        if odds is not None:
            return weighted_sum(odds, values)
        if turn_of(node) == random_mover:
            return sum(values, Fraction(0)) / len(values)
        return max(values) if node.maximizing else min(values)

    value = value_of(search_task.tree.at(path), len(path))
    # An integer if possible, because reports show the value.
    return value.numerator if value.denominator == 1 else float(value)


def weighted_sum(weights: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """Return the exact sum of values times weights."""
    products = (weight * value for weight, value in zip(weights, values, strict=True))
    return sum(products, start=Fraction(0))


class TreeSearch:
    """Fail-soft alpha-beta on one tree; subclasses override single steps."""

    value = nan
    """The value that the search returned."""
    has_failed = False
    """Whether the search failed instead of returning a value."""
    moves: Sequence[int] = ()
    """The moves at the root that the search may return."""

    def __init__(self, search_task: SearchTask) -> None:
        """Prepare the search; the subclass runs it, and calls `finish`."""
        self.search_task = search_task
        self.limit = search_task.depth
        self.is_cutoff = CUT_RULES[search_task.cut]
        self.trace = Trace(revisits=True)
        self.recorder = Recorder(self.trace, revisits=True)

    @cached_property
    def leaves(self) -> tuple[MovePath, ...]:
        """The leaves that the finished search has read, in order."""
        return self.trace.leaf_paths()

    def finish(self, value: float) -> None:
        """Store the value of the root, and close the recording."""
        self.value = value
        self.recorder.close()

    def search_node(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return the value of a node, or a bound on the value if it lies outside the window."""
        if self.is_end(path):
            return self.read(path, alpha, beta)
        return self.search_inner_node(path, alpha, beta)

    def is_end(self, path: MovePath) -> bool:
        """Return whether this search reads a value at a node instead of searching its children."""
        return len(path) == self.limit or not self.search_task.tree.at(path).children

    def read(self, path: MovePath, alpha: float, beta: float) -> float:
        """Record a visit to a leaf or a node at the depth limit, and return its value."""
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
        """Search the children of a node until there is a cutoff, and return the node's value."""
        node = self.search_task.tree.at(path)
        maximizing = node.maximizing
        self.enter(path, node, alpha, beta)

        best_of = max if maximizing else min
        best = -inf if maximizing else inf
        window = (alpha, beta)
        values: dict[int, float] = {}
        for earlier_children, move in enumerate(self.ordered_moves(path, node.moves())):
            value = self.search_child(
                (*path, move),
                earlier_children,
                window,
                maximizing=maximizing,
            )
            values[move] = value
            best = best_of(best, value)
            window = self.narrowed_window(window, best, maximizing=maximizing)
            if self.is_cutoff(*window):
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
        """Store the values that the children of a node returned, in a search that reuses them."""

    def search_child(
        self,
        path: MovePath,
        earlier_children: int,
        window: Window,
        *,
        maximizing: bool,
    ) -> float:
        """Search the child at a path, and return its value.

        `window` is the window of the parent. `earlier_children` is the number of children tried
        before this one, for subclasses that treat the first child in another way.
        """
        return self.search_node(path, *window)

    def narrowed_window(self, window: Window, best: float, *, maximizing: bool) -> Window:
        """Return the window of a node whose best value so far is `best`."""
        alpha, beta = window
        if maximizing:
            return max(alpha, best), beta
        return alpha, min(beta, best)

    def value_to_return(
        self,
        best: float,
        first_window: Window,
        last_window: Window,
        *,
        maximizing: bool,
    ) -> float:
        """Return the value that a node returns to its parent; in fail-soft, its best value.

        `first_window` is the node's window when it was entered, `last_window` its window at the
        end. A subclass may use them to clip the value.
        """
        return best


def number_of_move(path: MovePath) -> int:
    """Return the number of the move that leads to a node, 0 for the root."""
    return path[-1] if path else 0


class OverwritingSearch(TreeSearch):
    """Alpha-beta with a mistake: one player's best value always replaces the player's bound.

    Right alpha-beta keeps the bound if it is better than the best value at this node.
    """

    def __init__(self, search_task: SearchTask, faulty_player: Turn) -> None:
        """Search the tree of a task; `faulty_player` is the player whose bound is replaced."""
        super().__init__(search_task)
        self.faulty_player = faulty_player
        self.finish(self.search_node((), *OPEN_WINDOW))

    def narrowed_window(self, window: Window, best: float, *, maximizing: bool) -> Window:
        """Return the window after a child has returned, with the best value as one bound."""
        if maximizing != (self.faulty_player == Turn.MAX):
            return super().narrowed_window(window, best, maximizing=maximizing)

        alpha, beta = window
        return (best, beta) if maximizing else (alpha, best)


def count_leaves_read(tree: Node, faulty_player: Turn | None = None) -> int:
    """Return how many leaves alpha-beta reads in a tree.

    With a `faulty_player`, return how many leaves `OverwritingSearch` reads.
    """
    if faulty_player is not None:
        return len(OverwritingSearch(SearchTask(tree), faulty_player).leaves)

    search = TreeSearch(SearchTask(tree))
    search.finish(search.search_node((), *OPEN_WINDOW))
    return len(search.leaves)


def reveals_overwriting(tree: Node, *, by_root_player: bool = True) -> bool:
    """Return whether `OverwritingSearch` reads more or fewer leaves than alpha-beta in a tree.

    `by_root_player` says for whom it makes its mistake: for the player to move at the root, or for
    the opponent.

    >>> from visualizer.your_code.grading.trees import parse_literal_tree
    >>> reveals_overwriting(parse_literal_tree("[3,[[1,[2,4]]]]"))
    True
    >>> reveals_overwriting(parse_literal_tree("[3,[1,4]]"))
    False
    """
    faulty_player = turn_of(tree)
    if not by_root_player:
        faulty_player = Turn(1 - faulty_player)  # the opponent
    return count_leaves_read(tree) != count_leaves_read(tree, faulty_player)
