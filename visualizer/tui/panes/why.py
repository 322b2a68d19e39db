"""What happened in this step and why, or what is known of the selected node."""

from visualizer.comparison.lint import marks_of
from visualizer.explanation.english.cuts import chain
from visualizer.explanation.english.what_if import what_if
from visualizer.explanation.explainer import describe_path, explain_step
from visualizer.look.legend import State
from visualizer.measures.estimate import kind_of
from visualizer.tui.cells.styled_lines import Line, Rendering, cut_off, wrapped
from visualizer.tui.scene import Scene
from visualizer.tui.views import View


def sentence(scene: Scene) -> str:
    """Return the sentence for the step, with what cannot be right there, or for the node selected as of this step."""
    if scene.selected is None or scene.selected == scene.running:
        return explain_step(scene.naming) + marks_of(scene.run).words_at(scene.step)
    return describe_path(scene.naming, scene.selected)


def begun(scene: Scene) -> str:
    """Return that sentence, or how to begin before anything has happened."""
    return sentence(scene) if scene.tree.visits else kind_of(scene.run).begin


def at_length(scene: Scene) -> str:
    """Return the sentence, the chain of bounds from the root, and what if a pruned part had been searched."""
    node = scene.node(scene.focus) if scene.selected is not None else None
    further = (words(scene.run, scene.step, node, scene.perspective) for words in (chain, what_if))
    return "\n\n".join(filter(None, (sentence(scene), *further)))


def shown(words: str, scene: Scene, width: int, height: int) -> list[Line]:
    """Return as many lines of a sentence as fit, the last of which says how to read the rest."""
    return cut_off(wrapped(scene.spelled(words), width), width, height, " … (w: all)")


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the sentence, as much of it as fits."""
    lines = shown(begun(scene), scene, width, height)
    about = "" if scene.selected is None or scene.selected == scene.running else f" · {scene.names(scene.selected)}"
    is_about_cut = scene.cut_in_focus is not None or scene.state(scene.focus) is State.PRUNED
    return Rendering(lines, title=f"why{about}", frame="alarm" if is_about_cut else "frame")


PANE = View("why", draw)
