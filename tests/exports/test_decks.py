"""Films as decks for LaTeX and for slides, and as GIFs: read by other programs, whatever the
words are.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops, ImageStat
from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE
from pypdf import PdfReader

import exports
from exports import bitmaps, tex
from exports.shapes import page_layers, ungrouped_shapes
from tests.exports.pictures import HOSTILE, made_up, run_of
from tests.few import one_in
from tests.films import film_of_run
from visualizer.draw.picture.film import Film, Frame, pages_of
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.look.shapes import Text

LATEX = shutil.which("pdflatex")
OFFICE = shutil.which("soffice")


@cache
def film() -> Film:
    """Return the film of the best-known tree, with a title page and a last page."""
    return film_of_run(run_of("tree", "aima-5.2"), options=PictureOptions(cover=True))


def made_up_film(word: str) -> Film:
    """Return a film of two pictures all of whose words are the given one."""
    frames = [
        Frame(made_up(word, width=1300), 0, 0, word, word),
        Frame(made_up("move"), 1, 1, word, ""),
    ]
    return Film(
        word,
        word,
        1300,
        800,
        2,
        lambda: iter(frames),
        cover=True,
    )


@cache
def deck_of(name: str) -> bytes:
    """Return the film in a format."""
    return exports.formats()[name].film_of(film())


def test_layers_draw_each_page_again() -> None:
    """The shapes of a page's layers, from back to front, are the page's shapes, though most are
    stored once.
    """
    drawings = [page.drawing for page in pages_of(film())]
    found = page_layers([drawing.shapes for drawing in drawings])
    for number, drawing in enumerate(drawings):
        again = [shape for pages, shapes in found if number in pages for shape in shapes]

        assert {*map(id, again)} <= {
            *map(id, (s for d in drawings for s in ungrouped_shapes(d.shapes)))
        }
        assert {*again} == {*ungrouped_shapes(drawing.shapes)}
    stored = sum(len(shapes) for _, shapes in found)

    assert stored < sum(len([*ungrouped_shapes(drawing.shapes)]) for drawing in drawings) / 2


def balanced(text: str) -> bool:
    """Say whether the braces of TeX that are not escaped pair up."""
    depth = 0
    for brace in re.findall(r"\\.|([{}])", re.sub(r"(?<!\\)%.*", "", text)):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        if depth < 0:
            return False
    return depth == 0


def test_a_tex_film_has_every_slide_and_every_look() -> None:
    """Each page is a slide of the deck, each look is defined, and each step's sentence is a
    note.
    """
    text = deck_of("tex").decode()
    pages = [*pages_of(film())]
    used = {
        int(end)
        for slides in re.findall(r"\\only<([\d,-]+)>", text)
        for end in re.findall(r"\d+", slides)
    }

    assert used
    assert max(used) == len(pages)
    assert text.count(r"\begin{frame}") == 1
    assert {*re.findall(r"\\(?:path|node)\[(s\d+)\]", text)} == {
        *re.findall(r"(s\d+)/\.style", text)
    }
    assert {*re.findall(r"[=](c\d+)", text)} == {*re.findall(r"definecolor\{(c\d+)\}", text)}
    assert text.count(r"\note<") == len(pages) - 2
    assert "Cut at C" in text
    assert balanced(text)
    assert len(text) < 60_000


@pytest.mark.parametrize("word", HOSTILE)
def test_no_word_is_a_command_of_tex(word: str) -> None:
    """Whatever the labels are, the file has its own commands and no other, and its braces pair
    up.
    """
    plain = exports.formats()["tex"].bytes_of(made_up("move")).decode()
    ours = " ".join(
        [deck_of("tex").decode(), plain, *tex.TEX_ESCAPES.values(), *tex.TEX_SIGNS.values()]
    )
    known = {*re.findall(r"\\[a-zA-Z]+", ours)}
    still = exports.formats()["tex"].bytes_of(made_up(word)).decode()
    film_text = exports.formats()["tex"].film_of(made_up_film(word)).decode()
    for whole in (still, film_text):
        title, text = whole.split("\n", 1)

        assert title.startswith("% ")
        assert balanced(text)
        assert {*re.findall(r"\\[a-zA-Z]+", text)} <= known | {"\\other"}
        assert r"\begin{document}" in text
        assert text.endswith("\\end{document}\n")


def test_words_are_escaped_for_tex() -> None:
    """Commands, comments, cells, indices and groups are letters; what the type may not have is
    marked.
    """
    assert tex.escape_tex(r"\input{x}") == r"\textbackslash{}input\{x\}"
    assert tex.escape_tex("5%&a_b^c~d#$") == r"5\%\&a\_b\textasciicircum{}c\textasciitilde{}d\#\$"
    assert tex.escape_tex("α ≥ 石\n") == r"\maths{\alpha}~\maths{\geq}~\other{石}\other{�}"
    assert tex.escape_tex("a--b") == "a{-}{-}b"


@pytest.mark.latex
@pytest.mark.skipif(LATEX is None, reason="pdflatex is not installed")
@pytest.mark.slow
def test_latex_makes_a_page_of_each_slide(tmp_path: Path) -> None:
    """What is written compiles, hostile words and all, to as many pages as the film has."""
    for name, made in (
        ("deck", film()),
        *((f"hostile{number}", made_up_film(w)) for number, w in enumerate(HOSTILE)),
    ):
        (tmp_path / f"{name}.tex").write_bytes(exports.formats()["tex"].film_of(made))
        command = [str(LATEX), "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )

        assert done.returncode == 0, done.stdout[-2_000:]
        assert f"({len([*pages_of(made)])} page" in done.stdout.decode(errors="replace")


def test_a_still_needs_no_class_beyond_those_of_latex() -> None:
    """A still is an article whose page is its picture; nothing has to be installed beyond base
    LaTeX and TikZ.
    """
    still = exports.formats()["tex"].bytes_of(made_up("move")).decode()
    packages = {
        name
        for names in re.findall(r"\\usepackage(?:\[.*\])?{([^}]*)}", still)
        for name in names.split(",")
    }
    optional = {"lmodern", "fontspec", "DejaVuSansMono"}

    assert "\\documentclass{article}" in still
    assert "standalone" not in still
    assert packages - optional == {"iftex", "fontenc", "fix-cm", "textcomp", "amssymb", "tikz"}


@pytest.mark.latex
@pytest.mark.skipif(LATEX is None, reason="pdflatex is not installed")
@pytest.mark.slow
def test_latex_makes_a_page_of_a_still_as_large_as_the_drawing(tmp_path: Path) -> None:
    """What is written compiles, hostile words and all, to one page of the size of the picture."""
    for number, word in enumerate(("move", *HOSTILE)):
        picture = made_up(word)
        (tmp_path / f"{number}.tex").write_bytes(exports.formats()["tex"].bytes_of(picture))
        command = [str(LATEX), "-interaction=nonstopmode", "-halt-on-error", f"{number}.tex"]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )

        assert done.returncode == 0, done.stdout[-2_000:]
        (page,) = PdfReader(tmp_path / f"{number}.pdf").pages
        size = float(page.mediabox.width), float(page.mediabox.height)
        assert size == pytest.approx((picture.plan.width, picture.plan.height), abs=0.1)


def test_slides_hold_shapes_and_words_with_the_sentence_in_the_notes() -> None:
    """Each page is a slide of the film's size, with a title; a node is a group that says what it
    is.
    """
    deck = Presentation(io.BytesIO(deck_of("pptx")))
    pages = [*pages_of(film())]

    assert len(deck.slides) == len(pages)
    assert deck.slide_width == 960 * 12_700
    assert deck.slide_height == 540 * 12_700
    for slide, page in zip(deck.slides, pages, strict=True):
        ids = [
            int(element.get("id"))
            for element in slide.element.iter()
            if element.tag.endswith("}cNvPr")
        ]

        assert len(ids) == len({*ids})
        assert slide.shapes.title is not None
        assert slide.shapes.title.text
        if slide.has_notes_slide:
            notes = slide.notes_slide.notes_text_frame.text
        else:
            notes = ""
        assert tuple(notes.split("\n")) == page.notes or not page.notes
    last = deck.slides[-2]
    groups = [shape for shape in last.shapes if shape.shape_type == MSO_SHAPE_TYPE.GROUP]
    words = [
        shape.text_frame.text for group in groups for shape in group.shapes if shape.has_text_frame
    ]
    assert len(groups) == 13
    assert {"3", "12", "14"} <= {*words}
    assert all(group._element.nvGrpSpPr.cNvPr.get("descr") for group in groups)


def test_each_page_has_a_title_of_its_own() -> None:
    """Slides, with a cover or without, and the pictures of a folder tell their titles apart,
    without control signs.
    """
    for made in (
        film(),
        replace(film(), cover=True),
        replace(film(), title="a long title " * 12, cover=True),
    ):
        slides = Presentation(io.BytesIO(exports.formats()["pptx"].film_of(made))).slides
        titles = [slide.shapes.title.text_frame.text for slide in slides]

        assert len({*titles}) == len(titles) > 3
        assert titles == [page.drawing.title for page in pages_of(made)]
        assert all(title.isprintable() for title in titles)
        heights = [slide.shapes.title.top + slide.shapes.title.height for slide in slides]
        assert all(height <= 0 for height in heights), (
            "a title is heard and listed, and does not hide what is drawn"
        )
    files = [data.decode() for _, data in exports.formats()["svg"].files_of(film())]
    named = [re.findall(r'<title id="title">(.*?)</title>', text)[0] for text in files]

    assert named == [frame.picture.full_title for frame in film()]
    assert len({*named}) == len(named)
    pdf = PdfReader(io.BytesIO(exports.formats()["pdf"].film_of(film())))
    assert pdf.metadata is not None
    assert pdf.metadata.title == film().title


def test_what_is_said_is_one_text() -> None:
    """However many lines a sentence has on the page, on the slide it is one text that can be
    edited.
    """
    step = film_of_run(
        run_of("tree", "aima-5.2"), lambda _: [12], PictureOptions(page="4:3", text_size=18)
    )
    drawn = [shape.text for shape in next(pages_of(step)).drawing.shapes if isinstance(shape, Text)]
    begin = next(number for number, text in enumerate(drawn) if text.startswith("step 12 of 22:"))
    lines = drawn[begin : begin + 2]
    slide = Presentation(io.BytesIO(exports.formats()["pptx"].film_of(step))).slides[0]
    said = [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]

    assert any(text.startswith("\v".join(lines)) for text in said)
    assert not {*lines} & {*said}


def test_shapes_of_slides_stand_where_they_do_on_the_page() -> None:
    """Everything on a slide lies within it, but for its title, and a node's outline has its
    place and size.
    """
    deck = Presentation(io.BytesIO(deck_of("pptx")))
    for slide in islice(deck.slides, 1, None):
        for shape in (
            each for each in slide.shapes if each.shape_id != slide.shapes.title.shape_id
        ):
            assert shape.left >= 0
            assert shape.left + shape.width <= deck.slide_width + 200_000
            assert shape.top >= 0
            assert shape.top + shape.height <= deck.slide_height
    frame = next(iter(film()))
    root = frame.picture.boxes[0]
    group = next(shape for shape in deck.slides[1].shapes if shape.name == root.key)
    outline = group.shapes[0]

    assert abs(outline.left / 12_700 - (root.x - root.width / 2)) < 0.01
    assert abs(outline.width / 12_700 - root.width) < 0.01
    assert abs(outline.height / 12_700 - root.height) < 0.01


@pytest.mark.parametrize("word", one_in(3, HOSTILE))
def test_slides_take_any_words(word: str) -> None:
    """A deck reads back whatever its labels are."""
    deck = Presentation(io.BytesIO(exports.formats()["pptx"].film_of(made_up_film(word))))
    assert len(deck.slides) == 4


def test_slides_are_as_small_as_programs_open() -> None:
    """A page longer than 56 inches is made smaller, and that is said with what helps."""
    wide = replace(film(), width=9_600, cover=False)
    with pytest.warns(exports.ExportWarning, match=r"deck is drawn at 42%.* 4,032 points.*folding"):
        deck = Presentation(io.BytesIO(exports.formats()["pptx"].film_of(wide)))

    assert deck.slide_width == 4_032 * 12_700


def test_without_its_library_slides_say_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where python-pptx is missing, one sentence names the extra."""
    monkeypatch.setitem(sys.modules, "pptx", None)
    with pytest.raises(
        exports.ExportError,
        match=r"python-pptx, which is not installed: install it with pip install python-pptx",
    ):
        exports.formats()["pptx"].film_of(film())


