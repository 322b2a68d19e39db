"""You are the search, in line mode: what has come back, what is done next, and why the search would not do that."""

from collections.abc import Iterator

from visualizer.dialogue.practising import TreeLines
from visualizer.exercises.by_hand.machine import read_act
from visualizer.exercises.by_hand.sentences import describe_standpoint, thinking_order
from visualizer.exercises.by_hand.walk import NodeStatus, VisibleTree
from visualizer.exercises.tasks import SearchPractice
from visualizer.explanation.naming import Naming, capital, capitalized
from visualizer.trace.rows import MovePath

WORDS = {
    NodeStatus.BLANK: "not entered",
    NodeStatus.OPEN: "open",
    NodeStatus.HERE: "you stand here",
    NodeStatus.DONE: "returned {}",
    NodeStatus.CUT: "returned {}, with a cut",
    NodeStatus.STRUCK: "cut",
}


class ByHandLines(TreeLines[SearchPractice]):
    """Stands in a tree, and does what each line says."""

    place = "steps"
    answers = "down, x, a number (it is returned), alpha or beta and a number: do that"

    def greet(self) -> None:
        """Say what can be done, and begin."""
        self.write("You are the search. Type down to enter the next child, a number to return it, x to cut the rest, "
                   "alpha or beta and a number where that changes; help lists the rest.")  # fmt: skip
        self.begin()

    def begin(self) -> None:
        """Say which tree it is and by which rules, and where one stands."""
        title = self.practice.title().replace(" · ", ", ")
        self.say(f"\n{title}. You are {self.practice.walk.hand.name}.")
        self.do_tree()
        self.say(self.practice.walk.said)

    def otherwise(self, line: str) -> None:
        """Do what a line says, or say why the search would not; InputError for what is neither."""
        found = self.practice.walk.do(read_act(line))
        self.say(found.why if found.right else f"No: {found.why}")
        self.go_on()

    def go_on(self) -> None:
        """Say at the end how it went, and go on to the next tree."""
        if self.practice.walk.is_over:
            self.say(f"{capitalized(self.practice.walk.report())}.")
            self.do_next_tree()

    def do_tree(self) -> None:
        """Say what has been done so far, a line for each inner node that was entered, the root first."""
        self.say("\n".join(tree_so_far(self.practice.walk.visible)))

    def do_clue(self) -> None:
        """Say in which order to think, and where one stands."""
        situation = self.practice.walk.situation
        self.say(f"{thinking_order(situation)} {describe_standpoint(situation)}")

    def do_show_answer(self) -> None:
        """Do what comes next, and say why."""
        shown = self.practice.walk.show()
        self.say(f"{shown.shown}. {shown.why} {self.practice.walk.said}")
        self.go_on()

    def do_from_the_root(self) -> None:
        """Begin again."""
        self.practice.walk.begin()
        self.begin()


def tree_so_far(visible: VisibleTree) -> Iterator[str]:
    """Yield a line for each inner node that was entered: whose turn it is, and what its children are so far."""
    run = visible.hand.run
    naming, paths = Naming(run, visible.tree), list[MovePath]([()])
    for path in paths:  # which grows meanwhile
        node = visible.tree.node_at(path)
        if node is None:
            continue
        below = run.below(path)
        paths += filter(run.is_inner, below)
        seen = ", ".join(words_of(visible, naming, each) for each in below)
        yield f"{capital(naming.at(path))}, {naming.side(node)} to move: {seen}"


def words_of(visible: VisibleTree, naming: Naming, path: MovePath) -> str:
    """Return what is said of a node: its name, and what it is so far."""
    seen = visible.at(path)
    return f"{naming.at(path)} {WORDS[seen.status].format(seen.text)}"
