"""A search by hand as a state machine: a person's acts, and the moments that right acts lead to.

The right acts are read from the trace of the search itself, so a person who does them visits the
same nodes as the search.
"""

# tests/oracles/by_hand.py says which acts are right at each moment.

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache, partial

from visualizer.explaining.explanation.naming import Naming
from visualizer.look import numbers
from visualizer.look.numbers import format_number, look_the_same
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
    """A kind of act, with four kinds of names, as in `__init__`."""

    DOWN = ("down", "↓", ("d",), "going down")
    CUT = ("cut", "x", (), "cuts")
    ALPHA = ("alpha", "α", ("a",), "α")
    BETA = ("beta", "β", ("b",), "β")
    RETURN = ("return", "return", ("r",), "values returned")

    def __init__(
        self,
        word: str,
        sign: str,
        abbreviations: tuple[str, ...],
        name_in_report: str,
    ) -> None:
        """Take the names of a kind of act.

        Files and pages use the `word`, and sentences the `sign`. A person may type the word, the
        sign or an abbreviation.
        """
        self.word = word
        self.sign = sign
        self.name_in_report = name_in_report
        self.typed_words = {word, sign, *abbreviations}

    @property
    def takes_number(self) -> bool:
        """Return whether a number belongs to the act."""
        return self not in (ActKind.DOWN, ActKind.CUT)


ACT_WORDS: dict[str, ActKind] = {}
"""The kinds of acts by every word that may be typed."""
for _kind in ActKind:
    ACT_WORDS.update(dict.fromkeys(_kind.typed_words, _kind))


@dataclass(frozen=True, slots=True)
class Act:
    """One act of a person.

    `number`, from MAX's side, is for the kinds that take a number. `path` is for going down, and is
    the path to the node to be entered; None stands for the next child. A leaf returns its value as
    soon as it is entered.
    """

    kind: ActKind
    number: float = 0
    path: MovePath | None = None

    def matches(self, other: "Act") -> bool:
        """Return whether two acts are of the same kind and their numbers look the same."""
        if self.kind is not other.kind:
            return False
        return not self.kind.takes_number or look_the_same(self.number, other.number)

    @property
    def says(self) -> str:
        """Return the act in words: `α 3`, `return 3`, or the name of the action for its key."""
        if self.kind.takes_number:
            return f"{self.kind.sign} {format_number(self.number)}"
        if self.kind is ActKind.CUT:
            return "<cut_rest>"
        return "<enter_child>"


def read_act(text: str) -> Act:
    """Return the act that a person typed: `down`, `x`, `alpha 3`, or a number to return.

    InputError for anything else.

    >>> read_act("b -inf").says, read_act("12").says, read_act("X").says
    ('β −∞', 'return 12', '<cut_rest>')
    """
    # `a=3` and `alpha = 3` are the same act.
    plain_text = text.strip().lower().replace("=", " ")
    word, _, rest = plain_text.partition(" ")
    kind = ACT_WORDS.get(word)
    if kind is None:
        return Act(ActKind.RETURN, read_act_number(text, text))
    if not kind.takes_number:
        if rest.strip():
            raise InputError(f"{word!r} takes nothing after it; {rest!r:.40} was not expected")
        return Act(kind)
    return Act(kind, read_act_number(rest, text))


def read_act_number(number: str, typed: str) -> float:
    """Read the number of an act; if this fails, InputError lists the acts.

    `typed` is all that the person has typed, for the error message.
    """
    try:
        return numbers.parse_shown_number(number, "")
    except InputError as error:
        acts = "type down, x, the value to return, or alpha or beta with a value"
        raise InputError(f"{typed.strip()!r:.40} is not a step of the search: {acts}") from error


