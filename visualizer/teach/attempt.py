"""A person's attempt at an exercise: one question after another, judged and counted."""

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

from visualizer.teach.question import AnswerState, AskedField, Judgement, Question


class AnswerOutcome(Enum):
    """How a question was answered in the end."""

    AT_ONCE = "right at once"
    LATER = "after a wrong answer"
    WRONG = "wrong"
    SHOWN = "shown"


ScoredQuestion = TypeVar("ScoredQuestion", bound=Question)


@dataclass
class AnswerScore(Generic[ScoredQuestion]):
    """All answers so far, in order."""

    answers: list[tuple[ScoredQuestion, AnswerOutcome]] = field(default_factory=list)
    slips: int = 0
    """The number of wrong answers to the open question."""

    def settle(self, question: ScoredQuestion, outcome: AnswerOutcome | None = None) -> None:
        """Record how a question was answered in the end; None means rightly."""
        if outcome is None:
            outcome = AnswerOutcome.LATER if self.slips else AnswerOutcome.AT_ONCE
        self.answers.append((question, outcome))
        self.slips = 0

    def count(self, *outcomes: AnswerOutcome) -> int:
        """Return how many questions had one of these outcomes."""
        return sum(outcome in outcomes for _, outcome in self.answers)

    @property
    def kinds(self) -> Counter[str]:
        """Return how often each kind was asked."""
        return Counter(question.kind for question, _ in self.answers)

    @property
    def summary(self) -> str:
        """Say how many questions were right at once, right later, and shown."""
        outcomes = (AnswerOutcome.AT_ONCE, AnswerOutcome.LATER, AnswerOutcome.SHOWN)
        return ", ".join(f"{self.count(outcome)} {outcome.value}" for outcome in outcomes)

    @property
    def rights(self) -> str:
        """Say how many answers were right, and how many of them not at once."""
        right = self.count(AnswerOutcome.AT_ONCE, AnswerOutcome.LATER)
        later = self.count(AnswerOutcome.LATER)
        not_at_once = f", {later:,} {AnswerOutcome.LATER.value}" if later else ""
        return f"{right:,} of {len(self.answers):,} right{not_at_once}"

    def missed(self) -> list[ScoredQuestion]:
        """Return the questions not answered rightly at the first try, ordered by step.

        A question may have been asked several times: then only the last time counts.
        """
        latest = {}
        for question, outcome in self.answers:
            latest[question.step, question.kind] = (question, outcome)
        missed = [
            question
            for question, outcome in latest.values()
            if outcome is not AnswerOutcome.AT_ONCE
        ]
        return sorted(missed, key=lambda question: question.step)

    def report(self) -> str:
        """Say how many answers were right, and which kinds were missed most."""
        if not self.answers:
            return "nothing was asked"
        return "; ".join(filter(None, (self.rights, self.missed_most())))

    def missed_most(self) -> str:
        """Name the two kinds of questions missed most: `missed most: cut (2 of 5)`.

        Return "" if every question was answered rightly at the first try.
        """
        missed_kinds = [
            question.kind
            for question, outcome in self.answers
            if outcome is not AnswerOutcome.AT_ONCE
        ]
        if not missed_kinds:
            return ""
        asked = self.kinds
        kinds = [
            f"{kind} ({count:,} of {asked[kind]:,})"
            for kind, count in Counter(missed_kinds).most_common(2)
        ]
        return f"missed most: {', '.join(kinds)}"


class Attempt(ABC, Generic[ScoredQuestion]):
    """Asks one question at a time, judges the answers and counts them.

    Only the questions know their subject. A new kind of exercise is one file: its questions
    (`Question`, or `OfferedQuestion` with answers to choose from), and an attempt that sets the
    first `question` and, in `go_on`, the next; None ends it. Practice, searches by hand,
    predicting, and the question of a lesson are such attempts. If answers may also come from a
    file, the exercise is an `Exercise` too.
    """

    question: ScoredQuestion | None
    """The open question, or None after the last or before the next."""
    judged: Judgement | None = None
    """The judgement of the last answer, or None before the first."""
    max_wrong_answers: ClassVar[int | None] = None
    """After this many wrong answers the attempt goes on anyway; None waits for the right one."""

    def __init__(self, score: AnswerScore[ScoredQuestion] | None = None) -> None:
        """Begin with nothing known, and continue a score if one is given."""
        self.score = score or AnswerScore[ScoredQuestion]()
        self.slips = 0
        """The number of wrong answers in all."""
        self.known = set[AskedField]()
        """The fields that were answered or shown, so that reasons may mention their values."""

    @abstractmethod
    def go_on(self, question: ScoredQuestion) -> None:
        """Go on from a question that has been answered or shown."""

    @property
    def open_question(self) -> ScoredQuestion:
        """Return the open question, where there must be one."""
        assert self.question is not None  # an answer is to a question
        return self.question

    def answer(self, given: Any, tries: int = 0) -> Judgement:
        """Judge an answer to the open question; a right answer leads on to the next question.

        The more wrong answers a question has had, the more the judgement explains. The caller may
        count the tries at this question and give the number of this one as `tries`; with 0, the
        score counts them. InputError if the answer cannot be read.
        """
        question = self.open_question
        state = AnswerState(tries or self.score.slips + 1, self.known)
        judgement = question.judge(given, state)
        self.judged = judgement
        outcome = None
        if not judgement.right:
            # The score counts the wrong answers to this question, the attempt those to all.
            self.slips += 1
            self.score.slips += 1
            outcome = AnswerOutcome.WRONG
        # A quiz gives up on a question after a few wrong answers, because the run has to go on.
        if judgement.right or self.score.slips == self.max_wrong_answers:
            self.score.settle(question, outcome)
            self.go_on(question)
        return judgement

    def show(self) -> Judgement:
        """Return the right answer, record it as shown, and go on."""
        question = self.open_question
        judgement = question.show(self.known)
        self.score.settle(question, AnswerOutcome.SHOWN)
        self.go_on(question)
        return judgement
