"""Mistakes in a recorded search: findings, each with its visit and the reason."""

import time
from bisect import bisect_left, insort
from collections.abc import Generator, Hashable, Iterator
from math import inf, isclose
from typing import NamedTuple

from visualizer.explaining.comparison.doubt import Finding
from visualizer.explaining.comparison.lint_games import changes_depth, findings_by_rules
from visualizer.explaining.comparison.lint_samples import findings_in_samples
from visualizer.look.numbers import MAX_ROUNDING_ERROR, Rounded, format_number
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, Bound, bound_of, expected_value
from visualizer.trace.jumps import CUT_JUMPS
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.visits import child_visits, last_child_visits


def findings_in_run(run: Run) -> list[Finding]:
    """Return all mistakes in a finished run, in the order of visits."""
    findings = filter(None, findings_in_turns(run))
    return sorted(findings, key=lambda finding: finding.row)


def findings_in_turns(run: Run) -> Iterator[Finding | None]:
    """Yield all findings (likely mistakes) of a run, first about samples, then about values.

    Yield None every few visits, so that the caller can pause and update the screen.
    """
    trace = run.trace
    # Searches without random samples may record numbers of visits, too.
    if trace.is_sampled or trace.engine_notes.entry_notes:
        for row in range(len(trace)):
            yield from findings_in_samples(run, row)
            if row % SAMPLES_PER_TURN == 0:
                yield None
    if trace.is_sampled:
        return
    yield from _findings_in_values(run)
    yield from _findings_in_table(run)
    yield from findings_by_rules(run)


def _findings_in_values(run: Run) -> Iterator[Finding | None]:
    """Yield findings about windows, values and best moves.

    Yield None every few visits, so that the caller can pause.
    """
    trace = run.trace
    for row in range(len(trace)):
        yield from _check_window_width(trace, row)
        if trace.kind(row) in INNER_KINDS:
            yield from _check_cut(trace, row)
            yield from _check_inner_value(trace, row)
            yield from _check_best_move(run, row)
        if row % VISITS_PER_TURN == 0:
            yield None


def _findings_in_table(run: Run) -> Iterator[Finding | None]:
    """Yield findings about wrong answers from a transposition table.

    Yield None every few visits, so that the caller can pause.
    """
    for answer in wrong_table_answers(run):
        if answer is None:
            yield None
            continue
        row, why = answer
        yield Finding(row, "table-contradicted", why)


