"""The trees that a search is graded on: how they are written and named, and what a search is asked about one."""

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
"""The task in which inner nodes have a value, too."""
MAX_OWN_TREE_NODES = 500
"""The most nodes of a person's own tree."""


def parse_literal_tree(text: str) -> Node:
    """Read a tree in the notation of the game `tree`; ValueError says what is wrong.

    >>> parse_literal_tree("min [[3,5],2]").text()
    'min [[3,5],2]'
    """
    return chance_node_for_turn(parse_tree(text), maximizing=True)


def chance_node_for_turn(node: Node, *, maximizing: bool) -> Node:
    """Return a chance node that stands where this side would take its turn; below it the same sides move as before.

    Any other node is returned as it is.
    """
    if not node.chance or node.maximizing == maximizing:
        return node
    below = tuple(chance_node_for_turn(child, maximizing=maximizing) for child in node.children)
    return node._replace(maximizing=maximizing, children=below)


def node_name_at(tree: Node, path: MovePath) -> str:
    """Return what the node at a path is called: its own name, else its number at each ply from 1, as in 2.1."""
    return tree.at(path).own_name or ".".join(str(place + 1) for place in path) or "root"


@lru_cache(64)
def sentence_names(tree: Node) -> dict[MovePath, str]:
    """Return what sentences call each node of a tree: its own name, else letters as in books.

    >>> sentence_names(parse_literal_tree("[[3,5],2]"))
    {(): 'root', (0,): 'A', (0, 0): 'a1', (0, 1): 'a2', (1,): '2'}
    """
    return {
        path: node.own_name or node.label or node_name_at(tree, path)
        for path, node in with_letters(tree).paths()
    }


def count_nodes(tree: Node) -> int:
    """Return how many nodes a tree has."""
    return sum(1 for _ in tree.nodes())


def tree_as_json(tree: Node) -> dict[str, Any]:
    """Return a tree as programs are given it.

    That is numbers in lists of lists; where these do not tell who moves, it is a text.
    """
    plain = all(
        turn_of(child) == 1 - turn_of(node) for node in tree.nodes() for child in node.children
    )
    return {
        "tree": nested_lists(tree) if plain else write_tree(tree, for_programs=True),
        "max": tree.maximizing,
    }


def nested_lists(node: Node) -> Any:
    """Return a node as numbers in lists of lists, as JSON has it."""
    if node.children:
        return [*map(nested_lists, node.children)]
    return node.value


def mean_leaf_value(node: Node) -> int:
    """Return the mean of the leaves below a node, rounded down.

    >>> mean_leaf_value(parse_literal_tree("[[1,2],4]"))
    2
    """
    leaves = [each.value for each in node.nodes() if not each.children]
    return floor(sum(leaves) / len(leaves))


def leaf_value_or_mean(node: Node, outcome: float | None) -> float:
    """Return the value of a leaf, or the estimate of a node above: an evaluation of each node of a tree."""
    return float(mean_leaf_value(node) if node.children else node.value)


def tree_height(tree: Node) -> int:
    """Return how many plies a tree has."""
    return max(len(path) for path, _ in tree.paths())


class SearchTask(NamedTuple):
    """What a search is asked: a tree, how deep, and the rule of cutting, which a search as ours are is told."""

    tree: Node
    depth: int | None = None
    """The number of plies, None for all."""
    cut: str = ">="
    exploration: float | None = None
    """The constant of MCTS, which then is what is asked; None for any other search."""
    estimates: bool = False
    """Whether inner nodes have a value, too: the estimate of a search that goes deeper step by step."""
    style: int = 0
    """Which of several things that may stand for MAX and MIN the search is given."""
    agents: int = 0
    """How many agents move in turn, where there are such."""
    of_mover: bool = False
    """Whether values are read from the side of who is to move at a node, not from MAX's."""

    def is_leaf(self, path: MovePath) -> bool:
        """Return whether a search that goes down to this node may read a value there."""
        return self.estimates or not self.tree.at(path).children or len(path) == self.depth

    def read(self, path: MovePath) -> float:
        """Return the value that is read at a node: that of a leaf, an estimate, or 0."""
        node = self.tree.at(path)
        value = (mean_leaf_value(node) if self.estimates else 0) if node.children else node.value
        if self.of_mover and not node.maximizing:
            return 0 - value
        return value
