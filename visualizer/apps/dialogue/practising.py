"""Practice in line mode: the fields of a tree one by one, or a search by hand, with reasons."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Generic

from visualizer.apps.actions import fill_in_keys
from visualizer.apps.dialogue.dialogue import Dialogue
from visualizer.explaining.explanation.naming import (
    Naming,
    capitalize_node_name,
    capitalized,
    tree_in_words,
)
from visualizer.support.errors import InputError, print_lines
from visualizer.teach.attempt import Attempt
from visualizer.teach.by_hand.sentences import describe_current_node, thinking_order
from visualizer.teach.by_hand.walk import NodeStatus, VisibleTree
from visualizer.teach.question import SubmittedValue
from visualizer.teach.sheet import FieldByField
from visualizer.teach.tasks import AnyPractice, Practice, SearchPractice
from visualizer.trace.rows import MovePath

YES_NO_WORDS = {
    "yes": True,
    "y": True,
    "no": False,
}


class TreeLines(Dialogue, Generic[AnyPractice]):
    """Goes from one tree to the next; subclasses ask the questions."""

    attempt: Attempt[Any]

    def __init__(self, practice: AnyPractice, write: Callable[[str], None] = print_lines) -> None:
        """Take a practice, which may have begun."""
        super().__init__(write)
        self.practice: AnyPractice = practice

    greeting: str
    """How to answer."""
    begin: Callable[[], None]
    """Introduces a tree and the first task."""
    ask_next: Callable[[], None]
    """Asks the next question after a right answer, or sums up and begins the next tree."""

    def greet(self) -> None:
        """Print how to answer, and begin."""
        self.write(self.greeting)
        self.begin()

    def read_answer(self, line: str) -> SubmittedValue:
        """Return the answer in a line; InputError for a line that is not an answer."""
        return line

    def handle_other_line(self, line: str) -> None:
        """Judge an answer; if it is right, ask the next question. InputError for another line."""
        judgement = self.attempt.answer(self.read_answer(line))
        self.say(fill_in_keys(judgement.said))
        if judgement.right:
            self.ask_next()

    def action_show_answer(self) -> None:
        """Print the answer and its reason, and ask the next question."""
        self.say(fill_in_keys(self.attempt.show().said))
        self.ask_next()

    def action_next_tree(self) -> None:
        """Begin the next tree; after the last one, end the dialogue."""
        try:
            self.practice.move(1)
        except InputError as error:
            self.say(capitalized(f"{error}."))
            self.has_ended = True
        else:
            self.begin()


class PracticeLines(TreeLines[Practice]):
    """Asks the questions of one tree after the other."""

    screen = "practice"
    greeting = "Practice. Type a number, yes or no; help lists the rest."
    attempt: FieldByField
    answers = (
        "a number (also inf, -inf, or with <= or >= before it), yes or no: answer the question"
    )

    def begin(self) -> None:
        """Read a tree aloud, and ask the first question about it."""
        practice = self.practice
        self.attempt = FieldByField(practice.sheet)
        self.say(f"\n{practice.title().replace(' · ', ', ')}. {practice.look}")
        self.act("tree")

    def ask(self) -> None:
        """Ask the question, with the possible answers unless they are numbers."""
        question = self.attempt.open_question
        if question.is_number:
            self.say(question.asks)
        else:
            self.say(f"{question.asks} yes or no")

    def act(self, name: str, *argument: str) -> None:
        """Call the method of an action; after an action that only informs, repeat the question."""
        super().act(name, *argument)
        # A person who listens has forgotten the question by now.
        if name in ("tree", "help", "clue"):
            self.ask()

    def action_tree(self) -> None:
        """Describe the tree, with a line for each inner node, the root first."""
        self.say("\n".join(tree_in_words(self.practice.run)))

    def action_clue(self) -> None:
        """Give a hint."""
        self.say(self.attempt.open_question.hint)

    def read_answer(self, line: str) -> SubmittedValue:
        """Return the answer that a line gives: a number, or yes or no.

        For any other line, InputError says which answers are allowed.
        """
        question = self.attempt.open_question
        word = line.lower()
        try:
            if question.is_number:
                return question.read(word)
            return question.read(YES_NO_WORDS.get(word, word))
        except InputError as error:
            if not question.is_number:
                fault = "not yes, no or a command"
            elif question.bounds is None:
                fault = "neither a number (such as 3, -2 or inf) nor a command"
            else:
                fault = "neither a number (such as 3, -2, inf or <=3) nor a command"
            raise InputError(f"{line!r:.40} is {fault}; type help for the list") from error

    def ask_next(self) -> None:
        """Ask the next question; after the last, sum up and begin the next tree."""
        if self.attempt.question is not None:
            self.ask()
        else:
            self.sum_up()

    def sum_up(self) -> None:
        """Print the score for the tree; begin the next tree, or end if this one is unsolved."""
        practice = self.practice
        self.has_ended = not practice.check().solved
        sentences = [f"Done: {self.attempt.score.summary}."]
        course_progress = practice.course_progress()
        if course_progress:
            sentences.append(f"{course_progress}.")
        # `action_next_tree` itself says that there is no next tree.
        ending = practice.ending() if practice.has_next() else ""
        if ending:
            sentences.append(ending)
        self.say(" ".join(sentences))
        if not self.has_ended:
            self.action_next_tree()


NODE_STATUS_WORDS = {
    NodeStatus.BLANK: "not entered",
    NodeStatus.OPEN: "open",
    NodeStatus.HERE: "you stand here",
    NodeStatus.DONE: "returned {}",
    NodeStatus.CUT: "returned {}, with a cut",
    NodeStatus.STRUCK: "cut",
}


class ByHandLines(TreeLines[SearchPractice]):
    """Searches a tree by hand: each line is a step of the search."""

    screen = "steps"
    greeting = (
        "You are the search. Type down to enter the next child, a number to return it, x to cut "
        "the rest, or alpha or beta with its new value; help lists the rest."
    )
    answers = (
        "`down`, `x`, a number to return it, `alpha 3` or `beta 3`: the next step of the search"
    )

    def begin(self) -> None:
        """Introduce a tree, the rules of its search, and the current node."""
        title = self.practice.title().replace(" · ", ", ")
        self.attempt = self.practice.walk
        self.say(f"\n{title}. You are {self.practice.walk.hand.name}.")
        self.action_tree()
        self.say(self.practice.walk.step_report)

    def ask_next(self) -> None:
        """Sum up at the end of the search, and begin the next tree."""
        if self.practice.walk.is_over:
            self.say(f"{capitalized(self.practice.walk.report())}.")
            self.action_next_tree()

    def action_tree(self) -> None:
        """Describe the search so far: a line for each inner node entered, the root first."""
        self.say("\n".join(describe_visited_tree(self.practice.walk.visible)))

    def action_clue(self) -> None:
        """Print the order of the checks at a node, and the current node."""
        moment = self.practice.walk.moment
        self.say(f"{fill_in_keys(thinking_order(moment))} {describe_current_node(moment)}")

    def action_show_answer(self) -> None:
        """Take the next step, and print its reason."""
        walk = self.practice.walk
        judgement = walk.show()
        self.say(f"{fill_in_keys(judgement.said)} {walk.step_report}")
        self.ask_next()

    def action_from_the_root(self) -> None:
        """Begin again."""
        self.practice.walk.begin()
        self.begin()


def describe_visited_tree(visible_tree: VisibleTree) -> Iterator[str]:
    """Yield a line for each inner node that was entered: the side to move, and its children."""
    run = visible_tree.run
    naming = Naming(run, visible_tree.tree)
    # Breadth first, so that nodes of one ply follow each other.
    remaining_paths = deque[MovePath]([()])
    while remaining_paths:
        path = remaining_paths.popleft()
        node = visible_tree.tree.node_at(path)
        if node is None:
            continue
        children = run.child_paths(path)
        remaining_paths.extend(filter(run.is_inner, children))
        statuses = [describe_visible_node(visible_tree, naming, child) for child in children]
        place = capitalize_node_name(naming.place_at(path))
        yield f"{place}, {naming.side(node)} to move: {', '.join(statuses)}"


def describe_visible_node(visible_tree: VisibleTree, naming: Naming, path: MovePath) -> str:
    """Return the name of a node, with its status."""
    node_view = visible_tree.at(path)
    status = NODE_STATUS_WORDS[node_view.status].format(node_view.text)
    return f"{naming.place_at(path)} {status}"
