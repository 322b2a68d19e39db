"""The first difference: where a person's code does something that no right search does, and the line that does it.

The code's search is held against each that would be right, and the one that it follows furthest is taken. Up to where
the two part, the first wrong number is looked for: a window that a call was handed, or a value that was returned. Where
all numbers are right, it is wrong to go on with another node there, or to read nothing; where nothing parts them, the
answer is wrong. `visit_lines` finds the line of each.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from visualizer.explaining.explanation.naming import Naming, nobody_plays
from visualizer.look.numbers import format_number
from visualizer.trace.line_track import LineEvent, NodeValue, TrackedValue
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.your_code.grading.answers import is_same_value
from visualizer.your_code.grading.trees import MIN_TURN
from visualizer.your_code.watching.compared import ComparedCode, WrongNumber
from visualizer.your_code.watching.right import RightSearchOfCode
from visualizer.your_code.watching.source_lines import source_lines_of
from visualizer.your_code.watching.tracer import WINDOW_ENDS
from visualizer.your_code.watching.visit_lines import SilentCall, VisitLines
from visualizer.your_code.watching.visits import CodeSearch, call_window, returned_number


@dataclass(frozen=True)
class FirstDifference:
    """What is the first that is not right, and the line that it comes from."""

    moment: int
    """The moment of that line."""
    line: int
    call: int
    node: MovePath
    role: str
    """`alpha`, `beta`, `value` for what is returned, `order` for what is visited, or `move` for what is played."""
    yours: TrackedValue
    right: TrackedValue
    why: str
    """One sentence."""

    def as_object(
        self, place: Callable[[MovePath], str | None], plain: Callable[[TrackedValue], Any]
    ) -> dict[str, Any]:
        """Return it for JSON, with functions that write nodes and values."""
        return {
            "line": self.line,
            "call": self.call,
            "node": place(self.node),
            "role": self.role,
            "yours": plain(self.yours),
            "right": plain(self.right),
            "why": self.why,
        }


class CodeAnswer(NamedTuple):
    """What code has answered: what it read, the value and the move."""

    reads: Sequence[MovePath]
    value: float | None
    move: int | None

    def has_right_value(self, compared: ComparedCode) -> bool:
        """Return whether its value is that of the root, from MAX's side or the mover's."""
        signs = (1, -1) if compared.run.turn(()) == MIN_TURN else (1,)
        return self.value is None or any(
            is_same_value(sign * self.value, compared.right.value) for sign in signs
        )

    def has_right_move(self, compared: ComparedCode) -> bool:
        """Return whether its move is as good as any; chance makes none."""
        if self.move is None or compared.run.odds(()) is not None:
            return True
        return is_same_value(worth_of_root_move(compared, self.move), compared.right.value)

    def is_right(self, compared: ComparedCode) -> bool:
        """Return whether it is right, and so is what was read; of a search with a table, what was visited."""
        has_table = any(
            compared.code.is_from_memory(row) for row in range(len(compared.code.trace))
        )
        if has_table:
            is_other = compared.parts
        else:
            is_other = (*self.reads,) != compared.right.trace.leaf_paths()
        return not is_other and self.has_right_value(compared) and self.has_right_move(compared)


def worth_of_root_move(compared: ComparedCode, move: int) -> float:
    """Return what a move of the root is worth, to the depth of the last pass."""
    return compared.right.worth((move,), compared.right.limit(len(compared.right.trace) - 1))


def find_first_difference(
    code: CodeSearch, rights: Sequence[RightSearchOfCode], answer: CodeAnswer, *, failed: bool
) -> FirstDifference | None:
    """Return where code first does what none of some right searches does; None where its answer is right.

    Code that `failed` has no answer, and is held against them as far as it came.
    """
    found = [ComparedCode(code, right) for right in rights]
    if any(code.trace.window(row) for row in range(len(code.trace))):
        found = [each for each in found if each.right.has_window] or found
    nearest = max(found, key=lambda each: (each.step, each.agreeing(each.turned)))
    if failed and nearest.next is None:
        return None
    if not failed and any(answer.is_right(each) for each in found):
        return None
    return DifferenceFinder(nearest).difference(answer)


class DifferenceFinder:
    """Finds the first difference of code whose answer is wrong from a right search, and says it."""

    def __init__(self, compared: ComparedCode) -> None:
        """Take the code and the right search."""
        self.compared = compared
        self.code = compared.code
        self.run = compared.run
        self.track = compared.code.track
        self.title = compared.right.name
        self.lines = VisitLines(compared)
        self.naming = Naming(self.run, TreeAtStep(self.run.trace))

    def difference(self, answer: CodeAnswer) -> FirstDifference:
        """Return the first difference."""
        wrong = self.compared.first_wrong()
        if wrong is not None:
            if wrong.role == "value":
                return self.of_value(wrong)
            return self.of_end(wrong)
        if not self.compared.parts:
            return self.of_answer(answer)
        silent = self.lines.silent_calls()
        if silent:
            return self.of_silence(silent)
        return self.of_order()

    # A window.

    def of_end(self, wrong: WrongNumber) -> FirstDifference:
        """Tell of an end of a window that is handed on."""
        parent = self.code.trace.parent(wrong.row)
        path = self.code.paths[max(parent, 0)]
        is_written = False
        if parent >= 0:
            moment, is_written = self.lines.handed(wrong, parent)
            right = f"in {self.title}, {self.changing(wrong, parent)}"
        else:
            moment = self.lines.handing(wrong.row)
            moment = self.lines.left_behind(moment, self.compared.end_of(wrong.role, path))
            right = f"{self.title} hands it {self.said(wrong.low, path, wrong.role)}"
        if is_written:
            did = f"in your code {self.said(wrong.yours, path, wrong.role, 'became')}"
        else:
            child = self.naming.at(self.code.paths[wrong.row])
            did = f"your code hands {child} {self.said(wrong.yours, path, wrong.role)}"
        view = self.compared.view(path)
        numbers = (view.of(wrong.yours), view.of(wrong.low))
        return self.told(
            moment, path, self.compared.end_of(wrong.role, path), numbers, f"{did}; {right}"
        )

    def changing(self, wrong: WrongNumber, parent: int) -> str:
        """Say how the right window changes: `beta falls to 1 and alpha stays −∞`."""
        path = self.code.paths[parent]
        children = self.compared.children(parent, wrong.row)
        before, _ = self.lines.window_after(parent, children[:-1])
        view = self.compared.view(path)
        changes: list[str] = []
        unchanged: list[str] = []
        for end, old, new in zip(
            WINDOW_ENDS, before, self.compared.right_window(wrong.row), strict=True
        ):
            if new != old:
                rises = view.of(new) > view.of(old)
                changes.append(self.said(new, path, end, "rises to" if rises else "falls to"))
            elif end == wrong.role:
                unchanged.append(self.said(new, path, end, "stays"))
        return " and ".join([*changes, *unchanged])

    # A value.

    def of_value(self, wrong: WrongNumber) -> FirstDifference:
        """Tell of a value that is returned."""
        path = self.code.paths[wrong.row]
        frame, moment = self.lines.returning(wrong.row)
        if not self.code.trace.is_childless(wrong.row):
            moment = self.lines.maker(wrong.row, moment)
        view = self.compared.view(path)
        low, high = view.window(wrong.low, wrong.high)
        right = f"{self.title} returns {self.said(wrong.low, path)}"
        if low != high:
            right = f"in {self.title}, any value from {format_number(low)} to {format_number(high)} is right"
        is_return = (
            self.track.event(moment) is not LineEvent.LINE
            or moment == self.track.calls[frame].moments[-2]
        )
        did = "your code returns" if is_return else "so your code returns"
        if wrong.yours < wrong.low:
            nearest = wrong.low
        else:
            nearest = wrong.high
        numbers = (view.of(wrong.yours), view.of(nearest))
        return self.told(
            moment, path, "value", numbers, f"{did} {self.said(wrong.yours, path)}; {right}"
        )

    # Another node.

    def of_order(self) -> FirstDifference:
        """Tell that another node is visited than is expected."""
        compared = self.compared
        parent = next(reversed(compared.open_rows()), -1)
        above = self.code.paths[max(parent, 0)]
        entered = compared.next_node
        expected = compared.expected_node
        if entered is not None and entered == expected:
            return self.of_depth(parent, entered)
        does = "has ended"
        if compared.expected is not None:
            does = self.going_on(expected, above) + self.because(parent)
        sides = (self.coming(compared.next, entered), self.coming(compared.expected, expected))
        why = f"your code {self.going_on(entered, above)}; {self.title} {does}"
        return self.told(self.lines.going_on(parent), above, "order", sides, why)

    def going_on(self, node: MovePath | None, above: MovePath) -> str:
        """Say that a node is the next one, or, where there is none, that the one above is left."""
        return (
            f"leaves {self.naming.at(above)}"
            if node is None
            else f"goes on with {self.naming.at(node)}"
        )

    def coming(self, event: tuple[int, bool] | None, node: MovePath | None) -> str:
        """Return what comes next in one word: a node, `leave`, or `the end`."""
        if event is None:
            return "the end"
        if node is None:
            return "leave"
        return self.naming.at(node)

    def because(self, parent: int) -> str:
        """Say which window decides."""
        if parent < 0 or not self.compared.right.has_window:
            return ""
        (low, high), _ = self.lines.window_after(parent, self.compared.children(parent))
        path = self.code.paths[parent]
        ends = sorted((self.said(low, path, "alpha"), self.said(high, path, "beta")))
        return f", with {' and '.join(ends)}"

    def of_depth(self, parent: int, node: MovePath) -> FirstDifference:
        """Tell that a node is read as a leaf, or searched, which is expected to be the other way round."""
        name = self.naming.at(node)
        row = len(self.compared.common)
        did = f"searches {name}"
        does = "searches it"
        if self.code.trace.is_leaf(row):
            did = f"reads {name} as a leaf"
        assert self.compared.expected is not None
        if self.compared.right.trace.is_leaf(self.compared.expected[0]):
            does = "reads it as a leaf"
        moment = self.lines.too_deep(row, parent)
        above = self.code.paths[max(parent, 0)]
        return self.told(
            moment, above, "order", (name, name), f"your code {did}; {self.title} {does}"
        )

    def of_silence(self, silent: Sequence[SilentCall]) -> FirstDifference:
        """Tell of calls that have read nothing at nodes that are expected, or of the window that one was handed."""
        again = self.with_visits(silent)
        for row in range(len(self.compared.common), len(again.common)):
            if wrong := again.wrong_end(row):
                return DifferenceFinder(again).of_end(wrong)
        number, right_row = silent[-1]
        path = self.compared.right.trace.path(right_row)
        call = self.track.calls[number]
        returned = returned_number(call.returned)
        name = self.naming.at(path)
        test = self.lines.lines_of(number, call.moments[-1]).test()
        did = f"leaves {name}" if returned is None else f"returns {format_number(returned)}"
        if self.compared.right.trace.is_leaf(right_row):
            does = "reads its value"
        else:
            does = "searches its children"
        why = f"your code {did} at once and reads nothing; {self.title} {does}"
        return self.told(
            call.moments[-1] if test is None else test, path, "order", ("leave", name), why
        )

    def with_visits(self, silent: Sequence[SilentCall]) -> ComparedCode:
        """Return the code up to where it parts from the right search, with calls that read nothing as visits."""
        code = self.code.up_to(self.compared.step)
        for number, right_row in silent:
            call = self.track.calls[number]
            path = self.compared.right.trace.path(right_row)
            begin = call.moments[0]
            if self.compared.right.trace.is_leaf(right_row):
                code.leaf(path, number, begin, begin, window=call_window(call))
            else:
                code.enter(path, number, begin, call_window(call))
        return ComparedCode(code.finish(), self.compared.right, self.compared.turned)

    # The answer.

    def of_answer(self, answer: CodeAnswer) -> FirstDifference:
        """Tell of a value or a move that is answered, though all visits and what they return are right."""
        call = self.track.calls[0]
        value = self.compared.right.value
        moment = call.moments[-1]
        if answer.move is None or not answer.has_right_value(self.compared):
            why = f"your code returns {format_number(answer.value or 0)}; {self.title} returns {format_number(value)}"
            return self.told(
                moment, (), "value", (answer.value, self.compared.view(()).of(value)), why
            )
        names = self.run.choices(())
        move = answer.move
        best = next(
            place
            for place in range(len(names))
            if is_same_value(worth_of_root_move(self.compared, place), value)
        )
        for name in source_lines_of(self.track.files[call.file].lines).named(
            self.track.lines[moment], ast.Load
        ):
            if self.track.variables(0, moment).get(name) in (NodeValue((move,)), names[move]):
                moment = self.track.written(0, name, moment) or moment
        why = (
            f"your code plays {self.naming.at((move,))}, which is worth {format_number(worth_of_root_move(self.compared, move))}; "
            f"{self.title} plays {self.naming.at((best,))}, which is worth {format_number(value)}"
        )
        return self.told(moment, (), "move", (names[move], names[best]), why)

    # Words.

    def told(
        self,
        moment: int,
        path: MovePath,
        role: str,
        sides: tuple[TrackedValue, TrackedValue],
        why: str,
    ) -> FirstDifference:
        """Return a difference at a node, with its line and place in the sentence."""
        line = self.track.lines[moment]
        if path and not nobody_plays(self.run.game):
            before = "after"
        else:
            before = "at"
        if self.run.is_inner(path):
            mover = f" ({self.run.mover(path)})"
        else:
            mover = ""
        sentence = f"line {line}, {before} {self.naming.at(path)}{mover}: {why}"
        return FirstDifference(
            moment, line, self.track.owners[moment], path, role, *sides, sentence
        )

    def said(self, number: float, path: MovePath, end: str = "", verb: str = "") -> str:
        """Return a number as the code has it at a node; where that is not from MAX's side, with MAX's behind it."""
        if end:
            own = self.compared.end_of(end, path)
        else:
            own = ""
        view = self.compared.view(path)
        mine = " ".join(filter(None, (own, verb, view.show(number))))
        if not view.is_min:
            return mine
        return f"{mine} ({' '.join(filter(None, (end, format_number(number))))} for MAX)"
