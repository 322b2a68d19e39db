"""The score of a contest: its interval, who is better, and how often both are right by
simulation.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.few import one_in
from visualizer.explaining.measures.sureness import (
    sign_test,
    student_interval,
    t_quantile,
    wilson_interval,
)
from visualizer.play.playing.contest import ContestScore, share_in_percent

Pair = tuple[float, float]
WON = 1, 1
EVEN = 1, 0
LOST = 0, 0
POINTS = st.sampled_from((0, 0.5, 1))
PAIRS = st.lists(st.tuples(POINTS, POINTS), min_size=1, max_size=60)


# The measures.


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [
        (0.5, 10, 0.2366, 0.7634),
        (0.0, 10, 0.0, 0.2775),
        (1.0, 10, 0.7225, 1.0),
        (0.9, 100, 0.8256, 0.9448),
    ],
)
def test_wilsons_interval(
    share: float,
    count: int,
    low: float,
    high: float,
) -> None:
    """It is the one of published tables."""
    found = wilson_interval(share, count)

    assert isclose(found[0], low, abs_tol=5e-5)
    assert isclose(found[1], high, abs_tol=5e-5)


@pytest.mark.parametrize(
    ("freedom", "quantile_of_tables"),
    [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (6, 2.447),
        (7, 2.365),
        (8, 2.306),
        (9, 2.262),
        (10, 2.228),
        (15, 2.131),
        (19, 2.093),
        (20, 2.086),
        (29, 2.045),
        (30, 2.042),
        (40, 2.021),
        (60, 2.000),
        (99, 1.984),
        (120, 1.980),
        (10_000, 1.960),
    ],
)
def test_students_quantile(freedom: int, quantile_of_tables: float) -> None:
    """It is the one of published tables, 97.5 %, for odd and even degrees of freedom."""
    assert isclose(t_quantile(freedom), quantile_of_tables, abs_tol=5.1e-4)


def test_students_own_interval() -> None:
    """His first example (1908): ten hours of sleep gained have the mean 1.58 and the interval
    0.70 to 2.46.
    """
    gained = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    assert [round(end, 2) for end in student_interval(gained)] == [0.70, 2.46]


@pytest.mark.parametrize(
    ("won", "lost", "p"),
    [
        (0, 0, 1),
        (1, 0, 1),
        (1, 1, 1),
        (5, 0, 0.0625),
        (0, 6, 0.03125),
        (8, 1, 0.0390625),
        (9, 1, 0.021484375),
        (15, 5, 0.04138946533203125),
        (26, 0, 2**-25),
        (100, 100, 1),
    ],
)
def test_the_sign_test(won: int, lost: int, p: float) -> None:
    """It is exact, two-sided, and the same from both sides."""
    assert sign_test(won, lost) == sign_test(lost, won) == p


def test_the_sign_test_of_many() -> None:
    """A hundred thousand pairs take no longer to judge than to play; a normal's tail is close."""
    assert isclose(sign_test(50_500, 49_500), 0.0016, abs_tol=5e-5)


# The interval.


@given(PAIRS)
def test_the_interval_holds_the_share_and_lies_between_0_and_1(pairs: Sequence[Pair]) -> None:
    """No share is less than none, or more than all; changing the sides turns all round."""
    score = ContestScore(pairs)
    other = ContestScore([(1 - a, 1 - b) for a, b in pairs])
    low, high = score.interval

    assert 0 <= low <= score.share + 1e-12
    assert score.share - 1e-12 <= high <= 1
    assert isclose(low, 1 - other.interval[1], abs_tol=1e-9)
    assert score.p == other.p
    assert sum(score.openings) == len(pairs)
    assert score.openings == other.openings[::-1]
    assert sum(score.games) == 2 * len(pairs)


def test_the_interval_is_of_the_pairs() -> None:
    """By their own variance; Wilson's over the pairs where all have the same points, which have
    none.
    """
    half = 2.262157 * (0.25 * 0.25 * 0.3 * 0.7 / 9) ** 0.5

    assert ContestScore([WON] * 3 + [(0.5, 1)] * 7).interval == pytest.approx(
        (0.825 - half, 0.825 + half), abs=1e-6
    )
    assert ContestScore([EVEN] * 10).interval == wilson_interval(0.5, 10)
    assert ContestScore([WON] * 10).interval == wilson_interval(1, 10)
    assert ContestScore([(0.5, 1)]).interval == wilson_interval(0.75, 1)


