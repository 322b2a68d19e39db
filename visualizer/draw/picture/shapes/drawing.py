"""A picture as a page of shapes: heading, tree, board, captions and legend, each where the page's plan says."""

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

PAGE_MARGIN = 1.7
TITLE_SCALE = 1.4
LINE_HEIGHT = 1.35
"""Height of a line of words."""
LEGEND_ROW = 1.6
LEGEND_GAP = 1.6
SWATCH = 1.9
SWATCH_HEIGHT = 1.15
"""Width and height of a sample in the legend."""
MIN_FIT_PAGE_WIDTH = 46.0
"""The least width of a page that fits, without its margins."""
TREE_BOARD_GAP = 1.5
"""Distance between the tree and the board beside it."""
BOARD_LETTERS = 17
"""The least width of the column of a board, in letters."""
SLIDE_BOARD_SHARE = 0.27
SMALL_BOARD_SHARE = 0.2
"""The part of the width of a slide that a board takes, and a small one."""
SAME_CODE_ROW = -2
CODE_INDENT_LETTERS = 5
"""Where lines of code begin behind their numbers, in letters."""
MAX_PICTURE_TEXT = 400
NO_BREAK_SPACE = "\u00a0"


def lines_in(words: str, size: float, width: float) -> list[str]:
    """Return words as lines that fit a width; neither a short formula nor a word with a hyphen is broken.

    No line ends with the dot between two parts, of which the second begins the next line.

    >>> lines_in("alpha-beta · Name", size=1, width=8)
    ['alpha-beta', 'Name']
    """
    unbroken = UNBROKEN_WORD.sub(
        lambda word: word[0].replace(" ", NO_BREAK_SPACE), clip_text(words, MAX_PICTURE_TEXT)
    )
    lines = wrap(unbroken, letters_in(size, width), break_on_hyphens=False)
    return [line.replace(NO_BREAK_SPACE, " ").removesuffix(" ·") for line in lines]


def letters_in(size: float, width: float) -> int:
    """Return how many letters of a size fit a width."""
    return max(8, int(width / (LETTER_WIDTH * size)))


SWATCH_GAP = 0.5
"""Distance between a sample and its words, in units of the text size."""


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
"""Knuth and Moore's types as they stand at nodes, in words."""


def legend_rows(entries: Sequence[str], width: float, size: float) -> int:
    """Return the number of rows of a legend with these words."""
    return max((row for row, _ in _flow_entries(entries, width, size)), default=-1) + 1


def _flow_entries(entries: Sequence[str], width: float, size: float) -> Iterator[tuple[int, float]]:
    """Yield the row and the x of each entry."""
    row = 0
    x = 0.0
    for words in entries:
        wide = (SWATCH + SWATCH_GAP + display_width(words) * LETTER_WIDTH) * size
        if x and x + wide > width:
            row = row + 1
            x = 0.0
        yield row, x
        x += wide + LEGEND_GAP * size


def legend_words(
    states: Sequence[State], *, odds: bool, ghosts: bool, kinds: bool, all_signs: bool
) -> Iterator[str]:
    """Yield the words of the entries that the legend may have at some step; all of them where the page has room."""
    yield from [ODDS_ENTRY] * odds
    yield from (STATE_LOOKS[state].word for state in states)
    yield from [PRUNED_BRANCH_WORDS] * ghosts
    yield from NODE_TYPE_ENTRIES.values() if kinds else ()
    yield from OPTIONAL_ENTRIES if all_signs else ()


LegendEntry = tuple[State | model.Sign | str, str]
"""A state, the sign of a bound, or another sign, and its words."""


def legend_entries(picture: model.Picture) -> list[LegendEntry]:
    """Return the entries of the legend: of all that occurs, and of the tags."""
    boxes = picture.boxes
    bounds = {box.bound_sign for box in boxes}
    return [
        *[("~", ODDS_ENTRY)] * any(box.shape is model.BoxShape.CHANCE for box in boxes),
        *((state, STATE_LOOKS[state].word) for state in picture.states),
        *[(PRUNED_BRANCH_SIGN, PRUNED_BRANCH_WORDS)] * any(box.is_ghost for box in boxes),
        *(NODE_TYPE_ENTRIES.items() if picture.kinds else ()),
        *((sign, BOUND_SETTER_ENTRY) for sign in model.BOUND_SIGNS.values() if sign in bounds),
        *[("?", UNKNOWN_VALUE_ENTRY)] * any(box.value.endswith("?") for box in boxes),
        *(("#", f"{clip_text(tag)} ×{count:,}") for tag, count in picture.tags),
    ]


def fitting_legend_entries(
    picture: model.Picture, area: model.Area, size: float
) -> list[LegendEntry]:
    """Return the entries of the legend without those that are left out where there is no room for all."""
    entries = legend_entries(picture)
    is_full = (
        legend_rows([words for _, words in entries], area.width, size) * LEGEND_ROW * size
        > area.height + 0.1
    )
    return [entry for entry in entries if not is_full or entry[1] not in OPTIONAL_ENTRIES]


