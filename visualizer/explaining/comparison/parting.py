"""Where two searches part: visit by visit, in all that both record, subtree by subtree.

`find_partings` yields all that differs between two finished searches. `common_visits` says how far
two searches visit the same nodes, whatever else differs; code of a student's is compared with a
right search so, whose values and windows need not be equal to be right.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import isnan
from struct import Struct, calcsize
from typing import NamedTuple

from visualizer.trace.rows import (
    ENTRY_NOTES,
    KIND_OFFSET,
    READ_LEAF_KINDS,
    ROW_BYTES,
    ROW_FORMAT,
    Kind,
    MovePath,
    Row,
    Trace,
)

STAND_PAT_NAME = "stand"
ZERO_IF_ABSENT = {"reduced", "extended"}
"""What is 0 where it is not told."""
VisitNotes = tuple[float | None, ...]
"""What is told of a visit, by names; None for nothing."""


class ComparableNotes:
    """Knows what two finished traces tell of their visits, of all that both tell anywhere."""

    def __init__(self, one: Trace, other: Trace) -> None:
        """Take two traces."""
        self.traces = one, other
        both = recorded_names(one) & recorded_names(other)
        self.plans = [name for name in ENTRY_NOTES if name in both]
        self.stands = STAND_PAT_NAME in both
        self._numbers = {self.told(0, -1): 0}

    def numbers(self, side: int) -> dict[int, int]:
        """Return a number for the notes on each row, equal for equal notes in either trace."""
        trace = self.traces[side]
        rows = {*(trace.said.plans if self.plans else ()), *(trace.stands if self.stands else ())}
        numbers = self._numbers
        return {row: numbers.setdefault(self.told(side, row), len(numbers)) for row in rows}

    def told(self, side: int, row: int) -> VisitNotes:
        """Return what is told of a visit, the value of standing pat last."""
        trace = self.traces[side]
        plan = trace.said.plans.get(row, {})
        told = [plan.get(name, 0 if name in ZERO_IF_ABSENT else None) for name in self.plans]
        if self.stands:
            return (*told, trace.stands.get(row))
        return tuple(told)

    def differs(self, row: int, other: int) -> tuple[str, tuple[float | None, float | None]] | None:
        """Return what is told differently of two visits, and how; None for nothing.

        Where only one tells a depth, a prior or a count, that is no difference; where only one
        stands pat, it is.
        """
        names = [*self.plans, *([STAND_PAT_NAME] if self.stands else [])]
        for name, *has in zip(names, self.told(0, row), self.told(1, other), strict=True):
            if has[0] != has[1] and (name == STAND_PAT_NAME or None not in has):
                return name, (has[0], has[1])
        return None


def recorded_names(trace: Trace) -> set[str]:
    """Return what a trace tells of some visits."""
    return {name for plan in trace.said.plans.values() for name in plan} | (
        {STAND_PAT_NAME} if trace.stands else set()
    )


def recorded_by_one(one: Trace, other: Trace) -> tuple[list[str], list[str]]:
    """Return what only the first and only the second trace records, which is not compared."""
    all_told = list[list[str]]()
    for trace in (one, other):
        usual = {
            "window": trace.has_window,
            "bound": bool(trace.said.bounds),
            "probe": bool(trace.said.probes),
        }
        told = {name for name, is_told in usual.items() if is_told} | recorded_names(trace)
        all_told.append([name for name in (*usual, *ENTRY_NOTES, STAND_PAT_NAME) if name in told])
    first, second = all_told
    return [name for name in first if name not in second], [
        name for name in second if name not in first
    ]


EQUIVALENT_KINDS = {Kind.SAMPLED: Kind.FULL}
"""A visit that was left without a cut is the same as one whose children were all visited: who tells
no number of children cannot say which it is."""
LEAF_ENDS = {Kind.LIMIT, Kind.TERMINAL}
"""Leaves that are the same: whether the game is over is the position's, and few engines tell."""
SAME_KINDS = bytes(
    EQUIVALENT_KINDS.get(kind, Kind.LIMIT if kind in LEAF_ENDS else kind) for kind in Kind
).ljust(256, b"\0")
"""For each kind the one that stands for all that are the same."""
FIELDS_NOT_COMPARED = ("parent", "children", "turn", "end")
"""The fields of which nothing is said, or which other fields imply."""
RECORDED_BOUND_CODES = {"≤": 1, "≥": 2}
"""What stands for a told bound."""


