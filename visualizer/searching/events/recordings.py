"""Reading files of events by their names: each is read once, before it is played back or meanwhile.

The first line of a file says what was searched, each further one is an event: `enter`, `leaf` or `leave`, and a few
more. The legality of moves is checked when the events are played back. Where a file names no game, its labels are one.
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

from games import Game, Preset, Settings
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
    """What the first line says; None stands for what it does not say."""

    def __init__(self, line: FileEntry) -> None:
        """Take it out of the line; InputError says what is wrong with it."""
        self.line = line.number
        """Where it stands in the file."""
        self.search = line.text("search", needed=True) or ""
        self.passes = line.choice(
            "passes", Passes.REPLACE.value, {each.value: each for each in Passes}
        )
        self.depth = line.whole("depth", 1, MAX_DEPTH)
        self.game = line.word("game")
        self.settings = line.settings("settings")
        self.position = line.word("position")
        self.moves = line.texts("moves")
        """Those that lead from the position to the one that is searched."""
        if self.game is None and (self.settings or self.position is not None or self.moves):
            what = "no game is named, so position, settings and moves are ignored"
            warnings.warn(f"{line.place}: {what}", stacklevel=2)
            self.settings = {}
            self.position = None
            self.moves = ()
        self.cut = line.choice("cut", "", {"": None, **CUT_RULE_WORDS})
        self.fail = line.choice("fail", "", {"": None, **WAYS_TO_FAIL})
        self.order = line.text("order")
        self.evaluation = line.word("evaluation")
        """The game's evaluation is that whose values these are, so that they are said in its words."""
        if line.found.get("exploration") is None:
            self.exploration = None
        else:
            self.exploration = line.finite("exploration")
        """The constant of UCT, of a search by samples that selects so."""
        self.selection = line.choice("selection", "uct", {each: each for each in SELECTIONS})
        """What a search by samples selects by: visits alone, or also the priors that its visits tell."""
        self.solves = line.flag("solver")
        """Whether finished games prove values, as visits that are said to be proven do."""
        self.limits = line.limits("bounds")
        """The least and the greatest value that a leaf can have."""
        self.by_mover = line.choice("values", "first", {"first": False, "mover": True})
        """Whether values and windows are from the side of who is to move at their node."""
        self.is_handed = line.choice("windows", "narrowed", {"narrowed": False, "handed": True})
        """Whether nothing more is known of windows than what calls were handed: not that a search narrows them."""


MAX_KEPT_POSITIONS = 20_000
"""Lines after which what was made of them is no longer looked through for garbage, while they are played back."""
EVENTS_AT_ONCE = 200
"""Lines that are read at once, at most, before others have their turn."""


