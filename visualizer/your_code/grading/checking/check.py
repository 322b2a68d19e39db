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
"""Counting stops at the first ply that can be reached in more ways than this."""
COUNT_SECONDS = 1.0
"""Counting stops at the first ply that is finished after this time."""
MAX_COUNTED_PLIES = 100


@dataclass(frozen=True, slots=True)
class GameFinding:
    """A mistake: its name, the first position that shows it, and a sentence of explanation."""

    what: str
    where: str
    """The position or the game, as arguments of a command."""
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
    on_progress: Callable[[int], object] = lambda position_count: None,
) -> GameReport:
    """Check the rules of a game, given by name or file, for some seconds or until Ctrl-C.

    The same seed plays the same games. Each kind of mistake is reported once, where it shows first.
    `on_progress` is called after each position with the number of positions reached so far.
    InputError if the game or the file does not exist.
    """
    try:
        game = lookup.load_game(name)
    except InputError as error:
        return report_of_failed_loading(name, error)

    checker = Checker(name, game)
    deadline = time.monotonic() + seconds
    try:
        for position_count in checker.check_positions(seed):
            on_progress(position_count)
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
    exception_in_file = cause.__cause__
    why = str(error)
    if exception_in_file is not None:
        why = f"it cannot be loaded: {describe_error(exception_in_file)}"
    return GameReport((GameFinding("loading", name, why),))


class Checker:
    """Collects the mistakes in a game; `findings` are by name, in the order found."""

    def __init__(self, name: str, game: Game) -> None:
        """Prepare to check a game; `check_positions` does it."""
        self.name = name
        self.game = game
        self.findings: dict[str, GameFinding] = {}
        self._has_raised = False
        # An empty walk, so that the report counts no games before the check begins.
        self._walk = GameWalk((), 0, lambda *_: None)
        self._reached: set[PositionPlace] = set()
        self._checked: set[PositionPlace] = set()
        self._positions_by_key = position_checks.PositionsByKey()

    def report(self) -> GameReport:
        """Return the mistakes found so far, and the extent of the walk."""
        findings = tuple(self.findings.values())
        has_raised = self._has_raised
        # If positions change their answers, this may have caused all other mistakes.
        unsteady = self.findings.get(position_checks.UNSTEADY)
        if unsteady:
            findings = (unsteady,)
            has_raised = False
        walk = self._walk
        return GameReport(
            findings, len(self._reached), walk.games, walk.plies, game=self.game, raised=has_raised
        )

    def check_positions(self, seed: int) -> Iterator[int]:
        """Check one position after another; after each, yield how many have been reached so far.

        No position is checked if essential fields of the game are wrong. The check stops when a
        position changes its answers, because this may cause all later mistakes.
        """
        if not self._check_fields():
            return

        def add_at_path(fault: GameFault, origin: GameOrigin, path: tuple[str, ...]) -> None:
            self._add(fault, position_arguments(origin, path))

        starts = self._find_starts()
        self._walk = GameWalk(starts, seed, add_at_path)
        for checked, following in self._walk.stages():
            # None means that no move of the position has been played yet.
            if following is not None:
                self._check_after_play(checked, following)
            elif checked.place not in self._checked:
                self._checked.add(checked.place)
                self._run_checks(checked, *position_checks.FIRST_VISIT_CHECKS)
            if position_checks.UNSTEADY in self.findings:
                return
            yield len(self._reached)

    def _find_starts(self) -> list[CheckedPosition]:
        """Return the starting positions of the game.

        Some checks of the whole game are run on the first of them.
        """

        def add_at_start(fault: GameFault, spec: PositionSpec) -> None:
            self._add(fault, shlex.join(spec.words()))

        starts = starting_positions(self.name, self.game, add_at_start)
        if starts:
            self._run_checks(
                starts[0],
                position_checks.check_strange_texts,
                position_checks.check_contradicted_sizes,
                game_fields.check_first_side,
            )
        return starts

    def _check_fields(self) -> bool:
        """Check the fields of the game, and return whether its positions can be checked.

        Positions cannot be checked if one of the essential fields is wrong.
        """

        # Reading a field may raise an exception, which `ask_game` turns into a fault. So the list
        # must be complete, with all fields read, before `ask_game` returns.
        def list_faults() -> list[GameFault]:
            return list(game_fields.check_fields(self.game))

        for fault in faults_in(ask_game, "GAME", list_faults):
            self._add(fault, self.name)
        # A finding about a field has the field's name.
        essential = game_fields.ESSENTIAL_FIELDS | {EXCEPTION_PREFIX + "GAME"}
        return not essential & self.findings.keys()

    def _check_after_play(
        self, checked: CheckedPosition, following: Sequence[CheckedPosition]
    ) -> None:
        """Check a position from which moves have been played, and the positions that follow it.

        At the end of a random game, check all its positions again.
        """
        self._run_checks(checked, position_checks.check_unchanged_by_play)
        for position in (checked, *following):
            self._reached.add(position.place)
            self._run_checks(position, self._positions_by_key.faults)
        # One move from each position is enough: over a whole walk, all kinds of moves are tested.
        if following:
            name = following[0].path[-1]
            self._run_checks(checked, partial(position_checks.check_name_read_back, name=name))

        game = self._walk.current_game
        is_latest_of_game = bool(game) and game[-1] is checked
        # A random game ends at a position from which no move is played.
        if is_latest_of_game and not following:
            self._check_finished_game(game)

    def _check_finished_game(self, game: Sequence[CheckedPosition]) -> None:
        """Check that no position of a game has changed, and that its moves lead there again."""
        for position in game:
            self._run_checks(position, position_checks.check_unchanged_later)
        self._run_checks(game[-1], position_checks.check_played_again)

    def _run_checks(self, checked: CheckedPosition, *checks: position_checks.PositionCheck) -> None:
        """Run checks on a position, and add the mistakes that they find."""
        for check in checks:
            for fault in faults_in(check, checked):
                self._add(fault, position_arguments(checked.origin, checked.path))

    def _add(self, fault: GameFault, where: str) -> None:
        self._has_raised = self._has_raised or isinstance(fault, RaisedFault)
        # Each mistake is reported once, where it shows first.
        self.findings.setdefault(fault.what, GameFinding(fault.what, where, fault.why))


