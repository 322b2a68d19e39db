"""The explored tree as a networkx graph, without building one: a view of the trace's rows.

A node is the row of its visit, an edge leads from a parent to a child. `G.nodes[row]` is a dictionary:

| attribute | meaning |
|---|---|
| `move` | the move that led here, as the game writes it, "" for the root |
| `order` | the place, from 1, in which the parent tried it, 0 for the root |
| `value` | what the node returned, or its best so far, from MAX's side, None if nothing is known |
| `bound` | "=" exact, "≥" or "≤" the true value, "≤…" so far, "" nothing is known |
| `alpha` `beta` | the window on entry |
| `alpha_now` `beta_now` | the window at this step |
| `best` | the row of the best child so far, None if there is none |
| `kind` | "terminal", "limit", "full", "cut", "table", "playout", "stopped", or "open" |
| `status` | "open", "done", "cut", "stopped" at this step |
| `depth` | plies below the root |
| `score` | what the ordering gave the move, from the mover's side, None if it gives none |
| `turn` | "MAX", "MIN" or "leaf" |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, NoReturn

import networkx as nx

from visualizer.run import Run
from visualizer.trace.playhead import Playhead

Attributes = dict[str, Any]


class _Rows(Mapping[int, Any]):
    """A mapping from every row that has been entered to what `look` says of it."""

    __slots__ = ("_here", "_look")

    def __init__(self, here: Playhead, look: Callable[[int], Any]) -> None:
        self._here, self._look = here, look

    def __len__(self) -> int:
        return self._here.visits

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._here.visits))

    def __contains__(self, row: object) -> bool:
        return isinstance(row, int) and 0 <= row < self._here.visits

    def __getitem__(self, row: int) -> Any:
        if row not in self:
            raise KeyError(row)
        return self._look(row)


class _Children(Mapping[int, Attributes]):
    """The children of a row that have been entered."""

    __slots__ = ("_here", "_row")

    def __init__(self, here: Playhead, row: int) -> None:
        self._here, self._row = here, row

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[int]:
        return self._here.children(self._row)

    def __contains__(self, row: object) -> bool:
        here = self._here
        return isinstance(row, int) and 0 <= row < here.visits and here.trace.parent(row) == self._row

    def __getitem__(self, row: int) -> Attributes:
        if row not in self:
            raise KeyError(row)
        return {}


class SearchGraph(nx.DiGraph):  # type: ignore[type-arg]  # a DiGraph takes no type argument when it runs
    """The tree explored at a step, read-only; `nx.DiGraph(graph)` makes a copy that can be changed."""

    def __new__(cls, *arguments: object, **named: object) -> Any:
        """Make an ordinary graph where networkx asks for an empty one "of the same class": for copies and subgraphs."""
        return super().__new__(cls) if arguments or named else nx.DiGraph()

    def __init__(self, run: Run, step: int | None = None) -> None:
        """Look at a run at a step, by default the last."""
        super().__init__()
        here = Playhead(run.trace, run.trace.last_step if step is None else step)
        self._here, self._run = here, run
        self._places = lru_cache(maxsize=256)(partial(places, here))
        self.graph.update(_facts(run, here))
        self._node = _Rows(here, self._attributes)
        self._adj = _Rows(here, lambda row: _Children(here, row))
        self._succ = self._adj
        self._pred = _Rows(here, self._parent)

    def _parent(self, row: int) -> dict[int, Attributes]:
        parent = self._here.trace.parent(row)
        return {parent: {}} if parent >= 0 else {}

    def _attributes(self, row: int) -> Attributes:
        return attributes(self._run, self._here, row, self._places)

    def number_of_edges(self, u: int | None = None, v: int | None = None) -> int:
        """Return the number of edges: one less than the nodes for each pass of the search."""
        if u is not None:
            return int(v in self._adj[u]) if u in self._adj else 0
        visits, trace = self._here.visits, self._here.trace
        if visits and trace.end(0) in (-1, len(trace) - 1):
            return visits - 1
        return sum(trace.parent(row) >= 0 for row in range(visits))

    def _refuse(self, *arguments: object, **named: object) -> NoReturn:
        raise nx.NetworkXError("the graph is a view of a search and cannot be changed; copy it with nx.DiGraph(graph)")

    add_node = add_nodes_from = remove_node = remove_nodes_from = _refuse
    add_edge = add_edges_from = remove_edge = remove_edges_from = clear = clear_edges = _refuse


def graph(run: Run, step: int | None = None) -> SearchGraph:
    """Return the tree explored at a step, by default the last, as a read-only networkx graph."""
    return SearchGraph(run, step)


def places(here: Playhead, parent: int) -> Mapping[int, int]:
    """Return the place, from 1, in which a row tried each of its children."""
    return {child: place for place, child in enumerate(here.children(parent), 1)}


def attributes(run: Run, here: Playhead, row: int, places_of: Callable[[int], Mapping[int, int]]) -> Attributes:
    """Return what is known of a row at a step, as documented above; `places_of` is `places`, remembered."""
    trace, path = here.trace, run.path(row)
    parent = trace.parent(row)
    alpha_now, beta_now = here.window(row)
    best = here.best(row)
    order = places_of(parent)[row] if path else 0
    scores = run.scored(path[:-1])[1] if path else None
    turn = "leaf" if not trace.children(row) else "MAX" if trace.maximizing(row) else "MIN"
    return {
        "move": run.move_name(path) if path else "",
        "order": order,
        "value": here.value(row),
        "bound": here.bound(row).value,
        "alpha": trace.alpha(row),
        "beta": trace.beta(row),
        "alpha_now": alpha_now,
        "beta_now": beta_now,
        "best": best[1] if best else None,
        "kind": trace.kind(row).name.lower() if here.returned(row) else "open",
        "status": here.status(row).value,
        "depth": trace.depth(row),
        "score": scores[path[-1]].total if scores is not None else None,
        "turn": turn,
    }


def _facts(run: Run, here: Playhead) -> dict[str, str | int]:
    """Return what the graph is of."""
    return {"game": run.game.name, "position": run.root.text(), "command": run.recipe.command("search"),
            "step": here.step}  # fmt: skip
