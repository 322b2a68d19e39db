"""The searches of the alpha-beta family look different: questions, second looks, signs, bounds,
passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.terminal.hands import AIMA, explored, picture_of
from tests.terminal.searches import recipe_of, searched
from visualizer.apps.tui.scene import Scene
from visualizer.explaining.explanation.explainer import explain
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace import jumps

BETTER = PositionSpec("tree", "[[3,12,8],[2,4,6],[14,5,4]]")
"""AIMA's tree with a third branch that is better than the first."""
PVS = Recipe(BETTER, SearchSpec("pvs"))
SIZES = (
    (54, 13),
    (86, 28),
    (120, 32),
)


def tree_of(scene: Scene, width: int = 86, height: int = 28) -> str:
    """Return the letters of the tree."""
    return picture_of("tree", scene, width, height)


@pytest.mark.parametrize(
    "where", [BETTER, PositionSpec("tree", "aima-5.2"), PositionSpec("tictactoe", "only-move")]
)
def test_the_answer_to_a_question_is_that_of_the_minimax_value(where: PositionSpec) -> None:
    """Whatever PVS says of a question agrees with the value that minimax gives the node."""
    run, exact = (Run(Recipe(where, SearchSpec(name))).finish() for name in ("pvs", "minimax"))
    answers = 0
    for step in range(run.trace.last_step + 1):
        found = re.match(r"Is the value (more|less) than (\S+)\? (Yes|No)\.", explain(run, step))
        if found:
            tree = Scene(run, step).tree
            assert tree.current is not None
            node = exact.node_at(run.path(tree.current))
            value = Scene(exact, exact.trace.last_step).tree.value(node or 0)
            limit = found[2].replace("−", "-")
            assert value is not None
            assert (found[3] == "Yes") == (
                value > float(limit) if found[1] == "more" else value < float(limit)
            )
            answers += 1

    assert answers


def test_the_tree_shows_a_null_window_as_a_question_and_its_answer() -> None:
    """While the node is open the question stands below it, in the step in which it returns with
    the answer.
    """
    run = Run(PVS).finish()

    assert "3 < ?" in tree_of(Scene(run, 10))
    assert "3 < ? (no)" in tree_of(Scene(run, 13))
    assert "3 < ? (yes)" in tree_of(Scene(run, 21))
    assert "3 < ?" not in tree_of(Scene(run, 9))


def followed(jump: Callable[[int], int | None], step: int) -> list[int]:
    """Return the steps to which a jump leads, again and again."""
    steps = list[int]()
    while (after := jump(step)) is not None:
        steps.append(after)
        step = after
    return steps


@pytest.mark.parametrize("recipe", [PVS, recipe_of("tictactoe", "only-move", "pvs")])
def test_next_cut_stops_at_second_looks_too(recipe: Recipe) -> None:
    """Forwards and backwards it comes to each cutoff with a new reason and each entry of a
    second look, once.
    """
    run = Run(recipe).finish()
    trace = run.trace
    looks = [
        trace.enter_step(row)
        for row in range(1, len(trace))
        if any(
            trace.parent(other) == trace.parent(row) and trace.move(other) == trace.move(row)
            for other in range(row)
        )
    ]
    cuts = followed(lambda step: jumps.next_new_cut(trace, step), 0)

    assert looks
    assert cuts
    wanted = sorted({*looks, *cuts})
    assert followed(lambda step: jumps.next_cut(trace, step), 0) == wanted
    backwards = followed(lambda step: jumps.previous_cut(trace, step), trace.last_step)
    assert [*reversed(backwards)] == wanted


@pytest.mark.parametrize("size", SIZES)
def test_negamax_has_the_movers_signs_in_tree_and_window(size: tuple[int, int]) -> None:
    """MIN's nodes have their values and windows with the other sign, edges a −1, and a line says
    so.
    """
    run = Run(Recipe(AIMA.where, SearchSpec("negamax"))).finish()
    scene = Scene(run, 12)
    drawn = tree_of(scene, *size)

    assert "▼ −3" in drawn
    assert "▼ ≥−2" in drawn
    assert "α −2 ≥ β −3" in drawn
    assert "▲ ≥3" in drawn
    assert drawn.count("−1") >= 9
    assert "for the side to move: each edge changes the sign (−1)" in drawn
    path = picture_of("window", scene, 40, 12)
    assert "≥−2  −2  −3" in path
    assert "2 is already worth 2" not in path
    assert explain(run, 12) == explain(Run(AIMA).finish(), 12)
    assert "−1" not in tree_of(Scene(Run(AIMA).finish(), 12), *size)


def test_negamax_has_the_same_tree_but_for_the_signs() -> None:
    """A value of the mover's is that of alpha-beta, turned where MIN moves, also where it is a
    bound or unvisited.
    """
    turned = {"≥": "≤", "≤": "≥"}
    of_max, of_mover = (searched("tree", search=name) for name in ("alpha-beta", "negamax"))
    for step in range(of_max.trace.last_step + 1):
        values = []
        for run in (of_max, of_mover):
            found = [
                re.search(r"▼ ([≥≤]?)(−?)(\d+)", line)
                for line in tree_of(Scene(run, step), 120, 32).split("\n")
            ]
            values.append([each.groups() for each in found if each])

        assert [
            (turned.get(sign, ""), "" if minus else "−", number)
            for sign, minus, number in values[0]
        ] == values[1]


async def test_minimax_shows_no_window_anywhere() -> None:
    """At no step does the explorer have an α or β, or say which value would cut, or who set a
    bound.
    """
    async with explored(Recipe(AIMA.where, SearchSpec("minimax")), (120, 40)) as hands:
        for view in "123":
            await hands.press(view)
            for step in (0, 1, 6, 12, 26):
                hands.explorer.seek(step)
                await hands.rest()
                words = hands.words()

                assert not any(
                    sign in words for sign in ("α", "β", "window", "set by", "would cut")
                )
        assert "values on the open path" in hands.words()


def test_the_bounds_of_mtdf_have_names() -> None:
    """Each pass has a lower and an upper bound beside its line, and the sentence at its end
    names both.
    """
    run = Run(Recipe(AIMA.where, SearchSpec("mtdf"))).finish()
    lines = picture_of("passes", Scene(run, run.trace.last_step), 84, 6).split("\n")

    assert "lower 3  upper +∞" in lines[0]
    assert "lower = upper = 3" in lines[1]
    assert all(len(line) <= 84 for line in lines)
    assert "The lower bound is now 3, the upper bound +∞." in explain(run, 10)
    beside = picture_of("window", Scene(run, 15), 30, 10)
    assert "is the value more than 3?" in " ".join(beside.split())
    assert "set by the given window" not in beside
