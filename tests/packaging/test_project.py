"""What pyproject.toml, the Makefile and the set-up promise."""

import os
import re
import runpy
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import visualizer
from tests.packaging.conftest import PROJECT, Run

SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = SETTINGS["project"]["optional-dependencies"]
REQUIREMENTS = {
    *SETTINGS["build-system"]["requires"],
    *SETTINGS["project"]["dependencies"],
    *(requirement for extra in EXTRAS.values() for requirement in extra),
}
WITHOUT_TAKPY = (
    "takpy could not be built here: Tak runs on the built-in rules, with the same results"
)
MAKE = shutil.which("make") or ""
needs_make = pytest.mark.skipif(not MAKE, reason="there is no make")


@pytest.mark.parametrize("requirement", sorted(REQUIREMENTS))
def test_every_requirement_has_a_lower_and_an_upper_bound(requirement: str) -> None:
    """What is installed is neither older nor newer than what was tried."""
    assert sorted(bound.operator for bound in Requirement(requirement).specifier) == ["<", ">="]


def test_the_version_is_the_packages() -> None:
    """The version is written in one place."""
    text = (PROJECT / "visualizer/__init__.py").read_text(encoding="utf-8")

    assert SETTINGS["project"]["dynamic"] == ["version"]
    assert SETTINGS["tool"]["hatch"]["version"]["path"] == "visualizer/__init__.py"
    assert re.search(r'^__version__ = "\d+\.\d+\.\d+"$', text, re.MULTILINE)


