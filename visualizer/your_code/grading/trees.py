"""The trees that a search is graded on, their text and names, and the task of searching one."""

from functools import lru_cache
from math import floor
from typing import Any, NamedTuple

from games import Turn, turn_of
from games.tree.names import with_letters
from games.tree.notation import Node, parse_tree, write_tree
from visualizer.trace.rows import MovePath

MIN_TURN = Turn.MIN
MAX_TURN = Turn.MAX
DEEPENING_TASK = "iterative-deepening"
"""The task in which inner nodes have values, too."""
MAX_OWN_TREE_NODES = 500
"""The largest tree that a user may give."""


def parse_literal_tree(text: str) -> Node:
    """Read a tree in the notation of the game `tree`; ValueError says what is wrong.

    >>> parse_literal_tree("min [[3,5],2]").text()
    'min [[3,5],2]'
    """
    return chance_node_for_turn(parse_tree(text), maximizing=True)


def chance_node_for_turn(node: Node, *, maximizing: bool) -> Node:
    """Return a chance node with this value of `maximizing`; return any other node unchanged.

    Nobody chooses at a chance node, but its `maximizing` says which player's ply it replaces.
    Chance nodes directly below a chance node are changed in the same way.
    """
    if not node.chance or node.maximizing == maximizing:
        return node
    children = tuple(chance_node_for_turn(child, maximizing=maximizing) for child in node.children)
    return node._replace(maximizing=maximizing, children=children)


def node_name_at(tree: Node, path: MovePath) -> str:
    """Return the name of a node: its own, or else its path in numbers from 1, such as `2.1`."""
    own_name = tree.at(path).own_name
    if own_name:
        return own_name
    return ".".join(str(index + 1) for index in path) or "root"


@lru_cache(64)
def sentence_names(tree: Node) -> dict[MovePath, str]:
    """Return the name of each node in sentences: its own, or else a letter as in textbooks.

    >>> sentence_names(parse_literal_tree("[[3,5],2]"))
    {(): 'root', (0,): 'A', (0, 0): 'a1', (0, 1): 'a2', (1,): '2'}
    """
    return {
        path: node.own_name or node.label or node_name_at(tree, path)
        for path, node in with_letters(tree).paths()
    }


def count_nodes(tree: Node) -> int:
    """Return the number of nodes of a tree."""
    return sum(1 for _ in tree.nodes())


def tree_as_json(tree: Node) -> dict[str, Any]:
    """Return a tree as the JSON object for a program: `{"tree": [[3, 5], 2], "max": true}`.

    `max` says whether MAX moves at the root. If the sides do not alternate, `tree` is a string in
    the notation of trees, because nested lists cannot show who moves.
    """
    if all(map(children_alternate, tree.nodes())):
        tree_value = nested_lists(tree)
    else:
        tree_value = write_tree(tree, for_programs=True)
    return {"tree": tree_value, "max": tree.maximizing}


def children_alternate(node: Node) -> bool:
    """Return whether the other side is to move at each child of a node."""
    return all(turn_of(child) == 1 - turn_of(node) for child in node.children)


def nested_lists(node: Node) -> Any:
    """Return a leaf as its value, and an inner node as the list of its children in this form."""
    if not node.children:
        return node.value
    return [nested_lists(child) for child in node.children]


def mean_leaf_value(node: Node) -> int:
    """Return the mean of the values of the leaves below a node, rounded down.

    >>> mean_leaf_value(parse_literal_tree("[[1,2],4]"))
    2
    """
    leaves = [descendant.value for descendant in node.nodes() if not descendant.children]
    return floor(sum(leaves) / len(leaves))


def leaf_value_or_mean(node: Node, outcome: float | None) -> float:
    """Return the value of a leaf, or the mean of the leaves below an inner node.

    This can be used as an evaluation, so it takes an outcome, which is ignored.
    """
    value = mean_leaf_value(node) if node.children else node.value
    return float(value)


def tree_height(tree: Node) -> int:
    """Return the number of plies of a tree."""
    return max(len(path) for path, _ in tree.paths())


class SearchTask(NamedTuple):
    """A tree to search, with a depth and the options of the task."""

    tree: Node
    depth: int | None = None
    """The number of plies, None for all."""
    cut: str = ">="
    """The cut rule; only searches that use this program's own interface get it."""
    exploration: float | None = None
    """The constant of MCTS; None for any other search."""
    estimates: bool = False
    """Whether inner nodes have a value, too, as iterative deepening needs."""
    style: int = 0
    """The number of the call style: which values the search gets for MAX and MIN."""
    agents: int = 0
    """The number of agents that move in turn; 0 if MAX and MIN alternate."""
    of_mover: bool = False
    """Whether a node's value is from the side of the player to move there, instead of MAX's."""

    def is_leaf(self, path: MovePath) -> bool:
        """Return whether the node at a path has a value that a search may read."""
        return self.estimates or not self.tree.at(path).children or len(path) == self.depth

    def read(self, path: MovePath) -> float:
        """Return the value that a search reads at the node at a path.

        An inner node has the mean of its leaves as an estimate if the task has `estimates`,
        otherwise 0.
        """
        node = self.tree.at(path)
        value: float = 0
        if not node.children:
            value = node.value
        elif self.estimates:
            value = mean_leaf_value(node)

        # Not `-value`, which would make 0.0 print as -0.0.
        if self.of_mover and not node.maximizing:
            return 0 - value
        return value
