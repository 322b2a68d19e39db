"""What a search reports while it runs: `enter`, `leaf` and `leave`; and `begin_pass` where it begins again at the root.

The verbs are all that a search has to do to be watched. The recorder keeps the path of open visits, so a search says
only what it knows: which move, whose turn, how many children, which window, which value.
"""

import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf, nan
from typing import Any, NamedTuple

from visualizer.errors import InputError
from visualizer.trace.rows import LEAF_ROW, ROW, SIZE, Kind, MovePath, Trace

OPEN, TERMINAL, LIMIT, FULL = int(Kind.OPEN), int(Kind.TERMINAL), int(Kind.LIMIT), int(Kind.FULL)
CUT, TABLE, PLAYOUT, STOPPED = int(Kind.CUT), int(Kind.TABLE), int(Kind.PLAYOUT), int(Kind.STOPPED)
SAMPLED = int(Kind.SAMPLED)
"""Plain numbers: asking an enumeration for them takes as long as half a visit."""
MAX_CHILDREN = 65_535
MAX_DEPTH = 1_000
AT_ONCE = 1_024
"""Visits whose notes are written down together."""
EMPTY_ROW = bytes(SIZE)

LEAF, ENTER, LEAVE, JUDGE, PASS = range(5)
Note = tuple[Any, ...]
"""What a verb was given, after the verb's number."""
Enter = Callable[..., int]
Leaf = Callable[..., float]
Leave = Callable[..., float]


class SearchStopped(Exception):  # noqa: N818  it is a signal, not an error
    """Raised inside a search to end it where it stands."""


OpenVisit = tuple[int, int, int, Note]
"""Its parent's row, how many children the parent has left, which moves it has tried, bit by bit, and the note."""


class Written(NamedTuple):
    """Where a search stands, as far as it is written down."""

    path: Sequence[OpenVisit] = ()
    innermost: int = -1
    """The innermost open visit's row, then how many of its children are left, and which moves it has tried."""
    left: int = 0
    tried: int = 0
    move: int = 0
    """Of the visit that returned last."""
    visits: int = 0
    cutoffs: int = 0
    pruned: int = 0
    answers: int = 0
    passes: int = 0


