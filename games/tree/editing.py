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
    """Return a subtree in which each node stores the name of the move to it in its field `edge`.

    A move without a name is called by its number. `edge` is the name of the move to the subtree's
    root. A name from a book becomes a name in the notation, too, if the notation allows the name.
    A letter that this program has given to a node stays out of the notation.
    """
    # Books give a leaf the name of the move to it.
    is_leaf_after_move = bool(edge) and not node.children
    label = node.edge if is_leaf_after_move else node.label
    name = node.own_name
    may_take_label = not name and not node.is_lettered
    if may_take_label and MOVE_NAME_PATTERN.fullmatch(label):
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
    """Return a tree in which the node at a path, a child of a chance node, has a new probability.

    Its siblings share the rest in proportion to their old probabilities. ValueError for the root,
    for a node that is not below a chance node, for an only child, and for a probability of 1 or
    more.
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
    # All old probabilities are scaled, so that the siblings' add up to the rest.
    scale = (1 - probability) / (1 - old[place])
    new = [each * scale for each in old]
    new[place] = probability
    return root.with_descendant(path[:-1], parent._replace(odds=normalized_odds(new)))


def with_siblings_swapped(root: Node, path: Sequence[int], by: int) -> Node:
    """Return a tree in which the node at a path and a sibling are exchanged.

    The sibling is `by` places after the node, or before it if `by` is negative. ValueError if there
    is no such sibling.
    """
    root = with_move_names(root)
    parent = parent_at(root, path)
    place = path[-1]
    other = place + by
    if not 0 <= other < len(parent.children):
        side = "after" if by > 0 else "before"
        raise ValueError(f"there is no branch {side} this one")
    order = [*parent.moves()]
    order[place] = other
    order[other] = place
    return root.with_descendant(path[:-1], with_children_arranged(parent, order))


def with_children_arranged(node: Node, places: Sequence[int]) -> Node:
    """Return a node that keeps only the children at some places, in the order of `places`.

    At a chance node these children keep the proportions of their probabilities.
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
    """Return a tree with a new leaf as the last child of the node at a path.

    If the node was a leaf, it gets another child before the new one, with the node's old value.
    Below a chance node the new leaf gets the probability that it would have if all children were
    equally likely. In a tree with letters the new leaf has no name yet: `with_letters` adds it.
    """
    root = with_move_names(root)
    node = root.at(path)
    maximizing = turn_after(maximizing=node.maximizing, chance=node.chance)
    # A written tree counts its nodes when it is read, so new nodes have the number 0.
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
    """Return a tree without the node at a path and its descendants.

    Below a chance node the siblings share its probability in proportion to their own. ValueError
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
    """Return a tree in which the children of the node at a path are sorted by their values.

    `value` returns the value of a node, given its path. With `greatest` the greatest value comes
    first, else the least; children of equal value keep their order.
    """
    root = with_move_names(root)
    node = root.at(path)
    # Sorting in reverse would reverse ties, too, so the values are negated instead.
    sign = -1 if greatest else 1
    keys = [sign * value((*path, place)) for place in node.moves()]
    places = sorted(node.moves(), key=keys.__getitem__)
    return root.with_descendant(path, with_children_arranged(node, places))


def name_for_sibling(root: Node, siblings: Sequence[Node]) -> str:
    """Return a name for a new move that continues its siblings' names: `b4` after b3.

    The name is "" if the siblings have no names, or only letters that this program has given.
    """
    numbered = [node for node in siblings if node.edge.isdigit()]
    if numbered:
        return unused_move_name(root, numbered)
    last = siblings[-1]
    if last.is_lettered or not last.edge:
        return ""
    return unused_move_name(root, siblings)


def unused_move_name(root: Node, siblings: Sequence[Node]) -> str:
    """Return a name that follows the last sibling's: `b4` after b3, `D` after C, `3` after 2.

    A number must be unused among the siblings; any other name must be unused in the whole tree.
    """
    last = siblings[-1].edge
    stem = last.rstrip(digits)
    nodes = root.nodes() if stem else siblings
    taken = set[str]()
    for node in nodes:
        taken.update((node.own_name, node.label, node.edge))

    # After a single letter, the later letters of the alphabet come before names with numbers.
    later_letters = ascii_letters.partition(last)[2] if len(last) == 1 else ""
    last_number = int(last[len(stem) :] or 1)
    numbered = (f"{stem}{number}" for number in count(last_number + 1))
    return next(name for name in chain(later_letters, numbered) if name not in taken)
