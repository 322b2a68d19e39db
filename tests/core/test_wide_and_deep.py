"""What is said of very wide and of very deep trees takes time that grows with their size, not with its square."""

from __future__ import annotations

from time import process_time

import pytest

from tests.trees import searched
from visualizer.explanation.events import explain
from visualizer.plain import LineMode
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run

SECONDS = 10
"""Of the processor; a fifth is enough, and time that grows with the square takes several times as many."""


def test_a_deep_tree_is_explained() -> None:
    """Every step of a chain of 1,000 plies, with a leaf beside each node; each sentence tells where it is."""
    chain = Where("tree", "[" * 1_000 + "0" + ",1]" * 1_000)
    run, begun = Run(Recipe(chain, Search("minimax"))).finish(), process_time()
    sentences = [explain(run, step) for step in range(run.trace.last_step + 1)]
    assert process_time() - begun < SECONDS
    assert len(sentences) == 4_003


@pytest.fixture(scope="module")
def cut_at_once() -> Run:
    """Return a search that leaves a node of 65,535 children after the first one."""
    return searched([*range(65_535)], algorithm="pvs", window=(-9, 0))


def test_a_node_with_very_many_children_left_is_listed(cut_at_once: Run) -> None:
    """The order of its moves, as a search has it that comes back to nodes: the one that was tried, then the others."""
    begun = process_time()
    assert [*cut_at_once.order(())] == [*range(65_535)]
    assert process_time() - begun < SECONDS


def test_line_mode_steps_through_a_very_wide_node() -> None:
    """A node with 65,535 children that are all visited: steps, the last one, the tree, and a step in the middle."""
    run, said, begun = searched([*range(65_535)]), list[str](), process_time()
    LineMode(run, said.append).obey(["n", "n", "last", "w", "t", "70000", "p", "q"])
    assert process_time() - begun < SECONDS
    assert "65,536 nodes visited" in "\n".join(said)
