"""Questions about a returning value: what is skipped, who set the bound, what α or β is then."""

from collections.abc import Callable, Sequence
from math import isinf
from random import Random
from statistics import fmean

from visualizer.explaining.explanation.english.windows import range_to_come, sum_of
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.facts.steps import new_question_of, question_of
from visualizer.explaining.explanation.naming import capitalize_node_name, join_words
from visualizer.look.numbers import format_number, format_probability, look_the_same
from visualizer.teach.predicting.next_event import (
    NextEvent,
    StepQuestion,
    is_easily_typed,
    list_moves,
)
from visualizer.teach.question import AnswerValue
from visualizer.trace.bounds import FOR_MAX
from visualizer.trace.tree_at_step import TreeAtStep

NOTHING_SKIPPED = "nothing"


def ask_skipped_moves(event: NextEvent) -> StepQuestion | None:
    """Ask which moves are skipped after a child has returned a value to its parent.

    Return None if the parent has no moves left, or if the returned value alone does not decide.
    """
    if event.by_chance:
        return ask_skipped_outcomes(event)
    if not event.untried_moves or isinf(event.cutting_bound):
        return None
    # A user-supplied search may ignore the rule of cutting.
    is_cut = event.after.is_cut(event.parent)
    follows_rule = is_cut == event.closes_window
    # Before a second look, the value does not decide about the other moves yet.
    if not follows_rule or event.after.looked_again(event.node):
        return None
    if not is_easily_typed(event.value):
        return None

    # The moves left at the grandparent are offered as a wrong answer. A child of the root has no
    # grandparent (-1).
    grandparent = event.before.parent(event.parent)
    grandparent_paths = event.untried(grandparent) if grandparent >= 0 else []
    grandparent_moves = list_moves(event.naming, grandparent_paths)

    def explain_wrong(answer: AnswerValue) -> str:
        if answer == grandparent_moves:
            elsewhere = event.naming.where(grandparent)
            return f"a cut {event.where} skips moves there, not those {elsewhere}."
        return why_cut_or_open(event, is_cut=is_cut)

    bound = (
        f"{event.cutting_bound_sign} {event.where}, which is {format_number(event.cutting_bound)}"
    )
    return skipped_question(
        event,
        explain_wrong,
        look=f"Compare {format_number(event.value)} with {bound}.",
        moves_elsewhere=grandparent_moves,
    )


def why_cut_or_open(event: NextEvent, *, is_cut: bool) -> str:
    """Say why the parent's other moves cannot matter after a cut, or why they still can."""
    compared = compare_with_bound(event)
    if is_cut:
        return f"{compared}, so no other move {event.where} can matter."
    improve = f"{event.side} may still improve {event.where}"
    if event.value == event.cutting_bound:
        bound = format_number(event.cutting_bound)
        strict_rule = "this search cuts only beyond the bound (>)"
        return f"{compared} = {bound}, and {strict_rule}, so {improve}."
    return f"{compared}, so {improve}."


def compare_with_bound(event: NextEvent) -> str:
    """Compare the returned value with the bound that cuts: `3 < β = 5`, or `5 = β` if equal."""
    value = format_number(event.value)
    bound = format_number(event.cutting_bound)
    sign = event.cutting_bound_sign
    if event.value < event.cutting_bound:
        return f"{value} < {sign} = {bound}"
    if event.value > event.cutting_bound:
        return f"{value} > {sign} = {bound}"
    return f"{value} = {sign}"


def skipped_question(
    event: NextEvent,
    explain_wrong: Callable[[AnswerValue], str],
    look: str,
    *,
    moves_elsewhere: str = "",
    rule: str = "",
) -> StepQuestion:
    """Return a question that asks which moves are skipped, with up to four answers to choose from.

    `moves_elsewhere` is a wrong answer that names moves at another node, "" for none. `look` says
    where to look for the right answer, and `rule` is the rule of cutting, "" for the usual one.
    """
    all_left = list_moves(event.naming, event.untried_moves)
    only_next = ""
    if len(event.untried_moves) > 1:
        only_next = f"only {list_moves(event.naming, event.untried_moves[:1])}"
    right = NOTHING_SKIPPED
    sentence = f"{event.sentence} Nothing is skipped."
    if event.after.is_cut(event.parent):
        right = all_left
        sentence = event.sentence

    def explain_wrong_or_incomplete(answer: AnswerValue) -> str:
        if answer == only_next and right == all_left:
            return "a cut skips all that is left there, not just one."
        return explain_wrong(answer)

    # A dictionary keeps each answer once, in this order.
    offered = dict.fromkeys(filter(None, (NOTHING_SKIPPED, all_left, only_next, moves_elsewhere)))
    return StepQuestion(
        event,
        situation=event.returned_in_window,
        asks="What is skipped then?",
        offered=tuple(offered),
        right=right,
        explain_wrong=explain_wrong_or_incomplete,
        sentence=sentence,
        where_to_look=look,
        rule=rule,
    )


