"""Writes gallery/index.html, a web page with examples of each format, theme and game.

Each example is shown with the command that made it.
"""

import contextlib
import io
import os
import shlex
import shutil
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

import exports
import games
from visualizer.apps.cli import run_command_line as visualizer
from visualizer.look.themes import THEMES

FOLDER = Path(__file__).parents[1] / "gallery"
AIMA = "tree -p aima-5.2 -d all"
TAK = "tak -p ordering-helps -a ordered-alpha-beta -d 3"
RACE = "compare tak -p ordering-helps -d 3"
SHOWN = (".svg", ".png", ".gif")
"""The endings of pictures that a web page can show."""
STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def sections() -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of the page: a title, and commands."""
    yield (
        "Themes",
        [f"export {AIMA} --step 12 --theme {theme} -O theme-{theme}.svg" for theme in THEMES],
    )
    every = exports.formats().values()
    yield (
        "Stills",
        [
            f"export {AIMA} --step 12 -O still{each.endings[0]}"
            for each in every
            if each.takes_stills
        ],
    )
    films = [each for each in every if each.write_film or each.write_deck]
    yield (
        "Films",
        [
            f"export {AIMA} --steps all --cover -O film-{each.name}{each.endings[0]}"
            for each in films
        ],
    )
    yield (
        "Games",
        [
            f"export {game} -d 2 --max-nodes 3000 --page 16:9 -O game-{game}.svg"
            for game in games.game_names()
        ],
    )
    yield (
        "What is drawn",
        [
            f"export {AIMA} --node-windows all --ghosts -O windows.svg",
            f"export {AIMA} --exercise -O exercise.svg",
            f"export {TAK} --step 291 --page 16:9 -O tak.svg",
            f"export {TAK} --steps cuts -O tak.pdf",
            "export tictactoe -p corner -d 2 --node-boards all -O boards.svg",
            f"export {TAK} --view overview -O overview.svg",
            "export tictactoe --view overview --theme dark -O overview-dark.svg",
        ],
    )
    yield (
        "Searches side by side",
        [
            *(f"{RACE} --theme {theme} -O race-{theme}.svg" for theme in THEMES),
            f"{RACE} -O race.gif -O race.html -O race.pptx",
            f"{RACE} --plot bars.svg",
        ],
    )
    yield "Sweeps", [f"plot example --theme {theme} -O sweep-{theme}.svg" for theme in THEMES]


def written(command: str, folder: Path) -> list[Path]:
    """Run a command in a folder; return the files that it wrote, none if it cannot run here."""
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    said = io.StringIO()
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
    ):
        try:
            visualizer([*shlex.split(command), "--force"])
        except SystemExit as ended:
            if ended.code == 2:
                print(f"left out: {command}: {said.getvalue().strip()}")
    return sorted(path for path in folder.iterdir() if before.get(path) != path.stat().st_mtime_ns)


def shown(files: Iterable[Path], place: str = "", at: str = "") -> str:
    """Return the HTML for the files of a command: pictures, pages opened `at` a step, and links.

    `place` is the way from the page to the files' folder.
    """
    parts = []
    for file in filter(
        Path.is_file, files
    ):  # a film's folder of stills is shown by the text beside it
        name = escape(file.name)
        size = f"{file.stat().st_size / 1000:,.0f} kB"
        is_picture = file.suffix in SHOWN
        is_page = file.suffix == ".html"
        words = (
            f'<img src="{place}{name}" alt="{name}" loading="lazy">'
            if is_picture
            else f"{name}, {size}"
        )
        if is_page:
            parts.append(f'<iframe src="{place}{name}{at}" title="{name}" loading="lazy"></iframe>')
            words = "open in a page of its own"
        parts.append(f'<a href="{place}{name}{at if is_page else ""}">{words}</a>')
    return " ".join(parts)


def main() -> None:
    """Write the page."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    body = list[str]()
    for title, commands in sections():
        print(title, flush=True)
        body.append(f"<h2>{title}</h2>")
        for command in commands:
            if files := written(command, FOLDER):
                caption = f"<figcaption><code>visualizer {escape(command)}</code></figcaption>"
                body.append(f"<figure>{shown(files)}{caption}</figure>")
    head = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>'
        f"<style>{STYLE}</style>"
    )
    page = FOLDER / "index.html"
    page.write_text(f"{head}<h1>Gallery</h1><main>{''.join(body)}</main></html>\n", "utf-8")
    print(os.path.relpath(page))


if __name__ == "__main__":
    main()
