"""`visualizer practice`: tasks and grades as JSON."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.test_wrong_input import is_refused
from tests.rights import right_of
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.sheet import FillIn
from visualizer.trace.rows import Trace

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
VALUES = [
    ("", 3),
    ("1", 3),
    ("2", 2),
    ("3", 2),
]


def test_answers_to_a_task_are_graded(call: Call, tmp_path: Path) -> None:
    """Status 0 if all are right, 1 if one is open or wrong."""
    task = json.loads(call(f"practice --task -p {TREE} --level values").out)

    assert task["questions"] == [{"node": node, "question": "value"} for node, _ in VALUES]
    assert task["cut"] == ">="
    assert task["fail"] == "soft"
    assert task["level"] == "values"
    assert task["seed"] is None
    assert task["tree"] == TREE
    answers = [
        {
            "node": node,
            "question": "value",
            "answer": value,
        }
        for node, value in VALUES
    ]
    for given, status, counts in ((answers, 0, (4, 0, 0)), (answers[1:], 1, (3, 0, 1))):
        file = tmp_path / "answers.json"
        file.write_text(json.dumps(given))
        done = call(f"practice --answers {file} -p {TREE} --level values")
        graded = json.loads(done.out)

        assert done.status == status
        assert (graded["right"], graded["wrong"], graded["open"]) == counts
        assert all(
            row.keys() == {"node", "question", "answer", "right", "why"}
            for row in graded["answers"]
        )


def test_the_same_seed_is_the_same_task(call: Call, tmp_path: Path) -> None:
    """Of random trees, and of the lines of a file."""
    first, second = (call("practice --task --seed 7").out for _ in range(2))

    assert first == second
    assert json.loads(first)["seed"] == 7
    file = tmp_path / "trees.txt"
    file.write_text(f"[1,2]\n{TREE}\n")
    assert json.loads(call(f"practice --task --tasks {file} --seed 2").out)["tree"] == TREE


def test_trees_of_ones_own_follow_each_other(call: Call, tmp_path: Path) -> None:
    """Empty lines count and are left out."""
    file = tmp_path / "trees.txt"
    file.write_text("[1,2]\n\n[3,[4,5]]\n")
    done = call(f"practice --tasks {file} --level values --plain", stdin="next\nnext\n")

    assert done.status == 0
    assert "That was the last tree" in done.out
    assert [
        line.split(" of ")[0] for line in done.out.splitlines() if line.startswith("line ")
    ] == ["line 1", "line 3"]


def test_each_tree_with_a_feature_is_another_one(call: Call) -> None:
    """The search for the next one begins behind the one found last, and an earlier one comes
    back.
    """
    done = call("practice --with no-cut --seed 1 --plain", stdin="next\nnext\nnext\nquit\n")

    assert re.findall(r"^tree no\. (\d+)", done.out, re.MULTILINE) == ["15", "22", "28", "31"]
    assert done.status == 0


@pytest.mark.parametrize(
    "words",
    [
        ("practice", "--task", "--tasks"),
        ("practice", "--plain", "--tasks"),
        ("exercise", "--homework", "-O", "new.html", "--tasks"),
        ("exercise", "-O", "new.pdf", "--tasks"),
        ("practice", "-p", TREE, "--answers"),
    ],
)
def test_what_is_no_file_of_trees_or_answers_is_refused(
    words: tuple[str, ...], call: Call, folder: Path
) -> None:
    """One line names the file and says what it is; nothing is written."""
    Path("folder").mkdir()
    Path("empty").write_text("")
    Path("binary").write_bytes(bytes(range(256)))
    found = {
        "no": "No such file",
        "folder": "Is a directory",
        "binary": "not a text file",
        "empty": "not JSON" if "--answers" in words else "has no tree; it has 0 lines",
    }
    if hasattr(os, "mkfifo"):
        os.mkfifo("pipe")
        found["pipe"] = "it is a pipe, not a regular file"
    for name, sentence in found.items():
        done = call(*words, name)

        assert done.status == 2
        assert done.out == ""
        assert done.err.count("\n") == 1
        assert f"'{name}'" in done.err
        assert sentence in done.err
        assert done.err.count(f"'{name}'") == 1

    assert not [*folder.glob("new*")]


@pytest.mark.parametrize(
    "answer", ["9" * 5000, "9" * 500, "1e999", "-1e999", '"1e999"', '"' + "9" * 5000 + '"', "NaN"]
)
def test_a_number_beyond_all_is_no_infinity(answer: str, call: Call, tmp_path: Path) -> None:
    """It is refused in a sentence, and is not taken for the right answer where a window's end is
    infinite.
    """
    file = tmp_path / "answers.json"
    file.write_text(f'[{{"node": "1", "question": "beta", "answer": {answer}}}]')
    done = call(f"practice --answers {file} -p {TREE}")

    assert done.status == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert len(done.err) < 300


def test_grading_takes_as_many_looks_as_there_are_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are compared a few times a question, however many children a node has: as many as
    that.
    """
    looks = 0
    move = Trace.move

    def counted(trace: Trace, row: int) -> int:
        nonlocal looks
        looks += 1
        return move(trace, row)

    monkeypatch.setattr(Trace, "move", counted)
    found = []
    for leaves in (1_000, 2_000):
        exercise = FillIn(PositionSpec("tree", f"[{','.join(['2'] * leaves)}]"))
        looks = 0

        assert not any(
            right_of(exercise, asked) for asked in exercise.asked if asked.kind == "pruned"
        )
        found.append(looks)

    assert found[1] <= 2 * found[0] + 100
    assert found[1] < 5 * 2_000


