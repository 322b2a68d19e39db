"""The tour of the code quotes the code as it is."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOUR = (ROOT / "docs/tour.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"^`([\w/.]+)`:\n\n```python\n(.*?)^```", TOUR, re.MULTILINE | re.DOTALL)


def is_quoted(excerpt: str, source: str) -> bool:
    """Say whether whole lines of a source, indented less, are an excerpt."""
    count = len(excerpt.splitlines())
    lines = source.splitlines()
    for first in range(len(lines) - count + 1):
        quoted = textwrap.dedent("\n".join(lines[first : first + count]))
        if quoted.splitlines() == excerpt.splitlines():
            return True
    return False


def test_the_tour_has_ten_stops() -> None:
    """Each stop on the way from a command to a picture has an excerpt."""
    assert len(EXCERPTS) == 10
    assert len(re.findall(r"^\*\*\d+\. ", TOUR, re.MULTILINE)) == 10


@pytest.mark.parametrize(("path", "excerpt"), EXCERPTS, ids=[path for path, _ in EXCERPTS])
def test_an_excerpt_is_in_its_file(path: str, excerpt: str) -> None:
    """The lines stand in the file that is named above them, one below the other."""
    source = (ROOT / path).read_text(encoding="utf-8")

    assert is_quoted(excerpt, source)
    assert not is_quoted(excerpt + "# and more\n", source)


def test_what_the_tour_names_exists() -> None:
    """Each file and folder that the tour names is there."""
    for path in re.findall(r"`((?:visualizer|games|exports)/[\w/.]*)`", TOUR):
        assert (ROOT / path).exists(), path
