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

    def without_rounding_error(self) -> float:
        """Return the simple number that this sum stands for, or the sum itself if there is none.

        >>> Rounded(0.1 + 0.2).without_rounding_error()
        0.3
        """
        if isinf(self) or isnan(self):
            return float(self)
        tolerance = MAX_ROUNDING_ERROR * max(1, abs(self))
        # A fraction such as 1/6 comes first, since ten digits of it would be close enough, too.
        simple = float(Fraction(self).limit_denominator(MAX_SHOWN_DENOMINATOR))
        for candidate in (simple, round_to_ten_digits(float(self))):
            if abs(candidate - self) <= tolerance:
                return candidate
        return float(self)


@lru_cache(1 << 12, typed=True)
def format_number(value: float | Fraction) -> str:
    """Return a value as people read it, with the signs − and ∞; NaN becomes a dash.

    The float just above 3, an end of a null window, is shown as `3⁺`, and the float just below as
    `3⁻`. Other values are shown as a decimal fraction if that is short, else as a fraction with a
    small denominator, else rounded, with `≈`.

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
        value = value.without_rounding_error()
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
    short = short_neighbour(value)
    if value > short:
        return f"{format_number(short)}⁺"
    if value < short:
        return f"{format_number(short)}⁻"
    return _format_fraction(value).replace("-", "−")


def _format_fraction(value: float) -> str:
    """Format a value that is not a whole number; a hyphen stands for minus.

    >>> _format_fraction(-2.5), _format_fraction(7 / 3), _format_fraction(0.123456789)
    ('-2.5', '7/3', '≈0.1235')
    """
    digits = f"{value:,.10g}"
    # Python writes an exponent for numbers from 10 billion on, and for those below 0.0001.
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
    """Return a number with exactly `digits` digits after the point.

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
    """Abbreviate the long numbers in a text: thousands get a unit, decimals end after two digits.

    >>> abbreviate_numbers("≥94,423…"), abbreviate_numbers("−1,234,567.25")
    ('≥94k…', '−1.2M')
    >>> abbreviate_numbers("999,999"), abbreviate_numbers("0.3333")
    ('1M', '0.33')
    """
    return LONG_NUMBER.sub(lambda found: _abbreviate_number(found.group()), text)


def _abbreviate_number(digits: str) -> str:
    """Return the short form of a written number: `94,423` as `94k`, and `0.3333` as `0.33`."""
    has_thousands = "," in digits
    if not has_thousands:
        return f"{float(digits):.2f}"
    value = float(digits.replace(",", ""))
    unit = 0
    # From 999.5 on, a number would round to the four digits of 1000, and from 9.95 on to 10.0.
    while value >= 999.5:
        value /= 1000
        unit += 1
    decimals = 1 if value < 9.95 else 0
    return f"{value:.{decimals}f}".removesuffix(".0") + BRIEF_UNITS[unit]


def round_to_ten_digits(value: float) -> float:
    """Return the nearest number with at most ten digits; 0 for the tiny floats next to 0.

    >>> round_to_ten_digits(nextafter(3, inf)), round_to_ten_digits(nextafter(0, -inf))
    (3.0, 0.0)
    """
    if isinf(value):
        return value
    # Rounding to ten digits would leave 5e-324, the float next to 0, as it is.
    if abs(value) <= SMALLEST_SHOWN:
        return 0.0
    return float(f"{value:.10g}")


