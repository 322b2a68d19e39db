"""Nodes at which two searches of one position differ in their effort."""

from dataclasses import dataclass
from heapq import heappop, heappush

from visualizer.explaining.measures.summary import count_in_words
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_COMPARED_NODES = 3_000
MAX_LISTED_DIFFERENCES = 40


@dataclass(frozen=True, slots=True)
class NodeDifference:
    """A node that both searches visit: the children tried and the nodes visited, by search."""

    path: MovePath
    tried: tuple[int, int]
    nodes: tuple[int, int]

    @property
    def saved(self) -> int:
        """How many fewer nodes the second search visited; negative if it visited more."""
        return self.nodes[0] - self.nodes[1]

    def words(self, name: str, sides: tuple[str, str]) -> str:
        """Return the difference as a sentence.

        >>> NodeDifference((3,), (19, 1), (1205, 1)).words("e3", ("natural", "ordered"))
        'e3: natural needed 1,204 more nodes (19 moves tried, not 1)'
        """
        more = 0 if self.saved >= 0 else 1
        less = 1 - more
        moves = count_in_words(self.tried[more], "move", "moves")
        nodes = count_in_words(abs(self.saved), "more node", "more nodes")
        return f"{name}: {sides[more]} needed {nodes} ({moves} tried, not {self.tried[less]:,})"


def node_differences(
    first: Run, second: Run, most: int = MAX_LISTED_DIFFERENCES
) -> list[NodeDifference]:
    """Return the nodes at which the most visits were saved or lost, largest difference first.

    Only nodes that one search left after fewer children than the other are listed. Nodes with the
    largest subtrees are looked at first, so that a limit on their number costs little.
    """
    one_tree = TreeAtStep(first.trace)
    other_tree = TreeAtStep(second.trace)
    if not (one_tree.visits and other_tree.visits):
        return []
    differences = []
    looked_at = 0
    queue: list[tuple[int, MovePath, int, int]] = [(0, (), 0, 0)]
    while queue and looked_at < MAX_COMPARED_NODES:
        _, path, one, other = heappop(queue)
        looked_at += 1
        children = _children_by_move(one_tree, one)
        other_children = _children_by_move(other_tree, other)
        tried = (len(children), len(other_children))
        has_returned = one_tree.returned(one) and other_tree.returned(other)
        # A search without children has a leaf there, which is no saving.
        if has_returned and tried[0] != tried[1] and all(tried):
            differences.append(
                NodeDifference(
                    path, tried, (visits_below(one_tree, one), visits_below(other_tree, other))
                )
            )
        for move in children.keys() & other_children.keys():
            pair = (children[move], other_children[move])
            size = max(visits_below(one_tree, pair[0]), visits_below(other_tree, pair[1]))
            if size > 1:
                heappush(queue, (-size, (*path, move), *pair))
    differences.sort(key=lambda difference: (-abs(difference.saved), difference.path))
    return differences[:most]


def _children_by_move(tree: TreeAtStep, node: int) -> dict[int, int]:
    return {tree.trace.move(child): child for child in tree.known_children(node)}


def visits_below(tree: TreeAtStep, node: int) -> int:
    """Count the visits of a node and of the nodes below it."""
    count = 0
    for row in tree.visits_to(node):
        end = tree.trace.end(row)
        last = end if end >= 0 else len(tree.trace) - 1
        count += last - row + 1
    return count
