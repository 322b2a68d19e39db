"""Monte Carlo search in English: the bounds compared, and the games played and backed up."""

from collections.abc import Iterator, Sequence
from math import isclose
from typing import NamedTuple

from games import AnyPosition, Game
from visualizer.explaining.explanation.facts.steps import Entered, Returned
from visualizer.explaining.explanation.naming import (
    Naming,
    capitalize_node_name,
    capitalized,
    describe_ending,
    has_no_players,
)
from visualizer.explaining.measures.sampling import (
    UpperBound,
    lacks_priors,
    leaf_range,
    playout_of,
    selection_bounds,
    visits_in_progress,
)
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import MAX_ROUNDING_ERROR, format_decimal, format_number, format_signed
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep


def why_chosen(naming: Naming, fact: Entered) -> str:
    """Say why a child was selected, by comparing its upper bound with the next largest one.

    For example, `0.28 + 0.71 ≈ 1.00, more than b2's 0.88`. "" if the child's bound is unknown.
    """
    selected, runner_up, digits = bounds_to_compare(naming, fact)
    if selected is None:
        return ""
    bound_sum = format_bound_sum(selected, digits)
    proven_count = sum(bound.proven is not None for bound in fact.compared_bounds)
    # The rest of the sentence already says that the new child is the only move.
    is_new_only_move = fact.sibling_count == 1 and not fact.is_revisited
    if is_new_only_move and not proven_count:
        return bound_sum
    why = f"{bound_sum}, {compare_with_runner_up(naming, fact, selected, runner_up, digits)}"
    if not proven_count:
        return why
    verb = "is" if proven_count == 1 else "are"
    return f"{why}; {naming.count_moves(proven_count)} {verb} proven and left out"


class BoundsToCompare(NamedTuple):
    """The upper bound of a selected child, and the largest upper bound of its siblings."""

    selected: UpperBound | None
    runner_up: UpperBound | None
    digits: int
    """How many decimal places are needed to see that the two bounds differ."""


def bounds_to_compare(naming: Naming, fact: Entered) -> BoundsToCompare:
    """Return the upper bounds of the selected child and of its best unproven sibling.

    Each is None if it is unknown.
    """
    selected_move = naming.run.trace.move(fact.node)
    selected = next((bound for bound in fact.compared_bounds if bound.move == selected_move), None)
    others = [
        bound for bound in fact.compared_bounds if bound is not selected and bound.proven is None
    ]
    runner_up = max(others, key=lambda bound: bound.upper, default=None)
    digits = 2
    if selected is not None and runner_up is not None:
        digits = digits_to_tell(selected.upper, runner_up.upper)
    return BoundsToCompare(selected, runner_up, digits)


def compare_with_runner_up(
    naming: Naming, fact: Entered, selected: UpperBound, runner_up: UpperBound | None, digits: int
) -> str:
    """Compare the selected child's upper bound with the next largest one: `more than b2's 0.88`.

    If `runner_up` is None, say why there is no other bound. `digits` is how many decimal places of
    the numbers are shown.
    """
    if runner_up is None:
        return _why_only_bound(naming, fact, selected)
    is_tie = isclose(
        selected.upper,
        runner_up.upper,
        rel_tol=MAX_ROUNDING_ERROR,
        abs_tol=MAX_ROUNDING_ERROR,
    )
    if is_tie:
        return _describe_tie(naming, fact, selected, runner_up)
    name = child_name(naming, fact.parent, runner_up)
    # A recorded engine may have selected by other bounds than these.
    word = "more" if selected.upper > runner_up.upper else "less"
    return f"{word} than {name}'s {format_decimal(runner_up.upper, digits)}"


def _describe_tie(
    naming: Naming, fact: Entered, selected: UpperBound, tied_bound: UpperBound
) -> str:
    """Say why a child was selected rather than a sibling with an equal upper bound."""
    name = child_name(naming, fact.parent, tied_bound)
    # This program selects the child that comes first, but a recorded engine may do otherwise.
    if fact.compared_bounds.index(selected) > fact.compared_bounds.index(tied_bound):
        return f"tied with {name}"
    if selected.prior is None:
        return f"tied with {name}, which was expanded later"
    return f"tied with {name}, which comes later in the order"


