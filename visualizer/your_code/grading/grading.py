"""Grade a search: run it on every tree, compare it with the right one, and explain its mistakes.

An MCTS is judged by the convention that fits it best.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
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
    ComparedAnswers,
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
"""Grading stops after this many trees on which the search does not end."""
CALL_STYLE_TREES = 12
"""The number of trees on which each call style is tried."""
UNTRIED_ANSWER = GivenAnswer(failure="was not tried", is_endless=True)


class NotGradedError(InputError):
    """The code cannot be graded on any tree because it expects other arguments than it gets."""


KindOfTree = tuple[str, Node]


def make_trees_for_task(
    task: GradedTask, number: int = DEFAULT_TREES, seed: int = DEFAULT_TREE_SEED
) -> list[KindOfTree]:
    """Return `number` random trees that suit a task, each with the title of its kind."""
    # The kinds of trees for a table are made for its depth limit already.
    depth = None if task.table else task.depth
    trees = make_random_trees(
        number, seed, depth, kinds=tree_kinds_for_task(task), turns=task.turns
    )
    return [(kind.title, task.shape.fitted_tree(tree)) for kind, tree in trees]


def tree_kinds_for_task(task: GradedTask) -> Sequence[TreeKind]:
    """Return the kinds of trees on which a task is graded."""
    if task.shape.width:
        return complete_tree_kinds(task.shape)
    if task.table:
        return tree_kinds_for_table(task.depth, prunes=task.prunes)
    if task.name == "expectiminimax":
        return CHANCE_KINDS
    if task.name == MCTS_TASK:
        return PLAYOUT_KINDS
    return TREE_KINDS


def depth_limit_for(
    make: Callable[[int], Subject], depth: int | None, *, table: bool
) -> int | None:
    """Return the depth limit in plies with which to grade code, or None for no limit.

    A given `depth` is the limit. Otherwise, a search with a `table` gets a default limit, because
    some mistakes show only if the table has entries of different depths. Code that takes no depth
    gets no limit. `make` loads the code for a depth.
    """
    if depth is not None or not table:
        return depth

    # Whether the code takes a depth shows only when it is loaded with one.
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
        """Prepare to grade the search `subject` on some trees, each with the title of its kind.

        `seed` is the number from which random trees were made; None for the user's own trees.
        """
        self.subject = subject
        self.task = task
        self.trees = trees
        self.seed = seed
        self.endless_trees = 0
        self.is_side_unknown = False
        """Whether the answers do not show from whose side the code's values are."""
        self.interrupted = False
        """Whether Ctrl-C stopped the grading; later trees are not tried."""
        self.style = 0
        """The number of the call style: which values the search gets for MAX and MIN."""

    def run(self, on_progress: Callable[[int], object] = lambda done: None) -> GradeReport:
        """Grade the search: run it on all trees, compare its answers, and return the report.

        `on_progress` is called before each search with the number of trees done.
        """
        self.style = self.best_style()
        answers = self.search_all(on_progress)

        variants = find_best_variants(self.task, [tree for _, tree in self.trees], answers)
        best = variants[0]
        self.task = best.task
        # If all answers are wrong, they do not show from whose side they are, either.
        self.is_side_unknown = best.is_side_unknown or all(best.faults)

        report = replace(
            self.report(answers, best.faults), variant=", ".join(common_parts(variants))
        )
        if not best.wrong:
            return report
        return self.with_reasons(report, answers, best)

    def with_reasons(
        self, report: GradeReport, answers: Sequence[GivenAnswer], compared: ComparedAnswers
    ) -> GradeReport:
        """Return the report with the reasons why answers are wrong.

        The reasons are the smallest wrong tree, the known mistakes that explain all answers, and
        another task that the search does right.
        """
        wrong_trees = list(self.wrong_trees(answers, compared))

        # The report counts the answers already: Ctrl-C now stops the minimizing, not the grading.
        smallest = find_smallest_wrong_tree(
            wrong_trees, lambda tree: self.find_wrong_part(tree, for_mover=compared.for_mover)
        )
        mistakes: Sequence[str] = ()
        if wrong_trees:
            tasks = [right.search_task for right in compared.rights]
            mistakes = mistakes_that_fit(list(zip(tasks, answers, strict=True)), compared.task)
        return replace(
            report, first_wrong=smallest, looks_like=mistakes, fits=self.other_task(answers)
        )

    def wrong_trees(
        self, answers: Sequence[GivenAnswer], compared: ComparedAnswers
    ) -> Iterator[WrongTree]:
        """Yield each tree that was searched with a wrong answer."""
        for answer, right, fault in zip(
            answers,
            compared.rights,
            compared.faults,
            strict=True,
        ):
            if fault is not None and answer is not UNTRIED_ANSWER:
                yield WrongTree(
                    answer,
                    right,
                    fault,
                    for_mover=compared.for_mover,
                )

    def search_all(self, on_progress: Callable[[int], object]) -> list[GivenAnswer]:
        """Return the answers on all trees; `on_progress` is called with the number of trees done.

        NotGradedError if the code was clearly written for other arguments.
        """
        answers: list[GivenAnswer] = []
        for done, (_, tree) in enumerate(self.trees):
            on_progress(done)
            answers.append(self.answer(tree))
        on_progress(len(self.trees))

        self.refuse_misuse(answers)
        return answers

    def refuse_misuse(self, answers: Sequence[GivenAnswer]) -> None:
        """Raise NotGradedError if the code has read no value and misuses its arguments.

        Such code was written for other arguments, so a list of wrong answers would explain nothing.
        """
        tried = [answer for answer in answers if answer is not UNTRIED_ANSWER]
        if any(answer.leaves for answer in tried):
            return

        # Code for another game may work on some trees by chance, as when it finds the nine squares
        # of its board; so misuse on half of the trees is enough.
        misuses = [answer.misuse for answer in tried if answer.misuse]
        if misuses and len(misuses) >= len(tried) / 2:
            raise NotGradedError(f"{self.subject.name:.200} cannot be graded: {misuses[0]}")

    def report(self, answers: Sequence[GivenAnswer], faults: Sequence[object]) -> GradeReport:
        """Return a report on the answers, without the reasons why some are wrong.

        `faults` has an entry for each answer: what is wrong, or None for a right answer.
        """
        is_right = [fault is None for fault in faults]
        kinds = [kind for kind, _ in self.trees]
        printed = (answer.printed for answer in answers if answer.printed)
        return GradeReport(
            self.subject.name,
            self.task,
            self.seed,
            list(zip(kinds, is_right, strict=True)),
            not_tried=sum(answer is UNTRIED_ANSWER for answer in answers),
            without_move=sum(answer.lacks_move for answer in answers),
            has_moves=any(answer.move is not None for answer in answers),
            printed=next(printed, ""),
            failures=Counter(answer.failure for answer in answers if answer.failure),
            interrupted=self.interrupted,
            elsewhere=self.subject.elsewhere,
            given=self.given(),
            is_plain=self.subject.handed.is_plain[self.style],
        )

    def other_task(self, answers: Sequence[GivenAnswer]) -> GradedTask | None:
        """Return another task that the search does right on all trees, or None.

        For example, a search graded as alpha-beta may be a right minimax.
        """
        # An endless search would be run again for each task, and time out again.
        if self.task.table or any(answer.is_endless for answer in answers):
            return None

        trees = [tree for _, tree in self.trees]
        for task in self.other_tasks():
            if not all(map(task.takes, trees)):
                continue

            with suppress(RefusedError, KeyboardInterrupt):
                variant = find_right_variant(task, trees, self.answers_for(task, answers))
                if variant is not None:
                    return variant
        return None

    def other_tasks(self) -> Iterator[GradedTask]:
        """Yield all tasks except this one and MCTS, with the options of this task."""
        for name in GRADED_TASKS:
            if name not in (MCTS_TASK, self.task.name):
                yield GradedTask(
                    name,
                    self.task.cut,
                    self.task.depth,
                    shape=self.task.shape,
                )

    def answers_for(
        self, task: GradedTask, answers: Sequence[GivenAnswer]
    ) -> Iterable[GivenAnswer]:
        """Return the answers of the search to another task.

        These are `answers`, unless the other task calls the code with other arguments: then the
        trees are searched again.
        """
        if DEEPENING_TASK not in (task.name, self.task.name):
            return answers

        # Iterative deepening is called with other arguments, so the trees are searched again. The
        # result is lazy, because the caller stops at the first wrong answer.
        tasks = (task.search_task(tree)._replace(style=self.style) for _, tree in self.trees)
        return map(self.subject.run, tasks)

    def given(self) -> dict[str, str]:
        """Return what each parameter was given, by name."""
        given = dict(self.subject.handed.given[self.style])
        agents = self.task.shape.agents
        if agents:
            given["getNumAgents()"] = str(agents)
        return given

    def search_task(self, tree: Node) -> SearchTask:
        """Return the task of searching a tree."""
        return self.task.search_task(tree)._replace(style=self.style)

    def best_style(self) -> int:
        """Return the number of the call style whose answers on a few trees are nearest to right.

        A call style is a way to call the code: it says which values stand for MAX and MIN. Styles
        are tried in order, and the first without a wrong answer ends the trial.
        """
        styles = range(len(self.subject.handed.given))
        if len(styles) == 1:
            return 0

        trees = [tree for _, tree in self.trees[:CALL_STYLE_TREES]]
        distances: dict[int, int] = {}
        for style in styles:
            self.style = style
            distances[style] = sum(map(self.distance_from_right, trees))
            if not distances[style]:
                break

        # A wrong style may have made the search endless, which is not the fault of the code.
        self.endless_trees = 0
        return min(distances, key=lambda style: distances[style])

    def distance_from_right(self, tree: Node) -> int:
        """Return how wrong the answer on a tree is, from 0 (right) to 4 (failed)."""
        return distance_from_right(self.answer(tree), right_search(tree, self.task))

    def answer(self, tree: Node) -> GivenAnswer:
        """Return the answer of the search on a tree.

        The search is not run any more after Ctrl-C, or after it has run out of time on a few trees.
        """
        if self.interrupted or self.endless_trees >= MAX_ENDLESS_TREES:
            return UNTRIED_ANSWER

        try:
            answer = self.subject.run(self.search_task(tree))
        except KeyboardInterrupt:
            self.interrupted = True
            return UNTRIED_ANSWER
        self.endless_trees += answer.is_endless
        return answer

    def find_wrong_part(self, tree: Node, *, for_mover: bool) -> WrongTree | None:
        """Search a tree; return it with what is wrong with the answer, or None for a right answer.

        With `for_mover`, values are taken from the mover's side. As long as the side is unknown, an
        answer is wrong only if it is wrong from both sides.
        """
        if not self.task.takes(tree):
            return None

        answer = self.answer(tree)
        right = right_search(tree, self.task)
        fault = first_wrong_part(answer, right, for_mover=for_mover)
        if fault is None:
            return None
        if self.is_side_unknown:
            fault_for_other_side = first_wrong_part(answer, right, for_mover=not for_mover)
            if fault_for_other_side is None:
                return None
        return WrongTree(answer, right, fault, for_mover=for_mover)


