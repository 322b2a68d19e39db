"""The differences of two searches, visit by visit, in everything that both record.

`find_partings` yields all differences between two finished searches. `common_visits` says how far
two searches visit the same nodes, whatever else differs: this compares a student's code with a
right search, whose values and windows may be other than the student's without either being wrong.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
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
"""The notes that mean 0 where they are absent."""

VisitNotes = tuple[float | None, ...]
"""The notes on a visit, in an order of names; None for an absent note."""
Difference = tuple[str, tuple[object, object]]
"""The name of a field, and its contents in each of the two searches."""


class ComparableNotes:
    """The notes on visits that two finished traces have in common.

    Notes of a kind that one of the traces never records are not compared.
    """

    def __init__(self, one: Trace, other: Trace) -> None:
        """Find out which notes both traces record."""
        self.traces = one, other
        both = recorded_names(one) & recorded_names(other)
        self.plans = [name for name in ENTRY_NOTES if name in both]
        self.stands = STAND_PAT_NAME in both
        self._numbers = {self.notes(0, -1): 0}

    def numbers(self, side: int) -> dict[int, int]:
        """Return a number for each row with notes; rows with equal notes have equal numbers.

        `side` is 0 for the first trace and 1 for the second. Both traces share the numbers.
        """
        trace = self.traces[side]
        rows = set[int]()
        if self.plans:
            rows.update(trace.engine_notes.entry_notes)
        if self.stands:
            rows.update(trace.stand_pat_values)
        known = self._numbers
        numbers = dict[int, int]()
        for row in rows:
            numbers[row] = known.setdefault(self.notes(side, row), len(known))
        return numbers

    def notes(self, side: int, row: int) -> VisitNotes:
        """Return the notes on a visit; the value of standing pat comes last.

        `side` is 0 for a visit of the first trace and 1 for one of the second.
        """
        trace = self.traces[side]
        notes_by_name = trace.engine_notes.entry_notes.get(row, {})
        notes = []
        for name in self.plans:
            note = notes_by_name.get(name)
            if note is None and name in ZERO_IF_ABSENT:
                note = 0
            notes.append(note)
        if self.stands:
            notes.append(trace.stand_pat_values.get(row))
        return tuple(notes)

    def difference(self, row: int, other: int) -> Difference | None:
        """Return the first note in which two visits differ: its name and both values; else None.

        If only one visit has a depth, prior or count, that is no difference. If only one search
        stood pat at the node, that is a difference.
        """
        names = [*self.plans]
        if self.stands:
            names.append(STAND_PAT_NAME)
        all_notes = zip(
            names,
            self.notes(0, row),
            self.notes(1, other),
            strict=True,
        )
        for name, first, second in all_notes:
            have_both = first is not None and second is not None
            is_comparable = have_both or name == STAND_PAT_NAME
            if first != second and is_comparable:
                return name, (first, second)
        return None


def recorded_names(trace: Trace) -> set[str]:
    """Return the names of the notes that a trace has on any visit."""
    names = {name for plan in trace.engine_notes.entry_notes.values() for name in plan}
    if trace.stand_pat_values:
        names.add(STAND_PAT_NAME)
    return names


def recorded_by_one(one: Trace, other: Trace) -> tuple[list[str], list[str]]:
    """Return the names of the data that only the first, and only the second, trace records."""
    first = _all_recorded_names(one)
    second = _all_recorded_names(other)
    only_first = [name for name in first if name not in second]
    only_second = [name for name in second if name not in first]
    return only_first, only_second


def _all_recorded_names(trace: Trace) -> list[str]:
    """Return the names of the data that a trace records besides moves and values."""
    is_recorded = {
        "window": trace.has_window,
        "bound": bool(trace.engine_notes.bounds),
        "probe": bool(trace.engine_notes.probes),
    }
    noted = recorded_names(trace)
    names = [name for name, recorded in is_recorded.items() if recorded]
    names += [name for name in (*ENTRY_NOTES, STAND_PAT_NAME) if name in noted]
    return names


EQUIVALENT_KINDS = {Kind.SAMPLED: Kind.FULL}
"""Kinds that are compared as others.

