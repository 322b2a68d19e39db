"""The smallest tree that a search gets wrong, found by taking away while it stays wrong."""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import TypeVar

from games import turn_of
from games.tree.editing import with_children_arranged
from games.tree.notation import Node
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.answers import WrongAnswer
from visualizer.your_code.grading.trees import MIN_TURN, chance_node_for_turn, count_nodes

TREES_TO_MINIMIZE = 3
"""How many of the smallest wrong trees are minimized."""
MAX_MINIMIZING_TRIES = 2_000
MAX_PERMUTED_LEAVES = 5
"""The most leaves for which all orders of values are tried."""

TreeSize = tuple[int, float]
Wrong = TypeVar("Wrong", bound=WrongAnswer)


def find_smallest_wrong_tree(
    wrong: Sequence[Wrong], judge: Callable[[Node], Wrong | None]
) -> Wrong | None:
    """Return the smallest tree found on which a search is wrong; None if `wrong` is empty.

    The smallest trees of `wrong` are minimized, and the smallest result is returned. `judge`
    searches a tree and returns what is wrong, or None if the answer is right.
    """
    # The smallest tree to start with may not lead to the smallest one in the end.
    starts = sorted(wrong, key=wrong_tree_rank)[:TREES_TO_MINIMIZE]
    minimized = [minimize_wrong_tree(start, judge) for start in starts]
    return min(minimized, key=wrong_tree_rank, default=None)


def minimize_wrong_tree(wrong: Wrong, judge: Callable[[Node], Wrong | None]) -> Wrong:
    """Return the smallest wrong tree found step by step, if possible with leaves that all differ.

    `judge` searches a tree and returns what is wrong, or None if the answer is right. A tree on
    which the search does not end is returned unchanged.
    """
    if wrong.answer.is_endless:
        return wrong

    wrong_by_tree = {wrong.tree: wrong}
    has_endless = False

    def is_wrong(tree: Node) -> bool:
        """Return whether the search ends with a wrong answer on a tree, and keep the answer."""
        nonlocal has_endless
        found = judge(tree)
        if found is None:
            return False
        # Wrong, too, but to search such a tree again and again takes too long.
        if found.answer.is_endless:
            has_endless = True
            return False
        wrong_by_tree[tree] = found
        return True

    tree = wrong.tree
    start: Node | None = tree
    is_minimal = False
    while start is not None:
        minimal, is_minimal = minimize(start, is_wrong)
        tree = with_distinct_leaves(minimal, is_wrong)
        # Other values of leaves may have made a node superfluous: then minimize again.
        start = None
        if is_minimal and tree is not minimal:
            start = with_fewer_nodes(tree, is_wrong)

    smallest = wrong_by_tree[tree]
    smallest.is_smallest = is_minimal and not has_endless
    return smallest


def wrong_tree_rank(wrong: WrongAnswer) -> tuple[TreeSize, bool]:
    """Return the sort key of a wrong tree: by size, then with MAX to move first."""
    return tree_size_key(wrong.tree), turn_of(wrong.tree) == MIN_TURN


def tree_size_key(tree: Node) -> TreeSize:
    """Return the sort key of a tree: its nodes, then how hard its numbers are to read."""
    nodes = list(tree.nodes())
    uneven_odds = sum(bool(node.odds) for node in nodes)
    leaf_costs = sum(leaf_value_cost(node.value) for node in nodes if not node.children)
    return len(nodes), uneven_odds * 100 + leaf_costs


def leaf_value_cost(value: float) -> float:
    """Return how hard a value is to read: 1 is easiest, then 2, 3, ..., then 0, -1, ..."""
    if value >= 1:
        return value - 1
    return 20 - value


def minimize(tree: Node, is_wrong: Callable[[Node], bool]) -> tuple[Node, bool]:
    """Make a wrong tree smaller, step by step, as long as it stays wrong.

    Return the last tree, and whether it is minimal: every tree one step smaller is right. After too
    many tries nobody knows, and False is returned.
    """
    # Different changes lead to the same tree, and searching code again is slow.
    tried_texts = {tree.text()}
    tries = 0
    while True:
        for smaller in smaller_trees(tree):
            text = smaller.text()
            is_smaller = tree_size_key(smaller) < tree_size_key(tree)
            if text in tried_texts or not is_smaller:
                continue
            tried_texts.add(text)
            tries += 1
            if tries > MAX_MINIMIZING_TRIES:
                return tree, False
            if is_wrong(smaller):
                tree = smaller
                break
        else:
            return tree, True


