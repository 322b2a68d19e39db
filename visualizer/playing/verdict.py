"""A move held against the best one of its position: whether it is the best, what it gave away, luck."""

from dataclasses import dataclass

from games import Stakes
from visualizer.playing.move_value import MoveValue

TINY = 1e-9
"""Means that differ by less are equal but for rounding."""


def less(value: float, other: float) -> float:
    """Return a value less another one, 0 where rounding alone makes a difference.

    >>> less(0.1 + 0.2, 0.3), less(3, 1)
    (0, 2)
    """
    difference = value - other
    return 0 if abs(difference) < TINY else difference


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move held against the best one of its position, or an outcome of chance against what was expected (`best`)."""

    move: MoveValue
    best: MoveValue
    maximizing_after: bool
    """Whether MAX is to move after it: turns need not alternate."""
    sides: tuple[str, str]
    """The names of MAX and of MIN."""
    stakes: Stakes | None
    """What the values mean; None where they are only numbers."""
    by_chance: bool = False
    """Whether chance moves, which gives nothing away."""
    is_over: bool = False
    """Whether the game is over after it."""
    number: int = 0
    """The move's number in a game, from 1."""
    depth: int = 0
    """How many plies the search saw that played the move; 0 where that is not known."""

    @property
    def maximizing(self) -> bool:
        """Return whether MAX moves."""
        return self.best.maximizing

    @property
    def is_best(self) -> bool:
        """Return whether it is the search's best move itself."""
        return self.best.line != () and self.move.move == self.best.move

    @property
    def lost(self) -> float | None:
        """What the move gives away, from the side of its player, never below 0; None where a value is not known.

        It is None for chance, too.
        """
        if self.move.value is None or self.best.value is None or self.by_chance:
            return None
        return max(0, less(self.best.value, self.move.value) * (1 if self.maximizing else -1))

    @property
    def wins_at_once(self) -> bool:
        """Return whether the move itself wins the game and gives nothing away, whichever winning move is the best."""
        return (
            self.is_over
            and self.lost == 0
            and self.move.value is not None
            and (self.move.value > 0 if self.maximizing else self.move.value < 0)
        )

    @property
    def luck(self) -> float | None:
        """What an outcome of chance is worth more than was expected, from MAX's side; None for a player's move."""
        if not self.by_chance or self.move.value is None or self.best.value is None:
            return None
        return less(self.move.value, self.best.value)

    @property
    def refutation(self) -> tuple[str, ...]:
        """The line that answers the move, as far as it was searched."""
        return self.move.line[1:]

    @property
    def unseen(self) -> str:
        """The move of that line which came too late for the search that played this one; "" for none."""
        late = not self.is_best and 0 < self.depth < len(self.move.line)
        return self.move.game.called(self.move.line[self.depth]) if late else ""
