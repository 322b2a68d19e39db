"""Code in eighteen styles is held against the right search: never falsely, and a mistake is
found on its line.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.few import one_in
from tests.grading import right_tasks
from tests.grading.here import graded, trees_of
from tests.watching.heard import module_of
from tests.watching.here import held, style_for, watched
from tests.watching.styles import STYLES, all_mistakes
from visualizer import watch
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.searching.data_files import read_json
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.your_code.grading.reference import GradedTask
from visualizer.your_code.grading.report import WrongTree
from visualizer.your_code.watching.watched import CodeLimits, describe_watched, watch_file

FIGURE = Recipe(PositionSpec("tree", "aima-5.2"), SearchSpec())
TREES = [tree.text() for _, tree in trees_of(60, 1)]


@pytest.mark.parametrize("name", STYLES)
def test_right_code_has_no_difference(name: str) -> None:
    """Whatever its style, nothing that right code does is called a difference."""
    style = STYLES[name]
    kind = style_for(style.made())
    for tree in TREES[::3]:
        code = watched(
            style.made(),
            tree,
            style.against,
            style=kind,
        )

        assert code.difference is None, tree
        assert code.remark == "", tree
        assert code.stopped == "", tree


@pytest.mark.parametrize("task", ["negamax", "pvs", "mtdf", "iterative-deepening"])
def test_right_code_of_every_task_has_no_difference(task: str) -> None:
    """So it is with the variants in books, also where the root is searched several times."""
    for function, _ in right_tasks.TASKS[task]:
        for tree in TREES[::12]:
            code = watched(function, tree, task)

            assert code.difference is None, (function, tree)
            assert code.remark == "", (function, tree)
            assert code.stopped == "", (function, tree)


def check_numbers(name: str, trees: list[str]) -> None:
    """Check that each window handed and each value returned in a right search of a style is held
    to be right.
    """
    style = STYLES[name]
    kind = style_for(style.made())
    for tree in trees:
        nearest = max(
            held(
                style.made(),
                tree,
                style.against,
                style=kind,
            ),
            key=lambda each: each.step,
        )
        assert not nearest.visits_differ, tree
        agreeing = nearest.count_agreeing_events(nearest.negated_turns)
        assert agreeing == len(nearest.events), tree


@pytest.mark.parametrize("name", STYLES)
def test_every_number_of_right_code_is_right(name: str) -> None:
    """Without asking whether the answer is wrong, all that right code hands on and returns is
    what it may be.
    """
    check_numbers(name, [tree.text() for _, tree in trees_of(24, 2)])


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES)
def test_every_number_of_right_code_is_right_on_many_trees(name: str) -> None:
    """So it is on 10,000 random trees, shared out among the styles."""
    place = [*STYLES].index(name)
    trees = [
        tree.text()
        for seed in range(10 + place, 1_000, len(STYLES))
        for _, tree in trees_of(122, seed)
    ]
    check_numbers(name, trees[: -(-10_000 // len(STYLES))])


@pytest.mark.parametrize("name", STYLES)
def test_the_line_of_a_mistake_is_told_on_the_smallest_tree(name: str) -> None:
    """The mistake planted in each style, the first that is listed, is found on its very line, as
    `grade --open` shows.

    So it is with all of them.
    """
    style = STYLES[name]
    task = GradedTask(style.against, table=name == "a memo")
    wrong = graded(style.made(0), task).first_wrong

    assert wrong is not None
    assert wrong.tree is not None
    code = watched(
        style.made(0),
        wrong.tree.text(),
        style.against,
        style=style_for(style.made()),
    )
    assert code.difference is not None
    assert code.difference.line == style.line(0), code.difference.why
    assert code.difference.why.startswith(f"line {style.line(0)}, at ")


FOUND_ELSEWHERE = {
    "a stack": (1, 2, 3),
    "self.alpha": (7,),
    "globals": (4,),
    "a generator": (4,),
}
"""The mistakes for which another line is told more often than their own."""


@pytest.mark.parametrize(("name", "place"), one_in(4, all_mistakes()))
def test_a_mistake_is_found_on_its_line(name: str, place: int) -> None:
    """On most trees on which it shows, the line that is told is that of the mistake."""
    style = STYLES[name]
    kind = style_for(style.made())
    lines = Counter[int]()
    for tree in TREES[::2]:
        code = watched(
            style.made(place),
            tree,
            style.against,
            style=kind,
        )
        if code.difference is not None:
            lines[code.difference.line] += 1

    assert lines, "it never shows"
    is_found = lines[style.line(place)] > lines.total() / 2
    assert is_found == (place not in FOUND_ELSEWHERE.get(name, ())), lines


OVERWRITTEN = {
    "negamax with a colour": 2,
    "self.alpha": 1,
    "numpy": 0,
    "a window as a list": 3,
}
"""In which styles α is overwritten by a value, and with which mistake."""


@pytest.mark.parametrize("name", one_in(4, OVERWRITTEN))
def test_an_overwritten_alpha_is_told_as_alpha(name: str) -> None:
    """Where `alpha = value` goes wrong, it is always α that is told, at that line."""
    style = STYLES[name]
    place = OVERWRITTEN[name]
    kind = style_for(style.made())
    found = Counter[tuple[str, int]]()
    for _, tree in trees_of(40, 3):
        code = watched(style.made(place), tree.text(), style=kind)
        if code.difference is not None:
            found[code.difference.role, code.difference.line] += 1

    assert [*found] == [("alpha", style.line(place))]


SILENT = """
def zero(node):
    if not node.children:
        return 0
    values = [zero(child) for child in node.children]
    return max(values) if node.maximizing else min(values)

