"""A recorded search: one row of forty bytes for each visit, in the order of entry.

A trace only grows. It knows no game, no algorithm and nothing else of this program. Two events make a visit: ENTER
and RETURN, so n visits make 2n events, and *step k* is the state after k events. Where a visit's events stand among
all of them follows from its row, so steps take no storage.

A *visit* is a row; a *node* is a path of moves from the root. A search may come back to a node: look at a child once
more, or begin again at the root, which is another *pass*. Which visits are of one node, `visits` says.
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, IntEnum
from fractions import Fraction
from itertools import groupby, islice
from math import inf, isnan, nan
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

MovePath = tuple[int, ...]
"""The move indices from the root to a node."""
Remark = tuple[tuple[str, ...], str]
"""Tags and a note, from a search written elsewhere."""
NO_REMARK: Remark = ((), "")


class Kind(IntEnum):
    """How a visit ended."""

    OPEN = 0
    TERMINAL = 1
    """The game is over."""
    LIMIT = 2
    """The depth limit was reached; the evaluation gave the value."""
    FULL = 3
    """All children were visited."""
    CUT = 4
    """Left before all children were visited, because of the window."""
    TABLE = 5
    """A table gave the value."""
    PLAYOUT = 6
    """A random game to the end gave the value."""
    STOPPED = 7
    """The search was stopped; the value is NaN."""
    SAMPLED = 8
    """Left without a cut before all children were known to have been visited: others may come in another pass, as in
    MCTS."""
    PROVEN = 9
    """Left as SAMPLED, with a value that a solver has proved."""


KIND_BY_NUMBER = tuple(Kind)
"""By their numbers: looking one up takes a third of the time of asking the enumeration."""
CHANCE_TURN = 2
"""The turn of a node where chance moves; 1 is that of MAX, 0 that of MIN."""
OutcomeProbabilities = Sequence[Fraction | float]
"""What the moves at a chance node are probable: exact fractions in a written tree, floating-point numbers in a game."""
READ_LEAF_KINDS = frozenset({Kind.TERMINAL, Kind.LIMIT, Kind.PLAYOUT})


class Passes(Enum):
    """How the passes of one search belong together."""

    REPLACE = "replace"
    """Each searches anew; a node that the pass at hand has not reached is known from an earlier one only."""
    NARROW = "narrow"
    """All ask for the same value, and each narrows the bounds on it."""
    ADD = "add"
    """Each adds a sample to the nodes that it visits."""


class Row(NamedTuple):
    """One visit, as recorded."""

    parent: int
    """Row of the visit that made this one, -1 for a root."""
    move: int
    """Number of the move that led here, in the parent's natural order, from 0."""
    depth: int
    """Plies below the root."""
    children: int
    """Number of legal moves here; 0 for a leaf."""
    turn: int
    """Who moves: 1 for MAX, 0 for MIN, 2 for chance (not recorded for a leaf)."""
    kind: Kind
    end: int
    """Last row visited below this one (itself for a leaf), -1 while open."""
    value: float
    """What the visit returned, from MAX's side."""
    alpha: float
    """The window on entry, or the first number of a search that keeps others."""
    beta: float

    @property
    def maximizing(self) -> bool:
        """Return whether MAX is to move."""
        return self.turn == 1


class RulesAnswer(NamedTuple):
    """What holds at a position by the rules of its game."""

    value: float | None
    """What it is worth if the game is over."""
    moves: int
    key: object
    """What its future depends on."""


def is_better(value: float, best: float | None, *, maximizing: bool) -> bool:
    """Return whether a value is better for a player than the best so far, None for none; NaN never is."""
    return not isnan(value) and (best is None or (value > best if maximizing else value < best))


