"""Looks at a game from outside and lists what is wrong with it (`check_game_rules`): the positions met, and what is found."""

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
from visualizer.support.plugins.discovery import read_game_settings
from visualizer.support.plugins.watchdog import describe_error
from visualizer.your_code.grading.checking import game_fields, position_checks
from visualizer.your_code.grading.checking.facts import (
    EXCEPTION_PREFIX,
    CheckedPosition,
    GameFault,
    GameOrigin,
    PositionPlace,
    RaisedFault,
    ask_game,
    ask_position,
    faults_in,
    position_arguments,
)

CHECK_SECONDS = 4.0
MAX_MOVES_PLAYED = 30_000
"""Ways to the ply before the last that is counted: those of the last ply are counted and not played."""
COUNT_SECONDS = 1.0
"""After so many seconds no further ply is counted."""
MAX_COUNTED_PLIES = 100


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake: `what` it is, `where` it shows first, in the words of the command line, and `why` it is one."""

    what: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class GameReport:
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


def check_game_rules(
    name: str,
    *,
    seconds: float = CHECK_SECONDS,
    seed: int = 0,
    tell: Callable[[int], object] = lambda met: None,
) -> GameReport:
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
        why = f"it cannot be loaded: {describe_error(raised)}" if raised else str(error)
        return GameReport((Finding("loading", name, why),))
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
        self._met: set[PositionPlace] = set()
        self._looked: set[PositionPlace] = set()
        self._keys = position_checks.PositionsByKey()

    def report(self) -> GameReport:
        """Return what was found up to now, and how much was looked at."""
        unsteady = self.findings.get(position_checks.UNSTEADY)
        found = (
            (unsteady,) if unsteady else tuple(self.findings.values())
        )  # the others may come of it
        raised = self._raised and not unsteady
        return GameReport(
            found, len(self._met), self._walk.games, self._walk.plies, self.game, raised=raised
        )

    def look(self, seed: int) -> Iterator[int]:
        """Look at the game, and yield how many positions have been met; what is found is in `findings`."""
        for fault in faults_in(
            lambda: iter(ask_game("GAME", lambda: [*game_fields.check_fields(self.game)]))
        ):
            self._add(fault, self.name)
        if (game_fields.ESSENTIAL_FIELDS | {EXCEPTION_PREFIX + "GAME"}) & self.findings.keys():
            return
        begun = starting_positions(
            self.name, self.game, lambda fault, where: self._add(fault, shlex.join(where.words()))
        )
        for first in begun[:1]:
            self._try(
                first,
                position_checks.check_strange_texts,
                position_checks.check_contradicted_sizes,
                game_fields.check_first_side,
            )
        self._walk = GameWalk(
            begun,
            seed,
            lambda fault, origin, path: self._add(fault, position_arguments(origin, path)),
        )
        for spot, after in self._walk.spots():
            if after is not None:
                self._look_behind(spot, after)
            elif spot.place not in self._looked:  # its moves have not been played yet
                self._looked.add(spot.place)
                self._try(spot, *position_checks.FIRST_VISIT_CHECKS)
            if position_checks.UNSTEADY in self.findings:
                return
            yield len(self._met)

    def _look_behind(self, spot: CheckedPosition, after: Sequence[CheckedPosition]) -> None:
        """Look less closely at positions behind one, at the name of the move to the first, and at a game's end back."""
        self._try(spot, position_checks.check_unchanged_by_play)
        for each in (spot, *after):
            self._met.add(each.place)
            self._try(each, self._keys.faults)
        for each in after[:1]:
            self._try(spot, partial(position_checks.check_name_read_back, name=each.path[-1]))
        if not after and self._walk.line[-1:] and self._walk.line[-1] is spot:
            for earlier in self._walk.line:
                self._try(earlier, position_checks.check_unchanged_later)
            self._try(spot, position_checks.check_played_again)

    def _try(self, spot: CheckedPosition, *checks: position_checks.PositionCheck) -> None:
        """Add what some checks find at a position."""
        for faults in checks:
            for fault in faults_in(faults, spot):
                self._add(fault, position_arguments(spot.origin, spot.path))

    def _add(self, fault: GameFault, where: str) -> None:
        self._raised = self._raised or isinstance(fault, RaisedFault)
        self.findings.setdefault(fault.what, Finding(fault.what, where, fault.why))


