"""Compare runs with each other, and with the rules of search: `compare`, `diff`, `lint`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import rich_click as click
from click import get_current_context

import games
from visualizer.apps.cli.common_options import (
    JSON_FLAG,
    POSITION_PANEL,
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
from visualizer.apps.cli.program_options import CALL_OPTION
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
    drop_unwritable,
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
from visualizer.explaining.comparison.doubt import Finding
from visualizer.explaining.comparison.lint import findings_in_run
from visualizer.explaining.comparison.lint_games import RULE_FINDINGS, has_comparable_rules
from visualizer.explaining.comparison.parting import ComparedVisits, Divergence, find_divergences
from visualizer.explaining.comparison.report import table_for_file, table_for_terminal
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.look.themes import THEMES
from visualizer.publish.comparisons import check_plots, save_comparison, save_explorer_page
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
    epilog="Example: visualizer compare tictactoe -p corner -s minimax "
    "-s alpha-beta,ordering=killer+scored"
)
@with_common_options(POSITION_OPTIONS, SEARCH_OPTIONS, FORCE_OPTION, (CALL_OPTION,))
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
@click.option(
    "--csv",
    "as_csv",
    is_flag=True,
    help="Print comma-separated values.",
)
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
    "Draw two or three searches side by side, ply by ply on one scale; the file name's extension "
    "sets the format; repeatable.",
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
    **values: Any,
) -> int:
    """Compare searches of one position: by default minimax, alpha-beta and ordered alpha-beta."""
    pictures = read_comparison_pictures(values)
    where, base, searches = read_compared_searches(values, files, searches)
    if side_by_side:
        chosen_searches = choose_searches(where, searches, base)
        return open_side_by_side(
            where,
            chosen_searches,
            is_default=not searches,
            pixels=pixels,
        )
    pictures.prepare(len(searches) or len(USUAL_COMPARISON))

    # Rules of a user's own game may print, which must not mix with the table.
    with redirect_stdout_to_stderr():
        chosen_searches = choose_searches(where, searches, base)
        comparison = compare(where, chosen_searches, pictures.run_search, repeat)
        note_options_without_effect(where, chosen_searches)

    pictures.write(comparison, where)
    text = comparison_text(comparison, as_csv=as_csv, markdown=markdown)
    is_complete = pictures.are_complete and all(row.complete for row in comparison.searches)
    status = EXIT_DONE if is_complete else EXIT_STOPPED
    return print_result(text, comparison.as_object(), status)


class ComparisonPictures:
    """The pictures that `compare` writes: plots, drawings, films, or pages to explore.

    They are checked before the searches, so that a long comparison never ends with a refusal.
    """

    def __init__(
        self,
        plots: Sequence[str],
        files: Sequence[str],
        *,
        page: str | None,
        theme: str | None,
        is_film: bool,
        is_explorer: bool,
    ) -> None:
        """Choose the format of each file; InputError for a format that cannot be written.

        `plots` are the files of --plot, and `files` the files of -O: pictures of the trees, or with
        `is_film` (--race) films of the searches, or with `is_explorer` (--explore) web pages on
        which the reader steps through the searches.
        """
        self.plots = plots
        writable_files = drop_unwritable(files)
        self.are_complete = len(writable_files) == len(files)
        self.explorer_files: Sequence[str] = ()
        if is_explorer:
            self.explorer_files = files
            writable_files = ()
        self.options = parse_picture_options({"theme": theme, "page": page})
        self.outputs = outputs_of(writable_files, film=is_film)
        check_draws_trees(self.outputs, "searches side by side")
        self.may_replace_existing = False
        self.runs = dict[str, Run]()

    def prepare(self, search_count: int) -> None:
        """Check the number of searches, and whether files may be replaced."""
        if self.outputs or self.explorer_files:
            check_race(self.options, search_count)
        # Each of these functions asks the user about its own files, so both must be called.
        may_replace_files = may_replace((*self.plots, *self.explorer_files))
        may_replace_outputs = may_write_outputs(self.outputs)
        self.may_replace_existing = may_replace_files or may_replace_outputs

    def run_search(self, recipe: Recipe) -> Run:
        """Run a search, and keep the first run of each search if runs are drawn."""
        run = run_to_end(recipe, is_one_of_many=True)
        # With --repeat the later runs are only timed.
        if self.outputs or self.explorer_files:
            self.runs.setdefault(recipe.search.to_spec(), run)
        return run

    def write(self, comparison: Comparison, where: PositionSpec) -> None:
        """Write all files, and tell the user their names in notes."""
        runs = [*self.runs.values()]
        written_files: list[str] = []
        if self.explorer_files:
            written_files += save_explorer_page(
                comparison,
                runs,
                self.explorer_files,
                force=self.may_replace_existing,
            )
        if self.plots or self.outputs:
            written_files += save_comparison(
                comparison,
                where,
                runs,
                plots=self.plots,
                outputs=self.outputs,
                options=self.options,
                force=self.may_replace_existing,
            )
        for path in written_files:
            add_note(f"wrote {path}")
        note_films(self.outputs)


def read_comparison_pictures(values: dict[str, Any]) -> ComparisonPictures:
    """Take the options of pictures out of a command's values; InputError if they have no effect."""
    plots = values.pop("plots")
    files = values.pop("files_out")
    check_comparison_pictures(plots, files)
    return ComparisonPictures(
        plots,
        files,
        page=values.pop("page"),
        theme=values.pop("theme"),
        is_film=values.pop("film"),
        is_explorer=values.pop("explore"),
    )