ROW_FORMAT = "iHHHBBiddd"
UNKNOWN_WINDOW_END = nan
"""Both ends of the window of a leaf of which the search has told none, though it has of other visits."""
ROW_STRUCT = struct.Struct(f"<{ROW_FORMAT}")
COLUMN_STRUCTS = {
    name: struct.Struct(
        f"<{struct.calcsize('<' + ROW_FORMAT[:place])}x{ROW_FORMAT[place]}"
        f"{struct.calcsize('<' + ROW_FORMAT[place + 1 :])}x"
    )
    for place, name in enumerate(Row._fields)
}
"""For each field the struct that reads it out of a row and skips the others."""
LEAF_ROW_STRUCT = struct.Struct("<iHH3xBiddd")
"""A leaf's row: all but children and turn. Fewer fields take less time to pack."""
DEPTH_OFFSET = 6
"""The offset of a row's depth: two bytes, the low one first."""
CHILDREN_OFFSET = 8
TURN_OFFSET = 10
"""The offsets of a row's number of children, like its depth, and of its turn, one byte."""
KIND_OFFSET = 11
"""The offset of a row's kind: one byte."""
ROW_BYTES = ROW_STRUCT.size
ROWS_PER_BLOCK = 1024

_parent_at = COLUMN_STRUCTS["parent"].unpack_from
_move_at = COLUMN_STRUCTS["move"].unpack_from

Window = tuple[float, float]
"""Alpha and beta, from MAX's side, or from whose a call of watched code has them."""
OPEN_WINDOW: Window = (-inf, inf)
UNKNOWN_WINDOW: Window = (UNKNOWN_WINDOW_END, UNKNOWN_WINDOW_END)
FieldNumber = TypeVar("FieldNumber", int, float)
Derived = TypeVar("Derived")
Amount = TypeVar("Amount", bound=Any)


class RunningCount(Generic[Amount]):
    """Counts something among the first rows of a trace.

    What whole blocks of rows add up to is kept, so that it takes the same time at every step.
    """

    def __init__(self, between: Callable[[int, int], Amount], nothing: Amount) -> None:
        """Begin with nothing counted; `between(first, last)` counts from one row up to another."""
        self._between = between
        self._blocks = [nothing]

    def among(self, rows: int) -> Amount:
        """Return what is counted among so many first rows, which must be there."""
        blocks = self._blocks
        whole = rows // ROWS_PER_BLOCK
        if len(blocks) <= whole:
            blocks = blocks[
                :
            ]  # replaced at the end, not changed: a comparison reads it from another thread
            while len(blocks) <= whole:
                first = (len(blocks) - 1) * ROWS_PER_BLOCK
                blocks.append(blocks[-1] + self._between(first, first + ROWS_PER_BLOCK))
            self._blocks = blocks
        found: Amount = blocks[whole] + self._between(whole * ROWS_PER_BLOCK, rows)
        return found


def _field(name: str, number: type[FieldNumber]) -> Callable[[Trace, int], FieldNumber]:
    """Make a method that returns one field of a row."""
    unpack = COLUMN_STRUCTS[name].unpack_from

    def read(trace: Trace, row: int) -> FieldNumber:
        value: FieldNumber = unpack(trace.rows, row * ROW_BYTES)[0]
        return value

    return read


class RecordedMoveScores:
    """The order and the scores of a visit's moves, by row, recorded because they cannot be computed again.

    An ordering with memory, like the upper bounds of MCTS, depends on the search so far. Stored for each such visit:
    the move indices in the order tried (two bytes each) and their scores (eight bytes each). It grows with the trace,
    in the order in which rows are entered.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self._rows = array("i")
        self._begins = array("q", [0])
        self._moves = array("H")
        self._scores = array("d")

    def note(self, row: int, order: Sequence[int], scores: Sequence[float]) -> None:
        """Store the order in which a row's moves are tried, and their scores in natural order, if there are any.

        Only the first call for a row counts, and none after one for a later row.
        """
        if self._rows and row <= self._rows[-1]:
            return
        del (
            self._begins[len(self._rows) + 1 :],
            self._moves[self._begins[-1] :],
            self._scores[self._begins[-1] :],
        )
        self._moves.extend(order)
        self._scores.extend(scores or [nan] * len(order))
        self._begins.append(len(self._moves))
        self._rows.append(
            row
        )  # last: after an interrupt in between, `at` finds complete entries only

    def at(self, row: int) -> tuple[tuple[int, ...], tuple[float, ...]] | None:
        """Return a row's moves in the order tried and their scores in natural order, if any; None if not stored."""
        place = bisect_left(self._rows, row)
        if place == len(self._rows) or self._rows[place] != row:
            return None
        begin = self._begins[place]
        end = self._begins[place + 1]
        scores = tuple(self._scores[begin:end])
        return tuple(self._moves[begin:end]), () if isnan(scores[0]) else scores


