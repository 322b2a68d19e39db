"""Playing back what a file tells: a search like any other, for whoever watches."""

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
"""How far a probability that is told may be from the right one."""


class ReplayedVisit:
    """An open visit of the trace: its row, and what it may look at.

    `children` is how many there are, if that is known, and `moves` those of its position.
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
        moves: Sequence[Any],
        game: str | None,
        *,
        is_over: bool,
    ) -> None:
        """Begin with no child looked at; `game` is the name of one whose rules are known.

        Where it `is_over` by these, no move leads anywhere, and each child is told as one of its own.
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
        """Whether the tree is the recording's own, so that the places of children stand in the log."""
        self.numbers: dict[str, int] = {}
        """The move indices by name, as far as they were asked for."""
        self.others: dict[str, int] = {}
        """The numbers of children by name that no move leads to."""
        self.tried: set[int] = set()
        """Those of the children looked at, where their number is not announced."""

    def number(self, name: str) -> int:
        """Return the index of a move, or the number of a child that no move leads to; InputError if there is none."""
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
                found = game_named(self.game or "").find_move(self.position, name)
            self.numbers[name] = [*self.moves].index(found)
        return self.numbers[name]

    def name(self, word: str) -> str:
        """Return what the game calls the move that a word names, where it has moves; InputError if it is not legal."""
        if self.moves:
            return visible(self.position.name(self.moves[self.legal(word)]))
        return word

    def check_probability(self, name: str, told: Fraction) -> None:
        """Raise InputError for a probability that a child has not by the rules; a move leads there."""
        odds = probabilities(self.position)
        number = self.legal(name)
        right = (
            odds[number] if odds is not None else 1 / len(self.moves)
        )  # a player that moves at random
        if abs(float(told) - float(right)) > ROUNDING_TOLERANCE:
            raise InputError(f"'p' is {told}, but by the rules it is {right}")


def check_side(position: AnyPosition, event: event_log.Event) -> None:
    """Raise InputError for another turn than by the rules; that a player moves at random may be said of any move."""
    turn = turn_of(position)
    names = "MIN's turn", "MAX's turn", "chance that moves"
    if event.turn not in (turn, Turn.CHANCE):
        raise InputError(
            f"'max' says that it is {names[event.turn]}, but by the rules it is {names[turn]}"
        )


def number_of_children(announced: int | None, moves: int, *, is_quiet: bool) -> int | None:
    """Return how many children a visit could look at in a known game, None where only its search knows.

    That is so where it `is_quiet`: one may stand pat, or no plies are left, and few of the moves are looked at, such as
    captures. InputError for more children than moves.
    """
    if announced is not None and announced > moves:
        raise InputError(
            f"{announced:,} children are announced, but the position has {moves:,} moves"
        )
    if announced is None:
        return None if is_quiet else moves
    return announced


PASSED_TURN_LABEL = "--"
"""What a turn that is passed is called, as in chess."""


