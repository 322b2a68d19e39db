"""User-supplied functions: what they raise, return or never return becomes one sentence that
names them.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clock import Clock
from tests.trees import AIMA, notation
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.support.plugins import watchdog
from visualizer.support.plugins.watchdog import USER_CALL_SECONDS, WATCHDOG, Watchdog
from visualizer.trace.tree_at_step import TreeAtStep

UserFile = Callable[..., Path]


LOOP = "while True: pass"
SLEEP = "import time; time.sleep(1_000)"
MATCH = "import re; re.match('(a+)+$', 'a' * 60 + 'b')"


CLOCK = "import signal; from visualizer.support.plugins.watchdog import time as clock"
RUNS = f"{CLOCK}; clock.tick = 1"
"""From here on a second goes by whenever the watchdog looks at the clock."""
LASTS = "signal.raise_signal(signal.SIGALRM); clock.now += 0.15"
"""The watchdog looks; then three quarters of the time go by that a call may take."""
needs_alarm = pytest.mark.skipif(not watchdog.HAS_ALARM, reason="there is no alarm to be raised")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let the watchdog look at a clock that stands still until user-supplied code moves it."""
    clock = Clock()
    monkeypatch.setattr(watchdog, "time", clock)
    return clock


@pytest.fixture
def dog(clock: Clock) -> Iterator[Watchdog]:
    """Wait a fifth of a second for an answer, not ten; the alarm is real, and so are the calls
    that it interrupts.
    """
    WATCHDOG.wait_for(0.2)
    yield WATCHDOG
    WATCHDOG.wait_for(USER_CALL_SECONDS)


def mine(user_file: UserFile, *lines: str) -> str:
    """Write a file with a function `mine(position, *move)` of these lines, and return its name."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"{user_file('def mine(position, *move):' + chr(10) + body)}:mine"


def tree_run(**search: Any) -> Run:
    """Return a run on figure 5.2 that has not begun."""
    return Run(Recipe(PositionSpec("tree", notation(AIMA)), SearchSpec(**search)))


BAD_SCORES = {
    "raises": ("raise KeyError('e4')", "KeyError"),
    "divides": ("return 1 / 0", "ZeroDivisionError"),
    "text": ("return 'high'", "'high'"),
    "nothing": ("return None", "None"),
    "truth": ("return True", "True"),
    "list": ("return [1]", "\\[1\\]"),
    "exits": ("raise SystemExit(3)", "SystemExit|exit"),
}


@pytest.mark.parametrize(("line", "said"), BAD_SCORES.values(), ids=BAD_SCORES.keys())
@pytest.mark.parametrize("role", ["ordering", "evaluation"])
def test_bad_functions_are_reported_by_name(
    user_file: UserFile, role: str, line: str, said: str
) -> None:
    """A score or a value that is no number, or an error, is an InputError with the function's
    name.
    """
    name = mine(user_file, line)
    with pytest.raises(InputError, match=f"mine.py:mine .*({said})"):
        tree_run(**{role: name}).finish()


@pytest.mark.usefixtures("dog")
@pytest.mark.parametrize("role", ["ordering", "evaluation"])
@pytest.mark.parametrize("body", [LOOP, f"try:\n    {LOOP}\nexcept Exception: pass", SLEEP, MATCH])
def test_a_function_that_never_answers(user_file: UserFile, role: str, body: str) -> None:
    """A function that loops for ever, sleeps, or matches a pattern for ever is ended and named."""
    name = mine(user_file, RUNS, *body.split("\n"))
    with pytest.raises(InputError, match=r"mine\.py:mine did not answer within 0\.2 seconds"):
        tree_run(**{role: name}).finish()


GAME = """
from dataclasses import replace
from games import load_game

class Slow:
    maximizing = True
    def moves(self): return [0, 1]
    def play(self, move): return self
    def outcome(self):
        {clock}
        {outcome}
    def key(self): return 0
    def text(self): return "slow"
    def name(self, move): return str(move)
    def board(self): return load_game("tictactoe").start({{}}).board()

