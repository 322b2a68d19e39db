"""DOT, the language of Graphviz: the tree for Graphviz's own layouts and for editing by hand."""

from __future__ import annotations

from html import escape as escape_markup

from exports.format import Format
from visualizer.boards.shapes import is_worth_drawing
from visualizer.boards.text import draw as draw_board
from visualizer.look.legend import LEGEND, THEMES, State, Theme
from visualizer.look.shapes import clip
from visualizer.picture import Box, BoxShape, Edge, Picture
from visualizer.picture.edges import BEST_EDGE, PATH_EDGE
from visualizer.picture.nodes import PLAIN_WIDTH, SIGNED, WIDTHS
from visualizer.picture.sizes import MOVE, SMALL, is_above, move_reach, note_lines, part_at, width_of
from visualizer.picture.words import meaning_of, words_of

POINTS_AN_INCH = 72
FIGURE_SPACE = "\u2007"
"""As wide as a digit; Graphviz leaves out others where a line begins."""
A_ROW = 5
"""Entries in a row of the legend."""
FONT = "DejaVu Sans Mono"
SHAPES = {BoxShape.MAX: "triangle", BoxShape.MIN: "invtriangle", BoxShape.LEAF: "box", BoxShape.BADGE: "box"}


def write(picture: Picture) -> bytes:
    """Return the picture as a DOT file."""
    return source_of(picture).encode()


def source_of(picture: Picture) -> str:
    """Return the picture as DOT text; every label is taken literally by Graphviz."""
    from graphviz import Digraph  # needed for this format only

    theme = THEMES[picture.theme]
    page, words = _page(picture, theme), _words(picture)
    graph = Digraph("tree", graph_attr=page, node_attr=words, edge_attr={"arrowhead": "none"})
    names = {box.key: f"n{number}" for number, box in enumerate(picture.boxes)}
    for box in picture.boxes:
        graph.node(names[box.key], **_node(box, theme, picture.text_size))
        if box.note:
            note = f"{names[box.key]}below"
            graph.node(note, **_note(box, theme, picture.text_size))
            graph.edge(names[box.key], note, style="dotted", **_pen(State.FOLDED, 0.08 * picture.text_size, theme))
    for edge in picture.edges:
        graph.edge(names[edge.source], names[edge.target], **_edge(edge, theme, picture.text_size))
    return str(graph.source)


def label(*lines: str) -> str:
    r"""Return lines as one label in which backslashes and `<...>` mean themselves.

    >>> print(label("a\\b", "<i>"))
    a\\b\n<i>
    """
    from graphviz import escape, nohtml

    literal: str = nohtml("\\n".join(escape(line) for line in lines))
    return literal


def _page(picture: Picture, theme: Theme) -> dict[str, str]:
    return {
        "label": _heading(picture, theme),
        "labelloc": "t",
        "labeljust": "l",
        "ordering": "out",
        "root": "n0",
        "ranksep": "0.6",
        "nodesep": "0.15",
        "bgcolor": theme.page,
        "fontcolor": theme.text,
        "fontname": FONT,
        "fontsize": f"{picture.text_size:g}",
        "outputorder": "edgesfirst",
        "overlap": "false",
        "splines": "line",
    }


def _words(picture: Picture) -> dict[str, str]:
    return {"fontname": FONT, "fontsize": f"{picture.text_size * MOVE:g}", "margin": "0.02"}


def _pen(state: State, width: float, theme: Theme) -> dict[str, str]:
    return {"color": theme.lines[LEGEND[state].hue], "penwidth": f"{width:.2g}"}


def _node(box: Box, theme: Theme, size: float) -> dict[str, str]:
    """Return a node's attributes: as large as in our own drawing, the move towards the triangle's tip."""
    state = box.drawn_as
    look = LEGEND[state]
    rounded = ["rounded"] if box.shape in (BoxShape.LEAF, BoxShape.BADGE) else []
    quiet = state in (State.TO_COME, State.FOLDED, State.EARLIER)
    return {
        **({"xlabel": label(clip(box.window))} if box.window else {}),
        "label": label(*_lines(box)),
        "tooltip": label(words_of(box)),
        "shape": SHAPES[box.shape],
        "style": ",".join([*rounded, "filled", *([look.line] if look.line != "solid" else [])]),
        "fillcolor": theme.fills[look.hue],
        "fontcolor": theme.faint if quiet else theme.text,
        "labelloc": "b" if box.shape is BoxShape.MAX else "c",
        "width": f"{_width(box, size) / POINTS_AN_INCH:.3f}",
        "height": f"{box.height / POINTS_AN_INCH:.3f}",
        "fixedsize": "shape",
        **({"fontsize": f"{SMALL * size:g}"} if box.shape is BoxShape.BADGE else {}),
        **_pen(state, WIDTHS.get(state, PLAIN_WIDTH) * size, theme),
    }


