"""Reading events: what each line says, and whether it can stand there."""

import warnings
from math import inf

from visualizer.errors import InputError
from visualizer.events import event_log
from visualizer.events.event_log import LEAF_KINDS, NONE, Event, EventLog, Verb
from visualizer.events.json_line import EXACT, JsonLine
from visualizer.trace.recorder import MAX_CHILDREN, MAX_DEPTH
from visualizer.trace.rows import LEAVES, NO_REMARK, UNTOLD, Kind

REMARK_KEYS = frozenset(("tags", "note"))
WINDOW_KEYS = frozenset(("alpha", "beta"))
KEYS = {
    "enter": REMARK_KEYS | WINDOW_KEYS | {"enter", "max", "chance", "p", "children"},
    "leaf": REMARK_KEYS | WINDOW_KEYS | {"leaf", "value", "kind", "p", "from"},
    "stand": frozenset(("stand",)),
    "leave": REMARK_KEYS | {"leave", "cut", "best"},
    "pass": REMARK_KEYS | {"pass"},
}
"""What each kind of event may say."""


def tells_window(line: JsonLine) -> bool:
    """Return whether a line tells a window, be it that it is open."""
    return not WINDOW_KEYS.isdisjoint(line.found)


class UnfinishedVisit:
    """A visit that has not been left: what its line said, and the children looked at, with the last value of each."""

    __slots__ = ("alpha", "beta", "chance", "children", "line", "maximizing", "move", "place", "stand", "told", "tried")

    def __init__(self, line: JsonLine, move: str | None, place: int, alpha: float, beta: float) -> None:
        """Take in what a line says; `place` is that of its event in the log."""
        self.line, self.move, self.place, self.alpha, self.beta = line.number, move, place, alpha, beta
        self.told = tells_window(line)
        self.chance = line.flag("chance")
        if self.chance and "max" in line.found:
            raise line.error("'max' and 'chance' are both said; where chance moves, neither side does")
        self.maximizing = line.flag("max", needed=not self.chance)
        self.children = line.whole("children", 1, MAX_CHILDREN)
        self.tried: dict[str, float | None] = {}
        self.stand: float | None = None
        """What not moving on is worth, if that is told."""

    def has_room(self) -> bool:
        """Return whether it can look at one more child."""
        return len(self.tried) < (self.children or MAX_CHILDREN)

    def is_unlike(self, value: float) -> bool:
        """Return whether a value is neither the best of the children's, nor that clipped to the window.

        Of a chance node that is not asked.
        """
        if self.chance:
            return False
        values = [found for found in (self.stand, *self.tried.values()) if found is not None]
        best = (max if self.maximizing else min)(values, default=value)
        return value not in (best, max(self.alpha, min(self.beta, best)))