def blind(node, maximizing):
    if not maximizing:
        return 0
    return max(blind(child, False) for child in node.children)

def sized(node):
    def size(node):
        return 1 + sum(map(size, node.children))
    if not node.children:
        return node.value
    values = []
    for child in sorted(node.children, key=size)[:2]:
        values.append(sized(child))
    return max(values) if node.maximizing else min(values)
"""


@pytest.mark.parametrize(
    ("name", "line", "node", "said"),
    [
        (
            "zero",
            4,
            (0, 0),
            "your code returns 0 at once and reads nothing; minimax reads its value",
        ),
        (
            "blind",
            10,
            (0,),
            "your code returns 0 at once and reads nothing; minimax searches its children",
        ),
        ("sized", 19, (), "your code leaves the root; minimax goes on with branch 3"),
    ],
)
def test_a_call_that_reads_nothing_is_the_culprit(
    tmp_path: Path, name: str, line: int, node: tuple[int, ...], said: str
) -> None:
    """No loop is blamed for a call that it has made; one that only counts nodes is no search,
    and not blamed.
    """
    function = module_of(SILENT, tmp_path / "silent.py")[name]
    tree = "[[3,5],[2,9]]" if name != "sized" else "[3,2,9]"
    found = watched(function, tree, "minimax").difference

    assert found is not None
    assert found.line == line
    assert found.node == node
    assert found.why.endswith(said)


def test_one_file_may_hold_a_negamax_and_another_search(tmp_path: Path) -> None:
    """From whose side numbers are is told by the lines that run, not by other functions of the
    file.
    """
    text = (
        CODE
        + """
def negamax(node, color):
    if not node.children:
        return color * node.value
    return max(-negamax(child, -color) for child in node.children)