def _check_cut(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a finding if a visit was cut although its value is inside its window."""
    window = trace.window(row)
    if trace.kind(row) is not Kind.CUT or window is None:
        return
    alpha, beta = window
    value = trace.value(row)
    if trace.is_cut_at_beta(row):
        is_inside = value < beta
        position_words = f"below {FOR_MAX.show_end(beta, lower=False)}"
    else:
        is_inside = value > alpha
        position_words = f"above {FOR_MAX.show_end(alpha, lower=True)}"
    if is_inside:
        why = f"it is cut although its value {format_number(value)} is {position_words}"
        yield Finding(row, "open-cut", why)


def _check_window_width(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a finding if a visit's window is more than twice as wide as its parent's.

    The root's children, probes (side searches) and outcomes of chance may rightly have wider
    windows. A window from −∞ to +∞ is right, too: the engine may not have recorded the window.
    """
    if trace.depth(row) <= 1:
        return
    parent = trace.parent(row)
    window = trace.window(row)
    parent_window = trace.window(parent)
    if window is None or parent_window is None or window == (-inf, inf):
        return
    is_probe = row in trace.engine_notes.probes
    if is_probe or trace.is_chance(parent):
        return
    low, high = window
    outer_low, outer_high = parent_window
    outer_width = outer_high - outer_low
    # Engines may add a small margin to a window, so only twice the width counts as a mistake.
    is_too_wide = high - low > 2 * outer_width
    if outer_width > 0 and is_too_wide:
        window_words = f"({format_number(low)}, {format_number(high)})"
        parent_words = f"({format_number(outer_low)}, {format_number(outer_high)})"
        why = f"its window {window_words} is wider than that of the node above, {parent_words}"
        yield Finding(row, "wide-window", why)


def _check_inner_value(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a finding if a visit's value does not follow from its children's values.

    The value should be the best child's value, or at a chance node the weighted sum.
    """
    values = [trace.value(child) for child in last_child_visits(trace, row, len(trace))]
    if row in trace.stand_pat_values:
        values.append(trace.stand_pat_values[row])
    # With a recorded bound, or a probe that cuts, the visit may have a value that no child has.
    has_recorded_bound = row in trace.engine_notes.bounds
    if not values or has_recorded_bound or _is_cut_by_probe(trace, row):
        return
    if trace.is_chance(row):
        yield from _check_chance_sum(trace, row)
    else:
        yield from _check_best_value(trace, row, values)


def _check_best_value(trace: Trace, row: int, values: list[float]) -> Iterator[Finding]:
    """Yield a finding if a player's node does not return the best of its children's `values`."""
    value = trace.value(row)
    if trace.maximizing(row):
        mover = "MAX"
        best = max(values)
        worst = min(values)
    else:
        mover = "MIN"
        best = min(values)
        worst = max(values)

    # Fail-hard search returns the end of the window in place of a value outside of it.
    alpha, beta = trace.window(row) or (-inf, inf)
    clipped = max(alpha, min(beta, best))
    if value in (best, clipped):
        return
    why = f"it returns {format_number(value)}, but {mover}'s best child has {format_number(best)}"
    if value == -best:
        yield Finding(row, "wrong-side", f"{why}: the sign is the other side's")
    elif value == worst and len(values) > 1:
        yield Finding(row, "wrong-side", f"{why}: that is the other side's best")
    else:
        yield Finding(row, "alien-value", why)


def _is_cut_by_probe(trace: Trace, row: int) -> bool:
    if trace.kind(row) is not Kind.CUT or not trace.engine_notes.probes:
        return False
    visits = child_visits(trace, row, len(trace))
    return bool(visits) and visits[-1] in trace.engine_notes.probes


def _check_chance_sum(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a finding if a chance node does not return the weighted sum of its outcomes' values."""
    outcomes = last_child_visits(trace, row, len(trace))
    # If some outcomes were not visited, the value is only a bound of the sum.
    has_all_outcomes = len(outcomes) >= trace.children(row)
    if trace.kind(row) is Kind.CUT or trace.is_sampled or not has_all_outcomes:
        return
    value = trace.value(row)
    total = float(expected_value(trace, row, outcomes).known)
    is_right = isclose(
        value,
        total,
        rel_tol=MAX_ROUNDING_ERROR,
        abs_tol=MAX_ROUNDING_ERROR,
    )
    if not is_right:
        sum_words = format_number(Rounded(total))
        why = f"it returns {format_number(value)}, but its outcomes add up to {sum_words}"
        yield Finding(row, "alien-value", why)


def _check_best_move(run: Run, row: int) -> Iterator[Finding]:
    """Yield a finding if a visit's best move is only known to be worth at most some value.

    For MIN, it is at least some value. Another move may then be better. There is no finding if all
    moves have only such bounds: then the engine names the move to try first in its next pass.
    """
    trace = run.trace
    unproved_bound = Bound.LOWER
    qualifier = "at least"
    if trace.maximizing(row):
        unproved_bound = Bound.UPPER
        qualifier = "at most"
    best_move = trace.named_best.get(row)
    if best_move is None or bound_of(trace, row) is unproved_bound:
        return
    children = {trace.move(child): child for child in last_child_visits(trace, row, len(trace))}
    if best_move not in children:
        return
    bounds = {move: bound_of(trace, child) for move, child in children.items()}
    are_all_unproved = {*bounds.values()} == {unproved_bound}
    if bounds[best_move] is not unproved_bound or are_all_unproved:
        return
    name = run.choices(run.path(row))[best_move]
    value = format_number(trace.value(children[best_move]))
    why = f"{name} is named as its best move, but is only known to be worth {qualifier} {value}"
    yield Finding(row, "best-is-bound", why)


VISITS_PER_TURN = 128
"""How many visits of a search by values are checked before None is yielded."""
SAMPLES_PER_TURN = 8
"""The same number for a sampling search, where a check takes longer."""
INNER_KINDS = (Kind.FULL, Kind.CUT, Kind.SAMPLED)
"""How visits with children return."""
UNRETURNED_KINDS = (Kind.OPEN, Kind.STOPPED)
"""Visits without a value."""
VisitKey = tuple[object, ...]
"""Position, plies from the root, pass and recorded depth; visits with equal keys are compared."""


class Contradiction(NamedTuple):
    """The row of a table's answer, and the row of a later visit that contradicts it."""

    answer: int
    later: int


def wrong_table_answers(run: Run) -> Iterator[tuple[int, str] | None]:
    """Yield the row of each wrong answer from a table, with the reason.

    An answer is wrong if a later search of the same position and window contradicts it. With late
    move reductions, however, an engine may search a position to several depths, and rightly find
    several values. So if depths are recorded, an answer is wrong only if no earlier visit supports
    it. If reductions are recorded without depths, no answer counts as wrong.

    Yield None every few visits, so that the caller can pause.
    """
    trace = run.trace
    contradicted = []
    has_reductions = changes_depth(trace)
    for contradiction in _contradictions(run):
        if contradiction is None:
            yield None
        elif _recorded_depth(trace, contradiction.answer) is not None:
            contradicted.append(contradiction)
        elif not has_reductions:
            answer, later = contradiction
            claim = f"a table answers {_value_and_depth(trace, answer)}"
            later_visit = f"{_visit_in_words(trace, later)} of the same position"
            yield answer, f"{claim}, but {later_visit} finds {_value_and_depth(trace, later)}"
    if contradicted:
        yield from _unsupported_answers(run, contradicted)


def _contradictions(run: Run) -> Iterator[Contradiction | None]:
    """Yield each table answer that a later search of the same position contradicts.

    The search must be in the same pass, at the same ply and to the same depth. Yield None every few
    visits, so that the caller can pause.
    """
    trace = run.trace
    keys = yield from _keys_of_table_answers(run)
    if not keys:
        return
    # Read the rows backwards, so that the next search with each key is known.
    answer_keys = set(keys.values())
    next_search: dict[VisitKey, int] = {}
    for row in range(len(trace) - 1, min(keys) - 1, -1):
        if row % VISITS_PER_TURN == 0:
            yield None
        if trace.kind(row) in INNER_KINDS:
            key = _visit_key(run, row)
            if key in answer_keys:
                next_search[key] = row
        elif row in keys and keys[row] in next_search:
            later = next_search[keys[row]]
            if _contradict_each_other(trace, row, later):
                yield Contradiction(row, later)


def _keys_of_table_answers(run: Run) -> Generator[None, None, dict[int, VisitKey]]:
    """Return the key of each table answer, by the answer's row.

    Yield None every few answers, so that the caller can pause.
    """
    trace = run.trace
    answers = [row for row in range(len(trace)) if trace.kind(row) is Kind.TABLE]
    keys = dict[int, VisitKey]()
    for number, row in enumerate(answers):
        keys[row] = _visit_key(run, row)
        if number % VISITS_PER_TURN == 0:
            yield None
    return keys


def _contradict_each_other(trace: Trace, first: int, second: int) -> bool:
    """Return whether the results of two visits exclude each other: at most 3 and at least 5."""
    first_low, first_high = _value_range(trace, first)
    second_low, second_high = _value_range(trace, second)
    return first_low > second_high or first_high < second_low


def _unsupported_answers(
    run: Run, contradictions: list[Contradiction]
) -> Iterator[tuple[int, str] | None]:
    """Yield the row of each table answer that no earlier visit supports, with the reason.

    `contradictions` has the answers to check. Yield None every few visits, so that the caller can
    pause.
    """
    trace = run.trace
    visits = yield from _visits_by_position(run, [answer for answer, _ in contradictions])
    for contradiction in contradictions:
        answer = contradiction.answer
        visits_to_position = visits[_position_key(run, answer)]
        # A visit that is still open has stored nothing in the table.
        earlier_visits = [row for row in visits_to_position if trace.end(row) < answer]
        why = _why_unsupported(trace, contradiction, earlier_visits)
        if why:
            yield answer, why


def _visits_by_position(
    run: Run, answers: list[int]
) -> Generator[None, None, dict[Hashable, list[int]]]:
    """Return the visits to the position of each table answer, by position.

    `answers` has the rows of the answers. Visits after the last answer are left out. Yield None
    every few visits, so that the caller can pause.
    """
    visits: dict[Hashable, list[int]] = {_position_key(run, answer): [] for answer in answers}
    for row in range(max(answers)):
        if row % VISITS_PER_TURN == 0:
            yield None
        if run.trace.kind(row) in UNRETURNED_KINDS:
            continue
        key = _position_key(run, row)
        if key in visits:
            visits[key].append(row)
    return visits


def _position_key(run: Run, row: int) -> Hashable:
    """Return the key of the position at a visit, equal for equal positions."""
    return run.position(run.path(row)).key()


def _why_unsupported(trace: Trace, contradiction: Contradiction, earlier_visits: list[int]) -> str:
    """Say which visit a table's answer comes from, and why that visit does not support it.

    `earlier_visits` has the rows of the visits to the same position before the answer. "" if one of
    them supports the answer, or if the answer's source is unknown.
    """
    answer, later = contradiction
    sources = [
        row
        for row in earlier_visits
        if trace.value(row) == trace.value(answer) and trace.kind(row) is not Kind.TABLE
    ]
    is_supported = any(_supports_answer(trace, row, answer) for row in earlier_visits)
    if is_supported or not sources:
        return ""
    source = sources[-1]
    return (
        f"a table answers {_value_and_depth(trace, answer)}; "
        f"{_visit_in_words(trace, source)} of the same position found "
        f"{_value_and_depth(trace, source)}, but "
        f"{_visit_in_words(trace, later)} finds {_value_and_depth(trace, later)}"
    )


def _visit_key(run: Run, row: int) -> VisitKey:
    trace = run.trace
    path = run.path(row)
    return run.position(path).key(), len(path), trace.pass_name(row), _recorded_depth(trace, row)


def _recorded_depth(trace: Trace, row: int) -> float | None:
    """Return how many plies a visit had left to search; None if that was not recorded."""
    depth = trace.engine_notes.entry_notes.get(row, {}).get("depth")
    if depth is None:
        return None
    # Quiescence search does the same at the depth limit and at all depths below it.
    return max(0, depth)


def _supports_answer(trace: Trace, row: int, answer: int) -> bool:
    """Return whether the result of a visit implies a table's answer.

    For example, a value of 5 implies the answer "at least 3". If both depths are recorded, the
    visit must also be at least as deep as the answer. `row` and `answer` are rows.
    """
    depth = _recorded_depth(trace, row)
    answer_depth = _recorded_depth(trace, answer)
    if depth is not None and answer_depth is not None and depth < answer_depth:
        return False
    low, high = _value_range(trace, row)
    answer_low, answer_high = _value_range(trace, answer)
    return answer_low <= low and high <= answer_high


def _value_range(trace: Trace, row: int) -> tuple[float, float]:
    """Return the least and greatest value that a visit's result allows: (−∞, 3) for ≤3."""
    value = trace.value(row)
    bound = bound_of(trace, row)
    if bound is Bound.UPPER:
        return -inf, value
    if bound is Bound.LOWER:
        return value, inf
    return value, value


def _visit_in_words(trace: Trace, row: int) -> str:
    return f"visit {row + 1:,} (step {trace.return_step(row):,})"


def _value_and_depth(trace: Trace, row: int) -> str:
    """Return the value that a visit returned, and its depth if recorded: `≥3 at depth 5`."""
    bound = bound_of(trace, row)
    words = format_number(trace.value(row))
    if bound is not Bound.EXACT:
        words = f"{bound.value}{words}"
    depth = _recorded_depth(trace, row)
    if depth is not None:
        words = f"{words} at depth {depth:g}"
    return words


FindingMark = tuple[int, str]
"""The step of a finding, and the reason why something cannot be right there."""


class FindingMarks:
    """The findings in a trace so far, sorted by step; `advance` looks for more."""

    def __init__(self, trace: Trace, findings: Iterator[Finding | None]) -> None:
        """Take an iterator of findings that yields None where it can be paused."""
        self._trace = trace
        self._findings = findings
        self.found: list[FindingMark] = []
        self.complete = False
        """Whether the whole trace has been checked."""

    def advance(self, seconds: float = inf) -> bool:
        """Look for findings for some seconds; return whether the whole run has been checked."""
        deadline = time.perf_counter() + seconds
        for finding in self._findings:
            if finding is not None:
                insort(self.found, (finding.step(self._trace), finding.why))
            elif time.perf_counter() >= deadline:
                return False
        self.complete = True
        return True

    def words_at(self, step: int) -> str:
        """Return a sentence about the first finding at a step, with a space before; "" for none."""
        # (step, "") sorts before all findings of that step.
        index = bisect_left(self.found, (step, ""))
        if index == len(self.found):
            return ""
        found_step, why = self.found[index]
        if found_step != step:
            return ""
        return f" Lint: {why}."

    def first_passed_over(self, jump: str, step: int, target: int | None) -> FindingMark | None:
        """Return the first finding that a jump to a cutoff would skip; None for other jumps.

        The jump goes from `step` to `target`, or as far as possible if `target` is None.
        """
        if jump not in CUT_JUMPS:
            return None
        if jump == "next_cut":
            return self._next_finding(step, target)
        return self._previous_finding(step, target)

    def _next_finding(self, step: int, last_step: int | None) -> FindingMark | None:
        """Return the first finding after a step; None if there is none up to `last_step`.

        If `last_step` is None, there is no limit.
        """
        # (step, "") sorts before all findings of that step.
        index = bisect_left(self.found, (step + 1, ""))
        if index == len(self.found):
            return None
        mark = self.found[index]
        found_step, _ = mark
        if last_step is not None and found_step > last_step:
            return None
        return mark

    def _previous_finding(self, step: int, first_step: int | None) -> FindingMark | None:
        """Return the last finding before a step; None if there is none from `first_step` on.

        If `first_step` is None, there is no limit.
        """
        # (step, "") sorts before all findings of that step.
        index = bisect_left(self.found, (step, "")) - 1
        if index < 0:
            return None
        mark = self.found[index]
        found_step, _ = mark
        if first_step is not None and found_step < first_step:
            return None
        return mark


def finding_marks(run: Run) -> FindingMarks:
    """Return the findings in a recording that has been played to its end; none for other runs."""
    trace = run.trace
    if not (run.algorithm.is_recording and trace.finished):
        return NO_FINDINGS
    if not isinstance(trace.marks, FindingMarks):
        trace.marks = FindingMarks(trace, findings_in_turns(run))
    return trace.marks


NO_FINDINGS = FindingMarks(Trace(), iter(()))
NO_FINDINGS.advance()
