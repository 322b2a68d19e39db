"""A table reads the same in a terminal, in Markdown and in CSV."""

from __future__ import annotations

import csv
import io
import re

from hypothesis import given
from hypothesis import strategies as st

from visualizer.look.table import CellValue, Table, escaped

WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), max_size=12)
CELLS: st.SearchStrategy[CellValue] = st.one_of(
    st.none(), st.integers(-10_000, 10_000), st.floats(-1e6, 1e6, allow_nan=False), WORDS
)


@st.composite
def make_tables(draw: st.DrawFn) -> Table:
    """Make a table of a few columns and rows, whose names have letters."""
    count = draw(st.integers(1, 4))
    name = st.text("abc -", min_size=1, max_size=20).map(lambda text: f"x{text.strip()}")
    columns = tuple(draw(name) for _ in range(count))
    rows = draw(st.lists(st.tuples(*[CELLS] * count), max_size=5))
    return Table(columns, tuple(rows))


NUMBERS = Table(("name", "nodes", "share"), (("a", 1234, 0.5), ("bcd", None, 12345.6)))


def test_numbers_align_to_the_right() -> None:
    """Text aligns to the left, numbers to the right; None is a dash, and large numbers are
    grouped.
    """
    assert NUMBERS.text().splitlines() == [
        "name  nodes   share",
        "a     1,234    0.50",
        "bcd       –  12,346",
    ]


def test_long_names_take_several_lines() -> None:
    """A name is broken after hyphens and spaces, and a short one stands at the bottom."""
    table = Table(("n", "ordered-alpha-beta"), ((1, 2),))

    assert table.text().splitlines() == ["     ordered-", "n  alpha-beta", "1           2"]


def test_markdown_says_which_columns_are_numbers() -> None:
    """A colon on the right aligns a column of numbers."""
    assert NUMBERS.markdown().splitlines() == [
        "| name | nodes | share |",
        "| --- | ---: | ---: |",
        "| a | 1,234 | 0.50 |",
        "| bcd | – | 12,346 |",
    ]


def test_markdown_escapes_its_own_signs_once() -> None:
    """Words are escaped, unless the cells are Markdown themselves."""
    table = Table(("a|b",), (("*c*",),))

    assert table.markdown().splitlines()[0] == "| a\\|b |"
    assert table.markdown().splitlines()[2] == "| \\*c\\* |"
    assert table.markdown(marked_up=True).splitlines()[2] == "| *c* |"


def test_csv_has_plain_numbers_and_empty_fields() -> None:
    """Programs read the numbers: neither commas nor dashes stand in them."""
    assert NUMBERS.csv().splitlines() == ["name,nodes,share", "a,1234,0.5", "bcd,,12345.6"]


@given(make_tables())
def test_every_cell_is_in_every_form(table: Table) -> None:
    """The three forms have one line for each row, and CSV reads back as it was written."""
    text = table.text().split("\n")
    markdown = table.markdown().split("\n")
    found = list(csv.reader(io.StringIO(table.csv())))

    assert len(text) >= 1 + len(table.rows)
    assert len(markdown) == 2 + len(table.rows)
    assert len(found) == 1 + len(table.rows)
    for row, read in zip(table.rows, found[1:], strict=True):
        # A table of one empty cell is an empty line, which has no fields.
        for cell, field in zip(row, read or [""], strict=True):
            written = "" if cell is None else str(cell)
            assert field.removeprefix("'") == written.removeprefix("'")


@given(make_tables())
def test_no_cell_is_a_formula(table: Table) -> None:
    """A spreadsheet computes nothing from a text, whatever it begins with."""
    for row in csv.reader(io.StringIO(table.csv())):
        for field in row:
            if field[:1] in ("=", "+", "@", "-"):
                assert re.fullmatch(r"[=+@-][\d.,e-]*", field), field


@given(WORDS)
def test_escaped_words_have_no_markup(text: str) -> None:
    """No sign that begins markup stands without a backslash, and no HTML is left."""
    written = escaped(text)

    assert "<" not in written
    assert ">" not in written
    assert not re.search(r"(?<!\\)(?:\\\\)*[*`|~\[\]]", written)
