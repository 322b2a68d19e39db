"""Work that is done a little at a time, so that whoever waits for it can do something else in between."""

import time
from collections.abc import Generator
from math import inf
from typing import Generic, TypeVar

Product = TypeVar("Product")

SLICE = 0.008
"""Seconds that a search goes on before the clock is looked at again."""

Steps = Generator[None, None, Product]
"""Does a part of the work, of about `SLICE` seconds, whenever it is resumed; returns the result."""


class Stepwise(Generic[Product]):
    """Work to be done: `advance` goes on with it, `result` is there at its end."""

    def __init__(self, steps: Steps[Product]) -> None:
        """Take the work, which has not begun."""
        self._steps = steps
        self.result: Product | None = None
        self.finished = False

    def advance(self, seconds: float | None = None) -> bool:
        """Go on for some seconds, at least by a step, or to the end; return whether that is reached.

        InputError for an error in user-supplied code.
        """
        until = inf if seconds is None else time.perf_counter() + seconds
        while not self.finished:
            try:
                next(self._steps)
            except StopIteration as end:
                self.result, self.finished = end.value, True
            if time.perf_counter() >= until:
                break
        return self.finished
