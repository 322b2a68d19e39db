"""Reading files of events: each file is read once, before or during its replay.

The first line of a file says what was searched, and each further line is an event: `enter`, `leaf`,
`leave` and a few more. Whether moves are legal is checked when the events are replayed. If a file
names no game, any text is a move, called a label.
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
    """The first line of a file; a missing value is None, or has its default."""

    def __init__(self, line: FileEntry) -> None:
        """Read the header from a line; InputError if something in it is wrong."""
        self.line = line.number
        """The number of the line."""
        self.search = line.text("search", needed=True) or ""
        self.passes = line.choice(
            "passes", Passes.REPLACE.value, {each.value: each for each in Passes}
        )
        self.depth = line.whole("depth", 1, MAX_DEPTH)
        # If several values are wrong, the first one in this order is reported.
        self._read_position(line)
        self._read_options(line)
        self._read_sampling(line)
        self._read_values(line)

    def _read_position(self, line: FileEntry) -> None:
        """Read the game and the position; warn if a position is given without a game."""
        self.game = line.word("game")
        self.settings = line.settings("settings")
        self.position = line.word("position")
        self.moves = line.strings("moves")
        """The moves from the named position to the searched position."""
        if self.game is None and (self.settings or self.position is not None or self.moves):
            ignored = "no game is named, so position, settings and moves are ignored"
            warnings.warn(f"{line.place}: {ignored}", stacklevel=3)
            self.settings = {}
            self.position = None
            self.moves = ()

    def _read_options(self, line: FileEntry) -> None:
        """Read the options of the search; they are None if the line does not name them."""
        self.cut = line.choice("cut", "", {"": None, **CUT_RULE_WORDS})
        self.fail = line.choice("fail", "", {"": None, **WAYS_TO_FAIL})
        self.order = line.text("order")
        self.evaluation = line.word("evaluation")
        """The game's evaluation with which the search evaluated its leaves."""

    def _read_sampling(self, line: FileEntry) -> None:
        """Read how a search by random games selects moves, and whether it has a solver."""
        self.exploration = None
        """The exploration constant of UCT or PUCT, None if the search does not use them."""
        if line.values.get("exploration") is not None:
            self.exploration = line.finite("exploration")
        self.selection = line.choice("selection", "uct", {each: each for each in SELECTIONS})
        """Whether such a search selects by visits alone (UCT), or also by priors (PUCT)."""
        self.solves = line.flag("solver")
        """Whether the search has a solver, which proves values from finished games."""

    def _read_values(self, line: FileEntry) -> None:
        """Read what the values and windows of the events mean."""
        self.limits = line.limits("bounds")
        """The least and the greatest value of a leaf."""
        self.by_mover = line.choice("values", "first", {"first": False, "mover": True})
        """Whether values and windows are from the side of the player to move."""
        self.only_call_windows = line.choice(
            "windows", "narrowed", {"narrowed": False, "handed": True}
        )
        """Whether the file reports the window that each call is passed, but not how it narrows."""


LINES_BETWEEN_FREEZES = 20_000
"""Each time this number of lines has been read, the garbage collector is told to skip them."""
EVENTS_AT_ONCE = 200
"""How many lines are read before other work is done."""


