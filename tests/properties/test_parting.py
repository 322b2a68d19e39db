"""Where two runs part: held against a comparison of two lists of events from the front."""

from __future__ import annotations

from itertools import zip_longest
from math import isnan
from typing import Any

import pytest

from tests.few import one_in
from tests.trees import notation, random_tree
from visualizer.explaining.comparison.parting import (
    ComparedVisits,
    Divergence,
    common_visits,
    find_divergences,
)
from visualizer.explaining.comparison.parting_words import (
    divergence_sentences,
    divergences_as_object,
)
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind, Trace

PAIRS = [
    ("alpha-beta", "alpha-beta,cut=>"),
    ("alpha-beta", "alpha-beta,fail=hard"),
    ("alpha-beta", "minimax"),
    ("alpha-beta,ordering=worst", "ordered-alpha-beta"),
    ("pvs", "alpha-beta"),
    ("alpha-beta,table=yes", "iterative-deepening"),
    ("mtdf,first=4", "mtdf,first=5"),
    ("alpha-beta,max-nodes=9", "alpha-beta"),
]


def events(trace: Trace) -> list[tuple[Any, ...]]:
    """List what happens, naively: for each event its visit, its path, and all that is compared
    of it.
    """
    told: list[tuple[Any, ...]] = []
    open_rows: list[int] = []
    for row in range(len(trace) + 1):
        if row < len(trace):
            parent = trace[row].parent
        else:
            parent = -1
        while open_rows and open_rows[-1] != parent:
            left = open_rows.pop()
            told.append(("return", left, trace.path(left), trace[left].value, trace[left].kind))
        if row < len(trace):
            told.append(("enter", row, trace.path(row), trace[row].alpha, trace[row].beta))
            open_rows.append(row)
    return told


def first_difference(one: Trace, other: Trace) -> tuple[str, int, tuple[int, ...]] | None:
    """Return what differs first, the number of the visit in the first run, and the innermost
    node open in both.
    """
    met = 0
    windows = one.has_window and other.has_window
    for a, b in zip_longest(events(one), events(other)):
        if a is None or b is None or a[0] != b[0] or a[2] != b[2]:
            common = node_of_both(a, b)
            return "move", met + 1, common
        if a[0] == "enter":
            met += 1
            if windows and a[3:] != b[3:] and not any(map(isnan, (*a[3:], *b[3:]))):
                return "window", a[1] + 1, a[2]
        elif a[3] != b[3] and not (isnan(a[3]) or isnan(b[3])):
            return "value", a[1] + 1, a[2]
        elif {Kind.SAMPLED: Kind.FULL}.get(a[4], a[4]) != {Kind.SAMPLED: Kind.FULL}.get(b[4], b[4]):
            return "kind", a[1] + 1, a[2]
    return None


def node_of_both(a: tuple[Any, ...] | None, b: tuple[Any, ...] | None) -> tuple[int, ...]:
    """Return the path of the node in which both events happen: of one entered, the node above."""
    found = a or b
    assert found is not None
    return tuple(found[2][:-1] if found[0] == "enter" else found[2])


def pair(tree: str, one: str, other: str) -> tuple[Run, Run]:
    where = PositionSpec("tree", tree)
    return Run(Recipe(where, SearchSpec.from_spec(one))).finish(), Run(
        Recipe(where, SearchSpec.from_spec(other))
    ).finish()


def visited(trace: Trace) -> list[tuple[Any, ...]]:
    """List which nodes are entered and left, and whether they are leaves; a visit that is
    stopped is never left.
    """
    return [
        (what, path, trace[row].kind is Kind.LIMIT)
        for what, row, path, *_ in events(trace)
        if what == "enter" or trace[row].kind is not Kind.STOPPED
    ]


@pytest.mark.parametrize(
    ("one", "other"), one_in(4, [pair for pair in PAIRS if "table=yes" not in pair[0]])
)
def test_how_far_two_searches_visit_the_same_nodes(one: str, other: str) -> None:
    """It is as far as two lists of what is entered and left are the same."""
    for seed in range(20):
        first, second = (
            run.trace for run in pair(notation(random_tree(seed, 4, 3), seed % 2 == 0), one, other)
        )
        mine = visited(first)
        its = visited(second)
        same = next(
            (n for n, (a, b) in enumerate(zip(mine, its, strict=False)) if a != b),
            min(len(mine), len(its)),
        )
        common = common_visits(first, second)

        assert common.steps == (same, same)
        assert [*map(second.path, common.rows)] == [
            path for what, path, _ in mine[:same] if what == "enter"
        ]
        told = events(first)[: len(mine)]
        assert [*first.events()] == [(event[1], event[0] == "return") for event in told]


