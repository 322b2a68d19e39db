"""The sentences of a search by hand: where a person stands, what is visible, why an act is wrong.

Sentences name actions, as in `<cut_rest>`; the caller that shows a sentence puts in the keys.
"""

from math import isinf

from visualizer.explaining.explanation.english.cuts import why_cut
from visualizer.explaining.explanation.english.windows import (
    format_window,
    sum_of,
    sum_with_rest,
    why_not_cut_yet,
)
from visualizer.explaining.explanation.facts.steps import outcome_bound_of
from visualizer.explaining.explanation.naming import capitalize_node_name, capitalized, join_words
from visualizer.look.numbers import format_number, format_probability
from visualizer.teach.by_hand.machine import Act, ActKind, Moment
from visualizer.teach.fields import FAIL_HARD_RULE
from visualizer.teach.question import Clue, ReasonSteps
from visualizer.trace.rows import MovePath

MAX_RETURNED_VALUES = 6
"""The most children whose values are listed."""
CHANCE_WINDOW_RULE = (
    "An outcome of a chance node has its own window: its α is (α of the chance node − the sum so "
    "far − the most that later outcomes can add) / the probability of this outcome; its β is the "
    "same with β and the least that they can add. Neither goes beyond the bounds of leaf values."
)
CHANCE_CUT_RULE = (
    "<cut_rest> cuts a chance node{only} if the outcomes left cannot bring its sum {above} α even "
    "with the highest leaf values, or cannot keep it {below} β even with the lowest."
)
CHANCE_SUM_COMPARISONS = {
    "≥": {"above": "above", "below": "below"},
    ">": {"above": "up to", "below": "down to"},
}
"""How a chance node's sum compares with α and β, by the sign of the rule of cutting."""
CHANCE_RETURN_RULE = (
    "A chance node returns the sum of probability times value; if it is cut, all outcomes left "
    "count as the highest leaf value, or as the lowest."
)
THINKING_ORDER = (
    "If the last child returned something better for the side to move, change α or β. As soon as "
    "α {rule} β, <cut_rest> cuts the rest. Otherwise <enter_child> enters the next child; if none "
    "is left, return a value."
)
CHANCE_THINKING_ORDER = (
    "If the outcomes left can still bring the sum between α and β, whatever their leaf values, "
    "<enter_child> enters the next one; otherwise <cut_rest> cuts the rest. If none is left, "
    "return the sum."
)
MAX_OFFERED_NUMBERS = 8
ReasonParts = tuple[str, str]
"""The rule, and the whole reason."""
ENTER_CHILD_RULE = (
    "Before you enter the next child, look at the value just returned: if it is better for "
    "{side}, change {end}; as soon as α {rule} β, <cut_rest> cuts the rest."
)
HAND_CUT_RULE = (
    "<cut_rest> cuts only when α {rule} β, because only then nothing that is left can matter."
)
EARLY_RETURN_RULE = (
    "A node returns only after each of its children has returned or been cut: first decide what "
    "to do with the next one."
)
RETURN_VALUE_RULE = (
    "{side} returns the {best} value that its children have returned; children that are cut do "
    "not count.{hard}"
)
NEXT_CHILD_RULE = (
    "From a node you can enter only its own children, each once, from left to right; "
    "<enter_child> enters the next one."
)
NOT_A_CHILD = f"{NEXT_CHILD_RULE} {{Named}} is not a child of {{place}}."
WINDOW_CHANGE_RULE = (
    "{end} is the value {side} is already sure of: it becomes the value of a child if that is "
    "{more} than {end} so far."
)
NO_CHANGE_AT_CHANCE_RULE = (
    "Nobody chooses at a chance node: its outcomes add up, and its α and β stay as they are."
)
OTHER_END_RULE = "{end} is the value {side} is already sure of: it changes only where {side} moves."


