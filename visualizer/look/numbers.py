"""How numbers are written and read, the same everywhere."""

import re
from fractions import Fraction
from functools import lru_cache
from math import inf, isfinite, isinf, isnan, nextafter

from visualizer.support.errors import InputError

EXACT = 2**53
SHORT = 6
SIMPLE = 99
"""The most digits after the point of a short decimal fraction, and the greatest denominator that is shown."""
SIMPLEST = 10**6
"""The greatest denominator of a fraction that is taken for what a floating-point number stands for."""
ROUNDING = 1e-12
"""How far a sum of floating-point numbers, or as much of it, may be from the number that is meant."""
TINY = 1e-300
"""Smaller numbers count as the neighbours of 0."""
UNITS = " kMGTP"
"""The units of brief numbers, each a thousand times the one before."""
GROUPED = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
"""A number with commas between thousands."""
ABOUT = re.compile("^(≈|~|about )")
"""What stands before a number that is rounded, in signs, in ASCII and in words."""
FRACTION = re.compile(
    r"(?P<above>[+-]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15}))/(?P<below>[0-9]{1,15})"
)
"""A fraction of two whole numbers."""
BESIDE = {"⁺": inf, "+": inf, "⁻": -inf, "-": -inf}
"""What stands behind a number that is next after or before it, in signs and in ASCII."""
IN_WORDS = {"just above ": "⁺", "just below ": "⁻"}
"""What is said before a number that is next after or before it, and the sign that stands behind it."""
READ_AS = {"−": "-", "minus ": "-", " times 10 to the power ": "e"}
"""What a person types or hears for the signs of a number such as −1e−07, and how Python writes them."""
LONG = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{3,}")
"""A number that can be written more briefly: of thousands, or with many digits after the point."""


class Rounded(float):
    """A sum of floating-point numbers, which may be a little off: it is shown as the number that is meant.

    >>> total = 0.1 + 0.2
    >>> show(total), show(Rounded(total)), show(Rounded(1.7 / 6 - 0.7 / 6)), Rounded(total) == total
    ('0.3⁺', '0.3', '1/6', True)
    """

    __slots__ = ()

    def __rsub__(self, other: float) -> "Rounded":
        """Return the difference, as the other side sees it where it is taken from 0."""
        return Rounded(other - float(self))

    def meant(self) -> float:
        """Return the number with few digits or a small denominator that it is next to; else itself."""
        if isinf(self) or isnan(self):
            return float(self)
        simple = Fraction(self).limit_denominator(SIMPLE)
        near = (float(simple), short(float(self)))
        return next(
            (each for each in near if abs(each - self) <= ROUNDING * max(1, abs(self))), float(self)
        )


@lru_cache(1 << 12, typed=True)
def show(value: float | Fraction) -> str:
    """Return a value as people read it, with a minus sign and an infinity sign.

    The floating-point neighbours of a short number, as ends of null windows, have `⁺` or `⁻`. What is no short decimal
    fraction is a fraction, if it has a small denominator, else it is rounded, with `≈`.

    >>> show(7 / 2), show(7 / 3), show(-10 / 3), show(0.123456789)
    ('3.5', '7/3', '−10/3', '≈0.1235')
    >>> show(12345678901.25), show(nextafter(12345678901, inf))
    ('≈12,345,678,901.2', '12,345,678,901⁺')
    >>> show(-3.0), show(2.5), show(-1234567.25), show(float("inf")), show(nextafter(3, inf)), show(nextafter(0, -inf))
    ('−3', '2.5', '−1,234,567.25', '+∞', '3⁺', '0⁻')
    """
    if isinstance(value, Rounded | Fraction):
        return show(value.meant() if isinstance(value, Rounded) else float(value))
    if isnan(value):
        return "–"
    if value in (inf, -inf):
        return "+∞" if value > 0 else "−∞"
    if value == int(value):
        return f"{int(value):,}".replace("-", "−")
    near = next_to(value)
    if near != value:
        return f"{show(near)}{'⁺' if value > near else '⁻'}"
    digits = f"{value:,.10g}"
    if "e" in digits and abs(value) > 1:
        digits = f"≈{value:,.1f}"
    elif "e" not in digits and len(digits.partition(".")[2]) > SHORT:
        simple = exact(value)
        is_simple = simple.denominator <= SIMPLE
        if is_simple:
            digits = f"{simple.numerator:,}/{simple.denominator}"
        elif abs(value) >= 1_000:
            digits = f"≈{value:,.1f}"
        else:
            digits = f"≈{value:.4g}"
    return digits.replace("-", "−")