class SameVisits:
    """Finds ranges of equal visits in two finished traces, by comparing bytes."""

    def __init__(self, beside: ComparableNotes, *, windows: bool, bounds: bool) -> None:
        """Take the notes on two traces; windows and recorded bounds are compared if asked for."""
        self.one, self.other = (
            comparable_rows(trace, beside.numbers(side), windows=windows, bounds=bounds)
            for side, trace in enumerate(beside.traces)
        )
        self.shift = 0
        self.until = 0
        """The first row that differs, if the second trace is shifted by `shift` rows."""

    def below(self, row: int, other: int, end: int, other_end: int) -> bool:
        """Return whether two visits and all below them, to their last rows, are the same."""
        if end < row or end - row != other_end - other:
            return False
        if other - row != self.shift or row >= self.until:
            self.shift, self.until = (
                other - row,
                row + self._count(row * ROW_BYTES, other * ROW_BYTES),
            )
        return end < self.until

    def _count(self, row: int, other: int) -> int:
        """Count equal visits from two places on, by doubling the range and then halving it."""
        begin = row
        size = ROW_BYTES
        last = row + min(len(self.one) - row, len(self.other) - other)
        larger = True
        while size >= ROW_BYTES and row < last:
            size = min(size, last - row)
            same = self.one[row : row + size] == self.other[other : other + size]
            if same:
                row = row + size
                other = other + size
            larger = larger and same
            if larger:
                size = 2 * size
            else:
                size = size // ROW_BYTES // 2 * ROW_BYTES
        return (row - begin) // ROW_BYTES


def comparable_rows(
    trace: Trace, beside: Mapping[int, int], *, windows: bool, bounds: bool
) -> bytes:
    """Return the rows of a trace without what is not compared.

    Where a bound was told, its sign is among them, and where something was told `beside`, its
    number.
    """
    data = bytearray(trace.rows)
    none = bytes(len(trace))
    for name in (*FIELDS_NOT_COMPARED, *(() if windows else ("alpha", "beta"))):
        for offset in field_bytes(name):
            data[offset::ROW_BYTES] = none
    data[KIND_OFFSET::ROW_BYTES] = data[KIND_OFFSET::ROW_BYTES].translate(SAME_KINDS)
    for row, sign in (trace.said.bounds if bounds else {}).items():
        data[row * ROW_BYTES] = RECORDED_BOUND_CODES[sign]
    for row, number in beside.items():
        NOTE_NUMBER_STRUCT.pack_into(data, row * ROW_BYTES + NOTE_NUMBER_OFFSET, number)
    return bytes(data)


def field_bytes(name: str) -> range:
    """Return where the bytes of a field stand in a row."""
    place = Row._fields.index(name)
    return range(calcsize(f"<{ROW_FORMAT[:place]}"), calcsize(f"<{ROW_FORMAT[: place + 1]}"))


NOTE_NUMBER_STRUCT = Struct("<i")
NOTE_NUMBER_OFFSET = field_bytes("end").start
"""Where the number stands of what was told beside."""


RETURN_FIELDS = ("value", "bound", "kind")
"""In what they may differ when a visit returns."""


@dataclass(frozen=True, slots=True)
class ComparedVisits:
    """Which visits are compared: those of the node at `below` and under it, to a ply, of one pass.

    A ply is counted from the root, a pass, which both must have, from 1; None compares all.
    """

    below: MovePath = ()
    ply: int | None = None
    number: int | None = None

    def has(self, trace: Trace, row: int) -> bool:
        """Return whether a visit is among them."""
        path = trace.path(row)
        within = path[: len(self.below)] == self.below and (
            self.ply is None or len(path) <= self.ply
        )
        return within and self.number in (None, bisect_right(trace.roots(), row))


@dataclass(frozen=True, slots=True)
class Parting:
    """A visit in which two searches differ.

    `visits` are its numbers in the two, from 1; where one goes on and the other returns or has
    ended, that of the visit which comes next there. `rows` are the rows of the innermost visits
    that are open in both, -1 where none is, and `path` leads to them. Of `what` it is said what
    each has: of `move` the index of the move that is tried, None where the node is left or the
    search ends; of `window` alpha and beta on entry; of `value` what is returned, from MAX's side;
    of `bound` the sign of the bound that this is said to be; of `kind` how the visit ended; of
    `stand` what standing pat is worth, None where one does not; of `depth` and the like what is
    told on entry. What only one search tells anywhere is not compared; probes are left out where
    only one tells of any.
    """

    visits: tuple[int, int]
    rows: tuple[int, int]
    path: MovePath
    what: str
    has: tuple[object, object]
    steps: tuple[int, int]
    """The steps in which they differ."""
    at_end: bool = False
    """Whether they differ in what the visits, which have others below them, return."""


