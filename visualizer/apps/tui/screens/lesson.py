"""A lesson: the explorer of a frame's search, above it what is said, and a question after the last frame."""

from collections.abc import Mapping, Sequence

from visualizer.apps.actions import fill_in_keys, main_key_of
from visualizer.apps.activities.lesson import LessonReading
from visualizer.apps.tui.cells.styled_lines import Line, Span, header_with_state, wrap_words
from visualizer.apps.tui.panes import step
from visualizer.apps.tui.screens.explore import BANNER_SCREEN_LINES, ExploreScreen
from visualizer.apps.tui.terminal.ascii_looks import spelled_for_widget
from visualizer.apps.tui.widgets import AnswerPart, QuestionPane
from visualizer.teach.lessons import LAST_TRY


class LessonScreen(ExploreScreen):
    """Says the frames of a lesson, and asks a question after the last; in each, all keys of the explorer work."""

    place = "lesson"

    def __init__(self, reading: LessonReading) -> None:
        """Begin at a frame."""
        self.reading = reading
        self.lesson = reading.lesson
        super().__init__(reading.run, reading.frame.view, reading.step)

    def told_lines(self) -> int:
        """Return as many lines as are ever said in this lesson, so that nothing jumps."""
        room = max(1, self.size.width - 2)
        frames = [
            self.frame_lines(number, room, asks=False) for number in range(self.reading.count)
        ]
        return min(max(map(len, [self.lesson_lines(room), *frames])) + 1, self.size.height // 2)

    def question_lines(self, usual: int) -> int:
        """Return how many lines a question takes, fewer on a smaller screen."""
        if self.size.height < BANNER_SCREEN_LINES:
            return self.asked_lines()
        return super().question_lines(usual)

    def lesson_lines(self, width: int) -> list[Line]:
        """Return what is said now: of the frame, or of the answer to the question at the end."""
        if not self.reading.is_closing:
            return self.frame_lines(
                self.reading.number, width, asks=self.session.question is not None
            )
        asked = self.lesson.question.asks, "text"
        judged = self.reading.judged
        if judged is None:
            return self.lines_of("the question", [asked], "a letter, or a click, answers", width)
        if judged.right:
            return self.lines_of(
                "the question", [(judged.said, "best")], self.what_follows(), width
            )
        return self.lines_of(
            "the question", [asked, (judged.said, "cut")], "another letter answers", width
        )

    def frame_lines(self, number: int, width: int, *, asks: bool) -> list[Line]:
        """Return what is said of a frame, and what to press: while something is asked, no more than the answer."""
        frame = self.lesson.frames[number]
        count = self.reading.count
        if number + 1 == count:
            last = f"{main_key_of('go_on')}: a question"
        else:
            last = f"{main_key_of('go_on')} goes on"
        if asks:
            go_on = "what comes next? answer below"
        elif frame.press:
            go_on = f"{fill_in_keys(frame.press)}; {last}"
        else:
            go_on = last
        return self.lines_of(
            f"{number + 1} of {count}", [(self.lesson.text(frame), "text")], go_on, width
        )

    def lines_of(self, which: str, words: Sequence[Span], go_on: str, width: int) -> list[Line]:
        """Return the lesson and a frame of it, words, and how to go on."""
        place = header_with_state(
            [[(f"Lesson {self.lesson.number} · {self.lesson.title}", "title")]], which, width, "dim"
        )
        said = [
            line
            for text, style in words
            for line in wrap_words(spelled_for_widget(self, text), width, style)
        ]
        return [place, *said, *wrap_words(spelled_for_widget(self, f"▸ {go_on}"), width, "key")]

    def draw_told(self, width: int, height: int) -> list[Line]:
        """Draw what is said: away from the step of the frame the sentence of that step, where no pane has it."""
        if (
            self.reading.is_closing
            or self.shows_question
            or self.query_one("#why").display
            or not self.is_away
        ):
            return self.lesson_lines(width)[:height]
        place, *_ = self.frame_lines(self.reading.number, width, asks=False)
        said = step.fit_sentence(step.step_sentence(self.scene), self.scene, width, height - 2)
        there = "goes back to the question" if self.session.is_first else "goes on with the lesson"
        return [
            place,
            *said,
            [(spelled_for_widget(self, f"▸ {main_key_of('go_on')} {there}"), "key")],
        ]

    @property
    def is_away(self) -> bool:
        """Return whether another step than that of the frame is shown, or another node selected."""
        scene = self.scene
        selected = scene.selected is not None and scene.selected != scene.running
        return bool(scene.tree.visits) and (selected or scene.step != self.reading.step)

    def what_follows(self) -> str:
        """Say what goes on once the question is answered."""
        if self.lesson.number >= LAST_TRY:
            practice = f"; {main_key_of('backwards')}: trees to solve yourself"
        else:
            practice = ""
        if self.reading.follower:
            following = f"{main_key_of('go_on')}: lesson {self.lesson.number + 1}"
        else:
            following = "that was the last lesson"
        return f"{following}{practice}"

    # Going through the frames.

    def go(self, by: int) -> None:
        """Show another frame, in place of this screen if it is about another search."""
        before = self.reading.run
        self.reading.go(by)
        if self.reading.run is not before:
            self.app.switch_screen(LessonScreen(self.reading))
            return
        self.session.end()
        self.view_name = self.reading.frame.view
        self.seek(self.reading.step)
        self.begin()
        self.make_room()

    def action_go_on(self) -> None:
        """Go to the next frame, once what is asked is answered, then to the question and the next lesson."""
        reading = self.reading
        follower = self.reading.follower
        if reading.is_closing and not reading.is_solved:
            self.say(self.wanted)
        elif reading.is_closing and follower is None:
            self.say(
                fill_in_keys(
                    "that was the last lesson; <backwards> has trees to solve, <quit> leaves"
                )
            )
        elif reading.is_closing and follower is not None:
            self.app.switch_screen(LessonScreen(LessonReading(follower, 0, reading.moved)))
        elif self.session.is_first:
            self.seek(reading.step)
            self.say(self.wanted)
        else:
            self.go(1)

    def action_go_back(self) -> None:
        """Go back one frame."""
        self.go(-1)

    def is_idle(self, name: str) -> bool:
        """Return whether there is no frame before, or none to go on to."""
        reading = self.reading
        if name == "go_back":
            return reading.number == 0
        if name == "go_on":
            return bool(self.wanted) or (reading.is_closing and reading.follower is None)
        return super().is_idle(name)

    def begin(self) -> None:
        """Hold the search at what the frame asks, if it does, or at the question at the end."""
        if self.reading.is_closing:
            if not self.reading.is_solved:
                self.session.hold(self.reading.run, self.reading.step, self.wanted)
                self.show()
                self.make_room()
        elif (quiz := self.reading.quiz()) is not None:
            self.session.begin(quiz, is_alone=True)
            quiz.run.advance(step=self.reading.step + 1)
            self.show()
            self.make_room()

    @property
    def choices(self) -> Mapping[str, str]:
        """Return the answers to the question at the end by their letters, or to what a frame asks."""
        if self.reading.is_closing:
            return self.reading.choices
        return super().choices

    @property
    def wanted(self) -> str:
        """Say what answers the question that is open, "" where none is."""
        if not self.reading.is_closing:
            return super().wanted
        if self.reading.question is None:
            return ""
        return self.reading.question.wanted

    def action_answer(self, text: str) -> None:
        """Take an answer: to the question at the end, or to what a frame asks."""
        if not self.reading.is_closing:
            super().action_answer(text)
            return
        self.reading.answer(text)
        if self.reading.is_solved:
            self.session.end()
        self.show()
        self.make_room()

    @property
    def shows_question(self) -> bool:
        """Return whether there is a question or a judgement to show."""
        if self.reading.is_closing:
            return bool(self.choices)
        return super().shows_question

    def paint_question(self, pane: QuestionPane) -> None:
        """Offer the answers to the question at the end, or paint what a frame asks."""
        if self.reading.is_closing:
            parts: list[AnswerPart] = [
                (letter, words, letter) for letter, words in self.choices.items()
            ]
            pane.ask([], parts, "the question")
        else:
            super().paint_question(pane)

    def action_backwards(self) -> None:
        """Play backwards; once the question is answered, go to trees to solve."""
        if self.lecture is None and self.reading.is_solved and self.lesson.number >= LAST_TRY:
            self.tell_app("practise")
        else:
            super().action_backwards()
