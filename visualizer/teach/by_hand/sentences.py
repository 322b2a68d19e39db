"""What is said to a person who makes a search by hand, in English: where one stands, what is in sight, why not.

A sentence names an action by its name, `<cut_rest>`; who shows it puts in the key.
"""

from math import isinf

from visualizer.explaining.explanation.english.cuts import why_cut
from visualizer.explaining.explanation.english.windows import (
    explain_open,
    format_window,
    sum_of,
    sum_with_rest,
)
from visualizer.explaining.explanation.facts.steps import handed_end
from visualizer.explaining.explanation.naming import capitalize_sentence, capitalized, join_words
from visualizer.look.numbers import format_number, format_probability
from visualizer.teach.by_hand.machine import Act, ActKind, Moment
from visualizer.teach.fields import FAIL_HARD_RULE
from visualizer.teach.question import Clue, ReasonSteps
from visualizer.trace.rows import MovePath

MAX_RETURNED_VALUES = 6
"""The most children whose values are listed."""
CHANCE_WINDOW_RULE = (
    "An outcome of a chance node has its own window: its α is (α of the chance node − the sum so far − the most that "
    "later outcomes can add) / the probability of this outcome; its β is the same with β and the least that they can "
    "add. Neither goes beyond the bounds of leaf values."
)
CHANCE_CUT_RULE = (
    "<cut_rest> cuts a chance node{only} if the outcomes left cannot bring its sum {above} α even with the highest "
    "leaf values, or cannot keep it {below} β even with the lowest."
)
CHANCE_SUM_COMPARISONS = {
    "≥": {"above": "above", "below": "below"},
    ">": {"above": "up to", "below": "down to"},
}
"""What a chance node would have to come to, by the rule of cutting."""
CHANCE_RETURN_RULE = (
    "A chance node returns the sum of probability times value; if it is cut, all outcomes left count as the highest "
    "leaf value, or as the lowest."
)
THINKING_ORDER = (
    "If the last child returned something better for the side to move, change α or β. As soon as α {rule} β, "
    "<cut_rest> cuts the rest. Otherwise <enter_child> enters the next child; if none is left, return a value."
)
CHANCE_THINKING_ORDER = (
    "If the outcomes left can still bring the sum between α and β, whatever their leaf values, <enter_child> enters "
    "the next one; otherwise <cut_rest> cuts the rest. If none is left, return the sum."
)
MAX_OFFERED_NUMBERS = 8
ReasonParts = tuple[str, str]
"""The rule, and all of it."""
ENTER_CHILD_RULE = (
    "Before you enter the next child, look at the value just returned: if it is better for {side}, change {end}; as "
    "soon as α {rule} β, <cut_rest> cuts the rest."
)
HAND_CUT_RULE = (
    "<cut_rest> cuts only when α {rule} β, because only then nothing that is left can matter."
)
EARLY_RETURN_RULE = (
    "A node returns only after each of its children has returned or been cut: first decide what to do with "
    "the next one."
)
RETURN_VALUE_RULE = "{side} returns the {best} value that its children have returned; children that are cut do not count.{hard}"
NEXT_CHILD_RULE = "From a node you can enter only its own children, each once, from left to right; <enter_child> enters the next one."
NOT_A_CHILD = f"{NEXT_CHILD_RULE} {{Named}} is not a child of {{place}}."
WINDOW_CHANGE_RULE = "{end} is the value {side} is already sure of: it becomes the value of a child if that is {more} than {end} so far."


def describe_returned_values(at: Moment) -> str:
    """Say what the children have returned, the last few where there are many."""
    children = at.returned
    if not children:
        return f"no value has been returned to {at.place} yet"
    names = [*map(at.naming.place, children[-MAX_RETURNED_VALUES:])]
    values = [*map(format_number, at.returned_values[-MAX_RETURNED_VALUES:])]
    if len(names) == 1:
        have = "has"
    else:
        have = "have"
    said = f"{join_words(names)} {have} returned {join_words(values)}"
    if len(children) > MAX_RETURNED_VALUES:
        return f"{said} (the last {MAX_RETURNED_VALUES} of {len(children):,})"
    return said


