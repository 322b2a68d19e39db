"""Nothing that a submission does breaks the grading: it is told as what it is, and counts as
wrong.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.few import one_in
from tests.grading.here import graded, trees_of
from tests.grading.right import wikipedia
from visualizer.searching.data_files import format_json
from visualizer.support.errors import InputError
from visualizer.support.processes import can_fork
from visualizer.your_code.grading.answers import GivenAnswer
from visualizer.your_code.grading.grading import Grading
from visualizer.your_code.grading.judging import first_wrong_part
from visualizer.your_code.grading.node import GradedNode, Reads, call_with_arguments, make_arguments
from visualizer.your_code.grading.reference import GradedTask, right_search
from visualizer.your_code.grading.report import GradeReport, WrongTree
from visualizer.your_code.grading.signatures import parameter_role
from visualizer.your_code.grading.subjects import FileSubject, FunctionSubject
from visualizer.your_code.grading.trees import SearchTask, count_nodes, parse_literal_tree
from visualizer.your_code.grading.worker import read_answer_line

TREE = SearchTask(parse_literal_tree("[[3,5],[2,9]]"))
HOSTILE = """
import os, sys, time, threading
def endless(node):
    while True: pass
def asleep(node):
    time.sleep(1000)
def deaf(node):
    while True:
        try:
            while True: pass
        except BaseException: pass
def gone(node): os._exit(3)
def killed(node): os.kill(os.getpid(), 11)
def left(node): sys.exit("good bye")
def deep(node): return deep(node)
def deeper(node):
    sys.setrecursionlimit(10**9)
    def down(n): return down(n + 1) + 1
    return down(0)
def divides(node):
    return 1 / (len(node.children) - 2)
def hungry(node):
    kept = []
    while True: kept.append(bytearray(10**7))
def loud(node):
    print("at", len(node.children))
    while True: pass
def last(node):
    print("at", len(node.children)); os._exit(3)
def chatty(node):
    print("hello " * 10_000); sys.stderr.write("there"); os.system("echo deep")
    return 3
def silent(node): pass
def talks(node): return "nonsense"
def lists(node): return [1, 2, 3]
def truth(node): return True
def huge(node): return 10**400
def vast(node): return 10**5000
def least(node): return -float("inf")
def unwritten(node):
    class Bad:
        def __repr__(self): raise KeyError("no")
    return Bad()
def rare(node): os.kill(os.getpid(), 40)
def writes_to_all(node):
    for number in range(3, 40):
        try: os.write(number, b'{"number": 1, "answer": 5}\\n\\xff[\\n')
        except OSError: pass
    return 3
def daemon(node):
    process = os.fork()
    if process == 0:
        os.setsid(); time.sleep(600)
    open(node.name, "w").write(str(process))
    while os.getsid(process) != process: pass
    return 3
def daemon_and_end(node):
    daemon(node); os._exit(3)
def notanumber(node): return float("nan")
def reads(node):
    while True:
        for child in node.children[0].children: child.value
def asks(node): return input()
def writes(node):
    node.children[0].children[0].value = 100
    return node.children[0].children[0].value
def forks(node):
    os.fork(); return 3
def thread(node):
    threading.Thread(target=lambda: time.sleep(1000)).start(); return 3
def closes(node):
    os.closerange(0, 100); return 3
def leaves(node): sys.exit()
def steers(node): raise ValueError("\\x1b]0;title\\x07\\n\\u202e")
def attribute(node): return node.score
def shot(node): os.kill(os.getpid(), 9)
counter = 0
def counts(node):
    global counter
    counter += 1
    return counter
