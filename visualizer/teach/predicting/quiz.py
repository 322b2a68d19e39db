"""The table of what is asked about steps, and a quiz about a run that is held at a step, so that nothing is given away.

A new kind is a function, a name and a row here.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from visualizer.searching.ordering import looks_nowhere
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, one_of
from visualizer.teach.attempt import AnswerScore, Attempt
from visualizer.teach.predicting import entering, returning
from visualizer.teach.predicting.next_event import StepKind, StepQuestion, next_event
from visualizer.teach.question import TELL_WHOLE
from visualizer.trace.held import TracePrefix


def has_known_window(run: Run) -> bool:
    """Return whether there is α and β, and is known what a search does with them."""
    return run.trace.has_window and run.trace.narrows and not run.algorithm.samples


def is_ordered(run: Run) -> bool:
    """Return whether moves are tried in the order of their scores."""
    ordered = (
        run.ordering.scores is not None and (run.recipe.search.ordering or "natural") != "natural"
    )
    return ordered and not run.algorithm.samples


STEP_KINDS: dict[str, StepKind] = {
    "who set a bound": StepKind(
        "cuts",
        has_known_window,
        True,
        returning.ask_bound_setter,
        "α is the best that MAX has so far at a node above, β the best that MIN has: the move with that "
        "value set the bound.",
    ),
    "second looks": StepKind(
        "cuts",
        lambda run: has_known_window(run) and run.comes_back,
        True,
        returning.ask_second_look,
        "The first, quick search only asks whether a move is better; if it is, a second one may have to "
        "find its exact value.",
    ),
    "what is skipped": StepKind(
        "cuts",
        has_known_window,
        True,
        returning.ask_skipped_moves,
        "A node's other children are skipped once one value meets the opponent's bound.",
    ),
    "what goes up": StepKind(
        "values",
        lambda run: not run.algorithm.samples,
        True,
        returning.ask_returned_value,
        "MAX takes the greatest value returned, MIN the least.",
    ),
    "α and β": StepKind(
        "values",
        has_known_window,
        True,
        returning.ask_parent_bound,
        "α only rises, and only where MAX is to move; β only falls, and only where MIN is.",
    ),
    "what is selected": StepKind(
        "order",
        lambda run: run.algorithm.samples,
        False,
        entering.ask_selected_child,
        "A new move comes first; after that, the move with the largest upper bound.",
    ),
    "what is tried next": StepKind(
        "order",
        is_ordered,
        False,
        entering.ask_next_move,
        "The move with the largest score is tried first.",
    ),
    "means": StepKind(
        "values",
        lambda run: run.algorithm.samples,
        False,
        entering.ask_root_mean,
        "The mean is the sum of all results, divided by the number of games.",
    ),
}
"""All kinds by their names; of several that could be asked at a step and were asked as often, the first is."""
QUIZ_LEVELS = {"all": frozenset(STEP_KINDS)} | {
    level: frozenset(kind for kind, row in STEP_KINDS.items() if row.level == level)
    for level in ("cuts", "values", "order")
}
"""What may be asked at each level; the first is the usual one."""


def possible_kinds(run: Run) -> frozenset[str]:
    """Return what can be asked about a search at all."""
    return frozenset(kind for kind, row in STEP_KINDS.items() if row.fits(run))


def kinds_at_level(run: Run, level: str) -> frozenset[str]:
    """Return what is asked about a search at a level; InputError if it is none, or if it fits nothing of the search."""
    found = QUIZ_LEVELS[one_of("the level", level, QUIZ_LEVELS)] & possible_kinds(run)
    if not found:
        others = " ".join(
            name for name, kinds in QUIZ_LEVELS.items() if kinds & possible_kinds(run)
        )
        raise InputError(
            f"the level {level!r} asks nothing about {run.algorithm.title}; allowed are {others}"
        )
    return found


def first_level(run: Run) -> str:
    """Return the level that is asked at if none is chosen: cuts where there are any, else the first that asks."""
    return next(
        (
            level
            for level, kinds in QUIZ_LEVELS.items()
            if level != "all" and kinds & possible_kinds(run)
        ),
        "all",
    )


def questions_at(run: Run, step: int, kinds: frozenset[str]) -> Iterator[StepQuestion]:
    """Yield what may be asked at a step of these kinds, read from a trace that goes on at least two steps further."""
    now = next_event(run, step)
    for kind, row in STEP_KINDS.items():
        if (
            kind in kinds
            and now is not None
            and now.returns == row.of_returns
            and (question := row.ask(now))
        ):
            question.kind = kind
            question.rule = question.rule or row.rule
            yield question


MIN_STEPS_AHEAD = 64
"""Steps that the search itself is ahead, at least, if it has not finished."""
MAX_STEPS_AT_ONCE = 256
"""The most steps that are let through at a time."""


class StepGate:
    """Drives `run`, which is another run as far as it is let through: step by step, up to the next at which it `stops`.

    Its trace is the beginning of the other one's.
    """

    seconds = 0.0
    """The time of the search says how much follows, so it is not told."""

    def __init__(
        self, source: Run, step: int, stops: Callable[[int], bool] = lambda step: False
    ) -> None:
        """Hold a run at a step; from there on `stops(step)` says, where the search has come further, whether it stays.

        A step that has not been searched yet is searched for.
        """
        self.source = source
        self.stops = stops
        self.stopped = False
        source.advance(step=step + MIN_STEPS_AHEAD, seconds=source.no_longer_than(0))
        self.first_steps = TracePrefix(source.trace)
        self.first_steps.grow(step)
        self.run = source.driven_by(self, self.first_steps.trace)
        self.run.ordering = replace(source.ordering, nodes=looks_nowhere)

    @property
    def is_waiting(self) -> bool:
        """Return whether the search waits for what another program has not told yet."""
        return self.source.is_waiting

    def advance(self, seconds: float | None, step: int | None) -> bool:
        """Let steps through as `Driver.advance` searches, but none behind one at which the run stops."""
        first = self.first_steps
        trace = self.first_steps.trace
        source = self.source
        while not (self.stopped or trace.finished or (step is not None and first.step >= step)):
            source.advance(seconds=seconds, step=first.step + MAX_STEPS_AT_ONCE + MIN_STEPS_AHEAD)
            known = source.trace.last_step - (0 if source.trace.finished else MIN_STEPS_AHEAD)
            before = first.step
            until = min(known, first.step + MAX_STEPS_AT_ONCE, known if step is None else step)
            while first.step < until and not self.stopped:
                self.stopped = self.stops(first.step)
                if not self.stopped:
                    first.grow(first.step + 1)
            if seconds is not None or first.step == before:
                break
        if not self.stopped and not trace.finished and first.step < source.trace.last_step:
            self.stopped = self.stops(first.step)
        return trace.finished

    def withhold(self, row: int | None) -> None:
        """Tell what this row is worth so far no more where the run is held; None to tell all again."""
        self.run.trace.withheld = row

    def let_through(self, step: int) -> None:
        """Let everything through up to a step, and hold the run no longer where it has stopped."""
        self.withhold(None)
        self.first_steps.grow(step)
        self.stopped = False

    def stop(self, reason: str) -> None:
        """End the search itself."""
        self.source.stop(reason)


STEPS_BETWEEN_QUESTIONS = 8
"""Steps without a question after one, in a game; a textbook's tree has few steps, and none without."""