def coverage(results: Sequence[Pair], count: int, trials: int) -> tuple[float, float]:
    """Simulate contests of so many pairs, drawn from these results, and return how often the
    interval holds their mean.

    Also return how often the contests show a difference.
    """
    dice = random.Random(29)
    mean = sum(map(sum, results)) / len(results) / 2
    scores = [ContestScore(dice.choices(results, k=count)) for _ in range(trials)]
    held = sum(low <= mean <= high for low, high in (score.interval for score in scores))
    return held / trials, sum(score.p < 0.05 for score in scores) / trials


KINDS: dict[str, list[Pair]] = {
    "half even": [EVEN, EVEN, WON, LOST],
    "half even, A better": [EVEN, EVEN, WON, WON, WON, LOST],
    "half points": [EVEN, (1, 0.5), (0, 0.5), (0.5, 0.5)],
    "decided": [WON, LOST],
    "decided, A better": [WON, WON, LOST],
}


@pytest.mark.parametrize(("kind", "count"), one_in(25, product(KINDS, (50, 10, 20, 100, 200))))
def test_coverage(kind: str, count: int) -> None:
    """The interval holds the true share in 95 of 100 contests; of ten decided pairs, whose sums are
    few, in 87 to 98.

    Where neither is better, no more than one contest in twenty says that one is.
    """
    held, shown = coverage(KINDS[kind], count, 4_000)
    least, most = {10: (0.865, 0.985), 20: (0.915, 0.965)}.get(count, (0.925, 0.965))

    assert least <= held <= most
    if "better" not in kind:
        assert shown <= 0.055


@pytest.mark.parametrize("count", [10, 50, 200])
def test_pairs_that_are_all_even_show_nothing(count: int) -> None:
    """The interval always holds the half that they have, and nobody is said to be better."""
    assert coverage([EVEN, (0, 1), (0.5, 0.5)], count, 20) == (1, 0)


# The verdict.


@pytest.mark.parametrize(
    ("won", "even", "lost", "verdict"),
    [
        (26, 174, 0, "A is better (p < 0.001)"),
        (0, 4, 6, "B is better (p = 0.031)"),
        (6, 0, 0, "A is better (p = 0.031)"),
        (5, 5, 0, "no difference shown (p = 0.062); 10 openings are too few to be sure"),
        (0, 10, 0, "no difference shown (p = 1.000)"),
        (7, 3, 7, "no difference shown (p = 1.000)"),
        (5, 0, 0, "even if all were decided the same way, 5 openings are too few to be sure"),
        (0, 1, 0, "even if all were decided the same way, 1 opening is too few to be sure"),
    ],
)
def test_the_verdict_is_the_sign_tests(
    won: int,
    even: int,
    lost: int,
    verdict: str,
) -> None:
    """Better is who wins more openings than chance would let it; fewer than six openings cannot
    show that.
    """
    score = ContestScore([WON] * won + [EVEN] * even + [LOST] * lost)

    assert score.verdict == verdict
    assert score.sentences()[-1].endswith(f" %: {verdict}")


def test_better_is_said_whatever_the_interval_says() -> None:
    """Thirty openings won narrowly and fourteen lost clearly have few points more than half, and
    are not chance.
    """
    score = ContestScore([(1, 0.5)] * 30 + [LOST] * 14)

    assert score.interval[0] < 0.5 < score.interval[1]
    assert score.verdict.startswith("A is better (p = 0.02")


@pytest.mark.parametrize(
    ("pairs", "place"),
    [
        ([EVEN, (1, 0.5), (1, 1), (1, 1)], 4),
        ([EVEN, (0.5, 1), (0, 1)], 3),
        ([EVEN, (0.5, 0), (1, 0)], 3),
        ([LOST, WON, LOST], 0),
        ([WON, LOST, EVEN], None),
        ([EVEN, (0.5, 0.5)], None),
    ],
)
def test_a_decisive_game(pairs: Sequence[Pair], place: int | None) -> None:
    """It is one that the side ahead won, in the first of the openings that it won most clearly."""
    score = ContestScore(pairs)
    assert score.decisive_game() == place


def test_a_share_that_is_not_half_does_not_seem_so() -> None:
    """It has a decimal."""
    assert share_in_percent(0.502) == "50.2 %"
    assert share_in_percent(0.5) == "50 %"
    assert share_in_percent(0.496) == "49.6 %"
