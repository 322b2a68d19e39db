"""A person's attempt at an exercise: one question after another, judged and counted."""

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

from visualizer.teach.question import AnswerState, AskedField, Judgement, Question


class AnswerOutcome(Enum):
    """How a question was answered in the end."""

    FIRST_TRY = "right at once"
    LATER = "after a wrong answer"
    WRONG = "wrong"
    SHOWN = "shown"


ScoredQuestion = TypeVar("ScoredQuestion", bound=Question)


@dataclass
class AnswerScore(Generic[ScoredQuestion]):
    """All answers so far, in order."""

    answers: list[tuple[ScoredQuestion, AnswerOutcome]] = field(default_factory=list)
    wrong_tries: int = 0
    """The number of wrong answers to the open question."""

    def record(self, question: ScoredQuestion, outcome: AnswerOutcome | None = None) -> None:
        """Record the final outcome of a question; None stands for a right answer."""
        if outcome is None:
            outcome = AnswerOutcome.LATER if self.wrong_tries else AnswerOutcome.FIRST_TRY
        self.answers.append((question, outcome))
        self.wrong_tries = 0

    def count(self, *outcomes: AnswerOutcome) -> int:
        """Return how many questions had one of these outcomes."""
        return sum(outcome in outcomes for _, outcome in self.answers)

    @property
    def kinds(self) -> Counter[str]:
        """Return how often each kind of question was asked."""
        return Counter(question.kind for question, _ in self.answers)

    @property
    def summary(self) -> str:
        """Say how many questions were right at the first try, right later, and shown."""
        outcomes = (AnswerOutcome.FIRST_TRY, AnswerOutcome.LATER, AnswerOutcome.SHOWN)
        return ", ".join(f"{self.count(outcome)} {outcome.value}" for outcome in outcomes)

    @property
    def rights(self) -> str:
        """Say how many answers were right, and how many of these only after a wrong answer."""
        right = self.count(AnswerOutcome.FIRST_TRY, AnswerOutcome.LATER)
        later = self.count(AnswerOutcome.LATER)
        later_words = f", {later:,} {AnswerOutcome.LATER.value}" if later else ""
        return f"{right:,} of {len(self.answers):,} right{later_words}"

    def missed(self) -> list[ScoredQuestion]:
        """Return the questions that were not right at the first try, ordered by step.

        If a question was asked several times, only the last time counts.
        """
        latest = {}
        for question, outcome in self.answers:
            latest[question.step, question.kind] = (question, outcome)
        missed = [
            question
            for question, outcome in latest.values()
            if outcome is not AnswerOutcome.FIRST_TRY
        ]
        return sorted(missed, key=lambda question: question.step)

    def report(self) -> str:
        """Say how many answers were right, and which kinds were missed most."""
        if not self.answers:
            return "nothing was asked"
        return "; ".join(filter(None, (self.rights, self.missed_most())))

    def missed_most(self) -> str:
        """Name the two kinds of questions missed most: `missed most: cut (2 of 5)`.

        Return "" if every question was answered correctly at the first try.
        """
        missed_kinds = [
            question.kind
            for question, outcome in self.answers
            if outcome is not AnswerOutcome.FIRST_TRY
        ]
        if not missed_kinds:
            return ""
        times_asked = self.kinds
        kinds = [
            f"{kind} ({count:,} of {times_asked[kind]:,})"
            for kind, count in Counter(missed_kinds).most_common(2)
        ]
        return f"missed most: {', '.join(kinds)}"


class Attempt(ABC, Generic[ScoredQuestion]):
    """Asks one question at a time, judges the answers and counts them.

    Only the questions know their subject. A new kind of exercise is one file. It has the questions
    (`Question`, or `OfferedQuestion` with answers to choose from), and an attempt, which sets
    `question` to the first question and, in `go_on`, to the next; None ends the attempt. Practice,
    searches by hand, predicting, and the question of a lesson are attempts. If answers may also
    come from a file, the exercise is an `Exercise` as well.
    """

    question: ScoredQuestion | None
    """The open question, or None after the last or before the next."""
    judged: Judgement | None = None
    """The judgement of the last answer, or None before the first."""
    max_wrong_answers: ClassVar[int | None] = None
    """After this many wrong answers to a question the attempt goes on; None sets no limit."""

    def __init__(self, score: AnswerScore[ScoredQuestion] | None = None) -> None:
        """Begin with nothing known; continue `score`, or count from 0."""
        self.score = score or AnswerScore[ScoredQuestion]()
        self.total_wrong_tries = 0
        """The number of wrong answers in all."""
        self.known = set[AskedField]()
        """The fields that were answered or shown, so that reasons may mention their values."""

    @abstractmethod
    def go_on(self, question: ScoredQuestion) -> None:
        """Set the next question, after `question` has been answered or shown."""

    @property
    def open_question(self) -> ScoredQuestion:
        """Return the open question; call this only if there is one."""
        assert self.question is not None
        return self.question

    def answer(self, given: Any, tries: int = 0) -> Judgement:
        """Judge an answer to the open question; a right answer leads on to the next question.

        `tries` is the number of answers to this question so far, including this one: later answers
        get longer explanations. By default, it is the count of the score. InputError if the answer
        cannot be read.
        """
        question = self.open_question
        if tries == 0:
            tries = self.score.wrong_tries + 1
        judgement = question.judge(given, AnswerState(tries, self.known))
        self.judged = judgement
        outcome = None
        if not judgement.right:
            self.total_wrong_tries += 1
            self.score.wrong_tries += 1
            outcome = AnswerOutcome.WRONG
        # A quiz must go on with its run, so it gives up on a question after a few wrong answers.
        if judgement.right or self.score.wrong_tries == self.max_wrong_answers:
            self.score.record(question, outcome)
            self.go_on(question)
        return judgement

    def show(self) -> Judgement:
        """Return the right answer, record that it was shown, and go on to the next question."""
        question = self.open_question
        judgement = question.show(self.known)
        self.score.record(question, AnswerOutcome.SHOWN)
        self.go_on(question)
        return judgement
