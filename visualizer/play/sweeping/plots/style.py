"""The look of plots: Okabe and Ito's colours, a marker and a line for each search, large text."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from math import ceil, floor, log10
from typing import Any, Literal, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, Locator, LogLocator, MaxNLocator, NullLocator

from visualizer.look.text import clip_text
from visualizer.look.themes import Theme
from visualizer.play.sweeping.plots import PlotRow, plot_titles

PLOT_WIDTH_INCHES = 12.8
PLOT_MIN_HEIGHT_INCHES = 7.2
"""With this height, a page has the shape of a slide; it is higher if there is more to show."""
POINTS_PER_INCH = 72
PLOT_TITLE_POINTS = 26
PLOT_TEXT_POINTS = 19
PLOT_SMALL_POINTS = 16
"""Sizes in points."""

PLOT_LEFT_MARGIN = 0.03
"""As a share of the page's width."""
MIN_LOG_TICKS = 3
"""The least number of ticks of a logarithmic axis at round numbers."""
BOLD_LETTER_WIDTH = 0.7
"""The mean width of a bold letter, as a share of the type size."""
BEST_POSSIBLE_ORDER = "least of any order"
"""Names alpha-beta with the best possible move order, among the names of searches."""

PLOT_HUES = ("blue", "green", "yellow", "sky", "grey")
PLOT_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
PLOT_LINE_STYLES = ("-", (0, (6, 2)), (0, (2, 1.4)), (0, (6, 2, 1.5, 2)), (0, (1, 1.6)))
PLOT_HATCHES = ("", "", "//", "..", "xx", "\\\\", "--", "++")
"""The first belongs to minimax, which has no bar."""


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How a search is drawn in every panel; no two searches differ only in colour."""

    title: str
    colour: str
    line: dict[str, Any]
    """Matplotlib's properties of the line and its markers."""
    bar: dict[str, Any]
    """Matplotlib's properties of a bar."""


def search_styles(
    results: Sequence[PlotRow], theme: Theme, *, with_best_order: bool = False
) -> dict[str, LineStyle]:
    """Return the style of each search; `with_best_order` adds BEST_POSSIBLE_ORDER."""
    styles: dict[str, LineStyle] = {}
    hues = cycle(PLOT_HUES)

    for index, (search, title) in enumerate(plot_titles(results).items()):
        # Other searches are compared with minimax, so none of them has the colour of minimax.
        if search.split(",")[0] == "minimax":
            hue = "vermillion"
        else:
            hue = next(hues)
        styles[search] = _search_style(title, index, theme.lines[hue], theme)

    if with_best_order:
        styles[BEST_POSSIBLE_ORDER] = _best_order_style(theme)
    return styles


def _search_style(title: str, index: int, colour: str, theme: Theme) -> LineStyle:
    """Return the style of a search; marker, dashes and hatches follow from its `index` in the key.

    The first search has the index 0.
    """
    line: dict[str, Any] = {
        "color": colour,
        "linestyle": "-",
        "linewidth": 3,
        "markersize": 11,
        "marker": PLOT_MARKERS[index % len(PLOT_MARKERS)],
        "markerfacecolor": colour,
        "markeredgewidth": 2,
    }
    # Without colours, dashes and hollow markers tell the lines apart.
    if theme.name == "mono":
        line["linestyle"] = PLOT_LINE_STYLES[index % len(PLOT_LINE_STYLES)]
        if index % 2:
            line["markerfacecolor"] = theme.page

    bar = {
        "facecolor": colour,
        "edgecolor": theme.page,
        "hatch": PLOT_HATCHES[index % len(PLOT_HATCHES)],
        "linewidth": 0,
    }
    return LineStyle(clip_text(title), colour, line, bar)


def _best_order_style(theme: Theme) -> LineStyle:
    """Return the style of alpha-beta with the best possible move order: dotted, without markers."""
    colour = theme.faint
    if theme.name == "mono":
        colour = theme.text

    line = {
        "color": colour,
        "linestyle": (0, (1, 1.5)),
        "linewidth": 2.6,
        "zorder": 2,
    }
    bar = {
        "facecolor": theme.page,
        "edgecolor": theme.faint,
        "linestyle": "--",
        "linewidth": 1.8,
    }
    return LineStyle(BEST_POSSIBLE_ORDER, colour, line, bar)


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
        # A dollar sign in a title is a dollar sign, not the start of a formula.
        "text.parse_math": False,
    }


