"""Reading events: what each line says, and whether it may come at its place."""

import warnings
from collections.abc import Mapping
from math import inf
from typing import Any

from games import Turn
from visualizer.look.numbers import MAX_EXACT_FLOAT_INTEGER
from visualizer.searching.data_files import FileEntry, scan
from visualizer.searching.events.event_log import (
    ENTERED_FLAG,
    LEAF_KIND_BY_WORD,
    NO_ENTRY,
    Event,
    EventLog,
    Verb,
)
from visualizer.searching.events.label_tree import NO_PLACE, LabelPosition
from visualizer.searching.events.unfinished_visit import (
    UnfinishedVisit,
    flags_of_return,
    leave_leaf,
    tells_window,
)
from visualizer.support.errors import InputError
from visualizer.trace.recorder import MAX_DEPTH
from visualizer.trace.rows import (
    ENTRY_NOTES,
    NO_REMARK,
    OPEN_WINDOW,
    READ_LEAF_KINDS,
    UNKNOWN_WINDOW,
    Kind,
)

WINDOW_KEYS = frozenset(("alpha", "beta"))
INFINITE_ENDS = {"inf": inf, "-inf": -inf}
"""The words for ends that are infinite the wrong way, so that the window is empty."""
EMPTY_WINDOW = ("empty window",)


def read_end(line: FileEntry, key: str, is_open: float) -> float:
    """Return an end of a window, `is_open` if it is not given."""
    word = line.found.get(key)
    if isinstance(word, str) and word in INFINITE_ENDS:
        return INFINITE_ENDS[word]
    return line.finite(key, is_open)


REMARK_KEYS = frozenset(("tags", "note"))
RARE_KEYS = frozenset(("probe", "position", *ENTRY_NOTES))
ANNOTATION_KEYS = REMARK_KEYS | RARE_KEYS | {"p", "bound"}
EVENT_BOUND_SIGNS = {"<=": "≤", ">=": "≥"}
NEGATED_SIGNS = {"<=": ">=", ">=": "<="}
VALUE_KEYS = {"leaf": "value", "stand": "stand", "leave": "leave", "result": "result"}
"""The key under which an event has its value."""
INFINITE_END_WORDS = {end: word for word, end in INFINITE_ENDS.items()}
MAX_CHILD_COUNT = 2**31
"""The most plies or visits that a note may contain."""


def turn_to_max(verb: str, line: FileEntry) -> None:
    """Convert a line from MIN's side to MAX's; InputError for unreadable values."""
    found = line.found
    key = VALUE_KEYS.get(verb)
    if key is not None:
        found[key] = 0 - line.finite(key)
    if verb in ("enter", "leaf") and tells_window(found):
        alpha = 0 - read_end(line, "beta", inf)
        beta = 0 - read_end(line, "alpha", -inf)
        found["alpha"] = INFINITE_END_WORDS.get(alpha, alpha)
        found["beta"] = INFINITE_END_WORDS.get(beta, beta)
    if found.get("bound") is not None and verb not in ("stand", "result"):
        found["bound"] = line.choice("bound", "<=", NEGATED_SIGNS)


def keep_annotations(log: EventLog, line: FileEntry, place: int) -> None:
    """Keep what a line says about the event at an index of the log, except `p`; or InputError."""
    found = line.found
    if ANNOTATION_KEYS.isdisjoint(found):
        return
    if not REMARK_KEYS.isdisjoint(found):
        log.remark(place, line.texts("tags"), line.text("note") or "")
    if not RARE_KEYS.isdisjoint(found):
        keep_rare(log, line, place)
    if found.get("bound") is not None:
        log.unusual.add(place)
        log.bounds[place] = line.choice("bound", "<=", EVENT_BOUND_SIGNS)


def keep_rare(log: EventLog, line: FileEntry, place: int) -> None:
    """Keep what engines say about a visit: a probe, another position, a depth and so on."""
    log.unusual.add(place)
    probe = line.text("probe")
    if probe is not None:
        log.probe_names[place] = probe
    position = line.word("position")
    if position is not None:
        log.positions[place] = position
    notes = dict[str, float]()
    for name in ENTRY_NOTES:
        if line.found.get(name) is None:
            continue
        if name == "prior":
            notes[name] = line.finite(name)
        else:
            number = line.whole(name, -MAX_CHILD_COUNT, MAX_CHILD_COUNT, needed=True)
            assert number is not None  # it is needed
            notes[name] = number
    if notes:
        log.plans[place] = notes


