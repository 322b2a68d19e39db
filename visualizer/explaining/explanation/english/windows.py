"""Windows and chance sums in English: the values that cut, and the owners of bounds."""

from collections.abc import Sequence
from fractions import Fraction
from math import isinf, isnan

from games import Turn, turn_of
from visualizer.explaining.explanation.facts.steps import (
    OutcomeBound,
    WindowEnd,
    WindowFact,
    WindowQuestion,
    current_window_end,
    outcome_bound_of,
    question_of,
)
from visualizer.explaining.explanation.naming import (
    STANDING_PAT,
    Naming,
    capitalize_sentence,
    capitalized,
)
from visualizer.explaining.explanation.standings import (
    Meaning,
    describe_holding,
    meaning_asked,
    wins_in_words,
)
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import (
    Rounded,
    format_number,
    format_probability,
    numbers_alike,
    short_neighbour,
)
from visualizer.trace.bounds import FOR_MAX, Exact, Expected, Outcome, as_exact_as
from visualizer.trace.rows import Window
from visualizer.trace.tree_at_step import Bound

MAX_SUM_TERMS = 6
"""Longer sums are abbreviated: `1/8 · 3 + … (7 more)`."""


def bracketed(value: Exact) -> str:
    """Format a value that follows an operator, with brackets if it is negative.

    >>> bracketed(-3), bracketed(3)
    ('(−3)', '3')
    """
    if value < 0:
        return f"({format_number(value)})"
    return format_number(value)


def sum_term(share: Outcome) -> str:
    """Format the term of one outcome in a sum.

    >>> from visualizer.trace.bounds import Bound
    >>> sum_term(Outcome(0.5, -3, Bound.EXACT))
    '1/2 · (−3)'
    """
    return f"{format_probability(share.probability)} · {bracketed(share.value)}"


def format_sum(terms: Sequence[str], value: Exact, count: int | None = None) -> str:
    """Return a sum with its value; `count` is the number of terms if `terms` has only the first.

    >>> format_sum(["1/2 · 4", "1/2 · 8"], 6.0), format_sum(["0.1234567 · 1"], 0.1234567)
    ('1/2 · 4 + 1/2 · 8 = 6', '0.1234567 · 1 ≈ 0.1235')
    """
    count = count or len(terms)
    shown = [*terms[:MAX_SUM_TERMS]]
    if count > MAX_SUM_TERMS:
        shown[-1] = f"… ({count - MAX_SUM_TERMS + 1:,} more)"

    result = format_number(value)
    if not result.startswith("≈"):
        return f"{' + '.join(shown)} = {result}"
    return f"{' + '.join(shown)} {result.replace('≈', '≈ ')}"


def chance_node_bound(sum_so_far: Expected) -> str:
    """Return "at most " or "at least " if some outcomes of a sum are known only as bounds.

    >>> chance_node_bound(Expected(3.75, 0, 3, 3.75)), chance_node_bound(Expected(6, 0, 6, 6))
    ('at most ', '')
    """
    may_be_less = sum_so_far.low < sum_so_far.known
    may_be_more = sum_so_far.high > sum_so_far.known
    # The sum is exact if it can be neither, and no bound if it can be both.
    if may_be_less == may_be_more:
        return ""
    return "at most " if may_be_less else "at least "


def is_dice(naming: Naming, node: int) -> bool:
    """Return whether the rules put chance at a node, not a player assumed to move at random."""
    position = naming.run.position(naming.run.path(node))
    return turn_of(position) == Turn.CHANCE


def player_by_rules(naming: Naming, node: int) -> str:
    """Return who moves at a node by the rules."""
    position = naming.run.position(naming.run.path(node))
    return naming.run.game.mover(turn_of(position))


def describe_chance_node(naming: Naming, node: int) -> str:
    """Say how many outcomes a chance node has, and when the rest will be skipped."""
    count = naming.tree.move_count(node)
    if is_dice(naming, node):
        begin = f"chance has {count_in_words(count, 'outcome', 'outcomes')}"
    else:
        begin = f"{player_by_rules(naming, node)} moves at random here: {naming.moves(count)}"
    return f"{begin}. {explain_chance_threshold(naming, node)}".rstrip()


def sum_of(naming: Naming, node: int) -> str:
    """Return the sum of the outcomes that have returned: `1/2 · 4 + 1/4 · 8 = 4`."""
    tree = naming.tree
    terms = [sum_term(share) for _, share in tree.outcome_shares(node, MAX_SUM_TERMS)]
    if not terms:
        return ""
    return format_sum(terms, tree.expected(node).known, tree.returned_outcome_count(node))


