"""What the values of an evaluation mean to the players, for sentences and pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

AHEAD_SUFFIX = " ahead"
"""The words after an amount by which a side is ahead."""
Worth = float | Callable[[Any], float]
"""A value, or a function that returns the value for the root of a search."""


class Standing(NamedTuple):
    """Which side is ahead or has won, and by how much in words.

    `side` is 1 for MAX, -1 for MIN and 0 for neither. `words` depend on the case:

    - a side is ahead: the lead, "a flat ahead";
    - a side has won (`won` is True): the margin, "by 3 discs", or "" without a margin;
    - neither: a complete phrase, "a draw".
    """

    side: int
    words: str
    won: bool = False

    @property
    def is_plain_win(self) -> bool:
        """Whether a side has won without a margin."""
        return self.won and not self.words

    def qualified(self, qualifier: str) -> "Standing":
        """Return the same win with words such as "at least" before its margin.

        A win without a margin is returned unchanged.

        >>> Standing(1, "by 4 discs", won=True).qualified("at least").words
        'by at least 4 discs'
        """
        by, _, margin = self.words.partition(" ")
        if not margin:
            return self
        return self._replace(words=f"{by} {qualifier} {margin}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The meaning of the values of an evaluation, for the words that users read.

    `about` explains the values in a line: "1 = a flat ahead, ±1,000 = a win". `even` is the meaning
    of 0 while the game goes on. Three functions describe a number greater than 0 in words:

    - `ahead` says how far a side is ahead: "a flat ahead";
    - `amount` says how far two values differ: "a flat", by default the words of `ahead` without
      the last word, "ahead";
    - `by` says by how much a side has won: "by 3 discs", or "" if the evaluation does not count a
      margin.

    A value of `win` or more means that the game is won, and `most` is the greatest possible value.
    Both are infinite if no such value exists. TypeError for arguments of other types.
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
        """Raise TypeError for a field of the wrong type, as in `ahead="a flat ahead"`."""
        functions: dict[str, object] = {"ahead": self.ahead, "by": self.by}
        if self.amount is not None:
            functions["amount"] = self.amount
        for name, function in functions.items():
            # Users who write a game often give a string instead of a function.
            if not callable(function):
                raise TypeError(
                    f'{name} is {function!r:.60}; it must be a function, such as counted("a '
                    'flat", "flats")'
                )
        for name, value in (("win", self.win), ("most", self.most)):
            if not (callable(value) or isinstance(value, int | float)):
                raise TypeError(
                    f"{name} is {value!r:.60}; it must be a number or a function of a position"
                )

    def winning_value(self, root: Any) -> float:
        """Return the least value that means a won game, in a search from `root`."""
        if callable(self.win):
            return self.win(root)
        return self.win

    def greatest_value(self, root: Any) -> float:
        """Return the greatest value possible in a search from `root`."""
        if callable(self.most):
            return self.most(root)
        return self.most

    def difference(self, gap: float) -> str:
        """Return the difference between two values in words: "2 flats".

        >>> Stakes(about="", ahead=counted("a flat", "flats")).difference(2)
        '2 flats'
        """
        if self.amount is not None:
            return self.amount(gap)
        # Without `amount`, shorten the words for a lead: "2 flats ahead" becomes "2 flats".
        return self.ahead(gap).removesuffix(AHEAD_SUFFIX)

    def assess(self, value: float, position: Any, *, over: bool) -> Standing:
        """Return what a value means: which side is ahead or has won, and by how much.

        `value` is the value of `position`, from MAX's side. In a game that is `over`, any lead is a
        win. During the game, a value of `winning_value` or more is a win that a search has found.

        >>> WIN_OR_DRAW.assess(-1, None, over=False)
        Standing(side=-1, words='', won=True)
        >>> WIN_OR_DRAW.assess(0, None, over=True).words
        'a draw'
        """
        if not value:
            words = "a draw" if over else self.even
            return Standing(0, words)

        side = 1 if value > 0 else -1
        lead = abs(value)
        if over or lead >= self.winning_value(position):
            return Standing(side, self.by(lead), won=True)
        return Standing(side, self.ahead(lead))


def counted(
    singular: str, plural: str, suffix: str = AHEAD_SUFFIX, prefix: str = ""
) -> Callable[[float], str]:
    """Return a function that describes an amount in words: "3 flats ahead".

    `singular` includes the amount, "a flat"; `plural` follows the amount, "flats".

    >>> say_flats = counted("a flat", "flats")
    >>> say_flats(1), say_flats(3)
    ('a flat ahead', '3 flats ahead')
    >>> counted("a disc", "discs", suffix="")(2.5)
    '2.5 discs'
    """

    def put_into_words(amount: float) -> str:
        words = singular if amount == 1 else f"{amount:,.10g} {plural}"
        return prefix + words + suffix

    return put_into_words


def with_win(
    value_of_win: float,
    about: str,
    ahead: Callable[[float], str],
    amount: Callable[[float], str] | None = None,
) -> Stakes:
    """Return the stakes of an evaluation in which every won game has the greatest value.

    The other parameters are fields of `Stakes`.
    """
    return Stakes(
        about=about,
        ahead=ahead,
        amount=amount,
        win=value_of_win,
        most=value_of_win,
    )


WIN_OR_DRAW = Stakes(
    about="±1 = a win, 0 = a draw or an undecided game",
    ahead=counted("1", "", ""),
    even="nothing decided",
    win=0,
    most=1,
)
"""The stakes for evaluations that know only who has won."""
