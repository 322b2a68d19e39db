"""The recorder's three verbs: all that a user-supplied search needs to be watched, and what they
refuse.
"""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Callable
from inspect import signature
from itertools import pairwise
from math import inf, nan
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles.replay import events
from tests.oracles.trees import minimax
from tests.trees import AIMA, Tree, notation, searched, trees
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import summary
from visualizer.searching.algorithms import Problem, SearchFunction, algorithm
from visualizer.searching.algorithms.alpha_beta import alpha_beta
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.checked_recorder import CheckedRecorder
from visualizer.trace.recorder import Enter, Leaf, Leave, Recorder, SearchStopped
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.tree_at_step import TreeAtStep

TOO_LARGE = [nan, inf, -inf, 1e300, 2**53 + 1, -(2**53) - 1, 10**400]


def recorded(report: Callable[[Recorder], Any], *, revisits: bool = False) -> Trace:
    """Return the trace of what a function reports."""
    recorder = Recorder(Trace(), revisits=revisits)
    report(recorder)
    recorder.close()
    return recorder.trace


@given(trees(), st.booleans())
def test_a_plain_recursive_function_can_be_watched(tree: Tree, maximizing: bool) -> None:
    """A minimax over nested lists that says enter, leaf and leave makes the trace that the
    built-in one makes.
    """

    def mine(
        recorder: Recorder,
        node: Tree,
        turn: bool,
        number: int,
    ) -> float:
        if not isinstance(node, list):
            return recorder.leaf(number, node, Kind.TERMINAL)
        recorder.enter(number, turn, len(node))
        values = [mine(recorder, child, not turn, place) for place, child in enumerate(node)]
        return recorder.leave(max(values) if turn else min(values))

    trace = recorded(lambda recorder: mine(recorder, tree, maximizing, 0))

    assert bytes(trace.rows) == bytes(searched(tree, maximizing, algorithm="minimax").trace.rows)
    assert trace[0].value == minimax(tree, maximizing)


def test_rows_are_what_was_told() -> None:
    """Each verb's arguments stand in the row, in order of entry; a leaf's row ends with itself."""

    def report(recorder: Recorder) -> None:
        recorder.enter(0, True, 3, -5, 5)
        assert recorder.row() == 0
        assert recorder.path() == ()
        recorder.enter(2, False, 2, -1, 1)
        assert recorder.path() == (2,)
        assert recorder.leaf(1, 0.5, Kind.TERMINAL, -1, 1) == 0.5
        assert recorder.leave(0.5, Kind.CUT) == 0.5
        recorder.leaf(
            0,
            4,
            alpha=0.5,
            beta=5,
        )
        recorder.leave(4)

    trace = recorded(report)

    assert [tuple(row) for row in trace] == [
        (-1, 0, 0, 3, True, Kind.FULL, 3, 4, -5, 5),
        (0, 2, 1, 2, False, Kind.CUT, 2, 0.5, -1, 1),
        (1, 1, 2, 0, False, Kind.TERMINAL, 2, 0.5, -1, 1),
        (0, 0, 1, 0, False, Kind.LIMIT, 3, 4, 0.5, 5),
    ]
    assert [*trace.cuts] == [1]
    assert [*trace.pruned] == [1]


def test_a_break_after_the_last_child_is_no_cutoff() -> None:
    """Said to be CUT with all children seen, a visit is FULL, and nothing counts as cut or
    pruned.
    """

    def report(recorder: Recorder) -> None:
        recorder.enter(0, True, 1)
        recorder.leaf(0, 1)
        recorder.leave(1, Kind.CUT)

    trace = recorded(report)

    assert trace[0].kind is Kind.FULL
    assert not trace.cuts


USER_GAME = """
from math import inf, nan
from games import Board, Game, Preset

class Over:
    maximizing = True
    def moves(self): return ()
    def outcome(self): return 1
    def key(self): return 0
    def text(self): return "over"
    def board(self): return Board("Over", ((),))

GAME = Game(name="tictactoe", title="Over", about="a game that is over", sides=("one", "other"), notation="over",
    start=lambda settings: Over(), read=lambda text, settings: Over(), presets=(Preset("over", "over", "the end"),),
    evaluations={{"result": lambda position, outcome: {value}}})
"""


def value_in_a_user_game(user_file: Callable[..., Path], value: float | str) -> float:
    """Return the value of the root, where the evaluation of a user-supplied game returns this."""
    file = user_file(USER_GAME.format(value=value))
    return Run(Recipe(PositionSpec(str(file)), SearchSpec("minimax"))).finish().trace[0].value


