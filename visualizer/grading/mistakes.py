"""The mistakes that people make, and which of them does the same as a graded search on every tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import Any

from visualizer.grading.answers import GivenAnswer
from visualizer.grading.faults import same
from visualizer.grading.node import GradedNode
from visualizer.grading.reference import GradedTask
from visualizer.grading.styles import InTurns, Negamax
from visualizer.grading.trees import MIN, Limited
from visualizer.grading.wrong_searches import NEVER, OPEN, RULES, Done, GradedWindow, Way, WrongWalk

WayToSearch = Callable[[WrongWalk, GradedNode, GradedWindow, int], float]
OTHER_RULE = {">=": ">", ">": ">="}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake by its name, what a search does that makes it, and what to look at."""

    name: str
    does: str
    """The end of a sentence that begins with `a search that`."""
    changes: tuple[dict[str, Any], ...] = ({},)
    """What is wrong in its way of searching; one of several."""
    styles: tuple[WayToSearch, ...] = (InTurns(late=False), InTurns(late=True))
    is_of_pruning: bool = False
    """Whether only a search that prunes can make it."""
    needs_limit: bool = False


MINUSES = tuple(
    Negamax(value=value, window=window, leaves=leaves, late=late)
    for value, window in ((1, "turned"), (1, "same"), (1, "negated"))
    for leaves, late in product(("mover", "max"), (False, True))
)
UNEXCHANGED = tuple(Negamax(value=-1, window="negated", leaves="mover", late=late) for late in (False, True))
MISTAKES = (
    Mistake("no-pruning", "never cuts", ({"closes": RULES[NEVER]},), is_of_pruning=True),
    Mistake("wrong-rule", "cuts by the other of α ≥ β and α > β", is_of_pruning=True),
    Mistake("not-updated-max", "never raises α", ({"updates": lambda ply, *, maximizing: not maximizing},),
            is_of_pruning=True),
    Mistake("not-updated-min", "never lowers β", ({"updates": lambda ply, *, maximizing: maximizing},),
            is_of_pruning=True),
    Mistake("not-passed-down", "hands no window down, so that each node begins with an open one",
            ({"gives": lambda window, *, maximizing: OPEN},), is_of_pruning=True),
    Mistake("shallow-only", "hands only the parent's bound down, so that there are no deep cutoffs",
            ({"gives": lambda window, *, maximizing: (window[0], inf) if maximizing else (-inf, window[1])},),
            is_of_pruning=True),
    Mistake("leaks", "has one window for all nodes, so that bounds stay when a branch is left",
            ({"is_shared": True},), is_of_pruning=True),
    Mistake("sides-exchanged", "lets MAX take the least and MIN the greatest", ({"is_exchanged": True},)),
    Mistake("root-forgotten", "does not raise α (with MIN: lower β) at the root",
            ({"updates": lambda ply, *, maximizing: ply > 0},), is_of_pruning=True),
    Mistake("begins-at-zero", "begins with 0 as the best value",
            ({"first_best": (0, 0)}, {"first_best": (0, inf)}, {"first_best": (-inf, 0)})),
    Mistake("first-child-only", "looks at the first child only", ({"tried": lambda children: children[:1]},)),
    Mistake("last-child-missed", "leaves the last child out",
            ({"tried": lambda children: children[:-1]}, {"tried": lambda children: children[:-1] or children})),
    Mistake("right-to-left", "takes the children from right to left", ({"tried": lambda children: children[::-1]},)),
    Mistake("sign-forgotten", "is a negamax in which a minus is missing", styles=MINUSES),
    Mistake("window-not-exchanged", "is a negamax that hands (−α, −β) down in place of (−β, −α)", styles=UNEXCHANGED,
            is_of_pruning=True),
    Mistake("one-ply-off", "goes one ply too deep, or not deep enough",
            ({"beyond_limit": 1}, {"beyond_limit": -1}), needs_limit=True),
)  # fmt: skip
BY_NAME = {mistake.name: mistake for mistake in MISTAKES}


def ways_of(mistake: Mistake, task: GradedTask) -> Iterator[tuple[WayToSearch, Way]]:
    """Go through the ways in which a mistake can be made in a task."""
    if (mistake.is_of_pruning and not task.prunes) or (mistake.needs_limit and task.depth is None):
        return
    rule = OTHER_RULE[task.cut] if mistake.name == "wrong-rule" else task.cut
    closes = RULES[rule if task.prunes else NEVER]
    is_by_chance = task.name in ("expectimax", "expectiminimax")
    styles = () if is_by_chance and isinstance(mistake.styles[0], Negamax) else mistake.styles
    for style, change in product(styles, mistake.changes):
        yield style, Way(**{"closes": closes, "opponent_is_random": task.name == "expectimax", **change})


def looks_like(answers: Sequence[tuple[Limited, GivenAnswer]], task: GradedTask) -> list[str]:
    """Return the mistakes that visit and return the same as a search on every tree."""
    return [
        mistake.name
        for mistake in MISTAKES
        if any(is_like(answers, style, way) for style, way in ways_of(mistake, task))
    ]


def is_like(answers: Sequence[tuple[Limited, GivenAnswer]], style: WayToSearch, way: Way) -> bool:
    """Return whether a way of searching does the same on every tree, with its value from MAX's or the mover's side."""
    signs = {1, -1}
    for limited, answer in answers:
        done = WrongWalk(way, limited).done(style)
        if not is_same_visit(answer, done):
            return False
        if answer.value is not None and done.value is not None:
            turned = -1 if limited.tree.mover == MIN else 1
            signs &= {sign for sign in (1, -1) if same(answer.value, done.value * (turned if sign < 0 else 1))}
        if not signs:
            return False
    return True


def is_same_visit(answer: GivenAnswer, done: Done) -> bool:
    """Return whether a search has read the same leaves, and failed or returned a move as the other does."""
    if answer.is_endless or answer.leaves != done.leaves or bool(answer.failure) != (done.value is None):
        return False
    return answer.value is not None or answer.move is None or answer.move in done.moves
