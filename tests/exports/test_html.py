"""A film as a page of the web: its pieces make up the pictures, nothing asks the network, words
stay words.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageStat

import exports
from exports import html, shapes
from exports.html import bare_picture
from exports.svg import svg_of
from tests.chromium import CHROMIUM, needs_chromium
from tests.colours import contrast
from tests.exports.pictures import HOSTILE
from tests.exports.test_films import film, hostile_film
from tests.films import film_of_run
from tests.processes import PATIENCE
from visualizer.draw.picture.charts.race_page import RacePage
from visualizer.draw.picture.film import Film
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.look.themes import STYLED_THEME, THEMES, style_variables
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.jumps import all_steps, read_steps

VOID = {"meta", "input", "br", "link", "img"}


class Page(HTMLParser):
    """What a parser that is not ours makes of a page: its text by tag, its attributes; its tags
    are balanced.
    """

    def __init__(self, data: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(data.decode())
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


def page_of(film: Film) -> bytes:
    """Return a film's page."""
    return exports.format_named("html").film_of(film)


def data_of(page: bytes) -> Any:
    """Return the data of a film's page."""
    (data,) = re.findall(
        r'<script type="application/json" id="film">(.*?)</script>', page.decode(), re.DOTALL
    )
    return json.loads(data)


def pictures_of(data: Any) -> list[list[int]]:
    """Return the pieces of each frame, put together as the page does."""
    shown: set[int] = set()
    frames = []
    for frame in data["frames"]:
        assert not shown & {*frame["come"]}
        assert shown >= {*frame["go"]}
        shown = (shown | {*frame["come"]}) - {*frame["go"]}
        frames.append(sorted(shown))
    return frames


def words_in(data: Any, pieces: list[int]) -> list[str]:
    """Return the words of pieces, from back to front."""
    return [
        word
        for piece in pieces
        for word in re.findall(r">([^<>]+)</text>", data["fragments"][data["pieces"][piece][0]])
    ]


def test_frames_are_made_of_pieces_that_come_and_go() -> None:
    """Put together, each frame has the words that its picture has as SVG, but for the heading."""
    whole = film("all", caption="none")
    data = data_of(page_of(whole))
    for pieces, frame in zip(pictures_of(data), whole, strict=True):
        svg = exports.format_named("svg").bytes_of(frame.picture).decode()
        drawn = re.findall(r"<text[^>]*>([^<]*)</text>", svg)

        assert sorted(words_in(data, pieces)) == sorted(drawn[2:])
        assert data["frames"][frame.last]["sentence"] == frame.sentence


def rebuilt(page: str, pieces: list[int], view: str) -> Image.Image:
    """Return the bitmap of a page's pieces, drawn by a program that is not ours."""
    data = data_of(page.encode())
    rules = "".join(re.findall(r"\.c[0-9]+\{[^}]*\}", page))
    for name, colour in re.findall(r"(--[a-z-]+):(#[0-9A-F]+);", style_variables(THEMES["light"])):
        rules = rules.replace(f"var({name})", colour)
    placed = (data["pieces"][piece] for piece in pieces)
    groups = "".join(
        f'<g transform="translate({x} {y})">{data["fragments"][place]}</g>'
        for place, x, y, _ in placed
    )
    return drawn_by_resvg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="960" '
        f'height="{view.split()[3]}" '
        f'text-anchor="middle"><style>{rules}</style><rect width="3000" height="3000" '
        f'fill="#FFFFFF"/>{groups}</svg>'
    )


