"""Counts up to a step: visits beyond the depth limit, visits in probes (side searches), tags."""

from array import array
from bisect import bisect_left, bisect_right, insort
from itertools import islice, pairwise

from visualizer.trace.rows import (
    COLUMN_STRUCTS,
    KIND_OFFSET,
    READ_LEAF_KINDS,
    ROW_BYTES,
    Kind,
    ProbeCounts,
    RunningCount,
    Trace,
)


def visits_beyond_horizon(trace: Trace, visits: int) -> int:
    """Return how many of a trace's first `visits` visits lie beyond the depth limit.

    In a recording, the visits below a visit that stands pat are beyond it.
    """
    if trace.horizons:
        return trace.derived(_count_beyond_horizon).in_first(visits)
    return bisect_left(trace.engine_notes.beyond_horizon, visits)


def quiescence_visits(trace: Trace, visits: int) -> int | None:
    """Return `visits_beyond_horizon`, None for a search that never goes beyond a limit."""
    count = visits_beyond_horizon(trace, visits)
    if not trace.horizons and not count:
        return None
    return count


def _count_beyond_horizon(trace: Trace) -> RunningCount[int]:
    """Return a counter of the visits beyond the depth limit (the horizon) of their pass."""

    def count_in_rows(start: int, end: int) -> int:
        """Return how many rows from `start` to `end` - 1 are deeper than their pass's limit."""
        count = 0
        # Each pass of iterative deepening has its own depth limit. The last pass ends at `end`.
        horizons = [*trace.horizons, (end, 0)]
        for (pass_start, depth_limit), (pass_end, _) in pairwise(horizons):
            first_byte = max(start, pass_start) * ROW_BYTES
            end_byte = min(end, pass_end) * ROW_BYTES
            depths = COLUMN_STRUCTS["depth"].iter_unpack(trace.rows[first_byte:end_byte])
            count += sum(depth > depth_limit for (depth,) in depths)
        return count

    return RunningCount(count_in_rows, 0)


def counts_in_probes(trace: Trace, step: int) -> ProbeCounts:
    """Return the numbers of visits, leaves, cutoffs and pruned children in probes up to a step.

    A probe is a side search of an engine. Counting takes logarithmic time, since the trace stores
    the totals of finished probes.
    """
    probes = trace.engine_notes.outermost_probes
    # At index n: the totals of the first n probes, if all of them have finished.
    totals = trace.engine_notes.probe_totals
    visits = trace.entered(step)
    if not probes or probes[0] >= visits:
        return ProbeCounts()
    last_probe = trace.engine_notes.outermost_probe_index(visits - 1)
    while len(totals) <= last_probe:
        next_probe = probes[len(totals) - 1]
        final_counts = _counts_in_probe(trace, next_probe, trace.last_step)
        totals.append(_sum_probe_counts(totals[-1], final_counts))
    # The last probe may not have finished by the step.
    counts_so_far = _counts_in_probe(trace, probes[last_probe], step)
    return _sum_probe_counts(totals[last_probe], counts_so_far)


def is_in_probe(trace: Trace, row: int) -> bool:
    """Return whether a visit begins a probe or lies in one."""
    if not trace.engine_notes.outermost_probes:
        return False
    probe = trace.engine_notes.last_outermost_probe(row)
    if probe < 0:
        return False
    # The end of an open probe is -1.
    has_ended = 0 <= trace.end(probe) < row
    return not has_ended


def total_nodes(trace: Trace) -> int:
    """Return the number of visits outside probes, as far as known."""
    return len(trace) - counts_in_probes(trace, trace.last_step).nodes


def counted_cutoffs(trace: Trace, step: int) -> int:
    """Return the number of cutoffs outside probes by a step."""
    return trace.cut_count(step) - counts_in_probes(trace, step).cutoffs


def total_cutoffs(trace: Trace) -> int:
    """Return the number of cutoffs outside probes, as far as known."""
    return len(trace.cuts) - counts_in_probes(trace, trace.last_step).cutoffs


def table_hits(trace: Trace) -> int:
    """Return the number of visits outside probes that a table answered."""
    kinds = trace.rows[KIND_OFFSET::ROW_BYTES]
    hits_in_probes = 0
    for probe in trace.engine_notes.outermost_probes:
        last_row = trace.end(probe)
        # An open probe, whose end is -1, reaches to the last row.
        end = len(trace) if last_row < 0 else last_row + 1
        hits_in_probes += kinds[probe:end].count(Kind.TABLE)
    return kinds.count(Kind.TABLE) - hits_in_probes


def _counts_in_probe(trace: Trace, probe: int, step: int) -> ProbeCounts:
    """Return the counts, up to a step, of the probe that begins at the row `probe`."""
    return_step = trace.return_step(probe)
    # Stop before the probe returns: the return may cut the parent, which is not in the probe.
    last_step = step if return_step is None else min(step, return_step - 1)
    visits = trace.entered(last_step)
    leaves = trace.leaves_before(visits) - trace.leaves_before(probe)
    # The last leaf does not count before it has returned.
    last_row = visits - 1
    if trace.kind(last_row) in READ_LEAF_KINDS:
        last_return = trace.return_step(last_row)
        if last_return is not None and last_return > step:
            leaves -= 1
    earlier_cut_count = trace.cut_count(trace.enter_step(probe) - 1)
    cut_count = trace.cut_count(last_step)
    pruned = _pruned_count(trace, cut_count) - _pruned_count(trace, earlier_cut_count)
    return ProbeCounts(visits - probe, leaves, cut_count - earlier_cut_count, pruned)


def _pruned_count(trace: Trace, cut_count: int) -> int:
    """Return how many children the first `cut_count` cutoffs of a trace have pruned."""
    if cut_count:
        return trace.pruned[cut_count - 1]
    return 0


def _sum_probe_counts(first: ProbeCounts, second: ProbeCounts) -> ProbeCounts:
    return ProbeCounts(*map(sum, zip(first, second, strict=True)))


class TagSteps:
    """The steps in which an engine gave each tag, in order; tags are in the order of first use."""

    def __init__(self, trace: Trace) -> None:
        """Start without tags."""
        self._trace = trace
        self._steps_by_tag = dict[str, "array[int]"]()
        self._counted = 0
        """The number of remarks whose tags are counted."""

    def counts(self, step: int) -> dict[str, int]:
        """Return how often the engine has given each tag up to a step."""
        trace = self._trace
        # The new remarks are at the end of the dictionary. To read only them, begin at the end.
        new_count = len(trace.remarks) - self._counted
        newest_first = [*islice(reversed(trace.remarks.items()), new_count)]
        for key, (tags, _) in reversed(newest_first):
            # Remarks on an entry have even keys, remarks on a return odd ones.
            row, is_on_return = divmod(key, 2)
            remark_step = trace.return_step(row) if is_on_return else trace.enter_step(row)
            for tag in tags:
                # `insort` nearly always appends, since remarks are nearly always in order.
                insort(self._steps_by_tag.setdefault(tag, array("q")), remark_step or 0)
            self._counted += 1
        return {tag: bisect_right(steps, step) for tag, steps in self._steps_by_tag.items()}
