"""Several searches of one position side by side: what pruning saved, and what ordering saved, kept apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from visualizer.errors import InputError
from visualizer.minimum import Minimum, minimum
from visualizer.numbers import show
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.summary import summary
from visualizer.table import CellValue, Table

DEFAULT = ("minimax", "alpha-beta", "ordered-alpha-beta")

Runner = Callable[[Recipe], Run]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Summaries of searches of one position, in the order asked for, and the least that any order could visit."""

    searches: tuple[dict[str, Any], ...]
    minimum: Minimum | None

    def as_object(self) -> dict[str, Any]:
        """Return the comparison under the names that scripts rely on."""
        first = self.searches[0]
        least = None if self.minimum is None else {"leaves": self.minimum.leaves, "nodes": self.minimum.nodes}
        return {
            "game": first["game"],
            "position": first["position"],
            "depth": first["depth"],
            "searches": [*self.searches],
            "minimum": least,
        }


def compare(where: Where, searches: Sequence[Search], run: Runner) -> Comparison:
    """Run every search with `run` and compare; InputError if two that must agree do not."""
    summaries: list[dict[str, Any]] = []
    least: Minimum | None = None
    for search in searches:
        done = run(Recipe(where, search))
        summaries.append(summary(done))
        if search.algorithm == "minimax":
            least = minimum(done.trace) or least
    _check(summaries)
    same_depth = len({(found["depth"], found["evaluation"]) for found in summaries}) == 1
    return Comparison(tuple(summaries), least if same_depth else None)


def _check(summaries: Sequence[dict[str, Any]]) -> None:
    """Refuse values that differ although depth and evaluation are the same and the window is full."""
    seen: dict[tuple[Any, ...], dict[str, Any]] = {}
    for found in summaries:
        if not found["complete"] or found["window"] != [None, None]:
            continue
        other = seen.setdefault((found["depth"], found["evaluation"]), found)
        if other["value"] != found["value"]:
            raise InputError(
                f"{other['algorithm']} finds {other['value']} and {found['algorithm']} {found['value']} for the same "
                "question: one of them, or the game, is wrong"
            )


def table(comparison: Comparison) -> Table:
    """Return a row a search."""
    first = comparison.searches[0]
    rows: list[tuple[CellValue, ...]] = []
    for found in comparison.searches:
        ratio = first["nodes"] / found["nodes"] if found["complete"] and first["complete"] else None
        name = found["algorithm"] if found["ordering"] == "natural" else f"{found['algorithm']}, {found['ordering']}"
        line = (name, found["value"], found["best_move"], found["nodes"], found["leaves"], found["cutoffs"])
        rows.append((*line, found["pruned"], ratio, found["seconds"]))
    if comparison.minimum is not None:
        rows.append(("least of any order", None, None, comparison.minimum.nodes, comparison.minimum.leaves, None, None,
                     first["nodes"] / comparison.minimum.nodes if first["complete"] else None, None))  # fmt: skip
    columns = ("search", "value", "best move", "nodes", "leaves", "cutoffs", "pruned", "times fewer", "seconds")
    return Table(columns, tuple(rows))


def sentence(comparison: Comparison) -> str:
    """Say what a teacher would: what pruning saves, what ordering saves or costs, and the least possible."""
    found = {name: [part for part in comparison.searches if part["algorithm"] == name] for name in DEFAULT}
    if any(len(parts) != 1 or not parts[0]["complete"] for parts in found.values()):
        return ""
    plain, pruned, ordered = (found[name][0] for name in DEFAULT)
    if pruned["ordering"] != "natural":
        return ""
    words = (
        f"Minimax visits {plain['nodes']:,} nodes; alpha-beta in natural order {pruned['nodes']:,}; "
        f"{_by(ordered['ordering'])} {ordered['nodes']:,}: pruning saves {_times(plain['nodes'] / pruned['nodes'])}, "
        f"{_ordering(pruned['nodes'], ordered['nodes'])}"
    )
    least = comparison.minimum
    return words + (f"; no order needs fewer than {least.nodes:,}." if least is not None else ".")


def _by(ordering: str) -> str:
    return {"scored": "ordered by score", "best": "with an oracle's order (best first)"}.get(
        ordering, f"in {ordering} order"
    )


def _times(ratio: float) -> str:
    return f"{ratio:.0f}×" if ratio >= 15 else f"{ratio:.1f}×".replace(".0×", "×")


def _ordering(natural: int, ordered: int) -> str:
    if ordered == natural:
        return "ordering changes nothing here"
    if ordered < natural:
        return f"ordering another {_times(natural / ordered)}"
    return f"and here this order costs {_times(ordered / natural)} as much as natural order does"


def value_line(comparison: Comparison) -> str:
    """Say the value that all complete searches found."""
    values = {found["value"] for found in comparison.searches if found["complete"]}
    return f"value {show(next(iter(values)))}" if len(values) == 1 else ""