def legend_shapes(
    picture: model.Picture, area: model.Area, theme: Theme, size: float
) -> list[Shape]:
    """Draw the legend in its area of the page."""
    entries = fitting_legend_entries(picture, area, size)
    shapes = list[Shape]()
    for (sign, words), (row, across) in zip(
        entries, _flow_entries([words for _, words in entries], area.width, size), strict=True
    ):
        x = area.x + across
        y = area.y + row * LEGEND_ROW * size
        baseline = y + 0.5 * (SWATCH_HEIGHT + CAPITAL_HEIGHT) * size
        middle = x + SWATCH * size / 2, y + SWATCH_HEIGHT * size / 2
        if isinstance(sign, State):
            shapes += _state_swatch(sign, x, y, theme, size, is_chart=bool(picture.tiles))
        elif sign == "~":
            half_width = SWATCH / 2 * size
            half_height = SWATCH_HEIGHT / 2 * size
            points = tuple(
                (middle[0] + half_width * across, middle[1] + half_height * down)
                for across, down in UNIT_CIRCLE
            )
            shapes.append(Polygon(points, "", state_pen(State.OPEN, theme.name, size)))
        elif sign == PRUNED_BRANCH_SIGN:
            pen = state_pen(State.PRUNED, theme.name, size)
            shapes.append(
                Rectangle(x, y, SWATCH * size, SWATCH_HEIGHT * size, "", pen, round(0.35 * size, 2))
            )
        elif isinstance(sign, model.Sign):
            shapes += sign_disc(*middle, sign, theme, size)
        else:
            shapes.append(
                Text(middle[0], baseline, sign, size, theme.faint if sign == "#" else theme.text)
            )
        shapes.append(
            Text(x + (SWATCH + SWATCH_GAP) * size, baseline, words, size, theme.text, "start")
        )
    return shapes


def _state_swatch(
    state: State, x: float, y: float, theme: Theme, size: float, *, is_chart: bool
) -> list[Shape]:
    """Draw a small box with the look of a state; in trees, for pruned nodes, an edge that is cut."""
    if state is State.PRUNED and not is_chart:
        left = complex(x, y + SWATCH_HEIGHT * size / 2)
        return cut_mark(
            left, left + SWATCH * size, edge_pen(state, False, theme.name, size), theme, size
        )
    fill = theme.fills[STATE_LOOKS[state].hue]
    pen = state_pen(state, theme.name, size)
    box = Rectangle(x, y, SWATCH * size, SWATCH_HEIGHT * size, fill, pen, round(0.35 * size, 2))
    middle_x = x + SWATCH * size / 2
    middle_y = y + SWATCH_HEIGHT * size / 2
    has_sign = state in SIGNED_STATES and not is_chart
    if has_sign:
        return [box, *sign_disc(middle_x, middle_y, model.state_sign(state), theme, size)]
    return [box]


TILE_LINE_WIDTH = 0.07
"""Width of the outlines of tiles in units of the text size."""


def draw_picture(picture: model.Picture, drawn: DrawnParts | None = None) -> Drawing:
    """Return the page. `drawn` holds the previous picture of a film, all in one theme and size, and is updated."""
    theme = PICTURE_THEMES[picture.theme]
    plan = picture.plan
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
    return Drawing(
        width=plan.width,
        height=plan.height,
        page="" if picture.transparent else theme.page,
        title=clip_text(picture.full_title, MAX_PICTURE_TEXT),
        words="; ".join(
            clip_text(words, MAX_PICTURE_TEXT)
            for words in (picture.subtitle, *picture.captions)
            if words
        ),
        shapes=tuple(shapes),
        font=picture.font,
    )


def _heading_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write title and subtitle."""
    area = picture.plan.heading
    y = area.y
    for words, relative, colour in (
        (picture.title, TITLE_SCALE, theme.text),
        (picture.subtitle, 1, theme.faint),
    ):
        for line in lines_in(words, relative * size, area.width):
            is_title = relative == TITLE_SCALE
            yield Text(
                area.x, y + relative * size, line, relative * size, colour, "start", bold=is_title
            )
            y += LINE_HEIGHT * relative * size


def _caption_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write the captions, in as many lines as fit: one that is broken off ends in dots, later ones are left out."""
    area = picture.plan.caption
    lines = list[str]()
    room = round(area.height / (LINE_HEIGHT * size))
    for caption in picture.captions:
        free = room - len(lines)
        wanted = lines_in(caption, size, area.width)
        lines += wanted[:free]
        if 0 < free < len(wanted):
            lines[-1] = f"{lines[-1][: letters_in(size, area.width) - 1]}…"
    for number, line in enumerate(lines):
        yield Text(
            area.x, area.y + (LINE_HEIGHT * number + 0.9) * size, line, size, theme.text, "start"
        )


