"""A recorder for users' searches, which raises InputError as soon as a report is wrong."""

import re
from collections.abc import Callable
from math import inf, isnan
from numbers import Integral
from sys import float_info
from typing import Any

from games import AnyPosition, turn_of
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import check_user_number
from visualizer.trace.recorder import FULL, LIMIT, MAX_CHILDREN, Recorder
from visualizer.trace.rows import (
    CHANCE_TURN,
    READ_LEAF_KINDS,
    UNKNOWN_WINDOW_END,
    Kind,
    MovePath,
    Trace,
)

USER_LEAVE_KINDS = (Kind.FULL, Kind.CUT, Kind.TABLE, Kind.SAMPLED)
"""The ways in which an inner node may end."""
USER_LEAF_KINDS = READ_LEAF_KINDS | {Kind.TABLE}
"""The kinds of a visit without children: leaves, and answers of tables, which are not leaves."""
GIVEN_A_VALUE = "was given a value that is"


class CheckedRecorder(Recorder):
    """A recorder that checks every report.

    Until the search reports a window, or visits a node again, its trace is one without windows, or
    without repeated visits.
    """

    def __init__(
        self,
        trace: Trace,
        pause: Callable[[int], int],
        learn: Callable[[int, int], None] | None,
        on_report: Callable[[], None],
        position_at: Callable[[MovePath], AnyPosition],
    ) -> None:
        """Add a check before each verb (reporting method) of a `Recorder`.

        `pause` and `learn` are parameters of `Recorder`. `on_report()` is called at each report;
        `position_at` returns the position at a path.
        """
        super().__init__(
            trace,
            pause,
            learn,
            revisits=True,
        )
        # A trace has windows only from the first report of a window on.
        self._may_report_windows = trace.has_window
        trace.has_window = False
        self._on_report = on_report
        self._position_at = position_at
        self._record_enter = self.enter
        self._record_leaf = self.leaf
        self._record_leave = self.leave
        self.enter = self._enter
        self.leaf = self._leaf
        self.leave = self._leave
        self._has_begun_pass = False
        """Whether the search has reported the pass whose root comes next."""
        self._open: list[tuple[int, set[int]]] = []
        """For each open visit, the number of children announced and the moves tried."""

    def _enter(
        self,
        move: int,
        maximizing: int,
        children: int,
        alpha: float | None = None,
        beta: float | None = None,
    ) -> int:
        """Record the entry of an inner node, like `Recorder.enter`; InputError if it is wrong.

        A window's end is None if the search did not report it.
        """
        low, high = self._check_visit(move, alpha, beta)
        if not is_count(children):
            raise InputError(
                f"enter() was given {children!r:.60} children; it must be a whole number"
            )
        path = (*self.path(), int(move)) if self._open else ()
        position = self._position_at(path)
        children = int(children)
        move_count = len(position.moves())
        if children > move_count:
            raise InputError(
                f"enter() announces {children:,} children, "
                f"but the position has {move_count:,} moves"
            )
        turn = self._checked_turn(maximizing, turn_of(position))
        row = self._record_enter(int(move), turn, children, low, high)
        self._open.append((children, set()))
        self.flush()
        return row

    def _checked_turn(self, maximizing: int, turn: int) -> int:
        """Return the turn that the search has reported; InputError if the rules disagree.

        `maximizing` is the reported turn, and `turn` the turn by the rules.
        """
        # Chance is always allowed: a search may treat a player as if moves were chosen at random.
        if maximizing == CHANCE_TURN:
            return CHANCE_TURN
        reported_turn = int(bool(maximizing))
        if reported_turn != turn:
            names = ("MIN's", "MAX's", "chance's")
            raise InputError(
                f"enter() says that it is {names[reported_turn]} turn, "
                f"but in the position it is {names[turn]}"
            )
        return reported_turn

    def _leaf(  # noqa: PLR0917  called like `Recorder.leaf`
        self,
        move: int,
        value: float,
        kind: int = LIMIT,
        alpha: float | None = None,
        beta: float | None = None,
        source: int = -1,
    ) -> float:
        """Record a visit without children, like `Recorder.leaf`; InputError if it is wrong.

        A window's end is None if the search did not report it.
        """
        low, high = self._check_visit(move, alpha, beta)
        if not is_count(kind) or kind not in USER_LEAF_KINDS:
            raise InputError(
                f"leaf() was given the kind {kind!r:.60}; "
                "allowed are TERMINAL, LIMIT, PLAYOUT, TABLE"
            )
        self._check_source(kind, source)
        # If no window was reported, the leaf's window is unknown, rather than infinite.
        if alpha is None and beta is None and kind in READ_LEAF_KINDS:
            low = UNKNOWN_WINDOW_END
            high = UNKNOWN_WINDOW_END
        number = check_user_number("leaf()", value, GIVEN_A_VALUE)
        # `int`, since the numbers may be of a library such as numpy.
        returned = self._record_leaf(int(move), number, int(kind), low, high, source=int(source))
        self.flush()
        return returned

    def _leave(self, value: float, kind: int = FULL) -> float:
        """Record a return, like `Recorder.leave`; InputError if it is wrong."""
        self._check_open_recording()
        if not is_count(kind) or kind not in USER_LEAVE_KINDS:
            raise InputError(
                f"leave() was given the kind {kind!r:.60}; allowed are FULL, CUT, TABLE, SAMPLED"
            )
        if not self._open:
            raise InputError("the search calls leave() more often than enter()")
        children, tried = self._open.pop()
        # Only standing pat can cut a visit before its first child.
        is_cut_by_standing_pat = kind == Kind.CUT and self.row() in self.trace.stand_pat_values
        if not tried and not is_cut_by_standing_pat:
            raise InputError(
                "leave() was called before any child was visited; "
                "a visit without children is a leaf()"
            )
        if kind == FULL and len(tried) < children:
            visited = f"{len(tried):,} of {children:,} children"
            raise InputError(f"leave() says FULL after {visited}; use CUT to leave early")
        number = check_user_number("leave()", value, GIVEN_A_VALUE)
        returned = self._record_leave(number, int(kind))
        self.flush()
        return returned

    def stand(self, value: float) -> float:
        """Record the value of standing pat at the visit just entered, and return the value.

        InputError unless the last report was the entry of a visit.
        """
        self._check_open_recording()
        is_just_entered = False
        if self._open:
            _, tried = self._open[-1]
            is_just_entered = not tried
        if not is_just_entered or self.row() in self.trace.stand_pat_values:
            raise InputError(
                "call stand() once, directly after enter(); it gives the value of stopping there"
            )
        return super().stand(check_user_number("stand()", value, GIVEN_A_VALUE))

    def begin_pass(self, name: str = "", depth: int | None = None) -> None:
        """Record a new pass; InputError while a visit is open, or for a wrong name or depth."""
        self._check_open_recording()
        if not isinstance(name, str):
            raise InputError(f"begin_pass() was given the name {name!r:.60}; it must be a string")
        if self._open or self._has_begun_pass:
            raise InputError(
                f"begin_pass({name!r:.60}) came too early; "
                "a pass can begin only when no visit is open"
            )
        if len(self.trace):
            self.trace.revisits = True
        self._has_begun_pass = True
        if depth is not None and not is_count(depth):
            raise InputError(
                f"begin_pass() was given the depth {depth!r:.60}; it must be a whole number"
            )
        # Users' searches often give the depth limit only in the name.
        if depth is None:
            limit = depth_in_name(name)
        else:
            limit = int(depth)
        super().begin_pass(name, limit)
        self.flush()

    def _check_source(self, kind: int, source: Any) -> None:
        """Raise InputError for a `source` that cannot be the visit that stored a table's answer.

        A source is the row of a visit that has returned; only an answer (kind TABLE) has one.
        """
        # The search has not reported a source.
        if source == -1:
            return
        if kind != Kind.TABLE:
            raise InputError("leaf() was given a source, but its kind is not TABLE")
        is_row = is_count(source) and int(source) < len(self.trace)
        if not is_row or self.trace.end(int(source)) < 0:
            raise InputError(
                f"leaf() was given the source {source!r:.60}; "
                "it must be the row of a finished visit"
            )

    def _check_open_recording(self) -> None:
        """Say that the search goes on (`on_report`); InputError if the recording was closed."""
        self._on_report()
        if self.trace.finished:
            raise InputError("the search goes on after close()")

    def _check_visit(self, move: Any, alpha: Any, beta: Any) -> tuple[float, float]:
        """Return the window of a new visit; InputError if its move or its window is wrong.

        A missing end (None) of the window becomes infinite.
        """
        self._check_open_recording()
        low = -inf if alpha is None else alpha
        high = inf if beta is None else beta
        _check_window_end(low)
        _check_window_end(high)
        if low > high and self._may_report_windows:
            raise InputError(
                f"the window from {low:g} to {high:g} is empty; alpha must be at most beta"
            )
        self._add_move(move)
        if alpha is not None or beta is not None:
            self.trace.has_window = self._may_report_windows
        return low, high

    def _add_move(self, move: Any) -> None:
        """Record the move index of a new visit; InputError if no such child was announced.

        If the visit begins a pass that the search has not reported, begin the pass.
        """
        if self._open:
            children, tried = self._open[-1]
            if not is_count(move) or not int(move) < children:
                raise InputError(
                    f"the move number is {move!r:.60}; "
                    f"allowed are 0 to {children - 1:,}, as announced"
                )
            if int(move) in tried:
                self.trace.revisits = True
            tried.add(int(move))
            return

        # Without an open visit, the new visit is the root of a pass.
        if not is_count(move) or int(move) >= MAX_CHILDREN:
            raise InputError(f"the move number of the root is {move!r:.60}; it should be 0")
        is_first_root = not len(self.trace)
        if not is_first_root and not self._has_begun_pass:
            self.begin_pass("")
        self._has_begun_pass = False

    def check_result(self, result: Any) -> None:
        """Raise InputError if a search ended with an open visit, no visit, or a wrong result.

        `result`, which the search has returned, must be the value that it reported for the root.
        """
        if self._open:
            if len(self._open) == 1:
                visits = "a visit is"
            else:
                visits = f"{len(self._open):,} visits are"
            raise InputError(f"it ended while {visits} still open; each enter() needs its leave()")
        if not len(self.trace):
            raise InputError(
                "it ended without a visit; it must begin with enter() or leaf() for the root"
            )
        # A sampling search may return anything: its result is counted from the trace.
        if self.trace.is_sampled:
            return
        value = self.trace.value(self.trace.roots()[-1])
        if not is_python_number(result) or result != value:
            raise InputError(
                f"it returned {result!r:.60}, but reported that the root is worth {value:g}"
            )


def _check_window_end(end: Any) -> None:
    """Raise InputError for an end of a window that is not a number, or too large."""
    if isinstance(end, int) and abs(end) > float_info.max:
        raise InputError("an end of a window has too many digits; use inf and -inf for open ends")
    if not is_python_number(end) or isnan(end):
        raise InputError(f"an end of a window is {end!r:.60}; it must be a number, inf or -inf")


def depth_in_name(name: str) -> int | None:
    """Return the depth in the name of a pass, None if the name does not contain a depth.

    >>> depth_in_name("depth 3"), depth_in_name("the whole window")
    (3, None)
    """
    found = re.search(r"depth\D*(\d{1,4})", name)
    if found is None:
        return None
    return int(found[1])


def is_python_number(value: Any) -> bool:
    """Return whether a value is an integer or a float of Python, and not a truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_count(value: Any) -> bool:
    """Return whether a value is a whole number from 0, of Python or of a library such as numpy."""
    return not isinstance(value, bool) and isinstance(value, Integral) and int(value) >= 0
