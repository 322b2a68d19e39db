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
from visualizer.trace.checked_recorder import depth_named
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import FIRST_DETOUR_INDEX, NO_REMARK, Detour, MovePath, Remark

ROUNDING_TOLERANCE = 1e-9
"""How far a reported probability may be from the right one."""


class ReplayedVisit:
    """An open visit of the trace, with what is needed to find its children.

    `children` is their number, if known, and `moves` are those of the position.
    """

    __slots__ = (
        "children",
        "detour_numbers",
        "game",
        "is_announced",
        "is_in_own_tree",
        "is_over",
        "is_probe",
        "labels",
        "moves",
        "numbers",
        "position",
        "row",
        "tried",
    )

    def __init__(
        self,
        row: int,
        event: event_log.Event,
        children: int | None,
        position: AnyPosition,
        *,
        moves: Sequence[Any],
        game: str | None,
        is_over: bool,
    ) -> None:
        """Start without tried children; `event` is the entry of the visit.

        `children` is the number of children, None if unknown. `game` is the name of a game with
        known rules. If the game `is_over` by these rules, there are no legal moves, and each child
        is a detour (a child that no move leads to).
        """
        self.row = row
        self.children = children
        self.position = position
        self.moves = moves
        self.game = game
        self.is_announced = bool(event.children)
        """Whether the recording announces the number of children."""
        self.is_probe = False
        self.is_over = is_over
        self.labels = position if isinstance(position, LabelPosition) and not is_over else None
        """The node of a tree of labels."""
        self.is_in_own_tree = False
        """Whether the tree is the recording's own, so that the log has the indices of children."""
        self.numbers: dict[str, int] = {}
        """The move indices by name, as far as they were asked for."""
        self.detour_numbers: dict[str, int] = {}
        """The numbers of detours, by name."""
        self.tried: set[int] = set()
        """The move indices of visited children, if their number is not announced."""

    def child_index(self, name: str) -> int:
        """Return the index of a move, or the number of a detour; else InputError."""
        if name in self.detour_numbers:
            return self.detour_numbers[name]
        return self.move_index(name)

    def move_index(self, name: str) -> int:
        """Return the index of the move with a name; InputError if no legal move has the name.

        In a tree of labels every name is a move. A new name is added as the next child.
        """
        if self.labels is not None:
            index = self.labels.place_of(name)
            if index is None:
                return self.labels.visit(name, None)
            return index
        if not self.numbers:
            for index, move in enumerate(self.moves):
                self.numbers[visible(self.position.name(move))] = index
        if name not in self.numbers:
            # A file may write moves differently, as long as the game can read them.
            with as_input_error():
                move = game_named(self.game or "").find_move(self.position, name)
            self.numbers[name] = [*self.moves].index(move)
        return self.numbers[name]

    def name(self, word: str) -> str:
        """Return the game's name for a move, if it has moves; InputError for an illegal move."""
        if not self.moves:
            return word
        move = self.moves[self.move_index(word)]
        return visible(self.position.name(move))

    def check_probability(self, name: str, reported: Fraction) -> None:
        """Raise InputError if the reported probability of a move contradicts the rules."""
        by_rules = probabilities(self.position)
        index = self.move_index(name)
        if by_rules is None:
            # By the rules a player moves, whom the recording lets move at random.
            expected: Fraction | float = 1 / len(self.moves)
        else:
            expected = by_rules[index]
        if abs(float(reported) - float(expected)) > ROUNDING_TOLERANCE:
            raise InputError(f"'p' is {reported}, but by the rules it is {expected}")


def check_side(position: AnyPosition, event: event_log.Event) -> None:
    """Raise InputError if an event reports the turn of another player than the rules.

    A turn of chance is always allowed: a search may assume that a player moves at random.
    """
    turn = turn_of(position)
    turn_names = "MIN's turn", "MAX's turn", "chance that moves"
    if event.turn not in (turn, Turn.CHANCE):
        reported = turn_names[event.turn]
        raise InputError(
            f"'max' says that it is {reported}, but by the rules it is {turn_names[turn]}"
        )


