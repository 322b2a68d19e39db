"""The rules of Italian draughts on bits.

A man moves one step forward and captures only men, forward; a king moves one step and captures in
all directions. Captures are compulsory, by the priorities in `legal_captures`. A man that reaches
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

NUMBER_BY_BIT: Mapping[int, int] = {SQUARE_BITS[number]: number for number in SQUARE_NUMBERS}
ALL_SQUARES = sum(SQUARE_BITS)
ROW_SQUARES = tuple(sum(SQUARE_BITS[first : first + 4]) for first in range(1, 33, 4))
"""The set of squares in each row from the top."""

WHITE_CROWNING_ROW = ROW_SQUARES[0]
"""The squares where White's men become kings."""
BLACK_CROWNING_ROW = ROW_SQUARES[7]
"""The squares where Black's men become kings."""

UP_THE_BOARD = (-1,)
DOWN_THE_BOARD = (1,)
BOTH_DIRECTIONS = (-1, 1)


def row_and_column(number: int) -> tuple[int, int]:
    """Return the row from the top and the column of a square, both from 0, given its number.

    Only dark squares have numbers, from 1 to 32, four in each row. The square at the top left is
    dark.

    >>> row_and_column(1), row_and_column(5), row_and_column(32)
    ((0, 0), (1, 1), (7, 7))
    """
    row, place_in_row = divmod(number - 1, 4)
    return row, 2 * place_in_row + row % 2


NUMBER_BY_PLACE = {row_and_column(number): number for number in SQUARE_NUMBERS}
"""The number of each dark square, by its (row, column)."""


def diagonal_neighbours(
    number: int, directions: tuple[int, ...], distance: int = 1
) -> tuple[int, ...]:
    """Return the numbers of the squares that are `distance` steps away on a diagonal, ascending.

    `directions` has -1 for the two diagonals up the board, 1 for the two down, or both.

    >>> diagonal_neighbours(18, UP_THE_BOARD), diagonal_neighbours(4, UP_THE_BOARD)
    ((13, 14), ())
    >>> diagonal_neighbours(18, BOTH_DIRECTIONS, 2)
    (9, 11, 25, 27)
    """
    row, column = row_and_column(number)
    numbers = []
    for down in directions:
        for across in (-1, 1):
            place = (row + distance * down, column + distance * across)
            if place in NUMBER_BY_PLACE:
                numbers.append(NUMBER_BY_PLACE[place])
    return tuple(sorted(numbers))


def square_numbers_of(squares: int) -> tuple[int, ...]:
    """Return the numbers of the squares in a set, in ascending order.

    >>> square_numbers_of(WHITE_CROWNING_ROW)
    (1, 2, 3, 4)
    """
    numbers = []
    while squares:
        # The lowest bit comes first, so the numbers are in ascending order.
        bit = squares & -squares
        numbers.append(NUMBER_BY_BIT[bit])
        squares ^= bit
    return tuple(numbers)


class DraughtsMove(NamedTuple):
    """A move from one square to another; squares are given by their numbers.

    `captured` is the set of captured pieces, as bits. `via` are the squares visited on the way, if
    the name of the move must list them.
    """

    source: int
    target: int
    captured: int = 0
    via: tuple[int, ...] = ()

    def name(self) -> str:
        """Return the name of the move in PDN.

        >>> DraughtsMove(21, 17).name()
        '21-17'
        >>> DraughtsMove(2, 18, SQUARE_BITS[7] | SQUARE_BITS[15], (11,)).name()
        '2x11x18'
        """
        if not self.captured:
            return f"{self.source}-{self.target}"
        return "x".join(map(str, (self.source, *self.via, self.target)))


class CapturePath(NamedTuple):
    """The path of a capturing piece: bits of squares, in the order of the jumps.

    `visited` are the squares of the piece from its first to its last; `captured` are the squares of
    the pieces that it jumps over.
    """

    visited: tuple[int, ...]
    captured: tuple[int, ...] = ()

    @property
    def squares(self) -> tuple[int, ...]:
        """The numbers of the visited squares."""
        return tuple(NUMBER_BY_BIT[bit] for bit in self.visited)


