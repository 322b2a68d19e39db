"""Contests: two searches play each opening from both sides, and can resume after a kill."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
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
    do_missing_tasks,
)
from visualizer.searching.data_files import FileEntry, format_json
from visualizer.searching.lookup import (
    load_game,
    opening_position,
    resolve_position,
    settings_outside_notation,
)
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError

SIGNIFICANCE_LEVEL = 0.05
"""A difference counts as shown if chance alone would produce one as uneven less often than this."""


@dataclass(frozen=True, slots=True)
class ContestScore:
    """The result of pairs of games: A's points in both games of each opening, each 1, ½ or 0.

    The two games of an opening depend on each other, so a pair is one observation.
    """

    pairs: Sequence[tuple[float, float]]

    @property
    def games(self) -> tuple[int, int, int]:
        """How many games A won, how many were drawn, and how many B won."""
        points = [*chain.from_iterable(self.pairs)]
        return points.count(1), points.count(0.5), points.count(0)

    @property
    def openings(self) -> tuple[int, int, int]:
        """How many pairs A won (more than 1 of 2 points), how many were even, how many B won."""
        sums = [sum(pair) for pair in self.pairs]
        won = sum(points > 1 for points in sums)
        lost = sum(points < 1 for points in sums)
        return won, len(sums) - won - lost, lost

    @property
    def share(self) -> float:
        """A's share of the points, where a draw is half a point."""
        return fmean(map(fmean, self.pairs))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of A's share of the points."""
        shares = [fmean(pair) for pair in self.pairs]
        # Student's interval has no width if all pairs have the same points, however few they are.
        if len(set(shares)) == 1:
            return wilson_interval(shares[0], len(shares))
        low, high = student_interval(shares)
        return max(0.0, low), min(1.0, high)

    @property
    def p(self) -> float:
        """The p-value of the two-sided sign test over the pairs; 1 if all are even."""
        won, _, lost = self.openings
        return sign_test(won, lost)

    @property
    def is_sure(self) -> bool:
        """Whether one search is better, and not by chance; takes at least six pairs."""
        return self.p < SIGNIFICANCE_LEVEL

    def as_object(self) -> dict[str, Any]:
        """Return the score for JSON; `won` and `lost` count the pairs that A won and lost."""
        wins_a, draws, wins_b = self.games
        won, even, lost = self.openings
        low, high = self.interval
        return {
            "games": 2 * len(self.pairs),
            "wins_a": wins_a,
            "draws": draws,
            "wins_b": wins_b,
            "pairs": {
                "won": won,
                "even": even,
                "lost": lost,
            },
            "score": self.share,
            "low": low,
            "high": high,
            "p": self.p,
        }

    def sentences(self) -> Sequence[str]:
        """Return sentences on the results of games and openings, and on what they show.

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
        """The points of search A, and the confidence interval of their share, in words.

        >>> ContestScore([(1, 0.5)] * 7 + [(1, 0)] * 3).scored
        '13.5 of 20 points, 59 % to 76 %'
        """
        low, high = self.interval
        games = 2 * len(self.pairs)
        points = f"{self.share * games:,.1f}".removesuffix(".0")
        return f"{points} of {games:,} points, {share_in_percent(low)} to {share_in_percent(high)}"

    @property
    def verdict(self) -> str:
        """Say which search is better, or why no difference is shown.

        >>> ContestScore([(1, 1)] * 5).verdict
        'even if all were decided the same way, 5 openings are too few to be sure'
        >>> ContestScore([(1, 1)] * 2 + [(1, 0)] * 8).verdict
        'no difference shown (p = 0.500); 10 openings are too few to be sure'
        """
        openings = count_in_words(len(self.pairs), "opening is", "openings are")
        too_few = f"{openings} too few to be sure"
        # The most uneven result possible: all pairs won by the same side.
        if sign_test(len(self.pairs), 0) >= SIGNIFICANCE_LEVEL:
            return f"even if all were decided the same way, {too_few}"

        won, _, lost = self.openings
        chance = f"(p = {self.p:.3f})"
        if self.p < 0.001:
            chance = "(p < 0.001)"
        if self.is_sure:
            winner = "A" if won > lost else "B"
            return f"{winner} is better {chance}"
        if won != lost:
            return f"no difference shown {chance}; {too_few}"
        return f"no difference shown {chance}"

    def decisive_game(self) -> int | None:
        """Return the index of a game that shows the better search at its best.

        The better search has won more openings; None if both have won equally many.
        """
        won, _, lost = self.openings
        if won == lost:
            return None
        # Points are A's, so the fewest points are the best result of B.
        best_of = max if won > lost else min
        best_pair = best_of(self.pairs, key=sum)
        best_points = best_of(best_pair)
        # The games of pair n are games 2n and 2n + 1.
        return 2 * self.pairs.index(best_pair) + best_pair.index(best_points)


def share_in_percent(share: float) -> str:
    """Return a share in whole percent, with a decimal if it would be rounded to 50 % wrongly.

    >>> share_in_percent(0.416), share_in_percent(0.5), share_in_percent(0.502)
    ('42 %', '50 %', '50.2 %')
    """
    words = f"{100 * share:.0f}"
    if words == "50" and share != 0.5:
        return f"{100 * share:.1f} %"
    return f"{words} %"


MAX_CONTEST_MOVES = 400
"""A game of this many plies is a draw."""
MAX_CONTEST_REPETITIONS = 3
"""A position that occurs this often makes the game a draw."""


@dataclass(frozen=True, slots=True)
class ContestGame:
    """A game to play, made of words and numbers only, so it can be sent to another process."""

    opening: PositionSpec
    first: Mover
    second: Mover
    a_is_first: bool
    seed: str = ""
    """The seed for chance, the same in both games of a pair."""

    def match(self) -> Match:
        """Return the match before its first move; InputError if it cannot be set up."""
        return Match(
            self.opening,
            self.first,
            self.second,
            seed=self.seed,
        )

    def points(self, match: Match) -> float:
        """Return A's points in a finished game: 1, ½ or 0."""
        assert match.outcome is not None
        if match.outcome == 0:
            return 0.5
        first_won = match.outcome > 0
        return 1.0 if first_won is self.a_is_first else 0.0


