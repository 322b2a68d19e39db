"""Exploring a run: the step shown, playing, jumps, which may wait until the search gets there, and questions.

Whatever asks, the run is held while a question is open, so that what follows cannot be seen.
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
"""The speed up to the first cutoff, the same for every tree."""
SMALL_TREE_NODES = 200
LARGE_TREE_NODES = 2_000
"""Nodes from which a tree is played faster than one step a second, and faster still."""
CUT_REST_SECONDS = 3.0
"""Seconds that playing rests at a cutoff, unless it is too fast to read."""
MAX_SPEED_WITH_RESTS = PLAYING_SPEEDS.index(10)
REPEATED_CUT_LETTERS = 10
"""Letters that a cutoff followed by others like it takes more than the usual words beside the timeline."""


class CutPlayback(Enum):
    """What playing does at a cutoff; the value is the note about it."""

    REST = f"playing pauses {CUT_REST_SECONDS:g} seconds at each new cutoff; <play> goes on at once"
    STOP = "playing stops at each new cutoff"
    GO_ON = "playing no longer stops at cutoffs"


class Arrival(Enum):
    """What has become of a jump."""

    THERE = auto()
    """Its step is shown, or the newest one of a search that is followed."""
    WAITS = auto()
    """The search has not come so far yet."""
    NOWHERE = auto()
    """There is no such step."""
    HELD = auto()
    """An open question stops it."""
    ASKED = auto()
    """It led from an answer to the next question."""


SHOW_ANSWER = "show"
"""The answer of who wants to be shown it."""
LINE_STEPS = {
    "line": LineTrack.next,
    "back_line": LineTrack.previous,
    "line_over": LineTrack.over,
    "out": LineTrack.out,
}
"""The actions that step through a person's own code, and how each finds its moment."""


