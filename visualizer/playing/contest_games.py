"""The games of a contest: played by two searches, replayed from a file with which the contest can go on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from os import PathLike

from visualizer.data_files import FileEntry, write_json
from visualizer.errors import InputError
from visualizer.playing.game_file import BEGINNING, parsed, written
from visualizer.playing.match import Match
from visualizer.playing.movers import Mover
from visualizer.recipe import PositionSpec
from visualizer.sweeping.long_work import HEADER, Spans, TaskFile

LONGEST = 400
"""A game of as many plies is a draw."""
REPEATED = 3
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
        self.match, self.keys = match, [match.start.key()]

    def look(self) -> None:
        """Take note of the position on the board."""
        match = self.match
        self.keys += (match.before(number).key() for number in range(len(self.keys), len(match.turns) + 1))
        if match.is_over():
            return
        if self.keys.count(self.keys[-1]) >= REPEATED:
            match.drawn = "threefold repetition"
        elif len(match.turns) >= LONGEST:
            match.drawn = f"{LONGEST} plies were played"


def work(task: ContestGame) -> tuple[str, float]:
    """Play a game; return it as it is saved, and A's points. InputError for an error in user-supplied code."""
    match = task.match()
    umpire = Umpire(match)
    while not match.is_over():
        match.move_on()
        umpire.look()
    return written(match), task.points(match)


def replayed(task: ContestGame, text: str, file: str) -> float | None:
    """Return A's points of a game saved in a file; None if it is not over, or its moves or its result cannot be."""
    match = task.match()
    umpire = Umpire(match)
    first, _, moves = text.partition("\n")
    try:
        result = FileEntry.parsed(file, 1, first.removeprefix(";")).found.get("result")
        for record in parsed(file, task.opening.game, moves):
            for word in match.words_in(record.moves):
                match.play(word)
                umpire.look()
    except InputError:
        return None
    return task.points(match) if match.is_over() and match.outcome == result else None


HEAD = ("game", "settings", "position", "first", "second")
"""What the first line of a saved game says that is known before it is played."""
BEGIN = 16
"""Characters by which the beginning of a torn game is known."""


class GamesFile(TaskFile):
    """A file of games, one after the other, while a contest appends to it; `points` are A's, by the game's number."""

    things = "games"

    def __init__(self, path: str | PathLike[str], tasks: Sequence[ContestGame], *, resume: bool, force: bool) -> None:
        """Begin a new file, or take up an old one; as a `TaskFile`."""
        self.tasks, self.points = tasks, dict[int, float]()
        movers = (tasks[0].first, tasks[0].second) if tasks else ()
        searches = [(tasks[0].opening.game, mover.search) for mover in movers if mover.search is not None]
        super().__init__(path, searches, resume=resume, force=force)

    def add(self, number: int, given: tuple[str, float]) -> None:
        """Append a game that was played."""
        self.append(number, given[0].encode())

    def read(self, data: bytes) -> Spans:
        """Return the games that are whole; InputError if the file has a game that is none of the contest."""
        try:
            parts = BEGINNING.split(data.decode())
        except UnicodeDecodeError as error:
            raise self.another("it is not a text file") from error
        waiting: dict[str, list[int]] = {}
        begins = written(self.tasks[0].match())[:BEGIN]
        for number, task in enumerate(self.tasks):
            waiting.setdefault(head_of(written(task.match())), []).append(number)
        ends = [*accumulate(len(part.encode()) for part in parts)]
        done = {HEADER: (0, 0)}
        for place, part in enumerate(parts):
            head, is_last = head_of(part), place == len(parts) - 1
            numbers = waiting.get(head, [])
            points = replayed(self.tasks[numbers[0]], part, self.path) if numbers and part.endswith("\n") else None
            if points is not None:
                number = numbers.pop(0)
                done[number] = (ends[place] - len(part.encode()), ends[place])
                self.points[number] = points
            elif part and not (is_last and (numbers or begins.startswith(part[:BEGIN]))):
                raise self.another(f"its game {place or 1:,} is not one of the contest")
        return done


def head_of(text: str) -> str:
    """Return what the first line of a saved game says that is known before it is played; "" if it cannot be read."""
    try:
        header = FileEntry.parsed("", 1, text.partition("\n")[0].removeprefix(";")).found
        return write_json([header[key] for key in HEAD], sort_keys=True)
    except (ValueError, KeyError):
        return ""
