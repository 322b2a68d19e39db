"""How a graded function uses a number in its source: counts it, multiplies it, compares it."""

import ast
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from visualizer.support.errors import InputError
from visualizer.your_code.grading.reached import routine_of


def parameters_of(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters of a function; InputError if Python does not know them."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{function!r:.100} does not reveal its parameters; it must be a plain function"
        ) from error


class ParameterUses:
    """The uses of one parameter in the source of a function."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        """Read the source; without a known source, no uses are found."""
        self.routine = routine_of(function)
        self.name = name
        self.nodes: list[ast.AST] = []
        if self.routine is not None:
            self.nodes = self.routine.nodes

    def is_parameter(self, node: object) -> bool:
        """Return whether an expression is the parameter."""
        return isinstance(node, ast.Name) and node.id == self.name

    def is_left_operand(self, operator: type[ast.operator]) -> bool:
        """Return whether the source applies an operator to the parameter: `depth - 1`."""
        for node in self.nodes:
            if isinstance(node, ast.BinOp) and isinstance(node.op, operator):
                if self.is_parameter(node.left):
                    return True
        return False

    def width(self) -> int:
        """Return the number of children of each node, if the parameter is an index of an array.

        In a heap, the children of node i are at 2·i + 1 and 2·i + 2, so the number is the factor of
        the index. Return 2 if the code has no such factor.
        """
        for node in self.nodes:
            match node:
                case ast.BinOp(
                    ast.Name(self.name), ast.Mult(), ast.Constant(int(factor))
                ) | ast.BinOp(ast.Constant(int(factor)), ast.Mult(), ast.Name(self.name)):
                    # A factor that is not from 2 to 4 is hardly the number of children.
                    return factor if 1 < factor < 5 else 2
        return 2

    def compared_values(self) -> Iterator[object]:
        """Yield the known values with which the source compares the parameter."""
        if self.routine is None:
            return
        for node in self.nodes:
            if not isinstance(node, ast.Compare):
                continue
            sides = [node.left, *node.comparators]
            if any(map(self.is_parameter, sides)):
                for side in sides:
                    yield from self.routine.evaluate(side)
