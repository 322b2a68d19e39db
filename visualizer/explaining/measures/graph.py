"""The explored tree as a networkx graph, without building one: a view of the trace's rows.

A node is the row of its first visit, an edge leads from a parent to a child. `G.nodes[row]` is a
dictionary:

| attribute | meaning |
|---|---|
| `move` | the move that led here, as the game writes it, "" for the root |
| `order` | the place, from 1, in which the parent tried it, 0 for the root |
| `value` | what the node returned, or its best so far, from MAX's side, None if nothing is known |
| `bound` | "=" exact, "≥" or "≤" of the value, "≤…" or "≥…" of every child so far, "≈" mean, "" |
| `alpha` `beta` | the window on entry, None if it is not recorded |
| `alpha_now` `beta_now` | the window at this step, or None |
| `best` | the row of the best child so far, None if there is none |
| `kind` | "terminal", "limit", "full", "cut", "table", "playout", "sampled", "stopped", or "open" |
| `status` | "open", "done", "cut", "stopped", "earlier" at this step |
| `stand` | the value of standing pat, if it is recorded |
| `probe` | the name of the probe (a side search) that begins here, or None |
| `depth_left` `reduced` `extended` `prior` `told_visits` | recorded on entry, or None |
| `visits` | how often the node was visited; in MCTS, iterations that came back through it |
| `tags` `note` | remarks of a search written elsewhere, as strings |
| `depth` | plies below the root |
| `score` | the move's score by the ordering, from the mover's side, or None |
| `turn` | "MAX", "MIN", "chance" or "leaf" |
| `probability` | of an outcome of chance, None for any other node |
| `low` `high` | the bounds of a chance node's value, as far as known, else None |
| `node_type` | with `kinds`, "PV", "cut" or "all" in the proof of the value, else None |
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from math import inf, isinf
from typing import Any, NoReturn

import networkx as nx

from visualizer.explaining.measures.proof_tree import (
    NodeType,
    node_types,
    proof_tree,
    proof_words,
)
from visualizer.look.numbers import Rounded
from visualizer.searching.run import Run
from visualizer.trace.bounds import Exact
from visualizer.trace.rows import ENTRY_NOTES
from visualizer.trace.tree_at_step import TreeAtStep

Attributes = dict[str, Any]
PLAN_ATTRIBUTES = {"depth": "depth_left", "visits": "told_visits"}
"""Other names for an engine's notes, since the trace itself counts `depth` and `visits`."""
TURN_NAMES = ("MIN", "MAX", "chance")


class _NodeAttributes(Mapping[int, Any]):
    """A mapping from every visited node to its attributes, which are computed when asked for."""

    __slots__ = ("_attributes_of", "_tree")

    def __init__(self, tree: TreeAtStep, attributes_of: Callable[[int], Any]) -> None:
        self._tree = tree
        self._attributes_of = attributes_of

    def __len__(self) -> int:
        return self._tree.distinct_nodes

    def __iter__(self) -> Iterator[int]:
        return iter(self._tree.nodes())

    def __contains__(self, node: object) -> bool:
        # networkx asks about anything that a user has passed as a node.
        if not isinstance(node, int) or not self._tree.entered(node):
            return False
        return self._tree.node_of(node) == node

    def __getitem__(self, node: int) -> Any:
        if node not in self:
            raise KeyError(node)
        return self._attributes_of(node)


class SearchGraph(nx.DiGraph):  # type: ignore[type-arg]  # it takes none at run time
    """The tree explored at a step, read-only; `nx.DiGraph(graph)` makes a mutable copy."""

    def __new__(cls, *arguments: object, **named: object) -> Any:
        """Return an ordinary graph where networkx makes a copy or subgraph "of the same class"."""
        if arguments or named:
            return super().__new__(cls)
        return nx.DiGraph()

    def __init__(self, run: Run, step: int | None = None, *, kinds: bool = False) -> None:
        """Show the tree of a run at a step, by default the last one.

        `kinds` adds each node's type by Knuth and Moore: PV, cut or all.
        """
        super().__init__()
        tree = TreeAtStep(run.trace, step)
        self._tree = tree
        self.graph.update(
            game=run.game.name,
            position=run.root.text(),
            command=run.recipe.command("search"),
            step=tree.step,
        )
        attributes_of: Callable[[int], Attributes]
        attributes_of = partial(
            node_attributes,
            run,
            tree,
            places_of=cached_places(tree),
        )
        if kinds:
            self.graph["proof"] = proof_words(proof_tree(run.trace))
            types = node_types(run.trace)
            attributes_of = partial(_with_node_type, attributes_of, types)

        # networkx reads a graph only from the mappings of these names.
        self._node = _NodeAttributes(tree, attributes_of)
        self._adj = _NodeAttributes(tree, partial(_edges_down, tree))
        self._pred = _NodeAttributes(tree, partial(_edges_up, tree))
        self._succ = self._adj

    def number_of_edges(self, u: int | None = None, v: int | None = None) -> int:
        """Return the number of edges, or of edges from `u` to `v` (networkx's names)."""
        if u is None:
            return max(0, self._tree.distinct_nodes - 1)
        if u in self._adj:
            return int(v in self._adj[u])
        return 0

    def _refuse(self, *arguments: object, **named: object) -> NoReturn:
        raise nx.NetworkXError(
            "the graph is a view of a search and cannot be changed; copy it with nx.DiGraph(graph)"
        )

    add_node = add_nodes_from = remove_node = remove_nodes_from = _refuse
    add_edge = add_edges_from = remove_edge = remove_edges_from = clear = clear_edges = _refuse


