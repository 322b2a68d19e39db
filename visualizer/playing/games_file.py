"""The file of a contest's games, one after the other, with which the contest can go on."""

from collections.abc import Sequence
from itertools import accumulate
from os import PathLike

from visualizer import strict_json
from visualizer.playing.contest_games import ContestGame, replayed
from visualizer.playing.game_file import BEGINNING, written
from visualizer.sweeping.task_file import HEADER, Spans, TaskFile

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
        header = strict_json.read(text.partition("\n")[0].removeprefix(";"))
        return strict_json.write([header[key] for key in HEAD], sort_keys=True)
    except (ValueError, TypeError, KeyError):
        return ""
