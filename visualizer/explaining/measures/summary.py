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
from visualizer.explaining.measures.sampling import root_moves
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
    """Counts the nodes of each ply of a trace, in blocks that are counted once."""

    def __init__(self, trace: Trace) -> None:
        """Begin with nothing counted."""
        self._trace = trace
        self._counts = RunningCount(partial(_rows_per_ply, trace), Counter[int]())
        self._turns: set[tuple[int, int]] = set()
        self._looked = 0

    def at(self, visits: int) -> tuple[int, ...]:
        """Return for each ply, from the root's on, how many of the first `visits` rows are in it and in no probe."""
        found = self._counts.among(visits)
        return tuple(found[ply] for ply in range(max(found, default=-1) + 1))

    def turns(self) -> tuple[frozenset[int], ...]:
        """Return for each ply, from the root's on, the numbers of the turns of who moves from there.

        It is asked of every inner node visited so far.
        """
        trace = self._trace
        known = len(self._trace)
        if self._looked < known:
            depths, children = (
                two_byte_field(trace, offset, self._looked, known)
                for offset in (DEPTH_OFFSET, CHILDREN_OFFSET)
            )
            movers = trace.rows[
                self._looked * ROW_BYTES + TURN_OFFSET : known * ROW_BYTES : ROW_BYTES
            ]
            self._turns |= {
                (ply, turn)
                for ply, count, turn in zip(depths, children, movers, strict=True)
                if count
            }
            self._looked = known
        deepest = max((ply for ply, _ in self._turns), default=-1)
        return tuple(
            frozenset(turn for at, turn in self._turns if at == ply) for ply in range(deepest + 1)
        )


def _rows_per_ply(trace: Trace, first: int, last: int) -> Counter[int]:
    """Return the number of rows from `first` up to `last` in each ply, without those in probes."""
    found = Counter(two_byte_field(trace, DEPTH_OFFSET, first, last))
    said = trace.said
    place = max(0, said.place(first))
    for probe in said.outer[place : said.place(last - 1) + 1]:
        end = trace.end(probe)
        begins = max(first, probe)
        if end < 0:
            ends = last
        else:
            ends = min(last, end + 1)
        found.subtract(two_byte_field(trace, DEPTH_OFFSET, begins, max(begins, ends)))
    return +found


def two_byte_field(trace: Trace, offset: int, first: int, last: int) -> Iterable[int]:
    """Return the numbers of two bytes that rows from `first` up to `last` have at an offset."""
    low, high = (
        trace.rows[first * ROW_BYTES + offset + byte : last * ROW_BYTES : ROW_BYTES]
        for byte in (0, 1)
    )
    if high.count(0) == len(high):
        return low
    return (less + 256 * more for less, more in zip(low, high, strict=True))


SAMPLED_ROWS = 4096
"""Rows sampled to estimate the width of values; beyond them the depth of a tree is found step by
step."""


def sampled_rows(run: Run) -> int:
    """Return how many rows depth and values are estimated from: all, or a power of two while the search runs."""
    known = len(run.trace)
    if run.trace.finished:
        return known
    return 1 << known.bit_length() >> 1


@lru_cache(maxsize=16)
def deepest_of(run: Run, rows: int) -> int:
    """Return the depth of a tree in plies, as far as the first rows tell."""
    known = (
        rows // 2 if rows > SAMPLED_ROWS and not rows & (rows - 1) else 0
    )  # which was asked while the search ran
    return max(
        deepest_of(run, known) if known else 0,
        max(two_byte_field(run.trace, DEPTH_OFFSET, known, rows), default=0),
    )


def deepest_below(run: Run, top: MovePath) -> int:
    """Return the number of plies below a path, as far as is known."""
    return max(0, min(run.depth, deepest_of(run, sampled_rows(run))) - len(top))


class PassResult(NamedTuple):
    """One pass: its name, the row of its root, the visits it has made, and what it has found, from MAX's side.

    Visits in probes are not among them.

    `seconds` is the CPU time that it took, once it is over; None where that is not known.

    Where each pass narrows the bounds, `lower` and `upper` are where all passes up to this one have
    brought them, and the bound that it has found is the one that it asked for.
    """

    name: str
    row: int
    nodes: int
    found: Result
    finished: bool
    seconds: float | None
    lower: float = -inf
    upper: float = inf


