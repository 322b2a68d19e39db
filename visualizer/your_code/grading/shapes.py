"""The shape that trees must have for a way of writing a search: rounds of agents, or complete trees for arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.tree.notation import Node
from visualizer.explaining.measures.summary import count_in_words
from visualizer.support.errors import InputError

DEFAULT_AGENTS = 2
MAX_AGENTS = 5
MIN_ROOT_KIND = "MIN is to move at the root"


@dataclass(frozen=True, slots=True)
class TreeShape:
    """What the trees of a search must look like; by default they may be any."""

    agents: int = 0
    """How many agents move in turn, the first of them MAX and the others MIN; 0 where MAX and MIN alternate."""
    width: int = 0
    """How many children each inner node has, where all leaves are equally deep; 0 where that may vary."""
    plies: int = 0
    """How deep these leaves are; 0 where that may vary from tree to tree."""
    max_begins: bool = False
    """Whether MAX must be to move at the root."""

    @property
    def is_any(self) -> bool:
        """Return whether trees may look like anything, whoever is to move at their roots."""
        return not self.agents and not self.width

    def why_not(self, tree: Node) -> str:
        """Return why a tree does not have this shape, as the end of a sentence; "" where it has."""
        leaves = [path for path, node in tree.paths() if not node.children]
        inner = [*tree.paths()]
        if self.has_other_root(tree):
            return f"{MIN_ROOT_KIND}, but this code begins with MAX"
        for path, node in inner if self.agents else ():
            if node.children and node.maximizing != (len(path) % self.agents == 0):
                return f"its {self.agents} agents do not move in turn, MAX first"
        if not self.width:
            return ""
        if self.plies and len(leaves[0]) != self.plies:
            return f"its leaves are not {count_in_words(self.plies, 'ply', 'plies')} deep, as this code expects"
        is_even = all(len(path) == len(leaves[0]) for path in leaves)
        if not is_even or any(len(node.children) not in (0, self.width) for _, node in inner):
            return f"it is not complete: all leaves must be equally deep and all other nodes have {self.width} children"
        return ""

    def has_other_root(self, tree: Node) -> bool:
        """Return whether MIN is to move at the root of a tree, although MAX must."""
        return self.max_begins and not tree.maximizing

    def shaped(self, tree: Node, ply: int = 0) -> Node:
        """Return a tree with the sides to move that the agents' rounds give it; with no agents, the tree as it is."""
        if not self.agents:
            return tree
        below = tuple(self.shaped(child, ply + 1) for child in tree.children)
        return tree._replace(maximizing=ply % self.agents == 0, children=below)

    def with_agents(self, agents: int | None) -> TreeShape:
        """Return the shape with another number of agents, None for the usual; InputError where there are none."""
        if agents is not None and not self.agents:
            raise InputError(
                "this code has no agents; --agents is only for FILE.py:CLASS with getAction"
            )
        if self.agents:
            return replace(self, agents=agents or DEFAULT_AGENTS)
        return self


ANY_SHAPE = TreeShape()
