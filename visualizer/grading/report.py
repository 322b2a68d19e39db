"""What grading has found: in words, as JSON, for Gradescope, and for a notebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from visualizer.grading.answers import as_json
from visualizer.grading.faults import MOVE, VALUE, VISITS, value_of
from visualizer.grading.mistakes import BY_NAME
from visualizer.grading.reasons import SIDES, Reason
from visualizer.grading.reference import GradedTask
from visualizer.grading.trees import CHANCE, MAX
from visualizer.measures.summary import many
from visualizer.trace.rows import LEAVES, Trace
from visualizer.trace.tree_at_step import TreeAtStep

UNCUT = {"no-pruning", "not-passed-down"}
"""Of the mistakes that come to the same, those that say that nothing is ever cut."""
QUESTIONS = "Is α raised? Is the window handed down? Is there a test?"


class WrongTree(Reason):
    """The smallest tree that goes wrong, what was done there, and what is right."""

    def step_in(self, trace: Trace) -> int:
        """Return the step in which the visits part, or the first value that is another is returned, in a trace of it.

        It is the last step where there is neither.
        """
        right = self.right.run.trace
        if self.fault.what == VALUE and len(trace) == len(right):
            others = (row for row in range(len(trace)) if trace.value(row) != right.value(row))
            steps = map(TreeAtStep(trace).return_step, others)
            return min((step for step in steps if step is not None), default=trace.last_step)
        leaves = [number for number, row in enumerate(trace) if row.kind in LEAVES]
        if self.fault.what != VISITS or self.fault.visit >= len(leaves):
            return trace.last_step
        return trace.enter_step(leaves[self.fault.visit])

    def sides(self) -> tuple[Any, Any]:
        """Return what is expected and what was got: leaves in the order read, or values, or moves."""
        if self.fault.what == VALUE:
            return as_json(self.right.value), as_json(value_of(self.answer, self.right, movers=self.movers))
        if self.fault.what == MOVE:
            return self.tree.name_at((self.right.moves[0],)), self.tree.name_at((self.answer.move or 0,))
        wanted, read = self.right.leaves, self.answer.leaves
        return [*map(self.tree.name_at, wanted)], [*map(self.tree.name_at, read)]

    def as_object(self) -> dict[str, Any]:
        """Return it for JSON."""
        (wanted, got), at = self.sides(), self.at
        return {
            **self.tree.as_sent(), "at": "" if at is None else self.tree.name_at(at), "expected": wanted, "got": got,
            "why": self.why(), "what": self.fault.what,
        }  # fmt: skip


@dataclass(frozen=True)
class GradeReport:
    """How many trees are right, the smallest that is not, and the known mistakes that do the same."""

    function: str
    task: GradedTask
    seed: int | None
    kinds: Sequence[tuple[str, bool]]
    """For each tree the title of its kind, and whether it is right."""
    first_wrong: WrongTree | None = None
    looks_like: Sequence[str] = ()
    not_tried: int = 0
    printed: str = ""
    failures: Counter[str] = field(default_factory=Counter)
    """How it failed, and how often."""
    error: str = ""
    """Why it could not be loaded, "" where it could."""
    interrupted: bool = False
    """Whether a person has stopped the grading: then the rest is not tried."""
    elsewhere: str = ""
    """Where the graded code is, if that is not the file that was named."""

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
        """Return whether all are right."""
        return self.right == self.trees

    def as_object(self) -> dict[str, Any]:
        """Return it for JSON."""
        known = {"error": self.error, "elsewhere": self.elsewhere}
        return {
            "function": self.function, "task": self.task.name, "cut": self.task.cut, "depth": self.task.depth,
            "seed": self.seed, "trees": self.trees, "right": self.right,
            "first_wrong": self.first_wrong and self.first_wrong.as_object(),
            "looks_like": [*self.looks_like], "not_tried": self.not_tried, "printed": self.printed,
            **{name: text for name, text in known.items() if text},
        }  # fmt: skip

    def text(self) -> str:
        """Return it in words."""
        return self.error or "\n".join([self.count(), *self.where(), *self.wrong_lines(), *self.finding()])

    def count(self) -> str:
        """Say how many trees are right."""
        right = f"{self.right} of {self.trees} trees right"
        why = "Ctrl-C stopped it" if self.interrupted else "it did not end on three"
        were = "was" if self.not_tried == 1 else "were"
        skipped = f"; {self.not_tried} {were} not tried, as {why}" if self.not_tried else ""
        return f"{right}{skipped}."

    def where(self) -> list[str]:
        """Say where the graded code is, if that is not the file that was named; else nothing."""
        file, _, name = self.function.rpartition(":")
        return [f"{name} is not written in {Path(file).name}: it is {self.elsewhere}."] if self.elsewhere else []

    def wrong_lines(self) -> list[str]:
        """Say on which tree it goes wrong, and why; nothing where it does not."""
        wrong = self.first_wrong
        if wrong is None:
            return []
        turn = MAX if wrong.tree.mover == CHANCE else wrong.tree.mover  # who moves at the root is said behind the tree
        limit = f", {many(self.task.depth, 'ply', 'plies')} deep" if self.task.depth else ""
        return [
            f"The smallest that is wrong: {wrong.tree.text(turn)}, {SIDES[wrong.tree.mover]} to move{limit}",
            f"  {wrong.why()}",
        ]

    def finding(self) -> list[str]:
        """Say what it looks like, as one finding; nothing where it looks like none of the known mistakes."""
        if not self.looks_like:
            return []
        seen = f"on all {self.trees} trees" if self.trees > 1 else "on this tree"
        if UNCUT & {*self.looks_like}:
            return [f"Nothing is ever cut: {seen} it visits what minimax visits. ({QUESTIONS})"]
        known = ", or ".join(self.does(name) for name in self.looks_like)
        returned = "" if self.failures else " and returns"
        return [f"{seen.capitalize()} it visits{returned} what a search does that {known}."]

    def does(self, mistake: str) -> str:
        """Say what a search does that makes a mistake, as the end of a sentence."""
        if mistake != "wrong-rule":
            return BY_NAME[mistake].does
        if self.task.cut == ">=":
            return "cuts only where α > β, and not already where they are equal"
        return "cuts already where α = β, and not only where α > β"

    def gradescope(self) -> dict[str, Any]:
        """Return what Gradescope reads: a test for each kind of tree."""
        rights, all_of = Counter(kind for kind, right in self.kinds if right), Counter(kind for kind, _ in self.kinds)
        tests = [
            {
                "name": f"{self.task.name}: {kind}", "score": rights[kind], "max_score": count,
                "output": f"{rights[kind]} of {count} trees right.", "visibility": "visible",
            }
            for kind, count in all_of.items()
        ]  # fmt: skip
        return {"output": self.text(), "visibility": "visible", "stdout_visibility": "hidden", "tests": tests}

    def __str__(self) -> str:
        return self.text()