def graph(run: Run, step: int | None = None, *, kinds: bool = False) -> SearchGraph:
    """Return the tree explored at a step, by default the last, as a read-only networkx graph.

    With `kinds`, each node says whether it is a PV, cut or all node in the proof of the value.

    A step out of range counts as the nearest step. Looking up a node that has not been visited by
    that step raises KeyError. Changing the graph raises NetworkXError.
    """
    return SearchGraph(run, step, kinds=kinds)


def _edges_down(tree: TreeAtStep, node: int) -> dict[int, Attributes]:
    return {child: {} for child in tree.known_children(node)}


def _edges_up(tree: TreeAtStep, node: int) -> dict[int, Attributes]:
    parent = tree.parent(node)
    if parent < 0:
        return {}
    return {parent: {}}


PlacesOf = Callable[[int], Mapping[int, int]]
"""Returns the places of a node's children, by node."""


def cached_places(tree: TreeAtStep) -> PlacesOf:
    """Return `sibling_places` for a tree, with a cache: siblings are mostly asked for in a row."""
    return lru_cache(maxsize=256)(partial(sibling_places, tree))


def sibling_places(tree: TreeAtStep, parent: int) -> Mapping[int, int]:
    """Return the place, from 1, of each child of a node, by first visits."""
    return {child: place for place, child in enumerate(tree.known_children(parent), 1)}


def plan_attributes(tree: TreeAtStep, node: int) -> Attributes:
    """Return an engine's notes on entry to a node: depth left, reductions and the like."""
    plan = tree.trace.engine_notes.entry_notes.get(tree.visit(node), {})
    return {PLAN_ATTRIBUTES.get(name, name): plan.get(name) for name in ENTRY_NOTES}


def node_attributes(run: Run, tree: TreeAtStep, node: int, places_of: PlacesOf) -> Attributes:
    """Return the attributes of a node, as networkx and spreadsheets show them.

    `places_of` returns the place of each child of a node among its siblings.
    """
    tags, note = tree.remark(node)
    # The documentation and spreadsheets have them in this order.
    attributes = {
        **_move_attributes(run, tree, node, places_of),
        "value": tree.value(node),
        "bound": tree.bound(node).value,
        **_window_attributes(tree, node),
        "best": _best_child(tree, node),
        "kind": _kind_name(tree, node),
        "status": tree.status(node).value,
        "depth": len(run.path(node)),
        "score": _ordering_score(run, tree, node),
        "turn": _turn_name(tree, node),
        **_chance_attributes(tree, node),
        "stand": tree.stand_pat_value(node),
        "probe": tree.probe(node),
        **plan_attributes(tree, node),
        "visits": tree.shown_visit_count(node),
        "tags": ", ".join(tags),
        "note": note,
    }
    # Users of networkx expect plain floats, and `Rounded` only matters for showing a number.
    for name, value in attributes.items():
        if isinstance(value, Rounded):
            attributes[name] = float(value)
    return attributes


def _with_node_type(
    attributes_of: Callable[[int], Attributes], types: Mapping[int, NodeType], node: int
) -> Attributes:
    """Return a node's attributes and its type in the proof of the root's value.

    `types` has the types of all nodes of the proof. A node outside the proof has None.
    """
    attributes = attributes_of(node)
    node_type = types.get(node)
    attributes["node_type"] = None
    if node_type is not None:
        attributes["node_type"] = node_type.word
    return attributes


def _best_child(tree: TreeAtStep, node: int) -> int | None:
    best = tree.best(node)
    if best is None:
        return None
    _, child = best
    return child


def _kind_name(tree: TreeAtStep, node: int) -> str:
    if not tree.returned(node):
        return "open"
    return tree.kind(node).name.lower()


def _turn_name(tree: TreeAtStep, node: int) -> str:
    # Nobody moves at a leaf, and a trace does not record whose turn it would be.
    if not tree.move_count(node):
        return "leaf"
    return TURN_NAMES[tree.turn(node)]


def _move_attributes(run: Run, tree: TreeAtStep, node: int, places_of: PlacesOf) -> Attributes:
    """Return the move that led to a node, and its place among its siblings."""
    path = run.path(node)
    if not path:
        return {"move": "", "order": 0}
    return {"move": run.notation_of_move(path), "order": places_of(tree.parent(node))[node]}


def _window_attributes(tree: TreeAtStep, node: int) -> Attributes:
    """Return a node's window on entry and at the tree's step; None for unknown ends."""
    alpha, beta = tree.window_on_entry(node) or (None, None)
    alpha_now, beta_now = tree.window_at(node) or (None, None)
    return {
        "alpha": alpha,
        "beta": beta,
        "alpha_now": alpha_now,
        "beta_now": beta_now,
    }


def _ordering_score(run: Run, tree: TreeAtStep, node: int) -> float | None:
    """Return the score of the move to a node in the ordering; None without scores."""
    path = run.path(node)
    if not path:
        return None
    _, scores = run.order_with_scores(path[:-1], tree)
    if scores is None:
        return None
    return scores[path[-1]].total


def _chance_attributes(tree: TreeAtStep, node: int) -> Attributes:
    """Return the probability of an outcome, and the range of a chance node's value."""
    low, high = tree.range_to_come(node) or (-inf, inf)
    return {
        "probability": _float_or_none(tree.probability(node)),
        "low": _float_or_none(low),
        "high": _float_or_none(high),
    }


def _float_or_none(number: Exact | None) -> float | None:
    """Return a number as a float; None for an unknown or infinite one."""
    if number is None or isinf(number):
        return None
    return float(number)