def read_compared_searches(
    values: dict[str, Any], files: tuple[str, ...], searches: tuple[str, ...]
) -> tuple[PositionSpec, SearchSpec, tuple[str, ...]]:
    """Return the position, the options that all searches share, and the searches to compare.

    `searches` are the values of -s, and `files` the recordings after GAME. If GAME is a recording,
    the result begins with the recordings, and the depth of the first one is the shared option.
    """
    call = values.pop("call")
    if call is not None:
        values["game"], uncut = record_with_and_without_cuts(values["game"], call)
        files = (uncut,)
    algorithm = values["algorithm"]
    if searches and algorithm:
        raise InputError(
            f"--algorithm {algorithm} has no effect together with --search; give it as another "
            "--search"
        )
    # --algorithm alone names the only search; without it, the default searches are compared.
    if algorithm:
        searches = (algorithm,)
    if not files and PlugInSource.of(values["game"]) is not PlugInSource.RECORDING:
        return read_position_options(values), read_search_options(values), searches

    # All recordings are of one position. Other searches go as deep as the first recording.
    recordings = (values["game"], *files)
    first_recipe, _ = read_recipe(values, files)
    check_same_position(first_recipe.where, recordings)
    return first_recipe.where, search_to_depth_of(first_recipe), (*recordings, *searches)


def record_with_and_without_cuts(file: str, call: str) -> tuple[str, str]:
    """Run a program of the user's with its cuts and without; return the names of the recordings.

    InputError for a program that has no cuts, or that does not end without them.
    """
    from visualizer.apps.cli.program_options import UNCUT, ProgramOptions, run_program

    options = ProgramOptions(call=call)
    watched = run_program(options.request(file, ()), None, against=UNCUT)
    if watched.uncut_search is None:
        raise InputError(f"{file}: {watched.remark}")
    for sentence in watched.sentences():
        add_note(sentence)
    HELD_PROGRAMS.append(watched)
    return watched.run.recipe.where.game, watched.uncut_search.run.recipe.where.game


HELD_PROGRAMS: list[object] = []
"""Programs whose recordings are in use: they are in no file, and are gone with the program."""