class Recorder:
    """Writes a trace.

    The verbs only note what they are given; `settle` writes it down, many notes at once, which takes less time than
    each as it comes. It is called wherever somebody may look. `pause(visits)` is called before a visit, whenever there
    are as many visits as it asked for the last time; it returns the next such number. There whoever drives the search
    can let others run or raise SearchStopped.
    """

    # The verbs are closures over what they write to: looking that up on an object costs a third more at every visit.
    def __init__(  # noqa: C901, PLR0915  a dozen short functions stand inside
        self,
        trace: Trace,
        pause: Callable[[int], int] = lambda visits: visits + 1_000_000,
        learn: Callable[[int, int], None] | None = None,
        *,
        revisits: bool = False,
    ) -> None:
        """Make the verbs; `learn(ply, move)` is called at every cutoff, with the natural number of its move.

        For a search that `revisits` children, each counts once among those visited.
        """
        self.trace = trace
        self.clock: Callable[[], float] = lambda: 0.0
        """Says for how many seconds the search has run; asked when a pass begins."""
        written = Written()
        reported: list[Note] = []
        visits = due = asked = 0
        """With so many visits there may be something to do; with so many `pause` wants to be called."""

        def settle() -> None:
            """Write down all that was reported."""
            nonlocal written, reported
            if reported:
                # Ctrl-C may come before all is done, but not between the two: then the same is written again.
                written, reported = write(trace, reported, written, revisits=revisits), []

        def yield_control(*, entering: bool = False) -> None:
            nonlocal due, asked
            settle()
            if visits >= asked:
                asked = pause(visits)
            due = min(asked, visits + MAX_DEPTH + 1 - len(written.path), visits + AT_ONCE)
            if entering and len(written.path) > MAX_DEPTH:
                raise InputError(f"the search goes deeper than {MAX_DEPTH:,} plies; give a depth limit")

        def enter(move: int, maximizing: bool, children: int, alpha: float = -inf, beta: float = inf) -> int:
            """Record the visit of an inner node: its move's natural number, turn, number of children and window.

            Return its row. InputError if there are no children, or too many, or too many plies above. `pause` may raise
            SearchStopped here and in `leaf`, which a search lets pass.
            """
            nonlocal visits
            if visits >= due:
                yield_control(entering=True)
            if children > MAX_CHILDREN or not children:
                raise InputError(wrong_number(children))
            reported.append((ENTER, move, 1 if maximizing else 0, children, alpha, beta))
            visits += 1
            return visits - 1

        def leaf(
            move: int, value: float, kind: int = LIMIT, alpha: float = -inf, beta: float = inf, source: int = -1
        ) -> float:
            """Record the visit of a leaf, and return its value, from MAX's side.

            `source` is the row of the visit that stored the answer of a table, -1 where that is not known.
            """
            nonlocal visits
            if visits >= due:
                yield_control()
            reported.append((LEAF, move, value, kind, alpha, beta, source))
            visits += 1
            return value

        def leave(value: float, kind: int = FULL) -> float:
            """Record that the innermost open visit returns, and return its value, from MAX's side.

            Said to be CUT, it is one only if a child is left; else it is FULL.
            """
            reported.append((LEAVE, value, kind))
            return value

        def leave_and_learn(value: float, kind: int = FULL) -> float:
            """Leave, and tell of a cutoff."""
            if kind == CUT:
                settle()
                if written.left > 0 and learn is not None:
                    learn(len(written.path) - 1, written.move)
            return leave(value, kind)

        def judge(order: Sequence[int], totals: Sequence[float]) -> None:
            """Record how the innermost open visit judges its children: their order, their scores in natural order."""
            reported.append((JUDGE, order, totals))

        def begin_pass(name: str) -> None:
            """Record that the search begins again at the root; the name says what this pass is."""
            reported.append((PASS, name, self.clock()))

        def path() -> MovePath:
            """Return the natural numbers of the moves from the root to the innermost open visit."""
            settle()
            return tuple(note[1] for *_, note in written.path[1:])

        def visited() -> int:
            """Return how many visits there have been: the row of the next one."""
            return visits

        def row() -> int:
            """Return the row of the innermost open visit."""
            settle()
            return written.innermost

        def close() -> None:
            """Close what is still open, as stopped."""
            nonlocal reported
            with suppress(struct.error, TypeError, ValueError):  # refused with an error already, and left out
                settle()
            reported = [(LEAVE, nan, STOPPED)] * len(written.path)
            settle()
            trace.finished = True

        self.enter: Enter = enter
        self.leaf: Leaf = leaf
        self.leave: Leave = leave if learn is None else leave_and_learn
        self.judge = judge
        self.begin_pass = begin_pass
        self.path = path
        self.visited = visited
        self.row = row
        self.settle = settle
        self.close = close


@dataclass(slots=True)
class Batch:
    """What notes come to: rows, and for cuts, answers and passes a row and what belongs to it."""

    rows: list[bytes] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    pruned: list[int] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    pass_rows: list[int] = field(default_factory=list)
    pass_names: list[str] = field(default_factory=list)
    pass_begins: list[float] = field(default_factory=list)