# What engines say beside values and windows: probes, told bounds, depths; nothing, where none does. All is sparse.

FIRST_DETOUR_INDEX = 65_000
"""Move indices from here on are none of moves: of probes, of a turn that is passed, of positions from elsewhere."""
ENTRY_NOTES = ("depth", "reduced", "extended", "prior", "visits")
"""What may be said of a visit when it is entered: plies still to search, by how much that was reduced or extended, how
probable a policy has the move, how often it was visited."""
ENTRY_NOTE_SIGNS = {
    "reduced": "↓{}",
    "extended": "↑{}",
    "depth": "↧{}",
    "prior": "P{}",
    "visits": "N{}",
}
"""How that is written beside a move, what says most first."""

SAMPLED_NOTES = 100


class Detour(NamedTuple):
    """A child that no move leads to: what it is called, and its position."""

    name: str
    position: Any
    passes: bool
    """Whether the turn was passed (a null move)."""
    word: str | None
    """The move that its search has said, None for none."""
    text: str | None
    """The notation of a position that no move leads to."""


class ProbeCounts(NamedTuple):
    """How many visits, leaves, cutoffs and pruned children there are in probes."""

    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    pruned: int = 0


class EngineNotes:
    """What was said of visits, by their rows."""

    __slots__ = ("answer", "asides", "beyond", "bounds", "outer", "plans", "probes", "spans")

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.bounds: dict[int, str] = {}
        """The sign of the bound, from MAX's side, that a visit says its value is."""
        self.plans: dict[int, Mapping[str, float]] = {}
        """By the names in `ENTRY_NOTES`."""
        self.asides: dict[tuple[int, ...], Detour] = {}
        """The children that no move leads to, by their paths."""
        self.probes: dict[int, str] = {}
        """The rows at which a probe begins, a side search, and what it is called."""
        self.outer = array("i")
        """Those of them, in order, that are in no other probe."""
        self.beyond = array("i")
        """The rows, in order, below a visit that stands pat: beyond the depth limit. None of them is in a probe."""
        self.spans = [ProbeCounts()]
        """Of the finished ones of these, what is in the first, in the first two ..."""
        self.answer: tuple[float, int | None] | None = None
        """What the driver of the search answers at the end: a value from MAX's side, and a root's move index."""

    def __bool__(self) -> bool:
        """Return whether anything was said on entry of a visit, or is the answer."""
        return bool(self.plans or self.probes or self.answer)

    def add_probe(self, row: int, words: str, *, inside: bool) -> None:
        """Note that a probe begins at a row, perhaps inside another one."""
        self.probes[row] = words
        if not inside:
            self.outer.append(row)

    def probe(self, row: int) -> str | None:
        """Return what a probe is called that begins at a row; None if none does."""
        return self.probes.get(row)

    def outermost(self, row: int) -> int:
        """Return the last probe, of those in no other, that begins at a row or before, -1 if there is none."""
        place = self.place(row)
        if place >= 0:
            return self.outer[place]
        return -1

    def place(self, row: int) -> int:
        """Return the place of that probe among them, -1 if there is none."""
        return bisect_right(self.outer, row) - 1

    def words(self, row: int) -> tuple[str, ...]:
        """Return what was said on entry, as words: `probe (null move)`, `reduced 2`, `prior 0.42`."""
        plan = self.plans.get(row, {})
        probe = (f"probe ({self.probes[row]})",) if row in self.probes else ()
        return (*probe, *(f"{name} {plan[name]:g}" for name in ENTRY_NOTES if name in plan))

    def widest(self, most: int | None = None) -> int:
        """Return how many letters the signs of a visit take, `most` of them, as far as the first visits show."""
        sample = islice(self.plans, SAMPLED_NOTES)
        return max(
            (sum(len(sign) + 1 for sign in self.signs(row)[:most]) for row in sample), default=0
        )

    def signs(self, row: int) -> tuple[str, ...]:
        """Return what was said on entry of plies, priors and visits, as signs: `↓2`, `P0.42`."""
        plan = self.plans.get(row, {})
        return tuple(
            sign.format(f"{plan[name]:g}")
            for name, sign in ENTRY_NOTE_SIGNS.items()
            if name in plan
        )


