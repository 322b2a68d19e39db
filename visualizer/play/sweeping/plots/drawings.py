"""Each kind of plot, drawn by matplotlib."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil, floor, inf, log2, log10
from statistics import fmean, median
from textwrap import wrap
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from visualizer.explaining.measures.sureness import clustered_interval, wilson_interval
from visualizer.look.text import clip_text
from visualizer.look.themes import Theme
from visualizer.play.sweeping.plots import (
    PlotRow,
    ResultGroups,
    comparable_results,
    games_of,
    group_results,
    quartiles,
    searches_of,
    standard_search,
    style,
)
from visualizer.searching.search_options import depth_in_words
from visualizer.support.errors import InputError

MAX_TITLE_BESIDE_LINE = 30
"""The most characters of a title beside a line; if one is longer, a key above names the lines."""


def draw_growth(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw nodes against depth on a logarithmic scale: a panel for each game, a line per search.

    A point is the median over all positions of the game. `title` "" stands for the usual title.
    InputError if all searches went to the end of the game, so that there are no depths in plies.
    """
    limited = [result for result in results if result.depth is not None]
    if not limited:
        raise InputError(
            "growth needs depths in plies, but all of these searches go to the end;"
            " use --kind saving"
        )

    games = games_of(limited)
    styles = style.search_styles(results, theme, with_best_order=True)
    page = _growth_page(games, styles, title or "Nodes visited, by depth", limited, theme)
    figure, panels = page.draw(theme)

    any_stopped = False
    for game, axes in zip(games, panels, strict=True):
        panel = _GrowthPanel(axes, group_results(limited, game), styles, theme)
        panel.draw()
        any_stopped = any_stopped or panel.any_stopped
        if not page.labels:
            _write_titles_beside_lines(axes, panel.ends)

    if page.labels:
        _draw_growth_key(figure, limited, styles)
    if any_stopped:
        _explain_hollow_points(figure, theme)
    return figure


def _growth_page(
    games: Sequence[str],
    styles: dict[str, style.LineStyle],
    title: str,
    results: Sequence[PlotRow],
    theme: Theme,
) -> style.PanelPage:
    """Return the page of a growth plot, with a panel for each game.

    `styles` has the style of each search. A page for one game leaves room on the right for titles
    beside the lines, if they are short; any other page gets a key.
    """
    labels = [line_style.title for line_style in styles.values()]
    longest = max(len(label) for label in labels)
    right_edge = 0.975

    if len(games) == 1 and longest <= MAX_TITLE_BESIDE_LINE:
        widest = max(style.text_width_inches(label, style.PLOT_TEXT_POINTS) for label in labels)
        # Bold titles are up to 8 % wider.
        right_edge = 0.95 - widest * 1.08 / style.PLOT_WIDTH_INCHES
        # A page without labels has no key.
        labels = []

    # Panels in rows of four are narrow, and up to six games fit into two rows of three.
    max_columns = 3
    if len(games) > 6:
        max_columns = 4
    return style.PanelPage(
        title=title,
        subtitle=_growth_subtitle(results, theme),
        axis_title="depth in plies",
        games=games,
        labels=labels,
        columns=min(len(games), max_columns),
        sides=(0.115, right_edge),
        panel_height=2.9,
    )


def _growth_subtitle(results: Sequence[PlotRow], theme: Theme) -> str:
    """Say over how many positions the medians are taken, and what the bands show."""
    positions_by_game: dict[str, set[str]] = {}
    for result in results:
        positions_by_game.setdefault(result.game, set()).add(result.name)
    counts = [len(names) for names in positions_by_game.values()]
    fewest = min(counts)
    most = max(counts)
    if most == 1:
        return "one position; logarithmic scale"

    if fewest == most:
        words = f"median over {most:,} positions"
    else:
        words = f"median over {fewest:,} to {most:,} positions a game"
    # Without colours there are no bands.
    if theme.name != "mono":
        words += ", the band covers half of them"
    return f"{words}; logarithmic scale"


