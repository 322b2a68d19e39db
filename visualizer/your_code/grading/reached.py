"""The source code that a graded function runs: its own, and that of the functions it calls."""

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
"""The most functions that are examined."""
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
"""The syntax that may be evaluated here; calls only make numbers, texts or enumeration members."""

FunctionDefinition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def unwrap_function(function: Any) -> Any:
    """Return the function or method that holds the code, from behind decorators and `partial`.

    For any other object that can be called, return its method `__call__`.
    """
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
    """Return the functions and methods that a function may run, directly or not.

    The function itself comes first. Functions of libraries are left out.
    """
    first = unwrap_function(function)
    own_package = top_package(first)
    reached: list[Any] = []
    known_codes = set[CodeType]()
    waiting = [first]
    # The list grows in the loop, by the functions that each function calls.
    for candidate in waiting:
        code = getattr(candidate, "__code__", None)
        if not isinstance(code, CodeType) or code in known_codes:
            continue
        # An installed package that is graded is examined, although it is a library.
        if top_package(candidate) != own_package and is_library_function(candidate):
            continue
        if len(reached) == MAX_REACHED_FUNCTIONS:
            break
        known_codes.add(code)
        reached.append(candidate)
        waiting += called_functions(candidate)
    return reached


def top_package(function: Any) -> str:
    """Return the name of the top-level package of a function."""
    return (getattr(function, "__module__", None) or "").partition(".")[0]


def is_library_function(function: Any) -> bool:
    """Return whether a function is in the standard library or an installed package."""
    if top_package(function) in sys.stdlib_module_names:
        return True
    is_in_file = not function.__code__.co_filename.startswith("<")
    return is_in_file and not is_user_code(function.__code__)


def called_functions(function: Any) -> Iterator[Any]:
    """Yield the functions and methods that a function may call, because its code names them.

    For a class, these are all methods of the class.
    """
    names = names_in(function.__code__)
    known = names_known_to(function)
    owner = known.get("self")
    for name in names:
        value = known.get(name)
        if isinstance(value, type):
            yield from filter(inspect.isfunction, vars(value).values())
        elif isinstance(value, ModuleType):
            yield from functions_of_module(value, names)
        elif callable(value):
            yield unwrap_function(value)
        # Code names only the attribute, so any method of `self` with that name may be meant.
        if callable(getattr(type(owner), name, None)):
            yield unwrap_function(getattr(owner, name))


def functions_of_module(module: ModuleType, names: Sequence[str]) -> Iterator[Any]:
    """Yield the functions of a module that have one of some names."""
    contents = vars(module)
    for name in names:
        if callable(contents.get(name)):
            yield unwrap_function(contents[name])


def names_in(code: CodeType) -> list[str]:
    """Return the globals, attributes and outer variables that code names, with functions inside."""
    names = [*code.co_names, *code.co_freevars]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += names_in(constant)
    return list(dict.fromkeys(names))


def names_known_to(function: Any) -> Mapping[str, Any]:
    """Return the values of the names that a function can use, apart from its local variables.

    The names are built-in, global, or variables of the functions around. A bound method also knows
    `self`.
    """
    cells = getattr(function, "__closure__", None) or ()
    outer = {}
    for name, cell in zip(function.__code__.co_freevars, cells, strict=False):
        try:
            outer[name] = cell.cell_contents
        except ValueError:  # it has no value yet
            continue
    owner = getattr(function, "__self__", None)
    if owner is not None:
        # The first parameter is the object, whatever its name; other code here asks for `self`.
        first_parameter = next(iter(function.__code__.co_varnames), "self")
        outer[first_parameter] = owner
        outer["self"] = owner
    return ChainMap(outer, function.__globals__, vars(builtins))


def reads_turn(function: Callable[..., Any]) -> bool:
    """Return whether a function, or one that it calls, reads whose turn it is."""
    return any(code_reads_turn(each.__code__) for each in reachable_functions(function))


