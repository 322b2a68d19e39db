"""What comes next in a search, and what its parent may do with a value that returns: what questions need."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite, isnan

from visualizer.explaining.explanation.english.steps import describe_return
from visualizer.explaining.explanation.english.windows import format_window
from visualizer.explaining.explanation.explainer import explain_step
from visualizer.explaining.explanation.facts.steps import returned_of
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
    """The event after a step, and its node; `parent` is -1 for the root.

    `returns` says that it is the return of a node to its parent, with a value: what is said below of a value is of it.
    """

    run: Run
    step: int
    node: int
    parent: int
    returns: bool

    @cached_property
    def before(self) -> TreeAtStep:
        """The tree before the event."""
        return TreeAtStep(self.run.trace, self.step)

    @cached_property
    def after(self) -> TreeAtStep:
        """The tree after it."""
        return TreeAtStep(self.run.trace, self.step + 1)

    @cached_property
    def naming(self) -> Naming:
        """What names nodes, and says what has happened after the event."""
        return Naming(self.run, self.after)

    @property
    def sentence(self) -> str:
        """What is said of the event."""
        return explain_step(self.naming)

    @cached_property
    def side(self) -> str:
        """Who is to move at the parent."""
        return self.naming.side(self.parent)

    @cached_property
    def where(self) -> str:
        """Where the parent is, with a preposition."""
        return self.naming.where(self.parent)

    def untried(self, node: int) -> list[MovePath]:
        """Return the paths to the children of a node that had not been tried before the event, the next one first."""
        tried = {self.run.trace.move(child) for child in self.before.children(node)}
        path = self.run.path(node)
        places = {move: place for place, move in enumerate(self.run.order(path, self.before))}
        moves = [move for move in range(self.before.move_count(node)) if move not in tried]
        return [
            (*path, move) for move in sorted(moves, key=lambda move: places.get(move, len(places)))
        ]

    @cached_property
    def left_out(self) -> list[MovePath]:
        """The paths to the parent's children that have not been tried."""
        return self.untried(self.parent)

    @cached_property
    def value(self) -> float:
        """What the node returns."""
        return self.after.returned_value(self.node)

    @cached_property
    def values(self) -> list[float]:
        """What the parent's children have returned, the value last."""
        return [self.after.returned_value(child) for child in self.after.children(self.parent)]

    @cached_property
    def maximizing(self) -> bool:
        """Whether MAX is to move at the parent."""
        return self.before.maximizing(self.parent)

    @property
    def by_chance(self) -> bool:
        """Whether chance moves at the parent, or a player that is taken to move at random."""
        return self.before.is_chance(self.parent)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the bound that the parent's mover improves, and of the one that cuts."""
        if self.maximizing:
            return ("α", "β")
        return ("β", "α")

    @cached_property
    def ends(self) -> tuple[float, float]:
        """Both bounds before the event: the one that the parent's mover improves, and the one that cuts."""
        low, high = self.before.window(self.parent)
        if self.maximizing:
            return (low, high)
        return (high, low)

    @property
    def window(self) -> str:
        """The window of the parent before the event."""
        return format_window(self.before.window(self.parent))

    @property
    def told(self) -> str:
        """What is said of the value before the question: that much is new in the step."""
        if self.run.game.explicit and self.after.bound(self.node) is Bound.EXACT:
            moved = f"{self.naming.choice(self.node)} returns {format_number(self.value)}"
            return f"{moved} to {self.naming.place(self.parent)} ({self.side})"
        return describe_return(self.naming, returned_of(self.after, self.node), FOR_MAX)

    @property
    def told_within(self) -> str:
        """What is said of the value, and of the window of the parent before the event."""
        return f"{self.told}{f', where {self.window}' if self.run.game.explicit else f'; {self.window} {self.where}'}."

    @property
    def closes(self) -> bool:
        """Return whether the value closes the parent's window by the search's rule."""
        bound = self.ends[1]
        strict = self.run.recipe.search.cut == ">" and self.run.applies("cut")
        if self.maximizing:
            better = self.value > bound
        else:
            better = self.value < bound
        return better or (self.value == bound and not strict)


@dataclass(frozen=True, slots=True)
class StepKind:
    """A kind of question: at which level it is asked, of which searches and events, and the rule that answers it."""

    level: str
    fits: Callable[[Run], bool]
    of_returns: bool
    """Whether it is asked of returns with a value to a parent, or of all other events."""
    ask: Callable[[NextEvent], "StepQuestion | None"]
    """Returns the question about an event; None where it is not asked."""
    rule: str


@dataclass(eq=False)
class StepQuestion(OfferedQuestion):
    """A question about the event after a step."""

    now: NextEvent
    told: str = field()
    asks: str
    offered: tuple[str, ...]
    right: AnswerValue
    means: Callable[[AnswerValue], str]
    """Says what a wrong answer would have meant."""
    sentence: str
    """Why the right one is right."""
    look: str = ""
    """Where to look for it, without saying it; "" for what is told."""
    rule: str = ""
    """The rule that answers it; that of the kind, unless it has another."""
    steps: int = 1
    """How many steps answer it."""
    withheld: int | None = None
    """The row of the node whose value so far would answer it, so that it is not told; None for none."""

    def __post_init__(self) -> None:
        """Note where and when it is asked."""
        self.path = self.now.run.path(self.now.node)
        self.step = self.now.step

    @property
    def until(self) -> int:
        """Return the step that answers it."""
        return self.step + self.steps

    def reason(self, given: ParsedAnswer) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        above = self.now.run.path(self.now.parent)
        if self.is_right(given):
            return whole_reason(self.sentence, above)
        clue = Clue("", (self.look or self.told).removesuffix("."))
        why = f"{self.means(given.answer)} {self.sentence}"
        return ReasonSteps(self.rule, lambda: [clue], why, above)


def next_event(run: Run, step: int) -> NextEvent | None:
    """Return the event after a step; None where nothing follows."""
    after = TreeAtStep(run.trace, step + 1)
    node = after.current
    if node is None:
        return None
    parent = after.parent(node)
    is_known = (
        parent >= 0
        and after.known_move_count(parent) is not None
        and not isnan(after.returned_value(node))
    )
    is_early = step + 2 <= run.trace.last_step + run.trace.finished
    returns = is_known and is_early and not after.entering and run.algorithm.sampling is None
    return NextEvent(run, step, node, parent, returns)


def is_easily_typed(value: float) -> bool:
    """Return whether a person can type a number, perhaps as a fraction: known, finite, and no neighbour of another."""
    return isfinite(value) and (
        round_to_ten_digits(value) == value
        or simplest_fraction(value).denominator <= MAX_SHOWN_DENOMINATOR
    )


def list_moves(naming: Naming, paths: Sequence[MovePath]) -> str:
    """Return the moves at the ends of paths: up to three by name, more as a number; "" for none.

    A mere number is named with the moves before it.
    """
    if len(paths) > 3:
        return f"all {naming.moves(len(paths))} left {naming.where(naming.node(paths[0][:-1]))}"
    return join_words([*map(naming.move_at, paths)])
