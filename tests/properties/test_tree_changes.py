"""What is said of a changed tree: cuts that are new or gone, and the values of a leaf for which
nothing changes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from math import inf

import pytest

from games.tree import editing
from games.tree.editing import with_leaf_value
from games.tree.names import NodeName, with_new_names
from games.tree.notation import Node
from tests.few import one_in
from tests.trees import notation, random_tree
from visualizer.explaining.explanation.english.what_if import change_words, describe_tree_node
from visualizer.explaining.explanation.facts.what_if import (
    search_of_edited_tree,
    search_shape,
    shapes_with,
    unchanged_value_range,
    written_tree_of,
)
from visualizer.explaining.explanation.naming import Naming
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

AIMA = Run(Recipe(PositionSpec("tree", "aima-5.2"), SearchSpec("alpha-beta"))).finish()


def with_value(run: Run, path: MovePath, value: float) -> Run:
    return search_of_edited_tree(run, with_leaf_value(written_tree_of(run), path, value))


@pytest.mark.parametrize(
    "search",
    one_in(
        3,
        [
            SearchSpec("alpha-beta"),
            SearchSpec("alpha-beta", cut=">"),
            SearchSpec("alpha-beta", window=(2.5, 6)),
            SearchSpec("pvs"),
            SearchSpec("mtdf", options={"first": 4.5}),
        ],
    ),
    ids=str,
)
def test_inside_the_range_nothing_changes_and_outside_something_does(
    search: SearchSpec, usually: Callable[[int], int]
) -> None:
    """At its ends and beyond, for leaves of random irregular trees with ties, visited or not."""
    tried = 0
    for seed in range(1, 1 + min(13, usually(30))):
        tree = random_tree(seed, 3, 3)
        run = Run(Recipe(PositionSpec("tree", notation(tree, seed % 2 == 0)), search)).finish()
        for path in leaves(run)[:5]:
            found = unchanged_value_range(run, path)

            assert found is not None
            now = written_tree_of(run).at(path).value
            assert found.low <= now <= found.high
            for value, is_in in (
                (found.low, found.includes_low),
                (found.high, found.includes_high),
            ):
                if abs(value) < inf:
                    assert (
                        search_shape(with_value(run, path, value)) == search_shape(run)
                    ) == is_in
                    if value == found.low:
                        beyond = value - 0.25
                    else:
                        beyond = value + 0.25
                    if found.low < found.high or not is_in:
                        assert search_shape(with_value(run, path, beyond)) != search_shape(run)
                    tried += 1
                    assert_holds_beyond(
                        run,
                        path,
                        value,
                        is_in=is_in,
                        is_low=value == found.low,
                    )
                else:
                    assert search_shape(
                        with_value(run, path, 99 if value > 0 else -99)
                    ) == search_shape(run)

    assert tried > usually(20)


def test_thresholds_of_a_leaf_that_is_scrubbed_are_those_of_the_tree_as_it_is() -> None:
    """What was tried for one of its values serves the others, and none is told that would not be
    found anew.
    """
    for seed in range(1, 4):
        run = Run(
            Recipe(
                PositionSpec("tree", notation(random_tree(seed, 3, 3))), SearchSpec("alpha-beta")
            )
        ).finish()
        for path in leaves(run)[:2]:
            runs = [with_value(run, path, value) for value in (-2, 0, 0.5, 2)]
            found = [unchanged_value_range(each, path) for each in runs]
            for each, told in zip(runs, found, strict=True):
                shapes_with.cache_clear()
                unchanged_value_range.cache_clear()

                assert unchanged_value_range(each, path) == told


def assert_holds_beyond(
    run: Run,
    path: MovePath,
    end: float,
    *,
    is_in: bool,
    is_low: bool,
) -> None:
    """Search again with each half beyond an end: what is said to change there has changed
    everywhere.
    """
    found = unchanged_value_range(run, path)
    assert found is not None
    change = found.below if is_low else found.above
    was = search_shape(run)[1]
    if found.low == found.high:
        return  # then both ends are one number, and each side has been asked
    halves = [end + (-0.5 if is_low else 0.5) * step for step in range(int(is_in), 12)]
    cuts = [search_shape(with_value(run, path, value))[1] for value in halves]
    assert all(change.gone <= was - now and change.new <= now - was for now in cuts)


def leaves(run: Run) -> list[MovePath]:
    found = list[MovePath]()
    nodes = list[MovePath]([()])
    for path in nodes:
        below = [(*path, place) for place in range(len(written_tree_of(run).at(path).children))]
        nodes += below
        found += [] if below else [path]
    return [path for path in found if path]


def test_what_is_said_of_leaves_and_branches() -> None:
    """The range in words; a leaf that is never visited; a branch."""
    assert describe_tree_node(AIMA, (1, 0)) == "c1 is 2. Above 3 the cut at C disappears."
    assert (
        describe_tree_node(AIMA, (0, 0))
        == "b1 is 3. Below 2 the cut at C disappears; from 5 on D is also cut."
    )
    assert describe_tree_node(AIMA, (1, 1)).startswith(
        "c2, 4, is never visited. With any value here"
    )
    assert describe_tree_node(AIMA, (1,)) == "C returns ≤2."


def test_a_cut_that_appears_and_one_that_vanishes() -> None:
    """Each with its reason, and what it costs or saves."""
    four = with_value(AIMA, (1, 0), 4)
    gone = change_words(AIMA, four, same_places=True)

    assert gone.startswith(
        "The tree is worth 4 instead of 3; 9 leaves are visited instead of 7. At C nothing is cut"
    )
    assert "with 4 it is more than α = 3, which MAX would like" in gone
    back = change_words(four, AIMA, same_places=True)
    assert "7 leaves are visited instead of 9. Cut at C (a2): MIN's c1 is already worth 2" in back
    assert change_words(AIMA, four, same_places=False).endswith("0 cuts.")


@pytest.mark.parametrize("style", one_in(2, ["letters", "names", "a book's", "a quiz's"]))
def test_nodes_and_moves_keep_their_names_through_edits(style: str) -> None:
    """Every node that was there before an edit is still called so after it, and so is the move;
    no two are alike.
    """
    for seed in range(8):
        dice = random.Random(seed)
        text = {
            "letters": notation(random_tree(seed, 3, 3), True),
            "names": "A(B(3,x=12), C(z=2,D(4,1)), 7)",
            "a book's": "aima-5.2",
            "a quiz's": "[[[10,6],[100,8]],[[1,2],[20,4]]]",
        }[style]
        run = Run(Recipe(PositionSpec("tree", text), SearchSpec("alpha-beta"))).finish()
        root = editing.with_fixed_names(written_tree_of(run))
        for step in range(12):
            before = called(run, root)
            root = with_numbers(edited(root, dice), count(1000 * (step + 1)))
            run = search_of_edited_tree(run, root)
            root = with_names(root, written_tree_of(run))
            after = called(run, root)
            kept = before.keys() & after.keys()

            assert {number: after[number] for number in kept} == {
                number: before[number] for number in kept
            }
            assert len(set(after.values())) == len(after)
            assert run.root.text() == run.recipe.where.position


def edited(root: Node, dice: random.Random) -> Node:
    """Return a tree after an edit by chance; as it was where the edit is refused."""
    paths = list[MovePath]([()])
    for path in paths:
        paths += [(*path, place) for place in range(len(root.at(path).children))]
    path = dice.choice(paths)
    edits: list[Callable[[], Node]] = [
        lambda: editing.with_leaf_value(root, path, dice.randint(-9, 9)),
        lambda: editing.with_siblings_swapped(root, path, dice.choice([-1, 1])),
        lambda: editing.with_leaf(root, path, dice.randint(-9, 9)),
        lambda: editing.without_branch(root, path),
        lambda: editing.with_children_sorted(
            root, path, lambda each: sum(each) * 7 % 5, greatest=dice.random() < 0.5
        ),
    ]
    try:
        return dice.choice(edits)()
    except ValueError:
        return editing.with_fixed_names(root)


def with_numbers(root: Node, numbers: Iterator[int]) -> Node:
    """Give each node without a number, which only the root may be, one of its own."""
    children = tuple(with_numbers(child, numbers) for child in root.children)
    numbered = [
        child if child.number else child._replace(number=next(numbers)) for child in children
    ]
    return root._replace(children=tuple(numbered))


def with_names(root: Node, other: Node) -> Node:
    """Return a tree in which each node is called as in another of the same shape."""
    return with_new_names(
        root, (NodeName(node.label, node.move_name, node.is_lettered) for node in other.nodes())
    )


def called(run: Run, root: Node) -> dict[int, tuple[str, str]]:
    """Return where each node is and what its move is called, as a run says it, by the numbers of
    the same tree.
    """
    naming = Naming(run, TreeAtStep(run.trace))
    found = dict[int, tuple[str, str]]()
    paths = list[MovePath]([()])
    for path in paths:
        node = root.at(path)
        paths += [(*path, place) for place in range(len(node.children))]
        if path:
            found[node.number] = naming.place_at(path), run.names(path)[-1]
    return found
