"""What a person can do who makes a search by hand, and the moments to which what is right leads.

Everything is read from the trace of the search itself, so a person who does what may be done visits what it visits.
"""

# tests/oracles/by_hand.py says which acts are right at each moment.

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache, partial

from visualizer.explaining.explanation.naming import Naming
from visualizer.look import numbers
from visualizer.look.numbers import format_number, numbers_alike
from visualizer.searching.algorithms.star1 import bounds_words
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.exercise import Exercise, check_exercise_size
from visualizer.teach.rules import BY_HAND_LEVEL, USUAL_RULES, ExerciseRules
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
        self.word = word
        self.sign = sign
        self.done = done
        self.words = {word, sign, *short}

    @property
    def takes_number(self) -> bool:
        """Return whether a number belongs to it."""
        return self not in (ActKind.DOWN, ActKind.CUT)


ACT_WORDS = {word: kind for kind in ActKind for word in kind.words}


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
        return self.kind is other.kind and (
            not self.kind.takes_number or numbers_alike(self.number, other.number)
        )

    @property
    def says(self) -> str:
        """Return it as it is written: `α 3`, `return 3`, or with the action whose key does it."""
        if self.kind.takes_number:
            return f"{self.kind.sign} {format_number(self.number)}"
        if self.kind is ActKind.CUT:
            return "<cut_rest>"
        return "<enter_child>"


def read_act(text: str) -> Act:
    """Read what is to be done: `down`, `x`, `alpha 3`, a number for what is returned; InputError for else.

    >>> read_act("b -inf").says, read_act("12").says, read_act("X").says
    ('β −∞', 'return 12', '<cut_rest>')
    """
    word, _, rest = text.strip().lower().replace("=", " ").partition(" ")
    kind = ACT_WORDS.get(word)
    if kind is None:
        return Act(ActKind.RETURN, read_act_number(text, text))
    if not kind.takes_number:
        if rest.strip():
            raise InputError(f"{word!r} takes nothing after it; {rest!r:.40} was not expected")
        return Act(kind)
    return Act(kind, read_act_number(rest, text))


def read_act_number(text: str, whole: str) -> float:
    """Read the number of an act; InputError names what can be done."""
    try:
        return numbers.parse_shown_number(text, "")
    except InputError as error:
        known = "type down, x, the value to return, or alpha or beta with a value"
        raise InputError(f"{whole.strip()!r:.40} is not a step of the search: {known}") from error


