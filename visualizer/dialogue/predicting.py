"""Predicting in line mode: the question with its answers by number, what is said to an answer, and the score."""

import re

from visualizer.dialogue.dialogue import Dialogue
from visualizer.errors import InputError
from visualizer.explanation.naming import capitalized
from visualizer.explanation.predicting.kinds import LEVELS, Quiz
from visualizer.explanation.questions.question import Question
from visualizer.run import Run

ANSWER = re.compile(r"[-+−]?[\d.,]+")
SHOW = ("show", "show me")
FIRST = "answer the question first; show says the answer, predict off ends predicting"


class PredictingLines(Dialogue):
    """Stands at a step of a run, and lets what comes next be predicted."""

    run: Run
    step: int
    quiz: Quiz | None = None

    def show(self) -> None:
        """Say what happens in the step, and ask; NotImplementedError unless a dialogue defines it."""
        raise NotImplementedError

    @property
    def question(self) -> Question | None:
        """Return the question that waits at this step."""
        question = None if self.quiz is None else self.quiz.question
        return question if question is not None and question.step == self.step else None

    def held_at(self) -> int | None:
        """Return the step of the question at which the run is held, None for none; InputError if that is this step."""
        if self.question is not None:
            raise InputError(FIRST)
        return None if self.quiz is None or self.quiz.question is None else self.quiz.question.step

    def do_predict(self, word: str) -> None:
        """Begin at a level, end (`off`), ask again what was missed (`again`), or say the score; InputError for else."""
        quiz = self.quiz
        if word in LEVELS or (not word and quiz is None):
            self.quiz = Quiz(self.run if quiz is None else quiz.source, self.step, word or "all")
            self.say("Predicting: answer with a number, or say show. predict says the score, predict off ends it.")
            self.go_on(self.quiz.run, self.step)
        elif word not in ("", "off", "again"):
            raise InputError(f"{word!r:.40} is not one of {' '.join(LEVELS)}, again and off")
        elif quiz is None:
            raise InputError("nothing is being predicted; predict begins it")
        elif word == "again":
            if (missed := quiz.ask_again()) is None:
                raise InputError("nothing was missed")
            self.go_on(quiz.run, missed)
            self.show()
        else:
            self.say(f"{quiz.score.report()}.")
            if word == "off":
                self.quiz = None
            self.go_on(quiz.source if word == "off" else quiz.run, self.step)
        if word != "again":
            self.ask()

    def go_on(self, run: Run, step: int) -> None:
        """Stand at a step of the run that is held for its questions, or of the search itself again."""
        self.run, self.step = run, step
        run.advance(step=step)

    def takes(self, line: str) -> bool:
        """Judge a line that answers the question, return whether it does; InputError for a wrong number."""
        question, quiz, line = self.question, self.quiz, line.lower()
        if question is None or quiz is None or not (line in SHOW or ANSWER.fullmatch(line)):
            return False
        judged = quiz.answer(None if line in SHOW else question.read(line))
        self.say(f"{judged.said} {capitalized(quiz.score.rights)}.")
        missed = quiz.next_again()
        self.go_on(quiz.run, question.until if missed is None else missed)
        self.write(f"\nstep {self.step:,}")
        self.ask()
        return True

    def ask(self) -> None:
        """Ask the question, if there is one."""
        if (question := self.question) is None:
            return
        answers = "Type the number, or show."
        if not question.is_number:
            answers = f"{', '.join(map(' '.join, question.choices.items()))}, or show."
        self.say(f"Before the next step: {question.told} {question.asks} {answers}")
