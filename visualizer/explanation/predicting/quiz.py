"""What is asked at which step, how the answers were, and what is asked again."""

from dataclasses import dataclass, field

from visualizer.explanation.predicting.held_run import HeldRun
from visualizer.explanation.predicting.kinds import asked_at, questions_at
from visualizer.explanation.questions.question import Given, Judgement, Question
from visualizer.explanation.questions.score import AnswerScore, How
from visualizer.run import Run

REST = 8
"""Steps without a question after one, in a game; a textbook's tree has few steps, and none without."""


@dataclass
class Quiz:
    """Predicting a run from a step on: `run` is what may be seen of it, `question` what is asked where it is held.

    InputError if the search has nothing that the level asks about.
    """

    source: Run
    step: int = 0
    level: str = "all"
    question: Question | None = None
    score: AnswerScore = field(default_factory=AnswerScore)
    again: list[Question] = field(default_factory=list)
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
        """Find the question of a step; return whether there is one."""
        if self.question is None:
            self.question = self.chosen(step)
        return self.question is not None

    def chosen(self, step: int) -> Question | None:
        """Return the question of a step: the one to be asked again, or one of the kind that was asked least."""
        if self.again:
            return self.again[0] if self.again[0].step == step else None
        if step < self.rest:
            return None
        asked = self.score.kinds
        return min(questions_at(self.source, step, self.kinds), key=lambda each: asked[each.kind], default=None)

    def answer(self, given: Given | None) -> Judgement:
        """Judge an answer to the question, None to be shown it, and let the run go on to the step that answers it."""
        question = self.question
        assert question is not None  # an answer is to a question
        judged = question.show() if given is None else question.judge(given)
        self.score.add(question, How.SHOWN if given is None else How.AT_ONCE if judged.right else How.WRONG)
        del self.again[:1]
        self.rest = question.until + (0 if self.source.game.explicit else REST)
        self.question = None
        self.run.go_on(question.until)
        return judged

    def ask_again(self) -> int | None:
        """Begin to ask once more what was missed; return the step of the first such question, None for none."""
        self.again = self.score.missed()
        return self.next_again()

    def next_again(self) -> int | None:
        """Hold the run at the next question to be asked again; return its step, None if none is left."""
        if not self.again:
            return None
        step = self.again[0].step
        self.hold(step)
        self.run.advance(step=step)
        return step
