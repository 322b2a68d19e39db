"""Every format writes every picture, whatever its words are, into a file that its readers
understand.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import warnings
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from PIL import Image
from pypdf import PdfReader

import exports
from exports import bitmaps, dot
from exports.dot import dot_source
from tests.exports.geometry import flat, texts
from tests.exports.pictures import HOSTILE, made_up, picture_of, run_of
from tests.few import one_in
from visualizer.draw.picture.model import Picture
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.explaining.measures.graph import graph as graph_of
from visualizer.look.shapes import Stroke

SVG = "{http://www.w3.org/2000/svg}"
DOT = shutil.which("dot")
SHIPPED = {
    "dot",
    "gif",
    "graphml",
    "html",
    "json",
    "marp",
    "pdf",
    "png",
    "pptx",
    "slidev",
    "svg",
    "tex",
    "txt",
    "typst",
}
needs_dot = [
    pytest.mark.graphviz,
    pytest.mark.skipif(DOT is None, reason="Graphviz's program dot is not installed"),
]


def written(name: str, picture: Picture) -> bytes:
    """Return the picture in a format that takes pictures."""
    return exports.formats()[name].bytes_of(picture)


def hostile_graph(word: str) -> nx.DiGraph[int]:
    """Return a graph whose texts are the given one, with all the numbers there are."""
    graph: nx.DiGraph[int] = nx.DiGraph(command=word)
    graph.add_node(
        0,
        move="",
        order=0,
        value=3,
        bound="≥",
        alpha=float("-inf"),
        beta=float("inf"),
        best=1,
        score=None,
    )
    graph.add_node(
        1,
        move=word,
        order=1,
        value=2.5,
        bound="=",
        alpha=0,
        beta=float("nan"),
        best=None,
        score=1.5,
    )
    graph.add_edge(0, 1)
    return graph


def test_formats_are_found_by_file_and_each_says_what_it_is_for() -> None:
    """Each format has an ending of its own, a sentence, and one way to write a still or at least
    one for films.
    """
    found = exports.formats()

    assert [*found] == sorted(found)
    assert found.keys() >= SHIPPED
    endings = [ending for kind in found.values() for ending in kind.endings]
    shared = {ending for ending in endings if endings.count(ending) > 1}
    assert shared == {".md"}
    assert all({*kind.endings} - shared for kind in found.values())
    assert all(ending.startswith(".") for ending in endings)
    ways = [(kind.write, kind.write_graph, kind.write_drawing) for kind in found.values()]
    assert all(
        sum(way is not None for way in three) == kind.takes_stills
        and (kind.takes_stills or kind.write_film is not None or kind.write_deck is not None)
        for kind, three in zip(found.values(), ways, strict=True)
    )
    assert all(kind.about for kind in found.values())


def test_the_ending_says_the_format() -> None:
    """Endings are read in any case, and one that is not known is refused with those that are."""
    assert exports.format_of("a/b.SVG").name == "svg"
    assert exports.format_of("x.gv").name == "dot"
    with pytest.raises(
        exports.ExportError, match=r"'tree\.jpg' does not end in a known format.* \.svg"
    ):
        exports.format_of("tree.jpg")
    with pytest.raises(ValueError, match="does not end in a known format"):
        exports.format_of("svg")


@pytest.mark.parametrize("step", [0, 7, 12, 22])
def test_svg_holds_every_box_once_with_its_words(step: int) -> None:
    """At every step the SVG parses, and each box is one group with a tooltip."""
    picture = picture_of("tree", step=step)
    root = ET.fromstring(written("svg", picture))
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g")}

    assert groups.keys() - {"edges"} == {box.key for box in picture.boxes}
    assert all(
        group.find(f"{SVG}title") is not None for key, group in groups.items() if key != "edges"
    )
    assert root.findtext(f"{SVG}title") == picture.title
    assert picture.captions[0] in (root.findtext(f"{SVG}desc") or "")


def test_ids_and_tooltips_say_what_a_node_is() -> None:
    """A node that was never visited is named by its path, one below a pruned node too; folded
    nodes say both lines.
    """
    below_pruned = picture_of("tree", "[[3,[5,6]],[2,[4,[7,8]]]]", ghosts=True)

    assert {"p1.1", "p1.1.1", "p1.1.1.0"} <= {box.key for box in below_pruned.boxes}
    assert b"None" not in written("svg", below_pruned)
    folded = written("svg", picture_of("tictactoe", "X---O----", fold=30)).decode()
    assert re.search(r"<title>\d+ done, \d+ cut \(", folded)
    assert "\N{REPLACEMENT CHARACTER}" not in folded


@pytest.mark.parametrize("word", HOSTILE)
def test_svg_takes_any_words(word: str) -> None:
    """No label can break an SVG or put an element into it."""
    picture = made_up(word)
    root = ET.fromstring(written("svg", picture))
    known = {"svg", "title", "desc", "rect", "g", "line", "polygon", "circle", "text"}

    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= known
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len({*ids}) >= len(picture.boxes)


@pytest.mark.parametrize("theme", one_in(3, ["light", "dark", "mono"]))
def test_png_is_as_large_as_promised_and_shows_something(theme: str) -> None:
    """A small tree fills a slide's width or height, on the theme's page, with many colours on
    it.
    """
    picture = picture_of("tictactoe", "small", theme=theme)
    drawing = draw_picture(picture)
    image = Image.open(io.BytesIO(written("png", picture))).convert("RGB")
    scale = bitmaps.dots_per_point(drawing.width, drawing.height)

    assert abs(image.width - drawing.width * scale) <= 1
    assert abs(image.height - drawing.height * scale) <= 1
    assert abs(image.width - 1920) <= 1 or abs(image.height - 1080) <= 1
    assert image.width <= 1921
    assert image.height <= 1081
    assert (
        "#" + "".join(f"{part:02X}" for part in image.convert("RGB").crop((2, 2, 3, 3)).tobytes())
        == drawing.page
    )
    assert len(image.getcolors(image.width * image.height) or ()) > 50


def test_png_shows_its_letters() -> None:
    """Text is drawn with the bundled type: without the words the picture is another one."""
    picture = picture_of("tree")
    wordless = made_up("")

    assert written("png", made_up("word")) != written("png", wordless)
    image = Image.open(io.BytesIO(written("png", picture))).convert("L")
    title = image.crop((0, 40, image.width, 130))
    dots = title.tobytes()
    assert min(dots) < 60 < 200 < max(dots)


def test_huge_pictures_are_made_smaller_and_say_so() -> None:
    """Beyond 16,000 dots or 14,400 points the bitmap or page shrinks, with a warning in one
    sentence.
    """
    huge = made_up("move")
    wide = replace(huge, plan=replace(huge.plan, width=40_000))
    with pytest.warns(exports.ExportWarning, match="PNG is drawn at .*%"):
        image = Image.open(io.BytesIO(written("png", wide)))

    assert image.width <= bitmaps.MAX_SIDE_DOTS + 1
    with pytest.warns(exports.ExportWarning, match="PDF is drawn at .*%"):
        page = written("pdf", wide)
    assert max(float(side) for side in re.findall(rb"/MediaBox \[0 0 ([\d.]+)", page)) <= 14_400


@pytest.mark.parametrize("word", one_in(12, HOSTILE))
def test_bitmaps_and_pages_take_any_words(word: str) -> None:
    """PNG and PDF come out whatever the labels are."""
    picture = made_up(word)

    assert written("png", picture).startswith(b"\x89PNG\r\n")
    page = written("pdf", picture)
    assert page.startswith(b"%PDF-")
    assert page.rstrip().endswith(b"%%EOF")


def test_pdf_is_one_page_of_the_drawings_size_with_its_type_inside() -> None:
    """The page is as large as the drawing, the type is embedded, and the same picture is the
    same file.
    """
    picture = picture_of("tree", step=12)
    page = written("pdf", picture)
    drawing = draw_picture(picture)
    size = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page)

    assert size is not None
    assert [round(float(side)) for side in size.groups()] == [
        round(drawing.width),
        round(drawing.height),
    ]
    assert len(re.findall(rb"/Type /Page\b", page)) == 1
    assert page.count(b"/FontFile2") == 2
    assert written("pdf", picture) == page


STROKE = re.compile(rb"^([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l S$", re.MULTILINE)


def test_pdf_has_words_and_lines_in_their_places() -> None:
    """Words can be searched and copied; they stand where the drawing has them, in their size, as
    do straight lines.
    """
    drawing = draw_picture(picture_of("tree", step=12))
    page = PdfReader(io.BytesIO(written("pdf", picture_of("tree", step=12)))).pages[0]
    height = float(page.mediabox.height)
    words = []

    def visit(
        text: str,
        outer: list[float],
        inner: list[float],
        font: object,
        size: float,
    ) -> None:
        if text.strip():
            words.append(
                (
                    text.strip(),
                    round(height - inner[5] * outer[3] - outer[5]),
                    round(size * inner[3], 1),
                )
            )

    page.extract_text(visitor_text=visit)

    assert sorted(words) == sorted(
        (text.text, round(text.y), round(text.size, 1)) for text in texts(drawing.shapes)
    )
    content = page.get_contents()
    assert content is not None
    ends = [tuple(map(float, each)) for each in STROKE.findall(content.get_data())]
    lines = [shape for shape in flat(drawing.shapes) if isinstance(shape, Stroke)]
    assert {
        (
            round(x1),
            round(height - y1),
            round(x2),
            round(height - y2),
        )
        for x1, y1, x2, y2 in ends
    } >= {
        (
            round(line.x1),
            round(line.y1),
            round(line.x2),
            round(line.y2),
        )
        for line in lines
    }


@pytest.mark.parametrize("game", ["tree", "tictactoe"])
def test_dot_has_every_box_with_its_place_and_every_edge_with_its_name(game: str) -> None:
    """MAX points up, MIN down, leaves are boxes; what was pruned ends in a bar; a board is a
    table of colours.
    """
    picture = picture_of(game, fold=60)
    source = dot_source(picture)

    assert len(re.findall(r"^\tn\d+ \[", source, re.MULTILINE)) == len(picture.boxes)
    assert len(re.findall(r"^\tn\d+ -> n\d+ \[", source, re.MULTILINE)) == sum(
        box.parent_key is not None for box in picture.boxes
    )
    assert "shape=house" in source
    assert "shape=invhouse" in source
    assert "ordering=out" in source
    assert len(re.findall(r"^\tn\d+ \[.*pos=", source, re.MULTILINE)) == len(picture.boxes)
    assert game != "tree" or ("arrowhead=tee" in source and "dashed" in source)
    assert ("board [label=<<TABLE" in source) == (picture.board is not None)


@needs_dot[0]
@needs_dot[1]
@pytest.mark.parametrize("word", HOSTILE)
def test_dot_is_read_by_graphviz_with_every_word_literal(word: str) -> None:
    """Graphviz draws each label as it is: backslashes, quotes, markup and all."""
    drawn = dot.render_dot(dot_source(made_up(word)), "dot", "svg")
    root = ET.fromstring(drawn)
    texts = {
        "".join(element.itertext()).replace("\xa0", " ").strip()
        for element in root.iter(f"{SVG}text")
    }
    if word.isprintable() and len(word) < 40 and ", " not in word and "  " not in word:
        assert word.strip() in texts

    assert not list(root.iter(f"{SVG}script"))


@needs_dot[0]
@needs_dot[1]
def test_every_engine_draws_every_box() -> None:
    """Each of Graphviz's layouts has all nodes of the tree."""
    picture = picture_of("tree", step=12)
    for engine in dot.GRAPHVIZ_ENGINES:
        root = ET.fromstring(dot.render_dot(dot_source(picture), engine, "svg"))
        assert sum(group.get("class") == "node" for group in root.iter(f"{SVG}g")) == len(
            picture.boxes
        )