@pytest.mark.parametrize("value", [*TOO_LARGE, "'seven'", "None"])
def test_values_that_are_refused(user_file: Callable[..., Path], value: float | str) -> None:
    """A leaf's value is a number from -2^53 to 2^53; the evaluation that returned another is
    named.
    """
    with pytest.raises(
        InputError,
        match=r"the evaluation result of tictactoe returned .*(2\^53|it must be a number)",
    ):
        value_in_a_user_game(user_file, value)


@pytest.mark.parametrize("value", [2.0**53, -(2.0**53), 0, -0.5, True])
def test_values_that_are_taken(user_file: Callable[..., Path], value: float) -> None:
    """The limits themselves are values."""
    assert value_in_a_user_game(user_file, value) == value


def test_numbers_of_moves() -> None:
    """A position without moves, or with more than can be numbered, is refused; a thousand plies
    are the most.
    """
    with pytest.raises(InputError, match="lists no moves"):
        recorded(lambda recorder: recorder.enter(0, True, 0))
    with pytest.raises(InputError, match="65,536"):
        recorded(lambda recorder: recorder.enter(0, True, 65_536))
    assert recorded(lambda recorder: recorder.enter(0, True, 65_535))[0].children == 65_535
    with pytest.raises(InputError, match="deeper than 1,000 plies"):
        recorded(lambda recorder: [recorder.enter(0, True, 1) for _ in range(1_002)])


def test_what_is_left_open_is_closed() -> None:
    """A search that ends without leaving has its open visits closed as stopped, with no value."""
    trace = recorded(
        lambda recorder: [
            recorder.enter(0, True, 2),
            recorder.enter(1, False, 2),
            recorder.leaf(0, 3),
        ]
    )

    assert [row.kind for row in trace] == [Kind.STOPPED, Kind.STOPPED, Kind.LIMIT]
    assert len(events(trace)) == trace.steps == 6
    assert TreeAtStep(trace, 6).value(1) == 3
    assert TreeAtStep(trace, 6).value(0) is None


def test_pausing() -> None:
    """`pause` is called before a visit when as many are there as it asked for, and may end the
    search.
    """
    asked: list[int] = []

    def pause(visits: int) -> int:
        asked.append(visits)
        if visits == 6:
            raise SearchStopped("enough")
        return visits + 3

    recorder = Recorder(Trace(), pause)
    recorder.enter(0, True, 9)
    for number in range(5):
        recorder.leaf(number, number)

    with pytest.raises(SearchStopped):
        recorder.leaf(5, 5)
    assert asked == [0, 3, 6]
    assert len(recorder.trace) == 6


