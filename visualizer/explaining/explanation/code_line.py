"""The line of an algorithm's pseudocode that a step is, with the values that belong beside it."""

import re
from enum import Enum
from math import isinf
from typing import NamedTuple

from visualizer.explaining.explanation.english.random_games import format_bound_sum, format_result
from visualizer.explaining.explanation.english.windows import sum_term
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.sampling import Phase, phase_of_step, upper_bounds
from visualizer.look.numbers import format_number
from visualizer.searching.algorithms.quiescence import QUIESCENCE_OPTION, code_with_quiescence
from visualizer.searching.algorithms.table import code_with_table
from visualizer.searching.run import Run
from visualizer.trace.bounds import PointOfView
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep


class CodeEvent(Enum):
    """What a step is to the pseudocode, by the comment of the line that does it."""

    ENTER = "enter"
    LEAF = "leaf"
    TABLE = "table"
    STAND = "stand"
    CUT_AT_ONCE = "cut at once"
    CUT = "cut"
    TOO_HIGH = "too high"
    TOO_LOW = "too low"
    SUM = "sum"
    AGAIN = "again"
    BEST = "best"
    CHILD = "child"
    LEAVE = "leave"
    BEGIN = "begin"
    SELECT = Phase.SELECT.value
    EXPAND = Phase.EXPAND.value
    PLAY_OUT = Phase.PLAY_OUT.value
    OVER = "over"
    BACK_UP = Phase.BACK_UP.value


EVENTS_WITH_RESULT = {CodeEvent.OVER, CodeEvent.PLAY_OUT, CodeEvent.BACK_UP}
COMPARISON_EVENTS = {CodeEvent.CUT, CodeEvent.CUT_AT_ONCE, CodeEvent.TOO_HIGH, CodeEvent.TOO_LOW}
EVENTS_WITH_VALUE = {
    CodeEvent.LEAVE,
    CodeEvent.CHILD,
    CodeEvent.AGAIN,
    CodeEvent.BEST,
    CodeEvent.STAND,
}

CUT_CALL_PATTERN = re.compile(r"\bcut\(((?:[^(),]|\([^()]*\))+), ((?:[^(),]|\([^()]*\))+)\)")
"""The question whether two numbers close the window."""


class CodeLine(NamedTuple):
    """The number of a line, from 0, or None if no line stands for the step; and the values shown beside it."""

    number: int | None
    values: str


def pseudocode_of(run: Run) -> str:
    """Return the pseudocode of a run's search, with the lines of what its options ask for; comments name events."""
    search = run.recipe.search
    if run.algorithm.pseudocode_with is not None:
        return run.algorithm.pseudocode_with(run.problem.options)
    table = bool(search.options.get("table"))
    code = run.algorithm.code(search.fail, table=table)
    code = code_with_table(code) if table else code
    noisy = run.game.noisy
    if noisy is None or not search.options.get(QUIESCENCE_OPTION.name) or not code:
        return code
    return code_with_quiescence(code, compulsory=noisy.compulsory, hard=search.fail == "hard")


def code_lines(run: Run) -> list[str]:
    """Return the lines of the pseudocode as they are shown; one empty line if there is none."""
    return [
        with_field_signs(code.rstrip(), run.recipe.search.cut_sign)
        for code, _ in _code_and_comments(run)
    ]


def code_line_at(run: Run, tree: TreeAtStep) -> CodeLine:
    """Return the line for a step."""
    node = tree.current
    event = code_event_at(run, tree)
    if node is None or event is None:
        return CodeLine(None, "")
    if is_beyond_horizon(tree, node):
        comment = f"{event.value} beyond"
    else:
        comment = event.value
    marked = [
        number for number, (_, own) in enumerate(_code_and_comments(run)) if own.strip() == comment
    ]
    if not marked:
        return CodeLine(None, "")
    if len(marked) == 1 or _is_maximizing_at(tree, node):
        number = marked[0]
    else:
        number = marked[-1]
    return CodeLine(number, _values_beside(run, tree, node, event))


def mover_of_values(run: Run, tree: TreeAtStep) -> str:
    """Return the side from which the values beside the line are, if that is the mover's; else ""."""
    node = tree.current
    if node is None or not run.algorithm.from_mover:
        return ""
    return run.game.side(maximizing=_is_maximizing_at(tree, node))


def _code_and_comments(run: Run) -> list[tuple[str, str]]:
    """Return code and comment of each line; a comment names an event."""
    lines = pseudocode_of(run).rstrip().split("\n")
    return [(code, comment) for code, _, comment in (line.partition("#") for line in lines)]


def code_event_at(run: Run, tree: TreeAtStep) -> CodeEvent | None:
    """Return what a step is to the pseudocode; None before the first step."""
    node = tree.current
    if node is None:
        return None
    if run.algorithm.sampling is not None:
        return _event_of_sampling(tree, node)
    if not tree.entering:
        return _event_of_return(tree, node)
    if tree.stand(node) is not None:
        return CodeEvent.CUT_AT_ONCE if tree.is_cut(node) else CodeEvent.STAND
    if tree.kind(node) is Kind.TABLE:
        return CodeEvent.TABLE
    return CodeEvent.ENTER if tree.move_count(node) else CodeEvent.LEAF