@pytest.mark.parametrize("kind", [*SETTINGS["tool"]["ruff"]["lint"]["per-file-ignores"], "ignore"])
def test_every_lint_exception_says_why(kind: str) -> None:
    """In pyproject.toml a comment follows each rule that is not obeyed."""
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(rf"^\"?{re.escape(kind)}\"? = \[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)

    assert found
    assert [line for line in found[1].splitlines() if not re.search(r"\S  +# \S", line)] == []


CONSTRAINTS = [
    Requirement(line)
    for line in (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def test_constraints_are_names_and_versions() -> None:
    """Each line is one version of one library, perhaps for some Pythons or systems; no address,
    no option of pip.
    """
    for each in CONSTRAINTS:
        assert [bound.operator for bound in each.specifier] == ["=="]
        assert each.url is None
        assert not each.extras


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_constraints_hold_all_that_is_required(python: str) -> None:
    """With each Python there is one version of whatever pyproject.toml requires, within its
    bounds.
    """
    here = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": "linux",
    }
    there = [each for each in CONSTRAINTS if each.marker is None or each.marker.evaluate(here)]
    versions = {canonicalize_name(each.name): next(iter(each.specifier)).version for each in there}

    assert len(versions) == len(there)
    for requirement in map(Requirement, REQUIREMENTS):
        version = versions.get(canonicalize_name(requirement.name), "none")
        assert version in requirement.specifier, (
            "docs/developing.md says how to make constraints.txt anew"
        )


def test_the_set_up_installs_these_versions(set_up: dict[str, Any], tmp_path: Path) -> None:
    """Pip refuses another version than that of the file, whose folder may have spaces in its
    name.
    """
    (tmp_path / "constraints.txt").write_text("no-such-library==1\n", encoding="utf-8")
    (tmp_path / "set-up.log").touch()
    set_up["PYTHON"] = sys.executable

    assert not set_up["install"]("--no-index", "no-such-library==2", home=tmp_path)
    assert "(constraint)" in (tmp_path / "log").read_text(encoding="utf-8")


def test_only_tak_loads_takpy() -> None:
    """It is loaded by name, so the import contracts cannot see it."""
    loads = re.compile(r"import takpy|from takpy|import_module\(.takpy")
    files = [
        path
        for package in ("visualizer", "games", "exports")
        for path in (PROJECT / package).rglob("*.py")
    ]

    assert {
        path.parent.name for path in files if loads.search(path.read_text(encoding="utf-8"))
    } == {"tak"}


@given(st.integers())
@settings(max_examples=400)
def test_properties_are_tried_in_full_only_with_slow_tests(
    request: pytest.FixtureRequest, number: int
) -> None:
    """`make test` leaves out slow tests and tries a property at most 6 times; `make test-all`
    does what each asks.
    """
    brief = "not slow" in request.config.option.markexpr
    assert request.function._hypothesis_internal_use_settings.max_examples == (6 if brief else 400)


@pytest.fixture
def set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Load the set-up with a home of its own; what it installs is for each test to say."""
    tool = runpy.run_path(str(PROJECT / "tools/set_up.py"), run_name="set_up")
    inside: dict[str, Any] = tool["set_up"].__globals__
    (tmp_path / "log").write_text("what pip said\n")
    monkeypatch.setitem(inside, "PROJECT", tmp_path)
    monkeypatch.setitem(inside, "LOG", tmp_path / "log")
    monkeypatch.setitem(inside, "works", lambda: True)
    monkeypatch.setitem(inside, "extras", lambda: EXTRAS)
    return inside


def test_without_takpy_one_line_says_so(
    set_up: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """The set-up goes on where takpy cannot be built."""
    set_up["install"] = lambda *what, patience=None: not any("takpy" in word for word in what)
    set_up["set_up"]()

    assert [line for line in capsys.readouterr().out.splitlines() if "takpy" in line] == [
        WITHOUT_TAKPY
    ]


def test_with_takpy_nothing_is_said_of_it(
    set_up: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """No news is good news."""
    set_up["install"] = lambda *what, patience=None: True
    set_up["set_up"]()

    assert "takpy" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("extra", "library"), [("chess", "python-chess"), ("openspiel", "OpenSpiel")]
)
def test_games_that_cannot_be_installed_are_one_line(
    set_up: dict[str, Any], capsys: pytest.CaptureFixture[str], extra: str, library: str
) -> None:
    """The tests go on without them; where they are installed nothing is said."""
    set_up["install"] = lambda *what, patience=None: False
    set_up["add"](extra)
    skipped = f"{library} could not be installed here: the tests that need it are skipped"

    assert capsys.readouterr().out.splitlines() == [skipped]
    set_up["install"] = lambda *what, patience=None: what == tuple(EXTRAS[extra])
    set_up["add"](extra)
    assert capsys.readouterr().out == ""


def test_a_failed_set_up_shows_what_pip_said(set_up: dict[str, Any]) -> None:
    """And ends with an error, so that make stops."""

    def fail(*what: str, patience: float | None = None) -> bool:
        set_up["LOG"].write_text("ERROR: no such thing\n")
        return False

    set_up["install"] = fail

    with pytest.raises(SystemExit, match="no such thing"):
        set_up["set_up"]()


def copy_of_the_set_up(folder: Path) -> None:
    """Copy what `make setup` reads."""
    for name in ("Makefile", "pyproject.toml", "tools/set_up.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy2(PROJECT / name, folder / name)


@needs_make
def test_a_second_set_up_does_nothing(tmp_path: Path, run: Run) -> None:
    """Once it is done it is silent and starts nothing."""
    copy_of_the_set_up(tmp_path)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/installed").touch()
    done = run(MAKE, "setup", "PYTHON=/no/such/python")

    assert done.returncode == 0
    assert done.stdout == b""
    assert done.stderr == b""


@needs_make
def test_without_python_a_sentence_says_which_is_needed(tmp_path: Path, run: Run) -> None:
    """Nothing is made then."""
    copy_of_the_set_up(tmp_path)
    done = run(MAKE, "setup", "PYTHON=/no/such/python")

    assert done.returncode != 0
    assert b"Python 3.11 or newer is needed" in done.stderr
    assert not (tmp_path / ".venv").exists()


@needs_make
@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
def test_without_venv_a_sentence_says_how_to_get_it(tmp_path: Path, run: Run) -> None:
    """Debian's Python comes without it."""
    copy_of_the_set_up(tmp_path)
    python = tmp_path / "half-a-python"
    python.write_text(
        f'#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\nexec "{sys.executable}" "$@"\n'
    )
    python.chmod(0o755)
    done = run(MAKE, "setup", f"PYTHON={python}")

    assert done.returncode != 0
    assert b"has no venv module" in done.stderr
    assert not (tmp_path / ".venv").exists()


@needs_make
def test_help_names_every_target(run: Run) -> None:
    """`make help` is the list of what the Makefile offers."""
    targets = {
        "setup",
        "run",
        "test",
        "test-all",
        "snapshots",
        "check",
        "bench",
        "bench-peers",
        "gallery",
        "docs",
        "clean",
        "help",
    }
    done = run(MAKE, "help", folder=PROJECT)

    assert {line.split()[1] for line in done.stdout.decode().splitlines()} == targets


@needs_make
def test_snapshots_are_stored_anew_all_at_once(run: Run) -> None:
    """`make snapshots` runs all tests that compare stored screens, the slow ones too, in one
    process.
    """
    done = run(
        MAKE,
        "-n",
        "snapshots",
        folder=PROJECT,
    )
    command = done.stdout.decode().splitlines()[-1]

    assert '-m "" --snapshot-update' in command
    assert "-p no:xdist" in command
    files = (PROJECT / "tests").rglob("test_*.py")
    comparing = [file for file in files if "\nfrom syrupy" in file.read_text(encoding="utf-8")]
    assert comparing
    assert all(file.relative_to(PROJECT).as_posix() in command for file in comparing)


def loaded(name: str) -> Any:
    """Return what is in a file of YAML, such as a form for issues."""
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    return yaml.safe_load((PROJECT / name).read_text(encoding="utf-8"))


def test_a_citation_has_the_version_and_the_licence() -> None:
    """CITATION.cff says what the package says."""
    text = (PROJECT / "CITATION.cff").read_text(encoding="utf-8")

    assert f"\nversion: {visualizer.__version__}\n" in text
    assert f"\nlicense: {SETTINGS['project']['license']}\n" in text
    assert f"- name: {SETTINGS['project']['authors'][0]['name']}\n" in text


FORMS = sorted(
    path.name
    for path in (PROJECT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")
    if path.stem != "config"
)


@pytest.mark.parametrize("form", FORMS)
def test_a_form_asks_for_what_is_needed(form: str) -> None:
    """Each form has a name and fields with a label, of which some must be filled in; no two
    fields are one.
    """
    found = loaded(f".github/ISSUE_TEMPLATE/{form}")

    assert found["name"]
    assert found["description"]
    fields = found["body"]
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(
        field["type"] in ("input", "textarea") and field["attributes"]["label"] for field in fields
    )
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_a_bug_is_told_with_the_doctors_page() -> None:
    """The form of a bug asks for what `visualizer doctor` prints."""
    assert FORMS == ["bug.yml", "game.yml", "sentence.yml"]
    text = (PROJECT / ".github" / "ISSUE_TEMPLATE" / "bug.yml").read_text(encoding="utf-8")
    assert "visualizer doctor" in text


def test_the_workflow_runs_what_must_pass() -> None:
    """It runs .ci/run with every Python that the package names, and can write nothing."""
    found = loaded(".github/workflows/check.yml")
    job = found["jobs"]["check"]
    named = [
        each.rpartition(" ")[2] for each in SETTINGS["project"]["classifiers"] if ":: 3." in each
    ]

    assert job["strategy"]["matrix"]["python"] == named
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert found["permissions"] == {"contents": "read"}
    assert os.access(PROJECT / ".ci" / "run", os.X_OK)


def test_hooks_are_local() -> None:
    """Hooks before a commit use the tools of `make check`, and fetch nothing."""
    found = loaded(".pre-commit-config.yaml")
    hooks = [hook for repo in found["repos"] for hook in repo["hooks"]]

    assert {repo["repo"] for repo in found["repos"]} == {"local"}
    assert len(hooks) > 2
    assert {hook["language"] for hook in hooks} == {"system"}


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_links_of_project_files_lead_somewhere(name: str) -> None:
    """Every page that they link to is there, and CONTRIBUTING links to them."""
    text = (PROJECT / name).read_text(encoding="utf-8")

    assert all(
        (PROJECT / link.partition("#")[0]).is_file() for link in re.findall(r"\]\(([^)]+)\)", text)
    )
    assert f"]({name})" in (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
