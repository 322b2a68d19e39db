"""The beginning of a recorded search, as if it had come no further: nothing that it holds depends on what follows."""

from array import array
from bisect import bisect_left, bisect_right
from operator import itemgetter
from struct import Struct

from visualizer.trace.rows import CHILDREN_OFFSET, DEPTH_OFFSET, KIND_OFFSET, ROW_BYTES, Kind, Trace
from visualizer.trace.visits import child_visits, is_second_look

ROW_END_OFFSET = DEPTH_OFFSET + 6
ROW_VALUE_OFFSET = DEPTH_OFFSET + 10
_END = Struct("<i")
_VALUE = Struct("<d")
_CHILDREN = Struct("<H")


class TracePrefix:
    """The first steps of a `whole` trace as a `trace` of its own; `grow` adds more, as a search that goes on does.

    The trace has what is known at its last step: that the step cuts a node or is followed by a second look belongs to
    that.
    """

    def __init__(self, whole: Trace) -> None:
        """Begin with no steps."""
        self.whole = whole
        self.trace = trace = type(whole)(
            has_window=whole.has_window, revisits=whole.revisits, passes=whole.passes
        )
        trace.held_at = 0
        trace.proves = whole.proves
        trace.is_sound = whole.is_sound
        trace.rules = whole.rules
        trace.probabilities = whole.probabilities
        trace.limits = whole.limits
        trace.said.asides = whole.said.asides
        trace.move_scores, trace.pass_depths = (
            whole.move_scores,
            whole.pass_depths,
        )  # asked only of rows that are there
        self.step = 0
        """The last step."""
        self._hidden: list[int] = []
        """The rows that have not returned."""

    def grow(self, step: int) -> None:
        """Add what follows up to a step of the whole trace, or as far as that has come."""
        trace = self.trace
        source = self.whole
        step = min(step, self.whole.last_step)
        if step <= self.step and self.step:
            return
        self.step = trace.held_at = step
        visits = source.entered(step)
        trace.has_window = source.has_window
        trace.narrows = source.narrows
        seen = visits
        if (
            visits < len(source)
            and source.enter_step(visits) == step + 1
            and is_second_look(source, visits)
        ):
            seen += 1  # the step before is said to be followed by it
        changed = [*self._hidden, *range(len(trace), visits)]
        trace.rows += source.rows[len(trace) * ROW_BYTES : seen * ROW_BYTES]
        for row in self._hidden:
            trace.rows[row * ROW_BYTES : (row + 1) * ROW_BYTES] = source.rows[
                row * ROW_BYTES : (row + 1) * ROW_BYTES
            ]
        self._hidden = [row for row in source.line_to(seen - 1) if not self._is_known(row)]
        for row in self._hidden:
            self._hide(row)
        trace.opened = len(self._hidden)
        self._grow_lists(visits)
        self._grow_remarks(changed)
        trace.finished = source.finished and step == source.steps
        trace.reason = source.reason if trace.finished else ""
        if trace.finished:
            trace.said.answer = source.said.answer
        else:
            trace.said.answer = None

    def _is_known(self, row: int) -> bool:
        """Return whether a row has returned by now, or is cut in this step."""
        cut = self.whole.cut_step(row)
        returned = self.whole.return_step(row)
        return (cut is not None and cut <= self.step) or (
            returned is not None and returned <= self.step
        )

    def _hide(self, row: int) -> None:
        """Write a row as it is before it returns; a leaf shows what kind it is."""
        trace = self.trace
        begin = row * ROW_BYTES
        _VALUE.pack_into(trace.rows, begin + ROW_VALUE_OFFSET, 0.0)
        if not self.whole.children(row):
            return
        trace.rows[begin + KIND_OFFSET] = Kind.OPEN
        _END.pack_into(trace.rows, begin + ROW_END_OFFSET, -1)
        if self.whole.move_count(row) is None:
            visited = len(child_visits(trace, row, len(trace)))
            _CHILDREN.pack_into(trace.rows, begin + CHILDREN_OFFSET, max(1, visited))

    def _grow_lists(self, visits: int) -> None:
        """Take over what the whole trace has beside its rows, of the first `visits` rows."""
        trace = self.trace
        source = self.whole
        cuts = self.whole.cut_count(self.step)
        _lengthen(trace.cuts, source.cuts, cuts)
        _lengthen(trace.pruned, source.pruned, cuts)
        passes = bisect_left(source.pass_rows, visits)
        _lengthen(trace.pass_rows, source.pass_rows, passes)
        trace.pass_names += source.pass_names[len(trace.pass_names) : passes]
        trace.pass_begins.extend(
            [0.0] * (passes - len(trace.pass_begins))
        )  # times tell how much work is behind a step
        answered = bisect_left(source.answered, visits)
        _lengthen(trace.answered, source.answered, answered)
        _lengthen(trace.answers, source.answers, answered)
        _lengthen(trace.uncounted, source.uncounted, bisect_left(source.uncounted, visits))
        _lengthen(trace.said.beyond, source.said.beyond, bisect_left(source.said.beyond, visits))
        trace.horizons = source.horizons[: bisect_right(source.horizons, visits, key=itemgetter(0))]

    def _grow_remarks(self, rows: list[int]) -> None:
        """Take over what a search written elsewhere has said by now of rows that are new or had not returned."""
        trace = self.trace
        source = self.whole
        said = self.whole.said
        if not (
            source.remarks
            or source.named_best
            or source.stands
            or said.bounds
            or said.plans
            or said.probes
        ):
            return
        for row in rows:
            if row in said.plans:
                trace.said.plans[row] = said.plans[row]
            if row in said.probes and row not in trace.said.probes:
                trace.said.add_probe(row, said.probes[row], inside=said.outermost(row) != row)
            if row in said.bounds and self._is_known(row):
                trace.said.bounds[row] = said.bounds[row]
            if row in source.stands:
                trace.stands[row] = source.stands[row]
            is_known = self._is_known(row)
            for key in (2 * row, 2 * row + 1)[: 1 + is_known]:
                if key in source.remarks:
                    trace.remarks[key] = source.remarks[key]
            if is_known and row in source.named_best:
                trace.named_best[row] = source.named_best[row]


def _lengthen(ours: "array[int]", theirs: "array[int]", count: int) -> None:
    """Give an array the first `count` numbers of another, of which it has some already."""
    ours.extend(theirs[len(ours) : count])
