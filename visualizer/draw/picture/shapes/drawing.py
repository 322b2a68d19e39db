"""A picture as a page of shapes, each part in its place of the page's plan.

`page/tree_page.py` makes the picture of a step; a format in `exports/` writes the shapes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from textwrap import wrap
from typing import NamedTuple

from visualizer.draw.boards import shapes as boards
from visualizer.draw.boards.shapes import BASELINE_DROP
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
TURN_LINE_STEP = 1.2
"""Distance between the lines that say whose turn it is."""
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
"""In place of a line number: a variable that continues the row of the variable before."""
CODE_INDENT_LETTERS = 5
"""Where lines of code begin, in letters: their numbers come first."""
MAX_PICTURE_TEXT = 400
"""The most letters of a text in a picture."""
NO_BREAK_SPACE = "\u00a0"


def lines_in(words: str, size: float, width: float) -> list[str]:
    """Break words into lines that fit a width.

    Short formulas and hyphenated words are not broken. A line does not end with a dot that
    separates two parts.

    >>> lines_in("alpha-beta · Name", size=1, width=8)
    ['alpha-beta', 'Name']
    """
    clipped = clip_text(words, MAX_PICTURE_TEXT)
    # `wrap` breaks at spaces, so those within a formula are hidden from it.
    unbroken = UNBROKEN_WORD.sub(lambda word: word[0].replace(" ", NO_BREAK_SPACE), clipped)
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
    """Yield the row and the x of each entry of a legend, which fills rows from left to right."""
    row = 0
    x = 0.0
    for words in entries:
        words_width = display_width(words) * LETTER_WIDTH
        entry_width = (SWATCH + SWATCH_GAP + words_width) * size
        # An entry that is wider than the whole page begins a row, and stays there.
        if x and x + entry_width > width:
            row += 1
            x = 0.0
        yield row, x
        x += entry_width + LEGEND_GAP * size


def legend_words(
    states: Iterable[State],
    *,
    odds: bool,
    ghosts: bool,
    kinds: bool,
    optional_entries: bool,
) -> Iterator[str]:
    """Yield the words of all entries that the legend may have at some step.

    `states` are the states that nodes may have. The other parameters say whether the picture may
    have probabilities of chance, ghosts, types of nodes (`kinds`), and the `OPTIONAL_ENTRIES`.
    """
    if odds:
        yield ODDS_ENTRY
    for state in states:
        yield STATE_LOOKS[state].word
    if ghosts:
        yield PRUNED_BRANCH_WORDS
    if kinds:
        yield from NODE_TYPE_ENTRIES.values()
    if optional_entries:
        yield from OPTIONAL_ENTRIES


LegendEntry = tuple[State | model.Sign | str, str]
"""What the legend explains, a state or a sign, and its explanation in words."""


def legend_entries(picture: model.Picture) -> list[LegendEntry]:
    """Return the entries of a picture's legend: each state and sign in the picture, explained.

    Tags come last, with their counts.
    """
    boxes = picture.boxes
    entries = list[LegendEntry]()
    if any(box.shape is model.BoxShape.CHANCE for box in boxes):
        entries.append(("~", ODDS_ENTRY))
    entries += [(state, STATE_LOOKS[state].word) for state in picture.states]
    if any(box.is_ghost for box in boxes):
        entries.append((PRUNED_BRANCH_SIGN, PRUNED_BRANCH_WORDS))
    if picture.kinds:
        entries += NODE_TYPE_ENTRIES.items()
    entries += _bound_setter_entries(picture)
    if any(box.value.endswith("?") for box in boxes):
        entries.append(("?", UNKNOWN_VALUE_ENTRY))
    entries += [("#", f"{clip_text(tag)} ×{count:,}") for tag, count in picture.tags]
    return entries


def _bound_setter_entries(picture: model.Picture) -> list[LegendEntry]:
    """Return an entry for α or β if a node in the picture set this bound of a cut."""
    bounds = {box.bound_sign for box in picture.boxes}
    return [(sign, BOUND_SETTER_ENTRY) for sign in model.BOUND_SIGNS.values() if sign in bounds]


def fitting_legend_entries(
    picture: model.Picture, area: model.Area, size: float
) -> list[LegendEntry]:
    """Return the entries of the legend if all of them fit, else those that are not optional."""
    entries = legend_entries(picture)
    # Only a page that is as large as its tree keeps room for the optional entries.
    rows = legend_rows([words for _, words in entries], area.width, size)
    if rows * LEGEND_ROW * size <= area.height + 0.1:
        return entries
    return [(sign, words) for sign, words in entries if words not in OPTIONAL_ENTRIES]


def legend_shapes(
    picture: model.Picture, area: model.Area, theme: Theme, size: float
) -> list[Shape]:
    """Draw the legend in its area of the page."""
    entries = fitting_legend_entries(picture, area, size)
    places = _flow_entries([words for _, words in entries], area.width, size)
    is_chart = bool(picture.tiles)
    shapes = list[Shape]()
    for (sign, words), (row, x_in_row) in zip(entries, places, strict=True):
        top = area.y + row * LEGEND_ROW * size
        swatch = Swatch(area.x + x_in_row, top, theme, size)
        if isinstance(sign, State):
            shapes += swatch.state_shapes(sign, is_chart=is_chart)
        else:
            shapes += swatch.sign_shapes(sign)
        shapes.append(swatch.entry_text(words))
    return shapes


class Swatch(NamedTuple):
    """The sample of an entry of the legend, with its upper left corner at `x` and `y`."""

    x: float
    y: float
    theme: Theme
    size: float
    """The text size of the legend, in points."""

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the sample."""
        return self.x + SWATCH * self.size / 2, self.y + SWATCH_HEIGHT * self.size / 2

    @property
    def baseline(self) -> float:
        """The baseline of words beside the sample."""
        return self.y + 0.5 * (SWATCH_HEIGHT + CAPITAL_HEIGHT) * self.size

    def entry_text(self, words: str) -> Text:
        """Write the words of the entry at the right of the sample."""
        left = self.x + (SWATCH + SWATCH_GAP) * self.size
        return Text(left, self.baseline, words, self.size, self.theme.text, "start")

    def state_shapes(self, state: State, *, is_chart: bool) -> list[Shape]:
        """Draw the sample of a state: a small box with its sign, or a cut edge for PRUNED.

        In the legend of a chart, which has neither edges nor signs, it is the box alone.
        """
        if is_chart:
            return [self._state_box(state)]
        if state is State.PRUNED:
            return self._cut_edge()
        shapes: list[Shape] = [self._state_box(state)]
        if state in SIGNED_STATES:
            shapes += self._disc(model.state_sign(state))
        return shapes

    def sign_shapes(self, sign: model.Sign | str) -> list[Shape]:
        """Draw the sample of a sign: a disc, a chance node for `~`, or a faint box for ghosts.

        Any other sign is written as it is: `?`, `#` for a tag, or the type of a node.
        """
        if isinstance(sign, model.Sign):
            return self._disc(sign)
        if sign == "~":
            return [self._chance_node()]
        if sign == PRUNED_BRANCH_SIGN:
            return [self._box("", state_pen(State.PRUNED, self.theme.name, self.size))]
        x, _ = self.middle
        colour = self.theme.faint if sign == "#" else self.theme.text
        return [Text(x, self.baseline, sign, self.size, colour)]

    def _state_box(self, state: State) -> Rectangle:
        """Draw a box in the colours of a state."""
        fill = self.theme.fills[STATE_LOOKS[state].hue]
        return self._box(fill, state_pen(state, self.theme.name, self.size))

    def _box(self, fill: str, pen: Pen) -> Rectangle:
        """Draw a box as large as the sample."""
        width = SWATCH * self.size
        height = SWATCH_HEIGHT * self.size
        return Rectangle(self.x, self.y, width, height, fill, pen, round(0.35 * self.size, 2))

    def _cut_edge(self) -> list[Shape]:
        """Draw a level edge to a pruned node."""
        begin = complex(self.x, self.y + SWATCH_HEIGHT * self.size / 2)
        end = begin + SWATCH * self.size
        pen = edge_pen(State.PRUNED, False, self.theme.name, self.size)
        return cut_mark(
            begin,
            end,
            pen,
            theme=self.theme,
            size=self.size,
        )

    def _disc(self, sign: model.Sign) -> list[Shape]:
        """Draw a sign on its disc."""
        x, y = self.middle
        return sign_disc(x, y, sign, theme=self.theme, size=self.size)

    def _chance_node(self) -> Polygon:
        """Draw the outline of a chance node."""
        x, y = self.middle
        half_width = SWATCH / 2 * self.size
        half_height = SWATCH_HEIGHT / 2 * self.size
        points = [(x + half_width * across, y + half_height * down) for across, down in UNIT_CIRCLE]
        return Polygon(tuple(points), "", state_pen(State.OPEN, self.theme.name, self.size))


