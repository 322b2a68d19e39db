"""Questions about a value that returns: what is skipped, who set the bound, what α or β is then, what goes up."""

from collections.abc import Callable
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
    """Ask what is skipped after a value has come back where there is a bound that it may meet."""
    if now.by_chance:
        return ask_skipped_outcomes(now)
    is_cut = now.after.is_cut(now.parent)
    value = now.value
    bound = now.ends[1]
    if not now.left_out or isinf(bound):
        return None
    if is_cut != now.closes or now.after.looked_again(now.node) or not is_easily_typed(value):
        return None  # a user-supplied search need not keep to the rule
    naming = now.naming
    above = now.before.parent(now.parent)
    others = list_moves(naming, now.untried(above) if above >= 0 else [])
    if value < bound:
        sign = "<"
    elif value > bound:
        sign = ">"
    else:
        sign = "="
    compared = f"{format_number(value)} {sign} {now.names[1]}{f' = {format_number(bound)}' if sign != '=' else ''}"

    def means(answer: AnswerValue) -> str:
        if answer == others:
            return f"a cut {now.where} skips moves there, not those {naming.where(above)}."
        if is_cut:
            return f"{compared}, so no other move {now.where} can matter."
        improve = f"{now.side} may still improve {now.where}"
        if value == bound:
            return f"{compared} = {format_number(bound)}, and this search cuts only beyond the bound (>), so {improve}."
        return f"{compared}, so {improve}."

    look = f"Compare {format_number(value)} with {now.names[1]} {now.where}, which is {format_number(bound)}."
    return skipped_question(now, means, look, others)


def skipped_question(
    now: NextEvent, means: Callable[[AnswerValue], str], look: str, others: str = "", rule: str = ""
) -> StepQuestion:
    """Ask what is skipped: nothing, all that is left, only the next of it, or moves elsewhere, the `others`."""
    rest = list_moves(now.naming, now.left_out)
    one = ""
    if len(now.left_out) > 1:
        one = f"only {list_moves(now.naming, now.left_out[:1])}"
    right = NOTHING_SKIPPED
    sentence = f"{now.sentence} Nothing is skipped."
    if now.after.is_cut(now.parent):
        right = rest
        sentence = now.sentence

    def meant(answer: AnswerValue) -> str:
        if answer == one and right == rest:
            return "a cut skips all that is left there, not just one."
        return means(answer)

    offered = dict.fromkeys(filter(None, (NOTHING_SKIPPED, rest, one, others)))
    return StepQuestion(
        now,
        now.told_within,
        "What is skipped then?",
        tuple(offered),
        right,
        meant,
        sentence,
        look,
        rule,
    )


def ask_bound_setter(now: NextEvent) -> StepQuestion | None:
    """Ask which move set the bound that a value meets."""
    tree = now.after
    naming = now.naming
    if not tree.is_cut(now.parent) or now.by_chance or not now.closes or not now.left_out:
        return None
    kept = tree.bound_source(now.parent, lower=not now.maximizing).child
    if kept is None:
        return None
    found = {
        naming.choice(child): tree.returned_value(child)
        for node in tree.line_to(now.parent)
        for child in tree.children(node)
        if child != now.node and tree.returned(child) and tree.returned_value(child) != now.ends[1]
    }
    right = naming.choice(kept)
    others = [name for name in found if name not in (right, naming.choice(now.node))][-3:]
    if not others:
        return None
    bound = FOR_MAX.show_end(now.ends[1], lower=not now.maximizing)
    return StepQuestion(
        now,
        f"{now.told}. This value meets {bound}, so it causes a cutoff {now.where}.",
        "Which move set that bound?",
        tuple(sorted((right, *others))),
        right,
        lambda answer: (
            f"{answer} is worth {format_number(found[str(answer)])}, but the bound is {bound}."
        ),
        f"{right} set it. {now.sentence}",
    )


def ask_parent_bound(now: NextEvent) -> StepQuestion | None:
    """Ask what the bound of the parent's mover is after a value has come back."""
    tree = now.after
    name, other_name = now.names
    old, other = now.ends
    if not now.left_out or now.by_chance or tree.is_cut(now.parent) or tree.looked_again(now.node):
        return None
    right = tree.window(now.parent)[0 if now.maximizing else 1]
    value = now.value
    if question_of(tree, tree.visit(now.parent)) or not (
        is_easily_typed(right) and is_easily_typed(value)
    ):
        return None
    better = "rises" if now.maximizing else "falls"

    def means(answer: AnswerValue) -> str:
        if answer == value:
            return f"{format_number(value)} is no better for {now.side} than {format_number(old)}: {name} only {better} {now.where}."
        if answer == old:
            return f"{format_number(value)} is better for {now.side} than {format_number(old)}, so {name} {better}."
        if answer == other:
            return f"{format_number(other)} is {other_name}, the other end of the window."
        return f"{format_number(float(answer))} is neither what {name} was nor the value that was returned."

    return StepQuestion(
        now,
        f"{now.told}. {name} {now.where} is {format_number(old)}.",
        f"What is {name} then?",
        offer_near_numbers(right, [value, old, other, *now.values]),
        right,
        means,
        f"{name} = {format_number(right)}. {now.sentence}",
        look=f"Compare {format_number(value)} with {name} {now.where}, which is {format_number(old)}, as {now.side} would.",
    )


