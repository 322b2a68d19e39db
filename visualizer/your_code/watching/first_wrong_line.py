"""The first difference: where a user's code does what no right search does, and in which line.

The code is compared with the right search that it follows longest. The first difference is the
first wrong number in the visits that both make: the window of a call, or a returned value. If all
numbers are right, the next node is wrong, or a call reads nothing. If all visits are the same, the
answer is wrong. `visit_lines` finds the lines.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from visualizer.explaining.explanation.naming import Naming, has_no_players
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
from visualizer.your_code.watching.visit_lines import MissedVisit, VisitLines
from visualizer.your_code.watching.visits import CodeSearch, call_window, returned_number


@dataclass(frozen=True)
class FirstDifference:
    """The first deviation from a right search, and the line that causes it."""

    moment: int
    """The moment (index of an executed line) of the line that causes it."""
    line: int
    call: int
    node: MovePath
    role: str
    """`alpha`, `beta`, `value` (returned), `order` (of visits), or `move` (returned)."""
    yours: TrackedValue
    right: TrackedValue
    why: str
    """The explanation, in one sentence."""

    def as_object(
        self, place: Callable[[MovePath], str | None], plain: Callable[[TrackedValue], Any]
    ) -> dict[str, Any]:
        """Return the difference for JSON.

        `place` returns the text of a node, given its path; `plain` makes a value fit for JSON.
        """
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
    """The answer of code: the leaves that it read, its value and its move at the root."""

    reads: Sequence[MovePath]
    value: float | None
    move: int | None

    def has_right_value(self, compared: ComparedCode) -> bool:
        """Return whether the value is right, from the side of MAX or of the player to move.

        True if the code returns no value.
        """
        if self.value is None or is_same_value(self.value, compared.right.value):
            return True
        is_min = compared.run.turn(()) == MIN_TURN
        return is_min and is_same_value(-self.value, compared.right.value)

    def has_right_move(self, compared: ComparedCode) -> bool:
        """Return whether the move is one of the best.

        True if the code returns no move, or if chance moves at the root.
        """
        if self.move is None or compared.run.odds(()) is not None:
            return True
        return is_same_value(value_of_root_move(compared, self.move), compared.right.value)

    def is_right(self, compared: ComparedCode) -> bool:
        """Return whether the code read the right leaves and returned the right value and move."""
        rows = range(len(compared.code.trace))
        # With a table, code may read fewer leaves, but its visits must be right.
        if any(map(compared.code.is_from_memory, rows)):
            has_right_visits = not compared.visits_differ
        else:
            has_right_visits = tuple(self.reads) == compared.right.trace.leaf_paths()
        has_right_answer = self.has_right_value(compared) and self.has_right_move(compared)
        return has_right_visits and has_right_answer


def value_of_root_move(compared: ComparedCode, move: int) -> float:
    """Return the value of a move at the root from MAX's side, to the depth of the last pass."""
    last_row = len(compared.right.trace) - 1
    return compared.right.minimax_value((move,), compared.right.depth_limit(last_row))


def find_first_difference(
    code: CodeSearch,
    right_searches: Sequence[RightSearchOfCode],
    answer: CodeAnswer,
    *,
    failed: bool,
) -> FirstDifference | None:
    """Return the first difference from the right search that the code follows longest.

    None if the code agrees with any of `right_searches`. If the code has `failed` with an error,
    only what it did before the error is compared: it has no answer.
    """
    comparisons = [ComparedCode(code, right) for right in right_searches]
    # Code that passes windows is meant to prune, so it is compared with searches that prune.
    if any(code.trace.window(row) for row in range(len(code.trace))):
        with_window = [each for each in comparisons if each.right.has_window]
        comparisons = with_window or comparisons

    nearest = max(comparisons, key=_closeness)
    if failed and nearest.next_event is None:
        return None
    if not failed and any(map(answer.is_right, comparisons)):
        return None
    return DifferenceFinder(nearest).difference(answer)


def _closeness(compared: ComparedCode) -> tuple[int, int]:
    """Return how long code follows a right search, as a key for sorting.

    The first number counts the events (entries and returns) at the same nodes, the second only
    the events before the first wrong number.
    """
    return compared.step, compared.count_agreeing_events(compared.negated_turns)


