"""Walk through a game, and list the mistakes that its positions show."""

import random
import shlex
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
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
"""The most ways to a ply that is played; the moves after it are still counted."""
COUNT_SECONDS = 1.0
"""The time after which no further ply is counted, in seconds."""
MAX_COUNTED_PLIES = 100


@dataclass(frozen=True, slots=True)
class GameFinding:
    """A mistake: its name, the first position that shows it, and a sentence of explanation."""

    what: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class GameReport:
    """The mistakes in a game, in the order found, and the extent of the walk."""

    findings: tuple[GameFinding, ...]
    positions: int = 0
    games: int = 0
    plies: int = 0
    """The plies of the longest game."""
    game: Game | None = None
    """None if it cannot be loaded."""
    stopped: bool = False
    """Whether Ctrl-C ended the walk."""
    raised: bool = False
    """Whether a function of the game raised an exception."""


def check_game_rules(
    name: str,
    *,
    seconds: float = CHECK_SECONDS,
    seed: int = 0,
    on_progress: Callable[[int], object] = lambda positions: None,
) -> GameReport:
    """Check the rules of a game, given by name or file, for some seconds or until Ctrl-C.

    The same seed plays the same games. Each kind of mistake is reported once, where it shows first.
    `on_progress` is called again and again with the number of positions met so far. InputError if
    the game or the file does not exist.
    """
    try:
        game = lookup.load_game(name)
    except InputError as error:
        return report_of_failed_loading(name, error)

    checker = Checker(name, game)
    deadline = time.monotonic() + seconds
    try:
        for positions in checker.check_positions(seed):
            on_progress(positions)
            if time.monotonic() > deadline:
                break
    except KeyboardInterrupt:
        return replace(checker.report(), stopped=True)
    return checker.report()


def report_of_failed_loading(name: str, error: InputError) -> GameReport:
    """Return the report on a game whose file cannot be loaded; `error` says why.

    If `name` is not a file, there is no game to report on, and `error` is raised again.
    """
    cause = error.__cause__
    if not Path(name).is_file() or not isinstance(cause, GameNotFound):
        raise error
    raised = cause.__cause__
    why = str(error)
    if raised is not None:
        why = f"it cannot be loaded: {describe_error(raised)}"
    return GameReport((GameFinding("loading", name, why),))


