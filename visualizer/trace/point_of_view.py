"""Values as they are said: kept from MAX's side everywhere, they are turned to the side they are told from here."""

from typing import NamedTuple, TypeVar

from visualizer.look.numbers import format_mean, format_signed, show
from visualizer.trace.bounds import OPPOSITE, SO_FAR, Bound, Exact

AnyNumber = TypeVar("AnyNumber", float, Exact)
SIGN_FOR_MIN = {"≤": "≥", "<": ">", "≥": "≤", ">": "<"}


class PointOfView(NamedTuple):
    """From whose side values are told: MAX's, or where `is_min` MIN's. What it is asked about is from MAX's side.

    >>> mover = PointOfView(is_min=True, player="MIN")
    >>> mover.of(3), mover.window(-2, 5), mover.end(lower=True), mover.sign("≤"), mover.value(3, Bound.LOWER).clause
    (-3, (-5, 2), 'β', '≥', 'at most −3 for MIN')
    """

    is_min: bool = False
    player: str = ""
    """Who is named with each value; "" where all values are MAX's, which goes without saying."""

    def of(self, value: AnyNumber) -> AnyNumber:
        """Return a value from this side."""
        return 0 - value if self.is_min else value

    def window(self, low: AnyNumber, high: AnyNumber) -> tuple[AnyNumber, AnyNumber]:
        """Return both ends of a window from this side, the lower one first."""
        return (0 - high, 0 - low) if self.is_min else (low, high)

    def bound(self, bound: Bound) -> Bound:
        """Return a bound from this side."""
        return OPPOSITE.get(bound, bound) if self.is_min else bound

    def sign(self, sign: str) -> str:
        """Return the sign between two values from this side."""
        return SIGN_FOR_MIN[sign] if self.is_min else sign

    def end(self, *, lower: bool) -> str:
        """Return α or β: what an end of a window, `lower` from MAX's side, is from this side."""
        return "α" if lower != self.is_min else "β"

    def beyond(self, *, lower: bool) -> str:
        """Return on which side of an end, `lower` from MAX's side, the values inside the window are."""
        return "above" if lower != self.is_min else "below"

    @property
    def whose(self) -> str:
        """For whom a value is, ` for MIN`; "" where that goes without saying."""
        return f" for {self.player}" if self.player else ""

    def show(self, value: Exact) -> str:
        """Return a value from this side as people read it, without saying whose it is."""
        return show(self.of(value))

    def label(self, value: float, bound: Bound) -> str:
        """Return a value as a node shows it: `3`, `≥3`, `≤3…` so far, `≈+0.30` a mean.

        >>> FOR_MAX.label(1, Bound.PROVEN), FOR_MAX.label(0, Bound.PROVEN), FOR_MIN.label(3, Bound.UPPER)
        ('∎+1', '∎0', '≥−3')
        >>> FOR_MAX.label(3, Bound.AT_LEAST_SO_FAR), FOR_MIN.label(3, Bound.AT_LEAST_SO_FAR)
        ('≥3…', '≤−3…')
        """
        number = 0 - value if self.is_min else value
        if bound is Bound.EXACT:
            return show(number)
        if bound is Bound.MEAN:
            return f"{bound.value}{format_mean(number)}"
        if bound is Bound.PROVEN:
            return f"{bound.value}{format_signed(number)}"
        if bound in SO_FAR:
            sign = self.bound(bound).value
            return f"{sign[0]}{show(number)}{sign[1]}"
        return f"{self.bound(bound).value}{show(number)}"

    def value(self, value: float, bound: Bound = Bound.EXACT) -> "SaidValue":
        """Return a value, from MAX's side, to be said from this one."""
        return SaidValue(value, bound, self)


FOR_MAX, FOR_MIN = PointOfView(), PointOfView(is_min=True)


class SaidValue(NamedTuple):
    """A value, what it says of the true one, and from whose side it is told; number and bound are from MAX's side."""

    value: float
    bound: Bound = Bound.EXACT
    view: PointOfView = FOR_MAX

    @property
    def named(self) -> str:
        """The number and whose it is, `−3 for MIN`: nobody's where it is 0."""
        return f"{self.view.show(self.value)}{self.view.whose if self.value else ''}"

    @property
    def clause(self) -> str:
        """The value in a sentence, `at most −3 for MIN`."""
        words = {Bound.UPPER: "at most ", Bound.LOWER: "at least "}.get(self.view.bound(self.bound), "")
        return f"{words}{self.named}"

    @property
    def mean(self) -> str:
        """A mean, and whose it is: `+0.15 for O`."""
        return f"{format_mean(self.view.of(self.value))}{self.view.whose}"
