"""The state of the board: its match, the position shown, the pointer, and the move begun."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games import Board, Coordinates
from visualizer.apps.actions import main_key_of
from visualizer.apps.tui.cells.squares import LARGE_SQUARES, LARGEST_SQUARES, Squares
from visualizer.draw.boards.contents import square_name, squares_of
from visualizer.explaining.explanation.naming import capitalize_node_name
from visualizer.play.playing.match import Match
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.play.playing.move_squares import BoardMove, MoveSquares, describe_captures
from visualizer.support.errors import InputError

MAX_NAMED_MOVES = 6
"""Maximum number of squares or moves that a sentence names."""


@dataclass
class PlayTable:
    """The state of the board.

    `viewed` is the number of turns shown, None for all; `first_square` is the square on which the
    user has begun a move, None before that.
    """

    match: Match
    viewed: int | None = None
    pointer: Coordinates = (0, 0)
    first_square: Coordinates | None = None
    turned: bool = False
    awaits_pointing: bool = True
    """Whether the user has not pointed yet: the pointer then goes to a legal square."""

    @property
    def turns_shown(self) -> int:
        """The number of turns on the board."""
        if self.viewed is None:
            return len(self.match.turns)
        return min(self.viewed, len(self.match.turns))

    @property
    def shows_latest(self) -> bool:
        """Return whether the board shows the current position of the game."""
        return self.turns_shown == len(self.match.turns)

    @property
    def can_move(self) -> bool:
        """Return whether a person is to move in the position on the board."""
        if not self.shows_latest or self.match.is_over() or self.match.by_chance:
            return False
        return self.match.mover.is_person

    @cached_property
    def moves(self) -> MoveSquares:
        """The legal moves in the current position."""
        return MoveSquares(self.match.game, self.match.position)

    def show_current(self) -> None:
        """Show the current position after a change of the match."""
        # A cached property: the next use finds the new moves.
        self.__dict__.pop("moves", None)
        self.view(None)

    def view(self, turns: int | None) -> None:
        """Show the position after some turns.

        None shows the current position, also after further moves.
        """
        self.viewed = turns
        if turns is not None:
            self.viewed = max(0, min(turns, len(self.match.turns)))
        self.first_square = None
        row, column = self.pointer
        cells = self.board().cells
        # The boards of one game may differ in size.
        if row >= len(cells) or column >= len(cells[row]):
            self.pointer = nearest_to_middle(self.board())

    def board(self) -> Board:
        """Return the board of the shown position."""
        return self.match.before(self.turns_shown).board()

    def squares(self, analysis: MoveAnalysis | None, *, has_pointer: bool = True) -> Squares:
        """Return the board to draw, with the last move, and the squares that can be chosen next.

        With an `analysis` (a search of the position), each of those squares has the value of its
        best move.
        """
        squares = Squares(
            *self.match.marked_board(self.turns_shown),
            pointer=self.pointer if has_pointer else None,
            sizes=(*LARGEST_SQUARES, *LARGE_SQUARES),
            turned=self.turned,
        )
        if not self.can_move:
            return squares
        words = {}
        if analysis is not None:
            words = self.best_values(analysis)
        selectable = frozenset(self.moves_by_square())
        return replace(
            squares, words_by_square=words, selectable=selectable, chosen=self.first_square
        )

    def moves_by_square(self) -> dict[Coordinates, list[BoardMove]]:
        """Return the moves found so far, by the square that the user has to choose next.

        At first, the user chooses the square where a move begins, then the square where it ends.
        """
        moves_by_square: dict[Coordinates, list[BoardMove]] = {}
        for move in self.moves.found:
            square = None
            if self.first_square is None:
                square = move.begin
            elif move.begin == self.first_square:
                square = move.end
            if square is not None:
                moves_by_square.setdefault(square, []).append(move)
        return moves_by_square

    def point_at_legal_square(self) -> None:
        """Point at a legal square near the middle once all moves are found, for the first time."""
        if self.awaits_pointing and self.moves.advance(0):
            self.awaits_pointing = False
            legal = self.moves_by_square()
            if legal and self.pointer not in legal:
                self.pointer = nearest_to_middle(self.moves.board, legal)

    def best_values(self, analysis: MoveAnalysis) -> dict[Coordinates, str]:
        """Return the value of the best move for each square to choose next."""
        words = {}
        for square, moves in self.moves_by_square().items():
            best = analysis.best_among(move.name for move in moves)
            if best is not None:
                words[square] = best.brief_value()
        return words

    def choose(self, square: Coordinates) -> Sequence[BoardMove]:
        """Choose a square, and return the moves that the squares chosen so far determine.

        The result is empty as long as another square must be chosen. InputError says why no move
        begins or ends on the square.
        """
        self.pointer = square
        self.awaits_pointing = False
        # All moves are needed now; until here they were found a slice at a time.
        self.moves.advance()
        passes = self.moves_without_squares()
        if passes:
            return passes
        if self.first_square is None:
            return self.choose_first_square(square)
        return self.choose_last_square(self.first_square, square)

    def choose_first_square(self, square: Coordinates) -> Sequence[BoardMove]:
        """Choose the square where a move begins.

        Return its moves if no second square is needed, else an empty result.
        """
        # If moves are named by columns, any square of a column chooses its move.
        column_moves = self.column_moves(square)
        if column_moves:
            return column_moves
        moves = self.moves_by_square().get(square, [])
        if not moves:
            raise InputError(self.refusal(None, square))
        if any(move.end != square for move in moves):
            self.first_square = square
            return ()
        return moves

    def choose_last_square(
        self, first_square: Coordinates, square: Coordinates
    ) -> Sequence[BoardMove]:
        """Choose the square where a move ends, and return the moves to it.

        If the user chooses the first square again, the move is cancelled. If the user chooses
        another piece, the move begins there instead.
        """
        moves = self.moves_by_square().get(square, [])
        if moves:
            return moves
        row, column = square
        has_piece = bool(self.moves.board.cells[row][column].piece)
        is_other_piece = has_piece and bool(self.moves_from(square))
        if square != first_square and not is_other_piece:
            raise InputError(self.refusal(first_square, square))
        self.first_square = None
        if square == first_square:
            return ()
        return self.choose(square)

    def column_moves(self, square: Coordinates) -> Sequence[BoardMove]:
        """Return the move into the column of a square, if moves are named by columns."""
        _, column = square
        names = [*self.moves.board.columns]
        if column >= len(names):
            return []
        return [move for move in self.moves.found if move.label == names[column]]

    def moves_without_squares(self) -> Sequence[BoardMove]:
        """Return all moves if none of them has a square, as if the user must pass; else nothing."""
        moves = self.moves.all()
        if all(move.end is None for move in moves):
            return moves
        return ()

    def refusal(self, first_square: Coordinates | None, square: Coordinates) -> str:
        """Return why no move leads from `first_square` to `square`.

        If `first_square` is None, return why no move begins on `square`.
        """
        board = self.moves.board
        game = self.match.game
        position = self.match.position
        name = square_name(board, *square)
        if first_square is None:
            # The game is asked for an illegal move, so that its error gives the reason.
            reason = reason_of_game(lambda: game.find_move(position, name))
            return reason or f"no move begins on {name}"

        first_name = square_name(board, *first_square)
        # A game whose notation names both squares can give its own reason.
        if self.names_both_squares(first_name):
            return reason_of_game(lambda: game.find_move(position, f"{first_name}-{name}"))
        ends = list_some(self.end_names(first_square))
        return f"no piece moves from {first_name} to {name}; from {first_name} you can go to {ends}"

    def names_both_squares(self, begin: str) -> bool:
        """Return whether a name of a move has both its squares, such as e2-e4 or e4xd5."""
        for move in self.moves.found:
            if f"{begin}-" in move.name or f"{begin}x" in move.name:
                return True
        return False

    def end_names(self, first_square: Coordinates) -> list[str]:
        """Return the names of the squares to which moves lead from a square."""
        ends = {move.end for move in self.moves_from(first_square) if move.end is not None}
        return sorted(square_name(self.moves.board, *square) for square in ends)

    def begin_square_of(self, name: str) -> Coordinates | None:
        """Return the square on which a move begins, None for a move without one."""
        for move in self.moves.all():
            if move.name == name:
                return move.begin
        return None

    def moves_from(self, square: Coordinates) -> list[BoardMove]:
        """Return the moves that begin on a square."""
        return [move for move in self.moves.found if move.begin == square]

    def describe_effects(self, number: int) -> str:
        """Return a turn's effects on the other side's pieces, such as `d3 flips 1. `, or ""."""
        _, marks = self.match.marked_board(number)
        board = self.match.before(number - 1).board()
        effects = " and ".join(describe_captures(marks, board))
        if not effects:
            return ""
        return f"{self.match.called(number - 1)} {effects}. "

    def describe_choices(self) -> str:
        """Say what the user can do with the square at the pointer."""
        choose_key = main_key_of("choose")
        # To find all moves could take long, so `advance(0)` only tells whether they are found.
        if self.moves.advance(0):
            passes = self.moves_without_squares()
            if len(passes) == 1:
                return f"There is only one move, {passes[0].label}: {choose_key} plays it."
        moves = self.moves_by_square().get(self.pointer, [])
        if self.first_square is not None and not moves:
            begin = square_name(self.moves.board, *self.first_square)
            return f"Where to from {begin}? ({main_key_of('back')} cancels the move)"
        column_moves = self.column_moves(self.pointer)
        if column_moves:
            column = capitalize_node_name(self.match.game.name_with_word(column_moves[0].label))
            return f"{column}: {choose_key} plays there."
        return self.describe_square(moves)

    def describe_square(self, moves: Sequence[BoardMove]) -> str:
        """Name the moves that begin or end on the square at the pointer."""
        name = square_name(self.moves.board, *self.pointer)
        if not moves:
            row, column = self.pointer
            if self.moves.board.cells[row][column].piece:
                return f"{name} is occupied."
            return f"{name}: you cannot move here."
        labels = [move.label for move in moves]
        if labels != [name]:
            return f"{name}: {list_some(labels)}."
        # The square is the move, so that its name need not be repeated.
        more = ""
        note = self.match.game.note(self.match.position)
        if note:
            more = f"; {note}"
        return f"{name}: {main_key_of('choose')} plays there{more}."


def list_some(names: Sequence[str]) -> str:
    """Return the first names of a list, and dots for the others."""
    listed = " ".join(names[:MAX_NAMED_MOVES])
    if len(names) > MAX_NAMED_MOVES:
        listed += " ..."
    return listed


def nearest_to_middle(board: Board, among: Iterable[Coordinates] | None = None) -> Coordinates:
    """Return the square nearest to the middle of a board.

    The candidates are `among`, or by default all squares that the game uses.
    """
    if among is None:
        among = [square for square, cell in squares_of(board) if cell.playable]
    middle_row = len(board.cells) / 2
    middle_column = max(map(len, board.cells), default=0) / 2

    def distance(square: Coordinates) -> float:
        row, column = square
        return abs(row + 0.5 - middle_row) + abs(column + 0.5 - middle_column)

    return min(among, key=distance, default=(0, 0))


def reason_of_game(attempt: Callable[[], object]) -> str:
    """Return the game's reason for refusing a move, or "" if it accepts the move."""
    try:
        attempt()
    except ValueError as error:
        return str(error)
    return ""
