"""A game in line mode, and its review: the worst moves one by one, to find better ones."""

from collections.abc import Callable, Sequence
from functools import partialmethod

from games import Board, turn_of
from visualizer.apps.activities.playing import AnalysisQuestion, MatchSession, ReviewSession
from visualizer.apps.dialogue.dialogue import Dialogue
from visualizer.draw.boards.contents import board_text, describe_board, side_name
from visualizer.explaining.explanation.naming import has_no_players
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
"""The commands of a review before a move is selected."""
MAX_VALUES_LISTED = 8
"""Values are listed for at most so many moves."""
AFTER_GAME_COMMANDS = (
    "Type `review` to see what each move gave away, `undo` to take back, `quit` to end."
)


class MatchLines(Dialogue):
    """Plays a match; `changed` is called after each move, so that the game can be saved.

    If no person plays, or the game is a tree, the dialogue ends with the game.
    """

    screen = "play"
    answers = "a move in the notation of the game: play it"

    def __init__(
        self,
        match: Match,
        write: Callable[[str], None] = print_lines,
        changed: Callable[[], None] = lambda: None,
        *,
        waits_for_line: bool = False,
    ) -> None:
        """Make the dialogue of a match, which may have begun already.

        `write` prints lines. `changed` is called after every move. With `waits_for_line`, no search
        moves before the first line is read, because a pipe may have no lines.
        """
        super().__init__(write)
        self.match = match
        self.playing = MatchSession(match, changed)
        self.waits_for_line = waits_for_line

    def greet(self) -> None:
        """Print who plays whom and how to type a move, then the board.

        If chance or a search is to move, its move is made.
        """
        match = self.match
        rolled = self.roll_for_chance()
        greeting = describe_players(match)
        moves = match.position.moves()
        if moves:
            first_move = match.game.label(match.position, moves[0])
            greeting += f" Type a move such as {first_move}; help lists the rest."
        self.write(f"{greeting} {rolled}".strip())
        self.show()
        if not self.waits_for_line:
            self.reply()

    def handle_other_line(self, line: str) -> None:
        """Play the typed move; a search that waited for the first line moves before it."""
        self.reply()
        self.change_match("play", line)

    def action_moves(self) -> None:
        """List the legal moves."""
        position = self.match.position
        game = self.match.game
        self.write(game.join_moves([game.label(position, move) for move in position.moves()]))

    def action_pieces(self) -> None:
        """List the pieces."""
        board = self.match.position.board()
        self.say("\n".join(describe_board(board, self.match.game.sides)))

    def change_match(self, name: str, *move: str) -> None:
        """Change the match by a method of `MatchSession`, show it, and let the search reply."""
        getattr(self.playing, name)(*move)
        self.show_and_roll()
        self.reply()

    action_undo = partialmethod(change_match, "undo")
    action_redo = partialmethod(change_match, "redo")
    action_resign = partialmethod(change_match, "resign")

    def show_and_roll(self) -> None:
        """Print the outcomes of chance, and show the position."""
        rolled = self.roll_for_chance()
        if rolled:
            self.write(rolled)
        self.show()

    def roll_for_chance(self) -> str:
        """Let chance move while it is its turn; return the outcomes, or ""."""
        outcomes = []
        while self.match.by_chance:
            outcomes.append(self.playing.tick())
        if not outcomes:
            return ""
        return f"Chance: {' '.join(outcomes)}."

    def action_let_search(self) -> None:
        """Let a search move for the side to move."""
        self.playing.ask_to_move()
        self.let_search_move()
        self.reply()

    def action_hint(self) -> None:
        """Print the move that a search would play, and the line that it expects."""
        self.playing.ask_hint()
        self.print_answer()

    def action_reason(self, move_text: str) -> None:
        """Compare the user's move with the best one; without a move, explain the search's last."""
        if move_text:
            self.match.check_goes_on()
            self.playing.ask_why_not(move_text, len(self.match.turns))
        else:
            self.playing.ask_reasons()
        self.print_answer()

    def action_values(self) -> None:
        """Search the value of each legal move, and print the values, the best first."""
        self.match.check_goes_on()
        position = self.match.position
        analysis = self.playing.analysis_after()
        # Moves of equal value are printed in the order in which they are requested.
        names = tuple(position.name(move) for move in position.moves())
        analysis.request(*names)

        def answer() -> str:
            return describe_move_values(analysis.ranked())

        self.playing.question = AnalysisQuestion("values", analysis, names, answer)
        self.print_answer()

    def print_answer(self) -> None:
        """Wait for the search, and print its answer; an error withdraws the question."""
        try:
            self.say(self.playing.tick())
        finally:
            # After an error the same question would be asked, and fail, for ever.
            self.playing.question = None

    def action_review(self) -> None:
        """Review the game so far, in a dialogue of its own."""
        if not self.match.turns:
            raise InputError("there is no move to review yet")
        review = Review(self.match.copy())
        self.open_inner(ReviewLines(review, self.write))

    def resume_after(self, inner: Dialogue) -> None:
        """Show the game again after a review in which a move was selected."""
        if isinstance(inner, ReviewLines) and inner.reviewing.trial is not None:
            self.show()

    def reply(self) -> None:
        """Let searches move while it is their turn."""
        while self.playing.is_search_to_move:
            self.let_search_move()

    def let_search_move(self) -> None:
        """Let a search move."""
        self.print_answer()
        self.show_and_roll()

    def show(self) -> None:
        """Draw the board, and print which side is to move or how the game has ended."""
        board = self.match.position.board()
        end = self.match.end()
        if end:
            # After a game with a person, the dialogue goes on: the game may be reviewed.
            self.has_ended = has_no_players(self.match.game) or self.playing.only_searches_play
            sentence = self.describe_end(end)
        else:
            sentence = self.describe_turn(board)
        self.write("\n".join(["", *board_text(board), sentence]))

    def describe_end(self, end: str) -> str:
        """Return a sentence on the end of the game, with the commands that follow."""
        subject = "end" if has_no_players(self.match.game) else "game is over"
        sentence = f"The {subject}: {end}."
        if self.has_ended:
            return sentence
        return f"{sentence} {AFTER_GAME_COMMANDS}"

    def describe_turn(self, board: Board) -> str:
        """Return which side is to move, and for a person also the game's note on the position."""
        match = self.match
        side = side_name(
            match.game,
            board,
            turn_of(match.position),
            lettered=True,
        )
        note = match.game.note(match.position) if match.mover.is_person else ""
        if note:
            return f"{side} to move: {note}"
        return f"{side} to move"


