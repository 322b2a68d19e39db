"""Changes to a written tree: each returns another tree, in which old nodes keep their names."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain, count
from string import ascii_letters, digits

from games.tree.notation import Node, normalized_odds, turn_after

MOVE_NAME_PATTERN = re.compile(r"[^\W\d][\w'.+-]*")
"""A name in the notation of trees."""


def with_move_names(node: Node, edge: str = "") -> Node:
    """Return a tree in which each move has a name of its own, its number if it had none.

    A book's names of nodes become names in the notation where it allows them; letters do not.
    """
    label = node.edge if edge and not node.children else node.label
    name = node.own_name
    if not name and not node.is_lettered and MOVE_NAME_PATTERN.fullmatch(label):
        name = label
    children = []
    for place, child in enumerate(node.children):
        children.append(with_move_names(child, node.branch_label(place)))
    return node._replace(own_name=name, children=tuple(children), edge=edge)


def with_leaf_value(root: Node, path: Sequence[int], value: float) -> Node:
    """Return a tree in which a leaf has another value; ValueError for an inner node."""
    root = with_move_names(root)
    leaf = root.at(path)
    if leaf.children:
        raise ValueError(
            "you can set only a leaf's value; a branch gets its value from its children"
        )
    return root.with_descendant(path, leaf._replace(value=value))


def with_probability(root: Node, path: Sequence[int], probability: Fraction) -> Node:
    """Return a tree in which a child of a chance node has another probability.

    Its siblings share the rest in proportion to their old probabilities. ValueError for the root,
    for a child of another node, for an only child, and for a probability of 1 or more.
    """
    if probability >= 1:
        raise ValueError(f"the probability {probability} is not between 0 and 1")
    root = with_move_names(root)
    parent = parent_at(root, path)
    place = path[-1]
    old = parent.probabilities()
    if old is None:
        raise ValueError("only a branch below a chance node has a probability")
    if len(old) == 1:
        raise ValueError("a chance node's only branch has probability 1")
    scale = (1 - probability) / (1 - old[place])
    new = [each * scale for each in old]
    new[place] = probability
    return root.with_descendant(path[:-1], parent._replace(odds=normalized_odds(new)))


def with_siblings_swapped(root: Node, path: Sequence[int], by: int) -> Node:
    """Return a tree in which a node and the sibling `by` places after it are exchanged.

    ValueError if no sibling is there.
    """
    root = with_move_names(root)
    parent = parent_at(root, path)
    place = path[-1]
    other = place + by
    if not 0 <= other < len(parent.children):
        side = "after" if by > 0 else "before"
        raise ValueError(f"there is no branch {side} this one")
    places = [*parent.moves()]
    places[place] = other
    places[other] = place
    return root.with_descendant(path[:-1], with_children_arranged(parent, places))


def with_children_arranged(node: Node, places: Sequence[int]) -> Node:
    """Return a node with the children at some places, in that order.

    At a chance node they keep the proportions of their probabilities.
    """
    children = tuple(node.children[place] for place in places)
    weights = [node.odds[place] for place in places] if node.odds else ()
    return node._replace(children=children, odds=normalized_odds(weights))


def parent_at(root: Node, path: Sequence[int]) -> Node:
    """Return the parent of the node at the end of a path; ValueError for the root."""
    if not path:
        raise ValueError("this is the root, which has no siblings")
    return root.at(path[:-1])


def with_leaf(root: Node, path: Sequence[int], value: float = 0) -> Node:
    """Return a tree with a new leaf as the last child of a node.

    If the node was a leaf, its value becomes the value of its first child. Below a chance node the
    new leaf gets the probability that it would have if all children were equally likely. In a tree
    with letters new nodes have no name yet: `with_letters` adds the letters.
    """
    root = with_move_names(root)
    node = root.at(path)
    maximizing = turn_after(maximizing=node.maximizing, chance=node.chance)
    children = node.children
    if not children:
        children = (Node(0, maximizing, value=node.value),)

    edge = name_for_sibling(root, children)
    name = edge if MOVE_NAME_PATTERN.fullmatch(edge) else ""
    leaf = Node(
        0,
        maximizing,
        name,
        value,
        label=name,
        edge=edge,
    )
    odds: tuple[Fraction, ...] = ()
    if node.odds:
        share = Fraction(1, len(children) + 1)
        odds = (*(old * (1 - share) for old in node.odds), share)
    return root.with_descendant(path, node._replace(children=(*children, leaf), odds=odds))


def without_branch(root: Node, path: Sequence[int]) -> Node:
    """Return a tree without a node and its descendants.

    Below a chance node its probability goes to the siblings, in proportion to theirs. ValueError
    for the root and for an only child.
    """
    root = with_move_names(root)
    parent = parent_at(root, path)
    if len(parent.children) == 1:
        raise ValueError("a branch must keep at least one child; remove the branch itself instead")
    others = [place for place in parent.moves() if place != path[-1]]
    return root.with_descendant(path[:-1], with_children_arranged(parent, others))


def with_children_sorted(
    root: Node, path: Sequence[int], value: Callable[[tuple[int, ...]], float], *, greatest: bool
) -> Node:
    """Return a tree in which the children of a node are sorted by their values.

    `value` returns the value of the node at a path. The greatest or the least comes first; ties
    keep their order.
    """
    root = with_move_names(root)
    node = root.at(path)
    # Sorting in reverse would reverse ties, too, so the values are negated instead.
    sign = -1 if greatest else 1
    keys = [sign * value((*path, place)) for place in node.moves()]
    places = sorted(node.moves(), key=keys.__getitem__)
    return root.with_descendant(path, with_children_arranged(node, places))


def name_for_sibling(root: Node, siblings: Sequence[Node]) -> str:
    """Return a name like the siblings' for a new move; "" if they have letters or no names."""
    numbered = [node for node in siblings if node.edge.isdigit()]
    if numbered:
        return unused_move_name(root, numbered)
    last = siblings[-1]
    if last.is_lettered or not last.edge:
        return ""
    return unused_move_name(root, siblings)


def unused_move_name(root: Node, siblings: Sequence[Node]) -> str:
    """Return a name that follows the siblings' names: `b4` after b3, `D` after C, `3` after 2."""
    last = siblings[-1].edge
    stem = last.rstrip(digits)
    # Numbers differ only among siblings, names in the whole tree.
    nodes = root.nodes() if stem else siblings
    taken = set[str]()
    for node in nodes:
        taken.update((node.own_name, node.label, node.edge))

    letters = ascii_letters.partition(last)[2] if len(last) == 1 else ""
    number = int(last[len(stem) :] or 1)
    numbered = (f"{stem}{later}" for later in count(number + 1))
    return next(name for name in chain(letters, numbered) if name not in taken)