GAME = replace(load_game("tictactoe"), name="slow", options=(), start=lambda settings: Slow(),
               read=lambda text, settings: Slow(), orderings={{}},
               evaluations={{"nothing": lambda position, outcome: 0}},
               presets=(replace(load_game("tictactoe").presets[0], name="slow", text="", settings={{}}),))
"""


@pytest.mark.usefixtures("dog")
@pytest.mark.parametrize("body", [LOOP, SLEEP, MATCH])
def test_a_game_that_never_answers(user_file: UserFile, clock: Clock, body: str) -> None:
    """A function of a user-supplied game is ended, wherever it is called, and the sentence says
    where it was.
    """
    game = str(user_file(GAME.format(clock=RUNS, outcome=body)))

    with pytest.raises(
        InputError, match=r"outcome \(mine\.py, line 11\) did not answer within 0\.2 seconds"
    ):
        Run(Recipe(PositionSpec(game), SearchSpec(depth=2))).finish()
    clock.tick = 0
    with pytest.raises(InputError, match=r"outcome \(mine\.py, line 11\) did not answer"):
        Run(Recipe(PositionSpec(game), SearchSpec(depth=2))).is_inner(())


@needs_alarm
@pytest.mark.usefixtures("dog")
def test_a_slow_but_steady_game(user_file: UserFile) -> None:
    """Patience is for each call of a game's function, not for all together."""
    game = str(
        user_file(GAME.format(clock=CLOCK, outcome=f"{LASTS}; signal.raise_signal(signal.SIGALRM)"))
    )
    assert len(Run(Recipe(PositionSpec(game), SearchSpec("minimax", depth=2))).finish().trace) == 7


@needs_alarm
@pytest.mark.usefixtures("dog")
@pytest.mark.parametrize("role", ["evaluation", "game"])
def test_a_file_that_loads_slowly(
    user_file: UserFile, capsys: pytest.CaptureFixture[str], role: str
) -> None:
    """A file is waited for, and after some time it is said, once, which one."""
    file = user_file(f"{CLOCK}\nfor _ in range(4): {LASTS}\ndef mine(position): return 0\n")
    if role == "game":
        with pytest.raises(InputError, match="has no constant GAME"):
            Run(Recipe(PositionSpec(str(file))))
    else:
        tree_run(evaluation=f"{file}:mine")
    said = "visualizer: still loading mine.py, line 2; Ctrl-C stops it\n"

    assert capsys.readouterr().err == said