def position_counts(position: AnyPosition) -> list[int]:
    """Return in how many ways 1, 2, 3 ... plies can be played from a position (perft).

    The list ends when counting takes too long, at a count of 0 because every game has ended, or
    where the game raises an exception.
    """
    counts: list[int] = []
    deadline = time.monotonic() + COUNT_SECONDS
    for ply in range(1, MAX_COUNTED_PLIES + 1):
        try:
            ways: int = ask_game("perft", perft, position, ply)
        except GameFault:
            break  # the check of the rules reports this mistake
        counts.append(ways)
        if not ways or ways > MAX_MOVES_PLAYED or time.monotonic() >= deadline:
            break
    return counts


BREADTH_FIRST_MOVES = 400
"""The number of moves played breadth-first between two random games."""
MAX_MOVES_TRIED = 8
"""The most moves tried in each position of a random game; breadth-first, all are tried."""
MAX_RANDOM_GAMES = 40
"""The number of random games after which a walk ends if it has reached all positions."""
MAX_GAME_PLIES = 1_000
"""The plies after which a game is stopped: the greatest depth of a search."""

WalkStage = tuple[CheckedPosition, list[CheckedPosition] | None]
"""A position, and the positions after moves from it; None before any move has been played."""
FaultReporter = Callable[[GameFault, GameOrigin, tuple[str, ...]], None]


def starting_positions(
    name: str, game: Game, report_fault: Callable[[GameFault, PositionSpec], None]
) -> list[CheckedPosition]:
    """Return the different starting positions of a game, the default start first.

    `report_fault` is called with each mistake and the starting position that shows it. A starting
    position that cannot be read is left out. InputError if the game needs a missing library.
    """
    starts: list[CheckedPosition] = []
    for label, spec in _starting_specs(name, game):
        try:
            start = _starting_position(game, spec, label)
        except GameFault as fault:
            report_fault(fault, spec)
            continue

        # An option that is set to its default must make no difference.
        if label == "default" and starts:
            difference = starts[0].answers.difference_from(start.answers)
            if difference:
                option = next(iter(spec.settings))
                wrong_default = GameFault("default", f"with the default of {option} {difference}")
                report_fault(wrong_default, spec)
        if all(known.answers != start.answers for known in starts):
            starts.append(start)
    return starts