def _draw_growth_key(
    figure: Figure, results: Sequence[PlotRow], styles: dict[str, style.LineStyle]
) -> None:
    """Draw the key of lines, without BEST_POSSIBLE_ORDER if no result has a minimum of nodes."""
    drawn_styles = dict(styles)
    if not any(result.minimum for result in results):
        del drawn_styles[style.BEST_POSSIBLE_ORDER]
    style.draw_key_of_lines(figure, drawn_styles.values())


def _explain_hollow_points(figure: Figure, theme: Theme) -> None:
    """Write at the foot of the page why some points are hollow."""
    figure.text(
        0.975,
        0.15 / figure.get_figheight(),
        "hollow: stopped at its limit, so at least this many nodes",
        size=style.PLOT_SMALL_POINTS,
        va="bottom",
        color=theme.faint,
        ha="right",
    )


LineEnd = tuple[float, float, style.LineStyle]
"""The last point of a line, and its style."""


class _GrowthPanel:
    """The lines of one game in a growth plot."""

    def __init__(
        self,
        axes: Axes,
        groups: ResultGroups,
        styles: dict[str, style.LineStyle],
        theme: Theme,
    ) -> None:
        """Take the results of a game, and the axes for `draw`."""
        self.axes = axes
        self.groups = groups
        self.styles = styles
        self.theme = theme
        self.depths = sorted({depth for _, depth in groups if depth is not None})
        self.ends: list[LineEnd] = []
        """The ends of the lines drawn so far."""
        self.any_stopped = False
        """Whether some median is only a lower bound, because of stopped searches."""

    def draw(self) -> None:
        """Draw the axes, and lines for the nodes of each search and of the best move order."""
        for search in searches_of(self.groups):
            self._draw_search(search)
        self._draw_best_order()

        self.axes.set_yscale("log")
        style.label_log_axis(self.axes.yaxis, style.count_words)
        self.axes.set_xticks(self.depths)
        self.axes.set_xlim(self.depths[0] - 0.25, self.depths[-1] + 0.25)
        style.simplify_axes(self.axes, "y")

    def _draw_search(self, search: str) -> None:
        """Draw the line of a search.

        A point is hollow if at least half of the positions were stopped at the limit of nodes.
        """
        points: list[style.LinePoint] = []
        hollow_points: list[style.LinePoint] = []
        for depth in self.depths:
            rows = self._rows(search, depth)
            if not rows:
                continue
            point = style.LinePoint(depth, *quartiles([row.nodes for row in rows]))
            points.append(point)
            if _is_median_stopped(rows):
                hollow_points.append(point)
                self.any_stopped = True

        style.draw_plot_line(self.axes, self.styles[search], points, self.theme, hollow_points)
        self.ends.append((points[-1].x, points[-1].y, self.styles[search]))

    def _rows(self, search: str, depth: int) -> list[PlotRow]:
        """Return the results of a search at a depth, one for each position."""
        rows = []
        for (_, group_depth), group in self.groups.items():
            if group_depth == depth and search in group:
                rows.append(group[search])
        return rows

    def _draw_best_order(self) -> None:
        """Draw the line for the best possible move order, at depths where its nodes are known."""
        points = _least_nodes_by_depth(self.groups, self.depths)
        if not points:
            return
        line_style = self.styles[style.BEST_POSSIBLE_ORDER]
        depths, medians = zip(*points, strict=True)
        self.axes.plot(depths, medians, **line_style.line)
        self.ends.append((depths[-1], medians[-1], line_style))


def _is_median_stopped(rows: Sequence[PlotRow]) -> bool:
    """Return whether the median number of nodes is only a lower bound, because of stopped searches.

    A stopped search counts as having more nodes than any complete search, so the median is a lower
    bound if at least half of the searches were stopped.
    """
    stopped_count = sum(not row.complete for row in rows)
    return 2 * stopped_count >= len(rows)


