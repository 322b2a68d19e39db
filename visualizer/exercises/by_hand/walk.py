"""A person's way through a search by hand: what was done, what was refused and why, and how it went."""

from visualizer.exercises.by_hand.acts import NAMES, Act
from visualizer.exercises.by_hand.machine import ByHand, Moment
from visualizer.exercises.by_hand.reasons import Reasons
from visualizer.exercises.by_hand.sight import Sight
from visualizer.exercises.by_hand.telling import Telling
from visualizer.exercises.question import RULE, WHOLE, AnswerScore, How, Judgement, Question, ReasonSteps


class Walk:
    """A search that is being made by hand: `moment` is where one is, `said` what is said of it.

    `slips` counts the acts that were refused, `tries` those of the moment at hand.
    """

    def __init__(self, hand: ByHand) -> None:
        """Stand at the root."""
        self.hand = hand
        self.begin()

    def begin(self) -> None:
        """Begin again."""
        self.moment = self.hand.beginning
        self.done, self.slips, self.tries, self.score = list[Act](), 0, 0, AnswerScore()
        self.said = self.telling.here()

    @property
    def is_over(self) -> bool:
        """Return whether the root has returned."""
        return self.hand.is_over(self.moment)

    @property
    def steps(self) -> int:
        """Return how many things were done."""
        return len(self.done)

    def do(self, act: Act, tries: int = 0) -> Judgement:
        """Do something, or say why the search would not: as much as was earned, or as the `tries`-th slip here."""
        there = self.hand.after(self.moment, act)
        if there is not None:
            self._go(act, there, How.LATER if self.tries else How.AT_ONCE)
            return Judgement(right=True, why=self.said)
        if not self.is_over:  # behind the end nothing counts any more
            self.tries += 1
            self.slips += 1
        reason, tries = self.reason(act), tries or self.tries or WHOLE
        return Judgement(right=False, why=reason.told(min(tries, WHOLE), ()), lit=reason.lit(RULE))

    def reason(self, act: Act) -> ReasonSteps:
        """Return why the search would not do something."""
        return Reasons(self.hand, self.moment).reason(act)

    def show(self) -> Judgement:
        """Do what is due, and say why; it counts as shown."""
        right = self.hand.right(self.moment)
        if not right:
            return Judgement(right=False, why=self.said)
        act, there = next(iter(right.items()))
        why = Reasons(self.hand, self.moment).why_due()
        self._go(act, there, How.SHOWN)
        return Judgement(right=False, why=why, shown=act.says)

    def _go(self, act: Act, there: Moment, how: How) -> None:
        """Go on to another moment, and count how it was found."""
        question = Question(NAMES[act.kind], "What do you do?", act.says, lambda given: self.reason(act),
                            self.hand.path(self.moment), step=len(self.done))  # fmt: skip
        self.score.answers.append((question, how))
        self.done.append(act)
        self.said = Telling(self.hand, there).came(self.moment, act)
        self.moment, self.tries = there, 0

    @property
    def telling(self) -> Telling:
        """Return what says where one is."""
        return Telling(self.hand, self.moment)

    @property
    def sight(self) -> Sight:
        """Return what the tree shows."""
        return Sight(self.hand, self.moment)

    def report(self) -> str:
        """Say how many things were done and refused, and what was missed most."""
        shown = self.score.count(How.SHOWN)
        parts = [f"{self.steps:,} step{'s' * (self.steps != 1)}", f"{self.slips:,} slip{'s' * (self.slips != 1)}"]
        parts += [f"{shown:,} shown"] if shown else []
        return "; ".join(filter(None, (", ".join(parts), self.score.missed_most())))
