"""The command: what it prints, its JSON, its statuses, a teacher's own trees, Gradescope,
programs, and Python.
"""

from __future__ import annotations

import json
import random
import shlex
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from visualizer import grade
from visualizer.apps.cli import grade_command, screen, watch_command
from visualizer.support.errors import InputError
from visualizer.support.processes import can_fork
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.your_code.grading.answers import GivenAnswer
from visualizer.your_code.grading.reference import GradedTask
from visualizer.your_code.grading.report import GradeReport
from visualizer.your_code.grading.subjects import read_event_answer
from visualizer.your_code.grading.trees import SearchTask, parse_literal_tree
from visualizer.your_code.grading.worker import describe_other_origin, load_checked_function

MINE = (Path(__file__).parent / "right.py").as_posix()
BOT = """
import json, sys
def search(node, move, maximizing, alpha, beta, closes):
    if not isinstance(node, list):
        print(json.dumps({"leaf": move, "value": node}))
        return node
    print(json.dumps({"enter": move, "max": maximizing, "children": len(node)}))
    best, tried = (float("-inf") if maximizing else float("inf")), 0
    for number, child in enumerate(node, 1):
        value = search(child, str(number), not maximizing, alpha, beta, closes)
        best, tried = (max if maximizing else min)(best, value), number
        if maximizing: alpha = max(alpha, best)
        else: beta = min(beta, best)
        if closes(alpha, beta): break
    print(json.dumps({"leave": best, "cut": tried < len(node)}))
    return best
for line in sys.stdin:
    asked = json.loads(line)
    search(asked["tree"], None, asked["max"], float("-inf"), float("inf"), CLOSES)
    print(flush=True)
"""


def test_right_and_wrong(run: Any) -> None:
    """All right: status 0; else 1, the count, the smallest tree, the reason, the finding, and
    how to see it.
    """
    handed = "Called with node, depth, alpha, beta, maximizingPlayer.\n"

    assert run(f"{MINE}:wikipedia --trees 6") == (0, f"{handed}6 of 6 trees right.\n", "")
    status, out, err = run(f"{MINE}:minimax --trees 12")
    lines = out.splitlines()
    assert status == 1
    assert err == ""
    assert len(lines) == 6
    assert lines.pop(0) == "Called with node, depth, maximizingPlayer."
    assert lines[0].endswith(" of 12 trees right.")
    assert lines[1].startswith("The smallest tree it gets wrong: [")
    assert lines[1].endswith(" to move")
    assert lines[2].startswith("  Your search reads ")
    assert lines[3].startswith(
        "It never cuts: on all 12 trees it visits exactly the nodes that minimax visits."
    )
    assert lines[4] == "--open shows it beside the correct search, at this visit."


def test_json(run: Any) -> None:
    """The keys of the report; the tree is as programs get it."""
    status, out, _ = run(f"{MINE}:minimax --trees 6 --json --cut >")
    found = json.loads(out)

    assert status == 1
    assert {
        "function",
        "task",
        "cut",
        "trees",
        "right",
        "first_wrong",
        "looks_like",
    } <= found.keys()
    assert found["function"] == f"{MINE}:minimax"
    assert found["task"] == "alpha-beta"
    assert found["cut"] == ">"
    assert found["trees"] == 6
    assert {"tree", "max", "at", "expected", "got", "why"} <= found["first_wrong"].keys()
    assert isinstance(found["first_wrong"]["tree"], list)
    assert "no-pruning" in found["looks_like"]
    status, out, _ = run(f"{MINE}:wikipedia --trees 6 --json")
    assert status == 0
    assert json.loads(out)["first_wrong"] is None
    assert json.loads(out)["looks_like"] == []
    assert json.loads(out)["right"] == json.loads(out)["trees"] == 6