Without the number of children, a search cannot tell whether all of them were visited.
"""
LEAF_ENDS = {Kind.LIMIT, Kind.TERMINAL}
"""Leaves that count as equal: the position knows whether the game is over, and few engines say."""
_KIND_PAIRS = EQUIVALENT_KINDS | dict.fromkeys(LEAF_ENDS, Kind.LIMIT)
SAME_KINDS = bytes(_KIND_PAIRS.get(kind, kind) for kind in Kind).ljust(256, b"\0")
"""A translation table from each kind to the one that stands for all equal kinds."""
FIELDS_NOT_COMPARED = ("parent", "children", "turn", "end")
"""The fields that do not matter or follow from other fields."""
RECORDED_BOUND_CODES = {"≤": 1, "≥": 2}
"""The byte that stands for a recorded bound."""


class SameVisits:
    """Finds ranges of equal visits in two finished traces, by comparing bytes."""

    def __init__(self, notes: ComparableNotes, *, windows: bool, bounds: bool) -> None:
        """Take the notes on two traces; with `windows` and `bounds`, these are compared, too."""
        self.one, self.other = (
            comparable_rows(
                trace,
                notes.numbers(side),
                windows=windows,
                bounds=bounds,
            )
            for side, trace in enumerate(notes.traces)
        )
        # One scan to the first difference settles all subtrees before it, so keep its result.
        self.shift = 0
        self.first_difference = 0
        """The first row that differs, if the second trace is shifted by `shift` rows."""

    def are_equal_subtrees(
        self,
        root: int,
        other_root: int,
        end: int,
        other_end: int,
    ) -> bool:
        """Return whether two subtrees are equal, one of each trace.

        The first has the rows from `root` to `end`, and the second those from `other_root` to
        `other_end`.
        """
        is_open = end < root
        if is_open or end - root != other_end - other_root:
            return False
        shift = other_root - root
        is_scanned = shift == self.shift and root < self.first_difference
        if not is_scanned:
            self.shift = shift
            self.first_difference = root + self._count_equal_rows(root, other_root)
        return end < self.first_difference

    def _count_equal_rows(self, row: int, other_row: int) -> int:
        """Count how many rows of the two traces are equal from these rows on.

        Slices of bytes are compared in C, which is faster than a loop over rows. The slices double
        in size until two of them differ, and then are halved to find the first different row.
        """
        begin = row * ROW_BYTES
        place = begin
        other_place = other_row * ROW_BYTES
        end = place + min(len(self.one) - place, len(self.other) - other_place)
        size = ROW_BYTES
        is_doubling = True
        while size >= ROW_BYTES and place < end:
            size = min(size, end - place)
            other_end = other_place + size
            is_same = self.one[place : place + size] == self.other[other_place:other_end]
            if is_same:
                place += size
                other_place += size
            is_doubling = is_doubling and is_same
            if is_doubling:
                size = 2 * size
            else:
                size = size // ROW_BYTES // 2 * ROW_BYTES
        return (place - begin) // ROW_BYTES


def comparable_rows(
    trace: Trace, note_numbers: Mapping[int, int], *, windows: bool, bounds: bool
) -> bytes:
    """Return a trace's rows as bytes that are equal exactly where visits count as equal.

    Fields that are not compared become zeros. Two of these fields are then used for what rows lack:
    the sign of a recorded bound, and the number of a visit's notes in `note_numbers`. `windows` and
    `bounds` tell whether these are compared.
    """
    data = bytearray(trace.rows)
    zeros = bytes(len(trace))
    blank_fields = [*FIELDS_NOT_COMPARED]
    if not windows:
        blank_fields += ["alpha", "beta"]
    for name in blank_fields:
        for offset in field_bytes(name):
            data[offset::ROW_BYTES] = zeros
    data[KIND_OFFSET::ROW_BYTES] = data[KIND_OFFSET::ROW_BYTES].translate(SAME_KINDS)

    # The first byte of a row belongs to its parent, which is blank by now.
    if bounds:
        for row, sign in trace.engine_notes.bounds.items():
            data[row * ROW_BYTES] = RECORDED_BOUND_CODES[sign]
    for row, number in note_numbers.items():
        NOTE_NUMBER_STRUCT.pack_into(data, row * ROW_BYTES + NOTE_NUMBER_OFFSET, number)
    return bytes(data)


def field_bytes(name: str) -> range:
    """Return the places of a field's bytes in a row."""
    place = Row._fields.index(name)
    begin = calcsize(f"<{ROW_FORMAT[:place]}")
    end = calcsize(f"<{ROW_FORMAT[: place + 1]}")
    return range(begin, end)


NOTE_NUMBER_STRUCT = Struct("<i")
NOTE_NUMBER_OFFSET = field_bytes("end").start
"""Where a row holds the number of its notes instead of its last row."""

RETURN_FIELDS = ("value", "bound", "kind")
"""The fields that may differ when a visit returns."""


