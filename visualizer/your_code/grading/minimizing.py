"""The smallest tree that a search gets wrong, found by making a wrong tree smaller step by step."""

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
"""The most leaves of a tree for which all orders of the leaves' values are tried."""

TreeSize = tuple[int, float]
Wrong = TypeVar("Wrong", bound=WrongAnswer)


def find_smallest_wrong_tree(
    wrong_answers: Sequence[Wrong], judge: Callable[[Node], Wrong | None]
) -> Wrong | None:
    """Return a wrong answer on a tree as small as possible; None without `wrong_answers`.

    The smallest trees of `wrong_answers` are minimized. `judge` searches a tree, and returns the
    answer if it is wrong, otherwise None.
    """
    # Several are tried, because the smallest tree need not become the smallest result.
    starts = sorted(wrong_answers, key=wrong_tree_rank)[:TREES_TO_MINIMIZE]
    minimized = [minimize_wrong_tree(start, judge) for start in starts]
    return min(minimized, key=wrong_tree_rank, default=None)


def minimize_wrong_tree(wrong: Wrong, judge: Callable[[Node], Wrong | None]) -> Wrong:
    """Make the tree of a wrong answer as small as possible, and return the wrong answer on it.

    If possible, all leaves of the smaller tree have different values. `judge` searches a tree, and
    returns the answer if it is wrong, otherwise None.
    """
    # Each step would take as long as the time limit.
    if wrong.answer.is_endless:
        return wrong

    wrong_by_tree = {wrong.tree: wrong}
    has_met_endless = False

    def is_wrong(tree: Node) -> bool:
        """Return whether the answer on a tree is wrong; if so, store it in `wrong_by_tree`.

        Return False if the search does not end, because minimizing such a tree takes too long.
        """
        nonlocal has_met_endless
        wrong_answer = judge(tree)
        if wrong_answer is None:
            return False
        if wrong_answer.answer.is_endless:
            has_met_endless = True
            return False
        wrong_by_tree[tree] = wrong_answer
        return True

    tree = wrong.tree
    while True:
        minimal_tree, is_minimal = minimize(tree, is_wrong)
        tree = with_distinct_leaves(minimal_tree, is_wrong)
        if not is_minimal or tree is minimal_tree:
            break
        # With the new values of the leaves, it may be possible to remove more nodes.
        smaller = with_fewer_nodes(tree, is_wrong)
        if smaller is None:
            break
        tree = smaller

    smallest = wrong_by_tree[tree]
    # A smaller tree where the search does not end would also be wrong.
    smallest.is_smallest = is_minimal and not has_met_endless
    return smallest


def wrong_tree_rank(wrong: WrongAnswer) -> tuple[TreeSize, bool]:
    """Return the sort key of a wrong answer: the size of its tree, then MAX to move before MIN."""
    return tree_size_key(wrong.tree), turn_of(wrong.tree) == MIN_TURN


def tree_size_key(tree: Node) -> TreeSize:
    """Return the sort key of a tree: the number of nodes, then how hard its numbers are to read."""
    nodes = list(tree.nodes())
    uneven_odds = sum(bool(node.odds) for node in nodes)
    values_cost = sum(leaf_value_cost(node.value) for node in nodes if not node.children)
    return len(nodes), uneven_odds * 100 + values_cost


def leaf_value_cost(value: float) -> float:
    """Return how hard a value is to read: 1 is easiest, then 2, 3 ..., and then 0, -1 ..."""
    if value >= 1:
        return value - 1
    return 20 - value


def minimize(tree: Node, is_wrong: Callable[[Node], bool]) -> tuple[Node, bool]:
    """Make a wrong tree smaller, step by step, as long as it stays wrong.

    Return the last tree, and whether it is known to be minimal: every tree that is one step smaller
    is right. After too many tries, it is not known.
    """
    # Searching is slow, and different steps may lead to the same tree.
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
            return tree, True  # no smaller tree is wrong


def with_fewer_nodes(tree: Node, is_wrong: Callable[[Node], bool]) -> Node | None:
    """Return a wrong tree that is one step smaller and has fewer nodes, or None."""
    node_count = count_nodes(tree)
    for smaller in smaller_trees(tree):
        if count_nodes(smaller) < node_count and is_wrong(smaller):
            return smaller
    return None


def with_distinct_leaves(tree: Node, is_wrong: Callable[[Node], bool]) -> Node:
    """Return a wrong tree of the same shape in which all leaves have different values.

    Such a tree shows that the search is wrong even without ties. Return `tree` itself if it has too
    many leaves to try, or if no such tree is wrong.
    """
    leaves = [(path, node) for path, node in tree.paths() if not node.children]
    # After minimizing, a negative value is there only if the mistake needs it.
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
    a child, or simplifies a node's numbers. The root stays an inner node.
    """
    nodes = list(tree.paths())
    inner = [(path, node) for path, node in nodes if node.children]
    # The order decides which of several smallest trees is found, so reports depend on it.
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
        for simpler in simpler_nodes(node):
            yield tree.with_descendant(path, simpler)


def trees_with_descendant(tree: Node, path: MovePath, node: Node) -> Iterator[Node]:
    """Yield the trees in which `node`, which is at `path`, is replaced by a node below it.

    The root may be replaced by any inner node, other nodes only if the same side is to move.
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
            # A chance node takes the turn of the player at `node`, or at the root the turn of MAX.
            maximizing = is_root or node.maximizing
            yield tree.with_descendant(
                path, chance_node_for_turn(descendant, maximizing=maximizing)
            )


def shorter_branches(node: Node) -> Iterator[Node]:
    """Yield copies of a node in which one child is replaced by the children of a node below it.

    The same side is to move at the node below and at `node`, so the branch becomes at least two
    plies shorter.

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
    """Yield the leaves that may replace an inner node: one for each value of a leaf below."""
    values = [leaf.value for leaf in node.nodes() if not leaf.children]
    for value in dict.fromkeys(values):
        yield Node(0, node.maximizing, node.own_name, value)


def without_one_child(node: Node) -> Iterator[Node]:
    """Yield copies of a node without one of its children; none for a node with a single child."""
    moves = node.moves()
    if len(moves) == 1:
        return
    for removed in moves:
        yield with_children_arranged(node, [move for move in moves if move != removed])


def simpler_nodes(node: Node) -> Iterator[Node]:
    """Yield copies of a node with simpler numbers.

    A chance node gets equally likely outcomes, and a leaf gets values that are easier to read.
    """
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
