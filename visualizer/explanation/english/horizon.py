"""What lies at the depth limit, and what noisy moves have changed of it, in English."""

from visualizer.explanation.facts.returns import Returned
from visualizer.explanation.facts.steps import Entered
from visualizer.explanation.naming import Naming
from visualizer.look.numbers import show
from visualizer.trace.point_of_view import FOR_MAX


class Horizon(Naming):
    """Says what is seen beyond the depth limit, at a step of a run."""

    def choices(self, fact: Entered) -> str:
        """Return how many moves may be tried: at and beyond the depth limit, noisy ones alone."""
        trace, row = self.tree.trace, self.tree.visit(fact.node)
        horizon, noisy = trace.horizon(row), self.run.game.noisy
        moves = self.moves(fact.moves or 0)
        if horizon is None or noisy is None or trace.depth(row) < horizon:
            return moves
        return f"{moves} to look at beyond the depth limit ({noisy.about})"

    def quiet(self, node: int) -> str:
        """Say why nothing is tried at a leaf beyond the depth limit: no move is noisy, or the limit of these is met."""
        noisy, position = self.run.game.noisy, self.run.position(self.run.path(node))
        is_quiet = noisy is None or not noisy.among(position, position.moves())
        return "no noisy move is left" if is_quiet else "noisy moves are followed no further"

    def beyond(self, fact: Returned) -> str:
        """Say what noisy moves have changed of what a node looked like at the depth limit."""
        if fact.horizon is None:
            return ""
        looked, child = fact.horizon
        worth = FOR_MAX.value(fact.value, fact.bound).clause
        return (
            f"At the horizon {self.place(fact.node)} looked like {show(looked)}; {self.move(child)} makes it {worth}."
        )
