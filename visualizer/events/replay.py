"""Playing back what a file tells: a search like any other, for whoever watches."""

from __future__ import annotations

from collections.abc import Callable
from math import isinf
from typing import Any

import games
from visualizer.errors import InputError
from visualizer.events.reading import Event, Recording, Verb
from visualizer.trace.recorder import CUT, FULL, SAMPLED, Recorder, SearchStopped
from visualizer.trace.rows import Passes

UNLIKE = "unlike its children"
"""The tag of a value that is not what the children's values say."""


def replay_of(recording: Recording) -> Callable[[Any, Recorder], float]:
    """Return the search that tells what a recording tells."""
    return lambda problem, recorder: Replay(recording, problem.root, recorder).run()


class Replay:
    """Tells a recorder what a recording says, event by event."""

    def __init__(self, recording: Recording, root: Any, recorder: Recorder) -> None:
        """Begin at the root."""
        self.recording, self.root, self.recorder = recording, root, recorder
        self.game = None if recording.game is None else games.load(recording.game)
        self.open: list[tuple[int, Event, Any, dict[str, int]]] = []
        """For each open visit its row, its event, its position and the numbers of its moves by name."""

    def run(self) -> float:
        """Tell everything and return the last root's value; InputError says in which line something is wrong."""
        value = 0.0
        for event in self.recording.events:
            try:
                found = self.tell(event)
            except InputError as error:
                raise InputError(f"line {event.line}: {error}") from error
            value = value if found is None else found
        if self.open:
            raise SearchStopped(f"{self.recording.file} ends early, after line {self.recording.events[-1].line}")
        return value

    def tell(self, event: Event) -> float | None:
        """Tell one event; return the value if one was returned."""
        match event.verb:
            case Verb.PASS:
                self.recorder.begin_pass(event.name)
                return None
            case Verb.ENTER:
                self.enter(event)
                return None
            case Verb.LEAF:
                number, _ = self.move(event)
                value = self.recorder.leaf(number, event.value, event.kind, event.alpha, event.beta, event.source)
                self.remark(len(self.recorder.trace) - 1, event, 0)
                return value
            case _:
                return self.leave(event)

    def enter(self, event: Event) -> None:
        """Tell of an inner node."""
        number, position = self.move(event)
        moves = position.moves()
        children = event.children
        if children is None:
            children = len(moves) if self.game is not None else max(1, len(event.tried) + event.is_cut)
            self.recorder.trace.counts_pruned &= self.game is not None or not event.is_cut
        row = self.recorder.enter(number, event.maximizing, children, event.alpha, event.beta)
        named = {position.name(move): place for place, move in enumerate(moves)}
        self.open.append((row, event, position, named))
        self.remark(row, event, 0)

    def leave(self, event: Event) -> float:
        """Tell that the innermost visit returns."""
        row, entered, _, named = self.open[-1]
        children = self.recorder.trace.children(row)
        kind = CUT if event.cut else FULL if len(entered.tried) >= children else SAMPLED
        value = self.recorder.leave(event.value, kind)
        self.open.pop()
        if event.best is not None:
            self.recorder.trace.named_best[row] = named.get(event.best, -1)
        self.remark(row, event, 1, (UNLIKE,) if self.is_unlike(entered, event.value) else ())
        return value

    def is_unlike(self, entered: Event, value: float) -> bool:
        """Say whether a value is not the best of the children's, nor that clipped to the window."""
        values = [found for found in entered.tried.values() if found is not None]
        if self.recording.passes is Passes.ADD or not values:
            return False
        best = max(values) if entered.maximizing else min(values)
        clipped = max(entered.alpha, min(entered.beta, best))
        return value not in (best, clipped) or (value != best and isinf(value))

    def move(self, event: Event) -> tuple[int, Any]:
        """Return the natural number of a move at hand, and the position after it; InputError if it is not legal."""
        if not self.open:
            return 0, self.root
        _, _, position, named = self.open[-1]
        word = event.move or ""
        if word not in named and self.game is not None:
            try:
                named[word] = [*position.moves()].index(self.game.find_move(position, word))
            except ValueError as error:
                raise InputError(str(error)) from error
        return named[word], position.play(position.moves()[named[word]])

    def remark(self, row: int, event: Event, when: int, more: tuple[str, ...] = ()) -> None:
        """Keep an event's tags and note: `when` is 0 for a visit's entry, 1 for its return."""
        if event.tags or event.note or more:
            self.recorder.trace.remarks[2 * row + when] = ((*event.tags, *more), event.note)
