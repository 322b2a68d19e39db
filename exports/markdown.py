"""Markdown: decks for Marp and Slidev, with a folder of SVG files beside the text."""

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
"""The aspect ratios that both programs have by name; Marp has no others."""


def marp_deck(film: Film, pages: Sequence[Page], pictures: Sequence[str]) -> str:
    """Return the text of a deck for Marp: a picture fills each slide, and notes are comments.

    `pictures` are the paths of the pictures from the deck's folder, one for each page.
    """
    ratio = film.width / film.height
    nearest_ratio = min(ASPECT_RATIOS, key=lambda name: abs(ASPECT_RATIOS[name] - ratio))
    size = nearest_ratio.replace("/", ":")
    style = f"section {{ background: {pages[0].drawing.page or 'none'} }}"
    head = (
        f"---\nmarp: true\ntitle: {yaml_title(film)}\nsize: {size}\n"
        f"style: {format_json(style)}\n---\n\n"
    )
    slides = []
    for page, picture in zip(pages, pictures, strict=True):
        notes = escape_comment(" ".join(page.notes))
        slides.append(f"![bg contain]({picture})" + speaker_note(notes))
    return head + "\n\n---\n\n".join(slides) + "\n"


def slidev_deck(film: Film, pages: Sequence[Page], pictures: Sequence[str]) -> str:
    """Return the text of a deck for Slidev: a picture fills each slide, and notes are comments.

    `pictures` are the paths of the pictures from the deck's folder, one for each page.
    """
    head = (
        f"---\ntitle: {yaml_title(film)}\naspectRatio: {film.width:g}/{film.height:g}\n"
        "layout: none\n---\n\n"
    )
    slides = []
    for page, picture in zip(pages, pictures, strict=True):
        image = (
            f'<img src="./{picture}" alt="{escape_for_vue(page.drawing.title)}"'
            ' class="absolute inset-0 w-full h-full object-contain"'
            f' style="background: {page.drawing.page or "none"}" />'
        )
        notes = escape_comment(escape_for_vue(" ".join(page.notes)))
        slides.append(image + speaker_note(notes))
    return head + "\n\n---\nlayout: none\n---\n\n".join(slides) + "\n"


def speaker_note(words: str) -> str:
    """Return a speaker's note as a comment."""
    return f"\n\n<!--\n{words}\n-->" if words else ""


def yaml_title(film: Film) -> str:
    """Return the title of a film as a string of YAML."""
    return format_json(visible(film.title), ascii_only=False)


def escape_for_vue(words: str) -> str:
    """Escape words for HTML that Vue must not interpret."""
    return escape(visible(words)).replace("{", "&#123;")


def escape_comment(words: str) -> str:
    """Return words that cannot end a comment."""
    return re.sub("-(?=-)", "-\u2060", visible(words))


DeckText = Callable[[Film, Sequence[Page], Sequence[str]], str]


def write_deck(
    make_text: DeckText, film: Film, folder: str
) -> tuple[bytes, Iterator[tuple[str, bytes]]]:
    """Return the text of a deck, and an iterator over the names and bytes of its pictures.

    `make_text` returns the text for the deck's pages. `folder` is the name of the folder with the
    pictures, next to the deck. Each picture is made when the iterator reaches it.
    """
    pages = [*pages_of(film)]
    # The names are 001.svg, 002.svg and so on, with more digits for very many pages.
    digits = max(3, len(str(len(pages))))
    names = [f"{number:0{digits}}.svg" for number in range(1, len(pages) + 1)]
    text = make_text(film, pages, [quote(f"{folder}/{name}") for name in names])
    pictures = (
        (name, svg_of(page.drawing).encode()) for name, page in zip(names, pages, strict=True)
    )
    return text.encode(), pictures


FORMAT = tuple(
    Format(
        name,
        (f".{name}.md", ".md"),
        f"a deck for {title}: Markdown, and a folder of SVGs beside it",
        write_deck=partial(write_deck, make_text),
        folder_mark=SVG_MARK,
    )
    for name, title, make_text in (("marp", "Marp", marp_deck), ("slidev", "Slidev", slidev_deck))
)