class _EventReader:
    """Reads the events of a trace: `row` is entered next, `open` are the visits not left yet."""

    def __init__(self, trace: Trace, extent: ComparedVisits, *, probes: bool) -> None:
        self.trace = trace
        self.extent = extent
        self.left_out = frozenset() if probes else trace.said.probes.keys()
        """The rows at which probes begin, where the other search tells of none."""
        self.parents = trace.column("parent")
        self.moves = trace.column("move")
        self.depths = trace.column("depth")
        self.ends = trace.column("end")
        self.values = trace.column("value")
        self.windows = [*zip(trace.column("alpha"), trace.column("beta"), strict=True)]
        self.kinds = [EQUIVALENT_KINDS.get(kind, kind) for kind in map(Kind, trace.column("kind"))]
        begins = [*trace.roots(), len(trace)]
        number = extent.number
        if number is None:
            self.row = 0
        else:
            self.row = begins[number - 1]
        self.stop = begins[-1 if number is None else number]
        self.open: list[int] = []
        self.skip()

    def skip(self) -> None:
        """Go past the visits that are not compared."""
        below = self.extent.below
        ply = self.extent.ply
        while self.row < self.stop:
            depth = self.depths[self.row]
            aside = 0 < depth <= len(below) and self.moves[self.row] != below[depth - 1]
            if not aside and (ply is None or depth <= ply) and self.row not in self.left_out:
                return
            self.row = self.ends[self.row] + 1

    @property
    def enters(self) -> bool:
        """Whether a visit is entered next, below the innermost that is open."""
        return self.row < self.stop and self.parents[self.row] == (
            self.open[-1] if self.open else -1
        )

    @property
    def coming(self) -> int:
        """The row of the next visit, compared or not, or the row where it would be."""
        return self.row if self.enters else self.ends[self.open[-1]] + 1 if self.open else self.stop

    def enter(self) -> int:
        """Enter the next visit."""
        self.open.append(self.row)
        self.row += 1
        self.skip()
        return self.open[-1]

    def leave(self) -> int:
        """Leave the innermost open visit, whatever is still to come in it."""
        row = self.open.pop()
        self.row = max(self.row, self.ends[row] + 1)
        self.skip()
        return row

    def bound(self) -> str:
        """Return which bound the innermost open visit says that it returns, = for none."""
        return self.trace.said.bounds.get(self.open[-1], "=")

    def step(self) -> int:
        """Return the step of the event that comes next."""
        if self.enters:
            return self.trace.enter_step(self.row)
        return (self.trace.return_step(self.open[-1]) if self.open else None) or self.trace.steps


class _EventPair:
    """Two readers side by side, and what is compared of them: what both tell."""

    def __init__(self, first: Trace, second: Trace, extent: ComparedVisits) -> None:
        self.extent = extent
        probes = bool(first.said.probes) and bool(second.said.probes)
        self.windows = first.has_window and second.has_window
        self.bounds = bool(first.said.bounds) and bool(second.said.bounds)
        self.one, self.other = self.readers = (
            _EventReader(first, extent, probes=probes),
            _EventReader(second, extent, probes=probes),
        )
        self.beside = ComparableNotes(first, second)
        self.same = SameVisits(self.beside, windows=self.windows, bounds=self.bounds)

    def pass_by_the_same(self) -> bool:
        """Skip the next visits with all below them if they are equal; return whether they are."""
        one = self.one
        other = self.other
        is_same = not (one.left_out or other.left_out) and self.same.below(
            one.row, other.row, one.ends[one.row], other.ends[other.row]
        )
        for each in self.readers if is_same else ():
            each.row = each.ends[each.row] + 1
            each.skip()
        return is_same

    def part(
        self, what: str, has: tuple[object, object], steps: tuple[int, int], *, entered: bool
    ) -> Parting:
        """Return that they part here; `entered` if in a visit, else in what comes next."""
        rows = tuple(each.open[-1] if each.open else -1 for each in self.readers)
        if entered:
            visits = rows
        else:
            visits = tuple(each.coming for each in self.readers)
        path = self.one.trace.path(rows[0])
        at_end = what in RETURN_FIELDS and any(
            each.ends[each.open[-1]] > each.open[-1] for each in self.readers
        )
        return Parting(
            (visits[0] + 1, visits[1] + 1), (rows[0], rows[1]), path, what, has, steps, at_end
        )

    def entered(self) -> tuple[str, tuple[object, object]] | None:
        """Return what differs of the innermost open visits, which both have just entered."""
        if len(self.one.open) <= len(self.extent.below):
            return None
        rows = self.one.open[-1], self.other.open[-1]
        windows = self.one.windows[rows[0]], self.other.windows[rows[1]]
        if self.windows and _differ(*windows):
            return ("window", windows)
        return self.beside.differs(*rows)

    def left(self) -> tuple[str, tuple[object, object]] | None:
        """Return what differs of the innermost open visits, which both are left now."""
        if len(self.one.open) <= len(self.extent.below):
            return None
        one, other = self.readers
        values = one.values[one.open[-1]], other.values[other.open[-1]]
        bounds = one.bound(), other.bound()
        kinds = one.kinds[one.open[-1]], other.kinds[other.open[-1]]
        if _differ(values[:1], values[1:]):
            return "value", values
        if self.bounds and bounds[0] != bounds[1]:
            return "bound", bounds
        if kinds[0] is kinds[1] or LEAF_ENDS.issuperset(kinds):
            return None
        if {*kinds} == {Kind.FULL, Kind.CUT}:
            cut = self.readers[kinds.index(Kind.CUT)]
        else:
            cut = None
        may_be_late = (
            cut is not None and cut.trace.move_count(cut.open[-1]) is None
        )  # with no child left, as the other
        return None if may_be_late else ("kind", kinds)


