"""Homework in which one is the search: the page's script says what the Python says, and in a
browser it is done.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import Tab, needs_chromium
from tests.homework.node import needs_node, run_scripts
from tests.oracles import chance
from tests.properties.test_by_hand import a_tree, by_hand
from visualizer.look.numbers import format_number, number_as_typed
from visualizer.publish.homework import by_hand_page_data, make_homework, with_page_keys
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.by_hand.machine import Act, ActKind
from visualizer.teach.by_hand.search import ByHand
from visualizer.teach.by_hand.sentences import thinking_order
from visualizer.teach.by_hand.walk import HandWalk, VisibleTree
from visualizer.teach.question import node_id
from visualizer.teach.rules import ExerciseRules

WALK = """
const {cases} = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map(({data, acts}) => {
  const tables = decoded(data.facts), walk = new Walk(data.tasks[0], data, tables[0]);
  const told = acts.map(([kind, number, path]) => {
    const found = kind === "show" ? walk.show() : walk.do(kind, number, path);
    return [kind === "show" ? found.why : [found.right, found.why], walk.said, walk.hint, {...walk.seen}, walk.row.at];
  });
  const again = new Walk(data.tasks[0], data, tables[0]);
  again.restore(walk.log);
  return [told, walk.report(), again.report()];
})));
"""


def done_by(
    walk: HandWalk,
    kind: str,
    number: str,
    path: tuple[int, ...] | None,
) -> Any:
    """Return what is said of an act, as the page's script is asked to say it."""
    if kind == "show":
        found: Any = with_page_keys(walk.show().why)
    else:
        act = next(each for each in ActKind if each.word == kind)
        judged = walk.answer(Act(act, float(number) if act.takes_number else 0, path))
        found = [judged.right, with_page_keys(judged.why)]
    visible = VisibleTree(walk.moment)
    seen = {
        node_id(each): [node.status.value, node.text, node.cut_here]
        for each in walk.hand.run.all_paths()
        for node in (visible.at(each),)
    }
    hint = with_page_keys(thinking_order(walk.moment))
    return [found, walk.step_report, hint, seen, node_id(walk.moment.path)]


def some_acts(
    walk: HandWalk, dice: random.Random, numbers: list[float]
) -> Iterator[tuple[str, str, tuple[int, ...] | None]]:
    """Yield acts as a student might do them, right ones and others, until it is over, and a few
    behind the end.
    """
    paths = [*walk.hand.run.all_paths()]
    behind = 3
    while behind:
        behind -= walk.is_over
        right = [*walk.moment.right_acts]
        if right and dice.random() < 0.6:
            act = dice.choice(right)
            yield act.kind.word, number_as_typed(act.number), None
        elif dice.random() < 0.15 and not walk.is_over:
            yield "show", "", None
        else:
            kind = dice.choice([*ActKind])
            if kind is ActKind.DOWN and dice.random() < 0.7:
                path = dice.choice(paths)
            else:
                path = None
            yield kind.word, number_as_typed(dice.choice(numbers)), path


@needs_node
@pytest.mark.parametrize("count", [10, pytest.param(600, marks=pytest.mark.slow)])
def test_the_script_says_what_the_python_says(count: int) -> None:
    """Of right acts and wrong ones, shown ones and those behind the end; and doing them again
    says the same.
    """
    dice = random.Random(count)
    cases = list[Any]()
    wanted = list[Any]()
    for seed in range(count):
        tree, rules = a_tree(seed)
        walk = HandWalk(by_hand(tree, rules))
        data = by_hand_page_data([("seed", by_hand(tree, rules))])
        numbers = [*map(float, chance.leaves(tree)), 0.25, 7.0]
        acts = list[Any]()
        told = list[Any]()
        for kind, number, path in some_acts(walk, dice, numbers):
            acts.append([kind, number, None if path is None else node_id(path)])
            told.append(done_by(walk, kind, number, path))
        cases.append({"data": data, "acts": acts})
        wanted.append([told, walk.report(), walk.report()])
    answers = run_scripts("table walk", WALK, {"cases": cases})
    for case, mine, its in zip(
        cases,
        wanted,
        answers,
        strict=True,
    ):
        for act, one, other in zip(
            case["acts"],
            mine[0],
            its[0],
            strict=True,
        ):
            assert one == other, act
        assert mine[1:] == its[1:]


