"""The rules of Italian draughts on bits.

A man moves one step forward and captures only men, forward; a king moves one step and captures in
all directions. Captures are compulsory, by the priorities in `choose_captures`. A man that reaches
the last row becomes a king, and its move ends there, since it can only go forward. A player who
cannot move has lost. Source: Federazione Italiana Dama, "Le 10 regole per giocare a dama italiana"
and "Regolamento tecnico", chapter 1.
"""

# tests/oracles/games/italian_draughts.py has the same rules, written apart.

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from games import Board, Cell, Ground, Player

SQUARE_NUMBERS = range(1, 33)

SQUARE_BITS = (0, *(1 << number - 1 + (number + 3) // 8 for number in SQUARE_NUMBERS))
"""The bit of each square, by its number; there is no square 0."""

NUMBER_OF: Mapping[int, int] = {SQUARE_BITS[number]: number for number in SQUARE_NUMBERS}
ALL_SQUARES = sum(SQUARE_BITS)
ROW_SQUARES = tuple(sum(SQUARE_BITS[first : first + 4]) for first in range(1, 33, 4))
"""The squares of each row from the top."""

WHITE_CROWNING_ROW = ROW_SQUARES[0]
BLACK_CROWNING_ROW = ROW_SQUARES[7]
"""The squares where White's men become kings, and those where Black's do."""

UP_THE_BOARD = (-1,)
DOWN_THE_BOARD = (1,)
BOTH_DIRECTIONS = (-1, 1)


def row_and_column(number: int) -> tuple[int, int]:
    """Return the row from the top and the column of a square; the dark corner is at each player's right hand.

    >>> row_and_column(1), row_and_column(5), row_and_column(32)
    ((0, 0), (1, 1), (7, 7))
    """
    row, nth = divmod(number - 1, 4)
    return row, 2 * nth + row % 2


_NUMBER_AT = {row_and_column(number): number for number in SQUARE_NUMBERS}


def diagonal_neighbours(number: int, rows: tuple[int, ...], distance: int = 1) -> tuple[int, ...]:
    """Return the squares at a distance along the diagonals, up or down the board, in ascending order.

    >>> diagonal_neighbours(18, UP_THE_BOARD), diagonal_neighbours(18, BOTH_DIRECTIONS, 2), diagonal_neighbours(4, UP_THE_BOARD)
    ((13, 14), (9, 11, 25, 27), ())
    """
    row, column = row_and_column(number)
    there = (
        (row + distance * down, column + distance * across) for down in rows for across in (-1, 1)
    )
    return tuple(sorted(_NUMBER_AT[spot] for spot in there if spot in _NUMBER_AT))


def square_numbers_of(squares: int) -> tuple[int, ...]:
    """Return the numbers of a set of squares, in ascending order.

    >>> square_numbers_of(WHITE_CROWNING_ROW)
    (1, 2, 3, 4)
    """
    found = []
    while squares:
        bit = squares & -squares
        found.append(NUMBER_OF[bit])
        squares ^= bit
    return tuple(found)


class DraughtsMove(NamedTuple):
    """A move: two square numbers, the set of captured squares, and the squares on the way if they are in its name."""

    source: int
    target: int
    captured: int = 0
    via: tuple[int, ...] = ()

    def name(self) -> str:
        """Return the move in PDN.

        >>> DraughtsMove(21, 17).name(), DraughtsMove(2, 18, SQUARE_BITS[7] | SQUARE_BITS[15], (11,)).name()
        ('21-17', '2x11x18')
        """
        if not self.captured:
            return f"{self.source}-{self.target}"
        return "x".join(map(str, (self.source, *self.via, self.target)))


class CapturePath(NamedTuple):
    """A capture as it is made: the squares the piece stands on, and the captured squares, as bits in order."""

    stood: tuple[int, ...]
    met: tuple[int, ...] = ()

    @property
    def squares(self) -> tuple[int, ...]:
        """The numbers of the squares stood on."""
        return tuple(NUMBER_OF[bit] for bit in self.stood)


DraughtsSteps = Mapping[int, tuple[tuple[int, DraughtsMove], ...]]
"""For each square the squares one step away, each with the move to it."""

DraughtsJumps = Mapping[int, tuple[tuple[int, int], ...]]
"""For each square the pairs of a neighbouring square and the square behind it."""


def _step_table(rows: tuple[int, ...]) -> DraughtsSteps:
    return {
        SQUARE_BITS[number]: tuple(
            (SQUARE_BITS[there], DraughtsMove(number, there))
            for there in diagonal_neighbours(number, rows)
        )
        for number in SQUARE_NUMBERS
    }


def _jump_table(rows: tuple[int, ...]) -> DraughtsJumps:
    def over(number: int, there: int) -> int:
        (between,) = {*diagonal_neighbours(number, BOTH_DIRECTIONS)} & {
            *diagonal_neighbours(there, BOTH_DIRECTIONS)
        }
        return SQUARE_BITS[between]

    return {
        SQUARE_BITS[number]: tuple(
            (over(number, there), SQUARE_BITS[there])
            for there in diagonal_neighbours(number, rows, 2)
        )
        for number in SQUARE_NUMBERS
    }


WHITE_STEPS = _step_table(UP_THE_BOARD)
BLACK_STEPS = _step_table(DOWN_THE_BOARD)
KING_STEPS = _step_table(BOTH_DIRECTIONS)
WHITE_JUMPS = _jump_table(UP_THE_BOARD)
BLACK_JUMPS = _jump_table(DOWN_THE_BOARD)
KING_JUMPS = _jump_table(BOTH_DIRECTIONS)


def quiet_moves(own: int, kings: int, empty: int, *, upwards: bool) -> list[DraughtsMove]:
    """Return the steps of a side's pieces to empty squares, in natural order."""
    found = []
    men = own & ~kings
    while own:
        bit = own & -own
        own ^= bit
        for there, move in (
            (WHITE_STEPS if upwards else BLACK_STEPS)[bit] if men & bit else KING_STEPS[bit]
        ):
            if there & empty:
                found.append(move)
    return found


def capture_paths(own: int, other: int, kings: int, *, upwards: bool) -> list[CapturePath]:
    """Return every path of the captures that the priorities allow a side, whose men go up or down the board."""
    empty = ALL_SQUARES & ~(own | other)
    men = jumpers(own & ~kings, other & ~kings, empty, upwards=upwards)
    own_kings = own & kings
    if own_kings:
        up, down = (jumpers(own_kings, other, empty, upwards=upwards) for upwards in (True, False))
        own_kings = up | down
    if not men and not own_kings:
        return []
    by_men = jump_paths(men, WHITE_JUMPS if upwards else BLACK_JUMPS, other & ~kings, empty)
    return choose_captures(jump_paths(own_kings, KING_JUMPS, other, empty), by_men, other & kings)


def jumpers(movers: int, victims: int, empty: int, *, upwards: bool) -> int:
    """Return the pieces that can jump over one of the victims, up or down the board."""
    if upwards:
        return movers & ((empty << 4 & victims) << 4 | (empty << 5 & victims) << 5)
    return movers & ((empty >> 4 & victims) >> 4 | (empty >> 5 & victims) >> 5)


def jump_paths(movers: int, table: DraughtsJumps, victims: int, empty: int) -> list[CapturePath]:
    """Return every path on which a piece jumps over victims until there is no other to jump over.

    A captured piece stays on the board until the end of the move: it cannot be jumped again, and
    its square is not empty. The square that the piece came from is empty.
    """
    paths: list[CapturePath] = []

    def extend(
        here: int, left: int, free: int, stood: tuple[int, ...], met: tuple[int, ...]
    ) -> None:
        is_complete = True
        for over, there in table[here]:
            if over & left and there & free:
                is_complete = False
                extend(there, left ^ over, free, (*stood, there), (*met, over))
        if is_complete and met:
            paths.append(CapturePath(stood, met))

    while movers:
        bit = movers & -movers
        movers ^= bit
        extend(bit, victims, empty | bit, (bit,), ())
    return paths


def choose_captures(
    by_kings: list[CapturePath], by_men: list[CapturePath], their_kings: int
) -> list[CapturePath]:
    """Return the captures that the four priorities allow.

    They are, in this order: most pieces taken; by a king rather than a man; most kings taken; kings
    taken earliest.
    """
    most = max(len(path.met) for path in (*by_kings, *by_men))
    kings = [path for path in by_kings if len(path.met) == most]
    if not kings:
        return [path for path in by_men if len(path.met) == most]
    if len(kings) == 1 or not their_kings:
        return kings
    worth = [[bool(over & their_kings) for over in path.met] for path in kings]
    best = max(worth, key=lambda met: (sum(met), met))
    return [path for path, met in zip(kings, worth, strict=True) if met == best]


def as_moves(allowed: Sequence[CapturePath], *, apart: bool = False) -> list[DraughtsMove]:
    """Return captures as moves in natural order: by from, to, captured squares, then the way.

    Paths with these three in common become one move, or one each if `apart`.
    """
    if len(allowed) == 1:
        stood, met = allowed[0]
        return [DraughtsMove(NUMBER_OF[stood[0]], NUMBER_OF[stood[-1]], sum(met))]
    by_order = {}
    for path in allowed:
        squares = path.squares
        captured = sum(path.met)
        by_order[(squares[0], squares[-1], square_numbers_of(captured), squares)] = captured
    found: list[DraughtsMove] = []
    for (source, target, _, squares), captured in sorted(by_order.items()):
        if apart or not found or found[-1][:3] != (source, target, captured):
            found.append(DraughtsMove(source, target, captured, squares[1:-1]))
    ends = Counter(move[:2] for move in found)
    return [move if ends[move[:2]] > 1 else move._replace(via=()) for move in found]


MAX_QUIET_PLIES = 80
"""With draw rules: after 40 moves of each side without a capture or a man's move the game is a draw."""

MAX_REPETITIONS = 3
"""With draw rules: the game is a draw when a position stands on the board for the third time."""

LIGHT_SQUARE_CELL = Cell(playable=False)
EMPTY_SQUARE_CELL = Cell()
DRAUGHTS_PIECE_CELLS = {
    (player, king): Cell("king" if king else "man", player)
    for player in (Player.FIRST, Player.SECOND)
    for king in (False, True)
}


class Draughts(NamedTuple):
    """A position.

    `white`, `black` and `kings` are sets of squares; `kings` are also in `white` or `black`.
    `history` has this position and those before it, back to the last capture or man's move, each
    without a history; it is None without draw rules.
    """

    white: int
    black: int
    kings: int
    maximizing: bool = True
    history: "tuple[Draughts, ...] | None" = None

    def moves(self) -> Sequence[DraughtsMove]:
        """Return the captures if there are any, else the steps, in natural order."""
        if self.history is not None and self.drawn():
            return ()
        allowed = self.captures()
        if allowed:
            return as_moves(allowed)
        white, black, kings, maximizing, _ = self
        return quiet_moves(
            white if maximizing else black,
            kings,
            ALL_SQUARES & ~(white | black),
            upwards=maximizing,
        )

    def paths(self) -> Sequence[DraughtsMove]:
        """Return the moves, with one for each path where captures differ only in their path."""
        moves = self.moves()
        allowed = self.captures()
        if moves and allowed:
            return as_moves(allowed, apart=True)
        return moves

    def captures(self) -> list[CapturePath]:
        """Return every path of the captures that are allowed."""
        white, black, kings, maximizing, _ = self
        if maximizing:
            own = white
            other = black
        else:
            own = black
            other = white
        return capture_paths(own, other, kings, upwards=maximizing)

    def play(self, move: DraughtsMove) -> "Draughts":
        """Move the piece, remove what it captured, crown a man on the last row."""
        white, black, kings, maximizing, history = self
        source, target, captured, _ = move
        start = SQUARE_BITS[source]
        end = SQUARE_BITS[target]
        quiet = kings & start and not captured
        if maximizing:
            white = white & ~start | end
            black = black & ~captured
            last_row = WHITE_CROWNING_ROW
        else:
            white = white & ~captured
            black = black & ~start | end
            last_row = BLACK_CROWNING_ROW
        if kings:
            if kings & start:
                kings = kings & ~(start | captured) | end
            else:
                kings = kings & ~captured
        kings |= end & last_row
        if history is not None:
            here = Draughts(white, black, kings, not maximizing)
            if quiet:
                history = (*history, here)
            else:
                history = (here,)
        return Draughts(white, black, kings, not maximizing, history)

    def passed(self) -> "Draughts":
        """Return the position after a turn that is passed, which the rules do not allow."""
        after = self._replace(maximizing=not self.maximizing, history=None)
        if self.history is None:
            return after
        return after._replace(history=(*self.history, after))

    def outcome(self) -> float | None:
        """Return -1 if White cannot move, 1 if Black cannot, 0 for a draw by rule, else None."""
        white, black, _, maximizing, history = self
        empty = ALL_SQUARES & ~(white | black)
        if maximizing:
            forward = white >> 4 | white >> 5
        else:
            forward = black << 4 | black << 5
        if history is None and forward & empty:
            return None
        if not self._replace(history=None).moves():
            return -1 if maximizing else 1
        return 0 if self.drawn() else None

    def drawn(self) -> bool:
        """Return whether the draw rules, if on, end the game here; a player who cannot move has lost even so."""
        history = self.history
        return history is not None and (
            len(history) > MAX_QUIET_PLIES or history.count(history[-1]) >= MAX_REPETITIONS
        )

    def key(self) -> Hashable:
        """Return the pieces and the side to move; with draw rules also the history."""
        if self.history is None:
            return self[:4]
        return (*self[:4], tuple(sorted(self.history)))

    def text(self) -> str:
        """Return the position in FEN, which does not contain the history that draw rules need.

        >>> Draughts(SQUARE_BITS[21] | SQUARE_BITS[22], SQUARE_BITS[1] | SQUARE_BITS[5], SQUARE_BITS[22] | SQUARE_BITS[5]).text()
        'W:W21,K22:B1,K5'
        """
        white, black, kings, maximizing, _ = self

        def squares(pieces: int) -> str:
            return ",".join(
                [
                    f"K{number}" if kings & SQUARE_BITS[number] else str(number)
                    for number in square_numbers_of(pieces)
                ]
            )

        return f"{'W' if maximizing else 'B'}:W{squares(white)}:B{squares(black)}"

    def name(self, move: DraughtsMove) -> str:
        """Return the move in PDN, with every square on the way where several captures have the same ends."""
        return move.name()

    def board(self) -> Board:
        """Return the board; each row is labelled with the number of its first square."""
        white, black, kings, _, history = self
        cells = [[LIGHT_SQUARE_CELL] * 8 for _ in range(8)]
        squares: list[list[float | None]] = [[None] * 8 for _ in range(8)]
        for number in SQUARE_NUMBERS:
            row, column = row_and_column(number)
            bit = SQUARE_BITS[number]
            if white & bit:
                owner = Player.FIRST
            elif black & bit:
                owner = Player.SECOND
            else:
                owner = Player.NOBODY
            if owner:
                cells[row][column] = DRAUGHTS_PIECE_CELLS[owner, bool(kings & bit)]
            else:
                cells[row][column] = EMPTY_SQUARE_CELL
            squares[row][column] = None if owner else number
        captions = [
            f"White {_men_and_kings(white, kings)}",
            f"Black {_men_and_kings(black, kings)}",
        ]
        if history is not None:
            captions.append(
                f"quiet plies {len(history) - 1} of 80, this position {history.count(history[-1])} "
                "of 3 times"
            )
        return Board(
            title="Italian draughts 8×8",
            cells=tuple(map(tuple, cells)),
            rows=tuple(str(first) for first in SQUARE_NUMBERS[::4]),
            captions=tuple(captions),
            layers={"square": tuple(map(tuple, squares))},
            chequered=True,
            ground=Ground.WOOD,
        )


def _men_and_kings(pieces: int, kings: int) -> str:
    """Return how many men and kings a side has, in words.

    >>> _men_and_kings(0b111, 0b100), _men_and_kings(0b1, 0)
    ('2 men, 1 king', '1 man')
    """
    crowned = (pieces & kings).bit_count()
    men = pieces.bit_count() - crowned
    words = []
    if men or not crowned:
        words.append("1 man" if men == 1 else f"{men} men")
    if crowned:
        words.append("1 king" if crowned == 1 else f"{crowned} kings")
    return ", ".join(words)
