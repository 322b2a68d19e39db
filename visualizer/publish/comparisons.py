"""From a comparison to files: its searches side by side, and their nodes as bars."""

from collections.abc import Sequence

import exports
from visualizer.draw.picture.charts.bars import ChartBar, draw_bars
from visualizer.draw.picture.charts.race_page import RacePage
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.explaining.comparison.compare import Comparison
from visualizer.explaining.comparison.report import LEAST_COLUMN, shortened_names
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.publish.explorer import explorer_page
from visualizer.publish.outputs import Output, contents_of, save_contents
from visualizer.searching.lookup import has_other_evaluations, position_title, resolve_position
from visualizer.searching.recipe import PositionSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import DEPTH_OPTION
from visualizer.support.errors import InputError


def check_plots(plots: Sequence[str]) -> None:
    """Raise InputError if a plot cannot be drawn in the format that its name says."""
    drawn = [
        ending
        for form in exports.formats().values()
        if form.write_drawing
        for ending in form.endings
    ]
    for plot in plots:
        if not plot.lower().endswith(tuple(drawn)):
            raise InputError(f"a plot can be saved as {' '.join(drawn)}, not as {plot!r:.80}")


def check_all_ran(found: Comparison, runs: Sequence[Run]) -> None:
    """Raise InputError if one of the searches compared cannot search this game."""
    if len(runs) < len(found.searches):
        raise InputError(next(each.refused for each in found.searches if each.refused))


def save_explored(
    found: Comparison, runs: Sequence[Run], files: Sequence[str], *, force: bool
) -> list[str]:
    """Write a page on which the searches compared, which are `runs`, are explored side by side."""
    check_all_ran(found, runs)
    page = explorer_page(dict(zip(shortened_names(found.names()), runs, strict=True)))
    return save_contents(dict.fromkeys(files, page), force=force)


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
    contents: dict[str, exports.FileContents] = {}
    game, root = resolve_position(where)
    named = found.names()
    asked = found.searches[0].search
    if has_other_evaluations(game, asked.evaluation):
        valued = f", {asked.evaluation}"
    else:
        valued = ""
    words = (
        position_title(game, where, root.board()),
        f"nodes visited, {DEPTH_OPTION.heading(DEPTH_OPTION.as_json(asked.depth))}{valued}",
    )
    if plots:
        bars = [
            ChartBar(name, each.nodes, stopped=not each.complete)
            for name, each in zip(named, found.searches, strict=True)
            if not each.refused
        ]
        if found.least is None:
            bars += []
        else:
            bars += [ChartBar(LEAST_COLUMN, found.least.nodes, least=True)]
        drawing = draw_bars(*words, bars, options.theme)
        for plot in plots:
            write = exports.format_of(plot).write_drawing
            assert write is not None
            contents[plot] = write(drawing)
    if outputs:
        check_all_ran(found, runs)
        sides = sorted(
            zip(shortened_names(named), runs, strict=True), key=lambda side: len(side[1].trace)
        )  # largest on the right
        said = *words, " ".join(comparison_sentences(found).split())
        page = RacePage([run for _, run in sides], [name for name, _ in sides], said, options)
        contents |= contents_of(page.film(), [output for output in outputs if output.is_film])
        still = page.frame(page.last).picture
        contents |= {each.name: each.format.bytes_of(still) for each in outputs if not each.is_film}
    return save_contents(contents, force=force)
