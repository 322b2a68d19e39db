"""Judge answers: each is compared with the right search of its tree.

A task may have several right variants; the one that fits the answers best is used.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from games import turn_of
from games.tree.notation import Node
from visualizer.your_code.grading.answers import GivenAnswer, is_same_value
from visualizer.your_code.grading.reference import GradedTask, RightSearch, right_search
from visualizer.your_code.grading.trees import MIN_TURN

SEARCH_FAILED = "failure"
WRONG_VISITS = "visits"
WRONG_TABLE_READ = "table"
WRONG_VALUE = "value"
WRONG_MOVE = "move"


@dataclass(frozen=True, slots=True)
class WrongPart:
    """The first thing that is wrong with an answer: a failure, a visit, the value or the move."""

    what: str
    visit: int = 0
    """The number of the first wrong visit, from 0."""


def answer_value_for_max(
    answer: GivenAnswer, right: RightSearch, *, for_mover: bool
) -> float | None:
    """Return the value of an answer from MAX's side; None for an answer without a value.

    With `for_mover`, the answer gives its value from the side of the player to move at the root.
    """
    is_for_min = for_mover and turn_of(right.search_task.tree) == MIN_TURN
    if is_for_min and answer.value is not None:
        return -answer.value
    return answer.value


def first_wrong_part(
    answer: GivenAnswer, right: RightSearch, *, for_mover: bool = False
) -> WrongPart | None:
    """Return the first thing that is wrong with an answer, or None if the answer is right.

    With `for_mover`, the answer gives its value from the side of the player to move at the root.
    """
    if answer.failure:
        return WrongPart(SEARCH_FAILED)

    # The visits come before the value: a wrong visit usually causes a wrong value.
    wrong_visit = first_wrong_visit(answer, right)
    if wrong_visit is not None:
        return wrong_visit

    value = answer_value_for_max(answer, right, for_mover=for_mover)
    if value is not None:
        if not any(is_same_value(value, right_value) for right_value in right.right_values):
            return WrongPart(WRONG_VALUE)
    if not is_move_accepted(answer, right):
        return WrongPart(WRONG_MOVE)
    return None


def is_move_accepted(answer: GivenAnswer, right: RightSearch) -> bool:
    """Return whether an answer has a best move, or no move at all.

    At a root where chance moves, there is no best move, and any move is accepted.
    """
    return answer.move is None or not right.moves or answer.move in right.moves


def first_wrong_visit(answer: GivenAnswer, right: RightSearch) -> WrongPart | None:
    """Return the first visit at which an answer and the right search differ, or None."""
    if right.task.table:
        return first_wrong_visit_with_table(answer, right)

    pairs = zip_longest(answer.leaves, right.leaves)
    for visit, (leaf, right_leaf) in enumerate(pairs):
        if leaf != right_leaf:
            return WrongPart(WRONG_VISITS, visit)
    return None


def first_wrong_visit_with_table(answer: GivenAnswer, right: RightSearch) -> WrongPart | None:
    """Return the first visit that shows that a search with a table is wrong, or None.

    A right search reads leaves from left to right, each at most once, and skips leaves where a
    position is repeated.
    """
    assert right.tables is not None
    allowed_leaves = set(right.leaves)
    for search in right.tables.with_deeper_entries:
        allowed_leaves.update(search.leaves)

    for visit, leaf in enumerate(answer.leaves):
        is_repeated = leaf in answer.leaves[:visit]
        if leaf not in allowed_leaves or is_repeated:
            return WrongPart(WRONG_VISITS, visit)
        # Paths are ordered from left to right. The previous leaf is further right than this leaf,
        # so the previous visit was too early.
        if visit and leaf < answer.leaves[visit - 1]:
            return WrongPart(WRONG_VISITS, visit - 1)

    # `right.leaves` are read without a table. A search that reads other leaves has used its table.
    if answer.leaves != right.leaves:
        return None
    return first_visit_saved_by_table(right)


def first_visit_saved_by_table(right: RightSearch) -> WrongPart | None:
    """Return the first visit that any right table makes unnecessary, or None.

    It is the first visit to a leaf below a position that the search has already searched.
    """
    assert right.tables is not None
    hits = right.tables.with_minimal_table.table_hits
    if not hits:
        return None
    repeated_node, _ = hits[0]
    for visit, leaf in enumerate(right.leaves):
        is_below_repeated_node = leaf[: len(repeated_node)] == repeated_node
        if is_below_repeated_node:
            return WrongPart(WRONG_TABLE_READ, visit)
    raise AssertionError("the right search reads no leaf of the repeated position")


def distance_from_right(answer: GivenAnswer, right: RightSearch) -> int:
    """Return how wrong an answer is, from 0 (right) to 4 (failed).

    A wrong value or move adds 2, and wrong visits add 1. The sign of the value is ignored, because
    it is not known yet from whose side the code's values are.
    """
    if answer.failure:
        return 4

    is_right_value = answer.value is None or is_same_value(abs(answer.value), abs(right.value))
    distance = 0
    if not is_right_value or not is_move_accepted(answer, right):
        distance += 2
    if answer.leaves != right.leaves:
        distance += 1
    return distance


class ComparedAnswers:
    """The answers of a search, compared with the right searches of one variant of its task."""

    def __init__(
        self, task: GradedTask, trees: Iterable[Node], answers: Sequence[GivenAnswer]
    ) -> None:
        """Compare the answer on each tree with the right search of the tree.

        `task` is the task in one of its variants.
        """
        self.task = task
        self.answers = answers
        self.right_searches = [right_search(tree, task) for tree in trees]

        # Values may be from MAX's side, or from the side of the player to move at the root.
        right_for_max = self.count_right(sign=1)
        right_for_mover = self.count_right(sign=-1)
        self.is_side_unknown = right_for_max == right_for_mover
        """Whether the answers do not show from whose side their values are."""
        self.for_mover = right_for_mover > right_for_max
        """Whether the answers' values are from the side of the player to move at the root."""
        # If the answers do not show it, assume what is usual for the task.
        if self.is_side_unknown:
            self.for_mover = task.name == "negamax"

        pairs = zip(answers, self.right_searches, strict=True)
        self.faults: list[WrongPart | None] = [
            first_wrong_part(answer, right, for_mover=self.for_mover) for answer, right in pairs
        ]
        self.wrong_count = sum(fault is not None for fault in self.faults)
        """The number of wrong answers."""

    def count_right(self, *, sign: int) -> int:
        """Return how many values are right on the trees with MIN to move.

        `sign` is 1 to count values that are right from MAX's side, -1 for the mover's side.
        """
        count = 0
        for answer, right in zip(self.answers, self.right_searches, strict=True):
            # If MAX is to move or the value is 0, the value is the same from both sides.
            if turn_of(right.search_task.tree) != MIN_TURN or right.value == 0:
                continue
            if answer.value is not None and is_same_value(answer.value, sign * right.value):
                count += 1
        return count