def check_comparison_pictures(plots: Sequence[str], files: Sequence[str]) -> None:
    """Raise InputError for plots that cannot be drawn, or for picture options without a picture."""
    check_plots(plots)
    values = get_current_context().params
    theme = values["theme"]
    if theme is not None and not (plots or files):
        raise InputError(
            f"--theme {theme} affects only pictures, but you asked for none; add --plot "
            "FILE or -O FILE"
        )
    # The parameter of --race is called "film".
    for name, flag in (("film", "race"), ("page", "page"), ("explore", "explore")):
        if values[name] and not files:
            raise InputError(f"--{flag} affects only pictures, but you asked for none; add -O FILE")
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
    """Raise InputError for a file that is not a recording of a search of the position `where`."""
    for file in files:
        if PlugInSource.of(file) is not PlugInSource.RECORDING:
            hint = f"which ends in {PlugInSource.RECORDING}; name a search with -s"
            raise InputError(f"{file!r:.200} is not a file of events, {hint}")
        if not is_recording_of(where, file):
            raise InputError(
                f"{file!r:.200} is about a different game or position from the first file"
            )


def is_recording_of(where: PositionSpec, file: str) -> bool:
    """Return whether a recording is about the position `where`, judged by the file's header."""
    header = header_of_recording(file)
    if header.game is None:
        # Recordings that name no game all belong to the same unnamed tree.
        is_same_game = PlugInSource.of(where.game) is PlugInSource.RECORDING
    else:
        is_same_game = header.game == where.game
    position = (header.position, " ".join(header.moves), header.settings)
    return is_same_game and position == (where.position, where.moves, where.settings)


def choose_searches(
    where: PositionSpec, searches: tuple[str, ...], base: SearchSpec
) -> list[SearchSpec]:
    """Return the `searches` of -s, or else the usual searches to compare.

    `base` has the options that all searches share. InputError if two searches are the same.
    """
    order = base.ordering or ""
    # The name of a user's own function, FILE.py:NAME, may hold a comma.
    if "," in order and PlugInSource.of(order) is not PlugInSource.FUNCTION:
        separate = " ".join(f"-s alpha-beta,ordering={name}" for name in order.split(","))
        raise InputError(
            f"--ordering takes one order, not {order!r:.60}; compare several with {separate:.200}"
        )
    if searches:
        chosen_searches = [SearchSpec.typed(text, base) for text in searches]
    else:
        chosen_searches = default_searches(where, base)
    refuse_equal_searches(where, chosen_searches)
    return chosen_searches


def default_searches(where: PositionSpec, base: SearchSpec) -> list[SearchSpec]:
    """Return the searches that are compared by default; only the last one has --ordering."""
    game, root = resolve_position(where)
    names = USUAL_CHANCE_COMPARISON if game.chance(root) else USUAL_COMPARISON
    unordered = [replace(base, algorithm=name, ordering=None) for name in names[:-1]]
    return [*unordered, replace(base, algorithm=names[-1])]


def refuse_equal_searches(where: PositionSpec, searches: Sequence[SearchSpec]) -> None:
    """Raise InputError if two searches are the same once their defaults are filled in."""
    earlier_texts: dict[SearchSpec, str] = {}
    for search in searches:
        text = search.to_spec()
        complete_search = Run(Recipe(where, search)).recipe.search
        earlier_text = earlier_texts.get(complete_search)
        if earlier_text is not None:
            other_spelling = "" if earlier_text == text else f", as {earlier_text!r}"
            raise InputError(
                f"the search {text!r} is named twice{other_spelling}; choose two different ones"
            )
        earlier_texts[complete_search] = text


def comparison_text(comparison: Comparison, *, as_csv: bool, markdown: bool) -> str:
    """Return the comparison as CSV, as a Markdown table, or as a table with sentences below."""
    if as_csv:
        return table_for_file(comparison, plain=True).csv()
    if markdown:
        return table_for_file(comparison).markdown()
    table = table_for_terminal(comparison).text()
    sentences = comparison_sentences(comparison)
    return f"{table}\n\n{sentences}" if sentences else table


