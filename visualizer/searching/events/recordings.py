"""Reading files of events by name, each once, before it is replayed or meanwhile.

The first line of a file says what was searched, and each further line is an event: `enter`, `leaf`,
`leave` and a few more. Whether moves are legal is checked when the events are replayed. If a file
names no game, its labels are its moves.
"""

import gc
import stat
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from math import inf
from pathlib import Path
from typing import Self
from weakref import WeakValueDictionary

from games import Game, Preset
from visualizer.searching.data_files import FileEntry
from visualizer.searching.events.event_log import EventFields, EventLog, Verb
from visualizer.searching.events.event_reader import EventReader, begins_search
from visualizer.searching.events.label_tree import LabelPosition, united_label_tree
from visualizer.searching.events.lines import (
    FileLines,
    GrowingLines,
    Lines,
    as_read_error,
    as_text,
    open_maybe_zipped,
)
from visualizer.support.errors import InputError, as_input_error
from visualizer.support.plugins.discovery import (
    STANDARD_INPUT,
    PlugInSource,
    check_trusted,
    game_named,
)
from visualizer.trace.recorder import MAX_DEPTH
from visualizer.trace.rows import Passes

HEADER_KEYS = frozenset(
    (
        "search",
        "game",
        "settings",
        "position",
        "moves",
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
        "windows",
    )
)
CUT_RULE_WORDS = {rule: rule for rule in (">=", ">")}
WAYS_TO_FAIL = {way: way for way in ("soft", "hard")}
SELECTIONS = ("uct", "puct")


class Header:
    """The first line of a file; what it leaves out is None, or has its default."""

    def __init__(self, line: FileEntry) -> None:
        """Read the header from a line; InputError if something in it is wrong."""
        self.line = line.number
        """The number of the line."""
        self.search = line.text("search", needed=True) or ""
        self.passes = line.choice(
            "passes", Passes.REPLACE.value, {each.value: each for each in Passes}
        )
        self.depth = line.whole("depth", 1, MAX_DEPTH)
        # Of several errors, the one that comes first in this order is reported.
        self._read_position(line)
        self._read_options(line)
        self._read_sampling(line)
        self._read_values(line)

    def _read_position(self, line: FileEntry) -> None:
        """Read the game and the position; without a game, warn that the rest is ignored."""
        self.game = line.word("game")
        self.settings = line.settings("settings")
        self.position = line.word("position")
        self.moves = line.texts("moves")
        """The moves from the position to the one that is searched."""
        if self.game is None and (self.settings or self.position is not None or self.moves):
            ignored = "no game is named, so position, settings and moves are ignored"
            warnings.warn(f"{line.place}: {ignored}", stacklevel=3)
            self.settings = {}
            self.position = None
            self.moves = ()

    def _read_options(self, line: FileEntry) -> None:
        """Read the options of the search, each None if the line does not name it."""
        self.cut = line.choice("cut", "", {"": None, **CUT_RULE_WORDS})
        self.fail = line.choice("fail", "", {"": None, **WAYS_TO_FAIL})
        self.order = line.text("order")
        self.evaluation = line.word("evaluation")
        """The game's evaluation that made the values, so that they are shown in its words."""

    def _read_sampling(self, line: FileEntry) -> None:
        """Read how a search by samples selects and proves."""
        self.exploration = None
        """The constant of UCT, for a search by samples that selects with it."""
        if line.found.get("exploration") is not None:
            self.exploration = line.finite("exploration")
        self.selection = line.choice("selection", "uct", {each: each for each in SELECTIONS})
        """Whether a search by samples selects by visits alone (UCT), or by priors too (PUCT)."""
        self.solves = line.flag("solver")
        """Whether finished games prove values, as in a search with a solver."""

    def _read_values(self, line: FileEntry) -> None:
        """Read what the values and windows of the events mean."""
        self.limits = line.limits("bounds")
        """The least and the greatest value of a leaf."""
        self.by_mover = line.choice("values", "first", {"first": False, "mover": True})
        """Whether values and windows are from the side of the player to move."""
        self.only_call_windows = line.choice(
            "windows", "narrowed", {"narrowed": False, "handed": True}
        )
        """Whether only the windows of calls are known, and not how the search narrows them."""


LINES_BETWEEN_FREEZES = 20_000
"""After so many lines, Python's garbage collector leaves out what was read so far."""
EVENTS_AT_ONCE = 200
"""How many lines are read at once, before other work may go on."""


