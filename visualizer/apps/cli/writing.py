"""The files that a command writes: one that is there is replaced with --force, or after a yes; how pictures look."""

import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

import rich_click as click

import exports
from visualizer.apps.cli.messages import DONE, note
from visualizer.apps.cli.options import Decorator, answer, asked
from visualizer.apps.cli.values import FILE, ListedValue
from visualizer.draw.picture.page import options
from visualizer.draw.picture.page.options import FIT, PictureOptions
from visualizer.draw.publishing.outputs import Output
from visualizer.look.themes import THEMES
from visualizer.support.errors import InputError
from visualizer.support.harmless_text import visible

FORCE: tuple[Decorator, ...] = (click.option("--force", is_flag=True, help="Replace an existing file without asking."),)


def output(about: str, name: str = "files", *, required: bool = True) -> Decorator:
    """Make the option that says which files to write; it may be repeated."""
    return click.option("-O", "--output", name, type=FILE, multiple=True, required=required, help=about)


def makeable(files: Sequence[str], kind: str = "") -> Sequence[str]:
    """Return the files for whose formats no library is missing; the others are noted, and the command is to end with 1.

    InputError if none is left. `kind` is a format that overrules the endings.
    """
    missing = dict[str, InputError]()
    for file in files:
        try:
            (exports.format_named(kind) if kind else exports.format_of(file)).check()
        except exports.LibraryMissingError as error:
            missing[file] = error
        except exports.ExportError:  # it has no such format, which is refused where it is read
            continue
    if missing and missing.keys() == {*files}:
        raise missing[files[0]]
    for file, why in missing.items():
        note(f"{file} is not written: {why}")
    return [file for file in files if file not in missing]


def may_replace(files: Sequence[str], *, hint: str = "--force replaces it", folders: Collection[str] = ()) -> bool:
    """Return whether files may be replaced that are there already; a person at a terminal is asked.

    InputError if a file cannot be written, or is there and must stay: to be called before the search. `folders`
    are those of the files that are folders of a film.
    """
    force = asked("force")
    for file in files:
        exports.check(file, force=True, marks=exports.folder_marks() if file in folders else ())
    there = [file for file in files if exports.is_there(file)]
    for file in [] if force else there:
        if not agreed(file):
            raise InputError(f"{file!r:.200} already exists; {hint}")
    return force or bool(there)


def may_begin(file: str, *, resume: bool) -> bool:
    """Return whether a file may be replaced, as `may_replace`; one that is to be gone on with stays."""
    return not resume and may_replace([file], hint="continue it with --resume or replace it with --force")


def may_write(outputs: Sequence[Output]) -> bool:
    """Return whether what exports make may replace what is there; as `may_replace`."""
    paths = [*dict.fromkeys(path for each in outputs for path in each.paths)]
    return may_replace(paths, folders={each.folder for each in outputs if each.folder})


def listed(files: Iterable[str]) -> str:
    """Return the names of files that are written, a line each, whatever signs they have."""
    return "\n".join(map(visible, files))


def answer_with_files(files: Iterable[str], status: int = DONE) -> int:
    """Print the names of files that are written, but of nothing written to standard output; return the status."""
    names = [file for file in files if file != str(exports.STANDARD_OUTPUT)]
    return answer(listed(names), status=status) if names else status


def note_films(outputs: Sequence[Output]) -> None:
    """Say of films that are written what is to be known before they are shown."""
    for each in outputs:
        if (each.is_film or each.is_exercise) and each.format.film_note:
            note(f"{each.name}: {each.format.film_note}")


