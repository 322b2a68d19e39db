"""Reading events: parse each line, and check that its event may come after the events so far."""

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
from visualizer.searching.events.label_tree import NO_INDEX, LabelPosition
from visualizer.searching.events.unfinished_visit import (
    UnfinishedVisit,
    change_into_leaf,
    flags_of_return,
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
"""The words for an infinity at the wrong end: alpha = ∞ or beta = -∞ make a window empty."""
EMPTY_WINDOW = ("empty window",)


def read_end(line: FileEntry, key: str, default: float) -> float:
    """Return an end of a window from a line, or the (infinite) `default` if the line has none."""
    word = line.values.get(key)
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
"""The key of the value in a line, by event."""
WORD_BY_INFINITE_END = {end: word for word, end in INFINITE_ENDS.items()}
MAX_NOTED_COUNT = 2**31
"""The largest number of plies or visits in an engine's note."""


def convert_to_max(verb: str, line: FileEntry) -> None:
    """Convert the value, window and bound in a line from MIN's side to MAX's side.

    `verb` is the name of the line's event. InputError for values that cannot be read.
    """
    # `0 - x` rather than `-x`, which would turn 0.0 into -0.0.
    found = line.values
    value_key = VALUE_KEYS.get(verb)
    if value_key is not None:
        found[value_key] = 0 - line.finite(value_key)
    if verb in ("enter", "leaf") and reports_window(found):
        # The ends change sign and swap places.
        alpha = 0 - read_end(line, "beta", inf)
        beta = 0 - read_end(line, "alpha", -inf)
        found["alpha"] = WORD_BY_INFINITE_END.get(alpha, alpha)
        found["beta"] = WORD_BY_INFINITE_END.get(beta, beta)
    # The events "stand" and "result" have no key "bound".
    if found.get("bound") is not None and verb not in ("stand", "result"):
        found["bound"] = line.choice("bound", "<=", NEGATED_SIGNS)


def log_annotations(log: EventLog, line: FileEntry, event_index: int) -> None:
    """Log the remark, the engine's notes and the bound in a line of the event `event_index`.

    InputError if one of them is wrong.
    """
    found = line.values
    if ANNOTATION_KEYS.isdisjoint(found):
        return
    if not REMARK_KEYS.isdisjoint(found):
        log.add_remark(event_index, line.strings("tags"), line.text("note") or "")
    if not RARE_KEYS.isdisjoint(found):
        log_engine_notes(log, line, event_index)
    if found.get("bound") is not None:
        log.unusual.add(event_index)
        log.bounds[event_index] = line.choice("bound", "<=", EVENT_BOUND_SIGNS)


def log_engine_notes(log: EventLog, line: FileEntry, event_index: int) -> None:
    """Log an engine's notes on a visit, such as a probe or a depth.

    `event_index` is the index of the event that begins the visit.
    """
    log.unusual.add(event_index)
    probe = line.text("probe")
    if probe is not None:
        log.probe_names[event_index] = probe
    position = line.word("position")
    if position is not None:
        log.positions[event_index] = position
    given_names = [name for name in ENTRY_NOTES if line.values.get(name) is not None]
    if given_names:
        log.entry_notes[event_index] = {name: read_entry_note(line, name) for name in given_names}


def read_entry_note(line: FileEntry, name: str) -> float:
    """Return an engine's note on entering a node, as a number.

    `name` is one of `ENTRY_NOTES`. A prior may be any number; other notes are whole numbers.
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
"""The keys of each event. Some keys of a leaf are ignored: they are allowed as in an entry."""


def begins_search(found: Mapping[str, Any]) -> bool:
    """Return whether a line is the header of a search, such as the first line of a file."""
    return "search" in found and EVENT_KEYS.keys().isdisjoint(found)


def entry_event(word: int, visit: UnfinishedVisit, child_index: int) -> Event:
    """Return the event that enters a visit.

    `word` is the log's number for the name of the move, and `child_index` the index of the visit's
    node among its parent's children.
    """
    alpha, beta = visit.window
    return Event(
        Verb.ENTER,
        visit.line,
        word,
        flags=visit.turn,
        announced_children=visit.announced_children or 0,
        alpha=alpha,
        beta=beta,
        child_index=max(child_index, 0),
    )


PLAIN_LEAF_KINDS = {
    word: int(kind) for word, kind in LEAF_KIND_BY_WORD.items() if kind in READ_LEAF_KINDS
}


class EventReader:
    """Reads lines one by one, checks how their events are nested, and logs the events.

    `tree` is the tree of labels, None if the game is known. `has_means` says whether values are
    means of samples, `by_mover` whether values and windows are from the mover's side, and
    `may_pass_turn` whether a player may pass. A `strict` search cuts only if a value is beyond its
    window. A visit that reports no window has an open window or, with `only_call_windows`, an
    unknown one.
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
        """Start without events; the class describes the parameters."""
        self.tree = tree
        self.has_means = has_means
        self.by_mover = by_mover
        self.may_pass_turn = may_pass_turn
        self.strict = strict
        self.only_call_windows = only_call_windows
        self.log = EventLog()
        self.open: list[UnfinishedVisit] = []
        self.pending_pass: Event | None = None
        """A pass that has begun, but is not logged until its first visit."""
        self.pending_remark = NO_REMARK
        """The remark on the pending pass, which is shown at the root."""
        self.unknown_keys: set[str] = set()
        """The unknown keys of which the user has been warned."""
        self.methods = {
            "leaf": self.leaf,
            "enter": self.enter,
            "stand": self.stand,
            "leave": self.leave,
            "pass": self.begin_pass,
            "result": self.result,
        }

    def read_plain_leaf(self, number: int, text: str) -> bool:
        """Log a line quickly if it is a plain leaf; return False if `read_event` must log it.

        A plain leaf is below an open visit and has only a value from MAX's side, perhaps a kind,
        and a move that is in the log already. `number` is the number of the line.
        """
        # Most lines are plain leaves, so everything is inlined here.
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
        # The keys are "leaf", "value" and perhaps "kind".
        expected_count = 3 if "kind" in found else 2
        has_other_keys = len(found) != expected_count
        # `type` rather than `isinstance`, since a bool is an int in Python.
        is_number = type(value) is int or type(value) is float
        if not is_whole_line or has_other_keys or not is_number or type(move) is not str:
            return False
        log = self.log
        word = log.number_by_word.get(move)
        if word is None or not -MAX_EXACT_FLOAT_INTEGER <= value <= MAX_EXACT_FLOAT_INTEGER:
            return False
        parent = self.open[-1]
        label = log.words[word]
        if label in parent.child_values:
            log.revisits = True
        elif len(parent.child_values) >= parent.max_children:
            return False
        log.append_leaf(number, word, value, kind, parent.visit_child(label, value))
        parent.ends_with_probe = False
        log.last_line = number
        return True

    def read_event(self, line: FileEntry) -> None:
        """Check and log the event in a line; InputError if it is wrong or not allowed now."""
        verb = self.read_verb(line)
        if self.log.answer is not None:
            raise line.error("the result has already been given, so nothing may follow it")
        if self.by_mover and self.has_values_from_min(verb, line):
            convert_to_max(verb, line)
        self.methods[verb](line)
        self.log.last_line = line.number

    def read_verb(self, line: FileEntry) -> str:
        """Return the name of the event in a line; InputError if the line has none or several."""
        # Nearly always the event is the first key, and all keys are known.
        first_key: str = next(iter(line.values), "")
        if first_key in EVENT_KEYS and line.values.keys() <= EVENT_KEYS[first_key]:
            return first_key
        verbs = [verb for verb in EVENT_KEYS if verb in line.values]
        if len(verbs) != 1:
            named = " and ".join(verbs) or "none"
            raise line.error(
                f"an event must be one of {', '.join([*EVENT_KEYS][:-1])} and result, not {named}"
            )
        self.check_keys(line, EVENT_KEYS[verbs[0]], verbs[0])
        return verbs[0]

    def check_keys(self, line: FileEntry, known: frozenset[str], what: str) -> None:
        """Warn of the keys in a line that are not in `known`, once per key and file.

        `what` is a word for the line, such as "leaf" or "the header".
        """
        for key in line.values:
            is_new = key not in known and key not in self.unknown_keys
            if is_new:
                self.unknown_keys.add(key)
                warnings.warn(
                    f"{line.place}: the key {key!r:.60} is unknown in {what}, so it is ignored; "
                    f"the keys are: {' '.join(sorted(known))}",
                    stacklevel=2,
                )

    def begin_pass(self, line: FileEntry) -> None:
        """Begin a pass; it is logged when its first visit is read."""
        name = line.text("pass", needed=True)
        if self.open:
            raise line.error(
                "a pass can begin only when no visit is open; leave the last one first"
            )
        self.pending_pass = Event(Verb.PASS, line.number, self.log.word_number(name))
        self.pending_remark = line.strings("tags"), line.text("note") or ""

    def enter(self, line: FileEntry) -> None:
        """Log the entry of a visit to an inner node; InputError if it is not allowed here."""
        self.log_pending_pass()
        event_index = len(self.log)
        move = self.log.interned(line.text("enter"))
        visit = UnfinishedVisit(line, move, event_index)
        child_index = self.record_visit(line, move, None)
        if visit.reports_window or not self.only_call_windows:
            visit.window = self.read_window(line)
        else:
            visit.window = UNKNOWN_WINDOW
        log_annotations(self.log, line, event_index)
        node = self.node_of_visit(move, child_index)
        if node is not None:
            node.set_turn(visit.turn, line.number, line.file)
            visit.attach(node)
        if "p" in line.values:
            self.log_probability(line, event_index, node)
        if visit.turn == Turn.CHANCE:
            self.log.chance_moves = True
        self.open.append(visit)
        self.log.append(entry_event(self.log.word_number(move), visit, child_index))

    def leaf(self, line: FileEntry) -> None:
        """Log a leaf; InputError if it is not allowed here."""
        self.log_pending_pass()
        log = self.log
        move = log.interned(line.text("leaf"))
        value = line.finite("value")
        kind = line.choice("kind", "limit", LEAF_KIND_BY_WORD)
        source = self.read_source(line, kind)
        event_index = len(log)
        child_index = self.record_visit(line, move, value)
        alpha, beta = UNKNOWN_WINDOW
        if reports_window(line.values) or kind not in READ_LEAF_KINDS:
            alpha, beta = self.read_window(line)
        log_annotations(log, line, event_index)
        if "p" in line.values:
            self.log_probability(line, event_index, self.node_of_visit(move, child_index))
        # The value of a leaf is usually stored in its parent's node, but the root has no parent.
        if self.tree is not None and not self.open:
            self.tree.own_value = value
        log.append(
            Event(
                Verb.LEAF,
                line.number,
                log.word_number(move),
                value,
                self.turn_flags_of_leaf(line, move),
                kind,
                source=source,
                alpha=alpha,
                beta=beta,
                child_index=max(child_index, 0),
            )
        )

    def read_source(self, line: FileEntry, kind: Kind) -> int:
        """Return the row of the visit that stored a leaf's value in the table.

        NO_ENTRY if the line does not say which; InputError if the value is not from a table.
        """
        source = line.whole("from", 0, MAX_EXACT_FLOAT_INTEGER)
        if source is None:
            return NO_ENTRY
        if kind is not Kind.TABLE:
            raise line.error("'from' is allowed only in a leaf of the kind table")
        return source

    def turn_flags_of_leaf(self, line: FileEntry, move: str | None) -> int:
        """Return the flags of a leaf: who is to move, if the line says so, or 0."""
        # A leaf without a move is a passed turn, unless the line says that the same player moves.
        if move is None and self.open and line.values.get("max") is not None:
            return ENTERED_FLAG | line.flag("max")
        return 0

    def stand(self, line: FileEntry) -> None:
        """Log the value of standing pat (refusing all noisy moves) at a node.

        InputError unless the previous event has entered the node.
        """
        value = line.finite("stand")
        last_event = len(self.log) - 1
        is_just_entered = bool(self.open) and self.open[-1].event_index == last_event
        if not is_just_entered or self.open[-1].stand_pat_value is not None:
            raise line.error(
                "give 'stand' once, directly after 'enter'; it is the value of stopping there"
            )
        visit = self.open[-1]
        visit.stand_pat_value = value
        self.log.stand_pat_values[visit.event_index] = value

    def leave(self, line: FileEntry) -> None:
        """Log the return of the innermost open visit; if it has no children, it becomes a leaf."""
        log = self.log
        value = line.finite("leave")
        cut = line.flag("cut")
        best = line.text("best")
        if not self.open:
            raise line.error("there are more leaves than enters")
        visit = self.open.pop()
        if best is not None and best not in visit.child_values:
            raise line.error(f"'best' is {best!r:.60}, which this visit has not examined")
        if self.open and not visit.probe:
            self.open[-1].set_child_value(visit.move or "", value)
        if visit.is_leaf(cut=cut):
            change_into_leaf(log, visit, value)
            log_annotations(log, line, visit.event_index)
            return
        flags = flags_of_return(
            line,
            visit,
            value,
            cut=cut,
            is_mean=self.has_means,
        )
        log_annotations(log, line, len(log))
        log.append(Event(Verb.LEAVE, line.number, log.word_number(best), value, flags))

    def result(self, line: FileEntry) -> None:
        """Log the engine's final answer: a value, and perhaps the best move of the root."""
        if self.open or not len(self.log):
            raise line.error("the result must come after the last root, when no visit is open")
        self.pending_pass = None
        value = line.finite("result")
        best = line.text("best")
        self.log.answer = value, best

    def finish(self, file: str) -> EventLog:
        """Return the log after the last line of a file; InputError if the file has no visit."""
        if not len(self.log) and self.pending_pass is None:
            raise InputError(
                f"{file}: it records no visit; the root must be one, "
                "{'enter': null, ...} or {'leaf': null, ...}"
            )
        is_unfinished = bool(self.open or self.pending_pass)
        if is_unfinished:
            self.log.ends_early = True
        self.log_pending_pass()
        return self.log

    def log_pending_pass(self) -> None:
        """Log the pass that has begun, if it has not been logged yet."""
        if self.pending_pass is not None:
            self.log.append(self.pending_pass)
            self.pending_pass = None

    def has_values_from_min(self, verb: str, line: FileEntry) -> bool:
        """Return whether the values in a line are from MIN's side; `verb` names its event."""
        if verb == "enter":
            return line.values.get("max") is False
        if verb == "result":
            return not self.log.root_is_max
        if verb == "leaf":
            return self.is_min_to_move_at_leaf(line)
        return bool(self.open) and self.open[-1].turn == Turn.MIN

    def is_min_to_move_at_leaf(self, line: FileEntry) -> bool:
        """Return whether MIN is to move at a leaf: as the line says, by default after MAX moved."""
        if line.values.get("max") is not None:
            return not line.flag("max")
        for visit in reversed(self.open):
            if visit.turn != Turn.CHANCE:
                return visit.turn == Turn.MAX
        return False

    def record_visit(self, line: FileEntry, move: str | None, value: float | None) -> int:
        """Record a visit, and return the index of its node among its parent's children.

        Return NO_INDEX for the root and for detours (children without a legal move, such as probes
        and passed turns). `value` is None for an inner node. InputError if no visit is allowed now.
        """
        log = self.log
        if not self.open:
            self.record_root_visit(line, move)
            return NO_INDEX
        self.check_below_open_visit(line, move)
        parent = self.open[-1]
        parent.ends_with_probe = line.values.get("probe") is not None
        if parent.ends_with_probe:
            # A probe is not counted as a child, even if it begins with a move.
            log.revisits = True
            return NO_INDEX
        label = move or ""
        is_detour = move is None or "position" in line.values
        if label in parent.child_values or is_detour:
            log.revisits = True
        elif not parent.has_room():
            raise line.error(parent.room_refusal())
        if is_detour:
            parent.store_in_visit(label, value)
            return NO_INDEX
        return parent.visit_child(label, value)

    def record_root_visit(self, line: FileEntry, move: str | None) -> None:
        """Record a visit to the root; InputError if the line names a move."""
        log = self.log
        if move is not None:
            raise line.error(
                "no visit is open, so this must be a root, and its move must be null, "
                f"not {move!r:.60}; if the root has its own loop over moves, enter it there"
            )
        if log.root_visit_count:
            log.revisits = True
        else:
            log.root_is_max = line.values.get("max") is not False
        log.add_remark(len(log), *self.pending_remark)
        self.pending_remark = NO_REMARK
        log.root_visit_count += 1

    def check_below_open_visit(self, line: FileEntry, move: str | None) -> None:
        """Raise InputError if a new visit below the open visits is too deep, or lacks a move.

        A probe, or a passed turn in a game, needs no move.
        """
        is_probe = line.values.get("probe") is not None
        if move is None and not self.may_pass_turn and not is_probe:
            why = "null is the move of a root, but a visit is still open: leave it first"
            raise line.error(
                f"{why}; a passed turn must say what it is for, such as 'probe': 'null move'"
            )
        if len(self.open) > MAX_DEPTH:
            raise line.error(
                f"ply {len(self.open):,} begins here; at most {MAX_DEPTH:,} plies are allowed"
            )

    def node_of_visit(self, move: str | None, child_index: int) -> LabelPosition | None:
        """Return the node of a visit in the tree of labels; None for a detour, or without a tree.

        `move` leads to the node, and `child_index` is its index among the parent's children. A
        detour is a child without a legal move, such as a passed turn.
        """
        if not self.open:
            return self.tree
        parent = self.open[-1].node
        # A detour has no move, or no index.
        if parent is None or move is None or child_index == NO_INDEX:
            return None
        return parent.child(move, child_index)

    def read_window(self, line: FileEntry) -> tuple[float, float]:
        """Return alpha and beta from a line; ends that are not reported are infinite.

        If the window is empty, tag the line's event, which is logged next.
        """
        if not reports_window(line.values):
            return OPEN_WINDOW
        alpha = read_end(line, "alpha", -inf)
        beta = read_end(line, "beta", inf)
        self.log.has_window = True
        # In a strict search, alpha = beta does not cut, so the window is not empty.
        is_empty = alpha > beta or (alpha == beta and not self.strict)
        if is_empty:
            self.log.add_remark(len(self.log), EMPTY_WINDOW, "")
        return alpha, beta

    def log_probability(
        self, line: FileEntry, event_index: int, node: LabelPosition | None
    ) -> None:
        """Log the probability in the line of a visit, and store it in the visit's node, if any.

        `event_index` is the index of the visit's event. InputError if the parent is not a chance
        node.
        """
        probability = line.probability("p")
        if probability is None:
            return
        is_below_chance = bool(self.open) and self.open[-1].turn == Turn.CHANCE
        if not is_below_chance:
            raise line.error("'p' is allowed only for a child of a chance node")
        self.log.unusual.add(event_index)
        self.log.probabilities[event_index] = probability
        if node is not None:
            node.probability = probability
