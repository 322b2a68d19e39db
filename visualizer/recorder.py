"""What a search tells while it runs: three verbs, `enter`, `leaf` and `leave`.

The verbs are all that a search has to do to be watched. The recorder keeps the path of open visits, so a search says
only what it knows: which move, whose turn, how many children, which window, which value.
"""

from collections.abc import Callable
from math import inf, nan
from struct import pack

from visualizer.errors import InputError
from visualizer.trace import LEAF_ROW, ROW, SIZE, Kind, Trace

OPEN, TERMINAL, LIMIT, FULL = int(Kind.OPEN), int(Kind.TERMINAL), int(Kind.LIMIT), int(Kind.FULL)
CUT, STOPPED = int(Kind.CUT), int(Kind.STOPPED)
"""Plain numbers: asking an enumeration for them takes as long as half a visit."""
MAX_CHILDREN = 65_535
MAX_DEPTH = 1_000
ROOM = bytes(256 * SIZE)
"""By which the storage grows."""
write, write_leaf = ROW.pack_into, LEAF_ROW.pack_into

Enter = Callable[..., None]
Leaf = Callable[..., float]
Leave = Callable[..., float]


class SearchStopped(Exception):  # noqa: N818  it is a signal, not an error
    """Raised inside a search to end it where it stands."""


class Recorder:
    """Writes a trace.

    A visit's row is written once, when it returns; `settle` writes those that are open, wherever somebody may look
    while the search rests. `pause(visits)` is called before a visit, whenever there are as many visits as it asked for
    the last time; it returns the next such number. There whoever drives the search can take a breath or raise
    SearchStopped.
    """

    # The verbs are closures over what they write to: looking that up on an object costs a third more at every visit.
    def __init__(  # noqa: C901, PLR0915  nine short functions stand inside
        self,
        trace: Trace,
        pause: Callable[[int], int] = lambda visits: visits + 1_000_000,
        learn: Callable[[int, int], None] | None = None,
    ) -> None:
        """Make the verbs; `learn(ply, number)` is told of every cutoff and the natural number of its move."""
        self.trace = trace
        rows = trace.rows
        last = rest_after = -1
        """The row of the last visit, and of the one after which there is something to do, or may be: no path gets too
        deep before it."""
        asked = 0
        """The number of visits that `pause` asked for."""
        cuts: list[int] = []
        """What is not in the trace yet: the row of each cutoff, and the children left out up to there."""
        settled = left_out = 0
        """The cutoffs in the trace, and the children left out."""
        innermost, left = -1, 0
        """The innermost open visit's row, and how many of its children are left."""
        path: list[tuple[int, int, int, int, int, float, float]] = []
        """For each open visit its parent's row, how many children the parent has left, and what it was entered with."""

        # Ctrl-C is felt where a call has just returned, so it must find everything in order there: the verbs write a
        # row first, which is not looked at yet, and then change all else with no call in between, or one at the end.

        def settle() -> None:
            """Write down all that is known so far."""
            nonlocal settled, cuts
            row = innermost
            for depth in reversed(range(len(path))):
                if row < trace.visits:
                    break  # it was open the last time, and so were those above it
                parent, _, move, turn, children, alpha, beta = path[depth]
                write(rows, row * SIZE, parent, move, depth, children, turn, OPEN, -1, 0, alpha, beta)
                row = parent
            trace.visits, trace.opened = last + 1, len(path)
            del trace.cuts[settled:], trace.pruned[settled:]  # there is something only after an interrupt
            trace.cuts.frombytes(pack(f"{len(cuts) // 2}i", *cuts[::2]))  # ten times as fast as extend
            trace.pruned.frombytes(pack(f"{len(cuts) // 2}q", *cuts[1::2]))
            settled, cuts = len(trace.cuts), []

        def take_breath() -> None:
            nonlocal rest_after, asked
            visits = last + 1
            if visits >= asked:
                settle()
                asked = pause(visits)
            if visits * SIZE >= len(rows):
                rows.extend(ROOM)
            rest_after = min(asked - 1, len(rows) // SIZE - 1, visits + MAX_DEPTH - len(path))

        def enter(move: int, maximizing: bool, children: int, alpha: float = -inf, beta: float = inf) -> None:
            """Record the visit of an inner node: its move's natural number, turn, number of children and window."""
            nonlocal last, innermost, left
            if last >= rest_after:
                take_breath()
                if len(path) > MAX_DEPTH:
                    raise InputError(f"the search goes deeper than {MAX_DEPTH:,} plies; give a depth limit")
            if children > MAX_CHILDREN or not children:
                raise InputError(wrong_number(children))
            visit = (innermost, left - 1, move, 1 if maximizing else 0, children, alpha, beta)
            last += 1
            innermost, left = last, children
            path.append(visit)

        def leaf(move: int, value: float, kind: int = LIMIT, alpha: float = -inf, beta: float = inf) -> float:
            """Record the visit of a leaf, and return its value."""
            nonlocal last, left
            if last >= rest_after:
                take_breath()
            row = last + 1
            write_leaf(rows, row * SIZE, innermost, move, len(path), kind, row, value, alpha, beta)
            last = row
            left -= 1
            return value

        def leave(value: float, kind: int = FULL) -> float:
            """Record that the innermost open visit returns, and return its value.

            Said to be CUT, it is one only if a child is left.
            """
            nonlocal innermost, left, left_out, cuts
            parent, siblings, move, turn, children, alpha, beta = path[-1]
            depth = len(path) - 1
            if kind == CUT:
                if left <= 0:
                    kind = FULL
                elif learn is not None:
                    learn(depth, trace.move(last_child(trace, innermost, last)))
            write(rows, innermost * SIZE, parent, move, depth, children, turn, kind, last, value, alpha, beta)
            if kind == CUT:
                left_out += left
                cuts += (innermost, left_out)
            innermost, left = parent, siblings
            path.pop()
            return value

        def moves() -> tuple[int, ...]:
            """Return the natural numbers of the moves from the root to the innermost open visit."""
            return tuple(move for _, _, move, *_ in path[1:])

        def row_entered() -> int:
            """Return the row of the innermost open visit."""
            return innermost

        def close() -> None:
            """Close what is still open, as stopped."""
            while path:
                leave(nan, STOPPED)
            settle()
            del rows[(last + 1) * SIZE :]
            trace.finished = True

        self.enter: Enter = enter
        self.leaf: Leaf = leaf
        self.leave: Leave = leave
        self.path = moves
        self.row = row_entered
        self.settle = settle
        self.close = close


def last_child(trace: Trace, parent: int, last: int) -> int:
    """Return the last row that is a child of the given one, which has just been visited; `last` is the last row."""
    row = last
    while trace.parent(row) != parent:
        row = trace.parent(row)
    return row


def wrong_number(children: int) -> str:
    """Say why a position cannot have so many moves."""
    if not children:
        return "a position says that the game goes on and lists no moves"
    return f"a position has {children:,} moves; at most {MAX_CHILDREN:,} can be recorded"
