"""Searches with a table of positions, and trees in which positions repeat.

Right tables differ: one keeps only exact values, one also tightens its window by bounds, one keeps
leaves. So a search with a table is right if its value is, if it reads no leaf that the task
skips, from left to right, and if it saves something wherever every right table does.
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
    """How a search uses its table; by default, exact values and bounds count for the same depth."""

    exact_only: bool = False
    """Whether only exact values answer."""
    as_exact: bool = False
    """Whether bounds count as exact values, which is wrong."""
    any_depth: bool = False
    """Whether entries of any depth answer, which is wrong."""
    deeper: bool = False
    """Whether entries that were searched deeper answer, too."""
    tightens: bool = False
    """Whether a bound that does not answer tightens the window."""
    leaves: bool = False
    """Whether leaves are kept, too."""


class KnownPosition(NamedTuple):
    """A table entry: a value and the window on entry, which say what kind of bound it is."""

    value: float
    alpha: float
    beta: float
    left: float
    """The number of plies that were left to search."""
    path: MovePath
    """The path to the node that was searched."""


def assign_position_keys(node: Node, keys: dict[int, Hashable]) -> Hashable:
    """Return a key that equal positions share; `keys` gets those of all nodes, by identity."""
    key = keys.get(id(node))
    if key is None:
        children = tuple(assign_position_keys(child, keys) for child in node.children)
        key = (node.maximizing, node.own_name, children or node.value)
        keys[id(node)] = key
    return key


class TableSearch(TreeSearch):
    """Alpha-beta, or minimax, of one tree with a table of positions."""

    def __init__(
        self, search_task: SearchTask, policy: TablePolicy, *, prunes: bool = True
    ) -> None:
        """Search the tree of a task with a table; `policy` says how the table is used.

        With `prunes` the search is alpha-beta, otherwise minimax.
        """
        super().__init__(search_task)
        self.policy = policy
        self.prunes = prunes
        self.positions: dict[Hashable, KnownPosition] = {}
        self.keys: dict[int, Hashable] = {}
        assign_position_keys(search_task.tree, self.keys)
        self.table_hits: list[tuple[MovePath, KnownPosition]] = []
        """The nodes that the table answered, with their entries."""

        self.finish(self.search_node((), *OPEN_WINDOW))
        # A table may hide which moves are best, so any move is allowed.
        self.moves = search_task.tree.moves()

    def search_node(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return the value of a node, or a bound on the value if it lies outside the window.

        If a table entry answers for the position, its value is returned. Otherwise the node is
        searched, and the result is kept in the table.
        """
        window = (alpha, beta) if self.prunes else OPEN_WINDOW
        is_leaf = self.is_end(path)
        if is_leaf and not self.policy.leaves:
            return self.read(path, *window)

        key = self.keys[id(self.search_task.tree.at(path))]
        plies_left = self.plies_left(path)
        entry = self.positions.get(key)
        if entry is not None and not self.is_deep_enough(entry, plies_left):
            entry = None
        if entry is not None and self.answers(entry, *window):
            self.table_hits.append((path, entry))
            return self.recorder.leaf(number_of_move(path), entry.value, Kind.TABLE, *window)

        search_window = window
        if entry is not None and self.policy.tightens:
            search_window = tightened(window, entry)
        value = super().search_node(path, *search_window)

        # The value of a leaf is exact whatever the window.
        low, high = OPEN_WINDOW if is_leaf else window
        self.positions[key] = KnownPosition(
            value,
            low,
            high,
            left=plies_left,
            path=path,
        )
        return value

    def plies_left(self, path: MovePath) -> float:
        """Return the number of plies left to search below a node."""
        if self.search_task.depth is None:
            return inf
        return self.search_task.depth - len(path)

    def is_deep_enough(self, entry: KnownPosition, left: float) -> bool:
        """Return whether an entry may be used where `left` plies are left to search."""
        if self.policy.any_depth or entry.left == left:
            return True
        return self.policy.deeper and entry.left > left

    def answers(self, entry: KnownPosition, alpha: float, beta: float) -> bool:
        """Return whether a table entry makes it unnecessary to search a position in a window.

        An entry does so if its value is exact, or is a bound that causes a cutoff.
        """
        is_exact = entry.alpha < entry.value < entry.beta
        if self.policy.as_exact or is_exact:
            return True
        if self.policy.exact_only:
            return False
        # A fail high is a lower bound, a fail low an upper bound.
        if entry.value >= entry.beta:
            return self.closes(entry.value, beta)
        return self.closes(alpha, entry.value)


