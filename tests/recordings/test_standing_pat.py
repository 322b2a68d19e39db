"""The value of not moving on: a bound that no child has set, told by a search of ours or by one
written elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.few import one_in
from tests.recordings.reading import Event, check_everywhere, read, recorded
from visualizer.draw.picture.charts.icicle import final_icicle
from visualizer.explaining.measures.summary import summary
from visualizer.searching.run import Run
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep


class Node(NamedTuple):
    """A node of a random tree; one without children is a leaf."""

    stand: int | None
    children: tuple[Node, ...]
    value: int


def random_tree(random: Random, plies: int) -> Node:
    """Return a tree in which one may stand pat at some inner nodes."""
    if plies:
        count = random.randint(0 if plies < 4 else 1, 3)
    else:
        count = 0
    children = tuple(random_tree(random, plies - 1) for _ in range(count))
    return Node(random.choice((None, random.randint(-3, 3))), children, random.randint(-3, 3))


def true_value(node: Node, *, maximizing: bool) -> int:
    """Return what a node is worth, by minimax."""
    if not node.children:
        return node.value
    if node.stand is None:
        stand = []
    else:
        stand = [node.stand]
    return (max if maximizing else min)(
        [*stand, *(true_value(child, maximizing=not maximizing) for child in node.children)]
    )


class Counted:
    """An alpha-beta search that tells what it does, and counts by its own means."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self.told: list[Event] = [{"search": "an engine"}]
        self.nodes = self.leaves = self.cutoffs = self.pruned = 0

    def search(
        self, node: Node, move: str | None, alpha: float, beta: float, *, maximizing: bool
    ) -> float:
        """Return the value of a node, fail-soft."""
        self.nodes += 1
        ends = {"alpha": None if alpha == -inf else alpha, "beta": None if beta == inf else beta}
        if not node.children:
            self.leaves += 1
            self.told.append({"leaf": move, "value": node.value})
            return node.value
        self.told.append(
            {
                "enter": move,
                "max": maximizing,
                "children": len(node.children),
                **ends,
            }
        )
        best = -inf if maximizing else inf
        tried = 0
        if node.stand is not None:
            best = node.stand
            self.told.append({"stand": best})
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        while tried < len(node.children) and alpha < beta:
            value = self.search(
                node.children[tried], f"m{tried}", alpha, beta, maximizing=not maximizing
            )
            tried += 1
            if maximizing:
                best = max(best, value)
            else:
                best = min(best, value)
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        cut = tried < len(node.children)
        self.cutoffs += cut
        self.pruned += len(node.children) - tried
        self.told.append({"leave": best, "cut": cut})
        return best


def paths(run: Run, tree: Node) -> Iterator[tuple[int, Node]]:
    """Yield each visited node with that of the tree."""
    for row in range(len(run.trace)):
        node = tree
        for name in run.names(run.path(row)):
            node = node.children[int(name[1:])]
        yield row, node


@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_a_random_search_that_stands_pat(seed: int, tmp_path: Path) -> None:
    """Counts are the engine's own, what is said to be known holds at every step, and the best
    line has the value.
    """
    tree = random_tree(Random(seed), 5)
    engine = Counted()
    engine.search(
        tree,
        None,
        -inf,
        inf,
        maximizing=True,
    )
    run = read(tmp_path, engine.told)
    found = summary(run)
    value = true_value(tree, maximizing=True)

    assert found["value"] == value
    assert [found[key] for key in ("nodes", "leaves", "cutoffs", "pruned")] == [
        engine.nodes,
        engine.leaves,
        engine.cutoffs,
        engine.pruned,
    ]
    truth = {
        row: true_value(node, maximizing=run.trace.depth(row) % 2 == 0)
        for row, node in paths(run, tree)
    }
    for step in range(run.trace.last_step + 1):
        at = TreeAtStep(run.trace, step)
        for row in range(at.visits):
            bound, known = at.bound_and_value(row)

            assert bound is not Bound.EXACT or known == truth[row]
            assert bound is not Bound.LOWER or (known is not None and known <= truth[row])
            assert bound is not Bound.UPPER or (known is not None and known >= truth[row])
    at = TreeAtStep(run.trace)
    line = at.principal_variation()
    last = line[-1] if line else 0
    node = dict(paths(run, tree))[last]
    assert (node.stand if node.children else node.value) == value
    assert not node.children or at.best(last) == (node.stand, None)
    check_everywhere(run, tmp_path)


def test_no_child_is_made_up_below_a_cut_without_one(tmp_path: Path) -> None:
    """Where nobody tells how many children there are, neither the tree nor a picture of it has
    any.
    """
    run = recorded(tmp_path, "cut at once")
    shares = final_icicle(run, (), 100, 5).shares

    assert [share.path for share in shares] == [
        (),
        (0,),
        (1,),
    ]
    assert run.node_at((1, 0)) is None


def test_plain_searches_pay_nothing() -> None:
    """A recorder that is told of no such value has none, and its rows are as before."""
    recorder = Recorder(Trace())
    recorder.enter(0, True, 1)
    recorder.leaf(0, 3.0)
    recorder.leave(3.0)
    recorder.close()

    assert not recorder.trace.stand_pat_values
    assert len(recorder.trace.rows) == 80