class Trace:
    """The rows of one search, and what belongs to the search as a whole.

    `rows` is the storage; `cuts` are the rows that were cut, in the order in which that happened, and `pruned` the
    running total of children they left out. `has_window` says whether the two numbers recorded on entry are the ends of
    a window that the search has told: where it is false, nobody knows of any α and β. `revisits` says that the search
    comes back to nodes, and `passes` what its passes are to each other. Where chance moves, `probabilities` says from a
    path what the moves there are probable, and `limits` are the least and greatest value of a leaf, as far as known.
    Values are from MAX's side. Methods take rows, from 0 to n - 1; only `trace[row]` checks that there is such a row.
    """

    __slots__ = (
        "_derived",
        "answered",
        "answers",
        "chance_sums",
        "child_indices",
        "cuts",
        "finished",
        "has_window",
        "held_at",
        "horizons",
        "interrupted",
        "is_sound",
        "limits",
        "marks",
        "move_scores",
        "named_best",
        "narrows",
        "opened",
        "pass_begins",
        "pass_depths",
        "pass_names",
        "pass_rows",
        "passes",
        "probabilities",
        "proved",
        "proves",
        "pruned",
        "reason",
        "remarks",
        "revisits",
        "rows",
        "rules",
        "said",
        "stands",
        "uncounted",
        "withheld",
    )

    def __init__(  # noqa: PLR0915  each field says what it is
        self, *, has_window: bool = True, revisits: bool = False, passes: Passes = Passes.REPLACE
    ) -> None:
        """Begin with no rows."""
        self.rows = bytearray()
        self.cuts = array("i")
        self.pruned = array("q")
        self.has_window = has_window
        self.narrows = True
        """Whether windows narrow as children return; else nothing is known of them but what calls were handed."""
        self.revisits = revisits
        self.passes = passes
        self.proves = False
        """Whether a finished game proves its node's value, and a visit may prove more by it (PROVEN)."""
        self.pass_rows = array("i")
        """The rows of the passes' roots, and then their names; empty for one pass that was not reported."""
        self.pass_names: list[str] = []
        self.pass_depths: dict[int, int] = {}
        """How deep the passes search of which that is told, by the rows of their roots."""
        self.pass_begins = array("d")
        """CPU seconds that the search had run when each of these passes began."""
        self.answered = array("i")
        """The rows that a table answered, in order; `answers` has for each the row of the visit that stored it."""
        self.answers = array("i")
        self.move_scores = RecordedMoveScores()
        self.remarks: dict[int, Remark] = {}
        """The remarks on some visits: at 2 · row for what was said on entry, one
        more for what was said on return."""
        self.named_best: dict[int, int] = {}
        """The move that a visit named as its best, for some rows, from a search written elsewhere."""
        self.stands: dict[int, float] = {}
        """What not moving on is worth at some rows, from MAX's side: no child need have it (stand pat)."""
        self.said = EngineNotes()
        self.horizons: list[tuple[int, int]] = []
        """The depth limits beyond which only noisy moves were searched, each behind the row from which on it holds."""
        self.uncounted = array("i")
        """The inner rows, in order, whose number of children is unknown: theirs is that of the children visited."""
        self.probabilities: Callable[[MovePath], OutcomeProbabilities] = lambda path: ()
        self.limits: tuple[float, float] = (-inf, inf)
        self.is_sound = False
        """Whether values are what minimax makes of the leaves, as far as their windows say: it is a search of our own,
        and no chance."""
        self.rules: Callable[[MovePath], RulesAnswer] | None = None
        """Says what holds at a path by the rules of the game, where a search written elsewhere may tell otherwise."""
        self.proved: dict[int, dict[int, tuple[float, float]]] = {1: {}, -1: {}}
        """What finished games prove of visits that have ended, to MAX and to MIN, made by `Proofs`."""
        self.child_indices: dict[int, object] = {}
        """The child indices of some rows with very many children, made by `child_index_of`."""
        self.chance_sums: dict[int, list[Any]] = {}
        """What some chance nodes have added up to after each of their children, kept by `expected`."""
        self.marks: object | None = None
        """The steps at which something in a recording cannot be right, made by `marks_of`."""
        self.opened = 0
        """How many rows are open."""
        self.held_at: int | None = None
        """The last step of a trace that is the beginning of another one, None of any other: see `beginning`."""
        self.withheld: int | None = None
        """The row whose value so far is not told at `held_at`, since it would answer what is asked there."""
        self.finished = False
        self.reason = ""
        """Why the search was stopped, "" if it was not."""
        self.interrupted = False
        """Whether a person has stopped the search."""
        self._derived: dict[Callable[[Trace], Any], Any] = {}
        """What has been made of it by `derived`."""

    @property
    def adds(self) -> bool:
        """Return whether each pass adds a sample to the nodes that it visits."""
        return self.passes is Passes.ADD

    @property
    def is_complete(self) -> bool:
        """Return whether the search has come to its end by itself, and no step of it is hidden."""
        return self.finished and not self.reason and self.held_at is None

    @property
    def shown_passes(self) -> Sequence[int]:
        """Return the rows of the roots of passes that are shown one by one: none where each adds a sample."""
        if self.adds:
            return ()
        return self.pass_rows

    @property
    def window_rule(self) -> str:
        """Return "handed" where nothing is known of windows but what calls were handed, "" where they narrow."""
        return "" if self.narrows else "handed"

    @property
    def comes_back(self) -> bool:
        """Return whether a node may be visited more than once."""
        return self.revisits or self.passes is not Passes.REPLACE

    def __len__(self) -> int:
        """Return the number of visits so far."""
        return len(self.rows) // ROW_BYTES

    def __getitem__(self, row: int) -> Row:
        """Return one visit; IndexError outside of 0 to n - 1."""
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        parent, move, depth, children, turn, kind, end, value, alpha, beta = ROW_STRUCT.unpack_from(
            self.rows, row * ROW_BYTES
        )
        return Row(parent, move, depth, children, turn, Kind(kind), end, value, alpha, beta)

    def __iter__(self) -> Iterator[Row]:
        """Go through all visits in order of entry."""
        return (self[row] for row in range(len(self)))

    def column(self, name: str) -> list[Any]:
        """Return one field of all visits, in the order of entry: much faster than row by row.

        The names are those of the fields of `Row`; KeyError for any other.

        >>> trace = Trace()
        >>> trace.rows += ROW_STRUCT.pack(-1, 0, 0, 0, 0, Kind.LIMIT, 0, 3.0, 0.0, 0.0)
        >>> trace.column("parent"), trace.column("value")
        ([-1], [3.0])
        """
        return [value for (value,) in COLUMN_STRUCTS[name].iter_unpack(self.rows)]

    # One field of one row, for the inner loops of views.

    parent = _field("parent", int)
    """Return the row of the parent's visit, -1 for a root."""

    def line_to(self, row: int) -> list[int]:
        """Return the rows from the root of a row's pass to the row itself, both included; none for -1."""
        line = []
        data = self.rows
        while row >= 0:
            line.append(row)
            (row,) = _parent_at(data, row * ROW_BYTES)
        line.reverse()
        return line

    def path(self, row: int) -> MovePath:
        """Return the move indices from the root to a row."""
        return tuple([_move_at(self.rows, above * ROW_BYTES)[0] for above in self.line_to(row)[1:]])

    move = _field("move", int)
    """Return the move index that led here."""

    depth = _field("depth", int)
    """Return the plies below the root."""

    children = _field("children", int)
    """Return the number of legal moves, 0 for a leaf; where that is unknown, the number of children visited."""

    def move_count(self, row: int) -> int | None:
        """Return the number of legal moves, 0 for a leaf; None where that is unknown."""
        if self.has_move_count(row):
            return self.children(row)
        return None

    def has_move_count(self, row: int) -> bool:
        """Return whether the number of legal moves is known, also of a row that is still to be written."""
        place = bisect_left(self.uncounted, row)
        return place == len(self.uncounted) or self.uncounted[place] != row

    def maximizing(self, row: int) -> bool:
        """Return whether MAX is to move."""
        return self.rows[row * ROW_BYTES + TURN_OFFSET] == 1

    def turn(self, row: int) -> int:
        """Return who moves: 1 for MAX, 0 for MIN, 2 for chance."""
        return self.rows[row * ROW_BYTES + TURN_OFFSET]

    def is_chance(self, row: int) -> bool:
        """Return whether chance moves."""
        return self.rows[row * ROW_BYTES + TURN_OFFSET] == CHANCE_TURN

    def written_turn(self, row: int) -> dict[str, bool]:
        """Return who moves as a file of events tells it."""
        if self.is_chance(row):
            return {"chance": True}
        return {"max": self.maximizing(row)}

    def probability(self, row: int) -> Fraction | float | None:
        """Return how probable a visit is that chance has made; None for any other."""
        above = self.parent(row)
        if above < 0 or not self.is_chance(above):
            return None
        return self.probabilities(self.path(above))[self.move(row)]

    @property
    def has_chance(self) -> bool:
        """Return whether chance has moved at any visit."""
        return CHANCE_TURN in self.rows[TURN_OFFSET::ROW_BYTES]

    def is_raised(self, row: int, value: float, best: float | None) -> bool:
        """Return whether a child's value changes what a visit has: it is the mover's best so far, or an outcome."""
        return self.is_chance(row) or is_better(value, best, maximizing=self.maximizing(row))

    def at_beta(self, row: int) -> bool:
        """Return at which end of its window a visit is cut: beta where MAX moves, alpha where MIN does.

        A chance node is cut at either, as its value says.
        """
        if self.is_chance(row):
            return self.value(row) >= self.beta(row)
        return self.maximizing(row)

    def kind(self, row: int) -> Kind:
        """Return how the visit ended, OPEN while it has not."""
        return KIND_BY_NUMBER[self.rows[row * ROW_BYTES + KIND_OFFSET]]

    end = _field("end", int)
    """Return the last row visited below, -1 while open."""

    value = _field("value", float)
    """Return the value returned, from MAX's side; 0 while open, NaN where the search was stopped."""

    alpha = _field("alpha", float)
    """Return the window's lower end on entry, or the first number of a search that keeps others."""

    beta = _field("beta", float)
    """Return the window's upper end on entry, or the second number."""

    def window(self, row: int) -> Window | None:
        """Return alpha and beta on entry; None where that is unknown, as the search has not told them."""
        alpha = self.alpha(row)
        if self.has_window and not isnan(alpha):
            return (alpha, self.beta(row))
        return None

    def source(self, row: int) -> int:
        """Return the row of the visit that stored a table's answer, -1 for other rows."""
        place = bisect_left(self.answered, row)
        if place < len(self.answered) and self.answered[place] == row:
            return self.answers[place]
        return -1

    def roots(self) -> array[int]:
        """Return the rows at which a pass begins; a search with one pass need not report it."""
        return self.pass_rows or array("i", [0] * (len(self) > 0))

    def pass_name(self, row: int) -> str:
        """Return the name of the pass that a row is in, "" for one without a name."""
        place = bisect_right(self.pass_rows, row) - 1
        if place >= 0:
            return self.pass_names[place]
        return ""

    def pass_depth(self, row: int) -> int | None:
        """Return how deep the pass searches that a row is in, None where that is not told."""
        place = bisect_right(self.pass_rows, row) - 1
        if place >= 0:
            return self.pass_depths.get(self.pass_rows[place])
        return None

    def horizon(self, row: int) -> int | None:
        """Return the ply beyond which only noisy moves were searched when a row was visited, None if there was none."""
        place = bisect_right(self.horizons, row, key=itemgetter(0)) - 1
        if place >= 0:
            return self.horizons[place][1]
        return None

    def is_beyond(self, row: int) -> bool:
        """Return whether a row lies beyond the depth limit, behind noisy moves."""
        if self.horizons:
            horizon = self.horizon(row)
        else:
            horizon = None
        return horizon is not None and self.depth(row) > horizon

    # Steps.

    @property
    def steps(self) -> int:
        """Return the number of events so far, twice the visits once the search has finished."""
        if self.held_at is None:
            return 2 * len(self) - self.opened
        return self.held_at

    @property
    def last_step(self) -> int:
        """Return the last step that can be shown.

        While the search runs it is one event behind: only then is it known whether a return cuts the parent.
        """
        if self.finished or self.held_at is not None:
            return self.steps
        return max(0, self.steps - 1)

    def ends_at(self, step: int) -> bool:
        """Return whether a step is the last one of a search that has finished."""
        return self.finished and step >= self.steps

    def enter_step(self, row: int) -> int:
        """Return the step in which the row is entered."""
        return 2 * row - self.depth(row) + 1

    def return_step(self, row: int) -> int | None:
        """Return the step in which the row returns, None while it is open."""
        end = self.end(row)
        if end < 0:
            return None
        return 2 * (end + 1) - self.depth(row)

    def cut_step(self, row: int) -> int | None:
        """Return the step in which a cut row is cut, one before its own return: the return of its last child.

        One that is cut by the value of not moving on has no child, and is cut as it is entered.
        """
        if self.kind(row) is not Kind.CUT:
            return None
        return 2 * (self.end(row) + 1) - self.depth(row) - 1

    def events(self) -> Iterator[tuple[int, bool]]:
        """Yield the events in order of their steps, from 1: the row, and whether its visit returns there.

        What was open when the search was stopped does not return.
        """
        waiting: list[int] = []
        for row in range(len(self)):
            while len(waiting) > self.depth(row):
                yield waiting.pop(), True
            yield row, False
            waiting.append(row)
        for row in reversed(waiting):
            if self.kind(row) in (Kind.OPEN, Kind.STOPPED):
                return
            yield row, True

    def is_childless(self, row: int) -> bool:
        """Return whether a visit has looked at no children: it is a leaf, or a table has answered."""
        return self.is_leaf(row) or self.kind(row) is Kind.TABLE

    def is_leaf(self, row: int) -> bool:
        """Return whether a visit reads the value of a node, and no table answers."""
        return self.kind(row) in READ_LEAF_KINDS

    def leaf_rows(self) -> list[int]:
        """Return the rows of the leaves, in order; one that is read again before another counts once."""
        every_leaf = filter(self.is_leaf, range(len(self)))
        return [next(same) for _, same in groupby(every_leaf, key=self.path)]

    def leaf_paths(self) -> tuple[MovePath, ...]:
        """Return the paths to these leaves."""
        return tuple(map(self.path, self.leaf_rows()))

    def entered(self, step: int) -> int:
        """Return how many rows have been entered at a step."""
        return bisect_left(range(len(self)), step, key=lambda row: 2 * row - self.depth(row))

    def cut_count(self, step: int) -> int:
        """Return how many cutoffs have happened at a step."""
        return bisect_left(
            self.cuts, step + 1, key=lambda row: 2 * self.end(row) - self.depth(row) + 1
        )

    def leaves_before(self, row: int) -> int:
        """Return how many of the rows before this one are leaves."""
        return self.derived(_leaf_count).among(row)

    def derived(self, make: Callable[[Trace], Derived]) -> Derived:
        """Return what a function makes of the trace; it is made once and kept, and grows with the trace if it can."""
        if make not in self._derived:
            self._derived.setdefault(make, make(self))
        made: Derived = self._derived[make]
        return made


def _leaf_count(trace: Trace) -> RunningCount[int]:
    def leaves_between(first: int, last: int) -> int:
        kinds = trace.rows[first * ROW_BYTES + KIND_OFFSET : last * ROW_BYTES : ROW_BYTES]
        return sum(kinds.count(kind) for kind in READ_LEAF_KINDS)

    return RunningCount(leaves_between, 0)
