"""What is said of very wide and of very deep trees takes time that grows with their size, not with its square."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from tests.trees import searched
from visualizer.dialogue.stepping import StepLines
from visualizer.explanation.explainer import explain
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run

PART, LIMIT = 16, 100
"""A tree so many times as large may take so many times as long: 256 times, if time grew with the square."""
TRIES = 3
"""The processor may have had other things to do; in vain each time, if time grew with the square."""


def grows_with_the_size(work: Callable[[Run], object], tree: Callable[[int], Run], size: int) -> bool:
    """Say whether some work with a tree takes time that grows with the size, by how long a small part of it takes."""
    return any(seconds(work, tree(size)) < LIMIT * seconds(work, tree(size // PART)) for _ in range(TRIES))


def seconds(work: Callable[[Run], object], run: Run) -> float:
    """Return the seconds of the processor that some work takes, whatever else the machine does."""
    begun = process_time()
    work(run)
    return process_time() - begun


def test_a_deep_tree_is_explained() -> None:
    """Every step of a chain of 600 plies, with a leaf beside each node; each sentence tells where it is."""

    def chain(plies: int) -> Run:
        return Run(Recipe(PositionSpec("tree", "[" * plies + "0" + ",1]" * plies), SearchSpec("minimax"))).finish()

    def sentences(run: Run) -> list[str]:
        return [explain(run, step) for step in range(run.trace.last_step + 1)]

    assert grows_with_the_size(sentences, chain, 600)
    assert len(sentences(chain(600))) == 2_403


@pytest.mark.slow
def test_a_node_with_very_many_children_left_is_listed() -> None:
    """The order of its moves, as a search has it that comes back to nodes: the one that was tried, then the others."""

    def cut_at_once(children: int) -> Run:
        return searched([*range(children)], algorithm="pvs", window=(-9, 0))

    assert [*cut_at_once(65_535).order(())] == [*range(65_535)]
    assert grows_with_the_size(lambda run: run.order(()), cut_at_once, 65_535)


@pytest.mark.slow  # a wide node is listed usually
def test_line_mode_steps_through_a_very_wide_node() -> None:
    """A node with 65,535 children that are all visited: steps, the last one, the tree, and a step in the middle."""
    said = list[str]()

    def step(run: Run) -> None:
        StepLines(run, said.append).hold(["n", "n", "last", "w", "t", str(len(run.trace)), "p", "q"])

    assert grows_with_the_size(step, lambda children: searched([*range(children)]), 65_535)
    assert "65,536 nodes visited" in "\n".join(said)
