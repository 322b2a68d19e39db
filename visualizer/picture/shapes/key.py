"""The legend of a picture: each state and sign that occurs, drawn as at nodes, and the count of each tag."""

from collections.abc import Iterator, Sequence

from visualizer.look.legend import BELOW, BELOW_PRUNED, LEGEND, State
from visualizer.look.shapes import CAPITAL, LETTER, Polygon, Rectangle, Shape, Text, clip, letters
from visualizer.look.themes import Theme
from visualizer.picture.model import Area, BoxShape, Picture
from visualizer.picture.shapes.edges import cut_mark, edge_pen
from visualizer.picture.shapes.nodes import BOUNDS, CIRCLE, SIGNED, disc, pen_of, sign_shapes
from visualizer.picture.shapes.sizes import LEGEND_GAP, LEGEND_ROW, SWATCH, SWATCH_HEIGHT

SPACE = 0.5
"""Distance between a sample and its words, in units of the text size."""


CHANCE, SET, UNKNOWN = "chance: a probability on each edge", "set the bound of this cut", "no value yet"
IF_ROOM = SET, UNKNOWN
"""Entries that are left out where the legend has no room for them."""
TYPES = {"PV": "type: its exact value counts", "cut": "type: one child is enough", "all": "type: needs all children"}
"""Knuth and Moore's types as they stand at nodes, in words."""


def round_outline(x: float, y: float, theme: Theme, size: float) -> Polygon:
    """Draw a sample of a chance node."""
    points = tuple((x + SWATCH / 2 * size * across, y + SWATCH_HEIGHT / 2 * size * down) for across, down in CIRCLE)
    return Polygon(points, "", pen_of(State.OPEN, theme.name, size))


def legend_rows(entries: Sequence[str], width: float, size: float) -> int:
    """Return the number of rows of a legend with these words."""
    return max((row for row, _ in _flow(entries, width, size)), default=-1) + 1


def _flow(entries: Sequence[str], width: float, size: float) -> Iterator[tuple[int, float]]:
    """Yield the row and the x of each entry."""
    row, x = 0, 0.0
    for words in entries:
        wide = (SWATCH + SPACE + letters(words) * LETTER) * size
        if x and x + wide > width:
            row, x = row + 1, 0.0
        yield row, x
        x += wide + LEGEND_GAP * size


def legend_words(states: Sequence[State], *, has_chance: bool, ghosts: bool, kinds: bool,
                 all_signs: bool) -> Iterator[str]:  # fmt: skip
    """Yield the words of the entries that the legend may have at some step; all of them where the page has room."""
    yield from [CHANCE] * has_chance
    yield from (LEGEND[state].word for state in states)
    yield from [BELOW_PRUNED] * ghosts
    yield from TYPES.values() if kinds else ()
    yield from IF_ROOM if all_signs else ()


def entries_of(picture: Picture) -> list[tuple[State | str, str]]:
    """Return the entries of the legend, a state or a sign and its words: of all that occurs, and of the tags."""
    boxes = picture.boxes
    return [
        *[("~", CHANCE)] * any(box.shape is BoxShape.CHANCE for box in boxes),
        *((state, LEGEND[state].word) for state in picture.states),
        *[(BELOW, BELOW_PRUNED)] * any(box.is_ghost for box in boxes),
        *(TYPES.items() if picture.kinds else ()),
        *((sign, SET) for sign in BOUNDS if any(box.sets == sign for box in boxes)),
        *[("?", UNKNOWN)] * any(box.value.endswith("?") for box in boxes),
        *(("#", f"{clip(tag)} ×{count:,}") for tag, count in picture.tags),
    ]


def fitting(picture: Picture, area: Area, size: float) -> list[tuple[State | str, str]]:
    """Return the entries of the legend without those that are left out where there is no room for all."""
    entries = entries_of(picture)
    is_full = legend_rows([words for _, words in entries], area.width, size) * LEGEND_ROW * size > area.height + 0.1
    return [entry for entry in entries if not is_full or entry[1] not in IF_ROOM]


def key_shapes(picture: Picture, area: Area, theme: Theme, size: float) -> list[Shape]:
    """Draw the legend in its area of the page."""
    entries, shapes = fitting(picture, area, size), list[Shape]()
    for (sign, words), (row, across) in zip(
        entries, _flow([words for _, words in entries], area.width, size), strict=True
    ):
        x, y = area.x + across, area.y + row * LEGEND_ROW * size
        baseline = y + 0.5 * (SWATCH_HEIGHT + CAPITAL) * size
        middle = x + SWATCH * size / 2, y + SWATCH_HEIGHT * size / 2
        if isinstance(sign, State):
            shapes += _state(sign, x, y, theme, size, is_chart=bool(picture.tiles))
        elif sign == "~":
            shapes.append(round_outline(*middle, theme, size))
        elif sign == BELOW:
            pen = pen_of(State.PRUNED, theme.name, size)
            shapes.append(Rectangle(x, y, SWATCH * size, SWATCH_HEIGHT * size, "", pen, round(0.35 * size, 2)))
        elif sign in BOUNDS:
            shapes += disc(*middle, sign, theme.lines[BOUNDS[sign]], theme, size)
        else:
            shapes.append(Text(middle[0], baseline, sign, size, theme.faint if sign == "#" else theme.text))
        shapes.append(Text(x + (SWATCH + SPACE) * size, baseline, words, size, theme.text, "start"))
    return shapes


def _state(state: State, x: float, y: float, theme: Theme, size: float, *, is_chart: bool) -> list[Shape]:
    """Draw a small box with the look of a state; in trees, for pruned nodes, an edge that is cut."""
    if state is State.PRUNED and not is_chart:
        left = complex(x, y + SWATCH_HEIGHT * size / 2)
        return cut_mark(left, left + SWATCH * size, edge_pen(state, False, theme.name, size), theme, size)
    fill, pen = theme.fills[LEGEND[state].hue], pen_of(state, theme.name, size)
    box = Rectangle(x, y, SWATCH * size, SWATCH_HEIGHT * size, fill, pen, round(0.35 * size, 2))
    middle_x, middle_y = x + SWATCH * size / 2, y + SWATCH_HEIGHT * size / 2
    has_sign = state in SIGNED and not is_chart
    return [box, *sign_shapes(middle_x, middle_y, state, theme, size)] if has_sign else [box]
