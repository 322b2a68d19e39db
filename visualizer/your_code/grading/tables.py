"""Searches with a table of positions, and trees in which positions repeat.

There are several right ways to use a table: to keep only exact values, to narrow the window by
bounds, too, or to keep leaves. So a search with a table counts as right if its value is right, if
it reads leaves from left to right and only those that the task reads without a table, and if it
skips something wherever every right table does.
"""

from collections.abc import Hashable
from dataclasses import replace
from functools import cached_property, partial
from itertools import product
from math import inf
from typing import NamedTuple

from games.tree.notation import Node
from visualizer.trace.rows import OPEN_WINDOW, Kind, MovePath, Window
from visualizer.your_code.grading.dealing import TreeKind
from visualizer.your_code.grading.tree_searches import TreeSearch, number_of_move, value_of_tree
from visualizer.your_code.grading.trees import SearchTask


class TablePolicy(NamedTuple):
    """How a search uses its table.

    By default, an entry replaces a search of the same depth if its value is exact, or is a bound
    that causes a cutoff.
    """

    ignores_bounds: bool = False
    """Whether only exact values replace a search."""
    treats_bounds_as_exact: bool = False
    """Whether a bound is used like an exact value, which is wrong."""
    ignores_depth: bool = False
    """Whether entries of any depth replace a search, which is wrong."""
    accepts_deeper: bool = False
    """Whether entries from a deeper search replace a search, too."""
    tightens_window: bool = False
    """Whether a bound that does not cause a cutoff narrows the window."""
    keeps_leaves: bool = False
    """Whether the table has entries for leaves, too."""


class TableEntry(NamedTuple):
    """The result of searching a position with a window.

    The value is exact inside the window (α, β). A value of β or more is a lower bound, a value of α
    or less an upper bound.
    """

    value: float
    alpha: float
    beta: float
    plies_left: float
    """The number of plies that were left to search."""
    path: MovePath
    """The path to the node that was searched."""


def add_position_keys(node: Node, keys: dict[int, Hashable]) -> Hashable:
    """Add the keys of a node and the nodes below it to `keys`, and return the node's key.

    Equal positions have the same key. `keys` is by the `id` of a node.
    """
    key = keys.get(id(node))
    if key is None:
        children = tuple(add_position_keys(child, keys) for child in node.children)
        key = (node.maximizing, node.own_name, children or node.value)
        keys[id(node)] = key
    return key


