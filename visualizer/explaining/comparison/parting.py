"""The differences between two searches, visit by visit, in everything that both record.

`find_divergences` yields all differences between two finished searches.

`common_visits` says how far two searches visit the same nodes, whatever else differs. This compares
a student's code with a right search: the values and windows of the two may rightly differ.
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
FieldDifference = tuple[str, tuple[object, object]]
"""The name of a field, and its contents in each of the two searches."""
ComparedEvent = tuple[int, bool]
"""The row of a visit, and whether the visit returns; False if it is entered."""


class ComparableNotes:
    """The notes on visits that two finished traces have in common.

    A kind of note is compared only if both traces record it. In the methods, `side` is 0 for the
    first trace and 1 for the second.
    """

    def __init__(self, first: Trace, second: Trace) -> None:
        """Find out which notes both traces record."""
        self.traces = first, second
        both = recorded_names(first) & recorded_names(second)
        self.note_names = [name for name in ENTRY_NOTES if name in both]
        self.has_stand_pat = STAND_PAT_NAME in both
        # No visit has the row -1, so it has no notes: give their absence the number 0.
        self._numbers = {self.notes(0, -1): 0}

    def numbers_by_row(self, side: int) -> dict[int, int]:
        """Return for each row with notes a number; equal notes have equal numbers in both traces.

        The numbers become part of the bytes of a row, so that notes are compared along with the
        other data.
        """
        trace = self.traces[side]
        rows = set[int]()
        if self.note_names:
            rows.update(trace.engine_notes.entry_notes)
        if self.has_stand_pat:
            rows.update(trace.stand_pat_values)
        number_by_notes = self._numbers
        numbers = dict[int, int]()
        for row in rows:
            numbers[row] = number_by_notes.setdefault(self.notes(side, row), len(number_by_notes))
        return numbers

    def notes(self, side: int, row: int) -> VisitNotes:
        """Return the notes on a visit in the order of `note_names`, then the standing pat value."""
        trace = self.traces[side]
        notes_by_name = trace.engine_notes.entry_notes.get(row, {})
        notes = []
        for name in self.note_names:
            note = notes_by_name.get(name)
            if note is None and name in ZERO_IF_ABSENT:
                note = 0
            notes.append(note)
        if self.has_stand_pat:
            notes.append(trace.stand_pat_values.get(row))
        return tuple(notes)

    def difference(self, first_row: int, second_row: int) -> FieldDifference | None:
        """Return the first note that differs between two visits: its name and both values.

        A note that only one visit has is not a difference, except for the value of standing pat.
        None if there is no difference.
        """
        names = [*self.note_names]
        if self.has_stand_pat:
            names.append(STAND_PAT_NAME)
        all_notes = zip(
            names,
            self.notes(0, first_row),
            self.notes(1, second_row),
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


def recorded_by_one(first: Trace, second: Trace) -> tuple[list[str], list[str]]:
    """Return the names of the data that only the first, and only the second, trace records."""
    first_names = _all_recorded_names(first)
    second_names = _all_recorded_names(second)
    only_first = [name for name in first_names if name not in second_names]
    only_second = [name for name in second_names if name not in first_names]
    return only_first, only_second


def _all_recorded_names(trace: Trace) -> list[str]:
    """Return the names of the data that a trace records in addition to moves and values."""
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
"""Kinds that count as another kind.

