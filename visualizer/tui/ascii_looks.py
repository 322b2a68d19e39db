"""Glyphs for terminals without Unicode: one cell each, so that nothing moves."""

SINGLE = {
    "−": "-", "–": "-", "∞": "8", "≤": "<", "≥": ">", "α": "a", "β": "b", "×": "x", "→": ">", "←": "<", "…": "~",
    "·": ".", "✓": "+", "✂": "x", "✕": "-", "★": "*", "●": "#", "○": "o", "▲": "^", "△": "^", "▼": "v", "▸": ">",
    "▾": "v", "■": "!", "⋮": ":", "│": "|", "─": "-", "╌": ".", "━": "=", "┷": "+", "┊": ":", "╭": "+", "╮": "+",
    "╰": "+", "╯": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "█": "#", "▓": "O", "▒": "%", "░": ".",
    "╱": "/", "▌": "#", "◆": "C", "◇": "c", "⌫": "<", "└": "`",
}  # fmt: skip
_TABLE = str.maketrans(SINGLE)


def single(text: str) -> str:
    """Return a text with one ASCII sign for every cell.

    >>> single("α ≥ β")
    'a > b'
    """
    return text.translate(_TABLE).encode("ascii", "replace").decode()
