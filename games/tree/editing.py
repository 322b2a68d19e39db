"""Changes to a written tree: each returns another tree, in which every node and move is still called what it was."""

import re
from collections.abc import Callable, Sequence
from itertools import chain, count
from string import ascii_letters, digits

from games.tree.notation import Node

NAME = re.compile(r"[^\W\d][\w'.+-]*")
"""What the notation takes for a name."""


def copied(node: Node, edge: str = "") -> Node:
    """Return a tree of its own, whose moves are called what they are, by their numbers where they have no name.

    What a book calls its nodes becomes their names, where the notation has room for it.
    """
    label = node.label if node.children or not edge else node.edge
    name = node.name or (label if NAME.fullmatch(label) else "")
    children = [copied(child, child.edge or child.name or str(place)) for place, child in enumerate(node.children, 1)]
    return Node(node.number, name, node.value, children, node.label, edge)


def at(root: Node, path: Sequence[int]) -> Node:
    """Return the node at the end of a path."""
    for move in path:
        root = root.children[move]
    return root


def changed(root: Node, path: Sequence[int], value: float) -> Node:
    """Give a leaf another value; ValueError for a node that is none."""
    root = copied(root)
    node = at(root, path)
    if node.children:
        raise ValueError("only a leaf has a value of its own; that of a branch comes from below")
    node.value = value
    return root


def exchanged(root: Node, path: Sequence[int], by: int) -> Node:
    """Exchange a node with the sibling `by` places after it; ValueError where there is none."""
    root = copied(root)
    siblings, place = above(root, path).children, path[-1]
    if not 0 <= place + by < len(siblings):
        raise ValueError(f"there is no branch {'after' if by > 0 else 'before'} this one")
    siblings[place], siblings[place + by] = siblings[place + by], siblings[place]
    return root


def above(root: Node, path: Sequence[int]) -> Node:
    """Return the parent of the node at the end of a path; ValueError for the root, which has none."""
    if not path:
        raise ValueError("this is the root, which has no branches beside it")
    return at(root, path[:-1])


def with_leaf(root: Node, path: Sequence[int], value: float = 0) -> Node:
    """Add a leaf as the last child of a node; a leaf becomes a branch, with its value as its first child."""
    root = copied(root)
    node = at(root, path)
    if not node.children:
        node.children.append(Node(0, "", node.value, edge="1"))
    edge = unused(root, node.children)
    name = edge if NAME.fullmatch(edge) else ""
    node.children.append(Node(0, name, value, label=name, edge=edge))
    return root


def without(root: Node, path: Sequence[int]) -> Node:
    """Take a branch away, with all below it; ValueError for the last one of its node, and for the root."""
    root = copied(root)
    parent = above(root, path)
    if len(parent.children) == 1:
        raise ValueError("a branch keeps at least one child; take away the branch itself")
    del parent.children[path[-1]]
    return root


def ordered(root: Node, path: Sequence[int], value: Callable[[tuple[int, ...]], float], *, greatest: bool) -> Node:
    """Sort the children of a node by a value of each, from the greatest or from the least; ties keep their order."""
    original, root = root, copied(root)
    node = at(root, path)
    values = [value((*path, place)) for place in range(len(at(original, path).children))]
    places = sorted(range(len(values)), key=lambda place: -values[place] if greatest else values[place])
    node.children = [node.children[place] for place in places]
    return root


def unused(root: Node, siblings: Sequence[Node]) -> str:
    """Return what a move beside others may be called: `b4` after b3, `D` after C, `3` after 2."""
    last = siblings[-1].edge
    stem = last.rstrip(digits)
    taken, nodes = set[str](), [root] if stem else [*siblings]
    for node in nodes:  # which grows meanwhile
        taken |= {node.name, node.label, node.edge}
        nodes += node.children if stem else ()
    letters = ascii_letters.partition(last)[2] if len(last) == 1 else ""
    numbers = (f"{stem}{number}" for number in count(int(last[len(stem) :] or 1) + 1))
    return next(name for name in chain(letters, numbers) if name not in taken)
