"""The kinds of questions about steps, and a quiz about a run that hides what comes next.

A new kind is a function, a name and a row in this file.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from visualizer.searching.ordering import no_lookahead_nodes
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, one_of
from visualizer.teach.attempt import AnswerScore, Attempt
from visualizer.teach.predicting import entering, returning
from visualizer.teach.predicting.next_event import StepKind, StepQuestion, next_event
from visualizer.teach.question import TELL_WHOLE
from visualizer.trace.held import TracePrefix


def has_known_window(run: Run) -> bool:
    """Return whether the search has α and β, and the trace records how they change."""
    return run.trace.has_window and run.trace.tracks_windows and not run.algorithm.samples


def is_ordered(run: Run) -> bool:
    """Return whether the search tries moves in the order of their scores."""
    if run.ordering.scores is None or run.algorithm.samples:
        return False
    return (run.recipe.search.ordering or "natural") != "natural"


STEP_KINDS: dict[str, StepKind] = {
    "who set a bound": StepKind(
        "cuts",
        has_known_window,
        of_returns=True,
        ask=returning.ask_bound_setter,
        rule="α is the best that MAX has so far at a node above, β the best that MIN has: the move "
        "with that value set the bound.",
    ),
    "second looks": StepKind(
        "cuts",
        lambda run: has_known_window(run) and run.may_revisit,
        of_returns=True,
        ask=returning.ask_search_again,
        rule="The first, quick search only asks whether a move is better; if it is, a second one "
        "may have to find its exact value.",
    ),
    "what is skipped": StepKind(
        "cuts",
        has_known_window,
        of_returns=True,
        ask=returning.ask_skipped_moves,
        rule="A node's other children are skipped once one value meets the opponent's bound.",
    ),
    "what goes up": StepKind(
        "values",
        lambda run: not run.algorithm.samples,
        of_returns=True,
        ask=returning.ask_returned_value,
        rule="MAX takes the greatest value returned, MIN the least.",
    ),
    "α and β": StepKind(
        "values",
        has_known_window,
        of_returns=True,
        ask=returning.ask_parent_bound,
        rule="α only rises, and only where MAX is to move; β only falls, and only where MIN is.",
    ),
    "what is selected": StepKind(
        "order",
        lambda run: run.algorithm.samples,
        of_returns=False,
        ask=entering.ask_selected_child,
        rule="A new move comes first; after that, the move with the largest upper bound.",
    ),
    "what is tried next": StepKind(
        "order",
        is_ordered,
        of_returns=False,
        ask=entering.ask_next_move,
        rule="The move with the largest score is tried first.",
    ),
    "means": StepKind(
        "values",
        lambda run: run.algorithm.samples,
        of_returns=False,
        ask=entering.ask_root_mean,
        rule="The mean is the sum of all results, divided by the number of games.",
    ),
}
"""The kinds by name; of those asked equally often, a step asks the first."""
QUIZ_LEVELS = {"all": frozenset(STEP_KINDS)} | {
    level: frozenset(kind for kind, row in STEP_KINDS.items() if row.level == level)
    for level in ("cuts", "values", "order")
}
"""The kinds that each level asks; the first level is the usual one."""


def possible_kinds(run: Run) -> frozenset[str]:
    """Return the kinds that suit a search."""
    return frozenset(kind for kind, row in STEP_KINDS.items() if row.fits(run))


def kinds_at_level(run: Run, level: str) -> frozenset[str]:
    """Return the kinds of questions that a level asks about a search.

    InputError for an unknown level, or if none of its kinds suits the search.
    """
    possible = possible_kinds(run)
    kinds = QUIZ_LEVELS[one_of("the level", level, QUIZ_LEVELS)] & possible
    if not kinds:
        others = " ".join(name for name, asked in QUIZ_LEVELS.items() if asked & possible)
        title = run.algorithm.title
        raise InputError(f"the level {level!r} asks nothing about {title}; allowed are {others}")
    return kinds


def first_level(run: Run) -> str:
    """Return the level to use if none is chosen: cuts, or else the first that suits the search."""
    possible = possible_kinds(run)
    for level, kinds in QUIZ_LEVELS.items():
        if level != "all" and kinds & possible:
            return level
    return "all"


def questions_at(run: Run, step: int, kinds: frozenset[str]) -> Iterator[StepQuestion]:
    """Yield the questions that can be asked at a step, of the kinds given.

    The trace must be two steps ahead, because the answers are read from there.
    """
    now = next_event(run, step)
    if now is None:
        return
    for kind, step_kind in STEP_KINDS.items():
        if kind not in kinds or now.returns != step_kind.of_returns:
            continue
        question = step_kind.ask(now)
        if question is not None:
            question.kind = kind
            question.rule = question.rule or step_kind.rule
            yield question


MIN_STEPS_AHEAD = 64
"""How many steps the search stays ahead, at least, until it finishes."""
MAX_STEPS_AT_ONCE = 256
"""The most steps that are released at a time."""


class StepGate:
    """Drives `run`, which shows another run step by step until the next step at which it `stops`.

    The trace of `run` is a prefix of the other one.
    """

    seconds = 0.0
    """Always 0: the time of the search would tell how much is still to come."""

    def __init__(
        self, source: Run, step: int, stops: Callable[[int], bool] = lambda step: False
    ) -> None:
        """Show the run `source` up to a step, searching on to that step if necessary.

        `stops(step)` says whether the run stops at a step. Later steps are then shown only up to
        the first at which the run stops.
        """
        self.source = source
        self.stops = stops
        self.stopped = False
        source.advance(step=step + MIN_STEPS_AHEAD, seconds=source.no_longer_than(0))
        self.prefix = TracePrefix(source.trace)
        self.prefix.grow(step)
        self.run = source.with_driver(self, self.prefix.trace)
        # Scores of a move must not come from nodes that are still hidden.
        self.run.ordering = replace(source.ordering, nodes=no_lookahead_nodes)

    @property
    def is_waiting(self) -> bool:
        """Return whether the search waits for another program to report more."""
        return self.source.is_waiting

    def advance(self, seconds: float | None, step: int | None) -> bool:
        """Search for some seconds or up to a step (None: no limit), and show the new steps.

        The steps are shown only up to the first at which the run stops. Return whether the search
        has ended and all its steps are shown.
        """
        prefix = self.prefix
        while not self._is_done(step):
            self.source.advance(
                seconds=seconds, step=prefix.step + MAX_STEPS_AT_ONCE + MIN_STEPS_AHEAD
            )
            before = prefix.step
            self._release(step)
            if seconds is not None or prefix.step == before:
                break

        # More steps are searched than shown, so a question can be asked at the last one shown, too.
        is_behind = prefix.step < self.source.trace.last_step
        if not self.stopped and not prefix.trace.finished and is_behind:
            self.stopped = self.stops(prefix.step)
        return prefix.trace.finished

    def _is_done(self, step: int | None) -> bool:
        """Return whether no more steps are to be released, up to a step if one is given."""
        prefix = self.prefix
        is_there = step is not None and prefix.step >= step
        return self.stopped or prefix.trace.finished or is_there

    def _release(self, step: int | None) -> None:
        """Show the steps searched so far, until the run stops, or up to `step` if it is given.

        One call shows at most `MAX_STEPS_AT_ONCE` steps.
        """
        prefix = self.prefix
        trace = self.source.trace
        # A question needs the steps that follow it, so the last ones are held back.
        last_step = trace.last_step if trace.finished else trace.last_step - MIN_STEPS_AHEAD
        until = min(last_step, prefix.step + MAX_STEPS_AT_ONCE)
        if step is not None:
            until = min(until, step)
        while prefix.step < until and not self.stopped:
            self.stopped = self.stops(prefix.step)
            if not self.stopped:
                prefix.grow(prefix.step + 1)

    def withhold(self, row: int | None) -> None:
        """Hide the value so far of a row where the run is held; None shows all again."""
        self.run.trace.withheld_row = row

    def release_to(self, step: int) -> None:
        """Release everything up to a step, and let the run go on from where it has stopped."""
        self.withhold(None)
        self.prefix.grow(step)
        self.stopped = False

    def stop(self, reason: str) -> None:
        """Stop the search itself."""
        self.source.stop(reason)


STEPS_BETWEEN_QUESTIONS = 8
"""Steps without a question after one, in a game; a textbook's small tree needs no rest."""


