"""What is installed here, what the terminal can do and where files are kept, on one page to paste: `doctor`."""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import rich_click as click
from rich.console import Console

import exports
import games
from visualizer import __version__
from visualizer.apps.actions import use_keys
from visualizer.apps.cli.common_options import JSON_FLAG, print_result, with_common_options
from visualizer.apps.cli.messages import EXIT_DONE, EXIT_STOPPED
from visualizer.apps.tui.options import configured_settings
from visualizer.look.config import config, config_folder
from visualizer.look.table import Table
from visualizer.look.themes import THEMES
from visualizer.play.playing import kept
from visualizer.searching.algorithms import algorithms
from visualizer.searching.lookup import added_evaluations
from visualizer.searching.ordering import orderings
from visualizer.support.plugins.discovery import Extensible, unused_games

DISTRIBUTION_NAME = "search-tree-visualizer"
CHECKOUT_EXTRAS = ("test", "check", "docs")
"""The extras that only our own tests, checks and site need."""
REPORTED_PREFIXES = ("VISUALIZER_", "TEXTUAL")
REPORTED_VARIABLES = (
    "COLORTERM",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "NO_COLOR",
    "PYTHONIOENCODING",
    "PYTHONPATH",
    "PYTHONUTF8",
    "TERM",
    "TERM_PROGRAM",
    "TMUX",
)
"""The variables of the environment that change what is shown, beside those with the prefixes."""
UNICODE_SAMPLE = "α ≤ β ✂ ▲ ┃"
"""Signs that the tree is drawn with."""


@click.command(epilog="Example: visualizer doctor")
@with_common_options()
@JSON_FLAG
def doctor_command() -> int:
    """Check what is installed and tell versions, terminal, extras and folders: a page to paste into a report of a bug.

    Your home folder is written ~. The status is 1 if something is amiss, which the last lines say.
    """
    wrong = list[str]()
    found = {
        "program": dict(program_rows()),
        "terminal": dict(terminal_rows()),
        **check_libraries(wrong),
        "folders": dict(folder_rows(wrong)),
        "environment": {
            name: value
            for name, value in sorted(os.environ.items())
            if name in REPORTED_VARIABLES or name.startswith(REPORTED_PREFIXES)
        },
    }
    wrong += [
        *games.broken_games().values(),
        *unused_games(),
        *configured_settings()[1],
        *use_keys(config().table("keys")),
    ]
    extensible: Sequence[Extensible[Any]] = (
        algorithms(),
        orderings(),
        added_evaluations(),
        exports.formats(),
        THEMES,
    )
    for things in extensible:
        wrong += [*things.everything()[1].values(), *things.unused()]
    found = {
        title: {name: abbreviate_home(text) for name, text in rows.items()}
        for title, rows in found.items()
    }
    amiss = [*map(abbreviate_home, wrong)]
    parts = [
        Table((title, ""), tuple(rows.items())).text() for title, rows in found.items() if rows
    ]
    words = "\n\n".join([*parts, "\n".join(["Amiss:", *amiss]) if amiss else "Nothing is amiss."])
    return print_result(words, {**found, "amiss": amiss}, EXIT_STOPPED if amiss else EXIT_DONE)


def abbreviate_home(text: str) -> str:
    """Return a text with ~ for the home folder."""
    home = str(Path.home())
    if len(home) > 1:
        return re.sub(rf"{re.escape(home)}(?![\w.-])", "~", text)
    return text