def describe_returned_values(moment: Moment) -> str:
    """Say which values the current node's children have returned: `B and C have returned 3 and 5`.

    If many children have returned, only the last ones are named.
    """
    count = len(moment.returned)
    if not count:
        return f"no value has been returned to {moment.place} yet"
    names = [moment.naming.place(child) for child in moment.returned[-MAX_RETURNED_VALUES:]]
    values = [format_number(value) for value in moment.returned_values[-MAX_RETURNED_VALUES:]]
    have = "has" if len(names) == 1 else "have"
    sentence = f"{join_words(names)} {have} returned {join_words(values)}"
    if count > MAX_RETURNED_VALUES:
        return f"{sentence} (the last {MAX_RETURNED_VALUES} of {count:,})"
    return sentence


def typed_window(moment: Moment) -> str:
    """Return the window as the person typed it."""
    return format_window((moment.alpha, moment.beta))


def next_child(moment: Moment) -> str:
    """Return the name of the next child, or "" if none is left."""
    return next(map(moment.naming.place_at, moment.unentered_children), "")


def describe_chance_window_end(moment: Moment, end: ActKind) -> str:
    """Say how Star1 computes α for a child of a chance node: `(5 − 1 − 4 · 0.5) / (1/2)`.

    Here 5 is the α of the chance node, 1 the sum so far, 4 the highest leaf value, 0.5 the
    probability of later outcomes, and 1/2 the child's probability. If `end` is β, say the same of
    β with the lowest leaf value.
    """
    is_alpha = end is ActKind.ALPHA
    child_bound = outcome_bound_of(moment.tree, moment.node, lower=is_alpha)
    alpha, beta = moment.window
    value = alpha if is_alpha else beta
    sentence = f"{capitalized(moment.where)} {end.sign} is {format_number(value)}"
    # A value at a limit of leaf values may have been clipped: the formula gives another number.
    if not child_bound.is_known or value in moment.hand_search.trace.limits:
        return f"{sentence}."
    limit = child_bound.later_limit if child_bound.later_probability else 0.0
    end_of_parent = format_number(child_bound.chance_node_end)
    sum_so_far = format_number(float(child_bound.so_far))
    later = f"{format_number(limit)} · {format_number(float(child_bound.later_probability))}"
    probability = format_probability(child_bound.probability)
    return f"{sentence}: ({end_of_parent} − {sum_so_far} − {later}) / ({probability})."


def describe_current_node(moment: Moment) -> str:
    """Say where the person stands: `You stand at C (MIN), α = 3 and β = +∞.`.

    α and β are as the person typed them.
    """
    return f"You stand at {moment.place} ({moment.mover}), {typed_window(moment)}."


def describe_act(moment: Moment, before: Moment, act: Act) -> str:
    """Say what a right act has done.

    `before` is the moment before the act, `moment` is the moment after the act.
    """
    match act.kind:
        case ActKind.CUT:
            return describe_cut_children(before)
        case ActKind.ALPHA | ActKind.BETA:
            value = moment.alpha if act.kind is ActKind.ALPHA else moment.beta
            return f"{act.kind.sign} is now {format_number(value)}."
        # Entering an inner node is one event; a leaf also returns, which is a second event.
        case ActKind.DOWN if moment.step == before.step + 1:
            return describe_current_node(moment)
    return describe_returned_child(moment, before, act)


def describe_cut_children(before: Moment) -> str:
    """Say which children a cut at a moment skips."""
    names = [before.naming.place_at(path) for path in before.unentered_children]
    are = "is" if len(names) == 1 else "are"
    return f"{capitalize_node_name(join_words(names))} {are} cut."


def describe_returned_child(moment: Moment, before: Moment, act: Act) -> str:
    """Say which value was returned by an act: by a leaf just entered, or by the current node.

    `before` is the moment before the act, `moment` is the moment after the act.
    """
    if moment.is_over:
        value = format_number(moment.hand_search.trace.value(moment.node))
        return f"The root has returned {value}: you have done the whole search."

    value = format_number(moment.hand_search.trace.value(moment.returned[-1]))
    # A leaf returns as soon as it is entered, so the current node is still its parent.
    if act.kind is ActKind.DOWN:
        leaf = moment.naming.place_at(before.unentered_children[0])
        return f"{capitalize_node_name(leaf)} has returned {value}."
    child = capitalize_node_name(moment.naming.place_at(before.path))
    return f"{child} has returned {value}. {describe_current_node(moment)}"


