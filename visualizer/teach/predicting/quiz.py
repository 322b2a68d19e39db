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
        about_returns=True,
        ask=returning.ask_bound_setter,
        rule="α is the best that MAX has so far at a node above, β the best that MIN has: the move "
        "with that value set the bound.",
    ),
    "second looks": StepKind(
        "cuts",
        lambda run: has_known_window(run) and run.may_revisit,
        about_returns=True,
        ask=returning.ask_search_again,
        rule="The first, quick search only asks whether a move is better; if it is, a second one "
        "may have to find its exact value.",
    ),
    "what is skipped": StepKind(
        "cuts",
        has_known_window,
        about_returns=True,
        ask=returning.ask_skipped_moves,
        rule="A node's other children are skipped once one value meets the opponent's bound.",
    ),
    "what goes up": StepKind(
        "values",
        lambda run: not run.algorithm.samples,
        about_returns=True,
        ask=returning.ask_returned_value,
        rule="MAX takes the greatest value returned, MIN the least.",
    ),
    "α and β": StepKind(
        "values",
        has_known_window,
        about_returns=True,
        ask=returning.ask_parent_bound,
        rule="α only rises, and only where MAX is to move; β only falls, and only where MIN is.",
    ),
    "what is selected": StepKind(
        "order",
        lambda run: run.algorithm.samples,
        about_returns=False,
        ask=entering.ask_selected_child,
        rule="A new move comes first; after that, the move with the largest upper bound.",
    ),
    "what is tried next": StepKind(
        "order",
        is_ordered,
        about_returns=False,
        ask=entering.ask_next_move,
        rule="The move with the largest score is tried first.",
    ),
    "means": StepKind(
        "values",
        lambda run: run.algorithm.samples,
        about_returns=False,
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
    """Return the level to use by default: the first of cuts, values and order that suits."""
    possible = possible_kinds(run)
    for level, kinds in QUIZ_LEVELS.items():
        if level != "all" and kinds & possible:
            return level
    return "all"


def questions_at(run: Run, step: int, kinds: frozenset[str]) -> Iterator[StepQuestion]:
    """Yield the questions of some kinds that can be asked at a step.

    The trace must have at least two steps after this step, since they contain the answers.
    """
    event = next_event(run, step)
    if event is None:
        return
    for kind, step_kind in STEP_KINDS.items():
        if kind not in kinds or event.is_return != step_kind.about_returns:
            continue
        question = step_kind.ask(event)
        if question is not None:
            question.kind = kind
            question.rule = question.rule or step_kind.rule
            yield question


MIN_STEPS_AHEAD = 64
"""By how many steps, at least, an unfinished search is ahead of what is shown."""
MAX_STEPS_AT_ONCE = 256
"""The most steps that are shown at a time."""


class StepGate:
    """Shows the beginning of a run, up to the next step at which a question stops it.

    `source` is the whole run, whose search goes on. `run` is what is shown: its trace is a `prefix`
    of the trace of `source`.
    """

    seconds = 0.0
    """Always 0: the time of the search would tell how much is still to come."""

    def __init__(
        self, source: Run, step: int, stops_at: Callable[[int], bool] = lambda step: False
    ) -> None:
        """Show the run `source` up to a step, searching on to that step if necessary.

        After that, the run is shown up to the first step for which `stops_at(step)` is true. It
        stops there until `release_to` is called.
        """
        self.source = source
        self.stops_at = stops_at
        self.stopped = False
        source.advance(step=step + MIN_STEPS_AHEAD, seconds=source.limit_if_live(0))
        self.prefix = TracePrefix(source.trace)
        self.prefix.grow(step)
        self.run = source.with_driver(self, self.prefix.trace)
        # The scores of moves must not be computed from nodes that are still hidden.
        self.run.ordering = replace(source.ordering, nodes=no_lookahead_nodes)

    @property
    def is_waiting(self) -> bool:
        """Return whether the search waits for another program to report more."""
        return self.source.is_waiting

    def advance(self, seconds: float | None, step: int | None) -> bool:
        """Search for some seconds or up to a step (None: no limit), and show the new steps.

        If the run stops at a step, later steps are not shown yet. Return whether the search has
        ended and all its steps are shown.
        """
        prefix = self.prefix
        while not self._is_done(step):
            self.source.advance(
                seconds=seconds, step=prefix.step + MAX_STEPS_AT_ONCE + MIN_STEPS_AHEAD
            )
            step_before = prefix.step
            self._show_steps(step)
            # Either the time is up, or the search has no new steps to show.
            if seconds is not None or prefix.step == step_before:
                break

        # `_show_steps` ends without checking the last step, where the run may have to stop, too.
        has_hidden_steps = prefix.step < self.source.trace.last_step
        if not self.stopped and not prefix.trace.finished and has_hidden_steps:
            self.stopped = self.stops_at(prefix.step)
        return prefix.trace.finished

    def _is_done(self, step: int | None) -> bool:
        """Return whether no more steps should be shown now; up to `step`, or None for no limit."""
        prefix = self.prefix
        is_step_shown = step is not None and prefix.step >= step
        return self.stopped or prefix.trace.finished or is_step_shown

    def _show_steps(self, step: int | None) -> None:
        """Show the steps searched so far, up to `step` or the first at which the run stops.

        One call shows at most `MAX_STEPS_AT_ONCE` steps.
        """
        prefix = self.prefix
        trace = self.source.trace
        last_step = trace.last_step
        # A question at a step needs some later steps, which must not be shown yet.
        if not trace.finished:
            last_step -= MIN_STEPS_AHEAD
        last_step = min(last_step, prefix.step + MAX_STEPS_AT_ONCE)
        if step is not None:
            last_step = min(last_step, step)
        while prefix.step < last_step and not self.stopped:
            self.stopped = self.stops_at(prefix.step)
            if not self.stopped:
                prefix.grow(prefix.step + 1)

    def withhold(self, row: int | None) -> None:
        """Hide the value so far of a row of the trace; None shows all values again."""
        self.run.trace.withheld_row = row

    def release_to(self, step: int) -> None:
        """Show all steps up to `step`, and let the run go on from where it has stopped."""
        self.withhold(None)
        self.prefix.grow(step)
        self.stopped = False

    def stop(self, reason: str) -> None:
        """Stop the search itself."""
        self.source.stop(reason)


STEPS_BETWEEN_QUESTIONS = 8
"""For how many steps nothing is asked after a question; in a small written tree, for none."""


class Quiz(Attempt[StepQuestion]):
    """A quiz in which a person predicts a run from a step on.

    `run` is the part of the run that the person may see, and `question` is the question at its end.
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
        """Ask about the run `source` from a step on, and hide the steps that follow.

        `kinds` are the kinds of questions to ask, by default all kinds of the level. The quiz goes
        on counting in `score`, or begins a new score. InputError if no kind of the level suits the
        search.
        """
        super().__init__(score)
        self.source = source
        self.level = level
        self.kinds = kinds or kinds_at_level(source, level)
        self.missed_questions: list[StepQuestion] = []
        """Missed questions to be asked again; until then, no others are asked."""
        self.quiet_until = 0
        """The step before which nothing is asked."""
        self.restart_at(step)

    def restart_at(self, step: int) -> None:
        """Show the run only up to a step, and ask nothing yet."""
        self.question = None
        self.gate = StepGate(self.source, step, self.has_question)
        self.run = self.gate.run

    def has_question(self, step: int) -> bool:
        """Set the question to ask at a step, and return whether there is one."""
        if self.question is None:
            self.question = self.choose_question(step)
        if self.question is not None:
            self.gate.withhold(self.question.hidden_row)
        return self.question is not None

    def choose_question(self, step: int) -> StepQuestion | None:
        """Return the question to ask at a step, or None.

        If there are missed questions to repeat, only the first of these may be asked. Otherwise ask
        the kind that was asked least so far, because some kinds suit almost every step, others few.
        """
        if self.missed_questions:
            first = self.missed_questions[0]
            if first.step != step:
                return None
            return first
        if step < self.quiet_until:
            return None
        times_asked = self.score.kinds
        questions = questions_at(self.source, step, self.kinds)
        return min(questions, key=lambda question: times_asked[question.kind], default=None)

    def go_on(self, question: StepQuestion) -> None:
        """Let the run go on to the step that shows the answer."""
        del self.missed_questions[:1]
        self.quiet_until = question.until
        if not self.source.game.explicit:
            self.quiet_until += STEPS_BETWEEN_QUESTIONS
        self.question = None
        self.gate.release_to(question.until)

    def ask_again(self) -> int | None:
        """Begin to repeat the missed questions; return the step of the first, None without any."""
        self.missed_questions = self.score.missed()
        return self.go_to_missed_question()

    def go_to_missed_question(self) -> int | None:
        """Go to the next missed question; return its step, or None if no question is left."""
        if not self.missed_questions:
            return None
        step = self.missed_questions[0].step
        self.restart_at(step)
        self.run.advance(step=step)
        return step
