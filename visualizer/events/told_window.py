"""The window that a line of a file of events tells."""

from collections.abc import Mapping
from math import inf
from typing import Any

from visualizer.data_files.entry import FileEntry
from visualizer.events.event_log import EventLog

WINDOW_KEYS = frozenset(("alpha", "beta"))
OPEN = -inf, inf
EMPTY_WINDOW = ("empty window",)


def tells_window(found: Mapping[str, Any]) -> bool:
    """Return whether the object of a line tells a window, be it that it is open."""
    return "alpha" in found or "beta" in found


def read_window(log: EventLog, line: FileEntry, *, turned: bool, strict: bool) -> tuple[float, float]:
    """Return alpha and beta, from MAX's side, of the event that is logged next; the log hears that there is a window.

    One with nothing in it is tagged: one point is something if the search is `strict`, and cuts only by values beyond
    its window. `turned` says that the numbers are from MIN's side.
    """
    if not tells_window(line.found):
        return OPEN
    alpha, beta = line.finite("alpha", -inf), line.finite("beta", inf)
    log.has_window = True
    if alpha > beta or (alpha == beta and not strict):
        log.remark(len(log), EMPTY_WINDOW, "")
    return (0 - beta, 0 - alpha) if turned else (alpha, beta)
