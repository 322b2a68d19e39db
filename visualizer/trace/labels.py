"""The few words that stand for a node in every view: its value with its bound, its window, its state."""

from __future__ import annotations

from visualizer.look.legend import State
from visualizer.look.numbers import show
from visualizer.trace.playhead import Bound, Playhead, Status

STATES = {
    Status.TO_COME: State.TO_COME,
    Status.OPEN: State.OPEN,
    Status.DONE: State.DONE,
    Status.CUT: State.CUT,
    Status.STOPPED: State.STOPPED,
}


def value_label(here: Playhead, row: int) -> str:
    """Return a row's value as known now: `3`, `≥3`, `≤3`, `≤3…` (at most 3 so far), or nothing."""
    bound, value = here.bound(row), here.value(row)
    if bound is Bound.NONE or value is None:
        return ""
    if bound is Bound.SO_FAR:
        return f"{'≤' if here.trace.maximizing(row) else '≥'}{show(value)}…"
    return f"{'' if bound is Bound.EXACT else bound.value}{show(value)}"


def window_label(here: Playhead, row: int) -> str:
    """Return a row's window as it is now, `α 3  β +∞`."""
    low, high = here.window(row)
    names = ("α", "β") if here.has_window else here.trace.entry
    return f"{names[0]} {show(low)}  {names[1]} {show(high)}"


def state_of(here: Playhead, row: int, best_line: frozenset[int] = frozenset()) -> State:
    """Return how a row is drawn now; `best_line` are the rows of the best line known."""
    if row == here.current and not here.at_end:
        return State.CURRENT
    return lasting_state(here, row, best_line)


def lasting_state(here: Playhead, row: int, best_line: frozenset[int] = frozenset()) -> State:
    """Return what a row is now, whether the last event was there or not."""
    status = here.status(row)
    if status is Status.DONE and row in best_line:
        return State.BEST
    return STATES[status]
