"""Changes to a written tree: each returns another tree, in which every node and move is still called what it was."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain, count
from string import ascii_letters, digits

from games.tree.notation import Node, normalized_odds

MOVE_NAME_PATTERN = re.compile(r"[^\W\d][\w'.+-]*")
"""What the notation takes for a name."""


def with_move_names(node: Node, edge: str = "") -> Node:
    """Return a tree whose moves are called what they are, by their numbers where they have no name.

    What a book calls its nodes becomes their names, where the notation has room for it; letters do
    not.
    """
    if node.children or not edge:
        label = node.label
    else:
        label = node.edge
    is_name = not node.is_lettered and MOVE_NAME_PATTERN.fullmatch(label)
    name = node.own_name or (label if is_name else "")
    children = tuple(
        with_move_names(child, node.called(place)) for place, child in enumerate(node.children)
    )
    return node._replace(own_name=name, children=children, edge=edge)


def with_leaf_value(root: Node, path: Sequence[int], value: float) -> Node:
    """Give a leaf another value; ValueError for a node that is none."""
    leaf = (root := with_move_names(root)).at(path)
    if leaf.children:
        raise ValueError(
            "you can set only a leaf's value; a branch gets its value from its children"
        )
    return root.put(path, leaf._replace(value=value))


def with_probability(root: Node, path: Sequence[int], probability: Fraction) -> Node:
    """Make an outcome of chance so probable; the others share what is left in proportion to what they had.

    ValueError for the root and where no chance moves above, for an only child, and unless it is
    less than 1.
    """
    if probability >= 1:
        raise ValueError(f"the probability {probability} is not between 0 and 1")
    root = with_move_names(root)
    parent = parent_at(root, path)
    place = path[-1]
    had = parent.probabilities()
    if had is None:
        raise ValueError("only a branch below a chance node has a probability")
    if len(had) == 1:
        raise ValueError("a chance node's only branch has probability 1")
    scale = (1 - probability) / (1 - had[place])
    odds = normalized_odds(
        [probability if each == place else old * scale for each, old in enumerate(had)]
    )
    return root.put(path[:-1], parent._replace(odds=odds))


def with_siblings_swapped(root: Node, path: Sequence[int], by: int) -> Node:
    """Exchange a node with the sibling `by` places after it; ValueError where there is none."""
    root = with_move_names(root)
    parent = parent_at(root, path)
    place = path[-1]
    if not 0 <= place + by < len(parent.children):
        raise ValueError(f"there is no branch {'after' if by > 0 else 'before'} this one")
    places = [*parent.moves()]
    places[place], places[place + by] = places[place + by], places[place]
    return root.put(path[:-1], with_children_arranged(parent, places))


def with_children_arranged(node: Node, places: Sequence[int]) -> Node:
    """Return a node with those of its children that stand at some places, each with its share of the probability."""
    odds = normalized_odds([node.odds[place] for place in places] if node.odds else ())
    return node._replace(children=tuple(node.children[place] for place in places), odds=odds)


def parent_at(root: Node, path: Sequence[int]) -> Node:
    """Return the parent of the node at the end of a path; ValueError for the root, which has none."""
    if not path:
        raise ValueError("this is the root, which has no siblings")
    return root.at(path[:-1])


def with_leaf(root: Node, path: Sequence[int], value: float = 0) -> Node:
    """Add a leaf as the last child of a node; a leaf becomes a branch, with its value as its first child.

    Below a chance node it is as probable as it would be if all were equally likely. Where nodes
    have letters, new ones have no name yet: `lettered` gives them one.
    """
    node = (root := with_move_names(root)).at(path)
    following = node.maximizing is node.chance
    if not node.children:
        child = Node(0, following, value=node.value)
        node = node._replace(children=(child,))
    children = node.children
    edge = name_for_sibling(root, children)
    share = Fraction(1, len(children) + 1)
    if MOVE_NAME_PATTERN.fullmatch(edge):
        name = edge
    else:
        name = ""
    leaf = Node(0, following, name, value, label=name, edge=edge)
    if node.odds:
        odds = (*(each * (1 - share) for each in node.odds), share)
    else:
        odds = ()
    return root.put(path, node._replace(children=(*children, leaf), odds=odds))


def without_branch(root: Node, path: Sequence[int]) -> Node:
    """Take a branch away, with all below it; ValueError for the last one of its node, and for the root.

    Below a chance node its probability goes to the others, in proportion to theirs.
    """
    root = with_move_names(root)
    parent = parent_at(root, path)
    if len(parent.children) == 1:
        raise ValueError("a branch must keep at least one child; remove the branch itself instead")
    return root.put(
        path[:-1],
        with_children_arranged(parent, [place for place in parent.moves() if place != path[-1]]),
    )


def with_children_sorted(
    root: Node, path: Sequence[int], value: Callable[[tuple[int, ...]], float], *, greatest: bool
) -> Node:
    """Sort the children of a node by a value of each, from the greatest or from the least; ties keep their order."""
    node = (root := with_move_names(root)).at(path)
    values = [value((*path, place)) for place in node.moves()]
    places = sorted(node.moves(), key=lambda place: -values[place] if greatest else values[place])
    return root.put(path, with_children_arranged(node, places))


def name_for_sibling(root: Node, siblings: Sequence[Node]) -> str:
    """Return what a new move beside others is called: as they are, "" where they have letters or no name."""
    numbered = [node for node in siblings if node.edge.isdigit()]
    if numbered:
        return unused_move_name(root, numbered)
    last = siblings[-1]
    if last.is_lettered or not last.edge:
        return ""
    return unused_move_name(root, siblings)


def unused_move_name(root: Node, siblings: Sequence[Node]) -> str:
    """Return what a move beside others may be called: `b4` after b3, `D` after C, `3` after 2."""
    last = siblings[-1].edge
    stem = last.rstrip(digits)
    nodes = root.nodes() if stem else siblings
    taken = {name for node in nodes for name in (node.own_name, node.label, node.edge)}
    if len(last) == 1:
        letters = ascii_letters.partition(last)[2]
    else:
        letters = ""
    numbers = (f"{stem}{number}" for number in count(int(last[len(stem) :] or 1) + 1))
    return next(name for name in chain(letters, numbers) if name not in taken)