def position_counts(position: AnyPosition) -> list[int]:
    """Return the ways to play 1, 2, 3 ... plies; none further where the game fails, ends or gets too wide."""
    found = [1]
    until = time.monotonic() + COUNT_SECONDS
    try:
        while (
            found[-1]
            and found[-1] <= MAX_MOVES_PLAYED
            and len(found) <= MAX_COUNTED_PLIES
            and time.monotonic() < until
        ):
            found.append(ask_game("perft", perft, position, len(found)))
    except GameFault:
        pass  # the findings say why
    return found[1:]


BREADTH_FIRST_POSITIONS = 400
"""Positions met in breadth between two games."""
MAX_MOVES_TRIED = 8
"""Moves that are tried in each position of a game; in breadth all are."""
MAX_RANDOM_GAMES = 40
"""Games that are played where breadth has come to an end."""
MAX_GAME_PLIES = 1_000
"""Plies after which a game is given up: as deep as searches look."""

WalkStage = tuple[CheckedPosition, list[CheckedPosition] | None]
FaultReporter = Callable[[GameFault, GameOrigin, tuple[str, ...]], None]


def starting_positions(
    name: str, game: Game, tell: Callable[[GameFault, PositionSpec], None]
) -> list[CheckedPosition]:
    """Return the positions in which games begin, all different; that of a game without settings is the first.

    What cannot be read is told. InputError where the game needs a library that is not installed.
    """
    found: list[CheckedPosition] = []
    for what, where in _starting_specs(name, game):
        try:
            spot = _starting_position(game, where, what)
        except GameFault as fault:
            tell(fault, where)
            continue
        if what == "default" and found and (difference := found[0].facts.differing(spot.facts)):
            tell(
                GameFault(
                    "default", f"with the default of {next(iter(where.settings))} {difference}"
                ),
                where,
            )
        if all(each.facts != spot.facts for each in found):
            found.append(spot)
    return found


def _starting_specs(name: str, game: Game) -> Iterator[tuple[str, PositionSpec]]:
    yield "start", PositionSpec(name)
    for preset in game.presets:
        yield f"preset {preset.name}", PositionSpec(name, preset.name)
    for size in game.sizes:
        yield f"size {size}", PositionSpec(name, settings={"size": size})
    for option in game.options:
        yield "default", PositionSpec(name, settings={option.name: option.default})


def _starting_position(game: Game, where: PositionSpec, what: str) -> CheckedPosition:
    """Return a beginning; Fault if it cannot be had."""
    try:
        if what == "start":
            position = ask_game("start()", game.start, {}, may_refuse=True)
            facts = ask_position(position)
            return CheckedPosition(
                game,
                GameOrigin(PositionSpec(where.game, facts.text), position, {}),
                (),
                position,
                facts,
            )
        position = ask_game(
            f"read() of the {what}", lambda: lookup.resolve_position(where)[1], may_refuse=True
        )
        settings = read_game_settings(game, lookup.untold_settings(game, where))
        return CheckedPosition(
            game, GameOrigin(where, position, settings), (), position, ask_position(position)
        )
    except games.NotInstalled as error:
        raise InputError(str(error)) from error
    except ValueError as error:
        if isinstance(error.__cause__, games.NotInstalled):
            raise
        raise GameFault(what, f"the {what} cannot be read: {error}") from error


