"""The wheel holds all it needs and works in an empty environment, whatever lies in the current
folder.
"""

import json
import zipfile
from pathlib import Path

import pytest

from tests.packaging.conftest import PROJECT, Run

PACKAGES = ("visualizer", "games", "exports")
TREE = ("tree", "-p", "[[3,12,8],[2,4,6],[14,5,2]]", "-d", "all")


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    """Fonts, styles and data are in the wheel like the code, and nothing of the tests is."""
    files = {
        file.as_posix()
        for package in PACKAGES
        for file in (
            path.relative_to(PROJECT) for path in (PROJECT / package).rglob("*") if path.is_file()
        )
        if file.suffix != ".pyc" and not any(part.startswith(".") for part in file.parts)
    }
    with zipfile.ZipFile(wheel) as archive:
        packed = {
            name
            for name in archive.namelist()
            if ".dist-info/" not in name and ".data/" not in name
        }

    assert packed == files
    assert any(name.startswith("exports/fonts/") and name.endswith(".ttf") for name in packed)


def test_the_wheel_carries_the_manual(wheel: Path) -> None:
    """`man visualizer` finds it where the wheel is installed; beside the packages there is
    nothing else.
    """
    with zipfile.ZipFile(wheel) as archive:
        beside = {
            name.partition(".data/")[2]: archive.read(name)
            for name in archive.namelist()
            if ".data/" in name
        }
    assert beside == {
        "data/share/man/man1/visualizer.1": (PROJECT / "docs" / "visualizer.1").read_bytes()
    }


def test_the_wheel_carries_the_licences(wheel: Path) -> None:
    """Ours and that of the fonts."""
    with zipfile.ZipFile(wheel) as archive:
        licences = [
            name.partition("/licenses/")[2] for name in archive.namelist() if "/licenses/" in name
        ]
    assert sorted(licences) == ["LICENSE", "exports/fonts/LICENSE.txt"]


WAYS = ["visualizer", "search-tree-visualizer", "python -m visualizer", "python -P -m visualizer"]


@pytest.fixture
def visualizer(request: pytest.FixtureRequest, environment: Path) -> list[str]:
    """Name the ways to start the command line."""
    program, *options = request.param.split()
    return [str(environment / program), *options]


@pytest.mark.slow  # an environment is made
@pytest.mark.parametrize("visualizer", WAYS, indirect=True)
def test_a_search_runs_where_files_have_our_packages_names(
    visualizer: list[str], misleading: Path, run: Run
) -> None:
    """A file games.py and a folder exports/ in the current folder are not taken for ours."""
    done = run(
        *visualizer,
        "search",
        *TREE,
        "--json",
        folder=misleading,
    )

    assert done.returncode == 0
    assert done.stderr == b""
    found = json.loads(done.stdout)
    assert found["value"] == 3
    assert found["nodes"] == 11
    assert found["leaves"] == 7


@pytest.mark.slow  # an environment is made
@pytest.mark.parametrize("visualizer", WAYS, indirect=True)
def test_an_export_runs_where_files_have_our_packages_names(
    visualizer: list[str], misleading: Path, run: Run
) -> None:
    """Pictures come out, those that need a font too."""
    names = ["tree.svg", "tree.png", "tree.pdf"]
    words = [word for name in names for word in ("-O", name)]
    done = run(
        *visualizer,
        "export",
        *TREE,
        *words,
        folder=misleading,
    )

    assert done.returncode == 0, done.stderr
    starts = [(misleading / name).read_bytes()[:4] for name in names]
    assert starts[0][:1] == b"<"
    assert starts[1:] == [b"\x89PNG", b"%PDF"]


@pytest.mark.slow  # an environment is made
def test_every_game_loads_from_the_wheel(environment: Path, run: Run) -> None:
    """No game needs more than the wheel requires; Tak runs on its own rules."""
    done = run(environment / "visualizer", "list", "--json")

    assert done.returncode == 0, done.stderr
    engines = {name: game["engine"] for name, game in json.loads(done.stdout).items()}
    assert {"tree", "tictactoe", "tak"} <= set(engines)
    assert "takpy" not in engines["tak"]
