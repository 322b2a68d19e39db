"""The kinds of fields of a searched tree: what is right at a node or an edge, and the reason that a wrong answer gets.

How much of a reason is told after which wrong answer is a matter of `question.py`.
"""

# tests/oracles/claims.py reads each reason word by word and holds it against a search of its own;
# with chance the right answers are those of tests/oracles/chance.py.

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import isinf
from statistics import fmean

from games import Turn
from visualizer.explaining.explanation.english.cuts import end_of_window, if_all_left
from visualizer.explaining.explanation.english.windows import (
    QUESTION_WORDS,
    bracketed,
    describe_share,
    format_window,
    sum_with_rest,
)
from visualizer.explaining.explanation.facts.steps import cut_of, handed_end
from visualizer.explaining.explanation.naming import join_words
from visualizer.look.numbers import format_number, format_probability, numbers_alike
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE
from visualizer.teach.fields import (
    BEST_VALUE_WORDS,
    ROOT_END_MEANINGS,
    SKIPPED_OUTCOMES_RULE,
    WINDOW_END_SIGNS,
    EdgeField,
    FieldPlace,
    TreeField,
    odds_words,
)
from visualizer.teach.question import (
    AskedField,
    Clue,
    KnownMistake,
    ParsedAnswer,
    ReasonSteps,
    fields_of,
)
from visualizer.teach.rules import UNPRUNED_ALGORITHMS
from visualizer.trace.bounds import FOR_MAX
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.trace.visits_at_step import BoundSource


class SkippedField(EdgeField):
    """Whether the search never comes to what is below an edge."""

    key = "pruned"
    name = "struck"
    prompt = "Is {} skipped?"
    rule = (
        "Look at α and β of the node above, just before this branch: the branches left there are skipped as soon "
        "as α {rule} β."
    )
    by_chance = (
        "Look at the chance node above: the rest of its branches is skipped as soon as its sum, with the "
        "highest leaf value for all that is left, is at most its α, or with the lowest at least its β{beyond}."
    )
    style = "cut-off"
    sign = "✕"
    verb = "strike"
    label = "strike {at}: never visited"
    leaves_out = True

    def answer(self) -> bool:
        """Return whether the node below is never visited."""
        return self.tree.node_at(self.path) is None

    def why(self) -> str:
        """Say why it is never visited, or why it is."""
        return self.why_skipped()

    def earned(self) -> str:
        """Say whether it is visited by what is so just before it, and nothing of the other branches."""
        if not self.answer():
            return self.why_skipped()
        above = self.naming.at(self.path[:-1])
        parent = self.naming.node(self.path[:-1])
        if self.run.odds(self.path[:-1]) is not None:
            cut = cut_of(self.run, self.tree, parent)
            reached = f"{QUESTION_WORDS[cut.sign]} {end_of_window(cut, FOR_MAX)}"
            return f"{if_all_left(cut)}, {above} would be worth {reached}: it is skipped."
        window = format_window(TreeAtStep(self.trace, self.trace.cut_step(parent)).window(parent))
        return f"Before this branch, {above} has {window}: α {self.run.recipe.search.cut_sign} β, so it is skipped."


