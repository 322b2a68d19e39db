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
from visualizer.searching.lookup import default_search, preset_of
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
VISITS_PER_TIME_CHECK = 256


@dataclass(frozen=True, slots=True)
class PrunedValues:
    """The values that expectiminimax finds for pruned children, from MAX's side."""

    cut: CutFact
    values: dict[int, float]
    """The true values of the children that were searched in time, by move index."""
    left_out: int
    """How many children the cut left out."""
    nodes: int
    """How many nodes were searched to find the values."""
    best: float
    """The value of the cut node with `values`: the best, or at a chance node the sum."""
    bound: Bound
    """Whether `best` is the cut node's true value, or a bound of it."""
    proved: Proved
    """The range of results that finished games prove for the cut node."""


def search_pruned_children(run: Run, tree: TreeAtStep, node: int) -> PrunedValues | None:
    """Search the pruned children of a cut node with expectiminimax, for at most a second.

    The visits are not added to the trace. None if the bound that cut the node is not recorded, or
    if the search has no evaluation.
    """
    cut = cut_of(run, tree, node)
    if isinf(cut.bound) or not run.applies("evaluation"):
        return None

    pruned_moves = _pruned_moves(run, tree, node)
    values, traces = _search_children(run, node, pruned_moves)
    proved_of_children = [*map(tree.proved_range, tree.children(node))]
    proved_of_children.extend(TreeAtStep(trace).proved_range(0) for trace in traces)
    are_all_searched = len(values) == len(pruned_moves)
    # Standing pat is a choice, too, but finished games do not prove its value.
    has_all_choices = are_all_searched and tree.stand_pat_value(node) is None
    return PrunedValues(
        cut=cut,
        values=values,
        left_out=len(pruned_moves),
        nodes=sum(map(len, traces)),
        best=_best_of(tree, cut, values),
        bound=_bound_with_pruned(tree, cut, are_all_searched=are_all_searched),
        proved=_proved_range(cut, proved_of_children, has_all_choices=has_all_choices),
    )


def _pruned_moves(run: Run, tree: TreeAtStep, node: int) -> list[int]:
    """Return the indices of the moves that a cut node has not tried, in the search's order."""
    visited = {run.trace.move(child) for child in tree.children(node)}
    moves, _ = run.order_with_scores(run.path(node))
    return [move for move in moves if move not in visited]


def _search_children(run: Run, node: int, moves: list[int]) -> tuple[dict[int, float], list[Trace]]:
    """Search a node's children; return their true values, by move index, and the traces.

    After `WHAT_IF_SECONDS`, the remaining moves are left out.
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
    """Search one child, and return its true value and the trace.

    SearchStopped after the deadline.
    """
    path = run.path(node)
    position = run.position(path)
    trace = Trace(has_window=False)
    trace.is_sound = not run.has_chance
    recorder = Recorder(trace, lambda visits: _run_until_done(visits, deadline))
    child_problem = Problem(
        position.play(position.moves()[move]),
        run.problem.evaluate,
        run.depth - len(path) - 1,
        exact=run.problem.exact,
    )
    value = float(expectiminimax(child_problem, recorder))
    recorder.close()
    return value, trace


def _best_of(tree: TreeAtStep, cut: CutFact, values: dict[int, float]) -> float:
    """Return the value of a cut node if its pruned children, too, have their `values`."""
    if cut.is_chance:
        return sum_with_skipped_outcomes(tree, cut.node, values)
    best_of = max if cut.maximizing else min
    return best_of([cut.value, *values.values()])


def _bound_with_pruned(tree: TreeAtStep, cut: CutFact, *, are_all_searched: bool) -> Bound:
    """Return whether a cut node's value is exact or a bound after searching pruned children.

    `are_all_searched` says whether every pruned child was searched.
    """
    is_child_exact = cut.child is None or tree.bound(cut.child) is Bound.EXACT
    if is_child_exact and are_all_searched:
        return Bound.EXACT
    # A child that was not searched can only improve the value for the player to move.
    return Bound.LOWER if cut.maximizing else Bound.UPPER


def _proved_range(cut: CutFact, children: list[Proved], *, has_all_choices: bool) -> Proved:
    """Return the range of results that finished games prove for a cut node.

    `children` has the ranges proved for its children. `has_all_choices` says whether these children
    are all choices of the player to move.
    """
    low = -inf
    high = inf
    lows = [child.low for child in children] or [-inf]
    highs = [child.high for child in children] or [inf]
    # Whichever child is played, the result is in the range of that child.
    if has_all_choices:
        low = min(lows)
        high = max(highs)
    if cut.is_chance:
        return Proved(low, high)
    # The player to move can choose the child with the best proved result.
    if cut.maximizing:
        low = max(lows)
    else:
        high = min(highs)
    return Proved(low, high)


def sum_with_skipped_outcomes(tree: TreeAtStep, node: int, values: dict[int, float]) -> float:
    """Return the full sum of a cut chance node, including the outcomes that were skipped.

    `values` has the values of skipped outcomes, by move index. A skipped outcome without a value
    counts with the least (or greatest) possible value, which the search assumed when it cut the
    node.
    """
    odds = tree.trace.probabilities(tree.trace.path(tree.visit(node)))
    least, most = tree.trace.limits
    assumed_value = least if tree.at_beta(node) else most
    searched = {tree.trace.move(child) for child, _ in tree.returned_outcomes(node)}
    skipped = [
        probability * as_exact_as(probability, values.get(move, assumed_value))
        for move, probability in enumerate(odds)
        if move not in searched
    ]
    return float(tree.expected(node).known + sum(skipped))


def _run_until_done(visits: int, deadline: float) -> int:
    if time.monotonic() > deadline:
        raise SearchStopped("too long")
    # The recorder calls this function again at the returned number of visits.
    return visits + VISITS_PER_TIME_CHECK


MAX_TRIED_LEAVES = 64
"""In trees with more leaves, the range of `unchanged_value_range` is not computed."""

SearchShape = tuple[frozenset[MovePath], frozenset[MovePath]]
"""The nodes that a search visits, and the nodes that it cuts."""


@dataclass(frozen=True, slots=True)
class CutChange:
    """The nodes that are no longer cut, and the newly cut nodes, if a leaf's value changes."""

    gone: frozenset[MovePath] = frozenset()
    new: frozenset[MovePath] = frozenset()


