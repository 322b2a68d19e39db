"""A page of homework in a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.chromium import Tab, chromium


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """Start a browser."""
    with chromium(tmp_path_factory.mktemp("chromium")) as tab:
        tab.look(1200, 900)
        yield tab
