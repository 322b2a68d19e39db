"""Trees in which equal subtrees are the same position, so that a table finds answers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from games.tree.notation import Node
from tests.trees import Tree, notation
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run


class Merged(Node):
    """A node of a written tree; nodes with the same subtree and side to move have equal keys."""

    def play(self, move: int) -> Merged:
        """Go down to a child."""
        return Merged(*super().play(move))

    def key(self) -> Hashable:
        """Return the subtree."""
        return self.text()


def prepared(tree: Tree, maximizing: bool = True, **search: Any) -> Run:
    """Return a run on such a tree that has not begun."""
    where = PositionSpec("tree", notation(tree, maximizing))
    root = Run(Recipe(where)).root
    assert isinstance(root, Node)
    return Run(Recipe(where, SearchSpec(**search)), Merged(*root))
