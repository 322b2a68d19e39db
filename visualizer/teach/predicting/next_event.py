"""The next event of a search, and the facts about it that questions are made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite, isnan

from visualizer.explaining.explanation.english.steps import describe_return
from visualizer.explaining.explanation.english.windows import format_window
from visualizer.explaining.explanation.explainer import explain_step
from visualizer.explaining.explanation.facts.steps import returned_fact
from visualizer.explaining.explanation.naming import Naming, join_words
from visualizer.look.numbers import (
    MAX_SHOWN_DENOMINATOR,
    format_number,
    round_to_ten_digits,
    simplest_fraction,
)
from visualizer.searching.run import Run
from visualizer.teach.question import (
    AnswerValue,
    Clue,
    OfferedQuestion,
    ParsedAnswer,
    ReasonSteps,
    whole_reason,
)
from visualizer.trace.bounds import FOR_MAX, Bound
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


@dataclass(frozen=True)
class NextEvent:
    """The event after a step, with its node; `parent` is -1 for the root.

    `is_return` means that the node returns a value to its parent. All properties about a value need
    this.
    """

    run: Run
    step: int
    node: int
    parent: int
    is_return: bool

    @cached_property
    def before(self) -> TreeAtStep:
        """The tree before the event."""
        return TreeAtStep(self.run.trace, self.step)

    @cached_property
    def after(self) -> TreeAtStep:
        """The tree after the event."""
        return TreeAtStep(self.run.trace, self.step + 1)

    @cached_property
    def naming(self) -> Naming:
        """The names of nodes, and the words for the event."""
        return Naming(self.run, self.after)

    @property
    def sentence(self) -> str:
        """The sentence that describes the event."""
        return explain_step(self.naming)

    @cached_property
    def side(self) -> str:
        """The name of the side to move at the parent."""
        return self.naming.side(self.parent)

    @cached_property
    def where(self) -> str:
        """The name of the parent with a preposition: `at C`."""
        return self.naming.where(self.parent)

    def untried(self, node: int) -> list[MovePath]:
        """Return the paths to the children of a node that were not visited before the event.

        The paths are in the order in which the search would visit the children.
        """
        path = self.run.path(node)
        tried = {self.run.trace.move(child) for child in self.before.children(node)}
        moves = [move for move in range(self.before.move_count(node)) if move not in tried]
        ordered_moves = self.run.order(path, self.before)
        rank_by_move = {move: rank for rank, move in enumerate(ordered_moves)}
        # Moves that the ordering leaves out, such as quiet moves in quiescence, come last.
        moves.sort(key=lambda move: rank_by_move.get(move, len(rank_by_move)))
        return [(*path, move) for move in moves]

    @cached_property
    def untried_moves(self) -> list[MovePath]:
        """The paths to the parent's untried children."""
        return self.untried(self.parent)

    @cached_property
    def value(self) -> float:
        """The value that the node returns."""
        return self.after.returned_value(self.node)

    @cached_property
    def values(self) -> list[float]:
        """The values that the parent's children have returned; the last is this event's value."""
        return [self.after.returned_value(child) for child in self.after.children(self.parent)]

    @cached_property
    def maximizing(self) -> bool:
        """Whether MAX is to move at the parent."""
        return self.before.maximizing(self.parent)

    @property
    def by_chance(self) -> bool:
        """Whether chance moves at the parent, or a player who is assumed to move at random."""
        return self.before.is_chance(self.parent)

    @property
    def own_bound_sign(self) -> str:
        """The sign of the bound that the parent's mover improves: α at a MAX node, else β."""
        return "α" if self.maximizing else "β"

    @property
    def cutting_bound_sign(self) -> str:
        """The sign of the bound that causes a cut: β at a MAX node, else α."""
        return "β" if self.maximizing else "α"

    @cached_property
    def own_bound(self) -> float:
        """The value of the bound that the parent's mover improves, before the event."""
        alpha, beta = self.before.window(self.parent)
        return alpha if self.maximizing else beta

    @cached_property
    def cutting_bound(self) -> float:
        """The value of the bound that causes a cut, before the event."""
        alpha, beta = self.before.window(self.parent)
        return beta if self.maximizing else alpha

    @property
    def window(self) -> str:
        """The parent's window before the event, in words."""
        return format_window(self.before.window(self.parent))

    @property
    def returned_words(self) -> str:
        """The sentence before a question that says which value returns to the parent."""
        if self.run.game.explicit and self.after.bound(self.node) is Bound.EXACT:
            returned = (
                f"{self.naming.move_with_place(self.node)} returns {format_number(self.value)}"
            )
            return f"{returned} to {self.naming.place(self.parent)} ({self.side})"
        return describe_return(self.naming, returned_fact(self.after, self.node), FOR_MAX)

    @property
    def returned_in_window(self) -> str:
        """The sentence that says which value returns, with the parent's window before the event."""
        if self.run.game.explicit:
            return f"{self.returned_words}, where {self.window}."
        return f"{self.returned_words}; {self.window} {self.where}."

    @property
    def closes_window(self) -> bool:
        """Return whether the value causes a cut at the parent by the search's rule of cutting."""
        cuts_only_beyond = self.run.recipe.search.cut == ">" and self.run.applies("cut")
        if self.value == self.cutting_bound:
            return not cuts_only_beyond
        if self.maximizing:
            return self.value > self.cutting_bound
        return self.value < self.cutting_bound