@dataclass(frozen=True)
class Moment:
    """Where a person stands after `step` events of the trace, with α and β as they were typed.

    `has_cut_rest` means that the person has cut the remaining children of the current node.
    """

    hand_search: "HandSearch" = field(repr=False, compare=False)
    step: int
    alpha: float
    beta: float
    has_cut_rest: bool = False

    @cached_property
    def tree(self) -> TreeAtStep:
        """The tree as it is known now."""
        return self.hand_search.tree_at_step(self.step)

    @property
    def naming(self) -> Naming:
        """Return the names of the nodes."""
        return Naming(self.hand_search.run, self.tree)

    @property
    def is_over(self) -> bool:
        """Return whether the root has returned."""
        return self.step > self.hand_search.trace.last_step or not self.tree.path

    @cached_property
    def node(self) -> int:
        """The current node; after the end of the search, the root."""
        if self.is_over:
            return 0
        return self.tree.path[-1]

    @property
    def path(self) -> MovePath:
        """Return the path to the current node."""
        return self.hand_search.run.path(self.node)

    @property
    def place(self) -> str:
        """Return the name of the current node."""
        return self.naming.place(self.node)

    @property
    def where(self) -> str:
        """Return the name of the current node with a preposition: `at C`."""
        return self.naming.where(self.node)

    @property
    def mover(self) -> str:
        """Return the name of the side that moves at the node, or of chance."""
        return self.naming.side(self.node)

    @property
    def is_max(self) -> bool:
        """Return whether MAX moves at the node."""
        return self.tree.maximizing(self.node)

    @property
    def is_chance(self) -> bool:
        """Return whether chance moves at the node."""
        return self.tree.is_chance(self.node)

    @property
    def own_bound_sign(self) -> str:
        """Return the sign of the bound that the mover improves: α at a MAX node, else β."""
        return "α" if self.is_max else "β"

    def own_bound(self, window: Window) -> float:
        """Return the value in a window of the bound that the mover improves."""
        alpha, beta = window
        return alpha if self.is_max else beta

    @property
    def returned(self) -> Sequence[int]:
        """Return the children that have returned, in the order of their visits."""
        return self.tree.children(self.node)

    @property
    def returned_values(self) -> list[float]:
        """Return the values of the `returned` children."""
        return [self.tree.returned_value(child) for child in self.returned]

    @property
    def unentered_children(self) -> list[MovePath]:
        """Return the paths to the children that have not been entered, from the left."""
        return self.hand_search.run.child_paths(self.path)[len(self.returned) :]

    @property
    def window(self) -> Window:
        """Return α and β as the search has them, which the person may have typed otherwise."""
        return self.tree.window(self.node)

    @property
    def entry(self) -> Window:
        """Return α and β with which the node was entered."""
        return self.hand_search.trace.alpha(self.node), self.hand_search.trace.beta(self.node)

    @property
    def window_before(self) -> Window:
        """Return α and β before the last child returned; on entry, if no child has returned."""
        children = self.returned
        if not children:
            return self.entry
        step_before = self.hand_search.trace.enter_step(children[-1]) - 1
        return self.hand_search.tree_at_step(step_before).window(self.node)

    @property
    def is_below_chance(self) -> bool:
        """Return whether the node was just entered from a chance node, which sets its window."""
        return self.hand_search.trace.probability(self.node) is not None and not self.returned

    @property
    def missing_changes(self) -> dict[ActKind, float]:
        """Return which of α and β the person still has to change, each with its new value.

        The person, who types α and β by hand, may be behind the search. Return {} if both are up to
        date.
        """
        alpha, beta = self.window
        changes = {}
        if alpha != self.alpha:
            changes[ActKind.ALPHA] = alpha
        if beta != self.beta:
            changes[ActKind.BETA] = beta
        return changes

    @property
    def cut_is_due(self) -> bool:
        """Return whether the search now cuts the children that have not been entered."""
        trace = self.hand_search.trace
        # The complete trace also has later cuts of the node, which do not count yet.
        return trace.kind(self.node) is Kind.CUT and trace.return_step(self.node) == self.step + 1

    @property
    def required_act(self) -> ActKind:
        """Return the kind of act that the search does next."""
        if self.has_cut_rest or not self.unentered_children:
            return ActKind.RETURN
        if self.cut_is_due:
            return ActKind.CUT
        return next(iter(self.missing_changes), ActKind.DOWN)

    @cached_property
    def right_acts(self) -> "dict[Act, Moment]":
        """The acts that are right at this moment, each with the moment that follows it.

        The act that the search itself does next comes first. Until the remaining children are cut,
        a change of α or β that is due is right as well. After the end of the search, no act is.
        """
        if self.is_over:
            return {}
        moments = {}
        match self.required_act:
            case ActKind.DOWN:
                moments[Act(ActKind.DOWN)] = self._enter_next_child()
            case ActKind.CUT:
                moments[Act(ActKind.CUT)] = replace(self, has_cut_rest=True)
            case ActKind.RETURN:
                value = self.hand_search.trace.value(self.node)
                moments[Act(ActKind.RETURN, value)] = self._return_to_parent()
        # After a cut, the window of the node does not matter any more.
        if not self.has_cut_rest:
            moments |= self._moments_after_changes()
        return moments

    def _moments_after_changes(self) -> "dict[Act, Moment]":
        """Return the right changes of α and β, each with the moment that it leads to."""
        moments = {}
        for kind, value in self.missing_changes.items():
            if kind is ActKind.ALPHA:
                moments[Act(kind, value)] = replace(self, alpha=value)
            else:
                moments[Act(kind, value)] = replace(self, beta=value)
        return moments

    def _enter_next_child(self) -> "Moment":
        """Return the moment after the next child was entered, with the current window."""
        # A leaf returns as soon as it is entered, which makes two events of the trace.
        events = 1 if self.hand_search.run.is_inner(self.unentered_children[0]) else 2
        return replace(self, step=self.step + events)

    def _return_to_parent(self) -> "Moment":
        """Return the moment after the current node has returned its value to its parent.

        There, α and β are as they were before the node was entered, until the person updates them.
        """
        moment = replace(self, step=self.step + 1, has_cut_rest=False)
        parent = self.hand_search.trace.parent(self.node)
        is_root = parent < 0
        if is_root:
            return moment
        before_entry = self.hand_search.tree_at_step(
            self.hand_search.trace.enter_step(self.node) - 1
        )
        alpha, beta = before_entry.window(parent)
        return replace(moment, alpha=alpha, beta=beta)

    def after(self, act: Act) -> "Moment | None":
        """Return the moment that an act leads to, or None if the act is wrong here."""
        # Children are entered from left to right, so only the leftmost may be entered now.
        leftmost = self.unentered_children[:1]
        if act.path is not None and act.path not in leftmost:
            return None
        for right_act, moment in self.right_acts.items():
            if right_act.matches(act):
                return moment
        return None


