"""Plots of a sweep's results, drawn by matplotlib (the extra `plots`).

This file reads the results and groups them; `drawings` draws each kind of plot, and `style` holds
its colours, lines and axes.
"""

import csv
import io
import logging
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from itertools import chain
from math import inf
from pathlib import Path
from statistics import quantiles
from typing import Any

from visualizer.look.themes import find_theme
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
"""The columns whose cells are numbers or truth values."""


@dataclass(frozen=True, slots=True)
class PlotRow:
    """The columns of a result that plots use; `depth` is None for a search to the end."""

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
    """Whether the chosen move is one of minimax's best moves; None if minimax did not run."""


def read_sweep_results(file: str) -> list[PlotRow]:
    """Read the results of a sweep, which need not be finished; `example` is a built-in sweep.

    Rows of refused searches are left out. InputError names the line that is wrong.
    """
    text = _sweep_text(file)
    # A sweep that is still running may be in the middle of writing its last line.
    whole_lines = text[: text.rfind("\n") + 1]

    rows = [
        _read_plot_row(FileEntry(file, line, cells))
        for line, cells in _sweep_cells(file, whole_lines)
        if cells["complete"] != REFUSED_RESULT
    ]
    if not rows:
        raise InputError(f"{file!r:.80} has no results yet")
    return rows


def _sweep_text(file: str) -> str:
    """Return the text of a file of results, or of the built-in example."""
    # A user may have a file with the name of the example.
    if file == EXAMPLE_SWEEP and not Path(file).exists():
        example = files("visualizer.play.sweeping.plots").joinpath("example.csv")
        return example.read_text(encoding="utf-8")
    return read_text(file, f"the results {file!r:.80}")


def _sweep_cells(file: str, text: str) -> list[tuple[int, dict[str, Any]]]:
    """Return each row as its line number and its cells by column.

    InputError if a column is missing.
    """
    reader = csv.DictReader(text.split("\n"))
    try:
        columns = reader.fieldnames or ()
        missing = [column for column in NEEDED_COLUMNS if column not in columns]
        if missing:
            raise InputError(
                f"{file!r:.80} contains no sweep results: the column {missing[0]!r} is missing"
            )
        return [(reader.line_num, cells) for cells in reader]
    except csv.Error as error:
        raise InputError(f"{file!r:.80} contains no sweep results: {error}") from error


def _read_plot_row(row: FileEntry) -> PlotRow:
    """Read one row; InputError names the wrong value."""
    cells = row.values
    for column in COUNTS_AND_FLAGS:
        # Older files have no columns `iterations` and `right`.
        cells[column] = _cell_value(cells.get(column) or "")

    # `or` is only for the type checker: an empty cell that is needed has raised InputError.
    depth = _read_depth(row)
    return PlotRow(
        game=row.word("game") or "",
        name=row.word("name") or "",
        depth=depth,
        search=row.word("search") or "",
        algorithm=row.word("algorithm") or "",
        ordering=row.word("ordering") or "",
        nodes=row.whole(
            "nodes",
            1,
            MAX_OPTION_COUNT,
            needed=True,
        )
        or 0,
        complete=row.flag("complete"),
        minimum=row.whole("minimum_nodes", 1, MAX_OPTION_COUNT),
        iterations=row.whole("iterations", 1, MAX_OPTION_COUNT),
        right=_read_right(row),
    )


def _read_depth(row: FileEntry) -> int | None:
    """Read a depth in plies; None for `all`; InputError for anything else."""
    depth = row.values["depth"]
    if depth == "all":
        return None
    # `type` and not `isinstance`: True and False are integers too.
    if type(depth) is int and depth > 0:
        return depth
    raise row.refused("depth", "a number of plies, or all")


def _read_right(row: FileEntry) -> bool | None:
    """Read whether the chosen move is one of the best; None if the cell is empty."""
    if row.values["right"] is None:
        return None
    return row.flag("right")


