"""The sign test: whether one of two wins more often than chance would let it."""

from math import comb

BITS = 60
"""A number whose terms are this many binary digits smaller than their sum adds nothing to it."""


def sign_test(won: int, lost: int) -> float:
    """Return the probability that a fair coin falls at least as unevenly, to either side; 1 without any throw.

    Arbuthnott, "An argument for divine providence", 1710.

    >>> sign_test(5, 0), sign_test(0, 6), sign_test(8, 1), sign_test(3, 3)
    (0.0625, 0.03125, 0.0390625, 1.0)
    """
    throws, fewer = won + lost, min(won, lost)
    term = total = comb(throws, fewer)
    for count in range(fewer, 0, -1):
        term = term * count // (throws - count + 1)
        total += term
        if term < total >> BITS:
            break
    return min(1.0, 2 * total / (1 << throws))
