"""How plots look: Okabe and Ito's colours from the legend, a marker and a line for each search, text for a slide."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from math import ceil, floor, log10
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, LogLocator, MaxNLocator, NullLocator

from visualizer.look.text import clip_text
from visualizer.look.themes import Theme
from visualizer.play.sweeping.plots import PlotRow, plot_titles

PLOT_WIDTH_INCHES = 12.8
"""Inches; a page is 7.2 high, or more if there is more to show."""
PLOT_TITLE_POINTS = 26
PLOT_TEXT_POINTS = 19
PLOT_SMALL_POINTS = 16
"""Sizes in points."""

PLOT_LEFT_MARGIN = 0.03
MIN_LOG_TICKS = 3
"""The least number of ticks of a logarithmic axis at round numbers."""
BOLD_LETTER_WIDTH = 0.7
"""Mean width of a bold letter, as a share of the type size."""
LEAST_OF_ANY_ORDER = "least of any order"

PLOT_HUES = ("blue", "green", "yellow", "sky", "grey")
PLOT_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
PLOT_LINE_STYLES = ("-", (0, (6, 2)), (0, (2, 1.4)), (0, (6, 2, 1.5, 2)), (0, (1, 1.6)))
PLOT_HATCHES = ("", "", "//", "..", "xx", "\\\\", "--", "++")
"""The first is minimax's, which no bar stands for."""


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How a search is drawn, everywhere the same: no two differ by colour alone."""

    title: str
    colour: str
    line: dict[str, Any]
    """How its line and its markers are drawn."""
    bar: dict[str, Any]


def search_styles(
    results: Sequence[PlotRow], theme: Theme, *, least: bool = False
) -> dict[str, LineStyle]:
    """Return for each search how it is drawn; minimax has a colour of its own, and so has the `least` of any order."""
    found: dict[str, LineStyle] = {}
    mono = theme.name == "mono"
    hues = cycle(PLOT_HUES)
    for place, (search, title) in enumerate(plot_titles(results).items()):
        colour = theme.lines["vermillion" if search.split(",")[0] == "minimax" else next(hues)]
        line: dict[str, Any] = {
            "color": colour,
            "linestyle": PLOT_LINE_STYLES[place % len(PLOT_LINE_STYLES)] if mono else "-",
            "linewidth": 3,
            "markersize": 11,
            "marker": PLOT_MARKERS[place % len(PLOT_MARKERS)],
            "markerfacecolor": theme.page if mono and place % 2 else colour,
            "markeredgewidth": 2,
        }
        hatch = PLOT_HATCHES[place % len(PLOT_HATCHES)]
        bar = {"facecolor": colour, "edgecolor": theme.page, "hatch": hatch, "linewidth": 0}
        found[search] = LineStyle(clip_text(title), colour, line, bar)
    if least:
        colour = theme.text if mono else theme.faint
        line = {"color": colour, "linestyle": (0, (1, 1.5)), "linewidth": 2.6, "zorder": 2}
        bar = {
            "facecolor": theme.page,
            "edgecolor": theme.faint,
            "linestyle": "--",
            "linewidth": 1.8,
        }
        found[LEAST_OF_ANY_ORDER] = LineStyle(LEAST_OF_ANY_ORDER, colour, line, bar)
    return found


def matplotlib_settings(theme: Theme) -> Any:
    """Return matplotlib's settings for a theme."""
    faint = theme.lines["grey"]
    return {
        "font.family": ["DejaVu Sans"],
        "font.size": PLOT_TEXT_POINTS,
        "text.color": theme.text,
        "axes.edgecolor": faint,
        "axes.labelcolor": theme.text,
        "axes.labelsize": PLOT_TEXT_POINTS,
        "xtick.color": faint,
        "ytick.color": faint,
        "xtick.labelcolor": theme.text,
        "ytick.labelcolor": theme.text,
        "xtick.labelsize": PLOT_SMALL_POINTS,
        "ytick.labelsize": PLOT_SMALL_POINTS,
        "figure.facecolor": theme.page,
        "axes.facecolor": theme.page,
        "savefig.facecolor": theme.page,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "grid.color": faint,
        "grid.alpha": 0.35,
        "grid.linewidth": 0.8,
        "hatch.linewidth": 1.6,
        "svg.hashsalt": "visualizer",
        "svg.fonttype": "path",
        "pdf.fonttype": 42,
        "axes.unicode_minus": True,
        "text.parse_math": False,  # a dollar sign is one
    }


