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
"""No more trees are tried after so many on which the search does not end in time."""
CALL_STYLE_TREES = 12
"""The number of trees on which each call style is tried."""
UNTRIED_ANSWER = GivenAnswer(failure="was not tried", is_endless=True)


class NotGradedError(InputError):
    """The code cannot be graded on any tree, because it was written for other arguments."""


TitledTree = tuple[str, Node]
"""The title of a kind of tree, and a tree of this kind."""


def make_trees_for_task(
    task: GradedTask, number: int = DEFAULT_TREES, seed: int = DEFAULT_TREE_SEED
) -> list[TitledTree]:
    """Return `number` random trees that suit a task, each with the title of its kind."""
    # `tree_kinds_for_task` takes the depth limit into account if there is a table.
    depth = None if task.table else task.depth
    trees = make_random_trees(
        number, seed, depth, kinds=tree_kinds_for_task(task), turns=task.turns
    )
    return [(kind.title, task.shape.with_agents_in_turn(tree)) for kind, tree in trees]


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
    load: Callable[[int], Subject], depth: int | None, *, table: bool
) -> int | None:
    """Return the depth limit for grading code, in plies, or None for no limit.

    `depth` is the limit that the user gave, if any. `table` says whether the code has a table, and
    `load` loads the code for a depth limit.
    """
    if depth is not None or not table:
        return depth

    # With a limit, a table has entries of different depths, and more mistakes show.
    try:
        load(DEFAULT_TABLE_DEPTH).close()
    except InputError:
        return None  # the code has no parameter for the depth
    return DEFAULT_TABLE_DEPTH