A visit is of the kind "sampled" if a recording does not tell whether all children were visited.
"""
LEAF_ENDS = {Kind.LIMIT, Kind.TERMINAL}
"""Leaves that count as equal, since few engines record whether the game is over there."""
_KIND_PAIRS = EQUIVALENT_KINDS | dict.fromkeys(LEAF_ENDS, Kind.LIMIT)
SAME_KINDS = bytes(_KIND_PAIRS.get(kind, kind) for kind in Kind).ljust(256, b"\0")
"""A table for `bytes.translate` that replaces all kinds that count as equal by one of them."""
FIELDS_NOT_COMPARED = ("parent", "children", "turn", "end")
"""The fields that do not matter or follow from other fields."""
RECORDED_BOUND_CODES = {"≤": 1, "≥": 2}
"""The byte for a recorded bound in `comparable_rows`."""


class SameVisits:
    """Compares subtrees of two finished traces quickly, as bytes."""

    def __init__(self, notes: ComparableNotes, *, windows: bool, bounds: bool) -> None:
        """Turn both traces into bytes.

        `windows` and `bounds` say whether windows and recorded bounds are compared.
        """
        first, second = notes.traces
        bytes_of = partial(comparable_rows, windows=windows, bounds=bounds)
        self.first_bytes = bytes_of(first, notes.numbers_by_row(0))
        self.second_bytes = bytes_of(second, notes.numbers_by_row(1))
        # The result of the last scan is kept: rows before its first difference need no new scan.
        self.last_shift = 0
        """In the last scan, row r of the first trace was compared with row r + `last_shift`."""
        self.first_difference = 0
        """The first row of the first trace that differed in the last scan."""

    def are_equal_subtrees(
        self,
        first_root: int,
        second_root: int,
        first_end: int,
        second_end: int,
    ) -> bool:
        """Return whether a subtree of the first trace equals a subtree of the second.

        Each subtree has the rows from its root to its end, both included.
        """
        # An open visit has the end -1.
        is_open = first_end < first_root
        if is_open or first_end - first_root != second_end - second_root:
            return False
        shift = second_root - first_root
        is_in_last_scan = shift == self.last_shift and first_root < self.first_difference
        if not is_in_last_scan:
            self.last_shift = shift
            self.first_difference = first_root + self._count_equal_rows(first_root, second_root)
        return first_end < self.first_difference

    def _count_equal_rows(self, first_row: int, second_row: int) -> int:
        """Count how many rows are equal, starting at `first_row` and `second_row`.

        Slices of 1, 2, 4, … rows are compared until two differ, then slices of half the size, down
        to a single row. Comparing slices of bytes is faster than a loop over rows.
        """
        rows_left = min(
            len(self.first_bytes) // ROW_BYTES - first_row,
            len(self.second_bytes) // ROW_BYTES - second_row,
        )
        equal = 0
        size = 1
        is_growing = True
        while size and equal < rows_left:
            size = min(size, rows_left - equal)
            first_slice = self.first_bytes[_bytes_of_rows(first_row + equal, size)]
            second_slice = self.second_bytes[_bytes_of_rows(second_row + equal, size)]
            if first_slice == second_slice:
                equal += size
            else:
                is_growing = False
            if is_growing:
                size *= 2
            else:
                size //= 2
        return equal


def _bytes_of_rows(first: int, count: int) -> slice:
    return slice(first * ROW_BYTES, (first + count) * ROW_BYTES)


def comparable_rows(
    trace: Trace, note_numbers: Mapping[int, int], *, windows: bool, bounds: bool
) -> bytes:
    """Return a trace's rows as bytes, in which visits that count as equal have equal rows.

    Fields that are not compared are set to zero, and two of them are used for other data: the sign
    of a recorded bound (with `bounds`), and the number of the visit's notes, `note_numbers[row]`.
    Without `windows`, windows are not compared.
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

    # The first byte of a row belongs to the field "parent", which is not compared.
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

    subtree_path: MovePath = ()
    """The path of the node whose subtree is compared; the node itself is compared, too."""
    ply: int | None = None
    """The deepest ply that is compared, counted from the root; None for no limit."""
    pass_number: int | None = None
    """The number, from 1, of the only pass that is compared; None for all passes."""

    def includes(self, trace: Trace, row: int) -> bool:
        """Return whether a visit is compared."""
        path = trace.path(row)
        if path[: len(self.subtree_path)] != self.subtree_path:
            return False
        if self.ply is not None and len(path) > self.ply:
            return False
        if self.pass_number is None:
            return True
        # Each pass begins with a visit to the root, so count the visits to the root up to `row`.
        return self.pass_number == bisect_right(trace.roots(), row)

    def rows(self, trace: Trace) -> tuple[int, int]:
        """Return the first row of the compared passes, and the row after their last."""
        if self.pass_number is None:
            return 0, len(trace)
        begins = [*trace.roots(), len(trace)]
        return begins[self.pass_number - 1], begins[self.pass_number]


@dataclass(frozen=True, slots=True)
class Divergence:
    """A place at which two searches diverge: a visit in which they differ.

    Data that only one search records are not compared. Probes are left out unless both record them.
    """

    visits: tuple[int, int]
    """In each search, the number of the visit, from 1.

    If the searches try different moves, the visit is the next one.
    """
    rows: tuple[int, int]
    """In each search, the row of the innermost visit that is open in both, -1 for none."""
    path: MovePath
    """The path of these two visits."""
    field: str
    """The field that differs: "move", "window", "value", "bound", "kind", "stand", or a note."""
    recorded: tuple[object, object]
    """The content of the field in each search.

    - "move": the index of the move tried; None if the node is left or the search ends
    - "window": alpha and beta on entry
    - "value": the value returned, from MAX's side
    - "bound": the sign of the bound
    - "kind": how the visit ended
    - "stand": the value of standing pat; None if the search does not stand pat
    """
    steps: tuple[int, int]
    """The steps in which they differ."""
    at_end: bool = False
    """Whether the searches differ when a visit with children returns, not when it is entered."""