def sum_with_rest(naming: Naming, node: int, limit: float) -> str:
    """Return a chance node's full sum, if each remaining outcome were worth `limit`."""
    if isinf(limit):
        return format_number(limit)
    tree = naming.tree
    sum_so_far = tree.expected(node)
    terms = [sum_term(share) for _, share in tree.outcome_shares(node, MAX_SUM_TERMS)]
    terms.append(f"{format_probability(sum_so_far.rest)} · {bracketed(limit)}")

    total = sum_so_far.known + as_exact_as(sum_so_far.rest, limit) * sum_so_far.rest
    # A sum of floats may be a little off, which `Rounded` hides; a sum of fractions is exact.
    value: float = Rounded(total)
    if isinstance(total, Fraction):
        value = float(total)
    return format_sum(terms, value, tree.returned_outcome_count(node) + 1)


def range_to_come(sum_so_far: Expected) -> str:
    """Return the end of a sentence on where a chance node's full sum lies: `lie between 2 and 5`.

    "" if nothing is known about it.
    """
    low = sum_so_far.low
    high = sum_so_far.high
    if isinf(low) and isinf(high):
        return ""
    if isinf(low):
        return f"be at most {format_number(high)}"
    if isinf(high):
        return f"be at least {format_number(low)}"
    return f"lie between {format_number(low)} and {format_number(high)}"


def describe_share(naming: Naming, node: int) -> str:
    """Say what a chance node's sum is, after one more outcome has returned."""
    sum_so_far = naming.tree.expected(node)
    place = naming.place(node)
    total = sum_of(naming, node)
    if not sum_so_far.rest:
        bound = chance_node_bound(sum_so_far)
        return f"{capitalize_sentence(place)} is worth {bound}{total}."
    will = range_to_come(sum_so_far)
    if will:
        return f"The sum for {place} so far: {total}; the full sum will {will}."
    return f"The sum for {place} so far: {total}."


def explain_chance_threshold(naming: Naming, node: int) -> str:
    """Say when the remaining outcomes of a chance node would be skipped, or why they cannot be."""
    tree = naming.tree
    window = tree.moving_window(node)
    # Once the last outcome is searched, nothing is left that could be skipped.
    if window is None or tree.unreturned_count(node) < 2:
        return ""
    conditions = _conditions_to_abandon(naming, window)
    if conditions:
        return f"It is abandoned once it {' or '.join(conditions)}, whatever comes."

    outcome = naming.moves_word(1)
    if is_dice(naming, node):
        outcome = "outcome"
    return f"No {outcome} can be left out here: {why_all_needed(naming, node)}."


def _conditions_to_abandon(naming: Naming, window: Window) -> list[str]:
    """Return what must become true of a chance node's sum to cut the node: `cannot exceed 3`."""
    at_most = "cannot exceed"
    at_least = "cannot be less than"
    if naming.run.recipe.search.cut == ">":
        at_most = "must be less than"
        at_least = "must be more than"
    alpha, beta = window
    least, most = naming.tree.trace.limits
    # Without a greatest leaf value nothing bounds the sum from above, and likewise from below.
    conditions = []
    if alpha > least and not isinf(most):
        conditions.append(f"{at_most} {format_number(alpha)}")
    if beta < most and not isinf(least):
        conditions.append(f"{at_least} {format_number(beta)}")
    return conditions


def why_all_needed(naming: Naming, node: int) -> str:
    """Say why no remaining outcome of a chance node can be skipped.

    There are two reasons: leaf values have no bounds, or the node's window includes every possible
    value.
    """
    tree = naming.tree
    least, most = tree.trace.limits
    alpha, beta = tree.window(node)
    if isinf(least) and isinf(most):
        return "what is left may be worth anything, since no bounds are known"
    # The window could cut if leaf values were bounded on both sides.
    if alpha > least or beta < most:
        return _why_anything_is_possible(least, most)

    root_alpha, root_beta = tree.window(0)
    is_full = root_alpha <= least and root_beta >= most
    nodes_above = tree.line_to(node)[:-1]
    has_value_above = any(map(tree.best, nodes_above))
    if is_full and not has_value_above:
        return "no value is known higher up yet"
    window = f"α {format_number(alpha)} and β {format_number(beta)}"
    return f"its window, {window}, is all that leaves can be worth"


