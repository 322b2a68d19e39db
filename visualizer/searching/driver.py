"""The driver of a search, which runs it for some seconds or up to a step, and then pauses it.

The search is an ordinary recursive function that runs in a greenlet, a call stack of its own. So an
algorithm reads like the textbook, and can still be watched one event at a time.
"""

import sys
import time
from collections.abc import Callable
from math import inf
from typing import Protocol

from greenlet import GreenletExit, getcurrent, greenlet

from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import (
    WATCHDOG,
    Overdue,
    describe_error,
    fault_sentence,
    user_place,
)
from visualizer.trace.recorder import ENGINE_WAIT_SECONDS, Recorder, SearchStopped

MAX_STEPS_AHEAD = 1_000_000
"""The most positions that an ordering may examine, since it keeps them in memory."""
STOPPED_BY_CTRL_C = "stopped by Ctrl-C"
"""Why a search ended, if the user has interrupted it."""
SEARCH_RECURSION_LIMIT = 20_000
SEARCH_SLICE_SECONDS = 0.002
"""About how many seconds pass between two readings of the clock."""
MAX_VISITS_PER_READING = 4_096
"""The most visits between two readings of the clock."""


class RunDriver(Protocol):
    """Advances a run, live or replayed."""

    seconds: float
    """CPU time spent searching so far, 0 if it is unknown."""

    @property
    def is_waiting(self) -> bool:
        """Return whether the search waits for an engine that has reported nothing new."""

    @property
    def stopped(self) -> bool:
        """Return whether the run shows no further steps, even if its search has more."""

    def advance(self, seconds: float | None, step: int | None) -> bool:
        """Search for some seconds, until a step can be shown, or to the end.

        Return whether the search has ended.
        """

    def stop(self, reason: str) -> None:
        """End the search before its next visit; `reason` is shown to the user."""


