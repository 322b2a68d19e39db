"""Each kind of plot, as matplotlib draws it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor, inf, log2, log10
from statistics import fmean, median
from textwrap import wrap

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
    distinct,
    games_of,
    group_results,
    quartiles,
    standard_search,
    style,
)
from visualizer.searching.search_options import depth_in_words
from visualizer.support.errors import InputError

MAX_TITLE_BESIDE_LINE = 30
"""Longer titles are written above the panels, not beside the lines."""


def draw_growth(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw nodes against depth on a logarithmic scale: a line is the median over positions, a panel is a game.

    InputError if no game was searched to a number of plies.
    """
    found = [result for result in results if result.depth is not None]
    if not found:
        raise InputError(
            "growth needs depths in plies, but all of these searches go to the end; use --kind saving"
        )
    games = games_of(found)
    styles = style.search_styles(results, theme, least=True)
    labels = [look.title for look in styles.values()]
    beside = len(games) == 1 and max(map(len, labels)) <= MAX_TITLE_BESIDE_LINE
    widest = max(style.text_width_inches(label, style.PLOT_TEXT_POINTS) for label in labels)
    figure, panels = style.game_panels(
        theme,
        (title or "Nodes visited, by depth", _growth_subtitle(found, theme), "depth in plies"),
        games,
        [] if beside else labels,
        min(len(games), 4 if len(games) > 6 else 3),
        (0.115, 0.95 - widest * 1.08 / style.PLOT_WIDTH_INCHES if beside else 0.975),
        2.9,
    )
    stopped = False
    for game, axes in zip(games, panels, strict=True):
        ends, hollow = _growth_panel(axes, group_results(found, game), styles, theme)
        stopped = stopped or hollow
        if beside:
            _name_lines(axes, ends)
    if not beside:
        has_least = any(result.minimum for result in found)
        style.draw_key_of_lines(
            figure,
            [
                look
                for search, look in styles.items()
                if has_least or search != style.LEAST_OF_ANY_ORDER
            ],
        )
    if stopped:
        words = "hollow: stopped at its limit, so at least this many nodes"
        figure.text(
            0.975,
            0.15 / figure.get_figheight(),
            words,
            size=style.PLOT_SMALL_POINTS,
            va="bottom",
            color=theme.faint,
            ha="right",
        )
    return figure


def _growth_subtitle(results: Sequence[PlotRow], theme: Theme) -> str:
    counts = sorted(
        {
            len({result.name for result in results if result.game == game})
            for game in games_of(results)
        }
    )
    if len(counts) == 1:
        many = f"{counts[0]:,}"
    else:
        many = f"{counts[0]:,} to {counts[-1]:,}"
    if counts[-1] == 1:
        return "one position; logarithmic scale"
    words = f"median over {many} positions{'' if len(counts) == 1 else ' a game'}"
    return (
        words
        + ("" if theme.name == "mono" else ", the band covers half of them")
        + "; logarithmic scale"
    )


LineEnd = tuple[float, float, style.LineStyle]
"""Where a line ends, and how it is drawn."""


