"""The protocol of positions, which every game implements."""

from collections.abc import Hashable, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Any, Protocol, Self, TypeVar

from games._board import Board

Move = TypeVar("Move")

Probabilities = Sequence[Fraction | float]
"""What the outcomes at a chance node are probable, in natural order: exact fractions in a written tree, floating-point
numbers in a game."""


class Turn(IntEnum):
    """Who moves at a node: one of the players, or chance. The numbers of players are those of `maximizing`."""

    MIN = 0
    MAX = 1
    CHANCE = 2


class Position(Protocol[Move]):
    """A position of a game between two players, MAX (who moves first in the game) and MIN.

    Positions are immutable: `play` returns a new one. A move can be any value that only its game has to understand; the
    rest of the program calls it by its *move index*, its place in `moves()` from 0, or by its name. All values are
    from MAX's side.

    A position in which chance moves, of a game that has such, says so by a method of its own, `probabilities()`: for
    each of `moves()`, its outcomes, one that is above 0, and they add up to 1; None where a player moves. `maximizing`
    then says nothing. See `Game.chance`.
    """

    @property
    def maximizing(self) -> bool:
        """Whether MAX is to move; turns need not alternate, and a game over has a player to move, too."""

    def moves(self) -> Sequence[Move]:
        """Return the legal moves in natural order, the same every time; empty if and only if the game is over.

        A forced pass is a move. At most 65,535 moves can be searched.
        """

    def play(self, move: Move) -> Self:
        """Return the position after one of the moves in `moves()`; for any other move the result is undefined."""

    def outcome(self) -> float | None:
        """Return the result if the game is over, else None.

        It is from MAX's side: above 0 if MAX has won, below 0 if MIN has, 0 for a draw. It is finite and at most 2^53
        either way.
        """

    def key(self) -> Hashable:
        """Return a value that identifies the position and whose turn it is.

        Positions with equal keys have the same moves, results and values from here on, however they were reached: a
        transposition table takes one for the other.
        """

    def text(self) -> str:
        """Return the position in the game's canonical notation, in one line.

        `Game.read` reads it back to a position with an equal key, but for what `Game.untold` says.
        """

    def name(self, move: Move) -> str:
        """Return the move as the game writes it, unique among the moves of this position.

        It has no spaces in it, unless the game's `split_moves` allows them.
        """

    def board(self) -> Board:
        """Return the position as a board to draw."""


AnyPosition = Position[Any]


def probabilities(position: AnyPosition) -> Probabilities | None:
    """Return what each move is probable where chance moves, None where a player does."""
    asked = getattr(position, "probabilities", None)
    return None if asked is None else asked()


def passed(position: AnyPosition) -> AnyPosition | None:
    """Return the position after a turn that is passed, as engines try it; None where the game cannot say.

    A game that can has a method of that name.
    """
    asked = getattr(position, "passed", None)
    return None if asked is None else asked()


def unfinished(position: AnyPosition) -> AnyPosition | None:
    """Return a finished position as one where the game goes on, as an engine searches it that does not know this end.

    None where no move is left, or the game cannot say. A game that can has a method of that name.
    """
    asked = getattr(position, "unfinished", None)
    return None if asked is None else asked()


def turn_of(position: AnyPosition) -> Turn:
    """Return who moves in a position."""
    return Turn.CHANCE if probabilities(position) is not None else Turn(bool(position.maximizing))
