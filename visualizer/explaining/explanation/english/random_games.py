"""A search by random games, in English: what it compares, plays and adds up."""

from collections.abc import Sequence
from math import isclose

from games import AnyPosition, Game
from visualizer.explaining.explanation.facts.steps import Entered, Returned
from visualizer.explaining.explanation.naming import (
    Naming,
    capitalize_sentence,
    capitalized,
    describe_ending,
    nobody_plays,
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
    """Say why a child is selected: its upper bound beside the largest of the others; "" without upper bounds."""
    own, runner_up, digits = own_bound(naming, fact)
    if own is None:
        return ""
    proven = sum(bound.proven is not None for bound in fact.compared)
    left_out = (
        f"; {naming.moves(proven)} {'is' if proven == 1 else 'are'} proven and left out"
        if proven
        else ""
    )
    if fact.siblings == 1 and not (fact.again or left_out):
        return format_bound_sum(own, digits)  # that it is the only move is said beside its name
    return (
        f"{format_bound_sum(own, digits)}, {compare_bounds(naming, fact, own, runner_up)}{left_out}"
    )


def own_bound(naming: Naming, fact: Entered) -> tuple[UpperBound | None, UpperBound | None, int]:
    """Return the upper bound of a child that is selected, the largest of the others, and digits to tell them apart."""
    own = next(
        (bound for bound in fact.compared if bound.move == naming.run.trace.move(fact.node)), None
    )
    others = [bound for bound in fact.compared if bound is not own and bound.proven is None]
    runner_up = max(others, key=lambda bound: bound.upper, default=None)
    return (
        own,
        runner_up,
        2 if own is None or runner_up is None else digits_to_tell(own.upper, runner_up.upper),
    )


def compare_bounds(
    naming: Naming, fact: Entered, own: UpperBound, runner_up: UpperBound | None
) -> str:
    """Say how an upper bound compares with the largest of the others, or why there is none.

    A search written elsewhere may select by other bounds than these.
    """
    if runner_up is None:
        is_order_known = naming.run.applies("ordering")
        if own.prior is not None and not is_order_known and naming.tree.move_count(fact.parent) > 1:
            return "the only one reported"
        if len(fact.compared) < naming.tree.move_count(fact.parent):
            return "the only one visited so far"
        if fact.compared[1:]:
            return "the only move left"
        return "the only move"
    name = child_name(naming, fact.parent, runner_up)
    digits = digits_to_tell(own.upper, runner_up.upper)
    if isclose(own.upper, runner_up.upper, rel_tol=MAX_ROUNDING_ERROR, abs_tol=MAX_ROUNDING_ERROR):
        is_first = fact.compared.index(own) < fact.compared.index(runner_up)
        if own.prior is None:
            later = ", which was expanded later"
        else:
            later = ", which comes later in the order"
        return f"tied with {name}{later * is_first}"
    return f"{'more' if own.upper > runner_up.upper else 'less'} than {name}'s {format_decimal(runner_up.upper, digits)}"


def describe_bonus(naming: Naming, fact: Entered) -> str:
    """Say what a bonus by prior is made of: `The 0.31 comes from a prior of 0.42 and 1 visit.`; "" without priors."""
    bound, _, digits = own_bound(naming, fact)
    if bound is None or bound.prior is None:
        return ""
    same = ", the same for all moves," * lacks_priors(naming.run)
    if bound.visits:
        visits = count_in_words(bound.visits, "visit", "visits")
    else:
        visits = "no visits yet"
    untried = (
        f"An untried move starts with its parent's mean, {format_decimal(bound.mean, digits)}. "
        * (not bound.visits)
    )
    prior = format_decimal(bound.prior)
    bonus = format_decimal(bound.bonus, digits)
    return f"{untried}The {bonus} comes from a prior of {prior}{same} and {visits}."


def describe_priors(run: Run) -> str:
    """Say which order gives a search its priors, or that none does, and which would; "" for any other search."""
    if not run.has_priors or not run.applies("ordering"):
        return ""
    if not lacks_priors(run):
        return f"from the scores of {run.recipe.search.ordering} order (-o names another)"
    scored = next((f": -o {name} does" for name in run.game.orderings), "")
    return f"all equal, since {run.recipe.search.ordering or 'natural'} order gives moves no scores{scored}"


def child_name(naming: Naming, node: int, bound: UpperBound) -> str:
    """Return the move of a child, visited or not."""
    return naming.move_at((*naming.run.path(node), bound.move))


def bounds_table(naming: Naming, node: int) -> str:
    """Return a table of the upper bounds of all children compared, the largest first, below their formula."""
    bounds = sorted(selection_bounds(naming.run, naming.tree, node), key=lambda bound: bound.rank)
    if not bounds:
        return ""
    side = naming.side(node)
    visits = visits_in_progress(naming.tree, node)
    names = [child_name(naming, node, bound) for bound in bounds]
    width = max(map(len, names))
    exploration = format_number(float(f"{naming.run.problem.options['exploration']:.5g}"))
    by_prior = bounds[0].prior is not None
    bonus = f"√(ln {visits:,} / visits to the move)"
    if by_prior:
        bonus = f"prior · √{visits:,} / (1 + visits to the move)"
    title = f"{capitalized(naming.where(node))}, upper bound = mean for {side} + {exploration} · {bonus}:"
    lines = [
        f"  {name:<{width}}  {bounds_table_row(bound)}"
        for name, bound in zip(names[:MAX_DIGITS_APART], bounds, strict=False)
    ]
    if len(bounds) > MAX_DIGITS_APART:
        rest = [f"  … {len(bounds) - MAX_DIGITS_APART:,} more"]
    else:
        rest = []
    if by_prior:
        new = 0
    else:
        new = naming.tree.move_count(node) - len(bounds)
    if naming.run.applies("ordering"):
        first = "; untried moves come first"
    else:
        first = ""
    left = (
        [f"{count_in_words(new, 'move has', 'moves have')} not been tried yet{first}."]
        if new
        else []
    )
    unseen = any(not bound.visits for bound in bounds)
    if unseen:
        left += [f"A move without visits counts as the mean of all visits {naming.where(node)}."]
    else:
        left += []
    if priors := describe_priors(naming.run):
        left += [f"Priors are {priors}."]
    else:
        left += []
    return "\n".join([title, *lines, *rest, *left])


def describe_playout(naming: Naming, node: int, value: float) -> str:
    """Say how the random game from a node ended; without its moves if it cannot be replayed."""
    played = playout_of(naming.run, naming.tree.visit(node))
    counts = format_sample(naming, node, value)
    if not played:
        return f"A random game from {naming.place(node)} counts as {counts}"
    length = naming.moves(len(played))
    ended = f"{describe_end_of_game(naming.run.game, played)}, which counts as {counts}{leaf_scale(naming, node)}"
    return f"A random game from {naming.place(node)} takes {length}. {capitalized(ended)}"


def leaf_scale(naming: Naming, node: int) -> str:
    """Return what the least and the greatest leaf of a tree count at a node; "" where results are won or lost."""
    found = leaf_range(naming.run)
    if found is None:
        return ""
    low, high = map(format_number, found if naming.tree.is_for_max(node) else found[::-1])
    return f" ({low} counts as −1, {high} as 1)"


def format_sample(naming: Naming, node: int, value: float) -> str:
    """Return what a game counts at a node, given from MAX's side: `+1 for O`, `0`, in a tree `−0.83 for MAX`."""
    if nobody_plays(naming.run.game) or value != int(value):
        return naming.mean(node, value)
    view = naming.view_of_mean(node)
    return f"{format_signed(view.of(value))}{view.whose}" if value else "0"


def describe_end_of_game(game: Game, played: Sequence[tuple[str, AnyPosition]]) -> str:
    """Say how a random game has ended."""
    position = played[-1][1]
    outcome = position.outcome()
    if outcome is None:
        return "it is stopped there"
    if nobody_plays(game):
        return f"it ends with {format_number(outcome)}"
    return describe_ending(game, position, outcome)


def visits_and_mean(naming: Naming, node: int) -> str:
    """Say how often a node has been sampled, and for whom it has which mean; none before the first has returned."""
    mean = naming.tree.mean(node)
    parts = (
        games_played(naming.tree, node),
        "" if mean is None else naming.mean(node, mean),
        naming.proof(node),
    )
    return ", ".join(filter(None, parts))


def games_played(tree: TreeAtStep, node: int) -> str:
    """Return how many games went through a node."""
    return count_in_words(tree.returned_count(node), "game", "games")


def describe_backup(naming: Naming, fact: Returned) -> str:
    """Say what a sample adds to a node."""
    node = fact.node
    place = naming.place(fact.node)
    known = visits_and_mean(naming, fact.node)
    if ended := naming.ended(node):
        return f"After {place}, {ended}. {capitalize_sentence(place)} has {known}."
    if why := why_proven(naming, node):
        return f"{capitalize_sentence(place)} is proven: {why}. It has {games_played(naming.tree, node)}."
    if naming.tree.kind(node) is Kind.PLAYOUT:
        return f"{describe_playout(naming, node, fact.value)}."
    if naming.tree.kind(node) is Kind.TERMINAL and (scale := leaf_scale(naming, node)):
        number = format_number(naming.run.evaluated(naming.run.path(node)))
        counts = format_result(naming, node, fact.value)
        return (
            f"{capitalize_sentence(place)} is {number}, which counts as {counts}{scale}: {known}."
        )
    return f"{capitalize_sentence(place)} is credited with {format_result(naming, node, fact.value)}: {known}."


def why_proven(naming: Naming, node: int) -> str:
    """Say by which children a node is proven; "" where it is not, or where the game is over."""
    value = naming.tree.proven(node)
    best = naming.tree.best(node)
    if value is None or best is None or best[1] is None:
        return ""
    side = naming.side(node)
    other = naming.other(node)
    child = naming.move(best[1])
    if naming.tree.maximizing(node):
        own = value
    else:
        own = -value
    if naming.tree.parent(node) < 0:
        moves = "move"
    else:
        moves = "reply"
    if own < 0:
        return f"every {moves} loses, so {other} wins"
    return (
        f"{child} wins for {side}"
        if own > 0
        else f"no {moves} is better for {side} than a draw with {child}"
    )


def format_result(naming: Naming, node: int, value: float) -> str:
    """Return the result that is added to a node: `a win for O`, `a draw`, or its number where nobody wins."""
    if nobody_plays(naming.run.game) or abs(value) not in (0, 1):
        return format_sample(naming, node, value)
    return f"a win for {naming.run.game.side(maximizing=value > 0)}" if value else "a draw"


def bounds_table_row(bound: UpperBound) -> str:
    """Return the row of a table for a child: its sum, prior and visits; of one that is proven, for whom."""
    visits = count_in_words(bound.visits, "visit", "visits")
    if bound.proven is not None:
        return f"proven, {('a draw', 'won', 'lost')[int(bound.proven)]}, {visits}"
    prior = "" if bound.prior is None else f", prior {format_decimal(bound.prior)}"
    return f"{format_bound_sum(bound)}{prior}, {visits}"


NO_PLAYOUT = "no random game has been played here"
MAX_DIGITS_APART = 12
"""The most children that the table lists."""


def format_bound_sum(bound: UpperBound, digits: int = 2) -> str:
    """Write mean + bonus = upper bound, each rounded by itself; with ≈ where the rounded numbers do not add up.

    >>> format_bound_sum(UpperBound(0, 25, 0.284, 0.714)), format_bound_sum(UpperBound(0, 25, 0.334, 1.024))
    ('0.28 + 0.71 ≈ 1.00', '0.33 + 1.02 ≈ 1.36')
    """
    mean, bonus, upper = (
        format_decimal(number, digits) for number in (bound.mean, bound.bonus, bound.upper)
    )
    return f"{mean} + {bonus} {bound.sum_sign(digits)} {upper}"


def digits_to_tell(one: float, other: float) -> int:
    """Return how many digits tell two numbers apart, from 2 to 12; 2 for numbers that are equal but for rounding.

    >>> digits_to_tell(0.99, 0.88), digits_to_tell(0.8812, 0.8819), digits_to_tell(0.3, 0.1 + 0.2)
    (2, 3, 2)
    """
    return next(
        (digits for digits in range(2, 13) if round(one, digits) != round(other, digits)), 2
    )