def empty_plot_page(height: float, theme: Theme, title: str, subtitle: str) -> Figure:
    """Return a page with a title and, below, a fainter subtitle; the height is in inches.

    A long title is written smaller, so that it fits.
    """
    figure = Figure(figsize=(PLOT_WIDTH_INCHES, height))
    # 0.3 inches are free to the right of the title. `letter_width` is in points.
    title_width = PLOT_WIDTH_INCHES * (1 - PLOT_LEFT_MARGIN) - 0.3
    letter_width = title_width * POINTS_PER_INCH / max(1, len(title))

    # Matplotlib takes positions as shares of the page, from its lower left corner.
    figure.text(
        PLOT_LEFT_MARGIN,
        1 - 0.3 / height,
        title,
        size=min(PLOT_TITLE_POINTS, letter_width / BOLD_LETTER_WIDTH),
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


@dataclass(frozen=True, slots=True)
class PanelPage:
    """A page with a panel for each game, before anything is drawn on it."""

    title: str
    subtitle: str
    axis_title: str
    """The title of the horizontal axis, at the foot of the page."""
    games: Sequence[str]
    labels: Sequence[str]
    """The entries of the key; none if the lines carry their titles themselves."""
    columns: int
    sides: tuple[float, float]
    """The left and right edges of the panels, as shares of the page's width."""
    panel_height: float
    """In inches."""

    def draw(self, theme: Theme) -> tuple[Figure, list[Axes]]:
        """Draw titles and empty panels; return the page and the axes of each game's panel.

        The panels share the vertical axis.
        """
        # Heights are in inches. They are divided by `height`, since matplotlib wants shares of it.
        head = self._head_height()
        rows = ceil(len(self.games) / self.columns)
        height = max(PLOT_MIN_HEIGHT_INCHES, 1.0 + head + self.panel_height * rows)
        left, right = self.sides

        figure = empty_plot_page(height, theme, self.title, self.subtitle)
        grid = figure.subplots(
            rows,
            self.columns,
            squeeze=False,
            sharey=True,
        )
        figure.subplots_adjust(
            left=left,
            right=right,
            top=1 - head / height,
            bottom=0.95 / height,
            hspace=0.5,
            wspace=0.08,
        )
        figure.text(
            left,
            0.12 / height,
            self.axis_title,
            size=PLOT_TEXT_POINTS,
            va="bottom",
        )

        # The last row of the grid may have more panels than games.
        panels = [*grid.flat]
        for unused in panels[len(self.games) :]:
            unused.set_visible(False)
        panels = panels[: len(self.games)]
        self._name_panels(panels)
        return figure, panels

    def _head_height(self) -> float:
        """Return how many inches the title, the subtitle and the key take at the top."""
        if self.labels:
            return 1.7 + key_height(self.labels)
        return 1.2

    def _name_panels(self, panels: Sequence[Axes]) -> None:
        """Write the name of the game above each panel."""
        # A page without a key has a single game, which needs no name.
        if not self.labels:
            return
        for axes, game in zip(panels, self.games, strict=True):
            axes.set_title(
                game,
                size=PLOT_TEXT_POINTS,
                weight="bold",
                loc="left",
                pad=10,
            )


class LinePoint(NamedTuple):
    """A point of a line, with the lower and the upper end of the band behind the line."""

    x: float
    low: float
    y: float
    high: float


def draw_plot_line(
    axes: Axes,
    style: LineStyle,
    points: Sequence[LinePoint],
    theme: Theme,
    hollow_points: Sequence[LinePoint] = (),
) -> None:
    """Draw a line through points, and behind it a band from their `low` to their `high` values.

    The markers of `hollow_points`, which are some of the points, are not filled. A theme without
    colours has no band.
    """
    xs, lows, ys, highs = zip(*points, strict=True)
    axes.plot(
        xs,
        ys,
        **style.line,
        zorder=4,
        clip_on=False,
    )

    if hollow_points:
        hollow_marker = {
            **style.line,
            "linestyle": "none",
            "markerfacecolor": theme.page,
        }
        axes.plot(
            [point.x for point in hollow_points],
            [point.y for point in hollow_points],
            **hollow_marker,
            zorder=5,
            clip_on=False,
        )

    # Overlapping grey bands could not be told apart.
    if theme.name != "mono":
        axes.fill_between(
            xs,
            lows,
            highs,
            color=style.colour,
            alpha=0.16,
            linewidth=0,
        )


def draw_key(figure: Figure, handles: Sequence[Any]) -> None:
    """Draw the key in rows under the title; each handle is a sample of a style, with its label."""
    labels = [handle.get_label() for handle in handles]
    figure.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(PLOT_LEFT_MARGIN, 1 - 1.14 / figure.get_figheight()),
        ncols=_key_columns(labels),
        frameon=False,
        fontsize=PLOT_SMALL_POINTS,
        handlelength=2.2,
        handleheight=1.0,
        columnspacing=1.6,
        borderpad=0,
        borderaxespad=0,
    )


def draw_key_of_lines(figure: Figure, styles: Iterable[LineStyle]) -> None:
    """Draw a key with a sample of each line and its title."""
    # The data of the lines are empty, because only their styles are shown.
    lines = [
        Line2D(
            [],
            [],
            label=style.title,
            **style.line,
        )
        for style in styles
    ]
    draw_key(figure, lines)


def key_height(labels: Sequence[str]) -> float:
    """Return about how many inches a key takes."""
    rows = ceil(len(labels) / _key_columns(labels))
    return 0.33 * rows