DraughtsSteps = Mapping[int, tuple[tuple[int, DraughtsMove], ...]]
"""The steps from each square: the square where the step ends, and the move."""

DraughtsJumps = Mapping[int, tuple[tuple[int, int], ...]]
"""The jumps from each square: the square jumped over, and the square where the jump ends."""


def _step_table(directions: tuple[int, ...]) -> DraughtsSteps:
    """Return the steps from each square in the given directions; see `DraughtsSteps`."""
    table = {}
    for number in SQUARE_NUMBERS:
        table[SQUARE_BITS[number]] = tuple(
            (SQUARE_BITS[target], DraughtsMove(number, target))
            for target in diagonal_neighbours(number, directions)
        )
    return table


def _jump_table(directions: tuple[int, ...]) -> DraughtsJumps:
    """Return the jumps from each square in the given directions; see `DraughtsJumps`."""
    table = {}
    for number in SQUARE_NUMBERS:
        table[SQUARE_BITS[number]] = tuple(
            (_bit_between(number, target), SQUARE_BITS[target])
            for target in diagonal_neighbours(number, directions, 2)
        )
    return table


def _bit_between(source: int, target: int) -> int:
    """Return the square, as a bit, between the first and the last square of a jump."""
    near_source = diagonal_neighbours(source, BOTH_DIRECTIONS)
    near_target = diagonal_neighbours(target, BOTH_DIRECTIONS)
    (between,) = {*near_source} & {*near_target}
    return SQUARE_BITS[between]


WHITE_STEPS = _step_table(UP_THE_BOARD)
BLACK_STEPS = _step_table(DOWN_THE_BOARD)
KING_STEPS = _step_table(BOTH_DIRECTIONS)
WHITE_JUMPS = _jump_table(UP_THE_BOARD)
BLACK_JUMPS = _jump_table(DOWN_THE_BOARD)
KING_JUMPS = _jump_table(BOTH_DIRECTIONS)


def quiet_moves(own: int, kings: int, empty: int, *, upwards: bool) -> list[DraughtsMove]:
    """Return the moves of a side that capture nothing, in natural order.

    `own`, `kings` and `empty` are sets of squares. With `upwards` the side's men go up the board.
    """
    moves = []
    steps_of_men = WHITE_STEPS if upwards else BLACK_STEPS
    while own:
        bit = own & -own
        own ^= bit
        steps = KING_STEPS if kings & bit else steps_of_men
        for target, move in steps[bit]:
            if target & empty:
                moves.append(move)
    return moves


def capture_paths(own: int, other: int, kings: int, *, upwards: bool) -> list[CapturePath]:
    """Return the paths of all legal captures of a side.

    `own` are the squares of the side's pieces, `other` the squares of the opponent's, and `kings`
    the squares of both sides' kings. With `upwards` the side's men go up the board. A man cannot
    capture a king.
    """
    empty = ALL_SQUARES & ~(own | other)
    their_men = other & ~kings
    # First find the pieces that can jump at all: shifting sets is faster than following paths.
    jumping_men = jumpers(
        own & ~kings,
        their_men,
        empty,
        upwards=upwards,
    )
    own_kings = own & kings
    jumping_kings = 0
    if own_kings:
        jumping_kings = jumpers(own_kings, other, empty, upwards=True)
        jumping_kings |= jumpers(own_kings, other, empty, upwards=False)
    if not jumping_men and not jumping_kings:
        return []
    jumps_of_men = WHITE_JUMPS if upwards else BLACK_JUMPS
    by_men = jump_paths(jumping_men, jumps_of_men, their_men, empty)
    by_kings = jump_paths(jumping_kings, KING_JUMPS, other, empty)
    return legal_captures(by_kings, by_men, other & kings)


