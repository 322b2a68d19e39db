"""Questions about a returning value: what is skipped, who set the bound, what α or β is then."""

from collections.abc import Callable, Sequence
from math import isinf
from random import Random
from statistics import fmean

from visualizer.explaining.explanation.english.windows import range_to_come, sum_of
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.facts.steps import new_question_of, question_of
from visualizer.explaining.explanation.naming import capitalize_sentence, join_words
from visualizer.look.numbers import format_number, format_probability, numbers_alike
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


def ask_skipped_moves(now: NextEvent) -> StepQuestion | None:
    """Ask which moves are skipped after a child has returned a value to its parent.

    Return None if the parent has no moves left, or if something else than the returned value
    decides.
    """
    if now.by_chance:
        return ask_skipped_outcomes(now)
    if not now.untried_moves or isinf(now.cutting_bound):
        return None
    # A user-supplied search may ignore the rule of cutting.
    is_cut = now.after.is_cut(now.parent)
    follows_rule = is_cut == now.closes_window
    if not follows_rule or now.after.looked_again(now.node) or not is_easily_typed(now.value):
        return None

    # Moves left at the grandparent are offered as a wrong answer; the root has no parent (-1).
    grandparent = now.before.parent(now.parent)
    untried_above = now.untried(grandparent) if grandparent >= 0 else []
    moves_above = list_moves(now.naming, untried_above)

    def explain_wrong(answer: AnswerValue) -> str:
        if answer == moves_above:
            elsewhere = now.naming.where(grandparent)
            return f"a cut {now.where} skips moves there, not those {elsewhere}."
        return why_cut_or_open(now, is_cut=is_cut)

    bound = f"{now.cutting_bound_sign} {now.where}, which is {format_number(now.cutting_bound)}"
    return skipped_question(
        now,
        explain_wrong,
        look=f"Compare {format_number(now.value)} with {bound}.",
        moves_elsewhere=moves_above,
    )


def why_cut_or_open(now: NextEvent, *, is_cut: bool) -> str:
    """Say why the parent's other moves cannot matter after a cut, or why they still can."""
    compared = compare_with_bound(now)
    if is_cut:
        return f"{compared}, so no other move {now.where} can matter."
    improve = f"{now.side} may still improve {now.where}"
    if now.value == now.cutting_bound:
        bound = format_number(now.cutting_bound)
        strict_rule = "this search cuts only beyond the bound (>)"
        return f"{compared} = {bound}, and {strict_rule}, so {improve}."
    return f"{compared}, so {improve}."


def compare_with_bound(now: NextEvent) -> str:
    """Compare the returned value with the bound that cuts: `3 < β = 5`, or `5 = β` if equal."""
    value = format_number(now.value)
    bound = format_number(now.cutting_bound)
    sign = now.cutting_bound_sign
    if now.value < now.cutting_bound:
        return f"{value} < {sign} = {bound}"
    if now.value > now.cutting_bound:
        return f"{value} > {sign} = {bound}"
    return f"{value} = {sign}"


def skipped_question(
    now: NextEvent,
    explain_wrong: Callable[[AnswerValue], str],
    look: str,
    *,
    moves_elsewhere: str = "",
    rule: str = "",
) -> StepQuestion:
    """Return a question that asks which moves are skipped, with up to four answers to choose from.

    The answers are: nothing, all moves left at the parent, only the next of these moves, and the
    names of moves at another node (`moves_elsewhere`, "" to leave out this answer). `explain_wrong`
    says why an answer is wrong, `look` where to look for the right answer, and `rule` is the rule
    of cutting, "" for the usual one.
    """
    all_left = list_moves(now.naming, now.untried_moves)
    only_next = ""
    if len(now.untried_moves) > 1:
        only_next = f"only {list_moves(now.naming, now.untried_moves[:1])}"
    right = NOTHING_SKIPPED
    sentence = f"{now.sentence} Nothing is skipped."
    if now.after.is_cut(now.parent):
        right = all_left
        sentence = now.sentence

    def explain_wrong_or_incomplete(answer: AnswerValue) -> str:
        if answer == only_next and right == all_left:
            return "a cut skips all that is left there, not just one."
        return explain_wrong(answer)

    # A dictionary keeps each answer once, in this order.
    offered = dict.fromkeys(filter(None, (NOTHING_SKIPPED, all_left, only_next, moves_elsewhere)))
    return StepQuestion(
        now,
        situation=now.returned_in_window,
        asks="What is skipped then?",
        offered=tuple(offered),
        right=right,
        explain_wrong=explain_wrong_or_incomplete,
        sentence=sentence,
        look=look,
        rule=rule,
    )