def passes_at(tree: TreeAtStep, most: int = 1_000, seconds: float | None = 0.0) -> list[PassResult]:
    """Return the last passes that have begun at a step, in order, at most `most` of them.

    `seconds` is how long the search has run in all, None for one written elsewhere.
    """
    trace = tree.trace
    first = max(0, tree.passes - most)
    roots = [*trace.roots()[first : tree.passes], tree.visits]
    begins = [*(trace.pass_begins or [0.0])[first : tree.passes + 1], seconds or 0.0]
    results = list[PassResult]()
    for number, ((row, after), (begun, ended)) in enumerate(
        zip(pairwise(roots), pairwise(begins), strict=False), first + 1
    ):
        found = tree.found_by_pass(row)
        finished = tree.pass_finished(row)
        lower = -inf
        upper = inf
        if trace.passes is Passes.NARROW:
            lower, upper = bounds_after_passes(trace, number if finished else number - 1)
            is_lower = trace.value(row) >= trace.beta(row)
            if finished:
                found = replace(found, bound=Bound.LOWER if is_lower else Bound.UPPER)
        nodes = after - row - _visits_in_probes(tree, row, after)
        took = None if seconds is None else ended - begun
        results.append(
            PassResult(trace.pass_name(row), row, nodes, found, finished, took, lower, upper)
        )
    return results


def bounds_after_passes(trace: Trace, passes: int) -> tuple[float, float]:
    """Return the bounds to which the first passes, which have finished, have narrowed the answer."""
    known = trace.derived(_known_bounds)
    roots = trace.roots()
    for number in range(len(known), passes + 1):
        row = roots[number - 1]
        lower, upper = known[number - 1]
        value = trace.value(row)
        known[number : number + 1] = [
            (value, upper) if value >= trace.beta(row) else (lower, value)
        ]
    return known[passes]


def _known_bounds(trace: Trace) -> list[tuple[float, float]]:
    """Return a list that keeps the bounds after each pass, those before the first in front."""
    return [(-inf, inf)]


def _visits_in_probes(tree: TreeAtStep, first: int, last: int) -> int:
    """Return how many of the visits from a pass's root on, up to the next one's, are in probes."""
    trace = tree.trace
    if not trace.said.outer:
        return 0
    if last == tree.visits:
        until = tree.step
    else:
        until = trace.enter_step(last) - 1
    return (
        counts_in_probes(trace, until).nodes
        - counts_in_probes(trace, trace.enter_step(first) - 1).nodes
    )


class Counts(NamedTuple):
    """How much has been visited and left out at a step.

    A node is a visit; a leaf is a visited node whose value came from the game or the evaluation; a
    cutoff is a node left before all its children were visited; `pruned` counts the children so left
    unvisited, None where a search written elsewhere does not tell how many there are.
    """

    nodes: int
    leaves: int
    cutoffs: int
    pruned: int | None

    def words(self) -> str:
        """Return the counts in words.

        >>> Counts(7, 4, 1, 2).words()
        '7 nodes, 4 leaves, 1 cutoff, 2 pruned'
        """
        named = (
            (self.nodes, "node", "nodes"),
            (self.leaves, "leaf", "leaves"),
            (self.cutoffs, "cutoff", "cutoffs"),
        )
        if self.pruned is None:
            pruned = []
        else:
            pruned = [f"{self.pruned:,} pruned"]
        return ", ".join([*(count_in_words(*words) for words in named), *pruned])


MAX_COUNTED_NODES = 10_000
"""Nodes up to which those of a written tree are counted: no larger one is drawn whole, so that
counts contradict it."""


_NODE_COUNTS: WeakKeyDictionary[Run, int] = WeakKeyDictionary()
"""How many nodes the trees of runs have, as they are counted: no run is kept for it."""


def nodes_of_tree(run: Run) -> int | None:
    """Return how many nodes a written tree has down to the depth limit, visited or not.

    None for a game, and for a tree too large to draw.
    """
    if run not in _NODE_COUNTS:
        _NODE_COUNTS[run] = sum(1 for _ in islice(run.written_paths(), MAX_COUNTED_NODES + 1))
    count = _NODE_COUNTS[run]
    return count if 0 < count <= MAX_COUNTED_NODES else None