def format_signed(value: float) -> str:
    """Return a value with its sign, with at most two digits after the point.

    >>> format_signed(2), format_signed(-1000), format_signed(0.125), format_signed(0), format_signed(1e-17)
    ('+2', '−1,000', '+0.12', '0', '0')
    """
    return ("+" if round(value, 2) > 0 else "") + show(round(value, 2))


def decimal(value: float, digits: int = 2) -> str:
    """Return a number with some digits after the point.

    >>> decimal(0.9), decimal(-0.333), decimal(-0.001)
    ('0.90', '−0.33', '0.00')
    """
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def format_mean(value: float) -> str:
    """Return a mean: with its sign and two digits after the point.

    >>> format_mean(0.154), format_mean(-1), format_mean(-0.001)
    ('+0.15', '−1.00', '0.00')
    """
    return ("+" if round(value, 2) > 0 else "") + decimal(value)


def brief(text: str) -> str:
    """Return a text whose long numbers are written briefly, with a unit or two digits after the point.

    >>> brief("≥94,423…"), brief("−1,000"), brief("999,999"), brief("−1,234,567.25"), brief("0.3333")
    ('≥94k…', '−1k', '1M', '−1.2M', '0.33')
    """
    return LONG.sub(lambda found: _brief(found.group()), text)


def _brief(digits: str) -> str:
    """Return a number, as it is written, with a unit or with two digits after the point."""
    if "," not in digits:
        return f"{float(digits):.2f}"
    value = float(digits.replace(",", ""))
    unit = 0
    while value >= 999.5:  # more would be written with four digits
        value = value / 1000
        unit = unit + 1
    return f"{value:.{int(value < 9.95)}f}".removesuffix(".0") + UNITS[unit]


def short(value: float) -> float:
    """Return the nearest number with at most 10 digits.

    >>> short(nextafter(3, inf)), short(nextafter(0, -inf))
    (3.0, 0.0)
    """
    if isinf(value):
        return value
    if abs(value) > TINY:
        return float(f"{value:.10g}")
    return 0.0


def next_to(value: float) -> float:
    """Return the short number that a number is a floating-point neighbour of, as an end of a null window; else itself.

    >>> next_to(nextafter(3, inf)), next_to(nextafter(0.1, -inf)), next_to(2 / 3) == 2 / 3, next_to(12345678901.0)
    (3.0, 0.1, True, 12345678901.0)
    """
    if value == short(value) or isinf(value):
        return value
    near = (short(value), float(round(value)))
    return next(
        (each for each in near if value in (nextafter(each, inf), nextafter(each, -inf))), value
    )


def is_null(low: float, high: float) -> bool:
    """Return whether a window is null: no number is between its ends.

    >>> is_null(3, nextafter(3, inf)), is_null(3, 4)
    (True, False)
    """
    return not isinf(low) and high == nextafter(low, inf)


def asks_above(low: float, high: float) -> bool:
    """Return whether a null window asks for more than its lower end, else for less than the upper one.

    The end that is asked about is a value, and so a simpler number than its neighbour.

    >>> asks_above(3, nextafter(3, inf)), asks_above(nextafter(3, -inf), 3), asks_above(2 / 3, nextafter(2 / 3, inf))
    (True, False, True)
    """
    return exact(low).denominator < exact(high).denominator


