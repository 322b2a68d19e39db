"""The best line known so far."""

from visualizer.explanation.standings import label_of
from visualizer.tui.cells.styled_lines import Rendering, Span, wrapped
from visualizer.tui.scene import Scene
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
    worth = [[("root ", "dim"), (value, "value"), meaning(scene, 0, len(f"root {value}"), width)]] if value else []
    path, result = scene.run.path(nodes[-1]), scene.tree.returned_value(nodes[-1])
    leaf = scene.value(path) if scene.run.trace.adds else scene.view(path).show(result)
    after = meaning(scene, nodes[-1], len(f"its leaf {leaf}"), width)
    tail = [] if not worth or finished else [[("its leaf ", "dim"), (leaf, "text"), after]]
    return Rendering([*wrapped(moves, width, "best"), *worth, *tail][:height], title=title)


def meaning(scene: Scene, node: int, before: int, width: int) -> Span:
    """Return what a node's value means to the players, behind n letters; "" where that has no room."""
    words = f"  {scene.spelled(label_of(scene.naming, node))}".rstrip()
    return (words if before + len(words) <= width else "", "dim")


PANE = View("line", draw)
