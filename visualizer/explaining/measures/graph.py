"""The explored tree as a networkx graph, without building one: a view of the trace's rows.

A node is the row of its first visit, an edge leads from a parent to a child. `G.nodes[row]` is a
dictionary:

| attribute | meaning |
|---|---|
| `move` | the move that led here, as the game writes it, "" for the root |
| `order` | the place, from 1, in which the parent tried it, 0 for the root |
| `value` | what the node returned, or its best so far, from MAX's side, None if nothing is known |
| `bound` | "=" exact, "≥" or "≤" of the value, "≤…" or "≥…" of every child so far, "≈" mean, "" |
| `alpha` `beta` | the window on entry, None where the search has told none |
| `alpha_now` `beta_now` | the window at this step, or None |
| `best` | the row of the best child so far, None if there is none |
| `kind` | "terminal", "limit", "full", "cut", "table", "playout", "sampled", "stopped", or "open" |
| `status` | "open", "done", "cut", "stopped", "earlier" at this step |
| `stand` | what not moving on is worth there, if that is told |
| `probe` | what a probe, a side search, is called that begins here, None if none does |
| `depth_left` `reduced` `extended` `prior` `told_visits` | recorded on entry, or None |
| `visits` | how often the node was visited; in MCTS, iterations that came back through it |
| `tags` `note` | what a search written elsewhere remarks, as texts |
| `depth` | plies below the root |
| `score` | what the ordering gave the move, from the mover's side, None if it gives none |
| `turn` | "MAX", "MIN", "chance" or "leaf" |
| `probability` | of an outcome of chance, None for any other node |
| `low` `high` | between which values a chance node will be, as far as known, else None |
| `node_type` | with `kinds`, "PV", "cut" or "all" in the proof of the value, else None |
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from math import isinf
from typing import Any, NoReturn

import networkx as nx

from visualizer.explaining.measures.proof_tree import node_types, proof_tree, proof_words
from visualizer.look.numbers import Rounded
from visualizer.searching.run import Run
from visualizer.trace.rows import ENTRY_NOTES
from visualizer.trace.tree_at_step import TreeAtStep

Attributes = dict[str, Any]
PLAN_ATTRIBUTES = {"depth": "depth_left", "visits": "told_visits"}
"""Other names for what an engine records, since `depth` and `visits` are the search's own."""
TURN_NAMES = ("MIN", "MAX", "chance")


class _NodeAttributes(Mapping[int, Any]):
    """A mapping from every node that has been visited to what `look` says of it."""

    __slots__ = ("_look", "_tree")

    def __init__(self, tree: TreeAtStep, look: Callable[[int], Any]) -> None:
        self._tree = tree
        self._look = look

    def __len__(self) -> int:
        return self._tree.distinct_nodes

    def __iter__(self) -> Iterator[int]:
        return iter(self._tree.nodes())

    def __contains__(self, node: object) -> bool:
        return (
            isinstance(node, int) and self._tree.entered(node) and self._tree.node_of(node) == node
        )

    def __getitem__(self, node: int) -> Any:
        if node not in self:
            raise KeyError(node)
        return self._look(node)


