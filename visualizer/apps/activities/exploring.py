"""Exploring a run: the step shown, playing, jumps that may wait for the search, and questions.

While a question is open, later steps are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from visualizer.apps.actions import JUMP_FAILURES, describe_failed_jump, main_key_of
from visualizer.explaining.comparison.lint import FindingMark, finding_marks
from visualizer.explaining.explanation.own_code import line_track_of
from visualizer.explaining.measures.style_words import style_words
from visualizer.explaining.measures.summary import count_in_words
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace import jumps
from visualizer.trace.counts import counted_cutoffs, is_in_probe, total_cutoffs
from visualizer.trace.jumps import more_cuts_alike
from visualizer.trace.line_track import LineTrack
from visualizer.trace.rows import MovePath, Trace
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.trace.visits import visits_of

if TYPE_CHECKING:
    from visualizer.teach.predicting.next_event import StepQuestion
    from visualizer.teach.predicting.quiz import Quiz
    from visualizer.teach.question import Judgement

PLAYING_SPEEDS = (1, 2, 5, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
"""Steps a second."""
LECTURE_SPEED = 0
"""The speed for a class: one event a second, however large the tree is."""
EXPLORING_SLICE_SECONDS = 0.003
"""Seconds of search at a time."""
JUMP_SLICE_SECONDS = 0.009
"""Seconds of search at a time while a person waits for a jump."""
FIRST_CUT_SPEED = PLAYING_SPEEDS.index(2)
"""The index of the speed up to the first cutoff, the same for every tree."""
SMALL_TREE_NODES = 200
LARGE_TREE_NODES = 2_000
"""Numbers of nodes from which a tree is played faster than one step a second, and faster still."""
CUT_REST_SECONDS = 3.0
"""Seconds that playing rests at a cutoff, unless it is too fast to read."""
MAX_SPEED_WITH_RESTS = PLAYING_SPEEDS.index(10)
"""The index of the fastest speed at which playing still rests at cutoffs."""
SIMILAR_CUTS_WIDTH = 10
"""By how many characters "✂ 2/5 · 3 more like this" may be longer than "✂ 2 of 5 cutoffs"."""


class CutPlayback(Enum):
    """The ways of playing at a cutoff; the value is the note that describes it."""

    REST = f"playing pauses {CUT_REST_SECONDS:g} seconds at each new cutoff; <play> goes on at once"
    STOP = "playing stops at each new cutoff"
    GO_ON = "playing no longer stops at cutoffs"


class Arrival(Enum):
    """The result of a jump."""

    ARRIVED = auto()
    """The step of the jump is shown, or the newest one of a search that is followed."""
    WAITS = auto()
    """The search has not reached the step."""
    NOWHERE = auto()
    """No such step exists."""
    STOPPED_AT_QUESTION = auto()
    """An open question stopped the jump."""
    ASKED = auto()
    """The jump led from an answer to the next question."""


SHOW_ANSWER = "show"
"""The answer of a person who wants to be shown the right one."""
LINE_STEPS = {
    "line": LineTrack.next,
    "back_line": LineTrack.previous,
    "line_over": LineTrack.step_over,
    "out": LineTrack.step_out,
}
"""The actions that step through the user's own code, with the method that finds the next moment."""


