"""`visualizer export`: write the explored tree as a picture or a file."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any

import rich_click as click

import exports
from exports.dot import ENGINES
from visualizer.apps.activities.position_file import PositionFile
from visualizer.apps.cli.common_options import refuse, with_options
from visualizer.apps.cli.messages import DONE, STOPPED, note
from visualizer.apps.cli.position_options import (
    RELOAD,
    SEARCH,
    WHERE,
    WHICH,
    check_alone,
    read_file,
    read_game,
    read_recipe,
)
from visualizer.apps.cli.running import follow, progress, run_to_end, search_file, status
from visualizer.apps.cli.values import GAME_NAME, ListedValue, whole
from visualizer.apps.cli.writing import (
    FORCE,
    PICTURE,
    answer_with_files,
    makeable,
    may_replace,
    may_write,
    note_films,
    output,
    picture_options,
)
from visualizer.draw.picture.film import MOST_FRAMES
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.play.playing.board_film import film_of_game
from visualizer.play.playing.game_file import contents, is_notation
from visualizer.play.playing.match import Match
from visualizer.publish.explorer import check_file, explorer_page
from visualizer.publish.outputs import (
    Output,
    Wanted,
    check_view,
    check_visited,
    contents_of,
    export_to,
    outputs_of,
    part_below,
    save_contents,
)
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import Code
from visualizer.trace.jumps import CHANGES, CHOICES, LINES, read_steps
from visualizer.trace.jumps import WORDS as STEP_WORDS
from visualizer.trace.tree_at_step import check_step

OF_STEPS = ("step", "steps", "max_frames", "exercise", "kind", "engine")
"""What chooses other files than a page that explores."""


@click.command(epilog="Example: visualizer export tree -O tree.svg --step 12")
@with_options(WHERE, WHICH, SEARCH, PICTURE, FORCE, RELOAD)
@click.argument("searched", type=GAME_NAME, required=False)
@output("File to write; its extension chooses the format; repeatable.")
@click.option(
    "--step",
    type=whole("the step", 0),
    help="Draw the tree as it is at this step (default: the last).",
)
@click.option(
    "--steps",
    type=ListedValue("WHICH", CHOICES),
    help=f"Make a film: a picture for each of these steps, {STEP_WORDS}; {CHANGES}; of code of your own also {LINES}.",
)
@click.option(
    "--max-frames",
    type=whole("the most frames", 1),
    help=f"At most N pictures in a film (default {MOST_FRAMES}).",
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
    type=ListedValue("NAME", ENGINES),
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
    own = read_own_code(values, searched)
    if (found := read_game(values, which)) is not None:
        check_alone(values["game"], "game", "which", "size", "settings", "files", "force", "theme")
        return export_game(found.match, files, picture_options(values).theme)
    if explore:
        return export_explorer(values, files, own, reload=reload)
    made = makeable(files, kind)
    outputs = outputs_of(made, film=steps is not None, exercise=exercise, kind=kind, engine=engine)
    check_whole(outputs, is_part=bool(top) or values["plies"] is not None)
    options = picture_options(values)
    if steps is None:
        chosen = None
    else:
        chosen = read_steps(steps)
    if reload:
        file = read_file(values, reload=True)
    else:
        file = None
    recipe, _ = read_recipe(values)
    if top:
        part_below(Run(recipe), top)
    check_view(options, outputs)
    replaced = may_write(outputs)
    note_without_film(outputs, step, cover=options.cover, limited=max_frames is not None)
    note_films(outputs)
    wanted = Wanted(step, chosen, options, max_frames or MOST_FRAMES, note)
    write = partial(write_tree, outputs, wanted, top)
    return write_run(recipe, own, write, file, force=replaced, is_all=len(made) == len(files))


def read_own_code(values: dict[str, Any], searched: str | None) -> str | None:
    """Take a person's own search, FILE.py:FUNCTION, out of a command's values, whose GAME then is what is searched."""
    named = values["game"] or ""
    if not Code.of(named):
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


def check_whole(outputs: Sequence[Output], *, is_part: bool) -> None:
    """Raise InputError if only a part is to be drawn in a format that always has the whole tree."""
    for each in outputs:
        if is_part and each.format.write_graph is not None:
            raise InputError(
                f"{each.name!r} always contains the whole tree: --root and --plies work only for drawings"
            )


def write_tree(
    outputs: Sequence[Output], wanted: Wanted, top: str, run: Run, force: bool
) -> list[str]:
    """Write the tree of a run, or what is below some moves; return the names of the files."""
    if top:
        path = part_below(run, top)
    else:
        path = ()
    check_step(run.trace, wanted.step or 0)
    check_visited(run, path)
    below = replace(wanted, options=replace(wanted.options, top=path))
    with progress() as tell:
        return export_to(outputs, run, below, force=force, watch=partial(tell_of, tell, "frame", 1))


def write_explorer(files: Sequence[str], title: str, run: Run, force: bool) -> list[str]:
    """Write a page on which a run is explored; return the names of the files."""
    with progress() as tell:
        page = explorer_page({"": run}, title, partial(tell_of, tell, "step", 0))
    return save_contents(dict.fromkeys(files, page), force=force)


def tell_of(tell: Callable[[str], None], what: str, first: int, done: int, most: int) -> None:
    """Show which frame or step is made, counted from `first`."""
    tell(f"{what} {done + first:,} of {most:,} (Ctrl-C writes nothing) ")


def write_run(
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
        run = watch_to_end(own, recipe)
    done = answer_with_files(write(run, force), status(run) if is_all else STOPPED)
    if file is None or run.trace.interrupted:
        return done
    return follow(
        file,
        lambda: write(search_file(file) if own is None else watch_to_end(own, file.read()), True),
    )


def watch_to_end(function: str, recipe: Recipe) -> Run:
    """Run a person's own function as `watch` does, and say why it did not come to its end."""
    from visualizer.your_code.watching.watched import CodeLimits, watch_file

    with progress() as tell:
        tell(f"running {function} (Ctrl-C stops) ")
        watched = watch_file(function, recipe, CodeLimits())
    if watched.stopped:
        note(watched.stopped)
    return watched.run


def export_explorer(
    values: dict[str, Any], files: tuple[str, ...], own: str | None, *, reload: bool
) -> int:
    """Write a page on which the whole search is explored; InputError for what only other files have a use for."""
    others = {field.name for field in fields(PictureOptions)} - {"title"}
    refuse("a page that explores shows all of a search, as its reader likes", *OF_STEPS, *others)
    for file in files:
        check_file(file)
    title = picture_options(values).title
    replaced = may_replace(files)
    if reload:
        followed = read_file(values, reload=True)
    else:
        followed = None
    recipe, _ = read_recipe(values)
    return write_run(recipe, own, partial(write_explorer, files, title), followed, force=replaced)


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
            note(f"{name} works only for films; make one with --steps")


def export_game(match: Match, files: tuple[str, ...], theme: str) -> int:
    """Write a game to files: in the notation that the ending of each names, or as a film of its boards."""
    made = makeable(files)
    texts = {file: contents(match, file) for file in made if is_notation(match, file)}
    films = outputs_of([file for file in made if file not in texts], film=True)
    replace = may_replace([*texts]) | may_write(films)
    written = {**texts, **contents_of(film_of_game(match, theme), films)}
    return answer_with_files(
        save_contents(written, force=replace), DONE if len(made) == len(files) else STOPPED
    )