class Recording:
    """A file of events: its `header`, the `log` of its events, and the `tree` of its labels.

    The file is read only as far as its events are needed.
    """

    def __init__(
        self, file: str, lines: Lines, *, as_labels: bool = False, header: FileEntry | None = None
    ) -> None:
        """Read the first line, unless it is given as `header`; InputError if it is wrong.

        Lines that do not begin with { are skipped. If `as_labels` is true, the moves are labels
        even if the file names a game.
        """
        self.file = file
        self.skipped = 0
        self._lines = lines
        self._line_number = 0
        self._is_in_second_search = False
        """Whether the lines belong to a second search, which is not read."""
        self._error: InputError | None = None
        """The error in a wrong line, after which nothing is read."""
        first_line = header or self._read_first_line()
        self.header = Header(first_line)
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
        self._reader.check_keys(first_line, HEADER_KEYS, "the header")
        self.log: EventLog = self._reader.log
        self.ended = False
        """Whether all lines have been read."""
        self.is_growing = True
        """Whether more lines are read during the replay."""

    def read(self, until: float = inf) -> Self:
        """Read at least up to the line with the number `until`; InputError for a wrong line."""
        while not self.ended and self._line_number < until:
            self.read_more()
        self.is_growing = not self.ended
        return self

    def read_more(self) -> bool:
        """Read some of the lines that have arrived; return False if none has arrived.

        At the end of the file, return True. InputError for a wrong line, now and in every later
        call.
        """
        number_before = self._line_number
        if self._error is not None:
            raise self._error
        try:
            self._read_arrived_lines()
        except InputError as error:
            self._error = error
            raise
        if self.log.answer is not None:
            self._lines.stop_following()
        freeze_count = self._line_number // LINES_BETWEEN_FREEZES
        if self.is_growing and freeze_count > number_before // LINES_BETWEEN_FREEZES:
            # The events are never garbage, so searching them for garbage would waste time.
            gc.freeze()
        has_read = self._line_number > number_before
        self.ended = not has_read and self._lines.ended
        if self.ended:
            self._reader.finish(self.file)
            self._warn_of_skipped_lines()
        return self.ended or has_read

    def _warn_of_skipped_lines(self) -> None:
        """Warn if some lines were skipped, since they are not events."""
        if not self.skipped:
            return
        if self.skipped == 1:
            lines_were = "line that is not an event was"
        else:
            lines_were = "lines that are not events were"
        warnings.warn(f"{self.file}: {self.skipped:,} {lines_were} skipped", stacklevel=3)

    def _read_arrived_lines(self) -> None:
        """Read some of the lines that have arrived."""
        with as_read_error(self.file):
            lines = self._lines.take(EVENTS_AT_ONCE)
        for line in lines:
            self._line_number += 1
            if not self._reader.read_plain_leaf(self._line_number, line):
                self._read_line(self._line_number, line)

    def events(
        self, wait: Callable[[], None], let_others_run: Callable[[], None]
    ) -> Iterator[EventFields]:
        """Iterate over the fields of all events, reading more of the file as needed.

        `wait()` is called if the next event has not arrived yet, and `let_others_run()` whenever
        some lines have been read. InputError for a wrong line, after all events before this line.
        """
        yielded_count = 0
        while True:
            count = len(self.log)
            # If the next event is a return, the last entry becomes a leaf. So an entry is yielded
            # only when the next event has arrived.
            if count and not self.ended and self.log[count - 1].verb == Verb.ENTER:
                count -= 1
            yield from self.log.fields_between(yielded_count, count)
            yielded_count = count
            if self._error is not None:
                raise self._error
            if self.ended:
                return
            # `read_more` stores an error in `_error`, which is raised after the next events.
            with suppress(InputError):
                if self.read_more():
                    let_others_run()
                else:
                    wait()

    def _read_line(self, number: int, line: str) -> None:
        """Log the event in a line; skip the line if it is not an event of the first search."""
        if self._is_in_second_search or not self._is_event(line):
            return
        try:
            entry = FileEntry.parsed(self.file, number, line)
        except InputError:
            is_complete_line = line.endswith(("\n", "}"))
            if is_complete_line:
                raise
            # The program that wrote the file was killed while it wrote the last line.
            self.log.ends_early = True
            return
        if not begins_search(entry.values):
            self._reader.read_event(entry)
            return
        self._is_in_second_search = True
        self._lines.stop_following()
        warnings.warn(
            f"{entry.place}: a second search begins here, but only the first is read",
            stacklevel=2,
        )

    def _read_first_line(self) -> FileEntry:
        """Wait for the first line that looks like an event, and return it.

        InputError if there is no such line.
        """
        with as_read_error(self.file):
            while lines := self._lines.take(1, wait=True):
                self._line_number += 1
                if self._is_event(lines[0]):
                    return FileEntry.parsed(self.file, self._line_number, lines[0])
        raise InputError(f"{self.file} contains no search: no line begins with {{, as events do")

    def _is_event(self, line: str) -> bool:
        """Return whether a line looks like an event; if it does not, count it as skipped."""
        if line[:1] == "{" or line.lstrip()[:1] == "{":
            return True
        if line and not line.isspace():
            self.skipped += 1
        return False