@pytest.mark.slow
def test_own_trees(run: Any, tmp_path: Path) -> None:
    """A tree on each line; a line that is no tree, or just a leaf, is refused with its number."""
    tasks = tmp_path / "trees.txt"
    tasks.write_text(
        "[[3,12,8],[2,4,6],[14,5,2]]\n\nA(B(3,12), C(2,4))\nmin [[1,2],[3,[0,5]]]\n",
        encoding="utf-8",
    )

    assert run(f"{MINE}:book --tasks {tasks}") == (
        0,
        "Called with game, state.\n3 of 3 trees right.\n",
        "",
    )
    status, out, _ = run(f"{MINE}:minimax --tasks {tasks} --trees 1")
    assert status == 1
    assert out.splitlines()[1] == "0 of 1 trees right."
    for text, why in (
        ("[3,\n", "the tree ends"),
        ("3\n", "the tree has 1 node; allowed are 2 to 500"),
    ):
        tasks.write_text(f"[1,2]\n{text}", encoding="utf-8")
        status, out, err = run(f"{MINE}:book --tasks {tasks}")

        assert status == 2
        assert out == ""
        assert f"line 2 of {str(tasks)!r}: {why}" in err


def test_gradescope(run: Any, tmp_path: Path) -> None:
    """A test for each kind of tree, whose scores add up to the trees that are right; also for
    what cannot be loaded.
    """
    file = tmp_path / "results.json"
    status, out, _ = run(f"{MINE}:minimax --trees 12 --gradescope {file}")
    found = json.loads(file.read_text(encoding="utf-8"))

    assert status == 1
    right = out.splitlines()[1].split(" of ")[0]
    trees = 12
    assert sum(test["score"] for test in found["tests"]) == int(right)
    assert sum(test["max_score"] for test in found["tests"]) == trees
    assert all(
        {"name", "score", "max_score", "output", "visibility"} <= test.keys()
        for test in found["tests"]
    )
    assert len({test["name"] for test in found["tests"]}) == 10
    status, out, err = run(f"{MINE}:book --gradescope {file}")
    assert status == 2
    assert out == ""
    assert "already exists" in err
    broken = tmp_path / "broken.py"
    broken.write_text("def f(node:", encoding="utf-8")
    status, out, err = run(f"{broken}:f --gradescope {file} --force")
    found = json.loads(file.read_text(encoding="utf-8"))
    assert status == 2
    assert out == ""
    assert err == f"visualizer: {found['output']}\n"
    assert "cannot be loaded" in err
    assert all(test["score"] == 0 for test in found["tests"])


@pytest.mark.parametrize("error", [RuntimeError("no"), KeyboardInterrupt()])
def test_the_report_is_written_whatever_happens(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """What goes wrong in the grading itself, or Ctrl-C before it begins, gives a file without
    points.
    """

    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(grade_command, "make_grading", failing)
    file = tmp_path / "results.json"
    status, out, err = run(f"{MINE}:book --trees 2 --gradescope {file}")

    assert status != 0
    assert out == ""
    assert err
    found = json.loads(file.read_text(encoding="utf-8"))
    if isinstance(error, KeyboardInterrupt):
        why = "it was stopped"
    else:
        why = f"{type(error).__name__}: {error}"
    assert found["output"] == f"grading ended without a result ({why})"
    assert [test["score"] for test in found["tests"]] == [0, 0]


PAIR = """
from math import inf
def search(node, alpha, beta, maximizing):
    if not node.children:
        return node.value, None
    best, move = -inf if maximizing else inf, None
    for child in node.children:
        value, _ = search(child, alpha, beta, not maximizing)
        if (value > best) if maximizing else (value < best):
            best, move = value, MOVE
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best, move
"""


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("child", "6 of 6 trees right."),
        ("None", "6 of 6 values right; it returned no move on any of them."),
        (
            "child if maximizing else None",
            "18 of 18 values right; it returned no move on 8 of them.",
        ),
    ],
)
def test_a_search_that_returns_no_move_is_told_so(
    run: Any, tmp_path: Path, move: str, said: str
) -> None:
    """A pair whose move is None is no mere value: the status is 1, and Gradescope's page says
    it, too.
    """
    file = tmp_path / "mine.py"
    results = tmp_path / "results.json"
    trees = said.split()[2]
    file.write_text(PAIR.replace("MOVE", move), encoding="utf-8")
    status, out, _ = run(f"{file}:search --trees {trees} --gradescope {results}")

    assert status == int(move != "child")
    assert out.splitlines()[1] == said
    found = json.loads(results.read_text(encoding="utf-8"))
    assert said in found["output"].splitlines()
    assert sum(test["score"] for test in found["tests"]) == int(trees), "values are all right"


