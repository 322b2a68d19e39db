"""The export of comparisons: searches side by side, and their node counts as bars."""

from collections.abc import Sequence
from itertools import chain

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
    """Raise InputError if a plot cannot be drawn in the format of its file name's ending."""
    drawing_formats = [known for known in exports.formats().values() if known.write_drawing]
    endings = [*chain.from_iterable(known.endings for known in drawing_formats)]
    for plot in plots:
        if not plot.lower().endswith(tuple(endings)):
            raise InputError(f"a plot can be saved as {' '.join(endings)}, not as {plot!r:.80}")


def check_all_ran(comparison: Comparison, runs: Sequence[Run]) -> None:
    """Raise InputError if one of the compared algorithms cannot search this game."""
    if len(runs) < len(comparison.searches):
        reason = next(search.refused for search in comparison.searches if search.refused)
        raise InputError(reason)


def save_explorer_page(
    comparison: Comparison, runs: Sequence[Run], files: Sequence[str], *, force: bool
) -> list[str]:
    """Write the compared searches to explorer pages, side by side; return the paths written.

    An explorer page lets its reader step through searches. `runs` has the run of each compared
    search, in the order of the searches. All `files` get the same page.
    """
    check_all_ran(comparison, runs)
    names = shortened_names(comparison.names())
    page = explorer_page(dict(zip(names, runs, strict=True)))
    return save_contents(dict.fromkeys(files, page), force=force)


def save_comparison(
    comparison: Comparison,
    where: PositionSpec,
    runs: Sequence[Run],
    *,
    plots: Sequence[str],
    outputs: Sequence[Output],
    options: PictureOptions,
    force: bool,
) -> list[str]:
    """Write bar charts to `plots` and pictures or films to `outputs`; return the paths written.

    A bar shows how many nodes a search visited. A picture or film shows the searches side by side.
    `where` is the position that was searched. `runs` has the run of each search, in the order of
    the searches; it may be empty if there are no outputs. ExportError says which file cannot be
    made or written. All contents are made before the first file is written.
    """
    contents: dict[str, exports.FileContents] = {}
    headings = _headings(comparison, where)
    if plots:
        contents |= _plot_contents(comparison, headings, plots, options.theme)
    if outputs:
        check_all_ran(comparison, runs)
        page = _race_page(comparison, runs, headings, options)
        contents |= _race_contents(page, outputs)
    return save_contents(contents, force=force)


def _plot_contents(
    comparison: Comparison, headings: tuple[str, str], plots: Sequence[str], theme: str
) -> dict[str, exports.FileContents]:
    """Return the bar chart for each file name in `plots`, in the format of its ending."""
    drawing = draw_bars(*headings, _chart_bars(comparison), theme)
    contents: dict[str, exports.FileContents] = {}
    for plot in plots:
        write = exports.format_of(plot).write_drawing
        # `check_plots` has refused all other formats.
        assert write is not None
        contents[plot] = write(drawing)
    return contents


def _race_contents(page: RacePage, outputs: Sequence[Output]) -> dict[str, exports.FileContents]:
    """Return the contents of the outputs by file name; each shows the searches side by side.

    An output is a film, or a picture of the last step.
    """
    contents = contents_of(page.film(), [output for output in outputs if output.is_film])
    still = page.frame(page.last).picture
    for output in outputs:
        if not output.is_film:
            contents[output.name] = output.format.bytes_of(still)
    return contents


def _headings(comparison: Comparison, where: PositionSpec) -> tuple[str, str]:
    """Return the title of a picture, which names the position, and its subtitle."""
    game, root = resolve_position(where)
    # All searches have the same depth and evaluation.
    search = comparison.searches[0].search
    depth = DEPTH_OPTION.heading(DEPTH_OPTION.as_json(search.depth))
    subtitle = f"nodes visited, {depth}"
    if has_other_evaluations(game, search.evaluation):
        subtitle += f", {search.evaluation}"
    return position_title(game, where, root.board()), subtitle


def _chart_bars(comparison: Comparison) -> list[ChartBar]:
    """Return a bar for each search that ran, and one for the minimal tree if its size is known.

    The minimal tree has the fewest nodes that alpha-beta must visit. A search was refused if its
    algorithm cannot search this game.
    """
    bars = []
    for name, search in zip(comparison.names(), comparison.searches, strict=True):
        if not search.refused:
            bars.append(ChartBar(name, search.nodes, stopped=not search.complete))
    if comparison.least is not None:
        bars.append(ChartBar(LEAST_COLUMN, comparison.least.nodes, least=True))
    return bars


def _race_page(
    comparison: Comparison, runs: Sequence[Run], headings: tuple[str, str], options: PictureOptions
) -> RacePage:
    """Return the page with the searches side by side, ordered by their numbers of visits."""

    def visit_count(named_run: tuple[str, Run]) -> int:
        _, run = named_run
        return len(run.trace)

    named_runs = [*zip(shortened_names(comparison.names()), runs, strict=True)]
    named_runs.sort(key=visit_count)
    summary = " ".join(comparison_sentences(comparison).split())
    return RacePage(
        [run for _, run in named_runs],
        [name for name, _ in named_runs],
        (*headings, summary),
        options,
    )
