"""Searches that come back to nodes, through everything that there is to look at a search with."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

import exports
from tests.few import crossed, one_in
from tests.oracles.agreement import listed, some_steps
from tests.oracles.events import ListRecorder
from tests.presets import COMING_BACK, short
from tests.trees import prepared
from visualizer.apps.cli.search_commands import format_search_result
from visualizer.apps.tui.cells.styled_lines import width_of
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.model import BoxShape
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.comparison.compare import USUAL_COMPARISON, compare
from visualizer.explaining.comparison.report import table_for_file, table_for_terminal
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.english.what_if import describe_pruned_children
from visualizer.explaining.explanation.explainer import describe_node, explain
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.summary import Counts, SearchResult, summary
from visualizer.look.legend import ANSWER_SOURCE_SIGN, TABLE_ANSWER_SIGN
from visualizer.publish.outputs import render_output
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace import jumps
from visualizer.trace.tree_at_step import TreeAtStep

WHERE = {
    "tree": PositionSpec("tree", "[[[1,5],[2,4]],[[3,6],[4,7]],[[2],[9,8]],5]"),
    "min": PositionSpec("tree", "min [[[7,5],2,[2,4]],[[3,6],[4,7]],[[2],[9,8]]]"),
    "tictactoe": PositionSpec("tictactoe", None, "a1 b2 c3 a3"),
}
SIZES = [(80, 24), (120, 40)]
EVERYWHERE = one_in(4, product(COMING_BACK, WHERE))


def recipe_of(name: str, where: str) -> Recipe:
    return Recipe(WHERE[where], SearchSpec(**short(name)))


@cache
def run_of(name: str, where: str) -> Run:
    return Run(recipe_of(name, where)).finish()


@cache
def reported_by(name: str, where: str) -> ListRecorder:
    return listed(Run(recipe_of(name, where)))[0]


@cache
def nodes_of(name: str, where: str) -> dict[tuple[int, ...], int]:
    """Return every node of a search and the row of its first visit."""
    return {visit.path: visit.row for visit in reversed(reported_by(name, where).visits)}


@pytest.mark.parametrize(("name", "where", "size"), crossed(COMING_BACK, WHERE, SIZES))
def test_every_view_and_pane_draws_it(
    name: str, where: str, size: tuple[int, int], usually: Callable[[int], int]
) -> None:
    """Everything fits at the usual sizes; where a click means a node, there is one; columns have
    no move twice.
    """
    run = run_of(name, where)
    for step in some_steps(run.trace.last_step, usually(10)):
        for scene in (
            Scene(run, step),
            Scene(run, step, selected=(0,)),
            Scene(
                run,
                step,
                top=(0,),
                selected=(0, 0),
            ),
        ):
            if scene.focus not in nodes_of(name, where):
                continue
            for view in views().values():
                drawn = view.draw(scene, *size)

                assert len(drawn.lines) <= size[1]
                assert all(width_of(line) <= size[0] for line in drawn.lines)
                assert all(run.names(hit.path) or not hit.path for hit in drawn.hits)
                if view.name == "columns":
                    paths = [hit.path for hit in drawn.hits]
                    assert len(paths) == len({*paths})
            for pane in panes().values():
                assert len(pane.draw(scene, size[0] // 2, 8).lines) <= 8


@pytest.mark.parametrize(("name", "where"), EVERYWHERE)
def test_jumps_between_visits_and_passes(name: str, where: str) -> None:
    """Next and previous visit and pass are the steps at which a node, or a root, is entered."""
    trace = run_of(name, where).trace
    reported = reported_by(name, where)
    entered: dict[tuple[int, ...], list[int]] = {}
    for step, (what, visit) in enumerate(reported.events, 1):
        if what == "enter":
            entered.setdefault(visit.path, []).append(step)
    for step in some_steps(trace.last_step, 15):
        for node, steps in entered.items():
            after = min((each for each in steps if each > step), default=None)
            before = max((each for each in steps if each < step), default=None)
            row = nodes_of(name, where)[node]

            assert jumps.NODE_JUMPS["next_visit"](trace, row, step) == after
            assert jumps.NODE_JUMPS["previous_visit"](trace, row, step) == before
            if not node:
                assert jumps.FORWARD_JUMPS["next_pass"](trace, step) == after
                assert jumps.BACKWARD_JUMPS["previous_pass"](trace, step) == before


@pytest.mark.parametrize(("name", "where"), EVERYWHERE)
def test_jumps_to_changes(name: str, where: str) -> None:
    """The steps in which a node changes are in order, within the search, and begin with its
    first entry.
    """
    run = run_of(name, where)
    for row in [*nodes_of(name, where).values()][:12]:
        found = list[int]()
        step = -1
        while (following := jumps.NODE_JUMPS["next_change"](run.trace, row, step)) is not None:
            assert following > step
            step = following
            found.append(step)

        assert found[0] == run.trace.enter_step(row)
        assert found[-1] <= run.trace.last_step
        assert [
            jumps.NODE_JUMPS["previous_change"](run.trace, row, step) for step in found[1:]
        ] == found[:-1]


@pytest.mark.parametrize(("name", "where"), EVERYWHERE)
def test_every_sentence(name: str, where: str) -> None:
    """Only at the end the search is said to have finished; each node has a sentence, also with
    what might have been.
    """
    run = run_of(name, where)
    for step in range(run.trace.last_step):
        assert not explain(run, step).startswith("Finished")
    for step in some_steps(run.trace.last_step, 6):
        naming = Naming(run, TreeAtStep(run.trace, step))

        assert isinstance(describe_pruned_children(run, step), str)
        assert isinstance(window_chain(run, step), str)
        for row in filter(naming.tree.entered, [*nodes_of(name, where).values()][:40]):
            assert describe_node(naming, row).endswith((".", ")"))


ONE_FILE = [
    name
    for name, each in exports.formats().items()
    if each.takes_stills or each.write_film is not None
]
"""Those that write no folder beside a file."""


@pytest.mark.parametrize(("kind", "name", "where"), crossed(ONE_FILE, COMING_BACK, WHERE))
def test_every_format(
    kind: str,
    name: str,
    where: str,
    usually: Callable[[int], int],
) -> None:
    """Each format of one file writes the tree in the middle and at the end."""
    run = run_of(name, where)
    for step in (run.trace.last_step // 2, run.trace.last_step)[: usually(2)]:
        layout = TreePage(run)
        data = render_output(layout, exports.formats()[kind], step)

        assert data
        if kind == "json":
            there_are = TreeAtStep(run.trace, step).distinct_nodes
            assert len(json.loads(data)["nodes"]) == there_are


@pytest.mark.parametrize(("name", "where"), EVERYWHERE)
def test_a_picture_has_one_box_a_node(name: str, where: str) -> None:
    """Drawn whole, at its last step the picture has as many boxes as there are nodes, not
    visits, each once.
    """
    run = run_of(name, where)
    picture = TreePage(run, PictureOptions(fold=100_000, pruned=False)).frame(run.trace.last_step)
    boxes = [box for box in picture.boxes if box.shape is not BoxShape.FOLDED]

    assert len(boxes) == len({box.key for box in boxes}) == len(nodes_of(name, where))


@pytest.mark.parametrize("where", WHERE)
def test_compared(where: str) -> None:
    """Beside minimax and alpha-beta, each has its own counts, and those that are exact find the
    same value.
    """
    searches = [
        *map(SearchSpec, USUAL_COMPARISON),
        *(SearchSpec(**short(name)) for name in COMING_BACK),
    ]
    found = compare(WHERE[where], searches, lambda recipe: Run(recipe).finish())
    made = json.loads(json.dumps(found.as_object()))
    values = {part["value"] for part in made["searches"] if part["algorithm"] != "mcts"}

    assert len(values) == 1
    assert not found.disagreement
    for part in made["searches"][len(USUAL_COMPARISON) :]:
        reported = reported_by(part["algorithm"], where)

        assert part["nodes"] == len(reported.visits)
        assert part["distinct_nodes"] == len(nodes_of(part["algorithm"], where))
    assert all(title in table_for_terminal(found).text() for title in ("minimax", "pvs"))
    assert comparison_sentences(found)
    assert json.dumps(table_for_file(found, plain=True).rows)


@pytest.mark.slow
def test_the_least_of_any_order_is_that_of_plain_alpha_beta() -> None:
    """Where another search visits fewer nodes than any order could, it is said of which searches
    that is the least.
    """
    searches = [*map(SearchSpec, USUAL_COMPARISON)]
    alone = compare(
        PositionSpec("tictactoe", "corner"), searches, lambda recipe: Run(recipe).finish()
    )
    other = replace(alone.searches[1].search, algorithm="mtdf", options={"table": True, "first": 0})
    clever = copy(alone.searches[1])
    clever.search = other
    clever.counts = Counts(200, 80, 20, 100)
    beside = replace(alone, searches=(*alone.searches, clever))

    assert beside.least is not None
    assert clever.nodes < beside.least.nodes
    assert comparison_sentences(alone).endswith("; no order needs fewer than 307.")
    plain = (
        "; with plain alpha-beta (no table, and one visit per node), no order needs fewer than 307."
    )
    assert comparison_sentences(beside).endswith(plain)


def test_a_search_that_comes_back_says_how_often() -> None:
    """The result of a search says its passes or iterations, and how many nodes were visited at
    all, if that differs.
    """
    for name in (*USUAL_COMPARISON, *COMING_BACK):
        run = Run(Recipe(PositionSpec("tictactoe", "small"), SearchSpec(**short(name)))).finish()
        end = TreeAtStep(run.trace, run.trace.last_step)
        lines = format_search_result(run, SearchResult(run)).splitlines()
        said = {words[0]: words[1] for line in lines if len(words := line.split()) == 2}
        passes = said.get("iterations" if run.trace.is_sampled else "passes")

        assert passes == (str(end.passes) if end.passes > 1 else None)
        assert said.get("distinct") == (
            str(end.distinct_nodes) if end.distinct_nodes < len(run.trace) else None
        )
        assert (name in USUAL_COMPARISON) <= ("passes" not in said and "distinct" not in said)


@pytest.mark.parametrize(("name", "where"), EVERYWHERE)
def test_saved_and_loaded(name: str, where: str) -> None:
    """A saved run makes the same rows again, and its counts are those that were saved."""
    run = run_of(name, where)
    counts = {
        key: summary(run)[key]
        for key in ("value", "nodes", "leaves", "cutoffs", "pruned", "distinct_nodes")
    }
    recipe, saved = Recipe.loads(run.recipe.dumps(counts), "a.run")
    again = Run(recipe).finish()

    assert again.trace.rows == run.trace.rows
    assert saved == counts == {key: summary(again)[key] for key in counts}


def test_the_window_of_a_pass() -> None:
    """Where a pass of MTD(f) is cut by its own window, that is what it asks, and no window that
    a person gave.
    """
    run = prepared(
        [
            [1, 2],
            [3, 4],
            [0, 9],
        ],
        algorithm="mtdf",
    ).finish()
    cuts = [explain(run, step) for step in filter(None, map(run.trace.cut_step, run.trace.cuts))]

    assert cuts
    assert all("and this pass only asks: is the value " in words for words in cuts)


@pytest.mark.parametrize("where", WHERE)
def test_a_key_leads_from_every_table_answer_to_its_source_and_back(where: str) -> None:
    """From each answer it is the step in which the visit returned that stored it, once more is
    where it came from.
    """
    run = run_of("iterative-deepening", where)
    trace = run.trace
    whole = TreeAtStep(run.trace)
    for row, source in zip(trace.answered_rows, trace.answer_sources, strict=True):
        for step in (trace.enter_step(row), trace.return_step(row)):
            assert step is not None
            jump = jumps.SourceJump()
            node = whole.node_of(row)
            there = jump.follow(trace, node, step)
            assert there is not None
            assert there == trace.return_step(source)
            assert there < step
            assert jump.follow(trace, TreeAtStep(trace, there).current, there) == step
            if step == trace.enter_step(row):
                scene = Scene(run, step)
                assert scene.answer_source == run.path(whole.node_of(source))
    plain = jumps.SourceJump()

    assert plain.follow(trace, 0, 1) is None


def test_a_tables_answer_has_a_shape_and_its_source_a_sign() -> None:
    """In every view of an answer it has its shape, and the node that it is from its sign, where
    both are drawn.
    """
    run = run_of("iterative-deepening", "tictactoe")
    seen = set[str]()
    for row in run.trace.answered_rows:
        scene = Scene(run, run.trace.enter_step(row))
        for name, view in views().items():
            drawn = "".join(text for line in view.draw(scene, 120, 40).lines for text, _ in line)
            seen |= {
                f"{name} {sign}"
                for sign in (TABLE_ANSWER_SIGN, ANSWER_SOURCE_SIGN)
                if sign in drawn
            }

    assert {
        f"tree {TABLE_ANSWER_SIGN}",
        f"columns {TABLE_ANSWER_SIGN}",
        f"overview {ANSWER_SOURCE_SIGN}",
    } <= seen


def test_the_overview_explains_earlier_where_there_is_such_a_thing() -> None:
    """The legend has the sign of what only an earlier pass knows for searches that come back,
    and for no others.
    """
    plain = Run(Recipe(WHERE["tree"], SearchSpec("alpha-beta"))).finish()
    for run, there in ((run_of("iterative-deepening", "tree"), True), (plain, False)):
        legend = "".join(
            text for text, _ in views()["overview"].draw(Scene(run, 9), 100, 20).lines[-1]
        )
        assert ("◦" in legend) == ("earlier" in legend) == there
