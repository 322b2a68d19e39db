"""A search made by hand: what a person can do, and the moments to which what is right leads.

Everything is read from the trace of the search itself, so a person who does what may be done visits what it visits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache, partial
from math import inf
from typing import Any

from visualizer.look import numbers
from visualizer.look.numbers import alike, plain, show
from visualizer.searching.lookup import WITH_CHANCE
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.exercises.rules import STEPS, USUAL_RULES, Rules
from visualizer.teach.exercises.sheet import check_size
from visualizer.trace.rows import Kind, MovePath, Window
from visualizer.trace.tree_at_step import TreeAtStep


class ActKind(Enum):
    """What can be done: the word of files and pages, how it is written and typed, and what was done in a report."""

    DOWN = ("down", "↓", ("d",), "going down")
    CUT = ("cut", "x", (), "cuts")
    ALPHA = ("alpha", "α", ("a",), "α")
    BETA = ("beta", "β", ("b",), "β")
    RETURN = ("return", "return", ("r",), "values returned")

    def __init__(self, word: str, sign: str, short: tuple[str, ...], done: str) -> None:
        """Name all that the value holds."""
        self.word, self.sign, self.done, self.words = word, sign, done, {word, sign, *short}

    @property
    def takes_number(self) -> bool:
        """Return whether a number belongs to it."""
        return self not in (ActKind.DOWN, ActKind.CUT)


KINDS = {word: kind for kind in ActKind for word in kind.words}


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that is done: with a number from MAX's side, or going down with the node to be entered, None: the next.

    Going down to a leaf reads it, and it returns at once.
    """

    kind: ActKind
    number: float = 0
    path: MovePath | None = None

    def is_like(self, other: "Act") -> bool:
        """Return whether it is the same, its number as it is shown, any node or none being entered."""
        return self.kind is other.kind and (not self.kind.takes_number or alike(self.number, other.number))

    @property
    def says(self) -> str:
        """Return it as it is written: `α 3`, `return 3`, or the name of the action that does it: `<cut_rest>`."""
        if self.kind.takes_number:
            return f"{self.kind.sign} {show(self.number)}"
        return "<cut_rest>" if self.kind is ActKind.CUT else "<enter_child>"


def read_act(text: str) -> Act:
    """Read what is to be done: `down`, `x`, `alpha 3`, a number for what is returned; InputError for else.

    >>> read_act("b -inf").says, read_act("12").says, read_act("X").says
    ('β −∞', 'return 12', '<cut_rest>')
    """
    word, _, rest = text.strip().lower().replace("=", " ").partition(" ")
    kind = KINDS.get(word)
    if kind is None:
        return Act(ActKind.RETURN, read_number(text, text))
    if not kind.takes_number:
        if rest.strip():
            raise InputError(f"{word!r} takes nothing after it; {rest!r:.40} was not expected")
        return Act(kind)
    return Act(kind, read_number(rest, text))


def read_number(text: str, whole: str) -> float:
    """Read the number of an act; InputError names what can be done."""
    try:
        return numbers.read_shown(text, "")
    except InputError as error:
        known = "type down, x, the value to return, or alpha or beta with a value"
        raise InputError(f"{whole.strip()!r:.40} is not a step of the search: {known}") from error


@dataclass(frozen=True, slots=True)
class Moment:
    """After `step` events of the trace one stands at the innermost open node, with α and β as they were typed.

    `is_struck` says that what is left there was cut by hand.
    """

    step: int
    alpha: float
    beta: float
    is_struck: bool = False