def format_act(moment: Moment, act: Act) -> str:
    """Return an act in words, with the node to be entered: `<enter_child> c2`."""
    if act.kind is not ActKind.DOWN:
        return act.says
    child = next_child(moment) if act.path is None else moment.naming.place_at(act.path)
    return f"{act.says} {child}".rstrip()


def thinking_order(moment: Moment) -> str:
    """Say in which order to consider what to do at the current node."""
    if moment.is_chance:
        return CHANCE_THINKING_ORDER
    return THINKING_ORDER.format(rule=moment.hand_search.rule)


def offered_numbers(moment: Moment) -> list[float]:
    """Return the numbers that a person may want to type, in ascending order.

    These are the returned values, α and β. At a chance node, the sums of its values are added; just
    below one, the new window and the limits of leaf values.
    """
    limits = moment.hand_search.trace.limits
    numbers = [*moment.returned_values, moment.alpha, moment.beta]
    if moment.is_chance and moment.returned:
        sums = moment.tree.expected(moment.node)
        numbers.append(float(sums.known))
        # The sums with the lowest and with the highest leaf value for all outcomes left.
        if sums.rest:
            numbers += [float(sums.known + limit * sums.rest) for limit in limits]
    if moment.is_below_chance:
        numbers += [*moment.window, *limits]
    distinct = {number for number in numbers if not isinf(number)}
    return sorted(distinct)[:MAX_OFFERED_NUMBERS]


def by_hand_headers(moment: Moment) -> list[str]:
    """Return headings from long to short, so that a screen can show the first that fits.

    The longest heading names the search, the current node, the window and the rules.
    """
    name = moment.hand_search.name
    place = f"{moment.place} ({moment.mover})"
    window = f"α {format_number(moment.alpha)}   β {format_number(moment.beta)}"
    shortest = f"{window} · {moment.hand_search.describe_rules()}"
    return [
        f"You are {name} · you stand at {place} · {shortest}",
        f"{name} at {place} · {shortest}",
        f"{place} · {shortest}",
        shortest,
    ]


def reason_against(moment: Moment, act: Act) -> ReasonSteps:
    """Return why an act is wrong at a moment, in three steps with more and more detail.

    Only the last step says which act is right. No step says what comes after the right act.
    """
    here = f"{moment.mover} moves {moment.where}, where {typed_window(moment)}"
    rule, whole_reason = why_refused(moment, act)

    # A function, because clues are needed only after a second wrong answer.
    def clues() -> list[Clue]:
        return [Clue("", describe_returned_values(moment)), Clue("", here)]

    return ReasonSteps(rule, clues, whole_reason, moment.path)


def why_refused(moment: Moment, act: Act) -> ReasonParts:
    """Return the rule that an act breaks at a moment, and the whole reason why it is wrong.

    Where the reason is as simple as a rule, the two are the same.
    """
    if moment.is_over:
        value = format_number(moment.hand_search.trace.value(0))
        reason = f"The root has returned {value}: the search is over."
        return reason, reason
    if act.kind is ActKind.RETURN:
        return why_not_return(moment)
    if moment.has_cut_rest:
        reason = f"The rest {moment.where} is cut, so only one thing is left to do: return a value."
        return reason, reason
    if act.kind.takes_number:
        return why_not_change(moment, act.kind)
    return why_not_enter_or_cut(moment, act)


def why_not_return(moment: Moment) -> ReasonParts:
    """Return why it is wrong to return a number: it is too early, or the number is wrong."""
    if moment.has_cut_rest or not moment.unentered_children:
        return why_value(moment)
    if moment.cut_is_due:
        cut = why_cut(moment.naming, moment.node)
        return EARLY_RETURN_RULE, f"{cut} <cut_rest> cuts it; then {moment.place} returns."
    return EARLY_RETURN_RULE, why_still_open(moment)


