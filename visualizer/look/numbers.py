"""How numbers are written and read, the same everywhere."""

import re
from fractions import Fraction
from functools import lru_cache
from math import inf, isfinite, isinf, isnan, nan, nextafter

from visualizer.support.errors import InputError

MAX_EXACT_FLOAT_INTEGER = 2**53
"""Up to here, floating-point numbers contain every whole number."""
MAX_SHORT_DECIMALS = 6
"""The most digits after the point of a decimal fraction that is shown exactly."""
MAX_SHOWN_DENOMINATOR = 99
"""The greatest denominator of a fraction that is shown."""
MAX_MEANT_DENOMINATOR = 10**6
"""The greatest denominator of a fraction that a float may stand for."""
MAX_ROUNDING_ERROR = 1e-12
"""The largest error of a sum of floats, relative to the exact sum or absolute."""
SMALLEST_SHOWN = 1e-300
"""Smaller numbers count as neighbours of 0."""
BRIEF_UNITS = " kMGTP"
"""The units of brief numbers, each a thousand times the one before."""
GROUPED_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
"""A number with commas between thousands."""
APPROXIMATE_PREFIX = re.compile("^(≈|~|about )")
"""The mark before a rounded number, as a sign, in ASCII and as a word."""
SHOWN_FRACTION = re.compile(
    r"(?P<above>[+-]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15}))/(?P<below>[0-9]{1,15})"
)
"""A fraction of two whole numbers."""
NEIGHBOUR_SIGNS = {
    "⁺": inf,
    "+": inf,
    "⁻": -inf,
    "-": -inf,
}
"""The marks after a number that is next after or before it, as signs and in ASCII."""
NEIGHBOUR_WORDS = {"just above ": "⁺", "just below ": "⁻"}
"""The words before a number that is next after or before it, and the sign after it."""
READ_AS = {
    "−": "-",
    "minus ": "-",
    " times 10 to the power ": "e",
}
"""Spellings of the signs in a number such as −1e−07, and those that Python reads."""
LONG_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{3,}")
"""A number that can be abbreviated: thousands, or many digits after the point."""


class Rounded(float):
    """A sum of floats, which may be a little off and is shown as the exact sum.

    >>> total = 0.1 + 0.2
    >>> format_number(total), format_number(Rounded(total)), Rounded(total) == total
    ('0.3⁺', '0.3', True)
    >>> format_number(Rounded(1.7 / 6 - 0.7 / 6))
    '1/6'
    """

    __slots__ = ()

    def __rsub__(self, other: float) -> "Rounded":
        """Return the difference as `Rounded`, so that negated values stay rounded, too."""
        return Rounded(other - float(self))

    def meant(self) -> float:
        """Return the short or simple number within rounding, else the number itself."""
        if isinf(self) or isnan(self):
            return float(self)
        tolerance = MAX_ROUNDING_ERROR * max(1, abs(self))
        simple = float(Fraction(self).limit_denominator(MAX_SHOWN_DENOMINATOR))
        for candidate in (simple, round_to_ten_digits(float(self))):
            if abs(candidate - self) <= tolerance:
                return candidate
        return float(self)


@lru_cache(1 << 12, typed=True)
def format_number(value: float | Fraction) -> str:
    """Return a value as people read it, with a minus sign and an infinity sign.

    The floating-point neighbours of a short number, which are ends of null windows, have `⁺` or
    `⁻`. Any other number that is no short decimal fraction is shown as a fraction, if it has a
    small denominator, or else rounded, with `≈`.

    >>> format_number(7 / 2), format_number(7 / 3), format_number(-10 / 3)
    ('3.5', '7/3', '−10/3')
    >>> format_number(0.123456789), format_number(12345678901.25)
    ('≈0.1235', '≈12,345,678,901.2')
    >>> format_number(-3.0), format_number(-1234567.25), format_number(float("inf"))
    ('−3', '−1,234,567.25', '+∞')
    >>> format_number(nextafter(3, inf)), format_number(nextafter(0, -inf))
    ('3⁺', '0⁻')
    >>> format_number(nextafter(12345678901, inf))
    '12,345,678,901⁺'
    """
    if isinstance(value, Rounded):
        value = value.meant()
    elif isinstance(value, Fraction):
        value = float(value)
    if isnan(value):
        return "–"
    if value in (inf, -inf):
        return "+∞" if value > 0 else "−∞"
    # A true minus sign is as wide as a plus sign, and no line breaks after it.
    if value == int(value):
        return f"{int(value):,}".replace("-", "−")
    # 3⁺ says more than 3.0000000000000004 about the end of a null window.
    near = short_neighbour(value)
    if near != value:
        sign = "⁺" if value > near else "⁻"
        return f"{format_number(near)}{sign}"
    return _format_fraction(value).replace("-", "−")


