"""The text of a program: of a Python file, or of the code in the cells of a notebook."""

import ast
import re
import tokenize

from visualizer.searching.data_files import read_json
from visualizer.support.errors import InputError

NOTEBOOK_EXTENSION = ".ipynb"
NOTEBOOK_COMMANDS = ("%", "!", "?")
"""The first characters of lines that only a notebook understands."""
NOTEBOOK_HELP = re.compile(r"\s*[\w.]+\?\??\s*")
"""Matches a line that asks for help, such as `search??`."""
NOTEBOOK_RESULT = re.compile(r"(\s*[\w., ]+=\s*)[%!].*")
"""Matches a line that keeps the result of a command, such as `files = !ls`."""
PYTHON_CELLS = ("%%time", "%%timeit", "%%capture", "%%prun")
"""How cells begin that are Python for all that; other `%%` cells are in another language."""


def read_program(file: str) -> str:
    """Return the text of a Python file, or of the code in a notebook; InputError if unreadable."""
    try:
        # Python files may say in a comment how they are encoded.
        with tokenize.open(file) as stream:
            text = stream.read()
    except (OSError, UnicodeDecodeError, SyntaxError) as error:
        why = getattr(error, "strerror", None) or "it is not text in its encoding"
        raise InputError(f"{file!r:.200} cannot be read: {why}") from error
    if file.endswith(NOTEBOOK_EXTENSION):
        return notebook_code(text, file)
    return text


def notebook_code(text: str, file: str) -> str:
    """Return the code of a notebook's cells as one program; InputError if it is no notebook.

    Lines for the notebook itself, such as `%matplotlib inline` or `!pip install chess`, are
    replaced by `pass`, so that an indented block of them stays a block.
    """
    try:
        cells = read_json(text)["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError) as error:
        raise InputError(f"{file!r:.200} is not a Jupyter notebook") from error
    lines: list[str] = []
    for number, source in enumerate(sources, 1):
        first_word = source.split(maxsplit=1)[0] if source.strip() else ""
        if first_word.startswith("%%") and first_word not in PYTHON_CELLS:
            continue
        cell = [*map(without_notebook_command, source.splitlines())]
        # A mistake is told with its cell, as line numbers of a notebook are.
        parsed("\n".join(cell), f"{file}, code cell {number}")
        lines += cell
    return "\n".join(lines) + "\n"


def parsed(text: str, name: str) -> ast.Module:
    """Return the syntax tree of a text; InputError, with name and line, if it is not Python."""
    try:
        return ast.parse(text, name)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        place = f", line {line}" if line else ""
        raise InputError(f"{name}{place}: this is not Python: {error.args[0]}") from error


def without_notebook_command(line: str) -> str:
    """Return a line of a cell, or `pass` for a line that only a notebook understands.

    >>> without_notebook_command("  !ls"), without_notebook_command("x = 5")
    ('  pass', 'x = 5')
    >>> without_notebook_command("search??"), without_notebook_command("files = !ls")
    ('pass', 'files = None')
    """
    code = line.lstrip()
    result = NOTEBOOK_RESULT.fullmatch(line)
    if result is not None:
        return f"{result[1]}None"
    if not code.startswith(NOTEBOOK_COMMANDS) and not NOTEBOOK_HELP.fullmatch(line):
        return line
    indentation = line[: len(line) - len(code)]
    return f"{indentation}pass"