def test_a_reason_is_as_long_as_was_earned(call: Call, folder: Path) -> None:
    """After one try it is the rule, after two where to look, as far as that was right; where
    nobody counts, all.
    """
    whys = {
        "1": "MAX takes the greatest value below it.",
        "2": "C has returned 2; B and D have not been worked out yet.",
        "null": (
            "MAX takes the greatest of the values that its visited children return, 3, 2 and 2."
        ),
    }
    for tries, why in whys.items():
        wrong = f'{{"node": "", "question": "value", "answer": 9, "tries": {tries}}}'
        wrong = wrong.replace(', "tries": null', "")
        Path("a.json").write_text(f'[{wrong}, {{"node": "2", "question": "value", "answer": 2}}]')
        found = call(f"practice --answers a.json -p {TREE} --level values").json

        assert found["answers"][0]["why"] == why


WRONG_ANSWERS = {
    '[{"node": "9", "question": "value", "answer": 1}]': (
        "there is no question 'value' about the node '9'"
    ),
    (
        '[{"node": "1", "question": "value", "answer": 1}, {"node": "1", "question": "value", '
        '"answer": 1}]'
    ): ("twice"),
    '[{"node": "1"}]': ", answer 1: ",
    '"x"': ", answer 1: ",
    '[{"node": "1", "question": "value", "answer": "many"}]': (
        "to value of '1', 'many' is not a number"
    ),
    '[{"node": "1", "question": ["value"], "answer": 1}]': ", answer 1: ",
    '[{"node": 1, "question": "value", "answer": 1}]': ", answer 1: ",
    '[{"node": "1", "question": "value", "answer": null}]': (
        "'answer' is None; allowed is a text, a number"
    ),
    '[{"node": "1", "question": "pruned", "answer": 1}]': (
        "the answer 1 to pruned of '1' is not true or false"
    ),
    '[{"node": "2.2", "question": "value", "answer": 1}]': (
        "no question 'value' about the node '2.2'"
    ),
    ('[{"node": "", "question": "value", "answer": 9, "tries": 0}]'): (
        "'tries' is 0; allowed is a whole number"
    ),
    ('[{"node": "", "question": "value", "answer": 9, "tries": 1.5}]'): (
        "'tries' is 1.5; allowed is a whole number"
    ),
    ('[{"node": "", "question": "value", "answer": 9, "tries": true}]'): (
        "'tries' is True; allowed is a whole number"
    ),
    ('[{"node": "", "question": "value", "answer": 9, "tries": "2"}]'): (
        "'tries' is '2'; allowed is a whole number"
    ),
    "[" * 100_000: "nested too deeply",
    "[{]": "is not JSON",
}
WRONG_STEPS = {
    '[{"node": "9", "question": "step", "answer": "down"}]': (
        "there is no question 'step' about the node '9'"
    ),
    '[{"node": "", "question": "value", "answer": 3}]': "there is no question 'value'",
    '[{"node": "", "question": "step", "answer": "fly"}]': (
        "'fly' is not a step of the search: type down, x"
    ),
    '[{"node": "", "question": "step", "answer": true}]': (
        "'True' is not a step of the search: type down, x"
    ),
    '[{"node": "", "question": "step", "answer": "alpha"}]': (
        "'alpha' is not a step of the search: type down, x"
    ),
}


@pytest.mark.parametrize(
    ("level", "text", "sentence"),
    [("all", *row) for row in WRONG_ANSWERS.items()]
    + [("steps", *row) for row in WRONG_STEPS.items()],
    ids=lambda text: text[:99],
)
def test_wrong_answers_are_refused(
    level: str, text: str, sentence: str, call: Call, folder: Path
) -> None:
    """One line, status 2, nothing on standard output."""
    Path("a.json").write_text(text)
    is_refused(call(f"practice --level {level} --answers a.json -p {TREE}"), sentence)
