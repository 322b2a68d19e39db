"""Runs held against each other, and against what must hold: `compare`, `diff`, `lint`."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import rich_click as click
from click import get_current_context

import games
from visualizer.apps.cli.common_options import (
    HELP_PANELS,
    JSON_FLAG,
    print_result,
    refuse_options,
    with_common_options,
)
from visualizer.apps.cli.messages import EXIT_DONE, EXIT_STOPPED, add_note
from visualizer.apps.cli.position_options import (
    POSITION_OPTION_NAMES,
    POSITION_OPTIONS,
    SEARCH_OPTIONS,
    TRUST_OPTION,
    note_options_without_effect,
    read_position_options,
    read_recipe,
    read_search_options,
)
from visualizer.apps.cli.running import redirect_stdout_to_stderr, run_to_end
from visualizer.apps.cli.screen import PIXELS_OPTION, has_screen, show_explorer
from visualizer.apps.cli.values import (
    FILE_TYPE,
    SEARCH_TYPE,
    ListedValue,
    file_name_type,
    whole_number_type,
)
from visualizer.apps.cli.writing import (
    FORCE_OPTION,
    drop_unmakeable,
    may_replace,
    may_write_outputs,
    note_films,
    output_option,
)
from visualizer.apps.tui.options import OpeningOptions
from visualizer.draw.picture.charts.race_page import check_race
from visualizer.draw.picture.page.options import PAGE_SIZES, parse_picture_options
from visualizer.explaining.comparison import parting_words
from visualizer.explaining.comparison.compare import (
    USUAL_CHANCE_COMPARISON,
    USUAL_COMPARISON,
    Comparison,
    compare,
)
from visualizer.explaining.comparison.lint import findings_in_run
from visualizer.explaining.comparison.lint_games import RULE_FINDINGS, has_comparable_rules
from visualizer.explaining.comparison.parting import ComparedVisits, Parting, find_partings
from visualizer.explaining.comparison.report import table_across, table_down
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.look.themes import THEMES
from visualizer.publish.comparisons import check_plots, save_comparison, save_explored
from visualizer.publish.explorer import check_web_page_name
from visualizer.publish.outputs import check_draws_trees, outputs_of
from visualizer.searching.events.recordings import header_of_recording
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recorded_recipe
from visualizer.searching.run import Run, read_path
from visualizer.support.errors import InputError, as_input_error
from visualizer.support.plugins.discovery import PlugInSource
from visualizer.trace.rows import Kind


@click.command(
    epilog="Example: visualizer compare tictactoe -p corner -s minimax -s alpha-beta,ordering=killer+scored"
)
@with_common_options(POSITION_OPTIONS, SEARCH_OPTIONS, FORCE_OPTION)
@click.argument("files", type=file_name_type("FILE.jsonl"), nargs=-1)
@click.option(
    "-s",
    "--search",
    "searches",
    type=SEARCH_TYPE,
    multiple=True,
    help="NAME[,key=value...]; repeatable.",
)
@click.option(
    "--repeat",
    default="1",
    type=whole_number_type("the number of repeats", 1),
    help="Run each search N times and report the median seconds.",
)
@JSON_FLAG
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table.")
@click.option(
    "--open",
    "side_by_side",
    is_flag=True,
    help="Show two or three searches side by side in the explorer.",
)
@PIXELS_OPTION
@click.option(
    "--plot",
    "plots",
    type=FILE_TYPE,
    multiple=True,
    help="Draw node counts as bars, on linear and logarithmic scales: .svg, .png or .pdf; "
    "repeatable.",
)
@output_option(
    "Draw two or three searches side by side, ply by ply on one scale; the file name's extension sets the "
    "format; repeatable.",
    "files_out",
    required=False,
)
@click.option(
    "--race",
    "--film",
    "film",
    is_flag=True,
    help="Make it a film of the race, a page a step, even in formats for single pictures.",
)
@click.option(
    "--explore",
    is_flag=True,
    help="Make it a page of the web (.html) on which the searches are explored.",
)
@click.option(
    "--page",
    type=ListedValue("PAGE", PAGE_SIZES),
    help="Page size: 16:9 (default), 4:3, a4 or WxH in points.",
)
@click.option(
    "--theme",
    type=ListedValue("NAME", THEMES.names),
    help="Theme of pictures: light (default), dark, mono or contrast.",
)
def compare_command(
    *,
    files: tuple[str, ...],
    searches: tuple[str, ...],
    repeat: int,
    as_csv: bool,
    markdown: bool,
    side_by_side: bool,
    pixels: str | None,
    plots: tuple[str, ...],
    files_out: tuple[str, ...],
    film: bool,
    explore: bool,
    page: str | None,
    theme: str | None,
    **values: Any,
) -> int:
    """Compare searches of one position: by default minimax, alpha-beta and ordered alpha-beta."""
    check_comparison_pictures(plots, files_out)
    made = drop_unmakeable(files_out)
    explored = files_out if explore else ()
    options = parse_picture_options({"theme": theme, "page": page})
    outputs = outputs_of([] if explore else made, film=film)
    check_draws_trees(outputs, "searches side by side")
    where, base, searches = read_compared_searches(values, files, searches)
    if side_by_side:
        return open_side_by_side(
            where, choose_searches(where, searches, base), given=bool(searches), pixels=pixels
        )
    if outputs or explored:
        check_race(options, len(searches) or len(USUAL_COMPARISON))
    replacing = may_replace((*plots, *explored)) | may_write_outputs(outputs)

    runs = dict[str, Run]()
    search = partial(run_to_end, notes=False)
    if outputs or explored:
        search = partial(run_and_collect, runs)
    with redirect_stdout_to_stderr():
        named = choose_searches(where, searches, base)
        found = compare(where, named, search, repeat)
        note_options_without_effect(where, named)

    drawn = [*runs.values()]
    if explored:
        written = [*save_explored(found, drawn, explored, force=replacing)]
    else:
        written = []
    if plots or outputs:
        written += save_comparison(found, where, drawn, plots, outputs, options, force=replacing)
    for path in written:
        add_note(f"wrote {path}")
    note_films(outputs)
    words = comparison_text(found, as_csv=as_csv, markdown=markdown)
    is_whole = len(made) == len(files_out) and all(each.complete for each in found.searches)
    return print_result(words, found.as_object(), EXIT_DONE if is_whole else EXIT_STOPPED)


def run_and_collect(runs: dict[str, Run], recipe: Recipe) -> Run:
    """Run a search, and keep the first run of each search to be drawn."""
    run = run_to_end(recipe, notes=False)
    runs.setdefault(recipe.search.to_spec(), run)
    return run


def read_compared_searches(
    values: dict[str, Any], files: tuple[str, ...], searches: tuple[str, ...]
) -> tuple[PositionSpec, SearchSpec, tuple[str, ...]]:
    """Take position, common options and searches out of a command's values; files of events are searches, too."""
    algorithm = values["algorithm"]
    if searches and algorithm:
        raise InputError(
            f"--algorithm {algorithm} has no effect together with --search; give it as another --search"
        )
    if algorithm:
        searches = (algorithm,)
    if not files and PlugInSource.of(values["game"]) is not PlugInSource.RECORDING:
        return read_position_options(values), read_search_options(values), searches
    recordings = (values["game"], *files)
    recording, _ = read_recipe(values, files)
    check_same_position(recording.where, recordings)
    depth = Run(recording).recipe.search.depth
    return recording.where, SearchSpec(depth=depth), (*recordings, *searches)


