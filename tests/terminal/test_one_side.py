"""Negamax on the screen: tree, columns, window and sentences have the values of who is to move."""

import re
from itertools import pairwise

import pytest

from tests.terminal.hands import letters_of, picture_of
from tests.terminal.searches import searched
from tests.trees import Tree, notation, some_trees
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.panes.step import step_sentence
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.explainer import explain_step, summarize_step
from visualizer.explaining.explanation.naming import Naming, Perspective
from visualizer.look.numbers import format_number, parse_shown_number
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

COMPARED = re.compile(r"\((?:for MIN: )?(\S+) [≥>] β = (\S+)\)")
IN_TREE = re.compile(r"α (\S+) [≥>] β (\S+)")
RETURNED = re.compile(
    r"^(?:[Bb]ranch )?(\S+) is worth (?:at least |at most )?(\S+?)(?: for (MAX|MIN))?,"
)
RISES = re.compile(r"α rises from (\S+) to (\S+?)[.;]")
SHORT = re.compile(
    r"Cut: (?:MIN|MAX) can get (\S+) here; (?:MIN|MAX) already holds (?:MIN|MAX) to (\S+) with"
)


def negamax(tree: Tree) -> Run:
    """Return a finished run of negamax."""
    return searched("tree", notation(tree), "negamax")


@pytest.mark.parametrize("tree", some_trees(12, plies=3), ids=str)
def test_negamax_speaks_from_one_side(tree: Tree) -> None:
    """At a cut the numbers in tree, columns, window, in the sentence, in a lecture's and in each
    bound are the same.
    """
    run = negamax(tree)
    for row in run.trace.cuts:
        scene = Scene(run, run.trace.cut_step(row) or 0)
        shown = [
            "\n".join(map(letters_of, draw(scene, 100, 40).lines))
            for draw in (views()["tree"].draw, panes()["window"].draw, panes()["why"].draw)
        ]
        met = COMPARED.search(shown[2].replace("\n", " "))
        if met is None:
            continue
        value, bound = met.groups()

        assert (value, bound) in IN_TREE.findall(shown[0])
        rows = [line.split() for line in shown[1].splitlines() if line[:1].isdigit()]
        assert rows[-1][-2:] == [value, bound]
        assert "β set by" in shown[1]
        columns = picture_of("columns", scene, 200, 40)
        assert f"α {value} ≥ β {bound}" in columns
        assert f"(α {value}, β {bound})" in window_chain(
            run, scene.step, perspective=Perspective.MOVER
        )
        short = SHORT.search(summarize_step(Naming(run, scene.tree, Perspective.MOVER)))
        assert short is None or short.groups() == (value, bound)


@pytest.mark.parametrize("tree", some_trees(12, plies=3), ids=str)
def test_what_a_child_returns_is_told_for_its_parent(tree: Tree) -> None:
    """A sentence has a child's value as the parent takes it, α rises as in the pane, and β never
    falls.
    """
    run = negamax(tree)
    met = 0
    for before, now in pairwise(Scene(run, step) for step in range(run.trace.last_step + 1)):
        words = step_sentence(now)
        node = now.tree.current

        assert "falls" not in words
        if (said := RETURNED.match(words)) and node:
            parent = now.tree.parent(node)
            if now.tree.maximizing(parent):
                sign = 1
            else:
                sign = -1
            assert parse_shown_number(said[2], "it") == sign * now.tree.returned_value(node)
            assert said[3] in (None, "MAX" if sign > 0 else "MIN")
            assert (said[3] is None) == (said[2] == "0")
            met += 1
            if risen := RISES.search(words):
                assert risen.groups() == (
                    format_number(before.window(parent)[0]),
                    format_number(now.window(parent)[0]),
                )

    assert met


def test_other_searches_are_told_for_max() -> None:
    """Of alpha-beta the same sentences have the numbers of MAX, without saying so."""
    run = searched("tree", "aima-5.2")
    words = [
        explain_step(Naming(run, TreeAtStep(run.trace, step)))
        for step in range(run.trace.last_step + 1)
    ]

    assert words == [step_sentence(Scene(run, step)) for step in range(run.trace.last_step + 1)]
    assert not any(" for MAX," in each or "−" in each.replace("−∞", "") for each in words)
