"""Predicting in words: the question with its answers by number, what is said to an answer, and the score."""

import re
from collections.abc import Callable

from visualizer.errors import InputError
from visualizer.explanation.naming import capitalized
from visualizer.explanation.predicting.kinds import LEVELS
from visualizer.explanation.predicting.quiz import Quiz
from visualizer.explanation.questions.question import Question
from visualizer.run import Run

ANSWER = re.compile(r"[-+−]?[\d.,]+")
SHOW = ("show", "show me")
FIRST = "answer the question first; show says the answer, predict off ends predicting"

RunAtStep = tuple[Run, int]
"""A run and the step of it that is shown."""


class QuizByEar:
    """Predicting for line mode; `tell` prints. What it returns is the run to be looked at, and its step."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Begin with nothing asked."""
        self.tell = tell
        self.quiz: Quiz | None = None

    def open_at(self, step: int) -> Question | None:
        """Return the question that waits at a step."""
        question = None if self.quiz is None else self.quiz.question
        return question if question is not None and question.step == step else None

    def held_at(self, step: int) -> int | None:
        """Return the step of the question at which the run is held, None for none; InputError if that is this step."""
        if self.open_at(step):
            raise InputError(FIRST)
        return None if self.quiz is None or self.quiz.question is None else self.quiz.question.step

    def command(self, run: Run, step: int, word: str) -> RunAtStep:
        """Begin at a level, end (`off`), ask again what was missed (`again`), or say the score; InputError for else."""
        if word in LEVELS or (not word and self.quiz is None):
            self.quiz = Quiz(run if self.quiz is None else self.quiz.source, step, word or "all")
            self.tell("Predicting: answer with a number, or say show. predict says the score, predict off ends it.")
            return self.quiz.run, step
        if word not in ("", "off", "again"):
            raise InputError(f"{word!r:.40} is not one of {' '.join(LEVELS)}, again and off")
        if self.quiz is None:
            raise InputError("nothing is being predicted; predict begins it")
        quiz = self.quiz
        if word == "again":
            if (missed := quiz.ask_again()) is None:
                raise InputError("nothing was missed")
            return quiz.run, missed
        self.tell(f"{quiz.score.report()}.")
        if word == "off":
            self.quiz = None
            return quiz.source, step
        return quiz.run, step

    def takes(self, step: int, line: str) -> RunAtStep | None:
        """Judge a line that answers the question of a step, return None for another; InputError for a wrong number."""
        question, quiz, line = self.open_at(step), self.quiz, line.strip().lower()
        if question is None or quiz is None or not (line in SHOW or ANSWER.fullmatch(line)):
            return None
        judged = quiz.answer(None if line in SHOW else question.read(line))
        self.tell(f"{judged.said} {capitalized(quiz.score.rights)}.")
        missed = quiz.next_again()
        return quiz.run, question.until if missed is None else missed

    def ask(self, step: int) -> None:
        """Ask the question of a step, if there is one."""
        if (question := self.open_at(step)) is None:
            return
        answers = "Type the number, or show."
        if not question.is_number:
            listed = ", ".join(f"{place} {words}" for place, words in enumerate(question.offered, 1))
            answers = f"{listed}, or show."
        self.tell(f"Before the next step: {question.told} {question.asks} {answers}")
