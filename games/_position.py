"""The one thing every game is made of: a position that never changes."""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol, Self, TypeVar

from games._board import Board

Move = TypeVar("Move")


class Position(Protocol[Move]):
    """A position of a game between two players, MAX (who moves first in the game) and MIN.

    Positions are immutable: `play` returns a new one. All values are from MAX's side.
    """

    @property
    def maximizing(self) -> bool:
        """Whether MAX is to move here."""

    def moves(self) -> Sequence[Move]:
        """List the legal moves in natural order; empty if and only if the game is over.

        A forced pass is a move.
        """

    def play(self, move: Move) -> Self:
        """Return the position after one of the moves that `moves()` listed; what any other does is not said."""

    def outcome(self) -> float | None:
        """Return the result of a game that is over, from MAX's side (above 0: MAX has won), else None."""

    def key(self) -> Hashable:
        """Return what identifies the position, whose turn it is included: equal keys mean equal futures."""

    def text(self) -> str:
        """Return the position in the game's canonical notation, which `Game.read` reads back."""

    def name(self, move: Move) -> str:
        """Return the move as the game writes it: unique among the moves of this position.

        It is one word, unless the game's `split_moves` reads others.
        """

    def board(self) -> Board:
        """Return what there is to draw."""


AnyPosition = Position[Any]
