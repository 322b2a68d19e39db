"""Names for the nodes and moves of a tree: from its text, from a book, or else by letters."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice
from string import ascii_uppercase, digits
from typing import NamedTuple

from games.tree.notation import Node
from games.tree.presets import TEXTBOOK_LABELS

MAX_LETTERED_NODES = 20_000
"""Larger trees get no letters, which would say less than the moves to a node."""


class NodeName(NamedTuple):
    """The names of a node and of the move to it, as in the fields of `Node`."""

    label: str = ""
    move_name: str = ""
    is_lettered: bool = False


class _NodePlace(NamedTuple):
    """A node with its place in the tree.

    `parent` is the index of its parent in reading order, -1 for the root. `sibling_index` counts
    siblings from 0, and `sibling_count` includes the node itself.
    """

    node: Node
    parent: int
    sibling_index: int
    sibling_count: int
    ply: int


def with_new_names(root: Node, names: Iterable[NodeName]) -> Node:
    """Return a copy of a tree with new names; `names` are for the nodes in reading order."""
    named_nodes = [*zip(root.nodes(), names, strict=True)]
    # Without recursion, since a tree may be deep. In reverse reading order, a node's children come
    # before the node, the first child last. Their copies are then at the end of the stack.
    copies: list[Node] = []
    for node, (label, move_name, is_lettered) in reversed(named_nodes):
        children = tuple(copies.pop() for _ in node.children)
        copies.append(
            node._replace(
                label=label,
                move_name=move_name,
                is_lettered=is_lettered,
                children=children,
            )
        )
    return copies[0]


def with_letters(root: Node) -> Node:
    """Return a tree with names for its unnamed nodes: the names in its book, or else letters.

    Inner nodes are called A, B, C row by row, and the leaves below B are called b1 and b2. Names
    that the tree already uses are skipped. The root gets no name, nor do the leaves of an unnamed
    root and the nodes of a very large tree.

    >>> from games.tree.notation import parse_tree
    >>> [node.label for node in with_letters(parse_tree("[[[3,4],5],[1,2]]")).nodes()]
    ['', 'A', 'C', 'c1', 'c2', 'a2', 'B', 'b1', 'b2']
    >>> [node.label for node in with_letters(parse_tree("[B(3,b1=4),[1,2],[a7=9,0]]")).nodes()]
    ['', 'B', 'b3', 'b1', 'C', 'c1', 'c2', 'D', 'a7', 'd2']
    """
    places = [*islice(_node_places(root), MAX_LETTERED_NODES + 1)]
    if len(places) > MAX_LETTERED_NODES:
        return root
    book_names = _names_of_book(places)
    if book_names:
        return with_new_names(root, book_names)

    old_names = [_existing_name(place.node) for place in places]
    all_names = _fill_missing_names(places, old_names)
    count_of_name = Counter(old_names)
    node_names = []
    for place, old_name, name in zip(
        places,
        old_names,
        all_names,
        strict=True,
    ):
        if old_name:
            node_names.append(_kept_names(place, is_unique=count_of_name[old_name] == 1))
        else:
            node_names.append(_generated_names(place.node, name))
    return with_new_names(root, node_names)


def _fill_missing_names(places: Sequence[_NodePlace], old_names: Sequence[str]) -> list[str]:
    """Return the names of all nodes in reading order: the old names, and new ones where missing.

    `old_names` has "" for each unnamed node. An unnamed root stays unnamed, and so do its leaves.
    """
    names = [*old_names]
    taken = {name.casefold() for name in old_names}
    # If a node is called a1, skip the letter A, since a1 would seem to be a leaf of A.
    stems = {name.rstrip(digits) for name in taken}
    free_letters = (word for word in map(letters_for, count()) if word.casefold() not in stems)

    # First name the inner nodes, row by row. Index 0 is the root.
    row_by_row = sorted(range(1, len(places)), key=lambda index: places[index].ply)
    for index in row_by_row:
        if places[index].node.children and not names[index]:
            names[index] = next(free_letters)

    # Then name the leaves after their parents.
    for index, place in enumerate(places):
        parent_name = names[place.parent] if index else ""
        if parent_name and not names[index]:
            names[index] = _leaf_name(parent_name, place, taken)
            taken.add(names[index].casefold())
    return names


def _node_places(root: Node) -> Iterator[_NodePlace]:
    """Yield the nodes of a tree in reading order, each with its place."""
    stack = [
        _NodePlace(
            root,
            parent=-1,
            sibling_index=0,
            sibling_count=1,
            ply=0,
        )
    ]
    index = 0
    while stack:
        place = stack.pop()
        yield place

        children = place.node.children
        child_count = len(children)
        ply = place.ply + 1
        child_places = [
            _NodePlace(child, index, sibling_index, child_count, ply)
            for sibling_index, child in enumerate(children)
        ]
        stack += reversed(child_places)
        index += 1


MAX_BOOK_NODES = max(len(book["edges"].split()) for book in TEXTBOOK_LABELS.values()) + 1
"""The greatest number of nodes in a tree with names from a book."""


def _names_of_book(places: Sequence[_NodePlace]) -> list[NodeName]:
    """Return the names of a tree's nodes in the book that has this tree; [] if no book has it."""
    if len(places) > MAX_BOOK_NODES:
        return []
    # Trees from books are stored without names, so a tree with names is not one of them.
    if any(place.node.label or place.node.move_name for place in places):
        return []
    root = places[0].node
    book = TEXTBOOK_LABELS.get(root.text())
    if book is None:
        return []

    # No move leads to the root.
    move_names = ["", *book["edges"].split()]
    # Empty if the book names only moves.
    inner_labels = iter(book.get("nodes", "").split())
    names = []
    for place, move_name in zip(places, move_names, strict=True):
        label = move_name
        # Leaves, and nodes without a name in the book, are called by the move that leads to them.
        if place.node.children:
            label = next(inner_labels, move_name)
        names.append(NodeName(label, move_name))
    return names