def ask_second_look(now: NextEvent) -> StepQuestion | None:
    """Ask whether a child that its parent alone asks by a null window is looked at once more."""
    if new_question_of(now.before, now.before.visit(now.node)) is None or now.after.is_cut(
        now.parent
    ):
        return None
    is_again = now.after.looked_again(now.node)
    low, high = now.before.window(now.parent)
    lies = f"{format_number(now.value)} lies {'' if low < now.value < high else 'not '}between {now.window}"
    then = "its exact value is not known yet" if is_again else "the null window was enough"
    return StepQuestion(
        now,
        now.told_within,
        f"Is {now.naming.choice(now.node)} looked at again?",
        ("yes", "no"),
        "yes" if is_again else "no",
        lambda answer: f"{lies}, so {then}.",
        now.sentence,
        look=f"See whether {format_number(now.value)} lies inside the window {now.where}.",
    )


def ask_returned_value(now: NextEvent) -> StepQuestion | None:
    """Ask what goes up from a node whose last child returns now."""
    run = now.run
    parent = now.parent
    values = now.values
    if (
        now.left_out
        or now.before.move_count(parent) < 2
        or now.after.return_step(parent) != now.step + 2
    ):
        return None
    tree = TreeAtStep(run.trace, now.step + 2)
    right = tree.returned_value(parent)
    sentence = explain(run, now.step + 2)
    if not all(map(is_easily_typed, (right, *values))):
        return None
    above = now.before.parent(parent)
    place = now.naming.place(parent)
    asks = (
        f"What value goes up from {place} to {now.naming.place(above)}?"
        if above >= 0
        else "What is the root worth?"
    )
    if now.by_chance:
        return ask_chance_value(now, asks, right, sentence)
    best = "greatest" if now.maximizing else "least"
    found = (max if now.maximizing else min)(values)

    def means(answer: AnswerValue) -> str:
        if answer == found:
            return f"{format_number(found)} lies outside the window, and fail-hard clips it."
        if answer in values:
            return f"{format_number(float(answer))} is not the {best}."
        return f"no child of {place} has returned {format_number(float(answer))}."

    if right == found:
        sentence = f"{now.side} takes the {best} of {join_words([*map(format_number, values)])}. {sentence}"
    return StepQuestion(
        now,
        f"{now.told}. It is the last child there.",
        asks,
        shuffle_by_step(now, offer_near_numbers(right, values)),
        right,
        means,
        sentence,
        steps=2,
        withheld=now.before.visit(parent),
        look=f"{capitalize_sentence(place)} has received {join_words([*map(format_number, values)])}, and {now.side} moves there.",
    )


def shuffle_by_step(now: NextEvent, offered: tuple[str, ...]) -> tuple[str, ...]:
    """Return answers in another order, always the same at a step: MIN takes the least, so it must not stand first."""
    return tuple(Random(f"{now.step} {offered}").sample(offered, len(offered)))


def offer_near_numbers(right: float, others: list[float]) -> tuple[str, ...]:
    """Return the right number and up to four others, as they are written, the smallest first."""
    found = {
        format_number(value): value
        for value in (right, *others)
        if is_easily_typed(value) or isinf(value)
    }
    return tuple(sorted([*found][:5], key=found.__getitem__))


CHANCE_SKIP_RULE = (
    "A chance node is cut as soon as no values of the outcomes left could bring it into its window."
)
CHANCE_SUM_RULE = (
    "Chance does not choose: a chance node is worth the sum of probability times value."
)


def ask_skipped_outcomes(now: NextEvent) -> StepQuestion | None:
    """Ask what is skipped at a chance node where it is known between which values that will be."""
    found = now.after.expected(now.parent)
    place = now.naming.place(now.parent)
    if not now.left_out or isinf(found.low) or isinf(found.high):
        return None
    if now.after.is_cut(now.parent):
        can = "cannot"
    else:
        can = "can still"
    why = f"{place} will {range_to_come(found)}, and only values between {now.window} matter"
    look = f"Work out what {place} is worth if all that is left has the highest leaf value, and if it has the lowest."
    return skipped_question(
        now, lambda answer: f"{why}: what is left {can} matter.", look, rule=CHANCE_SKIP_RULE
    )


def ask_chance_value(now: NextEvent, asks: str, right: float, sentence: str) -> StepQuestion:
    """Ask what a chance node is worth whose last outcome returns now; `sentence` says what happens then."""
    parent = now.parent
    values = now.values
    chances = [share.probability for _, share in now.after.shares(parent)]
    seen = join_words([*map(format_number, values)])
    likely = f"the probabilities are {join_words([*map(format_probability, chances)])}"
    taken: dict[str, Callable[[list[float]], float]] = {"greatest": max, "least": min}

    def means(answer: AnswerValue) -> str:
        number = float(answer)
        if numbers_alike(number, fmean(values)):
            return f"{format_number(number)} is the mean of {seen}, as if all were equally likely."
        for best, take in taken.items():
            if numbers_alike(number, take(values)):
                return (
                    f"{format_number(number)} is the {best} of {seen}, but chance does not choose."
                )
        return f"{format_number(number)} is not the sum of probability times value."

    return StepQuestion(
        now,
        f"{now.told}. It is the last outcome there; {likely}.",
        asks,
        offer_near_numbers(right, sorted([fmean(values), *values])),
        right,
        means,
        f"{sum_of(now.naming, parent)}. {sentence}",
        steps=2,
        withheld=now.before.visit(parent),
        look=f"{capitalize_sentence(now.naming.place(parent))} has received {seen}; {likely}.",
        rule=CHANCE_SUM_RULE,
    )
