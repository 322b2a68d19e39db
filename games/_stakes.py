"""What the values of an evaluation mean to the players, for sentences and pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

AHEAD_SUFFIX = " ahead"
"""The words after an amount by which a side is ahead."""
Worth = float | Callable[[Any], float]
"""A value, or a function that returns it for the root of a search."""


class Standing(NamedTuple):
    """The side that is ahead, and the lead in words.

    `side` is 1 for MAX, -1 for MIN and 0 for neither. `words` follow the name of the side: "a flat
    ahead". If `side` is 0, the words stand alone: "a draw". `won` says that the side has won; then
    `words` are the margin, "by 3 discs", or empty.
    """

    side: int
    words: str
    won: bool = False

    @property
    def is_plain_win(self) -> bool:
        """Whether a side has won without a margin."""
        return self.won and not self.words

    def qualified(self, degree: str) -> "Standing":
        """Return a won standing with a word such as "at least" before its margin.

        A standing without a margin is returned unchanged.

        >>> Standing(1, "by 4 discs", won=True).qualified("at least").words
        'by at least 4 discs'
        """
        by, _, amount = self.words.partition(" ")
        if not amount:
            return self
        return self._replace(words=f"{by} {degree} {amount}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The meaning of the values of an evaluation.

    `about` explains the values in a line: "1 = a flat ahead, ±1,000 = a win". `ahead` puts a
    difference greater than 0 into words that follow a side's name, "a flat ahead". `amount` puts a
    difference into words of its own, "a flat"; by default these are the words of `ahead` without
    the word ahead. `even` is the meaning of 0 while the game goes on. `by` returns the margin of a
    won game, "by 3 discs", for evaluations that count it.

    `win` is the least value that only a won game has, and `most` the greatest possible value; both
    are infinite if no such value exists. TypeError for arguments of other types.
    """

    about: str
    ahead: Callable[[float], str]
    even: str = "level"
    by: Callable[[float], str] = lambda amount: ""
    amount: Callable[[float], str] | None = None
    win: Worth = inf
    most: Worth = inf
    slight: float = 0
    """Reviews ignore differences below this one."""

    def __post_init__(self) -> None:
        """Raise TypeError if `ahead`, `by` or `amount` is no function, or a value is no number."""
        wordings: dict[str, object] = {"ahead": self.ahead, "by": self.by}
        if self.amount is not None:
            wordings["amount"] = self.amount
        for name, words in wordings.items():
            # A text in place of a function is a mistake that a user's game often makes.
            if not callable(words):
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
        """Return the least value that only a won game has, in a search from `root`."""
        if callable(self.win):
            return self.win(root)
        return self.win

    def greatest(self, root: Any) -> float:
        """Return the greatest value possible in a search from `root`."""
        if callable(self.most):
            return self.most(root)
        return self.most

    def difference(self, amount: float) -> str:
        """Return a difference between two values in words: "2 flats".

        >>> Stakes(about="", ahead=counted("a flat", "flats")).difference(2)
        '2 flats'
        """
        if self.amount is None:
            return self.ahead(amount).removesuffix(AHEAD_SUFFIX)
        return self.amount(amount)

    def standing(self, value: float, position: Any, *, over: bool) -> Standing:
        """Say what a value of a position means: which side is ahead or has won, and by how much.

        The value is from MAX's side. `over` says that the game has ended.

        >>> WIN_OR_DRAW.standing(-1, None, over=False)
        Standing(side=-1, words='', won=True)
        >>> WIN_OR_DRAW.standing(0, None, over=True).words
        'a draw'
        """
        if not value:
            words = "a draw" if over else self.even
            return Standing(0, words)

        side = 1 if value > 0 else -1
        amount = abs(value)
        # A search can also find a win that has not been played yet.
        if over or amount >= self.least_win(position):
            return Standing(side, self.by(amount), won=True)
        return Standing(side, self.ahead(amount))


def counted(
    one: str, many: str, behind: str = AHEAD_SUFFIX, before: str = ""
) -> Callable[[float], str]:
    """Return a function that puts an amount into words: "3 flats ahead".

    `one` is the text for an amount of 1, such as "a flat", and `many` the unit of any other amount.
    `before` and `behind` are put around that text.

    >>> say_flats = counted("a flat", "flats")
    >>> say_flats(1), say_flats(3)
    ('a flat ahead', '3 flats ahead')
    >>> counted("a disc", "discs", behind="")(2.5)
    '2.5 discs'
    """

    def say(amount: float) -> str:
        words = one if amount == 1 else f"{amount:,.10g} {many}"
        return before + words + behind

    return say


def with_win(
    worth: float,
    about: str,
    ahead: Callable[[float], str],
    amount: Callable[[float], str] | None = None,
) -> Stakes:
    """Return the stakes of an evaluation in which a won game has the greatest value, `worth`.

    `about` explains the values in a line. `ahead` puts a lead that is no win into words. `amount`
    puts a difference between two values into words, by default those of `ahead` without the word
    ahead.
    """
    return Stakes(
        about=about,
        ahead=ahead,
        amount=amount,
        win=worth,
        most=worth,
    )


WIN_OR_DRAW = Stakes(
    about="±1 = a win, 0 = a draw or an undecided game",
    ahead=counted("1", "", ""),
    even="nothing decided",
    win=0,
    most=1,
)
"""The stakes for evaluations that know only who has won."""
