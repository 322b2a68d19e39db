"""The source of watched code: the variables of its lines, and the line that made a number wrong."""

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from visualizer.trace.line_track import LineEvent, LineTrack, TrackedValue
from visualizer.your_code.grading.answers import answer_as_number
from visualizer.your_code.grading.signatures import parameter_role
from visualizer.your_code.watching.tracer import (
    WINDOW_ENDS,
    is_window_name,
    window_end_of_name,
    window_ends_among,
)

OPPOSITE_WINDOW_END = dict(zip(WINDOW_ENDS, reversed(WINDOW_ENDS), strict=True))
VARIABLE_SYNTAX = ast.Name, ast.Attribute, ast.Subscript
TEST_SYNTAX = ast.If, ast.While
VALUE_ROLE = ""
"""The role of a variable that holds the value of a node, not an end of the window."""
BODY_FIELDS = frozenset(("body", "orelse", "finalbody", "handlers"))
"""The fields of compound statements that hold other statements."""


def variable_name(node: ast.AST) -> str:
    """Return the name of a variable, such as `best` or `self.alpha`; "" for another expression.

    For an item of a list, such as `values[0]`, it is the name of the list.
    """
    if isinstance(node, ast.Attribute):
        return f"{variable_name(node.value)}.{node.attr}"
    if isinstance(node, ast.Subscript):
        return variable_name(node.value)
    if isinstance(node, ast.Name):
        return node.id
    return ""


def called_name(call: ast.Call) -> str:
    """Return the name of a called function or method, without the object in front."""
    return variable_name(call.func).rpartition(".")[2]