HANDED_OVER_NUMBERS = count(1)
EVENTS_READ_BEFORE = 20_000
"""How many lines of a long file are read before its replay begins."""
FOLLOWED_RECORDINGS: dict[str, Recording | None] = {STANDARD_INPUT: None}
"""The recordings of files that may grow, by file; None if the file has not been opened yet."""
HANDED_OVER_RECORDINGS: WeakValueDictionary[str, Recording] = WeakValueDictionary()
"""The recordings without a file, by an invented name; unused ones are dropped."""
GRADUAL_FILES: set[str] = set()
"""The files that, if they are long, are read partly during the replay."""


def follow_growing_file(file: str) -> None:
    """Let a file of events be read as it grows."""
    FOLLOWED_RECORDINGS.setdefault(file)


def read_gradually(file: str) -> None:
    """Let a file of events, if it is long, be read partly during its replay."""
    GRADUAL_FILES.add(file)


def hand_over(lines: Iterable[str], title: str = "yours") -> Recording:
    """Make a recording of events that are not in a file; its `file` is invented from a title."""
    name = f"(handed over {next(HANDED_OVER_NUMBERS)})/{title}{PlugInSource.RECORDING}"
    with without_collection():
        recording = Recording(name, FileLines(f"{line}\n" for line in lines)).read()
    HANDED_OVER_RECORDINGS[name] = recording
    return recording


def handed_over_title(file: str) -> str:
    """Return the title of a recording that was handed over; any other name stays as it is."""
    return Path(file).stem if file in HANDED_OVER_RECORDINGS else file


def recording_of(file: str) -> Recording:
    """Return the recording in a file of events.

    The file is read to its end, unless it may grow or is one of `GRADUAL_FILES`: then the rest is
    read during the replay. InputError for a wrong line, a file that cannot be read, or a user's
    game that is not trusted.
    """
    recording = HANDED_OVER_RECORDINGS.get(file) or FOLLOWED_RECORDINGS.get(file)
    if recording is None:
        is_followed = file in FOLLOWED_RECORDINGS
        with as_read_error(file):
            if is_followed:
                recording = _begin_recording(file)
            else:
                recording = _read_recording(file, *file_stamp(file))
            is_rest_read_later = is_followed or file in GRADUAL_FILES
            if not recording.ended and not is_rest_read_later:
                with without_collection():
                    recording.read()
    check_game(file, recording.header)
    return recording


def _begin_recording(file: str) -> Recording:
    """Wait for the first line of a file that may grow, and return its recording."""
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
    """Return the recording in a file, with its moves as labels even if the file names a game."""
    recording = recording_of(file)
    if recording.tree is not None:
        return recording
    with as_read_error(file):
        return Recording(file, FileLines(as_text(open_maybe_zipped(file))), as_labels=True).read()


def file_stamp(file: str) -> tuple[int, int]:
    """Return the time of a file's last change, and its size; InputError for a special file."""
    status = Path(file).stat()
    if not stat.S_ISREG(status.st_mode):
        raise InputError(
            f"{file!r:.200} is not a regular file; use - to read standard input as it comes"
        )
    return status.st_mtime_ns, status.st_size


def check_game(file: str, header: Header) -> None:
    """Raise InputError if the game in a header does not exist or is not trusted."""
    if header.game is not None:
        check_trusted(file, header.game)
        with as_input_error(f"{file}, line {header.line}: "):
            game_named(header.game)


@lru_cache(maxsize=16)
def _header(file: str, changed: int, size: int) -> Header:
    """Read the header of a file of events; the other parameters only make up the cache's key."""
    with as_text(open_maybe_zipped(file)) as lines:
        return Recording(file, FileLines(lines)).header


@lru_cache(maxsize=4)
def _read_recording(file: str, changed: int, size: int) -> Recording:
    """Read the beginning of a file; the other parameters only make up the cache's key."""
    return Recording(file, FileLines(as_text(open_maybe_zipped(file)))).read(EVENTS_READ_BEFORE)


@contextmanager
def without_collection() -> Iterator[None]:
    """Turn off the garbage collector in a block, which halves the time to make many objects."""
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
    """Return a game whose tree unites the moves that are recorded in some files of events.

    `names` are the files, with `SEVERAL_LABELS_MARK` between them.
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
