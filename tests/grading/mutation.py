"""Mutants of a search: its source with one operator, constant or name changed."""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

COMPARISONS: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
BINARIES: tuple[type[ast.operator], ...] = (ast.Add, ast.Sub, ast.Mult)
NAMES = ("alpha", "beta", "value", "best", "score", "v", "v2", "max", "min", "depth", "inf", "color")
"""The names that are exchanged for one another, where both are in the function."""


Change = Callable[[Any], None]
"""Makes a change in a copy of a node."""


def changes(node: ast.AST, names: list[str]) -> list[Change]:
    """Return what can be changed at a node of the source."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        return [partial(_operator, kind=kind) for kind in COMPARISONS if not isinstance(node.ops[0], kind)]
    if isinstance(node, ast.BinOp):
        return [partial(_set, name="op", value=kind()) for kind in BINARIES if not isinstance(node.op, kind)]
    if isinstance(node, ast.BoolOp):
        return [partial(_set, name="op", value=ast.And() if isinstance(node.op, ast.Or) else ast.Or())]
    if isinstance(node, ast.UnaryOp):
        return [partial(_set, name="op", value=ast.UAdd() if isinstance(node.op, ast.USub) else ast.USub())]
    if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        other: Any = not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1
        return [partial(_set, name="value", value=other)]
    if isinstance(node, ast.Name) and node.id in names:
        return [partial(_set, name="id", value=name) for name in names if name != node.id]
    return []


def _operator(copied: Any, kind: type[ast.cmpop]) -> None:
    copied.ops[0] = kind()


def _set(copied: Any, name: str, value: object) -> None:
    setattr(copied, name, value)


def mutants(function: Callable[..., Any]) -> list[tuple[str, Callable[..., Any]]]:
    """Return all mutants of a function that Python can compile, each with the line that is changed in it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    nodes = [*ast.walk(tree)]
    names = [name for name in NAMES if any(isinstance(each, ast.Name) and each.id == name for each in nodes)]
    found = []
    for place, node in enumerate(nodes):
        for change in changes(node, names):
            other = copy.deepcopy(tree)
            changed: Any = [*ast.walk(other)][place]
            change(changed)
            made: dict[str, Any] = {"inf": inf, "Any": Any}
            exec(compile(ast.fix_missing_locations(other), f"{function.__name__}.py", "exec"), made)
            text = f"{function.__name__}, line {changed.lineno}: {ast.unparse(changed)} for {ast.unparse(node)}"
            found.append((text, made[function.__name__]))
    return found
