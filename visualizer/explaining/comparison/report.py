"""A comparison in tables."""

from collections.abc import Sequence
from pathlib import Path

from visualizer.explaining.comparison.compare import Comparison
from visualizer.explaining.measures.proof_tree import OrderingQuality
from visualizer.explaining.measures.sampling import RootMove
from visualizer.explaining.measures.summary import SearchResult
from visualizer.look.numbers import format_number
from visualizer.look.table import CellValue, Table
from visualizer.support.plugins.discovery import PlugInSource
from visualizer.trace.tree_at_step import Bound

LEAST_COLUMN = "least of any order"

MEASURE_LABELS = {
    "value": "value",
    "best move": "best move",
    "nodes": "nodes visited",
    "leaves": "leaves",
    "cutoffs": "cutoffs",
    "at the first move": "cutoffs at first move",
    "mean place of cut": "mean place of cut",
    "pruned children": "pruned children",
    "table hits": "answered by the table",
    "beyond the limit": "beyond the depth limit",
    "branching": "effective branching",
    "seconds": "seconds",
    "minimax / nodes": "nodes against minimax",
    "natural / nodes": "nodes against natural",
}
"""The measures by their names in files, with their words for people."""
RATIO_LABELS = ("minimax / nodes", "natural / nodes")
ONE_SIDED_BOUNDS = (Bound.LOWER, Bound.UPPER)

MeasureColumn = dict[str, CellValue]
"""The values of a search, by measure; a measure may be missing."""


def measure_columns(comparison: Comparison, *, plain: bool) -> list[tuple[str, MeasureColumn]]:
    """Return a title and the measures for each search, and last for the best possible order.

    With `plain`, values are numbers that programs can read; otherwise they are text for people.
    """
    columns: list[tuple[str, MeasureColumn]] = []
    for name, result in zip(comparison.names(), comparison.searches, strict=True):
        if result.refused:
            columns.append((f"{name} (refused)", {}))
            continue
        column = _measures_of(result)
        title = name
        # A stopped search would have needed more nodes, so it has no ratios.
        if result.complete:
            column.update(_ratios(comparison, result, result.nodes))
        else:
            title = f"{name} (stopped)"
        if not plain:
            column.update(_formatted_measures(result))
        columns.append((title, column))

    least = comparison.least
    if least is not None:
        ratios = _ratios(comparison, comparison.exact[0], least.nodes)
        columns.append(
            (
                LEAST_COLUMN,
                {
                    "nodes": least.nodes,
                    "leaves": least.leaves,
                    **ratios,
                },
            )
        )
    return columns


def _measures_of(result: SearchResult) -> MeasureColumn:
    """Return the measures of a search, as numbers that programs can read."""
    counts = result.counts
    quality = result.quality or OrderingQuality(None, None, None)
    return {
        "value": result.value,
        "bound": result.bound.value,
        "best move": next(iter(result.labels), None),
        "nodes": counts.nodes,
        "leaves": counts.leaves,
        "cutoffs": counts.cutoffs,
        "at the first move": quality.first_move_cutoffs,
        "mean place of cut": quality.mean_cutoff_place,
        "pruned children": counts.pruned,
        "table hits": result.table_hits or None,
        "beyond the limit": result.quiescence_nodes or None,
        "branching": quality.effective_branching,
        "seconds": result.seconds,
    }


def _formatted_measures(result: SearchResult) -> MeasureColumn:
    """Return the measures that are formatted for people: value, share and seconds."""
    value = value_with_bound(result)
    if result.root_moves:
        value = mean_or_proof(result)
    share = None
    if result.quality is not None and result.quality.first_move_cutoffs is not None:
        share = f"{result.quality.first_move_cutoffs:.0%}"
    seconds = None
    if result.seconds is not None:
        seconds = f"{result.seconds:.3f}"
    return {"value": value, "at the first move": share, "seconds": seconds}


def value_with_bound(result: SearchResult) -> str:
    """Format the value that a search has found, with a bound's sign: `≥3`."""
    if result.value is None:
        return "–"
    words = format_number(result.value)
    if result.bound in ONE_SIDED_BOUNDS:
        return f"{result.bound.value}{words}"
    return words


def preferred_root_move(result: SearchResult) -> RootMove:
    """Return the root's move that a search by samples prefers."""
    return next(move for move in result.root_moves or () if move.move == result.best_move)


def mean_or_proof(result: SearchResult) -> str:
    """Return the mean of the preferred move, or the result that a solver has proved for it."""
    if not result.proven:
        return f"mean {mean_for_mover(result)}"
    proof = preferred_root_move(result).proof(result.to_move)
    return f"proven {proof} for {result.to_move}"


