"""The shape of trees that a search needs: rounds of agents, or complete trees for arrays."""

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
    """The trees that a search can be called with; by default, all."""

    agents: int = 0
    """The number of agents that move in turn, MAX first; 0 if MAX and MIN alternate."""
    width: int = 0
    """The number of children of each inner node of complete trees; 0 for any trees."""
    plies: int = 0
    """The number of plies of complete trees; 0 if any will do."""
    max_begins: bool = False
    """Whether MAX must be to move at the root."""

    @property
    def is_any(self) -> bool:
        """Whether trees may have any shape, apart from the side to move at the root."""
        return not self.agents and not self.width

    def why_unsuitable(self, tree: Node) -> str:
        """Say why a tree does not have this shape; "" if it has.

        The words are the end of a sentence about the tree.
        """
        if self.begins_with_wrong_side(tree):
            return f"{MIN_ROOT_KIND}, but this code begins with MAX"
        if self.agents and not self.agents_alternate(tree):
            return f"its {self.agents} agents do not move in turn, MAX first"
        if self.width:
            return self.why_incomplete(tree)
        return ""

    def why_incomplete(self, tree: Node) -> str:
        """Say why a tree is not complete; "" if it is.

        In a complete tree, all leaves are equally deep, and each inner node has `width` children.
        Only then can code find the leaves in an array. The words are the end of a sentence.
        """
        depths = [len(path) for path, node in tree.paths() if not node.children]
        if self.plies and depths[0] != self.plies:
            plies = count_in_words(self.plies, "ply", "plies")
            return f"its leaves are not {plies} deep, as this code expects"
        has_width = all(len(node.children) in (0, self.width) for node in tree.nodes())
        if len(set(depths)) > 1 or not has_width:
            return (
                "it is not complete: all leaves must be equally deep and all other nodes have "
                f"{self.width} children"
            )
        return ""

    def agents_alternate(self, tree: Node) -> bool:
        """Return whether MAX moves exactly when it is the first agent's turn."""
        for path, node in tree.paths():
            is_first_agent = len(path) % self.agents == 0
            if node.children and node.maximizing != is_first_agent:
                return False
        return True

    def begins_with_wrong_side(self, tree: Node) -> bool:
        """Return whether MIN is to move at the root of a tree, although MAX must."""
        return self.max_begins and not tree.maximizing

    def with_agents_in_turn(self, tree: Node, ply: int = 0) -> Node:
        """Return a tree with the turns of the agents; without agents, the tree itself.

        With 3 agents, MAX moves at the root and then in every third ply, MIN in the other plies.
        `ply` is the depth of `tree` in the whole tree.
        """
        if not self.agents:
            return tree
        children = tuple(self.with_agents_in_turn(child, ply + 1) for child in tree.children)
        return tree._replace(maximizing=ply % self.agents == 0, children=children)

    def with_agents(self, agents: int | None) -> TreeShape:
        """Return this shape with a number of agents (players), or with the default number for None.

        InputError if a number is given, but the code does not use agents.
        """
        if agents is not None and not self.agents:
            raise InputError(
                "this code has no agents; --agents is only for FILE.py:CLASS with getAction"
            )
        if self.agents:
            return replace(self, agents=agents or DEFAULT_AGENTS)
        return self


ANY_SHAPE = TreeShape()
