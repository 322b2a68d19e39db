"""Any signature, Berkeley's agents and arrays of leaves are graded as they stand."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.few import one_in
from tests.grading.conftest import Grade
from tests.grading.courses import AGENTS, ARRAYS, STYLES, styled
from visualizer import grade
from visualizer.apps.cli import grade_command, screen, visualizer, watch_command
from visualizer.apps.cli.messages import run_command
from visualizer.support.errors import InputError
from visualizer.your_code.grading.grading import Grading, make_trees_for_task
from visualizer.your_code.grading.reference import GradedTask
from visualizer.your_code.grading.report import WrongTree
from visualizer.your_code.grading.shapes import TreeShape
from visualizer.your_code.grading.signatures import signature_of
from visualizer.your_code.grading.subjects import FileSubject
from visualizer.your_code.watching.watched import watch_wrong


def written(folder: Path, text: str, name: str = "mine.py") -> str:
    """Write a file, and return its name."""
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


@pytest.mark.parametrize("style", one_in(4, STYLES))
def test_who_moves_is_told_as_the_source_has_it(tmp_path: Path, style: str) -> None:
    """Truth values, texts and numbers, under any name: what is handed over is read from the
    source, and told.
    """
    file = written(tmp_path, styled(style))
    one, other, _, _ = STYLES[style]
    node, who = style.removesuffix(")").partition("(")[2].split(", ")
    report = grade(f"{file}:minimax", task="minimax", trees=12)
    words = [f'"{each}"' if isinstance(each, str) else repr(each) for each in (one, other)]

    assert report.is_right, report.text()
    assert report.given == {node: "the root", who: f"{words[0]} for MAX, {words[1]} for MIN"}
    if not report.is_plain:
        assert report.text().startswith(
            f"Called with {node} = the root; {who} = {words[0]} for MAX"
        )


@pytest.mark.parametrize("style", one_in(4, STYLES))
def test_a_source_that_tells_leaves_nothing_to_try(tmp_path: Path, style: str) -> None:
    """At most which of two stands for MAX is tried; without a source, the four kinds are tried
    in their order.
    """
    module = ModuleType("mine")
    file = written(tmp_path, styled(style))
    exec(compile(Path(file).read_text(encoding="utf-8"), file, "exec"), vars(module))

    assert len(signature_of(module.minimax).styles) <= 2
    exec(compile(styled("minimax(x, who)"), "nowhere", "exec"), vars(module))
    assert [style.turns["who"] for style in signature_of(module.minimax).styles][:3] == [
        (True, False),
        ("MAX", "MIN"),
        (1, -1),
    ]


def test_what_is_only_handed_on_is_read_where_it_goes(tmp_path: Path) -> None:
    """A function that leaves the search to another is given what that one takes."""
    text = (
        styled("minimax(b, who)") + "def best(board, player):\n    return minimax(board, player)\n"
    )
    report = grade(f"{written(tmp_path, text)}:best", task="minimax", trees=6)

    assert report.is_right
    assert report.given["player"] == "1 for MAX, 2 for MIN"


def test_a_wrong_search_is_given_what_fits_best(tmp_path: Path) -> None:
    """Where no way is right, the one is taken that is nearest, and the mistake is named."""
    text = styled("minimax(n, turn)").replace("in n.children]", "in n.children[:-1] or n.children]")
    report = grade(f"{written(tmp_path, text)}:minimax", task="minimax", trees=12)

    assert report.given["turn"] == '"X" for MAX, "O" for MIN'
    assert [*report.looks_like] == ["last-child-missed"]


def test_a_method_of_a_class(tmp_path: Path) -> None:
    """FILE.py:CLASS.METHOD is a method of an instance made without arguments; what cannot be is
    one sentence.
    """
    text = (
        "class Bot:\n    def __init__(self):\n        self.plies = 0\n"
        "    def search(self, board, depth, player):\n"
        "        if not board.children:\n            return board.value\n"
        "        found = [self.search(each, depth + 1, not player) for each in board.children]\n"
        "        return max(found) if player else min(found)\n"
        "class Wants:\n    def __init__(self, size):\n        pass\n"
    )
    file = written(tmp_path, text)
    report = grade(f"{file}:Bot.search", task="minimax", trees=6)

    assert report.is_right
    assert report.given["depth"] == "0"
    for name, why in {
        "Bot.find": "the class Bot has no method 'find'; it has: search",
        "Wants.search": "Wants cannot be created without arguments: TypeError: ",
        "Nobody.search": "has no function 'Nobody'; it has: Bot Wants",
        "Bot": "Bot is a class without getAction; name one of its methods as FILE.py:CLASS.METHOD",
    }.items():
        with pytest.raises(InputError) as caught:
            grade(f"{file}:{name}")
        assert why in str(caught.value)


@pytest.mark.parametrize("agents", one_in(2, [2, 3, 4]))
@pytest.mark.parametrize("depth", [None, 1, 2])
@pytest.mark.parametrize(
    ("name", "task"),
    [
        ("AlphaBetaAgent", "alpha-beta"),
        ("MinimaxAgent", "minimax"),
        ("ExpectimaxAgent", "expectimax"),
    ],
)
def test_agents_of_berkeley(
    tmp_path: Path, name: str, task: str, depth: int | None, agents: int
) -> None:
    """Agents are graded without a file of the project beside them; `depth` is in rounds of all
    agents.
    """
    file = written(tmp_path, AGENTS, "multiAgents.py")
    report = grade(
        f"{file}:{name}",
        task=task,
        depth=depth,
        trees=12,
        agents=agents,
    )

    assert report.is_right, report.text()
    assert report.given == {
        "gameState": "the root",
        "self.depth": str(depth or 100),
        "getNumAgents()": str(agents),
    }
    assert report.task.depth == (depth and depth * agents)


@pytest.mark.parametrize(
    "line",
    one_in(
        2,
        [
            "def lookup(name, names): return lambda state: 1 / 0",
            "def lookup(name, names): return names[name]",
        ],
    ),
)
def test_modules_beside_the_file_are_taken(tmp_path: Path, line: str) -> None:
    """A `util` that lies beside the file is the one it imports; the leaves are read by the score
    all the same.
    """
    written(tmp_path, f"{line}\nMINE = True\n", "util.py")
    file = written(tmp_path, f"{AGENTS}\nassert util.MINE\n", "multiAgents.py")

    assert grade(f"{file}:AlphaBetaAgent", trees=6).is_right


AGENTS_WRONG = {
    ("if v > beta:", "if v >= beta:"): "",
    ("successor, depth + 1, alpha", "successor, depth, alpha"): "",
    ("generateSuccessor(agentIndex, action)", "generateSuccessor(0, action)"): "",
    ("            alpha = max(alpha, v)\n", ""): "",
    ("depth == self.depth", "depth == self.depth + 1"): "one-ply-off",
}


@pytest.mark.parametrize(("right", "wrong"), one_in(2, AGENTS_WRONG))
def test_a_wrong_agent_is_found(tmp_path: Path, right: str, wrong: str) -> None:
    """Each of these mistakes is found, on a tree whose sides move in rounds of the agents."""
    assert right in AGENTS
    file = written(tmp_path, AGENTS.replace(right, wrong), "multiAgents.py")
    report = grade(f"{file}:AlphaBetaAgent", agents=3, depth=2 if "depth" in right else None)
    assert report.first_wrong is not None
    assert not TreeShape(3, max_begins=True).why_unsuitable(report.first_wrong.tree)
    if name := AGENTS_WRONG[right, wrong]:
        assert name in report.looks_like
    if "generate" in right:
        assert (
            "generateSuccessor(0, …) was called at A, where agent 1 is to move"
            in report.first_wrong.why
        )


def test_the_strict_rule_is_usual_for_agents(tmp_path: Path) -> None:
    """Without --cut agents cut by >; with >= the same agent is told that it makes the other
    comparison.
    """
    file = written(tmp_path, AGENTS, "multiAgents.py")
    usual = grade(f"{file}:AlphaBetaAgent")
    other = grade(f"{file}:AlphaBetaAgent", cut=">=")

    assert usual.task.cut == ">"
    assert usual.right == 60
    assert [*other.looks_like] == ["wrong-rule"]
    minimax = grade(f"{file}:AlphaBetaAgent", task="minimax")
    assert minimax.text().endswith(
        "it behaves exactly like alpha-beta; grade it with task alpha-beta."
    )


@pytest.mark.parametrize("name", one_in(2, ["minimax", "target", "three_below", "max_begins"]))
def test_arrays_of_leaves(tmp_path: Path, name: str) -> None:
    """Leaves in a list, at a fixed depth or any, with two or three children, the depth counted
    up or down.
    """
    file = written(tmp_path, ARRAYS)
    report = grade(f"{file}:{name}", task="alpha-beta" if name == "minimax" else "minimax")

    assert report.is_right, report.text()
    assert report.trees == 60, report.text()
    subject = FileSubject(f"{file}:{name}", 5, None)
    subject.close()
    trees = [tree for _, tree in make_trees_for_task(GradedTask(shape=subject.shape), 60, 1)]
    assert {len(tree.moves()) for tree in trees} == {3 if name == "three_below" else 2}
    assert {len(path) for tree in trees for path, node in tree.paths() if not node.children} <= (
        {3} if name == "minimax" else {2, 3, 4, 5}
    )
    assert {tree.maximizing for tree in trees} == (
        {True} if name == "max_begins" else {True, False}
    )


def test_a_wrong_array_search_is_found(tmp_path: Path) -> None:
    """A best value that begins at 0, and a cutoff that is left out, on complete trees."""
    zero = written(tmp_path, ARRAYS.replace("best = MIN", "best = 0"))
    report = grade(f"{zero}:minimax")

    assert [*report.looks_like] == ["begins-at-zero"]
    assert report.first_wrong is not None
    assert len(report.first_wrong.tree.children) == 2
    never = written(tmp_path, ARRAYS.replace("if beta <= alpha", "if False"), "never.py")
    assert "no-pruning" in grade(f"{never}:minimax").looks_like


def test_what_an_agent_did_is_watched(tmp_path: Path) -> None:
    """On the tree that it gets wrong its visits are those of its own calls, with the windows
    that they were handed.
    """
    file = written(tmp_path, AGENTS.replace("if v > beta:", "if v >= beta:"), "multiAgents.py")
    with closing(FileSubject(f"{file}:AlphaBetaAgent", 5, None)) as subject:
        task = GradedTask().for_shape(subject.shape.with_agents(3))
        grading = Grading(subject, task, make_trees_for_task(task), 1)
        wrong = grading.run().first_wrong

    assert isinstance(wrong, WrongTree)
    seen = watch_wrong(f"{file}:AlphaBetaAgent", wrong, grading.style)
    assert seen.has_search_in_calls
    assert seen.run.trace.path(1) == (0,)
    assert seen.run.trace.window(1) is not None
    assert tuple(dict.fromkeys(seen.log.reads)) == tuple(dict.fromkeys(wrong.answer.leaves))


OPENED = [
    (AGENTS, "if v > beta:", "if v >= beta:", "AlphaBetaAgent --agents 3"),
    (AGENTS, "(max if agent == 0 else min)(", "max(", "MinimaxAgent --task minimax --depth 2"),
    (
        AGENTS,
        "total / len(actions)",
        "total",
        "ExpectimaxAgent --task expectimax --agents 3 --depth 1",
    ),
    (ARRAYS, "if beta <= alpha", "if False", "minimax"),
    (ARRAYS, "2 * index + 1, arr", "2 * index, arr", "max_begins --task minimax"),
]


@pytest.mark.parametrize(("text", "old", "new", "words"), one_in(2, OPENED))
def test_agents_and_arrays_are_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, old: str, new: str, words: str
) -> None:
    """It is shown with its lines on the tree that it gets wrong, with the right search to stand
    beside it.
    """
    shown: list[Any] = []
    monkeypatch.setattr(grade_command, "has_screen", lambda: True)
    monkeypatch.setattr(screen, "has_screen", lambda: True)
    monkeypatch.setattr(
        watch_command, "show_explorer", lambda *all_of_it, **looks: shown.extend(all_of_it)
    )

    assert old in text
    name, *options = words.split()
    file = written(tmp_path, text.replace(old, new))
    assert run_command(visualizer, ["grade", f"{file}:{name}", *options, "--open"]) == 1
    (theirs,), _, begin, said = shown
    right = theirs.counterpart
    assert right is not None
    assert theirs.recipe.where.position == right.where.position
    assert theirs.track is not None
    assert 0 <= begin.step <= theirs.trace.last_step
    assert said or theirs.track.notes, "why it is wrong is said with the step or with the line"
    if "Agent" in name:
        assert len(theirs.trace) > 2
        assert theirs.trace.path(1) == (0,)


def test_the_command_says_what_was_handed_over(tmp_path: Path, run: Grade) -> None:
    """First what each parameter was given, then the count; what makes no sense is one sentence."""
    file = written(tmp_path, AGENTS, "multiAgents.py")
    arrays = written(tmp_path, ARRAYS)

    def said(line: str) -> tuple[int, list[str]]:
        status, out, err = run(line)
        return status, (out or err).splitlines()

    assert said(f"{file}:AlphaBetaAgent --agents 3 --trees 6") == (
        0,
        [
            "Called with gameState = the root; self.depth = 100; getNumAgents() = 3.",
            "6 of 6 trees right.",
        ],
    )
    assert said(f"{arrays}:target --task minimax --trees 6")[1][0] == (
        "Called with curDepth = 0; nodeIndex = 0; maxTurn = True for MAX, False for MIN; "
        "scores = the list of the "
        "leaves; targetDepth = the plies below the root."
    )
    for line, why in {
        f"{arrays}:target --agents 3": "--agents is only for FILE.py:CLASS with getAction",
        f"{arrays}:target --depth 2": (
            "target takes a list of leaves, without values for other nodes"
        ),
        f"{file}:ExpectimaxAgent --task expectiminimax": "this code cannot search chance nodes",
    }.items():
        status, lines = said(line)

        assert status == 2
        assert len(lines) == 1
        assert why in lines[0]
    trees = written(tmp_path, "[[1,2],[3]]\n", "trees.txt")
    assert "it is not complete" in said(f"{arrays}:target --task minimax --tasks {trees}")[1][0]
    assert said(f"{file}:AlphaBetaAgent --tasks {trees}")[1][1] == "1 of 1 trees right."
