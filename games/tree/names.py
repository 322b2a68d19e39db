"""What the nodes and moves of a tree are called: as its text says, as a book does, else by letters."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice
from string import ascii_uppercase, digits
from typing import NamedTuple

from games.tree.notation import Node
from games.tree.presets import TEXTBOOK_LABELS

MAX_LETTERED_NODES = 20_000
"""The most nodes of a tree whose nodes get letters; in a larger one letters would say less than the way to a node."""


class NodeName(NamedTuple):
    """What a node and the move that leads to it are called; `Node` says what each of these is."""

    label: str = ""
    edge: str = ""
    is_lettered: bool = False


class _NodePlace(NamedTuple):
    """A node in its tree: the number of the node above in reading order, its place among the siblings, how many."""

    node: Node
    above: int
    place: int
    siblings: int
    ply: int


def with_new_names(root: Node, names: Iterable[NodeName]) -> Node:
    """Return a tree with other names, which are given in reading order."""
    named = [*zip(root.nodes(), names, strict=True)]
    made: list[Node] = []
    for node, (label, edge, is_lettered) in reversed(
        named
    ):  # without recursion, since a tree may be deep
        children = tuple(
            made.pop() for _ in node.children
        )  # made just before, the first child last
        made.append(
            node._replace(label=label, edge=edge, is_lettered=is_lettered, children=children)
        )
    return made[0]


def with_letters(root: Node) -> Node:
    """Return a tree with a name for each node that has none; all that have one keep it.

    A tree that a book draws gets the book's names. Elsewhere inner nodes are A, B, C row by row,
    and the leaves of B are b1 and b2; a name that is given, or a letter that looks like one, is
    left out. The root is the root, and unless it has a name, its own leaves have numbers. A very
    large tree stays as it is.

    >>> from games.tree.notation import parse_tree
    >>> [node.label for node in with_letters(parse_tree("[[[3,4],5],[1,2]]")).nodes()]
    ['', 'A', 'C', 'c1', 'c2', 'a2', 'B', 'b1', 'b2']
    >>> [node.label for node in with_letters(parse_tree("[B(3,b1=4),[1,2],[a7=9,0]]")).nodes()]
    ['', 'B', 'b3', 'b1', 'C', 'c1', 'c2', 'D', 'a7', 'd2']
    """
    spots = [*islice(_node_places(root), MAX_LETTERED_NODES + 1)]
    if len(spots) > MAX_LETTERED_NODES:
        return root
    if book := _names_of_book(spots):
        return with_new_names(root, book)

    given = [_existing_name(spot.node) for spot in spots]
    names = _node_names(spots, given)
    times = Counter(given)
    return with_new_names(
        root,
        (
            _given_names(spot, is_alone=times[has] == 1)
            if has
            else _generated_names(spot.node, name)
            for spot, has, name in zip(spots, given, names, strict=True)
        ),
    )


def _node_names(spots: Sequence[_NodePlace], given: Sequence[str]) -> list[str]:
    """Return the name of each node: as given, else letters; "" for the root and its leaves where it has none."""
    names = [*given]
    taken = {name.casefold() for name in given}
    look_alikes = {
        name.rstrip(digits) for name in taken
    }  # a given a1 would seem to be a leaf of a node A
    free = (word for word in map(letters_for, count()) if word.casefold() not in look_alikes)

    row_by_row = sorted(range(1, len(spots)), key=lambda number: spots[number].ply)
    for number in row_by_row:
        if spots[number].node.children and not given[number]:
            names[number] = next(free)

    for number, spot in enumerate(spots):
        if number:
            above = names[spot.above]
        else:
            above = ""
        if above and not names[number]:
            names[number] = _leaf_name(above, spot, taken)
            taken.add(names[number].casefold())
    return names


def _node_places(root: Node) -> Iterator[_NodePlace]:
    """Yield the nodes of a tree in reading order."""
    waiting = [_NodePlace(root, -1, 0, 1, 0)]
    for number in count():
        if not waiting:
            return
        yield (spot := waiting.pop())
        children = spot.node.children
        ply = spot.ply + 1
        below = [
            _NodePlace(child, number, place, len(children), ply)
            for place, child in enumerate(children)
        ]
        waiting += reversed(below)


MAX_BOOK_NODES = max(len(found["edges"].split()) for found in TEXTBOOK_LABELS.values()) + 1
"""The most nodes of a tree whose names are a book's."""


def _names_of_book(spots: Sequence[_NodePlace]) -> list[NodeName]:
    """Return what a book that has drawn a tree calls its nodes and edges; none for any other tree."""
    if len(spots) > MAX_BOOK_NODES or any(spot.node.label or spot.node.edge for spot in spots):
        return []
    found = TEXTBOOK_LABELS.get(spots[0].node.text())
    if found is None:
        return []
    edges = iter(["", *found["edges"].split()])
    labels = iter(found.get("nodes", "").split())
    names = []
    for spot in spots:
        edge = next(edges)
        if spot.node.children:
            label = next(labels, edge)
        else:
            label = edge
        names.append(NodeName(label, edge))
    return names


def _leaf_name(parent: str, spot: _NodePlace, taken: set[str]) -> str:
    """Return what a leaf is called by what is above it: `b2`, or `min1.2`; with a free number where that is taken."""
    stem = parent.lower()
    if stem[-1].isdigit():
        stem += "."
    numbers = chain([spot.place + 1], count(spot.siblings + 1))
    names = (f"{stem}{number}" for number in numbers)
    return next(name for name in names if name.casefold() not in taken)


def _existing_name(node: Node) -> str:
    """Return what a node is called already, "" for nothing; a number is no name."""
    if node.edge.isdigit():
        edge = ""
    else:
        edge = node.edge
    return node.own_name or node.label or edge


def _given_names(spot: _NodePlace, *, is_alone: bool) -> NodeName:
    """Return the names of a node that has some; the name in its text says where it is if no other node has it."""
    node = spot.node
    says_where = is_alone and spot.ply > 0
    return NodeName(node.label or node.own_name * says_where, node.edge, node.is_lettered)


def _generated_names(node: Node, name: str) -> NodeName:
    """Return the names of a node that had none; its number where no name was made for it."""
    if name:
        return NodeName(name, name, is_lettered=True)
    return NodeName("", node.edge)


def letters_for(place: int) -> str:
    """Return the letters of a place from 0: A to Z, then AA, AB.

    >>> letters_for(0), letters_for(25), letters_for(26), letters_for(700)
    ('A', 'Z', 'AA', 'ZY')
    """
    above, last = divmod(place, 26)
    return (letters_for(above - 1) if above else "") + ascii_uppercase[last]
