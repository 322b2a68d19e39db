"""Prints every measurement beside what it is to reach."""

from tests.benchmarks import core, explorer
from visualizer.table import Table


def main() -> None:
    """Measure all and print a table of Markdown."""
    lines = [line for section in (*core.SECTIONS, *explorer.SECTIONS) for line in section()]
    print(Table(("measured", "result", "to reach, at most (ratios of rates: at least)"), tuple(lines)).markdown())


if __name__ == "__main__":
    main()
