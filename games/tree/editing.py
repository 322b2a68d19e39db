"""Changes to a written tree: each returns another tree, in which old nodes keep their names."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain, count
from string import ascii_letters, digits

from games.tree.notation import Node, normalized_odds, turn_after

MOVE_NAME_PATTERN = re.compile(r"[^\W\d][\w'.+-]*")
"""A name in the notation of trees."""


def with_fixed_names(node: Node, move_name: str = "") -> Node:
    """Return a subtree whose nodes keep their names when branches are moved, added or removed.

    `move_name` is the name of the move to `node`, "" for the root. A move that has only a number
    gets this number as its name. Names from a book become names in the notation, if it allows them.
    """
    label = node.label
    is_root = not move_name
    # In books, a leaf has the name of the move that leads to it.
    if not is_root and not node.children:
        label = node.move_name
    own_name = node.own_name
    is_named_by_book = not own_name and not node.is_lettered
    if is_named_by_book and MOVE_NAME_PATTERN.fullmatch(label):
        own_name = label
    children = []
    for move, child in enumerate(node.children):
        children.append(with_fixed_names(child, node.branch_label(move)))
    return node._replace(own_name=own_name, children=tuple(children), move_name=move_name)


def with_leaf_value(root: Node, path: Sequence[int], value: float) -> Node:
    """Return a tree in which a leaf has another value; ValueError for an inner node."""
    root = with_fixed_names(root)
    leaf = root.at(path)
    if leaf.children:
        raise ValueError(
            "you can set only a leaf's value; a branch gets its value from its children"
        )
    return root.with_descendant(path, leaf._replace(value=value))


def with_probability(root: Node, path: Sequence[int], probability: Fraction) -> Node:
    """Return a tree in which the node at a path, below a chance node, has a new probability.

    The proportions between its siblings' probabilities stay the same. ValueError for the root, for
    a node that is not below a chance node, for an only child, and for a probability of 1 or more.
    """
    if probability >= 1:
        raise ValueError(f"the probability {probability} is not between 0 and 1")
    root = with_fixed_names(root)
    parent = parent_at(root, path)
    move = path[-1]
    old_odds = parent.probabilities()
    if old_odds is None:
        raise ValueError("only a branch below a chance node has a probability")
    if len(old_odds) == 1:
        raise ValueError("a chance node's only branch has probability 1")
    # Scale the siblings' probabilities so that all probabilities add up to 1 again.
    scale = (1 - probability) / (1 - old_odds[move])
    new_odds = [old * scale for old in old_odds]
    new_odds[move] = probability
    return root.with_descendant(path[:-1], parent._replace(odds=normalized_odds(new_odds)))


def with_siblings_swapped(root: Node, path: Sequence[int], offset: int) -> Node:
    """Return a tree in which the node at a path has changed places with a neighbouring sibling.

    `offset` is 1 for the next sibling, -1 for the previous. ValueError if there is no such sibling.
    """
    root = with_fixed_names(root)
    parent = parent_at(root, path)
    move = path[-1]
    sibling_move = move + offset
    if not 0 <= sibling_move < len(parent.children):
        side = "after" if offset > 0 else "before"
        raise ValueError(f"there is no branch {side} this one")
    order = [*parent.moves()]
    order[move] = sibling_move
    order[sibling_move] = move
    return root.with_descendant(path[:-1], with_children_arranged(parent, order))


def with_children_arranged(node: Node, order: Sequence[int]) -> Node:
    """Return a node with only some of its children, or with the children in another order.

    `order` has the old indices of the children to keep. At a chance node, the proportions between
    their probabilities stay the same.
    """
    children = tuple(node.children[move] for move in order)
    weights = [node.odds[move] for move in order] if node.odds else ()
    return node._replace(children=children, odds=normalized_odds(weights))


def parent_at(root: Node, path: Sequence[int]) -> Node:
    """Return the parent of the node at the end of a path; ValueError for the root."""
    if not path:
        raise ValueError("this is the root, which has no siblings")
    return root.at(path[:-1])


def with_leaf(root: Node, path: Sequence[int], value: float = 0) -> Node:
    """Return a tree with a new leaf as the last child of the node at a path.

    If the node was a leaf, its first child is a leaf with its old value. Below a chance node, the
    new leaf gets the average probability, and its siblings share the rest in the same proportions
    as before. For the new leaf's name, see `name_for_sibling`.
    """
    root = with_fixed_names(root)
    node = root.at(path)
    maximizing = turn_after(maximizing=node.maximizing, chance=node.chance)
    # Nodes are numbered when a written tree is read, so new nodes have the number 0.
    children = node.children
    if not children:
        children = (Node(0, maximizing, value=node.value),)

    move_name = name_for_sibling(root, children)
    # A number is not a name in the notation.
    own_name = move_name if MOVE_NAME_PATTERN.fullmatch(move_name) else ""
    leaf = Node(
        0,
        maximizing,
        own_name,
        value,
        label=own_name,
        move_name=move_name,
    )
    odds: tuple[Fraction, ...] = ()
    if node.odds:
        equal_share = Fraction(1, len(children) + 1)
        odds = (*(old * (1 - equal_share) for old in node.odds), equal_share)
    return root.with_descendant(path, node._replace(children=(*children, leaf), odds=odds))


def without_branch(root: Node, path: Sequence[int]) -> Node:
    """Return a tree without the node at a path and its descendants.

    Below a chance node, the proportions between the other children's probabilities stay the same.
    ValueError for the root and for an only child.
    """
    root = with_fixed_names(root)
    parent = parent_at(root, path)
    if len(parent.children) == 1:
        raise ValueError("a branch must keep at least one child; remove the branch itself instead")
    other_moves = [move for move in parent.moves() if move != path[-1]]
    return root.with_descendant(path[:-1], with_children_arranged(parent, other_moves))


def with_children_sorted(
    root: Node, path: Sequence[int], value_of: Callable[[tuple[int, ...]], float], *, greatest: bool
) -> Node:
    """Return a tree in which the children of the node at a path are sorted by their values.

    `value_of` returns the value of the node at a path. The greatest value comes first, or the least
    if `greatest` is False. Children of equal value keep their order.
    """
    root = with_fixed_names(root)
    node = root.at(path)
    values = [value_of((*path, move)) for move in node.moves()]
    order = sorted(node.moves(), key=values.__getitem__, reverse=greatest)
    return root.with_descendant(path, with_children_arranged(node, order))


def name_for_sibling(root: Node, siblings: Sequence[Node]) -> str:
    """Return the name for a new last child: `b4` after b3, or a number if any sibling has one.

    Return "" if the last sibling has no name, or has a letter from `with_letters`, which then gives
    the new child a letter, too.
    """
    numbered_siblings = [node for node in siblings if node.move_name.isdigit()]
    if numbered_siblings:
        return unused_move_name(root, numbered_siblings)
    last = siblings[-1]
    if last.is_lettered or not last.move_name:
        return ""
    return unused_move_name(root, siblings)


def unused_move_name(root: Node, siblings: Sequence[Node]) -> str:
    """Return a name that follows the last sibling's: `b4` after b3, `D` after C, `3` after 2.

    A number must be unused among the siblings; any other name must be unused in the whole tree.
    """
    last_name = siblings[-1].move_name
    stem = last_name.rstrip(digits)
    nodes = root.nodes() if stem else siblings
    taken = set[str]()
    for node in nodes:
        taken.update((node.own_name, node.label, node.move_name))

    # After X come Y and Z, then X2 and so on; after b3 come b4, b5 and so on.
    later_letters = ascii_letters.partition(last_name)[2] if len(last_name) == 1 else ""
    last_number = int(last_name[len(stem) :] or 1)
    numbered_names = (f"{stem}{number}" for number in count(last_number + 1))
    return next(name for name in chain(later_letters, numbered_names) if name not in taken)
