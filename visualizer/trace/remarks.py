"""The tags and notes that a search written elsewhere has given its visits, as they are known at a step."""

from collections import Counter

from visualizer.trace.visits_at_step import VisitsAtStep

Remark = tuple[tuple[str, ...], str]
"""Tags and a note."""
NOTHING: Remark = ((), "")


def remark_of(visits: VisitsAtStep, row: int) -> Remark:
    """Return what was said of a visit on entry and, if it has returned, on return."""
    said = [visits.trace.remarks.get(2 * row, NOTHING)]
    if visits.returned(row):
        said.append(visits.trace.remarks.get(2 * row + 1, NOTHING))
    return tuple(tag for tags, _ in said for tag in tags), " ".join(note for _, note in said if note)


def tag_counts(visits: VisitsAtStep) -> dict[str, int]:
    """Return how often each tag has been given by now, in the order of their first use in the whole search."""
    counts = Counter[str]()
    for key, (tags, _) in visits.trace.remarks.items():  # in the order of the events
        row, on_return = divmod(key, 2)
        known = visits.returned(row) if on_return else row < visits.entered
        for tag in tags:
            counts[tag] += known
    return dict(counts)