class EventReader:
    """Takes lines one by one, checks how their events are nested, and logs them; `adds` says that passes add up."""

    def __init__(self, *, adds: bool) -> None:
        """Begin with no event."""
        self.log, self.adds = EventLog(), adds
        self.open: list[UnfinishedVisit] = []
        self.pass_begun = 0
        """In which line a pass was begun that has no visit yet, 0 for none."""
        self.pass_remark = NO_REMARK
        """What the line of that pass remarks: it is shown at its root."""
        self.unknown: set[str] = set()
        self.verbs = {
            "leaf": self.leaf, "enter": self.enter, "stand": self.stand, "leave": self.leave, "pass": self.begin_pass,
        }  # fmt: skip

    def take(self, line: JsonLine) -> None:
        """Take in an event; InputError says why it cannot stand here."""
        verb: str = next(iter(line.found), "")
        if verb not in KEYS or not line.found.keys() <= KEYS[verb]:
            verb = self.verb_of(line)
        self.verbs[verb](line)
        self.log.last_line = line.number

    def verb_of(self, line: JsonLine) -> str:
        """Return which event a line tells of; InputError if that is none or several."""
        verbs = [verb for verb in KEYS if verb in line.found]
        if len(verbs) != 1:
            named = " and ".join(verbs) or "none"
            raise line.error(f"an event is one of enter, leaf, stand, leave and pass; here is {named}")
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
        move = line.text("enter")
        self.visit(line, move, None)
        alpha, beta = self.window(line)
        visit = UnfinishedVisit(line, move, len(self.log), alpha, beta)
        self.open.append(visit)
        self.remark(line, visit.place)
        counted = visit.children is not None
        self.probability(line, visit.place)
        self.log.has_chance |= visit.chance
        flags = visit.maximizing * event_log.MAXIMIZING | counted * event_log.COUNTED | visit.chance * event_log.CHANCE
        word, children = self.log.number(move), visit.children or 1
        self.log.append(Event(Verb.ENTER, line.number, word, 0.0, flags, 0, children, NONE, alpha, beta))

    def leaf(self, line: JsonLine) -> None:
        """Visit a leaf."""
        move, value = line.text("leaf"), line.finite("value")
        kind = line.choice("kind", "limit", LEAF_KINDS)
        source = line.whole("from", 0, EXACT)
        if source is not None and kind is not Kind.TABLE:
            raise line.error("'from' is said of a table's answer, whose kind is table")
        self.visit(line, move, value)
        alpha, beta = self.window(line) if tells_window(line) or kind not in LEAVES else (UNTOLD, UNTOLD)
        self.remark(line, len(self.log))
        self.probability(line, len(self.log))
        word, source = self.log.number(move), NONE if source is None else source
        self.log.append(Event(Verb.LEAF, line.number, word, value, 0, kind, 0, source, alpha, beta))

    def stand(self, line: JsonLine) -> None:
        """Take in what not moving on is worth at the node that has just been entered."""
        value = line.finite("stand")
        if not self.open or self.open[-1].place != len(self.log) - 1 or self.open[-1].stand is not None:
            raise line.error("'stand' is said once, directly after 'enter'; it is what not moving on is worth there")
        self.open[-1].stand = self.log.stands[self.open[-1].place] = value

    def leave(self, line: JsonLine) -> None:
        """Leave the innermost visit; one that has looked at nothing turns out to be a leaf."""
        value, cut, best = line.finite("leave"), line.flag("cut"), line.text("best")
        if not self.open:
            raise line.error("leave is said more often than enter")
        left = self.open.pop()
        if best is not None and best not in left.tried:
            raise line.error(f"'best' is {best!r:.60}, which this visit has not looked at")
        if self.open:
            self.open[-1].tried[left.move or ""] = value
        if not left.tried and not (cut and left.stand is not None):
            self.log.stands.pop(left.place, None)
            flags = left.maximizing * event_log.MAXIMIZING | event_log.ENTERED | left.chance * event_log.CHANCE
            self.log.change(left.place, verb=Verb.LEAF, value=value, flags=flags, kind=Kind.LIMIT, children=0)
            if not left.told:
                self.log.change(left.place, alpha=UNTOLD, beta=UNTOLD)
            self.remark(line, left.place)
            return
        self.close(left)
        unlike = not self.adds and left.is_unlike(value)
        flags = cut * event_log.CUT | unlike * event_log.UNLIKE
        if left.children is not None and not left.has_room():
            flags |= event_log.ALL_VISITED
        self.remark(line, len(self.log))
        self.log.append(Event(Verb.LEAVE, line.number, self.log.number(best), value, flags))

    def end(self, file: str) -> EventLog:
        """Return the log, as no further line comes; InputError if there is no event at all."""
        if not len(self.log):
            raise InputError(
                f"{file}: it tells of no visit; the root is one, {{'enter': null, ...}} or {{'leaf': null, ...}}"
            )
        for visit in self.open:
            self.close(visit)
        self.log.ends_early = bool(self.open or self.pass_begun)
        return self.log

    # What they have in common.

    def visit(self, line: JsonLine, move: str | None, value: float | None) -> None:
        """Note a visit; InputError says why it cannot be made here."""
        if not self.open:
            if move is not None:
                raise line.error(f"no visit is open, so this is a root, whose move is null, not {move!r:.60}")
            self.log.roots += 1
            self.log.comes_back |= self.log.roots > 1
            self.pass_begun = 0
            return
        if move is None:
            raise line.error("null is the move of a root, and a visit is open; it needs its leave first")
        if len(self.open) > MAX_DEPTH:
            raise line.error(f"here begins ply {len(self.open):,}; at most {MAX_DEPTH:,} plies are read")
        above = self.open[-1]
        if move in above.tried:
            self.log.comes_back = True
        elif not above.has_room():
            why = f"as announced in line {above.line:,}" if above.children else "as many as are read"
            most = above.children or MAX_CHILDREN
            raise line.error(f"a visit of {most:,} children, {why}, looks at one more")
        above.tried[move] = value

    def window(self, line: JsonLine) -> tuple[float, float]:
        """Return alpha and beta; InputError if they leave nothing between them."""
        if not tells_window(line):
            return -inf, inf
        alpha, beta = line.finite("alpha", -inf), line.finite("beta", inf)
        if alpha > beta:
            raise line.refused("alpha", f"at most beta, {beta:g}")
        self.log.has_window = True
        return alpha, beta

    def probability(self, line: JsonLine, place: int) -> None:
        """Keep how probable a child is; InputError where it is no child of chance."""
        found = line.probability("p")
        if found is None:
            return
        above = self.open[-2:-1] if "enter" in line.found else self.open[-1:]
        if not above or not above[0].chance:
            raise line.error("'p' is said of what is not below a chance node")
        self.log.probabilities[place] = found

    def close(self, visit: UnfinishedVisit) -> None:
        """Fill in how many children a visit has looked at, where it has not announced them."""
        if visit.children is None:
            self.log.change(visit.place, children=max(1, len(visit.tried)))

    def remark(self, line: JsonLine, place: int) -> None:
        """Keep the tags and the note of a line, behind those of the pass that it begins."""
        if self.pass_remark != NO_REMARK:
            self.log.remark(place, *self.pass_remark)
            self.pass_remark = NO_REMARK
        if "tags" in line.found or "note" in line.found:
            self.log.remark(place, line.texts("tags"), line.text("note") or "")
