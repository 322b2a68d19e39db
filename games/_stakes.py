"""What the values of an evaluation mean to the players, for sentences and pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

AHEAD_SUFFIX = " ahead"
"""What stands behind an amount by which a side is ahead."""
Worth = float | Callable[[Any], float]
"""A value of an evaluation: the same in every search, or one that the position searched from says."""


class Standing(NamedTuple):
    """Who is ahead and by what, as a value says it.

    `side` is 1 for MAX, -1 for MIN and 0 for neither. `words` follow the name of that side, "a flat
    ahead", or stand alone where neither is ahead, "a draw". `won` says that the side has won, and
    `words` how far: "by 3 discs" or "".
    """

    side: int
    words: str
    won: bool = False

    @property
    def is_plain_win(self) -> bool:
        """Whether it is a win of which nothing says how far."""
        return self.won and not self.words

    def qualified(self, degree: str) -> "Standing":
        """Return a win of which it is said how far, with a word before that.

        >>> Standing(1, "by 4 discs", won=True).qualified("at least").words
        'by at least 4 discs'
        """
        by, _, amount = self.words.partition(" ")
        if amount:
            return self._replace(words=f"{by} {degree} {amount}")
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What the values of an evaluation mean.

    `about` says it in a line: "1 = a flat ahead, ±1,000 = a win". `ahead` says a difference greater
    than 0 in words that follow a side's name: "a flat ahead", `amount` says one alone, "a flat"
    (left out, as `ahead` without the word ahead). `even` is what 0 means while the game goes on.
    `by` says by how much a finished game is won, for evaluations that count it: "by 3 discs". `win`
    is the least value that only a won game has, and `most` the greatest that there is; infinity
    where there is none. TypeError for what is neither.
    """

    about: str
    ahead: Callable[[float], str]
    even: str = "level"
    by: Callable[[float], str] = lambda amount: ""
    amount: Callable[[float], str] | None = None
    win: Worth = inf
    most: Worth = inf
    slight: float = 0
    """Differences below it are less than the evaluation can tell: a review counts them as nothing."""

    def __post_init__(self) -> None:
        """Refuse what is neither a number nor a function."""
        for name, words in (("ahead", self.ahead), ("by", self.by), ("amount", self.amount)):
            if not (callable(words) or (name == "amount" and words is None)):
                raise TypeError(
                    f'{name} is {words!r:.60}; it must be a function, such as counted("a '
                    'flat", "flats")'
                )
        for name, worth in (("win", self.win), ("most", self.most)):
            if not (callable(worth) or isinstance(worth, int | float)):
                raise TypeError(
                    f"{name} is {worth!r:.60}; it must be a number or a function of a position"
                )

    def least_win(self, root: Any) -> float:
        """Return the least value that only a won game has, in a search from there."""
        if callable(self.win):
            return self.win(root)
        return self.win

    def greatest(self, root: Any) -> float:
        """Return the greatest value that there is in a search from there."""
        if callable(self.most):
            return self.most(root)
        return self.most

    def difference(self, amount: float) -> str:
        """Say a difference alone: "2 flats".

        >>> Stakes(about="", ahead=counted("a flat", "flats")).difference(2), WIN_OR_DRAW.difference(1)
        ('2 flats', '1')
        """
        if self.amount is None:
            return self.ahead(amount).removesuffix(AHEAD_SUFFIX)
        return self.amount(amount)

    def standing(self, value: float, position: Any, *, over: bool) -> Standing:
        """Return what a value, from MAX's side, says of the players; `over` where it is that of a finished game.

        >>> WIN_OR_DRAW.standing(-1, None, over=False), WIN_OR_DRAW.standing(0, None, over=True).words
        (Standing(side=-1, words='', won=True), 'a draw')
        """
        if not value:
            return Standing(0, "a draw" if over else self.even)
        if value > 0:
            side = 1
            amount = value
        else:
            side = -1
            amount = -value
        if over or amount >= self.least_win(position):
            return Standing(side, self.by(amount), won=True)
        return Standing(side, self.ahead(amount))


def counted(
    one: str, many: str, behind: str = AHEAD_SUFFIX, before: str = ""
) -> Callable[[float], str]:
    """Make a function that says an amount in a unit, with words before and behind it.

    >>> counted("a flat", "flats")(1), counted("a flat", "flats")(3), counted("a disc", "discs", "")(2.5)
    ('a flat ahead', '3 flats ahead', '2.5 discs')
    """

    def say(amount: float) -> str:
        return before + (one if amount == 1 else f"{amount:,.10g} {many}") + behind

    return say


def with_win(
    worth: float,
    about: str,
    ahead: Callable[[float], str],
    amount: Callable[[float], str] | None = None,
) -> Stakes:
    """Return the stakes of an evaluation in which every won game is worth the same, and more than all else."""
    return Stakes(about=about, ahead=ahead, amount=amount, win=worth, most=worth)


WIN_OR_DRAW = Stakes(
    about="±1 = a win, 0 = a draw or an undecided game",
    ahead=counted("1", "", ""),
    even="nothing decided",
    win=0,
    most=1,
)
"""The stakes of an evaluation that knows only who has won."""
