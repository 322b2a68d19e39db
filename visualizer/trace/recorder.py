"""The verbs with which a search reports what it does: `enter`, `leaf`, `leave` and a few more.

Calling the verbs is all that a search has to do to be watched. The recorder keeps the path of open
visits, so a search says only what it knows: which move, whose turn, how many children, which
window, which value. `begin_pass` says that the search begins again at the root, and `stand` what
standing pat is worth.
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

# Plain integers: looking a kind up in the enumeration takes half as long as a whole visit.
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
MAX_CHILDREN = 65_535
MAX_DEPTH = 1_000
MAX_PENDING_ROWS = 1_024
"""The most rows that wait to be appended to the trace."""
EMPTY_ROW = bytes(ROW_BYTES)
ENGINE_WAIT_SECONDS = 0.002
"""How long to wait for an engine that has reported nothing new."""


class SearchStopped(Exception):  # noqa: N818  it is a signal, not an error
    """Raised inside a search to end it early, with the reason."""


class Enter(Protocol):
    """The verb that begins a visit of an inner node."""

    def __call__(
        self, move: int, maximizing: int, children: int, alpha: float = ..., beta: float = ...
    ) -> int:
        """Begin a visit by a move index, and return its row; `maximizing` may be CHANCE_TURN."""


class Leaf(Protocol):
    """The verb for a node without children."""

    def __call__(  # noqa: PLR0917  see `leaf` below
        self,
        move: int,
        value: float,
        kind: int = ...,
        alpha: float = ...,
        beta: float = ...,
        source: int = ...,
    ) -> float:
        """Record a visit with its value, from MAX's side; return the value.

        `source` is the row of the visit that stored a table's answer, -1 if unknown.
        """


class Leave(Protocol):
    """The verb that ends the innermost open visit."""

    def __call__(self, value: float, kind: int = ...) -> float:
        """Record the value, from MAX's side, and why it is known; return the value."""


OpenVisit = tuple[int, int, int, int, int, int, float, float]
"""An open visit. First the parent's row, its number of children left and its tried moves (as a bit
set), as they are once this visit has returned; then the visit's own move, turn, number of children,
alpha and beta."""
TURN_OF_OPEN_VISIT = 4
"""The index of the turn in an open visit."""