class Checker:
    """Collects the mistakes in a game; `findings` are by name, in the order found."""

    def __init__(self, name: str, game: Game) -> None:
        """Prepare to check a game; no mistake is found yet."""
        self.name = name
        self.game = game
        self.findings: dict[str, GameFinding] = {}
        self._raised = False
        self._walk = GameWalk((), 0, lambda *_: None)
        self._met: set[PositionPlace] = set()
        self._checked: set[PositionPlace] = set()
        self._keys = position_checks.PositionsByKey()

    def report(self) -> GameReport:
        """Return the mistakes found so far, and the extent of the walk."""
        findings = tuple(self.findings.values())
        raised = self._raised
        # If positions change their answers, the other mistakes may follow from that.
        unsteady = self.findings.get(position_checks.UNSTEADY)
        if unsteady:
            findings = (unsteady,)
            raised = False
        walk = self._walk
        return GameReport(
            findings, len(self._met), walk.games, walk.plies, game=self.game, raised=raised
        )

    def check_positions(self, seed: int) -> Iterator[int]:
        """Check one position of the game after another; after each, yield the number met so far.

        The check ends early if the fields of the game are wrong. It also ends early if a position
        changes its answers, because everything found later may follow from this mistake.
        """
        if not self._check_fields():
            return

        def add_at_path(fault: GameFault, origin: GameOrigin, path: tuple[str, ...]) -> None:
            self._add(fault, position_arguments(origin, path))

        starts = self._check_starts()
        self._walk = GameWalk(starts, seed, add_at_path)
        for checked, following in self._walk.stages():
            # None means that the position's moves have not been played yet.
            if following is not None:
                self._check_following(checked, following)
            elif checked.place not in self._checked:
                self._checked.add(checked.place)
                self._run_checks(checked, *position_checks.FIRST_VISIT_CHECKS)
            # If answers change, everything found later may follow from that.
            if position_checks.UNSTEADY in self.findings:
                return
            yield len(self._met)

    def _check_starts(self) -> list[CheckedPosition]:
        """Return the positions in which games begin, and check the first of them.

        Some checks are about the whole game, so one position is enough for them.
        """

        def add_at_start(fault: GameFault, where: PositionSpec) -> None:
            self._add(fault, shlex.join(where.words()))

        starts = starting_positions(self.name, self.game, add_at_start)
        for start in starts[:1]:
            self._run_checks(
                start,
                position_checks.check_strange_texts,
                position_checks.check_contradicted_sizes,
                game_fields.check_first_side,
            )
        return starts

    def _check_fields(self) -> bool:
        """Check the fields of the game, and return whether its positions can be checked.

        Positions cannot be checked if one of the essential fields is wrong.
        """

        def field_faults() -> Iterator[GameFault]:
            return iter(ask_game("GAME", lambda: list(game_fields.check_fields(self.game))))

        for fault in faults_in(field_faults):
            self._add(fault, self.name)
        essential = game_fields.ESSENTIAL_FIELDS | {EXCEPTION_PREFIX + "GAME"}
        return not essential & self.findings.keys()

    def _check_following(
        self, checked: CheckedPosition, following: Sequence[CheckedPosition]
    ) -> None:
        """Check a position after moves were played from it, and the positions that follow it.

        Play must not have changed the position. If the position is the last of a game, the whole
        game is checked as well.
        """
        self._run_checks(checked, position_checks.check_unchanged_by_play)
        for position in (checked, *following):
            self._met.add(position.place)
            self._run_checks(position, self._keys.faults)
        # One move a position is enough: over a whole walk all kinds of moves are read back.
        for position in following[:1]:
            check = partial(position_checks.check_name_read_back, name=position.path[-1])
            self._run_checks(checked, check)

        line = self._walk.line
        is_last_of_line = bool(line) and line[-1] is checked
        if is_last_of_line and not following:
            self._check_finished_game(line)

    def _check_finished_game(self, line: Sequence[CheckedPosition]) -> None:
        """Check that no position of a game has changed, and that its moves lead there again."""
        for earlier in line:
            self._run_checks(earlier, position_checks.check_unchanged_later)
        self._run_checks(line[-1], position_checks.check_played_again)

    def _run_checks(self, checked: CheckedPosition, *checks: position_checks.PositionCheck) -> None:
        """Add the mistakes that some checks find at a position."""
        for check in checks:
            for fault in faults_in(check, checked):
                self._add(fault, position_arguments(checked.origin, checked.path))

    def _add(self, fault: GameFault, where: str) -> None:
        self._raised = self._raised or isinstance(fault, RaisedFault)
        # Each mistake is reported once, where it shows first.
        self.findings.setdefault(fault.what, GameFinding(fault.what, where, fault.why))


def position_counts(position: AnyPosition) -> list[int]:
    """Return the numbers of ways to play 1, 2, 3 ... plies from a position (perft).

    The list ends at the first number that takes too long to count. It also ends where the game is
    over or raises an exception.
    """
    counts: list[int] = []
    deadline = time.monotonic() + COUNT_SECONDS
    for ply in range(1, MAX_COUNTED_PLIES + 1):
        try:
            ways: int = ask_game("perft", perft, position, ply)
        except GameFault:
            # The report names this mistake already.
            return counts
        counts.append(ways)
        if not ways or ways > MAX_MOVES_PLAYED or time.monotonic() >= deadline:
            return counts
    return counts


BREADTH_FIRST_POSITIONS = 400
"""The number of positions met breadth-first between two games."""
MAX_MOVES_TRIED = 8
"""The most moves played in each position of a game; breadth-first, all are."""
MAX_RANDOM_GAMES = 40
"""The number of games if all positions have been met breadth-first."""
MAX_GAME_PLIES = 1_000
"""The plies after which a game is stopped: the greatest depth of a search."""

WalkStage = tuple[CheckedPosition, list[CheckedPosition] | None]
FaultReporter = Callable[[GameFault, GameOrigin, tuple[str, ...]], None]