def find_partings(
    first: Trace, second: Trace, extent: ComparedVisits = ComparedVisits()
) -> Iterator[Parting]:
    """Yield where two finished searches of one position part, whose moves have the same indices.

    After a part the comparison goes on behind the innermost node that both have open, where both
    have left it.
    """
    pair = _EventPair(first, second, extent)
    one, other = pair.readers
    while one.enters or other.enters or one.open:
        steps = one.step(), other.step()
        tried = tuple(each.moves[each.row] if each.enters else None for each in pair.readers)
        if tried[0] != tried[1]:
            yield pair.part("move", (tried[0], tried[1]), steps, entered=False)
            if not one.open:
                return
            one.leave(), other.leave()
        elif tried[0] is None:
            if differs := pair.left():
                yield pair.part(*differs, steps, entered=True)
            one.leave(), other.leave()
        elif not pair.pass_by_the_same():
            one.enter(), other.enter()
            if differs := pair.entered():
                yield pair.part(*differs, steps, entered=True)
                one.leave(), other.leave()


class CommonVisits(NamedTuple):
    """How far two searches visit the same nodes in the same order."""

    rows: list[int]
    """The row in the second trace of each visit of the first, up to where they part."""
    steps: tuple[int, int]
    """The last steps that agree. If both are the last of all, the searches visit the same nodes."""


def common_visits(
    first: Trace, second: Trace, is_optional: Callable[[int], bool] = lambda row: False
) -> CommonVisits:
    """Return how far two searches visit the same nodes in order, whatever values they have.

    Leaves of the second that are optional, by their rows, may be left out by the first. Where a
    table answers in the first, the second may have searched the node.
    """
    events = [*second.events()]
    rows: list[int] = []
    done = 0
    step = 0
    for row, returns in first.events():
        while step < len(events) and _is_leaf_left_out(
            first, second, (row, returns), events[step], is_optional
        ):
            step += 2  # a leaf is entered and returns
        if step == len(events):
            break
        other, other_returns = events[step]
        if returns != other_returns:
            break
        if not returns:
            if first.move(row) != second.move(other) or not _is_same_kind(
                first.kind(row), second.kind(other)
            ):
                break
            rows.append(other)
            if first.kind(row) is Kind.TABLE:
                step = (second.return_step(other) or 0) - 2  # past all that is below it
        step += 1
        done += 1
    return CommonVisits(rows, (done, step))


def _is_leaf_left_out(
    first: Trace,
    second: Trace,
    event: tuple[int, bool],
    other: tuple[int, bool],
    is_optional: Callable[[int], bool],
) -> bool:
    """Return whether the second search enters a leaf that the first may leave out, and does."""
    row, returns = other
    is_same = not event[1] and first.move(event[0]) == second.move(row)
    return not returns and not is_same and is_optional(row)


def _is_same_kind(one: Kind, other: Kind) -> bool:
    """Return whether a visit may stand for another: a table may answer what has been searched."""
    if one is Kind.TABLE:
        return True
    return other is not Kind.TABLE and (one in READ_LEAF_KINDS) is (other in READ_LEAF_KINDS)


def _differ(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether numbers that both tell differ; NaN is that of a search which was stopped."""
    return one != other and not any(map(isnan, (*one, *other)))