def nodes_of_search(run: Run) -> str:
    """Return how many nodes a whole search visits, and of how many where these are written down: `6 of 7 nodes`.

    Of a search that has not ended it is a lower bound.
    """
    visits = total_nodes(run.trace)
    whole = nodes_of_tree(run)
    if not run.trace.finished:
        return f"≥ {count_in_words(visits, 'node', 'nodes')}"
    if whole is None or run.trace.comes_back:
        return count_in_words(visits, "node", "nodes")
    return f"{visits:,} of {count_in_words(whole, 'node', 'nodes')}"


def count_in_words(count: int, one: str, several: str) -> str:
    """Write a number and what it counts.

    >>> count_in_words(1, "leaf", "leaves"), count_in_words(1200, "node", "nodes")
    ('1 leaf', '1,200 nodes')
    """
    return f"{count:,} {one if count == 1 else several}"


def visit_counts(tree: TreeAtStep) -> Counts:
    """Return the counts at a step, without what is in probes, in logarithmic time."""
    trace = tree.trace
    last = tree.visits - 1
    leaves = trace.leaves_before(tree.visits)
    if last >= 0 and trace.kind(last) in READ_LEAF_KINDS and not tree.returned(last):
        leaves -= 1
    cuts = trace.cut_count(tree.step)
    if cuts:
        pruned = trace.pruned[cuts - 1]
    else:
        pruned = 0
    aside = counts_in_probes(trace, tree.step)
    if trace.uncounted:
        counted = None
    else:
        counted = pruned - aside.pruned
    return Counts(tree.visits - aside.nodes, leaves - aside.leaves, cuts - aside.cutoffs, counted)


def probe_nodes(tree: TreeAtStep) -> int:
    """Return how many visits of probes there are at a step: side searches, which are counted apart."""
    return counts_in_probes(tree.trace, tree.step).nodes


def paths_to_leaves(run: Run) -> list[MovePath]:
    """Return the path to each leaf, in the order visited."""
    trace = run.trace
    return [run.path(row) for row in range(len(trace)) if trace.kind(row) in READ_LEAF_KINDS]


def visited_leaves(run: Run) -> list[list[str]]:
    """Return for each leaf, in the order visited, the moves from the root to it."""
    return [*map(run.all_written, paths_to_leaves(run))]


def answer_of(run: Run) -> tuple[float, str | None] | None:
    """Return what the driver of a search written elsewhere has answered: a value from MAX's side, and the best move."""
    if run.trace.said.answer is None:
        return None
    value, best = run.trace.said.answer
    return int(value) if value == int(value) else value, None if best is None else run.written(
        (best,)
    )