def number_of_children(announced: int | None, moves: int, *, is_quiet: bool) -> int | None:
    """Return how many children a visit may have in a game with known rules; None if unknown.

    `announced` is the number in the recording, None if the recording has none. `moves` is the
    number of legal moves. A quiet visit (`is_quiet`) may stand pat or has no plies left, and tries
    only some moves, such as captures: then the number stays unknown. InputError for more children
    than moves.
    """
    if announced is not None and announced > moves:
        raise InputError(
            f"{announced:,} children are announced, but the position has {moves:,} moves"
        )
    if announced is None:
        return None if is_quiet else moves
    return announced


PASSED_TURN_LABEL = "--"
"""The name of a passed turn, as in chess."""


def label_of_detour(probe: str | None, text: str | None, *, passes: bool) -> str:
    """Return a label for a detour, which is a child that no move leads to.

    The label is `--` for a passed turn, `(name)` for a probe (side search), `(elsewhere)` for a
    position that was given as text, and `(again)` for the position of the parent. `text` is the
    notation of such a position.
    """
    if passes:
        return PASSED_TURN_LABEL
    if probe:
        return f"({probe})"
    if text is None:
        return "(again)"
    return "(elsewhere)"


def position_again(event: event_log.Event, here: AnyPosition) -> tuple[AnyPosition, bool]:
    """Return the position of a child without a move, and whether the turn was passed.

    `here` is the parent's position. If the event says that the same player is to move, the child
    has the same position. Otherwise the turn was passed. An empty LabelPosition stands for an
    unknown position: the game has no rules here, or does not allow a pass.
    """
    reports_turn = event.verb == event_log.Verb.ENTER or event.flags & event_log.ENTERED_FLAG
    is_same_turn = reports_turn and event.turn == turn_of(here)
    if is_same_turn and isinstance(here, LabelPosition):
        return LabelPosition(here, "="), False
    if is_same_turn:
        return here, False

    if isinstance(here, LabelPosition):
        return LabelPosition(), True
    after_pass = position_after_pass(here)
    if after_pass is None:
        return LabelPosition(), True
    return after_pass, True


class Detours:
    """Gives detours move indices that no moves have, and positions."""

    def __init__(self, recording: Recording, recorder: Recorder) -> None:
        """Start without detours."""
        self.recording = recording
        self.recorder = recorder
        self.numbers: dict[tuple[MovePath, str, str], int] = {}
        """The numbers by the path above, the name, and what distinguishes equal names."""
        self.counts: dict[MovePath, int] = {}

    def arrive(
        self, event: event_log.Event, place: int, above: ReplayedVisit
    ) -> tuple[int, AnyPosition] | None:
        """Return a detour's move index and position; None if the event visits an ordinary child.

        A detour is a child that no legal move leads to: a probe, a passed turn, a position given as
        text, or a child after the end of the game. `place` is the index of the event in the log,
        and `above` is the parent. InputError for a position that cannot be read.
        """
        log = self.recording.log
        word = None
        probe = log.probe_names.get(place)
        text = log.positions.get(place)
        if event.word != event_log.NO_ENTRY:
            is_ordinary = probe is None and text is None and not above.is_over
            if is_ordinary:
                return None
            word = log.words[event.word]
        position, passes = self.position(event, above, text, word)
        name = word
        if word is not None and not text:
            name = above.name(word)
        if not name:
            name = label_of_detour(probe, text, passes=passes)

        path = self.recorder.path()
        number = self._number(path, Detour(name, position, passes, word, text), probe)
        if probe is None:
            above.detour_numbers[word or name] = number
        # If an equal detour came before, the trace has its position, which is to be used again.
        return number, self.recorder.trace.engine_notes.detours[*path, number].position

    def _number(self, path: MovePath, detour: Detour, probe: str | None) -> int:
        """Return the number of a detour below a path; equal detours share one."""
        key = path, detour.name, f"{probe}|{detour.text}"
        if key not in self.numbers:
            number = self._new_number(path)
            self.numbers[key] = number
            self.recorder.trace.engine_notes.detours[*path, number] = detour
        return self.numbers[key]

    def _new_number(self, path: MovePath) -> int:
        """Return an unused move index for a detour below a path; InputError if none is left."""
        count = self.counts.get(path, 0)
        number = FIRST_DETOUR_INDEX + count
        # A row of the trace stores a move index in two bytes.
        if number >= 0xFFFF:
            raise InputError(
                f"more than {count:,} probes and positions from elsewhere are given for one node"
            )
        self.counts[path] = count + 1
        return number

    def position(
        self, event: event_log.Event, above: ReplayedVisit, text: str | None, word: str | None
    ) -> tuple[AnyPosition, bool]:
        """Return the position of a detour, and whether it is reached by passing the turn.

        `text` is the notation of the position, and `word` the move, as far as the event has them.
        """
        if text is not None and self.recording.header.game is not None:
            return self.read_position(text, self.recording.header.game), False
        if word is None:
            return position_again(event, above.position)
        if isinstance(above.position, LabelPosition):
            return LabelPosition(above.position, word), False
        move = above.moves[above.move_index(word)]
        return above.position.play(move), False

    def read_position(self, text: str, game: str) -> AnyPosition:
        """Read the notation of a position; else InputError."""
        known_game = game_named(game)
        with as_input_error(f"the position {text!r:.60}: "):
            settings = read_game_settings(known_game, self.recording.header.settings)
            return known_game.read(text, settings)

    def position_to_search(
        self, position: AnyPosition, above: ReplayedVisit | None
    ) -> tuple[AnyPosition, bool]:
        """Return the position whose moves are searched, and whether the game is over by its rules.

        An engine may search on after the end of the game. If the game has no moves there, the moves
        are labels. `above` is the parent's visit, None at the root.
        """
        if isinstance(position, LabelPosition):
            was_over = above is not None and above.is_over
            return position, was_over
        if position.outcome() is None:
            return position, False
        continued = as_unfinished(position) or LabelPosition()
        return continued, True


