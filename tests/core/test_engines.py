"""What engines do is told as they did it: probes, reductions, aspiration, a table; each is counted by its own means."""

from __future__ import annotations

import io
import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from math import inf
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from visualizer.cli.event_lines import event_lines
from visualizer.explanation.explainer import explain
from visualizer.measures.minimal_tree import effective_branching, ordering_quality
from visualizer.measures.passes import passes_at
from visualizer.measures.plies import PlyCounts
from visualizer.measures.summary import counts, probe_nodes, summary
from visualizer.recipe import recipe_of_recording
from visualizer.run import Run
from visualizer.trace.child_visits import child_visits
from visualizer.trace.held_trace import HeldTrace
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.tui.replay.playback import Playback
from visualizer.tui.scene import Scene
from visualizer.tui.views import views

Event = dict[str, Any]


class Node(NamedTuple):
    """A node of a random tree, with what would follow if its turn were passed; without children it is a leaf."""

    name: str
    static: int
    """Its value for who is to move, without looking on."""
    children: tuple[Node, ...]
    passed: Node | None


def random_tree(random: Random, plies: int, name: str = "root") -> Node:
    """Return a tree of some plies."""
    count = random.randint(1, 3) if plies else 0
    children = tuple(random_tree(random, plies - 1, f"m{place}") for place in range(count))
    passed = random_tree(random, plies - 2, "null") if plies > 2 and random.random() < 0.5 else None
    return Node(name, random.randint(-9, 9), children, passed)


def helper() -> ModuleType:
    """Return the helper for Python as a module."""
    module = ModuleType("tell")
    exec((files("visualizer") / "cli" / "helpers" / "python.txt").read_text(encoding="utf-8"), module.__dict__)
    return module


class Engine:
    """A negamax search that does what real ones do, and tells it by the helper."""

    def __init__(self, out: io.StringIO) -> None:
        """Begin with an empty table."""
        self.tell = helper().Tell(out, search="an engine")
        self.counted: Counter[str] = Counter()
        self.probing = 0
        self.table: dict[tuple[int, int], float] = {}

    def count(self, what: str, number: int = 1) -> None:
        """Count something, in probes apart: there only visits count."""
        if not self.probing:
            self.counted[what] += number
        elif what == "nodes":
            self.counted["probe_nodes"] += number

    def visit(
        self, node: Node, move: str | None, depth: int, window: tuple[float, float], *, white: bool, **more: Any
    ) -> float:
        """Return the value of a node for who is to move there."""
        self.count("nodes")
        alpha, beta = window
        if (id(node), depth) in self.table and move is not None and "probe" not in more:
            self.tell.leaf(move, self.table[id(node), depth], max=white, kind="table", **more)
            return self.table[id(node), depth]
        if not node.children or depth <= 0:
            self.count("leaves")
            self.tell.leaf(move, node.static, max=white, **more)
            return node.static
        told = {"alpha": alpha, "beta": beta, "depth": depth, "children": len(node.children)}
        self.tell.enter(move, max=white, **told, **more)
        cut = self.by_probe(node, depth, beta, white=white)
        if cut:
            self.count("cutoffs")
            self.count("pruned", len(node.children))
            self.tell.leave(beta, cut=True, bound=">=")
            return beta
        best, chosen, tried = -inf, "", 0
        for child in node.children:
            reduced = 1 if tried > 1 and depth > 2 else 0
            plan = {"reduced": reduced} if reduced else {}
            value = -self.visit(child, child.name, depth - 1 - reduced, (-beta, -alpha), white=not white, **plan)
            if reduced and value > alpha:
                value = -self.visit(child, child.name, depth - 1, (-beta, -alpha), white=not white)
            tried += 1
            if value > best:
                best, chosen = value, child.name
            alpha = max(alpha, best)
            if alpha >= beta and tried < len(node.children):
                self.count("cutoffs")
                self.count("pruned", len(node.children) - tried)
                break
        is_cut = alpha >= beta and tried < len(node.children)
        if window[0] < best < window[1] and not self.probing:
            self.table[id(node), depth] = best
        self.tell.leave(best, cut=is_cut, best=chosen)
        return best

    def by_probe(self, node: Node, depth: int, beta: float, *, white: bool) -> bool:
        """Return whether a probe shows that a node is worth beta at least: a null move, or one move looked at briefly.

        Before, now and then, the same node is searched less deep.
        """
        self.probing += 1
        if depth > 3 and node.static > 5:
            self.visit(node, "iid", depth - 2, (-inf, inf), white=white, probe="internal deepening")
        found = -inf
        if node.passed is not None and beta < inf:
            window = (-beta, -beta + 1)
            found = -self.visit(node.passed, "null", depth - 2, window, white=not white, probe="null move")
        elif depth > 2 and beta < inf and node.static > 3:
            window = (-beta - 2, -beta - 1)
            found = -self.visit(node.children[0], "m0", depth - 3, window, white=not white, probe="ProbCut") - 2
        self.probing -= 1
        return found >= beta

    def think(self, tree: Node, depth: int) -> float:
        """Search deeper and deeper, each time with a window around the value before; return the last value."""
        value: float = 0
        for limit in range(1, depth + 1):
            low, high = (value - 2, value + 2) if limit > 1 else (-inf, inf)
            while True:
                self.tell.begin_pass(f"depth {limit}")
                self.table.clear()
                value = self.visit(tree, None, limit, (low, high), white=True)
                if low < value < high:
                    break
                low, high = (-inf if value <= low else low), (inf if value >= high else high)
        self.tell.result(value)
        return value


