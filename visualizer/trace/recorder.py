"""What a search reports while it runs: `enter`, `leaf` and `leave`; and `begin_pass` where it begins again at the root.

The verbs are all that a search has to do to be watched. The recorder keeps the path of open visits, so a search says
only what it knows: which move, whose turn, how many children, which window, which value.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from math import inf, nan

from visualizer.errors import InputError
from visualizer.trace.rows import LEAF_ROW, ROW, SIZE, Kind, MovePath, Trace

OPEN, TERMINAL, LIMIT, FULL = int(Kind.OPEN), int(Kind.TERMINAL), int(Kind.LIMIT), int(Kind.FULL)
CUT, TABLE, PLAYOUT, STOPPED = int(Kind.CUT), int(Kind.TABLE), int(Kind.PLAYOUT), int(Kind.STOPPED)
SAMPLED = int(Kind.SAMPLED)
"""Plain numbers: asking an enumeration for them takes as long as half a visit."""
MAX_CHILDREN = 65_535
MAX_DEPTH = 1_000
AT_ONCE = 1_024
"""Rows that are put into the trace together."""
EMPTY_ROW = bytes(SIZE)

Enter = Callable[..., int]
Leaf = Callable[..., float]
Leave = Callable[..., float]


class SearchStopped(Exception):  # noqa: N818  it is a signal, not an error
    """Raised inside a search to end it where it stands."""


OpenVisit = tuple[int, int, int, int, int, int, float, float]
"""Its parent's row, how many children the parent has left and which moves it has tried, bit by bit; then the visit's
move, turn, number of children and window."""


class Recorder:
    """Writes a trace.

    Rows are made by the verbs and put into the trace by `settle`, many at once. It is called wherever somebody may
    look. `pause(visits)` is called before a visit, whenever there are as many visits as it asked for the last time; it
    returns the next such number. There whoever drives the search can let others run or raise SearchStopped.

    Ctrl-C is heard where a call returns, and nowhere else. So each verb first makes all its calls, then says in lines
    without any what has happened; where it comes to these lines no more, `settle` takes back what the calls have added.

    It is long because its verbs are closures over what they share.
    """

    # The verbs are closures over what they write to: looking that up on an object costs a third more at every visit.
    def __init__(  # noqa: C901, PLR0915  a dozen short functions stand inside
        self,
        trace: Trace,
        pause: Callable[[int], int] = lambda visits: visits + 1_000_000,
        learn: Callable[[int, int], None] | None = None,
        *,
        revisits: bool = False,
        late_cuts: bool = False,
    ) -> None:
        """Make the verbs; `learn(ply, move)` is called at every cutoff, with the natural number of its move.

        For a search that `revisits` children, each counts once among those visited. With `late_cuts` a visit that is
        said to be CUT is one even if no child is left.
        """
        self.trace = trace
        self.clock: Callable[[], float] = lambda: 0.0
        """Says for how many seconds the search has run; asked when a pass begins."""
        rows: list[bytes] = []
        """Those that are not in the trace yet."""
        opened: list[OpenVisit] = []
        pack_row, pack_leaf, empty = ROW.pack, LEAF_ROW.pack, EMPTY_ROW
        visits = written = depth = cutoffs = pruned = passes = 0
        """How many there are of each; `written` visits are in the trace, `depth` ones are open."""
        due = asked = 0
        """With so many visits there may be something to do; with so many `pause` wants to be called."""
        tree, left, tried = -1, 0, 0
        """The innermost open visit's row, how many of its children are left, and which moves it has tried."""

        def settle() -> None:
            """Put all rows into the trace."""
            nonlocal written
            del rows[visits - written :], opened[depth:]
            del trace.cuts[cutoffs:], trace.pruned[cutoffs:], trace.answered[bisect_left(trace.answered, visits) :]
            del trace.answers[len(trace.answered) :]
            del trace.pass_rows[passes:], trace.pass_names[passes:], trace.pass_begins[passes:]
            row = tree
            for ply in reversed(range(depth)):
                if row < written:
                    break  # it was open before, and so were those above it
                parent, _, _, move, maximizing, children, alpha, beta = opened[ply]
                rows[row - written] = pack_row(parent, move, ply, children, maximizing, OPEN, -1, 0, alpha, beta)
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
            due = min(asked, visits + MAX_DEPTH + 1 - depth, visits + AT_ONCE)
            if entering and depth > MAX_DEPTH:
                raise InputError(f"the search goes deeper than {MAX_DEPTH:,} plies; give a depth limit")

        def enter(move: int, maximizing: bool, children: int, alpha: float = -inf, beta: float = inf) -> int:
            """Record the visit of an inner node: its move's natural number, turn, number of children and window.

            Return its row. InputError if there are no children, or too many, or too many plies above. `pause` may raise
            SearchStopped here and in `leaf`, which a search lets pass.
            """
            nonlocal visits, tree, left, tried, depth
            if visits >= due:
                yield_control(entering=True)
            if children > MAX_CHILDREN or not children:
                raise InputError(wrong_number(children))
            before = left - 1
            seen = tried
            if revisits:
                before += tried >> move & 1
                seen |= 1 << move
            opened.append((tree, before, seen, move, 1 if maximizing else 0, children, alpha, beta))
            rows.append(empty)
            tree, left = visits, children
            tried = 0
            depth += 1
            visits += 1
            return tree

        def leaf(
            move: int, value: float, kind: int = LIMIT, alpha: float = -inf, beta: float = inf, source: int = -1
        ) -> float:
            """Record the visit of a leaf, and return its value, from MAX's side.

            `source` is the row of the visit that stored the answer of a table, -1 where that is not known.
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
                left += tried >> move & 1
                tried |= 1 << move
            visits += 1
            return value

        def leave(value: float, kind: int = FULL) -> float:
            """Record that the innermost open visit returns, and return its value, from MAX's side.

            Said to be CUT, it is one only if a child is left, unless `late_cuts` says otherwise; else it is FULL.
            """
            nonlocal tree, left, tried, depth, cutoffs, pruned
            skipped = 0
            if kind == CUT:
                if left > 0 or late_cuts:
                    skipped = left
                    trace.cuts.append(tree)
                    trace.pruned.append(pruned + skipped)
                else:
                    kind = FULL
            parent, before, seen, move, maximizing, children, alpha, beta = opened[-1]
            row = pack_row(parent, move, depth - 1, children, maximizing, kind, visits - 1, value, alpha, beta)
            if kind == CUT:
                cutoffs += 1
                pruned += skipped
            if tree >= written:
                rows[tree - written] = row
            else:
                trace.rows[tree * SIZE : (tree + 1) * SIZE] = row
            del opened[-1]
            tree, left = parent, before
            tried = seen
            depth -= 1
            return value

        def leave_and_learn(value: float, kind: int = FULL) -> float:
            """Leave, and tell of a cutoff."""
            if kind == CUT and left > 0 and learn is not None:
                settle()
                child = visits - 1
                while trace.parent(child) != tree:
                    child = trace.parent(child)
                learn(depth - 1, trace.move(child))
            return leave(value, kind)

        def score_moves(order: Sequence[int], scores: Sequence[float]) -> None:
            """Record the order in which the innermost open visit tries its moves, and their scores in natural order.

            The moves are natural numbers; `scores` is empty where the order comes without any.
            """
            trace.move_scores.note(tree, order, scores)

        def begin_pass(name: str) -> None:
            """Record that the search begins again at the root; the name says what this pass is."""
            nonlocal passes
            begun = [(visits, name, self.clock())]
            if visits and not passes:
                begun = [(0, "", 0.0), *begun]  # the first pass was not reported
            for row, title, seconds in begun:
                trace.pass_rows.append(row)
                trace.pass_names.append(title)
                trace.pass_begins.append(seconds)
            passes = len(trace.pass_rows)

        def path() -> MovePath:
            """Return the natural numbers of the moves from the root to the innermost open visit."""
            return tuple([move for _, _, _, move, *_ in opened[1:]])

        def visited() -> int:
            """Return how many visits there have been: the row of the next one."""
            return visits

        def row() -> int:
            """Return the row of the innermost open visit."""
            return tree

        def close() -> None:
            """Close what is still open, as stopped."""
            settle()
            while depth:
                leave(nan, STOPPED)
            settle()
            trace.finished = True

        self.enter: Enter = enter
        self.leaf: Leaf = leaf
        self.leave: Leave = leave if learn is None else leave_and_learn
        self.score_moves = score_moves
        self.judge = score_moves  # its former name
        self.begin_pass = begin_pass
        self.path = path
        self.visited = visited
        self.row = row
        self.settle = settle
        self.close = close


def wrong_number(children: int) -> str:
    """Say why a position cannot have so many moves."""
    if not children:
        return "a position says that the game goes on and lists no moves"
    return f"a position has {children:,} moves; at most {MAX_CHILDREN:,} can be recorded"