def typed_window(at: Moment) -> str:
    """Return the window as it was typed."""
    return format_window((at.alpha, at.beta))


def next_child(at: Moment) -> str:
    """Return the name of the child that comes next, "" for none."""
    return next(map(at.naming.at, at.left), "")


def describe_chance_window_end(at: Moment, end: ActKind) -> str:
    """Reckon an end of the window of a node below chance, and not the other, which is to be found out, too."""
    handed = handed_end(at.tree, at.node, lower=end is ActKind.ALPHA)
    now = at.window[0 if end is ActKind.ALPHA else 1]
    says = f"{capitalized(at.where)} {end.sign} is {format_number(now)}"
    if not handed.is_known or now in at.hand.trace.limits:
        return f"{says}."
    limit = handed.limit if handed.rest else 0.0
    later = f"{format_number(limit)} · {format_number(float(handed.rest))}"
    return f"{says}: ({format_number(handed.own)} − {format_number(float(handed.so_far))} − {later}) / ({format_probability(handed.chance)})."


def describe_standpoint(at: Moment) -> str:
    """Say where one stands, with the window as it was typed: `You stand at C (MIN), α = 3 and β = +∞.`."""
    return f"You stand at {at.place} ({at.mover}), {typed_window(at)}."


def describe_act(at: Moment, before: Moment, act: Act) -> str:
    """Say what an act has done, that led here from the moment before."""
    match act.kind:
        case ActKind.CUT:
            left = [at.naming.at(path) for path in before.left]
            if len(left) == 1:
                are = "is"
            else:
                are = "are"
            return f"{capitalize_sentence(join_words(left))} {are} cut."
        case ActKind.ALPHA:
            return f"α is now {format_number(at.alpha)}."
        case ActKind.BETA:
            return f"β is now {format_number(at.beta)}."
    goes_down = act.kind is ActKind.DOWN
    if goes_down and at.step == before.step + 1:
        return describe_standpoint(at)
    if at.is_over:
        return f"The root has returned {format_number(at.hand.trace.value(at.node))}: you have done the whole search."
    if goes_down:
        child = before.left[0]
    else:
        child = before.path
    said = f"{capitalize_sentence(at.naming.at(child))} has returned {format_number(at.hand.trace.value(at.returned[-1]))}."
    return said if goes_down else f"{said} {describe_standpoint(at)}"


def format_act(at: Moment, act: Act) -> str:
    """Return an act as it is written, with the node that is to be entered: `<enter_child> c2`."""
    if act.kind is not ActKind.DOWN:
        return act.says
    if act.path is None:
        child = next_child(at)
    else:
        child = at.naming.at(act.path)
    return f"{act.says} {child}".rstrip()


def thinking_order(at: Moment) -> str:
    """Say in which order to think here."""
    if at.is_chance:
        return CHANCE_THINKING_ORDER
    return THINKING_ORDER.format(rule=at.hand.rule)


def offered_numbers(at: Moment) -> list[float]:
    """Return the numbers in sight, of which one is chosen by mouse; at a chance node also what they add up to."""
    limits = at.hand.trace.limits
    found = [*at.returned_values, at.alpha, at.beta]
    if at.is_chance and at.returned:
        sums = at.tree.expected(at.node)
        found.append(float(sums.known))
        if sums.rest:
            found += [float(sums.known + limit * sums.rest) for limit in limits]
    if at.is_below_chance:
        found += [*at.window, *limits]
    return sorted({value: None for value in found if not isinf(value)})[:MAX_OFFERED_NUMBERS]


def by_hand_headers(at: Moment) -> list[str]:
    """Say which search one is, where one stands, with which window and by which rules: the longest first."""
    name = at.hand.name
    place = f"{at.place} ({at.mover})"
    shortest = (
        f"α {format_number(at.alpha)}   β {format_number(at.beta)} · {at.hand.describe_rules()}"
    )
    return [
        f"You are {name} · you stand at {place} · {shortest}",
        f"{name} at {place} · {shortest}",
        f"{place} · {shortest}",
        shortest,
    ]