@dataclass
class Session:
    """Moves through the steps of one run, and asks about its next steps.

    `playing` is 1 forwards, -1 backwards, 0 not at all. `jump` is the action whose jump waits for
    the search, and `goal` the step or the node of the action `go`. `note` is shown until the next
    action. The whole run is played in at most `play_seconds`, 0 for no limit.
    """

    run: Run
    step: int = 0
    chosen_speed: int | None = None
    playing: int = 0
    waiting_jump: str = ""
    goal: int | MovePath = 0
    note: str = ""
    at_cuts: CutPlayback = CutPlayback.REST
    breakpoints: frozenset[MovePath] = frozenset()
    play_seconds: float = 0
    source_jump: jumps.SourceJump = field(default_factory=jumps.SourceJump)
    rest_seconds: float = 0.0
    """Seconds that playing still rests."""
    line: int | None = None
    """The moment of the user's own code that was stepped to, or None for the first at the step."""
    quiz: Quiz | None = None
    """The quiz about the next steps; None while nothing is predicted."""
    hidden_search: Run | None = None
    """The search itself while later steps are hidden, or None while all are visible."""
    is_lesson_question: bool = False
    """Whether the question belongs to a lesson: without a score, and not to be given up."""
    answer_hint: str = ""
    """How to answer the question that another screen asks about the run."""
    hint: str = ""
    """The hint after a wrong answer, while the question is still open."""
    judgement: Judgement | None = None
    """The judgement of the last answer, shown at the step `judged_at`."""
    judged_at: int = -1
    _step_fraction: float = field(default=0.0, repr=False)
    """The part of the next step that is played already, 0 to 1."""

    @property
    def trace(self) -> Trace:
        """Return the trace of the run."""
        return self.run.trace

    @property
    def speed(self) -> int:
        """Return the speed, an index into PLAYING_SPEEDS.

        The user may choose the speed, or a time for the whole run. Otherwise larger trees are
        played faster, and the steps before the first cutoff at a speed that suits beginners.
        """
        if self.chosen_speed is not None:
            return self.chosen_speed
        if self.play_seconds:
            return self._speed_within(self.play_seconds)
        if self.run.algorithm.uses_window and not self.trace.cut_count(self.step):
            return FIRST_CUT_SPEED
        nodes = len(self.trace)
        if nodes < SMALL_TREE_NODES:
            return PLAYING_SPEEDS.index(1)
        if nodes < LARGE_TREE_NODES:
            return PLAYING_SPEEDS.index(5)
        return PLAYING_SPEEDS.index(10)

    def _speed_within(self, seconds: float) -> int:
        """Return the index of the slowest speed that plays the whole run in some seconds."""
        for number, speed in enumerate(PLAYING_SPEEDS):
            if self.trace.steps <= speed * seconds:
                return number
        return -1

    def search(self) -> bool:
        """Advance the search for a slice of time; return whether something new may be shown.

        After the end of a recording, look for impossible events in it.
        """
        seconds = EXPLORING_SLICE_SECONDS
        # A longer slice disturbs nobody, because nothing else moves on the screen.
        if self.waiting_jump:
            seconds = JUMP_SLICE_SECONDS
        if self.trace.finished:
            return self.look_for_marks(seconds)
        steps_before = self.trace.steps
        self.run.advance(seconds=seconds)
        # Index the new visits now, so that the next key need not wait for that.
        visits_of(self.trace).catch_up()
        return self.trace.steps != steps_before or self.trace.finished

    def look_for_marks(self, seconds: float) -> bool:
        """Look for impossible events in a recording for some seconds.

        Return whether any are known that may not be on the screen yet.
        """
        marks = finding_marks(self.run)
        return not marks.complete and marks.advance(seconds) and bool(marks.found)

    def play(self, direction: int) -> None:
        """Begin to play forwards (1) or backwards (-1); if the run is playing already, stop.

        During a rest at a cutoff, end the rest instead. At the last step, playing forwards begins
        again at the first step.
        """
        is_resting = self.rest_seconds > 0 and self.playing == direction
        self.rest_seconds = 0.0
        if is_resting or not self.playing:
            self.playing = direction
        else:
            self.playing = 0
        if self.playing > 0 and self.trace.ends_at(self.step):
            self.step = 0
        # The next tick shows a step at once.
        self._step_fraction = 1.0

    def tick(self, seconds: float) -> None:
        """Play the steps for the seconds since the last tick, after any rest at a cutoff."""
        if self.rest_seconds > 0:
            self.rest_seconds -= seconds
            if self.rest_seconds > 0:
                return
            # The rest ended during these seconds: the negative part is left for playing.
            seconds = -self.rest_seconds
            self.rest_seconds = 0.0
            # A whole step is due at once.
            self._step_fraction = 1.0
        self._step_fraction += seconds * PLAYING_SPEEDS[self.speed]
        steps = int(self._step_fraction)
        self._step_fraction -= steps
        if steps:
            self.play_steps(steps)

    def play_steps(self, steps: int) -> None:
        """Play some steps in the current direction, at most to the next breakpoint or cutoff.

        A breakpoint stops playing. At a cutoff, playing rests or stops, as the user has chosen.
        """
        start = self.step
        # `playing` is the direction: 1 forwards, -1 backwards.
        target = max(0, min(self.trace.last_step, start + steps * self.playing))
        breakpoint_step = self.breakpoint_between(start, target)
        cut_step = self.cut_between(start, target)
        stops = [step for step in (breakpoint_step, cut_step) if step is not None]
        is_at_end = target == start
        # At the newest step of a search that still runs, playing waits for the next.
        waits_for_search = self.playing > 0 and not self.trace.finished
        if stops:
            target = min(stops) if target > start else max(stops)
            self._halt(is_breakpoint=target == breakpoint_step)
        elif is_at_end and not waits_for_search:
            self.playing = 0
        self.step = target
        self.line = None

    def _halt(self, *, is_breakpoint: bool) -> None:
        """Stop playing at a breakpoint or a cutoff, or rest at a cutoff."""
        if is_breakpoint or self.at_cuts is CutPlayback.STOP:
            self.playing = 0
            self.note = "stopped at a breakpoint"
        else:
            self.rest_seconds = CUT_REST_SECONDS
            self._step_fraction = 0.0

    def cut_between(self, step: int, target: int) -> int | None:
        """Return the first cutoff from `step` to `target` at which playing halts, or None.

        The user chooses whether playing stops at cutoffs, rests there, or goes on. If it rests, it
        does so only forwards, and at speeds up to MAX_SPEED_WITH_RESTS.
        """
        is_forwards = target > step
        if self.at_cuts is CutPlayback.GO_ON:
            return None
        if self.at_cuts is CutPlayback.REST:
            # Playing backwards shows no new cutoff, and fast playing has no time to rest.
            can_rest = is_forwards and self.speed <= MAX_SPEED_WITH_RESTS
            if not can_rest:
                return None

        if is_forwards:
            cut_step = jumps.next_cut(self.trace, step)
            is_on_way = cut_step is not None and cut_step <= target
        else:
            cut_step = jumps.previous_cut(self.trace, step)
            is_on_way = cut_step is not None and cut_step >= target
        return cut_step if is_on_way else None

    def breakpoint_between(self, step: int, target: int) -> int | None:
        """Return the first step with a breakpoint on the way from `step` to `target`, or None."""
        stops = self._breakpoint_steps()
        if target > step:
            return min((stop for stop in stops if step < stop <= target), default=None)
        return max((stop for stop in stops if target <= stop < step), default=None)

    def _breakpoint_steps(self) -> Iterator[int]:
        """Yield the steps that enter or leave a node with a breakpoint, in any order."""
        tree = TreeAtStep(self.trace)
        for path in self.breakpoints:
            node = tree.node_at(path)
            if node is None:
                continue
            for row in tree.visits_to(node):
                yield self.trace.enter_step(row)
                return_step = self.trace.return_step(row)
                # The search may not have left the node yet.
                if return_step is not None:
                    yield return_step

    def toggle_breakpoint(self, path: MovePath) -> None:
        """Set or remove a breakpoint on the node at a path, and note it."""
        place = self.run.moves_to(path) or "the root"
        change = "removed from" if path in self.breakpoints else "on"
        self.note = f"breakpoint {change} {place}"
        self.breakpoints ^= {path}

    def find_target(self, name: str) -> FindingMark | None:
        """Return the target of a jump such as "next_cut": its step and the name of the error there.

        The name is "" for a step without an error. A jump to a cutoff also stops at errors that
        lint has found in a recording.

        Return None if no target is known. If one may come later, `self.jump` remembers the jump.
        """
        # The step to which the jump leads without regard to errors, or None if it is unknown.
        if name in jumps.BACKWARD_JUMPS:
            step = jumps.BACKWARD_JUMPS[name](self.trace, self.step)
        elif name in jumps.FORWARD_JUMPS:
            self.run.advance(step=self.step + 1, seconds=EXPLORING_SLICE_SECONDS)
            step = jumps.FORWARD_JUMPS[name](self.trace, self.step)
        else:
            step = self._goal_step()
        marks = finding_marks(self.run)
        if name in jumps.CUT_JUMPS:
            self.look_for_marks(EXPLORING_SLICE_SECONDS)
            # An error may come before the cutoff: wait until all errors are known.
            if not marks.complete:
                self.waiting_jump = name
                return None

        self.waiting_jump = ""
        error_mark = marks.first_passed_over(name, self.step, step)
        if error_mark:
            return error_mark
        if step is not None:
            return step, ""
        if self._may_come_later(name):
            self.waiting_jump = name
        return None

    def _may_come_later(self, name: str) -> bool:
        """Return whether the search may still reach the step of a jump."""
        if self.trace.finished:
            return False
        if name in jumps.FORWARD_JUMPS:
            return name not in jumps.REVISIT_JUMPS or self.run.may_revisit
        return name == "go"

    def _goal_step(self) -> int | None:
        """Return the step of the goal, or None if the search has not reached it."""
        goal = self.goal
        if isinstance(goal, int):
            is_reached = self.trace.finished or goal <= self.trace.last_step
            return goal if is_reached else None
        row = self.run.node_at(goal)
        return None if row is None else self.trace.enter_step(row)

    def step_at_node(self, name: str, node: int | None) -> int | None:
        """Return the step to which a jump between the visits to a node leads, or None.

        `name` is the action of the jump. A `node` of None means that no node is selected.
        """
        if node is None:
            return None
        return jumps.NODE_JUMPS[name](self.trace, node, self.step)

    def leads_nowhere(self, name: str) -> bool:
        """Return whether an action such as "next_cut" or "play" has no step to go to.

        Only actions that go forwards and steps through the user's own code are checked. Return
        False for all others.
        """
        if name in LINE_STEPS:
            track = self.run.track
            return track is None or LINE_STEPS[name](track, self.moment or 0) is None
        is_jump_forwards = name in jumps.FORWARD_JUMPS
        goes_forwards = is_jump_forwards or name == "play"
        # An open question has to be answered first.
        if goes_forwards and self.question_step == self.step:
            return True
        if not is_jump_forwards:
            return False
        # While later steps are hidden, nobody may see that the search has finished.
        is_visibly_finished = self.run.unless_steps_hidden(self.trace.finished, hidden=False)
        return is_visibly_finished and self._is_past_last_target(name)

    def _is_past_last_target(self, name: str) -> bool:
        """Return whether a finished search has no further step for a jump such as "next_cut"."""
        if name == "next_cut":
            marks = finding_marks(self.run)
            # The step of the last cut is computed once and kept with the trace.
            is_past_cuts = self.step >= self.trace.derived(jumps.last_cut)
            # The jump stops at errors in a recording, too.
            has_no_errors = marks.complete and not marks.found
            return has_no_errors and is_past_cuts
        if name == "next_pass":
            return jumps.FORWARD_JUMPS[name](self.trace, self.step) is None
        return self.trace.ends_at(self.step)

    def make_jump(self, name: str) -> Arrival:
        """Make a jump such as "next_cut", or wait for its target; an open question stops the jump.

        After an answer, a jump forwards goes to the next question instead. A lesson has a single
        question: after the answer, all steps become visible, and the jump is made.
        """
        is_forwards = name in jumps.FORWARD_JUMPS
        if is_forwards and self._leave_judgement():
            return Arrival.ASKED

        began_at_question = is_forwards and self.question_step == self.step
        arrival = self._jump_past_questions(name)
        question_step = self.question_step
        if question_step is None:
            return arrival
        has_not_moved = began_at_question and self.step == question_step
        if not (self.waiting_jump or has_not_moved):
            return arrival
        # Give up a waiting jump: later it would lead past the question.
        self.waiting_jump = ""
        self.seek(question_step)
        self.note = ""
        if began_at_question:
            self.note = self.how_to_answer
        return Arrival.STOPPED_AT_QUESTION

    def _leave_judgement(self) -> bool:
        """Stop showing the judgement of an answer; return whether a question is now open."""
        if self.is_lesson_question and self.judgement is not None:
            self.end()
        if self.quiz is None or not self.is_judged:
            return False
        return self.ask_missed_question() or self.question is not None

    def _jump_past_questions(self, name: str) -> Arrival:
        """Make a jump such as "next_cut", or wait for its target, even past an open question."""
        self.playing = 0
        target = self.find_target(name)
        # The last step is not known yet: show the newest one.
        if target is None and self.follows_newest_step:
            target = (self.trace.last_step, "")
        if target is None:
            if self.waiting_jump:
                return Arrival.WAITS
            self.note = describe_failed_jump(self.trace, name)
            return Arrival.NOWHERE
        step, error = target
        self.seek(step)
        self.note = f"lint: {error}" if error else ""
        if step > self.trace.last_step:
            self.note = f"there is no step {step:,}; this is the last"
        return Arrival.ARRIVED

    @property
    def follows_newest_step(self) -> bool:
        """Whether the newest step is shown until the search ends."""
        return self.run.unless_steps_hidden(self.waiting_jump == "last", hidden=False)

    def wait_for(self, step: int) -> None:
        """Go to a step as soon as the search reaches it, and show the last one until then."""
        self.step = min(step, self.trace.last_step)
        self.goal = step
        self.waiting_jump = ""
        if step > self.step:
            self.waiting_jump = "go"

    def seek(self, step: int) -> None:
        """Go to a step, or to the nearest one that exists."""
        self.rest_seconds = 0.0
        before = self.step
        self.step = max(0, min(step, self.trace.last_step))
        if self.step != before:
            self.line = None

    @property
    def moment(self) -> int | None:
        """Return how many lines of the user's own code were executed before the line shown.

        Return None if the run has no such code. Many lines may belong to one step; the user can
        choose one of them by stepping to it.
        """
        track = self.run.track
        if track is None:
            return None
        chosen = self.line
        # The step or the run may have changed since the user chose the line.
        if chosen is not None and chosen < len(track) and track.steps[chosen] == self.step:
            return chosen
        return track.at_step(self.step)

    def go_to_moment(self, moment: int) -> None:
        """Go to a moment of the user's own code, and to the step of the search at that moment.

        InputError if this step is hidden by an open question.
        """
        step = line_track_of(self.run).steps[moment]
        # An open question hides later steps; their lines would give its answer away.
        if step > self.trace.last_step:
            raise InputError(
                "the lines go no further than the question; answer it first, or end predicting"
            )
        self.playing = 0
        self.seek(step)
        # This must come after `seek`, which forgets the line.
        self.line = moment

    def step_line(self, name: str) -> None:
        """Go to another line, by the name of an action; InputError if there is no such line."""
        track = line_track_of(self.run)
        moment = LINE_STEPS[name](track, self.moment or 0)
        if moment is None:
            raise InputError(JUMP_FAILURES[name])
        self.go_to_moment(moment)

    def set_speed(self, speed: int) -> None:
        """Choose a speed by its index, and note it."""
        # Beyond the slowest and the fastest, the speed stays.
        self.chosen_speed = max(0, min(len(PLAYING_SPEEDS) - 1, speed))
        self.note = f"{count_in_words(PLAYING_SPEEDS[self.speed], 'step', 'steps')} a second"

    def progress(self) -> str:
        """Describe the speed of playing, the step, and the number of steps."""
        symbol = {0: "‖", 1: "►", -1: "◂"}[self.playing]
        if self.trace.finished:
            total = f"of {self.trace.steps:,}"
        else:
            total = self.run.unless_steps_hidden(
                f"of ≥ {self.trace.steps:,}, searching", "· predicting"
            )
        return f"{symbol} {PLAYING_SPEEDS[self.speed]:,}/s step {self.step:,} {total}"

    def remark(self) -> str:
        """Return the words next to the timeline: a note, what is going on, or counts of cutoffs."""
        if self.note:
            return self.note
        play_key = main_key_of("play")
        if self.playing and self.rest_seconds > 0:
            parts = ["resting at a cutoff", self.describe_similar_cuts(), f"{play_key} goes on"]
            return " · ".join(filter(None, parts))
        nodes = f"{len(self.trace):,} nodes"
        if self.follows_newest_step:
            return f"following the search ({play_key} stops) · {nodes}"
        if self.waiting_jump:
            return f"looking for it … ({play_key} stops) · {nodes}"
        tally = style_words(self.run).timeline_words(TreeAtStep(self.trace, self.step))
        return tally or self._count_of_cutoffs()

    def _count_of_cutoffs(self) -> str:
        """Return how many cutoffs there are so far and in all, such as "✂ 2 of 5 cutoffs".

        At a cutoff with the same reason as the next 3, this is "✂ 2/5 · 3 more like this".
        """
        so_far = counted_cutoffs(self.trace, self.step)
        total = total_cutoffs(self.trace)
        is_final = self.trace.finished
        total_text = f"{total:,}" if is_final else f"{total:,}+"
        noun = "cutoff" if is_final and total == 1 else "cutoffs"
        stop_note = f" · stopped at {len(self.trace):,} nodes" if self.trace.reason else ""
        full_text = f"✂ {so_far:,} of {total_text} {noun}{stop_note}"
        similar = self.describe_similar_cuts()
        text = f"✂ {so_far:,}/{total_text} · {similar}" if similar else full_text
        # Pad the text to a width for both forms, so that the timeline keeps its length.
        width = len(full_text)
        if total > 1:
            width += SIMILAR_CUTS_WIDTH
        return text.rjust(width)

    def describe_similar_cuts(self) -> str:
        """Return "3 more like this" at a cutoff if the next 3 cutoffs have the same reason.

        Return "one in a probe" at a cutoff in a probe, because the totals leave it out. Return ""
        if there is nothing to say.
        """
        cuts_so_far = self.trace.cut_count(self.step)
        if not cuts_so_far:
            return ""
        last_index = cuts_so_far - 1
        cut = self.trace.cuts[last_index]
        if self.trace.cut_step(cut) != self.step:
            return ""
        if is_in_probe(self.trace, cut):
            return "one in a probe"
        similar_count = more_cuts_alike(self.trace, last_index)
        if not similar_count:
            return ""
        return f"{similar_count:,} more like this"

    @property
    def is_judged(self) -> bool:
        """Return whether the judgement of the last answer is shown."""
        return self.judgement is not None and self.judged_at == self.step

    @property
    def question(self) -> StepQuestion | None:
        """Return the question that is open at this step."""
        if self.quiz is None or self.is_judged:
            return None
        question = self.quiz.question
        if question is None or question.step != self.step:
            return None
        return question

    @property
    def choices(self) -> Mapping[str, str]:
        """Return the answers to choose from by letter."""
        if self.question is None:
            return {}
        return self.question.choices

    @property
    def must_answer_first(self) -> bool:
        """Return whether a lesson's question must be answered before anything else."""
        return self.quiz is not None and self.is_lesson_question and self.judgement is None

    @property
    def question_step(self) -> int | None:
        """Return the step of the open question, or None; an open question hides later steps."""
        if self.hidden_search is None:
            return None
        # Another screen asks about the last visible step.
        if self.quiz is None:
            return self.trace.last_shown_step
        if self.quiz.question is None:
            return None
        return self.quiz.question.step

    @property
    def how_to_answer(self) -> str:
        """Return how to answer the open question; "" if none is open."""
        if self.question is not None:
            return f"{self.question.wanted}; space shows the answer"
        is_asked_elsewhere = self.hidden_search is not None and self.quiz is None
        return self.answer_hint if is_asked_elsewhere else ""

    def begin(self, quiz: Quiz, *, is_alone: bool = False) -> None:
        """Hide the steps after this one, and ask the questions of a quiz."""
        self.quiz = quiz
        self.hidden_search = quiz.source
        self.hint = ""
        self.is_lesson_question = is_alone
        self.show_run(quiz.run, self.step)

    def show_up_to(self, run: Run, step: int, answer_hint: str) -> None:
        """Show a run up to a step and hide later ones, while another screen asks about this step.

        `answer_hint` tells how to answer, in case the user tries to go on.
        """
        from visualizer.teach.predicting.quiz import StepGate

        # After the last step nothing is hidden.
        if step < run.trace.last_step:
            self.hidden_search = run
            self.is_lesson_question = True
            self.answer_hint = answer_hint
            # The gate stops at every step, and so never opens further than `step`.
            gate = StepGate(run, step, lambda step: True)
            self.show_run(gate.run, step)

    def end(self) -> None:
        """Show the search itself again, with all of its steps."""
        source = self.hidden_search
        if source is not None:
            self.hidden_search = None
            self.quiz = None
            self.show_run(source, self.step)

    def show_run(self, run: Run, step: int) -> None:
        """Go to a step of another run: a run that hides steps for a quiz, or the search itself."""
        # A waiting jump and a judgement belong to the previous run.
        self.judgement = None
        self.run = run
        self.step = step
        self.waiting_jump = ""
        self.playing = 0

    def answer(self, text: str) -> Judgement | None:
        """Judge an answer to the open question; return None if no question is open.

        Then go to the step that shows the right answer; or, after a wrong answer that leaves the
        question open, set `hint`. InputError for a text that cannot be an answer.
        """
        question = self.question
        quiz = self.quiz
        if question is None or quiz is None:
            return None
        judgement = quiz.show() if text == SHOW_ANSWER else quiz.answer(text)
        # After a right answer, or too many wrong ones, the quiz has moved to the next question.
        is_still_open = quiz.question is question
        if is_still_open:
            self.hint = judgement.said
        else:
            self.hint = ""
            self.judgement = judgement
            self.judged_at = question.until
            self.seek(question.until)
        return judgement

    def ask_missed_question(self) -> bool:
        """Stop showing the judgement, and ask again a question that was missed.

        Return False if no missed question is left.
        """
        self.judgement = None
        if self.quiz is None:
            return False
        step = self.quiz.go_to_missed_question()
        if step is None:
            return False
        self.show_run(self.quiz.run, step)
        return True
