"""The code that a graded function runs: its own, and that of the functions which it calls."""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import sys
import textwrap
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from visualizer.support.plugins.watchdog import is_user_code

MAX_REACHED_FUNCTIONS = 200
"""The most functions that are looked at."""
TURN_ATTRIBUTES = ("maximizing", "to_move")
"""By what a node and a game say whose turn it is."""
EVALUATED_SYNTAX = (
    ast.Constant,
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.UnaryOp,
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.Call,
    ast.expr_context,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
)
"""What an expression may consist of that is evaluated here; calls only of numbers, texts and enumerations."""

FunctionDefinition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def unwrap_function(function: Any) -> Any:
    """Return the function or method behind decorators, partial arguments and objects that can be called."""
    while isinstance(function, partial):
        function = function.func
    try:
        unwrapped = inspect.unwrap(function)
    except ValueError:  # it wraps itself
        return function
    if isinstance(unwrapped, FunctionType | MethodType):
        return unwrapped
    return getattr(function, "__call__", function)  # noqa: B004


def reachable_functions(function: Callable[..., Any]) -> list[Any]:
    """Return the functions and methods that a function may run, itself first; none of libraries."""
    found: list[Any] = []
    seen = set[CodeType]()
    first = unwrap_function(function)
    for each in (waiting := [first]):  # which grows
        code = getattr(each, "__code__", None)
        if not isinstance(code, CodeType) or code in seen:
            continue
        if top_package(each) != top_package(first) and is_library_function(each):
            continue
        if len(found) == MAX_REACHED_FUNCTIONS:
            break
        seen.add(code)
        found.append(each)
        waiting += called_functions(each)
    return found


def top_package(function: Any) -> str:
    """Return the package that a function is in."""
    return (getattr(function, "__module__", None) or "").partition(".")[0]


def is_library_function(function: Any) -> bool:
    """Return whether a function is Python's own, or of a library that is installed."""
    is_in_file = not function.__code__.co_filename.startswith("<")
    return top_package(function) in sys.stdlib_module_names or (
        is_in_file and not is_user_code(function.__code__)
    )


def called_functions(function: Any) -> Iterator[Any]:
    """Yield the functions and methods whose names are in the code of a function."""
    names = names_in(function.__code__)
    known = names_known_to(function)
    owner = known.get("self")
    for name in names:
        value = known.get(name)
        if isinstance(value, type):
            yield from filter(inspect.isfunction, vars(value).values())
        elif isinstance(value, ModuleType):
            yield from (
                unwrap_function(vars(value)[other])
                for other in names
                if callable(vars(value).get(other))
            )
        elif callable(value):
            yield unwrap_function(value)
        if callable(getattr(type(owner), name, None)):
            yield unwrap_function(getattr(owner, name))


def names_in(code: CodeType) -> list[str]:
    """Return the names of globals, attributes and outer variables in a function's code, and in that inside it."""
    inside = (
        name for each in code.co_consts if isinstance(each, CodeType) for name in names_in(each)
    )
    return [*dict.fromkeys([*code.co_names, *code.co_freevars, *inside])]


def names_known_to(function: Any) -> Mapping[str, Any]:
    """Return what names outside a function stand for in its code; `self` is the object whose method it is."""
    cells = getattr(function, "__closure__", None) or ()
    outer = {}
    for name, cell in zip(function.__code__.co_freevars, cells, strict=False):
        try:
            outer[name] = cell.cell_contents
        except ValueError:  # it has no value yet
            continue
    owner = getattr(function, "__self__", None)
    if owner is not None:
        outer[next(iter(function.__code__.co_varnames), "self")] = owner
        outer["self"] = owner
    return ChainMap(outer, function.__globals__, vars(builtins))


def reads_turn(function: Callable[..., Any]) -> bool:
    """Return whether the code of a function, or of one that it calls, asks a node or a game whose turn it is."""
    return any(code_reads_turn(each.__code__) for each in reachable_functions(function))


