"""Replaying a recording, which looks like any other search to whoever watches."""

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
    """An open visit of the trace: its row, and what it may look at.

    `children` is their number, if known, and `moves` are those of the position.
    """

    __slots__ = (
        "children",
        "game",
        "is_counted",
        "is_over",
        "is_placed",
        "is_probe",
        "labels",
        "moves",
        "numbers",
        "others",
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
        """Start without children; `game` is the name of a game with known rules.

        If the game `is_over` by these rules, no move leads anywhere, and each child is a detour.
        """
        self.row = row
        self.children = children
        self.position = position
        self.moves = moves
        self.game = game
        self.is_counted = bool(event.children)
        self.is_probe = False
        self.is_over = is_over
        self.labels = position if isinstance(position, LabelPosition) and not is_over else None
        """The node of a tree of labels."""
        self.is_placed = False
        """Whether the tree is the recording's own, so that the log has the indices of children."""
        self.numbers: dict[str, int] = {}
        """The move indices by name, as far as they were asked for."""
        self.others: dict[str, int] = {}
        """The numbers of detours, by name."""
        self.tried: set[int] = set()
        """The move indices of children looked at, if their number is not announced."""

    def number(self, name: str) -> int:
        """Return the index of a move, or the number of a detour; else InputError."""
        if name in self.others:
            return self.others[name]
        return self.legal(name)

    def legal(self, name: str) -> int:
        """Return the index of a move; InputError if it is not legal."""
        if self.labels is not None:
            place = self.labels.place_of(name)
            if place is None:
                return self.labels.visit(name, None)
            return place
        if not self.numbers:
            self.numbers.update(
                (visible(self.position.name(move)), place) for place, move in enumerate(self.moves)
            )
        if name not in self.numbers:
            with as_input_error():
                move = game_named(self.game or "").find_move(self.position, name)
            self.numbers[name] = [*self.moves].index(move)
        return self.numbers[name]

    def name(self, word: str) -> str:
        """Return the game's name for a move, if it has moves; InputError for an illegal move."""
        if self.moves:
            return visible(self.position.name(self.moves[self.legal(word)]))
        return word

    def check_probability(self, name: str, reported: Fraction) -> None:
        """Raise InputError if a move's probability differs from that by the rules."""
        odds = probabilities(self.position)
        number = self.legal(name)
        # Without chance in the rules, a player moves at random.
        right = 1 / len(self.moves) if odds is None else odds[number]
        if abs(float(reported) - float(right)) > ROUNDING_TOLERANCE:
            raise InputError(f"'p' is {reported}, but by the rules it is {right}")


def check_side(position: AnyPosition, event: event_log.Event) -> None:
    """Raise InputError for another turn than by the rules; any player may move at random."""
    turn = turn_of(position)
    names = "MIN's turn", "MAX's turn", "chance that moves"
    if event.turn not in (turn, Turn.CHANCE):
        raise InputError(
            f"'max' says that it is {names[event.turn]}, but by the rules it is {names[turn]}"
        )


def number_of_children(announced: int | None, moves: int, *, is_quiet: bool) -> int | None:
    """Return how many children a visit could look at in a known game, None if unknown.

    It is unknown if the visit `is_quiet`: standing pat is possible, or no plies are left, so that
    only some moves are looked at, such as captures. InputError for more children than moves.
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
        """Return the number and the position of a detour, None for a visit that is none.

        InputError for a position that cannot be read.
        """
        log = self.recording.log
        word = None
        probe = log.probe_names.get(place)
        text = log.positions.get(place)
        if event.word != event_log.NO_ENTRY:
            if probe is None and text is None and not above.is_over:
                return None
            word = log.words[event.word]
        position, passes = self.position(event, above, text, word)
        name = word if word is None or text else above.name(word)
        if not name and passes:
            name = PASSED_TURN_LABEL
        elif not name:
            kind = "again" if text is None else "elsewhere"
            name = f"({probe or kind})"

        path = self.recorder.path()
        detours = self.recorder.trace.said.asides
        key = path, name, f"{probe}|{text}"
        if key not in self.numbers:
            number = self._new_number(path)
            self.numbers[key] = number
            detours[*path, number] = Detour(name, position, passes, word, text)
        number = self.numbers[key]
        if probe is None:
            above.others[word or name] = number
        return number, detours[*path, number].position

    def _new_number(self, path: MovePath) -> int:
        """Return the number of a new detour below a path; InputError for too many."""
        count = self.counts.get(path, 0)
        if FIRST_DETOUR_INDEX + count >= 0xFFFF:
            raise InputError(
                f"more than {count:,} probes and positions from elsewhere are given for one node"
            )
        self.counts[path] = count + 1
        return FIRST_DETOUR_INDEX + count

    def position(
        self, event: event_log.Event, above: ReplayedVisit, text: str | None, word: str | None
    ) -> tuple[AnyPosition, bool]:
        """Return the position of a visit, and whether the turn was passed on the way."""
        game = self.recording.header.game
        if text is not None and game is not None:
            known_game = game_named(game)
            with as_input_error(f"the position {text!r:.60}: "):
                settings = read_game_settings(known_game, self.recording.header.settings)
                return known_game.read(text, settings), False
        here = above.position
        if word is not None:
            if isinstance(here, LabelPosition):
                return LabelPosition(here, word), False
            return here.play(above.moves[above.legal(word)]), False
        has_turn = event.verb == event_log.Verb.ENTER or event.flags & event_log.ENTERED_FLAG
        is_same_turn = has_turn and event.turn == turn_of(here)
        if isinstance(here, LabelPosition):
            return LabelPosition(here, "=") if is_same_turn else LabelPosition(), not is_same_turn
        if is_same_turn:
            return here, False
        after_pass = position_after_pass(here)
        return LabelPosition() if after_pass is None else after_pass, True

    def played_on(
        self, position: AnyPosition, above: ReplayedVisit | None
    ) -> tuple[AnyPosition, bool]:
        """Return the position to search below a visit, and whether the game is over by its rules.

        If the game cannot continue after its end, moves are labels.
        """
        if isinstance(position, LabelPosition):
            return position, above is not None and above.is_over
        if position.outcome() is None:
            return position, False
        return as_unfinished(position) or LabelPosition(), True


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
        self.tell_leaf = recorder.leaf
        self.root: AnyPosition = root
        self.is_own = root is recording.tree
        """Whether the root is that of the recording's own tree of labels."""
        if self.has_rules and recording.header.game is None:
            raise InputError(
                f"{recording.file} names no game, so its moves are only labels, "
                "not moves of this position"
            )
        self.asides = Detours(recording, recorder)
        self.open: list[ReplayedVisit] = []
        self.open_probes = 0
        """How many of the open visits begin a probe."""
        self.standing = 0
        """How many visits are open down to the first that stands pat, 0 if none does."""
        self.root_others: dict[str, int] = {}
        """The numbers of the last root's detours, by name."""
        self.pass_begun = True
        """Whether the pass of the next root was reported; the first need not be."""

    def run(self) -> float:
        """Report everything, and return the last root's value; InputError names a wrong line."""
        value = 0.0
        tell = self.enter, self.leaf, self.leave, self.begin_pass
        log = self.log
        unusual = log.unusual
        for place, fields in enumerate(
            self.recording.events(self.recorder.wait, self.recorder.breathe)
        ):
            if fields[0] == event_log.LEAF_VERB and place not in unusual and self.is_label(fields):
                continue
            event = event_log.Event._make(fields)
            try:
                if self.has_rules and place in log.probabilities:
                    self.open[-1].check_probability(
                        self.words[event.word], log.probabilities[place]
                    )
                value = tell[event.verb](event, place)
            except InputError as error:
                raise InputError(f"{self.recording.file}, line {event.line}: {error}") from error
            if place in log.stands:
                self.recorder.stand(log.stands[place])
                self.standing = self.standing or len(self.open)
            if place in unusual:
                self.note(place)
        if self.log.ends_early:
            raise SearchStopped(
                f"{self.recording.file} ends early, after line {self.log.last_line:,}"
            )
        if self.log.answer is not None:
            self.trace.said.answer = self.log.answer[0], self.answered(self.log.answer[1])
        return value

    def begin_pass(self, event: event_log.Event, place: int) -> float:
        """Report that the next root begins another pass."""
        name = self.words[event.word]
        self.recorder.begin_pass(name, depth_named(name))
        self.pass_begun = True
        return 0.0

    def arrive(self, event: event_log.Event, place: int) -> tuple[int, AnyPosition | None]:
        """Return the move index and the position of a visit; None for a leaf that needs none."""
        if self.trace.has_window is not self.log.has_window:
            self.trace.has_window = self.log.has_window
        if not self.open:
            if not self.pass_begun:
                self.recorder.begin_pass("")
            self.pass_begun = False
            return 0, self.root
        above = self.open[-1]
        if event.word == event_log.NO_ENTRY or above.is_over or place in self.log.unusual:
            found = self.asides.arrive(event, place, above)
            if found is not None:
                return found
        if above.labels is not None:
            word = self.words[event.word]
            if event.verb == event_log.Verb.LEAF:
                visit = above.labels.visit
                return event.place if above.is_placed else visit(word, event.value), None
            number = event.place if above.is_placed else above.legal(word)
            return number, above.labels.child(word, number)
        number = above.legal(self.words[event.word])
        if event.verb == event_log.Verb.ENTER or event.flags:
            return number, above.position.play(above.moves[number])
        return number, None

    def count(self, number: int) -> None:
        """Count a child of the innermost open visit, if their number is not announced."""
        if not self.open or self.open[-1].is_counted:
            return
        above = self.open[-1]
        if number < FIRST_DETOUR_INDEX or above.is_over:
            above.tried.add(number)
            if above.children is None and len(above.tried) > 1:
                self.recorder.recount(len(above.tried))

    def enter(self, event: event_log.Event, place: int) -> float:
        """Report an inner node; InputError if it is the other side's turn.

        For labels, and after the end of a game, only the recording knows the number of children and
        the turn.
        """
        number, position = self.arrive(event, place)
        self.count(number)
        assert position is not None  # only a leaf has none
        children = event.children or None
        above = self.open[-1] if self.open else None
        is_in_own_tree = self.is_own if above is None else above.is_placed
        is_placed = is_in_own_tree and number < FIRST_DETOUR_INDEX
        here, is_over = self.asides.played_on(position, above)
        moves: Sequence[Any] = () if isinstance(here, LabelPosition) else here.moves()
        if is_over:
            children = None
        elif isinstance(here, LabelPosition):
            if not is_placed:
                here.set_turn(event.turn, event.line, self.recording.file)
                here.announced = max(here.announced, children or 0)
        else:
            is_quiet = (
                place in self.log.stands or self.log.plans.get(place, {}).get("depth", 1) <= 0
            )
            check_side(here, event)
            children = number_of_children(children, len(moves), is_quiet=is_quiet)
        row = self.recorder.enter(number, event.turn, children or 1, event.alpha, event.beta)
        if children is None:
            self.trace.uncounted.append(row)
        game = self.recording.header.game
        visit = ReplayedVisit(row, event, children, here, moves=moves, game=game, is_over=is_over)
        if here is not position:
            self.trace.remarks[2 * row] = GAME_OVER_REMARK
        visit.is_probe = place in self.log.probe_names
        visit.is_placed = is_placed
        self.look_beyond(row, place)
        self.open.append(visit)
        if visit.is_probe:
            self.trace.said.add_probe(row, self.log.probe_names[place], inside=self.open_probes > 0)
        self.open_probes += visit.is_probe
        self.remarked = 2 * row
        return 0.0

    def leaf(self, event: event_log.Event, place: int) -> float:
        """Report a leaf; if the game is over, it is nobody's turn."""
        number, position = self.arrive(event, place)
        self.count(number)
        if isinstance(position, LabelPosition):
            position.alone = event.value  # it is the root, or no move leads there
        elif (
            event.flags & event_log.ENTERED_FLAG
            and position is not None
            and position.outcome() is None
        ):
            check_side(position, event)
        row = self.recorder.visited()
        self.look_beyond(row, place)
        if place in self.log.probe_names:
            self.trace.said.add_probe(row, self.log.probe_names[place], inside=self.open_probes > 0)
        self.remarked = 2 * row
        return self.recorder.leaf(
            number, event.value, event.kind, event.alpha, event.beta, event.source
        )

    def is_label(self, fields: event_log.EventFields) -> bool:
        """Report a leaf that has only a value, if its move is a label; return whether it is so.

        Nearly all leaves are such, so this is dense.
        """
        _, _, word, value, _, kind, _, source, alpha, beta, number = fields
        if not self.open or (alpha == alpha and not self.trace.has_window):  # noqa: PLR0124  a NaN is untold
            return False
        above = self.open[-1]
        if above.labels is None:
            return False
        if not above.is_placed:
            number = above.labels.visit(self.words[word], value)
        if not above.is_counted:
            self.count(number)
        if self.standing and not self.open_probes:
            self.trace.said.beyond.append(self.recorder.visited())
        self.tell_leaf(number, value, kind, alpha, beta, source)
        return True

    def look_beyond(self, row: int, place: int) -> None:
        """Record a visit below one that stands pat, unless it is in a probe."""
        if self.standing and not self.open_probes and place not in self.log.probe_names:
            self.trace.said.beyond.append(row)

    def leave(self, event: event_log.Event, place: int) -> float:
        """Report that the innermost visit returns."""
        left = self.open[-1]
        cut = event.flags & event_log.CUT_FLAG
        seen_all = bool(event.flags & event_log.ALL_VISITED_FLAG)
        there_are = left.children or len(left.moves)
        if there_are and not left.is_counted:
            seen_all = len(left.tried) >= there_are
            # Nothing is left out, even if it is unknown how many would have been tried.
            cut = cut and not seen_all
        if event.word != event_log.NO_ENTRY:
            self.trace.named_best[left.row] = left.number(self.words[event.word])
        self.open.pop()
        if len(self.open) < self.standing:
            self.standing = 0
        if not self.open:
            self.root_others = left.others
        self.open_probes -= left.is_probe
        if cut:
            kind = kinds.CUT
        elif seen_all:
            kind = kinds.FULL
        else:
            kind = kinds.SAMPLED
        if event.flags & event_log.PROVEN_FLAG:
            kind = kinds.PROVEN
        value = self.recorder.leave(event.value, kind)
        self.remarked = 2 * left.row + 1
        if event.flags & event_log.UNLIKE_FLAG:
            self.trace.remarks[self.remarked] = UNLIKE_REMARK
        return value

    def note(self, place: int) -> None:
        """Keep an engine's notes on the last visit or return: bound, depth and so on, remarks."""
        row = self.remarked // 2
        said = self.trace.said
        if place in self.log.bounds:
            said.bounds[row] = self.log.bounds[place]
        if place in self.log.plans:
            said.plans[row] = self.log.plans[place]
        if place in self.log.remarks:
            self.remark(self.log.remarks[place])

    def remark(self, remark: Remark) -> None:
        """Keep the last event's remark, with its tags before those that it has already."""
        earlier_tags, _ = self.trace.remarks.get(self.remarked, NO_REMARK)
        if earlier_tags:
            tags, note = remark
            remark = (*tags, *earlier_tags), note
        self.trace.remarks[self.remarked] = remark

    def answered(self, move: str | None) -> int | None:
        """Return the index of the root's move that the engine answers; else InputError.

        If the game is over at the root, only searched moves have an index.
        """
        if move is None:
            return None
        if isinstance(self.root, LabelPosition):
            return self.root.place_of(move)
        if self.root.outcome() is not None:
            return self.root_others.get(move)
        with as_input_error(f"{self.recording.file}, line {self.log.last_line:,}: "):
            best = game_named(self.recording.header.game or "").find_move(self.root, move)
        return [*self.root.moves()].index(best)
