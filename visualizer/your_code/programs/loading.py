"""Loading a person's program: run as Python runs it, or as a module, or as much as can be."""

import ast
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

INTERACTIVE_NAMES = ("input", "raw_input", "mainloop", "sleep")
"""Functions that wait for somebody or something."""
HARMLESS_SYNTAX = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.Try,
)
"""The statements that are run if a program is loaded in part."""


def module_for(name: str, file: str, hooks: Mapping[str, Any]) -> ModuleType:
    """Return an empty module in which a program can run, with the hooks for its calls."""
    module = ModuleType(name)
    module.__file__ = file
    module.__dict__.update(hooks)
    # Classes find their module there when they are pickled or made dataclasses.
    sys.modules[name] = module
    folder = Path(file).absolute().parent
    sys.path.insert(0, str(folder))
    os.chdir(folder)
    return module


def run_as_program(tree: ast.Module, module: ModuleType, file: str) -> None:
    """Run a program as Python does; whatever error it raises is raised."""
    exec(compile(tree, file, "exec"), module.__dict__)


class SearchImporter(Loader, MetaPathFinder):
    """Imports the file that has the search, so that it reports its calls."""

    def __init__(self, file: str, tree: ast.Module, names: Mapping[str, Any]) -> None:
        """Take the file, its instrumented tree, and the hooks for its calls."""
        self.file = file
        self.tree = tree
        self.names = names

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Return how to import a module, if it is that file; None for all others."""
        spec = PathFinder.find_spec(name, path)
        if spec is None or spec.origin != self.file:
            return None
        spec.loader = self
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the file as a module."""
        module.__dict__.update(self.names)
        run_as_program(self.tree, module, self.file)


def load_module(tree: ast.Module, module: ModuleType, file: str) -> list[tuple[int, str]]:
    """Load a program as a module, in part if need be; return what was left out.

    That is the line of each statement, with the reason.
    """
    if not any(map(waits, tree.body)):
        with suppress(Exception):
            run_as_program(tree, module, file)
            return []
    left_out = []
    for statement in single_imports(tree.body):
        why = why_left_out(statement)
        if not why:
            part = ast.Module([statement], [])
            try:
                run_as_program(part, module, file)
            except Exception as error:  # noqa: BLE001
                why = f"{type(error).__name__}: {error}"
        if why:
            left_out.append((statement.lineno, why))
    return left_out


def single_imports(statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, with a statement of its own for each module of `import a, b`."""
    for statement in statements:
        if not isinstance(statement, ast.Import):
            yield statement
            continue
        for alias in statement.names:
            yield ast.copy_location(ast.Import([alias]), statement)


def why_left_out(statement: ast.stmt) -> str:
    """Say why a statement is not run when a program is loaded in part, or ""."""
    if is_docstring(statement):
        return ""
    if waits(statement):
        return "it waits for input or runs a loop"
    if not isinstance(statement, HARMLESS_SYNTAX):
        return "it is no definition"
    return ""


def is_docstring(statement: ast.stmt) -> bool:
    """Return whether a statement is a text alone."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def waits(statement: ast.stmt) -> bool:
    """Return whether a statement of a module may wait for input, or loop for long.

    What stands in functions is only defined by it.
    """
    return any(
        isinstance(node, ast.While)
        or (isinstance(node, ast.Call) and name_of_call(node) in INTERACTIVE_NAMES)
        for node in syntax_that_runs(statement)
    )


def name_of_call(call: ast.Call) -> str:
    """Return the last part of the name of what is called, or ""."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return getattr(call.func, "id", "")


def syntax_that_runs(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the syntax that runs with a statement, without the bodies of functions."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        yield node
        waiting.extend(ast.iter_child_nodes(node))


def evaluate(call: str, module: ModuleType) -> Any:
    """Evaluate an expression in a module; `inf` and `math` are there if the module lacks them."""
    names = {"inf": float("inf"), "math": __import__("math"), **module.__dict__}
    return eval(compile(call, "--call", "eval"), names)
