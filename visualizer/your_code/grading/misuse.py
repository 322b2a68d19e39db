"""Code that cannot be graded: what it does with what it is handed fails before it reads a value."""

from __future__ import annotations

import ast
import dis
import re
from collections.abc import Callable, Mapping
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
"""How an error of Python names what it is about, where that is one of ours."""
TYPE_CONFUSION_ERRORS = (TypeError, ValueError, AttributeError, LookupError)
"""What Python raises where something is not what code takes it for."""
BUILTIN_TYPE_NAMES = {"int", "float", "str", "list", "tuple", "dict", "set", "Number"}


def describe_misuse(
    function: Callable[..., Any],
    given: Mapping[str, object],
    error: BaseException | None,
    failure: str,
    strange: str,
) -> str:
    """Say what was handed over, what the code did with it that is not possible, and what is; "" where it did nothing.

    `error` is what it has raised, if anything, and `failure` says so; `strange` is what a node was asked in vain.
    """
    if "problem" in signature_of(function).roles.values():
        return ""  # the recorder says what is the matter
    tested = find_type_test(function)
    if error is None:
        did = strange or (tested and f"tested {tested}")
    elif is_about_handed_object(function, error, given) or (
        isinstance(error, TYPE_CONFUSION_ERRORS) and (strange or tested)
    ):
        did = failure
    else:
        did = ""
    handed, possible = describe_main_parameter(function)
    return did and f"{handed}, but before it read a value it {did}; {possible}"


def is_about_handed_object(
    function: Callable[..., Any], error: BaseException, given: Mapping[str, object]
) -> bool:
    """Return whether an error is about what was handed over."""
    about = [*error.args, *([error.obj] if isinstance(error, AttributeError) else [])]
    if isinstance(error, KeyError) and not reads_filled_dictionary(function):
        return False  # in a dictionary of its own, which it has to fill
    if any(
        isinstance(each, HANDED_TYPES) or any(each is value for value in given.values())
        for each in about
    ):
        return True
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return False
    if place.tb_frame.f_globals.get("__name__") in (GradedNode.__module__, AgentState.__module__):
        return True
    instruction = dis.opname[place.tb_frame.f_code.co_code[place.tb_lasti]]
    if isinstance(error, ValueError) and instruction.startswith("UNPACK"):
        return True
    return isinstance(error, TYPE_CONFUSION_ERRORS) and bool(HANDED_TYPE_NAMES.search(str(error)))


def reads_filled_dictionary(function: Callable[..., Any]) -> bool:
    """Return whether a function, or one that it calls, names a dictionary that the file has filled."""
    named = (
        names_known_to(each).get(name)
        for each in reachable_functions(function)
        for name in names_in(each.__code__)
    )
    return any(isinstance(value, dict) and value for value in named)


def find_type_test(function: Callable[..., Any]) -> str:
    """Return the first place in the source that asks whether something is a number, a text or a container; "" for none.

    Nothing that is handed over is one of these but the list of a node's children.
    """
    for routine in reachable_routines(function):
        for each in routine.nodes:
            match each:
                case ast.Compare(ast.Call(ast.Name("type"), [_]), _, others) if names_builtin_type(
                    *others
                ):
                    return ast.unparse(each)
                case ast.Call(ast.Name("isinstance"), [_, kind]) if names_builtin_type(kind):
                    return ast.unparse(each)
    return ""


def names_builtin_type(*expressions: ast.AST) -> bool:
    """Return whether expressions name a type of Python's own."""
    names = (
        each
        for expression in expressions
        for each in ast.walk(expression)
        if isinstance(each, ast.Name)
    )
    return any(each.id in BUILTIN_TYPE_NAMES for each in names)


def describe_main_parameter(function: Callable[..., Any]) -> tuple[str, str]:
    """Say what the main parameter of a function is, and what the function can do with it."""
    if is_agent(function):
        return f"gameState is a state with {', '.join(AgentState.offered)}", "use these methods"
    name, role = main_parameter(function)
    if role == "game":
        use = f"use {name}.actions(state), {name}.result(state, action) and {name}.utility(state, player)"
        return f"{name} is a game with {', '.join(SearchedGame.offered)}", use
    if role == "values":
        return f"{name} is the list of the leaves", f"use {name}[index]"
    use = f"use {name}.children, a list that is empty at a leaf, and {name}.value"
    return f"{name} is a node with {', '.join(GradedNode.offered)}", use


def main_parameter(function: Callable[..., Any]) -> tuple[str, str]:
    """Return the parameter by which a function is handed the tree, and what it is."""
    roles = signature_of(function).roles
    for wanted in ("game", "values", "node"):
        for name, role in roles.items():
            if role == wanted:
                return name, role
    return next(iter(roles.items()))
