"""The instrumented copy of a program's syntax tree: the calls of its search are reported.

Lines stay where they are, so that errors and traced lines name the person's own lines.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from visualizer.your_code.programs.source import (
    LOOP_SYNTAX,
    FunctionSyntax,
    ProgramFunction,
    ProgramSource,
)
from visualizer.your_code.watching.source_lines import called_name

VISIT_NAME = "__visualizer_visit__"
CHILD_NAME = "__visualizer_child__"
LOOP_NAME = "__visualizer_loop__"
RAN_OUT_NAME = "__visualizer_ran_out__"
"""The names by which instrumented code calls the recorder."""
STOPPING_FUNCTIONS = ("any", "all")
GUARD_SYNTAX = (ast.If, ast.IfExp, ast.While, ast.Try, ast.BoolOp, ast.Match)
"""Syntax whose parts may not all run."""


ComprehensionSyntax = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True)
class CallSite:
    """A place in the source where the search calls itself."""

    function: str
    """The short name of the function around it."""
    line: int
    targets: tuple[str, ...]
    """The variables of the loops around it, outermost first."""
    arguments: tuple[str, ...]
    """The text of the arguments."""
    may_stop: bool = False
    """Whether a `while`, a flag, `any` or `all` around it may stop before the last move."""


def instrumented(
    source: ProgramSource,
    functions: Sequence[ProgramFunction],
    change: Callable[[ast.Module], object] | None = None,
) -> tuple[ast.Module, list[CallSite]]:
    """Return a copy of a program that reports the calls of some functions, and the call sites.

    `change` changes the copy before, in place, and leaves the places of functions as they are.
    """
    tree = ast.parse(source.text, source.file)
    if change is not None:
        change(tree)
    instrumenter = Instrumenter(functions)
    instrumenter.visit(tree)
    return ast.fix_missing_locations(tree), instrumenter.sites


class Instrumenter(ast.NodeTransformer):
    """Instruments the functions of a search in a syntax tree."""

    def __init__(self, functions: Sequence[ProgramFunction]) -> None:
        """Take the functions whose calls are visits; a report names them by their index."""
        self.numbers = {place_of(function.syntax): n for n, function in enumerate(functions)}
        self.names = {function.short_name for function in functions}
        self.sites: list[CallSite] = []
        self._targets: list[str] = []
        """The variables of the loops around the current node."""
        self._function = ""
        """The recorded function around the current node; "" outside of them."""
        self._is_in_loop = False
        """Whether a loop around the current node is reported."""
        self._may_stop = False
        """Whether something around the current node may stop before the last move."""

    def visit(self, node: ast.AST) -> Any:
        """Instrument a piece of syntax; the four kinds of comprehension alike."""
        if isinstance(node, ComprehensionSyntax):
            return self._visit_comprehension(node)
        return super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Decorate a function if it is recorded, and instrument what is in it."""
        number = self.numbers.get(place_of(node))
        outside = self._function, self._targets, self._is_in_loop, self._may_stop
        self._may_stop = False
        self._function = "" if number is None else node.name
        self._targets = []
        self._is_in_loop = False
        self.generic_visit(node)
        self._function, self._targets, self._is_in_loop, self._may_stop = outside
        if number is not None:
            # The last decorator is applied first, so a memo around it answers without a visit.
            decorator = call_of(VISIT_NAME, ast.Constant(number))
            node.decorator_list.append(ast.copy_location(decorator, node))
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """Report a loop that calls the search: what it runs over, and whether it ran out."""
        if not self._calls_search(node):
            self.generic_visit(node)
            return node
        is_outermost = not self._is_in_loop
        self._is_in_loop = True
        is_sure = is_outermost and self._tries_each(node)
        node.iter = self.visit(node.iter)
        names = variables_in(node.target)
        self._targets.extend(names)
        node.body = [self.visit(statement) for statement in node.body]
        self._forget(names)
        self._is_in_loop = not is_outermost
        node.orelse = [self.visit(statement) for statement in node.orelse]
        if is_outermost:
            self._report_loop(node, is_sure)
            ran_out = ast.Expr(call_of(RAN_OUT_NAME))
            node.orelse.insert(0, ast.copy_location(ran_out, node))
        return node

    @staticmethod
    def _report_loop(node: ast.For, is_sure: bool) -> None:
        """Report what a loop runs over: in `enumerate(moves)` the moves."""
        flag = ast.Constant(is_sure)
        counted = node.iter
        is_counted = isinstance(counted, ast.Call) and called_name(counted) == "enumerate"
        if is_counted and isinstance(counted, ast.Call) and len(counted.args) == 1:
            counted.args[0] = ast.copy_location(call_of(LOOP_NAME, counted.args[0], flag), counted)
        else:
            node.iter = ast.copy_location(call_of(LOOP_NAME, node.iter, flag), node.iter)

    def _visit_comprehension(self, node: ComprehensionSyntax) -> ast.AST:
        """Instrument a comprehension; its variables are known in all of it."""
        names = [name for part in node.generators for name in variables_in(part.target)]
        self._targets.extend(names)
        self.generic_visit(node)
        self._forget(names)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Instrument a function such as the key of `max`, whose parameter is the move."""
        names = [argument.arg for argument in node.args.args]
        self._targets.extend(names)
        self.generic_visit(node)
        self._forget(names)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Report where the search calls itself, with the values of the loops' variables."""
        if called_name(node) in STOPPING_FUNCTIONS:
            return self._visit_stopping(node)
        if not self._function or called_name(node) not in self.names:
            self.generic_visit(node)
            return node
        site = CallSite(
            self._function,
            node.lineno,
            tuple(self._targets),
            tuple(map(ast.unparse, node.args)),
            self._may_stop,
        )
        number = len(self.sites)
        self.sites.append(site)
        self.generic_visit(node)
        values = ast.Tuple([ast.Name(name, ast.Load()) for name in site.targets], ast.Load())
        reported = call_of(CHILD_NAME, ast.Constant(number), values, node.func)
        node.func = ast.copy_location(reported, node.func)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        """Note that what follows is in a loop that may stop before the last move."""
        return self._visit_stopping(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        """Note that a flag, as in `if not done`, may skip the moves that are left."""
        test = node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test
        is_flag = isinstance(test, ast.Name) and test.id not in self._targets
        if is_flag and self._is_in_loop and self._is_guard(node):
            return self._visit_stopping(node)
        return self.generic_visit(node)

    def _visit_stopping(self, node: ast.AST) -> ast.AST:
        """Instrument what may stop before the last move."""
        outside = self._may_stop
        self._may_stop = True
        self.generic_visit(node)
        self._may_stop = outside
        return node

    def _forget(self, names: Sequence[str]) -> None:
        """Remove the variables of a loop that has been instrumented."""
        del self._targets[len(self._targets) - len(names) :]

    def _calls_search(self, node: ast.AST) -> bool:
        """Return whether a piece of a recorded function calls the search."""
        return bool(self._function) and any(self._search_calls(node))

    def _search_calls(self, node: ast.AST) -> Iterator[ast.Call]:
        """Yield the calls of the search in a piece of syntax."""
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and called_name(part) in self.names:
                yield part

    def _tries_each(self, loop: ast.For) -> bool:
        """Return whether a loop calls the search once for each of its moves, until it is left.

        It may not do so if a condition guards the call, or a `continue` comes before it.
        """
        if any(isinstance(part, ast.Continue) for part in ast.walk(loop)):
            return False
        return all(not self._is_guard(part) for part in ast.walk(loop) if part is not loop)

    def _is_guard(self, node: ast.AST) -> bool:
        """Return whether a piece of syntax calls the search only in some of its branches.

        A loop in the loop is one as well, since it has moves of its own.
        """
        if isinstance(node, LOOP_SYNTAX):
            return self._calls_search(node)
        if not isinstance(node, GUARD_SYNTAX):
            return False
        if isinstance(node, ast.If):
            calls_in_body = any(self._calls_search(statement) for statement in node.body)
            calls_else = any(self._calls_search(statement) for statement in node.orelse)
            return calls_in_body != calls_else
        return self._calls_search(node)


def place_of(function: FunctionSyntax) -> tuple[int, int]:
    """Return the line and the column of a function, which tell it from all others."""
    return function.lineno, function.col_offset


def call_of(name: str, *arguments: ast.expr) -> ast.Call:
    """Return the syntax of a call of the recorder."""
    return ast.Call(ast.Name(name, ast.Load()), [*arguments], [])


def variables_in(target: ast.expr) -> list[str]:
    """Return the variables that a loop sets, in order.

    >>> variables_in(ast.parse("for i, (a, b) in moves: pass").body[0].target)
    ['i', 'a', 'b']
    """
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