TILE_LINE_WIDTH = 0.07
"""Width of the outlines of tiles."""


def draw_picture(picture: model.Picture, drawn: DrawnParts | None = None) -> Drawing:
    """Return the page of a picture as shapes.

    In a film, `drawn` has the parts of the last picture, which are reused if they have not changed,
    and is updated. All pictures of a film must have the same theme and size.
    """
    theme = PICTURE_THEMES[picture.theme]
    words = [clip_text(words, MAX_PICTURE_TEXT) for words in (picture.subtitle, *picture.captions)]
    return Drawing(
        width=picture.plan.width,
        height=picture.plan.height,
        page="" if picture.transparent else theme.page,
        title=clip_text(picture.full_title, MAX_PICTURE_TEXT),
        words="; ".join(filter(None, words)),
        shapes=tuple(_page_shapes(picture, theme, drawn or DrawnParts())),
        font=picture.font,
    )


def _page_shapes(picture: model.Picture, theme: Theme, drawn: DrawnParts) -> Iterator[Shape]:
    """Draw all parts of a page, from the back to the front."""
    plan = picture.plan
    # Titles, captions and legend may be larger than the words of the tree.
    words_size = plan.size * plan.larger
    yield from _heading_shapes(picture, theme, words_size)
    if picture.board is not None and plan.board.width:
        yield from _board_shapes(picture.board, plan, theme)
    if picture.code is not None:
        yield from _code_shapes(picture.code, plan, theme)
    yield from _tree_shapes(picture, theme, drawn)
    yield from (_chart_tile(tile, theme.name, plan.size) for tile in picture.tiles)
    yield from (_chart_label(label, theme.name, plan.size) for label in picture.labels)
    yield from _horizon_shapes(picture, theme, words_size)
    yield from _caption_shapes(picture, theme, words_size)
    if picture.legend:
        yield from legend_shapes(picture, plan.legend, theme, words_size)


