"""What engines do is told as they did it: probes, reductions, aspiration, a table; each is
counted by its own means.
"""

from __future__ import annotations

import io
import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.few import one_in
from tests.oracles.engine import helper, told
from tests.recordings.reading import Event, read
from visualizer.apps.activities.exploring import Session
from visualizer.apps.cli.search_commands import make_pass_table, recording_lines_of
from visualizer.apps.dialogue.stepping import StepLines
from visualizer.apps.tui.panes.found import draw_counts
from visualizer.apps.tui.panes.step import step_sentence
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.proof_tree import effective_branching, ordering_quality
from visualizer.explaining.measures.summary import (
    PlyCounts,
    probe_nodes,
    results_of_passes,
    summary,
    visit_counts,
)
from visualizer.trace.held import TracePrefix
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.trace.visits import child_visits

SAID = {
    "null move": r"^A probe \(null move\)(?![^.]*, so [^.]* skipped)",
    "ProbCut": r"^A probe \(ProbCut\)(?![^.]*, so [^.]* skipped)",
    "deepening": r"^A probe \(internal deepening\)",
    "cut by a probe": r"^A probe[^.]*, so [^.]* skipped\.",
    "reduced": r"A reduction: it is searched 1 ply shallower",
    "extended": r"An extension: it is searched 1 ply deeper",
    "again": r"tries n\d again",
    "the table knows it": r": the table already knows it|: the table knows it",
    "it stands pat": r"Standing pat, not moving on, is worth",
    "it stands pat, which cuts": r"(^|\. )(Cut|Deep cut) at [^:]*: M..'s standing pat is already worth",
    "cut": r"^(Cut|Deep cut) at [^:]*: M..'s n\d is already worth",
    "closed too late": r"but nothing is left to prune",
}
"""By what is done: what is said of it, once each time."""
SEEDS = 24


@pytest.mark.parametrize("seed", one_in(4, range(SEEDS)))
def test_counts_value_and_line_are_the_engines_own(seed: int, tmp_path: Path) -> None:
    """What the program counts, by passes too, what it says the root is worth, and its best line."""
    engine, (value, line), text = told(seed)
    run = read(tmp_path, text)
    found = summary(run)
    for name in (
        "nodes",
        "leaves",
        "cutoffs",
        "pruned",
        "probe_nodes",
        "table_hits",
        "quiescence_nodes",
    ):
        assert found[name] == engine.books[name], name

    assert found["value"] == value
    assert found["result"] == value
    assert found["bound"] == "="
    assert found["principal_variation"] == line
    assert found["result_best_move"] == line[0]
    assert found["passes"] == len(engine.per_pass)
    passes = results_of_passes(TreeAtStep(run.trace))
    assert [each.nodes for each in passes] == engine.per_pass
    assert [run.trace.value(row) for row in run.trace.roots()] == engine.values
    assert found["seconds"] is None
    assert {each.seconds for each in results_of_passes(TreeAtStep(run.trace), 9, None)} == {None}


@pytest.mark.parametrize("seed", one_in(4, range(SEEDS)))
def test_what_is_counted_is_the_same_everywhere(seed: int, tmp_path: Path) -> None:
    """Table of passes, sentence at the end, panes, timeline and lines beside a step leave out
    what is in probes.
    """
    engine, _, text = told(seed)
    run = read(tmp_path, text)
    books = engine.books
    rows = [list(map(str, row)) for row in make_pass_table(run).rows]
    shares = [f"{nodes / books['nodes']:.0%}" for nodes in engine.per_pass]

    assert [(int(row[1]), row[2]) for row in rows] == [*zip(engine.per_pass, shares, strict=True)]
    assert "seconds" not in make_pass_table(run).columns
    last = run.trace.last_step
    said = explain(run, last)
    cuts = f"{books['cutoffs']:,} of {books['cutoffs']:,} cutoff"
    assert f" {books['nodes']:,} nodes visited, {books['leaves']:,} of them leaves" in said
    assert f"visited {engine.per_pass[-1]:,} of these nodes ({shares[-1]})." in said
    assert cuts in Session(run, last).remark()
    assert cuts in StepLines(run, print, last).totals_so_far(run.trace)
    shown = "".join(span[0] for line in draw_counts(Scene(run, last), 30, 9).lines for span in line)
    assert f"whole search: {books['nodes']:,} nodes" in shown
    counted = re.findall(r"(?:visited|leaves|cutoffs|pruned|beyond) +([\d,]+)", shown)
    names = (
        "nodes",
        "leaves",
        "cutoffs",
        "pruned",
        *["quiescence_nodes"] * (books["quiescence_nodes"] > 0),
    )
    assert [int(number.replace(",", "")) for number in counted] == [books[name] for name in names]


