"""What is said of very wide and of very deep trees takes time that grows with their size, not
with its square.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import pytest

from tests.recordings.reading import read
from tests.trees import searched
from visualizer.apps.dialogue.stepping import StepLines
from visualizer.explaining.explanation.explainer import explain
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

PART = 16
LIMIT = 100
"""A tree so many times as large may take so many times as long: 256 times, if time grew with the
square.
"""
TRIES = 3
"""The processor may have had other things to do; in vain each time, if time grew with the
square.
"""


def grows_with_the_size(
    work: Callable[[Run], object], tree: Callable[[int], Run], size: int
) -> bool:
    """Say whether some work with a tree takes time that grows with the size, by how long a small
    part of it takes.
    """
    return any(
        seconds(work, tree(size)) < LIMIT * seconds(work, tree(size // PART)) for _ in range(TRIES)
    )


def seconds(work: Callable[[Run], object], run: Run) -> float:
    """Return the seconds of the processor that some work takes, whatever else the machine does."""
    begun = process_time()
    work(run)
    return process_time() - begun


def test_a_deep_tree_is_explained() -> None:
    """Every step of a chain of 600 plies, with a leaf beside each node; each sentence tells
    where it is.
    """

    def chain(plies: int) -> Run:
        return Run(
            Recipe(PositionSpec("tree", "[" * plies + "0" + ",1]" * plies), SearchSpec("minimax"))
        ).finish()

    def sentences(run: Run) -> list[str]:
        return [explain(run, step) for step in range(run.trace.last_step + 1)]

    assert grows_with_the_size(sentences, chain, 600)
    assert len(sentences(chain(600))) == 2_403


def calls(run: Run) -> int:
    """Count the calls of functions while one step in seven is explained."""
    count = 0

    def counted(frame: object, event: str, given: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        for step in range(0, run.trace.last_step + 1, 7):
            explain(run, step)
    finally:
        sys.setprofile(before)
    return count


def outcomes(count: int) -> Run:
    """Return a search of a chance node with so many outcomes."""
    tree = f"~[{','.join(str(place % 7) for place in range(count))}]"
    return Run(
        Recipe(PositionSpec("tree", tree), SearchSpec("star1", options={"bounds": (0, 6)}))
    ).finish()


def looks(tmp_path: Path, count: int) -> Run:
    """Return a search that has looked at one leaf so often, at another in between."""
    leaves = [{"leaf": "ab"[place % 9 == 0], "value": place % 5} for place in range(count)]
    return read(
        tmp_path,
        [
            {"search": "x"},
            {
                "enter": None,
                "max": True,
                "children": 2,
            },
            *leaves,
            {"leave": 4},
        ],
    )


def passes(tmp_path: Path, count: int, kind: str) -> Run:
    """Return a search of so many passes, each of which finds that the root is worth a little
    more.
    """
    lines: list[dict[str, object]] = [{"search": "x", "passes": kind}]
    for value in range(count):
        lines += [
            {"pass": f"at least {value}"},
            {
                "enter": None,
                "max": True,
                "children": 1,
                "alpha": value - 1,
                "beta": value,
            },
            {"leaf": "a", "value": value},
            {"leave": value},
        ]
    return read(tmp_path, lines)


MADE: dict[str, Callable[[Path, int], Run]] = {
    "outcomes": lambda folder, count: outcomes(count),
    "looks": looks,
    "passes": lambda folder, count: passes(folder, count, "replace"),
    "narrowing passes": lambda folder, count: passes(folder, count, "narrow"),
    "samples": lambda folder, count: passes(folder, count, "add"),
}


@pytest.mark.parametrize("what", MADE)
def test_twice_as_much_takes_twice_as_many_calls(what: str, tmp_path: Path) -> None:
    """Chance with many outcomes, a leaf looked at again and again, many passes: no step costs
    more than before.
    """
    if what in ("outcomes", "looks"):
        sizes = (300, 600)
    else:
        sizes = (100, 200)
    few, many = (calls(MADE[what](tmp_path, count)) for count in sizes)

    assert many < 2.4 * few


@pytest.mark.parametrize("kind", ["replace", "narrow"])
def test_what_is_kept_of_passes_and_looks_is_what_is_counted_anew(
    kind: str, tmp_path: Path
) -> None:
    """At steps in any order, and behind an index, visits, sums and bounds are those of a fresh
    look at the trace.
    """
    runs = [
        looks(tmp_path, 300),
        passes(tmp_path, 40, kind),
        outcomes(60),
    ]
    for run in runs:
        fresh = {step: explain(run, step) for step in range(run.trace.last_step + 1)}
        steps = [*fresh]
        Random(0).shuffle(steps)
        for step in steps[:60]:
            run.trace.child_indices = {}
            run.trace.chance_sums = {}

            assert explain(run, step) == fresh[step]
        for step in steps:
            assert explain(run, step) == fresh[step]


@pytest.mark.slow
def test_a_node_with_very_many_children_left_is_listed() -> None:
    """The order of its moves, as a search has it that comes back to nodes: the one that was
    tried, then the others.
    """

    def cut_at_once(children: int) -> Run:
        return searched([*range(children)], algorithm="pvs", window=(-9, 0))

    assert [*cut_at_once(65_535).order(())] == [*range(65_535)]
    assert grows_with_the_size(lambda run: run.order(()), cut_at_once, 65_535)


@pytest.mark.slow  # a wide node is listed usually
def test_line_mode_steps_through_a_very_wide_node() -> None:
    """A node with 65,535 children that are all visited: steps, the last one, the tree, and a
    step in the middle.
    """
    said = list[str]()

    def step(run: Run) -> None:
        StepLines(run, said.append).carry_out(
            ["n", "n", "last", "w", "t", str(len(run.trace)), "p", "q"]
        )

    assert grows_with_the_size(step, lambda children: searched([*range(children)]), 65_535)
    assert "65,536 nodes visited" in "\n".join(said)
