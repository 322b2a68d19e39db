"""Tasks with variants: right is the same variant on all trees; another task that is done is
named; points add up.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.grading import right, right_tasks, wrong_tasks
from tests.grading.conftest import Grade
from tests.grading.here import graded, trees_of
from visualizer.searching.algorithms import algorithm
from visualizer.support.errors import InputError
from visualizer.your_code.grading.reference import (
    CUTTING_TASKS,
    GradedTask,
    make_task,
    right_search,
)
from visualizer.your_code.grading.report import WrongTree, share_points
from visualizer.your_code.grading.tree_searches import value_of_tree
from visualizer.your_code.grading.trees import SearchTask, parse_literal_tree
from visualizer.your_code.grading.trial import try_search
from visualizer.your_code.grading.variants import TASK_VARIANTS

RIGHT = [(task, *each) for task, programs in right_tasks.TASKS.items() for each in programs]
WRONG = [(task, each) for task, programs in wrong_tasks.TASKS.items() for each in programs]
FILE = (Path(__file__).parent / "right.py").as_posix()


@pytest.mark.parametrize(("task", "function", "variant"), RIGHT)
def test_a_right_search_is_right_and_its_variant_is_named(
    task: str, function: Callable[..., Any], variant: str
) -> None:
    """All trees are right, and the first line and the JSON name the variant."""
    report = graded(function, GradedTask(task))

    assert report.right == 60
    assert report.variant == variant
    assert report.as_object()["variant"] == variant
    title = report.task.title
    assert report.text().splitlines()[1] == (
        f"60 of 60 trees right, as {title} {variant}." if variant else "60 of 60 trees right."
    )


@pytest.mark.parametrize(("task", "function"), WRONG)
def test_a_wrong_search_is_wrong(task: str, function: Callable[..., Any]) -> None:
    """It goes wrong, and on the smallest tree it does not do what the variant does that it is
    held against.
    """
    report = graded(function, GradedTask(task), trees=24)
    wrong = report.first_wrong

    assert not report.is_right
    assert isinstance(wrong, WrongTree)
    assert wrong.why.startswith("Your search ")
    answer = try_search(function, wrong.right.search_task)
    wanted = right_search(wrong.tree, wrong.right.task)
    assert (answer.leaves, answer.value) != (wanted.leaves, wanted.value)


@pytest.mark.parametrize("name", ["pvs", "mtdf", "iterative-deepening", "negamax"])
@pytest.mark.parametrize("cut", [">=", ">"])
def test_our_own_search_is_a_variant(name: str, cut: str) -> None:
    """What this program does under that name is right by either rule."""
    own = algorithm(name).fail["soft"]
    assert graded(own, GradedTask(name, cut), trees=24).is_right


@pytest.mark.parametrize("name", ["pvs", "mtdf", "iterative-deepening"])
def test_all_variants_find_what_minimax_finds(name: str) -> None:
    """Whatever a variant visits, the value of the root is that of the tree."""
    for _, tree in trees_of(24):
        for task in GradedTask(name).variants:
            found = right_search(tree, task)
            assert found.value == value_of_tree(found.search_task), task.variant.parts


def test_a_search_that_changes_its_variant_is_wrong() -> None:
    """PVS that searches again with (α, β) where MAX moves at the root, else with (v, β), fits no
    variant.
    """

    def mixed(
        node: Any,
        depth: Any,
        alpha: Any,
        beta: Any,
        color: Any,
    ) -> Any:
        if node.maximizing:
            search = right_tasks.pvs
        else:
            search = right_tasks.pvs_from_value
        return search(node, depth, alpha, beta, color)

    report = graded(mixed, GradedTask("pvs"), trees=600)

    assert 300 < report.right < 600


PROGRAM = """
import json, sys
def leaves(node):
    return [each for child in node for each in leaves(child)] if isinstance(node, list) else [node]
def search(node, move, maximizing, depth):
    if depth == 0 or not isinstance(node, list):
        value = sum(leaves(node)) // len(leaves(node))
        print(json.dumps({"leaf": move, "value": value, "kind": "limit" if isinstance(node, list) else "terminal"}))
        return value
    print(json.dumps({"enter": move, "max": maximizing, "children": len(node)}))
    values = [search(child, str(number), not maximizing, depth - 1) for number, child in enumerate(node, 1)]
    print(json.dumps({"leave": (max if maximizing else min)(values)}))
    return (max if maximizing else min)(values)
for line in sys.stdin:
    asked = json.loads(line)
    for depth in range(1, asked["depth"] + 1):
        print(json.dumps({"pass": f"depth {depth}"}))
        search(asked["tree"], None, asked["max"], depth)
    print(flush=True)