class SearchGraph(nx.DiGraph):  # type: ignore[type-arg]  # a DiGraph takes no type argument when it runs
    """The tree explored at a step, read-only; `nx.DiGraph(graph)` makes a mutable copy."""

    def __new__(cls, *arguments: object, **named: object) -> Any:
        """Return an ordinary graph where networkx makes a copy or subgraph "of the same class"."""
        if arguments or named:
            return super().__new__(cls)
        return nx.DiGraph()

    def __init__(self, run: Run, step: int | None = None, *, kinds: bool = False) -> None:
        """Take a run and a step; `kinds` adds Knuth and Moore's types of nodes."""
        super().__init__()
        tree = TreeAtStep(run.trace, step)
        self._tree = tree
        places_of = lru_cache(maxsize=256)(partial(sibling_places, tree))
        command = run.recipe.command("search")
        self.graph.update(
            game=run.game.name, position=run.root.text(), command=command, step=tree.step
        )
        if kinds:
            types = node_types(run.trace)
        else:
            types = {}
        if kinds:
            self.graph["proof"] = proof_words(proof_tree(run.trace))

        def look(node: int) -> Attributes:
            found = node_attributes(run, tree, node, places_of)
            kind = types.get(node)
            if kinds:
                return {**found, "node_type": None if kind is None else kind.word}
            return found

        self._node = _NodeAttributes(tree, look)
        self._adj = _NodeAttributes(
            tree, lambda node: {child: {} for child in tree.known_children(node)}
        )
        self._succ = self._adj
        self._pred = _NodeAttributes(
            tree, lambda node: {tree.parent(node): {}} if tree.parent(node) >= 0 else {}
        )

    def number_of_edges(self, u: int | None = None, v: int | None = None) -> int:
        """Return the number of edges: one less than the nodes."""
        if u is not None:
            if u in self._adj:
                return int(v in self._adj[u])
            return 0
        return max(0, self._tree.distinct_nodes - 1)

    def _refuse(self, *arguments: object, **named: object) -> NoReturn:
        raise nx.NetworkXError(
            "the graph is a view of a search and cannot be changed; copy it with nx.DiGraph(graph)"
        )

    add_node = add_nodes_from = remove_node = remove_nodes_from = _refuse
    add_edge = add_edges_from = remove_edge = remove_edges_from = clear = clear_edges = _refuse


def graph(run: Run, step: int | None = None, *, kinds: bool = False) -> SearchGraph:
    """Return the tree explored at a step, by default the last, as a read-only networkx graph.

    `kinds` says of each node whether it is a PV, cut or all node of the proof of the value.

    A step outside is moved to the nearest one. KeyError for a node that has not been visited by
    then; NetworkXError for what would change the graph.
    """
    return SearchGraph(run, step, kinds=kinds)


def sibling_places(tree: TreeAtStep, parent: int) -> Mapping[int, int]:
    """Return the place, from 1, in which each child of a node was visited first."""
    return {child: place for place, child in enumerate(tree.known_children(parent), 1)}


def plan_attributes(tree: TreeAtStep, node: int) -> Attributes:
    """Return what an engine recorded on entry to a node: depth left, reductions and the like."""
    plan = tree.trace.said.plans.get(tree.visit(node), {})
    return {PLAN_ATTRIBUTES.get(name, name): plan.get(name) for name in ENTRY_NOTES}


def node_attributes(
    run: Run, tree: TreeAtStep, node: int, places_of: Callable[[int], Mapping[int, int]]
) -> Attributes:
    """Return a node's attributes, as documented above; `places_of` is a cached `sibling_places`."""
    path = run.path(node)
    alpha, beta = tree.window_on_entry(node) or (None, None)
    alpha_now, beta_now = tree.window_at(node) or (None, None)
    best = tree.best(node)
    tags, note = tree.remark(node)
    if path:
        scores = run.scored(path[:-1], tree)[1]
    else:
        scores = None
    if tree.move_count(node):
        turn = TURN_NAMES[tree.turn(node)]
    else:
        turn = "leaf"
    probability = tree.probability(node)
    low = None
    high = None
    if ends := tree.range_to_come(node):
        low, high = (None if isinf(end) else float(end) for end in ends)
    known = {
        "move": run.written(path) if path else "",
        "order": places_of(tree.parent(node))[node] if path else 0,
        "value": tree.value(node),
        "bound": tree.bound(node).value,
        "alpha": alpha,
        "beta": beta,
        "alpha_now": alpha_now,
        "beta_now": beta_now,
        "best": best[1] if best else None,
        "kind": tree.kind(node).name.lower() if tree.returned(node) else "open",
        "status": tree.status(node).value,
        "depth": len(path),
        "score": scores[path[-1]].total if scores is not None else None,
        "turn": turn,
        "probability": None if probability is None else float(probability),
        "low": low,
        "high": high,
        "stand": tree.stand(node),
        "probe": tree.probe(node),
        **plan_attributes(tree, node),
        "visits": tree.visits_told(node),
        "tags": ", ".join(tags),
        "note": note,
    }
    return {
        name: float(each) if isinstance(each, Rounded) else each for name, each in known.items()
    }
