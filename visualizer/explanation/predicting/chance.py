"""Questions about a value that returns to a chance node: what is skipped then, and what the outcomes add up to."""

from collections.abc import Callable
from math import isinf
from statistics import fmean

from visualizer.explanation.english.chance import Chances
from visualizer.explanation.explainer import Explainer
from visualizer.explanation.naming import capital, listed
from visualizer.explanation.predicting.next_event import NextEvent, StepKind, named, plain
from visualizer.explanation.questions.question import AnswerValue, Question
from visualizer.look.numbers import alike, odds, show

NOTHING = "nothing"
SKIPS = "A chance node is left as soon as no value of what is left could bring it into its window."
SUMS = "Chance does not choose: a chance node is worth the sum of probability times value."


def skipped(now: NextEvent, kind: StepKind) -> Question | None:
    """Ask what is skipped at a chance node where it is known between which values that will be."""
    found, naming, place = now.after.expected(now.parent), now.explainer, now.explainer.place(now.parent)
    if not now.left_out or isinf(found.low) or isinf(found.high):
        return None
    rest, one = named(naming, now.left_out), f"only {named(naming, now.left_out[:1])}" * (len(now.left_out) > 1)
    is_cut, will = now.after.is_cut(now.parent), Explainer(now.run, now.after).will_be(found)
    why = f"{place} will be {will}, and only values between {now.window} matter"
    means = f"{why}: what is left {'cannot' if is_cut else 'can still'} matter."
    return kind.question(
        now, now.told_within, "What is skipped then?", tuple(filter(None, (NOTHING, rest, one))),
        rest if is_cut else NOTHING,
        lambda answer: "a cut leaves out all that is left there, not one." if answer == one and is_cut else means,
        now.sentence if is_cut else f"{now.sentence} Nothing is skipped.",
        look=f"Work out what {place} is worth with all that is left worth the most there is, and the least.",
        rule=SKIPS,
    )  # fmt: skip


def returned(now: NextEvent, kind: StepKind, asks: str, right: float, sentence: str) -> Question:
    """Ask what a chance node is worth whose last outcome returns now; `sentence` says what happens then."""
    parent, values = now.parent, now.values
    chances, seen = [share.probability for _, share in now.after.shares(parent)], listed([*map(show, values)])
    likely = f"the probabilities are {listed([*map(odds, chances)])}"
    taken: dict[str, Callable[[list[float]], float]] = {"greatest": max, "least": min}

    def means(answer: AnswerValue) -> str:
        number = float(answer)
        if alike(number, fmean(values)):
            return f"{show(number)} is the mean of {seen}, as if all were equally likely."
        for best, take in taken.items():
            if alike(number, take(values)):
                return f"{show(number)} is the {best} of {seen}, but chance does not choose."
        return f"{show(number)} is not the sum of probability times value."

    found = [right, fmean(values), *values]
    near = dict.fromkeys(show(value) for value in sorted(found) if plain(value))
    kept = [show(right), *(text for text in near if text != show(right))][:5]
    return kind.question(
        now, f"{now.told}. It is the last outcome there; {likely}.",
        asks, tuple(text for text in near if text in kept), right, means,
        f"{Chances(now.run, now.after).sum_of(parent)}. {sentence}", steps=2,
        look=f"{capital(now.explainer.place(parent))} has had {seen}; {likely}.", rule=SUMS,
    )  # fmt: skip
