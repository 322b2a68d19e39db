"""A tree to fill in: what a person has written into its fields, and what is right and wrong of that."""

from dataclasses import dataclass
from itertools import islice

from visualizer.errors import InputError
from visualizer.explanation.cutoffs import Cutoffs
from visualizer.explanation.naming import capital, listed
from visualizer.explanation.practice import YES_OR_NO, Asked, Exercise, Judgement, NodeQuestion, read_answer
from visualizer.explanation.tree_words import leaf_in_words
from visualizer.look.numbers import alike, show
from visualizer.run import Run
from visualizer.trace.rows import MovePath

MOST_NODES = 2_000
"""Nodes that are filled in: with more, each key takes long on the screen, and a page as long to lay out."""
NAMES = {Asked.ALPHA: "α", Asked.BETA: "β", Asked.VALUE: "the value"}
HINTS = {
    Asked.PRUNED: "Look at α and β of the node above, as they are before this branch: the rest of its branches is "
    "skipped as soon as α {rule} β.",
    Asked.AGAIN: "The first look only asks whether this is better than what there is; only a yes needs a second one.",
    Asked.ALPHA: "α is the greatest value that MAX has so far at a node above: take what the branches to the left "
    "have given to the MAX nodes on the way down. The root begins with −∞.",
    Asked.BETA: "β is the least value that MIN has so far at a node above: take what the branches to the left "
    "have given to the MIN nodes on the way down. The root begins with +∞.",
    Asked.VALUE: "{side} takes the {best} of what is below it{skipped}.{hard}",
}
HARD = " Fail-hard: a value outside the window on entry is replaced by its nearer end."


@dataclass(frozen=True, slots=True)
class SheetCheck:
    """What a check has found: fields that are right, those that are wrong, and how many are not filled in yet."""

    right: int
    wrong: tuple[NodeQuestion, ...]
    missing: int

    @property
    def solved(self) -> bool:
        """Say whether all is filled in and right."""
        return not self.wrong and not self.missing


