"""A recorded search: one row of forty bytes for each visit, in the order of entry.

A trace only grows. It knows no game, no algorithm and nothing else of this program. Two events
make a visit, ENTER and RETURN, so n visits make 2n events, and *step k* is the state after k
events. The steps of a visit follow from its row, so steps take no storage.

A *visit* is a row; a *node* is a path of moves from the root. A search may come back to a node: it
looks at a child once more, or begins again at the root, which is another *pass*. The module
`visits` knows which visits belong to which node.
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
    """Left without a cut, though another pass may visit more children, as in MCTS."""
    PROVEN = 9
    """Left like SAMPLED, with a value that a solver has proved."""


KIND_BY_NUMBER = tuple(Kind)
"""Indexing a tuple takes a third of the time of calling the enumeration."""
RECORDED_MIN_TURN = 0
RECORDED_MAX_TURN = 1
CHANCE_TURN = 2
"""The turn of a chance node. Turns are plain integers, since each row stores one."""
OutcomeProbabilities = Sequence[Fraction | float]
"""The probabilities of a chance node's moves: fractions in a written tree, floats in a game."""
READ_LEAF_KINDS = frozenset({Kind.TERMINAL, Kind.LIMIT, Kind.PLAYOUT})


class Passes(Enum):
    """How the passes of one search belong together."""

    REPLACE = "replace"
    """Each pass searches anew; what it has not reached is known from earlier passes only."""
    NARROW = "narrow"
    """All passes ask for the same value, and each narrows the bounds on it."""
    ADD = "add"
    """Each pass adds a sample to the nodes that it visits."""


class Row(NamedTuple):
    """One visit, as recorded."""

    parent: int
    """Row of the visit that made this one, -1 for a root."""
    move: int
    """Index of the move that led here, from 0, in the order in which the game lists moves."""
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
        return self.turn == RECORDED_MAX_TURN


class RulesAnswer(NamedTuple):
    """A position according to the rules of the game."""

    value: float | None
    """The value if the game is over, else None."""
    moves: int
    key: object
    """A key that is equal for positions with the same rest of the game."""


def is_better(value: float, best: float | None, *, maximizing: bool) -> bool:
    """Return whether a value is better for a player than the best so far.

    Every value is better than None, and NaN is never better.
    """
    if isnan(value):
        return False
    if best is None:
        return True
    if maximizing:
        return value > best
    return value < best


ROW_FORMAT = "iHHHBBiddd"
UNKNOWN_WINDOW_END = nan
"""Both window ends of a leaf that was recorded without a window, in a search with windows."""
ROW_STRUCT = struct.Struct(f"<{ROW_FORMAT}")


def _column_struct(index: int) -> struct.Struct:
    """Make the struct that reads one field of a row and skips the bytes of all others."""
    bytes_before = struct.calcsize("<" + ROW_FORMAT[:index])
    bytes_after = struct.calcsize("<" + ROW_FORMAT[index + 1 :])
    return struct.Struct(f"<{bytes_before}x{ROW_FORMAT[index]}{bytes_after}x")


COLUMN_STRUCTS = {name: _column_struct(index) for index, name in enumerate(Row._fields)}
LEAF_ROW_STRUCT = struct.Struct("<iHH3xBiddd")
"""Packs a leaf's row, in which children and turn are 0: fewer fields take less time to pack."""

# Byte offsets within a row. Depth and children take two bytes each, the low one first.
DEPTH_OFFSET = 6
CHILDREN_OFFSET = 8
TURN_OFFSET = 10
KIND_OFFSET = 11
ROW_BYTES = ROW_STRUCT.size
ROWS_PER_BLOCK = 1024

_parent_at = COLUMN_STRUCTS["parent"].unpack_from
_move_at = COLUMN_STRUCTS["move"].unpack_from

Window = tuple[float, float]
"""Alpha and beta, from MAX's side unless a user's code reports them from another side."""
OPEN_WINDOW: Window = (-inf, inf)
UNKNOWN_WINDOW: Window = (UNKNOWN_WINDOW_END, UNKNOWN_WINDOW_END)
FieldNumber = TypeVar("FieldNumber", int, float)
Derived = TypeVar("Derived")
Amount = TypeVar("Amount", bound=Any)