class HandSearch(Exercise):
    """A written tree and its search, to be made by hand."""

    asked_of = "you can search by hand only a tree that is written out leaf by leaf, not {title}"
    to_do = "search"

    def __init__(
        self,
        where: PositionSpec,
        rules: ExerciseRules = USUAL_RULES,
        search: Callable[[Recipe], Run] = Run,
    ) -> None:
        """Search the tree `where` to the end by the rules; `search` makes the run.

        The algorithm is alpha-beta, or Star1 if the rules have bounds of leaf values. InputError if
        the game is not a tree, or if the tree is too large or a single leaf.
        """
        super().__init__(where, replace(rules, level=BY_HAND_LEVEL), search)
        check_exercise_size(self.run)
        self.trace = self.run.finish().trace
        # Cached, because making a tree takes time, and an act needs the same few trees repeatedly.
        self.tree_at_step = lru_cache(maxsize=256)(partial(TreeAtStep, self.trace))
        """A function that returns the tree after a number of events."""
        self.beginning = Moment(self, 1, self.trace.alpha(0), self.trace.beta(0))

    def all_moments(self) -> Iterator[Moment]:
        """Yield all moments that right acts can lead to, each once, earlier ones first."""
        # A dictionary is a queue without repetitions: the same acts in another order lead to the
        # same moment.
        queue = {self.beginning: None}
        while queue:
            moment = next(iter(queue))
            del queue[moment]
            yield moment
            next_moments = sorted(moment.right_acts.values(), key=lambda later: later.step)
            queue |= dict.fromkeys(next_moments)

    @cached_property
    def steps(self) -> int:
        """The smallest number of acts for the whole search."""
        return self.remaining_steps(self.beginning)

    def remaining_steps(self, moment: Moment) -> int:
        """Return the smallest number of acts from a moment to the end."""
        count = 0
        while not moment.is_over:
            # The first of the right acts is what the search does.
            moment = next(iter(moment.right_acts.values()))
            count += 1
        return count

    @property
    def rule(self) -> str:
        """Return the sign of the rule of cutting."""
        return self.run.recipe.search.cut_sign

    @property
    def is_hard(self) -> bool:
        """Return whether returned values are clipped to the window (fail-hard)."""
        return self.run.recipe.search.fail == "hard"

    @property
    def name(self) -> str:
        """Return the name of the search."""
        return self.run.algorithm.title

    def describe_rules(self) -> str:
        """Return the rules that decide which acts are right: `cut at α ≥ β, fail-soft`."""
        rules = f"cut at α {self.rule} β, fail-{self.run.recipe.search.fail}"
        if self.run.algorithm.name == ALGORITHM_FOR_CHANCE:
            rules += f", {bounds_words(self.trace.limits)}"
        return rules
