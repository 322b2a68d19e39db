"""Tic-tac-toe on bitboards, a game small enough to search to its end.

A cell is a number from 0 (a1, top left) to 8 (c3, bottom right), row by row; a set of cells is an
integer with those bits set. Counts of the whole game: Henry Bottomley, "How many Tic-Tac-Toe games
are possible?", 2001.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import games
from games import (
    Board,
    Cell,
    Game,
    MoveScores,
    Player,
    Preset,
    Settings,
    find_by_name,
    measured,
)
from games._notation import check_characters
from games._squares import SquareGrid

TICTACTOE_GRID = SquareGrid(3, unused_bits=0)
WINNING_LINES = tuple(sum(1 << cell for cell in line) for line in (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),  # rows
    (0, 3, 6), (1, 4, 7), (2, 5, 8),  # columns
    (0, 4, 8), (2, 4, 6),  # diagonals
))  # fmt: skip
TICTACTOE_CELLS = (Cell("cross", Player.FIRST), Cell("nought", Player.SECOND), Cell())
"""The drawn cells for X, for O and for an empty cell."""
ALL_CELLS = 0b111_111_111


def cells_in(cell_set: int) -> tuple[int, ...]:
    """Return the numbers of the cells in a set, in ascending order.

    >>> cells_in(0b100_000_001)
    (0, 8)
    """
    return tuple(cell for cell in range(9) if cell_set >> cell & 1)


# There are only 512 sets of cells, so the moves of every position are listed once and for all.
MOVES_BY_EMPTY_CELLS = tuple(cells_in(empty) for empty in range(ALL_CELLS + 1))


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """A position: the mover's cells, the other player's cells, and whether X is to move."""

    mover: int = 0
    other: int = 0
    maximizing: bool = True

    def moves(self) -> Sequence[int]:
        """Return the empty cells, row by row; () once the game is over."""
        if self.outcome() is not None:
            return ()
        return MOVES_BY_EMPTY_CELLS[ALL_CELLS & ~(self.mover | self.other)]

    def play(self, move: int) -> "TicTacToe":
        """Return the position after the mover has marked an empty cell."""
        return TicTacToe(self.other, self.mover | 1 << move, not self.maximizing)

    def outcome(self) -> float | None:
        """Return 1 if X has three in a row, -1 if O has, 0 if the board is full, else None."""
        # Only the player who has just moved can have completed a line.
        for line in WINNING_LINES:
            if self.other & line == line:
                return -1 if self.maximizing else 1

        if self.mover | self.other == ALL_CELLS:
            return 0
        return None

    def key(self) -> Hashable:
        """Return both players' cells and the side to move."""
        return (self.mover, self.other, self.maximizing)

    def sides(self) -> tuple[int, int]:
        """Return X's cells and O's cells."""
        if self.maximizing:
            return (self.mover, self.other)
        return (self.other, self.mover)

    def text(self) -> str:
        """Return nine characters from a1, row by row.

        >>> TicTacToe().play(4).text()
        '----X----'
        """
        return "".join(TICTACTOE_GRID.contents_by_cell(*self.sides(), "XO-"))

    def name(self, move: int) -> str:
        """Return the column and the row of a cell; a1 is at the top left."""
        return TICTACTOE_GRID.names[1 << move]

    def board(self) -> Board:
        """Return three rows of three cells."""
        crosses, noughts = self.sides()
        cells = TICTACTOE_GRID.contents_by_cell(crosses, noughts, TICTACTOE_CELLS)
        return TICTACTOE_GRID.board("Tic-tac-toe", cells)


def read(text: str, settings: Settings) -> TicTacToe:
    """Read nine characters: `X`, `O`, and `-` or `.` for an empty cell.

    X is to move if there are as many crosses as noughts. ValueError for other characters, and for a
    position that no game reaches.

    >>> read("X...O....", {}).maximizing
    True
    """
    characters = "".join(text.split()).upper().replace(".", "-")
    check_characters(characters, "XO-")
    if len(characters) != 9:
        raise ValueError(f"a position has nine cells, not {len(characters)}")
    crosses, noughts = TICTACTOE_GRID.cells_by_character(characters, "XO")
    x_count = crosses.bit_count()
    o_count = noughts.bit_count()
    if x_count - o_count not in (0, 1):
        raise ValueError(
            f"{x_count} X and {o_count} O are impossible: X moves first and the players take turns"
        )

    x_is_to_move = x_count == o_count
    if x_is_to_move:
        mover = crosses
        other = noughts
    else:
        mover = noughts
        other = crosses
    # Only the other player, who has just moved, can have a line.
    if has_line(mover):
        raise ValueError("the game went on after three in a row")
    return TicTacToe(mover, other, x_is_to_move)