@dataclass(frozen=True)
class Moment:
    """Where a person stands after `step` events of the trace, with α and β as they were typed.

    `is_struck` says that what is left at the node was cut by hand.
    """

    hand: "HandSearch" = field(repr=False, compare=False)
    step: int
    alpha: float
    beta: float
    is_struck: bool = False

    # Where one stands.

    @cached_property
    def tree(self) -> TreeAtStep:
        """What is known."""
        return self.hand.tree(self.step)

    @property
    def naming(self) -> Naming:
        """Return what names nodes."""
        return Naming(self.hand.run, self.tree)

    @property
    def is_over(self) -> bool:
        """Return whether the root has returned."""
        return self.step > self.hand.trace.last_step or not self.tree.path

    @cached_property
    def node(self) -> int:
        """The node at which one stands, the root once that has returned."""
        if self.is_over:
            return 0
        return self.tree.path[-1]

    @property
    def path(self) -> MovePath:
        """Return the path to it."""
        return self.hand.run.path(self.node)

    @property
    def place(self) -> str:
        """Return what the node is called."""
        return self.naming.place(self.node)

    @property
    def where(self) -> str:
        """Return where that is, with a preposition."""
        return self.naming.where(self.node)

    @property
    def mover(self) -> str:
        """Return who moves there: a side, or chance."""
        return self.naming.side(self.node)

    @property
    def is_max(self) -> bool:
        """Return whether MAX moves there."""
        return self.tree.maximizing(self.node)

    @property
    def is_chance(self) -> bool:
        """Return whether chance moves there."""
        return self.tree.is_chance(self.node)

    @property
    def end(self) -> str:
        """Return the end of the window that who moves there improves."""
        return "α" if self.is_max else "β"

    @property
    def returned(self) -> Sequence[int]:
        """Return the node's children that have returned, in the order of their visits."""
        return self.tree.children(self.node)

    @property
    def returned_values(self) -> list[float]:
        """Return what they have returned."""
        return [self.tree.returned_value(child) for child in self.returned]

    @property
    def left(self) -> list[MovePath]:
        """Return the paths to its children that have not been entered, from the left."""
        return self.hand.run.below(self.path)[len(self.returned) :]

    @property
    def window(self) -> Window:
        """Return α and β as they are at the node, whatever was typed."""
        return self.tree.window(self.node)

    @property
    def entry(self) -> Window:
        """Return α and β with which the node was entered."""
        return self.hand.trace.alpha(self.node), self.hand.trace.beta(self.node)

    @property
    def window_before(self) -> Window:
        """Return α and β as they were before the last child returned; where none has, as it was entered."""
        children = self.returned
        if not children:
            return self.entry
        return self.hand.tree(self.hand.trace.enter_step(children[-1]) - 1).window(self.node)

    @property
    def is_below_chance(self) -> bool:
        """Return whether the node was just entered from a chance node, so that it has a window of its own."""
        return self.hand.trace.probability(self.node) is not None and not self.returned

    # What may be done.

    @property
    def changes(self) -> dict[ActKind, float]:
        """Return the ends of the window that are not yet what was typed, with what they become."""
        alpha, beta = self.window
        found = {}
        if alpha != self.alpha:
            found[ActKind.ALPHA] = alpha
        if beta != self.beta:
            found[ActKind.BETA] = beta
        return found

    @property
    def is_closed(self) -> bool:
        """Return whether the search leaves the node here, before all its children were entered."""
        trace = self.hand.trace
        return trace.kind(self.node) is Kind.CUT and trace.return_step(self.node) == self.step + 1

    @property
    def due(self) -> ActKind:
        """Return what must be done, if not at once, before anything else leads on."""
        if self.is_struck or not self.left:
            return ActKind.RETURN
        if self.is_closed:
            return ActKind.CUT
        return next(iter(self.changes), ActKind.DOWN)

    @cached_property
    def right(self) -> "dict[Act, Moment]":
        """What may be done, and where that leads, what is due first; nothing once the root has returned.

        Where nothing more is entered, a change of α or β may be left out: nobody needs it.
        """
        if self.is_over:
            return {}
        found = {}
        match self.due:
            case ActKind.DOWN:
                found[Act(ActKind.DOWN)] = self._below()
            case ActKind.CUT:
                found[Act(ActKind.CUT)] = replace(self, is_struck=True)
            case ActKind.RETURN:
                found[Act(ActKind.RETURN, self.hand.trace.value(self.node))] = self._above()
        if not self.is_struck:
            for kind, now in self.changes.items():
                is_alpha = kind is ActKind.ALPHA
                if is_alpha:
                    found[Act(kind, now)] = replace(self, alpha=now)
                else:
                    found[Act(kind, now)] = replace(self, beta=now)
        return found

    def _below(self) -> "Moment":
        """Enter the next child: an inner one with the window as it is; a leaf returns at once."""
        is_inner = self.hand.run.is_inner(self.left[0])
        return replace(self, step=self.step + (1 if is_inner else 2))

    def _above(self) -> "Moment":
        """Return to the parent, where α and β are as they were when the child was entered."""
        there = replace(self, step=self.step + 1, is_struck=False)
        parent = self.hand.trace.parent(self.node)
        if parent < 0:
            return there
        alpha, beta = self.hand.tree(self.hand.trace.enter_step(self.node) - 1).window(parent)
        return replace(there, alpha=alpha, beta=beta)

    def after(self, act: Act) -> "Moment | None":
        """Return where an act leads, None if the search would not do it."""
        if act.path is not None and act.path not in self.left[:1]:
            return None
        return next((there for right, there in self.right.items() if right.is_like(act)), None)


class HandSearch(Exercise):
    """A written tree and the search of it that is made by hand."""

    asked_of = "you can search by hand only a tree that is written out leaf by leaf, not {title}"
    to_do = "search"

    def __init__(
        self,
        where: PositionSpec,
        rules: ExerciseRules = USUAL_RULES,
        search: Callable[[Recipe], Run] = Run,
    ) -> None:
        """Search the tree, Star1 also where bounds are given; InputError for no tree, a large one, or a mere leaf."""
        super().__init__(where, replace(rules, level=BY_HAND_LEVEL), search)
        check_exercise_size(self.run)
        self.trace = self.run.finish().trace
        self.tree = lru_cache(maxsize=256)(partial(TreeAtStep, self.trace))
        """Return what is known after so many events."""
        self.beginning = Moment(self, 1, self.trace.alpha(0), self.trace.beta(0))

    def all_moments(self) -> Iterator[Moment]:
        """Yield all moments to which what may be done leads, each once, the first ones first."""
        waiting = {self.beginning: None}
        while waiting:
            moment = next(iter(waiting))
            del waiting[moment]
            yield moment
            waiting |= dict.fromkeys(sorted(moment.right.values(), key=lambda each: each.step))

    @cached_property
    def steps(self) -> int:
        """How many things there are to be done at least."""
        return self.left_steps(self.beginning)

    def left_steps(self, moment: Moment) -> int:
        """Return how many things are still to be done from a moment on, at least."""
        count = 0
        while not moment.is_over:
            moment = next(iter(moment.right.values()))  # what is due comes first
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

    def describe_rules(self) -> str:
        """Return the rules by which steps are right: `cut at α ≥ β, fail-soft`."""
        fail = self.run.recipe.search.fail
        if self.run.algorithm.name == ALGORITHM_FOR_CHANCE:
            within = f", {bounds_words(self.trace.limits)}"
        else:
            within = ""
        return f"cut at α {self.rule} β, fail-{fail}{within}"