@dataclass(frozen=True, slots=True)
class StepKind:
    """A kind of question: its level, the searches and events that it suits, and its rule."""

    level: str
    fits: Callable[[Run], bool]
    """Returns whether the kind suits a search."""
    about_returns: bool
    """Whether the question is about values that return to a parent, or about all other events."""
    ask: Callable[[NextEvent], "StepQuestion | None"]
    """Returns the question about an event, or None."""
    rule: str


@dataclass(eq=False)
class StepQuestion(OfferedQuestion):
    """A question about the event after a step."""

    event: NextEvent
    situation: str = field()
    asks: str
    offered: tuple[str, ...]
    right: AnswerValue
    explain_wrong: Callable[[AnswerValue], str]
    """Says what a wrong answer would have meant."""
    sentence: str
    """Why the right answer is right."""
    where_to_look: str = ""
    """A hint where to look; "" means that `situation` is enough."""
    rule: str = ""
    """The rule that answers the question; "" stands for the rule of the kind."""
    steps_to_answer: int = 1
    """After how many steps the run shows the answer."""
    hidden_row: int | None = None
    """The row of a node whose value so far must be hidden, since it gives the answer away."""

    def __post_init__(self) -> None:
        """Set the node and the step that the question is about."""
        self.path = self.event.run.path(self.event.node)
        self.step = self.event.step

    @property
    def until(self) -> int:
        """Return the step at which the run shows the answer."""
        return self.step + self.steps_to_answer

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        parent_path = self.event.run.path(self.event.parent)
        if self.is_right(given):
            return whole_reason(self.sentence, parent_path)
        clue = Clue("", (self.where_to_look or self.situation).removesuffix("."))
        why = f"{self.explain_wrong(given.answer)} {self.sentence}"
        return ReasonSteps(self.rule, lambda: [clue], why, parent_path)


def next_event(run: Run, step: int) -> NextEvent | None:
    """Return the event after a step, or None at the end of the trace."""
    after = TreeAtStep(run.trace, step + 1)
    node = after.current
    if node is None:
        return None
    return NextEvent(
        run,
        step,
        node,
        after.parent(node),
        is_return=_returns_known_value(run, step, after, node),
    )


def _returns_known_value(run: Run, step: int, after: TreeAtStep, node: int) -> bool:
    """Return whether the event is the return of a value that a question can be about.

    `after` is the tree after the event.
    """
    # Random games return samples, and the questions about samples are of another kind.
    if after.entering or run.algorithm.sampling is not None:
        return False
    # Traces of other programs may lack values and numbers of moves.
    parent = after.parent(node)
    if parent < 0 or after.known_move_count(parent) is None or isnan(after.returned_value(node)):
        return False
    # The node returns at `step + 1`. At `step + 2`, its parent uses the value, but a search that
    # has finished may end before.
    last_needed_step = step + 2
    if run.trace.finished:
        last_needed_step = step + 1
    return last_needed_step <= run.trace.last_step


def is_easily_typed(value: float) -> bool:
    """Return whether a person can type a number: it is finite, and is shown in full."""
    if not isfinite(value):
        return False
    is_short_fraction = simplest_fraction(value).denominator <= MAX_SHOWN_DENOMINATOR
    return is_short_fraction or round_to_ten_digits(value) == value


def list_moves(naming: Naming, paths: Sequence[MovePath]) -> str:
    """Return the moves that lead to the nodes at `paths`: up to three names, or their number.

    The result is "" if there are no paths.
    """
    if len(paths) > 3:
        return (
            f"all {naming.count_moves(len(paths))} left {naming.where(naming.node(paths[0][:-1]))}"
        )
    return join_words([*map(naming.move_at, paths)])
