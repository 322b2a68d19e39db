"""What is said of a wrong search is true: the smallest tree, the place, and each number in the
sentence.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from math import inf
from typing import Any

import pytest

from games.tree.notation import Node
from tests.few import one_in
from tests.grading import right, wrong
from tests.grading.here import graded
from tests.grading.test_mutants import drawn
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading import reference
from visualizer.your_code.grading.judging import SEARCH_FAILED, WRONG_VISITS, first_wrong_part
from visualizer.your_code.grading.mcts import UCT_MISTAKE_PHRASES
from visualizer.your_code.grading.minimizing import smaller_trees
from visualizer.your_code.grading.mutants import KNOWN_MISTAKES
from visualizer.your_code.grading.reference import GradedTask, RightSearch, right_search
from visualizer.your_code.grading.report import WrongTree
from visualizer.your_code.grading.tables import TABLE_MISTAKES
from visualizer.your_code.grading.trees import (
    SearchTask,
    count_nodes,
    parse_literal_tree,
    sentence_names,
)
from visualizer.your_code.grading.trial import try_search

WRONG = [
    pytest.param(each[2], id=f"{each[0]}-{each[1]}")
    for each in wrong.mistakes()
    if each[0] != "one-ply-off"
]
MUTANTS = [
    pytest.param(mutant, id=f"mutant-{place}") for place, (_, mutant) in enumerate(drawn(40))
]
SKIPS = re.compile(
    r"Your search reads (?:leaf )?(?P<leaf>\S+) = (?P<value>\S+), which alpha-beta skips: (?:branch "
    r")?(?P<child>\S+) is worth "
    r"(?P<how>at least |at most |)(?P<worth>\S+), and (?P<side>MAX|MIN) already has (?P<has>\S+) with "
    r"(?:branch )?(?P<kept>\S+) \((?P<left>\S+) (?P<sign>[≤≥<>]) (?P<end>[αβ]) = (?P<bound>\S+)\)\."
)


def exact(tree: Node) -> float:
    """Return what a node is worth."""
    below = map(exact, map(tree.play, tree.moves()))
    if tree.moves():
        return (max if tree.maximizing else min)(below)
    return tree.value


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def path_of(tree: Node, name: str) -> MovePath:
    return next(path for path, called in sentence_names(tree).items() if called == name)


def check_skip(wrong_tree: WrongTree, said: re.Match[str]) -> None:
    """Check a reason for a skipped leaf by the tree alone."""
    tree = wrong_tree.tree
    leaf, child, kept = (path_of(tree, said[key]) for key in ("leaf", "child", "kept"))
    assert tree.at(leaf).value == number(said["value"])
    node = child[:-1]
    assert leaf[: len(node)] == node, "the leaf is one of the children left out"
    assert leaf[len(node)] > child[-1], "the leaf is one of the children left out"
    worth = number(said["worth"])
    has = number(said["has"])
    maximizing = tree.at(node).maximizing
    assert said["side"] == ("MIN" if maximizing else "MAX")
    assert exact(tree.at(kept)) == has, "who moves above can have that"
    assert kept[:-1] == node[: len(kept) - 1]
    assert tree.at(kept[:-1]).maximizing != maximizing
    limits = {
        "": exact(tree.at(child)) == worth,
        "at least ": exact(tree.at(child)) >= worth,
        "at most ": exact(tree.at(child)) <= worth,
    }
    assert limits[said["how"]]
    assert number(said["left"]) == worth
    assert number(said["bound"]) == has
    assert worth >= has if maximizing else worth <= has


@pytest.mark.parametrize("function", one_in(3, WRONG))
def test_the_smallest_tree_is_wrong_and_nothing_smaller_is(function: Callable[..., Any]) -> None:
    """It goes wrong there, at the leaf named, and from that tree nothing can be taken away."""
    found = graded(function, trees=24).first_wrong

    assert isinstance(found, WrongTree)

    def fault(tree: Node) -> Any:
        limited = found.right.search_task._replace(tree=tree)
        return first_wrong_part(
            try_search(function, limited),
            right_search(limited.tree, found.right.task),
            for_mover=found.for_mover,
        )

    assert fault(found.tree) == found.fault
    assert found.is_smallest
    assert not any(
        fault(tree)
        for tree in smaller_trees(found.tree)
        if count_nodes(tree) < count_nodes(found.tree)
    )
    data = found.as_object()
    if found.fault.what == WRONG_VISITS:
        wanted = data["expected"]
        got = data["got"]
        place = found.fault.visit
        assert wanted[:place] == got[:place]
        assert wanted[place : place + 1] != got[place : place + 1]
        assert data["at"] in (*wanted[place : place + 1], *got[place : place + 1])
    else:
        assert data["at"] == ""


@pytest.mark.parametrize("bound", ["alpha = max(alpha, best)", "beta = min(beta, best)"])
def test_a_bound_that_is_overwritten_shows_on_six_nodes(bound: str) -> None:
    """What stands two plies below a node is tried in the place of a branch there: a line of
    single moves is no help.
    """
    value = "search(child, depth - 1, alpha, beta"
    end, _, _ = bound.partition(" ")
    text = wrong.WINDOW.replace(value, f"found := {value}").replace(bound, f"{end} = found")
    found = graded(wrong.made(text)).first_wrong

    assert found is not None
    assert found.is_smallest
    assert found.tree.text() == ("[3,1,[2,4]]" if end == "alpha" else "min [1,3,[2,4]]")


@pytest.mark.parametrize(
    ("old", "new"),
    [("beta = min(beta, v)", "beta = beta(beta, v)"), ("v2, _ = max_value", "min, _ = max_value")],
)
def test_a_value_that_is_right_from_the_other_side_is_not_what_is_wrong(old: str, new: str) -> None:
    """In the book's interface values are from the side that moves at the root, also of a search
    that mostly fails.
    """
    source = inspect.getsource(right.book)

    assert old in source
    names: dict[str, Any] = {"inf": inf, "Any": Any}
    exec(source.replace(old, new), names)
    report = graded(names["book"])
    found = report.first_wrong
    assert isinstance(found, WrongTree)
    assert report.right < 5
    assert first_wrong_part(found.answer, found.right, for_mover=not found.for_mover) is not None


@pytest.mark.parametrize("function", one_in(4, [*WRONG, *MUTANTS]))
def test_a_reason_is_true(function: Callable[..., Any]) -> None:
    """Each number in the reason why a leaf is skipped holds in the tree; other reasons name what
    was really done.
    """
    found = graded(function, trees=12).first_wrong
    if found is None:
        return

    assert isinstance(found, WrongTree)
    why = found.why
    said = SKIPS.fullmatch(why)
    if said:
        check_skip(found, said)
    elif "never reads" in why:
        at = found.at
        assert at is not None
        assert at in found.right.leaves
        assert at not in found.answer.leaves
    elif " before " in why:
        assert found.answer.leaves != found.right.leaves
    elif "again" in why:
        assert found.answer.leaves.count(found.answer.leaves[found.fault.visit]) > 1
    elif found.fault.what == SEARCH_FAILED:
        assert found.answer.failure in why
    else:
        assert re.match(r"Your search (returns|plays) ", why), why
        assert found.answer.leaves == found.right.leaves


def test_each_tree_is_searched_rightly_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a tree comes up while the smallest is looked for, the right search of it is
    made once.
    """
    trees = list[tuple[Node, GradedTask]]()

    class Counted(RightSearch):
        def __init__(self, tree: Node, task: GradedTask) -> None:
            trees.append((tree, task))
            super().__init__(tree, task)

    monkeypatch.setattr(reference, "RightSearch", Counted)
    right_search.cache_clear()

    assert not graded(right.minimax, trees=12).is_right
    right_search.cache_clear()
    assert len(trees) == len({*trees}) > 12


