"""Nodes against depth on a logarithmic scale: a line is the median over positions, a panel is a game."""

from collections.abc import Sequence
from math import inf, log10
from statistics import median

from matplotlib.axes import Axes
from matplotlib.figure import Figure

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
    games, styles = games_of(found), style.search_styles(results, theme, least=True)
    labels = [look.title for look in styles.values()]
    beside = len(games) == 1 and max(map(len, labels)) <= LONGEST
    widest = max(style.breadth(label, style.TEXT) for label in labels)
    figure, panels = style.panels(
        theme, (title or "Nodes visited, by depth", _subtitle(found, theme), "depth in plies"), games,
        [] if beside else labels, min(len(games), 4 if len(games) > 6 else 3),
        (0.115, 0.95 - widest * 1.08 / style.WIDTH if beside else 0.975), 2.9,
    )  # fmt: skip
    stopped = False
    for game, axes in zip(games, panels, strict=True):
        ends, hollow = _panel(axes, grouped(found, game), styles, theme)
        stopped = stopped or hollow
        if beside:
            _name_lines(axes, ends)
    if not beside:
        has_least = any(result.minimum for result in found)
        style.line_key(figure, [look for search, look in styles.items() if has_least or search != style.LEAST])
    if stopped:
        words = "hollow: stopped at its limit, so at least that many"
        figure.text(0.975, 0.15 / figure.get_figheight(), words, size=style.SMALL, va="bottom", color=theme.faint,
                    ha="right")  # fmt: skip
    return figure


def _subtitle(results: Sequence[PlotRow], theme: Theme) -> str:
    counts = sorted({len({result.name for result in results if result.game == game}) for game in games_of(results)})
    many = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    if counts[-1] == 1:
        return "one position; logarithmic scale"
    words = f"median over {many} positions{'' if len(counts) == 1 else ' a game'}"
    return words + ("" if theme.name == "mono" else ", the band holds half of them") + "; logarithmic scale"


End = tuple[float, float, style.SearchStyle]
"""Where a line ends, and how it is drawn."""


def _panel(
    axes: Axes, groups: ResultGroups, styles: dict[str, style.SearchStyle], theme: Theme
) -> tuple[list[End], bool]:
    """Draw a line for each search; return where they end, and whether one of them has a hollow point."""
    ends: list[End] = []
    any_stopped, depths = False, sorted({depth for _, depth in groups if depth is not None})
    for search in distinct(search for group in groups.values() for search in group):
        points, stopped = list[style.Point](), list[style.Point]()
        for depth in depths:
            several = [group[search] for (_, at), group in groups.items() if at == depth and search in group]
            if several:
                points.append((depth, *spread([result.nodes for result in several])))
                reached = sorted(result.nodes if result.complete else inf for result in several)
                stopped += points[-1:] if reached[len(several) // 2] == inf else []  # half of them, before the median
        style.line(axes, styles[search], points, theme, stopped)
        any_stopped = any_stopped or bool(stopped)
        ends.append((points[-1][0], points[-1][2], styles[search]))
    least = _least(groups, depths)
    if least:
        axes.plot(*zip(*least, strict=True), **styles[style.LEAST].line)
        ends.append((*least[-1], styles[style.LEAST]))
    axes.set_yscale("log")
    style.logarithmic(axes.yaxis, style.count_words)
    axes.set_xticks(depths)
    axes.set_xlim(depths[0] - 0.25, depths[-1] + 0.25)
    style.quiet(axes, "y")
    return ends, any_stopped


def _least(groups: ResultGroups, depths: Sequence[int]) -> list[tuple[int, float]]:
    """Return the median of the least nodes for each depth at which all are known."""
    points = []
    for depth in depths:
        known = [next(iter(group.values())).minimum for (_, at), group in groups.items() if at == depth]
        if None not in known:
            points.append((depth, median(filter(None, known))))
    return points


def _name_lines(axes: Axes, ends: list[End]) -> None:
    """Write each line's title beside its end; titles do not overlap."""
    low, high = axes.get_ylim()
    scale = log10(high / low)
    taken = inf
    for x, y, look in sorted(ends, key=lambda end: -end[1]):
        taken = min(log10(y / low) / scale, taken - 0.075)
        axes.annotate(look.title, (x, y), (1.02, taken), xycoords="data", textcoords="axes fraction", color=look.colour,
                      size=style.TEXT, va="center", weight="bold", annotation_clip=False)  # fmt: skip