def is_beyond_horizon(tree: TreeAtStep, node: int) -> bool:
    """Return whether a step is done by code for what is beyond the depth limit, where only noisy moves are searched."""
    trace = tree.trace
    if tree.entering and tree.stand(node) is not None:
        return False
    row = tree.visit(node if tree.entering else max(0, tree.parent(node)))
    horizon = trace.horizon(row)
    return horizon is not None and trace.depth(row) >= horizon


def _event_of_return(tree: TreeAtStep, node: int) -> CodeEvent:
    """Return what the return of a node is in a search by values."""
    parent = tree.parent(node)
    if tree.kind(node) is Kind.STOPPED or parent < 0:
        return CodeEvent.LEAVE
    if tree.trace.probability(node) is not None:
        if not tree.is_cut(parent):
            return CodeEvent.SUM
        return CodeEvent.TOO_HIGH if tree.at_beta(parent) else CodeEvent.TOO_LOW
    if tree.is_cut(parent):
        return CodeEvent.CUT
    if tree.looked_again(node):
        return CodeEvent.AGAIN
    best = tree.best(parent)
    return CodeEvent.BEST if best is not None and best[1] == node else CodeEvent.CHILD


def _event_of_sampling(tree: TreeAtStep, node: int) -> CodeEvent | None:
    """Return what a step is in a search by random games: the part of its iteration."""
    now = phase_of_step(tree)
    if tree.entering and tree.parent(node) < 0:
        return CodeEvent.BEGIN
    if not tree.entering and tree.kind(node) is Kind.TERMINAL:
        return CodeEvent.OVER
    if now is None:
        return None
    return CodeEvent(now.value)


def _values_beside(run: Run, tree: TreeAtStep, node: int, event: CodeEvent) -> str:
    """Return the values that belong beside the line of an event, which is of the current node."""
    if event is CodeEvent.LEAF:
        return "value?"
    if event in EVENTS_WITH_RESULT:
        return format_result(Naming(run, tree), node, tree.returned_value(node))
    parent = tree.parent(node)
    if event is CodeEvent.SELECT or (event is CodeEvent.EXPAND and run.has_priors):
        bounds = upper_bounds(run, tree, parent)
        return next(
            (format_bound_sum(bound) for bound in bounds if bound.move == run.trace.move(node)), ""
        )
    if event is CodeEvent.SUM:
        share = next((sum_term(share) for child, share in tree.shares(parent) if child == node), "")
        return f"{share} = {format_number(tree.returned_value(node) * float(tree.probability(node) or 0))}"
    view = PointOfView(run.algorithm.from_mover and not _is_maximizing_at(tree, node))
    if event is CodeEvent.ENTER:
        window = tree.window_at(node)
        return "α {}  β {}".format(*map(format_number, view.window(*window))) if window else ""
    if event in COMPARISON_EVENTS:
        return _comparison(run, tree, node, event, view)
    if event is CodeEvent.STAND:
        found = tree.stand(node) or 0
    else:
        found = tree.returned_value(node)
    value = view.of(found)
    if run.algorithm.from_mover and event in (CodeEvent.CHILD, CodeEvent.BEST):
        return f"−({format_number(0 - value)}) = {format_number(value)}"
    return format_number(value) if event in EVENTS_WITH_VALUE else ""


def _comparison(run: Run, tree: TreeAtStep, node: int, event: CodeEvent, view: PointOfView) -> str:
    """Return the two numbers that close a window; the value that cuts where no window is told."""
    if event is CodeEvent.CUT_AT_ONCE:
        where = node
    else:
        where = tree.parent(node)
    low, high = view.window(*tree.window(where))
    if event is CodeEvent.TOO_HIGH:
        low = tree.returned_value(where)
    elif event is CodeEvent.TOO_LOW:
        high = tree.returned_value(where)
    elif isinf(low) or isinf(high):
        return view.show(tree.returned_value(node))
    return f"{format_number(low)} {run.recipe.search.cut_sign} {format_number(high)}"


def _is_maximizing_at(tree: TreeAtStep, node: int) -> bool:
    """Return whether MAX is to move at the node of a step's line; at a leaf, whether MIN has moved there."""
    parent = tree.parent(node)
    if tree.entering and parent >= 0 and not tree.move_count(node):
        return not tree.maximizing(parent)
    return tree.maximizing(node if tree.entering or parent < 0 else parent)


def with_field_signs(code: str, rule: str) -> str:
    """Return code with the field's signs for its names, and the rule itself where it asks whether to cut.

    >>> with_field_signs("if cut(alpha, beta): break", "≥"), with_field_signs("-inf if is_max(node) else inf", "≥")
    ('if α ≥ β: break', '−∞ if is_max(node) else +∞')
    >>> with_field_signs("if rest and cut(alpha, known + most(rest)): return known + most(rest)", ">")
    'if rest and α > known + most(rest): return known + most(rest)'
    """
    code = CUT_CALL_PATTERN.sub(rf"\1 {rule} \2", code)
    return (
        code.replace("alpha_beta", "alpha\0beta")
        .replace("alpha", "α")
        .replace("beta", "β")
        .replace("α\0β", "alpha_beta")
        .replace("-inf", "−∞")
        .replace("inf", "+∞")
    )
