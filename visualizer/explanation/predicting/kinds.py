"""The table of what is asked about steps: a new kind is a function in a file, a rule, and a line here."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from visualizer.errors import InputError, one_of
from visualizer.explanation.predicting import entering, returning
from visualizer.explanation.predicting.coming import Coming, Returning, coming
from visualizer.explanation.predicting.question import Predicted
from visualizer.explanation.questions.question import Question
from visualizer.run import Run


@dataclass(frozen=True, slots=True)
class StepKind:
    """At which level a kind is asked, about which searches, and what makes its question of an event of a type."""

    level: str
    fits: Callable[[Run], bool]
    of: type[Coming]
    ask: Callable[[Any], Question | None]


def has_window(run: Run) -> bool:
    """Return whether there is α and β."""
    return run.trace.has_window and not samples(run)


def samples(run: Run) -> bool:
    """Return whether it searches by random games."""
    return run.algorithm.sampling is not None


def is_ordered(run: Run) -> bool:
    """Return whether moves are tried in the order of their scores."""
    ordered = run.ordering.scores is not None and (run.recipe.search.ordering or "natural") != "natural"
    return ordered and not samples(run)


KINDS = {
    Predicted.SETTER: StepKind("cuts", has_window, Returning, returning.setter),
    Predicted.AGAIN: StepKind("cuts", lambda run: has_window(run) and run.comes_back, Returning, returning.again),
    Predicted.SKIPPED: StepKind("cuts", has_window, Returning, returning.skipped),
    Predicted.RETURNED: StepKind("values", lambda run: not samples(run), Returning, returning.returned),
    Predicted.BOUND: StepKind("values", has_window, Returning, returning.bound),
    Predicted.SELECTED: StepKind("order", samples, Coming, entering.selected),
    Predicted.NEXT: StepKind("order", is_ordered, Coming, entering.tried_next),
    Predicted.MEAN: StepKind("values", samples, Coming, entering.mean),
}
"""All kinds; of several that could be asked at a step and were asked as often, the first is."""
LEVELS = {"all": frozenset(KINDS)} | {
    level: frozenset(kind for kind, row in KINDS.items() if row.level == level) for level in ("cuts", "values", "order")
}
"""What may be asked at each level; the first is the usual one."""


def possible(run: Run) -> frozenset[Predicted]:
    """Return what can be asked about a search at all."""
    return frozenset(kind for kind, row in KINDS.items() if row.fits(run))


def asked_at(run: Run, level: str) -> frozenset[Predicted]:
    """Return what is asked about a search at a level; InputError if it is none, or if it fits nothing of the search."""
    found = LEVELS[one_of("the level", level, LEVELS)] & possible(run)
    if not found:
        others = " ".join(name for name, kinds in LEVELS.items() if kinds & possible(run))
        raise InputError(f"the level {level!r} asks nothing about {run.algorithm.title}; allowed are {others}")
    return found


def questions_at(run: Run, step: int, kinds: frozenset[Predicted]) -> Iterator[Question]:
    """Yield what may be asked at a step of these kinds, read from a trace that goes on at least two steps further."""
    now = coming(run, step)
    asking = (row.ask(now) for kind, row in KINDS.items() if kind in kinds and type(now) is row.of)
    yield from (found for found in asking if found is not None)