def arrive_at_label(
    event: event_log.Event, word: str, above: ReplayedVisit, labels: LabelPosition
) -> tuple[int, LabelPosition | None]:
    """Return the index and the position of a node's child in a tree of labels.

    `word` is the child's label, `above` is the parent's visit, and `labels` is the parent's node.
    The position is None for a leaf.
    """
    is_leaf = event.verb == event_log.Verb.LEAF
    # In the recording's own tree, reading the file has stored the child and its index.
    if above.is_in_own_tree:
        index = event.place
    elif is_leaf:
        index = labels.visit(word, event.value)
    else:
        index = above.move_index(word)
    if is_leaf:
        return index, None
    return index, labels.child(word, index)


def kind_of_return(event: event_log.Event, left: ReplayedVisit) -> int:
    """Return how a visit ends, as the number of a `Kind`.

    `event` is the return, and `left` is the visit. The kind is FULL if all children were visited.
    Otherwise it is CUT if the recording reports a cutoff, and SAMPLED if not.
    """
    if event.flags & event_log.PROVEN_FLAG:
        return kinds.PROVEN
    is_cut = bool(event.flags & event_log.CUT_FLAG)
    has_all = bool(event.flags & event_log.ALL_VISITED_FLAG)
    move_count = left.children or len(left.moves)
    # Without an announced number of children, the rules tell whether all moves were tried. A cut
    # after the last move leaves nothing out, so it is no cutoff.
    if move_count and not left.is_announced:
        has_all = len(left.tried) >= move_count
        is_cut = is_cut and not has_all
    if is_cut:
        return kinds.CUT
    if has_all:
        return kinds.FULL
    return kinds.SAMPLED


UNLIKE_TAG = "unlike its children"
"""The tag of a value that does not agree with the children's values."""
UNLIKE_REMARK: Remark = ((UNLIKE_TAG,), "")
GAME_OVER_TAG = "game over"
"""The tag of a position that is searched although the game is over by the rules."""
GAME_OVER_REMARK: Remark = ((GAME_OVER_TAG,), "")