def check_comparison_pictures(plots: Sequence[str], files: Sequence[str]) -> None:
    """Raise InputError for plots and `files` that cannot be made, or for what affects only those if there are none."""
    check_plots(plots)
    values = get_current_context().params
    if values["theme"] is not None and not (plots or files):
        raise InputError(
            f"--theme {values['theme']} affects only pictures, but you asked for none; add --plot FILE or -O FILE"
        )
    for name in ("race", "page", "explore"):
        if values["film" if name == "race" else name] and not files:
            raise InputError(f"--{name} affects only pictures, but you asked for none; add -O FILE")
    if values["explore"]:
        refuse_options(
            "a page that explores is as wide as its reader's screen, light or dark",
            "film",
            "page",
            "theme",
        )
        for file in files:
            check_web_page_name(file)


def check_same_position(where: PositionSpec, files: Sequence[str]) -> None:
    """Refuse what is no file of events, or of another position than the first: InputError names it."""
    for file in files:
        if PlugInSource.of(file) is not PlugInSource.RECORDING:
            ends = f"which ends in {PlugInSource.RECORDING}; name a search with -s"
            raise InputError(f"{file!r:.200} is not a file of events, {ends}")
        found = header_of_recording(file)
        if found.game is None:
            same = PlugInSource.of(where.game) is PlugInSource.RECORDING
        else:
            same = found.game == where.game
        told = found.position, " ".join(found.moves), found.settings
        if not same or told != (where.position, where.moves, where.settings):
            raise InputError(
                f"{file!r:.200} is about a different game or position from the first file"
            )


