"""What is said of the children that a cut left out is true: their values, the node's, and that it does not matter."""

from __future__ import annotations

import operator
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.checker import question_of, true_value
from tests.properties.test_explain import culprit, cutoffs, place_of
from tests.trees import AIMA, Tree, limit, searched, searches, subtree, trees
from visualizer.explanation.what_if import chain, what_if
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run

SAID = re.compile(
    r"What if (?P<side>MAX|MIN)'s (?P<number>[\d,]+ )?(?:other|remaining) (?:branch|branches|moves?) there had been "
    r"tried\? "
    r"Searched aside \((?P<nodes>\d+) node(?P<s>s?) more\), (?P<children>it is|they are) worth: (?P<listed>.+?)\. "
    r"(?P<place>.+?) would then be worth (?P<way>at least |at most |)(?P<worth>[^ ,]+), and "
    r"(?P<best>\S+) (?P<sign>[≤≥]) (?P<bound>\S+) still: (?P<same>.+)\."
)
SAME = re.compile(r"(?P<other>MAX|MIN) has (?P<bound>\S+) with (?P<kept>.+), so nothing changes")
NOT_ASKED = re.compile(r"how far (?P<way>above|below) (?P<bound>\S+) the search was not asked to find out")
HOLDS = {"": operator.eq, "at least ": operator.ge, "at most ": operator.le, "≤": operator.le, "≥": operator.ge}


def number(text: str) -> float:
    """Read a number as the sentences write it."""
    return float(text.replace("−", "-").replace("∞", "inf").replace(",", ""))


def size(tree: Tree, plies: float) -> int:
    """Count the nodes that minimax visits."""
    return 1 + sum(size(child, plies - 1) for child in tree) if isinstance(tree, list) and plies else 1


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=150)
def test_what_would_have_been(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """The values of the pruned children, how many nodes they take, what the node would be worth: all as minimax has it.

    Nothing is said of the root but that it stays the same, or that nobody asked.
    """
    run, question = searched(tree, maximizing, **search), question_of(tree, maximizing, search)
    for step, replay in cutoffs(run):
        row = replay.cut[-1]
        sentence, path, turn = what_if(run, step), run.path(row), run.trace[row].maximizing
        assert sentence == what_if(run, run.trace.last_step, row)
        said = SAID.fullmatch(sentence)
        assert said, sentence
        visited = {run.path(child)[-1] for child in replay.visited[row]}
        pruned = [(*path, child) for child in range(run.trace[row].children) if child not in visited]
        listed = dict(part.split(" = ") for part in said["listed"].split(", "))
        assert {name: number(value) for name, value in listed.items()} == {
            place_of(child): true_value(question, child) for child in pruned
        }
        assert (said["children"] == "it is") == (said["number"] is None) == (len(pruned) == 1)
        assert int(said["number"] or 1) == len(pruned)
        assert said["side"] == ("MAX" if turn else "MIN")
        assert (said["s"] == "") == (said["nodes"] == "1")
        assert int(said["nodes"]) == sum(size(subtree(tree, child), limit(search) - len(child)) for child in pruned)
        assert said["place"].lower() == place_of(path)
        assert HOLDS[said["way"]](true_value(question, path), number(said["worth"]))
        assert said["best"] == said["worth"]
        assert said["sign"] == ("≥" if turn else "≤")
        assert HOLDS[said["sign"]](number(said["best"]), number(said["bound"]))
        found = culprit(run, replay, row, search["window"])
        same = (SAME if found else NOT_ASKED).fullmatch(said["same"])
        assert same, sentence
        assert same["bound"] == said["bound"]
        if found:
            assert same["other"] == ("MIN" if turn else "MAX")
            assert number(same["bound"]) == run.trace[found[1]].value
            assert same["kept"] == place_of(run.path(found[1]))
        else:
            assert same["way"] == ("above" if turn else "below")


def test_figure_5_2() -> None:
    """At the cutoff of figure 5.2 the children are named with their values, one by one."""
    sentence = what_if(searched(AIMA), 12)
    assert "(2 nodes more), they are worth: c2 = 4, c3 = 6. C would" in sentence
    assert sentence.endswith("2 ≤ 3 still: MAX has 3 with a1, so nothing changes.")


def test_what_takes_too_long_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the time is over before the first child is searched, that is what is said."""
    monkeypatch.setattr("visualizer.explanation.what_if.PATIENCE", -1)
    assert what_if(searched(AIMA), 12).endswith("there had been tried? That is too much to search aside.")


def test_one_child_is_one() -> None:
    """One child left out is told as one, and a root without a value is not said to have one."""
    run = Run(Recipe(Where("tree", "cs188-four-plies"), Search("alpha-beta"))).finish()
    first, second = (run.trace.cut_step(row) for row in run.trace.cuts[:2])
    assert first is not None
    assert second is not None
    assert "Searched aside (1 node more), it is worth: J = 0." in what_if(run, second)
    assert "b1 c2 would then be worth 10, and 10 ≥ 5 still" in what_if(run, first)
    assert "root would be worth" not in what_if(run, first)


def test_many_children_are_counted() -> None:
    """Of more than twelve children left out the first twelve are named, and it is said how many more there are."""
    sentence = what_if(searched([[5], [1, *range(100, 120)]]), 8)
    assert "branch 2.13 = 111 and 8 more. Branch 2 would" in sentence


def test_the_chain_says_where_a_bound_is_from() -> None:
    """From the root down, every node has what each player has already, with what, and the window."""
    assert chain(searched(AIMA), 12).splitlines()[1:] == [
        "  The root (MAX): MAX has 3 with a1 (α 3, β +∞)",
        "  C (MIN): MAX has 3 with a1, MIN has 2 with c1 (α 3, β 2)",
        "The bound was set by the parent: a shallow cut.",
    ]
    given = "the window given asks for values between 4 and 9 (α 4, β 9)"
    assert given in chain(searched(AIMA, window=(4, 9)), 2)