def _why_anything_is_possible(least: float, most: float) -> str:
    """Say that leaf values have a bound on one side only, given the least and the most possible."""
    if isinf(most):
        free = f"from {format_number(least)} up"
        missing = "upper"
    else:
        free = f"up to {format_number(most)}"
        missing = "lower"
    return f"what is left may be worth anything {free}, since no {missing} bound is known"


def describe_bound_owner(naming: Naming, bound: float, node: int, *, lower: bool) -> str:
    """Say where a bound of a node's window comes from: a move, a chance node above, or a window.

    If `lower`, the bound is alpha, else beta.
    """
    tree = naming.tree
    source = tree.bound_source(node, lower=lower)
    if source.child is not None or source.stand:
        move = naming.move_or_stand(source.child)
        return describe_holding(
            naming,
            node,
            bound,
            child=source.child,
            by=move,
            lower=lower,
        )

    end = 0 if lower else 1
    if bound == tree.trace.limits[end]:
        return _no_leaf_beyond(bound, lower=lower)
    # The chance node has computed the bound from its own, so say where that one comes from.
    if source.node is not None and source.by_sum:
        node_bound = tree.window(source.node)[end]
        at = "most" if lower else "least"
        worth = f"{naming.place(source.node)} is then worth at {at} {format_number(node_bound)}"
        return f"{worth}, and {describe_bound_owner(naming, node_bound, source.node, lower=lower)}"
    beyond = "above" if lower else "below"
    return f"the given window asks only for values {beyond} {format_number(bound)}"


def _no_leaf_beyond(bound: float, *, lower: bool) -> str:
    beyond = "less" if lower else "more"
    return f"no leaf is worth {beyond} than {format_number(bound)}"


# The three owners of a bound that no move has set.
GIVEN_WINDOW = "the given window"
NULL_WINDOW = "a null window"
LEAF_LIMITS = "what leaves can be worth"
QUESTION_WORDS = {
    ">": "more than",
    "≥": "at least",
    "<": "less than",
    "≤": "at most",
}
ALL_SEARCHED = "All children have been searched: there is nothing left to cut here."
NEITHER_WORDS = {"nothing decided": "nobody wins"}
"""Words for 0 as a bound, by the game's word for 0 at the depth limit.

A bound of 0 may stand for a draw as well as for an undecided game.
"""


def question_in_words(question: WindowQuestion) -> str:
    """Put a null window's question into words.

    >>> question_in_words(WindowQuestion("<", 3))
    'less than 3'
    """
    return f"{QUESTION_WORDS[question.sign]} {format_number(question.bound)}"


def answer_in_words(question: WindowQuestion, value: float) -> str:
    """Answer a null window's question for a value."""
    return "yes" if question.holds(value) else "no"


def describe_closed_window(window: WindowFact) -> str:
    """Say that the last child's return has closed a window."""
    low = format_number(window.alpha)
    high = format_number(window.beta)
    sign = ">" if window.strict else "≥"
    return f"The window has closed (α {low} {sign} β {high}), but nothing is left to prune."


def asks_beyond(window: WindowFact) -> bool:
    """Return whether a value must lie beyond the number shown for a bound to cut.

    Otherwise that number itself cuts, too.
    """
    if window.strict:
        return True
    # The float just above 3 is an end of a null window, and is shown as "more than 3".
    shown = short_neighbour(window.bound)
    if window.maximizing:
        return shown < window.bound
    return shown > window.bound


def values_that_reach(window: WindowFact) -> str:
    """Return which values cut: `3 or more`, or for the float just above 3, `more than 3`."""
    word = "more" if window.maximizing else "less"
    if not asks_beyond(window):
        return f"{format_number(window.bound)} or {word}"
    number = window.bound
    if not window.strict:
        number = short_neighbour(number)
    return f"{word} than {format_number(number)}"


def format_window(window: tuple[float, float]) -> str:
    """Format a window for a sentence.

    >>> format_window((3, 5.5))
    'α = 3 and β = 5.5'
    """
    alpha, beta = window
    return f"{FOR_MAX.show_end(alpha, lower=True)} and {FOR_MAX.show_end(beta, lower=False)}"


def explain_open(naming: Naming, node: int, child: str = "") -> str:
    """Say why the search looks at a node's next child: no value so far has cut the node.

    `child` is the name of the child, which is otherwise called "it".
    """
    begin = f"Before it, {naming.place(node)} has"
    if child:
        begin = capitalized(naming.where(node))
    window = format_window(naming.tree.window(node))
    if naming.tree.is_chance(node):
        low, high = (sum_with_rest(naming, node, limit) for limit in naming.tree.trace.limits)
        why = f", and it may still be worth from {low} to {high}:"
    else:
        why = f": α {naming.run.recipe.search.cut_sign} β does not hold yet, so"
    child = child or "it"
    return f"{begin} {window}{why} {child} may still matter, and the search looks at it."


