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
    edge: str = ""
    is_lettered: bool = False


class _NodePlace(NamedTuple):
    """The place of a node in its tree.

    `parent` is the index of its parent in reading order, -1 for the root. `sibling_index` counts
    siblings from 0.
    """

    node: Node
    parent: int
    sibling_index: int
    sibling_count: int
    ply: int


def with_new_names(root: Node, names: Iterable[NodeName]) -> Node:
    """Return a copy of a tree with new names, given for each node in reading order."""
    named_nodes = [*zip(root.nodes(), names, strict=True)]
    # Without recursion, since a tree may be deep. Nodes are copied from the last to the first, so
    # the copies of a node's children are on top of the stack, the first child on the very top.
    finished: list[Node] = []
    for node, (label, edge, is_lettered) in reversed(named_nodes):
        children = tuple(finished.pop() for _ in node.children)
        finished.append(
            node._replace(
                label=label,
                edge=edge,
                is_lettered=is_lettered,
                children=children,
            )
        )
    return finished[0]


def with_letters(root: Node) -> Node:
    """Return a tree in which every node has a name; nodes with a name keep it.

    The tree of a known book gets the book's names. In any other tree, inner nodes are called A, B,
    C row by row, and the leaves of B are called b1 and b2. Names that the tree already uses are
    skipped, and so is a letter A if the tree already has an a1. The root gets no letter, and leaves
    right below a nameless root keep their numbers. A very large tree is returned unchanged.

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
    """Return the names of all nodes in reading order: the old ones, and a new one in place of "".

    The root gets no new name, and neither do leaves right below a root without a name: their "" is
    kept.
    """
    names = [*old_names]
    taken = {name.casefold() for name in old_names}
    # The letter A is not free if a1 is taken, which would seem to be a leaf of A.
    stems = {name.rstrip(digits) for name in taken}
    free_letters = (word for word in map(letters_for, count()) if word.casefold() not in stems)

    # First the inner nodes without a name, row by row. Node 0 is the root.
    row_by_row = sorted(range(1, len(places)), key=lambda number: places[number].ply)
    for number in row_by_row:
        if places[number].node.children and not names[number]:
            names[number] = next(free_letters)

    # Then the leaves: each is named after its parent.
    for number, place in enumerate(places):
        parent_name = names[place.parent] if number else ""
        if parent_name and not names[number]:
            names[number] = _leaf_name(parent_name, place, taken)
            taken.add(names[number].casefold())
    return names


def _node_places(root: Node) -> Iterator[_NodePlace]:
    """Yield the nodes of a tree with their places, in reading order: a node before its children."""
    waiting = [
        _NodePlace(
            root,
            parent=-1,
            sibling_index=0,
            sibling_count=1,
            ply=0,
        )
    ]
    for number in count():
        if not waiting:
            return
        place = waiting.pop()
        yield place

        siblings = place.node.children
        sibling_count = len(siblings)
        ply = place.ply + 1
        children = [
            _NodePlace(child, number, index, sibling_count, ply)
            for index, child in enumerate(siblings)
        ]
        waiting += reversed(children)


MAX_BOOK_NODES = max(len(found["edges"].split()) for found in TEXTBOOK_LABELS.values()) + 1
"""The greatest number of nodes in a tree with names from a book."""


def _names_of_book(places: Sequence[_NodePlace]) -> list[NodeName]:
    """Return the names that a book gives to the nodes of a tree and to the moves to them.

    The list is empty if the tree is not from a known book.
    """
    if len(places) > MAX_BOOK_NODES:
        return []
    # A tree that already has names is not the book's.
    if any(place.node.label or place.node.edge for place in places):
        return []
    root = places[0].node
    book = TEXTBOOK_LABELS.get(root.text())
    if book is None:
        return []

    # No move leads to the root, so its edge has no name.
    edges = ["", *book["edges"].split()]
    inner_labels = iter(book.get("nodes", "").split())
    names = []
    for place, edge in zip(places, edges, strict=True):
        # A book that names only the moves calls each inner node like the move to it.
        label = next(inner_labels, edge) if place.node.children else edge
        names.append(NodeName(label, edge))
    return names


def _leaf_name(parent: str, place: _NodePlace, taken: set[str]) -> str:
    """Return the name of a leaf: the second child of B is `b2`, and of min1 it is `min1.2`.

    If that name is taken, the leaf gets a number above the numbers of all its siblings.
    """
    stem = parent.lower()
    if stem[-1].isdigit():
        stem += "."
    # A number between the siblings' would take the name away from another leaf.
    numbers = chain([place.sibling_index + 1], count(place.sibling_count + 1))
    names = (f"{stem}{number}" for number in numbers)
    return next(name for name in names if name.casefold() not in taken)


def _existing_name(node: Node) -> str:
    """Return the name that a node has already, or ""; a number is no name."""
    name = node.own_name or node.label
    if name or node.edge.isdigit():
        return name
    return node.edge


def _kept_names(place: _NodePlace, *, is_unique: bool) -> NodeName:
    """Return the names of a node that already has a name.

    A node without a label gets the name in the notation as its label. The root gets no label, and
    neither does a node whose name another node has (`is_unique` is then False).
    """
    node = place.node
    label = node.label
    if not label and is_unique and place.ply > 0:
        label = node.own_name
    return NodeName(label, node.edge, node.is_lettered)


def _generated_names(node: Node, name: str) -> NodeName:
    """Return the names of a node that had no name; `name` is the new one, or "" for none."""
    if name:
        return NodeName(name, name, is_lettered=True)
    return NodeName("", node.edge)


def letters_for(place: int) -> str:
    """Return the letters for a place, counted from 0: A to Z, then AA, AB and so on.

    >>> letters_for(0), letters_for(25), letters_for(26), letters_for(700)
    ('A', 'Z', 'AA', 'ZY')
    """
    earlier, last = divmod(place, 26)
    if not earlier:
        return ascii_uppercase[last]
    return letters_for(earlier - 1) + ascii_uppercase[last]
