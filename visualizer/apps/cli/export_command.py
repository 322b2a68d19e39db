"""`visualizer export`: write the explored tree as a picture or a file."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any, NamedTuple, Protocol

import rich_click as click
from click import get_current_context

import exports
from exports.dot import GRAPHVIZ_ENGINES
from visualizer.apps.activities.position_file import PositionFile
from visualizer.apps.cli.common_options import refuse_options, with_common_options
from visualizer.apps.cli.messages import EXIT_DONE, EXIT_STOPPED, add_note
from visualizer.apps.cli.position_options import (
    POSITION_OPTIONS,
    RELOAD_OPTION,
    SEARCH_OPTIONS,
    WHICH_GAME_OPTION,
    read_game_file,
    read_position_file,
    read_recipe,
    refuse_search_options,
)
from visualizer.apps.cli.program_options import CALL_OPTION
from visualizer.apps.cli.running import (
    exit_status_of,
    progress_line,
    rewrite_when_saved,
    run_to_end,
    search_file,
)
from visualizer.apps.cli.values import GAME_NAME_TYPE, ListedValue, whole_number_type
from visualizer.apps.cli.writing import (
    FORCE_OPTION,
    PICTURE_CLICK_OPTIONS,
    drop_unwritable,
    may_replace,
    may_write_outputs,
    note_films,
    output_option,
    print_written_files,
    read_picture_options,
)
from visualizer.draw.picture.film import MAX_FRAMES
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.play.playing.board_film import film_of_game
from visualizer.play.playing.game_file import is_notation, match_file_contents
from visualizer.play.playing.match import Match
from visualizer.publish.explorer import check_web_page_name, explorer_page
from visualizer.publish.outputs import (
    ExportRequest,
    Output,
    check_view,
    check_visited,
    contents_of,
    export_to,
    outputs_of,
    save_contents,
    subtree_path,
)
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import UserCode
from visualizer.trace.jumps import CHANGES_HELP, LINES_CHOICE, STEP_CHOICES, read_steps
from visualizer.trace.jumps import STEP_CHOICE_SYNTAX as STEP_WORDS
from visualizer.trace.tree_at_step import check_step_in_trace

OwnSearch = Callable[[Recipe], Run]
"""Runs a search of the user's own on a position."""
STEP_OPTIONS = ("step", "steps", "max_frames", "exercise", "kind", "engine")
"""Parameters of the command that do not work with --explore."""


@click.command(epilog="Example: visualizer export tree -O tree.svg --step 12")
@with_common_options(
    POSITION_OPTIONS,
    WHICH_GAME_OPTION,
    SEARCH_OPTIONS,
    PICTURE_CLICK_OPTIONS,
    FORCE_OPTION,
    RELOAD_OPTION,
    (CALL_OPTION,),
)
@click.argument("searched", type=GAME_NAME_TYPE, required=False)
@output_option("File to write; its extension chooses the format; repeatable.")
@click.option(
    "--step",
    type=whole_number_type("the step", 0),
    help="Draw the tree as it is at this step (default: the last).",
)
@click.option(
    "--steps",
    type=ListedValue("WHICH", STEP_CHOICES),
    help=f"Make a film: a picture for each of these steps, {STEP_WORDS}; {CHANGES_HELP}; of code "
    f"of your own also {LINES_CHOICE}.",
)
@click.option(
    "--max-frames",
    type=whole_number_type("the most frames", 1),
    help=f"At most N pictures in a film (default {MAX_FRAMES}).",
)
@click.option(
    "--exercise",
    is_flag=True,
    help="Draw the tree with only its leaves, to fill in, and its solution.",
)
@click.option(
    "--explore",
    is_flag=True,
    help="Make a page of the web (.html) on which the whole search is explored.",
)
@click.option(
    "--format",
    "kind",
    type=ListedValue("NAME", exports.formats().names),
    default="",
    help="Use this format, whatever the file name ends in.",
)
@click.option(
    "--engine",
    type=ListedValue("NAME", GRAPHVIZ_ENGINES),
    help="Let Graphviz do the layout: dot, neato, twopi, circo, fdp or sfdp.",
)
def export_command(
    *,
    files: tuple[str, ...],
    explore: bool,
    reload: bool,
    top: str,
    which: tuple[str, ...],
    searched: str | None,
    **values: Any,
) -> int:
    """Write the explored tree, or a film of how it was searched, to one or more files.

    Of a FILE.game, write the moves in the game's notation, or a film of the boards. Of
    FILE.py:FUNCTION, a search of your own as for `watch`, write the tree that it searches: of the
    GAME that follows, or a textbook's. Of FILE.py with --call, write the tree of a whole program.
    """
    own_search = read_own_search(values, searched)
    opened_game = read_game_file(values, which)
    if opened_game is not None:
        refuse_search_options(
            values["game"], "game", "which", "size", "settings", "files", "force", "theme"
        )
        return export_match(opened_game.match, files, read_picture_options(values).theme)
    if explore:
        return export_explorer(values, files, own_search, reload=reload)
    return export_tree(
        values,
        files,
        own_search,
        top=top,
        reload=reload,
    )


