"""Lessons: frames of searches with a few sentences each, and a question at the end; one TOML file is one lesson."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from visualizer.explaining.measures.summary import visit_counts
from visualizer.look.numbers import format_number
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run, read_path
from visualizer.support.errors import InputError
from visualizer.teach.question import OfferedQuestion, ParsedAnswer, ReasonSteps, whole_reason
from visualizer.trace.tree_at_step import TreeAtStep

LESSON_FOLDER = Path(__file__).parent
LAST_TRY = 2
"""From the end of this lesson on one can solve trees oneself."""


@dataclass(frozen=True, slots=True)
class LessonFrame:
    """A step of one of the lesson's searches, and what is said of it.

    `press` says what to try before going on, if anything, with the names of actions for their keys; `ask` is the kind
    of what is to be predicted there, if any.
    """

    search: str
    at: str
    text: str
    press: str = ""
    view: str = "tree"
    ask: str = ""


class Lesson:
    """One lesson: its searches are made when they are first asked for."""

    def __init__(self, number: int, data: Mapping[str, Any]) -> None:
        """Read what the file of a lesson holds."""
        self.number = number
        self.title = str(data["title"])
        self.about = str(data["about"])
        self.recipes = {
            name: Recipe(
                PositionSpec(row["game"], row.get("position")), SearchSpec.from_spec(row["search"])
            )
            for name, row in data["searches"].items()
        }
        self.frames = tuple(LessonFrame(**row) for row in data["frames"])
        asked = data["question"]
        self.question = LessonQuestion(asked)
        self.closing = LessonFrame(
            asked["search"], asked["at"], asked["ask"], view=asked.get("view", "tree")
        )
        self.run = cache(lambda name: Run(self.recipes[name]).finish())
        """Return one of the searches by its name, finished."""

    def step(self, frame: LessonFrame) -> int:
        """Return the step of a frame.

        `at` is start, end, `enter MOVES` or `return MOVES` (of the first visit), `cut N`,
        `pass N` (its end) or `step N`.
        """
        run = self.run(frame.search)
        word, _, rest = frame.at.partition(" ")
        trace = run.trace
        if word in ("enter", "return"):
            row = run.node_at(read_path(run, rest))
            assert row is not None, f"{rest} is never visited"
            if word == "enter":
                return trace.enter_step(row)
            return trace.return_step(row) or 0
        if word == "cut":
            return trace.cut_step(trace.cuts[int(rest) - 1]) or 0
        if word == "pass":
            return trace.return_step(trace.roots()[int(rest) - 1]) or 0
        if word == "step":
            return int(rest)
        return 0 if word == "start" else trace.last_step

    def asked(self, frame: LessonFrame) -> frozenset[str]:
        """Return the kinds that are asked at a frame: one, or none."""
        return frozenset({frame.ask} if frame.ask else ())

    def text(self, frame: LessonFrame, *, heard: bool = False) -> str:
        """Return what is said of a frame, with the facts of the searches: `{small.nodes}`, `{small.best}`.

        What stands in square brackets is about signs of the picture, and is left out for who hears it.
        """
        text = re.sub(r"\[.*?\]" if heard else r"[\[\]]", "", frame.text)
        return re.sub(r"\{(\w+)\.(\w+)\}", lambda found: self.fact(*found.groups()), text)

    def fact(self, search: str, name: str) -> str:
        """Return a fact of a search: nodes, leaves, cutoffs, pruned, value, best, passes."""
        run = self.run(search)
        tree = TreeAtStep(run.trace)
        if name == "value":
            return format_number(run.trace.value(run.trace.roots()[-1]))
        if name == "best":
            return run.names(run.path(tree.result().line[0]))[-1]
        return f"{getattr(visit_counts(tree), name):,}"


class LessonQuestion(OfferedQuestion):
    """The question at the end of a lesson: each answer has a reason of its own, which is told whole."""

    kind = "lesson"

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Read the question of a lesson's file."""
        self.asks = data["ask"]
        self.whys = {row["words"]: row["why"] for row in data["choices"]}
        self.offered = (*self.whys,)
        (self.right,) = (row["words"] for row in data["choices"] if row.get("right"))

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        return whole_reason(self.whys[given.answer])


def lesson_numbers() -> list[int]:
    """Return the numbers of the lessons there are, in order."""
    return sorted(int(file.stem) for file in LESSON_FOLDER.glob("*.toml"))


@cache
def read_lesson(number: int) -> Lesson:
    """Return a lesson; InputError if there is none with this number."""
    if number not in lesson_numbers():
        raise InputError(
            f"there is no lesson {number:,}; there are {lesson_numbers()[0]} to {lesson_numbers()[-1]}"
        )
    return Lesson(
        number, tomllib.loads((LESSON_FOLDER / f"{number}.toml").read_text(encoding="utf-8"))
    )