class ByHand:
    """A search of a written tree that is made by hand: alpha-beta, or Star1 where chance moves."""

    def __init__(self, recipe: Recipe, search: Callable[[Recipe], Run] = Run) -> None:
        """Search the tree; InputError for what is no tree, is too large, or a mere leaf."""
        self.run = search(recipe)
        self.run.need_tree(
            f"you can search by hand only a tree that is written out leaf by leaf, not {self.run.game.title}"
        )
        if not self.run.is_inner(()):
            raise InputError("the tree is just a leaf, so there is nothing to search")
        check_size(self.run)
        self.trace = self.run.finish().trace
        self.tree = lru_cache(maxsize=256)(partial(TreeAtStep, self.trace))
        """Return what is known after so many events."""
        self.beginning = Moment(1, self.trace.alpha(0), self.trace.beta(0))

    def is_over(self, moment: Moment) -> bool:
        """Return whether the root has returned."""
        return moment.step > self.trace.last_step or not self.tree(moment.step).path

    # Where one stands.

    def node(self, moment: Moment) -> int:
        """Return the node at which one stands, the root once that has returned."""
        return 0 if self.is_over(moment) else self.tree(moment.step).path[-1]

    def path(self, moment: Moment) -> MovePath:
        """Return the path to it."""
        return self.run.path(self.node(moment))

    def returned(self, moment: Moment) -> Sequence[int]:
        """Return its children that have returned, in the order of their visits."""
        return self.tree(moment.step).children(self.node(moment))

    def left(self, moment: Moment) -> list[MovePath]:
        """Return the paths to its children that have not been entered, from the left."""
        return self.run.below(self.path(moment))[len(self.returned(moment)) :]

    def window(self, moment: Moment) -> Window:
        """Return α and β as they are at the node, whatever was typed."""
        return self.tree(moment.step).window(self.node(moment))

    def window_before(self, moment: Moment) -> Window:
        """Return α and β as they were before the last child returned; where none has, as it was entered."""
        children = self.returned(moment)
        if not children:
            node = self.node(moment)
            return self.trace.alpha(node), self.trace.beta(node)
        return self.tree(self.trace.enter_step(children[-1]) - 1).window(self.node(moment))

    def is_below_chance(self, moment: Moment) -> bool:
        """Return whether the node was just entered from a chance node, so that it has a window of its own."""
        above = self.trace.parent(self.node(moment))
        return above >= 0 and self.trace.is_chance(above) and not self.returned(moment)

    # What may be done.

    def changes(self, moment: Moment) -> dict[ActKind, float]:
        """Return the ends of the window that are not yet what was typed, with what they become."""
        alpha, beta = self.window(moment)
        found = {ActKind.ALPHA: (moment.alpha, alpha), ActKind.BETA: (moment.beta, beta)}
        return {kind: now for kind, (typed, now) in found.items() if typed != now}

    def is_closed(self, moment: Moment) -> bool:
        """Return whether the search leaves the node here, before all its children were entered."""
        node = self.node(moment)
        return self.trace.kind(node) is Kind.CUT and self.trace.return_step(node) == moment.step + 1

    def due(self, moment: Moment) -> ActKind:
        """Return what must be done, if not at once, before anything else leads on."""
        if moment.is_struck or not self.left(moment):
            return ActKind.RETURN
        if self.is_closed(moment):
            return ActKind.CUT
        return next(iter(self.changes(moment)), ActKind.DOWN)

    def right(self, moment: Moment) -> dict[Act, Moment]:
        """Return what may be done, and where that leads; nothing once the root has returned.

        Where nothing more is entered, a change of α or β may be left out: nobody needs it.
        """
        if self.is_over(moment):
            return {}
        found, due = dict[Act, Moment](), self.due(moment)
        if due is ActKind.DOWN:
            found[Act(ActKind.DOWN)] = self._below(moment)
        elif due is ActKind.CUT:
            found[Act(ActKind.CUT)] = replace(moment, is_struck=True)
        elif due is ActKind.RETURN:
            found[Act(ActKind.RETURN, self.trace.value(self.node(moment)))] = self._above(moment)
        if not moment.is_struck:
            for kind, now in self.changes(moment).items():
                typed = replace(moment, alpha=now) if kind is ActKind.ALPHA else replace(moment, beta=now)
                found[Act(kind, now)] = typed
        return found

    def _below(self, moment: Moment) -> Moment:
        """Enter the next child: an inner one with the window as it is; a leaf returns at once."""
        if self.run.is_inner(self.left(moment)[0]):
            return replace(moment, step=moment.step + 1)
        return replace(moment, step=moment.step + 2)

    def _above(self, moment: Moment) -> Moment:
        """Return to the parent, where α and β are as they were when the child was entered."""
        node = self.node(moment)
        parent = self.trace.parent(node)
        window = (
            (moment.alpha, moment.beta) if parent < 0 else self.tree(self.trace.enter_step(node) - 1).window(parent)
        )
        return Moment(moment.step + 1, *window)

    def after(self, moment: Moment, act: Act) -> Moment | None:
        """Return where an act leads, None if the search would not do it."""
        if act.path is not None and act.path not in self.left(moment)[:1]:
            return None
        return next((there for right, there in self.right(moment).items() if right.is_like(act)), None)

    def all_moments(self) -> Iterator[Moment]:
        """Yield all moments to which what may be done leads, each once, the first ones first."""
        waiting = {self.beginning: None}
        while waiting:
            moment = next(iter(waiting))
            del waiting[moment]
            yield moment
            waiting |= dict.fromkeys(sorted(self.right(moment).values(), key=lambda each: each.step))

    @cached_property
    def steps(self) -> int:
        """How many things there are to be done at least."""
        return self.left_steps(self.beginning)

    def left_steps(self, moment: Moment) -> int:
        """Return how many things are still to be done from a moment on, at least."""
        count = 0
        while not self.is_over(moment):
            moment = next(iter(self.right(moment).values()))  # what is due comes first
            count += 1
        return count

    @property
    def rule(self) -> str:
        """Return the sign of the rule of cutting."""
        return self.run.recipe.search.cut_sign

    @property
    def is_hard(self) -> bool:
        """Return whether what is returned is clipped to the window on entry."""
        return self.run.recipe.search.fail == "hard"

    @property
    def name(self) -> str:
        """Return the name of the search."""
        return self.run.algorithm.title

    def bounds(self) -> dict[str, Any]:
        """Return what leaves can be worth at least and at most, as JSON; empty where that is not known."""
        return {} if self.trace.limits == (-inf, inf) else {"bounds": [*map(plain, self.trace.limits)]}

    def describe_rules(self) -> str:
        """Return the rules by which steps are right: `cut at α ≥ β, fail-soft`."""
        hard, (least, most) = "hard" if self.is_hard else "soft", self.trace.limits
        within = f", leaves from {show(least)} to {show(most)}" if self.run.algorithm.name == WITH_CHANCE else ""
        return f"cut at α {self.rule} β, fail-{hard}{within}"


def recipe_by_hand(where: PositionSpec, rules: Rules = USUAL_RULES) -> Recipe:
    """Return the search of a tree that is made by hand, Star1 also where bounds are given; InputError for no tree."""
    return Recipe(where, replace(rules, level=STEPS).search(where))