@dataclass
class Session:
    """Moves the step of one run, and asks about its next steps.

    `playing` is 1 forwards, -1 backwards, 0 not at all; `jump` is the action whose jump waits for the search; `goal` is
    the step or the node that `go` leads to; `note` is shown until the next action; `within` are the seconds that
    playing all may take, 0 for no limit.
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
    """Seconds that playing rests from now on."""
    line: int | None = None
    """The moment of a person's own code that was stepped to, None where the first one at the step is shown."""
    quiz: Quiz | None = None
    """Asks about the next steps, None while nothing is predicted."""
    source: Run | None = None
    """The search itself while it is held, None while it is seen."""
    is_alone: bool = False
    """Whether it is a question of a lesson, without a score, which is not given up."""
    asks_for: str = ""
    """What answers the question at which a run is held while somebody else asks it."""
    hint: str = ""
    """What a wrong answer has earned while the question is still open."""
    judgement: Judgement | None = None
    """How the last answer was, which is shown at the step `judged_at`."""
    judged_at: int = -1
    _due: float = field(default=0.0, repr=False)

    @property
    def trace(self) -> Trace:
        """Return the trace of the run."""
        return self.run.trace

    @property
    def speed(self) -> int:
        """Return the index of the speed: the one chosen, else, from the first cut on, what suits the tree's size."""
        nodes = len(self.trace)
        if self.chosen_speed is not None:
            return self.chosen_speed
        if self.within:
            return next(
                (
                    n
                    for n, speed in enumerate(PLAYING_SPEEDS)
                    if self.trace.steps <= speed * self.within
                ),
                -1,
            )
        if self.run.algorithm.uses_window and not self.trace.cut_count(self.step):
            return FIRST_CUT_SPEED
        if nodes < SMALL_TREE_NODES:
            return 0
        if nodes < LARGE_TREE_NODES:
            return 2
        return 3

    def search(self) -> bool:
        """Let the search go on for a slice, a longer one while a jump waits; return whether it has come any further.

        Behind the end of a recording, look for what cannot be right in it.
        """
        seconds = EXPLORING_SLICE_SECONDS * (3 if self.jump else 1)
        if self.trace.finished:
            return self.look_for_marks(seconds)
        before = self.trace.steps
        self.run.advance(seconds=seconds)
        visits_of(self.trace).catch_up()  # else the frame behind the next key would have to
        return self.trace.steps != before or self.trace.finished

    def look_for_marks(self, seconds: float) -> bool:
        """Look for what cannot be right in a recording; return whether the last of it has just been found."""
        marks = finding_marks(self.run)
        return not marks.complete and marks.advance(seconds) and bool(marks.found)

    def play(self, direction: int) -> None:
        """Play forwards (1) or backwards (-1), from the beginning if at the end; stop if playing; go on if resting."""
        resting = self.resting > 0 and self.playing == direction
        self.resting = 0.0
        if resting or not self.playing:
            self.playing = direction
        else:
            self.playing = 0
        if self.playing > 0 and self.trace.ends_at(self.step):
            self.step = 0
        self._due = 1.0

    def tick(self, seconds: float) -> None:
        """Play the steps that are due after n seconds."""
        if self.resting > 0:
            self.resting -= seconds
            if self.resting > 0:
                return
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
        stop = self.breakpoint_between(before, target)
        cut = self.cut_between(before, target)
        nearest = (min if target > before else max)(
            (at for at in (stop, cut) if at is not None), default=None
        )
        if nearest is not None and (nearest == stop or self.at_cuts is CutPlayback.STOP):
            self.playing = 0
            target = nearest
            self.note = "stopped at a breakpoint"
        elif nearest is not None:
            target = nearest
            self.resting = CUT_REST_SECONDS
            self._due = 0.0
        elif target == before and (self.trace.finished or self.playing < 0):
            self.playing = 0
        self.step = target
        self.line = None

    def cut_between(self, step: int, target: int) -> int | None:
        """Return the step of the first cutoff on the way if playing stops or rests there, else None."""
        forwards = target > step
        is_too_fast = not forwards or self.speed > MAX_SPEED_WITH_RESTS
        if self.at_cuts is CutPlayback.GO_ON or (self.at_cuts is CutPlayback.REST and is_too_fast):
            return None
        if forwards:
            cut = jumps.next_cut(self.trace, step)
        else:
            cut = jumps.previous_cut(self.trace, step)
        if cut is not None and min(step, target) <= cut <= max(step, target):
            return cut
        return None

    def breakpoint_between(self, step: int, target: int) -> int | None:
        """Return the first step on the way that enters or leaves a node with a breakpoint, None if there is none."""
        whole = TreeAtStep(self.trace)
        forwards = target > step
        nodes = (whole.node_at(path) for path in self.points)
        rows = [row for node in nodes if node is not None for row in whole.visits_to(node)]
        found = [*map(self.trace.enter_step, rows), *map(self.trace.return_step, rows)]
        between = [
            at
            for at in found
            if at is not None and (step < at <= target if forwards else target <= at < step)
        ]
        return (min if forwards else max)(between, default=None)

    def toggle_breakpoint(self, path: MovePath) -> None:
        """Set or remove a breakpoint on the node at a path, and note it."""
        where = self.run.moves_to(path) or "the root"
        self.note = f"breakpoint {'removed from' if path in self.points else 'on'} {where}"
        self.points ^= {path}

    def find(self, name: str) -> FindingMark | None:
        """Return the step that a jump leads to, with what is doubtful there, "" for nothing.

        None where there is none so far; `jump` waits if the search may still get there.
        """
        trace = self.trace
        goal = self.goal
        waits = name == "go"
        if name in jumps.FORWARD_JUMPS:
            self.run.advance(step=self.step + 1, seconds=EXPLORING_SLICE_SECONDS)
            target = jumps.FORWARD_JUMPS[name](trace, self.step)
            waits = name not in jumps.SINGLE_STEP_JUMPS or self.run.comes_back
        elif name != "go":
            target = jumps.BACKWARD_JUMPS[name](trace, self.step)
        elif isinstance(goal, int):
            if trace.finished or goal <= trace.last_step:
                target = goal
            else:
                target = None
        else:
            if (row := self.run.node_at(goal)) is None:
                target = None
            else:
                target = trace.enter_step(row)
        if target is None and waits and not trace.finished:
            self.jump = name
        else:
            self.jump = ""
        if name in jumps.CUT_JUMPS:
            self.look_for_marks(EXPLORING_SLICE_SECONDS)
            if not finding_marks(self.run).complete:  # one may lie on the way
                self.jump = name
                return None
        doubt = finding_marks(self.run).on_the_way(name, self.step, target)
        self.jump = "" if doubt else self.jump
        return doubt or (None if target is None else (target, ""))

    def step_at_node(self, name: str, node: int | None) -> int | None:
        """Return the step of another change or visit of a node, None where there is none or the node is not known."""
        if node is None:
            return None
        return jumps.NODE_JUMPS[name](self.trace, node, self.step)

    def is_beyond(self, name: str) -> bool:
        """Return whether a jump or a line forwards leads nowhere from here, and no search will change that."""
        trace = self.trace
        if name in LINE_STEPS:
            return (
                self.run.track is None or LINE_STEPS[name](self.run.track, self.moment or 0) is None
            )
        if self.asked_at == self.step and (name == "play" or name in jumps.FORWARD_JUMPS):
            return True  # it waits for the answer
        if name not in jumps.FORWARD_JUMPS or not self.run.later(trace.finished, hidden=False):
            return False
        if name == "next_cut":
            marks = finding_marks(self.run)
            return marks.complete and not marks.found and self.step >= trace.derived(jumps.last_cut)
        if name == "next_pass":
            return jumps.FORWARD_JUMPS[name](trace, self.step) is None
        return trace.ends_at(self.step)

    def travel(self, name: str) -> Arrival:
        """Jump to another step, or wait for the search to get there; an open question is as far as it goes.

        It leads from an answer to the question at hand, or to the next one missed. A lesson has asked its one question
        then, and lets the search be seen.
        """
        is_forwards = name in jumps.FORWARD_JUMPS
        if is_forwards and self.is_alone and self.judgement is not None:
            self.end()
        if (
            is_forwards
            and self.quiz is not None
            and self.is_judged
            and (self.proceed() or self.question is not None)
        ):
            return Arrival.ASKED
        is_asked_here = is_forwards and self.asked_at == self.step
        arrival = self.jump_to(name)
        asked_at = self.asked_at
        if asked_at is None or not (self.jump or (is_asked_here and self.step == asked_at)):
            return arrival
        self.jump = ""
        self.seek(asked_at)
        self.note = self.wanted if is_asked_here else ""
        return Arrival.HELD

    def jump_to(self, name: str) -> Arrival:
        """Jump to another step, or wait for the search to get there, whatever is asked."""
        self.playing = 0
        found = self.find(name)
        if found is None and self.follows:
            found = self.trace.last_step, ""
        if found is None:
            if self.jump:
                return Arrival.WAITS
            self.note = describe_failed_jump(self.trace, name)
            return Arrival.NOWHERE
        target, doubt = found
        self.seek(target)
        self.note = f"lint: {doubt}" if doubt else ""
        if target > self.trace.last_step:
            self.note = f"there is no step {target:,}; this is the last"
        return Arrival.THERE

    @property
    def follows(self) -> bool:
        """Whether the newest step is shown, until the search has come to its end."""
        return self.run.later(self.jump == "last", hidden=False)

    def wait_for(self, step: int) -> None:
        """Go to a step as soon as the search has come to it, and stand at the last that is there until then."""
        self.step = min(step, self.trace.last_step)
        self.goal = step
        self.jump = "go" if step > self.step else ""

    def seek(self, step: int) -> None:
        """Go to a step, or the nearest that exists."""
        self.resting = 0.0
        before = self.step
        self.step = max(0, min(step, self.trace.last_step))
        if self.step != before:
            self.line = None

    @property
    def moment(self) -> int | None:
        """Return the moment of a person's own code that is shown; None where there is none."""
        track = self.run.track
        if track is None:
            return None
        is_chosen = (
            self.line is not None and self.line < len(track) and track.steps[self.line] == self.step
        )
        if is_chosen:
            return self.line
        return track.at_step(self.step)

    def stand_at(self, moment: int) -> None:
        """Go to a moment of a person's own code, and to the step that has been reached by then."""
        track = line_track_of(self.run)
        if track.steps[moment] > self.trace.last_step:
            raise InputError(
                "the lines go no further than the question; answer it first, or end predicting"
            )
        self.playing = 0
        self.seek(track.steps[moment])
        self.line = moment

    def step_line(self, name: str) -> None:
        """Go to another line, by the name of an action; InputError where there is none."""
        track = line_track_of(self.run)
        if (moment := LINE_STEPS[name](track, self.moment or 0)) is None:
            raise InputError(JUMP_FAILURES[name])
        self.stand_at(moment)

    def set_speed(self, speed: int) -> None:
        """Choose a speed by its index, and note it."""
        self.chosen_speed = max(0, min(len(PLAYING_SPEEDS) - 1, speed))
        self.note = f"{count_in_words(PLAYING_SPEEDS[self.speed], 'step', 'steps')} a second"

    def progress(self) -> str:
        """Return the speed of playing, the step, and how many there are, in words."""
        sign = {0: "‖", 1: "►", -1: "◂"}[self.playing]
        speed = f" {PLAYING_SPEEDS[self.speed]:,}/s"
        if self.trace.finished:
            total = f"of {self.trace.steps:,}"
        else:
            total = f"of ≥ {self.trace.steps:,}, searching"
        if not self.trace.finished:
            total = self.run.later(total, "· predicting")
        return f"{sign}{speed} step {self.step:,} {total}"

    def remark(self) -> str:
        """Return the words on the right of the timeline: a note, a waiting jump, or the number of cutoffs so far."""
        if self.note:
            return self.note
        if self.playing and self.resting > 0:
            return " · ".join(
                filter(
                    None, ["resting at a cutoff", self.alike(), f"{main_key_of('play')} goes on"]
                )
            )
        if self.follows:
            return f"following the search ({main_key_of('play')} stops) · {len(self.trace):,} nodes"
        if self.jump:
            return f"looking for it … ({main_key_of('play')} stops) · {len(self.trace):,} nodes"
        if tally := style_words(self.run).tally(TreeAtStep(self.trace, self.step)):
            return tally
        before = counted_cutoffs(self.trace, self.step)
        total = total_cutoffs(self.trace)
        limit = f" · stopped at {len(self.trace):,} nodes" if self.trace.reason else ""
        if self.trace.finished and total == 1:
            plural = ""
        else:
            plural = "s"
        known = f"{total:,}{'' if self.trace.finished else '+'}"
        usual = f"✂ {before:,} of {known} cutoff{plural}{limit}"
        alike = self.alike()
        words = f"✂ {before:,}/{known} · {alike}" if alike else usual
        return words.rjust(
            len(usual) + REPEATED_CUT_LETTERS * (total > 1)
        )  # always as long: the timeline keeps its length

    def alike(self) -> str:
        """Say how many of the next cutoffs have the same reason, in the step of one; of one in a probe, that it is."""
        before = self.trace.cut_count(self.step)
        if not before or self.trace.cut_step(self.trace.cuts[before - 1]) != self.step:
            return ""
        if is_in_probe(self.trace, self.trace.cuts[before - 1]):
            return "one in a probe"
        more = more_cuts_alike(self.trace, before - 1)
        return f"{more:,} more like this" if more else ""

    # Predicting: the question that is open, what answers it, and how the last answer was.

    @property
    def is_judged(self) -> bool:
        """Return whether it is shown how the last answer was."""
        return self.judgement is not None and self.judged_at == self.step

    @property
    def question(self) -> StepQuestion | None:
        """Return the question that is open now."""
        if self.quiz is None or self.is_judged:
            question = None
        else:
            question = self.quiz.question
        if question is not None and question.step == self.step:
            return question
        return None

    @property
    def choices(self) -> Mapping[str, str]:
        """Return what can be answered now by its letter."""
        if self.question is None:
            return {}
        return self.question.choices

    @property
    def is_first(self) -> bool:
        """Return whether the question of a lesson is to be answered before anything else, wherever one stands."""
        return self.quiz is not None and self.is_alone and self.judgement is None

    @property
    def asked_at(self) -> int | None:
        """Return the step of the question that is open, and beyond which nothing is seen; None for none."""
        if self.source is None:
            return None
        if self.quiz is None:
            return self.trace.held_at
        if self.quiz.question is None:
            return None
        return self.quiz.question.step

    @property
    def wanted(self) -> str:
        """Say what answers the question that is open, "" where none is."""
        if self.question is not None:
            return f"{self.question.wanted}; space shows the answer"
        if self.source is not None and self.quiz is None:
            return self.asks_for
        return ""

    def begin(self, quiz: Quiz, *, is_alone: bool = False) -> None:
        """Hold the run here."""
        self.quiz = quiz
        self.source = quiz.source
        self.hint = ""
        self.is_alone = is_alone
        self.stand(quiz.run, self.step)

    def hold(self, run: Run, step: int, asks_for: str) -> None:
        """Hold a run at a step while somebody else asks about it; at its last step there is nothing to hide."""
        from visualizer.teach.predicting.quiz import StepGate

        if step < run.trace.last_step:
            self.source = run
            self.is_alone = True
            self.asks_for = asks_for
            self.stand(StepGate(run, step, lambda step: True).run, step)

    def end(self) -> None:
        """Let the search itself be seen again."""
        if self.source is not None:
            source = self.source
            self.source = None
            self.quiz = None
            self.stand(source, self.step)

    def stand(self, run: Run, step: int) -> None:
        """Stand at a step of the run that is held for its questions, or of the search itself again."""
        self.judgement = None
        self.run = run
        self.step = step
        self.jump = ""
        self.playing = 0

    def answer(self, text: str) -> Judgement | None:
        """Judge an answer to the open question, None if there is none; go on to the step that it is about.

        After a wrong one the question may stay open, with a hint. InputError for what is no answer.
        """
        question = self.question
        quiz = self.quiz
        if question is None or quiz is None:
            return None
        if text == SHOW_ANSWER:
            judged = quiz.show()
        else:
            judged = quiz.answer(text)
        if quiz.question is question:
            self.hint = judged.said
        else:
            self.hint = ""
            self.judgement = judged
            self.judged_at = question.until
            self.seek(question.until)
        return judged

    def proceed(self) -> bool:
        """Go on from how an answer was; return whether to the next question that was missed."""
        self.judgement = None
        if self.quiz is None:
            step = None
        else:
            step = self.quiz.next_again()
        if step is None or self.quiz is None:
            return False
        self.stand(self.quiz.run, step)
        return True