class RunningCount(Generic[Amount]):
    """Counts something in the first rows of a trace, which takes the same time at every step.

    The totals of whole blocks of rows are stored, so that only part of a block is counted anew.
    """

    def __init__(self, count_rows: Callable[[int, int], Amount], zero: Amount) -> None:
        """Start without totals.

        `count_rows(start, end)` returns the count in the rows from `start` to `end` - 1. `zero` is
        the count without rows.
        """
        self._count_rows = count_rows
        self._totals = [zero]

    def in_first(self, rows: int) -> Amount:
        """Return the count in the first `rows` rows, all of which must exist."""
        # At index n: the count in the first n blocks.
        totals = self._totals
        block_count = rows // ROWS_PER_BLOCK
        if len(totals) <= block_count:
            # Another thread, as in a comparison, may read the list: it is replaced, never changed.
            totals = totals[:]
            while len(totals) <= block_count:
                start = (len(totals) - 1) * ROWS_PER_BLOCK
                totals.append(totals[-1] + self._count_rows(start, start + ROWS_PER_BLOCK))
            self._totals = totals

        rest = self._count_rows(block_count * ROWS_PER_BLOCK, rows)
        count: Amount = totals[block_count] + rest
        return count


def _field(name: str, number_type: type[FieldNumber]) -> Callable[[Trace, int], FieldNumber]:
    """Make a fast method of `Trace` that reads one field of a row.

    `name` is the name of the field, and `number_type` the type of its values.
    """
    unpack = COLUMN_STRUCTS[name].unpack_from

    def read(trace: Trace, row: int) -> FieldNumber:
        value: FieldNumber = unpack(trace.rows, row * ROW_BYTES)[0]
        return value

    return read


class RecordedMoveScores:
    """The order and the scores of each visit's moves, as far as they cannot be computed again.

    An ordering with memory depends on the search so far, and so do the upper bounds of MCTS. Each
    such visit stores its move indices in the order tried (two bytes each), and the scores in the
    order of the move indices (eight bytes each).
    """

    def __init__(self) -> None:
        """Start without visits."""
        self._rows = array("i")
        """The rows of the visits, in order."""
        self._starts = array("q", [0])
        """Where each visit's moves and scores start in the arrays below; at the end, their length.
        """
        self._moves = array("H")
        self._scores = array("d")

    def store(self, row: int, order: Sequence[int], scores: Sequence[float]) -> None:
        """Store the order in which a row tries its moves, as move indices, and their scores.

        `scores` are in the order of the move indices, or empty. Rows come in increasing order; a
        second call for a row does nothing.
        """
        if self._rows and row <= self._rows[-1]:
            return

        # An interrupted call may have left more moves or scores than complete entries.
        del self._starts[len(self._rows) + 1 :]
        del self._moves[self._starts[-1] :]
        del self._scores[self._starts[-1] :]
        self._moves.extend(order)
        self._scores.extend(scores or [nan] * len(order))
        self._starts.append(len(self._moves))
        self._rows.append(row)  # last, so that `at` finds complete entries only

    def at(self, row: int) -> tuple[tuple[int, ...], tuple[float, ...]] | None:
        """Return what `store` stored for a row: the order of its moves, and their scores.

        The scores are empty if only the order was stored. None if nothing was stored.
        """
        index = bisect_left(self._rows, row)
        is_stored = index < len(self._rows) and self._rows[index] == row
        if not is_stored:
            return None
        start = self._starts[index]
        end = self._starts[index + 1]
        moves = tuple(self._moves[start:end])
        scores = tuple(self._scores[start:end])
        # NaN is stored for scores that were not given.
        if isnan(scores[0]):
            return moves, ()
        return moves, scores


# Engines may report more than values and windows: probes, bounds, depths. Few visits have any, so
# dictionaries by row take less memory than more columns would.

FIRST_DETOUR_INDEX = 65_000
"""From here on, move indices are for probes, passed turns and positions from elsewhere."""
ENTRY_NOTES = ("depth", "reduced", "extended", "prior", "visits")
"""The notes on entry: plies still to search, plies reduced or extended, the probability that a
policy gives the move, visits so far."""
ENTRY_NOTE_SIGNS = {
    "reduced": "↓{}",
    "extended": "↑{}",
    "depth": "↧{}",
    "prior": "P{}",
    "visits": "N{}",
}
"""How the notes are written next to a move, the most telling first."""