@dataclass(frozen=True, slots=True)
class ComparedVisits:
    """Selects the visits to compare, by default all."""

    below: MovePath = ()
    """The path of a node: it and its subtree are compared."""
    ply: int | None = None
    """The deepest ply that is compared, counted from the root."""
    number: int | None = None
    """The number, from 1, of the only pass that is compared; both searches must have it."""

    def includes(self, trace: Trace, row: int) -> bool:
        """Return whether a visit is compared."""
        path = trace.path(row)
        if path[: len(self.below)] != self.below:
            return False
        if self.ply is not None and len(path) > self.ply:
            return False
        # The number of a visit's pass is the number of roots up to its row.
        pass_number = bisect_right(trace.roots(), row)
        return self.number in (None, pass_number)

    def rows(self, trace: Trace) -> tuple[int, int]:
        """Return the first row of the compared passes, and the row after their last."""
        if self.number is None:
            return 0, len(trace)
        begins = [*trace.roots(), len(trace)]
        return begins[self.number - 1], begins[self.number]


@dataclass(frozen=True, slots=True)
class Parting:
    """A visit in which two searches differ.

    What only one search ever records is not compared. Probes are left out unless both record them.
    """

    visits: tuple[int, int]
    """The visit's number, from 1, in each search; the next visit where a search leaves or ends."""
    rows: tuple[int, int]
    """The rows of the innermost visits that are open in both searches, -1 for none."""
    path: MovePath
    """The path of those visits."""
    field: str
    """The field that differs: "move", "window", "value", "bound", "kind", "stand", or a note."""
    recorded: tuple[object, object]
    """The data of each search.

    For a move, the index of the move tried, None where the node is left or the search ends; for a
    window, alpha and beta on entry; for a value, the one returned, from MAX's side; for a bound,
    its sign; for a kind, how the visit ended; for "stand", the value of standing pat, None without.
    """
    steps: tuple[int, int]
    """The steps in which they differ."""
    at_end: bool = False
    """Whether visits with children differ in the value, bound or kind with which they return."""


class _EventReader:
    """Reads the events of a trace, in the order in which they happened.

    `row` is entered next, and the visits in `open` have not returned.
    """

    def __init__(self, trace: Trace, extent: ComparedVisits, *, probes: bool) -> None:
        """Begin before the first compared event; without `probes`, side searches are skipped."""
        self.trace = trace
        self.extent = extent
        self.skipped_probes: Collection[int] = ()
        """The rows at which probes begin, if the other search records no probes."""
        if not probes:
            self.skipped_probes = trace.engine_notes.probes.keys()

        # Whole columns are unpacked once, because the comparison reads them for every event.
        self.parents = trace.column("parent")
        self.moves = trace.column("move")
        self.depths = trace.column("depth")
        self.ends = trace.column("end")
        self.values = trace.column("value")
        self.windows = [*zip(trace.column("alpha"), trace.column("beta"), strict=True)]
        self.kinds = comparable_kinds(trace)

        self.row, self.stop = extent.rows(trace)
        self.open: list[int] = []
        """The rows of the open visits, outermost first."""
        self.skip()

    @property
    def innermost(self) -> int:
        """The row of the innermost open visit, -1 if none is open."""
        if not self.open:
            return -1
        return self.open[-1]

    def skip(self) -> None:
        """Go past the visits that are not compared."""
        while self.row < self.stop and not self._is_compared(self.row):
            self.skip_subtree()

    def skip_subtree(self) -> None:
        """Go past the next visit and all visits below it."""
        self.row = self.ends[self.row] + 1

    def _is_compared(self, row: int) -> bool:
        """Return whether a visit is compared, or on the path to those that are."""
        below = self.extent.below
        depth = self.depths[row]
        is_on_path = 0 < depth <= len(below)
        # The move that leads to depth 1 is the first of the path.
        if is_on_path and self.moves[row] != below[depth - 1]:
            return False
        if self.extent.ply is not None and depth > self.extent.ply:
            return False
        return row not in self.skipped_probes

    @property
    def enters(self) -> bool:
        """Whether the next event enters a child of the innermost open visit."""
        return self.row < self.stop and self.parents[self.row] == self.innermost

    @property
    def next_move(self) -> int | None:
        """The index of the move that the next event tries; None if a visit returns instead."""
        if not self.enters:
            return None
        move: int = self.moves[self.row]
        return move

    @property
    def next_row(self) -> int:
        """The row of the next visit, compared or not, or the row where it would be."""
        if self.enters:
            return self.row
        if self.open:
            last_row: int = self.ends[self.open[-1]]
            return last_row + 1
        return self.stop

    def enter(self) -> int:
        """Enter the next visit."""
        self.open.append(self.row)
        self.row += 1
        self.skip()
        return self.open[-1]

    def leave(self) -> int:
        """Leave the innermost open visit and skip the rest of its subtree."""
        row = self.open.pop()
        # Where the searches have parted, the rest of the subtree has not been read.
        self.row = max(self.row, self.ends[row] + 1)
        self.skip()
        return row

    def bound(self) -> str:
        """Return the sign of the bound that the innermost open visit returns, = for none."""
        return self.trace.engine_notes.bounds.get(self.open[-1], "=")

    def step(self) -> int:
        """Return the step of the event that comes next."""
        if self.enters:
            return self.trace.enter_step(self.row)
        if self.open:
            return self.trace.return_step(self.open[-1]) or self.trace.steps
        return self.trace.steps


