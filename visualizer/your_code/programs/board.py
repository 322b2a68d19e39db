"""Where the board of a search is: in a parameter, in a variable outside, or in `self`."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from numbers import Number
from types import CellType, ModuleType
from typing import Any

from visualizer.support.errors import InputError
from visualizer.your_code.programs.recording import StateSource
from visualizer.your_code.programs.source import ProgramFunction, ProgramSource, own_syntax
from visualizer.your_code.watching.source_lines import variable_name
from visualizer.your_code.watching.tracer import error_text

BOARD_NAMES = ("board", "state", "position", "node", "game", "grid", "tree", "root", "self")
"""Of several parameters that may be the board, the first with one of these names is."""
MAY_BE_BOARD = (None, "alpha", "beta")
"""The roles of a parameter that may hold the board: what is no number is no end of a window."""
MIN_BOARD_TEXT = 4
"""A shorter text, such as "X", names a player."""
MEMORY_NAME = re.compile(r"memo|cache|table|seen|visited|history|killer|count|^tt$")
"""Matches a part of the name of a variable that remembers something of the search."""


def changed_variables(source: ProgramSource) -> list[str]:
    """Return the variables in whose items or by whose methods some function changes something.

    Those whose items are set come first: `board[i] = "X"` before `board.push(move)`.
    """
    set_names: dict[str, None] = {}
    called_names: dict[str, None] = {}
    for function in source.functions:
        for node in own_syntax(function.syntax):
            is_set = isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
            if is_set:
                set_names[variable_name(node)] = None
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                called_names[variable_name(node.func.value)] = None
    names = [*set_names, *(name for name in called_names if name not in set_names)]
    return [name for name in names if not is_memory_name(name)]


def is_memory_name(name: str) -> bool:
    """Return whether a variable has the name of a memo of results, or of what was visited.

    >>> is_memory_name("memo"), is_memory_name("self.cache"), is_memory_name("board")
    (True, True, False)
    """
    return MEMORY_NAME.search(name.lower()) is not None


class BoardFinder:
    """Finds the board of each function of a search, at its first call."""

    def __init__(
        self,
        source: ProgramSource,
        functions: Sequence[ProgramFunction],
        roles: Sequence[Mapping[str, str]],
        expression: str | None,
    ) -> None:
        """Take the functions with the roles of their parameters; an expression comes first.

        The expression is the person's own, of the variables in a call.
        """
        self.functions = functions
        self.roles = roles
        self.changed = changed_variables(source)
        self.expression = expression or ""
        self.code = None
        if expression is not None:
            self.code = compile(expression, "--board", "eval")

    def source_for(
        self, number: int, function: Callable[..., Any], values: tuple[Any, ...]
    ) -> StateSource:
        """Return where the board of a function is, given the arguments of its first call."""
        names = self.functions[number].parameters
        if self.code is not None:
            return StateSource(None, self._evaluator(function, names), self.expression)
        arguments = dict(zip(names, values, strict=False))
        name = self._parameter(number, arguments)
        if name is not None:
            index = names.index(name)
            return StateSource(index, lambda values: values[index], name)
        return outside_source(function, self.changed, arguments)

    def _evaluator(self, function: Callable[..., Any], names: Sequence[str]) -> Any:
        """Return a function that evaluates the person's expression, given the arguments."""
        code = self.code
        assert code is not None

        def evaluate(values: tuple[Any, ...]) -> Any:
            variables = {**function.__globals__, **dict(zip(names, values, strict=False))}
            try:
                return eval(code, variables)
            except Exception as error:
                raise InputError(
                    f"--board {self.expression!r:.200} fails in a call of {function.__name__}: "
                    f"{error_text(error):.200}"
                ) from error

        return evaluate

    def _parameter(self, number: int, arguments: Mapping[str, Any]) -> str | None:
        """Return the parameter that holds the board, or None."""
        candidates = [
            name
            for name, value in arguments.items()
            if self.roles[number].get(name) in MAY_BE_BOARD
            and name != "self"
            and may_be_board(value)
        ]
        for known in BOARD_NAMES:
            for name in candidates:
                if known in name.lower():
                    return name
        return candidates[0] if candidates else None


def may_be_board(value: Any) -> bool:
    """Return whether a value may be a board: it is no number, truth value or function."""
    if value is None or isinstance(value, Number | ModuleType):
        return False
    if isinstance(value, str) and len(value) < MIN_BOARD_TEXT:
        return False
    return not callable(value) or hasattr(value, "__len__")


def content_of_cell(cell: CellType, values: tuple[Any, ...]) -> Any:
    """Return the value of a variable of a function around."""
    return cell.cell_contents


def global_variable(outside: Mapping[str, Any], name: str, values: tuple[Any, ...]) -> Any:
    """Return the value of a global variable."""
    return outside[name]


def outside_source(
    function: Callable[..., Any], changed: Sequence[str], arguments: Mapping[str, Any]
) -> StateSource:
    """Return the board of a function that is given none: a variable outside, or its `self`."""
    closure = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=False))
    outside = function.__globals__
    for name in changed:
        cell = closure.get(name)
        if cell is not None and may_be_board(cell.cell_contents):
            return StateSource(None, partial(content_of_cell, cell), name)
        if name in outside and may_be_board(outside[name]):
            return StateSource(None, partial(global_variable, outside, name), name)
    if "self" in arguments:
        index = [*arguments].index("self")
        return StateSource(index, lambda values: values[index], "self")
    return StateSource(None, lambda values: None, "")
