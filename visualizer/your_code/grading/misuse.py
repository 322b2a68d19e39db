"""Describe how code misuses its arguments before it reads a value, so that it cannot be graded."""

from __future__ import annotations

import ast
import dis
import re
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from visualizer.your_code.grading.agents import AgentState
from visualizer.your_code.grading.course_data import NodeData
from visualizer.your_code.grading.node import ChildList, GradedNode, ReadValues, SearchedGame, Truth
from visualizer.your_code.grading.playouts import PlayoutNode
from visualizer.your_code.grading.reached import (
    names_in,
    names_known_to,
    reachable_functions,
    reachable_routines,
)
from visualizer.your_code.grading.signatures import is_agent, signature_of

ARGUMENT_TYPES = (GradedNode, ChildList, SearchedGame, ReadValues, Truth, NodeData)
"""Our types of the objects that a graded function gets."""
ARGUMENT_TYPE_NAMES = re.compile(
    r"\b({})\b".format(
        "|".join(each.__name__ for each in (*ARGUMENT_TYPES, AgentState, PlayoutNode))
    )
)
"""Matches the name of one of our classes in the message of an error."""
TYPE_CONFUSION_ERRORS = (TypeError, ValueError, AttributeError, LookupError)
"""The errors that Python raises for an object of an unexpected type."""
BUILTIN_TYPE_NAMES = {"int", "float", "str", "list", "tuple", "dict", "set", "Number"}


def describe_misuse(
    function: Callable[..., Any],
    arguments: Mapping[str, object],
    error: BaseException | None,
    failure: str,
    node_misuse: str,
) -> str:
    """Say how a graded function misused its arguments, and how to use them; "" if it did not.

    `arguments` are by parameter name. `error` is the exception that ended the function, or None,
    and `failure` describes it. `node_misuse` describes a senseless use of a node that raised no
    exception, or is "".
    """
    if "problem" in signature_of(function).roles.values():
        return ""  # the error messages of the recorder explain its use

    # The signs of misuse, from the clearest to the least clear: an exception, a senseless use of a
    # node, a test for a built-in type.
    type_test = find_type_test(function)
    action = ""
    if error is not None:
        # With another sign of misuse, any error that an unexpected type can cause counts.
        has_other_sign = bool(node_misuse or type_test)
        is_type_confusion = has_other_sign and isinstance(error, TYPE_CONFUSION_ERRORS)
        if is_type_confusion or is_about_argument(function, error, arguments):
            action = failure
    elif node_misuse:
        action = node_misuse
    elif type_test:
        action = f"tested {type_test}"
    if not action:
        return ""

    what_it_gets, advice = describe_main_parameter(function)
    return f"{what_it_gets}, but before it read a value it {action}; {advice}"


def is_about_argument(
    function: Callable[..., Any], error: BaseException, arguments: Mapping[str, object]
) -> bool:
    """Return whether an exception is about an argument that the function got, or about a node.

    `arguments` are by parameter name.
    """
    # Without a global dictionary to look up nodes in, a missing key has another cause.
    if isinstance(error, KeyError) and not uses_global_dictionary(function):
        return False

    # A KeyError has the missing key among its `args`, an AttributeError has the object in `obj`.
    error_objects = list(error.args)
    if isinstance(error, AttributeError):
        error_objects.append(error.obj)
    if any(is_argument(each, arguments) for each in error_objects):
        return True

    entry = innermost_traceback(error)
    if entry is None:
        return False
    return was_raised_by_node(error, entry) or names_argument_type(error)


def is_argument(subject: object, arguments: Mapping[str, object]) -> bool:
    """Return whether an object is an argument, or has one of our types."""
    return isinstance(subject, ARGUMENT_TYPES) or any(
        subject is value for value in arguments.values()
    )


def innermost_traceback(error: BaseException) -> TracebackType | None:
    """Return the traceback entry of the line that raised an error; None without a traceback."""
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return entry


def was_raised_by_node(error: BaseException, entry: TracebackType) -> bool:
    """Return whether an error was raised by a method of a node, or by unpacking a node.

    `entry` is the traceback entry of the line that raised the error.
    """
    module = entry.tb_frame.f_globals.get("__name__")
    if module in (GradedNode.__module__, AgentState.__module__, NodeData.__module__):
        return True
    # Unpacking raises a ValueError that does not name the node.
    instruction = dis.opname[entry.tb_frame.f_code.co_code[entry.tb_lasti]]
    return isinstance(error, ValueError) and instruction.startswith("UNPACK")


def names_argument_type(error: BaseException) -> bool:
    """Return whether the message of an error contains the name of one of our types."""
    return isinstance(error, TYPE_CONFUSION_ERRORS) and bool(ARGUMENT_TYPE_NAMES.search(str(error)))


def uses_global_dictionary(function: Callable[..., Any]) -> bool:
    """Return whether a function, or one that it calls, uses a global dictionary with entries."""
    for reachable in reachable_functions(function):
        values = names_known_to(reachable)
        for name in names_in(reachable.__code__):
            value = values.get(name)
            if isinstance(value, dict) and value:
                return True
    return False


def find_type_test(function: Callable[..., Any]) -> str:
    """Return the source of a function's first test for a built-in type, or "" without such a test.

    A test such as `isinstance(node, int)` shows that the code expects numbers, strings or lists
    instead of nodes.
    """
    for routine in reachable_routines(function):
        for node in routine.nodes:
            if any(map(names_builtin_type, tested_types(node))):
                return ast.unparse(node)
    return ""


def tested_types(node: ast.AST) -> list[ast.expr]:
    """Return the types for which an expression tests an object; [] if it is not such a test."""
    match node:
        case ast.Compare(ast.Call(ast.Name("type"), [_]), _, types):
            return types
        case ast.Call(ast.Name("isinstance"), [_, tested_type]):
            return [tested_type]
    return []


def names_builtin_type(expression: ast.AST) -> bool:
    """Return whether the name of a built-in type is part of an expression."""
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
    form = signature_of(function).forms.get(name)
    if form is not None:
        return (
            f"{name} is a tree with its nodes as {form}",
            f"use isinstance({name}, …), or {name}.children and {name}.value",
        )
    use = f"use {name}.children, a list that is empty at a leaf, and {name}.value"
    return f"{name} is a node with {attributes}", use


def main_parameter(function: Callable[..., Any]) -> tuple[str, str]:
    """Return the name and the role of the parameter that gets the tree."""
    roles = signature_of(function).roles
    for main_role in ("game", "values", "node"):
        for name, role in roles.items():
            if role == main_role:
                return name, role
    return next(iter(roles.items()))
