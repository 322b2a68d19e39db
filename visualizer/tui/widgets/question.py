"""The pane that asks what comes next: the question, answers that can be clicked, and whether one was right."""

from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message

from visualizer.tui.styled_lines import Line, wrapped
from visualizer.tui.widgets.painted import Painted

GAP = "   "

AnswerPart = tuple[str, str, str]
"""A key, the words of an answer, and the answer that a click gives."""


class QuestionPane(Painted):
    """Shows words, and below them what can be answered."""

    @dataclass
    class Answered(Message):
        """An answer was clicked."""

        answer: str

    def ask(self, words: str, style: str, answers: list[AnswerPart], title: str) -> None:
        """Show words and answers."""
        self.words, self.style_of_words, self.answers, self.border_title = words, style, answers, Content(title)
        self.refresh()

    words = ""
    style_of_words = "text"
    answers: list[AnswerPart]

    def lines(self) -> list[Line]:
        """Return the words, then the answers; where there is little room, the words are cut short."""
        if not self.words:
            return []
        below = [line for line, _ in self.rows()]
        words = wrapped(self.words, max(1, self.size.width), self.style_of_words)
        return [*words[: max(1, self.size.height - len(below))], *below]

    def rows(self) -> list[tuple[Line, list[tuple[int, int, str]]]]:
        """Return the lines of answers, each with the first and last column of its answers."""
        rows: list[tuple[Line, list[tuple[int, int, str]]]] = []
        at = self.size.width + 1
        for key, words, answer in self.answers:
            cells = cell_len(key) + cell_len(words) + bool(key)
            if at + cells > self.size.width:
                rows.append(([], []))
                at = 0
            line, places = rows[-1]
            line += [(key, "key"), (f"{' ' if key else ''}{words}", "strong"), (GAP, "text")]
            places.append((at, at + cells, answer))
            at += cells + len(GAP)
        return rows

    def on_click(self, event: events.Click) -> None:
        """Tell which answer was clicked."""
        offset, rows = event.get_content_offset(self), self.rows()
        row = -1 if offset is None else offset.y - (len(self.lines()) - len(rows))
        if offset is None or not 0 <= row < len(rows):
            return
        for left, right, answer in rows[row][1]:
            if left <= offset.x < right and answer:
                self.post_message(self.Answered(answer))
