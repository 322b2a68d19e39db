"""Bars: how many nodes each search visits, once on a linear and once on a logarithmic scale."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10

from visualizer.look.numbers import abbreviate_numbers
from visualizer.look.shapes import Drawing, Pen, Rectangle, Shape, Stroke, Text
from visualizer.look.text import LETTER_WIDTH, display_width
from visualizer.look.themes import THEMES, Theme
from visualizer.support.errors import visible

CHART_TEXT_SIZE = 15.0
CHART_BAR_HEIGHT = 30.0
CHART_BAR_GAP = 14.0
CHART_LENGTH = 420.0
CHART_MARGIN = 28.0
MAX_DETAILED_DECADES = 2
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
    names = (
        max(display_width(bar.name) for bar in bars) * LETTER_WIDTH * CHART_TEXT_SIZE
        + CHART_BAR_GAP
    )
    amounts = max(len(bar.words) for bar in bars) * LETTER_WIDTH * CHART_TEXT_SIZE + CHART_BAR_GAP
    chart = CHART_LENGTH + amounts
    width = 2 * CHART_MARGIN + names + 2 * chart + CHART_MARGIN
    top = CHART_MARGIN + 5.2 * CHART_TEXT_SIZE
    height = (
        top + len(bars) * (CHART_BAR_HEIGHT + CHART_BAR_GAP) + 3 * CHART_TEXT_SIZE + CHART_MARGIN
    )
    shapes: list[Shape] = [
        Text(
            CHART_MARGIN,
            CHART_MARGIN + CHART_TEXT_SIZE,
            visible(title),
            1.5 * CHART_TEXT_SIZE,
            theme.text,
            "start",
            bold=True,
        ),
        Text(
            CHART_MARGIN,
            CHART_MARGIN + 2.6 * CHART_TEXT_SIZE,
            visible(subtitle),
            CHART_TEXT_SIZE,
            theme.faint,
            "start",
        ),
    ]
    most = max(bar.amount for bar in bars)
    end = round_end(most)
    for place, words in enumerate(("nodes", "nodes, logarithmic")):
        left = CHART_MARGIN + names + place * (chart + CHART_MARGIN)
        shapes.append(
            Text(left, top - CHART_TEXT_SIZE, words, CHART_TEXT_SIZE, theme.faint, "start")
        )
        shapes += _axis(
            left, top, height - CHART_MARGIN - 2.6 * CHART_TEXT_SIZE, end if place else 0, theme
        )
        for number, bar in enumerate(bars):
            y = top + number * (CHART_BAR_HEIGHT + CHART_BAR_GAP)
            if not place:
                shapes.append(
                    Text(
                        left - CHART_BAR_GAP,
                        y + 0.66 * CHART_BAR_HEIGHT,
                        bar.name,
                        CHART_TEXT_SIZE,
                        theme.text,
                        "end",
                    )
                )
            if place:
                share = log10(max(1.0, bar.amount)) / log10(end)
            else:
                share = bar.amount / most
            shapes += _bar_with_amount(left, y, max(2.0, CHART_LENGTH * share), bar, theme)
    words = "; ".join(f"{bar.name} {bar.words}" for bar in bars)
    return Drawing(ceil(width), ceil(height), theme.page, title, words, tuple(shapes))


def round_end(most: float) -> int:
    """Return where a logarithmic scale ends: at the next power of ten, or 2 or 5 times one.

    >>> [round_end(most) for most in (1, 9, 13, 20, 4_001)]
    [10, 10, 20, 20, 5000]
    """
    power = int(10 ** floor(log10(max(most, 10))))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= most)


def scale_ticks(end: int) -> list[int]:
    """Return the numbers at the lines of a logarithmic scale: powers of ten, and 2 and 5 times those if it is short.

    >>> scale_ticks(20), scale_ticks(500_000)
    ([2, 5, 10, 20], [10, 100, 1000, 10000, 100000])
    """
    decades = floor(log10(end))
    if decades <= MAX_DETAILED_DECADES:
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
    for tick in scale_ticks(end) if end else []:
        x = left + CHART_LENGTH * log10(tick) / log10(end)
        shapes.append(Stroke(x, top - 4, x, bottom, faint))
        if end < 10**6:
            label = f"{tick:,}"
        else:
            label = abbreviate_numbers(f"{tick:,}")
        shapes.append(
            Text(x, bottom + 1.3 * CHART_TEXT_SIZE, label, 0.8 * CHART_TEXT_SIZE, theme.faint)
        )
    return shapes


def _bar_with_amount(
    left: float, y: float, length: float, bar: ChartBar, theme: Theme
) -> list[Shape]:
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
    begin = left + length + 0.5 * CHART_BAR_GAP
    wide = display_width(bar.words) * LETTER_WIDTH * CHART_TEXT_SIZE
    return [
        Rectangle(left, y, length, CHART_BAR_HEIGHT, fill, pen, 3),
        Rectangle(
            begin - 2, y + 2, wide + 4, CHART_BAR_HEIGHT - 4, theme.page
        ),  # no line goes through the number
        Text(
            begin,
            y + 0.66 * CHART_BAR_HEIGHT,
            bar.words,
            CHART_TEXT_SIZE,
            theme.text,
            "start",
            bold=True,
        ),
    ]
