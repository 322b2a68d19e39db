"""Changes to a written tree: each returns another tree, and leaves the one it was given as it was."""

import re
from collections.abc import Callable, Sequence

from games.tree.notation import Node

NAME = re.compile(r"[^\W\d][\w'.+-]*")
"""What the notation takes for a name."""


def copied(node: Node, *, is_root: bool = True) -> Node:
    """Return a tree of its own; what a book calls its nodes becomes their names, where the notation has room for it."""
    label = node.label if node.children or is_root else node.edge
    name = node.name or (label if NAME.fullmatch(label) else "")
    children = [copied(child, is_root=False) for child in node.children]
    return Node(node.number, name, node.value, children, node.label, node.edge)


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
        node.children.append(Node(0, "", node.value))
    node.children.append(Node(0, "", value))
    renamed(node)
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


def renamed(node: Node) -> None:
    """Drop the names of children that are no longer different from each other or from a sibling's number."""
    seen = set[str]()
    for place, child in enumerate(node.children, 1):
        if (child.name or str(place)) in seen:
            child.name = ""
        seen.add(child.name or str(place))
