"""Predicting in line mode: the question with its answers by letter, what is said to an answer, and the score."""

import re
from typing import Protocol

from visualizer.activities.exploring import Playback
from visualizer.activities.predicting import SHOW, Predicting
from visualizer.errors import InputError
from visualizer.exercises.predicting.quiz import LEVELS, Quiz, first_level
from visualizer.explanation.naming import capitalized
from visualizer.run import Run

ANSWER = re.compile(r"[-+−]?[\d.,]+")
SHOWN = (SHOW, "show me")
BEGIN = "Predicting: answer with a letter or a number, or say show. predict says the score, predict off ends it."
NOT_NOW = "not while predicting; predict off ends it"
FIRST = "answer the question first; show says the answer, predict off ends predicting"


class SteppingLines(Protocol):
    """What stands at a step of a run, and goes on to others."""

    playback: Playback

    def say(self, text: str) -> None:
        """Say something with words in place of signs."""

    def write(self, text: str) -> None:
        """Print a text as it is."""

    def show(self) -> None:
        """Say what happens in the step, and ask."""

    def search(self, step: int | None) -> None:
        """Let the run go on to a step, or as far as it may."""


class PredictingLines(Predicting):
    """Predicting in lines."""

    def __init__(self, lines: SteppingLines) -> None:
        """Begin with nothing to predict."""
        super().__init__(lines.playback)
        self.lines = lines

    def held_at(self) -> int | None:
        """Return the step of the question at which the run is held, None for none; InputError if that is this step."""
        if self.question is not None:
            raise InputError(FIRST)
        return None if self.quiz is None or self.quiz.question is None else self.quiz.question.step

    def predict(self, word: str) -> None:
        """Begin at a level, end (`off`), ask again what was missed (`again`), or say the score; InputError for else."""
        quiz = self.quiz
        if word in LEVELS or (not word and quiz is None):
            source = self.playback.run if quiz is None else quiz.source
            quiz = Quiz(source, self.playback.step, word or first_level(source))
            self.lines.say(BEGIN)
            super().begin(quiz)
            self.lines.search(None)
            if quiz.question is not None:
                self.playback.seek(quiz.question.step)
            self.lines.show()
            return
        if word not in ("", "off", "again"):
            raise InputError(f"{word!r:.40} is not one of {' '.join(LEVELS)}, again and off")
        if quiz is None:
            raise InputError("nothing is being predicted; predict begins it")
        if word == "again":
            if (missed := quiz.ask_again()) is None:
                raise InputError("nothing was missed")
            self.stand(quiz.run, missed)
            self.lines.show()
        else:
            self.lines.say(f"{quiz.score.report()}.")
            if word == "off":
                self.end()
            else:
                self.ask()

    def begin(self, quiz: Quiz) -> None:
        """Hold the run, and ask where there is a question."""
        super().begin(quiz)
        self.ask()

    def stand(self, run: Run, step: int) -> None:
        """Stand at a step, which the run has come to."""
        super().stand(run, step)
        run.advance(step=step)

    def chooses(self, line: str) -> bool:
        """Take a letter that answers the question before it is a command; return whether it is one."""
        return line.lower() in self.choices and self.takes(line)

    def takes(self, line: str) -> bool:
        """Judge a line that answers the question, return whether it does; InputError for a wrong letter or number."""
        line = line.lower()
        if not (line in SHOWN or line in self.choices or ANSWER.fullmatch(line)):
            return False
        judged = self.answer(SHOW if line in SHOWN else line)
        if judged is None or self.quiz is None:
            return False
        if self.is_judged:
            self.lines.say(f"{judged.said} {capitalized(self.quiz.score.rights)}.")
            if not self.proceed():
                self.stand(self.playback.run, self.playback.step)
            self.lines.write(f"\nstep {self.playback.step:,}")
        else:
            self.lines.say(judged.said)
        self.ask()
        return True

    def ask(self) -> None:
        """Ask the question, if there is one: whole before the first answer, then only what is asked."""
        if (question := self.question) is None or self.quiz is None:
            return
        answers = "Type the number, or show."
        if not question.is_number:
            answers = f"{', '.join(map(' '.join, question.choices.items()))}, or show."
        told = "" if self.quiz.tries else f"{question.told} "
        self.lines.say(f"{told}{question.asks} {answers}")