def empty_plot_page(height: float, theme: Theme, title: str, subtitle: str) -> Figure:
    """Return an empty page with a title and, fainter, what is shown."""
    figure = Figure(figsize=(PLOT_WIDTH_INCHES, height))
    room = (
        (PLOT_WIDTH_INCHES * (1 - PLOT_LEFT_MARGIN) - 0.3) * 72 / max(1, len(title))
    )  # points a letter
    figure.text(
        PLOT_LEFT_MARGIN,
        1 - 0.3 / height,
        title,
        size=min(PLOT_TITLE_POINTS, room / BOLD_LETTER_WIDTH),
        weight="bold",
        va="top",
    )
    figure.text(
        PLOT_LEFT_MARGIN,
        1 - 0.78 / height,
        subtitle,
        size=PLOT_SMALL_POINTS,
        color=theme.faint,
        va="top",
    )
    return figure


def game_panels(
    theme: Theme,
    words: tuple[str, str, str],
    games: Sequence[str],
    labels: Sequence[str],
    columns: int,
    sides: tuple[float, float],
    tall: float,
) -> tuple[Figure, list[Axes]]:
    """Return a page, and on it a panel for each game, so many inches `tall`.

    `words` are the page's title and subtitle and the title of the horizontal axis, which stands below; `sides` are the
    left and the right edge, in parts of the width. Where there is a key of `labels`, there is room for it.
    """
    rows = -(-len(games) // columns)
    left, right = sides
    if labels:
        head = 1.7 + key_height(labels)
    else:
        head = 1.2
    height = max(7.2, 1.0 + head + tall * rows)
    figure = empty_plot_page(height, theme, *words[:2])
    grid = figure.subplots(rows, columns, squeeze=False, sharey=True)
    figure.subplots_adjust(
        left=left, right=right, top=1 - head / height, bottom=0.95 / height, hspace=0.5, wspace=0.08
    )
    for axes in grid.flat[len(games) :]:
        axes.set_visible(False)
    for axes, game in zip(grid.flat, games if labels else (), strict=False):
        axes.set_title(game, size=PLOT_TEXT_POINTS, weight="bold", loc="left", pad=10)
    figure.text(left, 0.12 / height, words[2], size=PLOT_TEXT_POINTS, va="bottom")
    return figure, [*grid.flat[: len(games)]]


LinePoint = tuple[float, float, float, float]
"""A point of a line: its place across, the lower end of its band, its height, and the band's upper end."""


def draw_plot_line(
    axes: Axes,
    look: LineStyle,
    points: Sequence[LinePoint],
    theme: Theme,
    hollow: Sequence[LinePoint] = (),
) -> None:
    """Draw a line through points, some of them with `hollow` markers, on a band; without colours there is no band."""
    across, lower, middle, upper = zip(*points, strict=True)
    axes.plot(across, middle, **look.line, zorder=4, clip_on=False)
    if hollow:
        style = {**look.line, "linestyle": "none", "markerfacecolor": theme.page}
        axes.plot(
            [point[0] for point in hollow],
            [point[2] for point in hollow],
            **style,
            zorder=5,
            clip_on=False,
        )
    if theme.name != "mono":
        axes.fill_between(across, lower, upper, color=look.colour, alpha=0.16, linewidth=0)


def draw_key(figure: Figure, handles: Sequence[Any]) -> None:
    """Draw the key of searches, in rows under the title."""
    columns = _label_columns([handle.get_label() for handle in handles])
    figure.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(PLOT_LEFT_MARGIN, 1 - 1.14 / figure.get_figheight()),
        ncols=columns,
        frameon=False,
        fontsize=PLOT_SMALL_POINTS,
        handlelength=2.2,
        handleheight=1.0,
        columnspacing=1.6,
        borderpad=0,
        borderaxespad=0,
    )


