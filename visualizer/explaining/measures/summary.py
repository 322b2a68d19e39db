"""Counts at a step, by passes and plies, and the summary of a search at its end."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice, pairwise
from math import inf
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from games import turn_of
from visualizer.explaining.measures.proof_tree import OrderingQuality
from visualizer.explaining.measures.sampling import RootMove, root_moves
from visualizer.look.numbers import json_number
from visualizer.searching.algorithms import cached_algorithm
from visualizer.searching.run import Run
from visualizer.searching.search_options import WINDOW_OPTION_NAMES
from visualizer.trace.counts import counts_in_probes, table_hits, total_nodes, visits_beyond_horizon
from visualizer.trace.rows import (
    CHILDREN_OFFSET,
    DEPTH_OFFSET,
    READ_LEAF_KINDS,
    ROW_BYTES,
    TURN_OFFSET,
    MovePath,
    Passes,
    RunningCount,
    Trace,
)
from visualizer.trace.tree_at_step import Bound, Result, TreeAtStep


class PlyCounts:
    """The nodes of each ply of a trace, counted in blocks so that a growing trace stays cheap."""

    def __init__(self, trace: Trace) -> None:
        """Take a trace, of which nothing is counted yet."""
        self._trace = trace
        self._counts = RunningCount(partial(_rows_per_ply, trace), Counter[int]())
        self._turns: set[tuple[int, int]] = set()
        """Pairs of a ply and the player to move there."""
        self._read_rows = 0
        """How many rows `_turns` has been read from."""

    def at(self, visits: int) -> tuple[int, ...]:
        """Count the first `visits` rows by ply, from the root on, leaving out probes."""
        counts = self._counts.in_first(visits)
        return tuple(counts[ply] for ply in range(max(counts, default=-1) + 1))

    def turns(self) -> tuple[frozenset[int], ...]:
        """Return for each ply, from the root's on, who moves at its inner nodes visited so far."""
        self._read_new_turns()
        deepest = max((ply for ply, _ in self._turns), default=-1)
        turns: list[set[int]] = [set() for _ in range(deepest + 1)]
        for ply, turn in self._turns:
            turns[ply].add(turn)
        return tuple(map(frozenset, turns))

    def _read_new_turns(self) -> None:
        """Note who is to move at which ply, in the rows that were added since the last call."""
        trace = self._trace
        first_row = self._read_rows
        end_row = len(trace)
        depths = two_byte_field(trace, DEPTH_OFFSET, first_row, end_row)
        children = two_byte_field(trace, CHILDREN_OFFSET, first_row, end_row)
        turns = trace.rows[first_row * ROW_BYTES + TURN_OFFSET : end_row * ROW_BYTES : ROW_BYTES]
        for ply, child_count, turn in zip(
            depths,
            children,
            turns,
            strict=True,
        ):
            # Nobody is to move at a leaf.
            if child_count:
                self._turns.add((ply, turn))
        self._read_rows = end_row


def _rows_per_ply(trace: Trace, first: int, end_row: int) -> Counter[int]:
    """Count the rows of each ply in `range(first, end_row)`, leaving out probes (side searches)."""
    counts = Counter(two_byte_field(trace, DEPTH_OFFSET, first, end_row))
    notes = trace.engine_notes
    # Count everything, then subtract the outermost probes, from the last one that begins before
    # `first` to the last one that begins in the rows.
    first_probe = max(0, notes.outermost_probe_index(first))
    last_probe = notes.outermost_probe_index(end_row - 1)
    for probe in notes.outermost_probes[first_probe : last_probe + 1]:
        probe_start = max(first, probe)
        probe_end = end_row
        # A probe that is still open has no last row.
        if trace.end(probe) >= 0:
            probe_end = min(end_row, trace.end(probe) + 1)
        # The first probe may have ended before `first`: then it has no rows to subtract.
        probe_end = max(probe_start, probe_end)
        counts.subtract(two_byte_field(trace, DEPTH_OFFSET, probe_start, probe_end))
    # A unary plus drops the plies whose count is 0.
    return +counts


def two_byte_field(trace: Trace, offset: int, first: int, end_row: int) -> Iterable[int]:
    """Return the numbers of a two-byte field in the rows of `range(first, end_row)`.

    `offset` is the place of the field's low byte in a row; the high byte follows.
    """
    start = first * ROW_BYTES + offset
    end = end_row * ROW_BYTES
    low_bytes = trace.rows[start:end:ROW_BYTES]
    high_bytes = trace.rows[start + 1 : end : ROW_BYTES]
    # Nearly always, all numbers are below 256. To check this is faster than to combine the bytes.
    if high_bytes.count(0) == len(high_bytes):
        return low_bytes
    return (low + 256 * high for low, high in zip(low_bytes, high_bytes, strict=True))


