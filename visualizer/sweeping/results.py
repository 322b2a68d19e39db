"""The file of results: rows are appended task by task, and a sweep can be resumed however it ended."""

import csv
import io
import os
from collections.abc import Iterator, Sequence
from io import FileIO
from itertools import accumulate
from os import PathLike
from pathlib import Path
from typing import Any

import exports
from exports.atomic_files import is_device, saying_why
from visualizer.errors import InputError
from visualizer.plugins.discovery import is_user_function
from visualizer.sweeping.tasks import ASKED, COLUMNS, ResultRow, Task

Key = tuple[str, ...]
Spans = dict[int, tuple[int, int]]

HEADER = -1
"""The number of the header, among those of tasks."""


class Results:
    """A file of results while a sweep appends to it.

    `done` says for each task whose rows are in the file, by number, where they begin and end, in the order of the file.
    Between two calls the file ends with a whole row, and a task is in it with all of its rows or not at all.
    """

    def __init__(
        self, path: str | PathLike[str], tasks: Sequence[Task], *, resume: bool = False, force: bool = False
    ) -> None:
        """Begin a new file, with `force` over an old one, or take up an old one.

        InputError says why that cannot be done, and changes nothing.
        """
        self.path = os.fspath(path)
        self.done: Spans = {}
        exports.check(path, force=True)
        self._is_device = is_device(Path(path))
        there = exports.is_there(path)
        if there and resume:
            self._take_up(tasks)
        elif there and not force:
            raise InputError(f"{self.path!r} is there already; --resume goes on with it, --force replaces it")
        self._torn = there and not self.done

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        return next(reversed(self.done.values()))[1] if self.done else 0

    @property
    def count(self) -> int:
        """How many tasks are in the file with all their rows."""
        return len(self.done.keys() - {HEADER})

    def add(self, number: int, rows: Sequence[ResultRow]) -> None:
        """Append the rows of a task; if that fails, InputError says why, and the file is as it was."""
        self._begin()
        self._append(number, [[_cell(row[column]) for column in COLUMNS] for row in rows])

    def finish(self) -> None:
        """Sort the tasks if they were not written in order; the file is replaced atomically."""
        self._begin()
        if [*self.done] != sorted(self.done) and not self._is_device:
            data = Path(self.path).read_bytes()
            spans = [self.done[number] for number in sorted(self.done)]
            exports.save(self.path, b"".join(data[begin:end] for begin, end in spans), force=True)

    def _begin(self) -> None:
        """Write the header if the file has none yet: a sweep that fails before its first row leaves no file."""
        if not self.done:
            self._append(HEADER, [COLUMNS])

    def _take_up(self, tasks: Sequence[Task]) -> None:
        """Find out which tasks are done; cut off an incomplete row or task at the end."""
        data = Path(self.path).read_bytes()
        if not _lines([COLUMNS]).startswith(data):
            self.done = self._read(data, [[_written(key) for key in task.asked()] for task in tasks])
        if self.size < len(data):
            os.truncate(self.path, self.size)

    def _read(self, data: bytes, tasks: Sequence[Sequence[Key]]) -> Spans:
        """Return the tasks that are complete; InputError if the file belongs to another sweep."""
        numbers = {asked[0]: number for number, asked in enumerate(tasks)}
        rows = self._rows(data)
        _, end = next(rows, ((), 0))
        if not end:
            raise self._another("its columns are not those of a sweep")
        done = {HEADER: (0, end)}
        for first, first_end in rows:
            number = numbers.get(first[: len(ASKED)])
            if number is None or number in done:
                what = f"{first[0]}, {first[1]}, depth {first[4]}, {first[5]}"
                raise self._another(f"its row for {what} {'was not asked for' if number is None else 'is there twice'}")
            begin, end = end, first_end
            for expected in tasks[number][1:]:
                row, end = next(rows, ((), 0))
                if not row:
                    return done
                if row[: len(ASKED)] != expected:
                    raise self._another(f"{first[0]}, {first[1]} was searched in other ways")
            done[number] = (begin, end)
        return done

    def _rows(self, data: bytes) -> Iterator[tuple[Key, int]]:
        """Yield the header and each whole row, with the number of bytes up to its end."""
        try:
            lines = [line.decode() for line in io.BytesIO(data[: data.rfind(b"\n") + 1])]
        except UnicodeDecodeError as error:
            raise self._another("it is not a text file") from error
        ends = [*accumulate((len(line.encode()) for line in lines), initial=0)]
        reader = csv.reader(lines)
        for number, row in enumerate(reader):
            last = reader.line_num == len(lines)
            if not number and tuple(row) != COLUMNS:
                raise self._another("its columns are not those of a sweep")
            if len(row) == len(COLUMNS):
                yield tuple(row), ends[reader.line_num]
            elif not last:
                raise self._another(f"its line {reader.line_num:,} has {len(row)} fields, not {len(COLUMNS)}")

    def _another(self, how: str) -> InputError:
        return InputError(f"{self.path!r} holds the results of something else, so --resume cannot go on with it: {how}")

    def _append(self, number: int, rows: Sequence[Sequence[str]]) -> None:
        """Append rows; if not all can be written, none stays.

        That they are there is noted last and at one stroke, so that Ctrl-C at any moment does no harm.
        """
        data, begin = _lines(rows), self.size
        whole = self.count
        kept = f"; the {whole:,} tasks that are done are whole in it, and --resume goes on" if whole > 0 else ""
        with saying_why(Path(self.path), kept), Path(self.path).open("ab", buffering=0) as file:
            self._check(file)
            self._torn = True
            try:
                _write(file, data)
            except OSError:
                self._cut(file)
                raise
        self.done[number] = (begin, begin + len(data))
        self._torn = False

    def _check(self, file: FileIO) -> None:
        """Refuse a file that another program has changed; what an interrupted write of ours left behind is cut off."""
        if self._torn:
            self._cut(file)
        elif not self._is_device and os.fstat(file.fileno()).st_size != self.size:
            raise InputError(f"{self.path!r} was changed by another program; what it holds now is left alone")

    def _cut(self, file: FileIO) -> None:
        """Cut off what was written only in part."""
        if not self._is_device:
            file.truncate(self.size)
        self._torn = False


def _write(file: FileIO, data: bytes) -> None:
    """Write all of the bytes, or raise OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def _lines(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_written, rows))
    return text.getvalue().encode()


def _written(row: Sequence[str]) -> Key:
    """Return a row as the file holds it: a lone surrogate, as in a name that is not UTF-8, is escaped."""
    return tuple(cell.encode("utf-8", "backslashreplace").decode() for cell in row)


def _cell(value: Any) -> str:
    """Write a value: nothing for None, `true` and `false` as in JSON."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def newer_than(file: str | PathLike[str], tasks: Sequence[Task]) -> list[str]:
    """Return the user-supplied files that the tasks use and that are newer than a file, if that is there."""
    if not Path(file).is_file():
        return []
    used = {
        name.rpartition(":")[0] if is_user_function(name) else name
        for task in tasks
        for search in task.searches
        for named in (task.position.where.game, search.algorithm, search.ordering or "", search.evaluation or "")
        for name in named.split("+")
    }
    own = sorted(name for name in used if name.endswith(".py") and Path(name).is_file())
    return [name for name in own if Path(name).stat().st_mtime > Path(file).stat().st_mtime]