def choose_searches(
    where: PositionSpec, searches: tuple[str, ...], base: SearchSpec
) -> list[SearchSpec]:
    """Return the searches asked for; the same one twice is refused, and several orders in one search."""
    order = base.ordering or ""
    if "," in order and PlugInSource.of(order) is not PlugInSource.FUNCTION:
        each = " ".join(f"-s alpha-beta,ordering={name}" for name in order.split(","))
        raise InputError(
            f"--ordering takes one order, not {order!r:.60}; compare several with {each:.200}"
        )
    if searches:
        asked = [SearchSpec.typed(text, base) for text in searches]
    else:
        ordered = base.ordering
        game, root = resolve_position(where)
        names = USUAL_CHANCE_COMPARISON if game.chance(root) else USUAL_COMPARISON
        asked = [
            replace(base, algorithm=name, ordering=ordered if name == names[-1] else None)
            for name in names
        ]
    filled: list[SearchSpec] = []
    for search in asked:
        full = Run(Recipe(where, search)).recipe.search
        if full in filled:
            twin = asked[filled.index(full)].to_spec()
            if twin == search.to_spec():
                same = ""
            else:
                same = f", as {twin!r}"
            raise InputError(
                f"the search {search.to_spec()!r} is named twice{same}; choose two different ones"
            )
        filled.append(full)
    return asked


def comparison_text(found: Comparison, *, as_csv: bool, markdown: bool) -> str:
    """Return the comparison in the form asked for."""
    if as_csv:
        return table_down(found, plain=True).csv()
    if markdown:
        return table_down(found).markdown()
    words = comparison_sentences(found)
    return table_across(found).text() + (f"\n\n{words}" if words else "")


def open_side_by_side(
    where: PositionSpec, searches: list[SearchSpec], *, given: bool, pixels: str | None
) -> int:
    """Show searches side by side: those asked for, else the two alpha-betas and, last, minimax.

    InputError if there are not two or three, or no terminal.
    """
    if given:
        shown_searches = searches
    else:
        shown_searches = [*searches[1:], searches[0]]
    if len(shown_searches) not in (2, 3):
        raise InputError(
            f"--open can show two or three searches side by side, not {len(shown_searches)}"
        )
    if not has_screen():
        raise InputError("--open needs a terminal; leave it out to print the comparison")
    runs = [Run(Recipe(where, search)) for search in shown_searches]
    return show_explorer(runs, shown_searches, OpeningOptions(pixels=pixels))


EXTENT_OPTIONS = (
    click.option(
        "--below",
        metavar="MOVES",
        default="",
        help="Compare only the subtree that these moves lead to.",
    ),
    click.option(
        "--to-ply",
        type=whole_number_type("--to-ply", 0),
        help="Compare only the first plies of the tree.",
    ),
    click.option(
        "--pass", "number", type=whole_number_type("--pass", 1), help="Only this pass, from 1."
    ),
)
"""Which visits are looked at."""
FIRST_RUN_ARGUMENT = click.argument(
    "game",
    type=ListedValue("A", games.game_names, takes_files=True),
    required=False,
    panel=HELP_PANELS[0],
    help="A game, with its searches named by --search; or a file of events or a saved run.",
)

