"""The beginning of a recorded search, as if it had come no further: nothing that it holds depends on what follows."""

from array import array
from bisect import bisect_left, bisect_right
from operator import itemgetter
from struct import Struct

from visualizer.trace.rows import DEPTH_OFFSET, KIND_OFFSET, SIZE, Kind, Trace
from visualizer.trace.visits import child_visits, is_second_look

END_OFFSET, VALUE_OFFSET, CHILDREN_OFFSET = DEPTH_OFFSET + 6, DEPTH_OFFSET + 10, DEPTH_OFFSET + 2
_END, _VALUE, _CHILDREN = Struct("<i"), Struct("<d"), Struct("<H")


class HeldTrace(Trace):
    """The first steps of another trace, the `whole` one; `grow` adds more of them, as a search that goes on does.

    It has what is known at its last step: that the step cuts a node or is followed by a second look belongs to that.
    """

    __slots__ = ("_hidden", "held", "whole")

    def __init__(self, whole: Trace) -> None:
        """Begin with no steps."""
        super().__init__(has_window=whole.has_window, revisits=whole.revisits, passes=whole.passes)
        self.proves = whole.proves
        self.whole = whole
        self.probabilities, self.limits = whole.probabilities, whole.limits
        self.is_sound, self.rules = whole.is_sound, whole.rules
        self.said.asides = whole.said.asides
        self.held = 0
        """The last step."""
        self.move_scores = whole.move_scores  # asked only of rows that are there
        self._hidden: list[int] = []
        """The rows that have not returned."""

    @property
    def steps(self) -> int:
        """Return the number of events so far."""
        return self.held

    @property
    def last_step(self) -> int:
        """Return the last step."""
        return self.held

    def grow(self, step: int) -> None:
        """Add what follows up to a step of the whole trace, or as far as that has come."""
        source, step = self.whole, min(step, self.whole.last_step)
        if step <= self.held and self.held:
            return
        self.held, visits = step, source.entered(step)
        self.has_window, self.narrows = source.has_window, source.narrows
        seen = visits
        if visits < len(source) and source.enter_step(visits) == step + 1 and is_second_look(source, visits):
            seen += 1  # the step before is said to be followed by it
        changed = [*self._hidden, *range(len(self), visits)]
        self.rows += source.rows[len(self) * SIZE : seen * SIZE]
        for row in self._hidden:
            self.rows[row * SIZE : (row + 1) * SIZE] = source.rows[row * SIZE : (row + 1) * SIZE]
        self._hidden = [row for row in source.line_to(seen - 1) if not self._is_known(row)]
        for row in self._hidden:
            self._hide(row)
        self.opened = len(self._hidden)
        self._grow_lists(visits)
        self._grow_remarks(changed)
        self.finished = source.finished and step == source.steps
        self.reason = source.reason if self.finished else ""
        self.said.answer = source.said.answer if self.finished else None

    def _is_known(self, row: int) -> bool:
        """Return whether a row has returned by now, or is cut in this step."""
        cut, returned = self.whole.cut_step(row), self.whole.return_step(row)
        return (cut is not None and cut <= self.held) or (returned is not None and returned <= self.held)

    def _hide(self, row: int) -> None:
        """Write a row as it is before it returns; a leaf shows what kind it is."""
        begin = row * SIZE
        _VALUE.pack_into(self.rows, begin + VALUE_OFFSET, 0.0)
        if not self.whole.children(row):
            return
        self.rows[begin + KIND_OFFSET] = Kind.OPEN
        _END.pack_into(self.rows, begin + END_OFFSET, -1)
        if not self.whole.is_counted(row):
            visited = len(child_visits(self, row, len(self)))
            _CHILDREN.pack_into(self.rows, begin + CHILDREN_OFFSET, max(1, visited))

    def _grow_lists(self, visits: int) -> None:
        """Take over what the whole trace has beside its rows, of the first `visits` rows."""
        source, cuts = self.whole, self.whole.cut_count(self.held)
        self.cuts, self.pruned = _longer(self.cuts, source.cuts, cuts), _longer(self.pruned, source.pruned, cuts)
        passes = bisect_left(source.pass_rows, visits)
        self.pass_rows = _longer(self.pass_rows, source.pass_rows, passes)
        self.pass_names += source.pass_names[len(self.pass_names) : passes]
        self.pass_begins.extend([0.0] * (passes - len(self.pass_begins)))  # times tell how much work is behind a step
        answered = bisect_left(source.answered, visits)
        self.answered = _longer(self.answered, source.answered, answered)
        self.answers = _longer(self.answers, source.answers, answered)
        self.uncounted = _longer(self.uncounted, source.uncounted, bisect_left(source.uncounted, visits))
        self.said.beyond = _longer(self.said.beyond, source.said.beyond, bisect_left(source.said.beyond, visits))
        self.horizons = source.horizons[: bisect_right(source.horizons, visits, key=itemgetter(0))]

    def _grow_remarks(self, rows: list[int]) -> None:
        """Take over what a search written elsewhere has said by now of rows that are new or had not returned."""
        source = self.whole
        said = source.said
        if not (source.remarks or source.named_best or source.stands or said.bounds or said.plans or said.probes):
            return
        for row in rows:
            if row in said.plans:
                self.said.plans[row] = said.plans[row]
            if row in said.probes and row not in self.said.probes:
                self.said.add_probe(row, said.probes[row], inside=said.outermost(row) != row)
            if row in said.bounds and self._is_known(row):
                self.said.bounds[row] = said.bounds[row]
            if row in source.stands:
                self.stands[row] = source.stands[row]
            is_known = self._is_known(row)
            for key in (2 * row, 2 * row + 1)[: 1 + is_known]:
                if key in source.remarks:
                    self.remarks[key] = source.remarks[key]
            if is_known and row in source.named_best:
                self.named_best[row] = source.named_best[row]


def _longer(ours: "array[int]", theirs: "array[int]", count: int) -> "array[int]":
    """Return an array with the first `count` numbers of another, of which it has some already."""
    ours.extend(theirs[len(ours) : count])
    return ours
