"""Bars of letters on one scale: what a comparison shows while it plays, and at its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from visualizer.tui.styled_lines import Line

EIGHTHS = " ▏▎▍▌▋▊▉"
WIDE = 100
"""Least columns for the additional words of a bar."""


@dataclass(frozen=True, slots=True)
class ProgressBar:
    """A name, how much is done, how much there is in all, and that in words; `more` is added where there is room."""

    name: str
    done: int
    total: int
    words: str
    more: str = ""
    style: str = "open"


def bars(rows: Sequence[ProgressBar], width: int) -> list[Line]:
    """Draw bars on one scale, one a line; the part still to be done is hatched.

    >>> rows = [ProgressBar("a", 4, 4, "4"), ProgressBar("b", 1, 2, "1 of 2")]
    >>> [[text for text, _ in line] for line in bars(rows, 19)]
    [['a  ', '████████', '', '  4     '], ['b  ', '██', '░░    ', '  1 of 2']]
    """
    names = max(len(row.name) for row in rows) + 2
    texts = [f"  {row.words}" for row in rows]
    texts = [text.ljust(max(map(len, texts))) for text in texts]
    if width >= WIDE:
        texts = [f"{text}  {row.more}" for text, row in zip(texts, rows, strict=True)]
    length = max(4, width - names - max(map(len, texts)))
    most = max(row.total for row in rows) or 1
    lines: list[Line] = []
    for row, text in zip(rows, texts, strict=True):
        filled = round(row.total * length / most)
        full = block(row.done * length / most)
        if row.done < row.total:
            full = full[:1] + full[1:].rstrip(EIGHTHS)
        rest = "░" * max(0, filled - len(full))
        lines.append([
            (row.name.ljust(names), "dim"), (full, row.style), (rest.ljust(length - len(full)), "to-come"),
            (text, "strong"),
        ])  # fmt: skip
    return lines


def block(length: float) -> str:
    """Return a bar of a length in cells, rounded to eighths; any length above 0 is visible.

    >>> block(2.5), block(0.01), block(0)
    ('██▌', '▏', '')
    """
    eighths = max(1, round(length * 8)) if length > 0 else 0
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()