def agreed(file: str) -> bool:
    """Ask at a terminal whether a file may be replaced; where there is nobody to ask, it may not."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    question = f"visualizer: {visible(file)} already exists; replace it? [y/N] "
    print(question, end="", file=sys.stderr, flush=True)  # noqa: T201  the answer stands on the same line
    return sys.stdin.readline().strip().lower() in ("y", "yes")


_picture = partial(click.option, panel="Picture")


def _words(words: tuple[str, ...]) -> str:
    """List words, the first of which is the usual one."""
    first, *others = words
    return f"{first} (default), {', '.join(others[:-1])} or {others[-1]}"


PICTURE: tuple[Decorator, ...] = (
    _picture("--view", type=ListedValue("VIEW", options.VIEWS),
             help=f"{options.VIEWS[0]} (default), or {options.VIEWS[1]}: the whole "
                                            "search, one band per ply."),
    _picture("--page", type=ListedValue("PAGE", options.PAGES),
             help=f"{', '.join(options.PAGES)}, WxH in points, or {FIT} (default; "
             f"for films, {options.FILM_PAGE})."),
    _picture("--text-size", metavar="N", help=f"Smallest text size on a page 540 points high, "
             f"{options.SMALLEST_TEXT} to {options.LARGEST_TEXT} (default {options.ON_PAGE:g}; on 16:9 and 4:3 "
             f"up to 18 where the tree allows it). With {FIT}: exactly this size (default {options.ON_FIT:g})."),
    _picture("--root", "top", metavar="MOVES", default="", help="Draw only what is below these moves."),
    _picture("--plies", metavar="N", help="Draw only N plies."),
    _picture("--fold", metavar="N", help="Draw about N nodes and fold the rest; none folds nothing (default: as "
                                         f"many as fit the page; with {FIT}, {options.FOLD})."),
    _picture("--around-best", metavar="N", help="Draw the best line, and N siblings beside each of its moves: those "
                                                "visited most, else those tried first; the rest is folded."),
    _picture("--pruned/--no-pruned", default=True, help="Draw pruned branches (default), or leave them out."),
    _picture("--ghosts", is_flag=True, help="Also draw what lies below pruned branches, dimmed; along a path, "
                                            "as a count."),
    _picture("--hide-leaves", is_flag=True, help="Show the values of a textbook tree's leaves only once they "
                                                 "are visited."),
    _picture("--kinds", is_flag=True, help="Mark PV, cut and all nodes: what had to be searched (Knuth and Moore)."),
    _picture("--node-windows", type=ListedValue("WHICH", options.WINDOWS),
             help=f"Windows of nodes: {_words(options.WINDOWS)}."),
    _picture("--node-boards", type=ListedValue("WHICH", options.BOARDS),
             help=f"Small boards in nodes: {_words(options.BOARDS)}."),
    _picture("--board/--no-board", default=True, help="Draw the position beside the tree (default), or leave it out."),
    _picture("--code", is_flag=True, help="Draw the code beside the tree: the pseudocode, or your own with its "
                                          "variables."),
    _picture("--edge-names/--no-edge-names", default=True, help="Write moves on the edges (default), or "
                                                                "leave them out."),
    _picture("--caption", type=ListedValue("WHAT", options.CAPTIONS),
             help=f"What to write below the drawing: {_words(options.CAPTIONS)}."),
    _picture("--legend/--no-legend", default=True, help="Explain the signs in a legend (default), or leave it out."),
    _picture("--title", default="", help="Title of the drawing."),
    _picture("--subtitle", metavar="TEXT", help="Words below the title (default: the search and its options)."),
    _picture("--no-subtitle", is_flag=True, help="Leave the words below the title out."),
    _picture("--cover", is_flag=True, help="For a film on pages: put a title page first, and counts and the "
                                           "result last."),
    _picture("--theme", type=ListedValue("NAME", THEMES.names), help=f"{_words(tuple(THEMES))}."),
    _picture("--font", type=ListedValue("NAME", options.FONTS),
    help=f"{options.FONTS[0]} (default) or {options.FONTS[1]}."),
    _picture("--transparent", is_flag=True, help="Leave the page background transparent."),
)  # fmt: skip
"""The group for `with_options`."""


def picture_options(values: dict[str, Any]) -> PictureOptions:
    """Take the options of a picture out of a command's values; InputError for a bad one."""
    if values.pop("no_subtitle", False):
        values["subtitle"] = ""
    given = [field.name for field in fields(PictureOptions) if field.name in values]
    return options.read_options({name: values.pop(name) for name in given})
