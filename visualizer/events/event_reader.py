"""Reading events: what each line says, and whether it can stand there."""

import warnings
from math import inf

from visualizer.errors import InputError
from visualizer.events import event_log
from visualizer.events.event_log import LEAF_KINDS, NONE, Event, EventLog, Verb
from visualizer.events.json_line import EXACT, JsonLine
from visualizer.events.unfinished_visit import WINDOW_KEYS, UnfinishedVisit, tells_window
from visualizer.trace.recorder import MAX_CHILDREN, MAX_DEPTH
from visualizer.trace.rows import LEAVES, NO_REMARK, UNTOLD, Kind
from visualizer.trace.said import PLANS

REMARK_KEYS = frozenset(("tags", "note"))
VISIT_KEYS = REMARK_KEYS | WINDOW_KEYS | {"max", "p", "probe", "position", *PLANS}
KEYS = {
    "enter": VISIT_KEYS | {"enter", "chance", "children"},
    "leaf": VISIT_KEYS | {"leaf", "value", "kind", "from", "bound"},
    "stand": frozenset(("stand",)),
    "leave": REMARK_KEYS | {"leave", "cut", "best", "bound"},
    "pass": REMARK_KEYS | {"pass"},
    "result": frozenset(("result", "best")),
}
"""What each kind of event may say."""
SIGNS = {"<=": "≤", ">=": "≥"}
TURNED = {"≤": "≥", "≥": "≤"}
UNUSUAL = frozenset(("probe", "position", *PLANS))
EMPTY_WINDOW = ("empty window",)
MOST = 2**31
"""The most plies or visits that may be told."""


class EventReader:
    """Takes lines one by one, checks how their events are nested, and logs them.

    `adds` says that passes add up, `by_mover` that values and windows are from the mover's side, `may_pass` that a turn
    may be passed, `strict` that the search cuts only by values beyond its window.
    """

    def __init__(self, *, adds: bool, by_mover: bool = False, may_pass: bool = False, strict: bool = False) -> None:
        """Begin with no event."""
        self.log, self.adds, self.by_mover, self.may_pass, self.strict = EventLog(), adds, by_mover, may_pass, strict
        self.open: list[UnfinishedVisit] = []
        self.pass_begun = 0
        """In which line a pass was begun that has no visit yet, 0 for none."""
        self.pass_remark = NO_REMARK
        """What the line of that pass remarks: it is shown at its root."""
        self.unknown: set[str] = set()
        self.verbs = {
            "leaf": self.leaf, "enter": self.enter, "stand": self.stand, "leave": self.leave, "pass": self.begin_pass,
            "result": self.result,
        }  # fmt: skip

    def take(self, line: JsonLine) -> None:
        """Take in an event; InputError says why it cannot stand here."""
        verb: str = next(iter(line.found), "")
        if verb not in KEYS or not line.found.keys() <= KEYS[verb]:
            verb = self.verb_of(line)
        if self.log.answer is not None:
            raise line.error("the result has been told, so nothing comes behind it")
        self.verbs[verb](line)
        self.log.last_line = line.number

    def verb_of(self, line: JsonLine) -> str:
        """Return which event a line tells of; InputError if that is none or several."""
        verbs = [verb for verb in KEYS if verb in line.found]
        if len(verbs) != 1:
            named = " and ".join(verbs) or "none"
            raise line.error(f"an event is one of {', '.join([*KEYS][:-1])} and result; here is {named}")
        self.note_unknown(line, KEYS[verbs[0]], verbs[0])
        return verbs[0]

    def note_unknown(self, line: JsonLine, known: frozenset[str], what: str) -> None:
        """Warn, once each, of the keys of a line that are not known."""
        for key in line.found:
            if key not in known and key not in self.unknown:
                self.unknown.add(key)
                warnings.warn(
                    f"{line.file}, line {line.number}: the key {key!r:.60} is unknown in {what} and says nothing; "
                    f"known are: {' '.join(sorted(known))}",
                    stacklevel=2,
                )

    # The events.

    def begin_pass(self, line: JsonLine) -> None:
        """Begin a pass."""
        name = line.text("pass", needed=True)
        if self.open:
            raise line.error("a pass begins where no visit is open; the last one has not been left")
        if self.pass_begun:
            raise line.error(f"a pass begins, and that of line {self.pass_begun:,} has no visit yet")
        self.pass_begun, self.pass_remark = line.number, (line.texts("tags"), line.text("note") or "")
        self.log.append(Event(Verb.PASS, line.number, self.log.number(name)))

    def enter(self, line: JsonLine) -> None:
        """Enter an inner node; how many children are looked at is filled in when it is left."""
        move, place = line.text("enter"), len(self.log)
        visit = UnfinishedVisit(line, move, place)
        self.visit(line, move, None)
        visit.alpha, visit.beta = self.window(line, turned=self.by_mover and not (visit.maximizing or visit.chance))
        self.open.append(visit)
        self.remark(line, place)
        self.probability(line, place)
        counted = visit.children is not None
        self.log.has_chance |= visit.chance
