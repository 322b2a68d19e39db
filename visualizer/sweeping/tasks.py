"""The tasks of a sweep: each is one position searched to one depth in several ways, and gives a row for each search."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from visualizer.comparison.compare import compare
from visualizer.errors import InputError
from visualizer.measures.summary import SearchResult
from visualizer.recipe import SearchSpec
from visualizer.run import Run
from visualizer.sweeping.positions import NamedPosition

COLUMNS = (
    "game", "name", "position", "settings", "depth", "search", "algorithm", "ordering", "evaluation", "value",
    "best_move", "nodes", "leaves", "cutoffs", "pruned", "ordering_nodes", "complete", "seconds", "minimum_nodes",
    "minimum_leaves", "iterations", "right",
)  # fmt: skip
"""The columns of the results. The minimum is the least that any order could visit, with a full window and cutting at
>=; `right` says whether the best move is one of those that minimax finds best. Both are known where minimax has
finished. `iterations` is how many random games a search by samples has played. `complete` is `refused`, and
nothing else is known, where a search cannot search the game."""

ASKED = COLUMNS[:6]
"""The columns that say what was asked for; in every row of a sweep they are different."""

REFUSED = "refused"

ResultRow = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """A position and the searches of it, all to the same depth.

    It is made of words and numbers only, so it can be sent to another process or machine.
    """

    position: NamedPosition
    searches: tuple[SearchSpec, ...]

    def asked(self) -> list[tuple[str, ...]]:
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
    least = found.minimum
    minimum = {"minimum_nodes": least.nodes, "minimum_leaves": least.leaves} if least is not None else {}
    return [
        _row(asked, search, minimum, found.best_moves)
        for asked, search in zip(task.asked(), found.searches, strict=True)
    ]  # fmt: skip


def _row(
    asked: tuple[str, ...], found: SearchResult, minimum: Mapping[str, int], best_moves: frozenset[str] | None
) -> ResultRow:
    """Return a row in the order of the columns; what is not known is None."""
    names = dict(zip(ASKED, asked, strict=True))
    if found.refused:
        said = found.as_object()
        names |= {column: said[column] for column in ("algorithm", "ordering", "evaluation")} | {"complete": REFUSED}
        return {column: names.get(column) for column in COLUMNS}
    right = None if best_moves is None else found.best_move in best_moves
    known = {**found.as_object(), **names, **minimum, "right": right}
    return {column: known.get(column) for column in COLUMNS}