class GameWalk:
    """A walk through a game, the same for the same seed.

    `games` counts what was played to its end, `plies` are those of the longest. What cannot be asked is told, and the
    walk goes on elsewhere.
    """

    def __init__(
        self, beginnings: Sequence[CheckedPosition], seed: int, tell: FaultReporter
    ) -> None:
        """Begin there; every second game is played from the first of them."""
        self.beginnings = beginnings
        self.tell = tell
        self.games = self.plies = 0
        self.line: list[CheckedPosition] = []
        """The positions of the game at hand."""
        self._random = random.Random(seed)
        self._asked = 0
        self._waiting = deque(beginnings)
        self._met: set[PositionPlace] = set()
        self._tried = Counter[tuple[int, int, str]]()
        self._played = Counter[tuple[int, int, str]]()
        """How often a move was tried and played, by origin, ply and name."""

    def spots(self) -> Iterator[WalkStage]:
        """Yield each position twice: before its moves are played, and then with some of those behind it.

        The next one of a game is the first of these; behind its last there is none.

        It ends where breadth has met every position, after a few games.
        """
        for number in count():
            enough = self._asked + BREADTH_FIRST_POSITIONS
            while self._waiting and self._asked < enough:
                yield from self._in_breadth()
            if not self.beginnings or (not self._waiting and number >= MAX_RANDOM_GAMES):
                return
            others = len(self.beginnings) - 1
            yield from self._game(
                self.beginnings[1 + number // 2 % others if others and number % 2 else 0]
            )

    def _in_breadth(self) -> Iterator[WalkStage]:
        spot = self._waiting.popleft()
        yield spot, None
        after = self._after(spot, range(len(spot.facts.moves)))
        yield spot, after
        for each in after:
            if each.place not in self._met:
                self._met.add(each.place)
                self._waiting.append(each)

    def _game(self, spot: CheckedPosition) -> Iterator[WalkStage]:
        self.line = [spot]
        while spot.facts.moves and len(spot.path) < MAX_GAME_PLIES:
            yield spot, None
            chosen = self._least(self._played, spot, 1)
            after = self._after(
                spot, dict.fromkeys(chosen + self._least(self._tried, spot, MAX_MOVES_TRIED))
            )
            yield spot, after + self._exchanged(after[:2])
            if not after:
                return
            self._played[_position_place(spot, chosen[0])] += 1
            spot = after[0]
            self.line.append(spot)
        self.games += 1
        self.plies = max(self.plies, len(spot.path))
        yield spot, None
        yield spot, []

    def _exchanged(self, after: Sequence[CheckedPosition]) -> list[CheckedPosition]:
        """Return the positions after two moves in either order: they are two, and often alike."""
        found = []
        for one, two in (after, after[::-1]) if len(after) == 2 else ():
            if two.path[-1] in one.facts.moves:
                found += self._after(one, [one.facts.moves.index(two.path[-1])])
        return found

    def _least(
        self, counted: Counter[tuple[int, int, str]], spot: CheckedPosition, most: int
    ) -> list[int]:
        """Return the numbers of some moves that were counted least, by chance among equals."""
        numbers = range(len(spot.facts.moves))
        return sorted(
            numbers,
            key=lambda number: (counted[_position_place(spot, number)], self._random.random()),
        )[:most]

    def _after(
        self, spot: CheckedPosition, numbers: Sequence[int] | dict[int, None]
    ) -> list[CheckedPosition]:
        """Return the positions after some moves; what goes wrong is told."""
        found = []
        for number in numbers:
            self._tried[_position_place(spot, number)] += 1
            path = (*spot.path, spot.facts.moves[number])
            self._asked += 1
            try:
                found.append(position_checks.position_after(spot, number))
            except GameFault as fault:
                self.tell(fault, spot.origin, path)
        return found


def _position_place(spot: CheckedPosition, number: int) -> tuple[int, int, str]:
    return id(spot.origin), len(spot.path), spot.facts.moves[number]
