"""Playing back what a file tells: a search like any other, for whoever watches."""

from collections.abc import Callable
from typing import Any

from games import AnyPosition, Game
from visualizer.errors import InputError, as_input_error
from visualizer.events.event_log import ALL_VISITED, COUNTED, CUT, ENTERED, MAXIMIZING, NONE, UNLIKE, Event, Recording
from visualizer.events.label_tree import LabelTree
from visualizer.events.labels import LabelPosition
from visualizer.plugins.discovery import game_named
from visualizer.trace import recorder as kinds
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import NO_REMARK
from visualizer.visible import visible

UNLIKE_TAG = "unlike its children"
"""The tag of a value that is not what the children's values say."""


def replay_of(recording: Recording) -> Callable[[Any, Recorder], float]:
    """Return the search that tells what a recording tells."""
    return lambda problem, recorder: Replay(recording, problem.root, recorder).run()


class Replay:
    """Tells a recorder what a recording says, event by event."""

    def __init__(self, recording: Recording, root: Any, recorder: Recorder) -> None:
        """Begin at the root; InputError if that is not a position of the recording's game."""
        self.recording, self.recorder, self.trace = recording, recorder, recorder.trace
        self.moves, self.words = move_numbers(recording, root), recording.log.words
        self.open: list[tuple[int, Event, int | None]] = []
        """For each open visit its row, its event, and its number of children if that is known."""
        self.pass_begun = True
        """Whether the pass of the next root has been told; the first one need not be."""

    def run(self) -> float:
        """Tell everything and return the last root's value; InputError says in which line something is wrong."""
        value, tell, remarks = 0.0, (self.enter, self.leaf, self.leave, self.begin_pass), self.recording.log.remarks
        for place, event in enumerate(self.recording.log):
            try:
                value = tell[event.verb](event)
            except InputError as error:
                raise InputError(f"{self.recording.file}, line {event.line}: {error}") from error
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

    def number(self, event: Event) -> int:
        """Return the move index to a visit that is made now."""
        if self.open:
            return self.moves.number(event.word)
        if not self.pass_begun:
            self.recorder.begin_pass("")
        self.pass_begun = False
        return 0

    def enter(self, event: Event) -> float:
        """Tell of an inner node."""
        number = self.number(event)
        announced = event.children if event.flags & COUNTED else None
        legal = self.moves.enter(event.word, maximizing=bool(event.flags & MAXIMIZING))
        if announced is not None and legal is not None and announced > legal:
            raise InputError(f"{announced:,} children are announced, and the position has {legal:,} moves")
        children = legal if announced is None else announced
        tried = event.children if children is None else children
        row = self.recorder.enter(number, bool(event.flags & MAXIMIZING), tried, event.alpha, event.beta)
        if children is None:
            self.trace.uncounted.append(row)
        self.open.append((row, event, children))
        self.remarked = 2 * row
        return 0.0

    def leaf(self, event: Event) -> float:
        """Tell of a leaf."""
        number = self.number(event)
        if event.flags & ENTERED:
            self.moves.check_side(event.word, maximizing=bool(event.flags & MAXIMIZING))
        self.remarked = 2 * self.recorder.visited()
        return self.recorder.leaf(number, event.value, event.kind, event.alpha, event.beta, event.source)

    def leave(self, event: Event) -> float:
        """Tell that the innermost visit returns."""
        row, entered, children = self.open.pop()
        seen_all = bool(event.flags & ALL_VISITED)
        if children is not None and not entered.flags & COUNTED:
            seen_all = entered.children >= children
        if event.flags & CUT and seen_all:
            self.trace.cut_late.add(row)
        if event.word != NONE:
            self.trace.named_best[row] = self.moves.number(event.word)
        self.moves.leave()
        value = self.recorder.leave(
            event.value, kinds.CUT if event.flags & CUT else kinds.FULL if seen_all else kinds.SAMPLED
        )
        self.remarked = 2 * row + 1
        if event.flags & UNLIKE:
            self.remark((UNLIKE_TAG,), "")
        return value

    def remark(self, tags: tuple[str, ...], note: str) -> None:
        """Keep what the last event remarks: tags before those that it has."""
        before, _ = self.trace.remarks.get(self.remarked, NO_REMARK)
        self.trace.remarks[self.remarked] = (*tags, *before), note