def starting_positions(
    name: str, game: Game, report_fault: Callable[[GameFault, PositionSpec], None]
) -> list[CheckedPosition]:
    """Return the different positions in which games begin; the one without settings comes first.

    `report_fault` is called with each mistake and the starting position in which it shows. A
    starting position that cannot be read is left out. InputError if the game needs a library that
    is missing.
    """
    starts: list[CheckedPosition] = []
    for what, where in _starting_specs(name, game):
        try:
            start = _starting_position(game, where, what)
        except GameFault as fault:
            report_fault(fault, where)
            continue

        # An option that is left out must mean the same as its default.
        if what == "default" and starts:
            difference = starts[0].facts.differing(start.facts)
            if difference:
                option = next(iter(where.settings))
                wrong_default = GameFault("default", f"with the default of {option} {difference}")
                report_fault(wrong_default, where)
        if all(known.facts != start.facts for known in starts):
            starts.append(start)
    return starts


def _starting_specs(name: str, game: Game) -> Iterator[tuple[str, PositionSpec]]:
    """Yield the ways to begin a game, each with its name for messages; the default comes first."""
    yield "start", PositionSpec(name)
    for preset in game.presets:
        yield f"preset {preset.name}", PositionSpec(name, preset.name)
    for size in game.sizes:
        yield f"size {size}", PositionSpec(name, settings={"size": size})
    for option in game.options:
        yield "default", PositionSpec(name, settings={option.name: option.default})


def _starting_position(game: Game, where: PositionSpec, what: str) -> CheckedPosition:
    """Return the position in which a game begins by `where`; GameFault if it cannot be read.

    `what` says in messages where the position comes from: `start`, `default`, `size 5`.
    """
    try:
        if what == "start":
            return _default_start(game, where)
        return _read_start(game, where, what)
    except games.NotInstalled as error:
        raise InputError(str(error)) from error
    except ValueError as error:
        # A missing library is no mistake of the game.
        if isinstance(error.__cause__, games.NotInstalled):
            raise
        raise GameFault(what, f"the {what} cannot be read: {error}") from error


def _default_start(game: Game, where: PositionSpec) -> CheckedPosition:
    """Return the position in which a game begins without settings."""
    position = ask_game(
        "start()",
        game.start,
        {},
        may_refuse=True,
    )
    answers = ask_position(position)
    origin = GameOrigin(PositionSpec(where.game, answers.text), position, {})
    return CheckedPosition(
        game,
        origin,
        path=(),
        position=position,
        facts=answers,
    )


def _read_start(game: Game, where: PositionSpec, what: str) -> CheckedPosition:
    """Return the position that `where` describes.

    `what` names this description in messages about errors.
    """
    position = ask_game(
        f"read() of the {what}", lambda: lookup.resolve_position(where)[1], may_refuse=True
    )
    settings = read_game_settings(game, lookup.untold_settings(game, where))
    origin = GameOrigin(where, position, settings)
    answers = ask_position(position)
    return CheckedPosition(
        game,
        origin,
        path=(),
        position=position,
        facts=answers,
    )


