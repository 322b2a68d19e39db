"""The first difference: where a user's code does what no right search does, and in which line.

The code is compared with each search that would be right, and the one that it follows longest is
taken. Before the two part, the first wrong number is sought: the window of a call, or a returned
value. If all numbers are right, the next node is wrong, or a call reads nothing; if the searches
never part, the answer is wrong. `visit_lines` finds the line of each.
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
    """The first thing that is not right, and the line that it comes from."""

    moment: int
    """The moment of that line."""
    line: int
    call: int
    node: MovePath
    role: str
    """`alpha`, `beta`, `value` (returned), `order` (of visits), or `move` (returned)."""
    yours: TrackedValue
    right: TrackedValue
    why: str
    """One sentence."""

    def as_object(
        self, place: Callable[[MovePath], str | None], plain: Callable[[TrackedValue], Any]
    ) -> dict[str, Any]:
        """Return it for JSON; `place` and `plain` write nodes and values."""
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
    """The answer of code: the leaves that it read, its value and its move."""

    reads: Sequence[MovePath]
    value: float | None
    move: int | None

    def has_right_value(self, compared: ComparedCode) -> bool:
        """Return whether the value is that of the root, from MAX's or the mover's side."""
        if self.value is None or is_same_value(self.value, compared.right.value):
            return True
        is_min = compared.run.turn(()) == MIN_TURN
        return is_min and is_same_value(-self.value, compared.right.value)

    def has_right_move(self, compared: ComparedCode) -> bool:
        """Return whether the move is a best one, or chance moves."""
        if self.move is None or compared.run.odds(()) is not None:
            return True
        return is_same_value(worth_of_root_move(compared, self.move), compared.right.value)

    def is_right(self, compared: ComparedCode) -> bool:
        """Return whether value, move and leaves are right; with a table, not leaves but visits."""
        rows = range(len(compared.code.trace))
        has_table = any(map(compared.code.is_from_memory, rows))
        if has_table and compared.parts:
            return False
        if not has_table and tuple(self.reads) != compared.right.trace.leaf_paths():
            return False
        return self.has_right_value(compared) and self.has_right_move(compared)


def worth_of_root_move(compared: ComparedCode, move: int) -> float:
    """Return the value of a move at the root, to the depth of the last pass."""
    return compared.right.worth((move,), compared.right.limit(len(compared.right.trace) - 1))


def find_first_difference(
    code: CodeSearch, rights: Sequence[RightSearchOfCode], answer: CodeAnswer, *, failed: bool
) -> FirstDifference | None:
    """Return where code first does what no right search does, or None if its answer is right.

    Code that `failed` has no answer, and is compared as far as it came.
    """
    compared = [ComparedCode(code, right) for right in rights]
    if any(code.trace.window(row) for row in range(len(code.trace))):
        with_window = [candidate for candidate in compared if candidate.right.has_window]
        compared = with_window or compared

    nearest = max(
        compared, key=lambda candidate: (candidate.step, candidate.agreeing(candidate.turned))
    )
    if failed and nearest.next is None:
        return None
    if not failed and any(map(answer.is_right, compared)):
        return None
    return DifferenceFinder(nearest).difference(answer)


class DifferenceFinder:
    """Finds the first difference between wrong code and a right search, and puts it into words."""

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
        """Return the difference of a wrong window end that is passed to a call."""
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
        after = self.compared.right_window(wrong.row)
        changes: list[str] = []
        unchanged: list[str] = []
        for end, old, new in zip(WINDOW_ENDS, before, after, strict=True):
            if new != old:
                rises = view.of(new) > view.of(old)
                changes.append(self.said(new, path, end, "rises to" if rises else "falls to"))
            elif end == wrong.role:
                unchanged.append(self.said(new, path, end, "stays"))
        return " and ".join([*changes, *unchanged])

    # A value.

    def of_value(self, wrong: WrongNumber) -> FirstDifference:
        """Return the difference of a wrong value that is returned."""
        path = self.code.paths[wrong.row]
        frame, moment = self.lines.returning(wrong.row)
        if not self.code.trace.is_childless(wrong.row):
            moment = self.lines.maker(wrong.row, moment)
        view = self.compared.view(path)
        low, high = view.window(wrong.low, wrong.high)
        right = f"{self.title} returns {self.said(wrong.low, path)}"
        if low != high:
            values = f"{format_number(low)} to {format_number(high)}"
            right = f"in {self.title}, any value from {values} is right"
        is_return = (
            self.track.event(moment) is not LineEvent.LINE
            or moment == self.track.calls[frame].moments[-2]
        )
        did = "your code returns" if is_return else "so your code returns"
        nearest = wrong.low if wrong.yours < wrong.low else wrong.high
        numbers = (view.of(wrong.yours), view.of(nearest))
        return self.told(
            moment, path, "value", numbers, f"{did} {self.said(wrong.yours, path)}; {right}"
        )

    # Another node.

    def of_order(self) -> FirstDifference:
        """Return the difference of a visit to another node than expected."""
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
        """Say that a search goes on with a node, or for None, that it leaves the node above."""
        if node is None:
            return f"leaves {self.naming.at(above)}"
        return f"goes on with {self.naming.at(node)}"

    def coming(self, event: tuple[int, bool] | None, node: MovePath | None) -> str:
        """Return the next event in short: a node, `leave`, or `the end`."""
        if event is None:
            return "the end"
        if node is None:
            return "leave"
        return self.naming.at(node)

    def because(self, parent: int) -> str:
        """Say which window is the reason."""
        if parent < 0 or not self.compared.right.has_window:
            return ""
        (low, high), _ = self.lines.window_after(parent, self.compared.children(parent))
        path = self.code.paths[parent]
        ends = sorted((self.said(low, path, "alpha"), self.said(high, path, "beta")))
        return f", with {' and '.join(ends)}"

    def of_depth(self, parent: int, node: MovePath) -> FirstDifference:
        """Return the difference of a node that is read as a leaf, or that should be."""
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
        """Return the difference of calls that read nothing, or of a wrong window of one."""
        again = self.with_visits(silent)
        for row in range(len(self.compared.common), len(again.common)):
            wrong_end = again.wrong_end(row)
            if wrong_end is not None:
                return DifferenceFinder(again).of_end(wrong_end)

        number, right_row = silent[-1]
        path = self.compared.right.trace.path(right_row)
        call = self.track.calls[number]
        returned = returned_number(call.returned)
        name = self.naming.at(path)
        test = self.lines.lines_of(number, call.moments[-1]).test()
        did = f"leaves {name}" if returned is None else f"returns {format_number(returned)}"
        is_leaf = self.compared.right.trace.is_leaf(right_row)
        does = "reads its value" if is_leaf else "searches its children"
        why = f"your code {did} at once and reads nothing; {self.title} {does}"
        return self.told(
            call.moments[-1] if test is None else test, path, "order", ("leave", name), why
        )

    def with_visits(self, silent: Sequence[SilentCall]) -> ComparedCode:
        """Return the code up to where the searches part, with calls that read nothing as visits."""
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
        """Return the difference of the final value or move, although all visits are right."""
        moment = self.track.calls[0].moments[-1]
        value = self.compared.right.value
        if answer.move is None or not answer.has_right_value(self.compared):
            returned = format_number(answer.value or 0)
            why = f"your code returns {returned}; {self.title} returns {format_number(value)}"
            sides = (answer.value, self.compared.view(()).of(value))
            return self.told(moment, (), "value", sides, why)

        names = self.run.choices(())
        move = answer.move
        worths = [worth_of_root_move(self.compared, other) for other in range(len(names))]
        best = next(other for other, worth in enumerate(worths) if is_same_value(worth, value))
        why = (
            f"your code plays {self.naming.at((move,))}, which is worth "
            f"{format_number(worths[move])}; {self.title} plays {self.naming.at((best,))}, which "
            f"is worth {format_number(value)}"
        )
        moment = self.moment_of_move(move, moment)
        return self.told(moment, (), "move", (names[move], names[best]), why)

    def moment_of_move(self, move: int, moment: int) -> int:
        """Return the moment when the returned move was stored in a variable, else the given one."""
        file = self.track.files[self.track.calls[0].file]
        move_name = self.run.choices(())[move]
        names = source_lines_of(file.lines).named(self.track.lines[moment], ast.Load)
        for name in names:
            value = self.track.variables(0, moment).get(name)
            if value in (NodeValue((move,)), move_name):
                moment = self.track.written(0, name, moment) or moment
        return moment

    # Words.

    def told(
        self,
        moment: int,
        path: MovePath,
        role: str,
        sides: tuple[TrackedValue, TrackedValue],
        why: str,
    ) -> FirstDifference:
        """Return a difference at a node, with line and node in front of the reason."""
        line = self.track.lines[moment]
        before = "after" if path and not nobody_plays(self.run.game) else "at"
        mover = f" ({self.run.mover(path)})" if self.run.is_inner(path) else ""
        sentence = f"line {line}, {before} {self.naming.at(path)}{mover}: {why}"
        return FirstDifference(
            moment, line, self.track.owners[moment], path, role, *sides, sentence
        )

    def said(self, number: float, path: MovePath, end: str = "", verb: str = "") -> str:
        """Return a number as the code has it at a node; if that is not MAX's side, also MAX's."""
        view = self.compared.view(path)
        code_end = self.compared.end_of(end, path) if end else ""
        words = " ".join(filter(None, (code_end, verb, view.show(number))))
        if not view.is_min:
            return words
        words_for_max = " ".join(filter(None, (end, format_number(number))))
        return f"{words} ({words_for_max} for MAX)"
