"""A step explained: its sentence, or that of the selected node, and the pseudocode."""

from collections.abc import Sequence

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
from visualizer.trace.rows import MovePath

PSEUDOCODE_INDENTS = (4, 2, 1)
"""Spaces for each level of the code, the first that fit."""
USUAL_PSEUDOCODE_INDENT = 2
"""Spaces for each level if the code is too wide in any case."""
BEGIN_LINES = (
    "Press <line> for your next line, <next> for the next event of the tree, "
    "<calls> for the open calls, <compare> for the right search."
)


def step_sentence(scene: Scene) -> str:
    """Return the sentence about the selected node or, without a selection, about the step.

    The sentence about the step ends with the mistakes that the program suspects in it.
    """
    selected = selected_elsewhere(scene)
    # A selected node is what the reader asks about.
    if selected is not None:
        return describe_path(scene.naming, selected)
    # A mistake in the student's code, or why it ended here, matters more than the step.
    if scene.code_sentence:
        return scene.code_sentence
    return explain_step(scene.naming) + finding_marks(scene.run).words_at(scene.step)


def sentence_or_hint(scene: Scene) -> str:
    """Return the sentence for the step; before the first visit, the keys to begin with."""
    if scene.tree.visits or scene.code_sentence:
        return step_sentence(scene)
    if scene.code is not None:
        return fill_in_keys(BEGIN_LINES)
    return fill_in_keys(style_words(scene.run).how_to_begin(scene.run.trace))


def full_explanation(scene: Scene) -> str:
    """Return up to three paragraphs about the step.

    The first is the sentence that the pane shows. The second, if any, says which moves set the
    bounds of the window; the third, if any, what the pruned children would have changed.
    """
    from visualizer.explaining.explanation.english.what_if import describe_pruned_children

    node = None
    if scene.selected is not None:
        node = scene.node(scene.focus)
    subject = (scene.run, scene.step, node, scene.perspective)
    paragraphs = [step_sentence(scene), window_chain(*subject), describe_pruned_children(*subject)]
    return "\n\n".join(filter(None, paragraphs))


def selected_elsewhere(scene: Scene) -> MovePath | None:
    """Return the path to the selected node, None if the running point is there or selected."""
    if scene.selected == scene.running_path:
        return None
    return scene.selected


def fit_sentence(words: str, scene: Scene, width: int, height: int) -> list[Line]:
    """Return as many lines of a sentence as fit; the last one says how to read the rest."""
    lines = wrap_words(scene.spelled(words), width)
    return truncate_lines(lines, width, height, f" … ({main_key_of('why')}: all)")


def draw_why(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the sentence about the step, as much of it as fits.

    The frame has the colour of an alarm if the sentence is about a cut or the student's code.
    """
    lines = fit_sentence(sentence_or_hint(scene), scene, width, height)
    title = "why"
    selected = selected_elsewhere(scene)
    if selected is not None:
        name = scene.names(selected) or "the root"
        title = f"why · {name}"
    frame = "frame"
    is_about_cut = scene.cut_in_focus is not None or scene.state(scene.focus) is State.PRUNED
    if is_about_cut or scene.code_sentence:
        frame = "alarm"
    return Rendering(lines, title=title, frame=frame)


def draw_pseudocode(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the part of the pseudocode around the marked line."""
    code = code_lines(scene.run)
    current = code_line_at(scene.run, scene.tree)
    first = first_line_around(current.number, len(code), height)
    # The indentation suits the longest line of all, so that it never changes while stepping.
    indent = pseudocode_indent(code, width)
    lines: list[Line] = []
    for index, line in enumerate(code[first : first + height], first):
        text = scene.spelled(shrink_indent(line, indent))
        if index == current.number:
            lines += current_code_line(text, scene.spelled(current.values), width)
        else:
            lines.append(with_ellipsis([(f"  {text}", "code")], width))
    return Rendering(lines[:height], title=pseudocode_title(scene))


def first_line_around(focus: int | None, count: int, height: int) -> int:
    """Return the index of the first of `count` lines to show, with line `focus` in the middle.

    Without a line to centre (None), the first line is shown first. `height` lines fit.

    >>> first_line_around(10, 20, 6), first_line_around(19, 20, 6), first_line_around(None, 20, 6)
    (7, 14, 0)
    """
    if focus is None:
        return 0
    return max(0, min(focus - height // 2, count - height))


def pseudocode_title(scene: Scene) -> str:
    """Return the algorithm, and which side its values are for if that changes with the ply."""
    title = f"code · {scene.run.algorithm.title}"
    side = mover_of_values(scene.run, scene.tree)
    if side:
        title += f" · from {side}'s side"
    return title


def pseudocode_indent(code: Sequence[str], width: int) -> int:
    """Return the spaces for each level of the code, so that all lines fit if possible."""
    for indent in PSEUDOCODE_INDENTS:
        if marked_code_columns(code, indent) <= width:
            return indent
    return USUAL_PSEUDOCODE_INDENT


def marked_code_columns(code: Sequence[str], indent: int) -> int:
    """Return the columns of the longest line with `indent` spaces a level, after a mark."""
    lines = [shrink_indent(line, indent) for line in code]
    return max(map(len, lines)) + 2


def pseudocode_columns(run: Run) -> int:
    """Return the columns of the code, with the mark before it."""
    return marked_code_columns(code_lines(run), USUAL_PSEUDOCODE_INDENT)


def current_code_line(code: str, values: str, width: int) -> list[Line]:
    """Return the line of this step with its values beside it, or below it in a narrow pane."""
    marked_line = f"▸ {code}"
    if len(marked_line) + len(values) + 2 <= width:
        room = width - len(values) - 1
        return [[(marked_line.ljust(room), "code-now"), (f"{values} ", "value")]]
    lines = [with_ellipsis([(marked_line.ljust(width), "code-now")], width)]
    if values:
        lines.append([(f"{values} ".rjust(width), "value")])
    return lines


PANE = (View("why", draw_why), View("code", draw_pseudocode))
