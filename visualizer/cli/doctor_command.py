"""What is installed here, what the terminal can do and where files are kept, on one page to paste: `doctor`."""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import rich_click as click
from rich.console import Console

import games
from visualizer import __version__
from visualizer.cli.messages import DONE, STOPPED
from visualizer.cli.options import JSON, answer, with_options
from visualizer.look import config
from visualizer.look.table import Table
from visualizer.playing import kept

DISTRIBUTION = "search-tree-visualizer"
OF_A_CHECKOUT = ("test", "check")
"""The extras that only our own tests and checks need."""
PREFIXES = ("VISUALIZER_", "TEXTUAL")
HEEDED = ("COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "PYTHONIOENCODING", "PYTHONPATH", "PYTHONUTF8", "TERM",
          "TERM_PROGRAM", "TMUX")  # fmt: skip
"""The variables of the environment that change what is shown, beside those with the prefixes."""
UNICODE = "α ≤ β ✂ ▲ ┃"
"""Signs that the tree is drawn with."""


@click.command(epilog="Example: visualizer doctor")
@with_options()
@JSON
def doctor_command() -> int:
    """Check what is installed and tell versions, terminal, extras and folders: a page to paste into a report of a bug.

    Your home folder is written ~. The status is 1 if something is amiss, which the last lines say.
    """
    wrong = list[str]()
    found = {
        "program": dict(program()),
        "terminal": dict(terminal()),
        **libraries(wrong),
        "folders": dict(folders(wrong)),
        "environment": {name: value for name, value in sorted(os.environ.items())
                        if name in HEEDED or name.startswith(PREFIXES)},
    }  # fmt: skip
    wrong += games.broken().values()
    found = {title: {name: without_home(text) for name, text in rows.items()} for title, rows in found.items()}
    amiss = [*map(without_home, wrong)]
    parts = [Table((title, ""), tuple(rows.items())).text() for title, rows in found.items() if rows]
    words = "\n\n".join([*parts, "\n".join(["Amiss:", *amiss]) if amiss else "Nothing is amiss."])
    return answer(words, {**found, "amiss": amiss}, STOPPED if amiss else DONE)


def without_home(text: str) -> str:
    """Return a text with ~ for the home folder."""
    home = str(Path.home())
    return re.sub(rf"{re.escape(home)}(?![\w.-])", "~", text) if len(home) > 1 else text


def program() -> Iterator[tuple[str, str]]:
    """Yield what runs: the program, Python, the system, and where they are."""
    yield "visualizer", __version__
    yield "in", str(Path(games.__file__).parents[1])
    yield "Python", f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}"
    yield "system", f"{platform.system()} {platform.release()}, {platform.machine()}"
    dot = shutil.which("dot")
    said = subprocess.run([dot, "-V"], capture_output=True, text=True, check=False).stderr.strip() if dot else ""  # noqa: S603  it is named by the person's PATH
    yield "Graphviz", said or "no program dot, which only --engine and .dot pictures need"


def terminal() -> Iterator[tuple[str, str]]:
    """Yield what the terminal is and can do."""
    ends = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name).isatty()]
    size = shutil.get_terminal_size()
    yield "size", f"{size.columns}×{size.lines}" if ends else "none: standard input and output are no terminal"
    if 0 < len(ends) < 3:
        yield "streams", f"only {' and '.join(ends)} on the terminal"
    yield "colours", Console().color_system or "none"
    encoding = sys.stdout.encoding or "ascii"
    try:
        UNICODE.encode(encoding)
        yield "Unicode", f"yes, {encoding}: {UNICODE}"
    except UnicodeEncodeError:
        yield "Unicode", f"no, {encoding}: signs are written in ASCII"
    yield "pictures", pictures(asked=len(ends) == 3)


def pictures(*, asked: bool) -> str:
    """Say how the terminal shows pictures, which it is asked where that is possible."""
    if find_spec("textual_image") is None:
        return "no: they need the extra pixels"
    if not asked:
        return "unknown: there is no terminal to ask"
    from visualizer.tui.terminal.pixels import shown_by

    return shown_by()


def libraries(wrong: list[str]) -> Mapping[str, Mapping[str, str]]:
    """Return versions of what the program needs, and of its extras; what is missing or out of bounds is wrong."""
    try:
        requirements = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        wrong.append(f"the program runs from a folder: {DISTRIBUTION} is not installed, so what it needs is unknown")
        return {}
    needed, extras = dict[str, str](), defaultdict[str, list[str]](list)
    for text in requirements:
        name, bounds = re.match(r"([\w.-]+)([^;]*)", text).groups()  # type: ignore[union-attr]  # so names begin
        extra = re.search(r"""extra == ['"]([\w-]+)""", text)
        if extra is not None and extra[1] in OF_A_CHECKOUT:
            continue
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            version = ""
        if version and not fits(version, bounds):
            wrong.append(f"{name} is {version}, but {bounds.strip()} is needed")
        if extra is not None:
            extras[extra[1]].append(f"{name} {version or 'not installed'}")
            continue
        needed[name] = version or "missing"
        if not version:
            wrong.append(f"{name} is not installed, but {bounds.strip()} is needed")
    return {"libraries": needed, "extras": {name: ", ".join(found) for name, found in sorted(extras.items())}}


def fits(version: str, bounds: str) -> bool:
    """Return whether a version keeps bounds, each a `>=` or `<` with numbers; what follows numbers is not compared.

    >>> fits("8.2.8", ">=8,<9"), fits("9.0rc1", "<9,>=8"), fits("0.9", ">=0.10")
    (True, False, False)
    """
    have = numbers(version)
    return all((have >= numbers(end)) is (sign == ">=") for sign, end in re.findall(r"(>=|<)([\d.]+)", bounds))


def numbers(version: str) -> list[int]:
    """Return the numbers that a version begins with."""
    begin = re.match(r"\d+(\.\d+)*", version)
    return [*map(int, begin[0].split("."))] if begin else []


def folders(wrong: list[str]) -> Iterator[tuple[str, str]]:
    """Yield where settings and games are kept; a folder that cannot be written is wrong."""
    for what, folder in (("settings", config.folder()), ("games", kept.folder())):
        there = next(each for each in (folder, *folder.parents) if each.exists())
        count = sum(1 for _ in folder.iterdir()) if folder.is_dir() else 0
        yield what, f"{folder} ({f'entries: {count:,}' if count else 'nothing yet'})"
        if not there.is_dir() or not os.access(there, os.W_OK):
            wrong.append(f"{folder}, the folder of {what}, cannot be written")
