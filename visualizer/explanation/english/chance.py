"""The arithmetic of chance, in English: the sum so far, what it can still be, and what would end it."""

from collections.abc import Sequence
from math import isinf

from games import Turn, turn_of
from visualizer.explanation.naming import capital
from visualizer.explanation.standings import Standings
from visualizer.look.numbers import odds, show
from visualizer.trace.bounds import Exact, Expected, Outcome

MOST = 6
"""The most terms of a sum that are written out."""


def term(share: Outcome) -> str:
    """Return a share of a sum.

    >>> from visualizer.trace.bounds import Bound
    >>> term(Outcome(0.5, -3, Bound.EXACT))
    '1/2 · −3'
    """
    return f"{odds(share.probability)} · {show(share.value)}"


def summed(terms: Sequence[str], value: Exact, count: int | None = None) -> str:
    """Return a sum and what it comes to, given its first terms, if not all, and how many there are.

    >>> summed(["1/2 · 4", "1/2 · 8"], 6.0), summed(["0.1234567 · 1"], 0.1234567)
    ('1/2 · 4 + 1/2 · 8 = 6', '0.1234567 · 1 ≈ 0.1235')
    """
    shown, result, count = [*terms[:MOST]], show(value), count or len(terms)
    if count > MOST:
        shown[-1] = f"… ({count - MOST + 1:,} more)"
    return f"{' + '.join(shown)} {'' if result.startswith('≈') else '= '}{result.replace('≈', '≈ ')}"


def at_bound(found: Expected) -> str:
    """Say that a chance node is worth at most, or at least, a sum, where only bounds of outcomes are known.

    >>> at_bound(Expected(3.75, 0, 3, 3.75)), at_bound(Expected(3.75, 0, 3.75, 9)), at_bound(Expected(6, 0, 6, 6))
    ('at most ', 'at least ', '')
    """
    below, above = found.low < found.known, found.high > found.known
    return "" if below == above else "at most " if below else "at least "


class Chances(Standings):
    """Says what chance nodes are worth, at a step of a run."""

    def is_dice(self, node: int) -> bool:
        """Return whether chance moves at a node by the rules, not a player that is taken to choose at random."""
        return turn_of(self.run.position(self.run.path(node))) == Turn.CHANCE

    def player_at(self, node: int) -> str:
        """Return the player that moves at a node by the rules."""
        return self.run.game.mover(turn_of(self.run.position(self.run.path(node))))

    def chance_entered(self, node: int) -> str:
        """Say how many outcomes there are, and when no more are looked at."""
        count = self.tree.move_count(node)
        outcomes = f"chance has {count:,} outcome{'s' * (count != 1)}"
        if not self.is_dice(node):
            outcomes = f"{self.player_at(node)} moves at random, {self.moves(count)}"
        return f"{outcomes}. {self.chance_threshold(node)}".rstrip()

    def sum_of(self, node: int) -> str:
        """Return what the children of a chance node that have returned add up to: `1/2 · 4 + 1/4 · 8 = 4`."""
        terms = [term(share) for _, share in self.tree.shares(node, MOST)]
        return summed(terms, self.tree.expected(node).known, self.tree.summed(node)) if terms else ""

    def left_worth(self, node: int, limit: float) -> str:
        """Return the sum of a chance node with all that is left worth the least or the most there is."""
        found = self.tree.expected(node)
        terms = [term(share) for _, share in self.tree.shares(node, MOST)]
        terms.append(f"{odds(found.rest)} · {show(limit)}")
        return summed(terms, self.tree.returned_value(node), self.tree.summed(node) + 1)

    def will_be(self, found: Expected) -> str:
        """Say between which values a chance node will be; "" where nothing is known of that."""
        low, high = found.low, found.high
        if isinf(low) and isinf(high):
            return ""
        if isinf(low) or isinf(high):
            return f"at most {show(high)}" if isinf(low) else f"at least {show(low)}"
        return f"from {show(low)} to {show(high)}"

    def shared(self, node: int) -> str:
        """Say what a child that has returned makes of a chance node, as a sentence."""
        found, place, total = self.tree.expected(node), capital(self.place(node)), self.sum_of(node)
        if not found.rest:
            return f"{place} is worth {at_bound(found)}{total}."
        will = self.will_be(found)
        return f"{place} has {total} so far{will and f' and will be {will}'}."

    def chance_threshold(self, node: int) -> str:
        """Say when a chance node would be left before all its outcomes are seen, or why none may be left out."""
        tree, (least, most) = self.tree, self.tree.trace.limits
        if not tree.has_window or not tree.trace.narrows or tree.left(node) < 2:
            return ""
        alpha, beta = tree.window(node)
        at_most, at_least = ("less than", "more than") if self.run.recipe.search.cut == ">" else ("at most", "at least")
        ends = [f"{at_most} {show(alpha)}"] * (not isinf(most) and alpha > least)
        ends += [f"{at_least} {show(beta)}"] * (not isinf(least) and beta < most)
        if ends:
            return f"It is left as soon as it is worth {' or '.join(ends)} whatever is to come."
        what = "outcome" if self.is_dice(node) else self.moves_word(1)
        return f"No {what} can be left out here: {self.needed(node)}."

    def needed(self, node: int) -> str:
        """Say why all that is left of a chance node is needed: leaves have no bounds, or all values matter above."""
        (least, most), (alpha, beta) = self.tree.trace.limits, self.tree.window(node)
        if isinf(least) and isinf(most):
            return "what is left may be worth anything, since no bounds are known"
        if alpha > least or beta < most:  # which would do if leaves had a bound at the other end, too
            free, which = (f"from {show(least)} up", "upper") if isinf(most) else (f"up to {show(most)}", "lower")
            return f"what is left may be worth anything {free}, since no {which} bound is known"
        (low, high), above = self.tree.window(0), self.tree.line_to(node)[:-1]
        if low <= least and high >= most and not any(map(self.tree.best, above)):
            return "nobody has a value above yet"
        return f"its window, α {show(alpha)} and β {show(beta)}, is all that leaves can be worth"

    def holder(self, bound: float, node: int, *, lower: bool) -> str:
        """Say who has a bound that a node was entered with: a player by a move, a chance node above, or nobody."""
        source, least = self.tree.bound_source(node, lower=lower), self.tree.trace.limits[0 if lower else 1]
        beyond = "above" if lower else "below"
        if source.child is not None or source.stand:
            return self.holding(bound, source.child, self.way(source.child), node, lower=lower)
        if bound == least:
            return f"no leaf is worth {'less' if lower else 'more'} than {show(bound)}"
        if source.node is not None and self.tree.is_chance(source.node):
            above, end = source.node, self.tree.window(source.node)[0 if lower else 1]
            worth = f"{self.place(above)} is then worth at {'most' if lower else 'least'} {show(end)}"
            return f"{worth}, and {self.holder(end, above, lower=lower)}"
        return f"the window given asks only for values {beyond} {show(bound)}"
