"""Searches that keep a table of positions: trees in which positions come again, and what such a search may do there.

Tables differ: one keeps bounds, too, one tightens its window by them, one keeps leaves. So a search with a table is
right if its value is, if it reads no leaf that the task leaves out, from left to right, and if it reads less than
without a table wherever any table must save something.
"""

from collections.abc import Hashable
from dataclasses import replace
from functools import cached_property, partial
from itertools import product
from math import inf
from typing import NamedTuple

from games.tree.notation import Node
from visualizer.trace.rows import OPEN_WINDOW, Kind, MovePath
from visualizer.your_code.grading.dealing import TreeKind
from visualizer.your_code.grading.tree_searches import TreeSearch, number_of_move, value_of_tree
from visualizer.your_code.grading.trees import SearchTask


class TablePolicy(NamedTuple):
    """How a search uses its table; by default it keeps what is exact and what is a bound, for the same depth."""

    exact_only: bool = False
    """Whether it answers only from what is exact."""
    as_exact: bool = False
    """Whether it takes each bound for the value itself."""
    any_depth: bool = False
    """Whether it answers whatever depth is left."""
    deeper: bool = False
    """Whether it answers also from what was searched deeper."""
    tightens: bool = False
    """Whether a bound that does not answer tightens the window."""
    leaves: bool = False
    """Whether it keeps leaves, too."""


class KnownPosition(NamedTuple):
    """What a table keeps of a position: its value, the window on entry, the plies left, and where it stood."""

    value: float
    alpha: float
    beta: float
    left: float
    path: MovePath


def assign_position_keys(node: Node, keys: dict[int, Hashable]) -> Hashable:
    """Return what is the same at the same positions, and note it for each node below by its identity."""
    found = keys.get(id(node))
    if found is None:
        below = tuple(assign_position_keys(child, keys) for child in node.children)
        found = keys[id(node)] = (node.maximizing, node.own_name, below or node.value)
    return found


class TableSearch(TreeSearch):
    """Alpha-beta, or minimax, of one tree with a table of positions that is used in a manner."""

    def __init__(self, asked: SearchTask, manner: TablePolicy, *, prunes: bool = True) -> None:
        """Search it."""
        super().__init__(asked)
        self.manner = manner
        self.prunes = prunes
        self.positions: dict[Hashable, KnownPosition] = {}
        self.keys: dict[int, Hashable] = {}
        assign_position_keys(asked.tree, self.keys)
        self.again: list[tuple[MovePath, KnownPosition]] = []
        """The nodes that were answered from the table, and by what."""
        self.finish(self.worth((), *OPEN_WINDOW))
        self.moves = asked.tree.moves()
        """Which moves it may play: all."""

    def worth(self, path: MovePath, alpha: float, beta: float) -> float:
        """Return what a node is worth, as far as the window asks; the table may know it."""
        if not self.prunes:
            alpha, beta = OPEN_WINDOW
        is_leaf = self.is_end(path)
        if is_leaf and not self.manner.leaves:
            return self.read(path, alpha, beta)
        key = self.keys[id(self.asked.tree.at(path))]
        if self.asked.depth is None:
            left = inf
        else:
            left = self.asked.depth - len(path)
        low = alpha
        high = beta
        known = self.positions.get(key)
        if known is not None and self.is_deep_enough(known, left):
            if self.answers(known, alpha, beta):
                self.again.append((path, known))
                return self.recorder.leaf(
                    number_of_move(path), known.value, Kind.TABLE, alpha, beta
                )
            if self.manner.tightens:
                if known.value >= known.beta:
                    low = max(alpha, known.value)
                else:
                    low = alpha
                if known.value <= known.alpha:
                    high = min(beta, known.value)
                else:
                    high = beta
        found = super().worth(path, low, high)
        window = OPEN_WINDOW if is_leaf else (alpha, beta)
        self.positions[key] = KnownPosition(found, *window, left, path)
        return found

    def is_deep_enough(self, known: KnownPosition, left: float) -> bool:
        """Return whether an entry counts where so many plies are left."""
        return (
            self.manner.any_depth
            or known.left == left
            or (self.manner.deeper and known.left > left)
        )

    def answers(self, known: KnownPosition, alpha: float, beta: float) -> bool:
        """Return whether an entry answers what a window asks."""
        if self.manner.as_exact or known.alpha < known.value < known.beta:
            return True
        if self.manner.exact_only:
            return False
        if known.value >= known.beta:
            return self.closes(known.value, beta)
        return self.closes(alpha, known.value)


