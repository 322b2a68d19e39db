"""The best line known so far."""

from visualizer.look.numbers import show
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Rendering, wrapped
from visualizer.tui.views import View


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the moves of the best line, and what the root is worth as far as is known."""
    nodes = scene.tree.principal_variation()
    value = scene.value(())
    finished = scene.tree.visits > 0 and scene.tree.returned(0)
    title = "best line" if finished else "best line, so far"
    if not nodes:
        return Rendering([[("none yet", "dim")]] if scene.tree.visits else [], title=title)
    moves = " ".join(scene.run.line(nodes))
    worth = [[("root ", "dim"), (value, "value")]] if value else []
    leaf = scene.tree.returned_value(nodes[-1])
    tail = [] if not worth or finished else [[("its leaf ", "dim"), (show(leaf), "text")]]
    return Rendering([*wrapped(moves, width, "best"), *worth, *tail][:height], title=title)


PANE = View("line", draw)
