"""What a search tells while it runs: three verbs, `enter`, `leaf` and `leave`.

The verbs are all that a search has to do to be watched. The recorder keeps the path of open visits, so a search says
only what it knows: which move, whose turn, how many children, which window, which value.
"""

from collections.abc import Callable
from math import inf, nan

from visualizer.errors import InputError
from visualizer.trace import KIND_OFFSET, LEAF_ROW, OPEN_ROW, PATCH, SIZE, Kind, Trace

TERMINAL, LIMIT, FULL = int(Kind.TERMINAL), int(Kind.LIMIT), int(Kind.FULL)
CUT, STOPPED = int(Kind.CUT), int(Kind.STOPPED)
"""Plain numbers: asking an enumeration for them takes as long as half a visit."""
MAX_CHILDREN = 65_535
MAX_DEPTH = 1_000
EXACT = 2**53

Enter = Callable[..., None]
Leaf = Callable[..., float]
Leave = Callable[..., float]


class SearchStopped(Exception):  # noqa: N818  it is a signal, not an error
    """Raised inside a search to end it where it stands."""


class Recorder:
    """Writes a trace.

    `pause(visits)` is called before a visit, whenever there are as many visits as it asked for the last time; it
    returns the next such number. There whoever drives the search can take a breath or raise SearchStopped.
    """

    # The verbs are closures over what they write to: looking that up on an object costs a third more at every visit.
    def __init__(  # noqa: C901, PLR0915  seven short functions stand inside
        self,
        trace: Trace,
        pause: Callable[[int], int] = lambda visits: visits + 1_000_000,
        learn: Callable[[int, int], None] | None = None,
    ) -> None:
        """Make the verbs; `learn(ply, number)` is told of every cutoff and the natural number of its move."""
        self.trace = trace
        rows, cuts, pruned = trace.rows, trace.cuts, trace.pruned
        pack_open, pack_leaf, patch = OPEN_ROW.pack, LEAF_ROW.pack, PATCH.pack_into
        lowest, highest = -EXACT, EXACT
        count = 0
        pause_at = 0
        left_out = 0
        above: list[tuple[int, int]] = []
        parent, left = -1, 0
        """The innermost open visit, and how many of its children are left; those `above` it are on the stack."""

        def count_open() -> None:
            """Note how many visits are open; it must be known wherever somebody may look while the search rests."""
            trace.opened = len(above)

        def take_breath() -> None:
            nonlocal pause_at
            count_open()
            pause_at = pause(count)

        def enter(move: int, maximizing: bool, children: int, alpha: float = -inf, beta: float = inf) -> None:
            """Record the visit of an inner node: its move's natural number, turn, number of children and window."""
            nonlocal count, parent, left
            if count >= pause_at:
                take_breath()
            depth = len(above)
            if not 0 < children <= MAX_CHILDREN or depth > MAX_DEPTH:
                raise InputError(too_large(children, depth))
            rows.extend(pack_open(parent, move, depth, children, maximizing, -1, alpha, beta))
            above.append((parent, left - 1))
            parent, left = count, children
            count += 1

        def leaf(move: int, value: float, kind: int = LIMIT, alpha: float = -inf, beta: float = inf) -> float:
            """Record the visit of a leaf, and return its value."""
            nonlocal count, left
            if count >= pause_at:
                take_breath()
            if not lowest <= value <= highest:
                raise InputError(f"the evaluation returned {value!r}; allowed are numbers from -2^53 to 2^53")
            rows.extend(pack_leaf(parent, move, len(above), kind, count, value, alpha, beta))
            left -= 1
            count += 1
            return value

        def leave(value: float, kind: int = FULL) -> float:
            """Record that the innermost open visit returns, and return its value.

            Said to be CUT, it is one only if a child is left.
            """
            nonlocal parent, left, left_out
            if not above:
                raise InputError("the search says leave() more often than enter()")
            if not lowest <= value <= highest and kind != STOPPED:
                raise InputError(f"the search returned {value!r}; allowed are numbers from -2^53 to 2^53")
            if kind == CUT:
                if left <= 0:
                    kind = FULL
                else:
                    cuts.append(parent)
                    if learn is not None:
                        learn(len(above) - 1, trace.move(last_child(trace, parent)))
                    left_out += left
                    pruned.append(left_out)
            patch(rows, parent * SIZE + KIND_OFFSET, kind, count - 1, value)
            parent, left = above.pop()
            return value

        def path() -> tuple[int, ...]:
            """Return the natural numbers of the moves from the root to the innermost open visit."""
            return tuple(trace.move(row) for row in [*(row for row, _ in above), parent][2:])

        def close() -> None:
            """Close what is still open, as stopped."""
            while above:
                leave(nan, STOPPED)
            trace.opened = 0
            trace.finished = True

        self.enter: Enter = enter
        self.leaf: Leaf = leaf
        self.leave: Leave = leave
        self.path = path
        self.count_open = count_open
        self.close = close


def last_child(trace: Trace, parent: int) -> int:
    """Return the last row that is a child of the given one, which has just been visited."""
    row = len(trace) - 1
    while trace.parent(row) != parent:
        row = trace.parent(row)
    return row


def too_large(children: int, depth: int) -> str:
    """Say which limit a visit exceeds."""
    if depth > MAX_DEPTH:
        return f"the search goes deeper than {MAX_DEPTH:,} plies; give a depth limit"
    if not children:
        return "a position says that the game goes on and lists no moves"
    return f"a position has {children:,} moves; at most {MAX_CHILDREN:,} can be recorded"