class Quiz(Attempt[StepQuestion]):
    """Predicting a run from a step on.

    `run` is as much of it as may be seen, and `question` the one at which it is held.
    """

    max_wrong_answers = TELL_WHOLE

    def __init__(
        self,
        source: Run,
        step: int = 0,
        level: str = "all",
        *,
        kinds: frozenset[str] = frozenset(),
        score: AnswerScore[StepQuestion] | None = None,
    ) -> None:
        """Ask about the run `source` from a step on, and hide what follows.

        The level says which kinds of questions are asked, unless `kinds` are given. The quiz goes
        on counting in `score`, or begins at 0 without one. InputError if no kind of the level suits
        the search.
        """
        super().__init__(score)
        self.source = source
        self.level = level
        self.kinds = kinds or kinds_at_level(source, level)
        self.missed_questions: list[StepQuestion] = []
        """Missed questions to ask once more, before anything else."""
        self.quiet_until = 0
        """The step before which nothing is asked."""
        self.hold(step)

    def hold(self, step: int) -> None:
        """Hold the run at a step, with nothing asked yet."""
        self.question = None
        self.gate = StepGate(self.source, step, self.has_question)
        self.run = self.gate.run

    def has_question(self, step: int) -> bool:
        """Choose the question of a step, and return whether it has one."""
        if self.question is None:
            self.question = self.choose_question(step)
        if self.question is not None:
            self.gate.withhold(self.question.withheld)
        return self.question is not None

    def choose_question(self, step: int) -> StepQuestion | None:
        """Return the question to ask at a step, or None.

        Of several kinds of questions, the kind asked least so far is chosen. A person who repeats
        missed questions is asked only these.
        """
        if self.missed_questions:
            first = self.missed_questions[0]
            if first.step != step:
                return None
            return first
        if step < self.quiet_until:
            return None
        # All kinds get their turn, although some suit almost every step.
        asked = self.score.kinds
        questions = questions_at(self.source, step, self.kinds)
        return min(questions, key=lambda question: asked[question.kind], default=None)

    def go_on(self, question: StepQuestion) -> None:
        """Let the run go on to the step at which the answer shows."""
        del self.missed_questions[:1]
        self.quiet_until = question.until
        if not self.source.game.explicit:
            self.quiet_until += STEPS_BETWEEN_QUESTIONS
        self.question = None
        self.gate.release_to(question.until)

    def ask_again(self) -> int | None:
        """Begin to repeat the missed questions; return the step of the first, or None."""
        self.missed_questions = self.score.missed()
        return self.next_again()

    def next_again(self) -> int | None:
        """Hold the run at the next missed question; return its step, or None if none is left."""
        if not self.missed_questions:
            return None
        step = self.missed_questions[0].step
        self.hold(step)
        self.run.advance(step=step)
        return step
