"""What a gradebook keeps of searches made by hand: letters, from which all that was done comes
back.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.homework.node import needs_node, run_scripts
from tests.trees import notation, random_tree
from visualizer.publish.homework import MAX_SCORM_DATA_LENGTH, by_hand_page_data, make_homework
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.teach.by_hand.search import ByHand

pytestmark = needs_node
PROGRAM = """
const {data, dice} = JSON.parse(require("fs").readFileSync(0, "utf8"));
const tables = decoded(data.facts);
const anew = () => data.tasks.map((task, place) => new Walk(task, data, tables[place]));
const told = ({place, steps, slips, shown, tries, asked, missed, seen, said}, isAll) =>
  [place, steps, isAll ? slips : 0, shown, Math.min(tries, 3), asked, missed, seen, said];
console.log(JSON.stringify(dice.map(throws => {
  const walks = anew(), again = anew();
  for (const [tree, what] of throws) {
    const walk = walks[tree];
    if (walk.isOver) continue;
    const [kind] = walk.row.due;
    if (what === "show") walk.show();
    else if (what === "right") walk.do(kind, walk.row.right[kind][0] || "");
    else for (let slip = 0; slip < what; slip += 1) walk.do("return", "77777");
  }
  const {text} = keepsWalks(walks).written({}, "page"), {logs} = keepsWalks(walks).read(text, "page");
  again.forEach((walk, place) => walk.restore(logs[place]));
  const isAll = text === ["page", ...walks.map(({log}) => log)].join("|");
  const other = keepsWalks(walks).read(text, "another");
  const [before, after] = [walks, again].map(each => each.map(walk => told(walk, isAll)));
  return [text, before, after, walked(walks), walked(again), other];
})));
"""


def by_node(trees: list[tuple[str, ByHand]], dice: list[Any]) -> Any:
    """Return what is kept of searches made by hand, by what was done by chance, and what comes
    back.
    """
    return run_scripts(
        "table walk scorm", PROGRAM, {"data": by_hand_page_data(trees), "dice": dice}
    )


def trees(count: int) -> list[tuple[str, ByHand]]:
    """Return searches of random trees."""
    texts = [
        notation([random_tree(seed, 3, 3), random_tree(seed + 99, 3, 3)]) for seed in range(count)
    ]
    return [("", ByHand(PositionSpec("tree", text))) for text in texts]


def test_what_was_done_by_hand_comes_back() -> None:
    """Where one stands, all steps, what was shown and missed, and slips; the text of another
    page is none.
    """
    chance = random.Random(3)
    asked = trees(3)
    kinds = ("right", "right", "right", "show", 1)
    dice = [
        [[chance.randrange(3), chance.choice(kinds)] for _ in range(count)]
        for count in range(0, 150, 5)
    ]
    found = by_node(asked, dice)

    assert len({text for text, *_ in found}) > 20
    for text, before, after, score, same, other in found:
        assert text.isascii()
        assert before == after
        assert score == same
        assert other == {}
    assert max(score["right"] for *_, score, _, _ in found) > 30


@pytest.mark.slow
def test_a_slip_before_every_step_always_fits() -> None:
    """In the largest package, however many slips there were: only how many is forgotten, not
    that there were any.
    """
    asked = trees(60)
    counts = [hand.remaining_steps(hand.beginning) for _, hand in asked]

    with pytest.raises(InputError, match=r"steps of 60 trees do not fit into the 4,096 signs"):
        make_homework(asked).package()
    while 7 + len(counts) + 2 * sum(counts) > MAX_SCORM_DATA_LENGTH:
        counts.pop()
    asked = asked[: len(counts)]
    steps = sum(counts)
    throws = [
        [tree, what]
        for tree, count in enumerate(counts)
        for _ in range(count)
        for what in (9, "right")
    ]
    ((text, before, after, score, same, _),) = by_node(asked, [throws])
    assert len(text) <= MAX_SCORM_DATA_LENGTH
    assert before == after
    assert score == same
    assert score == {
        "right": 0,
        "asked": steps,
        "isSolved": True,
        "done": 2 * len(asked),
    }
    assert steps > 1500
