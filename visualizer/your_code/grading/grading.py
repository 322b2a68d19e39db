"""Grading: every tree is searched and held against the right search, and what is wrong is made small and named.

An MCTS is judged by the convention that fits best.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from games.tree.notation import Node
from visualizer.support.errors import InputError, RefusedError
from visualizer.your_code.grading import mcts
from visualizer.your_code.grading.answers import GivenAnswer
from visualizer.your_code.grading.dealing import (
    CHANCE_KINDS,
    PLAYOUT_KINDS,
    TREE_KINDS,
    TreeKind,
    complete_tree_kinds,
    make_random_trees,
)
from visualizer.your_code.grading.judging import (
    distance_from_right,
    find_best_variants,
    find_right_variant,
    first_wrong_part,
)
from visualizer.your_code.grading.minimizing import find_smallest_wrong_tree
from visualizer.your_code.grading.mutants import mistakes_that_fit
from visualizer.your_code.grading.playouts import MCTS_TASK
from visualizer.your_code.grading.reference import GRADED_TASKS, GradedTask, right_search
from visualizer.your_code.grading.report import GradeReport, WrongTree
from visualizer.your_code.grading.subjects import Subject
from visualizer.your_code.grading.tables import DEFAULT_TABLE_DEPTH, tree_kinds_for_table
from visualizer.your_code.grading.trees import DEEPENING_TASK, SearchTask

DEFAULT_TREES = 60
DEFAULT_TREE_SEED = 1
SECONDS_PER_TREE = 5.0
MAX_ENDLESS_TREES = 3
"""After so many trees on which it does not end, the rest is not tried."""
CALL_STYLE_TREES = 12
"""On how many trees it is tried what may stand for MAX and MIN, where the source does not tell."""
UNTRIED_ANSWER = GivenAnswer(failure="was not tried", is_endless=True)


class NotGradedError(InputError):
    """Code cannot be graded on any tree: nothing that it is handed is what it wants."""


KindOfTree = tuple[str, Node]


def make_trees_for_task(
    task: GradedTask, number: int = DEFAULT_TREES, seed: int = DEFAULT_TREE_SEED
) -> list[KindOfTree]:
    """Return the trees of a seed for a task, in the shape that its search wants, each with the title of its kind."""
    depth = None if task.table else task.depth
    found = make_random_trees(number, seed, depth, tree_kinds_for_task(task), task.turns)
    return [(kind.title, task.shape.shaped(tree)) for kind, tree in found]


def tree_kinds_for_task(task: GradedTask) -> Sequence[TreeKind]:
    """Return the kinds of trees on which a task is graded."""
    if task.shape.width:
        return complete_tree_kinds(task.shape)
    if task.table:
        return tree_kinds_for_table(task.depth, prunes=task.prunes)
    if task.name == "expectiminimax":
        return CHANCE_KINDS
    return PLAYOUT_KINDS if task.name == MCTS_TASK else TREE_KINDS


def depth_limit_for(
    make: Callable[[int], Subject], depth: int | None, *, table: bool
) -> int | None:
    """Return the limit of depth: with a table, where none is said, one that matters, if the search takes a depth."""
    if depth is not None or not table:
        return depth
    try:
        make(DEFAULT_TABLE_DEPTH).close()
    except InputError:
        return None
    return DEFAULT_TABLE_DEPTH


class Grading:
    """Grades one search on some trees."""

    def __init__(
        self,
        subject: Subject,
        task: GradedTask,
        trees: Sequence[KindOfTree],
        seed: int | None = None,
    ) -> None:
        """Search nothing yet; `seed` is that of the trees, None for a person's own."""
        self.subject = subject
        self.task = task
        self.trees = trees
        self.seed = seed
        self.endless = 0
        self.is_undecided = False
        """Whether it is not known from whose side values are: nothing speaks for either, or nothing is right."""
        self.interrupted = False
        """Whether a person has stopped it: what is left is not tried."""
        self.style = 0
        """Which of several things that may stand for MAX and MIN the search is given."""

    def run(self, tell: Callable[[int], object] = lambda done: None) -> GradeReport:
        """Search all trees, and return what was found; `tell` is given the number of trees that are done."""
        self.style = self.best_style()
        given = self.searched(tell)
        variants = find_best_variants(self.task, [tree for _, tree in self.trees], given)
        best = variants[0]
        parts = [
            part
            for part in best.task.variant.parts
            if all(part in each.task.variant.parts for each in variants)
        ]
        self.task = best.task
        self.is_undecided = best.is_side_open or all(best.faults)
        wrong = [
            WrongTree(answer, right, fault, movers=best.movers)
            for answer, right, fault in zip(given, best.rights, best.faults, strict=True)
            if fault is not None and answer is not UNTRIED_ANSWER
        ]
        asked = [(right.asked, answer) for answer, right in zip(given, best.rights, strict=True)]
        return replace(
            self.report(given, best.faults),
            first_wrong=find_smallest_wrong_tree(
                wrong, lambda tree: self.wrong(tree, movers=best.movers)
            ),
            looks_like=mistakes_that_fit(asked, best.task) if wrong else (),
            variant=", ".join(parts),
            fits=self.other_task(given) if best.wrong else None,
        )

    def searched(self, tell: Callable[[int], object]) -> list[GivenAnswer]:
        """Search all trees."""
        given = list[GivenAnswer]()
        for number, (_, tree) in enumerate(self.trees):
            tell(number)
            given.append(self.answer(tree))
        tell(len(self.trees))
        self.refuse_misuse(given)
        return given

    def refuse_misuse(self, given: Sequence[GivenAnswer]) -> None:
        """Raise NotGradedError for code that reads no value on any tree, as it wants something else than it is given.

        A board of nine squares may by chance be found in a tree, so it is enough that it fails on half of them.
        """
        tried = [answer for answer in given if answer is not UNTRIED_ANSWER]
        misused = [answer.misuse for answer in tried if answer.misuse]
        if (
            misused
            and 2 * len(misused) >= len(tried)
            and not any(answer.leaves for answer in tried)
        ):
            raise NotGradedError(f"{self.subject.name:.200} cannot be graded: {misused[0]}")

    def report(self, answers: Sequence[GivenAnswer], faults: Sequence[object]) -> GradeReport:
        """Return what can be said without knowing what is wrong: a fault is None where a tree is right."""
        return GradeReport(
            self.subject.name,
            self.task,
            self.seed,
            [(kind, fault is None) for (kind, _), fault in zip(self.trees, faults, strict=True)],
            not_tried=sum(answer is UNTRIED_ANSWER for answer in answers),
            without_move=sum(answer.lacks_move for answer in answers),
            has_moves=any(answer.move is not None for answer in answers),
            printed=next((answer.printed for answer in answers if answer.printed), ""),
            failures=Counter(answer.failure for answer in answers if answer.failure),
            interrupted=self.interrupted,
            elsewhere=self.subject.elsewhere,
            given=self.given(),
            is_plain=self.subject.handed.is_plain[self.style],
        )

    def other_task(self, given: Sequence[GivenAnswer]) -> GradedTask | None:
        """Return another task that is done rightly on all trees, None for none; one that deepens is searched again."""
        if self.task.table or any(answer.is_endless for answer in given):
            return None
        trees = [tree for _, tree in self.trees]
        for name in GRADED_TASKS:
            first = GradedTask(name, self.task.cut, self.task.depth, shape=self.task.shape)
            if name in (MCTS_TASK, self.task.name) or not all(map(first.takes, trees)):
                continue
            asked = (
                self.subject.run(first.asked(tree)._replace(style=self.style)) for tree in trees
            )
            answers = asked if DEEPENING_TASK in (name, self.task.name) else iter(given)
            with suppress(RefusedError, KeyboardInterrupt):
                if (found := find_right_variant(first, trees, answers)) is not None:
                    return found
        return None

    def given(self) -> dict[str, str]:
        """Return what each parameter was given, by name."""
        agents = self.task.shape.agents
        return {
            **self.subject.handed.given[self.style],
            **({"getNumAgents()": str(agents)} if agents else {}),
        }

    def asked(self, tree: Node) -> SearchTask:
        """Return what the search is asked on a tree."""
        return self.task.asked(tree)._replace(style=self.style)

    def best_style(self) -> int:
        """Return which of what may stand for MAX and MIN fits: the first with which some trees are right.

        Where none is right, what fails or differs least.
        """
        styles = range(len(self.subject.handed.given))
        if len(styles) == 1:
            return 0
        misfits: dict[int, int] = {}
        for style in styles:
            self.style = style
            some = [tree for _, tree in self.trees[:CALL_STYLE_TREES]]
            misfits[style] = sum(
                distance_from_right(self.answer(tree), right_search(tree, self.task))
                for tree in some
            )
            if not misfits[style]:
                break
        self.endless = 0
        return min(misfits, key=lambda style: misfits[style])

    def answer(self, tree: Node) -> GivenAnswer:
        """Return what the search does with a tree; after some on which it does not end, it is not tried."""
        if self.interrupted or self.endless >= MAX_ENDLESS_TREES:
            return UNTRIED_ANSWER
        try:
            answer = self.subject.run(self.asked(tree))
        except KeyboardInterrupt:
            self.interrupted = True
            return UNTRIED_ANSWER
        self.endless += answer.is_endless
        return answer

    def wrong(self, tree: Node, *, movers: bool) -> WrongTree | None:
        """Return what goes wrong on a tree, None for nothing: so, too, where it may be right from the other side."""
        if not self.task.takes(tree):
            return None
        answer = self.answer(tree)
        right = right_search(tree, self.task)
        fault = first_wrong_part(answer, right, movers=movers)
        if fault is None or (
            self.is_undecided and first_wrong_part(answer, right, movers=not movers) is None
        ):
            return None
        return WrongTree(answer, right, fault, movers=movers)


