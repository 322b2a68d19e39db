"""What a search reports while it runs: `enter`, `leaf` and `leave`, `begin_pass` and `stand`.

A pass begins where the search begins again at the root; `stand` tells what not moving on is worth.

The verbs are all that a search has to do to be watched. The recorder keeps the path of open visits, so a search says
only what it knows: which move, whose turn, how many children, which window, which value.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from math import inf, nan
from time import sleep
from typing import Protocol

from visualizer.support.errors import InputError
from visualizer.trace.rows import (
    CHANCE_TURN,
    CHILDREN_OFFSET,
    FIRST_DETOUR_INDEX,
    LEAF_ROW_STRUCT,
    ROW_BYTES,
    ROW_STRUCT,
    Kind,
    MovePath,
    Trace,
)
from visualizer.trace.visits import branch_of

OPEN = int(Kind.OPEN)
TERMINAL = int(Kind.TERMINAL)
LIMIT = int(Kind.LIMIT)
FULL = int(Kind.FULL)
CUT = int(Kind.CUT)
TABLE = int(Kind.TABLE)
PLAYOUT = int(Kind.PLAYOUT)
STOPPED = int(Kind.STOPPED)
SAMPLED = int(Kind.SAMPLED)
PROVEN = int(Kind.PROVEN)
"""Plain integers: looking them up in the enumeration takes half as long as a visit."""
MAX_CHILDREN = 65_535
MAX_DEPTH = 1_000
MAX_PENDING_ROWS = 1_024
"""Rows that are appended to the trace together, at most."""
EMPTY_ROW = bytes(ROW_BYTES)
ENGINE_WAIT_SECONDS = 0.002
"""Seconds to wait for what another program has not told yet."""


class SearchStopped(Exception):  # noqa: N818  it is a signal, not an error
    """Raised inside a search to end it where it stands, with the reason."""


class Enter(Protocol):
    """The verb that begins a visit of an inner node."""

    def __call__(
        self, move: int, maximizing: int, children: int, alpha: float = ..., beta: float = ...
    ) -> int:
        """Record a move's move index, whose turn it is, the number of children and the window; return the row.

        `maximizing` is CHANCE where chance moves.
        """


class Leaf(Protocol):
    """The verb for a node without children."""

    def __call__(
        self,
        move: int,
        value: float,
        kind: int = ...,
        alpha: float = ...,
        beta: float = ...,
        source: int = ...,
    ) -> float:
        """Record a visit; return its value, from MAX's side. `source` is the row that stored a table's answer."""


class Leave(Protocol):
    """The verb that ends the innermost open visit."""

    def __call__(self, value: float, kind: int = ...) -> float:
        """Record the value, from MAX's side, and why it is known; return it."""


OpenVisit = tuple[int, int, int, int, int, int, float, float]
"""An open visit: its parent's row, the parent's number of children left, the parent's tried moves as a bit set; then
the visit's own move, turn, number of children, alpha and beta."""