def line_range(node: ast.stmt | ast.expr) -> range:
    """Return the lines of a statement or an expression."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def head_lines(statement: ast.stmt) -> range:
    """Return the lines of a statement, without the body of a compound statement.

    For an `if` statement, for example, they are the lines of the test.
    """
    body = getattr(statement, "body", None)
    if not body:
        return line_range(statement)
    # The body may begin on the line of the head: `if a: return b`.
    last = max(statement.lineno, body[0].lineno - 1)
    return range(statement.lineno, last + 1)


def statements_by_line(tree: ast.Module) -> dict[int, list[ast.stmt]]:
    """Return the statements by line; a compound statement is only on the lines before its body."""
    statements: dict[int, list[ast.stmt]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            for line in head_lines(node):
                statements.setdefault(line, []).append(node)
    return statements


def counter_names(tree: ast.Module) -> set[str]:
    """Return the variables that count or index something, and so cannot hold a node's value.

    They are set by a `for` loop, changed by a statement such as `+=`, or used as an index.
    """
    names: set[str] = set()
    for node in ast.walk(tree):
        counter: ast.AST | None
        if isinstance(node, ast.For | ast.AugAssign):
            counter = node.target
        else:
            # The index in `values[index]`: only a subscript has a slice.
            counter = getattr(node, "slice", None)
        if counter is not None:
            names.update(map(variable_name, ast.walk(counter)))
    return names


class SourceLines:
    """The source of a file, by its lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Parse the source; if it has syntax errors, it counts as empty."""
        try:
            tree = ast.parse("\n".join(lines))
        except SyntaxError:
            tree = ast.Module([], [])
        self.statements = statements_by_line(tree)
        """The statements by line; a compound statement is only on the lines before its body."""
        self.counters = counter_names(tree)
        """The variables that count or index something."""
        self.functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        self._function_names = {function.name for function in self.functions}
        self.negamax_lines = self._find_negamax_lines(tree)
        """The lines that negate the result of a call, or both ends of its window."""
        self.calls_by_function = self._find_calls()
        """The functions that each function calls, by name."""

    def _find_negamax_lines(self, tree: ast.Module) -> set[int]:
        """Return the lines of expressions that change signs for the other player, as in negamax."""
        lines: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.expr) and self._changes_side(node):
                lines.update(line_range(node))
        return lines

    def _changes_side(self, node: ast.expr) -> bool:
        """Return whether an expression is `-search(…)`, or a call with `-beta, -alpha`."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return any(self._is_own_call(part) for part in ast.walk(node.operand))
        if not self._is_own_call(node):
            return False
        text = ast.unparse(node)
        return all(f"-{end}" in text for end in WINDOW_ENDS)

    def _is_own_call(self, node: ast.AST) -> bool:
        """Return whether an expression is a call of a function of the file."""
        return isinstance(node, ast.Call) and called_name(node) in self._function_names

    def _find_calls(self) -> dict[str, set[str]]:
        """Return the functions of the file that each function of the file calls, by name."""
        called: dict[str, set[str]] = {}
        for function in self.functions:
            # Methods of several classes may share a name.
            names = called.setdefault(function.name, set())
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and self._is_own_call(node):
                    names.add(called_name(node))
        return called

    def functions_reached_from(self, function: str) -> set[str]:
        """Return the functions that a function calls, directly or through other functions."""
        reached: set[str] = set()
        to_follow = [function]
        while to_follow:
            new = self.calls_by_function.get(to_follow.pop(), set()) - reached
            reached |= new
            to_follow += new
        return reached

    def variables(self, line: int, context: type[ast.expr_context]) -> list[str]:
        """Return the variables that a line reads (`ast.Load`) or writes (`ast.Store`), in order."""
        names: dict[str, None] = {}
        for node in self.expressions(line):
            if isinstance(node, VARIABLE_SYNTAX) and isinstance(node.ctx, context):
                names[variable_name(node)] = None
        return [*names]

    def expressions(self, line: int) -> Iterator[ast.AST]:
        """Yield all parts of the statements on a line, without bodies of compound statements."""
        for statement in self.statements.get(line, ()):
            for name, field in ast.iter_fields(statement):
                if name in BODY_FIELDS:
                    continue
                parts = field if isinstance(field, list) else [field]
                for part in parts:
                    if isinstance(part, ast.AST):
                        yield from ast.walk(part)

    def writes(self, line: int, name: str) -> bool:
        """Return whether a line writes a variable."""
        return name in self.variables(line, ast.Store)

    def is_written_below(self, line: int, name: str) -> bool:
        """Return whether the function around a line writes a variable below this line.

        Writes in loops do not count, since an earlier round of the loop may have made them.
        """
        function = self._function_at(line)
        if function is None:
            return False
        loop_lines: set[int] = set()
        for node in ast.walk(function):
            if isinstance(node, ast.For | ast.While):
                loop_lines.update(line_range(node))

        lines_below = range(line + 1, (function.end_lineno or line) + 1)
        return any(below not in loop_lines and self.writes(below, name) for below in lines_below)

    def _function_at(self, line: int) -> ast.FunctionDef | None:
        """Return the innermost function around a line."""
        around = [
            function
            for function in self.functions
            if function.lineno <= line <= (function.end_lineno or line)
        ]
        return max(around, key=lambda function: function.lineno, default=None)

    def is_statement(self, line: int, *kinds: type[ast.stmt]) -> bool:
        """Return whether a statement of one of some types is on a line."""
        return any(isinstance(statement, kinds) for statement in self.statements.get(line, ()))

    def is_test_guarding(self, line: int, is_match: Callable[[ast.stmt], bool]) -> bool:
        """Return whether a line is the test of an `if` or `while` around a matching statement.

        A statement matches if `is_match(statement)` is true.
        """
        for test in self.statements.get(line, ()):
            if not isinstance(test, TEST_SYNTAX):
                continue
            for node in ast.walk(test):
                if node is not test and isinstance(node, ast.stmt) and is_match(node):
                    return True
        return False


source_lines_of = lru_cache(64)(SourceLines)


def last_write_among(track: LineTrack, name: str, moments: Sequence[int]) -> int | None:
    """Return the last of some moments at which a line wrote a shared variable, or None.

    Shared variables are attributes of `self` and global variables. Code may write one, search a
    child, and restore the variable at the end of the function. If the function returned too early
    to restore it, the result is the moment of this return.
    """
    for moment in reversed(moments):
        call = track.calls[track.call_numbers[moment]]
        source = source_lines_of(track.files[call.file].lines)
        if track.event(moment) is LineEvent.LINE and source.writes(track.lines[moment], name):
            return_moment = call.moments[-1]
            has_returned = return_moment in moments
            if has_returned and source.is_written_below(track.lines[return_moment], name):
                return return_moment
            return moment
    return None


