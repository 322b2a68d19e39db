"""Replaying a recording: its events go to a recorder, like those of any search."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games import AnyPosition, Turn, as_unfinished, position_after_pass, probabilities, turn_of
from visualizer.searching.events import event_log
from visualizer.searching.events.label_tree import LabelPosition
from visualizer.searching.events.recordings import Recording
from visualizer.support.errors import InputError, as_input_error, visible
from visualizer.support.plugins.discovery import game_named, read_game_settings
from visualizer.trace import recorder as kinds
from visualizer.trace.checked_recorder import depth_in_name
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import FIRST_DETOUR_INDEX, NO_REMARK, Detour, MovePath, Remark

ROUNDING_TOLERANCE = 1e-9
"""How far a reported probability may be from the right one."""


class ReplayedVisit:
    """An open visit of the trace, with everything that is needed to find its children."""

    __slots__ = (
        "child_count",
        "detour_indices",
        "game",
        "indices",
        "is_announced",
        "is_in_own_tree",
        "is_over",
        "is_probe",
        "labels",
        "moves",
        "position",
        "row",
        "tried",
    )

    def __init__(
        self,
        row: int,
        event: event_log.Event,
        child_count: int | None,
        position: AnyPosition,
        *,
        moves: Sequence[Any],
        game: str | None,
        is_over: bool,
    ) -> None:
        """Start without tried children; `event` is the entry of the visit.

        `child_count` is the number of children, None if unknown. `moves` are the moves of the
        position. `game` is the name of a game with known rules, None for a tree of labels. If the
        game `is_over` by its rules, each child is a detour (a child without a legal move).
        """
        self.row = row
        self.child_count = child_count
        self.position = position
        self.moves = moves
        self.game = game
        self.is_announced = bool(event.announced_children)
        """Whether the recording announces the number of children."""
        self.is_probe = False
        self.is_over = is_over
        self.labels = position if isinstance(position, LabelPosition) and not is_over else None
        """The node in a tree of labels, None in a game with known rules."""
        self.is_in_own_tree = False
        """Whether the tree is the recording's own, so that the log has the indices of children."""
        self.indices: dict[str, int] = {}
        """The move indices by name; filled when first needed."""
        self.detour_indices: dict[str, int] = {}
        """The move indices of detours, which are larger than those of moves, by name."""
        self.tried: set[int] = set()
        """The move indices of visited children, if their number is not announced."""

    def index_of_child(self, name: str) -> int:
        """Return the index of a move or a detour by name; InputError for an unknown name."""
        if name in self.detour_indices:
            return self.detour_indices[name]
        return self.move_index(name)

    def move_index(self, name: str) -> int:
        """Return the index of a move by name; InputError if no legal move has this name.

        In a tree of labels, every name is a move: a new name becomes the next child.
        """
        if self.labels is not None:
            index = self.labels.index_of(name)
            if index is None:
                return self.labels.visit(name, None)
            return index
        if not self.indices:
            for index, move in enumerate(self.moves):
                self.indices[visible(self.position.name(move))] = index
        if name not in self.indices:
            # A file may name a move in any notation that the game can read.
            with as_input_error():
                move = game_named(self.game or "").find_move(self.position, name)
            self.indices[name] = [*self.moves].index(move)
        return self.indices[name]

    def name(self, word: str) -> str:
        """Return the game's name for a move, given its name in a file; InputError if illegal."""
        # In a tree of labels, and beyond the end of a game, a move has only its name in the file.
        if not self.moves:
            return word
        move = self.moves[self.move_index(word)]
        return visible(self.position.name(move))

    def check_probability(self, name: str, reported: Fraction) -> None:
        """Raise InputError if the reported probability of a move contradicts the rules."""
        by_rules = probabilities(self.position)
        index = self.move_index(name)
        if by_rules is None:
            # A player moves by the rules, but this recorded search assumes random moves.
            expected: Fraction | float = 1 / len(self.moves)
        else:
            expected = by_rules[index]
        if abs(float(reported) - float(expected)) > ROUNDING_TOLERANCE:
            raise InputError(f"'p' is {reported}, but by the rules it is {expected}")


def check_side(position: AnyPosition, event: event_log.Event) -> None:
    """Raise InputError if an event reports a turn that contradicts the game's rules.

    A turn of chance is always allowed: a search may assume that a player moves at random.
    """
    turn = turn_of(position)
    # The index is the number of the `Turn`.
    turn_names = "MIN's turn", "MAX's turn", "chance that moves"
    if event.turn not in (turn, Turn.CHANCE):
        reported = turn_names[event.turn]
        raise InputError(
            f"'max' says that it is {reported}, but by the rules it is {turn_names[turn]}"
        )


