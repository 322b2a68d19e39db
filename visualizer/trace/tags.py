"""How often each tag of a search written elsewhere has been given by a step; no remark is looked at twice."""

from array import array
from bisect import bisect_right, insort
from itertools import islice

from visualizer.trace.rows import Trace


class TagSteps:
    """The steps in which each tag was given, in their order; tags are in the order of their first use."""

    def __init__(self) -> None:
        """Begin with no tag."""
        self.steps: dict[str, array[int]] = {}
        self.seen = 0
        """How many remarks have been looked at."""

    def look_at_more(self, trace: Trace) -> None:
        """Take in the remarks that have come."""
        more = islice(reversed(trace.remarks.items()), len(trace.remarks) - self.seen)
        for key, (tags, _) in reversed([*more]):
            row, on_return = divmod(key, 2)
            step = trace.return_step(row) if on_return else trace.enter_step(row)
            for tag in tags:
                insort(self.steps.setdefault(tag, array("q")), 0 if step is None else step)  # nearly always the last
            self.seen += 1

    def counts(self, step: int) -> dict[str, int]:
        """Return how often each tag has been given by a step."""
        return {tag: bisect_right(steps, step) for tag, steps in self.steps.items()}


def tag_steps_of(trace: Trace) -> TagSteps:
    """Return the steps of a trace's tags as far as it has come."""
    found = trace.tag_steps
    if not isinstance(found, TagSteps):
        found = trace.tag_steps = TagSteps()
    found.look_at_more(trace)
    return found
