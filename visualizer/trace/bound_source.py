"""Who set the window's end with which a node was entered."""

from dataclasses import dataclass

from visualizer.trace.visits_at_step import VisitsAtStep


@dataclass(frozen=True, slots=True)
class BoundSource:
    """Who set a bound: `node` by what its child `child` returned.

    Both are None for the window the search was given, `child` alone for a bound that the search chose by itself, such
    as the far end of a null window.
    """

    node: int | None
    child: int | None


def bound_source_of(visits: VisitsAtStep, row: int, *, lower: bool) -> BoundSource:
    """Return who set the alpha (`lower`) or beta with which a row was entered, both by the rows of their visits."""
    trace, line = visits.trace, visits.trace.line_to(row)
    bounds = [*map(trace.alpha if lower else trace.beta, line)]
    place = bounds.index(bounds[-1])
    if place == 0:
        return BoundSource(None, None)
    above = line[place - 1]
    return BoundSource(above, next((child for child in visits.looks(above) if trace.value(child) == bounds[-1]), None))