class Umpire:
    """Ends a match as a draw if the rules would let it go on for too long."""

    def __init__(self, match: Match) -> None:
        """Begin with the opening."""
        self.match = match
        self.keys = [match.start.key()]

    def watch_move(self) -> None:
        """Record the positions after a move; end the game as a draw if it has gone on too long."""
        match = self.match
        # A move may come with a forced pass, which makes two new positions.
        for number in range(len(self.keys), len(match.turns) + 1):
            self.keys.append(match.before(number).key())
        if match.is_over():
            return
        if self.keys.count(self.keys[-1]) >= MAX_CONTEST_REPETITIONS:
            match.drawn = "threefold repetition"
        elif len(match.turns) >= MAX_CONTEST_MOVES:
            match.drawn = f"{MAX_CONTEST_MOVES} plies were played"


def play_contest_game(task: ContestGame) -> tuple[str, float]:
    """Play a game; return the text of its saved game, and A's points (1, ½ or 0).

    InputError for an error in user-supplied code.
    """
    match = task.match()
    umpire = Umpire(match)
    while not match.is_over():
        match.play_next()
        umpire.watch_move()
    return saved_game_text(match), task.points(match)


def replay_saved_game(task: ContestGame, text: str, file: str) -> float | None:
    """Replay a saved game and return A's points; None if it is unfinished or breaks the rules.

    The saved result must be what the rules and the umpire say. `task` is the game as the contest
    would play it; `file` is the name of the file for errors.
    """
    match = task.match()
    umpire = Umpire(match)
    header, _, moves = text.partition("\n")
    try:
        result = FileEntry.parsed(file, 1, header.removeprefix(";")).values.get("result")
        for record in parse_games(file, task.opening.game, moves):
            for word in match.words_in(record.moves):
                match.play(word)
                umpire.watch_move()
    except InputError:
        return None
    if match.is_over() and match.outcome == result:
        return task.points(match)
    return None


COMPARED_HEADER_FIELDS = ("game", "settings", "position", "first", "second")
"""The fields of a saved game's first line that are known before it is played."""
DIGEST_LETTERS = 16
"""How many characters identify the beginning of a game that was cut off."""


