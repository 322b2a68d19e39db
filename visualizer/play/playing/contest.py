"""Contests: two searches play each opening with both sides, on several processes, and can go on after a kill."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from os import PathLike
from random import Random
from statistics import fmean
from typing import Any

from games import AnyPosition
from visualizer.explaining.measures.summary import count_in_words
from visualizer.explaining.measures.sureness import sign_test, student_interval, wilson_interval
from visualizer.play.playing.game_file import GAME_BEGINNING, parse_games, saved_game_text
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import Mover
from visualizer.play.sweeping.long_work import (
    HEADER_TASK,
    ProgressListener,
    TaskFile,
    TaskSpans,
    do_tasks_into,
)
from visualizer.searching.data_files import FileEntry, format_json
from visualizer.searching.lookup import as_beginning, load_game, resolve_position, untold_settings
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError

SIGNIFICANCE_LEVEL = 0.05
"""A difference is shown where chance alone would bring one as uneven more rarely."""


@dataclass(frozen=True, slots=True)
class ContestScore:
    """What came out of the pairs of games: A's points of both games of each opening, 1, ½ or 0.

    The two games of an opening depend on each other, so a pair is one observation.
    """

    pairs: Sequence[tuple[float, float]]

    @property
    def games(self) -> tuple[int, int, int]:
        """How many games A won, nobody won, and B won."""
        points = [each for pair in self.pairs for each in pair]
        return points.count(1), points.count(0.5), points.count(0)

    @property
    def openings(self) -> tuple[int, int, int]:
        """How many pairs A won, since it has more than half of their points, nobody won, and B won."""
        ahead = [(sum(pair) > 1) - (sum(pair) < 1) for pair in self.pairs]
        return ahead.count(1), ahead.count(0), ahead.count(-1)

    @property
    def share(self) -> float:
        """A's share of the points, where a draw is half a point."""
        return fmean(map(fmean, self.pairs))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share: Student's over the pairs, and Wilson's where all have the same points."""
        shares = [fmean(pair) for pair in self.pairs]
        if len({*shares}) == 1:
            return wilson_interval(shares[0], len(shares))
        low, high = student_interval(shares)
        return max(0.0, low), min(1.0, high)

    @property
    def p(self) -> float:
        """How often chance alone decides the pairs as unevenly, two-sided; 1 where all are even."""
        won, _, lost = self.openings
        return sign_test(won, lost)

    @property
    def is_sure(self) -> bool:
        """Whether one of the two is better, and not by chance; only from six pairs on."""
        return self.p < SIGNIFICANCE_LEVEL

    def as_object(self) -> dict[str, Any]:
        """Return the score as JSON has it."""
        wins_a, draws, wins_b = self.games
        won, even, lost = self.openings
        low, high = self.interval
        return {
            "games": 2 * len(self.pairs),
            "wins_a": wins_a,
            "draws": draws,
            "wins_b": wins_b,
            "pairs": {"won": won, "even": even, "lost": lost},
            "score": self.share,
            "low": low,
            "high": high,
            "p": self.p,
        }

    def sentences(self) -> Sequence[str]:
        """Say how the games and the openings came out, what was scored, and what that shows.

        >>> for sentence in ContestScore([(1, 1)] * 7 + [(1, 0)] * 3).sentences():
        ...     print(sentence)
        A wins 17, B wins 3, 0 draws
        openings: A wins 7, B wins 0, 3 are even
        A has 17 of 20 points, 68 % to 100 %: A is better (p = 0.016)
        """
        wins_a, draws, wins_b = self.games
        won, even, lost = self.openings
        return (
            f"A wins {wins_a:,}, B wins {wins_b:,}, {count_in_words(draws, 'draw', 'draws')}",
            f"openings: A wins {won:,}, B wins {lost:,}, {count_in_words(even, 'is', 'are')} even",
            f"A has {self.scored}: {self.verdict}",
        )

    @property
    def scored(self) -> str:
        """What A has of the points, and the interval.

        >>> ContestScore([(1, 0.5)] * 7 + [(1, 0)] * 3).scored
        '13.5 of 20 points, 59 % to 76 %'
        """
        low, high = self.interval
        games = 2 * len(self.pairs)
        points = f"{self.share * games:,.1f}".removesuffix(".0")
        return f"{points} of {games:,} points, {share_in_percent(low)} to {share_in_percent(high)}"

    @property
    def verdict(self) -> str:
        """Say which is better, if that is shown.

        >>> ContestScore([(1, 1)] * 5).verdict
        'even if all were decided the same way, 5 openings are too few to be sure'
        >>> ContestScore([(1, 1)] * 2 + [(1, 0)] * 8).verdict
        'no difference shown (p = 0.500); 10 openings are too few to be sure'
        """
        few = f"{count_in_words(len(self.pairs), 'opening is', 'openings are')} too few to be sure"
        won, _, lost = self.openings
        if sign_test(len(self.pairs), 0) >= SIGNIFICANCE_LEVEL:
            return f"even if all were decided the same way, {few}"
        chance = f"(p {'< 0.001' if self.p < 0.001 else f'= {self.p:.3f}'})"
        if self.is_sure:
            return f"{'A' if won > lost else 'B'} is better {chance}"
        return f"no difference shown {chance}" + (f"; {few}" if won != lost else "")

    def decisive(self) -> int | None:
        """Return the place of a game, from 0, that the one ahead in openings won, in the first of its clearest pairs.

        None where nobody is ahead.
        """
        won, _, lost = self.openings
        if won == lost:
            return None
        best = max if won > lost else min
        pair = best(range(len(self.pairs)), key=lambda place: sum(self.pairs[place]))
        return 2 * pair + self.pairs[pair].index(best(self.pairs[pair]))


def share_in_percent(share: float) -> str:
    """Return a share in whole percent, with a decimal where it would seem to be half and is not.

    >>> share_in_percent(0.416), share_in_percent(0.5), share_in_percent(0.502)
    ('42 %', '50 %', '50.2 %')
    """
    words = f"{100 * share:.0f}"
    if words == "50" and share != 0.5:
        return f"{100 * share:.1f} %"
    return f"{words} %"


MAX_CONTEST_MOVES = 400
"""A game of as many plies is a draw."""
MAX_CONTEST_REPETITIONS = 3
"""A position that comes n times is a draw."""


@dataclass(frozen=True, slots=True)
class ContestGame:
    """A game to be played; it is made of words and numbers only, so it can be sent to another process."""

    opening: PositionSpec
    first: Mover
    second: Mover
    a_is_first: bool
    seed: str = ""
    """By which chance moves, where it does: the same in both games of a pair."""

    def match(self) -> Match:
        """Return the match before its first move; InputError says what is wrong."""
        return Match(self.opening, self.first, self.second, seed=self.seed)

    def points(self, match: Match) -> float:
        """Return A's points of a game that is over: 1, ½ or 0."""
        assert match.outcome is not None
        sign = (match.outcome > 0) - (match.outcome < 0)
        return (1 + (sign if self.a_is_first else -sign)) / 2


