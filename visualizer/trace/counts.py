"""What is counted up to a step: visits beyond the depth limit, those in probes (side searches), and tags."""

from array import array
from bisect import bisect_left, bisect_right, insort
from itertools import islice

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
    """Return how many of the first visits lie beyond the depth limit; of a recording, below a visit that stands pat."""
    if trace.horizons:
        return trace.derived(_beyond_count).among(visits)
    return bisect_left(trace.said.beyond, visits)


def recorded_beyond_horizon(trace: Trace, visits: int) -> int | None:
    """Return the same; None where nothing is searched beyond a depth limit."""
    count = visits_beyond_horizon(trace, visits)
    return count if trace.horizons or count else None


def _beyond_count(trace: Trace) -> RunningCount[int]:
    def beyond_between(first: int, last: int) -> int:
        begins = [row for row, _ in trace.horizons] + [last]
        count = 0
        for (begin, horizon), end in zip(trace.horizons, begins[1:], strict=True):
            part = trace.rows[max(first, begin) * ROW_BYTES : min(last, end) * ROW_BYTES]
            count += sum(depth > horizon for (depth,) in COLUMN_STRUCTS["depth"].iter_unpack(part))
        return count

    return RunningCount(beyond_between, 0)


def counts_in_probes(trace: Trace, step: int) -> ProbeCounts:
    """Return how many visits, leaves, cutoffs and pruned children of the first steps are in probes.

    That takes logarithmic time; what finished probes add up to is kept with the trace.
    """
    outer = trace.said.outer
    spans = trace.said.spans
    visits = trace.entered(step)
    if not outer or outer[0] >= visits:
        return ProbeCounts()
    place = trace.said.place(visits - 1)
    while len(spans) <= place:
        spans.append(
            _sum_probe_counts(
                spans[-1], _counts_in_probe(trace, outer[len(spans) - 1], trace.last_step)
            )
        )
    return _sum_probe_counts(spans[place], _counts_in_probe(trace, outer[place], step))


def is_in_probe(trace: Trace, row: int) -> bool:
    """Return whether a visit begins a probe or is in one."""
    if trace.said.outer:
        probe = trace.said.outermost(row)
    else:
        probe = -1
    return probe >= 0 and not 0 <= trace.end(probe) < row


def total_nodes(trace: Trace) -> int:
    """Return how many visits there are that are in no probe, as far as is known."""
    return len(trace) - counts_in_probes(trace, trace.last_step).nodes


def counted_cutoffs(trace: Trace, step: int) -> int:
    """Return how many cutoffs have happened at a step that are in no probe."""
    return trace.cut_count(step) - counts_in_probes(trace, step).cutoffs


def total_cutoffs(trace: Trace) -> int:
    """Return how many cutoffs there are that are in no probe, as far as is known."""
    return len(trace.cuts) - counts_in_probes(trace, trace.last_step).cutoffs


def table_hits(trace: Trace) -> int:
    """Return how many visits a table has answered that are in no probe."""
    kinds = trace.rows[KIND_OFFSET::ROW_BYTES]
    ends = [trace.end(row) + 1 or len(trace) for row in trace.said.outer]
    inside = (
        kinds[row:end].count(Kind.TABLE) for row, end in zip(trace.said.outer, ends, strict=True)
    )
    return kinds.count(Kind.TABLE) - sum(inside)


def _counts_in_probe(trace: Trace, probe: int, step: int) -> ProbeCounts:
    """Return what is in one probe, by the row at which it begins, as far as a step."""
    returned = trace.return_step(probe)
    begins = trace.enter_step(probe)
    until = (
        step if returned is None else min(step, returned - 1)
    )  # it may cut its parent as it returns
    visits = trace.entered(until)
    leaves = trace.leaves_before(visits) - trace.leaves_before(probe)
    if trace.kind(visits - 1) in READ_LEAF_KINDS and (trace.return_step(visits - 1) or 0) > step:
        leaves -= 1
    first = trace.cut_count(begins - 1)
    last = trace.cut_count(until)
    pruned = [trace.pruned[count - 1] if count else 0 for count in (first, last)]
    return ProbeCounts(visits - probe, leaves, last - first, pruned[1] - pruned[0])


def _sum_probe_counts(one: ProbeCounts, other: ProbeCounts) -> ProbeCounts:
    return ProbeCounts(*(sum(pair) for pair in zip(one, other, strict=True)))


class TagSteps:
    """The steps in which each tag of a search written elsewhere was given, in their order.

    Tags are in the order of their first use; no remark is looked at twice.
    """

    def __init__(self, trace: Trace) -> None:
        """Begin with no tag."""
        self._trace = trace
        self._steps = dict[str, "array[int]"]()
        self._seen = 0

    def counts(self, step: int) -> dict[str, int]:
        """Return how often each tag has been given by a step."""
        trace = self._trace
        steps = self._steps
        more = islice(reversed(trace.remarks.items()), len(trace.remarks) - self._seen)
        for key, (tags, _) in reversed([*more]):
            row, on_return = divmod(key, 2)
            if on_return:
                given = trace.return_step(row)
            else:
                given = trace.enter_step(row)
            for tag in tags:
                insort(
                    steps.setdefault(tag, array("q")), 0 if given is None else given
                )  # nearly always the last
            self._seen += 1
        return {tag: bisect_right(found, step) for tag, found in steps.items()}
