"""`grade --task mcts`: right searches are right by any convention, mistakes are named, and a
second judge agrees.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.few import one_in
from tests.grading import sampling_programs as programs
from tests.grading.here import Here, trees_of
from tests.oracles.sampling import Judge, Rules
from visualizer.apps.api import grade
from visualizer.support.errors import InputError
from visualizer.your_code.grading.answers import GivenAnswer
from visualizer.your_code.grading.grading import make_grading
from visualizer.your_code.grading.mcts import (
    UCT_MISTAKES,
    PlayedTree,
    UctConvention,
    first_sampling_fault,
)
from visualizer.your_code.grading.playouts import MAX_PLAYOUTS, MCTS_TASK, PlayoutList
from visualizer.your_code.grading.reference import make_task
from visualizer.your_code.grading.report import GradeReport
from visualizer.your_code.grading.trees import parse_literal_tree

EACH = [(name, *text) for name, texts in programs.TEXTS.items() for text in texts]


def sampled(
    function: Callable[..., Any], trees: int = 60, exploration: float | None = None
) -> GradeReport:
    """Return the report on a function as an MCTS."""
    task = make_task(MCTS_TASK, exploration=exploration)
    return make_grading(
        Here(function, MCTS_TASK), task, trees_of(trees, 1, None, MCTS_TASK), 1
    ).run()


@pytest.mark.parametrize("function", programs.RIGHT)
def test_a_right_search_is_right_by_any_convention(function: Callable[..., Any]) -> None:
    """Objects, recursion, negamax, lists; results from −1 or 0, the first playout here or there:
    all are right.
    """
    report = sampled(function)

    assert report.right == 60
    assert report.first_wrong is None
    assert [*report.looks_like] == []


def test_the_first_line_names_the_convention_that_fits() -> None:
    """The range, the side, the first playout, the logarithm and the constant are said."""
    assert sampled(programs.wins_from_zero, 12).text() == (
        "Called with root, iterations.\n"
        "12 of 12 trees right, as MCTS with results from 0 to 1 for MAX, first playout at "
        "the root, "
        "ln of the node's visits, C = 1.4."
    )
    assert sampled(programs.negated, 12).variant == (
        "with results from -1 to 1 for the side that moved there, first playout at a child, "
        "ln of the children's visits, C = 1.4142"
    )


@pytest.mark.parametrize("text", [programs.PLAIN, programs.DEEP])
def test_the_texts_that_mistakes_are_made_in_are_right(text: str) -> None:
    """Nothing but the mistake is wrong in them, so that undoing it heals them."""
    assert sampled(programs.made(text)).is_right


@pytest.mark.parametrize(("name", "text", "old", "new"), one_in(3, EACH))
def test_a_known_mistake_is_named(
    name: str,
    text: str,
    old: str,
    new: str,
) -> None:
    """Each known mistake, written at least twice, is found and named, and nothing else is."""
    report = sampled(programs.made(text, old, new))

    assert not report.is_right
    assert [*report.looks_like] == [name]
    assert report.trees - report.right >= 5, "not by the odd tree"


def test_all_known_mistakes_are_made_twice_here() -> None:
    """No mistake is known that is not tried."""
    assert {*programs.TEXTS} == {mistake.name for mistake in UCT_MISTAKES}
    assert all(len(texts) >= 2 for texts in programs.TEXTS.values())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("new[0] if new else ", ""),
        ("math.sqrt(", "(0.5 * "),
        ("exploration *", "0.2 *"),
        ("result = path[-1].playout()", "result = path[-1].playout() * 0"),
        ("n[node] = n.get(node, 0) + 1", "n[node] = n.get(node, 0) + 2"),
        ("1 if here.maximizing else -1", "1 if root.maximizing == here.maximizing else 1"),
    ],
)
def test_other_mistakes_are_found_and_not_named(old: str, new: str) -> None:
    """What no known mistake does is wrong all the same, and nothing is guessed."""
    report = sampled(programs.made(programs.PLAIN, old, new), 24)

    assert not report.is_right
    assert {*report.looks_like} <= {"sign-forgotten"}


def test_the_first_wrong_choice_is_told_with_all_bounds() -> None:
    """The smallest tree, the iteration, the node, and the bounds of all children, which are
    those of the formula.
    """
    report = sampled(programs.made(*programs.TEXTS["no-exploration"][0]))
    found = report.as_object()["first_wrong"]

    assert found["tree"] == [1, 1]
    assert found["max"] is True
    assert found["at"] == "root"
    assert found["what"] == "choice"
    assert (found["iteration"], found["got"], found["expected"]) == (
        4,
        "1",
        ["2"],
    )  # both means are 0; 2 visits and 1
    assert found["bounds"] == pytest.approx(
        {"1": math.sqrt(2 * math.log(3) / 2), "2": math.sqrt(2 * math.log(3))}
    )
    assert f"In iteration {found['iteration']} your search chooses" in found["why"]


def test_the_exploration_that_is_asked_for_counts() -> None:
    """A constant that is handed in is that of the option; another that is written is wrong."""
    assert sampled(programs.made(programs.PLAIN), 12, 0.5).is_right
    assert not sampled(programs.wins_from_zero, 12, 0.5).is_right


def test_a_named_mistake_is_held_against_its_own_convention() -> None:
    """The bounds are those of a search that makes no other mistake, also on few trees."""
    report = sampled(programs.made(*programs.TEXTS["sign-forgotten"][0]), 12)

    assert report.variant.startswith("with results from -1 to 1 for MAX, first playout at a child")
    assert report.as_object()["first_wrong"]["tree"] == [1, 2]


def test_a_function_without_playouts_is_refused() -> None:
    """A minimax that reads the results, and one that returns the first child, are no MCTS."""

    def minimax(root: Any, iterations: int) -> int:
        def worth(node: Any) -> float:
            pick = max if node.maximizing else min
            return float(pick(map(worth, node.children)) if node.children else node.value)

        values = [worth(child) for child in root.children]
        return values.index(max(values) if root.maximizing else min(values))

    for function in (minimax, lambda root: 0):
        with pytest.raises(InputError, match="never calls playout"):
            sampled(function, 6)


def test_playouts_are_limited() -> None:
    """A search that goes on for ever is told so."""

    def endless(root: Any) -> None:
        while True:
            root.playout()

    report = sampled(endless, 2)

    assert report.first_wrong is not None
    assert (
        report.first_wrong.why
        == f"Your search makes more than {MAX_PLAYOUTS:,} playouts on one tree."
    )
    assert len(report.first_wrong.answer.leaves) == MAX_PLAYOUTS


def test_a_search_that_stops_at_once_is_wrong() -> None:
    """One playout is no search, whether or not a number of iterations is handed over."""

    def once(root: Any, iterations: int) -> int:
        root.children[0].playout()
        return 0

    report = sampled(once, 6)

    assert report.first_wrong is not None
    assert re.search(
        r"Your search makes only 1 playout, although \d+ iterations were asked for",
        report.first_wrong.why,
    )
    short = sampled(
        lambda root, iterations: programs.objects(root, iterations - 1, math.sqrt(2)), 6
    )
    assert short.right == 0, "one playout too few is too few"
    assert short.first_wrong is not None
    assert re.search(r"makes only \d+ playouts, although", short.first_wrong.why)
    report = sampled(lambda root: once(root, 1), 6)
    assert report.first_wrong is not None
    assert "makes only 1 playout, although at least 8 are expected" in report.first_wrong.why


def test_what_is_returned_is_a_move() -> None:
    """A name, a child, an index, or one with a value; a number that is no index is none of
    these.
    """

    def returning(change: Callable[[Any, str], Any]) -> Callable[..., Any]:
        return lambda root, iterations: change(
            root, programs.objects(root, iterations, math.sqrt(2))
        )

    for change in (
        lambda root, name: next(child for child in root.children if child.name == name),
        lambda root, name: [child.name for child in root.children].index(name),
        lambda root, name: (name, 0.25),
        lambda root, name: (0.25, name),
    ):
        assert sampled(returning(change), 6).is_right
    report = sampled(returning(lambda root, name: 0.5), 6)

    assert report.first_wrong is not None
    assert "it should return a child of the root" in report.first_wrong.why


def test_the_kth_playout_at_a_node_is_fixed_by_the_tree() -> None:
    """It is the result of a leaf below, from -1 to 1, whatever is played out elsewhere in
    between.
    """
    tree = parse_literal_tree("[[3,5,[1,4]],[2,9]]")
    one = PlayoutList(tree)
    other = PlayoutList(tree)
    first = [one.next_result((0,)) for _ in range(200)]
    mixed = [(other.next_result((1,)), other.next_result((0,)))[1] for _ in range(200)]

    assert first == mixed
    assert {*first} == {-1 + 2 * (value - 1) / 8 for value in (3, 5, 1, 4)}
    assert one.next_result((1, 1)) == 1


@pytest.mark.parametrize("number", range(0, 100, 2))
def test_a_second_judge_agrees(number: int) -> None:
    """On random trees, of right and wrong searches, both judges find the same first wrong
    iteration.
    """
    second_judge_agrees(number)


@pytest.mark.slow
def test_a_second_judge_agrees_on_many_trees() -> None:
    """So they do on 2,000 trees."""
    for number in range(100, 2_100):
        second_judge_agrees(number)


def second_judge_agrees(number: int) -> None:
    """Play out on a tree, by a right search or one with a mistake, and compare the judges by a
    random convention.
    """
    dice = Random(number)
    tree = trees_of(12, number, None, MCTS_TASK)[number % 12][1]
    texts = [(programs.PLAIN, "", ""), (programs.DEEP, "", ""), *(text for _, *text in EACH)]
    functions: list[Callable[..., Any]] = [
        *programs.RIGHT,
        *(programs.made(*text) for text in texts),
    ]
    task = make_task(MCTS_TASK)
    function = dice.choice(functions)
    answer: GivenAnswer = make_grading(Here(function, MCTS_TASK), task, [("", tree)]).answer(tree)
    leaves = [*answer.leaves[:60]]
    if dice.random() < 0.3 and leaves:
        place = dice.randrange(len(leaves))
        leaves[place] = dice.choice([path for path, _ in tree.paths()])
    play = PlayedTree(tree, GivenAnswer(tuple(leaves), None, answer.move, answer.failure))
    for half, negamax, children, root_first in (
        (False, False, False, False),
        (True, False, False, True),
        tuple(dice.random() < 0.5 for _ in range(4)),
    ):
        how = UctConvention(math.sqrt(2), 0.5 if half else 1.0, negamax, children, root_first)
        rules = Rules(
            math.sqrt(2), half=half, negamax=negamax, children=children, root_first=root_first
        )
        judge = Judge(tree, rules)
        played = [*zip(leaves, play.results, strict=True)]
        fault = first_sampling_fault(play, how)
        wrong = judge.first_wrong(played)
        if fault is not None and fault.iteration:
            found = fault.iteration
        else:
            found = None
        assert found == wrong, (number, tree.text(), how)
        if wrong is None:
            assert (fault is None) == (answer.move in judge.best(played)), number


def test_a_file_is_graded_and_the_api_reports(tmp_path: Path) -> None:
    """A file that a student has written is graded as it is, in a process of its own."""
    file = tmp_path / "uct.py"
    file.write_text(
        "import math\n"
        + programs.PLAIN.replace("root, iterations, exploration", "state, budget, c=1")
    )
    file.write_text(
        file.read_text()
        .replace("root", "state")
        .replace("(iterations)", "(budget)")
        .replace("exploration", "c")
    )
    report = grade(f"{file}:mcts", task=MCTS_TASK, trees=6)

    assert report.right == 6, report.text()
    assert report.trees == 6, report.text()


def test_what_is_handed_over_is_told() -> None:
    """The first line names the parameters, and the JSON says what each is; Python takes the
    constant, too.
    """
    report = grade(
        programs.made(programs.PLAIN),
        task=MCTS_TASK,
        exploration=0.5,
        trees=6,
    )

    assert report.text().startswith(
        "Called with root, iterations, exploration.\n6 of 6 trees right, as MCTS "
    )
    assert report.given == {
        "root": "the root",
        "iterations": "from 8 to 100",
        "exploration": "0.5",
    }
    with pytest.raises(InputError, match="is for mcts, not for minimax"):
        grade(lambda node: 0, task="minimax", exploration=0.5)


def test_parameters_may_stand_in_any_order() -> None:
    """The root is the first; the others are known by their names, and what has a default and is
    unknown keeps it.
    """
    search = programs.made(programs.PLAIN)
    for function in (
        lambda state, exploration, iterations: search(state, iterations, exploration),
        lambda root, c, budget, seed, verbose=False: search(root, budget, c),
        lambda root, how_many, /, *, exploration: search(root, how_many, exploration),
        lambda node, tree=None, n_iter=3: search(node, n_iter, math.sqrt(2)),
    ):
        assert sampled(function, 6).is_right


def test_parameters_that_cannot_be_given_are_named() -> None:
    """A parameter that nobody knows, and a function without any, are refused in a sentence."""
    with pytest.raises(
        InputError, match="has a parameter 'rules', which is unknown; MCTS is called"
    ):
        grade(lambda root, iterations, rules: 0, task=MCTS_TASK)
    with pytest.raises(InputError, match="Search is a class; name one of its methods"):
        grade(type("Search", (), {"__init__": lambda self, root, iterations: None}), task=MCTS_TASK)
    with pytest.raises(InputError, match="takes no root"):
        grade(lambda: 0, task=MCTS_TASK)
    with pytest.raises(InputError, match="not for minimax"):
        make_task("minimax", exploration=1)
    with pytest.raises(InputError, match="no depth limit"):
        make_task(MCTS_TASK, depth=3)
