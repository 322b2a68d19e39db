"""A preview of a picture in few dots: where its parts are, and in which colours."""

from visualizer.look.legend import LEGEND
from visualizer.look.shapes import LETTER
from visualizer.look.themes import DRAWN
from visualizer.picture.model import Area, Picture
from visualizer.picture.shapes.edges import edge_pen
from visualizer.picture.shapes.sizes import LINE, TITLE


def thumbnail(picture: Picture, width: int, height: int) -> list[list[str]]:
    """Return rows of colours, at most `width` by `height` dots."""
    from PIL import Image, ImageDraw

    plan, theme, size = picture.plan, DRAWN[picture.theme], picture.plan.size * picture.plan.larger
    scale = min(width / plan.width, height / plan.height)
    across, down = max(1, int(plan.width * scale)), max(1, int(plan.height * scale))
    image = Image.new("RGB", (across, down), theme.page)
    pencil = ImageDraw.Draw(image)

    def fill(area: Area, colour: str) -> None:
        """Paint an area, at least one dot."""
        left, top = int(area.x * scale), int(area.y * scale)
        right, bottom = int((area.x + area.width) * scale) - 1, int((area.y + area.height) * scale) - 1
        pencil.rectangle((left, top, max(left, right), max(top, bottom)), colour)

    def write(area: Area, words: str, size: float, colour: str) -> None:
        """Paint words as bars as long as their lines."""
        left, y = len(words) * LETTER * size, area.y
        while left > 0 and y < area.y + area.height:
            fill(Area(area.x, y + 0.3 * size, min(left, area.width)), colour)
            left, y = left - area.width, y + LINE * size

    write(plan.heading, picture.title, TITLE * size, theme.text)
    write(plan.caption, " ".join(picture.captions), size, theme.faint)
    if picture.board is not None:
        fill(plan.board, theme.lines["orange"])
    boxes = {box.key: box for box in picture.boxes}
    for lower in picture.boxes:
        if lower.above:
            upper = boxes[lower.above]
            colour = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, picture.plan.size).colour
            ends = (upper.x, upper.foot, lower.x, lower.head)
            pencil.line([int(end * scale) for end in ends], colour)
    for box in picture.boxes:
        fill(Area(box.x - box.width / 2, box.y, box.width, box.height), theme.lines[LEGEND[box.drawn_as].hue])
    dots = image.tobytes().hex("#", 3).split("#")
    return [[f"#{dot}" for dot in dots[row * across : (row + 1) * across]] for row in range(down)]