def test_a_file_that_loads_slowly_where_nothing_can_be_said(
    user_file: UserFile, dog: Watchdog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a sentence on standard error would not be seen, loading is ended like any call."""
    monkeypatch.setattr(dog, "report_loading", None)
    file = user_file(f"{RUNS}\n{SLEEP}\n")

    with pytest.raises(
        InputError, match=r"mine\.py.* cannot be loaded.*line 2 did not answer within 0\.2 seconds"
    ):
        Run(Recipe(PositionSpec(str(file))))


def test_other_threads_are_not_watched(dog: Watchdog, clock: Clock) -> None:
    """What is called beside the main thread does not excuse what hangs in it."""

    def hangs() -> None:
        clock.now += 0.15
        beside = threading.Thread(target=dog.call, args=("a quick one", len, ""))
        beside.start()
        beside.join()
        clock.now += 0.15
        while True:
            pass

    with pytest.raises(InputError, match="a slow one did not answer"):
        dog.call("a slow one", hangs)


@needs_alarm
@pytest.mark.usefixtures("dog")
def test_slow_but_steady(user_file: UserFile) -> None:
    """Patience is for each call: a function that answers each time may take longer than that in
    all.
    """
    name = mine(user_file, CLOCK, LASTS, "signal.raise_signal(signal.SIGALRM)", "return 0")
    assert len(tree_run(ordering=name).finish().trace) == 11


FILES = {
    "missing": (None, "there is no file"),
    "syntax": ("def mine(:\n", "SyntaxError"),
    "raises": ("raise RuntimeError('no')\n", "RuntimeError: no"),
    "imports": ("import there_is_no_such_module\n", "there_is_no_such_module"),
    "no function": ("def other(p, m): return 0\n", "has no function 'mine'; it has: other"),
    "not a function": ("mine = 3\n", "has no function 'mine'"),
    "null": ("\0", "mine.py"),
    "exits": ("import sys; sys.exit(0)\n", "SystemExit|exit"),
}


@pytest.mark.parametrize(("text", "said"), FILES.values(), ids=FILES.keys())
@pytest.mark.parametrize("role", ["ordering", "evaluation", "algorithm"])
def test_bad_files(
    user_file: UserFile, tmp_path: Path, role: str, text: str | None, said: str
) -> None:
    """A file that is missing, broken or without the function is one sentence."""
    if text is None:
        file = tmp_path / "mine.py"
    else:
        file = user_file(text)

    with pytest.raises(InputError, match=said) as caught:
        tree_run(**{role: f"{file}:mine"})
    assert "mine.py" in str(caught.value)


def test_own_evaluation(user_file: UserFile) -> None:
    """A user-supplied evaluation is given the position, and its values are the leaves'."""
    text = (
        "def mine(position):\n    return 100 if position.outcome() is None else "
        "-position.outcome()\n"
    )
    found = tree_run(evaluation=f"{user_file(text)}:mine", algorithm="minimax").finish()

    assert found.trace[0].value == -6
    shallow = tree_run(evaluation=f"{user_file(text)}:mine", depth=1).finish()
    assert shallow.trace[0].value == 100


WRONG_SEARCHES = {
    "no visit": ("return 0", "ended without a visit"),
    "no enter": ("leave(1)", "more often than enter"),
    "the other side": ("enter(0, False, 3)", "it is MIN's turn, but in the position it is MAX's"),
    "no moves": ("enter(0, True, 0)", "the game goes on but lists no moves"),
    "an empty window": ("enter(0, True, 3, 5, 1)", "the window from 5 to 1 is empty"),
    "half a kind": ("leaf(0, 1, 2.0)", "given the kind 2.0; allowed are TERMINAL"),
    "half an end": (
        "enter(0, True, 1)",
        "leaf(0, 1)",
        "return leave(1, 3.0)",
        "given the kind 3.0; allowed are FULL",
    ),
    "a large root": ("leaf(70_000, 1)", "the move number of the root is 70000; it should be 0"),
    "a leaf after close": ("recorder.close()", "leaf(0, 1)", "goes on after close"),
    "leave after close": ("enter(0, True, 1)", "recorder.close()", "leave(1)", "after close"),
    "nan": ("leaf(0, float('nan'))", "nan"),
    "infinite": ("leaf(0, float('inf'))", "inf"),
    "too large": ("leaf(0, 2 ** 60)", "2^53"),
    "nothing": ("leaf(0, None)", "None"),
    "recursion": ("mine(problem, recorder)", "recursion"),
    "exits": ("raise SystemExit(3)", "SystemExit"),
    "imports": ("import there_is_no_such_module", "there_is_no_such_module"),
    "no leave": ("enter(0, True, 1)", "return leaf(0, 1)", "a visit is still open"),
    "two opened": (
        "enter(0, True, 1)",
        "enter(0, False, 1)",
        "return leaf(0, 1)",
        "2 visits are still open",
    ),
    "too often": ("leaf(0, 1)", "return leave(1)", "more often than enter"),
    "a root within": (
        "enter(0, True, 2)",
        "recorder.begin_pass('again')",
        "begin_pass('again') came too early",
    ),
    "a nameless pass": (
        "recorder.begin_pass(None)",
        "begin_pass() was given the name None; it must be a string",
    ),
    "a source to come": (
        "leaf(0, 1, 5, source=3)",
        "the source 3; it must be the row of a finished visit",
    ),
    "a source of a leaf": ("leaf(0, 1, 2, source=0)", "a source, but its kind is not TABLE"),
    "too many": (
        "enter(0, True, 1)",
        "leaf(0, 1)",
        "leaf(1, 2)",
        "the move number is 1; allowed are 0 to 0",
    ),
    "below 0": ("enter(0, True, 2)", "leaf(-1, 1)", "the move number is -1; allowed are 0 to 1"),
    "a text": ("enter(0, True, 2)", "leaf('a', 1)", "the move number is 'a'; allowed are 0 to 1"),
    "root": ("leaf(None, 1)", "the move number of the root is None"),
    "children": ("enter(0, True, 1.5)", "1.5 children"),
    "kind": ("leaf(0, 1, 77)", "the kind 77; allowed are TERMINAL, LIMIT, PLAYOUT"),
    "end": (
        "enter(0, True, 1)",
        "leaf(0, 1)",
        "return leave(1, 1)",
        "the kind 1; allowed are FULL, CUT, TABLE",
    ),
    "window": ("leaf(0, 1, 2, 'low')", "an end of a window is 'low'"),
    "large window": (
        "leaf(0, 1, 2, -10**400)",
        "an end of a window has too many digits; use inf and -inf for",
    ),
    "value": ("leaf(0, '7')", "leaf() was given a value that is '7'; it must be a number"),
    "more than there are": (
        "enter(0, True, 4)",
        "announces 4 children, but the position has 3 moves",
    ),
    "below the end": (
        "enter(0, True, 1)",
        "enter(0, False, 1)",
        "enter(0, True, 1)",
        "the position has 0 moves",
    ),
    "left at once": ("enter(0, True, 3)", "return leave(1, 4)", "before any child was visited"),
    "not full": (
        "enter(0, True, 3)",
        "leaf(0, 1)",
        "return leave(1)",
        "FULL after 1 of 3 children",
    ),
    "standing pat that is no number": ("enter(0, True, 3)", "recorder.stand(float('nan'))", "nan"),
    "standing pat twice": (
        "enter(0, True, 3)",
        "recorder.stand(5)",
        "recorder.stand(5)",
        "stand() ",
    ),
    "standing pat, but full": (
        "enter(0, True, 3)",
        "recorder.stand(5)",
        "return leave(5)",
        "before any child was visited",
    ),
    "result": ("leaf(0, 3)", "return 4", "it returned 4, but reported that the root is worth 3"),
    "no result": ("leaf(0, 3)", "it returned None, but reported that the root is worth 3"),
    "raises": ("leaf(0, 3)", "raise KeyError('e4')", "KeyError: 'e4', in mine (mine.py, line 4)"),
}


def user_search(user_file: UserFile, *lines: str) -> str:
    """Write a search of these lines, and return its name."""
    verbs = "    enter, leaf, leave = recorder.enter, recorder.leaf, recorder.leave\n"
    body = "".join(f"    {line}\n" for line in lines)
    return f"{user_file(f'def mine(problem, recorder):{chr(10)}{verbs}{body}')}:mine"


@pytest.mark.parametrize("case", WRONG_SEARCHES.values(), ids=WRONG_SEARCHES.keys())
def test_a_search_that_tells_something_wrong(user_file: UserFile, case: tuple[str, ...]) -> None:
    """Whatever cannot be true is refused in a sentence; what was told before can still be looked
    at.
    """
    found = tree_run(algorithm=user_search(user_file, *case[:-1]))

    with pytest.raises(InputError, match=re.escape(case[-1])) as caught:
        found.finish()
    assert "mine.py:mine failed" in str(caught.value)
    assert found.trace.finished
    for step in range(found.trace.last_step + 1):
        assert explain(found, step)


def test_a_sentence_of_ours_reaches_a_person_without_its_class(user_file: UserFile) -> None:
    """What a user-supplied search asks of this program in vain is said in a sentence, and where
    it was asked.
    """
    found = tree_run(algorithm=user_search(user_file, "__import__('games').load_game('nope')"))
    with pytest.raises(
        InputError,
        match=r"mine failed: there is no game called 'nope'.*, in mine \(mine\.py, line 3\)$",
    ):
        found.finish()


def test_a_search_stands_pat(user_file: UserFile) -> None:
    """The recorder's verb is taken from a user-supplied search, too, and a cut without a child
    is one.
    """
    run = tree_run(
        algorithm=user_search(
            user_file, "enter(0, True, 3)", "recorder.stand(5)", "return leave(5, 4)"
        )
    )
    found = summary(run.finish())

    assert found["cutoffs"] == 1
    assert found["pruned"] == 3
    assert run.trace.stand_pat_values == {0: 5}


@pytest.mark.usefixtures("dog")
@pytest.mark.parametrize("first", ["pass", "leaf(0, 1)"])
def test_a_search_that_tells_nothing_for_long(user_file: UserFile, first: str) -> None:
    """Before its first visit or behind its last, an endless loop is ended."""
    found = tree_run(algorithm=user_search(user_file, RUNS, first, "while True: pass"))
    with pytest.raises(InputError, match=r"it reported nothing for 0\.2 seconds"):
        found.finish()


def test_an_ordering_that_changes_its_mind_is_shown_as_it_was(user_file: UserFile) -> None:
    """An ordering with a state of its own is asked once a position; order and scores shown are
    those of the search.
    """
    text = (
        "calls = 0\ndef mine(position, move):\n    global calls\n    calls += 1\n    "
        "return calls * 7919 % 101\n"
    )
    found = tree_run(ordering=f"{user_file(text)}:mine", algorithm="minimax").finish()
    tree = TreeAtStep(found.trace, found.trace.last_step)
    for row in range(len(found.trace)):
        if found.trace.children(row):
            order, scores = found.order_with_scores(found.path(row))
            assert scores is not None
            assert [found.trace.move(child) for child in tree.children(row)] == [*order]
            totals = [scores[number].total for number in order]
            assert totals == sorted(totals, reverse=True)

    assert found.order_with_scores(())[1][0].total == 7919 % 101  # type: ignore[index]  # it has scores, as checked above


def test_a_function_beside_another_file(user_file: UserFile, tmp_path: Path) -> None:
    """A user-supplied file may import what lies beside it."""
    (tmp_path / "beside_it.py").write_text("VALUE = 5\n", encoding="utf-8")
    name = f"{user_file('from beside_it import VALUE' + chr(10) + 'def mine(position): return VALUE' + chr(10))}:mine"

    assert tree_run(evaluation=name, depth=1).finish().trace[0].value == 5


def test_numbers_of_other_libraries(user_file: UserFile) -> None:
    """A fraction is a number too."""
    name = mine(user_file, "from fractions import Fraction", "return Fraction(1, 2)")
    assert tree_run(evaluation=name, depth=1).finish().trace[0].value == 0.5


def test_stopped_before_the_first_visit() -> None:
    """A search of which nothing is known has no value, no line and no picture, and says so."""
    found = tree_run()
    found.stop("stopped by hand")

    assert summary(found)["value"] is None
    assert summary(found)["principal_variation"] == []
    assert explain(found, 0).startswith("Nothing has been visited")
    with pytest.raises(InputError, match="nothing to draw"):
        TreePage(found)


def test_an_own_ordering_before_any_search(user_file: UserFile) -> None:
    """What it thinks of the moves of a position is shown without a search."""
    found = tree_run(ordering=mine(user_file, "return 10 if position.name(move[0]) == '2' else 0"))
    order, scores = found.order_with_scores(())

    assert order[0] == 1
    assert scores is not None
    assert [score.total for score in scores] == [0, 10, 0]


def test_a_search_that_comes_back(user_file: UserFile) -> None:
    """A second look at a child and a further root are visits of the same nodes; nothing has to
    be said beforehand.
    """
    looks = user_search(
        user_file,
        "recorder.begin_pass('first')",
        "leaf(0, 1)",
        "recorder.begin_pass('second')",
        "enter(0, True, 3)",
        "leaf(2, 4)",
        "leaf(2, 5)",
        "leaf(1, 3)",
        "return leave(5, 4)",
    )
    run = tree_run(algorithm=looks).finish()
    end = TreeAtStep(run.trace, run.trace.last_step)

    assert len(run.trace) == 5
    assert end.distinct_nodes == 3
    assert end.passes == 2
    assert [run.trace.pass_name(row) for row in (0, 1, 4)] == ["first", "second", "second"]
    assert [*end.children(0)] == [2, 4]
    assert end.visit_count(0) == 2
    assert end.visit_count(2) == 2
    assert end.visit(2) == 3
    assert end.best(0) == (5, 2)
    assert [*run.trace.pruned] == [1]
    assert summary(run)["value"] == 5