class Umpire:
    """Ends a match as a draw where the rules would let it go on for too long."""

    def __init__(self, match: Match) -> None:
        """Begin with the opening."""
        self.match = match
        self.keys = [match.start.key()]

    def look(self) -> None:
        """Take note of the position on the board."""
        match = self.match
        self.keys += (
            match.before(number).key() for number in range(len(self.keys), len(match.turns) + 1)
        )
        if match.is_over():
            return
        if self.keys.count(self.keys[-1]) >= MAX_CONTEST_REPETITIONS:
            match.drawn = "threefold repetition"
        elif len(match.turns) >= MAX_CONTEST_MOVES:
            match.drawn = f"{MAX_CONTEST_MOVES} plies were played"


def play_contest_game(task: ContestGame) -> tuple[str, float]:
    """Play a game; return it as it is saved, and A's points. InputError for an error in user-supplied code."""
    match = task.match()
    umpire = Umpire(match)
    while not match.is_over():
        match.move_on()
        umpire.look()
    return saved_game_text(match), task.points(match)


def replay_saved_game(task: ContestGame, text: str, file: str) -> float | None:
    """Return A's points of a game saved in a file; None if it is not over, or its moves or its result cannot be."""
    match = task.match()
    umpire = Umpire(match)
    first, _, moves = text.partition("\n")
    try:
        result = FileEntry.parsed(file, 1, first.removeprefix(";")).found.get("result")
        for record in parse_games(file, task.opening.game, moves):
            for word in match.words_in(record.moves):
                match.play(word)
                umpire.look()
    except InputError:
        return None
    if match.is_over() and match.outcome == result:
        return task.points(match)
    return None