def ask_bound_setter(event: NextEvent) -> StepQuestion | None:
    """Ask which earlier move set the bound that causes a cut when a value returns.

    Return None if the value does not cause a cut, or if there is no wrong move to offer.
    """
    tree = event.after
    naming = event.naming
    is_cut_by_rule = tree.is_cut(event.parent) and event.closes_window
    if not is_cut_by_rule or event.by_chance or not event.untried_moves:
        return None
    # At a MIN node α causes cuts, at a MAX node β.
    is_alpha = not event.maximizing
    setter = tree.bound_source(event.parent, lower=is_alpha).child
    if setter is None:
        return None
    right = naming.move_with_place(setter)
    values = values_of_other_moves(event)
    wrong_moves = [
        name for name in values if name not in (right, naming.move_with_place(event.node))
    ]
    # The last three are tried at the nodes nearest to the cut.
    offered_wrong_moves = wrong_moves[-3:]
    if not offered_wrong_moves:
        return None

    bound = FOR_MAX.show_end(event.cutting_bound, lower=is_alpha)

    def explain_wrong(answer: AnswerValue) -> str:
        return f"{answer} is worth {format_number(values[str(answer)])}, but the bound is {bound}."

    cutoff = f"This value meets {bound}, so it causes a cutoff {event.where}."
    return StepQuestion(
        event,
        situation=f"{event.returned_words}. {cutoff}",
        asks="Which move set that bound?",
        offered=tuple(sorted((right, *offered_wrong_moves))),
        right=right,
        explain_wrong=explain_wrong,
        sentence=f"{right} set it. {event.sentence}",
    )


def values_of_other_moves(event: NextEvent) -> dict[str, float]:
    """Return the values of the moves tried so far at the parent and at the nodes above, by name.

    A value equal to the bound that cuts is left out, since its move may have set the bound, too.
    """
    tree = event.after
    values = {}
    for node in tree.line_to(event.parent):
        for child in tree.children(node):
            if child == event.node or not tree.returned(child):
                continue
            if tree.returned_value(child) != event.cutting_bound:
                values[event.naming.move_with_place(child)] = tree.returned_value(child)
    return values


def ask_parent_bound(event: NextEvent) -> StepQuestion | None:
    """Ask for the parent's α (at a MAX node) or β (at a MIN node) after a value has returned.

    Return None if the parent tries no more moves, if the answer cannot be typed, or if a null
    window would make the answer meaningless.
    """
    tree = event.after
    has_more_moves = event.untried_moves and not tree.is_cut(event.parent)
    if not has_more_moves or event.by_chance or tree.looked_again(event.node):
        return None
    is_null_window = question_of(tree, tree.visit(event.parent)) is not None
    if is_null_window:
        return None
    alpha, beta = tree.window(event.parent)
    right = alpha if event.maximizing else beta
    if not (is_easily_typed(right) and is_easily_typed(event.value)):
        return None

    sign = event.own_bound_sign
    old_bound = format_number(event.own_bound)
    value = format_number(event.value)
    compare = f"Compare {value} with {sign} {event.where}, which is {old_bound}"
    near_numbers = [event.value, event.own_bound, event.cutting_bound, *event.values]
    return StepQuestion(
        event,
        situation=f"{event.returned_words}. {sign} {event.where} is {old_bound}.",
        asks=f"What is {sign} then?",
        offered=offer_numbers(right, near_numbers),
        right=right,
        explain_wrong=lambda answer: why_not_parent_bound(event, answer),
        sentence=f"{sign} = {format_number(right)}. {event.sentence}",
        where_to_look=f"{compare}, as {event.side} would.",
    )


