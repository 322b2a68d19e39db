"""An exercise: its questions about the search of a written tree, its rules and its marks.

A sheet asks about all nodes at once (`sheet.py`), a search by hand for one step after the other
(`by_hand/`). `attempt.py` has what a person answers one by one. A new exercise is a file beside
`sheet.py`, a new level a row in `rules.py`, and a new tree of the course a row in `course.toml`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from visualizer.look.numbers import json_number
from visualizer.searching.data_files import FileEntry
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.searching.run import Run
from visualizer.searching.search_options import MAX_OPTION_COUNT
from visualizer.support.errors import InputError, read_text
from visualizer.teach.question import AnswerValue, Judgement
from visualizer.teach.rules import ExerciseRules

MAX_EXERCISE_NODES = 2_000
"""The most nodes to fill in: with more, each key takes long on the screen, and a page too."""


@dataclass(frozen=True, slots=True)
class SubmittedAnswer:
    """An answer from a file to a question about a node.

    `tries` is the number of the attempt, None if attempts are not counted. `found` is the whole
    entry in the file.
    """

    node: str
    question: str
    answer: AnswerValue
    tries: int | None
    found: Mapping[str, Any]

    @property
    def asked(self) -> str:
        """Return the question and its node in words, for error messages."""
        return f"{self.question!r:.40} about the node {self.node!r:.40}"


class Exercise(ABC):
    """Questions about the search of a written tree; an exercise never changes."""

    asked_of: ClassVar[str]
    """The error message for a game called `{title}` whose positions are not written trees."""
    to_do: ClassVar[str]
    """What a person does with a tree, in the error message for a single leaf: `fill in`."""

    def __init__(
        self, where: PositionSpec, rules: ExerciseRules, search: Callable[[Recipe], Run] = Run
    ) -> None:
        """Search the tree `where` by the rules; `search` makes the run from its recipe.

        InputError if the game is not a tree, or if the tree is a single leaf.
        """
        self.rules = rules
        self.run = search(Recipe(where, rules.search(where)))
        self.run.need_tree(self.asked_of.format(title=self.run.game.title))
        if not self.run.is_inner(()):
            raise InputError(f"the tree is just a leaf, so there is nothing to {self.to_do}")

    @abstractmethod
    def describe_rules(self) -> str:
        """Return the rules that decide which answers are right, in words."""

    def settings(self) -> dict[str, Any]:
        """Return the level and the rules as a JSON object.

        The key `bounds` is left out if the rules have no bounds of leaf values.
        """
        rules = self.rules
        settings: dict[str, Any] = {
            "cut": rules.cut,
            "fail": rules.fail,
            "level": rules.level,
        }
        if rules.bounds is not None:
            settings["bounds"] = [*map(json_number, rules.bounds)]
        return settings

    @abstractmethod
    def questions(self) -> list[tuple[str, str]]:
        """Return the questions that a file may answer at first: for each its node and its kind."""

    @abstractmethod
    def mark(self, answers: Sequence[SubmittedAnswer]) -> tuple[list[Judgement], int]:
        """Judge answers in the order given; also return how many questions are left open.

        InputError for a question that does not exist, or that is answered twice.
        """


def check_exercise_size(run: Run) -> None:
    """Raise InputError for a tree with more nodes than a person would fill in."""
    # At most one node beyond the limit is generated.
    if any(islice(run.all_paths(), MAX_EXERCISE_NODES, None)):
        raise InputError(
            f"the tree has more than {MAX_EXERCISE_NODES:,} nodes, which is the limit for trees "
            "to fill in"
        )


def read_answers(file: str) -> list[SubmittedAnswer]:
    """Return the answers in a JSON file, which holds one answer or a list of answers.

    InputError if the file or one of its answers cannot be read.
    """
    text = read_text(file, f"the file of answers {file!r:.200}")
    answers = []
    for entry in FileEntry.parse_several(f"{file!r:.200}", text, "answer"):
        entry.check_keys("node", "question", "answer", "tries")
        node = entry.word("node", needed=True) or ""
        question = entry.word("question", needed=True) or ""
        tries = entry.whole("tries", 1, MAX_OPTION_COUNT)
        answers.append(
            SubmittedAnswer(
                node,
                question,
                entry.single("answer"),
                tries,
                found=entry.values,
            )
        )
    return answers
