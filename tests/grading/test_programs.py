"""Right programs as people write them are right, wrong ones are blamed for their mistake, others
are not graded.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.grading.programs import RIGHT, UNGRADED, Program
from visualizer import grade
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.support.errors import InputError
from visualizer.your_code.grading.grading import NotGradedError
from visualizer.your_code.grading.node import GradedNode, Reads
from visualizer.your_code.grading.reached import reads_turn
from visualizer.your_code.grading.report import WrongTree
from visualizer.your_code.grading.sides import FALLBACK_TURN_PAIRS, possible_turn_pairs
from visualizer.your_code.grading.signatures import signature_of
from visualizer.your_code.grading.trees import SearchTask, parse_literal_tree
from visualizer.your_code.watching.tracer import value_for_log


@pytest.mark.parametrize("title", RIGHT)
def test_a_right_program_is_right(title: str) -> None:
    """60 of 60, in whatever way it says whose turn it is, asks for leaves, or takes values."""
    report = RIGHT[title].graded()

    assert report.right == 60, report.text()
    assert report.trees == 60, report.text()
    assert [*report.looks_like] == [], report.text()


CUTS_NOTHING = ["no-pruning", "not-updated-max", "not-updated-min", "not-passed-down"]
SIGN_OR_TURN = ["turn-not-changed", "sign-forgotten"]
WRONG: tuple[tuple[str, str, str, list[str]], ...] = (
    ("a pair of functions", "if v >= beta", "if v > beta", []),
    ("a pair of functions", "if v <= alpha", "if v < alpha", []),
    ("a pair of functions", "alpha = max(alpha, v)", "pass", ["not-updated-max"]),
    ("a pair of functions", "beta = min(beta, v)", "pass", ["not-updated-min"]),
    ("a pair of functions", "v = inf", "v = 0", ["begins-at-zero"]),
    ("a pair of functions", "v = max(v, min_value(", "v = max(v, max_value(", SIGN_OR_TURN),
    ("a pair without a window", "return min(map(", "return max(map(", SIGN_OR_TURN),
    ("depth % 2", "depth + 1)", "depth + 2)", SIGN_OR_TURN),
    ("depth % 2 with a window", "depth % 2 == 0", "depth % 2 == 1", ["sides-exchanged"]),
    ("depth % 2 with a window", "alpha = max(alpha, best)", "alpha = best", []),
    ("depth % 2 with a window", "best = inf", "best = 5", []),
    (
        "negamax without a colour",
        "-beta, -alpha",
        "-alpha, -beta",
        ["sign-forgotten", "window-not-exchanged"],
    ),
    ("negamax without a colour", "alpha = max(alpha, best)", "pass", CUTS_NOTHING),
    ("negamax without a colour", "best = -inf", "best = 0", ["begins-at-zero"]),
    ("negamax without a colour", "alpha >= beta", "alpha > beta", ["wrong-rule"]),
    ("minus one for MAX", "return min(values)", "return min(values[:-1] or values)", []),
    ("minus one for MAX by names", "alpha = max(alpha, best)", "pass", CUTS_NOTHING),
    ("minus one for MAX by names", "-player, alpha", "player, alpha", ["turn-not-changed"]),
    (
        "minus one for MAX in two branches",
        "alpha, beta, -1)",
        "alpha, beta, 1)",
        ["turn-not-changed"],
    ),
    ("a table of who is next", "return min(values)", "return max(values)", ["sign-forgotten"]),
    ("constants of a class", "return min(", "return max(", ["sign-forgotten"]),
    ("an enum that knows the other", "if alpha >= beta", "if False", CUTS_NOTHING),
    ("an enum", "Player.MIN) for", "Player.MAX) for", ["turn-not-changed"]),
    ("X and O by a function", "return min(values)", "return max(values)", ["sign-forgotten"]),
    (
        "X and O by a function",
        "in board.children]",
        "in board.children[:-1] or board.children]",
        ["last-child-missed"],
    ),
    ("X and O by a variable", 'best = float("inf")', "best = 0", ["begins-at-zero"]),
    ("one and two", "beta = min(beta, best)", "pass", CUTS_NOTHING),
    ("one and two", "best = min(best, value)", "best = max(best, value)", []),
    ("texts in capitals or not", '"min") for', '"max") for', ["turn-not-changed"]),
    ("children == []", "not maximizing", "maximizing", ["turn-not-changed"]),
)


@pytest.mark.parametrize(("title", "old", "new", "mistakes"), WRONG)
def test_a_wrong_program_is_blamed_for_its_mistake(
    title: str, old: str, new: str, mistakes: list[str]
) -> None:
    """It is called as the right one is, the mistake is named, and the smallest tree has MAX at
    the root if all have.
    """
    program = RIGHT[title]
    wrong = program.replaced(old, new)
    report = wrong.graded()
    signature = signature_of(program.made())

    assert report.given == program.graded().given
    assert not report.is_right
    assert [*report.looks_like] == mistakes
    assert isinstance(report.first_wrong, WrongTree)
    if signature.shape.max_begins:
        assert report.first_wrong.tree.maximizing


def test_the_real_mistake_is_not_hidden_behind_min_at_the_root() -> None:
    """The smallest tree shows the line that is wrong: a cut that is missed where values are
    equal.
    """
    report = RIGHT["a pair of functions"].replaced("if v <= alpha", "if v < alpha").graded()

    assert isinstance(report.first_wrong, WrongTree)
    assert report.first_wrong.tree.text() == "[1,[1,1]]"
    assert report.first_wrong.why.endswith(
        "a1 is worth 1, and MAX already has 1 with branch 1 (1 ≤ α = 1)."
    )


@pytest.mark.parametrize(
    "title", [title for title in RIGHT if title.startswith("negamax without a colour")]
)
def test_the_first_line_says_from_whose_side_leaves_are_handed(title: str) -> None:
    """A negamax without a colour is handed leaves from the mover's side, and only the first line
    has to say so.
    """
    assert "with leaf values from the mover's side" in RIGHT[title].graded().text().splitlines()[0]


def test_a_colour_that_is_forgotten_at_the_leaf_is_a_mistake() -> None:
    """Who takes a colour is handed leaves from MAX's side."""
    text = (
        RIGHT["a sign of its own"]
        .text.replace("s=1", "color")
        .replace("s * ", "")
        .replace("-s)", "-color)")
    )
    report = Program("negamax", text, "negamax", "negamax").graded()

    assert report.given["node"] == "the root"
    assert report.right < 60


