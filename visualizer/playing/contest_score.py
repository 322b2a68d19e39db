"""The score of a contest: what A has of the points, how sure that is, and whether one of the two is better."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from visualizer.measures.summary import many
from visualizer.measures.sureness import sign_test, student, wilson

SURE = 0.05
"""A difference is shown where chance alone would bring one as uneven more rarely."""


@dataclass(frozen=True, slots=True)
class ContestScore:
    """What came out of the pairs of games: A's points of both games of each opening, 1, ½ or 0.

    The two games of an opening depend on each other, so a pair is one observation.
    """

    pairs: Sequence[tuple[float, float]]

    @property
    def games(self) -> tuple[int, int, int]:
        """How many games A won, nobody won, and B won."""
        points = [each for pair in self.pairs for each in pair]
        return points.count(1), points.count(0.5), points.count(0)

    @property
    def openings(self) -> tuple[int, int, int]:
        """How many pairs A won, since it has more than half of their points, nobody won, and B won."""
        ahead = [(sum(pair) > 1) - (sum(pair) < 1) for pair in self.pairs]
        return ahead.count(1), ahead.count(0), ahead.count(-1)

    @property
    def share(self) -> float:
        """A's share of the points, where a draw is half a point."""
        return fmean(map(fmean, self.pairs))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share: Student's over the pairs, and Wilson's where all have the same points."""
        shares = [fmean(pair) for pair in self.pairs]
        if len({*shares}) == 1:
            return wilson(shares[0], len(shares))
        low, high = student(shares)
        return max(0.0, low), min(1.0, high)

    @property
    def p(self) -> float:
        """How often chance alone decides the pairs as unevenly, two-sided; 1 where all are even."""
        won, _, lost = self.openings
        return sign_test(won, lost)

    @property
    def is_sure(self) -> bool:
        """Whether one of the two is better, and not by chance; only from six pairs on."""
        return self.p < SURE

    def as_object(self) -> dict[str, Any]:
        """Return the score as JSON has it."""
        (wins_a, draws, wins_b), (won, even, lost), (low, high) = self.games, self.openings, self.interval
        return {
            "games": 2 * len(self.pairs), "wins_a": wins_a, "draws": draws, "wins_b": wins_b,
            "pairs": {"won": won, "even": even, "lost": lost},
            "score": self.share, "low": low, "high": high, "p": self.p,
        }  # fmt: skip

    def sentences(self) -> Sequence[str]:
        """Say how the games and the openings came out, what was scored, and what that shows.

        >>> for sentence in ContestScore([(1, 1)] * 7 + [(1, 0)] * 3).sentences():
        ...     print(sentence)
        A wins 17, B wins 3, 0 draws
        openings: A wins 7, B wins 0, 3 are even
        A has 17 of 20 points, 68 % to 100 %: A is better (p = 0.016)
        """
        (wins_a, draws, wins_b), (won, even, lost) = self.games, self.openings
        return (
            f"A wins {wins_a:,}, B wins {wins_b:,}, {many(draws, 'draw', 'draws')}",
            f"openings: A wins {won:,}, B wins {lost:,}, {many(even, 'is', 'are')} even",
            f"A has {self.scored}: {self.verdict}",
        )

    @property
    def scored(self) -> str:
        """What A has of the points, and the interval.

        >>> ContestScore([(1, 0.5)] * 7 + [(1, 0)] * 3).scored
        '13.5 of 20 points, 59 % to 76 %'
        """
        low, high = self.interval
        games = 2 * len(self.pairs)
        points = f"{self.share * games:,.1f}".removesuffix(".0")
        return f"{points} of {games:,} points, {percent(low)} to {percent(high)}"

    @property
    def verdict(self) -> str:
        """Say which is better, if that is shown.

        >>> ContestScore([(1, 1)] * 5).verdict
        'even if all were decided alike, 5 openings are too few to be sure'
        >>> ContestScore([(1, 1)] * 2 + [(1, 0)] * 8).verdict
        'no difference shown (p = 0.500); 10 openings are too few to be sure'
        """
        few = f"{many(len(self.pairs), 'opening is', 'openings are')} too few to be sure"
        won, _, lost = self.openings
        if sign_test(len(self.pairs), 0) >= SURE:
            return f"even if all were decided alike, {few}"
        chance = f"(p {'< 0.001' if self.p < 0.001 else f'= {self.p:.3f}'})"
        if self.is_sure:
            return f"{'A' if won > lost else 'B'} is better {chance}"
        return f"no difference shown {chance}" + (f"; {few}" if won != lost else "")

    def decisive(self) -> int | None:
        """Return the place of a game, from 0, that the one ahead in openings won, in the first of its clearest pairs.

        None where nobody is ahead.
        """
        won, _, lost = self.openings
        if won == lost:
            return None
        best = max if won > lost else min
        pair = best(range(len(self.pairs)), key=lambda place: sum(self.pairs[place]))
        return 2 * pair + self.pairs[pair].index(best(self.pairs[pair]))


def percent(share: float) -> str:
    """Return a share in whole percent, with a decimal where it would seem to be half and is not.

    >>> percent(0.416), percent(0.5), percent(0.502)
    ('42 %', '50 %', '50.2 %')
    """
    words = f"{100 * share:.0f}"
    return f"{100 * share:.1f} %" if words == "50" and share != 0.5 else f"{words} %"
