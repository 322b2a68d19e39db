"""The interval of a share over positions with several seeds each, by simulation."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import fmean

import pytest

from tests.few import one_in
from visualizer.explaining.measures.sureness import clustered_interval, wilson_interval

KINDS: dict[str, tuple[float, Callable[[random.Random], float]]] = {
    "alike": (0.8, lambda dice: 0.8),
    "spread": (0.5, lambda dice: dice.betavariate(2, 2)),
    "mostly easy": (0.8, lambda dice: dice.betavariate(4, 1)),
    "easy or hard": (0.5, lambda dice: dice.betavariate(0.5, 0.5)),
    "certain": (0.7, lambda dice: float(dice.random() < 0.7)),
}
"""How likely a search is right in a position drawn, and the mean of that."""
SEEDS = 10
DRAWN = 400


@pytest.mark.parametrize("positions", one_in(5, [5, 10, 30]))
@pytest.mark.parametrize("kind", KINDS)
def test_the_interval_holds_95_of_100(kind: str, positions: int) -> None:
    """Whatever the positions are like; 400 draws tell 95 from 91. Seeds taken as trials of their
    own hold far fewer.
    """
    dice = random.Random(1)
    true, draw = KINDS[kind]

    def share(chance: float) -> float:
        return fmean(dice.random() < chance for _ in range(SEEDS))

    samples = [[share(draw(dice)) for _ in range(positions)] for _ in range(DRAWN)]
    held = fmean(low <= true <= high for low, high in map(clustered_interval, samples))

    assert held >= 0.91
    if kind != "alike":
        apart = (wilson_interval(fmean(sample), positions * SEEDS) for sample in samples)
        assert fmean(low <= true <= high for low, high in apart) < 0.85


def test_it_lies_between_0_and_1_and_turns() -> None:
    """Shares from the other side have the other ends; one more position like the others makes it
    narrower.
    """
    dice = random.Random(2)
    for _ in range(100):
        shares = [dice.choice((0, 0.1, 0.5, 0.9, 1)) for _ in range(dice.randint(2, 12))]
        low, high = clustered_interval(shares)

        assert 0 <= low <= fmean(shares) + 1e-9
        assert fmean(shares) - 1e-9 <= high <= 1
        assert clustered_interval([1 - share for share in shares]) == pytest.approx(
            (1 - high, 1 - low)
        )
        twice = clustered_interval(shares * 2)
        assert twice[1] - twice[0] < high - low
