"""The legend of a picture: each state that occurs, drawn as nodes are, and the count of each tag."""

from collections.abc import Iterator, Sequence

from visualizer.look.legend import LEGEND, State
from visualizer.look.shapes import CAPITAL, LETTER, Polygon, Rectangle, Shape, Text, clip, letters
from visualizer.look.themes import Theme
from visualizer.picture.model import Area, BoxShape, Picture
from visualizer.picture.shapes.edges import cut_mark, edge_pen
from visualizer.picture.shapes.nodes import CIRCLE, SIGNED, pen_of, sign_shapes
from visualizer.picture.shapes.sizes import LEGEND_GAP, LEGEND_ROW, SWATCH, SWATCH_HEIGHT

SPACE = 0.5
"""Distance between a sample and its words, in units of the text size."""


CHANCE = "chance: a probability on each edge"


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


def entries_of(picture: Picture) -> list[tuple[State | None, str]]:
    """Return the entries of the legend: what is round, each state that occurs, and the tags."""
    has_chance = any(box.shape is BoxShape.CHANCE for box in picture.boxes)
    states = [(state, LEGEND[state].word) for state in picture.states]
    return [
        *[(None, CHANCE)] * has_chance,
        *states,
        *((None, f"{clip(tag)} ×{count:,}") for tag, count in picture.tags),
    ]


def key_shapes(picture: Picture, area: Area, theme: Theme, size: float) -> list[Shape]:
    """Draw the legend in its area of the page."""
    entries, shapes = entries_of(picture), list[Shape]()
    for (state, words), (row, across) in zip(
        entries, _flow([words for _, words in entries], area.width, size), strict=True
    ):
        x, y = area.x + across, area.y + row * LEGEND_ROW * size
        baseline = y + 0.5 * (SWATCH_HEIGHT + CAPITAL) * size
        if state is not None:
            shapes += _state(state, x, y, theme, size, is_chart=bool(picture.tiles))
        elif words is CHANCE:
            shapes.append(round_outline(x + SWATCH * size / 2, y + SWATCH_HEIGHT * size / 2, theme, size))
        else:
            shapes.append(Text(x + SWATCH * size / 2, baseline, "#", size, theme.faint))
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
