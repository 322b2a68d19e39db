"""A lesson in line mode: its frames one after the other, and the question."""

from collections.abc import Callable

from visualizer.dialogue.dialogue import Dialogue
from visualizer.dialogue.stepping import StepLines
from visualizer.errors import InputError
from visualizer.exercises.lessons import TRY, Lesson, numbers
from visualizer.exercises.predicting.quiz import Quiz
from visualizer.explanation.explainer import explain
from visualizer.explanation.naming import tree_in_words
from visualizer.harmless_text import print_lines

HELP = "enter goes on, < goes back, q ends; between them all words of the line mode work, such as why and tree"


class LessonLines(Dialogue):
    """Goes through a lesson; `moved` is told the lesson, each frame, and how many there are."""

    place = "lesson"

    def __init__(
        self, lesson: Lesson, write: Callable[[str], None] = print_lines,
        moved: Callable[[int, int, int], None] = lambda *_: None,
    ) -> None:  # fmt: skip
        """Begin with the first frame."""
        super().__init__(write)
        self.lesson, self.moved, self.number = lesson, moved, 0
        self.mode: StepLines | None = None

    def greet(self) -> None:
        """Say which lesson it is, how to go on, and the first frame."""
        self.say(f"Lesson {self.lesson.number}: {self.lesson.title}. {HELP}.")
        self.tell()

    def do_go_on(self) -> None:
        """Tell the next frame, and ask after the last; InputError behind the question."""
        if self.number == len(self.lesson.frames):
            raise InputError("a letter answers the question")
        if self.mode is not None and self.mode.predicting.question is not None:
            raise InputError("answer the question first, or say show")
        self.number += 1
        self.tell() if self.number < len(self.lesson.frames) else self.ask()

    def do_go_back(self) -> None:
        """Tell the frame before; InputError if there is none."""
        if not self.number:
            raise InputError("this is the first frame")
        self.number -= 1
        self.tell()

    def obey(self, line: str) -> None:
        """Do what a line says, of the lesson, or of the tree that is being played with."""
        if self.mode is not None and self.mode.inner is not None:
            self.mode.obey(line)
        else:
            super().obey(line)

    def otherwise(self, line: str) -> None:
        """Take an answer; between the frames, a word of the line mode."""
        if self.number == len(self.lesson.frames):
            self.answer(line)
        else:
            assert self.mode is not None
            asked = self.mode.predicting.question is not None
            self.mode.obey(line)
            if asked and self.mode.predicting.question is None:
                self.mode.predicting.end()

    def tell(self) -> None:
        """Say what is said of a frame, of a search that is new the tree, and what happens in its step."""
        lesson, frame = self.lesson, self.lesson.frames[self.number]
        run, step = lesson.run(frame.search), lesson.step(frame)
        is_new = self.mode is None or self.mode.run is not run
        self.mode = StepLines(run, self.write, step)
        self.moved(lesson.number, self.number, len(lesson.frames))
        self.say(f"\n{self.number + 1} of {len(lesson.frames)}. {lesson.text(frame, heard=True)}")
        if is_new and run.game.explicit:
            self.say("\n".join(tree_in_words(run)))
        self.say(explain(run, step))
        if kinds := lesson.asked(frame):
            self.mode.predicting.begin(Quiz(run, step, kinds=kinds))

    def ask(self) -> None:
        """Ask the question."""
        question = self.lesson.question
        choices = (f"  {letter}: {words}" for letter, words in question.choices.items())
        self.say("\n".join([f"\n{question.asks}", *choices]))

    def answer(self, word: str) -> None:
        """Return whether an answer is right, and why; the right one ends. InputError for what is no choice."""
        judged = self.lesson.question.judge(word)
        self.say(judged.said)
        if judged.right:
            self.moved(self.lesson.number, len(self.lesson.frames), len(self.lesson.frames))
            self.say(f"\n{what_follows(self.lesson)}")
            self.has_ended = True


def what_follows(lesson: Lesson) -> str:
    """Say which commands go on after a lesson."""
    following, on = lesson.number + 1, "That was the last lesson."
    if following in numbers():
        on = f"Lesson {following} is next: visualizer lesson {following} --plain."
    return f"{on} Trees to solve yourself: visualizer practice --plain." if lesson.number >= TRY else on
