"""What the source of a graded function does with a parameter: whether it is a truth value, a text or a number."""

from __future__ import annotations

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


def is_name(node: ast.AST, name: str) -> bool:
    """Return whether an expression is this name."""
    return isinstance(node, ast.Name) and node.id == name


def counted(source: ast.AST, name: str, operator: type[ast.operator]) -> bool:
    """Return whether a number is added to, or taken from, a name."""
    return any(
        isinstance(each, ast.BinOp) and isinstance(each.op, operator) and is_name(each.left, name)
        for each in ast.walk(source)
    )


def width_of(source: ast.AST, index: str) -> int:
    """Return by how much the index of a node is multiplied on the way to its children; 2 where that is not said."""
    for each in ast.walk(source):
        if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Mult):
            for one, other in ((each.left, each.right), (each.right, each.left)):
                if is_name(one, index) and isinstance(other, ast.Constant) and isinstance(other.value, int):
                    return other.value if 1 < other.value < 5 else 2
    return 2


def constants(function: Callable[..., Any], node: ast.AST) -> Iterator[object]:
    """Yield the texts and numbers that an expression may come to, also by names of the module's own."""
    globals_ = getattr(inspect.unwrap(function), "__globals__", {})
    if isinstance(node, ast.Constant):
        yield node.value
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        if isinstance(node.operand.value, int):
            yield -node.operand.value
    elif isinstance(node, ast.Name) and isinstance(globals_.get(node.id), str | int):
        yield globals_[node.id]
    elif isinstance(node, ast.IfExp):
        yield from constants(function, node.body)
        yield from constants(function, node.orelse)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for each in node.elts:
            yield from constants(function, each)


def compared(function: Callable[..., Any], source: ast.AST, name: str) -> Iterator[object]:
    """Yield what a parameter is compared with, and what calls of the function itself hand down for it."""
    names = [*parameters_of(function)]
    own = getattr(function, "__name__", "")
    for each in ast.walk(source):
        if isinstance(each, ast.Compare):
            sides = [each.left, *each.comparators]
            if any(is_name(side, name) for side in sides):
                for side in sides:
                    yield from constants(function, side)
        elif isinstance(each, ast.Call) and own == getattr(each.func, "id", getattr(each.func, "attr", None)):
            handed = dict(zip(names, each.args, strict=False))
            handed.update((keyword.arg, keyword.value) for keyword in each.keywords if keyword.arg)
            if name in handed:
                yield from constants(function, handed[name])


def handed_on(function: Callable[..., Any], source: ast.AST, name: str) -> Iterator[tuple[Callable[..., Any], str]]:
    """Yield the other functions that a function hands a parameter on to, and what they call it."""
    own = inspect.unwrap(function)
    for each in ast.walk(source):
        if isinstance(each, ast.Call):
            if isinstance(each.func, ast.Name):
                helper = getattr(own, "__globals__", {}).get(each.func.id)
            else:
                helper = getattr(getattr(function, "__self__", None), getattr(each.func, "attr", ""), None)
            if inspect.isroutine(helper) and helper != function and not inspect.isbuiltin(helper):
                handed = [*zip(parameters_of(helper), each.args, strict=False)]
                handed += [(keyword.arg, keyword.value) for keyword in each.keywords if keyword.arg]
                yield from ((helper, parameter) for parameter, value in handed if is_name(value, name))


def reckoned(source: ast.AST, name: str) -> set[int]:
    """Return which numbers a name must be if the source is to reckon with it: signs, or such as `1 - player` turns."""
    found = set[int]()
    for each in ast.walk(source):
        places = {place: getattr(each, place, None) for place in ("operand", "left", "right")}
        other = next((value for value in (places["left"], places["right"]) if value and not is_name(value, name)), None)
        if not any(value is not None and is_name(value, name) for value in places.values()):
            continue
        match each:
            case ast.UnaryOp(ast.USub()) | ast.BinOp(op=ast.Mult()) | ast.Compare(ops=[ast.Gt() | ast.Lt()]):
                found |= {1, -1}
            case ast.BinOp(op=ast.Sub()) if isinstance(other, ast.Constant) and other.value == 3:
                found |= {1, 2}
            case ast.BinOp(op=ast.Sub() | ast.BitXor() | ast.Mod()):
                found |= {0, 1}
    return found


def is_truth_value(source: ast.AST, name: str) -> bool:
    """Return whether the source asks whether a name is true."""
    asked = list[ast.AST]()
    for each in ast.walk(source):
        match each:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                asked.append(test)
            case ast.UnaryOp(ast.Not(), operand):
                asked.append(operand)
            case ast.BoolOp(values=values):
                asked.extend(values)
    return any(is_name(each, name) for each in asked)


def pairs_of(
    function: Callable[..., Any], source: ast.AST, name: str, *, may_follow: bool = True
) -> tuple[TurnPair, ...]:
    """Return what may stand for MAX and MIN in a parameter that says who moves; one pair where the source tells.

    Where it only hands it on, the source of that other function tells.
    """
    found = [*dict.fromkeys((type(each), each) for each in compared(function, source, name) if each is not None)]
    texts = [each for _, each in found if isinstance(each, str)]
    numbers = {each for kind, each in found if kind is int and isinstance(each, int)} | reckoned(source, name)
    is_truth = any(kind is bool for kind, _ in found) or is_truth_value(source, name)
    plain = name.lower()
    if texts:
        return leaning(function, source, name, pairs_of_texts(texts))
    if plain.startswith("agent"):
        return ((0, 1),)
    if -1 in numbers:
        return (SIGNS,)
    if numbers:
        return leaning(function, source, name, pairs_of_numbers(numbers))
    if is_truth:
        return ((False, True),) if re.match("minim|is_?min|min_", plain) else (TRUTH,)
    for helper, parameter in handed_on(function, source, name) if may_follow else ():
        found_there = pairs_of(helper, source_of(helper), parameter, may_follow=False)
        if len(found_there) < len(UNDECIDED):
            return found_there
    if plain in ("color", "colour", "sign"):
        return (SIGNS,)
    return (TRUTH,) if re.match("maxim|is_?max", plain) else UNDECIDED


def leaning(
    function: Callable[..., Any], source: ast.AST, name: str, pairs: tuple[TurnPair, ...]
) -> tuple[TurnPair, ...]:
    """Return those pairs in which what the source compares with is the side for which it takes `max` or `min`."""
    for each in ast.walk(source):
        match each:
            case (
                ast.If(test=ast.Compare(ast.Name(found), [ast.Eq()], [other]))
                | ast.IfExp(test=ast.Compare(ast.Name(found), [ast.Eq()], [other]))
            ) if found == name:
                body = each.body if isinstance(each.body, list) else [each.body]
                taken = {part.id for line in body for part in ast.walk(line) if isinstance(part, ast.Name)}
                if len(taken & {"max", "min"}) == 1:
                    side, known = int("min" in taken), [*constants(function, other)]
                    return tuple(pair for pair in pairs if pair[side] in known) or pairs
    return pairs


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