def by_libreoffice(deck: bytes, kind: str, folder: Path) -> bytes:
    """Return what LibreOffice makes of a deck in another format."""
    (folder / "deck.pptx").write_bytes(deck)
    command = [
        str(OFFICE),
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        "--headless",
        "--convert-to",
        kind,
    ]
    subprocess.run(
        [*command, "deck.pptx"], cwd=folder, capture_output=True, check=True, timeout=120
    )
    return (folder / f"deck.{kind}").read_bytes()


def seen_from_afar(bitmap: bytes) -> Image.Image:
    """Return a picture as small as one sees it from the last row."""
    return Image.open(io.BytesIO(bitmap)).convert("RGB").resize((240, 135), Image.Resampling.BOX)


def unlike(one: Image.Image, other: Image.Image) -> float:
    """Return how far the dots of two pictures are apart, of 255 steps."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.libreoffice
@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
@pytest.mark.slow
def test_libreoffice_shows_slides_as_they_were_drawn(tmp_path: Path) -> None:
    """It makes a page of each slide, every line of words is one line there too, and a slide
    looks like the picture.
    """
    found = PdfReader(io.BytesIO(by_libreoffice(deck_of("pptx"), "pdf", tmp_path))).pages
    pages = [*pages_of(film())]

    assert len(found) == len(pages)
    for page, drawn in zip(found, pages, strict=True):
        lines = page.extract_text().splitlines()
        words = [shape.text for shape in drawn.drawing.shapes if isinstance(shape, Text)]

        assert all(any(text in line for line in lines) for text in words)
    step = film_of_run(run_of("tree", "aima-5.2"), lambda _: [12])
    slide = seen_from_afar(by_libreoffice(exports.formats()["pptx"].film_of(step), "png", tmp_path))
    same, *others = (
        seen_from_afar(bitmaps.write_png(page.drawing)) for page in [*pages_of(step), *pages[2:6]]
    )
    assert unlike(slide, same) < min(3, *(unlike(slide, other) for other in others))


def test_a_gif_has_a_frame_a_page_that_can_be_read() -> None:
    """Each page is a frame of 960 by 540 on exactly the theme's page, shown for at least a
    second, again and again.
    """
    image = Image.open(io.BytesIO(deck_of("gif")))
    pages = [*pages_of(film())]

    assert image.size == (960, 540)
    assert image.info["loop"] == 0
    durations = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        durations.append(image.info["duration"])

        assert image.convert("RGB").getpixel((1, 1)) == (255, 255, 255)
    assert len(durations) == len(pages)
    assert min(durations) >= 1_000
    assert durations[-1] >= 4_000


def typst_of(source: bytes, folder: Path) -> PdfReader:
    """Return what Typst makes of a file."""
    typst = pytest.importorskip("typst")
    (folder / "deck.typ").write_bytes(source)
    return PdfReader(io.BytesIO(typst.compile(str(folder / "deck.typ"))))


def test_a_typst_film_has_a_page_each_and_shares_shapes() -> None:
    """Every layer is defined once and shown on a page, every step's sentence is metadata, and no
    package is named.
    """
    text = deck_of("typst").decode()
    pages = [*pages_of(film())]

    assert (
        text.count("#page[") == len(pages)
        and text.count("<note>") == len(pages) - 2
        and "import" not in text
    )
    defined = re.findall(r"#let (layer-\d+)", text)
    assert len(defined) == len({*defined})
    assert {*defined} == {*re.findall(r"layer-\d+", text)}
    assert "Cut at C" in text
    assert len(text) < 60_000


@pytest.mark.parametrize("word", HOSTILE)
def test_no_word_is_a_command_of_typst(word: str) -> None:
    """Outside of its strings a file has the same words whatever the labels are."""

    def bare(source: bytes) -> set[str]:
        return {*re.findall(r"[#a-z]+", re.sub(r'"(?:\\.|[^"\\])*"', "", source.decode()))}

    formats = exports.formats()

    assert bare(formats["typst"].bytes_of(made_up(word))) == bare(
        formats["typst"].bytes_of(made_up("move"))
    )
    assert bare(formats["typst"].film_of(made_up_film(word))) == bare(
        formats["typst"].film_of(made_up_film("move"))
    )


def test_typst_draws_each_page_as_it_was_drawn(tmp_path: Path) -> None:
    """It compiles, hostile words and all, to as many pages as the film has, with all their words
    at their size.
    """
    found = typst_of(deck_of("typst"), tmp_path).pages
    pages = [*pages_of(film())]

    assert len(found) == len(pages)
    for page, drawn in zip(found, pages, strict=True):
        said = page.extract_text().replace("\u00a0", " ")

        assert all(shape.text in said for shape in drawn.drawing.shapes if isinstance(shape, Text))
        assert float(page.mediabox.width) == 960
        assert float(page.mediabox.height) == 540
    for word in HOSTILE:
        assert (
            len(typst_of(exports.formats()["typst"].film_of(made_up_film(word)), tmp_path).pages)
            == 4
        )


@pytest.mark.parametrize("name", ["marp", "slidev"])
@pytest.mark.parametrize("word", ["", *one_in(3, [*HOSTILE, "--> --- {{x}}"])])
def test_a_deck_of_markdown_has_a_slide_for_each_picture(name: str, word: str) -> None:
    """Each slide shows its SVG from the folder and ends with its notes, which no word can leave."""
    if word:
        made = made_up_film(word)
    else:
        made = film()
    write = exports.formats()[name].write_deck

    assert write is not None
    text, pictures = write(made, "of a [lecture]")
    stills = dict(pictures)
    pages = [*pages_of(made)]
    slides = text.decode().split("\n\n---\n")[1:]
    assert [*stills] == [f"{number:03}.svg" for number in range(1, len(pages) + 1)]
    if name == "marp":
        slides = [slide for slide in slides if not slide.startswith("layout")]
    assert (
        text.decode().count("of%20a%20%5Blecture%5D/") == len(pages) == text.decode().count(".svg")
    )
    notes = re.findall(r"<!--\n(.*?)\n-->", text.decode())
    body = text.decode().split("\n---\n", 1)[1]
    assert (
        len(notes)
        == body.count("<!--")
        == body.count("-->")
        == sum(bool(page.notes) for page in pages)
    )
    for still, page in zip(stills.values(), pages, strict=True):
        assert (
            ET.fromstring(still).get("viewBox")
            == f"0 0 {page.drawing.width:g} {page.drawing.height:g}"
        )
    assert "{{" not in body or name == "marp"
    if not word:
        assert any("Cut at C" in note for note in notes)
        assert b'title: "AIMA figure 5.2, MAX to move"' in text
