"""Installed packages add searches, orderings, evaluations, formats and themes; a broken one is
one line.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.packaging.conftest import PROJECT
from visualizer.look.themes import THEMES
from visualizer.support.plugins.discovery import PlugInRegistry

EXAMPLE = PROJECT / "docs" / "examples" / "package"
BROKEN = """
[visualizer.algorithms]
raises = broken_package:nothing
[visualizer.orderings]
wrong = broken_package:NUMBER
[visualizer.evaluations]
fails = broken_package:fails
gone = no_such_module:gone
[visualizer.formats]
absent = no_such_module:FORMAT
svg = broken_package:NUMBER
[visualizer.themes]
empty = broken_package
[visualizer.games]
hex = broken_package
"""
"""The entry points of a package in which all is wrong."""
Visualizer = Callable[..., subprocess.CompletedProcess[str]]
WHERE = ("tictactoe", "-p", "fork", "-d", "2")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example package of the documentation from its wheel, and one in which all is
    wrong.
    """
    folder = tmp_path_factory.mktemp("packages")
    source = tmp_path_factory.mktemp("source") / "package"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(source)]
    done = subprocess.run(
        command,
        check=False,
        cwd=source,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next(source.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    (folder / "broken_package.py").write_text(
        "import sys\nprint('loaded', file=sys.stderr)\nNUMBER = 1\ndef fails(position): "
        "raise OSError('no disk')\n"
    )
    info = folder / "broken_package-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-package\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text(BROKEN)
    return folder


@pytest.fixture
def visualizer(installed: Path, tmp_path: Path) -> Visualizer:
    """Return what runs the command line where both packages are installed."""

    def run(*words: str, module: str = "visualizer") -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(PROJECT), str(installed)])}
        command = [sys.executable, "-m", module, *words]
        return subprocess.run(
            command, check=False, cwd=tmp_path, env=environment, capture_output=True, text=True
        )

    return run


@pytest.mark.slow  # several processes are started
def test_lists_say_where_each_comes_from(visualizer: Visualizer) -> None:
    """Every list has the package's own with its name; of the broken package each line of
    standard error is one.
    """
    done = visualizer("list", "algorithms")

    assert "beam   " in done.stdout
    assert "-a beam,width=…" in done.stdout
    for line in (
        "minimax of the first moves of each node",
        "by the moves' names",
        "Count the moves of the player to move",
    ):
        assert any(
            line in each and "(from the package visualizer-example)" in each
            for each in done.stdout.split("\n")
        )
    said = [line for line in done.stderr.splitlines() if line != "loaded"]
    assert len(said) == 3
    assert said[0].startswith(
        "visualizer: the algorithm raises of the package broken-package cannot be loaded: Attr"
    )
    assert said[1].startswith(
        "visualizer: the ordering wrong of the package broken-package cannot be used: broken_"
    )
    assert said[2].startswith(
        "visualizer: the evaluation gone of the package broken-package cannot be loaded: Module"
    )
    formats = json.loads(visualizer("list", "formats", "--json").stdout)
    assert formats["tsv"]["package"] == "visualizer-example"
    assert formats["svg"]["package"] is None
    absent, taken = visualizer("list", "formats").stderr.splitlines()
    assert (
        "the format absent of the package broken-package cannot be loaded: ModuleNotFound" in absent
    )
    assert (
        "the format svg of the package broken-package is not used: that name is built in" in taken
    )
    assert (
        "sepia     light (from the package visualizer-example)"
        in visualizer("list", "themes").stdout
    )


@pytest.mark.slow  # a process is started
def test_doctor_names_all_that_is_amiss(visualizer: Visualizer) -> None:
    """Each of a package that is broken, or whose name is taken; the status is 1."""
    done = visualizer("doctor", "--json")
    said = [line for line in json.loads(done.stdout)["amiss"] if "broken-package" in line]

    assert done.returncode == 1
    assert len(said) == 7
    assert any("the evaluation gone of the package" in line for line in said)
    assert "the game hex of the package broken-package is not used: that name is built in" in said


def test_of_several_with_one_name_the_first_is_used() -> None:
    """The others, and those whose name is built in, are a sentence each."""
    things = PlugInRegistry("format", {"svg": 0}, lambda found: True)
    things.all_points = [
        EntryPoint(name, value, "")
        for name, value in (
            ("a", "one:A"),
            ("a", "two:A"),
            ("svg", "one:B"),
        )
    ]

    assert things.points["a"].value == "one:A"
    assert things.unused_sentences() == [
        "the format a of the package two is not used: the package one has one, too",
        "the format svg of the package one is not used: that name is built in",
    ]


def test_no_theme_of_a_package_is_called_as_a_setting_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """`theme = "last"` in `config.toml` means the theme that was used last, so the package's is
    told to be unused.
    """
    monkeypatch.setitem(vars(THEMES), "all_points", [EntryPoint("last", "one:A", "")])
    monkeypatch.delitem(vars(THEMES), "points", raising=False)

    assert "last" not in THEMES
    assert THEMES.package("last") is None
    assert THEMES.unused_sentences() == [
        "the theme last of the package one is not used: that name is built in"
    ]
    vars(THEMES).pop("points")