def _why_only_bound(naming: Naming, fact: Entered, selected: UpperBound) -> str:
    """Say why a child's upper bound cannot be compared with another one."""
    move_count = naming.tree.move_count(fact.parent)
    is_order_known = naming.run.applies("ordering")
    # A recorded engine may report the bounds of some moves only.
    if selected.prior is not None and not is_order_known and move_count > 1:
        return "the only one reported"
    if len(fact.compared_bounds) < move_count:
        return "the only one visited so far"
    # All other moves are proven, so their bounds do not count any more.
    if len(fact.compared_bounds) > 1:
        return "the only move left"
    return "the only move"


def describe_bonus(naming: Naming, fact: Entered) -> str:
    """Say what the exploration bonus of PUCT is computed from; "" for a search without priors.

    For example, `The 0.31 comes from a prior of 0.42 and 1 visit.`
    """
    bound, _, digits = bounds_to_compare(naming, fact)
    if bound is None or bound.prior is None:
        return ""
    prior = format_decimal(bound.prior)
    if lacks_priors(naming.run):
        prior = f"{prior}, the same for all moves,"
    bonus = format_decimal(bound.bonus, digits)
    if bound.visits:
        visits = count_in_words(bound.visits, "visit", "visits")
        return f"The {bonus} comes from a prior of {prior} and {visits}."
    mean = format_decimal(bound.mean, digits)
    untried = f"An untried move starts with its parent's mean, {mean}."
    return f"{untried} The {bonus} comes from a prior of {prior} and no visits yet."


def describe_priors(run: Run) -> str:
    """Say which ordering gives a search its priors, or why all are equal; "" without priors."""
    if not run.has_priors or not run.applies("ordering"):
        return ""
    ordering = run.recipe.search.ordering
    if not lacks_priors(run):
        return f"from the scores of {ordering} order (-o names another)"
    why_equal = f"all equal, since {ordering or 'natural'} order gives moves no scores"
    scoring = next(iter(run.game.orderings), None)
    if scoring is None:
        return why_equal
    return f"{why_equal}: -o {scoring} does"


def child_name(naming: Naming, node: int, bound: UpperBound) -> str:
    """Return the name of a child's move, visited or not."""
    return naming.move_at((*naming.run.path(node), bound.move))


def bounds_table(naming: Naming, node: int) -> str:
    """Return a table of the upper bounds of a node's children, with the formula above it.

    The largest bound comes first. "" if no bounds are compared at the node.
    """
    bounds = sorted(selection_bounds(naming.run, naming.tree, node), key=lambda bound: bound.rank)
    if not bounds:
        return ""
    lines = [_bounds_formula(naming, node, has_priors=bounds[0].prior is not None)]
    lines.extend(_bounds_rows(naming, node, bounds))
    lines.extend(_notes_on_bounds(naming, node, bounds))
    return "\n".join(lines)


def _bounds_rows(naming: Naming, node: int, bounds: Sequence[UpperBound]) -> Iterator[str]:
    """Yield a line for each upper bound, up to `MAX_BOUNDS_TABLE_ROWS`, then how many are left."""
    names = [child_name(naming, node, bound) for bound in bounds]
    # The width includes the rows left out, so that it does not change from step to step.
    width = max(map(len, names))
    for name, bound in zip(names[:MAX_BOUNDS_TABLE_ROWS], bounds, strict=False):
        yield f"  {name:<{width}}  {bounds_table_row(bound)}"
    if len(bounds) > MAX_BOUNDS_TABLE_ROWS:
        yield f"  … {len(bounds) - MAX_BOUNDS_TABLE_ROWS:,} more"


