"""From a comparison to files: its searches side by side, and their nodes as bars."""

from collections.abc import Sequence

import exports
from games import Game
from visualizer.comparison.compare import Comparison
from visualizer.comparison.report import LEAST, sentences
from visualizer.errors import InputError
from visualizer.look.shapes import Drawing
from visualizer.lookup import has_other_evaluations, resolve, title_of
from visualizer.picture.charts.bars import ChartBar, draw_bars
from visualizer.picture.charts.race_page import RacePage
from visualizer.picture.page.options import PictureOptions
from visualizer.publishing.outputs import Output, pictures_of, save_contents
from visualizer.recipe import PositionSpec
from visualizer.run import Run
from visualizer.search_options import DEPTH


def check_plots(plots: Sequence[str]) -> None:
    """Raise InputError if a plot cannot be drawn in the format that its name says."""
    drawn = [ending for form in exports.formats().values() if form.write_drawing for ending in form.endings]
    for plot in plots:
        if not plot.lower().endswith(tuple(drawn)):
            raise InputError(f"a plot is drawn as {' '.join(drawn)}, not as {plot!r:.80}")


def save_comparison(
    found: Comparison,
    where: PositionSpec,
    runs: Sequence[Run],
    plots: Sequence[str],
    outputs: Sequence[Output],
    options: PictureOptions,
    *,
    force: bool,
) -> list[str]:
    """Write bars to `plots` and the searches side by side to `outputs`; return what was written.

    `runs` are the searches compared, in their order, and needed for outputs only. No file is touched before all are
    made. ExportError says which cannot be made or written.
    """
    contents: dict[str, exports.Contents] = {}
    game, root = resolve(where)
    title, asked = title_of(game, where, root.board()), asked_of(found, game)
    if plots:
        contents |= plots_of(draw_bars(title, asked, bars_of(found), options.theme), plots)
    if outputs:
        if len(runs) < len(found.searches):
            raise InputError(next(each.refused for each in found.searches if each.refused))
        sides = sorted(
            zip(found.names(), runs, strict=True), key=lambda side: len(side[1].trace)
        )  # largest on the right
        words = title, asked, " ".join(sentences(found).split())
        page = RacePage([run for _, run in sides], [name for name, _ in sides], words, options)
        contents |= pictures_of(page.film(), page.frame(page.last).picture, outputs)
    return save_contents(contents, force=force)


def asked_of(found: Comparison, game: Game) -> str:
    """Say what is shown, and what was asked of all searches."""
    search = found.searches[0].search
    valued = f", {search.evaluation}" if has_other_evaluations(game, search.evaluation) else ""
    return f"nodes visited, {DEPTH.heading(DEPTH.as_json(search.depth))}{valued}"


def bars_of(found: Comparison) -> list[ChartBar]:
    """Return a bar for the nodes of each search, and one for the least that any order could visit, where known."""
    named = zip(found.names(), found.searches, strict=True)
    bars = [ChartBar(name, each.nodes, stopped=not each.complete) for name, each in named if not each.refused]
    return bars if found.least is None else [*bars, ChartBar(LEAST, found.least.nodes, least=True)]


def plots_of(drawing: Drawing, plots: Sequence[str]) -> dict[str, bytes]:
    """Return a drawing as the contents of files, by names that `check_plots` accepts."""
    files = {}
    for plot in plots:
        write = exports.format_of(plot).write_drawing
        assert write is not None
        files[plot] = write(drawing)
    return files