def told(seed: int) -> tuple[Engine, float, str]:
    """Return an engine that has searched a random tree, the value that it found, and what it told."""
    out = io.StringIO()
    engine = Engine(out)
    value = engine.think(random_tree(Random(seed), 5), 5)
    return engine, value, out.getvalue()


def read(tmp_path: Path, text: str, name: str = "engine.jsonl") -> Run:
    """Return the run of what was told, finished."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return Run(recipe_of_recording(str(file))).finish()


COUNTED = ("nodes", "leaves", "cutoffs", "pruned", "probe_nodes")


@pytest.mark.parametrize("seed", range(20))
def test_counts_and_values_are_the_engines_own(seed: int, tmp_path: Path) -> None:
    """Visits in probes are counted apart; value and result are what the engine has found."""
    engine, value, text = told(seed)
    found = summary(read(tmp_path, text))
    assert [found[key] for key in COUNTED] == [engine.counted[key] for key in COUNTED]
    assert found["value"] == found["result"] == value
    assert found["complete"]


@pytest.mark.parametrize("seed", range(8))
def test_counts_at_every_step(seed: int, tmp_path: Path) -> None:
    """At each step what is in probes and what is not add up to all that has been visited, counted visit by visit."""
    run = read(tmp_path, told(seed)[2])
    trace = run.trace
    inside = [any(row in trace.said.probes for row in trace.line_to(each)) for each in range(len(trace))]
    for step in range(trace.last_step + 1):
        tree = TreeAtStep(trace, step)
        assert probe_nodes(tree) == sum(inside[: tree.visits])
        found = counts(tree)
        assert found.nodes == tree.visits - sum(inside[: tree.visits])
        happened = [row for row in trace.cuts if (trace.cut_step(row) or 0) <= step and not inside[row]]
        assert found.cutoffs == len(happened)


@pytest.mark.parametrize("seed", range(8))
def test_measures_leave_probes_out(seed: int, tmp_path: Path) -> None:
    """The nodes of passes and plies, at any step, and how good the order was, count what is in no probe."""
    trace = read(tmp_path, told(seed)[2]).trace
    inside = [any(row in trace.said.probes for row in trace.line_to(each)) for each in range(len(trace))]
    roots, plies = [*trace.roots()], PlyCounts(trace)
    for step in range(0, trace.last_step + 1, 3):
        tree = TreeAtStep(trace, step)
        seen = [row for row in range(tree.visits) if not inside[row]]
        per_pass = Counter(bisect_right(roots, row) for row in seen)
        assert [each.nodes for each in passes_at(tree)] == [per_pass[place + 1] for place in range(tree.passes)]
        per_ply = Counter(trace.depth(row) for row in seen)
        assert plies.at(tree.visits) == tuple(per_ply[ply] for ply in range(max(per_ply, default=-1) + 1))
    cuts = [row for row in trace.cuts if not inside[row]]
    tried = [{trace.move(row) for row in child_visits(trace, cut, len(trace)) if not inside[row]} for cut in cuts]
    places = [len(moves) for moves in tried if moves]  # the others are cut by a probe
    quality = ordering_quality(trace)
    deepest = max(trace.depth(row) for row in range(len(trace)) if not inside[row])
    assert quality.effective_branching == effective_branching(inside.count(False), deepest)
    assert quality.first_move_cutoffs == (places.count(1) / len(places) if places else None)
    assert quality.mean_cutoff_place == (sum(places) / len(places) if places else None)


@pytest.mark.parametrize("seed", range(8))
def test_probes_are_candidates_for_nothing(seed: int, tmp_path: Path) -> None:
    """No probe is a child, a best move or on a line, and each step is explained and drawn in every view."""
    run = read(tmp_path, told(seed)[2])
    for step in range(0, run.trace.last_step + 1, 3):
        tree = TreeAtStep(run.trace, step)
        for node in tree.path:
            assert not set(tree.probes(node)) & {*tree.children(node), (tree.best(node) or (0, None))[1]}
            assert not set(tree.probes(node)) & set(tree.principal_variation(node))
        for view in views().values():
            view.draw(Scene(run, step), 80, 24)
    for row in run.trace.cuts:
        at = TreeAtStep(run.trace, run.trace.cut_step(row))
        last = at.last_child(at.node_of(row))
        is_by_probe = last is not None and at.probe(last) is not None
        assert is_by_probe == bool(re.match("A probe.*: the rest is skipped", explain(run, at.step)))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_reads_back(seed: int, tmp_path: Path) -> None:
    """`--events` tells the same search again, from the first player's side; a held run agrees with the whole one."""
    run = read(tmp_path, told(seed)[2])
    again = read(tmp_path, "\n".join(event_lines(run)), "again.jsonl")
    assert bytes(again.trace.rows) == bytes(run.trace.rows)
    assert again.trace.said.probes == run.trace.said.probes
    assert again.trace.said.bounds == run.trace.said.bounds
    assert again.trace.said.plans == run.trace.said.plans
    steps = range(run.trace.last_step + 1)
    assert [explain(again, step) for step in steps] == [explain(run, step) for step in steps]
    held = HeldTrace(run.trace)
    for step in steps:
        held.grow(step)
        assert counts(TreeAtStep(held, step)) == counts(TreeAtStep(run.trace, step))


