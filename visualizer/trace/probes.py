"""How much of a search was side searches, probes, up to a step: they are counted apart."""

from visualizer.trace.rows import LEAVES, Trace
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