def reason_against(at: Moment, act: Act) -> ReasonSteps:
    """Return why the search would not do something, in three steps: only the third tells what was to be found out.

    That is what comes next, and nothing of what comes after it. It must be nothing that the search would do.
    """
    here = f"{at.mover} moves {at.where}, where {typed_window(at)}"
    rule, whole = why_refused(at, act)
    return ReasonSteps(
        rule, lambda: [Clue("", describe_returned_values(at)), Clue("", here)], whole, at.path
    )


def why_refused(at: Moment, act: Act) -> ReasonParts:
    """Return what speaks against an act."""
    if at.is_over:
        says = f"The root has returned {format_number(at.hand.trace.value(0))}: the search is over."
        return says, says
    if act.kind is ActKind.RETURN:
        return why_no_return(at)
    if at.is_struck:
        says = f"The rest {at.where} is cut, so only one thing is left to do: return a value."
        return says, says
    if act.kind.takes_number:
        return why_no_change(at, act.kind)
    return why_no_way_on(at, act)


def why_no_return(at: Moment) -> ReasonParts:
    """Return why the node does not return yet, or not what was typed."""
    if at.is_struck or not at.left:
        return why_value(at)
    if at.is_closed:
        return (
            EARLY_RETURN_RULE,
            f"{why_cut(at.naming, at.node)} <cut_rest> cuts it; then {at.place} returns.",
        )
    return EARLY_RETURN_RULE, why_still_open(at)


def why_no_change(at: Moment, end: ActKind) -> ReasonParts:
    """Return why α or β does not change here, or not to what was typed."""
    if at.is_below_chance:
        return CHANCE_WINDOW_RULE, describe_chance_window_end(at, end)
    if at.is_chance:
        rule = "Nobody chooses at a chance node: its outcomes add up, and its α and β stay as they are."
        return rule, rule
    if at.end != end.sign:
        other = at.naming.other(at.node)
        rule = f"{end.sign} is the value {other} is already sure of: it changes only where {other} moves."
        return rule, f"{rule} {capitalized(at.where)} {at.mover} moves."
    more = "more" if at.is_max else "less"
    rule = WINDOW_CHANGE_RULE.format(end=at.end, side=at.mover, more=more)
    if not at.returned:
        return rule, f"{rule} No value has been returned to {at.place} yet."
    if end in at.changes:
        return rule, describe_change(at)
    if at.window != at.window_before:
        says = f"{end.sign} has already changed since the last child returned."
        return says, says
    now = at.window[0 if at.is_max else 1]
    return (
        rule,
        f"{at.end} is {format_number(now)}, and {format_number(at.returned_values[-1])} is not {more}, so {at.end} stays.",
    )


def why_no_way_on(at: Moment, act: Act) -> ReasonParts:
    """Return why the next child is not entered here, or not the one that was chosen, or why the rest is not cut."""
    if act.path is not None and act.path not in at.left[:1]:
        return NEXT_CHILD_RULE, why_not_next(at, act.path)
    if not at.left:
        says = f"All children of {at.place} have returned: nothing is left to enter or cut."
        return says, f"{says} {capitalize_sentence(at.place)} returns."
    if act.kind is ActKind.CUT:
        return why_no_cut(at)
    return why_not_down(at)


def why_no_cut(at: Moment) -> ReasonParts:
    """Return why the rest is not cut."""
    rule = HAND_CUT_RULE.format(rule=at.hand.rule)
    if at.is_chance:
        rule = CHANCE_CUT_RULE.format(only=" only", **CHANCE_SUM_COMPARISONS[at.hand.rule])
    return rule, why_still_open(at)