"""
TOLD = {
    "endless": "did not return within 1 s, in endless (hostile.py, line 4)",
    "asleep": "did not return within 1 s, in asleep (hostile.py, line 6)",
    "deaf": "did not return within 1 s, in deaf (hostile.py, line ",
    "gone": "ended with status 3",
    "killed": "was ended by signal SIGSEGV, as after too many nested calls",
    "shot": "was ended by signal SIGKILL",
    "left": "raised SystemExit: good bye, in left (hostile.py, line 14)",
    "leaves": "raised SystemExit, in leaves (hostile.py, line ",
    "steers": "raised ValueError: �]0;title� �, in steers (hostile.py, line ",
    "deep": (
        "raised RecursionError: maximum recursion depth exceeded, in deep (hostile.py, line 15)"
    ),
    "divides": "raised ZeroDivisionError: division by zero, in divides (hostile.py, line 21)",
    "silent": (
        "returned nothing (None); it should return a value or a move (is there a return statement?)"
    ),
    "talks": "returned 'nonsense', which is neither a number nor one of the root's children: A B",
    "lists": "returned 3 things, [1, 2, 3]; it should return a value, a move, or both as a pair",
    "truth": "returned True, which is neither a number nor one of the root's children: A B",
    "notanumber": "returned nan, which is neither a number nor one of the root's children: A B",
    "asks": "raised EOFError: EOF when reading a line, in asks (hostile.py, line ",
    "attribute": (
        "raised AttributeError: a node has no 'score'; it has children value maximizing name; "
    ),
    "reads": "never stops reading values: more than 100,000",
    "rare": "was ended by signal 40",
    "writes_to_all": (
        "sent something else instead of its answer, perhaps by writing to all open files"
    ),
}


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Return a file with functions that do what they should not."""
    file = tmp_path / "hostile.py"
    file.write_text(HOSTILE, encoding="utf-8")
    return file


def answer_of(file: Path, function: str, seconds: float = 1) -> GivenAnswer:
    """Return what a function does with the textbook tree, the second time that it is asked."""
    subject = FileSubject(f"{file}:{function}", seconds, None)
    try:
        first = subject.run(TREE)
        second = subject.run(TREE)
    finally:
        subject.close()
    assert first == second, "nothing is left of the first time"
    return second


@pytest.mark.slow
@pytest.mark.parametrize("function", TOLD)
def test_what_goes_wrong_is_told_with_the_line(hostile: Path, function: str) -> None:
    """An exception, an endless loop, a wrong type, an end of the process: each is told as what
    it is.
    """
    found = answer_of(hostile, function)

    assert found.failure.startswith(TOLD[function])
    assert found.is_endless == found.failure.startswith("did not return")


@pytest.mark.slow
@pytest.mark.parametrize("function", ["hungry", "deeper", "forks", "thread", "closes"])
def test_what_takes_all_there_is_ends(hostile: Path, function: str) -> None:
    """Memory, calls, processes, threads and open files have an end, and grading goes on."""
    found = answer_of(hostile, function, 5)
    assert found.value == 3 or found.failure


NO_VALUES = {
    "huge": "returned a number too large to be a value, 1000",
    "vast": "returned a number too large to be a value, an object of type int …",
    "unwritten": "returned an object of type Bad, which is neither a number",
}


@pytest.mark.parametrize("function", NO_VALUES)
def test_what_can_be_no_value_is_told(hostile: Path, function: str) -> None:
    """A number that no float holds, and what cannot be written, are what is wrong, and no
    exception of the function.
    """
    assert answer_of(hostile, function, 5).failure.startswith(NO_VALUES[function])


PRYING = """
import gc, sys
def frames():
    frame = sys._getframe()
    while frame:
        yield frame
        frame = frame.f_back
def value_of(found):
    if "SearchTask" in type(found).__name__:
        return found.value()
def f(node):
    def read(node):
        return max([read(child) for child in node.children] or [node.value])
    read(node)
    kept = [*gc.get_objects(), *(value for frame in frames() for value in frame.f_locals.values())]
    print([type(each).__name__ for each in kept if "RightSearch" in type(each).__name__])
    print([name for name in sys.modules if name.startswith("visualizer.your_code.grading.")])
    for found in kept:
        if (value := value_of(found)) is not None:
            return value
    return -999
"""
JUDGING = (
    "grading",
    "judging",
    "mcts",
    "mutants",
    "reference",
    "report",
    "tables",
    "tree_searches",
    "variants",
)
"""The modules that know what is right."""


