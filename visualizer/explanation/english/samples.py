"""A search by random games, in English: what it compares, plays and adds up."""

from collections.abc import Sequence

from games import AnyPosition
from visualizer.explanation.facts.returns import Returned
from visualizer.explanation.facts.steps import Entered
from visualizer.explanation.naming import Naming, capital, ending, nobody_plays
from visualizer.look.numbers import decimal, show, signed
from visualizer.measures.samples import UpperBound, playout_of, upper_bounds, visits_beside
from visualizer.measures.summary import many
from visualizer.trace.rows import Kind


class Samples(Naming):
    """Says what is known of samples at a step."""

    def chosen(self, fact: Entered) -> str:
        """Say why a child is selected again: its upper bound beside that of the next best child.

        "" for a search without upper bounds.
        """
        own = next((bound for bound in fact.compared if bound.child == fact.node), None)
        if own is None:
            return ""
        others = (bound for bound in fact.compared if bound is not own)
        runner_up = max(others, key=lambda bound: bound.upper, default=None)
        if runner_up is None:
            return f"{in_sum(own)}, the only move"
        name, digits = self.move(runner_up.child), digits_to_tell(own.upper, runner_up.upper)
        if runner_up.upper == own.upper:
            return f"{in_sum(own)}, as much as {name}, which was expanded later"
        return f"{in_sum(own, digits)}, more than {name}'s {decimal(runner_up.upper, digits)}"

    def arithmetic(self, node: int) -> str:
        """Return a table of the upper bounds of all children visited, the largest first, below their formula."""
        bounds = sorted(upper_bounds(self.run, self.tree, node), key=lambda bound: -bound.upper)
        if not bounds or self.tree.is_chance(node):
            return ""
        side, visits = self.side(node), visits_beside(self.tree, node)
        names = [self.move(bound.child) for bound in bounds]
        width = max(map(len, names))
        exploration = show(float(f"{self.run.problem.options['exploration']:.5g}"))
        title = (
            f"Mean for {side} + {exploration} · √(ln {visits:,} / visits of the move) = upper bound, "
            f"{self.where(node)}:"
        )
        lines = [
            f"  {name:<{width}}  {in_sum(bound)}, {many(bound.visits, 'visit', 'visits')}"
            for name, bound in zip(names[:MOST], bounds, strict=False)
        ]
        rest = [f"  … {len(bounds) - MOST:,} more"] if len(bounds) > MOST else []
        new = self.tree.move_count(node) - len(bounds)
        left = [f"{many(new, 'move is', 'moves are')} still new, and a new one is taken first."] if new else []
        return "\n".join([title, *lines, *rest, *left])

    def played(self, node: int, value: float) -> str:
        """Say how the random game from a node ended; without its moves if it cannot be replayed."""
        played, counts = playout_of(self.run, self.tree.visit(node)), self.sample(node, value)
        if not played:
            return f"A random game from {self.place(node)} counts {counts}"
        length = self.moves(len(played))
        return f"A random game from {self.place(node)}, {length}: {self.end_of_game(played)}, which counts {counts}"

    def sample(self, node: int, value: float) -> str:
        """Return what a game counts at a node, given from MAX's side: `+1 for O`, `0`, in a tree `−0.83 for MAX`."""
        if nobody_plays(self.run.game) or value != int(value):
            return self.mean(node, value)
        return f"{signed(self.own(node, value))} for {self.side_of_mean(node)}" if value else "0"

    def end_of_game(self, played: Sequence[tuple[str, AnyPosition]]) -> str:
        """Say how a random game has ended."""
        position = played[-1][1]
        outcome = position.outcome()
        if outcome is None:
            return "it is broken off"
        if nobody_plays(self.run.game):
            return f"it ends with {show(outcome)}"
        return ending(self.run.game, position, outcome)

    def visits_and_mean(self, node: int) -> str:
        """Say how often a node has been sampled, and for whom it has which mean; none before the first has returned."""
        mean = self.tree.value(node)
        return self.games(node) + ("" if mean is None else f", {self.mean(node, mean)}")

    def games(self, node: int) -> str:
        """Return how many games went through a node."""
        return many(self.tree.returned_count(node), "game", "games")

    def backed_up(self, fact: Returned) -> str:
        """Say what a sample adds to a node."""
        node, place, known = fact.node, self.place(fact.node), self.visits_and_mean(fact.node)
        if ended := self.ended(node):
            return f"After {place} {ended}. {capital(place)} has {known}."
        if self.tree.kind(node) is Kind.PLAYOUT:
            return f"{self.played(node, fact.value)}."
        return f"{capital(place)} is given {self.added(node, fact.value)}: {known}."

    def added(self, node: int, value: float) -> str:
        """Return the result that is added to a node: `a win for O`, `a draw`, or its number where nobody wins."""
        if nobody_plays(self.run.game) or abs(value) not in (0, 1):
            return self.sample(node, value)
        return f"a win for {self.run.game.side(maximizing=value > 0)}" if value else "a draw"


NO_PLAYOUT = "no random game has been played here"
MOST = 12
"""The most children that the table lists."""


def in_sum(bound: UpperBound, digits: int = 2) -> str:
    """Write mean + bonus = upper bound, rounded so that the sum is right.

    >>> in_sum(UpperBound(0, 25, 0.284, 0.714))
    '0.28 + 0.72 = 1.00'
    """
    upper, mean = round(bound.upper, digits), round(bound.mean, digits)
    return f"{decimal(mean, digits)} + {decimal(upper - mean, digits)} = {decimal(upper, digits)}"


def digits_to_tell(one: float, other: float) -> int:
    """Return how many digits tell two numbers apart, from 2 to 6.

    >>> digits_to_tell(0.99, 0.88), digits_to_tell(0.8812, 0.8819)
    (2, 3)
    """
    return next((digits for digits in range(2, 6) if round(one, digits) != round(other, digits)), 6)