class SecondLookField(EdgeField):
    """Whether PVS searches what is below an edge a second time, for a look of its own."""

    key = "again"
    name = "marked"
    prompt = "Is {} searched again, after a first search that only asked whether it is better?"
    rule = "The first look only asks whether this branch is better than the best so far; if it is, a second may be needed."
    style = "best"
    sign = "×2"
    verb = "mark"
    label = "mark {at}: visited again"

    @cached_property
    def visits(self) -> list[int]:
        """The visits of the node."""
        node = self.tree.node_at(self.path)
        if node is None:
            return []
        return [*self.tree.visits_to(node)]

    @cached_property
    def second_look(self) -> int | None:
        """The first visit within a visit of the parent that had one already; None if none had."""
        for before, visit in pairwise(self.visits):
            if self.trace.parent(before) == self.trace.parent(visit):
                return visit
        return None

    def answer(self) -> bool:
        """Return whether the node below is searched again."""
        return self.second_look is not None

    def why(self) -> str:
        """Say why it is searched a second time, or is not."""
        if not self.visits:
            return self.why_skipped()
        along = ""
        if self.second_look is None and len(self.visits) > 1:
            along = " It is visited again only because a node above it is visited again."
        parent = self.naming.node(self.path[:-1])
        if not self.path[-1]:
            first = f"It is the first child of {self.naming.place(parent)}"
            return f"{first}, so there is no quick first look: one search is enough.{along}"

        look = self.visits[-1]
        if self.second_look is not None:
            look = self.visits[self.visits.index(self.second_look) - 1]
        value = self.trace.value(look)
        alpha, beta = TreeAtStep(self.trace, self.trace.enter_step(look) - 1).window(parent)
        if self.tree.maximizing(parent):
            is_better = value > alpha
            asked = f"more than {format_number(alpha)}"
            far = f"{format_number(value)} is at least {FOR_MAX.show_end(beta, lower=False)}"
        else:
            is_better = value < beta
            asked = f"less than {format_number(beta)}"
            far = f"{format_number(value)} is at most {FOR_MAX.show_end(alpha, lower=True)}"
        question = f"The first look only asks: is the value {asked}?"
        if not is_better:
            return f"{question} No, so one look is enough.{along}"
        if not alpha < value < beta:
            return f"{question} Yes, but {far} as well, so the exact value does not matter.{along}"
        return f"{question} Yes, it is {format_number(value)}, so it is searched again for its exact value."


