"""A program with its cuts switched off, which is the reference for the program itself.

In a copy of the syntax tree, no exit that compares an end of the window leaves, no loop ends for
it, and no call is skipped for it. All other statements stay, and so do the lines. Besides, each
call is handed the window of the root.
"""

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from visualizer.your_code.programs.instrumenting import call_of, place_of, variables_in
from visualizer.your_code.programs.plan import uses_result
from visualizer.your_code.programs.roles import Roles
from visualizer.your_code.programs.source import FunctionSyntax, ProgramFunction, own_syntax
from visualizer.your_code.watching.source_lines import called_name, variable_name
from visualizer.your_code.watching.tracer import WINDOW_ENDS, window_end_of_name

UNCUT_NAME = "__visualizer_uncut__"
"""The name by which the program decorates functions that are handed the root's window."""
EXITS = (ast.Break, ast.Return, ast.Continue)


class CutRemover(ast.NodeTransformer):
    """Switches the cuts in the functions of a search off."""

    def __init__(self, functions: Sequence[ProgramFunction], roles: Roles) -> None:
        """Take the functions and the roles of their parameters."""
        self.ends_by_place: dict[tuple[int, int], set[str]] = {}
        """The names of window ends, by the place of the function."""
        self.numbers = {place_of(function.syntax): n for n, function in enumerate(functions)}
        for number, function in enumerate(functions):
            names = roles.by_function[number]
            ends = {name for name, role in names.items() if role in WINDOW_ENDS}
            self.ends_by_place[place_of(function.syntax)] = ends
        self.names = {function.short_name for function in functions}
        self.lines: list[int] = []
        """The lines of the cuts, from 1."""
        self._ends: set[str] | None = None
        """The names of the window's ends in the function around; None outside of the search."""
        self._values: set[str] = set()
        """The variables of that function that hold values of children, or the best of them."""
        self._loops = 0
        """The number of loops around that call the search."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Switch the cuts in a function of the search off, and hand it the root's window."""
        outside = self._ends, self._values, self._loops
        self._loops = 0
        self._ends = self.ends_by_place.get(place_of(node))
        if self._ends is not None:
            self._ends |= aliases(node, self._ends)
            self._values = value_variables(node, self.names)
        self.generic_visit(node)
        self._ends, self._values, self._loops = outside
        number = self.numbers.get(place_of(node))
        if number is not None:
            decorator = call_of(UNCUT_NAME, ast.Constant(number))
            node.decorator_list.append(ast.copy_location(decorator, node))
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        """Switch a condition off that compares the window: its exits, or the skipping of a call."""
        self.generic_visit(node)
        if not self._is_cut(node.test):
            return node
        if isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.Or):
            # The other conditions, such as a depth of 0, go on to count.
            others = [part for part in node.test.values if not self._is_cut(part)]
            if others and any(isinstance(part, EXITS) for part in ast.walk(node)):
                self._note(node.test)
                node.test = either(others, node.test)
                return node
        body = self._without_exits(node.body)
        orelse = self._without_exits(node.orelse)
        is_exit = body is not None or orelse is not None
        if is_exit:
            self._note(node.test)
            node.body = body or node.body
            node.orelse = orelse or node.orelse
        elif self._compares_window(node.test) and self._calls_search(node):
            self._note(node.test)
            node.test = ast.copy_location(ast.Constant(value=True), node.test)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        """Let no loop end because of the window."""
        self.generic_visit(node)
        if self._compares_window(node.test):
            self._note(node.test)
            node.test = without_parts(node.test, self._compares_window)
        return node

    def _note(self, test: ast.expr) -> None:
        """Note the line of a cut that is switched off."""
        if test.lineno not in self.lines:
            self.lines.append(test.lineno)

    def _compares_window(self, test: ast.AST) -> bool:
        """Return whether a condition compares an end of the window with something."""
        if self._ends is None:
            return False
        return any(
            isinstance(part, ast.Compare) and any(map(self._is_end, ast.walk(part)))
            for part in ast.walk(test)
        )

    def _is_cut(self, test: ast.AST) -> bool:
        """Return whether a condition may cut: it compares the window or, in a loop, a value.

        `if best == 1: break` cuts as well, where a win is worth 1.
        """
        if self._compares_window(test):
            return True
        return self._loops > 0 and any(
            isinstance(part, ast.Compare)
            and any(
                isinstance(name, ast.Name) and name.id in self._values for name in ast.walk(part)
            )
            for part in ast.walk(test)
        )

    def visit_For(self, node: ast.For) -> ast.AST:
        """Note that what follows is in a loop, if the loop calls the search."""
        is_search_loop = self._ends is not None and self._calls_search(node)
        self._loops += is_search_loop
        self.generic_visit(node)
        self._loops -= is_search_loop
        return node

    def _is_end(self, node: ast.AST) -> bool:
        """Return whether an expression is an end of the window."""
        if not isinstance(node, ast.Name | ast.Attribute):
            return False
        name = variable_name(node)
        if name in (self._ends or ()):
            return True
        # `a` and `b` may be anything; in `self.beta` and in globals only the whole name counts.
        return len(name) > 1 and window_end_of_name(name) != ""

    def _without_exits(self, statements: Sequence[ast.stmt]) -> list[ast.stmt] | None:
        """Return statements without those that leave; None if none of them leaves."""
        if not any(isinstance(statement, EXITS) for statement in statements):
            return None
        kept = [statement for statement in statements if not isinstance(statement, EXITS)]
        nothing = ast.copy_location(ast.Pass(), statements[0])
        return kept or [nothing]

    def _calls_search(self, node: ast.AST) -> bool:
        """Return whether a piece of syntax calls the search."""
        return any(
            isinstance(part, ast.Call) and called_name(part) in self.names
            for part in ast.walk(node)
        )