def open_side_by_side(
    where: PositionSpec, searches: list[SearchSpec], *, is_default: bool, pixels: str | None
) -> int:
    """Show two or three searches side by side on the screen; return the exit status.

    `is_default` says that the user has named no searches, so that these are the default searches.
    InputError unless there are two or three searches and a terminal.
    """
    shown_searches = searches
    if is_default:
        # The two alpha-betas stand side by side, because their trees differ least.
        minimax, *alpha_betas = searches
        shown_searches = [*alpha_betas, minimax]
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
"""Options that choose which visits are compared or checked."""
FIRST_RUN_ARGUMENT = click.argument(
    "game",
    type=ListedValue("A", games.game_names, takes_files=True),
    required=False,
    panel=POSITION_PANEL,
    help="A game, with its searches named by --search; or a file of events or a saved run.",
)

TWO_RUNS_HINT = "give two files, or a file and --search, or a game and --search twice"


@click.command(
    help="Show where two runs differ: two files of events or saved runs, two searches of a "
    "position, or one of each.\n\n"
    "Lists the first visit that differs, then the next one after that node, and so on. The exit "
    "status is 1 if they differ.",
    epilog="Example: visualizer diff tictactoe -p corner -s alpha-beta -s negamax",
)
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
    "max_places",
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
    max_places: int,
    below: str,
    to_ply: int | None,
    number: int | None,
    side_by_side: bool,
    pixels: str | None,
    **values: Any,
) -> int:
    """Show where two runs differ; return status 1 if they do."""
    recipes, names = read_two_runs(values, other, searches)
    if side_by_side and not has_screen():
        raise InputError("--open needs a terminal; leave it out to print where the runs differ")
    runs = run_both(recipes, names)
    extent = read_compared_visits(runs, below, to_ply, number)
    divergences, is_whole = find_first_divergences(runs, extent, max_places)
    sentences = [
        *parting_words.divergence_sentences(
            divergences,
            runs,
            names,
            is_whole=is_whole,
        )
    ]
    if side_by_side:
        remark = sentences[0].removesuffix(".")
        return open_at_divergence(recipes, divergences, remark, pixels)
    data = parting_words.divergences_as_object(divergences, runs, is_whole=is_whole)
    status = EXIT_STOPPED if divergences or not is_whole else EXIT_DONE
    return print_result("\n".join(sentences), data, status)


def run_both(recipes: tuple[Recipe, Recipe], names: tuple[str, str]) -> tuple[Run, Run]:
    """Search two recipes to their ends; InputError if their positions differ."""
    runs = (run_to_end(recipes[0]), run_to_end(recipes[1]))
    # Only now, because a recording may not say which position its tree begins with.
    if runs[0].root.key() != runs[1].root.key():
        raise InputError(f"{names[1]!r:.200} is about a different position from {names[0]!r:.200}")
    return runs


def open_at_divergence(
    recipes: tuple[Recipe, Recipe], divergences: list[Divergence], remark: str, pixels: str | None
) -> int:
    """Show two runs side by side in the explorer, at the first place where they differ, if any.

    `remark` is shown as a notice.
    """
    step = divergences[0].steps[0] if divergences else 0
    # Up to their first difference, step N of one run is step N of the other.
    options = OpeningOptions(step=step, pixels=pixels, align="step")
    new_runs = [Run(recipe) for recipe in recipes]
    search_specs = [recipe.search for recipe in recipes]
    return show_explorer(new_runs, search_specs, options, [remark])


