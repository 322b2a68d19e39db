"""Compares what the program shows of a search at a step with the naive replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.oracles.events import ListRecorder
from tests.oracles.naive import Naive, Node
from tests.oracles.step_facts import fact_faults
from visualizer.explaining.measures.graph import graph
from visualizer.explaining.measures.summary import summary, visit_counts
from visualizer.searching.run import Run
from visualizer.trace.checked_recorder import CheckedRecorder
from visualizer.trace.recorder import SearchStopped
from visualizer.trace.tree_at_step import TreeAtStep

Shown = dict[str, Any]
COUNTS = ("nodes", "leaves", "cutoffs", "pruned", "distinct_nodes")
"""The counts that are compared at every step; all others are compared at the end."""


def checked(run: Run, limit: int | None = None) -> Run:
    """Run a search with the recorder that checks every report; InputError for a wrong one."""

    def pause(visits: int) -> int:
        if limit is not None and visits >= limit:
            raise SearchStopped("the limit was reached")
        return visits + 1 if limit is None else limit

    recorder = CheckedRecorder(run.trace, pause, run.ordering.learn, lambda: None, run.position)
    run._recorder = recorder
    try:
        recorder.check_result(run.algorithm.fail[run.recipe.search.fail](run.problem, recorder))
    except SearchStopped as stop:
        run.trace.reason = str(stop)
    recorder.close()
    assert run.trace.revisits == run.algorithm.revisits, (
        "it comes back to nodes, and its algorithm does not say so"
    )
    return run


def listed(run: Run, limit: int | None = None) -> tuple[ListRecorder, float]:
    """Return what the same search reports to a recorder that keeps a list, and its value (NaN if
    it was stopped).
    """
    reported = ListRecorder(limit)
    value = float("nan")
    try:
        value = run.algorithm.fail[run.recipe.search.fail](run.problem, reported.as_recorder())
    except SearchStopped:
        reported.close()
    return reported, value


def some_steps(last: int, count: int = 24) -> list[int]:
    """Return all steps if they are few, else the first, the last and about `count` between."""
    if last <= 2 * count:
        return [*range(last + 1)]
    return sorted(
        {0, 1, 2, 3, last - 2, last - 1, last, *(last * part // count for part in range(count))}
    )


def rounded(value: float | None) -> float | None:
    """Return a value without its last digits, which depend on the order in which a mean is
    computed.
    """
    if value is None:
        return None
    return round(value, 9)


def replayed(naive: Naive) -> Shown:
    """Return everything that the naive replay says about a step."""
    found = naive.result()
    return {
        "current": naive.current,
        "entering": naive.entering,
        "path": [visit.path for visit in naive.open],
        "nodes": {node: node_replayed(naive, node) for node in naive.visits},
        "line": naive.line_shown(),
        "result": (rounded(found.value), found.bound, found.line),
        "counts": {name: naive.counts()[name] for name in COUNTS},
        "passes": len(naive.roots),
        "pass": naive.roots[-1].pass_name if naive.roots else "",
    }


def node_replayed(naive: Naive, node: Node) -> Shown:
    """Return everything that the naive replay says about a node."""
    visit = naive.latest(node)
    best = naive.best(node)
    value = naive.value(node)
    return {
        "row": visit.row,
        "visits": len(naive.visits[node]),
        "status": naive.status(node),
        "returned": visit.row in naive.returned,
        "cut": naive.is_cut(visit),
        "children": naive.children(node),
        "earlier": naive.earlier(node),
        "best": None if best is None else (rounded(best[0]), best[1]),
        "value": rounded(value),
        "bound": naive.bound(node),
        "window": naive.window(node) if naive.windows else None,
        "bound_sources": [naive.bound_source(node, lower=lower) for lower in (True, False)]
        if naive.windows
        else None,
        "line": naive.line_shown(node),
        "parent": naive.parent(node),
    }


def shown(run: Run, step: int, reported: ListRecorder) -> Shown:
    """Return the same from the program, with paths for its numbers of nodes."""
    tree = TreeAtStep(run.trace, step)

    def path(node: int) -> Node:
        return reported.visits[node].path

    nodes = [
        node
        for node in {visit.path: visit.row for visit in reversed(reported.visits)}.values()
        if tree.entered(node)
    ]
    found = tree.result()
    current = tree.current
    return {
        "current": None if current is None else path(current),
        "entering": tree.entering,
        "path": [*map(path, tree.path)],
        "nodes": {path(node): node_shown(tree, node, path) for node in sorted(nodes)},
        "line": [*map(path, tree.principal_variation())],
        "result": (rounded(found.value), found.bound.value, [*map(path, found.line)]),
        "counts": {**visit_counts(tree)._asdict(), "distinct_nodes": tree.distinct_nodes},
        "passes": tree.passes,
        "pass": tree.pass_name,
    }


def node_shown(tree: TreeAtStep, node: int, path: Callable[[int], Node]) -> Shown:
    """Return everything that a TreeAtStep says about a node."""
    best = tree.best(node)
    parent = tree.parent(node)
    if tree.has_window:
        sources = [tree.bound_source(node, lower=lower).node for lower in (True, False)]
    else:
        sources = None
    return {
        "row": tree.visit(node),
        "visits": tree.visit_count(node),
        "status": tree.status(node).value,
        "returned": tree.returned(node),
        "cut": tree.is_cut(node),
        "children": [*map(path, tree.children(node))],
        "earlier": [*map(path, tree.earlier_children(node))],
        "best": None
        if best is None
        else (rounded(best[0]), None if best[1] is None else path(best[1])),
        "value": rounded(tree.value(node)),
        "bound": tree.bound(node).value,
        "window": tree.window(node) if tree.has_window else None,
        "bound_sources": sources
        and [None if source is None else path(source) for source in sources],
        "line": [*map(path, tree.principal_variation(node))],
        "parent": None if parent < 0 else path(parent),
    }


def differences(run: Run, reported: ListRecorder, steps: Sequence[int]) -> list[str]:
    """Return the differences between the program and the naive replay at some steps, in words.

    The graph reads the same tree as everything else: it is compared at every fourth step and at the
    last.
    """
    found = []
    with_graph = {*steps[::4], *steps[-1:]}
    for step in steps:
        naive = Naive(
            reported.events,
            step,
            run.trace.passes.value,
            windows=run.trace.has_window,
        )
        found += [
            f"step {step}: {words}" for words in unlike(replayed(naive), shown(run, step, reported))
        ]
        found += [f"step {step}: {words}" for words in fact_faults(run, naive)]
        found += [
            f"step {step}: {words}"
            for words in (graph_faults(run, naive) if step in with_graph else ())
        ]
    return found


def unlike(expected: Shown, found: Shown, where: str = "") -> list[str]:
    """Return the paths at which two nested dictionaries differ."""
    words = []
    for key in [*dict.fromkeys([*expected, *found])]:
        right = expected.get(key)
        shown = found.get(key)
        if isinstance(right, dict) and isinstance(shown, dict):
            words += unlike(right, shown, f"{where}{key} ")
        elif right != shown:
            words.append(f"{where}{key} is {shown!r}, the replay says {right!r}")
    return words


def visits_in_files(naive: Naive, node: Node) -> int:
    """Return how many visits of a node files tell: where passes add up, those that have come
    back.
    """
    visits = naive.visits[node]
    if naive.passes == "add":
        return sum(map(naive.reported, visits))
    return len(visits)


def graph_faults(run: Run, naive: Naive) -> list[str]:
    """Return how the networkx view of a step differs in nodes, edges, values and numbers of
    visits.
    """
    made = graph(run, naive.step)
    attributes = dict(made.nodes(data=True))
    first = {node: visits[0].row for node, visits in naive.visits.items()}
    expected: Shown = {
        "nodes": sorted(first.values()),
        "edges": sorted((first[node[:-1]], row) for node, row in first.items() if node),
        "values": {row: rounded(naive.value(node)) for node, row in first.items()},
        "visits": {row: visits_in_files(naive, node) for node, row in first.items()},
    }
    found: Shown = {
        "nodes": sorted(made.nodes),
        "edges": sorted(made.edges),
        "values": {node: rounded(told["value"]) for node, told in attributes.items()},
        "visits": {node: told["visits"] for node, told in attributes.items()},
    }
    return [f"graph {words}" for words in unlike(expected, found)]


def summary_faults(run: Run, reported: ListRecorder) -> list[str]:
    """Return how the summary of a finished search differs from the replay in counts, value, line
    and passes.
    """
    windows = run.trace.has_window
    naive = Naive(
        reported.events,
        len(reported.events),
        run.trace.passes.value,
        windows=windows,
    )
    result = naive.result()
    made = summary(run)
    names = [run.notation_of_move(node) for node in result.line]
    expected: Shown = {
        **naive.counts(),
        "value": rounded(result.value),
        "principal_variation": names,
        "best_move": names[0] if names else None,
        "steps": len(reported.events),
        "complete": not run.trace.reason,
    }
    found: Shown = {name: made[name] for name in expected}
    return unlike(expected, {**found, "value": rounded(found["value"])})
