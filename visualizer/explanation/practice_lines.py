"""Line mode of practice: the tree in words, questions one after the other, and the reason after each wrong answer."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from visualizer.errors import InputError
from visualizer.explanation.naming import capitalized
from visualizer.explanation.practice import YES_OR_NO, Asked, NodeQuestion
from visualizer.explanation.tasks import Practice
from visualizer.explanation.tree_words import leaf_in_words, tree_in_words
from visualizer.look.lines import print_lines
from visualizer.look.numbers import show
from visualizer.look.spoken import spoken

HELP = (
    "A number (also inf, -inf, or with <= or >= before it), yes or no; hint helps, show tells the answer and why, tree "
    "reads the tree again, next goes to the next tree, quit ends."
)
LETTERS = {"?": "help", "h": "hint", "s": "show", "t": "tree", "n": "next", "q": "quit", "y": "yes"}


@dataclass(slots=True)
class Answered:
    """How many questions were answered at once, after a wrong answer, or were shown."""

    at_once: int = 0
    later: int = 0
    shown: int = 0


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
        practice, score = self.practice, Answered()
        self.say(f"\n{practice.title()}. {practice.task.look}")
        self.read_tree()
        for asked in in_order(practice.sheet.exercise.questions):
            found = self.ask(asked, answers, score)
            if found is not None:
                return found
        done = practice.check()
        told = f"{score.at_once} right at once, {score.later} after a wrong answer, {score.shown} shown."
        solved = f"{practice.done()}." if practice.done() else ""
        self.say(" ".join(filter(None, (f"Done: {told}", solved, practice.ending()))))
        return done.solved

    def ask(self, asked: NodeQuestion, answers: Iterator[str], score: Answered) -> bool | None:
        """Ask until it is right; None then, else whether the next tree is wanted (False ends)."""
        sheet, tries = self.practice.sheet, 0
        self.say(self.question(asked))
        for line in answers:
            word = LETTERS.get(line.lower(), line.lower())
            if word in ("quit", "next"):
                return word == "next"
            if word == "show":
                sheet.show(asked)
                score.shown += 1
                self.say(f"{self.answer(asked)}. {sheet.marks[asked].why}")
                return None
            if word in ("hint", "tree", "help", ""):
                self.help(word, asked)
                self.say(self.question(asked))
                continue
            if asked.asked in YES_OR_NO and word not in ("yes", "no"):
                self.say(f"! {line!r:.40} is neither yes nor no, nor one of hint, show, tree, next and quit.")
                continue
            tries += 1
            if self.judge(asked, word):
                score.at_once += tries == 1
                score.later += tries > 1
                return None
        return False

    def help(self, word: str, asked: NodeQuestion) -> None:
        """Give a hint, read the tree, or say what can be typed."""
        if word == "tree":
            self.read_tree()
        else:
            self.say(self.practice.sheet.hint(asked) if word == "hint" else HELP)

    def judge(self, asked: NodeQuestion, word: str) -> bool:
        """Say whether an answer is right, and why; a right one is filled in."""
        sheet = self.practice.sheet
        given: object = word == "yes" if asked.asked in YES_OR_NO else word
        try:
            found = sheet.exercise.judge(asked, given)
        except InputError:
            wanted = "a number such as 3, -2, inf" + (" or <=3" if asked.asked is Asked.VALUE else "")
            self.say(f"! {word!r:.40} is neither {wanted} nor one of hint, show, tree, next and quit.")
            return False
        self.say(f"{'Right.' if found.right else 'No.'} {found.why}")
        if found.right:
            if given is True:
                sheet.strike(asked.path)
            elif given is not False:
                sheet.write(asked, word)
        return found.right

    def answer(self, asked: NodeQuestion) -> str:
        """Return the right answer in words."""
        right = self.practice.sheet.exercise.answer(asked)
        return ("Yes" if right else "No") if asked.asked in YES_OR_NO else show(float(right))

    def question(self, asked: NodeQuestion) -> str:
        """Return the question about a node."""
        sheet = self.practice.sheet
        where = sheet.exercise.naming.at(asked.path)
        edge = leaf_in_words(sheet.run, sheet.exercise.naming, asked.path)
        return {
            Asked.PRUNED: f"Is {edge} skipped? yes or no",
            Asked.AGAIN: f"{self.practice.sheet.exercise.asks_again(edge)} yes or no",
            Asked.ALPHA: f"What is α on entry at {where}?",
            Asked.BETA: f"What is β on entry at {where}?",
            Asked.VALUE: f"What does {where} return?",
        }[asked.asked]

    def read_tree(self) -> None:
        """Say the tree, a line for each inner node, the root first."""
        for line in tree_in_words(self.practice.sheet.run):
            self.say(line)


def in_order(questions: Iterable[NodeQuestion]) -> list[NodeQuestion]:
    """Return questions in the order in which a search can answer them: a node's value after what is below it.

    >>> [each.node for each in in_order([NodeQuestion((), Asked.VALUE), NodeQuestion((0,), Asked.VALUE)])]
    ['1', '']
    """
    last = (10**9,)
    return sorted(questions, key=lambda each: (*each.path, *(last if each.asked is Asked.VALUE else ())))
