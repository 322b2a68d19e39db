"""Exploring a run: the step shown, playing, jumps that may wait for the search, and questions.

Whoever asks, the run is held while a question is open, so that nothing later can be seen.
"""

from __future__ import annotations

from collections.abc import Mapping
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
FIRST_CUT_SPEED = PLAYING_SPEEDS.index(2)
"""The index of the speed up to the first cutoff, the same for every tree."""
SMALL_TREE_NODES = 200
LARGE_TREE_NODES = 2_000
"""Numbers of nodes from which a tree is played faster than one step a second, and faster still."""
CUT_REST_SECONDS = 3.0
"""Seconds that playing rests at a cutoff, unless it is too fast to read."""
MAX_SPEED_WITH_RESTS = PLAYING_SPEEDS.index(10)
"""The index of the fastest speed at which playing still rests at cutoffs."""
REPEATED_CUT_LETTERS = 10
"""Letters beside the timeline for a cutoff followed by others like it, in excess of the usual."""


class CutPlayback(Enum):
    """What playing does at a cutoff; the value is the note about it."""

    REST = f"playing pauses {CUT_REST_SECONDS:g} seconds at each new cutoff; <play> goes on at once"
    STOP = "playing stops at each new cutoff"
    GO_ON = "playing no longer stops at cutoffs"


class Arrival(Enum):
    """The result of a jump."""

    THERE = auto()
    """Its step is shown, or the newest one of a search that is followed."""
    WAITS = auto()
    """The search has not reached the step yet."""
    NOWHERE = auto()
    """No such step exists."""
    HELD = auto()
    """An open question stops it."""
    ASKED = auto()
    """It led from an answer to the next question."""


SHOW_ANSWER = "show"
"""The answer of a person who wants to be shown the right one."""
LINE_STEPS = {
    "line": LineTrack.next,
    "back_line": LineTrack.previous,
    "line_over": LineTrack.over,
    "out": LineTrack.out,
}
"""The actions that step through the user's own code, with the method that finds the next moment."""


