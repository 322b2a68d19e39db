"""`visualizer doctor`: versions, terminal and folders on one page, for a report of a bug."""

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
from visualizer.support.plugins.discovery import PlugInRegistry, unused_games

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
"""Environment variables that change what is shown; those with the prefixes do, too."""
UNICODE_SAMPLE = "α ≤ β ✂ ▲ ┃"
"""Some signs of which trees are drawn."""


@click.command(
    help="Check what is installed and tell versions, terminal, extras and folders: a page to paste "
    "into a report of a bug.\n\n"
    "Your home folder is written ~. The status is 1 if something is amiss, which the last lines "
    "say.",
    epilog="Example: visualizer doctor",
)
@with_common_options()
@JSON_FLAG
def doctor_command() -> int:
    """Print a report on the installation; return status 1 if it has problems."""
    problems: list[str] = []
    tables = {
        "program": dict(program_rows()),
        "terminal": dict(terminal_rows()),
        **check_libraries(problems),
        "folders": dict(folder_rows(problems)),
        "environment": dict(environment_rows()),
    }
    problems += plug_in_problems()

    # Users publish such reports, and the path of a home folder often has the user's name in it.
    data: dict[str, Any] = {title: abbreviate_rows(rows) for title, rows in tables.items()}
    shown_problems = [abbreviate_home(problem) for problem in problems]
    status = EXIT_STOPPED if shown_problems else EXIT_DONE
    return print_result(
        report_text(data, shown_problems), {**data, "amiss": shown_problems}, status
    )


def report_text(tables: Mapping[str, Mapping[str, str]], problems: Sequence[str]) -> str:
    """Return the report as text: the tables that have rows, then the problems."""
    parts = []
    for title, rows in tables.items():
        if rows:
            table = Table((title, ""), tuple(rows.items()))
            parts.append(table.text())
    if problems:
        parts.append("\n".join(["Amiss:", *problems]))
    else:
        parts.append("Nothing is amiss.")
    return "\n\n".join(parts)


def abbreviate_rows(rows: Mapping[str, str]) -> dict[str, str]:
    """Return the rows of a table with ~ for the home folder."""
    return {name: abbreviate_home(text) for name, text in rows.items()}


def environment_rows() -> Iterator[tuple[str, str]]:
    """Yield the environment variables that affect the display."""
    for name, value in sorted(os.environ.items()):
        if name in REPORTED_VARIABLES or name.startswith(REPORTED_PREFIXES):
            yield name, value


def plug_in_problems() -> list[str]:
    """Return a sentence for each plug-in (such as a game), setting or key that cannot be used."""
    _, setting_faults = configured_settings()
    problems = [
        *games.broken_games().values(),
        *unused_games(),
        *setting_faults,
        *use_keys(config().table("keys")),
    ]
    registries: Sequence[PlugInRegistry[Any]] = (
        algorithms(),
        orderings(),
        added_evaluations(),
        exports.formats(),
        THEMES,
    )
    for registry in registries:
        _, broken = registry.load_all()
        problems += [*broken.values(), *registry.unused_sentences()]
    return problems


def abbreviate_home(text: str) -> str:
    """Return a text with ~ for the home folder."""
    home = str(Path.home())
    # In containers the home folder may be /, which every path begins with.
    if len(home) > 1:
        return re.sub(rf"{re.escape(home)}(?![\w.-])", "~", text)
    return text


def program_rows() -> Iterator[tuple[str, str]]:
    """Yield names and values about the program, Python, the system and Graphviz."""
    yield "visualizer", __version__
    yield "in", str(Path(games.__file__).parents[1])
    python = f"{platform.python_version()} ({platform.python_implementation()})"
    yield "Python", f"{python}, {sys.executable}"
    yield "system", f"{platform.system()} {platform.release()}, {platform.machine()}"
    dot = shutil.which("dot")
    version = ""
    if dot:
        command = [dot, "-V"]
        # dot writes its version to standard error.
        result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        version = result.stderr.strip()
    yield "Graphviz", version or "no program dot, which only --engine and .dot pictures need"


