"""Reading events: parse each line, and check that its event is allowed at its place."""

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
    reports_window,
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


def read_end(line: FileEntry, key: str, default: float) -> float:
    """Return the end of a window under a key, the (infinite) `default` if the line has none."""
    word = line.found.get(key)
    if isinstance(word, str) and word in INFINITE_ENDS:
        return INFINITE_ENDS[word]
    return line.finite(key, default)


REMARK_KEYS = frozenset(("tags", "note"))
RARE_KEYS = frozenset(("probe", "position", *ENTRY_NOTES))
ANNOTATION_KEYS = REMARK_KEYS | RARE_KEYS | {"p", "bound"}
EVENT_BOUND_SIGNS = {"<=": "≤", ">=": "≥"}
NEGATED_SIGNS = {"<=": ">=", ">=": "<="}
VALUE_KEYS = {
    "leaf": "value",
    "stand": "stand",
    "leave": "leave",
    "result": "result",
}
"""The key under which an event has its value."""
WORD_BY_INFINITE_END = {end: word for word, end in INFINITE_ENDS.items()}
MAX_NOTED_COUNT = 2**31
"""The most plies or visits that an engine's note may give."""


def convert_to_max(verb: str, line: FileEntry) -> None:
    """Convert the value, window and bound in a line from MIN's side to MAX's.

    `verb` is the name of the line's event. InputError for values that cannot be read.
    """
    found = line.found
    value_key = VALUE_KEYS.get(verb)
    if value_key is not None:
        found[value_key] = 0 - line.finite(value_key)
    if verb in ("enter", "leaf") and reports_window(found):
        # The ends change sign and swap places.
        alpha = 0 - read_end(line, "beta", inf)
        beta = 0 - read_end(line, "alpha", -inf)
        found["alpha"] = WORD_BY_INFINITE_END.get(alpha, alpha)
        found["beta"] = WORD_BY_INFINITE_END.get(beta, beta)
    if found.get("bound") is not None and verb not in ("stand", "result"):
        found["bound"] = line.choice("bound", "<=", NEGATED_SIGNS)


def log_annotations(log: EventLog, line: FileEntry, place: int) -> None:
    """Log the remark, the notes and the bound that a line gives to the event with index `place`.

    InputError if one of them is wrong.
    """
    found = line.found
    if ANNOTATION_KEYS.isdisjoint(found):
        return
    if not REMARK_KEYS.isdisjoint(found):
        log.remark(place, line.texts("tags"), line.text("note") or "")
    if not RARE_KEYS.isdisjoint(found):
        log_engine_notes(log, line, place)
    if found.get("bound") is not None:
        log.unusual.add(place)
        log.bounds[place] = line.choice("bound", "<=", EVENT_BOUND_SIGNS)


def log_engine_notes(log: EventLog, line: FileEntry, place: int) -> None:
    """Log an engine's notes on a visit, such as a probe or a depth.

    `place` is the index of the event that begins the visit.
    """
    log.unusual.add(place)
    probe = line.text("probe")
    if probe is not None:
        log.probe_names[place] = probe
    position = line.word("position")
    if position is not None:
        log.positions[place] = position
    given_names = [name for name in ENTRY_NOTES if line.found.get(name) is not None]
    if given_names:
        log.entry_notes[place] = {name: read_entry_note(line, name) for name in given_names}


def read_entry_note(line: FileEntry, name: str) -> float:
    """Return an engine's note on entry from a line, as a number.

    `name` is one of `ENTRY_NOTES`. A prior is any number, and every other note a whole number.
    """
    if name == "prior":
        return line.finite(name)
    number = line.whole(
        name,
        -MAX_NOTED_COUNT,
        MAX_NOTED_COUNT,
        needed=True,
    )
    assert number is not None  # it is needed
    return number


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


def entry_event(word: int, visit: UnfinishedVisit, place: int) -> Event:
    """Return the event that enters a visit.

    `word` is the number of the move's name in the log, and `place` the index of the visit's node
    among the children of the node above.
    """
    alpha, beta = visit.window
    return Event(
        Verb.ENTER,
        visit.line,
        word,
        flags=visit.turn,
        children=visit.children or 0,
        alpha=alpha,
        beta=beta,
        place=max(place, 0),
    )


PLAIN_LEAF_KINDS = {
    word: int(kind) for word, kind in LEAF_KIND_BY_WORD.items() if kind in READ_LEAF_KINDS
}