def tightened(window: Window, entry: KnownPosition) -> Window:
    """Return a window narrowed by the bound in a table entry, if it is a lower or an upper one."""
    alpha, beta = window
    if entry.value >= entry.beta:
        alpha = max(alpha, entry.value)
    if entry.value <= entry.alpha:
        beta = min(beta, entry.value)
    return alpha, beta


MINIMAL_TABLE = TablePolicy(exact_only=True)
"""The right table that saves least."""
RIGHT_TABLE_POLICIES = tuple(
    TablePolicy(deeper=deeper, tightens=tightens, leaves=leaves)
    for deeper, tightens, leaves in product((False, True), repeat=3)
)
TABLE_MISTAKES = {
    "bound-as-exact": "keeps a bound in its table as if it were the exact value",
    "depth-ignored": "answers from its table even where more depth is left",
}
"""What a search with each mistake does; this ends a sentence that begins with `a search that`."""
TABLE_MISTAKE_CHANGES = {
    "bound-as-exact": {"as_exact": True},
    "depth-ignored": {"any_depth": True},
}


def policies_making_mistake(mistake: str) -> list[TablePolicy]:
    """Return the policies that make a mistake."""
    changes = TABLE_MISTAKE_CHANGES[mistake]
    return [policy._replace(**changes) for policy in RIGHT_TABLE_POLICIES]


class RightTableReads:
    """The leaves and values of right searches of one tree with a table."""

    def __init__(self, search_task: SearchTask, *, prunes: bool) -> None:
        """Search nothing yet."""
        self.search_task = search_task
        self.prunes = prunes

    def search(self, policy: TablePolicy) -> TableSearch:
        """Return the search with a policy."""
        return TableSearch(self.search_task, policy, prunes=self.prunes)

    @cached_property
    def least(self) -> TableSearch:
        """The search whose table saves least."""
        return self.search(MINIMAL_TABLE)

    @cached_property
    def deeper(self) -> list[TableSearch]:
        """The searches that use deeper entries; none without a limit, as these are the same."""
        if self.search_task.depth is None:
            return []
        return [self.search(policy) for policy in RIGHT_TABLE_POLICIES if policy.deeper]

    @property
    def values(self) -> list[float]:
        """The right values: that of the tree, and those that deeper entries give."""
        return [value_of_tree(self.search_task), *(search.value for search in self.deeper)]

    def shows(self, mistake: str | None) -> bool:
        """Return whether a tree needs a table, has one right value, and shows a mistake in it."""
        if mistake is not None:
            right = value_of_tree(self.search_task)
            policies = policies_making_mistake(mistake)[:2]
            if any(self.search(policy).value == right for policy in policies):
                return False
        return bool(self.least.table_hits) and len(set(self.values)) == 1


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
"""The kinds of trees, each with the mistake that it shows."""
DEFAULT_TABLE_DEPTH = 4
"""The default depth limit: in small trees, only at this limit do the depths of entries matter."""
MIN_TABLE_DEPTH = 4
"""With fewer plies, hardly any bound in a table does harm."""


def tree_kinds_for_table(depth: int | None, *, prunes: bool) -> list[TreeKind]:
    """Return the kinds of trees on which to grade a search with a table.

    All have repeated positions. Some kinds are made to show a certain mistake. Such a kind is left
    out if a search with this depth limit (None for none) cannot make the mistake. `prunes` says
    whether the search prunes.
    """

    def shows(mistake: str | None, tree: Node) -> bool:
        return RightTableReads(SearchTask(tree, depth), prunes=prunes).shows(mistake)

    can_show = {
        None: True,
        "bound-as-exact": prunes and (depth is None or depth >= MIN_TABLE_DEPTH),
        "depth-ignored": depth == DEFAULT_TABLE_DEPTH,
    }
    kinds: list[TreeKind] = []
    for kind, mistake in TABLE_KINDS:
        if can_show[mistake]:
            kinds.append(replace(kind, is_suitable=partial(shows, mistake)))
    return kinds
