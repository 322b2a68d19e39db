"""What a node's window means at a step: which value would cut, why none can, who set its ends."""

from math import isinf, isnan

from visualizer.explanation.naming import Naming, capitalized
from visualizer.explanation.standings import Standings
from visualizer.look.numbers import question, short, show
from visualizer.trace.tree_at_step import Bound, TreeAtStep

WINDOWS = "the window given", "a null window"
"""The sources of a bound that no move has set."""

NEITHER = {"nothing decided": "nobody wins"}
"""What 0 means where it is no value of a position, by what it means at a depth limit: it may stand for a draw, too."""


class Bounds:
    """Says what windows mean, at a step of a run."""

    def __init__(self, naming: Naming) -> None:
        """Say it with these names."""
        self.naming, self.run, self.tree = naming, naming.run, naming.tree
        self.standings = Standings(naming)
        # Where the rule is unknown, only what holds for both rules is said.
        self.strict = naming.run.recipe.search.cut == ">" or not naming.run.applies("cut")

    @property
    def used(self) -> bool:
        """Say whether the search has told of a window at all."""
        return self.tree.has_window

    def threshold(self, node: int) -> str:
        """Say which value of the next child would cut a node, or why none can."""
        if not self.used:
            return ""
        maximizing = self.tree.maximizing(node)
        bound = self.tree.window(node)[1 if maximizing else 0]
        if isinf(bound):
            return self.unbounded(node)
        left = self.tree.left(node)
        if left == 0:
            return self.closed(node) or "All children are seen: nothing more can cut here."
        # A node whose last child closes the window is finished, not cut.
        what = "cut here" if left > 1 else "close the window, with nothing left to prune"
        value = self.reaching(bound, maximizing=maximizing)
        if stake := self.at_stake(node, bound, value, maximizing=maximizing):
            return f"{stake} would {what}."
        return f"A value of {value} would {what}."

    def at_stake(self, node: int, bound: float, value: str, *, maximizing: bool) -> str:
        """Return what it takes to reach a bound, `White at least a flat ahead (1 or more)`; "" if nothing is said."""
        source = self.tree.bound_source(node, lower=not maximizing).child
        near = short(bound)
        standing = None if source is None else self.standings.of(near, source)
        if standing is None or self.standings.stakes is None:
            return ""
        beyond = value.startswith(("more than", "less than"))
        if abs(near) == self.standings.stakes.greatest(self.run.root):
            other = self.standings.name(standing.side)
            if (standing.side > 0) == maximizing:
                return "" if beyond else f"Only a win for {other}"
            return f"Anything but a win for {other}" if beyond else f"With a win for {other} already, any value"
        what = self.standings.label(standing, Bound.LOWER if maximizing else Bound.UPPER)
        if beyond:
            what = what.replace("at least", "more than").replace("at most", "less than")
        return f"{capitalized(what)} ({value})"

    def reaching(self, bound: float, *, maximizing: bool) -> str:
        """Say which values cut at a bound: `3 or more`, and at the number next above 3, `more than 3`."""
        word, near = "more" if maximizing else "less", short(bound)
        if not self.strict and (near < bound if maximizing else near > bound):
            return f"{word} than {show(near)}"
        return f"{word} than {show(bound)}" if self.strict else f"{show(bound)} or {word}"

    def asked(self, row: int) -> str:
        """Return what the null window of a visit asks of its value, such as "more than 3"; "" for any other window.

        It is asked from the side of the player who has the bound, at the root of a pass from MAX's.
        """
        if not self.used:
            return ""
        trace, above = self.tree.trace, self.tree.trace.parent(row)
        while above >= 0 and question(trace.alpha(above), trace.beta(above)):
            above = trace.parent(above)
        return question(trace.alpha(row), trace.beta(row), for_min=above >= 0)

    def means(self, bound: float) -> str:
        """Return in brackets what an end of a window means to the players, ` (White a flat ahead)`; "" for nothing."""
        standing = self.standings.of(short(bound))
        if standing is None:
            return ""
        words = self.standings.label(standing)
        return f" ({NEITHER.get(words, words)})"

    def cutting(self, node: int) -> str:
        """Say which value of the next child would cut a node, "" if none can."""
        low, high = self.tree.window(node)
        bounded = self.used and not isinf(high if self.tree.maximizing(node) else low)
        return self.threshold(node) if bounded and self.tree.left(node) > 1 else ""

    def unbounded(self, node: int) -> str:
        """Say why no bound can cut a node: the other side has none above it."""
        maximizing = self.tree.maximizing(node)
        other, name = self.naming.other(node), "β = +∞" if maximizing else "α = −∞"
        if self.tree.parent(node) < 0:
            return f"Nothing can cut the root: {other} has nothing above it."
        for above in self.tree.line_to(node)[:-1]:
            if self.tree.maximizing(above) != maximizing and self.tree.best(above):
                return ""  # a user-supplied search that reports no windows
        return f"Nothing can cut here: {other} has no value above yet ({name})."

    def closed(self, node: int) -> str:
        """Say that the window of a node has closed with the return of its last child; "" if it has not."""
        low, high = self.tree.window(node)
        if not self.used or self.tree.left(node) or low < high or (self.strict and low == high):
            return ""
        sign = ">" if self.strict else "≥"
        return f"The window has closed (α {show(low)} {sign} β {show(high)}), but nothing is left to prune."

    def moved(self, node: int, parent: int) -> str:
        """Say how the parent's window moved with a child's return, if it did."""
        if not self.used:
            return ""
        old, new = self.before(node).window(parent), self.tree.window(parent)
        if new[0] != old[0]:
            return f": α rises from {show(old[0])} to {show(new[0])}"
        if new[1] != old[1]:
            return f": β falls from {show(old[1])} to {show(new[1])}"
        maximizing = self.tree.maximizing(parent)
        name, bound = ("α", old[0]) if maximizing else ("β", old[1])
        better = "as good" if bound == self.tree.returned_value(node) else "better"
        return f"; {name} stays {show(bound)}, which was {better} already"

    def before(self, node: int) -> TreeAtStep:
        """Return the tree as it was before a node returned."""
        return TreeAtStep(self.tree.trace, (self.tree.return_step(node) or 1) - 1)

    def had(self, node: int, *, lower: bool) -> str:
        """Say which bound MAX (`lower`) or MIN has on a node now, and by which move; "" for none."""
        if not (by := self.set_by(node, lower=lower)):
            return ""
        bound = self.tree.window(node)[0 if lower else 1]
        if by in WINDOWS:
            return f"{by} asks for values {'above' if lower else 'below'} {show(bound)}"
        return self.holding(bound, self.setter(node, lower=lower), by, lower=lower)

    def holding(self, bound: float, child: int | None, by: str, *, lower: bool) -> str:
        """Say what MAX (`lower`) or MIN has with a move: `Black wins with e3`, `MAX has 3 with a1`."""
        side = self.run.game.side(maximizing=lower)
        standing = None if child is None else self.standings.of(short(bound), child)
        if standing is not None and (standing.side > 0) == lower and standing.side:
            return f"{self.standings.clause(standing)} with {by}"
        means = f" ({self.standings.label(standing)})" if standing is not None else ""
        return f"{side} has {show(bound)}{means} with {by}"

    def setter(self, node: int, *, lower: bool) -> int | None:
        """Return the child whose value is a node's alpha (`lower`) or beta as it is now, None if no move has set it."""
        tree, visit, best = self.tree, self.tree.visit(node), self.tree.best(node)
        bound = tree.trace.alpha(visit) if lower else tree.trace.beta(visit)
        if best is not None and tree.window(node)[0 if lower else 1] != bound:
            return best[1]
        return tree.bound_source(node, lower=lower).child

    def given(self, node: int) -> str:
        """Say what a node is asked if both ends of its window are given ones, set by no move; else ""."""
        if any(self.set_by(node, lower=lower) not in WINDOWS for lower in (True, False)):
            return ""
        if asked := self.asked(self.tree.visit(node)):
            return f"is it {asked}?"
        low, high = self.tree.window(node)
        return f"the window given asks for values between {show(low)} and {show(high)}"

    def set_by(self, node: int, *, lower: bool) -> str:
        """Return who set a node's alpha (`lower`) or beta as it is now: a move, a window given, or "" for neither."""
        child = self.setter(node, lower=lower)
        if child is not None:
            return self.naming.choice(child)
        bound = self.tree.window(node)[0 if lower else 1]
        is_asked = self.tree.bound_source(node, lower=lower).node is not None
        return "" if isinf(bound) or isnan(bound) else WINDOWS[is_asked]