OWN_RESULTS = """
import os, sys
from pathlib import Path
def full_marks():
    Path("results.json").write_text('{"score": 100}')
def file(node):
    full_marks(); return 3
def leaves(node):
    full_marks(); sys.exit(0)
def folder(node):
    Path("results.json").mkdir(exist_ok=True); Path("results.json/x").write_text("x"); return 3
def link(node):
    Path("elsewhere").write_text(""); Path("results.json").symlink_to("elsewhere"); return 3
def pipe(node):
    os.mkfifo("results.json"); return 3
"""


@pytest.mark.parametrize("function", ["file", "leaves", "folder", "link", "pipe", "loading"])
@pytest.mark.skipif(not can_fork(), reason="links and pipes need rights there")
def test_the_report_is_written_whatever_the_code_puts_there(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    """A file that writes its own results, as it is loaded or searches, gets ours all the same:
    one, link or folder.
    """
    monkeypatch.chdir(tmp_path)
    text = (
        OWN_RESULTS if function != "loading" else f"{OWN_RESULTS}\nloading = file\nfull_marks()\n"
    )
    Path("mine.py").write_text(text, encoding="utf-8")
    status, _, err = run(f"mine.py:{function} --trees 2 --gradescope results.json")

    assert status == 1
    assert err == ""
    assert not Path("results.json").is_symlink()
    found = json.loads(Path("results.json").read_text(encoding="utf-8"))
    assert [test["score"] for test in found["tests"]] == [0, 0]


def test_it_is_said_where_code_is_that_is_not_in_the_named_file(run: Any, tmp_path: Path) -> None:
    """Full marks by an import of our own search are told as that, with the function's real
    place; others are not.
    """
    file = tmp_path / "mine.py"
    file.write_text(
        "from functools import partial, wraps\nfrom visualizer.searching.algorithms.negamax "
        "import negamax as f\n"
        "part = partial(f)\ndef own(node): return 3\nclass Search:\n    def __call__(self, "
        "node): return 3\n"
        "search = Search()\n@wraps(f)\ndef wrapped(*all_of_it): return f(*all_of_it)\n"
    )
    status, out, _ = run(f"{file}:f --trees 2 --json")

    assert status == 0
    assert json.loads(out)["elsewhere"] == "visualizer.searching.algorithms.negamax.negamax"
    for name in ("f", "part", "wrapped"):
        assert (
            describe_other_origin(
                load_checked_function(str(file), name, None, "mine.py"), str(file)
            )
            == "visualizer.searching.algorithms.negamax.negamax"
        )
    for name in ("own", "search"):
        assert (
            describe_other_origin(
                load_checked_function(str(file), name, None, "mine.py"), str(file)
            )
            == ""
        )
    report = GradeReport(
        "a/mine.py:f",
        GradedTask(),
        1,
        [("any", True)],
        elsewhere="solutions.f",
    )
    assert report.text() == "1 of 1 trees right.\nf is not defined in mine.py: it is solutions.f."
    assert report.gradescope()["output"] == report.text()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "say what to grade: either FILE.py:FUNCTION or --program COMMAND"),
        (
            f"{MINE}:book --program cat",
            "say what to grade: either FILE.py:FUNCTION or --program COMMAND",
        ),
        (f"{MINE}:nothing", "has no function 'nothing'; it has: "),
        (
            MINE,
            (
                "does not name a function; write FILE.py:FUNCTION or MODULE:FUNCTION; a notebook "
                "can call grade itself"
            ),
        ),
        ("no.such.module:f", "'no.such.module' cannot be loaded: ModuleNotFoundError"),
        *(
            (
                f"{file}:f",
                (
                    f"'{file}' is not a Python file; write FILE.py:FUNCTION or MODULE:FUNCTION; a "
                    "notebook can "
                ),
            )
            for file in ("bot.rb", "bot.js", "Bot.java", "./bot.js", "Makefile")
        ),
        ("nofile.py:f", "there is no file 'nofile.py'"),
        (f"{MINE}:book --task chess", "the task 'chess' is not one of alpha-beta minimax"),
        (f"{MINE}:book --cut >>", "the cut '>>' is not one of >= >"),
        (f"{MINE}:book --task minimax --cut >", "minimax never cuts"),
        (f"{MINE}:book --depth 2", "takes no depth"),
        (f"{MINE}:book --trees 0", "the number of trees '0' is not a whole number from 1 to 2,000"),
        (f"{MINE}:book --tasks no.txt", "cannot be read"),
        (f"{MINE}:book --tasks no.txt --seed 1", "leave out --seed"),
        (f"{MINE}:book --open", "--open needs a terminal"),
        (
            f"{MINE}:book --points 10",
            "--points 10 is for Gradescope; say where to write its results with --gradescope FILE",
        ),
        (
            f"{MINE}:book --points 0 --gradescope x.json",
            "the points '0' is not a whole number from 1 to 1,000",
        ),
        ("--program no-such-program-there", "cannot be started"),
    ],
)
def test_wrong_input_is_one_line(run: Any, words: str, why: str) -> None:
    """Status 2, one line that says what is allowed, nothing on standard output."""
    status, out, err = run(words)

    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    assert why in err