def test_right_answers_are_not_where_the_code_runs(tmp_path: Path) -> None:
    """Neither the calls above a function nor any object of its process hold them, nor is a
    module loaded that does.
    """
    file = tmp_path / "prying.py"
    file.write_text(PRYING, encoding="utf-8")
    answer = answer_of(file, "f", 20)

    assert "raised AttributeError: 'SearchTask' object has no attribute 'value'" in answer.failure
    searches, modules = answer.printed.splitlines()
    assert searches == "[]"
    assert "'visualizer.your_code.grading.trial'" in modules
    assert not any(f"'visualizer.your_code.grading.{name}'" in modules for name in JUDGING)


def test_minus_infinity_is_a_value(hostile: Path) -> None:
    """A search that returns it has ended rightly: it is told as its value."""
    assert answer_of(hostile, "least", 5) == GivenAnswer((), -inf)

    def at_bound(node: Any, alpha: float, beta: float) -> Any:
        """Fail-hard that returns α at a MIN node, too."""
        for child in node.children:
            score = at_bound(child, alpha, beta)
            if node.maximizing:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
            if alpha >= beta:
                break
        return alpha if node.children else node.value

    report = graded(at_bound)
    assert report.first_wrong is not None
    assert (
        report.first_wrong.why
        == "Your search returns −∞, but the root is worth 1: MIN gets that with branch 1."
    )
    assert report.first_wrong.as_object()["got"] == "-inf"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not tell of them")
@pytest.mark.parametrize("function", ["daemon", "daemon_and_end"])
@pytest.mark.parametrize("is_file", [True, False])
def test_a_process_that_is_left_behind_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, *, is_file: bool
) -> None:
    """One that has begun a session of its own ends with its tree, and nobody waits for it."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "hostile.py"
    file.write_text(HOSTILE, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(HOSTILE, str(file), "exec"), names)
    subject = (
        FileSubject(f"{file}:{function}", 20, None)
        if is_file
        else FunctionSubject(names[function], 20, None)
    )
    begun = time.monotonic()
    answer = subject.run(TREE)

    assert time.monotonic() - begun < 10
    subject.close()
    assert answer.value == 3 or answer.failure == "ended with status 3"
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "root").read_text(encoding="utf-8")), 0)


def test_a_file_that_loads_only_once_is_wrong(tmp_path: Path) -> None:
    """Where its process has ended it is loaded anew; that it cannot be is a wrong answer of that
    tree.
    """
    file = tmp_path / "mine.py"
    file.write_text("import os\ndef f(node): os.kill(os.getppid(), 9)\n", encoding="utf-8")
    subject = FileSubject(f"{file}:f", 5, None)

    assert "ended" in subject.run(TREE).failure
    file.unlink()
    assert subject.run(TREE).failure.startswith("cannot be loaded a second time: ")


JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2,
    65_000,
    2.5,
    1e300,
    10**400,
    "",
    "inf",
    "-inf",
    "nan",
    "1",
    [],
    [[]],
    [[7]],
    [[0, 0, 0]],
    [["0"]],
    [[True]],
    [[-1]],
    {},
    {"leaves": 1},
    "\ud800",
    "x" * 3_000,
)
GARBAGE = (
    "",
    "\x00",
    "�",
    "[",
    "{}",
    "[1]",
    "null",
    "NaN",
    '{"number": NaN}',
    '{"answer": 1e999}',
    "1" * 2_000,
)


def fuzzed(dice: random.Random, number: int) -> str:
    """Return a line in place of a worker's answer, most often one that is nearly right."""
    found = GivenAnswer(
        (
            (0, 0),
            (0, 1),
            (1, 0),
        ),
        3,
        0,
        "",
        events=("{}",),
    ).as_object()
    line: dict[str, Any] = {"number": number, "answer": found}
    for _ in range(dice.choice((0, 1, 1, 1, 2))):
        inner = dice.choice((line, found, found, found, found))
        if dice.random() < 0.8:
            inner[dice.choice([*inner, "more"])] = dice.choice(JUNK)
        else:
            inner.pop(dice.choice([*inner]), None)
    if dice.random() < 0.9:
        text = json.dumps(line)
    else:
        text = dice.choice(GARBAGE)
    cut = dice.randrange(len(text) + 1)
    return (
        text[:cut] + dice.choice(GARBAGE) + text[cut:] if dice.random() < 0.1 else text
    ).strip() + "\n"