@pytest.mark.parametrize("seed", one_in(4, range(SEEDS)))
def test_all_that_it_does_is_said_once(seed: int, tmp_path: Path) -> None:
    """Each probe, reduction, second search, answer of a table, standing pat, cut and failed pass
    has its sentence.
    """
    engine, _, text = told(seed)
    run = read(tmp_path, text)
    sentences = [explain(run, step) for step in range(run.trace.last_step + 1)]
    said = {
        name: sum(bool(re.search(pattern, each)) for each in sentences)
        for name, pattern in SAID.items()
    }

    assert said == {name: engine.books[name] for name in SAID}


def test_it_does_all_of_it() -> None:
    """Over all random trees it does everything ten times at least."""
    books = sum((told(seed)[0].books for seed in range(SEEDS)), Counter[str]())
    assert {
        name: books[name] for name in (*SAID, "fails low", "fails high") if books[name] < 10
    } == {}


@pytest.mark.parametrize("seed", one_in(4, range(8)))
def test_counts_at_every_step(seed: int, tmp_path: Path) -> None:
    """At each step what is in probes and what is not add up to all that has been visited,
    counted visit by visit.
    """
    run = read(tmp_path, told(seed)[2])
    trace = run.trace
    inside = [
        any(row in trace.engine_notes.probes for row in trace.line_to(each))
        for each in range(len(trace))
    ]
    for step in range(trace.last_step + 1):
        tree = TreeAtStep(trace, step)

        assert probe_nodes(tree) == sum(inside[: tree.visits])
        found = visit_counts(tree)
        assert found.nodes == tree.visits - sum(inside[: tree.visits])
        happened = [
            row for row in trace.cuts if (trace.cut_step(row) or 0) <= step and not inside[row]
        ]
        assert found.cutoffs == len(happened)


@pytest.mark.parametrize("seed", one_in(4, range(8)))
def test_measures_leave_probes_out(seed: int, tmp_path: Path) -> None:
    """The nodes of passes and plies, at any step, and how good the order was, count what is in
    no probe.
    """
    trace = read(tmp_path, told(seed)[2]).trace
    inside = [
        any(row in trace.engine_notes.probes for row in trace.line_to(each))
        for each in range(len(trace))
    ]
    roots = [*trace.roots()]
    plies = PlyCounts(trace)
    for step in range(0, trace.last_step + 1, 3):
        tree = TreeAtStep(trace, step)
        seen = [row for row in range(tree.visits) if not inside[row]]
        per_pass = Counter(bisect_right(roots, row) for row in seen)

        assert [each.nodes for each in results_of_passes(tree)] == [
            per_pass[place + 1] for place in range(tree.passes)
        ]
        per_ply = Counter(trace.depth(row) for row in seen)
        assert plies.at(tree.visits) == tuple(
            per_ply[ply] for ply in range(max(per_ply, default=-1) + 1)
        )
    cuts = [row for row in trace.cuts if not inside[row]]
    tried = [
        {trace.move(row) for row in child_visits(trace, cut, len(trace)) if not inside[row]}
        for cut in cuts
    ]
    places = [len(moves) for moves in tried if moves]  # the others are cut by a probe
    quality = ordering_quality(trace)
    deepest = max(trace.depth(row) for row in range(len(trace)) if not inside[row])

    assert quality.effective_branching == effective_branching(inside.count(False), deepest)
    assert quality.first_move_cutoffs == (places.count(1) / len(places) if places else None)
    assert quality.mean_cutoff_place == (sum(places) / len(places) if places else None)


