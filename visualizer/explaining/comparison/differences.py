"""Nodes at which two searches of one position differ in their effort."""

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from visualizer.explaining.measures.summary import count_in_words
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_COMPARED_NODES = 3_000
MAX_LISTED_DIFFERENCES = 40


@dataclass(frozen=True, slots=True)
class NodeDifference:
    """A node that both searches visit: for each search, the children tried and nodes visited."""

    path: MovePath
    tried: tuple[int, int]
    nodes: tuple[int, int]

    @property
    def saved(self) -> int:
        """How many fewer nodes the second search visited; negative if it visited more."""
        return self.nodes[0] - self.nodes[1]

    def words(self, name: str, sides: tuple[str, str]) -> str:
        """Say which search needed more nodes after the move `name`.

        `sides` has the names of the two searches.

        >>> NodeDifference((3,), (19, 1), (1205, 1)).words("e3", ("natural", "ordered"))
        'e3: natural needed 1,204 more nodes (19 moves tried, not 1)'
        """
        # The indices of the larger search and of the smaller search at this node.
        larger = 0
        smaller = 1
        if self.saved < 0:
            larger = 1
            smaller = 0
        moves = count_in_words(self.tried[larger], "move", "moves")
        nodes = count_in_words(abs(self.saved), "more node", "more nodes")
        fewer_moves = f"{self.tried[smaller]:,}"
        return f"{name}: {sides[larger]} needed {nodes} ({moves} tried, not {fewer_moves})"


def node_differences(
    first: Run, second: Run, limit: int = MAX_LISTED_DIFFERENCES
) -> list[NodeDifference]:
    """Return the `limit` nodes where two searches differ most in their numbers of visits.

    The largest difference comes first. Nodes where both tried equally many children are left out.
    At most `MAX_COMPARED_NODES` nodes are compared, beginning with the largest subtrees.
    """
    trees = (TreeAtStep(first.trace), TreeAtStep(second.trace))
    if not all(tree.visits for tree in trees):
        return []
    differences = []
    compared = 0
    # A heap gives its smallest item first, so sizes are negative.
    queue = [(0, CommonNode((), (0, 0)))]
    while queue and compared < MAX_COMPARED_NODES:
        _, common = heappop(queue)
        compared += 1
        difference = _difference_at(trees, common)
        if difference is not None:
            differences.append(difference)
        for child in _common_children(trees, common):
            size = max(_visits_in_both(trees, child))
            if size > 1:
                heappush(queue, (-size, child))
    differences.sort(key=lambda difference: (-abs(difference.saved), difference.path))
    return differences[:limit]


class CommonNode(NamedTuple):
    """A node that both searches visit, with its number in the tree of each."""

    path: MovePath
    nodes: tuple[int, int]


TreePair = tuple[TreeAtStep, TreeAtStep]


def _difference_at(trees: TreePair, common: CommonNode) -> NodeDifference | None:
    """Return how many children each of two searches tried at a common node.

    None if both tried equally many, if the node is a leaf in one search, or if one search has not
    finished the node.
    """
    first_tree, second_tree = trees
    first, second = common.nodes
    if not (first_tree.returned(first) and second_tree.returned(second)):
        return None
    tried = (len(first_tree.known_children(first)), len(second_tree.known_children(second)))
    is_leaf_in_one = not all(tried)
    if tried[0] == tried[1] or is_leaf_in_one:
        return None
    return NodeDifference(common.path, tried, _visits_in_both(trees, common))


def _common_children(trees: TreePair, common: CommonNode) -> list[CommonNode]:
    """Return the children of a node that both searches visit."""
    first_tree, second_tree = trees
    first, second = common.nodes
    first_children = _children_by_move(first_tree, first)
    second_children = _children_by_move(second_tree, second)
    return [
        CommonNode((*common.path, move), (first_children[move], second_children[move]))
        for move in first_children.keys() & second_children.keys()
    ]


def _children_by_move(tree: TreeAtStep, node: int) -> dict[int, int]:
    return {tree.trace.move(child): child for child in tree.known_children(node)}


def _visits_in_both(trees: TreePair, common: CommonNode) -> tuple[int, int]:
    """Count the visits to a node and to the nodes below it, in each search."""
    first, second = common.nodes
    return visits_below(trees[0], first), visits_below(trees[1], second)


def visits_below(tree: TreeAtStep, node: int) -> int:
    """Count the visits to a node and to the nodes below it."""
    count = 0
    for row in tree.visits_to(node):
        # The visits below a visit have the rows that follow, up to its end.
        last_row = tree.trace.end(row)
        # A visit that is still open has no end: all later rows are below it.
        if last_row < 0:
            last_row = len(tree.trace) - 1
        count += last_row - row + 1
    return count
