"""What would be otherwise, as values: pruned children searched aside, and a written tree with a change."""

import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from math import inf, isinf

from games.tree.editing import with_leaf_value
from games.tree.names import NodeName, with_letters, with_new_names
from games.tree.notation import Node, parse_tree
from visualizer.explaining.explanation.facts.steps import CutFact, cut_of
from visualizer.searching.algorithms import Problem, algorithms
from visualizer.searching.algorithms.expectiminimax import expectiminimax
from visualizer.searching.events.recordings import Header
from visualizer.searching.lookup import preset_of, usual_search
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.bounds import as_exact_as
from visualizer.trace.proved import Proved
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import MovePath, Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep

WHAT_IF_SECONDS = 1.0
"""Seconds for searching pruned children."""


@dataclass(frozen=True, slots=True)
class PrunedValues:
    """What expectiminimax finds for the children that a cut left out."""

    cut: CutFact
    values: dict[int, float]
    """True values by the move indices that were searched in time."""
    left_out: int
    nodes: int
    best: float
    """The best of these values and the one that cut."""
    bound: Bound
    """What that says of the cut node's true value."""
    proved: Proved
    """What finished games prove of the cut node then."""


def search_pruned_children(run: Run, tree: TreeAtStep, node: int) -> PrunedValues | None:
    """Search the pruned children of a cut node with expectiminimax, outside the trace, for `WHAT_IF_SECONDS` seconds.

    None where it was cut for the search's own reason, or by values that expectiminimax does not have.
    """
    cut = cut_of(run, tree, node)
    if isinf(cut.bound) or not run.applies("evaluation"):
        return None
    path = run.path(node)
    deadline = time.monotonic() + WHAT_IF_SECONDS
    position = run.position(path)
    visited = {run.trace.move(child) for child in tree.children(node)}
    rest = [move for move in run.scored(path)[0] if move not in visited]
    values = dict[int, float]()
    nodes = 0
    proved = [*map(tree.proved, tree.children(node))]
    for move in rest:
        trace = Trace(has_window=False)
        trace.is_sound = not run.has_chance
        recorder = Recorder(trace, lambda visits: _run_until_done(visits, deadline))
        below = Problem(
            position.play(position.moves()[move]),
            run.problem.evaluate,
            run.depth - len(path) - 1,
            exact=run.problem.exact,
        )
        try:
            values[move] = float(expectiminimax(below, recorder))
        except SearchStopped:
            break
        recorder.close()
        nodes += len(trace)
        proved.append(TreeAtStep(trace).proved(0))
    best = (max if cut.maximizing else min)([cut.value, *values.values()])
    if cut.limit is not None:
        best = with_left_out(tree, node, values)
    is_exact = (cut.child is None or tree.bound(cut.child) is Bound.EXACT) and len(values) == len(
        rest
    )
    if is_exact:
        bound = Bound.EXACT
    elif cut.maximizing:
        bound = Bound.LOWER
    else:
        bound = Bound.UPPER
    low, high = [*zip(*proved, strict=True)] or [(-inf,), (inf,)]
    is_all = len(values) == len(rest) and tree.stand(node) is None
    found = Proved(
        max(low) if cut.maximizing and cut.limit is None else min(low) if is_all else -inf,
        min(high) if not cut.maximizing and cut.limit is None else max(high) if is_all else inf,
    )
    return PrunedValues(cut, values, len(rest), nodes, best, bound, found)


def with_left_out(tree: TreeAtStep, node: int, values: dict[int, float]) -> float:
    """Return what a chance node is worth with what was left out; those not searched are worth the limit they had."""
    odds = tree.trace.probabilities(tree.trace.path(tree.visit(node)))
    limit = tree.trace.limits[not tree.at_beta(node)]
    seen = {tree.trace.move(child) for child, _ in tree.shares(node)}
    rest = [place for place in range(len(odds)) if place not in seen]
    known = tree.expected(node).known
    return float(
        known
        + sum(odds[place] * as_exact_as(odds[place], values.get(place, limit)) for place in rest)
    )


def _run_until_done(visits: int, deadline: float) -> int:
    if time.monotonic() > deadline:
        raise SearchStopped("too long")
    return visits + 256


MAX_TRIED_LEAVES = 64
"""Leaves of a tree up to which it is worked out for which values of one the search stays the same."""

SearchShape = tuple[frozenset[MovePath], frozenset[MovePath]]
"""The nodes that a search visits, and those that it cuts."""


@dataclass(frozen=True, slots=True)
class CutChange:
    """The cuts that all values beyond an end of a range have not, and those that all of them have besides."""

    gone: frozenset[MovePath] = frozenset()
    new: frozenset[MovePath] = frozenset()


@dataclass(frozen=True, slots=True)
class ValueRange:
    """The values of a leaf between two ends, and what changes beyond each; an end may be one of the values itself."""

    low: float
    high: float
    with_low: bool
    with_high: bool
    below: CutChange = CutChange()
    above: CutChange = CutChange()


def written_tree_of(run: Run) -> Node:
    """Return the tree of a run; InputError for a game whose tree is not written out."""
    if not isinstance(run.root, Node):
        raise InputError(
            "you can change only a tree that is written out leaf by leaf; "
            "press <open> and choose the game Tree to open one"
        )
    return run.root