def write(  # noqa: PLR0912, PLR0915  a call for each verb would make recording a fifth slower
    trace: Trace, reported: list[Note], written: Written, *, revisits: bool
) -> Written:
    """Write down what was reported; return where the search stands after it.

    What it writes depends on what it is given alone, so that it can be interrupted and called again.
    """
    here, left, tried, move = written.innermost, written.left, written.tried, written.move
    path, pruned, visits = [*written.path], written.pruned, written.visits
    depth, last = len(path), visits - 1
    batch = Batch()
    rows, pack_row, pack_leaf = batch.rows, ROW.pack, LEAF_ROW.pack
    for note in reported:
        verb = note[0]
        if verb == LEAVE:
            _, value, kind = note
            parent, siblings, tried_before, (_, move, maximizing, children, alpha, beta) = path.pop()
            depth -= 1
            if kind == CUT:
                if left > 0:
                    pruned += left
                    batch.cuts.append(here)
                    batch.pruned.append(pruned)
                else:
                    kind = FULL
            row = pack_row(parent, move, depth, children, maximizing, kind, last, value, alpha, beta)
            if here >= visits:
                rows[here - visits] = row
            else:
                trace.rows[here * SIZE : (here + 1) * SIZE] = row
            here, left, tried = parent, siblings, tried_before
        elif verb <= ENTER:
            move = note[1]
            last += 1
            left -= 1
            if revisits:
                left += tried >> move & 1
                tried |= 1 << move
            if verb == LEAF:
                _, _, value, kind, alpha, beta, source = note
                rows.append(pack_leaf(here, move, depth, kind, last, value, alpha, beta))
                if source >= 0:
                    batch.answered.append(last)
                    batch.answers.append(source)
            else:
                path.append((here, left, tried, note))
                rows.append(EMPTY_ROW)
                here, left, tried = last, note[3], 0
                depth += 1
        elif verb == JUDGE:
            trace.judgements.note(here, *note[1:])
        else:
            if last >= 0 and not written.passes and not batch.pass_rows:
                batch.pass_rows.append(0)  # the first pass was not reported
                batch.pass_names.append("")
                batch.pass_begins.append(0.0)
            batch.pass_rows.append(last + 1)
            batch.pass_names.append(note[1])
            batch.pass_begins.append(note[2])
    write_open(path, here, visits, rows)
    store(trace, written, batch)
    trace.opened = len(path)
    found = len(trace.cuts), pruned, len(trace.answers), len(trace.pass_rows)
    return Written(path, here, left, tried, move, last + 1, *found)


def write_open(path: Sequence[OpenVisit], row: int, visits: int, rows: list[bytes]) -> None:
    """Write the rows of open visits, of those that were not there before: `row` is the innermost one's."""
    for depth in reversed(range(len(path))):
        if row < visits:
            break  # it was open before, and so were those above it
        parent, _, _, (_, move, maximizing, children, alpha, beta) = path[depth]
        rows[row - visits] = ROW.pack(parent, move, depth, children, maximizing, OPEN, -1, 0, alpha, beta)
        row = parent


def store(trace: Trace, written: Written, batch: Batch) -> None:
    """Put what notes come to behind what was written before, in place of what an interrupted call has put there."""
    del trace.rows[written.visits * SIZE :]
    trace.rows += b"".join(batch.rows)
    del trace.cuts[written.cutoffs :], trace.pruned[written.cutoffs :]
    trace.cuts.frombytes(struct.pack(f"{len(batch.cuts)}i", *batch.cuts))  # ten times as fast as extend
    trace.pruned.frombytes(struct.pack(f"{len(batch.pruned)}q", *batch.pruned))
    del trace.answered[written.answers :], trace.answers[written.answers :]
    trace.answered.extend(batch.answered)
    trace.answers.extend(batch.answers)
    del trace.pass_rows[written.passes :], trace.pass_names[written.passes :], trace.pass_begins[written.passes :]
    trace.pass_rows.extend(batch.pass_rows)
    trace.pass_names += batch.pass_names
    trace.pass_begins.extend(batch.pass_begins)


def wrong_number(children: int) -> str:
    """Say why a position cannot have so many moves."""
    if not children:
        return "a position says that the game goes on and lists no moves"
    return f"a position has {children:,} moves; at most {MAX_CHILDREN:,} can be recorded"
