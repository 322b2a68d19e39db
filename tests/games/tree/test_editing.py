"""Changes of written trees: each returns another tree, which is read back, and names stay where they can."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.tree import editing, read
from games.tree.notation import Node, parse, write

TREE = "A(B(3,12), C(2,4))"


def text(root: Node) -> str:
    written = write(root, maximizing=True)
    assert write(parse(written)[0], maximizing=True) == written
    return written


def test_each_change() -> None:
    """A leaf, two siblings, a new leaf, a branch less, another order; the tree that was given stays as it was."""
    root = parse(TREE)[0]
    assert text(editing.changed(root, (0, 1), 5)) == "A(B(3,5), C(2,4))"
    assert text(editing.exchanged(root, (0,), 1)) == "A(C(2,4), B(3,12))"
    assert text(editing.with_leaf(root, (1,), 7)) == "A(B(3,12), C(2,4,7))"
    assert text(editing.with_leaf(root, (0, 0), 9)) == "A(B([3,9],12), C(2,4))"
    assert text(editing.without(root, (0,))) == "A(C(2,4))"
    assert text(editing.ordered(root, (0,), lambda path: -path[-1], greatest=True)) == TREE
    assert text(editing.ordered(root, (0,), lambda path: path[-1], greatest=True)) == "A(B(12,3), C(2,4))"
    assert text(root) == TREE


def test_what_cannot_be_changed() -> None:
    """One sentence each."""
    root = parse("A(B(3), C(2,4))")[0]
    wrong: dict[str, Callable[[], Node]] = {
        "only a leaf has a value": lambda: editing.changed(root, (0,), 1),
        "there is no branch after this one": lambda: editing.exchanged(root, (1,), 1),
        "there is no branch before this one": lambda: editing.exchanged(root, (0,), -1),
        "this is the root": lambda: editing.exchanged(root, (), 1),
        "keeps at least one child": lambda: editing.without(root, (0, 0)),
    }
    for words, change in wrong.items():
        with pytest.raises(ValueError, match=words):
            change()


def test_what_a_book_calls_its_nodes_become_names() -> None:
    """AIMA's tree keeps B, C, D and b1 to d3."""
    root = read("[[3,12,8],[2,4,6],[14,5,2]]", {}).node
    assert text(editing.changed(root, (1, 0), 4)) == "A(B(b1=3,b2=12,b3=8), C(c1=4,c2=4,c3=6), D(d1=14,d2=5,d3=2))"
