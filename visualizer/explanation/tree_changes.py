"""What a change of a written tree changes in its search: cuts that are new or gone, and when a leaf matters at all."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import inf

from games.tree import TreePosition
from games.tree.editing import at, changed
from games.tree.notation import write
from visualizer.errors import InputError
from visualizer.explanation.english.cuts import Cutoffs
from visualizer.explanation.naming import Naming, capital
from visualizer.look.numbers import show
from visualizer.measures.summary import counts, many
from visualizer.recipe import Recipe, Where
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MOST_LEAVES = 64
"""Leaves of a tree up to which it is worked out for which values of one the search stays the same."""

SearchShape = tuple[frozenset[MovePath], frozenset[MovePath]]
"""The nodes that a search visits, and those that it cuts."""


@dataclass(frozen=True, slots=True)
class ValueRange:
    """The values of a leaf between two ends; an end is one of them itself if it is included."""

    low: float
    high: float
    with_low: bool
    with_high: bool

    def words(self) -> str:
        """Return the range in words.

        >>> ValueRange(-inf, 3, False, True).words(), ValueRange(2, 5, False, False).words()
        ('3 or less', 'more than 2 and less than 5')
        """
        low = f"{show(self.low)} or more" if self.with_low else f"more than {show(self.low)}"
        high = f"{show(self.high)} or less" if self.with_high else f"less than {show(self.high)}"
        if self.low == self.high:
            return show(self.low)
        parts = [low] * (self.low > -inf) + [high] * (self.high < inf)
        return " and ".join(parts) or "any value"


def written(run: Run) -> TreePosition:
    """Return the tree of a run; InputError for a game whose tree is not written out."""
    if not isinstance(run.root, TreePosition):
        raise InputError("only written trees can be changed; o opens one: the game tree")
    return run.root


def rewritten(run: Run, text: str) -> Run:
    """Return the same search of another tree, finished; InputError for a tree that cannot be searched."""
    return Run(Recipe(Where(run.recipe.where.game, text), run.recipe.search)).finish()


def shape(run: Run) -> SearchShape:
    """Return what a finished search visits and cuts."""
    tree = TreeAtStep(run.trace)
    nodes = {tree.node_of(row) for row in range(len(run.trace))}
    cuts = {tree.node_of(row) for row in run.trace.cuts}
    return frozenset(map(run.path, nodes)), frozenset(map(run.path, cuts))


def leaves_of(position: TreePosition) -> list[float]:
    """Return the values of all leaves below a position."""
    nodes, values = [position.node], list[float]()
    for node in nodes:  # which grows meanwhile
        nodes += node.children
        values += [] if node.children else [node.value]
    return values


@lru_cache(maxsize=64)
def range_of(run: Run, path: MovePath) -> ValueRange | None:
    """Return the values of a leaf for which the search visits and cuts the same nodes as now; None in large trees.

    A search only compares a leaf with others, so between two values of others nothing changes: one value of each such
    stretch is tried, and each value of another leaf itself.
    """
    root = written(run)
    if len(leaves_of(root)) > MOST_LEAVES:
        return None
    now, present = at(root.node, path).value, shape(run)
    others = sorted({*leaves_of(TreePosition(changed(root.node, path, inf)))} - {inf})

    def same(value: float) -> bool:
        return shape(rewritten(run, write(changed(root.node, path, value), maximizing=root.maximizing))) == present

    tried = [others[0] - 1] if others else [now]
    for left, right in pairwise([*others, inf]):
        tried += [left, left + 1 if right == inf else (left + right) / 2]
    place = 2 * sum(other < now for other in others) + (now in others)
    first = last = place
    while first and same(tried[first - 1]):
        first -= 1
    while last + 1 < len(tried) and same(tried[last + 1]):
        last += 1
    known = frozenset(others)
    low = -inf if not first else tried[first] if tried[first] in known else tried[first - 1]
    high = inf if last + 1 == len(tried) else tried[last] if tried[last] in known else tried[last + 1]
    return ValueRange(low, high, tried[first] in known and bool(first), tried[last] in known and last + 1 < len(tried))


def leaf_words(run: Run, path: MovePath) -> str:
    """Say for which values of a leaf the same is visited and cut; of a branch what it is worth."""
    tree, naming = TreeAtStep(run.trace), Naming(run, TreeAtStep(run.trace))
    node, where = tree.node_at(path), capital(naming.at(path))
    if run.is_inner(path):
        return f"{where} is never visited." if node is None else f"{where} returns {naming.signed(node)}."
    value, found = show(at(written(run).node, path).value), range_of(run, path)
    seen = f"{where} is {value}" if node is not None else f"{where}, {value}, is never visited"
    if found is None:
        return f"{seen}."
    if (found.low, found.high) == (-inf, inf):
        return f"{seen}. With any value here the same is visited and cut."
    return f"{seen}. With {found.words()} the same is visited and cut."


def change_words(before: Run, after: Run, *, same_places: bool) -> str:
    """Say what a change has done: to the value, to the cuts and, where nodes kept their places, why.

    `same_places` says that each node is still where it was, so that cuts can be compared one by one.
    """
    naming = Naming(after, TreeAtStep(after.trace))
    values = [show(run.trace.value(0)) for run in (before, after)]
    worth = f"The tree is worth {values[1]}" + (" as before" if values[0] == values[1] else f" instead of {values[0]}")
    leaves = [counts(TreeAtStep(run.trace)).leaves for run in (before, after)]
    seen = f"{many(leaves[1], 'leaf is', 'leaves are')} visited"
    seen += " as before" if leaves[0] == leaves[1] else f" instead of {leaves[0]:,}"
    told = [f"{worth}; {seen}."]
    if same_places:
        was, now = shape(before)[1], shape(after)[1]
        told += [gone_words(after, naming, path) for path in sorted(was - now)[:1]]
        told += [Cutoffs(naming).sentence(naming.tree.node_at(path) or 0) for path in sorted(now - was)[:1]]
    else:
        before_that, now_cut = (len(run.trace.cuts) for run in (before, after))
        told.append(f"{many(now_cut, 'cut', 'cuts')}{' as before' * (before_that == now_cut)}.")
    return " ".join(told)


def gone_words(after: Run, naming: Naming, path: MovePath) -> str:
    """Say why a node is no longer cut."""
    tree, where = naming.tree, naming.at(path)
    node = tree.node_at(path)
    if node is None:
        return f"{capital(where)} is not visited any more."
    alpha, beta = after.trace.alpha(node), after.trace.beta(node)
    maximizing = tree.maximizing(node)
    end = f"β = {show(beta)}" if maximizing else f"α = {show(alpha)}"
    found = "less" if maximizing else "more"
    what = f"with {show(after.trace.value(node))} it is {found} than {end}"
    return f"At {where} nothing is cut any more: {what}, which {naming.other(node)} would like."
