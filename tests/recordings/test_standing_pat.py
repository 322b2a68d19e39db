"""The value of not moving on: a bound that no child has set, told by a search of ours or by one written elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import games
from tests.few import one_in
from visualizer.apps.cli.search_commands import event_lines
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.charts.icicle import final_icicle
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.held import FirstSteps
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep

Event = dict[str, Any]
SEARCH: Event = {"search": "an engine"}


class Node(NamedTuple):
    """A node of a random tree; one without children is a leaf."""

    stand: int | None
    children: tuple[Node, ...]
    value: int


def random_tree(random: Random, plies: int) -> Node:
    """Return a tree in which one may stand pat at some inner nodes."""
    count = random.randint(0 if plies < 4 else 1, 3) if plies else 0
    children = tuple(random_tree(random, plies - 1) for _ in range(count))
    return Node(random.choice((None, random.randint(-3, 3))), children, random.randint(-3, 3))


def true_value(node: Node, *, maximizing: bool) -> int:
    """Return what a node is worth, by minimax."""
    if not node.children:
        return node.value
    stand = [] if node.stand is None else [node.stand]
    return (max if maximizing else min)(
        [*stand, *(true_value(child, maximizing=not maximizing) for child in node.children)]
    )


class Counted:
    """An alpha-beta search that tells what it does, and counts by its own means."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self.told: list[Event] = [SEARCH]
        self.nodes = self.leaves = self.cutoffs = self.pruned = 0

    def search(self, node: Node, move: str | None, alpha: float, beta: float, *, maximizing: bool) -> float:
        """Return the value of a node, fail-soft."""
        self.nodes += 1
        ends = {"alpha": None if alpha == -inf else alpha, "beta": None if beta == inf else beta}
        if not node.children:
            self.leaves += 1
            self.told.append({"leaf": move, "value": node.value})
            return node.value
        self.told.append({"enter": move, "max": maximizing, "children": len(node.children), **ends})
        best, tried = -inf if maximizing else inf, 0
        if node.stand is not None:
            best = node.stand
            self.told.append({"stand": best})
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        while tried < len(node.children) and alpha < beta:
            value = self.search(node.children[tried], f"m{tried}", alpha, beta, maximizing=not maximizing)
            tried += 1
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        cut = tried < len(node.children)
        self.cutoffs += cut
        self.pruned += len(node.children) - tried
        self.told.append({"leave": best, "cut": cut})
        return best


def written(tmp_path: Path, events: list[Event]) -> Run:
    """Return the run of some events, finished."""
    file = tmp_path / f"engine{len([*tmp_path.iterdir()])}.jsonl"
    file.write_text("".join(f"{json.dumps(event)}\n" for event in events), encoding="utf-8")
    return Run(recipe_of_recording(str(file))).finish()


def searched(seed: int, tmp_path: Path) -> tuple[Node, Counted, Run]:
    """Return a random tree, the search of it, and that as it is read."""
    tree, engine = random_tree(Random(seed), 5), Counted()
    engine.search(tree, None, -inf, inf, maximizing=True)
    return tree, engine, written(tmp_path, engine.told)


def paths(run: Run, tree: Node) -> Iterator[tuple[int, Node]]:
    """Yield each visited node with that of the tree."""
    for row in range(len(run.trace)):
        node = tree
        for name in run.names(run.path(row)):
            node = node.children[int(name[1:])]
        yield row, node


@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_counts_and_bounds_are_right_at_every_step(seed: int, tmp_path: Path) -> None:
    """What is said to be known of any node at any step holds of its true value, and the counts are the engine's own."""
    tree, engine, run = searched(seed, tmp_path)
    found = summary(run)
    assert found["value"] == true_value(tree, maximizing=True)
    assert [found[key] for key in ("nodes", "leaves", "cutoffs", "pruned")] == [
        engine.nodes, engine.leaves, engine.cutoffs, engine.pruned,
    ]  # fmt: skip
    truth = {row: true_value(node, maximizing=run.trace.depth(row) % 2 == 0) for row, node in paths(run, tree)}
    for step in range(run.trace.last_step + 1):
        at = TreeAtStep(run.trace, step)
        for row in range(at.visits):
            bound, value = at.known(row)
            assert bound is not Bound.EXACT or value == truth[row]
            assert bound is not Bound.LOWER or (value is not None and value <= truth[row])
            assert bound is not Bound.UPPER or (value is not None and value >= truth[row])
        assert explain(run, step)


@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_the_best_line_ends_where_one_stands_pat(seed: int, tmp_path: Path) -> None:
    """The best line leads to a leaf, or to a node of which not moving on is the best, with the root's value."""
    tree, _, run = searched(seed, tmp_path)
    at = TreeAtStep(run.trace)
    line = at.principal_variation()
    node, last = tree, line[-1] if line else 0
    for row in line:
        node = node.children[run.trace.move(row)]
    assert (node.stand if node.children else node.value) == true_value(tree, maximizing=True)
    assert not node.children or at.best(last) == (node.stand, None)


