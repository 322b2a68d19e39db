"""Results passed on in the order of their numbers, although they arrive in any order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")

MOST_HELD = 32


class InOrder(Generic[Thing]):
    """Holds back results that arrive early.

    Once more than `MOST_HELD` wait for a slow one, all are passed on by number, so that little is lost if the program
    is killed.
    """

    def __init__(self, numbers: Iterable[int], pass_on: Callable[[int, Thing], None]) -> None:
        self._to_come = deque(numbers)
        self._pass_on = pass_on
        self._held: dict[int, Thing] = {}
        self._early: set[int] = set()

    def take(self, number: int, thing: Thing) -> None:
        """Take a result, and pass on those that need not wait any longer."""
        self._held[number] = thing
        while self._to_come and (self._to_come[0] in self._held or self._to_come[0] in self._early):
            self._let_go(self._to_come[0])
            self._to_come.popleft()
        if len(self._held) > MOST_HELD:
            self.flush()

    def flush(self) -> None:
        """Pass on all that are held back."""
        for number in sorted(self._held):
            self._let_go(number)
            self._early.add(number)

    def _let_go(self, number: int) -> None:
        if number in self._held:
            self._pass_on(number, self._held[number])
            del self._held[number]