"""
    )
    found = watched(
        module_of(text, tmp_path / "both.py")["alphabeta"], "min [1,[4,[3,2]]]"
    ).difference

    assert found is not None
    assert "for MAX" not in found.why


CODE = """
def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_terminal:
        return node.value
    best = -99 if maximizing else 99
    for child in node.children:
        value = alphabeta(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            alpha = min(beta, best)
        if alpha >= beta:
            break
    return best


def elsewhere(node):
    here = [node]

    def search():
        if not here[-1].children:
            return here[-1].value
        found = []
        for child in here[-1].children:
            here.append(child)
            found.append(search())
            here.pop()
        return max(found) if here[-1].maximizing else min(found)

    return search()
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """Return the name of a file with code that goes wrong."""
    file = tmp_path / "mine.py"
    file.write_text(CODE, encoding="utf-8")
    return str(file)


def test_watch_says_the_first_difference(mine: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The status is 1, and JSON has the line, the call, the node, the role and what is right;
    without NAME it is 0.
    """
    words = ["watch", f"{mine}:alphabeta", "tree", "-p", "[[1,[4,[3,2]]],[3,[4,5]]]", "--json"]

    assert run_command(visualizer, [*words, "--against", "alpha-beta"]) == 1
    found = read_json(capsys.readouterr().out)["first_difference"]
    why = found.pop("why")
    assert found == {
        "line": 13,
        "call": 1,
        "node": "1",
        "role": "alpha",
        "yours": 1,
        "right": "-inf",
    }
    assert why == (
        "line 13, at A (MIN): in your code alpha became 1; in alpha-beta, beta falls to 1 "
        "and alpha stays −∞"
    )
    assert run_command(visualizer, words) == 0
    assert read_json(capsys.readouterr().out)["first_difference"] is None


def test_watch_says_the_first_difference_in_a_game(
    mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game's tree is held against a search of the same depth in the same order of moves."""
    words = ["watch", f"{mine}:alphabeta", "tictactoe", "-p", "X---O----", "-d", "3", "--json"]

    assert run_command(visualizer, [*words, "--against", "alpha-beta"]) == 1
    found = read_json(capsys.readouterr().out)["first_difference"]
    assert found["line"] == 13
    assert found["role"] == "alpha"
    assert found["why"].startswith("line 13, after ")


RIGHT = CODE.replace("alpha = min(beta, best)", "beta = min(beta, best)")
LATE = RIGHT.replace("alpha >= beta", "alpha > beta")


def test_without_a_position_the_smallest_tree_that_goes_wrong_is_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is the tree that `grade` shows, though the textbook's goes right; and where all are
    right, it is said.
    """
    late = module_of(LATE, tmp_path / "late.py")["alphabeta"]

    assert describe_watched(
        watch_file(f"{tmp_path}/late.py:alphabeta", FIGURE, CodeLimits(), "alpha-beta")
    ) == ["on this tree it does what alpha-beta does"]
    smallest = graded(late).first_wrong
    assert isinstance(smallest, WrongTree)
    assert (
        run_command(
            visualizer,
            ["watch", f"{tmp_path}/late.py:alphabeta", "--against", "alpha-beta", "--json"],
        )
        == 1
    )
    found = read_json(capsys.readouterr().out)
    assert found["position"] == smallest.tree.text()
    assert found["first_difference"]["line"] == 14
    run = watch(module_of(RIGHT, tmp_path / "right.py")["alphabeta"], against="alpha-beta")
    assert run.remarks == ["on this tree and on 60 others it does what alpha-beta does"]
    hidden = watch(module_of(LATE, tmp_path / "late.py")["elsewhere"], against="alpha-beta")
    assert hidden.remarks[0].startswith("Your search reads ")


SAID_BY_GRADING = """
def leaves(depth, index, maximizing, values):
    if depth == 3:
        return values[index]
    found = [leaves(depth + 1, 2 * index + each, not maximizing, values) for each in (0, 1)]
    return max(found) if maximizing else found[0]

def unmoved(node, maximizing):
    if not node.children:
        return node.value, None
    found = [unmoved(child, not maximizing)[0] for child in node.children]
    return (max(found) if maximizing else min(found)), None
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("leaves", "Your search returns 2, but the root is worth 1: MIN gets that with A."),
        ("unmoved", "60 of 60 values right; it returned no move on any of them."),
    ],
)
def test_what_grading_alone_can_tell_is_said(tmp_path: Path, name: str, said: str) -> None:
    """Nothing is said to be right of code that cannot search the textbook's tree, or that
    returns no move.
    """
    (tmp_path / "mine.py").write_text(SAID_BY_GRADING, encoding="utf-8")

    assert watch(f"{tmp_path}/mine.py:{name}", against="minimax").remarks == [said]
    assert (
        run_command(
            visualizer, ["watch", f"{tmp_path}/mine.py:{name}", "--against", "minimax", "--json"]
        )
        == 1
    )


def test_watch_says_where_no_difference_can_be_told(
    mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A search whose calls are given no node is not held against another, and it is said so; as
    for an unknown NAME.
    """
    watched_there = watch_file(f"{mine}:elsewhere", FIGURE, CodeLimits(), "alpha-beta")

    assert describe_watched(watched_there) == [
        "Its calls are not given the nodes that they read, so no first difference can be told."
    ]
    assert watched_there.difference is None
    assert run_command(visualizer, ["watch", f"{mine}:elsewhere", "--against", "guess"]) == 2
    assert "the search of --against 'guess' is not one of alpha-beta " in capsys.readouterr().err


UNFIT = """
def ours(problem, recorder):
    return 0

class Agent:
    def getAction(self, gameState):
        return gameState.getLegalActions(0)[0]
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ours", "searches a problem and tells a recorder; open it with --algorithm instead"),
        (
            "Agent",
            "begins with MAX, but MIN is to move at the root; leave out --against alpha-beta",
        ),
    ],
)
def test_code_that_cannot_be_watched_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    """It is said why, and what to do instead."""
    (tmp_path / "unfit.py").write_text(UNFIT, encoding="utf-8")
    words = [
        "watch",
        f"{tmp_path}/unfit.py:{name}",
        "tree",
        "-p",
        "min [[1,2],3]",
        "--against",
        "alpha-beta",
    ]

    assert run_command(visualizer, words) == 2
    assert capsys.readouterr().err.rstrip().endswith(said)
