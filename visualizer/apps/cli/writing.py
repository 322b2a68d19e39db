"""Files that commands write: their formats, permission to replace them, and options of pictures."""

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
from visualizer.apps.cli.values import FILE_TYPE, ListedValue, OptionValue, search_option_type
from visualizer.draw.picture.page.options import (
    PICTURE_OPTIONS,
    PictureOptions,
    parse_picture_options,
)
from visualizer.look.themes import THEMES
from visualizer.support.errors import InputError, visible

# This module loads everything that draws, and most commands that write files draw nothing.
if TYPE_CHECKING:
    from visualizer.publish.outputs import Output

FORCE_OPTION: tuple[Decorator, ...] = (
    click.option("--force", is_flag=True, help="Replace an existing file without asking."),
)


def output_option(about: str, name: str = "files", *, required: bool = True) -> Decorator:
    """Make the option that names the files to write; it may be repeated."""
    return click.option(
        "-O", "--output", name, type=FILE_TYPE, multiple=True, required=required, help=about
    )


def drop_unwritable(files: Sequence[str], kind: str = "") -> Sequence[str]:
    """Return the files whose formats can be written; for the others, note what library they need.

    `kind` is the format of all files; if it is "", their extensions say the format. InputError if
    no file is left. A command that writes only some of its files should end with status 1.
    """
    errors_by_file: dict[str, InputError] = {}
    for file in files:
        error = missing_library_error(file, kind)
        if error is not None:
            errors_by_file[file] = error
    if errors_by_file and errors_by_file.keys() == set(files):
        raise errors_by_file[files[0]]
    for file, reason in errors_by_file.items():
        add_note(f"{file} is not written: {reason}")
    return [file for file in files if file not in errors_by_file]


def missing_library_error(file: str, kind: str) -> InputError | None:
    """Return an error if the format of a file needs a library that is not installed, else None.

    `kind` is the name of the format; if it is "", the file's extension says the format.
    """
    try:
        file_format = exports.format_named(kind) if kind else exports.format_of(file)
        file_format.check()
    except exports.LibraryMissingError as error:
        return error
    except exports.ExportError:
        # An unknown format is refused later, with a better sentence.
        return None
    return None


def may_replace(
    files: Sequence[str], *, hint: str = "--force replaces it", folders: Collection[str] = ()
) -> bool:
    """Return whether existing files may be replaced; without --force, ask a user at a terminal.

    Call this before a search, not after it. InputError if a file cannot be written, or if it exists
    and must not be replaced; `hint` ends this second error. Files that are also in `folders` are
    folders for the pictures of a film.
    """
    for file in files:
        marks = exports.folder_marks() if file in folders else ()
        exports.check_writable(file, force=True, marks=marks)
    if is_switch_given("force"):
        return True
    existing = [file for file in files if exports.is_occupied(file)]
    for file in existing:
        if not ask_to_replace(file):
            raise InputError(f"{file!r:.200} already exists; {hint}")
    # True only if there were files to replace: the user has agreed to each.
    return bool(existing)


def may_begin_file(file: str, *, resume: bool) -> bool:
    """Return whether a file may be replaced; with `resume`, new rows or games are added to it."""
    if resume:
        return False
    return may_replace([file], hint="continue it with --resume or replace it with --force")


def may_write_outputs(outputs: Sequence[Output]) -> bool:
    """Return whether outputs may replace existing files; InputError as for `may_replace`."""
    paths = [path for output in outputs for path in output.paths]
    folders = {output.folder for output in outputs if output.folder}
    return may_replace([*dict.fromkeys(paths)], folders=folders)


def list_file_names(files: Iterable[str]) -> str:
    """Return names of files, one on a line, with control characters made visible."""
    return "\n".join(map(visible, files))


def print_written_files(files: Iterable[str], status: int = EXIT_DONE) -> int:
    """Print the names of written files, except standard output; return the status."""
    names = [file for file in files if file != str(exports.STANDARD_OUTPUT)]
    if names:
        return print_result(list_file_names(names), status=status)
    return status


def note_films(outputs: Sequence[Output]) -> None:
    """Note the advice of formats on showing their films."""
    for output in outputs:
        is_film = output.is_film or output.is_exercise
        if is_film and output.format.film_note:
            add_note(f"{output.name}: {output.format.film_note}")


def ask_to_replace(file: str) -> bool:
    """Ask whether a file may be replaced; without a terminal, it may not."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    question = f"visualizer: {visible(file)} already exists; replace it? [y/N] "
    # No line break: the answer is typed on the same line.
    print(question, end="", file=sys.stderr, flush=True)  # noqa: T201
    return sys.stdin.readline().strip().lower() in ("y", "yes")


_picture_option = partial(click.option, panel="Picture")


def picture_flag(name: str) -> Decorator:
    """Return the decorator that gives a command the flag of an option of pictures.

    An option that is on by default can be switched off: --board/--no-board.
    """
    option = PICTURE_OPTIONS[name]
    flag = f"--{option.key}"
    if option.default is True:
        return _picture_option(f"{flag}/--no-{option.key}", default=True, help=option.about)
    if option.default is False:
        return _picture_option(flag, is_flag=True, help=option.about)
    if name == "theme":
        value_type: OptionValue = ListedValue(option.metavar, THEMES.names)
    else:
        value_type = search_option_type(option)
    default = "" if name == "title" else None
    return _picture_option(
        flag,
        type=value_type,
        default=default,
        help=option.about,
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
"""The options of pictures in the order of the help."""


def read_picture_options(values: dict[str, Any]) -> PictureOptions:
    """Take the options of a picture from a command's values; InputError for a bad one."""
    if values.pop("no_subtitle", False):
        values["subtitle"] = ""
    given_names = [field.name for field in fields(PictureOptions) if field.name in values]
    return parse_picture_options({name: values.pop(name) for name in given_names})