def has_line(side: int) -> bool:
    """Return whether a player's cells contain three in a row."""
    return any(side & line == line for line in WINNING_LINES)


def find_move(position: TicTacToe, word: str) -> int:
    """Return the legal move with a name; ValueError for any other word."""

    def violated_rule() -> str:
        return "the cell is occupied" if word in TICTACTOE_GRID.cells else ""

    return int(find_by_name(position, word, violated_rule))


def score_lines(position: TicTacToe, moves: Sequence[int]) -> Sequence[Sequence[float]]:
    """Score each move by the number of lines through its cell: 4, 3 or 2."""
    return [(sum(line >> move & 1 for line in WINNING_LINES),) for move in moves]


def tictactoe_ending(position: TicTacToe, outcome: float) -> str:
    """Say how a game has ended.

    >>> tictactoe_ending(TicTacToe(0b000_011_000, 0b000_000_111, False), 1)
    'X has three in a row and wins'
    """
    if not outcome:
        return "the board is full: a draw"
    winner = "X" if outcome > 0 else "O"
    return f"{winner} has three in a row and wins"


GAME = Game(
    name="tictactoe",
    title="Tic-tac-toe",
    about="three in a row on nine cells: the whole game fits in one search",
    sides=("X", "O"),
    notation="nine characters X O - from a1 (top left), row by row; . is read as -",
    start=lambda settings: TicTacToe(),
    read=read,
    evaluations={"result": games.result},
    stakes={"result": games.WIN_OR_DRAW},
    orderings={
        "scored": MoveScores(
            "centre, corners, edges: the lines through a cell", ("lines",), score_lines
        )
    },
    presets=(
        Preset(
            "start",
            "---------",
            "the whole game, a draw: 549,946 nodes for minimax",
            counts=measured(
                value=0,
                minimax=549946,
                alpha_beta=18297,
                ordered_alpha_beta=7275,
            ),
        ),
        Preset(
            "corner",
            "X--------",
            "X has a corner: only the centre saves the draw for O",
            counts=measured(
                value=0,
                minimax=59705,
                alpha_beta=2338,
                ordered_alpha_beta=1521,
            ),
        ),
        Preset(
            "centre",
            "----X----",
            "X has the centre: every corner saves the draw for O, every edge loses",
            counts=measured(
                value=0,
                minimax=55505,
                alpha_beta=2316,
                ordered_alpha_beta=1982,
            ),
        ),
        Preset(
            "fork",
            "X---O---X",
            "O must take an edge; either corner lets X make two threats at once",
            counts=measured(
                value=0,
                minimax=1053,
                alpha_beta=318,
                ordered_alpha_beta=291,
            ),
        ),
        Preset(
            "edge-loses",
            "----XO---",
            "O has answered the centre with an edge: X wins with every move but a2",
            counts=measured(
                value=1,
                minimax=7064,
                alpha_beta=436,
                ordered_alpha_beta=317,
            ),
        ),
        Preset(
            "only-move",
            "X--XO----",
            "O must stop the column at a3, the fourth of six moves: all others lose",
            counts=measured(
                value=0,
                minimax=935,
                alpha_beta=172,
                ordered_alpha_beta=109,
            ),
        ),
        Preset(
            "win-in-one",
            "XX-OO----",
            "X can win at once, and the move order decides how soon the search sees it",
            counts=measured(
                value=1, minimax=157, alpha_beta=36, ordered_alpha_beta=38, reverse=116
            ),
        ),
        Preset(
            "small",
            "XOX-OO-X-",
            (
                "three empty cells, small enough for a slide: natural order cuts, "
                "scored order does not"
            ),
            counts=measured(
                value=0,
                minimax=14,
                alpha_beta=10,
                ordered_alpha_beta=14,
            ),
        ),
    ),
    depth=None,
    options=(games.size_option(3, 3, 3),),
    sizes=("3",),
    find_move=find_move,
    target=lambda position, move: divmod(move, 3),
    moves_left=lambda position: (ALL_CELLS & ~(position.mover | position.other)).bit_count(),
    ending=tictactoe_ending,
)
