"""Bars: how many nodes each search visits, on a linear and on a logarithmic scale."""

from collections.abc import Iterator, Sequence
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
"""The most powers of ten of a scale that also has lines between them."""


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A named amount; `least` marks the minimum, `stopped` a search that did not finish."""

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
    """Return two charts side by side with common names: linear on the left, then logarithmic."""
    theme = THEMES[theme_name]
    bars = [replace(bar, name=visible(bar.name)) for bar in bars]
    letter = LETTER_WIDTH * CHART_TEXT_SIZE
    names_width = max(display_width(bar.name) for bar in bars) * letter + CHART_BAR_GAP
    amounts_width = max(len(bar.words) for bar in bars) * letter + CHART_BAR_GAP
    chart_width = CHART_LENGTH + amounts_width
    left = CHART_MARGIN + names_width
    top = CHART_MARGIN + 5.2 * CHART_TEXT_SIZE
    rows_height = len(bars) * (CHART_BAR_HEIGHT + CHART_BAR_GAP)
    width = 2 * CHART_MARGIN + names_width + 2 * chart_width + CHART_MARGIN
    height = top + rows_height + 3 * CHART_TEXT_SIZE + CHART_MARGIN
    return Drawing(
        ceil(width),
        ceil(height),
        theme.page,
        title,
        words="; ".join(f"{bar.name} {bar.words}" for bar in bars),
        shapes=(
            *_titles(title, subtitle, theme),
            *_chart(bars, (left, top), height, theme, is_logarithmic=False),
            *_chart(
                bars,
                (left + (chart_width + CHART_MARGIN), top),
                height,
                theme,
                is_logarithmic=True,
            ),
        ),
    )


def _titles(title: str, subtitle: str, theme: Theme) -> Iterator[Shape]:
    """Write title and subtitle."""
    x = CHART_MARGIN
    size = CHART_TEXT_SIZE
    yield Text(x, x + size, visible(title), 1.5 * size, theme.text, "start", bold=True)
    yield Text(x, x + 2.6 * size, visible(subtitle), size, theme.faint, "start")


def _chart(
    bars: Sequence[ChartBar],
    place: tuple[float, float],
    height: float,
    theme: Theme,
    *,
    is_logarithmic: bool,
) -> list[Shape]:
    """Return a chart with its upper left corner at a place, on a page of a height."""
    left, top = place
    most = max(bar.amount for bar in bars)
    end = round_end(most) if is_logarithmic else 0
    words = "nodes, logarithmic" if is_logarithmic else "nodes"
    bottom = height - CHART_MARGIN - 2.6 * CHART_TEXT_SIZE
    heading = Text(left, top - CHART_TEXT_SIZE, words, CHART_TEXT_SIZE, theme.faint, "start")
    shapes: list[Shape] = [heading, *_axis(left, top, bottom, end, theme)]
    for number, bar in enumerate(bars):
        y = top + number * (CHART_BAR_HEIGHT + CHART_BAR_GAP)
        if not is_logarithmic:
            # The second chart shares the names of the first.
            right = left - CHART_BAR_GAP
            baseline = y + 0.66 * CHART_BAR_HEIGHT
            name = Text(right, baseline, bar.name, CHART_TEXT_SIZE, theme.text, "end")
            shapes.append(name)
        if is_logarithmic:
            share = log10(max(1.0, bar.amount)) / log10(end)
        else:
            share = bar.amount / most
        shapes += _bar_with_amount(left, y, max(2.0, CHART_LENGTH * share), bar, theme)
    return shapes


def round_end(most: float) -> int:
    """Return where a logarithmic scale ends: at the next power of ten, or 2 or 5 times one.

    >>> [round_end(most) for most in (1, 9, 13, 20, 4_001)]
    [10, 10, 20, 20, 5000]
    """
    power = int(10 ** floor(log10(max(most, 10))))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= most)


def scale_ticks(end: int) -> list[int]:
    """Return the numbers with lines on a logarithmic scale: powers of ten, and more if short.

    A short scale also has lines at 2 and 5 times powers of ten.

    >>> scale_ticks(20), scale_ticks(500_000)
    ([2, 5, 10, 20], [10, 100, 1000, 10000, 100000])
    """
    decades = floor(log10(end))
    if decades > MAX_DETAILED_DECADES:
        step = max(1, decades // 6)
        return [10**power for power in range(step, decades + 1, step)]
    ticks = [digit * 10**power for power in range(decades + 1) for digit in (1, 2, 5)]
    return [tick for tick in ticks if 1 < tick <= end]


def _axis(
    left: float,
    top: float,
    bottom: float,
    end: int,
    theme: Theme,
) -> list[Shape]:
    """Return the line at which bars begin, and lines at round numbers up to `end`, 0 for none."""
    pen = Pen(theme.text, 1.4)
    faint = Pen(theme.lines["grey"], 0.7, "dotted")
    shapes: list[Shape] = [Stroke(left, top - 4, left, bottom, pen)]
    if not end:
        return shapes
    size = CHART_TEXT_SIZE
    for tick in scale_ticks(end):
        x = left + CHART_LENGTH * log10(tick) / log10(end)
        shapes.append(Stroke(x, top - 4, x, bottom, faint))
        label = f"{tick:,}" if end < 10**6 else abbreviate_numbers(f"{tick:,}")
        shapes.append(Text(x, bottom + 1.3 * size, label, 0.8 * size, theme.faint))
    return shapes


def _bar_with_amount(
    left: float,
    y: float,
    length: float,
    bar: ChartBar,
    theme: Theme,
) -> list[Shape]:
    """Return a bar with its amount; the minimum and stopped searches are dashed and empty."""
    hue = "green" if bar.least else "blue"
    is_open = bar.least or bar.stopped
    pen = Pen(theme.lines[hue], 1.6, "dashed" if is_open else "solid")
    if is_open:
        fill = theme.page
    else:
        fill = "#BBBBBB" if theme.name == "mono" else theme.fills["blue"]
    begin = left + length + 0.5 * CHART_BAR_GAP
    baseline = y + 0.66 * CHART_BAR_HEIGHT
    width = display_width(bar.words) * LETTER_WIDTH * CHART_TEXT_SIZE
    # A ground behind the amount hides the lines of the scale.
    ground = Rectangle(begin - 2, y + 2, width + 4, CHART_BAR_HEIGHT - 4, theme.page)
    return [
        Rectangle(left, y, length, CHART_BAR_HEIGHT, fill, pen, 3),
        ground,
        Text(begin, baseline, bar.words, CHART_TEXT_SIZE, theme.text, "start", bold=True),
    ]