def code_reads_turn(code: CodeType) -> bool:
    """Return whether code asks so; an attribute of `self` by that name is its own."""
    asking = ("LOAD_ATTR", "LOAD_METHOD", *(("LOAD_CONST",) if "getattr" in code.co_names else ()))
    before: object = None
    for each in dis.get_instructions(code):
        if each.opname in asking and each.argval in TURN_ATTRIBUTES and before != "self":
            return True
        before = each.argval
    return any(isinstance(each, CodeType) and code_reads_turn(each) for each in code.co_consts)


def definition_of(function: Any) -> FunctionDefinition | None:
    """Return the source of a function; None where Python does not know it."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    return next((each for each in ast.walk(tree) if isinstance(each, kinds)), None)


@dataclass(frozen=True, eq=False)
class Routine:
    """A function by its source, with what names outside it stand for."""

    definition: FunctionDefinition
    names: Mapping[str, Any]
    is_bound: bool = False
    """Whether it is a method of an object, so that its first parameter is not handed over."""
    around: Mapping[str, Routine] = field(default_factory=dict)
    """The functions that are defined around it, which it may call."""

    @classmethod
    def of(cls, function: Any) -> Routine | None:
        """Return the routine of a function or method; None where its source is not known."""
        function = unwrap_function(function)
        if not isinstance(function, FunctionType | MethodType):
            return None
        definition = definition_of(function)
        if definition is None:
            return None
        return cls(definition, names_known_to(function), isinstance(function, MethodType))

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """The nodes of its syntax tree."""
        return [*ast.walk(self.definition)]

    @cached_property
    def parameters(self) -> list[str]:
        """The names of its parameters in the order in which they are handed over."""
        arguments = self.definition.args
        found = [
            each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        ]
        if self.is_bound:
            return found[1:]
        return found

    @cached_property
    def assigned(self) -> dict[str, list[ast.expr]]:
        """For each name to which something is assigned in it, what."""
        found: dict[str, list[ast.expr]] = {name: [] for name in self.parameters}
        for each in self.nodes:
            match each:
                case ast.Assign(targets, value):
                    for target in targets:
                        if isinstance(target, ast.Name):
                            found.setdefault(target.id, []).append(value)
                case ast.AnnAssign(ast.Name(name), _, ast.expr() as value) | ast.NamedExpr(
                    ast.Name(name), value
                ):
                    found.setdefault(name, []).append(value)
                case ast.Name(name, ast.Store()) | ast.arg(name):
                    found.setdefault(name, [])
        return found

    @cached_property
    def inner(self) -> dict[str, Routine]:
        """The functions that are defined in it or around it, by name."""
        found = dict(self.around)
        for each in self.nodes:
            if isinstance(each, ast.FunctionDef) and each is not self.definition:
                found[each.name] = Routine(each, self.names, around=found)
        return found

    def called(self, call: ast.Call) -> Routine | None:
        """Return the routine that a call runs; None for what is not a function with a source."""
        if isinstance(call.func, ast.Name) and call.func.id in self.inner:
            return self.inner[call.func.id]
        found = self.known(call.func)
        if found and callable(found[0]):
            return routine_of(found[0])
        return None

    @cached_property
    def handed(self) -> list[tuple[Routine, str, ast.expr]]:
        """What is handed over in its calls: the routine that is called, its parameter, and the expression."""
        found: list[tuple[Routine, str, ast.expr]] = []
        for each in self.nodes:
            if isinstance(each, ast.Call) and (called := self.called(each)) is not None:
                found += [
                    (called, *pair) for pair in zip(called.parameters, each.args, strict=False)
                ]
                found += [
                    (called, keyword.arg, keyword.value) for keyword in each.keywords if keyword.arg
                ]
        return found

    @cached_property
    def is_recursive(self) -> bool:
        """Whether it calls itself, be it by way of others."""
        found = [called for called, _, _ in self.handed]
        for each in found:  # which grows
            if each is self:
                return True
            found += [called for called, _, _ in each.handed if called not in found]
        return False

    def known(self, expression: ast.AST, bound: Mapping[str, object] | None = None) -> list[Any]:
        """Return in a list what an expression comes to where some variables are `bound`; [] where that is not known.

        No code of the function is run but that of properties.
        """
        bound = bound or {}
        for each in ast.walk(expression):
            if not isinstance(each, EVALUATED_SYNTAX) or isinstance(each, ast.Pow):
                return []
            if isinstance(each, ast.Name) and each.id not in bound and not self.is_outside(each.id):
                return []
            if isinstance(each, ast.Call) and not self.makes_constant(each):
                return []
        names = ChainMap(dict(bound), self.names)  # type: ignore[arg-type]  # it is only read
        try:
            code = compile(ast.Expression(expression), "", "eval")  # type: ignore[arg-type]
            found = eval(code, {"__builtins__": {}}, names)  # noqa: S307
        except Exception:  # noqa: BLE001  whatever the operators of foreign classes do
            return []
        return [found]

    def is_outside(self, name: str) -> bool:
        """Return whether a name stands for something outside."""
        return name in self.names and (name not in self.assigned or name == "self")

    def makes_constant(self, call: ast.Call) -> bool:
        """Return whether a call makes a number, a text, or a member of an enumeration."""
        if isinstance(call.func, ast.Name):
            value = self.names.get(call.func.id)
        else:
            value = None
        return isinstance(value, type) and (value in (int, float, str) or issubclass(value, Enum))


def routine_of(function: Any) -> Routine | None:
    """Return the routine of a function, the same for the same; None where its source is not known."""
    function = unwrap_function(function)
    key = getattr(function, "__func__", function), id(getattr(function, "__self__", None))
    if key not in ROUTINE_CACHE:
        while len(ROUTINE_CACHE) >= MAX_REACHED_FUNCTIONS:
            del ROUTINE_CACHE[next(iter(ROUTINE_CACHE))]
        ROUTINE_CACHE[key] = Routine.of(function)
    return ROUTINE_CACHE[key]


ROUTINE_CACHE: dict[Any, Routine | None] = {}
"""Those that were made, by function and object."""


def reachable_routines(function: Callable[..., Any]) -> list[Routine]:
    """Return the routines that a function may run, itself first, as far as their sources are known."""
    return [
        found for each in reachable_functions(function) if (found := routine_of(each)) is not None
    ]


def negates_values(function: Callable[..., Any]) -> bool | None:
    """Return whether a function, or one that it calls, changes the sign of what it does not know beforehand.

    So a negamax does with what its calls return. None where no source is known.
    """
    found = reachable_routines(function)
    if found:
        return any(map(negates_result, found))
    return None


def tests_parity(function: Callable[..., Any]) -> bool:
    """Return whether a function, or one that it calls, asks whether a number is even, as by `depth % 2`."""
    return any(
        is_parity_test(each) for routine in reachable_routines(function) for each in routine.nodes
    )


def is_parity_test(node: ast.AST) -> bool:
    """Return whether a part of a source asks whether a number is even."""
    match node:
        case ast.BinOp(_, ast.Mod(), ast.Constant(2)) | ast.BinOp(_, ast.BitAnd(), ast.Constant(1)):
            return True
        case ast.BinOp(ast.UnaryOp(ast.USub(), ast.Constant(1)), ast.Pow()):
            return True
    return False


def negates_result(routine: Routine) -> bool:
    """Return whether the sign of a call's result, or of a variable of a routine, is changed."""
    for each in routine.nodes:
        match each:
            case ast.UnaryOp(ast.USub(), operand) | ast.BinOp(ast.Constant(0), ast.Sub(), operand):
                pass
            case ast.BinOp(one, ast.Mult(), other) if routine.known(one) == [-1] or routine.known(
                other
            ) == [-1]:
                if routine.known(one):
                    operand = other
                else:
                    operand = one
            case _:
                continue
        if isinstance(operand, ast.Call | ast.Name | ast.Subscript) and not routine.known(operand):
            return True
    return False