class LinesInSpan:
    """The lines that one call has run between two moments, and its wrong variables there.

    A moment is the index of an executed line.
    """

    def __init__(
        self,
        track: LineTrack,
        call: int,
        span: tuple[int, int],
        child: int = -1,
        is_right: Callable[[str, float], bool] = lambda role, number: True,
        *,
        expected_writes: frozenset[str] = frozenset(),
    ) -> None:
        """Start with the lines of a call in a span (first and last moment, both included).

        `child` is the number of the call that returned in the span, -1 for none.
        `is_right(role, number)` returns whether a number is right for a variable with the role
        "alpha", "beta" or `VALUE_ROLE`. `expected_writes` are the roles of the variables that the
        right search changes in the span.
        """
        self.track = track
        self.call = call
        self.child = child
        self.is_right = is_right
        self.expected_writes = expected_writes
        self.source = source_lines_of(track.files[track.calls[call].file].lines)
        first, last = span
        self.moments = [moment for moment in track.calls[call].moments if first <= moment <= last]
        self.line_moments = [
            moment for moment in self.moments if track.event(moment) is LineEvent.LINE
        ]

    def numbers(self, variables: dict[str, TrackedValue]) -> dict[str, list[tuple[str, float]]]:
        """Return the node values and window ends in variables, as (role, number) pairs by name.

        A variable that holds a whole window has two pairs, any other variable has one.
        """
        found: dict[str, list[tuple[str, float]]] = {}
        for role, name, end in window_ends_among(variables):
            found.setdefault(name, []).append((role, end))
        for name, value in variables.items():
            # A depth, for example, is a number, too, but not the value of a node.
            has_other_role = parameter_role(name.rpartition(".")[2]) is not None
            if has_other_role or name in self.source.counters:
                continue
            number = answer_as_number(value)
            if number is not None:
                found[name] = [(VALUE_ROLE, number)]
        return found

    def is_wrong(
        self,
        name: str,
        moment: int,
        role: str = VALUE_ROLE,
        sign: int = 1,
    ) -> bool:
        """Return whether a variable holds a wrong value or window end at a moment.

        A variable whose name does not tell its role has the role `role`. If `sign` is -1, the
        negative of its number is checked.
        """
        variables = self.track.variables(self.call, moment)
        numbers = self.numbers(variables).get(name, ())
        return any(
            not self.is_right(named_role or role, sign * number) for named_role, number in numbers
        )

    def last_moment(
        self, is_wanted: Callable[[int], object], moments: Sequence[int] | None = None
    ) -> int | None:
        """Return the last of some moments at which the executed line passes a test, or None.

        `is_wanted(line number)` is the test. By default, the moments are those of the whole span.
        """
        if moments is None:
            moments = self.line_moments
        for moment in reversed(moments):
            if is_wanted(self.track.lines[moment]):
                return moment
        return None

    def origin_of(self, name: str, before: int | None = None, max_hops: int = 3) -> int | None:
        """Return the moment of the line that made a variable wrong, or None.

        Usually, it is the last line that wrote the variable. But if that line read another wrong
        variable, return the origin of the other variable instead, at most `max_hops` times. Only
        moments before `before` count.
        """
        moments = self.line_moments
        if before is not None:
            moments = [moment for moment in moments if moment < before]
        write = self.last_moment(lambda line: self.source.writes(line, name), moments)
        if write is None:
            return self._origin_without_write(name, moments)

        if max_hops:
            earlier = self.origin_of_wrong_input(write, {name}, max_hops - 1)
            if earlier is not None:
                return earlier
        # If `alpha = value` copies a right value, but alpha should not change, the test is wrong.
        if self._copies_variable(write) and window_end_of_name(name) not in self.expected_writes:
            test = self.last_moment(lambda line: self._tests_and_guards(line, name), moments)
            if test is not None:
                return test
        return write

    def _origin_without_write(self, name: str, moments: Sequence[int]) -> int | None:
        """Return the moment of the line to blame if no line in the span wrote a variable, or None.

        The line changed the variable in the child's call, or it has a test that prevented the
        write, or it wrote the other end of the window by mistake.
        """
        change = self.change_in_child(name)
        if change is not None:
            return change
        test = self.last_moment(lambda line: self._guards(line, name), moments)
        other_end = OPPOSITE_WINDOW_END.get(window_end_of_name(name))
        if test is not None or other_end is None:
            return test
        return self.last_moment(lambda line: self._writes_end(line, other_end), moments)

    def _guards(self, line: int, name: str) -> bool:
        """Return whether a line is a test that decides whether a variable is written."""
        return self.source.is_test_guarding(
            line, lambda statement: self.source.writes(statement.lineno, name)
        )

    def _tests_and_guards(self, line: int, name: str) -> bool:
        """Return whether a line tests a variable to decide whether to write the same variable."""
        return self._guards(line, name) and name in self.source.variables(line, ast.Load)

    def _writes_end(self, line: int, end: str) -> bool:
        """Return whether a line writes a variable with the name of a window end."""
        return end in map(window_end_of_name, self.source.variables(line, ast.Store))

    def _copies_variable(self, moment: int) -> bool:
        """Return whether the line at a moment only copies a variable, as in `best = value`."""
        for statement in self.source.statements[self.track.lines[moment]]:
            if isinstance(statement, ast.Assign):
                return isinstance(statement.value, VARIABLE_SYNTAX)
        return False

    def change_in_child(self, name: str) -> int | None:
        """Return the moment at which the child's call changed a shared variable, or None.

        Calls inside the child's call count, too. If the line of the change is unknown, return the
        last moment of the child's call.
        """
        if self.child < 0 or len(self.moments) < 2:
            return None
        child = self.track.calls[self.child]
        # The child's call cannot see the variable, so the variable is not shared.
        if name not in child.values:
            return None
        # The first two moments of the span are before and after the call of the child.
        old = self.track.variables(self.call, self.moments[0]).get(name)
        new = self.track.variables(self.call, self.moments[1]).get(name)
        if old == new:
            return None
        first = child.moments[0]
        last = child.moments[-1]
        return last_write_among(self.track, name, range(first, last + 1)) or last

    def origin_of_wrong_input(
        self, moment: int, ignored: set[str], max_hops: int = 3
    ) -> int | None:
        """Return the origin of a wrong variable that the line at `moment` reads, or None.

        The origin is the moment of the line that made the variable wrong. The variables in
        `ignored` are not checked. `max_hops` is the limit for `origin_of`.
        """
        line = self.track.lines[moment]
        negated = self._negated_variables(line)
        for name in self.source.variables(line, ast.Load):
            if name in ignored:
                continue
            # In `max(best, -value)`, it is -value that must be right.
            sign = -1 if name in negated else 1
            if not self.is_wrong(name, moment, sign=sign):
                continue
            found = self.origin_of(name, moment, max_hops)
            if found is not None:
                return found
        return None

    def _negated_variables(self, line: int) -> set[str]:
        """Return the variables that a line negates, such as `value` in `max(best, -value)`."""
        return {
            variable_name(node.operand)
            for node in self.source.expressions(line)
            if isinstance(node, ast.UnaryOp)
        }

    def last_exit_test(self, *, of_window: bool = True) -> int | None:
        """Return the moment of the last test that decides whether to leave a loop or the call.

        None if there is no such test. If `of_window` is true, only tests of the window count.
        """
        return self.last_moment(lambda line: self._is_exit_test(line, of_window=of_window))

    def _is_exit_test(self, line: int, *, of_window: bool) -> bool:
        """Return whether a line is a test that decides whether to leave a loop or the call.

        If `of_window` is true, only tests that read a window, or an end of a window, count.
        """
        names = self.source.variables(line, ast.Load)
        ends_and_windows = set(filter(None, map(window_end_of_name, names)))
        ends_and_windows.update(filter(is_window_name, names))
        if of_window and not ends_and_windows:
            return False
        if self.source.is_statement(line, ast.While):
            return True
        # `if alpha < beta:` around the body of a loop ends the visits without a `break`.
        if len(ends_and_windows) == 2 and self.source.is_statement(line, ast.If):
            return True
        return self.source.is_test_guarding(
            line, lambda statement: isinstance(statement, ast.Break | ast.Return)
        )
