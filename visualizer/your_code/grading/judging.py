"""Which answers are wrong: each is compared with the right search of its tree.

A task may have several right variants; the one that fits best counts.
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
    """What is wrong with an answer: a failure, or the first wrong visit, value or move."""

    what: str
    visit: int = 0
    """The number of the first wrong visit, from 0."""


def answer_value_for_max(
    answer: GivenAnswer, right: RightSearch, *, for_mover: bool
) -> float | None:
    """Return the value of an answer from MAX's side; None for an answer without a value.

    With `for_mover`, the answer gives its value from the side of the player to move at the root.
    """
    if answer.value is None or not for_mover or turn_of(right.search_task.tree) != MIN_TURN:
        return answer.value
    return -answer.value


def first_wrong_part(
    answer: GivenAnswer, right: RightSearch, *, for_mover: bool = False
) -> WrongPart | None:
    """Return the first wrong part of an answer, or None if the answer is right.

    A part is the failure, a visit, the value or the move. With `for_mover`, the answer gives its
    value from the side of the player to move at the root.
    """
    if answer.failure:
        return WrongPart(SEARCH_FAILED)

    # The visits come before the value: a wrong value usually follows from a wrong visit.
    visits = first_wrong_visit(answer, right)
    if visits is not None:
        return visits

    value = answer_value_for_max(answer, right, for_mover=for_mover)
    if value is not None:
        is_right_value = any(
            is_same_value(value, right_value) for right_value in right.right_values
        )
        if not is_right_value:
            return WrongPart(WRONG_VALUE)
    # Where nobody chooses at the root, there are no right moves, and any move is accepted.
    if answer.move is not None and right.moves and answer.move not in right.moves:
        return WrongPart(WRONG_MOVE)
    return None


def first_wrong_visit(answer: GivenAnswer, right: RightSearch) -> WrongPart | None:
    """Return the first visit that differs from those of the right search, or None."""
    if right.task.table:
        return first_table_misread(answer, right)

    pairs = zip_longest(answer.leaves, right.leaves)
    for visit, (leaf, right_leaf) in enumerate(pairs):
        if leaf != right_leaf:
            return WrongPart(WRONG_VISITS, visit)
    return None


def first_table_misread(answer: GivenAnswer, right: RightSearch) -> WrongPart | None:
    """Return the first visit that no right search with a table makes, or None.

    A table may save leaves, but never adds leaves. If a position comes again although the table
    knows its value, a search that still reads all leaves is wrong, too.
    """
    assert right.tables is not None
    allowed = set(right.leaves)
    for deeper in right.tables.deeper:
        allowed.update(deeper.leaves)

    for visit, leaf in enumerate(answer.leaves):
        if leaf not in allowed or leaf in answer.leaves[:visit]:
            return WrongPart(WRONG_VISITS, visit)
        # The leaf before was read too early: paths are in order from left to right.
        if visit and leaf < answer.leaves[visit - 1]:
            return WrongPart(WRONG_VISITS, visit - 1)

    if answer.leaves != right.leaves:
        return None
    return first_missed_hit(right)


def first_missed_hit(right: RightSearch) -> WrongPart | None:
    """Return the first visit that every right search with a table saves.

    Return None if no position comes again after its value is known.
    """
    assert right.tables is not None
    repeated = right.tables.least.table_hits
    if not repeated:
        return None
    path, _ = repeated[0]
    for visit, leaf in enumerate(right.leaves):
        is_below_repeated = leaf[: len(path)] == path
        if is_below_repeated:
            return WrongPart(WRONG_TABLE_READ, visit)
    raise AssertionError("the right search reads no leaf of the repeated position")


def distance_from_right(answer: GivenAnswer, right: RightSearch) -> int:
    """Return how wrong an answer is, from 0 (right) to 4 (failed).

    A wrong value or move counts 2, wrong visits count 1. The sign of a value is ignored, because it
    is not known yet whose side the code takes.
    """
    if answer.failure:
        return 4

    is_right_value = answer.value is None or is_same_value(abs(answer.value), abs(right.value))
    is_right_move = answer.move is None or not right.moves or answer.move in right.moves
    distance = 0
    if not is_right_value or not is_right_move:
        distance += 2
    if answer.leaves != right.leaves:
        distance += 1
    return distance


class ComparedAnswers:
    """The answers of a search, compared with the right searches of one variant of its task."""

    def __init__(
        self, task: GradedTask, trees: Iterable[Node], answers: Sequence[GivenAnswer]
    ) -> None:
        """Compare the answer on each tree with the right search, and count the wrong answers."""
        self.task = task
        self.answers = answers
        self.rights = [right_search(tree, task) for tree in trees]

        # Values may be from MAX's side or the mover's: the sides differ only where MIN is to move.
        right_for_max = self.count_right(sign=1)
        right_for_mover = self.count_right(sign=-1)
        self.is_side_unknown = right_for_max == right_for_mover
        """Whether the answers do not show from whose side their values are."""
        self.for_mover = right_for_mover > right_for_max
        """Whether values are from the mover's side; if unknown, only those of a negamax are."""
        if self.is_side_unknown:
            self.for_mover = task.name == "negamax"

        pairs = zip(answers, self.rights, strict=True)
        self.faults = [
            first_wrong_part(answer, right, for_mover=self.for_mover) for answer, right in pairs
        ]
        self.wrong = sum(fault is not None for fault in self.faults)
        """The number of wrong answers."""

    def count_right(self, *, sign: int) -> int:
        """Return how many answers with MIN to move are `sign` times the right value.

        `sign` is 1 to count values from MAX's side, and -1 to count values from the mover's side.
        """
        count = 0
        for answer, right in zip(self.answers, self.rights, strict=True):
            # With MAX to move, both sides are the same, and 0 has no sign.
            if turn_of(right.search_task.tree) != MIN_TURN or right.value == 0:
                continue
            if answer.value is not None and is_same_value(answer.value, sign * right.value):
                count += 1
        return count


def find_best_variants(
    task: GradedTask, trees: Sequence[Node], answers: Sequence[GivenAnswer]
) -> list[ComparedAnswers]:
    """Return the answers as compared with each of the variants of a task that fit them best.

    The best variants leave the fewest answers wrong. Rare variants are tried only if each usual
    variant leaves an answer wrong.
    """
    compared: list[ComparedAnswers] = []
    for is_rare in (False, True):
        # In the first round nothing has been compared, and `all` of nothing is true.
        if all(comparison.wrong for comparison in compared):
            variants = [each for each in task.variants if each.variant.is_rare == is_rare]
            compared += [ComparedAnswers(variant, trees, answers) for variant in variants]

    fewest = min(comparison.wrong for comparison in compared)
    return [comparison for comparison in compared if comparison.wrong == fewest]


def find_right_variant(
    task: GradedTask, trees: Sequence[Node], answers: Iterable[GivenAnswer]
) -> GradedTask | None:
    """Return a variant of a task by which all answers are right, or None.

    Taking an answer may run a search. So no more answers are taken after one that fits no variant.
    """
    variants = task.variants
    taken: list[GivenAnswer] = []
    # Not strict: if Ctrl-C stops the searches, there are fewer answers than trees.
    for tree, answer in zip(trees, answers, strict=False):
        taken.append(answer)
        if answer.failure:
            return None
        variants = [
            variant for variant in variants if right_search(tree, variant).leaves == answer.leaves
        ]
        if not variants:
            return None

    for variant in variants:
        if not ComparedAnswers(variant, trees, taken).wrong:
            return variant
    return None
