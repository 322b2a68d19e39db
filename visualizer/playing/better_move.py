"""Finding a better move than one of a game: the position before it on a board of its own, tries, and the answers."""

from contextlib import suppress

from visualizer.errors import InputError, as_input_error
from visualizer.playing.game_review import Review
from visualizer.playing.match import Match
from visualizer.playing.move_analysis import MoveValue
from visualizer.playing.movers import PERSON
from visualizer.playing.verdict_words import answer, better


class BetterMove:
    """The position before a move of a reviewed game, in which a better one is looked for.

    `match` has that position, and once there is an answer (`words`) the line that it tells; `told` is the move that the
    answer speaks of. `accepted` says whether the last try gives away less than half of what the move played did, or
    nothing.
    """

    def __init__(self, review: Review, number: int) -> None:
        """Set up the position before a move, by its number from 1."""
        self.review, self.number = review, number
        self.match = Match(review.match.where_before(number - 1), PERSON, PERSON)
        self.analysis = review.analysis(number)
        self.told: MoveValue | None = None
        self.words, self.accepted = "", False

    @property
    def move(self) -> str:
        """The name of the move that was played."""
        return self.review.match.moves[self.number - 1]

    def attempt(self, word: str) -> str:
        """Begin to analyse a move in place of the one that was played; return its name. InputError if it is illegal."""
        before = self.review.match.before(self.number - 1)
        with as_input_error():
            *_, move = self.match.game.find_moves(before, word)
        self.analysis.ask(name := before.name(move), *([] if self.review.known(self.number) else [self.move]))
        return name

    def answer(self, name: str) -> str:
        """Take and return the answer to a try that has been analysed, in words."""
        tried = self.review.verdict(self.number, self.analysis, name)
        played = self.review.known(self.number) or self.analysis.verdict(self.move)
        lost = tried.lost
        self.accepted = lost is not None and (not lost or 2 * lost < (played.lost or 0))
        self._set(tried.move, answer(tried, accepted=self.accepted))
        return self.words

    def show_best(self) -> None:
        """Take the search's best move for the answer; InputError if the move is not judged yet."""
        known = self.review.known(self.number)
        if known is None:
            raise InputError(f"move {self.number:,} is not judged yet")
        self._set(known.best, better(known))

    def again(self) -> None:
        """Set up the position for another try."""
        self.match.go_to(0)
        self.match.undone.clear()
        self.told, self.words = None, ""

    def _set(self, told: MoveValue, words: str) -> None:
        self.again()
        self.told, self.words = told, words
        with suppress(InputError):  # lines of a user-supplied search need not be legal to their end
            for move in told.line:
                self.match.play(move)
