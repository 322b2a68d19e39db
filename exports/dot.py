"""DOT, the language of Graphviz: the tree in our layout (`neato -n2`) or in one of Graphviz's own.

The library pygraphviz makes Graphviz's layouts where it is installed, else Graphviz's programs do.
"""

import subprocess
import sys
from collections.abc import Iterator, Mapping
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
"""The layouts: layers, springs, rings around the root, circles, forces, forces for large graphs."""
ENGINE_FORMATS = ("svg", "png", "pdf")
BITMAP_DOTS = 192
"""The dots per inch of a PNG: twice as many as a screen has, so that slides stay sharp."""
GRAPHVIZ_REMEDY = (
    "install Graphviz (apt install graphviz, brew install graphviz, winget install graphviz; see "
    "https://graphviz.org/download) or pip install pygraphviz, or leave out --engine: the built-in "
    "layout needs no other program"
)


def check_engine(engine: str, format_name: str) -> None:
    """Raise ExportError if an engine does not exist, or cannot make the format `format_name`."""
    if engine not in GRAPHVIZ_ENGINES:
        names = " ".join(GRAPHVIZ_ENGINES)
        raise ExportError(f"there is no engine called {engine!r:.60}; the engines are: {names}")
    if format_name not in ENGINE_FORMATS:
        raise ExportError(
            f"the engine {engine} cannot make {format_name}; it makes: {' '.join(ENGINE_FORMATS)}"
        )


def render_dot(source: str, engine: str, format_name: str) -> bytes:
    """Return DOT text as a picture in a format, laid out by one of Graphviz's engines.

    ExportError if Graphviz is missing or fails. An interrupt ends Graphviz's program as well.
    """
    import graphviz  # needed for this only

    check_engine(engine, format_name)
    # Graphviz takes the resolution of bitmaps from an attribute at the beginning of the graph.
    if format_name == "png":
        source = source.replace("{", f"{{\n\tdpi={BITMAP_DOTS}", 1)
    picture = render_with_pygraphviz(source, engine, format_name)
    if picture:
        return picture
    try:
        return bytes(
            graphviz.pipe(
                engine,
                format_name,
                source.encode(),
                quiet=True,
            )
        )
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


def render_with_pygraphviz(source: str, engine: str, format_name: str) -> bytes:
    """Return DOT text as a picture drawn by pygraphviz; b"" if the library is missing or fails.

    The library runs in a separate process, which Ctrl-C ends and whose messages are dropped.
    """
    if find_spec("pygraphviz") is None:
        return b""
    command = [sys.executable, "-P", "-c", PYGRAPHVIZ_PROGRAM, engine, format_name]
    done = subprocess.run(  # noqa: S603  it is ours
        command, input=source.encode(), capture_output=True, check=False
    )
    if done.returncode:
        return b""
    return done.stdout


def _first_error(words: bytes | str | None) -> str:
    """Return the first error in the words that Graphviz printed, without "Error:" and full stop."""
    if isinstance(words, bytes):
        text = words.decode(errors="replace")
    else:
        text = words or ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return "it gave no reason"
    error = next((line for line in lines if line.startswith("Error")), lines[0])
    return error.removeprefix("Error:").strip().rstrip(".")[:300]


POINTS_AN_INCH = 72
LEGEND_ENTRIES_PER_ROW = 4
HEADING_LINE_CHARACTERS = 100
"""The greatest number of characters in a line of the heading."""
BOARD_DISTANCE = 10
"""The distance of a board from a page without room for it, in units of the text size."""
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
    """Return the picture as DOT text, whose labels Graphviz prints as they are."""
    from graphviz import Digraph  # needed for this format only

    theme = THEMES[picture.theme]
    font = {
        "fontname": TYPEFACES[picture.font].family,
        "fontsize": f"{picture.plan.size:g}",
    }
    graph = Digraph(
        "tree",
        graph_attr=_page_attributes(picture, theme),
        node_attr={**font, "margin": "0.02"},
        edge_attr={"arrowhead": "none", **font},
    )
    names = {box.key: f"n{number}" for number, box in enumerate(picture.boxes)}
    for box in picture.boxes:
        graph.node(names[box.key], **_node_attributes(box, picture, theme))
    _add_edges(graph, names, picture, theme)
    _add_table_arrows(graph, names, picture, theme)
    _add_board(graph, picture, theme)
    return str(graph.source)


