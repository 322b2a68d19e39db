"""A try to find a better move than one of a game: the position before it, and the moves that are tried there."""

from contextlib import suppress
from dataclasses import replace

from visualizer.errors import InputError
from visualizer.playing.match import Match
from visualizer.playing.movers import PERSON
from visualizer.playing.review import Judged, Review, Tried
from visualizer.playing.review_words import better
from visualizer.playing.stepwise import Stepwise


class Trial:
    """The position before a move of a reviewed game, on a board of its own.

    `match` has that position, and once there is an answer (`words`) the line that it tells. `judged` is what was
    tried or shown last.
    """

    def __init__(self, review: Review, number: int) -> None:
        """Set up the position before a move, by its number from 1."""
        self.review, self.number = review, number
        self.match = Match(review.match.where_before(number - 1), PERSON, PERSON)
        self.judged: Judged | None = None
        self.words = ""

    @property
    def move(self) -> str:
        """The name of the move that was played."""
        return self.review.match.moves[self.number - 1]

    def attempt(self, word: str) -> Stepwise[Tried]:
        """Begin to judge a move in place of the one that was played; InputError if it is not legal."""
        return self.review.try_move(self.number, word)

    def told(self, tried: Tried) -> None:
        """Take the answer to a try."""
        self._set(tried.judged, tried.words)

    def show_best(self) -> None:
        """Take the search's best move for the answer; InputError if the move is not judged yet."""
        known = next((each for each in self.review.judged if each.number == self.number), None)
        if known is None:
            raise InputError(f"move {self.number:,} is not judged yet")
        best = replace(
            known, move=str(known.best_move), value=known.best_value, line=known.best_line, words=known.best_words
        )  # fmt: skip
        self._set(best, better(known))

    def again(self) -> None:
        """Set up the position for another try."""
        self.match.go_to(0)
        self.match.undone.clear()
        self.judged, self.words = None, ""

    def _set(self, judged: Judged, words: str) -> None:
        self.again()
        self.judged, self.words = judged, words
        with suppress(InputError):  # lines of a user-supplied search need not be legal to their end
            for move in judged.line:
                self.match.play(move)