class Sheet:
    """The fields of a tree: at all inner nodes and edges, so that none gives an answer away.

    `texts` is what is written, `struck` are the nodes whose edge is marked: as never visited or, at the level `looks`,
    as visited again. `marks` says of the fields that were checked whether they are right, and why.
    """

    def __init__(self, exercise: Exercise) -> None:
        """Begin with nothing filled in."""
        self.texts: dict[NodeQuestion, str] = {}
        self.struck: set[MovePath] = set()
        self.shown = 0
        """How many answers were asked for."""
        self.change(exercise)

    def change(self, exercise: Exercise) -> None:
        """Ask about another search of the same tree; what is filled in stays, unchecked. InputError for a large one."""
        check_size(exercise.run)
        self.exercise, self.run, self.tree = exercise, exercise.run, exercise.tree
        self.marks: dict[NodeQuestion, Judgement] = {}
        self.fields = exercise.fields
        self.edges = Asked.AGAIN if exercise.level == "looks" else Asked.PRUNED

    # Filling in.

    def write(self, asked: NodeQuestion, text: str) -> None:
        """Write into a field of a number; its mark goes."""
        self.texts[asked] = text
        self.marks.pop(asked, None)

    def strike(self, path: MovePath) -> None:
        """Mark the edge above a node, or no longer."""
        self.struck ^= {path}
        self.marks.pop(NodeQuestion(path, self.edges), None)

    def show(self, asked: NodeQuestion) -> None:
        """Fill in the right answer and mark it; it is counted among those that were asked for."""
        self.shown += 1
        if asked.asked in YES_OR_NO:
            if (asked.path in self.struck) != self._is_struck(asked.path):
                self.strike(asked.path)
        else:
            visited = self.tree.node_at(asked.path) is not None
            self.write(asked, show(float(self.exercise.answer(asked))).replace("−", "-") if visited else "")
        if (found := self.judged(asked)) is not None:
            self.marks[asked] = found
        elif self.exercise.comes_up(asked):  # an edge that is left as it is, where no value is written yet
            self.marks[asked] = self.exercise.judge(asked, self.exercise.answer(asked))

    def _is_struck(self, path: MovePath) -> bool:
        """Say whether the edge above a node is to be marked; below a node that is never visited none has to be."""
        parent = self.tree.node_at(path[:-1])
        return parent is not None and bool(self.exercise.answer(NodeQuestion(path, self.edges)))

    # Checking.

    def check(self) -> SheetCheck:
        """Mark what is filled in, and count it."""
        self.marks, right, missing, wrong = {}, 0, 0, list[NodeQuestion]()
        for asked in self.fields:
            judgement = self.judged(asked)
            if judgement is None:
                missing += self.exercise.comes_up(asked)
            else:
                self.marks[asked] = judgement
                right += judgement.right
                wrong += [] if judgement.right else [asked]
        return SheetCheck(right, (*wrong,), missing)

    def judged(self, asked: NodeQuestion) -> Judgement | None:
        """Judge what is written into a field; None where nothing is, or where it makes no difference.

        That an edge is not marked is an answer once the value above it is written, or where no values are asked.
        """
        path = asked.path
        if asked.asked in YES_OR_NO:
            if self.tree.node_at(path[:-1]) is None:
                return None
            above, struck = NodeQuestion(path[:-1], Asked.VALUE), path in self.struck
            if not struck and above in self.fields and not self.texts.get(above):
                return None
            found = self.exercise.judge(asked, struck)
            done = "" if struck else "not "
            word = "struck" if asked.asked is Asked.PRUNED else "marked"
            return found if found.right else Judgement(right=False, why=f"{self.at(path)} is {done}{word}. {found.why}")
        text = self.texts.get(asked, "").strip()
        if not text:
            return None
        name = self.exercise.naming.at(path)
        if self.tree.node_at(path) is None:
            return Judgement(right=False, why=f"{capital(name)} is never visited, so it has no window and no value. "
                             f"{self._why_skipped(path)}")  # fmt: skip
        try:
            read_answer(text, asked)
        except InputError:
            signs = "; ≤ or ≥ may stand before it" if asked.asked is Asked.VALUE else ""
            return Judgement(right=False, why=f"'{text:.20}' is no number; inf is ∞{signs}.")
        found = self.exercise.judge(asked, text)
        if found.right:
            return Judgement(right=True, why=self._also_right(asked, text) or found.why)
        why = self._follows(asked, text) or found.why
        return Judgement(right=False, why=f"You wrote {text} for {NAMES[asked.asked]} at {name}. {why}")

    def _follows(self, asked: NodeQuestion, text: str) -> str:
        """Say of a wrong value that it follows from wrong ones below, which is better than to tell those; "" if not."""
        node = self.tree.node_at(asked.path)
        if asked.asked is not Asked.VALUE or node is None:
            return ""
        values, wrong = list[float](), list[str]()
        for child in self.tree.children(node):
            below = NodeQuestion(self.run.path(child), Asked.VALUE)
            value = right = self.run.trace.value(child)
            if below in self.fields:
                try:
                    value = read_answer(self.texts.get(below, ""), below)[1]
                except InputError:
                    return ""
            values.append(value)
            wrong += [] if alike(value, right) else [self.exercise.naming.at(below.path)]
        best = max(values) if self.tree.maximizing(node) else min(values)
        if not wrong or not alike(best, read_answer(text, asked)[1]):
            return ""
        are = "is" if len(wrong) == 1 else "are"
        return f"That follows from what you wrote below it, but {listed(wrong)} {are} wrong."

    def _why_skipped(self, path: MovePath) -> str:
        """Say which cut skips a node that is never visited."""
        cut = next(node for length in range(len(path) - 1, -1, -1)
                   if (node := self.tree.node_at(path[:length])) is not None)  # fmt: skip
        return Cutoffs(self.exercise.naming).sentence(cut)

    def _also_right(self, asked: NodeQuestion, text: str) -> str:
        """Say which sign a value could have as well; "" for none."""
        node, trace = self.tree.node_at(asked.path), self.run.trace
        if (
            asked.asked is not Asked.VALUE
            or node is None
            or self.exercise.level == "values"
            or read_answer(text, asked)[0]
        ):
            return ""
        value = trace.value(node)
        for sign, name, end, met in (
            ("≤", "at most α", trace.alpha(node), value <= trace.alpha(node)),
            ("≥", "at least β", trace.beta(node), value >= trace.beta(node)),
        ):
            if met:
                return f"{show(value)} is right, and so is {sign}{show(value)}: it is {name} = {show(end)} on entry."
        return ""

    def hint(self, asked: NodeQuestion) -> str:
        """Return a sentence that helps with a field without telling what belongs there."""
        return hint_for(self.exercise, asked.asked, maximizing=self.run.position(asked.path).maximizing)

    def at(self, path: MovePath) -> str:
        """Return what a sentence calls the edge above a node: the leaf's number, or the node's place."""
        return capital(leaf_in_words(self.run, self.exercise.naming, path))

    def settings(self) -> str:
        """Return the rules that hold, which decide what is right."""
        return rules_of(self.exercise)


def check_size(run: Run) -> None:
    """Raise InputError for a tree with more nodes than a person fills in."""
    if any(islice(run.all_paths(), MOST_NODES, None)):
        raise InputError(f"the tree has more than {MOST_NODES:,} nodes, the most that are filled in")


def hint_for(exercise: Exercise, asked: Asked, *, maximizing: bool) -> str:
    """Return a sentence that helps with a field of any node of MAX, or of MIN."""
    return HINTS[asked].format(
        rule="≥" if exercise.cut == ">=" else ">",
        side=exercise.run.game.side(maximizing=maximizing),
        best="greatest" if maximizing else "least",
        skipped="" if exercise.level == "values" else "; what is skipped does not count",
        hard=HARD if exercise.fail == "hard" else "",
    )


def rules_of(exercise: Exercise) -> str:
    """Return the rules by which answers are right: `cut α ≥ β, fail-soft`."""
    if exercise.level == "values":
        return "minimax"
    rule = f"cut {'α ≥ β' if exercise.cut == '>=' else 'α > β'}"
    return f"PVS, {rule}" if exercise.level == "looks" else f"{rule}, fail-{exercise.fail}"
