"""How much of a search lies beyond its depth limit, behind noisy moves."""

from bisect import bisect_left

from visualizer.trace.rows import BLOCK, COLUMNS, SIZE, Trace


def beyond_horizon(trace: Trace, visits: int) -> int:
    """Return how many of the first visits lie beyond the depth limit; of a recording, below a visit that stands pat.

    What whole blocks of visits add up to is kept with the trace, so that a step costs the same everywhere.
    """
    if not trace.horizons:
        return bisect_left(trace.said.beyond, visits)
    blocks, whole = trace.beyond_blocks, visits // BLOCK
    if len(blocks) <= whole:
        blocks = blocks[:]  # replaced at the end, not changed: a comparison reads it from another thread
        while len(blocks) <= whole:
            first = (len(blocks) - 1) * BLOCK
            blocks.append(blocks[-1] + _between(trace, first, first + BLOCK))
        trace.beyond_blocks = blocks
    return blocks[whole] + _between(trace, whole * BLOCK, visits)


def _between(trace: Trace, first: int, last: int) -> int:
    begins = [row for row, _ in trace.horizons] + [last]
    count = 0
    for (begin, horizon), end in zip(trace.horizons, begins[1:], strict=True):
        part = trace.rows[max(first, begin) * SIZE : min(last, end) * SIZE]
        count += sum(depth > horizon for (depth,) in COLUMNS["depth"].iter_unpack(part))
    return count
