"""The kinds of fields of a tree: what they all have, and how a kind makes a question of a field."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games import Turn
from visualizer.explanation.naming import Naming, listed
from visualizer.explanation.questions.chance import in_sight, is_chance
from visualizer.explanation.questions.question import AskedField, Clue, Given, Question, ReasonSteps, Slip
from visualizer.look.numbers import alike, show
from visualizer.run import Run
from visualizer.trace.rows import MovePath

HARD = " Fail-hard: a value outside the window on entry is replaced by its nearer end."
ENDS = {"alpha": "α", "beta": "β"}
"""The signs of the ends of a window, by their keys."""
BEST = ("least", "greatest", "mean, by probability,")
"""What a node takes of the values below it, by who moves there."""
STAR1 = "star1"
LEFT = "; what is skipped counts as much as leaves are worth at most, where that was too little, or at least"
BEYOND = "; this search skips only where it is less, or more"
UNCUT = ("minimax", "expectiminimax")
"""The searches that skip nothing."""
AT_ROOT = {"alpha": "the least that leaves are worth", "beta": "the most that leaves are worth"}
"""What the ends of the root's window are where that is known."""


@dataclass(frozen=True)
class FieldKind:
    """A part of what a search does at a node, which a person can fill in.

    `right`, `clues` and `why` say of a node to which `comes_up` what the answer is, what it follows from, and why.
    """

    key: str
    """What JSON calls it."""
    name: str
    """What sentences call it."""
    asks: str
    """The question about a place, `{}`."""
    rule: str
    """What helps with any such field and names no answer, with `{side}`, `{best}`, `{rule}`, `{skipped}`, `{hard}`.

    Of the ends of a window also `{root}` and `{since}`, what is so at the root and below a chance node.
    """
    right: Callable[[Naming, MovePath], bool | float]
    clues: Callable[[Naming, MovePath], Sequence[Clue]]
    why: Callable[[Naming, MovePath], str]
    is_edge: bool = False
    """Whether it is asked of the edge above a node, with yes or no; else of an inner node, for a number."""
    sign: str = ""
    """What is drawn: at an edge of which the answer is yes, or before a number."""
    verb: str = ""
    """What one does to draw it at an edge."""
    meaning: str = ""
    """What it says there."""
    wanted: str = ""
    """What is to be written, with `{at}`, `{best}`; the question where it says nothing."""
    looks_above: bool = False
    """Whether it follows from the node above: who moves there says which rule holds."""
    by_chance: str = ""
    """The rule where chance moves, if it is another."""
    wanted_by_chance: str = ""
    """What is to be written where chance moves, if it is something else."""
    earned: Callable[[Naming, MovePath], str] | None = None
    """The answer and how it follows from the clues, without anything else; None: `why` says no more than that."""
    needs: Callable[[Naming, MovePath], Sequence[AskedField]] | None = None
    """The fields that must be known before that is told; None: those of the clues."""

    def turn(self, run: Run, path: MovePath) -> int:
        """Return who moves at the node whose rule holds, a player where the root has none above."""
        return int(Turn.MAX) if self.looks_above and not path else run.turn(path[:-1] if self.looks_above else path)

    def wants(self, naming: Naming, path: MovePath) -> str:
        """Say what is to be written into a field."""
        return self.wanted_at(naming.at(path), self.turn(naming.run, path))

    def wanted_at(self, at: str, turn: int) -> str:
        """Say what is to be written into a field of a place."""
        wanted = (turn == Turn.CHANCE and self.wanted_by_chance) or self.wanted
        return wanted.format(at=at, best=BEST[turn]) or self.asks.format(at)

    def hint(self, run: Run, turn: int) -> str:
        """Return the rule where MIN, MAX or chance moves, by the number of a `Turn`."""
        search = run.recipe.search
        rule = (turn == Turn.CHANCE and self.by_chance) or self.rule
        with_bounds = search.algorithm == STAR1
        return rule.format(
            side=run.game.mover(turn), best=BEST[turn],
            rule="≥" if search.cut == ">=" else ">", hard=HARD if search.fail == "hard" else "",
            skipped="" if search.algorithm in UNCUT else "; what is skipped does not count",
            root=f"it is {AT_ROOT[self.key]}" if with_bounds and self.key in AT_ROOT else "nobody has a value yet",
            since=" since the last chance node" if with_bounds else "",
            left=LEFT if with_bounds else "", beyond="" if search.cut == ">=" else BEYOND,
        )  # fmt: skip

    def slips(self, naming: Naming, path: MovePath) -> Sequence[Slip]:
        """Return wrong answers that are often given at a node, and what was done to get them."""
        return ()

    def bounds(self, naming: Naming, path: MovePath) -> tuple[str, ...] | None:
        """Return the signs of bounds that may stand before the right number; None: there may be none before any."""
        return None

    def right_too(self, naming: Naming, path: MovePath) -> Clue | None:
        """Return how else the right answer could be written, and what that follows from; None for not at all."""
        return None

    def reason(self, naming: Naming, path: MovePath, given: Given) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        rule = self.hint(naming.run, self.turn(naming.run, path))
        node, number = path[:-1] if self.is_edge else path, given.answer
        slip = next((each for each in self.slips(naming, path) if alike(each.number, float(number))), None)
        whole, earned = self.why(naming, path), "" if self.earned is None else self.earned(naming, path)
        needs = None if self.needs is None else self.needs(naming, path)
        return ReasonSteps(rule, lambda: self.clues(naming, path), whole, node, slip, earned, needs)

    def comes_up(self, naming: Naming, path: MovePath) -> bool:
        """Return whether the search comes to what is asked about: to a node, or to the one above its edge."""
        return naming.tree.node_at(path[:-1] if self.is_edge else path) is not None

    def question(self, naming: Naming, field: AskedField) -> Question:
        """Return the question about a field that `comes_up`."""
        path = field.path
        where = naming.with_number(path) if self.is_edge else naming.at(path)
        return Question(
            self.key, self.asks.format(where), self.right(naming, path),
            lambda given: self.reason(naming, path, given), path, self.bounds(naming, path),
            to=f" to {self.key} of {field.node!r}",
        )  # fmt: skip