def possible_child_count(announced: int | None, moves: int, *, is_quiescent: bool) -> int | None:
    """Return how many children a visit may have in a game with known rules; None if unknown.

    `announced` is the number in the recording, None if it has none, and `moves` the number of legal
    moves. `is_quiescent` says whether the visit may try only some moves, such as captures.
    InputError if more children are announced than there are moves.
    """
    if announced is None:
        return None if is_quiescent else moves
    if announced > moves:
        raise InputError(
            f"{announced:,} children are announced, but the position has {moves:,} moves"
        )
    return announced


PASSED_TURN_LABEL = "--"
"""The name of a passed turn, as in chess."""


def label_of_detour(probe: str | None, text: str | None, *, passes: bool) -> str:
    """Return a name for a detour (a child without a legal move) that the recording does not name.

    `passes` says whether the turn is passed. `probe` is the name of the side search that the detour
    begins, None if it begins none. `text` is the notation of the position, None if the event has
    none.

    >>> label_of_detour("see", None, passes=False), label_of_detour(None, None, passes=False)
    ('(see)', '(again)')
    """
    if passes:
        return PASSED_TURN_LABEL
    if probe:
        return f"({probe})"
    if text is None:
        return "(again)"
    return "(elsewhere)"


def position_without_move(
    event: event_log.Event, position: AnyPosition
) -> tuple[AnyPosition, bool]:
    """Return the position of a child without a move, and whether the turn was passed.

    `position` is the parent's position. It is also the child's if the event says that the same
    player is to move; otherwise the turn was passed. If the rules do not allow this or are unknown,
    the child's position is an empty LabelPosition.
    """
    reports_turn = event.verb == event_log.Verb.ENTER or event.flags & event_log.ENTERED_FLAG
    is_same_turn = reports_turn and event.turn == turn_of(position)
    # In a tree of labels, the child needs a node that differs from its parent's.
    if is_same_turn and isinstance(position, LabelPosition):
        return LabelPosition(position, "="), False
    if is_same_turn:
        return position, False

    if isinstance(position, LabelPosition):
        return LabelPosition(), True
    after_pass = position_after_pass(position)
    if after_pass is None:
        return LabelPosition(), True
    return after_pass, True