class Grading:
    """Grades one search on some trees."""

    def __init__(
        self,
        subject: Subject,
        task: GradedTask,
        trees: Sequence[TitledTree],
        seed: int | None = None,
    ) -> None:
        """Prepare to grade the search `subject` on some trees, each with the title of its kind.

        `seed` is the number from which random trees were made, or None for the user's own trees.
        """
        self.subject = subject
        self.task = task
        self.trees = trees
        self.seed = seed
        self.endless_trees = 0
        """The number of trees on which the search did not end in time."""
        self.is_side_unknown = False
        """Whether the answers do not show from whose side the code's values are."""
        self.interrupted = False
        """Whether Ctrl-C stopped the grading; later trees are not tried."""
        self.style = 0
        """The index of the call style, which says what values the search gets for MAX and MIN."""

    def run(self, on_progress: Callable[[int], object] = lambda done: None) -> GradeReport:
        """Grade the search: run it on all trees, compare its answers, and return the report.

        `on_progress` is called before each search with the number of trees done.
        """
        self.style = self.best_style()
        answers = self.search_all(on_progress)

        variants = find_best_variants(self.task, [tree for _, tree in self.trees], answers)
        best = variants[0]
        self.task = best.task
        # If all answers are wrong, they do not show from whose side their values are.
        self.is_side_unknown = best.is_side_unknown or all(best.faults)

        report = replace(
            self.report(answers, best.faults), variant=", ".join(common_parts(variants))
        )
        if not best.wrong_count:
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

        # All answers are in the report, so Ctrl-C from now on only makes the reasons incomplete.
        smallest = find_smallest_wrong_tree(
            wrong_trees, lambda tree: self.judge_tree(tree, for_mover=compared.for_mover)
        )
        mistakes: Sequence[str] = ()
        if wrong_trees:
            tasks = [right.search_task for right in compared.right_searches]
            mistakes = mistakes_that_fit(list(zip(tasks, answers, strict=True)), compared.task)
        return replace(
            report, first_wrong=smallest, looks_like=mistakes, fits=self.other_task(answers)
        )

    def wrong_trees(
        self, answers: Sequence[GivenAnswer], compared: ComparedAnswers
    ) -> Iterator[WrongTree]:
        """Yield the trees that were tried and that the search gets wrong."""
        for answer, right, fault in zip(
            answers,
            compared.right_searches,
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

        # Misuse on half of the trees is enough: code that expects, say, a board of nine squares may
        # by chance find what it expects on the other trees.
        misuses = [answer.misuse for answer in tried if answer.misuse]
        if misuses and len(misuses) >= len(tried) / 2:
            raise NotGradedError(
                f"{self.subject.name:.200} cannot be graded: {misuses[0]}; `visualizer watch FILE "
                "--call …` shows its own search"
            )

    def report(self, answers: Sequence[GivenAnswer], faults: Sequence[object]) -> GradeReport:
        """Return a report on the answers, without the reasons why some are wrong.

        `faults` has an item for each answer: what is wrong, or None for a right answer.
        """
        is_right = [fault is None for fault in faults]
        kinds = [kind for kind, _ in self.trees]
        printed_texts = (answer.printed for answer in answers if answer.printed)
        return GradeReport(
            self.subject.name,
            self.task,
            self.seed,
            list(zip(kinds, is_right, strict=True)),
            not_tried=sum(answer is UNTRIED_ANSWER for answer in answers),
            without_move=sum(answer.lacks_move for answer in answers),
            has_moves=any(answer.move is not None for answer in answers),
            printed=next(printed_texts, ""),
            failures=Counter(answer.failure for answer in answers if answer.failure),
            interrupted=self.interrupted,
            elsewhere=self.subject.other_origin,
            given=self.arguments_in_words(),
            is_plain=self.subject.call_description.is_plain[self.style],
            forms=self.subject.call_description.forms,
        )

    def other_task(self, answers: Sequence[GivenAnswer]) -> GradedTask | None:
        """Return another task that the search does right on all trees, or None.

        For example, a search that is graded as alpha-beta may be a right minimax.
        """
        # A search that does not end might be run again for another task, and time out again.
        if self.task.table or any(answer.is_endless for answer in answers):
            return None

        trees = [tree for _, tree in self.trees]
        for task in self.other_tasks():
            if not all(map(task.suits_tree, trees)):
                continue

            # Some tasks refuse chance nodes, and Ctrl-C ends the comparison with this task.
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
        """Return the answers that the search gives for another task.

        `answers` are its answers for this task. If the other task needs other arguments, return an
        iterator that searches the trees again.
        """
        # Only iterative deepening calls the code with other arguments.
        if DEEPENING_TASK not in (task.name, self.task.name):
            return answers

        tasks = (task.search_task(tree)._replace(style=self.style) for _, tree in self.trees)
        return map(self.subject.run, tasks)

    def arguments_in_words(self) -> dict[str, str]:
        """Return the argument that each parameter was given, by the parameter's name."""
        arguments = dict(self.subject.call_description.arguments[self.style])
        agents = self.task.shape.agents
        if agents:
            arguments["getNumAgents()"] = str(agents)
        return arguments

    def search_task(self, tree: Node) -> SearchTask:
        """Return the task of searching one tree, in the call style of this grading."""
        return self.task.search_task(tree)._replace(style=self.style)

    def best_style(self) -> int:
        """Return the index of the call style whose answers on a few trees are the least wrong.

        A call style is a way to call the code: it says which values stand for MAX and MIN. Styles
        are tried in order until one gives only right answers.
        """
        styles = range(len(self.subject.call_description.arguments))
        if len(styles) == 1:
            return 0

        trees = [tree for _, tree in self.trees[:CALL_STYLE_TREES]]
        distances: dict[int, int] = {}
        for style in styles:
            self.style = style
            distances[style] = sum(map(self.distance_from_right, trees))
            if not distances[style]:
                break

        # The search may have run out of time only because of a wrong style.
        self.endless_trees = 0
        return min(distances, key=lambda style: distances[style])

    def distance_from_right(self, tree: Node) -> int:
        """Return how wrong the answer on a tree is, from 0 (right) to 4 (failed)."""
        return distance_from_right(self.answer(tree), right_search(tree, self.task))

    def answer(self, tree: Node) -> GivenAnswer:
        """Return the answer of the search on a tree, or UNTRIED_ANSWER.

        The search is no longer run after Ctrl-C, or after it has run out of time on a few trees.
        """
        if self.interrupted or self.endless_trees >= MAX_ENDLESS_TREES:
            return UNTRIED_ANSWER

        try:
            answer = self.subject.run(self.search_task(tree))
        except KeyboardInterrupt:
            self.interrupted = True
            return UNTRIED_ANSWER
        if answer.is_endless:
            self.endless_trees += 1
        return answer

    def judge_tree(self, tree: Node, *, for_mover: bool) -> WrongTree | None:
        """Search a tree, and return the tree with the wrong answer, or None if the answer is right.

        With `for_mover`, values are from the side of the player to move at the root. If the answers
        do not show from whose side they are, a wrong value must be wrong from both sides.
        """
        if not self.task.suits_tree(tree):
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
        results = [find_wrong_sampling(convention, play) for play in plays]
        report = self.report(answers, results)

        wrong = (result for result in results if result is not None)
        tried_and_wrong = [result for result in wrong if result.answer is not UNTRIED_ANSWER]

        def judge(tree: Node) -> mcts.WrongSampling | None:
            return find_wrong_sampling(convention, mcts.PlayedTree(tree, self.answer(tree)))

        return replace(
            report,
            first_wrong=find_smallest_wrong_tree(tried_and_wrong, judge),
            looks_like=mistakes,
            variant=str(convention),
        )

    def explain_choices(
        self, plays: Sequence[mcts.PlayedTree]
    ) -> tuple[mcts.UctConvention, tuple[str, ...]]:
        """Return the convention of UCT that the search follows best, and its known mistakes.

        Each mistake explains all choices of the search. A right search has no mistakes.
        """
        exploration = self.task.exploration or mcts.UCT_EXPLORATION
        convention = mcts.find_best_convention(plays, exploration)
        if not any(mcts.first_sampling_fault(play, convention) for play in plays):
            return convention, ()

        mistakes = mcts.find_uct_mistakes(plays, exploration)
        # With a known mistake, the search may follow another convention.
        convention = next(iter(mistakes.values()), convention)
        return convention, tuple(mistakes)

    def arguments_in_words(self) -> dict[str, str]:
        """Return the argument that each parameter was given, by the parameter's name."""
        arguments = super().arguments_in_words()
        for name, words in arguments.items():
            # The words for this parameter are only its role until the task is known.
            if words == "exploration":
                arguments[name] = f"{self.task.exploration or mcts.UCT_EXPLORATION:.5g}"
        return arguments

    def refuse_without_playouts(self, plays: Sequence[mcts.PlayedTree]) -> None:
        """Raise InputError if the search never calls `playout`, although it has returned."""
        # Too few playouts count as a failure, but the search has returned.
        returned = [
            play for play in plays if not play.answer.failure or play.answer.has_too_few_playouts
        ]
        if not returned or any(play.has_playout for play in returned):
            return

        # On trees of one ply, a right MCTS may only read the values of finished nodes.
        has_inner_child = any(play.has_inner_child for play in returned)
        if not has_inner_child and any(play.playouts for play in returned):
            return
        raise InputError(
            f"{self.subject.name:.200} never calls playout, so it cannot be graded as MCTS; each "
            "iteration should end with node.playout(), or with the value of a finished node"
        )


def common_parts(variants: Sequence[ComparedAnswers]) -> list[str]:
    """Return the parts that the descriptions of several variants of a task have in common."""
    first, *others = [compared.task.variant.parts for compared in variants]
    return [part for part in first if all(part in parts for parts in others)]


def find_wrong_sampling(
    convention: mcts.UctConvention, play: mcts.PlayedTree
) -> mcts.WrongSampling | None:
    """Return the playouts on a tree with their first fault by a convention; None if right."""
    fault = mcts.first_sampling_fault(play, convention)
    return None if fault is None else mcts.WrongSampling(play, fault)


def make_grading(
    subject: Subject, task: GradedTask, trees: Sequence[TitledTree], seed: int | None = None
) -> Grading:
    """Prepare to grade a search: an MCTS by its playouts, any other search by its visits."""
    grading_type = Grading if task.exploration is None else SamplingGrading
    return grading_type(subject, task, trees, seed)