def _add_edges(graph: Any, names: Mapping[str, str], picture: Picture, theme: Theme) -> None:
    """Add the edges from parents to children, and the horizon if the picture has one.

    `names` are the names of the nodes in DOT, by the keys of their boxes.

    The horizon is a line between two plies. It connects two additional nodes, "horizon" on the left
    and "beyond" on the right.
    """
    boxes_below_horizon = _boxes_below_horizon(picture)
    # Graphviz keeps the edges in order from left to right. So the invisible edge to the left end of
    # the horizon must be the first edge, and the invisible edge to its right end the last.
    if boxes_below_horizon:
        _add_horizon(graph, picture, theme)
        graph.edge(names[boxes_below_horizon[0].parent_key or ""], "horizon", style="invis")
    for box in picture.boxes:
        if not box.parent_key:
            continue
        attributes = _edge_attributes(box, picture, theme)
        if box in boxes_below_horizon:
            # The edge spans two ranks, so that the horizon has a rank between the two plies.
            attributes["minlen"] = "2"
        graph.edge(names[box.parent_key], names[box.key], **attributes)
    if boxes_below_horizon:
        graph.edge(names[boxes_below_horizon[-1].parent_key or ""], "beyond", style="invis")


def _boxes_below_horizon(picture: Picture) -> list[Box]:
    """Return the boxes right below the horizon: their parents are above the horizon."""
    y_of_box = {box.key: box.y for box in picture.boxes}
    return [
        box
        for box in picture.boxes
        if box.parent_key and y_of_box[box.parent_key] < picture.horizon <= box.y
    ]


def _add_table_arrows(graph: Any, names: Mapping[str, str], picture: Picture, theme: Theme) -> None:
    """Add an arrow from each node whose value comes from a transposition table.

    The arrow leads to the node whose search stored the value.
    """
    for box in picture.boxes:
        if box.answered_from:
            # Without a constraint an arrow does not move the nodes.
            graph.edge(
                names[box.key],
                names[box.answered_from],
                style="dotted",
                arrowhead="vee",
                constraint="false",
                color=theme.lines["orange"],
            )


def _add_board(graph: Any, picture: Picture, theme: Theme) -> None:
    """Add the board of the picture as a table, if the board is worth drawing."""
    board = picture.board
    if board is None or not is_worth_drawing(board.board):
        return
    label = board_table(board.board, board.words, theme, picture.plan.size)
    graph.node(
        "board",
        label=label,
        shape="plain",
        pos=_board_position(picture),
    )


def _board_position(picture: Picture) -> str:
    """Return the middle of the board: in its area, or to the right of the page."""
    plan = picture.plan
    area = plan.board
    if not area.width:
        area = replace(plan.tree, x=plan.width, width=2 * BOARD_DISTANCE * plan.size)
    return _position(area.x + area.width / 2, area.y + area.height / 2, picture)


def _add_horizon(graph: Any, picture: Picture, theme: Theme) -> None:
    """Add the horizon: a line across the tree, below which only noisy moves are searched.

    Its two ends are nodes, which have a rank to themselves.
    """
    left = picture.plan.tree.x
    right = left + picture.plan.tree.width
    left_end, right_end = (_position(x, picture.horizon, picture) for x in (left, right))
    graph.node(
        "horizon",
        pos=left_end,
        shape="plain",
        fontcolor=theme.faint,
    )
    graph.node(
        "beyond",
        pos=right_end,
        shape="point",
        width="0.01",
        style="invis",
    )
    graph.edge(
        "horizon",
        "beyond",
        style="dotted",
        color=theme.faint,
        constraint="false",
    )
    graph.body.append("\t{rank=same; horizon; beyond}\n")


def literal_label(*lines: str) -> str:
    r"""Return lines as a label for Graphviz, which prints backslashes and `<...>` as they are.

    >>> print(literal_label("a\\b", "<i>"))
    a\\b\n<i>
    """
    from graphviz import escape, nohtml

    literal: str = nohtml("\\n".join(escape(line) for line in lines))
    return literal


