"""JSON of the program has no NaN and no infinity."""

import ast
import re
from math import inf, nan
from pathlib import Path

import pytest

from visualizer.searching import data_files
from visualizer.searching.data_files import format_json, read_json

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "text", ["NaN", "[Infinity]", '{"a": -Infinity}', "1e999", "-1e999", "9" * 5000, "[" * 100_000]
)
def test_what_json_does_not_have_is_refused(text: str) -> None:
    """Neither is it read, nor a number that would become one, nor brackets without end."""
    with pytest.raises(ValueError, match=r"is not a finite number|digits|nested too deeply"):
        read_json(text)


@pytest.mark.parametrize("value", [nan, inf, -inf])
def test_it_is_not_written(value: float) -> None:
    """A number that JSON does not have is an error before anything is written."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        format_json({"value": [value]})


def test_there_is_one_way_to_read_and_write_it() -> None:
    """No other file reads JSON, and whatever else writes it refuses such numbers."""
    files = [
        file
        for folder in ("visualizer", "games", "exports")
        for file in (ROOT / folder).rglob("*.py")
    ]
    for file in {*files} - {Path(data_files.__file__)}:
        text = file.read_text(encoding="utf-8")

        assert not re.search(r"\bjson\.loads?\(|JSONDecoder", text), file
        calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        writers = [call for call in calls if re.match(r"json\.dumps?$", ast.unparse(call.func))]
        assert all("allow_nan=False" in ast.unparse(call) for call in writers), file
