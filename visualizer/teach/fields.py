"""The common part of all fields of a searched tree: asking, reading and judging.

`reasons.py` has each kind of field.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum

from games import Probabilities, Turn
from visualizer.explaining.explanation.english.cuts import explain_cut, why_cut
from visualizer.explaining.explanation.english.windows import why_not_cut_yet
from visualizer.explaining.explanation.facts.steps import unvisited_fact
from visualizer.explaining.explanation.naming import Naming, capitalize_node_name, join_words
from visualizer.look.numbers import format_number, format_probability, look_the_same
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.question import (
    AskedField,
    Clue,
    KnownMistake,
    ParsedAnswer,
    Question,
    ReasonSteps,
    fields_of,
)
from visualizer.teach.rules import UNPRUNED_ALGORITHMS
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

FAIL_HARD_RULE = " Fail-hard: a value outside the window on entry is replaced by its nearer end."
WINDOW_END_SIGNS = {"alpha": "α", "beta": "β"}
"""The signs of the ends of a window, by key."""
BEST_VALUE_WORDS = ("least", "greatest", "probability-weighted mean")
"""What a node takes of the values below it, by the `Turn` at the node: MIN, MAX, chance."""
SKIPPED_OUTCOMES_RULE = (
    "; skipped outcomes count as the highest leaf value if even that was too little, otherwise as "
    "the lowest"
)
STRICT_CUT_NOTE = " (this search skips only if it is less than α, or more than β)"
ROOT_END_MEANINGS = {
    "alpha": "the lowest leaf value there can be",
    "beta": "the highest leaf value there can be",
}
"""What α and β are at the root of a search with bounds of leaf values."""
NEVER_VISITED = "{at} is never visited, so it has no window and no value."
VISIT_FIRST = "Decide first whether the search ever comes to {at}: if not, its fields stay empty."


class FieldPlace(Enum):
    """Where a field is drawn at a node, in the order in which a search knows the answers."""

    EDGE = "the edge above it"
    WINDOW = "above its value"
    VALUE = "its value, which comes after all that is below it"


class TreeField(Question):
    """A fact about a node in a search, for a person to fill in.

    Each kind of field is a subclass. For a node that the search reaches, it gives the `answer`, the
    `clues` that lead to the answer, and `why` it is right. The fields of other nodes stay empty.
    """

    key = ""
    """The kind's name in JSON."""
    name = ""
    """The kind's name in sentences."""
    label = ""
    """The label of a field on a page; `{at}` is the place."""
    prompt = ""
    """The question about a place, `{}`."""
    rule = ""
    """Help for any field of this kind, without an answer.

    It may contain `{side}`, `{best}`, `{rule}`, `{skipped}`, `{hard}`; for the ends of a window
    also `{root}` (at the root) and `{since_chance}` (below a chance node).
    """
    by_chance = ""
    """The rule for chance nodes, if different."""
    wanted_here = ""
    """The instruction, with `{at}` and `{best}`; "" means that the question needs none."""
    wanted_by_chance = ""
    """The instruction at chance nodes, if different."""
    wrote = "You wrote {text} for {what} at {at}. {why}"
    """The comment on a wrong answer."""
    place = FieldPlace.WINDOW
    """Where the field is drawn: on an edge for yes or no, at an inner node for a number."""
    style = "dim"
    """The style of the sign, by its name in themes."""
    sign = ""
    """The sign drawn on an edge whose answer is yes, or before a number."""
    is_edge = False
    """Whether the field belongs to the edge above a node, and is answered with yes or no."""
    looks_above = False
    """Whether the rule depends on who moves at the parent."""
    may_be_bound = False
    """Whether the sign of a bound may precede the number."""

    def __init__(self, naming: Naming, path: MovePath) -> None:
        """Ask about the node at a path; `naming` has the finished search and the names of nodes."""
        self.naming = naming
        self.run = naming.run
        self.trace = naming.run.trace
        self.tree = naming.tree
        self.path = path
        self.id = AskedField(path, self.key)
        # Scores name a kind of question by this word.
        self.kind = self.key
        self.asks = self.prompt.format(self.where)
        # A field that the search never reaches has to stay empty.
        self.right = self.answer() if self.is_reached else ""

    # Every kind of field must define these three methods.

    def answer(self) -> bool | float:
        """Return the right answer at a node that the search reaches."""
        raise NotImplementedError

    def clues(self) -> Sequence[Clue]:
        """Return the clues that lead to the answer."""
        raise NotImplementedError

    def why(self) -> str:
        """Say why the answer is right."""
        raise NotImplementedError

    # A kind of field overrides these methods only if it needs more than the usual answer.

    def spoiler_free_reason(self) -> str:
        """Return the reason after a third wrong answer, which gives away no other answers.

        "" means that `why` gives none away either.
        """
        return ""

    def needs(self) -> Collection[AskedField] | None:
        """Return the fields that must be known before `spoiler_free_reason` is told.

        None stands for the fields of the clues.
        """
        return None

    def known_mistakes(self) -> Sequence[KnownMistake]:
        """Return common wrong answers, with the mistake behind each."""
        return ()

    def other_right_form(self) -> Clue | None:
        """Return a clue for another way to write the right answer, or None."""
        return None

    def source_values(self) -> Mapping[AskedField, float]:
        """Return the values from which the answer is computed, each by the field that asks for it.

        The result is {} if the answer is not computed from other fields.
        """
        return {}

    def sum_weights(self) -> tuple[list[float], float] | None:
        """Return the weights of the `combined_values` in a sum, and a constant to add to the sum.

        None means that the answer is the best of the values, not a sum.
        """
        return None

    @classmethod
    def wanted_at(cls, at: str, turn: int) -> str:
        """Return the instruction for a field at a node where MIN, MAX or chance moves."""
        wanted = cls.wanted_here
        if turn == Turn.CHANCE and cls.wanted_by_chance:
            wanted = cls.wanted_by_chance
        if not wanted:
            return cls.prompt.format(at)
        return wanted.format(at=at, best=BEST_VALUE_WORDS[turn])

    @classmethod
    def rule_for(cls, run: Run, turn: int) -> str:
        """Return the rule for a field of this kind at a node where MIN, MAX or chance moves.

        `turn` is the number of a `Turn`.
        """
        template = cls.rule
        if turn == Turn.CHANCE and cls.by_chance:
            template = cls.by_chance
        search = run.recipe.search
        return template.format(
            side=run.game.mover(turn),
            best=BEST_VALUE_WORDS[turn],
            rule=search.cut_sign,
            **cls.search_words(search),
        )

    @classmethod
    def search_words(cls, search: SearchSpec) -> dict[str, str]:
        """Return the words for the placeholders of `rule` that depend on the search, like `{hard}`.

        Most words are "": they are additions to the rule for special searches.
        """
        words = {
            "hard": "",
            "skipped": "",
            "strict_cut": "",
            "root": "no value is known yet",
            "since_chance": "",
            "skipped_outcomes": "",
        }
        if search.fail == "hard":
            words["hard"] = FAIL_HARD_RULE
        if search.algorithm not in UNPRUNED_ALGORITHMS:
            words["skipped"] = "; what is skipped does not count"
        if search.cut != ">=":
            words["strict_cut"] = STRICT_CUT_NOTE
        if search.algorithm == ALGORITHM_FOR_CHANCE:
            words["since_chance"] = " since the last chance node"
            words["skipped_outcomes"] = SKIPPED_OUTCOMES_RULE
            # Only the rules for α and β have the placeholder `{root}`.
            words["root"] = f"it is {ROOT_END_MEANINGS.get(cls.key)}"
        return words

    @property
    def turn(self) -> int:
        """Return who moves at the node that the rule is about: this node, or its parent.

        The rule is about the parent if `looks_above` is true.
        """
        if not self.looks_above:
            return self.run.turn(self.path)
        # The root has no parent: there the rule is worded for MAX.
        if not self.path:
            return int(Turn.MAX)
        return self.run.turn(self.path[:-1])

    @property
    def hint(self) -> str:
        """Return the rule, which helps without giving the answer."""
        return self.rule_for(self.run, self.turn)

    @property
    def instruction(self) -> str:
        """Return the instruction for this field."""
        return self.wanted_at(self.naming.place_at(self.path), self.turn)

    @property
    def where(self) -> str:
        """Return the name of the node or edge for use in the question."""
        return self.naming.place_at(self.path)

    @property
    def at(self) -> str:
        """Return the name of the node or edge for use in comments on answers."""
        return self.where

    @property
    def to(self) -> str:
        """Return the words that errors add to `the answer`: ` to value of '2.1'`."""
        return f" to {self.key} of {self.id.node!r}"

    @property
    def is_reached(self) -> bool:
        """Return whether the search reaches the node, or the node above the edge."""
        return self.tree.node_at(self.path) is not None

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong, with the mistake behind a common wrong answer."""
        if not self.is_reached:
            return self.reason_if_unvisited()
        number = float(given.answer)
        mistakes = (
            mistake for mistake in self.known_mistakes() if look_the_same(mistake.number, number)
        )
        return ReasonSteps(
            self.hint,
            self.clues,
            self.why(),
            self.about,
            mistake=next(mistakes, None),
            spoiler_free_reason=self.spoiler_free_reason(),
            needs=self.needs(),
        )

    @property
    def about(self) -> MovePath:
        """Return the path to the node that the reasons are about."""
        return self.path

    def reason_if_unvisited(self) -> ReasonSteps:
        """Return why the field of a node that the search never visits stays empty.

        The spoiler-free reason says that the node is never visited, so it is only for a person who
        knows which branch is cut. The whole reason also explains the cut.
        """
        cut = unvisited_fact(self.run, self.tree, self.path).cut
        assert cut is not None  # a finished search visits every node that is not cut
        at = self.naming.place_at(self.path)
        never_visited = NEVER_VISITED.format(at=capitalize_node_name(at))

        # The branch that was cut leads to the first unvisited node on the path.
        paths_from_root = (self.path[:plies] for plies in range(1, len(self.path) + 1))
        cut_branch = next(path for path in paths_from_root if self.tree.node_at(path) is None)
        clues = self.clues_before(cut_branch)
        return ReasonSteps(
            VISIT_FIRST.format(at=at),
            lambda: clues,
            whole=f"{never_visited} {explain_cut(self.naming, cut)}",
            node=cut_branch[:-1],
            spoiler_free_reason=never_visited,
            needs=[*fields_of(clues), AskedField(cut_branch, "pruned")],
        )

    def answer_from(self, values: Sequence[float]) -> float:
        """Return the answer that would be right if the nodes below had returned `values`."""
        weights_and_constant = self.sum_weights()
        if weights_and_constant is None:
            is_min = self.run.turn(self.path) == Turn.MIN
            return min(values) if is_min else max(values)
        weights, constant = weights_and_constant
        products = (weight * value for weight, value in zip(weights, values, strict=True))
        return sum(products, start=constant)

    def entry(self, path: MovePath) -> dict[str, float]:
        """Return α and β with which a visited node is entered, by the keys `alpha` and `beta`."""
        node = self.naming.node(path)
        return {"alpha": self.trace.alpha(node), "beta": self.trace.beta(node)}

    def window_of(self, path: MovePath, keys: Sequence[str] = (*WINDOW_END_SIGNS,)) -> list[Clue]:
        """Return α and β on entry to a visited node as clues; `keys` may choose one of the two."""
        ends = self.entry(path)
        names = {
            key: f"{WINDOW_END_SIGNS[key]} on entry to {self.naming.place_at(path)}" for key in keys
        }
        return [
            Clue(name, f"{name} is {format_number(ends[key])}", AskedField(path, key))
            for key, name in names.items()
        ]

    def values_of(self, path: MovePath) -> list[Clue]:
        """Return the values of a visited node's children as clues, and the clues about chance."""
        children = self.run.child_paths(path)
        leaves = [child for child in children if not self.run.is_inner(child)]
        leaf_values = join_words([format_number(self.run.evaluated(leaf)) for leaf in leaves])
        return [*self._child_clues(children, "there", leaf_values), *self.chance_clues(path)]

    def values_before(self, path: MovePath) -> list[Clue]:
        """Return the values of a node's siblings to the left, as clues."""
        siblings = self.run.child_paths(path[:-1])[: path[-1]]
        return self._child_clues(siblings, "before it", "visible")

    def _child_clues(self, paths: Sequence[MovePath], where: str, predicate: str) -> list[Clue]:
        """Return clues about children of a visited node: one for all leaves, one per inner node.

        The clue about leaves reads `the leaves {where} are {predicate}`, such as `the leaves there
        are 3 and 5`.
        """
        inner = [path for path in paths if self.run.is_inner(path)]
        leaf_count = len(paths) - len(inner)
        clues = []
        # The values of leaves are always visible, so this clue does not ask for a field.
        if leaf_count:
            leaves_are = f"leaf {where} is" if leaf_count == 1 else f"leaves {where} are"
            clues.append(Clue("", f"the {leaves_are} {predicate}"))
        return [*clues, *map(self._value_clue, inner)]

    def _value_clue(self, path: MovePath) -> Clue:
        """Return a clue with the value of an inner node, or the clue that the node is skipped.

        The clue is shown only to a person who has answered the field that it needs.
        """
        name = self.naming.place_at(path)
        node = self.tree.node_at(path)
        if node is None:
            return Clue(name, f"{name} is skipped", AskedField(path, "pruned"))
        value = format_number(self.trace.value(node))
        return Clue(name, f"{name} has returned {value}", AskedField(path, "value"))

    def chance_clues(self, path: MovePath) -> list[Clue]:
        """Return the clues at a chance node: its probabilities, and the limits of leaf values.

        Both can be seen in the tree, so these clues have no fields. The result is [] for a node
        where a player moves.
        """
        probabilities = self.run.odds(path)
        if probabilities is None:
            return []
        clues = [Clue("", odds_words(probabilities))]
        # Expectiminimax has no α and β, and so ignores the limits of leaf values.
        if self.trace.has_window:
            lowest, highest = self.trace.limits
            limits = f"{format_number(lowest)} and {format_number(highest)}"
            clues.append(Clue("", f"leaf values lie between {limits}"))
        return clues

    def clues_before(self, path: MovePath) -> list[Clue]:
        """Return the clues at the parent of a node, just before the search comes to the node."""
        parent = path[:-1]
        return [*self.window_of(parent), *self.values_before(path), *self.chance_clues(parent)]


