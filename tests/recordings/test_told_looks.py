"""Second looks, and bounds that no move has set, are said as engines make them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracles.engine import told
from tests.recordings.test_engines import Event, read
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.facts.steps import cut_of
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.style_words import style_words
from visualizer.explaining.measures.summary import summary
from visualizer.trace.jumps import next_cut
from visualizer.trace.tree_at_step import TreeAtStep

LATE: list[Event] = [
    {"enter": None, "max": True, "alpha": 0, "beta": 9, "depth": 2},
    {"leaf": "a", "value": 3, "depth": 1},
    {"enter": "b", "max": False, "alpha": 3, "beta": 4, "depth": 0, "reduced": 1},
    {"stand": 8},
    {"leaf": "x", "value": 5, "depth": -1},
    {"leave": 5},
    {"enter": "b", "max": False, "alpha": 3, "beta": 9, "depth": 1},
    {"leaf": "x", "value": 5, "depth": 1},
    {"leave": 5},
    {"enter": "c", "max": False, "alpha": 5, "beta": 6, "depth": 0},
    {"stand": 2},
    {"leave": 5, "cut": True},
    {"leave": 5},
]
"""A late move that is reduced at first, plies left below zero, and standing pat that is clipped."""


def test_a_second_look_says_why_and_with_which_window(tmp_path: Path) -> None:
    """How the look before was made, what it has found, and which window there is now; x stops there."""
    run = read(tmp_path, "".join(f"{json.dumps(each)}\n" for each in ({"search": "late", "cut": ">="}, *LATE)))
    step = next_cut(run.trace, 0)
    assert step is not None and explain(run, step).startswith(
        "MAX tries b again: the look before, 1 ply shallower, found at least 5 with the window 3 to 4; "
        "now the window is 3 to 9. "
    )
    assert "or second look" in style_words(run).begin
    said = " ".join(explain(run, each) for each in range(run.trace.last_step + 1))
    assert "It is 1 ply beyond the depth limit." in said and "-1" not in said
    assert "It is searched no deeper, although 1 ply is left." in said


def test_what_cuts_is_said_of_what_it_is(tmp_path: Path) -> None:
    """Standing pat has its own value, not the one returned; a window that no move has set is that of the look."""
    run = read(tmp_path, "".join(f"{json.dumps(each)}\n" for each in ({"search": "late", "cut": ">="}, *LATE)))
    cut = explain(run, run.trace.cut_step(run.trace.cuts[0]) or 0)
    assert cut.startswith("Cut at c: MIN's standing pat is already worth 2, and MAX can have 5 with b instead")
    looks = [LATE[0], LATE[1], {**LATE[2], "max": False}, {"enter": "y", "max": True, "alpha": 3, "beta": 4},
             {"leaf": "z", "value": 6}, {"leave": 6, "cut": True}, {"leave": 6}, {"leave": 6}]  # fmt: skip
    again = read(tmp_path, "".join(f"{json.dumps(each)}\n" for each in ({"search": "scout"}, *looks)), "scout.jsonl")
    cut = explain(again, again.trace.cut_step(again.trace.cuts[0]) or 0)
    assert "MAX's z is already worth 6, and this look asks only for values below 4." in cut
    looks[2] = {**LATE[2], "max": False, "probe": "null move"}
    again = read(tmp_path, "".join(f"{json.dumps(each)}\n" for each in ({"search": "probe"}, *looks)), "probe.jsonl")
    cut = explain(again, again.trace.cut_step(again.trace.cuts[0]) or 0)
    assert "and this probe (null move) asks only for values below 4." in cut


def test_a_bound_is_set_by_what_came_before(tmp_path: Path) -> None:
    """Neither a move that had not returned when the node was entered has set it, nor a look at the same move."""
    for seed in range(4):
        run = read(tmp_path, told(seed)[2])
        for row in run.trace.cuts:
            tree = TreeAtStep(run.trace, run.trace.cut_step(row))
            cut = cut_of(run, tree, tree.node_of(row))
            if cut.end.setter is not None:
                assert cut.end.setter != cut.end.rejected
                assert tree.value(cut.end.setter) == cut.bound
                assert f"instead of {Naming(run, tree).move(cut.end.rejected)} instead" not in explain(run, tree.step)


ONE_REPLY, THREE_REPLIES = "k7/8/8/8/8/8/8/1R4K1 b - - 0 1", "k7/8/8/8/8/8/7P/6K1 b - - 0 1"


@pytest.mark.parametrize(
    ("position", "replies", "cutoffs"),
    [(ONE_REPLY, "a8a7", 0), (THREE_REPLIES, "a8a7", 1), (THREE_REPLIES, "a8a7 a8b7 a8b8", 0)],
)
def test_where_all_legal_moves_are_tried_there_is_no_cutoff(
    tmp_path: Path, position: str, replies: str, cutoffs: int
) -> None:
    """How many quiescence would have tried is unknown, but there are no more than the rules allow."""
    pytest.importorskip("chess")
    told = [
        {"search": "quiet", "game": "chess", "position": position, "cut": ">="},
        {"enter": None, "max": False, "alpha": 5, "beta": 9, "depth": 0},
        {"stand": 8},
        *({"leaf": move, "value": 3} for move in replies.split()),
        {"leave": 3, "cut": True},
    ]
    run = read(tmp_path, "".join(f"{json.dumps(each)}\n" for each in told))
    assert summary(run)["cutoffs"] == cutoffs


@pytest.mark.parametrize(("returned", "said"), [(3, "the value at least 3, "), (5, "the value 5, ")])
def test_standing_pat_clipped_to_the_window_is_a_bound(tmp_path: Path, returned: int, said: str) -> None:
    """A quiet leaf that stands at 5 and returns the end of its window is worth at least that."""
    told = [
        {"search": "hard", "cut": ">="},
        {"enter": None, "max": True, "alpha": -9, "beta": 9},
        {"enter": "a", "max": False, "alpha": -9, "beta": 3},
        {"stand": 5},
        {"leave": returned},
        {"leave": returned},
    ]
    run = read(tmp_path, "".join(f"{json.dumps(each)}\n" for each in told))
    assert said in explain(run, 3)
