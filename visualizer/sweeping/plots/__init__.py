"""Plots of what a sweep has found, drawn by matplotlib (the extra `plots`): growth, saving, distribution and choice."""

import io
import logging
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from visualizer.errors import InputError, one_of
from visualizer.harmless_text import visible
from visualizer.look.themes import THEMES
from visualizer.plugins.watchdog import described
from visualizer.sweeping.plots.results import PlotRow, games_of

KINDS = {
    "growth": "nodes against depth, logarithmic",
    "saving": "how many times fewer nodes than minimax, or than natural order, by game",
    "choice": "the share of searches that choose a best move, against the positions visited",
    "distribution": "over positions, the share of natural order's nodes: where ordering helps, and where it hurts",
}
"""The kinds of plots; each is the file of that name."""
ENDINGS = (".svg", ".png", ".pdf")
DOTS = 150
"""To an inch of a PNG: a page of 12.8 by 7.2 inches has 1920×1080, a slide."""


def check(file: str, theme: str, kind: str | None) -> None:
    """Raise InputError if it is plain beforehand that a plot cannot be drawn."""
    if not file.lower().endswith(ENDINGS):
        raise InputError(f"a plot is drawn as {' '.join(ENDINGS)}, not as {file!r:.80}")
    one_of("the theme", theme, THEMES)
    if kind is not None:
        one_of("the kind of plot", kind, KINDS)
    if find_spec("matplotlib") is None:
        raise InputError("plots are drawn by matplotlib, which is missing; pip install matplotlib brings it")


def usual_kind(results: Sequence[PlotRow]) -> str:
    """Return the kind of plot that suits the results best.

    Choice where searches by random games can be judged, growth where there are several depths, saving where there are
    several games.
    """
    if any(result.iterations and result.right is not None for result in results):
        return "choice"
    if len({result.depth for result in results if result.depth is not None}) > 1:
        return "growth"
    return "saving" if len(games_of(results)) > 1 else "distribution"


def draw(results: Sequence[PlotRow], ending: str, kind: str, theme: str = "light", title: str = "") -> bytes:
    """Return a plot as the content of a file with that ending; the same for the same results.

    InputError where matplotlib cannot be loaded: it reads a file of settings, also from the folder that one works in.
    """
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)  # it reports its caches, and what it finds wrong there
    try:
        from matplotlib import rc_context, rcdefaults, rcParams
    except Exception as error:
        raise InputError(f"matplotlib cannot be loaded, perhaps for a file matplotlibrc: {described(error)}") from error

    from visualizer.sweeping.plots.style import settings

    data = io.BytesIO()
    nameless = {
        ".svg": {"Date": None, "Creator": None},
        ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    }
    with rc_context(), warnings.catch_warnings():
        rcdefaults()  # a person's own settings are not for these plots
        rcParams.update(settings(THEMES[theme]))
        warnings.filterwarnings("ignore", "Glyph", UserWarning)  # a sign that the typeface lacks is drawn as a box
        figure = import_module(f"visualizer.sweeping.plots.{kind}").draw(results, THEMES[theme], visible(title))
        figure.savefig(data, format=ending.removeprefix("."), dpi=DOTS, metadata=nameless.get(ending))
    return data.getvalue()
