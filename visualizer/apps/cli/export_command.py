"""`visualizer export`: write the explored tree as a picture or a file."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any

import rich_click as click

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
    drop_unmakeable,
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

STEP_OPTIONS = ("step", "steps", "max_frames", "exercise", "kind", "engine")
"""What chooses other files than a page that explores."""


@click.command(epilog="Example: visualizer export tree -O tree.svg --step 12")
@with_common_options(
    POSITION_OPTIONS,
    WHICH_GAME_OPTION,
    SEARCH_OPTIONS,
    PICTURE_CLICK_OPTIONS,
    FORCE_OPTION,
    RELOAD_OPTION,
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
    help=f"Make a film: a picture for each of these steps, {STEP_WORDS}; {CHANGES_HELP}; of code of your own also {LINES_CHOICE}.",
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
    step: int | None,
    steps: str | None,
    max_frames: int | None,
    kind: str,
    exercise: bool,
    explore: bool,
    reload: bool,
    top: str,
    which: tuple[str, ...],
    engine: str | None,
    searched: str | None,
    **values: Any,
) -> int:
    """Write the explored tree, or a film of how it was searched, to one or more files.

    Of a FILE.game, write the moves in the game's notation, or a film of the boards. Of FILE.py:FUNCTION, a search of
    your own as for `watch`, write the tree that it searches: of the GAME that follows, or a textbook's.
    """
    own = read_own_function(values, searched)
    if (found := read_game_file(values, which)) is not None:
        refuse_search_options(
            values["game"], "game", "which", "size", "settings", "files", "force", "theme"
        )
        return export_match(found.match, files, read_picture_options(values).theme)
    if explore:
        return export_explorer(values, files, own, reload=reload)
    made = drop_unmakeable(files, kind)
    outputs = outputs_of(made, film=steps is not None, exercise=exercise, kind=kind, engine=engine)
    check_whole_tree(outputs, is_part=bool(top) or values["plies"] is not None)
    options = read_picture_options(values)
    if steps is None:
        chosen = None
    else:
        chosen = read_steps(steps)
    if reload:
        file = read_position_file(values, reload=True)
    else:
        file = None
    recipe, _ = read_recipe(values)
    if top:
        subtree_path(Run(recipe), top)
    check_view(options, outputs)
    replaced = may_write_outputs(outputs)
    note_without_film(outputs, step, cover=options.cover, limited=max_frames is not None)
    note_films(outputs)
    wanted = ExportRequest(step, chosen, options, max_frames or MAX_FRAMES, add_note)
    write = partial(write_tree, outputs, wanted, top)
    return write_exports(recipe, own, write, file, force=replaced, is_all=len(made) == len(files))


def read_own_function(values: dict[str, Any], searched: str | None) -> str | None:
    """Take a person's own search, FILE.py:FUNCTION, out of a command's values, whose GAME then is what is searched."""
    named = values["game"] or ""
    if not UserCode.of(named):
        if searched is not None:
            raise InputError(
                f"{searched!r:.200} is one argument too many; a GAME follows only FILE.py:FUNCTION"
            )
        return None
    values["game"] = searched or "tree"
    if values["algorithm"] is not None:
        raise InputError(
            f"{named!r:.200} is the search; leave out --algorithm {values['algorithm']!s:.60}"
        )
    return str(named)


def check_whole_tree(outputs: Sequence[Output], *, is_part: bool) -> None:
    """Raise InputError if only a part is to be drawn in a format that always has the whole tree."""
    for each in outputs:
        if is_part and each.format.write_graph is not None:
            raise InputError(
                f"{each.name!r} always contains the whole tree: --root and --plies work only for drawings"
            )


def write_tree(
    outputs: Sequence[Output], wanted: ExportRequest, top: str, run: Run, force: bool
) -> list[str]:
    """Write the tree of a run, or what is below some moves; return the names of the files."""
    if top:
        path = subtree_path(run, top)
    else:
        path = ()
    check_step_in_trace(run.trace, wanted.step or 0)
    check_visited(run, path)
    below = replace(wanted, options=replace(wanted.options, top=path))
    with progress_line() as tell:
        return export_to(
            outputs, run, below, force=force, watch=partial(show_frame_progress, tell, "frame", 1)
        )


def write_explorer_page(files: Sequence[str], title: str, run: Run, force: bool) -> list[str]:
    """Write a page on which a run is explored; return the names of the files."""
    with progress_line() as tell:
        page = explorer_page({"": run}, title, partial(show_frame_progress, tell, "step", 0))
    return save_contents(dict.fromkeys(files, page), force=force)


def show_frame_progress(
    tell: Callable[[str], None], what: str, first: int, done: int, most: int
) -> None:
    """Show which frame or step is made, counted from `first`."""
    tell(f"{what} {done + first:,} of {most:,} (Ctrl-C writes nothing) ")


def write_exports(
    recipe: Recipe,
    own: str | None,
    write: Callable[[Run, bool], list[str]],
    file: PositionFile | None,
    *,
    force: bool,
    is_all: bool = True,
) -> int:
    """Search, write what is made of it, and say which files that are; again whenever `file` is saved.

    `write` is told whether files are replaced, `is_all` is whether it writes all that were asked for.
    """
    if own is None:
        run = run_to_end(recipe)
    else:
        run = watch_own_function(own, recipe)
    done = print_written_files(write(run, force), exit_status_of(run) if is_all else EXIT_STOPPED)
    if file is None or run.trace.interrupted:
        return done
    return rewrite_when_saved(
        file,
        lambda: write(
            search_file(file) if own is None else watch_own_function(own, file.read()), True
        ),
    )


def watch_own_function(function: str, recipe: Recipe) -> Run:
    """Run a person's own function as `watch` does, and say why it did not come to its end."""
    from visualizer.your_code.watching.watched import CodeLimits, watch_file

    with progress_line() as tell:
        tell(f"running {function} (Ctrl-C stops) ")
        watched = watch_file(function, recipe, CodeLimits())
    if watched.stopped:
        add_note(watched.stopped)
    return watched.run


