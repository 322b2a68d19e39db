"""Where a player may move twice in a row, every search, and all that is said and shown of it,
asks the node.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.few import one_in
from tests.oracles.contract import faults
from tests.oracles.laws import minimax
from tests.twice import twice
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import tree as tree_view
from visualizer.draw.picture.charts.overview_page import OverviewPage
from visualizer.draw.picture.charts.race import Race
from visualizer.draw.picture.model import BoxShape
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.measures.proof_tree import minimum, uniform_branching
from visualizer.explaining.measures.summary import PlyCounts, summary
from visualizer.searching.algorithms import algorithms
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.recorder import TERMINAL, Recorder
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep

EXACT = [name for name, algorithm in algorithms().items() if algorithm.exact and name != "negamax"]
TABLES = [
    (name, table)
    for name in (*EXACT, "mcts", "tutorial-bot")
    for table in (
        (False, True)
        if any(each.name == "table" for each in algorithms()[name].options)
        else (None,)
    )
]
SEEDS = st.integers(0, 10**6)


def name_of(where: PositionSpec) -> str:
    """Return the name of a position in tests."""
    return f"{Path(where.game).stem} {where.position or ''}".rstrip()


@pytest.mark.parametrize(("name", "table"), one_in(2, TABLES))
@given(seed=SEEDS, depth=st.sampled_from([2, 3, 4, "all"]), cut=st.sampled_from([">=", ">"]))
@settings(max_examples=12)
def test_the_contract_holds(
    name: str, table: bool | None, seed: int, depth: int | str, cut: str
) -> None:
    """What a search tells is true, and what is shown and said of it is what a naive replay says,
    step by step.
    """
    options: dict[str, Any] = {} if table is None else {"table": table}
    if name == "mcts":
        options |= {"iterations": 12}
    else:
        options |= {}
    recipe = Recipe(
        twice(seed),
        SearchSpec(
            name,
            cut=cut,
            depth=depth,
            options=options,
        ),
    )

    assert faults(Run(recipe), Run(recipe), steps=8) == []


@pytest.mark.parametrize(
    "ordering",
    one_in(
        3, ["natural", "scored", "killer+scored", "history", "pv", "shallow-2", "best", "worst"]
    ),
)
@given(seed=SEEDS)
@settings(max_examples=8)
def test_every_order_finds_the_value_of_minimax(ordering: str, seed: int) -> None:
    """On trees in which a player moves twice, in every order and with every search but negamax."""
    for name in EXACT:
        run = Run(Recipe(twice(seed), SearchSpec(name, ordering=ordering, depth=4))).finish()
        assert summary(run)["value"] == minimax(run.problem, run.root, 4, {}), name


@given(seed=SEEDS)
@settings(max_examples=20)
def test_the_minimum_is_that_of_brute_force(seed: int) -> None:
    """No order of alpha-beta's needs fewer nodes than the minimum, and it is never more than the
    best order found.
    """
    where = twice(seed)
    least = minimum(Run(Recipe(where, SearchSpec("minimax", depth=4))).finish().trace)

    assert least is not None
    found = {
        len(
            Run(
                Recipe(
                    where,
                    SearchSpec(
                        "alpha-beta",
                        ordering="random",
                        depth=4,
                        seed=number,
                    ),
                )
            )
            .finish()
            .trace
        )
        for number in range(12)
    }
    assert least.nodes <= min(found)


def movers_by_ply(run: Run) -> list[set[bool]]:
    """Return who moves at the inner nodes of each ply, gone through row by row."""
    found = [set[bool]() for _ in range(1 + max(run.trace.column("depth")))]
    for visit in run.trace:
        if visit.children:
            found[visit.depth].add(visit.maximizing)
    return found


@pytest.mark.parametrize(
    "where",
    [
        PositionSpec("kalah"),
        PositionSpec("kalah", "moves-again"),
        twice(3),
        twice(5),
        PositionSpec("tree"),
    ],
    ids=name_of,
)
def test_each_ply_has_its_movers(where: PositionSpec) -> None:
    """Race and overview say whose a ply is: one side's name, or that it is both sides'."""
    run = Run(Recipe(where, SearchSpec("alpha-beta", depth=4))).finish()
    movers = movers_by_ply(run)
    sides = run.game.sides

    assert [*map(set, PlyCounts(run.trace).turns())] == [each for each in movers if each]
    race = Race.of([TreeAtStep(run.trace)] * 2, [PlyCounts(run.trace)] * 2, 60, 60)
    heads = [row.left for row in race.rows(0, run.game) if row.left]
    for ply, head in enumerate(heads, 1):
        whose = movers[ply - 1]
        assert head.endswith(
            "both sides' moves" if len(whose) > 1 else f"{sides[not min(whose)]}'s moves"
        )
    labels = [label.text for label in OverviewPage(run).turns()]
    for ply, text in enumerate(labels):
        whose = movers[ply]
        assert (
            text
            == (
                f"{ply} {'both' if len(whose) > 1 else sides[not min(whose)] if whose else ''}"
            ).rstrip()
        )


@pytest.mark.parametrize(
    "where",
    [
        PositionSpec("kalah", "moves-again"),
        PositionSpec("kalah"),
        twice(3),
        PositionSpec("tree"),
    ],
    ids=name_of,
)
def test_each_row_of_the_tree_has_its_movers(where: PositionSpec) -> None:
    """Beside a row stand MAX or MIN with the side's name, or MAX and MIN where both move at
    nodes drawn in it.
    """
    run = Run(Recipe(where, SearchSpec("alpha-beta", depth=3))).finish()
    step = run.trace.last_step
    picture = TreePage(run, PictureOptions(page="fit")).frame(step)
    for y, lines in picture.turns:
        shapes = {box.shape for box in picture.boxes if box.y <= y <= box.y + box.height}
        assert ({"MAX"} if BoxShape.MAX in shapes else set()) | (
            {"MIN"} if BoxShape.MIN in shapes else set()
        ) == ({*lines} & {"MAX", "MIN"})
    scene = Scene(run, step)
    drawn = [
        "".join(text for text, _ in line) for line in tree_view.draw_tree_view(scene, 120, 40).lines
    ]
    for line in drawn:
        head = line[:12].split("  ")[0]
        if head.startswith(("MAX", "MIN")):
            assert ("▲" in line) == ("MAX" in head), line
            assert ("▼" in line) == ("MIN" in head), line


def test_a_uniform_tree_has_the_formula_only_where_turns_alternate() -> None:
    """Knuth and Moore's number is that of players who move in turn."""
    trace = Trace()
    recorder = Recorder(trace)
    recorder.enter(0, True, 2)
    for number in (0, 1):
        recorder.enter(number, True, 2)
        recorder.leaf(0, 1, TERMINAL)
        recorder.leaf(1, 2, TERMINAL)
        recorder.leave(2)
    recorder.leave(2)
    recorder.close()

    assert uniform_branching(trace) is None
