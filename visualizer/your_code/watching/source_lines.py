"""Find the line of a call that a wrong number comes from, by its source and its variables."""

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from visualizer.trace.line_track import LineEvent, LineTrack, TrackedValue
from visualizer.your_code.grading.answers import answer_as_float
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


def variable_name(node: ast.AST) -> str:
    """Return the name of a variable in a track: `best`, `self.alpha`, or that of its list."""
    if isinstance(node, ast.Attribute):
        return f"{variable_name(node.value)}.{node.attr}"
    if isinstance(node, ast.Subscript):
        return variable_name(node.value)
    if isinstance(node, ast.Name):
        return node.id
    return ""


class SourceLines:
    """The source of a file, by its lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Parse the source; of source with syntax errors, nothing is known."""
        try:
            tree = ast.parse("\n".join(lines))
        except SyntaxError:
            tree = ast.Module([], [])
        self.at: dict[int, list[ast.stmt]] = {}
        """The statements on each line; compound statements only on the lines before their body."""
        self.functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
        self.counters = set[str]()
        """The variables that count or index something."""
        functions = {each.name for each in self.functions}
        for each in ast.walk(tree):
            if isinstance(each, ast.stmt):
                body = getattr(each, "body", None)
                if body:
                    last = max(each.lineno, body[0].lineno - 1)
                else:
                    last = each.end_lineno or each.lineno
                for line in range(each.lineno, last + 1):
                    self.at.setdefault(line, []).append(each)
            counted = (
                each.target
                if isinstance(each, ast.For | ast.AugAssign)
                else getattr(each, "slice", None)
            )
            self.counters |= set() if counted is None else {*map(variable_name, ast.walk(counted))}

        def calls(each: ast.AST) -> bool:
            return (
                isinstance(each, ast.Call)
                and variable_name(each.func).rpartition(".")[2] in functions
            )

        def negates(each: ast.AST) -> bool:
            if isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.USub):
                return any(map(calls, ast.walk(each.operand)))
            return calls(each) and all(f"-{end}" in ast.unparse(each) for end in WINDOW_ENDS)

        self.negamax_lines = {
            line
            for each in ast.walk(tree)
            if isinstance(each, ast.expr) and negates(each)
            for line in range(each.lineno, (each.end_lineno or each.lineno) + 1)
        }
        """The lines that negate the result of a call, or both ends of its window."""
        self.called: dict[str, set[str]] = {}
        """The functions that each function calls, by name."""
        for function in self.functions:
            inside = [
                each for each in ast.walk(function) if isinstance(each, ast.Call) and calls(each)
            ]
            names = {variable_name(call.func).rpartition(".")[2] for call in inside}
            self.called[function.name] = self.called.get(function.name, set()) | names

    def reached(self, function: str) -> set[str]:
        """Return the functions that one calls, directly or not."""
        found = set[str]()
        waiting = [function]
        while waiting:
            new = self.called.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return found

    def named(self, line: int, context: type[ast.expr_context]) -> list[str]:
        """Return the variables that a line reads (`ast.Load`) or writes (`ast.Store`), in order."""
        found = (
            variable_name(each)
            for each in self.own(line)
            if isinstance(each, VARIABLE_SYNTAX) and isinstance(each.ctx, context)
        )
        return [*dict.fromkeys(found)]

    def own(self, line: int) -> Iterator[ast.AST]:
        """Yield the expressions of a line, without those in the body of a compound statement."""
        for statement in self.at.get(line, ()):
            for name, field in ast.iter_fields(statement):
                for each in field if isinstance(field, list) else [field]:
                    if isinstance(each, ast.AST) and name not in (
                        "body",
                        "orelse",
                        "finalbody",
                        "handlers",
                    ):
                        yield from ast.walk(each)

    def writes(self, line: int, name: str) -> bool:
        """Return whether a line writes a variable."""
        return name in self.named(line, ast.Store)

    def skips(self, line: int, name: str) -> bool:
        """Return whether a line leaves a function before it writes a variable, after its loops."""
        around = [
            each for each in self.functions if each.lineno <= line <= (each.end_lineno or line)
        ]
        if not around:
            return False
        own = max(around, key=lambda each: each.lineno)
        loops = [each for each in ast.walk(own) if isinstance(each, ast.For | ast.While)]
        inside = {
            place
            for loop in loops
            for place in range(loop.lineno, (loop.end_lineno or loop.lineno) + 1)
        }
        behind = range(line + 1, (own.end_lineno or line) + 1)
        return any(place not in inside and self.writes(place, name) for place in behind)

    def is_a(self, line: int, *kinds: type[ast.stmt]) -> bool:
        """Return whether a line is a statement of one of some types."""
        return any(isinstance(each, kinds) for each in self.at.get(line, ()))

    def decides(self, line: int, is_wanted: Callable[[ast.stmt], bool]) -> bool:
        """Return whether a line is a test that a wanted statement depends on."""
        for test in self.at.get(line, ()):
            if not isinstance(test, TEST_SYNTAX):
                continue
            for node in ast.walk(test):
                if node is not test and isinstance(node, ast.stmt) and is_wanted(node):
                    return True
        return False


source_lines_of = lru_cache(64)(SourceLines)


def last_write_before(track: LineTrack, name: str, moments: Sequence[int]) -> int | None:
    """Return the last of some moments whose line writes a shared variable, or None.

    If the call that wrote it would have written it once more, but was left before, this is the
    moment of its return.
    """
    for moment in reversed(moments):
        call = track.calls[track.owners[moment]]
        source = source_lines_of(track.files[call.file].lines)
        if track.event(moment) is LineEvent.LINE and source.writes(track.lines[moment], name):
            end = call.moments[-1]
            if end in moments and source.skips(track.lines[end], name):
                return end
            return moment
    return None