class Recorder:
    """Writes a trace.

    The verbs make rows, and `settle` appends them to the trace, many at once; it is called before anybody reads the
    trace. `pause(visits)` is called before a visit as soon as there are as many visits as it returned the last time; it
    may switch to whoever drives the search, or raise SearchStopped.

    Python delivers Ctrl-C only where a call returns. So each verb first makes all its calls, then updates its counters
    in lines without a call. If it is interrupted before these lines, `settle` removes what the calls have added.
    """

    # The verbs are closures over their state: attributes of an object would cost a third more time a visit.
    def __init__(  # noqa: C901, PLR0915  it holds a dozen short functions
        self,
        trace: Trace,
        pause: Callable[[int], int] = lambda visits: visits + 1_000_000,
        learn: Callable[[int, int], None] | None = None,
        *,
        revisits: bool = False,
    ) -> None:
        """Make the verbs; `learn(ply, move)` is called at every cutoff by a move that was ordered, with its index.

        With `revisits`, a child that is visited again counts once.
        """
        self.trace = trace
        self.clock: Callable[[], float] = lambda: 0.0
        """Returns the CPU seconds that the search has run; called when a pass begins."""
        self.wait: Callable[[], None] = lambda: sleep(ENGINE_WAIT_SECONDS)
        """Lets others run where a search written elsewhere has told nothing more yet."""
        self.breathe: Callable[[], None] = lambda: None
        """Lets others run if it is time, where reading what a search has told takes longer than recording it."""
        rows: list[bytes] = []
        """Rows that are not in the trace yet."""
        opened: list[OpenVisit] = []
        pack_row = ROW_STRUCT.pack
        pack_leaf = LEAF_ROW_STRUCT.pack
        empty = EMPTY_ROW
        visits = written = depth = cutoffs = pruned = passes = 0
        """How many there are of each; `written` counts the visits in the trace, `depth` the open ones."""
        due = asked = 0
        """Visit counts: at `due` to settle or pause, at `asked` to pause."""
        tree = -1
        left = 0
        tried = 0
        """The innermost open visit: its row, its number of children left, its tried moves as a bit set."""

        def settle() -> None:
            """Append all rows to the trace."""
            nonlocal written
            del rows[visits - written :], opened[depth:]
            del (
                trace.cuts[cutoffs:],
                trace.pruned[cutoffs:],
                trace.answered[bisect_left(trace.answered, visits) :],
            )
            del trace.answers[len(trace.answered) :]
            del trace.pass_rows[passes:], trace.pass_names[passes:], trace.pass_begins[passes:]
            row = tree
            for ply in reversed(range(depth)):
                if row < written:
                    break  # written when it was open already, as were those above it
                parent, _, _, move, turn, children, alpha, beta = opened[ply]
                rows[row - written] = pack_row(
                    parent, move, ply, children, turn, OPEN, -1, 0, alpha, beta
                )
                row = parent
            joined = b"".join(rows)
            trace.rows += joined
            trace.opened = depth
            written = visits
            del rows[:]

        def yield_control(*, entering: bool = False) -> None:
            nonlocal due, asked
            settle()
            if visits >= asked:
                asked = pause(visits)
            due = min(asked, visits + MAX_DEPTH + 1 - depth, visits + MAX_PENDING_ROWS)
            if entering and depth > MAX_DEPTH:
                raise InputError(
                    f"the search goes deeper than {MAX_DEPTH:,} plies; set a depth limit"
                )

        def enter(
            move: int, maximizing: int, children: int, alpha: float = -inf, beta: float = inf
        ) -> int:
            """Record the entry of an inner node: its move index, turn, number of children and window.

            Return its row. InputError for no children, more than 65,535, or a depth of more than 1,000 plies.
            SearchStopped, from here and from `leaf`, is for the search to let through.
            """
            nonlocal visits, tree, left, tried, depth
            if visits >= due:
                yield_control(entering=True)
            if children > MAX_CHILDREN or not children:
                raise InputError(
                    f"a position has {children:,} moves; at most {MAX_CHILDREN:,} can be recorded"
                    if children
                    else "a position says that the game goes on but lists no moves"
                )
            before = left - 1
            seen = tried
            if maximizing == CHANCE_TURN:
                turn = CHANCE_TURN
            elif maximizing:
                turn = 1
            else:
                turn = 0
            if revisits:
                if move >= FIRST_DETOUR_INDEX:
                    before = left
                else:
                    before += tried >> move & 1
                    seen |= 1 << move
            opened.append((tree, before, seen, move, turn, children, alpha, beta))
            rows.append(empty)
            tree = visits
            left = children
            tried = 0
            depth += 1
            visits += 1
            return tree

        def leaf(
            move: int,
            value: float,
            kind: int = LIMIT,
            alpha: float = -inf,
            beta: float = inf,
            source: int = -1,
        ) -> float:
            """Record the visit of a leaf, and return its value, from MAX's side.

            `source` is the row of the visit that stored a table's answer, -1 if it is unknown.
            """
            nonlocal visits, left, tried
            if visits >= due:
                yield_control()
            if source >= 0:
                trace.answered.append(visits)
                trace.answers.append(source)
            rows.append(pack_leaf(tree, move, depth, kind, visits, value, alpha, beta))
            left -= 1
            if revisits:
                if move >= FIRST_DETOUR_INDEX:
                    left += 1
                else:
                    left += tried >> move & 1
                tried |= 0 if move >= FIRST_DETOUR_INDEX else 1 << move
            visits += 1
            return value

        def leave(value: float, kind: int = FULL) -> float:
            """Record that the innermost open visit returns, and return its value, from MAX's side.

            Said to be CUT, it is one only if a child is left, or may be where their number is unknown; else it is FULL.
            """
            nonlocal tree, left, tried, depth, cutoffs, pruned
            skipped = 0
            if kind == CUT:
                if left > 0 or not trace.has_move_count(tree):
                    skipped = left
                    trace.cuts.append(tree)
                    trace.pruned.append(pruned + skipped)
                else:
                    kind = FULL
            parent, before, seen, move, turn, children, alpha, beta = opened[-1]
            row = pack_row(
                parent, move, depth - 1, children, turn, kind, visits - 1, value, alpha, beta
            )
            if kind == CUT:
                cutoffs += 1
                pruned += skipped
            if tree >= written:
                rows[tree - written] = row
            else:
                trace.rows[tree * ROW_BYTES : (tree + 1) * ROW_BYTES] = row
            del opened[-1]
            tree = parent
            left = before
            tried = seen
            depth -= 1
            return value

        def leave_and_learn(value: float, kind: int = FULL) -> float:
            """Leave, and call `learn` at a cutoff by a move that was tried in the order of the ordering.

            Chance makes no move, standing pat is none, and a user-supplied search need not ask for an order.
            """
            is_cut = kind == CUT and left > 0 and visits - 1 > tree and opened[-1][4] != CHANCE_TURN
            if is_cut and learn is not None and trace.move_scores.at(tree) is not None:
                settle()
                learn(depth - 1, trace.move(branch_of(trace, visits - 1, tree)))
            return leave(value, kind)

        def stand(value: float) -> float:
            """Record what not moving on is worth at the visit just entered, from MAX's side, and return that.

            Its best is that until a child is better. If it is cut without a child, that is why.
            """
            trace.stands[tree] = value
            return value

        def recount(children: int) -> None:
            """Record that the innermost open visit has that many children, where their number was not known."""
            nonlocal left
            if children <= opened[-1][5]:
                return
            left += children - opened[-1][5]
            opened[-1] = (*opened[-1][:5], children, *opened[-1][6:])
            if tree < written:
                trace.rows[
                    tree * ROW_BYTES + CHILDREN_OFFSET : tree * ROW_BYTES + CHILDREN_OFFSET + 2
                ] = children.to_bytes(2, "little")

        def tell_horizon(ply: int) -> None:
            """Record that from the next visit on only noisy moves are searched beyond this ply, the depth limit."""
            trace.horizons.append((visits, ply))

        def score_moves(order: Sequence[int], scores: Sequence[float]) -> None:
            """Record the order in which the innermost open visit tries its moves, and their scores in natural order.

            The moves are move indices; `scores` is empty where the order comes without any.
            """
            trace.move_scores.note(tree, order, scores)

        def begin_pass(name: str = "", depth: int | None = None) -> None:
            """Record that the search begins again at the root, with a name for the pass or the depth of its search."""
            nonlocal passes
            begun = [(visits, name if name or depth is None else f"depth {depth}", self.clock())]
            if visits and not passes:
                begun = [(0, "", 0.0), *begun]  # the first pass was not reported
            for row, title, seconds in begun:
                trace.pass_rows.append(row)
                trace.pass_names.append(title)
                trace.pass_begins.append(seconds)
            passes = len(trace.pass_rows)
            if depth is not None:
                trace.pass_depths[visits] = depth

        def path() -> MovePath:
            """Return the move indices from the root to the innermost open visit."""
            return tuple([move for _, _, _, move, *_ in opened[1:]])

        def visited() -> int:
            """Return the number of visits so far, which is the row of the next one."""
            return visits

        def row() -> int:
            """Return the row of the innermost open visit."""
            return tree

        def close() -> None:
            """End the recording; visits that are still open are marked as stopped."""
            settle()
            while depth:
                leave(nan, STOPPED)
            settle()
            trace.finished = True

        self.enter: Enter = enter
        self.leaf: Leaf = leaf
        self.leave: Leave = leave if learn is None else leave_and_learn
        self.score_moves = score_moves
        self.stand = stand
        self.recount = recount
        self.tell_horizon = tell_horizon
        self.begin_pass = begin_pass
        self.path = path
        self.visited = visited
        self.row = row
        self.settle = settle
        self.close = close
