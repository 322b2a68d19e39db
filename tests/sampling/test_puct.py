"""PUCT selects as its formula says: recomputed from the rows and the ordering's scores alone, by
a slow second way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from math import exp, isclose, sqrt
from pathlib import Path
from statistics import pstdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Call
from tests.cli.conftest import call as call  # noqa: PLC0414  a fixture
from tests.few import one_in
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.sampling import priors_at, upper_bounds
from visualizer.searching.algorithms.mcts import softmax
from visualizer.searching.lookup import concise_recipe
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

HEX = PositionSpec("hex", None, "", {"size": "4"})
TAK = PositionSpec("tak", None, "", {"size": "4"})
FOUR = PositionSpec("connect-four", None, "", {"size": "4x4"})


def searched(
    where: PositionSpec, iterations: int = 250, order: str = "scored", **options: Any
) -> Run:
    """Return a finished search by PUCT."""
    own = {
        "iterations": iterations,
        "selection": "puct",
        **options,
    }
    return Run(Recipe(where, SearchSpec("mcts", ordering=order, options=own))).finish()


def expected_priors(run: Run, path: MovePath, temperature: float) -> tuple[list[int], list[float]]:
    """Return the moves at a path in the order of the ordering, and the prior of each in natural
    order.
    """
    order, scores = run.order_with_scores(path)
    if scores is None:
        return [*order], [1 / len(order)] * len(order)
    turned = run.game.name == "tak" and len(path) < 2  # where both place the other's first piece
    totals = [-score.total if turned else score.total for score in scores]
    spread = pstdev(totals)
    if spread == 0:
        return [*order], [1 / len(order)] * len(order)
    powers = [exp(total / (temperature * spread)) for total in totals]
    return [*order], [power / sum(powers) for power in powers]


def wrong_at(run: Run, temperature: float = 1.0, exploration: float = 1.4142) -> int | None:
    """Return the first row that has not the largest upper bound by the formula; None if all
    have.
    """
    known: dict[MovePath, list[float]] = {}
    priors: dict[MovePath, tuple[list[int], list[float]]] = {}
    waiting: list[tuple[MovePath, float]] = []
    rows = [*run.trace]
    for row, visit in enumerate(rows):
        path = run.path(row)
        if not path:  # a new iteration: the last one's results are added
            for each, value in waiting:
                known.setdefault(each, []).append(value)
            waiting = []
        waiting.append((path, visit.value))
        if not path:
            continue
        above = path[:-1]
        if above not in priors:
            priors[above] = expected_priors(run, above, temperature)
        order, prior = priors[above]
        if rows[visit.parent].maximizing:
            sign = 1
        else:
            sign = -1
        own = known.get(above, [])
        bounds = dict[int, float]()
        for move in order:
            results = known.get((*above, move), [])
            source = results or own  # without a visit, the parent's mean
            if source:
                mean = sign * sum(source) / len(source)
            else:
                mean = 0.0
            bounds[move] = mean + exploration * prior[move] * sqrt(len(own)) / (1 + len(results))
        if visit.move != max(order, key=bounds.__getitem__):
            return row
    return None


@pytest.mark.parametrize("where", one_in(4, [HEX, FOUR, TAK]), ids=lambda where: where.game)
@pytest.mark.parametrize("order", ["scored", "natural"])
def test_every_selection_has_the_largest_upper_bound(where: PositionSpec, order: str) -> None:
    """Of all moves, visited or not; of equals the first in the ordering is taken."""
    assert wrong_at(searched(where, order=order)) is None


@pytest.mark.parametrize(("temperature", "exploration"), [(0.5, 1.4142), (3.0, 0.4)])
def test_temperature_and_exploration_enter_as_they_should(
    temperature: float, exploration: float
) -> None:
    """The selections are those of the formula with these numbers, and not of it with the usual
    ones.
    """
    run = searched(HEX, temperature=temperature, exploration=exploration)

    assert wrong_at(run, temperature, exploration) is None
    assert wrong_at(run) is not None


def test_in_the_first_plies_of_tak_the_lowest_score_has_the_highest_prior() -> None:
    """There both place the other's piece: what the ordering tries first has the highest prior,
    last the lowest.
    """
    run = searched(TAK, 60)
    tree = TreeAtStep(run.trace)
    for node in (0, *tree.children(0)):
        if tree.move_count(node):
            priors = priors_at(run, tree, node)
            assert [*priors] == [*run.order_with_scores(run.path(node))[0]]
            assert [*priors.values()] == sorted(priors.values(), reverse=True)


@pytest.mark.parametrize("order", ["scored", "natural", "best", "killer+scored", "random"])
def test_priors_add_up_to_one_in_the_order_tried(order: str) -> None:
    """In any ordering; one without scores gives all moves the same."""
    run = searched(PositionSpec("tictactoe", "only-move"), 40, order)
    priors = priors_at(run, TreeAtStep(run.trace), 0)

    assert isclose(sum(priors.values()), 1)
    assert [*priors] == [*run.order_with_scores(())[0]]
    values = [*priors.values()]
    assert values == sorted(values, reverse=True)
    assert (len({*values}) == 1) == (order in ("natural", "random")) or order == "best"


@given(
    scores=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8), temperature=st.floats(0.01, 100)
)
def test_priors_do_not_depend_on_unit_and_zero_of_the_scores(
    scores: Sequence[float], temperature: float
) -> None:
    """Times 1,000, or 7 more, they are the same; each is above or at 0, and they add up to 1."""
    found = softmax(scores, temperature)

    assert isclose(sum(found), 1)
    assert min(found) >= 0
    if pstdev(scores) > 1e-3:
        for other in (
            softmax([1_000 * score for score in scores], temperature),
            softmax([score + 7 for score in scores], temperature),
        ):
            assert all(
                isclose(
                    one,
                    two,
                    rel_tol=1e-3,
                    abs_tol=1e-6,
                )
                for one, two in zip(found, other, strict=True)
            )


@pytest.mark.parametrize(
    "scores",
    [
        [1e308, -1e308],
        [5e-324, 0.0],
        [0.1, 0.1, 0.1],
        [3.0],
    ],
)
def test_extreme_scores_have_priors(scores: list[float]) -> None:
    """Neither overflow nor a spread near 0 ends the search."""
    assert isclose(sum(softmax(scores, 0.001)), 1)


def test_a_sentence_splits_the_bound() -> None:
    """It says mean and bonus, and that the bonus comes from the order and the visits."""
    run = searched(HEX, 60)
    said = [explain(run, step) for step in range(run.trace.last_step + 1)]

    assert any(re.search(r"comes from a prior of 0\.\d\d and 2 visits", words) for words in said)
    assert any(
        "and no visits yet" in words
        and "starts with its parent" in words
        and "the lead" not in words
        for words in said
    )


def test_threats_narrow_what_has_a_prior() -> None:
    """Only answers are compared at the root; each keeps the prior that it has among all moves."""
    where = PositionSpec("hex", "stop-it-first")
    run = searched(where, 60, threats=True)
    free = searched(where, 60)
    own, all_priors = (priors_at(each, TreeAtStep(each.trace), 0) for each in (run, free))

    assert 0 < len(own) < len(all_priors)
    assert own.items() <= all_priors.items()
    assert {run.trace.move(child) for child in TreeAtStep(run.trace).children(0)} <= {*own}


def test_root_moves_have_priors_only_with_puct(call: Call) -> None:
    """In JSON `prior` is among the root's moves; without PUCT they are as they were."""
    words = ["search", "hex", "--size", "3", "--json", "-o", "scored", "-a"]
    found, plain = (
        json.loads(call(*words, f"mcts,iterations=50{more}").out)
        for more in (",selection=puct", "")
    )

    assert all(0 < move["prior"] < 1 for move in found["root_moves"])
    assert {*plain["root_moves"][0]} == {"move", "visits", "mean", "mean_for"}
    assert sum(move["visits"] for move in found["root_moves"]) == found["iterations"] == 50


