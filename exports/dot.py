"""DOT, the language of Graphviz: the tree in our own layout (`neato -n2`), or to be laid out by Graphviz.

Its layouts are made by the library pygraphviz where that is installed, else by Graphviz's programs.
"""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from textwrap import wrap
from typing import Any

from exports.format import ExportError, Format
from exports.shapes import TYPEFACES
from visualizer.draw.boards.contents import is_worth_drawing
from visualizer.draw.boards.markup import board_table, escape_markup, markup_table
from visualizer.draw.picture.model import (
    CUT_SIGN,
    Box,
    BoxShape,
    Picture,
    Sign,
    describe_box,
    signs_after_name,
    state_sign,
)
from visualizer.draw.picture.shapes.drawing import TITLE_SCALE, legend_entries
from visualizer.draw.picture.shapes.nodes import (
    FAINT_STATES,
    NAME_ROOM,
    SIGNED_STATES,
    WINDOW_ROOM,
    edge_pen,
    outline_pen,
)
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.look.shapes import Pen
from visualizer.look.text import LETTER_WIDTH, clip_text, display_width
from visualizer.look.themes import THEMES, Theme

GRAPHVIZ_ENGINES = ("dot", "neato", "twopi", "circo", "fdp", "sfdp")
"""Layers, springs, rings around the root, circles, forces, forces for large graphs."""
ENGINE_FORMATS = ("svg", "png", "pdf")
BITMAP_DOTS = 192
"""Dots an inch of a PNG: twice what screens show, so that slides stay sharp."""
GRAPHVIZ_REMEDY = (
    "install Graphviz (apt install graphviz, brew install graphviz, winget install graphviz; see "
    "https://graphviz.org/download) or pip install pygraphviz, or leave out --engine: the built-in layout needs "
    "no other program"
)


def check_engine(engine: str, kind: str) -> None:
    """Raise ExportError if there is no such layout, or if it cannot make the format named `kind`."""
    if engine not in GRAPHVIZ_ENGINES:
        raise ExportError(
            f"there is no engine called {engine!r:.60}; the engines are: {' '.join(GRAPHVIZ_ENGINES)}"
        )
    if kind not in ENGINE_FORMATS:
        raise ExportError(
            f"the engine {engine} cannot make {kind}; it makes: {' '.join(ENGINE_FORMATS)}"
        )


def render_dot(source: str, engine: str, kind: str) -> bytes:
    """Return a picture of DOT text laid out by one of Graphviz's engines; ExportError says what is missing or wrong.

    Interrupting it ends Graphviz's program as well.
    """
    import graphviz  # needed for this only

    check_engine(engine, kind)
    if kind == "png":
        source = source.replace("{", f"{{\n\tdpi={BITMAP_DOTS}", 1)
    found = render_with_pygraphviz(source, engine, kind)
    if found:
        return found
    try:
        return bytes(graphviz.pipe(engine, kind, source.encode(), quiet=True))
    except graphviz.ExecutableNotFound as error:
        raise ExportError(
            f"Graphviz's program {engine} is not on the PATH: {GRAPHVIZ_REMEDY}"
        ) from error
    except graphviz.CalledProcessError as error:
        raise ExportError(f"Graphviz's {engine} failed: {_first_error(error.stderr)}") from error
    except OSError as error:
        raise ExportError(
            f"Graphviz's program {engine} cannot be run: {error.strerror or error}"
        ) from error


PYGRAPHVIZ_PROGRAM = """
import sys
import pygraphviz
graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
sys.stdout.buffer.write(graph.draw(format=sys.argv[2], prog=sys.argv[1]))
"""


def render_with_pygraphviz(source: str, engine: str, kind: str) -> bytes:
    """Return the picture as drawn by pygraphviz; empty if that is not installed, cannot be loaded or fails.

    It runs in a process of its own, which Ctrl-C ends and whose messages are dropped.
    """
    if find_spec("pygraphviz") is None:
        return b""
    command = [sys.executable, "-P", "-c", PYGRAPHVIZ_PROGRAM, engine, kind]
    done = subprocess.run(command, input=source.encode(), capture_output=True, check=False)  # noqa: S603  it is ours
    return b"" if done.returncode else done.stdout


