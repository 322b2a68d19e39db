"""Markdown: decks for Marp and Slidev, a slide for each picture; these are SVG files in a folder beside the text."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from urllib.parse import quote

from exports.format import Format
from exports.svg import MARK, svg_of
from visualizer.draw.picture.film import Film, Page, pages_of
from visualizer.searching.data_files import write_json
from visualizer.support.errors import visible

SHAPES = {"4/3": 4 / 3, "16/9": 16 / 9}
"""The shapes of slides that both have by name; Marp has no others."""


def marp(film: Film, pages: Sequence[Page], pictures: Sequence[str]) -> str:
    """Return a deck for Marp: pictures as backgrounds, and what is said as notes, below a line that is no setting."""
    size = min(SHAPES, key=lambda name: abs(SHAPES[name] - film.width / film.height)).replace(
        "/", ":"
    )
    slides = (
        f"![bg contain]({picture})" + note(commented(" ".join(page.notes)))
        for page, picture in zip(pages, pictures, strict=True)
    )
    look = f"section {{ background: {pages[0].drawing.page or 'none'} }}"
    head = f"---\nmarp: true\ntitle: {title_of(film)}\nsize: {size}\nstyle: {write_json(look)}\n---\n\n"
    return head + "\n\n---\n\n".join(slides) + "\n"


def slidev(film: Film, pages: Sequence[Page], pictures: Sequence[str]) -> str:
    """Return a deck for Slidev: pictures that fill their slides, and what is said as notes."""
    slides = (
        f'<img src="./{picture}" alt="{plain(page.drawing.title)}"'
        f' class="absolute inset-0 w-full h-full object-contain" style="background: {page.drawing.page or "none"}" />'
        + note(commented(plain(" ".join(page.notes))))
        for page, picture in zip(pages, pictures, strict=True)
    )
    head = f"---\ntitle: {title_of(film)}\naspectRatio: {film.width:g}/{film.height:g}\nlayout: none\n---\n\n"
    return head + "\n\n---\nlayout: none\n---\n\n".join(slides) + "\n"


def note(words: str) -> str:
    """Return a speaker's note as a comment."""
    return f"\n\n<!--\n{words}\n-->" if words else ""


def title_of(film: Film) -> str:
    """Return the title of a film as a text of YAML."""
    return write_json(visible(film.title), ascii_only=False)


def plain(words: str) -> str:
    """Return words as a text of HTML in which Vue works nothing out."""
    return escape(visible(words)).replace("{", "&#123;")


def commented(words: str) -> str:
    """Return words that do not end a comment."""
    return re.sub("-(?=-)", "-\u2060", visible(words))


Slides = Callable[[Film, Sequence[Page], Sequence[str]], str]


def write_deck(
    slides: Slides, film: Film, folder: str
) -> tuple[bytes, Iterator[tuple[str, bytes]]]:
    """Return a deck, and the names and bytes of its pictures, each made when it is asked for."""
    pages = [*pages_of(film)]
    names = [f"{number:0{max(3, len(str(len(pages))))}}.svg" for number in range(1, len(pages) + 1)]
    text = slides(film, pages, [quote(f"{folder}/{name}") for name in names])
    drawings = zip(names, pages, strict=True)
    return text.encode(), ((name, svg_of(page.drawing).encode()) for name, page in drawings)


FORMAT = tuple(
    Format(
        name,
        (f".{name}.md", ".md"),
        f"a deck for {title}: Markdown, and a folder of SVGs beside it",
        write_deck=partial(write_deck, slides),
        folder_mark=MARK,
    )
    for name, title, slides in (("marp", "Marp", marp), ("slidev", "Slidev", slidev))
)