SAMPLED_ROWS = 4096
"""How many rows are read to estimate the width of values; beyond them, depths are cached."""


def sampled_rows(run: Run) -> int:
    """Return how many of a run's first rows are enough to estimate its depth and its values.

    While the search runs, the result is a power of two, so that the estimates seldom change.
    """
    row_count = len(run.trace)
    if run.trace.finished:
        return row_count
    # The greatest power of two up to the number of rows, or 0.
    return 1 << row_count.bit_length() >> 1


@lru_cache(maxsize=16)
def greatest_depth(run: Run, rows: int) -> int:
    """Return the greatest depth, in plies, of a run's first `rows` visits."""
    is_power_of_two = rows.bit_count() == 1
    if rows <= SAMPLED_ROWS or not is_power_of_two:
        return max(two_byte_field(run.trace, DEPTH_OFFSET, 0, rows), default=0)
    # While a search runs, this is called with 4096, 8192, … rows, so the first half is cached.
    half = rows // 2
    new_depths = two_byte_field(run.trace, DEPTH_OFFSET, half, rows)
    return max(greatest_depth(run, half), max(new_depths, default=0))


def plies_below(run: Run, top: MovePath) -> int:
    """Return the known number of plies of the tree below a path."""
    deepest = min(run.depth, greatest_depth(run, sampled_rows(run)))
    return max(0, deepest - len(top))


class PassResult(NamedTuple):
    """One pass of a search, with its result from MAX's side."""

    name: str
    row: int
    """The row of the pass's root."""
    nodes: int
    """The number of visits outside probes."""
    result: Result
    finished: bool
    seconds: float | None
    """The CPU time that the pass took; None if it is unknown."""
    lower: float = -inf
    """In MTD(f), the lower bound on the root's value after this pass."""
    upper: float = inf
    """In MTD(f), the upper bound on the root's value after this pass."""


def results_of_passes(
    tree: TreeAtStep, limit: int = 1_000, seconds: float | None = 0.0
) -> list[PassResult]:
    """Return the results of the last `limit` passes that have begun by the tree's step, in order.

    `seconds` is how long the whole search has run; None for a recording, whose passes have no
    times.
    """
    trace = tree.trace
    first = max(0, tree.passes - limit)
    # A pass ends at the row where the next one begins, and the last pass at the tree's step.
    row_boundaries = [*trace.roots()[first : tree.passes], tree.visits]
    begin_times = trace.pass_start_seconds or [0.0]
    # It ends at the time when the next one begins, and the last pass of the search at `seconds`.
    time_boundaries = [*begin_times[first : tree.passes + 1], seconds or 0.0]
    # `zip` leaves out a pass that begins just now, or that has begun after the tree's step.
    spans = zip(pairwise(row_boundaries), pairwise(time_boundaries), strict=False)
    results = []
    for number, (rows, times) in enumerate(spans, first + 1):
        result = _pass_result(tree, number, *rows)
        if seconds is not None:
            began, ended = times
            result = result._replace(seconds=ended - began)
        results.append(result)
    return results


def _pass_result(tree: TreeAtStep, number: int, row: int, next_row: int) -> PassResult:
    """Return the result of a pass, without its time.

    The pass has the rows of `range(row, next_row)`. Its `number` counts from 1.
    """
    trace = tree.trace
    result = tree.found_by_pass(row)
    finished = tree.pass_finished(row)
    lower = -inf
    upper = inf
    if trace.passes is Passes.NARROW:
        finished_passes = number if finished else number - 1
        lower, upper = bounds_after_passes(trace, finished_passes)
        if finished:
            result = replace(result, bound=_bound_of_pass(trace, row))
    return PassResult(
        name=trace.pass_name(row),
        row=row,
        nodes=next_row - row - _visits_in_probes(tree, row, next_row),
        result=result,
        finished=finished,
        seconds=None,
        lower=lower,
        upper=upper,
    )


def _bound_of_pass(trace: Trace, root: int) -> Bound:
    """Return whether a finished pass with a null window has found a lower or an upper bound."""
    if trace.value(root) >= trace.beta(root):
        return Bound.LOWER
    return Bound.UPPER


