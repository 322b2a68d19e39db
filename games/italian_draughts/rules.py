"""The rules of Italian draughts on bits.

A man moves one step forward and captures only men, forward; a king moves one step and captures in all directions.
Captures are compulsory, by the priorities in `moves.choose`. A man that reaches the last row becomes a king, and its
move ends there, since it can only go forward. A player who cannot move has lost. Source: Federazione Italiana Dama, "Le
10 regole per giocare a dama italiana" and "Regolamento tecnico", chapter 1.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from games import Board, Cell, Ground, Player
from games.italian_draughts.moves import CapturePath, Move, as_moves, captures, steps
from games.italian_draughts.squares import BITS, BOTTOM, FULL, NUMBERS, TOP, numbers, place

QUIET_PLIES = 80
"""With draw rules: after 40 moves of each side without a capture or a man's move the game is a draw."""

REPETITIONS = 3
"""With draw rules: the game is a draw when a position stands on the board for the third time."""

LIGHT = Cell(playable=False)
EMPTY = Cell()
PIECES = {
    (player, king): Cell("king" if king else "man", player)
    for player in (Player.FIRST, Player.SECOND)
    for king in (False, True)
}


class Draughts(NamedTuple):
    """A position.

    `white`, `black` and `kings` are sets of squares; `kings` are also in `white` or `black`. `history` has this
    position and those before it, back to the last capture or man's move, each without a history; it is None without
    draw rules.
    """

    white: int
    black: int
    kings: int
    maximizing: bool = True
    history: "tuple[Draughts, ...] | None" = None

    def moves(self) -> Sequence[Move]:
        """Return the captures if there are any, else the steps, ordered by (from, to, captured squares)."""
        if self.history is not None and self.drawn():
            return ()
        allowed = self.captures()
        if allowed:
            return as_moves(allowed)
        white, black, kings, maximizing, _ = self
        return steps(white if maximizing else black, kings, FULL & ~(white | black), upwards=maximizing)

    def paths(self) -> Sequence[Move]:
        """Return the moves, with one for each path where captures differ only in their path."""
        moves, allowed = self.moves(), self.captures()
        return as_moves(allowed, apart=True) if moves and allowed else moves

    def captures(self) -> list[CapturePath]:
        """Return every path of the captures that are allowed."""
        white, black, kings, maximizing, _ = self
        own, other = (white, black) if maximizing else (black, white)
        return captures(own, other, kings, upwards=maximizing)

    def play(self, move: Move) -> "Draughts":
        """Move the piece, remove what it captured, crown a man on the last row."""
        white, black, kings, maximizing, history = self
        source, target, captured, _ = move
        start, end = BITS[source], BITS[target]
        quiet = kings & start and not captured
        if maximizing:
            white, black, last_row = white & ~start | end, black & ~captured, TOP
        else:
            white, black, last_row = white & ~captured, black & ~start | end, BOTTOM
        if kings:
            kings = kings & ~(start | captured) | end if kings & start else kings & ~captured
        kings |= end & last_row
        if history is not None:
            here = Draughts(white, black, kings, not maximizing)
            history = (*history, here) if quiet else (here,)
        return Draughts(white, black, kings, not maximizing, history)

    def passed(self) -> "Draughts":
        """Return the position after a turn that is passed, which the rules do not allow."""
        after = self._replace(maximizing=not self.maximizing, history=None)
        return after if self.history is None else after._replace(history=(*self.history, after))

    def outcome(self) -> float | None:
        """Return -1 if White cannot move, 1 if Black cannot, 0 for a draw by the draw rules; else None."""
        white, black, _, maximizing, history = self
        empty = FULL & ~(white | black)
        forward = (white >> 4 | white >> 5) if maximizing else (black << 4 | black << 5)
        if history is None and forward & empty:
            return None
        if not self._replace(history=None).moves():
            return -1 if maximizing else 1
        return 0 if self.drawn() else None

    def drawn(self) -> bool:
        """Return whether the draw rules, if on, end the game here; a player who cannot move has lost even so."""
        history = self.history
        return history is not None and (len(history) > QUIET_PLIES or history.count(history[-1]) >= REPETITIONS)

    def key(self) -> Hashable:
        """Return the pieces and the side to move; with draw rules also how often each position has occurred."""
        if self.history is None:
            return self[:4]
        return (*self[:4], tuple(sorted(self.history)))

    def text(self) -> str:
        """Return the position in FEN, which does not contain the history that draw rules need.

        >>> Draughts(BITS[21] | BITS[22], BITS[1] | BITS[5], BITS[22] | BITS[5]).text()
        'W:W21,K22:B1,K5'
        """
        white, black, kings, maximizing, _ = self

        def squares(pieces: int) -> str:
            return ",".join([f"K{number}" if kings & BITS[number] else str(number) for number in numbers(pieces)])

        return f"{'W' if maximizing else 'B'}:W{squares(white)}:B{squares(black)}"

    def name(self, move: Move) -> str:
        """Return the move in PDN, with every square on the way where several captures have the same ends."""
        return move.name()

    def board(self) -> Board:
        """Return the board; each row is labelled with the number of its first square."""
        white, black, kings, _, history = self
        cells = [[LIGHT] * 8 for _ in range(8)]
        squares: list[list[float | None]] = [[None] * 8 for _ in range(8)]
        for number in NUMBERS:
            row, column = place(number)
            bit = BITS[number]
            owner = Player.FIRST if white & bit else Player.SECOND if black & bit else Player.NOBODY
            cells[row][column] = PIECES[owner, bool(kings & bit)] if owner else EMPTY
            squares[row][column] = None if owner else number
        captions = [f"White {_count(white, kings)}", f"Black {_count(black, kings)}"]
        if history is not None:
            captions.append(
                f"quiet plies {len(history) - 1} of 80, this position {history.count(history[-1])} of 3 times"
            )
        return Board(
            title="Italian draughts 8×8",
            cells=tuple(map(tuple, cells)),
            rows=tuple(str(first) for first in NUMBERS[::4]),
            captions=tuple(captions),
            layers={"square": tuple(map(tuple, squares))},
            chequered=True,
            ground=Ground.WOOD,
        )


def _count(pieces: int, kings: int) -> str:
    """Return how many men and kings a side has, in words.

    >>> _count(0b111, 0b100), _count(0b1, 0)
    ('2 men, 1 king', '1 man')
    """
    crowned = (pieces & kings).bit_count()
    men = pieces.bit_count() - crowned
    words = [f"{men} {'man' if men == 1 else 'men'}"] if men or not crowned else []
    return ", ".join([*words, f"{crowned} {'king' if crowned == 1 else 'kings'}"] if crowned else words)