REFUSED = re.compile(
    r"cannot be graded: \w+ is a \w+ with .*, but before it read a value it .*; use "
)


@pytest.mark.parametrize("title", UNGRADED)
def test_what_cannot_be_graded_is_one_sentence(title: str) -> None:
    """It says what was handed over, what the code did with it, and what is possible."""
    with pytest.raises(NotGradedError, match=REFUSED) as caught:
        UNGRADED[title].graded()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("title", ["another interface of games", "a board of nine squares"])
def test_what_cannot_be_graded_has_no_points(
    title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command ends with status 2 and the sentence, which is also the output of the results,
    with the score 0.
    """
    program = UNGRADED[title]
    results = tmp_path / "results.json"
    file = tmp_path / "mine.py"
    file.write_text(program.text, encoding="utf-8")
    words = [f"{file}:{program.function}", "--task", program.task, "--trees", "6"]

    assert run_command(visualizer, ["grade", *words, "--gradescope", str(results)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert REFUSED.search(said.err)
    found = json.loads(results.read_text(encoding="utf-8"))
    assert found["score"] == 0
    assert found["tests"] == []
    assert found["output"] == said.err.strip().removeprefix("visualizer: ")


GRADED = {
    "nothing is written yet": "def minimax(node):\n    pass\n",
    "a constant": "def minimax(node):\n    return 3\n",
    "a name that is not there": "def minimax(node):\n    return best(node)\n",
    "a name that is not there, with a type asked": (
        "def minimax(node):\n    value = best(node)\n    return value if isinstance(value, "
        "int) else 0\n"
    ),
    "an argument that is missing": (
        "def minimax(node, player):\n    return max(minimax(each) for each in node.children)\n"
    ),
    "no test for leaves": (
        "def minimax(node):\n    return max(minimax(each) for each in node.children)\n"
    ),
    "a type asked of the value": (
        "def minimax(node):\n    if isinstance(node.value, int):\n        return node.value\n"
        "    return max(map(minimax, node.children)) + 1\n"
    ),
    "an attribute that may be missing": (
        "def minimax(node):\n    if hasattr(node, 'left'):\n        return 1\n    return unknown\n"
    ),
    "a mistake on some trees": (
        "def minimax(node):\n    if len(node.children) == 2:\n        return node.left\n"
        "    return max(map(minimax, node.children)) if node.children else node.value\n"
    ),
}


@pytest.mark.parametrize("title", GRADED)
def test_everything_else_is_graded(title: str) -> None:
    """A program that is wrong in another way, or only on some trees, is graded, and wrong."""
    report = Program(title, GRADED[title], "minimax", "minimax").graded()

    assert report.trees == 60
    assert not report.is_right
    assert report.first_wrong is not None


def test_python_raises_what_cannot_be_graded() -> None:
    """`grade` raises an InputError with the sentence; the others of a file are graded."""
    with pytest.raises(
        NotGradedError, match="search cannot be graded: game is a game with actions, result"
    ) as caught:
        grade(UNGRADED["another interface of games"].made(), task="minimax", trees=6)
    assert isinstance(caught.value, InputError)


def test_children_are_a_list_of_the_function() -> None:
    """They are equal to lists and tuples, and what a function does with them changes nothing of
    the tree.
    """
    asked = SearchTask(parse_literal_tree("[[3,5],2]"))
    root = GradedNode(asked, Reads())
    leaf = root.children[1]

    assert leaf.children == [] and not leaf.children != () and root.children != []  # noqa: SIM202  both are asked
    assert root.children.copy() + [] == root.children == tuple(root)  # noqa: RUF005  as people write it
    root.children.reverse()
    assert [child.name for child in root.children] == ["2", "A"]
    assert root.children is root.children
    report = Program("sorts", SORTS, "minimax", "minimax").graded()
    assert report.is_right, report.text()


SORTS = """
def minimax(node, maximizing):
    if not node.children:
        return node.value
    first = node.children.pop(0)
    values = [minimax(first, not maximizing)] + [minimax(child, not maximizing) for child in node.children]
    node.children.clear()
    return max(values) if maximizing else min(values)
"""


def test_whether_a_node_is_a_leaf_is_an_attribute_and_a_call() -> None:
    """Both `node.is_terminal` and `node.is_terminal()` say so, and `is_leaf` like it."""
    root = GradedNode(SearchTask(parse_literal_tree("[1,2]")), Reads())
    leaf = root.children[0]
    for node, expected in ((root, False), (leaf, True)):
        for found in (node.is_terminal, node.is_leaf):
            assert bool(found) == expected
            assert found() == expected
            assert repr(found) == repr(expected)
            assert value_for_log(found) == expected


def test_whose_turn_it_is_is_read_by_what_the_function_calls() -> None:
    """An attribute of its own object by that name is not the node's."""

    class Own:
        maximizing = True

        def search(self, node: Any) -> Any:
            if self.maximizing:
                return node.value
            return -node.value

    assert not reads_turn(Own().search)
    assert reads_turn(RIGHT["the turn of the node"].made())
    assert reads_turn(RIGHT["the turn of the node by its name"].made())
    assert not reads_turn(RIGHT["a pair of methods"].made())


def test_without_a_source_the_sides_are_tried() -> None:
    """Python may not know it; a name that says what is usual is believed."""
    space: dict[str, Any] = {}
    exec("def f(node, who): pass\ndef g(node, color): pass", space)

    assert possible_turn_pairs(space["f"], "who") == FALLBACK_TURN_PAIRS
    assert possible_turn_pairs(space["g"], "color") == ((1, -1),)


def test_own_trees_with_min_at_the_root_are_left_out_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the code begins with MAX; if no tree is left, that is one sentence. Others are
    graded on all of them.
    """
    file = tmp_path / "mine.py"
    trees = tmp_path / "trees.txt"
    file.write_text(RIGHT["a pair of functions"].text, encoding="utf-8")

    def said(text: str, *options: str) -> tuple[int, str, str]:
        trees.write_text(text, encoding="utf-8")
        status = run_command(
            visualizer, ["grade", f"{file}:max_value", "--tasks", str(trees), *options]
        )
        found = capsys.readouterr()
        return status, found.out, found.err

    status, out, _ = said("[[3,5],[2,9]]\nmin [[1,2],[3,4]]\n[1,2]\n")

    assert status == 0
    assert out.splitlines()[1] == (
        "2 of 2 trees right; 1 is left out, because MIN is to move at the root and this "
        "code begins with MAX."
    )
    assert json.loads(said("[1,2]\nmin [1,2]\nmin [2,1]\n", "--json")[1])["skipped"] == 2
    status, out, err = said("min [1,2]\nmin [2,1]\n")
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    assert (
        f"MIN is to move at the root of all 2 trees of {str(trees)!r}, but this code begins "
        "with MAX"
    ) in err
    file.write_text(
        RIGHT["the turn of the node"].text.replace("alphabeta", "max_value"), encoding="utf-8"
    )
    assert said("min [1,2]\n[1,2]\n")[1].splitlines()[1] == "2 of 2 trees right."


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="there a shell hands over no pipes")
def test_trees_may_come_from_a_pipe_of_the_shell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--tasks <(command)` is the name of an open pipe, which can be read but once; any other
    pipe is refused.
    """
    file = tmp_path / "mine.py"
    file.write_text(RIGHT["a pair of functions"].text, encoding="utf-8")
    reading, writing = os.pipe()
    os.write(writing, b"[[3,5],[2,9]]\n[1,2]\n")
    os.close(writing)
    status = run_command(
        visualizer, ["grade", f"{file}:max_value", "--tasks", f"/dev/fd/{reading}"]
    )
    os.close(reading)

    assert status == 0
    assert capsys.readouterr().out.splitlines()[1] == "2 of 2 trees right."
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert run_command(visualizer, ["grade", f"{file}:max_value", "--tasks", str(pipe)]) == 2
    assert "it is a pipe, not a regular file" in capsys.readouterr().err