COMPARED_HEADER_FIELDS = ("game", "settings", "position", "first", "second")
"""What the first line of a saved game says that is known before it is played."""
DIGEST_LETTERS = 16
"""Characters by which the beginning of a torn game is known."""


class GamesFile(TaskFile):
    """A file of games, one after the other, while a contest appends to it; `points` are A's, by the game's number."""

    things = "games"

    def __init__(
        self, path: str | PathLike[str], tasks: Sequence[ContestGame], *, resume: bool, force: bool
    ) -> None:
        """Begin a new file, or take up an old one; as a `TaskFile`."""
        self.tasks = tasks
        self.points = dict[int, float]()
        movers = (tasks[0].first, tasks[0].second) if tasks else ()
        searches = [
            (tasks[0].opening.game, mover.search) for mover in movers if mover.search is not None
        ]
        super().__init__(path, searches, resume=resume, force=force)

    def add(self, number: int, given: tuple[str, float]) -> None:
        """Append a game that was played."""
        self.append(number, given[0].encode())

    def read(self, data: bytes) -> TaskSpans:
        """Return the games that are whole; InputError if the file has a game that is none of the contest."""
        try:
            parts = GAME_BEGINNING.split(data.decode())
        except UnicodeDecodeError as error:
            raise self.another("it is not a text file") from error
        waiting: dict[str, list[int]] = {}
        begins = saved_game_text(self.tasks[0].match())[:DIGEST_LETTERS]
        for number, task in enumerate(self.tasks):
            waiting.setdefault(saved_game_header(saved_game_text(task.match())), []).append(number)
        ends = [*accumulate(len(part.encode()) for part in parts)]
        done = {HEADER_TASK: (0, 0)}
        for place, part in enumerate(parts):
            head = saved_game_header(part)
            is_last = place == len(parts) - 1
            numbers = waiting.get(head, [])
            if numbers and part.endswith("\n"):
                points = replay_saved_game(self.tasks[numbers[0]], part, self.path)
            else:
                points = None
            if points is not None:
                number = numbers.pop(0)
                done[number] = (ends[place] - len(part.encode()), ends[place])
                self.points[number] = points
            elif part and not (is_last and (numbers or begins.startswith(part[:DIGEST_LETTERS]))):
                raise self.another(f"its game {place or 1:,} is not one of the contest")
        return done


def saved_game_header(text: str) -> str:
    """Return what the first line of a saved game says that is known before it is played; "" if it cannot be read."""
    try:
        header = FileEntry.parsed("", 1, text.partition("\n")[0].removeprefix(";")).found
        return format_json([header[key] for key in COMPARED_HEADER_FIELDS], sort_keys=True)
    except (ValueError, KeyError):
        return ""