def kept(text: str, **limits: Any) -> list[Event]:
    """Return what the helper tells of a small search when it keeps to a part of it."""
    out = io.StringIO()
    tell = helper().Tell(out, search="x", **limits)
    for line in text.split():
        verb, _, move = line.partition(":")
        if verb == "enter":
            tell.enter(move or None, max=True)
        elif verb == "leaf":
            tell.leaf(move, 1)
        else:
            tell.leave(1)
    return [json.loads(line) for line in out.getvalue().splitlines()[1:]]


def moves(events: list[Event]) -> Iterator[str]:
    """Yield what each event visits."""
    for event in events:
        yield "leave" if "leave" in event else str(event.get("enter", event.get("leaf")))


SMALL = "enter enter:a enter:b leave leaf:c leave enter:d leaf:e leave leave"


@pytest.mark.parametrize(
    ("limits", "wanted"),
    [
        ({}, ["None", "a", "b", "c", "leave", "d", "e", "leave", "leave"]),
        ({"depth": 1}, ["None", "a", "d", "leave"]),
        ({"below": ["a"]}, ["None", "b", "c", "leave"]),
        ({"first": 3}, ["None", "a", "b"]),
    ],
)
def test_the_helper_keeps_to_a_part(limits: dict[str, Any], wanted: list[str]) -> None:
    """It tells the plies asked for, what is below some moves as a tree of its own, or the first events."""
    assert [*moves(kept(SMALL, **limits))] == wanted


def test_the_helper_can_be_off() -> None:
    """Without a place to write to it does nothing."""
    tell = helper().Tell(None)
    assert tell.enter(None, max=True) is tell.leave(3) is None


WRONG = """{"search": "wrong"}
{"enter": null, "max": true, "children": 2}
{"enter": "a", "max": false, "children": 2}
{"leaf": "x", "value": 3}
{"leaf": "y", "value": 2}
{"leave": 3}
{"leaf": "b", "value": 1}
{"leave": 7}
"""


def test_x_stops_at_what_cannot_be_right(tmp_path: Path) -> None:
    """The jump to the next cutoff meets each doubt about a recording on its way, says why, and goes back to it."""
    playback = Playback(read(tmp_path, WRONG))
    met = []
    for name in ("next_cut", "next_cut", "next_cut", "previous_cut"):
        playback.travel(name)
        met.append((playback.step, playback.note.partition(",")[0]))
    assert met[0] == (7, "lint: it returns 3")
    assert met[1] == (10, "lint: it returns 7")
    assert met[2][0] == 10
    assert met[3] == met[0]