class Replay:
    """Reports the events of a recording to a recorder, one by one."""

    def __init__(self, recording: Recording, root: Any, recorder: Recorder) -> None:
        """Start at the root; InputError if it is no position of the recording's game."""
        self.recording = recording
        self.recorder = recorder
        self.trace = recorder.trace
        self.log = recording.log
        self.has_rules = not isinstance(root, LabelPosition)
        self.words = self.log.words
        self.record_leaf = recorder.leaf
        self.root: AnyPosition = root
        self.is_own = root is recording.tree
        """Whether the root is that of the recording's own tree of labels."""
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
        """The number of open visits down to the first that stands pat, 0 if none does."""
        self.verbs = (self.enter, self.leaf, self.leave, self.begin_pass)
        """The methods that report events, by the number of their `Verb`."""
        self.remark_key = 0
        """The key in `Trace.remarks` of the last visit or return."""
        self.root_detour_numbers: dict[str, int] = {}
        """The numbers of the last root's detours, by name."""
        self.is_pass_begun = True
        """Whether the pass of the next root was reported; the first need not be."""

    def run(self) -> float:
        """Report all events, and return the last root's value; InputError names a wrong line.

        SearchStopped if the recording ends early.
        """
        value = 0.0
        unusual = self.log.unusual
        events = self.recording.events(self.recorder.wait, self.recorder.let_others_run)
        for place, fields in enumerate(events):
            is_plain_leaf = fields[0] == event_log.LEAF_VERB and place not in unusual
            # Nearly all leaves can be reported without making an Event.
            if is_plain_leaf and self.report_label(fields):
                continue
            value = self.report(event_log.Event._make(fields), place)
            if place in unusual:
                self.record_notes(place)
        if self.log.ends_early:
            raise SearchStopped(
                f"{self.recording.file} ends early, after line {self.log.last_line:,}"
            )
        if self.log.answer is not None:
            answer, move = self.log.answer
            self.trace.engine_notes.answer = answer, self.answered_move(move)
        return value

    def report(self, event: event_log.Event, place: int) -> float:
        """Report the event with the index `place`, and return its value; InputError names its line.

        The value is 0 for an event without one, such as an entry.
        """
        log = self.log
        try:
            if self.has_rules and place in log.probabilities:
                word = self.words[event.word]
                self.open[-1].check_probability(word, log.probabilities[place])
            value = self.verbs[event.verb](event, place)
        except InputError as error:
            raise InputError(f"{self.recording.file}, line {event.line}: {error}") from error
        if place in log.stand_pat_values:
            self.recorder.stand(log.stand_pat_values[place])
            # Only the outermost visit that stands pat counts.
            if not self.stand_pat_depth:
                self.stand_pat_depth = len(self.open)
        return value

    def begin_pass(self, event: event_log.Event, place: int) -> float:
        """Report that the next root begins another pass."""
        name = self.words[event.word]
        self.recorder.begin_pass(name, depth_named(name))
        self.is_pass_begun = True
        return 0.0

    def arrive(self, event: event_log.Event, place: int) -> tuple[int, AnyPosition | None]:
        """Return the move index and the position of the visit that an event begins.

        The position is None for a leaf whose position need not be checked.
        """
        # While the file is still being read, the first window may come in any line.
        if self.trace.has_window is not self.log.has_window:
            self.trace.has_window = self.log.has_window
        if not self.open:
            return self.arrive_at_root()
        above = self.open[-1]
        has_no_move = event.word == event_log.NO_ENTRY
        if has_no_move or above.is_over or place in self.log.unusual:
            detour = self.detours.arrive(event, place, above)
            if detour is not None:
                return detour
        word = self.words[event.word]
        if above.labels is not None:
            return arrive_at_label(event, word, above, above.labels)
        number = above.move_index(word)
        if event.verb == event_log.Verb.ENTER or event.flags:
            return number, above.position.play(above.moves[number])
        return number, None

    def arrive_at_root(self) -> tuple[int, AnyPosition]:
        """Begin a pass if none was reported, and return 0 as the root's index, and its position."""
        if not self.is_pass_begun:
            self.recorder.begin_pass("")
        self.is_pass_begun = False
        return 0, self.root

    def count_child(self, number: int) -> None:
        """Count a child, by move index, of the innermost open visit.

        A visit that announces how many children it has needs no count.
        """
        if not self.open or self.open[-1].is_announced:
            return
        above = self.open[-1]
        # Detours are no children, except after the end of a game, where no other child exists.
        is_child = number < FIRST_DETOUR_INDEX or above.is_over
        if not is_child:
            return
        above.tried.add(number)
        # A visit with an unknown number of children was entered with one.
        if above.children is None and len(above.tried) > 1:
            self.recorder.recount(len(above.tried))

    def enter(self, event: event_log.Event, place: int) -> float:
        """Report an inner node; InputError if it is the other side's turn.

        For labels, and after the end of a game, only the recording knows the number of children and
        the turn.
        """
        number, position = self.arrive(event, place)
        self.count_child(number)
        assert position is not None  # only a leaf has none
        above = self.open[-1] if self.open else None
        is_in_own_tree = self.is_child_in_own_tree(number)
        here, is_over = self.detours.position_to_search(position, above)
        moves: Sequence[Any] = () if isinstance(here, LabelPosition) else here.moves()
        if is_over:
            # After the end of a game, its rules say nothing about the children.
            children = None
        elif isinstance(here, LabelPosition):
            if not is_in_own_tree:
                self.add_to_labels(event, here)
            children = event.children or None
        else:
            check_side(here, event)
            children = self.known_children(event, place, len(moves))
        # The recorder needs a number of children; `count_child` raises it as children come.
        row = self.recorder.enter(number, event.turn, children or 1, event.alpha, event.beta)
        game = self.recording.header.game
        visit = ReplayedVisit(
            row,
            event,
            children,
            here,
            moves=moves,
            game=game,
            is_over=is_over,
        )
        visit.is_in_own_tree = is_in_own_tree
        if here is not position:
            self.trace.remarks[2 * row] = GAME_OVER_REMARK
        self.push(visit, place)
        return 0.0

    def is_child_in_own_tree(self, number: int) -> bool:
        """Return whether a child of the innermost open visit is in the recording's own tree."""
        if number >= FIRST_DETOUR_INDEX:
            return False
        if not self.open:
            return self.is_own
        return self.open[-1].is_in_own_tree

    def add_to_labels(self, event: event_log.Event, node: LabelPosition) -> None:
        """Record the turn and the number of children in a tree that reading has not made."""
        node.set_turn(event.turn, event.line, self.recording.file)
        node.announced = max(node.announced, event.children)

    def known_children(self, event: event_log.Event, place: int, moves: int) -> int | None:
        """Return how many children a visit could have in a known game, None if unknown."""
        notes = self.log.entry_notes.get(place, {})
        is_quiet = place in self.log.stand_pat_values or notes.get("depth", 1) <= 0
        return number_of_children(event.children or None, moves, is_quiet=is_quiet)

    def push(self, visit: ReplayedVisit, place: int) -> None:
        """Make a visit the innermost open one.

        `place` is the index of the event that has entered the visit.
        """
        row = visit.row
        if visit.children is None:
            self.trace.uncounted_rows.append(row)
        if self.stand_pat_depth:
            self.record_beyond(row, place)
        if place in self.log.probe_names:
            visit.is_probe = True
            self.record_probe(row, place)
            self.open_probes += 1
        self.open.append(visit)
        # Remarks on an entry have even keys, remarks on a return odd ones.
        self.remark_key = 2 * row

    def leaf(self, event: event_log.Event, place: int) -> float:
        """Report a leaf, and return its value; InputError if it is the other side's turn."""
        number, position = self.arrive(event, place)
        self.count_child(number)
        if isinstance(position, LabelPosition):
            position.own_value = event.value  # it is the root, or no move leads there
        elif position is not None:
            reports_turn = event.flags & event_log.ENTERED_FLAG
            # When the game is over, it is nobody's turn.
            if reports_turn and position.outcome() is None:
                check_side(position, event)
        row = self.recorder.visited()
        if self.stand_pat_depth:
            self.record_beyond(row, place)
        if place in self.log.probe_names:
            self.record_probe(row, place)
        self.remark_key = 2 * row
        return self.recorder.leaf(
            number, event.value, event.kind, event.alpha, event.beta, event.source
        )

    def report_label(self, fields: event_log.EventFields) -> bool:
        """Report a plain leaf of a tree of labels quickly; return False for any other leaf.

        `fields` are those of the leaf's Event.
        """
        # Nearly all leaves of a tree of labels take this way, so it calls as little as possible.
        _, _, word, value, _, kind, _, source, alpha, beta, number = fields
        has_window = alpha == alpha  # noqa: PLR0124  NaN, an unknown alpha, differs from itself
        # The first window of a trace is left to `arrive`.
        if not self.open or (has_window and not self.trace.has_window):
            return False
        above = self.open[-1]
        if above.labels is None:
            return False
        if not above.is_in_own_tree:
            number = above.labels.visit(self.words[word], value)
        if not above.is_announced:
            self.count_child(number)
        if self.stand_pat_depth and not self.open_probes:
            self.trace.engine_notes.beyond_horizon.append(self.recorder.visited())
        self.record_leaf(number, value, kind, alpha, beta, source)
        return True

    def record_probe(self, row: int, place: int) -> None:
        """Record that a probe begins with a visit, as the event at a place says."""
        name = self.log.probe_names[place]
        self.trace.engine_notes.add_probe(row, name, inside=self.open_probes > 0)

    def record_beyond(self, row: int, place: int) -> None:
        """Record a visit below one that stands pat, unless it is in a probe."""
        if not self.open_probes and place not in self.log.probe_names:
            self.trace.engine_notes.beyond_horizon.append(row)

    def leave(self, event: event_log.Event, place: int) -> float:
        """Report that the innermost open visit returns, and return the visit's value."""
        left = self.open[-1]
        kind = kind_of_return(event, left)
        names_best = event.word != event_log.NO_ENTRY
        if names_best:
            self.trace.named_best[left.row] = left.child_index(self.words[event.word])
        self.open.pop()
        # The outermost visit that stands pat has returned.
        if len(self.open) < self.stand_pat_depth:
            self.stand_pat_depth = 0
        if not self.open:
            self.root_detour_numbers = left.detour_numbers
        if left.is_probe:
            self.open_probes -= 1
        value = self.recorder.leave(event.value, kind)
        # Remarks on an entry have even keys, remarks on a return odd ones.
        self.remark_key = 2 * left.row + 1
        if event.flags & event_log.UNLIKE_FLAG:
            self.trace.remarks[self.remark_key] = UNLIKE_REMARK
        return value

    def record_notes(self, place: int) -> None:
        """Record an engine's notes on the last visit or return: those of the event at `place`.

        They are a bound on the value, notes on entry such as the depth, and remarks.
        """
        row = self.remark_key // 2
        notes = self.trace.engine_notes
        if place in self.log.bounds:
            notes.bounds[row] = self.log.bounds[place]
        if place in self.log.entry_notes:
            notes.entry_notes[row] = self.log.entry_notes[place]
        if place in self.log.remarks:
            self.record_remark(self.log.remarks[place])

    def record_remark(self, remark: Remark) -> None:
        """Record the last event's remark, with its tags before those that are recorded already."""
        earlier_tags, _ = self.trace.remarks.get(self.remark_key, NO_REMARK)
        if earlier_tags:
            tags, note = remark
            remark = (*tags, *earlier_tags), note
        self.trace.remarks[self.remark_key] = remark

    def answered_move(self, move: str | None) -> int | None:
        """Return the index of the move that the engine gives as its answer; None if it gives none.

        InputError for a move that is not legal at the root.
        """
        if move is None:
            return None
        if isinstance(self.root, LabelPosition):
            return self.root.place_of(move)
        # After the end of the game, only moves that were searched have an index.
        if self.root.outcome() is not None:
            return self.root_detour_numbers.get(move)
        with as_input_error(f"{self.recording.file}, line {self.log.last_line:,}: "):
            best = game_named(self.recording.header.game or "").find_move(self.root, move)
        return [*self.root.moves()].index(best)