class Contest:
    """Pairs of games between searches A and B: the same opening with the sides exchanged, A first with the first side.

    Where chance moves, both games of a pair have the same outcomes ply by ply, as far as there are the same.
    """

    def __init__(
        self,
        where: PositionSpec,
        a: Mover,
        b: Mover,
        games: int,
        seed: int,
        plies: int | None = None,
    ) -> None:
        """Draw the openings, `plies` after a position; InputError says what is wrong, before anything is played."""
        self.plies, drawn = find_openings(where, games // 2, seed, plies)
        self.tasks = [
            task
            for pair, opening in enumerate(drawn)
            for task in (
                ContestGame(opening, a, b, a_is_first=True, seed=f"{seed} {pair}"),
                ContestGame(opening, b, a, a_is_first=False, seed=f"{seed} {pair}"),
            )
        ]
        for task in self.tasks[:2]:
            task.match().reply()
        self.results: GamesFile | None = None
        self.found: dict[int, tuple[str, float]] = {}
        """The games played, by their numbers, and A's points of each."""

    def play(
        self,
        file: str | PathLike[str] | None = None,
        *,
        resume: bool = False,
        force: bool = False,
        processes: int | None = None,
        progress: ProgressListener | None = None,
    ) -> None:
        """Play the games that are not in a file yet; the file and the processes are as for `sweep`."""
        if file is None:
            self.results = None
        else:
            self.results = GamesFile(file, self.tasks, resume=resume, force=force)
        do_tasks_into(
            self.results, self.tasks, play_contest_game, self.found, progress, processes=processes
        )

    @property
    def points(self) -> dict[int, float]:
        """A's points of the games that are finished, by their numbers: with a file, of those that are in it."""
        before, done = (
            ({}, self.found) if self.results is None else (self.results.points, self.results.done)
        )
        return before | {
            number: points for number, (_, points) in self.found.items() if number in done
        }

    def score(self) -> ContestScore | None:
        """Return the score of the pairs of which both games are finished, None if there is none."""
        points = self.points
        both = [
            (points.get(number), points.get(number + 1)) for number in range(0, len(self.tasks), 2)
        ]
        pairs = [(one, other) for one, other in both if one is not None and other is not None]
        return ContestScore(pairs) if pairs else None

    def as_object(self, score: ContestScore, seed: int) -> dict[str, Any]:
        """Return a score as JSON has it."""
        task = self.tasks[0]
        a, b = (
            mover.search.to_spec()
            for mover in (task.first, task.second)
            if mover.search is not None
        )
        return {"game": task.opening.game, "a": a, "b": b, **score.as_object(), "seed": seed}


MIN_OPENING_PLIES = 2
MAX_OPENINGS_SEARCHED = 5_000
"""From more positions than these, one move each is played on, drawn by the seed."""


def find_openings(
    where: PositionSpec, count: int, seed: int, plies: int | None = None
) -> tuple[int, list[PositionSpec]]:
    """Return a number of plies and so many openings: different positions in which the game goes on.

    They are `plies` after the position, by default that where games begin; without `plies` the fewest, but at least
    two, after which there are enough. Fewer openings are the first of more after as many plies. InputError says how
    many there are if these are too few.
    """
    game = load_game(where.game)
    where = as_beginning(where)
    settings = untold_settings(game, where)
    dice = Random(f"{game.name} {seed}")
    most = 0
    if plies is None:
        first = MIN_OPENING_PLIES
        last = None
    else:
        first = plies
        last = plies + 1
    for number, positions in islice(
        enumerate(positions_by_ply(resolve_position(where)[1], dice)), first, last
    ):
        if len(positions) >= count:
            drawn = dice.sample(positions, len(positions))[:count]
            return number, [
                PositionSpec(where.game, position.text(), "", settings) for position in drawn
            ]
        most = max(most, len(positions))
    after = "any number of" if plies is None else f"{plies:,}"
    raise InputError(
        f"{2 * count:,} games need {count:,} different openings, but after {after} plies {game.name} has "
        f"{f'only {most:,}' if most else 'none'}"
        + (f"; play at most {2 * most:,} games" if most else "")
    )


def positions_by_ply(root: AnyPosition, dice: Random) -> Iterator[Sequence[AnyPosition]]:
    """Yield the distinct positions after 0, 1, 2 ... plies in which the game goes on, as long as there are any."""
    if root.outcome() is None:
        level = [root]
    else:
        level = []
    while level:
        yield level
        few = len(level) <= MAX_OPENINGS_SEARCHED
        following = (
            position.play(move)
            for position in level
            for move in (position.moves() if few else [dice.choice(position.moves())])
        )
        level = [
            *{
                position.key(): position for position in following if position.outcome() is None
            }.values()
        ]