def plain(value: float) -> float | int | None:
    """Return a value for files: whole numbers as int, None for infinities and NaN, which JSON does not have.

    >>> plain(3.0), plain(2.5), plain(float("nan"))
    (3, 2.5, None)
    """
    if isnan(value) or value in (inf, -inf):
        return None
    if value == int(value):
        return int(value)
    return float(value)


@lru_cache(1 << 12)
def exact(value: float) -> Fraction:
    """Return the fraction that a finite number stands for: the simplest that is no other floating-point number.

    >>> exact(7 / 3), exact(0.1), exact(3)
    (Fraction(7, 3), Fraction(1, 10), Fraction(3, 1))
    """
    simple = Fraction(value).limit_denominator(SIMPLEST)
    if float(simple) == value:
        return simple
    return Fraction(value)


def odds(probability: Fraction | float) -> str:
    """Return a probability as people write it: as a fraction if it has small numbers.

    >>> odds(0.25), odds(1 / 6), odds(0.05), odds(0.3333), odds(1), odds(Rounded(1 - 1 / 6 * 4))
    ('1/4', '1/6', '1/20', '0.3333', '1', '1/3')
    """
    if isinstance(probability, Rounded):
        number = probability.meant()
    else:
        number = float(probability)
    simple = exact(number)
    if simple.denominator <= SIMPLE:
        return str(simple)
    return show(number)


def write(value: float) -> str:
    """Return a value as it is typed: `3`, `2.5`, `-inf`."""
    if value == inf:
        return "inf"
    if value == -inf:
        return "-inf"
    return repr(plain(value))


def read(text: str, what: str) -> float:
    """Read a number, `inf` and `-inf` included; InputError calls it `what` if it is none.

    Digits are those from 0 to 9, with nothing between them; 1e999 is no infinity.
    """
    plain = text.strip().replace("−", "-").replace("∞", "inf")
    try:
        value = float(plain if plain.isascii() and "_" not in plain else "nan")
    except ValueError:
        value = float("nan")
    if isnan(value) or (abs(value) > EXACT and (isfinite(value) or any(map(str.isdigit, plain)))):
        raise InputError(f"{what} {text!r:.60} is not a number from -2^53 to 2^53, inf or -inf")
    return value


def read_shown(text: str, what: str) -> float:
    """Read a number as `read` does, or as any view writes it: with commas, with signs, in words. InputError as there.

    >>> read_shown("−1,234,567.25", "it"), read_shown("3⁺", "it") == nextafter(3, inf), read_shown("minus 7", "it")
    (-1234567.25, True, -7.0)
    >>> read_shown("−7/2", "it"), read_shown("≈0.1235", "it")
    (-3.5, 0.1235)
    """
    word = text.strip()
    for words, sign in READ_AS.items():
        word = word.replace(words, sign)
    for begin, behind in IN_WORDS.items():
        if word.startswith(begin):
            word = f"{word.removeprefix(begin)}{behind}"
    if word[:-1] and word[-1] in BESIDE:
        near = read(_ungrouped(word[:-1]), what)
        if isinf(near):
            return read(text, what)
        return nextafter(near, BESIDE[word[-1]])
    return read(_ungrouped(word), what)


def _ungrouped(text: str) -> str:
    """Return a number without the commas between thousands, of a fraction its value; any other text as it is."""
    text = ABOUT.sub("", text)
    found = FRACTION.fullmatch(text)
    if found and int(found["below"]):
        return repr(int(found["above"].replace(",", "")) / int(found["below"]))
    if GROUPED.fullmatch(text):
        return text.replace(",", "")
    return text


def alike(one: float, other: float) -> bool:
    """Return whether two numbers are the same as they are shown.

    >>> alike(0.123456789, 0.123456788), alike(1 / 3, 0.333), alike(3, nextafter(3, inf))
    (True, False, False)
    """
    return one == other or read_shown(show(one), "it") == read_shown(show(other), "it")