def _page_attributes(picture: Picture, theme: Theme) -> dict[str, str]:
    """Return the attributes of the graph; its label shows title, captions and legend."""
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
    """Return the attributes for a line drawn with a pen."""
    return {"color": pen.colour, "penwidth": f"{pen.width:.2g}"}


def _position(x: float, y: float, picture: Picture) -> str:
    """Return a position for Graphviz, in points from the lower left corner."""
    return f"{x:.1f},{picture.plan.height - y:.1f}"


def _node_attributes(box: Box, picture: Picture, theme: Theme) -> dict[str, str]:
    """Return the attributes of a node.

    The node is as large as in this program's drawing, plus the room for its search window.
    """
    size = picture.plan.size
    width, height = _node_size(box, size)
    is_faint = box.drawn_as in FAINT_STATES or box.is_ghost
    return {
        "label": literal_label(*_node_lines(box, size)),
        "tooltip": literal_label(describe_box(box)),
        "pos": _position(box.x, box.y + height / 2, picture),
        "shape": DOT_SHAPES[box.shape],
        "style": _node_style(box),
        "fillcolor": _node_fill(box, theme),
        "fontcolor": theme.faint if is_faint else theme.text,
        "width": f"{width / POINTS_AN_INCH:.3f}",
        "height": f"{height / POINTS_AN_INCH:.3f}",
        "fixedsize": "shape",
        **_pen_attributes(outline_pen(box, theme, size)),
    }


def _node_size(box: Box, size: float) -> tuple[float, float]:
    """Return the width and the height of a node with its window, in points.

    `size` is the text size.
    """
    window = _window_lines(box, size)
    rows = float(len(window))
    if len(window) > 1:
        # Some room between the window's two lines and the value.
        rows += 0.5
    columns = max((display_width(line) + 1 for line in window), default=0)
    width = max(box.width, columns * LETTER_WIDTH * size)
    height = box.height + rows * WINDOW_ROOM * size
    return width, height


def _node_fill(box: Box, theme: Theme) -> str:
    """Return the fill of a node: a colour, or two colours with the share of the first.

    A box with a `level` is filled up to this share of its width, such as "#CCE5FF;0.25:#FFFFFF".
    """
    if box.is_ghost:
        return theme.page
    hue = STATE_LOOKS[box.drawn_as].hue
    if not box.level:
        return theme.fills[hue]
    # Graphviz draws nothing of a second colour whose share is 0.
    share = min(0.99, box.level)
    return f"{theme.mean_fill};{share:.2f}:{theme.fills[hue]}"


def _node_style(box: Box) -> str:
    """Return the style of a node, such as "rounded,filled,dashed": corners, fill and outline."""
    styles = ["filled"]
    if box.shape is BoxShape.LEAF:
        styles.insert(0, "rounded")
    line = STATE_LOOKS[box.drawn_as].line
    if line != "solid":
        styles.append(line)
    return ",".join(styles)


def _window_lines(box: Box, size: float) -> list[str]:
    """Return a node's window, in two lines if it is wide."""
    if box.window is None:
        return []
    words = box.window.words
    if display_width(words) * LETTER_WIDTH * size > box.move_width:
        return [part for part in box.window.parts if part]
    return [words]


def _node_lines(box: Box, size: float) -> list[str]:
    """Return the lines of text in a node.

    The outline of a MIN node is wider at the top, so its search window is above its value. In any
    other node the window is below the value.
    """
    if box.shape is BoxShape.FOLDED:
        first, *others = map(clip_text, box.lines)
        if box.has_last_event:
            first = f"{STATE_LOOKS[State.CURRENT].glyph} {first}"
        return [first, *others]
    value = " ".join(filter(None, (clip_text(box.value), *_signs(box))))
    window = _window_lines(box, size)
    if box.shape is BoxShape.MIN:
        return [*window, value]
    return [value, *window]


def _signs(box: Box) -> Iterator[str]:
    """Yield the signs after a value: of the node's state, and of a cut."""
    is_left_out = box.state is State.PRUNED and not box.is_ghost
    if box.state in SIGNED_STATES or is_left_out:
        yield state_sign(box.state).glyph
    if box.is_cut and box.state is not State.CUT:
        yield CUT_SIGN.glyph