@dataclass(frozen=True, slots=True)
class ValueRange:
    """The values of a leaf for which a search visits and cuts the same nodes.

    `below` and `above` say how the cuts change for every value below or above this range.
    """

    low: float
    high: float
    includes_low: bool
    includes_high: bool
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


def repeatable_search(run: Run) -> Run:
    """Return a finished search of a written tree that can be repeated after the tree is edited.

    A recording cannot be repeated, so it is replaced by this program's search of the same name, or
    by the default search. InputError for a game without a written tree.
    """
    root = written_tree_of(run)
    header = run.algorithm.header
    if header is None:
        return run.finish()
    return equivalent_search(run, root, header).finish()


def equivalent_search(run: Run, root: Node, header: Header) -> Run:
    """Return a run of this program's search with a recorded search's name and options.

    The run searches the tree `root`, and has not begun. If this program has no search of that name,
    or if the search does not allow the options, it is a run of the default search.
    """
    where = run.recipe.where
    for algorithm in algorithms().values():
        if algorithm.title != header.search:
            continue
        search = _recorded_search(run, header, algorithm)
        # The file may name an option or an order that this program's search does not allow.
        with suppress(InputError):
            return Run(Recipe(where, search), root)
    return Run(Recipe(where, default_search(where)), root)


def _recorded_search(run: Run, header: Header, algorithm: Algorithm) -> SearchSpec:
    """Return a search by `algorithm` with the recorded options that the algorithm has."""
    recorded = run.recipe.search
    recorded_options = {**recorded.options, "bounds": None}
    if header.limits != (-inf, inf):
        recorded_options["bounds"] = header.limits
    names = {option.name for option in algorithm.options}
    options = {name: value for name, value in recorded_options.items() if name in names}
    return replace(
        recorded,
        algorithm=algorithm.name,
        ordering=header.order,
        options=options,
    )


def search_of_edited_tree(run: Run, root: Node) -> Run:
    """Search the edited tree `root` with the algorithm and options of `run`; return the search.

    The tree is written as text and read again, as from a file. Text has no labels, so they are
    copied from `root`, and new nodes get letters. InputError if the tree cannot be searched.
    """
    preset = preset_of(run.game, run.recipe.where)
    if preset is None:
        title = written_tree_of(run).title
    else:
        title = f"{preset.title}, changed"
    text = root.text()
    names = (NodeName(node.label, node.move_name, node.is_lettered) for node in root.nodes())
    named_root = with_letters(with_new_names(parse_tree(text), names))
    recipe = Recipe(PositionSpec(run.recipe.where.game, text), run.recipe.search)
    return Run(recipe, named_root._replace(title=title)).finish()


def search_shape(run: Run) -> SearchShape:
    """Return the nodes that a finished search visits, and the nodes that it cuts."""
    tree = TreeAtStep(run.trace)
    nodes = {tree.node_of(row) for row in range(len(run.trace))}
    cuts = {tree.node_of(row) for row in run.trace.cuts}
    return frozenset(map(run.path, nodes)), frozenset(map(run.path, cuts))


@dataclass(frozen=True, slots=True)
class LeafTrial:
    """A leaf and the values to try there, as a key of a cache.

    `text` is the tree with 0 at the leaf, so that the key does not depend on the leaf's value.
    """

    text: str
    search: str
    path: MovePath
    values: tuple[float, ...]
    run: Run = field(compare=False)


