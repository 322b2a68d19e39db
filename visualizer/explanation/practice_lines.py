"""Line mode of practice: the tree in words, questions one after the other, and the reason after each wrong answer."""

from collections.abc import Callable, Iterable, Iterator

from visualizer.errors import InputError
from visualizer.explanation.naming import capitalized
from visualizer.explanation.questions.question import AskedField, Question
from visualizer.explanation.questions.score import AnswerScore, How
from visualizer.explanation.tasks import Practice
from visualizer.explanation.tree_words import tree_in_words
from visualizer.look.lines import print_lines
from visualizer.look.spoken import spoken

HELP = (
    "A number (also inf, -inf, or with <= or >= before it), yes or no; hint helps, show tells the answer and why, tree "
    "reads the tree again, next goes to the next tree, quit ends."
)
YES_NO = {"yes": True, "no": False}
LETTERS = {"?": "help", "h": "hint", "s": "show", "t": "tree", "n": "next", "q": "quit", "y": "yes"}


class PracticeLines:
    """Asks the questions of one tree after the other; `say` prints."""

    def __init__(self, practice: Practice, say: Callable[[str], None] = print_lines) -> None:
        """Take a practice, which may have been begun."""
        self.practice, self._say = practice, say

    def say(self, words: str) -> None:
        """Print something, with words in place of signs."""
        self._say(spoken(words))

    def run(self, lines: Iterable[str]) -> None:
        """Ask until the last tree is done, `quit`, or the end of the lines."""
        answers = (line.strip() for line in lines)
        self.say(f"Practice. {HELP}")
        while self.ask_tree(answers):
            try:
                self.practice.move(1)
            except InputError as error:
                self.say(capitalized(f"{error}."))
                return

    def ask_tree(self, answers: Iterator[str]) -> bool:
        """Ask all questions about a tree; say whether another is wanted."""
        practice, score = self.practice, AnswerScore()
        self.say(f"\n{practice.title()}. {practice.task.look}")
        self.read_tree()
        for asked in in_order(practice.sheet.exercise.questions):
            found = self.ask(asked, answers, score)
            if found is not None:
                return found
        done = practice.check()
        solved = f"{practice.done()}." if practice.done() else ""
        ending = practice.ending() if practice.has_next() else ""  # behind the last tree it is said in any case
        self.say(" ".join(filter(None, (f"Done: {score.tries}.", solved, ending))))
        return done.solved

    def ask(self, field: AskedField, answers: Iterator[str], score: AnswerScore) -> bool | None:
        """Ask until it is right; None then, else whether the next tree is wanted (False ends)."""
        sheet, tries = self.practice.sheet, 0
        question = sheet.exercise.asked[field]
        self.say(asked_aloud(question))
        for line in answers:
            word = LETTERS.get(line.lower(), line.lower())
            if word in ("quit", "next"):
                return word == "next"
            if word == "show":
                sheet.show(field)
                score.add(question, How.SHOWN)
                self.say(question.show().said)
                return None
            if word in ("hint", "tree", "help", ""):
                self.help(word, field)
                self.say(asked_aloud(question))
                continue
            try:
                given = question.read(word if question.is_number else YES_NO.get(word, word))
            except InputError:
                self.say(f"! {line!r:.40} is neither {wanted(question)} nor one of hint, show, tree, next and quit.")
                continue
            found = question.judge(given)
            self.say(found.said)
            if found.right:
                self.fill_in(field, word)
                score.add(question, How.LATER if tries else How.AT_ONCE)
                return None
            tries += 1
        return False

    def fill_in(self, field: AskedField, word: str) -> None:
        """Put a right answer into the sheet."""
        if word == "yes":
            self.practice.sheet.strike(field.path)
        elif word != "no":
            self.practice.sheet.write(field, word)

    def help(self, word: str, field: AskedField) -> None:
        """Give a hint, read the tree, or say what can be typed."""
        if word == "tree":
            self.read_tree()
        else:
            self.say(self.practice.sheet.hint(field) if word == "hint" else HELP)

    def read_tree(self) -> None:
        """Say the tree, a line for each inner node, the root first."""
        for line in tree_in_words(self.practice.sheet.run):
            self.say(line)


def asked_aloud(question: Question) -> str:
    """Return a question in words, and how to answer it where that does not go without saying."""
    return question.asks if question.is_number else f"{question.asks} yes or no"


def wanted(question: Question) -> str:
    """Return what an answer looks like."""
    if not question.is_number:
        return "yes, no"
    return f"a number such as 3, -2, inf{'' if question.bounds is None else ' or <=3'}"


def in_order(questions: Iterable[AskedField]) -> list[AskedField]:
    """Return questions in the order in which a search can answer them: a node's value after what is below it.

    >>> [each.node for each in in_order([AskedField((), "value"), AskedField((0,), "value")])]
    ['1', '']
    """
    last = (10**9,)
    return sorted(questions, key=lambda each: (*each.path, *(last if each.kind == "value" else ())))
