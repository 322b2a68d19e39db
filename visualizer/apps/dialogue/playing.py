"""A game in line mode, and its review: the worst moves one by one, and a better one to be found for each."""

from collections.abc import Callable, Sequence
from functools import partialmethod

from games import turn_of
from visualizer.apps.activities.playing import AnalysisQuestion, MatchSession, ReviewSession
from visualizer.apps.dialogue.dialogue import Dialogue
from visualizer.draw.boards.contents import board_text, describe_board, side_name
from visualizer.explaining.explanation.naming import nobody_plays
from visualizer.explaining.measures.summary import count_in_words
from visualizer.play.playing.game_review import BetterMove, Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import (
    describe_better_move,
    describe_mistake,
    describe_players,
    describe_worth,
)
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.play.playing.review_words import (
    describe_review_progress,
    luck_and_errors,
    review_table,
    worst_moves,
)
from visualizer.searching.driver import STOPPED_BY_CTRL_C
from visualizer.support.errors import InputError, print_lines

REVIEW_COMMANDS = "`move 12` goes to move 12, `all` lists the moves, `done` goes back to the game."
"""What can be done in a review without a move at hand."""
MAX_VALUES_LISTED = 8
"""Moves whose values are said."""
AFTER_GAME_COMMANDS = (
    "Type `review` to see what each move gave away, `undo` to take back, `quit` to end."
)


class MatchLines(Dialogue):
    """Plays a match; `changed` is told after each move, to keep the game.

    Where no person plays, or a tree is gone down, it ends with the game. A match that `waits` is one that goes on by
    lines of which there may be none: until the first move or a question to a search, nothing is played.
    """

    place = "play"
    answers = "a move in the notation of the game: play it"

    def __init__(
        self,
        match: Match,
        write: Callable[[str], None] = print_lines,
        changed: Callable[[], None] = lambda: None,
        *,
        waits: bool = False,
    ) -> None:
        """Take a match, begun or not."""
        super().__init__(write)
        self.match = match
        self.playing = MatchSession(match, changed)
        self.waits = waits

    def greet(self) -> None:
        """Say who plays whom, and how to move, and let chance and the search move if it is their turn."""
        match = self.match
        rolled = self.rolled()
        moves = match.position.moves()
        if moves:
            first = match.game.label(match.position, moves[0])
        else:
            first = ""
        how = f" Type a move such as {first}; help lists the rest." if moves else ""
        self.write(" ".join(filter(None, (f"{describe_players(match)}{how}", rolled))))
        self.show()
        if not self.waits:
            self.reply()

    def otherwise(self, line: str) -> None:
        """Play a move, after that of a search whose turn it is where the game has waited."""
        self.reply()
        self.turn("play", line)

    def action_moves(self) -> None:
        """List the moves."""
        position = self.match.position
        game = self.match.game
        self.write(game.in_a_row([game.label(position, move) for move in position.moves()]))

    def action_pieces(self) -> None:
        """List the pieces."""
        self.say("\n".join(describe_board(self.match.position.board(), self.match.game.sides)))

    def turn(self, name: str, *move: str) -> None:
        """Change the match by a method of `Playing`, show it, and let the search move if it is its turn."""
        getattr(self.playing, name)(*move)
        self.show_and_roll()
        self.reply()

    action_undo = partialmethod(turn, "undo")
    action_redo = partialmethod(turn, "redo")
    action_resign = partialmethod(turn, "resign")

    def show_and_roll(self) -> None:
        """Show the position; where chance moves, what it brings and what comes of that."""
        if said := self.rolled():
            self.write(said)
        self.show()

    def rolled(self) -> str:
        """Let chance move while it is its turn; return what it brought, "" where it is not."""
        brought = []
        while self.match.by_chance:
            brought.append(self.playing.tick())
        return f"Chance: {' '.join(brought)}." if brought else ""

    def action_let_search(self) -> None:
        """Let a search move for the side to move."""
        self.playing.ask_to_move()
        self.think()
        self.reply()

    def action_hint(self) -> None:
        """Say what a search would play, and what it expects."""
        self.playing.ask_hint()
        self.tell()

    def action_reason(self, mine: str) -> None:
        """Compare a move with what a search plays, or tell the last that a search chose; InputError for none."""
        if mine:
            self.match.check_goes_on()
            self.playing.ask_why_not(mine, len(self.match.turns))
        else:
            self.playing.ask_reasons()
        self.tell()

    def action_values(self) -> None:
        """Say what a search thinks of the moves there are, the best first."""
        self.match.check_goes_on()
        position = self.match.position
        analysis = self.playing.analysed()
        names = tuple(
            position.name(move) for move in position.moves()
        )  # those worth as much are said in this order
        analysis.ask(*names)
        self.playing.question = AnalysisQuestion(
            "values", analysis, names, lambda: describe_move_values(analysis.ranked())
        )
        self.tell()

    def tell(self) -> None:
        """Let a search find what was asked or move, and say what has come of it; where that fails, nothing is asked."""
        try:
            self.say(self.playing.tick())
        finally:
            self.playing.question = None

    def action_review(self) -> None:
        """Review the game so far; the lines that follow are about it."""
        if not self.match.turns:
            raise InputError("there is no move to review yet")
        self.open_inner(ReviewLines(Review(self.match.copy()), self.write))

    def come_back(self, inner: Dialogue) -> None:
        """Show the game again after a review in which something was looked at."""
        if isinstance(inner, ReviewLines) and inner.reviewing.trial is not None:
            self.show()

    def reply(self) -> None:
        """Let searches move while it is their turn."""
        while self.playing.is_searchs_turn:
            self.think()

    def think(self) -> None:
        """Let a search move."""
        self.tell()
        self.show_and_roll()

    def show(self) -> None:
        """Draw the board and say whose turn it is, or how the game ended."""
        match = self.match
        board = match.position.board()
        if not match.is_over() and match.mover.is_person:
            note = match.game.note(match.position)
        else:
            note = ""
        turn = f"{side_name(match.game, board, turn_of(match.position), lettered=True)} to move{f': {note}' if note else ''}"
        if end := match.end():
            is_tree = nobody_plays(match.game)
            self.has_ended = is_tree or not any(mover.is_person for mover in match.movers)
            turn = f"The {'end' if is_tree else 'game is over'}: {end}."
            turn += "" if self.has_ended else f" {AFTER_GAME_COMMANDS}"
        self.write("\n".join(["", *board_text(board), turn]))


