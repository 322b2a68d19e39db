"""Every jump leads where a walk over all steps, one by one, says that it should."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.replay import events
from tests.trees import TRACES, TRACES_WITH_REVISITS, Tree, prepared, searched, searches, trees
from visualizer.trace import jumps
from visualizer.trace.jumps import cut_steps, is_new_cut
from visualizer.trace.rows import Kind, Row, Trace


def visited_below(trace: Trace, row: int) -> list[Row]:
    """Return the visits that were made from a row, in the order in which they were tried."""
    return [visit for visit in trace if visit.parent == row]


@dataclass(frozen=True)
class Known:
    """What is known of a row: how often it was entered and returned, its best child's value,
    whether it was cut.
    """

    entered: bool = False
    best: float | None = None
    cut: bool = False
    returned: bool = False


def history(trace: Trace, row: int) -> list[Known]:
    """Return what is known of a row at every step, by doing all events."""
    found = [Known()]
    now = Known()
    visits = visited_below(trace, row)
    for what, other in events(trace):
        visit = trace[other]
        if other == row:
            now = Known(True, now.best, now.cut, what == "return")
        elif visit.parent == row and what == "return" and not isnan(visit.value):
            if trace[row].maximizing:
                better = max
            else:
                better = min
            if now.best is None:
                best = visit.value
            else:
                best = better(now.best, visit.value)
            last = trace[row].kind is Kind.CUT and visit.move == visits[-1].move
            now = Known(True, best, last, False)
        found.append(now)
    return found


def scanned(steps: Sequence[int], step: int) -> tuple[int | None, int | None]:
    """Return the nearest of the steps after this one and before it, by looking at all of them."""
    return (
        min((other for other in steps if other > step), default=None),
        max((other for other in steps if other < step), default=None),
    )


@given(TRACES | TRACES_WITH_REVISITS)
@settings(max_examples=150)
def test_jumps_to_cutoffs_are_those_of_a_scan(trace: Trace) -> None:
    """A cutoff happens when the last visited child returns; jumps lead to those that are not
    like the one before.
    """
    story = events(trace)
    cuts = []
    for step, (what, row) in enumerate(story, 1):
        assert step == (trace.enter_step(row) if what == "enter" else trace.return_step(row))
        parent = trace[row].parent
        if (
            what == "return"
            and parent >= 0
            and trace[parent].kind is Kind.CUT
            and story[step] == ("return", parent)
        ):
            cuts.append(step)

    assert len(cuts) == sum(visit.kind is Kind.CUT for visit in trace) == len(trace.cuts)
    assert cuts == [*cut_steps(trace)] == [*map(trace.cut_step, trace.cuts)]
    new = [cut for place, cut in enumerate(cuts) if is_new_cut(trace, place)]
    for step in range(len(story) + 1):
        found = jumps.next_new_cut(trace, step), jumps.previous_new_cut(trace, step)

        assert found == scanned(new, step)
        assert (
            trace.revisits
            or (jumps.next_cut(trace, step), jumps.previous_cut(trace, step)) == found
        )
        assert trace.cut_count(step) == sum(cut <= step for cut in cuts)


@given(TRACES)
@settings(max_examples=120)
def test_jumps_to_changes_are_those_of_a_scan(trace: Trace) -> None:
    """A node changes on entry, when a child is better than all before or cuts it, and when it
    returns.
    """
    for row in range(0, len(trace), 2):
        story = history(trace, row)
        changes = [step for step in range(1, len(story)) if story[step] != story[step - 1]]

        assert [*jumps.change_steps_of_node(trace, row)] == changes
        for step in range(len(story)):
            found = (
                jumps.NODE_JUMPS["next_change"](trace, row, step),
                jumps.NODE_JUMPS["previous_change"](trace, row, step),
            )
            assert found == scanned(changes, step)


@given(TRACES | TRACES_WITH_REVISITS)
@settings(max_examples=150)
def test_other_jumps_are_those_of_a_scan(trace: Trace) -> None:
    """Over passes the child that comes next, finish the open node; next, previous, first and
    last go by number.
    """
    story = events(trace)
    open_rows = list[int]()
    for step in range(len(story) + 1):
        if step:
            what, row = story[step - 1]
            if what == "enter":
                open_rows.append(row)
            else:
                assert open_rows.pop() == row
        if step < len(story):
            following = story[step]
        else:
            following = None
        if following is None:
            over = None
        else:
            over = story.index(("return", following[1])) + 1

        assert jumps.step_over(trace, step) == over
        last = story.index(("return", open_rows[-1])) + 1 if open_rows else over
        assert jumps.step_to_return(trace, step) == last
        assert jumps.FORWARD_JUMPS["next"](trace, step) == (
            step + 1 if following is not None else None
        )
        assert jumps.FORWARD_JUMPS["last"](trace, step) == len(story)
        assert jumps.BACKWARD_JUMPS["previous"](trace, step) == (step - 1 if step else None)
        assert jumps.BACKWARD_JUMPS["first"](trace, step) == 0


@given(trees(plies=4), st.booleans(), searches(), st.integers(0, 10**6))
@settings(max_examples=80)
def test_jumps_in_a_search_that_goes_on(
    tree: Tree, maximizing: bool, search: dict[str, Any], seed: int
) -> None:
    """Jumps backwards are those of the finished search; those forwards lead to the same step or
    to nowhere yet.
    """
    whole = searched(tree, maximizing, **search)
    live = prepared(tree, maximizing, **search)
    live.advance(step=random.Random(seed).randint(0, whole.trace.steps))
    for step in range(live.trace.last_step + 1):
        for jump in jumps.BACKWARD_JUMPS.values():
            assert jump(live.trace, step) == jump(whole.trace, step)
        for jump in jumps.FORWARD_JUMPS.values():
            assert jump(live.trace, step) in (None, jump(whole.trace, step))
    if not live.trace.finished:
        assert jumps.FORWARD_JUMPS["last"](live.trace, 0) is None
