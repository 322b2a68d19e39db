"""What-if facts: pruned children searched after all, and a tree searched with a change."""

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
from visualizer.searching.algorithms import Algorithm, Problem, algorithms
from visualizer.searching.algorithms.expectiminimax import expectiminimax
from visualizer.searching.events.recordings import Header
from visualizer.searching.lookup import preset_of, usual_search
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.bounds import as_exact_as
from visualizer.trace.proved import Proved
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import MovePath, Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep

WHAT_IF_SECONDS = 1.0
"""How long pruned children may be searched."""


@dataclass(frozen=True, slots=True)
class PrunedValues:
    """The values that expectiminimax finds for pruned children, from MAX's side."""

    cut: CutFact
    values: dict[int, float]
    """True values by move index, of the moves that were searched in time."""
    left_out: int
    """How many children the cut left out."""
    nodes: int
    """How many nodes were searched for these values."""
    best: float
    """The best of these values and of the value that cut."""
    bound: Bound
    """How `best` bounds the cut node's true value."""
    proved: Proved
    """The range of results that finished games prove for the cut node, with these searches."""


def search_pruned_children(run: Run, tree: TreeAtStep, node: int) -> PrunedValues | None:
    """Search the pruned children of a cut node with expectiminimax, for at most a second.

    The visits are not added to the trace. The result is None in two cases: the cut has no bound to
    compare with, or the search has no evaluation to compute values with.
    """
    cut = cut_of(run, tree, node)
    if isinf(cut.bound) or not run.applies("evaluation"):
        return None

    pruned = _pruned_moves(run, tree, node)
    values, traces = _search_children(run, node, pruned)
    # The results that finished games prove, in this search and in the extra ones.
    proved = [*map(tree.proved, tree.children(node))]
    proved.extend(TreeAtStep(trace).proved(0) for trace in traces)
    is_all = len(values) == len(pruned)
    return PrunedValues(
        cut=cut,
        values=values,
        left_out=len(pruned),
        nodes=sum(map(len, traces)),
        best=_best_of(tree, cut, values),
        bound=_bound_of_best(tree, cut, is_all=is_all),
        proved=_proved_with(cut, proved, is_all=is_all and tree.stand_pat_value(node) is None),
    )


def _pruned_moves(run: Run, tree: TreeAtStep, node: int) -> list[int]:
    """Return the moves that a node was cut before, by index, in the order of the search."""
    visited = {run.trace.move(child) for child in tree.children(node)}
    moves, _ = run.scored(run.path(node))
    return [move for move in moves if move not in visited]


def _search_children(run: Run, node: int, moves: list[int]) -> tuple[dict[int, float], list[Trace]]:
    """Return the true values of a node's children, by move index, and the traces of their searches.

    Moves for which there is no time are missing.
    """
    deadline = time.monotonic() + WHAT_IF_SECONDS
    values: dict[int, float] = {}
    traces: list[Trace] = []
    for move in moves:
        try:
            value, trace = _search_child(run, node, move, deadline)
        except SearchStopped:
            break
        values[move] = value
        traces.append(trace)
    return values, traces


def _search_child(run: Run, node: int, move: int, deadline: float) -> tuple[float, Trace]:
    """Return a child's true value and the trace of its search; SearchStopped after the deadline."""
    path = run.path(node)
    position = run.position(path)
    trace = Trace(has_window=False)
    trace.is_sound = not run.has_chance
    recorder = Recorder(trace, lambda visits: _run_until_done(visits, deadline))
    below = Problem(
        position.play(position.moves()[move]),
        run.problem.evaluate,
        run.depth - len(path) - 1,
        exact=run.problem.exact,
    )
    value = float(expectiminimax(below, recorder))
    recorder.close()
    return value, trace


def _best_of(tree: TreeAtStep, cut: CutFact, values: dict[int, float]) -> float:
    """Return the cut node's value with the known values of pruned children."""
    if cut.limit is not None:
        return sum_with_skipped_outcomes(tree, cut.node, values)
    best_of = max if cut.maximizing else min
    return best_of([cut.value, *values.values()])


def _bound_of_best(tree: TreeAtStep, cut: CutFact, *, is_all: bool) -> Bound:
    """Return whether the best value of a cut node's children is exact or a bound.

    `is_all` says that every pruned child was searched.
    """
    is_child_exact = cut.child is None or tree.bound(cut.child) is Bound.EXACT
    if is_child_exact and is_all:
        return Bound.EXACT
    # A child that was not searched can only be better for the player to move.
    return Bound.LOWER if cut.maximizing else Bound.UPPER


def _proved_with(cut: CutFact, proved: list[Proved], *, is_all: bool) -> Proved:
    """Return the range in which a cut node's result is proved to lie.

    `proved` has such ranges of the node's children. `is_all` says that no child is missing.
    """
    low = -inf
    high = inf
    lows = [child.low for child in proved] or [-inf]
    highs = [child.high for child in proved] or [inf]
    # No result lies outside the ranges of all children.
    if is_all:
        low = min(lows)
        high = max(highs)
    # One child is enough to prove what the player to move can get; chance cannot choose it.
    is_chance = cut.limit is not None
    if is_chance:
        return Proved(low, high)
    if cut.maximizing:
        low = max(lows)
    else:
        high = min(highs)
    return Proved(low, high)


