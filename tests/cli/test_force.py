"""A file that is there is replaced only with --force, or after a yes on a terminal, by whatever
command writes it.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Call, Result
from tests.cli.test_wrong_input import is_refused
from tests.few import one_in
from tests.processes import PATIENCE, ROOT
from visualizer.searching.run import Run

pytestmark = pytest.mark.usefixtures("folder")

WRITES = {
    "there.svg": "export tree -O new.svg -O there.svg",
    "page.html": "export tree --explore -O new.html -O page.html",
    "sheet.pdf": "exercise -n 1 -O sheet.pdf",
    "there.run": "search tree --save there.run",
    "plot.svg": "compare tree --plot new.svg --plot plot.svg",
    "there.csv": "sweep --games tree --depths 1 --processes 1 -O there.csv",
    "growth.svg": "plot example -O new.svg -O growth.svg",
}
"""By the file that is there: the command that would write it."""


@pytest.mark.parametrize("name", WRITES)
def test_a_file_that_is_there_stays(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It is named and kept, an empty one too, before anything is searched; nothing else is
    written.
    """
    monkeypatch.setattr(Run, "advance", pytest.fail)
    monkeypatch.setattr("visualizer.play.sweeping.plots.draw_plot", pytest.fail)
    for content in (b"", b"mine"):
        Path(name).write_bytes(content)
        is_refused(call(WRITES[name]), f"{name!r} already exists; ")

        assert [path.name for path in folder.iterdir()] == [name]
        assert Path(name).read_bytes() == content


@pytest.mark.parametrize("name", one_in(3, WRITES))
def test_force_replaces_it(call: Call, name: str) -> None:
    """With --force nothing of what was in the file is left."""
    Path(name).write_bytes(b"mine" * 100_000)

    assert call(f"{WRITES[name]} --force").status == 0
    assert b"mine" not in Path(name).read_bytes()
    assert 100 < Path(name).stat().st_size < 100_000


def test_force_replaces_the_folder_of_a_film(call: Call) -> None:
    """A film of stills, of one search or of several side by side, is written over the film that
    is there.
    """
    for line in (
        "export tree --steps 1-2 -O film.svg --force",
        "compare tree --film -O film.svg --force",
    ):
        call(line)
        assert call(line).status == 0


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no such device")
def test_what_keeps_nothing_is_written_to(call: Call) -> None:
    """A device is there and is no file to lose: no question, no --force."""
    Path("null.svg").symlink_to("/dev/null")

    assert call("export tree -O null.svg") == Result(0, "null.svg\n", "")
    assert Path("null.svg").is_symlink()


@pytest.mark.parametrize(
    ("typed", "status", "replaced"),
    one_in(
        2,
        [
            ("y\r", 0, True),
            ("yes\r", 0, True),
            ("\r", 2, False),
            ("\x04", 2, False),
        ],
    ),
)
def test_a_question_at_a_terminal(typed: str, status: int, replaced: bool) -> None:
    """It names the file; only a yes replaces it."""
    pexpect = pytest.importorskip("pexpect")
    Path("t.svg").write_bytes(b"mine")
    command = shlex.join([sys.executable, "-m", "visualizer", "export", "tree", "-O", "t.svg"])
    child = pexpect.spawn(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, encoding="utf-8", timeout=PATIENCE
    )
    child.expect(r"t\.svg already exists; replace it\? \[y/N\] ")
    child.send(typed)
    child.expect(pexpect.EOF)
    child.close()

    assert child.exitstatus == status
    assert (Path("t.svg").read_bytes() != b"mine") is replaced


def test_make_run_replaces_its_own(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Diagrams of an earlier run are no obstacle."""
    from visualizer.apps import demo

    monkeypatch.setattr(demo, "DEMO_POSITION", ["tree"])
    for _ in range(2):
        assert call(*demo.demo_export_command()).status == 0
