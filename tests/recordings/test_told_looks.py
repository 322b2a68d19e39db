"""Second looks, and bounds that no move has set, are said as engines make them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracles.engine import told
from tests.recordings.reading import read, recorded
from visualizer.apps.tui.scene import Scene
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.facts.steps import cut_of
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.style_words import style_words
from visualizer.trace.jumps import next_cut
from visualizer.trace.tree_at_step import TreeAtStep


def test_the_jump_to_the_next_cutoff_stops_at_a_second_look(tmp_path: Path) -> None:
    """Where a look has failed that is as telling as a cutoff, and the help says so."""
    run = recorded(tmp_path, "late")
    step = next_cut(run.trace, 0)

    assert step is not None
    assert explain(run, step).startswith("MAX tries b again: ")
    assert "or second look" in style_words(run).how_to_begin(run.trace)


@pytest.mark.parametrize("seed", range(4))
def test_a_bound_is_set_by_what_came_before(seed: int, tmp_path: Path) -> None:
    """Neither a move that had not returned when the node was entered has set it, nor a look at
    the same move.
    """
    run = read(tmp_path, told(seed)[2])
    for row in run.trace.cuts:
        tree = TreeAtStep(run.trace, run.trace.cut_step(row))
        cut = cut_of(run, tree, tree.node_of(row))
        if cut.end.setter is not None:
            assert cut.end.setter != cut.end.rejected
            assert tree.value(cut.end.setter) == cut.bound
            assert f"instead of {Naming(run, tree).move(cut.end.rejected)} instead" not in explain(
                run, tree.step
            )


def test_what_was_never_tried_has_no_siblings(tmp_path: Path) -> None:
    """A move that would have been legal there may be looked at; it stands beside none of those
    that were tried.
    """
    run = recorded(tmp_path, "untold")
    path = run.path(1)
    never = next(move for move in range(len(run.choices(path))) if (*path, move) != run.path(2))
    for selected in ((*path, never), run.path(2)):
        scene = Scene(run, 4, selected)
        assert scene.sibling(1) == scene.sibling(-1) == selected
