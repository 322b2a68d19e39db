"""What windows and sums mean, in English: what would cut, why nothing can, who set an end, what chance adds up to."""

from collections.abc import Sequence
from fractions import Fraction
from math import isinf, isnan

from games import Turn, turn_of
from visualizer.explaining.explanation.facts.steps import (
    HandedEnd,
    WindowEnd,
    WindowFact,
    WindowQuestion,
    current_window_end,
    handed_end,
    question_of,
)
from visualizer.explaining.explanation.naming import (
    STANDING_PAT,
    Naming,
    capitalize_sentence,
    capitalized,
)
from visualizer.explaining.explanation.standings import (
    describe_holding,
    meaning_asked,
    wins_in_words,
)
from visualizer.look.numbers import (
    Rounded,
    format_number,
    format_probability,
    numbers_alike,
    short_neighbour,
)
from visualizer.trace.bounds import FOR_MAX, Exact, Expected, Outcome, as_exact_as
from visualizer.trace.tree_at_step import Bound

MAX_SUM_TERMS = 6
"""The most terms of a sum that are written out."""


def bracketed(value: Exact) -> str:
    """Return a value as it stands behind a sign: in brackets where it is negative.

    >>> bracketed(-3), bracketed(3)
    ('(−3)', '3')
    """
    if value < 0:
        return f"({format_number(value)})"
    return format_number(value)


def sum_term(share: Outcome) -> str:
    """Return a share of a sum.

    >>> from visualizer.trace.bounds import Bound
    >>> sum_term(Outcome(0.5, -3, Bound.EXACT))
    '1/2 · (−3)'
    """
    return f"{format_probability(share.probability)} · {bracketed(share.value)}"


def format_sum(terms: Sequence[str], value: Exact, count: int | None = None) -> str:
    """Return a sum and what it comes to, given its first terms, if not all, and how many there are.

    >>> format_sum(["1/2 · 4", "1/2 · 8"], 6.0), format_sum(["0.1234567 · 1"], 0.1234567)
    ('1/2 · 4 + 1/2 · 8 = 6', '0.1234567 · 1 ≈ 0.1235')
    """
    shown = [*terms[:MAX_SUM_TERMS]]
    result = format_number(value)
    count = count or len(terms)
    if count > MAX_SUM_TERMS:
        shown[-1] = f"… ({count - MAX_SUM_TERMS + 1:,} more)"
    return (
        f"{' + '.join(shown)} {'' if result.startswith('≈') else '= '}{result.replace('≈', '≈ ')}"
    )


def chance_node_bound(found: Expected) -> str:
    """Say that a chance node is worth at most, or at least, a sum, where only bounds of outcomes are known.

    >>> chance_node_bound(Expected(3.75, 0, 3, 3.75)), chance_node_bound(Expected(3.75, 0, 3.75, 9)), chance_node_bound(Expected(6, 0, 6, 6))
    ('at most ', 'at least ', '')
    """
    below = found.low < found.known
    above = found.high > found.known
    if below == above:
        return ""
    if below:
        return "at most "
    return "at least "


def is_dice(naming: Naming, node: int) -> bool:
    """Return whether chance moves at a node by the rules, not a player that is taken to choose at random."""
    return turn_of(naming.run.position(naming.run.path(node))) == Turn.CHANCE


def player_by_rules(naming: Naming, node: int) -> str:
    """Return the player that moves at a node by the rules."""
    return naming.run.game.mover(turn_of(naming.run.position(naming.run.path(node))))


def describe_chance_node(naming: Naming, node: int) -> str:
    """Say how many outcomes there are, and when no more are looked at."""
    count = naming.tree.move_count(node)
    outcomes = f"chance has {count:,} outcome{'s' * (count != 1)}"
    if not is_dice(naming, node):
        outcomes = f"{player_by_rules(naming, node)} moves at random here: {naming.moves(count)}"
    return f"{outcomes}. {explain_chance_threshold(naming, node)}".rstrip()


def sum_of(naming: Naming, node: int) -> str:
    """Return what the children of a chance node that have returned add up to: `1/2 · 4 + 1/4 · 8 = 4`."""
    terms = [sum_term(share) for _, share in naming.tree.shares(node, MAX_SUM_TERMS)]
    if terms:
        return format_sum(terms, naming.tree.expected(node).known, naming.tree.summed(node))
    return ""


def sum_with_rest(naming: Naming, node: int, limit: float) -> str:
    """Return the sum of a chance node with all that is left worth the least or the most there is."""
    if isinf(limit):
        return format_number(limit)
    found = naming.tree.expected(node)
    terms = [sum_term(share) for _, share in naming.tree.shares(node, MAX_SUM_TERMS)]
    terms.append(f"{format_probability(found.rest)} · {bracketed(limit)}")
    worth = found.known + as_exact_as(found.rest, limit) * found.rest
    return format_sum(
        terms,
        float(worth) if isinstance(worth, Fraction) else Rounded(worth),
        naming.tree.summed(node) + 1,
    )