def entry(naming: Naming, path: MovePath) -> dict[str, float]:
    """Return α and β with which a visited node is entered, by their keys."""
    trace, node = naming.run.trace, naming.node(path)
    return {"alpha": trace.alpha(node), "beta": trace.beta(node)}


def window_of(naming: Naming, path: MovePath, keys: Sequence[str] = (*ENDS,)) -> list[Clue]:
    """Return what the ends of the window on entry to a visited node say."""
    ends, names = entry(naming, path), {key: f"{ENDS[key]} on entry to {naming.at(path)}" for key in keys}
    return [Clue(name, f"{name} is {show(ends[key])}", AskedField(path, key)) for key, name in names.items()]


def values_of(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what the children of a visited node say, and what they are probable where chance moves."""
    found = _values(naming, naming.run.below(path), "there")
    return [*found, *(in_sight(naming, path) if is_chance(naming, path) else ())]


def values_before(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what a node's siblings to the left say."""
    return _values(naming, naming.run.below(path[:-1])[: path[-1]], "before it", "in sight")


def _values(naming: Naming, paths: Sequence[MovePath], where: str, leaves: str = "") -> list[Clue]:
    """Return what children of a visited node say: leaves their numbers, inner ones a value, or that they are skipped.

    Of what is not known yet, none says whether it is visited.
    """
    run, tree = naming.run, naming.tree
    numbers = [show(run.evaluated(path)) for path in paths if not run.is_inner(path)]
    are = f"leaf {where} is" if len(numbers) == 1 else f"leaves {where} are"
    clues = [Clue("", f"the {are} {leaves or listed(numbers)}")] if numbers else []
    for path in filter(run.is_inner, paths):
        name, node = naming.at(path), tree.node_at(path)
        says = "is skipped" if node is None else f"has returned {show(run.trace.value(node))}"
        clues.append(Clue(name, f"{name} {says}", AskedField(path, "pruned" if node is None else "value")))
    return clues


def before(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what stands at the node above an edge before the search comes to it."""
    return [*window_of(naming, path[:-1]), *values_before(naming, path), *chances_above(naming, path)]


def chances_above(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what is shown of the node above one, where chance moves there."""
    return in_sight(naming, path[:-1]) if is_chance(naming, path[:-1]) else []
