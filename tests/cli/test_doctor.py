"""`doctor` is a page to paste: what is installed, the terminal, the folders; it names what is
amiss.
"""

from __future__ import annotations

import os
import sys
from importlib import metadata
from pathlib import Path

import pytest

import visualizer
from tests.cli.conftest import Call
from visualizer.searching.algorithms import algorithms


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a home of one's own, in which folders for settings and games are named."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path / "settings"))
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path / "state"))
    return tmp_path


def test_one_page_says_what_is_here(done: Call, home: Path) -> None:
    """Versions, terminal, extras and folders are told, the home folder as ~, and that nothing is
    amiss.
    """
    page = done("doctor").out

    assert str(home) not in page
    assert {"program", "terminal", "libraries", "extras", "folders", "environment"} <= {
        part.partition("\n")[0].strip() for part in page.split("\n\n")
    }
    rows = dict(line.split("  ", 1) for line in page.splitlines() if "  " in line)
    assert rows["visualizer"].strip() == visualizer.__version__
    assert rows["textual"].strip() == metadata.version("textual")
    assert Path(rows["settings"].strip().partition(" ")[0]) == Path("~/settings")
    assert page.endswith("\nNothing is amiss.\n")


def test_scripts_are_told_the_same(done: Call, home: Path) -> None:
    """--json has every row of the page, and what is amiss as a list."""
    found = done("doctor --json").json
    page = done("doctor").out

    assert found["amiss"] == []
    rows = [
        (name, text)
        for title, part in found.items()
        if title != "amiss"
        for name, text in part.items()
    ]
    assert len(rows) > 20
    assert all(name in page and text in page for name, text in rows)
    assert not {"pytest", "mypy"} & {
        *found["libraries"],
        *" ".join(found["extras"].values()).split(),
    }


def test_what_is_out_of_bounds_or_missing_is_amiss(
    call: Call, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library that is too new, or not there, ends the page, with status 1; an extra need not
    be there.
    """
    needs = [
        "click<8,>=7",
        "no-such-library>=2",
        'no-such-extra>=1; extra == "more"',
        'pytest>=1; extra == "test"',
    ]
    monkeypatch.setattr(metadata, "requires", lambda name: needs)
    result = call("doctor")

    assert result.status == 1
    assert result.err == ""
    assert result.out.partition("Amiss:\n")[2].splitlines() == [
        f"click is {metadata.version('click')}, but <8,>=7 is needed",
        "no-such-library is not installed, but >=2 is needed",
    ]
    assert "no-such-extra not installed" in result.out
    assert "pytest" not in result.out


def test_a_folder_that_is_a_file_is_amiss(call: Call, home: Path) -> None:
    """Settings cannot be kept there."""
    (home / "settings").write_text("", encoding="utf-8")
    result = call("doctor --json")

    assert result.status == 1
    assert (
        result.json["amiss"][0]
        == f"{Path('~/settings')}, the folder of settings, cannot be written"
    )
    assert all("settings" in each for each in result.json["amiss"])


def test_what_is_wrong_in_settings_and_packages_is_amiss(
    call: Call, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting, a key and a package's search that cannot be used are a line each; the page is
    there all the same.
    """
    (home / "settings").mkdir()
    (home / "settings" / "config.toml").write_text(
        'colour = 1\n[keys]\nno-such-action = "q"\n', encoding="utf-8"
    )
    point = metadata.EntryPoint("quick", "no_such_module", "visualizer.algorithms")
    monkeypatch.setitem(vars(algorithms()), "points", {"quick": point})
    result = call("doctor")

    assert result.status == 1
    assert "libraries" in result.out
    wrong = result.out.partition("Amiss:\n")[2].splitlines()
    assert len(wrong) == 3
    assert all(
        word in line for word, line in zip(("colour", "no-such", "quick"), wrong, strict=True)
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pexpect.spawn")
@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("\x1b[?62;4c", "", "yes, as sixels"),
        ("\x1b[?62c", "\x1b_Gi=31;OK\x1b\\", "yes, as kitty does"),
        ("\x1b[?62c", "\x1b_Gi=31;ENOENT\x1b\\", "no, it says"),
    ],
)
def test_a_terminal_is_asked_for_pictures(
    first: str,
    second: str,
    said: str,
    home: Path,
) -> None:
    """With the extra, the terminal's own answer decides; its size and colours are told."""
    pytest.importorskip("textual_image")
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
    own = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "visualizer", "doctor"],
        dimensions=(33, 123),
        timeout=30,
        encoding="utf-8",
        env=own,
    )
    child.expect_exact("\x1b[c")
    child.send(first)
    if second:
        child.expect_exact("\x1b_G")
        child.send(second)
    page = child.read()

    assert said in page
    assert "123×33" in page
    assert child.wait() == 0