"""


def test_a_program_that_deepens_is_graded(tmp_path: Path, run: Grade) -> None:
    """It is sent the depth, works out the means itself, and its passes are one search."""
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM, encoding="utf-8")
    found = run(
        "--task iterative-deepening --trees 12 --program", shlex.join([sys.executable, str(file)])
    )

    assert found == (
        0,
        "12 of 12 trees right, as iterative deepening of minimax, without memory.\n",
        "",
    )


FITS = [
    (right_tasks.pvs, "alpha-beta", "pvs"),
    (right_tasks.mtdf, "pvs", "mtdf"),
    (right.wikipedia, "pvs", "alpha-beta"),
    (right.wikipedia, "mtdf", "alpha-beta"),
    (right.wikipedia, "iterative-deepening", "alpha-beta"),
    (right.wikipedia, "minimax", "alpha-beta"),
    (right_tasks.random_opponent, "minimax", "random-opponent"),
    (right_tasks.deepening, "alpha-beta", "iterative-deepening"),
    (right_tasks.deepening_minimax, "minimax", "iterative-deepening"),
]


@pytest.mark.parametrize(("function", "task", "fits"), FITS)
def test_a_search_that_fits_another_task_is_told_so(
    function: Callable[..., Any], task: str, fits: str
) -> None:
    """The last line names the option of the task that it does."""
    report = graded(function, GradedTask(task))

    assert report.as_object()["fits"] == fits
    said = report.text().splitlines()[-1]
    assert said.startswith("On all 60 trees it ")
    assert f"--task {fits}" in said
    assert ("grade the function that it calls" in said) == (fits == "iterative-deepening")


def test_a_search_that_fits_no_task_is_not_told_of_any() -> None:
    """A PVS without its second search is nothing else."""
    report = graded(wrong_tasks.never_again, GradedTask("pvs"))

    assert report.fits is None
    assert "--task" not in report.text()


def test_a_second_reading_is_explained_by_its_window() -> None:
    """Alpha-beta graded as PVS ends where PVS reads the first leaf of a better child once more."""
    wrong = graded(right.wikipedia, GradedTask("pvs")).first_wrong

    assert wrong is not None
    assert wrong.tree.text() == "[1,[2,3]]"
    assert wrong.why == (
        "Your search ends after 3 leaves, but at that point PVS reads a1 = 2 once more, "
        "with α = 1 and β = +∞."
    )


def test_inner_nodes_have_estimates_where_a_search_deepens() -> None:
    """They are the means of the leaves below, rounded down; the depth handed over is the tree's."""
    asked = GradedTask("iterative-deepening").search_task(parse_literal_tree("[[1,4],[[9,8],2]]"))
    seen = dict[str, Any]()

    def looks(node: Any, depth: Any) -> Any:
        seen["depth"], seen["values"] = depth, [each.value for each in (node, *node.children)]
        return 0

    try_search(looks, asked)

    assert seen == {"depth": 3, "values": [4, 2, 6]}
    assert [child.value for child in asked.tree.children] != seen["values"][1:]


@pytest.mark.parametrize("name", CUTTING_TASKS)
def test_a_task_that_cuts_takes_the_rule(name: str) -> None:
    """Tasks that cut take `--cut`, the others refuse it."""
    assert make_task(name, ">").cut == ">"
    for other in {*TASK_VARIANTS} - {*CUTTING_TASKS}:
        with pytest.raises(InputError, match=f"{other} never cuts"):
            make_task(other, ">")


@pytest.mark.parametrize("depth", [2, 3])
@pytest.mark.parametrize("function", [wrong_tasks.one_too_few, wrong_tasks.one_too_many])
def test_a_depth_off_by_one_is_named_in_a_negamax(function: Callable[..., Any], depth: int) -> None:
    """It is named, and the smallest tree is none that is right from the mover's side."""
    report = graded(function, GradedTask("negamax", depth=depth))

    assert [*report.looks_like] == ["one-ply-off"]
    wrong = report.first_wrong
    assert isinstance(wrong, WrongTree)
    answer = try_search(function, wrong.right.search_task)
    assert answer.failure or answer.leaves != wrong.right.leaves


def test_points_add_up(tmp_path: Path, run: Grade) -> None:
    """The max_score of all tests are the points asked for, and the scores of a right search are
    all of them.
    """
    for points in (1, 7, 10, 100):
        for trees, function in (
            (60, right.wikipedia),
            (7, right.wikipedia),
            (60, right.minimax),
        ):
            report = graded(function, trees=trees)
            tests = report.gradescope(points)["tests"]

            assert round(sum(test["max_score"] for test in tests), 6) == points
            assert all(0 <= test["score"] <= test["max_score"] for test in tests)
            score = sum(test["score"] for test in tests)
            assert score == pytest.approx(points * report.right / trees, abs=0.05)

    assert share_points(
        3,
        {
            "a": 1,
            "b": 5,
            "c": 1,
        },
    ) == {
        "a": 0.43,
        "b": 2.14,
        "c": 0.43,
    }
    file = tmp_path / "results.json"
    assert run(f"{FILE}:wikipedia --trees 6 --points 20 --gradescope {file}")[0] == 0
    found = json.loads(file.read_text(encoding="utf-8"))
    assert round(sum(test["score"] for test in found["tests"]), 6) == 20


def test_a_search_that_reads_leaves_twice_is_not_opened(
    monkeypatch: pytest.MonkeyPatch, run: Grade
) -> None:
    """`--open` is refused with a sentence for a program; a function is shown with its lines."""
    monkeypatch.setattr("visualizer.apps.cli.grade_command.has_screen", lambda: True)
    status, _, err = run("--program mine --task pvs --open")

    assert status == 2
    assert "--open cannot show pvs, which reads leaves twice" in err


def test_a_tree_with_chance_is_refused() -> None:
    """Tasks that come back to leaves have no chance nodes."""
    with pytest.raises(InputError, match="mtdf cannot search a tree with chance nodes"):
        right_search(parse_literal_tree("[~[1,2],3]"), GradedTask("mtdf"))


def test_a_limit_is_a_leaf_as_ever() -> None:
    """Without estimates an inner node at the limit is read as 0, and as None above it."""
    asked = SearchTask(parse_literal_tree("[[1,2],3]"), 1)

    assert asked.read((0,)) == 0
    assert asked.read((1,)) == 3
    assert asked.is_leaf(()) is False