def _heading_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write the lines of the title and, below them, the lines of the subtitle."""
    area = picture.plan.heading
    y = area.y
    title_size = TITLE_SCALE * size
    for line in lines_in(picture.title, title_size, area.width):
        yield Text(
            area.x,
            y + title_size,
            line,
            title_size,
            theme.text,
            "start",
            bold=True,
        )
        y += LINE_HEIGHT * TITLE_SCALE * size
    for line in lines_in(picture.subtitle, size, area.width):
        yield Text(
            area.x,
            y + size,
            line,
            size,
            theme.faint,
            "start",
        )
        y += LINE_HEIGHT * size


def _caption_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write the captions in as many lines as fit."""
    area = picture.plan.caption
    for number, line in enumerate(_caption_lines(picture, size)):
        y = area.y + (LINE_HEIGHT * number + 0.9) * size
        yield Text(area.x, y, line, size, theme.text, "start")


def _caption_lines(picture: model.Picture, size: float) -> list[str]:
    """Return the lines of the captions that fit their area.

    A caption that does not fit completely ends in dots, and the captions after it are left out.
    """
    area = picture.plan.caption
    max_lines = round(area.height / (LINE_HEIGHT * size))
    lines = list[str]()
    for caption in picture.captions:
        free_lines = max_lines - len(lines)
        wrapped = lines_in(caption, size, area.width)
        lines += wrapped[:free_lines]
        is_cut_short = 0 < free_lines < len(wrapped)
        if is_cut_short:
            letters = letters_in(size, area.width)
            lines[-1] = f"{lines[-1][: letters - 1]}…"
    return lines


