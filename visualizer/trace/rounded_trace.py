"""A trace whose values are sums of floating-point numbers, as in games with dice: the same numbers, shown as meant."""

from visualizer.look.numbers import Rounded
from visualizer.trace.held_trace import HeldTrace
from visualizer.trace.rows import Row, Trace


class RoundedValues(Trace):
    """Values and ends of windows as `Rounded`, which compare and add up as the numbers that were recorded."""

    __slots__ = ()

    def __getitem__(self, row: int) -> Row:
        """Return one visit; IndexError outside of 0 to n - 1."""
        found = super().__getitem__(row)
        value, alpha, beta = Rounded(found.value), Rounded(found.alpha), Rounded(found.beta)
        return found._replace(value=value, alpha=alpha, beta=beta)

    def value(self, row: int) -> float:
        """Return the value returned, as `Trace.value` does."""
        return Rounded(super().value(row))

    def alpha(self, row: int) -> float:
        """Return the window's lower end on entry, as `Trace.alpha` does."""
        return Rounded(super().alpha(row))

    def beta(self, row: int) -> float:
        """Return the window's upper end on entry, as `Trace.beta` does."""
        return Rounded(super().beta(row))


class HeldRoundedTrace(RoundedValues, HeldTrace):
    """The first steps of such a trace."""

    __slots__ = ()


def held(whole: Trace) -> HeldTrace:
    """Return a trace that holds steps of another, none to begin with."""
    return HeldRoundedTrace(whole) if isinstance(whole, RoundedValues) else HeldTrace(whole)
