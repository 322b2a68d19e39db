"""Makes `.venv-peers` and installs there the libraries that our rules are compared with, for `make bench-peers`.

It does not touch `.venv`. Only wheels are installed, so nothing is compiled. A library that cannot be installed is left
out: the measurement says so, and the next run tries again.
"""

import subprocess

from set_up import LOG, PATIENCE, PROJECT, PYTHON, extras, install, make, say, works

HOME = PROJECT / ".venv-peers"
PEERS = {
    "draughts": ["pydraughts>=0.6.7,<0.7"],
    "pyspiel": extras()["openspiel"],
    "easyAI": ["easyAI>=2.0.12,<3"],
    "greenlet": ["greenlet>=3.1,<4"],
}
"""What to install, by the module that it provides; the last one is needed by our own searches."""


def loads(module: str) -> bool:
    """Return whether a module is installed and can be loaded."""
    command = [str(HOME / PYTHON), "-c", f"import {module}"]
    return subprocess.run(command, check=False, cwd=HOME, capture_output=True).returncode == 0


def set_up() -> None:
    """Install what is missing, one by one, so that a failure does not affect the others."""
    if not works(HOME):
        make(HOME)
    missing = {module: what for module, what in PEERS.items() if not loads(module)}
    if missing:
        (HOME / LOG.name).unlink(missing_ok=True)
    for what in missing.values():
        say(f"Setting up (once): {' '.join(what)}")
        install("--only-binary", ":all:", *what, patience=PATIENCE, home=HOME)


if __name__ == "__main__":
    set_up()