def why_not_down(at: Moment) -> ReasonParts:
    """Return why something else comes before the next child."""
    if at.is_chance:
        rule = f"Before you enter the next outcome: {CHANCE_CUT_RULE.format(only='', **CHANCE_SUM_COMPARISONS[at.hand.rule])}"
    else:
        rule = ENTER_CHILD_RULE.format(side=at.mover, end=at.end, rule=at.hand.rule)
    if at.is_closed:
        return rule, f"{why_cut(at.naming, at.node)} So <cut_rest> comes first."
    return CHANCE_WINDOW_RULE if at.is_below_chance else rule, what_comes_first(at)


def why_not_next(at: Moment, path: MovePath) -> str:
    """Say that another node comes before one, or that it is not below where one stands."""
    name = at.naming.at(path)
    if not path or path[:-1] != at.path:
        return NOT_A_CHILD.format(Named=capitalize_sentence(name), place=at.place)
    if path in at.left:
        return f"{NEXT_CHILD_RULE} {capitalize_sentence(next_child(at))} comes before {name}."
    return f"{NEXT_CHILD_RULE} {capitalize_sentence(name)} has already returned."


def what_comes_first(at: Moment) -> str:
    """Say which change of α or β is due before anything else."""
    return f"{why_change(at)} Do that first."


def why_change(at: Moment) -> str:
    """Say what the end of the window that is due becomes: by what chance can still be worth, or by the last child."""
    if at.is_below_chance:
        return describe_chance_window_end(at, at.due)
    return describe_change(at)


def describe_change(at: Moment) -> str:
    """Say what α or β becomes by the last child."""
    child = at.returned[-1]
    value = format_number(at.tree.returned_value(child))
    before = at.window_before[0 if at.is_max else 1]
    more = "more" if at.is_max else "less"
    begin = f"{capitalize_sentence(at.naming.place(child))} has returned {value}, and {at.end} was {format_number(before)}"
    return f"{begin}: {value} is {more}, so {at.end} becomes {value}."


def why_still_open(at: Moment) -> str:
    """Say why the next child may still matter, or what changes before that is looked at."""
    if at.changes:
        return what_comes_first(at)
    return explain_open(at.naming, at.node, next_child(at))


def why_due(at: Moment) -> str:
    """Say what the search does now, and why."""
    match at.due:
        case ActKind.CUT:
            return why_cut(at.naming, at.node)
        case ActKind.RETURN:
            return why_value(at)[1]
        case ActKind.ALPHA | ActKind.BETA:
            return why_change(at)
    if not at.returned:
        return f"No value has been returned to {at.place} yet, so {next_child(at)} is searched."
    return why_still_open(at)


def why_value(at: Moment) -> ReasonParts:
    """Say which value is returned."""
    place = capitalize_sentence(at.place)
    if at.is_chance:
        total = sum_of(at.naming, at.node)
        if at.is_struck:
            limit = at.hand.trace.limits[0 if at.tree.at_beta(at.node) else 1]
            total = sum_with_rest(at.naming, at.node, limit)
        return CHANCE_RETURN_RULE, f"{place} returns {total}."

    best = "greatest" if at.is_max else "least"
    hard = FAIL_HARD_RULE if at.hand.is_hard else ""
    rule = RETURN_VALUE_RULE.format(side=at.mover, best=best, hard=hard)
    values = [*map(format_number, at.returned_values)]
    is_only = len(values) == 1
    of = (
        f"the only value returned to it, {values[0]}"
        if is_only
        else f"the {best} of {join_words(values)}"
    )
    found = at.tree.best(at.node)
    result = at.hand.trace.value(at.node)
    if found is None or found[0] == result:
        returned = of if is_only else f"{of}: {format_number(result)}"
        return rule, f"{place} returns {returned}."
    low, high = at.entry
    is_outside = ", is" if is_only else f" is {format_number(found[0])},"
    outside = f"outside the window of {at.place}, {format_number(low)} to {format_number(high)}"
    return (
        rule,
        f"{capitalized(of)}{is_outside} {outside}: fail-hard returns the nearer end, {format_number(result)}.",
    )
