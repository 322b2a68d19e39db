"""Bars: how many nodes each search visits, once on a linear and once on a logarithmic scale."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10

from visualizer.look.numbers import brief
from visualizer.look.shapes import Drawing, Pen, Rectangle, Shape, Stroke, Text
from visualizer.look.text import LETTER, letters
from visualizer.look.themes import THEMES, Theme
from visualizer.support.errors import visible

SIZE = 15.0
BAR = 30.0
GAP = 14.0
LENGTH = 420.0
MARGIN = 28.0
SHORT = 2
"""The most powers of ten of a scale that has lines between them."""


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A named amount; `least` marks the minimum for comparison, `stopped` a search that did not finish."""

    name: str
    amount: float
    least: bool = False
    stopped: bool = False

    @property
    def words(self) -> str:
        """Return the amount in words.

        >>> ChartBar("minimax", 2000, stopped=True).words
        '≥ 2,000, stopped'
        """
        amount = f"{self.amount:,.0f}"
        return f"≥ {amount}, stopped" if self.stopped else amount


def draw_bars(
    title: str, subtitle: str, bars: Sequence[ChartBar], theme_name: str = "light"
) -> Drawing:
    """Return two charts side by side with common names: linear on the left, logarithmic on the right."""
    theme = THEMES[theme_name]
    bars = [replace(bar, name=visible(bar.name)) for bar in bars]
    names = max(letters(bar.name) for bar in bars) * LETTER * SIZE + GAP
    amounts = max(len(bar.words) for bar in bars) * LETTER * SIZE + GAP
    chart = LENGTH + amounts
    width = 2 * MARGIN + names + 2 * chart + MARGIN
    top = MARGIN + 5.2 * SIZE
    height = top + len(bars) * (BAR + GAP) + 3 * SIZE + MARGIN
    shapes: list[Shape] = [
        Text(MARGIN, MARGIN + SIZE, visible(title), 1.5 * SIZE, theme.text, "start", bold=True),
        Text(MARGIN, MARGIN + 2.6 * SIZE, visible(subtitle), SIZE, theme.faint, "start"),
    ]
    most = max(bar.amount for bar in bars)
    end = round_end(most)
    for place, words in enumerate(("nodes", "nodes, logarithmic")):
        left = MARGIN + names + place * (chart + MARGIN)
        shapes.append(Text(left, top - SIZE, words, SIZE, theme.faint, "start"))
        shapes += _axis(left, top, height - MARGIN - 2.6 * SIZE, end if place else 0, theme)
        for number, bar in enumerate(bars):
            y = top + number * (BAR + GAP)
            if not place:
                shapes.append(Text(left - GAP, y + 0.66 * BAR, bar.name, SIZE, theme.text, "end"))
            if place:
                share = log10(max(1.0, bar.amount)) / log10(end)
            else:
                share = bar.amount / most
            shapes += _bar(left, y, max(2.0, LENGTH * share), bar, theme)
    words = "; ".join(f"{bar.name} {bar.words}" for bar in bars)
    return Drawing(ceil(width), ceil(height), theme.page, title, words, tuple(shapes))


def round_end(most: float) -> int:
    """Return where a logarithmic scale ends: at the next power of ten, or 2 or 5 times one.

    >>> [round_end(most) for most in (1, 9, 13, 20, 4_001)]
    [10, 10, 20, 20, 5000]
    """
    power = int(10 ** floor(log10(max(most, 10))))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= most)


def ticks(end: int) -> list[int]:
    """Return the numbers at the lines of a logarithmic scale: powers of ten, and 2 and 5 times those if it is short.

    >>> ticks(20), ticks(500_000)
    ([2, 5, 10, 20], [10, 100, 1000, 10000, 100000])
    """
    decades = floor(log10(end))
    if decades <= SHORT:
        return [
            number
            for power in range(decades + 1)
            for number in (10**power, 2 * 10**power, 5 * 10**power)
            if 1 < number <= end
        ]
    step = max(1, decades // 6)
    return [10**power for power in range(step, decades + 1, step)]


def _axis(left: float, top: float, bottom: float, end: int, theme: Theme) -> list[Shape]:
    """Return the line at which bars begin, and for a logarithmic scale up to `end` one for each round number."""
    pen = Pen(theme.text, 1.4)
    faint = Pen(theme.lines["grey"], 0.7, "dotted")
    shapes: list[Shape] = [Stroke(left, top - 4, left, bottom, pen)]
    for tick in ticks(end) if end else []:
        x = left + LENGTH * log10(tick) / log10(end)
        shapes.append(Stroke(x, top - 4, x, bottom, faint))
        if end < 10**6:
            label = f"{tick:,}"
        else:
            label = brief(f"{tick:,}")
        shapes.append(Text(x, bottom + 1.3 * SIZE, label, 0.8 * SIZE, theme.faint))
    return shapes


def _bar(left: float, y: float, length: float, bar: ChartBar, theme: Theme) -> list[Shape]:
    """Return one bar with its amount; the minimum and stopped searches are dashed and empty."""
    hue = "green" if bar.least else "blue"
    is_open = bar.least or bar.stopped
    pen = Pen(theme.lines[hue], 1.6, "dashed" if is_open else "solid")
    if is_open:
        fill = theme.page
    elif theme.name != "mono":
        fill = theme.fills["blue"]
    else:
        fill = "#BBBBBB"
    begin = left + length + 0.5 * GAP
    wide = letters(bar.words) * LETTER * SIZE
    return [
        Rectangle(left, y, length, BAR, fill, pen, 3),
        Rectangle(
            begin - 2, y + 2, wide + 4, BAR - 4, theme.page
        ),  # no line goes through the number
        Text(begin, y + 0.66 * BAR, bar.words, SIZE, theme.text, "start", bold=True),
    ]
