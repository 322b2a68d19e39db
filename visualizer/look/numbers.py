"""How numbers are written and read, the same everywhere."""

import re
from fractions import Fraction
from functools import lru_cache
from math import inf, isfinite, isinf, isnan, nan, nextafter

from visualizer.support.errors import InputError

MAX_EXACT_FLOAT_INTEGER = 2**53
"""Up to this value, floating-point numbers include every integer."""
MAX_SHORT_DECIMALS = 6
"""The most digits after the point of a decimal fraction that is shown exactly."""
MAX_SHOWN_DENOMINATOR = 99
"""The greatest denominator of a fraction that is shown."""
MAX_SIMPLE_DENOMINATOR = 10**6
"""The greatest denominator of a fraction that counts as simple."""
MAX_ROUNDING_ERROR = 1e-12
"""The largest rounding error of a sum of floats, relative to the sum if that is above 1."""
SMALLEST_SHOWN = 1e-300
"""Numbers up to this one count as neighbours of 0."""
BRIEF_UNITS = " kMGTP"
"""The units of abbreviated numbers: ones, thousands, millions and so on."""
GROUPED_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
"""A number with commas between thousands."""
APPROXIMATE_PREFIX = re.compile("^(≈|~|about )")
"""The mark before a rounded number, as a sign, in ASCII and as a word."""
SHOWN_FRACTION = re.compile(
    r"(?P<numerator>[+-]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15}))/"
    r"(?P<denominator>[0-9]{1,15})"
)
"""A fraction of two integers."""
NEIGHBOUR_SIGNS = {
    "⁺": inf,
    "+": inf,
    "⁻": -inf,
    "-": -inf,
}
"""The marks after a number for the next float above or below it, as in `3⁺`."""
NEIGHBOUR_WORDS = {"just above ": "⁺", "just below ": "⁻"}
"""Words in place of such a mark; they come before the number."""
PYTHON_SIGNS = {
    "−": "-",
    "minus ": "-",
    " times 10 to the power ": "e",
}
"""Python's signs, by the signs and words for them in this program's output."""
LONG_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{3,}")
"""A number that can be abbreviated: thousands, or many digits after the point."""


class Rounded(float):
    """A sum of floats with a rounding error, which is hidden where the number is shown.

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
        """Return the sum without its rounding error, if that is a simple fraction or short decimal.

        Otherwise return the sum unchanged, as a plain float.

        >>> Rounded(0.1 + 0.2).without_rounding_error()
        0.3
        """
        if isinf(self) or isnan(self):
            return float(self)
        tolerance = MAX_ROUNDING_ERROR * max(1, abs(self))
        # Try the fraction first: for 1/6, the decimal 0.1666666667 would be close enough, too.
        simple = float(Fraction(self).limit_denominator(MAX_SHOWN_DENOMINATOR))
        for candidate in (simple, round_to_ten_digits(float(self))):
            if abs(candidate - self) <= tolerance:
                return candidate
        return float(self)


@lru_cache(1 << 12, typed=True)
def format_number(value: float | Fraction) -> str:
    """Return a number as text for people, with the signs − and ∞; NaN becomes a dash.

    A null window ends at the next float above or below a number such as 3; these are written `3⁺`
    and `3⁻`. Any other number is written as a short decimal if possible, else as a fraction with a
    small denominator, else rounded, after `≈`.

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
    # A true minus sign is as wide as a plus sign, and a line never ends after it.
    if value == int(value):
        return f"{int(value):,}".replace("-", "−")
    # Write the end of a null window as 3⁺, not as 3.0000000000000004.
    short = round_window_end(value)
    if value > short:
        return f"{format_number(short)}⁺"
    if value < short:
        return f"{format_number(short)}⁻"
    return _format_non_integer(value).replace("-", "−")


def _format_non_integer(value: float) -> str:
    """Format a non-integer as a short decimal, else as a simple fraction, else rounded.

    A negative number begins with a hyphen, not with a minus sign as in `format_number`.

    >>> _format_non_integer(-2.5), _format_non_integer(7 / 3), _format_non_integer(0.123456789)
    ('-2.5', '7/3', '≈0.1235')
    """
    digits = f"{value:,.10g}"
    # In this format, numbers from 10 billion on and numbers below 0.0001 have an exponent.
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
    """Abbreviate the long numbers in a text, with the units k, M and so on, or with two decimals.

    >>> abbreviate_numbers("≥94,423…"), abbreviate_numbers("−1,234,567.25")
    ('≥94k…', '−1.2M')
    >>> abbreviate_numbers("999,999"), abbreviate_numbers("0.3333")
    ('1M', '0.33')
    """
    return LONG_NUMBER.sub(lambda match: _abbreviate_number(match.group()), text)


def _abbreviate_number(number: str) -> str:
    """Abbreviate a formatted number: `94,423` becomes `94k`, and `0.3333` becomes `0.33`."""
    # Without a comma, the number is below 1,000 and needs no unit.
    if "," not in number:
        return f"{float(number):.2f}"
    value = float(number.replace(",", ""))
    unit_index = 0
    # Use the next unit if the value would be rounded to 1000.
    while value >= 999.5:
        value /= 1000
        unit_index += 1
    # Write two digits: 1.2M. From 9.95 on, both are before the point, since 9.95 becomes 10.
    decimals = 1 if value < 9.95 else 0
    return f"{value:.{decimals}f}".removesuffix(".0") + BRIEF_UNITS[unit_index]


def round_to_ten_digits(value: float) -> float:
    """Round a number to ten significant digits.

    >>> round_to_ten_digits(nextafter(3, inf)), round_to_ten_digits(2 / 3)
    (3.0, 0.6666666667)
    """
    if isinf(value):
        return value
    # Round the neighbours of 0, such as 5e-324, to 0, although they have few digits.
    if abs(value) <= SMALLEST_SHOWN:
        return 0.0
    return float(f"{value:.10g}")


