"""How often a best move is chosen, against the positions visited: what searches by random games do with a budget.

A line joins the searches that differ only in their budget: iterations, a limit of nodes, or plies. A point is the mean
of the positions' shares, each taken over its seeds. Seeds of one position are no independent trials, so the band goes
by how the positions vary; of a single position it can only speak of that one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean, median

from matplotlib.axes import Axes
from matplotlib.figure import Figure

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
    across = "positions visited, without those of random games"
    figure, panels = style.panels(
        theme, (title or "How often a best move is chosen", subtitle(found, theme), across), games,
        [look.title for look in styles.values()], min(len(games), 3), (0.1, 0.97), 3.2,
    )  # fmt: skip
    for game, axes in zip(games, panels, strict=True):
        panel(axes, [row for row in found if row.game == game], styles, theme)
    style.line_key(figure, styles.values())
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
        style.line(axes, styles[kind], budgets([row for row in found if kind_of(row.search) == kind]), theme)
    axes.set_xscale("log")
    style.logarithmic(axes.xaxis, style.count_words)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    style.quiet(axes, "y")


def budgets(rows: Sequence[PlotRow]) -> list[style.Point]:
    """Return for each budget the median of the positions visited, and the share that is right between its bounds.

    A position counts once, however many seeds it has.
    """
    groups: dict[tuple[str, int | None], dict[str, list[PlotRow]]] = {}
    for row in rows:
        budget = ",".join(part for part in row.search.split(",") if part.startswith(BUDGET) and part[:4] != "seed")
        groups.setdefault((budget, row.depth), {}).setdefault(row.name, []).append(row)
    points = list[style.Point]()
    for positions in groups.values():
        shares = [fmean(row.right is True for row in seeds) for seeds in positions.values()]
        nodes = [row.nodes for seeds in positions.values() for row in seeds]
        share, alone = fmean(shares), (shares[0], shares[0])  # of a single search, which tells no more, the share
        low, high = clustered(shares) if len(shares) > 1 else wilson(share, len(nodes)) if len(nodes) > 1 else alone
        points.append((float(median(nodes)), low, share, high))
    return sorted(points)