def odds_words(probabilities: Probabilities, whose: str = "the") -> str:
    """List the probabilities of a chance node's branches: `the probabilities are 1/3 and 2/3`."""
    words = "probability is" if len(probabilities) == 1 else "probabilities are"
    return f"{whose} {words} {join_words([*map(format_probability, probabilities)])}"


class EdgeField(TreeField):
    """A field about the edge above a node, which a person marks or leaves alone."""

    place = FieldPlace.EDGE
    is_edge = True
    looks_above = True
    wrote = "{at} is {what}. {why}"
    verb = ""
    """The verb for drawing the sign: `strike`, `mark`."""
    leaves_out = False
    """Whether a marked edge means that the search skips everything below."""

    @property
    def where(self) -> str:
        """Return the name of the edge in the question."""
        return self.naming.with_number(self.path)

    @property
    def at(self) -> str:
        """Return the name of the edge in comments on answers."""
        return capitalize_node_name(self.where)

    @property
    def about(self) -> MovePath:
        """Return the path to the parent."""
        return self.path[:-1]

    @property
    def is_reached(self) -> bool:
        """Return whether the search reaches the parent."""
        return self.tree.node_at(self.path[:-1]) is not None

    def clues(self) -> Sequence[Clue]:
        """Return the clues at the parent, just before the search comes to the edge."""
        return self.clues_before(self.path)

    def why_skipped(self) -> str:
        """Say which cut skips this branch, or why the branch is searched."""
        child = self.tree.node_at(self.path)
        parent = self.naming.node(self.path[:-1])
        if child is None:
            return why_cut(self.naming, parent)
        if self.tree.ordinal(child) == 1:
            parent_name = self.naming.place_at(self.path[:-1])
            return (
                f"It is the first child of {parent_name}: "
                "no value is known there yet, so it is searched."
            )
        # Explain with the window of the parent just before the child was entered.
        before_entry = TreeAtStep(self.trace, self.trace.enter_step(child) - 1)
        return why_not_cut_yet(Naming(self.run, before_entry), parent)
