"""How much of a search was side searches, probes, up to a step: they are counted apart."""

from visualizer.trace.rows import KIND_OFFSET, LEAVES, SIZE, Kind, Trace
from visualizer.trace.said import InProbes


def in_probes(trace: Trace, step: int) -> InProbes:
    """Return how many visits, leaves, cutoffs and pruned children of the first steps are in probes.

    That takes logarithmic time; what finished probes add up to is kept with the trace.
    """
    outer, spans, visits = trace.said.outer, trace.said.spans, trace.entered(step)
    if not outer or outer[0] >= visits:
        return InProbes()
    place = trace.said.place(visits - 1)
    while len(spans) <= place:
        spans.append(_added(spans[-1], _span(trace, outer[len(spans) - 1], trace.last_step)))
    return _added(spans[place], _span(trace, outer[place], step))


def is_in_probe(trace: Trace, row: int) -> bool:
    """Return whether a visit begins a probe or is in one."""
    probe = trace.said.outermost(row) if trace.said.outer else -1
    return probe >= 0 and not 0 <= trace.end(probe) < row


def nodes_in_all(trace: Trace) -> int:
    """Return how many visits there are that are in no probe, as far as is known."""
    return len(trace) - in_probes(trace, trace.last_step).nodes


def cutoffs(trace: Trace, step: int) -> int:
    """Return how many cutoffs have happened at a step that are in no probe."""
    return trace.cut_count(step) - in_probes(trace, step).cutoffs


def cutoffs_in_all(trace: Trace) -> int:
    """Return how many cutoffs there are that are in no probe, as far as is known."""
    return len(trace.cuts) - in_probes(trace, trace.last_step).cutoffs


def table_hits(trace: Trace) -> int:
    """Return how many visits a table has answered that are in no probe."""
    kinds = trace.rows[KIND_OFFSET::SIZE]
    ends = [trace.end(row) + 1 or len(trace) for row in trace.said.outer]
    inside = (kinds[row:end].count(Kind.TABLE) for row, end in zip(trace.said.outer, ends, strict=True))
    return kinds.count(Kind.TABLE) - sum(inside)


def _span(trace: Trace, probe: int, step: int) -> InProbes:
    """Return what is in one probe, by the row at which it begins, as far as a step."""
    returned, begins = trace.return_step(probe), trace.enter_step(probe)
    until = step if returned is None else min(step, returned - 1)  # it may cut its parent as it returns
    visits = trace.entered(until)
    leaves = trace.leaves_before(visits) - trace.leaves_before(probe)
    if trace.kind(visits - 1) in LEAVES and (trace.return_step(visits - 1) or 0) > step:
        leaves -= 1
    first, last = trace.cut_count(begins - 1), trace.cut_count(until)
    pruned = [trace.pruned[count - 1] if count else 0 for count in (first, last)]
    return InProbes(visits - probe, leaves, last - first, pruned[1] - pruned[0])


def _added(one: InProbes, other: InProbes) -> InProbes:
    return InProbes(*(sum(pair) for pair in zip(one, other, strict=True)))
