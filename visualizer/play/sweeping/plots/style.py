"""The look of plots: Okabe and Ito's colours, a marker and a line for each search, large text."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from math import ceil, floor, log10
from typing import Any, Literal

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
LEAST_OF_ANY_ORDER = "least of any order"

PLOT_HUES = ("blue", "green", "yellow", "sky", "grey")
PLOT_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
PLOT_LINE_STYLES = ("-", (0, (6, 2)), (0, (2, 1.4)), (0, (6, 2, 1.5, 2)), (0, (1, 1.6)))
PLOT_HATCHES = ("", "", "//", "..", "xx", "\\\\", "--", "++")
"""The first belongs to minimax, which has no bar."""


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How a search is drawn in every panel: no two searches differ by colour alone."""

    title: str
    colour: str
    line: dict[str, Any]
    """Matplotlib's properties of the line and its markers."""
    bar: dict[str, Any]


def search_styles(
    results: Sequence[PlotRow], theme: Theme, *, least: bool = False
) -> dict[str, LineStyle]:
    """Return the style of each search.

    With `least`, include the style for the least number of nodes that any move order visits.
    """
    styles: dict[str, LineStyle] = {}
    hues = cycle(PLOT_HUES)

    for place, (search, title) in enumerate(plot_titles(results).items()):
        # Minimax is what the others are compared with: no other search has its colour.
        if search.split(",")[0] == "minimax":
            hue = "vermillion"
        else:
            hue = next(hues)
        styles[search] = _search_style(title, place, theme.lines[hue], theme)

    if least:
        styles[LEAST_OF_ANY_ORDER] = _least_style(theme)
    return styles


def _search_style(title: str, place: int, colour: str, theme: Theme) -> LineStyle:
    """Return the style of the search at a place in the key, counted from 0.

    Marker, dashes and hatches follow from the place.
    """
    line: dict[str, Any] = {
        "color": colour,
        "linestyle": "-",
        "linewidth": 3,
        "markersize": 11,
        "marker": PLOT_MARKERS[place % len(PLOT_MARKERS)],
        "markerfacecolor": colour,
        "markeredgewidth": 2,
    }
    # Without colours, dashes and hollow markers tell the lines apart.
    if theme.name == "mono":
        line["linestyle"] = PLOT_LINE_STYLES[place % len(PLOT_LINE_STYLES)]
        if place % 2:
            line["markerfacecolor"] = theme.page

    bar = {
        "facecolor": colour,
        "edgecolor": theme.page,
        "hatch": PLOT_HATCHES[place % len(PLOT_HATCHES)],
        "linewidth": 0,
    }
    return LineStyle(clip_text(title), colour, line, bar)


def _least_style(theme: Theme) -> LineStyle:
    """Return the style of the line or bar for the fewest nodes that any move order visits."""
    if theme.name == "mono":
        colour = theme.text
    else:
        colour = theme.faint

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
    return LineStyle(LEAST_OF_ANY_ORDER, colour, line, bar)


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
    # The title has 0.3 inches at its right. Each of its letters may be this many points wide.
    inner_width = PLOT_WIDTH_INCHES * (1 - PLOT_LEFT_MARGIN) - 0.3
    letter_width = inner_width * POINTS_PER_INCH / max(1, len(title))

    # Positions are shares of the page, from its lower left corner.
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
        """Return the drawn page and the axes of its panels, one for each game.

        The panels share the vertical axis.
        """
        # Heights are in inches, but matplotlib wants shares of the page's height.
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

        # The last row of the grid may have more places than games.
        panels = [*grid.flat]
        for unused in panels[len(self.games) :]:
            unused.set_visible(False)
        panels = panels[: len(self.games)]
        self._name_panels(panels)
        return figure, panels

    def _head_height(self) -> float:
        """Return how many inches the title, the subtitle and the key take."""
        if self.labels:
            return 1.7 + key_height(self.labels)
        return 1.2

    def _name_panels(self, panels: Sequence[Axes]) -> None:
        """Write the name of its game above each panel."""
        # A page without a key shows a single game, which the page's title names.
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


LinePoint = tuple[float, float, float, float]
"""A point of a line: its x, the lower end of its band, its y, and the upper end of its band."""


def draw_plot_line(
    axes: Axes,
    look: LineStyle,
    points: Sequence[LinePoint],
    theme: Theme,
    hollow: Sequence[LinePoint] = (),
) -> None:
    """Draw a line through points, in front of a band from the lower to the upper ends.

    Markers of the points in `hollow` are not filled. A theme without colours has no band.
    """
    across, lower, middle, upper = zip(*points, strict=True)
    axes.plot(
        across,
        middle,
        **look.line,
        zorder=4,
        clip_on=False,
    )

    if hollow:
        xs = [x for x, _, _, _ in hollow]
        ys = [y for _, _, y, _ in hollow]
        style = {
            **look.line,
            "linestyle": "none",
            "markerfacecolor": theme.page,
        }
        axes.plot(
            xs,
            ys,
            **style,
            zorder=5,
            clip_on=False,
        )

    # Bands of several greys over each other could not be told apart.
    if theme.name != "mono":
        axes.fill_between(
            across,
            lower,
            upper,
            color=look.colour,
            alpha=0.16,
            linewidth=0,
        )