class DifferenceFinder:
    """Finds the first difference between wrong code and a right search, and puts it into words."""

    def __init__(self, compared: ComparedCode) -> None:
        """Start from a comparison of code with a right search."""
        self.compared = compared
        self.code = compared.code
        self.run = compared.run
        self.track = compared.code.track
        self.title = compared.right.name
        self.lines = VisitLines(compared)
        self.naming = Naming(self.run, TreeAtStep(self.run.trace))

    def difference(self, answer: CodeAnswer) -> FirstDifference:
        """Return the first difference; `answer` is what the code has returned."""
        wrong = self.compared.first_wrong_number()
        if wrong is not None:
            if wrong.role == "value":
                return self.difference_of_value(wrong)
            return self.difference_of_window(wrong)
        if not self.compared.visits_differ:
            return self.difference_of_answer(answer)
        missed_visits = self.lines.missed_visits()
        if missed_visits:
            return self.difference_of_missed_visits(missed_visits)
        return self.difference_of_order()

    def difference_of_window(self, wrong: WrongNumber) -> FirstDifference:
        """Return the difference for a visit that is passed a wrong alpha or beta.

        The line is the line that made the end wrong at the parent, or else the line that calls the
        visit.
        """
        parent = self.code.trace.parent(wrong.row)
        # The mistake is shown at the parent, or for the root, which has none, at the root itself.
        path = self.code.paths[max(parent, 0)]
        role = self.compared.convert_end(wrong.role, path)
        is_written = False
        if parent >= 0:
            moment, is_written = self.lines.line_of_window_end(wrong, parent)
            right = f"in {self.title}, {self.describe_window_change(wrong, parent)}"
        else:
            moment = self.lines.moment_of_window(wrong.row)
            moment = self.lines.moment_of_stale_window_end(moment, role)
            right = f"{self.title} hands it {self.describe_number(wrong.low, path, wrong.role)}"

        if is_written:
            became = self.describe_number(wrong.yours, path, wrong.role, "became")
            code_words = f"in your code {became}"
        else:
            child = self.naming.place_at(self.code.paths[wrong.row])
            code_words = (
                f"your code hands {child} {self.describe_number(wrong.yours, path, wrong.role)}"
            )
        view = self.compared.view(path)
        numbers = (view.of(wrong.yours), view.of(wrong.low))
        return self.make_difference(moment, path, role, numbers, f"{code_words}; {right}")

    def describe_window_change(self, wrong: WrongNumber, parent: int) -> str:
        """Say how the right window at a parent changes: `beta falls to 1 and alpha stays −∞`.

        `wrong` is the wrong window end of a child, and `parent` is the row of the parent's visit.
        The end that is right in the code is mentioned only if it changes.
        """
        path = self.code.paths[parent]
        children = self.compared.children(parent, wrong.row)
        before, _ = self.lines.window_after(parent, children[:-1])
        view = self.compared.view(path)
        after = self.compared.right_window(wrong.row)
        changes: list[str] = []
        unchanged: list[str] = []
        for end, old, new in zip(
            WINDOW_ENDS,
            before,
            after,
            strict=True,
        ):
            if new != old:
                verb = "rises to" if view.of(new) > view.of(old) else "falls to"
                changes.append(self.describe_number(new, path, end, verb))
            elif end == wrong.role:
                unchanged.append(self.describe_number(new, path, end, "stays"))
        return " and ".join([*changes, *unchanged])

    def difference_of_value(self, wrong: WrongNumber) -> FirstDifference:
        """Return the difference for a visit that returns a wrong value."""
        path = self.code.paths[wrong.row]
        call, moment = self.lines.return_of_visit(wrong.row)
        if not self.code.trace.is_childless(wrong.row):
            moment = self.lines.line_of_value(wrong.row, moment)
        # If an earlier line is wrong, the wrong value is only its consequence.
        code_words = "so your code returns"
        if self._is_return(call, moment):
            code_words = "your code returns"

        view = self.compared.view(path)
        nearest = wrong.low if wrong.yours < wrong.low else wrong.high
        numbers = (view.of(wrong.yours), view.of(nearest))
        yours = self.describe_number(wrong.yours, path)
        why = f"{code_words} {yours}; {self._right_values(wrong, path)}"
        return self.make_difference(moment, path, "value", numbers, why)

    def _is_return(self, call: int, moment: int) -> bool:
        """Return whether a call returns at a moment, or in the line executed at the moment."""
        if self.track.event(moment) is not LineEvent.LINE:
            return True
        # The last moment of a call is its return, the one before is the returning line.
        return moment == self.track.calls[call].moments[-2]

    def _right_values(self, wrong: WrongNumber, path: MovePath) -> str:
        """Say which values would be right."""
        low, high = self.compared.view(path).window(wrong.low, wrong.high)
        if low == high:
            return f"{self.title} returns {self.describe_number(wrong.low, path)}"
        values = f"{format_number(low)} to {format_number(high)}"
        return f"in {self.title}, any value from {values} is right"

    def difference_of_order(self) -> FirstDifference:
        """Return the difference for code that enters the wrong node next, or leaves too early."""
        compared = self.compared
        # The innermost open visit, -1 for none.
        parent = next(reversed(compared.rows_open_at_difference()), -1)
        # If no visit is open, the mistake is shown at the root, the node of row 0.
        parent_path = self.code.paths[max(parent, 0)]
        next_node = compared.next_node
        expected_node = compared.expected_node
        # Both searches enter the same node, but only one of them treats it as a leaf.
        if next_node is not None and next_node == expected_node:
            return self.difference_of_depth(parent, next_node)

        search_words = "has ended"
        if compared.expected_event is not None:
            search_words = self.describe_event(expected_node, parent_path)
            search_words += self.describe_window(parent)
        compared_values = (
            self.event_in_brief(compared.next_event, next_node),
            self.event_in_brief(compared.expected_event, expected_node),
        )
        why = (
            f"your code {self.describe_event(next_node, parent_path)}; {self.title} {search_words}"
        )
        moment = self.lines.line_of_next_visit(parent)
        return self.make_difference(moment, parent_path, "order", compared_values, why)

    def describe_event(self, node: MovePath | None, parent_path: MovePath) -> str:
        """Say that a search enters a node, or, if `node` is None, leaves the parent."""
        if node is None:
            return f"leaves {self.naming.place_at(parent_path)}"
        return f"goes on with {self.naming.place_at(node)}"

    def event_in_brief(self, event: tuple[int, bool] | None, node: MovePath | None) -> str:
        """Return the name of the node that an event enters, "leave", or "the end" for no event."""
        if event is None:
            return "the end"
        if node is None:
            return "leave"
        return self.naming.place_at(node)

    def describe_window(self, parent: int) -> str:
        """Return words for the right window of an open visit, as in `, with alpha 3 and beta 5`.

        `parent` is the row of the visit. Return "" if no visit is open (-1), or if the right search
        has no windows.
        """
        if parent < 0 or not self.compared.right.has_window:
            return ""
        (low, high), _ = self.lines.window_after(parent, self.compared.children(parent))
        path = self.code.paths[parent]
        # In code that is on MIN's side, alpha is MAX's beta. Sorting puts the code's alpha first.
        ends = sorted(
            (self.describe_number(low, path, "alpha"), self.describe_number(high, path, "beta"))
        )
        return f", with {' and '.join(ends)}"

    def difference_of_depth(self, parent: int, node: MovePath) -> FirstDifference:
        """Return the difference for a node that only one of the searches treats as a leaf.

        `parent` is the row of the visit to the node's parent, -1 for none.
        """
        name = self.naming.place_at(node)
        # All rows before this one agree.
        row = len(self.compared.right_rows)
        code_words = f"searches {name}"
        if self.code.trace.is_leaf(row):
            code_words = f"reads {name} as a leaf"
        search_words = "searches it"
        assert self.compared.expected_event is not None
        right_row, _ = self.compared.expected_event
        if self.compared.right.trace.is_leaf(right_row):
            search_words = "reads it as a leaf"

        moment = self.lines.line_of_depth(row, parent)
        parent_path = self.code.paths[max(parent, 0)]
        why = f"your code {code_words}; {self.title} {search_words}"
        return self.make_difference(moment, parent_path, "order", (name, name), why)

    def difference_of_missed_visits(self, missed: Sequence[MissedVisit]) -> FirstDifference:
        """Return the difference for calls that should have read values, but read nothing.

        If one of these calls was passed a wrong window, return the difference for this window.
        """
        compared = self.with_missed_visits(missed)
        for row in range(len(self.compared.right_rows), len(compared.right_rows)):
            wrong_end = compared.wrong_end(row)
            if wrong_end is not None:
                return DifferenceFinder(compared).difference_of_window(wrong_end)

        # Otherwise, the innermost of the calls is wrong.
        number, right_row = missed[-1]
        path = self.compared.right.trace.path(right_row)
        moment = self.track.calls[number].moments[-1]
        test = self.lines.lines_of_call(number, moment).last_exit_test()
        if test is not None:
            moment = test
        search_words = "searches its children"
        if self.compared.right.trace.is_leaf(right_row):
            search_words = "reads its value"
        code_words = self.describe_early_return(number, path)
        why = f"your code {code_words} at once and reads nothing; {self.title} {search_words}"
        return self.make_difference(
            moment, path, "order", ("leave", self.naming.place_at(path)), why
        )

    def describe_early_return(self, number: int, path: MovePath) -> str:
        """Say how a call that reads nothing ends: `returns 3`, or `leaves b1` without a number."""
        returned = returned_number(self.track.calls[number].returned)
        if returned is None:
            return f"leaves {self.naming.place_at(path)}"
        return f"returns {format_number(returned)}"

    def with_missed_visits(self, missed: Sequence[MissedVisit]) -> ComparedCode:
        """Return the comparison, with missed visits added after the visits that both searches make.

        So the windows of calls that made no visit can be compared, too.
        """
        code = self.code.up_to(self.compared.step)
        for number, right_row in missed:
            call = self.track.calls[number]
            path = self.compared.right.trace.path(right_row)
            begin = call.moments[0]
            if self.compared.right.trace.is_leaf(right_row):
                code.leaf(
                    path,
                    number,
                    begin,
                    begin,
                    window=call_window(call),
                )
            else:
                code.enter(path, number, begin, call_window(call))
        return ComparedCode(code.finish(), self.compared.right, self.compared.negated_turns)

    def difference_of_answer(self, answer: CodeAnswer) -> FirstDifference:
        """Return the difference for a wrong final value or move, if all visits are right."""
        if answer.move is not None and answer.has_right_value(self.compared):
            return self.difference_of_move(answer.move)
        value = self.compared.right.value
        returned = format_number(answer.value or 0)
        why = f"your code returns {returned}; {self.title} returns {format_number(value)}"
        compared_values = (answer.value, self.compared.view(()).of(value))
        return self.make_difference(self.end, (), "value", compared_values, why)

    def difference_of_move(self, move: int) -> FirstDifference:
        """Return the difference for a move at the root that is not one of the best."""
        names = self.run.choices(())
        value = self.compared.right.value
        move_values = [value_of_root_move(self.compared, index) for index in range(len(names))]
        best = next(
            index
            for index, move_value in enumerate(move_values)
            if is_same_value(move_value, value)
        )
        move_value = format_number(move_values[move])
        why = (
            f"your code plays {self.naming.place_at((move,))}, which is worth {move_value}; "
            f"{self.title} plays {self.naming.place_at((best,))}, "
            f"which is worth {format_number(value)}"
        )
        moment = self.moment_of_move(move, self.end)
        return self.make_difference(moment, (), "move", (names[move], names[best]), why)

    @property
    def end(self) -> int:
        """The last moment of the outermost call."""
        return self.track.calls[0].moments[-1]

    def moment_of_move(self, move: int, moment: int) -> int:
        """Return the moment at which the code stored its answer, `move`, in a variable.

        At `moment`, a line returns the answer. If this line reads no variable that holds the
        answer, return `moment`.
        """
        file = self.track.files[self.track.calls[0].file]
        move_name = self.run.choices(())[move]
        names = source_lines_of(file.lines).variables(self.track.lines[moment], ast.Load)
        stored_at = moment
        for name in names:
            value = self.track.variables(0, stored_at).get(name)
            if value in (NodeValue((move,)), move_name):
                stored_at = self.track.assignment_moment(0, name, stored_at) or stored_at
        return stored_at

    def make_difference(
        self,
        moment: int,
        path: MovePath,
        role: str,
        compared_values: tuple[TrackedValue, TrackedValue],
        why: str,
    ) -> FirstDifference:
        """Return a difference whose sentence names the line and the node, and ends with `why`.

        `role` says what is compared, such as "alpha". `compared_values` has the code's value and
        the right value.
        """
        line = self.track.lines[moment]
        # A position is reached "after" moves, a node of a tree is "at" a path.
        preposition = "after" if path and not has_no_players(self.run.game) else "at"
        mover = f" ({self.run.mover(path)})" if self.run.is_inner(path) else ""
        yours, right = compared_values
        return FirstDifference(
            moment=moment,
            line=line,
            call=self.track.call_numbers[moment],
            node=path,
            role=role,
            yours=yours,
            right=right,
            why=f"line {line}, {preposition} {self.naming.place_at(path)}{mover}: {why}",
        )

    def describe_number(
        self,
        number: float,
        path: MovePath,
        end: str = "",
        verb: str = "",
    ) -> str:
        """Return a number in words, with the name and the sign that it has in the code at a node.

        `number` is from MAX's side. For a window end, `end` is MAX's name for it ("alpha" or
        "beta"), and `verb` comes between name and number, as in `beta falls to 3`. Where the code's
        numbers are from MIN's side, MAX's name and number are added: `alpha rises to -3 (beta 3 for
        MAX)`.
        """
        view = self.compared.view(path)
        code_end = self.compared.convert_end(end, path) if end else ""
        words = " ".join(filter(None, (code_end, verb, view.show(number))))
        if not view.is_min:
            return words
        words_for_max = " ".join(filter(None, (end, format_number(number))))
        return f"{words} ({words_for_max} for MAX)"