@pytest.mark.parametrize("seed", one_in(4, range(8)))
def test_probes_are_candidates_for_nothing(seed: int, tmp_path: Path) -> None:
    """No probe is a child, a best move or on a line, and each step is explained and drawn in
    every view.
    """
    run = read(tmp_path, told(seed)[2])
    for step in range(0, run.trace.last_step + 1, 11):
        tree = TreeAtStep(run.trace, step)
        for node in tree.path:
            assert not set(tree.probes(node)) & {
                *tree.children(node),
                (tree.best(node) or (0, None))[1],
            }
            assert not set(tree.probes(node)) & set(tree.principal_variation(node))
        for view in views().values():
            view.draw(Scene(run, step), 80, 24)
    for row in run.trace.cuts:
        at = TreeAtStep(run.trace, run.trace.cut_step(row))
        last = at.last_child(at.node_of(row))
        is_by_probe = last is not None and at.probe(last) is not None

        assert is_by_probe == bool(re.match(r"A probe.*, so .* skipped\.", explain(run, at.step)))


@pytest.mark.parametrize("seed", one_in(4, range(8)))
def test_what_is_written_reads_back(seed: int, tmp_path: Path) -> None:
    """`--events` tells the same search again, from the first player's side; a held run agrees
    with the whole one.
    """
    run = read(tmp_path, told(seed)[2])
    again = read(tmp_path, "\n".join(recording_lines_of(run)), "again.jsonl")

    assert bytes(again.trace.rows) == bytes(run.trace.rows)
    assert again.trace.engine_notes.probes == run.trace.engine_notes.probes
    assert again.trace.engine_notes.bounds == run.trace.engine_notes.bounds
    assert again.trace.engine_notes.entry_notes == run.trace.engine_notes.entry_notes
    steps = range(run.trace.last_step + 1)
    assert [explain(again, step) for step in steps] == [explain(run, step) for step in steps]
    held = TracePrefix(run.trace)
    for step in steps:
        held.grow(step)
        assert visit_counts(TreeAtStep(held.trace, step)) == visit_counts(
            TreeAtStep(run.trace, step)
        )


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
    """It tells the plies asked for, what is below some moves as a tree of its own, or the first
    events.
    """
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
    """The jump to the next cutoff meets each doubt about a recording on its way, says why, and
    goes back to it.
    """
    session = Session(read(tmp_path, WRONG))
    met = []
    for name in ("next_cut", "next_cut", "next_cut", "previous_cut"):
        session.make_jump(name)
        met.append((session.step, session.note.partition(",")[0]))

    assert met[0] == (7, "lint: it returns 3")
    assert met[1] == (10, "lint: it returns 7")
    assert met[2][0] == 10
    assert met[3] == met[0]
    assert step_sentence(Scene(session.run, 7)).endswith(
        "Lint: it returns 3, but MIN's best child has 2: that is the other side's best."
    )
    assert "Lint" not in step_sentence(Scene(session.run, 6))


@pytest.mark.parametrize("width", [56, 84])
def test_signs_give_way_to_the_names_of_moves(tmp_path: Path, width: int) -> None:
    """Moves of four letters, as engines print them, are whole in columns, though each says how
    deep it is searched.
    """
    names = [f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"]
    window = '"alpha": -50000, "beta": 50000'
    told = ['{"search": "engine"}', f'{{"enter": null, "max": true, {window}, "depth": 5}}']
    for place, name in enumerate(names):
        beside = '"depth": 3, "reduced": 2'
        told += [f'{{"enter": "{name}", "max": false, {window}, {beside}}}']
        told += [
            f'{{"enter": "{each}", "max": true, {window}, {beside}}}'
            for each in ("b7b6", "c7c6", "d7d6")
        ]
        told += [f'{{"leaf": "e7e6", "value": {-1000 - place}, {beside}}}']
        told += [f'{{"leave": {-1000 - place}}}'] * 4
    run = read(tmp_path, "\n".join([*told, '{"leave": -1000}']))
    for step in range(0, run.trace.last_step, 7):
        lines = views()["columns"].draw(Scene(run, step), width, 22).lines
        shown = "\n".join("".join(text for text, _ in line) for line in lines)

        assert re.search(r"[a-h]\d[a-h]\d ", shown)
        assert not re.search(r"[a-h][27][a-h](?!\d)", shown)