def interrupted(problem: Problem, search: SearchFunction, at: int) -> Trace | None:
    """Return what is recorded where Ctrl-C comes at the return of such a call inside the
    recorder; None: too few.
    """
    calls = 0

    def profile(frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls
        if (
            event == "c_return"
            and frame.f_code.co_filename == recorder_file
            and frame.f_code.co_name in VERBS
        ):
            calls += 1
            if calls == at:
                raise KeyboardInterrupt

    recorder_file = Recorder.__init__.__code__.co_filename
    trace = Trace()
    recorder = Recorder(trace, lambda visits: visits + 3, revisits=search is not alpha_beta)
    try:
        sys.setprofile(profile)
        search(problem, recorder)
    except KeyboardInterrupt:
        return trace
    finally:
        sys.setprofile(None)
        recorder.close()
    return None


VERBS = {
    "enter",
    "leaf",
    "leave",
    "yield_control",
    "flush",
    "undo_interrupted_verb",
    "fill_open_rows",
    "begin_pass",
    "_add_pass",
}
LISTS = ("cuts", "pruned", "answered_rows", "answer_sources", "pass_rows", "pass_names")


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("alpha-beta", PositionSpec("tree", "cs188-four-plies")),
        ("iterative-deepening", PositionSpec("tictactoe", None, "a1 b2 c3 a3")),
    ],
    ids=["alpha-beta", "iterative-deepening"],
)
def test_interrupts_at_any_moment(
    name: str, where: PositionSpec, usually: Callable[[int], int]
) -> None:
    """Wherever Ctrl-C comes, all that was visited is recorded as it would be without, or as
    stopped.
    """
    problem = Run(Recipe(where, SearchSpec(name))).problem
    search = algorithm(name).fail["soft"]
    whole = recorded(lambda recorder: search(problem, recorder), revisits=search is not alpha_beta)

    assert whole.cuts
    assert name == "alpha-beta" or (whole.answered_rows and whole.pass_rows)
    at = 0
    while (found := interrupted(problem, search, at := at + 7 // usually(7))) is not None:
        assert found.finished
        stopped = [row for row in range(len(found)) if found.kind(row) is Kind.STOPPED]
        for row in range(len(found)):
            if row in stopped:
                end = len(found) - 1
            else:
                end = whole.end(row)

            assert found.end(row) == end
            assert (
                found[row]._replace(
                    kind=whole.kind(row), end=whole.end(row), value=whole.value(row)
                )
                == whole[row]
            )
            assert row in stopped or found[row] == whole[row]
        assert all(found.parent(below) == above for above, below in pairwise(stopped))
        for each in LISTS:
            known = getattr(found, each)
            assert known == getattr(whole, each)[: len(known)]
        assert len(found.cuts) == len(found.pruned)
        assert {*found.cuts} == {row for row in range(len(found)) if found.kind(row) is Kind.CUT}
        assert {*found.answered_rows} == {
            row for row in range(len(found)) if found.kind(row) is Kind.TABLE
        }
        assert len(found.answer_sources) == len(found.answered_rows)
        assert len(found.pass_rows) == len(found.pass_names) == len(found.pass_start_seconds)
    assert at > 4 * len(whole)


# A user-supplied search, in a file.

USER_SEARCH = '''
def search(problem, recorder):
    """Minimax, cut off at the first win."""
    def value(position, depth, number):
        outcome = position.outcome()
        if outcome is not None or depth == problem.depth:
            return recorder.leaf(number, problem.evaluate(position, outcome))
        moves = position.moves()
        recorder.enter(number, position.maximizing, len(moves))
        values = [value(position.play(move), depth + 1, place) for place, move in enumerate(moves)]
        return recorder.leave(max(values) if position.maximizing else min(values))
    return value(problem.root, 0, 0)
'''


def user_run(file: Path, tree: Tree = AIMA) -> Run:
    """Return a run, not begun, of the search in a file."""
    return Run(Recipe(PositionSpec("tree", notation(tree)), SearchSpec(algorithm=f"{file}:search")))


TABLE = """
from visualizer.trace.rows import Kind

def search(problem, recorder):
    recorder.enter(0, True, 3)
    recorder.leaf(0, 5, Kind.TABLE)
    recorder.leaf(1, 4, Kind.PLAYOUT)
    return recorder.leave({value}, Kind.CUT)
"""


def test_what_a_table_knew(user_file: Callable[..., Path]) -> None:
    """A table's answer is a visit without children, but no leaf; the sentence says where the
    value is from.
    """
    run = user_run(user_file(TABLE.format(value=5))).finish()
    found = summary(run)

    assert found["nodes"] == 3
    assert found["leaves"] == 1
    assert found["table_hits"] == 1
    assert found["value"] == 5
    assert "the table already knows it" in explain(run, 2)
    assert "a random game is played from here" in explain(run, 4)


def test_a_value_that_comes_from_nowhere_is_told(user_file: Callable[..., Path]) -> None:
    """A value that is not the best of the children's is a search's own affair, or its mistake:
    the sentence says it.
    """
    run = user_run(user_file(TABLE.format(value=99))).finish()

    assert "worth 99, although the best value it has seen is 5" in explain(run, run.trace.last_step)
    run = user_run(user_file(TABLE.format(value=5))).finish()
    assert "although" not in explain(run, run.trace.last_step)


LOOKS = """
def search(problem, recorder):
    lengths = []
    recorder.enter(0, True, 2)
    lengths.append(len(recorder.trace))
    recorder.leaf(0, 5)
    lengths.append(recorder.trace.value(1))
    recorder.leaf(1, 3)
    lengths.append(len(recorder.trace))
    value = recorder.leave(5)
    assert [*lengths, recorder.trace.value(0)] == [1, 5, 3, 5], lengths
    return value
"""


def test_a_search_can_look_at_its_trace(user_file: Callable[..., Path]) -> None:
    """What a user-supplied search has reported is in the trace at once."""
    assert len(user_run(user_file(LOOKS)).finish().trace) == 3


ORDERS_TWICE = """
        (first, move), *_ = problem.order(position, moves, recorder.path)
        values = [value(position.play(move), depth + 1, first)]
        rest = [tried for tried in problem.order(position, moves, recorder.path) if tried[0] != first]
        values += [value(position.play(move), depth + 1, place) for place, move in rest]
"""
"""What stands instead of the line in USER_SEARCH that visits the children."""


def test_an_order_that_is_asked_for_twice(user_file: Callable[..., Path]) -> None:
    """Of what an ordering with memory thought at a node, the first answer is kept, for every
    node.
    """
    text = re.sub("\n +values = .*\n", lambda _: ORDERS_TWICE, USER_SEARCH)
    search = SearchSpec(f"{user_file(text)}:search", ordering="history", depth=3)
    run = Run(Recipe(PositionSpec("tictactoe", "corner"), search)).finish()
    inner = [row for row in range(len(run.trace)) if run.trace.children(row)]

    assert len(inner) > 20
    assert all(run.trace.move_scores.at(row) is not None for row in inner)


TURN = """
from games import Board, Game, Preset

class Odd:
    def __bool__(self): raise ValueError("neither")

class Position:
    maximizing = Odd()
    def moves(self): return (0, 1)
    def play(self, move): return self
    def outcome(self): return None
    def key(self): return 0
    def text(self): return "odd"
    def name(self, move): return str(move)
    def board(self): return Board("Odd", ((),))

GAME = Game(name="odd", title="Odd", about="a game of nobody", sides=("one", "other"), notation="odd",
    start=lambda settings: Position(), read=lambda text, settings: Position(),
    presets=(Preset("odd", "odd", "nobody's turn"),), evaluations={"zero": lambda position, outcome: 0})
"""


def test_after_any_error_the_run_is_closed(user_file: Callable[..., Path]) -> None:
    """A game whose turn is neither ends the search with its own error, once; then the run is
    over.
    """
    run = Run(Recipe(PositionSpec(str(user_file(TURN, "odd.py"))), SearchSpec("minimax", depth=2)))

    with pytest.raises(ValueError, match="neither"):
        run.finish()
    assert run.trace.finished
    run.stop("twice")
    assert run.advance()


def test_what_a_row_cannot_hold() -> None:
    """What a row cannot hold is an error at once, and the recorder can be closed all the same."""
    recorder = Recorder(Trace())
    recorder.enter(0, True, 2)

    with pytest.raises(struct.error):
        recorder.leaf(70_000, 1)
    recorder.close()
    assert [row.kind for row in recorder.trace] == [Kind.STOPPED]
    assert recorder.trace.finished


LEAVES_EARLY = """
from visualizer.trace.rows import Kind

def search(problem, recorder):
    recorder.enter(0, True, 3, 0, 9)
    recorder.leaf(0, 5, alpha=0, beta=9)
    return recorder.leave(5, Kind.CUT)
"""


def test_leaving_early_is_no_cutoff_by_the_window(user_file: Callable[..., Path]) -> None:
    """Where the window is still open, no inequality is claimed."""
    said = explain(user_run(user_file(LEAVES_EARLY)).finish(), 3)

    assert "and this search asks for no more, although the window is still open (β = 9)" in said
    assert "≥" not in said


@pytest.mark.parametrize(
    "wrong", ["raise GeneratorExit", "raise BaseException('no')", "raise SystemExit(0)"]
)
def test_whatever_is_raised(user_file: Callable[..., Path], wrong: str) -> None:
    """Also what is no Exception is an error of the function that raised it."""
    for what in ("search", "score", "value"):
        file = user_file(f"def {what}(*words):\n    {wrong}\n")
        name = {
            "search": "algorithm",
            "score": "ordering",
            "value": "evaluation",
        }[what]
        own: dict[str, Any] = {name: f"{file}:{what}"}

        with pytest.raises(InputError, match=rf"mine\.py:{what} "):
            Run(Recipe(PositionSpec("tree"), SearchSpec(**own))).finish()


def test_numbers_of_a_library(user_file: Callable[..., Path]) -> None:
    """What is a whole number to Python is one here, such as numpy's."""
    text = """
import numbers

class Whole(int):
    pass

class Index:
    def __init__(self, number): self.number = number
    def __int__(self): return self.number
    def __index__(self): return self.number

numbers.Integral.register(Index)

def search(problem, recorder):
    recorder.enter(Whole(0), True, Index(3))
    recorder.leaf(Index(2), 1)
    recorder.leaf(Index(0), 2)
    recorder.leaf(Index(1), 3)
    return recorder.leave(3)
"""
    assert user_run(user_file(text)).finish().trace.column("move") == [0, 2, 0, 1]


def test_the_verbs_are_as_their_types_say() -> None:
    """Their parameters have the names and the order that a type checker knows, whether they are
    checked or not.
    """
    position_at = Run(Recipe(PositionSpec("tree"))).position
    checked = CheckedRecorder(Trace(), lambda visits: visits + 1, None, lambda: None, position_at)
    for recorder in (Recorder(Trace()), checked):
        for verb, kind in (
            (recorder.enter, Enter),
            (recorder.leaf, Leaf),
            (recorder.leave, Leave),
        ):
            assert [*signature(verb).parameters] == [*signature(kind.__call__).parameters][1:]
