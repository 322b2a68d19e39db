"""What is said to a person who makes a search by hand: what has happened, where one stands, how to think."""

from math import isinf

from visualizer.exercises.by_hand.acts import SIGNS, Act, ActKind
from visualizer.exercises.by_hand.in_sight import InSight
from visualizer.exercises.by_hand.machine import Moment
from visualizer.explanation.naming import capital, listed
from visualizer.look.numbers import show

ORDER = (
    "Has a child just returned something better for who moves here? Then α or β changes. As soon as α {rule} β, x cuts "
    "the rest. Is a child left? Then ↓ enters it. If none is, a value is returned."
)
ORDER_CHANCE = (
    "Can what is left, worth the most or the least there is, still bring the sum between α and β? Then ↓ enters the "
    "next outcome, else x cuts the rest. If none is left, the sum is returned."
)
MOST_OFFERED = 8


class Telling(InSight):
    """Says what is to be said at a moment."""

    def here(self) -> str:
        """Say where one stands, with the window as it was typed: `You stand at C (MIN), α = 3 and β = +∞.`."""
        return f"You stand at {self.place(self.innermost)} ({self.mover()}), {self.typed_window()}."

    def came(self, before: Moment, act: Act) -> str:
        """Say what an act has done, that led here from the moment before."""
        hand = self.hand
        if act.kind is ActKind.CUT:
            left = [self.at(path) for path in hand.left(before)]
            return f"{capital(listed(left))} {'is' if len(left) == 1 else 'are'} cut."
        if act.kind in (ActKind.ALPHA, ActKind.BETA):
            number = self.moment.alpha if act.kind is ActKind.ALPHA else self.moment.beta
            return f"{SIGNS[act.kind]} is {show(number)} now."
        if act.kind is ActKind.DOWN and self.moment.step == before.step + 1:
            return self.here()
        child = hand.left(before)[0] if act.kind is ActKind.DOWN else hand.path(before)
        value = show(hand.trace.value(self.innermost if hand.is_over(self.moment) else hand.returned(self.moment)[-1]))
        if hand.is_over(self.moment):
            return f"The root has returned {value}: that is the search, and you have made it."
        back = "" if act.kind is ActKind.DOWN else f" {self.here()}"
        return f"{capital(self.at(child))} has returned {value}.{back}"

    def tried(self, act: Act) -> str:
        """Return an act as it is written, with the node that is to be entered: `↓ c2`."""
        if act.kind is not ActKind.DOWN:
            return act.says
        return f"{act.says} {self.next_child() if act.path is None else self.at(act.path)}".rstrip()

    def order(self) -> str:
        """Say in which order to think here."""
        if self.is_chance:
            return ORDER_CHANCE
        return ORDER.format(rule=self.hand.rule)

    def numbers(self) -> list[float]:
        """Return the numbers in sight, of which one is chosen by mouse; at a chance node also what they add up to."""
        hand, tree = self.hand, self.tree
        children = [tree.returned_value(child) for child in hand.returned(self.moment)]
        found = [*children, self.moment.alpha, self.moment.beta]
        if self.is_chance and children:
            sums, limits = tree.expected(self.innermost), hand.trace.limits
            found += [float(sums.known), *(float(sums.known + limit * sums.rest) for limit in limits if sums.rest)]
        if hand.is_below_chance(self.moment):
            found += [*hand.window(self.moment), *hand.trace.limits]
        return sorted({value: None for value in found if not isinf(value)})[:MOST_OFFERED]

    def headers(self) -> list[str]:
        """Say which search one is, where one stands, with which window and by which rules: the longest first."""
        hand, place = self.hand, f"{self.place(self.innermost)} ({self.mover()})"
        window, rules = f"α {show(self.moment.alpha)}   β {show(self.moment.beta)}", hand.rules()
        return [
            f"You are {hand.name} · you stand at {place} · {window} · {rules}",
            f"{hand.name} at {place} · {window} · {rules}",
            f"{place} · {window} · {rules}",
            f"{window} · {rules}",
        ]
