"""The contents of the site: navigation, the pages of docs/ with marks filled in, and others."""

import posixpath
import re
import shlex
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import gallery
import game_pages
import games
import man

PROJECT = Path(__file__).parents[1]
TREE = "docs/"
ROOT_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
}
"""Pages of the project's folder, and what they are on the site."""
LESSONS = [
    f"lessons/{number}.md"
    for number in range(1, len([*(PROJECT / "docs/lessons").glob("*.md")]) + 1)
]
GAMES = {
    name: f"games/{name}.md"
    for name in sorted(games.game_names(), key=lambda name: games.load_game(name).title)
}
REFERENCE = [f"reference/{name}.md" for name in ("python", "games", "searches", "formats")]
NAVIGATION = {
    "Start": ["index.md", "try.md", "gallery.md", "terminals.md"],
    "Learn": [*LESSONS, "practising.md"],
    "Use": [
        "keys.md",
        "signs.md",
        "searches.md",
        "comparing.md",
        "playing.md",
        "games-kept.md",
        "matches.md",
        "films.md",
    ],
    "Your own code": [
        "programs.md",
        "your-code.md",
        "grading.md",
        "bots.md",
        "extending.md",
        "a-larger-game.md",
        "tour.md",
        "trace.md",
        "words.md",
    ],
    "Games": ["games.md", *GAMES.values()],
    "Reference": ["commands.md", *REFERENCE, "measurements.md", "published.md"],
    "Project": [*[*ROOT_PAGES.values()][1:], "developing.md"],
}
NAMED = {"index.md": {"Home": "index.md"}}
"""Pages that the navigation calls by another name than their title."""
HIDDEN = {
    "index.md": ["navigation", "toc"],
    **{page: ["toc"] for page in ("try.md", "gallery.md", *LESSONS, *GAMES.values())},
}
"""Parts of a page that make room for wide pictures, or repeat its words."""
LINK = re.compile(
    r"```.*?^```|\[(?P<words>[^\]]*)\]\((?!\w+:|#)(?P<file>[^)\s#]+)(?P<rest>[^)]*)\)",
    re.DOTALL | re.MULTILINE,
)
"""A block of code, or a link to a file."""
SHOWN = re.compile(r"<!-- shown ?(\S*) -->\n```\n(.*?)```\n", re.DOTALL)
"""A mark, perhaps with the place to open a page at, and commands whose files are shown."""
DESCRIBED = re.compile(r"<!-- described -->\n((?:- `[\w.]+`\n)+)")
"""A list of names of which the site shows the docstrings."""


def mapped(text: str, source: str, page: str) -> str:
    """Return a page of the project with the links of the site.

    A link to a file without a page becomes its words. `source` is the path of the page in the
    project, `page` its path on the site.
    """

    def link(found: re.Match[str]) -> str:
        if found["file"] is None:
            return found[0]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), found["file"]))
        if target not in ROOT_PAGES and not target.startswith(TREE):
            return found["words"]
        there = ROOT_PAGES.get(target, target.removeprefix(TREE))
        address = posixpath.relpath(there, posixpath.dirname(page) or ".")
        return f"[{found['words']}]({address}{found['rest']})"

    return LINK.sub(link, text)


def example(folder: Path, page: str, command: str, at: str = "") -> str:
    """Run a command; return its files as Markdown with the command below, or "" if it fails."""
    files = gallery.written(command, folder)
    if not files:
        return ""
    here = posixpath.relpath(folder.name, posixpath.dirname(page) or ".")
    made = gallery.shown(files, f"{here}/", at)
    return f'<figure class="shown" markdown>\n{made}\n\n```\nvisualizer {command}\n```\n\n</figure>'


def filled(text: str, page: str, folder: Path) -> str:
    """Return a page with its marks replaced by files of commands, the gallery and docstrings."""

    def made(found: re.Match[str]) -> str:
        commands = (" ".join(shlex.split(line)[1:]) for line in found[2].splitlines())
        return "\n\n".join(example(folder, page, command, found[1]) for command in commands) + "\n"

    def pictures() -> Iterator[str]:
        for title, commands in gallery.sections():
            yield f'## {title}\n\n<div class="pictures" markdown>'
            yield from filter(None, (example(folder, page, command) for command in commands))
            yield "</div>"

    text = DESCRIBED.sub(
        lambda found: re.sub(r"- `(.*)`", r"\n::: \1\n", found[1]), SHOWN.sub(made, text)
    )
    if page == "games.md":
        text = re.sub(
            r"^\| `([\w-]+)`",
            lambda found: f"| [`{found[1]}`]({GAMES[found[1]]})",
            text,
            flags=re.MULTILINE,
        )
    mark = "<!-- gallery -->"
    if mark in text:
        return text.replace(mark, "\n\n".join(pictures()))
    return text


def commands() -> str:
    """Return the page of all commands with their options, from the same help as the manual page."""

    def paragraphs(text: str) -> str:
        return "\n\n".join(
            game_pages.words(" ".join(each.split())) for each in re.split(r"\n\s*\n", text.strip())
        )

    def table(options: Iterable[tuple[str, str]]) -> str:
        return game_pages.table(
            ("option", "what it does"), [(name, " ".join(about.split())) for name, about in options]
        )

    parts = [
        "# Commands",
        "Every command with its options; `visualizer COMMAND --help` says the same.",
    ]
    for title, group in man.commands():
        parts.append(f"## {title}")
        for each in group:
            shared = " and ".join(
                f"[a {part.lower()}](#options-of-a-{part.lower()})" for part in each.parts
            )
            example = " ".join(each.example.split()).removeprefix("Example: ")
            parts += [
                f"### {each.name}",
                f"```\nvisualizer {each.name} {each.usage}\n```",
                paragraphs(each.help),
            ]
            parts += [f"Also takes the options of {shared}." if shared else "", table(each.options)]
            parts += [f"Example:\n\n```\n{example}\n```"]
    for part, options in man.parts().items():
        parts += [f"## Options of a {part.lower()}", table(options.items())]
    return "\n\n".join(filter(None, parts)) + "\n"


def made(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the pages that are made for the site, with the files that they show in a folder."""
    for source, page in [*ROOT_PAGES.items()][1:]:
        yield page, mapped((PROJECT / source).read_text(encoding="utf-8"), source, page)
    for name, page in GAMES.items():
        yield page, game_pages.page(name, partial(example, folder, page))
    yield "commands.md", commands()
