"""What the source of a graded function does with a parameter: whether it is a truth value, a text or a number."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from visualizer.errors import InputError

TurnPair = tuple[object, object]
"""What stands for MAX, and what for MIN."""
TRUTH: TurnPair = (True, False)
SIGNS: TurnPair = (1, -1)
UNDECIDED: tuple[TurnPair, ...] = (TRUTH, ("MAX", "MIN"), SIGNS, (1, 0), (0, 1))
"""What is tried in this order where a function's source does not tell."""
OTHERS = {"X": "O", "O": "X", "x": "o", "o": "x", "MIN": "MAX", "min": "max", "white": "black", "black": "white"}


def parameters_of(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters of a function; InputError where Python does not know them."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError) as error:
        raise InputError(f"{function!r:.100} does not reveal its parameters; it must be a plain function") from error


def source_of(function: Callable[..., Any]) -> ast.AST:
    """Return the source of a function; an empty one where Python does not know it."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    except (OSError, TypeError, SyntaxError, ValueError):
        return ast.Module([], [])


class ParameterUses:
    """What the source of a function does with one of its parameters."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        """Read the source."""
        self.function, self.name = function, name
        self.nodes = [*ast.walk(source_of(function))]

    def is_it(self, node: object) -> bool:
        """Return whether an expression is the parameter."""
        return isinstance(node, ast.Name) and node.id == self.name

    def is_counted(self, operator: type[ast.operator]) -> bool:
        """Return whether a number is added to it, or taken from it."""
        return any(isinstance(each, ast.BinOp) and isinstance(each.op, operator) and self.is_it(each.left)
                   for each in self.nodes)  # fmt: skip

    def width(self) -> int:
        """Return by how much it is multiplied, as the index of a node is for its children; 2 if that is not said."""
        products = [each for each in self.nodes if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Mult)]
        for each in products:
            for one, other in ((each.left, each.right), (each.right, each.left)):
                if self.is_it(one) and isinstance(other, ast.Constant) and isinstance(other.value, int):
                    return other.value if 1 < other.value < 5 else 2
        return 2

    def constants(self, node: ast.AST) -> Iterator[object]:
        """Yield the texts and numbers that an expression may come to, also by names of the module's own."""
        globals_ = getattr(inspect.unwrap(self.function), "__globals__", {})
        match node:
            case ast.Constant(value):
                yield value
            case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
                yield -value
            case ast.Name(name) if isinstance(globals_.get(name), str | int):
                yield globals_[name]
            case ast.IfExp(_, one, other):
                yield from (*self.constants(one), *self.constants(other))
            case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
                for part in parts:
                    yield from self.constants(part)

    def handed(self) -> Iterator[tuple[Callable[..., Any], str, ast.AST]]:
        """Yield what is handed over in calls: the function that is called, its parameter, and the expression."""
        for each in self.nodes:
            if isinstance(each, ast.Call):
                called: Any = None
                name = getattr(each.func, "id", getattr(each.func, "attr", ""))
                if name == getattr(self.function, "__name__", ""):
                    called = self.function
                elif isinstance(each.func, ast.Name):
                    called = getattr(inspect.unwrap(self.function), "__globals__", {}).get(name)
                else:
                    called = getattr(getattr(self.function, "__self__", None), name, None)
                if inspect.isroutine(called) and not inspect.isbuiltin(called):
                    placed = zip(parameters_of(called), each.args, strict=False)
                    named = ((keyword.arg, keyword.value) for keyword in each.keywords if keyword.arg)
                    yield from ((called, parameter, value) for parameter, value in (*placed, *named))

    def compared(self) -> Iterator[object]:
        """Yield what it is compared with, and what calls of the function itself hand down for it."""
        for each in self.nodes:
            if isinstance(each, ast.Compare) and any(map(self.is_it, sides := [each.left, *each.comparators])):
                for side in sides:
                    yield from self.constants(side)
        for called, parameter, value in self.handed():
            if called == self.function and parameter == self.name:
                yield from self.constants(value)

    def reckoned(self) -> set[int]:
        """Return which numbers it must be if it is reckoned with: signs, or such as `1 - player` turns."""
        found = set[int]()
        for each in self.nodes:
            if any(self.is_it(getattr(each, place, None)) for place in ("operand", "left", "right")):
                match each:
                    case ast.UnaryOp(ast.USub()) | ast.BinOp(op=ast.Mult()) | ast.Compare(ops=[ast.Gt() | ast.Lt()]):
                        found |= {1, -1}
                    case ast.BinOp(ast.Constant(3), ast.Sub()):
                        found |= {1, 2}
                    case ast.BinOp(op=ast.Sub() | ast.BitXor() | ast.Mod()):
                        found |= {0, 1}
        return found

    def is_truth_value(self) -> bool:
        """Return whether it is asked whether it is true."""
        asked = list[ast.AST]()
        for each in self.nodes:
            match each:
                case ast.If(test) | ast.IfExp(test) | ast.While(test) | ast.UnaryOp(ast.Not(), test):
                    asked.append(test)
                case ast.BoolOp(values=values):
                    asked.extend(values)
        return any(map(self.is_it, asked))

    def pairs(self, *, may_follow: bool = True) -> tuple[TurnPair, ...]:
        """Return what may stand for MAX and MIN if it says who moves; one pair where the source tells.

        Where it is only handed on, the source of that other function tells.
        """
        found = [*self.compared()]
        texts = [*dict.fromkeys(each for each in found if isinstance(each, str))]
        numbers = {each for each in found if type(each) is int} | self.reckoned()
        plain = self.name.lower()
        if texts:
            return self.leaning(pairs_of_texts(texts))
        if plain.startswith("agent"):
            return ((0, 1),)
        if -1 in numbers:
            return (SIGNS,)
        if numbers:
            return self.leaning(pairs_of_numbers(numbers))
        if any(type(each) is bool for each in found) or self.is_truth_value():
            return ((False, True),) if re.match("minim|is_?min|min_", plain) else (TRUTH,)
        for called, parameter, value in self.handed() if may_follow else ():
            if called != self.function and self.is_it(value):
                found_there = ParameterUses(called, parameter).pairs(may_follow=False)
                if len(found_there) < len(UNDECIDED):
                    return found_there
        usual = usual_pair(self.name)
        return UNDECIDED if usual is None else (usual,)

    def leaning(self, pairs: tuple[TurnPair, ...]) -> tuple[TurnPair, ...]:
        """Return those pairs in which what it is compared with is the side for which `max` or `min` is taken."""
        for each in self.nodes:
            match each:
                case ast.If(ast.Compare(found, [ast.Eq()], [other]), body) | ast.IfExp(
                    ast.Compare(found, [ast.Eq()], [other]), body
                ) if self.is_it(found):
                    lines = body if isinstance(body, list) else [body]
                    taken = {part.id for line in lines for part in ast.walk(line) if isinstance(part, ast.Name)}
                    if len(taken & {"max", "min"}) == 1:
                        side, known = int("min" in taken), [*self.constants(other)]
                        return tuple(pair for pair in pairs if pair[side] in known) or pairs
        return pairs


def usual_pair(name: str) -> TurnPair | None:
    """Return what a parameter of this name usually has for MAX and MIN, None where that may be anything."""
    if name.lower() in ("color", "colour", "sign"):
        return SIGNS
    return TRUTH if re.match("maxim|is_?max", name.lower()) else None


def pairs_of_texts(texts: list[str]) -> tuple[TurnPair, ...]:
    """Return which texts may stand for MAX and MIN; those called so are known, others are tried either way."""
    one = texts[0]
    other = texts[1] if len(texts) > 1 else OTHERS.get(one, "MAX" if one.lower().startswith("min") else "MIN")
    if one.lower().startswith("max") or other.lower().startswith("min"):
        return ((one, other),)
    if other.lower().startswith("max") or one.lower().startswith("min"):
        return ((other, one),)
    return ((one, other), (other, one))


def pairs_of_numbers(numbers: set[int]) -> tuple[TurnPair, ...]:
    """Return which numbers may stand for MAX and MIN."""
    if len(numbers) == 1:
        (one,) = numbers
        return ((1, -1), (1, 0), (0, 1), (1, 2), (2, 1)) if one == 1 else ((one, 1), (1, one))
    one, other = sorted(numbers)[:2]
    return ((one, other), (other, one)) if one else ((other, one), (one, other))
