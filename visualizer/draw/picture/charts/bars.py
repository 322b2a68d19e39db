"""Bars: how many nodes each search visits, on a linear and on a logarithmic scale."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, floor, log10
from typing import NamedTuple

from visualizer.look.numbers import abbreviate_numbers
from visualizer.look.shapes import Drawing, Pen, Rectangle, Shape, Stroke, Text
from visualizer.look.text import LETTER_WIDTH, display_width
from visualizer.look.themes import THEMES, Theme
from visualizer.support.errors import visible

CHART_TEXT_SIZE = 15.0
CHART_BAR_HEIGHT = 30.0
CHART_BASELINE = 0.66
"""Distance of the baseline of words below the upper edge of their bar, in units of its height."""
CHART_BAR_GAP = 14.0
CHART_LENGTH = 420.0
CHART_MARGIN = 28.0
MAX_DETAILED_DECADES = 2
"""The most powers of ten for which a scale also has lines between the powers."""
MIN_ABBREVIATED_END = 1_000_000
"""From this end on, the numbers of a scale are abbreviated: "10k"."""


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A named amount; `least` marks the smallest possible, `stopped` an unfinished search's."""

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
    """Draw a linear and a logarithmic chart of the same bars, side by side.

    The names of the bars are on the left of both.
    """
    theme = THEMES[theme_name]
    bars = [replace(bar, name=visible(bar.name)) for bar in bars]
    names_width = _width_for_longest([bar.name for bar in bars])
    chart_width = CHART_LENGTH + _width_for_longest([bar.words for bar in bars])
    left = CHART_MARGIN + names_width
    top = CHART_MARGIN + 5.2 * CHART_TEXT_SIZE
    rows_height = len(bars) * (CHART_BAR_HEIGHT + CHART_BAR_GAP)
    width = 2 * CHART_MARGIN + names_width + 2 * chart_width + CHART_MARGIN
    height = top + rows_height + 3 * CHART_TEXT_SIZE + CHART_MARGIN

    linear = ChartArea(left, top, height)
    logarithmic = ChartArea(left + (chart_width + CHART_MARGIN), top, height)
    return Drawing(
        ceil(width),
        ceil(height),
        theme.page,
        title,
        words="; ".join(f"{bar.name} {bar.words}" for bar in bars),
        shapes=(
            *_draw_titles(title, subtitle, theme),
            *_draw_linear_chart(bars, linear, theme),
            *_draw_logarithmic_chart(bars, logarithmic, theme),
        ),
    )


def _width_for_longest(strings: Sequence[str]) -> float:
    """Return the width of the longest of some strings, with a gap, in points."""
    longest = max(map(display_width, strings))
    return longest * (LETTER_WIDTH * CHART_TEXT_SIZE) + CHART_BAR_GAP


class ChartArea(NamedTuple):
    """The upper left corner of a chart, and the height of its page, in points."""

    left: float
    top: float
    page_height: float

    @property
    def bottom(self) -> float:
        """The y at which the lines of the scale end."""
        return self.page_height - CHART_MARGIN - 2.6 * CHART_TEXT_SIZE

    def bar_top(self, number: int) -> float:
        """Return the y of the upper edge of a bar; the first bar has number 0."""
        return self.top + number * (CHART_BAR_HEIGHT + CHART_BAR_GAP)

    def heading(self, words: str, theme: Theme) -> Text:
        """Write the heading of the chart."""
        baseline = self.top - CHART_TEXT_SIZE
        return Text(self.left, baseline, words, CHART_TEXT_SIZE, theme.faint, "start")


def _draw_titles(title: str, subtitle: str, theme: Theme) -> Iterator[Shape]:
    """Write the title and the subtitle into the upper left corner of a chart."""
    left = CHART_MARGIN
    top = CHART_MARGIN
    size = CHART_TEXT_SIZE
    yield Text(
        left,
        top + size,
        visible(title),
        1.5 * size,
        theme.text,
        "start",
        bold=True,
    )
    yield Text(left, top + 2.6 * size, visible(subtitle), size, theme.faint, "start")


def _draw_linear_chart(bars: Sequence[ChartBar], area: ChartArea, theme: Theme) -> Iterator[Shape]:
    """Draw bars as long as their amounts, with the names of the bars on the left."""
    largest = max(bar.amount for bar in bars)
    yield area.heading("nodes", theme)
    yield _draw_zero_line(area, theme)
    for number, bar in enumerate(bars):
        y = area.bar_top(number)
        # The names on the left also serve the logarithmic chart beside this one.
        right = area.left - CHART_BAR_GAP
        baseline = y + CHART_BASELINE * CHART_BAR_HEIGHT
        yield Text(right, baseline, bar.name, CHART_TEXT_SIZE, theme.text, "end")
        length = CHART_LENGTH * (bar.amount / largest)
        yield from _draw_bar_with_amount(bar, area.left, y, length, theme)


