"""Bars: how many nodes each search visits, once on a linear and once on a logarithmic scale."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, log10

from visualizer.harmless_text import visible
from visualizer.look.numbers import brief
from visualizer.look.shapes import LETTER, Drawing, Pen, Rectangle, Shape, Stroke, Text, letters
from visualizer.look.themes import THEMES, Theme

SIZE = 15.0
BAR, GAP = 30.0, 14.0
LENGTH = 420.0
MARGIN = 28.0


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


def draw_bars(title: str, subtitle: str, bars: Sequence[ChartBar], theme_name: str = "light") -> Drawing:
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
    decades = max(1, ceil(log10(max(10.0, most))))
    for place, words in enumerate(("nodes", "nodes, logarithmic")):
        left = MARGIN + names + place * (chart + MARGIN)
        shapes.append(Text(left, top - SIZE, words, SIZE, theme.faint, "start"))
        shapes += _axis(left, top, height - MARGIN - 2.6 * SIZE, decades if place else 0, theme)
        for number, bar in enumerate(bars):
            y = top + number * (BAR + GAP)
            if not place:
                shapes.append(Text(left - GAP, y + 0.66 * BAR, bar.name, SIZE, theme.text, "end"))
            share = log10(max(1.0, bar.amount)) / decades if place else bar.amount / most
            shapes += _bar(left, y, max(2.0, LENGTH * share), bar, theme)
    words = "; ".join(f"{bar.name} {bar.words}" for bar in bars)
    return Drawing(ceil(width), ceil(height), theme.page, title, words, tuple(shapes))


def _axis(left: float, top: float, bottom: float, decades: int, theme: Theme) -> list[Shape]:
    """Return the line at which bars begin, and for a logarithmic scale one for each power of ten."""
    pen, faint = Pen(theme.text, 1.4), Pen(theme.lines["grey"], 0.7, "dotted")
    shapes: list[Shape] = [Stroke(left, top - 4, left, bottom, pen)]
    step = max(1, decades // 6)
    for power in range(step, decades + 1, step):
        x = left + LENGTH * power / decades
        shapes.append(Stroke(x, top - 4, x, bottom, faint))
        label = f"{10**power:,}" if decades < 6 else brief(f"{10**power:,}")
        shapes.append(Text(x, bottom + 1.3 * SIZE, label, 0.8 * SIZE, theme.faint))
    return shapes


def _bar(left: float, y: float, length: float, bar: ChartBar, theme: Theme) -> list[Shape]:
    """Return one bar with its amount; the minimum and stopped searches are dashed and empty."""
    hue, is_open = "green" if bar.least else "blue", bar.least or bar.stopped
    pen = Pen(theme.lines[hue], 1.6, "dashed" if is_open else "solid")
    fill = theme.page if is_open else theme.fills["blue"] if theme.name != "mono" else "#BBBBBB"
    return [
        Rectangle(left, y, length, BAR, fill, pen, 3),
        Text(left + length + 0.5 * GAP, y + 0.66 * BAR, bar.words, SIZE, theme.text, "start", bold=True),
    ]
