"""Mutants of a search: its source with one operator, constant or name changed, or one statement
dropped.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, NamedTuple

COMPARISONS: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
BINARIES: tuple[type[ast.operator], ...] = (ast.Add, ast.Sub, ast.Mult)
NAMES = (
    "alpha",
    "beta",
    "value",
    "best",
    "score",
    "v",
    "v2",
    "max",
    "min",
    "depth",
    "inf",
    "color",
)
"""The names that are exchanged for one another, where both are in the function."""
DROPPED = (ast.Assign, ast.AugAssign, ast.Return, ast.Break, ast.If)
"""The statements that are dropped."""

Change = Callable[[Any], None]
"""Makes a change in a copy of a node."""


def changes(node: ast.AST, names: list[str]) -> list[Change]:
    """Return what can be changed at a node of the source."""
    dropped: list[Change] = [
        partial(_drop, name=name, place=place)
        for name in ("body", "orelse")
        for place, each in enumerate(_statements(node, name))
        if isinstance(each, DROPPED)
    ]
    if dropped:
        return dropped
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        return [
            partial(_operator, kind=kind)
            for kind in COMPARISONS
            if not isinstance(node.ops[0], kind)
        ]
    if isinstance(node, ast.BinOp):
        return [
            partial(_set, name="op", value=kind())
            for kind in BINARIES
            if not isinstance(node.op, kind)
        ]
    if isinstance(node, ast.BoolOp):
        return [
            partial(_set, name="op", value=ast.And() if isinstance(node.op, ast.Or) else ast.Or())
        ]
    if isinstance(node, ast.UnaryOp):
        return [
            partial(
                _set, name="op", value=ast.UAdd() if isinstance(node.op, ast.USub) else ast.USub()
            )
        ]
    if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        other: Any = not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1
        return [partial(_set, name="value", value=other)]
    if isinstance(node, ast.Name) and node.id in names:
        return [partial(_set, name="id", value=name) for name in names if name != node.id]
    return []


def _statements(node: ast.AST, name: str) -> list[ast.stmt]:
    """Return the statements in a field of a node; none where it holds something else."""
    found = getattr(node, name, [])
    if isinstance(found, list):
        return found
    return []


def _drop(copied: Any, name: str, place: int) -> None:
    getattr(copied, name)[place] = ast.copy_location(ast.Pass(), getattr(copied, name)[place])


def _operator(copied: Any, kind: type[ast.cmpop]) -> None:
    copied.ops[0] = kind()


def _set(copied: Any, name: str, value: object) -> None:
    setattr(copied, name, value)


class Mutant(NamedTuple):
    """One change of one place in the source of a function, which is made when it is asked for."""

    function: Callable[..., Any]
    place: int
    """Of the node that is changed, as `ast.walk` gives them."""
    number: int
    """Of the change, among those that the node allows."""

    def made(self) -> tuple[str, Callable[..., Any]]:
        """Return the changed function, and what is changed in it."""
        before, _ = parsed(self.function)
        tree, changed = parsed(self.function)
        node = [*ast.walk(tree)][self.place]
        changes(node, changed)[self.number](node)
        made: dict[str, Any] = {"inf": inf, "Any": Any}
        name = self.function.__name__
        exec(compile(ast.fix_missing_locations(tree), f"{name}.py", "exec"), made)
        lines = zip(ast.unparse(before).splitlines(), ast.unparse(tree).splitlines(), strict=False)
        place, (old, new) = next(
            (place, pair) for place, pair in enumerate(lines) if len({*pair}) == 2
        )
        text = f"{name}, line {place}: {new.strip()} for {old.strip()}"
        return text, made[name]


def parsed(function: Callable[..., Any]) -> tuple[ast.Module, list[str]]:
    """Return the tree of a function's source, and the names in it that can be exchanged."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    in_it = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    return tree, [name for name in NAMES if name in in_it]


def mutants(function: Callable[..., Any]) -> list[Mutant]:
    """Return all mutants of a function."""
    tree, names = parsed(function)
    counts = [len(changes(node, names)) for node in ast.walk(tree)]
    return [
        Mutant(function, place, number)
        for place, count in enumerate(counts)
        for number in range(count)
    ]