class Recorder:
    """Writes a trace.

    The verbs make rows, and `flush` appends all waiting rows to the trace; call it before reading
    the trace.

    `pause(visits)` is called with the number of visits so far, and returns the number of visits at
    which it is to be called next. It may switch to the driver of the search, or raise
    SearchStopped.

    Python delivers Ctrl-C only where a call returns. So each verb first makes all its calls, then
    updates its counters in lines without a call. If it is interrupted before these lines, `flush`
    removes what the calls have added.
    """

    def __init__(
        self,
        trace: Trace,
        pause: Callable[[int], int] = lambda visits: visits + 1_000_000,
        learn: Callable[[int, int], None] | None = None,
        *,
        revisits: bool = False,
    ) -> None:
        """Make the verbs: the functions with which a search reports what it does.

        `pause(visits)` returns the number of visits at which to call it again. `learn(ply, move)`
        tells a move ordering that one of its moves, given by index, has caused a cutoff. With
        `revisits`, the search may visit a child again; the child still counts once.
        """
        self.trace = trace
        self.clock: Callable[[], float] = lambda: 0.0
        """Returns the CPU seconds that the search has run; called when a pass begins."""
        self.wait: Callable[[], None] = lambda: sleep(ENGINE_WAIT_SECONDS)
        """Lets others run while an engine has nothing new to report."""
        self.let_others_run: Callable[[], None] = lambda: None
        """Lets others run if it is time, since reading an engine's events may take long."""
        self._make_verbs(trace, pause, learn, revisits=revisits)

    # These verbs are closures over their state, since attributes of an object would make a visit a
    # third slower. For the same reason `enter`, `leaf` and `leave` are not split any further.
    def _make_verbs(  # noqa: C901, PLR0915  it holds a dozen short functions
        self,
        trace: Trace,
        pause: Callable[[int], int],
        learn: Callable[[int, int], None] | None,
        *,
        revisits: bool,
    ) -> None:
        """Make the verbs that read or change the path of open visits."""
        rows: list[bytes] = []
        """The rows that are not in the trace yet."""
        opened: list[OpenVisit] = []
        pack_row = ROW_STRUCT.pack
        pack_leaf = LEAF_ROW_STRUCT.pack
        visits = 0
        written = 0  # visits whose rows are in the trace
        depth = 0  # open visits
        pruned = 0
        due = 0  # the number of visits at which to flush or pause
        pause_due = 0  # the number of visits at which to pause

        # The innermost open visit: its row, its number of children left, and its tried moves as a
        # bit set (bit n for move n).
        innermost = -1
        left = 0
        tried = 0

        def flush() -> None:
            """Append the waiting rows to the trace.

            If Ctrl-C has interrupted a verb, first undo what the verb has done.
            """
            nonlocal written
            # The trace has the rows of the first `written` visits. An interrupted verb may have
            # added one row, or one open visit, too many.
            del rows[visits - written :], opened[depth:]
            undo_interrupted_verb(trace, visits, innermost)
            fill_open_rows(rows, opened, written, innermost)
            trace.rows += b"".join(rows)
            trace.open_count = depth
            written = visits
            del rows[:]

        def yield_control(*, entering: bool = False) -> None:
            """Append waiting rows to the trace, and pause if it is time.

            With `entering`, a visit is being entered: InputError if it is too deep.
            """
            nonlocal due, pause_due
            flush()
            if visits >= pause_due:
                pause_due = pause(visits)
            # A visit is at most one ply deeper than the one before, so `enter` need not check the
            # depth until there can be a visit that is too deep.
            depth_due = visits + MAX_DEPTH + 1 - depth
            due = min(pause_due, depth_due, visits + MAX_PENDING_ROWS)
            if entering and depth > MAX_DEPTH:
                raise InputError(
                    f"the search goes deeper than {MAX_DEPTH:,} plies; set a depth limit"
                )

        def enter(
            move: int, maximizing: int, children: int, alpha: float = -inf, beta: float = inf
        ) -> int:
            """Record the entry of an inner node, and return its row.

            InputError for no children, more than 65,535, or a depth of more than 1,000 plies. A
            search must let SearchStopped through, here and from `leaf`.
            """
            nonlocal visits, innermost, left, tried, depth
            if visits >= due:
                yield_control(entering=True)
            if not 0 < children <= MAX_CHILDREN:
                raise child_count_error(children)
            parent_left = left - 1
            parent_tried = tried
            if maximizing == CHANCE_TURN:
                turn = CHANCE_TURN
            elif maximizing:
                turn = 1
            else:
                turn = 0
            # A child that was tried before, or is a detour, does not reduce the children left.
            if revisits:
                if move >= FIRST_DETOUR_INDEX:
                    parent_left = left
                else:
                    was_tried = (tried >> move) & 1  # 1 or 0
                    parent_left += was_tried
                    parent_tried |= 1 << move
            opened.append((innermost, parent_left, parent_tried, move, turn, children, alpha, beta))
            rows.append(EMPTY_ROW)
            innermost = visits
            left = children
            tried = 0
            depth += 1
            visits += 1
            return innermost

        def leaf(  # noqa: PLR0917  searches pass all six, and keywords cost time
            move: int,
            value: float,
            kind: int = LIMIT,
            alpha: float = -inf,
            beta: float = inf,
            source: int = -1,
        ) -> float:
            """Record the visit of a leaf, and return its value, from MAX's side.

            `source` is the row of the visit that stored a table's answer, -1 if unknown.
            """
            nonlocal visits, left, tried
            if visits >= due:
                yield_control()
            if source >= 0:
                trace.answered_rows.append(visits)
                trace.answer_sources.append(source)
            rows.append(pack_leaf(innermost, move, depth, kind, visits, value, alpha, beta))
            left -= 1
            # As in `enter`: a child that was tried before, or a detour, does not reduce `left`.
            if revisits:
                if move >= FIRST_DETOUR_INDEX:
                    left += 1
                else:
                    was_tried = (tried >> move) & 1
                    left += was_tried
                    tried |= 1 << move
            visits += 1
            return value

        def leave(value: float, kind: int = FULL) -> float:
            """Record that the innermost open visit returns, and return its value, from MAX's side.

            CUT becomes FULL if no child is left, unless the number of children is unknown.
            """
            nonlocal innermost, left, tried, depth, pruned
            # Calls come first, counters last (the class says why).
            if kind == CUT:
                if left > 0 or not trace.has_move_count(innermost):
                    trace.cuts.append(innermost)
                    trace.pruned.append(pruned + left)
                else:
                    kind = FULL
            parent, parent_left, parent_tried, move, turn, children, alpha, beta = opened[-1]
            row = pack_row(
                parent, move, depth - 1, children, turn, kind, visits - 1, value, alpha, beta
            )
            if kind == CUT:
                pruned += left
            # The row replaces the row of the open visit, here or in the trace.
            if innermost >= written:
                rows[innermost - written] = row
            else:
                trace.rows[innermost * ROW_BYTES : (innermost + 1) * ROW_BYTES] = row
            del opened[-1]
            innermost = parent
            left = parent_left
            tried = parent_tried
            depth -= 1
            return value

        def leave_and_learn(value: float, kind: int = FULL) -> float:
            """Do what `leave` does, but first call `learn` if an ordered move causes a cutoff.

            Some cutoffs have no ordered move: outcomes of chance are not ordered, standing pat is
            not a move, and a user's search need not ask for an order.
            """
            has_child = visits - 1 > innermost
            is_cut_by_child = kind == CUT and left > 0 and has_child
            is_cut_by_move = is_cut_by_child and opened[-1][TURN_OF_OPEN_VISIT] != CHANCE_TURN
            if is_cut_by_move and learn is not None:
                has_order = trace.move_scores.at(innermost) is not None
                if has_order:
                    flush()
                    last_child = branch_of(trace, visits - 1, innermost)
                    learn(depth - 1, trace.move(last_child))
            return leave(value, kind)

        def recount(children: int) -> None:
            """Raise the number of children of the innermost open visit, which was unknown."""
            nonlocal left
            parent, parent_left, parent_tried, move, turn, announced, alpha, beta = opened[-1]
            if children <= announced:
                return
            left += children - announced
            opened[-1] = (parent, parent_left, parent_tried, move, turn, children, alpha, beta)
            # The row may be in the trace already, where views read the number.
            if innermost < written:
                begin = innermost * ROW_BYTES + CHILDREN_OFFSET
                trace.rows[begin : begin + 2] = children.to_bytes(2, "little")

        def path() -> MovePath:
            """Return the move indices from the root to the innermost open visit."""
            return tuple([move for _, _, _, move, *_ in opened[1:]])

        def visited() -> int:
            """Return the number of visits so far, which is also the row of the next one."""
            return visits

        def row() -> int:
            """Return the row of the innermost open visit."""
            return innermost

        def close() -> None:
            """End the recording, and mark visits that are still open as stopped."""
            flush()
            while depth:
                leave(nan, STOPPED)
            flush()
            trace.finished = True

        self.enter: Enter = enter
        self.leaf: Leaf = leaf
        self.leave: Leave = leave if learn is None else leave_and_learn
        self.recount = recount
        self.path = path
        self.visited = visited
        self.row = row
        self.flush = flush
        self.close = close

    # Verbs that are called rarely, or once a visit of an inner node.

    def begin_pass(self, name: str = "", depth: int | None = None) -> None:
        """Record that a pass begins: the search starts again at the root.

        `depth` is the depth limit of the pass, if there is one. A search need not report its first
        pass.
        """
        seconds = self.clock()
        row = self.visited()
        if not name and depth is not None:
            name = f"depth {depth}"
        if row and not self.trace.pass_rows:
            self._add_pass(0, "", 0.0)  # the first pass was not reported
        self._add_pass(row, name, seconds)
        if depth is not None:
            self.trace.pass_depths[row] = depth

    def _add_pass(self, row: int, name: str, seconds: float) -> None:
        """Add a pass that begins at a row, after a number of CPU seconds."""
        trace = self.trace
        trace.pass_rows.append(row)
        trace.pass_names.append(name)
        # Last, so that this list has only complete passes even if Ctrl-C interrupts this method.
        trace.pass_start_seconds.append(seconds)

    def score_moves(self, order: Sequence[int], scores: Sequence[float]) -> None:
        """Record the order in which the innermost open visit tries its moves, and their scores.

        `order` has move indices. `scores` are in the order of the move indices, or empty.
        """
        self.trace.move_scores.store(self.row(), order, scores)

    def stand(self, value: float) -> float:
        """Record the value of standing pat, from MAX's side, at the visit just entered.

        Return the value. It is the best value of the visit until a child is better.
        """
        self.trace.stand_pat_values[self.row()] = value
        return value

    def tell_horizon(self, ply: int) -> None:
        """Record a depth limit: from now on, only noisy moves are searched beyond this ply."""
        self.trace.horizons.append((self.visited(), ply))


