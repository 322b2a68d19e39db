"""What two engines tell beside moves, windows and values, and where that differs: depths, reductions, standing pat."""

from visualizer.trace.rows import Trace
from visualizer.trace.said import PLANS

STAND = "stand"
NONE_AS_ZERO = {"reduced", "extended"}
"""What is 0 where it is not told."""
NumbersBeside = tuple[float | None, ...]
"""What is told of a visit, by names; None for nothing."""


class ToldBeside:
    """Knows what two finished traces tell of their visits, of all that both tell anywhere."""

    def __init__(self, one: Trace, other: Trace) -> None:
        """Take two traces."""
        self.traces = one, other
        both = names_told(one) & names_told(other)
        self.plans = [name for name in PLANS if name in both]
        self.stands = STAND in both
        self._numbers = {self.told(0, -1): 0}

    def numbers(self, side: int) -> dict[int, int]:
        """Return a number for each row of which something is told: the same for the same in both, 0 for nothing."""
        trace = self.traces[side]
        rows = {*(trace.said.plans if self.plans else ()), *(trace.stands if self.stands else ())}
        numbers = self._numbers
        return {row: numbers.setdefault(self.told(side, row), len(numbers)) for row in rows}

    def told(self, side: int, row: int) -> NumbersBeside:
        """Return what is told of a visit, the value of standing pat last."""
        trace = self.traces[side]
        plan = trace.said.plans.get(row, {})
        told = [plan.get(name, 0 if name in NONE_AS_ZERO else None) for name in self.plans]
        return (*told, trace.stands.get(row)) if self.stands else tuple(told)

    def differs(self, row: int, other: int) -> tuple[str, tuple[float | None, float | None]] | None:
        """Return what is told differently of two visits, and how; None for nothing.

        Where only one tells a depth, a prior or a count, that is no difference; where only one stands pat, it is.
        """
        names = [*self.plans, *([STAND] if self.stands else [])]
        for name, *has in zip(names, self.told(0, row), self.told(1, other), strict=True):
            if has[0] != has[1] and (name == STAND or None not in has):
                return name, (has[0], has[1])
        return None


def names_told(trace: Trace) -> set[str]:
    """Return what a trace tells of some visits."""
    return {name for plan in trace.said.plans.values() for name in plan} | ({STAND} if trace.stands else set())


def told_by_one(one: Trace, other: Trace) -> tuple[list[str], list[str]]:
    """Return what only the first and only the second of two traces tells, so that it is not compared."""
    first, second = (_all_told(trace) for trace in (one, other))
    return [name for name in first if name not in second], [name for name in second if name not in first]


def _all_told(trace: Trace) -> list[str]:
    told = names_told(trace)
    usual = {"window": trace.has_window, "bound": bool(trace.said.bounds), "probe": bool(trace.said.probes)}
    return [*(name for name, is_told in usual.items() if is_told), *(name for name in (*PLANS, STAND) if name in told)]
