"""A preview of a picture in few dots: where its parts are, and in which colours."""

from dataclasses import dataclass

from visualizer.look.legend import LEGEND
from visualizer.look.shapes import LETTER
from visualizer.look.themes import DRAWN
from visualizer.picture.model import Area, Picture
from visualizer.picture.shapes.edges import edge_pen
from visualizer.picture.shapes.sizes import LINE, TITLE

FINENESS = 2
"""Dots painted for each dot of a line's length."""


@dataclass(slots=True)
class Dots:
    """Rows of colours; `scale` is the number of dots in a point."""

    rows: list[list[str]]
    scale: float

    def fill(self, area: Area, colour: str) -> None:
        """Paint an area, at least one dot."""
        left, top = int(area.x * self.scale), int(area.y * self.scale)
        right, bottom = int((area.x + area.width) * self.scale), int((area.y + area.height) * self.scale)
        for row in self.rows[top : max(bottom, top + 1)]:
            end = min(len(row), max(right, left + 1))
            row[left:end] = [colour] * (end - left)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str) -> None:
        """Paint a line."""
        count = int(FINENESS * self.scale * max(abs(x2 - x1), abs(y2 - y1))) + 1
        for place in range(count + 1):
            x, y = x1 + (x2 - x1) * place / count, y1 + (y2 - y1) * place / count
            self.fill(Area(x, y), colour)

    def words(self, area: Area, words: str, size: float, colour: str) -> None:
        """Paint words as bars as long as their lines."""
        left, y = len(words) * LETTER * size, area.y
        while left > 0 and y < area.y + area.height:
            self.fill(Area(area.x, y + 0.3 * size, min(left, area.width)), colour)
            left, y = left - area.width, y + LINE * size


def thumbnail(picture: Picture, width: int, height: int) -> list[list[str]]:
    """Return rows of colours, at most `width` by `height` dots."""
    plan, theme, size = picture.plan, DRAWN[picture.theme], picture.plan.size * picture.plan.larger
    scale = min(width / plan.width, height / plan.height)
    across, down = max(1, int(plan.width * scale)), max(1, int(plan.height * scale))
    dots = Dots([[theme.page] * across for _ in range(down)], scale)
    dots.words(plan.heading, picture.title, TITLE * size, theme.text)
    dots.words(plan.caption, " ".join(picture.captions), size, theme.faint)
    if picture.board is not None:
        dots.fill(plan.board, theme.lines["orange"])
    boxes = {box.key: box for box in picture.boxes}
    for edge in picture.edges:
        upper, lower = boxes.get(edge.source), boxes[edge.target]
        if upper is not None:
            colour = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, picture.plan.size).colour
            dots.line(upper.x, upper.foot, lower.x, lower.head, colour)
    for box in picture.boxes:
        area = Area(box.x - box.width / 2, box.y, box.width, box.height)
        dots.fill(area, theme.lines[LEGEND[box.drawn_as].hue])
    return dots.rows
