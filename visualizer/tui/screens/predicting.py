"""Predicting on a screen that watches one search: the run is held at a question, and goes on once it is answered."""

from dataclasses import dataclass

from textual import events

from visualizer.errors import InputError
from visualizer.explanation.predicting.kinds import LEVELS, Quiz, possible
from visualizer.explanation.questions.question import Question
from visualizer.run import Run
from visualizer.trace import jumps
from visualizer.tui.screens import asking
from visualizer.tui.screens.dialog import ListDialog
from visualizer.tui.screens.watch import WatchScreen
from visualizer.tui.widgets.painted import AnswerPart, QuestionPane

SHOW = "show"
"""The answer of who wants to be shown it."""
ABOUT = {
    "all": "everything that decides something",
    "cuts": "cuts: what is skipped, who set the bound, second looks",
    "values": "values: what goes up, α, β and means after it",
    "order": "order: which move is tried or selected next",
}
"""The levels, in words."""
DIGITS = frozenset({"view_tree", "view_columns", "view_overview", "play"})
"""The actions whose keys, 1 2 3 and space, answer a question."""
NUMBERS = DIGITS | {"farther", "running", "child", "parent", "next_change"}
"""Those whose keys also write a number: - . enter, backspace, and i for ∞."""
TELLING = frozenset({"compare", "play_on", "edit"})
"""The actions that would show more than the run that is held."""
FIRST = "answer the question first; space shows the answer"
NOT_NOW = "not while predicting; P ends it"
EMPTY = "type a number first; space shows the answer"
NEXT_MISSED, ON = ("→", "the next one missed", ""), ("→", "goes on", "")
SCORE: AnswerPart = ("P", "score", "")


@dataclass
class Predicting:
    """What is being predicted on a screen: the quiz, the number typed so far, and how the last answer was."""

    quiz: Quiz
    typed: str = ""
    judged: str = ""
    right: bool = False
    judged_at: int = -1

    def open_at(self, step: int) -> Question | None:
        """Return the question that waits at a step; none while it is shown there how the last answer was."""
        question = self.quiz.question
        return question if question is not None and question.step == step and not self.is_judged(step) else None

    def is_judged(self, step: int) -> bool:
        """Return whether a step is shown with how the last answer was."""
        return bool(self.judged) and self.judged_at == step

    def is_shown(self, step: int) -> bool:
        """Return whether there is a question or a judgement to show at a step."""
        return self.is_judged(step) or self.open_at(step) is not None

    def ask(self, pane: QuestionPane, step: int) -> None:
        """Show the question of a step, or how the last answer was."""
        title, question = f"predict · {self.quiz.score.rights}", self.open_at(step)
        if question is None:
            on = NEXT_MISSED if self.quiz.again else ON
            pane.ask(self.judged, "best" if self.right else "cut", [on, SCORE], title)
            return
        parts: list[AnswerPart] = [(typed, words, typed) for typed, words in question.choices.items()]
        if question.is_number:
            field = ("", f"type a number (i is ∞) and enter: {self.typed}▏", "")
            parts = [field, *(("", words, words) for words in question.offered)]
        told = f"Before the next step: {question.told} {question.asks}"
        pane.ask(told, "text", [*parts, ("space", "show me", SHOW)], title)