class GamesFile(TaskFile):
    """A file of games that a contest appends to; `points` has A's points by game number."""

    task_plural = "games"

    def __init__(
        self, path: str | PathLike[str], tasks: Sequence[ContestGame], *, resume: bool, force: bool
    ) -> None:
        """Begin a new file; with `resume` continue an existing file, with `force` replace it.

        `tasks` are all games of the contest; a game's number is its index in `tasks`.
        """
        self.tasks = tasks
        self.points = dict[int, float]()
        # Every task is a game between the same two searches, so the first task names both.
        names: list[str] = []
        if tasks:
            names.append(tasks[0].opening.game)
            for mover in (tasks[0].first, tasks[0].second):
                if mover.search is not None:
                    names += mover.search.names()
        super().__init__(
            path,
            names,
            resume=resume,
            force=force,
        )

    def add(self, number: int, result: tuple[str, float]) -> None:
        """Append a game that was played."""
        text, _ = result
        self.append(number, text.encode())

    def read(self, data: bytes) -> TaskSpans:
        """Return where each complete game begins and ends in `data`, by game number.

        Also store A's points in each of these games. InputError if the file has a game that is not
        one of the contest.
        """
        try:
            texts = GAME_BEGINNING.split(data.decode())
        except UnicodeDecodeError as error:
            raise self.foreign_file_error("it is not a text file") from error
        remaining = self._numbers_by_header()
        # The file itself has no header, only its games have: the first begins at byte 0.
        done = {HEADER_TASK: (0, 0)}
        end = 0
        for index, text in enumerate(texts):
            begin = end
            end += len(text.encode())
            # Games with equal headers are in the file in the order of their numbers.
            candidates = remaining.get(saved_game_header(text), [])
            points = self._replayed_points(text, candidates)
            if points is not None:
                number = candidates.pop(0)
                done[number] = (begin, end)
                self.points[number] = points
                continue

            # A contest that was killed while it wrote may have left a part of the last game.
            is_last = index == len(texts) - 1
            may_be_incomplete = is_last and (bool(candidates) or self._is_beginning(text))
            # `texts[0]` is the text before game 1: "" unless the file is damaged.
            if text and not may_be_incomplete:
                raise self.foreign_file_error(
                    f"its game {max(1, index):,} is not one of the contest"
                )
        return done

    def _replayed_points(self, text: str, candidates: Sequence[int]) -> float | None:
        """Return A's points in the saved game `text`; None if this is not a complete contest game.

        `candidates` are the numbers of contest games with the same header that were not read yet.
        The text should be the first of these games.
        """
        if not candidates or not text.endswith("\n"):
            return None
        return replay_saved_game(self.tasks[candidates[0]], text, self.path)

    def _is_beginning(self, text: str) -> bool:
        """Return whether a text may be the incomplete first line of a game of the contest."""
        beginning = saved_game_text(self.tasks[0].match())
        return beginning.startswith(text[:DIGEST_LETTERS])

    def _numbers_by_header(self) -> dict[str, list[int]]:
        """Return the numbers of the games of the contest by their saved headers (first lines)."""
        numbers: dict[str, list[int]] = {}
        for number, task in enumerate(self.tasks):
            header = saved_game_header(saved_game_text(task.match()))
            numbers.setdefault(header, []).append(number)
        return numbers


def saved_game_header(text: str) -> str:
    """Return the part of a saved game's header that is known before the game is played.

    These are the fields in COMPARED_HEADER_FIELDS, as a list in JSON. Return "" if the first line
    of the text is not such a header.
    """
    first_line, _, _ = text.partition("\n")
    try:
        header = FileEntry.parsed("", 1, first_line.removeprefix(";")).values
        return format_json([header[key] for key in COMPARED_HEADER_FIELDS], sort_keys=True)
    except (ValueError, KeyError):
        return ""


