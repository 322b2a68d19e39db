"""The line of an algorithm's pseudocode that runs in a step, and the values next to it."""

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
    """What happens in a step; a line of pseudocode names it in its comment, `# cut at once`."""

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
"""Events of sampling that show the result of the iteration."""
COMPARISON_EVENTS = {CodeEvent.CUT, CodeEvent.CUT_AT_ONCE, CodeEvent.TOO_HIGH, CodeEvent.TOO_LOW}
"""Events that compare a value with an end of the window."""
EVENTS_WITH_VALUE = {
    CodeEvent.LEAVE,
    CodeEvent.CHILD,
    CodeEvent.AGAIN,
    CodeEvent.BEST,
    CodeEvent.STAND,
}
"""Events that show one value."""

CUT_CALL_PATTERN = re.compile(r"\bcut\(((?:[^(),]|\([^()]*\))+), ((?:[^(),]|\([^()]*\))+)\)")
"""A call `cut(a, b)`, whose arguments may contain one level of brackets."""


class CodeLine(NamedTuple):
    """The number of a line, from 0, and the values next to it; None if no line runs."""

    number: int | None
    values: str


def pseudocode_of(run: Run) -> str:
    """Return the pseudocode of a search.

    If the search uses a transposition table or quiescence search, their lines are included.
    """
    search = run.recipe.search
    if run.algorithm.pseudocode_with is not None:
        return run.algorithm.pseudocode_with(run.problem.options)
    has_table = bool(search.options.get("table"))
    code = run.algorithm.code(search.fail, table=has_table)
    if has_table:
        code = code_with_table(code)
    noisy = run.game.noisy
    has_quiescence = search.options.get(QUIESCENCE_OPTION.name)
    if noisy is None or not has_quiescence or not code:
        return code
    return code_with_quiescence(code, compulsory=noisy.compulsory, hard=search.fail == "hard")


def code_lines(run: Run) -> list[str]:
    """Return the lines of the pseudocode to show; one empty line if there is no pseudocode."""
    sign = run.recipe.search.cut_sign
    return [with_greek_letters(code.rstrip(), sign) for code, _ in _code_and_comments(run)]


def code_line_at(run: Run, tree: TreeAtStep) -> CodeLine:
    """Return the line of the pseudocode that runs in the tree's step, with the values it uses.

    The number of the line is None if no line runs.
    """
    node = tree.current
    event = code_event_at(run, tree)
    if node is None or event is None:
        return CodeLine(None, "")
    # A comment at the end of each line of pseudocode names its event.
    comment = event.value
    if is_beyond_horizon(tree, node):
        comment = f"{comment} beyond"
    numbers = _lines_with_comment(run, comment)
    if not numbers:
        return CodeLine(None, "")
    # Minimax has a branch for MAX and then one for MIN, with the same comments.
    number = numbers[-1]
    if _runs_for_max(tree, node):
        number = numbers[0]
    return CodeLine(number, _values_to_show(run, tree, node, event))


def _lines_with_comment(run: Run, comment: str) -> list[int]:
    """Return the numbers, from 0, of the lines of pseudocode that have this comment."""
    lines = enumerate(_code_and_comments(run))
    return [number for number, (_, words) in lines if words.strip() == comment]


def mover_of_values(run: Run, tree: TreeAtStep) -> str:
    """Return the side for which the values next to the line are given in negamax; else ""."""
    node = tree.current
    if node is None or not run.algorithm.from_mover:
        return ""
    return run.game.side(maximizing=_runs_for_max(tree, node))


def _code_and_comments(run: Run) -> list[tuple[str, str]]:
    """Split each line of the pseudocode into code and comment."""
    pairs = []
    for line in pseudocode_of(run).rstrip().split("\n"):
        code, _, comment = line.partition("#")
        pairs.append((code, comment))
    return pairs


def code_event_at(run: Run, tree: TreeAtStep) -> CodeEvent | None:
    """Return what happens in the pseudocode in the tree's step; None before the first step."""
    node = tree.current
    if node is None:
        return None
    if run.algorithm.sampling is not None:
        return _event_of_sampling(tree, node)
    if tree.entering:
        return _event_of_entry(tree, node)
    return _event_of_return(tree, node)


