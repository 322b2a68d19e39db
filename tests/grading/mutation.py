"""Mutants of a search: its source with one operator, constant or name changed."""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
BINARIES = (ast.Add, ast.Sub, ast.Mult)
NAMES = ("alpha", "beta", "value", "best", "score", "v", "v2", "max", "min", "depth", "inf", "color")
"""The names that are exchanged for one another, where both are in the function."""


def changes(node: ast.AST, names: list[str]) -> Iterator[Callable[[Any], None]]:
    """Yield what can be changed at a node of the source, each as what makes that change in a copy of the node."""
    if isinstance(node, ast.Compare):
        for kind in COMPARISONS:
            if not isinstance(node.ops[0], kind) and type(node.ops[0]) in COMPARISONS:
                yield lambda copied, kind=kind: copied.ops.__setitem__(0, kind())
    elif isinstance(node, ast.BinOp):
        for kind in BINARIES:
            if not isinstance(node.op, kind):
                yield lambda copied, kind=kind: setattr(copied, "op", kind())
    elif isinstance(node, ast.BoolOp):
        yield lambda copied: setattr(copied, "op", ast.And() if isinstance(copied.op, ast.Or) else ast.Or())
    elif isinstance(node, ast.UnaryOp):
        yield lambda copied: setattr(copied, "op", ast.UAdd() if isinstance(copied.op, ast.USub) else ast.USub())
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        yield lambda copied: setattr(
            copied, "value", not copied.value if type(copied.value) is bool else copied.value + 1
        )
    elif isinstance(node, ast.Name) and node.id in names:
        for name in names:
            if name != node.id:
                yield lambda copied, name=name: setattr(copied, "id", name)


def mutants(function: Callable[..., Any]) -> list[tuple[str, Callable[..., Any]]]:
    """Return all mutants of a function that Python can compile, each with the line that is changed in it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    nodes = [*ast.walk(tree)]
    names = [name for name in NAMES if any(isinstance(each, ast.Name) and each.id == name for each in nodes)]
    found = []
    for place, node in enumerate(nodes):
        for change in changes(node, names):
            other = copy.deepcopy(tree)
            changed = [*ast.walk(other)][place]
            change(changed)
            made: dict[str, Any] = {"inf": inf, "Any": Any}
            exec(compile(ast.fix_missing_locations(other), f"{function.__name__}.py", "exec"), made)
            text = f"{function.__name__}, line {changed.lineno}: {ast.unparse(changed)} for {ast.unparse(node)}"
            found.append((text, made[function.__name__]))
    return found