def _cell_value(cell: str) -> str | int | None:
    """Return the value of a cell: a number, a truth value, None if empty, or else its text."""
    # No count is so long, and Python refuses to convert numbers with thousands of digits.
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
    """Return a different title for each search: `alpha-beta, scored`.

    If two searches have the same algorithm and move ordering, their titles list all options except
    those that every search has.
    """
    short_titles = _short_titles(results)
    shared = _shared_options(short_titles)

    titles = {}
    for search, title in short_titles.items():
        if [*short_titles.values()].count(title) == 1:
            titles[search] = title
        else:
            options = [option for option in search.split(",") if option not in shared]
            titles[search] = ",".join(options)
    return titles


def _short_titles(results: Sequence[PlotRow]) -> dict[str, str]:
    """Return a title for each search: algorithm and move ordering, such as `alpha-beta, scored`.

    If a search has different orderings in different games, its title is the algorithm alone.
    """
    candidates: dict[str, set[str]] = {}
    for result in results:
        title = result.algorithm
        if result.ordering != "natural":
            title = f"{title}, {result.ordering}"
        candidates.setdefault(result.search, set()).add(title)

    titles = {}
    for search, different_titles in candidates.items():
        if len(different_titles) == 1:
            titles[search] = different_titles.pop()
        else:
            titles[search] = search.split(",")[0]
    return titles


def _shared_options(searches: Iterable[str]) -> set[str]:
    """Return the options that all searches have."""
    options = [set(search.split(",")[1:]) for search in searches]
    if not options:
        return set()
    return set.intersection(*options)


ComparedRows = dict[str, list[tuple[PlotRow, PlotRow]]]
"""For each search, its result on each position, paired with that of the standard search."""
ResultGroups = dict[tuple[str, int | None], dict[str, PlotRow]]
"""For each position (by name) and depth of a game, the result of each search."""


def group_results(results: Iterable[PlotRow], game: str) -> ResultGroups:
    """Return the results of a game by position and depth."""
    groups: ResultGroups = {}
    for result in results:
        if result.game == game:
            groups.setdefault((result.name, result.depth), {})[result.search] = result
    return groups


def searches_of(groups: ResultGroups) -> list[str]:
    """Return the searches of all groups, in the order of their first occurrence."""
    return distinct(chain.from_iterable(groups.values()))


def comparable_results(
    results: Sequence[PlotRow], game: str, standard: str
) -> tuple[int | None, ComparedRows]:
    """Return the greatest depth with a position that every search finished, and the results.

    The depth is None for searches to the end of the game. The results of each search are on all
    positions that every search finished at this depth: each is paired with the result of `standard`
    on the same position. If there is no such position, return None and {}.
    """
    groups = group_results(results, game)
    searches = searches_of(groups)
    needed = [*searches, standard]
    finished = {place: group for place, group in groups.items() if _all_finished(group, needed)}
    if not finished:
        return None, {}

    deepest = max((depth for _, depth in finished), key=_depth_or_infinity)
    comparable = [group for (_, depth), group in finished.items() if depth == deepest]
    return deepest, {
        search: [(group[search], group[standard]) for group in comparable] for search in searches
    }


def _all_finished(group: dict[str, PlotRow], searches: Iterable[str]) -> bool:
    """Return whether each of the searches has a result in the group, and was finished."""
    return all(search in group and group[search].complete for search in searches)


def _depth_or_infinity(depth: int | None) -> float:
    """Return a depth as a number that can be compared."""
    if depth is None:
        return inf
    return depth


