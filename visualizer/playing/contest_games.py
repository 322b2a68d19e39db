"""A game of a contest: it is played by two searches, or replayed from a file, and never goes on for ever."""

from dataclasses import dataclass

from visualizer.errors import InputError
from visualizer.playing.game_file import parsed, written
from visualizer.playing.match import Match
from visualizer.playing.movers import Mover
from visualizer.recipe import PositionSpec

LONGEST = 400
"""A game of as many plies is a draw."""
REPEATED = 3
"""A position that comes n times is a draw."""


@dataclass(frozen=True, slots=True)
class ContestGame:
    """A game to be played; it is made of words and numbers only, so it can be sent to another process."""

    opening: PositionSpec
    first: Mover
    second: Mover
    a_is_first: bool

    def match(self) -> Match:
        """Return the match before its first move; InputError says what is wrong."""
        return Match(self.opening, self.first, self.second)

    def points(self, match: Match) -> float:
        """Return A's points of a game that is over: 1, ½ or 0."""
        assert match.outcome is not None
        sign = (match.outcome > 0) - (match.outcome < 0)
        return (1 + (sign if self.a_is_first else -sign)) / 2


class Umpire:
    """Ends a match as a draw where the rules would let it go on for too long."""

    def __init__(self, match: Match) -> None:
        """Begin with the opening."""
        self.match, self.keys = match, [match.start.key()]

    def look(self) -> None:
        """Take note of the position on the board."""
        match = self.match
        self.keys += (match.before(number).key() for number in range(len(self.keys), len(match.turns) + 1))
        if match.is_over():
            return
        if self.keys.count(self.keys[-1]) >= REPEATED:
            match.drawn = "a position has come for the third time"
        elif len(match.turns) >= LONGEST:
            match.drawn = f"{LONGEST} plies were played"


def work(task: ContestGame) -> tuple[str, float]:
    """Play a game; return it as it is saved, and A's points. InputError for an error in user-supplied code."""
    match = task.match()
    umpire = Umpire(match)
    while not match.is_over():
        reply = match.reply()
        reply.advance()
        match.answer(reply)
        umpire.look()
    return written(match), task.points(match)


def replayed(task: ContestGame, text: str, file: str) -> float | None:
    """Return A's points of a game saved in a file, None if it is not over or has moves that cannot be."""
    match = task.match()
    umpire = Umpire(match)
    try:
        for record in parsed(file, task.opening.game, text.partition("\n")[2]):
            for word in match.words_in(record.moves):
                match.play(word)
                umpire.look()
    except InputError:
        return None
    return task.points(match) if match.is_over() else None