def _growth_panel(
    axes: Axes, groups: ResultGroups, styles: dict[str, style.LineStyle], theme: Theme
) -> tuple[list[LineEnd], bool]:
    """Draw a line for each search; return where they end, and whether one of them has a hollow point."""
    ends: list[LineEnd] = []
    any_stopped = False
    depths = sorted({depth for _, depth in groups if depth is not None})
    for search in distinct(search for group in groups.values() for search in group):
        points = list[style.LinePoint]()
        stopped = list[style.LinePoint]()
        for depth in depths:
            several = [
                group[search]
                for (_, at), group in groups.items()
                if at == depth and search in group
            ]
            if several:
                points.append((depth, *quartiles([result.nodes for result in several])))
                reached = sorted(result.nodes if result.complete else inf for result in several)
                stopped += (
                    points[-1:] if reached[len(several) // 2] == inf else []
                )  # half of them, before the median
        style.draw_plot_line(axes, styles[search], points, theme, stopped)
        any_stopped = any_stopped or bool(stopped)
        ends.append((points[-1][0], points[-1][2], styles[search]))
    least = _median_minimum_nodes(groups, depths)
    if least:
        axes.plot(*zip(*least, strict=True), **styles[style.LEAST_OF_ANY_ORDER].line)
        ends.append((*least[-1], styles[style.LEAST_OF_ANY_ORDER]))
    axes.set_yscale("log")
    style.label_log_axis(axes.yaxis, style.count_words)
    axes.set_xticks(depths)
    axes.set_xlim(depths[0] - 0.25, depths[-1] + 0.25)
    style.simplify_axes(axes, "y")
    return ends, any_stopped


def _median_minimum_nodes(groups: ResultGroups, depths: Sequence[int]) -> list[tuple[int, float]]:
    """Return the median of the least nodes for each depth at which all are known."""
    points = []
    for depth in depths:
        known = [
            next(iter(group.values())).minimum for (_, at), group in groups.items() if at == depth
        ]
        if None not in known:
            points.append((depth, median(filter(None, known))))
    return points


def _name_lines(axes: Axes, ends: list[LineEnd]) -> None:
    """Write each line's title beside its end; titles do not overlap."""
    low, high = axes.get_ylim()
    scale = log10(high / low)
    taken = inf
    for x, y, look in sorted(ends, key=lambda end: -end[1]):
        taken = min(log10(y / low) / scale, taken - 0.075)
        axes.annotate(
            look.title,
            (x, y),
            (1.02, taken),
            xycoords="data",
            textcoords="axes fraction",
            color=look.colour,
            size=style.PLOT_TEXT_POINTS,
            va="center",
            weight="bold",
            annotation_clip=False,
        )


BAR_THICKNESS = 0.82
NamedAmounts = dict[str, float]
"""For each search, and for the least of any order, how many times fewer nodes than the standard it visits."""


def draw_saving(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw how many times fewer nodes each search visits: bars from 1, to the left of it where a search costs more.

    A group of bars is a game, at the deepest depth that all its searches finished on some position; InputError if there
    is none in any game.
    """
    styles = style.search_styles(results, theme, least=True)
    standard = standard_search(results)
    measured = [(game, *_game_savings(results, game, standard)) for game in games_of(results)]
    groups = [(game, words, bars) for game, words, bars in measured if bars]
    if not groups:
        raise InputError("no position was finished by every search, so there is nothing to compare")
    head = 1.45 + style.key_height([look.title for look in styles.values()])
    height = max(7.2, 0.65 + head + 0.36 * sum(len(bars) + 1 for _, _, bars in groups))
    subtitle = "median over positions that every search finished; logarithmic scale"
    title = title or f"Times fewer nodes than {styles[standard].title}"
    figure = style.empty_plot_page(height, theme, title, subtitle)
    axes = figure.subplots()
    figure.subplots_adjust(left=0.21, right=0.95, top=1 - head / height, bottom=0.65 / height)
    _draw_bars(axes, groups, styles, theme)
    if not any(style.LEAST_OF_ANY_ORDER in bars for _, _, bars in groups):
        del styles[style.LEAST_OF_ANY_ORDER]
    del styles[standard]
    style.draw_key(figure, [Patch(label=look.title, **look.bar) for look in styles.values()])
    return figure


def _game_savings(results: Sequence[PlotRow], game: str, standard: str) -> tuple[str, NamedAmounts]:
    """Return for a game where it was measured, in words, and its bars."""
    depth, found = comparable_results(results, game, standard)
    bars = {
        search: median(held.nodes / row.nodes for row, held in rows)
        for search, rows in found.items()
        if search != standard
    }
    rows = next(iter(found.values()), [])
    least = [held.nodes / held.minimum for _, held in rows if held.minimum is not None]
    if rows and len(least) == len(rows):
        bars[style.LEAST_OF_ANY_ORDER] = median(least)
    count = len({row.name for row in results if (row.game, row.depth) == (game, depth)})
    if len(rows) < count:
        many = f"{len(rows):,} of {count:,} positions"
    else:
        many = f"{count:,} positions"
    return f"{depth_in_words(depth)}\n{'1 position' if count == 1 else many}", bars


def _draw_bars(
    axes: Axes,
    groups: Sequence[tuple[str, str, NamedAmounts]],
    styles: dict[str, style.LineStyle],
    theme: Theme,
) -> None:
    """Draw the bars from the top down, each with its number."""
    y = 0.0
    numbers = [ratio for _, _, bars in groups for ratio in bars.values()]
    most = max(*numbers, 2.0)
    fewest = min(*numbers, 1.0)
    axes.set_xscale("log")
    for game, words, bars in groups:
        top = y
        for search, ratio in bars.items():
            axes.barh(y, ratio - 1, BAR_THICKNESS, left=1, zorder=3, **styles[search].bar)
            if ratio < 0.995:
                colour = theme.lines["vermillion"]
            else:
                colour = theme.text
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
            y += 1
        style.write_beside(axes, 0, (top + y - 1) / 2, game, words, theme.faint)
        y += 1
    axes.axvline(1, color=theme.text, linewidth=1.8, zorder=4)
    low = fewest / 1.25 if fewest < 0.995 else 1
    high = most * (most / fewest) ** 0.1
    axes.set_xlim(low, high)
    axes.set_ylim(y - 1 - 0.2, -0.8)
    style.label_log_axis(axes.xaxis, style.times_words)
    style.simplify_axes(axes, "x")


STRIP_SHARE = 0.58
"""Of the page's width, for the dots."""

DotStrip = tuple[str, str, list[float]]
"""A game and its depth, a search, and for each position its nodes as a multiple of the standard's."""


def draw_distribution(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw how much ordering helps on each single position, and on how many it hurts: a dot is a position.

    A strip is a game and an ordering of alpha-beta; InputError if no row is one of those.
    """
    found = [result for result in results if result.algorithm != "minimax"]
    if len({result.search for result in found}) < 2:
        raise InputError(
            "a distribution needs two searches besides minimax, one of them as the reference"
        )
    standard = standard_search(found)
    called = {search: look.title for search, look in style.search_styles(results, theme).items()}
    strips = [
        strip for game in games_of(results) for strip in _dot_strips(found, game, standard, called)
    ]
    if not strips:
        raise InputError(
            f"no position was searched to the end by {called[standard]} and by another order of alpha-beta"
        )
    height = max(7.2, 2.6 + 1.35 * len(strips))
    standard_words = clip_text(called[standard], 30)
    subtitle = f"nodes as a multiple of those of {standard_words}; each dot is a position, the bar is the median; logarithmic"
    figure = style.empty_plot_page(
        height, theme, title or "Where ordering helps and where it hurts", subtitle
    )
    axes = figure.subplots()
    figure.subplots_adjust(
        left=0.22, right=0.22 + STRIP_SHARE, top=1 - 1.8 / height, bottom=0.65 / height
    )
    _draw_strip_ground(axes, strips, theme)
    for place, (game, search, ratios) in enumerate(strips):
        _draw_strip(axes, place, ratios, theme, height / (len(strips) + 1))
        under = "\n".join(
            wrap(search.replace(",", ", ").replace(",  ", ", "), 23, break_on_hyphens=False)
        )
        style.write_beside(axes, 0, place, game, under, theme.faint)
        worse = f"worse on {sum(ratio > 1 for ratio in ratios) / len(ratios):.0%}"
        style.write_beside(
            axes, 1, place, f"median {style.times_words(median(ratios))}", worse, theme.text
        )
    return figure


def _dot_strips(
    found: Sequence[PlotRow], game: str, standard: str, called: dict[str, str]
) -> list[DotStrip]:
    """Return a game's strips, at the deepest depth that the searches finished on some position."""
    depth, rows = comparable_results(found, game, standard)
    return [
        (
            game,
            f"{called[search]}, {depth_in_words(depth)}",
            [row.nodes / held.nodes for row, held in several],
        )
        for search, several in rows.items()
        if search != standard
    ]


def _draw_strip_ground(axes: Axes, strips: Sequence[DotStrip], theme: Theme) -> None:
    """Draw what the dots stand on: the line of equal cost, and the side on which ordering hurts."""
    numbers = [log2(ratio) for _, _, ratios in strips for ratio in ratios]
    low = min(-1.0, *numbers) - 0.35
    high = max(1.0, *numbers) + 0.35
    axes.set_xlim(low, high)
    axes.set_ylim(len(strips) - 0.42, -0.62)
    if theme.name == "mono":
        axes.axvspan(
            0, high, facecolor=theme.page, edgecolor="#BBBBBB", hatch="//", linewidth=0, zorder=0
        )
    else:
        axes.axvspan(0, high, color=theme.fills["vermillion"], linewidth=0, zorder=0)
    axes.axvline(0, color=theme.text, linewidth=2, zorder=2)
    if theme.name == "mono":
        box = {"facecolor": theme.page, "edgecolor": "none", "pad": 2.5}
    else:
        box = None
    for side, words, hue in ((-1, "ordering helps", "blue"), (1, "ordering hurts", "vermillion")):
        axes.annotate(
            words,
            (0, 1),
            (10 * side, 10),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="left" if side > 0 else "right",
            va="bottom",
            size=style.PLOT_TEXT_POINTS,
            weight="bold",
            color=theme.lines[hue],
            bbox=box,
            annotation_clip=False,
        )
    step = max(1, ceil((high - low) / 8))
    powers = range(step * ceil(low / step), floor(high) + 1, step)
    axes.set_xticks(powers, [*map(_power_as_multiple, powers)])
    style.simplify_axes(axes, "x")


def _power_as_multiple(power: int) -> str:
    """Write a power of two as a multiple.

    >>> _power_as_multiple(-3), _power_as_multiple(0), _power_as_multiple(2)
    ('1/8', 'same', '4×')
    """
    if not power:
        return "same"
    if power > 0:
        return f"{2**power:,}×"
    return f"1/{2**-power:,}"


def _dot_column(power: float, width: float) -> int:
    """Return in which column of dots a ratio stands: 0 is exactly the same, no column has both sides of it.

    >>> [_dot_column(power, 0.5) for power in (-0.7, -0.1, 0, 0.1, 0.5)]
    [-2, -1, 0, 1, 1]
    """
    if power >= 0:
        return ceil(power / width)
    return floor(power / width)


def _draw_strip(axes: Axes, place: int, ratios: Sequence[float], theme: Theme, room: float) -> None:
    """Draw a dot for each position, those of about the same ratio above each other, and the median."""
    powers = sorted(log2(ratio) for ratio in ratios)
    low, high = axes.get_xlim()
    if len(powers) < 50:
        size = 11.0
    elif len(powers) < 200:
        size = 8.5
    else:
        size = 6.0
    size *= 1.35 if room > 3 else 1
    width = (high - low) * size * 1.05 / (STRIP_SHARE * style.PLOT_WIDTH_INCHES * 72)
    columns = Counter(_dot_column(power, width) for power in powers)
    for column, count in columns.items():
        if not column:
            marker = "s"
            hue = "grey"
        elif column > 0:
            marker = "^"
            hue = "vermillion"
        else:
            marker = "o"
            hue = "blue"
        colour = theme.lines[hue]
        hollow = theme.name == "mono" and column <= 0
        step = min(size * 1.05 / (room * 72), 0.8 / count)
        heights = [
            place + ((number + 1) // 2) * (1 if number % 2 else -1) * step
            for number in range(count)
        ]
        axes.plot(
            [column * width] * count,
            heights,
            linestyle="none",
            marker=marker,
            markersize=size,
            zorder=3,
            markerfacecolor=theme.page if hollow else colour,
            markeredgewidth=0.8,
            markeredgecolor=colour if hollow else theme.page,
        )
    middle = median(powers)
    axes.plot(
        [middle, middle],
        [place - 0.43, place + 0.43],
        color=theme.text,
        linewidth=4,
        zorder=2.5,
        solid_capstyle="butt",
    )


BUDGET_OPTIONS = ("iterations=", "max-nodes=", "seed=")
"""The keys in which the searches of one line differ."""


def draw_choice(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw how often a best move is chosen, against the positions visited: what random games do with a budget.

    A panel is a game in which minimax has said which moves are best; InputError if there is none. A line joins the
    searches that differ only in their budget: iterations, a limit of nodes, or plies. A point is the mean of the
    positions' shares, each taken over its seeds. Seeds of one position are no independent trials, so the band goes by
    how the positions vary; of a single position it can only speak of that one.
    """
    found = [row for row in results if row.right is not None and row.algorithm != "minimax"]
    if not found:
        raise InputError("choice needs to know which moves are best: include minimax in the sweep")
    games = games_of(found)
    styles = style.search_styles(
        [replace(row, search=search_without_budget(row.search)) for row in found], theme
    )
    across = "positions visited, not counting those of random games"
    figure, panels = style.game_panels(
        theme,
        (title or "How often a best move is chosen", choice_subtitle(found, theme), across),
        games,
        [look.title for look in styles.values()],
        min(len(games), 3),
        (0.1, 0.97),
        3.2,
    )
    for game, axes in zip(games, panels, strict=True):
        _choice_panel(axes, [row for row in found if row.game == game], styles, theme)
    style.draw_key_of_lines(figure, styles.values())
    return figure


def search_without_budget(search: str) -> str:
    """Return a search without its budget and seed.

    >>> search_without_budget("mcts,ordering=scored,iterations=100,seed=3")
    'mcts,ordering=scored'
    """
    return ",".join(part for part in search.split(",") if not part.startswith(BUDGET_OPTIONS))


def choice_subtitle(found: Sequence[PlotRow], theme: Theme) -> str:
    """Say which positions and seeds the shares are taken over, and what the band is."""
    counts = Counter(game for game, _ in {(row.game, row.name) for row in found})
    words = f"share of all seeds of {sum(counts.values()):,} positions"
    band = "for the mean of such positions"
    if max(counts.values()) == 1:
        words = f"share of the seeds of one position{' each' * (len(counts) > 1)}"
        band = "for that position alone"
    elif min(counts.values()) == 1:
        band = "for such positions, or for a single one"
    return words if theme.name == "mono" else f"{words}; the band is a 95 % interval {band}"


def _choice_panel(
    axes: Axes, found: Sequence[PlotRow], styles: dict[str, style.LineStyle], theme: Theme
) -> None:
    """Draw a line for each kind of search, a point for each budget."""
    for kind in dict.fromkeys(search_without_budget(row.search) for row in found):
        style.draw_plot_line(
            axes,
            styles[kind],
            budget_points([row for row in found if search_without_budget(row.search) == kind]),
            theme,
        )
    axes.set_xscale("log")
    style.label_log_axis(axes.xaxis, style.count_words)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    style.simplify_axes(axes, "y")


def budget_points(rows: Sequence[PlotRow]) -> list[style.LinePoint]:
    """Return for each budget the median of the positions visited, and the share that is right between its bounds.

    A position counts once, however many seeds it has.
    """
    groups: dict[tuple[str, int | None], dict[str, list[PlotRow]]] = {}
    for row in rows:
        budget = ",".join(
            part
            for part in row.search.split(",")
            if part.startswith(BUDGET_OPTIONS) and part[:4] != "seed"
        )
        groups.setdefault((budget, row.depth), {}).setdefault(row.name, []).append(row)
    points = list[style.LinePoint]()
    for positions in groups.values():
        shares = [fmean(row.right is True for row in seeds) for seeds in positions.values()]
        nodes = [row.nodes for seeds in positions.values() for row in seeds]
        share, alone = (
            fmean(shares),
            (shares[0], shares[0]),
        )  # of a single search, which tells no more, the share
        if len(shares) > 1:
            low, high = clustered_interval(shares)
        elif len(nodes) > 1:
            low, high = wilson_interval(share, len(nodes))
        else:
            low, high = alone
        points.append((float(median(nodes)), low, share, high))
    return sorted(points)
