"""Asked of an inner node: an end of the window with which it is entered."""

from visualizer.explanation.naming import Naming
from visualizer.explanation.questions.fields import FieldKind, values_before, window_of
from visualizer.explanation.questions.question import Clue
from visualizer.look.numbers import show
from visualizer.recipe import Search
from visualizer.trace.rows import MovePath


class Alpha(FieldKind):
    """α on entry: what MAX has so far above."""

    key, name, sign, lower = "alpha", "α", "α", True

    def right(self, naming: Naming, path: MovePath) -> float:
        """Return the end on entry."""
        trace, node = naming.run.trace, naming.tree.node_at(path)
        assert node is not None
        return trace.alpha(node) if self.lower else trace.beta(node)

    def asks(self, where: str) -> str:
        """Ask for it."""
        return f"What is {self.name} on entry at {where}?"

    def rule(self, search: Search, side: str, *, maximizing: bool) -> str:
        """Say what it is made of."""
        which, who = ("greatest", "MAX") if self.lower else ("least", "MIN")
        return (
            f"{self.name} is the {which} value that {who} has so far at a node above: take what the branches to the "
            f"left have given to the {who} nodes on the way down. At the root nobody has a value yet."
        )

    def clues(self, naming: Naming, path: MovePath) -> list[Clue]:
        """Return the same end at the node above, and what has come back to that where its side is to move there."""
        if not path:
            return [Clue("", "there is no node above the root")]
        parent = path[:-1]
        own = naming.run.position(parent).maximizing == self.lower
        returned = values_before(naming, path) if own else []
        return [*window_of(naming, parent, (self.key,)), *returned]

    def why(self, naming: Naming, path: MovePath) -> str:
        """Say who set it."""
        tree, node = naming.tree, naming.tree.node_at(path)
        assert node is not None
        right, side = show(self.right(naming, path)), naming.run.game.side(maximizing=self.lower)
        source = tree.bound_source(node, lower=self.lower)
        if source.node is None or source.child is None:
            return f"{self.name} = {right} on entry: {side} has no value above {naming.place(node)} yet."
        where, child = naming.place(source.node), naming.place(source.child)
        return f"{self.name} = {right} on entry: at {where} {side} can have that with {child} already."


class Beta(Alpha):
    """β on entry: what MIN has so far above."""

    key, name, sign, lower = "beta", "β", "β", False
