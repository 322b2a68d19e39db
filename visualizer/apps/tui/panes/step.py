"""What happens in a step: its sentence, or what is known of the selected node, and the line of pseudocode."""

from visualizer.apps.actions import key_of, with_keys
from visualizer.apps.tui.cells.styled_lines import Line, Rendering, cut_off, ellipsed, wrapped
from visualizer.apps.tui.panes.own_code import shrunk
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.explaining.comparison.lint import marks_of
from visualizer.explaining.explanation.code_line import code_line, code_lines, seen_from
from visualizer.explaining.explanation.english.cuts import chain
from visualizer.explaining.explanation.explainer import describe_path, explain_step
from visualizer.explaining.measures.style_words import style_words
from visualizer.look.legend import State
from visualizer.searching.run import Run

INDENTS = (4, 2, 1)
"""Spaces for each level of the code: as many as there is room for; where even the least do not do, the second."""
BEGIN_LINES = (
    "Press <line> for your next line, <next> for the next event of the tree, <calls> for the open calls, "
    "<compare> for the right search."
)


def sentence(scene: Scene) -> str:
    """Return the sentence for the step, with what cannot be right there, or for the node selected as of this step."""
    if scene.selected is None or scene.selected == scene.running:
        return scene.said or explain_step(scene.naming) + marks_of(scene.run).words_at(scene.step)
    return describe_path(scene.naming, scene.selected)


def begun(scene: Scene) -> str:
    """Return that sentence, or how to begin before anything has happened."""
    if scene.tree.visits or scene.said:
        return sentence(scene)
    return with_keys(
        style_words(scene.run).begin(scene.run.trace) if scene.code is None else BEGIN_LINES
    )


def at_length(scene: Scene) -> str:
    """Return the sentence, the chain of bounds from the root, and what if a pruned part had been searched."""
    from visualizer.explaining.explanation.english.what_if import what_if

    if scene.selected is not None:
        node = scene.node(scene.focus)
    else:
        node = None
    further = (words(scene.run, scene.step, node, scene.perspective) for words in (chain, what_if))
    return "\n\n".join(filter(None, (sentence(scene), *further)))


def shown(words: str, scene: Scene, width: int, height: int) -> list[Line]:
    """Return as many lines of a sentence as fit, the last of which says how to read the rest."""
    return cut_off(
        wrapped(scene.spelled(words), width), width, height, f" … ({key_of('why')}: all)"
    )


def draw_why(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the sentence, as much of it as fits."""
    lines = shown(begun(scene), scene, width, height)
    if scene.selected is None or scene.selected == scene.running:
        about = ""
    else:
        about = f" · {scene.names(scene.selected) or 'the root'}"
    is_about_cut = scene.cut_in_focus is not None or scene.state(scene.focus) is State.PRUNED
    return Rendering(
        lines, title=f"why{about}", frame="alarm" if is_about_cut or scene.said else "frame"
    )


def draw_code(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the part of the pseudocode around the marked line."""
    code = code_lines(scene.run)
    now = code_line(scene.run, scene.tree)
    first = max(0, min(0 if now.number is None else now.number - height // 2, len(code) - height))
    indent = next(
        (by for by in INDENTS if max(len(shrunk(line, by)) for line in code) + 2 <= width),
        INDENTS[1],
    )
    lines = []
    for number, line in enumerate(code[first : first + height], first):
        shown = scene.spelled(shrunk(line, indent))
        marked = number == now.number
        values = scene.spelled(now.values)
        if marked:
            lines += marked_line(shown, values, width)
        else:
            lines += [ellipsed([(f"  {shown}", "code")], width)]
    side = seen_from(scene.run, scene.tree)
    seen = f" · from {side}'s side" if side else ""
    return Rendering(lines[:height], title=f"code · {scene.run.algorithm.title}{seen}")


def code_columns(run: Run) -> int:
    """Return how many columns the code takes, with the mark before it."""
    return max(len(shrunk(line, INDENTS[1])) for line in code_lines(run)) + 2


def marked_line(code: str, beside: str, width: int) -> list[Line]:
    """Return the line of this step with its values beside it, or below it where it is narrow."""
    if len(code) + len(beside) + 4 <= width:
        return [[(f"▸ {code}".ljust(width - len(beside) - 1), "code-now"), (f"{beside} ", "value")]]
    if beside:
        below = [[(f"{beside} ".rjust(width), "value")]]
    else:
        below = []
    return [ellipsed([(f"▸ {code}".ljust(width), "code-now")], width), *below]


PANE = (View("why", draw_why), View("code", draw_code))