SAMPLED_NOTES = 100
"""How many notes are read to find out how wide a column of notes must be."""


class Detour(NamedTuple):
    """A child that no legal move leads to, such as the position after a null move."""

    name: str
    position: Any
    passes: bool
    """Whether the turn was passed (a null move)."""
    word: str | None
    """The move as the engine wrote it, None if it wrote none."""
    text: str | None
    """The notation of a position that the engine sent, None for other detours."""


class ProbeCounts(NamedTuple):
    """The numbers of visits, leaves, cutoffs and pruned children in probes."""

    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    pruned: int = 0


class EngineNotes:
    """An engine's notes on visits, by row."""

    __slots__ = (
        "answer",
        "beyond_horizon",
        "bounds",
        "detours",
        "entry_notes",
        "outermost_probes",
        "probe_totals",
        "probes",
    )

    def __init__(self) -> None:
        """Start without notes."""
        self.bounds: dict[int, str] = {}
        """The signs of values that are only bounds, such as "≥", from MAX's side, by row."""
        self.entry_notes: dict[int, Mapping[str, float]] = {}
        """The notes on the entry of a visit, by their names in `ENTRY_NOTES`."""
        self.detours: dict[tuple[int, ...], Detour] = {}
        """The children that no legal move leads to, such as positions after null moves, by path."""
        self.probes: dict[int, str] = {}
        """The names of probes (side searches), by the row at which each begins."""
        self.outermost_probes = array("i")
        """The first rows of the probes that are not inside another probe, in order."""
        self.beyond_horizon = array("i")
        """The rows beyond the depth limit (below a visit that stands pat) outside probes, in
        order."""
        self.probe_totals = [ProbeCounts()]
        """Running totals of the outermost probes that have finished. At index n: the counts in the
        first n probes."""
        self.answer: tuple[float, int | None] | None = None
        """The engine's final answer: a value from MAX's side, and the index of its move at the
        root."""

    def __bool__(self) -> bool:
        """Return whether there are notes on entry, or an answer."""
        return bool(self.entry_notes or self.probes or self.answer)

    def add_probe(self, row: int, words: str, *, inside: bool) -> None:
        """Record that a probe begins at a row, perhaps inside another probe."""
        self.probes[row] = words
        if not inside:
            self.outermost_probes.append(row)

    def probe(self, row: int) -> str | None:
        """Return the name of the probe that begins at a row, None without one."""
        return self.probes.get(row)

    def last_outermost_probe(self, row: int) -> int:
        """Return the last row up to `row` at which an outermost probe begins, -1 without one."""
        index = self.outermost_probe_index(row)
        if index >= 0:
            return self.outermost_probes[index]
        return -1

    def outermost_probe_index(self, row: int) -> int:
        """Return the index in `outermost_probes` of the last probe up to `row`, -1 without one."""
        return bisect_right(self.outermost_probes, row) - 1

    def words(self, row: int) -> tuple[str, ...]:
        """Return the notes on entry in words: `probe (null move)`, `reduced 2`, `prior 0.42`."""
        notes = self.entry_notes.get(row, {})
        words = [f"{name} {notes[name]:g}" for name in ENTRY_NOTES if name in notes]
        if row in self.probes:
            return (f"probe ({self.probes[row]})", *words)
        return tuple(words)

    def max_sign_width(self, max_signs: int | None = None) -> int:
        """Return how many characters a visit's signs take at most, with a space before each sign.

        Only the first SAMPLED_NOTES visits with notes are read, and only the first `max_signs`
        signs of a visit.
        """
        max_width = 0
        for row in islice(self.entry_notes, SAMPLED_NOTES):
            width = sum(len(sign) + 1 for sign in self.signs(row)[:max_signs])
            max_width = max(max_width, width)
        return max_width

    def signs(self, row: int) -> tuple[str, ...]:
        """Return the notes on entry as signs, such as `↓2` and `P0.42`."""
        notes = self.entry_notes.get(row, {})
        signs = ENTRY_NOTE_SIGNS.items()
        return tuple(sign.format(f"{notes[name]:g}") for name, sign in signs if name in notes)


