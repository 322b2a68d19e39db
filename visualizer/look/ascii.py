"""The signs outside ASCII, and their replacements where a terminal or a file cannot show them."""

import tomllib
from pathlib import Path

SIGNS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("signs.toml").read_text(encoding="utf-8"))
"""Tables of what stands for signs."""
ASCII = SIGNS["ascii"]
_TABLE = str.maketrans(ASCII)


def spelled_out(text: str) -> str:
    """Replace signs by ASCII where there is a replacement; to be done before lines are broken.

    >>> spelled_out("α = 3 ≥ −∞, ♞")
    'alpha = 3 >= -inf, ♞'
    """
    return text.translate(_TABLE)
