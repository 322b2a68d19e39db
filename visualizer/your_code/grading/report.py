"""The report of a grading, in words and as JSON; and why an answer is wrong, in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import inf, nextafter
from pathlib import Path
from typing import Any

from games.tree.notation import write_tree
from visualizer.explaining.explanation.english.cuts import compare_with_end
from visualizer.explaining.explanation.english.windows import format_window
from visualizer.explaining.explanation.facts.steps import cut_of
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_number
from visualizer.trace.bounds import Bound, ValueInWords
from visualizer.trace.rows import MovePath, Trace
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.your_code.grading.answers import GivenAnswer, WrongAnswer, value_as_json
from visualizer.your_code.grading.judging import (
    SEARCH_FAILED,
    WRONG_MOVE,
    WRONG_TABLE_READ,
    WRONG_VALUE,
    WRONG_VISITS,
    WrongPart,
    answer_value_for_max,
)
from visualizer.your_code.grading.mcts import UCT_MISTAKE_PHRASES, WrongSampling
from visualizer.your_code.grading.mutants import KNOWN_MISTAKE_BY_NAME
from visualizer.your_code.grading.reference import GradedTask, RightSearch
from visualizer.your_code.grading.shapes import MIN_ROOT_KIND
from visualizer.your_code.grading.tables import TABLE_MISTAKES
from visualizer.your_code.grading.trees import (
    DEEPENING_TASK,
    node_name_at,
    sentence_names,
    tree_as_json,
)


class WrongTree(WrongAnswer):
    """A tree that the search gets wrong, with the answer, the right search and the reason."""

    def __init__(
        self,
        answer: GivenAnswer,
        right: RightSearch,
        fault: WrongPart,
        *,
        for_mover: bool = False,
    ) -> None:
        """Take a wrong answer, the right search of the same tree, and the answer's first fault.

        With `for_mover`, the answer gives its value from the side of the player to move at the
        root.
        """
        super().__init__(right.search_task.tree, answer)
        self.right = right
        self.fault = fault
        self.for_mover = for_mover
        self.read = leaf_at(answer.leaves, fault.visit)
        """The leaf that the search reads where it first goes wrong, or None if it ends there."""
        # A search with a table may skip leaves, so the order of the right search says nothing: the
        # leaf that the search reads next stands for the one that it should read now.
        expected = right.leaves if right.tables is None else answer.leaves[1:]
        self.expected = leaf_at(expected, fault.visit)
        """The leaf that it should read there, or None if it should end."""

    @cached_property
    def end(self) -> TreeAtStep:
        """The right search at its end."""
        return TreeAtStep(self.right.run.trace)

    @property
    def at(self) -> MovePath | None:
        """The leaf to show: one wrongly read or one missed; None if the leaves are right."""
        if self.fault.what in (SEARCH_FAILED, WRONG_VALUE, WRONG_MOVE):
            return None
        if self.is_wrongly_read() or self.fault.what == WRONG_TABLE_READ:
            return self.read
        return self.expected

    def is_wrongly_read(self) -> bool:
        """Return whether the right search never reads this leaf, or not a second time."""
        if self.read is None:
            return False
        if self.expected is None or self.right.task.revisits:
            return True
        return self.read not in self.right.leaves or self.was_read_before()

    def was_read_before(self) -> bool:
        """Return whether the search has read this leaf before."""
        return self.read in self.answer.leaves[: self.fault.visit]

    @cached_property
    def why(self) -> str:
        """Why the answer is wrong, in one sentence for the author of the search."""
        what = self.fault.what
        if what == SEARCH_FAILED:
            return f"Your search {self.answer.failure}."
        if what == WRONG_VALUE:
            return self.describe_value()
        if what == WRONG_MOVE:
            return self.describe_move()
        # Where leaves come again, only the place in the order of visits tells them apart.
        if self.right.task.revisits:
            return self.describe_first_difference()
        if what == WRONG_TABLE_READ:
            return self.describe_repeated_position()
        return self.describe_leaf()

    def describe_value(self) -> str:
        """Say which value the search returned, how much the root is worth, and by which move."""
        value = answer_value_for_max(self.answer, self.right, for_mover=self.for_mover)
        assert value is not None
        returned = f"Your search returns {format_number(self.answer.value or 0)}"
        if value != self.answer.value:
            returned += f", which is {format_number(value)} from MAX's side"

        worth = f"the root is worth {format_number(self.right.value)}"
        best_moves = self.right.moves[:1]
        if best_moves:  # a root that is a leaf has none
            worth += f": {self.mover()} gets that with {self.name((best_moves[0],))}"
        return f"{returned}, but {worth}."

    def describe_move(self) -> str:
        """Say how much the returned move is worth, and which move is better."""
        move = self.answer.move or 0
        best = self.right.moves[0]
        values = self.right.values
        return (
            f"Your search plays {self.name((move,))}, which is worth {format_number(values[move])},"
            f" but {self.name((best,))} is worth {format_number(values[best])}, and {self.mover()} "
            "is to move."
        )

    def describe_leaf(self) -> str:
        """Say which leaf the search misses, or reads although the right search does not read it."""
        if not self.is_wrongly_read():
            return self.describe_missed_leaf()

        assert self.read is not None
        if self.was_read_before():
            return f"Your search reads {self.leaf_in_words(self.read)} a second time."
        return f"Your search reads {self.leaf_in_words(self.read)}, {self.why_skipped(self.read)}."

    def describe_first_difference(self) -> str:
        """Say which leaf the search reads where the right search first reads another, and why.

        The task may read a leaf more than once. Then visits to a leaf differ only by their numbers.
        """
        title = self.right.task.title
        visit = self.fault.visit
        read = "" if self.read is None else self.leaf_in_words(self.read)
        leaves_before = count_in_words(visit, "leaf", "leaves")
        if self.expected is None:
            return f"Your search goes on to {read}, but {title} is done after {leaves_before}."

        if visit:
            when = f"after {leaves_before}"
        else:
            when = "first" if read else "before it reads a leaf"
        action = f"Your search reads {read}" if read else "Your search ends"

        again = " once more" if self.expected in self.right.leaves[:visit] else ""
        expected = (
            f"{title} reads {self.leaf_in_words(self.expected)}{again}, {self.purpose_of(visit)}"
        )
        return f"{action} {when}, but at that point {expected}."

    def purpose_of(self, visit: int) -> str:
        """Say with which window the right search reads its leaf number `visit`, counted from 0.

        A null window is described by the question that it asks.
        """
        row = self.right.trace.leaf_rows()[visit]
        alpha = self.right.trace.alpha(row)
        beta = self.right.trace.beta(row)
        # With real numbers, the narrowest window holds no number between its ends.
        is_null_window = beta <= nextafter(alpha, inf)
        if is_null_window:
            return f"asking only whether the value is more than {format_number(alpha)}"
        return f"with {format_window((alpha, beta))}"

    def describe_missed_leaf(self) -> str:
        """Say which leaf the search should have read next.

        Either the search never reads this leaf, or it reads another leaf before.
        """
        assert self.expected is not None
        title = self.right.task.name
        leaf = self.leaf_in_words(self.expected)
        if self.expected not in self.answer.leaves:
            return (
                f"Your search never reads {leaf}, but {title} does{self.why_read(self.expected)}."
            )

        assert self.read is not None
        read = self.leaf_in_words(self.read)
        return (
            f"Your search reads {read} before {leaf}; {title} visits the children from left to "
            "right."
        )

    def describe_repeated_position(self) -> str:
        """Say which position the search examined again although its value was already known."""
        assert self.right.tables is not None
        path, known = self.right.tables.least.table_hits[0]
        return (
            f"Your search goes through {self.name(path)} again, although that is the same position "
            f"as {self.name(known.path)}, which is worth {format_number(known.value)}; a table "
            "should answer it there."
        )

    def leaf_in_words(self, path: MovePath) -> str:
        """Return a leaf with its value: `a1 = 3`, or `leaf 3 = 3` if its name is a number."""
        search_task = self.right.search_task
        if not search_task.is_leaf(path):
            return self.name(path)

        name = sentence_names(self.tree)[path]
        equation = f"{name} = {format_number(search_task.read(path))}"
        if not name.isdigit():
            return equation
        is_inner = search_task.estimates and self.tree.at(path).children
        return f"node {equation}" if is_inner else f"leaf {equation}"

    def why_read(self, path: MovePath) -> str:
        """Say why the right search reads a leaf: its window is open; for the end of a sentence.

        Return "" at the root, and for a task that does not prune.
        """
        is_root = not path
        if not self.right.task.prunes or is_root:
            return ""

        row = self.right.run.node_at(path)
        assert row is not None  # the right search reads the leaf
        trace = self.right.run.trace
        alpha = trace.alpha(row)
        beta = trace.beta(row)
        # Only a strict rule of cutting leaves a window open whose ends are equal.
        if alpha == beta:
            reason = "and the rule cuts only where α > β"
        else:
            reason = "so its value may matter"
        return f": the window there is {format_window((alpha, beta))}, {reason}"

    def why_skipped(self, path: MovePath) -> str:
        """Say why the right search does not read a leaf; this ends a sentence about the leaf."""
        depth = self.right.search_task.depth
        if depth is not None and len(path) > depth:
            return f"which is below the limit of {count_in_words(depth, 'ply', 'plies')}"
        if not self.right.search_task.is_leaf(path):
            return "which is not a leaf"

        row = self.nearest_visit(path)
        if not self.end.is_cut(row):
            return f"which {self.right.task.name} does not read"
        return f"which {self.right.task.name} skips: {self.describe_cut(row)}"

    def nearest_visit(self, path: MovePath) -> int:
        """Return the row of the lowest node above a path that the right search visits."""
        row = self.right.run.node_at(path)
        while row is None:
            path = path[:-1]
            row = self.right.run.node_at(path)
        return row

    def describe_cut(self, row: int) -> str:
        """Say why the right search cuts at a row of its trace: a child's value meets a bound.

        The bound belongs to the other side: a move further up already gives that side as much.
        """
        cut = cut_of(self.right.run, self.end, row)
        trace = self.right.run.trace
        assert cut.child is not None  # the right search makes a move before it cuts

        child = trace.path(cut.child)
        bound = self.bound_from(child, maximizing=cut.maximizing)
        worth = f"{self.name(child)} is worth {ValueInWords(cut.value, bound).clause}"
        comparison = compare_with_end(cut)
        # A bound that is infinite, or was set before the search, belongs to no move.
        if cut.end.setter is None or cut.bound in (inf, -inf):
            return f"{worth} ({comparison})"

        other = "MIN" if cut.maximizing else "MAX"
        setter = self.name(trace.path(cut.end.setter))
        bound_text = f"{other} already has {format_number(cut.bound)} with {setter}"
        return f"{worth}, and {bound_text} ({comparison})"

    def bound_from(self, child: MovePath, *, maximizing: bool) -> Bound:
        """Return the bound on a child that causes a cut; only the value of a leaf is exact."""
        if not self.tree.at(child).children:
            return Bound.EXACT
        return Bound.LOWER if maximizing else Bound.UPPER

    def first_wrong_step(self, trace: Trace) -> int:
        """Return the step of `trace` at which the graded code first differs from the right search.

        `trace` is the trace of the graded code. Without a difference, return its last step.
        """
        has_same_length = len(trace) == len(self.right.run.trace)
        if self.fault.what == WRONG_VALUE and has_same_length:
            return self.step_of_wrong_value(trace)

        leaves = trace.leaf_rows()
        if self.fault.what != WRONG_VISITS or self.fault.visit >= len(leaves):
            return trace.last_step
        return trace.enter_step(leaves[self.fault.visit])

    def step_of_wrong_value(self, trace: Trace) -> int:
        """Return the first step at which a node returns another value than it should."""
        right = self.right.run.trace
        wrong_rows = [row for row in range(len(trace)) if trace.value(row) != right.value(row)]
        steps = map(TreeAtStep(trace).return_step, wrong_rows)
        return min((step for step in steps if step is not None), default=trace.last_step)

    def expected_and_got(self) -> tuple[Any, Any]:
        """Return the right answer and the given answer, as JSON: two values, moves or lists.

        If the value and the move are right, each list has the names of the leaves read, in order.
        """
        if self.fault.what == WRONG_VALUE:
            value = answer_value_for_max(self.answer, self.right, for_mover=self.for_mover)
            return value_as_json(self.right.value), value_as_json(value)
        if self.fault.what == WRONG_MOVE:
            best = (self.right.moves[0],)
            move = (self.answer.move or 0,)
            return node_name_at(self.tree, best), node_name_at(self.tree, move)
        return self.leaf_names(self.expected_leaves()), self.leaf_names(self.answer.leaves)

    def expected_leaves(self) -> Sequence[MovePath]:
        """Return the leaves that the search should read, in order."""
        # A search that never used its table is compared with the table that saves least.
        if self.fault.what == WRONG_TABLE_READ and self.right.tables is not None:
            return self.right.tables.least.leaves
        return self.right.leaves

    def leaf_names(self, leaves: Sequence[MovePath]) -> list[str]:
        """Return the names of leaves as JSON has them."""
        return [node_name_at(self.tree, leaf) for leaf in leaves]

    def as_object(self) -> dict[str, Any]:
        """Return the tree as JSON, with what the search should do there and what it does."""
        expected, got = self.expected_and_got()
        at = "" if self.at is None else node_name_at(self.tree, self.at)
        return {
            **tree_as_json(self.tree),
            "at": at,
            "expected": expected,
            "got": got,
            "why": self.why,
            "what": self.fault.what,
        }


def leaf_at(leaves: Sequence[MovePath], visit: int) -> MovePath | None:
    """Return the leaf of a visit, or None if there are fewer visits."""
    return leaves[visit] if visit < len(leaves) else None


def share_points(points: int, counts: Mapping[str, int]) -> dict[str, float]:
    """Share points among the keys of `counts`, in proportion to the counts.

    Each share has two decimals. Together the shares are exactly `points`.

    >>> share_points(10, {"one": 1, "two": 1, "three": 1})
    {'one': 3.33, 'two': 3.34, 'three': 3.33}
    """
    total = sum(counts.values())
    # Running totals are rounded to hundredths, and shares are their differences: nothing is lost.
    running_counts = accumulate(counts.values())
    running_totals = [round(100 * points * count / total) for count in running_counts]
    shares: dict[str, float] = {}
    total_before = 0
    for kind, running_total in zip(counts, running_totals, strict=True):
        shares[kind] = (running_total - total_before) / 100
        total_before = running_total
    return shares


UNCUT_MISTAKES = {"no-pruning", "not-passed-down"}
"""Mistakes that come to the same on every tree: nothing is ever cut."""
REVIEW_QUESTIONS = (
    "Does it raise α at MAX and lower β at MIN? Does it pass the window down? Does a negamax swap "
    "and negate α and β? Does it test for a cutoff?"
)


@dataclass(frozen=True)
class GradeReport:
    """The number of right trees, the smallest wrong one, and the known mistakes that explain it."""

    function: str
    task: GradedTask
    seed: int | None
    kinds: Sequence[tuple[str, bool]]
    """For each tree the title of its kind, and whether the answer is right."""
    first_wrong: WrongTree | WrongSampling | None = None
    looks_like: Sequence[str] = ()
    """Names of known mistakes that give the same answers on all trees."""
    not_tried: int = 0
    without_move: int = 0
    """The number of trees on which the search returned a pair of a value and no move."""
    has_moves: bool = False
    """Whether the search returned a move on any tree."""
    printed: str = ""
    failures: Counter[str] = field(default_factory=Counter)
    """How often the search failed in which way."""
    error: str = ""
    """Why the code could not be loaded."""
    interrupted: bool = False
    """Whether Ctrl-C stopped the grading, so that later trees were not tried."""
    elsewhere: str = ""
    """Where the graded code is defined, if not in the file that was named."""
    variant: str = ""
    """The variant of the task that the answers fit best."""
    fits: GradedTask | None = None
    """Another task that the search does right on all trees."""
    given: Mapping[str, str] = field(default_factory=dict)
    """What each parameter was given, by name."""
    is_plain: bool = True
    """Whether the names of the parameters alone say that."""
    skipped: int = 0
    """The number of the user's trees left out because MIN is to move at their roots."""

    @property
    def trees(self) -> int:
        """The number of trees."""
        return len(self.kinds)

    @property
    def right(self) -> int:
        """The number of trees with a right answer."""
        return sum(right for _, right in self.kinds)

    @property
    def is_right(self) -> bool:
        """Whether all answers are right, and none lacks a move."""
        return self.right == self.trees and not self.without_move

    @property
    def judged(self) -> str:
        """The noun to count: `values` if only moves are missing, otherwise `trees`."""
        if self.without_move and self.right == self.trees:
            return "values"
        return "trees"

    def as_object(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        fits = None if self.fits is None else self.fits.name
        report: dict[str, Any] = {
            "function": self.function,
            "task": self.task.name,
            "cut": self.task.cut,
            "depth": self.task.depth,
            "seed": self.seed,
            "trees": self.trees,
            "right": self.right,
            "first_wrong": None,
            "variant": self.variant,
            "fits": fits,
            "looks_like": list(self.looks_like),
            "not_tried": self.not_tried,
            "without_move": self.without_move,
            "printed": self.printed,
            "given": dict(self.given),
            "skipped": self.skipped,
        }
        wrong = self.first_wrong
        if wrong is not None:
            report["first_wrong"] = {**wrong.as_object(), "smallest": wrong.is_smallest}
        if self.error:
            report["error"] = self.error
        if self.elsewhere:
            report["elsewhere"] = self.elsewhere
        return report

    def text(self) -> str:
        """Return the report in words, one or more lines."""
        if self.error:
            return self.error

        lines = [
            *self.argument_lines(),
            self.describe_counts(),
            *self.origin_lines(),
            *self.wrong_lines(),
            *self.explanation_lines(),
        ]
        return "\n".join(lines)

    def argument_lines(self) -> list[str]:
        """Return a line with the arguments that the function was called with.

        Empty for a program, which has no arguments.
        """
        if not self.given:
            return []

        if self.is_plain:
            words = ", ".join(self.given)
        else:
            words = "; ".join(f"{name} = {value}" for name, value in self.given.items())
        return [f"Called with {words}."]

    def describe_counts(self) -> str:
        """Say on how many trees the search is right, and by which variant of the task.

        The sentence also mentions trees that were not tried, or were left out.
        """
        text = f"{self.right} of {self.trees} {self.judged} right"
        if self.without_move:
            trees = f"{self.without_move}" if self.has_moves else "any"
            text += f"; it returned no move on {trees} of them"
        if self.variant:
            comparison = "as" if self.is_right else "compared with"
            text += f", {comparison} {self.task.title} {self.variant}"
        return f"{text}{self.describe_untried()}."

    def describe_untried(self) -> str:
        """Say how many trees were not tried or left out, and why; for the end of a sentence.

        Return "" if all trees were tried.
        """
        text = ""
        if self.not_tried:
            reason = "Ctrl-C stopped it" if self.interrupted else "three trees ran out of time"
            verb = "was" if self.not_tried == 1 else "were"
            text += f"; {self.not_tried} {verb} not tried, because {reason}"
        if self.skipped:
            verb = "is" if self.skipped == 1 else "are"
            reason = f"{MIN_ROOT_KIND} and this code begins with MAX"
            text += f"; {self.skipped} {verb} left out, because {reason}"
        return text

    def origin_lines(self) -> list[str]:
        """Say where the graded code is defined, if not in the file that was named."""
        if not self.elsewhere:
            return []
        file, _, name = self.function.rpartition(":")
        return [f"{name} is not defined in {Path(file).name}: it is {self.elsewhere}."]

    def wrong_lines(self) -> list[str]:
        """Return two lines: the smallest tree that the search gets wrong, and why.

        Return no lines if the search is right on all trees.
        """
        wrong = self.first_wrong
        if wrong is None:
            return []

        which = "The smallest" if wrong.is_smallest else "A"
        tree = write_tree(wrong.tree, for_programs=True, begins_with_turn=False)
        line = f"{which} tree it gets wrong: {tree}, {wrong.mover()} to move"
        if self.task.depth:
            line += f", {count_in_words(self.task.depth, 'ply', 'plies')} deep"
        return [line, f"  {wrong.why}"]

    def explanation_lines(self) -> list[str]:
        """Return lines that say which known mistakes, or which other task, explain the answers.

        Return no lines if no explanation is known.
        """
        where = f"on all {self.trees} trees" if self.trees > 1 else "on this tree"
        if not self.looks_like:
            return self.other_task_lines(where)

        if self.task.exploration is not None:
            known = ", or ".join(UCT_MISTAKE_PHRASES[name] for name in self.looks_like)
            return [f"{where.capitalize()} it makes the same choices as an MCTS that {known}."]
        if UNCUT_MISTAKES & set(self.looks_like):
            visits = f"{where} it visits exactly the nodes that minimax visits"
            return [f"It never cuts: {visits}. ({REVIEW_QUESTIONS})"]

        known = ", or ".join(map(self.describe_mistake, self.looks_like))
        # A search that fails returns no values to compare.
        behaves = "visits the same nodes as" if self.failures else "behaves exactly like"
        sentence = f"{where.capitalize()} it {behaves} a search that {known}."
        return [sentence, *self.other_task_lines(where)]

    def other_task_lines(self, where: str) -> list[str]:
        """Return a line that names another task that the search does right.

        Return no line if there is no such task. `where` begins the line: `on all 24 trees`.
        """
        if self.fits is None:
            return []
        if self.fits.name == DEEPENING_TASK:
            advice = f"grade it with --task {DEEPENING_TASK}, or grade the function that it calls"
            return [f"{where.capitalize()} it searches once for each depth; {advice}."]
        advice = f"grade it with --task {self.fits.name}"
        return [f"{where.capitalize()} it behaves exactly like {self.fits.title}; {advice}."]

    def describe_mistake(self, mistake: str) -> str:
        """Say what a search with a known mistake does: `cuts even where α = β`.

        `mistake` is the name of the mistake. The words end a sentence about the search.
        """
        if mistake in TABLE_MISTAKES:
            return TABLE_MISTAKES[mistake]
        if mistake != "wrong-rule":
            return KNOWN_MISTAKE_BY_NAME[mistake].does
        if self.task.cut == ">=":
            return "cuts only where α > β, not where they are equal"
        return "cuts even where α = β, not only where α > β"

    def gradescope(self, points: int | None = None) -> dict[str, Any]:
        """Return the JSON of Gradescope's file of results, with a test for each kind of tree.

        The tests share `points` in proportion to their numbers of trees. By default, each tree
        gives one point.
        """
        trees = Counter(kind for kind, _ in self.kinds)
        max_scores: Mapping[str, float] = trees
        if points is not None:
            max_scores = share_points(points, trees)

        results: dict[str, Any] = {
            "output": self.text(),
            "visibility": "visible",
            "stdout_visibility": "hidden",
        }
        if self.error:  # without tests, Gradescope needs a score
            results["score"] = 0
        results["tests"] = [self.gradescope_test(kind, max_scores[kind]) for kind in trees]
        return results

    def gradescope_test(self, kind: str, max_score: float) -> dict[str, Any]:
        """Return Gradescope's test for a kind of tree; each tree with a right answer earns points.

        `max_score` is the number of points if all trees of this kind have right answers.
        """
        rights = [is_right for tree_kind, is_right in self.kinds if tree_kind == kind]
        right = sum(rights)
        count = len(rights)
        return {
            "name": f"{self.task.name}: {kind}",
            "score": round(max_score * right / count, 2),
            "max_score": max_score,
            "visibility": "visible",
            "output": f"{right} of {count} {self.judged} right.",
        }

    def __str__(self) -> str:
        return self.text()
