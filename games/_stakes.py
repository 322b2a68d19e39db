"""What the values of an evaluation mean to the players, for sentences and pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any


@dataclass(frozen=True, slots=True)
class Standing:
    """Who is ahead and by what, as a value says it.

    `side` is 1 for MAX, -1 for MIN and 0 for neither. `words` follow the name of that side, "a flat ahead", or stand
    alone where neither is ahead, "a draw". `won` says that the side has won, and `words` how far: "by 3 discs" or "".
    """

    side: int
    words: str
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What the values of an evaluation mean.

    `about` says it in a line: "1 = a flat ahead, ±1,000 = a win". `ahead` says a difference greater than 0 in words
    that follow a side's name: "a flat ahead". `even` is what 0 means while the game goes on. `by` says by how much a
    finished game is won, for evaluations that count it: "by 3 discs". From a position of the search `win` returns the
    least value that only a won game has, and `most` the greatest that there is; infinity where there is none.
    """

    about: str
    ahead: Callable[[float], str]
    even: str = "level"
    by: Callable[[float], str] = lambda amount: ""
    win: Callable[[Any], float] = lambda position: inf
    most: Callable[[Any], float] = lambda position: inf

    def standing(self, value: float, position: Any, *, over: bool) -> Standing:
        """Return what a value, from MAX's side, says of the players; `over` where it is that of a finished game.

        >>> WIN_OR_DRAW.standing(-1, None, over=False), WIN_OR_DRAW.standing(0, None, over=True).words
        (Standing(side=-1, words='', won=True), 'a draw')
        """
        if not value:
            return Standing(0, "a draw" if over else self.even)
        side, amount = (1, value) if value > 0 else (-1, -value)
        if over or amount >= self.win(position):
            return Standing(side, self.by(amount), won=True)
        return Standing(side, self.ahead(amount))


def counted(one: str, many: str, behind: str = " ahead") -> Callable[[float], str]:
    """Make a function that says an amount in a unit.

    >>> counted("a flat", "flats")(1), counted("a flat", "flats")(3), counted("a disc", "discs", "")(2.5)
    ('a flat ahead', '3 flats ahead', '2.5 discs')
    """

    def say(amount: float) -> str:
        return (one if amount == 1 else f"{amount:,.10g} {many}") + behind

    return say


def with_win(worth: float, about: str, ahead: Callable[[float], str]) -> Stakes:
    """Return the stakes of an evaluation in which every won game is worth the same, and more than all else."""
    return Stakes(about=about, ahead=ahead, win=lambda position: worth, most=lambda position: worth)


WIN_OR_DRAW = Stakes(
    about="±1 = a win, 0 = a draw, or nothing decided yet",
    ahead=counted("1", "", ""),
    even="nothing decided",
    win=lambda position: 0,
    most=lambda position: 1,
)
"""The stakes of an evaluation that knows only who has won."""
