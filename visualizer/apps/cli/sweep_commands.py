"""Searches of many positions, and plots of what they found: `sweep`, `plot`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import rich_click as click

import exports
import games
from visualizer.apps.cli.common_options import print_result, with_common_options
from visualizer.apps.cli.messages import EXIT_STOPPED, add_note
from visualizer.apps.cli.position_options import (
    make_search_flag,
    note_unused_options,
    read_search_options,
    read_setting_options,
)
from visualizer.apps.cli.running import ReportProgress, do_long_work, redirect_stdout_to_stderr
from visualizer.apps.cli.values import (
    FILE_TYPE,
    SEARCH_TYPE,
    SETTING_TYPE,
    SIZE_TYPE,
    ListedValue,
    file_name_type,
    whole_number_type,
)
from visualizer.apps.cli.writing import (
    FORCE_OPTION,
    list_file_names,
    may_begin_file,
    may_replace,
    output_option,
)
from visualizer.explaining.comparison.compare import USUAL_COMPARISON
from visualizer.look.themes import THEMES
from visualizer.play.sweeping import plots
from visualizer.play.sweeping.plots import EXAMPLE_SWEEP, read_sweep_results
from visualizer.play.sweeping.sweep import ResultRow, SweepTask, plan_sweep, sweep
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import CUT_OPTION, EVALUATION_OPTION, MAX_NODES_OPTION
from visualizer.support.errors import InputError, visible
from visualizer.support.pool import MAX_POOL_PROCESSES


@click.command(epilog="Example: visualizer sweep --games tree --depths 1-3 -O results.csv")
@with_common_options(FORCE_OPTION)
@click.option(
    "--games",
    "names",
    type=ListedValue("NAMES", games.game_names),
    default="all",
    help="Games, separated by commas (default: all).",
)
@click.option(
    "--positions",
    "kinds",
    type=file_name_type("WHICH"),
    multiple=True,
    default=("presets",),
    help="presets (default); random:N or random:N:PLIES, N positions after some random moves "
    "(default 12), or N random trees; or a file with one position per line and # for comments; "
    "repeatable.",
)
@click.option(
    "--depths",
    metavar="DEPTHS",
    help="Plies, such as 1-4 or 2,4,6; or all (default: the game's own).",
)
@click.option(
    "-s",
    "--search",
    "searches",
    type=SEARCH_TYPE,
    multiple=True,
    default=USUAL_COMPARISON,
    help="NAME[,key=value...]; repeatable (default minimax, alpha-beta, ordered-alpha-beta).",
)
@click.option(
    "--seeds",
    type=whole_number_type("the number of seeds", 1, 10_000),
    help="Run each search that plays random games with N seeds (default 1).",
)
@click.option(
    "-O", "--output", "file", type=FILE_TYPE, required=True, help="File of results to write, .csv."
)
@click.option("--resume", is_flag=True, help="Continue the file where the sweep was interrupted.")
@click.option(
    "--processes",
    type=whole_number_type("the number of processes", 1, MAX_POOL_PROCESSES),
    help="Processes at once (default: one for each processor).",
)
@click.option("--size", type=SIZE_TYPE, help="Size of the board.")
@click.option(
    "--set", "settings", type=SETTING_TYPE, multiple=True, help="Any setting of the games."
)
@make_search_flag(EVALUATION_OPTION)
@make_search_flag(CUT_OPTION)
@click.option("--seed", metavar="N", help="Seed for random positions and move orders.")
@make_search_flag(MAX_NODES_OPTION)
def sweep_command(
    *,
    depths: str | None,
    file: str,
    resume: bool,
    processes: int | None,
    **values: Any,
) -> int:
    """Search many positions to many depths in several ways; append the results to a file.

    Each row is one search; the number of processes does not change the rows.
    """
    check_results_file(file)
    tasks = read_sweep_tasks(values, depths)
    # Asked before the sweep, so that hours of searching do not end with a refusal.
    may_replace_existing = may_begin_file(file, resume=resume)
    rows: list[ResultRow] = []

    def run_tasks(report: ReportProgress) -> None:
        new_rows = sweep(
            tasks,
            file=file,
            resume=resume,
            force=may_replace_existing,
            processes=processes,
            progress=report,
        )
        rows.extend(new_rows)

    if not do_long_work("tasks", run_tasks, file):
        return EXIT_STOPPED
    note_unused_options(pair_given_with_used(tasks, has_depths=depths is not None))
    row_count = sum(len(task.searches) for task in tasks)
    return print_result(describe_written_rows(file, row_count, rows))


def read_sweep_tasks(values: dict[str, Any], depths: str | None) -> list[SweepTask]:
    """Take the tasks of a sweep out of a command's values, and note which games are left out.

    InputError for options that cannot be read.
    """
    settings = read_setting_options(values)
    names = values.pop("names")
    reasons: list[str] = []
    if names == "all":
        game_names, reasons = known_games()
    else:
        game_names = [name.strip() for name in names.split(",")]
    with redirect_stdout_to_stderr():
        tasks = plan_sweep(
            game_names,
            values.pop("kinds"),
            depths,
            values.pop("searches"),
            seeds=values.pop("seeds") or 1,
            settings=settings,
            base=read_search_options(values),
        )
    for reason in reasons:
        add_note(reason)
    return tasks


def check_results_file(file: str) -> None:
    """Raise InputError for a file of results with an extension other than .csv."""
    # An existing folder or device is refused when it is opened, with a better sentence.
    is_plain_file = Path(file).is_file() or not Path(file).exists()
    if is_plain_file and not file.lower().endswith(".csv"):
        raise InputError(f"results can be written only as .csv, not as {file!r:.80}")


def pair_given_with_used(
    tasks: Sequence[SweepTask], *, has_depths: bool
) -> list[tuple[SearchSpec, SearchSpec]]:
    """Return each search of each game as a pair: as the user gave it, and with the options it used.

    These options depend on the position; take the first position of each game. `has_depths` says
    whether --depths was given.
    """
    with redirect_stdout_to_stderr():
        pairs = [
            (search, Run(Recipe(where, search)).recipe.search)
            for (_, search), where in first_positions(tasks).items()
        ]
    if has_depths:
        return pairs
    # Without --depths the user has given no depth, so none can be without effect.
    return [(replace(given, depth=None), used) for given, used in pairs]


def first_positions(tasks: Sequence[SweepTask]) -> dict[tuple[str, SearchSpec], PositionSpec]:
    """Return the first position of each game and search."""
    positions: dict[tuple[str, SearchSpec], PositionSpec] = {}
    for task in tasks:
        where = task.position.where
        for search in task.searches:
            positions.setdefault((where.game, search), where)
    return positions


def known_games() -> tuple[list[str], list[str]]:
    """Return the names of the games that can be loaded, and a sentence for each that cannot."""
    playable = []
    reasons = []
    for name in games.game_names():
        try:
            resolve_position(PositionSpec(name))
            playable.append(name)
        except InputError as error:
            reasons.append(f"{name} is left out: {error}")
    return playable, reasons


def describe_written_rows(file: str, row_count: int, new_rows: list[ResultRow]) -> str:
    """Describe a file of results: how many rows it has, how many are new, and how many stopped.

    `row_count` is the number of all rows in the file.
    """
    text = f"{visible(file)}: {row_count:,} rows"
    if len(new_rows) < row_count:
        text += f", {len(new_rows):,} of them new"
    stopped_count = sum(not row["complete"] for row in new_rows)
    if stopped_count:
        text += f"; {stopped_count:,} searches were stopped by --max-nodes"
    return text


@click.command(epilog=f"Example: visualizer plot {EXAMPLE_SWEEP} -O growth.svg")
@with_common_options(FORCE_OPTION)
@click.argument("results", type=FILE_TYPE)
@output_option("Plot to write: .svg, .png or .pdf; repeatable.")
@click.option(
    "--kind",
    type=ListedValue("KIND", plots.PLOT_KINDS),
    help="growth: nodes by depth; saving: by game; distribution: over positions; "
    "choice: how often a best move is chosen.",
)
@click.option(
    "--theme",
    type=ListedValue("NAME", THEMES.names),
    default="light",
    help="light (default), dark, mono or contrast.",
)
@click.option("--title", default="", help="Title of the plot.")
def plot_command(
    *, results: str, files: tuple[str, ...], kind: str | None, theme: str, title: str
) -> int:
    """Draw the results of a sweep, finished or not, large enough for a slide.

    Without --kind, it draws choice if some searches play random games, else growth if there are
    several depths, else saving if there are several games. FILE may be the word "example": a sweep
    that comes with the program.
    """
    for file in files:
        plots.check_plot(file, theme, kind)
    may_replace_existing = may_replace(files)
    rows = read_sweep_results(results)
    kind = kind or plots.usual_plot_kind(rows)
    drawn = {}
    for file in files:
        extension = Path(file).suffix.lower()
        drawn[file] = plots.draw_plot(rows, extension, kind, theme, title)
    exports.save_files(drawn, force=may_replace_existing)
    return print_result(list_file_names(drawn))