class SearchResult:
    """What a finished or stopped search found; the value is from MAX's side. It does not follow a run that goes on.

    `search` is what was asked for, with every default filled in; `line` are the moves of the
    principal variation, in the game's notation, `labels` the same as people call them. A stopped
    search, which is not `complete`, has its best so far. `ordering_nodes` are the positions that
    the ordering has looked at ahead, `seconds` processor time, None of a search written elsewhere.
    """

    def __init__(
        self,
        run: Run,
        seconds: float | None = None,
        quality: OrderingQuality | None = None,
        refused: str = "",
    ) -> None:
        """Take what a run has found so far.

        `quality` is measured only where searches are compared; `refused` says why the search cannot
        search this game, and then nothing was visited.
        """
        trace = run.trace
        root = run.root
        end = TreeAtStep(run.trace)
        found = end.result()
        self.game = run.game.name
        self.position = root.text()
        self.settings = run.recipe.where.settings
        self.written_side = run.game.written_side
        self.to_move = run.game.mover(turn_of(root))
        self.search = run.recipe.search
        if found.value is None:
            self.value = None
        else:
            self.value = json_number(found.value)
        self.bound = found.bound
        self.labels = tuple(run.line(found.line))
        self.said_line = run.game.in_a_row(self.labels)
        self.line = tuple(run.all_written(tuple(map(trace.move, found.line))))
        self.counts = visit_counts(end)
        self.distinct_nodes = end.distinct_nodes
        self.passes = end.passes
        self.probe_nodes = probe_nodes(end) if run.algorithm.is_recording else None
        """How many visits of probes there are, None of a search of our own, which makes none."""
        self.answer = answer_of(run)
        self.table_hits = table_hits(trace)
        self.quiescence_nodes = visits_beyond_horizon(trace, len(trace))
        self.ordering_nodes = run.ordering.nodes()
        self.steps = trace.steps
        self.complete = trace.finished and not trace.reason
        took = run.search_seconds
        if took is None:
            self.seconds = None
        else:
            self.seconds = round(took if seconds is None else seconds, 6)
        self.quality = quality
        self.refused = refused
        self.root_moves = root_moves(run, end) if trace.adds else None
        """What is known of the root's moves, in the order of expansion, where passes add up."""
        self.has_priors = run.has_priors
        self.solves = trace.proves
        self.proven = end.proven(0) is not None
        """Whether a search by samples has proved its value."""
        if trace.adds:
            self.iterations = end.returned_count(0)
        else:
            self.iterations = 0
        """How many passes have ended, where they add up."""
        self.untold = [
            name
            for name in WINDOW_OPTION_NAMES
            if run.algorithm.is_function and not run.applies(name)
        ]
        """The options of which a user-supplied search has not shown that they make a difference;
        None in JSON."""

    @property
    def samples(self) -> bool:
        """Whether it was found by samples: its nodes are no tree held against others', and few prove anything."""
        return self.root_moves is not None

    def counted(self) -> dict[str, int]:
        """Return what there is to count, by name."""
        found = {name: count for name, count in self.counts._asdict().items() if count is not None}
        if self.samples:  # an iteration is a pass with one leaf
            del found["leaves"]
            return {name: count for name, count in found.items() if count} | {
                "iterations": self.iterations
            }
        if self.passes < 2:
            return found
        return {**found, "passes": self.passes}

    @property
    def question(self) -> tuple[object, ...]:
        """What it was asked: searches without samples that are asked the same find the same value."""
        return self.search.depth, self.search.evaluation, self.search.options.get("quiescence", 0)

    def asks_like(self, other: "SearchResult") -> bool:
        """Return whether both were asked the same: as deep, by the same evaluation, and so on.

        A search by samples is asked for a good move, not for a value to some depth.
        """
        one, two = ((each.question, each.search.window) for each in (self, other))
        return one == two and not (self.samples or other.samples)

    @property
    def has_random_opponent(self) -> bool:
        """Whether it answers what is best against an opponent who moves at random."""
        known = cached_algorithm(self.search.algorithm)
        return known is not None and known.random_opponent

    @property
    def nodes(self) -> int:
        """How many nodes were visited."""
        return self.counts.nodes

    @property
    def best_move(self) -> str | None:
        """The first move of the line, None if there is none."""
        if self.line:
            return self.line[0]
        return None

    def as_object(self) -> dict[str, Any]:
        """Return it under the names that scripts rely on; `depth` is None for a search to the end."""
        own = (("prior", self.has_priors), ("proven", self.solves))
        unused = {"label", *(name for name, used in own if not used)}
        named = [
            move._replace(mean_for=self.written_side(move.mean_for))
            for move in self.root_moves or ()
        ]
        moves = [
            {key: value for key, value in move._asdict().items() if key not in unused}
            for move in named
        ]
        counted = self.counts._asdict()
        return {
            **self._named("game", "position", "settings"),
            "to_move": self.written_side(self.to_move),
            **self.search.as_object(),
            **dict.fromkeys(self.untold),
            "value": self.value,
            "bound": self.bound.value,
            "best_move": self.best_move,
            "principal_variation": [*self.line],
            "nodes": counted.pop("nodes"),
            **self._named("distinct_nodes", "passes"),
            **counted,
            **self._named(
                "table_hits", "quiescence_nodes", "ordering_nodes", "steps", "complete", "seconds"
            ),
            **({} if self.probe_nodes is None else {"probe_nodes": self.probe_nodes}),
            **(
                {}
                if self.answer is None
                else {"result": json_number(self.answer[0]), "result_best_move": self.answer[1]}
            ),
            **({"refused": self.refused} if self.refused else {}),
            **({} if self.quality is None else self.quality._asdict()),
            **(
                {}
                if self.root_moves is None
                else {"iterations": self.iterations, "root_moves": moves}
            ),
        }

    def _named(self, *names: str) -> dict[str, Any]:
        """Return some fields by name."""
        return {name: getattr(self, name) for name in names}


def summary(run: Run) -> dict[str, Any]:
    """Return what a run has found so far, under the names that scripts rely on."""
    return SearchResult(run).as_object()