def terminal_rows() -> Iterator[tuple[str, str]]:
    """Yield names and values about the terminal: size, colours, Unicode and pictures."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if is_terminal:
        size = shutil.get_terminal_size()
        yield "size", f"{size.columns}×{size.lines}"
    else:
        yield "size", "no terminal: input or output goes elsewhere"
    yield "colours", Console().color_system or "none"
    encoding = sys.stdout.encoding or "ascii"
    if UNICODE_SAMPLE.encode(encoding, "ignore").decode(encoding) == UNICODE_SAMPLE:
        yield "Unicode", f"{encoding}: {UNICODE_SAMPLE}"
    else:
        yield "Unicode", f"no, {encoding}: signs are written in ASCII"
    if is_terminal:
        yield "pictures", describe_pixel_protocol()
    else:
        yield "pictures", "unknown: there is no terminal to ask"


def describe_pixel_protocol() -> str:
    """Ask the terminal how it shows pictures."""
    if find_spec("textual_image") is None:
        return "no: they need the extra pixels"
    from visualizer.apps.tui.terminal.pixels import ask_picture_protocol

    return ask_picture_protocol()


def check_libraries(problems: list[str]) -> Mapping[str, Mapping[str, str]]:
    """Return two tables: versions of required libraries, and of the libraries of each extra.

    An extra is a group of optional libraries. Add a sentence to `problems` for each library with a
    version that does not work. A library that is not installed is a problem only if it is required.
    """
    required: dict[str, str] = {}
    extras = defaultdict[str, list[str]](list)
    for name, bounds, extra in list_requirements(problems):
        version = installed_version(name)
        shown_version = version or "not installed"
        if version:
            is_suitable = fits_version_bounds(version, bounds)
        else:
            # Only a required library must be installed.
            is_suitable = bool(extra)
        if not is_suitable:
            problems.append(f"{name} is {shown_version}, but {bounds} is needed")
        if extra:
            extras[extra].append(f"{name} {shown_version}")
        else:
            required[name] = shown_version
    return {
        "libraries": required,
        "extras": {name: ", ".join(versions) for name, versions in sorted(extras.items())},
    }


def installed_version(name: str) -> str:
    """Return the version of a library, or "" if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def list_requirements(problems: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield each library that the program may need: its name, version bounds and extra.

    The extra is "" for a required library. If the program is not installed, yield nothing, and add
    a sentence to `problems`.
    """
    try:
        for text in metadata.requires(DISTRIBUTION_NAME) or []:
            # A requirement such as `rich>=13,<15; extra == "pixels"` may also be only a name.
            parts = re.match(r"""([\w.-]+)([^ ;]*)(?:.*extra == ['"]([\w-]+))?""", text)
            if parts is not None and parts[3] not in CHECKOUT_EXTRAS:
                yield parts[1], parts[2], parts[3] or ""
    except metadata.PackageNotFoundError:
        problems.append(
            f"the program runs from a folder: {DISTRIBUTION_NAME} is not installed, so what it "
            "needs is unknown"
        )


def fits_version_bounds(version: str, bounds: str) -> bool:
    """Return whether a version is within bounds such as ">=8,<9".

    Only `>=` and `<` are read, and a suffix of the version such as rc1 is ignored.

    >>> fits_version_bounds("8.2.8", ">=8,<9"), fits_version_bounds("9.0rc1", "<9,>=8")
    (True, False)
    >>> fits_version_bounds("0.9", ">=0.10")
    False
    """
    numbers = leading_version_numbers(version)
    for sign, bound in re.findall(r"(>=|<)([\d.]+)", bounds):
        is_at_least = numbers >= leading_version_numbers(bound)
        # The other sign, <, asks for the opposite.
        must_be_at_least = sign == ">="
        if is_at_least != must_be_at_least:
            return False
    return True


def leading_version_numbers(version: str) -> list[int]:
    """Return the numbers at the beginning of a version."""
    numbers = re.match(r"\d+(\.\d+)*", version)
    if numbers is None:
        return []
    return [int(number) for number in numbers[0].split(".")]


def folder_rows(problems: list[str]) -> Iterator[tuple[str, str]]:
    """Yield names and values about the folders of settings and saved games.

    Add a sentence to `problems` for each folder that cannot be written.
    """
    for name, folder in (("settings", config_folder()), ("games", kept.autosave_folder())):
        count = sum(1 for _ in folder.iterdir()) if folder.is_dir() else 0
        content = f"entries: {count:,}" if count else "nothing yet"
        yield name, f"{folder} ({content})"
        # A missing folder will be made inside its nearest parent that exists.
        existing = next(path for path in (folder, *folder.parents) if path.exists())
        is_writable_folder = existing.is_dir() and os.access(existing, os.W_OK)
        if not is_writable_folder:
            problems.append(f"{folder}, the folder of {name}, cannot be written")