class _EventReader:
    """Reads the events of a trace, in the order in which they happened."""

    def __init__(self, trace: Trace, extent: ComparedVisits, *, probes: bool) -> None:
        """Start at the first compared event; without `probes`, skip the side searches."""
        self.trace = trace
        self.extent = extent
        self.skipped_probes: Collection[int] = ()
        """The rows at which probes begin, if these are skipped."""
        if not probes:
            self.skipped_probes = trace.engine_notes.probes.keys()

        # Unpack whole columns, since the comparison reads them for every event.
        self.parents = trace.column("parent")
        self.moves = trace.column("move")
        self.depths = trace.column("depth")
        self.ends = trace.column("end")
        self.values = trace.column("value")
        self.windows = [*zip(trace.column("alpha"), trace.column("beta"), strict=True)]
        self.kinds = comparable_kinds(trace)

        # The row of the next visit to enter, and the row at which the comparison ends.
        self.row, self.end_row = extent.rows(trace)
        self.open_rows: list[int] = []
        """The rows of the visits that have not returned, outermost first."""
        self.skip_uncompared()

    @property
    def innermost(self) -> int:
        """The row of the innermost open visit, -1 if none is open."""
        if not self.open_rows:
            return -1
        return self.open_rows[-1]

    def skip_uncompared(self) -> None:
        """Skip visits until the next visit is one that is compared."""
        while self.row < self.end_row and not self._is_compared(self.row):
            self.skip_subtree()

    def skip_subtree(self) -> None:
        """Skip the next visit and all visits below it."""
        self.row = self.ends[self.row] + 1

    def _is_compared(self, row: int) -> bool:
        """Return whether a visit is compared, or is on the path to the compared subtree."""
        subtree_path = self.extent.subtree_path
        depth = self.depths[row]
        is_on_path = 0 < depth <= len(subtree_path)
        # The move that leads to depth 1 is the first of the path.
        if is_on_path and self.moves[row] != subtree_path[depth - 1]:
            return False
        if self.extent.ply is not None and depth > self.extent.ply:
            return False
        return row not in self.skipped_probes

    @property
    def enters(self) -> bool:
        """Whether the next event enters a child of the innermost open visit."""
        return self.row < self.end_row and self.parents[self.row] == self.innermost

    @property
    def next_move(self) -> int | None:
        """The index of the move that the next event tries; None if a visit returns instead."""
        if not self.enters:
            return None
        move: int = self.moves[self.row]
        return move

    @property
    def next_row(self) -> int:
        """The row of the next visit, compared or not; at the end, `end_row`."""
        if self.enters:
            return self.row
        if self.open_rows:
            last_row: int = self.ends[self.open_rows[-1]]
            return last_row + 1
        return self.end_row

    def enter(self) -> int:
        """Enter the next visit, and return its row."""
        self.open_rows.append(self.row)
        self.row += 1
        self.skip_uncompared()
        return self.open_rows[-1]

    def leave(self) -> int:
        """Leave the innermost open visit, skip the rest of its subtree, and return its row."""
        row = self.open_rows.pop()
        # Where the searches have diverged, the rest of the subtree has not been read.
        self.row = max(self.row, self.ends[row] + 1)
        self.skip_uncompared()
        return row

    def bound(self) -> str:
        """Return the sign of the bound that the innermost open visit returns, = for exact."""
        return self.trace.engine_notes.bounds.get(self.open_rows[-1], "=")

    def step(self) -> int:
        """Return the step of the event that comes next."""
        if self.enters:
            return self.trace.enter_step(self.row)
        if self.open_rows:
            return self.trace.return_step(self.open_rows[-1]) or self.trace.steps
        return self.trace.steps


def comparable_kinds(trace: Trace) -> list[Kind]:
    """Return the kind of each visit, with equivalent kinds made equal."""
    kinds = map(Kind, trace.column("kind"))
    return [EQUIVALENT_KINDS.get(kind, kind) for kind in kinds]


