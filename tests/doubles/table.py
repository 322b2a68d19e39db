"""A transposition table: what was found out about a position, for whenever it comes up again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """What a finished inner node returned, whether that is a lower bound, an upper bound, or both, and where."""

    remaining: int
    value: float
    at_least: bool
    at_most: bool
    best: int
    row: int
    limited: bool = True


class Table:
    """Answers by position and remaining depth; a later entry replaces an earlier one."""

    def __init__(self, cut: Callable[[float, float], bool]) -> None:
        """Begin empty; `cut` is the rule by which a bound is enough."""
        self._cut, self._entries = cut, dict[Any, Entry]()

    def store(self, position: Any, entry: Entry) -> None:
        """Keep what was found out about a position."""
        self._entries[position.key()] = entry

    def entry(self, position: Any) -> Entry | None:
        """Return what is known of a position, searched however deep."""
        return self._entries.get(position.key())

    def answer(self, position: Any, remaining: int, alpha: float, beta: float) -> Entry | None:
        """Return the entry that answers a visit with this window: as deep, and exact or a bound that is enough."""
        known = self.entry(position)
        if known is None or known.remaining != remaining:
            return None
        enough = (
            (known.at_least and known.at_most)
            or (known.at_least and self._cut(known.value, beta))
            or (known.at_most and self._cut(alpha, known.value))
        )
        return known if enough else None
