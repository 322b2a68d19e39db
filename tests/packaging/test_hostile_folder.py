"""A folder that one works in may hold anything: its files are not taken for modules of Python."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.packaging.conftest import Run

LIBRARIES = (
    "multiprocessing",
    "selectors",
    "socket",
    "pickle",
    "games",
    "visualizer",
    "pyspiel",
    "pygraphviz",
    "numpy",
)


@pytest.mark.parametrize(
    "words",
    [
        ("match", "tictactoe", "--a", "alpha-beta", "--b", "minimax,depth=1", "--games", "4", "--processes", "2"),
        pytest.param(("sweep", "tree", "-s", "minimax", "--processes", "2", "-O", "a.csv"), marks=pytest.mark.slow),
        ("export", "tree", "--engine", "dot", "-O", "a.svg"),
        pytest.param(("show", "openspiel:tic_tac_toe"), marks=pytest.mark.slow),
    ],
    ids=lambda words: words[0],
)
def test_no_command_runs_a_file_that_is_called_like_a_library(words: tuple[str, ...], tmp_path: Path, run: Run) -> None:
    """Processes that are started to work beside take no module of Python from the folder that one works in."""
    for name in LIBRARIES:
        (tmp_path / f"{name}.py").write_text(f"open('ran {name}', 'w').close()\n", encoding="utf-8")
    run(str(Path(sys.executable).with_name("visualizer")), *words, folder=tmp_path)
    assert not [*tmp_path.glob("ran *")]
