"""What cannot be right in a search that was recorded: each doubt with the visit, and why."""

import time
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator
from math import inf, isclose
from typing import NamedTuple

from visualizer.explaining.comparison.doubt import Finding
from visualizer.explaining.comparison.lint_games import findings_by_rules
from visualizer.explaining.comparison.lint_samples import findings_in_samples
from visualizer.look.numbers import MAX_ROUNDING_ERROR, Rounded, format_number
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, Bound, bound_of, expected_value
from visualizer.trace.jumps import CUT_JUMPS
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.visits import child_visits, last_looks


def findings_in_run(run: Run) -> list[Finding]:
    """Return what cannot be right in a finished run, by visits."""
    return sorted(filter(None, find_in_turns(run)), key=lambda doubt: doubt.row)


def find_in_turns(run: Run) -> Iterator[Finding | None]:
    """Yield the same in another order, and now and then None, so that others can have their turn."""
    trace = run.trace
    for row in range(len(trace)) if trace.adds or trace.said.plans else ():
        yield from findings_in_samples(run, row)
        if row % SAMPLES_PER_TURN == 0:
            yield None
    if trace.adds:
        return
    for row in range(len(trace)):
        yield from _widened_window(trace, row)
        if trace.kind(row) in INNER_KINDS:
            yield from _cut_inside_window(trace, row)
            yield from _value_of_no_child(trace, row)
            yield from _best_move_is_bound(run, row)
        if row % VISITS_PER_TURN == 0:
            yield None
    for answer in wrong_table_answers(run):
        yield Finding(answer[0], "table-contradicted", answer[1]) if answer else None
    yield from findings_by_rules(run)