class Detours:
    """Gives them numbers that no moves have, and positions."""

    def __init__(self, recording: Recording, recorder: Recorder) -> None:
        """Begin with none."""
        self.recording = recording
        self.recorder = recorder
        self.numbers: dict[tuple[MovePath, str, str], int] = {}
        """By the path above, the name, and what tells it from others of that name."""
        self.counts: dict[MovePath, int] = {}

    def arrive(
        self, event: event_log.Event, place: int, above: ReplayedVisit
    ) -> tuple[int, AnyPosition] | None:
        """Return the move index and the position of a visit, None if a move leads there and it is no probe.

        InputError if a position cannot be read.
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
        name = (word if word is None or text else above.name(word)) or (
            PASSED_TURN_LABEL
            if passes
            else f"({probe or ('again' if text is None else 'elsewhere')})"
        )
        path = self.recorder.path()
        key = path, name, f"{probe}|{text}"
        if key not in self.numbers:
            count = self.counts[path] = self.counts.get(path, 0) + 1
            if FIRST_DETOUR_INDEX + count > 0xFFFF:
                raise InputError(
                    f"more than {count - 1:,} probes and positions from elsewhere are given for one node"
                )
            self.numbers[key] = FIRST_DETOUR_INDEX + count - 1
            self.recorder.trace.said.asides[*path, self.numbers[key]] = Detour(
                name, position, passes, word, text
            )
        found = self.numbers[key]
        if probe is None:
            above.others[word or name] = found
        return found, self.recorder.trace.said.asides[*path, found].position

    def position(
        self, event: event_log.Event, above: ReplayedVisit, text: str | None, word: str | None
    ) -> tuple[AnyPosition, bool]:
        """Return where a visit is, and whether the turn was passed on the way."""
        game = self.recording.header.game
        if text is not None and game is not None:
            found = game_named(game)
            with as_input_error(f"the position {text!r:.60}: "):
                return found.read(
                    text, read_game_settings(found, self.recording.header.settings)
                ), False
        here = above.position
        if word is not None:
            if isinstance(here, LabelPosition):
                return LabelPosition(here, word), False
            return here.play(above.moves[above.legal(word)]), False
        is_told = event.verb == event_log.Verb.ENTER or event.flags & event_log.ENTERED_FLAG
        if is_told and event.turn == turn_of(here):
            return (LabelPosition(here, "=") if isinstance(here, LabelPosition) else here), False
        if isinstance(here, LabelPosition):
            after = None
        else:
            after = position_after_pass(here)
        return LabelPosition() if after is None else after, True

    def played_on(
        self, position: AnyPosition, above: ReplayedVisit | None
    ) -> tuple[AnyPosition, bool]:
        """Return as what a position is searched below a visit, and whether the game is over there by its rules.

        Where nothing is known of a game that goes on behind its end, moves are labels.
        """
        if isinstance(position, LabelPosition):
            return position, above is not None and above.is_over
        if position.outcome() is None:
            return position, False
        return as_unfinished(position) or LabelPosition(), True


UNLIKE_TAG = "unlike its children"
"""The tag of a value that is not what the children's values say."""
UNLIKE_REMARK: Remark = ((UNLIKE_TAG,), "")
GAME_OVER_TAG = "game over"
"""The tag of a position that is searched on though the game is over there by the rules."""
GAME_OVER_REMARK: Remark = ((GAME_OVER_TAG,), "")