def editable_search(run: Run) -> Run:
    """Return the finished search of a tree that is to be changed; InputError for a game whose tree is not written.

    A search written elsewhere cannot be made of another tree: in its place stands the search of its name, by its rules,
    or the usual one where there is none.
    """
    root = written_tree_of(run)
    header = run.algorithm.header
    return (run if header is None else local_search_of(run, root, header)).finish()


def local_search_of(run: Run, root: Node, header: Header) -> Run:
    """Return the search that a recording tells of, made here; the usual one where it is not known here."""
    told = run.recipe.search
    where = run.recipe.where
    known = {**told.options, "bounds": None if header.limits == (-inf, inf) else header.limits}
    for each in algorithms().values():
        if each.title == header.search:
            options = {
                option.name: known[option.name] for option in each.options if option.name in known
            }
            search = replace(told, algorithm=each.name, ordering=header.order, options=options)
            with suppress(InputError):  # the file may say what is not allowed here
                return Run(Recipe(where, search), root)
    return Run(Recipe(where, usual_search(where)), root)


def search_of_edited_tree(run: Run, root: Node) -> Run:
    """Return the same search of another tree, finished; InputError for a tree that cannot be searched.

    Its text has the names alone, so what else the tree, its nodes and moves are called is taken over; new nodes get
    letters.
    """
    preset = preset_of(run.game, run.recipe.where)
    text = root.text()
    if preset is None:
        title = written_tree_of(run).title
    else:
        title = f"{preset.title}, changed"
    names = (NodeName(node.label, node.edge, node.is_lettered) for node in root.nodes())
    read = with_letters(with_new_names(parse_tree(text), names))
    recipe = Recipe(PositionSpec(run.recipe.where.game, text), run.recipe.search)
    return Run(recipe, read._replace(title=title)).finish()


def search_shape(run: Run) -> SearchShape:
    """Return what a finished search visits and cuts."""
    tree = TreeAtStep(run.trace)
    nodes = {tree.node_of(row) for row in range(len(run.trace))}
    cuts = {tree.node_of(row) for row in run.trace.cuts}
    return frozenset(map(run.path, nodes)), frozenset(map(run.path, cuts))


@dataclass(frozen=True, slots=True)
class LeafTrial:
    """Values of a leaf to be tried in a tree, whose text has 0 there, by a search: the same for whatever it is now."""

    text: str
    search: str
    path: MovePath
    values: tuple[float, ...]
    run: Run = field(compare=False)


@lru_cache(maxsize=64)
def shapes_with(tried: LeafTrial) -> dict[float, SearchShape]:
    """Return what is visited and cut with each value."""
    root = written_tree_of(tried.run)
    return {
        value: search_shape(
            search_of_edited_tree(tried.run, with_leaf_value(root, tried.path, value))
        )
        for value in tried.values
    }


@lru_cache(maxsize=64)
def unchanged_value_range(run: Run, path: MovePath) -> ValueRange | None:
    """Return the values of a leaf for which the search visits and cuts the same nodes as now.

    A search only compares a leaf with others and with its window, so between two of these nothing changes: one value of
    each such stretch is tried, and each of these itself. None where that does not hold: where values are added up, or
    where a user-supplied search fails with one of them.
    """
    root = written_tree_of(run)
    leaves = [each for each in run.all_paths() if not run.is_inner(each)]
    if len(leaves) > MAX_TRIED_LEAVES or run.has_chance or run.algorithm.samples:
        return None
    now = root.at(path).value
    present = search_shape(run)
    search = run.recipe.search
    bounds = [
        bound for bound in (*search.window, search.options.get("first", inf)) if abs(bound) < inf
    ]
    others = sorted({*bounds, *(root.at(leaf).value for leaf in leaves if leaf != path)})

    def change(values: list[float]) -> CutChange:
        cuts = [shapes[value][1] for value in values]
        was = present[1]
        if cuts:
            return CutChange(was.difference(*cuts), frozenset.intersection(*cuts) - was)
        return CutChange()

    if others:
        tried = [others[0] - 1]
    else:
        tried = [now]
    for left, right in pairwise([*others, inf]):
        tried += [left, left + 1 if right == inf else (left + right) / 2]
    place = 2 * sum(other < now for other in others) + (now in others)
    text = with_leaf_value(root, path, 0).text()
    try:
        shapes = shapes_with(LeafTrial(text, search.to_spec(), path, tuple(tried), run))
    except InputError:
        return None
    first = last = place
    while first and shapes[tried[first - 1]] == present:
        first -= 1
    while last + 1 < len(tried) and shapes[tried[last + 1]] == present:
        last += 1
    known = frozenset(others)
    if not first:
        low = -inf
    elif tried[first] in known:
        low = tried[first]
    else:
        low = tried[first - 1]
    if last + 1 == len(tried):
        high = inf
    elif tried[last] in known:
        high = tried[last]
    else:
        high = tried[last + 1]
    return ValueRange(
        low,
        high,
        tried[first] in known and bool(first),
        tried[last] in known and last + 1 < len(tried),
        change(tried[:first]),
        change(tried[last + 1 :]),
    )
