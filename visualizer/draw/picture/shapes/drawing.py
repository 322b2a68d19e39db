"""A picture as a page of shapes, each part in its place of the page's plan."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from textwrap import wrap

from visualizer.draw.boards import shapes as boards
from visualizer.draw.picture import model
from visualizer.draw.picture.shapes.nodes import (
    SIGNED_STATES,
    UNIT_CIRCLE,
    DrawnParts,
    below_shapes,
    box_shapes,
    cut_mark,
    edge_pen,
    edge_shapes_in_order,
    sign_disc,
    state_pen,
)
from visualizer.look.legend import PRUNED_BRANCH_SIGN, PRUNED_BRANCH_WORDS, STATE_LOOKS, State
from visualizer.look.shapes import (
    CAPITAL_HEIGHT,
    Drawing,
    Group,
    Pen,
    Polygon,
    Rectangle,
    Shape,
    Stroke,
    Text,
)
from visualizer.look.text import (
    LETTER_WIDTH,
    UNBROKEN_WORD,
    clip_text,
    display_width,
    shorten_middle,
)
from visualizer.look.themes import PICTURE_THEMES, Theme

# All lengths but those in letters are in units of the text size.

PAGE_MARGIN = 1.7
TITLE_SCALE = 1.4
LINE_HEIGHT = 1.35
LEGEND_ROW = 1.6
"""Height of a row of the legend."""
LEGEND_GAP = 1.6
"""Distance between two entries of a row."""
SWATCH = 1.9
"""Width of a sample in the legend."""
SWATCH_HEIGHT = 1.15
SWATCH_GAP = 0.5
"""Distance between a sample and its words."""
MIN_FIT_PAGE_WIDTH = 46.0
"""The least width of a page that fits its tree, without margins."""
TREE_BOARD_GAP = 1.5
"""Distance between the tree and the board beside it."""
BOARD_LETTERS = 17
"""The least width of the column of a board, in letters."""
SLIDE_BOARD_SHARE = 0.27
"""The part of the width of a slide that a board takes."""
SMALL_BOARD_SHARE = 0.2
"""The part that a small board takes."""
SAME_CODE_ROW = -2
"""The number of a row of code that continues the row before."""
CODE_INDENT_LETTERS = 5
"""Where lines of code begin, in letters: their numbers come first."""
MAX_PICTURE_TEXT = 400
"""The most letters of a text in a picture."""
NO_BREAK_SPACE = "\u00a0"


def lines_in(words: str, size: float, width: float) -> list[str]:
    """Return words as lines that fit a width.

    Short formulas and hyphenated words are not broken. A dot between two parts is left out at the
    end of a line.

    >>> lines_in("alpha-beta · Name", size=1, width=8)
    ['alpha-beta', 'Name']
    """
    unbroken = UNBROKEN_WORD.sub(
        lambda word: word[0].replace(" ", NO_BREAK_SPACE), clip_text(words, MAX_PICTURE_TEXT)
    )
    lines = wrap(unbroken, letters_in(size, width), break_on_hyphens=False)
    return [line.replace(NO_BREAK_SPACE, " ").removesuffix(" ·") for line in lines]


def letters_in(size: float, width: float) -> int:
    """Return how many letters of a size fit a width, at least 8."""
    return max(8, int(width / (LETTER_WIDTH * size)))


ODDS_ENTRY = "chance: a probability on each edge"
BOUND_SETTER_ENTRY = "set the bound of this cut"
UNKNOWN_VALUE_ENTRY = "no value yet"
OPTIONAL_ENTRIES = BOUND_SETTER_ENTRY, UNKNOWN_VALUE_ENTRY
"""Entries that are left out where the legend has no room for them."""
NODE_TYPE_ENTRIES = {
    "PV": "type: its exact value counts",
    "cut": "type: one child is enough",
    "all": "type: needs all children",
}
"""Knuth and Moore's types as they are written at nodes, in words."""


def legend_rows(entries: Sequence[str], width: float, size: float) -> int:
    """Return the number of rows of a legend with these words."""
    rows = (row for row, _ in _flow_entries(entries, width, size))
    return max(rows, default=-1) + 1


def _flow_entries(entries: Sequence[str], width: float, size: float) -> Iterator[tuple[int, float]]:
    """Yield the row and the x of each entry."""
    row = 0
    x = 0.0
    for words in entries:
        entry_width = (SWATCH + SWATCH_GAP + display_width(words) * LETTER_WIDTH) * size
        if x and x + entry_width > width:
            row += 1
            x = 0.0
        yield row, x
        x += entry_width + LEGEND_GAP * size