def comparable_kinds(trace: Trace) -> list[Kind]:
    """Return the kind of each visit, with equivalent kinds made equal."""
    kinds = map(Kind, trace.column("kind"))
    return [EQUIVALENT_KINDS.get(kind, kind) for kind in kinds]


class _EventPair:
    """Two readers in step, which compare what both searches record."""

    def __init__(self, first: Trace, second: Trace, extent: ComparedVisits) -> None:
        """Begin before the first event; compare only what both traces have recorded."""
        self.extent = extent
        probes = bool(first.engine_notes.probes) and bool(second.engine_notes.probes)
        self.windows = first.has_window and second.has_window
        self.bounds = bool(first.engine_notes.bounds) and bool(second.engine_notes.bounds)
        self.one = _EventReader(first, extent, probes=probes)
        self.other = _EventReader(second, extent, probes=probes)
        self.readers = (self.one, self.other)
        self.notes = ComparableNotes(first, second)
        self.same = SameVisits(self.notes, windows=self.windows, bounds=self.bounds)

    def skip_equal_subtrees(self) -> bool:
        """Skip the next subtrees if they are equal; return whether they are."""
        one = self.one
        other = self.other
        # Bytes do not show which visits are probes, and those of one search are skipped here.
        if one.skipped_probes or other.skipped_probes:
            return False
        end = one.ends[one.row]
        other_end = other.ends[other.row]
        if not self.same.are_equal_subtrees(one.row, other.row, end, other_end):
            return False
        for reader in self.readers:
            reader.skip_subtree()
            reader.skip()
        return True

    def parting(self, difference: Difference, steps: tuple[int, int], *, entered: bool) -> Parting:
        """Return a difference with its place.

        The place is the open visit if the searches have `entered` it, else the visit that comes
        next.
        """
        field, recorded = difference
        rows = (self.one.innermost, self.other.innermost)
        visit_rows = rows
        if not entered:
            visit_rows = (self.one.next_row, self.other.next_row)
        readers_and_rows = zip(self.readers, rows, strict=True)
        have_children = any(reader.ends[row] > row for reader, row in readers_and_rows)
        return Parting(
            # People count visits from 1.
            visits=(visit_rows[0] + 1, visit_rows[1] + 1),
            rows=rows,
            path=self.one.trace.path(rows[0]),
            field=field,
            recorded=recorded,
            steps=steps,
            at_end=field in RETURN_FIELDS and have_children,
        )

    def is_above_compared(self) -> bool:
        """Return whether the open visit only leads to the node that is compared.

        Its other children are skipped, so its value may differ for reasons that nobody asked about.
        """
        return len(self.one.open) <= len(self.extent.below)

    def entry_difference(self) -> Difference | None:
        """Return a difference between the two visits just entered: a field and both values.

        None if they do not differ.
        """
        if self.is_above_compared():
            return None
        row = self.one.innermost
        other_row = self.other.innermost
        windows = (self.one.windows[row], self.other.windows[other_row])
        if self.windows and _differ(*windows):
            return "window", windows
        return self.notes.difference(row, other_row)

    def return_difference(self) -> Difference | None:
        """Return a difference between the two visits about to return: a field and both values.

        None if they do not differ.
        """
        if self.is_above_compared():
            return None
        row = self.one.innermost
        other_row = self.other.innermost
        value = self.one.values[row]
        other_value = self.other.values[other_row]
        if _differ((value,), (other_value,)):
            return "value", (value, other_value)
        bounds = (self.one.bound(), self.other.bound())
        if self.bounds and bounds[0] != bounds[1]:
            return "bound", bounds
        kinds = (self.one.kinds[row], self.other.kinds[other_row])
        if self._are_same_kinds(kinds):
            return None
        return "kind", kinds

    def _are_same_kinds(self, kinds: tuple[Kind, Kind]) -> bool:
        """Return whether the ways in which two visits end count as the same."""
        one, other = kinds
        if one is other or LEAF_ENDS.issuperset(kinds):
            return True
        if {*kinds} != {Kind.FULL, Kind.CUT}:
            return False
        # If nobody knows how many moves there were, the cut may have come after the last one. It
        # then cut nothing, and the other search need not call it a cut.
        reader = self.readers[kinds.index(Kind.CUT)]
        return reader.trace.move_count(reader.innermost) is None

    def leave(self) -> None:
        """Leave the innermost open visit of both searches."""
        for reader in self.readers:
            reader.leave()


