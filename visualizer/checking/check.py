"""Looks at a game from outside and lists what is wrong with it (`check`)."""

import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from games import AnyPosition, Game, GameNotFound
from visualizer import lookup
from visualizer.checking import chance, drawing, game_fields, noisy, steadiness, texts, values
from visualizer.checking.facts import EXCEPTION, Fault, Place, Spot, ask, faults_in, words_of
from visualizer.checking.steadiness import UNSTEADY, Keys
from visualizer.checking.walk import GameWalk, beginnings
from visualizer.errors import InputError
from visualizer.measures.perft import perft
from visualizer.plugins.watchdog import described

Check = Callable[[Spot], Iterator[Fault] | None]

ONCE: tuple[Check, ...] = (
    steadiness.asked_again,
    texts.names_differ,
    texts.names_are_words,
    texts.text_read_back,
    chance.odds,
    chance.limits,
    values.values,
    values.scores,
    noisy.noisy,
    drawing.boards,
    drawing.targets,
    texts.sentences,
    texts.counted,
    texts.left_out,
)
"""What is asked of a position when it is met first."""
SECONDS = 4.0
MOST_PLAYED = 30_000
"""Ways to the ply before the last that is counted: those of the last ply are counted and not played."""
COUNTING = 1.0
"""After so many seconds no further ply is counted."""
DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake: `what` it is, `where` it shows first, in the words of the command line, and `why` it is one."""

    what: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, in the order found, and how much was looked at; `plies` are those of the longest game."""

    findings: tuple[Finding, ...]
    positions: int = 0
    games: int = 0
    plies: int = 0
    game: Game | None = None
    """None where it cannot be loaded."""
    stopped: bool = False
    """Whether Ctrl-C ended it."""


def check(
    name: str, *, seconds: float = SECONDS, seed: int = 0, tell: Callable[[int], object] = lambda met: None
) -> Report:
    """Look at a game, given by name or file, for some seconds or until Ctrl-C; `tell` gets the number of positions met.

    With the same seed findings come in the same order; each kind of mistake is told once, where it shows first.
    InputError where there is no such game or file.
    """
    try:
        game = lookup.load_game(name)
    except InputError as error:
        cause = error.__cause__
        if not Path(name).is_file() or not isinstance(cause, GameNotFound):
            raise
        raised = cause.__cause__
        why = f"it cannot be loaded: {described(raised)}" if raised else str(error)
        return Report((Finding("loading", name, why),))
    checker, until = Checker(name, game), time.monotonic() + seconds
    try:
        for met in checker.look(seed):
            tell(met)
            if time.monotonic() > until:
                break
    except KeyboardInterrupt:
        return replace(checker.report(), stopped=True)
    return checker.report()


class Checker:
    """Collects what is wrong with a game; `findings` are by what they are, in the order found."""

    def __init__(self, name: str, game: Game) -> None:
        """Find nothing yet."""
        self.name, self.game = name, game
        self.findings: dict[str, Finding] = {}
        self._walk = GameWalk((), 0, lambda *_: None)
        self._met: set[Place] = set()
        self._looked: set[Place] = set()
        self._keys = Keys()

    def report(self) -> Report:
        """Return what was found up to now, and how much was looked at."""
        unsteady = self.findings.get(UNSTEADY)
        found = (unsteady,) if unsteady else tuple(self.findings.values())  # the others may come of it
        return Report(found, len(self._met), self._walk.games, self._walk.plies, self.game)

    def look(self, seed: int) -> Iterator[int]:
        """Look at the game, and yield how many positions have been met; what is found is in `findings`."""
        for fault in faults_in(lambda: iter(ask("GAME", lambda: [*game_fields.faults_of_fields(self.game)]))):
            self._add(fault, self.name)
        if (game_fields.NEEDED | {EXCEPTION + "GAME"}) & self.findings.keys():
            return
        begun = beginnings(self.name, self.game, lambda fault, where: self._add(fault, shlex.join(where.words())))
        for first in begun[:1]:
            self._try(first, texts.strange_texts, texts.sizes_contradicted, game_fields.first_side)
        self._walk = GameWalk(begun, seed, lambda fault, origin, path: self._add(fault, words_of(origin, path)))
        for spot, after in self._walk.spots():
            if after is None:
                self._look_at(spot)
            else:
                self._look_behind(spot, after)
            if UNSTEADY in self.findings:
                return
            yield len(self._met)

    def _look_at(self, spot: Spot) -> None:
        """Look at a position whose moves have not been played yet."""
        if spot.place not in self._looked:
            self._looked.add(spot.place)
            self._try(spot, *ONCE)

    def _look_behind(self, spot: Spot, after: Sequence[Spot]) -> None:
        """Look less closely at positions behind one, at the name of the move to the first, and at a game's end back."""
        self._try(spot, steadiness.unchanged)
        for each in (spot, *after):
            self._met.add(each.place)
            self._try(each, self._keys.faults)
        for each in after[:1]:
            self._try(spot, partial(texts.name_read_back, name=each.path[-1]))
        if not after and self._walk.line[-1:] and self._walk.line[-1] is spot:
            self._look_back(self._walk.line)

    def _look_back(self, line: Sequence[Spot]) -> None:
        """Look once more at the positions of a game."""
        for spot in line:
            self._try(spot, steadiness.asked_later)
        self._try(line[-1], steadiness.played_again)

    def _try(self, spot: Spot, *checks: Check) -> None:
        """Add what some checks find at a position."""
        for faults in checks:
            for fault in faults_in(faults, spot):
                self._add(fault, words_of(spot.origin, spot.path))

    def _add(self, fault: Fault, where: str) -> None:
        self.findings.setdefault(fault.what, Finding(fault.what, where, fault.why))


def counts(position: AnyPosition) -> list[int]:
    """Return the ways to play 1, 2, 3 ... plies; none further where the game fails, ends or gets too wide."""
    found, until = [1], time.monotonic() + COUNTING
    try:
        while found[-1] and found[-1] <= MOST_PLAYED and len(found) <= DEEPEST and time.monotonic() < until:
            found.append(ask("perft", perft, position, len(found)))
    except Fault:
        pass  # the findings say why
    return found[1:]
