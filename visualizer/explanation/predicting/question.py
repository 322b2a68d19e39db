"""A question about what comes next, and whether an answer to it is right."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from visualizer.errors import InputError, one_of
from visualizer.explanation.questions.question import Judgement
from visualizer.look import numbers
from visualizer.look.numbers import show
from visualizer.run import Run

PredictedAnswer = str | float
"""One of the words offered, or a number from MAX's side."""


class Predicted(Enum):
    """What is asked about, in words for the score."""

    SETTER = "who set a bound"
    AGAIN = "second looks"
    SKIPPED = "what is skipped"
    SELECTED = "what is selected"
    RETURNED = "what goes up"
    BOUND = "α and β"
    NEXT = "what is tried next"
    MEAN = "means"


LEVELS = {
    "all": frozenset(Predicted),
    "cuts": frozenset({Predicted.SKIPPED, Predicted.SETTER, Predicted.AGAIN}),
    "values": frozenset({Predicted.RETURNED, Predicted.BOUND, Predicted.MEAN}),
    "order": frozenset({Predicted.NEXT, Predicted.SELECTED}),
}
"""What may be asked at each level; the first is the usual one."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question at a step, which its step `until` answers.

    `told` says what happens next as far as it must be known to answer. `offered` are the answers to choose from; where
    `right` is a number, they are numbers as written, and any other may be given too. `means` says what a wrong answer
    would have meant, `sentence` why the right one is right.
    """

    kind: Predicted
    step: int
    until: int
    told: str
    asks: str
    offered: tuple[str, ...]
    right: PredictedAnswer
    means: Callable[[PredictedAnswer], str]
    sentence: str

    @property
    def is_number(self) -> bool:
        """Say whether a number is asked for."""
        return not isinstance(self.right, str)

    def read(self, text: str) -> PredictedAnswer:
        """Return the answer that a text is: a number, or the place of one that is offered; InputError if it is none."""
        text = text.strip()
        if self.is_number:
            return numbers.read_shown(text, "the answer")
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= len(self.offered)):
            raise InputError(f"the answer {text!r:.40} is not one of 1 to {len(self.offered)}")
        return self.offered[int(text) - 1]

    def is_right(self, answer: PredictedAnswer) -> bool:
        """Say whether an answer is right; of a number as it is shown."""
        if isinstance(answer, str) or isinstance(self.right, str):
            return answer == self.right
        return numbers.alike(answer, self.right)

    def judge(self, answer: PredictedAnswer) -> Judgement:
        """Say whether an answer is right, and why; of a wrong one also what it would have meant."""
        if self.is_right(answer):
            return Judgement(right=True, why=f"Right. {self.sentence}")
        return Judgement(right=False, why=f"No: {self.means(answer)} {self.sentence}")

    @property
    def shown(self) -> str:
        """Return the right answer as it is written."""
        return self.right if isinstance(self.right, str) else show(self.right)


def possible(run: Run) -> frozenset[Predicted]:
    """Return what can be asked about a search at all."""
    if run.algorithm.sampling is not None:
        return frozenset({Predicted.SELECTED, Predicted.MEAN})
    found = {Predicted.RETURNED}
    if run.trace.has_window:
        found |= {Predicted.SKIPPED, Predicted.SETTER, Predicted.BOUND}
        found |= {Predicted.AGAIN} if run.comes_back else set()
    if run.ordering.scores is not None and (run.recipe.search.ordering or "natural") != "natural":
        found.add(Predicted.NEXT)
    return frozenset(found)


def asked_at(run: Run, level: str) -> frozenset[Predicted]:
    """Return what is asked about a search at a level; InputError if it is none, or if it fits nothing of the search."""
    found = LEVELS[one_of("the level", level, LEVELS)] & possible(run)
    if not found:
        others = " ".join(name for name, kinds in LEVELS.items() if kinds & possible(run))
        raise InputError(f"the level {level!r} asks nothing about {run.algorithm.title}; allowed are {others}")
    return found