def ask_bound_setter(now: NextEvent) -> StepQuestion | None:
    """Ask which earlier move set the bound that a returned value meets and so causes a cut.

    Return None if the value does not cause a cut. Besides the right move, up to three other moves
    with values are offered.
    """
    tree = now.after
    naming = now.naming
    is_cut_by_rule = tree.is_cut(now.parent) and now.closes_window
    if not is_cut_by_rule or now.by_chance or not now.untried_moves:
        return None
    # At a MIN node α causes cuts, at a MAX node β.
    is_alpha = not now.maximizing
    setter = tree.bound_source(now.parent, lower=is_alpha).child
    if setter is None:
        return None
    right = naming.choice(setter)
    values = values_of_other_moves(now)
    wrong_moves = [name for name in values if name not in (right, naming.choice(now.node))]
    offered_wrong_moves = wrong_moves[-3:]
    if not offered_wrong_moves:
        return None

    bound = FOR_MAX.show_end(now.cutting_bound, lower=is_alpha)

    def explain_wrong(answer: AnswerValue) -> str:
        return f"{answer} is worth {format_number(values[str(answer)])}, but the bound is {bound}."

    cutoff = f"This value meets {bound}, so it causes a cutoff {now.where}."
    return StepQuestion(
        now,
        situation=f"{now.returned_words}. {cutoff}",
        asks="Which move set that bound?",
        offered=tuple(sorted((right, *offered_wrong_moves))),
        right=right,
        explain_wrong=explain_wrong,
        sentence=f"{right} set it. {now.sentence}",
    )


def values_of_other_moves(now: NextEvent) -> dict[str, float]:
    """Return the values that have returned to nodes on the current path, by the names of moves.

    A value equal to the bound that cuts is left out, since its move may have set the bound, too.
    """
    tree = now.after
    values = {}
    for node in tree.line_to(now.parent):
        for child in tree.children(node):
            if child == now.node or not tree.returned(child):
                continue
            if tree.returned_value(child) != now.cutting_bound:
                values[now.naming.choice(child)] = tree.returned_value(child)
    return values


def ask_parent_bound(now: NextEvent) -> StepQuestion | None:
    """Ask for the parent's α (at a MAX node) or β (at a MIN node) after a value has returned.

    Return None if the parent tries no more moves, if the answer cannot be typed, or if a null
    window would make the answer meaningless.
    """
    tree = now.after
    has_more_moves = now.untried_moves and not tree.is_cut(now.parent)
    if not has_more_moves or now.by_chance or tree.looked_again(now.node):
        return None
    is_null_window = question_of(tree, tree.visit(now.parent)) is not None
    if is_null_window:
        return None
    alpha, beta = tree.window(now.parent)
    right = alpha if now.maximizing else beta
    if not (is_easily_typed(right) and is_easily_typed(now.value)):
        return None

    sign = now.own_bound_sign
    old_bound = format_number(now.own_bound)
    value = format_number(now.value)
    near_numbers = [now.value, now.own_bound, now.cutting_bound, *now.values]
    return StepQuestion(
        now,
        situation=f"{now.returned_words}. {sign} {now.where} is {old_bound}.",
        asks=f"What is {sign} then?",
        offered=offer_numbers(right, near_numbers),
        right=right,
        explain_wrong=lambda answer: why_not_parent_bound(now, answer),
        sentence=f"{sign} = {format_number(right)}. {now.sentence}",
        look=f"Compare {value} with {sign} {now.where}, which is {old_bound}, as {now.side} would.",
    )