def test_a_search_without_priors_says_so(call: Call) -> None:
    """In natural order PUCT has no priors: result, sentence and table say that, and which order
    would give some.
    """
    says = "all equal, since natural order gives moves no scores: -o scored does"
    words = [
        "search",
        "hex",
        "-p",
        "prior-overcome",
        "-a",
        "mcts,ordering=natural,selection=puct,iterations=30",
    ]

    assert f"priors     {says}\n" in call(*words).out
    assert "all equal" not in call(*words, "-o", "scored").out
    assert "priors" not in call(*words, "--selection", "uct").out
    run = searched(HEX, 20, "natural")
    said = [explain(run, step) for step in range(run.trace.last_step + 1)]
    assert any(
        "comes from a prior of 0.06, the same for all moves, and no visits yet" in words
        for words in said
    )
    assert not any(re.search(r"a prior of 0\.\d\d and", words) for words in said)
    assert window_chain(run, run.trace.last_step - 3).endswith(f"Priors are {says}.")


def test_puct_takes_the_scored_order_unless_another_is_named(call: Call) -> None:
    """The result names the order; UCT keeps the natural one, a game without scores too; a named
    one is kept.
    """

    def order(game: str, **given: Any) -> str | None:
        search = SearchSpec("mcts", given.pop("ordering", None), options={"iterations": 5, **given})
        return Run(Recipe(PositionSpec(game), search)).recipe.search.ordering

    assert order("hex", selection="puct") == "scored"
    assert order("hex") == order("tree", selection="puct") == "natural"
    assert order("hex", selection="puct", ordering="natural") == "natural"
    words = ["search", "hex", "-a", "mcts", "--selection", "puct", "--iterations", "5"]
    assert "priors     from the scores of scored order (-o names another)\n" in call(*words).out
    named = Recipe(
        PositionSpec("hex"), SearchSpec("mcts", "natural", options={"selection": "puct"})
    )
    assert concise_recipe(named).search.ordering == "natural"