class SamplingGrading(Grading):
    """Grades one MCTS on some trees."""

    def run(self, tell: Callable[[int], object] = lambda done: None) -> GradeReport:
        """Run it on all trees, and return what was found; InputError where it makes no playouts."""
        exploration = self.task.exploration or mcts.UCT_EXPLORATION
        answers = self.searched(tell)
        plays = [
            mcts.PlayedTree(tree, answer)
            for (_, tree), answer in zip(self.trees, answers, strict=True)
        ]
        self.refuse_without_playouts(plays)
        how = mcts.find_best_convention(plays, exploration)
        is_wrong = any(mcts.first_sampling_fault(play, how) for play in plays)
        if is_wrong:
            mistakes = mcts.find_uct_mistakes(plays, exploration)
        else:
            mistakes = {}
        how = next(iter(mistakes.values()), how)
        wrong = [sampling_fault_in(how, play) for play in plays]
        tried = [each for each in wrong if each is not None and each.answer is not UNTRIED_ANSWER]
        return replace(
            self.report(answers, wrong),
            first_wrong=find_smallest_wrong_tree(
                tried, lambda tree: sampling_fault_in(how, mcts.PlayedTree(tree, self.answer(tree)))
            ),
            looks_like=(*mistakes,),
            variant=str(how),
        )

    def given(self) -> dict[str, str]:
        """Return what each parameter was given, by name."""
        constant = f"{self.task.exploration or mcts.UCT_EXPLORATION:.5g}"
        return {
            name: constant if what == "exploration" else what
            for name, what in super().given().items()
        }

    def refuse_without_playouts(self, plays: Sequence[mcts.PlayedTree]) -> None:
        """Raise InputError for a search that has returned and has never called `playout`, where it should."""
        ended = [
            play for play in plays if not play.answer.failure or play.answer.has_too_few_playouts
        ]
        has_inner = any(play.children[child] for play in ended for child in play.children[()])
        is_played = any(
            play.children[path] or not has_inner for play in ended for path in play.playouts
        )
        if ended and not is_played:
            raise InputError(
                f"{self.subject.name:.200} never calls playout, so it cannot be graded as MCTS; each iteration "
                "should end with node.playout(), or with the value of a finished node"
            )


def sampling_fault_in(how: mcts.UctConvention, play: mcts.PlayedTree) -> mcts.WrongSampling | None:
    """Return what is wrong by a convention, None for nothing."""
    fault = mcts.first_sampling_fault(play, how)
    if fault is None:
        return None
    return mcts.WrongSampling(play, fault)


def make_grading(
    subject: Subject, task: GradedTask, trees: Sequence[KindOfTree], seed: int | None = None
) -> Grading:
    """Return what grades a search for a task."""
    return (Grading if task.exploration is None else SamplingGrading)(subject, task, trees, seed)