def why_not_parent_bound(now: NextEvent, answer: AnswerValue) -> str:
    """Say why the answer to `ask_parent_bound` is wrong."""
    sign = now.own_bound_sign
    value = format_number(now.value)
    moves = "rises" if now.maximizing else "falls"
    better = f"better for {now.side} than {format_number(now.own_bound)}"
    if answer == now.value:
        return f"{value} is no {better}: {sign} only {moves} {now.where}."
    if answer == now.own_bound:
        return f"{value} is {better}, so {sign} {moves}."
    number = format_number(float(answer))
    if answer == now.cutting_bound:
        return f"{number} is {now.cutting_bound_sign}, the other end of the window."
    return f"{number} is neither what {sign} was nor the value that was returned."


def ask_search_again(now: NextEvent) -> StepQuestion | None:
    """Ask whether PVS searches a child again after its null-window search.

    Return None if the event is not the end of a null-window search, or if it cuts the parent.
    """
    null_window_question = new_question_of(now.before, now.before.visit(now.node))
    if null_window_question is None or now.after.is_cut(now.parent):
        return None
    alpha, beta = now.before.window(now.parent)
    value = format_number(now.value)
    lies = "lies" if alpha < now.value < beta else "lies not"
    if now.after.looked_again(now.node):
        right = "yes"
        conclusion = "its exact value is not known yet"
    else:
        right = "no"
        conclusion = "the null window was enough"
    return StepQuestion(
        now,
        situation=now.returned_in_window,
        asks=f"Is {now.naming.choice(now.node)} looked at again?",
        offered=("yes", "no"),
        right=right,
        explain_wrong=lambda answer: f"{value} {lies} between {now.window}, so {conclusion}.",
        sentence=now.sentence,
        look=f"See whether {value} lies inside the window {now.where}.",
    )


def ask_returned_value(now: NextEvent) -> StepQuestion | None:
    """Ask which value the parent returns, now that its last child has returned.

    Return None if the parent has children left, had no choice, or does not return next.
    """
    parent = now.parent
    # The child returns at `step + 1`, so the parent should return at `step + 2`.
    step_after_return = now.step + 2
    returns_next = now.after.return_step(parent) == step_after_return
    has_choice = now.before.move_count(parent) >= 2
    if now.untried_moves or not has_choice or not returns_next:
        return None
    right = TreeAtStep(now.run.trace, step_after_return).returned_value(parent)
    if not all(map(is_easily_typed, (right, *now.values))):
        return None

    place = now.naming.place(parent)
    grandparent = now.before.parent(parent)
    asks = "What is the root worth?"
    if grandparent >= 0:
        asks = f"What value goes up from {place} to {now.naming.place(grandparent)}?"
    sentence = explain(now.run, step_after_return)
    if now.by_chance:
        return ask_chance_value(now, asks, right, sentence)
    return best_value_question(now, asks, right, sentence)


def best_value_question(now: NextEvent, asks: str, right: float, sentence: str) -> StepQuestion:
    """Return a question that asks which value a player's node returns.

    `asks` is the question in words. `right` is the answer: the best of the children's values, which
    a fail-hard search may have clipped to the window. `sentence` tells what happens next.
    """
    values = now.values
    listed = join_words([format_number(value) for value in values])
    place = now.naming.place(now.parent)
    if right == best_value(now):
        sentence = f"{now.side} takes the {best_value_word(now)} of {listed}. {sentence}"
    return StepQuestion(
        now,
        situation=f"{now.returned_words}. It is the last child there.",
        asks=asks,
        offered=shuffle_by_step(now, offer_numbers(right, values)),
        right=right,
        explain_wrong=lambda answer: why_not_returned(now, answer),
        sentence=sentence,
        # The child returns in the first step, the parent in the second.
        steps=2,
        withheld=now.before.visit(now.parent),
        look=f"{capitalize_sentence(place)} has received {listed}, and {now.side} moves there.",
    )