def _board_shapes(marked: model.MarkedBoard, plan: model.PagePlan, theme: Theme) -> Iterator[Shape]:
    """Draw the position beside the tree, with its captions and the line of words below."""
    area = plan.board
    size = plan.size
    lines = []
    for caption in marked.board.captions:
        lines += board_caption_lines(caption, size, area.width)
    if marked.words:
        lines.append(shorten_middle(marked.words, letters_in(size, area.width)))
    yield from boards.draw_board_shapes(
        replace(marked.board, captions=tuple(lines)),
        theme,
        x=area.x,
        y=area.y,
        size=size,
        marks=marked.marks,
        cell=plan.cell,
    )


def _code_shapes(code: model.CodePane, plan: model.PagePlan, theme: Theme) -> Iterator[Shape]:
    """Write code beside the tree: a title, then rows from the top down.

    The current line is on a coloured strip.
    """
    area = plan.board
    size = code.size
    y = area.y
    yield Text(area.x, y + 0.95 * size, code.title, size, theme.faint, "start")
    for row in code.rows:
        # A variable may continue the row of the variable before.
        if row.number != SAME_CODE_ROW:
            y += LINE_HEIGHT * size
        if row.mark == "now":
            yield from _current_line_strip(area, y, size, theme)
        yield from _code_row_texts(row, area, y + size, size, theme)


def _current_line_strip(
    area: model.Area, y: float, size: float, theme: Theme
) -> Iterator[Rectangle]:
    """Draw the strip behind the current line, with a bar at its left edge."""
    height = LINE_HEIGHT * size
    yield Rectangle(area.x, y, area.width, height, theme.fills["yellow"])
    yield Rectangle(area.x, y, 0.3 * size, height, theme.lines["yellow"])


def _code_row_texts(
    row: model.CodeRow, area: model.Area, baseline: float, size: float, theme: Theme
) -> Iterator[Text]:
    """Write a row of code: its line number, its text, and the remark at its right.

    Marked rows are bold.
    """
    letter = LETTER_WIDTH * size
    if row.number > 0:
        right = area.x + (CODE_INDENT_LETTERS - 1) * letter
        yield Text(right, baseline, f"{row.number}", size, theme.faint, "end")
    # Some formats drop leading spaces, so the indentation moves the text instead.
    bare = row.text.lstrip()
    if bare:
        left = area.x
        # A variable, which has a number below 0, begins where lines of code have their numbers.
        is_code = row.number >= 0
        if is_code:
            left += CODE_INDENT_LETTERS * letter
        indentation = len(row.text) - len(bare)
        yield Text(
            left + indentation * letter,
            baseline,
            bare,
            size,
            theme.text,
            "start",
            bold=bool(row.mark),
        )
    if row.remark:
        right = area.x + area.width - 0.5 * letter
        yield Text(right, baseline, row.remark, size, theme.text, "end")


def board_caption_lines(caption: str, size: float, width: float) -> list[str]:
    """Break a board's caption into lines, first where two spaces separate the sides.

    For example, "X: 3 wins  O: 2 wins" becomes "X: 3 wins" and "O: 2 wins" if it is too long.
    """
    if display_width(caption) <= letters_in(size, width):
        return lines_in(caption, size, width)
    lines = []
    for part in filter(None, caption.split("  ")):
        lines += lines_in(part, size, width)
    return lines