@pytest.mark.parametrize("seed", one_in(4, range(20)))
def test_what_is_written_reads_back(seed: int, tmp_path: Path) -> None:
    """`--events` writes the same events, and a held run knows as much at each step as the whole one."""
    _, _, run = searched(seed, tmp_path)
    again = written(tmp_path, [json.loads(line) for line in event_lines(run)])
    assert bytes(again.trace.rows) == bytes(run.trace.rows)
    assert again.trace.stands == run.trace.stands
    held = FirstSteps(run.trace)
    for step in range(run.trace.last_step + 1):
        held.grow(step)
        one, other = TreeAtStep(held.trace, step), TreeAtStep(run.trace, step)
        assert [one.known(row) for row in range(one.visits)] == [other.known(row) for row in range(other.visits)]
        assert [one.stand(row) for row in range(one.visits)] == [other.stand(row) for row in range(other.visits)]


CUT_AT_ONCE: list[Event] = [
    SEARCH,
    {"enter": None, "max": True, "children": 2},
    {"leaf": "a", "value": 2},
    {"enter": "b", "max": False, "children": 3, "alpha": 2},
    {"stand": 1},
    {"leave": 1, "cut": True},
    {"leave": 2},
]


def test_a_visit_is_cut_as_it_is_entered(tmp_path: Path) -> None:
    """Standing pat that meets the bound is a cutoff in the step of the entry, no leaf, and prunes all children."""
    run = written(tmp_path, CUT_AT_ONCE)
    found, tree = summary(run), TreeAtStep(run.trace, 4)
    assert (found["leaves"], found["cutoffs"], found["pruned"]) == (1, 1, 3)
    assert tree.entering and tree.is_cut(2) and not TreeAtStep(run.trace, 3).is_cut(2)
    assert explain(run, 4) == (
        "Cut at b: MIN's standing pat is already worth 1, and MAX can have 2 with a instead, so MAX will not choose b. "
        "MIN's 3 moves there are skipped. (1 ≤ α = 2)"
    )


@pytest.mark.parametrize("view", ["tree", "columns", "overview"])
def test_a_cut_without_a_child_is_drawn_where_nobody_tells_how_many_there_are(view: str, tmp_path: Path) -> None:
    """As most engines tell it: no child is made up, in any view, nor in a picture."""
    run = written(tmp_path, [{key: each[key] for key in each if key != "children"} for each in CUT_AT_ONCE])
    for step in range(run.trace.last_step + 1):
        for width in (40, 120):
            views()[view].draw(Scene(run, step), width, 24)
    shares = final_icicle(run, (), 100, 5).shares
    assert [share.path for share in shares] == [(), (0,), (1,)]
    assert run.node_at((1, 0)) is None


def test_nothing_between_stand_and_leave_is_a_leaf(tmp_path: Path) -> None:
    """A quiet position, whose visit is left at once and not cut, is a leaf as ever."""
    events = [
        SEARCH,
        {"enter": None, "max": True},
        {"enter": "a", "max": False},
        {"stand": 4},
        {"leave": 4},
        {"leave": 4},
    ]
    run = written(tmp_path, events)
    assert (summary(run)["leaves"], run.trace.stands) == (1, {})


@pytest.mark.parametrize(
    "events",
    [[{"stand": 1}], [{"enter": None, "max": True}, {"leaf": "a", "value": 1}, {"stand": 1}],
     [{"enter": None, "max": True}, {"stand": 1}, {"stand": 1}]],
)  # fmt: skip
def test_stand_is_said_directly_after_enter(events: list[Event], tmp_path: Path) -> None:
    """Anywhere else it is refused with the line's number."""
    with pytest.raises(InputError, match=f"line {len(events) + 1}: give 'stand' once, directly after 'enter'"):
        written(tmp_path, [SEARCH, *events])


QUIET = '''
from visualizer.trace.recorder import CUT

def search(problem, recorder):
    """Stand pat at the root, or try its first move."""
    position = problem.root
    recorder.enter(0, position.maximizing, len(position.moves()))
    recorder.stand({stand})
    {then}
'''


def supplied(tmp_path: Path, stand: str, then: str) -> Run:
    """Return the run of a user-supplied search of the first textbook tree."""
    file = tmp_path / "mine.py"
    file.write_text(QUIET.format(stand=stand, then=then), encoding="utf-8")
    games.trust([str(file)])
    return Run(Recipe(PositionSpec("tree", "[3,12]"), SearchSpec(f"{file}:search")))


def test_a_search_in_python_stands_pat(tmp_path: Path) -> None:
    """The recorder's verb is taken from a user-supplied search, too, and a cut without a child is one."""
    run = supplied(tmp_path, "5", "return recorder.leave(5, CUT)").finish()
    assert (summary(run)["cutoffs"], summary(run)["pruned"], run.trace.stands) == (1, 2, {0: 5})


@pytest.mark.parametrize(
    ("stand", "then"),
    [("float('nan')", "return recorder.leave(5, CUT)"), ("5", "return recorder.leave(5)"),
     ("5", "recorder.stand(5)")],
)  # fmt: skip
def test_what_is_reported_wrongly_is_refused(stand: str, then: str, tmp_path: Path) -> None:
    """No number, a second one, and a visit that is left at once and said to be full are errors in one sentence."""
    with pytest.raises(InputError, match="failed: "):
        supplied(tmp_path, stand, then).finish()


def test_plain_searches_pay_nothing() -> None:
    """A recorder that is told of no such value has none, and its rows are as before."""
    recorder = Recorder(Trace())
    recorder.enter(0, True, 1)
    recorder.leaf(0, 3.0)
    recorder.leave(3.0)
    recorder.close()
    assert not recorder.trace.stands
    assert len(recorder.trace.rows) == 80
