"""The beginning of a recorded search, as if the search had come no further.

Nothing in it depends on what follows, so it cannot give away the answer to a question.
"""

from array import array
from bisect import bisect_left, bisect_right
from operator import itemgetter
from struct import Struct

from visualizer.trace.rows import CHILDREN_OFFSET, DEPTH_OFFSET, KIND_OFFSET, ROW_BYTES, Kind, Trace
from visualizer.trace.visits import child_visits, is_second_look

# Offsets of the fields that a row has only once its visit has returned.
ROW_END_OFFSET = DEPTH_OFFSET + 6
ROW_VALUE_OFFSET = DEPTH_OFFSET + 10
_END = Struct("<i")
_VALUE = Struct("<d")
_CHILDREN = Struct("<H")


class TracePrefix:
    """A trace (`trace`) with only the first steps of another trace (`whole`); it can grow.

    The shorter trace has what is known at its last step. This includes whether the step cuts a
    node, and whether the next event is a second look: another visit to the child just visited.
    """

    def __init__(self, whole: Trace) -> None:
        """Start without steps; `whole` is the trace to copy from."""
        self.whole = whole
        self.trace = trace = type(whole)(
            has_window=whole.has_window, revisits=whole.revisits, passes=whole.passes
        )
        trace.last_shown_step = 0
        trace.has_solver = whole.has_solver
        trace.is_sound = whole.is_sound
        trace.rules = whole.rules
        trace.probabilities = whole.probabilities
        trace.limits = whole.limits
        trace.engine_notes.detours = whole.engine_notes.detours
        # These two tell nothing about later rows: they are looked up only for rows of the prefix.
        trace.move_scores = whole.move_scores
        trace.pass_depths = whole.pass_depths
        self.step = 0
        """The last step."""
        self._hidden: list[int] = []
        """The rows that have not returned by the last step. Their values are hidden."""

    def grow(self, step: int) -> None:
        """Grow up to a step of the whole trace, or up to its last step if that comes first.

        Do nothing if the prefix has this step already.
        """
        trace = self.trace
        source = self.whole
        step = min(step, source.last_step)
        has_begun = self.step > 0
        # The first call copies what is known, even at step 0.
        if has_begun and step <= self.step:
            return
        self.step = step
        trace.last_shown_step = step
        trace.has_window = source.has_window
        trace.tracks_windows = source.tracks_windows

        visits = source.entered(step)
        # Engines report something about a visit when it begins and when it returns. So new reports
        # can be about new visits, and about visits that were open.
        new_rows = range(len(trace), visits)
        changed_rows = [*self._hidden, *new_rows]
        self._grow_rows(visits)
        self._grow_lists(visits)
        self._grow_remarks(changed_rows)
        trace.finished = source.finished and step == source.steps
        if trace.finished:
            trace.reason = source.reason
            trace.engine_notes.answer = source.engine_notes.answer

    def _grow_rows(self, visits: int) -> None:
        """Copy the first `visits` rows of the whole trace, and hide the values of open rows."""
        trace = self.trace
        source = self.whole
        row_count = visits
        # Also copy the row of a second look: the explanation of this step announces it.
        if self._second_look_follows(visits):
            row_count += 1
        trace.rows += source.rows[len(trace) * ROW_BYTES : row_count * ROW_BYTES]
        # Copy the rows that were hidden again, since they may have returned.
        for row in self._hidden:
            row_bytes = slice(row * ROW_BYTES, (row + 1) * ROW_BYTES)
            trace.rows[row_bytes] = source.rows[row_bytes]
        # Only the last row and the rows above it can be open.
        last_line = source.line_to(row_count - 1)
        self._hidden = [row for row in last_line if not self._is_known(row)]
        for row in self._hidden:
            self._hide(row)
        trace.open_count = len(self._hidden)

    def _second_look_follows(self, visits: int) -> bool:
        """Return whether the next event is a second look, which then gets the row `visits`."""
        source = self.whole
        if visits >= len(source) or source.enter_step(visits) != self.step + 1:
            return False
        return is_second_look(source, visits)

    def _is_known(self, row: int) -> bool:
        """Return whether the value of a row is known: the row has returned, or has been cut."""
        for step in (self.whole.cut_step(row), self.whole.return_step(row)):
            if step is not None and step <= self.step:
                return True
        return False

    def _hide(self, row: int) -> None:
        """Restore a row to its state before its visit returned; but a leaf keeps its kind."""
        trace = self.trace
        begin = row * ROW_BYTES
        _VALUE.pack_into(trace.rows, begin + ROW_VALUE_OFFSET, 0.0)
        # A leaf has nothing else to hide.
        if not self.whole.children(row):
            return
        trace.rows[begin + KIND_OFFSET] = Kind.OPEN
        _END.pack_into(trace.rows, begin + ROW_END_OFFSET, -1)
        # If the number of moves is unknown, the row has the number of children visited so far.
        if self.whole.move_count(row) is None:
            visited_count = len(child_visits(trace, row, len(trace)))
            _CHILDREN.pack_into(trace.rows, begin + CHILDREN_OFFSET, max(1, visited_count))

    def _grow_lists(self, visits: int) -> None:
        """Copy those parts of the whole trace's lists that are about its first `visits` rows.

        The lists are cutoffs, answers of tables, rows with an unknown number of moves, rows beyond
        the depth limit, depth limits, and passes.
        """
        trace = self.trace
        source = self.whole
        cut_count = source.cut_count(self.step)
        _lengthen(trace.cuts, source.cuts, cut_count)
        _lengthen(trace.pruned, source.pruned, cut_count)

        answer_count = bisect_left(source.answered_rows, visits)
        _lengthen(trace.answered_rows, source.answered_rows, answer_count)
        _lengthen(trace.answer_sources, source.answer_sources, answer_count)

        uncounted_count = bisect_left(source.uncounted_rows, visits)
        _lengthen(trace.uncounted_rows, source.uncounted_rows, uncounted_count)
        deep_rows = source.engine_notes.beyond_horizon
        deep_count = bisect_left(deep_rows, visits)
        _lengthen(trace.engine_notes.beyond_horizon, deep_rows, deep_count)
        # A depth limit is known before the first row to which it applies.
        horizon_count = bisect_right(source.horizons, visits, key=itemgetter(0))
        trace.horizons = source.horizons[:horizon_count]
        self._grow_passes(visits)

    def _grow_passes(self, visits: int) -> None:
        """Copy the passes that have begun among the first `visits` rows."""
        trace = self.trace
        source = self.whole
        pass_count = bisect_left(source.pass_rows, visits)
        _lengthen(trace.pass_rows, source.pass_rows, pass_count)
        trace.pass_names += source.pass_names[len(trace.pass_names) : pass_count]
        # The real times are not copied: they would tell how much work follows a step.
        new_count = pass_count - len(trace.pass_start_seconds)
        trace.pass_start_seconds.extend([0.0] * new_count)

    def _grow_remarks(self, rows: list[int]) -> None:
        """Copy what was reported up to this step about `rows`, which are new or were open.

        Mostly engines report this: remarks, notes, best moves and values of standing pat.
        """
        source = self.whole
        notes = source.engine_notes
        # Most traces have no such reports, but may have very many rows.
        reports = (source.remarks, source.named_best, source.stand_pat_values)
        if not any((*reports, notes.bounds, notes.entry_notes, notes.probes)):
            return
        for row in rows:
            self._grow_notes(row)
            if row in source.stand_pat_values:
                self.trace.stand_pat_values[row] = source.stand_pat_values[row]
            # Remarks on an entry have even keys, remarks on a return odd ones.
            self._copy_remark(2 * row)
            if self._is_known(row):
                self._copy_remark(2 * row + 1)
                if row in source.named_best:
                    self.trace.named_best[row] = source.named_best[row]

    def _grow_notes(self, row: int) -> None:
        """Copy an engine's notes on a visit, without the bound of its value before it returns."""
        notes = self.trace.engine_notes
        source = self.whole.engine_notes
        if row in source.entry_notes:
            notes.entry_notes[row] = source.entry_notes[row]
        if row in source.probes and row not in notes.probes:
            is_outermost = source.last_outermost_probe(row) == row
            notes.add_probe(row, source.probes[row], inside=not is_outermost)
        if row in source.bounds and self._is_known(row):
            notes.bounds[row] = source.bounds[row]

    def _copy_remark(self, key: int) -> None:
        if key in self.whole.remarks:
            self.trace.remarks[key] = self.whole.remarks[key]


def _lengthen(prefix: "array[int]", whole: "array[int]", count: int) -> None:
    """Append to a prefix of an array until it has the first `count` numbers of the whole array."""
    prefix.extend(whole[len(prefix) : count])