class Contest:
    """Pairs of games between searches A and B: A begins the first game of a pair, B the second.

    Both games of a pair roll the same chance outcomes ply by ply, as far as the outcomes exist.
    """

    def __init__(
        self,
        where: PositionSpec,
        a: Mover,
        b: Mover,
        games: int,
        seed: int,
        *,
        plies: int | None = None,
    ) -> None:
        """Draw random openings, and set up two games for each between the movers `a` and `b`.

        `games` is the number of games. The openings are `plies` plies after the position `where`,
        by default as few plies as `find_openings` chooses. InputError, before any game is played,
        if there are too few openings, or if a search cannot be made.
        """
        self.plies, openings = find_openings(where, games // 2, seed, plies)
        self.tasks: list[ContestGame] = []
        for pair, opening in enumerate(openings):
            pair_seed = f"{seed} {pair}"
            self.tasks += [
                ContestGame(opening, a, b, a_is_first=True, seed=pair_seed),
                ContestGame(opening, b, a, a_is_first=False, seed=pair_seed),
            ]
        # A search that cannot be made should be refused now, not by a worker process. The first
        # two games have A and B to move.
        for task in self.tasks[:2]:
            task.match().reply()
        self.results: GamesFile | None = None
        self.found: dict[int, tuple[str, float]] = {}
        """The saved texts of the games played now, and A's points, by game number."""

    def play(
        self,
        file: str | PathLike[str] | None = None,
        *,
        resume: bool = False,
        force: bool = False,
        processes: int | None = None,
        progress: ProgressListener | None = None,
    ) -> None:
        """Play the games that are not in the file yet.

        Without a file, all games are played. `resume` continues an existing file, `force` replaces
        it. `processes` is the number of processes, by default one for each processor. `progress` is
        called with the number of games finished so far, and with the number of all games.
        """
        self.results = None
        if file is not None:
            self.results = GamesFile(
                file,
                self.tasks,
                resume=resume,
                force=force,
            )
        do_missing_tasks(
            self.results, self.tasks, play_contest_game, self.found, progress, processes=processes
        )

    @property
    def points(self) -> dict[int, float]:
        """A's points in each finished game, by game number.

        If the games are saved in a file, a game counts only once it is in the file.
        """
        played = {number: points for number, (_, points) in self.found.items()}
        if self.results is None:
            return played
        # Ctrl-C may come after the end of a game, before the game is written.
        written = self.results.done
        new_points = {number: points for number, points in played.items() if number in written}
        return self.results.points | new_points

    def score(self) -> ContestScore | None:
        """Return the score of the pairs with both games finished, None if there are none."""
        points = self.points
        # Games 0 and 1 are a pair, 2 and 3 are the next one, and so on.
        pairs = [
            (points[number], points[number + 1])
            for number in range(0, len(self.tasks), 2)
            if number in points and number + 1 in points
        ]
        if not pairs:
            return None
        return ContestScore(pairs)

    def as_object(self, score: ContestScore, seed: int) -> dict[str, Any]:
        """Return a score of this contest for JSON, with the game, the searches and the seed."""
        task = self.tasks[0]
        assert task.first.search is not None
        assert task.second.search is not None
        return {
            "game": task.opening.game,
            "a": task.first.search.to_spec(),
            "b": task.second.search.to_spec(),
            **score.as_object(),
            "seed": seed,
        }


MIN_OPENING_PLIES = 2
MAX_OPENINGS_SEARCHED = 5_000
"""Beyond this many positions, one random move of each is followed, not all."""


def find_openings(
    where: PositionSpec, count: int, seed: int, plies: int | None = None
) -> tuple[int, list[PositionSpec]]:
    """Return `count` different random openings, and how many plies after `where` they are.

    An opening is a position in which the game is not over yet. All openings are `plies` plies after
    `where`; None stands for the smallest number of plies, at least two, with enough positions.
    InputError if there are fewer openings than `count`.
    """
    game = load_game(where.game)
    where = opening_position(where)
    settings = settings_outside_notation(game, where)
    dice = Random(f"{game.name} {seed}")
    _, root = resolve_position(where)
    numbered_plies = enumerate(positions_by_ply(root, dice))
    if plies is None:
        candidates = islice(numbered_plies, MIN_OPENING_PLIES, None)
    else:
        candidates = islice(numbered_plies, plies, plies + 1)

    largest_count = 0
    for ply, positions in candidates:
        if len(positions) >= count:
            # All positions are shuffled, so that a smaller count gives the first openings of a
            # larger count.
            drawn = dice.sample(positions, len(positions))[:count]
            texts = [position.text() for position in drawn]
            return ply, [PositionSpec(where.game, text, "", settings) for text in texts]
        largest_count = max(largest_count, len(positions))
    raise _too_few_openings_error(game.name, count, plies, largest_count)


def _too_few_openings_error(
    game: str, count: int, plies: int | None, largest_count: int
) -> InputError:
    """Return the error for a game that has fewer than `count` openings.

    `plies` is the number of plies before an opening, or None for any number. `largest_count` is the
    largest number of openings that was found after the same number of plies.
    """
    after = "any number of" if plies is None else f"{plies:,}"
    known = "none"
    advice = ""
    if largest_count:
        known = f"only {largest_count:,}"
        advice = f"; play at most {2 * largest_count:,} games"
    return InputError(
        f"{2 * count:,} games need {count:,} different openings, "
        f"but after {after} plies {game} has {known}{advice}"
    )


def positions_by_ply(root: AnyPosition, dice: Random) -> Iterator[Sequence[AnyPosition]]:
    """Yield the distinct unfinished positions after 0, 1, 2 ... plies, while there are any.

    Plies are counted from `root`. If there are more than MAX_OPENINGS_SEARCHED positions after a
    ply, the next ply has one random move from each position.
    """
    positions = []
    if root.outcome() is None:
        positions.append(root)
    while positions:
        yield positions
        next_positions: dict[Hashable, AnyPosition] = {}
        for position in positions:
            moves = position.moves()
            # All moves would lead to millions of positions a few plies later.
            if len(positions) > MAX_OPENINGS_SEARCHED:
                moves = [dice.choice(moves)]
            for move in moves:
                reached = position.play(move)
                if reached.outcome() is None:
                    next_positions[reached.key()] = reached
        positions = list(next_positions.values())
