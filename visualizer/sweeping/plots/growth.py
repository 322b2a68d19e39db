"""Nodes against depth on a logarithmic scale: a line is the median over positions, a panel is a game."""

from collections.abc import Sequence
from math import ceil, inf, log10

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator

from visualizer.errors import InputError
from visualizer.look.themes import Theme
from visualizer.sweeping.plots import style
from visualizer.sweeping.plots.results import PlotRow, ResultGroups, distinct, games_of, grouped, spread

LONGEST = 30
"""Longer titles are written above the panels, not beside the lines."""


def draw(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw a panel for each game that was searched to a number of plies; InputError if none was."""
    found = [result for result in results if result.depth is not None]
    if not found:
        raise InputError("growth needs depths in plies, and all of these searches are to the end; use --kind saving")
    games, styles = games_of(found), style.search_styles(results, theme)
    columns = min(len(games), 4 if len(games) > 6 else 3)
    labels = [*(look.title for look in styles.values()), style.LEAST]
    beside = len(games) == 1 and max(map(len, labels)) <= LONGEST
    head = 1.2 if beside else 1.7 + style.key_height(labels)
    height = max(7.2, 1.0 + head + 2.9 * ceil(len(games) / columns))
    figure = style.page(height, theme, title or "Nodes visited, by depth", _subtitle(found, theme))
    right = 0.95 - max(style.breadth(label, style.TEXT) for label in labels) * 1.08 / style.WIDTH if beside else 0.975
    stopped = False
    panels = style.panels(figure, games, columns, (0.115, right), head, "depth in plies")
    for game, axes in zip(games, panels, strict=True):
        ends, hollow = _panel(axes, grouped(found, game), styles, theme)
        stopped = stopped or hollow
        if beside:
            _name_lines(axes, ends)
        else:
            axes.set_title(game, size=style.TEXT, weight="bold", loc="left", pad=10)
    if not beside:
        _legend(figure, styles, theme, height, least=any(result.minimum for result in found))
    if stopped:
        words = "hollow: stopped at its limit, so at least that many"
        figure.text(0.975, 0.15 / height, words, size=style.SMALL, va="bottom", color=theme.faint, ha="right")
    return figure


def _subtitle(results: Sequence[PlotRow], theme: Theme) -> str:
    counts = sorted({len({result.name for result in results if result.game == game}) for game in games_of(results)})
    many = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    if counts[-1] == 1:
        return "one position; logarithmic scale"
    words = f"median over {many} positions{'' if len(counts) == 1 else ' a game'}"
    return words + ("" if theme.name == "mono" else ", the band holds half of them") + "; logarithmic scale"


End = tuple[float, float, str, str]
"""Where a line ends, its title and its colour."""


def _panel(
    axes: Axes, groups: ResultGroups, styles: dict[str, style.SearchStyle], theme: Theme
) -> tuple[list[End], bool]:
    """Draw a line for each search; return where they end, and whether one of them has a hollow point."""
    ends: list[End] = []
    hollow, depths = False, sorted({depth for _, depth in groups if depth is not None})
    for search in distinct(search for group in groups.values() for search in group):
        look, points, bounds = styles[search], list[tuple[float, float, float, float]](), list[bool]()
        for depth in depths:
            several = [group[search] for (_, at), group in groups.items() if at == depth and search in group]
            if several:
                points.append((depth, *spread([result.nodes for result in several])))
                reached = sorted(result.nodes if result.complete else inf for result in several)
                bounds.append(reached[len(several) // 2] == inf)  # half of them were stopped before the median
        xs, _, middles, _ = zip(*points, strict=True)
        axes.plot(xs, middles, color=look.colour, linestyle=look.line, linewidth=3, zorder=3)
        style.band(axes, look, points, theme)
        for depth, middle, bound in zip(xs, middles, bounds, strict=True):
            fill = theme.page if bound else look.fill
            edge = look.colour if fill == theme.page else theme.page
            axes.plot([depth], [middle], marker=look.marker, markersize=12, color=look.colour, markerfacecolor=fill,
                      markeredgecolor=edge, markeredgewidth=2.4 if edge == look.colour else 1, zorder=4)  # fmt: skip
        hollow = hollow or any(bounds)
        ends.append((xs[-1], middles[-1], look.title, look.colour))
    least = _least(groups, depths)
    if least:
        look_of_least = style.least_line(theme)
        axes.plot(*zip(*least, strict=True), **look_of_least, zorder=2)
        ends.append((*least[-1], style.LEAST, look_of_least["color"]))
    axes.set_yscale("log")
    style.logarithmic(axes.yaxis, style.count_words)
    axes.xaxis.set_major_locator(FixedLocator(depths))
    axes.set_xlim(depths[0] - 0.25, depths[-1] + 0.25)
    style.quiet(axes, "y")
    return ends, hollow


def _least(groups: ResultGroups, depths: Sequence[int]) -> list[tuple[int, float]]:
    """Return the median of the least nodes for each depth at which all are known."""
    points = []
    for depth in depths:
        known = [next(iter(group.values())).minimum for (_, at), group in groups.items() if at == depth]
        if None not in known:
            points.append((depth, spread([least for least in known if least is not None])[1]))
    return points


def _name_lines(axes: Axes, ends: list[End]) -> None:
    """Write each line's title beside its end; titles do not overlap."""
    low, high = axes.get_ylim()
    scale = log10(high / low)
    taken = inf
    for x, y, title, colour in sorted(ends, key=lambda end: -end[1]):
        place = min(log10(y / low) / scale, taken - 0.075)
        taken = place
        axes.annotate(title, (x, y), (1.02, place), xycoords="data", textcoords="axes fraction", color=colour,
                      size=style.TEXT, va="center", weight="bold", annotation_clip=False)  # fmt: skip


def _legend(figure: Figure, styles: dict[str, style.SearchStyle], theme: Theme, height: float, *, least: bool) -> None:
    """Draw the key of lines, above the panels."""
    handles = [Line2D([], [], label=look.title, **look.points(2.4)) for look in styles.values()]
    if least:
        handles.append(Line2D([], [], **style.least_line(theme), label=style.LEAST))
    style.key(figure, handles, height)
