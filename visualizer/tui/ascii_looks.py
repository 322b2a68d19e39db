"""Glyphs for terminals without Unicode: one cell each, so that nothing moves."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

SINGLE = {
    "−": "-", "–": "-", "∞": "8", "≤": "<", "≥": ">", "α": "a", "β": "b", "×": "x", "→": ">", "←": "<", "…": "~",
    "·": ".", "✓": "+", "✂": "x", "✕": "-", "★": "*", "●": "#", "○": "o", "▲": "^", "△": "^", "▼": "v", "▸": ">",
    "▾": "v", "■": "!", "⋮": ":", "│": "|", "─": "-", "╌": ".", "━": "=", "┷": "+", "┊": ":", "╭": "+", "╮": "+",
    "╰": "+", "╯": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "█": "#", "▓": "O", "▒": "%", "░": ".",
    "╱": "/", "▀": "x", "▝": "'", "▌": "#", "◂": "<", "↑": "^", "↓": "v", "‖": "=", "≠": "!",
    "◆": "C", "◇": "c", "⌫": "<", "└": "`",
}  # fmt: skip
PARTS_OF_BLOCKS = {chr(code): " " for code in (*range(0x2581, 0x2588), *range(0x2589, 0x258C), *range(0x258D, 0x2590))}
"""Edges of fields and ends of scroll bars: their ground shows where they are."""
_TABLE = str.maketrans({**PARTS_OF_BLOCKS, "▐": " ", "▔": " ", "▕": " ", **SINGLE})


def single(text: str) -> str:
    """Return a text with one ASCII sign for every cell.

    >>> single("α ≥ β")
    'a > b'
    """
    return text.translate(_TABLE).encode("ascii", "replace").decode()


class AsciiFilter(LineFilter):
    """Writes all that reaches the screen with ASCII signs: frames, fields and scroll bars too."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment("".join(single(letter) * max(1, cell_len(letter)) for letter in segment.text), segment.style)
            for segment in segments
        ]