def _tree_shapes(picture: model.Picture, theme: Theme, drawn: DrawnParts) -> list[Shape]:
    """Draw the tree from the back to the front: edges, nodes, boards and windows, whose turn it is.

    `drawn` has the parts of a film's last picture, which are reused if they have not changed.
    """
    size = picture.plan.size
    boxes = {box.key: box for box in picture.boxes}
    nodes = list[Group]()
    below = list[Shape]()
    drawn.begin_picture()
    for key, box in boxes.items():
        draw_node = partial(_node_group, box, theme, size)
        nodes.append(drawn.draw_part(f"node {key}", (box,), draw_node))
        if box.window is not None or box.board is not None or box.meaning:
            draw_below = partial(below_shapes, box, theme, size)
            below += drawn.draw_part(f"below {key}", (box,), draw_below)
    edges = Group("edges", "", tuple(edge_shapes_in_order(picture, boxes, theme, drawn)))
    # Nodes cover the ends of edges.
    return [edges, *nodes, *below, *_turn_shapes(picture, theme, size)]


def _node_group(box: model.Box, theme: Theme, size: float) -> Group:
    """Draw a node with its description."""
    return Group(box.key, model.describe_box(box), tuple(box_shapes(box, theme, size)))


def _turn_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Write at each ply whose turn it is, and above the tree the breadcrumbs, if any."""
    left = picture.plan.tree.x
    if picture.breadcrumbs:
        words = clip_text(picture.breadcrumbs, MAX_PICTURE_TEXT)
        baseline = picture.plan.tree.y + size
        yield Text(left, baseline, words, size, theme.text, "start")
    for middle, lines in picture.turns:
        # The lines are centred beside the nodes of the ply.
        lines_below = len(lines) - 1
        first_middle = middle - lines_below * TURN_LINE_STEP / 2 * size
        first_baseline = first_middle + BASELINE_DROP * size
        for number, line in enumerate(lines):
            baseline = first_baseline + TURN_LINE_STEP * number * size
            yield Text(left, baseline, clip_text(line), size, theme.faint, "start")


def _horizon_shapes(picture: model.Picture, theme: Theme, size: float) -> Iterator[Shape]:
    """Draw the horizon of a picture, if any: the line below which only noisy moves are searched.

    In a chart the line is heavier, and has no name here: the chart has a label for it.
    """
    if not picture.horizon:
        return
    y = picture.horizon
    left = picture.plan.tree.x
    right = left + picture.plan.tree.width
    colour = theme.faint
    width = TILE_LINE_WIDTH
    if picture.tiles:
        # The line must stand out from the lines between tiles.
        colour = theme.text
        width = 2 * TILE_LINE_WIDTH
    pen = Pen(colour, round(width * size, 2), "dotted")
    yield Stroke(left, y, right, y, pen)
    if picture.boxes:
        yield Text(left, y - 0.3 * size, "horizon", size, theme.faint, "start")


@cache
def _chart_tile(tile: model.Tile, theme_name: str, size: float) -> Rectangle:
    """Return the shape of a tile."""
    fill, pen = _tile_colours(tile, theme_name, size)
    return Rectangle(tile.x, tile.y, tile.width, tile.height, fill, pen)


def _tile_colours(tile: model.Tile, theme_name: str, size: float) -> tuple[str, Pen | None]:
    """Return the fill of a tile, and the pen for its outline, None for no outline.

    A tile with a state looks like the nodes in the state. Any other tile has a hue of the theme.
    """
    theme = PICTURE_THEMES[theme_name]
    hue = tile.hue
    if isinstance(hue, State):
        return theme.fills[STATE_LOOKS[hue].hue], state_pen(hue, theme_name, size)
    if tile.fill is model.Fill.EMPTY:
        pen = Pen(theme.lines[hue], round(TILE_LINE_WIDTH * size, 2), "dotted")
        return theme.fills[hue], pen
    if tile.fill is model.Fill.FULL:
        return theme.lines[hue], None
    return theme.page, None


@cache
def _chart_label(label: model.Label, theme_name: str, size: float) -> Text:
    """Return the shape of a label."""
    theme = PICTURE_THEMES[theme_name]
    colour = theme.faint if label.faint else theme.text
    words = clip_text(label.text, MAX_PICTURE_TEXT)
    return Text(label.x, label.y, words, label.size * size, colour, label.anchor, label.bold)
