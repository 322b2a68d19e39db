"""Practice, sheets and homework with chance, as they are called: random trees, tasks, answers,
and what is refused.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exports.tex import COMPILE_TWICE
from games.tree import start
from tests.cli.conftest import Call
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.tasks import random_tree

pytestmark = pytest.mark.usefixtures("folder")

TREE = "[~[4,8],~[0,9]]"
TASK = ("practice", "--task", "-p", TREE)


def questions(done: Call, *words: str) -> list[tuple[str, str]]:
    """Return what a task asks, in order."""
    return [(each["node"], each["question"]) for each in json.loads(done(*words).out)["questions"]]


def test_every_nth_ply_of_random_trees_is_chance() -> None:
    """The root's ply is the first; branches and leaves are those of the same seed without
    chance, and 0 is none.
    """
    for seed in range(40):
        trees = {
            n: start(
                {
                    "branching": (2, 3),
                    "depth": 5,
                    "seed": seed,
                    "chance": n,
                }
            )
            for n in range(6)
        }
        plain = start(
            {
                "branching": (2, 3),
                "depth": 5,
                "seed": seed,
            }
        )

        assert trees[0].text() == plain.text()
        assert "~" not in plain.text()
        for n, tree in trees.items():
            row = [(tree, plain)]
            for ply in range(1, 7):
                assert all(
                    node.chance == bool(n and ply % n == 0 and node.children) for node, _ in row
                )
                assert all(sum(node.probabilities() or (1,)) == 1 for node, _ in row)
                assert all(
                    (node.value, len(node.children)) == (other.value, len(other.children))
                    for node, other in row
                )
                row = [
                    pair
                    for node, other in row
                    for pair in zip(node.children, other.children, strict=True)
                ]


def test_a_task_with_chance(done: Call) -> None:
    """Values of all inner nodes without bounds; with them what Star1 comes to, and bounds."""
    assert questions(done, *TASK) == [
        ("", "value"),
        ("1", "value"),
        ("2", "value"),
    ]
    task = json.loads(done(*TASK, "--bounds", "0,10", "--level", "cuts").out)
    assert task["level"] == "cuts"
    assert task["bounds"] == [0, 10]
    assert task["tree"] == TREE
    assert questions(done, *TASK, "--bounds", "0,10", "--level", "cuts") == [
        (node, "pruned") for node in ("1", "1.1", "1.2", "2", "2.1", "2.2")
    ]
    assert questions(done, *TASK, "--bounds", "0,10", "--level", "windows")[-2:] == [
        ("2", "alpha"),
        ("2", "beta"),
    ]
    random = json.loads(done("practice --task --seed 3 --set chance=2").out)
    assert random["tree"].startswith("[~[")
    assert random["seed"] == 3
    assert random["level"] == "values"


def test_answers_may_be_fractions(call: Call) -> None:
    """`7/2` and `3.5` are the same; a wrong answer is told what was done, and the sum in the
    end.
    """
    answers = [
        {
            "node": "",
            "question": "value",
            "answer": "7/2",
        },
        {
            "node": "1",
            "question": "value",
            "answer": "3.5",
        },
        {
            "node": "2",
            "question": "value",
            "answer": "3",
            "tries": 1,
        },
    ]
    Path("a.json").write_text(json.dumps(answers))
    tree = "[~[3,4], ~[1/4: 2, 3/4: 4]]"
    result = call(f"practice -p '{tree}' --answers a.json")
    found = json.loads(result.out)

    assert result.status == 1
    assert found["right"] == 2
    assert found["wrong"] == 1
    assert found["open"] == 0
    assert (
        found["answers"][2]["why"]
        == "You took the mean of 2 and 4; their probabilities are 1/4 and 3/4."
    )
    window = [
        {
            "node": "2.1",
            "question": "alpha",
            "answer": "5/3",
        }
    ]
    Path("a.json").write_text(json.dumps(window))
    asked = ("-p", "[~[2,3], ~[3/4: [1,9], 1/4: 5]]", "--bounds", "0,5", "--level", "windows")
    found = json.loads(call("practice", *asked, "--answers", "a.json").out)
    assert found["right"] == 1
    assert found["answers"][0]["right"] is True


@pytest.mark.slow
def test_sheets_with_chance_in_every_format(call: Call, done: Call) -> None:
    """With bounds trees that Star1 cuts, without them values alone; both pages tell
    probabilities and bounds.
    """
    shape = ("exercise", "-n", "2", "--seed", "1", "--set", "chance=2")
    written = call(
        *shape, "--bounds", "0,9", "-O", "a.svg", "-O", "a.pdf", "-O", "a.tex", "-O", "a.pptx"
    )

    assert written.status == 0
    assert written.err == f"visualizer: a.tex: {COMPILE_TWICE}\n"
    exercise, solution = (Path("a", name).read_text() for name in ("001.svg", "003.svg"))
    assert all(
        "3/4" in page and "leaves from 0 to 9" in page and "chance" in page
        for page in (exercise, solution)
    )
    assert "cross out the branches" in exercise
    assert "Cut at" in solution
    done(*shape, "-O", "b.svg")
    plain = Path("b", "001.svg").read_text()
    assert "expectiminimax" in plain
    assert "cross out" not in plain
    assert "Fill in the value of each node." in plain


def test_homework_of_mixed_trees_has_one_level(call: Call, done: Call) -> None:
    """That of the first tree; with bounds all are Star1's."""
    Path("mixed.txt").write_text(f"[[3,5],[2,9]]\n{TREE}\n")
    Path("chance.txt").write_text(f"{TREE}\n[[3,5],[2,9]]\n")
    page = ("exercise", "--homework", "-O", "a.html", "--force", "--tasks")
    for words in (
        ("chance.txt",),
        ("mixed.txt", "--level", "values"),
        ("mixed.txt", "--bounds", "0,10"),
    ):
        done(*page, *words)
        text = Path("a.html").read_text()

        assert ("Star1, leaves from 0 to 10" in text) == ("--bounds" in words)
        assert ("expectiminimax" in text) == ("--bounds" not in words)


def test_random_trees_keep_to_their_shape() -> None:
    """Practice's trees of a seed are the same on the screen and on paper, with chance too."""
    where = random_tree(7, {"chance": "2"})
    assert where == PositionSpec(
        "tree",
        None,
        "",
        {
            "branching": "2-3",
            "depth": "3",
            "chance": "2",
            "seed": "7",
        },
    )
