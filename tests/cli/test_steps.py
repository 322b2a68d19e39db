"""`practice --level steps` for other programs, and homework in which one is the search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import is_zipfile

import pytest

from tests.cli.conftest import Call
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.by_hand.machine import ActKind
from visualizer.teach.by_hand.search import ByHand
from visualizer.teach.question import AskedField
from visualizer.teach.rules import ExerciseRules

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def right_steps(tree: str, **rules: Any) -> list[dict[str, Any]]:
    """Return the steps of the search of a tree as answers."""
    hand = ByHand(PositionSpec("tree", tree), ExerciseRules(**rules))
    moment = hand.beginning
    steps = list[dict[str, Any]]()
    while not moment.is_over:
        act, there = next(iter(moment.right_acts.items()))
        if act.kind.takes_number:
            words = act.says.replace("α", "alpha").replace("β", "beta")
        else:
            words = act.kind.word
        answer: Any = act.number if act.kind is ActKind.RETURN else words
        steps.append(
            {
                "node": AskedField(moment.path, "").node,
                "question": "step",
                "answer": answer,
            }
        )
        moment = there
    return steps


def graded(
    call: Call,
    folder: Path,
    answers: Any,
    *words: str,
) -> Any:
    file = folder / "answers.json"
    file.write_text(json.dumps(answers))
    return call(f"practice --level steps --answers {file}", *words)


def test_the_task_asks_for_the_first_step_only(call: Call) -> None:
    """More would tell how the search goes; of chance the bounds are told, too."""
    task = json.loads(call(f"practice --level steps --task -p {TREE} --fail hard").out)

    assert task == {
        "tree": TREE,
        "cut": ">=",
        "fail": "hard",
        "level": "steps",
        "seed": None,
        "questions": [{"node": "", "question": "step"}],
    }
    chance = ("practice", "--level", "steps", "--task", "-p", "[~[4,8],~[0,9]]", "--bounds", "0,10")
    assert json.loads(call(*chance).out)["bounds"] == [0, 10]


@pytest.mark.parametrize(
    ("tree", "words", "rules"),
    [
        (TREE, [], {}),
        (TREE, ["--cut", ">"], {"cut": ">"}),
        (f"min {TREE}", ["--fail", "hard"], {"fail": "hard"}),
        ("[~[4,8],~[0,9],~[min[3,4],1]]", ["--bounds", "0,10"], {"bounds": (0, 10)}),
    ],
)
def test_right_steps_are_right(
    call: Call, tmp_path: Path, tree: str, words: list[str], rules: Any
) -> None:
    """All of them: status 0; without the last one is open: status 1."""
    steps = right_steps(tree, **rules)
    done = graded(call, tmp_path, steps, "-p", tree, *words)
    found = json.loads(done.out)

    assert done.status == 0
    assert found["right"] == len(steps)
    assert found["wrong"] == 0
    assert found["open"] == 0
    short = graded(call, tmp_path, steps[:-1], "-p", tree, *words)
    assert short.status == 1
    assert json.loads(short.out)["open"] == 1


def test_a_wrong_step_is_refused_and_not_made(call: Call, tmp_path: Path) -> None:
    """As much of the reason is told as `tries` has earned, and the next step begins where it
    was.
    """
    steps = right_steps(TREE)
    wrong = [
        {
            "node": "2",
            "question": "step",
            "answer": "down",
            "tries": tries,
        }
        for tries in (1, 2, 3)
    ]
    elsewhere = {
        "node": "1",
        "question": "step",
        "answer": "down",
    }
    done = graded(call, tmp_path, [*steps[:9], *wrong, elsewhere, *steps[9:]], "-p", TREE)
    found = json.loads(done.out)

    assert done.status == 1
    assert found["wrong"] == 4
    assert found["open"] == 0
    rule, place, whole, other = (row["why"] for row in found["answers"] if not row["right"])
    assert rule.startswith("Before you enter the next child")
    assert "2" not in rule
    assert place == "c1 has returned 2; MIN moves at C, where α = 3 and β = +∞."
    assert "(2 ≤ α = 3)" in whole
    assert other == "The search stands at C now."


def test_it_is_practised_in_words(call: Call) -> None:
    """Without a tree those of the course come one after the other."""
    done = call("practice --level steps --plain", stdin="down\ndown\nx\nnext\nquit\n")

    assert "tree 1 of 8" in done.out
    assert "No: " in done.out
    assert "tree 2 of 8" in done.out
    assert not done.status


def test_homework_is_a_page(call: Call, tmp_path: Path) -> None:
    """Of random trees and of a teacher's own, in which chance may move."""
    file = tmp_path / "steps.html"
    own = tmp_path / "trees.txt"
    done = call(f"exercise --homework --level steps -n 2 -O {file}")

    assert not done.status
    assert "You are alpha-beta" in file.read_text(encoding="utf-8")
    own.write_text(f"{TREE}\n[~[4,8],~[0,9]]\n")
    done = call(f"exercise --homework --level steps --tasks {own} -O {tmp_path}/own.html")
    assert not done.status
    assert "leaves from" in (tmp_path / "own.html").read_text(encoding="utf-8")
    packed = call(f"exercise --homework --level steps -O {tmp_path}/steps.zip")
    assert not packed.status
    assert is_zipfile(tmp_path / "steps.zip")
