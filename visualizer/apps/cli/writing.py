"""The files that a command writes: one that is there is replaced with --force, or after a yes; how pictures look."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any

import rich_click as click

import exports
from visualizer.apps.cli.common_options import Decorator, is_switch_given, print_result
from visualizer.apps.cli.messages import EXIT_DONE, add_note
from visualizer.apps.cli.values import FILE_TYPE, ListedValue, search_option_type
from visualizer.draw.picture.page.options import (
    PICTURE_OPTIONS,
    PictureOptions,
    parse_picture_options,
)
from visualizer.look.themes import THEMES
from visualizer.support.errors import InputError, visible

if (
    TYPE_CHECKING
):  # it loads all that draws, and most commands that can overwrite a file draw nothing
    from visualizer.publish.outputs import Output

FORCE_OPTION: tuple[Decorator, ...] = (
    click.option("--force", is_flag=True, help="Replace an existing file without asking."),
)


def output_option(about: str, name: str = "files", *, required: bool = True) -> Decorator:
    """Make the option that says which files to write; it may be repeated."""
    return click.option(
        "-O", "--output", name, type=FILE_TYPE, multiple=True, required=required, help=about
    )


def drop_unmakeable(files: Sequence[str], kind: str = "") -> Sequence[str]:
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
        add_note(f"{file} is not written: {why}")
    return [file for file in files if file not in missing]


def may_replace(
    files: Sequence[str], *, hint: str = "--force replaces it", folders: Collection[str] = ()
) -> bool:
    """Return whether files may be replaced that are there already; a person at a terminal is asked.

    InputError if a file cannot be written, or is there and must stay: to be called before the search. `folders`
    are those of the files that are folders of a film.
    """
    force = is_switch_given("force")
    for file in files:
        exports.check_writable(
            file, force=True, marks=exports.folder_marks() if file in folders else ()
        )
    there = [file for file in files if exports.is_occupied(file)]
    for file in [] if force else there:
        if not ask_to_replace(file):
            raise InputError(f"{file!r:.200} already exists; {hint}")
    return force or bool(there)


def may_begin_file(file: str, *, resume: bool) -> bool:
    """Return whether a file may be replaced, as `may_replace`; one that is to be gone on with stays."""
    return not resume and may_replace(
        [file], hint="continue it with --resume or replace it with --force"
    )


def may_write_outputs(outputs: Sequence[Output]) -> bool:
    """Return whether what exports make may replace what is there; as `may_replace`."""
    paths = [*dict.fromkeys(path for each in outputs for path in each.paths)]
    return may_replace(paths, folders={each.folder for each in outputs if each.folder})


def list_file_names(files: Iterable[str]) -> str:
    """Return the names of files that are written, a line each, whatever signs they have."""
    return "\n".join(map(visible, files))


def print_written_files(files: Iterable[str], status: int = EXIT_DONE) -> int:
    """Print the names of files that are written, but of nothing written to standard output; return the status."""
    names = [file for file in files if file != str(exports.STANDARD_OUTPUT)]
    if names:
        return print_result(list_file_names(names), status=status)
    return status


def note_films(outputs: Sequence[Output]) -> None:
    """Say of films that are written what is to be known before they are shown."""
    for each in outputs:
        if (each.is_film or each.is_exercise) and each.format.film_note:
            add_note(f"{each.name}: {each.format.film_note}")


def ask_to_replace(file: str) -> bool:
    """Ask at a terminal whether a file may be replaced; where there is nobody to ask, it may not."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    question = f"visualizer: {visible(file)} already exists; replace it? [y/N] "
    print(question, end="", file=sys.stderr, flush=True)  # noqa: T201  the answer stands on the same line
    return sys.stdin.readline().strip().lower() in ("y", "yes")


_picture_option = partial(click.option, panel="Picture")


def picture_flag(name: str) -> Decorator:
    """Make the flag of an option of pictures."""
    option = PICTURE_OPTIONS[name]
    flag = f"--{option.key}"
    if option.default is True:
        return _picture_option(f"{flag}/--no-{option.key}", default=True, help=option.about)
    if option.default is False:
        return _picture_option(flag, is_flag=True, help=option.about)
    words = (
        ListedValue(option.metavar, THEMES.names) if name == "theme" else search_option_type(option)
    )
    return _picture_option(
        flag, type=words, default="" if name == "title" else None, help=option.about
    )


PICTURE_CLICK_OPTIONS: tuple[Decorator, ...] = (
    *map(picture_flag, ("view", "page", "text_size")),
    _picture_option(
        "--root", "top", metavar="MOVES", default="", help="Draw only what is below these moves."
    ),
    *map(
        picture_flag,
        (
            "plies",
            "fold",
            "around_best",
            "pruned",
            "ghosts",
            "hide_leaves",
            "kinds",
            "node_windows",
        ),
    ),
    *map(
        picture_flag,
        ("node_boards", "board", "code", "edge_names", "caption", "legend", "title", "subtitle"),
    ),
    _picture_option("--no-subtitle", is_flag=True, help="Leave the words below the title out."),
    *map(picture_flag, ("cover", "theme", "font", "transparent")),
)
"""The group for `with_options`, in the order of the help."""


def read_picture_options(values: dict[str, Any]) -> PictureOptions:
    """Take the options of a picture out of a command's values; InputError for a bad one."""
    if values.pop("no_subtitle", False):
        values["subtitle"] = ""
    given = [field.name for field in fields(PictureOptions) if field.name in values]
    return parse_picture_options({name: values.pop(name) for name in given})
