"""What the source of a graded function does with a number that it is given: counts it, multiplies it, compares it."""

import ast
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from visualizer.support.errors import InputError
from visualizer.your_code.grading.reached import routine_of


def parameters_of(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters of a function; InputError where Python does not know them."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{function!r:.100} does not reveal its parameters; it must be a plain function"
        ) from error


class ParameterUses:
    """What the source of a function does with one of its parameters."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        """Read the source, if Python knows it."""
        self.routine = routine_of(function)
        self.name = name
        if self.routine is None:
            self.nodes = []
        else:
            self.nodes = self.routine.nodes

    def is_it(self, node: object) -> bool:
        """Return whether an expression is the parameter."""
        return isinstance(node, ast.Name) and node.id == self.name

    def is_counted(self, operator: type[ast.operator]) -> bool:
        """Return whether a number is added to it, or taken from it."""
        return any(
            isinstance(each, ast.BinOp) and isinstance(each.op, operator) and self.is_it(each.left)
            for each in self.nodes
        )

    def width(self) -> int:
        """Return by how much it is multiplied, as the index of a node is for its children; 2 if that is not said."""
        products = [
            each
            for each in self.nodes
            if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Mult)
        ]
        for each in products:
            for one, other in ((each.left, each.right), (each.right, each.left)):
                if (
                    self.is_it(one)
                    and isinstance(other, ast.Constant)
                    and isinstance(other.value, int)
                ):
                    if 1 < other.value < 5:
                        return other.value
                    return 2
        return 2

    def compared(self) -> Iterator[object]:
        """Yield what it is compared with, also by the names of constants."""
        for each in self.nodes:
            if isinstance(each, ast.Compare) and any(
                map(self.is_it, sides := [each.left, *each.comparators])
            ):
                for side in sides:
                    yield from () if self.routine is None else self.routine.known(side)