def explain_threshold(naming: Naming, window: WindowFact) -> str:
    """Say which value of the next child would cut a node, or why no value can."""
    if isinf(window.bound):
        # A user-supplied search may fail to pass on the bound of a value above.
        if not window.nothing_above:
            return ""
        return why_unbounded(naming, window)

    if not window.children_left:
        if not window.closed:
            return ALL_SEARCHED
        return describe_closed_window(window_from_side(naming, window))
    if window.children_left > 1:
        would = f"{describe_cutting_values(naming, window)} would cut here"
    else:
        # A node whose last child closes the window is finished, not cut.
        values = cutting_values(naming, window)
        would = f"A value of {values} would close the window, but prune nothing"
    # Where the rule of cutting is unknown, the bound itself may or may not cut.
    if window.rule is None:
        bound = window_from_side(naming, window).bound
        would = f"{would}, and perhaps {format_number(bound)} itself"
    return f"{would}."


def cutting_values(naming: Naming, window: WindowFact) -> str:
    """Return the values that cut, from the point of view in use: `−3 or more for MIN`."""
    values = values_that_reach(window_from_side(naming, window))
    return f"{values}{naming.view(window.node).for_player}"


def window_from_side(naming: Naming, window: WindowFact) -> WindowFact:
    """Return a window from the side for which values are given.

    If that is MIN, alpha and beta change places and signs, and MIN maximizes, as in negamax.
    """
    view = naming.view(window.node)
    alpha, beta = view.window(window.alpha, window.beta)
    return window._replace(maximizing=window.maximizing != view.is_min, alpha=alpha, beta=beta)


def why_unbounded(naming: Naming, window: WindowFact) -> str:
    """Say that no value can cut a node, since the opponent has no bound above."""
    other = naming.other(window.node)
    if naming.tree.parent(window.node) < 0:
        return f"Nothing can cut the root: {other} has nothing above it."
    end = "α = −∞"
    if window_from_side(naming, window).maximizing:
        end = "β = +∞"
    return f"Nothing can cut here: {other} has no value above yet ({end})."


def describe_cutting_values(naming: Naming, window: WindowFact) -> str:
    """Return which values cut, and what they mean: `A value of 1 or more (White a flat ahead)`."""
    plain = f"A value of {cutting_values(naming, window)}"
    stakes = naming.run.stakes
    if window.setter is None or stakes is None:
        return plain
    number = short_neighbour(window.bound)
    bound = Bound.LOWER if window.maximizing else Bound.UPPER
    meaning = meaning_asked(naming, number, bound)
    if meaning is None:
        return plain

    root = naming.run.root
    greatest = stakes.greatest(root)
    # If wins differ in size, "wins" without a size would be wrong for a bound.
    do_wins_differ = stakes.least_win(root) not in (0, greatest)
    if meaning.standing.is_plain_win and do_wins_differ:
        return plain
    beyond = asks_beyond(window)
    if abs(number) == greatest:
        return _at_greatest_value(meaning, beyond=beyond) or plain
    words = _meaning_of_cutting_values(meaning, beyond=beyond)
    if not words:
        return plain
    return f"{plain} ({words})"


def _meaning_of_cutting_values(meaning: Meaning, *, beyond: bool) -> str:
    """Return a meaning in words, as a noun if it is a win by some amount; "" for none."""
    if meaning.standing.won and meaning.standing.words:
        return f"{meaning.qualifier(beyond=beyond)}{meaning.win}"
    return meaning.label_of_bound(beyond=beyond)


def _at_greatest_value(meaning: Meaning, *, beyond: bool) -> str:
    """Say which results reach a bound that is the greatest possible value of one side."""
    if not meaning.is_at_most:
        # Nothing is beyond the greatest value.
        return "" if beyond else f"Only {meaning.win}"
    if beyond:
        return f"Anything but {meaning.win}"
    return f"As {meaning.side} already {wins_in_words(meaning.standing)}, any value"


