"""The networkx view of a run, which builds nothing, agrees with a real graph built edge by edge
from the events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.replay import events
from tests.trees import AIMA, STOPS, Tree, prepared, searched, searches, trees
from visualizer.explaining.measures.graph import graph
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

Graph: TypeAlias = Any
"""What networkx calls a graph: its functions say now one kind of it, now another."""

ATTRIBUTES = {
    "move",
    "order",
    "value",
    "bound",
    "alpha",
    "beta",
    "alpha_now",
    "beta_now",
    "best",
    "kind",
    "status",
    "depth",
    "score",
    "turn",
    "visits",
    "tags",
    "note",
    "probability",
    "low",
    "high",
    "stand",
    "probe",
    "depth_left",
    "reduced",
    "extended",
    "prior",
    "told_visits",
}


def built(run: Run, step: int) -> Graph:
    """Return the graph after that many events, built node by node."""
    real: Graph = nx.DiGraph()
    for what, row in events(run.trace)[:step]:
        if what == "enter":
            real.add_node(row)
            if run.trace[row].parent >= 0:
                real.add_edge(run.trace[row].parent, row)
    return real


def edges(made: Graph) -> list[Any]:
    """Return nodes and edges, in order."""
    return [[*made.nodes], [*made.edges]]


FUNCTIONS: dict[str, Callable[[Graph], Any]] = {
    "nodes and edges": edges,
    "counts": lambda g: (
        g.number_of_nodes(),
        g.number_of_edges(),
        len(g),
        g.order(),
        g.size(),
        nx.density(g),
    ),
    "adjacency": lambda g: {node: dict(below) for node, below in g.adjacency()},
    "predecessors": lambda g: {node: [*g.predecessors(node)] for node in g},
    "successors": lambda g: {node: [*g.successors(node)] for node in g},
    "degrees": lambda g: (
        dict(g.degree),
        dict(g.in_degree),
        dict(g.out_degree),
        nx.degree_histogram(g),
    ),
    "edges of some": lambda g: [*g.edges([0, 1]), *g.in_edges([1, 2])],
    "has": lambda g: [
        g.has_edge(0, 1),
        g.has_edge(1, 0),
        g.has_node(0),
        g.has_node(9999),
        "x" in g,
    ],
    "tree": lambda g: (
        [
            nx.is_tree(g),
            nx.is_arborescence(g),
            nx.is_forest(g),
            nx.is_branching(g),
        ]
        if g
        else []
    ),
    "copy": lambda g: [edges(g.copy()), edges(nx.DiGraph(g))],
    "undirected": lambda g: edges(g.to_undirected()),
    "reversed": lambda g: [edges(g.reverse()), edges(g.reverse(copy=False))],
    "subgraph": lambda g: edges(g.subgraph([0, 1, 2, 5])),
    "subgraph of edges": lambda g: edges(g.edge_subgraph([*g.edges][::2])),
}
"""What asks each method that the view has of its own, and functions of networkx that go through
it.
"""


def check(run: Run, step: int) -> None:
    """Compare everything at a step."""
    view = graph(run, step)
    real = built(run, step)
    for name, function in FUNCTIONS.items():
        assert function(view) == function(real), (name, step)
    assert nx.utils.graphs_equal(
        nx.create_empty_copy(view, with_data=False), nx.create_empty_copy(real)
    )


@given(trees(plies=4, widest=3), st.booleans(), searches(), STOPS, st.integers(0, 10**6))
@settings(max_examples=60)
def test_view_is_a_graph(
    tree: Tree, maximizing: bool, search: dict[str, Any], stop: dict[str, int], place: int
) -> None:
    """Functions of networkx say the same of the view at step k as of a graph built from k
    events.
    """
    run = searched(
        tree,
        maximizing,
        **search,
        **stop,
    )
    check(run, place % (run.trace.last_step + 1))


def test_view_of_a_running_search() -> None:
    """While the search runs, the view is the graph of what can be shown, and it does not grow
    under one's hands.
    """
    whole = searched(AIMA)
    live = prepared(AIMA)
    for step in range(0, 22, 3):
        live.advance(step=step)
        view = graph(live, step)
        check_same = edges(view)
        live.advance(step=step + 2)

        assert edges(view) == check_same == edges(built(whole, step))


@given(trees(plies=3, widest=3), st.booleans(), searches(), STOPS)
@settings(max_examples=50)
def test_attributes(
    nested: Tree, maximizing: bool, search: dict[str, Any], stop: dict[str, int]
) -> None:
    """Attributes are those documented, with what the tree at the step says; the others are held
    against the replay.
    """
    run = searched(
        nested,
        maximizing,
        **search,
        **stop,
    )
    for step in range(run.trace.last_step + 1):
        view = graph(run, step)
        tree = TreeAtStep(run.trace, step)

        assert view.graph["step"] == step
        for row, found in view.nodes(data=True):
            visit = run.trace[row]
            best = tree.best(row)

            assert found.keys() == ATTRIBUTES
            assert found["order"] == ([*tree.children(visit.parent)].index(row) + 1 if row else 0)
            assert found["move"] == (str(visit.move + 1) if row else "")
            assert found["best"] == (best and best[1])
            assert found["alpha"] == visit.alpha
            assert found["beta"] == visit.beta
            assert (found["alpha_now"], found["beta_now"]) == tree.window(row)
            assert found["kind"] == (visit.kind.name.lower() if tree.returned(row) else "open")
            assert found["turn"] == (
                "leaf" if not visit.children else "MAX" if visit.maximizing else "MIN"
            )
            assert found["bound"] == tree.bound(row).value
            assert found["depth"] == visit.depth
            assert found["status"] == tree.status(row).value


def test_scores_of_an_ordering() -> None:
    """`score` is what the ordering gave the move, from the mover's side; natural order gives
    none.
    """
    assert {data["score"] for _, data in graph(searched(AIMA)).nodes(data=True)} == {None}
    scored = graph(searched(AIMA, ordering="best", algorithm="minimax"))
    assert scored.nodes[0]["score"] is None
    assert {
        data["move"]: data["score"]
        for row, data in scored.nodes(data=True)
        if scored.has_edge(0, row)
    } == {
        "1": 3,
        "2": 2,
        "3": 2,
    }


CHANGES: list[Callable[[Graph], Any]] = [
    lambda g: g.add_node(99),
    lambda g: g.add_nodes_from([99]),
    lambda g: g.add_edge(0, 99),
    lambda g: g.add_edges_from([(0, 99)]),
    lambda g: g.add_weighted_edges_from([(0, 99, 1.0)]),
    lambda g: g.remove_node(1),
    lambda g: g.remove_nodes_from([1]),
    lambda g: g.remove_edge(0, 1),
    lambda g: g.remove_edges_from([(0, 1)]),
    lambda g: g.update(edges=[(0, 99)]),
    lambda g: g.clear(),
    lambda g: g.clear_edges(),
    lambda g: nx.add_path(g, [1, 99]),
]


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
def test_the_view_cannot_be_changed(change: Callable[[Graph], Any]) -> None:
    """Whatever would change the view is refused, and leaves it as it was; a copy can be changed."""
    view = graph(searched(AIMA))
    before = edges(view)

    with pytest.raises(nx.NetworkXError, match="cannot be changed"):
        change(view)
    assert edges(view) == before
    change(nx.DiGraph(view))


def test_what_is_not_there() -> None:
    """A node that was never visited, or not yet, raises as in any graph."""
    view = graph(searched(AIMA), 3)
    for node in (3, -1, 99, "a"):
        assert node not in view
        assert not view.has_edge(0, node)
        with pytest.raises(KeyError):
            view.nodes[node]
        with pytest.raises(nx.NetworkXError):
            [*view.successors(node)]