def undo_interrupted_verb(trace: Trace, visits: int, innermost: int) -> None:
    """Remove what a verb has added to a trace if Ctrl-C interrupted the verb.

    `visits` is the number of visits before the verb, and `innermost` the row of the innermost open
    visit, -1 if none is open.
    """
    # A visit that is still open has not been cut.
    if trace.cuts and trace.cuts[-1] == innermost:
        del trace.cuts[-1]
    del trace.pruned[len(trace.cuts) :]
    answered_count = bisect_left(trace.answered_rows, visits)
    del trace.answered_rows[answered_count:]
    del trace.answer_sources[answered_count:]
    # A pass is added to `pass_start_seconds` last, so this list has only complete passes.
    pass_count = len(trace.pass_start_seconds)
    del trace.pass_rows[pass_count:], trace.pass_names[pass_count:]


def fill_open_rows(
    rows: list[bytes], opened: Sequence[OpenVisit], first_row: int, innermost: int
) -> None:
    """Fill the empty rows of open visits in `rows`, which begins with row `first_row`.

    `opened` are the open visits from the root to the innermost, which has the row `innermost`.
    """
    row = innermost
    for ply in reversed(range(len(opened))):
        # This visit and all visits above it are in the trace already.
        if row < first_row:
            break
        parent, _, _, move, turn, children, alpha, beta = opened[ply]
        rows[row - first_row] = ROW_STRUCT.pack(
            parent, move, ply, children, turn, OPEN, -1, 0, alpha, beta
        )
        row = parent


def child_count_error(children: int) -> InputError:
    """Return the error for a visit that announces no children, or too many."""
    if not children:
        return InputError("a position says that the game goes on but lists no moves")
    return InputError(
        f"a position has {children:,} moves; at most {MAX_CHILDREN:,} can be recorded"
    )
