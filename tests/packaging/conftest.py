"""What the tests of packaging share: the wheel, an environment with it and nothing else, and a
misleading folder.

Nothing here needs a network: what the wheel requires is copied from the environment that runs the
tests.
"""

import email
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).resolve().parents[2]
Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(
        command,
        check=False,
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def required(requirements: Iterable[str]) -> Iterator[str]:
    """Name the distributions that are required without extras."""
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield canonicalize_name(requirement.name)


def needed(wheel: Path) -> list[Distribution]:
    """List all that the wheel requires, and what that requires, as it is installed here."""
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        names = list(
            required(email.message_from_bytes(archive.read(metadata)).get_all("Requires-Dist", []))
        )
    found: dict[str, Distribution] = {}
    while names:
        name = names.pop()
        if name not in found:
            found[name] = distribution(name)
            names.extend(required(found[name].requires or []))
    return [*found.values()]


def copy_distribution(source: Distribution, target: Path) -> None:
    """Copy a distribution's files, but for its commands, to another environment; by hard links
    where that works.
    """
    for file in source.files or []:
        if (
            ".." in file.parts or not Path(str(file.locate())).exists()
        ):  # compiled code need not be there
            continue
        path = target / file
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            path.hardlink_to(str(file.locate()))
        except OSError:
            shutil.copyfile(str(file.locate()), path)


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel where nothing is but what it requires; return the folder of the
    commands.
    """
    home = tmp_path_factory.mktemp("environment")
    builder = venv.EnvBuilder(symlinks=os.name != "nt")
    builder.create(home)
    places = builder.ensure_directories(home)
    library = subprocess.run(
        [places.env_exe, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    for each in needed(wheel):
        copy_distribution(each, Path(library))
    pip = [sys.executable, "-m", "pip", "--python", places.env_exe]
    for words in (["install", "--quiet", "--no-index", "--no-deps", str(wheel)], ["check"]):
        done = subprocess.run(
            [*pip, *words],
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return Path(places.bin_path)


@pytest.fixture
def misleading(tmp_path: Path) -> Path:
    """Make a folder whose files have our packages' names."""
    (tmp_path / "exports").mkdir()
    for file in ("games.py", "exports/__init__.py", "exports/svg.py"):
        (tmp_path / file).write_text("raise SystemExit('this is somebody else's file')\n")
    return tmp_path


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a program in a temporary folder, with a given environment on top, and hand over what
    it wrote.
    """
    ours = ("MAKE", "MFLAGS", "PYTHON", "VISUALIZER")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}

    def start(
        *words: str | Path, folder: Path = tmp_path, **variables: str
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            words,
            check=False,
            cwd=folder,
            env=inherited | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
        )

    return start
