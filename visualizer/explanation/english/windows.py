"""What a window means, in English: which value would cut, why none can, who set its ends, what it asks."""

from dataclasses import replace
from math import isinf, isnan

from visualizer.explanation.english.chance import Chances
from visualizer.explanation.facts.windows import WindowEnd, WindowFact, WindowQuestion, end_of, question_of
from visualizer.explanation.naming import STANDING_PAT, capitalized
from visualizer.explanation.standings import AT_LEAST, AT_MOST, KEEPS
from visualizer.look.numbers import next_to, show
from visualizer.trace.tree_at_step import Bound

GIVEN, NULL, LIMITS = "the window given", "a null window", "what leaves can be worth"
"""What has set a bound that no move has set."""
ASKS = {">": "more than", "≥": "at least", "<": "less than"}
NEITHER = {"nothing decided": "nobody wins"}
"""What 0 means where it is no value of a position, by what it means at a depth limit: it may stand for a draw, too."""


def asked(question: WindowQuestion) -> str:
    """Return what a null window asks of a value.

    >>> asked(WindowQuestion("<", 3))
    'less than 3'
    """
    return f"{ASKS[question.sign]} {show(question.bound)}"


def yes_or_no(question: WindowQuestion, value: float) -> str:
    """Return how a value answers a question."""
    return "yes" if question.holds(value) else "no"


def closed(window: WindowFact) -> str:
    """Say that a window has closed with the return of the last child."""
    low, high, sign = show(window.alpha), show(window.beta), ">" if window.strict else "≥"
    return f"The window has closed (α {low} {sign} β {high}), but nothing is left to prune."


def reaching(window: WindowFact) -> str:
    """Say which values cut: `3 or more`, and where the end is the number next above 3, `more than 3`."""
    word, near = "more" if window.maximizing else "less", next_to(window.bound)
    if window.strict:
        return f"{word} than {show(window.bound)}"
    inside = near < window.bound if window.maximizing else near > window.bound
    return f"{word} than {show(near)}" if inside else f"{show(window.bound)} or {word}"


