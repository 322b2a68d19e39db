"""What is said of a changed tree: cuts that are new or gone, and the values of a leaf for which nothing changes."""

from __future__ import annotations

from math import inf

import pytest

from games.tree.editing import at, changed
from games.tree.notation import write
from tests.trees import notation, random_tree
from visualizer.explanation.english.tree_changes import change_words, leaf_words
from visualizer.explanation.facts.tree_changes import range_of, rewritten, shape, written
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.rows import MovePath

AIMA = Run(Recipe(PositionSpec("tree", "aima-5.2"), SearchSpec("alpha-beta"))).finish()


def with_value(run: Run, path: MovePath, value: float) -> Run:
    root = written(run)
    return rewritten(run, write(changed(root.node, path, value), maximizing=root.maximizing))


@pytest.mark.parametrize(
    "search", [SearchSpec("alpha-beta"), SearchSpec("alpha-beta", cut=">"), SearchSpec("pvs")], ids=str
)
def test_inside_the_range_nothing_changes_and_outside_something_does(search: SearchSpec) -> None:
    """At its ends and beyond, for leaves of random irregular trees with ties, visited or not."""
    tried = 0
    for seed in range(1, 14):
        tree = random_tree(seed, 3, 3)
        run = Run(Recipe(PositionSpec("tree", notation(tree, seed % 2 == 0)), search)).finish()
        for path in leaves(run)[:5]:
            found = range_of(run, path)
            assert found is not None
            now = at(written(run).node, path).value
            assert found.low <= now <= found.high
            for value, is_in in ((found.low, found.with_low), (found.high, found.with_high)):
                if abs(value) < inf:
                    assert (shape(with_value(run, path, value)) == shape(run)) == is_in
                    beyond = value - 0.25 if value == found.low else value + 0.25
                    if found.low < found.high or not is_in:
                        assert shape(with_value(run, path, beyond)) != shape(run)
                    tried += 1
                else:
                    assert shape(with_value(run, path, 99 if value > 0 else -99)) == shape(run)
    assert tried > 20


def leaves(run: Run) -> list[MovePath]:
    found, nodes = list[MovePath](), list[MovePath]([()])
    for path in nodes:
        below = [(*path, place) for place in range(len(at(written(run).node, path).children))]
        nodes += below
        found += [] if below else [path]
    return [path for path in found if path]


def test_what_is_said_of_leaves_and_branches() -> None:
    """The range in words; a leaf that is never visited; a branch."""
    assert leaf_words(AIMA, (1, 0)) == "c1 is 2. With 3 or less the same is visited and cut."
    assert leaf_words(AIMA, (0, 0)) == "b1 is 3. With 2 or more and less than 5 the same is visited and cut."
    assert leaf_words(AIMA, (1, 1)).startswith("c2, 4, is never visited. With any value here")
    assert leaf_words(AIMA, (1,)) == "C returns ≤2."


def test_a_cut_that_appears_and_one_that_vanishes() -> None:
    """Each with its reason, and what it costs or saves."""
    four = with_value(AIMA, (1, 0), 4)
    gone = change_words(AIMA, four, same_places=True)
    assert gone.startswith("The tree is worth 4 instead of 3; 9 leaves are visited instead of 7. At C nothing is cut")
    assert "with 4 it is more than α = 3, which MAX would like" in gone
    back = change_words(four, AIMA, same_places=True)
    assert "7 leaves are visited instead of 9. Cut at C: MIN's c1 is worth 2 already" in back
    assert change_words(AIMA, four, same_places=False).endswith("0 cuts.")