def _board_shapes(marked: model.MarkedBoard, plan: model.PagePlan, theme: Theme) -> Iterator[Shape]:
    """Draw the position beside the tree, with its captions below, shortened where they are too long."""
    area = plan.board
    size = plan.size
    lines = [
        line
        for caption in marked.board.captions
        for line in caption_lines(caption, size, area.width)
    ]
    if marked.words:
        lines += [shorten_middle(marked.words, letters_in(size, area.width))]
    else:
        lines += []
    board = replace(marked.board, captions=tuple(lines))
    yield from boards.draw_board_shapes(board, theme, area.x, area.y, size, marked.marks, plan.cell)


def _code_shapes(code: model.CodePane, plan: model.PagePlan, theme: Theme) -> Iterator[Shape]:
    """Write code beside the tree, its current line on a strip, and what has changed in bold."""
    area = plan.board
    size = code.size
    letter = LETTER_WIDTH * code.size
    top = plan.board.y
    yield Text(area.x, top + 0.95 * size, code.title, size, theme.faint, "start")
    for number, text, mark, aside in code.rows:
        top += 0 if number == SAME_CODE_ROW else LINE_HEIGHT * size
        bare = text.lstrip()
        left = area.x + (0 if number < 0 else CODE_INDENT_LETTERS * letter)
        if mark == "now":
            yield Rectangle(area.x, top, area.width, LINE_HEIGHT * size, theme.fills["yellow"])
            yield Rectangle(area.x, top, 0.3 * size, LINE_HEIGHT * size, theme.lines["yellow"])
        if number > 0:
            yield Text(
                area.x + (CODE_INDENT_LETTERS - 1) * letter,
                top + size,
                f"{number}",
                size,
                theme.faint,
                "end",
            )
        if bare:
            x = left + (len(text) - len(bare)) * letter
            yield Text(x, top + size, bare, size, theme.text, "start", bold=bool(mark))
        if aside:
            yield Text(
                area.x + area.width - 0.5 * letter, top + size, aside, size, theme.text, "end"
            )


def caption_lines(caption: str, size: float, width: float) -> list[str]:
    """Return a board's caption as lines, broken where two spaces separate the sides before anywhere else."""
    parts = (
        [caption]
        if display_width(caption) <= letters_in(size, width)
        else filter(None, caption.split("  "))
    )
    return [line for part in parts for line in lines_in(part, size, width)]


def _tree_shapes(picture: model.Picture, theme: Theme, drawn: DrawnParts) -> list[Shape]:
    """Draw edges, then boxes, then what stands below and beside them."""
    size = picture.plan.size
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
    """Write whose turn it is at each ply, and the line that stands for the upper plies."""
    left = picture.plan.tree.x
    top = picture.plan.tree.y
    if picture.upper:
        yield Text(
            left, top + size, clip_text(picture.upper, MAX_PICTURE_TEXT), size, theme.text, "start"
        )
    for y, lines in picture.turns:
        first = y - (len(lines) - 1) * 0.6 * size + 0.36 * size
        for number, line in enumerate(lines):
            yield Text(
                left, first + 1.2 * number * size, clip_text(line), size, theme.faint, "start"
            )


def _horizon_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Draw the line below which noisy moves alone are searched, over all else."""
    if picture.horizon:
        y = picture.horizon
        left = picture.plan.tree.x
        colour, wide = (
            (theme.text, 2) if picture.tiles else (theme.faint, 1)
        )  # between tiles are lines already
        pen = Pen(colour, round(wide * TILE_LINE_WIDTH * size, 2), "dotted")
        yield Stroke(left, y, left + picture.plan.tree.width, y, pen)
        if picture.boxes:
            yield Text(left, y - 0.3 * size, "horizon", size, theme.faint, "start")


@cache
def _chart_tile(tile: model.Tile, theme_name: str, size: float) -> Rectangle:
    """Return the shape of a tile."""
    theme = PICTURE_THEMES[theme_name]
    pen = None
    hue = tile.hue
    if isinstance(hue, State):
        fill = theme.fills[STATE_LOOKS[hue].hue]
        pen = state_pen(hue, theme_name, size)
    elif tile.fill is model.Fill.EMPTY:
        fill = theme.fills[hue]
        pen = Pen(theme.lines[hue], round(TILE_LINE_WIDTH * size, 2), "dotted")
    else:
        if tile.fill is model.Fill.FULL:
            fill = theme.lines[hue]
        else:
            fill = theme.page
    return Rectangle(tile.x, tile.y, tile.width, tile.height, fill, pen)


@cache
def _chart_label(label: model.Label, theme_name: str, size: float) -> Text:
    """Return the shape of a label."""
    if label.faint:
        colour = PICTURE_THEMES[theme_name].faint
    else:
        colour = PICTURE_THEMES[theme_name].text
    words = clip_text(label.text, MAX_PICTURE_TEXT)
    size = label.size * size
    return Text(label.x, label.y, words, size, colour, label.anchor, label.bold)