def _bounds_formula(naming: Naming, node: int, *, has_priors: bool) -> str:
    """Return the title of the table of bounds: the formula with the node's numbers.

    The formula is PUCT's with priors, and UCT's without (Kocsis & Szepesvári 2006).
    """
    visits = visits_in_progress(naming.tree, node)
    bonus = f"√(ln {visits:,} / visits to the move)"
    if has_priors:
        bonus = f"prior · √{visits:,} / (1 + visits to the move)"
    # The constant may be a square root, so show five digits of it.
    constant = naming.run.problem.options["exploration"]
    exploration = format_number(float(f"{constant:.5g}"))
    mean = f"mean for {naming.side(node)}"
    place = capitalized(naming.where(node))
    return f"{place}, upper bound = {mean} + {exploration} · {bonus}:"


def _notes_on_bounds(naming: Naming, node: int, bounds: Sequence[UpperBound]) -> list[str]:
    """Return the sentences below a table of bounds: untried moves, and where priors come from."""
    notes = []
    # With priors, untried moves are in the table, too.
    untried = 0
    if bounds[0].prior is None:
        untried = naming.tree.move_count(node) - len(bounds)
    if untried:
        note = f"{count_in_words(untried, 'move has', 'moves have')} not been tried yet"
        if naming.run.applies("ordering"):
            note = f"{note}; untried moves come first"
        notes.append(f"{note}.")
    if any(not bound.visits for bound in bounds):
        place = naming.where(node)
        notes.append(f"A move without visits counts as the mean of all visits {place}.")
    priors = describe_priors(naming.run)
    if priors:
        notes.append(f"Priors are {priors}.")
    return notes


def describe_playout(naming: Naming, node: int, value: float) -> str:
    """Say how long a random game from a node was, how it ended, and what its result counts as.

    `value` is the result from MAX's side. If the game cannot be replayed, say only the result.
    """
    game = f"A random game from {naming.place(node)}"
    result = format_sample(naming, node, value)
    played = playout_of(naming.run, naming.tree.visit(node))
    if not played:
        return f"{game} counts as {result}"
    ending = capitalized(describe_end_of_game(naming.run.game, played))
    scale = leaf_scale(naming, node)
    return (
        f"{game} takes {naming.count_moves(len(played))}. {ending}, which counts as {result}{scale}"
    )


def leaf_scale(naming: Naming, node: int) -> str:
    """Say which leaf values of a written tree count as −1 and 1 at a node; "" in other games."""
    leaves = leaf_range(naming.run)
    if leaves is None:
        return ""
    worst, best = leaves
    # For MIN, the least leaf is the best.
    if not naming.tree.is_for_max(node):
        worst, best = best, worst
    return f" ({format_number(worst)} counts as −1, {format_number(best)} as 1)"


def format_sample(naming: Naming, node: int, value: float) -> str:
    """Format a game's result at a node: `+1 for O`, `0`, or in a tree `−0.83 for MAX`.

    `value` is from MAX's side.
    """
    if has_no_players(naming.run.game) or value != int(value):
        return naming.mean(node, value)
    if not value:
        return "0"
    view = naming.view_of_mean(node)
    return f"{format_signed(view.of(value))}{view.for_player}"


def describe_end_of_game(game: Game, played: Sequence[tuple[str, AnyPosition]]) -> str:
    """Say how a random game ended; `played` has the name of each move and the position after it."""
    _, position = played[-1]
    outcome = position.outcome()
    if outcome is None:
        return "it is stopped there"
    if has_no_players(game):
        return f"it ends with {format_number(outcome)}"
    return describe_ending(game, position, outcome)


def visits_and_mean(naming: Naming, node: int) -> str:
    """Return how many games went through a node, their mean, and the result if it is proven."""
    mean = naming.tree.mean(node)
    parts = [games_played(naming.tree, node)]
    if mean is not None:
        parts.append(naming.mean(node, mean))
    parts.append(naming.proof(node))
    return ", ".join(filter(None, parts))


def games_played(tree: TreeAtStep, node: int) -> str:
    """Count the games that went through a node."""
    return count_in_words(tree.returned_count(node), "game", "games")