class _EventPair:
    """Two readers that move on together, and compare the data that both searches record."""

    def __init__(self, first: Trace, second: Trace, extent: ComparedVisits) -> None:
        """Start at the first compared event, and find out which data both traces record."""
        self.extent = extent
        probes = bool(first.engine_notes.probes) and bool(second.engine_notes.probes)
        self.has_windows = first.has_window and second.has_window
        self.has_bounds = bool(first.engine_notes.bounds) and bool(second.engine_notes.bounds)
        self.first = _EventReader(first, extent, probes=probes)
        self.second = _EventReader(second, extent, probes=probes)
        self.readers = (self.first, self.second)
        self.notes = ComparableNotes(first, second)
        self.same_visits = SameVisits(self.notes, windows=self.has_windows, bounds=self.has_bounds)

    def skip_equal_subtrees(self) -> bool:
        """Skip the next subtree in both searches if the two are equal; return whether they are."""
        first = self.first
        second = self.second
        # The bytes do not show which visits are probes, so compare visit by visit.
        if first.skipped_probes or second.skipped_probes:
            return False
        first_end = first.ends[first.row]
        second_end = second.ends[second.row]
        if not self.same_visits.are_equal_subtrees(first.row, second.row, first_end, second_end):
            return False
        for reader in self.readers:
            reader.skip_subtree()
            reader.skip_uncompared()
        return True

    def divergence(
        self, difference: FieldDifference, steps: tuple[int, int], *, entered: bool
    ) -> Divergence:
        """Return a difference together with the place at which it was found.

        If both searches have `entered` the visit in which they differ, the place is the innermost
        open visit. Otherwise, it is the visit that comes next.
        """
        field, recorded = difference
        rows = (self.first.innermost, self.second.innermost)
        visit_rows = rows
        if not entered:
            visit_rows = (self.first.next_row, self.second.next_row)
        first_row, second_row = rows
        first_has_children = self.first.ends[first_row] > first_row
        has_children = first_has_children or self.second.ends[second_row] > second_row
        return Divergence(
            # People count visits from 1.
            visits=(visit_rows[0] + 1, visit_rows[1] + 1),
            rows=rows,
            path=self.first.trace.path(rows[0]),
            field=field,
            recorded=recorded,
            steps=steps,
            at_end=field in RETURN_FIELDS and has_children,
        )

    def is_above_compared(self) -> bool:
        """Return whether the innermost open visit is above the compared subtree.

        Such visits are not compared, since their other children are skipped.
        """
        return len(self.first.open_rows) <= len(self.extent.subtree_path)

    def entry_difference(self) -> FieldDifference | None:
        """Return a field that differs between the two visits just entered, with both values.

        None if no field differs, or if the visits are above the compared subtree.
        """
        if self.is_above_compared():
            return None
        first_row = self.first.innermost
        second_row = self.second.innermost
        windows = (self.first.windows[first_row], self.second.windows[second_row])
        if self.has_windows and _differ(*windows):
            return "window", windows
        return self.notes.difference(first_row, second_row)

    def return_difference(self) -> FieldDifference | None:
        """Return a field that differs between the two visits about to return, with both values.

        None if no field differs, or if the visits are above the compared subtree.
        """
        if self.is_above_compared():
            return None
        first_row = self.first.innermost
        second_row = self.second.innermost
        first_value = self.first.values[first_row]
        second_value = self.second.values[second_row]
        if _differ((first_value,), (second_value,)):
            return "value", (first_value, second_value)
        bounds = (self.first.bound(), self.second.bound())
        if self.has_bounds and bounds[0] != bounds[1]:
            return "bound", bounds
        kinds = (self.first.kinds[first_row], self.second.kinds[second_row])
        if self._are_same_kinds(kinds):
            return None
        return "kind", kinds

    def _are_same_kinds(self, kinds: tuple[Kind, Kind]) -> bool:
        """Return whether the two visits that return next count as ending in the same way."""
        first, second = kinds
        if first is second or LEAF_ENDS.issuperset(kinds):
            return True
        if {*kinds} != {Kind.FULL, Kind.CUT}:
            return False
        # One search was cut, and the other tried all moves. Both are right if the last move cut the
        # node. That is possible if the search that was cut does not know the number of moves.
        cut_search = self.readers[kinds.index(Kind.CUT)]
        return cut_search.trace.move_count(cut_search.innermost) is None

    def leave(self) -> None:
        """Leave the innermost open visit of both searches."""
        for reader in self.readers:
            reader.leave()