class Quiz(Attempt[StepQuestion]):
    """Predicting a run from a step on: `run` is what may be seen of it, `question` what is asked where it is held."""

    most_slips = TELL_WHOLE

    def __init__(
        self,
        source: Run,
        step: int = 0,
        level: str = "all",
        kinds: frozenset[str] = frozenset(),
        score: AnswerScore[StepQuestion] | None = None,
    ) -> None:
        """Hold the run at the step; the level says what is asked about where no kinds are named.

        InputError if the search has nothing that the level asks about.
        """
        super().__init__(score)
        self.source = source
        self.level = level
        self.kinds = kinds or kinds_at_level(source, level)
        self.again: list[StepQuestion] = []
        """The questions missed that are asked once more, before anything else."""
        self.rest = 0
        """The step before which nothing is asked."""
        self.hold(step)

    def hold(self, step: int) -> None:
        """Hold the run at a step, with nothing asked yet."""
        self.question = None
        self.gate = StepGate(self.source, step, self.asks)
        self.run = self.gate.run

    def asks(self, step: int) -> bool:
        """Find the question of a step; return whether there is one."""
        if self.question is None:
            self.question = self.chosen(step)
        if self.question is not None:
            self.gate.withhold(self.question.withheld)
        return self.question is not None

    def chosen(self, step: int) -> StepQuestion | None:
        """Return the question of a step: the one to be asked again, or one of the kind that was asked least."""
        if self.again:
            if self.again[0].step == step:
                return self.again[0]
            return None
        if step < self.rest:
            return None
        asked = self.score.kinds
        return min(
            questions_at(self.source, step, self.kinds),
            key=lambda each: asked[each.kind],
            default=None,
        )

    def go_on(self, question: StepQuestion) -> None:
        """Let the run go on to the step that answers a question."""
        del self.again[:1]
        self.rest = question.until + (0 if self.source.game.explicit else STEPS_BETWEEN_QUESTIONS)
        self.question = None
        self.gate.let_through(question.until)

    def ask_again(self) -> int | None:
        """Begin to ask once more what was missed; return the step of the first such question, None for none."""
        self.again = self.score.missed()
        return self.next_again()

    def next_again(self) -> int | None:
        """Hold the run at the next question to be asked again; return its step, None if none is left."""
        if not self.again:
            return None
        step = self.again[0].step
        self.hold(step)
        self.run.advance(step=step)
        return step
