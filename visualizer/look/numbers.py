"""How numbers are written and read, the same everywhere."""

import re
from fractions import Fraction
from functools import lru_cache
from math import inf, isfinite, isinf, isnan, nextafter

from visualizer.support.errors import InputError

MAX_EXACT_FLOAT_INTEGER = 2**53
MAX_SHORT_DECIMALS = 6
MAX_SHOWN_DENOMINATOR = 99
"""The most digits after the point of a short decimal fraction, and the greatest denominator that is shown."""
MAX_MEANT_DENOMINATOR = 10**6
"""The greatest denominator of a fraction that is taken for what a floating-point number stands for."""
MAX_ROUNDING_ERROR = 1e-12
"""How far a sum of floating-point numbers, or as much of it, may be from the number that is meant."""
SMALLEST_SHOWN = 1e-300
"""Smaller numbers count as the neighbours of 0."""
BRIEF_UNITS = " kMGTP"
"""The units of brief numbers, each a thousand times the one before."""
GROUPED_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
"""A number with commas between thousands."""
APPROXIMATE_PREFIX = re.compile("^(≈|~|about )")
"""What stands before a number that is rounded, in signs, in ASCII and in words."""
SHOWN_FRACTION = re.compile(
    r"(?P<above>[+-]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15}))/(?P<below>[0-9]{1,15})"
)
"""A fraction of two whole numbers."""
NEIGHBOUR_SIGNS = {"⁺": inf, "+": inf, "⁻": -inf, "-": -inf}
"""What stands behind a number that is next after or before it, in signs and in ASCII."""
NEIGHBOUR_WORDS = {"just above ": "⁺", "just below ": "⁻"}
"""What is said before a number that is next after or before it, and the sign that stands behind it."""
READ_AS = {"−": "-", "minus ": "-", " times 10 to the power ": "e"}
"""What a person types or hears for the signs of a number such as −1e−07, and how Python writes them."""
LONG_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{3,}")
"""A number that can be written more briefly: of thousands, or with many digits after the point."""