TWO_RUNS_HINT = "give two files, or a file and --search, or a game and --search twice"


@click.command(epilog="Example: visualizer diff tictactoe -p corner -s alpha-beta -s negamax")
@with_common_options((FIRST_RUN_ARGUMENT, *POSITION_OPTIONS[1:]), SEARCH_OPTIONS, EXTENT_OPTIONS)
@click.argument("other", type=ListedValue("B", games.game_names, takes_files=True), required=False)
@click.option(
    "-s",
    "--search",
    "searches",
    type=SEARCH_TYPE,
    multiple=True,
    help="NAME[,key=value...]; once or twice.",
)
@click.option(
    "--parts",
    "most",
    default="10",
    type=whole_number_type("--parts", 1),
    help="Show at most N places (default 10).",
)
@JSON_FLAG
@click.option(
    "--open",
    "side_by_side",
    is_flag=True,
    help="Show both side by side in the explorer, at the first difference.",
)
@PIXELS_OPTION
def diff_command(
    *,
    other: str | None,
    searches: tuple[str, ...],
    most: int,
    below: str,
    to_ply: int | None,
    number: int | None,
    side_by_side: bool,
    pixels: str | None,
    **values: Any,
) -> int:
    """Show where two runs differ: two files of events or saved runs, two searches of a position, or one of each.

    Lists the first visit that differs, then the next one after that node, and so on. The exit status is 1 if they
    differ.
    """
    recipes, names = read_two_runs(values, other, searches)
    if side_by_side and not has_screen():
        raise InputError("--open needs a terminal; leave it out to print where the runs differ")
    one, two = runs = run_to_end(recipes[0]), run_to_end(recipes[1])
    if one.root.key() != two.root.key():
        raise InputError(f"{names[1]!r:.200} is about a different position from {names[0]!r:.200}")
    shown = list[Parting]()
    is_whole = True
    try:
        for part in stop_at_interruption(
            find_partings(one.trace, two.trace, read_extent(runs, below, to_ply, number)), runs
        ):
            if len(shown) == most:
                add_note(f"the runs differ in more than {most:,} places; --parts N shows more")
                break
            shown.append(part)
    except KeyboardInterrupt:
        is_whole = False
    is_whole = is_whole and not (one.trace.interrupted or two.trace.interrupted)
    words = [*parting_words.parting_sentences(shown, runs, names, is_whole=is_whole)]
    if side_by_side:
        if shown:
            step = shown[0].steps[0]
        else:
            step = 0
        fresh = [Run(recipe) for recipe in recipes]
        begin = OpeningOptions(
            step=step, pixels=pixels, align="step"
        )  # to the first part both take the same steps
        return show_explorer(
            fresh, [recipe.search for recipe in recipes], begin, [words[0].removesuffix(".")]
        )
    return print_result(
        "\n".join(words),
        parting_words.parting_as_object(shown, runs, is_whole=is_whole),
        EXIT_STOPPED if shown or not is_whole else EXIT_DONE,
    )


def stop_at_interruption(found: Iterator[Parting], runs: tuple[Run, Run]) -> Iterator[Parting]:
    """Yield where two runs part, as long as that is not by Ctrl-C, which has ended one of them."""
    for part in found:
        for side, run in enumerate(runs):
            is_end = part.visits[side] > len(run.trace) or part.has[side] is Kind.STOPPED
            if run.trace.interrupted and is_end:
                return
        yield part


