"""Graphviz's own layouts, through its programs, where they are installed."""

from __future__ import annotations

from exports.errors import ExportError

ENGINES = ("dot", "neato", "twopi", "circo", "fdp", "sfdp")
"""Layers, springs, rings around the root, circles, forces, forces for large graphs."""
FORMATS = ("svg", "png", "pdf")
BITMAP_DOTS = 192
"""Dots an inch of a PNG: twice what screens show, so that slides stay sharp."""
HOW_TO_GET = (
    "install Graphviz (apt install graphviz, brew install graphviz, winget install graphviz; see "
    "https://graphviz.org/download) or leave --engine out: the built-in layout needs nothing"
)


def check_engine(engine: str, kind: str) -> None:
    """Raise ExportError if there is no such layout, or no such format of it; `kind` is a format's name."""
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
    try:
        return bytes(graphviz.pipe(engine, kind, source.encode(), quiet=True))
    except graphviz.ExecutableNotFound as error:
        raise ExportError(f"Graphviz's program {engine} is not on the PATH: {HOW_TO_GET}") from error
    except graphviz.CalledProcessError as error:
        raise ExportError(f"Graphviz's {engine} failed: {_sentence(error.stderr)}") from error
    except OSError as error:
        raise ExportError(f"Graphviz's program {engine} cannot be run: {error.strerror or error}") from error


def _sentence(words: bytes | str | None) -> str:
    """Return the first error that Graphviz printed."""
    text = words.decode(errors="replace") if isinstance(words, bytes) else words or ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = next((line for line in lines if line.startswith("Error")), lines[0] if lines else "it gave no reason")
    return found.removeprefix("Error:").strip().rstrip(".")[:300]