class Rounded(float):
    """A sum of floating-point numbers, which may be a little off: it is shown as the number that is meant.

    >>> total = 0.1 + 0.2
    >>> format_number(total), format_number(Rounded(total)), format_number(Rounded(1.7 / 6 - 0.7 / 6)), Rounded(total) == total
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
        simple = Fraction(self).limit_denominator(MAX_SHOWN_DENOMINATOR)
        near = (float(simple), round_to_ten_digits(float(self)))
        return next(
            (each for each in near if abs(each - self) <= MAX_ROUNDING_ERROR * max(1, abs(self))),
            float(self),
        )


@lru_cache(1 << 12, typed=True)
def format_number(value: float | Fraction) -> str:
    """Return a value as people read it, with a minus sign and an infinity sign.

    The floating-point neighbours of a short number, as ends of null windows, have `⁺` or `⁻`. What is no short decimal
    fraction is a fraction, if it has a small denominator, else it is rounded, with `≈`.

    >>> format_number(7 / 2), format_number(7 / 3), format_number(-10 / 3), format_number(0.123456789)
    ('3.5', '7/3', '−10/3', '≈0.1235')
    >>> format_number(12345678901.25), format_number(nextafter(12345678901, inf))
    ('≈12,345,678,901.2', '12,345,678,901⁺')
    >>> format_number(-3.0), format_number(2.5), format_number(-1234567.25), format_number(float("inf")), format_number(nextafter(3, inf)), format_number(nextafter(0, -inf))
    ('−3', '2.5', '−1,234,567.25', '+∞', '3⁺', '0⁻')
    """
    if isinstance(value, Rounded | Fraction):
        return format_number(value.meant() if isinstance(value, Rounded) else float(value))
    if isnan(value):
        return "–"
    if value in (inf, -inf):
        return "+∞" if value > 0 else "−∞"
    if value == int(value):
        return f"{int(value):,}".replace("-", "−")
    near = short_neighbour(value)
    if near != value:
        return f"{format_number(near)}{'⁺' if value > near else '⁻'}"
    digits = f"{value:,.10g}"
    if "e" in digits and abs(value) > 1:
        digits = f"≈{value:,.1f}"
    elif "e" not in digits and len(digits.partition(".")[2]) > MAX_SHORT_DECIMALS:
        simple = simplest_fraction(value)
        is_simple = simple.denominator <= MAX_SHOWN_DENOMINATOR
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
    return ("+" if round(value, 2) > 0 else "") + format_number(round(value, 2))


def format_decimal(value: float, digits: int = 2) -> str:
    """Return a number with some digits after the point.

    >>> format_decimal(0.9), format_decimal(-0.333), format_decimal(-0.001)
    ('0.90', '−0.33', '0.00')
    """
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def format_mean(value: float) -> str:
    """Return a mean: with its sign and two digits after the point.

    >>> format_mean(0.154), format_mean(-1), format_mean(-0.001)
    ('+0.15', '−1.00', '0.00')
    """
    return ("+" if round(value, 2) > 0 else "") + format_decimal(value)


def abbreviate_numbers(text: str) -> str:
    """Return a text whose long numbers are written briefly, with a unit or two digits after the point.

    >>> abbreviate_numbers("≥94,423…"), abbreviate_numbers("−1,000"), abbreviate_numbers("999,999"), abbreviate_numbers("−1,234,567.25"), abbreviate_numbers("0.3333")
    ('≥94k…', '−1k', '1M', '−1.2M', '0.33')
    """
    return LONG_NUMBER.sub(lambda found: _abbreviated(found.group()), text)


def _abbreviated(digits: str) -> str:
    """Return a number, as it is written, with a unit or with two digits after the point."""
    if "," not in digits:
        return f"{float(digits):.2f}"
    value = float(digits.replace(",", ""))
    unit = 0
    while value >= 999.5:  # more would be written with four digits
        value = value / 1000
        unit = unit + 1
    return f"{value:.{int(value < 9.95)}f}".removesuffix(".0") + BRIEF_UNITS[unit]


def round_to_ten_digits(value: float) -> float:
    """Return the nearest number with at most 10 digits.

    >>> round_to_ten_digits(nextafter(3, inf)), round_to_ten_digits(nextafter(0, -inf))
    (3.0, 0.0)
    """
    if isinf(value):
        return value
    if abs(value) > SMALLEST_SHOWN:
        return float(f"{value:.10g}")
    return 0.0


def short_neighbour(value: float) -> float:
    """Return the short number that a number is a floating-point neighbour of, as an end of a null window; else itself.

    >>> short_neighbour(nextafter(3, inf)), short_neighbour(nextafter(0.1, -inf)), short_neighbour(2 / 3) == 2 / 3, short_neighbour(12345678901.0)
    (3.0, 0.1, True, 12345678901.0)
    """
    if value == round_to_ten_digits(value) or isinf(value):
        return value
    near = (round_to_ten_digits(value), float(round(value)))
    return next(
        (each for each in near if value in (nextafter(each, inf), nextafter(each, -inf))), value
    )


def is_null_window(low: float, high: float) -> bool:
    """Return whether a window is null: no number is between its ends.

    >>> is_null_window(3, nextafter(3, inf)), is_null_window(3, 4)
    (True, False)
    """
    return not isinf(low) and high == nextafter(low, inf)


def asks_above(low: float, high: float) -> bool:
    """Return whether a null window asks for more than its lower end, else for less than the upper one.

    The end that is asked about is a value, and so a simpler number than its neighbour.

    >>> asks_above(3, nextafter(3, inf)), asks_above(nextafter(3, -inf), 3), asks_above(2 / 3, nextafter(2 / 3, inf))
    (True, False, True)
    """
    return simplest_fraction(low).denominator < simplest_fraction(high).denominator


def json_number(value: float) -> float | int | None:
    """Return a value for files: whole numbers as int, None for infinities and NaN, which JSON does not have.

    >>> json_number(3.0), json_number(2.5), json_number(float("nan"))
    (3, 2.5, None)
    """
    if isnan(value) or value in (inf, -inf):
        return None
    if value == int(value):
        return int(value)
    return float(value)


@lru_cache(1 << 12)
def simplest_fraction(value: float) -> Fraction:
    """Return the fraction that a finite number stands for: the simplest that is no other floating-point number.

    >>> simplest_fraction(7 / 3), simplest_fraction(0.1), simplest_fraction(3)
    (Fraction(7, 3), Fraction(1, 10), Fraction(3, 1))
    """
    simple = Fraction(value).limit_denominator(MAX_MEANT_DENOMINATOR)
    if float(simple) == value:
        return simple
    return Fraction(value)


def format_probability(probability: Fraction | float) -> str:
    """Return a probability as people write it: as a fraction if it has small numbers.

    >>> format_probability(0.25), format_probability(1 / 6), format_probability(0.05), format_probability(0.3333), format_probability(1), format_probability(Rounded(1 - 1 / 6 * 4))
    ('1/4', '1/6', '1/20', '0.3333', '1', '1/3')
    """
    if isinstance(probability, Rounded):
        number = probability.meant()
    else:
        number = float(probability)
    simple = simplest_fraction(number)
    if simple.denominator <= MAX_SHOWN_DENOMINATOR:
        return str(simple)
    return format_number(number)


def number_as_typed(value: float) -> str:
    """Return a value as it is typed: `3`, `2.5`, `-inf`."""
    if value == inf:
        return "inf"
    if value == -inf:
        return "-inf"
    return repr(json_number(value))


def parse_number(text: str, what: str) -> float:
    """Read a number, `inf` and `-inf` included; InputError calls it `what` if it is none.

    Digits are those from 0 to 9, with nothing between them; 1e999 is no infinity.
    """
    plain = text.strip().replace("−", "-").replace("∞", "inf")
    try:
        value = float(plain if plain.isascii() and "_" not in plain else "nan")
    except ValueError:
        value = float("nan")
    if isnan(value) or (
        abs(value) > MAX_EXACT_FLOAT_INTEGER and (isfinite(value) or any(map(str.isdigit, plain)))
    ):
        raise InputError(f"{what} {text!r:.60} is not a number from -2^53 to 2^53, inf or -inf")
    return value


def parse_shown_number(text: str, what: str) -> float:
    """Read a number as `parse_number` does, or as any view writes it: with commas, with signs, in words. InputError as there.

    >>> parse_shown_number("−1,234,567.25", "it"), parse_shown_number("3⁺", "it") == nextafter(3, inf), parse_shown_number("minus 7", "it")
    (-1234567.25, True, -7.0)
    >>> parse_shown_number("−7/2", "it"), parse_shown_number("≈0.1235", "it")
    (-3.5, 0.1235)
    """
    word = text.strip()
    for words, sign in READ_AS.items():
        word = word.replace(words, sign)
    for begin, behind in NEIGHBOUR_WORDS.items():
        if word.startswith(begin):
            word = f"{word.removeprefix(begin)}{behind}"
    if word[:-1] and word[-1] in NEIGHBOUR_SIGNS:
        near = parse_number(_ungrouped(word[:-1]), what)
        if isinf(near):
            return parse_number(text, what)
        return nextafter(near, NEIGHBOUR_SIGNS[word[-1]])
    return parse_number(_ungrouped(word), what)


def _ungrouped(text: str) -> str:
    """Return a number without the commas between thousands, of a fraction its value; any other text as it is."""
    text = APPROXIMATE_PREFIX.sub("", text)
    found = SHOWN_FRACTION.fullmatch(text)
    if found and int(found["below"]):
        return repr(int(found["above"].replace(",", "")) / int(found["below"]))
    if GROUPED_NUMBER.fullmatch(text):
        return text.replace(",", "")
    return text


def numbers_alike(one: float, other: float) -> bool:
    """Return whether two numbers are the same as they are shown.

    >>> numbers_alike(0.123456789, 0.123456788), numbers_alike(1 / 3, 0.333), numbers_alike(3, nextafter(3, inf))
    (True, False, False)
    """
    return one == other or parse_shown_number(format_number(one), "it") == parse_shown_number(
        format_number(other), "it"
    )