def sum_with_skipped_outcomes(tree: TreeAtStep, node: int, values: dict[int, float]) -> float:
    """Return the full sum of a cut chance node, including the outcomes that were skipped.

    `values` has the values of skipped outcomes by move index. A skipped outcome that is missing
    there counts as much as the cut assumed.
    """
    odds = tree.trace.probabilities(tree.trace.path(tree.visit(node)))
    least, most = tree.trace.limits
    limit = least if tree.at_beta(node) else most
    searched = {tree.trace.move(child) for child, _ in tree.outcome_shares(node)}
    skipped = [
        probability * as_exact_as(probability, values.get(move, limit))
        for move, probability in enumerate(odds)
        if move not in searched
    ]
    return float(tree.expected(node).known + sum(skipped))


def _run_until_done(visits: int, deadline: float) -> int:
    if time.monotonic() > deadline:
        raise SearchStopped("too long")
    # The recorder asks again at this number of visits.
    return visits + 256


MAX_TRIED_LEAVES = 64
"""In larger trees, the range of values of a leaf that changes nothing is not computed."""

SearchShape = tuple[frozenset[MovePath], frozenset[MovePath]]
"""The nodes that a search visits, and those that it cuts."""


@dataclass(frozen=True, slots=True)
class CutChange:
    """The cuts that are missing, and those that are new, with any value beyond a range's end."""

    gone: frozenset[MovePath] = frozenset()
    new: frozenset[MovePath] = frozenset()


@dataclass(frozen=True, slots=True)
class ValueRange:
    """A range of values of a leaf, and the changes of cuts below and above it.

    `with_low` and `with_high` say whether the ends belong to the range.
    """

    low: float
    high: float
    with_low: bool
    with_high: bool
    below: CutChange = CutChange()
    above: CutChange = CutChange()


def written_tree_of(run: Run) -> Node:
    """Return the tree of a run; InputError for a game without a written tree."""
    if not isinstance(run.root, Node):
        raise InputError(
            "you can change only a tree that is written out leaf by leaf; "
            "press <open> and choose the game Tree to open one"
        )
    return run.root


def editable_search(run: Run) -> Run:
    """Return a finished search of a written tree that a user may edit; InputError for other games.

    A recording cannot be repeated on an edited tree. So it is replaced by this program's search of
    the same name, or by the default search.
    """
    root = written_tree_of(run)
    header = run.algorithm.header
    if header is None:
        return run.finish()
    return local_search_of(run, root, header).finish()


def local_search_of(run: Run, root: Node, header: Header) -> Run:
    """Return this program's search with the name and options of a recorded search.

    If this program has no such search, the result is its default search. `root` is the tree to
    search.
    """
    where = run.recipe.where
    for algorithm in algorithms().values():
        if algorithm.title != header.search:
            continue
        search = _recorded_search(run, header, algorithm)
        # The file may name an option or an order that this program's search does not allow.
        with suppress(InputError):
            return Run(Recipe(where, search), root)
    return Run(Recipe(where, usual_search(where)), root)


def _recorded_search(run: Run, header: Header, algorithm: Algorithm) -> SearchSpec:
    """Return a recorded search as one by `algorithm`, with the recorded options it knows."""
    recorded = run.recipe.search
    known_options = {**recorded.options, "bounds": None}
    if header.limits != (-inf, inf):
        known_options["bounds"] = header.limits
    names = {option.name for option in algorithm.options}
    options = {name: value for name, value in known_options.items() if name in names}
    return replace(
        recorded,
        algorithm=algorithm.name,
        ordering=header.order,
        options=options,
    )


def search_of_edited_tree(run: Run, root: Node) -> Run:
    """Return the finished search of an edited tree, by the algorithm and options of `run`.

    `root` is the edited tree. It is searched as its text would be read, and text has no labels. So
    the labels are copied from `root`, and new nodes get letters. InputError if the tree cannot be
    searched.
    """
    preset = preset_of(run.game, run.recipe.where)
    if preset is None:
        title = written_tree_of(run).title
    else:
        title = f"{preset.title}, changed"
    text = root.text()
    names = (NodeName(node.label, node.edge, node.is_lettered) for node in root.nodes())
    named_root = with_letters(with_new_names(parse_tree(text), names))
    recipe = Recipe(PositionSpec(run.recipe.where.game, text), run.recipe.search)
    return Run(recipe, named_root._replace(title=title)).finish()


def search_shape(run: Run) -> SearchShape:
    """Return the nodes that a finished search visits, and those that it cuts."""
    tree = TreeAtStep(run.trace)
    nodes = {tree.node_of(row) for row in range(len(run.trace))}
    cuts = {tree.node_of(row) for row in run.trace.cuts}
    return frozenset(map(run.path, nodes)), frozenset(map(run.path, cuts))