def jumpers(movers: int, victims: int, empty: int, *, upwards: bool) -> int:
    """Return the movers that can jump over a victim to an empty square, up or down the board."""
    # Go back from the empty squares: to the victims a step away, then to the movers beyond them.
    if upwards:
        return movers & ((empty << 4 & victims) << 4 | (empty << 5 & victims) << 5)
    return movers & ((empty >> 4 & victims) >> 4 | (empty >> 5 & victims) >> 5)


def jump_paths(movers: int, jumps: DraughtsJumps, victims: int, empty: int) -> list[CapturePath]:
    """Return all paths on which a mover jumps over victims until no further jump is possible.

    `movers`, `victims` and `empty` are sets of squares, and `jumps` are the jumps from each square.
    A captured piece stays on the board until the end of the move: no jump can land on its square,
    and no further jump can go over it. The mover's first square counts as empty.
    """
    paths: list[CapturePath] = []

    def extend(
        square: int,
        uncaptured: int,
        free: int,
        visited: tuple[int, ...],
        captured: tuple[int, ...],
    ) -> None:
        """Continue a path in every possible way, and add each complete path to `paths`.

        The path has led to `square` so far; `visited` and `captured` are as in `CapturePath`.
        `uncaptured` are the victims not captured yet, `free` the squares where a jump may land.
        """
        is_complete = True
        for victim, target in jumps[square]:
            can_jump = victim & uncaptured and target & free
            if can_jump:
                is_complete = False
                extend(target, uncaptured ^ victim, free, (*visited, target), (*captured, victim))
        if is_complete and captured:
            paths.append(CapturePath(visited, captured))

    while movers:
        bit = movers & -movers
        movers ^= bit
        extend(bit, victims, empty | bit, (bit,), ())
    return paths


def legal_captures(
    by_kings: list[CapturePath], by_men: list[CapturePath], their_kings: int
) -> list[CapturePath]:
    """Return the captures that the four priorities of the rules allow.

    The priorities are, in this order: capture the most pieces; capture with a king, not with a man;
    capture the most kings; capture kings as early as possible. `their_kings` are the squares of the
    opponent's kings.
    """
    max_captured = max(len(path.captured) for path in (*by_kings, *by_men))
    longest_by_kings = [path for path in by_kings if len(path.captured) == max_captured]
    if not longest_by_kings:
        return [path for path in by_men if len(path.captured) == max_captured]
    if len(longest_by_kings) == 1 or not their_kings:
        return longest_by_kings

    def priority(path: CapturePath) -> tuple[int, list[bool]]:
        """Return the number of kings captured, then which of the captured pieces are kings."""
        are_kings = [bool(victim & their_kings) for victim in path.captured]
        return sum(are_kings), are_kings

    # Of two lists with equally many kings, the list with an earlier king compares as greater.
    highest = max(map(priority, longest_by_kings))
    return [path for path in longest_by_kings if priority(path) == highest]


def as_moves(paths: Sequence[CapturePath], *, one_per_path: bool = False) -> list[DraughtsMove]:
    """Return the moves for capture paths, ordered by first, last and captured squares, then path.

    Paths with the same first, last and captured squares are one move, unless `one_per_path`.
    """
    # The fast path: most positions with a capture have only one.
    if len(paths) == 1:
        visited, captured = paths[0]
        source = NUMBER_BY_BIT[visited[0]]
        target = NUMBER_BY_BIT[visited[-1]]
        return [DraughtsMove(source, target, sum(captured))]

    moves: list[DraughtsMove] = []
    for path in sorted(paths, key=_natural_order):
        squares = path.squares
        move = DraughtsMove(squares[0], squares[-1], sum(path.captured), squares[1:-1])
        # After sorting, paths of the same move are adjacent. They may differ only in the last
        # field, `via`.
        is_same_move = bool(moves) and moves[-1][:3] == move[:3]
        if one_per_path or not is_same_move:
            moves.append(move)
    # A name lists the squares on the way only if two moves have the same first and last squares.
    counts = Counter((move.source, move.target) for move in moves)
    named_moves = []
    for move in moves:
        is_ambiguous = counts[move.source, move.target] > 1
        named_moves.append(move if is_ambiguous else move._replace(via=()))
    return named_moves