def _first_error(words: bytes | str | None) -> str:
    """Return the first error that Graphviz printed."""
    if isinstance(words, bytes):
        text = words.decode(errors="replace")
    else:
        text = words or ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = next(
        (line for line in lines if line.startswith("Error")),
        lines[0] if lines else "it gave no reason",
    )
    return found.removeprefix("Error:").strip().rstrip(".")[:300]


POINTS_AN_INCH = 72
LEGEND_ENTRIES_PER_ROW = 4
"""Entries in a row of the legend."""
HEADING_LINE_LETTERS = 100
"""Letters of a line in the heading."""
BOARD_DISTANCE = 10
"""Distance of a board's middle from the edge of a page without room for it, in units of the text size."""
DOT_SHAPES = {
    BoxShape.MAX: "house",
    BoxShape.MIN: "invhouse",
    BoxShape.CHANCE: "ellipse",
    BoxShape.LEAF: "box",
    BoxShape.FOLDED: "trapezium",
}


def write(picture: Picture) -> bytes:
    """Return the picture as a DOT file."""
    return dot_source(picture).encode()


def dot_source(picture: Picture) -> str:
    """Return the picture as DOT text; every label is taken literally by Graphviz."""
    from graphviz import Digraph  # needed for this format only

    theme = THEMES[picture.theme]
    size = picture.plan.size
    words = {"fontname": TYPEFACES[picture.font].family, "fontsize": f"{size:g}", "margin": "0.02"}
    edges = {
        "arrowhead": "none",
        "fontname": TYPEFACES[picture.font].family,
        "fontsize": f"{size:g}",
    }
    graph = Digraph(
        "tree", graph_attr=_page_attributes(picture, theme), node_attr=words, edge_attr=edges
    )
    names = {box.key: f"n{number}" for number, box in enumerate(picture.boxes)}
    for box in picture.boxes:
        graph.node(names[box.key], **_node_attributes(box, picture, theme))
    places = {box.key: box.y for box in picture.boxes}
    crossing = [
        box for box in picture.boxes if box.above and places[box.above] < picture.horizon <= box.y
    ]
    if crossing:
        _add_horizon(graph, picture, theme)
        graph.edge(names[crossing[0].above or ""], "horizon", style="invis")
    for box in picture.boxes:
        if box.above:
            if box in crossing:
                longer = {"minlen": "2"}
            else:
                longer = {}
            graph.edge(
                names[box.above], names[box.key], **_edge_attributes(box, picture, theme), **longer
            )
    if crossing:
        graph.edge(names[crossing[-1].above or ""], "beyond", style="invis")
    dotted = {
        "style": "dotted",
        "arrowhead": "vee",
        "constraint": "false",
        "color": theme.lines["orange"],
    }
    for box in picture.boxes:
        if box.answered_from:
            graph.edge(names[box.key], names[box.answered_from], **dotted)
    if picture.board is not None and is_worth_drawing(picture.board.board):
        plan = picture.plan
        if plan.board.width:
            area = plan.board
        else:
            area = replace(plan.tree, x=plan.width, width=2 * BOARD_DISTANCE * size)
        middle = _position(area.x + area.width / 2, area.y + area.height / 2, picture)
        label = board_table(picture.board.board, picture.board.words, theme, size)
        graph.node("board", label=label, shape="plain", pos=middle)
    return str(graph.source)