class Detours:
    """Finds the positions of detours (children without a legal move), and their move indices.

    A detour, such as a passed turn, gets a move index that is larger than the index of any move.
    """

    def __init__(self, recording: Recording, recorder: Recorder) -> None:
        """Start without detours."""
        self.recording = recording
        self.recorder = recorder
        self.indices: dict[tuple[MovePath, str, str], int] = {}
        """The move indices, by the parent's path, the name, and the probe and notation in one."""
        self.counts: dict[MovePath, int] = {}
        """How many detours there are below each path."""

    def locate(
        self, event: event_log.Event, event_index: int, parent: ReplayedVisit
    ) -> tuple[int, AnyPosition] | None:
        """Return a detour's move index and position; None if the event visits an ordinary child.

        A detour is a probe, a passed turn, a position given as text, or a child after the end of
        the game. `event_index` is the index of the event in the log. InputError for a position that
        cannot be read.
        """
        log = self.recording.log
        word = None
        probe = log.probe_names.get(event_index)
        text = log.positions.get(event_index)
        if event.word != event_log.NO_ENTRY:
            is_ordinary = probe is None and text is None and not parent.is_over
            if is_ordinary:
                return None
            word = log.words[event.word]
        position, passes = self.position(event, parent, text, word)
        name = word
        if word is not None and not text:
            name = parent.name(word)
        if not name:
            name = label_of_detour(probe, text, passes=passes)

        path = self.recorder.path()
        index = self._index(path, Detour(name, position, passes, word, text), probe)
        if probe is None:
            parent.detour_indices[word or name] = index
        # Equal detours share the position that the trace stored for the first of them.
        return index, self.recorder.trace.engine_notes.detours[*path, index].position

    def _index(self, path: MovePath, detour: Detour, probe: str | None) -> int:
        """Return the move index of a detour below a path; equal detours have the same index."""
        key = path, detour.name, f"{probe}|{detour.text}"
        if key not in self.indices:
            index = self._new_index(path)
            self.indices[key] = index
            self.recorder.trace.engine_notes.detours[*path, index] = detour
        return self.indices[key]

    def _new_index(self, path: MovePath) -> int:
        """Return an unused move index for a detour below a path; InputError if all are used."""
        count = self.counts.get(path, 0)
        index = FIRST_DETOUR_INDEX + count
        # A row of the trace stores a move index in two bytes, which hold at most 0xFFFF.
        if index >= 0xFFFF:
            raise InputError(
                f"more than {count:,} probes and positions from elsewhere are given for one node"
            )
        self.counts[path] = count + 1
        return index

    def position(
        self, event: event_log.Event, parent: ReplayedVisit, text: str | None, word: str | None
    ) -> tuple[AnyPosition, bool]:
        """Return the position of a detour, and whether it is reached by passing the turn.

        `text` is the notation of the position and `word` the move, None if the event has none.
        """
        if text is not None and self.recording.header.game is not None:
            return self.read_position(text, self.recording.header.game), False
        if word is None:
            return position_without_move(event, parent.position)
        if isinstance(parent.position, LabelPosition):
            return LabelPosition(parent.position, word), False
        move = parent.moves[parent.move_index(word)]
        return parent.position.play(move), False

    def read_position(self, text: str, game: str) -> AnyPosition:
        """Read the notation of a position; InputError if it is wrong."""
        known_game = game_named(game)
        with as_input_error(f"the position {text!r:.60}: "):
            settings = read_game_settings(known_game, self.recording.header.settings)
            return known_game.read(text, settings)

    def position_to_search(
        self, position: AnyPosition, parent: ReplayedVisit | None
    ) -> tuple[AnyPosition, bool]:
        """Return the position whose moves an engine may search, and whether the game is over.

        If the game is over, the moves are those that would be legal if it went on. If the rules do
        not say which moves these are, the position is an empty LabelPosition, where any label is a
        move. `parent` is the parent's visit, None at the root.
        """
        if isinstance(position, LabelPosition):
            was_over = parent is not None and parent.is_over
            return position, was_over
        if position.outcome() is None:
            return position, False
        continued = as_unfinished(position) or LabelPosition()
        return continued, True


def locate_label(
    event: event_log.Event, word: str, parent: ReplayedVisit, labels: LabelPosition
) -> tuple[int, LabelPosition | None]:
    """Return the index and the position of the labelled child that an event visits.

    `word` is the child's label, `parent` is the parent's visit, and `labels` is the parent's node.
    A leaf needs no position, so it is None.
    """
    is_leaf = event.verb == event_log.Verb.LEAF
    # The children in the recording's own tree were added when the file was read.
    if parent.is_in_own_tree:
        index = event.child_index
    elif is_leaf:
        index = labels.visit(word, event.value)
    else:
        index = parent.move_index(word)
    if is_leaf:
        return index, None
    return index, labels.child(word, index)


def kind_of_return(event: event_log.Event, visit: ReplayedVisit) -> int:
    """Return how a visit ends, as the number of a `Kind`; `event` is its return.

    It is PROVEN or CUT if the recording says so, else FULL if all children were visited, else
    SAMPLED.
    """
    if event.flags & event_log.PROVEN_FLAG:
        return kinds.PROVEN
    is_cut = bool(event.flags & event_log.CUT_FLAG)
    is_complete = bool(event.flags & event_log.ALL_VISITED_FLAG)
    move_count = visit.child_count or len(visit.moves)
    # If the recording does not announce the number of children, count the legal moves.
    if move_count and not visit.is_announced:
        is_complete = len(visit.tried) >= move_count
        # After the last move, there is nothing left to cut.
        is_cut = is_cut and not is_complete
    if is_cut:
        return kinds.CUT
    if is_complete:
        return kinds.FULL
    return kinds.SAMPLED


CONTRADICTION_TAG = "unlike its children"
"""The tag of a value that contradicts the children's values."""
CONTRADICTION_REMARK: Remark = ((CONTRADICTION_TAG,), "")
GAME_OVER_TAG = "game over"
"""The tag of a position that is searched although the game is over by the rules."""
GAME_OVER_REMARK: Remark = ((GAME_OVER_TAG,), "")