# The move indices that a recording names, along the path of open visits.


def move_numbers(recording: Recording, root: Any) -> "Labels | GameMoves":
    """Return what knows the moves from a root on; InputError if the recording tells of another kind of position."""
    if isinstance(root, LabelPosition):
        return Labels(recording, root.tree)
    if recording.game is None:
        raise InputError(f"{recording.file} names no game, so its moves are labels, and no moves of this position")
    return GameMoves(recording, game_named(recording.game), root)


class Labels:
    """Knows the labels at the innermost open visit; a move is given by its number among the recording's words."""

    def __init__(self, recording: Recording, tree: LabelTree) -> None:
        """Begin above the root."""
        self.tree, self.labels = tree, tree.label_numbers(recording)
        self.nodes: list[int] = []

    def number(self, word: int) -> int:
        """Return the move index at the innermost open visit."""
        return self.tree.number(self._child(word))

    def enter(self, word: int, *, maximizing: bool) -> int | None:
        """Go on to a child, or to a root; only the recording knows how many moves it has."""
        self.nodes.append(self._child(word) if self.nodes else 0)
        return None

    def check_side(self, word: int, *, maximizing: bool) -> None:
        """Accept either side: only the recording knows whose turn it is."""

    def leave(self) -> None:
        """Go back to the visit above."""
        self.nodes.pop()

    def _child(self, word: int) -> int:
        return self.tree.by_label(self.nodes[-1])[self.labels[word]]


class GameMoves:
    """Knows the moves of a game at the innermost open visit; it is asked as `Labels` is."""

    def __init__(self, recording: Recording, game: Game, root: AnyPosition) -> None:
        """Begin above the root."""
        self.words, self.game, self.root = recording.log.words, game, root
        self.open: list[tuple[AnyPosition, dict[str, int]]] = []
        """For each open visit its position, and the numbers of its moves by name."""

    def number(self, word: int) -> int:
        """Return the move index at the innermost open visit; InputError if it is not legal."""
        position, numbers = self.open[-1]
        name, moves = self.words[word], position.moves()
        if not numbers:
            numbers.update((visible(position.name(move)), place) for place, move in enumerate(moves))
        if name not in numbers:
            with as_input_error():
                numbers[name] = [*moves].index(self.game.find_move(position, name))
        return numbers[name]

    def enter(self, word: int, *, maximizing: bool) -> int | None:
        """Go on to a child, or to a root, and return how many moves it has.

        InputError if it is the other side's turn, or the game is over.
        """
        position = self._after(word)
        if position.outcome() is not None:
            raise InputError("the game is over here, so this is a leaf")
        _check_side(position, maximizing=maximizing)
        self.open.append((position, {}))
        return len(position.moves())

    def check_side(self, word: int, *, maximizing: bool) -> None:
        """Raise InputError if it is the other side's turn after a move; where the game is over it is nobody's."""
        position = self._after(word)
        if position.outcome() is None:
            _check_side(position, maximizing=maximizing)

    def leave(self) -> None:
        """Go back to the visit above."""
        self.open.pop()

    def _after(self, word: int) -> AnyPosition:
        """Return the position of a child of the innermost open visit, the root's if none is open."""
        if not self.open:
            return self.root
        above, _ = self.open[-1]
        return above.play(above.moves()[self.number(word)])


def _check_side(position: AnyPosition, *, maximizing: bool) -> None:
    if position.maximizing != maximizing:
        turns = ("MAX", "MIN") if maximizing else ("MIN", "MAX")
        raise InputError(f"'max' says that it is {turns[0]}'s turn, and by the rules it is {turns[1]}'s")