def short_neighbour(value: float) -> float:
    """Return the short number right next to a float, or the float itself if there is none.

    The float just above 3 is an end of a null window, and people read it as 3.

    >>> short_neighbour(nextafter(3, inf)), short_neighbour(nextafter(0.1, -inf))
    (3.0, 0.1)
    >>> short_neighbour(2 / 3) == 2 / 3, short_neighbour(12345678901.0)
    (True, 12345678901.0)
    """
    is_short = value == round_to_ten_digits(value)
    if is_short or isinf(value):
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
    """Return whether a null window asks "is the value above `low`?", not "is it below `high`?".

    One end of the window is a value such as 3, and the question is about this end. The other end is
    the float next to that value: a fraction with a much greater denominator.

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
    """Return the simple fraction that a finite float stands for, or else its exact fraction.

    >>> simplest_fraction(7 / 3), simplest_fraction(0.1), simplest_fraction(3)
    (Fraction(7, 3), Fraction(1, 10), Fraction(3, 1))
    """
    simple = Fraction(value).limit_denominator(MAX_MEANT_DENOMINATOR)
    # The float stands for the simple fraction only if no other float is closer to that fraction.
    if float(simple) == value:
        return simple
    return Fraction(value)


def format_probability(probability: Fraction | float) -> str:
    """Return a probability as a fraction with a small denominator, or else as a decimal.

    >>> format_probability(0.25), format_probability(1 / 6), format_probability(0.05)
    ('1/4', '1/6', '1/20')
    >>> format_probability(0.3333), format_probability(1)
    ('0.3333', '1')
    >>> format_probability(Rounded(1 - 1 / 6 * 4))
    '1/3'
    """
    if isinstance(probability, Rounded):
        number = probability.without_rounding_error()
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
    """Return the number from -2^53 to 2^53, `inf` or `-inf` that a user has written.

    InputError for any other text, such as `1,000` or `1e999`. `what` names the number in the
    sentence of the error.
    """
    # Views write a minus sign and an infinity sign, and users copy numbers from them.
    plain = text.strip().replace("−", "-").replace("∞", "inf")
    value = _as_float(plain)
    is_too_large = abs(value) > MAX_EXACT_FLOAT_INTEGER and isfinite(value)
    # Python reads 1e999 as infinity.
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
    """Return the number that a user has typed or copied from a view, with signs or in words.

    `what` names the number in the InputError for other texts.

    >>> parse_shown_number("−1,234,567.25", "it"), parse_shown_number("minus 7", "it")
    (-1234567.25, -7.0)
    >>> parse_shown_number("3⁺", "it") == nextafter(3, inf)
    True
    >>> parse_shown_number("−7/2", "it"), parse_shown_number("≈0.1235", "it")
    (-3.5, 0.1235)
    """
    number = text.strip()
    # Replace words by signs first: "minus 7" becomes "-7", and "just above 3" becomes "3⁺".
    for words, sign in READ_AS.items():
        number = number.replace(words, sign)
    for words, sign in NEIGHBOUR_WORDS.items():
        if number.startswith(words):
            number = f"{number.removeprefix(words)}{sign}"

    digits = number[:-1]
    last_sign = number[-1:]
    if not digits or last_sign not in NEIGHBOUR_SIGNS:
        return parse_number(_as_python_number(number), what)
    neighbour = parse_number(_as_python_number(digits), what)
    # No number is next to infinity, so "∞⁺" is refused as a whole.
    if isinf(neighbour):
        return parse_number(text, what)
    return nextafter(neighbour, NEIGHBOUR_SIGNS[last_sign])


def _as_python_number(text: str) -> str:
    """Return a number from a view as Python writes it; other texts stay as they are.

    >>> _as_python_number("≈1,234.5"), _as_python_number("7/2"), _as_python_number("inf")
    ('1234.5', '3.5', 'inf')
    """
    text = APPROXIMATE_PREFIX.sub("", text)
    found = SHOWN_FRACTION.fullmatch(text)
    # A fraction such as 1/0 stays as it is, and is refused like any other text.
    if found and int(found["below"]):
        numerator = int(found["above"].replace(",", ""))
        denominator = int(found["below"])
        return repr(numerator / denominator)
    if GROUPED_NUMBER.fullmatch(text):
        return text.replace(",", "")
    return text


def numbers_alike(one: float, other: float) -> bool:
    """Return whether two numbers look the same when they are shown.

    >>> numbers_alike(0.123456789, 0.123456788), numbers_alike(1 / 3, 0.333)
    (True, False)
    >>> numbers_alike(3, nextafter(3, inf))
    False
    """
    if one == other:
        return True
    # Compare numbers instead of texts: ≈0.5 and 0.5 look alike, too.
    shown_one = parse_shown_number(format_number(one), "it")
    shown_other = parse_shown_number(format_number(other), "it")
    return shown_one == shown_other
