"""Writes the list of files at the end of CONTRIBUTING: each with its first line; a test holds it to the files."""

import ast
from pathlib import Path

PROJECT = Path(__file__).parents[1]
FROM, TO = "<!-- files -->\n", "<!-- /files -->"


def listed() -> str:
    """Return a line for each file of the code, those of a folder below each other."""
    lines = []
    for folder in ("visualizer", "games", "exports"):
        for file in sorted((PROJECT / folder).rglob("*.py")):
            words = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n")[0]
            lines.append(f"- `{file.relative_to(PROJECT).as_posix()}`: {words}\n")
    return "".join(lines)


def main() -> None:
    """Put the list where it belongs."""
    page = PROJECT / "CONTRIBUTING.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(FROM)
    page.write_text(f"{before}{FROM}{listed()}{TO}{rest.partition(TO)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
