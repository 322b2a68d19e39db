"""The report of a grading, in words and as JSON, with the reason why an answer is wrong."""

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
        """Find the leaf that the search reads at its first fault, and the leaf it should read.

        With `for_mover`, the answer gives its value from the side of the player to move at the
        root.
        """
        super().__init__(right.search_task.tree, answer)
        self.right = right
        self.fault = fault
        self.for_mover = for_mover
        self.read_leaf = leaf_at(answer.leaves, fault.visit)
        """The leaf that the search reads at its first wrong visit, or None if it ends instead."""
        self.expected_leaf = leaf_at(right.leaves, fault.visit)
        """The leaf that the search should read instead, or None if it should end."""
        # A search with a table may skip leaves of the right search, so assume that the next leaf
        # that it reads is right.
        if right.tables is not None:
            self.expected_leaf = leaf_at(answer.leaves, fault.visit + 1)

    @cached_property
    def final_right_tree(self) -> TreeAtStep:
        """The tree at the end of the right search."""
        return TreeAtStep(self.right.run.trace)

    @property
    def at(self) -> MovePath | None:
        """The leaf that was wrongly read or missed; None if the leaves are right."""
        if self.fault.what in (SEARCH_FAILED, WRONG_VALUE, WRONG_MOVE):
            return None
        if self.is_wrongly_read() or self.fault.what == WRONG_TABLE_READ:
            return self.read_leaf
        return self.expected_leaf

    def is_wrongly_read(self) -> bool:
        """Return whether the search should not read `read_leaf` at all, or not a second time."""
        if self.read_leaf is None:
            return False
        if self.expected_leaf is None or self.right.task.revisits:
            return True
        return self.read_leaf not in self.right.leaves or self.was_read_before()

    def was_read_before(self) -> bool:
        """Return whether the search has read `read_leaf` before its first wrong visit."""
        return self.read_leaf in self.answer.leaves[: self.fault.visit]

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
        # If a right search may read a leaf twice, a leaf that is read again is not always wrong.
        if self.right.task.revisits:
            return self.describe_first_difference()
        if what == WRONG_TABLE_READ:
            return self.describe_repeated_position()
        return self.describe_leaf()

    def describe_value(self) -> str:
        """Say what the search returned, what the root is worth, and which move achieves that."""
        value = self.answer.value
        value_for_max = answer_value_for_max(self.answer, self.right, for_mover=self.for_mover)
        assert value is not None
        assert value_for_max is not None
        returned = f"Your search returns {format_number(value)}"
        if value_for_max != value:
            returned += f", which is {format_number(value_for_max)} from MAX's side"

        worth = f"the root is worth {format_number(self.right.value)}"
        if self.right.moves:  # a root that is a leaf has none
            worth += f": {self.mover()} gets that with {self.name((self.right.moves[0],))}"
        return f"{returned}, but {worth}."

    def describe_move(self) -> str:
        """Say how much the returned move is worth, and which move is better."""
        move = self.answer.move
        assert move is not None
        best = self.right.moves[0]
        values = self.right.values
        return (
            f"Your search plays {self.name((move,))}, which is worth {format_number(values[move])},"
            f" but {self.name((best,))} is worth {format_number(values[best])}, and {self.mover()} "
            "is to move."
        )

    def describe_leaf(self) -> str:
        """Say which leaf the search misses, or which leaf it should not read, and why."""
        if not self.is_wrongly_read():
            return self.describe_missed_leaf()

        assert self.read_leaf is not None
        if self.was_read_before():
            return f"Your search reads {self.leaf_in_words(self.read_leaf)} a second time."
        why = self.why_skipped(self.read_leaf)
        return f"Your search reads {self.leaf_in_words(self.read_leaf)}, {why}."

    def describe_first_difference(self) -> str:
        """Describe the first visit at which the search and the right search differ.

        This is for tasks in which a leaf may be read more than once.
        """
        title = self.right.task.title
        visit = self.fault.visit
        read = "" if self.read_leaf is None else self.leaf_in_words(self.read_leaf)
        leaves_before = count_in_words(visit, "leaf", "leaves")
        if self.expected_leaf is None:
            return f"Your search goes on to {read}, but {title} is done after {leaves_before}."

        if visit:
            when = f"after {leaves_before}"
        elif read:
            when = "first"
        else:
            when = "before it reads a leaf"
        action = f"Your search reads {read}" if read else "Your search ends"

        again = " once more" if self.expected_leaf in self.right.leaves[:visit] else ""
        expected = f"{self.leaf_in_words(self.expected_leaf)}{again}, {self.describe_window(visit)}"
        return f"{action} {when}, but at that point {title} reads {expected}."

    def describe_window(self, visit: int) -> str:
        """Describe the window in which the right search reads a leaf, as the end of a sentence.

        `visit` is the number of the visit, from 0. For a null window, say what it asks.
        """
        row = self.right.trace.leaf_rows()[visit]
        alpha = self.right.trace.alpha(row)
        beta = self.right.trace.beta(row)
        # The narrowest possible window, with no other floating-point number inside.
        is_null_window = beta <= nextafter(alpha, inf)
        if is_null_window:
            return f"asking only whether the value is more than {format_number(alpha)}"
        return f"with {format_window((alpha, beta))}"

    def describe_missed_leaf(self) -> str:
        """Say which leaf the search never reads, or reads only after a leaf further right."""
        assert self.expected_leaf is not None
        title = self.right.task.name
        leaf = self.leaf_in_words(self.expected_leaf)
        if self.expected_leaf not in self.answer.leaves:
            why = self.why_read(self.expected_leaf)
            return f"Your search never reads {leaf}, but {title} does{why}."

        assert self.read_leaf is not None
        read = self.leaf_in_words(self.read_leaf)
        return (
            f"Your search reads {read} before {leaf}; {title} visits the children from left to "
            "right."
        )

    def describe_repeated_position(self) -> str:
        """Say which position the search examines again, although a table would know its value."""
        assert self.right.tables is not None
        path, known = self.right.tables.with_minimal_table.table_hits[0]
        return (
            f"Your search goes through {self.name(path)} again, although that is the same position "
            f"as {self.name(known.path)}, which is worth {format_number(known.value)}; a table "
            "should answer it there."
        )

    def leaf_in_words(self, path: MovePath) -> str:
        """Return the name and the value of a node: `a1 = 3`, or `leaf 3 = 5` if its name is 3.

        If the node has no value in this task, return only the name.
        """
        search_task = self.right.search_task
        if not search_task.is_leaf(path):
            return self.name(path)

        name = sentence_names(self.tree)[path]
        equation = f"{name} = {format_number(search_task.read(path))}"
        if not name.isdigit():
            return equation
        has_estimate = search_task.estimates and self.tree.at(path).children
        return f"node {equation}" if has_estimate else f"leaf {equation}"

    def why_read(self, path: MovePath) -> str:
        """Say why the right search reads a leaf, as the end of a sentence: its window is open.

        Return "" if the leaf is the root, or if the task does not prune.
        """
        is_root = not path
        if not self.right.task.prunes or is_root:
            return ""

        row = self.right.run.node_at(path)
        assert row is not None  # the right search reads the leaf
        trace = self.right.run.trace
        alpha = trace.alpha(row)
        beta = trace.beta(row)
        # Equal ends, α = β, do not cause a cutoff if the cut rule is α > β.
        if alpha == beta:
            reason = "and the rule cuts only where α > β"
        else:
            reason = "so its value may matter"
        return f": the window there is {format_window((alpha, beta))}, {reason}"

    def why_skipped(self, path: MovePath) -> str:
        """Say why the right search does not read a leaf, as the end of a sentence about it."""
        depth = self.right.search_task.depth
        if depth is not None and len(path) > depth:
            return f"which is below the limit of {count_in_words(depth, 'ply', 'plies')}"
        if not self.right.search_task.is_leaf(path):
            return "which is not a leaf"

        row = self.lowest_visited_row(path)
        if not self.final_right_tree.is_cut(row):
            return f"which {self.right.task.name} does not read"
        return f"which {self.right.task.name} skips: {self.describe_cut(row)}"

    def lowest_visited_row(self, path: MovePath) -> int:
        """Return the row of the last node on a path that the right search visits."""
        row = self.right.run.node_at(path)
        while row is None:
            path = path[:-1]
            row = self.right.run.node_at(path)
        return row

    def describe_cut(self, row: int) -> str:
        """Say why the right search cuts off the node in a row of its trace.

        A child's value has reached the bound of the opponent, who already has a move further up
        that is at least as good.
        """
        cut = cut_of(self.right.run, self.final_right_tree, row)
        trace = self.right.run.trace
        assert cut.child is not None  # the right search makes a move before it cuts

        child = trace.path(cut.child)
        bound = self.kind_of_bound(child, maximizing=cut.maximizing)
        worth = f"{self.name(child)} is worth {ValueInWords(cut.value, bound).clause}"
        comparison = compare_with_end(cut)
        # No move has set a bound that is infinite, or that was given at the start of the search.
        if cut.end.setter is None or cut.bound in (inf, -inf):
            return f"{worth} ({comparison})"

        opponent = "MIN" if cut.maximizing else "MAX"
        setter = self.name(trace.path(cut.end.setter))
        bound_text = f"{opponent} already has {format_number(cut.bound)} with {setter}"
        return f"{worth}, and {bound_text} ({comparison})"

    def kind_of_bound(self, child: MovePath, *, maximizing: bool) -> Bound:
        """Return whether the value of a child that causes a cutoff is exact or a bound.

        `maximizing` says whether MAX moves at the parent. Only the value of a leaf is exact.
        """
        if not self.tree.at(child).children:
            return Bound.EXACT
        return Bound.LOWER if maximizing else Bound.UPPER

    def first_wrong_step(self, trace: Trace) -> int:
        """Return the step at which the graded code first differs from the right search.

        `trace` is the trace of the graded code. If there is no difference, return its last step.
        """
        # If the lengths differ, a row does not belong to the same node in both traces.
        has_same_length = len(trace) == len(self.right.run.trace)
        if self.fault.what == WRONG_VALUE and has_same_length:
            return self.step_of_wrong_value(trace)

        leaves = trace.leaf_rows()
        if self.fault.what == WRONG_VISITS and self.fault.visit < len(leaves):
            return trace.enter_step(leaves[self.fault.visit])
        # All visits are right, or the search ends too early.
        return trace.last_step

    def step_of_wrong_value(self, trace: Trace) -> int:
        """Return the first step at which a node returns a wrong value, or else the last step.

        `trace` must have the same rows as the right search.
        """
        right = self.right.run.trace
        wrong_rows = [row for row in range(len(trace)) if trace.value(row) != right.value(row)]
        steps = map(TreeAtStep(trace).return_step, wrong_rows)
        return min((step for step in steps if step is not None), default=trace.last_step)

    def expected_and_got(self) -> tuple[Any, Any]:
        """Return what is wrong in the answer as JSON: what was expected, and what was given.

        Both are values, names of moves, or lists of the names of the leaves read.
        """
        if self.fault.what == WRONG_VALUE:
            value = answer_value_for_max(self.answer, self.right, for_mover=self.for_mover)
            return value_as_json(self.right.value), value_as_json(value)
        if self.fault.what == WRONG_MOVE:
            assert self.answer.move is not None
            best = (self.right.moves[0],)
            return node_name_at(self.tree, best), node_name_at(self.tree, (self.answer.move,))
        return self.leaf_names(self.expected_leaves()), self.leaf_names(self.answer.leaves)

    def expected_leaves(self) -> Sequence[MovePath]:
        """Return the leaves that the search should read, in order."""
        # A search that does not use its table is compared with one that uses it as little as
        # possible.
        if self.fault.what == WRONG_TABLE_READ and self.right.tables is not None:
            return self.right.tables.with_minimal_table.leaves
        return self.right.leaves

    def leaf_names(self, leaves: Sequence[MovePath]) -> list[str]:
        """Return the names of leaves for JSON."""
        return [node_name_at(self.tree, leaf) for leaf in leaves]

    def as_object(self) -> dict[str, Any]:
        """Return the tree as a JSON object, with what the search should do and what it does."""
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
    """Return the leaf of the visit with a number from 0, or None if there are fewer visits."""
    return leaves[visit] if visit < len(leaves) else None