def program_rows() -> Iterator[tuple[str, str]]:
    """Yield what runs: the program, Python, the system, and where they are."""
    yield "visualizer", __version__
    yield "in", str(Path(games.__file__).parents[1])
    yield (
        "Python",
        f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}",
    )
    yield "system", f"{platform.system()} {platform.release()}, {platform.machine()}"
    dot = shutil.which("dot")
    said = ""
    if dot:
        command = [dot, "-V"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  found on the PATH
        said = done.stderr.strip()
    yield "Graphviz", said or "no program dot, which only --engine and .dot pictures need"


def terminal_rows() -> Iterator[tuple[str, str]]:
    """Yield what the terminal is and can do."""
    is_one = sys.stdin.isatty() and sys.stdout.isatty()
    size = shutil.get_terminal_size()
    encoding = sys.stdout.encoding or "ascii"
    yield (
        "size",
        f"{size.columns}×{size.lines}" if is_one else "no terminal: input or output goes elsewhere",
    )
    yield "colours", Console().color_system or "none"
    is_drawn = UNICODE_SAMPLE.encode(encoding, "ignore").decode(encoding) == UNICODE_SAMPLE
    yield (
        "Unicode",
        f"{encoding}: {UNICODE_SAMPLE}"
        if is_drawn
        else f"no, {encoding}: signs are written in ASCII",
    )
    yield (
        "pictures",
        describe_pixel_protocol() if is_one else "unknown: there is no terminal to ask",
    )


def describe_pixel_protocol() -> str:
    """Say how the terminal shows pictures, which it is asked."""
    if find_spec("textual_image") is None:
        return "no: they need the extra pixels"
    from visualizer.apps.tui.terminal.pixels import ask_picture_protocol

    return ask_picture_protocol()


def check_libraries(wrong: list[str]) -> Mapping[str, Mapping[str, str]]:
    """Return versions of what the program needs, and of its extras; what is missing or out of bounds is wrong."""
    needed = dict[str, str]()
    extras = defaultdict[str, list[str]](list)
    for name, bounds, extra in list_requirements(wrong):
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            version = ""
        if version and not fits_version_bounds(version, bounds) or not version and not extra:
            wrong.append(f"{name} is {version or 'not installed'}, but {bounds} is needed")
        if extra:
            extras[extra].append(f"{name} {version or 'not installed'}")
        else:
            needed[name] = version or "not installed"
    return {
        "libraries": needed,
        "extras": {name: ", ".join(found) for name, found in sorted(extras.items())},
    }


def list_requirements(wrong: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield what the program needs by name, bounds and extra, "" for none; that it is not installed is wrong."""
    try:
        for text in metadata.requires(DISTRIBUTION_NAME) or []:
            found = re.match(r"""([\w.-]+)([^ ;]*)(?:.*extra == ['"]([\w-]+))?""", text)
            if found is not None and found[3] not in CHECKOUT_EXTRAS:
                yield found[1], found[2], found[3] or ""
    except metadata.PackageNotFoundError:
        wrong.append(
            f"the program runs from a folder: {DISTRIBUTION_NAME} is not installed, so what it needs is unknown"
        )


def fits_version_bounds(version: str, bounds: str) -> bool:
    """Return whether a version keeps bounds, each a `>=` or `<` with numbers; what follows numbers is not compared.

    >>> fits_version_bounds("8.2.8", ">=8,<9"), fits_version_bounds("9.0rc1", "<9,>=8"), fits_version_bounds("0.9", ">=0.10")
    (True, False, False)
    """
    have = leading_version_numbers(version)
    return all(
        (have >= leading_version_numbers(end)) is (sign == ">=")
        for sign, end in re.findall(r"(>=|<)([\d.]+)", bounds)
    )


def leading_version_numbers(version: str) -> list[int]:
    """Return the numbers that a version begins with."""
    begin = re.match(r"\d+(\.\d+)*", version)
    if begin:
        return [*map(int, begin[0].split("."))]
    return []


def folder_rows(wrong: list[str]) -> Iterator[tuple[str, str]]:
    """Yield where settings and games are kept; a folder that cannot be written is wrong."""
    for what, place in (("settings", config_folder()), ("games", kept.autosave_folder())):
        there = next(each for each in (place, *place.parents) if each.exists())
        if place.is_dir():
            count = sum(1 for _ in place.iterdir())
        else:
            count = 0
        yield what, f"{place} ({f'entries: {count:,}' if count else 'nothing yet'})"
        if not there.is_dir() or not os.access(there, os.W_OK):
            wrong.append(f"{place}, the folder of {what}, cannot be written")
