"""The smallest tree on which a search goes wrong: one is made smaller as long as the search goes wrong there, too."""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import TypeVar

from games import turn_of
from games.tree.editing import with_children_arranged
from games.tree.notation import Node
from visualizer.your_code.grading.answers import WrongAnswer
from visualizer.your_code.grading.trees import MIN_TURN, chance_node_for_turn, count_nodes

TREES_TO_MINIMIZE = 3
"""How many of the smallest trees that are wrong are made smaller."""
MAX_MINIMIZING_TRIES = 2_000
MAX_PERMUTED_LEAVES = 5
"""The most leaves that are given other values in all orders."""

TreeSize = tuple[int, float]


Wrong = TypeVar("Wrong", bound=WrongAnswer)


def find_smallest_wrong_tree(
    wrong: Sequence[Wrong], judge: Callable[[Node], Wrong | None]
) -> Wrong | None:
    """Return the smallest tree that goes wrong, found by making the smallest of those smaller; None for none."""
    starts = sorted(wrong, key=wrong_tree_rank)[:TREES_TO_MINIMIZE]
    return min(
        (minimize_wrong_tree(each, judge) for each in starts), key=wrong_tree_rank, default=None
    )


def minimize_wrong_tree(wrong: Wrong, judge: Callable[[Node], Wrong | None]) -> Wrong:
    """Return a smaller tree that goes wrong; one on which the search does not end stays as it is.

    Its leaves all differ, where there is such a tree, which may go wrong with fewer nodes then.
    """
    if wrong.answer.is_endless:
        return wrong
    found = {wrong.tree: wrong}
    is_certain = True

    def is_wrong(tree: Node) -> bool:
        nonlocal is_certain
        other = judge(tree)
        if other is None:
            return False
        if other.answer.is_endless:  # it is wrong, but may take too long
            is_certain = False
            return False
        found[tree] = other
        return True

    tree = wrong.tree
    while True:
        least, is_least = minimize(tree, is_wrong)
        tree = with_distinct_leaves(least, is_wrong)
        if is_least and tree is not least:
            fewer = with_fewer_nodes(tree, is_wrong)
        else:
            fewer = None
        if fewer is None:
            found[tree].is_smallest = is_least and is_certain
            return found[tree]
        tree = fewer


def wrong_tree_rank(wrong: WrongAnswer) -> tuple[TreeSize, bool]:
    """Return by what trees are compared that go wrong: the smallest is the easiest; of two, one that MAX begins."""
    return tree_size_key(wrong.tree), turn_of(wrong.tree) == MIN_TURN


def tree_size_key(tree: Node) -> TreeSize:
    """Return by what trees are compared: first their nodes, then how far their leaves are from 1."""
    nodes = [*tree.nodes()]
    uneven = sum(bool(node.odds) for node in nodes)
    return len(nodes), uneven * 100 + sum(
        leaf_value_cost(node.value) for node in nodes if not node.children
    )


def leaf_value_cost(value: float) -> float:
    """Return how little a value helps the eye: 1 is best, then 2, 3 ..., then 0 and numbers below."""
    if value >= 1:
        return value - 1
    return 20 - value


def minimize(tree: Node, is_wrong: Callable[[Node], bool]) -> tuple[Node, bool]:
    """Return a smaller tree that is wrong, too, and whether no step from it leads to another; there may be too many."""
    seen = {tree.text()}
    tries = 0
    while True:
        for smaller in smaller_trees(tree):
            text = smaller.text()
            if text in seen or tree_size_key(smaller) >= tree_size_key(tree):
                continue
            seen.add(text)
            tries += 1
            if tries > MAX_MINIMIZING_TRIES:
                return tree, False
            if is_wrong(smaller):
                tree = smaller
                break
        else:
            return tree, True


def with_fewer_nodes(tree: Node, is_wrong: Callable[[Node], bool]) -> Node | None:
    """Return a tree that is wrong, too, and has fewer nodes, None if no step leads to one."""
    most = count_nodes(tree)
    return next(
        (each for each in smaller_trees(tree) if count_nodes(each) < most and is_wrong(each)), None
    )


def with_distinct_leaves(tree: Node, is_wrong: Callable[[Node], bool]) -> Node:
    """Return a tree of the same shape whose leaves all differ and that is wrong, too; else the tree itself.

    Where there is one, ties are not what the search gets wrong, and a reader is not to be led to think so.
    """
    leaves = [(path, node) for path, node in tree.paths() if not node.children]
    if len(leaves) > MAX_PERMUTED_LEAVES or any(leaf.value < 0 for _, leaf in leaves):
        return tree
    for values in permutations(range(1, len(leaves) + 1)):
        other = tree
        for (path, leaf), value in zip(leaves, values, strict=True):
            other = other.put(path, leaf._replace(value=value))
        if is_wrong(other):
            return other
    return tree


def smaller_trees(tree: Node) -> Iterator[Node]:
    """Yield trees that are a little smaller, those first that are much smaller; the root stays an inner node."""
    nodes = [*tree.paths()]
    inner = [(path, here) for path, here in nodes if here.children]
    for path, here in inner:
        for other in here.nodes():  # one below it, in its place; at the root any inner one
            if other is not here and (
                other.children if not path else turn_of(other) == turn_of(here)
            ):
                yield tree.put(
                    path, chance_node_for_turn(other, maximizing=not path or here.maximizing)
                )
    for path, here in inner:
        yield from (tree.put(path, shorter) for shorter in shorter_branches(here))
    for path, here in inner[1:]:  # a leaf in its place, with a value from below
        for value in dict.fromkeys(node.value for node in here.nodes() if not node.children):
            yield tree.put(path, Node(0, here.maximizing, here.own_name, value))
    for path, here in inner:  # one of several children taken away
        if len(here.children) > 1:
            places = here.moves()
        else:
            places = ()
        for out in places:
            yield tree.put(
                path, with_children_arranged(here, [place for place in places if place != out])
            )
    for path, here in nodes:
        yield from (tree.put(path, plainer) for plainer in plainer_nodes(here))


def shorter_branches(node: Node) -> Iterator[Node]:
    """Yield a node with the children of one further below, where the same side moves, in the place of a branch there.

    >>> from visualizer.your_code.grading.trees import parse_literal_tree
    >>> [each.text() for each in shorter_branches(parse_literal_tree("[3,[[1,[2,4]]]]"))]
    ['[3,1,[2,4]]']
    """
    if node.chance:
        return
    for place, child in enumerate(node.children):
        for below in child.nodes():
            if below.children and turn_of(below) == turn_of(node):
                children = (*node.children[:place], *below.children, *node.children[place + 1 :])
                yield node._replace(children=children)


def plainer_nodes(node: Node) -> Iterator[Node]:
    """Yield a node of chance with equally likely outcomes, or a leaf with easier values."""
    if node.odds:
        yield node._replace(odds=())
    for value in () if node.children else simpler_values(node.value):
        yield node._replace(value=value)


def simpler_values(value: float) -> list[float]:
    """Return values to put in the place of another: small whole numbers.

    >>> simpler_values(4), simpler_values(1), simpler_values(0)
    ([1, 2, 3], [], [1, 2, 3])
    """
    return [each for each in (1, 2, 3) if leaf_value_cost(each) < leaf_value_cost(value)]
