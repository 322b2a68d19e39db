"""The signs that are not ASCII, and what stands for them where a terminal or a file cannot show them."""

ASCII = {
    "−": "-", "–": "-", "∞": "inf", "≤": "<=", "≥": ">=", "≠": "!=", "α": "alpha", "β": "beta", "×": "x", "÷": "/",
    "→": "->", "←": "<-", "↑": "up", "↓": "down", "⌫": "backspace", "…": "...", "·": ".", "✓": "#", "✂": "!",
    "✕": "/", "★": "*", "●": "o", "▲": "^", "▼": "v", "▸": "@", "◂": "<-", "►": ">", "▾": ":", "■": "%", "□": "=",
    "▣": ";", "⇠": "<-", "◦": ",", "⁺": "+", "⁻": "-", "≈": "~", "│": "|", "─": "-", "├": "|", "└": "`", "┊": ":",
    "╌": "-", "┼": "+", "┴": "+", "›": ">", "“": '"', "”": '"', "’": "'", "�": "?",
}  # fmt: skip
_TABLE = str.maketrans(ASCII)


def spelled_out(text: str) -> str:
    """Write a text with ASCII signs as far as there are stand-ins: what to do before its lines are broken.

    >>> spelled_out("α = 3 ≥ −∞, ♞")
    'alpha = 3 >= -inf, ♞'
    """
    return text.translate(_TABLE)


def printable(text: str) -> str:
    r"""Return a text without control characters and lone surrogates, so that it cannot break a screen or a file.

    >>> printable("a\x1b[31m")
    'a�[31m'
    """
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "�" for letter in text)
