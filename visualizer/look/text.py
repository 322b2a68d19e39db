"""Text to be shown: its width and length, and substitutes for signs that ASCII lacks."""

import re
from functools import lru_cache
from unicodedata import east_asian_width

from visualizer.support.errors import visible

LETTER_WIDTH = 0.602
"""The width of a letter of the drawings' type (monospaced), in units of its size."""
MAX_CLIPPED_LENGTH = 40
"""The most letters of a label; a longer one ends in an ellipsis."""
UNBROKEN_WORD = re.compile(r"\w+: _+|\([^()\s][^()]{0,23}\)\S*|[αβ] [<>≤≥=] \S+|\S+")
"""A word, or several that stay on one line: a name with a line to fill in, a comparison with α or
β, or short words in brackets."""
ASCII_SUBSTITUTES = {
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
_TO_ASCII = str.maketrans(ASCII_SUBSTITUTES)


def display_width(text: str) -> int:
    """Return how many columns of a terminal a text takes; wide letters take two.

    >>> display_width("a2"), display_width("石")
    (2, 2)
    """
    # Nearly all texts are ASCII, and looking up each letter takes much longer.
    if text.isascii():
        return len(text)
    # East Asian letters are W, wide, or F, fullwidth.
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


@lru_cache(1 << 12)
def clip_text(text: str, longest: int = MAX_CLIPPED_LENGTH) -> str:
    r"""Return a text of at most `longest` characters that is safe to draw.

    An ellipsis ends a text that was cut, and each control character is replaced.

    >>> clip_text("a\tb"), clip_text("knight takes", 7)
    ('a�b', 'knight…')
    """
    clipped = text
    if len(text) > longest:
        clipped = f"{text[: longest - 1]}…"
    # `visible` builds the text letter by letter, which few texts need.
    if clipped.isprintable():
        return clipped
    return visible(clipped)


@lru_cache(1 << 12)
def shorten_middle(text: str, most: int) -> str:
    """Return a text, with an ellipsis in place of its middle if it is wider than `most` columns.

    >>> shorten_middle("12x23x34x45", 7)
    '12x…x45'
    """
    # No text is that long: this only replaces control characters.
    text = clip_text(text, 10**6)
    if display_width(text) <= most:
        return text
    end_length = (most - 1) // 2
    start_length = most - 1 - end_length
    start = text[:start_length]
    # A slice from -0 on would be the whole text.
    end = text[-end_length:] if end_length else ""
    return f"{start}…{end}"


def split_words(text: str) -> list[str]:
    """Return the words between which a line may be broken; a short formula counts as one.

    >>> split_words("Nothing is better. (2 ≤ α = 3)"), split_words("cut at α ≥ β, fail-soft")
    (['Nothing', 'is', 'better.', '(2 ≤ α = 3)'], ['cut', 'at', 'α ≥ β,', 'fail-soft'])
    """
    return UNBROKEN_WORD.findall(text)


def spell_in_ascii(text: str) -> str:
    """Replace signs by ASCII as far as possible, which must be done before lines are broken.

    >>> spell_in_ascii("α = 3 ≥ −∞, ♞")
    'alpha = 3 >= -inf, ♞'
    """
    return text.translate(_TO_ASCII)
