"""What all fields of a searched tree share: how they are asked about, read and judged; each kind is in `reasons.py`."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum

from games import Probabilities, Turn
from visualizer.explaining.explanation.english.cuts import explain_cut, why_cut
from visualizer.explaining.explanation.english.windows import (
    explain_open,
)
from visualizer.explaining.explanation.facts.steps import unvisited_fact
from visualizer.explaining.explanation.naming import Naming, capitalize_sentence, join_words
from visualizer.look.numbers import format_number, format_probability, numbers_alike
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE
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
"""The signs of the ends of a window, by their keys."""
BEST_VALUE_WORDS = ("least", "greatest", "probability-weighted mean")
"""What a node takes of the values below it, by who moves there."""
SKIPPED_OUTCOMES_RULE = "; skipped outcomes count as the highest leaf value if even that was too little, otherwise as the lowest"
STRICT_CUT_NOTE = " (this search skips only if it is less than α, or more than β)"
ROOT_END_MEANINGS = {
    "alpha": "the lowest leaf value there can be",
    "beta": "the highest leaf value there can be",
}
"""What the ends of the root's window are where that is known."""
NEVER_VISITED = "{at} is never visited, so it has no window and no value."
VISIT_FIRST = "Decide first whether the search ever comes to {at}: if not, its fields stay empty."


class FieldPlace(Enum):
    """Where a field stands at a node, in the order in which a search can answer."""

    EDGE = "the edge above it"
    WINDOW = "above its value"
    VALUE = "its value, which comes after all that is below it"