def _format_fraction(value: float) -> str:
    """Return a number that is not whole, nor next to a short one, with a hyphen as minus."""
    digits = f"{value:,.10g}"
    # Python writes very large and very small numbers with an exponent.
    if "e" in digits:
        return f"≈{value:,.1f}" if abs(value) > 1 else digits
    if len(digits.partition(".")[2]) <= MAX_SHORT_DECIMALS:
        return digits
    simple = simplest_fraction(value)
    if simple.denominator <= MAX_SHOWN_DENOMINATOR:
        return f"{simple.numerator:,}/{simple.denominator}"
    if abs(value) >= 1_000:
        return f"≈{value:,.1f}"
    return f"≈{value:.4g}"


def format_signed(value: float) -> str:
    """Return a value with its sign, and with at most two digits after the point.

    >>> format_signed(2), format_signed(-1000), format_signed(0.125), format_signed(1e-17)
    ('+2', '−1,000', '+0.12', '0')
    """
    rounded = round(value, 2)
    sign = "+" if rounded > 0 else ""
    return sign + format_number(rounded)


def format_decimal(value: float, digits: int = 2) -> str:
    """Return a number with some digits after the point.

    >>> format_decimal(0.9), format_decimal(-0.333), format_decimal(-0.001)
    ('0.90', '−0.33', '0.00')
    """
    # Adding 0 turns -0.0 into 0.0.
    rounded = round(value, digits) + 0.0
    return f"{rounded:.{digits}f}".replace("-", "−")


def format_mean(value: float) -> str:
    """Return a mean with its sign, and with two digits after the point.

    >>> format_mean(0.154), format_mean(-1), format_mean(-0.001)
    ('+0.15', '−1.00', '0.00')
    """
    sign = "+" if round(value, 2) > 0 else ""
    return sign + format_decimal(value)


def abbreviate_numbers(text: str) -> str:
    """Abbreviate the long numbers in a text, with a unit or two digits after the point.

    >>> abbreviate_numbers("≥94,423…"), abbreviate_numbers("−1,234,567.25")
    ('≥94k…', '−1.2M')
    >>> abbreviate_numbers("999,999"), abbreviate_numbers("0.3333")
    ('1M', '0.33')
    """
    return LONG_NUMBER.sub(lambda found: _abbreviated(found.group()), text)


def _abbreviated(digits: str) -> str:
    """Return a written number with a unit or with two digits after the point."""
    if "," not in digits:
        return f"{float(digits):.2f}"
    value = float(digits.replace(",", ""))
    unit = 0
    # A number from 999.5 on would round to four digits.
    while value >= 999.5:
        value /= 1000
        unit += 1
    decimals = 1 if value < 9.95 else 0
    return f"{value:.{decimals}f}".removesuffix(".0") + BRIEF_UNITS[unit]


def round_to_ten_digits(value: float) -> float:
    """Return the nearest number with at most 10 digits.

    >>> round_to_ten_digits(nextafter(3, inf)), round_to_ten_digits(nextafter(0, -inf))
    (3.0, 0.0)
    """
    if isinf(value):
        return value
    # The neighbours of 0 are tiny numbers with long digits of their own.
    if abs(value) > SMALLEST_SHOWN:
        return float(f"{value:.10g}")
    return 0.0


def short_neighbour(value: float) -> float:
    """Return the short number whose floating-point neighbour this is, else the number itself.

    Such neighbours are the far ends of null windows.

    >>> short_neighbour(nextafter(3, inf)), short_neighbour(nextafter(0.1, -inf))
    (3.0, 0.1)
    >>> short_neighbour(2 / 3) == 2 / 3, short_neighbour(12345678901.0)
    (True, 12345678901.0)
    """
    if value == round_to_ten_digits(value) or isinf(value):
        return value
    for candidate in (round_to_ten_digits(value), float(round(value))):
        if value in (nextafter(candidate, inf), nextafter(candidate, -inf)):
            return candidate
    return value