def mean_for_mover(result: SearchResult) -> str:
    """Return the mean of the preferred move for the player to move, `+0.15 for O`."""
    mean = preferred_root_move(result).mean_in_words(result.to_move)
    return f"{mean} for {result.to_move}"


def _ratios(comparison: Comparison, result: SearchResult, nodes: int) -> MeasureColumn:
    """Return the nodes of minimax, and of alpha-beta in natural order, divided by `nodes`.

    A ratio is missing if there is no such search, or if it cannot be compared with `result`, for
    example because its depth differs.
    """
    baselines = (
        comparison.plain_search("minimax"),
        comparison.plain_search("alpha-beta", "natural"),
    )
    return {
        label: baseline.nodes / nodes
        for label, baseline in zip(RATIO_LABELS, baselines, strict=True)
        if baseline is not None and baseline.has_same_question(result)
    }


def table_for_terminal(comparison: Comparison) -> Table:
    """Return a table with a row for each measure and a column for each search, for terminals.

    Measures that no search has are left out.
    """
    columns = measure_columns(comparison, plain=False)
    rows = []
    for measure, label in MEASURE_LABELS.items():
        cells = [column.get(measure) for _, column in columns]
        if measure in RATIO_LABELS:
            cells = [_ratio_cell(cell) for cell in cells]
        if all(cell is None for cell in cells):
            continue
        title = label
        if measure == "value" and comparison.depth:
            title = f"{label} ({comparison.depth})"
        rows.append((title, *cells))
    names = [name for name, _ in columns]
    return Table(("", *shortened_names(names)), tuple(rows))


def _ratio_cell(cell: CellValue) -> CellValue:
    """Return a ratio in words; None for an empty cell."""
    if not isinstance(cell, float):
        return None
    return times_fewer(cell)


def shortened_names(names: Sequence[str]) -> list[str]:
    """Shorten algorithms' names and drop the folders of files.

    If two names would become equal, all names stay as they are.

    >>> shortened_names(["alpha-beta", "ordered-alpha-beta, scored", "/home/me/bot.jsonl"])
    ['alpha-beta', 'alpha-beta, scored', 'bot.jsonl']
    >>> shortened_names(["bots/old.jsonl", "bots/new.jsonl, fail-hard"])
    ['old.jsonl', 'new.jsonl, fail-hard']
    """
    short = [_short_name(name) for name in names]
    # Two files with the same name in different folders keep their folders.
    if len({*short}) < len(short):
        return [*names]
    return short


def _short_name(name: str) -> str:
    first, comma, options = name.partition(", ")
    if PlugInSource.of(first) is PlugInSource.RECORDING:
        name = f"{Path(first).name}{comma}{options}"
    # If the ordering is named after the comma, "ordered-" would say the same twice.
    if "," in name:
        return name.removeprefix("ordered-")
    return name


def times_fewer(ratio: float) -> str | None:
    """Say how many times fewer (or more) nodes one search visits than another; None if equal.

    `ratio` is the other search's number of nodes, divided by this search's number.

    >>> times_fewer(203.4), times_fewer(13.54), times_fewer(0.5), times_fewer(1.0)
    ('203× fewer', '13.5× fewer', '2× more', None)
    """
    if ratio == 1:
        return None
    word = "fewer" if ratio > 1 else "more"
    larger = max(ratio, 1 / ratio)
    if is_hardly_more(larger):
        return f"hardly {word}"
    return f"{format_ratio(larger)} {word}"


def table_for_file(comparison: Comparison, *, plain: bool = False) -> Table:
    """Return a table with a row for each search and a column for each measure, for files.

    With `plain`, values are numbers that programs can read; otherwise they are text for people.
    """
    measures = [*MEASURE_LABELS]
    # For people, the bound is a sign before the value.
    if plain:
        measures = ["value", "bound", *measures[1:]]
    rows = tuple(
        (name, *map(column.get, measures))
        for name, column in measure_columns(comparison, plain=plain)
    )
    return Table(("search", *measures), rows)


def format_ratio(ratio: float) -> str:
    """Format a ratio with as many digits as distinguish it from 1.

    >>> format_ratio(15.03), format_ratio(13.54), format_ratio(1.042), format_ratio(1.001)
    ('15×', '13.5×', '1.04×', 'hardly more than 1×')
    """
    if is_hardly_more(ratio):
        return "hardly more than 1×"
    return f"{format_factor(ratio)}×"


def is_hardly_more(ratio: float) -> bool:
    """Return whether a ratio above 1 would be rounded to 1."""
    return 1 < ratio < 1.005


def format_factor(ratio: float) -> str:
    """Format a ratio with two or three significant digits: `1.04`, `13.5`, `203`."""
    if 1 < ratio < 1.05:
        return f"{ratio:.2f}"
    if ratio >= 14.95:
        return f"{ratio:.0f}"
    return f"{ratio:.1f}".removesuffix(".0")
