"""Searches of many positions, and plots of what they found: `sweep`, `plot`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import rich_click as click

import exports
import games
from visualizer.apps.cli.common_options import answer, with_options
from visualizer.apps.cli.messages import STOPPED, note
from visualizer.apps.cli.position_options import flag_of, note_unused, read_search, read_settings
from visualizer.apps.cli.running import Watch, aside, long_work
from visualizer.apps.cli.values import FILE, SETTING, SIZE, SPEC, ListedValue, file_name, whole
from visualizer.apps.cli.writing import FORCE, listed, may_begin, may_replace, output
from visualizer.explaining.comparison.compare import DEFAULT
from visualizer.look.themes import THEMES
from visualizer.play.sweeping import plots
from visualizer.play.sweeping.plots import EXAMPLE, read
from visualizer.play.sweeping.sweep import ResultRow, Task, plan, sweep
from visualizer.searching.lookup import resolve
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import CUT, EVALUATION, MAX_NODES
from visualizer.support.errors import InputError, visible
from visualizer.support.pool import MOST


@click.command(epilog="Example: visualizer sweep --games tree --depths 1-3 -O results.csv")
@with_options(FORCE)
@click.option(
    "--games",
    "names",
    type=ListedValue("NAMES", games.names),
    default="all",
    help="Games, separated by commas (default: all).",
)
@click.option(
    "--positions",
    "kinds",
    type=file_name("WHICH"),
    multiple=True,
    default=("presets",),
    help="presets (default); random:N or random:N:PLIES, N positions after some random moves (default "
    "12), or N random trees; or a file with one position per line and # for comments; "
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
    type=SPEC,
    multiple=True,
    default=DEFAULT,
    help="NAME[,key=value...]; repeatable (default minimax, alpha-beta, ordered-alpha-beta).",
)
@click.option(
    "--seeds",
    type=whole("the number of seeds", 1, 10_000),
    help="Run each search that plays random games with N seeds (default 1).",
)
@click.option(
    "-O", "--output", "file", type=FILE, required=True, help="File of results to write, .csv."
)
@click.option("--resume", is_flag=True, help="Continue the file where the sweep was interrupted.")
@click.option(
    "--processes",
    type=whole("the number of processes", 1, MOST),
    help="Processes at once (default: one for each processor).",
)
@click.option("--size", type=SIZE, help="Size of the board.")
@click.option("--set", "settings", type=SETTING, multiple=True, help="Any setting of the games.")
@flag_of(EVALUATION)
@flag_of(CUT)
@click.option("--seed", metavar="N", help="Seed for random positions and move orders.")
@flag_of(MAX_NODES)
def sweep_command(
    *,
    names: str,
    kinds: tuple[str, ...],
    depths: str | None,
    searches: tuple[str, ...],
    file: str,
    resume: bool,
    processes: int | None,
    seeds: int | None,
    **values: Any,
) -> int:
    """Search many positions to many depths in several ways; append the results to a file.

    Each row is one search; the number of processes does not change the rows.
    """
    if not file.lower().endswith(".csv") and (Path(file).is_file() or not Path(file).exists()):
        raise InputError(f"results can be written only as .csv, not as {file!r:.80}")
    settings = read_settings(values)
    if names == "all":
        played, others = known_games()
    else:
        played = [name.strip() for name in names.split(",")]
        others = []
    with aside():
        tasks = plan(
            played,
            kinds,
            depths,
            searches,
            base=read_search(values),
            settings=settings,
            seeds=seeds or 1,
        )
    for reason in others:
        note(reason)
    replaced = may_begin(file, resume=resume)
    rows = list[ResultRow]()

    def fill(watch: Watch) -> None:
        rows.extend(
            sweep(
                tasks, file=file, resume=resume, force=replaced, processes=processes, progress=watch
            )
        )

    if not long_work("tasks", fill, file):
        return STOPPED
    note_unused(used_in(tasks, depths is not None))
    return answer(written_words(file, sum(len(task.searches) for task in tasks), rows))


def used_in(tasks: Sequence[Task], deep: bool) -> list[tuple[SearchSpec, SearchSpec]]:
    """Return each search of a sweep, and as it is run on the first position of each game; `deep`: depths were given."""
    firsts: dict[tuple[str, SearchSpec], PositionSpec] = {}
    for task in tasks:
        for search in task.searches:
            firsts.setdefault((task.position.where.game, search), task.position.where)
    with aside():
        used = [
            (search, Run(Recipe(where, search)).recipe.search)
            for (_, search), where in firsts.items()
        ]
    if deep:
        return used
    return [(replace(asked, depth=None), run) for asked, run in used]


def known_games() -> tuple[list[str], list[str]]:
    """Return the names of all games that can be played here, and for the others the reason why not."""
    found = []
    others = []
    for name in games.names():
        try:
            resolve(PositionSpec(name))
            found.append(name)
        except InputError as error:
            others.append(f"{name} is left out: {error}")
    return found, others


def written_words(file: str, count: int, rows: list[ResultRow]) -> str:
    """Say what is in the file."""
    words = f"{visible(file)}: {count:,} rows"
    if len(rows) < count:
        words += f", {len(rows):,} of them new"
    stopped = sum(not row["complete"] for row in rows)
    return words + (f"; {stopped:,} searches were stopped by --max-nodes" if stopped else "")


@click.command(epilog=f"Example: visualizer plot {EXAMPLE} -O growth.svg")
@with_options(FORCE)
@click.argument("results", type=FILE)
@output("Plot to write: .svg, .png or .pdf; repeatable.")
@click.option(
    "--kind",
    type=ListedValue("KIND", plots.KINDS),
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

    Without --kind, it draws choice if some searches play random games, else growth if there are several depths, else
    saving if there are several games. FILE may be the word
    "example": a sweep that comes with the program.
    """
    for file in files:
        plots.check(file, theme, kind)
    replace = may_replace(files)
    found = read(results)
    kind = kind or plots.usual_kind(found)
    drawn = {
        file: plots.draw(found, Path(file).suffix.lower(), kind, theme, title) for file in files
    }
    exports.save_all(drawn, force=replace)
    return answer(listed(drawn))