def draw_key(figure: Figure, handles: Sequence[Any]) -> None:
    """Draw the key in rows under the title; a handle is a sample with a label."""
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


def draw_key_of_lines(figure: Figure, looks: Iterable[LineStyle]) -> None:
    """Draw the key of lines: for each style a sample of its line, without points, and its title."""
    lines = [
        Line2D(
            [],
            [],
            label=look.title,
            **look.line,
        )
        for look in looks
    ]
    draw_key(figure, lines)


def key_height(labels: Sequence[str]) -> float:
    """Return about how many inches a key takes."""
    rows = ceil(len(labels) / _key_columns(labels))
    return 0.33 * rows


def _key_columns(labels: Sequence[str]) -> int:
    """Return how many columns of labels fit on a page, at most six."""
    longest = max(labels, key=len)
    # Each label follows a sample of its line and a gap, together 0.95 inches.
    column_width = text_width_inches(longest, PLOT_SMALL_POINTS) + 0.95
    fitting = int((PLOT_WIDTH_INCHES - 0.6) / column_width)
    return max(1, min(6, fitting))


def text_width_inches(text: str, size: float) -> float:
    """Return about how many inches a text of a type size in points takes."""
    return 0.6 * size * len(text) / POINTS_PER_INCH


def count_words(number: float) -> str:
    """Write a count as an axis shows it.

    >>> count_words(100), count_words(10_000), count_words(2_000_000)
    ('100', '10,000', '2 million')
    """
    if number >= 1_000_000_000:
        return f"{number / 1e9:,g} billion"
    if number >= 1_000_000:
        return f"{number / 1e6:g} million"
    return f"{number:,.0f}"


def times_words(ratio: float) -> str:
    """Write a ratio with two significant digits, but all digits before the point.

    >>> times_words(0.857), times_words(13.54), times_words(2)
    ('0.86×', '14×', '2×')
    >>> times_words(203.4), times_words(0.0312)
    ('203×', '0.031×')
    """
    # The bounds are those at which rounding gives one more digit before the point.
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
    """Put ticks on a logarithmic axis, labelled with what `words` returns for their numbers."""
    low, high = axis.get_view_interval()
    axis.set_major_locator(_log_ticks(low, high, words))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(lambda number, _: words(number))


def _log_ticks(low: float, high: float, words: Callable[[float], str]) -> Locator:
    """Return the ticks of a logarithmic axis from `low` to `high`.

    They are at powers of ten. If these are fewer than three, they are also at 2 and 5 times powers
    of ten. If these are still too few, they are at equal distances, and no two have the same label.
    """
    for digits in ((1.0,), (1.0, 2.0, 5.0)):
        if _count_log_ticks(low, high, digits) >= MIN_LOG_TICKS:
            return LogLocator(subs=digits, numticks=12)

    # Counts have no fractions.
    evenly = MaxNLocator(4, integer=words is count_words).tick_values(low, high)
    # A dictionary keeps one tick for each label.
    ticks = {words(tick): tick for tick in evenly if low <= tick <= high}
    return FixedLocator([*ticks.values()])


def _count_log_ticks(low: float, high: float, digits: Sequence[float]) -> int:
    """Count the numbers from `low` to `high` that are one of the digits times a power of ten."""
    count = 0
    for power in range(floor(log10(low)), ceil(log10(high)) + 1):
        count += sum(low <= digit * 10.0**power <= high for digit in digits)
    return count


PlotSide = Literal["left", "right"]
"""A side of a plot at which a name is written."""


@dataclass(frozen=True, slots=True)
class SideLabel:
    """A name in bold and, below, words in a colour, at one side of a plot."""

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
        """Return the type size in points at which the name fits into the margin."""
        width = text_width_inches(self.name, 1.1 * PLOT_TEXT_POINTS)
        return min(PLOT_TEXT_POINTS, PLOT_TEXT_POINTS * 2.4 / width)

    def _write(self, axes: Axes, text: str, rise: int, **look: Any) -> None:
        """Write a text beside the plot, at its left or right, raised by `rise` points."""
        # The edge is a share of the plot's width, the shift away from it is in points.
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
            **look,
        )


def simplify_axes(axes: Axes, across: Literal["x", "y"]) -> None:
    """Remove tick marks, and draw grid lines at the numbers of one axis.

    With grid lines for x, the y axis is removed: its places have names.
    """
    if across == "x":
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    axes.grid(visible=True, axis=across)
    axes.tick_params(length=0, pad=7)
    axes.set_axisbelow(True)