def is_beyond_horizon(tree: TreeAtStep, node: int) -> bool:
    """Return whether the tree's step runs a line marked "beyond", in quiescence search.

    In this step the search enters or leaves `node`.
    """
    trace = tree.trace
    # Standing pat occurs only in quiescence search, so its lines need no "beyond".
    if tree.entering and tree.stand_pat_value(node) is not None:
        return False
    # When a node returns, the code of its parent continues.
    code_node = node
    if not tree.entering:
        code_node = max(0, tree.parent(node))
    row = tree.visit(code_node)
    horizon = trace.horizon(row)
    return horizon is not None and trace.depth(row) >= horizon


def _event_of_entry(tree: TreeAtStep, node: int) -> CodeEvent:
    """Return what happens in the code when a node is entered, except by random games."""
    if tree.stand_pat_value(node) is not None:
        return CodeEvent.CUT_AT_ONCE if tree.is_cut(node) else CodeEvent.STAND
    if tree.kind(node) is Kind.TABLE:
        return CodeEvent.TABLE
    return CodeEvent.ENTER if tree.move_count(node) else CodeEvent.LEAF


def _event_of_return(tree: TreeAtStep, node: int) -> CodeEvent:
    """Return what happens in the code of the parent when a node returns.

    This is for all searches except those by random games.
    """
    parent = tree.parent(node)
    if tree.kind(node) is Kind.STOPPED or parent < 0:
        return CodeEvent.LEAVE
    if tree.trace.probability(node) is not None:
        return _event_of_outcome(tree, parent)
    if tree.is_cut(parent):
        return CodeEvent.CUT
    if tree.looked_again(node):
        return CodeEvent.AGAIN
    best = tree.best(parent)
    if best is None:
        return CodeEvent.CHILD
    _, best_child = best
    return CodeEvent.BEST if best_child == node else CodeEvent.CHILD


def _event_of_outcome(tree: TreeAtStep, chance_node: int) -> CodeEvent:
    """Return what happens in the chance node's code when an outcome returns."""
    if not tree.is_cut(chance_node):
        return CodeEvent.SUM
    return CodeEvent.TOO_HIGH if tree.at_beta(chance_node) else CodeEvent.TOO_LOW


def _event_of_sampling(tree: TreeAtStep, node: int) -> CodeEvent | None:
    """Return what happens in a step of a search by random games; None before the first step."""
    if tree.entering and tree.parent(node) < 0:
        return CodeEvent.BEGIN
    if not tree.entering and tree.kind(node) is Kind.TERMINAL:
        return CodeEvent.OVER
    phase = phase_of_step(tree)
    if phase is None:
        return None
    return CodeEvent(phase.value)


def _values_to_show(run: Run, tree: TreeAtStep, node: int, event: CodeEvent) -> str:
    """Return the values to show next to the current line; "" for none."""
    if event is CodeEvent.LEAF:
        return "value?"
    if event in EVENTS_WITH_RESULT:
        return format_result(Naming(run, tree), node, tree.returned_value(node))
    # With priors, new children are selected by their bounds, too.
    is_choice = event is CodeEvent.SELECT or (event is CodeEvent.EXPAND and run.has_priors)
    if is_choice:
        return _bound_to_show(run, tree, node)
    if event is CodeEvent.SUM:
        return _share_to_show(tree, node)
    if event in COMPARISON_EVENTS:
        return _comparison(run, tree, node, event)
    return _window_or_value_to_show(run, tree, node, event)


def _view_of_code(run: Run, tree: TreeAtStep, node: int) -> PointOfView:
    """Return the point of view of the pseudocode: MAX's, or in negamax the player to move's."""
    return PointOfView(run.algorithm.from_mover and not _runs_for_max(tree, node))


