"""What is asked at which step, how the answers were, and what is asked again."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from visualizer.explanation.predicting import entering, returning
from visualizer.explanation.predicting.coming import Coming, Returning, coming
from visualizer.explanation.predicting.held_run import HeldRun
from visualizer.explanation.predicting.question import Predicted, PredictedAnswer, Prediction, asked_at
from visualizer.explanation.questions.question import Judgement
from visualizer.run import Run

ON_RETURN: dict[Predicted, Callable[[Returning], Prediction | None]] = {
    Predicted.SETTER: returning.setter,
    Predicted.AGAIN: returning.again,
    Predicted.SKIPPED: returning.skipped,
    Predicted.RETURNED: returning.returned,
    Predicted.BOUND: returning.bound,
}
ELSEWHERE: dict[Predicted, Callable[[Coming], Prediction | None]] = {
    Predicted.SELECTED: entering.selected,
    Predicted.NEXT: entering.tried_next,
    Predicted.MEAN: entering.mean,
}
REST = 8
"""Steps without a question after one, in a game; a textbook's tree has few steps, and none without."""


def questions_at(run: Run, step: int, kinds: frozenset[Predicted]) -> Iterator[Prediction]:
    """Yield what may be asked at a step of these kinds, read from a trace that goes on at least two steps further."""
    now = coming(run, step)
    if isinstance(now, Returning):
        asking = (ask(now) for kind, ask in ON_RETURN.items() if kind in kinds)
    else:
        asking = (ask(now) for kind, ask in ELSEWHERE.items() if kind in kinds and now is not None)
    yield from (found for found in asking if found is not None)


@dataclass
class Quiz:
    """Predicting a run from a step on: `run` is what may be seen of it, `question` what is asked where it is held.

    InputError if the search has nothing that the level asks about.
    """

    source: Run
    step: int = 0
    level: str = "all"
    question: Prediction | None = None
    answered: list[tuple[Prediction, bool]] = field(default_factory=list)
    """The questions answered, in order, each with whether the answer was right."""
    again: list[Prediction] = field(default_factory=list)
    """The questions missed that are asked once more, before anything else."""
    rest: int = 0
    """The step before which nothing is asked."""

    def __post_init__(self) -> None:
        """Hold the run at the step."""
        self.kinds = asked_at(self.source, self.level)
        self.hold(self.step)

    def hold(self, step: int) -> None:
        """Hold the run at a step, with nothing asked yet."""
        self.question = None
        self.run = HeldRun(self.source, step, self.asks)

    def asks(self, step: int) -> bool:
        """Find the question of a step; say whether there is one."""
        if self.question is None:
            self.question = self.repeated(step) if self.again else self.chosen(step)
        return self.question is not None

    def repeated(self, step: int) -> Prediction | None:
        """Return the question to be asked again, if it is of this step."""
        return self.again[0] if self.again[0].step == step else None

    def chosen(self, step: int) -> Prediction | None:
        """Return the question of a step, of several the one whose kind was asked least."""
        if step < self.rest:
            return None
        asked = Counter(question.kind for question, _ in self.answered)
        found = questions_at(self.source, step, self.kinds)
        return min(found, key=lambda question: asked[question.kind], default=None)

    def answer(self, given: PredictedAnswer | None) -> Judgement:
        """Judge an answer to the question, None to be shown it, and let the run go on to the step that answers it."""
        question = self.question
        assert question is not None  # an answer is to a question
        judged = Judgement(right=False, why=f"{question.shown}. {question.sentence}")
        judged = judged if given is None else question.judge(given)
        self.answered.append((question, judged.right))
        del self.again[:1]
        self.rest = question.until + (0 if self.source.game.explicit else REST)
        self.question = None
        self.run.go_on(question.until)
        return judged

    def missed(self) -> list[Prediction]:
        """Return the questions whose last answer was wrong, in the order of their steps."""
        last = {(question.step, question.kind): (question, right) for question, right in self.answered}
        return sorted((question for question, right in last.values() if not right), key=lambda each: each.step)

    def ask_again(self) -> int | None:
        """Begin to ask once more what was missed; return the step of the first such question, None for none."""
        self.again = self.missed()
        return self.next_again()

    def next_again(self) -> int | None:
        """Hold the run at the next question to be asked again; return its step, None if none is left."""
        if not self.again:
            return None
        step = self.again[0].step
        self.hold(step)
        self.run.advance(step=step)
        return step

    def score(self) -> str:
        """Say how many answers were right."""
        right = sum(is_right for _, is_right in self.answered)
        return f"{right:,} of {len(self.answered):,} right"

    def report(self) -> str:
        """Say how the answers were, and of what kind those were that were missed most."""
        if not self.answered:
            return "nothing was asked"
        wrong = Counter(question.kind for question, right in self.answered if not right)
        asked = Counter(question.kind for question, _ in self.answered)
        most = ", ".join(f"{kind.value} ({count:,} of {asked[kind]:,})" for kind, count in wrong.most_common(2))
        return f"{self.score()}{f'; missed most: {most}' if most else ''}"
