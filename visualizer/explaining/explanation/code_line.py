"""The line of an algorithm's pseudocode that a step is, with the values that belong beside it."""

import re
from math import isinf
from typing import NamedTuple

from visualizer.explaining.explanation.english.random_games import format_result, in_sum
from visualizer.explaining.explanation.english.windows import term
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.sampling import Phase, has_priors, phase, upper_bounds
from visualizer.look.numbers import show
from visualizer.searching.algorithms.quiescence import OPTION, code_with_quiescence
from visualizer.searching.algorithms.table import code_with_table
from visualizer.searching.run import Run
from visualizer.trace.point_of_view import PointOfView
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

BEYOND_DEPTH_LIMIT = " beyond"
"""Ends the names of events beyond the depth limit, where only noisy moves are searched."""


CUT = re.compile(r"\bcut\(((?:[^(),]|\([^()]*\))+), ((?:[^(),]|\([^()]*\))+)\)")
"""The question whether two numbers close the window."""


class CodeLine(NamedTuple):
    """The number of a line, from 0, or None if no line stands for the step; and the values shown beside it."""

    number: int | None
    values: str


def code_of(run: Run) -> str:
    """Return the pseudocode of a run's search, with the lines of what its options ask for; comments name events."""
    search = run.recipe.search
    if run.algorithm.pseudocode_with is not None:
        return run.algorithm.pseudocode_with(run.problem.options)
    table = bool(search.options.get("table"))
    code = run.algorithm.code(search.fail, table=table)
    code, noisy = code_with_table(code) if table else code, run.game.noisy
    if noisy is None or not search.options.get(OPTION.name) or not code:
        return code
    return code_with_quiescence(code, compulsory=noisy.compulsory, hard=search.fail == "hard")


def code_lines(run: Run) -> list[str]:
    """Return the lines of the pseudocode as they are shown; one empty line if there is none."""
    return [pretty(code.rstrip(), run.recipe.search.cut_sign) for code, _ in _parts(run)]


def code_line(run: Run, tree: TreeAtStep) -> CodeLine:
    """Return the line for a step."""
    node, event = tree.current, event_of(run, tree)
    tag = event.rstrip("?")
    marked = [number for number, (_, comment) in enumerate(_parts(run)) if tag and comment.strip() == tag]
    if node is None or not marked:
        return CodeLine(None, "")
    values = "value?" if event.endswith("?") else _values(run, tree, node, tag.removesuffix(BEYOND_DEPTH_LIMIT))
    return CodeLine(marked[0] if len(marked) == 1 or _maximizing(tree, node) else marked[-1], values)


def seen_from(run: Run, tree: TreeAtStep) -> str:
    """Return the side from which the values beside the line are, if that is the mover's; else ""."""
    node = tree.current
    return "" if node is None or not run.algorithm.from_mover else run.game.side(maximizing=_maximizing(tree, node))


def _parts(run: Run) -> list[tuple[str, str]]:
    """Return code and comment of each line; a comment names an event."""
    lines = code_of(run).rstrip().split("\n")
    return [(code, comment) for code, _, comment in (line.partition("#") for line in lines)]


def event_of(run: Run, tree: TreeAtStep) -> str:
    """Return the name of the event that a step is, as the comments in the pseudocode have it."""
    node = tree.current
    if node is None:
        return ""
    if run.algorithm.sampling is not None:
        return _event_of_sampling(tree, node)
    if tree.entering and tree.stand(node) is not None:
        return "cut at once" if tree.is_cut(node) else "stand"
    event, place = _event(tree, node), node if tree.entering else max(0, tree.parent(node))
    trace, row = tree.trace, tree.visit(place)
    horizon = trace.horizon(row)
    if horizon is None or trace.depth(row) < horizon:
        return event
    return f"{event.rstrip('?')}{BEYOND_DEPTH_LIMIT}{'?' * event.endswith('?')}"