def why_not_change(moment: Moment, end: ActKind) -> ReasonParts:
    """Return why a person's change of α or β is wrong; `end` says which of the two was changed."""
    if moment.is_below_chance:
        return CHANCE_WINDOW_RULE, describe_chance_window_end(moment, end)
    if moment.is_chance:
        return NO_CHANGE_AT_CHANCE_RULE, NO_CHANGE_AT_CHANCE_RULE
    is_own_bound = moment.own_bound_sign == end.sign
    if not is_own_bound:
        opponent = moment.naming.opponent(moment.node)
        rule = OTHER_END_RULE.format(end=end.sign, side=opponent)
        return rule, f"{rule} {capitalized(moment.where)} {moment.mover} moves."
    return why_not_change_own_bound(moment, end)


def why_not_change_own_bound(moment: Moment, end: ActKind) -> ReasonParts:
    """Return why a person's change of the mover's own bound is wrong.

    This bound, `end`, is α if MAX moves and β if MIN moves.
    """
    more = "more" if moment.is_max else "less"
    rule = WINDOW_CHANGE_RULE.format(end=moment.own_bound_sign, side=moment.mover, more=more)
    if not moment.returned:
        return rule, f"{rule} No value has been returned to {moment.place} yet."
    if end in moment.missing_changes:
        return rule, describe_change(moment)
    # The person has already made the change that the last child's value requires.
    if moment.window != moment.window_before:
        sentence = f"{end.sign} has already changed since the last child returned."
        return sentence, sentence
    current_value = format_number(moment.own_bound(moment.window))
    last_value = format_number(moment.returned_values[-1])
    not_better = f"{moment.own_bound_sign} is {current_value}, and {last_value} is not {more}"
    return rule, f"{not_better}, so {moment.own_bound_sign} stays."


def why_not_enter_or_cut(moment: Moment, act: Act) -> ReasonParts:
    """Return why it is wrong to enter a child now, or to cut the children that are left."""
    next_paths = moment.unentered_children[:1]
    if act.path is not None and act.path not in next_paths:
        return NEXT_CHILD_RULE, why_not_next(moment, act.path)
    if not moment.unentered_children:
        rule = f"All children of {moment.place} have returned: nothing is left to enter or cut."
        return rule, f"{rule} {capitalize_node_name(moment.place)} returns."
    if act.kind is ActKind.CUT:
        return why_no_cut(moment)
    return why_not_down(moment)


def why_no_cut(moment: Moment) -> ReasonParts:
    """Return why the search does not cut the children that are left."""
    rule = HAND_CUT_RULE.format(rule=moment.hand_search.rule)
    if moment.is_chance:
        rule = CHANCE_CUT_RULE.format(
            only=" only", **CHANCE_SUM_COMPARISONS[moment.hand_search.rule]
        )
    return rule, why_still_open(moment)


def why_not_down(moment: Moment) -> ReasonParts:
    """Return why another act must come before entering the next child."""
    if moment.is_chance:
        comparisons = CHANCE_SUM_COMPARISONS[moment.hand_search.rule]
        cut_rule = CHANCE_CUT_RULE.format(only="", **comparisons)
        rule = f"Before you enter the next outcome: {cut_rule}"
    else:
        rule = ENTER_CHILD_RULE.format(
            side=moment.mover, end=moment.own_bound_sign, rule=moment.hand_search.rule
        )
    if moment.cut_is_due:
        return rule, f"{why_cut(moment.naming, moment.node)} So <cut_rest> comes first."
    if moment.is_below_chance:
        rule = CHANCE_WINDOW_RULE
    return rule, what_comes_first(moment)


def why_not_next(moment: Moment, path: MovePath) -> str:
    """Say why the node at `path` is not entered next: it is later or earlier, or not a child."""
    name = moment.naming.place_at(path)
    if not path or path[:-1] != moment.path:
        return NOT_A_CHILD.format(Named=capitalize_node_name(name), place=moment.place)
    if path in moment.unentered_children:
        return f"{NEXT_CHILD_RULE} {capitalize_node_name(next_child(moment))} comes before {name}."
    return f"{NEXT_CHILD_RULE} {capitalize_node_name(name)} has already returned."


