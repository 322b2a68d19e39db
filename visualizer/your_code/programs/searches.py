"""The searches in recorded calls: a program may search many times, and deepen as it does."""

from collections.abc import Sequence
from dataclasses import dataclass

from visualizer.your_code.programs.calls import RecordedCalls
from visualizer.your_code.programs.plan import SearchPlan
from visualizer.your_code.programs.recording import NOTHING
from visualizer.your_code.programs.roles import Roles


@dataclass(frozen=True)
class RecordedSearch:
    """One search of a program: its passes, which search the same root to different depths."""

    passes: tuple[int, ...]
    """The calls at the root, one for each pass."""
    visits: int


class SearchFinder:
    """Finds the searches in recorded calls."""

    def __init__(self, recorded: RecordedCalls, plan: SearchPlan, roles: Roles) -> None:
        """Take the calls and what is known of their functions."""
        self.recorded = recorded
        self.plan = plan
        self.roles = roles
        self.sizes = self._sizes()
        """The number of visits in each call, with its own."""

    def _sizes(self) -> list[int]:
        """Return how many calls each call makes, itself and all below it."""
        calls = self.recorded.calls
        sizes = [1] * len(calls)
        # The calls in a call have greater numbers, so they are complete when it is reached.
        for number in range(len(calls) - 1, -1, -1):
            parent = calls[number].parent
            if parent != NOTHING:
                sizes[parent] += sizes[number]
        return sizes

    def find(self) -> list[RecordedSearch]:
        """Return the searches in the order in which they began."""
        searches: list[list[int]] = []
        for root in self._root_calls():
            if searches and self._is_next_pass(searches[-1][-1], root):
                searches[-1].append(root)
            else:
                searches.append([root])
        return [
            RecordedSearch(tuple(passes), sum(self.sizes[number] for number in passes))
            for passes in searches
        ]

    def _root_calls(self) -> list[int]:
        """Return the calls that begin a search or a pass.

        A function outside the cycle that calls it several times for its own position deepens; its
        calls are the passes. One that calls it once for each move is a visit of the root itself.
        """
        roots: list[int] = []
        for number in self.recorded.roots():
            call = self.recorded.calls[number]
            is_caller = call.function in self.plan.root_callers
            if is_caller and not self._tries_moves(number):
                roots += call.children
            else:
                roots.append(number)
        return roots

    def _tries_moves(self, number: int) -> bool:
        """Return whether the calls in a call are for other positions than its own."""
        call = self.recorded.calls[number]
        states = [self.recorded.calls[child].state for child in call.children]
        if not states:
            return False
        has_moves = any(self.recorded.calls[child].move != NOTHING for child in call.children)
        is_same = len(set(states)) == 1 and states[0] in (call.state, NOTHING)
        return has_moves and not is_same

    def _is_next_pass(self, before: int, number: int) -> bool:
        """Return whether a call is for the root of the one before, but for its depth or window."""
        one = self.recorded.calls[before]
        other = self.recorded.calls[number]
        if one.function != other.function or one.state != other.state:
            return False
        # The same search once more is no pass of it.
        if one.arguments == other.arguments:
            return False
        depths = [self.recorded.argument(each, self.roles, "depth") for each in (before, number)]
        # Without a board, only another depth tells a pass from a search after a move.
        if one.state == NOTHING and depths[0] == depths[1]:
            return False
        return self._arguments_but_limits(before) == self._arguments_but_limits(number)

    def _arguments_but_limits(self, number: int) -> Sequence[object]:
        """Return the arguments of a call without those that are its depth or its window."""
        call = self.recorded.calls[number]
        roles = self.roles.by_function[call.function]
        return [
            argument
            for name, argument in self.recorded.arguments_by_name(call).items()
            if roles.get(name) not in ("depth", "alpha", "beta")
        ]


def choose_search(searches: Sequence[RecordedSearch], number: int | None) -> int:
    """Return the index of the search to show: the one with a number from 1, or the first real one.

    Without a number it is the first with more than one visit.
    """
    if number is not None:
        return number - 1
    for index, search in enumerate(searches):
        if search.visits > 1:
            return index
    return 0