def export_tree(
    values: dict[str, Any],
    files: tuple[str, ...],
    own_search: OwnSearch | None,
    *,
    top: str,
    reload: bool,
) -> int:
    """Write a search tree to files; return the exit status.

    `own_search` runs the user's own search, if there is one. `top` is the text of --root, the
    moves below which the tree is drawn. With `reload` the files are written again whenever the
    file of the position is saved.
    """
    writable_files = drop_unwritable(files, values["kind"])
    outputs = read_outputs(values, writable_files)
    check_whole_tree(outputs, is_part=bool(top) or values["plies"] is not None)
    request = read_export_request(values)
    source = read_search_source(values, own_search, reload=reload)
    if top:
        # Moves that do not exist are refused before the search.
        subtree_path(Run(source.recipe), top)
    check_view(request.options, outputs)
    may_replace_existing = may_write_outputs(outputs)
    note_unused_film_options(outputs, request.step, cover=request.options.cover)
    note_films(outputs)

    write = partial(write_tree, outputs, request, top)
    writes_all = len(writable_files) == len(files)
    return write_exports(
        source,
        write,
        force=may_replace_existing,
        writes_all=writes_all,
    )


def read_outputs(values: dict[str, Any], files: Sequence[str]) -> list[Output]:
    """Return the files with their formats, and take the options of formats out of `values`.

    InputError for a format that cannot be written.
    """
    return outputs_of(
        files,
        film=values["steps"] is not None,
        exercise=values.pop("exercise"),
        kind=values.pop("kind"),
        engine=values.pop("engine"),
    )


def read_export_request(values: dict[str, Any]) -> ExportRequest:
    """Take the steps to draw, and how, from a command's values."""
    options = read_picture_options(values)
    steps = values.pop("steps")
    chosen_steps = None if steps is None else read_steps(steps)
    max_frames = values.pop("max_frames") or MAX_FRAMES
    return ExportRequest(values.pop("step"), chosen_steps, options, max_frames, add_note)


def read_own_search(values: dict[str, Any], searched_game: str | None) -> OwnSearch | None:
    """Return what runs the user's own search, if GAME names one, else None.

    GAME is then FILE.py:FUNCTION, and the argument after it is the game to search, `searched_game`,
    by default a tree: it takes the place of GAME in `values`. Or GAME is a program, FILE.py, with
    the option --call.
    """
    name = values["game"] or ""
    call = values.pop("call")
    if call is not None:
        values["game"] = "tree"
        return partial(run_called_program, name, call)
    if not UserCode.of(name):
        if searched_game is not None:
            raise InputError(
                f"{searched_game!r:.200} is one argument too many; a GAME follows only "
                "FILE.py:FUNCTION"
            )
        return None
    values["game"] = searched_game or "tree"
    if values["algorithm"] is not None:
        raise InputError(
            f"{name!r:.200} is the search; leave out --algorithm {values['algorithm']!s:.60}"
        )
    return partial(watch_own_function, str(name))


def run_called_program(file: str, call: str, recipe: Recipe) -> Run:
    """Run a program of the user's, and return the search that an expression starts in it.

    Nothing of the recipe is needed: the program has its own position.
    """
    from visualizer.apps.cli.program_options import ProgramOptions, run_program

    options = ProgramOptions(call=call)
    watched = run_program(options.request(file, ()), None, against=None)
    for sentence in watched.sentences():
        add_note(sentence)
    return watched.run


def check_whole_tree(outputs: Sequence[Output], *, is_part: bool) -> None:
    """Raise InputError for part of a tree in a format that always holds the whole tree."""
    for output in outputs:
        if is_part and output.format.write_graph is not None:
            raise InputError(
                f"{output.name!r} always contains the whole tree: --root and --plies work only for "
                "drawings"
            )


def write_tree(
    outputs: Sequence[Output], request: ExportRequest, top: str, run: Run, *, force: bool
) -> list[str]:
    """Write the tree of a run to the `outputs`; return the names of the files.

    `top` is the text of the moves below which the tree is drawn, "" for the whole tree.
    """
    path = subtree_path(run, top) if top else ()
    check_step_in_trace(run.trace, request.step or 0)
    check_visited(run, path)
    request = replace(request, options=replace(request.options, top=path))
    with progress_line() as show_progress:
        watch = partial(show_frame_progress, show_progress, "frame", 1)
        return export_to(
            outputs,
            run,
            request,
            force=force,
            watch=watch,
        )


def write_explorer_page(files: Sequence[str], title: str, run: Run, *, force: bool) -> list[str]:
    """Write a page on which a run is explored; return the names of the files."""
    with progress_line() as show_progress:
        watch = partial(show_frame_progress, show_progress, "step", 0)
        page = explorer_page({"": run}, title, watch)
    return save_contents(dict.fromkeys(files, page), force=force)


