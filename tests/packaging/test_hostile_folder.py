"""A folder that one works in may hold anything: its files are not taken for modules of Python."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import visualizer
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
        pytest.param(
            (
                "match",
                "tictactoe",
                "--a",
                "alpha-beta",
                "--b",
                "minimax,depth=1",
                "--games",
                "4",
                "--processes",
                "2",
            ),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ("sweep", "tree", "-s", "minimax", "--processes", "2", "-O", "a.csv"),
            marks=pytest.mark.slow,
        ),
        ("export", "tree", "--engine", "dot", "-O", "a.svg"),
        pytest.param(("show", "openspiel:tic_tac_toe"), marks=pytest.mark.slow),
    ],
    ids=lambda words: words[0],
)
def test_no_command_runs_a_file_that_is_called_like_a_library(
    words: tuple[str, ...], tmp_path: Path, run: Run
) -> None:
    """Processes that are started to work beside take no module of Python from the folder that
    one works in.
    """
    for name in LIBRARIES:
        (tmp_path / f"{name}.py").write_text(f"open('ran {name}', 'w').close()\n", encoding="utf-8")
    run(str(Path(sys.executable).with_name("visualizer")), *words, folder=tmp_path)

    assert not [*tmp_path.glob("ran *")]


SCRIPT = """
import contextlib, games, visualizer
visualizer.search("./mine.py", "---------", depth=1).counts()
games.broken_games()
for wanted in ("chess", "openspiel:tic_tac_toe", "./wrong.py"):
    with contextlib.suppress(ValueError):
        visualizer.search(wanted)
"""
MINE = """
import helper
from package import inner
from dataclasses import replace
from games.tictactoe import GAME as ours

def value(position, outcome):
    import later
    return 0

GAME = replace(ours, evaluations={"value": value}, stakes={})
"""


def test_what_lies_beside_a_trusted_file_is_imported_by_that_file_alone(
    tmp_path: Path, run: Run
) -> None:
    """It is no library that we look for, and no plug-in, though the file itself can import what
    it likes from there.
    """
    for name in (
        "chess",
        "pyspiel",
        "takpy",
        "plugin",
        "helper",
        "package/inner",
        "package/__init__",
        "later",
    ):
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        ran = f"open('ran {name.replace('/', ' ')}', 'w').close()\n"
        more = "import plugin_of_inner\n" if name == "package/inner" else ""
        file.write_text(ran + more, encoding="utf-8")
    (tmp_path / "plugin_of_inner.py").write_text(
        "open('ran the file of a file', 'w').close()\n", encoding="utf-8"
    )
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    about = tmp_path / "plugin-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(
        "[visualizer.games]\nplugin = plugin\n", encoding="utf-8"
    )
    run(
        sys.executable,
        "-P",
        "-c",
        SCRIPT,
        folder=tmp_path,
    )
    found = {each.name.removeprefix("ran ") for each in tmp_path.glob("ran *")}

    assert found == {"helper", "package inner", "package __init__", "later", "the file of a file"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "status", "said"),
    [
        (b"savefig.dpi: \x1b]0;title\x07\ntext.usetex: True\nbackend: module://plugin\n", 0, b""),
        (
            b"\xff\x1b[31m",
            2,
            b"matplotlib cannot be loaded, perhaps because of a matplotlibrc file: ",
        ),
    ],
)
def test_settings_of_matplotlib_are_not_heeded(
    settings: bytes, status: int, said: bytes, tmp_path: Path, run: Run
) -> None:
    """That library reads a file in the folder that one works in; nothing of it is shown, or run,
    or drawn by.
    """
    pytest.importorskip("matplotlib")
    (tmp_path / "plugin.py").write_text("open('ran plugin', 'w').close()\n", encoding="utf-8")
    results = Path(visualizer.__file__).parent / "sweeping" / "plots" / "example.csv"
    words = ("plot", results, "--kind", "saving", "-O", "a.svg")
    command = Path(sys.executable).with_name("visualizer")
    run(command, *words, folder=tmp_path)
    usual = (tmp_path / "a.svg").read_bytes()
    (tmp_path / "matplotlibrc").write_bytes(settings)
    done = run(
        command,
        *words,
        "--force",
        folder=tmp_path,
    )

    assert done.returncode == status
    assert done.stderr.startswith(b"visualizer: " * bool(said) + said) is True
    assert b"\x1b" not in done.stderr
    assert done.stderr.count(b"\n") == bool(said)
    assert (tmp_path / "a.svg").read_bytes() == usual
    assert not (tmp_path / "ran plugin").exists()