VISIT_KEYS = REMARK_KEYS | WINDOW_KEYS | {"max", "p", "probe", "position", *ENTRY_NOTES}
EVENT_KEYS = {
    "enter": VISIT_KEYS | {"enter", "chance", "children"},
    "leaf": VISIT_KEYS | {"leaf", "value", "kind", "from", "bound", "children", "best"},
    "stand": frozenset(("stand",)),
    "leave": REMARK_KEYS | {"leave", "cut", "best", "bound", "proven"},
    "pass": REMARK_KEYS | {"pass"},
    "result": frozenset(("result", "best")),
}
"""The keys of each event; a leaf may be an entry left at once, with keys that do nothing."""


def begins_search(found: Mapping[str, Any]) -> bool:
    """Return whether a line is no event but begins a search, as a file's first line does."""
    return "search" in found and EVENT_KEYS.keys().isdisjoint(found)


PLAIN_LEAF_KINDS = {
    word: int(kind) for word, kind in LEAF_KIND_BY_WORD.items() if kind in READ_LEAF_KINDS
}


class EventReader:
    """Takes lines one by one, checks how their events are nested, and logs them.

    `tree` is the tree of labels if no game is known. `tells_means` says that passes add up,
    `by_mover` that values and windows are from the mover's side, `may_pass` that a turn may be
    passed, `strict` that the search cuts only by values beyond its window, and `is_handed` that a
    window which is not reported was not handed down.
    """

    def __init__(
        self,
        tree: LabelPosition | None,
        *,
        tells_means: bool,
        by_mover: bool,
        may_pass: bool,
        strict: bool,
        is_handed: bool = False,
    ) -> None:
        """Start without events."""
        self.tree = tree
        self.tells_means = tells_means
        self.by_mover = by_mover
        self.may_pass = may_pass
        self.strict = strict
        self.is_handed = is_handed
        self.log = EventLog()
        self.open: list[UnfinishedVisit] = []
        self.begun: Event | None = None
        """A pass that was begun and has no visit yet; without any, it is not logged."""
        self.pass_remark = NO_REMARK
        """The remark of that pass, to be shown at its root."""
        self.unknown_keys: set[str] = set()
        """The unknown keys with a warning, which is given once."""
        self.verbs = {
            "leaf": self.leaf,
            "enter": self.enter,
            "stand": self.stand,
            "leave": self.leave,
            "pass": self.begin_pass,
            "result": self.result,
        }

    def take_plain(self, number: int, text: str) -> bool:
        """Take a line if it is a leaf with nothing but a value, and return whether it was taken.

        Most lines are such leaves, so this is dense: they lie below an open visit, have a known
        label, and are from MAX's side. Whatever is wrong with a line is left to `take`.
        """
        if not text.startswith('{"leaf"') or not 0 < len(self.open) <= MAX_DEPTH or self.by_mover:
            return False
        try:
            found, end = scan(text, 0)
            move = found["leaf"]
            value = found["value"]
            kind = PLAIN_LEAF_KINDS[found.get("kind", "limit")]
        except (LookupError, TypeError, StopIteration, ValueError, RecursionError):
            return False
        if len(found) != 2 + ("kind" in found) or end != len(text) - 1 or text[end] != "\n":
            return False
        if type(move) is not str or not (type(value) is int or type(value) is float):
            return False
        if not -MAX_EXACT_FLOAT_INTEGER <= value <= MAX_EXACT_FLOAT_INTEGER:
            return False
        log = self.log
        above = self.open[-1]
        word = log.numbers.get(move)
        if word is None:
            return False
        label = log.words[word]
        if label in above.tried:
            log.comes_back = True
        elif len(above.tried) >= above.most:
            return False
        log.append_leaf(number, word, value, kind, above.look_at(label, value))
        above.probed = False
        log.last_line = number
        return True

    def take(self, line: FileEntry) -> None:
        """Take an event; InputError if it may not come here."""
        verb = self.verb_of(line)
        if self.log.answer is not None:
            raise line.error("the result has already been given, so nothing may follow it")
        if self.by_mover and self.is_from_min(verb, line):
            turn_to_max(verb, line)
        self.verbs[verb](line)
        self.log.last_line = line.number

    def verb_of(self, line: FileEntry) -> str:
        """Return the name of the event in a line; InputError for none or several."""
        first: str = next(iter(line.found), "")
        if first in EVENT_KEYS and line.found.keys() <= EVENT_KEYS[first]:
            return first
        verbs = [verb for verb in EVENT_KEYS if verb in line.found]
        if len(verbs) != 1:
            named = " and ".join(verbs) or "none"
            raise line.error(
                f"an event must be one of {', '.join([*EVENT_KEYS][:-1])} and result, not {named}"
            )
        self.check_keys(line, EVENT_KEYS[verbs[0]], verbs[0])
        return verbs[0]

    def check_keys(self, line: FileEntry, known: frozenset[str], what: str) -> None:
        """Warn, once each, of unknown keys in a line."""
        for key in line.found:
            if key not in known and key not in self.unknown_keys:
                self.unknown_keys.add(key)
                warnings.warn(
                    f"{line.place}: the key {key!r:.60} is unknown in {what}, so it is ignored; "
                    f"the keys are: {' '.join(sorted(known))}",
                    stacklevel=2,
                )

    # The events.

    def begin_pass(self, line: FileEntry) -> None:
        """Begin a pass."""
        name = line.text("pass", needed=True)
        if self.open:
            raise line.error(
                "a pass can begin only when no visit is open; leave the last one first"
            )
        self.begun = Event(Verb.PASS, line.number, self.log.number(name))
        self.pass_remark = line.texts("tags"), line.text("note") or ""

    def enter(self, line: FileEntry) -> None:
        """Enter an inner node."""
        self.log_pass()
        log = self.log
        word = log.number(line.text("enter"))
        move = None if word == NO_ENTRY else log.words[word]
        event = len(log)
        visit = UnfinishedVisit(line, move, event)
        place = self.visit(line, move, None)
        if visit.told or not self.is_handed:
            visit.window = self.window(line)
        else:
            visit.window = UNKNOWN_WINDOW
        keep_annotations(log, line, event)
        node = self.node(move, place)
        if node is not None:
            node.tell_turn(visit.turn, line.number, line.file)
            if visit.children is not None and visit.children > node.announced:
                node.announced = visit.children
            visit.stands_at(node)
        if "p" in line.found:
            self.probability(line, event, node)
        log.chance_moves |= visit.turn == Turn.CHANCE
        self.open.append(visit)
        alpha, beta = visit.window
        entry = Event(
            Verb.ENTER,
            line.number,
            word,
            flags=visit.turn,
            children=visit.children or 0,
            alpha=alpha,
            beta=beta,
            place=max(place, 0),
        )
        log.append(entry)

    def leaf(self, line: FileEntry) -> None:
        """Visit a leaf."""
        self.log_pass()
        log = self.log
        move = self.log.kept(line.text("leaf"))
        value = line.finite("value")
        kind = line.choice("kind", "limit", LEAF_KIND_BY_WORD)
        source = line.whole("from", 0, MAX_EXACT_FLOAT_INTEGER)
        if source is not None and kind is not Kind.TABLE:
            raise line.error("'from' is allowed only in a leaf of the kind table")
        event = len(log)
        place = self.visit(line, move, value)
        alpha, beta = UNKNOWN_WINDOW
        if tells_window(line.found) or kind not in READ_LEAF_KINDS:
            alpha, beta = self.window(line)
        keep_annotations(log, line, event)
        if "p" in line.found:
            self.probability(line, event, self.node(move, place))
        if self.tree is not None and not self.open:
            self.tree.alone = value
        word = log.number(move)
        source = NO_ENTRY if source is None else source
        flags = 0
        if move is None and self.open and line.found.get("max") is not None:
            flags = ENTERED_FLAG | line.flag("max")
        log.append(
            Event(
                Verb.LEAF,
                line.number,
                word,
                value,
                flags,
                kind,
                0,
                source,
                alpha,
                beta,
                max(place, 0),
            )
        )

    def stand(self, line: FileEntry) -> None:
        """Take the value of standing pat at the node that has just been entered."""
        value = line.finite("stand")
        is_first = bool(self.open) and self.open[-1].place == len(self.log) - 1
        if not is_first or self.open[-1].stand is not None:
            raise line.error(
                "give 'stand' once, directly after 'enter'; it is the value of stopping there"
            )
        visit = self.open[-1]
        visit.stand = value
        self.log.stands[visit.place] = value

    def leave(self, line: FileEntry) -> None:
        """Leave the innermost visit, which is a leaf if it has looked at nothing."""
        log = self.log
        value = line.finite("leave")
        cut = line.flag("cut")
        best = line.text("best")
        if not self.open:
            raise line.error("there are more leaves than enters")
        left = self.open.pop()
        if best is not None and best not in left.tried:
            raise line.error(f"'best' is {best!r:.60}, which this visit has not examined")
        if self.open and not left.probe:
            self.open[-1].returned(left.move or "", value)
        if left.is_left_at_once(cut=cut):
            leave_leaf(log, left, value)
            keep_annotations(log, line, left.place)
            return
        flags = flags_of_return(line, left, value, cut=cut, is_mean=self.tells_means)
        keep_annotations(log, line, len(log))
        log.append(Event(Verb.LEAVE, line.number, log.number(best), value, flags))

    def result(self, line: FileEntry) -> None:
        """Take the engine's final answer, after the last root."""
        if self.open or not len(self.log):
            raise line.error("the result must come after the last root, when no visit is open")
        self.begun = None
        value = line.finite("result")
        best = line.text("best")
        self.log.answer = value, best

    def end(self, file: str) -> EventLog:
        """Return the log, since no further line comes; InputError if it is empty."""
        if not len(self.log) and self.begun is None:
            raise InputError(
                f"{file}: it records no visit; the root must be one, "
                "{'enter': null, ...} or {'leaf': null, ...}"
            )
        self.log.ends_early |= bool(self.open or self.begun)
        self.log_pass()
        return self.log

    # Shared by several events.

    def log_pass(self) -> None:
        """Log the pass that has been begun, since it has a visit."""
        if self.begun is not None:
            self.log.append(self.begun)
            self.begun = None

    def is_from_min(self, verb: str, line: FileEntry) -> bool:
        """Return whether a line is from MIN's side.

        At a leaf, that is as the line says, or else as turns alternate.
        """
        if verb == "enter":
            return line.found.get("max") is False
        if verb != "leaf":
            if verb == "result":
                return not self.log.root_is_max
            return bool(self.open) and self.open[-1].turn == Turn.MIN
        if line.found.get("max") is not None:
            return not line.flag("max")
        players = (visit.turn for visit in reversed(self.open) if visit.turn != Turn.CHANCE)
        return next(players, Turn.MIN) == Turn.MAX

    def visit(self, line: FileEntry, move: str | None, value: float | None) -> int:
        """Record a visit, and return its index in the tree of labels; InputError if impossible.

        It is NO_PLACE for a root and for detours.
        """
        log = self.log
        if not self.open:
            if move is not None:
                raise line.error(
                    "no visit is open, so this must be a root, and its move must be null, "
                    f"not {move!r:.60}; if the root has its own loop over moves, enter it there"
                )
            if not log.roots:
                log.root_is_max = line.found.get("max") is not False
            log.remark(len(log), *self.pass_remark)
            self.pass_remark = NO_REMARK
            log.roots += 1
            log.comes_back |= log.roots > 1
            return NO_PLACE
        if move is None and not self.may_pass and line.found.get("probe") is None:
            why = "null is the move of a root, but a visit is still open: leave it first"
            raise line.error(
                f"{why}; a passed turn must say what it is for, such as 'probe': 'null move'"
            )
        if len(self.open) > MAX_DEPTH:
            raise line.error(
                f"ply {len(self.open):,} begins here; at most {MAX_DEPTH:,} plies are allowed"
            )
        above = self.open[-1]
        found = line.found
        above.probed = found.get("probe") is not None
        if above.probed:
            log.comes_back = True
            return NO_PLACE
        name = move or ""
        is_move = move is not None and "position" not in found
        if name in above.tried or not is_move:
            log.comes_back = True
        elif not above.has_room():
            why = "the limit" if above.children is None else f"as announced in line {above.line:,}"
            raise line.error(f"a visit with {above.most:,} children, {why}, visits one more")
        if is_move:
            return above.look_at(name, value)
        above.look_aside(name, value)
        return NO_PLACE

    def node(self, move: str | None, place: int) -> LabelPosition | None:
        """Return the visited node of the tree of labels, None for a detour or without a tree."""
        if not self.open:
            return self.tree
        above = self.open[-1].node
        if above is None or move is None or place == NO_PLACE:
            return None
        return above.child(move, place)

    def window(self, line: FileEntry) -> tuple[float, float]:
        """Return alpha and beta of the event that is logged next, infinite ends if not reported.

        An empty window gets a tag. A window of one point is empty unless the search is `strict`,
        and cuts only by values beyond its window.
        """
        if not tells_window(line.found):
            return OPEN_WINDOW
        alpha = read_end(line, "alpha", -inf)
        beta = read_end(line, "beta", inf)
        self.log.has_window = True
        if alpha > beta or (alpha == beta and not self.strict):
            self.log.remark(len(self.log), EMPTY_WINDOW, "")
        return alpha, beta

    def probability(self, line: FileEntry, event: int, node: LabelPosition | None) -> None:
        """Keep the probability of a visit; InputError if it is no child of chance."""
        probability = line.probability("p")
        if probability is None:
            return
        if not self.open or self.open[-1].turn != Turn.CHANCE:
            raise line.error("'p' is allowed only for a child of a chance node")
        self.log.unusual.add(event)
        self.log.probabilities[event] = probability
        if node is not None:
            node.probability = probability