class Windows(Chances):
    """Says what windows mean, at a step of a run."""

    def threshold_of(self, window: WindowFact) -> str:
        """Say which value of the next child would cut a node, or why none can."""
        if isinf(window.bound):
            return self.unbounded(window) if window.nothing_above else ""  # a user-supplied search may not pass it on
        if not window.left:
            return closed(self.seen(window)) if window.closed else "All children are seen: nothing more can cut here."
        # A node whose last child closes the window is finished, not cut.
        what = "cut here" if window.left > 1 else "close the window, with nothing left to prune"
        return f"{self.at_stake(window) or f'A value of {self.reach(window)}'} would {what}{self.perhaps(window)}."

    def perhaps(self, window: WindowFact) -> str:
        """Say that the end itself may cut, too, where nobody has told the rule."""
        return "" if window.is_told else f", and perhaps {show(self.seen(window).bound)} itself"

    def reach(self, window: WindowFact) -> str:
        """Return which values cut, as they are told: `3 or more`, `−3 or more for MIN`."""
        return f"{reaching(self.seen(window))}{self.view(window.node).whose}"

    def seen(self, window: WindowFact) -> WindowFact:
        """Return a window as it is told: from the side of who is to move, if that is wanted, who then maximizes."""
        view = self.view(window.node)
        alpha, beta = view.window(window.alpha, window.beta)
        return replace(window, maximizing=window.maximizing != view.is_min, alpha=alpha, beta=beta)

    def unbounded(self, window: WindowFact) -> str:
        """Say that no bound can cut a node: the other side has none above it."""
        other = self.other(window.node)
        if self.tree.parent(window.node) < 0:
            return f"Nothing can cut the root: {other} has nothing above it."
        end = "β = +∞" if self.seen(window).maximizing else "α = −∞"
        return f"Nothing can cut here: {other} has no value above yet ({end})."

    def at_stake(self, window: WindowFact) -> str:
        """Return what it takes to reach a bound, `White at least a flat ahead (1 or more)`; "" if nothing is said."""
        near, value, maximizing = next_to(window.bound), self.reach(window), window.maximizing
        standing = None if window.setter is None else self.meant(near)
        if standing is None or self.stakes is None:
            return ""
        beyond = value.startswith(("more than", "less than"))
        stakes, root = self.stakes, self.run.root
        greatest = stakes.greatest(root)
        if standing.is_plain_win and stakes.least_win(root) not in (0, greatest):
            return ""  # wins may differ, and the evaluation does not say how
        if abs(near) == greatest:
            win = self.win(standing)
            if (standing.side > 0) == maximizing:
                return "" if beyond else f"Only {win}"
            return f"Anything but {win}" if beyond else f"With {win} already, any value"
        what = self.label(standing, Bound.LOWER if maximizing else Bound.UPPER)
        if standing.won and standing.words:
            what = f"{AT_LEAST if (standing.side > 0) == maximizing else AT_MOST}{self.win(standing)}"
        elif standing.words in KEEPS:
            what = f"{AT_LEAST}keeping the game open"
        if beyond:
            what = what.replace("at least", "more than").replace("at most", "less than")
        return f"{capitalized(what)} ({value})" if what else ""

    def means(self, bound: float) -> str:
        """Return in brackets what an end of a window means to the players, ` (White a flat ahead)`; "" for nothing."""
        standing = self.meant(next_to(bound))
        if standing is None or self.stakes is None:
            return ""
        words = self.label(standing) if standing.side else NEITHER.get(self.stakes.even, standing.words)
        return words and f" ({words})"

    def set_by(self, end: WindowEnd) -> str:
        """Return who set an end of a window: a move, a window given, or "" for neither."""
        if end.child is not None:
            return self.choice(end.child)
        if end.stand is not None:
            return f"{STANDING_PAT} {self.where(end.stand)}"
        if end.value in self.tree.trace.limits and not isinf(end.value):
            return LIMITS
        if end.chance is not None:
            return "" if isinf(end.value) else f"the sum at {self.place(end.chance)}"
        if not self.tree.trace.narrows or isinf(end.value) or isnan(end.value):
            return ""  # where a call has what it hands down from is not known
        return NULL if end.is_null else GIVEN

    def had(self, end: WindowEnd, node: int) -> str:
        """Say which bound MAX or MIN has at a node, and by which move; "" for none."""
        by = self.set_by(end)
        if end.chance is not None or (end.child is None and end.stand is None and end.value in self.tree.trace.limits):
            what = f"no leaf is worth {'less' if end.lower else 'more'} than {show(end.value)}"
            wanted = f"{self.place(end.chance or 0)} asks for {'more' if end.lower else 'less'} than {show(end.value)}"
            return "" if isinf(end.value) else what if end.value in self.tree.trace.limits else wanted
        if end.child is None and end.stand is None:
            said = self.view(node).value(end.value)
            return by and f"{by} asks for values {said.view.beyond(lower=end.lower)} {said.named}"
        return self.holding(end.value, end.child, by, node, lower=end.lower)

    def given(self, node: int) -> str:
        """Say what a node is asked if both ends of its window are given ones, set by no move; else ""."""
        ends = [end_of(self.tree, node, lower=lower) for lower in (True, False)]
        if all(self.set_by(end) == LIMITS for end in ends):
            return f"leaves are worth from {show(ends[0].value)} to {show(ends[1].value)}"
        if any(self.set_by(end) not in (GIVEN, NULL) for end in ends):
            return ""
        if question := question_of(self.tree, self.tree.visit(node)):
            return f"is it {asked(question)}?"
        low, high = map(show, self.view(node).window(*(end.value for end in ends)))
        return f"the window given asks for values between {low} and {high}"
