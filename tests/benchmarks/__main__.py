"""Prints every measurement beside its goal; says on standard error what is left out because it
is not installed.
"""

from __future__ import annotations

import json
import subprocess
import sys

from tests.benchmarks import core, events, explorer, films, keys, own_code, pages, programs
from visualizer.look.table import Table

SECTIONS = {
    section.__name__: section
    for part in (core, explorer, films, pages, events, keys, own_code, programs)
    for section in part.SECTIONS
}


def measured(name: str) -> list[list[str]]:
    """Return a section's lines, measured in a process of its own: what other sections leave in
    memory would slow it.
    """
    command = [sys.executable, "-m", "tests.benchmarks", name]
    lines: list[list[str]] = json.loads(
        subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    )
    return lines


def main(names: list[str]) -> None:
    """Print the lines of the named sections as JSON; without a name, a table of all sections in
    Markdown.
    """
    if unknown := [name for name in names if name not in SECTIONS]:
        sys.exit(f"there is no section {unknown[0]!r}; there are: {' '.join(SECTIONS)}")
    if names:
        sys.stdout.write(json.dumps([line for name in names for line in SECTIONS[name]()]))
        return
    lines = tuple(tuple(line) for name in SECTIONS for line in measured(name))
    sys.stdout.write(
        Table(
            ("measured", "result", "to reach, at most (ratios of rates: at least)"), lines
        ).markdown()
    )


if __name__ == "__main__":
    main(sys.argv[1:])