def legend_words(
    states: Sequence[State],
    *,
    odds: bool,
    ghosts: bool,
    kinds: bool,
    all_signs: bool,
) -> Iterator[str]:
    """Yield the words of all entries that the legend may have at some step.

    Only a page with room for `all_signs` counts the optional entries.
    """
    if odds:
        yield ODDS_ENTRY
    for state in states:
        yield STATE_LOOKS[state].word
    if ghosts:
        yield PRUNED_BRANCH_WORDS
    if kinds:
        yield from NODE_TYPE_ENTRIES.values()
    if all_signs:
        yield from OPTIONAL_ENTRIES


LegendEntry = tuple[State | model.Sign | str, str]
"""A state, the sign of a bound or another sign, and its words."""


def legend_entries(picture: model.Picture) -> list[LegendEntry]:
    """Return the entries of the legend: what occurs in the picture, and the tags."""
    boxes = picture.boxes
    entries = list[LegendEntry]()
    if any(box.shape is model.BoxShape.CHANCE for box in boxes):
        entries.append(("~", ODDS_ENTRY))
    entries += [(state, STATE_LOOKS[state].word) for state in picture.states]
    if any(box.is_ghost for box in boxes):
        entries.append((PRUNED_BRANCH_SIGN, PRUNED_BRANCH_WORDS))
    if picture.kinds:
        entries += NODE_TYPE_ENTRIES.items()
    bounds = {box.bound_sign for box in boxes}
    entries += [(sign, BOUND_SETTER_ENTRY) for sign in model.BOUND_SIGNS.values() if sign in bounds]
    if any(box.value.endswith("?") for box in boxes):
        entries.append(("?", UNKNOWN_VALUE_ENTRY))
    entries += [("#", f"{clip_text(tag)} ×{count:,}") for tag, count in picture.tags]
    return entries


def fitting_legend_entries(
    picture: model.Picture, area: model.Area, size: float
) -> list[LegendEntry]:
    """Return the entries of the legend, without the optional ones where not all have room."""
    entries = legend_entries(picture)
    # The page was planned without the optional entries unless it fits its tree.
    rows = legend_rows([words for _, words in entries], area.width, size)
    if rows * LEGEND_ROW * size <= area.height + 0.1:
        return entries
    return [entry for entry in entries if entry[1] not in OPTIONAL_ENTRIES]


def legend_shapes(
    picture: model.Picture, area: model.Area, theme: Theme, size: float
) -> list[Shape]:
    """Draw the legend in its area of the page."""
    entries = fitting_legend_entries(picture, area, size)
    places = _flow_entries([words for _, words in entries], area.width, size)
    shapes = list[Shape]()
    for (sign, words), (row, across) in zip(entries, places, strict=True):
        x = area.x + across
        y = area.y + row * LEGEND_ROW * size
        if isinstance(sign, State):
            shapes += _state_swatch(sign, x, y, theme, size, is_chart=bool(picture.tiles))
        else:
            shapes += _sign_swatch(sign, x, y, theme, size)
        baseline = _swatch_baseline(y, size)
        left = x + (SWATCH + SWATCH_GAP) * size
        shapes.append(Text(left, baseline, words, size, theme.text, "start"))
    return shapes


def _swatch_baseline(y: float, size: float) -> float:
    """Return the baseline of the words beside a sample whose top is at y."""
    return y + 0.5 * (SWATCH_HEIGHT + CAPITAL_HEIGHT) * size


def _sign_swatch(
    sign: model.Sign | str,
    x: float,
    y: float,
    theme: Theme,
    size: float,
) -> list[Shape]:
    """Draw the sample of a sign that is no state's."""
    middle_x = x + SWATCH * size / 2
    middle_y = y + SWATCH_HEIGHT * size / 2
    if isinstance(sign, model.Sign):
        return sign_disc(middle_x, middle_y, sign, theme, size)
    if sign == "~":
        half_width = SWATCH / 2 * size
        half_height = SWATCH_HEIGHT / 2 * size
        points = tuple(
            (middle_x + half_width * across, middle_y + half_height * down)
            for across, down in UNIT_CIRCLE
        )
        return [Polygon(points, "", state_pen(State.OPEN, theme.name, size))]
    if sign == PRUNED_BRANCH_SIGN:
        return [_swatch_box(x, y, "", state_pen(State.PRUNED, theme.name, size), size)]
    colour = theme.faint if sign == "#" else theme.text
    return [Text(middle_x, _swatch_baseline(y, size), sign, size, colour)]


def _swatch_box(
    x: float,
    y: float,
    fill: str,
    pen: Pen,
    size: float,
) -> Rectangle:
    """Draw a small box with its upper left corner at a place."""
    radius = round(0.35 * size, 2)
    return Rectangle(x, y, SWATCH * size, SWATCH_HEIGHT * size, fill, pen, radius)