class Recording:
    """A file of events: what its `header` says, the `log` of its events, and the `tree` of its labels.

    It is read as far as `read` says, and goes on being read as its events are asked for.
    """

    def __init__(
        self, file: str, lines: Lines, *, as_labels: bool = False, header: FileEntry | None = None
    ) -> None:
        """Read the first line, unless a `header` is given in its place; InputError says what is wrong with it.

        Lines that begin with another sign than { are no events. With `as_labels` moves are labels though a game be
        named.
        """
        self.file = file
        self.skipped = 0
        self._lines = lines
        self._number = 0
        self._is_past = False
        """Whether another search has begun, of which nothing is read."""
        self._wrong: InputError | None = None
        """What is wrong with a line that has been read."""
        first = header or self._first()
        self.header = Header(first)
        self.tree = LabelPosition() if self.header.game is None or as_labels else None
        """The tree of labels, None where a game is known."""
        self._reader = EventReader(
            self.tree,
            tells_means=self.header.passes is Passes.ADD,
            by_mover=self.header.by_mover,
            may_pass=self.header.game is not None,
            strict=self.header.cut == ">",
            is_handed=self.header.is_handed,
        )
        self._reader.check_keys(first, HEADER_KEYS, "the header")
        self.log: EventLog = self._reader.log
        self.ended = False
        """Whether all lines have been read."""
        self.is_growing = True
        """Whether it goes on being read while it is played back."""

    def read(self, until: float = inf) -> Self:
        """Read up to a line, by its number; InputError says what is wrong with the first that cannot stand."""
        while not self.ended and self._number < until:
            self.more()
        self.is_growing = not self.ended
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
        if self.is_growing and self._number // MAX_KEPT_POSITIONS > before // MAX_KEPT_POSITIONS:
            gc.freeze()  # what has been read stays: to look for garbage among it would hold up the screen
        is_new = self._number > before
        self.ended = not is_new and self._lines.ended
        if self.ended:
            self._reader.end(self.file)
            if self.skipped:
                if self.skipped == 1:
                    are = "line that is not an event was"
                else:
                    are = "lines that are not events were"
                warnings.warn(f"{self.file}: {self.skipped:,} {are} skipped", stacklevel=2)
        return self.ended or is_new

    def _read_some(self) -> None:
        """Read the lines that are there, some at most."""
        with as_read_error(self.file):
            lines = self._lines.take(EVENTS_AT_ONCE)
        for line in lines:
            self._number += 1
            if not self._reader.take_plain(self._number, line):
                self._take(self._number, line)

    def events(
        self, wait: Callable[[], None], breathe: Callable[[], None]
    ) -> Iterator[EventFields]:
        """Go through the events in order.

        `wait` is called where the next one has not come yet, `breathe` each time that some lines have been read.

        An entry waits for what follows, since one that is left at once is a leaf. What is wrong with a line is an
        InputError behind what comes before it.
        """
        place = 0
        while True:
            known = len(self.log)
            if known and not self.ended and self.log[known - 1].verb == Verb.ENTER:
                known -= 1  # it may turn out to be a leaf
            yield from self.log.packed_from(place, known)
            place = known
            if self._wrong is not None:
                raise self._wrong
            if self.ended:
                return
            with suppress(InputError):  # raised above
                (breathe if self.more() else wait)()

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
            warnings.warn(
                f"{found.place}: a second search begins here, but only the first is read",
                stacklevel=2,
            )
        else:
            self._reader.take(found)

    def _first(self) -> FileEntry:
        """Return the first line that begins as events do; of a growing file it is waited for. InputError for none."""
        with as_read_error(self.file):
            while lines := self._lines.take(1, wait=True):
                self._number += 1
                if self._is_event(lines[0]):
                    return FileEntry.parsed(self.file, self._number, lines[0])
        raise InputError(f"{self.file} contains no search: no line begins with {{, as events do")

    def _is_event(self, line: str) -> bool:
        """Return whether a line begins as events do; the others are counted, but for empty ones."""
        if line[:1] == "{" or line.lstrip()[:1] == "{":
            return True
        self.skipped += bool(line and not line.isspace())
        return False


HANDED_OVER_NUMBERS = count(1)
EVENTS_READ_BEFORE = 20_000
"""Lines that are read before anything is shown of a file that may be read while it is played back."""
FOLLOWED_RECORDINGS: dict[str, Recording | None] = {STANDARD_INPUT: None}
"""The files that are read as they grow, until a `result` is told, each once: None for one that has not been begun."""
HANDED_OVER_RECORDINGS: WeakValueDictionary[str, Recording] = WeakValueDictionary()
"""The recordings that stand in no file, by their names, as long as somebody plays them back."""
GRADUAL_FILES: set[str] = set()
"""The files that are read while they are played back, if they are long."""


def follow_growing_file(file: str) -> None:
    """Read a file of events as it grows."""
    FOLLOWED_RECORDINGS.setdefault(file)


def read_gradually(file: str) -> None:
    """Read a file while it is played back, if it is a long one of events."""
    GRADUAL_FILES.add(file)


def hand_over(lines: Iterable[str]) -> Recording:
    """Read lines of events that stand in no file; whoever asks for `file`, the name of the recording, is given it."""
    name = f"(handed over {next(HANDED_OVER_NUMBERS)})/yours{PlugInSource.RECORDING}"
    with without_collection():
        HANDED_OVER_RECORDINGS[name] = recording = Recording(
            name, FileLines(f"{line}\n" for line in lines)
        ).read()
    return recording