class Recording:
    """A file of events: its `header`, the `log` of its events, and the `tree` of its labels.

    More of the file is read as its events are asked for.
    """

    def __init__(
        self, file: str, lines: Lines, *, as_labels: bool = False, header: FileEntry | None = None
    ) -> None:
        """Read the first line, unless a `header` replaces it; InputError if it is wrong.

        Lines that do not begin with { are no events. With `as_labels`, moves are labels even if a
        game is named.
        """
        self.file = file
        self.skipped = 0
        self._lines = lines
        self._number = 0
        self._is_complete = False
        """Whether a second search has begun, which is not read."""
        self._error: InputError | None = None
        """The error in a line that has been read."""
        first = header or self._first()
        self.header = Header(first)
        self.tree = LabelPosition() if self.header.game is None or as_labels else None
        """The tree of labels, None if a game is known."""
        self._reader = EventReader(
            self.tree,
            has_means=self.header.passes is Passes.ADD,
            by_mover=self.header.by_mover,
            may_pass_turn=self.header.game is not None,
            strict=self.header.cut == ">",
            only_call_windows=self.header.only_call_windows,
        )
        self._reader.check_keys(first, HEADER_KEYS, "the header")
        self.log: EventLog = self._reader.log
        self.ended = False
        """Whether all lines have been read."""
        self.is_growing = True
        """Whether more is read during the replay."""

    def read(self, until: float = inf) -> Self:
        """Read up to a line, by number; InputError for the first wrong line."""
        while not self.ended and self._number < until:
            self.more()
        self.is_growing = not self.ended
        return self

    def more(self) -> bool:
        """Read some of the lines that have arrived; return False if no line had arrived.

        At the end of the file, return True. After a wrong line, every call raises its InputError.
        """
        before = self._number
        if self._error is not None:
            raise self._error
        try:
            self._read_some()
        except InputError as error:
            self._error = error
            raise
        if self.log.answer is not None:
            self._lines.stop_following()
        freeze_count = self._number // LINES_BETWEEN_FREEZES
        if self.is_growing and freeze_count > before // LINES_BETWEEN_FREEZES:
            # What has been read stays: searching it for garbage would hold up the screen.
            gc.freeze()
        has_read = self._number > before
        self.ended = not has_read and self._lines.ended
        if self.ended:
            self._reader.end(self.file)
            self._warn_of_skipped()
        return self.ended or has_read

    def _warn_of_skipped(self) -> None:
        """Warn of skipped lines, which are no events; without such lines, do nothing."""
        if not self.skipped:
            return
        if self.skipped == 1:
            lines_were = "line that is not an event was"
        else:
            lines_were = "lines that are not events were"
        warnings.warn(f"{self.file}: {self.skipped:,} {lines_were} skipped", stacklevel=3)

    def _read_some(self) -> None:
        """Read some of the lines that have arrived."""
        with as_read_error(self.file):
            lines = self._lines.take(EVENTS_AT_ONCE)
        for line in lines:
            self._number += 1
            if not self._reader.take_plain(self._number, line):
                self._take(self._number, line)

    def events(
        self, wait: Callable[[], None], let_others_run: Callable[[], None]
    ) -> Iterator[EventFields]:
        """Iterate over the fields of all events, reading on in the file as needed.

        `wait()` is called when the next event has not arrived yet, and `let_others_run()` whenever
        some lines have been read. For a wrong line, InputError is raised after all events before
        the line.
        """
        yielded_count = 0
        while True:
            count = len(self.log)
            # An entry is yielded only with the event after it: if that is its return, the entry
            # becomes a leaf.
            if count and not self.ended and self.log[count - 1].verb == Verb.ENTER:
                count -= 1
            yield from self.log.packed_from(yielded_count, count)
            yielded_count = count
            if self._error is not None:
                raise self._error
            if self.ended:
                return
            # An error is stored, and raised above when the events before it have been yielded.
            with suppress(InputError):
                if self.more():
                    let_others_run()
                else:
                    wait()

    def _take(self, number: int, line: str) -> None:
        """Log the event in a line; skip a line that is no event, or belongs to a second search.

        A program that has died may leave half a line at the end. Half a line ends the file early.
        """
        if self._is_complete or not self._is_event(line):
            return
        try:
            entry = FileEntry.parsed(self.file, number, line)
        except InputError:
            is_whole_line = line.endswith(("\n", "}"))
            if is_whole_line:
                raise
            self.log.ends_early = True
            return
        if not begins_search(entry.found):
            self._reader.take(entry)
            return
        self._is_complete = True
        self._lines.stop_following()
        warnings.warn(
            f"{entry.place}: a second search begins here, but only the first is read",
            stacklevel=2,
        )

    def _first(self) -> FileEntry:
        """Wait for the first line that looks like an event, and return it; InputError for none."""
        with as_read_error(self.file):
            while lines := self._lines.take(1, wait=True):
                self._number += 1
                if self._is_event(lines[0]):
                    return FileEntry.parsed(self.file, self._number, lines[0])
        raise InputError(f"{self.file} contains no search: no line begins with {{, as events do")

    def _is_event(self, line: str) -> bool:
        """Return whether a line looks like an event; count other lines, unless empty."""
        if line[:1] == "{" or line.lstrip()[:1] == "{":
            return True
        if line and not line.isspace():
            self.skipped += 1
        return False


HANDED_OVER_NUMBERS = count(1)
EVENTS_READ_BEFORE = 20_000
"""How many lines of a file that is read gradually are read before it is shown."""
FOLLOWED_RECORDINGS: dict[str, Recording | None] = {STANDARD_INPUT: None}
"""The files that are read as they grow, until a `result`; None for one that has not begun."""
HANDED_OVER_RECORDINGS: WeakValueDictionary[str, Recording] = WeakValueDictionary()
"""The recordings without a file, by name, as long as they are in use."""
GRADUAL_FILES: set[str] = set()
"""The files that are read during the replay, if they are long."""


