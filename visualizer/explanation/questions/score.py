"""How questions were answered: right at once, after a wrong answer, wrong, or shown."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

from visualizer.explanation.questions.question import Question


class How(Enum):
    """How a question was answered in the end."""

    AT_ONCE = "right at once"
    LATER = "after a wrong answer"
    WRONG = "wrong"
    SHOWN = "shown"


@dataclass
class AnswerScore:
    """All answers so far, in order."""

    answers: list[tuple[Question, How]] = field(default_factory=list)

    def count(self, *how: How) -> int:
        """Return how many were answered so."""
        return sum(each in how for _, each in self.answers)

    @property
    def kinds(self) -> Counter[str]:
        """Return how often each kind was asked."""
        return Counter(question.kind for question, _ in self.answers)

    @property
    def tries(self) -> str:
        """Say how many took how many tries."""
        return ", ".join(f"{self.count(how)} {how.value}" for how in (How.AT_ONCE, How.LATER, How.SHOWN))

    @property
    def rights(self) -> str:
        """Say how many were right, and how many of them not at once."""
        later = self.count(How.LATER)
        said = f", {later:,} {How.LATER.value}" if later else ""
        return f"{self.count(How.AT_ONCE, How.LATER):,} of {len(self.answers):,} right{said}"

    def missed(self) -> list[Question]:
        """Return the questions whose last answer was not right at once, in the order of their steps."""
        last = {(question.step, question.kind): (question, how) for question, how in self.answers}
        return sorted((each for each, how in last.values() if how is not How.AT_ONCE), key=lambda each: each.step)

    def report(self) -> str:
        """Say how the answers were, and of what kind those were that were missed most."""
        if not self.answers:
            return "nothing was asked"
        return "; ".join(filter(None, (self.rights, self.missed_most())))

    def missed_most(self) -> str:
        """Say of what kind those were that were missed most; "" where none was."""
        asked, wrong = self.kinds, Counter(question.kind for question, how in self.answers if how is not How.AT_ONCE)
        most = ", ".join(f"{kind} ({count:,} of {asked[kind]:,})" for kind, count in wrong.most_common(2))
        return f"missed most: {most}" if most else ""