def find_divergences(
    first: Trace, second: Trace, extent: ComparedVisits = ComparedVisits()
) -> Iterator[Divergence]:
    """Yield the visits in which two finished searches of one position differ, in order.

    Both searches must number the moves of a position in the same way. After a difference, the rest
    of the innermost open visit is skipped in both.
    """
    pair = _EventPair(first, second, extent)
    first_reader, second_reader = pair.readers
    while first_reader.enters or second_reader.enters or first_reader.open_rows:
        steps = (first_reader.step(), second_reader.step())
        # The next move is None if the innermost open visit returns next.
        first_move = first_reader.next_move
        second_move = second_reader.next_move
        if first_move != second_move:
            yield pair.divergence(("move", (first_move, second_move)), steps, entered=False)
            # Between two passes no visit is open, so there is none to leave.
            if not first_reader.open_rows:
                return
            pair.leave()
        elif first_move is None:
            difference = pair.return_difference()
            if difference is not None:
                yield pair.divergence(difference, steps, entered=True)
            pair.leave()
        elif not pair.skip_equal_subtrees():
            first_reader.enter()
            second_reader.enter()
            difference = pair.entry_difference()
            if difference is not None:
                # With another window or depth, other differences below are only consequences.
                yield pair.divergence(difference, steps, entered=True)
                pair.leave()


class CommonVisits(NamedTuple):
    """How far two searches visit the same nodes in the same order."""

    rows: list[int]
    """For each row of the first trace, the row of the same visit in the second trace.

    The list ends where the searches diverge.
    """
    steps: tuple[int, int]
    """In each search, the last step that agrees; the last of all if both visit the same nodes."""


def common_visits(
    first: Trace, second: Trace, is_optional: Callable[[int], bool] = lambda row: False
) -> CommonVisits:
    """Return how far two searches visit the same nodes in the same order, whatever their values.

    Two differences are allowed. The second search may enter extra leaves: rows for which
    `is_optional` returns true. And it may search a node for which the first search has an answer
    from a table.
    """
    is_extra_leaf = partial(_is_extra_leaf, first, second, is_optional)
    events = [*second.events()]
    rows: list[int] = []
    first_step = 0
    second_step = 0
    for first_event in first.events():
        while second_step < len(events) and is_extra_leaf(first_event, events[second_step]):
            # A leaf has two events: its entry and its return.
            second_step += 2
        if second_step == len(events):
            break
        first_row, first_returns = first_event
        second_row, second_returns = events[second_step]
        if first_returns != second_returns:
            break
        if not first_returns:
            if not _is_same_visit(first, first_row, second, second_row):
                break
            rows.append(second_row)
        first_step += 1
        second_step += 1
        is_table_answer = not first_returns and first.kind(first_row) is Kind.TABLE
        if is_table_answer:
            # Skip the second search's subtree: its next event is the return of the same visit.
            # Steps count from 1, and events from 0.
            second_step = (second.return_step(second_row) or 0) - 1
    return CommonVisits(rows, (first_step, second_step))


def _is_same_visit(first: Trace, first_row: int, second: Trace, second_row: int) -> bool:
    """Return whether two visits are by the same move, and of kinds that count as the same."""
    if first.move(first_row) != second.move(second_row):
        return False
    return _is_same_kind(first.kind(first_row), second.kind(second_row))


def _is_extra_leaf(
    first: Trace,
    second: Trace,
    is_optional: Callable[[int], bool],
    first_event: ComparedEvent,
    second_event: ComparedEvent,
) -> bool:
    """Return whether the second search is about to enter an optional leaf that the first skips.

    `first_event` and `second_event` are the next events of the two searches.
    """
    first_row, first_returns = first_event
    second_row, second_returns = second_event
    if second_returns or not is_optional(second_row):
        return False
    # The first search skips the leaf if it returns to the parent or tries another move.
    return first_returns or first.move(first_row) != second.move(second_row)


def _is_same_kind(first: Kind, second: Kind) -> bool:
    """Return whether two kinds of visits count as the same.

    If a table answers in the first search, the second may visit the node in any way.
    """
    if first is Kind.TABLE:
        return True
    if second is Kind.TABLE:
        return False
    return (first in READ_LEAF_KINDS) == (second in READ_LEAF_KINDS)


def _differ(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    """Return whether numbers differ; NaN, the value of a stopped search, differs from nothing."""
    return first != second and not any(map(isnan, (*first, *second)))