class LinesBetween:
    """The lines that one call has run in a span of time, and its wrong variables there."""

    def __init__(
        self,
        track: LineTrack,
        call: int,
        span: tuple[int, int],
        child: int = -1,
        is_fine: Callable[[str, float], bool] = lambda role, number: True,
        *,
        due: frozenset[str] = frozenset(),
    ) -> None:
        """Take the moments of a call in a span, both ends included, in which a child returned.

        `due` are the roles of variables that should be written there, "" for the best value.
        """
        self.track = track
        self.call = call
        self.child = child
        self.is_fine = is_fine
        self.due = due
        self.source = source_lines_of(track.files[track.calls[call].file].lines)
        self.moments = [
            moment for moment in track.calls[call].moments if span[0] <= moment <= span[1]
        ]
        self.run = [moment for moment in self.moments if track.event(moment) is LineEvent.LINE]

    def numbers(self, variables: dict[str, TrackedValue]) -> dict[str, list[tuple[str, float]]]:
        """Return the variables that hold values or window ends, with roles and numbers."""
        found: dict[str, list[tuple[str, float]]] = {}
        for role, name, end in window_ends_among(variables):
            found.setdefault(name, []).append((role, end))
        for name, value in variables.items():
            is_other = (
                name in self.source.counters or parameter_role(name.rpartition(".")[2]) is not None
            )
            if not is_other and (number := answer_as_float(value)) is not None:
                found[name] = [("", number)]
        return found

    def wrong(self, name: str, moment: int, role: str = "", sign: int = 1) -> bool:
        """Return whether a variable holds a wrong value or window end."""
        numbers = self.numbers(self.track.variables(self.call, moment)).get(name, ())
        return any(not self.is_fine(own or role, sign * number) for own, number in numbers)

    def last(
        self, is_wanted: Callable[[int], object], moments: Sequence[int] | None = None
    ) -> int | None:
        """Return the last of some moments, by default all, whose line is wanted, or None."""
        for moment in reversed(self.run if moments is None else moments):
            if is_wanted(self.track.lines[moment]):
                return moment
        return None

    def writer(self, name: str, before: int | None = None, depth: int = 3) -> int | None:
        """Return the moment of the line that a variable's wrong value comes from, or None.

        It is the line that wrote it, or one that wrote what that line reads; or a test that decides
        whether it is written; or the line that wrote the other end of the window instead.
        """
        source = self.source
        moments = [each for each in self.run if before is None or each < before]
        wrote = self.last(lambda line: source.writes(line, name), moments)

        def guards(line: int) -> bool:
            return source.decides(line, lambda each: source.writes(each.lineno, name))

        if wrote is None:
            found = self.in_child(name) or self.last(guards, moments)
            if found is None and (other := OPPOSITE_WINDOW_END.get(window_end_of_name(name))):
                return self.last(
                    lambda line: other in map(window_end_of_name, source.named(line, ast.Store)),
                    moments,
                )
            return found
        if depth and (deeper := self.input(wrote, {name}, depth - 1)) is not None:
            return deeper
        copied = [
            each.value
            for each in source.at[self.track.lines[wrote]]
            if isinstance(each, ast.Assign)
        ]
        if (
            isinstance(next(iter(copied), None), VARIABLE_SYNTAX)
            and window_end_of_name(name) not in self.due
        ):
            return (
                self.last(
                    lambda line: guards(line) and name in source.named(line, ast.Load), moments
                )
                or wrote
            )
        return wrote

    def in_child(self, name: str) -> int | None:
        """Return the moment when a child, or a call in it, changed a shared variable, or None."""
        if (
            self.child < 0
            or len(self.moments) < 2
            or name not in self.track.calls[self.child].values
        ):
            return None
        old, new = (self.track.variables(self.call, each).get(name) for each in self.moments[:2])
        if old == new:
            return None
        own = self.track.calls[self.child].moments
        return last_write_before(self.track, name, range(own[0], own[-1] + 1)) or own[-1]

    def input(self, moment: int, without: set[str], depth: int = 3) -> int | None:
        """Return the moment of the line that made a number wrong that this one reads, or None."""
        line = self.track.lines[moment]
        own = [*self.source.own(line)]
        for name in self.source.named(line, ast.Load):
            is_turned = any(
                isinstance(each, ast.UnaryOp) and variable_name(each.operand) == name
                for each in own
            )
            is_wrong = self.wrong(name, moment, sign=-1 if is_turned else 1)
            if (
                name not in without
                and is_wrong
                and (found := self.writer(name, moment, depth)) is not None
            ):
                return found
        return None

    def test(self, *, of_window: bool = True) -> int | None:
        """Return the moment of the last test that may leave a loop or the call, or None.

        With `of_window`, it must read an end of the window. A test of both ends counts anyway.
        """

        def asks(line: int) -> bool:
            names = self.source.named(line, ast.Load)
            ends = {*map(window_end_of_name, names)} - {""} | {*filter(is_window_name, names)}
            leaves = self.source.decides(
                line, lambda each: isinstance(each, ast.Break | ast.Return)
            )
            leaves |= self.source.is_a(line, ast.While) or (
                len(ends) == 2 and self.source.is_a(line, ast.If)
            )
            return leaves and bool(ends or not of_window)

        return self.last(asks)