def _draw_logarithmic_chart(
    bars: Sequence[ChartBar], area: ChartArea, theme: Theme
) -> Iterator[Shape]:
    """Draw bars as long as the logarithms of their amounts, with a scale from 1 to a round end."""
    end = scale_end(max(bar.amount for bar in bars))
    yield area.heading("nodes, logarithmic", theme)
    yield _draw_zero_line(area, theme)
    yield from _draw_scale(area, end, theme)
    for number, bar in enumerate(bars):
        # Amounts of 0, which have no logarithm, are drawn like amounts of 1: without length.
        share_of_scale = log10(max(1.0, bar.amount)) / log10(end)
        length = CHART_LENGTH * share_of_scale
        yield from _draw_bar_with_amount(bar, area.left, area.bar_top(number), length, theme)


def scale_end(largest: float) -> int:
    """Return the round number at which a logarithmic scale for numbers up to `largest` ends.

    Round numbers are 1, 2 or 5 times a power of ten, from 10 on.

    >>> [scale_end(largest) for largest in (1, 9, 13, 20, 4_001)]
    [10, 10, 20, 20, 5000]
    """
    power = int(10 ** floor(log10(max(largest, 10))))
    ends = (digit * power for digit in (1, 2, 5, 10))
    return next(end for end in ends if end >= largest)


def scale_ticks(end: int) -> list[int]:
    """Return the numbers at which a logarithmic scale up to `end` has lines.

    These are powers of ten. A short scale also has lines at 2 and 5 times powers of ten; a long one
    skips some powers.

    >>> scale_ticks(20), scale_ticks(500_000)
    ([2, 5, 10, 20], [10, 100, 1000, 10000, 100000])
    """
    decades = floor(log10(end))
    if decades > MAX_DETAILED_DECADES:
        # At most about six lines, or their labels would touch.
        step = max(1, decades // 6)
        return [10**power for power in range(step, decades + 1, step)]
    powers = [10**power for power in range(decades + 1)]
    ticks = [digit * power for power, digit in product(powers, (1, 2, 5))]
    return [tick for tick in ticks if 1 < tick <= end]


def _draw_zero_line(area: ChartArea, theme: Theme) -> Stroke:
    """Draw the line at which bars begin."""
    return Stroke(area.left, area.top - 4, area.left, area.bottom, Pen(theme.text, 1.4))


def _draw_scale(area: ChartArea, end: int, theme: Theme) -> Iterator[Shape]:
    """Draw a logarithmic scale up to `end`: dotted lines at round numbers, with the numbers."""
    pen = Pen(theme.lines["grey"], 0.7, "dotted")
    size = CHART_TEXT_SIZE
    for tick in scale_ticks(end):
        x = area.left + CHART_LENGTH * log10(tick) / log10(end)
        yield Stroke(x, area.top - 4, x, area.bottom, pen)
        label = f"{tick:,}"
        if end >= MIN_ABBREVIATED_END:
            label = abbreviate_numbers(label)
        yield Text(x, area.bottom + 1.3 * size, label, 0.8 * size, theme.faint)


def _draw_bar_with_amount(
    bar: ChartBar, left: float, y: float, length: float, theme: Theme
) -> list[Shape]:
    """Draw a bar, with its upper left corner at (`left`, `y`), and its amount after the bar."""
    # A bar of almost no length must still be seen.
    length = max(2.0, length)
    words_left = left + length + 0.5 * CHART_BAR_GAP
    baseline = y + CHART_BASELINE * CHART_BAR_HEIGHT
    width = display_width(bar.words) * LETTER_WIDTH * CHART_TEXT_SIZE
    # Behind the words, the colour of the page hides the lines of the scale.
    background = Rectangle(words_left - 2, y + 2, width + 4, CHART_BAR_HEIGHT - 4, theme.page)
    fill, pen = _bar_colours(bar, theme)
    return [
        Rectangle(left, y, length, CHART_BAR_HEIGHT, fill, pen, 3),
        background,
        Text(
            words_left,
            baseline,
            bar.words,
            CHART_TEXT_SIZE,
            theme.text,
            "start",
            bold=True,
        ),
    ]


def _bar_colours(bar: ChartBar, theme: Theme) -> tuple[str, Pen]:
    """Return the fill of a bar and the pen for its outline.

    The bars of the smallest possible amount and of stopped searches are empty and dashed.
    """
    hue = "green" if bar.least else "blue"
    if bar.least or bar.stopped:
        return theme.page, Pen(theme.lines[hue], 1.6, "dashed")
    fill = "#BBBBBB" if theme.name == "mono" else theme.fills["blue"]
    return fill, Pen(theme.lines[hue], 1.6, "solid")
