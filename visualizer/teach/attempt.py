"""A person's attempt at an exercise: questions one after the other, and what the answers have earned."""

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
    """How many wrong answers there were to the question that is open."""

    def settle(self, question: ScoredQuestion, how: AnswerOutcome | None = None) -> None:
        """Count how a question was answered in the end; rightly, unless it is said how."""
        if self.slips:
            rightly = AnswerOutcome.LATER
        else:
            rightly = AnswerOutcome.AT_ONCE
        self.answers.append((question, how or rightly))
        self.slips = 0

    def count(self, *how: AnswerOutcome) -> int:
        """Return how many were answered so."""
        return sum(each in how for _, each in self.answers)

    @property
    def kinds(self) -> Counter[str]:
        """Return how often each kind was asked."""
        return Counter(question.kind for question, _ in self.answers)

    @property
    def summary(self) -> str:
        """Say how many took how many tries."""
        return ", ".join(
            f"{self.count(how)} {how.value}"
            for how in (AnswerOutcome.AT_ONCE, AnswerOutcome.LATER, AnswerOutcome.SHOWN)
        )

    @property
    def rights(self) -> str:
        """Say how many were right, and how many of them not at once."""
        later = self.count(AnswerOutcome.LATER)
        said = f", {later:,} {AnswerOutcome.LATER.value}" if later else ""
        return f"{self.count(AnswerOutcome.AT_ONCE, AnswerOutcome.LATER):,} of {len(self.answers):,} right{said}"

    def missed(self) -> list[ScoredQuestion]:
        """Return the questions whose last answer was not right at once, in the order of their steps."""
        last = {(question.step, question.kind): (question, how) for question, how in self.answers}
        return sorted(
            (each for each, how in last.values() if how is not AnswerOutcome.AT_ONCE),
            key=lambda each: each.step,
        )

    def report(self) -> str:
        """Say how the answers were, and of what kind those were that were missed most."""
        if not self.answers:
            return "nothing was asked"
        return "; ".join(filter(None, (self.rights, self.missed_most())))

    def missed_most(self) -> str:
        """Say of what kind those were that were missed most; "" where none was."""
        asked = self.kinds
        wrong = Counter(
            question.kind for question, how in self.answers if how is not AnswerOutcome.AT_ONCE
        )
        most = ", ".join(
            f"{kind} ({count:,} of {asked[kind]:,})" for kind, count in wrong.most_common(2)
        )
        return f"missed most: {most}" if most else ""


class Attempt(ABC, Generic[ScoredQuestion]):
    """Asks one question at a time, judges and counts the answers; what it is about, only its questions know.

    A new kind of exercise is one file: its questions (`Question`, `OfferedQuestion` with answers to choose from), and
    an attempt that says which `question` comes first and, in `go_on`, which one follows; None ends it. Practice and
    searches by hand, predicting, and the question of a lesson are such attempts. If its answers come from a file, too,
    it is also an `Exercise`.
    """

    question: ScoredQuestion | None
    """The question that is open; None behind the last, or before the next."""
    judged: Judgement | None = None
    """How the last answer was; None before the first."""
    most_slips: ClassVar[int | None] = None
    """The wrong answer after which the attempt goes on all the same; None: it waits for the right one."""

    def __init__(self, score: AnswerScore[ScoredQuestion] | None = None) -> None:
        """Begin with nothing known; a score goes on where one is given."""
        self.score = score or AnswerScore[ScoredQuestion]()
        self.slips = 0
        """How many wrong answers there were in all."""
        self.known = set[AskedField]()
        """The fields that were answered or shown, so that reasons may tell them."""

    @abstractmethod
    def go_on(self, question: ScoredQuestion) -> None:
        """Go on from a question that has been answered or shown."""

    @property
    def open_question(self) -> ScoredQuestion:
        """Return the question that is open, where there must be one."""
        assert self.question is not None  # an answer is to a question
        return self.question

    def answer(self, given: Any, tries: int = 0) -> Judgement:
        """Judge an answer, and go on if it is right; InputError for what cannot be one.

        Of the reason is told what the wrong answers so far have earned, or the `tries`-th.
        """
        question = self.open_question
        judged = question.judge(given, AnswerState(tries or self.score.slips + 1, self.known))
        self.judged = judged
        how = None
        if not judged.right:
            self.slips += 1
            self.score.slips += 1
            how = AnswerOutcome.WRONG
        if judged.right or self.score.slips == self.most_slips:
            self.score.settle(question, how)
            self.go_on(question)
        return judged

    def show(self) -> Judgement:
        """Return the right answer, which counts as shown, and go on."""
        question = self.open_question
        judged = question.show(self.known)
        self.score.settle(question, AnswerOutcome.SHOWN)
        self.go_on(question)
        return judged
