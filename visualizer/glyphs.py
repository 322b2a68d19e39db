"""The signs that are not ASCII, and what stands for them where a terminal or a file cannot show them."""

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
    "…": "...",
    "·": ".",
    "✓": "+",
    "✂": "x",
    "✕": "-",
    "★": "*",
    "●": "#",
    "○": "o",
    "▲": "^",
    "▼": "v",
    "▸": ">",
    "▾": "v",
    "■": "#",
    "□": "o",
    "◆": "C",
    "◇": "c",
    "│": "|",
    "─": "-",
    "├": "|",
    "└": "`",
    "┊": ":",
    "╌": "-",
    "┼": "+",
    "┴": "+",
    "“": '"',
    "”": '"',
    "’": "'",
}
_TABLE = str.maketrans(ASCII)


def to_ascii(text: str) -> str:
    """Write a text with ASCII signs only; what has no stand-in is escaped.

    >>> to_ascii("α = 3 ≥ −∞")
    'alpha = 3 >= -inf'
    """
    return text.translate(_TABLE).encode("ascii", "backslashreplace").decode()


def printable(text: str) -> str:
    r"""Return a text without control characters and lone surrogates, so that it cannot break a screen or a file.

    >>> printable("a\x1b[31m")
    'a�[31m'
    """
    return "".join(letter if letter.isprintable() else "�" for letter in text)