def range_to_come(found: Expected) -> str:
    """Say between which values the sum of a chance node will be; "" where nothing is known of that."""
    low = found.low
    high = found.high
    if isinf(low) and isinf(high):
        return ""
    if isinf(low) or isinf(high):
        return (
            f"be at most {format_number(high)}"
            if isinf(low)
            else f"be at least {format_number(low)}"
        )
    return f"lie between {format_number(low)} and {format_number(high)}"


def describe_share(naming: Naming, node: int) -> str:
    """Say what a child that has returned makes of a chance node, as a sentence."""
    found = naming.tree.expected(node)
    place = capitalize_sentence(naming.place(node))
    total = sum_of(naming, node)
    if not found.rest:
        return f"{place} is worth {chance_node_bound(found)}{total}."
    will = range_to_come(found)
    return (
        f"The sum for {naming.place(node)} so far: {total}{will and f'; the full sum will {will}'}."
    )


def explain_chance_threshold(naming: Naming, node: int) -> str:
    """Say when a chance node would be left before all its outcomes are seen, or why none may be left out."""
    tree = naming.tree
    least, most = naming.tree.trace.limits
    window = tree.moving_window(node)
    if window is None or tree.left(node) < 2:
        return ""
    alpha, beta = window
    at_most = "cannot exceed"
    at_least = "cannot be less than"
    if naming.run.recipe.search.cut == ">":
        at_most = "must be less than"
        at_least = "must be more than"
    ends = [f"{at_most} {format_number(alpha)}"] * (not isinf(most) and alpha > least)
    ends += [f"{at_least} {format_number(beta)}"] * (not isinf(least) and beta < most)
    if ends:
        return f"It is abandoned once it {' or '.join(ends)}, whatever comes."
    if is_dice(naming, node):
        what = "outcome"
    else:
        what = naming.moves_word(1)
    return f"No {what} can be left out here: {why_all_needed(naming, node)}."


def why_all_needed(naming: Naming, node: int) -> str:
    """Say why all that is left of a chance node is needed: leaves have no bounds, or all values matter above."""
    least, most = naming.tree.trace.limits
    alpha, beta = naming.tree.window(node)
    if isinf(least) and isinf(most):
        return "what is left may be worth anything, since no bounds are known"
    if alpha > least or beta < most:  # which would do if leaves had a bound at the other end, too
        if isinf(most):
            free = f"from {format_number(least)} up"
            which = "upper"
        else:
            free = f"up to {format_number(most)}"
            which = "lower"
        return f"what is left may be worth anything {free}, since no {which} bound is known"
    low, high = naming.tree.window(0)
    above = naming.tree.line_to(node)[:-1]
    if low <= least and high >= most and not any(map(naming.tree.best, above)):
        return "no value is known higher up yet"
    return f"its window, α {format_number(alpha)} and β {format_number(beta)}, is all that leaves can be worth"


def who_has(naming: Naming, bound: float, node: int, *, lower: bool) -> str:
    """Say who has a bound that a node was entered with: a player by a move, a chance node above, or nobody."""
    source = naming.tree.bound_source(node, lower=lower)
    least = naming.tree.trace.limits[0 if lower else 1]
    beyond = "above" if lower else "below"
    if source.child is not None or source.stand:
        return describe_holding(
            naming, bound, source.child, naming.way(source.child), node, lower=lower
        )
    if bound == least:
        return f"no leaf is worth {'less' if lower else 'more'} than {format_number(bound)}"
    if source.node is not None and source.by_sum:
        above = source.node
        end = naming.tree.window(source.node)[0 if lower else 1]
        worth = f"{naming.place(above)} is then worth at {'most' if lower else 'least'} {format_number(end)}"
        return f"{worth}, and {who_has(naming, end, above, lower=lower)}"
    return f"the given window asks only for values {beyond} {format_number(bound)}"


GIVEN_WINDOW = "the given window"
NULL_WINDOW = "a null window"
LEAF_LIMITS = "what leaves can be worth"
"""What has set a bound that no move has set."""
QUESTION_WORDS = {">": "more than", "≥": "at least", "<": "less than", "≤": "at most"}
ALL_SEARCHED = "All children have been searched: there is nothing left to cut here."
NEITHER_WORDS = {"nothing decided": "nobody wins"}
"""What 0 means where it is no value of a position, by what it means at a depth limit: it may stand for a draw, too."""