def _natural_order(path: CapturePath) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """Return a sort key: the first square, the last square, the captured squares and the path."""
    squares = path.squares
    return squares[0], squares[-1], square_numbers_of(sum(path.captured)), squares


MAX_QUIET_PLIES = 80
"""With draw rules, 40 moves of each side, all by kings and without a capture, make a draw."""

MAX_REPETITIONS = 3
"""With draw rules, the game is a draw when a position occurs for the third time."""

LIGHT_SQUARE_CELL = Cell(playable=False)
EMPTY_SQUARE_CELL = Cell()


class Draughts(NamedTuple):
    """A position of Italian draughts.

    `white`, `black` and `kings` are sets of squares; a king is also in `white` or `black`.
    `history` is None without draw rules. With draw rules it has the positions from the last capture
    or man's move up to this one; they have no history themselves.
    """

    white: int
    black: int
    kings: int
    maximizing: bool = True
    history: "tuple[Draughts, ...] | None" = None

    def moves(self) -> Sequence[DraughtsMove]:
        """Return the captures or, if none is possible, the steps; () in a drawn game."""
        if self.history is not None and self.is_drawn():
            return ()
        paths = self.captures()
        if paths:
            return as_moves(paths)
        white, black, kings, maximizing, _ = self
        own = white if maximizing else black
        empty = ALL_SQUARES & ~(white | black)
        return quiet_moves(own, kings, empty, upwards=maximizing)

    def paths(self) -> Sequence[DraughtsMove]:
        """Return all moves, with a separate move for each path of a capture."""
        moves = self.moves()
        paths = self.captures()
        if moves and paths:
            return as_moves(paths, one_per_path=True)
        return moves

    def captures(self) -> list[CapturePath]:
        """Return the paths of all legal captures."""
        white, black, kings, maximizing, _ = self
        if maximizing:
            return capture_paths(white, black, kings, upwards=True)
        return capture_paths(black, white, kings, upwards=False)

    def play(self, move: DraughtsMove) -> "Draughts":
        """Return the position after a move; its history is kept only if the draw rules are on."""
        white, black, kings, maximizing, history = self
        source, target, captured, _ = move
        start = SQUARE_BITS[source]
        end = SQUARE_BITS[target]
        is_step_of_king = kings & start and not captured
        if maximizing:
            white = (white & ~start) | end
            black &= ~captured
            last_row = WHITE_CROWNING_ROW
        else:
            white &= ~captured
            black = (black & ~start) | end
            last_row = BLACK_CROWNING_ROW
        if kings & start:
            kings = (kings & ~start) | end
        # A man that ends on the last row is crowned.
        kings = (kings & ~captured) | (end & last_row)

        after = Draughts(white, black, kings, not maximizing)
        if history is None:
            return after
        # After a capture or a man's move no earlier position can recur.
        new_history = (*history, after) if is_step_of_king else (after,)
        return after._replace(history=new_history)

    def passed(self) -> "Draughts":
        """Return the position after a null move, which the rules do not allow."""
        after = self._replace(maximizing=not self.maximizing, history=None)
        if self.history is None:
            return after
        return after._replace(history=(*self.history, after))

    def outcome(self) -> float | None:
        """Return 1 if White has won, -1 if Black has, 0 for a draw, None while the game goes on.

        A player who is to move and cannot move has lost.
        """
        white, black, _, maximizing, history = self
        empty = ALL_SQUARES & ~(white | black)
        # The squares diagonally in front of a side's pieces are 4 and 5 bits away.
        if maximizing:
            squares_in_front = (white >> 4) | (white >> 5)
        else:
            squares_in_front = (black << 4) | (black << 5)
        # In most positions some piece can step forward: then the moves need not be listed.
        can_step = squares_in_front & empty
        if history is None and can_step:
            return None
        # A loss counts before a draw, so look for moves without the draw rules.
        without_draw_rules = self._replace(history=None)
        if not without_draw_rules.moves():
            return -1 if maximizing else 1
        if self.is_drawn():
            return 0
        return None

    def is_drawn(self) -> bool:
        """Return whether the game is drawn by the draw rules; False if they are off."""
        history = self.history
        if history is None:
            return False
        is_repeated = history.count(history[-1]) >= MAX_REPETITIONS
        return is_repeated or len(history) > MAX_QUIET_PLIES

    def key(self) -> Hashable:
        """Return the pieces and the side to move; with draw rules also the history."""
        if self.history is None:
            return self[:4]
        return (*self[:4], tuple(sorted(self.history)))

    def text(self) -> str:
        """Return the position in FEN, without the history that draw rules need.

        >>> white = SQUARE_BITS[21] | SQUARE_BITS[22]
        >>> black = SQUARE_BITS[1] | SQUARE_BITS[5]
        >>> Draughts(white, black, kings=SQUARE_BITS[22] | SQUARE_BITS[5]).text()
        'W:W21,K22:B1,K5'
        """
        mover = "W" if self.maximizing else "B"
        white = self._fen_list(self.white)
        black = self._fen_list(self.black)
        return f"{mover}:W{white}:B{black}"

    def _fen_list(self, pieces: int) -> str:
        """Return the squares of pieces in FEN, with a K for each king."""
        return ",".join(
            [
                f"K{number}" if self.kings & SQUARE_BITS[number] else str(number)
                for number in square_numbers_of(pieces)
            ]
        )

    def name(self, move: DraughtsMove) -> str:
        """Return the name of a move in PDN: `21-17`, `2x18`, or `2x11x18` if 2x18 is ambiguous."""
        return move.name()

    def board(self) -> Board:
        """Return the board; each row is labelled with the number of its first dark square.

        The layer "square" has the numbers of the empty squares.
        """
        cells = [[LIGHT_SQUARE_CELL] * 8 for _ in range(8)]
        numbers: list[list[float | None]] = [[None] * 8 for _ in range(8)]
        occupied = self.white | self.black
        for number in SQUARE_NUMBERS:
            row, column = row_and_column(number)
            cells[row][column] = self._cell(SQUARE_BITS[number])
            if not occupied & SQUARE_BITS[number]:
                numbers[row][column] = number
        return Board(
            title="Italian draughts 8×8",
            cells=tuple(map(tuple, cells)),
            rows=tuple(str(first) for first in SQUARE_NUMBERS[::4]),
            captions=self._captions(),
            layers={"square": tuple(map(tuple, numbers))},
            chequered=True,
            ground=Ground.WOOD,
        )

    def _cell(self, bit: int) -> Cell:
        """Return the cell of a dark square."""
        piece = "king" if self.kings & bit else "man"
        if self.white & bit:
            return Cell(piece, Player.FIRST)
        if self.black & bit:
            return Cell(piece, Player.SECOND)
        return EMPTY_SQUARE_CELL

    def _captions(self) -> tuple[str, ...]:
        """Return the pieces of each side in words and, with draw rules, how near a draw is."""
        white = f"White {_men_and_kings(self.white, self.kings)}"
        black = f"Black {_men_and_kings(self.black, self.kings)}"
        history = self.history
        if history is None:
            return (white, black)
        repetitions = history.count(history[-1])
        draw_rules = (
            f"quiet plies {len(history) - 1} of {MAX_QUIET_PLIES}, this position {repetitions} "
            f"of {MAX_REPETITIONS} times"
        )
        return (white, black, draw_rules)


def _men_and_kings(pieces: int, kings: int) -> str:
    """Return the numbers of a side's men and kings in words.

    >>> _men_and_kings(0b111, 0b100), _men_and_kings(0b1, 0)
    ('2 men, 1 king', '1 man')
    """
    crowned = (pieces & kings).bit_count()
    men = pieces.bit_count() - crowned
    words = []
    # A side without pieces has "0 men", but a side with only kings has just "2 kings".
    if men or not crowned:
        words.append("1 man" if men == 1 else f"{men} men")
    if crowned:
        words.append("1 king" if crowned == 1 else f"{crowned} kings")
    return ", ".join(words)
