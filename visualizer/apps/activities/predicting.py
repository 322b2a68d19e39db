"""Predicting the next steps of a search: the question that is open, what answers it, and how the last answer was.

Whatever asks, a run is held here while a question is open, so that what follows cannot be seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from visualizer.apps.activities.exploring import Playback
from visualizer.searching.run import Run

if TYPE_CHECKING:
    from visualizer.teach.exercises.predicting.quiz import Quiz
    from visualizer.teach.exercises.question import Judgement, Question

SHOW = "show"
"""The answer of who wants to be shown it."""


class Predicting:
    """Lets the next steps of a playback be predicted: `quiz` asks about them, None while nothing is predicted."""

    def __init__(self, playback: Playback) -> None:
        """Predict nothing yet."""
        self.playback = playback
        self.quiz: Quiz | None = None
        self.source: Run | None = None
        """The search itself while it is held, None while it is seen."""
        self.is_alone = False
        """Whether it is a question of a lesson, without a score, which is not given up."""
        self.hint = ""
        """What a wrong answer has earned while the question is still open."""
        self.judgement: Judgement | None = None
        """How the last answer was, which is shown at the step `judged_at`."""
        self.judged_at = -1

    @property
    def is_judged(self) -> bool:
        """Return whether it is shown how the last answer was."""
        return self.judgement is not None and self.judged_at == self.playback.step

    @property
    def question(self) -> Question | None:
        """Return the question that is open now."""
        question = None if self.quiz is None or self.is_judged else self.quiz.question
        return question if question is not None and question.step == self.playback.step else None

    @property
    def choices(self) -> Mapping[str, str]:
        """Return what can be answered now by its letter."""
        return {} if self.question is None else self.question.choices

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
            return self.playback.trace.held_at
        return None if self.quiz.question is None else self.quiz.question.step

    def begin(self, quiz: Quiz, *, is_alone: bool = False) -> None:
        """Hold the run here."""
        self.quiz, self.source, self.hint = quiz, quiz.source, ""
        self.is_alone = is_alone
        self.stand(quiz.run, self.playback.step)

    def hold(self, run: Run, step: int) -> None:
        """Hold a run at a step while somebody else asks about it; at its last step there is nothing to hide."""
        from visualizer.teach.exercises.predicting.quiz import Gate

        if step < run.trace.last_step:
            self.source, self.is_alone = run, True
            self.stand(Gate(run, step, lambda step: True).run, step)

    def end(self) -> None:
        """Let the search itself be seen again."""
        if self.source is not None:
            source, self.source, self.quiz = self.source, None, None
            self.stand(source, self.playback.step)

    def stand(self, run: Run, step: int) -> None:
        """Stand at a step of the run that is held for its questions, or of the search itself again."""
        self.judgement = None
        self.playback.run, self.playback.step, self.playback.jump, self.playback.playing = run, step, "", 0

    def answer(self, text: str) -> Judgement | None:
        """Judge an answer to the open question, None if there is none; go on to the step that it is about.

        After a wrong one the question may stay open, with a hint. InputError for what is no answer.
        """
        question, quiz = self.question, self.quiz
        if question is None or quiz is None:
            return None
        judged = quiz.answer(None if text == SHOW else question.read(text))
        if quiz.question is question:
            self.hint = judged.said
        else:
            self.hint, self.judgement, self.judged_at = "", judged, question.until
            self.playback.seek(question.until)
        return judged

    def proceed(self) -> bool:
        """Go on from how an answer was; return whether to the next question that was missed."""
        self.judgement = None
        step = None if self.quiz is None else self.quiz.next_again()
        if step is None or self.quiz is None:
            return False
        self.stand(self.quiz.run, step)
        return True