def test_the_sentence_of_the_textbook_tree() -> None:
    """Minimax reads what alpha-beta skips: the reason names move, value and bound."""
    limited = SearchTask(parse_literal_tree("[[3,5],[2,9]]"))
    answer = try_search(right.minimax, limited)
    wanted = right_search(limited.tree, GradedTask())
    fault = first_wrong_part(answer, wanted)

    assert fault is not None
    data = WrongTree(answer, wanted, fault).as_object()
    assert data["why"] == (
        "Your search reads b2 = 9, which alpha-beta skips: b1 is worth 2, and MAX already "
        "has 3 with A (2 ≤ α = 3)."
    )
    assert data["tree"] == [[3, 5], [2, 9]]
    assert data["max"] is True
    assert data["at"] == "2.2"
    assert data["got"] == [*data["expected"], "2.2"] == ["1.1", "1.2", "2.1", "2.2"]


def test_a_mistake_is_something_that_a_search_does() -> None:
    """After "a search that" stands a verb of its own, not another search that does something."""
    does = [mistake.does for mistake in KNOWN_MISTAKES] + [
        *TABLE_MISTAKES.values(),
        *filter(None, UCT_MISTAKE_PHRASES.values()),
    ]

    assert len(does) > 20
    assert not [words for words in does if re.match("is |an? ", words) or " that passes" in words]