def _bound_to_show(run: Run, tree: TreeAtStep, node: int) -> str:
    """Return the upper bound by which a node was selected."""
    selected_move = run.trace.move(node)
    for bound in upper_bounds(run, tree, tree.parent(node)):
        if bound.move == selected_move:
            return format_bound_sum(bound)
    return ""


def _share_to_show(tree: TreeAtStep, node: int) -> str:
    """Return the term of an outcome in its chance node's sum: `1/2 · 4 = 2`."""
    shares = dict(tree.returned_outcomes(tree.parent(node)))
    probability = float(tree.probability(node) or 0)
    return f"{sum_term(shares[node])} = {format_number(tree.returned_value(node) * probability)}"


def _window_or_value_to_show(run: Run, tree: TreeAtStep, node: int, event: CodeEvent) -> str:
    """Return the window of a node that is entered, or the value of a node that returns.

    `event` says what happens at the node. "" if neither is shown.
    """
    view = _view_of_code(run, tree, node)
    if event is CodeEvent.ENTER:
        window = tree.window_at(node)
        if not window:
            return ""
        alpha, beta = view.window(*window)
        return f"α {format_number(alpha)}  β {format_number(beta)}"
    if event not in EVENTS_WITH_VALUE:
        return ""
    if event is CodeEvent.STAND:
        value = view.of(tree.stand_pat_value(node) or 0)
    else:
        value = view.of(tree.returned_value(node))
    if run.algorithm.from_mover and event in (CodeEvent.CHILD, CodeEvent.BEST):
        # Show how negamax negates the child's value. Subtracting from 0 never gives -0.
        return f"−({format_number(0 - value)}) = {format_number(value)}"
    return format_number(value)


def _comparison(run: Run, tree: TreeAtStep, node: int, event: CodeEvent) -> str:
    """Return the comparison that cuts a node: `5 ≥ 3`.

    If an end of the window is infinite, there is no comparison: return only the value of the child
    that cut the node.
    """
    view = _view_of_code(run, tree, node)
    cut_node = tree.parent(node)
    if event is CodeEvent.CUT_AT_ONCE:
        cut_node = node
    low, high = view.window(*tree.window(cut_node))
    # A chance node is cut by its least (or greatest) possible sum, which is its returned value.
    if event is CodeEvent.TOO_HIGH:
        low = tree.returned_value(cut_node)
    elif event is CodeEvent.TOO_LOW:
        high = tree.returned_value(cut_node)
    elif isinf(low) or isinf(high):
        return view.show(tree.returned_value(node))
    return f"{format_number(low)} {run.recipe.search.cut_sign} {format_number(high)}"


def _runs_for_max(tree: TreeAtStep, node: int) -> bool:
    """Return whether the pseudocode in the tree's step runs for MAX to move, not for MIN.

    In this step the search enters or leaves `node`.
    """
    parent = tree.parent(node)
    if parent < 0:
        return tree.maximizing(node)
    # When a node returns, the code of its parent continues.
    if not tree.entering:
        return tree.maximizing(parent)
    # Nobody is to move at a leaf, so the code assumes the opponent of the player above.
    if not tree.move_count(node):
        return not tree.maximizing(parent)
    return tree.maximizing(node)


def with_greek_letters(code: str, rule: str) -> str:
    """Write α, β and ∞ in pseudocode, and replace calls of `cut` by a comparison.

    `rule` is the sign of the comparison.

    >>> with_greek_letters("if cut(alpha, beta): break", "≥")
    'if α ≥ β: break'
    >>> with_greek_letters("-inf if is_max(node) else inf", "≥")
    '−∞ if is_max(node) else +∞'
    >>> with_greek_letters("if rest and cut(alpha, known + most(rest)): break", ">")
    'if rest and α > known + most(rest): break'
    """
    code = CUT_CALL_PATTERN.sub(rf"\1 {rule} \2", code)
    # The function's name `alpha_beta` must stay, so a mark inside it replaces the underscore.
    code = code.replace("alpha_beta", "alpha\0beta")
    code = code.replace("alpha", "α").replace("beta", "β")
    code = code.replace("α\0β", "alpha_beta")
    return code.replace("-inf", "−∞").replace("inf", "+∞")
