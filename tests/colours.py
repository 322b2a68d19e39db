"""How bright colours are and how far apart, also for colour-blind people."""

from __future__ import annotations

from math import dist

Three = tuple[float, float, float]

EYES: dict[str, tuple[Three, Three, Three]] = {
    "usual": (
        (1, 0, 0),
        (0, 1, 0),
        (0, 0, 1),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How each kind of colour blindness changes linear red, green and blue: Machado, Oliveira,
Fernandes (2009), full.
"""
TO_XYZ: tuple[Three, Three, Three] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Three = (0.95047, 1, 1.08883)


def linear(colour: str) -> Three:
    """Return how much red, green and blue light a colour is, from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    )
    return red, green, blue


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as the W3C defines it."""
    return sum(
        share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True)
    )


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 or more."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def times(matrix: tuple[Three, Three, Three], vector: Three) -> Three:
    """Return the product of a matrix and a vector."""
    x, y, z = (sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def lab(colour: str, eye: str) -> Three:
    """Return a colour in CIELAB, as seen with a kind of colour blindness."""
    red, green, blue = times(EYES[eye], linear(colour))
    seen = times(
        TO_XYZ,
        (
            min(1, max(0, red)),
            min(1, max(0, green)),
            min(1, max(0, blue)),
        ),
    )
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (amount / white for amount, white in zip(seen, WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eye: str) -> float:
    """Return the distance of two colours in CIELAB: 2.3 is just noticeable, black and white are
    100 apart.
    """
    return dist(lab(one, eye), lab(other, eye))
