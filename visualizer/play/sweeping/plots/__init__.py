"""Plots of what a sweep has found, drawn by matplotlib (the extra `plots`): growth, saving, distribution and choice.

The results are read back from their file and put in groups here; `drawings` draws each kind, and `style` says how.
"""

import csv
import io
import logging
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from math import inf
from pathlib import Path
from statistics import quantiles

from visualizer.look.themes import theme_named
from visualizer.play.sweeping.sweep import REFUSED_RESULT
from visualizer.searching.data_files import FileEntry
from visualizer.searching.search_options import MAX_OPTION_COUNT
from visualizer.support.errors import InputError, one_of, read_text, visible
from visualizer.support.plugins.watchdog import describe_error

EXAMPLE_SWEEP = "example"
NEEDED_COLUMNS = (
    "game",
    "name",
    "depth",
    "search",
    "algorithm",
    "ordering",
    "nodes",
    "complete",
    "minimum_nodes",
)
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


def read_sweep_results(file: str) -> list[PlotRow]:
    """Read results, of an unfinished sweep too; `example` is a sweep that comes with the program.

    InputError names the line that is wrong.
    """
    if file == EXAMPLE_SWEEP and not Path(file).exists():
        text = (
            files("visualizer.play.sweeping.plots")
            .joinpath("example.csv")
            .read_text(encoding="utf-8")
        )
    else:
        text = read_text(file, f"the results {file!r:.80}")
    whole = text[: text.rfind("\n") + 1]
    reader = csv.DictReader(whole.split("\n"))
    try:
        missing = [column for column in NEEDED_COLUMNS if column not in (reader.fieldnames or ())]
        if missing:
            raise InputError(
                f"{file!r:.80} contains no sweep results: the column {missing[0]!r} is missing"
            )
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise InputError(f"{file!r:.80} contains no sweep results: {error}") from error
    found = [
        _read_plot_row(FileEntry(file, line, row))
        for line, row in rows
        if row["complete"] != REFUSED_RESULT
    ]
    if not found:
        raise InputError(f"{file!r:.80} has no results yet")
    return found


def _read_plot_row(row: FileEntry) -> PlotRow:
    """Read one row; InputError says what is wrong with it."""
    found = row.found
    found |= {column: _cell_value(found.get(column) or "") for column in COUNTS_AND_FLAGS}
    depth = found["depth"]
    if depth != "all" and not (type(depth) is int and depth > 0):
        raise row.refused("depth", "a number of plies, or all")
    words = {
        name: row.word(name) or "" for name in ("game", "name", "search", "algorithm", "ordering")
    }
    return PlotRow(
        **words,
        depth=None if depth == "all" else depth,
        nodes=row.whole("nodes", 1, MAX_OPTION_COUNT, needed=True) or 0,
        complete=row.flag("complete"),
        minimum=row.whole("minimum_nodes", 1, MAX_OPTION_COUNT),
        iterations=row.whole("iterations", 1, MAX_OPTION_COUNT),
        right=None if found["right"] is None else row.flag("right"),
    )


def _cell_value(cell: str) -> str | int | None:
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


def plot_titles(results: Sequence[PlotRow]) -> dict[str, str]:
    """Return what to call each search: algorithm and ordering, or else its words but for common ones."""
    names: dict[str, list[str]] = {}
    for result in results:
        ordering = "" if result.ordering == "natural" else f", {result.ordering}"
        names.setdefault(result.search, []).append(f"{result.algorithm}{ordering}")
    called = {
        search: several[0] if len(set(several)) == 1 else search.split(",")[0]
        for search, several in names.items()
    }
    if names:
        common = set.intersection(*(set(search.split(",")[1:]) for search in names))
    else:
        common = set()
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


def group_results(results: Iterable[PlotRow], game: str) -> ResultGroups:
    """Return the results of a game by position and depth."""
    groups: ResultGroups = {}
    for result in results:
        if result.game == game:
            groups.setdefault((result.name, result.depth), {})[result.search] = result
    return groups