def test_a_temperature_without_priors_does_nothing(call: Call) -> None:
    """That is said, and no heading names it."""
    done = call("search", "tictactoe", "-a", "mcts,iterations=9", "--temperature", "2")

    assert done.err == "visualizer: no effect on this search: --temperature 2\n"
    assert "temperature" not in done.out
    done = call(
        "search", "tictactoe", "-a", "mcts,iterations=9,selection=puct", "--temperature", "2"
    )
    assert not done.err
    assert "temperature 2" in done.out


def test_the_usual_selection_is_not_changed() -> None:
    """`selection=uct,solver=no` is what is searched without a word, and no temperature matters
    there.
    """
    asked = [
        Run(
            Recipe(HEX, SearchSpec("mcts", ordering="scored", options={"iterations": 200, **more}))
        ).finish()
        for more in (
            {},
            {
                "selection": "uct",
                "solver": False,
                "temperature": 7.0,
            },
        )
    ]
    assert asked[0].trace.rows == asked[1].trace.rows


def test_a_file_of_events_keeps_the_priors(tmp_path: Path) -> None:
    """Read back, each move that is ever visited has the bound that it had, at any step; the file
    is written alike.
    """
    run = searched(HEX, 40)
    file = tmp_path / "puct.jsonl"
    file.write_text("\n".join(recording_lines_of(run)) + "\n", encoding="utf-8")
    again = Run(recipe_of_recording(str(file))).finish()
    compared = 0
    for step in range(0, run.trace.last_step + 1, 7):
        one = TreeAtStep(run.trace, step)
        other = TreeAtStep(again.trace, step)
        for node in one.path:
            kept = {
                bound.move: (bound.mean, bound.bonus, bound.prior)
                for bound in upper_bounds(run, one, node)
            }
            told = {
                bound.move: (bound.mean, bound.bonus, bound.prior)
                for bound in upper_bounds(again, other, node)
            }

            assert told.items() <= kept.items()
            assert {*told} == {run.trace.move(each) for each in one.all_tried(node)}
            compared += len(told)

    assert compared > 100
    assert [*recording_lines_of(again)] == [*recording_lines_of(run)]


def test_a_game_that_is_over_has_no_priors() -> None:
    """At any step it can be said why, also where the move selected ends the game."""
    run = searched(PositionSpec("hex", "small"), 5)
    trees = [TreeAtStep(run.trace, step) for step in range(run.trace.last_step + 1)]
    ended = [tree for tree in trees if tree.path and not run.is_inner(run.path(tree.path[-1]))]

    assert ended
    assert all("upper bound = mean for White" in window_chain(run, tree.step) for tree in ended)