def is_null_window(low: float, high: float) -> bool:
    """Return whether a window is null: no number lies between its ends.

    >>> is_null_window(3, nextafter(3, inf)), is_null_window(3, 4)
    (True, False)
    """
    return not isinf(low) and high == nextafter(low, inf)


def asks_above(low: float, high: float) -> bool:
    """Return whether a null window asks for more than its lower end.

    Otherwise it asks for less than its upper end. The end that is asked about is a value, and so a
    simpler number than its neighbour.

    >>> asks_above(3, nextafter(3, inf)), asks_above(nextafter(3, -inf), 3)
    (True, False)
    >>> asks_above(2 / 3, nextafter(2 / 3, inf))
    True
    """
    return simplest_fraction(low).denominator < simplest_fraction(high).denominator


def json_number(value: float) -> float | int | None:
    """Return a value for JSON: whole numbers as int, None for infinities and NaN.

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
    """Return the simplest fraction that no other float than this finite number is nearest to.

    >>> simplest_fraction(7 / 3), simplest_fraction(0.1), simplest_fraction(3)
    (Fraction(7, 3), Fraction(1, 10), Fraction(3, 1))
    """
    simple = Fraction(value).limit_denominator(MAX_MEANT_DENOMINATOR)
    # Another float may be nearest to the simple fraction, and then it is not the one meant.
    if float(simple) == value:
        return simple
    return Fraction(value)


def format_probability(probability: Fraction | float) -> str:
    """Return a probability as people write it, as a fraction if that has small numbers.

    >>> format_probability(0.25), format_probability(1 / 6), format_probability(0.05)
    ('1/4', '1/6', '1/20')
    >>> format_probability(0.3333), format_probability(1)
    ('0.3333', '1')
    >>> format_probability(Rounded(1 - 1 / 6 * 4))
    '1/3'
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
    """Return a value as typed: `3`, `2.5`, `-inf`."""
    if value == inf:
        return "inf"
    if value == -inf:
        return "-inf"
    return repr(json_number(value))


def parse_number(text: str, what: str) -> float:
    """Read a number, including `inf` and `-inf`; else InputError, which calls it `what`.

    Digits are those from 0 to 9, with nothing between them; 1e999 is no infinity.
    """
    # Views write a minus sign and an infinity sign, and users copy numbers from them.
    plain = text.strip().replace("−", "-").replace("∞", "inf")
    value = _as_float(plain)
    is_too_large = abs(value) > MAX_EXACT_FLOAT_INTEGER and isfinite(value)
    overflows = isinf(value) and any(map(str.isdigit, plain))
    if isnan(value) or is_too_large or overflows:
        raise InputError(f"{what} {text!r:.60} is not a number from -2^53 to 2^53, inf or -inf")
    return value


def _as_float(text: str) -> float:
    """Return the float that Python reads, NaN for other texts, digits of other scripts and `_`."""
    if not text.isascii() or "_" in text:
        return nan
    try:
        return float(text)
    except ValueError:
        return nan


def parse_shown_number(text: str, what: str) -> float:
    """Read a number as `parse_number` does, or as any view writes it: with signs or in words.

    >>> parse_shown_number("−1,234,567.25", "it"), parse_shown_number("minus 7", "it")
    (-1234567.25, -7.0)
    >>> parse_shown_number("3⁺", "it") == nextafter(3, inf)
    True
    >>> parse_shown_number("−7/2", "it"), parse_shown_number("≈0.1235", "it")
    (-3.5, 0.1235)
    """
    word = text.strip()
    # Words first, since they stand for the signs that are looked for below.
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
    """Return a number without commas and a fraction's value, as text; other texts as they are."""
    text = APPROXIMATE_PREFIX.sub("", text)
    found = SHOWN_FRACTION.fullmatch(text)
    if found and int(found["below"]):
        return repr(int(found["above"].replace(",", "")) / int(found["below"]))
    if GROUPED_NUMBER.fullmatch(text):
        return text.replace(",", "")
    return text


def numbers_alike(one: float, other: float) -> bool:
    """Return whether two numbers are shown as the same number.

    >>> numbers_alike(0.123456789, 0.123456788), numbers_alike(1 / 3, 0.333)
    (True, False)
    >>> numbers_alike(3, nextafter(3, inf))
    False
    """
    if one == other:
        return True
    # Reading them back ignores the sign ≈, which may stand before only one of the two.
    shown = [parse_shown_number(format_number(number), "it") for number in (one, other)]
    return shown[0] == shown[1]