def _starting_specs(name: str, game: Game) -> Iterator[tuple[str, PositionSpec]]:
    """Yield the ways to begin a game: a label for messages, and the specification.

    The default start, labelled "start", comes first. The label "default" is for an option that is
    set to its default value.
    """
    yield "start", PositionSpec(name)
    for preset in game.presets:
        yield f"preset {preset.name}", PositionSpec(name, preset.name)
    for size in game.sizes:
        yield f"size {size}", PositionSpec(name, settings={"size": size})
    for option in game.options:
        yield "default", PositionSpec(name, settings={option.name: option.default})


def _starting_position(game: Game, spec: PositionSpec, label: str) -> CheckedPosition:
    """Return the starting position that `spec` describes; GameFault if it cannot be read.

    `label` says in messages where the position comes from: "start", "default", "size 5". InputError
    if the game needs a missing library.
    """
    try:
        if label == "start":
            return _default_start(game, spec)
        return _read_start(game, spec, label)
    except games.NotInstalled as error:
        raise InputError(str(error)) from error
    except ValueError as error:
        # A missing library is not a mistake in the game.
        if isinstance(error.__cause__, games.NotInstalled):
            raise
        raise GameFault(label, f"the {label} cannot be read: {error}") from error


def _default_start(game: Game, spec: PositionSpec) -> CheckedPosition:
    """Return the starting position of a game without settings."""
    position = ask_game(
        "start()",
        game.start,
        {},
        may_refuse=True,
    )
    answers = ask_position(position)
    origin = GameOrigin(PositionSpec(spec.game, answers.text), position, {})
    return CheckedPosition(
        game,
        origin,
        path=(),
        position=position,
        answers=answers,
    )


def _read_start(game: Game, spec: PositionSpec, label: str) -> CheckedPosition:
    """Return the position that `spec` describes; `label` names the position in messages."""
    position = ask_game(
        f"read() of the {label}", lambda: lookup.resolve_position(spec)[1], may_refuse=True
    )
    settings = read_game_settings(game, lookup.settings_outside_notation(game, spec))
    origin = GameOrigin(spec, position, settings)
    answers = ask_position(position)
    return CheckedPosition(
        game,
        origin,
        path=(),
        position=position,
        answers=answers,
    )


