"""Predicting on a screen that watches one search: the run is held at a question, and goes on once it is answered."""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING

from textual import events

from visualizer.apps.actions import fill_in_keys, main_key_of
from visualizer.apps.activities.exploring import SHOW_ANSWER
from visualizer.apps.tui.screens.dialog import ListDialog
from visualizer.apps.tui.screens.watch import WatchScreen
from visualizer.apps.tui.widgets import AnswerPart, QuestionPane
from visualizer.support.errors import InputError

if TYPE_CHECKING:
    from visualizer.apps.activities.exploring import Session
    from visualizer.teach.predicting.quiz import Quiz

QUESTION_LEVELS = {
    "all": "everything that decides something",
    "cuts": "cuts: what is skipped, which move set the bound, second looks",
    "values": "values: what is returned, and how α, β and means change",
    "order": "order: which move is tried or selected next",
}
"""The levels, in words."""
ANSWER_NUMBER_KEYS = (*"0123456789.-/i", "enter", "backspace", "minus", "full_stop", "slash")
"""The keys that write a number, or a fraction; i is ∞."""


class Closed(Flag):
    """When an action is closed."""

    AT_A_QUESTION = auto()
    """What is typed may be an answer, and the pane shows the question."""
    WHILE_HELD = auto()
    """It would show more than the run that is held."""


CLOSED_ACTIONS = {
    **dict.fromkeys(("breakpoint", "break_cuts", "why"), Closed.AT_A_QUESTION),
    **dict.fromkeys(("compare", "play_on", "edit", "editor", "be_the_search"), Closed.WHILE_HELD),
    **dict.fromkeys(
        ("view", "view_tree", "view_columns", "view_overview"),
        Closed.AT_A_QUESTION | Closed.WHILE_HELD,
    ),
}
"""The actions that are not always open; while a question is open, whatever would show more is refused too."""
NOT_WHILE_PREDICTING = "not while predicting; <predict> ends it"
ANSWER_FIRST = "answer the question first; <go_on> leads to it"