def _leaf_name(parent: str, place: _NodePlace, taken: set[str]) -> str:
    """Return the name of a leaf: `b2` for the second child of B, `min1.2` for that of min1.

    If another node is already called b2, and B has three children, the leaf is called b4: b1 and b3
    are for its siblings.
    """
    stem = parent.lower()
    if stem[-1].isdigit():
        stem += "."
    numbers = chain([place.sibling_index + 1], count(place.sibling_count + 1))
    names = (f"{stem}{number}" for number in numbers)
    return next(name for name in names if name.casefold() not in taken)


def _existing_name(node: Node) -> str:
    """Return the name that a node already has, or ""; a move's number does not count as a name."""
    name = node.own_name or node.label
    if name or node.move_name.isdigit():
        return name
    return node.move_name


def _kept_names(place: _NodePlace, *, is_unique: bool) -> NodeName:
    """Return the names of a node that already has a name.

    A name from the notation becomes the label of a node without a label, if `is_unique`.
    """
    node = place.node
    label = node.label
    is_root = place.ply == 0
    if not label and is_unique and not is_root:
        label = node.own_name
    return NodeName(label, node.move_name, node.is_lettered)


def _generated_names(node: Node, name: str) -> NodeName:
    """Return the names of a node that had no name; `name` is the new name, or "" for no name."""
    if name:
        return NodeName(name, name, is_lettered=True)
    return NodeName("", node.move_name)


def letters_for(number: int) -> str:
    """Return the letters for a number from 0 on: A to Z, then AA, AB and so on.

    >>> letters_for(0), letters_for(25), letters_for(26), letters_for(700)
    ('A', 'Z', 'AA', 'ZY')
    """
    quotient, last = divmod(number, 26)
    if not quotient:
        return ascii_uppercase[last]
    return letters_for(quotient - 1) + ascii_uppercase[last]
