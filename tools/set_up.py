"""Makes `.venv` and installs the project in it, or only the extras that are named, for `make`.

With `peers`, makes `.venv-peers` with the libraries that our rules are compared with. Needs only
Python's standard library. Prints one line for each stage; pip's output is in `set-up.log` of the
environment.
"""

import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
HOME = PROJECT / ".venv"
LOG = HOME / "set-up.log"
PYTHON = "Scripts/python.exe" if os.name == "nt" else "bin/python"
PATIENCE = 900
"""Seconds to wait for an optional package."""
WITHOUT_TAKPY = (
    "takpy could not be built here: Tak runs on the built-in rules, with the same results"
)
DISPENSABLE = {"chess": "python-chess", "openspiel": "OpenSpiel"}
"""Extras that only some tests need, and their names in messages."""
PURPOSES = {"docs": "build the site"}
"""What tools are for, where their extra is not called so."""
PEERS_HOME = PROJECT / ".venv-peers"
PEERS = {
    "draughts": ["pydraughts>=0.6.7,<0.7"],
    "easyAI": ["easyAI>=2.0.12,<3"],
    "greenlet": ["greenlet>=3.1,<4"],
}
"""The packages to install there by their modules; our own searches need the last one, too."""

SETTINGS = {
    # Without a compiler, takpy's builder would download 700 MB.
    "MATURIN_NO_INSTALL_RUST": "1",
    "PIP_BUILD_CONSTRAINT": "constraints.txt",  # where pip knows it, for what builds a package
    "PIP_CONSTRAINT": "constraints.txt",  # in the project's folder, where pip is started
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_USER": "0",
    "PYTHONNOUSERSITE": "1",
}


def extras() -> dict[str, list[str]]:
    """Return the project's optional requirements."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional: dict[str, list[str]] = project["optional-dependencies"]
    return optional


def works(home: Path = HOME) -> bool:
    """Return whether the environment has a Python that is new enough, and pip."""
    question = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return (
            subprocess.run(
                [home / PYTHON, "-c", question], capture_output=True, check=False
            ).returncode
            == 0
        )
    except OSError:
        return False


def make(home: Path) -> None:
    """Make an environment with nothing but pip in it."""
    say(f"Setting up (once): {home.name}, with Python {sys.version.split()[0]}")
    venv.create(home, clear=True, symlinks=os.name != "nt", with_pip=True)


def install(*what: str, patience: float | None = None, home: Path = HOME) -> bool:
    """Install something with pip and return whether that succeeded; its output goes to the log."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"PYTHONPATH", "PYTHONHOME"}
    }
    command = [str(home / PYTHON), "-m", "pip", "install", *what]
    with (home / LOG.name).open("ab") as log:
        try:
            done = subprocess.run(
                command,
                check=False,
                cwd=PROJECT,
                env=environment | SETTINGS,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                timeout=patience,
            )
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


def give_up() -> None:
    """Exit with the last lines of pip's output."""
    said = LOG.read_text(encoding="utf-8", errors="replace").splitlines()
    sys.exit(
        "\n".join(
            [*said[-12:], f"Setting up failed; all that was said is in {LOG.relative_to(PROJECT)}"]
        )
    )


def set_up() -> None:
    """Make `.venv`, install the project in editable mode, and try to install takpy."""
    if not works():
        make(HOME)
    LOG.unlink(missing_ok=True)
    say("Setting up (once): the project and what it needs, in a minute or two")
    if not install("--editable", "."):
        give_up()
    if not install(*extras()["tak"], patience=PATIENCE):
        say(WITHOUT_TAKPY)


def add(extra: str) -> None:
    """Install an extra; if an optional one cannot be installed, only say so."""
    if extra not in DISPENSABLE:
        say(f"Setting up (once): the tools to {PURPOSES.get(extra, extra)} with")
        if not install(*extras()[extra]):
            give_up()
    elif not install(*extras()[extra], patience=PATIENCE):
        say(f"{DISPENSABLE[extra]} could not be installed here: the tests that need it are skipped")


def add_peers() -> None:
    """Make `.venv-peers` and install missing packages one by one, so that failures stay separate.

    Only wheels are installed, so nothing is compiled; the next run tries again where one failed.
    """
    if not works(PEERS_HOME):
        make(PEERS_HOME)
    (PEERS_HOME / LOG.name).unlink(missing_ok=True)
    for module, what in {**PEERS, "pyspiel": extras()["openspiel"]}.items():
        question = [str(PEERS_HOME / PYTHON), "-c", f"import {module}"]
        if subprocess.run(question, check=False, cwd=PEERS_HOME, capture_output=True).returncode:
            say(f"Setting up (once): {' '.join(what)}")
            install("--only-binary", ":all:", *what, patience=PATIENCE, home=PEERS_HOME)


def say(line: str) -> None:
    """Print a line immediately."""
    print(line, flush=True)


if __name__ == "__main__":
    try:
        for name in sys.argv[1:]:
            add_peers() if name == "peers" else add(name)
        if not sys.argv[1:]:
            set_up()
    except KeyboardInterrupt:
        sys.exit("Setting up was interrupted; make begins it again")
