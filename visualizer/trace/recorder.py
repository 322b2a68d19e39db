"""What a search tells while it runs: three verbs, `enter`, `leaf` and `leave`.

The verbs are all that a search has to do to be watched. The recorder keeps the path of open visits, so a search says
only what it knows: which move, whose turn, how many children, which window, which value.
"""

import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf, nan
from typing import Any, NamedTuple

from visualizer.errors import InputError
from visualizer.trace.rows import LEAF_ROW, ROW, SIZE, Kind, Trace

OPEN, TERMINAL, LIMIT, FULL = int(Kind.OPEN), int(Kind.TERMINAL), int(Kind.LIMIT), int(Kind.FULL)
CUT, STOPPED = int(Kind.CUT), int(Kind.STOPPED)
"""Plain numbers: asking an enumeration for them takes as long as half a visit."""
MAX_CHILDREN = 65_535
MAX_DEPTH = 1_000
MOST_NOTES = 1_024
"""That are kept before they are written down."""
EMPTY_ROW = bytes(SIZE)

Note = tuple[Any, ...]
"""What a verb was told. Its length says which: six things of `enter` (the last is nothing), five of `leaf`, two of
`leave`."""
Enter = Callable[..., None]
Leaf = Callable[..., float]
Leave = Callable[..., float]


class SearchStopped(Exception):  # noqa: N818  it is a signal, not an error
    """Raised inside a search to end it where it stands."""


class Written(NamedTuple):
    """Where a search stands, as far as it is written down."""

    path: Sequence[tuple[int, int, Note]] = ()
    """For each open visit its parent's row, how many children the parent has left, and what was told on entry."""
    innermost: int = -1
    """The innermost open visit's row."""
    left: int = 0
    """How many of its children are left."""
    number: int = 0
    """Of the move of the visit that returned last."""
    visits: int = 0
    cutoffs: int = 0
    pruned: int = 0


class Recorder:
    """Writes a trace.

    The verbs only note what they are told; `settle` writes it down, many notes at once, which takes less time than
    each as it comes. It is called wherever somebody may look. `pause(visits)` is called before a visit, whenever there
    are as many visits as it asked for the last time; it returns the next such number. There whoever drives the search
    can take a breath or raise SearchStopped.
    """

    # The verbs are closures over what they write to: looking that up on an object costs a third more at every visit.
    def __init__(  # noqa: C901, PLR0915  ten short functions stand inside
        self,
        trace: Trace,
        pause: Callable[[int], int] = lambda visits: visits + 1_000_000,
        learn: Callable[[int, int], None] | None = None,
    ) -> None:
        """Make the verbs; `learn(ply, number)` is told of every cutoff and the natural number of its move."""
        self.trace = trace
        written = Written()
        told: list[Note] = []
        due = asked = 0
        """With so many notes there may be something to do; with so many visits `pause` wants to be called."""

        def settle() -> None:
            """Write down all that was told."""
            nonlocal written, due, told
            if told:
                # Ctrl-C may come before all is done, but not between the three: then the same is written again.
                written, due, told = write(trace, told, written), due - len(told), []

        def take_breath(*, entering: bool = False) -> None:
            nonlocal due, asked
            settle()
            if written.visits >= asked:
                asked = pause(written.visits)
            due = min(asked - written.visits, MAX_DEPTH + 1 - len(written.path), MOST_NOTES)
            if entering and len(written.path) > MAX_DEPTH:
                raise InputError(f"the search goes deeper than {MAX_DEPTH:,} plies; give a depth limit")

        def enter(move: int, maximizing: bool, children: int, alpha: float = -inf, beta: float = inf) -> None:
            """Record the visit of an inner node: its move's natural number, turn, number of children and window."""
            if len(told) >= due:
                take_breath(entering=True)
            if children > MAX_CHILDREN or not children:
                raise InputError(wrong_number(children))
            told.append((move, 1 if maximizing else 0, children, alpha, beta, None))

        def leaf(move: int, value: float, kind: int = LIMIT, alpha: float = -inf, beta: float = inf) -> float:
            """Record the visit of a leaf, and return its value."""
            if len(told) >= due:
                take_breath()
            told.append((move, value, kind, alpha, beta))
            return value

        def leave(value: float, kind: int = FULL) -> float:
            """Record that the innermost open visit returns, and return its value.

            Said to be CUT, it is one only if a child is left.
            """
            told.append((value, kind))
            return value

        def leave_and_learn(value: float, kind: int = FULL) -> float:
            """Leave, and tell of a cutoff."""
            if kind == CUT:
                settle()
                if written.left > 0 and learn is not None:
                    learn(len(written.path) - 1, written.number)
            return leave(value, kind)

        def path() -> tuple[int, ...]:
            """Return the natural numbers of the moves from the root to the innermost open visit."""
            settle()
            return tuple(note[0] for _, _, note in written.path[1:])

        def row() -> int:
            """Return the row of the innermost open visit."""
            settle()
            return written.innermost

        def close() -> None:
            """Close what is still open, as stopped."""
            nonlocal told
            with suppress(struct.error, TypeError, ValueError):  # told as an error already, and left out
                settle()
            told = [(nan, STOPPED)] * len(written.path)
            settle()
            trace.finished = True

        self.enter: Enter = enter
        self.leaf: Leaf = leaf
        self.leave: Leave = leave if learn is None else leave_and_learn
        self.path = path
        self.row = row
        self.settle = settle
        self.close = close


