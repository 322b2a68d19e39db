"""Looks at a game from outside and lists what is wrong with it (`check`): the positions met, and what is found."""

import random
import shlex
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

import games
from games import AnyPosition, Game, GameNotFound
from visualizer.explaining.measures.estimate import perft
from visualizer.searching import lookup
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import read_settings
from visualizer.support.plugins.watchdog import described
from visualizer.your_code.grading.checking import game_fields, position_checks
from visualizer.your_code.grading.checking.facts import (
    EXCEPTION,
    Fault,
    Origin,
    Place,
    Raised,
    Spot,
    ask,
    facts_of,
    faults_in,
    words_of,
)

SECONDS = 4.0
MOST_PLAYED = 30_000
"""Ways to the ply before the last that is counted: those of the last ply are counted and not played."""
COUNTING = 1.0
"""After so many seconds no further ply is counted."""
MOST_PLIES_COUNTED = 100


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
    raised: bool = False
    """Whether one of the findings is an exception in a function of the game."""


def check(
    name: str,
    *,
    seconds: float = SECONDS,
    seed: int = 0,
    tell: Callable[[int], object] = lambda met: None,
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
    checker = Checker(name, game)
    until = time.monotonic() + seconds
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
        self.name = name
        self.game = game
        self.findings: dict[str, Finding] = {}
        self._raised = False
        self._walk = GameWalk((), 0, lambda *_: None)
        self._met: set[Place] = set()
        self._looked: set[Place] = set()
        self._keys = position_checks.Keys()

    def report(self) -> Report:
        """Return what was found up to now, and how much was looked at."""
        unsteady = self.findings.get(position_checks.UNSTEADY)
        found = (
            (unsteady,) if unsteady else tuple(self.findings.values())
        )  # the others may come of it
        raised = self._raised and not unsteady
        return Report(
            found, len(self._met), self._walk.games, self._walk.plies, self.game, raised=raised
        )

    def look(self, seed: int) -> Iterator[int]:
        """Look at the game, and yield how many positions have been met; what is found is in `findings`."""
        for fault in faults_in(
            lambda: iter(ask("GAME", lambda: [*game_fields.faults_of_fields(self.game)]))
        ):
            self._add(fault, self.name)
        if (game_fields.NEEDED | {EXCEPTION + "GAME"}) & self.findings.keys():
            return
        begun = beginnings(
            self.name, self.game, lambda fault, where: self._add(fault, shlex.join(where.words()))
        )
        for first in begun[:1]:
            self._try(
                first,
                position_checks.strange_texts,
                position_checks.sizes_contradicted,
                game_fields.first_side,
            )
        self._walk = GameWalk(
            begun, seed, lambda fault, origin, path: self._add(fault, words_of(origin, path))
        )
        for spot, after in self._walk.spots():
            if after is not None:
                self._look_behind(spot, after)
            elif spot.place not in self._looked:  # its moves have not been played yet
                self._looked.add(spot.place)
                self._try(spot, *position_checks.ONCE)
            if position_checks.UNSTEADY in self.findings:
                return
            yield len(self._met)

    def _look_behind(self, spot: Spot, after: Sequence[Spot]) -> None:
        """Look less closely at positions behind one, at the name of the move to the first, and at a game's end back."""
        self._try(spot, position_checks.unchanged)
        for each in (spot, *after):
            self._met.add(each.place)
            self._try(each, self._keys.faults)
        for each in after[:1]:
            self._try(spot, partial(position_checks.name_read_back, name=each.path[-1]))
        if not after and self._walk.line[-1:] and self._walk.line[-1] is spot:
            for earlier in self._walk.line:
                self._try(earlier, position_checks.asked_later)
            self._try(spot, position_checks.played_again)

    def _try(self, spot: Spot, *checks: position_checks.Check) -> None:
        """Add what some checks find at a position."""
        for faults in checks:
            for fault in faults_in(faults, spot):
                self._add(fault, words_of(spot.origin, spot.path))

    def _add(self, fault: Fault, where: str) -> None:
        self._raised = self._raised or isinstance(fault, Raised)
        self.findings.setdefault(fault.what, Finding(fault.what, where, fault.why))


def counts(position: AnyPosition) -> list[int]:
    """Return the ways to play 1, 2, 3 ... plies; none further where the game fails, ends or gets too wide."""
    found = [1]
    until = time.monotonic() + COUNTING
    try:
        while (
            found[-1]
            and found[-1] <= MOST_PLAYED
            and len(found) <= MOST_PLIES_COUNTED
            and time.monotonic() < until
        ):
            found.append(ask("perft", perft, position, len(found)))
    except Fault:
        pass  # the findings say why
    return found[1:]


IN_BREADTH = 400
"""Positions met in breadth between two games."""
MOVES_TRIED = 8
"""Moves that are tried in each position of a game; in breadth all are."""
ENOUGH_GAMES = 40
"""Games that are played where breadth has come to an end."""
LONGEST_GAME = 1_000
"""Plies after which a game is given up: as deep as searches look."""

Stage = tuple[Spot, list[Spot] | None]
Tell = Callable[[Fault, Origin, tuple[str, ...]], None]


def beginnings(name: str, game: Game, tell: Callable[[Fault, PositionSpec], None]) -> list[Spot]:
    """Return the positions in which games begin, all different; that of a game without settings is the first.

    What cannot be read is told. InputError where the game needs a library that is not installed.
    """
    found: list[Spot] = []
    for what, where in _wheres(name, game):
        try:
            spot = _spot(game, where, what)
        except Fault as fault:
            tell(fault, where)
            continue
        if what == "default" and found and (difference := found[0].facts.differing(spot.facts)):
            tell(
                Fault("default", f"with the default of {next(iter(where.settings))} {difference}"),
                where,
            )
        if all(each.facts != spot.facts for each in found):
            found.append(spot)
    return found


def _wheres(name: str, game: Game) -> Iterator[tuple[str, PositionSpec]]:
    yield "start", PositionSpec(name)
    for preset in game.presets:
        yield f"preset {preset.name}", PositionSpec(name, preset.name)
    for size in game.sizes:
        yield f"size {size}", PositionSpec(name, settings={"size": size})
    for option in game.options:
        yield "default", PositionSpec(name, settings={option.name: option.default})


def _spot(game: Game, where: PositionSpec, what: str) -> Spot:
    """Return a beginning; Fault if it cannot be had."""
    try:
        if what == "start":
            position = ask("start()", game.start, {}, may_refuse=True)
            facts = facts_of(position)
            return Spot(
                game,
                Origin(PositionSpec(where.game, facts.text), position, {}),
                (),
                position,
                facts,
            )
        position = ask(f"read() of the {what}", lambda: lookup.resolve(where)[1], may_refuse=True)
        settings = read_settings(game, lookup.untold_settings(game, where))
        return Spot(game, Origin(where, position, settings), (), position, facts_of(position))
    except games.NotInstalled as error:
        raise InputError(str(error)) from error
    except ValueError as error:
        if isinstance(error.__cause__, games.NotInstalled):
            raise
        raise Fault(what, f"the {what} cannot be read: {error}") from error


class GameWalk:
    """A walk through a game, the same for the same seed.

    `games` counts what was played to its end, `plies` are those of the longest. What cannot be asked is told, and the
    walk goes on elsewhere.
    """

    def __init__(self, beginnings: Sequence[Spot], seed: int, tell: Tell) -> None:
        """Begin there; every second game is played from the first of them."""
        self.beginnings = beginnings
        self.tell = tell
        self.games = self.plies = 0
        self.line: list[Spot] = []
        """The positions of the game at hand."""
        self._random = random.Random(seed)
        self._asked = 0
        self._waiting = deque(beginnings)
        self._met: set[Place] = set()
        self._tried = Counter[tuple[int, int, str]]()
        self._played = Counter[tuple[int, int, str]]()
        """How often a move was tried and played, by origin, ply and name."""

    def spots(self) -> Iterator[Stage]:
        """Yield each position twice: before its moves are played, and then with some of those behind it.

        The next one of a game is the first of these; behind its last there is none.

        It ends where breadth has met every position, after a few games.
        """
        for number in count():
            enough = self._asked + IN_BREADTH
            while self._waiting and self._asked < enough:
                yield from self._in_breadth()
            if not self.beginnings or (not self._waiting and number >= ENOUGH_GAMES):
                return
            others = len(self.beginnings) - 1
            yield from self._game(
                self.beginnings[1 + number // 2 % others if others and number % 2 else 0]
            )

    def _in_breadth(self) -> Iterator[Stage]:
        spot = self._waiting.popleft()
        yield spot, None
        after = self._after(spot, range(len(spot.facts.moves)))
        yield spot, after
        for each in after:
            if each.place not in self._met:
                self._met.add(each.place)
                self._waiting.append(each)

    def _game(self, spot: Spot) -> Iterator[Stage]:
        self.line = [spot]
        while spot.facts.moves and len(spot.path) < LONGEST_GAME:
            yield spot, None
            chosen = self._least(self._played, spot, 1)
            after = self._after(
                spot, dict.fromkeys(chosen + self._least(self._tried, spot, MOVES_TRIED))
            )
            yield spot, after + self._exchanged(after[:2])
            if not after:
                return
            self._played[_place(spot, chosen[0])] += 1
            spot = after[0]
            self.line.append(spot)
        self.games += 1
        self.plies = max(self.plies, len(spot.path))
        yield spot, None
        yield spot, []

    def _exchanged(self, after: Sequence[Spot]) -> list[Spot]:
        """Return the positions after two moves in either order: they are two, and often alike."""
        found = []
        for one, two in (after, after[::-1]) if len(after) == 2 else ():
            if two.path[-1] in one.facts.moves:
                found += self._after(one, [one.facts.moves.index(two.path[-1])])
        return found

    def _least(self, counted: Counter[tuple[int, int, str]], spot: Spot, most: int) -> list[int]:
        """Return the numbers of some moves that were counted least, by chance among equals."""
        numbers = range(len(spot.facts.moves))
        return sorted(
            numbers, key=lambda number: (counted[_place(spot, number)], self._random.random())
        )[:most]

    def _after(self, spot: Spot, numbers: Sequence[int] | dict[int, None]) -> list[Spot]:
        """Return the positions after some moves; what goes wrong is told."""
        found = []
        for number in numbers:
            self._tried[_place(spot, number)] += 1
            path = (*spot.path, spot.facts.moves[number])
            self._asked += 1
            try:
                found.append(position_checks.behind(spot, number))
            except Fault as fault:
                self.tell(fault, spot.origin, path)
        return found


def _place(spot: Spot, number: int) -> tuple[int, int, str]:
    return id(spot.origin), len(spot.path), spot.facts.moves[number]
