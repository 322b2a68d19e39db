"""Words for signs, for screen readers."""

import re

PHRASES = (
    (re.compile(r" ≥ ([αβ]) = "), r" is at least \1, "),
    (re.compile(r" ≤ ([αβ]) = "), r" is at most \1, "),
    (re.compile(r" > ([αβ]) = "), r" is more than \1, "),
    (re.compile(r" < ([αβ]) = "), r" is less than \1, "),
    (re.compile(r" > β "), " is more than β "),
    (re.compile(r" = "), " is "),
    (re.compile(r" \+ "), " plus "),
    (re.compile(r" · √"), " times the square root of "),
    (re.compile(r"\bln (?=\d)"), "the logarithm of "),
    (re.compile(r" / "), " divided by "),
    (re.compile(r" ≥ "), " is at least "),
    (re.compile(r" ≤ "), " is at most "),
    (re.compile(r"([−\d.,]*\d)⁺"), r"just above \1"),
    (re.compile(r"([−\d.,]*\d)⁻"), r"just below \1"),
    (re.compile(r"(?<=\d)×(?=\d)"), " by "),
    (re.compile(r"(?<=\S)  +"), ", "),
)
SIGNS = {
    "≥": "at least ", "≤": "at most ", "≠": "not ", "≈": "about ", "+∞": "infinity", "∞": "infinity", "−": "minus ",
    "–": "nothing", "α": "alpha", "β": "beta", "×": " times", "÷": " divided by ", "▲": "MAX", "▼": "MIN", "□": "leaf",
    "▣": "from a table:", "…": " and more",
}  # fmt: skip


def spoken(text: str) -> str:
    """Return a text with words in place of signs.

    >>> spoken("Skipped. (1 ≥ β = −1,000)"), spoken("≤3, α from −∞ to 3⁺")
    ('Skipped. (1 is at least beta, minus 1,000)', 'at most 3, alpha from minus infinity to just above 3')
    """
    for pattern, words in PHRASES:
        text = pattern.sub(words, text)
    for sign, words in SIGNS.items():
        text = text.replace(sign, words)
    return text