def _least_nodes_by_depth(groups: ResultGroups, depths: Sequence[int]) -> list[tuple[int, float]]:
    """Return each depth with the number of nodes that the best possible move order visits.

    This is the median over positions. A depth is left out if the number is not known for all
    positions.
    """
    points = []
    for depth in depths:
        minima = []
        for (_, group_depth), group in groups.items():
            if group_depth == depth:
                # All searches of a position have the same minimum, so take any of them.
                first = next(iter(group.values()))
                minima.append(first.minimum)
        known = [minimum for minimum in minima if minimum is not None]
        if len(known) == len(minima):
            points.append((depth, median(known)))
    return points


def _write_titles_beside_lines(axes: Axes, ends: list[LineEnd]) -> None:
    """Write each line's title beside the end of the line, so that no two titles overlap."""
    low, high = axes.get_ylim()
    powers_of_ten = log10(high / low)
    # Heights are shares of the panel's height; titles must be 0.075 apart.
    title_height = inf
    highest_first = sorted(ends, key=lambda end: -end[1])
    for x, y, line_style in highest_first:
        line_height = log10(y / low) / powers_of_ten
        # Move the title down if it is too near to the previous one.
        title_height = min(line_height, title_height - 0.075)
        axes.annotate(
            line_style.title,
            (x, y),
            (1.02, title_height),
            xycoords="data",
            textcoords="axes fraction",
            color=line_style.colour,
            size=style.PLOT_TEXT_POINTS,
            va="center",
            weight="bold",
            annotation_clip=False,
        )


BAR_THICKNESS = 0.82
"""As a share of the distance between two bars."""


@dataclass(frozen=True, slots=True)
class SavingGroup:
    """The bars of one game."""

    game: str
    basis: str
    """The depth and the number of positions, in words."""
    ratios: dict[str, float]
    """How many times fewer nodes than the standard each search and BEST_POSSIBLE_ORDER visit."""