def round_window_end(value: float) -> float:
    """Round a float that is next to a short number: 3.0000000000000004 becomes 3.0.

    Such floats are the ends of null windows. Other floats are returned unchanged.

    >>> round_window_end(nextafter(3, inf)), round_window_end(nextafter(0.1, -inf))
    (3.0, 0.1)
    >>> round_window_end(2 / 3) == 2 / 3, round_window_end(12345678901.0)
    (True, 12345678901.0)
    """
    is_short = value == round_to_ten_digits(value)
    if is_short or isinf(value):
        return value
    # An integer is short even if it has more than ten digits.
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

    It asks about the end that is a simple number, such as 3. The other end is only the float next
    to 3, so its denominator is much greater.

    >>> asks_above(3, nextafter(3, inf)), asks_above(nextafter(3, -inf), 3)
    (True, False)
    >>> asks_above(2 / 3, nextafter(2 / 3, inf))
    True
    """
    return simplest_fraction(low).denominator < simplest_fraction(high).denominator


def json_number(value: float) -> float | int | None:
    """Return a value for JSON: integral values as int, None for infinities and NaN.

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
    """Return a simple fraction that is equal to a finite float, up to the float's precision.

    If there is none, return the exact value of the float.

    >>> simplest_fraction(7 / 3), simplest_fraction(0.1), simplest_fraction(3)
    (Fraction(7, 3), Fraction(1, 10), Fraction(3, 1))
    """
    simple = Fraction(value).limit_denominator(MAX_SIMPLE_DENOMINATOR)
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
    """Return a value as a user would type it: `3`, `2.5`, `-inf`."""
    if value == inf:
        return "inf"
    if value == -inf:
        return "-inf"
    return repr(json_number(value))


def parse_number(text: str, what: str) -> float:
    """Read a number that a user has typed: from -2^53 to 2^53, `inf` or `-inf`.

    InputError for any other text, such as `1,000` or `1e999`; the message begins with `what`, a
    name for the number.
    """
    # A number copied from this program's output has the signs − and ∞.
    plain = text.strip().replace("−", "-").replace("∞", "inf")
    value = _as_float(plain)
    is_too_large = abs(value) > MAX_EXACT_FLOAT_INTEGER and isfinite(value)
    # Python reads 1e999 as infinity.
    overflows = isinf(value) and any(map(str.isdigit, plain))
    if isnan(value) or is_too_large or overflows:
        raise _bad_number(text, what)
    return value


def _bad_number(text: str, what: str) -> InputError:
    """Return the error for a text that is not an allowed number; `what` names the number."""
    return InputError(f"{what} {text!r:.60} is not a number from -2^53 to 2^53, inf or -inf")


def _as_float(text: str) -> float:
    """Convert a string to a float, or to NaN if it is not a number.

    Unlike in `float`, underscores and the digits of other scripts are not allowed.
    """
    if not text.isascii() or "_" in text:
        return nan
    try:
        return float(text)
    except ValueError:
        return nan


def parse_shown_number(text: str, what: str) -> float:
    """Read a number as a user types it, or as this program shows or speaks it.

    InputError for any other text; the message begins with `what`, a name for the number.

    >>> parse_shown_number("−1,234,567.25", "it"), parse_shown_number("minus 7", "it")
    (-1234567.25, -7.0)
    >>> parse_shown_number("3⁺", "it") == nextafter(3, inf)
    True
    >>> parse_shown_number("−7/2", "it"), parse_shown_number("≈0.1235", "it")
    (-3.5, 0.1235)
    """
    number = text.strip()
    # "minus 7" becomes "-7", and "just above 3" becomes "3⁺".
    for shown, sign in PYTHON_SIGNS.items():
        number = number.replace(shown, sign)
    for words, sign in NEIGHBOUR_WORDS.items():
        if number.startswith(words):
            number = f"{number.removeprefix(words)}{sign}"

    digits = number[:-1]
    last_sign = number[-1:]
    if not digits or last_sign not in NEIGHBOUR_SIGNS:
        return parse_number(_as_python_number(number), what)
    value = parse_number(_as_python_number(digits), what)
    # "Just above infinity" is not a number.
    if isinf(value):
        raise _bad_number(text, what)
    return nextafter(value, NEIGHBOUR_SIGNS[last_sign])


def _as_python_number(text: str) -> str:
    """Convert a number from this program's format to Python's; return any other text unchanged.

    >>> _as_python_number("≈1,234.5"), _as_python_number("7/2"), _as_python_number("inf")
    ('1234.5', '3.5', 'inf')
    """
    text = APPROXIMATE_PREFIX.sub("", text)
    fraction = SHOWN_FRACTION.fullmatch(text)
    if fraction:
        numerator = int(fraction["numerator"].replace(",", ""))
        denominator = int(fraction["denominator"])
        # The text 1/0 is not a number.
        if denominator:
            return repr(numerator / denominator)
    if GROUPED_NUMBER.fullmatch(text):
        return text.replace(",", "")
    return text


def look_the_same(first: float, second: float) -> bool:
    """Return whether two numbers look the same when they are shown.

    >>> look_the_same(0.123456789, 0.123456788), look_the_same(1 / 3, 0.333)
    (True, False)
    >>> look_the_same(3, nextafter(3, inf))
    False
    """
    if first == second:
        return True
    # Read both numbers from their texts, since ≈0.5 and 0.5 count as the same, too.
    shown_first = parse_shown_number(format_number(first), "it")
    shown_second = parse_shown_number(format_number(second), "it")
    return shown_first == shown_second