def _key_columns(labels: Sequence[str]) -> int:
    """Return how many columns of labels fit on a page, at most six."""
    longest = max(labels, key=len)
    # The sample beside a label and a gap take 0.95 inches.
    column_width = text_width_inches(longest, PLOT_SMALL_POINTS) + 0.95
    fitting = int((PLOT_WIDTH_INCHES - 0.6) / column_width)
    return max(1, min(6, fitting))


def text_width_inches(text: str, size: float) -> float:
    """Return about how many inches wide a text is; `size` is its type size in points."""
    return 0.6 * size * len(text) / POINTS_PER_INCH


def count_words(number: float) -> str:
    """Return a count as the label of a tick on an axis.

    >>> count_words(100), count_words(10_000), count_words(2_000_000)
    ('100', '10,000', '2 million')
    """
    if number >= 1_000_000_000:
        return f"{number / 1e9:,g} billion"
    if number >= 1_000_000:
        return f"{number / 1e6:g} million"
    return f"{number:,.0f}"


def times_words(ratio: float) -> str:
    """Return a ratio rounded to two significant digits; a large ratio to a whole number.

    >>> times_words(0.857), times_words(13.54), times_words(2)
    ('0.86×', '14×', '2×')
    >>> times_words(203.4), times_words(0.0312)
    ('203×', '0.031×')
    """
    # From 9.95 on, a ratio would be rounded to 10.0, so the digit after the point is dropped.
    if ratio >= 9.95:
        digits = 0
    elif ratio >= 0.995:
        digits = 1
    elif ratio >= 0.0995:
        digits = 2
    else:
        digits = 3
    text = f"{ratio:,.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return f"{text}×"


def label_log_axis(axis: Any, words: Callable[[float], str]) -> None:
    """Put ticks on a logarithmic axis; `words` returns the label for the number of a tick."""
    low, high = axis.get_view_interval()
    axis.set_major_locator(_log_ticks(low, high, words))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(lambda number, _: words(number))


def _log_ticks(low: float, high: float, words: Callable[[float], str]) -> Locator:
    """Return the ticks of a logarithmic axis from `low` to `high`, at least three if possible.

    The ticks are at powers of ten. If these are too few, the ticks are at 1, 2 and 5 times powers
    of ten. If even these are too few, the ticks are at equal distances, with different labels.
    """
    for digits in ((1.0,), (1.0, 2.0, 5.0)):
        if _count_log_ticks(low, high, digits) >= MIN_LOG_TICKS:
            return LogLocator(subs=digits, numticks=12)

    # Counts are whole numbers, ratios are not.
    shows_counts = words is count_words
    equidistant = MaxNLocator(4, integer=shows_counts).tick_values(low, high)
    # The dictionary keeps only one tick for each label.
    ticks = {words(tick): tick for tick in equidistant if low <= tick <= high}
    return FixedLocator([*ticks.values()])


def _count_log_ticks(low: float, high: float, digits: Sequence[float]) -> int:
    """Count the ticks from `low` to `high` at one of the digits times a power of ten."""
    count = 0
    for power in range(floor(log10(low)), ceil(log10(high)) + 1):
        count += sum(low <= digit * 10.0**power <= high for digit in digits)
    return count


PlotSide = Literal["left", "right"]
"""A side of a plot at which a name is written."""


@dataclass(frozen=True, slots=True)
class SideLabel:
    """A label at one side of a plot: a name in bold, and below the name words in a colour."""

    side: PlotSide
    y: float
    """In the data's units."""
    name: str
    words: str
    colour: str

    def draw(self, axes: Axes) -> None:
        """Write the name above `y` and the words below."""
        # Three points up and three points down keep the two lines apart.
        self._write(
            axes,
            self.name,
            3,
            va="bottom",
            size=self._name_size(),
            weight="bold",
        )
        self._write(
            axes,
            self.words,
            -3,
            va="top",
            size=PLOT_SMALL_POINTS - 2,
            color=self.colour,
        )

    def _name_size(self) -> float:
        """Return the type size in points with which the name fits into the margin."""
        width = text_width_inches(self.name, 1.1 * PLOT_TEXT_POINTS)
        return min(PLOT_TEXT_POINTS, PLOT_TEXT_POINTS * 2.4 / width)

    def _write(self, axes: Axes, text: str, rise: int, **properties: Any) -> None:
        """Write a text at the label's side of the plot, raised by `rise` points.

        `properties` are matplotlib's, such as size and colour.
        """
        # `edge` is a share of the plot's width, and `shift` is the distance from it in points.
        if self.side == "right":
            edge = 1
            shift = 12
            alignment = "left"
        else:
            edge = 0
            shift = -12
            alignment = "right"
        axes.annotate(
            text,
            (edge, self.y),
            (shift, rise),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha=alignment,
            annotation_clip=False,
            **properties,
        )


def simplify_axes(axes: Axes, grid_axis: Literal["x", "y"]) -> None:
    """Remove tick marks, and draw grid lines at the numbers of one axis.

    If this is the x axis, remove the y axis, since it has names on the left instead of numbers.
    """
    if grid_axis == "x":
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    axes.grid(visible=True, axis=grid_axis)
    axes.tick_params(length=0, pad=7)
    axes.set_axisbelow(True)