MINIMAL_TABLE = TablePolicy(exact_only=True)
"""The table that saves least."""
RIGHT_TABLE_POLICIES = tuple(
    TablePolicy(deeper=deeper, tightens=tightens, leaves=leaves)
    for deeper, tightens, leaves in product((False, True), repeat=3)
)
"""How right tables differ."""
TABLE_MISTAKES = {
    "bound-as-exact": "keeps a bound in its table as if it were the exact value",
    "depth-ignored": "answers from its table even where more depth is left",
}
"""What goes wrong with tables, as the end of a sentence that begins with `a search that`."""
TABLE_MISTAKE_CHANGES = {"bound-as-exact": {"as_exact": True}, "depth-ignored": {"any_depth": True}}


def policies_making_mistake(mistake: str) -> list[TablePolicy]:
    """Return the manners that make a mistake."""
    return [use._replace(**TABLE_MISTAKE_CHANGES[mistake]) for use in RIGHT_TABLE_POLICIES]


class RightTableReads:
    """What tables make of one tree."""

    def __init__(self, asked: SearchTask, *, prunes: bool) -> None:
        """Search nothing yet."""
        self.asked = asked
        self.prunes = prunes

    def search(self, manner: TablePolicy) -> TableSearch:
        """Return the search in a manner."""
        return TableSearch(self.asked, manner, prunes=self.prunes)

    @cached_property
    def least(self) -> TableSearch:
        """The search whose table saves least."""
        return self.search(MINIMAL_TABLE)

    @cached_property
    def deeper(self) -> list[TableSearch]:
        """The searches that answer also from what was searched deeper, where that makes a difference."""
        if self.asked.depth is None:
            return []
        return [self.search(use) for use in RIGHT_TABLE_POLICIES if use.deeper]

    @property
    def values(self) -> list[float]:
        """What is right: the value, and what tables find that answer also from what was searched deeper."""
        return [value_of_tree(self.asked), *(each.value for each in self.deeper)]

    def tells(self, mistake: str | None) -> bool:
        """Return whether any table must save something, right ones agree, and a mistake shows in the value."""
        right = value_of_tree(self.asked)
        shows = mistake is None or all(
            self.search(wrong).value != right for wrong in policies_making_mistake(mistake)[:2]
        )
        return shows and bool(self.least.again) and len({*self.values}) == 1


TABLE_KINDS = (
    (TreeKind("positions again", 4, (2, 3), 0.15, range(-4, 6), again=0.5), None),
    (TreeKind("bounds in the table", 4, (2, 3), 0.15, range(1, 10), again=0.5), "bound-as-exact"),
    (
        TreeKind("positions at other depths", 5, (2,), 0.15, range(1, 10), again=0.5),
        "depth-ignored",
    ),
)
"""The kinds of trees, each with the mistake that it shows."""
DEFAULT_TABLE_DEPTH = 4
"""The limit of depth at which the depth of an entry matters in small trees, and that is taken where none is said."""
MIN_TABLE_DEPTH = 4
"""With fewer plies hardly any bound in a table goes wrong."""


def tree_kinds_for_table(depth: int | None, *, prunes: bool) -> list[TreeKind]:
    """Return the kinds of trees in which positions come again, without those whose mistake cannot show."""

    def shows(mistake: str | None, tree: Node) -> bool:
        return RightTableReads(SearchTask(tree, depth), prunes=prunes).tells(mistake)

    can_show = {
        None: True,
        "bound-as-exact": prunes and (depth is None or depth >= MIN_TABLE_DEPTH),
        "depth-ignored": depth == DEFAULT_TABLE_DEPTH,
    }
    return [
        replace(kind, tells=partial(shows, mistake))
        for kind, mistake in TABLE_KINDS
        if can_show[mistake]
    ]