@dataclass(frozen=True, slots=True)
class LeafTrial:
    """Values to try at a leaf, as a key of a cache.

    `text` is the tree with 0 at the leaf, so that the key does not depend on the leaf's value.
    """

    text: str
    search: str
    path: MovePath
    values: tuple[float, ...]
    run: Run = field(compare=False)


@lru_cache(maxsize=64)
def shapes_with(tried: LeafTrial) -> dict[float, SearchShape]:
    """Return the nodes visited and cut with each value of a leaf."""
    root = written_tree_of(tried.run)
    shapes = {}
    for value in tried.values:
        changed_root = with_leaf_value(root, tried.path, value)
        shapes[value] = search_shape(search_of_edited_tree(tried.run, changed_root))
    return shapes


@lru_cache(maxsize=64)
def unchanged_value_range(run: Run, path: MovePath) -> ValueRange | None:
    """Return the range of values of a leaf with which a search visits and cuts the same nodes.

    A search compares the leaf only with other leaves and with its window. So it is enough to try
    each of these numbers, and one value between each two. The result is None if the search adds up
    values, or if a user-supplied search fails with one of the values.
    """
    root = written_tree_of(run)
    compared = _compared_values(run, path)
    if compared is None:
        return None
    now = root.at(path).value
    tried = _values_to_try(compared, now)
    text = with_leaf_value(root, path, 0).text()
    trial = LeafTrial(
        text=text,
        search=run.recipe.search.to_spec(),
        path=path,
        values=tuple(tried),
        run=run,
    )
    try:
        shapes = shapes_with(trial)
    except InputError:
        return None

    # In `tried`, values between the compared ones are at even places, and compared ones at odd
    # places: compared [3, 5] are tried as [2, 3, 4, 5, 6], and a leaf of 5 is at place 3.
    smaller = [value for value in compared if value < now]
    place = 2 * len(smaller)
    if now in compared:
        place += 1
    return _range_around(place, tried, [shapes[value] for value in tried], search_shape(run))


def _compared_values(run: Run, path: MovePath) -> list[float] | None:
    """Return the numbers that a search may compare a leaf with, in order.

    None if the search adds up values, or if there are too many leaves.
    """
    root = written_tree_of(run)
    leaves = [leaf for leaf in run.all_paths() if not run.is_inner(leaf)]
    if len(leaves) > MAX_TRIED_LEAVES or run.has_chance or run.algorithm.samples:
        return None
    search = run.recipe.search
    ends = (*search.window, search.options.get("first", inf))
    finite_ends = {end for end in ends if abs(end) < inf}
    leaf_values = {root.at(leaf).value for leaf in leaves if leaf != path}
    return sorted(leaf_values | finite_ends)


def _values_to_try(compared: list[float], now: float) -> list[float]:
    """Return the values to try for a leaf: each compared number, and one before, between and after.

    For 3 and 5 these are 2, 3, 4, 5 and 6. If there is nothing to compare with, the leaf's present
    value `now` is the only one.
    """
    if not compared:
        return [now]
    values = [compared[0] - 1]
    for left, right in pairwise(compared):
        values.append(left)
        values.append((left + right) / 2)
    values.append(compared[-1])
    values.append(compared[-1] + 1)
    return values


def _range_around(
    place: int, tried: list[float], shapes: list[SearchShape], present: SearchShape
) -> ValueRange:
    """Return the range of values around `tried[place]` with which the search stays as at present.

    `shapes` tells what the search visits and cuts with each tried value. A value at an odd place is
    compared with the leaf, so the range may end with it. One at an even place stands for all values
    between its neighbours.
    """
    first, last = _widest_equal(place, shapes, present)
    # A range from an even place on begins after the compared value at the place before.
    with_low = first % 2 == 1
    with_high = last % 2 == 1
    low = -inf
    if with_low:
        low = tried[first]
    elif first > 0:
        low = tried[first - 1]
    high = inf
    if with_high:
        high = tried[last]
    elif last + 1 < len(tried):
        high = tried[last + 1]
    return ValueRange(
        low=low,
        high=high,
        with_low=with_low,
        with_high=with_high,
        below=_cut_change(shapes[:first], present),
        above=_cut_change(shapes[last + 1 :], present),
    )


def _widest_equal(place: int, shapes: list[SearchShape], present: SearchShape) -> tuple[int, int]:
    """Return the first and the last place of the values around `place` that change nothing.

    With each of them the search is the `present` one. `shapes` has the search with the value at
    each place.
    """
    first = place
    while first > 0 and shapes[first - 1] == present:
        first -= 1
    last = place
    while last + 1 < len(shapes) and shapes[last + 1] == present:
        last += 1
    return first, last


def _cut_change(shapes: list[SearchShape], present: SearchShape) -> CutChange:
    """Return which present cuts none of some searches makes, and which new cuts all of them make.

    `shapes` has what each search visits and cuts, and `present` what the present search does.
    """
    if not shapes:
        return CutChange()
    cuts = [cut_nodes for _, cut_nodes in shapes]
    _, present_cuts = present
    gone = present_cuts.difference(*cuts)
    new = frozenset.intersection(*cuts) - present_cuts
    return CutChange(gone, new)