def test_without_graphviz_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """No program, no such engine, no such format of an engine: one clear line each."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(dot, "render_with_pygraphviz", lambda *asked: b"")

    with pytest.raises(
        exports.ExportError,
        match=r"twopi is not on the PATH: install Graphviz .*pip install pygraphviz.*built-in",
    ):
        dot.render_dot("digraph {}", "twopi", "svg")
    with pytest.raises(
        exports.ExportError, match="no engine called 'dto'; the engines are: dot neato"
    ):
        dot.render_dot("digraph {}", "dto", "svg")
    with pytest.raises(exports.ExportError, match="cannot make json; it makes: svg png pdf"):
        dot.render_dot("digraph {}", "dot", "json")


def test_where_pygraphviz_is_installed_it_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked first, in a process of its own; where it fails, the programs are asked."""
    stub = (
        "class AGraph:\n    def __init__(self, string): self.string = string\n    def "
        "draw(self, format, prog): "
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "pygraphviz.py").write_text(
        f"{stub}return f'{{prog}} {{format}} {{self.string}}'.encode()\n"
    )

    assert dot.render_dot("digraph { ≥ }", "twopi", "svg") == "twopi svg digraph { ≥ }".encode()
    (tmp_path / "pygraphviz.py").write_text("raise ImportError\n")
    assert dot.render_with_pygraphviz("digraph {}", "dot", "svg") == b""


