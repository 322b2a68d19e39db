"""The tasks of a sweep, each one position searched to one depth in several ways, and the file of their rows, in CSV."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from os import PathLike
from typing import Any
from zlib import crc32

from visualizer.comparison.compare import Comparison, compare
from visualizer.errors import InputError
from visualizer.measures.summary import SearchResult
from visualizer.recipe import SearchSpec
from visualizer.run import Run
from visualizer.sweeping.positions import NamedPosition
from visualizer.sweeping.task_file import HEADER, Spans, TaskFile

COLUMNS = (
    "game", "name", "position", "settings", "depth", "search", "algorithm", "ordering", "evaluation", "value",
    "best_move", "nodes", "leaves", "cutoffs", "pruned", "ordering_nodes", "complete", "seconds", "minimum_nodes",
    "minimum_leaves", "iterations", "right", "check",
)  # fmt: skip
"""The columns of the results. The minimum is the least that any order could visit, with a full window and cutting at
>=; `right` says whether the best move is one of those that minimax finds best. Both are known where minimax has
finished. `iterations` is how many random games a search by samples has played. `complete` is `refused`, and
nothing else is known, where a search cannot search the game. `check` is the CRC-32 of the other cells, but for the
seconds, so that the same search has the same; by it --resume sees a row that is not as it was written."""

ASKED = COLUMNS[:6]
"""The columns that say what was asked for; in every row of a sweep they are different."""

REFUSED = "refused"

Key = tuple[str, ...]
ResultRow = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """A position and the searches of it, all to the same depth.

    It is made of words and numbers only, so it can be sent to another process or machine.
    """

    position: NamedPosition
    searches: tuple[SearchSpec, ...]

    def asked(self) -> list[Key]:
        """Return the first columns of each row, known before anything is searched."""
        where = self.position.where
        settings = " ".join(f"{key}={value}" for key, value in where.settings.items())
        place = (where.game, self.position.name, where.position or "", settings)
        return [(*place, str(search.depth), replace(search, depth=None).to_spec()) for search in self.searches]


def work(task: Task) -> list[ResultRow]:
    """Do a task; return its rows. InputError names the position if two searches contradict each other."""
    try:
        found = compare(task.position.where, task.searches, lambda recipe: Run(recipe).finish())
    except InputError as error:
        raise InputError(f"{task.position.where.game}, {task.position.name}: {error}") from error
    return [_row(asked, search, found) for asked, search in zip(task.asked(), found.searches, strict=True)]


def _row(asked: Key, found: SearchResult, among: Comparison) -> ResultRow:
    """Return a row in the order of the columns; what is not known is None."""
    said = found.as_object()
    if found.refused:
        known = {**{name: said[name] for name in ("algorithm", "ordering", "evaluation")}, "complete": REFUSED}
    else:
        least, best = among.minimum, among.best_moves
        known = {**said, "right": None if best is None else found.best_move in best}
        known |= {} if least is None else {"minimum_nodes": least.nodes, "minimum_leaves": least.leaves}
    known |= zip(ASKED, asked, strict=True)
    row = {column: known.get(column) for column in COLUMNS}
    return row | {"check": _check(map(_cell, row.values()))}


def _lines(rows: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(_cell, row) for row in rows])
    return text.getvalue().encode()


def _cell(value: Any) -> str:
    """Write a value: nothing for None, `true` and `false` as in JSON, a lone surrogate as in a file's name escaped."""
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return text.encode("utf-8", "backslashreplace").decode()


def _check(cells: Iterable[str]) -> int:
    """Return the check of a row's cells; a spreadsheet leaves a whole number as it is."""
    steady = (cell for column, cell in zip(COLUMNS, cells, strict=True) if column not in ("seconds", "check"))
    return crc32("\0".join(steady).encode())


class Results(TaskFile):
    """A file of results while a sweep appends to it; between two calls it ends with a whole row."""

    header = _lines([COLUMNS])

    def __init__(
        self, path: str | PathLike[str], tasks: Sequence[Task], *, resume: bool = False, force: bool = False
    ) -> None:
        """Begin a new file, or take up an old one; as a `TaskFile`."""
        self._tasks = tasks
        searches = ((task.position.where.game, search) for task in tasks for search in task.searches)
        super().__init__(path, searches, resume=resume, force=force)

    def add(self, number: int, given: Sequence[ResultRow]) -> None:
        """Append the rows of a task."""
        self.append(number, _lines(map(dict.values, given)))

    def read(self, data: bytes) -> Spans:
        """Return the tasks that are complete; InputError if the file belongs to another sweep."""
        tasks = [[tuple(map(_cell, key)) for key in task.asked()] for task in self._tasks]
        numbers = {asked[0]: number for number, asked in enumerate(tasks)}
        rows = self._rows(data)
        _, end = next(rows, ((), 0))
        if not end:
            raise self.another("its columns are not those of a sweep")
        done = {HEADER: (0, end)}
        for first, first_end in rows:
            number = numbers.get(first[: len(ASKED)])
            if number is None or number in done:
                what = f"{first[0]}, {first[1]}, depth {first[4]}, {first[5]}"
                raise self.another(f"its row for {what} {'was not asked for' if number is None else 'is there twice'}")
            begin, end = end, first_end
            for expected in tasks[number][1:]:
                row, end = next(rows, ((), 0))
                if not row:
                    return done
                if row[: len(ASKED)] != expected:
                    raise self.another(f"{first[0]}, {first[1]} was searched in other ways")
            done[number] = (begin, end)
        return done

    def _rows(self, data: bytes) -> Iterator[tuple[Key, int]]:
        """Yield the header and each whole row, with the number of bytes up to its end."""
        try:
            lines = [line.decode() for line in io.BytesIO(data[: data.rfind(b"\n") + 1])]
        except UnicodeDecodeError as error:
            raise self.another("it is not a text file") from error
        ends = [*accumulate((len(line.encode()) for line in lines), initial=0)]
        reader = csv.reader(lines)
        for number, row in enumerate(reader):
            last = reader.line_num == len(lines)
            if not number and tuple(row) != COLUMNS:
                raise self.another("its columns are not those of a sweep")
            if number and len(row) == len(COLUMNS) and row[-1] != str(_check(row)):
                damaged = f"its line {reader.line_num:,} is not as it was written, by the column 'check'"
                raise InputError(f"{self.path!r} is damaged, so --resume cannot go on with it: {damaged}")
            if len(row) == len(COLUMNS):
                yield tuple(row), ends[reader.line_num]
            elif not last:
                raise self.another(f"its line {reader.line_num:,} has {len(row)} fields, not {len(COLUMNS)}")