def find_best_variants(
    task: GradedTask, trees: Sequence[Node], answers: Sequence[GivenAnswer]
) -> list[ComparedAnswers]:
    """Compare the answers with the variants of a task, and return the comparisons that fit best.

    The best have the fewest wrong answers. Rare variants are tried only if there are wrong answers
    for every usual variant.
    """
    usual = [each for each in task.variants if not each.variant.is_rare]
    comparisons = [ComparedAnswers(variant, trees, answers) for variant in usual]
    if all(comparison.wrong_count for comparison in comparisons):
        rare = [each for each in task.variants if each.variant.is_rare]
        comparisons += [ComparedAnswers(variant, trees, answers) for variant in rare]

    fewest_wrong = min(comparison.wrong_count for comparison in comparisons)
    return [comparison for comparison in comparisons if comparison.wrong_count == fewest_wrong]


def find_right_variant(
    task: GradedTask, trees: Sequence[Node], answers: Iterable[GivenAnswer]
) -> GradedTask | None:
    """Return a variant of a task for which all answers are right, or None.

    `answers` may be an iterator that runs a search for each answer. It is stopped when no variant
    is left.
    """
    variants = task.variants
    checked: list[GivenAnswer] = []
    # Not strict: if Ctrl-C stops the searches, there are fewer answers than trees.
    for tree, answer in zip(trees, answers, strict=False):
        checked.append(answer)
        if answer.failure:
            return None
        # The values are compared only at the end, when it is known from whose side they are.
        variants = [
            variant for variant in variants if right_search(tree, variant).leaves == answer.leaves
        ]
        if not variants:
            return None

    for variant in variants:
        if not ComparedAnswers(variant, trees, checked).wrong_count:
            return variant
    return None