def read_two_runs(
    values: dict[str, Any], other: str | None, searches: tuple[str, ...]
) -> tuple[tuple[Recipe, Recipe], tuple[str, str]]:
    """Return the two runs that are asked for, and what they are called; InputError says what is wrong with them."""
    files = [file for file in (values["game"], other) if file is not None]
    told = [recorded_recipe(file, [each for each in files if each != file]) for file in files]
    found = [
        (Path(file).name, each[0])
        for file, each in zip(files, told, strict=True)
        if each is not None
    ]
    if other is not None and len(found) < len(files):
        wrong = files[[each is None for each in told].index(True)]
        raise InputError(
            f"{wrong!r:.200} is neither a file of events (.jsonl) nor a saved run (.run)"
        )
    if not files:
        raise InputError(f"no run is named: {TWO_RUNS_HINT}")
    if found:
        refuse_options(f"{files[0]!r:.200} already says what was searched", *POSITION_OPTION_NAMES)
        if searches:
            depth = Run(found[0][1]).recipe.search.depth
        else:
            depth = None
        where = found[0][1].where
        base = SearchSpec(depth=depth)
    else:
        where = read_position_options(values)
        base = read_search_options(values)
    found += [(text, Recipe(where, SearchSpec.typed(text, base))) for text in searches]
    if len(found) != 2:
        raise InputError(f"a comparison needs two runs, not {len(found)}: {TWO_RUNS_HINT}")
    recordings = [file for file in files if PlugInSource.of(file) is PlugInSource.RECORDING]
    (one, first), (two, second) = found
    if len(recordings) == 2:
        check_same_position(where, recordings)
        second = replace(second, where=where)  # whose labels are numbered as in the first
    return (first, second), (one, two) if one != two else (files[0], str(other))


def read_extent(
    runs: tuple[Run, ...], below: str, ply: int | None, number: int | None
) -> ComparedVisits:
    """Return which visits are looked at; InputError for moves or a pass that there are not."""
    passes = min(len(run.trace.roots()) for run in runs)
    if number is not None and number > passes:
        raise InputError(f"there is no pass {number}; the last is {passes:,}")
    with as_input_error("--below: "):
        return ComparedVisits(read_path(runs[0], below), ply, number)


NOTHING_COMPARED = (
    "No errors found. These were looked for: cuts whose value does not reach the end of the window, windows that were "
    "not passed on, values that no child has or that are the other side's best, best moves that are known only as "
    "bounds, and table answers that a later search contradicts; in a known game: leaves before its end where no depth "
    "is set, legal moves that were not tried, and wrong results; in MCTS: choices that do not have the greatest bound, "
    "results that lost their sign on the way up, and visits that do not add up."
)


@click.command(epilog="Example: visualizer search tree --events t.jsonl && visualizer lint t.jsonl")
@with_common_options((click.argument("file", type=FILE_TYPE), TRUST_OPTION), EXTENT_OPTIONS)
@JSON_FLAG
def lint_command(*, file: str, below: str, to_ply: int | None, number: int | None) -> int:
    """Find errors in a file of events: a cut with an open window, a value that no child has, and so on.

    The exit status is 1 if anything is found.
    """
    told = recorded_recipe(file)
    if told is None:
        raise InputError(
            f"{file!r:.200} is neither a file of events (.jsonl) nor a saved run (.run)"
        )
    run = run_to_end(told[0])
    extent = read_extent((run,), below, to_ply, number)
    found = [each for each in findings_in_run(run) if extent.has(run.trace, each.row)]
    words = [
        f"visit {each.row + 1:,} (step {each.step(run.trace):,}), "
        f"{run.moves_to(run.path(each.row)) or 'the root'}: {each.why} ({each.what})"
        for each in found
    ]
    if not words:
        words.append(NOTHING_COMPARED)
    if has_comparable_rules(run) and (
        not found or any(each.what in RULE_FINDINGS for each in found)
    ):
        asked = shlex.join(["visualizer", "diff", file, "-s", "alpha-beta"])
        what = "shows where it parts from" if found else "compares it, visit by visit, with"
        words.append(f"{asked} {what} a right search.")
    status = EXIT_STOPPED if found else EXIT_DONE
    return print_result("\n".join(words), [each.as_object(run) for each in found], status)
