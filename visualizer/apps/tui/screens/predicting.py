"""Predicting on a screen that watches one search, which stops at each question."""

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
    from visualizer.teach.predicting.next_event import StepQuestion
    from visualizer.teach.predicting.quiz import Quiz

QUESTION_LEVELS = {
    "all": "everything that decides something",
    "cuts": "cuts: what is skipped, which move set the bound, second looks",
    "values": "values: what is returned, and how α, β and means change",
    "order": "order: which move is tried or selected next",
}
"""The levels of questions, in words."""
ANSWER_NUMBER_KEYS = (*"0123456789.-/i", "enter", "backspace", "minus", "full_stop", "slash")
"""The keys that write a number or a fraction; `i` writes ∞."""


MAX_NUMBER_LENGTH = 20
"""Letters of a number or a fraction that can be typed."""


class Refused(Flag):
    """When an action is refused."""

    AT_A_QUESTION = auto()
    """At a question: the key may be an answer, and the question covers the action's pane."""
    WHILE_HIDDEN = auto()
    """While the run is hidden: the action would show more of it."""


REFUSED_ACTIONS = {
    **dict.fromkeys(("breakpoint", "break_cuts", "why"), Refused.AT_A_QUESTION),
    **dict.fromkeys(
        ("compare", "play_on", "edit", "editor", "be_the_search"), Refused.WHILE_HIDDEN
    ),
    **dict.fromkeys(
        ("view", "view_tree", "view_columns", "view_overview"),
        Refused.AT_A_QUESTION | Refused.WHILE_HIDDEN,
    ),
}
"""When each of some actions is refused; while a question is open, all of them are."""
NOT_WHILE_PREDICTING = "not while predicting; <predict> ends it"
ANSWER_FIRST = "answer the question first; <go_on> leads to it"