def test_a_search_with_everything_from_a_package(visualizer: Visualizer) -> None:
    """Search, its option, ordering and evaluation are used; a run that is saved and opened again
    is the same.
    """
    words = ("-a", "beam,width=1", "-o", "alphabetical", "-e", "mobility")
    done = visualizer("search", *WHERE, *words, "--json", "--save", "kept.run")
    found = json.loads(done.stdout)

    assert done.returncode == 0
    assert done.stderr == ""
    assert found["nodes"] == 3
    assert found["width"] == 1
    again = visualizer("search", "kept.run", "--json")
    assert again.stderr == ""
    assert json.loads(again.stdout)["value"] == found["value"]
    wide = json.loads(
        visualizer("search", *WHERE, "-a", "beam,width=99", "-e", "mobility", "--json").stdout
    )
    right = json.loads(
        visualizer("search", *WHERE, "-a", "minimax", "-e", "mobility", "--json").stdout
    )
    assert wide["value"] == right["value"]
    assert wide["nodes"] == right["nodes"]
    combined = visualizer("explain", *WHERE, "-o", "killer+alphabetical", "-a", "beam")
    assert combined.returncode == 0
    assert combined.stderr == ""


@pytest.mark.slow  # several processes are started
def test_a_format_and_a_theme_from_a_package(visualizer: Visualizer, tmp_path: Path) -> None:
    """A format is found by its ending and by its name; a theme colours pictures and pages."""
    done = visualizer("export", "tree", "-O", "nodes.tsv", "-O", "tree.svg", "--theme", "sepia")

    assert done.returncode == 0
    assert done.stderr == ""
    assert len((tmp_path / "nodes.tsv").read_text(encoding="utf-8").splitlines()) > 9
    assert "#FBF3E4" in (tmp_path / "tree.svg").read_text(encoding="utf-8")
    assert visualizer("export", "tree", "-O", "tree.html", "--theme", "sepia").returncode == 0
    assert "--page:#FBF3E4" in (tmp_path / "tree.html").read_text(encoding="utf-8")
    named = visualizer("export", "tree", "--format", "tsv", "-O", "nodes.txt")
    assert named.returncode == 0
    assert (tmp_path / "nodes.txt").read_bytes() == (tmp_path / "nodes.tsv").read_bytes()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("-a", "raises"),
            "the algorithm raises of the package broken-package cannot be loaded: AttributeError",
        ),
        (
            ("-o", "wrong"),
            (
                "the ordering wrong of the package broken-package cannot be used: "
                "broken_package:NUMBER"
            ),
        ),
        (("-e", "fails"), "the evaluation fails raised OSError: no disk"),
        (
            ("-a", "baem"),
            "there is no algorithm 'baem' (did you mean beam?); there are: alpha-beta",
        ),
        (
            ("-a", "beam,half=2"),
            "'half=2' in the search 'beam,half=2' is not KEY=VALUE with a key of: ",
        ),
        (("-a", "beam,width=0"), "width: '0' is not a whole number from 1 to 1000"),
    ],
)
def test_what_is_wrong_is_one_line(
    visualizer: Visualizer, words: tuple[str, ...], sentence: str
) -> None:
    """A package that cannot be loaded, or fails, is a sentence where its name is used, and the
    status is 2.
    """
    done = visualizer("search", *WHERE, *words)
    said = [line for line in done.stderr.splitlines() if line != "loaded"]

    assert done.returncode == 2
    assert len(said) == 1
    assert sentence in said[0].replace("1,000", "1000")


def test_lists_to_choose_from_have_what_packages_add(visualizer: Visualizer) -> None:
    """On the start screen and in the dialogs; what is broken has its line there, is loaded once,
    and harms nothing.
    """
    done = visualizer(module="tests.packaging.lists")

    assert done.returncode == 0
    assert done.stderr == "loaded\n"
    found = json.loads(done.stdout)
    assert found["algorithm"]["beam"] == "minimax of the first moves of each node"
    assert found["ordering"]["alphabetical"] == "by the moves' names"
    assert found["evaluation"]["mobility"].startswith("Count the moves of the player to move")
    for key, name in (("algorithm", "raises"), ("ordering", "wrong")):
        assert (
            f"the {key} {name} of the package broken-package cannot be"
            in found[key][name]
            == found[name]
        )
    assert found["beam"] == ""
    assert found["alphabetical"] == ""
    assert found["mobility"] == ""
    assert found["theme"] == "sepia"
    about, themes = found["looks"]
    assert "the theme empty of the package broken-package cannot be used" in about
    assert themes[:4] == ["dark", "light", "contrast", "mono"]
    assert "sepia" in themes
    assert "empty" not in themes
    assert found["searches"]["beam"] == "Beam search, in natural order"
    assert (
        found["searches"]["alpha-beta,ordering=alphabetical"] == "Alpha-beta, in alphabetical order"
    )
    assert found["searches"]["raises"] == found["raises"]
    assert "cannot be loaded" in found["error"]
    assert "sepia" in found["themes"]
    assert "tsv" in found["formats"]
    assert "absent" not in found["formats"]
    assert "the format absent of the package" in found["hint"]


def test_packages_are_not_loaded_for_what_is_built_in(visualizer: Visualizer) -> None:
    """A search with names that are built in, an export and the help load no package and say
    nothing of a broken one.
    """
    for words in (
        ("search", *WHERE, "-o", "scored"),
        ("--help",),
        ("export", "tree", "-O", "tree.svg"),
    ):
        done = visualizer(*words)

        assert done.returncode == 0
        assert done.stderr == ""
    assert "Hex" in visualizer("show", "hex").stdout
