"""How high values stand in the curve of a game: those of won games have a band of their own at the edges."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from visualizer.playing.move_value import MoveValue


@dataclass(frozen=True, slots=True)
class Height:
    """How high a value stands, from -1 to 1: as a share of the largest that is no win; a won game is -1 or 1."""

    share: float
    won: bool


def curve_of(values: Sequence[MoveValue | None]) -> list[Height | None]:
    """Return how high values stand, MAX's side up; None where nothing is known."""
    most = largest(values)
    return [None if each is None else height(each, most) for each in values]


def largest(values: Sequence[MoveValue | None]) -> float:
    """Return the largest value of a game that is not won, on either side; 1 where there is none."""
    known = [each.value for each in values if each is not None and each.value is not None and not is_won(each)]
    return max((abs(value) for value in known if isfinite(value)), default=0) or 1


def is_won(value: MoveValue) -> bool:
    """Return whether a value says that the game is won."""
    return value.standing is not None and value.standing.won


def height(value: MoveValue, most: float) -> Height | None:
    """Return how high a value stands where the largest is `most`."""
    if value.value is None:
        return None
    if is_won(value):
        return Height(1.0 if value.value > 0 else -1.0, won=True)
    return Height(max(-1.0, min(1.0, value.value / most)), won=False)