class Replay:
    """Reports the events of a recording to a recorder, one by one."""

    def __init__(self, recording: Recording, root: Any, recorder: Recorder) -> None:
        """Start at the root; InputError if it belongs to a game, but the recording names none."""
        self.recording = recording
        self.recorder = recorder
        self.trace = recorder.trace
        self.log = recording.log
        self.has_rules = not isinstance(root, LabelPosition)
        self.words = self.log.words
        self.record_leaf = recorder.leaf
        self.root: AnyPosition = root
        self.starts_in_own_tree = root is recording.tree
        """Whether the root is the root of the recording's own tree of labels."""
        if self.has_rules and recording.header.game is None:
            raise InputError(
                f"{recording.file} names no game, so its moves are only labels, "
                "not moves of this position"
            )
        self.detours = Detours(recording, recorder)
        self.open: list[ReplayedVisit] = []
        self.open_probes = 0
        """How many of the open visits begin a probe."""
        self.stand_pat_depth = 0
        """The depth in `open` of the outermost visit that stands pat, from 1; 0 if none does."""
        self.methods = (self.enter, self.leaf, self.leave, self.begin_pass)
        """The methods that report events, by the number of the `Verb`."""
        self.remark_key = 0
        """The key in `Trace.remarks` of the last event: 2 * row, or 2 * row + 1 for a return."""
        self.root_detour_indices: dict[str, int] = {}
        """The move indices of the detours of the last visit to the root, by name."""
        self.is_pass_begun = True
        """Whether the pass of the next visit to the root has begun; the first pass always has."""

    def run(self) -> float:
        """Report all events, and return the value of the last visit to the root.

        InputError for a wrong line names the line. SearchStopped if the recording ends early.
        """
        value = 0.0
        unusual = self.log.unusual
        events = self.recording.events(self.recorder.wait, self.recorder.let_others_run)
        for event_index, fields in enumerate(events):
            is_plain_leaf = fields[0] == event_log.LEAF_VERB and event_index not in unusual
            # Nearly all leaves can be reported without making an Event.
            if is_plain_leaf and self.report_plain_leaf(fields):
                continue
            value = self.report(event_log.Event._make(fields), event_index)
            if event_index in unusual:
                self.record_notes(event_index)
        if self.log.ends_early:
            raise SearchStopped(
                f"{self.recording.file} ends early, after line {self.log.last_line:,}"
            )
        if self.log.answer is not None:
            answer, move = self.log.answer
            self.trace.engine_notes.answer = answer, self.answered_move(move)
        return value

    def report(self, event: event_log.Event, event_index: int) -> float:
        """Report an event, and return its value; 0 for an event without a value, such as an entry.

        `event_index` is the index of the event in the log. InputError names the line of the event.
        """
        log = self.log
        try:
            if self.has_rules and event_index in log.probabilities:
                word = self.words[event.word]
                self.open[-1].check_probability(word, log.probabilities[event_index])
            value = self.methods[event.verb](event, event_index)
        except InputError as error:
            raise InputError(f"{self.recording.file}, line {event.line}: {error}") from error
        if event_index in log.stand_pat_values:
            self.recorder.stand(log.stand_pat_values[event_index])
            # Only the outermost of the visits that stand pat is remembered.
            if not self.stand_pat_depth:
                self.stand_pat_depth = len(self.open)
        return value

    def begin_pass(self, event: event_log.Event, event_index: int) -> float:
        """Report that the next visit to the root begins another pass."""
        name = self.words[event.word]
        self.recorder.begin_pass(name, depth_in_name(name))
        self.is_pass_begun = True
        return 0.0

    def locate(self, event: event_log.Event, event_index: int) -> tuple[int, AnyPosition | None]:
        """Return the move index and the position of the visit that an event begins.

        The position is None if it is not needed, as for most leaves.
        """
        # In a growing file, the first window may come at any time.
        if self.trace.has_window is not self.log.has_window:
            self.trace.has_window = self.log.has_window
        if not self.open:
            return self.locate_root()
        parent = self.open[-1]
        has_no_move = event.word == event_log.NO_ENTRY
        if has_no_move or parent.is_over or event_index in self.log.unusual:
            detour = self.detours.locate(event, event_index, parent)
            if detour is not None:
                return detour
        word = self.words[event.word]
        if parent.labels is not None:
            return locate_label(event, word, parent, parent.labels)
        move_index = parent.move_index(word)
        # If a leaf says who is to move (its flags are not 0), its position is needed to check that.
        if event.verb == event_log.Verb.ENTER or event.flags:
            return move_index, parent.position.play(parent.moves[move_index])
        return move_index, None

    def locate_root(self) -> tuple[int, AnyPosition]:
        """Return the root's index, 0, and its position; begin a pass if none has begun yet."""
        if not self.is_pass_begun:
            self.recorder.begin_pass("")
        self.is_pass_begun = False
        return 0, self.root

    def count_child(self, move_index: int) -> None:
        """Count a child of the innermost open visit, unless the visit has announced the number."""
        if not self.open or self.open[-1].is_announced:
            return
        parent = self.open[-1]
        # After the end of a game, all children are detours, and count; other detours do not.
        is_counted = move_index < FIRST_DETOUR_INDEX or parent.is_over
        if not is_counted:
            return
        parent.tried.add(move_index)
        # A visit with an unknown number of children was entered as if it had one child.
        if parent.child_count is None and len(parent.tried) > 1:
            self.recorder.recount(len(parent.tried))

    def enter(self, event: event_log.Event, event_index: int) -> float:
        """Report the entry of an inner node; InputError if the turn contradicts the rules.

        In a tree of labels, and beyond the end of a game, there are no rules to check the turn and
        the number of children.
        """
        move_index, position = self.locate(event, event_index)
        self.count_child(move_index)
        assert position is not None  # only leaves may lack it
        parent = self.open[-1] if self.open else None
        is_in_own_tree = self.is_child_in_own_tree(move_index)
        searched, is_over = self.detours.position_to_search(position, parent)
        moves: Sequence[Any] = () if isinstance(searched, LabelPosition) else searched.moves()
        if is_over:
            # Beyond the end of a game, its rules say nothing about the children.
            child_count = None
        elif isinstance(searched, LabelPosition):
            if not is_in_own_tree:
                self.add_to_labels(event, searched)
            child_count = event.announced_children or None
        else:
            check_side(searched, event)
            child_count = self.known_child_count(event, event_index, len(moves))
        # The recorder needs a number of children. If it is unknown, `count_child` corrects the 1.
        row = self.recorder.enter(move_index, event.turn, child_count or 1, event.alpha, event.beta)
        game = self.recording.header.game
        visit = ReplayedVisit(
            row,
            event,
            child_count,
            searched,
            moves=moves,
            game=game,
            is_over=is_over,
        )
        visit.is_in_own_tree = is_in_own_tree
        self.push(visit, event_index)
        if searched is not position:
            self.trace.remarks[self.remark_key] = GAME_OVER_REMARK
        return 0.0

    def is_child_in_own_tree(self, move_index: int) -> bool:
        """Return whether a child of the innermost open visit is in the recording's own tree."""
        if move_index >= FIRST_DETOUR_INDEX:
            return False
        if not self.open:
            return self.starts_in_own_tree
        return self.open[-1].is_in_own_tree

    def add_to_labels(self, event: event_log.Event, node: LabelPosition) -> None:
        """Store the turn and the number of children in a node outside the recording's own tree."""
        node.set_turn(event.turn, event.line, self.recording.file)
        node.announced_children = max(node.announced_children, event.announced_children)

    def known_child_count(self, event: event_log.Event, event_index: int, moves: int) -> int | None:
        """Return how many children an entered visit may have by the rules; None if unknown."""
        notes = self.log.entry_notes.get(event_index, {})
        # In quiescence search, an engine reports that no plies are left, or fewer than none.
        is_quiescent = event_index in self.log.stand_pat_values or notes.get("depth", 1) <= 0
        return possible_child_count(
            event.announced_children or None, moves, is_quiescent=is_quiescent
        )

    def push(self, visit: ReplayedVisit, event_index: int) -> None:
        """Push a visit onto the stack of open visits, and record what is unusual about it.

        `event_index` is the index of the event that entered the visit.
        """
        row = visit.row
        if visit.child_count is None:
            self.trace.uncounted_rows.append(row)
        if self.stand_pat_depth:
            self.record_visit_beyond_horizon(row, event_index)
        if event_index in self.log.probe_names:
            visit.is_probe = True
            self.record_probe(row, event_index)
            self.open_probes += 1
        self.open.append(visit)
        self.remark_key = 2 * row

    def leaf(self, event: event_log.Event, event_index: int) -> float:
        """Report a leaf, and return its value; InputError if the turn contradicts the rules."""
        move_index, position = self.locate(event, event_index)
        self.count_child(move_index)
        # The root and detours store their own value; other leaves are stored in their parent.
        if isinstance(position, LabelPosition):
            position.own_value = event.value
        elif position is not None:
            reports_turn = event.flags & event_log.ENTERED_FLAG
            # If the game is over, it is nobody's turn.
            if reports_turn and position.outcome() is None:
                check_side(position, event)
        row = self.recorder.visited()
        if self.stand_pat_depth:
            self.record_visit_beyond_horizon(row, event_index)
        if event_index in self.log.probe_names:
            self.record_probe(row, event_index)
        self.remark_key = 2 * row
        return self.recorder.leaf(
            move_index, event.value, event.kind, event.alpha, event.beta, event.source
        )

    def report_plain_leaf(self, fields: event_log.EventFields) -> bool:
        """Report a leaf in a tree of labels quickly; return False if `leaf` must do it.

        `fields` are the fields of the leaf's Event.
        """
        # Nearly all leaves in trees of labels are reported here, so few functions are called.
        _, _, word, value, _, kind, _, source, alpha, beta, child_index = fields
        has_window = alpha == alpha  # noqa: PLR0124  NaN, an unknown alpha, differs from itself
        # The first window of a trace must be noted in `locate`.
        if not self.open or (has_window and not self.trace.has_window):
            return False
        parent = self.open[-1]
        if parent.labels is None:
            return False
        if not parent.is_in_own_tree:
            child_index = parent.labels.visit(self.words[word], value)
        if not parent.is_announced:
            self.count_child(child_index)
        if self.stand_pat_depth and not self.open_probes:
            self.trace.engine_notes.beyond_horizon.append(self.recorder.visited())
        self.record_leaf(child_index, value, kind, alpha, beta, source)
        return True

    def record_probe(self, row: int, event_index: int) -> None:
        """Record that a probe begins with the visit at a row, the visit of an event."""
        name = self.log.probe_names[event_index]
        self.trace.engine_notes.add_probe(row, name, inside=self.open_probes > 0)

    def record_visit_beyond_horizon(self, row: int, event_index: int) -> None:
        """Record that a visit is below a visit that stands pat, unless it is in a probe."""
        if not self.open_probes and event_index not in self.log.probe_names:
            self.trace.engine_notes.beyond_horizon.append(row)

    def leave(self, event: event_log.Event, event_index: int) -> float:
        """Report that the innermost open visit returns, and return the visit's value."""
        visit = self.open[-1]
        kind = kind_of_return(event, visit)
        names_best = event.word != event_log.NO_ENTRY
        if names_best:
            self.trace.named_best[visit.row] = visit.index_of_child(self.words[event.word])
        self.open.pop()
        # No visit that stands pat is open any more.
        if len(self.open) < self.stand_pat_depth:
            self.stand_pat_depth = 0
        if not self.open:
            self.root_detour_indices = visit.detour_indices
        if visit.is_probe:
            self.open_probes -= 1
        value = self.recorder.leave(event.value, kind)
        self.remark_key = 2 * visit.row + 1
        if event.flags & event_log.CONTRADICTION_FLAG:
            self.trace.remarks[self.remark_key] = CONTRADICTION_REMARK
        return value

    def record_notes(self, event_index: int) -> None:
        """Record the engine's notes on an event, which has just been reported.

        The notes are a bound on the value, numbers such as the depth, and a remark.
        """
        row = self.remark_key // 2
        notes = self.trace.engine_notes
        if event_index in self.log.bounds:
            notes.bounds[row] = self.log.bounds[event_index]
        if event_index in self.log.entry_notes:
            notes.entry_notes[row] = self.log.entry_notes[event_index]
        if event_index in self.log.remarks:
            self.record_remark(self.log.remarks[event_index])

    def record_remark(self, remark: Remark) -> None:
        """Record a remark on the last event, with its tags before the tags that the event has."""
        earlier_tags, _ = self.trace.remarks.get(self.remark_key, NO_REMARK)
        if earlier_tags:
            tags, note = remark
            remark = (*tags, *earlier_tags), note
        self.trace.remarks[self.remark_key] = remark

    def answered_move(self, move: str | None) -> int | None:
        """Return the index of the move in the engine's answer, None if the answer has no move.

        InputError for a move that is not legal at the root.
        """
        if move is None:
            return None
        if isinstance(self.root, LabelPosition):
            return self.root.index_of(move)
        # Beyond the end of the game, only moves that were searched have an index.
        if self.root.outcome() is not None:
            return self.root_detour_indices.get(move)
        with as_input_error(f"{self.recording.file}, line {self.log.last_line:,}: "):
            best = game_named(self.recording.header.game or "").find_move(self.root, move)
        return [*self.root.moves()].index(best)