class GameWalk:
    """A walk through a game, breadth-first and by random games; the same for the same seed.

    If a position cannot be reached, `tell` gets the mistake, and the walk goes on elsewhere.
    """

    def __init__(
        self, beginnings: Sequence[CheckedPosition], seed: int, report_fault: FaultReporter
    ) -> None:
        """Begin a walk at some positions; every second random game starts at the first of them.

        Some mistakes keep the walk from reaching a position: `report_fault` is called with each.
        """
        self.beginnings = beginnings
        self.report_fault = report_fault
        self.games = 0
        """The number of finished games."""
        self.plies = 0
        """The plies of the longest finished game."""
        self.line: list[CheckedPosition] = []
        """The positions of the current game."""
        self._random = random.Random(seed)
        self._asked = 0
        self._waiting = deque(beginnings)
        self._met: set[PositionPlace] = set()
        self._tried = Counter[tuple[int, int, str]]()
        """How often each move was tried, by origin, ply and name."""
        self._played = Counter[tuple[int, int, str]]()
        """How often each move was played in a game, by origin, ply and name."""

    def stages(self) -> Iterator[WalkStage]:
        """Yield each position twice, as a pair of the position and the positions that follow it.

        The first pair comes before any move is played, and has None as its second part. The second
        pair has the positions after some of the moves. In a random game, the first of these is the
        next position of the game; after the last position, there are none. When all positions have
        been met, the walk goes on for a few games and ends.
        """
        # Mistakes near the start are met breadth-first, those at the end of games at random. So the
        # two take turns.
        for number in count():
            enough = self._asked + BREADTH_FIRST_POSITIONS
            while self._waiting and self._asked < enough:
                yield from self._breadth_first()
            has_met_all = not self._waiting
            if not self.beginnings or (has_met_all and number >= MAX_RANDOM_GAMES):
                return
            yield from self._random_game(self._start_of_game(number))

    def _start_of_game(self, number: int) -> CheckedPosition:
        """Return the position in which the n-th game begins."""
        first, *others = self.beginnings
        if not others or number % 2 == 0:
            return first
        return others[number // 2 % len(others)]

    def _breadth_first(self) -> Iterator[WalkStage]:
        """Yield the position that has waited longest, and queue the new positions that follow."""
        checked = self._waiting.popleft()
        yield checked, None
        following = self._positions_after(checked, range(len(checked.facts.moves)))
        yield checked, following
        for position in following:
            if position.place not in self._met:
                self._met.add(position.place)
                self._waiting.append(position)

    def _random_game(self, checked: CheckedPosition) -> Iterator[WalkStage]:
        """Yield the positions of a random game from a position on, each as `stages` does."""
        self.line = [checked]
        while checked.facts.moves and len(checked.path) < MAX_GAME_PLIES:
            yield checked, None
            # Rare moves come first, so that a few games play every kind of move. The chosen move
            # leads to the next position; the others are only tried.
            chosen = self._least_counted_moves(self._played, checked, 1)
            tried = self._least_counted_moves(self._tried, checked, MAX_MOVES_TRIED)
            moves = dict.fromkeys(chosen + tried)
            following = self._positions_after(checked, moves)
            yield checked, following + self._both_orders(following[:2])
            if not following:
                return
            self._played[_move_place(checked, chosen[0])] += 1
            checked = following[0]
            self.line.append(checked)

        self.games += 1
        self.plies = max(self.plies, len(checked.path))
        yield checked, None
        yield checked, []

    def _both_orders(self, following: Sequence[CheckedPosition]) -> list[CheckedPosition]:
        """Return the positions after two moves played in either order, which are often equal.

        `following` holds two positions, one after each of the moves. An order is left out if its
        second move is not legal after the first.
        """
        if len(following) < 2:
            return []
        positions: list[CheckedPosition] = []
        for after_first, after_other in (following, following[::-1]):
            second_move = after_other.path[-1]
            if second_move in after_first.facts.moves:
                index = after_first.facts.moves.index(second_move)
                positions += self._positions_after(after_first, [index])
        return positions

    def _least_counted_moves(
        self, counted: Counter[tuple[int, int, str]], checked: CheckedPosition, number: int
    ) -> list[int]:
        """Return the indices of the `number` moves of a position that have the smallest counts.

        `counted` has the count of each move. Moves with equal counts are taken in random order.
        """

        def rank(index: int) -> tuple[int, float]:
            return counted[_move_place(checked, index)], self._random.random()

        by_count = sorted(range(len(checked.facts.moves)), key=rank)
        return by_count[:number]

    def _positions_after(
        self, checked: CheckedPosition, indices: Iterable[int]
    ) -> list[CheckedPosition]:
        """Return the positions after the moves with these indices.

        A move that leads to no valid position is left out, and its mistake reported.
        """
        following: list[CheckedPosition] = []
        for index in indices:
            self._tried[_move_place(checked, index)] += 1
            self._asked += 1
            try:
                following.append(position_checks.position_after(checked, index))
            except GameFault as fault:
                path = (*checked.path, checked.facts.moves[index])
                self.report_fault(fault, checked.origin, path)
        return following


def _move_place(checked: CheckedPosition, index: int) -> tuple[int, int, str]:
    return id(checked.origin), len(checked.path), checked.facts.moves[index]
