"""How many times fewer nodes each search visits, by game: bars from 1, to the left of it where a search costs more."""

from collections.abc import Sequence
from statistics import median

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from visualizer.errors import InputError
from visualizer.look.themes import Theme
from visualizer.search_options import depth_words
from visualizer.sweeping.plots import style
from visualizer.sweeping.plots.results import PlotRow, compared, games_of, standard_of

BAR = 0.82
NamedAmounts = dict[str, float]
"""For each search, and for the least of any order, how many times fewer nodes than the standard it visits."""


def draw(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw a group of bars for each game, at the deepest depth that all its searches finished on some position.

    InputError if there is none in any game.
    """
    styles, standard = style.search_styles(results, theme, least=True), standard_of(results)
    measured = [(game, *_game(results, game, standard)) for game in games_of(results)]
    groups = [(game, words, bars) for game, words, bars in measured if bars]
    if not groups:
        raise InputError(
            "no position was searched to the end of every search, so there is nothing to hold side by side"
        )
    head = 1.45 + style.key_height([look.title for look in styles.values()])
    height = max(7.2, 0.65 + head + 0.36 * sum(len(bars) + 1 for _, _, bars in groups))
    subtitle = "median over positions that every search finished; logarithmic scale"
    title = title or f"Times fewer nodes than {styles[standard].title}"
    figure = style.page(height, theme, title, subtitle)
    axes = figure.subplots()
    figure.subplots_adjust(left=0.21, right=0.95, top=1 - head / height, bottom=0.65 / height)
    _bars(axes, groups, styles, theme)
    if not any(style.LEAST in bars for _, _, bars in groups):
        del styles[style.LEAST]
    del styles[standard]
    style.key(figure, [Patch(label=look.title, **look.bar) for look in styles.values()])
    return figure


def _game(results: Sequence[PlotRow], game: str, standard: str) -> tuple[str, NamedAmounts]:
    """Return for a game where it was measured, in words, and its bars."""
    depth, found = compared(results, game, standard)
    bars = {search: median(held.nodes / row.nodes for row, held in rows)
            for search, rows in found.items() if search != standard}  # fmt: skip
    rows = next(iter(found.values()), [])
    least = [held.nodes / held.minimum for _, held in rows if held.minimum is not None]
    if rows and len(least) == len(rows):
        bars[style.LEAST] = median(least)
    count = len({row.name for row in results if (row.game, row.depth) == (game, depth)})
    many = f"{len(rows):,} of {count:,} positions" if len(rows) < count else f"{count:,} positions"
    return f"{depth_words(depth)}\n{'1 position' if count == 1 else many}", bars


def _bars(
    axes: Axes, groups: Sequence[tuple[str, str, NamedAmounts]], styles: dict[str, style.SearchStyle], theme: Theme
) -> None:
    """Draw the bars from the top down, each with its number."""
    y = 0.0
    numbers = [ratio for _, _, bars in groups for ratio in bars.values()]
    most, fewest = max(*numbers, 2.0), min(*numbers, 1.0)
    axes.set_xscale("log")
    for game, words, bars in groups:
        top = y
        for search, ratio in bars.items():
            axes.barh(y, ratio - 1, BAR, left=1, zorder=3, **styles[search].bar)
            colour = theme.lines["vermillion"] if ratio < 0.995 else theme.text
            axes.annotate(style.times_words(ratio), (max(ratio, 1), y), (7, 0), textcoords="offset points", va="center",
                          size=style.SMALL, weight="bold", color=colour)  # fmt: skip
            y += 1
        style.words_beside(axes, 0, (top + y - 1) / 2, game, words, theme.faint)
        y += 1
    axes.axvline(1, color=theme.text, linewidth=1.8, zorder=4)
    low, high = fewest / 1.25 if fewest < 0.995 else 1, most * (most / fewest) ** 0.1
    axes.set_xlim(low, high)
    axes.set_ylim(y - 1 - 0.2, -0.8)
    style.logarithmic(axes.xaxis, style.times_words)
    style.quiet(axes, "x")
