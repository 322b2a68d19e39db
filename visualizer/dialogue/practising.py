"""Practice in line mode: the tree in words, questions one after the other, and the reason after each wrong answer."""

from collections.abc import Callable
from typing import Generic

from visualizer.dialogue.dialogue import Dialogue
from visualizer.errors import InputError
from visualizer.exercises.question import AnswerScore, AskedField, How, Question
from visualizer.exercises.tasks import Practice, Practised
from visualizer.explanation.naming import capitalized, tree_in_words
from visualizer.look.lines import print_lines

YES_NO = {"yes": True, "y": True, "no": False}


class TreeLines(Dialogue, Generic[Practised]):
    """Goes from one tree to the next."""

    def __init__(self, practice: Practised, write: Callable[[str], None] = print_lines) -> None:
        """Take a practice, which may have been begun."""
        super().__init__(write)
        self.practice: Practised = practice

    begin: Callable[[], None]
    """Says which tree it is, and what is to be done first."""

    def do_next_tree(self) -> None:
        """Go on to the next tree; end behind the last."""
        try:
            self.practice.move(1)
        except InputError as error:
            self.say(capitalized(f"{error}."))
            self.has_ended = True
        else:
            self.begin()


class PracticeLines(TreeLines[Practice]):
    """Asks the questions of one tree after the other."""

    place = "practice"
    answers = "a number (also inf, -inf, or with <= or >= before it), yes or no: answer the question"

    def greet(self) -> None:
        """Say how to answer, and begin."""
        self.write("Practice. Type a number, yes or no; help lists the rest.")
        self.begin()

    def begin(self) -> None:
        """Read a tree, and ask the first question about it."""
        practice = self.practice
        self.score, self.waiting = (
            AnswerScore(),
            [field for field in practice.sheet.exercise.in_order if field in practice.sheet.exercise.asked],
        )
        self.wrong, self.known = 0, set[AskedField]()  # wrong answers to this question, fields answered rightly
        self.say(f"\n{practice.title().replace(' · ', ', ')}. {practice.look}")
        self.act("tree")

    @property
    def question(self) -> Question:
        """Return the question that is open."""
        return self.practice.sheet.exercise.asked[self.waiting[0]]

    def ask(self) -> None:
        """Ask the question, and say how to answer where that does not go without saying."""
        self.say(self.question.asks if self.question.is_number else f"{self.question.asks} yes or no")

    def act(self, name: str, *argument: str) -> None:
        """Do an action by its name, and ask once more behind what only tells something."""
        super().act(name, *argument)
        if name in ("tree", "help", "clue"):
            self.ask()

    def do_tree(self) -> None:
        """Say the tree, a line for each inner node, the root first."""
        self.say("\n".join(tree_in_words(self.practice.sheet.run)))

    def do_clue(self) -> None:
        """Give a hint."""
        self.say(self.practice.sheet.hint(self.waiting[0]))

    def do_show_answer(self) -> None:
        """Tell the answer and why, and go on."""
        self.practice.sheet.show(self.waiting[0])
        self.say(self.question.show(self.known).said)
        self.known.add(self.waiting[0])
        self.go_on(How.SHOWN)

    def otherwise(self, line: str) -> None:
        """Judge an answer; a right one is put into the sheet. InputError for what is none."""
        question, word = self.question, line.lower()
        try:
            given = question.read(word if question.is_number else YES_NO.get(word, word))
        except InputError as error:
            number = f"a number such as 3, -2, inf{'' if question.bounds is None else ' or <=3'}"
            wanted = number if question.is_number else "yes, no"
            raise InputError(f"{line!r:.40} is neither {wanted} nor a command; help lists them") from error
        judged = question.judge(given, self.wrong + 1, self.known)
        self.say(judged.said)
        if not judged.right:
            self.wrong += 1
            return
        self.known.add(self.waiting[0])
        if question.is_number:
            self.practice.sheet.write(self.waiting[0], word)
        elif YES_NO[word]:
            self.practice.sheet.strike(self.waiting[0].path)
        self.go_on(How.LATER if self.wrong else How.AT_ONCE)

    def go_on(self, how: How) -> None:
        """Count an answer, and ask the next question; after the last say how it went, and go on to the next tree."""
        self.score.answers.append((self.question, how))
        self.wrong = 0
        del self.waiting[0]
        if self.waiting:
            self.ask()
            return
        practice, self.has_ended = self.practice, not self.practice.check().solved
        solved = f"{practice.done()}." if practice.done() else ""
        ending = practice.ending() if practice.has_next() else ""  # behind the last tree it is said in any case
        self.say(" ".join(filter(None, (f"Done: {self.score.tries}.", solved, ending))))
        if not self.has_ended:
            self.do_next_tree()