def recording_of(file: str) -> Recording:
    """Read a file of events; InputError says in which line it is wrong, or why it cannot be read.

    A user-supplied game that it names must be trusted.
    """
    recording = HANDED_OVER_RECORDINGS.get(file) or FOLLOWED_RECORDINGS.get(file)
    if recording is None:
        with as_read_error(file):
            if file in FOLLOWED_RECORDINGS:
                recording = _begun_recording(file)
            else:
                recording = _read_recording(file, *file_stamp(file))
            if not (recording.ended or file in FOLLOWED_RECORDINGS or file in GRADUAL_FILES):
                with without_collection():
                    recording.read()
    check_game(file, recording.header)
    return recording


def _begun_recording(file: str) -> Recording:
    """Begin to read a file that may grow; its first line is waited for."""
    recording = Recording(
        file, GrowingLines(open_maybe_zipped(file), follows=file != STANDARD_INPUT)
    )
    FOLLOWED_RECORDINGS[file] = recording
    return recording


def header_of_recording(file: str) -> Header:
    """Read no more of a file of events than what it says of its search; errors as for `recording_of`."""
    if file in FOLLOWED_RECORDINGS or file in HANDED_OVER_RECORDINGS:
        return recording_of(file).header
    with as_read_error(file):
        header = _header(file, *file_stamp(file))
    check_game(file, header)
    return header


def labels_of(file: str) -> Recording:
    """Read a file of events as one whose moves are labels, though it may name a game; errors as for `recording_of`."""
    found = recording_of(file)
    if found.tree is not None:
        return found
    with as_read_error(file):
        return Recording(file, FileLines(as_text(open_maybe_zipped(file))), as_labels=True).read()


def file_stamp(file: str) -> tuple[int, int]:
    """Return when a file was changed, and its size; InputError for what is none."""
    found = Path(file).stat()
    if not stat.S_ISREG(found.st_mode):
        raise InputError(
            f"{file!r:.200} is not a regular file; use - to read standard input as it comes"
        )
    return found.st_mtime_ns, found.st_size


def check_game(file: str, header: Header) -> None:
    """Raise InputError for a game that is not there or, from outside, not trusted."""
    if header.game is not None:
        check_trusted(file, header.game)
        with as_input_error(f"{file}, line {header.line}: "):
            game_named(header.game)


@lru_cache(maxsize=16)
def _header(file: str, changed: int, size: int) -> Header:
    """Read the first line of a file of events as it was at that time."""
    with as_text(open_maybe_zipped(file)) as lines:
        return Recording(file, FileLines(lines)).header


@lru_cache(maxsize=4)
def _read_recording(file: str, changed: int, size: int) -> Recording:
    """Read the beginning of a file of events as it was at that time."""
    return Recording(file, FileLines(as_text(open_maybe_zipped(file)))).read(EVENTS_READ_BEFORE)


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


SEVERAL_LABELS_MARK = "|"
"""Stands between the names of files that tell of the same search tree."""


def game_of_recordings(names: str) -> Game:
    """Return the game of one or several files of events, whose labels it unites; InputError if one cannot be read."""
    recordings = [labels_of(file) for file in names.split(SEVERAL_LABELS_MARK)]
    trees = [recording.tree for recording in recordings if recording.tree is not None]
    root = trees[0] if len(trees) == 1 else united_label_tree(trees)

    def read(text: str, settings: Settings) -> LabelPosition:
        position = root
        for label in text.split():
            found = next((move for move in position.moves() if move.label == label), None)
            if found is None:
                raise ValueError(f"{label!r:.60} is not a label there")
            position = found
        return position

    return Game(
        name=names,
        title=" and ".join(recording.header.search for recording in recordings),
        about="a search written elsewhere",
        sides=("MAX", "MIN"),
        notation="labels from the root",
        start=lambda settings: root,
        read=read,
        chance=lambda position: any(recording.log.chance_moves for recording in recordings),
        evaluations={"recorded": lambda position, outcome: outcome or 0.0},
        presets=(Preset("root", "", "where the search began"),),
    )