def draw_key_of_lines(figure: Figure, looks: Iterable[LineStyle]) -> None:
    """Draw the key of lines."""
    draw_key(figure, [Line2D([], [], label=look.title, **look.line) for look in looks])


def key_height(labels: Sequence[str]) -> float:
    """Return about how many inches a key takes."""
    return 0.33 * -(-len(labels) // _label_columns(labels))


def _label_columns(labels: Sequence[str]) -> int:
    """Return how many columns of labels have room on a page."""
    widest = text_width_inches(max(labels, key=len), PLOT_SMALL_POINTS) + 0.95
    return max(1, min(6, int((PLOT_WIDTH_INCHES - 0.6) / widest)))


def text_width_inches(text: str, size: float) -> float:
    """Return about how many inches a text takes."""
    return 0.6 * size * len(text) / 72


def count_words(number: float) -> str:
    """Write a count as an axis shows it.

    >>> count_words(100), count_words(10_000), count_words(2_000_000)
    ('100', '10,000', '2 million')
    """
    if number >= 1_000_000_000:
        return f"{number / 1e9:,g} billion"
    return f"{number / 1e6:g} million" if number >= 1_000_000 else f"{number:,.0f}"


def times_words(ratio: float) -> str:
    """Write a ratio in two digits.

    >>> times_words(0.857), times_words(13.54), times_words(2), times_words(203.4), times_words(0.0312)
    ('0.86×', '14×', '2×', '203×', '0.031×')
    """
    if ratio >= 9.95:
        digits = 0
    elif ratio >= 0.995:
        digits = 1
    elif ratio >= 0.0995:
        digits = 2
    else:
        digits = 3
    text = f"{ratio:,.{digits}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) + "×"


def label_log_axis(axis: Any, words: Callable[[float], str]) -> None:
    """Put plain words at the ticks of a logarithmic axis: powers of ten, and 2 and 5 between if there are few.

    Where even those are fewer than three, the ticks are at equal distances, and no two have the same words.
    """
    low, high = axis.get_view_interval()
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    for digits in ((1.0,), (1.0, 2.0, 5.0)):
        locator: Any = LogLocator(subs=digits, numticks=12)
        if (
            sum(low <= digit * 10.0**power <= high for power in powers for digit in digits)
            >= MIN_LOG_TICKS
        ):
            break
    else:
        even = MaxNLocator(4, integer=words is count_words).tick_values(low, high)
        ticks = {words(tick): tick for tick in even if low <= tick <= high}
        locator = FixedLocator([*ticks.values()])
    axis.set_major_locator(locator)
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(lambda number, _: words(number))


def write_beside(axes: Axes, across: int, y: float, name: str, words: str, colour: str) -> None:
    """Write a name and, below it, words in a colour beside a plot, at a height of its data: left (0) or right (1)."""
    if across:
        shift = 12
        side = "left"
    else:
        shift = -12
        side = "right"
    looks: tuple[dict[str, Any], dict[str, Any]] = (
        {
            "va": "bottom",
            "size": min(
                PLOT_TEXT_POINTS,
                PLOT_TEXT_POINTS * 2.4 / text_width_inches(name, 1.1 * PLOT_TEXT_POINTS),
            ),
            "weight": "bold",
        },
        {"va": "top", "size": PLOT_SMALL_POINTS - 2, "color": colour},
    )
    for text, up, look in zip((name, words), (3, -3), looks, strict=True):
        axes.annotate(
            text,
            (across, y),
            (shift, up),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha=side,
            annotation_clip=False,
            **look,
        )


def simplify_axes(axes: Axes, across: Literal["x", "y"]) -> None:
    """Remove tick marks, and draw a grid across one axis; where that is x, the other one has no numbers."""
    if across == "x":
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    axes.grid(visible=True, axis=across)
    axes.tick_params(length=0, pad=7)
    axes.set_axisbelow(True)
