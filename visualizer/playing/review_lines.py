"""A review in line mode: the worst moves one by one, and a better one to be found for each."""

from collections.abc import Callable

from visualizer.driver import BY_HAND
from visualizer.errors import InputError
from visualizer.look.spoken import spoken
from visualizer.playing.better_move import BetterMove
from visualizer.playing.game_review import Review
from visualizer.playing.move_analysis import Verdict
from visualizer.playing.review_words import how_far, table, worst
from visualizer.playing.verdict_words import better, mistake

HELP = (
    "A move, to try it in place of the one that was played; best tells the search's, next goes on, move N goes to "
    "move N, worst lists the moves that gave something away, all lists every move, done goes back to the game."
)
LETTERS = {"?": "help", "n": "next", "b": "best", "q": "done", "quit": "done", "review": "worst"}


class ReviewLines:
    """Goes through a review by lines of words; `say` prints."""

    def __init__(self, review: Review, say: Callable[[str], None]) -> None:
        """Take a review that has not begun."""
        self.review, self.say = review, say
        self.trial: BetterMove | None = None

    def begin(self) -> bool:
        """Judge all moves, or until Ctrl-C, and tell the worst; return whether there is one to improve."""
        count = len(self.review.match.turns)
        moves = "1 move" if count == 1 else f"{count:,} moves"
        self.say(f"Reviewing {moves} by {self.review.search.grammar()}.")
        try:
            self.review.advance()
        except KeyboardInterrupt:
            self.say(f"{BY_HAND}; {len(self.review.judged):,} of {count:,} moves are judged")
        self.say(spoken(worst(self.review)))
        if self.review.worst:
            self.go_to(self.review.worst[0])
        return self.trial is not None

    def obey(self, line: str) -> bool:
        """Do what a line says; return whether the review goes on. InputError says why it cannot be done."""
        word = LETTERS.get(line, line)
        first, _, rest = word.partition(" ")
        doing: dict[str, Callable[[], None]] = {
            "help": lambda: self.say(HELP),
            "worst": lambda: self.say(spoken(worst(self.review))),
            "all": lambda: self.say(spoken(table(self.review).text())),
            "best": lambda: self.say(spoken(better(self.judged))),
            "next": self.next,
        }
        if word == "done":
            self.say("Back to the game.")
            return False
        if first == "move" and rest:
            self.go_to(self.numbered(rest))
        else:
            doing.get(word or "help", lambda: self.attempt(word))()
        return True

    @property
    def judged(self) -> Verdict:
        """The move that is at hand."""
        assert self.trial is not None
        return self.review.judged[self.trial.number - 1]

    def numbered(self, text: str) -> Verdict:
        """Return the move with a number; InputError says which there are."""
        count = len(self.review.judged)
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= count):
            raise InputError(f"there is no move {text:.40}: {how_far(self.review)}, 1 to {count:,}")
        return self.review.judged[int(text) - 1]

    def next(self) -> None:
        """Go to the move that gave away most after the one at hand; InputError behind the last."""
        listed = [each.number for each in self.review.worst]
        at = listed.index(self.judged.number) + 1 if self.judged.number in listed else 0
        if at == len(listed):
            raise InputError("no other move gave anything away; done goes back to the game")
        self.go_to(self.review.judged[listed[at] - 1])

    def go_to(self, judged: Verdict) -> None:
        """Tell a move, and ask for a better one."""
        self.trial = BetterMove(self.review, judged.number)
        told = mistake(judged, self.review.side(judged))
        self.say(spoken(f"{told} Find a better move; best tells it, next goes on, help lists more."))

    def attempt(self, word: str) -> None:
        """Try a move and tell the answer."""
        assert self.trial is not None
        name = self.trial.attempt(word)
        self.trial.analysis.advance()
        self.say(spoken(self.trial.answer(name)))