class PredictingScreen(WatchScreen):
    """Watches a run, and lets its steps be predicted."""

    run: Run
    predicting: Predicting | None = None

    # Beginning and ending.

    def do_predict(self) -> None:
        """Ask what is to be predicted, or say how it went."""
        if self.predicting is None:
            lines = [(ABOUT[level], level) for level, kinds in LEVELS.items() if kinds & possible(self.run)]
            self.app.push_screen(ListDialog("predict what comes next", lines), self.begin_predicting)
            return
        missed, lines = len(self.predicting.quiz.score.missed()), [("go on", "on"), ("end predicting", "end")]
        again = [(f"ask the {missed:,} missed again", "again")] if missed else []
        self.app.push_screen(ListDialog(self.predicting.quiz.score.report(), [*again, *lines]), self.go_on_predicting)

    def begin_predicting(self, level: str | None) -> None:
        """Hold the run here, and begin to ask at a level."""
        if level is not None:
            self.predicting = Predicting(Quiz(self.run, self.playback.step, level))
            self.adopt(self.predicting.quiz.run)
            if not self.playback.step:
                self.travel("next")

    def go_on_predicting(self, choice: str | None) -> None:
        """Go on, end, or ask again what was missed."""
        if self.predicting is None:
            return
        if choice == "end":
            quiz, self.predicting = self.predicting.quiz, None
            self.adopt(quiz.source)
        elif choice == "again" and (step := self.predicting.quiz.ask_again()) is not None:
            self.move_to(self.predicting, step)

    def adopt(self, run: Run) -> None:
        """Show another run of the same search: one that is held, or the search itself again."""
        self.run = self.playback.run = run
        self.playback.jump, self.playback.playing = "", 0
        self.show(run=run)
        self.make_room()

    def move_to(self, predicting: Predicting, step: int) -> None:
        """Show a run that is held elsewhere, at a step."""
        predicting.judged = ""
        self.playback.step = step
        self.adopt(predicting.quiz.run)

    def do_why(self) -> None:
        """Say why at length, but not who set a bound or what is selected before that is answered."""
        if self.question is None:
            asking.do_why(self)
        else:
            self.say(FIRST)

    def act(self, name: str) -> None:
        """Do an action by its name, but none that shows the search itself while it is held."""
        if self.predicting is not None and name in TELLING:
            self.say(NOT_NOW)
        else:
            super().act(name)

    # Answering.

    @property
    def question(self) -> Question | None:
        """Return the question that is open now."""
        return None if self.predicting is None else self.predicting.open_at(self.playback.step)

    def answer_question(self, text: str) -> None:
        """Judge an answer, and go on to the step that the question was about."""
        question, predicting = self.question, self.predicting
        if question is None or predicting is None:
            return
        try:
            judgement = predicting.quiz.answer(None if text == SHOW else question.read(text))
        except InputError as error:
            self.say(str(error) if text else EMPTY)
            return
        predicting.judged, predicting.right, predicting.typed = judgement.said, judgement.right, ""
        predicting.judged_at = question.until
        self.playback.note = ""
        self.seek(question.until)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave to the question the keys that answer it."""
        question = self.question if action == "act" else None
        if question is not None and parameters[0] in (NUMBERS if question.is_number else DIGITS):
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """Answer the question that is open, or write its number."""
        question, predicting, letter = self.question, self.predicting, event.character or ""
        if question is None or predicting is None:
            return
        if event.key == "space":
            self.answer_question(SHOW)
        elif not question.is_number:
            if letter.isdigit():
                self.answer_question(letter)
        elif event.key == "enter":
            self.answer_question(predicting.typed)
        elif event.key == "backspace" or (letter and letter in "0123456789.-i"):
            written = predicting.typed + letter.replace("i", "∞")
            predicting.typed = predicting.typed[:-1] if event.key == "backspace" else written[:20]
            self.paint()

    def on_question_pane_answered(self, message: QuestionPane.Answered) -> None:
        """Answer what was clicked."""
        self.answer_question(message.answer)

    def paint_question(self, pane: QuestionPane) -> None:
        """Paint the question, or how the answer was, in the place of the sentence; playing stops at a question."""
        shown = self.predicting is not None and self.predicting.is_shown(self.playback.step)
        if shown != pane.display:
            self.call_after_refresh(self.make_room)
        if shown and self.predicting is not None:
            self.predicting.ask(pane, self.playback.step)
        if self.question is not None:
            self.playback.playing = 0

    # Going on.

    def search_on(self) -> bool:
        """Let the search go on, unless it is held at a question."""
        held = self.predicting is not None and self.predicting.quiz.question is not None
        return not held and super().search_on()

    def travel(self, name: str) -> None:
        """Do a jump, as far as the next question; from an answer to the question at hand or to the next one missed."""
        predicting, playback = self.predicting, self.playback
        if predicting is None:
            super().travel(name)
            return
        if name in jumps.FORWARDS and predicting.is_judged(playback.step):
            predicting.judged = ""
            if (missed := predicting.quiz.next_again()) is not None:
                self.move_to(predicting, missed)
                return
            if self.question is not None:
                self.show()
                return
        at_it = self.question is not None and name in jumps.FORWARDS
        super().travel(name)
        question = predicting.quiz.question
        if question is not None and (playback.jump or (at_it and playback.step == question.step)):
            playback.jump = ""
            playback.seek(question.step)
            playback.note = FIRST if at_it else ""
            self.show(selected=None)
