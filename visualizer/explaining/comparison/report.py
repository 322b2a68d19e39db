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
"""What is measured: its name in files, and its words for people, which are the same wherever a name says enough."""
RATIO_LABELS = ("minimax / nodes", "natural / nodes")
ONE_SIDED_BOUNDS = (Bound.LOWER, Bound.UPPER)

MeasureColumn = dict[str, CellValue]
"""What is known of a search, by the measure."""


def measure_columns(comparison: Comparison, *, plain: bool) -> list[tuple[str, MeasureColumn]]:
    """Return each search's name and its measures, then the least that any order could visit.

    `plain` leaves numbers as programs read them; else they are as people do, with a bound's sign before the value.
    """
    columns: list[tuple[str, MeasureColumn]] = []
    for name, found in zip(comparison.names(), comparison.searches, strict=True):
        if found.refused:
            columns.append((f"{name} (refused)", {}))
            continue
        counts = found.counts
        quality = found.quality or OrderingQuality(None, None, None)
        column: MeasureColumn = {
            "value": found.value,
            "bound": found.bound.value,
            "best move": next(iter(found.labels), None),
            "nodes": counts.nodes,
            "leaves": counts.leaves,
            "cutoffs": counts.cutoffs,
            "at the first move": quality.first_move_cutoffs,
            "mean place of cut": quality.mean_cutoff_place,
            "pruned children": counts.pruned,
            "table hits": found.table_hits or None,
            "beyond the limit": found.quiescence_nodes or None,
            "branching": quality.effective_branching,
            "seconds": found.seconds,
            **(_ratios(comparison, found, found.nodes) if found.complete else {}),
        }
        if not plain:
            share = quality.first_move_cutoffs
            if found.root_moves:
                column["value"] = mean_or_proof(found)
            else:
                column["value"] = value_with_bound(found)
            column["at the first move"] = None if share is None else f"{share:.0%}"
            column["seconds"] = None if found.seconds is None else f"{found.seconds:.3f}"
        columns.append((name + ("" if found.complete else " (stopped)"), column))
    least = comparison.least
    if least is not None:
        ratios = _ratios(comparison, comparison.exact[0], least.nodes)
        columns.append((LEAST_COLUMN, {"nodes": least.nodes, "leaves": least.leaves, **ratios}))
    return columns


def value_with_bound(found: SearchResult) -> str:
    """Return the value that a search has found, with a bound's sign."""
    if found.bound in ONE_SIDED_BOUNDS:
        bound = found.bound.value
    else:
        bound = ""
    return "–" if found.value is None else f"{bound}{format_number(found.value)}"


def preferred_root_move(found: SearchResult) -> RootMove:
    """Return the move at the root that a search by samples prefers."""
    return next(move for move in found.root_moves or () if move.move == found.best_move)


def mean_or_proof(found: SearchResult) -> str:
    """Return what samples say of that move: their mean, or what a solver has proved."""
    if found.proven:
        return f"proven {preferred_root_move(found).proof(found.to_move)} for {found.to_move}"
    return f"mean {mean_for_mover(found)}"


def mean_for_mover(found: SearchResult) -> str:
    """Return the mean of that move, for who is to move at the root, `+0.15 for O`."""
    return f"{preferred_root_move(found).said(found.to_move)} for {found.to_move}"


def _ratios(comparison: Comparison, found: SearchResult, nodes: int) -> MeasureColumn:
    """Return how many times fewer these nodes are than those of the standards that are asked the same as a search."""
    standards = zip(
        RATIO_LABELS,
        (comparison.named("minimax"), comparison.named("alpha-beta", "natural")),
        strict=True,
    )
    return {
        name: each.nodes / nodes
        for name, each in standards
        if each is not None and each.asks_like(found)
    }


def table_across(comparison: Comparison) -> Table:
    """Return a table with a row for each measure and a column for each search, which fits a narrow terminal.

    A measure that no search has is left out.
    """
    columns = measure_columns(comparison, plain=False)
    rows = []
    for measure, words in MEASURE_LABELS.items():
        cells = [column.get(measure) for _, column in columns]
        if measure in RATIO_LABELS:
            cells = [times_fewer(cell) if isinstance(cell, float) else None for cell in cells]
        if any(cell is not None for cell in cells):
            if measure == "value" and comparison.depth:
                how = f" ({comparison.depth})"
            else:
                how = ""
            rows.append((words + how, *cells))
    return Table(("", *shortened_names([name for name, _ in columns])), tuple(rows))


def shortened_names(names: Sequence[str]) -> list[str]:
    """Shorten names by what they share, and those of files by their folders, as long as they stay different.

    >>> shortened_names(["alpha-beta", "ordered-alpha-beta, scored", "/home/me/bot.jsonl"])
    ['alpha-beta', 'alpha-beta, scored', 'bot.jsonl']
    >>> shortened_names(["bots/old.jsonl", "bots/new.jsonl, fail-hard"])
    ['old.jsonl', 'new.jsonl, fail-hard']
    """
    parts = [name.partition(", ") for name in names]
    files = [
        "".join((Path(first).name, *rest))
        if PlugInSource.of(first) is PlugInSource.RECORDING
        else name
        for name, (first, *rest) in zip(names, parts, strict=True)
    ]
    short = [name.removeprefix("ordered-") if "," in name else name for name in files]
    if len({*short}) == len(short):
        return short
    return [*names]


def times_fewer(ratio: float) -> str | None:
    """Say how many times fewer, or more; nothing if the numbers are equal.

    >>> times_fewer(203.4), times_fewer(13.54), times_fewer(0.5), times_fewer(1.0)
    ('203× fewer', '13.5× fewer', '2× more', None)
    """
    if ratio == 1:
        return None
    larger = max(ratio, 1 / ratio)
    which = "fewer" if ratio > 1 else "more"
    return f"hardly {which}" if is_hardly_more(larger) else f"{format_ratio(larger)} {which}"


def table_down(comparison: Comparison, *, plain: bool = False) -> Table:
    """Return a table with a row for each search and a column for each measure, for files; `plain` for programs."""
    if plain:
        names = ("value", "bound", *[*MEASURE_LABELS][1:])
    else:
        names = tuple(MEASURE_LABELS)
    rows = tuple(
        (name, *map(column.get, names)) for name, column in measure_columns(comparison, plain=plain)
    )
    return Table(("search", *names), rows)


def format_ratio(ratio: float) -> str:
    """Write a ratio with as many digits as distinguish it from 1.

    >>> format_ratio(15.03), format_ratio(13.54), format_ratio(2.0), format_ratio(1.1), format_ratio(1.042), format_ratio(1.001)
    ('15×', '13.5×', '2×', '1.1×', '1.04×', 'hardly more than 1×')
    """
    return "hardly more than 1×" if is_hardly_more(ratio) else f"{format_factor(ratio)}×"


def is_hardly_more(ratio: float) -> bool:
    """Return whether a ratio is more than 1, but not by as much as is written."""
    return 1 < ratio < 1.005


def format_factor(ratio: float) -> str:
    """Write a ratio with few digits."""
    if 1 < ratio < 1.05:
        return f"{ratio:.2f}"
    if ratio >= 14.95:
        return f"{ratio:.0f}"
    return f"{ratio:.1f}".removesuffix(".0")
