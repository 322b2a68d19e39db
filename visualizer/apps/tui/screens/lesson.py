"""The screen of a lesson: the explorer of a frame's search, below the text of the frame."""

from collections.abc import Mapping, Sequence

from visualizer.apps.actions import fill_in_keys, main_key_of
from visualizer.apps.activities.lesson import LessonReading
from visualizer.apps.tui.cells.styled_lines import Line, Span, header_with_state, wrap_words
from visualizer.apps.tui.panes import step
from visualizer.apps.tui.screens.explore import BANNER_SCREEN_LINES, ExploreScreen
from visualizer.apps.tui.terminal.ascii_looks import spelled_for_widget
from visualizer.apps.tui.widgets import AnswerPart, QuestionPane
from visualizer.teach.lessons import FIRST_LESSON_WITH_PRACTICE


class LessonScreen(ExploreScreen):
    """Shows the frames of a lesson, then a question; all keys of the explorer work."""

    place = "lesson"

    def __init__(self, reading: LessonReading) -> None:
        """Begin at the frame of a reader."""
        self.reading = reading
        self.lesson = reading.lesson
        super().__init__(reading.run, reading.frame.view, reading.step)

    def banner_lines(self) -> int:
        """Return the lines of the longest frame, so that nothing moves between frames."""
        width = max(1, self.size.width - 2)
        frames = range(self.reading.count)
        heights = [len(self.frame_lines(index, width, is_question_open=False)) for index in frames]
        longest = max(len(self.lesson_lines(width)), *heights)
        return min(longest + 1, self.size.height // 2)

    def question_lines(self, usual: int) -> int:
        """Return the lines of a question, fewer on a small screen."""
        if self.size.height < BANNER_SCREEN_LINES:
            return self.needed_question_lines()
        return super().question_lines(usual)

    def lesson_lines(self, width: int) -> list[Line]:
        """Return the text of the frame or, at the end, the question and its judged answer."""
        if not self.reading.is_closing:
            is_question_open = self.session.question is not None
            return self.frame_lines(self.reading.number, width, is_question_open=is_question_open)
        question = (self.lesson.question.asks, "text")
        judged = self.reading.judged
        if judged is None:
            words = [question]
            how_to_go_on = "a letter, or a click, answers"
        elif judged.right:
            words = [(judged.said, "best")]
            how_to_go_on = self.next_keys()
        else:
            words = [question, (judged.said, "cut")]
            how_to_go_on = "another letter answers"
        return self.text_lines("the question", words, how_to_go_on, width)

    def frame_lines(self, index: int, width: int, *, is_question_open: bool) -> list[Line]:
        """Return the text of the frame `index` (a page of the lesson), and what to press next.

        While the frame's question is open, the user must answer first.
        """
        frame = self.lesson.frames[index]
        count = self.reading.count
        how_to_go_on = f"{main_key_of('go_on')} goes on"
        if index + 1 == count:
            how_to_go_on = f"{main_key_of('go_on')}: a question"
        if is_question_open:
            how_to_go_on = "what comes next? answer below"
        elif frame.press:
            how_to_go_on = f"{fill_in_keys(frame.press)}; {how_to_go_on}"
        words = [(self.lesson.text(frame), "text")]
        return self.text_lines(f"{index + 1} of {count}", words, how_to_go_on, width)

    def text_lines(
        self, progress: str, words: Sequence[Span], how_to_go_on: str, width: int
    ) -> list[Line]:
        """Return the lesson's title, the paragraphs `words`, and how to go on.

        `progress` says how far the reader has come; it is written at the right of the title.
        """
        title = f"Lesson {self.lesson.number} · {self.lesson.title}"
        lines = [header_with_state([[(title, "title")]], progress, width, "dim")]
        for text, style in words:
            lines += wrap_words(spelled_for_widget(self, text), width, style)
        lines += wrap_words(spelled_for_widget(self, f"▸ {how_to_go_on}"), width, "key")
        return lines

    def draw_banner(self, width: int, height: int) -> list[Line]:
        """Draw the text of the frame, or the sentence of another step that the reader has gone to.

        The sentence is drawn here only if its own pane has no room, and no question is open.
        """
        has_sentence_pane = self.query_one("#why").display
        has_question = self.reading.is_closing or self.shows_question
        if has_question or has_sentence_pane or not self.is_away:
            return self.lesson_lines(width)[:height]
        title, *_ = self.frame_lines(self.reading.number, width, is_question_open=False)
        sentence = step.step_sentence(self.scene)
        lines = step.fit_sentence(sentence, self.scene, width, height - 2)
        effect = "goes on with the lesson"
        if self.session.must_answer_first:
            effect = "goes back to the question"
        how_to_go_on = spelled_for_widget(self, f"▸ {main_key_of('go_on')} {effect}")
        return [title, *lines, [(how_to_go_on, "key")]]

    @property
    def is_away(self) -> bool:
        """Return whether another step or another node than the frame's is shown."""
        scene = self.scene
        # Before the first visit nothing has been shown that the reader could have left.
        if not scene.tree.visits:
            return False
        has_selection = scene.selected is not None and scene.selected != scene.running_path
        return has_selection or scene.step != self.reading.step

    def next_keys(self) -> str:
        """Return the keys that go on after the question is answered."""
        words = "that was the last lesson"
        if self.reading.next_lesson:
            words = f"{main_key_of('go_on')}: lesson {self.lesson.number + 1}"
        if self.lesson.number >= FIRST_LESSON_WITH_PRACTICE:
            words += f"; {main_key_of('backwards')}: trees to solve yourself"
        return words

    def move_frame(self, by: int) -> None:
        """Show the frame `by` frames later. If it is about another search, open a new screen."""
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
        """Go to the next frame, then to the question, then to the next lesson.

        An open question must be answered first.
        """
        reading = self.reading
        if reading.is_closing:
            self.go_to_next_lesson()
        elif self.session.must_answer_first:
            # The frame's question is still open: go back to its step.
            self.seek(reading.step)
            self.say(self.how_to_answer)
        else:
            self.move_frame(1)

    def go_to_next_lesson(self) -> None:
        """Go to the next lesson; until the question at the end is answered, say how to answer."""
        reading = self.reading
        if not reading.is_solved:
            self.say(self.how_to_answer)
        elif reading.next_lesson is None:
            note = "that was the last lesson; <backwards> has trees to solve, <quit> leaves"
            self.say(fill_in_keys(note))
        else:
            next_reading = LessonReading(reading.next_lesson, 0, reading.moved)
            self.app.switch_screen(LessonScreen(next_reading))

    def action_go_back(self) -> None:
        """Go back one frame."""
        self.move_frame(-1)

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing: no frame comes before or after this one."""
        reading = self.reading
        if name == "go_back":
            return reading.number == 0
        if name == "go_on":
            return bool(self.how_to_answer) or (reading.is_closing and reading.next_lesson is None)
        return super().is_idle(name)

    def begin(self) -> None:
        """Ask the frame's question or, at the end, the lesson's question, and hide its answer."""
        reading = self.reading
        if reading.is_closing and reading.is_solved:
            return
        if reading.is_closing:
            # This screen judges the answer itself, so the session only hides later steps.
            self.session.show_up_to(reading.run, reading.step, self.how_to_answer)
        else:
            quiz = reading.quiz()
            if quiz is None:
                return
            self.session.begin(quiz, is_alone=True)
            # An answer is judged by the next step, which must have been searched by then.
            quiz.run.advance(step=reading.step + 1)
        self.show()
        self.make_room()

    @property
    def choices(self) -> Mapping[str, str]:
        """Return the answers to the open question, by their letters."""
        if self.reading.is_closing:
            return self.reading.choices
        return super().choices

    @property
    def how_to_answer(self) -> str:
        """Return how to answer the open question, "" if none is open."""
        if not self.reading.is_closing:
            return super().how_to_answer
        if self.reading.question is None:
            return ""
        return self.reading.question.wanted

    def action_answer(self, text: str) -> None:
        """Take an answer to the frame's question or, at the end, to the lesson's last question."""
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
        """Offer the answers to the question at the end, or paint the frame's question."""
        if self.reading.is_closing:
            choices = self.choices.items()
            parts: list[AnswerPart] = [(letter, words, letter) for letter, words in choices]
            pane.ask([], parts, "the question")
        else:
            super().paint_question(pane)

    def action_backwards(self) -> None:
        """Play backwards; once the question is answered, open trees to solve."""
        if (
            self.lecture is None
            and self.reading.is_solved
            and self.lesson.number >= FIRST_LESSON_WITH_PRACTICE
        ):
            self.run_app_action("practise")
        else:
            super().action_backwards()