class TreeField(Question):
    """A part of what a search does at a node, which a person can fill in.

    A kind is a class: of a node to which the search comes it says the `answer`, the `clues` that it follows from, and
    `why`. Where the search never comes, nothing belongs.
    """

    key = ""
    """What JSON calls the kind."""
    name = ""
    """What sentences call it."""
    label = ""
    """What a page calls a field of the place `{at}`."""
    prompt = ""
    """The question about a place, `{}`."""
    rule = ""
    """What helps with any such field and names no answer, with `{side}`, `{best}`, `{rule}`, `{skipped}`, `{hard}`.

    Of the ends of a window also `{root}` and `{since}`, what is so at the root and below a chance node.
    """
    by_chance = ""
    """The rule where chance moves, if it is another."""
    wanted_here = ""
    """What is to be written, with `{at}`, `{best}`; the question where it says nothing."""
    wanted_by_chance = ""
    """What is to be written where chance moves, if it is something else."""
    wrote = "You wrote {text} for {what} at {at}. {why}"
    """What is said of a wrong answer."""
    place = FieldPlace.WINDOW
    """Where it is drawn; of an edge it is asked with yes or no, of an inner node for a number."""
    style = "dim"
    """How its sign is drawn, by the names of themes."""
    sign = ""
    """What is drawn: at an edge of which the answer is yes, or before a number."""
    is_edge = False
    """Whether it is asked of the edge above a node, with yes or no."""
    looks_above = False
    """Whether it follows from the node above: who moves there says which rule holds."""
    may_be_bound = False
    """Whether the sign of a bound may stand before the number."""

    def __init__(self, naming: Naming, path: MovePath) -> None:
        """Ask about a node."""
        self.naming = naming
        self.run = naming.run
        self.trace = naming.run.trace
        self.tree = naming.tree
        self.path = path
        self.id = AskedField(path, self.key)
        self.kind = self.key
        self.asks = self.prompt.format(self.where)
        if self.comes_up:
            self.right = self.answer()
        else:
            self.right = ""

    # What a kind must define.

    def answer(self) -> bool | float:
        """Return what is right at a node to which the search comes."""
        raise NotImplementedError

    def clues(self) -> Sequence[Clue]:
        """Return what that follows from."""
        raise NotImplementedError

    def why(self) -> str:
        """Say why it is so."""
        raise NotImplementedError

    # What it may define.

    def earned(self) -> str:
        """Return the answer and how it follows from the clues, without anything else; "": `why` says no more."""
        return ""

    def needs(self) -> Collection[AskedField] | None:
        """Return the fields that must be known before that is told; None: those of the clues."""
        return None

    def slips(self) -> Sequence[KnownMistake]:
        """Return wrong answers that are often given, and what was done to get them."""
        return ()

    def right_too(self) -> Clue | None:
        """Return how else the right answer could be written, and what that follows from; None for not at all."""
        return None

    def below(self) -> Mapping[AskedField, float]:
        """Return the values that the answer is combined of, by the fields of the nodes that have returned them."""
        return {}

    def weights(self) -> tuple[list[float], float] | None:
        """Return what those are multiplied with and what is added to their sum; None: the best of them is taken."""
        return None

    # Asking.

    @classmethod
    def wanted_at(cls, at: str, turn: int) -> str:
        """Say what is to be written into a field of a place, where MIN, MAX or chance moves."""
        wanted = cls.wanted_here
        if turn == Turn.CHANCE:
            wanted = cls.wanted_by_chance or wanted
        return wanted.format(at=at, best=BEST_VALUE_WORDS[turn]) or cls.prompt.format(at)

    @classmethod
    def rule_for(cls, run: Run, turn: int) -> str:
        """Return the rule where MIN, MAX or chance moves, by the number of a `Turn`."""
        search = run.recipe.search
        rule = cls.rule
        if turn == Turn.CHANCE:
            rule = cls.by_chance or rule
        words = {
            "hard": "",
            "skipped": "",
            "beyond": "",
            "root": "no value is known yet",
            "since": "",
            "left": "",
        }
        if search.fail == "hard":
            words["hard"] = FAIL_HARD_RULE
        if search.algorithm not in UNPRUNED_ALGORITHMS:
            words["skipped"] = "; what is skipped does not count"
        if search.cut != ">=":
            words["beyond"] = STRICT_CUT_NOTE
        if search.algorithm == ALGORITHM_FOR_CHANCE:
            words["since"] = " since the last chance node"
            words["left"] = SKIPPED_OUTCOMES_RULE
            words["root"] = f"it is {ROOT_END_MEANINGS.get(cls.key)}"
        return rule.format(
            side=run.game.mover(turn), best=BEST_VALUE_WORDS[turn], rule=search.cut_sign, **words
        )

    @property
    def turn(self) -> int:
        """Return who moves at the node whose rule holds, a player where the root has none above."""
        if not self.looks_above:
            return self.run.turn(self.path)
        if self.path:
            return self.run.turn(self.path[:-1])
        return int(Turn.MAX)

    @property
    def hint(self) -> str:
        """Return a sentence that helps without telling what belongs there."""
        return self.rule_for(self.run, self.turn)

    @property
    def wants(self) -> str:
        """Say what is to be written."""
        return self.wanted_at(self.naming.at(self.path), self.turn)

    @property
    def where(self) -> str:
        """Return what the question calls its place."""
        return self.naming.at(self.path)

    @property
    def at(self) -> str:
        """Return what sentences about answers call its place."""
        return self.where

    @property
    def to(self) -> str:
        """Return what errors say behind `the answer`."""
        return f" to {self.key} of {self.id.node!r}"

    # Judging.

    @property
    def comes_up(self) -> bool:
        """Return whether the search comes to what is asked about: to a node, or to the one above its edge."""
        return self.tree.node_at(self.path) is not None

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        if not self.comes_up:
            return self.never_visited()
        slip = next(
            (each for each in self.slips() if numbers_alike(each.number, float(given.answer))), None
        )
        return ReasonSteps(
            self.hint, self.clues, self.why(), self.about, slip, self.earned(), self.needs()
        )

    @property
    def about(self) -> MovePath:
        """Return the path to the node that its reasons are about."""
        return self.path

    def never_visited(self) -> ReasonSteps:
        """Return why what is asked about a node stays empty: it is never visited, and which cut skips it.

        That it is not is told when the branch that is skipped has been struck.
        """
        cut = unvisited_fact(self.run, self.tree, self.path).cut
        assert cut is not None  # what a finished search does not visit is cut
        at = self.naming.at(self.path)
        never = NEVER_VISITED.format(at=capitalize_sentence(at))
        ways = (self.path[:end] for end in range(1, len(self.path) + 1))
        skipped = next(path for path in ways if self.tree.node_at(path) is None)
        clues = self.clues_before(skipped)
        needs = [*fields_of(clues), AskedField(skipped, "pruned")]
        whole = f"{never} {explain_cut(self.naming, cut)}"
        return ReasonSteps(
            VISIT_FIRST.format(at=at), lambda: clues, whole, skipped[:-1], earned=never, needs=needs
        )

    def combined(self, values: Sequence[float]) -> float:
        """Return what would be right if the nodes below had returned these values."""
        weights = self.weights()
        if weights is not None:
            return sum(
                (chance * value for chance, value in zip(weights[0], values, strict=True)),
                start=weights[1],
            )
        if self.run.turn(self.path):
            return max(values)
        return min(values)

    # What nodes say.

    def entry(self, path: MovePath) -> dict[str, float]:
        """Return α and β with which a visited node is entered, by their keys."""
        node = self.naming.node(path)
        return {"alpha": self.trace.alpha(node), "beta": self.trace.beta(node)}

    def window_of(self, path: MovePath, keys: Sequence[str] = (*WINDOW_END_SIGNS,)) -> list[Clue]:
        """Return what the ends of the window on entry to a visited node say."""
        ends = self.entry(path)
        names = {key: f"{WINDOW_END_SIGNS[key]} on entry to {self.naming.at(path)}" for key in keys}
        return [
            Clue(name, f"{name} is {format_number(ends[key])}", AskedField(path, key))
            for key, name in names.items()
        ]

    def values_of(self, path: MovePath) -> list[Clue]:
        """Return what the children of a visited node say, and their probabilities where chance moves."""
        below = self.run.below(path)
        numbers = [
            format_number(self.run.evaluated(each)) for each in below if not self.run.is_inner(each)
        ]
        return [*self._values(below, "there", join_words(numbers)), *self.odds_in_sight(path)]

    def values_before(self, path: MovePath) -> list[Clue]:
        """Return what a node's siblings to the left say."""
        return self._values(self.run.below(path[:-1])[: path[-1]], "before it", "visible")

    def _values(self, paths: Sequence[MovePath], where: str, leaves: str) -> list[Clue]:
        """Return what children of a visited node say: inner ones a value, or that they are skipped.

        Of what is not known yet, none says whether it is visited.
        """
        inner = [path for path in paths if self.run.is_inner(path)]
        count = len(paths) - len(inner)
        clues = []
        if count:
            are = "leaf {} is" if count == 1 else "leaves {} are"
            clues.append(Clue("", f"the {are.format(where)} {leaves}"))
        for path in inner:
            name = self.naming.at(path)
            node = self.tree.node_at(path)
            if node is None:
                clues.append(Clue(name, f"{name} is skipped", AskedField(path, "pruned")))
            else:
                value = format_number(self.trace.value(node))
                clues.append(Clue(name, f"{name} has returned {value}", AskedField(path, "value")))
        return clues

    def odds_in_sight(self, path: MovePath) -> list[Clue]:
        """Return what is always shown of a chance node: probabilities, and what leaves can be worth if that matters."""
        probable = self.run.odds(path)
        if probable is None:
            return []
        clues = [Clue("", odds_words(probable))]
        if self.trace.has_window:
            least, most = self.trace.limits
            clues.append(
                Clue(
                    "", f"leaf values lie between {format_number(least)} and {format_number(most)}"
                )
            )
        return clues

    def clues_before(self, path: MovePath) -> list[Clue]:
        """Return what stands at the node above an edge before the search comes to it."""
        above = path[:-1]
        return [*self.window_of(above), *self.values_before(path), *self.odds_in_sight(above)]


