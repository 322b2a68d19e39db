"""The text of a program: of a Python file, or of the code in the cells of a notebook."""

import json
from pathlib import Path

from visualizer.support.errors import InputError

NOTEBOOK_EXTENSION = ".ipynb"
NOTEBOOK_COMMANDS = ("%", "!")
"""The first characters of lines that only a notebook understands."""


def read_program(file: str) -> str:
    """Return the text of a Python file, or of the code in a notebook; InputError if unreadable."""
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text in UTF-8"
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
        cells = json.loads(text)["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError) as error:
        raise InputError(f"{file!r:.200} is not a Jupyter notebook") from error
    lines: list[str] = []
    for source in sources:
        # A cell such as `%%time` or `%%html` begins with a command for the whole cell.
        if source.lstrip().startswith("%%"):
            continue
        lines += map(without_notebook_command, source.splitlines())
    return "\n".join(lines) + "\n"


def without_notebook_command(line: str) -> str:
    """Return a line of a cell, or `pass` for a line that only a notebook understands.

    >>> without_notebook_command("  !ls"), without_notebook_command("x = 5")
    ('  pass', 'x = 5')
    """
    code = line.lstrip()
    if not code.startswith(NOTEBOOK_COMMANDS):
        return line
    indentation = line[: len(line) - len(code)]
    return f"{indentation}pass"