def write(trace: Trace, told: list[Note], written: Written) -> Written:
    """Write down what was told; return where the search stands after it.

    What it writes depends on what it is given alone, so that it can be interrupted and called again.
    """
    before, here, left, number, visits, cutoffs, pruned = written
    path, depth, last = [*before], len(before), visits - 1
    rows: list[bytes] = []
    cuts: list[int] = []
    pack_row, pack_leaf = ROW.pack, LEAF_ROW.pack
    for note in told:
        things = len(note)
        if things == 5:
            number, value, kind, alpha, beta = note
            last += 1
            rows.append(pack_leaf(here, number, depth, kind, last, value, alpha, beta))
            left -= 1
        elif things == 6:
            path.append((here, left - 1, note))
            last += 1
            here, left = last, note[2]
            depth += 1
            rows.append(EMPTY_ROW)
        else:
            value, kind = note
            parent, siblings, (number, maximizing, children, alpha, beta, _) = path.pop()
            depth -= 1
            if kind == CUT:
                if left > 0:
                    pruned += left
                    cuts += (here, pruned)
                else:
                    kind = FULL
            row = pack_row(parent, number, depth, children, maximizing, kind, last, value, alpha, beta)
            if here >= visits:
                rows[here - visits] = row
            else:
                trace.rows[here * SIZE : (here + 1) * SIZE] = row
            here, left = parent, siblings
    open_row = here
    for depth in reversed(range(len(path))):
        if open_row < visits:
            break  # it was open before, and so were those above it
        parent, _, (move, maximizing, children, alpha, beta, _) = path[depth]
        rows[open_row - visits] = pack_row(parent, move, depth, children, maximizing, OPEN, -1, 0, alpha, beta)
        open_row = parent
    del trace.rows[visits * SIZE :], trace.cuts[cutoffs:], trace.pruned[cutoffs:]
    trace.rows += b"".join(rows)
    trace.cuts.frombytes(struct.pack(f"{len(cuts) // 2}i", *cuts[::2]))  # ten times as fast as extend
    trace.pruned.frombytes(struct.pack(f"{len(cuts) // 2}q", *cuts[1::2]))
    trace.opened = len(path)
    return Written(path, here, left, number, last + 1, len(trace.cuts), pruned)


def wrong_number(children: int) -> str:
    """Say why a position cannot have so many moves."""
    if not children:
        return "a position says that the game goes on and lists no moves"
    return f"a position has {children:,} moves; at most {MAX_CHILDREN:,} can be recorded"