@dataclass
class Session:
    """Moves through the steps of one run, and asks about its next steps.

    `playing` is 1 forwards, -1 backwards, 0 not at all. `jump` is the action whose jump waits for
    the search, and `goal` the step or the node of the action `go`. `note` is shown until the next
    action. `within` is how many seconds the whole run may be played in, 0 for no limit.
    """

    run: Run
    step: int = 0
    chosen_speed: int | None = None
    playing: int = 0
    jump: str = ""
    goal: int | MovePath = 0
    note: str = ""
    at_cuts: CutPlayback = CutPlayback.REST
    points: frozenset[MovePath] = frozenset()
    within: float = 0
    source_jump: jumps.SourceJump = field(default_factory=jumps.SourceJump)
    resting: float = 0.0
    """Seconds that playing still rests."""
    line: int | None = None
    """The moment of the user's own code that was stepped to, or None for the first at the step."""
    quiz: Quiz | None = None
    """Asks about the next steps; None while nothing is predicted."""
    source: Run | None = None
    """The search itself while it is held, or None while it can be seen."""
    is_alone: bool = False
    """Whether the question belongs to a lesson: without a score, and not to be given up."""
    asks_for: str = ""
    """What answers the question for which somebody else holds the run."""
    hint: str = ""
    """What a wrong answer has earned while the question is still open."""
    judgement: Judgement | None = None
    """The judgement of the last answer, shown at the step `judged_at`."""
    judged_at: int = -1
    _due: float = field(default=0.0, repr=False)
    """The part of the next step that playing has come to already."""

    @property
    def trace(self) -> Trace:
        """Return the trace of the run."""
        return self.run.trace

    @property
    def speed(self) -> int:
        """Return the index of the speed: the one chosen, or one that suits the size of the tree."""
        if self.chosen_speed is not None:
            return self.chosen_speed
        if self.within:
            return self._speed_within(self.within)
        if self.run.algorithm.uses_window and not self.trace.cut_count(self.step):
            return FIRST_CUT_SPEED
        nodes = len(self.trace)
        if nodes < SMALL_TREE_NODES:
            return 0
        if nodes < LARGE_TREE_NODES:
            return 2
        return 3

    def _speed_within(self, seconds: float) -> int:
        """Return the index of the slowest speed that plays the whole run in some seconds."""
        for number, speed in enumerate(PLAYING_SPEEDS):
            if self.trace.steps <= speed * seconds:
                return number
        return -1

    def search(self) -> bool:
        """Let the search go on for a slice, longer while a jump waits; return whether it went on.

        After the end of a recording, look for impossible events in it instead.
        """
        seconds = EXPLORING_SLICE_SECONDS
        if self.jump:
            seconds *= 3  # somebody waits, and nothing else moves
        if self.trace.finished:
            return self.look_for_marks(seconds)
        steps_before = self.trace.steps
        self.run.advance(seconds=seconds)
        # Otherwise the frame after the next key would have to catch up.
        visits_of(self.trace).catch_up()
        return self.trace.steps != steps_before or self.trace.finished

    def look_for_marks(self, seconds: float) -> bool:
        """Look for impossible events in a recording; return whether that has just been done."""
        marks = finding_marks(self.run)
        return not marks.complete and marks.advance(seconds) and bool(marks.found)

    def play(self, direction: int) -> None:
        """Play forwards (1) or backwards (-1); stop if playing; go on if resting.

        At the end, playing forwards begins at the beginning.
        """
        is_resting = self.resting > 0 and self.playing == direction
        self.resting = 0.0
        if is_resting or not self.playing:
            self.playing = direction
        else:
            self.playing = 0
        if self.playing > 0 and self.trace.ends_at(self.step):
            self.step = 0
        self._due = 1.0

    def tick(self, seconds: float) -> None:
        """Play the steps that are due after some seconds."""
        if self.resting > 0:
            self.resting -= seconds
            if self.resting > 0:
                return
            # The rest has ended within these seconds: only what is left of them counts.
            seconds = -self.resting
            self.resting = 0.0
            self._due = 1.0
        self._due += seconds * PLAYING_SPEEDS[self.speed]
        steps = int(self._due)
        self._due -= steps
        if steps:
            self.play_steps(steps)

    def play_steps(self, steps: int) -> None:
        """Play some steps, but not beyond a breakpoint, a cutoff or an end."""
        before = self.step
        target = max(0, min(self.trace.last_step, before + steps * self.playing))
        breakpoint_step = self.breakpoint_between(before, target)
        cut_step = self.cut_between(before, target)
        stops = [step for step in (breakpoint_step, cut_step) if step is not None]
        if stops:
            target = min(stops) if target > before else max(stops)
            if target == breakpoint_step or self.at_cuts is CutPlayback.STOP:
                self.playing = 0
                self.note = "stopped at a breakpoint"
            else:
                self.resting = CUT_REST_SECONDS
                self._due = 0.0
        # The search may still go on: playing waits for it.
        elif target == before and (self.trace.finished or self.playing < 0):
            self.playing = 0
        self.step = target
        self.line = None

    def cut_between(self, step: int, target: int) -> int | None:
        """Return the step of the first cutoff at which playing stops or rests on the way."""
        forwards = target > step
        # Backwards no cutoff is new, so playing does not rest.
        is_too_fast = not forwards or self.speed > MAX_SPEED_WITH_RESTS
        if self.at_cuts is CutPlayback.GO_ON:
            return None
        if self.at_cuts is CutPlayback.REST and is_too_fast:
            return None
        find = jumps.next_cut if forwards else jumps.previous_cut
        cut = find(self.trace, step)
        if cut is None or not min(step, target) <= cut <= max(step, target):
            return None
        return cut

    def breakpoint_between(self, step: int, target: int) -> int | None:
        """Return the first step on the way that enters or leaves a node with a breakpoint."""
        tree = TreeAtStep(self.trace)
        steps = list[int | None]()
        for path in self.points:
            node = tree.node_at(path)
            if node is not None:
                for row in tree.visits_to(node):
                    steps += [self.trace.enter_step(row), self.trace.return_step(row)]
        if target > step:
            return min((at for at in steps if at is not None and step < at <= target), default=None)
        return max((at for at in steps if at is not None and target <= at < step), default=None)

    def toggle_breakpoint(self, path: MovePath) -> None:
        """Set or remove a breakpoint on the node at a path, and note it."""
        place = self.run.moves_to(path) or "the root"
        change = "removed from" if path in self.points else "on"
        self.note = f"breakpoint {change} {place}"
        self.points ^= {path}

    def find(self, name: str) -> FindingMark | None:
        """Return the step that a jump leads to, with what is doubtful there ("" for nothing).

        None means that no such step is known; `jump` then waits if the search may still find it.
        """
        may_come = name == "go"
        if name in jumps.FORWARD_JUMPS:
            self.run.advance(step=self.step + 1, seconds=EXPLORING_SLICE_SECONDS)
            target = jumps.FORWARD_JUMPS[name](self.trace, self.step)
            may_come = name not in jumps.SINGLE_STEP_JUMPS or self.run.comes_back
        elif name == "go":
            target = self._goal_step()
        else:
            target = jumps.BACKWARD_JUMPS[name](self.trace, self.step)
        self.jump = name if target is None and may_come and not self.trace.finished else ""

        marks = finding_marks(self.run)
        if name in jumps.CUT_JUMPS:
            self.look_for_marks(EXPLORING_SLICE_SECONDS)
            # A doubtful step may lie before the cut, so the jump waits until all are known.
            if not marks.complete:
                self.jump = name
                return None
        mark = marks.on_the_way(name, self.step, target)
        if mark:
            self.jump = ""
            return mark
        return None if target is None else (target, "")

    def _goal_step(self) -> int | None:
        """Return the step of the goal, or None if the search has not reached it."""
        goal = self.goal
        if isinstance(goal, int):
            is_reached = self.trace.finished or goal <= self.trace.last_step
            return goal if is_reached else None
        row = self.run.node_at(goal)
        return None if row is None else self.trace.enter_step(row)

    def step_at_node(self, name: str, node: int | None) -> int | None:
        """Return the step of another change or visit of a node, or None."""
        if node is None:
            return None
        return jumps.NODE_JUMPS[name](self.trace, node, self.step)

    def is_beyond(self, name: str) -> bool:
        """Return whether a step or line forwards leads nowhere, whatever the search still does."""
        if name in LINE_STEPS:
            track = self.run.track
            return track is None or LINE_STEPS[name](track, self.moment or 0) is None
        if self.asked_at == self.step and (name == "play" or name in jumps.FORWARD_JUMPS):
            return True  # it waits for the answer
        if name not in jumps.FORWARD_JUMPS or not self.run.later(self.trace.finished, hidden=False):
            return False
        if name == "next_cut":
            marks = finding_marks(self.run)
            is_past_cuts = self.step >= self.trace.derived(jumps.last_cut)
            return marks.complete and not marks.found and is_past_cuts
        if name == "next_pass":
            return jumps.FORWARD_JUMPS[name](self.trace, self.step) is None
        return self.trace.ends_at(self.step)

    def travel(self, name: str) -> Arrival:
        """Jump to another step, or wait for the search to get there, but not past an open question.

        After an answer, a jump forwards leads to the question at the step, or to the next one
        missed. After the one question of a lesson, it lets the search be seen again.
        """
        is_forwards = name in jumps.FORWARD_JUMPS
        if is_forwards and self.is_alone and self.judgement is not None:
            self.end()
        if is_forwards and self.quiz is not None and self.is_judged:
            if self.proceed() or self.question is not None:
                return Arrival.ASKED

        is_asked_here = is_forwards and self.asked_at == self.step
        arrival = self.jump_to(name)
        asked_at = self.asked_at
        if asked_at is None:
            return arrival
        is_stopped = is_asked_here and self.step == asked_at
        if not self.jump and not is_stopped:
            return arrival
        # Otherwise the jump would go on past the question once the search has got there.
        self.jump = ""
        self.seek(asked_at)
        self.note = ""
        if is_asked_here:
            self.note = self.wanted
        return Arrival.HELD

    def jump_to(self, name: str) -> Arrival:
        """Jump to another step, or wait for the search to get there, whatever is asked."""
        self.playing = 0
        mark = self.find(name)
        # While the search is followed, the newest step is as far as any jump goes.
        if mark is None and self.follows:
            mark = (self.trace.last_step, "")
        if mark is None:
            if self.jump:
                return Arrival.WAITS
            self.note = describe_failed_jump(self.trace, name)
            return Arrival.NOWHERE
        target, doubt = mark
        self.seek(target)
        self.note = f"lint: {doubt}" if doubt else ""
        if target > self.trace.last_step:
            self.note = f"there is no step {target:,}; this is the last"
        return Arrival.THERE

    @property
    def follows(self) -> bool:
        """Whether the newest step is shown until the search ends."""
        return self.run.later(self.jump == "last", hidden=False)

    def wait_for(self, step: int) -> None:
        """Go to a step as soon as the search reaches it, and show the last one until then."""
        self.step = min(step, self.trace.last_step)
        self.goal = step
        self.jump = ""
        if step > self.step:
            self.jump = "go"

    def seek(self, step: int) -> None:
        """Go to a step, or to the nearest one that exists."""
        self.resting = 0.0
        before = self.step
        self.step = max(0, min(step, self.trace.last_step))
        if self.step != before:
            self.line = None

    @property
    def moment(self) -> int | None:
        """Return the moment of the user's own code that is shown, or None without such code."""
        track = self.run.track
        if track is None:
            return None
        # The line that was stepped to counts as long as it belongs to the step.
        if self.line is not None and self.line < len(track) and track.steps[self.line] == self.step:
            return self.line
        return track.at_step(self.step)

    def stand_at(self, moment: int) -> None:
        """Go to a moment of the user's own code, and to the step that it has reached."""
        track = line_track_of(self.run)
        # The lines are all known, but those past an open question would give it away.
        if track.steps[moment] > self.trace.last_step:
            raise InputError(
                "the lines go no further than the question; answer it first, or end predicting"
            )
        self.playing = 0
        self.seek(track.steps[moment])
        self.line = moment

    def step_line(self, name: str) -> None:
        """Go to another line, by the name of an action; InputError if there is none."""
        track = line_track_of(self.run)
        moment = LINE_STEPS[name](track, self.moment or 0)
        if moment is None:
            raise InputError(JUMP_FAILURES[name])
        self.stand_at(moment)

    def set_speed(self, speed: int) -> None:
        """Choose a speed by its index, and note it."""
        # Beyond the slowest and the fastest, the speed stays.
        self.chosen_speed = max(0, min(len(PLAYING_SPEEDS) - 1, speed))
        self.note = f"{count_in_words(PLAYING_SPEEDS[self.speed], 'step', 'steps')} a second"

    def progress(self) -> str:
        """Describe the speed of playing, the step, and the number of steps."""
        sign = {0: "‖", 1: "►", -1: "◂"}[self.playing]
        if self.trace.finished:
            total = f"of {self.trace.steps:,}"
        else:
            total = self.run.later(f"of ≥ {self.trace.steps:,}, searching", "· predicting")
        return f"{sign} {PLAYING_SPEEDS[self.speed]:,}/s step {self.step:,} {total}"

    def remark(self) -> str:
        """Return the words right of the timeline: a note, a waiting jump, or the cutoffs so far."""
        if self.note:
            return self.note
        play_key = main_key_of("play")
        if self.playing and self.resting > 0:
            words = ["resting at a cutoff", self.alike(), f"{play_key} goes on"]
            return " · ".join(filter(None, words))
        nodes = f"{len(self.trace):,} nodes"
        if self.follows:
            return f"following the search ({play_key} stops) · {nodes}"
        if self.jump:
            return f"looking for it … ({play_key} stops) · {nodes}"
        tally = style_words(self.run).tally(TreeAtStep(self.trace, self.step))
        return tally or self._count_of_cutoffs()

    def _count_of_cutoffs(self) -> str:
        """Say how many cutoffs there are so far and in all, and how many like this one follow."""
        before = counted_cutoffs(self.trace, self.step)
        total = total_cutoffs(self.trace)
        is_final = self.trace.finished
        known = f"{total:,}" if is_final else f"{total:,}+"
        noun = "cutoff" if is_final and total == 1 else "cutoffs"
        limit = f" · stopped at {len(self.trace):,} nodes" if self.trace.reason else ""
        usual = f"✂ {before:,} of {known} {noun}{limit}"
        alike = self.alike()
        words = f"✂ {before:,}/{known} · {alike}" if alike else usual
        # Always as wide, so that the timeline beside it keeps its length.
        width = len(usual)
        if total > 1:
            width += REPEATED_CUT_LETTERS
        return words.rjust(width)

    def alike(self) -> str:
        """Say at a cutoff how many of the next ones have the same reason, or that a probe cut."""
        before = self.trace.cut_count(self.step)
        if not before:
            return ""
        cut = self.trace.cuts[before - 1]
        if self.trace.cut_step(cut) != self.step:
            return ""
        if is_in_probe(self.trace, cut):
            return "one in a probe"
        more = more_cuts_alike(self.trace, before - 1)
        if not more:
            return ""
        return f"{more:,} more like this"

    # Predicting: the open question, what answers it, and the judgement of the last answer.

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
    def is_first(self) -> bool:
        """Return whether a lesson's question must be answered before anything else."""
        return self.quiz is not None and self.is_alone and self.judgement is None

    @property
    def asked_at(self) -> int | None:
        """Return the step of the open question, beyond which nothing is seen, or None."""
        if self.source is None:
            return None
        if self.quiz is None:
            return self.trace.held_at
        if self.quiz.question is None:
            return None
        return self.quiz.question.step

    @property
    def wanted(self) -> str:
        """Say what answers the open question; "" if none is open."""
        if self.question is not None:
            return f"{self.question.wanted}; space shows the answer"
        is_asked_elsewhere = self.source is not None and self.quiz is None
        return self.asks_for if is_asked_elsewhere else ""

    def begin(self, quiz: Quiz, *, is_alone: bool = False) -> None:
        """Hold the run at this step, and ask."""
        self.quiz = quiz
        self.source = quiz.source
        self.hint = ""
        self.is_alone = is_alone
        self.stand(quiz.run, self.step)

    def hold(self, run: Run, step: int, asks_for: str) -> None:
        """Hold a run at a step while somebody else asks about it."""
        from visualizer.teach.predicting.quiz import StepGate

        # At the last step there is nothing to hide.
        if step < run.trace.last_step:
            self.source = run
            self.is_alone = True
            self.asks_for = asks_for
            self.stand(StepGate(run, step, lambda step: True).run, step)

    def end(self) -> None:
        """Let the search itself be seen again."""
        source = self.source
        if source is not None:
            self.source = None
            self.quiz = None
            self.stand(source, self.step)

    def stand(self, run: Run, step: int) -> None:
        """Go to a step of another run: one that is held for questions, or the search itself."""
        # Nothing that was waited for or shown belongs to the other run.
        self.judgement = None
        self.run = run
        self.step = step
        self.jump = ""
        self.playing = 0

    def answer(self, text: str) -> Judgement | None:
        """Judge an answer to the open question, and go to its step; None if no question is open.

        After a wrong answer the question may stay open, with a hint. InputError for a text that is
        no answer.
        """
        question = self.question
        quiz = self.quiz
        if question is None or quiz is None:
            return None
        judgement = quiz.show() if text == SHOW_ANSWER else quiz.answer(text)
        # The quiz goes on by itself after a right answer, or too many wrong ones.
        if quiz.question is question:
            self.hint = judgement.said
        else:
            self.hint = ""
            self.judgement = judgement
            self.judged_at = question.until
            self.seek(question.until)
        return judgement

    def proceed(self) -> bool:
        """Leave a judgement; return whether the next missed question is asked."""
        self.judgement = None
        if self.quiz is None:
            return False
        step = self.quiz.next_again()
        if step is None:
            return False
        self.stand(self.quiz.run, step)
        return True
