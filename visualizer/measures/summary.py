"""Counts: what a search has done, at any step and at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from visualizer.look import numbers
from visualizer.recipe import Recipe
from visualizer.run import Run
from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import KIND_OFFSET, LEAVES, SIZE, Kind


@dataclass(frozen=True, slots=True)
class Counts:
    """How much has been visited and left out at a step.

    A node is a visit; a leaf is a visited node whose value came from the game or the evaluation; a cutoff is a node
    left before all its children were visited; `pruned` counts the children so left unvisited.
    """

    nodes: int
    leaves: int
    cutoffs: int
    pruned: int

    def words(self) -> str:
        """Return the counts as a person says them.

        >>> Counts(7, 4, 1, 2).words()
        '7 nodes, 4 leaves, 1 cutoff, 2 pruned'
        """
        named = ((self.nodes, "node", "nodes"), (self.leaves, "leaf", "leaves"), (self.cutoffs, "cutoff", "cutoffs"))
        return ", ".join([*(many(*words) for words in named), f"{self.pruned:,} pruned"])


def many(count: int, one: str, several: str) -> str:
    """Write a number and what it counts.

    >>> many(1, "leaf", "leaves"), many(1200, "node", "nodes")
    ('1 leaf', '1,200 nodes')
    """
    return f"{count:,} {one if count == 1 else several}"


def counts(here: Playhead) -> Counts:
    """Count at a step; constant time but for two bisections."""
    trace, last = here.trace, here.visits - 1
    leaves = trace.leaves_before(here.visits)
    if last >= 0 and trace.kind(last) in LEAVES and not here.returned(last):
        leaves -= 1
    cuts = trace.cut_count(here.step)
    return Counts(here.visits, leaves, cuts, trace.pruned[cuts - 1] if cuts else 0)


def visited_leaves(run: Run) -> list[list[str]]:
    """Return for each leaf, in the order visited, the moves from the root to it."""
    trace = run.trace
    return [run.names(run.path(row)) for row in range(len(trace)) if trace.kind(row) in LEAVES]


def summary(run: Run) -> dict[str, Any]:
    """Return what a finished or stopped search found, under the names that scripts rely on.

    Values are from MAX's side; `depth` is None for a search to the end; `complete` is False for a stopped one, which
    has its best so far.
    """
    trace = run.trace
    end = Playhead(trace, trace.last_step)
    counted, found = counts(end), end.result()
    line = run.line(found.line)
    return {
        **_asked(run.recipe, run),
        "value": None if found.value is None else numbers.plain(found.value),
        "bound": found.bound.value,
        "best_move": line[0] if line else None,
        "principal_variation": line,
        "nodes": counted.nodes,
        "distinct_nodes": end.distinct_nodes,
        "passes": end.passes,
        "leaves": counted.leaves,
        "cutoffs": counted.cutoffs,
        "pruned": counted.pruned if trace.counts_pruned else None,
        "table_hits": trace.rows[KIND_OFFSET::SIZE].count(Kind.TABLE),
        "ordering_nodes": run.ordering.nodes(),
        "steps": trace.steps,
        "complete": trace.finished and not trace.reason,
        "seconds": round(run.seconds, 6),
    }


def _asked(recipe: Recipe, run: Run) -> dict[str, Any]:
    """Return what was asked for."""
    return {
        "game": run.game.name,
        "position": run.root.text(),
        "settings": dict(recipe.where.settings),
        "to_move": run.game.sides[0] if run.root.maximizing else run.game.sides[1],
        **recipe.search.as_object(),
    }