class EventReader:
    """Takes lines one by one, checks how their events are nested, and logs them.

    `tree` is the tree of labels if no game is known. With `has_means`, values are means of samples.
    With `by_mover`, values and windows are from the mover's side. With `may_pass_turn`, a player
    may pass. A `strict` search cuts only by values beyond its window. With `only_call_windows`, a
    visit that reports no window has none; otherwise its window is open.
    """

    def __init__(
        self,
        tree: LabelPosition | None,
        *,
        has_means: bool,
        by_mover: bool,
        may_pass_turn: bool,
        strict: bool,
        only_call_windows: bool = False,
    ) -> None:
        """Start without events."""
        self.tree = tree
        self.has_means = has_means
        self.by_mover = by_mover
        self.may_pass_turn = may_pass_turn
        self.strict = strict
        self.only_call_windows = only_call_windows
        self.log = EventLog()
        self.open: list[UnfinishedVisit] = []
        self.pending_pass: Event | None = None
        """A pass that has no visit yet, and is logged with its first."""
        self.pending_remark = NO_REMARK
        """The remark of that pass, to be shown at its root."""
        self.unknown_keys: set[str] = set()
        """The unknown keys of which a warning has been given."""
        self.verbs = {
            "leaf": self.leaf,
            "enter": self.enter,
            "stand": self.stand,
            "leave": self.leave,
            "pass": self.begin_pass,
            "result": self.result,
        }

    def take_plain(self, number: int, text: str) -> bool:
        """Log a line quickly if it is a plain leaf, and return whether it is.

        A plain leaf has a value from MAX's side and nothing else. It lies below an open visit, and
        its label has come before. For every other line, even a wrong one, the result is False, and
        `take` must read the line. `number` is the number of the line.
        """
        # Most lines are such leaves, so this is dense, and nothing in it is a function of its own.
        is_depth_allowed = 0 < len(self.open) <= MAX_DEPTH
        if not text.startswith('{"leaf"') or not is_depth_allowed or self.by_mover:
            return False
        try:
            found, end = scan(text, 0)
            move = found["leaf"]
            value = found["value"]
            kind = PLAIN_LEAF_KINDS[found.get("kind", "limit")]
        except (LookupError, TypeError, StopIteration, ValueError, RecursionError):
            return False
        is_whole_line = end == len(text) - 1 and text[end] == "\n"
        expected_keys = 3 if "kind" in found else 2
        has_other_keys = len(found) != expected_keys
        # `type` rather than `isinstance`, since true and false are no values.
        is_number = type(value) is int or type(value) is float
        if not is_whole_line or has_other_keys or not is_number or type(move) is not str:
            return False
        log = self.log
        word = log.numbers.get(move)
        if word is None or not -MAX_EXACT_FLOAT_INTEGER <= value <= MAX_EXACT_FLOAT_INTEGER:
            return False
        above = self.open[-1]
        label = log.words[word]
        if label in above.tried:
            log.revisits = True
        elif len(above.tried) >= above.max_children:
            return False
        log.append_leaf(number, word, value, kind, above.visit_child(label, value))
        above.ends_with_probe = False
        log.last_line = number
        return True

    def take(self, line: FileEntry) -> None:
        """Check and log the event in a line; InputError if it is not allowed here."""
        verb = self.verb_of(line)
        if self.log.answer is not None:
            raise line.error("the result has already been given, so nothing may follow it")
        if self.by_mover and self.is_from_min(verb, line):
            convert_to_max(verb, line)
        self.verbs[verb](line)
        self.log.last_line = line.number

    def verb_of(self, line: FileEntry) -> str:
        """Return the name of the event in a line; InputError if the line has none or several."""
        # Nearly always it is the first key, and there are no unknown ones.
        first_key: str = next(iter(line.found), "")
        if first_key in EVENT_KEYS and line.found.keys() <= EVENT_KEYS[first_key]:
            return first_key
        verbs = [verb for verb in EVENT_KEYS if verb in line.found]
        if len(verbs) != 1:
            named = " and ".join(verbs) or "none"
            raise line.error(
                f"an event must be one of {', '.join([*EVENT_KEYS][:-1])} and result, not {named}"
            )
        self.check_keys(line, EVENT_KEYS[verbs[0]], verbs[0])
        return verbs[0]

    def check_keys(self, line: FileEntry, known: frozenset[str], what: str) -> None:
        """Warn of each key in a line that is not `known`; warn of each key only once per file.

        `what` is a word for the line, such as "leaf" or "the header".
        """
        for key in line.found:
            is_new = key not in known and key not in self.unknown_keys
            if is_new:
                self.unknown_keys.add(key)
                warnings.warn(
                    f"{line.place}: the key {key!r:.60} is unknown in {what}, so it is ignored; "
                    f"the keys are: {' '.join(sorted(known))}",
                    stacklevel=2,
                )

    def begin_pass(self, line: FileEntry) -> None:
        """Begin a pass, which is logged only when it has a visit."""
        name = line.text("pass", needed=True)
        if self.open:
            raise line.error(
                "a pass can begin only when no visit is open; leave the last one first"
            )
        self.pending_pass = Event(Verb.PASS, line.number, self.log.number(name))
        self.pending_remark = line.texts("tags"), line.text("note") or ""

    def enter(self, line: FileEntry) -> None:
        """Log the entry of an inner node, and open its visit; InputError if not allowed here."""
        self.log_pass()
        event_index = len(self.log)
        move = self.log.interned(line.text("enter"))
        visit = UnfinishedVisit(line, move, event_index)
        place = self.visit(line, move, None)
        if visit.reports_window or not self.only_call_windows:
            visit.window = self.window(line)
        else:
            visit.window = UNKNOWN_WINDOW
        log_annotations(self.log, line, event_index)
        node = self.node(move, place)
        if node is not None:
            node.set_turn(visit.turn, line.number, line.file)
            visit.attach(node)
        if "p" in line.found:
            self.probability(line, event_index, node)
        if visit.turn == Turn.CHANCE:
            self.log.chance_moves = True
        self.open.append(visit)
        self.log.append(entry_event(self.log.number(move), visit, place))

    def leaf(self, line: FileEntry) -> None:
        """Log a leaf; InputError if it is not allowed here."""
        self.log_pass()
        log = self.log
        move = log.interned(line.text("leaf"))
        value = line.finite("value")
        kind = line.choice("kind", "limit", LEAF_KIND_BY_WORD)
        source = self.source(line, kind)
        event_index = len(log)
        place = self.visit(line, move, value)
        alpha, beta = UNKNOWN_WINDOW
        if reports_window(line.found) or kind not in READ_LEAF_KINDS:
            alpha, beta = self.window(line)
        log_annotations(log, line, event_index)
        if "p" in line.found:
            self.probability(line, event_index, self.node(move, place))
        # A root has no node above that could store its value.
        if self.tree is not None and not self.open:
            self.tree.own_value = value
        log.append(
            Event(
                Verb.LEAF,
                line.number,
                log.number(move),
                value,
                self.turn_flags_of_leaf(line, move),
                kind,
                source=source,
                alpha=alpha,
                beta=beta,
                place=max(place, 0),
            )
        )

    def source(self, line: FileEntry, kind: Kind) -> int:
        """Return the visit that stored a leaf's value, NO_ENTRY for none; InputError if wrong."""
        source = line.whole("from", 0, MAX_EXACT_FLOAT_INTEGER)
        if source is None:
            return NO_ENTRY
        if kind is not Kind.TABLE:
            raise line.error("'from' is allowed only in a leaf of the kind table")
        return source

    def turn_flags_of_leaf(self, line: FileEntry, move: str | None) -> int:
        """Return a leaf's flags: only a leaf without a move may say who is to move."""
        if move is None and self.open and line.found.get("max") is not None:
            return ENTERED_FLAG | line.flag("max")
        return 0

    def stand(self, line: FileEntry) -> None:
        """Log the value of standing pat (refusing all noisy moves) at a node.

        The node must have been entered by the event before; otherwise InputError.
        """
        value = line.finite("stand")
        last_event = len(self.log) - 1
        is_just_entered = bool(self.open) and self.open[-1].place == last_event
        if not is_just_entered or self.open[-1].stand_pat_value is not None:
            raise line.error(
                "give 'stand' once, directly after 'enter'; it is the value of stopping there"
            )
        visit = self.open[-1]
        visit.stand_pat_value = value
        self.log.stand_pat_values[visit.place] = value

    def leave(self, line: FileEntry) -> None:
        """Leave the innermost open visit; if it has visited no children, it becomes a leaf."""
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
            self.open[-1].set_child_value(left.move or "", value)
        if left.is_leaf(cut=cut):
            leave_leaf(log, left, value)
            log_annotations(log, line, left.place)
            return
        flags = flags_of_return(
            line,
            left,
            value,
            cut=cut,
            is_mean=self.has_means,
        )
        log_annotations(log, line, len(log))
        log.append(Event(Verb.LEAVE, line.number, log.number(best), value, flags))

    def result(self, line: FileEntry) -> None:
        """Log the engine's final answer: a value, and perhaps the best move of the root."""
        if self.open or not len(self.log):
            raise line.error("the result must come after the last root, when no visit is open")
        self.pending_pass = None
        value = line.finite("result")
        best = line.text("best")
        self.log.answer = value, best

    def end(self, file: str) -> EventLog:
        """Return the log after the last line of a file; InputError if the file has no visit."""
        if not len(self.log) and self.pending_pass is None:
            raise InputError(
                f"{file}: it records no visit; the root must be one, "
                "{'enter': null, ...} or {'leaf': null, ...}"
            )
        is_unfinished = bool(self.open or self.pending_pass)
        if is_unfinished:
            self.log.ends_early = True
        self.log_pass()
        return self.log

    def log_pass(self) -> None:
        """Log the pass that has been begun, since it has a visit."""
        if self.pending_pass is not None:
            self.log.append(self.pending_pass)
            self.pending_pass = None

    def is_from_min(self, verb: str, line: FileEntry) -> bool:
        """Return whether the values in a line are from MIN's side."""
        if verb == "enter":
            return line.found.get("max") is False
        if verb == "result":
            return not self.log.root_is_max
        if verb == "leaf":
            return self.is_leaf_from_min(line)
        return bool(self.open) and self.open[-1].turn == Turn.MIN

    def is_leaf_from_min(self, line: FileEntry) -> bool:
        """Return whether MIN is to move at a leaf.

        The line may say so. Otherwise it is MIN's turn if MAX was the last player to move above.
        """
        if line.found.get("max") is not None:
            return not line.flag("max")
        for visit in reversed(self.open):
            if visit.turn != Turn.CHANCE:
                return visit.turn == Turn.MAX
        return False

    def visit(self, line: FileEntry, move: str | None, value: float | None) -> int:
        """Record a visit, and return the index of its node among the children of the node above.

        The index is NO_PLACE for a root and for detours: probes, passed turns and other positions,
        which no move leads to. `value` is None for an inner node. InputError if the visit is not
        allowed here.
        """
        log = self.log
        if not self.open:
            self.visit_root(line, move)
            return NO_PLACE
        self.check_below_open_visit(line, move)
        above = self.open[-1]
        above.ends_with_probe = line.found.get("probe") is not None
        if above.ends_with_probe:
            # A probe counts as no child, whichever move begins it.
            log.revisits = True
            return NO_PLACE
        label = move or ""
        is_detour = move is None or "position" in line.found
        if label in above.tried or is_detour:
            log.revisits = True
        elif not above.has_room():
            raise line.error(above.room_refusal())
        if is_detour:
            above.visit_detour(label, value)
            return NO_PLACE
        return above.visit_child(label, value)

    def visit_root(self, line: FileEntry, move: str | None) -> None:
        """Record a visit to the root; InputError if the line names a move."""
        log = self.log
        if move is not None:
            raise line.error(
                "no visit is open, so this must be a root, and its move must be null, "
                f"not {move!r:.60}; if the root has its own loop over moves, enter it there"
            )
        if log.roots:
            log.revisits = True
        else:
            log.root_is_max = line.found.get("max") is not False
        log.remark(len(log), *self.pending_remark)
        self.pending_remark = NO_REMARK
        log.roots += 1

    def check_below_open_visit(self, line: FileEntry, move: str | None) -> None:
        """Raise InputError for a visit that is too deep, or that can only be a root.

        A visit without a move is a root, unless it is a probe or may be a passed turn.
        """
        is_probe = line.found.get("probe") is not None
        if move is None and not self.may_pass_turn and not is_probe:
            why = "null is the move of a root, but a visit is still open: leave it first"
            raise line.error(
                f"{why}; a passed turn must say what it is for, such as 'probe': 'null move'"
            )
        if len(self.open) > MAX_DEPTH:
            raise line.error(
                f"ply {len(self.open):,} begins here; at most {MAX_DEPTH:,} plies are allowed"
            )

    def node(self, move: str | None, place: int) -> LabelPosition | None:
        """Return the node in the tree of labels to which a visit by a move belongs.

        `place` is the index of the node among the children above. None for a detour (a child that
        no move leads to), and without a tree.
        """
        if not self.open:
            return self.tree
        above = self.open[-1].node
        # Detours have no move, or no place.
        if above is None or move is None or place == NO_PLACE:
            return None
        return above.child(move, place)

    def window(self, line: FileEntry) -> tuple[float, float]:
        """Return alpha and beta from a line whose event is logged next.

        Ends that are not reported are infinite. If the window is empty, the event gets a tag.
        """
        if not reports_window(line.found):
            return OPEN_WINDOW
        alpha = read_end(line, "alpha", -inf)
        beta = read_end(line, "beta", inf)
        self.log.has_window = True
        # Where only values beyond the window cut (`strict`), a window of one point may be searched.
        is_empty = alpha > beta or (alpha == beta and not self.strict)
        if is_empty:
            self.log.remark(len(self.log), EMPTY_WINDOW, "")
        return alpha, beta

    def probability(self, line: FileEntry, event: int, node: LabelPosition | None) -> None:
        """Log the probability of a visit, and store it at the visit's node.

        `event` is the index of the event that begins the visit. InputError if the visit is no child
        of a chance node.
        """
        probability = line.probability("p")
        if probability is None:
            return
        is_below_chance = bool(self.open) and self.open[-1].turn == Turn.CHANCE
        if not is_below_chance:
            raise line.error("'p' is allowed only for a child of a chance node")
        self.log.unusual.add(event)
        self.log.probabilities[event] = probability
        if node is not None:
            node.probability = probability