@lru_cache(maxsize=64)
def shapes_with(trial: LeafTrial) -> dict[float, SearchShape]:
    """Return for each value of a leaf which nodes the search visits and cuts."""
    root = written_tree_of(trial.run)
    shapes = {}
    for value in trial.values:
        changed_root = with_leaf_value(root, trial.path, value)
        shapes[value] = search_shape(search_of_edited_tree(trial.run, changed_root))
    return shapes


@lru_cache(maxsize=64)
def unchanged_value_range(run: Run, path: MovePath) -> ValueRange | None:
    """Return the range of a leaf's values in which a search visits and cuts the same nodes as now.

    A search compares the leaf only with other leaves and with its window. So it is enough to try
    the values of these, and one value between any two neighbours. None if the search adds up
    values, if the tree is too large, or if a user-supplied search fails with one of the values.
    """
    root = written_tree_of(run)
    compared = _compared_values(run, path)
    if compared is None:
        return None
    present_value = root.at(path).value
    tried = _values_to_try(compared, present_value)
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

    # Find the tried value that represents the leaf's value. If the leaf is compared with 3 and 5,
    # the values [2, 3, 4, 5, 6] are tried. The value 5 has the index 3. Any value between 3 and 5
    # is represented by 4, which has the index 2.
    smaller = [value for value in compared if value < present_value]
    index = 2 * len(smaller)
    if present_value in compared:
        index += 1
    return _range_around(index, tried, [shapes[value] for value in tried], search_shape(run))


def _compared_values(run: Run, path: MovePath) -> list[float] | None:
    """Return the numbers with which a search may compare a leaf, in ascending order.

    None if the search adds up values, or if there are too many leaves.
    """
    root = written_tree_of(run)
    leaves = [leaf for leaf in run.all_paths() if not run.is_inner(leaf)]
    if len(leaves) > MAX_TRIED_LEAVES or run.has_chance or run.algorithm.samples:
        return None
    search = run.recipe.search
    # The option "first" of MTD(f) is the value that its first window tests.
    ends = (*search.window, search.options.get("first", inf))
    finite_ends = {end for end in ends if abs(end) < inf}
    leaf_values = {root.at(leaf).value for leaf in leaves if leaf != path}
    return sorted(leaf_values | finite_ends)


def _values_to_try(compared: list[float], present_value: float) -> list[float]:
    """Return the values to try for a leaf that is compared with the numbers `compared`.

    For [3, 5], the result is [2, 3, 4, 5, 6]: the numbers themselves have odd indices, and the
    values between and beyond them have even ones. Without numbers, only the leaf's present value is
    tried.
    """
    if not compared:
        return [present_value]
    values = [compared[0] - 1]
    for left, right in pairwise(compared):
        values.append(left)
        values.append((left + right) / 2)
    values.append(compared[-1])
    values.append(compared[-1] + 1)
    return values


def _range_around(
    index: int, tried: list[float], shapes: list[SearchShape], present_shape: SearchShape
) -> ValueRange:
    """Return the values around `tried[index]` for which the search stays as it is.

    `tried` is a list from `_values_to_try`. `shapes` has what the search visits and cuts with each
    of these values, and `present_shape` what it visits and cuts now.
    """
    first, last = _equal_indices(index, shapes, present_shape)
    # A tried value with an odd index is a number that the leaf is compared with, and can itself be
    # the end of the range. A value with an even index represents all values between its neighbours,
    # so the range ends just before the next number.
    includes_low = first % 2 == 1
    includes_high = last % 2 == 1
    low = -inf
    if includes_low:
        low = tried[first]
    elif first > 0:
        low = tried[first - 1]
    high = inf
    if includes_high:
        high = tried[last]
    elif last + 1 < len(tried):
        high = tried[last + 1]
    return ValueRange(
        low=low,
        high=high,
        includes_low=includes_low,
        includes_high=includes_high,
        below=_cut_change(shapes[:first], present_shape),
        above=_cut_change(shapes[last + 1 :], present_shape),
    )


def _equal_indices(
    index: int, shapes: list[SearchShape], present_shape: SearchShape
) -> tuple[int, int]:
    """Return the first and last index of the shapes around `index` that equal `present_shape`."""
    first = index
    while first > 0 and shapes[first - 1] == present_shape:
        first -= 1
    last = index
    while last + 1 < len(shapes) and shapes[last + 1] == present_shape:
        last += 1
    return first, last


def _cut_change(shapes: list[SearchShape], present_shape: SearchShape) -> CutChange:
    """Return the cuts that disappear and the cuts that appear in all searches of `shapes`.

    Each search is compared with `present_shape`, the search as it is now.
    """
    if not shapes:
        return CutChange()
    cuts_by_search = [cuts for _, cuts in shapes]
    _, present_cuts = present_shape
    gone = present_cuts.difference(*cuts_by_search)
    new = frozenset.intersection(*cuts_by_search) - present_cuts
    return CutChange(gone, new)
