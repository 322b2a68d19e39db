"""A search that is still running shows the same as a finished one, and nothing that is not known
yet.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.agreement import listed, shown
from tests.oracles.replay import events
from tests.presets import COMING_BACK, short
from tests.trees import AIMA, Tree, prepared, searched, searches, trees, uniform
from visualizer.explaining.measures.summary import summary
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

SEARCHES = ("alpha-beta", "minimax", *COMING_BACK)


class Watched:
    """A search that goes on, the same finished, and what it reports."""

    def __init__(self, tree: Tree, maximizing: bool = True, **search: Any) -> None:
        """Search to the end, and begin anew."""
        self.whole = searched(tree, maximizing, **search)
        self.live = prepared(tree, maximizing, **search)
        self.reported, _ = listed(prepared(tree, maximizing, **search))

    def is_the_same_so_far(self, at: int = 0) -> None:
        """Check some steps that can be shown, and that the last one is an event behind while the
        search runs.
        """
        trace = self.live.trace
        if not trace.finished:
            assert trace.last_step == max(0, trace.steps - 1)
        assert trace.steps == 2 * len(trace) - sum(row.end < 0 for row in trace)
        for step in sorted(
            {at, 0, trace.last_step // 2, max(0, trace.last_step - 1), trace.last_step}
        ):
            assert shown(self.live, step, self.reported) == shown(self.whole, step, self.reported)
        assert TreeAtStep(trace, trace.steps + 5).step == trace.last_step


@pytest.mark.parametrize("name", SEARCHES)
@given(tree=trees(plies=4, widest=3), maximizing=st.booleans(), seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_a_search_that_goes_on_shows_what_the_finished_one_shows(
    name: str, tree: Tree, maximizing: bool, seed: int
) -> None:
    """Step by step, and asked for steps that are far apart or lie back; it goes on no further
    than it must.
    """
    watched = Watched(tree, maximizing, **short(name))
    live = watched.live
    whole = watched.whole
    for step in range(min(25, whole.trace.last_step)):
        live.advance(step=step)

        assert step <= live.trace.last_step
        assert len(live.trace) <= step + 2
        watched.is_the_same_so_far()
    dice = random.Random(seed)
    for step in [dice.randint(0, whole.trace.last_step) for _ in range(6)]:
        live.advance(step=step)

        assert step <= live.trace.last_step
        watched.is_the_same_so_far(step)
    live.finish()

    assert bytes(live.trace.rows) == bytes(whole.trace.rows)


@pytest.mark.parametrize("ordering", ["best", "worst", "shallow", "shallow-2", "pv", "best+killer"])
def test_resting_while_an_ordering_looks_ahead(ordering: str) -> None:
    """A search may rest in the midst of an ordering; its steps are true there too."""
    watched = Watched(uniform(3, 4), ordering=ordering)
    rests = 0
    while not watched.live.advance(seconds=0):
        watched.is_the_same_so_far()
        rests += 1

    assert rests


def test_time_and_step_mixed(usually: Callable[[int], int]) -> None:
    """A search may be driven by steps and by time in turn, and never shows less than it did."""
    watched = Watched(uniform(3, 4))
    shown_before = 0
    live = watched.live
    for turn in range(usually(200)):
        if turn % 2:
            live.advance(seconds=0)
        else:
            live.advance(step=live.trace.last_step + 1)

        assert live.trace.last_step >= shown_before
        shown_before = live.trace.last_step
        watched.is_the_same_so_far()

    assert bytes(live.finish().trace.rows) == bytes(watched.whole.trace.rows)


@given(trees(plies=4), st.booleans(), searches(), st.sampled_from(["alpha-beta", "minimax"]))
@settings(max_examples=40)
def test_every_limit_of_nodes(
    tree: Tree, maximizing: bool, search: dict[str, Any], algorithm: str
) -> None:
    """For every limit n the counts are exact, `complete` is false if n was too small, and the
    best so far is one.
    """
    whole = searched(
        tree,
        maximizing,
        algorithm=algorithm,
        **search,
    )
    everything = len(whole.trace)
    for most in range(1, everything + 1):
        run = searched(
            tree,
            maximizing,
            algorithm=algorithm,
            **search,
            max_nodes=most,
        )
        found = summary(run)

        assert found["nodes"] == most
        assert found["complete"] == (most == everything)
        assert bool(run.trace.reason) == (most < everything)
        assert found["steps"] == 2 * most == len(events(run.trace))
        assert found["leaves"] == sum(row.kind in (Kind.TERMINAL, Kind.LIMIT) for row in run.trace)
        assert found["cutoffs"] == sum(row.kind is Kind.CUT for row in run.trace)
        if most < everything:
            best_so_far(run, found)
        json.dumps(found, allow_nan=False)


def best_so_far(run: Run, found: dict[str, Any]) -> None:
    """The value of a stopped search is the first best of the root's children that returned, null
    if none has.
    """
    values = {
        row: visit.value
        for row, visit in enumerate(run.trace)
        if visit.parent == 0 and visit.kind is not Kind.STOPPED
    }
    if not values:
        assert found["value"] is None
        assert found["best_move"] is None
        assert found["principal_variation"] == []
        return
    best = (max if run.root.maximizing else min)(values.values())
    first = next(row for row, value in values.items() if value == best)
    assert found["value"] == best
    if not TreeAtStep(run.trace).is_value_certain(
        0, first
    ):  # what the child returned is a bound on the wrong side
        so_far = "≤…" if run.root.maximizing else "≥…"
        assert found["best_move"] is None
        assert found["principal_variation"] == []
        assert found["bound"] == so_far
        return
    assert (
        found["best_move"]
        == run.notation_of_move(run.path(first))
        == found["principal_variation"][0]
    )


@given(trees(plies=4), st.booleans(), searches(), st.integers(0, 50))
@settings(max_examples=80)
def test_stopping_anywhere(
    tree: Tree,
    maximizing: bool,
    search: dict[str, Any],
    step: int,
) -> None:
    """Stopped by hand, a run is finished, says why, has every row closed, and cannot be made to
    go on.
    """
    run = prepared(tree, maximizing, **search)
    whole = searched(tree, maximizing, **search)
    done = run.advance(step=step)
    before = len(run.trace)
    run.stop("enough")

    assert run.trace.finished
    assert run.trace.reason == ("" if done else "enough")
    assert len(run.trace) == before
    assert all(row.end >= 0 for row in run.trace)
    assert summary(run)["complete"] == done
    assert run.advance()
    assert len(run.trace) == before
    for row, visit in enumerate(run.trace):
        assert visit.kind is Kind.STOPPED or visit == whole.trace[row]


def test_stopping_before_it_began() -> None:
    """A run that was stopped before its first visit has no nodes and no value."""
    run = prepared(AIMA)
    run.stop("changed my mind")
    found = summary(run)

    assert found["nodes"] == 0
    assert found["value"] is None
    assert found["best_move"] is None
    assert found["complete"] is False


def breaking_after(calls: int, error: BaseException) -> Run:
    """Return a run, not begun, whose evaluation raises an error at one of its calls."""
    run = prepared(uniform(3, 4), algorithm="minimax")
    left = calls

    def evaluate(position: Any, outcome: float | None) -> float:
        nonlocal left
        left -= 1
        if not left:
            raise error
        return outcome or 0.0

    run.problem = replace(run.problem, evaluate=evaluate)
    return run


def test_ctrl_c_inside_a_search_closes_it() -> None:
    """KeyboardInterrupt goes to the caller; the run is finished, with what it had done and a
    reason.
    """
    run = breaking_after(30, KeyboardInterrupt())

    with pytest.raises(KeyboardInterrupt):
        run.advance()
    assert run.trace.finished
    assert run.trace.reason == "stopped by Ctrl-C"
    assert sum(row.kind is Kind.TERMINAL for row in run.trace) == 29
    assert all(row.end >= 0 for row in run.trace)
    assert not summary(run)["complete"]


def test_an_error_inside_a_search_closes_it() -> None:
    """After an error in a search the run is finished, can be looked at, and does not go on."""
    run = breaking_after(5, InputError("no such thing"))

    with pytest.raises(InputError, match="no such thing"):
        run.advance()
    assert run.trace.finished
    nodes = len(run.trace)
    assert run.advance()
    assert len(run.trace) == nodes
    assert summary(run)["complete"] is False
    json.dumps(summary(run), allow_nan=False)


def test_the_limit_of_recursion_is_put_back() -> None:
    """A run raises Python's limit of recursion only while it searches, however it ends."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 7)
    searched(AIMA)

    with pytest.raises(InputError):
        breaking_after(5, InputError("no such thing")).advance()
    after = sys.getrecursionlimit()
    sys.setrecursionlimit(before)
    assert after == before + 7