def what_comes_first(moment: Moment) -> str:
    """Say which change of α or β comes first."""
    return f"{why_change(moment)} Do that first."


def why_change(moment: Moment) -> str:
    """Say how α or β changes now: by the last child's value or, below a chance node, by Star1."""
    if moment.is_below_chance:
        return describe_chance_window_end(moment, moment.required_act)
    return describe_change(moment)


def describe_change(moment: Moment) -> str:
    """Say how the value of the child that returned last changes α (for MAX) or β (for MIN)."""
    child = moment.returned[-1]
    name = capitalize_node_name(moment.naming.place(child))
    value = format_number(moment.tree.returned_value(child))
    old_value = format_number(moment.own_bound(moment.window_before))
    more = "more" if moment.is_max else "less"
    situation = f"{name} has returned {value}, and {moment.own_bound_sign} was {old_value}"
    return f"{situation}: {value} is {more}, so {moment.own_bound_sign} becomes {value}."


def why_still_open(moment: Moment) -> str:
    """Say why the next child may still matter, or which change of α or β comes first."""
    if moment.missing_changes:
        return what_comes_first(moment)
    return why_not_cut_yet(moment.naming, moment.node, next_child(moment))


def why_next_act(moment: Moment) -> str:
    """Say why the search does its next act: a cut, a return, a change of α or β, or going down."""
    match moment.required_act:
        case ActKind.CUT:
            return why_cut(moment.naming, moment.node)
        case ActKind.RETURN:
            _, reason = why_value(moment)
            return reason
        case ActKind.ALPHA | ActKind.BETA:
            return why_change(moment)
    if not moment.returned:
        child = next_child(moment)
        return f"No value has been returned to {moment.place} yet, so {child} is searched."
    return why_still_open(moment)


def why_value(moment: Moment) -> ReasonParts:
    """Return the rule for the value that the current node returns, and how it applies here."""
    if moment.is_chance:
        return CHANCE_RETURN_RULE, why_chance_value(moment)
    best_word = "greatest" if moment.is_max else "least"
    hard = FAIL_HARD_RULE if moment.hand_search.is_hard else ""
    rule = RETURN_VALUE_RULE.format(side=moment.mover, best=best_word, hard=hard)

    return rule, why_best_value(moment, best_word)


def why_best_value(moment: Moment, best_word: str) -> str:
    """Say which value a player's node returns: the best value of its children.

    `best_word` is `greatest` or `least`. In a fail-hard search, the value may be clipped to the
    window.
    """
    values = [format_number(value) for value in moment.returned_values]
    has_one_child = len(values) == 1
    only_value_words = f"only value returned to it, {values[0]}"
    best_value_words = f"{best_word} of {join_words(values)}"
    result = moment.hand_search.trace.value(moment.node)
    best_value = max(moment.returned_values) if moment.is_max else min(moment.returned_values)
    if best_value != result:
        clipped = why_clipped(moment, result)
        if has_one_child:
            return f"The {only_value_words}, is {clipped}"
        return f"The {best_value_words} is {format_number(best_value)}, {clipped}"

    place = capitalize_node_name(moment.place)
    if has_one_child:
        return f"{place} returns the {only_value_words}."
    return f"{place} returns the {best_value_words}: {format_number(result)}."


def why_chance_value(moment: Moment) -> str:
    """Say which sum a chance node returns; cut outcomes count as the lowest or highest value."""
    total = sum_of(moment.naming, moment.node)
    if moment.has_cut_rest:
        lowest, highest = moment.hand_search.trace.limits
        limit = lowest if moment.tree.at_beta(moment.node) else highest
        total = sum_with_rest(moment.naming, moment.node, limit)
    return f"{capitalize_node_name(moment.place)} returns {total}."


def why_clipped(moment: Moment, result: float) -> str:
    """Say that a value is outside the window, and that fail-hard returns `result` instead.

    The words are the end of a sentence.
    """
    low, high = moment.entry
    window = f"{format_number(low)} to {format_number(high)}"
    nearer_end = f"fail-hard returns the nearer end, {format_number(result)}"
    return f"outside the window of {moment.place}, {window}: {nearer_end}."