class Liar(FileSubject):
    """A function whose process sends fuzzed lines, then the answer, or nothing more."""

    def __init__(self, seed: int) -> None:
        self.name = "f"
        self.file = "f.py"
        self.folder = ""
        self.seconds = 1
        self.depth = None
        self.requests_sent = 0
        self.dice, self.process, self.due = random.Random(seed), self, ["1\n"]  # type: ignore[assignment]

    def write_line(self, line: str) -> None:
        number = json.loads(line)["number"]
        self.due = [fuzzed(self.dice, number) for _ in range(self.dice.choice((1, 1, 1, 2, 3)))]

    def read_line(self, until: float) -> str:
        if self.due:
            return self.due.pop(0)
        return ""

    def status(self) -> int:
        return 0

    def standard_error(self) -> str:
        return ""

    def close(self) -> None:
        pass


def test_whatever_a_process_sends_is_an_answer_or_wrong() -> None:
    """Garbage, wrong types, indices and numbers: what is no answer on the tree is wrong, and a
    report is made of all.

    2,000 answers of seed 47; some are right ones, as they are not always spoilt.
    """
    subject = Liar(47)
    right = right_search(TREE.tree, GradedTask())
    rights = failures = 0
    for _ in range(2_000):
        answer = subject.run(TREE)

        assert all(
            TREE.tree.at(path) is not None and min(path, default=0) >= 0 for path in answer.leaves
        )
        assert answer.move in (None, 0, 1)
        assert answer.value is None or answer.value == answer.value
        fault = first_wrong_part(answer, right)
        if fault is None:
            rights += 1
        else:
            report = GradeReport(
                "f", GradedTask(), 1, [("any", False)], WrongTree(answer, right, fault)
            )
            assert format_json([report.as_object(), report.gradescope()])
            assert report.text().encode()
            failures += bool(answer.failure)

    assert rights > 100
    assert failures > 1_000
    subject.run = lambda search_task: FileSubject.run(subject, search_task)  # type: ignore[method-assign]
    report = Grading(subject, GradedTask(), trees_of(24), 1).run()
    assert format_json(report.gradescope())


def test_a_copy_that_sends_garbage_is_wrong() -> None:
    """What a copy of this process sends is read as strictly."""
    dice = random.Random(47)
    for _ in range(500):
        answer = read_answer_line(fuzzed(dice, 1), TREE)
        assert answer.failure


