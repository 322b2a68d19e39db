"""The kinds of fields of a searched tree: the right answer at a node or an edge, and the reasons.

`question.py` decides how much of a reason is told after which wrong answer.
"""

# tests/oracles/claims.py reads each reason word by word and holds it against a search of its own;
# with chance the right answers are those of tests/oracles/chance.py.

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import isinf
from statistics import fmean

from games import Turn
from visualizer.explaining.explanation.english.cuts import describe_sum_at_limit, end_of_window
from visualizer.explaining.explanation.english.windows import (
    QUESTION_WORDS,
    bracketed,
    describe_sum_so_far,
    format_window,
    sum_with_rest,
)
from visualizer.explaining.explanation.facts.steps import OutcomeBound, cut_of, outcome_bound_of
from visualizer.explaining.explanation.naming import join_words
from visualizer.look.numbers import format_number, format_probability, look_the_same
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
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.trace.visits_at_step import BoundSource


class SkippedField(EdgeField):
    """Whether the search skips everything below an edge."""

    key = "pruned"
    name = "struck"
    prompt = "Is {} skipped?"
    rule = (
        "Look at α and β of the node above, just before this branch: the branches left there are "
        "skipped as soon as α {rule} β."
    )
    by_chance = (
        "Look at the chance node above: the rest of its branches is skipped as soon as its sum, "
        "with the highest leaf value for all that is left, is at most its α, or with the lowest "
        "at least its β{strict_cut}."
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
        """Say why the node is never visited, or why it is visited."""
        return self.why_skipped()

    def spoiler_free_reason(self) -> str:
        """Say why the branch is skipped, by the parent's window just before the branch.

        The sentence does not name the node that set α or β, since another question asks for that.
        """
        if not self.answer():
            return self.why_skipped()
        parent_path = self.path[:-1]
        parent_name = self.naming.place_at(parent_path)
        parent = self.naming.node(parent_path)
        is_below_chance = self.run.odds(parent_path) is not None
        if is_below_chance:
            cut = cut_of(self.run, self.tree, parent)
            bound = f"{QUESTION_WORDS[cut.sign]} {end_of_window(cut, FOR_MAX)}"
            sum_at_limit = describe_sum_at_limit(cut)
            return f"{sum_at_limit}, {parent_name} would be worth {bound}: it is skipped."

        # The tree at the step of the cut still has the window that caused the cut.
        tree_at_cut = TreeAtStep(self.trace, self.trace.cut_step(parent))
        window = format_window(tree_at_cut.window(parent))
        sign = self.run.recipe.search.cut_sign
        return f"Before this branch, {parent_name} has {window}: α {sign} β, so it is skipped."


class SecondLookField(EdgeField):
    """Whether PVS searches the node below an edge a second time, in a second look."""

    key = "again"
    name = "marked"
    prompt = "Is {} searched again, after a first search that only asked whether it is better?"
    rule = (
        "The first look only asks whether this branch is better than the best so far; if it is, a "
        "second may be needed."
    )
    style = "best"
    sign = "×2"
    verb = "mark"
    label = "mark {at}: visited again"

    @cached_property
    def visits(self) -> list[int]:
        """The visits to the node, as rows of the trace."""
        node = self.tree.node_at(self.path)
        if node is None:
            return []
        return [*self.tree.visits_to(node)]

    @cached_property
    def second_look(self) -> int | None:
        """The first visit that follows another within the same visit to the parent, or None."""
        for previous, visit in pairwise(self.visits):
            if self.trace.parent(previous) == self.trace.parent(visit):
                return visit
        return None

    def answer(self) -> bool:
        """Return whether the node below is searched again."""
        return self.second_look is not None

    def why(self) -> str:
        """Say why PVS searches the node a second time, or why it does not."""
        if not self.visits:
            return self.why_skipped()
        # Without a second look, only new visits to a node above lead to new visits to this node.
        note = ""
        if self.second_look is None and len(self.visits) > 1:
            note = " It is visited again only because a node above it is visited again."
        is_first_child = self.path[-1] == 0
        if is_first_child:
            parent = self.naming.node(self.path[:-1])
            first = f"It is the first child of {self.naming.place(parent)}"
            return f"{first}, so there is no quick first look: one search is enough.{note}"
        return self.why_after_first_look(note)

    def why_after_first_look(self, note: str) -> str:
        """Say what the first look, a null-window search, has found, and why that is enough or not.

        `note` is added to the explanation if one look is enough.
        """
        parent = self.naming.node(self.path[:-1])
        first_look = self.first_look
        value = self.trace.value(first_look)
        # The parent's window changes with each child: take the window just before this look.
        before_look = TreeAtStep(self.trace, self.trace.enter_step(first_look) - 1)
        alpha, beta = before_look.window(parent)
        if self.tree.maximizing(parent):
            is_better = value > alpha
            better_words = f"more than {format_number(alpha)}"
            cut_words = f"at least {FOR_MAX.show_end(beta, lower=False)}"
        else:
            is_better = value < beta
            better_words = f"less than {format_number(beta)}"
            cut_words = f"at most {FOR_MAX.show_end(alpha, lower=True)}"

        question = f"The first look only asks: is the value {better_words}?"
        found = format_number(value)
        if not is_better:
            return f"{question} No, so one look is enough.{note}"
        cuts_parent = not alpha < value < beta
        if cuts_parent:
            yes = f"Yes, but {found} is {cut_words} as well"
            return f"{question} {yes}, so the exact value does not matter.{note}"
        return f"{question} Yes, it is {found}, so it is searched again for its exact value."

    @property
    def first_look(self) -> int:
        """Return the visit before the second look, or the last visit if there is no second look."""
        if self.second_look is None:
            return self.visits[-1]
        return self.visits[self.visits.index(self.second_look) - 1]


class EndField(TreeField):
    """An end of the window on entry to an inner node: the best value that a side has above."""

    looks_above = True
    lower = True
    """Whether this is α, the lower end."""
    moved_by = Turn.MAX
    """Whose moves change this end: MAX raises α, and MIN lowers β."""

    def answer(self) -> float:
        """Return α or β on entry."""
        return self.entry(self.path)[self.key]

    @property
    def source(self) -> BoundSource:
        """Return the node above that has set this end, and its child with the same value."""
        return self.tree.bound_source(self.naming.node(self.path), lower=self.lower)

    @property
    def side(self) -> str:
        """Return the name of the side that has this value, MAX for α and MIN for β."""
        return self.run.game.side(maximizing=self.lower)

    @property
    def is_below_chance(self) -> bool:
        """Return whether chance moves at the parent."""
        return bool(self.path) and self.run.odds(self.path[:-1]) is not None

    def clues(self) -> Sequence[Clue]:
        """Return the clues from which α or β on entry to the node follows.

        These are the parent's α or β on entry, and the values of earlier siblings that may have
        changed it since then.
        """
        if not self.path:
            return [self.root_clue()]
        parent_path = self.path[:-1]
        clues = self.window_of(parent_path, (self.key,))
        # Earlier siblings change α at a MAX node, β at a MIN node, and both at a chance node.
        if self.run.turn(parent_path) in (self.moved_by, Turn.CHANCE):
            clues += [*self.values_before(self.path), *self.chance_clues(parent_path)]
        return clues

    def root_clue(self) -> Clue:
        """Return the clue at the root: no node is above it, or for Star1 a limit of leaf values."""
        if self.run.recipe.search.algorithm != ALGORITHM_FOR_CHANCE:
            return Clue("", "the root has no node above it")
        lowest, highest = self.trace.limits
        limit = lowest if self.lower else highest
        return Clue("", f"{ROOT_END_MEANINGS[self.key]} is {format_number(limit)}")

    def why(self) -> str:
        """Say which node above has set α or β, or that no node above has set it."""
        if self.is_below_chance:
            return self.why_below_chance()
        on_entry = f"{self.name} = {format_number(self.answer())} on entry"
        source = self.source
        if source.node is None:
            return self.why_without_source(on_entry, source)
        setter = self.naming.place(source.node)
        # A chance node has set α or β, from several outcomes instead of one child.
        if source.child is None:
            branch = f"the branch below {setter}"
            unchanged = f"{self.side} has found nothing better since then"
            return f"{on_entry}, as on entry to {branch}: {unchanged}."
        child = self.naming.place(source.child)
        return f"{on_entry}: at {setter} {self.side} can already get that with {child}."

    def why_without_source(self, on_entry: str, source: BoundSource) -> str:
        """Say that no node above has set α or β; `on_entry` is the beginning of the sentence."""
        at = self.naming.place_at(self.path)
        if source.child is None and self.run.recipe.search.algorithm == ALGORITHM_FOR_CHANCE:
            meaning = ROOT_END_MEANINGS[self.key]
            return f"{on_entry}: {meaning}; {self.side} has nothing better above {at} yet."
        return f"{on_entry}: {self.side} has no value above {at} yet."

    def why_below_chance(self) -> str:
        """Say how Star1 computes α or β for a child of a chance node.

        α is the value with which the child would bring the sum of the chance node to the chance
        node's α, if later outcomes added as much as possible. For β, they add as little as
        possible.
        """
        value = self.answer()
        child_bound = outcome_bound_of(self.tree, self.naming.node(self.path), lower=self.lower)
        on_entry = f"{self.name} = {format_number(value)} on entry"
        parent_name = self.naming.place_at(self.path[:-1])
        parent_words = (
            f"{parent_name} has {self.name} = {format_number(child_bound.chance_node_end)}"
        )
        # The other outcomes cannot change an infinite value.
        if isinf(child_bound.chance_node_end):
            return f"{on_entry}: {parent_words}."

        sum_words = f"a sum of {format_number(child_bound.so_far)} so far"
        later = self.later_outcomes(child_bound)
        quotient = format_quotient(child_bound)
        explanation = f"{on_entry}: {parent_words} and {sum_words}{later}: {quotient}"
        if look_the_same(child_bound.value, value):
            return f"{explanation}."
        # The search has clipped the result of the formula to the limits of leaf values.
        beyond = "less" if self.lower else "more"
        return f"{explanation}, but no leaf is worth {beyond} than {format_number(value)}."

    def later_outcomes(self, child_bound: OutcomeBound) -> str:
        """Say what later outcomes add, for α: `, and later outcomes add at most 1/2 · 4 = 2`.

        For β, say what they add at least. The result is "" if no outcomes are left.
        """
        if not child_bound.later_probability:
            return ""
        extreme = "most" if self.lower else "least"
        probability = format_probability(child_bound.later_probability)
        product = f"{probability} · {format_number(child_bound.later_limit)}"
        added = format_number(float(child_bound.added_later))
        return f", and later outcomes add at {extreme} {product} = {added}"

    def spoiler_free_reason(self) -> str:
        """Say how α or β follows from the parent, without naming a leaf.

        Naming a leaf would give away that it is visited, which another question asks.
        """
        source = self.source
        # In these cases, `why` names no leaf.
        if source.node is None or self.is_below_chance:
            return self.why()
        parent_path = self.path[:-1]
        parent_name = self.naming.place_at(parent_path)
        value = self.answer()
        on_entry = f"{self.name} = {format_number(value)} on entry"
        if value == self.entry(parent_path)[self.key]:
            unchanged = f"{self.side} has found nothing better since then"
            return f"{on_entry}, as at {parent_name}: {unchanged}."
        with_child = ""
        if source.child is not None:
            child_path = self.run.path(source.child)
            if self.run.is_inner(child_path):
                with_child = f" with {self.naming.place_at(child_path)}"
        return f"{on_entry}: at {parent_name} {self.side} can already get that{with_child}."

    def needs(self) -> list[AskedField]:
        """Return the fields that must be known before `spoiler_free_reason` is told.

        These are the values of the node's children, and the fields of the clues. The clues are not
        needed if anybody can see in the tree that no node above has set α or β.
        """
        needs = fields_of(self.values_of(self.path))
        turns = [self.run.turn(self.path[:plies]) for plies in range(len(self.path))]
        # α can be set only by an earlier sibling below a MAX node, and β only below a MIN node. The
        # first move (0) has no earlier sibling.
        may_be_set_above = any(
            move > 0 and turn == self.moved_by for move, turn in zip(self.path, turns, strict=True)
        )
        if may_be_set_above or Turn.CHANCE in turns:
            needs += fields_of(self.clues())
        return needs


class AlphaField(EndField):
    """The value that MAX already has above a node."""

    key = style = "alpha"
    name = sign = "α"
    label = "α of {at}"
    prompt = "What is α on entry to {}?"
    rule = (
        "α is the best value that MAX already has at a node above. Follow the path from the root: "
        "at each MAX node, look at what the branches to the left have returned{since_chance}. At "
        "the root {root}."
    )
    by_chance = (
        "Below a chance node: take that node's α, subtract what its earlier branches have added "
        "and the most that its later branches can add, and divide by the probability of this "
        "branch. The result never goes beyond the bounds of leaf values."
    )
    wanted_here = "α on entry to {at}: what MAX already has above"
    wanted_by_chance = "α on entry to {at}: only more than that can matter above"


class BetaField(EndField):
    """The value that MIN already has above a node."""

    key = style = "beta"
    name = sign = "β"
    label = "β of {at}"
    lower = False
    moved_by = Turn.MIN
    prompt = "What is β on entry to {}?"
    rule = (
        "β is the best value that MIN already has at a node above. Follow the path from the root: "
        "at each MIN node, look at what the branches to the left have returned{since_chance}. At "
        "the root {root}."
    )
    by_chance = (
        "Below a chance node: take that node's β, subtract what its earlier branches have added "
        "and the least that its later branches can add, and divide by the probability of this "
        "branch. The result never goes beyond the bounds of leaf values."
    )
    wanted_here = "β on entry to {at}: what MIN already has above"
    wanted_by_chance = "β on entry to {at}: only less than that can matter above"


REACHED_BOUNDS = {"at most": ("alpha", "≤"), "at least": ("beta", "≥")}
"""For each sign of a bound: the end of the window that the value reaches, and the short sign."""


class ValueField(TreeField):
    """The value that a node returns, which may have the sign of a bound."""

    key = "value"
    name = "the value"
    label = "value of {at}"
    prompt = "What does {} return?"
    rule = "{side} takes the {best} value below it{skipped}.{hard}"
    by_chance = "Add up probability times value for everything below it{skipped_outcomes}."
    wanted_here = "what {at} returns: the {best} value below it"
    wanted_by_chance = "what {at} returns: the {best} of the values below it"
    place = FieldPlace.VALUE
    may_be_bound = True

    def answer(self) -> float:
        """Return the value that the node returns."""
        return self.trace.value(self.naming.node(self.path))

    @property
    def bounds(self) -> tuple[str, ...]:
        """Return the signs with which the value may be written as a bound; () for an exact value.

        `at most` is right for a value that is not above α on entry, `at least` for a value that is
        not below β.
        """
        value = self.answer()
        ends = self.entry(self.path)
        signs = []
        if value <= ends["alpha"]:
            signs.append("at most")
        if value >= ends["beta"]:
            signs.append("at least")
        return tuple(signs)

    def reached(self, sign: str) -> str:
        """Say which end of the window a bound with this sign reaches: `at most α = 3`."""
        key, _ = REACHED_BOUNDS[sign]
        return f"{sign} {WINDOW_END_SIGNS[key]} = {format_number(self.entry(self.path)[key])}"

    def clues(self) -> Sequence[Clue]:
        """Return the children's values and, in a fail-hard search, the window on entry."""
        values = self.values_of(self.path)
        if self.run.recipe.search.fail == "hard":
            return [*self.window_of(self.path), *values]
        return values

    def why(self) -> str:
        """Say which child's value a node takes, or how the values add up at a chance node."""
        if self.run.odds(self.path) is not None:
            return self.why_sum()
        node = self.naming.node(self.path)
        values = [format_number(self.trace.value(child)) for child in self.tree.children(node)]
        listed = join_words(values)
        why = f"{self.choice_phrase} the values that its visited children return, {listed}"
        if self.clipped_value is not None:
            clipped = f"with fail-hard {format_number(self.clipped_value)} is clipped to the window"
            why += f"; {clipped}, {format_number(self.answer())}"
        return f"{why}."

    @property
    def clipped_value(self) -> float | None:
        """Return the best value below the node if fail-hard has clipped it, else None."""
        best = self.tree.best(self.naming.node(self.path))
        if best is None:
            return None
        best_value, _ = best
        if best_value == self.answer():
            return None
        return best_value

    @property
    def choice_phrase(self) -> str:
        """Return who takes which of the values: `MIN takes the least of`."""
        node = self.naming.node(self.path)
        return (
            f"{self.naming.side(node)} takes the {BEST_VALUE_WORDS[self.tree.maximizing(node)]} of"
        )

    def why_sum(self) -> str:
        """Say how the value of a chance node adds up.

        Star1 counts each skipped outcome as the lowest leaf value there can be, or as the highest.
        """
        node = self.naming.node(self.path)
        if not self.tree.is_cut(node):
            return describe_sum_so_far(self.naming, node)
        cut = cut_of(self.run, self.tree, node)
        limit = cut.limit or 0
        which = "lowest" if cut.maximizing else "highest"
        total = sum_with_rest(self.naming, node, limit)
        return f"Skipped outcomes count as the {which} leaf value, {format_number(limit)}: {total}."

    def spoiler_free_reason(self) -> str:
        """Say how the value follows from the children's values, without telling what is skipped.

        Skipped leaves are listed like all other leaves, as another question asks which are skipped.
        """
        children = self.run.child_paths(self.path)
        probabilities = self.run.odds(self.path)
        skips_nothing = self.run.recipe.search.algorithm in UNPRUNED_ALGORITHMS
        # `why` leaves out skipped children. If all children are inner nodes, the person has already
        # answered which of them are skipped.
        is_choice_without_leaves = probabilities is None and all(map(self.run.is_inner, children))
        if skips_nothing or is_choice_without_leaves:
            return self.why()
        values = self.visible_values(children)
        if probabilities is None:
            return self.describe_choice([*values.values()])

        terms = []
        for child, child_value in values.items():
            probability = format_probability(probabilities[child[-1]])
            terms.append(f"{probability} · {bracketed(child_value)}")
        value = format_number(self.answer())
        return f"Add up {join_words(terms)}{SKIPPED_OUTCOMES_RULE}: that makes {value}."

    def visible_values(self, children: Sequence[MovePath]) -> dict[MovePath, float]:
        """Return the values of children that a person can see: all leaves, and visited inner nodes.

        Even the value of a skipped leaf is written in the tree.
        """
        values = {}
        for child in children:
            node = self.tree.node_at(child)
            if not self.run.is_inner(child):
                values[child] = self.run.evaluated(child)
            elif node is not None:
                values[child] = self.trace.value(node)
        return values

    def describe_choice(self, values: Sequence[float]) -> str:
        """Say that the node's side takes the best of `values`, and which value is returned."""
        result = format_number(self.answer())
        listed = join_words([format_number(value) for value in values])
        why = f"{self.choice_phrase} {listed}, not counting what is skipped"
        if self.clipped_value is not None:
            best = format_number(self.clipped_value)
            return f"{why}: {best}; with fail-hard that is clipped to the window, {result}."
        return f"{why}: {result}."

    def known_mistakes(self) -> Sequence[KnownMistake]:
        """Return common wrong values of a chance node: the plain mean, the greatest or the least.

        Return () if a player moves at the node, if there is only one child, or if an inner child
        is skipped.
        """
        probabilities = self.run.odds(self.path)
        children = self.run.child_paths(self.path)
        inner = [child for child in children if self.run.is_inner(child)]
        # A skipped inner child has no value, so nobody can have computed a mean with it.
        has_skipped_child = any(self.tree.node_at(child) is None for child in inner)
        if probabilities is None or len(children) < 2 or has_skipped_child:
            return ()

        values = [*self.visible_values(children).values()]
        explanations = explain_wrong_values(values, odds_words(probabilities, "their"))
        right = self.answer()
        fields = tuple(AskedField(child, self.key) for child in inner)
        # Reversed, because the mean comes last but is the likeliest mistake.
        return [
            KnownMistake(value, explanations[value], fields)
            for value in reversed(explanations)
            if not look_the_same(value, right)
        ]

    def source_values(self) -> Mapping[AskedField, float]:
        """Return the values that the node's visited children have returned, each by its field."""
        node = self.tree.node_at(self.path)
        if node is None:
            return {}
        return {
            AskedField(self.run.path(child), self.key): self.trace.value(child)
            for child in self.tree.children(node)
        }

    def sum_weights(self) -> tuple[list[float], float] | None:
        """Return the weights of a chance node's sum and a constant to add; None if a player moves.

        The weights are the probabilities of the visited outcomes. The constant is what all skipped
        outcomes add together, 0 without a cut.
        """
        if self.run.odds(self.path) is None:
            return None
        node = self.naming.node(self.path)
        weights = [float(share.probability) for _, share in self.tree.returned_outcomes(node)]
        if not self.tree.is_cut(node):
            return weights, 0
        # Star1 counts every skipped outcome as the lowest or highest leaf value (Ballard 1983).
        limit = cut_of(self.run, self.tree, node).limit or 0
        skipped_probability = float(self.tree.expected(node).rest)
        return weights, skipped_probability * float(limit)

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong; if only the sign decides, explain the sign."""
        is_right_number = self.is_reached and look_the_same(float(given.answer), self.answer())
        if given.sign and is_right_number:
            return self.reason_for_sign(given.sign)
        return super().reason(given)

    def reason_for_sign(self, sign: str) -> ReasonSteps:
        """Return why the right number may be written as a bound with this sign, or why not.

        `at most` is right for a value that is not above α on entry, `at least` for a value that is
        not below β.
        """
        end_key, _ = REACHED_BOUNDS[sign]
        rule = f"Only a value that is {sign} {WINDOW_END_SIGNS[end_key]} on entry is such a bound."
        whole = self.why_bound_or_exact(sign)
        algorithm = self.run.recipe.search.algorithm
        # A search that skips nothing has no window that a clue could name.
        if algorithm in UNPRUNED_ALGORITHMS:
            why = f"{algorithm} skips nothing, so no value is only a bound"
            spoiler_free_reason = f"The number is right, but {why}."
            return ReasonSteps(
                rule,
                lambda: [Clue("", why)],
                whole,
                self.path,
                spoiler_free_reason=spoiler_free_reason,
            )
        return ReasonSteps(rule, lambda: self.window_of(self.path, (end_key,)), whole, self.path)

    def why_bound_or_exact(self, sign: str) -> str:
        """Say whether the value is a bound with this sign, and compare it with α or β on entry."""
        if sign in self.bounds:
            number = format_number(self.answer())
            return f"{self.at}: {number} is {self.reached(sign)} on entry, so it is a bound."
        key, _ = REACHED_BOUNDS[sign]
        name = WINDOW_END_SIGNS[key]
        end = format_number(self.entry(self.path)[key])
        only = f"only a value that is {sign} {name} is such a bound"
        return f"The number is right, but {only}, and {name} = {end} on entry."

    def other_right_form(self) -> Clue | None:
        """Return a clue that the right value may also be written as a bound, such as `≤3`.

        Return None for an exact value. The clue needs the field of the α or β on entry with which
        the value is compared.
        """
        if not self.bounds:
            return None
        # With an empty window, a value may be both a lower and an upper bound: one is enough.
        sign = self.bounds[0]
        key, short_sign = REACHED_BOUNDS[sign]
        value = format_number(self.answer())
        because = f"because it is {self.reached(sign)} on entry"
        says = f"{value} is right, and so is {short_sign}{value}, {because}."
        return Clue(short_sign, says, AskedField(self.path, key))


def format_quotient(child_bound: OutcomeBound) -> str:
    """Return how Star1 computes α or β for a child of a chance node: `(5 − 1 − 2) / (1/2) = 4`.

    Here 5 is the α of the chance node, 1 the weighted sum of earlier outcomes, 2 the most that
    later outcomes can add, and 1/2 the child's probability. For β, 2 would be the least.
    """
    later = ""
    if child_bound.later_probability:
        later = f" − {bracketed(float(child_bound.added_later))}"
    end_of_parent = format_number(child_bound.chance_node_end)
    numerator = f"({end_of_parent} − {bracketed(float(child_bound.so_far))}{later})"
    probability = format_probability(child_bound.probability)
    return f"{numerator} / ({probability}) = {format_number(child_bound.value)}"


def explain_wrong_values(values: Sequence[float], chances: str) -> dict[float, str]:
    """Explain common wrong values of a chance node; return the explanations by wrong value.

    `values` are the values of the outcomes, and `chances` their probabilities in words.
    """
    listed = join_words([format_number(value) for value in values])
    # Of two explanations for the same number, the later one replaces the earlier one.
    explanations = {}
    for value, extreme in {min(values): "least", max(values): "greatest"}.items():
        explanations[value] = (
            f"You took the {extreme} of {listed}, but chance does not choose; {chances}."
        )
    explanations[fmean(values)] = f"You took the mean of {listed}; {chances}."
    return explanations


FIELD_KINDS: dict[str, type[TreeField]] = {
    kind.key: kind for kind in (SkippedField, SecondLookField, AlphaField, BetaField, ValueField)
}
"""The kinds by key, in the order in which they are asked at a node."""