def find_partings(
    first: Trace, second: Trace, extent: ComparedVisits = ComparedVisits()
) -> Iterator[Parting]:
    """Yield the differences between two finished searches of one position.

    Both must number the position's moves alike. After a difference, the comparison continues where
    both searches have left the innermost node that is open in both.
    """
    pair = _EventPair(first, second, extent)
    one, other = pair.readers
    while one.enters or other.enters or one.open:
        steps = (one.step(), other.step())
        # None in place of a move: the innermost open visit returns next.
        move = one.next_move
        other_move = other.next_move
        if move != other_move:
            yield pair.parting(("move", (move, other_move)), steps, entered=False)
            # Outside of any node, the searches have no common place at which to go on.
            if not one.open:
                return
            pair.leave()
        elif move is None:
            difference = pair.return_difference()
            if difference is not None:
                yield pair.parting(difference, steps, entered=True)
            pair.leave()
        elif not pair.skip_equal_subtrees():
            one.enter()
            other.enter()
            difference = pair.entry_difference()
            if difference is not None:
                # With another window or depth, the rest of the subtree rightly differs.
                yield pair.parting(difference, steps, entered=True)
                pair.leave()


class CommonVisits(NamedTuple):
    """How far two searches visit the same nodes in the same order."""

    rows: list[int]
    """The row in the second trace of each visit of the first, up to where they part."""
    steps: tuple[int, int]
    """The last steps that agree. If both are the last of all, the searches visit the same nodes."""


def common_visits(
    first: Trace, second: Trace, is_optional: Callable[[int], bool] = lambda row: False
) -> CommonVisits:
    """Return how far two searches visit the same nodes in the same order, whatever their values.

    `is_optional` tells for a row of the second search whether the visit is an optional leaf. The
    first search may leave out such leaves. Where a table answers in the first search, the second
    may have searched the node.
    """
    is_left_out = partial(_is_leaf_left_out, first, second, is_optional)
    events = [*second.events()]
    rows: list[int] = []
    agreed = 0
    step = 0
    for event in first.events():
        while step < len(events) and is_left_out(event, events[step]):
            # A leaf is two events: it is entered and returns.
            step += 2
        if step == len(events):
            break
        row, returns = event
        other, other_returns = events[step]
        if returns != other_returns:
            break
        if not returns:
            if not _is_same_visit(first, row, second, other):
                break
            rows.append(other)
            if first.kind(row) is Kind.TABLE:
                # Skip the second search's subtree: its root's return is compared next. Steps count
                # from 1 and events from 0, and 1 is added below.
                step = (second.return_step(other) or 0) - 2
        step += 1
        agreed += 1
    return CommonVisits(rows, (agreed, step))


def _is_same_visit(first: Trace, row: int, second: Trace, other: int) -> bool:
    """Return whether two visits are by the same move and of kinds that may stand for another."""
    if first.move(row) != second.move(other):
        return False
    return _is_same_kind(first.kind(row), second.kind(other))


def _is_leaf_left_out(
    first: Trace,
    second: Trace,
    is_optional: Callable[[int], bool],
    event: tuple[int, bool],
    other_event: tuple[int, bool],
) -> bool:
    """Return whether the second search enters an optional leaf that the first search leaves out.

    `event` is the next event of the first search, and `other_event` that of the second. An event is
    the row of a visit, and True if the visit returns or False if it is entered.
    """
    row, returns = event
    other, other_returns = other_event
    if other_returns or not is_optional(other):
        return False
    # The first search returns to the parent instead, or tries another move.
    return returns or first.move(row) != second.move(other)


def _is_same_kind(one: Kind, other: Kind) -> bool:
    """Return whether a visit may stand for another: a table may answer for a searched node."""
    if one is Kind.TABLE:
        return True
    if other is Kind.TABLE:
        return False
    return (one in READ_LEAF_KINDS) == (other in READ_LEAF_KINDS)


def _differ(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether known numbers differ; NaN is the value of a search that was stopped."""
    return one != other and not any(map(isnan, (*one, *other)))