def follow_growing_file(file: str) -> None:
    """Read a file of events as it grows."""
    FOLLOWED_RECORDINGS.setdefault(file)


def read_gradually(file: str) -> None:
    """Read a file of events during its replay, if it is long."""
    GRADUAL_FILES.add(file)


def hand_over(lines: Iterable[str]) -> Recording:
    """Read events that are in no file, and return a recording; its `file` is an invented name."""
    name = f"(handed over {next(HANDED_OVER_NUMBERS)})/yours{PlugInSource.RECORDING}"
    with without_collection():
        recording = Recording(name, FileLines(f"{line}\n" for line in lines)).read()
    HANDED_OVER_RECORDINGS[name] = recording
    return recording


def recording_of(file: str) -> Recording:
    """Return the recording in a file of events; the whole file is read unless it may grow.

    InputError for a wrong line, a file that cannot be read, or a user's game that is not trusted.
    """
    recording = HANDED_OVER_RECORDINGS.get(file) or FOLLOWED_RECORDINGS.get(file)
    if recording is None:
        is_followed = file in FOLLOWED_RECORDINGS
        with as_read_error(file):
            if is_followed:
                recording = _begun_recording(file)
            else:
                recording = _read_recording(file, *file_stamp(file))
            is_read_later = is_followed or file in GRADUAL_FILES
            if not recording.ended and not is_read_later:
                with without_collection():
                    recording.read()
    check_game(file, recording.header)
    return recording


def _begun_recording(file: str) -> Recording:
    """Begin to read a file that may grow, and wait for its first line."""
    lines = GrowingLines(open_maybe_zipped(file), follows=file != STANDARD_INPUT)
    recording = Recording(file, lines)
    FOLLOWED_RECORDINGS[file] = recording
    return recording


def header_of_recording(file: str) -> Header:
    """Read only the header of a file of events; errors as for `recording_of`."""
    if file in FOLLOWED_RECORDINGS or file in HANDED_OVER_RECORDINGS:
        return recording_of(file).header
    with as_read_error(file):
        header = _header(file, *file_stamp(file))
    check_game(file, header)
    return header


def labels_of(file: str) -> Recording:
    """Read a file of events with its moves as labels, even if it names a game."""
    recording = recording_of(file)
    if recording.tree is not None:
        return recording
    with as_read_error(file):
        return Recording(file, FileLines(as_text(open_maybe_zipped(file))), as_labels=True).read()


def file_stamp(file: str) -> tuple[int, int]:
    """Return when a file was changed, and its size; InputError if it is no regular file."""
    status = Path(file).stat()
    if not stat.S_ISREG(status.st_mode):
        raise InputError(
            f"{file!r:.200} is not a regular file; use - to read standard input as it comes"
        )
    return status.st_mtime_ns, status.st_size


def check_game(file: str, header: Header) -> None:
    """Raise InputError for a game that does not exist, or is a user's and not trusted."""
    if header.game is not None:
        check_trusted(file, header.game)
        with as_input_error(f"{file}, line {header.line}: "):
            game_named(header.game)


@lru_cache(maxsize=16)
def _header(file: str, changed: int, size: int) -> Header:
    """Read the header of a file of events as it was when last changed."""
    with as_text(open_maybe_zipped(file)) as lines:
        return Recording(file, FileLines(lines)).header


@lru_cache(maxsize=4)
def _read_recording(file: str, changed: int, size: int) -> Recording:
    """Read the beginning of a file of events as it was when last changed."""
    return Recording(file, FileLines(as_text(open_maybe_zipped(file)))).read(EVENTS_READ_BEFORE)


@contextmanager
def without_collection() -> Iterator[None]:
    """Turn the garbage collector off while millions of objects are made, which halves the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


SEVERAL_LABELS_MARK = "|"
"""The mark between the names of files that record the same search tree."""


def game_of_recordings(names: str) -> Game:
    """Return a game whose moves are the labels in one or several files of events.

    `names` are the files, with `SEVERAL_LABELS_MARK` between them. The labels of all files form one
    tree.
    """
    recordings = [labels_of(file) for file in names.split(SEVERAL_LABELS_MARK)]
    trees = [recording.tree for recording in recordings if recording.tree is not None]
    root = trees[0] if len(trees) == 1 else united_label_tree(trees)

    return Game(
        name=names,
        title=" and ".join(recording.header.search for recording in recordings),
        about="a search written elsewhere",
        sides=("MAX", "MIN"),
        notation="labels from the root",
        start=lambda settings: root,
        read=lambda text, settings: root.position_at(text.split()),
        chance=lambda position: any(recording.log.chance_moves for recording in recordings),
        evaluations={"recorded": lambda position, outcome: outcome or 0.0},
        presets=(Preset("root", "", "where the search began"),),
    )
