"""What a line of a file of events says beside its event: remarks, a bound, how probable it is, an engine's plans."""

from fractions import Fraction

from visualizer.data_files import FileEntry
from visualizer.events.event_log import EventLog
from visualizer.trace.said import PLANS

REMARK_KEYS = frozenset(("tags", "note"))
UNUSUAL = frozenset(("probe", "position", *PLANS))
BESIDE_KEYS = REMARK_KEYS | UNUSUAL | {"p", "bound"}
SIGNS = {"<=": "≤", ">=": "≥"}
TURNED = {"≤": "≥", "≥": "≤"}
MOST = 2**31
"""The most plies or visits that may be told."""


def keep_beside(log: EventLog, line: FileEntry, place: int, *, turned: bool) -> None:
    """Keep what a line says beside the event at a place of the log, but for `p`; values are `turned` from MIN's side.

    InputError for what cannot be.
    """
    found = line.found
    if BESIDE_KEYS.isdisjoint(found):
        return
    if not REMARK_KEYS.isdisjoint(found):
        log.remark(place, line.texts("tags"), line.text("note") or "")
    if not UNUSUAL.isdisjoint(found):
        keep_unusual(log, line, place)
    if found.get("bound") is not None:
        sign = line.choice("bound", "<=", SIGNS)
        log.unusual.add(place)
        log.bounds[place] = TURNED[sign] if turned else sign


def keep_unusual(log: EventLog, line: FileEntry, place: int) -> None:
    """Keep what engines say of a visit: that it is a probe, or of a position from elsewhere; its depth and such."""
    log.unusual.add(place)
    if (probe := line.text("probe")) is not None:
        log.probes[place] = probe
    if (position := line.word("position")) is not None:
        log.positions[place] = position
    plans = {
        name: line.finite("prior") if name == "prior" else line.whole(name, -MOST, MOST)
        for name in PLANS
        if line.found.get(name) is not None
    }
    if plans:
        log.plans[place] = {name: value for name, value in plans.items() if value is not None}


def keep_probability(log: EventLog, line: FileEntry, place: int, *, by_chance: bool) -> Fraction | None:
    """Keep how probable the child at a place of the log is, and return it, None if that is not told.

    InputError where it is not `by_chance` that it is visited.
    """
    found = line.probability("p")
    if found is not None:
        if not by_chance:
            raise line.error("'p' is said of what is not below a chance node")
        log.unusual.add(place)
        log.probabilities[place] = found
    return found
