"""Changes to a written tree: each returns another tree, in which every node and move is still called what it was."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
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
    return replace(node, name=name, children=children, edge=edge)


def at(root: Node, path: Sequence[int]) -> Node:
    """Return the node at the end of a path."""
    for move in path:
        root = root.children[move]
    return root


def all_paths(root: Node) -> list[tuple[int, ...]]:
    """Return the paths to all nodes, ply by ply from the left."""
    found = list[tuple[int, ...]]([()])
    for path in found:  # which grows meanwhile
        found += [(*path, place) for place in range(len(at(root, path).children))]
    return found


def changed(root: Node, path: Sequence[int], value: float) -> Node:
    """Give a leaf another value; ValueError for a node that is none."""
    root = copied(root)
    node = at(root, path)
    if node.children:
        raise ValueError("only a leaf has a value of its own; that of a branch comes from below")
    node.value = value
    return root


def with_probability(root: Node, path: Sequence[int], probability: Fraction) -> Node:
    """Make an outcome of chance so probable; the others share what is left in proportion to what they had.

    ValueError for the root and where no chance moves above, for an only child, and unless it is less than 1.
    """
    if probability >= 1:
        raise ValueError(f"the probability {probability} is not between 0 and 1")
    root = copied(root)
    parent, place = above(root, path), path[-1]
    had = parent.odds()
    if had is None:
        raise ValueError("only a branch below a chance node has a probability")
    if len(had) == 1:
        raise ValueError("an only branch of a chance node has the probability 1")
    scale = (1 - probability) / (1 - had[place])
    parent.probabilities = tuple(probability if each == place else old * scale for each, old in enumerate(had))
    return root


def exchanged(root: Node, path: Sequence[int], by: int) -> Node:
    """Exchange a node with the sibling `by` places after it; ValueError where there is none."""
    root = copied(root)
    parent, place = above(root, path), path[-1]
    if not 0 <= place + by < len(parent.children):
        raise ValueError(f"there is no branch {'after' if by > 0 else 'before'} this one")
    places = [*range(len(parent.children))]
    places[place], places[place + by] = places[place + by], places[place]
    _arrange(parent, places)
    return root


def _arrange(node: Node, places: Sequence[int]) -> None:
    """Give a node those of its children that stand at some places, each with its share of the probability."""
    node.children = [node.children[place] for place in places]
    if node.probabilities:
        kept = [node.probabilities[place] for place in places]
        node.probabilities = tuple(each / sum(kept) for each in kept)


def above(root: Node, path: Sequence[int]) -> Node:
    """Return the parent of the node at the end of a path; ValueError for the root, which has none."""
    if not path:
        raise ValueError("this is the root, which has no branches beside it")
    return at(root, path[:-1])


def with_leaf(root: Node, path: Sequence[int], value: float = 0) -> Node:
    """Add a leaf as the last child of a node; a leaf becomes a branch, with its value as its first child.

    Below a chance node it is as probable as it would be if all were equally likely.
    """
    root = copied(root)
    node = at(root, path)
    if not node.children:
        node.children.append(Node(0, "", node.value, edge="1"))
    edge, share = unused(root, node.children), Fraction(1, len(node.children) + 1)
    if node.probabilities:
        node.probabilities = (*(each * (1 - share) for each in node.probabilities), share)
    name = edge if NAME.fullmatch(edge) else ""
    node.children.append(Node(0, name, value, label=name, edge=edge))
    return root


def without(root: Node, path: Sequence[int]) -> Node:
    """Take a branch away, with all below it; ValueError for the last one of its node, and for the root.

    Below a chance node its probability goes to the others, in proportion to theirs.
    """
    root = copied(root)
    parent = above(root, path)
    if len(parent.children) == 1:
        raise ValueError("a branch keeps at least one child; take away the branch itself")
    _arrange(parent, [place for place in range(len(parent.children)) if place != path[-1]])
    return root


def ordered(root: Node, path: Sequence[int], value: Callable[[tuple[int, ...]], float], *, greatest: bool) -> Node:
    """Sort the children of a node by a value of each, from the greatest or from the least; ties keep their order."""
    original, root = root, copied(root)
    node = at(root, path)
    values = [value((*path, place)) for place in range(len(at(original, path).children))]
    places = sorted(range(len(values)), key=lambda place: -values[place] if greatest else values[place])
    _arrange(node, places)
    return root


def unused(root: Node, siblings: Sequence[Node]) -> str:
    """Return what a move beside others may be called: `b4` after b3, `D` after C, `3` after 2."""
    last = siblings[-1].edge
    stem = last.rstrip(digits)
    nodes = root.nodes() if stem else siblings
    taken = {name for node in nodes for name in (node.name, node.label, node.edge)}
    letters = ascii_letters.partition(last)[2] if len(last) == 1 else ""
    numbers = (f"{stem}{number}" for number in count(int(last[len(stem) :] or 1) + 1))
    return next(name for name in chain(letters, numbers) if name not in taken)
