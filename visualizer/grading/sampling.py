"""Grading an MCTS: it is judged by the convention that fits best, and what is wrong is made small and named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from games.tree.notation import Node
from visualizer.errors import InputError
from visualizer.grading.grading import NOT_TRIED, STARTS, Grading, KindOfTree
from visualizer.grading.mcts import (
    EXPLORATION,
    PlayedTree,
    UctConvention,
    WrongSampling,
    best_convention,
    first_fault,
    same_mistakes,
)
from visualizer.grading.playouts import TOO_FEW
from visualizer.grading.reference import GradedTask
from visualizer.grading.report import GradeReport
from visualizer.grading.subjects import Subject
from visualizer.grading.trees import shrunk, size_of, spread


class SamplingGrading(Grading):
    """Grades one MCTS on some trees."""

    def run(self, tell: Callable[[int], object] = lambda done: None) -> GradeReport:
        """Run it on all trees, and return what was found; InputError where it makes no playouts."""
        plays, exploration = list[PlayedTree](), self.task.exploration or EXPLORATION
        constant = f"{exploration:.5g}"
        for number, (_, tree) in enumerate(self.trees):
            tell(number)
            plays.append(PlayedTree(tree, self.answer(tree)))
        tell(len(self.trees))
        self.refuse_without_playouts(plays)
        how = best_convention(plays, exploration)
        is_wrong = any(first_fault(play, how) for play in plays)
        mistakes = same_mistakes(plays, exploration) if is_wrong else {}
        how = next(iter(mistakes.values()), how)
        faults = [first_fault(play, how) for play in plays]
        wrong = [
            WrongSampling(play, fault)
            for play, fault in zip(plays, faults, strict=True)
            if fault and play.answer is not NOT_TRIED
        ]
        answers = [play.answer for play in plays]
        return GradeReport(
            self.subject.name, self.task, self.seed,
            [(kind, fault is None) for (kind, _), fault in zip(self.trees, faults, strict=True)],
            None,
            (*mistakes,),
            sum(answer is NOT_TRIED for answer in answers),
            next((answer.printed for answer in answers if answer.printed), ""),
            Counter(answer.failure for answer in answers if answer.failure),
            interrupted=self.interrupted,
            elsewhere=self.subject.elsewhere,
            given={name: constant if what == "exploration" else what for name, what in self.given().items()},
            variant=str(how),
            wrong_sampling=self.smallest_of(wrong, how),
        )  # fmt: skip

    def refuse_without_playouts(self, plays: Sequence[PlayedTree]) -> None:
        """Raise InputError for a search that has returned and has never called `playout`, where it should."""
        ended = [play for play in plays if not play.answer.failure or play.answer.failure.startswith(TOO_FEW)]
        has_inner = any(play.children[child] for play in ended for child in play.children[()])
        is_played = any(play.children[path] or not has_inner for play in ended for path in play.playouts)
        if ended and not is_played:
            raise InputError(
                f"{self.subject.name:.200} never calls playout, so it cannot be graded as MCTS; each iteration "
                "should end with node.playout(), or with the value of a finished node"
            )

    def smallest_of(self, wrong: Sequence[WrongSampling], how: UctConvention) -> WrongSampling | None:
        """Return the smallest tree that goes wrong by a convention, found as ever; None for none."""
        starts = sorted(wrong, key=lambda each: size_of(each.tree))[:STARTS]
        return min((self.with_fewer(each, how) for each in starts), key=lambda each: size_of(each.tree), default=None)

    def with_fewer(self, wrong: WrongSampling, how: UctConvention) -> WrongSampling:
        """Return a smaller tree that goes wrong; one on which the search does not end stays as it is."""
        if wrong.answer.is_endless:
            return wrong
        found = {wrong.tree: wrong}

        def is_wrong(tree: Node) -> bool:
            play = PlayedTree(tree, self.answer(tree))
            fault = None if play.answer.is_endless else first_fault(play, how)
            if fault is not None:
                found[tree] = WrongSampling(play, fault)
            return fault is not None

        return found[spread(shrunk(wrong.tree, is_wrong), is_wrong)]


def grading_of(subject: Subject, task: GradedTask, trees: Sequence[KindOfTree], seed: int | None = None) -> Grading:
    """Return what grades a search for a task."""
    return (Grading if task.exploration is None else SamplingGrading)(subject, task, trees, seed)