def show_frame_progress(
    show_progress: Callable[[str], None], unit: str, first: int, done: int, count: int
) -> None:
    """Show which frame or step is being made; the first one has the number `first`."""
    show_progress(f"{unit} {done + first:,} of {count:,} (Ctrl-C writes nothing) ")


class SearchSource(NamedTuple):
    """The search to export: an algorithm or the user's own, on a position that may change.

    `file` is the file of the position if it is followed with --reload.
    """

    recipe: Recipe
    own_search: OwnSearch | None
    file: PositionFile | None

    def run(self) -> Run:
        """Search the position."""
        if self.own_search is None:
            return run_to_end(self.recipe)
        return self.own_search(self.recipe)

    def run_again(self, file: PositionFile) -> Run:
        """Search the position that a file holds now."""
        if self.own_search is None:
            return search_file(file)
        return self.own_search(file.read())


def read_search_source(
    values: dict[str, Any], own_search: OwnSearch | None, *, reload: bool
) -> SearchSource:
    """Take the search to export from a command's values."""
    # The file comes first, because reading the recipe takes its name out of the values.
    file = read_position_file(values, reload=True) if reload else None
    recipe, _ = read_recipe(values)
    return SearchSource(recipe, own_search, file)


class RunWriter(Protocol):
    """Writes the files of an export, and returns their names."""

    def __call__(self, run: Run, *, force: bool) -> list[str]:
        """Write a run; existing files are replaced only with `force`."""


def write_exports(
    source: SearchSource,
    write: RunWriter,
    *,
    force: bool,
    writes_all: bool = True,
) -> int:
    """Search, write the files and print their names; return the exit status.

    With --reload, do this again whenever the file of the position is saved. `writes_all` is False
    if some of the files that the user wants cannot be written: the status is then 1.
    """
    run = source.run()
    status = exit_status_of(run) if writes_all else EXIT_STOPPED
    status = print_written_files(write(run, force=force), status)
    file = source.file
    if file is None or run.trace.interrupted:
        return status
    return rewrite_when_saved(file, lambda: write(source.run_again(file), force=True))


def watch_own_function(function: str, recipe: Recipe) -> Run:
    """Run the user's own search as the command `watch` does; if the search is stopped, note why."""
    from visualizer.your_code.watching.watched import CodeLimits, watch_file

    with progress_line() as show_progress:
        show_progress(f"running {function} (Ctrl-C stops) ")
        watched = watch_file(function, recipe, CodeLimits())
    if watched.stopped:
        add_note(watched.stopped)
    return watched.run


def export_explorer(
    values: dict[str, Any], files: tuple[str, ...], own_search: OwnSearch | None, *, reload: bool
) -> int:
    """Write web pages on which readers step through the whole search; return the exit status.

    InputError for options that work only for pictures and films.
    """
    picture_option_names = {field.name for field in fields(PictureOptions)} - {"title"}
    refuse_options(
        "a page that explores shows all of a search, as its reader likes",
        *STEP_OPTIONS,
        *picture_option_names,
    )
    for name in files:
        check_web_page_name(name)
    title = read_picture_options(values).title
    may_replace_existing = may_replace(files)
    source = read_search_source(values, own_search, reload=reload)
    return write_exports(
        source, partial(write_explorer_page, files, title), force=may_replace_existing
    )


def note_unused_film_options(outputs: Sequence[Output], step: int | None, *, cover: bool) -> None:
    """Note if --cover or --max-frames has no effect, because it works only for films."""
    has_film = any(output.is_film and not output.is_exercise for output in outputs)
    unused_flags = []
    if cover and not has_film:
        unused_flags.append("--cover")
    # A file of one --step has a single frame, even in a format for films.
    has_one_frame = step is not None or not has_film
    is_limit_given = get_current_context().params["max_frames"] is not None
    if has_one_frame and is_limit_given:
        unused_flags.append("--max-frames")
    for flag in unused_flags:
        add_note(f"{flag} works only for films; make one with --steps")


def export_match(match: Match, files: tuple[str, ...], theme: str) -> int:
    """Write a played game to files; return the exit status.

    A file gets the moves in a notation, or a film of the boards, according to its extension.
    """
    writable_files = drop_unwritable(files)
    texts = {
        file: match_file_contents(match, file)
        for file in writable_files
        if is_notation(match, file)
    }
    films = outputs_of([file for file in writable_files if file not in texts], film=True)
    # Each of these functions asks the user about its own files, so both must be called.
    may_replace_texts = may_replace([*texts])
    may_replace_films = may_write_outputs(films)
    contents = {**texts, **contents_of(film_of_game(match, theme), films)}
    written_files = save_contents(contents, force=may_replace_texts or may_replace_films)
    status = EXIT_DONE if len(writable_files) == len(files) else EXIT_STOPPED
    return print_written_files(written_files, status)
