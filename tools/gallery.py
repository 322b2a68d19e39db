"""Writes a web page with examples of each format, theme and game: `make gallery` makes gallery/index.html.

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
from visualizer.cli import main as visualizer
from visualizer.look.themes import THEMES

FOLDER = Path(__file__).parents[1] / "gallery"
AIMA = "tree -p aima-5.2 -d all"
TAK = "tak -p ordering-helps -a ordered-alpha-beta -d 3"
RACE = "compare tak -p ordering-helps -d 3"
SHOWN = (".svg", ".png", ".gif")
"""Endings of pictures that a web page can show; a page is shown in a frame, other files are links."""
STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def sections() -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of the page: a title, and commands."""
    yield "Themes", [f"export {AIMA} --step 12 --theme {theme} -O theme-{theme}.svg" for theme in THEMES]
    every = exports.formats().values()
    yield "Stills", [f"export {AIMA} --step 12 -O still{each.endings[0]}" for each in every if each.takes_stills]
    films = [each for each in every if each.write_film or each.write_deck]
    yield "Films", [f"export {AIMA} --steps all --cover -O film-{each.name}{each.endings[0]}" for each in films]
    yield "Games", [f"export {game} -d 2 --max-nodes 3000 --page 16:9 -O game-{game}.svg" for game in games.names()]
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


def written(command: str) -> list[Path]:
    """Run a command in the gallery's folder; return the files that it wrote, none if it cannot run here."""
    before = {path: path.stat().st_mtime_ns for path in FOLDER.iterdir()}
    said = io.StringIO()
    with contextlib.chdir(FOLDER), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            visualizer([*shlex.split(command), "--force"])
        except SystemExit as ended:
            if ended.code == 2:
                print(f"left out: {command}: {said.getvalue().strip()}")
    return sorted(path for path in FOLDER.iterdir() if before.get(path) != path.stat().st_mtime_ns)


def shown(command: str, files: Iterable[Path]) -> str:
    """Return the HTML for a command: its pictures, and links to its other files."""
    parts = []
    for file in files:
        name, size = escape(file.name), f"{file.stat().st_size / 1000:,.0f} kB"
        is_picture = file.suffix in SHOWN
        words = f'<img src="{name}" alt="{name}" loading="lazy">' if is_picture else f"{name}, {size}"
        parts.append(f'<iframe src="{name}" title="{name}"></iframe>' if file.suffix == ".html" else "")
        parts.append(f'<a href="{name}">{words}</a>')
    return f"<figure>{' '.join(parts)}<figcaption><code>visualizer {escape(command)}</code></figcaption></figure>"


def main() -> None:
    """Write the page."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    body = list[str]()
    for title, commands in sections():
        print(title, flush=True)
        body.append(f"<h2>{title}</h2>")
        body += [shown(command, files) for command in commands if (files := written(command))]
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>{STYLE}</style>'
    page = FOLDER / "index.html"
    page.write_text(f"{head}<h1>Gallery</h1><main>{''.join(body)}</main></html>\n", "utf-8")
    print(os.path.relpath(page))


if __name__ == "__main__":
    main()