def format_meaning(naming: Naming, bound: float) -> str:
    """Return what a bound means for the players, in brackets: ` (White a flat ahead)`.

    "" if the bound means nothing to the players.
    """
    stakes = naming.run.stakes
    meaning = meaning_asked(naming, short_neighbour(bound))
    if meaning is None or stakes is None:
        return ""
    words = meaning.label
    if not meaning.standing.side:
        words = NEITHER_WORDS.get(stakes.even, words)
    if not words:
        return ""
    return f" ({words})"


def setter_of_end(naming: Naming, end: WindowEnd) -> str:
    """Return what has set alpha or beta: a move, a sum, a window or leaf values; "" for nothing.

    `end` is that end of a node's window.
    """
    source = end.source
    # If a player's bound equals the limit of leaf values, it is still the player's.
    if source.child is not None:
        return naming.choice(source.child)
    if source.node is not None and source.stand:
        return f"{STANDING_PAT} {naming.where(source.node)}"
    if isinf(end.value):
        return ""
    if end.value in naming.tree.trace.limits:
        return LEAF_LIMITS
    if source.node is not None and source.by_sum:
        return f"the sum at {naming.place(source.node)}"
    return _given_window_of(naming, end)


def _given_window_of(naming: Naming, end: WindowEnd) -> str:
    """Return the kind of window that a bound without an owner belongs to; "" if unknown."""
    # A recording with only the windows handed down does not say where they come from.
    if not naming.tree.trace.tracks_windows or isnan(end.value):
        return ""
    return NULL_WINDOW if end.source.is_null else GIVEN_WINDOW


def describe_end_owner(naming: Naming, end: WindowEnd, node: int) -> str:
    """Say what an end of a node's window means: a player's value, or values that are asked for.

    "" if that is not known.
    """
    setter = setter_of_end(naming, end)
    source = end.source
    if end.has_owner:
        return describe_holding(
            naming, node, end.value, child=source.child, by=setter, lower=end.lower
        )
    if setter == LEAF_LIMITS:
        return _no_leaf_beyond(end.value, lower=end.lower)
    if not setter:
        return ""
    if source.node is not None and source.by_sum:
        return _sum_asks_for(naming, end, source.node, node)
    shown = naming.view(node).value(end.value)
    return f"{setter} asks for values {shown.view.beyond(lower=end.lower)} {shown.named}"


def _sum_asks_for(naming: Naming, end: WindowEnd, chance_node: int, node: int) -> str:
    """Say which value a chance node above `node` asks for, and how that value is computed.

    `end` is the end of `node`'s window that the chance node has set.
    """
    line = naming.tree.line_to(node)
    # The outcome is the child of the chance node on the way to the node.
    outcome = line[line.index(chance_node) + 1]
    handed = outcome_bound_of(naming.tree, outcome, lower=end.lower)
    more = "more" if end.lower else "less"
    asks = f"{naming.place(chance_node)} asks for {more} than {format_number(end.value)}"
    # An engine may have computed its bound otherwise than Star1 does.
    if handed.is_known and numbers_alike(handed.value, end.value):
        return f"{asks}, which is {outcome_bound_sum(handed)}"
    return asks


def outcome_bound_sum(handed: OutcomeBound) -> str:
    """Return how a chance node computes the bound it hands to an outcome: `(2.1 − 0.9) / (1/10)`.

    From its own bound, the node subtracts the sum so far and the most (or the least) that the
    remaining outcomes can add. It divides the rest by the outcome's probability.
    """
    parts = [bracketed(handed.own)]
    if not handed.is_first:
        parts.append(bracketed(handed.so_far))
    if handed.rest:
        parts.append(f"{format_probability(handed.rest)} · {bracketed(handed.limit)}")
    return f"({' − '.join(parts)}) / ({format_probability(handed.chance)})"


def describe_question(naming: Naming, node: int) -> str:
    """Say what the search asks at a node whose window is set by no move; "" for other windows."""
    tree = naming.tree
    ends = [current_window_end(tree, node, lower=lower) for lower in (True, False)]
    setters = {setter_of_end(naming, end) for end in ends}
    low, high = (end.value for end in ends)
    if setters == {LEAF_LIMITS}:
        return f"leaves are worth from {format_number(low)} to {format_number(high)}"
    if not setters <= {GIVEN_WINDOW, NULL_WINDOW}:
        return ""
    question = question_of(tree, tree.visit(node))
    if question:
        return f"is the value {question_in_words(question)}?"
    shown_low, shown_high = naming.view(node).window(low, high)
    between = f"{format_number(shown_low)} and {format_number(shown_high)}"
    return f"the given window asks for values between {between}"