def find_first_divergences(
    runs: tuple[Run, Run], extent: ComparedVisits, max_places: int
) -> tuple[list[Divergence], bool]:
    """Return the first places where two runs differ, and whether the comparison is whole.

    There are at most `max_places`. The comparison is not whole if Ctrl-C stopped it, or one of the
    runs.
    """
    divergences: list[Divergence] = []
    all_partings = find_divergences(runs[0].trace, runs[1].trace, extent)
    try:
        for parting in stop_at_interruption(all_partings, runs):
            if len(divergences) == max_places:
                add_note(
                    f"the runs differ in more than {max_places:,} places; --parts N shows more"
                )
                break
            divergences.append(parting)
    except KeyboardInterrupt:
        return divergences, False
    return divergences, not any(run.trace.interrupted for run in runs)


def stop_at_interruption(
    divergences: Iterator[Divergence], runs: tuple[Run, Run]
) -> Iterator[Divergence]:
    """Yield the differences of two runs, but end where Ctrl-C stopped one of the runs.

    After this place, the runs differ only because one of them is unfinished.
    """
    for parting in divergences:
        for index, run in enumerate(runs):
            # Visits are numbered from 1.
            is_after_last_visit = parting.visits[index] > len(run.trace)
            is_stop = parting.recorded[index] is Kind.STOPPED
            is_at_end = is_after_last_visit or is_stop
            if run.trace.interrupted and is_at_end:
                return
        yield parting


def read_two_runs(
    values: dict[str, Any], other: str | None, searches: tuple[str, ...]
) -> tuple[tuple[Recipe, Recipe], tuple[str, str]]:
    """Return the recipes of the two runs to compare, and the names of the runs.

    `other` is the second file, or None. `searches` are the values of -s. InputError unless the
    options name two runs of one position.
    """
    files = [file for file in (values["game"], other) if file is not None]
    if not files:
        raise InputError(f"no run is named: {TWO_RUNS_HINT}")
    where, named_recipes = read_named_runs(values, files, searches)
    if len(named_recipes) != 2:
        raise InputError(f"a comparison needs two runs, not {len(named_recipes)}: {TWO_RUNS_HINT}")

    (first_name, first), (second_name, second) = named_recipes
    recordings = [file for file in files if PlugInSource.of(file) is PlugInSource.RECORDING]
    if len(recordings) == 2:
        check_same_position(where, recordings)
        # The labels of the second run are numbered as in the first.
        second = replace(second, where=where)
    if first_name == second_name:
        # Two files of one name in different folders are named with their paths.
        return (first, second), (files[0], str(other))
    return (first, second), (first_name, second_name)


def read_named_runs(
    values: dict[str, Any], files: Sequence[str], searches: tuple[str, ...]
) -> tuple[PositionSpec, list[tuple[str, Recipe]]]:
    """Return the position that all runs share, and the name and the recipe of each run.

    The runs of the files come first. `searches` are the values of -s: they are searches of the same
    position, by default to the depth of the first run.
    """
    named_recipes = read_recorded_runs(files)
    if named_recipes:
        refuse_options(f"{files[0]!r:.200} already says what was searched", *POSITION_OPTION_NAMES)
        _, recorded = named_recipes[0]
        where = recorded.where
        base = SearchSpec()
        if searches:
            base = search_to_depth_of(recorded)
    else:
        where = read_position_options(values)
        base = read_search_options(values)
    named_recipes += [(text, Recipe(where, SearchSpec.typed(text, base))) for text in searches]
    return where, named_recipes


def search_to_depth_of(recorded: Recipe) -> SearchSpec:
    """Return a search that goes as deep as a recorded run; all other options are open."""
    # The recipe may leave the depth open; the run has filled it in.
    return SearchSpec(depth=Run(recorded).recipe.search.depth)


def read_recorded_runs(files: Sequence[str]) -> list[tuple[str, Recipe]]:
    """Return the name and the recipe of the run in each file.

    A single "file" may also be the name of a game: return an empty list. InputError if one of two
    files is neither a recording nor a saved run.
    """
    recorded = [
        recorded_recipe(file, [other for other in files if other != file]) for file in files
    ]
    named_recipes = []
    for file, recipe_and_counts in zip(files, recorded, strict=True):
        if recipe_and_counts is not None:
            named_recipes.append((Path(file).name, recipe_and_counts[0]))
        elif len(files) > 1:
            raise not_a_run_error(file)
    return named_recipes