def draw_saving(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw how many times fewer nodes each search visits than a standard search.

    A bar begins at 1, and goes to the right for fewer nodes, to the left for more nodes. Each game
    has a group of bars, for the greatest depth at which some position was finished by every search.
    InputError if no game has such a depth.
    """
    styles = style.search_styles(results, theme, with_best_order=True)
    standard = standard_search(results)
    all_groups = [_game_savings(results, game, standard) for game in games_of(results)]
    groups = [group for group in all_groups if group.ratios]
    if not groups:
        raise InputError("no position was finished by every search, so there is nothing to compare")

    title = title or f"Times fewer nodes than {styles[standard].title}"
    figure, axes = _saving_page(groups, styles, title, theme)
    _draw_bars(axes, groups, styles, theme)

    # The key shows only searches with bars. The standard has none: it is the line at 1.
    if not any(style.BEST_POSSIBLE_ORDER in group.ratios for group in groups):
        del styles[style.BEST_POSSIBLE_ORDER]
    del styles[standard]
    patches = [Patch(label=line_style.title, **line_style.bar) for line_style in styles.values()]
    style.draw_key(figure, patches)
    return figure


def _saving_page(
    groups: Sequence[SavingGroup],
    styles: dict[str, style.LineStyle],
    title: str,
    theme: Theme,
) -> tuple[Figure, Axes]:
    """Return a page that is high enough for the bars, and its axes."""
    # All heights are in inches; the foot with the axis takes 0.65.
    head = 1.45 + style.key_height([line_style.title for line_style in styles.values()])
    # After each group there is a gap of one bar.
    rows = sum(len(group.ratios) + 1 for group in groups)
    height = max(style.PLOT_MIN_HEIGHT_INCHES, 0.65 + head + 0.36 * rows)

    subtitle = "median over positions that every search finished; logarithmic scale"
    figure = style.empty_plot_page(height, theme, title, subtitle)
    axes = figure.subplots()
    figure.subplots_adjust(
        left=0.21,
        right=0.95,
        top=1 - head / height,
        bottom=0.65 / height,
    )
    return figure, axes


def _game_savings(results: Sequence[PlotRow], game: str, standard: str) -> SavingGroup:
    """Return the bars of a game: how many times fewer nodes each search visits than the standard.

    A bar is the median over positions. There are no bars if no position was finished by every
    search.
    """
    depth, rows_by_search = comparable_results(results, game, standard)
    ratios = {}
    for search, pairs in rows_by_search.items():
        if search != standard:
            ratios[search] = median(standard_row.nodes / row.nodes for row, standard_row in pairs)

    # All searches have pairs for the same positions, so take the pairs of the first search.
    any_pairs = next(iter(rows_by_search.values()), [])
    least_ratios = [
        standard_row.nodes / standard_row.minimum
        for _, standard_row in any_pairs
        if standard_row.minimum is not None
    ]
    if any_pairs and len(least_ratios) == len(any_pairs):
        ratios[style.BEST_POSSIBLE_ORDER] = median(least_ratios)

    searched = {row.name for row in results if (row.game, row.depth) == (game, depth)}
    positions = _describe_position_count(len(any_pairs), len(searched))
    return SavingGroup(game, f"{depth_in_words(depth)}\n{positions}", ratios)


def _describe_position_count(finished: int, searched: int) -> str:
    """Say how many of the searched positions were finished by all searches.

    >>> [_describe_position_count(*counts) for counts in ((1, 1), (2, 2), (1, 2))]
    ['1 position', '2 positions', '1 of 2 positions']
    """
    if searched == 1:
        return "1 position"
    if finished < searched:
        return f"{finished:,} of {searched:,} positions"
    return f"{searched:,} positions"


MIN_LOSS_SHOWN = 0.995
"""The smallest ratio that is written as 1×: a search with a lower ratio visits more nodes."""


def _draw_bars(
    axes: Axes,
    groups: Sequence[SavingGroup],
    styles: dict[str, style.LineStyle],
    theme: Theme,
) -> None:
    """Draw the groups of bars from the top down, each bar with its ratio as a number."""
    axes.set_xscale("log")
    y = 0.0
    for group in groups:
        top = y
        for search, ratio in group.ratios.items():
            axes.barh(
                y,
                ratio - 1,
                BAR_THICKNESS,
                left=1,
                zorder=3,
                **styles[search].bar,
            )
            _write_ratio(axes, y, ratio, theme)
            y += 1
        # The name of the game is beside the middle of its bars, which are at `top` to `y - 1`.
        middle = (top + y - 1) / 2
        style.SideLabel("left", middle, group.game, group.basis, theme.faint).draw(axes)
        y += 1

    axes.axvline(
        1,
        color=theme.text,
        linewidth=1.8,
        zorder=4,
    )
    axes.set_xlim(*_saving_limits(groups))
    # y grows downwards. The gap after the last group is cut off: the last bar is at `y - 2`.
    axes.set_ylim(y - 1 - 0.2, -0.8)
    style.label_log_axis(axes.xaxis, style.times_words)
    style.simplify_axes(axes, "x")


def _write_ratio(axes: Axes, y: float, ratio: float, theme: Theme) -> None:
    """Write a bar's ratio to the right of the bar, in red if the search visits more nodes."""
    colour = theme.text
    if ratio < MIN_LOSS_SHOWN:
        colour = theme.lines["vermillion"]
    axes.annotate(
        style.times_words(ratio),
        (max(ratio, 1), y),
        (7, 0),
        textcoords="offset points",
        va="center",
        size=style.PLOT_SMALL_POINTS,
        weight="bold",
        color=colour,
    )


def _saving_limits(groups: Sequence[SavingGroup]) -> tuple[float, float]:
    """Return the lowest and the highest ratio on the axis, with room for numbers on the right."""
    ratios: list[float] = []
    for group in groups:
        ratios += group.ratios.values()
    highest = max(*ratios, 2.0)
    lowest = min(*ratios, 1.0)
    # Without bars to the left, the axis begins at 1, where all bars begin.
    left_end = 1.0
    if lowest < MIN_LOSS_SHOWN:
        left_end = lowest / 1.25
    # On the logarithmic axis, this adds a tenth of the distance between lowest and highest.
    right_end = highest * (highest / lowest) ** 0.1
    return left_end, right_end


STRIP_SHARE = 0.58
"""The share of the page's width that the dots take."""


@dataclass(frozen=True, slots=True)
class DotStrip:
    """The dots of one game and search."""

    game: str
    search: str
    """The search and its depth, in words."""
    ratios: list[float]
    """For each position, the nodes as a multiple of the standard search's."""


def draw_distribution(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw where ordering helps and where it hurts: a dot for each position.

    Minimax is left out, and one of the other searches is the standard. Each game has a strip of
    dots for each search that is compared with the standard: a dot shows how many times as many
    nodes it visits. InputError if fewer than two searches are left, or if they finished no
    position.
    """
    compared = [result for result in results if result.algorithm != "minimax"]
    if len({result.search for result in compared}) < 2:
        raise InputError(
            "a distribution needs two searches besides minimax, one of them as the reference"
        )

    standard = standard_search(compared)
    styles = style.search_styles(results, theme)
    titles = {search: line_style.title for search, line_style in styles.items()}
    strips = []
    for game in games_of(results):
        strips += _dot_strips(compared, game, standard, titles)
    if not strips:
        raise InputError(
            f"no position was searched to the end by {titles[standard]}"
            " and by another order of alpha-beta"
        )

    figure, axes = _distribution_page(strips, title, titles[standard], theme)
    _draw_strip_background(axes, strips, theme)
    # In inches; the heading and the axis take about as much as a strip.
    strip_height = figure.get_figheight() / (len(strips) + 1)
    for index, strip in enumerate(strips):
        _draw_strip(axes, index, strip.ratios, theme, strip_height)
        _label_strip(axes, index, strip, theme)
    return figure


def _distribution_page(
    strips: Sequence[DotStrip], title: str, standard: str, theme: Theme
) -> tuple[Figure, Axes]:
    """Return a page that is high enough for the strips, and its axes."""
    height = max(style.PLOT_MIN_HEIGHT_INCHES, 2.6 + 1.35 * len(strips))
    subtitle = (
        f"nodes as a multiple of those of {clip_text(standard, 30)};"
        " each dot is a position, the bar is the median; logarithmic"
    )
    title = title or "Where ordering helps and where it hurts"

    figure = style.empty_plot_page(height, theme, title, subtitle)
    axes = figure.subplots()
    figure.subplots_adjust(
        left=0.22, right=0.22 + STRIP_SHARE, top=1 - 1.8 / height, bottom=0.65 / height
    )
    return figure, axes


def _dot_strips(
    results: Sequence[PlotRow], game: str, standard: str, titles: dict[str, str]
) -> list[DotStrip]:
    """Return the strips of a game, one for each search except the standard.

    The dots are for the greatest depth at which some position was finished by every search.
    `titles` has the title of each search.
    """
    depth, rows_by_search = comparable_results(results, game, standard)
    strips = []
    for search, pairs in rows_by_search.items():
        if search != standard:
            words = f"{titles[search]}, {depth_in_words(depth)}"
            ratios = [row.nodes / standard_row.nodes for row, standard_row in pairs]
            strips.append(DotStrip(game, words, ratios))
    return strips


def _draw_strip_background(axes: Axes, strips: Sequence[DotStrip], theme: Theme) -> None:
    """Draw the line of equal cost, shade the side on which ordering hurts, and draw the axis.

    The axis is in powers of two: -1 stands for half as many nodes, 1 for twice as many.
    """
    powers: list[float] = []
    for strip in strips:
        powers += map(log2, strip.ratios)
    # The axis reaches at least from -1 to 1, with room for dots at both ends.
    low = min(-1.0, *powers) - 0.35
    high = max(1.0, *powers) + 0.35
    axes.set_xlim(low, high)
    # The strips are at y = 0, 1, 2 … from the top down.
    axes.set_ylim(len(strips) - 0.42, -0.62)

    _shade_losses(axes, high, theme)
    axes.axvline(
        0,
        color=theme.text,
        linewidth=2,
        zorder=2,
    )
    _name_strip_sides(axes, theme)

    # On a long axis, only every second, third… power of two has a tick, about eight at most.
    step = max(1, ceil((high - low) / 8))
    ticks = range(step * ceil(low / step), floor(high) + 1, step)
    axes.set_xticks(ticks, [_power_as_multiple(power) for power in ticks])
    style.simplify_axes(axes, "x")


def _shade_losses(axes: Axes, high: float, theme: Theme) -> None:
    """Shade the side on which ordering costs more, up to `high`, the end of the axis.

    A theme without colours has hatches instead.
    """
    if theme.name == "mono":
        axes.axvspan(
            0, high, facecolor=theme.page, edgecolor="#BBBBBB", hatch="//", linewidth=0, zorder=0
        )
    else:
        axes.axvspan(
            0,
            high,
            color=theme.fills["vermillion"],
            linewidth=0,
            zorder=0,
        )


def _name_strip_sides(axes: Axes, theme: Theme) -> None:
    """Write `ordering helps` and `ordering hurts` above the two sides of the strips."""
    box = None
    if theme.name == "mono":
        # The words would be hard to read on hatches.
        box = {
            "facecolor": theme.page,
            "edgecolor": "none",
            "pad": 2.5,
        }

    sides = (
        ("ordering helps", -10, "right", "blue"),
        ("ordering hurts", 10, "left", "vermillion"),
    )
    for words, shift, alignment, hue in sides:
        axes.annotate(
            words,
            (0, 1),
            (shift, 10),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha=alignment,
            va="bottom",
            size=style.PLOT_TEXT_POINTS,
            weight="bold",
            color=theme.lines[hue],
            bbox=box,
            annotation_clip=False,
        )


def _label_strip(axes: Axes, index: int, strip: DotStrip, theme: Theme) -> None:
    """Label a strip: on its left the game and the search, on its right the median of the dots.

    Below the median is the share of positions on which the search is worse than the standard.
    `index` is the number of the strip from the top, from 0.
    """
    # Exactly one space after each comma, so that a long list of options can be broken into lines.
    spaced = strip.search.replace(", ", ",").replace(",", ", ")
    search = "\n".join(wrap(spaced, 23, break_on_hyphens=False))
    style.SideLabel("left", index, strip.game, search, theme.faint).draw(axes)

    middle = style.times_words(median(strip.ratios))
    worse = sum(ratio > 1 for ratio in strip.ratios) / len(strip.ratios)
    label = style.SideLabel("right", index, f"median {middle}", f"worse on {worse:.0%}", theme.text)
    label.draw(axes)


def _power_as_multiple(exponent: int) -> str:
    """Return a power of two as the label of a tick.

    >>> _power_as_multiple(-3), _power_as_multiple(0), _power_as_multiple(2)
    ('1/8', 'same', '4×')
    """
    if exponent == 0:
        return "same"
    if exponent > 0:
        return f"{2**exponent:,}×"
    return f"1/{2**-exponent:,}"


def _dot_column(power: float, width: float) -> int:
    """Return the column of a dot: 0 for an equal cost, below 0 if ordering helps, else above 0.

    `power` is the dot's position on the axis, the logarithm to base 2 of the ratio of nodes.
    `width` is the width of a column.

    >>> [_dot_column(power, 0.5) for power in (-0.7, -0.1, 0, 0.1, 0.5)]
    [-2, -1, 0, 1, 1]
    """
    if power >= 0:
        return ceil(power / width)
    return floor(power / width)


def _draw_strip(
    axes: Axes,
    index: int,
    ratios: Sequence[float],
    theme: Theme,
    strip_height: float,
) -> None:
    """Draw a dot for each position and a bar for the median; similar ratios form a column of dots.

    `index` is the number of the strip from the top, from 0, and also the y of its middle.
    `strip_height` is in inches.
    """
    powers = sorted(log2(ratio) for ratio in ratios)
    size = _dot_size(len(powers), strip_height)
    low, high = axes.get_xlim()
    # A column is 5 % wider than a dot. The width is converted from points to units of the axis.
    strip_points = STRIP_SHARE * style.PLOT_WIDTH_INCHES * style.POINTS_PER_INCH
    width = (high - low) * size * 1.05 / strip_points

    columns = Counter(_dot_column(power, width) for power in powers)
    for column, count in columns.items():
        # Strips are 1 apart. The dots of a column overlap if they need more than 0.8 of this.
        step = min(size * 1.05 / (strip_height * style.POINTS_PER_INCH), 0.8 / count)
        axes.plot(
            [column * width] * count,
            _stack_dots(index, count, step),
            linestyle="none",
            markersize=size,
            zorder=3,
            markeredgewidth=0.8,
            **_dot_properties(column, theme),
        )

    middle = median(powers)
    axes.plot(
        [middle, middle],
        [index - 0.43, index + 0.43],
        color=theme.text,
        linewidth=4,
        zorder=2.5,
        solid_capstyle="butt",
    )


def _dot_size(count: int, strip_height: float) -> float:
    """Return the diameter of dots in points, which is smaller for many dots.

    `strip_height` is in inches.
    """
    if count < 50:
        size = 11.0
    elif count < 200:
        size = 8.5
    else:
        size = 6.0
    # A single strip has the whole page to itself.
    if strip_height > 3:
        size *= 1.35
    return size


def _stack_dots(middle: float, count: int, step: float) -> list[float]:
    """Return the y of dots that are stacked around `middle`, alternately on its two sides.

    >>> _stack_dots(0, 4, 1)
    [0, 1, -1, 2]
    """
    heights = []
    for number in range(count):
        # Dot 0 is in the middle, dots 1 and 2 are one step away, dots 3 and 4 two steps.
        distance = (number + 1) // 2 * step
        if number % 2:
            heights.append(middle + distance)
        else:
            heights.append(middle - distance)
    return heights


def _dot_properties(column: int, theme: Theme) -> dict[str, Any]:
    """Return matplotlib's properties for the dots in a column.

    In columns below 0 ordering helps, in columns above 0 ordering hurts, and in column 0 it makes
    no difference. Colour and shape show this.
    """
    if column == 0:
        marker = "s"
        colour = theme.lines["grey"]
    elif column > 0:
        marker = "^"
        colour = theme.lines["vermillion"]
    else:
        marker = "o"
        colour = theme.lines["blue"]

    fill_colour = colour
    edge_colour = theme.page
    # In a theme without colours, only the dots where ordering hurts are filled.
    if theme.name == "mono" and column <= 0:
        fill_colour = theme.page
        edge_colour = colour
    return {
        "marker": marker,
        "markerfacecolor": fill_colour,
        "markeredgecolor": edge_colour,
    }


BUDGET_OPTIONS = ("iterations=", "max-nodes=", "seed=")
"""The options in which the searches of one line differ."""


def draw_choice(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw how often searches choose a best move, against the number of positions visited.

    There is a panel for each game in which minimax has found the best moves; InputError if there is
    no such game. A line joins searches that differ only in their budget: the number of iterations,
    the limit of nodes, or the depth. `budget_points` says what its points and its band show.
    """
    judged = [row for row in results if row.right is not None and row.algorithm != "minimax"]
    if not judged:
        raise InputError("choice needs to know which moves are best: include minimax in the sweep")

    games = games_of(judged)
    # All searches of a line have the same style.
    without_budgets = [replace(row, search=search_without_budget(row.search)) for row in judged]
    styles = style.search_styles(without_budgets, theme)
    page = style.PanelPage(
        title=title or "How often a best move is chosen",
        subtitle=choice_subtitle(judged, theme),
        axis_title="positions visited, not counting those of random games",
        games=games,
        labels=[line_style.title for line_style in styles.values()],
        columns=min(len(games), 3),
        sides=(0.1, 0.97),
        panel_height=3.2,
    )
    figure, panels = page.draw(theme)

    for game, axes in zip(games, panels, strict=True):
        _draw_choice_panel(axes, [row for row in judged if row.game == game], styles, theme)
    style.draw_key_of_lines(figure, styles.values())
    return figure


def search_without_budget(search: str) -> str:
    """Return a search without the options for its budget and its seed.

    >>> search_without_budget("mcts,ordering=scored,iterations=100,seed=3")
    'mcts,ordering=scored'
    """
    options = [option for option in search.split(",") if not option.startswith(BUDGET_OPTIONS)]
    return ",".join(options)


def choice_subtitle(results: Sequence[PlotRow], theme: Theme) -> str:
    """Say over which positions and seeds the shares are taken, and what the band shows."""
    positions = {(row.game, row.name) for row in results}
    counts = Counter(game for game, _ in positions)
    most = max(counts.values())
    fewest = min(counts.values())

    words = f"share of all seeds of {len(positions):,} positions"
    if most == 1:
        words = "share of the seeds of one position"
        if len(counts) > 1:
            words += " each"
        band = "for that position alone"
    elif fewest == 1:
        band = "for such positions, or for a single one"
    else:
        band = "for the mean of such positions"

    # Without colours there are no bands.
    if theme.name == "mono":
        return words
    return f"{words}; the band is a 95 % interval {band}"


def _draw_choice_panel(
    axes: Axes, results: Sequence[PlotRow], styles: dict[str, style.LineStyle], theme: Theme
) -> None:
    """Draw the panel of a game, with a line for each search and a point for each of its budgets.

    Searches that differ only in their budget or seed belong to the same line.
    """
    rows_by_line: dict[str, list[PlotRow]] = {}
    for row in results:
        rows_by_line.setdefault(search_without_budget(row.search), []).append(row)
    for search, rows in rows_by_line.items():
        style.draw_plot_line(axes, styles[search], budget_points(rows), theme)

    axes.set_xscale("log")
    style.label_log_axis(axes.xaxis, style.count_words)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    style.simplify_axes(axes, "y")


def budget_points(rows: Sequence[PlotRow]) -> list[style.LinePoint]:
    """Return the points of a line in a choice plot, one for each budget.

    x is the median number of visited positions, y is the share of best moves, and the band is the
    95 % interval of this share. A position counts once, however many seeds it has.
    """
    rows_by_budget: dict[tuple[str, int | None], dict[str, list[PlotRow]]] = {}
    for row in rows:
        rows_by_position = rows_by_budget.setdefault((_budget(row.search), row.depth), {})
        rows_by_position.setdefault(row.name, []).append(row)
    return sorted(
        _budget_point([*rows_by_position.values()]) for rows_by_position in rows_by_budget.values()
    )


def _budget(search: str) -> str:
    """Return the options that limit a search, as a string that is equal for equal budgets.

    >>> _budget("mcts,ordering=scored,iterations=100,seed=3")
    'iterations=100'
    """
    # Searches that differ only in their seed have the same budget.
    limits = tuple(option for option in BUDGET_OPTIONS if option != "seed=")
    limiting = [option for option in search.split(",") if option.startswith(limits)]
    return ",".join(limiting)


def _budget_point(rows_of_positions: Sequence[Sequence[PlotRow]]) -> style.LinePoint:
    """Return the point of one budget: median nodes, and share of best moves with its interval.

    Each position has a row for each seed.
    """
    shares = [fmean(row.right is True for row in rows) for rows in rows_of_positions]
    nodes = [row.nodes for row in chain.from_iterable(rows_of_positions)]
    share = fmean(shares)

    if len(shares) > 1:
        # The seeds of a position are not independent trials: only positions are.
        low, high = clustered_interval(shares)
    elif len(nodes) > 1:
        low, high = wilson_interval(share, len(nodes))
    else:
        # A single trial gives no interval.
        low = share
        high = share
    return style.LinePoint(float(median(nodes)), low, share, high)
