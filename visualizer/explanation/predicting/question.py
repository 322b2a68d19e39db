"""What can be asked about the event after a step, and the question about it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from visualizer.explanation.predicting.coming import Coming
from visualizer.explanation.questions.question import AnswerValue, Clue, Given, Question, ReasonSteps


class Predicted(StrEnum):
    """What is asked about, in words for the score."""

    SETTER = "who set a bound"
    AGAIN = "second looks"
    SKIPPED = "what is skipped"
    SELECTED = "what is selected"
    RETURNED = "what goes up"
    BOUND = "α and β"
    NEXT = "what is tried next"
    MEAN = "means"


RULES = {
    Predicted.SETTER: "α is the best that MAX has so far above, β the best that MIN has: the move worth that set it.",
    Predicted.AGAIN: "A first look only asks whether a move is better; after a yes one may have to know by how much.",
    Predicted.SKIPPED: "What is left at a node is skipped as soon as a value meets the bound of the other player.",
    Predicted.SELECTED: "A move that is new comes first; of the others the one with the largest upper bound.",
    Predicted.RETURNED: "MAX takes the greatest of what has come back, MIN the least.",
    Predicted.BOUND: "α only rises, and only where MAX is to move; β only falls, and only where MIN is.",
    Predicted.NEXT: "The move with the largest score is tried first.",
    Predicted.MEAN: "The mean is the sum of what all games count, divided by their number.",
}
"""The rule that answers each kind."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question about an event, which so many `steps` answer, before it is one of the engine's.

    `means` says what a wrong answer would have meant, `sentence` why the right one is right.
    """

    kind: Predicted
    now: Coming
    told: str
    asks: str
    offered: tuple[str, ...]
    right: AnswerValue
    means: Callable[[AnswerValue], str]
    sentence: str
    steps: int = 1

    def question(self) -> Question:
        """Return the question."""
        step, path = self.now.step, self.now.run.path(self.now.node)
        return Question(self.kind, self.asks, self.right, self.reason, path, step=step, until=step + self.steps,
                        told=self.told, offered=self.offered)  # fmt: skip

    def reason(self, given: Given) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        means = "" if self.question().is_right(given) else f"{self.means(given.answer)} "
        return ReasonSteps(RULES[self.kind], lambda: [Clue("", self.told.removesuffix("."))], f"{means}{self.sentence}")
