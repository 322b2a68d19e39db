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
    capitalize_node_name,
    capitalized,
)
from visualizer.explaining.explanation.standings import (
    Meaning,
    describe_secured_value,
    meaning_of_number,
    wins_in_words,
)
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import (
    Rounded,
    format_number,
    format_probability,
    look_the_same,
    round_window_end,
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
    """Return a sum with its value, shortened after `MAX_SUM_TERMS` terms.

    `count` is the number of all terms; `terms` may have only the first few. By default, it has all.

    >>> format_sum(["1/2 · 4", "1/2 · 8"], 6.0), format_sum(["0.1234567 · 1"], 0.1234567)
    ('1/2 · 4 + 1/2 · 8 = 6', '0.1234567 · 1 ≈ 0.1235')
    """
    count = count or len(terms)
    shown_terms = [*terms[:MAX_SUM_TERMS]]
    if count > MAX_SUM_TERMS:
        shown_terms[-1] = f"… ({count - MAX_SUM_TERMS + 1:,} more)"

    result = format_number(value)
    if not result.startswith("≈"):
        return f"{' + '.join(shown_terms)} = {result}"
    return f"{' + '.join(shown_terms)} {result.replace('≈', '≈ ')}"


def chance_node_bound(sum_so_far: Expected) -> str:
    """Return "at most " or "at least " if a chance node's sum is only a bound, else "".

    The sum is a bound if the values of some outcomes are bounds.

    >>> chance_node_bound(Expected(3.75, 0, 3, 3.75)), chance_node_bound(Expected(6, 0, 6, 6))
    ('at most ', '')
    """
    may_be_less = sum_so_far.low < sum_so_far.known
    may_be_more = sum_so_far.high > sum_so_far.known
    # If neither is possible, the sum is exact. If both are possible, it is not a bound.
    if may_be_less == may_be_more:
        return ""
    return "at most " if may_be_less else "at least "


def is_dice(naming: Naming, node: int) -> bool:
    """Return whether chance moves by the rules, not a player who is taken to move at random."""
    position = naming.run.position(naming.run.path(node))
    return turn_of(position) == Turn.CHANCE


def player_by_rules(naming: Naming, node: int) -> str:
    """Return who moves at a node by the rules, even if the search takes the move for random."""
    position = naming.run.position(naming.run.path(node))
    return naming.run.game.mover(turn_of(position))


def describe_chance_node(naming: Naming, node: int) -> str:
    """Say how many outcomes a chance node has, and when the rest will be skipped."""
    count = naming.tree.move_count(node)
    if is_dice(naming, node):
        outcomes = f"chance has {count_in_words(count, 'outcome', 'outcomes')}"
    else:
        outcomes = (
            f"{player_by_rules(naming, node)} moves at random here: {naming.count_moves(count)}"
        )
    return f"{outcomes}. {explain_chance_threshold(naming, node)}".rstrip()


def sum_of(naming: Naming, node: int) -> str:
    """Return a chance node's sum of the outcomes so far: `1/2 · 4 + 1/4 · 8 = 4`; "" for none."""
    tree = naming.tree
    terms = [sum_term(share) for _, share in tree.returned_outcomes(node, MAX_SUM_TERMS)]
    if not terms:
        return ""
    return format_sum(terms, tree.expected(node).known, tree.returned_outcome_count(node))


def sum_with_rest(naming: Naming, node: int, limit: float) -> str:
    """Return a chance node's full sum if each remaining outcome is worth `limit`.

    For example, `1/2 · 4 + 1/2 · 8 = 6`, where the last term is for all remaining outcomes.
    """
    if isinf(limit):
        return format_number(limit)
    tree = naming.tree
    sum_so_far = tree.expected(node)
    terms = [sum_term(share) for _, share in tree.returned_outcomes(node, MAX_SUM_TERMS)]
    terms.append(f"{format_probability(sum_so_far.rest)} · {bracketed(limit)}")

    total = sum_so_far.known + as_exact_as(sum_so_far.rest, limit) * sum_so_far.rest
    # A sum of floats may be a little off, which `Rounded` hides; a sum of fractions is exact.
    value: float = Rounded(total)
    if isinstance(total, Fraction):
        value = float(total)
    return format_sum(terms, value, tree.returned_outcome_count(node) + 1)


def range_to_come(sum_so_far: Expected) -> str:
    """Return the range of a chance node's full sum, `lie between 2 and 5`; "" if unknown."""
    low = sum_so_far.low
    high = sum_so_far.high
    if isinf(low) and isinf(high):
        return ""
    if isinf(low):
        return f"be at most {format_number(high)}"
    if isinf(high):
        return f"be at least {format_number(low)}"
    return f"lie between {format_number(low)} and {format_number(high)}"


def describe_sum_so_far(naming: Naming, node: int) -> str:
    """Say what a chance node's sum is after another outcome has returned."""
    sum_so_far = naming.tree.expected(node)
    place = naming.place(node)
    total = sum_of(naming, node)
    if not sum_so_far.rest:
        bound = chance_node_bound(sum_so_far)
        return f"{capitalize_node_name(place)} is worth {bound}{total}."
    full_range = range_to_come(sum_so_far)
    if full_range:
        return f"The sum for {place} so far: {total}; the full sum will {full_range}."
    return f"The sum for {place} so far: {total}."


def explain_chance_threshold(naming: Naming, node: int) -> str:
    """Say when the remaining outcomes of a chance node would be skipped, or why they cannot be."""
    tree = naming.tree
    window = tree.moving_window(node)
    # The last outcome is being searched, so there is nothing left to skip.
    if window is None or tree.unreturned_count(node) < 2:
        return ""
    conditions = _conditions_to_abandon(naming, window)
    if conditions:
        return f"It is abandoned once it {' or '.join(conditions)}, whatever comes."

    noun = naming.moves_word(1)
    if is_dice(naming, node):
        noun = "outcome"
    return f"No {noun} can be left out here: {why_all_needed(naming, node)}."


def _conditions_to_abandon(naming: Naming, window: Window) -> list[str]:
    """Return the conditions on a chance node's sum that would cut the node: `cannot exceed 3`."""
    too_low = "cannot exceed"
    too_high = "cannot be less than"
    if naming.run.recipe.search.cut == ">":
        too_low = "must be less than"
        too_high = "must be more than"
    alpha, beta = window
    least, most = naming.tree.trace.limits
    conditions = []
    # The sum is bounded from above only if leaf values are, and likewise from below.
    if alpha > least and not isinf(most):
        conditions.append(f"{too_low} {format_number(alpha)}")
    if beta < most and not isinf(least):
        conditions.append(f"{too_high} {format_number(beta)}")
    return conditions


def why_all_needed(naming: Naming, node: int) -> str:
    """Say why no remaining outcome of a chance node can be skipped.

    Either leaf values have no bounds, or the node's window contains every possible value.
    """
    tree = naming.tree
    least, most = tree.trace.limits
    alpha, beta = tree.window(node)
    if isinf(least) and isinf(most):
        return "what is left may be worth anything, since no bounds are known"
    # The window would cut if leaf values were bounded on both sides.
    if alpha > least or beta < most:
        return _why_anything_is_possible(least, most)

    root_alpha, root_beta = tree.window(0)
    has_full_root_window = root_alpha <= least and root_beta >= most
    nodes_above = tree.line_to(node)[:-1]
    has_value_above = any(map(tree.best, nodes_above))
    if has_full_root_window and not has_value_above:
        return "no value is known higher up yet"
    window = f"α {format_number(alpha)} and β {format_number(beta)}"
    return f"its window, {window}, is all that leaves can be worth"


def _why_anything_is_possible(least: float, most: float) -> str:
    """Say that leaf values are bounded only from below, or only from above.

    `least` and `most` are the bounds; one of them is infinite.
    """
    if isinf(most):
        values = f"from {format_number(least)} up"
        missing_bound = "upper"
    else:
        values = f"up to {format_number(most)}"
        missing_bound = "lower"
    return f"what is left may be worth anything {values}, since no {missing_bound} bound is known"


def describe_bound_owner(naming: Naming, bound: float, node: int, *, lower: bool) -> str:
    """Say where alpha (if `lower`) or beta of a node comes from: `MAX has 3 with b2`.

    `bound` is the value of alpha or beta. It comes from a move, a chance node above, or the window
    given to the search.
    """
    tree = naming.tree
    source = tree.bound_source(node, lower=lower)
    if source.child is not None or source.stand:
        return describe_secured_value(
            naming,
            node,
            bound,
            child=source.child,
            move_name=naming.move_or_stand(source.child),
            lower=lower,
        )

    # The index of alpha or beta in a window.
    end_index = 0 if lower else 1
    if bound == tree.trace.limits[end_index]:
        return _no_leaf_beyond(bound, lower=lower)
    # A chance node above computed this bound from its own bound: say where its own comes from.
    if source.node is not None and source.by_sum:
        bound_above = tree.window(source.node)[end_index]
        # A value below this alpha would keep the chance node's sum below its own alpha.
        word = "most" if lower else "least"
        clause = f"{naming.place(source.node)} is then worth at {word} {format_number(bound_above)}"
        return (
            f"{clause}, and {describe_bound_owner(naming, bound_above, source.node, lower=lower)}"
        )
    direction = "above" if lower else "below"
    return f"the given window asks only for values {direction} {format_number(bound)}"


def _no_leaf_beyond(bound: float, *, lower: bool) -> str:
    word = "less" if lower else "more"
    return f"no leaf is worth {word} than {format_number(bound)}"


# What may have set a bound if no move did.
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
"""What a bound of 0 means, by what the game calls a value of 0 at the depth limit.

A bound of 0 may mean a draw as well as an undecided game.
"""


def question_in_words(question: WindowQuestion) -> str:
    """Return a null window's question in words.

    >>> question_in_words(WindowQuestion("<", 3))
    'less than 3'
    """
    return f"{QUESTION_WORDS[question.sign]} {format_number(question.bound)}"


def answer_in_words(question: WindowQuestion, value: float) -> str:
    """Answer a null window's question for a value: `Yes` or `No`."""
    return "Yes" if question.holds(value) else "No"


def describe_closed_window(window: WindowFact) -> str:
    """Say that the value of a node's last child has closed the window, so that nothing is cut."""
    low = format_number(window.alpha)
    high = format_number(window.beta)
    sign = ">" if window.strict else "≥"
    return f"The window has closed (α {low} {sign} β {high}), but nothing is left to prune."


def excludes_shown_bound(window: WindowFact) -> bool:
    """Return whether a value must be beyond the shown bound to cut the node.

    The bound of a null window may be the float just above 3. It is shown as 3, but a value of 3
    does not cut.
    """
    if window.strict:
        return True
    shown_bound = round_window_end(window.bound)
    if window.maximizing:
        return shown_bound < window.bound
    return shown_bound > window.bound


def values_that_cut(window: WindowFact) -> str:
    """Return which values cut a node: `3 or more`, or `more than 3` if 3 does not cut."""
    word = "more" if window.maximizing else "less"
    if not excludes_shown_bound(window):
        return f"{format_number(window.bound)} or {word}"
    bound = window.bound
    # The end of a null window is the float next to the bound that the search asks about.
    if not window.strict:
        bound = round_window_end(bound)
    return f"{word} than {format_number(bound)}"


def format_window(window: tuple[float, float]) -> str:
    """Format a window for a sentence.

    >>> format_window((3, 5.5))
    'α = 3 and β = 5.5'
    """
    alpha, beta = window
    return f"{FOR_MAX.show_end(alpha, lower=True)} and {FOR_MAX.show_end(beta, lower=False)}"


def why_not_cut_yet(naming: Naming, node: int, child: str = "") -> str:
    """Say why the search visits a node's next child instead of cutting the node.

    `child` is the child's name. If it is "", the sentence says "it", and follows a sentence about
    the child: `Before it, B has α = 3 and β = 5: α ≥ β does not hold yet, so it may still matter,
    …`.
    """
    opening = f"Before it, {naming.place(node)} has"
    if child:
        opening = capitalized(naming.where(node))
    window = format_window(naming.tree.window(node))
    if naming.tree.is_chance(node):
        low, high = (sum_with_rest(naming, node, limit) for limit in naming.tree.trace.limits)
        why = f", and it may still be worth from {low} to {high}:"
    else:
        why = f": α {naming.run.recipe.search.cut_sign} β does not hold yet, so"
    name = child or "it"
    return f"{opening} {window}{why} {name} may still matter, and the search looks at it."


def explain_threshold(naming: Naming, window: WindowFact) -> str:
    """Say which values of the next child would cut a node, or why no value can."""
    if isinf(window.bound):
        # A user-supplied search may have forgotten to pass on the opponent's value.
        if not window.opponent_has_no_value:
            return ""
        return why_unbounded(naming, window)

    if not window.children_left:
        if not window.closed:
            return ALL_SEARCHED
        return describe_closed_window(window_from_side(naming, window))
    if window.children_left > 1:
        sentence = f"{describe_cutting_values(naming, window)} would cut here"
    else:
        # After the last child, the node is finished, not cut.
        values = cutting_values(naming, window)
        sentence = f"A value of {values} would close the window, but prune nothing"
    # If it is unknown whether the search cuts by ≥ or by >, the bound itself may cut, too.
    if window.rule is None:
        bound = window_from_side(naming, window).bound
        sentence = f"{sentence}, and perhaps {format_number(bound)} itself"
    return f"{sentence}."


def cutting_values(naming: Naming, window: WindowFact) -> str:
    """Return which values cut a node, from the point of view in use: `−3 or more for MIN`."""
    values = values_that_cut(window_from_side(naming, window))
    return f"{values}{naming.view(window.node).for_player}"


def window_from_side(naming: Naming, window: WindowFact) -> WindowFact:
    """Return a window from the point of view in use at its node.

    For MIN, as in negamax, alpha becomes minus beta and beta minus alpha, and MIN maximizes.
    """
    view = naming.view(window.node)
    alpha, beta = view.window(window.alpha, window.beta)
    return window._replace(maximizing=window.maximizing != view.is_min, alpha=alpha, beta=beta)


def why_unbounded(naming: Naming, window: WindowFact) -> str:
    """Say that no value can cut a node yet, since the opponent has no value at a node above."""
    opponent = naming.opponent(window.node)
    if naming.tree.parent(window.node) < 0:
        return f"Nothing can cut the root: {opponent} has nothing above it."
    end = "α = −∞"
    if window_from_side(naming, window).maximizing:
        end = "β = +∞"
    return f"Nothing can cut here: {opponent} has no value above yet ({end})."


def describe_cutting_values(naming: Naming, window: WindowFact) -> str:
    """Return which values cut, and what they mean: `A value of 1 or more (White a flat ahead)`.

    Without a meaning, for example where no move has set the bound, return only the numbers.
    """
    numbers = f"A value of {cutting_values(naming, window)}"
    stakes = naming.run.stakes
    if window.setter is None or stakes is None:
        return numbers
    shown_bound = round_window_end(window.bound)
    bound = Bound.LOWER if window.maximizing else Bound.UPPER
    meaning = meaning_of_number(naming, shown_bound, bound)
    if meaning is None:
        return numbers

    root = naming.run.root
    greatest = stakes.greatest_value(root)
    # If wins differ in size, "a win" does not say which values cut.
    has_wins_of_different_sizes = stakes.winning_value(root) not in (0, greatest)
    if meaning.standing.is_plain_win and has_wins_of_different_sizes:
        return numbers
    excludes_bound = excludes_shown_bound(window)
    if abs(shown_bound) == greatest:
        return _results_at_greatest_value(meaning, excludes_bound=excludes_bound) or numbers
    words = _meaning_of_cutting_values(meaning, excludes_bound=excludes_bound)
    if not words:
        return numbers
    return f"{numbers} ({words})"


def _meaning_of_cutting_values(meaning: Meaning, *, excludes_bound: bool) -> str:
    """Return what the cutting values mean: `White at least a flat ahead`; "" for nothing.

    With `excludes_bound`, the bound itself does not cut: `White more than a flat ahead`.
    """
    if meaning.standing.won and meaning.standing.words:
        return f"{meaning.qualifier(excludes_bound=excludes_bound)}{meaning.win}"
    return meaning.label_of_bound(excludes_bound=excludes_bound)


def _results_at_greatest_value(meaning: Meaning, *, excludes_bound: bool) -> str:
    """Say which results cut if the bound is a side's greatest possible value.

    With `excludes_bound`, the bound itself does not cut. "" if no result cuts.
    """
    if not meaning.is_at_most:
        # Nothing is beyond the greatest value.
        return "" if excludes_bound else f"Only {meaning.win}"
    if excludes_bound:
        return f"Anything but {meaning.win}"
    return f"As {meaning.side} already {wins_in_words(meaning.standing)}, any value"


def format_meaning(naming: Naming, bound: float) -> str:
    """Return what an end of a window means to the players: ` (White a flat ahead)`; may be ""."""
    stakes = naming.run.stakes
    meaning = meaning_of_number(naming, round_window_end(bound))
    if meaning is None or stakes is None:
        return ""
    words = meaning.label
    if not meaning.standing.side:
        words = NEITHER_WORDS.get(stakes.even, words)
    if not words:
        return ""
    return f" ({words})"


def setter_of_end(naming: Naming, end: WindowEnd) -> str:
    """Name what has set an end of a window, such as `e3 after a2` or `the given window`.

    "" if the end is infinite, or if its setter is unknown.
    """
    source = end.source
    # A move is named even if its value is the least or greatest that a leaf can have.
    if source.child is not None:
        return naming.move_with_place(source.child)
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
    """Return whether an end comes from a null window or from the given window; "" if unknown."""
    # Recordings that have windows only on entry do not say where the windows come from.
    if not naming.tree.trace.tracks_windows or isnan(end.value):
        return ""
    return NULL_WINDOW if end.source.is_null else GIVEN_WINDOW


def describe_end_owner(naming: Naming, end: WindowEnd, node: int) -> str:
    """Say what a player has secured, or which values are asked for, by one end of a window.

    For example, `MAX has 3 with b2`, or `a null window asks for values above 3`. "" if it is
    unknown what has set the end. `node` is the node of the window.
    """
    setter = setter_of_end(naming, end)
    source = end.source
    if end.has_owner:
        return describe_secured_value(
            naming, node, end.value, child=source.child, move_name=setter, lower=end.lower
        )
    if setter == LEAF_LIMITS:
        return _no_leaf_beyond(end.value, lower=end.lower)
    if not setter:
        return ""
    if source.node is not None and source.by_sum:
        return _sum_asks_for(naming, end, source.node, node)
    value = naming.view(node).value(end.value)
    return f"{setter} asks for values {value.view.beyond(lower=end.lower)} {value.named}"


def _sum_asks_for(naming: Naming, end: WindowEnd, chance_node: int, node: int) -> str:
    """Say which values a chance node above `node` asks for, and how the limit is computed.

    For example, `B asks for more than 12, which is (2.1 − 0.9) / (1/10)`. The chance node has set
    `end`, an end of the window at `node`.
    """
    line = naming.tree.line_to(node)
    # The outcome is the child of the chance node on the way to the node.
    outcome = line[line.index(chance_node) + 1]
    outcome_bound = outcome_bound_of(naming.tree, outcome, lower=end.lower)
    word = "more" if end.lower else "less"
    sentence = f"{naming.place(chance_node)} asks for {word} than {format_number(end.value)}"
    # An engine may have computed the bound in another way than Star1.
    if outcome_bound.is_known and look_the_same(outcome_bound.value, end.value):
        return f"{sentence}, which is {outcome_bound_sum(outcome_bound)}"
    return sentence


def outcome_bound_sum(bound: OutcomeBound) -> str:
    """Return how a chance node computes the bound for an outcome: `(2.1 − 0.9) / (1/10)`.

    Here 2.1 is the chance node's own bound, 0.9 the sum so far, and 1/10 the outcome's probability.
    The most (or the least) that later outcomes can add is also subtracted.
    """
    parts = [bracketed(bound.chance_node_end)]
    if not bound.is_first:
        parts.append(bracketed(bound.so_far))
    if bound.later_probability:
        parts.append(
            f"{format_probability(bound.later_probability)} · {bracketed(bound.later_limit)}"
        )
    return f"({' − '.join(parts)}) / ({format_probability(bound.probability)})"


def describe_question(naming: Naming, node: int) -> str:
    """Say what the search asks at a node, if no move has set an end of the window; else "".

    For example, `is the value more than 3?`
    """
    tree = naming.tree
    alpha = current_window_end(tree, node, lower=True)
    beta = current_window_end(tree, node, lower=False)
    setters = {setter_of_end(naming, alpha), setter_of_end(naming, beta)}
    if setters == {LEAF_LIMITS}:
        return f"leaves are worth from {format_number(alpha.value)} to {format_number(beta.value)}"
    if not setters <= {GIVEN_WINDOW, NULL_WINDOW}:
        return ""
    question = question_of(tree, tree.visit(node))
    if question:
        return f"is the value {question_in_words(question)}?"
    low, high = naming.view(node).window(alpha.value, beta.value)
    between = f"{format_number(low)} and {format_number(high)}"
    return f"the given window asks for values between {between}"