def _add_horizon(graph: Any, picture: Picture, theme: Theme) -> None:
    """Draw the line below which noisy moves alone are searched; Graphviz's layouts give it a rank of its own."""
    left = picture.plan.tree.x
    width = picture.plan.tree.width
    begin, end = (_position(x, picture.horizon, picture) for x in (left, left + width))
    graph.node("horizon", pos=begin, shape="plain", fontcolor=theme.faint)
    graph.node("beyond", pos=end, shape="point", width="0.01", style="invis")
    graph.edge("horizon", "beyond", style="dotted", color=theme.faint, constraint="false")
    graph.body.append("\t{rank=same; horizon; beyond}\n")


def literal_label(*lines: str) -> str:
    r"""Return lines as one label in which backslashes and `<...>` mean themselves.

    >>> print(literal_label("a\\b", "<i>"))
    a\\b\n<i>
    """
    from graphviz import escape, nohtml

    literal: str = nohtml("\\n".join(escape(line) for line in lines))
    return literal


def _page_attributes(picture: Picture, theme: Theme) -> dict[str, str]:
    return {
        "label": _heading_markup(picture, theme),
        "labelloc": "t",
        "labeljust": "l",
        "ordering": "out",
        "root": "n0",
        "ranksep": "0.6",
        "nodesep": "0.15",
        "bgcolor": "transparent" if picture.transparent else theme.page,
        "fontcolor": theme.text,
        "fontname": TYPEFACES[picture.font].family,
        "fontsize": f"{picture.plan.size:g}",
        "outputorder": "edgesfirst",
        "overlap": "false",
        "splines": "line",
    }


def _pen_attributes(pen: Pen) -> dict[str, str]:
    return {"color": pen.colour, "penwidth": f"{pen.width:.2g}"}


def _position(x: float, y: float, picture: Picture) -> str:
    """Return a position for Graphviz, in points from the lower left corner."""
    return f"{x:.1f},{picture.plan.height - y:.1f}"


def _node_attributes(box: Box, picture: Picture, theme: Theme) -> dict[str, str]:
    """Return a node's attributes; it is as large as in our own drawing, with its window as a line within it."""
    size = picture.plan.size
    state = box.drawn_as
    look = STATE_LOOKS[state]
    window = _window_lines(box, size)
    height = box.height + (len(window) + 0.5 * (len(window) > 1)) * WINDOW_ROOM * size
    width = max([box.width, *((display_width(line) + 1) * LETTER_WIDTH * size for line in window)])
    full = f"{theme.level};{min(0.99, box.level):.2f}:" if box.level else ""
    if box.shape is BoxShape.LEAF:
        rounded = ["rounded"]
    else:
        rounded = []
    return {
        "label": literal_label(*_node_lines(box, size)),
        "tooltip": literal_label(describe_box(box)),
        "pos": _position(box.x, box.y + height / 2, picture),
        "shape": DOT_SHAPES[box.shape],
        "style": ",".join([*rounded, "filled", *([look.line] if look.line != "solid" else [])]),
        "fillcolor": theme.page if box.is_ghost else f"{full}{theme.fills[look.hue]}",
        "fontcolor": theme.faint if state in FAINT_STATES or box.is_ghost else theme.text,
        "width": f"{width / POINTS_AN_INCH:.3f}",
        "height": f"{height / POINTS_AN_INCH:.3f}",
        "fixedsize": "shape",
        **_pen_attributes(outline_pen(box, theme, size)),
    }


def _window_lines(box: Box, size: float) -> list[str]:
    """Return a node's window, in two lines where it is wide."""
    if box.window is None:
        return []
    words = box.window.words
    if display_width(words) * LETTER_WIDTH * size > box.room:
        return [part for part in box.window.parts if part]
    return [words]


def _node_lines(box: Box, size: float) -> list[str]:
    """Return the lines of a node: its value with its signs, and its window where the outline is widest."""
    if box.shape is BoxShape.FOLDED:
        first, *others = map(clip_text, box.lines)
        return [f"{STATE_LOOKS[State.CURRENT].glyph} {first}" if box.running else first, *others]
    words = [" ".join(filter(None, (clip_text(box.value), *_signs(box))))]
    if box.shape is BoxShape.MIN:
        return [*_window_lines(box, size), *words]
    return [*words, *_window_lines(box, size)]


