"""Which answers are wrong: each is compared with the right search of its tree, in the variant that fits best."""

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
    """What is wrong with an answer: it failed, or its visits, its value or its move are others."""

    what: str
    visit: int = 0
    """The number, from 0, of the first visit that is another."""


def answer_value_for_max(answer: GivenAnswer, right: RightSearch, *, movers: bool) -> float | None:
    """Return the value of an answer from MAX's side."""
    if answer.value is None or not movers or turn_of(right.asked.tree) != MIN_TURN:
        return answer.value
    return -answer.value


def first_wrong_part(
    answer: GivenAnswer, right: RightSearch, *, movers: bool = False
) -> WrongPart | None:
    """Return what is wrong with an answer, None if nothing is; with `movers` values are from the mover's side."""
    if answer.failure:
        return WrongPart(SEARCH_FAILED)
    if right.task.table:
        if (misread := first_table_misread(answer, right)) is not None:
            return misread
    elif answer.leaves != right.leaves:
        pairs = enumerate(zip_longest(answer.leaves, right.leaves))
        return WrongPart(
            WRONG_VISITS, next(number for number, (one, other) in pairs if one != other)
        )
    value = answer_value_for_max(answer, right, movers=movers)
    if value is not None and not any(is_same_value(value, each) for each in right.right_values):
        return WrongPart(WRONG_VALUE)
    if answer.move is not None and right.moves and answer.move not in right.moves:
        return WrongPart(WRONG_MOVE)
    return None


def first_table_misread(answer: GivenAnswer, right: RightSearch) -> WrongPart | None:
    """Return where a search with a table reads a leaf that is left out without one, or leaves in another order.

    So, too, where it reads as much as without a table, though a position comes again whose value is known.
    """
    assert right.tables is not None
    allowed = {*right.leaves}.union(*(each.leaves for each in right.tables.deeper))
    for number, leaf in enumerate(answer.leaves):
        if leaf not in allowed or leaf in answer.leaves[:number]:
            return WrongPart(WRONG_VISITS, number)
        if number and leaf < answer.leaves[number - 1]:
            return WrongPart(WRONG_VISITS, number - 1)
    if answer.leaves != right.leaves or not right.tables.least.again:
        return None
    again = right.tables.least.again[0][0]
    return WrongPart(
        WRONG_TABLE_READ,
        next(place for place, leaf in enumerate(right.leaves) if leaf[: len(again)] == again),
    )


def distance_from_right(answer: GivenAnswer, right: RightSearch) -> int:
    """Return how far an answer is from right, 0 if it is right; the sign of its value does not matter."""
    if answer.failure:
        return 4
    is_value = answer.value is None or is_same_value(abs(answer.value), abs(right.value))
    is_move = answer.move is None or not right.moves or answer.move in right.moves
    has_others = answer.leaves != right.leaves
    if is_value and is_move:
        return int(has_others)
    return 2 + has_others


class ComparedAnswers:
    """The answers of a search, compared with the right searches of one variant of its task."""

    def __init__(
        self, task: GradedTask, trees: Iterable[Node], answers: Sequence[GivenAnswer]
    ) -> None:
        """Find what is wrong with each."""
        self.task = task
        self.answers = answers
        self.rights = [right_search(tree, task) for tree in trees]
        as_max = self.count_right(sign=1)
        as_mover = self.count_right(sign=-1)
        self.is_side_open = as_max == as_mover
        """Whether nothing speaks for either side from which values may be."""
        self.movers = as_mover > as_max or (self.is_side_open and task.name == "negamax")
        """Whether values are from the side of who moves at the root; where that is open, those of a negamax are."""
        self.faults = [
            first_wrong_part(answer, right, movers=self.movers)
            for answer, right in zip(answers, self.rights, strict=True)
        ]
        self.wrong = sum(fault is not None for fault in self.faults)

    def count_right(self, *, sign: int) -> int:
        """Return on how many trees with MIN at the root the value is right but for its sign; 0 tells nothing."""
        return sum(
            is_same_value(answer.value, sign * right.value)
            for answer, right in zip(self.answers, self.rights, strict=True)
            if answer.value is not None and right.value and turn_of(right.asked.tree) == MIN_TURN
        )


def find_best_variants(
    task: GradedTask, trees: Sequence[Node], answers: Sequence[GivenAnswer]
) -> list[ComparedAnswers]:
    """Return the answers compared with the variants for which most are right; several where they do the same.

    Rare variants count only where no other is right.
    """
    compared: list[ComparedAnswers] = []
    for is_rare in (False, True):
        if all(each.wrong for each in compared):
            variants = [variant for variant in task.variants if variant.variant.is_rare == is_rare]
            compared += [ComparedAnswers(variant, trees, answers) for variant in variants]
    least = min(each.wrong for each in compared)
    return [each for each in compared if each.wrong == least]


def find_right_variant(
    task: GradedTask, trees: Sequence[Node], answers: Iterable[GivenAnswer]
) -> GradedTask | None:
    """Return the variant of a task for which all answers are right, None for none; no more are asked for then."""
    variants = task.variants
    given: list[GivenAnswer] = []
    for tree, answer in zip(trees, answers, strict=False):
        given.append(answer)
        if answer.failure:
            return None
        variants = [
            variant for variant in variants if right_search(tree, variant).leaves == answer.leaves
        ]
        if not variants:
            return None
    return next(
        (variant for variant in variants if not ComparedAnswers(variant, trees, given).wrong), None
    )
