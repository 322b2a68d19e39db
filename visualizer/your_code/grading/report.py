"""What grading has found: why an answer is wrong, in one true sentence; and the report in words and as JSON."""

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
from visualizer.trace.bounds import Bound, SaidValue
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
    """A tree that goes wrong, what was done there and what is right; says what is wrong with the answer."""

    def __init__(
        self, answer: GivenAnswer, right: RightSearch, fault: WrongPart, *, movers: bool = False
    ) -> None:
        """Take an answer that is wrong."""
        super().__init__(right.asked.tree, answer)
        self.right = right
        self.fault = fault
        self.movers = movers
        self.read = answer.leaves[fault.visit] if fault.visit < len(answer.leaves) else None
        if right.tables is None:
            due = right.leaves
        else:
            due = answer.leaves[1:]
        self.due = due[fault.visit] if fault.visit < len(due) else None

    @cached_property
    def end(self) -> TreeAtStep:
        """The right search at its end."""
        return TreeAtStep(self.right.run.trace)

    @property
    def at(self) -> MovePath | None:
        """The leaf where the visits part: the one that is read and should not be, else the one that should be."""
        if self.fault.what in (SEARCH_FAILED, WRONG_VALUE, WRONG_MOVE):
            return None
        if self.is_wrongly_read() or self.fault.what == WRONG_TABLE_READ:
            return self.read
        return self.due

    def is_wrongly_read(self) -> bool:
        """Return whether the leaf that is read is none that the right search reads, or was read before."""
        return self.read is not None and (
            self.due is None
            or self.right.task.revisits
            or self.read not in self.right.leaves
            or self.read in self.answer.leaves[: self.fault.visit]
        )

    @cached_property
    def why(self) -> str:
        """The sentence."""
        if self.fault.what == SEARCH_FAILED:
            return f"Your search {self.answer.failure}."
        if self.fault.what == WRONG_VALUE:
            value = answer_value_for_max(self.answer, self.right, movers=self.movers)
            assert value is not None
            returned = f"Your search returns {format_number(self.answer.value or 0)}"
            if value != self.answer.value:
                side = f", which is {format_number(value)} from MAX's side"
            else:
                side = ""
            best = self.right.moves[:1]  # none at a leaf
            by = f": {self.mover()} gets that with {self.name((best[0],))}" if best else ""
            return f"{returned}{side}, but the root is worth {format_number(self.right.value)}{by}."
        if self.fault.what == WRONG_MOVE:
            move = self.answer.move or 0
            right = self.right.moves[0]
            values = self.right.values
            return (
                f"Your search plays {self.name((move,))}, which is worth {format_number(values[move])}, but "
                f"{self.name((right,))} is worth {format_number(values[right])}, and {self.mover()} is to move."
            )
        if self.right.task.revisits:
            return self.parted()
        if self.fault.what == WRONG_TABLE_READ:
            return self.searched_again()
        if not self.is_wrongly_read():
            return self.left_out()
        assert self.read is not None
        if self.read in self.answer.leaves[: self.fault.visit]:
            return f"Your search reads {self.leaf(self.read)} a second time."
        return f"Your search reads {self.leaf(self.read)}, {self.skipped(self.read)}."

    # Parts of sentences.

    def leaf(self, path: MovePath) -> str:
        """Return a leaf with its value."""
        if not self.right.asked.is_leaf(path):
            return self.name(path)
        name = sentence_names(self.tree)[path]
        if self.right.asked.estimates and self.tree.at(path).children:
            kind = "node"
        else:
            kind = "leaf"
        return f"{f'{kind} ' if name.isdigit() else ''}{name} = {format_number(self.right.asked.read(path))}"

    def parted(self) -> str:
        """Say which leaf is read and which is to be read where the visits part, in a search that may come again."""
        title = self.right.task.title
        place = self.fault.visit
        read = None if self.read is None else self.leaf(self.read)
        if self.due is None:
            return f"Your search goes on to {read}, but {title} is done after {count_in_words(place, 'leaf', 'leaves')}."
        again = " once more" if self.due in self.right.leaves[:place] else ""
        row = self.right.trace.leaf_rows()[place]
        alpha = self.right.trace.alpha(row)
        beta = self.right.trace.beta(row)
        between = f"asking only whether the value is more than {format_number(alpha)}"
        if beta <= nextafter(alpha, inf):
            why = between
        else:
            why = f"with {format_window((alpha, beta))}"
        wanted = f"{title} reads {self.leaf(self.due)}{again}, {why}"
        did = f"Your search reads {read}" if read else "Your search ends"
        if place:
            when = f"after {count_in_words(place, 'leaf', 'leaves')}"
        elif read:
            when = "first"
        else:
            when = "before it reads a leaf"
        return f"{did} {when}, but at that point {wanted}."

    def left_out(self) -> str:
        """Say that a leaf is not read which is to be read now."""
        assert self.due is not None
        title = self.right.task.name
        due = self.leaf(self.due)
        if self.due in self.answer.leaves:
            assert self.read is not None
            return (
                f"Your search reads {self.leaf(self.read)} before {due}; {title} visits the children from "
                f"left to right."
            )
        return f"Your search never reads {due}, but {title} does{self.still_open(self.due)}."

    def searched_again(self) -> str:
        """Say which position is searched a second time, though its value is known."""
        assert self.right.tables is not None
        path, known = self.right.tables.least.again[0]
        return (
            f"Your search goes through {self.name(path)} again, although that is the same position as "
            f"{self.name(known.path)}, which is worth {format_number(known.value)}; a table should answer it there."
        )

    def still_open(self, path: MovePath) -> str:
        """Say of a leaf that is to be read that the window above it is open then."""
        if not self.right.task.prunes or not path:
            return ""
        row = self.right.run.node_at(path)
        assert row is not None  # the right search reads it
        trace = self.right.run.trace
        alpha = trace.alpha(row)
        beta = trace.beta(row)
        why = "and the rule cuts only where α > β" if alpha == beta else "so its value may matter"
        return f": the window there is {format_window((alpha, beta))}, {why}"

    def skipped(self, path: MovePath) -> str:
        """Say why the right search does not read a leaf."""
        title = self.right.task.name
        node = path
        depth = self.right.asked.depth
        if not self.right.asked.is_leaf(path) and (depth is None or len(path) < depth):
            return "which is not a leaf"
        if depth is not None and len(path) > depth:
            return f"which is below the limit of {count_in_words(depth, 'ply', 'plies')}"
        while (found := self.right.run.node_at(node)) is None:
            node = node[:-1]
        if not self.end.is_cut(found):
            return f"which {title} does not read"
        cut = cut_of(self.right.run, self.end, found)
        assert cut.child is not None  # the right search moves on
        child = self.name(self.right.run.trace.path(cut.child))
        is_leaf = not self.tree.at(self.right.run.trace.path(cut.child)).children
        if is_leaf:
            bound = Bound.EXACT
        elif cut.maximizing:
            bound = Bound.LOWER
        else:
            bound = Bound.UPPER
        worth = f"{child} is worth {SaidValue(cut.value, bound).clause}"
        compared = compare_with_end(cut)
        other = "MIN" if cut.maximizing else "MAX"
        if cut.end.setter is None or cut.bound in (inf, -inf):
            return f"which {title} skips: {worth} ({compared})"
        kept = self.name(self.right.run.trace.path(cut.end.setter))
        has = f"{other} already has {format_number(cut.bound)} with {kept}"
        return f"which {title} skips: {worth}, and {has} ({compared})"

    def step_in(self, trace: Trace) -> int:
        """Return the step in which the visits part, or the first value that is another is returned, in a trace of it.

        It is the last step where there is neither.
        """
        right = self.right.run.trace
        if self.fault.what == WRONG_VALUE and len(trace) == len(right):
            others = (row for row in range(len(trace)) if trace.value(row) != right.value(row))
            steps = map(TreeAtStep(trace).return_step, others)
            return min((step for step in steps if step is not None), default=trace.last_step)
        leaves = trace.leaf_rows()
        if self.fault.what != WRONG_VISITS or self.fault.visit >= len(leaves):
            return trace.last_step
        return trace.enter_step(leaves[self.fault.visit])

    def sides(self) -> tuple[Any, Any]:
        """Return what is expected and what was got: leaves in the order read, or values, or moves."""
        if self.fault.what == WRONG_VALUE:
            return value_as_json(self.right.value), value_as_json(
                answer_value_for_max(self.answer, self.right, movers=self.movers)
            )
        if self.fault.what == WRONG_MOVE:
            return node_name_at(self.tree, (self.right.moves[0],)), node_name_at(
                self.tree, (self.answer.move or 0,)
            )
        wanted = self.right.leaves
        read = self.answer.leaves
        if self.fault.what == WRONG_TABLE_READ and self.right.tables is not None:
            wanted = self.right.tables.least.leaves
        return [node_name_at(self.tree, leaf) for leaf in wanted], [
            node_name_at(self.tree, leaf) for leaf in read
        ]

    def as_object(self) -> dict[str, Any]:
        """Return it for JSON."""
        wanted, got = self.sides()
        at = self.at
        return {
            **tree_as_json(self.tree),
            "at": "" if at is None else node_name_at(self.tree, at),
            "expected": wanted,
            "got": got,
            "why": self.why,
            "what": self.fault.what,
        }


