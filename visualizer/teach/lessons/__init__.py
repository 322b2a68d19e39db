"""Lessons: frames of searches with a few sentences each, then a question. Each is a TOML file."""

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
FIRST_LESSON_WITH_PRACTICE = 2
"""A reader who has read lessons up to this one is ready to solve trees."""


@dataclass(frozen=True, slots=True)
class LessonFrame:
    """A step of one of the lesson's searches, with its text.

    `at` names the step, as in `Lesson.step`. `press` suggests something to try before going on,
    with the names of actions in place of their keys. `ask` is the kind of question that the frame
    asks about the next step; "" for none.
    """

    search: str
    at: str
    text: str
    press: str = ""
    view: str = "tree"
    ask: str = ""


class Lesson:
    """One lesson, whose searches run when they are first needed."""

    def __init__(self, number: int, data: Mapping[str, Any]) -> None:
        """Take a lesson's number, and `data`, the contents of its file."""
        self.number = number
        self.title = str(data["title"])
        self.about = str(data["about"])
        self.recipes = {name: read_recipe(row) for name, row in data["searches"].items()}
        self.frames = tuple(LessonFrame(**row) for row in data["frames"])

        question = data["question"]
        self.question = LessonQuestion(question)
        self.closing = LessonFrame(
            question["search"],
            question["at"],
            question["ask"],
            view=question.get("view", "tree"),
        )
        # Cached: several frames show the same search, and each search takes a moment.
        self.run = cache(lambda name: Run(self.recipes[name]).finish())
        """Return the finished search with a name; it runs when it is first needed."""

    def step(self, frame: LessonFrame) -> int:
        """Return the step of the search that a frame shows.

        The frame's `at` is one of: `start`, `end`, `enter MOVES` or `return MOVES` (the first visit
        to the node after these moves), `cut N` (the n-th cut), `pass N` (the end of the n-th pass
        of iterative deepening), or `step N`.
        """
        run = self.run(frame.search)
        trace = run.trace
        word, _, rest = frame.at.partition(" ")
        step: int | None
        match word:
            case "enter":
                step = trace.enter_step(self._row(run, rest))
            case "return":
                step = trace.return_step(self._row(run, rest))
            case "cut":
                step = trace.cut_step(trace.cuts[int(rest) - 1])
            case "pass":
                step = trace.return_step(trace.roots()[int(rest) - 1])
            case "step":
                step = int(rest)
            case "start":
                step = 0
            case _:
                step = trace.last_step
        # The step is None if the search never comes there: then show the start.
        return step or 0

    def _row(self, run: Run, moves: str) -> int:
        """Return the row of the first visit to the node that moves lead to."""
        row = run.node_at(read_path(run, moves))
        assert row is not None, f"{moves} is never visited"
        return row

    def asked(self, frame: LessonFrame) -> frozenset[str]:
        """Return the kind of question that a frame asks, as a set of one kind or an empty set."""
        if not frame.ask:
            return frozenset()
        return frozenset({frame.ask})

    def text(self, frame: LessonFrame, *, heard: bool = False) -> str:
        """Return a frame's text, with facts about the searches for words such as `{small.nodes}`.

        Words in square brackets are about signs in the picture: they are left out for a reader who
        hears the lesson (`heard`), and otherwise only lose their brackets.
        """
        unwanted = r"\[.*?\]" if heard else r"[\[\]]"
        text = re.sub(unwanted, "", frame.text)
        return re.sub(r"\{(\w+)\.(\w+)\}", lambda match: self.fact(*match.groups()), text)

    def fact(self, search: str, name: str) -> str:
        """Return a fact about one of the searches as a string.

        `search` is its name in the lesson; `name` is nodes, leaves, cutoffs, pruned, passes, value
        (of the root) or best (the root's best move).
        """
        run = self.run(search)
        tree = TreeAtStep(run.trace)
        if name == "value":
            last_root = run.trace.roots()[-1]
            return format_number(run.trace.value(last_root))
        if name == "best":
            best_child = tree.result().line[0]
            best_path = run.path(best_child)
            return run.names(best_path)[-1]
        return f"{getattr(visit_counts(tree), name):,}"


def read_recipe(row: Mapping[str, str]) -> Recipe:
    """Return the recipe in a row of a lesson's file: a game, perhaps a position, and a search."""
    where = PositionSpec(row["game"], row.get("position"))
    return Recipe(where, SearchSpec.from_spec(row["search"]))


class LessonQuestion(OfferedQuestion):
    """The question at the end of a lesson; each answer has a reason, which is told in full."""

    kind = "lesson"

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Read the question of a lesson's file."""
        self.asks = data["ask"]
        self.whys = {row["words"]: row["why"] for row in data["choices"]}
        self.offered = (*self.whys,)
        # This raises an error if the file does not have exactly one right answer.
        (self.right,) = (row["words"] for row in data["choices"] if row.get("right"))

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        return whole_reason(self.whys[given.answer])


def lesson_numbers() -> list[int]:
    """Return the numbers of all lessons, in order."""
    return sorted(int(file.stem) for file in LESSON_FOLDER.glob("*.toml"))


@cache
def read_lesson(number: int) -> Lesson:
    """Return a lesson by its number; InputError if it does not exist."""
    numbers = lesson_numbers()
    if number not in numbers:
        raise InputError(f"there is no lesson {number:,}; there are {numbers[0]} to {numbers[-1]}")
    file = LESSON_FOLDER / f"{number}.toml"
    return Lesson(number, tomllib.loads(file.read_text(encoding="utf-8")))
