"""Reading events: what each line says, and whether it can stand there."""

import warnings
from math import inf

from visualizer.errors import InputError
from visualizer.events import event_log
from visualizer.events.event_log import LEAF_KINDS, NONE, Event, EventLog, Verb
from visualizer.events.json_line import JsonLine
from visualizer.events.unfinished_visit import WINDOW_KEYS, UnfinishedVisit, tells_window
from visualizer.look.numbers import EXACT
from visualizer.strict_json import scan
from visualizer.trace.recorder import MAX_CHILDREN, MAX_DEPTH
from visualizer.trace.rows import LEAVES, NO_REMARK, UNTOLD, Kind
from visualizer.trace.said import PLANS

REMARK_KEYS = frozenset(("tags", "note"))
VISIT_KEYS = REMARK_KEYS | WINDOW_KEYS | {"max", "p", "probe", "position", *PLANS}
KEYS = {
    "enter": VISIT_KEYS | {"enter", "chance", "children"},
    "leaf": VISIT_KEYS | {"leaf", "value", "kind", "from", "bound"},
    "stand": frozenset(("stand",)),
    "leave": REMARK_KEYS | {"leave", "cut", "best", "bound", "proven"},
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

    def take_plain(self, number: int, text: str) -> bool:
        """Take in a line if it is a leaf by a label told before, which says its value alone; return whether it is one.

        Nearly all are, so this is short. What is wrong, or begins a pass, is left to others.
        """
        if not text.startswith('{"leaf"'):
            return False
        try:
            found, end = scan(text, 0)
            move, value = found["leaf"], found["value"]
        except (LookupError, TypeError, StopIteration, ValueError, RecursionError):
            return False
        if len(found) != 2 or end != len(text) - 1 or text[end] != "\n" or not self.open or self.by_mover:
            return False
        if type(move) is not str or not (type(value) is int or type(value) is float) or not -EXACT <= value <= EXACT:
            return False
        above, word = self.open[-1], self.log.numbers.get(move)
        if word is None or len(self.open) > MAX_DEPTH:
            return False
        tried = above.tried
        if move in tried:
            self.log.comes_back = True
        elif len(tried) >= (above.children or MAX_CHILDREN):
            return False
        tried[move], above.probed = value, False
        self.log.append_leaf(number, word, value)
        self.log.last_line = number
        return True

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
        flags = visit.maximizing * event_log.MAXIMIZING | counted * event_log.COUNTED | visit.chance * event_log.CHANCE
        word, children = self.log.number(move), visit.children or 1
        self.log.append(Event(Verb.ENTER, line.number, word, 0.0, flags, 0, children, NONE, visit.alpha, visit.beta))

    def leaf(self, line: JsonLine) -> None:
        """Visit a leaf."""
        move, value = line.text("leaf"), line.finite("value")
        kind = line.choice("kind", "limit", LEAF_KINDS)
        source = line.whole("from", 0, EXACT)
        if source is not None and kind is not Kind.TABLE:
            raise line.error("'from' is said of a table's answer, whose kind is table")
        turned = self.by_mover and not self.max_at_leaf(line)
        value, place = 0 - value if turned else value, len(self.log)
        self.visit(line, move, value)
        told = tells_window(line) or kind not in LEAVES
        alpha, beta = self.window(line, turned=turned) if told else (UNTOLD, UNTOLD)
        self.remark(line, place)
        self.probability(line, place)
        self.bound(line, place, turned=turned)
        word, source = self.log.number(move), NONE if source is None else source
        self.log.append(Event(Verb.LEAF, line.number, word, value, 0, kind, 0, source, alpha, beta))

    def stand(self, line: JsonLine) -> None:
        """Take in what not moving on is worth at the node that has just been entered."""
        value = line.finite("stand")
        if not self.open or self.open[-1].place != len(self.log) - 1 or self.open[-1].stand is not None:
            raise line.error("'stand' is said once, directly after 'enter'; it is what not moving on is worth there")
        visit = self.open[-1]
        visit.stand = self.log.stands[visit.place] = 0 - value if self.is_turned(visit) else value

    def leave(self, line: JsonLine) -> None:
        """Leave the innermost visit; one that has looked at nothing turns out to be a leaf."""
        value, cut, best = line.finite("leave"), line.flag("cut"), line.text("best")
        if not self.open:
            raise line.error("leave is said more often than enter")
        left = self.open.pop()
        if best is not None and best not in left.tried:
            raise line.error(f"'best' is {best!r:.60}, which this visit has not looked at")
        turned = self.is_turned(left)
        value = 0 - value if turned else value
        if self.open and not left.probe:
            self.open[-1].tried[left.move or ""] = value
        if left.is_left_at_once(cut=cut):
            self.log.stands.pop(left.place, None)
            flags = left.maximizing * event_log.MAXIMIZING | event_log.ENTERED | left.chance * event_log.CHANCE
            self.log.change(left.place, verb=Verb.LEAF, value=value, flags=flags, kind=Kind.LIMIT, children=0)
            if not left.told:
                self.log.change(left.place, alpha=UNTOLD, beta=UNTOLD)
            self.bound(line, left.place, turned=turned)
            self.remark(line, left.place)
            return
        self.close(left)
        unlike = not self.adds and "bound" not in line.found and left.is_unlike(value, cut=cut)
        flags = cut * event_log.CUT | unlike * event_log.UNLIKE | line.flag("proven") * event_log.PROVEN
        if left.children is not None and not left.has_room():
            flags |= event_log.ALL_VISITED
        self.bound(line, len(self.log), turned=turned)
        self.remark(line, len(self.log))
        self.log.append(Event(Verb.LEAVE, line.number, self.log.number(best), value, flags))

    def result(self, line: JsonLine) -> None:
        """Take in what the driver answers, behind the last root."""
        if self.open or not len(self.log):
            raise line.error("the result is told behind the last root, where no visit is open")
        value, best = line.finite("result"), line.text("best")
        self.log.answer = 0 - value if self.by_mover and not self.log.root_is_max else value, best

    def end(self, file: str) -> EventLog:
        """Return the log, as no further line comes; InputError if there is no event at all."""
        if not len(self.log):
            raise InputError(
                f"{file}: it tells of no visit; the root is one, {{'enter': null, ...}} or {{'leaf': null, ...}}"
            )
        for visit in self.open:
            self.close(visit)
        self.log.ends_early |= bool(self.open or self.pass_begun)
        return self.log

    # What they have in common.

    def is_turned(self, visit: UnfinishedVisit) -> bool:
        """Return whether the values of a visit are from MIN's side."""
        return self.by_mover and not (visit.maximizing or visit.chance)

    def max_at_leaf(self, line: JsonLine) -> bool:
        """Return whether MAX would move at a leaf: as it says, or as the turns alternate."""
        if line.found.get("max") is not None:
            return line.flag("max")
        above = next((visit for visit in reversed(self.open) if not visit.chance), None)
        return above is None or not above.maximizing

    def visit(self, line: JsonLine, move: str | None, value: float | None) -> None:
        """Note a visit; InputError says why it cannot be made here."""
        if not self.open:
            if move is not None:
                raise line.error(f"no visit is open, so this is a root, whose move is null, not {move!r:.60}")
            if not self.log.roots:
                self.log.root_is_max = line.found.get("max") is not False
            self.log.roots += 1
            self.log.comes_back |= self.log.roots > 1
            self.pass_begun = 0
            return
        if move is None and not self.may_pass:
            raise line.error("null is the move of a root, and a visit is open; it needs its leave first")
        if len(self.open) > MAX_DEPTH:
            raise line.error(f"here begins ply {len(self.open):,}; at most {MAX_DEPTH:,} plies are read")
        above = self.open[-1]
        above.probed = line.found.get("probe") is not None
        if above.probed:
            self.log.comes_back = True
            return
        name = move or ""
        if name in above.tried:
            self.log.comes_back = True
        elif move is None or "position" in line.found:
            self.log.comes_back = True  # it is no move
        elif not above.has_room():
            why = f"as announced in line {above.line:,}" if above.children else "as many as are read"
            most = above.children or MAX_CHILDREN
            raise line.error(f"a visit of {most:,} children, {why}, looks at one more")
        above.tried[name] = value

    def window(self, line: JsonLine, *, turned: bool) -> tuple[float, float]:
        """Return alpha and beta, from MAX's side; a window with nothing in it is tagged."""
        if not tells_window(line):
            return -inf, inf
        alpha, beta = line.finite("alpha", -inf), line.finite("beta", inf)
        self.log.has_window = True
        if alpha > beta or (alpha == beta and not self.strict):
            self.log.remark(len(self.log), EMPTY_WINDOW, "")
        return (0 - beta, 0 - alpha) if turned else (alpha, beta)

    def bound(self, line: JsonLine, place: int, *, turned: bool) -> None:
        """Keep which bound an event says its value is."""
        if line.found.get("bound") is not None:
            sign = line.choice("bound", "<=", SIGNS)
            self.log.unusual.add(place)
            self.log.bounds[place] = TURNED[sign] if turned else sign

    def probability(self, line: JsonLine, place: int) -> None:
        """Keep how probable a child is; InputError where it is no child of chance."""
        found = line.probability("p")
        if found is None:
            return
        above = self.open[-2:-1] if "enter" in line.found else self.open[-1:]
        if not above or not above[0].chance:
            raise line.error("'p' is said of what is not below a chance node")
        self.log.unusual.add(place)
        self.log.probabilities[place] = found

    def close(self, visit: UnfinishedVisit) -> None:
        """Fill in how many children a visit has looked at, where it has not announced them."""
        if visit.children is None:
            self.log.change(visit.place, children=max(1, len(visit.tried)))

    def remark(self, line: JsonLine, place: int) -> None:
        """Keep what a line says beside its event: tags and note, behind those of the pass that it begins; and plans."""
        if self.pass_remark != NO_REMARK:
            self.log.remark(place, *self.pass_remark)
            self.pass_remark = NO_REMARK
        if "tags" in line.found or "note" in line.found:
            self.log.remark(place, line.texts("tags"), line.text("note") or "")
        if not UNUSUAL.isdisjoint(line.found):
            self.unusual(line, place)

    def unusual(self, line: JsonLine, place: int) -> None:
        """Keep what engines say of a visit: that it is a probe, or of a position from elsewhere; its depth and such."""
        self.log.unusual.add(place)
        if (probe := line.text("probe")) is not None:
            self.log.probes[place] = probe
        if (position := line.word("position")) is not None:
            self.log.positions[place] = position
        plans = {
            name: line.finite("prior") if name == "prior" else line.whole(name, -MOST, MOST)
            for name in PLANS
            if line.found.get(name) is not None
        }
        if plans:
            self.log.plans[place] = {name: value for name, value in plans.items() if value is not None}