def test_the_page_tells_no_leaf_before_it_is_read() -> None:
    """Beside the coded table the page has no number of the tree."""
    data = by_hand_page_data([("line 1", ByHand(PositionSpec("tree", "[[311,312],[271,999]]")))])
    told = json.dumps({key: value for key, value in data.items() if key != "facts"})

    assert not any(number in told for number in ("311", "312", "271", "999"))


TREES = ("[[3,12,8],[2,4,6],[14,5,2]]", "min [[1,2],[3,[0,5]]]")


@pytest.fixture
def file(tab: Tab, tmp_path: Path) -> Path:
    """Open a page with two trees."""
    path = tmp_path / "steps.html"
    trees = [
        (f"line {number}", ByHand(PositionSpec("tree", tree)))
        for number, tree in enumerate(TREES, 1)
    ]
    path.write_bytes(make_homework(trees).page())
    tab.open(path)
    tab.value("localStorage.clear()")  # which pages in files share
    tab.open(path)
    tab.requests.clear()
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    "trees", [pytest.param(each, marks=needs_chromium) for each in ((0,), (0, 1))]
)
def test_chance_is_explained_where_it_moves(
    tab: Tab, tmp_path: Path, trees: tuple[int, ...]
) -> None:
    """The sign of chance stands beside those of MAX and MIN if a tree of the page has it, and
    else not.
    """
    wheres = [PositionSpec("tree", TREES[0]), PositionSpec("tree", "[[~[1,5],2],3]")]
    hands = [
        (f"line {place}", ByHand(wheres[place], ExerciseRules(bounds=(0, 9) if place else None)))
        for place in trees
    ]
    path = tmp_path / "chance.html"
    path.write_bytes(make_homework(hands).page())
    tab.open(path)

    assert ("~ chance" in str(tab.value("document.body.innerText"))) == (1 in trees)


def text(tab: Tab, selector: str) -> str:
    """Return what stands in an element."""
    return str(tab.value(f"document.querySelector({selector!r}).textContent"))


@pytest.mark.slow
@pytest.mark.parametrize("_", [pytest.param(None, marks=needs_chromium)])
def test_a_tree_is_searched_by_keys_and_by_mouse(tab: Tab, file: Path, _: None) -> None:
    """Keys do the first branch, the mouse goes on; slips are told why; opened again, all is
    there.
    """
    tab.value("document.getElementById('tree-1-number').focus()")
    tab.press("ArrowDown", "ArrowDown", "b", "3", "Enter", "x")

    assert text(tab, ".refused").startswith("✗ x: x cuts only when α ≥ β")
    tab.press("ArrowDown", "ArrowDown", "3", "Enter", "a", "3", "Enter")
    assert text(tab, ".head").startswith("alpha-beta at the root (MAX) · α 3   β +∞ · cut at α ≥ β")
    tab.click("#trees section .tree > li > ul > li:nth-child(3) > button")  # D is not the next one
    assert text(tab, ".refused").startswith(
        "✗ ↓ D: From a node you can enter only its own children"
    )
    tab.click("#trees section .tree > li > ul > li:nth-child(2) > button")
    tab.click("#trees section .tree > li > ul > li:nth-child(2) li:nth-child(1) > button")
    tab.click(".doing button:nth-child(2)")
    assert text(tab, ".said") == "c2 and c3 are cut."
    tab.press("2", "Enter")
    assert text(tab, ".state") == "step 11 · 2 slips"
    for _step in range(8):
        tab.press("s")
    assert text(tab, ".said").startswith(
        "✓ The root has returned 3: you have done the whole search. 19 steps, "
    )
    before = tab.value("document.getElementById('line').value")
    assert "line 1: 19 steps, 2 slips, 8 shown; missed most: " in before
    assert "line 2: not begun" in before
    tab.open(file)
    assert tab.value("document.getElementById('line').value") == before
    assert not tab.errors
    assert not [each for each in tab.requests if not each.startswith(("file:", "data:"))]
    assert format_number(3) in text(tab, ".tree li > button")
