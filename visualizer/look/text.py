"""Text to be shown: its width and length, and substitutes for signs that ASCII lacks."""

import re
from functools import lru_cache
from unicodedata import east_asian_width

from visualizer.support.errors import visible

LETTER_WIDTH = 0.602
"""The width of a character of the drawings' type (monospaced), in units of its size."""
MAX_CLIPPED_LENGTH = 40
"""The most characters of a label; a longer label ends in an ellipsis."""
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
    """Return the number of terminal columns that a text takes up; a wide character takes up two.

    >>> display_width("a2"), display_width("石")
    (2, 2)
    """
    # A fast path for nearly all texts: looking up each character takes much longer.
    if text.isascii():
        return len(text)
    # East Asian characters are W (wide) or F (fullwidth).
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


@lru_cache(1 << 12)
def clip_text(text: str, max_length: int = MAX_CLIPPED_LENGTH) -> str:
    r"""Cut a text after at most `max_length` characters, and make it safe to draw.

    A text that was cut ends in an ellipsis. Each control character is replaced.

    >>> clip_text("a\tb"), clip_text("knight takes", 7)
    ('a�b', 'knight…')
    """
    clipped = text
    if len(text) > max_length:
        clipped = f"{text[: max_length - 1]}…"
    return visible(clipped)


@lru_cache(1 << 12)
def shorten_middle(text: str, max_width: int) -> str:
    """Shorten a text to at most `max_width` columns, by an ellipsis in the middle.

    Each control character is replaced.

    >>> shorten_middle("12x23x34x45", 7)
    '12x…x45'
    """
    text = visible(text)
    if display_width(text) <= max_width:
        return text
    end_length = (max_width - 1) // 2
    start_length = max_width - 1 - end_length
    start = text[:start_length]
    # If `end_length` is 0, the slice would be the whole text.
    end = text[-end_length:] if end_length else ""
    return f"{start}…{end}"


def split_words(text: str) -> list[str]:
    """Return the words between which a line may be broken; a short formula counts as one.

    >>> split_words("Nothing is better. (2 ≤ α = 3)"), split_words("cut at α ≥ β, fail-soft")
    (['Nothing', 'is', 'better.', '(2 ≤ α = 3)'], ['cut', 'at', 'α ≥ β,', 'fail-soft'])
    """
    return UNBROKEN_WORD.findall(text)


def spell_in_ascii(text: str) -> str:
    """Replace signs by ASCII where there is a substitute; the text may get longer.

    >>> spell_in_ascii("α = 3 ≥ −∞, ♞")
    'alpha = 3 >= -inf, ♞'
    """
    return text.translate(_TO_ASCII)
