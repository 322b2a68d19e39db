"""Playing back what a file tells: a search like any other, for whoever watches."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from games import AnyPosition, Turn, probabilities, turn_of
from visualizer.errors import InputError, as_input_error
from visualizer.events.event_log import ALL_VISITED, COUNTED, CUT, ENTERED, NONE, UNLIKE, Event
from visualizer.events.labels import LabelPosition
from visualizer.events.reading import Recording
from visualizer.plugins.discovery import game_named
from visualizer.trace import recorder as kinds
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import NO_REMARK
from visualizer.visible import visible

ROUNDED = 1e-9
"""How far a probability that is told may be from the right one."""
UNLIKE_TAG = "unlike its children"
"""The tag of a value that is not what the children's values say."""


class ToldVisit(NamedTuple):
    """A visit that has not returned, with the moves of its position."""

    row: int
    event: Event
    children: int | None
    """How many there are, if that is known."""
    position: AnyPosition
    moves: Sequence[Any]
    numbers: dict[str, int]
    """The move indices by name, as far as they were asked for."""


def replay_of(recording: Recording) -> Callable[[Any, Recorder], float]:
    """Return the search that tells what a recording tells."""
    return lambda problem, recorder: Replay(recording, problem.root, recorder).run()


class Replay:
    """Tells a recorder what a recording says, event by event."""

    def __init__(self, recording: Recording, root: Any, recorder: Recorder) -> None:
        """Begin at the root; InputError if that is not a position of the recording's game."""
        self.recording, self.recorder, self.trace = recording, recorder, recorder.trace
        self.words, self.has_rules = recording.log.words, not isinstance(root, LabelPosition)
        self.root: AnyPosition = root
        if self.has_rules and recording.game is None:
            raise InputError(f"{recording.file} names no game, so its moves are labels, and no moves of this position")
        self.open: list[ToldVisit] = []
        self.pass_begun = True
        """Whether the pass of the next root has been told; the first one need not be."""

    def run(self) -> float:
        """Tell everything and return the last root's value; InputError says in which line something is wrong."""
        probable = self.recording.log.probabilities if self.has_rules else {}
        value, tell = 0.0, (self.enter, self.leaf, self.leave, self.begin_pass)
        remarks, stands = self.recording.log.remarks, self.recording.log.stands
        for place, event in enumerate(self.recording.log):
            try:
                if place in probable:
                    self.check_probability(event.word, probable[place])
                value = tell[event.verb](event)
            except InputError as error:
                raise InputError(f"{self.recording.file}, line {event.line}: {error}") from error
            if place in stands:
                self.recorder.stand(stands[place])
            if place in remarks:
                self.remark(*remarks[place])
        if self.recording.log.ends_early:
            raise SearchStopped(f"{self.recording.file} ends early, after line {self.recording.log.last_line}")
        return value

    def begin_pass(self, event: Event) -> float:
        """Tell that the next root begins another pass."""
        self.recorder.begin_pass(self.words[event.word])
        self.pass_begun = True
        return 0.0

    def visit(self, event: Event) -> int:
        """Return the move index to a visit that is made now."""
        if self.open:
            return self.number(event.word)
        if not self.pass_begun:
            self.recorder.begin_pass("")
        self.pass_begun = False
        return 0

    def enter(self, event: Event) -> float:
        """Tell of an inner node; InputError if it is the other side's turn, or the game is over.

        Of labels only the recording knows how many there are, and whose turn it is.
        """
        number, announced = self.visit(event), event.children if event.flags & COUNTED else None
        position, children = self.after(event.word), announced
        if self.has_rules and position.outcome() is not None:
            raise InputError("the game is over here, so this is a leaf")
        moves = position.moves()
        if self.has_rules:
            check_side(position, event)
            if announced is not None and announced > len(moves):
                raise InputError(f"{announced:,} children are announced, and the position has {len(moves):,} moves")
            children = len(moves) if announced is None else announced
        tried = event.children if children is None else children
        row = self.recorder.enter(number, event.turn, tried, event.alpha, event.beta)
        if children is None:
            self.trace.uncounted.append(row)
        self.open.append(ToldVisit(row, event, children, position, moves, {}))
        self.remarked = 2 * row
        return 0.0

    def leaf(self, event: Event) -> float:
        """Tell of a leaf; where the game is over it is nobody's turn."""
        number = self.visit(event)
        if event.flags & ENTERED and self.has_rules and (position := self.after(event.word)).outcome() is None:
            check_side(position, event)
        self.remarked = 2 * self.recorder.visited()
        return self.recorder.leaf(number, event.value, event.kind, event.alpha, event.beta, event.source)

    def leave(self, event: Event) -> float:
        """Tell that the innermost visit returns."""
        left, cut = self.open[-1], event.flags & CUT
        seen_all = bool(event.flags & ALL_VISITED)
        if left.children is not None and not left.event.flags & COUNTED:
            seen_all = left.event.children >= left.children
        if cut and seen_all:
            self.trace.cut_late.add(left.row)
        if event.word != NONE:
            self.trace.named_best[left.row] = self.number(event.word)
        self.open.pop()
        value = self.recorder.leave(event.value, kinds.CUT if cut else kinds.FULL if seen_all else kinds.SAMPLED)
        self.remarked = 2 * left.row + 1
        if event.flags & UNLIKE:
            self.remark((UNLIKE_TAG,), "")
        return value

    def number(self, word: int) -> int:
        """Return the index of a move of the innermost open visit; InputError if it is not legal."""
        name, here = self.words[word], self.open[-1]
        if not here.numbers:
            here.numbers.update((visible(here.position.name(move)), place) for place, move in enumerate(here.moves))
        if name not in here.numbers:
            with as_input_error():
                found = game_named(self.recording.game or "").find_move(here.position, name)
            here.numbers[name] = [*here.moves].index(found)
        return here.numbers[name]

    def after(self, word: int) -> AnyPosition:
        """Return the position of a child of the innermost open visit, the root's if none is open."""
        if not self.open:
            return self.root
        above = self.open[-1]
        return above.position.play(above.moves[self.number(word)])

    def check_probability(self, word: int, told: Fraction) -> None:
        """Raise InputError for a probability that a child has not by the rules."""
        above = self.open[-1].position
        odds, number = probabilities(above), self.number(word)
        right = odds[number] if odds is not None else 1 / len(self.open[-1].moves)  # a player that moves at random
        if abs(float(told) - float(right)) > ROUNDED:
            raise InputError(f"'p' is {told}, and by the rules it is {right}")

    def remark(self, tags: tuple[str, ...], note: str) -> None:
        """Keep what the last event remarks: tags before those that it has."""
        before, _ = self.trace.remarks.get(self.remarked, NO_REMARK)
        self.trace.remarks[self.remarked] = (*tags, *before), note


def check_side(position: AnyPosition, event: Event) -> None:
    """Raise InputError for another turn than by the rules; that a player moves at random may be said of any move."""
    turn, names = turn_of(position), ("MIN's turn", "MAX's turn", "chance that moves")
    if event.turn not in (turn, Turn.CHANCE):
        raise InputError(f"'max' says that it is {names[event.turn]}, and by the rules it is {names[turn]}")
