"""Predicting on a screen that watches one search: the run is held at a question, and goes on once it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from visualizer.apps.activities.predicting import SHOW, Predicting
from visualizer.apps.tui.screens.action_screen import acting
from visualizer.apps.tui.screens.dialog import ListDialog
from visualizer.apps.tui.screens.watch import WatchScreen
from visualizer.apps.tui.widgets import AnswerPart, FooterKey, QuestionPane
from visualizer.explaining.actions import key_of, with_keys
from visualizer.support.errors import InputError
from visualizer.trace import jumps

if TYPE_CHECKING:
    from visualizer.searching.run import Run
    from visualizer.teach.exercises.predicting.quiz import Quiz

ABOUT = {
    "all": "everything that decides something",
    "cuts": "cuts: what is skipped, which move set the bound, second looks",
    "values": "values: what is returned, and how α, β and means change",
    "order": "order: which move is tried or selected next",
}
"""The levels, in words."""
WRITING = (*"0123456789.-/i", "enter", "backspace", "minus", "full_stop", "slash")
"""The keys that write a number, or a fraction; i is ∞."""
VIEWS = frozenset({"view", "view_tree", "view_columns", "view_overview"})
"""The actions whose keys could be meant as an answer."""
HELD = VIEWS | {"compare", "play_on", "edit", "editor", "be_the_search"}
"""The actions that would show more than the run that is held, or mistake what is typed for a view."""
OFF = VIEWS | {"breakpoint", "break_cuts", "why"}
"""The actions that do nothing while a question is open."""
ONWARDS = frozenset({"play", "go_on", *jumps.FORWARDS})
"""The actions that wait for the answer to an open question."""
WANTED = "{}; space shows the answer"
NOT_NOW = "not while predicting; <predict> ends it"
FIRST = "answer the question first; <go_on> leads to it"


class PredictingKeys(Predicting):
    """Predicting with the keys and the question pane of a screen that watches one search."""

    number_typed = ""

    def __init__(self, screen: WatchScreen) -> None:
        """Predict nothing yet."""
        super().__init__(screen.playback)
        self.screen = screen

    # Beginning and ending.

    def ask_what(self) -> None:
        """Ask the first question, or say how it went and ask how to go on."""
        from visualizer.teach.exercises.predicting.quiz import LEVELS, Quiz, first_level, possible

        quiz, screen = self.quiz, self.screen
        run = screen.scene.run
        if quiz is None:
            self.begin(Quiz(run, screen.playback.step, first_level(run)))
            screen.travel("last")
            return
        missed = len(quiz.score.missed())
        lines = [(f"ask the {missed:,} missed again", "again")] if missed else []
        lines += [("go on", "on"), ("end predicting", "end")]
        lines += [(f"ask about {ABOUT[level]}", level) for level, kinds in LEVELS.items()
                  if kinds & possible(run) and level != quiz.level]  # fmt: skip
        screen.ask_for(ListDialog(quiz.score.report(), lines), self.go_on)

    def begin(self, quiz: Quiz, *, is_alone: bool = False) -> None:
        """Hold the run here."""
        self.number_typed = ""
        super().begin(quiz, is_alone=is_alone)

    def stand(self, run: Run, step: int) -> None:
        """Show a step of the run that is held, or of the search itself again."""
        super().stand(run, step)
        self.screen.adopt(run)

    def go_on(self, choice: str) -> None:
        """Go on, end, ask about something else, or ask again what was missed."""
        quiz = self.quiz
        if quiz is None or choice == "end":
            self.end()
        elif choice in ABOUT:
            from visualizer.teach.exercises.predicting.quiz import Quiz

            self.begin(Quiz(quiz.source, self.screen.playback.step, choice, score=quiz.score))
            self.screen.travel("last")
        elif choice == "again" and (step := quiz.ask_again()) is not None:
            self.stand(quiz.run, step)

    # What can be done meanwhile.

    def check(self, name: str) -> None:
        """Raise InputError for what would show the search itself; a lesson hides it only while a question is open."""
        if self.quiz is None or name not in self.left_out:
            return
        if self.is_alone and not self.is_first:
            self.end()
        else:
            raise InputError(self.wanted or with_keys(FIRST if self.is_alone else NOT_NOW))

    @property
    def left_out(self) -> frozenset[str]:
        """Return the actions that are not done while something is predicted; one question of a lesson has no score."""
        return HELD | {"predict"} if self.is_alone else HELD

    @property
    def wanted(self) -> str:
        """Say what answers the question that is open, "" where none is."""
        return "" if self.question is None else WANTED.format(self.question.wanted)

    def useful(self, keys: list[FooterKey]) -> list[FooterKey]:
        """Return the keys of a footer that do something now: while a question is open, none that goes on."""
        if self.source is None or (self.is_alone and self.asked_at is None):
            return keys
        idle = self.left_out | ONWARDS if self.asked_at == self.playback.step else self.left_out
        left_out, predict = {acting(name) for name in idle}, acting("predict")
        return [(key, "score" if action == predict else label, action)
                for key, label, action in keys if action not in left_out]  # fmt: skip

    # Answering.

    def take(self, text: str) -> None:
        """Show how an answer is judged, at the step that the question was about."""
        screen = self.screen
        try:
            judgement = self.answer(text)
        except InputError as error:
            screen.say(str(error) if text else self.wanted)
            return
        if judgement is None:
            return
        self.number_typed, screen.playback.note = "", ""
        if self.is_judged:
            screen.seek(self.judged_at)
        else:
            screen.show(selected=next(iter(judgement.lit), None))

    @property
    def keys(self) -> frozenset[str]:
        """Return the keys that write an answer to the open question, beside its letters, and show it."""
        question = self.question
        return frozenset() if question is None else frozenset({"space", *WRITING * question.is_number})

    def take_key(self, event: events.Key) -> None:
        """Show the answer to the question that is open, or write its number."""
        question, letter = self.question, event.character or ""
        if question is not None and event.key == "space":
            self.take(SHOW)
        elif question is None or not question.is_number:
            self.screen.say(self.wanted)
        elif event.key == "enter":
            self.take(self.number_typed)
        elif event.key == "backspace" or (letter and letter in WRITING):
            written = self.number_typed + letter.replace("i", "∞")
            self.number_typed = self.number_typed[:-1] if event.key == "backspace" else written[:20]
            self.screen.say("")
        else:
            self.screen.say(self.wanted)

    @property
    def shows_question(self) -> bool:
        """Return whether there is a question or a judgement to show."""
        return self.is_judged or self.question is not None

    def paint_question(self, pane: QuestionPane) -> None:
        """Paint the question, or how the answer was; playing stops at a question."""
        quiz, question = self.quiz, self.question
        if quiz is None:
            return
        title = "predict" if self.is_alone else f"predict · {quiz.score.rights}"
        if self.judgement is not None and self.is_judged:
            on: list[AnswerPart] = [(key_of("next"), "the next one missed" if quiz.again else "goes on", ""),
                                    (key_of("predict"), "score", "")]  # fmt: skip
            judged = (self.judgement.said, "best" if self.judgement.right else "cut")
            pane.ask([judged], on[: 2 * (not self.is_alone)], title)
        elif question is not None:
            parts: list[AnswerPart] = [(letter, words, letter) for letter, words in question.choices.items()]
            how = "a letter, or click"
            if question.is_number:
                how = "type a number (i for ∞) and press enter, or click"
                parts = [("", f"{self.number_typed}▏", ""), *(("", words, words) for words in question.offered)]
            asked = f"{question.told} {question.asks}" if self.hint else f"{question.told} {question.asks} ({how})"
            pane.ask([(asked, "text"), (self.hint, "cut")], [*parts, ("space", "show me", SHOW)], title)
            self.screen.playback.playing = 0

    # Going on.

    def travel(self, name: str) -> None:
        """Do a jump, as far as the next question; from an answer to the question at hand or to the next one missed.

        A lesson has asked its one question then, and lets the search be seen.
        """
        if self.is_alone and self.judgement is not None and name in jumps.FORWARDS:
            self.end()
        quiz, playback = self.quiz, self.playback
        if quiz is not None and name in jumps.FORWARDS and self.is_judged:
            if self.proceed():
                return
            if self.question is not None:
                self.screen.show()
                return
        at_it = self.asked_at == playback.step and name in jumps.FORWARDS
        WatchScreen.travel(self.screen, name)
        asked_at = self.asked_at
        if asked_at is not None and (playback.jump or (at_it and playback.step == asked_at)):
            playback.jump = ""
            playback.seek(asked_at)
            playback.note = self.screen.wanted if at_it else ""
            self.screen.show(selected=None)