def odds_words(probable: Probabilities, whose: str = "the") -> str:
    """Say what the branches of a chance node are probable."""
    if len(probable) == 1:
        words = "probability is"
    else:
        words = "probabilities are"
    return f"{whose} {words} {join_words([*map(format_probability, probable)])}"


class EdgeField(TreeField):
    """A field of the edge above a node, which is marked or not."""

    place = FieldPlace.EDGE
    is_edge = True
    looks_above = True
    wrote = "{at} is {what}. {why}"
    verb = ""
    """What one does to draw its sign."""
    leaves_out = False
    """Whether a marked edge says that what is below it is left out."""

    @property
    def where(self) -> str:
        """Return what the question calls the edge."""
        return self.naming.with_number(self.path)

    @property
    def at(self) -> str:
        """Return what sentences about answers call it."""
        return capitalize_sentence(self.where)

    @property
    def about(self) -> MovePath:
        """Return the path to the node above."""
        return self.path[:-1]

    @property
    def comes_up(self) -> bool:
        """Return whether the search comes to the node above."""
        return self.tree.node_at(self.path[:-1]) is not None

    def clues(self) -> Sequence[Clue]:
        """Return what stands at the node above before the search comes to the edge."""
        return self.clues_before(self.path)

    def why_skipped(self) -> str:
        """Say why a child is never visited, or why it is."""
        child = self.tree.node_at(self.path)
        parent = self.naming.node(self.path[:-1])
        if child is None:
            return why_cut(self.naming, parent)
        if self.tree.ordinal(child) == 1:
            above = self.naming.at(self.path[:-1])
            return (
                f"It is the first child of {above}: no value is known there yet, so it is searched."
            )
        before = TreeAtStep(self.trace, self.trace.enter_step(child) - 1)
        return explain_open(Naming(self.run, before), parent)
