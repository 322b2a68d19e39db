"""How numbers are written and read, the same everywhere."""

from math import inf, isnan

from visualizer.errors import InputError

EXACT = 2**53


def show(value: float) -> str:
    """Write a value for a person, with a true minus sign and an infinity sign.

    >>> show(-3.0), show(2.5), show(float("inf"))
    ('−3', '2.5', '+∞')
    """
    if isnan(value):
        return "–"
    if value in (inf, -inf):
        return "+∞" if value > 0 else "−∞"
    text = f"{int(value):,}" if value == int(value) else f"{value:.10g}"
    return text.replace("-", "−")


def plain(value: float) -> float | int | None:
    """Return a value as files hold it: whole numbers without a point, None for what JSON cannot say.

    >>> plain(3.0), plain(2.5), plain(float("nan"))
    (3, 2.5, None)
    """
    if isnan(value) or value in (inf, -inf):
        return None
    return int(value) if value == int(value) else value


def write(value: float) -> str:
    """Write a value as a person types it: `3`, `2.5`, `-inf`."""
    return "inf" if value == inf else "-inf" if value == -inf else repr(plain(value))


def read(text: str, what: str) -> float:
    """Read a number, `inf` and `-inf` included; `what` names it in the error."""
    try:
        value = float(text.strip().replace("−", "-").replace("∞", "inf"))
    except ValueError:
        value = float("nan")
    if isnan(value) or (abs(value) > EXACT and abs(value) != inf):
        raise InputError(f"{what} {text!r:.60} is not a number from -2^53 to 2^53, inf or -inf")
    return value