def share_points(points: int, counts: Mapping[str, int]) -> dict[str, float]:
    """Divide points among the keys of `counts`, in proportion to the counts.

    The shares have two decimals, and their sum is exactly `points`.

    >>> share_points(10, {"one": 1, "two": 1, "three": 1})
    {'one': 3.33, 'two': 3.34, 'three': 3.33}
    """
    total = sum(counts.values())
    # Rounding the running totals (in hundredths of a point), not the shares, keeps the sum exact.
    running_counts = accumulate(counts.values())
    running_totals = [round(100 * points * count / total) for count in running_counts]
    shares: dict[str, float] = {}
    total_before = 0
    for kind, running_total in zip(counts, running_totals, strict=True):
        shares[kind] = (running_total - total_before) / 100
        total_before = running_total
    return shares


UNCUT_MISTAKES = {"no-pruning", "not-passed-down"}
"""Mistakes after which a search never cuts off anything."""
REVIEW_QUESTIONS = (
    "Does it raise α at MAX and lower β at MIN? Does it pass the window down? Does a negamax swap "
    "and negate α and β? Does it test for a cutoff?"
)


@dataclass(frozen=True)
class GradeReport:
    """How many answers of a search are right, and which mistakes explain the wrong ones."""

    function: str
    task: GradedTask
    seed: int | None
    kinds: Sequence[tuple[str, bool]]
    """For each tree, the title of its kind, and whether the answer is right."""
    first_wrong: WrongTree | WrongSampling | None = None
    """The smallest tree found on which the answer is wrong, or None if all answers are right."""
    looks_like: Sequence[str] = ()
    """Names of known mistakes that explain the answers on all trees."""
    not_tried: int = 0
    """The number of trees that were not tried."""
    without_move: int = 0
    """The number of trees on which the search returned a pair of a value and no move."""
    has_moves: bool = False
    """Whether the search returned a move on any tree."""
    printed: str = ""
    failures: Counter[str] = field(default_factory=Counter)
    """How often the search failed, by the description of the failure."""
    error: str = ""
    """Why the code could not be loaded, or ""."""
    interrupted: bool = False
    """Whether Ctrl-C stopped the grading, so that later trees were not tried."""
    elsewhere: str = ""
    """Where the graded code is defined, if not in the file that was named."""
    variant: str = ""
    """The variant of the task with the fewest wrong answers, in words."""
    fits: GradedTask | None = None
    """Another task that the search does right on all trees, if there is one."""
    given: Mapping[str, str] = field(default_factory=dict)
    """The argument that each parameter was given in words, by the parameter's name."""
    forms: Mapping[str, str] = field(default_factory=dict)
    """The form of the tree in words, by the name of its parameter, if it is not made of nodes."""
    is_plain: bool = True
    """Whether the names of the parameters alone explain the arguments."""
    skipped: int = 0
    """The number of the user's trees left out because MIN is to move at their roots."""

    @property
    def trees(self) -> int:
        """The number of trees."""
        return len(self.kinds)

    @property
    def right(self) -> int:
        """The number of trees with a right answer."""
        return sum(is_right for _, is_right in self.kinds)

    @property
    def is_right(self) -> bool:
        """Whether all answers are right, and no move is missing."""
        return self.right == self.trees and not self.without_move

    @property
    def counted_noun(self) -> str:
        """What the report counts: "values" if only moves are missing, otherwise "trees"."""
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
        """Return a line with the arguments of the function; no line for a program."""
        if not self.given:
            return []

        if self.is_plain:
            forms = {name: f"{name} as {form}" for name, form in self.forms.items()}
            words = ", ".join(forms.get(name, name) for name in self.given)  # only the names
        else:
            words = "; ".join(f"{name} = {value}" for name, value in self.given.items())
        return [f"Called with {words}."]

    def describe_counts(self) -> str:
        """Say how many trees the search gets right, and for which variant of the task.

        The sentence also mentions trees that were not tried, or were left out.
        """
        text = f"{self.right} of {self.trees} {self.counted_noun} right"
        if self.without_move:
            # A search that never returns a move gets "no move on any of them".
            number = f"{self.without_move}" if self.has_moves else "any"
            text += f"; it returned no move on {number} of them"
        if self.variant:
            comparison = "as" if self.is_right else "compared with"
            text += f", {comparison} {self.task.title} {self.variant}"
        return f"{text}{self.describe_untried()}."

    def describe_untried(self) -> str:
        """Say how many trees were not tried or left out, and why, as the end of a sentence.

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
        """Return a line that says where the graded code is defined.

        Return no line if it is defined in the file that was named.
        """
        if not self.elsewhere:
            return []
        file, _, name = self.function.rpartition(":")
        return [f"{name} is not defined in {Path(file).name}: it is {self.elsewhere}."]

    def wrong_lines(self) -> list[str]:
        """Return two lines: the smallest tree that the search gets wrong, and the reason.

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

        Return no lines if there is no explanation.
        """
        where = f"on all {self.trees} trees" if self.trees > 1 else "on this tree"
        if not self.looks_like:
            return self.other_task_lines(where)

        if self.task.exploration is not None:
            mistakes = ", or ".join(UCT_MISTAKE_PHRASES[name] for name in self.looks_like)
            return [f"{where.capitalize()} it makes the same choices as an MCTS that {mistakes}."]
        if UNCUT_MISTAKES & set(self.looks_like):
            observation = f"{where} it visits exactly the nodes that minimax visits"
            return [f"It never cuts: {observation}. ({REVIEW_QUESTIONS})"]

        mistakes = ", or ".join(map(self.describe_mistake, self.looks_like))
        # After a failure, there is no value to compare.
        behaves = "visits the same nodes as" if self.failures else "behaves exactly like"
        sentence = f"{where.capitalize()} it {behaves} a search that {mistakes}."
        return [sentence, *self.other_task_lines(where)]

    def other_task_lines(self, where: str) -> list[str]:
        """Return a line that names another task that the search does right.

        Return no line if there is no such task. `where` is the start of the line, such as "on all
        24 trees".
        """
        if self.fits is None:
            return []
        if self.fits.name == DEEPENING_TASK:
            advice = f"grade it with --task {DEEPENING_TASK}, or grade the function that it calls"
            return [f"{where.capitalize()} it searches once for each depth; {advice}."]
        advice = f"grade it with --task {self.fits.name}"
        return [f"{where.capitalize()} it behaves exactly like {self.fits.title}; {advice}."]

    def describe_mistake(self, mistake: str) -> str:
        """Say what a search with the mistake called `mistake` does, such as "never cuts".

        The words are the end of a sentence about the search.
        """
        if mistake in TABLE_MISTAKES:
            return TABLE_MISTAKES[mistake]
        if mistake != "wrong-rule":
            return KNOWN_MISTAKE_BY_NAME[mistake].does
        if self.task.cut == ">=":
            return "cuts only where α > β, not where they are equal"
        return "cuts even where α = β, not only where α > β"

    def gradescope(self, points: int | None = None) -> dict[str, Any]:
        """Return the contents of Gradescope's results file, with one test for each kind of tree.

        `points` are divided among the tests in proportion to their numbers of trees. By default,
        each tree gives one point.
        """
        tree_counts = Counter(kind for kind, _ in self.kinds)
        max_scores: Mapping[str, float] = tree_counts
        if points is not None:
            max_scores = share_points(points, tree_counts)

        results: dict[str, Any] = {
            "output": self.text(),
            "visibility": "visible",
            "stdout_visibility": "hidden",
        }
        if self.error:  # without tests, Gradescope needs a score
            results["score"] = 0
        results["tests"] = [self.gradescope_test(kind, max_scores[kind]) for kind in tree_counts]
        return results

    def gradescope_test(self, kind: str, max_score: float) -> dict[str, Any]:
        """Return Gradescope's test for the trees of one kind.

        The score is the part of `max_score` that belongs to the trees with right answers.
        """
        results = [is_right for tree_kind, is_right in self.kinds if tree_kind == kind]
        right = sum(results)
        count = len(results)
        return {
            "name": f"{self.task.name}: {kind}",
            "score": round(max_score * right / count, 2),
            "max_score": max_score,
            "visibility": "visible",
            "output": f"{right} of {count} {self.counted_noun} right.",
        }

    def __str__(self) -> str:
        return self.text()
