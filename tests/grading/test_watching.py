"""A graded search is shown as what it did: its events tell the leaves that it read, its windows, what it returned."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import inf
from typing import Any

import pytest

from tests.few import one_in
from tests.grading import right, wrong
from visualizer.events.lines import FileLines
from visualizer.events.reading import Recording
from visualizer.events.replay import Replay
from visualizer.grading.grading import trees_of
from visualizer.grading.reference import GradedTask, expected
from visualizer.grading.trees import MIN, Limited, parsed
from visualizer.grading.trial import Asked, leaves_of, tried
from visualizer.grading.watching import made_of_leaves
from visualizer.lookup import resolve
from visualizer.recipe import PositionSpec
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Kind, Trace

FUNCTIONS = [
    *(pytest.param(function, id=function.__name__) for function in right.ALPHA_BETAS),
    *(pytest.param(function, id=f"{name}-{number}") for name, number, function in wrong.mistakes()
      if name not in ("sign-forgotten", "last-child-missed", "one-ply-off")),
]  # fmt: skip


def played(events: tuple[str, ...], text: str) -> tuple[Trace, float]:
    """Return the trace of events on a tree, and the value of the root."""
    trace = Trace(revisits=True)
    header = json.dumps({"search": "theirs", "game": "tree", "position": text})
    recorder = Recorder(trace, lambda visits: visits + 1000, None, revisits=True)
    value = Replay(
        Recording("it", FileLines([header, *events])).read(), resolve(PositionSpec("tree", text))[1], recorder
    ).run()
    recorder.close()
    return trace, value


@pytest.mark.parametrize("function", one_in(3, FUNCTIONS))
def test_events_tell_what_was_done(function: Callable[..., Any]) -> None:
    """Played back, they read the same leaves in the same order, and the root is worth what was returned."""
    movers = function in (right.negamax, right.book)
    for _, tree in trees_of(12):
        limited = Limited(tree, None)
        answer = tried(function, Asked(limited, watch=True, movers=movers))
        trace, value = played(answer.events, tree.text())
        assert leaves_of(trace) == answer.leaves == tried(function, Asked(limited)).leaves
        if answer.value is not None and abs(answer.value) < inf:
            assert value == (-answer.value if movers and tree.mover == MIN else answer.value)


@pytest.mark.parametrize("function", [right.wikipedia, right.negamax, right.fail_hard, right.book])
def test_windows_and_cutoffs_are_those_of_the_right_search(function: Callable[..., Any]) -> None:
    """Where the function names them alpha and beta, each visit has the right search's window and is cut where it is."""
    movers = function in (right.negamax, right.book)
    for _, tree in trees_of(24):
        limited = Limited(tree, None)
        trace, _ = played(tried(function, Asked(limited, watch=True, movers=movers)).events, tree.text())
        wanted = expected(limited, GradedTask()).run.trace
        assert len(trace) == len(wanted)
        for mine, its in zip(trace, wanted, strict=True):
            assert (mine.move, mine.depth, mine.alpha, mine.beta) == (its.move, its.depth, its.alpha, its.beta)
            assert (mine.kind is Kind.CUT) == (its.kind is Kind.CUT)


def test_events_of_leaves_alone() -> None:
    """Of a search of which only the leaves are known, inner nodes are worth the best that was read below them."""
    limited = Limited(parsed("[[3,5],[2,9]]"), None)
    trace, value = played(tuple(map(json.dumps, made_of_leaves(limited, [(0, 0), (0, 1), (1, 0)], 3))), "[[3,5],[2,9]]")
    assert leaves_of(trace) == ((0, 0), (0, 1), (1, 0))
    assert value == 3
    assert [trace.value(row) for row in range(len(trace))] == [3, 3, 3, 5, 2, 2]


def test_a_search_that_fails_is_shown_as_far_as_it_came() -> None:
    """What it did before it raised an exception is told."""

    def fails(node: Any) -> Any:
        values = [child.value for child in node.children[0]]
        return values[7]

    answer = tried(fails, Asked(Limited(parsed("[[3,5],[2,9]]"), None), watch=True))
    trace, _ = played(answer.events, "[[3,5],[2,9]]")
    assert leaves_of(trace) == answer.leaves == ((0, 0), (0, 1))
    assert "IndexError" in answer.failure