def describe_move_values(ranked: Sequence[MoveValue]) -> str:
    """Return a line for each of the best moves with its value, and the number of others."""
    sentences = [describe_worth(value) for value in ranked[:MAX_VALUES_LISTED]]
    unlisted_count = len(ranked) - MAX_VALUES_LISTED
    if unlisted_count > 0:
        moves = count_in_words(unlisted_count, "other move is", "other moves are")
        sentences.append(f"{moves} no better, according to this search.")
    return "\n".join(sentences)


class ReviewLines(Dialogue):
    """Goes through a review."""

    screen = "review"
    answers = "a move: try it in place of the one that was played"

    def __init__(self, review: Review, write: Callable[[str], None]) -> None:
        """Take a review that has not begun."""
        super().__init__(write)
        self.review = review
        self.reviewing = ReviewSession(review)

    def greet(self) -> None:
        """Judge the moves of the game, list the worst ones, and go to the first of them.

        Ctrl-C stops the judging; the moves judged before it are listed.
        """
        self.judge_moves()
        luck = luck_and_errors(self.review)
        if luck:
            self.say(luck)
        self.action_worst()
        if self.review.worst:
            self.go_to(self.review.worst[0])
        elif self.review.judged:
            self.write(REVIEW_COMMANDS)
        # If Ctrl-C came before the first judgement, there is nothing to review.
        self.has_ended = not self.review.judged

    def judge_moves(self) -> None:
        """Judge the moves one after the other, until the last one or Ctrl-C."""
        count = len(self.review.match.turns)
        moves = count_in_words(count, "move", "moves")
        self.write(f"Reviewing {moves} by {self.review.search_words}.")
        try:
            self.reviewing.tick()
        # A review takes long, and the moves judged so far can be shown.
        except KeyboardInterrupt:
            judged = len(self.review.judged)
            self.write(f"{STOPPED_BY_CTRL_C}; {judged:,} of {count:,} moves are judged")

    def action_worst(self) -> None:
        """List the moves that cost something, the worst first."""
        self.say(worst_moves(self.review))

    def action_every_move(self) -> None:
        """List every move."""
        self.say(review_table(self.review).text())

    def action_show_best(self) -> None:
        """Print the better move."""
        self.say(describe_better_move(self.selected_verdict))

    def action_back(self) -> None:
        """Go back to the game."""
        self.write("Back to the game.")
        self.has_ended = True

    @property
    def selected_trial(self) -> BetterMove:
        """The trial of better moves than the selected move; InputError if no move is selected."""
        if self.reviewing.trial is None:
            raise InputError(f"no move is selected: {REVIEW_COMMANDS.removesuffix('.')}")
        return self.reviewing.trial

    @property
    def selected_verdict(self) -> Verdict:
        """The verdict on the selected move; InputError if no move is selected."""
        return self.review.judged[self.selected_trial.number - 1]

    def action_to_move(self, text: str) -> None:
        """Go to the judged move with the typed number, from 1; InputError if there is none."""
        count = len(self.review.judged)
        is_number = text.isascii() and text.isdigit()
        if not is_number or not 1 <= int(text) <= count:
            raise InputError(
                f"there is no move {text:.40}: {describe_review_progress(self.review)}, 1 to "
                f"{count:,}"
            )
        self.go_to(self.review.judged[int(text) - 1])

    def action_next_mistake(self) -> None:
        """Go to the next move in the list of the worst moves; begin with the first.

        InputError after the last move of the list.
        """
        worst_numbers = [verdict.number for verdict in self.review.worst]
        trial = self.reviewing.trial
        next_index = 0
        if trial is not None and trial.number in worst_numbers:
            next_index = worst_numbers.index(trial.number) + 1
        if next_index == len(worst_numbers):
            raise InputError("no other move gave anything away; done goes back to the game")
        # Moves are numbered from 1.
        move_number = worst_numbers[next_index]
        self.go_to(self.review.judged[move_number - 1])

    def go_to(self, judged: Verdict) -> None:
        """Print what a judged move gave away; unless chance made the move, ask for a better one."""
        mistake = describe_mistake(judged, self.review.side(judged))
        if judged.by_chance:
            self.say(mistake)
            return
        self.reviewing.trial = BetterMove(self.review, judged.number)
        self.say(
            f"{mistake} Find a better move; `best` tells it, `next` goes on, `help` lists more."
        )

    def handle_other_line(self, line: str) -> None:
        """Try a move, and print whether it is better."""
        self.reviewing.attempt(self.selected_trial, line)
        self.say(self.reviewing.tick())