def drawn_by_resvg(svg: str) -> Image.Image:
    """Return an SVG as a bitmap."""
    fonts = [str(shapes.MONO_REGULAR), str(shapes.MONO_BOLD)]
    data = resvg_py.svg_to_bytes(
        svg_string=svg,
        font_files=fonts,
        monospace_family=shapes.MONO_FAMILY,
        font_family=shapes.MONO_FAMILY,
        skip_system_fonts=True,
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def test_pieces_look_like_the_picture() -> None:
    """Put together they are the same dots as the picture as SVG: places, looks and what lies on
    top of what.
    """
    run = Run(Recipe(PositionSpec("tictactoe", None, "b2"), SearchSpec(depth=2))).finish()
    whole = film_of_run(run, all_steps)
    page = page_of(whole).decode()
    frames = pictures_of(data_of(page.encode()))
    view = re.findall(r'viewBox="([^"]*)"', page)[0]
    for number, frame in [*enumerate(whole)][::27]:
        svg = svg_of(draw_picture(replace(bare_picture(frame.picture), theme="light")))
        svg = re.sub(
            r'width="960" height="540" viewBox="[^"]*"',
            f'width="960" height="{view.split()[3]}" viewBox="{view}"',
            svg,
        )
        difference = ImageChops.difference(rebuilt(page, frames[number], view), drawn_by_resvg(svg))

        assert max(ImageStat.Stat(difference).mean) < 0.4


def test_nothing_is_asked_of_the_network() -> None:
    """No attribute and no style leads anywhere, and the page's own policy forbids it."""
    page = page_of(film())
    parsed = Page(page)

    assert not [
        value for name, value in parsed.attributes if name in ("src", "href", "action", "srcset")
    ]
    assert not re.search(rb"url\(|@import|fetch\(|XMLHttp|import\(", page)
    assert b"default-src 'none'" in page
    assert {*re.findall(rb"https?://[^\"' ]*", page)} <= {b"http://www.w3.org/2000/svg"}


def test_hostile_words_stay_words() -> None:
    """Whatever a move is called, the page has one script of its own, balanced tags, and the
    words in its data.
    """
    page = page_of(hostile_film())
    parsed = Page(page)

    assert page.count(b"<script") == 2
    assert b"alert('x')</script>" not in page
    assert parsed.texts["h1"][0].startswith("<script>alert(")
    data = data_of(page)
    assert len(data["frames"]) == len(HOSTILE)
    assert all("\x00" not in text for text in data["fragments"])
    for fragment in data["fragments"]:
        assert not re.search(r"<(?!/?(?:rect|polygon|line|circle|text)[ >/])", fragment)


@pytest.mark.parametrize("theme", THEMES)
def test_the_page_knows_the_colours_of_its_theme(theme: str) -> None:
    """Light and dark are both there to change between; mono and contrast stay what they are."""
    page = page_of(film("cuts", theme=theme)).decode()
    if theme in ("light", "dark"):
        themes = ["light", "dark"]
    else:
        themes = [theme]

    assert f'<html lang="en" data-theme="{theme}">' in page
    assert data_of(page.encode())["themes"] == themes
    assert all(
        f":root[data-theme={each}]{{{style_variables(THEMES[each])}}}" in page for each in themes
    )
    used = {*re.findall(r"var\((--[a-z-]+)\)", page)}
    assert used <= {*re.findall(r"(--[a-z-]+):", style_variables(STYLED_THEME))} | {"--in"}


def test_everything_has_a_name_and_the_sentence_is_announced() -> None:
    """Buttons and slider have names with the words that they show; the words under the picture
    are read out.
    """
    page = page_of(film()).decode()
    buttons = re.findall(r"<button[^>]*aria-label=\"([^\"]+)\"[^>]*>([^<]*)</button>", page)

    assert len(buttons) == page.count("<button") >= 10
    for name, shown in buttons:
        assert not re.search("[a-z]", shown) or shown in name
    assert all(
        'aria-label="' in each
        for each in re.findall(r"<(?:input|section|nav|svg)[^>]*>", page)
        if 'id="words"' not in each and 'id="picture"' not in each
    )
    assert '<section id="words" aria-live="polite"' in page


def declared(rule: str, name: str) -> set[str]:
    """Return the colours that a part of the style sheet gives to something."""
    return {*re.findall(rf"(?:^|[;{{]){name}:var\(--([a-z-]+)\)", rule)}


@pytest.mark.parametrize("theme", THEMES)
def test_words_beside_the_picture_can_be_read(theme: str) -> None:
    """Each colour of words has 4.5:1 on the ground that its rule names, and on the page; borders
    of focus 3:1.
    """
    colours = dict(re.findall(r"--([a-z-]+):(#[0-9A-F]{6})", style_variables(THEMES[theme])))
    rules = re.findall(r"[^{}]+\{[^{}]*\}", (html.PLAYER_FOLDER / "style.css").read_text("utf-8"))
    words = {word for rule in rules for word in declared(rule, "color")}

    assert words == {"text", "faint"}
    for rule in rules:
        for ground in declared(rule, "background") or {"page"}:
            for word in declared(rule, "color") or {"text"}:
                assert contrast(colours[word], colours[ground]) >= 4.5, rule
    assert contrast(colours["line-blue"], colours["page"]) >= 3


def test_captions_are_told_once() -> None:
    """Beside the picture stand the counts and what its captions say beyond them and the
    sentence.
    """
    runs = [
        Run(Recipe(PositionSpec("tree", "aima-5.2"), SearchSpec(name))).finish()
        for name in ("minimax", "alpha-beta")
    ]
    data = data_of(
        page_of(RacePage(runs, ("a", "b"), ("title", "", "the end"), PictureOptions()).film())
    )
    for frame in data["frames"]:
        assert frame["sentence"] not in frame["more"]
        assert "one block is" in frame["more"]


def test_a_film_is_small() -> None:
    """40 steps of 63 nodes, each with a name of its own, take less than 90 kB, with all that
    shows them.
    """
    run = Run(
        Recipe(
            PositionSpec("tree", None, "", {"branching": "2", "depth": "5"}), SearchSpec("minimax")
        )
    ).finish()
    for page in ("16:9", "fit"):
        film = film_of_run(run, read_steps("30-69"), PictureOptions(page=page, fold=100))
        assert len(page_of(film)) < 90_000


# In a browser.

PRESSES = """
<script>
const notes = [];
window.addEventListener("error", event => notes.push(event.message));
const press = key => document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const said = () => document.getElementById("where").textContent + " " + document.getElementById("sentence").textContent;
for (const key of KEYS) { press(key); notes.push(key + ": " + said()); }
location.hash = "#9";
setTimeout(() => { notes.push("#9: " + said()); document.title = JSON.stringify(notes); }, 100);
</script>
"""


def browsed(path: Path, fragment: str = "") -> str:
    """Return what a browser has made of a page."""
    command = [
        str(CHROMIUM),
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={path.parent / 'profile'}",
        "--virtual-time-budget=2000",
        "--dump-dom",
        f"{path.as_uri()}{fragment}",
    ]
    return subprocess.run(
        command, capture_output=True, check=True, timeout=PATIENCE
    ).stdout.decode()


@pytest.mark.slow
@pytest.mark.parametrize("_", [pytest.param("", marks=needs_chromium)])
def test_keys_and_fragments_move_through_the_film(tmp_path: Path, _: str) -> None:
    """`#12` opens step 12, arrow keys change step and sentence, `c` leaves the tree alone,
    nothing goes wrong.
    """
    file = tmp_path / "a.html"
    keys = ["ArrowRight", "ArrowLeft", "Home", "End", "+", "0", "t", "c"]
    file.write_bytes(page_of(film()) + PRESSES.replace("KEYS", json.dumps(keys)).encode())
    shown = browsed(file, "#12")
    notes = json.loads(re.findall(r"<title>(.*?)</title>", shown)[0].replace("&amp;", "&"))

    assert [note.split(" of ")[0] for note in notes] == [
        "ArrowRight: step 14",
        "ArrowLeft: step 12",
        "Home: step 1",
        "End: step 22",
        "+: step 22",
        "0: step 22",
        "t: step 22",
        "c: step 22",
        "#9: step 9",
    ]
    assert '<body class="alone">' in shown
    assert "Cut at C" in notes[1]
    assert "Finished" in notes[3]


@pytest.mark.slow
@pytest.mark.parametrize("_", [pytest.param("", marks=needs_chromium)])
def test_hostile_words_do_nothing_in_a_browser(tmp_path: Path, _: str) -> None:
    """They are shown; none of them runs or becomes an element of the page."""
    file = tmp_path / "a.html"
    file.write_bytes(page_of(hostile_film()))
    for number in range(len(HOSTILE)):
        shown = browsed(file, f"#{number}")

        assert shown.count("<script") == 2
        assert "<b>" not in re.sub(r"<script.*?</script>", "", shown, flags=re.DOTALL)
