"""What came out of a contest, and what that shows."""

from dataclasses import dataclass

from visualizer.measures.wilson import wilson


@dataclass(frozen=True, slots=True)
class ContestScore:
    """What came out of some pairs of games: how many A won, drew and lost."""

    wins_a: int
    draws: int
    wins_b: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins_a + self.draws + self.wins_b

    @property
    def share(self) -> float:
        """A's share of the points, where a draw is half a point."""
        return (self.wins_a + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share; the trials are the pairs, since two games of an opening depend on it."""
        return wilson(self.share, self.games // 2)

    def sentence(self) -> str:
        """Say what was scored, and what that shows.

        >>> ContestScore(46, 20, 34).sentence()
        'A has 56 of 100 points, 42 % to 69 %: no difference shown'
        """
        low, high = self.interval
        shown = "A is stronger" if low > 0.5 else "B is stronger" if high < 0.5 else "no difference shown"
        points = f"{self.share * self.games:,.1f}".removesuffix(".0")
        return f"A has {points} of {self.games:,} points, {percent(low)} to {percent(high)}: {shown}"


def percent(share: float) -> str:
    """Return a share in whole percent, with a decimal where it would seem to be half and is not.

    >>> percent(0.416), percent(0.5), percent(0.502)
    ('42 %', '50 %', '50.2 %')
    """
    words = f"{100 * share:.0f}"
    return f"{100 * share:.1f} %" if words == "50" and share != 0.5 else f"{words} %"
