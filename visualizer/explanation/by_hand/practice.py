"""The trees in which a person is the search, one after the other, by the rules that were chosen."""

from typing import Any, TypeVar

from visualizer.errors import InputError
from visualizer.explanation.by_hand.machine import ByHand, recipe_by_hand
from visualizer.explanation.by_hand.walk import Walk
from visualizer.explanation.tasks import COURSE, Practice, PracticeTask, TaskSequence, TaskSource, course
from visualizer.recipe import Recipe

BY_HAND = tuple(task for task in COURSE if task.level == "all")
"""The trees of the course that are searched by alpha-beta, or by Star1."""


def trees_by_hand(number: int) -> PracticeTask:
    """Return the trees of the course that alpha-beta searches, then random ones without end."""
    if number < len(BY_HAND):
        title = BY_HAND[number].title.partition(" · ")[2]
        return PracticeTask(f"tree {number + 1} of {len(BY_HAND)} · {title}", "", BY_HAND[number].where,
                            bounds=BY_HAND[number].bounds)  # fmt: skip
    return course(number - len(BY_HAND) + len(COURSE))


class SearchPractice(TaskSequence):
    """Searches that are made by hand, one after the other; `walk` is the one at hand."""

    def __init__(self, source: TaskSource = trees_by_hand, **rules: Any) -> None:
        """Begin with the first tree; InputError for what cannot be searched by hand."""
        super().__init__(source, **rules)

    def take(self, task: PracticeTask) -> None:
        """Stand at the root of a tree."""
        fail, bounds = "soft" if task.bounds else self.fail, task.bounds or self.bounds
        self.walk = Walk(ByHand(recipe_by_hand(task.where, cut=self.cut, fail=fail, bounds=bounds)))

    def use(self, *, cut: str | None = None, fail: str | None = None) -> None:
        """Change a rule, and begin again; InputError for rules that clash, and then nothing changes."""
        before = self.cut, self.fail
        self.cut, self.fail = cut or self.cut, fail or self.fail
        try:
            self.take(self.task)
        except InputError:
            self.cut, self.fail = before
            raise

    def title(self) -> str:
        """Return which tree it is, and the rules that hold."""
        return f"{self.task.title} · {self.walk.hand.rules()}"


Practised = TypeVar("Practised", bound=Practice | SearchPractice)


def practice_with(recipe: Recipe) -> SearchPractice:
    """Return the practice with the tree of a search and its rules, where those can be; InputError for no tree."""
    search, task = recipe.search, PracticeTask("your tree", "", recipe.where)
    fail = search.fail if "bounds" not in search.options else "soft"
    return SearchPractice(
        lambda number: None if number else task, cut=search.cut, fail=fail, bounds=search.options.get("bounds")
    )
