"""What is in sight of a person who makes a search by hand, and the arithmetic of chance there, in English."""

from math import isinf

from visualizer.exercises.by_hand.acts import SIGNS, ActKind
from visualizer.exercises.by_hand.machine import ByHand, Moment
from visualizer.exercises.question import Clue
from visualizer.explanation.english.cuts import Cutoffs
from visualizer.explanation.naming import capital, capitalized, listed
from visualizer.look.numbers import odds, show

MOST = 6
"""The most children whose values are listed."""
OPENING = (
    "A node below chance has a window of its own: α is (α of the chance node − its sum so far − what the outcomes "
    "after this one add at most) / the probability of this one, β the same with what they add at least, and neither "
    "goes beyond what leaves can be worth."
)
CUTS_CHANCE = (
    "x cuts a chance node only where what is left, worth the most there is, cannot bring it {above} α, or, worth the "
    "least, cannot keep it {below} β."
)
BEYOND = {"≥": {"above": "above", "below": "below"}, ">": {"above": "up to", "below": "down to"}}
"""What a chance node would have to come to, by the rule of cutting."""
ADDS = (
    "A chance node returns the sum of probability times value; one that is cut, with what all that is left could add."
)


class InSight(Cutoffs):
    """Says what has come back at a moment, and what that leaves open where chance moves."""

    def __init__(self, hand: ByHand, moment: Moment) -> None:
        """Look at a search by hand from a moment."""
        super().__init__(hand.run, hand.tree(moment.step))
        self.hand, self.moment, self.innermost = hand, moment, hand.node(moment)
        self.is_max, self.is_chance = self.tree.maximizing(self.innermost), self.tree.is_chance(self.innermost)
        self.end = "α" if self.is_max else "β"

    def sights(self) -> list[Clue]:
        """Return what is in sight: what has come back, who moves, and the window as it was typed."""
        here = f"{self.mover()} moves {self.where(self.innermost)}, where {self.typed_window()}"
        return [Clue("", self.came_back()), Clue("", here)]

    def came_back(self) -> str:
        """Say what the children have returned, the last few where there are many."""
        children = self.hand.returned(self.moment)
        if not children:
            return f"nothing has come back to {self.place(self.innermost)} yet"
        shown = children[-MOST:]
        names, values = [*map(self.place, shown)], [show(self.tree.returned_value(child)) for child in shown]
        before = f" (the last {len(shown)} of {len(children):,})" if len(children) > MOST else ""
        return f"{listed(names)} {'has' if len(names) == 1 else 'have'} returned {listed(values)}{before}"

    def mover(self) -> str:
        """Return who moves where one stands: a side, or chance."""
        return self.side(self.innermost)

    def typed_window(self) -> str:
        """Return the window as it was typed."""
        return f"α = {show(self.moment.alpha)} and β = {show(self.moment.beta)}"

    def next_child(self) -> str:
        """Return the name of the child that comes next, "" for none."""
        return next(map(self.at, self.hand.left(self.moment)), "")

    def chance_cuts(self) -> str:
        """Return the rule about cutting where chance moves."""
        return CUTS_CHANCE.format(**BEYOND[self.hand.rule])

    def own_end(self, end: ActKind) -> str:
        """Reckon an end of the window of a node below chance, and not the other, which is to be found out, too."""
        above = self.tree.parent(self.innermost)
        (least, most), found = self.hand.trace.limits, self.tree.expected(above)
        probability = self.tree.probability(self.innermost) or 0
        rest = float(found.rest - probability) if len(self.tree.children(above)) < self.tree.move_count(above) else 0.0
        which = 0 if end is ActKind.ALPHA else 1
        now, given = self.hand.window(self.moment)[which], self.tree.window(above)[which]
        limit = (most, least)[which] if rest else 0.0
        says = f"{capitalized(self.where(self.innermost))} {SIGNS[end]} is {show(now)}"
        if isinf(limit) or isinf(given) or now in (least, most):
            return f"{says}."
        taken = f"{show(given)} − {show(float(found.known))} − {show(limit)} · {show(rest)}"
        return f"{says}: ({taken}) / ({odds(probability)})."

    def still_open_by_chance(self) -> str:
        """Say between what the chance node can still be, and that this is inside the window."""
        found, (least, most) = self.tree.expected(self.innermost), self.hand.trace.limits
        low, high = (float(found.known + limit * found.rest) if found.rest else float(found.known)
                     for limit in (least, most))  # fmt: skip
        alpha, beta = self.hand.window(self.moment)
        ends = f"may still be worth from {show(low)} to {show(high)}"
        window = f"where α = {show(alpha)} and β = {show(beta)}"
        return f"{capital(self.place(self.innermost))}, {window}, {ends}: {self.next_child()} is looked at."
