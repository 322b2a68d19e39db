"""Changes of written trees: each returns another tree, which is read back, and names stay where
they can.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.tree import editing, read
from games.tree.notation import Node, parse_tree, read_probability, write_tree

TREE = "A(B(3,12), C(2,4))"


def text(root: Node) -> str:
    written = write_tree(root)
    assert write_tree(parse_tree(written)) == written
    return written


def test_each_change() -> None:
    """A leaf, two siblings, a new leaf, a branch less, another order; the tree that was given
    stays as it was.
    """
    root = parse_tree(TREE)

    assert text(editing.with_leaf_value(root, (0, 1), 5)) == "A(B(3,5), C(2,4))"
    assert text(editing.with_siblings_swapped(root, (0,), 1)) == "A(C(2,4), B(3,12))"
    assert text(editing.with_leaf(root, (1,), 7)) == "A(B(3,12), C(2,4,7))"
    assert text(editing.with_leaf(root, (0, 0), 9)) == "A(B([3,9],12), C(2,4))"
    assert text(editing.without_branch(root, (0,))) == "A(C(2,4))"
    assert (
        text(
            editing.with_children_sorted(
                root,
                (0,),
                lambda path: -path[-1],
                greatest=True,
            )
        )
        == TREE
    )
    assert (
        text(
            editing.with_children_sorted(
                root,
                (0,),
                lambda path: path[-1],
                greatest=True,
            )
        )
        == "A(B(12,3), C(2,4))"
    )
    assert text(root) == TREE


def test_what_cannot_be_changed() -> None:
    """One sentence each."""
    root = parse_tree("A(B(3), C(2,4))")
    wrong: dict[str, Callable[[], Node]] = {
        "you can set only a leaf's value": lambda: editing.with_leaf_value(root, (0,), 1),
        "there is no branch after this one": lambda: editing.with_siblings_swapped(root, (1,), 1),
        "there is no branch before this one": lambda: editing.with_siblings_swapped(root, (0,), -1),
        "this is the root": lambda: editing.with_siblings_swapped(root, (), 1),
        "must keep at least one child": lambda: editing.without_branch(root, (0, 0)),
    }
    for words, change in wrong.items():
        with pytest.raises(ValueError, match=words):
            change()


def test_what_a_book_calls_its_nodes_become_names() -> None:
    """AIMA's tree keeps B, C, D and b1 to d3."""
    root = read("[[3,12,8],[2,4,6],[14,5,2]]", {})
    assert (
        text(editing.with_leaf_value(root, (1, 0), 4))
        == "A(B(b1=3,b2=12,b3=8), C(c1=4,c2=4,c3=6), D(d1=14,d2=5,d3=2))"
    )


@pytest.mark.parametrize(
    ("typed", "others"),
    [
        ("1/2", ["1/6", "1/3"]),
        ("25%", ["1/4", "1/2"]),
        (".4", ["1/5", "2/5"]),
    ],
)
def test_a_probability_is_changed_and_the_others_keep_their_proportions(
    typed: str, others: list[str]
) -> None:
    """They add up to 1 again, as fractions; leaves and order stay, and so does the tree that was
    given.
    """
    root = parse_tree("~[1/4: 3, 1/4: 5, 1/2: [7,8]]")
    changed = editing.with_probability(root, (0,), read_probability(typed))

    assert [*map(str, changed.probabilities() or ())][1:] == others
    assert sum(changed.probabilities() or ()) == 1
    assert text(root) == "~[1/4: 3, 1/4: 5, 1/2: [7,8]]"
    back = editing.with_probability(changed, (0,), read_probability("1/4"))
    assert text(back) == text(root)


def test_what_is_no_probability() -> None:
    """One sentence each: a bad number, one that is none of an outcome, and a branch that has
    none.
    """
    root = parse_tree("[~[4,8],~[3]]")
    for typed in ("0", "1", "3/2", "1/0", "0/5", "x", "1e-3", "-1/2", "50%%", "1/3%", "", "٣/٤"):
        with pytest.raises(
            ValueError,
            match=r"is not a probability, such as|is not greater than 0|is not between 0 and 1",
        ):
            editing.with_probability(root, (0, 0), read_probability(typed))
    for path, words in (
        ((0,), "only a branch below a chance node"),
        ((1, 0), "a chance node's only branch"),
        ((), "the root"),
    ):
        with pytest.raises(ValueError, match=words):
            editing.with_probability(root, path, read_probability("1/2"))