def why_not_parent_bound(event: NextEvent, answer: AnswerValue) -> str:
    """Say why the answer to `ask_parent_bound` is wrong."""
    sign = event.own_bound_sign
    value = format_number(event.value)
    verb = "rises" if event.maximizing else "falls"
    better_words = f"better for {event.side} than {format_number(event.own_bound)}"
    if answer == event.value:
        return f"{value} is no {better_words}: {sign} only {verb} {event.where}."
    if answer == event.own_bound:
        return f"{value} is {better_words}, so {sign} {verb}."
    number = format_number(float(answer))
    if answer == event.cutting_bound:
        return f"{number} is {event.cutting_bound_sign}, the other end of the window."
    return f"{number} is neither what {sign} was nor the value that was returned."


def ask_search_again(event: NextEvent) -> StepQuestion | None:
    """Ask whether PVS searches a child again after its null-window search.

    Return None if the event is not the end of a null-window search, or if its value causes a cut.
    """
    null_window_question = new_question_of(event.before, event.before.visit(event.node))
    if null_window_question is None or event.after.is_cut(event.parent):
        return None
    alpha, beta = event.before.window(event.parent)
    value = format_number(event.value)
    lies = "lies" if alpha < event.value < beta else "lies not"
    if event.after.looked_again(event.node):
        right = "yes"
        conclusion = "its exact value is not known yet"
    else:
        right = "no"
        conclusion = "the null window was enough"
    return StepQuestion(
        event,
        situation=event.returned_in_window,
        asks=f"Is {event.naming.move_with_place(event.node)} looked at again?",
        offered=("yes", "no"),
        right=right,
        explain_wrong=lambda answer: f"{value} {lies} between {event.window}, so {conclusion}.",
        sentence=event.sentence,
        where_to_look=f"See whether {value} lies inside the window {event.where}.",
    )


def ask_returned_value(event: NextEvent) -> StepQuestion | None:
    """Ask which value the parent returns, now that its last child has returned.

    Return None if the parent has children left, had no choice, or does not return next.
    """
    parent = event.parent
    # The child returns at `step + 1`, so the parent should return at `step + 2`.
    step_after_return = event.step + 2
    returns_next = event.after.return_step(parent) == step_after_return
    has_choice = event.before.move_count(parent) >= 2
    if event.untried_moves or not has_choice or not returns_next:
        return None
    right = TreeAtStep(event.run.trace, step_after_return).returned_value(parent)
    if not all(map(is_easily_typed, (right, *event.values))):
        return None

    place = event.naming.place(parent)
    grandparent = event.before.parent(parent)
    asks = "What is the root worth?"
    if grandparent >= 0:
        asks = f"What value goes up from {place} to {event.naming.place(grandparent)}?"
    sentence = explain(event.run, step_after_return)
    if event.by_chance:
        return ask_chance_value(event, asks, right, sentence)
    return best_value_question(event, asks, right, sentence)


def best_value_question(event: NextEvent, asks: str, right: float, sentence: str) -> StepQuestion:
    """Return a question that asks which value a player's node returns.

    `asks` is the question in words. `right` is the answer: the best of the children's values, which
    a fail-hard search may have clipped to the window. `sentence` tells what happens next.
    """
    values = event.values
    listed = join_words([format_number(value) for value in values])
    place = event.naming.place(event.parent)
    explanation = sentence
    # A value that fail-hard has clipped is not one of the children's values.
    if right == best_value(event):
        explanation = f"{event.side} takes the {best_value_word(event)} of {listed}. {sentence}"
    return StepQuestion(
        event,
        situation=f"{event.returned_words}. It is the last child there.",
        asks=asks,
        offered=shuffle_by_step(event, offer_numbers(right, values)),
        right=right,
        explain_wrong=lambda answer: why_not_returned(event, answer),
        sentence=explanation,
        # The child returns in the first step, the parent in the second. The parent's best value so
        # far would give the answer away.
        steps_to_answer=2,
        hidden_row=event.before.visit(event.parent),
        where_to_look=(
            f"{capitalize_node_name(place)} has received {listed}, and {event.side} moves there."
        ),
    )


def best_value(event: NextEvent) -> float:
    """Return the best of the children's values for the parent's mover."""
    return max(event.values) if event.maximizing else min(event.values)