def bounds_after_passes(trace: Trace, passes: int) -> tuple[float, float]:
    """Return the lower and upper bound on the root's value after a number of finished passes."""
    # The list has the bounds after 0, 1, 2, … passes, and is kept for later calls.
    bounds_list = trace.derived(_known_bounds)
    roots = trace.roots()
    for number in range(len(bounds_list), passes + 1):
        row = roots[number - 1]
        lower, upper = bounds_list[number - 1]
        value = trace.value(row)
        if _bound_of_pass(trace, row) is Bound.LOWER:
            bounds = (value, upper)
        else:
            bounds = (lower, value)
        # Another thread may have appended the same entry meanwhile, and the slice replaces it.
        bounds_list[number : number + 1] = [bounds]
    return bounds_list[passes]


def _known_bounds(trace: Trace) -> list[tuple[float, float]]:
    """Begin the list of the bounds after each pass, with the bounds before the first pass."""
    return [(-inf, inf)]


def _visits_in_probes(tree: TreeAtStep, first: int, end_row: int) -> int:
    """Count the visits in probes (side searches) among the rows of `range(first, end_row)`."""
    trace = tree.trace
    if not trace.engine_notes.outermost_probes:
        return 0
    # Probes are counted up to a step: here, the last step before the row `end_row` is entered.
    last_step = tree.step
    if end_row < tree.visits:
        last_step = trace.enter_step(end_row) - 1
    visits_before = counts_in_probes(trace, trace.enter_step(first) - 1).nodes
    return counts_in_probes(trace, last_step).nodes - visits_before


class Counts(NamedTuple):
    """How much has been visited and left out at a step."""

    nodes: int
    """The number of visits."""
    leaves: int
    """The number of visits whose value came from the game or the evaluation."""
    cutoffs: int
    """The number of visits that ended before all children were visited."""
    pruned: int | None
    """The number of children not visited; None if a recording does not say how many there are."""

    def words(self) -> str:
        """Return the counts in words.

        >>> Counts(7, 4, 1, 2).words()
        '7 nodes, 4 leaves, 1 cutoff, 2 pruned'
        """
        parts = [
            count_in_words(self.nodes, "node", "nodes"),
            count_in_words(self.leaves, "leaf", "leaves"),
            count_in_words(self.cutoffs, "cutoff", "cutoffs"),
        ]
        if self.pruned is not None:
            parts.append(f"{self.pruned:,} pruned")
        return ", ".join(parts)


MAX_COUNTED_NODES = 10_000
"""Larger written trees are not counted, and they are not drawn whole either."""


_NODE_COUNTS: WeakKeyDictionary[Run, int] = WeakKeyDictionary()
"""A cache of the sizes of trees, with weak keys so that it keeps no run alive."""


def nodes_of_tree(run: Run) -> int | None:
    """Count the nodes of a written tree down to the depth limit, visited or not.

    None for a game, and for a tree too large to draw.
    """
    if run not in _NODE_COUNTS:
        # One node too many is enough to know that the tree is too large.
        paths = islice(run.written_paths(), MAX_COUNTED_NODES + 1)
        _NODE_COUNTS[run] = sum(1 for _ in paths)
    count = _NODE_COUNTS[run]
    if 0 < count <= MAX_COUNTED_NODES:
        return count
    return None


def nodes_of_search(run: Run) -> str:
    """Say how many nodes a search visits: `6 of 7 nodes`, or in a game `6 nodes`.

    While the search is running, this is a lower bound: `≥ 6 nodes`.
    """
    visits = total_nodes(run.trace)
    tree_size = nodes_of_tree(run)
    if not run.trace.finished:
        return f"≥ {count_in_words(visits, 'node', 'nodes')}"
    if tree_size is None or run.trace.may_revisit:
        return count_in_words(visits, "node", "nodes")
    return f"{visits:,} of {count_in_words(tree_size, 'node', 'nodes')}"


def count_in_words(count: int, one: str, several: str) -> str:
    """Return a number with the noun that it counts.

    >>> count_in_words(1, "leaf", "leaves"), count_in_words(1200, "node", "nodes")
    ('1 leaf', '1,200 nodes')
    """
    noun = one if count == 1 else several
    return f"{count:,} {noun}"


def visit_counts(tree: TreeAtStep) -> Counts:
    """Count the nodes, leaves, cutoffs and pruned children at a step, leaving out probes.

    This takes logarithmic time.
    """
    trace = tree.trace
    last = tree.visits - 1
    leaves = trace.leaves_before(tree.visits)
    # A leaf counts only once it has returned its value.
    is_at_leaf = last >= 0 and trace.kind(last) in READ_LEAF_KINDS
    if is_at_leaf and not tree.returned(last):
        leaves -= 1
    in_probes = counts_in_probes(trace, tree.step)
    cutoffs = trace.cut_count(tree.step)
    pruned: int | None = None
    if not trace.uncounted_rows:
        # For each cutoff, the trace has the total number of children pruned so far.
        pruned_so_far = trace.pruned[cutoffs - 1] if cutoffs else 0
        pruned = pruned_so_far - in_probes.pruned
    return Counts(
        nodes=tree.visits - in_probes.nodes,
        leaves=leaves - in_probes.leaves,
        cutoffs=cutoffs - in_probes.cutoffs,
        pruned=pruned,
    )


