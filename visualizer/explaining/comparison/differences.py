"""Where two searches of one position differ: nodes that both visit, with fewer children or nodes in one of them."""

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
    """A node that both searches visit: how many children each tried, and how many nodes each visited below it."""

    path: MovePath
    tried: tuple[int, int]
    nodes: tuple[int, int]

    @property
    def saved(self) -> int:
        """Return how many nodes fewer the second search visited there; negative if it visited more."""
        return self.nodes[0] - self.nodes[1]

    def words(self, name: str, sides: tuple[str, str]) -> str:
        """Return the difference as a sentence.

        >>> NodeDifference((3,), (19, 1), (1205, 1)).words("e3", ("natural", "ordered"))
        'e3: natural needed 1,204 more nodes (19 moves tried, not 1)'
        """
        if self.saved >= 0:
            less = 1
            more = 0
        else:
            less = 0
            more = 1
        moves = count_in_words(self.tried[more], "move", "moves")
        nodes = count_in_words(abs(self.saved), "more node", "more nodes")
        return f"{name}: {sides[more]} needed {nodes} ({moves} tried, not {self.tried[less]:,})"


def node_differences(
    first: Run, second: Run, most: int = MAX_LISTED_DIFFERENCES
) -> list[NodeDifference]:
    """Return the nodes, as far as both searches have gone, at which the most nodes were saved or lost, largest first.

    Only nodes are listed that one search left after fewer children than the other; large ones are
    looked at first.
    """
    tree = (TreeAtStep(first.trace), TreeAtStep(second.trace))
    if not (tree[0].visits and tree[1].visits):
        return []
    found = []
    looked = 0
    queue: list[tuple[int, MovePath, int, int]] = [(0, (), 0, 0)]
    while queue and looked < MAX_COMPARED_NODES:
        _, path, one, other = heappop(queue)
        looked += 1
        children = tuple(
            {tree[side].trace.move(row): row for row in tree[side].known_children(node)}
            for side, node in enumerate((one, other))
        )
        difference = NodeDifference(
            path,
            (len(children[0]), len(children[1])),
            (visits_below(tree[0], one), visits_below(tree[1], other)),
        )
        left = all(side.returned(row) for side, row in zip(tree, (one, other), strict=True))
        if (
            left and difference.tried[0] != difference.tried[1] and all(difference.tried)
        ):  # else one has a leaf there
            found.append(difference)
        for number in children[0].keys() & children[1].keys():
            rows = children[0][number], children[1][number]
            larger = max(visits_below(tree[0], rows[0]), visits_below(tree[1], rows[1]))
            if larger > 1:
                heappush(queue, (-larger, (*path, number), *rows))
    return sorted(found, key=lambda difference: (-abs(difference.saved), difference.path))[:most]


def visits_below(tree: TreeAtStep, node: int) -> int:
    """Return how many visits there were of a node and of what is below it."""
    ends = ((row, tree.trace.end(row)) for row in tree.visits_to(node))
    return sum((end if end >= 0 else len(tree.trace) - 1) - row + 1 for row, end in ends)