def share_points(points: int, counts: Mapping[str, int]) -> dict[str, float]:
    """Share points out by counts, each with two decimals, so that they add up.

    >>> share_points(10, {"one": 1, "two": 1, "three": 1})
    {'one': 3.33, 'two': 3.34, 'three': 3.33}
    """
    total = sum(counts.values())
    ends = [0, *(round(100 * points * so_far / total) for so_far in accumulate(counts.values()))]
    return {
        kind: (end - begin) / 100 for kind, begin, end in zip(counts, ends, ends[1:], strict=False)
    }


UNCUT_MISTAKES = {"no-pruning", "not-passed-down"}
"""Of the mistakes that come to the same, those that say that nothing is ever cut."""
REVIEW_QUESTIONS = (
    "Does it raise α at MAX and lower β at MIN? Does it pass the window down? Does a negamax swap and negate α and β? "
    "Does it test for a cutoff?"
)


@dataclass(frozen=True)
class GradeReport:
    """How many trees are right, the smallest that is not, and the known mistakes that do the same."""

    function: str
    task: GradedTask
    seed: int | None
    kinds: Sequence[tuple[str, bool]]
    """For each tree the title of its kind, and whether it is right."""
    first_wrong: WrongTree | WrongSampling | None = None
    looks_like: Sequence[str] = ()
    not_tried: int = 0
    without_move: int = 0
    """On how many trees it returned a pair of a value and no move."""
    has_moves: bool = False
    """Whether it returned a move on any tree."""
    printed: str = ""
    failures: Counter[str] = field(default_factory=Counter)
    """How it failed, and how often."""
    error: str = ""
    """Why it could not be loaded, "" where it could."""
    interrupted: bool = False
    """Whether a person has stopped the grading: then the rest is not tried."""
    elsewhere: str = ""
    """Where the graded code is, if that is not the file that was named."""
    variant: str = ""
    """In which of several right ways it does the task, or most nearly so."""
    fits: GradedTask | None = None
    """Another task that it does rightly on all trees."""
    given: Mapping[str, str] = field(default_factory=dict)
    """What each parameter was given, by name."""
    is_plain: bool = True
    """Whether the names of the parameters alone say that."""
    skipped: int = 0
    """How many of a person's own trees were left out, as MIN is to move at their roots and the code begins with MAX."""

    @property
    def trees(self) -> int:
        """Return how many trees there are."""
        return len(self.kinds)

    @property
    def right(self) -> int:
        """Return on how many it is right."""
        return sum(right for _, right in self.kinds)

    @property
    def is_right(self) -> bool:
        """Return whether all are right, and none lacks a move."""
        return self.right == self.trees and not self.without_move

    @property
    def judged(self) -> str:
        """Return what is right where all is: only the values of a search that returns no moves."""
        if self.without_move and self.right == self.trees:
            return "values"
        return "trees"

    def as_object(self) -> dict[str, Any]:
        """Return it for JSON."""
        known = {"error": self.error, "elsewhere": self.elsewhere}
        wrong = self.first_wrong
        return {
            "function": self.function,
            "task": self.task.name,
            "cut": self.task.cut,
            "depth": self.task.depth,
            "seed": self.seed,
            "trees": self.trees,
            "right": self.right,
            "first_wrong": wrong and {**wrong.as_object(), "smallest": wrong.is_smallest},
            "variant": self.variant,
            "fits": self.fits and self.fits.name,
            "looks_like": [*self.looks_like],
            "not_tried": self.not_tried,
            "without_move": self.without_move,
            "printed": self.printed,
            "given": {**self.given},
            "skipped": self.skipped,
            **{name: text for name, text in known.items() if text},
        }

    def text(self) -> str:
        """Return it in words."""
        return self.error or "\n".join(
            [*self.handed(), self.count(), *self.where(), *self.wrong_lines(), *self.finding()]
        )

    def handed(self) -> list[str]:
        """Say what was handed over, by name alone where that says it; nothing of a program."""
        if self.is_plain:
            words = ", ".join(self.given)
        else:
            words = "; ".join(map(" = ".join, self.given.items()))
        return [f"Called with {words}."] if words else []

    def count(self) -> str:
        """Say how many trees are right."""
        right = f"{self.right} of {self.trees} {self.judged} right"
        if self.without_move:
            where = f"{self.without_move}" if self.has_moves else "any"
            right += f"; it returned no move on {where} of them"
        why = "Ctrl-C stopped it" if self.interrupted else "three trees ran out of time"
        were = "was" if self.not_tried == 1 else "were"
        skipped = f"; {self.not_tried} {were} not tried, because {why}" if self.not_tried else ""
        way = "as" if self.is_right else "compared with"
        held = f", {way} {self.task.title} {self.variant}" if self.variant else ""
        were = "is" if self.skipped == 1 else "are"
        left_out = f"; {self.skipped} {were} left out, because {MIN_ROOT_KIND} and this code begins with MAX"
        return f"{right}{held}{skipped}{left_out if self.skipped else ''}."

    def where(self) -> list[str]:
        """Say where the graded code is, if that is not the file that was named; else nothing."""
        file, _, name = self.function.rpartition(":")
        if self.elsewhere:
            return [f"{name} is not defined in {Path(file).name}: it is {self.elsewhere}."]
        return []

    def wrong_lines(self) -> list[str]:
        """Say on which tree it goes wrong, and why; nothing where it does not."""
        wrong = self.first_wrong
        if wrong is None:
            return []
        tree = write_tree(wrong.tree, for_programs=True, begins_with_turn=False)
        limit = (
            f", {count_in_words(self.task.depth, 'ply', 'plies')} deep" if self.task.depth else ""
        )
        which = "The smallest" if wrong.is_smallest else "A"
        return [
            f"{which} tree it gets wrong: {tree}, {wrong.mover()} to move{limit}",
            f"  {wrong.why}",
        ]

    def finding(self) -> list[str]:
        """Say what it looks like, as one finding; nothing where it looks like none of the known mistakes."""
        seen = f"on all {self.trees} trees" if self.trees > 1 else "on this tree"
        if not self.looks_like:
            return self.other_task(seen)
        if self.task.exploration is not None:
            known = ", or ".join(UCT_MISTAKE_PHRASES[name] for name in self.looks_like)
            return [f"{seen.capitalize()} it makes the same choices as an MCTS that {known}."]
        if UNCUT_MISTAKES & {*self.looks_like}:
            return [
                f"It never cuts: {seen} it visits exactly the nodes that minimax visits. ({REVIEW_QUESTIONS})"
            ]
        known = ", or ".join(self.does(name) for name in self.looks_like)
        alike = "visits the same nodes as" if self.failures else "behaves exactly like"
        return [f"{seen.capitalize()} it {alike} a search that {known}.", *self.other_task(seen)]

    def other_task(self, seen: str) -> list[str]:
        """Say which other task it does rightly; nothing where it does none."""
        if self.fits is None:
            return []
        if self.fits.name == DEEPENING_TASK:
            inner = f"grade it with --task {DEEPENING_TASK}, or grade the function that it calls"
            return [f"{seen.capitalize()} it searches once for each depth; {inner}."]
        alike = f"it behaves exactly like {self.fits.title}; grade it with --task {self.fits.name}"
        return [f"{seen.capitalize()} {alike}."]

    def does(self, mistake: str) -> str:
        """Say what a search does that makes a mistake, as the end of a sentence."""
        if mistake in TABLE_MISTAKES:
            return TABLE_MISTAKES[mistake]
        if mistake != "wrong-rule":
            return KNOWN_MISTAKE_BY_NAME[mistake].does
        if self.task.cut == ">=":
            return "cuts only where α > β, not where they are equal"
        return "cuts even where α = β, not only where α > β"

    def gradescope(self, points: int | None = None) -> dict[str, Any]:
        """Return what Gradescope reads: a test for each kind of tree; in all so many points, or one for each tree."""
        rights = Counter(kind for kind, right in self.kinds if right)
        all_of = Counter(kind for kind, _ in self.kinds)
        most = dict(all_of) if points is None else share_points(points, all_of)
        tests = [
            {
                "name": f"{self.task.name}: {kind}",
                "score": round(most[kind] * rights[kind] / count, 2),
                "max_score": most[kind],
                "visibility": "visible",
                "output": f"{rights[kind]} of {count} {self.judged} right.",
            }
            for kind, count in all_of.items()
        ]
        if self.error:
            score = {"score": 0}
        else:
            score = {}
        return {
            "output": self.text(),
            "visibility": "visible",
            "stdout_visibility": "hidden",
            **score,
            "tests": tests,
        }

    def __str__(self) -> str:
        return self.text()
