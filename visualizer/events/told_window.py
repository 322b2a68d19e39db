"""The window that a line of a file of events tells."""

from collections.abc import Mapping
from math import inf
from typing import Any

from visualizer.data_files import FileEntry
from visualizer.events.event_log import EventLog
from visualizer.trace.rows import UNTOLD

WINDOW_KEYS = frozenset(("alpha", "beta"))
OPEN = -inf, inf
ENDS = {"inf": inf, "-inf": -inf}
"""What an end is called that is infinite the other way round, so that nothing is in the window."""
EMPTY_WINDOW = ("empty window",)


def tells_window(found: Mapping[str, Any]) -> bool:
    """Return whether the object of a line tells a window, be it that it is open."""
    return "alpha" in found or "beta" in found


def end_told(end: float, is_open: float) -> float | str | None:
    """Return an end of a window for JSON: null where it is open.

    >>> end_told(3, -inf), end_told(-inf, -inf), end_told(inf, -inf)
    (3, None, 'inf')
    """
    return None if end == is_open else next((name for name, value in ENDS.items() if value == end), end)


def read_end(line: FileEntry, key: str, is_open: float) -> float:
    """Return an end of a window."""
    word = line.found.get(key)
    return ENDS[word] if isinstance(word, str) and word in ENDS else line.finite(key, is_open)


def read_window(
    log: EventLog, line: FileEntry, *, turned: bool, strict: bool, is_handed: bool = False
) -> tuple[float, float]:
    """Return alpha and beta, from MAX's side, of the event that is logged next; the log hears that there is a window.

    One with nothing in it is tagged: one point is something if the search is `strict`, and cuts only by values beyond
    its window. `turned` says that the numbers are from MIN's side. One that is not told is open, unless windows are
    told as they were handed down.
    """
    if not tells_window(line.found):
        return (UNTOLD, UNTOLD) if is_handed else OPEN
    alpha, beta = read_end(line, "alpha", -inf), read_end(line, "beta", inf)
    log.has_window = True
    if alpha > beta or (alpha == beta and not strict):
        log.remark(len(log), EMPTY_WINDOW, "")
    return (0 - beta, 0 - alpha) if turned else (alpha, beta)