class Driver:
    """Runs one search, whose recorder calls `pause` and whose ordering calls `look_ahead`.

    `game` and `search` are names for errors. `is_users_code` says whether the search is a user's
    code, which may fail in any way.
    """

    def __init__(
        self,
        game: str,
        search: str,
        *,
        is_users_code: bool,
        max_nodes: int,
    ) -> None:
        """Prepare to run a search; `set_search` says which."""
        self.seconds = 0.0
        """CPU time spent searching so far."""
        self._game = game
        self._name = search
        self._is_users_code = is_users_code
        self._max_nodes = max_nodes
        self._caller: greenlet | None = None
        """The greenlet that waits until the search pauses."""
        self.stopped = False
        self._pause_at_visits: int | None = None
        """The number of visits at which to pause; None to pause only at the deadline."""
        self._deadline = 0.0
        """The time at which to pause, by `time.perf_counter`."""
        self._visits_per_reading = 1
        """The number of visits between two readings of the clock."""
        self.is_waiting = False
        """Whether the search waits for an engine that has reported nothing new."""
        self._clock_read_at = 0.0
        """The time at which the clock was last read."""
        self._resumed_at = 0.0
        """The CPU time of the thread when the search was last resumed."""

    def set_search(self, recorder: Recorder, search: Callable[[], object]) -> None:
        """Set the search to run, and its recorder; `advance` begins the search."""
        self._recorder = recorder
        self._trace = recorder.trace
        self._search = greenlet(search)
        recorder.clock = self.clock
        recorder.wait = self._wait_for_more
        recorder.let_others_run = self._let_others_run

    def advance(self, seconds: float | None, step: int | None) -> bool:
        """Search for some seconds, until a step can be shown, or to the end.

        Return whether the search has ended. `seconds` and `step` are None for no limit. InputError
        for an error in a user's code. After any error, the trace ends where the search stopped.
        """
        trace = self._trace
        self._deadline = inf if seconds is None else time.perf_counter() + seconds
        while not trace.finished and (step is None or trace.last_step < step):
            if step is None:
                self._pause_at_visits = None
            else:
                # A step is a number of events (entries and returns). With v visits, of which o
                # are open, there have been 2v - o events. So the step is reached after
                # (step + o) / 2 visits, and can be shown after one more.
                self._pause_at_visits = (step + trace.open_count) // 2 + 1
            self.is_waiting = False
            self._resume()
            if time.perf_counter() >= self._deadline:
                break
            if self.is_waiting and seconds is not None:
                break
            # A caller without a limit in seconds waits for the engine.
            if self.is_waiting:
                time.sleep(ENGINE_WAIT_SECONDS)
        return trace.finished

    def clock(self) -> float:
        """Return the CPU seconds spent searching so far; only valid while the search runs."""
        return self.seconds + time.thread_time() - self._resumed_at

    def stop(self, reason: str) -> None:
        """End the search before its next visit; `reason` is shown to the user."""
        if not self._trace.finished:
            self._trace.reason = reason
            self._search.throw(GreenletExit)
            self._recorder.close()

    def _resume(self) -> None:
        """Resume the search until it pauses or ends; after an error, close the trace, and raise."""
        caller = getcurrent()
        self._caller = caller
        self._search.parent = caller
        self._resumed_at = time.thread_time()
        # A search may be a thousand plies deep, with several calls for each ply.
        usual_limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(usual_limit, SEARCH_RECURSION_LIMIT))
        try:
            if self._is_users_code:
                WATCHDOG.watch()
            self._search.switch()
        except SearchStopped as stop:
            self._trace.reason = str(stop)
        except BaseException as error:
            self._trace.interrupted = isinstance(error, KeyboardInterrupt)
            if self._trace.interrupted:
                self._trace.reason = STOPPED_BY_CTRL_C
            else:
                self._trace.reason = str(error) or "failed"
            self._recorder.close()
            failure = self._as_input_error(error)
            if failure is None:
                raise
            raise failure from error
        finally:
            if self._is_users_code:
                WATCHDOG.stop()
            sys.setrecursionlimit(usual_limit)
            self.seconds = self.clock()
        if self._search.dead:
            self._recorder.close()

    def _as_input_error(self, error: BaseException) -> InputError | None:
        """Return the InputError that reports an error in a user's code, None for any other error.

        Other errors are raised unchanged.
        """
        if isinstance(error, KeyboardInterrupt):
            return None
        if isinstance(error, Overdue):
            return InputError(
                f"the search {self._name} failed: "
                f"it reported nothing for {WATCHDOG.patience:g} seconds"
            )
        if self._is_users_code:
            cause = str(error) if isinstance(error, InputError) else describe_error(error)
            return InputError(f"the search {self._name} failed: {cause}")
        if not isinstance(error, Exception):  # such as SystemExit, from a user's game
            return InputError(f"the game {self._game} ended the search: {describe_error(error)}")
        if not isinstance(error, InputError) and user_place(error):
            return InputError(fault_sentence(error))
        return None

    def pause(self, visits: int) -> int:
        """Pause a search that has made `visits` visits, if it is time for a pause.

        Return the number of visits at which the recorder must call this method again. SearchStopped
        at the limit of nodes.
        """
        if visits >= self._max_nodes:
            raise SearchStopped(f"the limit of {self._max_nodes:,} nodes was reached (--max-nodes)")
        now = time.perf_counter()
        is_step_reached = self._pause_at_visits is not None and visits >= self._pause_at_visits
        if is_step_reached or now >= self._deadline:
            self._wait()
            now = time.perf_counter()
        # A caller that waits for a step must be resumed exactly there.
        if self._pause_at_visits is not None:
            return min(visits + 1, self._max_nodes)

        # Read the clock less often in a fast search: about every SEARCH_SLICE_SECONDS.
        elapsed = now - self._clock_read_at
        self._clock_read_at = now
        if elapsed < SEARCH_SLICE_SECONDS / 2:
            self._visits_per_reading = min(self._visits_per_reading * 2, MAX_VISITS_PER_READING)
        elif elapsed > SEARCH_SLICE_SECONDS * 2:
            self._visits_per_reading = max(self._visits_per_reading // 2, 1)
        return min(visits + self._visits_per_reading, self._max_nodes)

    def _wait(self) -> None:
        """Pause the search: switch back to the greenlet that resumed it."""
        assert self._caller is not None  # a search runs only inside _resume
        self._caller.switch()

    def _wait_for_more(self) -> None:
        """Pause the search, since the engine has reported nothing new."""
        self.is_waiting = True
        self._recorder.flush()
        self._wait()

    def _let_others_run(self) -> None:
        """Pause the search if it is time, so that the screen, for example, can be drawn."""
        if time.perf_counter() >= self._deadline:
            self._recorder.flush()
            self._wait()

    def look_ahead(self, visits: int) -> None:
        """Pause the search while its ordering looks ahead, if it is time for a pause.

        `visits` is the number of positions that the ordering has examined; they do not count
        towards the search's limit of nodes. If there are too many, raise SearchStopped or, outside
        the search, InputError.
        """
        # A view of the program may have asked the ordering, too.
        is_in_search = getcurrent() is self._search
        if visits > MAX_STEPS_AHEAD:
            words = f"the ordering has examined {MAX_STEPS_AHEAD:,} positions in advance"
            if is_in_search:
                raise SearchStopped(words)
            raise InputError(f"{words} and has not finished")
        if is_in_search and time.perf_counter() >= self._deadline:
            self._recorder.flush()
            self._wait()