def _event(tree: TreeAtStep, node: int) -> str:
    """Return the event of a step in a search by values, whether beyond the depth limit or not."""
    if tree.entering:
        if tree.kind(node) is Kind.TABLE:
            return "table"
        return "leaf?" if not tree.move_count(node) else "enter"
    parent = tree.parent(node)
    if tree.kind(node) is Kind.STOPPED or parent < 0:
        return "leave"
    if tree.is_cut(parent):
        return "cut" if not tree.is_chance(parent) else "too high" if tree.at_beta(parent) else "too low"
    if tree.is_chance(parent):
        return "sum"
    best = tree.best(parent)
    is_best = best is not None and best[1] == node
    return "again" if tree.looked_again(node) else "best" if is_best else "child"


def _event_of_sampling(tree: TreeAtStep, node: int) -> str:
    """Return the event of a step in a search by random games: the part of its iteration."""
    now = phase(tree)
    if tree.entering and tree.parent(node) < 0:
        return "begin"
    if not tree.entering and tree.kind(node) is Kind.TERMINAL:
        return "over"
    return "" if now is None else now.value


def _values(run: Run, tree: TreeAtStep, node: int, event: str) -> str:
    """Return the values that belong beside the line of an event, which is of the current node."""
    if event in ("over", Phase.PLAY_OUT.value, Phase.BACK_UP.value):
        return format_result(Naming(run, tree), node, tree.returned_value(node))
    if event == Phase.SELECT.value or (event == Phase.EXPAND.value and has_priors(run)):
        bounds = upper_bounds(run, tree, tree.parent(node))
        return next((in_sum(bound) for bound in bounds if bound.move == run.trace.move(node)), "")
    if event == "sum":
        share = next((term(share) for child, share in tree.shares(tree.parent(node)) if child == node), "")
        return f"{share} = {show(tree.returned_value(node) * float(tree.probability(node) or 0))}"
    view = PointOfView(run.algorithm.from_mover and not _maximizing(tree, node))
    parent = tree.parent(node)
    if event == "enter":
        window = tree.window_at(node)
        return "α {}  β {}".format(*map(show, view.window(*window))) if window else ""
    found = (tree.stand(node) or 0) if event == "stand" else tree.returned_value(node)
    value = view.of(found)
    if event in ("too high", "too low"):
        worth, (low, high) = tree.returned_value(parent), tree.window(parent)
        sign = run.recipe.search.cut_sign
        return f"{show(worth)} {sign} {show(high)}" if event == "too high" else f"{show(low)} {sign} {show(worth)}"
    if event in ("cut", "cut at once"):
        low, high = view.window(*tree.window(parent if event == "cut" else node))
        if isinf(low) or isinf(high):
            return show(value)
        return f"{show(low)} {run.recipe.search.cut_sign} {show(high)}"
    if run.algorithm.from_mover and event in ("child", "best"):
        return f"−({show(0 - value)}) = {show(value)}"
    return show(value) if event in ("leave", "child", "again", "best", "stand") else ""


def _maximizing(tree: TreeAtStep, node: int) -> bool:
    """Return whether MAX is to move at the node of a step's line; at a leaf, whether MIN has moved there."""
    parent = tree.parent(node)
    if tree.entering and parent >= 0 and not tree.move_count(node):
        return not tree.maximizing(parent)
    return tree.maximizing(node if tree.entering or parent < 0 else parent)


def pretty(code: str, rule: str) -> str:
    """Return code with the field's signs for its names, and the rule itself where it asks whether to cut.

    >>> pretty("if cut(alpha, beta): break", "≥"), pretty("-inf if is_max(node) else inf", "≥")
    ('if α ≥ β: break', '−∞ if is_max(node) else +∞')
    >>> pretty("if rest and cut(alpha, known + most(rest)): return known + most(rest)", ">")
    'if rest and α > known + most(rest): return known + most(rest)'
    """
    code = CUT.sub(rf"\1 {rule} \2", code)
    return code.replace("alpha_beta", "alpha\0beta").replace("alpha", "α").replace("beta", "β").replace(
        "α\0β", "alpha_beta").replace("-inf", "−∞").replace("inf", "+∞")  # fmt: skip