class GameWalk:
    """A walk through a game, breadth-first and by random games; the same for the same seed."""

    def __init__(
        self, starts: Sequence[CheckedPosition], seed: int, report_fault: FaultReporter
    ) -> None:
        """Prepare a walk from some starting positions.

        `report_fault` is called with each mistake that keeps the walk from reaching a position; the
        walk goes on with other moves.
        """
        self.starts = starts
        self.report_fault = report_fault
        self.games = 0
        """The number of finished games."""
        self.plies = 0
        """The plies of the longest finished game."""
        self.current_game: list[CheckedPosition] = []
        """The positions of the current random game."""
        self._random = random.Random(seed)
        self._moves_tried = 0
        self._queue = deque(starts)
        """The positions to visit next in breadth-first order."""
        self._queued_places: set[PositionPlace] = set()
        self._try_counts = Counter[tuple[int, int, str]]()
        """How often each move was tried, by origin, ply and name."""
        self._play_counts = Counter[tuple[int, int, str]]()
        """How often each move was played in a random game, by origin, ply and name."""

    def stages(self) -> Iterator[WalkStage]:
        """Walk, and yield each position twice: before and after moves are played from it.

        The pairs are `(position, None)` and `(position, following)`, with the positions after the
        moves; no positions follow the last one of a game. The walk ends when all positions have
        been reached and enough random games were played.
        """
        # Breadth-first search finds mistakes near the start, random games those near the end.
        for game_number in count():
            moves_limit = self._moves_tried + BREADTH_FIRST_MOVES
            while self._queue and self._moves_tried < moves_limit:
                yield from self._visit_next_in_queue()
            has_reached_all = not self._queue
            if not self.starts or (has_reached_all and game_number >= MAX_RANDOM_GAMES):
                return
            yield from self._play_random_game(self._start_of_game(game_number))

    def _start_of_game(self, number: int) -> CheckedPosition:
        """Return the starting position of random game `number`, counted from 0.

        Every second game begins at the first starting position. The other games take the other
        starting positions in turn.
        """
        first, *others = self.starts
        if not others or number % 2 == 0:
            return first
        return others[number // 2 % len(others)]

    def _visit_next_in_queue(self) -> Iterator[WalkStage]:
        """Yield the next position in the queue, before and after moves are played from it.

        The new positions after it are queued.
        """
        checked = self._queue.popleft()
        yield checked, None
        following = self._positions_after(checked, range(len(checked.answers.moves)))
        yield checked, following
        for position in following:
            if position.place not in self._queued_places:
                self._queued_places.add(position.place)
                self._queue.append(position)

    def _play_random_game(self, checked: CheckedPosition) -> Iterator[WalkStage]:
        """Play a random game, and yield each position before and after moves are played from it."""
        self.current_game = [checked]
        while checked.answers.moves and len(checked.path) < MAX_GAME_PLIES:
            yield checked, None
            # Rare moves come first, so that a few games play every kind of move. The game goes on
            # with the chosen move, the first of `moves`; the others are only tried.
            chosen = self._rarest_moves(self._play_counts, checked, 1)
            tried = self._rarest_moves(self._try_counts, checked, MAX_MOVES_TRIED)
            moves = dict.fromkeys(chosen + tried)
            following = self._positions_after(checked, moves)
            yield checked, following + self._after_both_orders(following[:2])
            if not following:
                return
            self._play_counts[_move_key(checked, chosen[0])] += 1
            checked = following[0]
            self.current_game.append(checked)

        self.games += 1
        self.plies = max(self.plies, len(checked.path))
        # No move is played from the last position.
        yield checked, None
        yield checked, []

    def _after_both_orders(self, following: Sequence[CheckedPosition]) -> list[CheckedPosition]:
        """Play move B after move A, and A after B, and return the two positions.

        They are often the same position, which tests the game's keys. `following` are the positions
        after A and after B, or fewer. A move is left out where it is illegal.
        """
        if len(following) < 2:
            return []
        positions: list[CheckedPosition] = []
        for after_move, after_other_move in (following, following[::-1]):
            other_move = after_other_move.path[-1]
            if other_move in after_move.answers.move_names:
                index = after_move.answers.move_names.index(other_move)
                positions += self._positions_after(after_move, [index])
        return positions

    def _rarest_moves(
        self, counts: Counter[tuple[int, int, str]], checked: CheckedPosition, number: int
    ) -> list[int]:
        """Return the indices of the `number` moves of a position with the smallest `counts`.

        Moves with equal counts are taken in random order.
        """

        def rank(index: int) -> tuple[int, float]:
            return counts[_move_key(checked, index)], self._random.random()

        by_count = sorted(range(len(checked.answers.moves)), key=rank)
        return by_count[:number]

    def _positions_after(
        self, checked: CheckedPosition, indices: Iterable[int]
    ) -> list[CheckedPosition]:
        """Return the positions after the moves with these indices.

        A move whose position is not valid is left out, and the mistake is reported.
        """
        following: list[CheckedPosition] = []
        for index in indices:
            self._try_counts[_move_key(checked, index)] += 1
            self._moves_tried += 1
            try:
                following.append(position_checks.position_after(checked, index))
            except GameFault as fault:
                path = (*checked.path, checked.answers.move_names[index])
                self.report_fault(fault, checked.origin, path)
        return following


def _move_key(checked: CheckedPosition, index: int) -> tuple[int, int, str]:
    return id(checked.origin), len(checked.path), checked.answers.move_names[index]
