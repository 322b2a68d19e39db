"""The recorder's three verbs: all that a search of one's own needs to be watched, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.replay import events
from tests.trees import AIMA, Tree, minimax, notation, searched, trees
from visualizer.errors import InputError
from visualizer.explain import explain
from visualizer.playhead import Playhead
from visualizer.recipe import Recipe, Search, Where
from visualizer.recorder import Recorder, SearchStopped
from visualizer.run import Run
from visualizer.summary import summary
from visualizer.trace import Kind, Trace

TOO_LARGE = [nan, inf, -inf, 1e300, 2**53 + 1, -(2**53) - 1, 10**400]


def recorded(tell: Callable[[Recorder], Any]) -> Trace:
    """Return the trace of what a function tells."""
    recorder = Recorder(Trace())
    tell(recorder)
    recorder.close()
    return recorder.trace


@given(trees(), st.booleans())
def test_a_plain_recursive_function_can_be_watched(tree: Tree, maximizing: bool) -> None:
    """A minimax over nested lists that says enter, leaf and leave makes the trace that the built-in one makes."""

    def mine(recorder: Recorder, node: Tree, turn: bool, number: int) -> float:
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

    def tell(recorder: Recorder) -> None:
        recorder.enter(0, True, 3, -5, 5)
        assert recorder.path() == ()
        recorder.enter(2, False, 2, -1, 1)
        assert recorder.path() == (2,)
        assert recorder.leaf(1, 0.5, Kind.TERMINAL, -1, 1) == 0.5
        assert recorder.leave(0.5, Kind.CUT) == 0.5
        recorder.leaf(0, 4, alpha=0.5, beta=5)
        recorder.leave(4)

    trace = recorded(tell)
    assert [tuple(row) for row in trace] == [
        (-1, 0, 0, 3, True, Kind.FULL, 3, 4, -5, 5),
        (0, 2, 1, 2, False, Kind.CUT, 2, 0.5, -1, 1),
        (1, 1, 2, 0, False, Kind.TERMINAL, 2, 0.5, -1, 1),
        (0, 0, 1, 0, False, Kind.LIMIT, 3, 4, 0.5, 5),
    ]
    assert [*trace.cuts] == [1]
    assert [*trace.pruned] == [1]


def test_a_break_after_the_last_child_is_no_cutoff() -> None:
    """Said to be CUT with all children seen, a visit is FULL, and nothing counts as cut or pruned."""

    def tell(recorder: Recorder) -> None:
        recorder.enter(0, True, 1)
        recorder.leaf(0, 1)
        recorder.leave(1, Kind.CUT)

    trace = recorded(tell)
    assert trace[0].kind is Kind.FULL
    assert not trace.cuts


def test_leaving_too_often_is_refused() -> None:
    """More leave than enter is an InputError."""

    def tell(recorder: Recorder) -> None:
        recorder.enter(0, True, 1)
        recorder.leaf(0, 1)
        recorder.leave(1)
        recorder.leave(1)

    with pytest.raises(InputError, match="more often than enter"):
        recorded(tell)
    with pytest.raises(InputError, match="more often than enter"):
        recorded(lambda recorder: recorder.leave(1))


@pytest.mark.parametrize("value", TOO_LARGE)
def test_values_that_are_refused(value: float) -> None:
    """A leaf's value is a number from -2^53 to 2^53."""
    with pytest.raises(InputError, match="2\\^53"):
        recorded(lambda recorder: recorder.leaf(0, value))


@pytest.mark.parametrize("value", [2.0**53, -(2.0**53), 0, -0.5, True])
def test_values_that_are_taken(value: float) -> None:
    """The limits themselves are values."""
    assert recorded(lambda recorder: recorder.leaf(0, value))[0].value == value


def test_numbers_of_moves() -> None:
    """A position without moves, or with more than can be numbered, is refused; a thousand plies are the most."""
    with pytest.raises(InputError, match="lists no moves"):
        recorded(lambda recorder: recorder.enter(0, True, 0))
    with pytest.raises(InputError, match="65,536"):
        recorded(lambda recorder: recorder.enter(0, True, 65_536))
    assert recorded(lambda recorder: recorder.enter(0, True, 65_535))[0].children == 65_535
    with pytest.raises(InputError, match="deeper than 1,000 plies"):
        recorded(lambda recorder: [recorder.enter(0, True, 1) for _ in range(1_002)])


def test_what_is_left_open_is_closed() -> None:
    """A search that ends without leaving has its open visits closed as stopped, with no value."""
    trace = recorded(lambda recorder: [recorder.enter(0, True, 2), recorder.enter(1, False, 2), recorder.leaf(0, 3)])
    assert [row.kind for row in trace] == [Kind.STOPPED, Kind.STOPPED, Kind.LIMIT]
    assert len(events(trace)) == trace.steps == 6
    assert Playhead(trace, 6).value(1) == 3
    assert Playhead(trace, 6).value(0) is None


def test_pausing() -> None:
    """`pause` is called before a visit when as many are there as it asked for, and may end the search."""
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


# One's own search, in a file.

OWN = '''
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


def own_run(file: Path, tree: Tree = AIMA) -> Run:
    """Return a run, not begun, of the search in a file."""
    return Run(Recipe(Where("tree", notation(tree)), Search(algorithm=f"{file}:search")))


def test_a_search_in_a_file(own_file: Callable[..., Path]) -> None:
    """A search of one's own runs by FILE.py:FUNCTION, and everything is known of it: steps, sentences, summary."""
    run = own_run(own_file(OWN)).finish()
    assert summary(run)["value"] == 3
    assert summary(run)["nodes"] == 13
    assert all(explain(run, step) for step in range(run.trace.last_step + 1))


BROKEN = {
    "raises": "raise ValueError('oh\\nno')",
    "leaves too often": "recorder.leave(1)",
    "no moves": "recorder.enter(0, True, 0)",
    "not a number": "recorder.leaf(0, float('nan'))",
    "infinite": "recorder.leaf(0, float('inf'))",
    "too large": "recorder.leaf(0, 2 ** 60)",
    "text": "recorder.leaf(0, 'seven')",
    "nothing": "recorder.leaf(0, None)",
    "text for a move": "recorder.enter('a1', True, 2)",
    "a negative move": "recorder.enter(-1, True, 2)",
    "text for a child": "recorder.enter(0, True, 2); recorder.leave('seven')",
    "endless": "[recorder.enter(0, True, 1) for _ in range(10 ** 9)]",
    "recursion": "search(problem, recorder)",
    "exits": "raise SystemExit(3)",
    "imports": "import there_is_no_such_module",
}


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_search_is_named(own_file: Callable[..., Path], line: str) -> None:
    """Whatever goes wrong in one's own search is an InputError that names it; the run is closed."""
    run = own_run(own_file(f"def search(problem, recorder):\n    {line}\n"))
    with pytest.raises(InputError, match=r"mine\.py:search"):
        run.finish()
    assert run.trace.finished
    assert all(row.end >= 0 for row in run.trace)
