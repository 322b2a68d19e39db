"""Read the source of a graded function and of the functions that it calls, without running it."""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import sys
import textwrap
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from visualizer.support.plugins.watchdog import is_user_code

MAX_REACHED_FUNCTIONS = 200
"""The most functions that are examined, and that are kept in the cache."""
TURN_ATTRIBUTES = ("maximizing", "to_move")
"""The names by which a node and a game say whose turn it is."""
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
"""The syntax that may be evaluated.

A call may only make a number, a string or a member of an enumeration.
"""

FunctionDefinition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def unwrap_function(function: Any) -> Any:
    """Return the function or method inside decorators and `partial` objects.

    For any other object that can be called, return its method `__call__`.
    """
    while isinstance(function, partial):
        function = function.func
    try:
        unwrapped = inspect.unwrap(function)
    except ValueError:  # the function wraps itself, so there is none inside
        return function
    if isinstance(unwrapped, FunctionType | MethodType):
        return unwrapped
    return getattr(function, "__call__", function)  # noqa: B004


def reachable_functions(function: Callable[..., Any]) -> list[Any]:
    """Return the functions and methods that a function may run, directly or indirectly.

    The function itself comes first. Functions of libraries are left out.
    """
    first = unwrap_function(function)
    own_package = top_package(first)
    reached: list[Any] = []
    reached_codes = set[CodeType]()
    candidates = [first]
    # The list grows in the loop, by the functions that each candidate calls.
    for candidate in candidates:
        code = getattr(candidate, "__code__", None)
        if not isinstance(code, CodeType) or code in reached_codes:
            continue
        # If the graded function is in an installed package, this package is not left out.
        if top_package(candidate) != own_package and is_library_function(candidate):
            continue
        if len(reached) == MAX_REACHED_FUNCTIONS:
            break
        reached_codes.add(code)
        reached.append(candidate)
        candidates += called_functions(candidate)
    return reached


def top_package(function: Any) -> str:
    """Return the name of the top-level package of a function."""
    return (getattr(function, "__module__", None) or "").partition(".")[0]


def is_library_function(function: Any) -> bool:
    """Return whether a function is in the standard library or an installed package."""
    if top_package(function) in sys.stdlib_module_names:
        return True
    # Code that was not read from a file has a name such as "<string>".
    is_in_file = not function.__code__.co_filename.startswith("<")
    return is_in_file and not is_user_code(function.__code__)


def called_functions(function: Any) -> Iterator[Any]:
    """Yield the functions and methods whose names are in the code of a function.

    If a class is named there, yield all its methods.
    """
    names = names_in(function.__code__)
    values = names_known_to(function)
    bound_object = values.get("self")
    for name in names:
        value = values.get(name)
        if isinstance(value, type):
            yield from filter(inspect.isfunction, vars(value).values())
        elif isinstance(value, ModuleType):
            yield from functions_of_module(value, names)
        elif callable(value):
            yield unwrap_function(value)
        # In `self.name()`, the name belongs to a method.
        if callable(getattr(type(bound_object), name, None)):
            yield unwrap_function(getattr(bound_object, name))


def functions_of_module(module: ModuleType, names: Sequence[str]) -> Iterator[Any]:
    """Yield the functions of a module whose names are in a list."""
    contents = vars(module)
    for name in names:
        if callable(contents.get(name)):
            yield unwrap_function(contents[name])


def names_in(code: CodeType) -> list[str]:
    """Return the global, attribute and outer variable names in code and its inner functions."""
    names = [*code.co_names, *code.co_freevars]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += names_in(constant)
    return list(dict.fromkeys(names))


def names_known_to(function: Any) -> Mapping[str, Any]:
    """Return the values of the names that a function can use, except for its local variables.

    They are built-in names, globals, and variables of the functions around it. For a bound method,
    `self` is one of them.
    """
    cells = getattr(function, "__closure__", None) or ()
    outer = {}
    for name, cell in zip(function.__code__.co_freevars, cells, strict=False):
        try:
            outer[name] = cell.cell_contents
        except ValueError:  # the variable has no value yet
            continue
    bound_object = getattr(function, "__self__", None)
    if bound_object is not None:
        # The first parameter may have any name, but our own code looks for `self`.
        first_parameter = next(iter(function.__code__.co_varnames), "self")
        outer[first_parameter] = bound_object
        outer["self"] = bound_object
    return ChainMap(outer, function.__globals__, vars(builtins))


def reads_turn(function: Callable[..., Any]) -> bool:
    """Return whether a function, or one that it calls, reads whose turn it is."""
    return any(code_reads_turn(each.__code__) for each in reachable_functions(function))