class EndField(TreeField):
    """An end of the window with which an inner node is entered: the best value that a side has above."""

    looks_above = True
    lower = True
    """Whether it is α, which MAX raises."""

    def answer(self) -> float:
        """Return α or β on entry."""
        return self.entry(self.path)[self.key]

    @property
    def source(self) -> BoundSource:
        """Return which child of which node above has set it."""
        return self.tree.bound_source(self.naming.node(self.path), lower=self.lower)

    @property
    def side(self) -> str:
        """Return the side that has this value."""
        return self.run.game.side(maximizing=self.lower)

    @property
    def is_below_chance(self) -> bool:
        """Return whether chance moves at the node above."""
        return bool(self.path) and self.run.odds(self.path[:-1]) is not None

    def clues(self) -> Sequence[Clue]:
        """Return the same end at the node above and, if that is where it may change, what the siblings returned."""
        if not self.path:
            if self.run.recipe.search.algorithm != ALGORITHM_FOR_CHANCE:
                return [Clue("", "the root has no node above it")]
            least, most = self.trace.limits
            return [
                Clue(
                    "",
                    f"{ROOT_END_MEANINGS[self.key]} is {format_number(least if self.lower else most)}",
                )
            ]
        above = self.path[:-1]
        clues = self.window_of(above, (self.key,))
        if self.run.turn(above) in (int(self.lower), Turn.CHANCE):
            clues += [*self.values_before(self.path), *self.odds_in_sight(above)]
        return clues

    def why(self) -> str:
        """Say which node above has set it, or that none has."""
        if self.is_below_chance:
            return self.why_below_chance()
        source = self.source
        end = f"{self.name} = {format_number(self.answer())} on entry"
        at = self.naming.at(self.path)
        if source.node is not None and source.child is not None:
            child = self.naming.place(source.child)
            return f"{end}: at {self.naming.place(source.node)} {self.side} can already get that with {child}."
        if source.node is not None:
            branch = f"the branch below {self.naming.place(source.node)}"
            return (
                f"{end}, as on entry to {branch}: {self.side} has found nothing better since then."
            )
        if source.child is None and self.run.recipe.search.algorithm == ALGORITHM_FOR_CHANCE:
            return f"{end}: {ROOT_END_MEANINGS[self.key]}; {self.side} has nothing better above {at} yet."
        return f"{end}: {self.side} has no value above {at} yet."

    def why_below_chance(self) -> str:
        """Say what a child of chance must be worth for the sum to reach the window."""
        end = self.answer()
        handed = handed_end(self.tree, self.naming.node(self.path), lower=self.lower)
        begin = f"{self.name} = {format_number(end)} on entry"
        has = f"{self.naming.at(self.path[:-1])} has {self.name} = {format_number(handed.own)}"
        if isinf(handed.own):
            return f"{begin}: {has}."

        adds = taken = ""
        if handed.rest:
            which = "most" if self.lower else "least"
            later = float(handed.added_later)
            adds = f", and later outcomes add at {which} {format_probability(handed.rest)} · {format_number(handed.limit)} = {format_number(later)}"
            taken = f" − {bracketed(later)}"
        taken = f"({format_number(handed.own)} − {bracketed(float(handed.so_far))}{taken})"
        so_far = f"{has} and a sum of {format_number(handed.so_far)} so far{adds}"
        said = f"{begin}: {so_far}: {taken} / ({format_probability(handed.chance)}) = {format_number(handed.value)}"
        if numbers_alike(handed.value, end):
            return f"{said}."
        beyond = "less" if self.lower else "more"
        return f"{said}, but no leaf is worth {beyond} than {format_number(end)}."

    def earned(self) -> str:
        """Say what it is by the node above alone."""
        source = self.source
        if source.node is None or self.is_below_chance:
            return self.why()
        above = self.naming.at(self.path[:-1])
        value = self.answer()
        end = f"{self.name} = {format_number(value)} on entry"
        if value == self.entry(self.path[:-1])[self.key]:
            return f"{end}, as at {above}: {self.side} has found nothing better since then."
        child = () if source.child is None else self.run.path(source.child)
        which = ""
        if self.run.is_inner(child):  # of leaves it is asked who is visited
            which = f" with {self.naming.at(child)}"
        return f"{end}: at {above} {self.side} can already get that{which}."

    def needs(self) -> list[AskedField]:
        """Return the fields that must be known: below the node, and above it if a side may have a value there.

        The shape of the tree shows that a side has no earlier branch above; like any value, what it has is told when
        those below are known.
        """
        needs = fields_of(self.values_of(self.path))
        turns = [self.run.turn(self.path[:end]) for end in range(len(self.path))]
        may_have = any(
            place and turn == self.lower for place, turn in zip(self.path, turns, strict=True)
        )
        if may_have or Turn.CHANCE in turns:
            needs += fields_of(self.clues())
        return needs


class AlphaField(EndField):
    """What MAX already has above a node."""

    key = style = "alpha"
    name = sign = "α"
    label = "α of {at}"
    prompt = "What is α on entry to {}?"
    rule = (
        "α is the best value that MAX already has at a node above. Follow the path from the root: at each MAX node, "
        "look at what the branches to the left have returned{since}. At the root {root}."
    )
    by_chance = (
        "Below a chance node: take that node's α, subtract what its earlier branches have added and the most that "
        "its later branches can add, and divide by the probability of this branch. The result never goes beyond the "
        "bounds of leaf values."
    )
    wanted_here = "α on entry to {at}: what MAX already has above"
    wanted_by_chance = "α on entry to {at}: only more than that can matter above"


class BetaField(EndField):
    """What MIN already has above a node."""

    key = style = "beta"
    name = sign = "β"
    label = "β of {at}"
    lower = False
    prompt = "What is β on entry to {}?"
    rule = (
        "β is the best value that MIN already has at a node above. Follow the path from the root: at each MIN node, "
        "look at what the branches to the left have returned{since}. At the root {root}."
    )
    by_chance = (
        "Below a chance node: take that node's β, subtract what its earlier branches have added and the least that "
        "its later branches can add, and divide by the probability of this branch. The result never goes beyond the "
        "bounds of leaf values."
    )
    wanted_here = "β on entry to {at}: what MIN already has above"
    wanted_by_chance = "β on entry to {at}: only less than that can matter above"