def standard_search(results: Iterable[PlotRow]) -> str:
    """Return the search that the others are compared with.

    It is minimax if there is one, else alpha-beta in natural order, else the first search.
    """

    def rank(row: PlotRow) -> int:
        if row.algorithm == "minimax":
            return 0
        if row.algorithm == "alpha-beta" and row.ordering == "natural":
            return 1
        return 2

    return min(results, key=rank).search


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile.

    >>> quartiles([1, 2, 3, 4, 5])
    (2.0, 3.0, 4.0)
    """
    sample = [*values]
    # `quantiles` needs at least two values.
    if len(sample) == 1:
        sample *= 2
    low, middle, high = quantiles(sample, n=4, method="inclusive")
    return low, middle, high


PLOT_KINDS = {
    "growth": "nodes against depth, logarithmic",
    "saving": "for each game, how many times fewer nodes than minimax or natural order",
    "choice": "how often searches choose a best move, by positions visited",
    "distribution": (
        "for each position, nodes as a share of natural order's: where ordering helps and where it"
        " hurts"
    ),
}
"""The kinds of plots; `drawings` has a function for each."""
PLOT_FILE_ENDINGS = (".svg", ".png", ".pdf")
PLOT_DOTS_PER_INCH = 150
"""In a PNG: a page of 12.8 by 7.2 inches has 1920×1080 dots, as a slide."""


def check_plot(file: str, theme: str, kind: str | None) -> None:
    """Raise InputError if a plot cannot be drawn, before anything is searched for it."""
    if not file.lower().endswith(PLOT_FILE_ENDINGS):
        raise InputError(
            f"a plot can be saved as {' '.join(PLOT_FILE_ENDINGS)}, not as {file!r:.80}"
        )
    find_theme(theme)
    if kind is not None:
        one_of("the kind of plot", kind, PLOT_KINDS)
    if find_spec("matplotlib") is None:
        raise InputError("plots need matplotlib; install it with pip install matplotlib")


def usual_plot_kind(results: Sequence[PlotRow]) -> str:
    """Return the kind of plot that suits the results best.

    In this order: "choice" for random games whose moves can be judged, "growth" for several depths,
    "saving" for several games, "distribution" for any other results.
    """
    if any(result.iterations and result.right is not None for result in results):
        return "choice"

    depths = {result.depth for result in results if result.depth is not None}
    if len(depths) > 1:
        return "growth"
    if len(games_of(results)) > 1:
        return "saving"
    return "distribution"


VARYING_METADATA: dict[str, dict[str, None]] = {
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {
        "CreationDate": None,
        "Creator": None,
        "Producer": None,
    },
}
"""The fields of each format that would make two files of the same results differ."""


def draw_plot(
    results: Sequence[PlotRow], ending: str, kind: str, theme: str = "light", title: str = ""
) -> bytes:
    """Return a plot as the contents of a file with an ending, such as ".svg".

    The same results give the same bytes. `title` "" stands for the usual title. InputError if
    matplotlib cannot be loaded, for example because of a broken settings file.
    """
    _load_matplotlib()

    # Imported only now, because these modules need matplotlib.
    from matplotlib import rc_context, rcdefaults, rcParams

    from visualizer.play.sweeping.plots import drawings, style

    draw = getattr(drawings, f"draw_{kind}")
    data = io.BytesIO()
    with rc_context(), warnings.catch_warnings():
        # Ignore the user's settings in a matplotlibrc file.
        rcdefaults()
        rcParams.update(style.matplotlib_settings(find_theme(theme)))
        # A character that the typeface lacks is drawn as a box, without a warning.
        warnings.filterwarnings("ignore", "Glyph", UserWarning)
        figure = draw(results, find_theme(theme), visible(title))
        figure.savefig(
            data,
            format=ending.removeprefix("."),
            dpi=PLOT_DOTS_PER_INCH,
            metadata=VARYING_METADATA.get(ending),
        )
    return data.getvalue()


def _load_matplotlib() -> None:
    """Import matplotlib; InputError if this fails."""
    # Otherwise matplotlib would report its caches, and mistakes in its settings files.
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
    try:
        import_module("matplotlib")
    except Exception as error:
        raise InputError(
            "matplotlib cannot be loaded, perhaps because of a matplotlibrc file: "
            f"{describe_error(error)}"
        ) from error
