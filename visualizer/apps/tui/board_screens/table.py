"""What is on the table: the match, which of its positions is shown, the square pointed at, the move begun."""

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
"""Squares or moves that a sentence names."""


@dataclass
class PlayTable:
    """The state of playing; `viewed` is how many turns are shown, None for all."""

    match: Match
    viewed: int | None = None
    pointer: Coordinates = (0, 0)
    chosen: Coordinates | None = None
    turned: bool = False
    begins: bool = True
    """Whether nobody has pointed at a square yet, so that a legal one is pointed at once they are found."""

    @property
    def shown(self) -> int:
        """How many turns the board shows."""
        if self.viewed is None:
            return len(self.match.turns)
        return min(self.viewed, len(self.match.turns))

    @property
    def shows_latest(self) -> bool:
        """Return whether the board shows the position in which the game stands."""
        return self.shown == len(self.match.turns)

    @property
    def can_move(self) -> bool:
        """Return whether a person is to move in the position that is shown."""
        return (
            self.shows_latest
            and self.match.mover.is_person
            and not (self.match.is_over() or self.match.by_chance)
        )

    @cached_property
    def moves(self) -> MoveSquares:
        """The legal moves where the game stands."""
        return MoveSquares(self.match.game, self.match.position)

    def renew(self) -> None:
        """Show the position in which the game stands now."""
        self.__dict__.pop("moves", None)
        self.view(None)

    def view(self, shown: int | None) -> None:
        """Show the position after n turns, or with None where the game stands."""
        if shown is None:
            self.viewed = None
        else:
            self.viewed = max(0, min(shown, len(self.match.turns)))
        self.chosen = None
        row, column = self.pointer
        cells = self.board().cells
        if row >= len(cells) or column >= len(cells[row]):  # of a game whose boards differ in size
            self.pointer = nearest_to_middle(self.board())

    # What is shown.

    def board(self) -> Board:
        """Return the board of the position that is shown."""
        return self.match.before(self.shown).board()

    def squares(self, analysis: MoveAnalysis | None, *, points: bool = True) -> Squares:
        """Return the board with the last move marked, and where a person can move and what that is worth.

        The square that is pointed at is shown if `points`.
        """
        pointer = self.pointer if points else None
        squares = Squares(
            *self.match.marked(self.shown),
            pointer=pointer,
            sizes=(*LARGEST_SQUARES, *LARGE_SQUARES),
            turned=self.turned,
        )
        if not self.can_move:
            return squares
        if analysis is None:
            words = {}
        else:
            words = self.words_on(analysis)
        return replace(squares, words_on=words, open=frozenset(self.reached()), chosen=self.chosen)

    def reached(self) -> dict[Coordinates, list[BoardMove]]:
        """Return the moves found so far by the squares to choose next: where they begin, or end once that is chosen."""
        found: dict[Coordinates, list[BoardMove]] = {}
        for move in self.moves.found:
            if self.chosen is None:
                place = move.begin
            elif move.begin == self.chosen:
                place = move.end
            else:
                place = None
            if place is not None:
                found.setdefault(place, []).append(move)
        return found

    def begin(self) -> None:
        """Point at a legal square near the middle, once all are found and if nobody has pointed yet."""
        if self.begins and self.moves.advance(0):
            self.begins = False
            legal = self.reached()
            if legal and self.pointer not in legal:
                self.pointer = nearest_to_middle(self.moves.board, legal)

    def words_on(self, analysis: MoveAnalysis) -> dict[Coordinates, str]:
        """Return what the search thinks of the best move of each square to choose next."""
        best = {
            place: analysis.best_among(each.name for each in moves)
            for place, moves in self.reached().items()
        }
        return {place: each.verdict() for place, each in best.items() if each is not None}

    # Choosing.

    def choose(self, place: Coordinates) -> Sequence[BoardMove]:
        """Choose a square: return the moves that are meant by then, none if there is more to choose.

        InputError says why nothing can be moved there.
        """
        self.pointer = place
        self.begins = False
        self.moves.advance()
        if only := self.nowhere():
            return only
        here = self.reached().get(place, [])
        begun = self.chosen
        if begun is None:
            if column := self.in_column(place):
                return column
            if not here:
                raise InputError(self.why_not(None, place))
            if any(move.end != place for move in here):
                self.chosen = place
                return ()
        if here:
            return here
        is_other = bool(
            self.moves.board.cells[place[0]][place[1]].piece and self.reached_from(place)
        )
        if place != begun and not is_other:
            raise InputError(self.why_not(begun, place))
        self.chosen = None
        if place == begun:
            return ()
        return self.choose(place)

    def in_column(self, place: Coordinates) -> Sequence[BoardMove]:
        """Return the move that is called like the column of a square, and played by any of its squares, if any."""
        name = [*self.moves.board.columns][place[1] :][:1]
        return [move for move in self.moves.found if [move.label] == name]

    def nowhere(self) -> Sequence[BoardMove]:
        """Return the moves of no square if there are no others, such as a pass."""
        moves = self.moves.all()
        if all(move.end is None for move in moves):
            return moves
        return ()

    def why_not(self, begun: Coordinates | None, place: Coordinates) -> str:
        """Say by the game's rules why no move leads from a square to another, or begins on a square."""
        board = self.moves.board
        game = self.match.game
        end = square_name(board, *place)
        if begun is None:
            return (
                move_refusal(lambda: game.find_move(self.match.position, end))
                or f"no move begins on {end}"
            )
        begin = square_name(board, *begun)
        if any(f"{begin}-" in move.name or f"{begin}x" in move.name for move in self.moves.found):
            return move_refusal(lambda: game.find_move(self.match.position, f"{begin}-{end}")) or ""
        places = sorted(
            {
                square_name(board, *move.end)
                for move in self.reached_from(begun)
                if move.end is not None
            }
        )
        more = " ..." * (len(places) > MAX_NAMED_MOVES)
        return f"no piece moves from {begin} to {end}; from {begin} you can go to {' '.join(places[:MAX_NAMED_MOVES])}{more}"

    def reached_from(self, begun: Coordinates) -> list[BoardMove]:
        """Return the moves that begin on a square."""
        return [move for move in self.moves.found if move.begin == begun]

    # Saying.

    def happened(self, number: int) -> str:
        """Say what a turn did to the other side's pieces, by its number from 1, such as `d3 flips 1. `, or ""."""
        did = " and ".join(
            describe_captures(self.match.marked(number)[1], self.match.before(number - 1).board())
        )
        return f"{self.match.called(number - 1)} {did}. " if did else ""

    def may(self) -> str:
        """Say what can be done at the square that is pointed at."""
        found = self.moves.advance(0)
        if found and (only := self.nowhere()) and len(only) == 1:
            return f"There is only one move, {only[0].label}: {main_key_of('choose')} plays it."
        name = square_name(self.moves.board, *self.pointer)
        here = self.reached().get(self.pointer, [])
        if self.chosen is not None and not here:
            begin = square_name(self.moves.board, *self.chosen)
            return f"Where to from {begin}? ({main_key_of('back')} cancels the move)"
        if column := self.in_column(self.pointer):
            return f"{capitalize_sentence(self.match.game.called(column[0].label))}: {main_key_of('choose')} plays there."
        if not here:
            y, x = self.pointer
            return (
                f"{name} is occupied."
                if self.moves.board.cells[y][x].piece
                else f"{name}: you cannot move here."
            )
        if [move.label for move in here] == [name]:
            note = self.match.game.note(self.match.position)
            return f"{name}: {main_key_of('choose')} plays there{f'; {note}' if note else ''}."
        names = " ".join(move.label for move in here[:MAX_NAMED_MOVES]) + " ..." * (
            len(here) > MAX_NAMED_MOVES
        )
        return f"{name}: {names}."


def nearest_to_middle(board: Board, among: Iterable[Coordinates] | None = None) -> Coordinates:
    """Return the square nearest to the middle of a board, of those that the game uses or of others."""
    if among is None:
        places = [place for place, cell in squares_of(board) if cell.playable]
    else:
        places = [*among]
    y = len(board.cells) / 2
    x = max(map(len, board.cells), default=0) / 2
    return min(
        places, key=lambda place: abs(place[0] + 0.5 - y) + abs(place[1] + 0.5 - x), default=(0, 0)
    )


def move_refusal(attempt: Callable[[], object]) -> str:
    """Return the sentence with which a game refuses a move, "" if it does not."""
    try:
        attempt()
    except ValueError as error:
        return str(error)
    return ""