def describe_move_values(ranked: Sequence[MoveValue]) -> str:
    """Say what moves are worth, the best first."""
    left = len(ranked) - MAX_VALUES_LISTED
    if left > 0:
        more = [
            f"{count_in_words(left, 'other move is', 'other moves are')} no better, according to this search."
        ]
    else:
        more = []
    return "\n".join([*map(describe_worth, ranked[:MAX_VALUES_LISTED]), *more])


class ReviewLines(Dialogue):
    """Goes through a review."""

    place = "review"
    answers = "a move: try it in place of the one that was played"

    def __init__(self, review: Review, write: Callable[[str], None]) -> None:
        """Take a review that has not begun."""
        super().__init__(write)
        self.review = review
        self.reviewing = ReviewSession(review)

    def greet(self) -> None:
        """Judge all moves, or until Ctrl-C, and tell the worst; end where none is judged."""
        count = len(self.review.match.turns)
        moves = "1 move" if count == 1 else f"{count:,} moves"
        self.write(f"Reviewing {moves} by {self.review.by}.")
        try:
            self.reviewing.tick()
        except KeyboardInterrupt:
            self.write(
                f"{STOPPED_BY_CTRL_C}; {len(self.review.judged):,} of {count:,} moves are judged"
            )
        if said := luck_and_errors(self.review):
            self.say(said)
        self.action_worst()
        if self.review.worst:
            self.go_to(self.review.worst[0])
        elif self.review.judged:
            self.write(REVIEW_COMMANDS)
        self.has_ended = not self.review.judged

    def action_worst(self) -> None:
        """List the moves that cost something, the worst first."""
        self.say(worst_moves(self.review))

    def action_every_move(self) -> None:
        """List every move."""
        self.say(review_table(self.review).text())

    def action_show_best(self) -> None:
        """Tell the better move."""
        self.say(describe_better_move(self.judged))

    def action_back(self) -> None:
        """Go back to the game."""
        self.write("Back to the game.")
        self.has_ended = True

    @property
    def at_hand(self) -> BetterMove:
        """What is tried in place of the move at hand; InputError where none is."""
        if self.reviewing.trial is None:
            raise InputError(f"no move is selected: {REVIEW_COMMANDS.removesuffix('.')}")
        return self.reviewing.trial

    @property
    def judged(self) -> Verdict:
        """The move that is at hand; InputError where none is."""
        return self.review.judged[self.at_hand.number - 1]

    def action_to_move(self, text: str) -> None:
        """Go to the move with a number; InputError says which there are."""
        count = len(self.review.judged)
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= count):
            raise InputError(
                f"there is no move {text:.40}: {describe_review_progress(self.review)}, 1 to {count:,}"
            )
        self.go_to(self.review.judged[int(text) - 1])

    def action_next_mistake(self) -> None:
        """Go to the move that gave away most after the one at hand; InputError behind the last."""
        listed = [each.number for each in self.review.worst]
        number = self.reviewing.trial and self.reviewing.trial.number
        if number in listed:
            at = listed.index(number) + 1
        else:
            at = 0
        if at == len(listed):
            raise InputError("no other move gave anything away; done goes back to the game")
        self.go_to(self.review.judged[listed[at] - 1])

    def go_to(self, judged: Verdict) -> None:
        """Tell a move, and ask for a better one; of chance there is none."""
        if judged.by_chance:
            self.say(describe_mistake(judged, self.review.side(judged)))
            return
        self.reviewing.trial = BetterMove(self.review, judged.number)
        told = describe_mistake(judged, self.review.side(judged))
        self.say(f"{told} Find a better move; `best` tells it, `next` goes on, `help` lists more.")

    def otherwise(self, line: str) -> None:
        """Try a move and tell the answer."""
        self.reviewing.attempt(self.at_hand, line)
        self.say(self.reviewing.tick())
