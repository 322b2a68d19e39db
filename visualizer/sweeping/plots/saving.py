"""How many times fewer nodes each search visits, by game: bars from 1, to the left of it where a search costs more."""

from collections.abc import Sequence
from statistics import median
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from visualizer.errors import InputError
from visualizer.look.themes import Theme
from visualizer.search_options import depth_words
from visualizer.sweeping.plots import style
from visualizer.sweeping.plots.results import PlotRow, deepest, distinct, games_of, grouped

BAR = 0.82
NamedAmounts = list[tuple[str, float]]
"""For each search, and for the least of any order, how many times fewer nodes than the standard it visits."""


def draw(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw a group of bars for each game, at the deepest depth that all its searches finished on some position.

    InputError if there is none in any game.
    """
    styles, standard = style.search_styles(results, theme), _standard(results)
    measured = [(game, *_game(results, game, standard)) for game in games_of(results)]
    groups = [(game, words, bars) for game, words, bars in measured if bars]
    if not groups:
        raise InputError(
            "no position was searched to the end of every search, so there is nothing to hold side by side"
        )
    bars = sum(len(found) for _, _, found in groups) + len(groups)
    labels = [*(look.title for look in styles.values()), style.LEAST]
    head = 1.45 + style.key_height(labels)
    height = max(7.2, 0.65 + head + 0.36 * bars)
    subtitle = "median over positions that every search finished; logarithmic scale"
    title = title or f"Times fewer nodes than {styles[standard].title}"
    figure = style.page(height, theme, title, subtitle)
    axes = figure.subplots()
    figure.subplots_adjust(left=0.21, right=0.95, top=1 - head / height, bottom=0.65 / height)
    _bars(axes, groups, styles, theme)
    handles = [Patch(label=look.title, **_face(look, theme)) for search, look in styles.items() if search != standard]
    if any(name == style.LEAST for _, _, found in groups for name, _ in found):
        handles.append(Patch(label=style.LEAST, **_least_face(theme)))
    style.key(figure, handles, height)
    return figure


def _standard(results: Sequence[PlotRow]) -> str:
    """Return the search that others are held against: minimax, else alpha-beta in natural order, else the first."""
    searches = {result.search: result for result in results}
    minimax = [search for search, result in searches.items() if result.algorithm == "minimax"]
    natural = [search for search, result in searches.items() if result.natural]
    return [*minimax, *natural, *searches][0]


def _game(results: Sequence[PlotRow], game: str, standard: str) -> tuple[str, NamedAmounts]:
    """Return for a game where it was measured, in words, and its bars."""
    groups = grouped(results, game)
    searches = distinct(search for group in groups.values() for search in group)
    depth, fitting = deepest(groups, (*searches, standard))
    if not fitting:
        return "", []
    bars = [
        (search, median(group[standard].nodes / group[search].nodes for group in fitting))
        for search in searches
        if search != standard
    ]
    least = [group[standard].nodes / known for group in fitting if (known := group[standard].minimum) is not None]
    if len(least) == len(fitting):
        bars.append((style.LEAST, median(least)))
    count = sum(at == depth for _, at in groups)
    many = f"{len(fitting):,} of {count:,} positions" if len(fitting) < count else f"{count:,} positions"
    return f"{depth_words(depth)}\n{'1 position' if count == 1 else many}", bars


def _face(look: style.SearchStyle, theme: Theme) -> dict[str, Any]:
    return {"facecolor": look.colour, "edgecolor": theme.page, "hatch": look.hatch, "linewidth": 0}


def _least_face(theme: Theme) -> dict[str, Any]:
    return {"facecolor": theme.page, "edgecolor": theme.faint, "linestyle": "--", "linewidth": 1.8}


def _bars(
    axes: Axes, groups: Sequence[tuple[str, str, NamedAmounts]], styles: dict[str, style.SearchStyle], theme: Theme
) -> None:
    """Draw the bars from the top down, each with its number."""
    y = 0.0
    numbers = [ratio for _, _, bars in groups for _, ratio in bars]
    most, fewest = max(*numbers, 2.0), min(*numbers, 1.0)
    axes.set_xscale("log")
    for game, words, bars in groups:
        top = y
        for name, ratio in bars:
            face = _least_face(theme) if name == style.LEAST else _face(styles[name], theme)
            axes.barh(y, ratio - 1, BAR, left=1, zorder=3, **face)
            colour = theme.lines["vermillion"] if ratio < 0.995 else theme.text
            axes.annotate(style.times_words(ratio), (max(ratio, 1), y), (7, 0), textcoords="offset points", va="center",
                          size=style.SMALL, weight="bold", color=colour)  # fmt: skip
            y += 1
        middle = (top + y - 1) / 2
        style.words_beside(axes, (0, middle), (-14, 5), game, size=style.fitting(game, 2.4, style.TEXT), weight="bold")
        style.words_beside(axes, (0, middle), (-14, 3), words, size=style.SMALL - 2, color=theme.faint, va="top")
        y += 1
    axes.axvline(1, color=theme.text, linewidth=1.8, zorder=4)
    low, high = fewest / 1.25 if fewest < 0.995 else 1, most * (most / fewest) ** 0.1
    axes.set_xlim(low, high)
    axes.set_ylim(y - 1 - 0.2, -0.8)
    style.logarithmic(axes.xaxis, style.times_words)
    style.quiet(axes, "x")