class TableSearch(TreeSearch):
    """Alpha-beta, or minimax, of one tree with a table of positions."""

    def __init__(
        self, search_task: SearchTask, policy: TablePolicy, *, prunes: bool = True
    ) -> None:
        """Search the tree of a task with a table that is used as `policy` says.

        With `prunes`, the search is alpha-beta, otherwise minimax.
        """
        super().__init__(search_task)
        self.policy = policy
        self.prunes = prunes
        self.table: dict[Hashable, TableEntry] = {}
        self.keys: dict[int, Hashable] = {}
        add_position_keys(search_task.tree, self.keys)
        self.table_hits: list[tuple[MovePath, TableEntry]] = []
        """The nodes that were not searched because of a table entry, with that entry."""

        self.finish(self.search_node((), *OPEN_WINDOW))
        # Bounds from the table may hide which moves are best, so any move counts as right.
        self.moves = search_task.tree.moves()

    def search_node(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return the value of a node, or a bound on the value if it lies outside the window.

        If a table entry makes the search unnecessary, return its value. Otherwise search the node,
        and store the result in the table.
        """
        window = (alpha, beta) if self.prunes else OPEN_WINDOW
        is_leaf = self.is_end(path)
        if is_leaf and not self.policy.keeps_leaves:
            return self.read(path, *window)

        key = self.keys[id(self.search_task.tree.at(path))]
        plies_left = self.plies_left(path)
        entry = self.table.get(key)
        search_window = window
        if entry is not None and self.is_deep_enough(entry, plies_left):
            if self.replaces_search(entry, *window):
                self.table_hits.append((path, entry))
                return self.recorder.leaf(number_of_move(path), entry.value, Kind.TABLE, *window)
            if self.policy.tightens_window:
                search_window = tightened(window, entry)
        value = super().search_node(path, *search_window)

        # The value of a leaf is exact whatever the window, so it is stored with the open window.
        low, high = OPEN_WINDOW if is_leaf else window
        self.table[key] = TableEntry(
            value,
            low,
            high,
            plies_left=plies_left,
            path=path,
        )
        return value

    def plies_left(self, path: MovePath) -> float:
        """Return the number of plies left to search below a node; infinity without a limit."""
        if self.search_task.depth is None:
            return inf
        return self.search_task.depth - len(path)

    def is_deep_enough(self, entry: TableEntry, plies_left: float) -> bool:
        """Return whether an entry may be used at a node with `plies_left` plies to search."""
        if self.policy.ignores_depth or entry.plies_left == plies_left:
            return True
        return self.policy.accepts_deeper and entry.plies_left > plies_left

    def replaces_search(self, entry: TableEntry, alpha: float, beta: float) -> bool:
        """Return whether an entry makes it unnecessary to search its position with a window.

        By default it does if its value is exact, or is a bound that causes a cutoff.
        """
        is_exact = entry.alpha < entry.value < entry.beta
        if self.policy.treats_bounds_as_exact or is_exact:
            return True
        if self.policy.ignores_bounds:
            return False
        # After a fail high, the value is a lower bound; after a fail low, an upper bound.
        if entry.value >= entry.beta:
            return self.is_cutoff(entry.value, beta)
        return self.is_cutoff(alpha, entry.value)


def tightened(window: Window, entry: TableEntry) -> Window:
    """Return a window narrowed by the bound in a table entry; an exact value changes nothing."""
    alpha, beta = window
    if entry.value >= entry.beta:
        alpha = max(alpha, entry.value)
    if entry.value <= entry.alpha:
        beta = min(beta, entry.value)
    return alpha, beta


MINIMAL_TABLE = TablePolicy(ignores_bounds=True)
"""The right table that skips the fewest leaves."""
RIGHT_TABLE_POLICIES = tuple(
    TablePolicy(
        accepts_deeper=accepts_deeper, tightens_window=tightens_window, keeps_leaves=keeps_leaves
    )
    for accepts_deeper, tightens_window, keeps_leaves in product((False, True), repeat=3)
)
TABLE_MISTAKES = {
    "bound-as-exact": "keeps a bound in its table as if it were the exact value",
    "depth-ignored": "answers from its table even where more depth is left",
}
"""What a search with each mistake does; this ends a sentence that begins with `a search that`."""
TABLE_MISTAKE_CHANGES = {
    "bound-as-exact": {"treats_bounds_as_exact": True},
    "depth-ignored": {"ignores_depth": True},
}


def policies_making_mistake(mistake: str) -> list[TablePolicy]:
    """Return the policies that are right, except that they make the mistake with this name."""
    changes = TABLE_MISTAKE_CHANGES[mistake]
    return [policy._replace(**changes) for policy in RIGHT_TABLE_POLICIES]


class RightTableSearches:
    """The right searches of one tree with a table, each run when it is first needed."""

    def __init__(self, search_task: SearchTask, *, prunes: bool) -> None:
        """Store the task; with `prunes`, searches are alpha-beta, otherwise minimax."""
        self.search_task = search_task
        self.prunes = prunes

    def search(self, policy: TablePolicy) -> TableSearch:
        """Search the tree with a table that is used as `policy` says."""
        return TableSearch(self.search_task, policy, prunes=self.prunes)

    @cached_property
    def with_minimal_table(self) -> TableSearch:
        """The search whose table skips the fewest leaves."""
        return self.search(MINIMAL_TABLE)

    @cached_property
    def with_deeper_entries(self) -> list[TableSearch]:
        """The searches that also use entries from deeper searches; [] without a depth limit.

        Without a limit, no search is deeper: they all end at the leaves.
        """
        if self.search_task.depth is None:
            return []
        return [self.search(policy) for policy in RIGHT_TABLE_POLICIES if policy.accepts_deeper]

    @property
    def values(self) -> list[float]:
        """The right values: the value of the tree, and the values that deeper entries lead to."""
        return [value_of_tree(self.search_task), *(each.value for each in self.with_deeper_entries)]

    def shows(self, mistake: str | None) -> bool:
        """Return whether the tree is suitable to show a mistake in the use of the table.

        A position must be repeated, there must be only one right value, and the mistake must lead
        to a wrong value. If `mistake` is None, the tree need not show a mistake.
        """
        if mistake is not None:
            right_value = value_of_tree(self.search_task)
            # Each policy takes a search, so try only a sample of two.
            policies = policies_making_mistake(mistake)[:2]
            if any(self.search(policy).value == right_value for policy in policies):
                return False
        return bool(self.with_minimal_table.table_hits) and len(set(self.values)) == 1


TABLE_KINDS = (
    (
        TreeKind(
            "positions again",
            4,
            (2, 3),
            0.15,
            values=range(-4, 6),
            repeat_probability=0.5,
        ),
        None,
    ),
    (
        TreeKind(
            "bounds in the table", 4, (2, 3), 0.15, values=range(1, 10), repeat_probability=0.5
        ),
        "bound-as-exact",
    ),
    (
        TreeKind(
            "positions at other depths", 5, (2,), 0.15, values=range(1, 10), repeat_probability=0.5
        ),
        "depth-ignored",
    ),
)
"""The kinds of trees, each with the mistake that it is made to show, or None."""
DEFAULT_TABLE_DEPTH = 4
"""The default depth limit, at which small trees can show that a search ignores depths."""
MIN_TABLE_DEPTH = 4
"""With a smaller limit, a bound that is used like an exact value hardly ever does harm."""


def tree_kinds_for_table(depth: int | None, *, prunes: bool) -> list[TreeKind]:
    """Return the kinds of trees on which to grade a search with a table.

    In all of them, positions repeat. A kind that is made to show one mistake is left out if it
    cannot show the mistake in this search. `depth` is the depth limit of the search, or None, and
    `prunes` says whether it prunes.
    """

    def shows(mistake: str | None, tree: Node) -> bool:
        return RightTableSearches(SearchTask(tree, depth), prunes=prunes).shows(mistake)

    can_be_shown = {
        None: True,  # for the kind of tree that is not made to show one mistake
        "bound-as-exact": prunes and (depth is None or depth >= MIN_TABLE_DEPTH),
        # The trees of this kind are made for this depth.
        "depth-ignored": depth == DEFAULT_TABLE_DEPTH,
    }
    kinds: list[TreeKind] = []
    for kind, mistake in TABLE_KINDS:
        if can_be_shown[mistake]:
            kinds.append(replace(kind, is_suitable=partial(shows, mistake)))
    return kinds
