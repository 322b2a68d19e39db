"""Grading an MCTS: it is judged by the convention that fits best, and what is wrong is made small and named."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from visualizer.errors import InputError
from visualizer.grading import mcts
from visualizer.grading.grading import NOT_TRIED, Grading, KindOfTree, smallest
from visualizer.grading.playouts import TOO_FEW
from visualizer.grading.reference import GradedTask
from visualizer.grading.report import GradeReport
from visualizer.grading.subjects import Subject


class SamplingGrading(Grading):
    """Grades one MCTS on some trees."""

    def run(self, tell: Callable[[int], object] = lambda done: None) -> GradeReport:
        """Run it on all trees, and return what was found; InputError where it makes no playouts."""
        exploration = self.task.exploration or mcts.EXPLORATION
        answers = self.searched(tell)
        plays = [mcts.PlayedTree(tree, answer) for (_, tree), answer in zip(self.trees, answers, strict=True)]
        self.refuse_without_playouts(plays)
        how = mcts.best_convention(plays, exploration)
        is_wrong = any(mcts.first_fault(play, how) for play in plays)
        mistakes = mcts.same_mistakes(plays, exploration) if is_wrong else {}
        how = next(iter(mistakes.values()), how)
        wrong = [wrong_by(how, play) for play in plays]
        tried = [each for each in wrong if each is not None and each.answer is not NOT_TRIED]
        return replace(
            self.report(answers, wrong),
            first_wrong=smallest(tried, lambda tree: wrong_by(how, mcts.PlayedTree(tree, self.answer(tree)))),
            looks_like=(*mistakes,),
            variant=str(how),
        )

    def given(self) -> dict[str, str]:
        """Return what each parameter was given, by name."""
        constant = f"{self.task.exploration or mcts.EXPLORATION:.5g}"
        return {name: constant if what == "exploration" else what for name, what in super().given().items()}

    def refuse_without_playouts(self, plays: Sequence[mcts.PlayedTree]) -> None:
        """Raise InputError for a search that has returned and has never called `playout`, where it should."""
        ended = [play for play in plays if not play.answer.failure or play.answer.failure.startswith(TOO_FEW)]
        has_inner = any(play.children[child] for play in ended for child in play.children[()])
        is_played = any(play.children[path] or not has_inner for play in ended for path in play.playouts)
        if ended and not is_played:
            raise InputError(
                f"{self.subject.name:.200} never calls playout, so it cannot be graded as MCTS; each iteration "
                "should end with node.playout(), or with the value of a finished node"
            )


def wrong_by(how: mcts.UctConvention, play: mcts.PlayedTree) -> mcts.WrongSampling | None:
    """Return what is wrong by a convention, None for nothing."""
    fault = mcts.first_fault(play, how)
    return None if fault is None else mcts.WrongSampling(play, fault)


def grading_of(subject: Subject, task: GradedTask, trees: Sequence[KindOfTree], seed: int | None = None) -> Grading:
    """Return what grades a search for a task."""
    return (Grading if task.exploration is None else SamplingGrading)(subject, task, trees, seed)
