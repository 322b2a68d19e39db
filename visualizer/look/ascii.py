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
    "↑": "up",
    "↓": "down",
    "⌫": "backspace",
    "…": "...",
    "·": ".",
    "✓": "#",
    "✂": "%",
    "✕": "/",
    "★": "*",
    "●": "o",
    "▲": "^",
    "▼": "v",
    "▸": "@",
    "◂": "<-",
    "►": ">",
    "▾": ":",
    "■": "$",
    "□": "=",
    "◦": ",",
    "⁺": "+",
    "⁻": "-",
    "≈": "~",
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
    "�": "?",
}
_TABLE = str.maketrans(ASCII)


def spelled_out(text: str) -> str:
    """Write a text with ASCII signs as far as there are stand-ins: what to do before its lines are broken.

    >>> spelled_out("α = 3 ≥ −∞, ♞")
    'alpha = 3 >= -inf, ♞'
    """
    return text.translate(_TABLE)


def to_ascii(text: str) -> str:
    r"""Write a text with ASCII signs only; what has no stand-in is escaped.

    >>> to_ascii("α ♞")
    'alpha \\u265e'
    """
    return spelled_out(text).encode("ascii", "backslashreplace").decode()


def printable(text: str) -> str:
    r"""Return a text without control characters and lone surrogates, so that it cannot break a screen or a file.

    >>> printable("a\x1b[31m")
    'a�[31m'
    """
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "�" for letter in text)