def code_reads_turn(code: CodeType) -> bool:
    """Return whether code reads an attribute that says whose turn it is, such as `node.maximizing`.

    Attributes of `self` do not count, because they belong to the code itself.
    """
    # Only Python 3.11 has a special opcode for methods.
    opcodes = ["LOAD_ATTR", "LOAD_METHOD"]
    if "getattr" in code.co_names:
        opcodes.append("LOAD_CONST")

    # The instruction before an attribute loads the object that has the attribute.
    loaded_before: object = None
    for instruction in dis.get_instructions(code):
        is_turn = instruction.opname in opcodes and instruction.argval in TURN_ATTRIBUTES
        if is_turn and loaded_before != "self":
            return True
        loaded_before = instruction.argval

    inner_codes = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return any(map(code_reads_turn, inner_codes))


def definition_of(function: Any) -> FunctionDefinition | None:
    """Return the syntax tree of a function's definition, or None if its source is not known."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return node
    return None


@dataclass(frozen=True, eq=False)
class Routine:
    """The source of a function as a syntax tree, with the values of the global names in it."""

    definition: FunctionDefinition
    names: Mapping[str, Any]
    is_bound: bool = False
    """Whether it is a bound method, so that calls do not pass its first parameter."""
    outer_functions: Mapping[str, Routine] = field(default_factory=dict)
    """The functions that it may call because it is defined in the same function, by name."""

    @classmethod
    def of(cls, function: Any) -> Routine | None:
        """Return a function or method as a routine, or None if its source is not known."""
        function = unwrap_function(function)
        if not isinstance(function, FunctionType | MethodType):
            return None
        definition = definition_of(function)
        if definition is None:
            return None
        return cls(definition, names_known_to(function), isinstance(function, MethodType))

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of its syntax tree."""
        return [*ast.walk(self.definition)]

    @cached_property
    def parameters(self) -> list[str]:
        """The names of the parameters that calls pass, in order."""
        arguments = self.definition.args
        parameters = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        names = [parameter.arg for parameter in parameters]
        return names[1:] if self.is_bound else names

    @cached_property
    def assigned_expressions(self) -> dict[str, list[ast.expr]]:
        """The expressions that are assigned to each local name.

        All local names are keys, because a local name hides a global one. Parameters and loop
        variables, to which no expression is assigned, have empty lists.
        """
        assigned: dict[str, list[ast.expr]] = {name: [] for name in self.parameters}
        for node in self.nodes:
            match node:
                case ast.Name(name, ast.Store()) | ast.arg(name):
                    assigned.setdefault(name, [])
            for name, value in assignments_in(node):
                assigned.setdefault(name, []).append(value)
        return assigned

    @cached_property
    def local_functions(self) -> dict[str, Routine]:
        """The functions defined in it, or beside it in the same function, by name."""
        functions = dict(self.outer_functions)
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef) and node is not self.definition:
                # They share one dictionary, because each may call those that are defined later.
                functions[node.name] = Routine(node, self.names, outer_functions=functions)
        return functions

    def called_routine(self, call: ast.Call) -> Routine | None:
        """Return the routine that a call runs, or None if it is not known."""
        if isinstance(call.func, ast.Name) and call.func.id in self.local_functions:
            return self.local_functions[call.func.id]
        values = self.evaluate(call.func)
        if values and callable(values[0]):
            return routine_of(values[0])
        return None

    @cached_property
    def passed_arguments(self) -> list[tuple[Routine, str, ast.expr]]:
        """The arguments that this routine passes to other routines.

        Each item is a triple: the called routine, the name of its parameter, and the expression
        passed.
        """
        passed: list[tuple[Routine, str, ast.expr]] = []
        for node in self.nodes:
            if not isinstance(node, ast.Call):
                continue
            routine = self.called_routine(node)
            if routine is None:
                continue
            for parameter, argument in zip(routine.parameters, node.args, strict=False):
                passed.append((routine, parameter, argument))
            passed += [(routine, each.arg, each.value) for each in node.keywords if each.arg]
        return passed

    @cached_property
    def is_recursive(self) -> bool:
        """Whether this routine calls itself, directly or through other routines."""
        reached = [called_routine for called_routine, _, _ in self.passed_arguments]
        # The list grows in the loop, by the routines that each routine calls.
        for routine in reached:
            if routine is self:
                return True
            for called_routine, _, _ in routine.passed_arguments:
                if called_routine not in reached:
                    reached.append(called_routine)
        return False

    def evaluate(
        self, expression: ast.AST, variables: Mapping[str, object] | None = None
    ) -> list[Any]:
        """Return the value of an expression as a list of one item, or [] if it is not known.

        So an unknown value is not confused with the value None. `variables` has the values of some
        local variables. Evaluation runs no code of the user except properties and operators.
        """
        variables = variables or {}
        if not all(self.can_evaluate(node, variables) for node in ast.walk(expression)):
            return []

        names = ChainMap(dict(variables), self.names)  # type: ignore[arg-type]  # it is only read
        try:
            code = compile(ast.Expression(expression), "", "eval")  # type: ignore[arg-type]
            value = eval(code, {"__builtins__": {}}, names)  # noqa: S307
        except Exception:  # noqa: BLE001  whatever the operators of foreign classes do
            return []
        return [value]

    def can_evaluate(self, node: ast.AST, variables: Mapping[str, object]) -> bool:
        """Return whether a part of an expression is harmless, and its name, if any, is known."""
        # A power of large numbers would keep this process busy for ever.
        if not isinstance(node, EVALUATED_SYNTAX) or isinstance(node, ast.Pow):
            return False
        if isinstance(node, ast.Name):
            return node.id in variables or self.is_global(node.id)
        return not isinstance(node, ast.Call) or self.makes_constant(node)

    def is_global(self, name: str) -> bool:
        """Return whether a name has a known value from outside the routine, or is `self`."""
        return name in self.names and (name not in self.assigned_expressions or name == "self")

    def makes_constant(self, call: ast.Call) -> bool:
        """Return whether a call makes a number, a string, or a member of an enumeration."""
        if not isinstance(call.func, ast.Name):
            return False
        value = self.names.get(call.func.id)
        return isinstance(value, type) and (value in (int, float, str) or issubclass(value, Enum))


