"""The source of a program: its functions, and which of them call each other in turn."""

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from visualizer.your_code.grading.notebooks import parsed
from visualizer.your_code.watching.source_lines import called_name

CLOCK_NAMES = ("time", "time_ns", "perf_counter", "monotonic", "process_time", "now")
"""The functions that return the time."""
FunctionSyntax = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class ProgramFunction:
    """A function or method of a program."""

    name: str
    """Its name with those of the class or functions around it, as in `Board.play`."""
    syntax: FunctionSyntax

    @property
    def short_name(self) -> str:
        """The name by which it is called."""
        return self.syntax.name

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters in order, without `*args` and `**kwargs`."""
        arguments = self.syntax.args
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        return tuple(argument.arg for argument in every)

    @cached_property
    def is_suspended(self) -> bool:
        """Whether it is a generator or async, so that its calls are not nested in time."""
        return isinstance(self.syntax, ast.AsyncFunctionDef) or any(
            isinstance(node, ast.Yield | ast.YieldFrom) for node in own_syntax(self.syntax)
        )

    @cached_property
    def called(self) -> frozenset[str]:
        """The short names of the functions that it may call; nested functions count separately."""
        names = set()
        for node in own_syntax(self.syntax):
            if isinstance(node, ast.Call):
                names.add(called_name(node))
            # A function may be handed on to `map` or `max`.
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                names.add(node.id)
        return frozenset(names)


def own_syntax(function: FunctionSyntax) -> Iterator[ast.AST]:
    """Yield all syntax in the body of a function, but not that of functions nested in it."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for child in ast.iter_child_nodes(node) if not is_definition(child)]


def is_definition(node: ast.AST) -> bool:
    """Return whether a piece of syntax defines a function or a class."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


class ProgramSource:
    """The parsed source of a program."""

    def __init__(self, text: str, file: str) -> None:
        """Parse the text of a file; InputError, with the line, for text that is not Python."""
        self.text = text
        self.file = file
        self.tree = parsed(text, file)
        self.functions = tuple(functions_below(self.tree))
        """All functions in the order of their lines."""

    def cycles(self) -> list[tuple[ProgramFunction, ...]]:
        """Return the groups of functions that call each other in turn, in the order of their lines.

        A function that calls itself is a group of its own. Calls are matched by name.
        """
        by_name = self._by_name()
        reached = {function: functions_reached(function, by_name) for function in self.functions}
        cycles: list[tuple[ProgramFunction, ...]] = []
        placed: set[ProgramFunction] = set()
        for function in self.functions:
            is_recursive = function in reached[function] and not function.is_suspended
            if function in placed or not is_recursive:
                continue
            cycle = tuple(
                other
                for other in self.functions
                if other in reached[function]
                and function in reached[other]
                and not other.is_suspended
            )
            placed.update(cycle)
            cycles.append(cycle)
        return cycles

    def imported_files(self) -> Iterator[Path]:
        """Yield the files beside this one that it may import, in the order of the imports."""
        folder = Path(self.file).parent
        for node in ast.walk(self.tree):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or "", *(f"{node.module}.{each.name}" for each in node.names)]
            for name in names:
                file = folder.joinpath(*name.split(".")).with_suffix(".py")
                if file.is_file():
                    yield file

    def _by_name(self) -> dict[str, list[ProgramFunction]]:
        """Return the functions by the names by which they are called."""
        by_name: dict[str, list[ProgramFunction]] = {}
        for function in self.functions:
            by_name.setdefault(function.short_name, []).append(function)
        return by_name

    def watches_clock(self, functions: Sequence[ProgramFunction]) -> bool:
        """Return whether some functions, or others that they call, compare the time."""
        by_name = self._by_name()
        reached = {*functions}.union(*(functions_reached(each, by_name) for each in functions))
        return any(
            isinstance(part, ast.Call) and called_name(part) in CLOCK_NAMES
            for function in reached
            for node in own_syntax(function.syntax)
            if isinstance(node, ast.Compare)
            for part in ast.walk(node)
        )

    def callers_in_loop(self, cycle: Sequence[ProgramFunction]) -> list[ProgramFunction]:
        """Return the functions outside a cycle that call one of its functions in a loop.

        Such a function, often called `find_best_move`, tries the moves at the root itself.
        """
        names = {function.short_name for function in cycle}
        return [
            function
            for function in self.functions
            if function not in cycle
            and not function.is_suspended
            and calls_in_loop(function.syntax, names)
        ]


def functions_below(tree: ast.AST, prefix: str = "") -> Iterator[ProgramFunction]:
    """Yield the functions below a piece of syntax; `prefix` is the name around it with a dot."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{prefix}{node.name}"
            yield ProgramFunction(name, node)
            yield from functions_below(node, f"{name}.")
        elif isinstance(node, ast.ClassDef):
            yield from functions_below(node, f"{prefix}{node.name}.")
        else:
            yield from functions_below(node, prefix)


def functions_reached(
    function: ProgramFunction, by_name: dict[str, list[ProgramFunction]]
) -> set[ProgramFunction]:
    """Return the functions that a function calls, directly or through others."""
    reached: set[ProgramFunction] = set()
    waiting = [function]
    while waiting:
        for name in waiting.pop().called:
            for other in by_name.get(name, ()):
                if other not in reached:
                    reached.add(other)
                    waiting.append(other)
    return reached


def calls_in_loop(function: FunctionSyntax, names: Collection[str]) -> bool:
    """Return whether a function calls one of some functions in a loop of its own."""
    return any(
        isinstance(node, ast.Call) and called_name(node) in names
        for loop in own_syntax(function)
        if isinstance(loop, LOOP_SYNTAX)
        for node in ast.walk(loop)
    )


LOOP_SYNTAX = (
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