class PredictingKeys:
    """Predicting the next steps, with the keys and the question pane of a screen."""

    number_typed = ""

    def __init__(self, screen: WatchScreen) -> None:
        """Predict nothing yet."""
        self.screen = screen

    @property
    def session(self) -> Session:
        """Return the session of the screen."""
        return self.screen.session

    def begin_or_continue_quiz(self) -> None:
        """Begin a quiz. If one is running already, show its score and ask how to go on."""
        from visualizer.teach.predicting.quiz import Quiz, first_level

        quiz = self.session.quiz
        screen = self.screen
        if quiz is None:
            run = screen.scene.run
            self.begin(Quiz(run, screen.session.step, first_level(run)))
            return
        dialog = ListDialog(quiz.score.report(), self.continuations(quiz))
        screen.ask_for(dialog, self.continue_with)

    def continuations(self, quiz: Quiz) -> list[tuple[str, str]]:
        """Return the ways to go on: a line for each, and the value to pass to `continue_with`."""
        from visualizer.teach.predicting.quiz import QUIZ_LEVELS, possible_kinds

        lines = []
        missed = len(quiz.score.missed())
        if missed:
            lines.append((f"ask the {missed:,} missed again", "again"))
        lines += [("go on", "on"), ("end predicting", "end")]
        # A search that cuts nothing asks no questions about cuts.
        possible = possible_kinds(self.screen.scene.run)
        for level, kinds in QUIZ_LEVELS.items():
            if level != quiz.level and kinds & possible:
                lines.append((f"ask about {QUESTION_LEVELS[level]}", level))
        return lines

    def begin(self, quiz: Quiz) -> None:
        """Hide the later steps of the run, and go to the first question."""
        self.number_typed = ""
        self.session.begin(quiz)
        self.screen.travel("last")

    def continue_with(self, choice: str) -> None:
        """Continue the quiz in the way that the user has chosen from `continuations`."""
        quiz = self.session.quiz
        if quiz is None or choice == "end":
            self.session.end()
            self.screen.show()
        elif choice in QUESTION_LEVELS:
            from visualizer.teach.predicting.quiz import Quiz

            other_quiz = Quiz(
                quiz.source,
                self.session.step,
                choice,
                score=quiz.score,
            )
            self.begin(other_quiz)
        elif choice == "again":
            # The step of the first question that was missed.
            step = quiz.ask_again()
            if step is not None:
                self.session.show_run(quiz.run, step)
                self.screen.show()

    def when_refused(self, name: str) -> Refused:
        """Return the times at which an action is refused."""
        # The one question of a lesson has no score to show.
        if name == "predict" and self.session.is_lesson_question:
            return Refused.WHILE_HIDDEN
        return REFUSED_ACTIONS.get(name, Refused(0))

    def check(self, name: str) -> None:
        """Raise InputError if an action is refused because of an open question or hidden steps.

        While a question is open, the error says how to answer it. In a lesson, an action that would
        show hidden steps is allowed once the question is answered, and ends the predicting.
        """
        session = self.session
        refused_when = self.when_refused(name)
        if refused_when and self.screen.how_to_answer:
            raise InputError(self.screen.how_to_answer)
        if session.quiz is None or Refused.WHILE_HIDDEN not in refused_when:
            return
        if not session.is_lesson_question:
            raise InputError(fill_in_keys(NOT_WHILE_PREDICTING))
        if session.must_answer_first:
            raise InputError(fill_in_keys(ANSWER_FIRST))
        session.end()
        self.screen.show()

    def is_idle(self, name: str) -> bool:
        """Return whether an action is refused now, so that its key is not offered."""
        session = self.session
        refused_when = self.when_refused(name)
        if Refused.AT_A_QUESTION in refused_when and self.screen.how_to_answer:
            return True
        # In a lesson, nothing is hidden any more once its only question is answered.
        if session.is_lesson_question and session.question_step is None:
            return False
        return session.hidden_search is not None and Refused.WHILE_HIDDEN in refused_when

    def take_answer(self, text: str) -> None:
        """Judge an answer to the open question, and show the step that it asked about."""
        screen = self.screen
        session = self.session
        try:
            judgement = session.answer(text)
        except InputError as error:
            # An empty answer is no mistake: say again how to answer.
            screen.say(str(error) if text else session.how_to_answer)
            return
        if judgement is None:
            return
        self.number_typed = ""
        session.note = ""
        if session.is_judged:
            screen.seek(session.judged_at)
        else:
            # The question stays open, with a hint about a node.
            screen.show(selected=next(iter(judgement.highlighted), None))

    @property
    def keys(self) -> frozenset[str]:
        """Return the keys for the open question, except the letters of its answers."""
        question = self.session.question
        if question is None:
            return frozenset()
        if question.is_number:
            return frozenset({"space", *ANSWER_NUMBER_KEYS})
        return frozenset({"space"})

    def answer_by_key(self, event: events.Key) -> None:
        """Answer the open question by a key: space gives up, other keys write a number."""
        question = self.session.question
        if question is not None and event.key == "space":
            self.take_answer(SHOW_ANSWER)
        elif question is None or not question.is_number:
            self.screen.say(self.session.how_to_answer)
        elif event.key == "enter":
            self.take_answer(self.number_typed)
        else:
            self.type_number(event)

    def type_number(self, event: events.Key) -> None:
        """Add the letter of a key to the number being typed, or erase the last one."""
        letter = event.character or ""
        if event.key == "backspace":
            self.number_typed = self.number_typed[:-1]
        elif letter and letter in ANSWER_NUMBER_KEYS:
            longer = self.number_typed + letter.replace("i", "∞")
            self.number_typed = longer[:MAX_NUMBER_LENGTH]
        else:
            self.screen.say(self.session.how_to_answer)
            return
        self.screen.say("")

    def paint_question(self, pane: QuestionPane) -> None:
        """Paint the judgement of the last answer, or else the open question.

        An open question stops playing.
        """
        session = self.session
        quiz = session.quiz
        if quiz is None:
            return
        title = f"predict · {quiz.score.rights}"
        # The one question of a lesson has no score.
        if session.is_lesson_question:
            title = "predict"
        judgement = session.judgement
        if judgement is not None and session.is_judged:
            style = "best" if judgement.right else "cut"
            pane.ask([(judgement.said, style)], self.keys_after_judgement(quiz), title)
        elif session.question is not None:
            words = question_words(session.question, session.hint)
            lines = [(words, "text"), (session.hint, "cut")]
            pane.ask(lines, self.answer_parts(session.question), title)
            session.playing = 0

    def keys_after_judgement(self, quiz: Quiz) -> list[AnswerPart]:
        """Return the keys that go on after a judgement; in a lesson its own line tells them."""
        if self.session.is_lesson_question:
            return []
        effect = "the next one missed" if quiz.missed_questions else "goes on"
        return [(main_key_of("next"), effect, ""), (main_key_of("predict"), "score", "")]

    def answer_parts(self, question: StepQuestion) -> list[AnswerPart]:
        """Return what to show below a question, each part as a key, words, and a click's answer.

        For a number, the first part is the number being typed. A part has "" for a key or an answer
        that it lacks.
        """
        parts: list[AnswerPart] = []
        if question.is_number:
            parts.append(("", f"{self.number_typed}▏", ""))
            parts += [("", number, number) for number in question.offered]
        else:
            parts += [(letter, words, letter) for letter, words in question.choices.items()]
        parts.append(("space", "show me", SHOW_ANSWER))
        return parts


def question_words(question: StepQuestion, hint: str) -> str:
    """Return the words of a question. Without a hint, they also say how to answer."""
    words = f"{question.situation} {question.asks}"
    if hint:
        return words
    how_to_answer = "a letter, or click"
    if question.is_number:
        how_to_answer = "type a number (i for ∞) and press enter, or click"
    return f"{words} ({how_to_answer})"
