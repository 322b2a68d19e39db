"""How often a best move is chosen, against the positions visited: what searches by random games do with a budget.

A line joins the searches that differ only in their budget: iterations, or a limit of nodes. A point is the mean of the
positions' shares, each taken over its seeds. Seeds of one position are no independent trials, so the band goes by how
the positions vary; of a single position it can only speak of that one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from statistics import fmean, median

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from visualizer.errors import InputError
from visualizer.look.themes import Theme
from visualizer.measures.sureness import clustered, wilson
from visualizer.sweeping.plots import style
from visualizer.sweeping.plots.results import PlotRow, games_of

BUDGET = ("iterations=", "max-nodes=", "seed=")
"""The keys in which the searches of one line differ."""


def draw(results: Sequence[PlotRow], theme: Theme, title: str) -> Figure:
    """Draw a panel for each game in which minimax has said which moves are best; InputError if there is none."""
    found = [row for row in results if row.right is not None and row.algorithm != "minimax"]
    if not found:
        raise InputError("choice needs to know which moves are best: let the sweep search with minimax too")
    games = games_of(found)
    styles = style.search_styles([replace(row, search=kind_of(row.search)) for row in found], theme)
    columns = min(len(games), 3)
    head = 1.7 + style.key_height([look.title for look in styles.values()])
    height = max(7.2, 1.0 + head + 3.2 * ceil(len(games) / columns))
    figure = style.page(height, theme, title or "How often a best move is chosen", subtitle(found, theme))
    panels = style.panels(figure, games, columns, (0.1, 0.97), head, "positions visited, without those of random games")
    for game, axes in zip(games, panels, strict=True):
        panel(axes, [row for row in found if row.game == game], styles, theme)
        if len(games) > 1:
            axes.set_title(game, size=style.TEXT, weight="bold", loc="left", pad=10)
    style.key(figure, [Line2D([], [], label=look.title, **look.points(2)) for look in styles.values()], height)
    return figure


def kind_of(search: str) -> str:
    """Return a search without its budget and seed.

    >>> kind_of("mcts,ordering=scored,iterations=100,seed=3")
    'mcts,ordering=scored'
    """
    return ",".join(part for part in search.split(",") if not part.startswith(BUDGET))


def subtitle(found: Sequence[PlotRow], theme: Theme) -> str:
    """Say which positions and seeds the shares are taken over, and what the band is."""
    counts = Counter(game for game, _ in {(row.game, row.name) for row in found})
    words, band = f"share over {sum(counts.values()):,} positions and their seeds", "of the mean of such positions"
    if max(counts.values()) == 1:
        words, band = f"share over the seeds of one position{' each' * (len(counts) > 1)}", "for that position alone"
    elif min(counts.values()) == 1:
        band = "for such positions, or for a single one"
    return words if theme.name == "mono" else f"{words}; the band is a 95 % interval {band}"


def panel(axes: Axes, found: Sequence[PlotRow], styles: dict[str, style.SearchStyle], theme: Theme) -> None:
    """Draw a line for each kind of search, a point for each budget."""
    for kind in dict.fromkeys(kind_of(row.search) for row in found):
        look, points = styles[kind], budgets([row for row in found if kind_of(row.search) == kind])
        xs, _, shares, _ = zip(*points, strict=True)
        axes.plot(xs, shares, **look.points(2), zorder=4, clip_on=False)
        style.band(axes, look, points, theme)
    axes.set_xscale("log")
    style.logarithmic(axes.xaxis, style.count_words)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{share:.0%}"))
    style.quiet(axes, "y")


def budgets(rows: Sequence[PlotRow]) -> list[tuple[float, float, float, float]]:
    """Return for each budget the median of the positions visited, and the share that is right between its bounds.

    A position counts once, however many seeds it has.
    """
    groups: dict[str, list[PlotRow]] = {}
    for row in rows:
        budget = ",".join(part for part in row.search.split(",") if part.startswith(BUDGET) and part[:4] != "seed")
        groups.setdefault(budget, []).append(row)
    points = []
    for group in groups.values():
        positions: dict[str, list[bool]] = {}
        for row in group:
            positions.setdefault(row.name, []).append(row.right is True)
        shares = [fmean(rights) for rights in positions.values()]
        low, high = clustered(shares) if len(shares) > 1 else of_one(shares[0], len(group))
        points.append((float(median(row.nodes for row in group)), low, fmean(shares), high))
    return sorted(points)


def of_one(share: float, seeds: int) -> tuple[float, float]:
    """Return the ends of the interval of one position's share; of a single search, which tells no more, the share."""
    return wilson(share, seeds) if seeds > 1 else (share, share)
