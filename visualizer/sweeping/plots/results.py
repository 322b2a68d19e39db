"""The results of a sweep, read back from their file and put in groups to be drawn."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import inf
from pathlib import Path
from statistics import quantiles

from visualizer.data_files import FileEntry
from visualizer.errors import InputError, read_text
from visualizer.search_options import MOST
from visualizer.sweeping.tasks import REFUSED

EXAMPLE = "example"
NEEDED = ("game", "name", "depth", "search", "algorithm", "ordering", "nodes", "complete", "minimum_nodes")
COUNTS_AND_FLAGS = ("depth", "nodes", "complete", "minimum_nodes", "iterations", "right")


@dataclass(frozen=True, slots=True)
class PlotRow:
    """The columns of a row of results that plots use; `depth` is None for a search to the end."""

    game: str
    name: str
    depth: int | None
    search: str
    algorithm: str
    ordering: str
    nodes: int
    complete: bool
    minimum: int | None
    iterations: int | None = None
    right: bool | None = None
    """Whether its best move is one of those that minimax finds best, where that is known."""


def read(file: str) -> list[PlotRow]:
    """Read results, of an unfinished sweep too; `example` is a sweep that comes with the program.

    InputError names the line that is wrong.
    """
    if file == EXAMPLE and not Path(file).exists():
        text = files("visualizer.sweeping.plots").joinpath("example.csv").read_text(encoding="utf-8")
    else:
        text = read_text(file, f"the results {file!r:.80}")
    whole = text[: text.rfind("\n") + 1]
    reader = csv.DictReader(whole.split("\n"))
    try:
        missing = [column for column in NEEDED if column not in (reader.fieldnames or ())]
        if missing:
            raise InputError(f"{file!r:.80} has no results of a sweep: the column {missing[0]!r} is missing")
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise InputError(f"{file!r:.80} has no results of a sweep: {error}") from error
    found = [_read_row(FileEntry(file, line, row)) for line, row in rows if row["complete"] != REFUSED]
    if not found:
        raise InputError(f"{file!r:.80} has no results yet")
    return found


def _read_row(row: FileEntry) -> PlotRow:
    """Read one row; InputError says what is wrong with it."""
    found = row.found
    found |= {column: _value(found.get(column) or "") for column in COUNTS_AND_FLAGS}
    depth = found["depth"]
    if depth != "all" and not (type(depth) is int and depth > 0):
        raise row.refused("depth", "a number of plies, or all")
    words = {name: row.word(name) or "" for name in ("game", "name", "search", "algorithm", "ordering")}
    return PlotRow(
        **words,
        depth=None if depth == "all" else depth,
        nodes=row.whole("nodes", 1, MOST, needed=True) or 0,
        complete=row.flag("complete"),
        minimum=row.whole("minimum_nodes", 1, MOST),
        iterations=row.whole("iterations", 1, MOST),
        right=None if found["right"] is None else row.flag("right"),
    )


def _value(cell: str) -> str | int | None:
    """Return what a cell stands for: a whole number, a truth value, nothing, or else a text."""
    if cell.isascii() and cell.isdigit() and len(cell) < 16:
        return int(cell)
    return {"true": True, "false": False, "": None}.get(cell.lower(), cell)


def distinct(values: Iterable[str]) -> list[str]:
    """Return the distinct values, in the order of their first occurrence."""
    return [*dict.fromkeys(values)]


def games_of(results: Iterable[PlotRow]) -> list[str]:
    """Return the games, in the order of the results."""
    return distinct(result.game for result in results)


def titles(results: Sequence[PlotRow]) -> dict[str, str]:
    """Return what to call each search: algorithm and ordering, or else its words but for common ones."""
    names: dict[str, list[str]] = {}
    for result in results:
        ordering = "" if result.ordering == "natural" else f", {result.ordering}"
        names.setdefault(result.search, []).append(f"{result.algorithm}{ordering}")
    called = {
        search: several[0] if len(set(several)) == 1 else search.split(",")[0] for search, several in names.items()
    }
    common = set.intersection(*(set(search.split(",")[1:]) for search in names)) if names else set()
    return {
        search: name
        if [*called.values()].count(name) == 1
        else ",".join(part for part in search.split(",") if part not in common)
        for search, name in called.items()
    }


ComparedRows = dict[str, list[tuple[PlotRow, PlotRow]]]
"""For each search its result on each position, with the one that it is held against."""
ResultGroups = dict[tuple[str, int | None], dict[str, PlotRow]]
"""For each position (by name) and depth of a game, the result of each search."""


def grouped(results: Iterable[PlotRow], game: str) -> ResultGroups:
    """Return the results of a game by position and depth."""
    groups: ResultGroups = {}
    for result in results:
        if result.game == game:
            groups.setdefault((result.name, result.depth), {})[result.search] = result
    return groups


def compared(results: Sequence[PlotRow], game: str, standard: str) -> tuple[int | None, ComparedRows]:
    """Return the greatest depth at which every search finished on some position, and the results on such positions.

    To the end counts as deepest.
    """
    groups = grouped(results, game)
    searches = distinct(search for group in groups.values() for search in group)
    fitting = {
        place: group
        for place, group in groups.items()
        if all(search in group and group[search].complete for search in (*searches, standard))
    }
    depth = max((at for _, at in fitting), key=lambda at: inf if at is None else at, default=None)
    found = [group for (_, at), group in fitting.items() if at == depth]
    return depth, {search: [(group[search], group[standard]) for group in found] for search in searches if found}


def standard_of(results: Iterable[PlotRow]) -> str:
    """Return the search that others are held against: minimax, else alpha-beta in natural order, else the first."""
    natural = "alpha-beta", "natural"
    return min(results, key=lambda row: (row.algorithm != "minimax", (row.algorithm, row.ordering) != natural)).search


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile.

    >>> spread([1, 2, 3, 4, 5])
    (2.0, 3.0, 4.0)
    """
    low, middle, high = quantiles([*values] * (1 + (len(values) == 1)), n=4, method="inclusive")
    return low, middle, high