@pytest.mark.parametrize(
    ("closes", "status"), [("lambda a, b: a >= b", 0), ("lambda a, b: a > b", 1)]
)
def test_a_program_is_graded(
    run: Any,
    tmp_path: Path,
    closes: str,
    status: int,
) -> None:
    """It gets a tree a line and answers with events; a wrong rule is found and named."""
    file = tmp_path / "bot.py"
    file.write_text(BOT.replace("CLOSES", closes), encoding="utf-8")
    found, out, _ = run(
        "--program", shlex.join([sys.executable, str(file)]), "--trees", "18", "--json"
    )

    assert found == status
    assert json.loads(out)["looks_like"] == ([] if status == 0 else ["wrong-rule"])


WRONG_PROGRAMS = {
    ("for line in __import__('sys').stdin: print('{}', flush=True); print(flush=True)"): (
        "reports what is impossible"
    ),
    "for line in __import__('sys').stdin: print(flush=True)": (
        "is impossible: its answer: it records no visit"
    ),
    "raise SystemExit(3)": "ended with status 3",
    "import sys; sys.exit('no licence')": "ended with status 1 (no licence)",
    ("for line in __import__('sys').stdin: print('x' * 10, flush=True)"): (
        "end each answer with an empty line"
    ),
    "while True: print('x')": (
        "0 of 4 trees right; 1 was not tried, because three trees ran out of time."
    ),
    """for line in __import__('sys').stdin: print('{"leaf": null, "value": 5}', end=chr(10) * 2, flush=True)""": (
        "Your search reads root, which is not a leaf."
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("text", WRONG_PROGRAMS)
def test_a_program_that_does_not_answer_is_told(run: Any, tmp_path: Path, text: str) -> None:
    """What it does instead is said."""
    file = tmp_path / "bot.py"
    file.write_text(text, encoding="utf-8")
    status, out, err = run(
        "--program", shlex.join([sys.executable, str(file)]), "--trees", "4", "--seconds", "1"
    )

    assert status == 1
    assert err == ""
    assert WRONG_PROGRAMS[text] in out


def test_a_program_that_tells_another_value_of_a_leaf_is_told(run: Any, tmp_path: Path) -> None:
    """A leaf is worth what the tree says."""
    file = tmp_path / "bot.py"
    file.write_text(
        BOT.replace("CLOSES", "lambda a, b: a >= b").replace('"value": node', '"value": node + 1')
    )
    status, out, _ = run("--program", shlex.join([sys.executable, str(file)]), "--trees", "6")

    assert status == 1
    assert "  Your search reads the value of 1 as 2, but it is 1." in out


ANSWERED = (
    '{"enter": null, "max": true, "children": 2}',
    '{"enter": "1", "max": false, "children": 2}',
    '{"leaf": "1", "value": 3}',
    '{"leaf": "2", "value": 5}',
    '{"leave": 3}',
    '{"enter": "2", "max": false, "children": 2}',
    '{"leaf": "1", "value": 2}',
    '{"leave": 2, "cut": true}',
    '{"leave": 3, "best": "1"}',
)
TREE = SearchTask(parse_literal_tree("[[3,5],[2,9]]"), None)


@pytest.mark.parametrize("own", [(), ('{"search": "mine", "values": "first"}',)])
def test_lines_of_a_program_are_counted_as_it_has_written_them(own: tuple[str, ...]) -> None:
    """The first line that it writes is line 1, whether or not it begins by saying what it is."""
    assert read_event_answer([*own, *ANSWERED], TREE).failure == ""
    for place in range(1, len(ANSWERED)):
        lines = [*own, *ANSWERED[:place], '{"leaf": "7", "value": null}', *ANSWERED[place:]]
        assert (
            f"its answer, line {len(own) + place + 1}: " in read_event_answer(lines, TREE).failure
        )


def test_positions_that_no_move_leads_to_are_wrong_in_an_answer() -> None:
    """The documented key is read; what is visited so is no leaf of the tree, beside moves of the
    same name, too.
    """
    leaf = '{"leaf": "1", "value": 3, "position": "[1,2]"}'
    answer = read_event_answer([ANSWERED[0], leaf, *ANSWERED[1:]], TREE)

    assert answer.failure == "reports a leaf below root that is not in the tree"
    assert answer.leaves == (
        (0, 0),
        (0, 1),
        (1, 0),
    )


EVENT_KEYS = (
    *(
        "search",
        "enter",
        "leaf",
        "leave",
        "pass",
        "result",
        "stand",
        "value",
        "max",
        "children",
        "alpha",
        "beta",
        "kind",
    ),
    *(
        "from",
        "best",
        "cut",
        "tags",
        "note",
        "position",
        "probe",
        "p",
        "chance",
        "depth",
        "reduced",
        "bound",
    ),
    *("proven", "moves", "fail", "values", "passes", "windows"),
)
JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    2.5,
    1e300,
    10**400,
    65_000,
    2**63,
    "1",
    "2",
    "",
    "inf",
    [],
    {},
    "[1,2]",
    ["a"],
    "x" * 99,
)


def spoil(events: list[dict[str, Any]], dice: random.Random) -> None:
    """Lose, double or change an event."""
    place = dice.randrange(len(events))
    event = events[place]
    what = dice.random()
    if what < 0.4:
        event[dice.choice(EVENT_KEYS)] = dice.choice(JUNK)
    elif what < 0.5:
        event["position"] = "min [1,2]"
    elif what < 0.6 and event:
        event.pop(dice.choice([*event]))
    elif what < 0.7:
        events.insert(dice.randrange(len(events)), {dice.choice(EVENT_KEYS): dice.choice(JUNK)})
    elif what < 0.85:
        events.insert(dice.randrange(len(events)), dict(event))
    elif len(events) > 1:
        del events[place]


def test_whatever_a_program_answers_is_an_answer_or_wrong() -> None:
    """1,500 answers with lines lost, doubled or changed, of seed 47: each is read on the tree,
    or told as wrong.
    """
    dice = random.Random(47)
    failures = 0
    with warnings.catch_warnings(action="ignore"):
        for _ in range(1_500):
            events: list[dict[str, Any]] = [*map(json.loads, ANSWERED)]
            for _ in range(dice.choice((1, 1, 2, 4))):
                spoil(events, dice)
            answer = read_event_answer([*map(json.dumps, events)], TREE)
            failures += bool(answer.failure)

            assert GivenAnswer.read(json.loads(json.dumps(answer.as_object())), TREE.tree) == answer

    assert 500 < failures < 1_500


def opened_by(monkeypatch: pytest.MonkeyPatch, command: Any) -> list[Any]:
    """Return what a command will show on the screen, which is there from now on."""
    shown: list[Any] = []
    for place in (grade_command, screen):
        monkeypatch.setattr(place, "has_screen", lambda: True)
    monkeypatch.setattr(command, "show_explorer", lambda *all_of_it, **_: shown.extend(all_of_it))
    return shown


def test_a_program_is_opened_beside_the_right_one(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The explorer shows both on the smallest tree, at the step of the first wrong visit."""
    shown = opened_by(monkeypatch, grade_command)
    file = tmp_path / "bot.py"
    file.write_text(BOT.replace("CLOSES", "lambda a, b: False"), encoding="utf-8")

    assert run("--program", shlex.join([sys.executable, str(file)]), "--trees", "6", "--open") == (
        1,
        "",
        "",
    )
    (theirs, right), _, begin, (why,) = shown
    assert right.recipe.search.algorithm == "alpha-beta"
    assert theirs.recipe.where == right.recipe.where
    assert begin.align == "step"
    assert begin.is_kept is False
    at = TreeAtStep(theirs.trace, begin.step)
    assert at.current is not None
    assert why.startswith("Your search reads ")
    path = theirs.trace.path(at.current)
    assert why.split()[3] == theirs.root.at(path).label
    assert right.node_at(path) is None, "the right search never comes there"
    assert theirs.trace.path(at.current)[:-1] == right.trace.path(at.current - 1)[: len(path) - 1]


@pytest.mark.parametrize(
    ("lines", "task"),
    [
        ("    return max(map(f, node)) if node.children else node.value\n", "minimax"),
        (
            (
                "    values = [f(child) for child in node.children]\n    return max(values or "
                "[node.value])\n"
            ),
            "alpha-beta",
        ),
    ],
)
def test_a_function_is_opened_with_its_lines(
    lines: str, task: str, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has run on the smallest tree that it gets wrong, and the right search can be had beside
    it.
    """
    shown = opened_by(monkeypatch, watch_command)
    file = tmp_path / "mine.py"
    file.write_text(f"def f(node):\n{lines}", encoding="utf-8")

    assert run(f"{file}:f --task {task} --open")[0] == 1
    (theirs,), _, begin, _ = shown
    assert theirs.track is not None
    assert theirs.track.files[0].name == "mine.py"
    assert not begin.is_kept
    assert theirs.recipe.search.name == f"{file}:f"
    assert theirs.counterpart.search.algorithm == task
    assert theirs.counterpart.where.position == theirs.root.text()


def test_python(tmp_path: Path) -> None:
    """The report is that of the command; a notebook shows it with the right search drawn."""
    file = tmp_path / "mine.py"
    file.write_text(
        (Path(__file__).parent / "right.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    from tests.grading import right

    report = grade(right.minimax, trees=6)
    same = grade(f"{file}:minimax", trees=6)

    assert {**report.as_object(), "function": ""} == {**same.as_object(), "function": ""}
    page = report._repr_html_()
    assert page.startswith("<pre>")
    assert "<svg" in page
    assert "It never cuts" in page
    whole = grade(right.book, trees=6)
    assert whole.is_right
    assert whole._repr_html_() == "<pre>Called with game, state.\n6 of 6 trees right.</pre>"
    with pytest.raises(InputError, match="the task 'x' is not one of"):
        grade(right.book, task="x")