@needs_dot[0]
@needs_dot[1]
def test_an_error_of_graphviz_becomes_a_sentence() -> None:
    """What Graphviz complains about is told in one line."""
    with pytest.raises(
        exports.ExportError, match=r"^Graphviz's dot failed: .*syntax error"
    ) as caught:
        dot.render_dot("digraph {", "dot", "svg")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("word", [*HOSTILE, "move"])
def test_graphml_round_trips_through_networkx_with_types(word: str) -> None:
    """Nodes, edges, numbers and infinities come back; what is not known is left out."""
    write = exports.formats()["graphml"].write_graph

    assert write is not None
    data = write(hostile_graph(word), made_up(word))
    again = nx.parse_graphml(data.decode(), node_type=int)
    assert [*again.edges] == [(0, 1)]
    assert again.nodes[0]["value"] == 3.0
    assert again.nodes[1]["value"] == 2.5
    assert again.nodes[0]["alpha"] == float("-inf")
    assert again.nodes[0]["order"] == 0
    assert "score" not in again.nodes[0]
    assert again.nodes[1]["score"] == 1.5
    assert b">inf<" not in data
    assert b"Infinity" in data
    types = re.findall(rb'attr.name="(\w+)" attr.type="(\w+)"', data)
    assert len(types) == len({*types}) == len({name for name, _ in types})


