"""Graphviz's own layouts, by the library pygraphviz where that is installed, else by Graphviz's programs."""

import subprocess
import sys
from importlib.util import find_spec

from exports.format import ExportError

ENGINES = ("dot", "neato", "twopi", "circo", "fdp", "sfdp")
"""Layers, springs, rings around the root, circles, forces, forces for large graphs."""
FORMATS = ("svg", "png", "pdf")
BITMAP_DOTS = 192
"""Dots an inch of a PNG: twice what screens show, so that slides stay sharp."""
HOW_TO_GET = (
    "install Graphviz (apt install graphviz, brew install graphviz, winget install graphviz; see "
    "https://graphviz.org/download) or pip install pygraphviz, or leave --engine out: the "
    "built-in layout needs nothing"
)


def check_engine(engine: str, kind: str) -> None:
    """Raise ExportError if there is no such layout, or if it cannot make the format named `kind`."""
    if engine not in ENGINES:
        raise ExportError(f"there is no engine {engine!r:.60}; there are: {' '.join(ENGINES)}")
    if kind not in FORMATS:
        raise ExportError(f"the engine {engine} cannot make {kind}; it makes: {' '.join(FORMATS)}")


def render(source: str, engine: str, kind: str) -> bytes:
    """Return a picture of DOT text laid out by one of Graphviz's engines; ExportError says what is missing or wrong.

    Interrupting it ends Graphviz's program as well.
    """
    import graphviz  # needed for this only

    check_engine(engine, kind)
    if kind == "png":
        source = source.replace("{", f"{{\n\tdpi={BITMAP_DOTS}", 1)
    found = by_library(source, engine, kind)
    if found:
        return found
    try:
        return bytes(graphviz.pipe(engine, kind, source.encode(), quiet=True))
    except graphviz.ExecutableNotFound as error:
        raise ExportError(f"Graphviz's program {engine} is not on the PATH: {HOW_TO_GET}") from error
    except graphviz.CalledProcessError as error:
        raise ExportError(f"Graphviz's {engine} failed: {_sentence(error.stderr)}") from error
    except OSError as error:
        raise ExportError(f"Graphviz's program {engine} cannot be run: {error.strerror or error}") from error


LIBRARY = """
import sys
import pygraphviz
graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
sys.stdout.buffer.write(graph.draw(format=sys.argv[2], prog=sys.argv[1]))
"""


def by_library(source: str, engine: str, kind: str) -> bytes:
    """Return the picture as drawn by pygraphviz; empty if that is not installed, cannot be loaded or fails.

    It runs in a process of its own, which Ctrl-C ends and whose messages are dropped.
    """
    if find_spec("pygraphviz") is None:
        return b""
    command = [sys.executable, "-P", "-c", LIBRARY, engine, kind]
    done = subprocess.run(command, input=source.encode(), capture_output=True, check=False)  # noqa: S603  it is ours
    return b"" if done.returncode else done.stdout


def _sentence(words: bytes | str | None) -> str:
    """Return the first error that Graphviz printed."""
    text = words.decode(errors="replace") if isinstance(words, bytes) else words or ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = next((line for line in lines if line.startswith("Error")), lines[0] if lines else "it gave no reason")
    return found.removeprefix("Error:").strip().rstrip(".")[:300]