class PredictingKeys:
    """Predicting with the keys and the question pane of a screen that watches one search."""

    number_typed = ""

    def __init__(self, screen: WatchScreen) -> None:
        """Predict nothing yet."""
        self.screen = screen

    @property
    def session(self) -> Session:
        """Return the session in which something is predicted."""
        return self.screen.session

    # Beginning and ending.

    def ask_what(self) -> None:
        """Ask the first question, or say how it went and ask how to go on."""
        from visualizer.teach.predicting.quiz import QUIZ_LEVELS, Quiz, first_level, possible_kinds

        quiz = self.session.quiz
        screen = self.screen
        run = screen.scene.run
        if quiz is None:
            self.begin(Quiz(run, screen.session.step, first_level(run)))
            return
        missed = len(quiz.score.missed())
        if missed:
            lines = [(f"ask the {missed:,} missed again", "again")]
        else:
            lines = []
        lines += [("go on", "on"), ("end predicting", "end")]
        lines += [
            (f"ask about {QUESTION_LEVELS[level]}", level)
            for level, kinds in QUIZ_LEVELS.items()
            if kinds & possible_kinds(run) and level != quiz.level
        ]
        screen.ask_for(ListDialog(quiz.score.report(), lines), self.go_on)

    def begin(self, quiz: Quiz) -> None:
        """Hold the run here, and go to the first question."""
        self.number_typed = ""
        self.session.begin(quiz)
        self.screen.travel("last")

    def go_on(self, choice: str) -> None:
        """Go on, end, ask about something else, or ask again what was missed."""
        quiz = self.session.quiz
        if quiz is None or choice == "end":
            self.session.end()
            self.screen.show()
        elif choice in QUESTION_LEVELS:
            from visualizer.teach.predicting.quiz import Quiz

            self.begin(Quiz(quiz.source, self.session.step, choice, score=quiz.score))
        elif choice == "again" and (step := quiz.ask_again()) is not None:
            self.session.stand(quiz.run, step)
            self.screen.show()

    # What can be done meanwhile.

    def closed(self, name: str) -> Closed:
        """Return when an action is closed; the one question of a lesson has no score."""
        if name == "predict" and self.session.is_alone:
            return Closed.WHILE_HELD
        return CLOSED_ACTIONS.get(name, Closed(0))

    def check(self, name: str) -> None:
        """Raise InputError for what would show the search itself; a lesson hides it only while a question is open."""
        session = self.session
        closed = self.closed(name)
        if closed and self.screen.wanted:
            raise InputError(self.screen.wanted)
        if session.quiz is None or Closed.WHILE_HELD not in closed:
            return
        if session.is_alone and not session.is_first:
            session.end()
            self.screen.show()
        else:
            raise InputError(
                fill_in_keys(ANSWER_FIRST if session.is_alone else NOT_WHILE_PREDICTING)
            )

    def is_idle(self, name: str) -> bool:
        """Return whether an action is closed now."""
        session = self.session
        closed = self.closed(name)
        if Closed.AT_A_QUESTION in closed and self.screen.wanted:
            return True
        is_held = session.source is not None and not (session.is_alone and session.asked_at is None)
        return is_held and Closed.WHILE_HELD in closed

    # Answering.

    def take(self, text: str) -> None:
        """Show how an answer is judged, at the step that the question was about."""
        screen = self.screen
        session = self.session
        try:
            judgement = session.answer(text)
        except InputError as error:
            screen.say(str(error) if text else session.wanted)
            return
        if judgement is None:
            return
        self.number_typed = ""
        session.note = ""
        if session.is_judged:
            screen.seek(session.judged_at)
        else:
            screen.show(selected=next(iter(judgement.lit), None))

    @property
    def keys(self) -> frozenset[str]:
        """Return the keys that write an answer to the open question, beside its letters, and show it."""
        question = self.session.question
        if question is None:
            return frozenset()
        return frozenset({"space", *ANSWER_NUMBER_KEYS * question.is_number})

    def take_key(self, event: events.Key) -> None:
        """Show the answer to the question that is open, or write its number."""
        question = self.session.question
        letter = event.character or ""
        if question is not None and event.key == "space":
            self.take(SHOW_ANSWER)
        elif question is None or not question.is_number:
            self.screen.say(self.session.wanted)
        elif event.key == "enter":
            self.take(self.number_typed)
        elif event.key == "backspace" or (letter and letter in ANSWER_NUMBER_KEYS):
            written = self.number_typed + letter.replace("i", "∞")
            if event.key == "backspace":
                self.number_typed = self.number_typed[:-1]
            else:
                self.number_typed = written[:20]
            self.screen.say("")
        else:
            self.screen.say(self.session.wanted)

    def paint_question(self, pane: QuestionPane) -> None:
        """Paint the question, or how the answer was; playing stops at a question."""
        session = self.session
        quiz = session.quiz
        question = session.question
        if quiz is None:
            return
        title = "predict" if session.is_alone else f"predict · {quiz.score.rights}"
        if session.judgement is not None and session.is_judged:
            on: list[AnswerPart] = [
                (main_key_of("next"), "the next one missed" if quiz.again else "goes on", ""),
                (main_key_of("predict"), "score", ""),
            ]
            judged = (session.judgement.said, "best" if session.judgement.right else "cut")
            pane.ask([judged], on[: 2 * (not session.is_alone)], title)
        elif question is not None:
            parts: list[AnswerPart] = [
                (letter, words, letter) for letter, words in question.choices.items()
            ]
            how = "a letter, or click"
            if question.is_number:
                how = "type a number (i for ∞) and press enter, or click"
                parts = [
                    ("", f"{self.number_typed}▏", ""),
                    *(("", words, words) for words in question.offered),
                ]
            asked = (
                f"{question.told} {question.asks}"
                if session.hint
                else f"{question.told} {question.asks} ({how})"
            )
            pane.ask(
                [(asked, "text"), (session.hint, "cut")],
                [*parts, ("space", "show me", SHOW_ANSWER)],
                title,
            )
            session.playing = 0