def best_value(now: NextEvent) -> float:
    """Return the best of the children's values for the parent's mover."""
    return max(now.values) if now.maximizing else min(now.values)


def best_value_word(now: NextEvent) -> str:
    """Return the word for the best value: the greatest for MAX, the least for MIN."""
    return "greatest" if now.maximizing else "least"


def why_not_returned(now: NextEvent, answer: AnswerValue) -> str:
    """Say why the parent does not return the number that was answered."""
    number = format_number(float(answer))
    if answer == best_value(now):
        return f"{number} lies outside the window, and fail-hard clips it."
    if answer in now.values:
        return f"{number} is not the {best_value_word(now)}."
    return f"no child of {now.naming.place(now.parent)} has returned {number}."


def shuffle_by_step(now: NextEvent, offered: tuple[str, ...]) -> tuple[str, ...]:
    """Return answers in a random order, which is always the same at a step.

    In sorted answers, MIN's choice would always be the first.
    """
    dice = Random(f"{now.step} {offered}")
    return tuple(dice.sample(offered, len(offered)))


def offer_numbers(right: float, wrong: list[float]) -> tuple[str, ...]:
    """Return the right number and up to four wrong ones as text, the smallest first."""
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


def ask_skipped_outcomes(now: NextEvent) -> StepQuestion | None:
    """Ask which outcomes are skipped at a chance node, after an outcome has returned.

    Return None if no outcome is left, or if leaf values have no known limits, so that the outcomes
    left could have any value.
    """
    expected = now.after.expected(now.parent)
    if not now.untried_moves or isinf(expected.low) or isinf(expected.high):
        return None
    place = now.naming.place(now.parent)
    can = "cannot" if now.after.is_cut(now.parent) else "can still"
    range_words = range_to_come(expected)
    why = f"{place} will {range_words}, and only values between {now.window} matter"
    look = (
        f"Work out what {place} is worth if all that is left has the highest leaf value, and if "
        "it has the lowest."
    )
    return skipped_question(
        now, lambda answer: f"{why}: what is left {can} matter.", look, rule=CHANCE_SKIP_RULE
    )


def ask_chance_value(now: NextEvent, asks: str, right: float, sentence: str) -> StepQuestion:
    """Return a question that asks which value a chance node returns after its last outcome.

    `asks` is the question in words, `right` is the answer, and `sentence` tells what happens next.
    """
    values = now.values
    listed = join_words([format_number(value) for value in values])
    probabilities = [
        format_probability(share.probability) for _, share in now.after.outcome_shares(now.parent)
    ]
    chances = f"the probabilities are {join_words(probabilities)}"
    place = capitalize_sentence(now.naming.place(now.parent))
    return StepQuestion(
        now,
        situation=f"{now.returned_words}. It is the last outcome there; {chances}.",
        asks=asks,
        offered=offer_numbers(right, sorted([fmean(values), *values])),
        right=right,
        explain_wrong=lambda answer: why_not_chance_value(values, float(answer)),
        sentence=f"{sum_of(now.naming, now.parent)}. {sentence}",
        # The outcome returns in the first step, the chance node in the second.
        steps=2,
        withheld=now.before.visit(now.parent),
        look=f"{place} has received {listed}; {chances}.",
        rule=CHANCE_SUM_RULE,
    )


def why_not_chance_value(values: Sequence[float], number: float) -> str:
    """Say why `number` is not the value of a chance node, given the values of its outcomes."""
    listed = join_words([format_number(value) for value in values])
    shown = format_number(number)
    if numbers_alike(number, fmean(values)):
        return f"{shown} is the mean of {listed}, as if all were equally likely."
    for word, extreme in {"greatest": max(values), "least": min(values)}.items():
        if numbers_alike(number, extreme):
            return f"{shown} is the {word} of {listed}, but chance does not choose."
    return f"{shown} is not the sum of probability times value."