def export_explorer(
    values: dict[str, Any], files: tuple[str, ...], own: str | None, *, reload: bool
) -> int:
    """Write a page on which the whole search is explored; InputError for what only other files have a use for."""
    others = {field.name for field in fields(PictureOptions)} - {"title"}
    refuse_options(
        "a page that explores shows all of a search, as its reader likes", *STEP_OPTIONS, *others
    )
    for file in files:
        check_web_page_name(file)
    title = read_picture_options(values).title
    replaced = may_replace(files)
    if reload:
        followed = read_position_file(values, reload=True)
    else:
        followed = None
    recipe, _ = read_recipe(values)
    return write_exports(
        recipe, own, partial(write_explorer_page, files, title), followed, force=replaced
    )


def note_without_film(
    outputs: Sequence[Output], step: int | None, *, cover: bool, limited: bool
) -> None:
    """Say which options of films were given and do nothing: a cover without a film, a limit of frames of one step."""
    has_film = any(output.is_film and not output.is_exercise for output in outputs)
    for name, is_idle in (
        ("--cover", cover and not has_film),
        ("--max-frames", limited and not (has_film and step is None)),
    ):
        if is_idle:
            add_note(f"{name} works only for films; make one with --steps")


def export_match(match: Match, files: tuple[str, ...], theme: str) -> int:
    """Write a game to files: in the notation that the ending of each names, or as a film of its boards."""
    made = drop_unmakeable(files)
    texts = {file: match_file_contents(match, file) for file in made if is_notation(match, file)}
    films = outputs_of([file for file in made if file not in texts], film=True)
    replace = may_replace([*texts]) | may_write_outputs(films)
    written = {**texts, **contents_of(film_of_game(match, theme), films)}
    return print_written_files(
        save_contents(written, force=replace),
        EXIT_DONE if len(made) == len(files) else EXIT_STOPPED,
    )
