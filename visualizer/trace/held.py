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
    """The first steps of a `whole` trace, as a `trace` of its own that can grow.

    The trace has what is known at its last step. That includes whether the step cuts a node, and
    whether a second look follows it.
    """

    def __init__(self, whole: Trace) -> None:
        """Start without steps.

        `whole` is the trace to copy from.
        """
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
        # Looked up only for rows that the prefix has.
        trace.move_scores = whole.move_scores
        trace.pass_depths = whole.pass_depths
        self.step = 0
        """The last step."""
        self._hidden: list[int] = []
        """The rows that have not returned by the last step, so that their values are hidden."""

    def grow(self, step: int) -> None:
        """Grow up to a step of the whole trace, or to its last step so far."""
        trace = self.trace
        source = self.whole
        step = min(step, source.last_step)
        has_begun = self.step > 0
        if has_begun and step <= self.step:
            return
        self.step = step
        trace.last_shown_step = step
        trace.has_window = source.has_window
        trace.tracks_windows = source.tracks_windows

        visits = source.entered(step)
        # Engines report something about a visit when it begins and when it returns.
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
        """Copy the first `visits` rows, and hide what the open ones among them will return."""
        trace = self.trace
        source = self.whole
        row_count = visits
        # The explanation of this step mentions a second look that follows.
        if self._second_look_follows(visits):
            row_count += 1
        trace.rows += source.rows[len(trace) * ROW_BYTES : row_count * ROW_BYTES]
        for row in self._hidden:
            row_bytes = slice(row * ROW_BYTES, (row + 1) * ROW_BYTES)
            trace.rows[row_bytes] = source.rows[row_bytes]
        # Only visits on the line to the last row can be open.
        last_line = source.line_to(row_count - 1)
        self._hidden = [row for row in last_line if not self._is_known(row)]
        for row in self._hidden:
            self._hide(row)
        trace.open_count = len(self._hidden)

    def _second_look_follows(self, visits: int) -> bool:
        source = self.whole
        if visits >= len(source) or source.enter_step(visits) != self.step + 1:
            return False
        return is_second_look(source, visits)

    def _is_known(self, row: int) -> bool:
        """Return whether a row has returned by now, or is cut in this step."""
        for step in (self.whole.cut_step(row), self.whole.return_step(row)):
            if step is not None and step <= self.step:
                return True
        return False

    def _hide(self, row: int) -> None:
        """Restore a row to its state before the return, except that a leaf keeps its kind."""
        trace = self.trace
        begin = row * ROW_BYTES
        _VALUE.pack_into(trace.rows, begin + ROW_VALUE_OFFSET, 0.0)
        if not self.whole.children(row):
            return
        trace.rows[begin + KIND_OFFSET] = Kind.OPEN
        _END.pack_into(trace.rows, begin + ROW_END_OFFSET, -1)
        # An unknown number of moves counts the children visited by now.
        if self.whole.move_count(row) is None:
            visited = len(child_visits(trace, row, len(trace)))
            _CHILDREN.pack_into(trace.rows, begin + CHILDREN_OFFSET, max(1, visited))

    def _grow_lists(self, visits: int) -> None:
        """Copy the cutoffs, answers, limits and passes of the first `visits` rows."""
        trace = self.trace
        source = self.whole
        cuts = self.whole.cut_count(self.step)
        _lengthen(trace.cuts, source.cuts, cuts)
        _lengthen(trace.pruned, source.pruned, cuts)

        answered = bisect_left(source.answered_rows, visits)
        _lengthen(trace.answered_rows, source.answered_rows, answered)
        _lengthen(trace.answer_sources, source.answer_sources, answered)

        uncounted = bisect_left(source.uncounted_rows, visits)
        _lengthen(trace.uncounted_rows, source.uncounted_rows, uncounted)
        beyond = bisect_left(source.engine_notes.beyond_horizon, visits)
        _lengthen(trace.engine_notes.beyond_horizon, source.engine_notes.beyond_horizon, beyond)
        horizons = bisect_right(source.horizons, visits, key=itemgetter(0))
        trace.horizons = source.horizons[:horizons]
        self._grow_passes(visits)

    def _grow_passes(self, visits: int) -> None:
        """Copy the passes that have begun among the first `visits` rows."""
        trace = self.trace
        source = self.whole
        passes = bisect_left(source.pass_rows, visits)
        _lengthen(trace.pass_rows, source.pass_rows, passes)
        trace.pass_names += source.pass_names[len(trace.pass_names) : passes]
        # Times would tell how much work follows a step, so they are left out.
        new = passes - len(trace.pass_begins)
        trace.pass_begins.extend([0.0] * new)

    def _grow_remarks(self, rows: list[int]) -> None:
        """Copy what an engine has reported by now about some rows, which are new or were open."""
        source = self.whole
        notes = source.engine_notes
        # Most traces are not from engines, but may have very many rows: leave them out at once.
        reported = (source.remarks, source.named_best, source.stand_pat_values)
        if not any((*reported, notes.bounds, notes.entry_notes, notes.probes)):
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
        """Copy an engine's notes on a visit; the bound of its value only once it has returned."""
        notes = self.trace.engine_notes
        source = self.whole.engine_notes
        if row in source.entry_notes:
            notes.entry_notes[row] = source.entry_notes[row]
        if row in source.probes and row not in notes.probes:
            notes.add_probe(row, source.probes[row], inside=source.last_outermost_probe(row) != row)
        if row in source.bounds and self._is_known(row):
            notes.bounds[row] = source.bounds[row]

    def _copy_remark(self, key: int) -> None:
        if key in self.whole.remarks:
            self.trace.remarks[key] = self.whole.remarks[key]


def _lengthen(ours: "array[int]", theirs: "array[int]", count: int) -> None:
    """Extend an array, which has the first numbers of another, to the other's first `count`."""
    ours.extend(theirs[len(ours) : count])
