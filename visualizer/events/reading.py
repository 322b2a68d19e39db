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
from visualizer.events.event_log import Recording
from visualizer.events.event_reader import EventReader
from visualizer.events.json_line import JsonLine
from visualizer.plugins.discovery import game_named
from visualizer.plugins.trust import check_trusted
from visualizer.trace.recorder import MAX_DEPTH
from visualizer.trace.rows import Passes

HEADER_KEYS = frozenset(
    ("search", "game", "settings", "position", "evaluation", "depth", "passes", "cut", "fail", "order", "exploration")
)
RULES = {rule: rule for rule in (">=", ">")}
WAYS_TO_FAIL = {way: way for way in ("soft", "hard")}


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
        return parsed(file, lines)


def parsed(file: str, lines: Iterable[str]) -> Recording:
    """Return what the lines of a file say; InputError says what is wrong with the first that cannot stand there."""
    numbered = enumerate(lines, 1)
    number, first = next(((number, line) for number, line in numbered if line.strip()), (1, ""))
    header = JsonLine(file, number, first)
    search = header.text("search", needed=True) or ""
    passes = header.choice("passes", "replace", {each.value: each for each in Passes})
    reader = EventReader(adds=passes is Passes.ADD)
    reader.note_unknown(header, HEADER_KEYS, "the header")
    depth, game = header.whole("depth", 1, MAX_DEPTH), header.word("game")
    settings, position = header.settings("settings"), header.word("position")
    if game is None and (settings or position is not None):
        warnings.warn(f"{file}, line {number}: without a game, its position and settings say nothing", stacklevel=2)
        settings, position = {}, None
    said = {
        "cut": header.choice("cut", "", {"": None, **RULES}),
        "fail": header.choice("fail", "", {"": None, **WAYS_TO_FAIL}),
        "order": header.text("order"),
        "evaluation": header.word("evaluation"),
    }
    exploration = None if header.found.get("exploration") is None else header.finite("exploration")
    for number, line in numbered:
        if not line.isspace():
            reader.take(JsonLine(file, number, line))
    return Recording(
        file=file, first_line=header.number, search=search, game=game, settings=settings, position=position,
        depth=depth, passes=passes, exploration=exploration, log=reader.end(file), **said,
    )  # fmt: skip
