"""What cannot be right in a search that was recorded: each doubt with the visit, and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isclose, isnan
from typing import Any

from visualizer.comparison.lint_tables import AT_ONCE, INNER, wrong_answers
from visualizer.look.numbers import ROUNDING, Rounded, show
from visualizer.run import Run
from visualizer.trace.bounds import Bound, bound_of
from visualizer.trace.chance import expected
from visualizer.trace.child_visits import child_visits, last_looks
from visualizer.trace.rows import Kind, Trace


@dataclass(frozen=True, slots=True, order=True)
class Doubt:
    """Something that cannot be right at a visit, by its row; `why` is one sentence."""

    row: int
    what: str
    """`open-cut`, `wide-window`, `alien-value`, `wrong-side`, `best-is-bound` or `table-contradicted`."""
    why: str

    def as_object(self, run: Run) -> dict[str, Any]:
        """Return the doubt as data; visits count from 1, the path is as the game writes its moves."""
        path, step = run.all_written(run.path(self.row)), self.step(run.trace)
        return {"visit": self.row + 1, "step": step, "path": path, "what": self.what, "why": self.why}

    def step(self, trace: Trace) -> int:
        """Return the step at which it is seen: that in which the visit returns."""
        return trace.return_step(self.row) or trace.steps


def doubts(run: Run) -> list[Doubt]:
    """Return what cannot be right in a finished run, by visits. Of means of samples there is nothing to say."""
    return sorted(filter(None, looks(run)), key=lambda doubt: doubt.row)


def looks(run: Run) -> Iterator[Doubt | None]:
    """Yield the same in another order, and now and then None, so that others can have their turn."""
    if run.trace.adds:
        return
    trace = run.trace
    for row in range(len(trace)):
        yield from _wide_window(trace, row)
        if trace.kind(row) in INNER:
            yield from _open_cut(trace, row)
            yield from _alien_value(trace, row)
            yield from _best_is_bound(run, row)
        if row % AT_ONCE == 0:
            yield None
    for answer in wrong_answers(run):
        yield Doubt(answer[0], "table-contradicted", answer[1]) if answer else None


def _open_cut(trace: Trace, row: int) -> Iterator[Doubt]:
    """Yield a cut by a value that does not reach the end of the window which would be met."""
    if trace.kind(row) is not Kind.CUT or not trace.has_window or isnan(trace.alpha(row)):
        return
    value, maximizing = trace.value(row), trace.at_beta(row)
    end = trace.beta(row) if maximizing else trace.alpha(row)
    if value < end if maximizing else value > end:
        name, than = ("β", "below") if maximizing else ("α", "above")
        yield Doubt(row, "open-cut", f"it is cut though its value {show(value)} is {than} {name} = {show(end)}")


def _wide_window(trace: Trace, row: int) -> Iterator[Doubt]:
    """Yield a window more than twice as wide as that above, which was not passed on.

    That a root's moves are searched by other windows is usual, as in probes and where chance moves; side searches of
    which nobody tells have narrow ones. One that is quite open may not have been told.
    """
    above = trace.parent(row)
    if not trace.has_window or above < 0 or trace.parent(above) < 0:
        return
    (alpha, beta), (low, high) = ((trace.alpha(each), trace.beta(each)) for each in (row, above))
    is_open = alpha == -inf and beta == inf
    if (
        low < high
        and beta - alpha > 2 * (high - low)
        and not (is_open or row in trace.said.probes or trace.is_chance(above))
    ):
        window, outer = (f"({show(least)}, {show(most)})" for least, most in ((alpha, beta), (low, high)))
        yield Doubt(row, "wide-window", f"its window {window} is wider than that of the node above, {outer}")


def _alien_value(trace: Trace, row: int) -> Iterator[Doubt]:
    """Yield a value that is neither the best of the children's, nor that clipped to the window."""
    values = [trace.value(child) for child in last_looks(trace, row, len(trace))]
    values += [trace.stands[row]] if row in trace.stands else []
    if not values or row in trace.said.bounds or _is_cut_by_probe(trace, row):
        return
    if trace.is_chance(row):
        yield from _alien_sum(trace, row)
        return
    value, maximizing = trace.value(row), trace.maximizing(row)
    choose, other = (max, min) if maximizing else (min, max)
    best = choose(values)
    clipped = max(trace.alpha(row), min(trace.beta(row), best)) if trace.has_window else best
    if value in (best, clipped):
        return
    mover = "MAX" if maximizing else "MIN"
    if value == -best or (value == other(values) and len(values) > 1):
        which = "the sign is the other side's" if value == -best else "that is the other side's best"
        yield Doubt(row, "wrong-side", f"it returns {show(value)}, and {mover}'s best child has {show(best)}: {which}")
    else:
        yield Doubt(row, "alien-value", f"it returns {show(value)}, and {mover}'s best child has {show(best)}")


def _alien_sum(trace: Trace, row: int) -> Iterator[Doubt]:
    """Yield a value of a chance node that is not what all its outcomes add up to, but for rounding."""
    outcomes = last_looks(trace, row, len(trace))
    if trace.kind(row) is Kind.CUT or trace.adds or len(outcomes) < trace.children(row):
        return
    value, total = trace.value(row), float(expected(trace, row, outcomes).known)
    if not isclose(value, total, rel_tol=ROUNDING, abs_tol=ROUNDING):
        yield Doubt(row, "alien-value", f"it returns {show(value)}, and its outcomes add up to {show(Rounded(total))}")


def _is_cut_by_probe(trace: Trace, row: int) -> bool:
    """Return whether a probe has cut a visit: its value is no child's."""
    visits = child_visits(trace, row, len(trace)) if trace.kind(row) is Kind.CUT and trace.said.probes else ()
    return bool(visits) and visits[-1] in trace.said.probes


def _best_is_bound(run: Run, row: int) -> Iterator[Doubt]:
    """Yield a move that is named as the best though it is only known to be at most (for MIN: at least) so good.

    Where all children are only so known, engines name the move to be tried first another time, as where nothing is
    better than what the mover has already.
    """
    trace, maximizing = run.trace, run.trace.maximizing(row)
    worse, named = Bound.UPPER if maximizing else Bound.LOWER, trace.named_best.get(row)
    if named is None or bound_of(trace, row) is worse:
        return
    children = {trace.move(child): child for child in last_looks(trace, row, len(trace))}
    known = {move: bound_of(trace, child) for move, child in children.items()}
    if known.get(named) is worse and {*known.values()} != {worse}:
        name, most = run.choices(run.path(row))[named], "at most" if maximizing else "at least"
        worth = f"{most} {show(trace.value(children[named]))}"
        yield Doubt(row, "best-is-bound", f"{name} is named as its best move, and is only known to be worth {worth}")