def _note(box: Box, theme: Theme, size: float) -> dict[str, str]:
    """Return the attributes of what says how much is folded below a node: a small one that hangs under it."""
    return {
        "label": label(*_signed(box.note, box)), "shape": "box",
        "style": "rounded,filled,dotted", "fillcolor": theme.page, "fontcolor": theme.faint,
        "fontsize": f"{SMALL * size:g}", "width": "0.1", "height": "0.1", "margin": "0.08,0.04",
        **_pen(State.FOLDED, 0.08 * size, theme),
    }  # fmt: skip


def _width(box: Box, size: float) -> float:
    """Return a node's width: that of our own drawing, but Graphviz has no place for a move above a triangle."""
    return max(box.width, width_of(box.move, MOVE * size) / part_at(move_reach(box))) if is_above(box) else box.width


def _lines(box: Box) -> list[str]:
    """Return what is written into a node, from the top."""
    if box.shape is BoxShape.BADGE:
        return _signed(box.text, box)
    sign = [LEGEND[box.state].glyph] if box.state in SIGNED or box.state is State.PRUNED else []
    value = [" ".join([clip(box.value)] * bool(box.value) + sign)] if box.value or sign else []
    words = [clip(box.move)] * bool(box.move) + value
    return words[::-1] if box.shape is BoxShape.MIN else words


def _signed(words: str, box: Box) -> list[str]:
    """Return the lines of a note or badge, with the sign of the last event where that is in what it stands for."""
    first, *others = note_lines(words)
    return [f"{LEGEND[State.CURRENT].glyph} {first}" if box.running else first, *others]


def _edge(edge: Edge, theme: Theme, size: float) -> dict[str, str]:
    """Return an edge's attributes; the one to what was pruned ends in a bar."""
    if edge.on_best_line:
        return {**_pen(State.BEST, BEST_EDGE * size, theme), "style": "bold"}
    if edge.state in (State.OPEN, State.CURRENT):
        return _pen(State.OPEN, PATH_EDGE * size, theme)
    look = LEGEND[edge.state]
    if edge.state is State.PRUNED:
        return {**_pen(edge.state, PLAIN_WIDTH * size, theme), "style": look.line, "arrowhead": "tee"}
    colour = theme.faint if look.line == "solid" else theme.lines[look.hue]
    return {"color": colour, "penwidth": f"{PLAIN_WIDTH * size:.2g}", "style": look.line}


def _heading(picture: Picture, theme: Theme) -> str:
    """Return title, counts, board and legend as one table; Graphviz puts it above the tree, whatever the engine."""
    head = (picture.title, picture.subtitle, *picture.captions)
    title, *lines = (_markup(clip(line, 200)) for line in head)
    rows = [f'<FONT POINT-SIZE="{picture.text_size * 1.4:g}"><B>{title or " "}</B></FONT>', *filter(None, lines)]
    if picture.board is not None and is_worth_drawing(picture.board):
        drawn = draw_board(picture.board)
        rows += [_markup(line).replace(" ", FIGURE_SPACE) for line in drawn]
    entries = _entries(picture, theme)
    rows += [_table([entries[first : first + A_ROW] for first in range(0, len(entries), A_ROW)])] if entries else []
    table = "".join(f'<TR><TD ALIGN="LEFT">{row}</TD></TR>' for row in rows)
    return f'<<TABLE BORDER="0" CELLSPACING="2">{table}</TABLE>>'


def _markup(words: str) -> str:
    r"""Return words as they are written into a table; a backslash there is as special as in any label.

    >>> print(_markup(r"<b> \N"))
    &lt;b&gt; \\N
    """
    return escape_markup(words).replace("\\", "\\\\")


def _table(rows: list[list[str]]) -> str:
    """Return a table of entries, each of two cells; Graphviz would stretch a row of its own to the heading's width."""
    filled = ["".join(row) + "<TD></TD><TD></TD>" * (len(rows[0]) - len(row)) for row in rows]
    return f'<TABLE BORDER="0" CELLSPACING="3">{"".join(f"<TR>{row}</TR>" for row in filled)}</TABLE>'


def _entries(picture: Picture, theme: Theme) -> list[str]:
    """Return the legend's entries as cells of a table: only what occurs."""
    shapes = {box.shape for box in picture.boxes}
    rows = [("▲", "MAX", "grey", "solid")] if BoxShape.MAX in shapes else []
    rows += [("▼", "MIN", "grey", "solid")] if BoxShape.MIN in shapes else []
    for state in picture.states:
        look = LEGEND[state]
        rows.append((look.glyph, meaning_of(state, picture), look.hue, look.line))
    return [
        f'<TD BORDER="1" STYLE="{line}" COLOR="{theme.lines[hue]}" BGCOLOR="{theme.fills[hue]}">{glyph}</TD>'
        f'<TD ALIGN="LEFT">{escape_markup(word)}  </TD>'
        for glyph, word, hue, line in rows
    ]


FORMAT = Format("dot", (".dot", ".gv"), "Graphviz's language, for its own layouts and for editing by hand", write)