def _state_swatch(
    state: State,
    x: float,
    y: float,
    theme: Theme,
    size: float,
    *,
    is_chart: bool,
) -> list[Shape]:
    """Draw a small box with the look of a state; in trees, for pruned nodes, a cut edge."""
    if state is State.PRUNED and not is_chart:
        left = complex(x, y + SWATCH_HEIGHT * size / 2)
        pen = edge_pen(state, False, theme.name, size)
        return cut_mark(left, left + SWATCH * size, pen, theme, size)
    fill = theme.fills[STATE_LOOKS[state].hue]
    shapes: list[Shape] = [_swatch_box(x, y, fill, state_pen(state, theme.name, size), size)]
    if state in SIGNED_STATES and not is_chart:
        middle_x = x + SWATCH * size / 2
        middle_y = y + SWATCH_HEIGHT * size / 2
        shapes += sign_disc(middle_x, middle_y, model.state_sign(state), theme, size)
    return shapes


TILE_LINE_WIDTH = 0.07
"""Width of the outlines of tiles."""


def draw_picture(picture: model.Picture, drawn: DrawnParts | None = None) -> Drawing:
    """Return the page of a picture.

    `drawn` holds the previous picture of a film, all in one theme and size, and is updated.
    """
    theme = PICTURE_THEMES[picture.theme]
    plan = picture.plan
    # Titles, captions and legend may be larger than the words of the tree.
    size = picture.plan.size * plan.larger
    shapes = [*_heading_shapes(picture, theme, size)]
    if picture.board is not None and plan.board.width:
        shapes += _board_shapes(picture.board, plan, theme)
    if picture.code is not None:
        shapes += _code_shapes(picture.code, plan, theme)
    shapes += _tree_shapes(picture, theme, drawn or DrawnParts())
    shapes += [_chart_tile(tile, theme.name, plan.size) for tile in picture.tiles]
    shapes += [_chart_label(label, theme.name, plan.size) for label in picture.labels]
    shapes += _horizon_shapes(picture, theme, size)
    shapes += _caption_shapes(picture, theme, size)
    if picture.legend:
        shapes += legend_shapes(picture, plan.legend, theme, size)
    words = [clip_text(words, MAX_PICTURE_TEXT) for words in (picture.subtitle, *picture.captions)]
    return Drawing(
        width=plan.width,
        height=plan.height,
        page="" if picture.transparent else theme.page,
        title=clip_text(picture.full_title, MAX_PICTURE_TEXT),
        words="; ".join(filter(None, words)),
        shapes=tuple(shapes),
        font=picture.font,
    )


def _heading_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write title and subtitle."""
    area = picture.plan.heading
    y = area.y
    title_size = TITLE_SCALE * size
    for line in lines_in(picture.title, title_size, area.width):
        yield Text(area.x, y + title_size, line, title_size, theme.text, "start", bold=True)
        y += LINE_HEIGHT * TITLE_SCALE * size
    for line in lines_in(picture.subtitle, size, area.width):
        yield Text(area.x, y + size, line, size, theme.faint, "start", bold=False)
        y += LINE_HEIGHT * size


def _caption_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write the captions in as many lines as fit.

    A caption that is broken off ends in dots; those after it are left out.
    """
    area = picture.plan.caption
    room = round(area.height / (LINE_HEIGHT * size))
    lines = list[str]()
    for caption in picture.captions:
        free = room - len(lines)
        wrapped = lines_in(caption, size, area.width)
        lines += wrapped[:free]
        if 0 < free < len(wrapped):
            lines[-1] = f"{lines[-1][: letters_in(size, area.width) - 1]}…"
    for number, line in enumerate(lines):
        y = area.y + (LINE_HEIGHT * number + 0.9) * size
        yield Text(area.x, y, line, size, theme.text, "start")


def _board_shapes(marked: model.MarkedBoard, plan: model.PagePlan, theme: Theme) -> Iterator[Shape]:
    """Draw the position beside the tree, with its captions below."""
    area = plan.board
    size = plan.size
    lines = []
    for caption in marked.board.captions:
        lines += caption_lines(caption, size, area.width)
    if marked.words:
        lines.append(shorten_middle(marked.words, letters_in(size, area.width)))
    board = replace(marked.board, captions=tuple(lines))
    yield from boards.draw_board_shapes(
        board, theme, area.x, area.y, size, marks=marked.marks, cell=plan.cell
    )


