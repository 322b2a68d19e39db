"""What values mean to the players, in words: who wins, who is ahead and by what, as a sentence or a label has it."""

from __future__ import annotations

from games import Stakes, Standing
from visualizer.explanation.naming import Naming
from visualizer.look.numbers import show
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import Bound

EVEN = {"level": "a level game", "nothing decided": "an undecided game"}
"""What a player has where neither is ahead, by the word that stands alone."""


class Standings:
    """Says in words what values mean, at a step of a run whose evaluation says what its numbers mean.

    Methods that return words return "" where it does not: then the number is all there is to say.
    """

    def __init__(self, naming: Naming) -> None:
        """Use these names."""
        self.naming, self.run, self.tree = naming, naming.run, naming.tree
        self.stakes: Stakes | None = naming.run.stakes

    def of(self, value: float, node: int) -> Standing | None:
        """Return what a value means that a node has returned, from MAX's side; None where nothing is said of it."""
        if self.stakes is None:
            return None
        return self.stakes.standing(value, self.run.root, over=self.is_over(node))

    def is_over(self, node: int) -> bool:
        """Say whether a node's value is that of a finished game: the one at the end of its best line."""
        line = self.tree.line(node)
        return self.tree.kind(line[-1] if line else node) is Kind.TERMINAL

    def name(self, side: int) -> str:
        """Return the name of MAX (1) or of MIN (-1)."""
        return self.run.game.side(maximizing=side > 0)

    def label(self, standing: Standing, bound: Bound = Bound.EXACT) -> str:
        """Return a standing as it stands beside a value: `White a flat ahead`, `Black wins`, `X at least a draw`.

        A bound that says nothing, such as at least a win for the other side, is "".
        """
        if bound in (Bound.EXACT, Bound.SO_FAR, Bound.NONE, Bound.MEAN):
            if not standing.side:
                return standing.words
            return f"{self.name(standing.side)} {wins(standing) if standing.won else standing.words}"
        favours = 1 if bound is Bound.LOWER else -1
        if not standing.side:
            return f"{self.name(favours)} at least {standing.words}"
        if standing.won and self.is_extreme(standing):
            return f"{self.name(favours)} {wins(standing)}" if standing.side == favours else ""
        most = "at least" if standing.side == favours else "at most"
        return f"{self.name(standing.side)} {most} {wins(standing) if standing.won else standing.words}"

    def is_extreme(self, standing: Standing) -> bool:
        """Say whether no value can be further to a side's favour than its win."""
        return not standing.words

    def of_node(self, node: int) -> str:
        """Return what is known of a visited node's value at this step as a label."""
        value, bound = self.tree.value(node), self.tree.bound(node)
        if value is None or bound in (Bound.MEAN, Bound.SO_FAR, Bound.NONE):
            return ""
        standing = self.of(value, node)
        return "" if standing is None else self.label(standing, bound)

    def clause(self, standing: Standing, bound: Bound = Bound.EXACT) -> str:
        """Return a standing as a sentence's own subject and verb: `White is at least a flat ahead`, `Black wins`."""
        if not standing.side:
            if bound is Bound.EXACT:
                return {"level": "it is level", "nothing decided": "nothing is decided"}.get(
                    standing.words, f"it is {standing.words}"
                )
            favours = 1 if bound is Bound.LOWER else -1
            return f"{self.name(favours)} has at least {EVEN.get(standing.words, standing.words)}"
        side, favours = self.name(standing.side), 1 if bound is Bound.LOWER else -1
        most = "" if bound is Bound.EXACT else "at least " if standing.side == favours else "at most "
        if standing.won:
            return f"{side} {'' if self.is_extreme(standing) else most}{wins(standing)}"
        return f"{side} is {most}{standing.words}" if not standing.words.startswith("ahead") else (
            f"{side} is {most}{standing.words}"
        )


def wins(standing: Standing) -> str:
    """Return the verb of a side that has won, and how far where that is said."""
    return f"wins {standing.words}".rstrip()


def numbered(words: str, value: float) -> str:
    """Return words with the number that they say behind them."""
    return f"{words} ({show(value)})"