def question_in_words(question: WindowQuestion) -> str:
    """Return what a null window asks of a value.

    >>> question_in_words(WindowQuestion("<", 3))
    'less than 3'
    """
    return f"{QUESTION_WORDS[question.sign]} {format_number(question.bound)}"


def answer_in_words(question: WindowQuestion, value: float) -> str:
    """Return how a value answers a question."""
    if question.holds(value):
        return "yes"
    return "no"


def describe_closed_window(window: WindowFact) -> str:
    """Say that a window has closed with the return of the last child."""
    low = format_number(window.alpha)
    high = format_number(window.beta)
    sign = ">" if window.strict else "≥"
    return f"The window has closed (α {low} {sign} β {high}), but nothing is left to prune."


def asks_beyond(window: WindowFact) -> bool:
    """Return whether only values beyond the number that is said would cut, and not that number itself."""
    if window.strict:
        return True
    near = short_neighbour(window.bound)
    if window.maximizing:
        return near < window.bound
    return near > window.bound


def values_that_reach(window: WindowFact) -> str:
    """Say which values cut: `3 or more`, and where the end is the number next above 3, `more than 3`."""
    word = "more" if window.maximizing else "less"
    if not asks_beyond(window):
        return f"{format_number(window.bound)} or {word}"
    return f"{word} than {format_number(window.bound if window.strict else short_neighbour(window.bound))}"


def format_window(window: tuple[float, float]) -> str:
    """Return α and β as a sentence has them.

    >>> format_window((3, 5.5))
    'α = 3 and β = 5.5'
    """
    alpha, beta = window
    return f"{FOR_MAX.show_end(alpha, lower=True)} and {FOR_MAX.show_end(beta, lower=False)}"


def explain_open(naming: Naming, node: int, child: str = "") -> str:
    """Say why a node is not left yet, so that the child that comes next, called "it" without a name, is looked at."""
    has = f"Before it, {naming.place(node)} has"
    name = child or "it"
    window = f"{capitalized(naming.where(node)) if child else has} {format_window(naming.tree.window(node))}"
    why = f": α {naming.run.recipe.search.cut_sign} β does not hold yet, so"
    if naming.tree.is_chance(node):
        low, high = (sum_with_rest(naming, node, limit) for limit in naming.tree.trace.limits)
        why = f", and it may still be worth from {low} to {high}:"
    return f"{window}{why} {name} may still matter, and the search looks at it."


def explain_threshold(naming: Naming, window: WindowFact) -> str:
    """Say which value of the next child would cut a node, or why none can."""
    if isinf(window.bound):
        return (
            why_unbounded(naming, window) if window.nothing_above else ""
        )  # a user-supplied search may not pass it on
    if not window.left:
        if window.closed:
            return describe_closed_window(window_from_side(naming, window))
        return ALL_SEARCHED
    # A node whose last child closes the window is finished, not cut.
    what = "cut here" if window.left > 1 else "close the window, but prune nothing"
    if window.left > 1:
        stake = what_it_takes(naming, window)
    else:
        stake = f"A value of {cutting_values(naming, window)}"
    perhaps = (
        f", and perhaps {format_number(window_from_side(naming, window).bound)} itself"
        if window.rule is None
        else ""
    )
    return f"{stake} would {what}{perhaps}."


def cutting_values(naming: Naming, window: WindowFact) -> str:
    """Return which values cut, as they are told: `3 or more`, `−3 or more for MIN`."""
    return f"{values_that_reach(window_from_side(naming, window))}{naming.view(window.node).whose}"


def window_from_side(naming: Naming, window: WindowFact) -> WindowFact:
    """Return a window as it is told: from the side of who is to move, if that is wanted, who then maximizes."""
    view = naming.view(window.node)
    alpha, beta = view.window(window.alpha, window.beta)
    return window._replace(maximizing=window.maximizing != view.is_min, alpha=alpha, beta=beta)


def why_unbounded(naming: Naming, window: WindowFact) -> str:
    """Say that no bound can cut a node: the other side has none above it."""
    other = naming.other(window.node)
    if naming.tree.parent(window.node) < 0:
        return f"Nothing can cut the root: {other} has nothing above it."
    if window_from_side(naming, window).maximizing:
        end = "β = +∞"
    else:
        end = "α = −∞"
    return f"Nothing can cut here: {other} has no value above yet ({end})."