def assignments_in(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name that a node of a syntax tree assigns to, and the expression assigned.

    Yield nothing if the node is not an assignment.
    """
    match node:
        case ast.Assign(targets, value):
            for target in targets:
                if isinstance(target, ast.Name):
                    yield target.id, value
        case ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
            yield name, value
        case ast.NamedExpr(ast.Name(name), value):
            yield name, value


def routine_of(function: Any) -> Routine | None:
    """Return a function as a routine, from a cache; None if its source is not known."""
    function = unwrap_function(function)
    # Python creates a new object whenever a bound method is read, so this object cannot be the key.
    key = (getattr(function, "__func__", function), id(getattr(function, "__self__", None)))
    if key not in ROUTINE_CACHE:
        while len(ROUTINE_CACHE) >= MAX_REACHED_FUNCTIONS:
            del ROUTINE_CACHE[next(iter(ROUTINE_CACHE))]
        ROUTINE_CACHE[key] = Routine.of(function)
    return ROUTINE_CACHE[key]


ROUTINE_CACHE: dict[Any, Routine | None] = {}
"""Routines by function and the `id` of the object of a bound method, the oldest first."""


def reachable_routines(function: Callable[..., Any]) -> list[Routine]:
    """Return the routines with known source that a function may run, its own first."""
    routines = map(routine_of, reachable_functions(function))
    return [routine for routine in routines if routine is not None]


def negates_values(function: Callable[..., Any]) -> bool | None:
    """Return whether a function, or a function that it calls, negates values as a negamax does.

    Return None if it cannot be known, because there is no source.
    """
    routines = reachable_routines(function)
    if not routines:
        return None
    return any(map(negates_result, routines))


def has_parity_test(function: Callable[..., Any]) -> bool:
    """Return whether a function, or one that it calls, tests for even numbers: `depth % 2`."""
    return any(any(map(is_parity_test, each.nodes)) for each in reachable_routines(function))


def is_parity_test(node: ast.AST) -> bool:
    """Return whether an expression depends on whether a number is even: `x % 2`, `(-1) ** x`."""
    match node:
        case ast.BinOp(_, ast.Mod(), ast.Constant(2)) | ast.BinOp(_, ast.BitAnd(), ast.Constant(1)):
            return True
        case ast.BinOp(ast.UnaryOp(ast.USub(), ast.Constant(1)), ast.Pow()):
            return True
    return False


def negates_result(routine: Routine) -> bool:
    """Return whether a routine negates the result of a call, or a variable."""
    for node in routine.nodes:
        operand = negated_operand(routine, node)
        if isinstance(operand, ast.Call | ast.Name | ast.Subscript):
            # A known value is a constant, such as ∞ in `-INFINITY`.
            is_known = bool(routine.evaluate(operand))
            if not is_known:
                return True
    return False


def negated_operand(routine: Routine, node: ast.AST) -> ast.AST | None:
    """Return x if an expression is `-x`, `0 - x`, `-1 * x` or `x * -1`, otherwise None."""
    match node:
        case ast.UnaryOp(ast.USub(), operand) | ast.BinOp(ast.Constant(0), ast.Sub(), operand):
            return operand
        case ast.BinOp(left, ast.Mult(), right):
            if routine.evaluate(left) == [-1]:
                return right
            if routine.evaluate(right) == [-1]:
                return left
    return None
