"""What happens in a step: its sentence, or what is known of the selected node, and the line of pseudocode."""

from visualizer.apps.actions import fill_in_keys, main_key_of
from visualizer.apps.tui.cells.styled_lines import (
    Line,
    Rendering,
    truncate_lines,
    with_ellipsis,
    wrap_words,
)
from visualizer.apps.tui.panes.own_code import shrink_indent
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.explaining.comparison.lint import finding_marks
from visualizer.explaining.explanation.code_line import code_line_at, code_lines, mover_of_values
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.explainer import describe_path, explain_step
from visualizer.explaining.measures.style_words import style_words
from visualizer.look.legend import State
from visualizer.searching.run import Run

PSEUDOCODE_INDENTS = (4, 2, 1)
"""Spaces for each level of the code: as many as there is room for; where even the least do not do, the second."""
BEGIN_LINES = (
    "Press <line> for your next line, <next> for the next event of the tree, <calls> for the open calls, "
    "<compare> for the right search."
)


def step_sentence(scene: Scene) -> str:
    """Return the sentence for the step, with what cannot be right there, or for the node selected as of this step."""
    if scene.selected is None or scene.selected == scene.running:
        return scene.said or explain_step(scene.naming) + finding_marks(scene.run).words_at(
            scene.step
        )
    return describe_path(scene.naming, scene.selected)


def sentence_or_hint(scene: Scene) -> str:
    """Return that sentence, or how to begin before anything has happened."""
    if scene.tree.visits or scene.said:
        return step_sentence(scene)
    return fill_in_keys(
        style_words(scene.run).begin(scene.run.trace) if scene.code is None else BEGIN_LINES
    )


def full_explanation(scene: Scene) -> str:
    """Return the sentence, the chain of bounds from the root, and what if a pruned part had been searched."""
    from visualizer.explaining.explanation.english.what_if import describe_pruned_children

    if scene.selected is not None:
        node = scene.node(scene.focus)
    else:
        node = None
    further = (
        words(scene.run, scene.step, node, scene.perspective)
        for words in (window_chain, describe_pruned_children)
    )
    return "\n\n".join(filter(None, (step_sentence(scene), *further)))


def fit_sentence(words: str, scene: Scene, width: int, height: int) -> list[Line]:
    """Return as many lines of a sentence as fit, the last of which says how to read the rest."""
    return truncate_lines(
        wrap_words(scene.spelled(words), width), width, height, f" … ({main_key_of('why')}: all)"
    )


def draw_why(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the sentence, as much of it as fits."""
    lines = fit_sentence(sentence_or_hint(scene), scene, width, height)
    if scene.selected is None or scene.selected == scene.running:
        about = ""
    else:
        about = f" · {scene.names(scene.selected) or 'the root'}"
    is_about_cut = scene.cut_in_focus is not None or scene.state(scene.focus) is State.PRUNED
    return Rendering(
        lines, title=f"why{about}", frame="alarm" if is_about_cut or scene.said else "frame"
    )


def draw_pseudocode(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the part of the pseudocode around the marked line."""
    code = code_lines(scene.run)
    now = code_line_at(scene.run, scene.tree)
    first = max(0, min(0 if now.number is None else now.number - height // 2, len(code) - height))
    indent = next(
        (
            by
            for by in PSEUDOCODE_INDENTS
            if max(len(shrink_indent(line, by)) for line in code) + 2 <= width
        ),
        PSEUDOCODE_INDENTS[1],
    )
    lines = []
    for number, line in enumerate(code[first : first + height], first):
        shown = scene.spelled(shrink_indent(line, indent))
        marked = number == now.number
        values = scene.spelled(now.values)
        if marked:
            lines += current_code_line(shown, values, width)
        else:
            lines += [with_ellipsis([(f"  {shown}", "code")], width)]
    side = mover_of_values(scene.run, scene.tree)
    seen = f" · from {side}'s side" if side else ""
    return Rendering(lines[:height], title=f"code · {scene.run.algorithm.title}{seen}")


def pseudocode_columns(run: Run) -> int:
    """Return how many columns the code takes, with the mark before it."""
    return max(len(shrink_indent(line, PSEUDOCODE_INDENTS[1])) for line in code_lines(run)) + 2


def current_code_line(code: str, beside: str, width: int) -> list[Line]:
    """Return the line of this step with its values beside it, or below it where it is narrow."""
    if len(code) + len(beside) + 4 <= width:
        return [[(f"▸ {code}".ljust(width - len(beside) - 1), "code-now"), (f"{beside} ", "value")]]
    if beside:
        below = [[(f"{beside} ".rjust(width), "value")]]
    else:
        below = []
    return [with_ellipsis([(f"▸ {code}".ljust(width), "code-now")], width), *below]


PANE = (View("why", draw_why), View("code", draw_pseudocode))
