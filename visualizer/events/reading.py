"""Reading a file of events.

The first line says what was searched, each further one is an event: `enter`, `leaf`, `leave` or `pass`. The legality of
moves is checked when the events are played back.
"""

import stat
import warnings
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from visualizer.errors import InputError, as_input_error
from visualizer.events.event_reader import EventReader
from visualizer.events.json_line import JsonLine
from visualizer.plugins.discovery import game_named
from visualizer.plugins.trust import check_trusted
from visualizer.trace.recorder import MAX_DEPTH
from visualizer.trace.rows import Passes

HEADER_KEYS = frozenset(
    (
        "search",
        "game",
        "settings",
        "position",
        "evaluation",
        "depth",
        "passes",
        "cut",
        "fail",
        "order",
        "exploration",
        "bounds",
    )
)
RULES = {rule: rule for rule in (">=", ">")}
WAYS_TO_FAIL = {way: way for way in ("soft", "hard")}


class Recording:
    """A file of events. None stands for what its header does not say; without a game, moves are labels."""

    def __init__(self, file: str, lines: Iterable[str]) -> None:
        """Read the lines; InputError says what is wrong with the first that cannot stand there."""
        numbered = enumerate(lines, 1)
        number, first = next(((number, line) for number, line in numbered if line.strip()), (1, ""))
        self.file, self.first_line = file, number
        header = JsonLine(file, number, first)
        self.search = header.text("search", needed=True) or ""
        self.passes = header.choice("passes", "replace", {each.value: each for each in Passes})
        reader = EventReader(adds=self.passes is Passes.ADD)
        reader.note_unknown(header, HEADER_KEYS, "the header")
        self.depth, self.game = header.whole("depth", 1, MAX_DEPTH), header.word("game")
        self.settings, self.position = header.settings("settings"), header.word("position")
        if self.game is None and (self.settings or self.position is not None):
            what = "without a game, its position and settings say nothing"
            warnings.warn(f"{file}, line {number}: {what}", stacklevel=2)
            self.settings, self.position = {}, None
        self.cut = header.choice("cut", "", {"": None, **RULES})
        self.fail = header.choice("fail", "", {"": None, **WAYS_TO_FAIL})
        self.order, self.evaluation = header.text("order"), header.word("evaluation")
        """The game's evaluation is that whose values these are, so that they are said in its words."""
        self.exploration = None if header.found.get("exploration") is None else header.finite("exploration")
        """The constant of UCT, of a search by samples that selects so."""
        self.limits = header.limits("bounds")
        """The least and the greatest value that a leaf can have."""
        for number, line in numbered:
            if not line.isspace():
                reader.take(JsonLine(file, number, line))
        self.log = reader.end(file)


def recording_of(file: str) -> Recording:
    """Read a file of events; InputError says in which line it is wrong, or why it cannot be read.

    A user-supplied game that it names must be trusted.
    """
    try:
        found = Path(file).stat()
        if not stat.S_ISREG(found.st_mode):
            raise InputError(f"{file!r:.200} is no regular file; a file of events is read from its first line again")
        recording = _read(file, found.st_mtime_ns, found.st_size)
    except OSError as error:
        raise InputError(f"the file {file!r:.200} cannot be read: {error.strerror}") from error
    if recording.game is not None:
        check_trusted(file, recording.game)
        with as_input_error(f"{file}, line {recording.first_line}: "):
            game_named(recording.game)
    return recording


@lru_cache(maxsize=4)
def _read(file: str, changed: int, size: int) -> Recording:
    """Read a file of events as it was at that time."""
    with Path(file).open(encoding="utf-8-sig", errors="replace") as lines:
        return Recording(file, lines)
