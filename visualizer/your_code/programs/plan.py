"""Which functions of a program are its search, found in the source before it runs."""

import ast
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from visualizer.support.errors import InputError
from visualizer.your_code.grading.notebooks import read_program
from visualizer.your_code.programs.board import BoardFinder
from visualizer.your_code.programs.roles import Roles, check_roles
from visualizer.your_code.programs.source import (
    ProgramFunction,
    ProgramSource,
    own_syntax,
)
from visualizer.your_code.watching.source_lines import called_name, variable_name

COMPARING_FUNCTIONS = ("max", "min", "sorted")


@dataclass(frozen=True)
class SearchPlan:
    """The functions whose calls are recorded."""

    functions: tuple[ProgramFunction, ...]
    root_callers: frozenset[int]
    """The functions, by index, that call a cycle in a loop without being part of one."""
    negates: bool
    """Whether a function negates results of the search."""


def search_source(file: str, name: str | None) -> ProgramSource:
    """Return the source of the search that a file runs: its own, or that of a file it imports.

    A file of its own is looked at first. If none has a recursive function, with this `name` unless
    it is None, return the file's own source. InputError if that cannot be read.
    """
    own = ProgramSource(read_program(file), file)
    waiting = [own]
    seen = {Path(file)}
    while waiting:
        source = waiting.pop(0)
        if cycles_named(source, name):
            return source
        for other in source.imported_files():
            if other not in seen:
                seen.add(other)
                # Whatever is wrong with it is told when the program imports it.
                with suppress(InputError):
                    waiting.append(ProgramSource(read_program(str(other)), str(other)))
    return own


def cycles_named(source: ProgramSource, name: str | None) -> list[tuple[ProgramFunction, ...]]:
    """Return the cycles that have a function with a name; all of them for None."""
    return [cycle for cycle in source.cycles() if name is None or is_in(name, cycle)]


def plan_search(source: ProgramSource, name: str | None, given: Mapping[str, str]) -> SearchPlan:
    """Return which functions are recorded; InputError if there is no recursive function.

    Without a `name`, these are the cycles with a window, or whose results are compared; if there
    are none, all cycles. `given` are the roles that the user has named.
    """
    cycles = cycles_named(source, name)
    if not cycles:
        known = ", ".join(function.name for function in source.functions) or "none"
        wanted = "function that calls itself"
        if name is not None:
            wanted = f"recursive function {name!r:.60}"
        raise InputError(
            f"{source.file} has no {wanted}; its functions are: {known:.300} (generators, async "
            "functions and lambdas are not recorded)"
        )
    chosen = [cycle for cycle in cycles if is_search(cycle, given)] or cycles

    functions: list[ProgramFunction] = []
    callers: set[int] = set()
    for cycle in chosen:
        functions += cycle
        for caller in source.callers_in_loop(cycle):
            if caller not in functions:
                callers.add(len(functions))
                functions.append(caller)
    check_roles(functions, given)
    negates = any(negates_results(function, chosen[0]) for function in chosen[0])
    return SearchPlan(tuple(functions), frozenset(callers), negates)


def is_in(name: str, cycle: Sequence[ProgramFunction]) -> bool:
    """Return whether a cycle has a function with this name, in full or without its class."""
    return any(name in (function.name, function.short_name) for function in cycle)


def is_search(cycle: Sequence[ProgramFunction], given: Mapping[str, str]) -> bool:
    """Return whether functions that call each other look like a search."""
    roles = Roles(cycle, given)
    has_window = any(roles.parameter(index, "alpha") for index in range(len(cycle)))
    return has_window or any(compares_results(function, cycle) for function in cycle)


def compares_results(function: ProgramFunction, cycle: Sequence[ProgramFunction]) -> bool:
    """Return whether a function compares results of the calls in its cycle, or negates them."""
    names = {other.short_name for other in cycle}
    variables = result_variables(function, names)
    return negates_results(function, cycle) or any(
        uses_result(node, names, variables)
        for node in own_syntax(function.syntax)
        if is_comparison(node)
    )


def is_comparison(node: ast.AST) -> bool:
    """Return whether syntax compares values: by an operator, or by `max`, `min` or `sorted`."""
    if isinstance(node, ast.Compare):
        return True
    return isinstance(node, ast.Call) and called_name(node) in COMPARING_FUNCTIONS


def negates_results(function: ProgramFunction, cycle: Sequence[ProgramFunction]) -> bool:
    """Return whether a function negates results of the calls in its cycle."""
    names = {other.short_name for other in cycle}
    variables = result_variables(function, names)
    return any(
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and uses_result(node.operand, names, variables)
        for node in own_syntax(function.syntax)
    )


def result_variables(function: ProgramFunction, names: Collection[str]) -> set[str]:
    """Return the variables to which a function assigns results of some functions."""
    variables: set[str] = set()
    for node in own_syntax(function.syntax):
        if isinstance(node, ast.Assign) and uses_result(node.value, names, ()):
            for target in node.targets:
                variables.update(filter(None, map(variable_name, ast.walk(target))))
    return variables


def uses_result(node: ast.AST, names: Collection[str], variables: Collection[str]) -> bool:
    """Return whether an expression uses a result of some functions, or a variable that has one.

    What is only an argument of such a call does not count: `search(-beta)` negates no result.
    """
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Call) and called_name(part) in names:
            return True
        if isinstance(part, ast.Name) and part.id in variables:
            return True
        waiting.extend(ast.iter_child_nodes(part))
    return False


def board_finder(
    source: ProgramSource, plan: SearchPlan, given: Mapping[str, str], expression: str | None
) -> BoardFinder:
    """Return what finds the board of each function of a plan."""
    roles = Roles(plan.functions, given)
    return BoardFinder(source, plan.functions, roles.by_function, expression)
