"""How much ordering helps on each single position, and on how many it hurts: a dot is a position."""

from collections import Counter
from collections.abc import Sequence
from math import ceil, floor, log2
from statistics import median
from textwrap import wrap

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from visualizer.errors import InputError
from visualizer.look.shapes import clip
from visualizer.look.themes import Theme
from visualizer.search_options import depth_words
from visualizer.sweeping.plots.results import PlotRow, compared, games_of, standard_of
from visualizer.sweeping.plots.style import TEXT, WIDTH, page, quiet, search_styles, times_words, words_beside

SHARE = 0.58
"""Of the page's width, for the dots."""

Strip = tuple[str, str, list[float]]
"""A game and its depth, a search, and for each position its nodes as a multiple of the standard's."""


def draw(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw a strip of dots for each game and each ordering of alpha-beta; InputError if no row is one of those."""
    found = [result for result in results if result.algorithm != "minimax"]
    if len({result.search for result in found}) < 2:
        raise InputError("a distribution needs two searches besides minimax, one of them the order to compare with")
    standard = standard_of(found)
    called = {search: look.title for search, look in search_styles(results, theme).items()}
    strips = [strip for game in games_of(results) for strip in _strips(found, game, standard, called)]
    if not strips:
        raise InputError(
            f"no position was searched to the end by {called[standard]} and by another order of alpha-beta"
        )
    height = max(7.2, 2.6 + 1.35 * len(strips))
    standard_words = clip(called[standard], 30)
    subtitle = f"nodes as a multiple of those of {standard_words}; a dot is a position, the bar the median; logarithmic"
    figure = page(height, theme, title or "Where ordering helps, and where it hurts", subtitle)
    axes = figure.subplots()
    figure.subplots_adjust(left=0.22, right=0.22 + SHARE, top=1 - 1.8 / height, bottom=0.65 / height)
    _ground(axes, strips, theme)
    for place, (game, search, ratios) in enumerate(strips):
        _strip(axes, place, ratios, theme, height / (len(strips) + 1))
        under = "\n".join(wrap(search.replace(",", ", ").replace(",  ", ", "), 23, break_on_hyphens=False))
        words_beside(axes, 0, place, game, under, theme.faint)
        worse = f"worse on {sum(ratio > 1 for ratio in ratios) / len(ratios):.0%}"
        words_beside(axes, 1, place, f"median {times_words(median(ratios))}", worse, theme.text)
    return figure


def _strips(found: Sequence[PlotRow], game: str, standard: str, called: dict[str, str]) -> list[Strip]:
    """Return a game's strips, at the deepest depth that the searches finished on some position."""
    depth, rows = compared(found, game, standard)
    return [
        (game, f"{called[search]}, {depth_words(depth)}", [row.nodes / held.nodes for row, held in several])
        for search, several in rows.items()
        if search != standard
    ]


def _ground(axes: Axes, strips: Sequence[Strip], theme: Theme) -> None:
    """Draw what the dots stand on: the line of equal cost, and the side on which ordering hurts."""
    numbers = [log2(ratio) for _, _, ratios in strips for ratio in ratios]
    low, high = min(-1.0, *numbers) - 0.35, max(1.0, *numbers) + 0.35
    axes.set_xlim(low, high)
    axes.set_ylim(len(strips) - 0.42, -0.62)
    if theme.name == "mono":
        axes.axvspan(0, high, facecolor=theme.page, edgecolor="#BBBBBB", hatch="//", linewidth=0, zorder=0)
    else:
        axes.axvspan(0, high, color=theme.fills["vermillion"], linewidth=0, zorder=0)
    axes.axvline(0, color=theme.text, linewidth=2, zorder=2)
    box = {"facecolor": theme.page, "edgecolor": "none", "pad": 2.5} if theme.name == "mono" else None
    for side, words, hue in ((-1, "ordering helps", "blue"), (1, "ordering hurts", "vermillion")):
        axes.annotate(words, (0, 1), (10 * side, 10), xycoords=("data", "axes fraction"), textcoords="offset points",
                      ha="left" if side > 0 else "right", va="bottom", size=TEXT, weight="bold",
                      color=theme.lines[hue], bbox=box, annotation_clip=False)  # fmt: skip
    step = max(1, ceil((high - low) / 8))
    powers = range(step * ceil(low / step), floor(high) + 1, step)
    axes.set_xticks(powers, [*map(_fraction, powers)])
    quiet(axes, "x")


def _fraction(power: int) -> str:
    """Write a power of two as a multiple.

    >>> _fraction(-3), _fraction(0), _fraction(2)
    ('1/8', 'same', '4×')
    """
    return "same" if not power else f"{2**power:,}×" if power > 0 else f"1/{2**-power:,}"


def _column(power: float, width: float) -> int:
    """Return in which column of dots a ratio stands: 0 is exactly the same, no column has both sides of it.

    >>> [_column(power, 0.5) for power in (-0.7, -0.1, 0, 0.1, 0.5)]
    [-2, -1, 0, 1, 1]
    """
    return ceil(power / width) if power >= 0 else floor(power / width)


def _strip(axes: Axes, place: int, ratios: Sequence[float], theme: Theme, room: float) -> None:
    """Draw a dot for each position, those of about the same ratio above each other, and the median."""
    powers = sorted(log2(ratio) for ratio in ratios)
    low, high = axes.get_xlim()
    size = 11.0 if len(powers) < 50 else 8.5 if len(powers) < 200 else 6.0
    size *= 1.35 if room > 3 else 1
    width = (high - low) * size * 1.05 / (SHARE * WIDTH * 72)
    columns = Counter(_column(power, width) for power in powers)
    for column, count in columns.items():
        marker, hue = ("s", "grey") if not column else ("^", "vermillion") if column > 0 else ("o", "blue")
        colour = theme.lines[hue]
        hollow = theme.name == "mono" and column <= 0
        step = min(size * 1.05 / (room * 72), 0.8 / count)
        heights = [place + ((number + 1) // 2) * (1 if number % 2 else -1) * step for number in range(count)]
        axes.plot([column * width] * count, heights, linestyle="none", marker=marker, markersize=size, zorder=3,
                  markerfacecolor=theme.page if hollow else colour, markeredgewidth=0.8,
                  markeredgecolor=colour if hollow else theme.page)  # fmt: skip
    middle = median(powers)
    axes.plot([middle, middle], [place - 0.43, place + 0.43], color=theme.text, linewidth=4, zorder=2.5,
              solid_capstyle="butt")  # fmt: skip