class SamplingGrading(Grading):
    """Grades one MCTS on some trees."""

    def run(self, on_progress: Callable[[int], object] = lambda done: None) -> GradeReport:
        """Run MCTS on all trees, and return the report.

        `on_progress` is called with the number of trees done. InputError if the search makes no
        playouts.
        """
        answers = self.search_all(on_progress)
        plays = [
            mcts.PlayedTree(tree, answer)
            for (_, tree), answer in zip(self.trees, answers, strict=True)
        ]
        self.refuse_without_playouts(plays)

        convention, mistakes = self.explain_choices(plays)
        faults = [sampling_fault_in(convention, play) for play in plays]
        report = self.report(answers, faults)

        found = (fault for fault in faults if fault is not None)
        wrong_trees = [fault for fault in found if fault.answer is not UNTRIED_ANSWER]

        def judge(tree: Node) -> mcts.WrongSampling | None:
            return sampling_fault_in(convention, mcts.PlayedTree(tree, self.answer(tree)))

        return replace(
            report,
            first_wrong=find_smallest_wrong_tree(wrong_trees, judge),
            looks_like=mistakes,
            variant=str(convention),
        )

    def explain_choices(
        self, plays: Sequence[mcts.PlayedTree]
    ) -> tuple[mcts.UctConvention, tuple[str, ...]]:
        """Return how the search chooses children: its convention of UCT, and its known mistakes.

        The convention is the one that fits best, of those that right searches use. Each mistake
        returned explains every choice; a right search has none.
        """
        exploration = self.task.exploration or mcts.UCT_EXPLORATION
        convention = mcts.find_best_convention(plays, exploration)
        if not any(mcts.first_sampling_fault(play, convention) for play in plays):
            return convention, ()

        mistakes = mcts.find_uct_mistakes(plays, exploration)
        # A known mistake comes with the convention under which it explains all choices.
        convention = next(iter(mistakes.values()), convention)
        return convention, tuple(mistakes)

    def given(self) -> dict[str, str]:
        """Return what each parameter was given, by name."""
        given = super().given()
        for name, role in given.items():
            if role == "exploration":
                given[name] = f"{self.task.exploration or mcts.UCT_EXPLORATION:.5g}"
        return given

    def refuse_without_playouts(self, plays: Sequence[mcts.PlayedTree]) -> None:
        """Raise InputError if the search never calls `playout`, although it has returned."""
        # Too few playouts count as a failure, but the search has returned.
        ended = [
            play for play in plays if not play.answer.failure or play.answer.has_too_few_playouts
        ]
        if not ended or any(play.has_playout for play in ended):
            return

        # In trees of one ply, reading the value of a finished node is all that MCTS can do.
        has_inner_child = any(play.has_inner_child for play in ended)
        if not has_inner_child and any(play.playouts for play in ended):
            return
        raise InputError(
            f"{self.subject.name:.200} never calls playout, so it cannot be graded as MCTS; each "
            "iteration should end with node.playout(), or with the value of a finished node"
        )


def common_parts(variants: Sequence[ComparedAnswers]) -> list[str]:
    """Return the parts of a description that several variants of a task share."""
    first, *others = [compared.task.variant.parts for compared in variants]
    return [part for part in first if all(part in parts for parts in others)]


def sampling_fault_in(
    convention: mcts.UctConvention, play: mcts.PlayedTree
) -> mcts.WrongSampling | None:
    """Return the fault in the playouts on a tree under a convention, or None."""
    fault = mcts.first_sampling_fault(play, convention)
    return None if fault is None else mcts.WrongSampling(play, fault)


def make_grading(
    subject: Subject, task: GradedTask, trees: Sequence[KindOfTree], seed: int | None = None
) -> Grading:
    """Return the grading of a search: one by its playouts for MCTS, else by its visits."""
    grading_type = Grading if task.exploration is None else SamplingGrading
    return grading_type(subject, task, trees, seed)