def what_it_takes(naming: Naming, window: WindowFact) -> str:
    """Return what it takes to reach a bound: `A value of 1 or more (White at least a flat ahead)`."""
    near = short_neighbour(window.bound)
    plain = f"A value of {cutting_values(naming, window)}"
    if window.maximizing:
        bound = Bound.LOWER
    else:
        bound = Bound.UPPER
    if window.setter is None:
        meaning = None
    else:
        meaning = meaning_asked(naming, near, bound)
    if meaning is None or naming.run.stakes is None:
        return plain
    standing = meaning.standing
    beyond = asks_beyond(window)
    stakes = naming.run.stakes
    root = naming.run.root
    greatest = stakes.greatest(root)
    if standing.is_plain_win and stakes.least_win(root) not in (0, greatest):
        return plain  # wins may differ, and the evaluation does not say how
    if abs(near) == greatest:
        if not meaning.is_at_most:
            return plain if beyond else f"Only {meaning.win}"
        return (
            f"Anything but {meaning.win}"
            if beyond
            else f"As {meaning.side} already {wins_in_words(standing)}, any value"
        )
    if standing.won and standing.words:
        what = f"{meaning.how_much(beyond=beyond)}{meaning.win}"
    else:
        what = meaning.label_of_bound(beyond=beyond)
    return f"{plain} ({what})" if what else plain


def format_meaning(naming: Naming, bound: float) -> str:
    """Return in brackets what an end of a window means to the players, ` (White a flat ahead)`; "" for nothing."""
    meaning = meaning_asked(naming, short_neighbour(bound))
    if meaning is None or naming.run.stakes is None:
        return ""
    if meaning.standing.side:
        words = meaning.label
    else:
        words = NEITHER_WORDS.get(naming.run.stakes.even, meaning.label)
    return words and f" ({words})"


def setter_of_end(naming: Naming, end: WindowEnd) -> str:
    """Return who set an end of a window: a move, a window given, or "" for neither."""
    source = end.source
    is_open = isinf(end.value)
    if source.child is not None:
        return naming.choice(source.child)
    if source.node is not None and source.stand:
        return f"{STANDING_PAT} {naming.where(source.node)}"
    if end.value in naming.tree.trace.limits and not is_open:
        return LEAF_LIMITS
    if source.node is not None and source.by_sum:
        return "" if is_open else f"the sum at {naming.place(source.node)}"
    if not naming.tree.trace.narrows or is_open or isnan(end.value):
        return ""  # where a call has what it hands down from is not known
    return NULL_WINDOW if source.is_null else GIVEN_WINDOW


def who_has_end(naming: Naming, end: WindowEnd, node: int) -> str:
    """Say which bound MAX or MIN has at a node, and by which move; "" for none."""
    by = setter_of_end(naming, end)
    source = end.source
    if end.has_owner:
        return describe_holding(naming, end.value, source.child, by, node, lower=end.lower)
    if by == LEAF_LIMITS:
        return f"no leaf is worth {'less' if end.lower else 'more'} than {format_number(end.value)}"
    if by and source.by_sum:
        assert source.node is not None
        line = naming.tree.line_to(node)
        outcome = line[line.index(source.node) + 1]
        handed = handed_end(naming.tree, outcome, lower=end.lower)
        more = "more" if end.lower else "less"
        asks = f"{naming.place(source.node)} asks for {more} than {format_number(end.value)}"
        is_reckoned = handed.is_known and numbers_alike(handed.value, end.value)
        return f"{asks}, which is {handed_end_sum(handed)}" if is_reckoned else asks
    said = naming.view(node).value(end.value)
    return by and f"{by} asks for values {said.view.beyond(lower=end.lower)} {said.named}"


def handed_end_sum(handed: HandedEnd) -> str:
    """Return how a chance node has reckoned an end for an outcome: `(2.1 − 0.9) / (1/10)`.

    It takes from its own end what it has so far, and the most or the least that is to come after the outcome.
    """
    parts = [bracketed(handed.own)]
    if not handed.is_first:
        parts.append(bracketed(handed.so_far))
    if handed.rest:
        parts.append(f"{format_probability(handed.rest)} · {bracketed(handed.limit)}")
    return f"({' − '.join(parts)}) / ({format_probability(handed.chance)})"


def what_is_asked(naming: Naming, node: int) -> str:
    """Say what a node is asked if both ends of its window are given ones, set by no move; else ""."""
    ends = [current_window_end(naming.tree, node, lower=lower) for lower in (True, False)]
    if all(setter_of_end(naming, end) == LEAF_LIMITS for end in ends):
        return f"leaves are worth from {format_number(ends[0].value)} to {format_number(ends[1].value)}"
    if any(setter_of_end(naming, end) not in (GIVEN_WINDOW, NULL_WINDOW) for end in ends):
        return ""
    if question := question_of(naming.tree, naming.tree.visit(node)):
        return f"is the value {question_in_words(question)}?"
    low, high = map(format_number, naming.view(node).window(*(end.value for end in ends)))
    return f"the given window asks for values between {low} and {high}"