def _code_shapes(code: model.CodePane, plan: model.PagePlan, theme: Theme) -> Iterator[Shape]:
    """Write code beside the tree, its current line on a strip, and what has changed in bold."""
    area = plan.board
    size = code.size
    letter = LETTER_WIDTH * size
    y = area.y
    yield Text(area.x, y + 0.95 * size, code.title, size, theme.faint, "start")
    for row in code.rows:
        if row.number != SAME_CODE_ROW:
            y += LINE_HEIGHT * size
        if row.mark == "now":
            height = LINE_HEIGHT * size
            yield Rectangle(area.x, y, area.width, height, theme.fills["yellow"])
            yield Rectangle(area.x, y, 0.3 * size, height, theme.lines["yellow"])
        baseline = y + size
        if row.number > 0:
            right = area.x + (CODE_INDENT_LETTERS - 1) * letter
            yield Text(right, baseline, f"{row.number}", size, theme.faint, "end")
        # Some formats drop leading spaces, so the indentation moves the text instead.
        bare = row.text.lstrip()
        if bare:
            left = area.x + (0 if row.number < 0 else CODE_INDENT_LETTERS * letter)
            x = left + (len(row.text) - len(bare)) * letter
            yield Text(x, baseline, bare, size, theme.text, "start", bold=bool(row.mark))
        if row.aside:
            right = area.x + area.width - 0.5 * letter
            yield Text(right, baseline, row.aside, size, theme.text, "end")


def caption_lines(caption: str, size: float, width: float) -> list[str]:
    """Return a board's caption as lines, broken first where two spaces separate the sides."""
    if display_width(caption) <= letters_in(size, width):
        return lines_in(caption, size, width)
    parts = filter(None, caption.split("  "))
    return [line for part in parts for line in lines_in(part, size, width)]


def _tree_shapes(picture: model.Picture, theme: Theme, drawn: DrawnParts) -> list[Shape]:
    """Draw edges, then boxes, then what is below and beside them."""
    size = picture.plan.size
    # Nodes are in front of edges, so that the ends of edges are hidden.
    boxes = {box.key: box for box in picture.boxes}
    nodes = list[Group]()
    below = list[Shape]()
    drawn.begin()
    for key, box in boxes.items():
        nodes.append(drawn.part(f"node {key}", (box,), partial(_node_group, box, theme, size)))
        if box.window is not None or box.board is not None or box.stakes:
            below += drawn.part(f"below {key}", (box,), partial(below_shapes, box, theme, size))
    edges = Group("edges", "", tuple(edge_shapes_in_order(picture, boxes, theme, drawn)))
    return [edges, *nodes, *below, *_turn_shapes(picture, theme, size)]


def _node_group(box: model.Box, theme: Theme, size: float) -> Group:
    """Draw a node with its description."""
    return Group(box.key, model.describe_box(box), tuple(box_shapes(box, theme, size)))


def _turn_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write whose turn it is at each ply, and the line that replaces the upper plies."""
    left = picture.plan.tree.x
    if picture.upper:
        words = clip_text(picture.upper, MAX_PICTURE_TEXT)
        yield Text(left, picture.plan.tree.y + size, words, size, theme.text, "start")
    for y, lines in picture.turns:
        first = y - (len(lines) - 1) * 0.6 * size + 0.36 * size
        for number, line in enumerate(lines):
            baseline = first + 1.2 * number * size
            yield Text(left, baseline, clip_text(line), size, theme.faint, "start")


def _horizon_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Draw the line below which only noisy moves are searched, in front of all else."""
    if not picture.horizon:
        return
    y = picture.horizon
    left = picture.plan.tree.x
    colour = theme.faint
    width = TILE_LINE_WIDTH
    if picture.tiles:
        # It must stand out from the lines between tiles.
        colour = theme.text
        width = 2 * TILE_LINE_WIDTH
    pen = Pen(colour, round(width * size, 2), "dotted")
    yield Stroke(left, y, left + picture.plan.tree.width, y, pen)
    if picture.boxes:
        yield Text(left, y - 0.3 * size, "horizon", size, theme.faint, "start")


@cache
def _chart_tile(tile: model.Tile, theme_name: str, size: float) -> Rectangle:
    """Return the shape of a tile."""
    theme = PICTURE_THEMES[theme_name]
    hue = tile.hue
    pen = None
    if isinstance(hue, State):
        fill = theme.fills[STATE_LOOKS[hue].hue]
        pen = state_pen(hue, theme_name, size)
    elif tile.fill is model.Fill.EMPTY:
        fill = theme.fills[hue]
        pen = Pen(theme.lines[hue], round(TILE_LINE_WIDTH * size, 2), "dotted")
    elif tile.fill is model.Fill.FULL:
        fill = theme.lines[hue]
    else:
        fill = theme.page
    return Rectangle(tile.x, tile.y, tile.width, tile.height, fill, pen)


@cache
def _chart_label(label: model.Label, theme_name: str, size: float) -> Text:
    """Return the shape of a label."""
    theme = PICTURE_THEMES[theme_name]
    colour = theme.faint if label.faint else theme.text
    words = clip_text(label.text, MAX_PICTURE_TEXT)
    return Text(label.x, label.y, words, label.size * size, colour, label.anchor, label.bold)