def code_reads_turn(code: CodeType) -> bool:
    """Return whether code reads an attribute that says whose turn it is, such as `node.maximizing`.

    Attributes of `self` do not count, because the code sets them itself.
    """
    # Python 3.11 has a special opcode for methods, later versions have not.
    opcodes = ["LOAD_ATTR", "LOAD_METHOD"]
    if "getattr" in code.co_names:
        opcodes.append("LOAD_CONST")

    # The instruction before an attribute loads the object that has the attribute.
    owner: object = None
    for instruction in dis.get_instructions(code):
        is_turn = instruction.opname in opcodes and instruction.argval in TURN_ATTRIBUTES
        if is_turn and owner != "self":
            return True
        owner = instruction.argval

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
    """The source of a function, with the values of the global names in it."""

    definition: FunctionDefinition
    names: Mapping[str, Any]
    is_bound: bool = False
    """Whether it is a bound method, so that calls do not pass its first parameter."""
    around: Mapping[str, Routine] = field(default_factory=dict)
    """The functions in whose bodies it is defined; it may call them."""

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
        """The nodes of its syntax tree."""
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
        """The expressions assigned to each local name, by name.

        Loop variables and parameters are keys with empty lists. They must be keys, because each
        local name hides a global with the same name.
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
    def inner(self) -> dict[str, Routine]:
        """The functions defined in it or around it, by name."""
        inner = dict(self.around)
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef) and node is not self.definition:
                # They all see each other, also those defined further down.
                inner[node.name] = Routine(node, self.names, around=inner)
        return inner

    def called(self, call: ast.Call) -> Routine | None:
        """Return the routine that a call runs, or None if it has no known source."""
        if isinstance(call.func, ast.Name) and call.func.id in self.inner:
            return self.inner[call.func.id]
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
            called = self.called(node) if isinstance(node, ast.Call) else None
            if called is None:
                continue
            assert isinstance(node, ast.Call)
            for parameter, argument in zip(called.parameters, node.args, strict=False):
                passed.append((called, parameter, argument))
            passed += [(called, each.arg, each.value) for each in node.keywords if each.arg]
        return passed

    @cached_property
    def is_recursive(self) -> bool:
        """Whether this routine calls itself, directly or by way of other routines."""
        reached = [called for called, _, _ in self.passed_arguments]
        # The list grows in the loop, by the routines that each routine calls.
        for routine in reached:
            if routine is self:
                return True
            reached += [
                called for called, _, _ in routine.passed_arguments if called not in reached
            ]
        return False

    def evaluate(self, expression: ast.AST, bound: Mapping[str, object] | None = None) -> list[Any]:
        """Return the value of an expression as a list of one item, or [] for an unknown value.

        It is a list because any value is possible, even None. `bound` has the values of some
        variables. Of the user's code, only properties are called.
        """
        bound = bound or {}
        if not all(self.can_evaluate(node, bound) for node in ast.walk(expression)):
            return []

        names = ChainMap(dict(bound), self.names)  # type: ignore[arg-type]  # it is only read
        try:
            code = compile(ast.Expression(expression), "", "eval")  # type: ignore[arg-type]
            value = eval(code, {"__builtins__": {}}, names)  # noqa: S307
        except Exception:  # noqa: BLE001  whatever the operators of foreign classes do
            return []
        return [value]

    def can_evaluate(self, node: ast.AST, bound: Mapping[str, object]) -> bool:
        """Return whether a node of an expression is harmless, and its names are known."""
        # A power of large numbers would keep this process busy for ever.
        if not isinstance(node, EVALUATED_SYNTAX) or isinstance(node, ast.Pow):
            return False
        if isinstance(node, ast.Name):
            return node.id in bound or self.is_global(node.id)
        return not isinstance(node, ast.Call) or self.makes_constant(node)

    def is_global(self, name: str) -> bool:
        """Return whether a name is global, not local."""
        return name in self.names and (name not in self.assigned_expressions or name == "self")

    def makes_constant(self, call: ast.Call) -> bool:
        """Return whether a call makes a number, a text, or a member of an enumeration."""
        if not isinstance(call.func, ast.Name):
            return False
        value = self.names.get(call.func.id)
        return isinstance(value, type) and (value in (int, float, str) or issubclass(value, Enum))


def assignments_in(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name to which a node of a syntax tree assigns, with the expression assigned.

    Only statements and expressions that assign yield anything.
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
    # A bound method is a new object each time, so its function and its object are the key.
    key = (getattr(function, "__func__", function), id(getattr(function, "__self__", None)))
    if key not in ROUTINE_CACHE:
        while len(ROUTINE_CACHE) >= MAX_REACHED_FUNCTIONS:
            del ROUTINE_CACHE[next(iter(ROUTINE_CACHE))]
        ROUTINE_CACHE[key] = Routine.of(function)
    return ROUTINE_CACHE[key]


ROUTINE_CACHE: dict[Any, Routine | None] = {}
"""Routines by function and object, the oldest first."""


def reachable_routines(function: Callable[..., Any]) -> list[Routine]:
    """Return the routines that a function may run, its own first, if their sources are known."""
    routines = map(routine_of, reachable_functions(function))
    return [routine for routine in routines if routine is not None]


def negates_values(function: Callable[..., Any]) -> bool | None:
    """Return whether a function, or a function that it calls, negates results or variables.

    A negamax negates the values that its calls return. Return None if no source is known.
    """
    routines = reachable_routines(function)
    if not routines:
        return None
    return any(map(negates_result, routines))


def has_parity_test(function: Callable[..., Any]) -> bool:
    """Return whether a function, or one that it calls, tests for even numbers: `depth % 2`."""
    for routine in reachable_routines(function):
        if any(map(is_parity_test, routine.nodes)):
            return True
    return False


def is_parity_test(node: ast.AST) -> bool:
    """Return whether a node of a syntax tree tests for even numbers."""
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
        if isinstance(operand, ast.Call | ast.Name | ast.Subscript) and not routine.evaluate(
            operand
        ):
            return True
    return False


def negated_operand(routine: Routine, node: ast.AST) -> ast.AST | None:
    """Return x if an expression is `-x`, `0 - x`, `-1 * x` or `x * -1`, otherwise None."""
    match node:
        case ast.UnaryOp(ast.USub(), operand) | ast.BinOp(ast.Constant(0), ast.Sub(), operand):
            return operand
        case ast.BinOp(left, ast.Mult(), right):
            left_value = routine.evaluate(left)
            right_value = routine.evaluate(right)
            if [-1] in (left_value, right_value):
                return right if left_value else left
    return None