def test_what_is_printed_is_kept_apart(hostile: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """It comes with the answer, cut, and nowhere else; it is no mistake."""
    found = answer_of(hostile, "chatty", 5)

    assert found.value == 3
    assert found.failure == ""
    assert found.printed.startswith("hello hello ")
    assert len(found.printed) == 2_000
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_what_is_printed_before_an_endless_loop_is_kept(hostile: Path) -> None:
    """It is what a person prints to see where the loop is; also where the process is ended from
    outside.
    """
    for seconds, function in ((1, "loud"), (5, "last")):
        assert answer_of(hostile, function, seconds).printed == "at 2\n"


def test_what_is_written_into_a_node_is_no_visit(hostile: Path) -> None:
    """A function may keep its own values in the nodes; reading those is no visit."""
    assert answer_of(hostile, "writes", 5) == GivenAnswer((), 100)


@pytest.mark.skipif(not can_fork(), reason="there each tree is tried in the same process")
def test_nothing_is_kept_from_one_tree_to_the_next(hostile: Path) -> None:
    """What a function counts in the file begins anew with each tree."""
    assert answer_of(hostile, "counts", 5).value == 1


@pytest.mark.slow
def test_after_three_endless_loops_the_rest_is_not_tried(hostile: Path) -> None:
    """It is said, and the rest counts as wrong."""
    subject = FileSubject(f"{hostile}:endless", 1, None)
    report = Grading(subject, GradedTask(), trees_of(20), 1).run()
    subject.close()

    assert report.right == 0
    assert report.trees == 20
    assert report.not_tried == 17
    assert report.text().splitlines()[1] == (
        "0 of 20 trees right; 17 were not tried, because three trees ran out of time."
    )
    assert report.first_wrong is not None
    assert (
        report.first_wrong.why
        == "Your search did not return within 1 s, in endless (hostile.py, line 4)."
    )
    assert report.text().splitlines()[2].startswith("A tree it gets wrong: "), (
        "no smaller one was tried"
    )
    assert not report.as_object()["first_wrong"]["smallest"]


LOADS = {
    "import nothing_there": "cannot be loaded: ModuleNotFoundError",
    "def f(node:": "cannot be loaded: SyntaxError",
    "raise SystemExit(0)": "cannot be loaded: SystemExit: 0",
    "import os; os._exit(4)": "cannot be loaded: it ended with status 4",
    "x = 1": "has no function 'f'; it has: none",
    "f = 3": "has no function 'f'; it has: none",
    "def g(node): return 1": "has no function 'f'; it has: g",
    "def f(n, x): return 1": (
        "f has a parameter 'x', which is unknown; known are node (or position), depth"
    ),
    "def f(alpha, beta): return 1": (
        "f takes no node to search; the known parameters are node (or position)"
    ),
}


@pytest.mark.parametrize("text", one_in(3, LOADS))
def test_a_file_that_cannot_be_graded_is_one_sentence(tmp_path: Path, text: str) -> None:
    """What is wrong with file or function is said before any tree is tried."""
    file = tmp_path / "mine.py"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(InputError) as caught:
        FileSubject(f"{file}:f", 1, None)
    assert LOADS[text] in str(caught.value)


@pytest.mark.parametrize("name", one_in(3, ["games", "exports", "helpers"]))
def test_a_file_can_import_what_lies_beside_it(tmp_path: Path, name: str) -> None:
    """Also where that is called as a package of this program is, as the file of the book's code
    is.
    """
    (tmp_path / f"{name}.py").write_text("def best(game, state):\n    return 3\n", encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(f"from {name} import best\nfrom math import inf\n", encoding="utf-8")

    assert answer_of(file, "best", 5).value == 3


def test_a_function_without_depth_has_no_limit() -> None:
    """A limit is refused for a function that takes none."""
    with pytest.raises(InputError, match="takes no depth, so it cannot be graded with --depth 2"):
        FunctionSubject(lambda node: 1, 1, 2)


def called(function: Callable[..., Any], root: GradedNode, asked: SearchTask) -> Any:
    """Return what a function returns that is given what its parameters want."""
    return call_with_arguments(function, make_arguments(function, root, asked))


def test_parameters_are_given_by_their_names() -> None:
    """Names in any case and order, with defaults, by keyword or by position only."""
    asked = SearchTask(parse_literal_tree("min [1,2]"))
    root = GradedNode(asked, Reads())

    assert called(
        lambda maximizing_player, node, beta, alpha: (maximizing_player, alpha, beta), root, asked
    ) == (
        False,
        -inf,
        inf,
    )
    assert called(
        lambda node, /, depth=7, *others, color, **more: (depth, color, others, more), root, asked
    ) == (
        100,
        -1,
        (),
        {},
    )
    for name in (
        "maximizingPlayer",
        "isMaximizing",
        "maximizer",
        "is_max",
        "player",
        "whose_turn",
        "agentIndex",
        "color",
    ):
        assert parameter_role(name) == "turn"
    assert [
        parameter_role(name) for name in ("Alpha", "BETA", "Depth", "score", "return_path")
    ] == [
        "alpha",
        "beta",
        "depth",
        None,
        None,
    ]
    assert called(lambda node, depth=0: depth, root, asked) == 0
    assert called(lambda node, depth=0: depth, root, asked._replace(depth=3)) == 3
    assert called(lambda state, game: game.to_move(state), root, asked) == "MIN"


def test_a_function_of_this_process_cannot_break_it() -> None:
    """One that is given in Python runs in a copy of the process, too."""
    import os

    subject = FunctionSubject(lambda node: os._exit(7), 5, None)
    if can_fork():
        assert subject.run(TREE).failure == "ended with status 7"


def test_the_same_seed_gives_the_same_trees() -> None:
    """The trees do not depend on Python's version or on the system: their texts are these."""
    texts = [tree.text() for _, tree in trees_of(12, 1)]

    assert texts == TWELVE
    assert [tree.text() for _, tree in trees_of(60, 1)][:12] == texts
    assert len({tree for _, tree in trees_of()}) == 60
    assert {tree.maximizing for _, tree in trees_of()} == {True, False}
    assert trees_of(8, 2) != trees_of(8, 1)


TWELVE = [
    "[[2,2,2],[1,1,4]]",
    "[[[1,3],[1,2]],[[1,1],[1,1]]]",
    "[[[[1,3],[1,3]],[[3,1],[3,2]]],[[[2,3],[2,2]],[[1,1],[2,2]]]]",
    "[[[[3],[2,2]],[4,[3,4,3],[1,4]],[[2,2]]],[[1,3],[[2,4,3],1,4]]]",
    "[0,[[-2,-2]]]",
    "[[1,[[4,[3,2]],5]],[[4,[3,[4,5]]],[[[4,1],[3,4]],[1,[2,3]]]]]",
    "[4,[[3,[[[4,3]]]]]]",
    "[[2,3],[[1,1,1,4,5],1],[1,2],3,2]",
    "[[[23,26]],17]",
    "[[-13],-18]",
    "min [[1,1,2],[2,4,3],[3,1]]",
    "min [[[2,1],[1,2]],[[3,2],[3,3]]]",
]


def test_a_report_on_a_failure_is_made_small() -> None:
    """An exception that comes with a node of three children is told on a tree that has little
    else.
    """

    def picky(node):  # type: ignore[no-untyped-def]
        if len(node.children) == 3:
            raise ValueError("three")
        if node.maximizing and node.children:
            return max(map(picky, node))
        if node.children:
            return min(map(picky, node))
        return node.value

    report: GradeReport = graded(picky, GradedTask("minimax"))

    assert report.first_wrong is not None
    assert count_nodes(report.first_wrong.tree) == 4
    assert "raised ValueError: three, in picky (test_breaking.py, line " in report.first_wrong.why


def test_what_is_known_is_told_when_a_person_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trees that were searched are judged; the rest is said not to have been tried, and
    counts as wrong.
    """
    subject = FunctionSubject(wikipedia, 5, None)
    asked = 0
    run = subject.run

    def stopped_at_the_ninth(task: SearchTask) -> GivenAnswer:
        nonlocal asked
        asked += 1
        if asked == 9:
            raise KeyboardInterrupt
        return run(task)

    monkeypatch.setattr(subject, "run", stopped_at_the_ninth)
    report = Grading(subject, GradedTask(), trees_of()).run()

    assert report.right == 8
    assert report.not_tried == 52
    assert not report.is_right
    assert (
        report.text().splitlines()[1]
        == "8 of 60 trees right; 52 were not tried, because Ctrl-C stopped it."
    )
