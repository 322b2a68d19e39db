"""A number that any view writes can be typed again, and means the same."""

from __future__ import annotations

from math import inf, isinf, nan, nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visualizer.look.numbers import (
    MAX_EXACT_FLOAT_INTEGER,
    abbreviate_numbers,
    asks_above,
    format_number,
    format_signed,
    is_null_window,
    number_as_typed,
    parse_number,
    parse_shown_number,
)
from visualizer.support.errors import InputError

WHOLE = st.integers(-MAX_EXACT_FLOAT_INTEGER, MAX_EXACT_FLOAT_INTEGER).map(float)
SHORT = st.integers(-(10**6), 10**6).map(lambda number: number / 4)
VALUES = st.one_of(WHOLE, SHORT, st.sampled_from([inf, -inf]))


@given(VALUES)
def test_what_is_shown_reads_back(value: float) -> None:
    """Whole numbers, quarters and infinities mean the same when they are copied from a view."""
    assert parse_shown_number(format_number(value), "it") == value
    assert parse_number(number_as_typed(value), "it") == value


@given(SHORT)
def test_the_ends_of_null_windows_read_back(value: float) -> None:
    """The next number above or below has a small sign, which is read, too."""
    above = nextafter(value, inf)
    below = nextafter(value, -inf)

    assert format_number(above) == f"{format_number(value)}⁺"
    assert format_number(below) == f"{format_number(value)}⁻"
    assert parse_shown_number(format_number(above), "it") == above
    assert parse_shown_number(format_number(below), "it") == below


@pytest.mark.parametrize(
    ("low", "high", "is_null", "above"),
    [
        (3, nextafter(3, inf), True, True),
        (nextafter(3, -inf), 3, True, False),
        (3, 4, False, None),
        (-inf, inf, False, None),
    ],
)
def test_a_null_window_asks_one_question(
    low: float, high: float, *, is_null: bool, above: bool | None
) -> None:
    """A window between two neighbouring numbers asks whether a value is above, or at least, one."""
    assert is_null_window(low, high) is is_null
    if above is not None:
        assert asks_above(low, high) is above


@pytest.mark.parametrize(
    "text", ["", "x", "1e999", "1_0", "٣", "nan", str(2**53 + 2), "--1", "1 2"]
)
def test_what_is_no_number_is_refused(text: str) -> None:
    """The sentence has the text, and says which numbers are allowed."""
    with pytest.raises(InputError, match="is not a number from -2"):
        parse_number(text, "the value")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (str(2**53), float(2**53)),
        ("-inf", -inf),
        ("∞", inf),
        (" 7.5 ", 7.5),
        ("−2", -2),
    ],
)
def test_numbers_at_the_limits_are_read(text: str, value: float) -> None:
    """The largest whole number that a float holds, infinities, and the signs that views write."""
    assert parse_number(text, "the value") == value


@given(st.floats(-1e6, 1e6, allow_nan=False))
def test_a_sign_says_on_which_side_of_zero(value: float) -> None:
    """Only numbers that are not rounded to zero have a sign."""
    text = format_signed(value)

    assert text.startswith("+") == (round(value, 2) > 0)
    assert text.startswith("−") == (round(value, 2) < 0)


@given(st.integers(1_000, 10**15))
def test_an_abbreviated_number_keeps_its_size(number: int) -> None:
    """No abbreviation is longer than the number, and its unit is that of the number's size."""
    text = abbreviate_numbers(f"{number:,}")

    assert len(text) <= len(f"{number:,}")
    assert text == f"{number:,}" or text[-1] in "kMGT"


def test_nan_is_a_dash() -> None:
    """The value of a stopped visit is no number."""
    assert format_number(nan) == "–"
    assert isinf(parse_shown_number("−∞", "it"))