def _cut_inside_window(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a cut by a value that does not reach the end of the window which would be met."""
    if trace.kind(row) is Kind.CUT:
        window = trace.window(row)
    else:
        window = None
    if window is None:
        return
    value = trace.value(row)
    maximizing = trace.at_beta(row)
    end = window[maximizing]
    if value < end if maximizing else value > end:
        than = "below" if maximizing else "above"
        missed = FOR_MAX.show_end(end, lower=not maximizing)
        yield Finding(
            row,
            "open-cut",
            f"it is cut although its value {format_number(value)} is {than} {missed}",
        )


def _widened_window(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a window more than twice as wide as that above, which was not passed on.

    That a root's moves are searched by other windows is usual, as in probes and where chance moves;
    side searches of which nobody tells have narrow ones. One that is quite open may not have been
    told.
    """
    above = trace.parent(row)
    if trace.depth(row) > 1:
        window = trace.window(row)
        outer = trace.window(above)
    else:
        window = None
        outer = None
    if window is None or outer is None or window == (-inf, inf):
        return
    is_wider = outer[0] < outer[1] and window[1] - window[0] > 2 * (outer[1] - outer[0])
    if is_wider and row not in trace.said.probes and not trace.is_chance(above):
        own, wanted = (
            f"({format_number(low)}, {format_number(high)})" for low, high in (window, outer)
        )
        yield Finding(
            row, "wide-window", f"its window {own} is wider than that of the node above, {wanted}"
        )


def _value_of_no_child(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a value that is neither the best of the children's, nor that clipped to the window."""
    values = [trace.value(child) for child in last_looks(trace, row, len(trace))]
    if row in trace.stands:
        values += [trace.stands[row]]
    else:
        values += []
    if trace.kind(row) is Kind.CUT and trace.said.probes:
        visits = child_visits(trace, row, len(trace))
    else:
        visits = ()
    is_cut_by_probe = (
        bool(visits) and visits[-1] in trace.said.probes
    )  # then its value is no child's
    if not values or row in trace.said.bounds or is_cut_by_probe:
        return
    if trace.is_chance(row):
        yield from _wrong_chance_sum(trace, row)
        return
    value = trace.value(row)
    maximizing = trace.maximizing(row)
    if maximizing:
        choose = max
        other = min
    else:
        choose = min
        other = max
    best = choose(values)
    alpha, beta = trace.window(row) or (-inf, inf)
    clipped = max(alpha, min(beta, best))
    if value in (best, clipped):
        return
    mover = "MAX" if maximizing else "MIN"
    if value == -best or (value == other(values) and len(values) > 1):
        which = (
            "the sign is the other side's" if value == -best else "that is the other side's best"
        )
        yield Finding(
            row,
            "wrong-side",
            f"it returns {format_number(value)}, but {mover}'s best child has {format_number(best)}: {which}",
        )
    else:
        yield Finding(
            row,
            "alien-value",
            f"it returns {format_number(value)}, but {mover}'s best child has {format_number(best)}",
        )


def _wrong_chance_sum(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a value of a chance node that is not what all its outcomes add up to, but for rounding."""
    outcomes = last_looks(trace, row, len(trace))
    if trace.kind(row) is Kind.CUT or trace.adds or len(outcomes) < trace.children(row):
        return
    value = trace.value(row)
    total = float(expected_value(trace, row, outcomes).known)
    if not isclose(value, total, rel_tol=MAX_ROUNDING_ERROR, abs_tol=MAX_ROUNDING_ERROR):
        yield Finding(
            row,
            "alien-value",
            f"it returns {format_number(value)}, but its outcomes add up to {format_number(Rounded(total))}",
        )


def _best_move_is_bound(run: Run, row: int) -> Iterator[Finding]:
    """Yield a move that is named as the best though it is only known to be at most (for MIN: at least) so good.

    Where all children are only so known, engines name the move to be tried first another time, as
    where nothing is better than what the mover has already.
    """
    trace = run.trace
    maximizing = run.trace.maximizing(row)
    worse = Bound.UPPER if maximizing else Bound.LOWER
    named = trace.named_best.get(row)
    if named is None or bound_of(trace, row) is worse:
        return
    children = {trace.move(child): child for child in last_looks(trace, row, len(trace))}
    known = {move: bound_of(trace, child) for move, child in children.items()}
    if known.get(named) is worse and {*known.values()} != {worse}:
        name = run.choices(run.path(row))[named]
        most = "at most" if maximizing else "at least"
        worth = f"{most} {format_number(trace.value(children[named]))}"
        yield Finding(
            row,
            "best-is-bound",
            f"{name} is named as its best move, but is only known to be worth {worth}",
        )


VISITS_PER_TURN = 128
SAMPLES_PER_TURN = 8
"""Visits that are looked at before others have their turn."""
INNER_KINDS = (Kind.FULL, Kind.CUT, Kind.SAMPLED)
UNRETURNED_KINDS = (Kind.OPEN, Kind.STOPPED)
SameQuestion = tuple[object, ...]
"""What two visits have in common that ask the same: the position, the plies from the root, the
pass, the depth told."""


class Contradiction(NamedTuple):
    """The row of an answer, and that of the later visit that denies it."""

    answer: int
    later: int


def wrong_table_answers(run: Run) -> Iterator[tuple[int, str] | None]:
    """Yield the rows of such answers, each with a sentence; None now and then, so that others can have their turn.

    Searches that reduce late moves find other values at other times, rightly. So where the engine
    tells how deep it searches, an answer is doubted only if a visit before shows what is wrong: it
    has found this value in a search that was less deep, or as another bound, and no visit has found
    what is answered. Where it tells of reductions and not how deep it searches, nobody knows what
    asks the same.
    """
    found = list[Contradiction]()
    plans = run.trace.said.plans
    are_known = not any(name in plan for plan in plans.values() for name in ("reduced", "extended"))
    for denied in _contradictions(run):
        if denied is None:
            yield None
        elif _recorded_depth(run.trace, denied.answer) is not None:
            found.append(denied)
        elif are_known:
            trace = run.trace
            later = denied.later
            finds = f"{_visit_in_words(trace, later)} of the same position finds {_value_and_depth(trace, later)}"
            yield (
                denied.answer,
                f"a table answers {_value_and_depth(trace, denied.answer)}, but {finds}",
            )
    if found:
        yield from _unsupported_answers(run, found)


def _contradictions(run: Run) -> Iterator[Contradiction | None]:
    """Yield the answers which a later search denies that asks the same."""
    trace = run.trace
    answers = [row for row in range(len(trace)) if trace.kind(row) is Kind.TABLE]
    if not answers:
        return
    places = dict[int, SameQuestion]()
    for number, row in enumerate(answers):
        places[row] = _question_at(run, row)
        if number % VISITS_PER_TURN == 0:
            yield None
    wanted = set(places.values())
    searched: dict[SameQuestion, int] = {}
    for row in range(len(trace) - 1, answers[0] - 1, -1):
        if row % VISITS_PER_TURN == 0:
            yield None
        if trace.kind(row) in INNER_KINDS:
            place = _question_at(run, row)
            if place in wanted:
                searched[place] = row
        elif row in places and places[row] in searched:
            later = searched[places[row]]
            low, high = _value_range(trace, row)
            least, most = _value_range(trace, later)
            if low > most or high < least:
                yield Contradiction(row, later)


def _unsupported_answers(run: Run, found: list[Contradiction]) -> Iterator[tuple[int, str] | None]:
    """Yield those of some answers of which a visit before shows what is wrong."""
    trace = run.trace
    visits = defaultdict[object, list[int]](list)
    keys = {each.answer: run.position(run.path(each.answer)).key() for each in found}
    wanted = set(keys.values())
    for row in range(max(keys)):
        if row % VISITS_PER_TURN == 0:
            yield None
        if trace.kind(row) in UNRETURNED_KINDS:
            key = None
        else:
            key = run.position(run.path(row)).key()
        if key in wanted:
            visits[key].append(row)
    for each in found:
        before = [row for row in visits[keys[each.answer]] if trace.end(row) < each.answer]
        value = trace.value(each.answer)
        same = [
            row for row in before if trace.value(row) == value and trace.kind(row) is not Kind.TABLE
        ]
        if same and not any(_supports_answer(trace, row, each.answer) for row in before):
            why = (
                f"a table answers {_value_and_depth(trace, each.answer)}; {_visit_in_words(trace, same[-1])} of the same position found "
                f"{_value_and_depth(trace, same[-1])}, but {_visit_in_words(trace, each.later)} finds {_value_and_depth(trace, each.later)}"
            )
            yield each.answer, why


def _question_at(run: Run, row: int) -> SameQuestion:
    trace = run.trace
    path = run.path(row)
    return run.position(path).key(), len(path), trace.pass_name(row), _recorded_depth(trace, row)


def _recorded_depth(trace: Trace, row: int) -> float | None:
    """Return the plies that were left at a visit, as far as told; where none is left, captures are tried as ever."""
    depth = trace.said.plans.get(row, {}).get("depth")
    if depth is None:
        return None
    return max(0, depth)


def _supports_answer(trace: Trace, row: int, answer: int) -> bool:
    """Return whether a table may answer so after a visit: it was as deep, as far as known, and what it says holds."""
    depth = _recorded_depth(trace, row)
    asked = _recorded_depth(trace, answer)
    low, high = _value_range(trace, row)
    least, most = _value_range(trace, answer)
    return (depth is None or asked is None or depth >= asked) and least <= low and high <= most


def _value_range(trace: Trace, row: int) -> tuple[float, float]:
    """Return the least and the greatest value that a visit's node can have."""
    value = trace.value(row)
    bound = bound_of(trace, row)
    return (-inf if bound is Bound.UPPER else value, inf if bound is Bound.LOWER else value)


def _visit_in_words(trace: Trace, row: int) -> str:
    return f"visit {row + 1:,} (step {trace.return_step(row):,})"


def _value_and_depth(trace: Trace, row: int) -> str:
    """Return what a visit returned, and to which depth, as far as told."""
    bound = bound_of(trace, row)
    depth = _recorded_depth(trace, row)
    at = "" if depth is None else f" at depth {depth:g}"
    return f"{'' if bound is Bound.EXACT else bound.value}{format_number(trace.value(row))}{at}"


FindingMark = tuple[int, str]
"""A step, and what cannot be right there."""


class FindingMarks:
    """The marks that have been found in a trace, in order of their steps."""

    def __init__(self, trace: Trace, doubts: Iterator[Finding | None]) -> None:
        """Begin to look; None gives others their turn."""
        self._trace = trace
        self._doubts = doubts
        self.found: list[FindingMark] = []
        self.complete = False
        """Whether all has been looked through."""

    def advance(self, seconds: float = inf) -> bool:
        """Look on for some seconds, or else to the end; return whether all has been looked through."""
        until = time.perf_counter() + seconds
        for doubt in self._doubts:
            if doubt is not None:
                insort(self.found, (doubt.step(self._trace), doubt.why))
            elif time.perf_counter() >= until:
                return False
        self.complete = True
        return True

    def words_at(self, step: int) -> str:
        """Return what is said behind the sentence of a step, as far as it has been found; "" for nothing."""
        place = bisect_left(self.found, (step, ""))
        is_there = place < len(self.found) and self.found[place][0] == step
        return f" Lint: {self.found[place][1]}." if is_there else ""

    def on_the_way(self, jump: str, step: int, target: int | None) -> FindingMark | None:
        """Return the first mark that a jump to a cutoff meets between a step and its target; None for none."""
        if jump not in CUT_JUMPS:
            return None
        forwards = jump == "next_cut"
        place = bisect_left(self.found, (step + forwards, "")) - (not forwards)
        if not 0 <= place < len(self.found):
            return None
        mark = self.found[place]
        is_beyond = target is not None and (mark[0] > target if forwards else mark[0] < target)
        return None if is_beyond else mark


def finding_marks(run: Run) -> FindingMarks:
    """Return the marks of a recording that has been played back to its end; none of any other run."""
    trace = run.trace
    if not (run.algorithm.is_recording and trace.finished):
        return NO_FINDINGS
    if not isinstance(trace.marks, FindingMarks):
        trace.marks = FindingMarks(trace, find_in_turns(run))
    return trace.marks


NO_FINDINGS = FindingMarks(Trace(), iter(()))
NO_FINDINGS.advance()
