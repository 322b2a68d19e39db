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

    `parent` is the index of its parent in reading order. `sibling_index` counts siblings from 0.
    """

    node: Node
    parent: int
    sibling_index: int
    sibling_count: int
    ply: int


def with_new_names(root: Node, names: Iterable[NodeName]) -> Node:
    """Return a tree with other names, which are in reading order."""
    named_nodes = [*zip(root.nodes(), names, strict=True)]
    # Without recursion, since a tree may be deep: the last node comes first, so a node's children
    # are finished just before it, with the first child on top of the stack.
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

    A tree that a book draws gets the book's names. Elsewhere inner nodes are A, B, C row by row,
    and the leaves of B are b1 and b2, without names that are taken and letters that look like such
    a name. The root gets no letter, and its own leaves have numbers unless it has a name. A very
    large tree stays as it is.

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

    existing = [_existing_name(place.node) for place in places]
    names = _node_names(places, existing)
    times = Counter(existing)
    node_names = []
    for place, old, name in zip(
        places,
        existing,
        names,
        strict=True,
    ):
        if old:
            node_names.append(_kept_names(place, is_unique=times[old] == 1))
        else:
            node_names.append(_generated_names(place.node, name))
    return with_new_names(root, node_names)


def _node_names(places: Sequence[_NodePlace], existing: Sequence[str]) -> list[str]:
    """Return the existing names of nodes, and new ones for the others.

    The root and the leaves of a root without a name get no new name: theirs is "".
    """
    names = [*existing]
    taken = {name.casefold() for name in existing}
    # An existing a1 would seem to be a leaf of a node A.
    look_alikes = {name.rstrip(digits) for name in taken}
    free = (word for word in map(letters_for, count()) if word.casefold() not in look_alikes)

    row_by_row = sorted(range(1, len(places)), key=lambda number: places[number].ply)
    for number in row_by_row:
        if places[number].node.children and not existing[number]:
            names[number] = next(free)

    # Leaves are named after their parents, so they come second.
    for number, place in enumerate(places):
        parent_name = names[place.parent] if number else ""
        if parent_name and not names[number]:
            names[number] = _leaf_name(parent_name, place, taken)
            taken.add(names[number].casefold())
    return names


def _node_places(root: Node) -> Iterator[_NodePlace]:
    """Yield the nodes of a tree in reading order."""
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
    """Return the names that a book gives to the nodes and edges of a tree; none for other trees."""
    if len(places) > MAX_BOOK_NODES:
        return []
    # A tree with names of its own is not the book's.
    if any(place.node.label or place.node.edge for place in places):
        return []
    found = TEXTBOOK_LABELS.get(places[0].node.text())
    if found is None:
        return []

    edges = ["", *found["edges"].split()]
    labels = iter(found.get("nodes", "").split())
    names = []
    for place, edge in zip(places, edges, strict=True):
        label = next(labels, edge) if place.node.children else edge
        names.append(NodeName(label, edge))
    return names


def _leaf_name(parent: str, place: _NodePlace, taken: set[str]) -> str:
    """Return a name for a leaf after its parent's, `b2` or `min1.2`, with a free number."""
    stem = parent.lower()
    if stem[-1].isdigit():
        stem += "."
    # A number behind those of all siblings takes no name away from another leaf.
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
    """Return the names of a node that has some.

    A name in its text is its label, too, if no other node has that name.
    """
    node = place.node
    label = node.label
    if not label and is_unique and place.ply > 0:
        label = node.own_name
    return NodeName(label, node.edge, node.is_lettered)


def _generated_names(node: Node, name: str) -> NodeName:
    """Return the names of a node that had none: a new one, or else only its number."""
    if name:
        return NodeName(name, name, is_lettered=True)
    return NodeName("", node.edge)


def letters_for(place: int) -> str:
    """Return the letters of a place from 0: A to Z, then AA, AB.

    >>> letters_for(0), letters_for(25), letters_for(26), letters_for(700)
    ('A', 'Z', 'AA', 'ZY')
    """
    earlier, last = divmod(place, 26)
    if not earlier:
        return ascii_uppercase[last]
    return letters_for(earlier - 1) + ascii_uppercase[last]