@pytest.mark.parametrize("word", [*HOSTILE, "move"])
def test_json_is_strict_and_round_trips_through_networkx(word: str) -> None:
    """Infinities and NaN are null, labels come back as they were."""
    write = exports.formats()["json"].write_graph

    assert write is not None
    data = json.loads(write(hostile_graph(word), made_up(word)), parse_constant=pytest.fail)
    again = nx.node_link_graph(data, edges="edges")
    assert again.nodes[0]["alpha"] is None
    assert again.nodes[1]["beta"] is None
    assert again.nodes[0]["best"] == 1
    assert again.nodes[1]["move"] == word


def test_the_graph_of_a_run_is_written_in_both_graph_formats() -> None:
    """The view of a real run is as good as any graph."""
    view = graph_of(run_of("tree"), 12)
    picture = picture_of("tree", step=12)
    for name in ("graphml", "json"):
        write = exports.formats()[name].write_graph

        assert write is not None
        assert len(write(view, picture)) > 1_000


def test_the_outline_has_a_line_for_every_box() -> None:
    """The text shows the tree with branches, signs, values, bounds, the open window and a
    legend.
    """
    picture = picture_of("tree", step=12)
    text = written("txt", picture).decode()

    assert "● ▲  ≥3  (α 3  β +∞)\n├─ ★ ▼ B (a1)  3\n│  ├─ ★ □ b1  3\n" in text
    assert "│  └─ ✕ c3  6\n" in text
    assert len(text.split("\n\n")[1].splitlines()) == len(picture.boxes)
    assert "✕ pruned: never visited" in text.splitlines()[-1]


@pytest.mark.parametrize("word", HOSTILE)
def test_the_outline_takes_any_words_and_stays_one_line_a_box(word: str) -> None:
    """No control character reaches a terminal."""
    text = written("txt", made_up(word)).decode()

    assert all(letter.isprintable() or letter == "\n" for letter in text)
    assert max(map(len, text.splitlines())) < 1_000


@pytest.mark.parametrize(
    "name",
    ["txt", "svg", "dot", *(pytest.param(name, marks=pytest.mark.slow) for name in ("pdf", "png"))],
)
def test_a_deep_tree_is_written_without_recursion(name: str) -> None:
    """A tree of 1,000 plies has an outline, a drawing and a page."""
    position = "[" * 990 + "1" + "]" * 990
    picture = picture_of("tree", position, fold=2_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", exports.ExportWarning)
        assert written(name, picture)