def not_a_run_error(file: str) -> InputError:
    """Return the error of a file that is neither a recording nor a saved run."""
    return InputError(f"{file!r:.200} is neither a file of events (.jsonl) nor a saved run (.run)")


def read_compared_visits(
    runs: tuple[Run, ...], below: str, ply: int | None, number: int | None
) -> ComparedVisits:
    """Return which visits the options --below, --to-ply and --pass choose for a comparison.

    `below` is the text of the moves to a subtree, "" for the whole tree. `number` is the number of
    a pass of iterative deepening, None for all passes. InputError for moves or a pass that do not
    exist in one of the runs.
    """
    # Each pass of iterative deepening visits the root once.
    pass_count = min(len(run.trace.roots()) for run in runs)
    if number is not None and number > pass_count:
        raise InputError(f"there is no pass {number}; the last is {pass_count:,}")
    with as_input_error("--below: "):
        return ComparedVisits(read_path(runs[0], below), ply, number)


NO_FINDINGS = (
    "No errors found. These were looked for: cuts whose value does not reach the end of the "
    "window, windows that were "
    "not passed on, values that no child has or that are the other side's best, best moves that "
    "are known only as "
    "bounds, and table answers that a later search contradicts; in a known game: leaves before "
    "its end where no depth "
    "is set, legal moves that were not tried, and wrong results; in MCTS: choices that do not "
    "have the greatest bound, "
    "results that lost their sign on the way up, and visits that do not add up."
)


@click.command(
    help="Find errors in a file of events: a cut with an open window, a value that no child has, "
    "and so on.\n\nThe exit status is 1 if anything is found.",
    epilog="Example: visualizer search tree --events t.jsonl && visualizer lint t.jsonl",
)
@with_common_options((click.argument("file", type=FILE_TYPE), TRUST_OPTION), EXTENT_OPTIONS)
@JSON_FLAG
def lint_command(*, file: str, below: str, to_ply: int | None, number: int | None) -> int:
    """Find errors in a recording; return status 1 if anything is found."""
    recorded = recorded_recipe(file)
    if recorded is None:
        raise not_a_run_error(file)
    run = run_to_end(recorded[0])
    extent = read_compared_visits((run,), below, to_ply, number)
    findings = [
        finding for finding in findings_in_run(run) if extent.includes(run.trace, finding.row)
    ]

    lines = [finding_line(run, finding) for finding in findings] or [NO_FINDINGS]
    if has_comparable_rules(run) and may_concern_rules(findings):
        lines.append(diff_advice(file, has_findings=bool(findings)))
    status = EXIT_STOPPED if findings else EXIT_DONE
    data = [finding.as_object(run) for finding in findings]
    return print_result("\n".join(lines), data, status)


def may_concern_rules(findings: Sequence[Finding]) -> bool:
    """Return whether a comparison with a right search may show more than the findings say."""
    if not findings:
        return True
    # The other findings are contradictions in the recording, which say enough themselves.
    return any(finding.error in RULE_FINDINGS for finding in findings)


def diff_advice(file: str, *, has_findings: bool) -> str:
    """Return a sentence with the command that compares a recording with a right search."""
    command = shlex.join(["visualizer", "diff", file, "-s", "alpha-beta"])
    if has_findings:
        effect = "shows where it parts from"
    else:
        effect = "compares it, visit by visit, with"
    return f"{command} {effect} a right search."


def finding_line(run: Run, finding: Finding) -> str:
    """Return the visit of a finding, its path, its reason and its name."""
    visit = f"visit {finding.row + 1:,} (step {finding.step(run.trace):,})"
    place = run.moves_to(run.path(finding.row)) or "the root"
    return f"{visit}, {place}: {finding.why} ({finding.error})"
