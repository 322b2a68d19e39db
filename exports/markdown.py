"""Markdown: decks for Marp and Slidev, a slide for each picture; these are SVG files in a folder beside the text."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from urllib.parse import quote

from exports.format import Format
from exports.svg import SVG_MARK, svg_of
from visualizer.draw.picture.film import Film, Page, pages_of
from visualizer.searching.data_files import format_json
from visualizer.support.errors import visible

ASPECT_RATIOS = {"4/3": 4 / 3, "16/9": 16 / 9}
"""The shapes of slides that both have by name; Marp has no others."""


def marp(film: Film, pages: Sequence[Page], pictures: Sequence[str]) -> str:
    """Return a deck for Marp: pictures as backgrounds, and what is said as notes, below a line that is no setting."""
    size = min(
        ASPECT_RATIOS, key=lambda name: abs(ASPECT_RATIOS[name] - film.width / film.height)
    ).replace("/", ":")
    slides = (
        f"![bg contain]({picture})" + speaker_note(escape_comment(" ".join(page.notes)))
        for page, picture in zip(pages, pictures, strict=True)
    )
    look = f"section {{ background: {pages[0].drawing.page or 'none'} }}"
    head = f"---\nmarp: true\ntitle: {yaml_title(film)}\nsize: {size}\nstyle: {format_json(look)}\n---\n\n"
    return head + "\n\n---\n\n".join(slides) + "\n"


def slidev(film: Film, pages: Sequence[Page], pictures: Sequence[str]) -> str:
    """Return a deck for Slidev: pictures that fill their slides, and what is said as notes."""
    slides = (
        f'<img src="./{picture}" alt="{escape_for_vue(page.drawing.title)}"'
        f' class="absolute inset-0 w-full h-full object-contain" style="background: {page.drawing.page or "none"}" />'
        + speaker_note(escape_comment(escape_for_vue(" ".join(page.notes))))
        for page, picture in zip(pages, pictures, strict=True)
    )
    head = f"---\ntitle: {yaml_title(film)}\naspectRatio: {film.width:g}/{film.height:g}\nlayout: none\n---\n\n"
    return head + "\n\n---\nlayout: none\n---\n\n".join(slides) + "\n"


def speaker_note(words: str) -> str:
    """Return a speaker's note as a comment."""
    return f"\n\n<!--\n{words}\n-->" if words else ""


def yaml_title(film: Film) -> str:
    """Return the title of a film as a text of YAML."""
    return format_json(visible(film.title), ascii_only=False)


def escape_for_vue(words: str) -> str:
    """Return words as a text of HTML in which Vue works nothing out."""
    return escape(visible(words)).replace("{", "&#123;")


def escape_comment(words: str) -> str:
    """Return words that do not end a comment."""
    return re.sub("-(?=-)", "-\u2060", visible(words))


DeckText = Callable[[Film, Sequence[Page], Sequence[str]], str]


def write_deck(
    slides: DeckText, film: Film, folder: str
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
        folder_mark=SVG_MARK,
    )
    for name, title, slides in (("marp", "Marp", marp), ("slidev", "Slidev", slidev))
)