class Trace:
    """The rows of one search, and what belongs to the search as a whole.

    Values are from MAX's side. Methods take rows, from 0 to n - 1; only `trace[row]` checks that
    the row exists.
    """

    __slots__ = (
        "_derived",
        "answer_sources",
        "answered_rows",
        "chance_sums",
        "child_indices",
        "cuts",
        "engine_notes",
        "finished",
        "has_solver",
        "has_window",
        "horizons",
        "interrupted",
        "is_sound",
        "last_shown_step",
        "limits",
        "marks",
        "move_scores",
        "named_best",
        "open_count",
        "pass_depths",
        "pass_names",
        "pass_rows",
        "pass_start_seconds",
        "passes",
        "probabilities",
        "proved",
        "pruned",
        "reason",
        "remarks",
        "revisits",
        "rows",
        "rules",
        "stand_pat_values",
        "tracks_windows",
        "uncounted_rows",
        "withheld_row",
    )

    def __init__(
        self, *, has_window: bool = True, revisits: bool = False, passes: Passes = Passes.REPLACE
    ) -> None:
        """Start without rows.

        `has_window` says whether the two numbers recorded on entry are α and β, `revisits` whether
        the search may visit a node again. `passes` says how passes work together.
        """
        self.rows = bytearray()
        """All rows, ROW_BYTES bytes each."""
        self.cuts = array("i")
        """The rows that were cut, in the order of their cutoffs."""
        self.pruned = array("q")
        """For each cutoff, the total number of children pruned up to and including it."""
        self.answered_rows = array("i")
        """The rows that a table answered, in order."""
        self.answer_sources = array("i")
        """For each answered row, the row of the visit that stored the answer."""
        self.move_scores = RecordedMoveScores()
        self.stand_pat_values: dict[int, float] = {}
        """The values of standing pat (making none of the noisy moves), by row, from MAX's side."""
        self.horizons: list[tuple[int, int]] = []
        """The depth limits beyond which only noisy moves were searched: pairs of the first row to
        which a limit applies, and the limit in plies."""
        self.open_count = 0
        """The number of open rows."""
        self.finished = False
        self.reason = ""
        """Why the search was stopped, "" if it was not."""
        self.interrupted = False
        """Whether the user stopped the search."""
        self.last_shown_step: int | None = None
        """The last step of a `TracePrefix`, None for a whole trace."""
        self.withheld_row: int | None = None
        """The row whose value is hidden at `last_shown_step`, since it would answer a question."""
        self._init_search(has_window=has_window, revisits=revisits)
        self._init_passes(passes)
        self._init_engine_notes()
        self._init_caches()

    def _init_search(self, *, has_window: bool, revisits: bool) -> None:
        """Set the properties of the search and the game."""
        self.has_window = has_window
        self.tracks_windows = True
        """Whether windows narrow as children return. Otherwise, only the windows with which visits
        were entered are known."""
        self.revisits = revisits
        self.has_solver = False
        """Whether a solver runs: finished games prove values, and visits may be PROVEN."""
        self.probabilities: Callable[[MovePath], OutcomeProbabilities] = lambda path: ()
        """Returns the probabilities of the moves at a chance node."""
        self.limits: tuple[float, float] = (-inf, inf)
        """The least and the greatest value of a leaf, as far as known."""
        self.is_sound = False
        """Whether values are certain to be minimax values within their windows. They are in one of
        this program's own searches, without chance."""
        self.rules: Callable[[MovePath], RulesAnswer] | None = None
        """Returns what the rules of the game say at a path. Given only for an engine's recording,
        which may break the rules."""

    def _init_passes(self, passes: Passes) -> None:
        """Start without passes."""
        self.passes = passes
        self.pass_rows = array("i")
        """The root row of each pass. May be empty if there is only one pass."""
        self.pass_names: list[str] = []
        self.pass_depths: dict[int, int] = {}
        """The depth limits of passes that report one, by root row."""
        self.pass_start_seconds = array("d")
        """How long the search had run when each pass began, in CPU seconds."""

    def _init_engine_notes(self) -> None:
        """Start without the notes of an engine, which only recordings have."""
        self.engine_notes = EngineNotes()
        self.remarks: dict[int, Remark] = {}
        """An engine's remarks. The key is 2 · row for an entry, and 2 · row + 1 for a return."""
        self.named_best: dict[int, int] = {}
        """The moves that an engine named as best, by row."""
        self.uncounted_rows = array("i")
        """The inner rows with an unknown number of moves. Their field `children` has the number of
        children visited so far."""

    def _init_caches(self) -> None:
        """Start with empty caches, each of which is used only by the class or function named."""
        self.proved: dict[int, dict[int, tuple[float, float]]] = {1: {}, -1: {}}
        """What finished games prove for MAX (1) and MIN (-1), by row; used by `ResultProofs`."""
        self.child_indices: dict[int, object] = {}
        """Indices of rows with very many children, by row; used by `child_index_of`."""
        self.chance_sums: dict[int, list[Any]] = {}
        """The sums at a chance node after each child, by row; used by `cached_expected_value`."""
        self.marks: object | None = None
        """The steps at which a recording contradicts itself; used by `marks_of`."""
        self._derived: dict[Callable[[Trace], Any], Any] = {}
        """The results of `derived`, by function."""

    @property
    def is_sampled(self) -> bool:
        """Return whether each pass adds a sample to the nodes that it visits, as in MCTS."""
        return self.passes is Passes.ADD

    @property
    def is_complete(self) -> bool:
        """Return whether the search has ended by itself, and none of its steps is hidden."""
        return self.finished and not self.reason and self.last_shown_step is None

    @property
    def shown_passes(self) -> Sequence[int]:
        """Return the root rows of the passes that are shown one by one: none for samples."""
        if self.is_sampled:
            return ()
        return self.pass_rows

    @property
    def window_rule(self) -> str:
        """Return "handed" if only windows on entry are known, "" if windows narrow."""
        return "" if self.tracks_windows else "handed"

    @property
    def may_revisit(self) -> bool:
        """Return whether a node may be visited more than once."""
        return self.revisits or self.passes is not Passes.REPLACE

    def __len__(self) -> int:
        """Return the number of visits so far."""
        return len(self.rows) // ROW_BYTES

    def __getitem__(self, row: int) -> Row:
        """Return one visit; IndexError outside 0 to n - 1."""
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        parent, move, depth, children, turn, kind, end, value, alpha, beta = ROW_STRUCT.unpack_from(
            self.rows, row * ROW_BYTES
        )
        return Row(parent, move, depth, children, turn, Kind(kind), end, value, alpha, beta)

    def __iter__(self) -> Iterator[Row]:
        """Iterate over all visits in order of entry."""
        return (self[row] for row in range(len(self)))

    def column(self, name: str) -> list[Any]:
        """Return one field of all visits, in order of entry, much faster than row by row.

        `name` is a field of `Row`; KeyError for other names.

        >>> trace = Trace()
        >>> trace.rows += ROW_STRUCT.pack(-1, 0, 0, 0, 0, Kind.LIMIT, 0, 3.0, 0.0, 0.0)
        >>> trace.column("parent"), trace.column("value")
        ([-1], [3.0])
        """
        return [value for (value,) in COLUMN_STRUCTS[name].iter_unpack(self.rows)]

    # Faster than `trace[row]`, which unpacks all fields: for the inner loops of views.

    parent = _field("parent", int)
    """Return the row of the parent's visit, -1 for a root."""

    def line_to(self, row: int) -> list[int]:
        """Return the rows from the root of a row's pass to the row, inclusive; [] for row -1."""
        # This loop is in every view's inner loops, so it reads the bytes without `self.parent`.
        line = []
        data = self.rows
        while row >= 0:
            line.append(row)
            (row,) = _parent_at(data, row * ROW_BYTES)
        line.reverse()
        return line

    def path(self, row: int) -> MovePath:
        """Return the move indices from the root to a row."""
        # The root's move leads nowhere, so it is left out.
        line = self.line_to(row)[1:]
        return tuple([_move_at(self.rows, each * ROW_BYTES)[0] for each in line])

    move = _field("move", int)
    """Return the move index that led here."""

    depth = _field("depth", int)
    """Return the plies below the root."""

    children = _field("children", int)
    """Return the number of legal moves (0 for a leaf), or of visited children if unknown."""

    def move_count(self, row: int) -> int | None:
        """Return the number of legal moves (0 for a leaf), None if unknown."""
        if self.has_move_count(row):
            return self.children(row)
        return None

    def has_move_count(self, row: int) -> bool:
        """Return whether the number of legal moves is known, even if the row is not written yet."""
        index = bisect_left(self.uncounted_rows, row)
        return index == len(self.uncounted_rows) or self.uncounted_rows[index] != row

    def maximizing(self, row: int) -> bool:
        """Return whether MAX is to move."""
        return self.rows[row * ROW_BYTES + TURN_OFFSET] == RECORDED_MAX_TURN

    def turn(self, row: int) -> int:
        """Return who moves: 1 for MAX, 0 for MIN, 2 for chance."""
        return self.rows[row * ROW_BYTES + TURN_OFFSET]

    def is_chance(self, row: int) -> bool:
        """Return whether chance moves."""
        return self.rows[row * ROW_BYTES + TURN_OFFSET] == CHANCE_TURN

    def written_turn(self, row: int) -> dict[str, bool]:
        """Return the key and value that a file of events has for the player to move."""
        if self.is_chance(row):
            return {"chance": True}
        return {"max": self.maximizing(row)}

    def probability(self, row: int) -> Fraction | float | None:
        """Return the probability of the chance move that led here, None after other moves."""
        parent = self.parent(row)
        if parent < 0 or not self.is_chance(parent):
            return None
        return self.probabilities(self.path(parent))[self.move(row)]

    @property
    def has_chance(self) -> bool:
        """Return whether chance has moved at any visit."""
        return CHANCE_TURN in self.rows[TURN_OFFSET::ROW_BYTES]

    def updates_value(self, row: int, value: float, best: float | None) -> bool:
        """Return whether a child that returns `value` changes the value of the visit at `row`.

        It always does at a chance node. At any other node, the value must be better than `best`,
        the best value so far (None before the first).
        """
        return self.is_chance(row) or is_better(value, best, maximizing=self.maximizing(row))

    def is_cut_at_beta(self, row: int) -> bool:
        """Return whether a cut visit was cut at beta, and not at alpha.

        A MAX node is cut at beta, a MIN node at alpha, and a chance node at either end.
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
    """Return the value returned, from MAX's side; 0 while open, NaN if the search was stopped."""

    alpha = _field("alpha", float)
    """Return the lower end of the window on entry; without a window, a search's own number."""

    beta = _field("beta", float)
    """Return the upper end of the window on entry; without a window, a search's own number."""

    def window(self, row: int) -> Window | None:
        """Return alpha and beta on entry, None if the search did not report them."""
        alpha = self.alpha(row)
        if self.has_window and not isnan(alpha):
            return (alpha, self.beta(row))
        return None

    def source(self, row: int) -> int:
        """Return the row of the visit that stored a table's answer, -1 if unknown or no answer."""
        index = bisect_left(self.answered_rows, row)
        if index < len(self.answered_rows) and self.answered_rows[index] == row:
            return self.answer_sources[index]
        return -1

    def roots(self) -> array[int]:
        """Return the rows at which passes begin: 0 for a single pass that was not reported."""
        if self.pass_rows or not len(self):
            return self.pass_rows
        return array("i", [0])

    def pass_name(self, row: int) -> str:
        """Return the name of the pass that a row belongs to, "" if it has none."""
        index = bisect_right(self.pass_rows, row) - 1
        if index >= 0:
            return self.pass_names[index]
        return ""

    def pass_depth(self, row: int) -> int | None:
        """Return the depth limit of the pass that a row belongs to, None if not reported."""
        index = bisect_right(self.pass_rows, row) - 1
        if index >= 0:
            return self.pass_depths.get(self.pass_rows[index])
        return None

    def horizon(self, row: int) -> int | None:
        """Return the ply beyond which only noisy moves were searched, None without a limit."""
        index = bisect_right(self.horizons, row, key=itemgetter(0)) - 1
        if index >= 0:
            return self.horizons[index][1]
        return None

    def is_beyond_horizon(self, row: int) -> bool:
        """Return whether a row lies beyond the depth limit, after noisy moves."""
        if not self.horizons:
            return False
        horizon = self.horizon(row)
        return horizon is not None and self.depth(row) > horizon

    @property
    def steps(self) -> int:
        """Return the number of events so far, twice the visits once the search has finished."""
        if self.last_shown_step is not None:
            return self.last_shown_step
        # Each row has an entry, and each row that is not open a return.
        return 2 * len(self) - self.open_count

    @property
    def last_step(self) -> int:
        """Return the last step that can be shown.

        While the search runs, the last event is not shown yet: only the next event tells whether a
        return cuts the parent.
        """
        # A prefix knows from the whole trace whether its last event cuts the parent.
        is_prefix = self.last_shown_step is not None
        if self.finished or is_prefix:
            return self.steps
        return max(0, self.steps - 1)

    def ends_at(self, step: int) -> bool:
        """Return whether a step is the last of a finished search."""
        return self.finished and step >= self.steps

    def enter_step(self, row: int) -> int:
        """Return the step in which the row is entered."""
        # Before, all `row` earlier rows were entered, and all of them but its ancestors returned.
        return 2 * row - self.depth(row) + 1

    def return_step(self, row: int) -> int | None:
        """Return the step in which the row returns, None while it is open."""
        end = self.end(row)
        if end < 0:
            return None
        # By then, all rows up to `end` are entered, and all of them but its ancestors returned.
        return 2 * (end + 1) - self.depth(row)

    def cut_step(self, row: int) -> int | None:
        """Return the step in which a row was cut, None if it was not.

        A visit is cut as its last child returns, one step before its own return. A visit that is
        cut by standing pat has no child, and is cut as it is entered.
        """
        if self.kind(row) is not Kind.CUT:
            return None
        return_step = 2 * (self.end(row) + 1) - self.depth(row)
        return return_step - 1

    def events(self) -> Iterator[tuple[int, bool]]:
        """Yield each event, from step 1: a row, and True for its return or False for its entry.

        Visits that were open when the search was stopped do not return.
        """
        open_rows: list[int] = []
        for row in range(len(self)):
            # Before a row is entered, all open rows return that are at least as deep.
            while len(open_rows) > self.depth(row):
                yield open_rows.pop(), True
            yield row, False
            open_rows.append(row)
        for row in reversed(open_rows):
            if self.kind(row) in (Kind.OPEN, Kind.STOPPED):
                return
            yield row, True

    def is_childless(self, row: int) -> bool:
        """Return whether a visit has no children: a leaf, or answered by a table."""
        return self.is_leaf(row) or self.kind(row) is Kind.TABLE

    def is_leaf(self, row: int) -> bool:
        """Return whether a visit is a leaf; a visit that a table answers is not."""
        return self.kind(row) in READ_LEAF_KINDS

    def leaf_rows(self) -> list[int]:
        """Return the rows of the leaves in order; successive visits to a leaf count once."""
        every_leaf = filter(self.is_leaf, range(len(self)))
        return [next(same) for _, same in groupby(every_leaf, key=self.path)]

    def leaf_paths(self) -> tuple[MovePath, ...]:
        """Return the paths to the leaves, in the same order as `leaf_rows`."""
        return tuple(map(self.path, self.leaf_rows()))

    def entered(self, step: int) -> int:
        """Return how many rows have been entered by a step."""
        # Rows are entered in order, so bisection finds the first row that has not been entered.
        return bisect_left(range(len(self)), step, key=lambda row: 2 * row - self.depth(row))

    def cut_count(self, step: int) -> int:
        """Return how many cutoffs have happened by a step."""

        # Like the method `cut_step`, but without a test whether the row was cut, for speed.
        def cut_step(row: int) -> int:
            return 2 * (self.end(row) + 1) - self.depth(row) - 1

        return bisect_left(self.cuts, step + 1, key=cut_step)

    def leaves_before(self, row: int) -> int:
        """Return how many of the rows before this one are leaves."""
        return self.derived(_count_leaves).in_first(row)

    def derived(self, make: Callable[[Trace], Derived]) -> Derived:
        """Return the result of `make(self)`, which is cached after the first call.

        While the search runs the trace grows, so the result must be an object that can grow, too.
        """
        # If two threads make it at the same time, `setdefault` lets both use the same result.
        if make not in self._derived:
            self._derived.setdefault(make, make(self))
        made: Derived = self._derived[make]
        return made


def _count_leaves(trace: Trace) -> RunningCount[int]:
    """Return a counter of leaves."""

    def count_in_rows(start: int, end: int) -> int:
        kinds = trace.rows[start * ROW_BYTES + KIND_OFFSET : end * ROW_BYTES : ROW_BYTES]
        return sum(kinds.count(kind) for kind in READ_LEAF_KINDS)

    return RunningCount(count_in_rows, 0)
