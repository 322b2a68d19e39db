"""A lesson in line mode: its frames one after the other, and the question."""

from collections.abc import Callable

from visualizer.apps.activities.lesson import FrameListener, LessonReading
from visualizer.apps.dialogue.dialogue import Dialogue
from visualizer.apps.dialogue.stepping import ANSWER_OR_SHOW_FIRST, StepLines
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.naming import tree_in_words
from visualizer.support.errors import InputError, print_lines
from visualizer.teach.lessons import LAST_TRY, Lesson

LESSON_HELP = "enter goes on, < goes back, q ends; at any point you can use every command of line mode, such as `why` and `tree`"


class LessonLines(Dialogue):
    """Goes through a lesson from its first frame on."""

    place = "lesson"

    def __init__(
        self,
        lesson: Lesson,
        write: Callable[[str], None] = print_lines,
        moved: FrameListener = lambda *_: None,
    ) -> None:
        """Begin with the first frame."""
        super().__init__(write)
        self.reading = LessonReading(lesson, 0, moved)
        self.mode: StepLines | None = None

    def greet(self) -> None:
        """Say which lesson it is, how to go on, and the first frame."""
        lesson = self.reading.lesson
        self.say(f"Lesson {lesson.number}: {lesson.title}. {LESSON_HELP}.")
        self.go(0)

    def action_go_on(self) -> None:
        """Tell the next frame, and ask after the last; InputError behind the question."""
        if self.reading.is_closing:
            raise InputError("a letter answers the question")
        if self.mode is not None and self.mode.session.is_first:
            raise InputError(ANSWER_OR_SHOW_FIRST)
        self.go(1)

    def go(self, by: int) -> None:
        """Go to another frame, and tell it, or ask the question."""
        self.reading.go(by)
        self.ask() if self.reading.is_closing else self.tell()

    def action_go_back(self) -> None:
        """Tell the frame before."""
        self.go(-1)

    def obey(self, line: str) -> None:
        """Do what a line says, of the lesson, or of the tree that is being played with."""
        if self.mode is not None and self.mode.inner is not None:
            self.mode.obey(line)
        else:
            super().obey(line)

    def otherwise(self, line: str) -> None:
        """Take an answer; between the frames, a word of the line mode."""
        if self.reading.is_closing:
            self.answer(line)
        else:
            assert self.mode is not None
            self.mode.obey(line)

    def tell(self) -> None:
        """Say what is said of a frame, of a search that is new the tree, and what happens in its step."""
        reading = self.reading
        run = self.reading.run
        step = self.reading.step
        is_new = self.mode is None or self.mode.run is not run
        self.mode = StepLines(run, self.write, step)
        self.say(
            f"\n{reading.number + 1} of {reading.count}. {reading.lesson.text(reading.frame, heard=True)}"
        )
        if is_new and (written := "\n".join(tree_in_words(run))):
            self.say(written)
        quiz = reading.quiz()
        self.say(explain(run if quiz is None else quiz.run, step))
        if quiz is not None:
            self.mode.begin_alone(quiz)

    def ask(self) -> None:
        """Ask the question."""
        choices = (f"  {letter}: {words}" for letter, words in self.reading.choices.items())
        self.say("\n".join([f"\n{self.reading.lesson.question.asks}", *choices]))

    def answer(self, word: str) -> None:
        """Say whether an answer is right, and why; the right one ends. InputError for what is no choice."""
        judged = self.reading.answer(word)
        self.say(judged.said)
        if judged.right:
            self.say(f"\n{describe_next_lesson(self.reading)}")
            self.has_ended = True


def describe_next_lesson(reading: LessonReading) -> str:
    """Say which commands go on after a lesson."""
    on = "That was the last lesson."
    if following := reading.follower:
        on = f"Lesson {following.number} is next: visualizer lesson {following.number} --plain."
    if reading.lesson.number >= LAST_TRY:
        return f"{on} Trees to solve yourself: visualizer practice --plain."
    return on