def probe_nodes(tree: TreeAtStep) -> int:
    """Count the visits in probes, which are side searches, up to a step."""
    return counts_in_probes(tree.trace, tree.step).nodes


def paths_to_leaves(run: Run) -> list[MovePath]:
    """Return the path to each leaf, in the order visited."""
    trace = run.trace
    return [run.path(row) for row in range(len(trace)) if trace.kind(row) in READ_LEAF_KINDS]


def visited_leaves(run: Run) -> list[list[str]]:
    """Return the moves from the root to each leaf, in the order visited."""
    return [*map(run.notation_of_moves, paths_to_leaves(run))]


def answer_of(run: Run) -> tuple[float, str | None] | None:
    """Return the answer that a recording states: a value from MAX's side, and the best move.

    None if it states no answer. The move is None if it states only a value.
    """
    answer = run.trace.engine_notes.answer
    if answer is None:
        return None
    value, best = answer
    if best is None:
        return value, None
    return value, run.notation_of_move((best,))


class SearchResult:
    """The result of a finished or stopped search, from MAX's side.

    `search` is the request, with every default filled in. `line` has the moves of the principal
    variation in the game's notation, and `labels` the same moves as people call them. A stopped
    search is not `complete`, and has the best line so far. `ordering_nodes` counts the positions
    that the ordering has looked ahead to. `seconds` is processor time, None for a recording.
    """

    def __init__(
        self,
        run: Run,
        seconds: float | None = None,
        quality: OrderingQuality | None = None,
        refused: str = "",
    ) -> None:
        """Read the result from a run as it is now.

        `seconds` replaces the run's own time. `quality` is measured only where searches are
        compared. `refused` says why the search cannot search this game; then nothing was visited.
        """
        end = TreeAtStep(run.trace)
        self.quality = quality
        self.refused = refused
        self._read_request(run)
        self._read_answer(run, end)
        self._read_seconds(run, seconds)
        self._read_counts(run, end)
        self._read_samples(run, end)

    def _read_request(self, run: Run) -> None:
        """Read which position was searched, and how."""
        self.game = run.game.name
        self.position = run.root.text()
        self.settings = run.recipe.where.settings
        self.written_side = run.game.written_side
        self.to_move = run.game.mover(turn_of(run.root))
        self.search = run.recipe.search
        self.unobserved_options: list[str] = []
        """Options that a user-supplied search does not seem to use; None in JSON."""
        if run.algorithm.is_function:
            options = (name for name in WINDOW_OPTION_NAMES if not run.applies(name))
            self.unobserved_options.extend(options)

    def _read_answer(self, run: Run, end: TreeAtStep) -> None:
        """Read the value that was found, and the line that leads to it."""
        result = end.result()
        self.value = None
        if result.value is not None:
            self.value = json_number(result.value)
        self.bound = result.bound
        self.labels = tuple(run.line(result.line))
        self.best_line_words = run.game.join_moves(self.labels)
        path = tuple(map(run.trace.move, result.line))
        self.line = tuple(run.notation_of_moves(path))
        self.answer = answer_of(run)
        """The answer that a recording states, which may differ from the result of its tree."""

    def _read_seconds(self, run: Run, seconds: float | None) -> None:
        """Set the time that the search took: `seconds` if given, else the run's own time."""
        self.seconds: float | None = None
        # The time of a recording was spent by another program.
        if run.search_seconds is None:
            return
        if seconds is None:
            seconds = run.search_seconds
        self.seconds = round(seconds, 6)

    def _read_counts(self, run: Run, end: TreeAtStep) -> None:
        """Read the numbers of visits, passes and steps."""
        trace = run.trace
        self.counts = visit_counts(end)
        self.distinct_nodes = end.distinct_nodes
        self.passes = end.passes
        self.probe_nodes: int | None = None
        """The number of visits in probes; None for this program's searches, which make none."""
        if run.algorithm.is_recording:
            self.probe_nodes = probe_nodes(end)
        self.table_hits = table_hits(trace)
        self.quiescence_nodes = visits_beyond_horizon(trace, len(trace))
        self.ordering_nodes = run.ordering.nodes()
        self.steps = trace.steps
        self.complete = trace.finished and not trace.reason

    def _read_samples(self, run: Run, end: TreeAtStep) -> None:
        """Read the root's moves and their proofs, in a search by random samples."""
        trace = run.trace
        self.has_priors = run.has_priors
        self.has_solver = trace.has_solver
        self.proven = end.value_by_solver(0) is not None
        """Whether a search by samples has proved its value."""
        self.root_moves: tuple[RootMove, ...] | None = None
        """The root's moves with their means, in the order of expansion; None without samples."""
        self.iterations = 0
        """How many iterations have ended; 0 without samples."""
        if trace.is_sampled:
            self.root_moves = root_moves(run, end)
            self.iterations = end.returned_count(0)

    @property
    def samples(self) -> bool:
        """Whether this is a search by random samples, whose nodes are not compared with others."""
        return self.root_moves is not None

    def shown_counts(self) -> dict[str, int]:
        """Return the counts that are worth showing for this search, by name."""
        counts = {name: count for name, count in self.counts._asdict().items() if count is not None}
        if self.samples:
            # Every iteration ends at a leaf, so there are as many leaves as iterations.
            del counts["leaves"]
            # Random samples have no cutoffs, so leave out zeros.
            counts = {name: count for name, count in counts.items() if count}
            counts["iterations"] = self.iterations
        elif self.passes > 1:
            counts["passes"] = self.passes
        return counts

    @property
    def question(self) -> tuple[object, ...]:
        """The options that decide the value: exact searches with the same options agree on it."""
        return *self.question_without_quiescence, self.search.options.get("quiescence", 0)

    @property
    def question_without_quiescence(self) -> tuple[object, ...]:
        """The options in `question`, except for the depth of quiescence search."""
        return self.search.depth, self.search.evaluation

    def has_same_question(self, other: "SearchResult") -> bool:
        """Return whether two searches had the same question and window, so that they must agree.

        False for a search by random samples, which looks for a good move and not for a value.
        """
        if self.samples or other.samples:
            return False
        return self.question == other.question and self.search.window == other.search.window

    @property
    def has_random_opponent(self) -> bool:
        """Whether the search looks for the best move against an opponent who moves at random."""
        known = cached_algorithm(self.search.algorithm)
        return known is not None and known.random_opponent

    @property
    def nodes(self) -> int:
        """How many nodes were visited."""
        return self.counts.nodes

    @property
    def best_move(self) -> str | None:
        """The first move of the line, None if there is none."""
        if not self.line:
            return None
        return self.line[0]

    def as_object(self) -> dict[str, Any]:
        """Return the result under the names that scripts rely on.

        `depth` is None for a search to the end.
        """
        counts = self.counts._asdict()
        # Nodes come before the other counts, in the order of keys that users know.
        return {
            **self._named("game", "position", "settings"),
            "to_move": self.written_side(self.to_move),
            **self.search.as_object(),
            **dict.fromkeys(self.unobserved_options),
            "value": self.value,
            "bound": self.bound.value,
            "best_move": self.best_move,
            "principal_variation": [*self.line],
            "nodes": counts.pop("nodes"),
            **self._named("distinct_nodes", "passes"),
            **counts,
            **self._named(
                "table_hits", "quiescence_nodes", "ordering_nodes", "steps", "complete", "seconds"
            ),
            **self._optional_fields(),
        }

    def _optional_fields(self) -> dict[str, Any]:
        """Return the fields that only some searches have."""
        fields = dict[str, Any]()
        if self.probe_nodes is not None:
            fields["probe_nodes"] = self.probe_nodes
        if self.answer is not None:
            value, move = self.answer
            fields["result"] = json_number(value)
            fields["result_best_move"] = move
        if self.refused:
            fields["refused"] = self.refused
        if self.quality is not None:
            fields.update(self.quality._asdict())
        if self.root_moves is not None:
            fields["iterations"] = self.iterations
            fields["root_moves"] = [self._root_move_as_object(move) for move in self.root_moves]
        return fields

    def _root_move_as_object(self, move: RootMove) -> dict[str, Any]:
        """Return a root move as data, without a prior or proof if the search uses none."""
        fields = move._replace(mean_for=self.written_side(move.mean_for))._asdict()
        del fields["label"]
        if not self.has_priors:
            fields.pop("prior", None)
        if not self.has_solver:
            fields.pop("proven", None)
        return fields

    def _named(self, *names: str) -> dict[str, Any]:
        """Return some fields by name."""
        return {name: getattr(self, name) for name in names}


def summary(run: Run) -> dict[str, Any]:
    """Return the result of a run so far, under the names that scripts rely on."""
    return SearchResult(run).as_object()
