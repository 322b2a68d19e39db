"""Reading a file of events, while it is played back or before.

The first line says what was searched, each further one is an event: `enter`, `leaf` or `leave`, and a few more. The
legality of moves is checked when the events are played back.
"""

import gc
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf
from typing import Self

from visualizer.data_files import FileEntry
from visualizer.errors import InputError
from visualizer.events.event_keys import begins_search
from visualizer.events.event_log import EventLog, Fields, Verb
from visualizer.events.event_reader import EventReader
from visualizer.events.header import HEADER_KEYS, Header
from visualizer.events.label_tree import LabelPosition
from visualizer.events.lines import Lines, as_read_error
from visualizer.trace.rows import Passes

KEPT = 20_000
"""Lines after which what was made of them is no longer looked through for garbage, while they are played back."""
AT_ONCE = 200
"""Lines that are read at once, at most, before others have their turn."""


class Recording:
    """A file of events: what its `header` says, the `log` of its events, and the `tree` of its labels.

    It is read as far as `read` says, and goes on being read as its events are asked for.
    """

    def __init__(self, file: str, lines: Lines, *, as_labels: bool = False, header: FileEntry | None = None) -> None:
        """Read the first line, unless a `header` is given in its place; InputError says what is wrong with it.

        Lines that begin with another sign than { are no events. With `as_labels` moves are labels though a game be
        named.
        """
        self.file, self.skipped = file, 0
        self._lines, self._number = lines, 0
        self._is_past = False
        """Whether another search has begun, of which nothing is read."""
        self._wrong: InputError | None = None
        """What is wrong with a line that has been read."""
        first = header or self._first()
        self.header = Header(first)
        self.tree = LabelPosition() if self.header.game is None or as_labels else None
        """The tree of labels, None where a game is known."""
        self._reader = EventReader(
            self.tree, adds=self.header.passes is Passes.ADD, by_mover=self.header.by_mover,
            may_pass=self.header.game is not None, strict=self.header.cut == ">", is_handed=self.header.is_handed,
        )  # fmt: skip
        self._reader.keys.note(first, HEADER_KEYS, "the header")
        self.log: EventLog = self._reader.log
        self.ended = False
        """Whether all lines have been read."""
        self.is_live = True
        """Whether it goes on being read while it is played back."""

    def read(self, until: float = inf) -> Self:
        """Read up to a line, by its number; InputError says what is wrong with the first that cannot stand."""
        while not self.ended and self._number < until:
            self.more()
        self.is_live = not self.ended
        return self

    def more(self) -> bool:
        """Read some further lines, those that are there; return whether there were any, or that was all."""
        before = self._number
        if self._wrong is not None:
            raise self._wrong
        try:
            self._read_some()
        except InputError as error:
            self._wrong = error
            raise
        if self.log.answer is not None:
            self._lines.stop_following()
        if self.is_live and self._number // KEPT > before // KEPT:
            gc.freeze()  # what has been read stays: to look for garbage among it would hold up the screen
        is_new = self._number > before
        self.ended = not is_new and self._lines.ended
        if self.ended:
            self._reader.end(self.file)
            if self.skipped:
                are = "line that is no event was" if self.skipped == 1 else "lines that are no events were"
                warnings.warn(f"{self.file}: {self.skipped:,} {are} skipped", stacklevel=2)
        return self.ended or is_new

    def _read_some(self) -> None:
        """Read the lines that are there, some at most."""
        with as_read_error(self.file):
            lines = self._lines.take(AT_ONCE)
        for line in lines:
            self._number += 1
            if not self._reader.take_plain(self._number, line):
                self._take(self._number, line)

    def events(self, wait: Callable[[], None], breathe: Callable[[], None]) -> Iterator[Fields]:
        """Go through the events in order.

        `wait` is called where the next one has not come yet, `breathe` each time that some lines have been read.

        An entry waits for what follows, since one that is left at once is a leaf. What is wrong with a line is an
        InputError behind what comes before it.
        """
        place = 0
        while True:
            known = len(self.log)
            if known and not self._is_settled():
                known -= 1
            yield from self.log.packed_from(place, known)
            place = known
            if self._wrong is not None:
                raise self._wrong
            if self.ended:
                return
            with suppress(InputError):  # raised above
                (breathe if self.more() else wait)()

    def _is_settled(self) -> bool:
        """Return whether the last event is what it is, whatever comes."""
        return self.ended or self.log[len(self.log) - 1].verb != Verb.ENTER

    def _take(self, number: int, line: str) -> None:
        """Take in a line; half a line, as a program leaves it that dies, ends the file early."""
        if self._is_past or not self._is_event(line):
            return
        try:
            found = FileEntry.parsed(self.file, number, line)
        except InputError:
            if line.endswith(("\n", "}")):
                raise
            self.log.ends_early = True
            return
        if begins_search(found.found):
            self._is_past = True
            self._lines.stop_following()
            warnings.warn(f"{found.place}: a second search begins here, and only the first is read", stacklevel=2)
        else:
            self._reader.take(found)

    def _first(self) -> FileEntry:
        """Return the first line that begins as events do; of a growing file it is waited for. InputError for none."""
        with as_read_error(self.file):
            while lines := self._lines.take(1, wait=True):
                self._number += 1
                if self._is_event(lines[0]):
                    return FileEntry.parsed(self.file, self._number, lines[0])
        raise InputError(f"{self.file}, in which no line begins with {{ as events do, tells of no search")

    def _is_event(self, line: str) -> bool:
        """Return whether a line begins as events do; the others are counted, but for empty ones."""
        if line[:1] == "{" or line.lstrip()[:1] == "{":
            return True
        self.skipped += bool(line and not line.isspace())
        return False