def describe_backup(naming: Naming, fact: Returned) -> str:
    """Say which result an iteration has added to a node on the way back to the root."""
    node = fact.node
    tree = naming.tree
    place = naming.place(node)
    subject = capitalize_node_name(place)
    games_and_mean = visits_and_mean(naming, node)

    ending = naming.ending_words(node)
    if ending:
        return f"After {place}, {ending}. {subject} has {games_and_mean}."
    why = why_proven(naming, node)
    if why:
        return f"{subject} is proven: {why}. It has {games_played(tree, node)}."
    if tree.kind(node) is Kind.PLAYOUT:
        return f"{describe_playout(naming, node, fact.value)}."
    result = format_result(naming, node, fact.value)
    scale = leaf_scale(naming, node)
    if tree.kind(node) is Kind.TERMINAL and scale:
        number = format_number(naming.run.evaluated(naming.run.path(node)))
        return f"{subject} is {number}, which counts as {result}{scale}: {games_and_mean}."
    return f"{subject} is credited with {result}: {games_and_mean}."


def why_proven(naming: Naming, node: int) -> str:
    """Say which children prove a node's result; "" if it is unproven, or if the game is over."""
    tree = naming.tree
    value = tree.value_by_solver(node)
    best = tree.best(node)
    if value is None or best is None:
        return ""
    _, best_child = best
    if best_child is None:
        return ""
    value_for_mover = -value
    if tree.maximizing(node):
        value_for_mover = value
    # A child of the root is a move, and any other node a reply.
    noun = "move" if tree.parent(node) < 0 else "reply"
    if value_for_mover < 0:
        return f"every {noun} loses, so {naming.opponent(node)} wins"
    child = naming.move(best_child)
    if value_for_mover > 0:
        return f"{child} wins for {naming.side(node)}"
    return f"no {noun} is better for {naming.side(node)} than a draw with {child}"


def format_result(naming: Naming, node: int, value: float) -> str:
    """Return the result that is backed up to a node: `a win for O`, `a draw`, or a number."""
    if has_no_players(naming.run.game) or abs(value) not in (0, 1):
        return format_sample(naming, node, value)
    if not value:
        return "a draw"
    return f"a win for {naming.run.game.side(maximizing=value > 0)}"


def bounds_table_row(bound: UpperBound) -> str:
    """Return a child's row in a table of bounds: its sum, prior and visits, or a proven result."""
    visits = count_in_words(bound.visits, "visit", "visits")
    if bound.proven is not None:
        return f"proven, {PROVEN_WORDS[int(bound.proven)]}, {visits}"
    bound_sum = format_bound_sum(bound)
    if bound.prior is None:
        return f"{bound_sum}, {visits}"
    return f"{bound_sum}, prior {format_decimal(bound.prior)}, {visits}"


NO_PLAYOUT = "no random game has been played here"
PROVEN_WORDS = {0: "a draw", 1: "won", -1: "lost"}
"""The words for a proven result, from the side of the player who chooses."""
MAX_BOUNDS_TABLE_ROWS = 12
"""Upper bounds that a table lists; the rest are counted."""


def format_bound_sum(bound: UpperBound, digits: int = 2) -> str:
    """Write mean + bonus = upper bound, with ≈ if the rounded numbers do not add up.

    >>> format_bound_sum(UpperBound(0, 25, 0.284, 0.714))
    '0.28 + 0.71 ≈ 1.00'
    """
    mean = format_decimal(bound.mean, digits)
    bonus = format_decimal(bound.bonus, digits)
    upper = format_decimal(bound.upper, digits)
    return f"{mean} + {bonus} {bound.sum_sign(digits)} {upper}"


def digits_to_tell(first: float, second: float) -> int:
    """Return how many decimal places are needed to see that two numbers differ, from 2 to 12.

    If the numbers differ only by a rounding error, the result is 2.

    >>> digits_to_tell(0.99, 0.88), digits_to_tell(0.8812, 0.8819), digits_to_tell(0.3, 0.1 + 0.2)
    (2, 3, 2)
    """
    for digits in range(2, 13):
        if round(first, digits) != round(second, digits):
            return digits
    return 2
