"""A table of text and numbers, for a terminal, Markdown or CSV; and words escaped for Markdown."""

import csv
import io
import re
from dataclasses import dataclass

MARKUP = re.compile(r"[\\`*\[\]<>&|~]|(?<!\w)_|_(?!\w)")
"""Characters that Markdown may interpret; an underscore within a word is not interpreted."""


def escaped(text: str) -> str:
    r"""Escape words for Markdown, and for the HTML that Markdown may contain.

    >>> escaped("<img src=x> a*b [1](x) half_komi")
    '&lt;img src=x&gt; a\\*b \\[1\\](x) half_komi'
    """
    return MARKUP.sub(lambda match: ENTITIES.get(match[0], f"\\{match[0]}"), text)


ENTITIES = {
    "<": "&lt;",
    ">": "&gt;",
    "&": "&amp;",
}
"""The signs that HTML would interpret; a backslash before them would not help."""


CellValue = str | float | int | None

FORMULA = re.compile(r"[=+@-](?![\d.,]*$)")
"""The beginning of a text that spreadsheets take for a formula, but not a signed number."""
MAX_COLUMN_HEADING = 13
"""A longer column name is broken after spaces, hyphens and plus signs."""


@dataclass(frozen=True, slots=True)
class Table:
    """Named columns and rows of cells; None is shown as a dash, and numbers align to the right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]

    def text(self) -> str:
        """Return the table as text with aligned columns; long headings take several lines."""
        headings = [break_heading(name, MAX_COLUMN_HEADING) for name in self.columns]
        height = max(map(len, headings))
        is_numeric = self._numeric_columns()
        columns = []
        for index, heading in enumerate(headings):
            # A heading with fewer lines is placed at the bottom, next to the cells.
            padding = [""] * (height - len(heading))
            cells = [_shown_cell(row[index]) for row in self.rows]
            column = _aligned_cells([*padding, *heading, *cells], to_right=is_numeric[index])
            columns.append(column)
        lines = ("  ".join(cells).rstrip() for cells in zip(*columns, strict=True))
        return "\n".join(lines)

    def markdown(self, *, marked_up: bool = False) -> str:
        """Return the table in Markdown, with its words escaped unless they are `marked_up`."""
        write = str if marked_up else escaped
        headings = [write(name) for name in self.columns]
        # The colon in `---:` aligns a column to the right.
        separators = ["---:" if is_numeric else "---" for is_numeric in self._numeric_columns()]
        rows = [[write(_shown_cell(cell)) for cell in row] for row in self.rows]
        lines = (" | ".join(row) for row in [headings, separators, *rows])
        return "\n".join(f"| {line} |" for line in lines)

    def _numeric_columns(self) -> list[bool]:
        """Return for each column whether it contains a number."""
        is_numeric = [False] * len(self.columns)
        for row in self.rows:
            for column, cell in enumerate(row):
                if isinstance(cell, int | float):
                    is_numeric[column] = True
        return is_numeric

    def csv(self) -> str:
        """Return the table as comma-separated values, with empty fields for None."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(map(_csv_cell, self.columns))
        writer.writerows([_csv_cell(cell) for cell in row] for row in self.rows)
        return text.getvalue().rstrip("\n")


def break_heading(name: str, width: int) -> list[str]:
    """Break a column's name into lines of at most `width` characters, unless a word is longer.

    >>> break_heading("ordered-alpha-beta, killer+scored", 12)
    ['ordered-', 'alpha-beta,', 'killer+', 'scored']
    """
    lines = [""]
    # Split after each hyphen, plus sign and space, which then end a line.
    for part in re.split(r"(?<=[-+ ])", name):
        is_too_long = len(f"{lines[-1]}{part}".rstrip()) > width
        if lines[-1] and is_too_long:
            lines.append("")
        lines[-1] += part
    return [line.rstrip() for line in lines]


def _aligned_cells(cells: list[str], *, to_right: bool) -> list[str]:
    """Return the cells of a column, padded with spaces to the width of the widest."""
    width = max(map(len, cells))
    align = str.rjust if to_right else str.ljust
    return [align(cell, width) for cell in cells]


def _shown_cell(cell: CellValue) -> str:
    """Return a cell as people read it: a dash for None, and numbers with commas (1,000)."""
    if cell is None:
        return "–"
    if isinstance(cell, float):
        if abs(cell) < 1000:
            return f"{cell:,.2f}"
        return f"{cell:,.0f}"
    if isinstance(cell, int):
        return f"{cell:,}".replace("-", "−")
    return cell


def _csv_cell(cell: CellValue) -> CellValue:
    """Return a cell for CSV, with an apostrophe before text that looks like a formula.

    >>> _csv_cell("=1+2"), _csv_cell("-3"), _csv_cell(None)
    ("'=1+2", '-3', '')
    """
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return cell
    if FORMULA.match(cell):
        return f"'{cell}"
    return cell
