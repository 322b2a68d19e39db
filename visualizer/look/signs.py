"""The signs outside ASCII: what replaces them where they cannot be shown, and words for screen readers."""

import re
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


PHRASES = [(re.compile(pattern), words) for pattern, words in SIGNS["phrases"].items()]


def spoken(text: str) -> str:
    """Return a text with words in place of signs.

    >>> spoken("Skipped. (1 ≥ β = −1,000)"), spoken("≤3, α from −∞ to 3⁺")
    ('Skipped. (1 is at least beta, minus 1,000)', 'at most 3, alpha from minus infinity to just above 3')
    >>> spoken("B has α = 2 and β = 7: α ≥ β is not so yet"), spoken("cut α > β")
    ('B has alpha 2 and beta 7: alpha is not yet at least beta', 'cut when alpha is more than beta')
    >>> spoken("−1e−07 or 1.5e+10⁺"), spoken("e4, 2e3")
    ('minus 1 times 10 to the power minus 7 or just above 1.5 times 10 to the power 10', 'e4, 2e3')
    >>> spoken("(1/2 · 0 + 1/2 · 10 = 5 ≤ α = 6)")
    '(1/2 times 0 plus 1/2 times 10 is 5, at most alpha, 6)'
    >>> spoken("The root has 1/4 · −4 = −1 so far."), spoken("B: ~, C: ▲")
    ('The root has 1/4 times minus 4, which is minus 1 so far.', 'B: chance, C: MAX')
    """
    for pattern, words in PHRASES:
        text = pattern.sub(words, text)
    for sign, words in SIGNS["spoken"].items():
        text = text.replace(sign, words)
    return text