@pytest.mark.parametrize(("one", "other"), one_in(4, PAIRS))
def test_the_first_part_is_the_first_event_that_differs(one: str, other: str) -> None:
    """On random irregular trees full of ties, with MAX or MIN at the root."""
    differing = 0
    for seed in range(40):
        runs = pair(notation(random_tree(seed, 4, 3), seed % 2 == 0), one, other)
        traces = runs[0].trace, runs[1].trace
        expected = first_difference(*traces)
        found = next(find_divergences(*traces), None)

        assert (found is None) == (expected is None)
        if found is not None and expected is not None:
            assert (found.field, found.visits[0], found.path) == expected
            assert found.visits[0] == found.visits[1]
            differing += 1

    assert differing > 3


@pytest.mark.parametrize(("one", "other"), one_in(4, PAIRS))
def test_later_parts_lie_behind_the_node_of_the_part_before(one: str, other: str) -> None:
    """The comparison goes on where both have left it; what lies between two parts is the same in
    both.
    """
    for seed in range(20):
        runs = pair(notation(random_tree(seed, 4, 3), seed % 2 == 0), one, other)
        before: Divergence | None = None
        for part in find_divergences(runs[0].trace, runs[1].trace):
            if before is not None and before.rows[0] >= 0:
                assert all(
                    part.steps[side] > leave(runs[side].trace, before.rows[side]) - 1
                    for side in (0, 1)
                )
            before = part


def leave(trace: Trace, row: int) -> int:
    step = trace.return_step(row)
    assert step is not None
    return step


def test_a_search_is_the_same_as_itself() -> None:
    """Also where it was stopped, and where windows are not told."""
    for spec in (
        "alpha-beta",
        "mcts,iterations=50",
        "alpha-beta,max-nodes=5",
        "iterative-deepening",
    ):
        runs = pair("[[3,12,8],[2,4,6],[14,5,2]]", spec, spec)

        assert [*find_divergences(runs[0].trace, runs[1].trace)] == []
        assert divergences_as_object([], runs) == {
            "same": True,
            "visits": [len(runs[0].trace)] * 2,
            "parts": [],
        }


def test_only_what_is_asked_for_is_compared() -> None:
    """Below a move, to a ply, or in one pass."""
    runs = pair("[[3,12,8],[2,4,6],[14,5,2]]", "alpha-beta", "minimax")
    one = runs[0].trace
    other = runs[1].trace

    assert [part.path for part in find_divergences(one, other)] == [(1,)]
    assert not [*find_divergences(one, other, ComparedVisits(subtree_path=(0,)))]
    assert [
        part.visits for part in find_divergences(one, other, ComparedVisits(subtree_path=(1,)))
    ] == [(8, 8)]
    assert not [*find_divergences(one, other, ComparedVisits(ply=0))]
    deepening = pair(
        "[[3,12,8],[2,4,6],[14,5,2]]", "iterative-deepening", "iterative-deepening,ordering=worst"
    )
    found = [
        [
            part.field
            for part in find_divergences(
                deepening[0].trace, deepening[1].trace, ComparedVisits(pass_number=n)
            )
        ]
        for n in (1, 2)
    ]
    assert found[0] == ["move"]
    assert found[1]
    assert next(find_divergences(deepening[0].trace, deepening[1].trace)).steps == (2, 2)


def test_a_part_is_told_in_a_sentence() -> None:
    """With the moves there, and what each run does; of the same verb once."""
    runs = pair("[[3,12,8],[2,4,6],[14,5,2]]", "alpha-beta", "minimax")
    told = [
        *divergence_sentences(
            [*find_divergences(runs[0].trace, runs[1].trace)], runs, ("alpha-beta", "minimax")
        )
    ]

    assert told == [
        (
            "The first difference is at visit 8 (step 13): after a2, alpha-beta returns 2, but "
            "minimax tries c2."
        )
    ]
    runs = pair("[[3,12,8],[2,4,6],[14,5,2]]", "alpha-beta", "alpha-beta,fail=hard")
    told = [
        *divergence_sentences(
            [*find_divergences(runs[0].trace, runs[1].trace)], runs, ("soft", "hard")
        )
    ]
    assert told[0] == (
        "The first difference is at the end of visit 6 (step 13): at a2, soft returns 2, "
        "but hard 3."
    )
    runs = pair("[[3,12,8],[2,4,6],[14,5,2]]", "mtdf,first=4", "mtdf,first=5")
    told = [
        *divergence_sentences(
            [*find_divergences(runs[0].trace, runs[1].trace)], runs, ("four", "five")
        )
    ]
    assert told[0] == (
        "The first difference is at visit 1 (step 1): at the root, four has the window "
        "(4⁻, 4), but five (5⁻, 5)."
    )