def _edge_attributes(child: Box, picture: Picture, theme: Theme) -> dict[str, str]:
    """Return the attributes of the edge from a box's parent to the box `child`.

    An edge to a pruned node ends in a bar.
    """
    size = picture.plan.size
    attributes = {}
    if child.move and child.move_width:
        move = clip_text(child.move + signs_after_name(child.signs))
        label_y = child.incoming_edge_y + NAME_ROOM * size / 2
        attributes["label"] = literal_label(move)
        # `lp` is Graphviz's attribute for the position of a label.
        attributes["lp"] = _position(child.x, label_y, picture)
        attributes["fontcolor"] = theme.text
    pen = edge_pen(child.drawn_as, child.on_best_line, theme.name, size)
    attributes |= _pen_attributes(pen)
    if child.on_best_line:
        return {**attributes, "style": "bold"}
    attributes["style"] = pen.line
    if child.drawn_as is State.PRUNED and not child.is_ghost:
        attributes["arrowhead"] = "tee"
    return attributes


def _heading_markup(picture: Picture, theme: Theme) -> str:
    """Return title, captions and legend as a table: the label at the top of the graph."""
    title = escape_markup(clip_text(picture.title, 200)) or " "
    title_size = f"{picture.plan.size * TITLE_SCALE:g}"
    rows = [f'<FONT POINT-SIZE="{title_size}"><B>{title}</B></FONT>']
    for words in (picture.subtitle, *picture.captions, picture.breadcrumbs):
        lines = wrap(clip_text(words, 400), HEADING_LINE_CHARACTERS)
        rows += [escape_markup(line) for line in lines]
    if picture.legend:
        entries = _legend_entries(picture, theme)
        if entries:
            # A separate table: Graphviz would stretch entries to the width of the heading.
            rows.append(markup_table(_legend_rows(entries), 'CELLSPACING="3"'))
    cells = [f'<TD ALIGN="LEFT">{row}</TD>' for row in rows]
    return "<" + markup_table(cells, 'CELLSPACING="2"') + ">"


def _legend_rows(entries: list[str]) -> list[str]:
    """Return the rows of the legend; empty entries fill the last of several rows."""
    per_row = LEGEND_ENTRIES_PER_ROW
    if len(entries) > per_row:
        missing = -len(entries) % per_row
        entries = entries + ["<TD></TD><TD></TD>"] * missing
    starts = range(0, len(entries), per_row)
    return ["".join(entries[start : start + per_row]) for start in starts]


def _legend_entries(picture: Picture, theme: Theme) -> list[str]:
    """Return the entries of the legend, one for each sign that occurs in the graph.

    An entry is two cells of a table: a framed sign and its meaning.
    """
    shapes = {box.shape for box in picture.boxes}
    cells = [
        _legend_entry(shape.sign, shape, "grey", "solid", theme)
        for shape in (BoxShape.MAX, BoxShape.MIN)
        if shape in shapes
    ]
    for sign, words in legend_entries(picture):
        if isinstance(sign, State):
            look = STATE_LOOKS[sign]
            cells.append(_legend_entry(look.glyph, words, look.hue, look.line, theme))
        # Entries with a `Sign` explain signs of bounds, which a graph does not show.
        elif isinstance(sign, str):
            cells.append(_legend_entry(sign, words, "grey", "solid", theme))
    return cells


def _legend_entry(
    glyph: str,
    words: str,
    hue: str,
    line: str,
    theme: Theme,
) -> str:
    """Return an entry of the legend: a cell with a framed sign (`glyph`), and a cell with `words`.

    `hue` names the colours of the frame in the theme. `line` is solid, dashed or dotted.
    """
    colours = f'COLOR="{theme.lines[hue]}" BGCOLOR="{theme.fills[hue]}"'
    sign = f'<TD BORDER="1" STYLE="{line}" {colours}>{glyph}</TD>'
    return f'{sign}<TD ALIGN="LEFT">{escape_markup(words)}  </TD>'


FORMAT = Format(
    "dot",
    (".dot", ".gv"),
    "Graphviz's language: neato -n2 keeps our layout, and any other engine makes its own",
    write,
)
