"""Where each jump leads: from a step to a step, None where there is no such step (yet)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import isnan

from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import Trace


def next_cut(trace: Trace, step: int) -> int | None:
    """Return the step of the next cutoff."""
    place = trace.cut_count(step)
    return trace.cut_step(trace.cuts[place]) if place < len(trace.cuts) else None


def previous_cut(trace: Trace, step: int) -> int | None:
    """Return the step of the cutoff before this step."""
    place = trace.cut_count(step - 1) if step > 0 else 0
    return trace.cut_step(trace.cuts[place - 1]) if place else None


def over(trace: Trace, step: int) -> int | None:
    """Return the step in which the child that comes next has returned; the next step if none comes."""
    if step >= trace.last_step:
        return None
    following_row = trace.entered(step)
    if following_row < len(trace) and trace.enter_step(following_row) == step + 1:
        return trace.return_step(following_row)
    return step + 1


def finish(trace: Trace, step: int) -> int | None:
    """Return the step in which the innermost open node returns."""
    here = Playhead(trace, step)
    if not here.path:
        return over(trace, step)
    return trace.return_step(here.path[-1])


def following(trace: Trace, step: int) -> int | None:
    """Return the next step."""
    return step + 1 if step < trace.last_step else None


def preceding(trace: Trace, step: int) -> int | None:
    """Return the step before."""
    return step - 1 if step else None


def last(trace: Trace, step: int) -> int | None:
    """Return the last step, once the search has finished."""
    return trace.steps if trace.finished else None


BACKWARDS: Mapping[str, Callable[[Trace, int], int | None]] = {
    "previous": preceding,
    "previous_cut": previous_cut,
    "first": lambda trace, step: 0,
}
FORWARDS: Mapping[str, Callable[[Trace, int], int | None]] = {
    "next": following,
    "next_cut": next_cut,
    "over": over,
    "finish": finish,
    "last": last,
}
"""The jumps by the names of their actions. Where one forwards leads nowhere and the search has not finished, it may
lead somewhere later."""

NOWHERE = {
    "next": "this is the last step",
    "over": "this is the last step",
    "finish": "no node is open: the search has finished",
    "previous": "this is the beginning",
    "next_cut": "there is no cutoff after this step",
    "previous_cut": "there is no cutoff before this step",
    "next_change": "nothing more changes there",
    "previous_change": "nothing changes there before",
}
"""What to say where a jump leads nowhere."""


def changes(trace: Trace, row: int) -> Iterator[int]:
    """Go through the steps in which what is known of a row changes: entry, every new best, cut, return."""
    yield trace.enter_step(row)
    whole, best = Playhead(trace, trace.last_step), None
    maximizing = trace.maximizing(row)
    for child in whole.children(row):
        step, value = trace.return_step(child), trace.value(child)
        if step is None:
            return
        if isnan(value):
            continue
        if best is None or (value > best if maximizing else value < best) or step == trace.cut_step(row):
            best = value
            yield step
    last = trace.return_step(row)
    if last is not None:
        yield last


def next_change(trace: Trace, row: int, step: int) -> int | None:
    """Return the next step in which what is known of a row changes."""
    return next((change for change in changes(trace, row) if change > step), None)


def previous_change(trace: Trace, row: int, step: int) -> int | None:
    """Return the last step before this one in which what is known of a row changes."""
    before = [change for change in changes(trace, row) if change < step]
    return before[-1] if before else None
