"""The kinds of fields of a tree: what they all have, and how a kind makes a question of a field."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from visualizer.explanation.naming import Naming, listed
from visualizer.explanation.questions.question import AskedField, Clue, Given, Question, ReasonSteps
from visualizer.explanation.tree_words import leaf_in_words
from visualizer.look.numbers import show
from visualizer.run import Run
from visualizer.trace.rows import MovePath

HARD = " Fail-hard: a value outside the window on entry is replaced by its nearer end."


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
    """What helps with any such field and names no answer, with `{side}`, `{best}`, `{rule}`, `{skipped}`, `{hard}`."""
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

    def hint(self, run: Run, *, maximizing: bool) -> str:
        """Return the rule for nodes of MAX, or of MIN."""
        search = run.recipe.search
        return self.rule.format(
            side=run.game.side(maximizing=maximizing), best="greatest" if maximizing else "least",
            rule="≥" if search.cut == ">=" else ">", hard=HARD if search.fail == "hard" else "",
            skipped="" if search.algorithm == "minimax" else "; what is skipped does not count",
        )  # fmt: skip

    def bounds(self, naming: Naming, path: MovePath) -> tuple[str, ...] | None:
        """Return the signs of bounds that may stand before the right number; None: there may be none before any."""
        return None

    def right_too(self, naming: Naming, path: MovePath) -> str:
        """Say how else the right answer could be written; "" for not at all."""
        return ""

    def reason(self, naming: Naming, path: MovePath, given: Given) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        rule = self.hint(naming.run, maximizing=naming.run.position(path).maximizing)
        return ReasonSteps(rule, lambda: self.clues(naming, path), self.why(naming, path))

    def comes_up(self, naming: Naming, path: MovePath) -> bool:
        """Return whether the search comes to what is asked about: to a node, or to the one above its edge."""
        return naming.tree.node_at(path[:-1] if self.is_edge else path) is not None

    def question(self, naming: Naming, field: AskedField) -> Question:
        """Return the question about a field that `comes_up`."""
        path = field.path
        where = leaf_in_words(naming.run, naming, path) if self.is_edge else naming.at(path)
        return Question(
            self.key, self.asks.format(where), self.right(naming, path),
            lambda given: self.reason(naming, path, given), path, self.bounds(naming, path),
            to=f" to {self.key} of {field.node!r}",
        )  # fmt: skip


def values_of(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what the children of a visited node say: leaves their numbers, which are in sight."""
    below = naming.run.below(path)
    leaves = [show(naming.run.evaluated(each)) for each in below if not naming.run.is_inner(each)]
    are = "leaf there is" if len(leaves) == 1 else "leaves there are"
    return [*([Clue("", f"the {are} {listed(leaves)}")] if leaves else []), *inner_values(naming, below)]


def inner_values(naming: Naming, paths: Sequence[MovePath]) -> list[Clue]:
    """Return what inner nodes below a visited one say: they have a value, or are skipped.

    Of what is not known yet, none says whether it is visited.
    """
    run, tree = naming.run, naming.tree
    clues = list[Clue]()
    for path in filter(run.is_inner, paths):
        name, node = naming.at(path), tree.node_at(path)
        if node is None:
            clues.append(Clue(name, f"{name} is skipped", AskedField(path, "pruned")))
        else:
            clues.append(Clue(name, f"{name} has returned {show(run.trace.value(node))}", AskedField(path, "value")))
    return clues


def window_of(naming: Naming, path: MovePath, keys: Sequence[str] = ("alpha", "beta")) -> list[Clue]:
    """Return what the ends of the window on entry to a visited node say."""
    trace, node = naming.run.trace, naming.tree.node_at(path)
    assert node is not None
    ends = {"alpha": ("α", trace.alpha(node)), "beta": ("β", trace.beta(node))}
    names = {key: f"{ends[key][0]} on entry to {naming.at(path)}" for key in keys}
    return [Clue(name, f"{name} is {show(ends[key][1])}", AskedField(path, key)) for key, name in names.items()]


def values_before(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what a node's siblings to the left say."""
    siblings = naming.run.below(path[:-1])[: path[-1]]
    leaves = sum(not naming.run.is_inner(each) for each in siblings)
    are = "leaf before it is" if leaves == 1 else "leaves before it are"
    return [*([Clue("", f"the {are} in sight")] if leaves else []), *inner_values(naming, siblings)]


def before(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what stands at the node above an edge before the search comes to it."""
    return [*window_of(naming, path[:-1]), *values_before(naming, path)]