REACHED_BOUNDS = {"at most": ("alpha", "≤"), "at least": ("beta", "≥")}
"""The end of the window that a value reaches where it is only such a bound, and the sign of the bound."""


class ValueField(TreeField):
    """The value that a node returns, which may have the sign of a bound."""

    key = "value"
    name = "the value"
    label = "value of {at}"
    prompt = "What does {} return?"
    rule = "{side} takes the {best} value below it{skipped}.{hard}"
    by_chance = "Add up probability times value for everything below it{left}."
    wanted_here = "what {at} returns: the {best} value below it"
    wanted_by_chance = "what {at} returns: the {best} of the values below it"
    place = FieldPlace.VALUE
    may_be_bound = True

    def answer(self) -> float:
        """Return what the node returns."""
        return self.trace.value(self.naming.node(self.path))

    @property
    def bounds(self) -> tuple[str, ...]:
        """Return which bounds the value is by the window on entry."""
        value = self.answer()
        ends = self.entry(self.path)
        found = []
        if value <= ends["alpha"]:
            found.append("at most")
        if value >= ends["beta"]:
            found.append("at least")
        return tuple(found)

    def reached(self, sign: str) -> str:
        """Return the end of the window that the value reaches if it is such a bound: `at most α = 3`."""
        key, _ = REACHED_BOUNDS[sign]
        return f"{sign} {WINDOW_END_SIGNS[key]} = {format_number(self.entry(self.path)[key])}"

    def clues(self) -> Sequence[Clue]:
        """Return what the children returned; fail-hard also the window on entry."""
        values = self.values_of(self.path)
        if self.run.recipe.search.fail == "hard":
            return [*self.window_of(self.path), *values]
        return values

    def why(self) -> str:
        """Say which values a node chose from, or what they add up to."""
        if self.run.odds(self.path) is not None:
            return self.why_sum()
        node = self.naming.node(self.path)
        values = [format_number(self.trace.value(child)) for child in self.tree.children(node)]
        why = f"{self.takes} the values that its visited children return, {join_words(values)}"
        found = self.tree.best(node)
        result = self.answer()
        if found is not None and found[0] != result:
            why += f"; with fail-hard {format_number(found[0])} is clipped to the window, {format_number(result)}"
        return f"{why}."

    @property
    def takes(self) -> str:
        """Return who takes which of some values: `MIN takes the least of`."""
        node = self.naming.node(self.path)
        return (
            f"{self.naming.side(node)} takes the {BEST_VALUE_WORDS[self.tree.maximizing(node)]} of"
        )

    def why_sum(self) -> str:
        """Say what the children of a chance node add up to, and what stands for those that are left out."""
        node = self.naming.node(self.path)
        if not self.tree.is_cut(node):
            return describe_share(self.naming, node)
        cut = cut_of(self.run, self.tree, node)
        limit = cut.limit or 0
        which = "lowest" if cut.maximizing else "highest"
        total = sum_with_rest(self.naming, node, limit)
        return f"Skipped outcomes count as the {which} leaf value, {format_number(limit)}: {total}."

    def earned(self) -> str:
        """Say what is returned and of what; of the leaves not which are visited, since that is asked, too."""
        below = self.run.below(self.path)
        chances = self.run.odds(self.path)
        if self.run.recipe.search.algorithm in UNPRUNED_ALGORITHMS or (
            chances is None and all(map(self.run.is_inner, below))
        ):
            return self.why()
        seen = {}
        for child in below:
            node = self.tree.node_at(child)
            if not self.run.is_inner(child):  # leaves are in sight, skipped or not
                seen[child] = self.run.evaluated(child)
            elif node is not None:
                seen[child] = self.trace.value(node)

        value = format_number(self.answer())
        if chances is not None:
            terms = [
                f"{format_probability(chances[child[-1]])} · {bracketed(worth)}"
                for child, worth in seen.items()
            ]
            return f"Add up {join_words(terms)}{SKIPPED_OUTCOMES_RULE}: that makes {value}."
        why = f"{self.takes} {join_words([*map(format_number, seen.values())])}, not counting what is skipped"
        found = self.tree.best(self.naming.node(self.path))
        if found is not None and found[0] != self.answer():
            return f"{why}: {format_number(found[0])}; with fail-hard that is clipped to the window, {value}."
        return f"{why}: {value}."

    def slips(self) -> Sequence[KnownMistake]:
        """Return what a chance node is often taken to be worth: the mean of what is below, the greatest, the least."""
        probable = self.run.odds(self.path)
        below = self.run.below(self.path)
        inner = [child for child in below if self.run.is_inner(child)]
        if (
            probable is None
            or len(below) < 2
            or any(self.tree.node_at(child) is None for child in inner)
        ):
            return ()
        values = [
            self.trace.value(self.naming.node(child))
            if child in inner
            else self.run.evaluated(child)
            for child in below
        ]
        some = join_words([*map(format_number, values)])
        chances = odds_words(probable, "their")
        taken = {min(values): "least", max(values): "greatest"}
        says = {
            value: f"You took the {best} of {some}, but chance does not choose; {chances}."
            for value, best in taken.items()
        }
        says[fmean(values)] = f"You took the mean of {some}; {chances}."
        fields = tuple(AskedField(child, self.key) for child in inner)
        return [
            KnownMistake(value, said, fields)
            for value, said in reversed(says.items())
            if not numbers_alike(value, self.answer())
        ]

    def below(self) -> Mapping[AskedField, float]:
        """Return what the visited children of a node have returned."""
        node = self.tree.node_at(self.path)
        children = () if node is None else self.tree.children(node)
        return {
            AskedField(self.run.path(child), self.key): self.trace.value(child)
            for child in children
        }

    def weights(self) -> tuple[list[float], float] | None:
        """Return the probabilities of the visited children of a chance node, and what stands for the others."""
        if self.run.odds(self.path) is None:
            return None
        node = self.naming.node(self.path)
        taken = [float(share.probability) for _, share in self.tree.shares(node)]
        if not self.tree.is_cut(node):
            return taken, 0
        limit = cut_of(self.run, self.tree, node).limit or 0
        return taken, float(self.tree.expected(node).rest) * float(limit)

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong: of the right number with a sign, why it is a bound or is none."""
        sign = given.sign
        if not (sign and self.comes_up and numbers_alike(float(given.answer), self.answer())):
            return super().reason(given)
        key, _ = REACHED_BOUNDS[sign]
        name = WINDOW_END_SIGNS[key]
        rule = f"Only a value that is {sign} {name} on entry is such a bound."
        end = format_number(self.entry(self.path)[key])
        whole = f"The number is right, but only a value that is {sign} {name} is such a bound, and {name} = {end} on entry."
        if sign in self.bounds:
            whole = f"{self.at}: {format_number(self.answer())} is {self.reached(sign)} on entry, so it is a bound."
        search = self.run.recipe.search.algorithm
        if search in UNPRUNED_ALGORITHMS:
            why = f"{search} skips nothing, so no value is only a bound"
            earned = f"The number is right, but {why}."
            return ReasonSteps(rule, lambda: [Clue("", why)], whole, self.path, earned=earned)
        return ReasonSteps(rule, lambda: self.window_of(self.path, (key,)), whole, self.path)

    def right_too(self) -> Clue | None:
        """Return which sign the right value could have as well, by an end of the window on entry."""
        for sign in self.bounds:
            key, written = REACHED_BOUNDS[sign]
            value = format_number(self.answer())
            says = f"{value} is right, and so is {written}{value}, because it is {self.reached(sign)} on entry."
            return Clue(written, says, AskedField(self.path, key))
        return None


FIELD_KINDS: dict[str, type[TreeField]] = {
    kind.key: kind for kind in (SkippedField, SecondLookField, AlphaField, BetaField, ValueField)
}
"""By their keys, in the order in which they are asked of a node."""
