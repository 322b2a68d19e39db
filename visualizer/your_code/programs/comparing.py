"""A program held against itself uncut: the first visit whose value no right cut explains."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from visualizer.trace.rows import Window
from visualizer.your_code.programs.calls import RecordedCalls
from visualizer.your_code.programs.program import ProgramSearch
from visualizer.your_code.programs.recording import NOTHING
from visualizer.your_code.programs.searches import RecordedSearch


@dataclass(frozen=True)
class WrongVisit:
    """A visit with a value that its window does not allow."""

    call: int
    yours: float
    right: float
    """The value of the same visit without cuts."""
    window: Window


class UncutComparison:
    """Compares the visits of a search with the same ones without cuts."""

    def __init__(self, shown: ProgramSearch, uncut: ProgramSearch) -> None:
        """Take the search, and the same search without cuts."""
        self.shown = shown
        self.cut = shown.recorded.calls
        self.uncut_shown = uncut
        self.uncut = uncut.recorded.calls
        self.cut_search = shown.search
        self.uncut_search = uncut.search

    def first_wrong(self) -> WrongVisit | None:
        """Return the first visit to return a wrong value, None if there is none.

        The visits in it are right, since they return before it.
        """
        for number, twin in self._pairs():
            wrong = self._judge(number, twin)
            if wrong is not None:
                return wrong
        return None

    def has_same_leaves(self) -> bool:
        """Return whether no leaf has another value in the uncut search, as random ones have."""
        return not any(self._is_other_leaf(number, twin) for number, twin in self._pairs())

    def tell_left_out(self) -> bool:
        """Note the moves that visits left out, where only the uncut search tells; whether any."""
        is_any = False
        for number, twin in self._pairs():
            call = self.cut.calls[number]
            if not call.children or call.has_tried_all or call.left_out is not None:
                continue
            tried = {self._key(self.cut, child) for child in call.children}
            twins = self._twins(twin)
            call.left_out = [
                self.uncut.move_text(child) for key, child in twins.items() if key not in tried
            ]
            call.has_left_loop = bool(call.left_out)
            is_any = True
        return is_any

    def _is_other_leaf(self, number: int, twin: int) -> bool:
        """Return whether a visit is a leaf in both searches, with values that differ.

        A leaf that answers with an end of its window, or from a memory, may well differ.
        """
        for shown, call in ((self.shown, number), (self.uncut_shown, twin)):
            window = shown.window_of(call) or ()
            if shown.events.ended(call) != "leaf" or shown.value_of(call) in window:
                return False
        return self.shown.value_of(number) != self.uncut_shown.value_of(twin)

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the visits of the search with the same visits of the uncut one, as they return."""
        for root, twin in zip(self.cut_search.passes, self.uncut_search.passes, strict=False):
            # Each entry has the visits still to be paired, in a stack of our own.
            waiting = [(root, twin, False)]
            while waiting:
                number, other, is_return = waiting.pop()
                if is_return:
                    yield number, other
                    continue
                waiting.append((number, other, True))
                twins = self._twins(other)
                for child in reversed(self.cut.calls[number].children):
                    child_twin = twins.get(self._key(self.cut, child))
                    if child_twin is not None:
                        waiting.append((child, child_twin, False))

    def _twins(self, number: int) -> dict[tuple[str, str, int], int]:
        """Return the children of an uncut visit by key; of equal ones the first."""
        twins: dict[tuple[str, str, int], int] = {}
        for child in self.uncut.calls[number].children:
            twins.setdefault(self._key(self.uncut, child), child)
        return twins

    @staticmethod
    def _key(recorded: RecordedCalls, number: int) -> tuple[str, str, int]:
        """Return what a visit has in common with the same one in the other run: its move and board.

        Where neither is known, the place in the source counts.
        """
        call = recorded.calls[number]
        move = recorded.move_text(number)
        state = "" if call.state == NOTHING else recorded.states[call.state]
        return move, state, NOTHING if move else call.site

    def _judge(self, number: int, twin: int) -> WrongVisit | None:
        """Return a visit as wrong if its value is none that its window allows."""
        yours = self.shown.value_of(number)
        right = self.uncut_shown.value_of(twin)
        if yours is None or right is None:
            return None
        window = self.shown.window_of(number)
        if window is None:
            # Only the root must have the exact value whatever the search knows.
            is_root = number in self.cut_search.passes
            if not is_root:
                return None
            window = (-inf, inf)
        if is_allowed(yours, right, window):
            return None
        return WrongVisit(number, yours, right, window)


def is_allowed(value: float, right: float, window: Window) -> bool:
    """Return whether a search may return a value for a node that is worth `right`.

    Inside the window it must be the right one. Outside it may be any bound that is true.

    >>> is_allowed(5, 3, (4, 9)), is_allowed(4, 3, (4, 9)), is_allowed(2, 3, (4, 9))
    (False, True, False)
    """
    alpha, beta = window
    if alpha < right < beta:
        return value == right
    if right <= alpha:
        return right <= value <= alpha
    return beta <= value <= right


def differ(
    one: RecordedCalls, search: RecordedSearch, other: RecordedCalls, other_search: RecordedSearch
) -> bool:
    """Return whether two runs of the same search return other results or try other moves.

    A call that makes no others in one run, but does in the other, may have been answered from a
    memory: that is a difference only if the boards differ, too.
    """
    waiting = [*zip(search.passes, other_search.passes, strict=False)]
    while waiting:
        number, twin = waiting.pop()
        call = one.calls[number]
        twin_call = other.calls[twin]
        if call.result != twin_call.result:
            return True
        if bool(call.children) != bool(twin_call.children):
            if one.state_text(number) != other.state_text(twin):
                return True
            continue
        moves = [one.move_text(child) for child in call.children]
        if moves != [other.move_text(child) for child in twin_call.children]:
            return True
        waiting += zip(call.children, twin_call.children, strict=True)
    return False
