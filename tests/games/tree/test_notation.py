"""Both notations are written canonically, read back, and refused in one sentence, however large
or odd.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tree.notation import (
    MAX_EXACT_INTEGER,
    MAX_TREE_CHILDREN,
    MAX_TREE_DEPTH,
    Node,
    parse_tree,
    write_tree,
)
from tests.texts import assert_one_sentence

TreeShape = tuple[Any, ...]
"""A tree for comparing: (name, value as written) of a leaf, (name, children) of a branch."""

HUGE = 5_000_000

numbers = st.integers(-MAX_EXACT_INTEGER, MAX_EXACT_INTEGER) | st.floats(
    -MAX_EXACT_INTEGER, MAX_EXACT_INTEGER
)
NAMES = ["A", "b1", "x'", "max", "min", "a.b-c+d", "Ünder_1", "e5"]
names = st.just("") | st.sampled_from(NAMES) | st.from_regex(r"[^\W\d][\w'.+-]*", fullmatch=True)


def shape(node: Node) -> TreeShape:
    """Return what two equal trees have in common, whatever the numbers of their nodes."""
    if node.children:
        return (node.own_name, tuple(shape(child) for child in node.children))
    return (node.own_name, repr(node.value))


@st.composite
def branches(draw: st.DrawFn, children: st.SearchStrategy[Node]) -> Node:
    """Make a branch whose children differ in name."""
    below = draw(st.lists(children, min_size=1, max_size=5))
    seen = [child.own_name for child in below]
    different = (
        child._replace(own_name="") if child.own_name in seen[:place] else child
        for place, child in enumerate(below)
    )
    return Node(0, own_name=draw(names), children=tuple(different))


def in_turns(node: Node, maximizing: bool = True) -> Node:
    """Return a tree in which MAX and MIN move in turn."""
    children = tuple(in_turns(child, not maximizing) for child in node.children)
    return node._replace(maximizing=maximizing, children=children)


leaf_nodes = st.builds(lambda name, value: Node(0, own_name=name, value=value), names, numbers)
trees = st.recursive(leaf_nodes, branches, max_leaves=40).map(in_turns)


def refusal(text: str) -> str:
    """Return the error of a text that is not a tree, or no text if it is one."""
    try:
        parse_tree(text)
    except ValueError as error:
        return str(error)
    return ""


@given(trees, st.booleans())
def test_trees_read_back(tree: Node, maximizing: bool) -> None:
    """Any tree, of ints, floats and names, for either side, reads back to itself and is written
    the same again.
    """
    text = write_tree(in_turns(tree, maximizing))
    again = parse_tree(text)

    assert shape(again) == shape(tree)
    assert again.maximizing == maximizing
    assert write_tree(again) == text


@given(trees)
def test_nodes_are_numbered_in_reading_order(tree: Node) -> None:
    """A tree that was read numbers its nodes 0, 1, 2 ... as they are met from left to right."""
    met: list[int] = []

    def walk(node: Node) -> None:
        met.append(node.number)
        for child in node.children:
            walk(child)

    walk(parse_tree(write_tree(tree)))

    assert met == list(range(len(met)))


@given(trees, st.sampled_from([" ", "\n", "\t  ", "\u00a0"]))
def test_space_and_other_signs_do_not_matter(tree: Node, space: str) -> None:
    """Spaces and lines between the signs, `;` for `,` and round brackets for square ones mean
    the same tree.
    """
    text = write_tree(tree)
    wide = text.replace(",", f"{space};{space}").replace("[", f"({space}").replace("]", f"{space})")

    assert shape(parse_tree(space + wide + space)) == shape(tree)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no tree is given"),
        ("   \n", "no tree is given"),
        ("max", "no tree is given"),
        ("[", "1 bracket is not closed"),
        ("[[", "2 brackets are not closed"),
        ("[1,", "not closed"),
        ("[1", "the tree ends too soon: 1 bracket is not closed"),
        ("A(1", "the tree ends too soon: 1 bracket is not closed"),
        ("[]", "a branch has at least one child"),
        (
            "[1,[]]",
            (
                "']' at character 5, where a number or a branch (a branch has at least one "
                "child) is expected"
            ),
        ),
        ("[[1,2],\n  [3,,4]]", "',' at line 2, column 6, where a number or a branch is expected"),
        ("[~[1/2: 4],\n 3]", "not to 1 (chance node at line 1, column 2)"),
        ("A()", "a branch has at least one child"),
        ("[1,]", "a branch has at least one child"),
        ("[,1]", "',' at character 2, where a number or a branch is expected"),
        ("[1,,2]", "',' at character 4, where a number or a branch is expected"),
        ("[1 2]", "'2' at character 4, where a comma or ] is expected"),
        ("[1,2)", "')' at character 5, where a comma or ] is expected"),
        ("(1,2]", "']' at character 5, where a comma or ) is expected"),
        ("]", "']' at character 1"),
        ("[1,2]]", "']' at character 6"),
        ("[1,2] 3", "'3' at character 7"),
        ("1 2", "'2' at character 3"),
        ("A", "( or = after the name 'A'"),
        ("[b]", "( or = after the name 'b'"),
        ("[nan]", "( or = after the name 'nan'"),
        ("[inf,1]", "( or = after the name 'inf'"),
        ("A[1,2]", "( or = after the name 'A'"),
        ("A=", "the tree ends where a number or a branch is expected"),
        ("A=B", "'B' at character 3"),
        ("[=3]", "'=' at character 2"),
        ("A(B=1,B=2)", "two branches of the same node are called 'B'"),
        ("A(B(1),B(2))", "two branches of the same node are called 'B'"),
        ("[--3]", "'-' at character 2 is not part of a tree"),
        ("[1_000]", "'_000' at character 3"),
        ("[1.2.3]", "'.3' at character 5"),
        ('["1"]', "'\"' at character 2 is not part of a tree"),
        ("{1}", "'{' at character 1 is not part of a tree"),
        ("[1] # no", "'#' at character 5 is not part of a tree"),
        ("[3\x00]", r"'\x00' at character 3 is not part of a tree"),
        ("[\ud800]", r"'\ud800' at character 2 is not part of a tree"),
        ("[1e400]", "not a number from -2^53 to 2^53"),
        (f"[{MAX_EXACT_INTEGER + 1}]", "not a number from -2^53 to 2^53"),
        (f"[{-MAX_EXACT_INTEGER - 1}]", "not a number from -2^53 to 2^53"),
        ("1" * 4_000, "not a number from -2^53 to 2^53"),
        ("[" * 100_000, f"the tree is more than {MAX_TREE_DEPTH:,} plies deep"),
        ("A(" * 100_000, f"the tree is more than {MAX_TREE_DEPTH:,} plies deep"),
        ("]" * 100_000, "']' at character 1"),
        ("A" * 100_000, "( or = after the name"),
    ],
)
def test_bad_trees_are_refused(text: str, says: str) -> None:
    """Each mistake is named in one sentence, with its place where it has one."""
    message = refusal(text)

    assert says in message
    assert_one_sentence(message)


def test_deepest_tree() -> None:
    """A tree of the greatest depth is read and written without recursion; one ply more is
    refused.
    """
    text = "[" * MAX_TREE_DEPTH + "1" + "]" * MAX_TREE_DEPTH

    assert write_tree(parse_tree(text)) == text
    assert "plies deep" in refusal(f"[{text}]")


def test_widest_tree() -> None:
    """A branch has the greatest number of children; one more is refused."""
    text = "[" + "1," * (MAX_TREE_CHILDREN - 1) + "1]"

    assert len(parse_tree(text).children) == MAX_TREE_CHILDREN
    assert f"more than {MAX_TREE_CHILDREN:,} children" in refusal(text.replace("[1,", "[1,1,", 1))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (" " * HUGE, "no tree is given"),
        ("1" * HUGE, "not a number"),
        ("A" * HUGE, "after the name"),
        ("?" * HUGE, "'?' at character 1 is not part of a tree"),
        pytest.param("[" * HUGE, "plies deep", marks=pytest.mark.slow),
        pytest.param("[" + "1," * (HUGE // 2), "children", marks=pytest.mark.slow),
    ],
    ids=["spaces", "digits", "letters", "signs", "brackets", "leaves"],
)
def test_five_megabytes_are_refused(text: str, says: str) -> None:
    """Five megabytes that are no tree are refused in one sentence."""
    message = refusal(text)

    assert says in message
    assert_one_sentence(message)
