"""Text that is shown: how wide and how long it may be, and what replaces the signs that ASCII does not have."""

import re
from functools import lru_cache
from unicodedata import east_asian_width

from visualizer.support.errors import visible

LETTER = 0.602
"""Width of a letter of the drawing's type (monospaced) in units of its size."""
LONGEST = 40
"""The most letters of a label; a longer one ends in an ellipsis."""
WORD = re.compile(r"\w+: _+|\([^()\s][^()]{0,23}\)\S*|[αβ] [<>≤≥=] \S+|\S+")
"""A word, or what is to stand on one line: a name with a line to fill in, what α or β is compared with, or short words
in brackets."""
ASCII = {
    "−": "-",
    "–": "-",
    "∞": "inf",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "α": "alpha",
    "β": "beta",
    "×": "x",
    "÷": "/",
    "→": "->",
    "←": "<-",
    "↑": "up",
    "↓": "down",
    "⌫": "backspace",
    "…": "...",
    "·": ".",
    "✓": "#",
    "✂": "!",
    "✕": "/",
    "★": "*",
    "●": "o",
    "▲": "^",
    "▼": "v",
    "▸": "@",
    "◂": "<-",
    "►": ">",
    "▾": ":",
    "■": "%",
    "□": "=",
    "▣": ";",
    "◇": "?",
    "⌂": "H",
    "⇠": "<-",
    "⇒": "=>",
    "↧": "_",
    "◦": ",",
    "⡀": "1",
    "⣀": "2",
    "⣄": "3",
    "⣤": "4",
    "⣦": "5",
    "⣶": "6",
    "⣷": "7",
    "⣿": "8",
    "⁺": "+",
    "⁻": "-",
    "≈": "~",
    "∎": "#",
    "│": "|",
    "─": "-",
    "├": "|",
    "└": "`",
    "┊": ":",
    "╌": "-",
    "┼": "+",
    "┴": "+",
    "›": ">",
    "“": '"',
    "”": '"',
    "’": "'",
    "�": "?",
}
_TABLE = str.maketrans(ASCII)


def letters(text: str) -> int:
    """Return the width of a text in letters of monospaced type; wide letters count twice.

    >>> letters("a2"), letters("石")
    (2, 2)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


@lru_cache(1 << 12)
def clip(text: str, longest: int = LONGEST) -> str:
    r"""Return a text that can be drawn: no control characters, and an ellipsis where it is too long.

    >>> clip("a\tb"), clip("knight takes", 7)
    ('a�b', 'knight…')
    """
    if len(text) <= longest:
        short = text
    else:
        short = text[: longest - 1] + "…"
    if short.isprintable():
        return short
    return visible(short)


@lru_cache(1 << 12)
def shortened(text: str, most: int) -> str:
    """Return a text with its middle left out where it has too many letters.

    >>> shortened("12x23x34x45", 7)
    '12x…x45'
    """
    text = clip(text, 10**6)
    if letters(text) <= most:
        return text
    half = (most - 1) // 2
    return text[: most - 1 - half] + "…" + (text[-half:] if half else "")


def words_of(text: str) -> list[str]:
    """Return the words between which a line may be broken; a short formula is one.

    >>> words_of("Nothing is better. (2 ≤ α = 3)"), words_of("cut at α ≥ β, fail-soft")
    (['Nothing', 'is', 'better.', '(2 ≤ α = 3)'], ['cut', 'at', 'α ≥ β,', 'fail-soft'])
    """
    return WORD.findall(text)


def spelled_out(text: str) -> str:
    """Replace signs by ASCII where there is a replacement; to be done before lines are broken.

    >>> spelled_out("α = 3 ≥ −∞, ♞")
    'alpha = 3 >= -inf, ♞'
    """
    return text.translate(_TABLE)
