"""A review in line mode: the worst moves one by one, and a better one to be found for each."""

from collections.abc import Callable

from visualizer.dialogue.dialogue import Dialogue
from visualizer.driver import BY_HAND
from visualizer.errors import InputError
from visualizer.playing.game_review import BetterMove, Review
from visualizer.playing.match_words import better, mistake
from visualizer.playing.move_value import Verdict
from visualizer.playing.review_words import how_far, luck_and_errors, table, worst

NOTHING = "move and a number goes to a move, all lists them, done goes back to the game."


class ReviewLines(Dialogue):
    """Goes through a review."""

    place = "review"
    answers = "a move: try it in place of the one that was played"

    def __init__(self, review: Review, write: Callable[[str], None]) -> None:
        """Take a review that has not begun."""
        super().__init__(write)
        self.review = review
        self.trial: BetterMove | None = None

    def greet(self) -> None:
        """Judge all moves, or until Ctrl-C, and tell the worst; end where none is judged."""
        count = len(self.review.match.turns)
        moves = "1 move" if count == 1 else f"{count:,} moves"
        self.write(f"Reviewing {moves} by {self.review.by}.")
        try:
            self.review.advance()
        except KeyboardInterrupt:
            self.write(f"{BY_HAND}; {len(self.review.judged):,} of {count:,} moves are judged")
        if said := luck_and_errors(self.review):
            self.say(said)
        self.do_worst()
        if self.review.worst:
            self.go_to(self.review.worst[0])
        elif self.review.judged:
            self.write(NOTHING)
        self.has_ended = not self.review.judged

    def do_worst(self) -> None:
        """List the moves that gave something away, the worst first."""
        self.say(worst(self.review))

    def do_every_move(self) -> None:
        """List every move."""
        self.say(table(self.review).text())

    def do_show_best(self) -> None:
        """Tell the better move."""
        self.say(better(self.judged))

    def do_back(self) -> None:
        """Go back to the game."""
        self.write("Back to the game.")
        self.has_ended = True

    @property
    def at_hand(self) -> BetterMove:
        """What is tried in place of the move at hand; InputError where none is."""
        if self.trial is None:
            raise InputError(f"no move is at hand: {NOTHING.removesuffix('.')}")
        return self.trial

    @property
    def judged(self) -> Verdict:
        """The move that is at hand; InputError where none is."""
        return self.review.judged[self.at_hand.number - 1]

    def do_to_move(self, text: str) -> None:
        """Go to the move with a number; InputError says which there are."""
        count = len(self.review.judged)
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= count):
            raise InputError(f"there is no move {text:.40}: {how_far(self.review)}, 1 to {count:,}")
        self.go_to(self.review.judged[int(text) - 1])

    def do_next_mistake(self) -> None:
        """Go to the move that gave away most after the one at hand; InputError behind the last."""
        listed = [each.number for each in self.review.worst]
        number = self.trial and self.trial.number
        at = listed.index(number) + 1 if number in listed else 0
        if at == len(listed):
            raise InputError("no other move gave anything away; done goes back to the game")
        self.go_to(self.review.judged[listed[at] - 1])

    def go_to(self, judged: Verdict) -> None:
        """Tell a move, and ask for a better one; of chance there is none."""
        if judged.by_chance:
            self.say(mistake(judged, self.review.side(judged)))
            return
        self.trial = BetterMove(self.review, judged.number)
        told = mistake(judged, self.review.side(judged))
        self.say(f"{told} Find a better move; best tells it, next goes on, help lists more.")

    def otherwise(self, line: str) -> None:
        """Try a move and tell the answer."""
        trial = self.at_hand
        name = trial.attempt(line)
        trial.analysis.advance()
        self.say(trial.answer(name))
