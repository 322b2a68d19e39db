"""A table's answers that cannot be right: a later search that asks the same denies them, and none has found them."""

from collections import defaultdict
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from visualizer.look.numbers import show
from visualizer.run import Run
from visualizer.trace.bounds import Bound, bound_of
from visualizer.trace.rows import Kind, Trace

AT_ONCE = 128
"""Visits that are looked at before others have their turn."""
INNER = (Kind.FULL, Kind.CUT, Kind.SAMPLED)
UNKNOWN = (Kind.OPEN, Kind.STOPPED)
SameQuestion = tuple[object, ...]
"""What two visits have in common that ask the same: the position, the plies from the root, the pass, the depth told."""


class Denied(NamedTuple):
    """The row of an answer, and that of the later visit that denies it."""

    answer: int
    later: int


def wrong_answers(run: Run) -> Iterator[tuple[int, str] | None]:
    """Yield the rows of such answers, each with a sentence; None now and then, so that others can have their turn.

    Searches that reduce late moves find other values at other times, rightly. So where the engine tells how deep it
    searches, an answer is doubted only if a visit before shows what is wrong: it has found this value in a search that
    was less deep, or as another bound, and no visit has found what is answered. Where it tells of reductions and not
    how deep it searches, nobody knows what asks the same.
    """
    found, plans = list[Denied](), run.trace.said.plans
    are_known = not any(name in plan for plan in plans.values() for name in ("reduced", "extended"))
    for denied in _denied(run):
        if denied is None:
            yield None
        elif _depth(run.trace, denied.answer) is not None:
            found.append(denied)
        elif are_known:
            trace, later = run.trace, denied.later
            finds = f"{_visit(trace, later)} of the same position finds {_said(trace, later)}"
            yield denied.answer, f"a table answers {_said(trace, denied.answer)}, and {finds}"
    if found:
        yield from _without_source(run, found)


def _denied(run: Run) -> Iterator[Denied | None]:
    """Yield the answers which a later search denies that asks the same."""
    trace = run.trace
    answers = [row for row in range(len(trace)) if trace.kind(row) is Kind.TABLE]
    if not answers:
        return
    places = dict[int, SameQuestion]()
    for number, row in enumerate(answers):
        places[row] = _place(run, row)
        if number % AT_ONCE == 0:
            yield None
    wanted = set(places.values())
    searched: dict[SameQuestion, int] = {}
    for row in range(len(trace) - 1, answers[0] - 1, -1):
        if row % AT_ONCE == 0:
            yield None
        if trace.kind(row) in INNER:
            place = _place(run, row)
            if place in wanted:
                searched[place] = row
        elif row in places and places[row] in searched:
            later = searched[places[row]]
            if _deny(trace, row, later):
                yield Denied(row, later)


def _without_source(run: Run, found: list[Denied]) -> Iterator[tuple[int, str] | None]:
    """Yield those of some answers of which a visit before shows what is wrong."""
    trace, visits = run.trace, defaultdict[object, list[int]](list)
    keys = {each.answer: run.position(run.path(each.answer)).key() for each in found}
    wanted = set(keys.values())
    for row in range(max(keys)):
        if row % AT_ONCE == 0:
            yield None
        key = None if trace.kind(row) in UNKNOWN else run.position(run.path(row)).key()
        if key in wanted:
            visits[key].append(row)
    for each in found:
        before = [row for row in visits[keys[each.answer]] if trace.end(row) < each.answer]
        value = trace.value(each.answer)
        same = [row for row in before if trace.value(row) == value and trace.kind(row) is not Kind.TABLE]
        if same and not any(_justifies(trace, row, each.answer) for row in before):
            why = (
                f"a table answers {_said(trace, each.answer)}; {_visit(trace, same[-1])} of the same position found "
                f"{_said(trace, same[-1])}, and {_visit(trace, each.later)} finds {_said(trace, each.later)}"
            )
            yield each.answer, why


def _place(run: Run, row: int) -> SameQuestion:
    trace, path = run.trace, run.path(row)
    return run.position(path).key(), len(path), trace.pass_name(row), _depth(trace, row)


def _depth(trace: Trace, row: int) -> float | None:
    """Return the plies that were left at a visit, as far as told; where none is left, captures are tried as ever."""
    depth = trace.said.plans.get(row, {}).get("depth")
    return None if depth is None else max(0, depth)


def _justifies(trace: Trace, row: int, answer: int) -> bool:
    """Return whether a table may answer so after a visit: it was as deep, as far as known, and what it says holds."""
    depth, asked = _depth(trace, row), _depth(trace, answer)
    (low, high), (least, most) = _range(trace, row), _range(trace, answer)
    return (depth is None or asked is None or depth >= asked) and least <= low and high <= most


def _deny(trace: Trace, one: int, other: int) -> bool:
    """Return whether what two visits have returned cannot both hold."""
    (low, high), (least, most) = _range(trace, one), _range(trace, other)
    return low > most or high < least


def _range(trace: Trace, row: int) -> tuple[float, float]:
    """Return the least and the greatest value that a visit's node can have."""
    value, bound = trace.value(row), bound_of(trace, row)
    return (-inf if bound is Bound.UPPER else value, inf if bound is Bound.LOWER else value)


def _visit(trace: Trace, row: int) -> str:
    return f"visit {row + 1:,} (step {trace.return_step(row):,})"


def _said(trace: Trace, row: int) -> str:
    """Return what a visit returned, and to which depth, as far as told."""
    bound, depth = bound_of(trace, row), _depth(trace, row)
    at = "" if depth is None else f" at depth {depth:g}"
    return f"{'' if bound is Bound.EXACT else bound.value}{show(trace.value(row))}{at}"
