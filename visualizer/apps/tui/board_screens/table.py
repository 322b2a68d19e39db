"""The state of the board: its match, the position shown, the pointer, and the move begun."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games import Board, Coordinates
from visualizer.apps.actions import main_key_of
from visualizer.apps.tui.cells.squares import LARGE_SQUARES, LARGEST_SQUARES, Squares
from visualizer.draw.boards.contents import square_name, squares_of
from visualizer.explaining.explanation.naming import capitalize_sentence
from visualizer.play.playing.match import Match
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.play.playing.move_squares import BoardMove, MoveSquares, describe_captures
from visualizer.support.errors import InputError

MAX_NAMED_MOVES = 6
"""A sentence names at most so many squares or moves."""


@dataclass
class PlayTable:
    """The state of the board.

    `viewed` is how many turns are shown, None for all; `chosen` the square on which the user has
    begun a move.
    """

    match: Match
    viewed: int | None = None
    pointer: Coordinates = (0, 0)
    chosen: Coordinates | None = None
    turned: bool = False
    begins: bool = True
    """Whether the user has not pointed yet: the pointer then goes to a legal square."""

    @property
    def shown(self) -> int:
        """The number of turns on the board."""
        if self.viewed is None:
            return len(self.match.turns)
        return min(self.viewed, len(self.match.turns))

    @property
    def shows_latest(self) -> bool:
        """Return whether the board shows the current position of the game."""
        return self.shown == len(self.match.turns)

    @property
    def can_move(self) -> bool:
        """Return whether a person is to move in the position on the board."""
        return (
            self.shows_latest
            and self.match.mover.is_person
            and not (self.match.is_over() or self.match.by_chance)
        )

    @cached_property
    def moves(self) -> MoveSquares:
        """The legal moves in the current position."""
        return MoveSquares(self.match.game, self.match.position)

    def renew(self) -> None:
        """Show the current position after a change of the match."""
        self.__dict__.pop("moves", None)  # a cached property: the next use finds the new moves
        self.view(None)

    def view(self, shown: int | None) -> None:
        """Show the position after n turns; None shows the current one, and follows the game."""
        if shown is None:
            self.viewed = None
        else:
            self.viewed = max(0, min(shown, len(self.match.turns)))
        self.chosen = None
        row, column = self.pointer
        cells = self.board().cells
        # The boards of one game may differ in size.
        if row >= len(cells) or column >= len(cells[row]):
            self.pointer = nearest_to_middle(self.board())

    # What is shown.

    def board(self) -> Board:
        """Return the board of the position that is shown."""
        return self.match.before(self.shown).board()

    def squares(self, analysis: MoveAnalysis | None, *, points: bool = True) -> Squares:
        """Return the board to draw, with the last move, and the squares where the user can move.

        An analysis adds its values; the pointer is drawn if `points`.
        """
        squares = Squares(
            *self.match.marked(self.shown),
            pointer=self.pointer if points else None,
            sizes=(*LARGEST_SQUARES, *LARGE_SQUARES),
            turned=self.turned,
        )
        if not self.can_move:
            return squares
        words = {} if analysis is None else self.words_on(analysis)
        return replace(squares, words_on=words, open=frozenset(self.reached()), chosen=self.chosen)

    def reached(self) -> dict[Coordinates, list[BoardMove]]:
        """Return the moves found so far by the square to choose next.

        That is where a move begins, or where it ends once its beginning is chosen.
        """
        moves_by_square: dict[Coordinates, list[BoardMove]] = {}
        for move in self.moves.found:
            square = None
            if self.chosen is None:
                square = move.begin
            elif move.begin == self.chosen:
                square = move.end
            if square is not None:
                moves_by_square.setdefault(square, []).append(move)
        return moves_by_square

    def begin(self) -> None:
        """Point at a legal square near the middle, once all moves are found."""
        if self.begins and self.moves.advance(0):
            self.begins = False
            legal = self.reached()
            if legal and self.pointer not in legal:
                self.pointer = nearest_to_middle(self.moves.board, legal)

    def words_on(self, analysis: MoveAnalysis) -> dict[Coordinates, str]:
        """Return the value of the best move for each square to choose next."""
        words = {}
        for square, moves in self.reached().items():
            best = analysis.best_among(move.name for move in moves)
            if best is not None:
                words[square] = best.verdict()
        return words

    # Choosing.

    def choose(self, place: Coordinates) -> Sequence[BoardMove]:
        """Choose a square; return the moves it stands for, or none while there is more to choose.

        InputError says why nothing can be moved there.
        """
        self.pointer = place
        self.begins = False
        # All moves are needed now; until here they were found a slice at a time.
        self.moves.advance()
        passes = self.nowhere()
        if passes:
            return passes
        if self.chosen is None:
            return self.choose_begin(place)
        return self.choose_end(self.chosen, place)

    def choose_begin(self, place: Coordinates) -> Sequence[BoardMove]:
        """Choose the square where a move begins, or one that is a whole move."""
        column_moves = self.in_column(place)
        if column_moves:
            return column_moves
        moves = self.reached().get(place, [])
        if not moves:
            raise InputError(self.why_not(None, place))
        if any(move.end != place for move in moves):
            self.chosen = place
            return ()
        return moves

    def choose_end(self, begun: Coordinates, place: Coordinates) -> Sequence[BoardMove]:
        """Choose the square where a move ends, or another piece, or the same square to cancel."""
        moves = self.reached().get(place, [])
        if moves:
            return moves
        row, column = place
        has_piece = bool(self.moves.board.cells[row][column].piece)
        is_other_piece = has_piece and bool(self.reached_from(place))
        if place != begun and not is_other_piece:
            raise InputError(self.why_not(begun, place))
        self.chosen = None
        if place == begun:
            return ()
        return self.choose(place)

    def in_column(self, place: Coordinates) -> Sequence[BoardMove]:
        """Return the move into the column of a square, if moves are named by columns."""
        _, column = place
        names = [*self.moves.board.columns]
        if column >= len(names):
            return []
        return [move for move in self.moves.found if move.label == names[column]]

    def nowhere(self) -> Sequence[BoardMove]:
        """Return the moves if none of them has a square, such as a pass."""
        moves = self.moves.all()
        if all(move.end is None for move in moves):
            return moves
        return ()

    def why_not(self, begun: Coordinates | None, place: Coordinates) -> str:
        """Return why no move leads from a square to another, or begins on a square."""
        board = self.moves.board
        game = self.match.game
        position = self.match.position
        end = square_name(board, *place)
        if begun is None:
            refusal = move_refusal(lambda: game.find_move(position, end))
            return refusal or f"no move begins on {end}"

        begin = square_name(board, *begun)
        # A game whose notation names both squares can give its own reason.
        if any(f"{begin}-" in move.name or f"{begin}x" in move.name for move in self.moves.found):
            return move_refusal(lambda: game.find_move(position, f"{begin}-{end}"))
        ends = {move.end for move in self.reached_from(begun) if move.end is not None}
        names = sorted(square_name(board, *square) for square in ends)
        listed = " ".join(names[:MAX_NAMED_MOVES])
        if len(names) > MAX_NAMED_MOVES:
            listed += " ..."
        return f"no piece moves from {begin} to {end}; from {begin} you can go to {listed}"

    def reached_from(self, begun: Coordinates) -> list[BoardMove]:
        """Return the moves that begin on a square."""
        return [move for move in self.moves.found if move.begin == begun]

    # Saying.

    def happened(self, number: int) -> str:
        """Return what a turn did to the other side's pieces, such as `d3 flips 1. `, or ""."""
        _, marks = self.match.marked(number)
        board = self.match.before(number - 1).board()
        effects = " and ".join(describe_captures(marks, board))
        return f"{self.match.called(number - 1)} {effects}. " if effects else ""

    def may(self) -> str:
        """Say what the user can do at the pointer."""
        choose_key = main_key_of("choose")
        if self.moves.advance(0):
            passes = self.nowhere()
            if len(passes) == 1:
                return f"There is only one move, {passes[0].label}: {choose_key} plays it."
        moves = self.reached().get(self.pointer, [])
        if self.chosen is not None and not moves:
            begin = square_name(self.moves.board, *self.chosen)
            return f"Where to from {begin}? ({main_key_of('back')} cancels the move)"
        column_moves = self.in_column(self.pointer)
        if column_moves:
            column = capitalize_sentence(self.match.game.called(column_moves[0].label))
            return f"{column}: {choose_key} plays there."
        return self.square_words(moves)

    def square_words(self, moves: Sequence[BoardMove]) -> str:
        """Return which moves the square at the pointer stands for."""
        name = square_name(self.moves.board, *self.pointer)
        if not moves:
            row, column = self.pointer
            is_occupied = self.moves.board.cells[row][column].piece
            return f"{name} is occupied." if is_occupied else f"{name}: you cannot move here."
        labels = [move.label for move in moves]
        if labels == [name]:
            note = self.match.game.note(self.match.position)
            more = f"; {note}" if note else ""
            return f"{name}: {main_key_of('choose')} plays there{more}."
        listed = " ".join(labels[:MAX_NAMED_MOVES])
        if len(labels) > MAX_NAMED_MOVES:
            listed += " ..."
        return f"{name}: {listed}."


def nearest_to_middle(board: Board, among: Iterable[Coordinates] | None = None) -> Coordinates:
    """Return the square nearest to the middle of a board, of all that the game uses or of some."""
    if among is None:
        among = [square for square, cell in squares_of(board) if cell.playable]
    middle_row = len(board.cells) / 2
    middle_column = max(map(len, board.cells), default=0) / 2

    def distance(square: Coordinates) -> float:
        row, column = square
        return abs(row + 0.5 - middle_row) + abs(column + 0.5 - middle_column)

    return min(among, key=distance, default=(0, 0))


def move_refusal(attempt: Callable[[], object]) -> str:
    """Return the sentence with which a game refuses a move, or "" if it accepts the move."""
    try:
        attempt()
    except ValueError as error:
        return str(error)
    return ""