def aliases(function: FunctionSyntax, ends: Collection[str]) -> set[str]:
    """Return the variables that begin as a copy of a window end, such as `a` in `a = alpha`."""
    return {
        target.id
        for node in own_syntax(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)
        for target in node.targets
        if isinstance(target, ast.Name) and node.value.id in ends
    }


def value_variables(function: FunctionSyntax, names: Collection[str]) -> set[str]:
    """Return the variables of a function to which values of its search are assigned.

    `names` are the functions of the search. A variable that is assigned from such a variable
    counts, too: `best = score`.
    """
    found: set[str] = set()
    count = -1
    while len(found) > count:
        count = len(found)
        for node in own_syntax(function):
            if isinstance(node, ast.Assign) and uses_result(node.value, names, found):
                for target in node.targets:
                    found.update(variables_in(target))
    return found


def either(conditions: Sequence[ast.expr], place: ast.expr) -> ast.expr:
    """Return a condition that holds if one of some conditions does."""
    if len(conditions) == 1:
        return conditions[0]
    return ast.copy_location(ast.BoolOp(ast.Or(), [*conditions]), place)


def without_parts(test: ast.expr, is_part: Callable[[ast.AST], bool]) -> ast.expr:
    """Return the condition of a loop without the parts that meet a test; True if all do."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        others = [part for part in test.values if not is_part(part)]
        if len(others) == 1:
            return others[0]
        if others:
            return ast.copy_location(ast.BoolOp(ast.And(), others), test)
    return ast.copy_location(ast.Constant(value=True), test)


class RootWindow:
    """Hands the window of the root to each call of a search."""

    def __init__(
        self, functions: Sequence[ProgramFunction], roles: Roles, *, is_negamax: bool
    ) -> None:
        """Take the functions; in a negamax the window changes sides with each ply."""
        self.functions = functions
        self.roles = roles
        self.is_negamax = is_negamax
        self.open_calls = 0
        self.window: tuple[Any, Any] | None = None
        """The window of the root that is being searched, None if it has none."""
        self.root_ply = 0
        """The number of open calls around the one that was handed this window."""

    def decorator(self, number: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Return the decorator of a function, given its number."""
        names = [self.roles.parameter(number, end) for end in WINDOW_ENDS]

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            parameters = self.functions[number].parameters

            def handed(*args: Any, **kwargs: Any) -> Any:
                arguments = {**dict(zip(parameters, args, strict=False)), **kwargs}
                if self.open_calls == 0:
                    self.window = None
                if self.window is None:
                    # The root, or the first call in a function that tries the root's moves.
                    self.window = self._window(arguments, names)
                    self.root_ply = self.open_calls
                else:
                    args, kwargs = self._with_window(parameters, names, args, kwargs)
                self.open_calls += 1
                try:
                    return function(*args, **kwargs)
                finally:
                    self.open_calls -= 1

            return handed

        return decorate

    @staticmethod
    def _window(
        arguments: Mapping[str, Any], names: Sequence[str | None]
    ) -> tuple[Any, Any] | None:
        """Return the window among arguments, None if there is none."""
        if not all(name in arguments for name in names):
            return None
        alpha, beta = (arguments[name] for name in names if name is not None)
        return alpha, beta

    def _with_window(
        self,
        parameters: Sequence[str],
        names: Sequence[str | None],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return arguments in which the window is that of the root."""
        assert self.window is not None
        window = self.window
        is_for_other_side = self.is_negamax and (self.open_calls - self.root_ply) % 2 == 1
        if is_for_other_side:
            window = -window[1], -window[0]
        ends = dict(zip(names, window, strict=True))
        new_args = tuple(
            ends.get(name, value) for name, value in zip(parameters, args, strict=False)
        )
        # Arguments beyond the named parameters stay as they are.
        new_args += args[len(new_args) :]
        new_kwargs = {name: ends.get(name, value) for name, value in kwargs.items()}
        return new_args, new_kwargs


def remove_cuts(tree: ast.Module, functions: Sequence[ProgramFunction], roles: Roles) -> list[int]:
    """Switch the cuts in a syntax tree off, in place; return their lines."""
    remover = CutRemover(functions, roles)
    remover.visit(tree)
    return sorted(remover.lines)