def _signs(box: Box) -> Iterator[str]:
    """Yield the signs behind a value: of the node's state, and of a cut."""
    is_left_out = box.state is State.PRUNED and not box.is_ghost
    if box.state in SIGNED_STATES or is_left_out:
        yield state_sign(box.state).glyph
    if box.is_cut and box.state is not State.CUT:
        yield CUT_SIGN.glyph


def _edge_attributes(lower: Box, picture: Picture, theme: Theme) -> dict[str, str]:
    """Return an edge's attributes, with the name of the move; an edge to a pruned node ends in a bar."""
    size = picture.plan.size
    named = {}
    if lower.move and lower.room:
        place = _position(lower.x, lower.head + NAME_ROOM * size / 2, picture)
        named = {
            "label": literal_label(clip_text(lower.move + signs_after_name(lower.signs))),
            "lp": place,
            "fontcolor": theme.text,
        }
    state = lower.drawn_as
    pen = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, size)
    if lower.on_best_line:
        return {**named, **_pen_attributes(pen), "style": "bold"}
    is_left_out = state is State.PRUNED and not lower.is_ghost
    return {**named, **_pen_attributes(pen), "style": pen.line} | (
        {"arrowhead": "tee"} if is_left_out else {}
    )


def _heading_markup(picture: Picture, theme: Theme) -> str:
    """Return title, captions and legend as one table, which every engine puts above the tree."""
    head = (picture.subtitle, *picture.captions, picture.upper)
    title = escape_markup(clip_text(picture.title, 200))
    lines = [
        escape_markup(line)
        for words in head
        for line in wrap(clip_text(words, 400), HEADING_LINE_LETTERS)
    ]
    large = f"{picture.plan.size * TITLE_SCALE:g}"
    rows = [f'<FONT POINT-SIZE="{large}"><B>{title or " "}</B></FONT>', *lines]
    if picture.legend:
        entries = _legend_cells(picture, theme)
    else:
        entries = []
    if entries:  # as rows of the heading Graphviz would stretch them to its width
        entries += ["<TD></TD><TD></TD>"] * (
            -len(entries) % LEGEND_ENTRIES_PER_ROW if len(entries) > LEGEND_ENTRIES_PER_ROW else 0
        )
        filled = [
            "".join(entries[first : first + LEGEND_ENTRIES_PER_ROW])
            for first in range(0, len(entries), LEGEND_ENTRIES_PER_ROW)
        ]
        rows.append(markup_table(filled, 'CELLSPACING="3"'))
    cells = [f'<TD ALIGN="LEFT">{row}</TD>' for row in rows]
    return "<" + markup_table(cells, 'CELLSPACING="2"') + ">"


def _legend_cells(picture: Picture, theme: Theme) -> list[str]:
    """Return the entries of the legend as cells of a table: only what occurs."""
    shapes = {box.shape for box in picture.boxes}
    rows = [
        (shape.sign, f"{shape}", "grey", "solid")
        for shape in (BoxShape.MAX, BoxShape.MIN)
        if shape in shapes
    ]
    for sign, words in legend_entries(picture):
        if isinstance(sign, State):
            rows.append(
                (STATE_LOOKS[sign].glyph, words, STATE_LOOKS[sign].hue, STATE_LOOKS[sign].line)
            )
        elif not isinstance(sign, Sign):
            rows.append((sign, words, "grey", "solid"))
    return [
        f'<TD BORDER="1" STYLE="{line}" COLOR="{theme.lines[hue]}" BGCOLOR="{theme.fills[hue]}">{glyph}</TD>'
        f'<TD ALIGN="LEFT">{escape_markup(word)}  </TD>'
        for glyph, word, hue, line in rows
    ]


FORMAT = Format(
    "dot",
    (".dot", ".gv"),
    "Graphviz's language: neato -n2 keeps our layout, and any other engine makes its own",
    write,
)