def comparable_results(
    results: Sequence[PlotRow], game: str, standard: str
) -> tuple[int | None, ComparedRows]:
    """Return the greatest depth at which every search finished on some position, and the results on such positions.

    To the end counts as deepest.
    """
    groups = group_results(results, game)
    searches = distinct(search for group in groups.values() for search in group)
    fitting = {
        place: group
        for place, group in groups.items()
        if all(search in group and group[search].complete for search in (*searches, standard))
    }
    depth = max((at for _, at in fitting), key=lambda at: inf if at is None else at, default=None)
    found = [group for (_, at), group in fitting.items() if at == depth]
    return depth, {
        search: [(group[search], group[standard]) for group in found]
        for search in searches
        if found
    }


def standard_search(results: Iterable[PlotRow]) -> str:
    """Return the search that others are held against: minimax, else alpha-beta in natural order, else the first."""
    natural = "alpha-beta", "natural"
    return min(
        results,
        key=lambda row: (row.algorithm != "minimax", (row.algorithm, row.ordering) != natural),
    ).search


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile.

    >>> quartiles([1, 2, 3, 4, 5])
    (2.0, 3.0, 4.0)
    """
    low, middle, high = quantiles([*values] * (1 + (len(values) == 1)), n=4, method="inclusive")
    return low, middle, high


PLOT_KINDS = {
    "growth": "nodes against depth, logarithmic",
    "saving": "for each game, how many times fewer nodes than minimax or natural order",
    "choice": "how often searches choose a best move, by positions visited",
    "distribution": "for each position, nodes as a share of natural order's: where ordering helps and where it hurts",
}
"""The kinds of plots; `drawings` has a function for each."""
PLOT_FILE_ENDINGS = (".svg", ".png", ".pdf")
PLOT_DOTS_PER_INCH = 150
"""To an inch of a PNG: a page of 12.8 by 7.2 inches has 1920×1080, a slide."""


def check_plot(file: str, theme: str, kind: str | None) -> None:
    """Raise InputError if it is plain beforehand that a plot cannot be drawn."""
    if not file.lower().endswith(PLOT_FILE_ENDINGS):
        raise InputError(
            f"a plot can be saved as {' '.join(PLOT_FILE_ENDINGS)}, not as {file!r:.80}"
        )
    theme_named(theme)
    if kind is not None:
        one_of("the kind of plot", kind, PLOT_KINDS)
    if find_spec("matplotlib") is None:
        raise InputError("plots need matplotlib; install it with pip install matplotlib")


def usual_plot_kind(results: Sequence[PlotRow]) -> str:
    """Return the kind of plot that suits the results best.

    Choice where searches by random games can be judged, growth where there are several depths, saving where there are
    several games.
    """
    if any(result.iterations and result.right is not None for result in results):
        return "choice"
    if len({result.depth for result in results if result.depth is not None}) > 1:
        return "growth"
    if len(games_of(results)) > 1:
        return "saving"
    return "distribution"


def draw_plot(
    results: Sequence[PlotRow], ending: str, kind: str, theme: str = "light", title: str = ""
) -> bytes:
    """Return a plot as the content of a file with that ending; the same for the same results.

    InputError where matplotlib cannot be loaded: it reads a file of settings, also from the folder that one works in.
    """
    logging.getLogger("matplotlib").setLevel(
        logging.CRITICAL
    )  # it reports its caches, and what it finds wrong there
    try:
        from matplotlib import rc_context, rcdefaults, rcParams
    except Exception as error:
        raise InputError(
            f"matplotlib cannot be loaded, perhaps because of a matplotlibrc file: {describe_error(error)}"
        ) from error

    from visualizer.play.sweeping.plots import drawings, style

    data = io.BytesIO()
    nameless = {
        ".svg": {"Date": None, "Creator": None},
        ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    }
    with rc_context(), warnings.catch_warnings():
        rcdefaults()  # a person's own settings are not for these plots
        rcParams.update(style.matplotlib_settings(theme_named(theme)))
        warnings.filterwarnings(
            "ignore", "Glyph", UserWarning
        )  # a sign that the typeface lacks is drawn as a box
        figure = getattr(drawings, f"draw_{kind}")(results, theme_named(theme), visible(title))
        figure.savefig(
            data,
            format=ending.removeprefix("."),
            dpi=PLOT_DOTS_PER_INCH,
            metadata=nameless.get(ending),
        )
    return data.getvalue()
