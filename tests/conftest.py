"""What all tests share: hypothesis always tries the same examples, so that a test fails for everybody or for nobody."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    max_examples=150,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture],
)
settings.load_profile("steady")


@pytest.fixture
def own_file(tmp_path: Path) -> Callable[[str], Path]:
    """Write a Python file of one's own."""

    def write(text: str, name: str = "mine.py") -> Path:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return write