def best_value_word(event: NextEvent) -> str:
    """Return the word for the best value: the greatest for MAX, the least for MIN."""
    return "greatest" if event.maximizing else "least"


def why_not_returned(event: NextEvent, answer: AnswerValue) -> str:
    """Say why the parent does not return the number that was answered."""
    number = format_number(float(answer))
    if answer == best_value(event):
        return f"{number} lies outside the window, and fail-hard clips it."
    if answer in event.values:
        return f"{number} is not the {best_value_word(event)}."
    return f"no child of {event.naming.place(event.parent)} has returned {number}."


def shuffle_by_step(event: NextEvent, offered: tuple[str, ...]) -> tuple[str, ...]:
    """Return answers in a random order, which is always the same at a step.

    In sorted answers, MIN's choice would always be the first.
    """
    dice = Random(f"{event.step} {offered}")
    return tuple(dice.sample(offered, len(offered)))


def offer_numbers(right: float, wrong: list[float]) -> tuple[str, ...]:
    """Return the right number and up to four wrong ones as strings, the smallest first."""
    number_by_text = dict[str, float]()
    for number in (right, *wrong):
        if is_easily_typed(number) or isinf(number):
            number_by_text[format_number(number)] = number
    offered = [*number_by_text][:5]
    return tuple(sorted(offered, key=number_by_text.__getitem__))


CHANCE_SKIP_RULE = (
    "A chance node is cut as soon as no values of the outcomes left could bring it into its window."
)
CHANCE_SUM_RULE = (
    "Chance does not choose: a chance node is worth the sum of probability times value."
)


def ask_skipped_outcomes(event: NextEvent) -> StepQuestion | None:
    """Ask which outcomes are skipped at a chance node, after an outcome has returned.

    Return None if no outcome is left, or if leaf values have no known limits, so that the outcomes
    left could have any value.
    """
    expected = event.after.expected(event.parent)
    if not event.untried_moves or isinf(expected.low) or isinf(expected.high):
        return None
    place = event.naming.place(event.parent)
    can = "cannot" if event.after.is_cut(event.parent) else "can still"
    range_words = range_to_come(expected)
    why = f"{place} will {range_words}, and only values between {event.window} matter"
    look = (
        f"Work out what {place} is worth if all that is left has the highest leaf value, and if "
        "it has the lowest."
    )
    return skipped_question(
        event, lambda answer: f"{why}: what is left {can} matter.", look, rule=CHANCE_SKIP_RULE
    )


def ask_chance_value(event: NextEvent, asks: str, right: float, sentence: str) -> StepQuestion:
    """Return a question that asks which value a chance node returns after its last outcome.

    `asks` is the question in words, `right` is the answer, and `sentence` tells what happens next.
    """
    values = event.values
    listed = join_words([format_number(value) for value in values])
    probabilities = [
        format_probability(share.probability)
        for _, share in event.after.returned_outcomes(event.parent)
    ]
    chances = f"the probabilities are {join_words(probabilities)}"
    place = capitalize_node_name(event.naming.place(event.parent))
    return StepQuestion(
        event,
        situation=f"{event.returned_words}. It is the last outcome there; {chances}.",
        asks=asks,
        offered=offer_numbers(right, sorted([fmean(values), *values])),
        right=right,
        explain_wrong=lambda answer: why_not_chance_value(values, float(answer)),
        sentence=f"{sum_of(event.naming, event.parent)}. {sentence}",
        # The outcome returns in the first step, the chance node in the second. The chance node's
        # sum so far would give the answer away.
        steps_to_answer=2,
        hidden_row=event.before.visit(event.parent),
        where_to_look=f"{place} has received {listed}; {chances}.",
        rule=CHANCE_SUM_RULE,
    )


def why_not_chance_value(values: Sequence[float], number: float) -> str:
    """Say why `number` is not the value of a chance node, given the values of its outcomes."""
    listed = join_words([format_number(value) for value in values])
    shown = format_number(number)
    if look_the_same(number, fmean(values)):
        return f"{shown} is the mean of {listed}, as if all were equally likely."
    for word, extreme in {"greatest": max(values), "least": min(values)}.items():
        if look_the_same(number, extreme):
            return f"{shown} is the {word} of {listed}, but chance does not choose."
    return f"{shown} is not the sum of probability times value."
