"""The kinds of events, and the keys that a line of each may have."""

import warnings
from collections.abc import Mapping
from typing import Any

from visualizer.data_files import FileEntry
from visualizer.events.beside import REMARK_KEYS
from visualizer.events.told_window import WINDOW_KEYS
from visualizer.trace.said import PLANS

VISIT_KEYS = REMARK_KEYS | WINDOW_KEYS | {"max", "p", "probe", "position", *PLANS}
KEYS = {
    "enter": VISIT_KEYS | {"enter", "chance", "children"},
    "leaf": VISIT_KEYS | {"leaf", "value", "kind", "from", "bound", "children", "best"},
    "stand": frozenset(("stand",)),
    "leave": REMARK_KEYS | {"leave", "cut", "best", "bound", "proven"},
    "pass": REMARK_KEYS | {"pass"},
    "result": frozenset(("result", "best")),
}
"""What each kind of event may say; a leaf that was made of an entry left at once may have what says nothing there."""


def begins_search(found: Mapping[str, Any]) -> bool:
    """Return whether a line tells of no event but of a search, as the first line of a file does."""
    return "search" in found and KEYS.keys().isdisjoint(found)


class EventKeys:
    """Tells of each line which event it is, and warns once of each key that is not known."""

    def __init__(self) -> None:
        """Begin with no key warned of."""
        self.unknown: set[str] = set()

    def verb_of(self, line: FileEntry) -> str:
        """Return which event a line tells of; InputError if that is none or several."""
        first: str = next(iter(line.found), "")
        if first in KEYS and line.found.keys() <= KEYS[first]:
            return first
        verbs = [verb for verb in KEYS if verb in line.found]
        if len(verbs) != 1:
            named = " and ".join(verbs) or "none"
            raise line.error(f"an event is one of {', '.join([*KEYS][:-1])} and result; here is {named}")
        self.note(line, KEYS[verbs[0]], verbs[0])
        return verbs[0]

    def note(self, line: FileEntry, known: frozenset[str], what: str) -> None:
        """Warn of the keys of a line that are not known."""
        for key in line.found:
            if key not in known and key not in self.unknown:
                self.unknown.add(key)
                warnings.warn(
                    f"{line.place}: the key {key!r:.60} is unknown in {what} and says nothing; "
                    f"known are: {' '.join(sorted(known))}",
                    stacklevel=2,
                )