def with_fewer_nodes(tree: Node, is_wrong: Callable[[Node], bool]) -> Node | None:
    """Return a wrong tree with fewer nodes, one step from a tree, or None."""
    nodes = count_nodes(tree)
    for smaller in smaller_trees(tree):
        if count_nodes(smaller) < nodes and is_wrong(smaller):
            return smaller
    return None


def with_distinct_leaves(tree: Node, is_wrong: Callable[[Node], bool]) -> Node:
    """Return a wrong tree of the same shape in which no two leaves have equal values.

    Such a tree shows that ties are not the reason why the search is wrong. If none is found, return
    `tree` itself.
    """
    leaves = [(path, node) for path, node in tree.paths() if not node.children]
    if len(leaves) > MAX_PERMUTED_LEAVES or any(leaf.value < 0 for _, leaf in leaves):
        return tree

    for values in permutations(range(1, len(leaves) + 1)):
        changed = tree
        for (path, leaf), value in zip(leaves, values, strict=True):
            changed = changed.with_descendant(path, leaf._replace(value=value))
        if is_wrong(changed):
            return changed
    return tree


def smaller_trees(tree: Node) -> Iterator[Node]:
    """Yield the trees that are one step smaller than a tree, the largest steps first.

    A step replaces a node by a node below it, shortens a branch, turns a node into a leaf, removes
    a child, or makes a node plainer. The root stays an inner node.
    """
    nodes = list(tree.paths())
    inner = [(path, node) for path, node in nodes if node.children]
    # This order decides which of several smallest trees is found, so reports depend on it.
    for path, node in inner:
        yield from trees_with_descendant(tree, path, node)
    for path, node in inner:
        for shorter in shorter_branches(node):
            yield tree.with_descendant(path, shorter)
    # The first inner node is the root, which does not become a leaf.
    for path, node in inner[1:]:
        for leaf in leaves_for(node):
            yield tree.with_descendant(path, leaf)
    for path, node in inner:
        for narrower in without_one_child(node):
            yield tree.with_descendant(path, narrower)
    for path, node in nodes:
        for plainer in plainer_nodes(node):
            yield tree.with_descendant(path, plainer)


def trees_with_descendant(tree: Node, path: MovePath, node: Node) -> Iterator[Node]:
    """Yield the tree with the node at a path replaced by one of the nodes below it.

    At both nodes, the same side must be to move. Only the root may be replaced by any inner node.
    """
    is_root = not path
    for descendant in node.nodes():
        if descendant is node:
            continue
        if is_root:
            can_replace = bool(descendant.children)
        else:
            can_replace = turn_of(descendant) == turn_of(node)
        if can_replace:
            maximizing = is_root or node.maximizing
            yield tree.with_descendant(
                path, chance_node_for_turn(descendant, maximizing=maximizing)
            )


def shorter_branches(node: Node) -> Iterator[Node]:
    """Yield copies of a node in which one child gives way to the children of a node further down.

    At the node further down, the same side moves as at the node itself, so the branch gets two or
    more plies shorter.

    >>> from visualizer.your_code.grading.trees import parse_literal_tree
    >>> tree = parse_literal_tree("[3,[[1,[2,4]]]]")
    >>> [shorter.text() for shorter in shorter_branches(tree)]
    ['[3,1,[2,4]]']
    """
    if node.chance:
        return
    for index, child in enumerate(node.children):
        for descendant in child.nodes():
            if descendant.children and turn_of(descendant) == turn_of(node):
                before = node.children[:index]
                after = node.children[index + 1 :]
                yield node._replace(children=(*before, *descendant.children, *after))


def leaves_for(node: Node) -> Iterator[Node]:
    """Yield leaves to replace an inner node, with the values of the leaves below it."""
    values = [leaf.value for leaf in node.nodes() if not leaf.children]
    for value in dict.fromkeys(values):
        yield Node(0, node.maximizing, node.own_name, value)


def without_one_child(node: Node) -> Iterator[Node]:
    """Yield a node without one of its children; not without its only child."""
    moves = node.moves()
    if len(moves) == 1:
        return
    for removed in moves:
        yield with_children_arranged(node, [move for move in moves if move != removed])


def plainer_nodes(node: Node) -> Iterator[Node]:
    """Yield a chance node with equally likely outcomes, or a leaf with simpler values."""
    if node.odds:
        yield node._replace(odds=())
    if node.children:
        return
    for value in simpler_values(node.value):
        yield node._replace(value=value)


def simpler_values(value: float) -> list[float]:
    """Return small whole numbers that are easier to read than a value.

    >>> simpler_values(4), simpler_values(1), simpler_values(0)
    ([1, 2, 3], [], [1, 2, 3])
    """
    cost = leaf_value_cost(value)
    return [simpler for simpler in (1, 2, 3) if leaf_value_cost(simpler) < cost]
