"""Reading a file of events.

The first line says what was searched, each further one is an event: `enter`, `leaf` or `leave`, and a few more. The
legality of moves is checked when the events are played back. One that is still being written is read as it grows.
"""

import gc
import stat
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path

from visualizer.data_files.entry import FileEntry
from visualizer.errors import InputError, as_input_error
from visualizer.events.event_log import EventLog, Fields, Verb
from visualizer.events.event_reader import EventReader
from visualizer.events.label_tree import LabelPosition
from visualizer.events.lines import GrowingLines, as_text, opened
from visualizer.plugins.discovery import game_named
from visualizer.plugins.source import STANDARD_INPUT
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
        "selection",
        "solver",
        "bounds",
        "values",
    )
)
RULES = {rule: rule for rule in (">=", ">")}
WAYS_TO_FAIL = {way: way for way in ("soft", "hard")}
SELECTIONS = ("uct", "puct")
KEPT = 20_000
"""Lines of a growing file after which what was made of them is no longer looked through for garbage."""
AT_ONCE = 500
"""Lines that are read at once, at most, before others have their turn."""


class Recording:
    """A file of events. None stands for what its header does not say; without a game, moves are labels.

    `growing` are the lines of one that is still being written: they are read as its events are asked for.
    """

    def __init__(
        self, file: str, lines: Iterable[str], growing: GrowingLines | None = None, *, as_labels: bool = False
    ) -> None:
        """Read the lines, of a growing one the first; InputError says what is wrong with the first that cannot stand.

        Lines that begin with another sign than { are no events. With `as_labels` moves are labels in any case.
        """
        self.file, self.growing, self.skipped = file, growing, 0
        self._lines, self._number = iter(lines), 0
        number, first = self._first()
        self.first_line = number
        header = FileEntry.parsed(file, number, first)
        self.search = header.text("search", needed=True) or ""
        self.passes = header.choice("passes", Passes.REPLACE.value, {each.value: each for each in Passes})
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
        self.selection = header.choice("selection", "uct", {each: each for each in SELECTIONS})
        """What a search by samples selects by: visits alone, or also the priors that its visits tell."""
        self.solves = header.flag("solver")
        """Whether finished games prove values, as visits that are said to be proven do."""
        self.limits = header.limits("bounds")
        """The least and the greatest value that a leaf can have."""
        by_mover = header.choice("values", "first", {"first": False, "mover": True})
        self.tree = LabelPosition() if self.game is None or as_labels else None
        """The tree of labels, None where a game is known."""
        self._reader = EventReader(
            self.tree,
            adds=self.passes is Passes.ADD,
            by_mover=by_mover,
            may_pass=self.game is not None,
            strict=self.cut == ">",
        )
        self._reader.keys.note(header, HEADER_KEYS, "the header")
        self.log: EventLog = self._reader.log
        self.ended = False
        """Whether all lines have been read."""
        if growing is None:
            while not self.ended:
                self.more()

    @property
    def is_live(self) -> bool:
        """Return whether it is read as it grows."""
        return self.growing is not None

    def more(self) -> bool:
        """Read some further lines, those that are there; return whether there were any, or that was all."""
        before = self._number
        for line in self._next(AT_ONCE):
            self._number += 1
            if not self._reader.take_plain(self._number, line):
                self._take(self._number, line)
        if self.growing is not None and self.log.answer is not None:
            self.growing.close()
        if self.growing is not None and self._number // KEPT > before // KEPT:
            gc.freeze()  # what has been read stays: to look for garbage among it would hold up the screen
        is_new = self._number > before
        self.ended = not is_new and (self.growing is None or self.growing.ended)
        if self.ended:
            self._reader.end(self.file)
            if self.skipped:
                are = "line that is no event was" if self.skipped == 1 else "lines that are no events were"
                warnings.warn(f"{self.file}: {self.skipped:,} {are} skipped", stacklevel=2)
        return self.ended or is_new

    def _next(self, most: int, *, wait: bool = False) -> Iterable[str]:
        """Go through the next lines, at most so many; of a growing file those that are there."""
        return islice(self._lines, most) if self.growing is None else self.growing.take(most, wait=wait)

    def events(self, wait: Callable[[], None]) -> Iterator[Fields]:
        """Go through the events in order; `wait` is called where the next one has not come yet.

        An entry waits for what follows, since one that is left at once is a leaf.
        """
        place = 0
        while True:
            known = len(self.log)
            if known and not self._is_settled():
                known -= 1
            yield from self.log.packed_from(place, known)
            place = known
            if self.ended:
                return
            if not self.more():
                wait()

    def _is_settled(self) -> bool:
        """Return whether the last event is what it is, whatever comes."""
        return self.ended or self.log[len(self.log) - 1].verb != Verb.ENTER

    def _take(self, number: int, line: str) -> None:
        """Take in a line; half a line, as a program leaves it that dies, ends the file early."""
        if not self._is_event(line):
            return
        try:
            found = FileEntry.parsed(self.file, number, line)
        except InputError:
            if line.endswith(("\n", "}")):
                raise
            self.log.ends_early = True
            return
        self._reader.take(found)

    def _first(self) -> tuple[int, str]:
        """Return the first line that begins as events do, with its number; of a growing file it is waited for.

        InputError if there is none.
        """
        while (line := next(iter(self._next(1, wait=True)), None)) is not None:
            self._number += 1
            if self._is_event(line):
                return self._number, line
        raise InputError(f"{self.file}, in which no line begins with {{ as events do, tells of no search")

    def _is_event(self, line: str) -> bool:
        """Return whether a line begins as events do; the others are counted, but for empty ones."""
        if line[:1] == "{" or line.lstrip()[:1] == "{":
            return True
        self.skipped += bool(line and not line.isspace())
        return False


FOLLOWED: dict[str, Recording | None] = {STANDARD_INPUT: None}
"""The files that are read as they grow, until a `result` is told, each once: None for one that has not been begun."""


def recording_of(file: str) -> Recording:
    """Read a file of events; InputError says in which line it is wrong, or why it cannot be read.

    A user-supplied game that it names must be trusted.
    """
    try:
        if file in FOLLOWED:
            growing = FOLLOWED[file]
            if growing is None:  # its first line is waited for
                growing = Recording(file, (), GrowingLines(opened(file), follows=file != STANDARD_INPUT))
            recording = FOLLOWED[file] = growing
        else:
            found = Path(file).stat()
            if not stat.S_ISREG(found.st_mode):
                raise InputError(f"{file!r:.200} is no regular file; - reads standard input as it comes")
            recording = _read(file, found.st_mtime_ns, found.st_size)
    except (OSError, EOFError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"the file {file!r:.200} cannot be read: {why}") from error
    if recording.game is not None:
        check_trusted(file, recording.game)
        with as_input_error(f"{file}, line {recording.first_line}: "):
            game_named(recording.game)
    return recording


def labels_of(file: str) -> Recording:
    """Read a file of events whose moves are taken for labels, though it may name a game; errors as for the others."""
    found = recording_of(file)
    if found.tree is not None:
        return found
    with as_text(opened(file)) as lines:
        return Recording(file, lines, as_labels=True)


@lru_cache(maxsize=4)
def _read(file: str, changed: int, size: int) -> Recording:
    """Read a file of events as it was at that time."""
    with as_text(opened(file)) as lines, without_collection():
        return Recording(file, lines)


@contextmanager
def without_collection() -> Iterator[None]:
    """Look for no garbage while very much is made that is none: that would take half of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
