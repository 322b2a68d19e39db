"""A lesson in line mode: its frames one after the other, then the question."""

from collections.abc import Callable

from visualizer.apps.activities.lesson import FrameListener, LessonReading
from visualizer.apps.dialogue.dialogue import Dialogue
from visualizer.apps.dialogue.stepping import ANSWER_OR_SHOW_FIRST, StepLines
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.naming import tree_in_words
from visualizer.support.errors import InputError, print_lines
from visualizer.teach.lessons import FIRST_LESSON_WITH_PRACTICE, Lesson

LESSON_HELP = (
    "enter goes on, < goes back, q ends; at any point you can use every command of line mode, "
    "such as `why` and `tree`"
)


class LessonLines(Dialogue):
    """Goes through a lesson from its first frame on."""

    screen = "lesson"

    def __init__(
        self,
        lesson: Lesson,
        write: Callable[[str], None] = print_lines,
        moved: FrameListener = lambda *_: None,
    ) -> None:
        """Begin with the first frame of the lesson; `moved` is called for each frame shown."""
        super().__init__(write)
        self.reading = LessonReading(lesson, 0, moved)
        self.frame_lines: StepLines | None = None

    def greet(self) -> None:
        """Print the title of the lesson and the commands, and the first frame."""
        lesson = self.reading.lesson
        self.say(f"Lesson {lesson.number}: {lesson.title}. {LESSON_HELP}.")
        self.go(0)

    def action_go_on(self) -> None:
        """Print the next frame, or after the last frame ask the question; InputError after that."""
        if self.reading.is_closing:
            raise InputError("a letter answers the question")
        if self.frame_lines is not None and self.frame_lines.session.must_answer_first:
            raise InputError(ANSWER_OR_SHOW_FIRST)
        self.go(1)

    def go(self, by: int) -> None:
        """Go `by` frames forwards or back and print the frame; after the last, ask the question."""
        self.reading.go(by)
        if self.reading.is_closing:
            self.ask()
        else:
            self.print_frame()

    def action_go_back(self) -> None:
        """Print the previous frame."""
        self.go(-1)

    def obey(self, line: str) -> None:
        """Carry out a line, in the lesson or in a dialogue that a frame has opened."""
        if self.frame_lines is not None and self.frame_lines.inner is not None:
            self.frame_lines.obey(line)
        else:
            super().obey(line)

    def handle_other_line(self, line: str) -> None:
        """Judge an answer to the question or, at a frame, carry out a command of line mode."""
        if self.reading.is_closing:
            self.answer(line)
        else:
            assert self.frame_lines is not None
            self.frame_lines.obey(line)

    def print_frame(self) -> None:
        """Print the current frame: its text, its tree if that is new, and the step's sentence."""
        reading = self.reading
        run = reading.run
        step = reading.step
        is_new_tree = self.frame_lines is None or self.frame_lines.run is not run
        self.frame_lines = StepLines(run, self.write, step)
        # Line mode has no picture, so leave out what the text says about the picture's signs.
        text = reading.lesson.text(reading.frame, heard=True)
        self.say(f"\n{reading.number + 1} of {reading.count}. {text}")
        # Only a tree that is written out can be described in words.
        tree = "\n".join(tree_in_words(run)) if is_new_tree else ""
        if tree:
            self.say(tree)
        # The quiz's run hides later steps, so the sentence cannot give the answer away.
        quiz = reading.quiz()
        visible_run = run if quiz is None else quiz.run
        self.say(explain(visible_run, step))
        if quiz is not None:
            self.frame_lines.ask_lesson_question(quiz)

    def ask(self) -> None:
        """Ask the question."""
        choices = (f"  {letter}: {answer}" for letter, answer in self.reading.choices.items())
        self.say("\n".join([f"\n{self.reading.lesson.question.asks}", *choices]))

    def answer(self, word: str) -> None:
        """Judge an answer; the right answer ends the lesson. InputError for another word."""
        judgement = self.reading.answer(word)
        self.say(judgement.said)
        if judgement.right:
            self.say(f"\n{describe_next_lesson(self.reading)}")
            self.has_ended = True


def describe_next_lesson(reading: LessonReading) -> str:
    """Return the commands for the next lesson and, after some lessons, for practice."""
    sentence = "That was the last lesson."
    next_lesson = reading.next_lesson
    if next_lesson is not None:
        command = f"visualizer lesson {next_lesson.number} --plain"
        sentence = f"Lesson {next_lesson.number} is next: {command}."
    # From this lesson on, a reader can solve trees.
    if reading.lesson.number >= FIRST_LESSON_WITH_PRACTICE:
        sentence += " Trees to solve yourself: visualizer practice --plain."
    return sentence