class Replay:
    """Tells a recorder what a recording says, event by event."""

    def __init__(self, recording: Recording, root: Any, recorder: Recorder) -> None:
        """Begin at the root; InputError if that is not a position of the recording's game."""
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
                f"{recording.file} names no game, so its moves are only labels, not moves of this position"
            )
        self.asides = Detours(recording, recorder)
        self.open: list[ReplayedVisit] = []
        self.open_probes = 0
        """How many of the open visits begin a probe."""
        self.standing = 0
        """How many visits are open down to the first that stands pat, 0 while none does."""
        self.root_others: dict[str, int] = {}
        """The numbers of the last root's children by name that no move leads to."""
        self.pass_begun = True
        """Whether the pass of the next root has been told; the first one need not be."""

    def run(self) -> float:
        """Tell everything and return the last root's value; InputError says in which line something is wrong."""
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
        """Tell that the next root begins another pass."""
        name = self.words[event.word]
        self.recorder.begin_pass(name, depth_named(name))
        self.pass_begun = True
        return 0.0

    def arrive(self, event: event_log.Event, place: int) -> tuple[int, AnyPosition | None]:
        """Return the move index to a visit that is made now, and its position; None for a leaf that needs none."""
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
                return event.place if above.is_placed else above.labels.visit(
                    word, event.value
                ), None
            if above.is_placed:
                number = event.place
            else:
                number = above.legal(word)
            return number, above.labels.child(word, number)
        number = above.legal(self.words[event.word])
        is_needed = event.verb == event_log.Verb.ENTER or event.flags
        return number, above.position.play(above.moves[number]) if is_needed else None

    def count(self, number: int) -> None:
        """Count a child of the innermost open visit, by its move index, if their number is not announced."""
        if self.open:
            above = self.open[-1]
        else:
            above = None
        if (
            above is not None
            and not above.is_counted
            and (number < FIRST_DETOUR_INDEX or above.is_over)
        ):
            above.tried.add(number)
            if above.children is None and len(above.tried) > 1:
                self.recorder.recount(len(above.tried))

    def enter(self, event: event_log.Event, place: int) -> float:
        """Tell of an inner node; InputError if it is the other side's turn.

        Of labels, and behind the end of a game, only the recording knows how many there are, and whose turn it is.
        """
        number, position = self.arrive(event, place)
        self.count(number)
        assert position is not None  # only a leaf has none
        children = event.children or None
        is_placed = (
            self.open[-1].is_placed if self.open else self.is_own
        ) and number < FIRST_DETOUR_INDEX
        here, is_over = self.asides.played_on(position, self.open[-1] if self.open else None)
        moves: Sequence[Any] = () if isinstance(here, LabelPosition) else here.moves()
        if is_over:
            children = None
        elif isinstance(here, LabelPosition):
            if not is_placed:
                here.tell_turn(event.turn, event.line, self.recording.file)
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
        visit = ReplayedVisit(
            row, event, children, here, moves, self.recording.header.game, is_over=is_over
        )
        if here is not position:
            self.trace.remarks[2 * row] = GAME_OVER_REMARK
        visit.is_probe = (is_probe := place in self.log.probe_names)
        visit.is_placed = is_placed
        self.look_beyond(row, place)
        self.open.append(visit)
        if is_probe:
            self.trace.said.add_probe(row, self.log.probe_names[place], inside=self.open_probes > 0)
        self.open_probes += is_probe
        self.remarked = 2 * row
        return 0.0

    def leaf(self, event: event_log.Event, place: int) -> float:
        """Tell of a leaf; where the game is over it is nobody's turn."""
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
        """Tell of a leaf of which only its value is told, if its move is a label; return whether that is so.

        Nearly all leaves are such, so this is short.
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
        """Note a visit, by its row and the place of its event, if it is below one that stands pat, and in no probe."""
        if self.standing and not self.open_probes and place not in self.log.probe_names:
            self.trace.said.beyond.append(row)

    def leave(self, event: event_log.Event, place: int) -> float:
        """Tell that the innermost visit returns."""
        left = self.open[-1]
        cut = event.flags & event_log.CUT_FLAG
        seen_all = bool(event.flags & event_log.ALL_VISITED_FLAG)
        there_are = left.children or len(left.moves)
        if there_are and not left.is_counted:
            seen_all = len(left.tried) >= there_are
            cut = (
                cut and not seen_all
            )  # nothing is left out, though it be unknown how many would have been tried
        if event.word != event_log.NO_ENTRY:
            self.trace.named_best[left.row] = left.number(self.words[event.word])
        self.open.pop()
        if not (len(self.open) >= self.standing):
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
        value = self.recorder.leave(
            event.value, kinds.PROVEN if event.flags & event_log.PROVEN_FLAG else kind
        )
        self.remarked = 2 * left.row + 1
        if event.flags & event_log.UNLIKE_FLAG:
            self.trace.remarks[self.remarked] = UNLIKE_REMARK
        return value

    def note(self, place: int) -> None:
        """Keep what an engine says of the last visit, or of its return: a bound, its depth and such, remarks."""
        row = self.remarked // 2
        said = self.trace.said
        if place in self.log.bounds:
            said.bounds[row] = self.log.bounds[place]
        if place in self.log.plans:
            said.plans[row] = self.log.plans[place]
        if place in self.log.remarks:
            self.remark(self.log.remarks[place])

    def remark(self, told: Remark) -> None:
        """Keep what the last event remarks: tags before those that it has."""
        before, _ = self.trace.remarks.get(self.remarked, NO_REMARK)
        if before:
            self.trace.remarks[self.remarked] = ((*told[0], *before), told[1])
        else:
            self.trace.remarks[self.remarked] = told

    def answered(self, move: str | None) -> int | None:
        """Return the index of the root's move that the driver answers; InputError if there is no such move.

        Where the game is over at the root there is none but those that were searched.
        """
        if move is None:
            return None
        if isinstance(self.root, LabelPosition):
            return self.root.place_of(move)
        if self.root.outcome() is not None:
            return self.root_others.get(move)
        with as_input_error(f"{self.recording.file}, line {self.log.last_line:,}: "):
            found = game_named(self.recording.header.game or "").find_move(self.root, move)
        return [*self.root.moves()].index(found)
