"""Code that cannot be graded, because it misuses its arguments before it reads a value."""

from __future__ import annotations

import ast
import dis
import re
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from visualizer.your_code.grading.agents import AgentState
from visualizer.your_code.grading.node import ChildList, GradedNode, ReadValues, SearchedGame, Truth
from visualizer.your_code.grading.playouts import PlayoutNode
from visualizer.your_code.grading.reached import (
    names_in,
    names_known_to,
    reachable_functions,
    reachable_routines,
)
from visualizer.your_code.grading.signatures import is_agent, signature_of

HANDED_TYPES = (GradedNode, ChildList, SearchedGame, ReadValues, Truth)
HANDED_TYPE_NAMES = re.compile(
    r"\b({})\b".format("|".join(each.__name__ for each in (*HANDED_TYPES, AgentState, PlayoutNode)))
)
"""The names of our classes in the messages of Python's errors."""
TYPE_CONFUSION_ERRORS = (TypeError, ValueError, AttributeError, LookupError)
"""The errors that Python raises for an object of an unexpected type."""
BUILTIN_TYPE_NAMES = {"int", "float", "str", "list", "tuple", "dict", "set", "Number"}


def describe_misuse(
    function: Callable[..., Any],
    given: Mapping[str, object],
    error: BaseException | None,
    failure: str,
    node_misuse: str,
) -> str:
    """Say how a graded function misused its arguments, and how to use them; "" if it did not.

    `given` are the arguments by name. `error` is the exception that ended the function, or None,
    and `failure` the same in words. `node_misuse` describes a senseless use of a node that raised
    no exception, "" if there was none.
    """
    if "problem" in signature_of(function).roles.values():
        return ""  # the recorder describes its own misuse

    # The error that ended the search says most, the test of a type least.
    type_test = find_type_test(function)
    action = ""
    if error is not None:
        has_misuse = bool(node_misuse or type_test)
        is_type_confusion = has_misuse and isinstance(error, TYPE_CONFUSION_ERRORS)
        if is_type_confusion or is_about_handed_object(function, error, given):
            action = failure
    elif node_misuse:
        action = node_misuse
    elif type_test:
        action = f"tested {type_test}"
    if not action:
        return ""

    handed, advice = describe_main_parameter(function)
    return f"{handed}, but before it read a value it {action}; {advice}"


def is_about_handed_object(
    function: Callable[..., Any], error: BaseException, given: Mapping[str, object]
) -> bool:
    """Return whether an exception is about an argument of the function, or about a node.

    `given` are the arguments by name.
    """
    if isinstance(error, KeyError) and not reads_filled_dictionary(function):
        return False  # a table that the function itself fills lacks an entry

    # The objects that the error is about: a KeyError has the missing key among its arguments, an
    # AttributeError the object in `obj`.
    error_objects = list(error.args)
    if isinstance(error, AttributeError):
        error_objects.append(error.obj)
    if any(is_handed_object(each, given) for each in error_objects):
        return True

    place = innermost_traceback(error)
    if place is None:
        return False
    return was_raised_by_node(error, place) or names_handed_type(error)


def is_handed_object(subject: object, given: Mapping[str, object]) -> bool:
    """Return whether an object is an argument, or of a type of ours."""
    return isinstance(subject, HANDED_TYPES) or any(subject is value for value in given.values())


def innermost_traceback(error: BaseException) -> TracebackType | None:
    """Return the traceback entry of the line that raised an error."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place


def was_raised_by_node(error: BaseException, place: TracebackType) -> bool:
    """Return whether a method of a node raised an error, or code that unpacked a node."""
    module = place.tb_frame.f_globals.get("__name__")
    if module in (GradedNode.__module__, AgentState.__module__):
        return True
    # Unpacking raises a ValueError that does not name the node.
    instruction = dis.opname[place.tb_frame.f_code.co_code[place.tb_lasti]]
    return isinstance(error, ValueError) and instruction.startswith("UNPACK")


def names_handed_type(error: BaseException) -> bool:
    """Return whether the message of an error names a type of ours."""
    return isinstance(error, TYPE_CONFUSION_ERRORS) and bool(HANDED_TYPE_NAMES.search(str(error)))


def reads_filled_dictionary(function: Callable[..., Any]) -> bool:
    """Return whether a function, or one that it calls, uses a global dictionary with entries."""
    for reachable in reachable_functions(function):
        known = names_known_to(reachable)
        for name in names_in(reachable.__code__):
            value = known.get(name)
            if isinstance(value, dict) and value:
                return True
    return False


def find_type_test(function: Callable[..., Any]) -> str:
    """Return the first test for a built-in type in a function's source, or "" without such a test.

    A test such as `isinstance(node, int)` shows that the code expects numbers, texts or lists
    instead of nodes.
    """
    for routine in reachable_routines(function):
        for node in routine.nodes:
            if any(map(names_builtin_type, tested_types(node))):
                return ast.unparse(node)
    return ""


def tested_types(node: ast.AST) -> list[ast.expr]:
    """Return the types that a node of a syntax tree compares the type of an object with."""
    match node:
        case ast.Compare(ast.Call(ast.Name("type"), [_]), _, tested):
            return tested
        case ast.Call(ast.Name("isinstance"), [_, tested_type]):
            return [tested_type]
    return []


def names_builtin_type(expression: ast.AST) -> bool:
    """Return whether an expression names a built-in type."""
    names = [node.id for node in ast.walk(expression) if isinstance(node, ast.Name)]
    return any(name in BUILTIN_TYPE_NAMES for name in names)


def describe_main_parameter(function: Callable[..., Any]) -> tuple[str, str]:
    """Return two phrases about the argument that holds the tree: what it is, and how to use it."""
    if is_agent(function):
        methods = ", ".join(AgentState.offered)
        return f"gameState is a state with {methods}", "use these methods"
    name, role = main_parameter(function)
    if role == "game":
        methods = ", ".join(SearchedGame.offered)
        use = (
            f"use {name}.actions(state), {name}.result(state, action) and "
            f"{name}.utility(state, player)"
        )
        return f"{name} is a game with {methods}", use
    if role == "values":
        return f"{name} is the list of the leaves", f"use {name}[index]"
    attributes = ", ".join(GradedNode.offered)
    use = f"use {name}.children, a list that is empty at a leaf, and {name}.value"
    return f"{name} is a node with {attributes}", use


def main_parameter(function: Callable[..., Any]) -> tuple[str, str]:
    """Return the parameter that gets the tree, and its role."""
    roles = signature_of(function).roles
    for main_role in ("game", "values", "node"):
        for name, role in roles.items():
            if role == main_role:
                return name, role
    return next(iter(roles.items()))
